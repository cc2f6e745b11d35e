"""Lane arithmetic: traces scalar rules, called with lanes, into LLVM code.

A `Lane` stands for one value per lane: a vector of eight doubles in a lane kernel, one double in a scalar
kernel. Python operators and the functions below append LLVM instructions to the `Emitter` that the lane
belongs to, so a rule such as ``1 - out * out`` is written once and becomes machine code of either width.

Invariant: every instruction is strict IEEE-754. Nothing is contracted or reassociated; `fma` appears only
where a rule says so. So a kernel gives the same bits at width 1, at width 8 and at width 16.

A rule's arithmetic is done in double precision: float32 numbers are widened on load and rounded on store, which makes
float32 results correct to half an ulp nearly always; LLVM narrows the plain operations again where that is exact.
An op may have a text for float32 lanes of its own (see `rule_text`), of floats beside integers of 32 bits.

Tests: tests/trace_cache/test_machine_code.py, tests/machine/test_single.py
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import count
from typing import Any

from tapegrad.errors import ArgumentError
from tapegrad.machine import processor
from tapegrad.machine.extents import varies

WIDTH = 8  # doubles per lane vector: one 512-bit register, split by LLVM where the machine has less
WIDE = 16  # floats per lane vector, where all that a loop works on are floats
# vectors that do not fit into registers lie in the frame, where only aligned ones are loaded at full speed
ATTRIBUTES = 'nounwind "stackrealign" "prefer-vector-width"="512" "min-legal-vector-width"="512"'
ELEMENTS = {"f": "double", "i": "i64", "s": "float", "j": "i32", "m": "i1"}
_TYPES = {(n, kind): e if n == 1 else f"<{n} x {e}>" for n in (1, WIDTH, WIDE) for kind, e in ELEMENTS.items()}


def literal(value: float) -> str:
    """Return LLVM's exact hexadecimal spelling of a double."""
    return "0x" + struct.pack(">d", value).hex().upper()


def float_of(value: float) -> float:
    """Return a number rounded to single precision."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


@lru_cache(1024)
def vector_of(text: str, element: str, width: int = WIDTH) -> str:
    """Return a constant in all lanes of a vector."""
    return "<" + ", ".join([f"{element} {text}"] * width) + ">"


class Body:
    """A function's text as far as it is written, by emitters of any width.

    Attributes
    ----------
    lines : list of str
    declarations : set of str
        Of the external functions that it calls.
    numbers : iterator of int or str
        Of the names that are free.
    block : str
        The label of the block under way.
    """

    def __init__(
        self, declarations: set[str] | None = None, numbers: Iterator[int | str] | None = None, block: str = "entry"
    ) -> None:
        self.lines: list[str] = []
        self.declarations = set() if declarations is None else declarations
        self.numbers = count(1) if numbers is None else numbers
        self.block = block


class Emitter:
    """Writes LLVM text for lanes of one width.

    Attributes
    ----------
    width : int
        1 for scalar code, `WIDTH` for lane code, `WIDE` for that of floats alone.
    body : Body
        What it writes into.
    scalar_calls : bool
        Whether a C library function was called: nothing is gained from lanes.
    plain : bool
        It writes another language (see `tapegrad.export`), by methods `evaluated`, `unless`, `choose` and `repeat`.
    """

    plain = False

    def __init__(self, width: int, body: Body | None = None) -> None:
        self.width, self.body, self.scalar_calls = width, Body() if body is None else body, False

    @property
    def lines(self) -> list[str]:
        return self.body.lines

    @property
    def declarations(self) -> set[str]:
        return self.body.declarations

    def fresh(self) -> str:
        return f"%t{next(self.body.numbers)}"

    def type(self, kind: str) -> str:
        """Return LLVM type of a lane of kind 'f' (double), 'i' (int64), 's' (float), 'j' (int32) or 'm' (mask)."""
        return _TYPES[self.width, kind]

    def splat(self, kind: str, scalar: str) -> str:
        """Return a scalar in all lanes."""
        if self.width == 1:
            return scalar
        element = ELEMENTS[kind]
        if not scalar.startswith("%"):
            return vector_of(scalar, element, self.width)
        vector, zeros = f"<{self.width} x {element}>", f"<{self.width} x i32> zeroinitializer"
        one = self.emit(f"insertelement {vector} poison, {element} {scalar}, i64 0", kind).name
        return self.emit(f"shufflevector {vector} {one}, {vector} poison, {zeros}", kind).name

    def emit(self, text: str, kind: str) -> Lane:
        name = self.fresh()
        self.body.lines.append(f"  {name} = {text}")
        return Lane(self, name, kind)

    def label(self, name: str) -> None:
        self.body.lines.append(f"{name}:")
        self.body.block = name

    def get(self, pointer: str) -> Lane:
        """Load doubles from a variable of the function."""
        return self.emit(f"load {self.type('f')}, ptr {pointer}", "f")

    def put(self, value: Lane, pointer: str) -> None:
        """Store doubles in a variable of the function."""
        self.body.lines.append(f"  store {self.type('f')} {value.name}, ptr {pointer}")

    def float(self, value: float) -> Lane:
        return Lane(self, self.splat("f", literal(value)), "f")

    def int(self, value: int) -> Lane:
        return Lane(self, self.splat("i", str(value)), "i")

    def lift(self, value: Any, kind: str = "f") -> Lane:
        if isinstance(value, Lane):
            return value
        if kind == "f":
            return self.float(float(value))
        text = literal(float_of(value)) if kind == "s" else str(value if varies(value) else int(value))
        return Lane(self, self.splat(kind, text), kind)

    def result(self, value: Lane) -> Lane:
        """Return what a rule gave as doubles: a lane, the truth of one, or a number."""
        return as_float(value) if isinstance(value, Lane) else self.float(float(value))

    def call(self, function: str, kind: str, *args: Lane) -> Lane:
        """Call a function, with a result of this width."""
        types = [a.emitter.type(a.kind) for a in args]
        self.declarations.add(f"declare {self.type(kind)} {function}({', '.join(types)})")
        operands = ", ".join(f"{t} {a.name}" for t, a in zip(types, args, strict=True))
        return self.emit(f"call {self.type(kind)} {function}({operands})", kind)

    def intrinsic(self, name: str, *args: Lane) -> Lane:
        """Call a function of LLVM on floating-point numbers."""
        element = "f64" if args[0].kind == "f" else "f32"
        return self.call(f"@llvm.{name}.{'' if self.width == 1 else f'v{self.width}'}{element}", args[0].kind, *args)


def _operator(float_op: str, int_op: str, result: str = "", swapped: bool = False) -> Callable[[Lane, Any], Lane]:
    """Return an operator of a lane and whatever can be one: by an instruction for floating-point numbers, and one for
    integers and masks.
    """

    def operate(self: Lane, other: Any) -> Lane:
        e, kind = self.emitter, self.kind
        a, b = self.name, e.lift(other, kind).name
        if swapped:
            a, b = b, a
        return e.emit(f"{float_op if kind in 'fs' else int_op} {e.type(kind)} {a}, {b}", result or kind)

    return operate


class Lane:
    """A traced value; `kind` is 'f' (double), 'i' (int64), 's' (float), 'j' (int32) or 'm' (mask)."""

    __slots__ = ("emitter", "kind", "name")
    __array_ufunc__ = None  # NumPy scalars on the left defer to the operators below

    def __init__(self, emitter: Emitter, name: str, kind: str) -> None:
        self.emitter, self.name, self.kind = emitter, name, kind

    __add__ = _operator("fadd", "add")
    __radd__ = _operator("fadd", "add", swapped=True)
    __sub__ = _operator("fsub", "sub")
    __rsub__ = _operator("fsub", "sub", swapped=True)
    __mul__ = _operator("fmul", "mul")
    __rmul__ = _operator("fmul", "mul", swapped=True)
    __truediv__ = _operator("fdiv", "")
    __rtruediv__ = _operator("fdiv", "", swapped=True)
    __and__ = _operator("", "and")
    __or__ = _operator("", "or")
    __xor__ = _operator("", "xor")
    __lshift__ = _operator("", "shl")
    __rshift__ = _operator("", "ashr")
    __lt__ = _operator("fcmp olt", "icmp slt", "m")
    __le__ = _operator("fcmp ole", "icmp sle", "m")
    __gt__ = _operator("fcmp ogt", "icmp sgt", "m")
    __ge__ = _operator("fcmp oge", "icmp sge", "m")
    __eq__ = _operator("fcmp oeq", "icmp eq", "m")  # type: ignore[assignment]
    __ne__ = _operator("fcmp une", "icmp ne", "m")  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise ArgumentError(
            "a function that is traced into machine code cannot use the values of its arguments, nor branch on them. "
            "Choose with lane.select, or with np.where in a function for tg.custom.elementwise."
        )

    __float__ = __int__ = __index__ = __complex__ = __bool__

    def __neg__(self) -> Lane:
        return self.emitter.emit(f"fneg {self.emitter.type(self.kind)} {self.name}", self.kind)

    def __abs__(self) -> Lane:
        return self.emitter.intrinsic("fabs", self)

    def __invert__(self) -> Lane:
        e = self.emitter
        return e.emit(f"xor {e.type('m')} {self.name}, {e.splat('m', 'true')}", "m")


def as_mask(x: Lane) -> Lane:
    """Return the truth of a lane: itself if it is a mask, ``x != 0`` of a double."""
    return x if x.kind == "m" else x != 0.0


def as_float(x: Lane) -> Lane:
    """Return a mask as 0.0 and 1.0; a double unchanged."""
    e = x.emitter
    return x if x.kind == "f" else e.emit(f"uitofp {e.type('m')} {x.name} to {e.type('f')}", "f")


def select(mask: Lane, x: Any, y: Any) -> Lane:
    """Lane by lane, `x` where `mask` is true, else `y`."""
    e = mask.emitter
    kind = next((v.kind for v in (x, y) if isinstance(v, Lane)), "f")
    a, b = e.lift(x, kind), e.lift(y, kind)
    return e.emit(f"select {e.type('m')} {as_mask(mask).name}, {e.type(kind)} {a.name}, {e.type(kind)} {b.name}", kind)


def gated(x: Lane, y: Lane) -> Lane:
    """Return ``x * y`` under absolute zero: 0 where either is 0, also if the other one is infinite or NaN."""
    e = x.emitter
    if x.kind == "s":
        return select((x != 0.0) & (y != 0.0), x * y, 0.0)
    if e.width == WIDE:
        low, high = (gated(*pair) for pair in zip(halves(x), halves(y), strict=True))
        return joined(low, high)
    if e.width == WIDTH and processor.chosen().avx512:
        return _unless_zero(y, select(x != 0.0, x * y, 0.0))
    if e.width > 1 or not processor.chosen().x86 or e.plain:
        return select((x != 0.0) & (y != 0.0), x * y, 0.0)
    # LLVM takes a scalar comparison through flags and general registers: here the masks stay where the numbers are
    product = e.emit(f"bitcast <2 x double> {_pair(x * y)} to <2 x i64>", "i").name
    for mask in (_nonzero(x), _nonzero(y)):
        product = e.emit(f"and <2 x i64> {product}, {mask}", "i").name
    masked = e.emit(f"bitcast <2 x i64> {product} to <2 x double>", "f")
    return e.emit(f"extractelement <2 x double> {masked.name}, i64 0", "f")


def _gated(g: Lane, partial: Any) -> Lane:
    return gated(g, as_float(partial)) if isinstance(partial, Lane) else g.emitter.float(0.0)


def contribution(g: Any, partial: Any, product: Callable[[Any, Any], Any] = _gated) -> Any:
    """Return ``g * partial`` under absolute zero: what an elementwise op hands to an argument.

    Of lanes, or of what `product` multiplies under absolute zero. A constant other than 0 needs no gate.
    """
    if isinstance(partial, (int, float)) and partial != 0:
        return g if partial == 1 else -g if partial == -1 else g * float(partial)
    return product(g, partial)


def _unless_zero(x: Lane, value: Lane) -> Lane:
    """Return `value`, and 0 where `x` is 0, by one instruction that needs no mask, as comparisons do."""
    e = x.emitter
    vector, function = e.type("f"), "@llvm.x86.avx512.mask.fixupimm.pd.512"
    e.declarations.add(f"declare {vector} {function}({vector}, {vector}, {e.type('i')}, i32, i8, i32)")
    zeros_to_zero = e.int(0x800).name  # four bits for each class of numbers: the third is zeros, and 8 stands for +0.0
    operands = f"{vector} {value.name}, {vector} {x.name}, {e.type('i')} {zeros_to_zero}, i32 0, i8 -1, i32 4"
    return e.emit(f"call {vector} {function}({operands})", "f")


def _pair(x: Lane) -> str:
    """Return a scalar as the first of two elements."""
    return x.emitter.emit(f"insertelement <2 x double> poison, double {x.name}, i64 0", "f").name


def _nonzero(x: Lane) -> str:
    """Return bits: the first 64 are set where a scalar is not 0."""
    function = "@llvm.x86.sse2.cmp.sd"
    x.emitter.declarations.add(f"declare <2 x double> {function}(<2 x double>, <2 x double>, i8)")
    mask = x.emitter.emit(
        f"call <2 x double> {function}(<2 x double> {_pair(x)}, <2 x double> zeroinitializer, i8 4)", "f"
    )
    return x.emitter.emit(f"bitcast <2 x double> {mask.name} to <2 x i64>", "i").name


def fma(x: Lane, y: Lane | float, z: Lane | float) -> Lane:
    """Return ``x * y + z`` with one rounding."""
    e = x.emitter
    return e.intrinsic("fma", x, e.lift(y, x.kind), e.lift(z, x.kind))


def sqrt(x: Lane) -> Lane:
    return x.emitter.intrinsic("sqrt", x)


def floor(x: Lane) -> Lane:
    return x.emitter.intrinsic("floor", x)


def ceil(x: Lane) -> Lane:
    return x.emitter.intrinsic("ceil", x)


def trunc(x: Lane) -> Lane:
    return x.emitter.intrinsic("trunc", x)


def rint(x: Lane) -> Lane:
    """Return the nearest integer, halves to even."""
    return x.emitter.intrinsic("rint", x)


def copysign(x: Any, sign: Lane) -> Lane:
    return sign.emitter.intrinsic("copysign", sign.emitter.lift(x, sign.kind), sign)


BITS = {"f": "i", "s": "j", "i": "f", "j": "s"}


def bits(x: Lane) -> Lane:
    """Return the bits of a number as an integer of as many."""
    e, kind = x.emitter, BITS[x.kind]
    return e.emit(f"bitcast {e.type(x.kind)} {x.name} to {e.type(kind)}", kind)


from_bits = bits  # an integer's as a number


def narrowed(x: Lane) -> Lane:
    """Return a double rounded to a float; a float unchanged."""
    e = x.emitter
    return x if x.kind == "s" else e.emit(f"fptrunc {e.type('f')} {as_float(x).name} to {e.type('s')}", "s")


def widened(x: Lane) -> Lane:
    """Return a float as a double; a double unchanged."""
    e = x.emitter
    return x if x.kind == "f" else e.emit(f"fpext {e.type('s')} {x.name} to {e.type('f')}", "f")


def unit_scale(x: Lane, least: Lane) -> Lane:
    """Return the power of two that brings `x` to [1, 2), if ``|x| >= least``, which is normal; 1 if not finite."""
    power = from_bits(bits(x) & 0x7FF0000000000000)  # of a subnormal number 0
    return select(power < math.inf, 1.0 / select(power > least, power, least), 1.0)


def halves(x: Lane) -> tuple[Lane, Lane]:
    """Return the first and the last eight of sixteen lanes."""
    vector, part = x.emitter.type(x.kind), Emitter(WIDTH, x.emitter.body)
    low, high = (
        part.emit(f"shufflevector {vector} {x.name}, {vector} poison, {_places(first, WIDTH)}", x.kind)
        for first in (0, WIDTH)
    )
    return low, high


def joined(low: Lane, high: Lane) -> Lane:
    """Return the inverse of `halves`."""
    vector, emitter = low.emitter.type(low.kind), Emitter(WIDE, low.emitter.body)
    return emitter.emit(f"shufflevector {vector} {low.name}, {vector} {high.name}, {_places(0, WIDE)}", low.kind)


def _places(first: int, count: int) -> str:
    return f"<{count} x i32> <{', '.join(f'i32 {k}' for k in range(first, first + count))}>"


SHIFTER = 6755399441055744.0  # 1.5 * 2**52: adding it leaves an integer in the low bits of the significand
SHIFTER_32 = 12582912.0  # 1.5 * 2**23, the same for floats


def to_int(x: Lane) -> Lane:
    """Return an integral double, below 2**51 in magnitude, as an integer (without the slow conversion instruction)."""
    return bits(x + SHIFTER) - bits(x.emitter.float(SHIFTER))


def from_int(x: Lane) -> Lane:
    """Return the inverse of `to_int`; an int32 as a float."""
    e = x.emitter
    if x.kind == "j":
        return e.emit(f"sitofp {e.type('j')} {x.name} to {e.type('s')}", "s")
    return from_bits(x + bits(x.emitter.float(SHIFTER))) - SHIFTER


def scale(exponent: Lane) -> Lane:
    """Return ``2.0 ** exponent`` of an integer lane in [-1022, 1023]."""
    return from_bits((exponent + 1023) << 52)


def scaled(x: Lane, n: Lane) -> Lane:
    """Return the float ``x * 2**n``, rounded once, of an x in [1/2, 2] and an integral n up to 250 in magnitude."""
    e = x.emitter
    if e.width == 1 or not processor.chosen().avx512:
        k = bits(n + SHIFTER_32) - bits(e.lift(SHIFTER_32, "s"))
        half = k >> 1
        return x * from_bits((half + 127) << 23) * from_bits((k - half + 127) << 23)  # of which the first is exact
    vector, wide = e.type("s"), e.width == WIDE
    function, mask = f"@llvm.x86.avx512.mask.scalef.ps.{32 * e.width}", "i16 -1, i32 4" if wide else "i8 -1"
    e.declarations.add(f"declare {vector} {function}({vector}, {vector}, {vector}, {'i16, i32' if wide else 'i8'})")
    return e.emit(f"call {vector} {function}({vector} {x.name}, {vector} {n.name}, {vector} poison, {mask})", "s")


def rare_libm(function: str, *args: Lane) -> Lane:
    """Call what `libm` does, for the rare branch of `unless`: the surrounding code stays vectorised."""
    e = args[0].emitter
    if e.width == 1:
        return e.call(f"@{function}", "f", *args)
    one, vector, result = Emitter(1, e.body), e.type("f"), Lane(e, "poison", "f")
    for k in range(e.width):
        value = one.call(
            f"@{function}", "f", *[one.emit(f"extractelement {vector} {a.name}, i64 {k}", "f") for a in args]
        )
        result = e.emit(f"insertelement {vector} {result.name}, double {value.name}, i64 {k}", "f")
    return result


def libm(function: str, *args: Lane) -> Lane:
    """Return a function of the C mathematics library, lane by lane."""
    e = args[0].emitter
    e.scalar_calls = True
    return rare_libm(function, *[e.lift(a) for a in args])


def elementary(function: str) -> Callable[[Callable[..., Lane]], Callable[..., Lane]]:
    """Mark a rule that is a function of `libm` as well: what is exported calls that one."""

    def marked(rule: Callable[..., Lane]) -> Callable[..., Lane]:
        return wraps(rule)(lambda *args: rare_libm(function, *args) if args[0].emitter.plain else rule(*args))

    return marked


def unless(common: Lane, fast: Lane, rare: Callable[[], Lane]) -> Lane:
    """Return `fast` where `common` holds, elsewhere `rare()`, whose code is skipped when no lane needs it."""
    e: Any = common.emitter
    if e.plain:
        return e.unless(common, fast, rare)
    everywhere = common
    if e.width != 1:
        everywhere = Emitter(1, e.body).call(f"@llvm.vector.reduce.and.v{e.width}i1", "m", common)
    one = everywhere.emitter
    everywhere = one.call("@llvm.expect.i1", "m", everywhere, Lane(one, "true", "m"))
    tag = e.fresh()[1:]
    before = e.body.block
    e.lines.append(f"  br i1 {everywhere.name}, label %join{tag}, label %rare{tag}")
    e.label(f"rare{tag}")
    mixed = select(common, fast, rare())
    last = e.body.block
    e.lines.append(f"  br label %join{tag}")
    e.label(f"join{tag}")
    return e.emit(f"phi {e.type(fast.kind)} [ {fast.name}, %{before} ], [ {mixed.name}, %{last} ]", fast.kind)


def polynomial(x: Lane, coefficients: list[float]) -> Lane:
    """Return ``c[0] + c[1] x + c[2] x^2 ...`` by Estrin's scheme (Muller, "Elementary Functions", 3rd ed., 2016,
    section 5.2): a short chain of fused steps."""
    terms = [x.emitter.lift(c, x.kind) for c in coefficients]
    while len(terms) > 1:
        paired = [fma(high, x, low) for low, high in zip(terms[::2], terms[1::2], strict=False)]
        terms = paired + terms[2 * len(paired) :]
        if len(terms) > 1:
            x = x * x
    return terms[0]


def nested(x: Lane, coefficients: list[float]) -> Lane:
    """Return the same by Horner's scheme: a longer chain of fewer steps, where turns of a loop overlap."""
    result = x.emitter.lift(coefficients[-1], x.kind)
    for c in reversed(coefficients[:-1]):
        result = fma(x, result, c)
    return result

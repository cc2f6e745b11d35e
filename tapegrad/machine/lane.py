"""Lane arithmetic: scalar rules traced into LLVM code.

A `Lane` stands for one value per lane: a vector of eight doubles in a lane kernel, one double in a scalar
kernel. Python operators and the functions below append LLVM instructions to the `Emitter` that the lane
belongs to, so a rule such as ``1 - out * out`` is written once and becomes machine code of either width.

Invariant: every instruction is strict IEEE-754. Nothing is contracted or reassociated; `fma` appears only
where a rule says so. So a kernel gives the same bits at width 1 and at width 8.

All arithmetic is done in double precision. A float32 kernel widens on load and rounds on store, which makes
float32 results correct to half an ulp nearly always; LLVM narrows the plain operations again where that is exact.
"""

from __future__ import annotations

import math
import platform
import struct
from collections.abc import Callable
from itertools import count
from typing import Any

import llvmlite.binding as llvm

_X86 = platform.machine().lower() in ("x86_64", "amd64")
_AVX512 = _X86 and llvm.get_host_cpu_features().get("avx512f", False)
WIDTH = 8  # doubles per lane vector: one 512-bit register, split by LLVM where the machine has less


def literal(value: float) -> str:
    """Return LLVM's exact hexadecimal spelling of a double."""
    return "0x" + struct.pack(">d", value).hex().upper()


class Emitter:
    """Collects the LLVM text of one function body, and the external functions that it calls.

    Parameters
    ----------
    width : int
        1 for scalar code, `WIDTH` for lane code.
    """

    block = "entry"

    def __init__(self, width: int) -> None:
        self.width = width
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self.scalar_calls = False  # a C library function was called: nothing is gained from lanes
        self.numbers = count(1)  # of the names that are free

    def fresh(self) -> str:
        return f"%t{next(self.numbers)}"

    def type(self, kind: str) -> str:
        """Return LLVM type of a lane of kind 'f' (double), 'i' (int64) or 'm' (mask)."""
        scalar = {"f": "double", "i": "i64", "m": "i1"}[kind]
        return scalar if self.width == 1 else f"<{self.width} x {scalar}>"

    def suffix(self, kind: str) -> str:
        scalar = {"f": "f64", "i": "i64", "m": "i1"}[kind]
        return scalar if self.width == 1 else f"v{self.width}{scalar}"

    def splat(self, kind: str, scalar: str) -> str:
        if self.width == 1:
            return scalar
        element = {"f": "double", "i": "i64", "m": "i1"}[kind]
        return "<" + ", ".join([f"{element} {scalar}"] * self.width) + ">"

    def emit(self, text: str, kind: str) -> Lane:
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return Lane(self, name, kind)

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.block = name

    def float(self, value: float) -> Lane:
        return Lane(self, self.splat("f", literal(value)), "f")

    def int(self, value: int) -> Lane:
        return Lane(self, self.splat("i", str(value)), "i")

    def lift(self, value: Any, kind: str = "f") -> Lane:
        if isinstance(value, Lane):
            return value
        return self.float(float(value)) if kind == "f" else self.int(int(value))

    def intrinsic(self, name: str, kind: str, *args: Lane) -> Lane:
        types = [self.type(a.kind) for a in args]
        function = f"@llvm.{name}.{self.suffix(kind)}"
        self.declarations.add(f"declare {self.type(kind)} {function}({', '.join(types)})")
        operands = ", ".join(f"{t} {a.name}" for t, a in zip(types, args, strict=True))
        return self.emit(f"call {self.type(kind)} {function}({operands})", kind)


class Lane:
    """A traced value; `kind` is 'f' (double), 'i' (int64) or 'm' (mask)."""

    __slots__ = ("emitter", "kind", "name")
    __array_ufunc__ = None  # NumPy scalars on the left defer to the operators below

    def __init__(self, emitter: Emitter, name: str, kind: str) -> None:
        self.emitter, self.name, self.kind = emitter, name, kind

    def _binary(self, other: Any, float_op: str, int_op: str, swap: bool = False) -> Lane:
        e = self.emitter
        a, b = self, e.lift(other, self.kind)
        if swap:
            a, b = b, a
        return e.emit(f"{float_op if self.kind == 'f' else int_op} {e.type(self.kind)} {a.name}, {b.name}", self.kind)

    def __add__(self, other: Any) -> Lane:
        return self._binary(other, "fadd", "add")

    def __radd__(self, other: Any) -> Lane:
        return self._binary(other, "fadd", "add", swap=True)

    def __sub__(self, other: Any) -> Lane:
        return self._binary(other, "fsub", "sub")

    def __rsub__(self, other: Any) -> Lane:
        return self._binary(other, "fsub", "sub", swap=True)

    def __mul__(self, other: Any) -> Lane:
        return self._binary(other, "fmul", "mul")

    def __rmul__(self, other: Any) -> Lane:
        return self._binary(other, "fmul", "mul", swap=True)

    def __truediv__(self, other: Any) -> Lane:
        return self._binary(other, "fdiv", "")

    def __rtruediv__(self, other: Any) -> Lane:
        return self._binary(other, "fdiv", "", swap=True)

    def __neg__(self) -> Lane:
        return self.emitter.emit(f"fneg {self.emitter.type('f')} {self.name}", "f")

    def __abs__(self) -> Lane:
        return self.emitter.intrinsic("fabs", "f", self)

    def __and__(self, other: Any) -> Lane:
        return self._binary(other, "", "and")

    def __or__(self, other: Any) -> Lane:
        return self._binary(other, "", "or")

    def __xor__(self, other: Any) -> Lane:
        return self._binary(other, "", "xor")

    def __invert__(self) -> Lane:
        e = self.emitter
        return e.emit(f"xor {e.type('m')} {self.name}, {e.splat('m', 'true')}", "m")

    def __lshift__(self, bits: int) -> Lane:
        return self._binary(bits, "", "shl")

    def __rshift__(self, bits: int) -> Lane:
        return self._binary(bits, "", "ashr")

    def _compare(self, other: Any, predicate: str) -> Lane:
        e = self.emitter
        b = e.lift(other, self.kind)
        if self.kind == "f":
            return e.emit(f"fcmp {predicate} {e.type('f')} {self.name}, {b.name}", "m")
        signed = {"olt": "slt", "ole": "sle", "ogt": "sgt", "oge": "sge", "oeq": "eq", "une": "ne"}[predicate]
        return e.emit(f"icmp {signed} {e.type('i')} {self.name}, {b.name}", "m")

    def __lt__(self, other: Any) -> Lane:
        return self._compare(other, "olt")

    def __le__(self, other: Any) -> Lane:
        return self._compare(other, "ole")

    def __gt__(self, other: Any) -> Lane:
        return self._compare(other, "ogt")

    def __ge__(self, other: Any) -> Lane:
        return self._compare(other, "oge")

    def __eq__(self, other: Any) -> Lane:  # type: ignore[override]
        return self._compare(other, "oeq")

    def __ne__(self, other: Any) -> Lane:  # type: ignore[override]
        return self._compare(other, "une")

    __hash__ = None  # type: ignore[assignment]


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
    if e.width > 1 and _AVX512:
        return _unless_zero(y, select(x != 0.0, x * y, 0.0))
    if e.width > 1 or not _X86:
        return select((x != 0.0) & (y != 0.0), x * y, 0.0)
    # LLVM takes a scalar comparison through flags and general registers: here the masks stay where the numbers are
    product = e.emit(f"bitcast <2 x double> {_pair(x * y)} to <2 x i64>", "i").name
    for mask in (_nonzero(x), _nonzero(y)):
        product = e.emit(f"and <2 x i64> {product}, {mask}", "i").name
    kept = e.emit(f"bitcast <2 x i64> {product} to <2 x double>", "f")
    return e.emit(f"extractelement <2 x double> {kept.name}, i64 0", "f")


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
    """Return bits of which the first 64 are set where a scalar is not 0."""
    function = "@llvm.x86.sse2.cmp.sd"
    x.emitter.declarations.add(f"declare <2 x double> {function}(<2 x double>, <2 x double>, i8)")
    mask = x.emitter.emit(
        f"call <2 x double> {function}(<2 x double> {_pair(x)}, <2 x double> zeroinitializer, i8 4)", "f"
    )
    return x.emitter.emit(f"bitcast <2 x double> {mask.name} to <2 x i64>", "i").name


def fma(x: Lane, y: Any, z: Any) -> Lane:
    """Return ``x * y + z`` with one rounding."""
    e = x.emitter
    return e.intrinsic("fma", "f", x, e.lift(y), e.lift(z))


def sqrt(x: Lane) -> Lane:
    return x.emitter.intrinsic("sqrt", "f", x)


def floor(x: Lane) -> Lane:
    return x.emitter.intrinsic("floor", "f", x)


def ceil(x: Lane) -> Lane:
    return x.emitter.intrinsic("ceil", "f", x)


def trunc(x: Lane) -> Lane:
    return x.emitter.intrinsic("trunc", "f", x)


def rint(x: Lane) -> Lane:
    """Return the nearest integer, halves to even."""
    return x.emitter.intrinsic("rint", "f", x)


def copysign(x: Any, sign: Lane) -> Lane:
    return sign.emitter.intrinsic("copysign", "f", sign.emitter.lift(x), sign)


def bits(x: Lane) -> Lane:
    """Return the 64 bits of a double as an integer."""
    e = x.emitter
    return e.emit(f"bitcast {e.type('f')} {x.name} to {e.type('i')}", "i")


def from_bits(x: Lane) -> Lane:
    e = x.emitter
    return e.emit(f"bitcast {e.type('i')} {x.name} to {e.type('f')}", "f")


def unit_scale(x: Lane, least: Lane) -> Lane:
    """Return the power of two that brings `x` to [1, 2), if ``|x| >= least``, which is normal; 1 if not finite."""
    power = from_bits(bits(x) & 0x7FF0000000000000)  # of a subnormal number 0
    return select(power < math.inf, 1.0 / select(power > least, power, least), 1.0)


_SHIFTER = 6755399441055744.0  # 1.5 * 2**52: adding it leaves an integer in the low bits of the significand


def to_int(x: Lane) -> Lane:
    """Return an integral double, below 2**51 in magnitude, as an integer (without the slow conversion instruction)."""
    return bits(x + _SHIFTER) - bits(x.emitter.float(_SHIFTER))


def from_int(x: Lane) -> Lane:
    """Return the inverse of `to_int`."""
    return from_bits(x + bits(x.emitter.float(_SHIFTER))) - _SHIFTER


def scale(exponent: Lane) -> Lane:
    """Return ``2.0 ** exponent`` of an integer lane in [-1022, 1023]."""
    return from_bits((exponent + 1023) << 52)


def _call_each(function: str, args: tuple[Lane, ...]) -> Lane:
    """Call a C function of doubles on every lane."""
    e = args[0].emitter
    e.declarations.add(f"declare double @{function}({', '.join(['double'] * len(args))})")
    if e.width == 1:
        operands = ", ".join(f"double {a.name}" for a in args)
        return e.emit(f"call double @{function}({operands})", "f")
    result = Lane(e, "poison", "f")
    vector = e.type("f")
    for k in range(e.width):
        scalars = [e.emit(f"extractelement {vector} {a.name}, i64 {k}", "f").name for a in args]
        value = e.emit(f"call double @{function}({', '.join('double ' + s for s in scalars)})", "f")
        result = e.emit(f"insertelement {vector} {result.name}, double {value.name}, i64 {k}", "f")
    return result


def libm(function: str, *args: Lane) -> Lane:
    """Return a function of the C mathematics library, lane by lane."""
    e = args[0].emitter
    e.scalar_calls = True
    return _call_each(function, tuple(e.lift(a) for a in args))


def unless(common: Lane, fast: Lane, rare: Callable[[], Lane]) -> Lane:
    """Return `fast` where `common` holds, elsewhere `rare()`, whose code is skipped when no lane needs it."""
    e = common.emitter
    if e.width == 1:
        everywhere = common
    else:
        function = f"@llvm.vector.reduce.and.v{e.width}i1"
        e.declarations.add(f"declare i1 {function}(<{e.width} x i1>)")
        everywhere = e.emit(f"call i1 {function}({e.type('m')} {common.name})", "m")
    tag = e.fresh()[1:]
    before = e.block
    e.lines.append(f"  br i1 {everywhere.name}, label %join{tag}, label %rare{tag}")
    e.label(f"rare{tag}")
    mixed = select(common, fast, rare())
    last = e.block
    e.lines.append(f"  br label %join{tag}")
    e.label(f"join{tag}")
    vector = e.type("f")
    return e.emit(f"phi {vector} [ {fast.name}, %{before} ], [ {mixed.name}, %{last} ]", "f")


def rare_libm(function: str, *args: Lane) -> Lane:
    """Call what `libm` does, for the rare branch of `unless`: the surrounding code stays vectorised."""
    return _call_each(function, args)

"""What an op is: the records of the ops table, and the table.

Each derivative is written once, in the traced vocabulary: the ops of the table and Python's operators. The same text
is traced into kernels (called with Lanes), recorded for higher order (called with Tensors) and
run by the sweeps of array instructions (called with arrays).

========== ========================================== ===================================================
kind       what is written                            the adjoint of an argument
========== ========================================== ===================================================
Elementwise forward and partials, as scalar functions ``g * partial``, 0 where either is 0
Linear     forward and its transpose                  the transpose of g
Bilinear   forward and an adjoint for each argument   the adjoint
General    forward and an adjoint for each argument   the adjoint
Complex    the same, with complex numbers             the adjoint
Constant   forward                                    none
========== ========================================== ===================================================

A rule names what it needs and nothing else; what a sweep keeps is read off these names. An elementwise partial may name
the op's arguments and ``out``. The rule of an array op may name ``g``, the arguments, ``out``, the op's static
parameters, and ``x_shape`` for the shape of argument ``x`` (which keeps nothing). An op of any number of
arguments calls them ``args``, ``shapes``, and its rule also gets ``k``, the argument's position.

On complex numbers the adjoint is that of the real inner product of (re, im): the gradient of a real L for x + iy is
dL/dx + i dL/dy. A rule that was written for real numbers and holds for complex ones (`takes_complex`) gets conjugated
values and gives it; a `Complex` op's rule gets the values themselves.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from tapegrad.errors import ArgumentError, GradientError
from tapegrad.machine.lane import Lane
from tapegrad.machine.layout import ARRAY, ELEMENTWISE, LEAF, PICK, SUM
from tapegrad.ops import find
from tapegrad.ops.kinds import Kind, Pointwise, Python, Total

_POINTWISE, _PYTHON, _TOTAL = Pointwise(), Python(), Total()
F = TypeVar("F", bound=Callable[..., Any])
Domain = dict[str, tuple[float, float]]

table: list[Op | None] = [None, None]  # by op code; the first two are INPUT and CONST
by_name: dict[str, Any] = {}
incomplete: set[int] = set()  # codes of elementwise ops that lack a partial, which no sweep may pass in silence
classes = np.full(1024, ARRAY, np.int8)
classes[:2] = LEAF
ufuncs: dict[Any, Any] = {}  # what NumPy's and SciPy's ufuncs are on Tensors
scipy_ufuncs: dict[str, Callable[..., Any]] = {}  # SciPy's by name, entered in `ufuncs` when first met
functions: dict[Any, Callable[..., Any]] = {}  # what NumPy's functions are on Tensors


def on_tensors(ufunc: Any) -> Callable[..., Any] | None:
    """Return what a ufunc of NumPy or SciPy is on Tensors; importing this package does not import SciPy."""
    found = ufuncs.get(ufunc)
    if found is None:
        found = find(ufuncs, ufunc)
    if found is None and ufunc.__name__ in scipy_ufuncs and not hasattr(np, ufunc.__name__):
        found = ufuncs[ufunc] = scipy_ufuncs[ufunc.__name__]
    return found


class Recorder:
    """How ops meet Tensors: the class, and where calls with Tensors go. Filled in by the modules that define them."""

    tensor: Any = type(None)
    as_tensor: Callable[..., Any]
    from_array: Callable[..., Any]
    unary: Callable[..., Any]
    elementwise: Callable[..., Any]
    array: Callable[..., Any]
    pick: Callable[..., Any]
    numbers: Callable[..., Any]


recorder = Recorder()


@dataclass(eq=False, kw_only=True)
class Op:
    """What all records share.

    Attributes
    ----------
    name : str
        NumPy's name where it has one.
    reference : callable
        The function of NumPy or SciPy that gives the right values. A ufunc is dispatched to this op.
    domain : dict
        For each differentiable argument, the interval from which tests sample.
    special : sequence of tuples
        Arguments at which tests compare values with the reference: infinities, zeros, kinks.
    kinks : str
        The derivative chosen where there is none.
    takes_complex : bool
        It takes complex numbers too: `reference` and the derivatives hold for them as they stand.
    shown : str
        What users call it, its name by default: the name of their own ops carries a digest.
    """

    name: str
    reference: Callable[..., Any]
    summary: str = ""
    domain: Domain = field(default_factory=dict)
    special: Sequence[tuple[float, ...]] = ()
    kinks: str = ""
    takes_complex: bool = False
    shown: str = ""
    code: int = field(init=False, default=-1)
    arguments: tuple[str, ...] = field(init=False, default=())
    op_class = ARRAY

    def _register(self) -> None:
        if self.name in by_name:
            raise ValueError(f"op {self.name!r} is declared twice")
        self.shown = self.shown or self.name
        if len(table) == len(classes):
            raise ArgumentError(f"op {self.name!r}: {len(table)} ops are declared, and no more fit. Restart Python.")
        self.code = len(table)
        table.append(self)
        by_name[self.name] = self
        classes[self.code] = self.op_class
        if isinstance(self.reference, np.ufunc) or type(self.reference).__name__ == "ufunc":
            ufuncs.setdefault(self.reference, self)

    def _check_names(self, rule: Callable[..., Any], allowed: set[str], what: str) -> None:
        unknown = set(inspect.signature(rule).parameters) - allowed
        if unknown:
            raise ValueError(f"op {self.name!r}: {what} reads {sorted(unknown)}; it may read {sorted(allowed)}")


def undeclared(argument: str, message: str) -> Callable[..., Any]:
    """Return what stands for a derivative that there is none of: kernels are built with it, sweeps that need it call it."""

    def refuse(**named: Any) -> Any:
        value = named[argument]
        if isinstance(value, Lane):
            return value.emitter.float(np.nan)
        raise GradientError(message)

    sign(refuse, (argument,))
    return refuse


def sign(f: Any, parameters: Sequence[str]) -> None:
    """Say which parameters a callable has."""
    f.__signature__ = inspect.Signature(
        [inspect.Parameter(p, inspect.Parameter.POSITIONAL_OR_KEYWORD) for p in parameters]
    )


@dataclass(eq=False, kw_only=True)
class Elementwise(Op):
    """One value from up to three, element by element with broadcasting.

    Attributes
    ----------
    forward : callable of Lanes
    partials : dict
        For each argument that has a derivative, the partial: a function of some of the arguments and ``out``.
    hot : bool
        A case of the scalar executor's switch.
    boolean : bool
        The result is a truth value.
    stops : bool
        The result requires no gradient, as no truth value does.
    masks : set of str
        Arguments that are truth values and take no part in the promotion of dtypes.
    on_complex : callable of Tensors, optional
        What it is on complex numbers, where that takes another formula.
    edges : sequence of pairs
        What the partials are at points where the limit does not tell: a point (None for any argument, and zeros with
        their signs) and a partial for each argument that has one, or None where no value is promised.
    saturates : float
        How far, in units of the rounding error of 1, a partial may be from the truth where that is small, because it is
        computed of `out`, which has lost it.
    external : bool
        It calls functions of other libraries. Their symbols are entered when it is traced, so each process traces it.
    foreign : bool
        It calls a user's function, which must not meet numbers that are not the program's: it might search for ever.
    unknown : sequence of str
        Arguments that have a derivative which nobody has in a closed form: asking for it is an error.
    """

    forward: Callable[..., Any]
    partials: dict[str, Callable[..., Any]] = field(default_factory=dict)
    hot: bool = False
    boolean: bool = False
    stops: bool = False
    masks: frozenset[str] = frozenset()
    on_complex: Callable[..., Any] | None = None
    edges: Sequence[tuple[tuple[float | None, ...], tuple[float, ...] | None]] = ()
    saturates: float = 0.0
    external: bool = False
    foreign: bool = False
    unknown: Sequence[str] = ()
    lacks: frozenset[str] = field(init=False, default=frozenset())
    reads: dict[str, tuple[str, ...]] = field(init=False, default_factory=dict)  # what each partial reads
    op_class = ELEMENTWISE
    kind = _POINTWISE

    def __post_init__(self) -> None:
        self.stops = self.stops or self.boolean
        self.arguments = tuple(inspect.signature(self.forward).parameters)
        if not 1 <= len(self.arguments) <= 3:
            raise ValueError(f"op {self.name!r}: an elementwise op takes one to three arguments")
        self.lacks = frozenset(self.unknown)
        self.partials |= {
            a: undeclared(a, f"{self.name}: no derivative with respect to {a!r} is known. Detach it.")
            for a in self.unknown
        }
        for argument, partial in self.partials.items():
            if argument not in self.arguments:
                raise ValueError(f"op {self.name!r}: a partial for {argument!r}, which is no argument")
            self._check_names(partial, {*self.arguments, "out"}, f"partial {argument!r}")
            self.reads[argument] = tuple(inspect.signature(partial).parameters)
        self._register()
        if self.lacks:
            incomplete.add(self.code)

    def __call__(self, *args: Any) -> Any:
        tensor = recorder.tensor
        if len(args) == 1 and args[0].__class__ is tensor:
            return recorder.unary(self, args[0])
        for a in args:
            if a.__class__ is tensor:
                return recorder.elementwise(self, args)
            if a.__class__ is Lane:
                return self.forward(*[a.emitter.lift(x) for x in args])
        return self.reference(*args)


@dataclass(eq=False, kw_only=True)
class ArrayOp(Op):
    """An op on whole arrays, run by NumPy between compiled stretches.

    Attributes
    ----------
    forward : callable of arrays
        Positional arguments are the operands, keyword-only ones are static parameters.
    adjoints : dict
        For each differentiable argument its rule; for an op of any number of arguments the one rule ``{"args": rule}``.
    infer : callable, optional
        The result's shape from the operands' shapes and the static parameters, where running it to see is not cheap.
    samples : callable
        Given a random generator, calls to test: a list of (operands, static parameters).
    kind : Kind
        How it is executed where NumPy does not do it; by default a call of `forward`.
    tangent : callable, optional
        ``tangent(args, tangents, **static)``, the derivative of the result along the tangents (None for 0). Only for an op
        that is not linear in each operand; the transpose of its adjoint serves where none is given.
    batched : callable, optional
        ``batched(length, args, flags, **static)``, the results for a whole batch: the flagged arguments have a leading axis of
        that length, and so has the result.
    may_fail : bool, optional
        Its forward can raise for some values, so eager code runs it at once, where the user's line can catch the error. By
        default as its kind has it: so if nothing is known but its forward, or if it runs what users wrote.
    hermitian : bool
        It reads the Hermitian part of its operand alone, so complex samples are Hermitian matrices.
    invariants : callable, optional
        Given a result and its complex operands, what of it is a function of them, where phases are a choice.
    """

    forward: Callable[..., Any]
    adjoints: dict[str, Callable[..., Any]] = field(default_factory=dict)
    infer: Callable[..., tuple[int, ...]] | None = None
    samples: Callable[[np.random.Generator], list[tuple[tuple[Any, ...], dict[str, Any]]]] | None = None
    kind: Kind = _PYTHON
    tangent: Callable[..., Any] | None = None
    batched: Callable[..., Any] | None = None
    may_fail: bool | None = None
    hermitian: bool = False
    invariants: Callable[..., Any] | None = None
    parameters: tuple[str, ...] = field(init=False, default=())
    variadic: bool = field(init=False, default=False)
    keeps_operands: bool = field(init=False, default=False)
    keeps_out: bool = field(init=False, default=False)
    rules: dict[str, tuple[Callable[..., Any], tuple[tuple[str, str, int], ...]]] = field(
        init=False, default_factory=dict
    )
    stops = False  # see `Elementwise`

    def __post_init__(self) -> None:
        if self.may_fail is None:
            self.may_fail = self.kind.may_fail
        signature = inspect.signature(self.forward).parameters.values()
        self.variadic = any(p.kind is p.VAR_POSITIONAL for p in signature)
        self.arguments = tuple(p.name for p in signature if p.kind is not p.KEYWORD_ONLY)
        self.parameters = tuple(p.name for p in signature if p.kind is p.KEYWORD_ONLY)
        allowed = {"g", "out", *self.arguments, *self.parameters}
        allowed |= {"k", "shapes"} if self.variadic else {f"{a}_shape" for a in self.arguments}
        for argument, rule in self.adjoints.items():
            if argument not in self.arguments:
                raise ValueError(f"op {self.name!r}: an adjoint for {argument!r}, which is no argument")
            self._check_names(rule, allowed, f"adjoint {argument!r}")
            self.rules[argument] = rule, tuple(self._source(p) for p in inspect.signature(rule).parameters)
        read = {what for _, names in self.rules.values() for _, what, _ in names}
        self.keeps_operands, self.keeps_out = not read.isdisjoint({"value", "args"}), "out" in read
        self._register()

    def __call__(self, *args: Any, **static: Any) -> Any:
        tensor = recorder.tensor
        for a in args:
            if a.__class__ is tensor:
                return recorder.array(self, args, static)
        return self.forward(*args, **static)

    def adjoint(self, k: int, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> Any:
        """Return the contribution to operand `k`.

        Parameters
        ----------
        k : int
            The operand's position.
        fetch : callable
            ``fetch("g", 0)``, ``fetch("out", 0)``, ``fetch("value", k)``, ``fetch("shape", k)``; ``fetch("args", 0)`` and
            ``fetch("shapes", 0)`` for an op of any number of arguments.
        """
        rule, names = self.rules["args" if self.variadic else self.arguments[k]]
        found = {
            name: k if what == "k" else static[name] if what == "static" else self._seen(what, fetch(what, position))
            for name, what, position in names
        }
        return rule(**found)

    def read_by(self, k: int) -> list[tuple[str, int]]:
        """Return the values that the rule of operand `k` reads: ("out", 0), ("args", 0) or ("value", position)."""
        _, names = self.rules["args" if self.variadic else self.arguments[k]]
        return [(what, position) for _, what, position in names if what in ("out", "args", "value")]

    def _seen(self, what: str, x: Any) -> Any:
        """Return a value as the rule gets it: complex numbers conjugated."""
        if what in ("value", "out"):
            return conjugated(x)
        return tuple([conjugated(a) for a in x]) if what == "args" else x

    def _source(self, name: str) -> tuple[str, str, int]:
        """Return where a rule's parameter comes from: its name, what to fetch, and of which operand."""
        if name in ("g", "out", "shapes", "k", "args"):
            return name, name, 0
        if name in self.parameters:
            return name, "static", 0
        if name in self.arguments:
            return name, "value", self.arguments.index(name)
        return name, "shape", self.arguments.index(name[: -len("_shape")])

    def differentiable(self, k: int) -> bool:
        """Tell whether operand `k` has an adjoint."""
        return ("args" if self.variadic else self.arguments[k]) in self.rules


def conjugated(x: Any) -> Any:
    """Return the complex conjugate of an array or Tensor; real numbers as they are."""
    return x if x.dtype.kind != "c" else np.conjugate(x)


@dataclass(eq=False, kw_only=True)
class Linear(ArrayOp):
    """Linear in its operands, with real coefficients; each adjoint is the transpose, another op of the table."""

    takes_complex: bool = True


@dataclass(eq=False, kw_only=True)
class Bilinear(ArrayOp):
    """Linear in each of its operands, with real coefficients."""

    takes_complex: bool = True


class General(ArrayOp):
    """Any other differentiable op on whole arrays."""


class Constant(ArrayOp):
    """An op without derivative, run at once."""


@dataclass(eq=False, kw_only=True)
class Complex(ArrayOp):
    """With complex numbers as operands or result, for which its rules are written."""

    takes_complex: bool = True
    may_fail: bool | None = False

    def _seen(self, what: str, x: Any) -> Any:
        return x


@dataclass(eq=False, kw_only=True)
class Sum(Linear):
    """The sum of all elements of an array, which lane regions do at their end."""

    kind: Kind = _TOTAL
    op_class = SUM


class Pick(Linear):
    """One element of an array as a scalar, read by the sweeps without a call."""

    op_class = PICK


@dataclass(eq=False, kw_only=True)
class Composite:
    """A function made of ops: no record on the tape, but a reference, samples and a page like an op.

    Attributes
    ----------
    function, reference, samples, takes_complex, hermitian, invariants
        As those of an `ArrayOp`.
    complex : bool
        Its samples or results are complex numbers.
    """

    name: str
    function: Callable[..., Any]
    reference: Callable[..., Any]
    samples: Callable[[np.random.Generator], list[tuple[tuple[Any, ...], dict[str, Any]]]]
    summary: str = ""
    kinks: str = ""
    complex: bool = False
    takes_complex: bool = True
    hermitian: bool = False
    invariants: Callable[..., Any] | None = None


composites: dict[str, Composite] = {}


def composite(
    reference: Callable[..., Any],
    samples: Callable[[np.random.Generator], list[Any]],
    kinks: str = "",
    of_complex: bool = False,
    of_array: bool = True,
    **fields: Any,
) -> Callable[[F], F]:
    """Enter a function made of ops in the table; `reference`, a function of NumPy, is dispatched to it.

    With `of_array`, the first argument is an array, and comes as a Tensor whatever the user gave. The other `fields` are those
    of a `Composite`.
    """

    def enter(function: F) -> F:
        name = function.__name__.rstrip("_")
        summary = (function.__doc__ or "").partition("\n")[0]

        @functools.wraps(function)
        def lifted(x: Any, *args: Any, **keywords: Any) -> Any:
            if of_array and not isinstance(x, recorder.tensor):
                x = recorder.as_tensor(x, name)
            return function(x, *args, **keywords)

        lifted.__name__ = name
        composites[name] = Composite(
            name=name, function=lifted, reference=reference, samples=samples, summary=summary, kinks=kinks,
            complex=of_complex, **fields,
        )  # fmt: skip
        if isinstance(reference, np.ufunc) or type(reference).__name__ == "ufunc":
            ufuncs[reference] = lifted
        elif getattr(reference, "__module__", "").startswith("numpy"):
            functions[reference] = lifted
        return lifted  # type: ignore[return-value]

    return enter


def hot_rules() -> list[Elementwise]:
    """Return the ops of the scalar executor's switch."""
    return [op for op in table if isinstance(op, Elementwise) and op.hot]


def passed_over() -> list[int]:
    """Op codes that stand among scalar instructions without being one: leaves, and picks that are done early."""
    return [code for code in range(len(table)) if classes[code] in (LEAF, PICK)]

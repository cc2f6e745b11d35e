"""The ops table: the classes of records, and the declaration of ops.

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

None in place of a rule says that the derivative is zero. An argument that is not named has no known derivative, which is
an error when it is asked for, never zero. Only masks, what `stops` and a `Constant` name none: nothing passes them.

On complex numbers the adjoint is that of the real inner product of (re, im): the gradient of a real L for x + iy is
dL/dx + i dL/dy. A rule that was written for real numbers and holds for complex ones (`takes_complex`) gets conjugated
values and gives it; a `Complex` op's rule gets the values themselves.

Tests: tests/ops/test_failing_ops.py, tests/ops/test_undeclared.py, tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

import numpy as np

from tapegrad.errors import ArgumentError, GradientError
from tapegrad.forks import cached_property
from tapegrad.machine.lane import Lane
from tapegrad.machine.layout import ARRAY, ELEMENTWISE, LEAF
from tapegrad.ops.dispatch_tables import ufuncs
from tapegrad.ops.kinds import Map, Python
from tapegrad.ops.lazy_help import HelpOfObjects
from tapegrad.ops.preconditions import Positions, trusting
from tapegrad.ops.record_fields import Record
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.signatures import all_names_of, names_of

if TYPE_CHECKING:
    from tapegrad.ops.kinds.kind import Kind

_MAP, _PYTHON = Map(), Python()
_POSITIONAL = inspect.Parameter.POSITIONAL_ONLY
T = TypeVar("T", Tensor, Lane)
Shape = tuple[int, ...]
Rules = dict[str, Any]  # as given, None where the derivative is zero; in a record the others alone
Domain = dict[str, tuple[float, float]]
Reads = dict[str, tuple[str, ...]]  # what the rule of each argument reads
Rule = tuple[Callable[..., Any], list[tuple[str, str, int]]]  # and of each parameter, what to fetch of which operand
Samples = Callable[["np.random.Generator"], list[tuple[tuple[Any, ...], dict[str, Any]]]]
EDGES = [(x,) for x in (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-310, -1e300)]

table: list[Op | None] = [None, None]  # by op code; the first two are INPUT and CONST
by_name: dict[str, Any] = {}
_NOTHING: dict[str, Any] = {}  # the default of fields, which nothing writes to
lacking = np.zeros(1024, np.bool_)  # by op code, whether an elementwise op lacks a partial
incomplete: set[int] = set()  # codes of those that have been recorded: no sweep may pass them in silence
classes = np.full(1024, ARRAY, np.int8)
classes[:2] = LEAF


class Entry(Record):
    """What is said of everything that has a page and generated tests.

    Attributes
    ----------
    name : str
        NumPy's name where it has one; by default that of `reference`.
    reference : callable
        The function of NumPy or SciPy that gives the right values. A ufunc is dispatched to this op.
    kinks : str
        The derivative chosen where there is none.
    takes_complex : bool
        It takes complex numbers too: `reference` and the derivatives hold for them as they stand.
    samples : callable
        Given a random generator, calls to test: a list of (operands, static parameters).
    hermitian : bool
        It reads the Hermitian part of its operand alone, so complex samples are Hermitian matrices.
    invariants : callable, optional
        Given a result and its complex operands, what of it is a function of them, where phases are a choice.
    """

    name: str = ""
    reference: Any = None
    summary: str = ""
    kinks: str = ""
    takes_complex: bool = False
    samples: Samples | None = None
    hermitian: bool = False
    invariants: Callable[..., Any] | None = None


class Op(Entry):
    """What all records share.

    Attributes
    ----------
    shown : str
        What users call it, its name by default: the name of their own ops carries a digest.
    op_class : int
        How runs execute it.
    lacks : set of str
        Arguments whose derivatives are not known.
    derivative_of : str
        The function that users called, where this is a derivative of it: errors name that.
    """

    shown: str = ""
    derivative_of: str = ""
    op_class: int = ARRAY

    code = -1
    arguments = tuple[str, ...]()
    lacks = frozenset[str]()
    several = False  # results, see `tapegrad.ops.results`
    by_user = False  # whether its rules are a user's, which may read what is bound later

    def __init_subclass__(cls, called: str = "array function") -> None:
        super().__init_subclass__()
        cls.__doc__ = HelpOfObjects(cls.__doc__)  # type: ignore[assignment]
        cls.__name__ = called  # by `help`

    def __repr__(self) -> str:
        return f"<op {self.shown}({', '.join(self.arguments)}): {self.summary}>"

    def refuse(self, argument: str) -> NoReturn:
        """Say that the derivative with respect to an argument is not known.

        Raises
        ------
        GradientError
        """
        of = "" if argument == "args" else f" with respect to {argument!r}"
        if self.derivative_of:
            raise GradientError(
                f"{self.derivative_of}: no derivative of higher order{of} is known. Detach the argument, or take differences of "
                "tg.grad."
            )
        raise GradientError(f"{self.shown}: no derivative{of} is known. Detach the argument.")

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
        if isinstance(self.reference, np.ufunc):
            ufuncs.setdefault(self.reference, self)

    def _read(self, rules: Rules, allowed: Collection[str], what: str) -> Reads:
        """Return what the rule of each argument reads that has one."""
        reads = {}
        for argument, rule in rules.items():
            if argument not in self.arguments:
                raise ValueError(f"op {self.name!r}: {what} for {argument!r}, which is no argument")
            if rule is None:
                continue
            reads[argument] = all_names_of(rule)
            unknown = sorted(set(reads[argument]) - set(allowed))
            if unknown:
                raise ValueError(
                    f"op {self.name!r}: {what} for {argument!r} reads {unknown}; it may read {sorted(allowed)}"
                )
        return reads


class Elementwise(Op, called="elementwise function"):
    """One value from up to three, element by element with broadcasting.

    Attributes
    ----------
    forward : callable of Lanes
    domain : dict
        The intervals from which tests sample arguments, where those between -2 and 2 do not do.
    special : sequence of tuples
        Arguments at which tests compare values with the reference, beside `EDGES` for an op of one argument.
    partials : dict
        For each argument the partial: a function of some of the arguments and ``out``, or None for zero.
    hot : bool
        A case of the scalar executor's switch.
    exact : bool
        NumPy's function gives the very same bits: IEEE 754 prescribes them.
    single : callable of Lanes, optional
        The text for float32 lanes, where it is not that for doubles with the result rounded.
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
        How many units of the rounding error of 1, or of a larger `out`, a partial may lack that is computed of `out`.
    external : bool
        It calls functions of other libraries. Their symbols are entered when it is traced, so each process traces it.
    foreign : bool
        It calls a user's function, which must not meet numbers that are not the program's: it might search for ever.
    resolve : callable, optional
        Given the dtypes of operands that differ, that of the result, where it is not the one to which NumPy promotes them.
    instead : callable, optional
        Given two operands of a call, an op of the first alone that gives the same at less cost, or None.
    """

    forward: Callable[..., Any]
    partials: Rules = _NOTHING
    domain: Domain = _NOTHING
    special: Sequence[tuple[float, ...]] = ()
    hot: bool = False
    exact: bool = False
    single: Callable[..., Any] | None = None
    boolean: bool = False
    stops: bool = False
    masks: frozenset[str] = frozenset()
    on_complex: Callable[..., Any] | None = None
    edges: Sequence[tuple[tuple[float | None, ...], tuple[float, ...] | None]] = ()
    saturates: float = 0.0
    external: bool = False
    foreign: bool = False
    resolve: Callable[..., Any] | None = None
    instead: Callable[[Any, Any], Any] | None = None
    op_class: int = ELEMENTWISE
    kind = _MAP

    def __post_init__(self) -> None:
        self.name = self.name or self.reference.__name__
        self.stops = self.stops or self.boolean
        self.arguments = all_names_of(self.forward)
        if not 1 <= len(self.arguments) <= 3:
            raise ValueError(f"op {self.name!r}: an elementwise op takes one to three arguments")
        self.reads: Reads = self._read(self.partials, {*self.arguments, "out"}, "a partial")
        if not self.stops:
            self.lacks = frozenset(self.arguments) - self.partials.keys() - self.masks
        self.partials = {argument: rule for argument, rule in self.partials.items() if rule is not None}
        self.simple = len(self.arguments) == 1 and not self.stops and not self.lacks  # recorded as any other
        if len(self.arguments) == 1:
            self.special = [*EDGES, *self.special]
        self._register()
        lacking[self.code] = bool(self.lacks)

    @cached_property
    def __signature__(self) -> inspect.Signature:
        return inspect.Signature([inspect.Parameter(a, _POSITIONAL) for a in self.arguments])

    @overload
    def __call__(self, x: T, /, *others: Any) -> T: ...
    @overload
    def __call__(self, x: Any, y: T, /, *others: Any) -> T: ...
    @overload
    def __call__(self, *args: Any) -> AnyArray: ...
    def __call__(self, *args: Any) -> Any:
        tensor = runtime.tensor
        if len(args) == 1 and args[0].__class__ is tensor:
            return runtime.unary(self, args[0])
        for a in args:
            if a.__class__ is tensor:
                if self.instead is not None and len(args) == 2 and (op := self.instead(*args)) is not None:
                    return op(args[0])
                return runtime.elementwise(self, args)
            if a.__class__ is Lane:
                return self.forward(*[a.emitter.lift(x) for x in args])
        return self.reference(*args)


class ArrayOp(Op):
    """An op on whole arrays, run by NumPy between compiled stretches.

    Attributes
    ----------
    forward : callable of arrays
        Positional arguments are the operands, keyword-only ones are static parameters.
    adjoints : dict
        For each argument its rule, or None for zero; for an op of any number of arguments the one rule
        ``{"args": rule}``.
    reference : callable
        By default `forward` itself, where that is NumPy's own code.
    infer : callable, optional
        The result's shape from the operands' shapes and the static parameters, where running it to see is not cheap.
    kind : Kind
        How it is executed where NumPy does not do it; by default a call of `forward`.
    tangent : callable, optional
        ``tangent(args, tangents, **static)``, the derivative of the result along the tangents (None for 0). Only for an op
        that is not linear in each operand; the transpose of its adjoint serves where none is given.
    batched : callable or True, optional
        ``batched(length, args, flags, **static)``, the results for a whole batch: the flagged arguments have a leading axis of
        that length, and so has the result. True if that is the op itself, with one more axis in front of all arguments, of
        the parameter `shape`, and before what `axis` and `axes` count from the front.
    integers : set of str
        Arguments that are integers: they take no part in the promotion of dtypes, and are data in recordings.
    may_fail : bool
        Its forward can raise for some values, so eager code runs it at once, where the user's line can catch the error. By
        default if its kind's code may end with a status: so if nothing is known but its forward, or if it runs what users wrote.
    bounds : callable, optional
        ``bounds(*shapes, **static)``, for each operand the length of the axis that its integers are positions of, or None.
        What may fail cannot where they are known, and lie within: then eager code records it like any other.
    harmless : set of str
        Arguments on whose values it does not depend whether it fails.
    holds : dict
        By argument, what it must hold for forward and compiled code to be safe: see `tapegrad.ops.preconditions`.
    draws : bool
        Its forward may draw random numbers, as SciPy's estimates of norms do: so each replay draws them anew.
    on_samples : callable, optional
        How tests call it on the operands of its samples, where it has others that are computed of these.
    paired : callable, optional
        ``paired(pairs, form, *args, **static)``, what it is on complex numbers that are taken apart into real and imaginary
        parts, for a result of a form. By default a linear op is done for each part and a bilinear one for each pair of
        them, and any other by its forward function.
    """

    forward: Callable[..., Any]
    adjoints: Rules = _NOTHING
    infer: Callable[..., Any] | None = None
    kind: Kind = _PYTHON
    tangent: Callable[..., Any] | None = None
    batched: Any = None
    integers: frozenset[str] = frozenset()
    may_fail: bool = cached_property(lambda self: bool(self.kind.statuses))  # type: ignore[assignment]
    harmless: frozenset[str] = frozenset()
    holds: dict[str, Positions] = _NOTHING
    bounds: Callable[..., Sequence[int | None]] | None = None
    draws: bool = False
    on_samples: Callable[..., Any] | None = None
    paired: Callable[..., Any] | None = None
    conjugates = True  # what its rules read of complex numbers
    stops = False  # see `Elementwise`

    def __post_init__(self) -> None:
        self.reference, self.on_samples = self.reference or self.forward, self.on_samples or self
        self.name = self.name or self.reference.__name__
        self.arguments, self.parameters, self.variadic = names_of(self.forward)
        if self.holds:
            self.forward, self.infer = trusting(self)
        if self.variadic:
            sources = {"args": ("args", 0), "shapes": ("shapes", 0), "k": ("k", 0)}
        else:
            sources = {f"{a}_shape": ("shape", k) for k, a in enumerate(self.arguments)}
            sources |= {a: ("value", k) for k, a in enumerate(self.arguments)}
        sources |= dict.fromkeys(self.parameters, ("static", 0)) | {"g": ("g", 0), "out": ("out", 0)}
        reads = self._read(self.adjoints, sources, "an adjoint")
        if not isinstance(self, Constant):
            self.lacks = frozenset(self.arguments) - self.adjoints.keys()
        self.adjoints = {argument: rule for argument, rule in self.adjoints.items() if rule is not None}
        self.rules: dict[str, Rule] = {}
        for argument, names in reads.items():
            self.rules[argument] = self.adjoints[argument], [(name, *sources[name]) for name in names]
        for argument in self.lacks:
            self.rules[argument] = functools.partial(self.refuse, argument), []
        read = {what for _, names in self.rules.values() for _, what, _ in names}
        self.keeps_operands, self.keeps_out = not read.isdisjoint({"value", "args"}), "out" in read
        self._register()

    @cached_property
    def guarded(self) -> bool:
        """Whether its functions may be anything, and get read-only arrays."""
        return self.may_fail or self.kind.python

    @overload
    def __call__(self, x: Tensor, /, *others: Any, **static: Any) -> Tensor: ...
    @overload
    def __call__(self, x: Any, y: Tensor, /, *others: Any, **static: Any) -> Tensor: ...
    @overload
    def __call__(self, *args: Any, **static: Any) -> AnyArray: ...
    def __call__(self, *args: Any, **static: Any) -> Any:
        tensor = runtime.tensor
        for a in args:
            if a.__class__ is tensor:
                return runtime.array(self, args, static)
        return self.on_arrays(args, static)

    def on_arrays(self, args: Sequence[Any], static: dict[str, Any]) -> Any:
        """Return the result for arrays: by machine code if such calls return often, else by `forward`."""
        result = runtime.on_arrays(self, args, static) if self.kind.prompt else None
        return self.forward(*args, **static) if result is None else result

    def on_pairs(self, pairs: Any, args: Sequence[Any], form: Any, static: dict[str, Any]) -> Any:
        """Do an instruction on complex numbers that are taken apart; see `tapegrad.passes.legalize_complex`."""
        if self.paired is not None:
            return self.paired(pairs, form, *args, **static)
        return pairs.called(self, args, form, static)

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
        arguments: dict[str, Any] = {}
        for name, what, position in names:
            if what == "static":
                arguments[name] = static[name]
            elif what == "k":
                arguments[name] = k
            else:
                value = fetch(what, position)
                arguments[name] = self._conjugate_read(value) if what in ("value", "out", "args") else value
        return rule(**arguments)

    def _conjugate_read(self, x: Any) -> Any:
        """Return a value, or all operands, as a rule gets them."""
        if not self.conjugates:
            return x
        return tuple([conjugated(a) for a in x]) if isinstance(x, (tuple, list)) else conjugated(x)

    def read_by(self, k: int) -> list[tuple[str, int]]:
        """Return the values that the rule of operand `k` reads: ("out", 0), ("args", 0) or ("value", position)."""
        _, names = self.rules["args" if self.variadic else self.arguments[k]]
        return [(what, position) for _, what, position in names if what in ("out", "args", "value")]

    def differentiable(self, k: int) -> bool:
        """Tell whether operand `k` has an adjoint, known or not: not known, its rule is an error."""
        return ("args" if self.variadic else self.arguments[k]) in self.rules

    def moving(self, tangents: Sequence[Any]) -> list[Any]:
        """Return the tangents of operands without those that the result does not follow.

        Raises
        ------
        GradientError
            If it is not known how it follows one.
        """
        for k, t in enumerate(tangents):
            argument = "args" if self.variadic else self.arguments[k]
            if t is not None and argument in self.lacks:
                self.refuse(argument)
        return [t if self.differentiable(k) else None for k, t in enumerate(tangents)]


def conjugated(x: Any) -> Any:
    """Return the complex conjugate of an array or Tensor; real numbers as they are."""
    return x if x.dtype.kind != "c" else np.conjugate(x)


class Linear(ArrayOp):
    """Linear in its operands, with real coefficients; each adjoint is the transpose, another op of the table."""

    takes_complex: bool = True

    def on_pairs(self, pairs: Any, args: Sequence[Any], form: Any, static: dict[str, Any]) -> Any:
        if self.paired is not None:
            return super().on_pairs(pairs, args, form, static)
        return pairs.by_part(self, args, form, static)


class Bilinear(ArrayOp):
    """Linear in each of its operands, with real coefficients."""

    takes_complex: bool = True

    def on_pairs(self, pairs: Any, args: Sequence[Any], form: Any, static: dict[str, Any]) -> Any:
        return pairs.by_products(self, args, form, static)


class General(ArrayOp):
    """Any other differentiable op on whole arrays."""


class Constant(ArrayOp):
    """An op without derivative, run at once; in a recording that is replayed, data like any other."""

    stops = True


class Complex(ArrayOp):
    """With complex numbers as operands or result, for which its rules are written."""

    takes_complex: bool = True
    may_fail: bool = False
    conjugates = False

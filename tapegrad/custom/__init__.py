"""Ops of your own, on equal footing with the built-in ones.

`elementwise` makes one of a function of numbers and its partials, `array` one of a kernel on arrays and its
vector-Jacobian products. Both are records of the ops table like all others: recorded, fused into lane regions, sealed,
batched, called by compiled code and differentiated to any order.

An op's name on the tape carries a digest of all that defines it. So a function that was edited is another op: new
recordings use it, old tapes keep theirs, and a saved tape finds exactly its own or is refused.

Invariant: a derivative that nobody declared is an error when it is asked for, never zero. Zero is declared by None.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tapegrad.custom.content import compiled_by_numba, digest
from tapegrad.errors import ArgumentError, DtypeError, GradientError, PlainDataError, ShapeError, check_function
from tapegrad.machine import kernels, symbols
from tapegrad.machine.lane import Lane, as_float, libm
from tapegrad.ops import declare
from tapegrad.ops.declare import Elementwise, General
from tapegrad.ops.kinds import Kernel
from tapegrad.ops.shaping import astype
from tapegrad.tape.program import Program
from tapegrad.tape.trace import recording
from tapegrad.tensor.batching import rows_of
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array, tensor

__all__ = ["array", "elementwise"]

Shape = tuple[int, ...]
F4, F8 = np.dtype(np.float32), np.dtype(np.float64)


# ------------------------------------------------------------------------------------------------- definitions


def elementwise(
    function: Callable[..., Any] | None = None, *, partials: Mapping[str, Any] | None = None, check: Any = False
) -> Any:
    """Make an elementwise op of a function of one to three numbers.

    A plain Python function is traced: it is called once with Tensors and may use operators, the functions of this
    package or NumPy's, and other custom ops, but not branch on values. It is vectorised and fused like a built-in op. A
    function that `numba.njit` compiled may use whatever Numba knows, loops and branches above all; it is called once
    for each element, in double precision.

    Parameters
    ----------
    function : callable
        The forward function. Without it, the result is a decorator.
    partials : dict
        For each argument its partial: a function, plain or compiled by Numba, of some of the arguments and ``out``, the
        result. None says that the derivative is zero. Where there is no entry, there is no derivative, and it is an
        error to ask for it. A plain partial is differentiated itself for higher orders; one that Numba compiled is not.
    check : bool or tuple
        Compare the partials with differences of the values, at these arguments; for True, at points between 0 and 1.

    Returns
    -------
    callable
        On Tensors it records, on numbers and arrays it computes with NumPy's types. ``op.check(*args)`` compares its
        partials with differences.

    Raises
    ------
    ArgumentError
        If the function does not take one to three arguments, or cannot be traced or compiled; if a partial is for
        something else than an argument, or reads something else.
    GradientError
        Later, if a derivative is needed that was not declared.

    Notes
    -----
    Code that Numba compiled for single numbers cannot raise: where it would, as for a division by zero, the result is
    NaN. What a function reads from outside (globals, its closure) stays what it was at the definition; for a partial,
    at its first use.

    Examples
    --------
    >>> import tapegrad as tg
    >>> @tg.custom.elementwise(partials={"x": lambda x, out: out + tg.sigmoid(x) * (1.0 - out)})
    ... def swish(x):
    ...     return x * tg.sigmoid(x)
    >>> x = tg.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    >>> swish(x).sum().backward()
    >>> x.grad
    tensor([0.07232949, 0.5       , 1.09078425])
    >>> float(swish(2.0))
    1.7615941559557646
    """
    if function is None:
        return functools.partial(elementwise, partials=partials, check=check)
    what = "custom.elementwise"
    arguments = _arguments(function, what)
    if not 1 <= len(arguments) <= 3:
        raise ArgumentError(
            f"{what}: expected a function of one to three arguments, got {_title(function)}{arguments}."
        )
    rules = _rules(partials, "partials", what, arguments, {"out"})
    title = _title(function)
    if not isinstance(check, (bool, tuple, list)):
        raise ArgumentError(f"{what}: check takes True or a tuple of arguments for {title}, got {check!r}.")
    traced = {a: _Traced(_op_of(f), f"{what}: the partial {a!r} of {title}") for a, f in rules.items() if f is not None}
    for partial in traced.values():
        partial.check()
    forward: Any
    if compiled_by_numba(function):
        name = _name(title, function, rules)
        forward = _Compiled(name, function, arguments)
        foreign = True
    else:
        forward = _Traced(function, f"{what}: {title}")
        name = _name(title, function, rules, forward.identity())
        foreign = forward.foreign()
    op: Any = declare.by_name.get(name)
    if op is None:
        lacking: dict[str, Any] = {a: _Undeclared(title, a) for a in arguments if a not in rules}
        op = CustomElementwise(
            name=name, shown=title, forward=forward, partials=lacking | traced,
            reference=lambda *args: _plain(op, args), foreign=foreign,
        )  # fmt: skip
        op.lacks = frozenset(lacking)
        if lacking:
            declare.incomplete.add(op.code)
    functools.update_wrapper(op, function, updated=())
    if check is not False:
        points = np.random.default_rng(0).uniform(size=(len(arguments), 5))
        op.check(*(points if check is True else check))
    return op


def array(
    function: Any = None, *, vjp: Mapping[str, Any] | None = None, shape: Callable[..., Any] | None = None,
    jvp: Callable[..., Any] | None = None, check: Any = False,
) -> Any:  # fmt: skip
    """Make an op of a kernel on arrays.

    The kernel is a function that `numba.njit` compiled, without signatures. It reads its arguments, read-only arrays in
    C order of one dtype, float64 or float32, and writes its result into the last one, which comes filled with zeros.
    Numbers come as arrays without dimensions (``x[()]``).

    Parameters
    ----------
    function : callable
        The kernel. Without it, the result is a decorator.
    vjp : dict
        For each argument the rule of its adjoint: a function of some of ``g`` (the adjoint of the result), the
        arguments, ``out`` (the result) and ``x_shape`` (the shape of ``x``), which returns an array of the argument's
        shape. It uses operators, functions of this package and custom ops, so that it can be recorded and
        differentiated itself. None says that the derivative is zero. Where there is no entry, it is an error to ask for
        it.
    shape : callable, optional
        The result's shape from the shapes of the arguments; by default the shape of the first one.
    jvp : callable, optional
        ``jvp(args, tangents)``, the derivative of the result along tangents of all arguments. By default, the transpose
        of the adjoint.
    check : tuple, optional
        Compare the derivatives with differences of the values, at these arguments.

    Returns
    -------
    callable
        On Tensors it records, on arrays it computes. Called on Tensors, it is run at once, so what it raises is raised
        at the call. ``op.check(*args)`` compares its derivatives with differences.

    Raises
    ------
    ArgumentError
        If the function is not compiled by Numba, or for fixed types, or has fewer than two arguments; if a rule is for
        something else than an argument, or reads something else.
    GradientError
        Later, if a derivative is needed that was not declared.

    Examples
    --------
    >>> import numba
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> @tg.custom.array(vjp={"x": lambda g, x, out: tg.flip(tg.cumsum(tg.flip(g * out))) / x})
    ... @numba.njit
    ... def running_product(x, out):
    ...     product = 1.0
    ...     for i in range(x.size):
    ...         product *= x[i]
    ...         out[i] = product
    >>> x = tg.tensor([2.0, 3.0, 4.0], requires_grad=True)
    >>> y = running_product(x)
    >>> y
    tensor([ 2.,  6., 24.], requires_grad=True)
    >>> y.sum().backward()
    >>> x.grad
    tensor([16., 10.,  6.])
    """
    if function is None:
        return functools.partial(array, vjp=vjp, shape=shape, jvp=jvp, check=check)
    what = "custom.array"
    if not compiled_by_numba(function):
        raise ArgumentError(f"{what}: expected a kernel compiled by numba.njit, got {_title(function)}. Decorate it.")
    if not getattr(function, "_can_compile", True):
        raise ArgumentError(
            f"{what}: {_title(function)} is compiled for fixed types. Leave out the signatures: its arguments come as "
            "read-only arrays."
        )
    *arguments, _ = _arguments(function, what) or ("",)
    if not arguments:
        raise ArgumentError(f"{what}: expected a kernel of its arguments and the array for its result.")
    allowed = {"g", "out", *(f"{a}_shape" for a in arguments)}
    rules = _rules(vjp, "vjp", what, arguments, allowed)
    for rule, of in ((shape, " as shape"), (jvp, " as jvp")):
        if rule is not None:
            check_function(rule, what, of)
    title = _title(function)
    if check is not False and not isinstance(check, (tuple, list)):
        raise ArgumentError(f"{what}: check takes a tuple of arguments for {title}, got {check!r}.")
    name = _name(title, function, rules, shape, jvp)
    op: Any = declare.by_name.get(name)
    if op is None:
        kernel = _ArrayKernel(name, title, function, arguments, shape)
        op = CustomArray(
            name=name, shown=title, forward=kernel, reference=kernel, infer=kernel.infer,
            kind=Kernel(kernel.symbol),
            adjoints={a: rules.get(a, _Undeclared(title, a)) for a in arguments if rules.get(a, _NONE) is not None},
            tangent=None if jvp is None else functools.partial(_pushed, jvp, kernel),
        )  # fmt: skip
        rows_of(op, _each(kernel))
    functools.update_wrapper(op, function, updated=())
    if check is not False:
        op.check(*check)
    return op


class CustomElementwise(Elementwise):
    """What `elementwise` returns: a record of the ops table."""

    lacks: frozenset[str] = frozenset()  # arguments without a declared derivative

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return super().__call__(*(_positional(self, args, keywords) if keywords else args))

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def check(self, *args: Any) -> bool:
        """Compare the partials with differences of the values; see `tapegrad.autograd.gradcheck`, which raises."""
        return _check(self, args, [a in self.partials and a not in self.lacks for a in self.arguments])


class CustomArray(General):
    """What `array` returns: a record of the ops table."""

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if keywords and not self.parameters:
            args, keywords = _positional(self, args, keywords), {}
        _check_count(self, args)
        return super().__call__(*args, **keywords)

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def adjoint(self, k: int, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> Any:
        value = super().adjoint(k, fetch, static)
        if not isinstance(value, (Tensor, np.ndarray, np.generic, float, int)):
            raise DtypeError(
                f"{self.shown}: the adjoint of {self.arguments[k]!r} must be a Tensor or an array, got "
                f"{type(value).__name__}. Correct the rule in vjp."
            )
        g, shape = fetch("g", 0), fetch("shape", k)
        if isinstance(g, Tensor):
            value = _of_dtype(value, g.dtype)
        else:  # a view: the sweep would write to an array without a base, which may be an argument of the rule
            value = np.asarray(value.detach().numpy() if isinstance(value, Tensor) else value, g.dtype).view()
        if value.shape != shape:
            raise ShapeError(
                f"{self.shown}: the adjoint of {self.arguments[k]!r} must have its shape {shape}, got "
                f"{value.shape}. Correct the rule in vjp."
            )
        return value

    def check(self, *args: Any) -> bool:
        """Compare the adjoints with differences of the values; see `tapegrad.autograd.gradcheck`, which raises."""
        return _check(
            self, args, [a in self.rules and not isinstance(self.rules[a][0], _Undeclared) for a in self.arguments]
        )


# ------------------------------------------------------------------------------------------------- what was given

_NONE: Any = object()


def _title(function: Any) -> str:
    return getattr(function, "__name__", type(function).__name__).strip("<>")


def _module(function: Any) -> str:
    return getattr(function, "__module__", None) or "?"


def _name(title: str, *content: Any) -> str:
    """An op's name: what LLVM and a file system take, and a digest of its content."""
    return f"{re.sub('[^A-Za-z0-9_]', '_', title)}.{digest(*content, itself=title)}"


def _arguments(function: Any, what: str) -> tuple[str, ...]:
    """The names of a function's parameters.

    Raises
    ------
    ArgumentError
        If there are others than plain positional ones.
    """
    if isinstance(function, Elementwise):
        return function.arguments
    check_function(function, what)
    try:
        parameters = inspect.signature(getattr(function, "py_func", function)).parameters.values()
    except (TypeError, ValueError):
        raise ArgumentError(f"{what}: {_title(function)} does not tell its arguments. Wrap it in a function.") from None
    for p in parameters:
        if p.kind is not p.POSITIONAL_OR_KEYWORD or p.default is not p.empty:
            raise ArgumentError(f"{what}: {_title(function)} must have plain arguments without defaults, got {p}.")
    return tuple(p.name for p in parameters)


def _rules(given: Any, of: str, what: str, arguments: Sequence[str], more: set[str]) -> dict[str, Any]:
    """The declared derivatives.

    Raises
    ------
    ArgumentError
    """
    if not isinstance(given, Mapping | None):
        raise ArgumentError(f"{what}: {of} must be a dict from arguments to rules, got {type(given).__name__}.")
    return {a: _rule(a, rule, what, arguments, more) for a, rule in (given or {}).items()}


def _rule(argument: str, rule: Any, what: str, arguments: Sequence[str], more: set[str]) -> Any:
    """A declared derivative, as it was given.

    Raises
    ------
    ArgumentError
    """
    if argument not in arguments:
        raise ArgumentError(
            f"{what}: a derivative for {argument!r}, which is none of the arguments {', '.join(arguments)}."
        )
    if clash := more.intersection(arguments):
        raise ArgumentError(f"{what}: an argument cannot be called {clash.pop()!r}, which means something in rules.")
    if rule is not None:
        unknown = set(_arguments(rule, what)) - {*arguments, *more}
        if unknown:
            raise ArgumentError(
                f"{what}: the derivative for {argument!r} reads {', '.join(sorted(unknown))}; it may read "
                f"{', '.join(sorted({*arguments, *more}))}."
            )
    return rule


def _op_of(rule: Any) -> Any:
    """A partial that can be traced: one that Numba compiled becomes an op without derivatives."""
    return elementwise(rule) if compiled_by_numba(rule) else rule


def _signed(f: Any, parameters: Sequence[str], only: Sequence[str] = ()) -> None:
    """Say which parameters a callable has."""
    plain = [inspect.Parameter(p, inspect.Parameter.POSITIONAL_OR_KEYWORD) for p in parameters]
    f.__signature__ = inspect.Signature([*plain, *(inspect.Parameter(p, inspect.Parameter.KEYWORD_ONLY) for p in only)])


def _check_count(op: Any, args: Sequence[Any]) -> None:
    if len(args) != len(op.arguments):
        raise ArgumentError(f"{op.shown}: expected {len(op.arguments)} arguments, got {len(args)}.")


def _positional(op: Any, args: Sequence[Any], keywords: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments in order.

    Raises
    ------
    ArgumentError
        If the names are not those of the arguments that are left.
    """
    left = op.arguments[len(args) :]
    if sorted(keywords) != sorted(left):
        raise ArgumentError(
            f"{op.shown}: expected the arguments {', '.join(op.arguments)}, got {len(args)} by position and "
            f"{', '.join(keywords)} by name."
        )
    return *args, *(keywords[name] for name in left)


def _check(op: Any, args: Sequence[Any], declared: Sequence[bool]) -> bool:
    from tapegrad.autograd import gradcheck

    _check_count(op, args)
    if not any(declared):
        raise ArgumentError(f"{op.shown}: no derivative is declared, so there is nothing to check.")
    return gradcheck(op, tuple(tensor(np.array(a, F8), requires_grad=d) for a, d in zip(args, declared, strict=True)))


class _Undeclared:
    """In the place of a derivative that was not declared: kernels are built with it, sweeps that need it call it."""

    def __init__(self, title: str, argument: str) -> None:
        self._title, self._argument = title, argument
        _signed(self, (argument,))

    def __call__(self, **named: Any) -> Any:
        value = named[self._argument]
        if isinstance(value, Lane):
            return value.emitter.float(np.nan)
        raise GradientError(
            f"{self._title}: no derivative with respect to {self._argument!r} is declared. Declare it where the op is "
            "defined (None if it is zero), or detach the argument."
        )


# ------------------------------------------------------------------------------------------------- functions of numbers


def _plain(op: Any, args: Sequence[Any]) -> Any:
    """An elementwise op on numbers and arrays."""
    _check_count(op, args)
    numbers = [x if type(x) in (float, int) else _real(x, op.shown) for x in args]
    return kernels.evaluate(op, *numbers)[()]


def _real(x: Any, title: str) -> np.ndarray:
    """Plain data as an array.

    Raises
    ------
    DtypeError
    """
    array = np.asarray(x)
    if array.dtype.kind not in "fiub":
        raise DtypeError(f"{title}: expected real numbers, got dtype {array.dtype}.")
    return array


class _Compiled:
    """A function that Numba compiled, on lanes."""

    def __init__(self, name: str, function: Any, arguments: Sequence[str]) -> None:
        with _numba_errors(_title(function), "numbers"):
            self._symbol = symbols.of_numbers(name, function, len(arguments))
        self.__module__ = _module(function)
        _signed(self, arguments)

    def __call__(self, *args: Lane) -> Lane:
        return libm(self._symbol, *args)


class _Traced:
    """A plain function as the instructions that it records, done on lanes, Tensors or arrays."""

    def __init__(self, function: Any, title: str) -> None:
        self._function, self._title = function, title
        self._names = _arguments(function, title)
        self._steps: Program | float | None = None
        self.__module__ = _module(function)
        _signed(self, self._names)

    def identity(self) -> Any:
        """What determines the result."""
        steps = self.steps()
        return steps.digest() if isinstance(steps, Program) else steps

    def foreign(self) -> bool:
        """Whether a function that Numba compiled is among the instructions."""
        steps = self.steps()
        return isinstance(steps, Program) and any(getattr(op, "foreign", False) for op in steps.ops)

    def check(self) -> None:
        """Refuse a function that cannot be traced. What it reads is bound when it is first needed: the names of its own
        op, and of ops that are each other's derivatives, are not there yet, or stand for earlier definitions.
        """
        with contextlib.suppress(NameError):
            self._trace()

    def steps(self) -> Program | float:
        """The instructions; a number if the function is constant.

        Raises
        ------
        ArgumentError
            If its result does not come from instructions on single numbers alone.
        """
        if self._steps is None:
            self._steps = self._trace()
        return self._steps

    def _trace(self) -> Program | float:
        refused = f"{self._title} cannot be traced: "
        try:
            with recording(strict=True, within=True) as trace:
                result = self._function(*[trace.input(np.array(0.5)) for _ in self._names])
                if not isinstance(result, (Tensor, int, float, np.number)) or np.shape(result):
                    got = f"shape {result.shape}" if isinstance(result, Tensor) else type(result).__name__
                    raise ArgumentError(f"{refused}expected one number as its result, got {got}.")
                program = trace.program([as_tensor(result)])
        except (PlainDataError, DtypeError) as error:
            raise ArgumentError(
                f"{refused}it uses something that does not take Tensors. Compile it with numba.njit."
            ) from error
        if trace.guards:
            line = trace.guards[0].line
            raise ArgumentError(
                f"{refused}it branches on values at {line}. Use np.where, or compile it with numba.njit."
            )
        if trace.captured:
            raise ArgumentError(f"{refused}it reads a Tensor from outside. Make it an argument.")
        if not isinstance(result, Tensor):
            return float(result)
        for op in program.ops:
            if not (op is None or isinstance(op, Elementwise) or op is astype):
                raise ArgumentError(f"{refused}{op.shown} does not work element by element. Use tapegrad.custom.array.")
        return program

    def __call__(self, *args: Any, **named: Any) -> Any:
        steps = self.steps()
        if not isinstance(steps, Program):
            return steps
        values: dict[int, Any] = {slot: value.item() for slot, value in steps.constants.items()}
        values.update(zip(steps.inputs, args or [named[name] for name in self._names], strict=True))
        for slot, op in enumerate(steps.ops):
            if op is None:
                continue
            operands = [values[s] for s in steps.operands[slot]]
            value = operands[0] if op is astype else op(*operands)  # truth values are numbers already
            values[slot] = as_float(value) if isinstance(value, Lane) else value
        return values[steps.outputs[0]]


# ------------------------------------------------------------------------------------------------- kernels on arrays


class _numba_errors:
    """Numba's refusal to compile something becomes an error of this package, with it as its cause."""

    def __init__(self, title: str, what: str) -> None:
        self._title, self._what = title, what

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from numba.core.errors import NumbaError

        if isinstance(error, NumbaError):
            raise ArgumentError(
                f"{self._title}: Numba cannot compile this for {self._what}. Its reasons are above."
            ) from error


class _ArrayKernel:
    """A user's kernel: called on arrays, or by its symbol."""

    def __init__(self, name: str, title: str, function: Any, arguments: Sequence[str], shape: Any) -> None:
        self.name, self.title, self.function, self._shape = name, title, function, shape
        _signed(self, arguments)

    def infer(self, *shapes: Shape) -> Shape:
        """The result's shape.

        Raises
        ------
        ShapeError
        """
        if self._shape is None:
            return shapes[0]
        found = self._shape(*shapes)
        found = (found,) if isinstance(found, (int, np.integer)) else found
        if not isinstance(found, (tuple, list)) or not all(isinstance(n, (int, np.integer)) and n >= 0 for n in found):
            raise ShapeError(f"{self.title}: expected a shape from the rule for shapes, got {found!r}.")
        return tuple(map(int, found))

    def symbol(self, shapes: Sequence[Shape], dtype: Any) -> str:
        """The symbol of the kernel for operands of these shapes."""
        with _numba_errors(self.title, f"arrays of {dtype}"):
            return symbols.of_arrays(self.name, self.function, [*shapes, self.infer(*shapes)], dtype)

    def __call__(self, *args: Any) -> Any:
        arrays = self.prepared(args)
        out = np.zeros(self.infer(*[a.shape for a in arrays]), arrays[0].dtype)
        self.fill(arrays, out)
        return out[()]

    def prepared(self, args: Sequence[Any]) -> list[np.ndarray]:
        """Arrays as the kernel takes them, which it cannot write to."""
        arrays = [_real(a, self.title) for a in args]
        single = all(a.dtype == F4 for a in arrays)
        arrays = [np.asarray(a, F4 if single else F8, order="C").view() for a in arrays]
        for a in arrays:
            a.flags.writeable = False
        return arrays

    def fill(self, arrays: Sequence[np.ndarray], out: np.ndarray) -> None:
        """Run the kernel."""
        with _numba_errors(self.title, f"arrays of {out.dtype}"):
            returned = self.function(*arrays, out)
        if returned is not None:
            raise ArgumentError(f"{self.title}: a kernel writes its result into its last argument and returns nothing.")


def _pushed(jvp: Any, kernel: _ArrayKernel, args: Sequence[Tensor], tangents: Sequence[Tensor | None]) -> Tensor:
    """The tangent of a kernel's result, by the user's rule."""
    result = _of_dtype(jvp(tuple(args), tuple(_filled(args, tangents))), args[0].dtype)
    shape = kernel.infer(*[a.shape for a in args])
    if result.shape != shape:
        raise ShapeError(f"{kernel.title}: jvp must return the result's shape {shape}, got {result.shape}.")
    return result


def _of_dtype(value: Any, dtype: np.dtype[Any]) -> Tensor:
    """What a user's rule returned, as a Tensor of the adjoint's dtype."""
    if not isinstance(value, Tensor):
        return from_array(np.array(value, dtype))
    return value if value.dtype == dtype else value.astype(dtype)


def _filled(args: Sequence[Tensor], tangents: Sequence[Tensor | None]) -> list[Tensor]:
    return [from_array(np.zeros(a.shape, a.dtype)) if t is None else t for a, t in zip(args, tangents, strict=True)]


# ------------------------------------------------------------------------------------------------- kernels over a batch


def _each(kernel: _ArrayKernel) -> Callable[..., np.ndarray]:
    """A kernel as a function of a batch: of arguments that have a row for each instance if they are flagged."""

    def forward(*args: Any, flags: tuple[bool, ...]) -> np.ndarray:
        arrays = kernel.prepared(args)
        shapes = _instances([a.shape for a in arrays], flags)
        length = next(len(a) for a, flag in zip(arrays, flags, strict=True) if flag)
        out = np.zeros((length, *kernel.infer(*shapes)), arrays[0].dtype)
        if not out.size:
            return out
        run = symbols.called(kernel.symbol(shapes, out.dtype))
        steps = [a[0].nbytes if flag else 0 for a, flag in zip((*arrays, out), (*flags, True), strict=True)]
        places = [a.ctypes.data for a in (*arrays, out)]
        for k in range(len(out)):
            if run(*[place + k * step for place, step in zip(places, steps, strict=True)]):
                kernel.fill([a[k, ...] if flag else a for a, flag in zip(arrays, flags, strict=True)], out[k, ...])
        return out

    return forward


def _instances(shapes: Sequence[Shape], flags: Sequence[bool]) -> list[Shape]:
    """The shapes of one instance."""
    return [shape[1:] if flag else shape for shape, flag in zip(shapes, flags, strict=True)]

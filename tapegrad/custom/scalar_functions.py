"""Custom elementwise ops: a user's function of numbers, and its partials.

A plain function becomes the instructions that it records, done on lanes, Tensors or arrays; one that Numba compiled is
called for each element.

Tests: tests/custom/test_ops.py
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tapegrad.custom.definitions import (
    Custom,
    arguments_of,
    module_of,
    name_of,
    numba_errors,
    real,
    rules_of,
    sign,
    title_of,
)
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError
from tapegrad.forks import cached_property
from tapegrad.ir.program import Program
from tapegrad.machine import kernels, numba_functions
from tapegrad.machine.lane import Lane, as_float, libm
from tapegrad.ops import declare
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.shape_ops import astype
from tapegrad.record.trace import recording
from tapegrad.replay.function_digest import compiled_by_numba
from tapegrad.tensor.tensor import Tensor, as_tensor


def elementwise(
    function: Callable[..., Any] | None = None, *, partials: Mapping[str, Any] | None = None, check: Any = False
) -> Any:
    """Make an elementwise op of a function of one to three numbers.

    A plain Python function is traced: it is called once with Tensors. It may use operators, the functions of this
    package or NumPy's, and other custom ops, but it must not branch on values. It is vectorised and fused like a
    built-in op. A function that `numba.njit` compiled may use everything that Numba supports, such as loops and
    branches. It is called once for each element, in double precision.

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
        If the function does not take one to three arguments, or cannot be traced or compiled. If a partial is not for
        an argument, or has an unknown parameter.
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
    arguments = arguments_of(function, what)
    if not 1 <= len(arguments) <= 3:
        raise ArgumentError(
            f"{what}: expected a function of one to three arguments, got {title_of(function)}{arguments}."
        )
    rules = rules_of(partials, "partials", what, arguments, {"out"})
    title = title_of(function)
    if not isinstance(check, (bool, tuple, list)):
        raise ArgumentError(f"{what}: check takes True or a tuple of arguments for {title}, got {check!r}.")
    traced = {
        a: f and _Traced(elementwise(f) if compiled_by_numba(f) else f, f"{what}: the partial {a!r} of {title}")
        for a, f in rules.items()
    }
    for partial in filter(None, traced.values()):
        partial.check()
    forward: Any
    if compiled_by_numba(function):
        name, foreign = name_of(title, function, rules), True
        forward = _compiled(name, function, arguments)
    else:
        forward = _Traced(function, f"{what}: {title}")
        steps = forward.steps
        name = name_of(title, function, rules, steps.digest() if isinstance(steps, Program) else steps)
        foreign = isinstance(steps, Program) and any(getattr(op, "foreign", False) for op in steps.ops)
    op: Any = declare.by_name.get(name)
    if op is None:
        op = CustomElementwise(
            name=name, shown=title, forward=forward, partials=traced,
            reference=lambda *args: _plain(op, args), foreign=foreign,
        )  # fmt: skip
    op.define(function, rules)
    if check is not False:
        op.check(*(np.random.default_rng(0).uniform(size=(len(arguments), 5)) if check is True else check))
    return op


class CustomElementwise(Custom, Elementwise):
    """What `elementwise` returns: a record of the ops table."""


def _plain(op: Any, args: Sequence[Any]) -> np.ndarray:
    """Return an elementwise op on numbers and arrays."""
    numbers = [x if type(x) in (float, int) else real(x, op.shown) for x in args]
    return kernels.evaluate(op, *numbers)[()]


def _compiled(name: str, function: Callable[..., Any], arguments: Sequence[str]) -> Callable[..., Lane]:
    """Return a function that Numba compiled, on lanes."""
    with numba_errors(title_of(function), "numbers"):
        symbol = numba_functions.of_numbers(name, function, len(arguments))

    def forward(*args: Lane) -> Lane:
        return libm(symbol, *args)

    sign(forward, arguments)
    forward.__module__ = module_of(function)
    return forward


class _Traced:
    """A plain function as the instructions that it records, done on lanes, Tensors or arrays."""

    def __init__(self, function: Callable[..., Any], title: str) -> None:
        self._function, self._title = function, title
        self._names = arguments_of(function, title)
        self.__module__ = module_of(function)
        sign(self, self._names)

    def check(self) -> None:
        """Refuse a function that cannot be traced. What it reads is bound when it is first needed: the names of its own
        op, and of ops that are each other's derivatives, are not there yet, or stand for earlier definitions.
        """
        with contextlib.suppress(NameError):
            self._trace()

    @cached_property
    def steps(self) -> Program | float:
        """The instructions; a number if the function is constant.

        Raises
        ------
        ArgumentError
            If its result does not come from instructions on single numbers alone.
        """
        return self._trace()

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
        steps = self.steps
        if not isinstance(steps, Program):
            return steps

        def rule(slot: int, op: Any, operands: list[Any]) -> Lane:
            value = operands[0] if op is astype else op(*operands)  # truth values are numbers already
            return as_float(value) if isinstance(value, Lane) else value

        arguments = args or [named[name] for name in self._names]
        values = steps.walk(arguments, rule, lambda slot: steps.constants[slot].item())
        return values[steps.outputs[0]]

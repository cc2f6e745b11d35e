"""Problems: a user's function as a program, and SciPy's answer as a result, for all functions of this package.

Tests: tests/optimize/test_options.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError, check_function
from tapegrad.func.containers import flatten, unflatten
from tapegrad.integrate.fields import program_of
from tapegrad.machine.dtypes import F8
from tapegrad.ops.composites import or_as_scipy
from tapegrad.ops.references import scipys
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.optimize.implicit_functions import Settings, result_of, solution_op
from tapegrad.optimize.krylov import SOLVERS
from tapegrad.optimize.scipy_solvers import OptimizeResult
from tapegrad.record.open_recording import current
from tapegrad.tensor.tensor import Tensor, as_tensor

F = TypeVar("F", bound=Callable[..., Any])


class MinimumProblem:
    """A function of unknowns and parameters, recorded once, and where SciPy starts.

    Parameters
    ----------
    f : callable
        ``f(x, *args)``.
    x0 : array_like
        Where to start, whose shape the unknowns have. No derivative passes it.
    args : tuple or one object
        Nested containers of Tensors, arrays and numbers are taken.
    output : callable
        Checks and returns what f returned, as a vector.

    Attributes
    ----------
    program : Program
        Of the unknowns, as a vector, and the parameters.
    parameters : list of Tensor
        The numbers among `args`, and the Tensors that f reads from outside.
    plain : bool
        No Tensor is among them.
    value : callable
        f as a function of the unknowns.
    """

    def __init__(
        self, f: Callable[..., Any], x0: Any, args: Any, output: Callable[[Tensor], Tensor], name: str
    ) -> None:
        check_function(f, name)
        self.name, start = name, as_tensor(x0, name).detach()
        if start.dtype.kind == "c":
            raise DtypeError(f"{name}: expected real unknowns, got {start.dtype}. Separate real and imaginary parts.")
        self.shape = start.shape
        self.start = reshape_op(start.astype(F8, copy=False), shape=(start.size,))
        leaves: list[Any] = []
        structure = flatten(args if isinstance(args, tuple) else (args,), leaves)
        places = [k for k, a in enumerate(leaves) if _moves(a)]
        moving = [as_tensor(leaves[k], name) for k in places]

        def called(x: Tensor, parts: Sequence[Any]) -> Tensor:
            filled = list(leaves)
            for k, part in zip(places, parts, strict=True):
                filled[k] = part
            return as_tensor(f(x, *unflatten(structure, filled)), name)

        def recorded(x: Tensor, *parts: Tensor) -> list[Tensor]:
            return [output(called(reshape_op(x, shape=self.shape), parts)).astype(F8, copy=False)]

        self.program, captured = program_of(recorded, [self.start, *moving], name)
        self.parameters = [*moving, *captured]
        tensors = any(isinstance(leaves[k], Tensor) for k in places) or bool(captured)
        self.plain = not tensors and not self.start.traced
        self.value = lambda x: called(x, moving)

    def solve(self, settings: Settings) -> Any:
        """Return SciPy's result, with `x` as a Tensor if the function reads any; within recordings `x` alone."""
        _check_solver(settings.solver, self.name)
        if self.plain and current() is None:
            result = OptimizeResult(self._result(settings))
            result.x = np.reshape(result.x, self.shape)
            return result
        (x,) = solution_op(self.start, *self.parameters, program=self.program, settings=settings)
        result = OptimizeResult(self._result(settings) if current() is None else {})
        result.x = reshape_op(x, shape=self.shape)
        result.success = True  # else it is an error
        return result

    def _result(self, settings: Settings) -> Any:
        start, *parameters = (t.detach().numpy() for t in (self.start, *self.parameters))
        return result_of(self.program, settings, start, parameters)

    def solve_with_value(self, settings: Settings) -> Any:
        """Return SciPy's result as `solve` does, with the function's value at a Tensor too."""
        result = self.solve(settings)
        if isinstance(result.x, Tensor):
            result.fun = reshape_op(self.value(result.x), shape=() if settings.kind == "minimum" else (result.x.size,))
        return result


def vector(x0: Any, name: str) -> Tensor:
    """Return a number or a vector to start from as a vector, as SciPy does.

    Raises
    ------
    ShapeError
        For more axes.
    """
    t = as_tensor(x0, name)
    if len(t.shape) > 1:
        raise ShapeError(
            f"{name}: expected a vector to start from, got shape {t.shape}. Pass x0.ravel(), and reshape in "
            "the function."
        )
    return t if t.shape else reshape_op(t, shape=(1,))


def _moves(a: Any) -> bool:
    """Tell whether an argument is one that a solution moves with: floating-point numbers."""
    return isinstance(a, (float, np.floating)) or (isinstance(a, (np.ndarray, Tensor)) and a.dtype.kind == "f")


def value_of(f: Callable[..., Any], derivative: Any) -> Callable[..., Any]:
    """Return the function whose value a user's gives, alone or before its derivative: so SciPy reads True for that."""
    pairs = bool(derivative) and not callable(derivative) and not isinstance(derivative, str)
    return (lambda *args: f(*args)[0]) if pairs else f


def refuse(name: str, **arguments: Any) -> None:
    """Refuse arguments of SciPy's that have no meaning where a solution is to be differentiated.

    Raises
    ------
    ArgumentError
    """
    for argument, value in arguments.items():
        if value is not None:
            raise ArgumentError(
                f"{name}: {argument} is not taken for a solution with derivatives: functions are recorded, and "
                "their derivatives are exact. Leave it out."
            )


def as_scipy(name: str) -> Callable[[F], F]:
    """Give problems of plain data to SciPy where they cannot be recorded: functions that branch, any option."""
    return or_as_scipy(scipys("scipy.optimize", name), Exception, lambda result: result)


def _check_solver(solver: str, name: str) -> None:
    if solver != "dense" and solver not in SOLVERS:
        raise ArgumentError(f"{name}: expected solver 'dense', 'cg' or 'gmres', got {solver!r}.")


def one_number(name: str) -> Callable[[Tensor], Tensor]:
    """Return what checks that a function gives a number."""

    def check(y: Tensor) -> Tensor:
        if y.size != 1 or y.dtype.kind == "c":
            raise ShapeError(f"{name}: expected a function that returns a real number, got shape {y.shape}.")
        return reshape_op(y, shape=(1,))

    return check


def as_many(name: str, shape: Sequence[int]) -> Callable[[Tensor], Tensor]:
    """Return what checks that a function gives as many numbers as there are unknowns; one is one in any shape."""
    one = math.prod(shape) == 1

    def check(y: Tensor) -> Tensor:
        if not (y.shape == tuple(shape) or (one and y.size == 1)) or y.dtype.kind == "c":
            raise ShapeError(
                f"{name}: expected a function that returns real numbers of shape {tuple(shape)}, got {y.shape}."
            )
        return reshape_op(y, shape=(y.size,))

    return check


def any_number(y: Tensor) -> Tensor:
    """Return whatever a function gives as a vector."""
    return reshape_op(y, shape=(y.size,))


def residuals(y: Tensor) -> Tensor:
    """Return residuals as a vector.

    Raises
    ------
    ShapeError
    """
    if len(y.shape) > 1:
        raise ShapeError(
            f"least_squares: expected a function that returns a vector, got shape {y.shape}. Return np.ravel of it."
        )
    return any_number(y)

"""A function at a point as a function of real numbers: its values by NumPy, and its derivatives in each mode.

The floating-point and complex arrays among the arguments' leaves are the variables, each a row of real numbers (its
*parts*: a complex number has two). So are the results. Everything else stays as it is.

Tests: tests/commands/test_check.py
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tapegrad
from tapegrad.autograd.checks import assembled, parts_of
from tapegrad.errors import ArgumentError, TapegradError
from tapegrad.func.containers import Structure, flatten, unflatten
from tapegrad.replay.compiled_function import CompiledFunction
from tapegrad.tensor.tensor import Tensor

Array = NDArray[np.float64]


def _kind(x: Any) -> str:
    return x.dtype.kind if isinstance(x, Tensor) else np.asarray(x).dtype.kind


def _floats(result: Any) -> list[Any]:
    """Return the leaves of a result that may have derivatives."""
    leaves: list[Any] = []
    flatten(result, leaves)
    return [x for x in leaves if _kind(x) in "fc"]


def row_of(leaves: Sequence[Any]) -> Array:
    """Return the parts of all leaves in a row."""
    arrays = [x.detach().numpy() if isinstance(x, Tensor) else np.asarray(x) for x in leaves]
    return np.concatenate([np.empty(0), *map(parts_of, arrays)])


def _names(function: Callable[..., Any], structure: Structure) -> Iterator[str]:
    """Yield a name for each leaf of the arguments, as one writes it."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    positional = [one.name for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    for k, part in enumerate(structure.parts):
        yield from _paths(positional[k] if k < len(positional) else f"argument {k}", part)


def _paths(name: str, structure: Structure) -> Iterator[str]:
    if structure.kind is None:
        yield name
    elif not structure.is_fixed:
        for k, part in enumerate(structure.parts):
            key = k if structure.keys is None else structure.keys[k]
            yield from _paths(f"{name}.{key}" if structure.is_object else f"{name}[{key!r}]", part)


class Variable:
    """A leaf to differentiate by.

    Attributes
    ----------
    start, stop : int
        Where its parts lie in the row of all variables.
    """

    def __init__(self, name: str, value: Any, start: int) -> None:
        self.name, self.value = name, np.array(value.detach() if isinstance(value, Tensor) else value)
        self.start, self.stop = start, start + len(parts_of(self.value))

    @property
    def wide(self) -> NDArray[Any]:
        """The value in double precision."""
        return self.value.astype(np.result_type(self.value, np.float64))

    def place(self, part: int) -> str:
        """Return a part's name."""
        if not self.value.shape and self.value.dtype.kind == "f":
            return self.name
        width = 2 if self.value.dtype.kind == "c" else 1
        index = np.unravel_index((part - self.start) // width, self.value.shape)
        name = self.name + (f"[{', '.join(map(str, index))}]" if index else "")
        return name if width == 1 else f"{name}.{('real', 'imag')[(part - self.start) % 2]}"


class UsersProblem:
    """A function at a point.

    Parameters
    ----------
    function : callable
    arguments : tuple

    Raises
    ------
    ArgumentError
        If no argument or no result has floating-point numbers.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function = function.function if isinstance(function, CompiledFunction) else function
        self._leaves: list[Any] = []
        self._structure = flatten(arguments, self._leaves)
        self.variables: list[Variable] = []
        self.positions: list[int] = []
        for k, name in enumerate(_names(self.function, self._structure)):
            if _kind(self._leaves[k]) in "fc":
                start = self.variables[-1].stop if self.variables else 0
                self.variables.append(Variable(name, self._leaves[k], start))
                self.positions.append(k)
        if not self.variables:
            raise ArgumentError(
                "expected an argument of floating-point numbers, got none. Write 3.0 for 3, or np.ones(3)."
            )
        self.point = row_of([one.wide for one in self.variables])
        self.by_tensors = ""  # why values are computed with Tensors
        self.writes = False  # into its arguments
        self.result = self._computed(self.arguments())
        self.values = self.value(self.point)
        if not len(self.values):
            raise ArgumentError("expected a function that returns floating-point numbers, got none.")
        is_narrow = any(np.asarray(x).dtype in (np.float32, np.complex64) for x in self.result)
        self.eps = float(np.finfo(np.float32 if is_narrow else np.float64).eps)
        random = np.random.default_rng(0)
        self.seed = np.ones(1) if len(self.values) == 1 else random.normal(size=len(self.values))

    # ------------------------------------------------------------------------------------------------ arguments

    def arguments(self, row: Array | None = None) -> tuple[Any, ...]:
        """Return new arguments, with the variables' parts from a row; in double precision if it is given."""
        leaves = [x.copy() if isinstance(x, np.ndarray) else x for x in self._leaves]
        for k, one in zip(self.positions, self.variables, strict=True):
            value = one.value.copy() if row is None else assembled(row[one.start : one.stop], one.wide)
            leaves[k] = value if isinstance(self._leaves[k], (np.ndarray, Tensor)) else value[()]
        return unflatten(self._structure, leaves)

    def _of_variables(self, *tensors: Any) -> list[Any]:
        """Return the floating-point results as a function of the variables alone."""
        leaves = list(self._leaves)
        for k, t in zip(self.positions, tensors, strict=True):
            leaves[k] = t
        return _floats(self.function(*unflatten(self._structure, leaves)))

    def _arrays(self, row: Array) -> list[NDArray[Any]]:
        """Return an array for each variable of the parts in a row."""
        return [assembled(row[one.start : one.stop], one.value) for one in self.variables]

    def _seeds(self) -> list[NDArray[Any]]:
        """Return an array for each result of the parts of the seed."""
        seeds, start = [], 0
        for like in map(np.asarray, self.result):
            stop = start + len(parts_of(like))
            seeds.append(assembled(self.seed[start:stop], like))
            start = stop
        return seeds

    # --------------------------------------------------------------------------------------------------- values

    def _computed(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Return the floating-point results by NumPy; with Tensors if the function takes no arrays."""
        if not self.by_tensors:
            leaves: list[Any] = []
            flatten(arguments, leaves)
            before = [np.array(x) for x in leaves]
            try:
                result = _floats(self.function(*arguments))
            except (AttributeError, TypeError) as error:
                ours = isinstance(error, TapegradError)  # it does take Tensors
                self.by_tensors = "it uses tapegrad itself" if ours else f"{type(error).__name__}: {error}"
            else:
                pairs = zip(before, leaves, strict=True)
                self.writes |= not all(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") for a, b in pairs)
                return [x.detach().numpy() if isinstance(x, Tensor) else x for x in result]
        leaves = []
        structure = flatten(arguments, leaves)
        tensors = [tapegrad.tensor(x) if _kind(x) in "fc" else x for x in leaves]
        with tapegrad.no_grad():
            result = _floats(self.function(*unflatten(structure, tensors)))
        return [x.detach().numpy() if isinstance(x, Tensor) else x for x in result]

    def value(self, row: Array) -> Array:
        """Return the results' parts for the variables' parts, by NumPy, in double precision."""
        return row_of(self._computed(self.arguments(row)))

    @cached_property
    def size(self) -> float:
        """How large the results' numbers are, at the point or beside it: what rounding errors go by."""
        sizes = [0.0]
        for row in (self.point, 1.1 * self.point + 0.1, 0.9 * self.point - 0.1):
            with contextlib.suppress(ArithmeticError, ValueError, np.linalg.LinAlgError), np.errstate(all="ignore"):
                values = self.value(row)
                sizes.append(float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0)))
        return max(sizes)

    def eager_value(self) -> Array:
        """Return the results' parts, with Tensors that require grad."""
        variables = [tapegrad.tensor(one.value, requires_grad=True) for one in self.variables]
        return row_of(self._of_variables(*variables))

    def complex_step(self, part: int) -> Array | None:
        """Return the derivatives by a part of a real variable, from a step into the complex plane.

        None where NumPy's code does not take it.
        """
        if self.by_tensors or any(one.value.dtype.kind == "c" for one in self.variables):
            return None
        row = self.point.astype(complex)
        row[part] += 1e-30j
        leaves = list(self._leaves)
        for k, one in zip(self.positions, self.variables, strict=True):
            value = row[one.start : one.stop].reshape(one.value.shape)
            leaves[k] = value if isinstance(leaves[k], np.ndarray) else value[()]
        try:
            results = _floats(self.function(*unflatten(self._structure, leaves)))
        except Exception:
            return None
        arrays = [np.asarray(x).reshape(-1) for x in results]
        sizes = [a.size for a in map(np.asarray, self.result)]
        if [a.size for a in arrays] != sizes or any(np.asarray(x).dtype.kind == "c" for x in self.result):
            return None
        return np.concatenate([a.imag for a in arrays]) / 1e-30

    # ----------------------------------------------------------------------------------------------- derivatives

    def forward(self, arrays: list[Any], directions: list[Any]) -> list[Any]:
        """Return the tangents of the results along directions: forward mode."""
        return list(tapegrad.func.jvp(self._of_variables, tuple(arrays), tuple(directions))[1])

    def reverse(self, arrays: list[Any]) -> list[Any]:
        """Return the gradient of the results' sum weighted by the seed: reverse mode."""
        return list(self._gradient(*arrays))

    def _gradient(self, *arrays: Any) -> tuple[Any, ...]:
        _, pullback = tapegrad.func.vjp(self._of_variables, *arrays)
        return tuple(pullback(self._seeds()))

    def forward_over_reverse(self, arrays: list[Any], directions: list[Any]) -> list[Any]:
        """Return the tangents of that gradient."""
        return list(tapegrad.func.jvp(self._gradient, tuple(arrays), tuple(directions))[1])

    def reverse_over_reverse(self, arrays: list[Any], directions: list[Any]) -> list[Any]:
        """Return the gradient of that gradient's sum weighted by directions."""
        _, pullback = tapegrad.func.vjp(self._gradient, *arrays)
        return list(pullback(tuple(directions)))

    def gradient(self, row: Array) -> Array:
        """Return the parts of the gradient for the variables' parts, eagerly and in double precision."""
        arrays = [assembled(row[one.start : one.stop], one.wide) for one in self.variables]
        return row_of(self.reverse(arrays))

    def unit(self, part: int) -> list[NDArray[Any]]:
        """Return the direction of one part."""
        row = np.zeros(len(self.point))
        row[part] = 1.0
        return self._arrays(row)

    @property
    def arrays(self) -> list[NDArray[Any]]:
        """The variables' values."""
        return [one.value for one in self.variables]

    @cached_property
    def compiled(self) -> CompiledFunction:
        """The function as `tapegrad.compile` compiles it, with the lines of its instructions."""
        return tapegrad.compile(self.function, lines=True)

    def compiled_value(self, row: Array | None = None) -> Array:
        """Return the results' parts by the compiled function."""
        return row_of(_floats(self.compiled(*self.arguments(row))))

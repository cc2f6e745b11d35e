"""One turn of a program, by NumPy and tapegrad alike, and by PyTorch with NumPy's rules of what is a view.

PyTorch's values are flat and never written to: an array is a cell, which holds such a value, and places in it, a NumPy
array. A view is other places in the same cell, and whether something is a view NumPy says, of the places.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from tests.meeting.programs import MOVES, READ_ONLY, SUMS, Program, is_view

UFUNCS = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "sin": np.sin, "tanh": np.tanh, "negative": lambda a: -a, "square": lambda a: np.sin(a) ** 2,
    "scaled": lambda a: a * 2.0, "shifted": lambda a: 0.5 - a, "exp": lambda a: np.exp(-a * a),
}  # fmt: skip
_IN_TORCH: dict[str, Callable[[Any], Any]] = {
    "sin": torch.sin, "tanh": torch.tanh, "negative": lambda a: -a, "square": lambda a: torch.sin(a) ** 2,
    "scaled": lambda a: a * 2.0, "shifted": lambda a: 0.5 - a, "exp": lambda a: torch.exp(-a * a),
}  # fmt: skip
_SUMS_IN_TORCH: dict[str, Callable[[Any], Any]] = {
    "sum": lambda a: a.sum(), "np.sum": lambda a: a.sum(), "mean 0": lambda a: a.mean(0),
    "sum -1": lambda a: a.sum(-1, keepdim=True), "inner": lambda a: (a * a).sum(),
}  # fmt: skip
Indices = Sequence[Any]


@functools.cache
def weights(shape: tuple[int, ...]) -> np.ndarray:
    """Return by what the elements of a root are multiplied before they are added up."""
    return np.asarray(1.0 + np.arange(int(np.prod(shape))).reshape(shape) % 5 * 0.25)


@functools.cache
def _weights(shape: tuple[int, ...]) -> torch.Tensor:
    return torch.from_numpy(weights(shape))


def perform(program: Program, x: Any, indices: Indices, read: Callable[[Any], None], garbage: Any, aside: Any) -> Any:
    """Return what a program computes of an array or Tensor: the sum of its roots.

    Values that it asks for are `read`; `garbage` is made, and what needs no gradient is computed within `aside`.
    """
    values = [x]
    for step, index in zip(program.steps, indices, strict=True):
        what = step[0]
        if what == "unary":
            values.append(_in_order(_UNARY[step[1]](values[step[2]])))
        elif what == "binary":
            values.append(_in_order(UFUNCS[step[1]](values[step[2]], values[step[3]])))
        elif what == "sum":
            values.append(_in_order(SUMS[step[1]](values[step[2]])))
        elif what == "move":
            values.append(_in_order((MOVES | READ_ONLY)[step[1]](values[step[2]]), values[step[2]]))
        elif what == "index":
            values.append(_in_order(values[step[2]][index], values[step[2]]))
        elif what == "set":
            given = values[step[3]] if isinstance(step[3], int) else step[3]
            # Where masks write to what they read, NumPy reads what it has written.
            values[step[2]][index] = given.copy() if isinstance(given, np.ndarray) else given
        elif what == "at":
            np.add.at(values[step[2]], index, values[step[3]] if isinstance(step[3], int) else step[3])
        elif what == "whole":
            value = values[step[3]] if isinstance(step[3], int) else step[3]
            _in_place(step[1], values, step[2], value)
        elif what == "out":
            UFUNCS[step[1]](values[step[2]], values[step[3]], out=values[step[2]])
        elif what == "fill":
            values[step[2]].fill(step[3])
        elif what == "read":
            read(values[step[1]].sum())
        elif what == "decide":
            read(1.0 if np.sum(values[step[1]]) > 0.25 else 0.0)
        elif what == "no_grad":
            with aside():
                read((values[step[1]] * 2.0 + 1.0).sum())
        elif what == "garbage":
            garbage()
        else:
            total = sum((values[k] * weights(np.shape(values[k]))).sum() for k in step[1])
            return total, values
    raise AssertionError("a program has an end")


def _in_order(result: Any, of: Any = None) -> Any:
    """Return NumPy's result in C order, in which all that tapegrad computes lies; a view as it is."""
    return result if not isinstance(result, np.ndarray) or (of is not None and is_view(result, of)) else result.copy()


def _in_place(name: str, values: list[Any], k: int, value: Any) -> None:
    if name == "add":
        values[k] += value
    elif name == "subtract":
        values[k] -= value
    else:
        values[k] *= value


class _Array:
    """An array of PyTorch's: places in a cell."""

    def __init__(self, cell: list[torch.Tensor], places: np.ndarray) -> None:
        self.cell, self.places = cell, places

    @property
    def value(self) -> torch.Tensor:
        return self.cell[0][torch.from_numpy(self.places.ravel().copy())].reshape(self.places.shape)

    def part(self, function: Callable[[np.ndarray], Any]) -> _Array:
        """Return what a function that moves elements gives: a view where NumPy gives one."""
        places = function(self.places)
        if is_view(places, self.places):
            return _Array(self.cell, places)
        return _new(_Array(self.cell, np.asarray(places)).value)

    def write(self, places: np.ndarray, value: torch.Tensor, add: bool = False) -> None:
        """Write to places: of several writes to one the last one stays, or all are added."""
        flat = places.ravel()
        value = value.broadcast_to(places.shape).reshape(-1)
        if not add:
            last = np.unique(flat[::-1], return_index=True)[1]
            kept = len(flat) - 1 - last
            flat, value = flat[kept], value[torch.from_numpy(kept)]
        self.cell[0] = self.cell[0].index_put((torch.from_numpy(flat.copy()),), value, accumulate=add)


def _new(value: torch.Tensor) -> _Array:
    return _Array([value.reshape(-1)], np.arange(value.numel()).reshape(tuple(value.shape)))


def gradient(program: Program, data: np.ndarray, indices: Indices) -> tuple[float, np.ndarray, list[float]]:
    """Return the sum of a program's roots, its gradient, and the values that are read, by PyTorch."""
    x = torch.tensor(data, requires_grad=True)
    values, reads = [_new(x)], []
    for step, index in zip(program.steps, indices, strict=True):
        what = step[0]
        target: Any = values[step[2]] if len(step) > 2 and what != "end" else None
        given: Any = None
        if len(step) > 3:
            given = values[step[3]].value if isinstance(step[3], int) else torch.tensor(step[3], dtype=torch.float64)
        if what == "unary":
            values.append(_new(_IN_TORCH[step[1]](target.value)))
        elif what == "binary":
            values.append(_new(getattr(torch, step[1])(target.value, given)))
        elif what == "sum":
            values.append(_new(_SUMS_IN_TORCH[step[1]](target.value)))
        elif what == "move":
            values.append(target.part((MOVES | READ_ONLY)[step[1]]))
        elif what == "index":
            values.append(target.part(lambda places, index=index: places[index]))
        elif what in ("set", "at"):
            target.write(np.asarray(target.places[index]), given, what == "at")
        elif what in ("whole", "out"):
            new = getattr(torch, step[1])(target.value, given)
            target.write(target.places, new)
        elif what == "fill":
            target.write(target.places, given)
        elif what == "read":
            reads.append(values[step[1]].value.sum().item())
        elif what == "decide":
            reads.append(1.0 if values[step[1]].value.sum().item() > 0.25 else 0.0)
        elif what == "no_grad":
            reads.append((values[step[1]].value * 2.0 + 1.0).sum().item())
        elif what == "end":
            roots = [values[k].value for k in step[1]]
            total: Any = sum((r * _weights(tuple(r.shape))).sum() for r in roots)
            total.backward()
            assert x.grad is not None
            return float(total.detach()), x.grad.numpy(), reads
    raise AssertionError("a program has an end")

"""One turn of a program by PyTorch, with NumPy's rules of what is a view.

PyTorch's values are flat and never written to: an array is a cell, which holds such a value, and places in it, a NumPy
array. A view is other places in the same cell, and whether something is a view NumPy says, of the places.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from tests.trace_cache.programs import MOVES, READ_ONLY, Program, is_view
from tests.trace_cache.worlds import Drawn, weights

_IN_TORCH: dict[str, Callable[[Any], Any]] = {
    "sin": torch.sin, "tanh": torch.tanh, "negative": lambda a: -a, "square": lambda a: torch.sin(a) ** 2,
    "scaled": lambda a: a * 2.0, "shifted": lambda a: 0.5 - a, "exp": lambda a: torch.exp(-a * a),
}  # fmt: skip
_FUNCTIONS_IN_TORCH: dict[str, Callable[[Any], Any]] = {
    "cube": lambda a: a**3, "exp": lambda a: torch.exp(0.5 * a), "product and sign": lambda a: a * a * 1.5 + torch.sign(a).detach(),
    "doubled": lambda a: a * 2.0, "greedy": torch.sin,
}  # fmt: skip
_SUMS_IN_TORCH: dict[str, Callable[[Any], Any]] = {
    "sum": lambda a: a.sum(), "np.sum": lambda a: a.sum(), "mean 0": lambda a: a.mean(0),
    "sum -1": lambda a: a.sum(-1, keepdim=True), "inner": lambda a: (a * a).sum(),
}  # fmt: skip


@functools.cache
def _weights(shape: tuple[int, ...]) -> torch.Tensor:
    return torch.from_numpy(weights(shape))


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


def gradient(program: Program, data: Sequence[np.ndarray], drawn: Drawn) -> tuple[float, list[np.ndarray], list[float]]:
    """Return the sum of a program's roots, its gradients, and the values that are read, by PyTorch."""
    leaves = [torch.tensor(a, requires_grad=True) for a in data]
    values, reads = [*map(_new, leaves)], []
    for step, index in zip(program.steps, drawn, strict=True):
        what = step[0]
        target: Any = values[step[2]] if len(step) > 2 and what != "end" else None
        given: Any = None
        if len(step) > 3 and not isinstance(step[3], str):
            given = values[step[3]].value if isinstance(step[3], int) else torch.tensor(step[3], dtype=torch.float64)
        if what == "unary":
            values.append(_new(_IN_TORCH[step[1]](target.value)))
        elif what == "binary":
            values.append(_new(getattr(torch, step[1])(target.value, given)))
        elif what == "number":
            values.append(_new(getattr(torch, step[3])(target.value, torch.tensor(index, dtype=torch.float64))))
        elif what == "sum":
            values.append(_new(_SUMS_IN_TORCH[step[1]](target.value)))
        elif what == "move":
            values.append(target.part((MOVES | READ_ONLY)[step[1]]))
        elif what == "index":
            values.append(target.part(lambda places, index=index: places[index]))
        elif what == "function":
            values.append(_new(_FUNCTIONS_IN_TORCH[step[1]](target.value)))
        elif what == "detach":
            values.append(_new(target.value.detach()))
        elif what in ("set", "at"):
            target.write(np.asarray(target.places[index]), given, what == "at")
        elif what in ("whole", "out"):
            new = getattr(torch, step[1])(target.value, given)
            target.write(target.places, new)
        elif what == "fill":
            target.write(target.places, given)
        elif what == "read":
            reads.append(target.value.sum().item())
        elif what == "decide":
            reads.append(1.0 if target.value.sum().item() > 0.25 else 0.0)
        elif what == "no_grad":
            reads.append((target.value * 2.0 + 1.0).sum().item())
        elif what == "end":
            roots = [values[k].value for k in step[1]]
            total: Any = sum((r * _weights(tuple(r.shape))).sum() for r in roots)
            total.backward()
            gradients = [np.zeros(x.shape) if x.grad is None else x.grad.numpy() for x in leaves]
            return float(total.detach()), gradients, reads
    raise AssertionError("a program has an end")

"""What the records of array ops say about a leading batch axis (`ArrayOp.batched`) is made of.

Arguments that are batched have the axis in front; the functions here bring the others into shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Shape = tuple[int, ...]


def along_rest(op: Callable[[], Any], **moved: Callable[[Any, int], Any]) -> Callable[..., Any]:
    """A rule for an op of one argument whose static parameters change as given by `moved(value, length)`."""

    def rule(length: int, args: Sequence[Any], flags: Sequence[bool], **static: Any) -> Any:
        return op()(*args, **{**static, **{name: change(static[name], length) for name, change in moved.items()}})

    return rule


def stacked(op: Callable[[], Any]) -> Callable[..., Any]:
    """A rule for an op on stacks of matrices, whose leading axes broadcast."""

    def rule(length: int, args: Sequence[Any], flags: Sequence[bool], **static: Any) -> Any:
        from tapegrad.ops.shaping import reshape_to

        rank = max(len(a.shape) - f for a, f in zip(args, flags, strict=True))
        aligned = [
            reshape_to(a, shape=(length, *(1,) * (rank + 1 - len(a.shape)), *a.shape[1:])) if f and len(a.shape) <= rank else a
            for a, f in zip(args, flags, strict=True)
        ]
        return op()(*aligned, **static)

    return rule


def next_axis(axis: int, length: int) -> int:
    return axis + 1


def next_axes(axes: Sequence[int], length: int) -> tuple[int, ...]:
    return tuple(a + 1 for a in axes)


def longer(shape: Shape, length: int) -> Shape:
    return (length, *shape)


def flat_table(shape: Shape, index: Any) -> np.ndarray:
    """C-order offsets of the elements at an index."""
    return np.arange(math.prod(shape)).reshape(shape)[index]


def advanced(index: Any) -> bool:
    """Whether NumPy would copy."""
    return any(isinstance(i, (np.ndarray, bool, np.bool_)) for i in index)

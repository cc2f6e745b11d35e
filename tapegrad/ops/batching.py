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
    """Return a rule for an op of one argument whose static parameters change as given by `moved(value, length)`."""

    def rule(length: int, args: Sequence[Any], flags: Sequence[bool], **static: Any) -> Any:
        return op()(*args, **{**static, **{name: change(static[name], length) for name, change in moved.items()}})

    return rule


def next_axis(axis: int, length: int) -> int:
    return axis + 1


def next_axes(axes: Sequence[int], length: int) -> tuple[int, ...]:
    return tuple(a + 1 for a in axes)


def longer(shape: Shape, length: int) -> Shape:
    return (length, *shape)


def flat_table(shape: Shape, index: Any) -> np.ndarray:
    """Return C-order offsets of the elements at an index."""
    return np.arange(math.prod(shape)).reshape(shape)[index]


def advanced(index: Any) -> bool:
    """Tell whether NumPy would copy."""
    return any(isinstance(i, (np.ndarray, bool, np.bool_)) for i in index)

"""Preconditions on operands' elements, such as positions within an axis: declared by records, checked by executors.

In a recording another op has made these numbers; in a file they may be anything. So a record declares them
(`ArrayOp.holds`), and three ask: `infer` for the operand's shape, `forward` for its elements, and the machine code of a
`Call` for these too, before a library reads them. What forward raises is raised by all executors.

Tests: tests/ops/test_failing_ops.py
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import IndexingError, ShapeError
from tapegrad.machine.dtypes import I8
from tapegrad.machine.lane import bits
from tapegrad.machine.places import Shape
from tapegrad.machine.status import FAILED

_WORDS = np.dtype(np.uint64)


class Positions:
    """Numbers from 0 to below the length of an axis.

    Parameters
    ----------
    shape, length : callable
        ``shape(*shapes, **static)``, of all operands: the shape that this one must have; and that length.
    """

    def __init__(self, shape: Callable[..., Shape], length: Callable[..., int]) -> None:
        self.shape, self._length = shape, length

    def check_shape(self, op: Any, k: int, shapes: tuple[Shape, ...], static: dict[str, Any]) -> None:
        """Check the shape of operand `k`.

        Raises
        ------
        ShapeError
        """
        expected = self.shape(*shapes, **static)
        if shapes[k] != expected:
            raise ShapeError(f"{op.name}: expected {op.arguments[k]} of shape {expected}, got shape {shapes[k]}.")

    def check(self, op: Any, k: int, args: tuple[Any, ...], static: dict[str, Any]) -> None:
        """Check the elements of operand `k`.

        Raises
        ------
        IndexingError
        """
        length, numbers = self._length(*[a.shape for a in args], **static), args[k]
        if numbers.size and not _are_within(numbers, length):
            other = numbers[~((numbers >= 0) & (numbers < length))].flat[0]
            raise IndexingError(f"{op.name}: expected {op.arguments[k]} from 0 to {length - 1}, got {other}.")

    def write(self, library: Any, x: Any, shapes: tuple[Shape, ...], k: int, static: dict[str, Any]) -> None:
        """Write the check of operand `k`, integers at `x`: the compiled function fails at the first that is out of
        bounds.
        """
        f, length = library.f, self._length(*shapes, **static)
        if not math.prod(x.shape):
            return
        with f.loops(x.shape) as at:
            word = bits(f.load_scalar(x.buffer, f.offset(0, x.strides, at)))
            f.return_if(f.integer(f"icmp uge i64 {word.name}, {length}"), str(FAILED))  # negative ones are the largest


def _are_within(numbers: np.ndarray, length: int) -> bool:
    if numbers.dtype is I8:
        return bool(np.maximum.reduce(numbers.view(_WORDS), None) < length)  # negative ones are the largest
    return bool(numbers.min() >= 0 and numbers.max() < length)


def trusting(op: Any) -> tuple[Callable[..., Any], Callable[..., Shape]]:
    """Return `forward` and `infer` of a record, which look first at what its operands hold."""
    checks = [(k, op.holds[name]) for k, name in enumerate(op.arguments) if name in op.holds]
    forward, infer = op.forward, op.infer

    @functools.wraps(forward)
    def on_arrays(*args: Any, **static: Any) -> Any:
        for k, positions in checks:
            positions.check(op, k, args, static)
        return forward(*args, **static)

    @functools.wraps(infer)
    def of_shapes(*shapes: Shape, **static: Any) -> Shape:
        for k, positions in checks:
            positions.check_shape(op, k, shapes, static)
        return infer(*shapes, **static)

    return on_arrays, of_shapes

"""Windows of an array, as a view: elements that windows share are in memory once.

Operands may be plain windows, as `numpy.lib.stride_tricks.sliding_window_view` takes them of an array of NumPy's. They
become windows of a copy of that array, in which each element is once too.

Tests: tests/ops/test_windows.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import F4, F8
from tapegrad.ops.declare import Linear
from tapegrad.ops.index_paths import stand_in
from tapegrad.ops.indexing import scatter_add
from tapegrad.ops.kinds import Move
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import Tensor, runtime

Shape = tuple[int, ...]


def _places(shape: Shape, lengths: Shape, axes: Shape) -> tuple[np.ndarray, ...]:
    """Return the index of all elements of windows within an array of some shape."""
    ndim, index = len(shape), []
    for d, n in enumerate(shape):
        numbers = [k for k, axis in enumerate(axes) if axis == d]
        steps = [(d, n - sum(lengths[k] - 1 for k in numbers)), *[(ndim + k, lengths[k]) for k in numbers]]
        lines = [np.arange(count).reshape(-1, *(1,) * (ndim + len(axes) - 1 - axis)) for axis, count in steps]
        index.append(sum(lines[1:], lines[0]))
    return tuple(index)


windows_op: Linear = Linear(
    name="windows", kind=Move(),
    batched=lambda length, args, flags, lengths, along: windows_op(
        *args, lengths=lengths, along=tuple([d + 1 for d in along])
    ),
    forward=lambda x, *, lengths, along: np.lib.stride_tricks.sliding_window_view(x, lengths, along),
    infer=lambda x, *, lengths, along: np.lib.stride_tricks.sliding_window_view(stand_in(x), lengths, along).shape,
    adjoints={"x": lambda g, x_shape, lengths, along: scatter_add(g, shape=x_shape, index=_places(x_shape, lengths, along))},
    samples=normal(
        ((5,), {"lengths": (3,), "along": (0,)}), (((2, 4, 5),), {"lengths": (2, 3), "along": (2, 1)}),
        (((2, 6),), {"lengths": (2, 3), "along": (1, 1)}),
    ),
    summary="All windows of some lengths along axes, whose elements lie along new axes at the end.",
)  # fmt: skip


def taken_from(x: np.ndarray) -> tuple[np.ndarray, dict[str, Shape]] | None:
    """Return an array and the parameters of `windows_op` that make windows of it, for an array of windows, which share
    memory; None for any other.
    """
    shape, strides, axes, lengths = [*x.shape], [*x.strides], list[int](), list[int]()
    while shape[-1:] > [1] and strides[-1] and strides[-1] in strides[:-1]:
        axis = strides.index(strides.pop())
        axes.insert(0, axis)
        lengths.insert(0, shape.pop())
        shape[axis] += lengths[0] - 1
    if not axes or max(axes) >= len(shape) or math.prod(shape) >= x.size:
        return None
    array = np.lib.stride_tricks.as_strided(x, shape, strides, writeable=False)
    return array, {"lengths": tuple(lengths), "along": tuple(axes)}


def sharing(convert: Callable[[Any, str], Tensor]) -> Callable[..., Tensor]:
    """Return a conversion of operands that takes plain windows as windows of a copy."""

    def operand(x: Any, function: str = "array") -> Tensor:
        if x.__class__ is np.ndarray and not x.flags.c_contiguous and (x.dtype is F8 or x.dtype is F4):
            windows = taken_from(x)
            if windows is not None:
                array, static = windows
                return windows_op(runtime.from_array(array.copy()), **static)
        return convert(x, function)

    return operand

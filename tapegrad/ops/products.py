"""Products of matrices and tensors.

Tests: tests/ops/test_products.py, tests/passes/test_reassociate_products.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.lazy_imports import modules_later
from tapegrad.ops.arguments import axes_of
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Bilinear, Shape
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.kinds import Contract
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import (
    aligned,
    diagonal,
    matrix_transpose,
    reshape_op,
    sum_to,
    trace,
    transpose,
    transpose_op,
)
from tapegrad.ops.tiled_products import product

if TYPE_CHECKING:
    from tapegrad.ops.kinds import contract
else:  # which compiled programs need
    (contract,) = modules_later("tapegrad.ops.kinds.contract")


def flipped(x: Any) -> Any:
    """Exchange the last two axes."""
    n = len(x.shape)
    return transpose_op(x, axes=(*range(n - 2), n - 1, n - 2))


def _chained(x: Shape, y: Shape, columns: int, rows: int, result: Shape = ()) -> Shape:
    """Return the shape of a product's result, if the operands chain."""
    if columns != rows:
        raise ShapeError(f"matmul: x of shape {x} and y of shape {y} do not chain: {columns} != {rows}.")
    return result


def broadcast_stacks(function: str, shapes: dict[str, Shape]) -> Shape:
    """Return the shape that stacks of matrices broadcast to."""
    try:
        return np.broadcast_shapes(*[shape[:-2] for shape in shapes.values()])
    except ValueError:
        names = " and ".join(f"{name} of shape {shape}" for name, shape in shapes.items())
        raise ShapeError(f"{function}: the stacks of {names} do not broadcast.") from None


def _product_shape(x: Shape, y: Shape) -> Shape:
    _chained(x, y, x[-1], y[-2])
    if len(x) == len(y) == 2:
        return x[0], y[1]
    return (*broadcast_stacks("matmul", {"x": x, "y": y}), x[-2], y[-1])


def _product_labels(x: Shape, y: Shape) -> tuple[list[str], str]:
    stack = contract.LABELS[: max(len(x), len(y)) - 2]
    left, right = stack[len(stack) - (len(x) - 2) :], stack[len(stack) - (len(y) - 2) :]
    return [left + "ij", right + "jk"], stack + "ik"


def _product_batch(length: int, args: Any, flags: Any) -> AnyArray:
    rank = max(len(a.shape) - f for a, f in zip(args, flags, strict=True))
    return matmul_op(*[aligned(a, rank) if f else a for a, f in zip(args, flags, strict=True)])


matmul_op: Bilinear = Bilinear(
    name="matmul", kind=Contract(_product_labels), batched=_product_batch, forward=product,
    infer=_product_shape,
    adjoints={
        "x": lambda g, y, x_shape: sum_to(matmul_op(g, flipped(y)), x_shape),
        "y": lambda g, x, y_shape: sum_to(matmul_op(flipped(x), g), y_shape),
    },
    samples=normal((((2, 3), (3, 4)), {}), (((5, 1, 2, 3), (2, 3, 2)), {}), (((0, 3), (3, 2)), {})),
    summary="Product of matrices, or of stacks of matrices.",
)  # fmt: skip


def _applied_batch(length: int, args: Any, flags: Any) -> Any:
    x, y = args
    if not flags[0]:
        return matmul_op(y, flipped(x))
    if not flags[1]:
        return reshape_op(matvec(reshape_op(x, shape=(length * x.shape[1], x.shape[2])), y), shape=x.shape[:2])
    return reshape_op(matmul_op(x, reshape_op(y, shape=(*y.shape, 1))), shape=x.shape[:2])


def _dot_batch(length: int, args: Any, flags: Any) -> Any:
    x, y = args
    if flags[0] != flags[1]:
        return matvec(x, y) if flags[0] else matvec(y, x)
    return sum_op(multiply(x, y), axes=(1,))


matvec: Bilinear = Bilinear(
    name="matvec", kind=Contract(lambda x, y: (["ij", "j"], "i")), batched=_applied_batch,
    forward=lambda x, y: np.matmul(x, y), infer=lambda x, y: _chained(x, y, x[1], y[0], x[:1]),
    adjoints={"x": lambda g, y: multiply(reshape_op(g, shape=(*g.shape, 1)), y), "y": lambda g, x: matvec(flipped(x), g)},
    samples=normal((((2, 3), 3), {})), summary="Product of a matrix and a vector.",
)  # fmt: skip


dot_op = Bilinear(
    name="dot", kind=Contract(lambda x, y: (["i", "i"], "")), batched=_dot_batch, forward=lambda x, y: np.dot(x, y),
    infer=lambda x, y: _chained(x, y, x[0], y[0]),
    adjoints={"x": lambda g, y: multiply(g, y), "y": lambda g, x: multiply(g, x)}, samples=normal(((3, 3), {})),
    summary="Inner product of two vectors.",
)  # fmt: skip


@composite(np.matmul, normal(((3, (3, 2)), {}), (((2, 3), 3), {}), ((3, 3), {}), (((2, 2, 3), 3), {})))
def matmul(x1: Tensor, x2: Any) -> Tensor:
    """Multiply matrices; vectors count as a row on the left and a column on the right."""
    x, y = runtime.as_tensor(x1), runtime.as_tensor(x2)
    if not x.shape or not y.shape:
        raise ShapeError(f"matmul: expected at least one dimension each, got shapes {x.shape} and {y.shape}. Use *.")
    dimensions = len(x.shape), len(y.shape)
    if dimensions == (1, 1):
        return dot_op(x, y)
    if dimensions == (2, 1):
        return matvec(x, y)
    if dimensions == (1, 2):
        _chained(x.shape, y.shape, x.shape[0], y.shape[0])
        return matvec(flipped(y), x)
    if dimensions[0] == 1:
        product = matmul_op(reshape_op(x, shape=(1, *x.shape)), y)
        return reshape_op(product, shape=(*product.shape[:-2], product.shape[-1]))
    if dimensions[1] == 1:
        product = matmul_op(x, reshape_op(y, shape=(*y.shape, 1)))
        return reshape_op(product, shape=product.shape[:-1])
    return matmul_op(x, y)


@composite(np.dot, normal((((2, 3), (4, 3, 2)), {}), ((3, 3), {}), ((None, 3), {})), casting="no")
def dot(a: Tensor, b: Any, out: Any = None) -> Tensor:
    """Multiply as NumPy's dot: over the last axis of a and the last but one of b."""
    a, b = runtime.as_tensor(a), runtime.as_tensor(b)
    if not a.shape or not b.shape:
        return a * b
    if len(b.shape) <= 2:
        return matmul(a, b)
    return tensordot(a, b, ((-1,), (-2,)))


@composite(np.outer, normal(((3, (2, 2)), {})))
def outer(a: Tensor, b: Any, out: Any = None) -> Any:
    """Multiply all elements of two flattened arrays with each other."""
    a, b = runtime.as_tensor(a), runtime.as_tensor(b)
    return reshape_op(a, shape=(a.size, 1)) * reshape_op(b, shape=(1, b.size))


@composite(np.inner, normal((((2, 3), (4, 3)), {}), ((3, 3), {})))
def inner(a: Tensor, b: Any) -> Any:
    """Sum products over the last axes."""
    a, b = runtime.as_tensor(a), runtime.as_tensor(b)
    if not a.shape or not b.shape:
        return a * b
    return tensordot(a, b, ((-1,), (-1,)))


@composite(
    np.tensordot,
    normal((((2, 3, 4), (3, 4, 5)), {}), (((2, 3), (3, 2)), {"axes": ([0, 1], [1, 0])}), ((2, 3), {"axes": 0})),
)
def tensordot(a: Tensor, b: Any, axes: Any = 2) -> Tensor:
    """Sum products over pairs of axes."""
    a, b = runtime.as_tensor(a), runtime.as_tensor(b)
    if np.ndim(axes) or isinstance(axes, Sequence):
        left, right = (tuple(np.atleast_1d(s).tolist()) for s in axes)
    else:
        count = operator.index(axes)
        left, right = tuple(range(len(a.shape) - count, len(a.shape))), tuple(range(count))
    left, right = axes_of(left, len(a.shape), "tensordot"), axes_of(right, len(b.shape), "tensordot")
    if [a.shape[i] for i in left] != [b.shape[j] for j in right]:
        raise ShapeError(f"tensordot: shapes {a.shape} and {b.shape} do not agree along axes {left} and {right}.")
    free_a = tuple(i for i in range(len(a.shape)) if i not in left)
    free_b = tuple(j for j in range(len(b.shape)) if j not in right)
    shape = tuple(a.shape[i] for i in free_a) + tuple(b.shape[j] for j in free_b)
    common = math.prod(a.shape[i] for i in left)
    x = reshape_op(transpose(a, free_a + left), shape=(math.prod(shape[: len(free_a)]), common))
    y = reshape_op(transpose(b, right + free_b), shape=(common, math.prod(shape[len(free_a) :])))
    return reshape_op(matmul_op(x, y), shape=shape)


# ------------------------------------------------------------------------------------------- numpy.linalg's names


def diagonal_of_matrices(x: Any, /, *, offset: int = 0) -> Tensor:
    """Return diagonals of the matrices in the last two axes."""
    return diagonal(x, offset, -2, -1)


def trace_of_matrices(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Tensor:
    """Return sums of the diagonals of the matrices in the last two axes."""
    return trace(x, offset, -2, -1, dtype)


functions.update({
    np.linalg.diagonal: diagonal_of_matrices, np.linalg.trace: trace_of_matrices, np.linalg.matmul: matmul,
    np.linalg.outer: outer, np.linalg.tensordot: tensordot, np.linalg.matrix_transpose: matrix_transpose,
})  # fmt: skip

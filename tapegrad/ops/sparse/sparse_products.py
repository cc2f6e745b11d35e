"""Products with sparse matrices: two ops, each of which is the other's derivative.

A matrix is the values of its nonzeros, an operand, and their places, the static parameter `pattern`: where each row
starts, the columns, and how many columns there are. A transpose has the same pattern, and says so. Nothing here, nor
any derivative, is of the size of the dense matrix.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.forks import cached_property
from tapegrad.ops.declare import Bilinear
from tapegrad.ops.kinds.sparse_matrix import SparseProduct, SparseSample, coordinates
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import reshape_op, spread, transpose_op


class Pattern(tuple[Any, ...]):
    """Starts of rows, columns, number of columns: what a recording and a file hold; beside it, what SciPy computes with.

    Attributes
    ----------
    factored : (ndarray, SuperLU), optional
        The values that were factored last, and their factors.
    """

    factored: Any = None

    @classmethod
    def of(cls, matrix: Any) -> Pattern:
        """Copy the places of a SciPy array of compressed rows."""
        rows = copy.copy(matrix)
        rows.indptr, rows.indices = matrix.indptr.copy(), matrix.indices.copy()
        rows.data = np.broadcast_to(0.0, rows.indices.size)
        pattern = cls((rows.indptr, rows.indices, rows.shape[1]))
        pattern.rows = rows
        return pattern

    @cached_property
    def rows(self) -> Any:
        """SciPy's array of compressed rows, without values."""
        starts, columns, count = self
        no_values = np.broadcast_to(0.0, columns.size)
        return scipys("scipy.sparse", "csr_array")((no_values, columns, starts), shape=(len(starts) - 1, count))

    @cached_property
    def columns(self) -> Any:
        """SciPy's array of compressed columns of the transpose, without values."""
        return self.rows.T

    def matrix(self, values: np.ndarray, transposed: bool) -> Any:
        """Return SciPy's array with these values."""
        matrix = copy.copy(self.columns if transposed else self.rows)
        matrix.data = values
        return matrix


def as_pattern(pattern: Any) -> Pattern:
    """Return a pattern, which a file holds as a plain tuple."""
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern)


def extents(pattern: Pattern, transposed: bool) -> tuple[int, int]:
    """Return the shape of the matrix."""
    starts, _, count = pattern
    return (count, len(starts) - 1) if transposed else (len(starts) - 1, count)


def _product_shape(values: AnyArray, x: AnyArray, *, pattern: Any, transposed: bool) -> tuple[int, ...]:
    rows, columns = extents(pattern, transposed)
    if values != pattern[1].shape or len(x) not in (1, 2) or x[0] != columns:
        raise ShapeError(
            f"sparse matmul: a matrix of shape {(rows, columns)} with {pattern[1].size} nonzeros does not take values of "
            f"shape {values} and an operand of shape {x}."
        )
    return (rows, *x[1:])


def _sample_shape(a: AnyArray, b: AnyArray, *, pattern: Any) -> tuple[int, ...]:
    rows, columns = extents(pattern, False)
    if len(a) not in (1, 2) or a[0] != rows or b != (columns, *a[1:]):
        raise ShapeError(
            f"sparse sample: operands of shapes {a} and {b} do not fit a matrix of shape {(rows, columns)}."
        )
    shape: tuple[int, ...] = pattern[1].shape
    return shape


def _sampled(a: np.ndarray, b: np.ndarray, *, pattern: Any) -> np.ndarray:
    rows, columns = coordinates(pattern)
    left, right = a[rows], b[columns]
    return left * right if left.ndim == 1 else np.einsum("pk,pk->p", left, right)


def _repeated(pattern: Any, length: int) -> Pattern:
    """Return the places in a matrix of so many equal blocks on its diagonal."""
    starts, columns, count = pattern
    block = np.arange(length)[:, None]
    firsts = (starts[:-1] + block * columns.size).reshape(-1)
    return Pattern((
        np.append(firsts, length * columns.size), (columns + block * count).reshape(-1), length * count,
    ))  # fmt: skip


def _blocks(length: int, args: Any, flags: Any) -> list[Any]:
    """Return operands of a batch as those of one matrix of blocks."""
    full = (a if flag else spread(a, length) for a, flag in zip(args, flags, strict=True))
    return [reshape_op(a, shape=(length * a.shape[1], *a.shape[2:])) for a in full]


def _product_batch(length: int, args: Any, flags: Any, pattern: Any, transposed: bool) -> Any:
    values, x = args
    rows, _ = extents(pattern, transposed)
    if not flags[0]:  # one matrix, and all operands side by side
        width = x.shape[2:]
        axes = (1, 0, *range(2, 2 + len(width)))
        wide = reshape_op(transpose_op(x, axes=axes), shape=(x.shape[1], length * math.prod(width)))
        out = sparse_product(values, wide, pattern=pattern, transposed=transposed)
        return transpose_op(reshape_op(out, shape=(rows, length, *width)), axes=axes)
    values, x = _blocks(length, args, flags)
    out = sparse_product(values, x, pattern=_repeated(pattern, length), transposed=transposed)
    return reshape_op(out, shape=(length, rows, *x.shape[1:]))


def _sample_batch(length: int, args: Any, flags: Any, pattern: Any) -> Any:
    a, b = _blocks(length, args, flags)
    return reshape_op(sparse_sample(a, b, pattern=_repeated(pattern, length)), shape=(length, pattern[1].size))


def dense(values: np.ndarray, pattern: Any, transposed: bool) -> np.ndarray:
    """Return the matrix: what tests compare with."""
    matrix = np.zeros(extents(pattern, False), np.asarray(values).dtype)
    np.add.at(matrix, coordinates(pattern), values)
    return matrix.T if transposed else matrix


SAMPLE = Pattern((np.array([0, 2, 2, 5]), np.array([1, 3, 0, 3, 3]), 4))  # an empty row, and one place twice


def _products(rng: np.random.Generator) -> list[Any]:
    return [
        ((rng.normal(size=5), rng.normal(size=shape)), {"pattern": SAMPLE, "transposed": shape[0] == 3})
        for shape in ((4,), (4, 1), (4, 3), (3,), (3, 1), (3, 2))
    ]


sparse_product: Bilinear = Bilinear(
    name="sparse_product", kind=SparseProduct(), batched=_product_batch, may_fail=False,
    forward=lambda values, x, *, pattern, transposed: as_pattern(pattern).matrix(values, transposed) @ x,
    infer=_product_shape,
    adjoints={
        "values": lambda g, x, pattern, transposed:
            sparse_sample(x, g, pattern=pattern) if transposed else sparse_sample(g, x, pattern=pattern),
        "x": lambda g, values, pattern, transposed:
            sparse_product(values, g, pattern=pattern, transposed=not transposed),
    },
    reference=lambda values, x, *, pattern, transposed: dense(values, pattern, transposed) @ x,
    samples=_products, summary="A matrix of known nonzeros, or its transpose, times a vector or a matrix.",
)  # fmt: skip
sparse_sample: Bilinear = Bilinear(
    name="sparse_sample", kind=SparseSample(), batched=_sample_batch, forward=_sampled, infer=_sample_shape, may_fail=False,
    adjoints={
        "a": lambda g, b, pattern: sparse_product(g, b, pattern=pattern, transposed=False),
        "b": lambda g, a, pattern: sparse_product(g, a, pattern=pattern, transposed=True),
    },
    reference=lambda a, b, *, pattern: (np.outer(a, b) if a.ndim == 1 else a @ b.T)[coordinates(pattern)],
    samples=lambda rng: [
        ((rng.normal(size=(3, *k)), rng.normal(size=(4, *k))), {"pattern": SAMPLE}) for k in ((), (1,), (3,))
    ],
    summary="Elements of the product of a matrix with a transpose, or of an outer product, at the places of nonzeros.",
)  # fmt: skip

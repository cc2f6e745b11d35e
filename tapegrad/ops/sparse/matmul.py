"""Products of Tensors with SciPy's sparse arrays, whose values are constants.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import reshape_op, transpose_op
from tapegrad.ops.sparse.sparse_products import Pattern, extents, sparse_product


def compressed(matrix: Any) -> tuple[np.ndarray, Pattern, bool]:
    """Return values and places of a SciPy sparse array, and whether they are those of its transpose; copied."""
    if matrix.ndim == 1:
        matrix = matrix.reshape(1, -1)
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocsr()
    transposed = matrix.format == "csc"
    return matrix.data, Pattern.of(matrix.T if transposed else matrix), transposed


def times(values: Any, pattern: Pattern, transposed: bool, x: AnyArray) -> Any:
    """Multiply a matrix with a vector or a matrix.

    Raises
    ------
    ShapeError
    """
    rows, columns = extents(pattern, transposed)
    if len(x.shape) not in (1, 2) or x.shape[0] != columns:
        raise ShapeError(
            f"sparse matmul: a matrix of shape {(rows, columns)} and an operand of shape {x.shape} do not chain."
        )
    return sparse_product(values, x, pattern=pattern, transposed=transposed)


def before(values: Any, pattern: Pattern, transposed: bool, x: AnyArray) -> Any:
    """Multiply a vector or a matrix with a matrix that stands behind it."""
    if len(x.shape) == 1:
        return times(values, pattern, not transposed, x)
    flipped = transpose_op(x, axes=(1, 0)) if len(x.shape) == 2 else x
    return transpose_op(times(values, pattern, not transposed, flipped), axes=(1, 0))


def _with_scipys(left: Any, right: Any) -> Any:
    """Multiply two operands, of which one is a SciPy sparse array, the other a Tensor."""
    first = isinstance(right, runtime.tensor)
    matrix, x = (left, right) if first else (right, left)
    out = (times if first else before)(*compressed(matrix), x)
    return reshape_op(out, shape=out.shape[1:] if first else out.shape[:-1]) if matrix.ndim == 1 else out


runtime.sparse_matmul = _with_scipys

"""Linear algebra under the names of `numpy.linalg`."""

from typing import Any

import numpy as np

from tapegrad.ops import shaping
from tapegrad.ops.declare import functions
from tapegrad.ops.linalg import matmul, outer, tensordot
from tapegrad.ops.reductions import norm
from tapegrad.ops.shaping import matrix_transpose

__all__ = ["diagonal", "matmul", "matrix_transpose", "norm", "outer", "tensordot", "trace"]


def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """Diagonals of the matrices in the last two axes."""
    return shaping.diagonal(x, offset, -2, -1)


def trace(x: Any, /, *, offset: int = 0) -> Any:
    """Sums of the diagonals of the matrices in the last two axes."""
    return shaping.trace(x, offset, -2, -1)


functions.update({
    np.linalg.diagonal: diagonal, np.linalg.trace: trace, np.linalg.matmul: matmul, np.linalg.outer: outer,
    np.linalg.tensordot: tensordot, np.linalg.matrix_transpose: matrix_transpose,
})  # fmt: skip

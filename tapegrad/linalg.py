"""Linear algebra under NumPy's names."""

from tapegrad.ops.linalg import matmul, outer, tensordot
from tapegrad.ops.reductions import norm
from tapegrad.ops.shaping import diagonal, matrix_transpose, trace

__all__ = ["diagonal", "matmul", "matrix_transpose", "norm", "outer", "tensordot", "trace"]

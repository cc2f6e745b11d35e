"""Linear algebra under the names of `numpy.linalg`."""

from tapegrad.ops.linalg import diagonal_of_matrices as diagonal
from tapegrad.ops.linalg import matmul, outer, tensordot
from tapegrad.ops.linalg import trace_of_matrices as trace
from tapegrad.ops.reductions import norm
from tapegrad.ops.shaping import matrix_transpose
from tapegrad.ops.solving import solve

__all__ = ["diagonal", "matmul", "matrix_transpose", "norm", "outer", "solve", "tensordot", "trace"]

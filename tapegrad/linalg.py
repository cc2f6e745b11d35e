"""Linear algebra under the names of `numpy.linalg`, and `solve_triangular` of `scipy.linalg`."""

from tapegrad.ops.decompositions import eigh, eigvalsh, qr, svd, svdvals
from tapegrad.ops.inverses import det, inv, slogdet
from tapegrad.ops.linalg import diagonal_of_matrices as diagonal
from tapegrad.ops.linalg import matmul, outer, tensordot
from tapegrad.ops.linalg import trace_of_matrices as trace
from tapegrad.ops.reductions import norm
from tapegrad.ops.shaping import matrix_transpose
from tapegrad.ops.solving import solve
from tapegrad.ops.triangular import cholesky, solve_triangular

__all__ = [
    "cholesky", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_transpose", "norm", "outer", "qr",
    "slogdet", "solve", "solve_triangular", "svd", "svdvals", "tensordot", "trace",
]  # fmt: skip

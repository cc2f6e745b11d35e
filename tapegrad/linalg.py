"""Linear algebra with the names and arguments of `numpy.linalg` and `scipy.linalg`.

A function that both have takes the arguments of both, with NumPy's defaults: `cholesky` gives the lower factor, `qr`
the reduced ones, and the second argument of `eigh` is NumPy's ``UPLO`` or SciPy's ``b``. What only allows or chooses a
way to compute (``overwrite_a``, ``check_finite``, ``lapack_driver``, ``hermitian`` of `svd`) changes nothing: operands
are never written to, and numbers that are not finite go through as they do in NumPy.

What SciPy has and this module has not says why, and what to use instead, when its name is asked for.

Tests: tests/ops/test_linear_algebra.py
"""

from numpy.linalg import LinAlgError as LinAlgError

from tapegrad.ops.public_names import namespace as _namespace

__getattr__, __dir__ = _namespace(
    __name__,
    "linalg",
    {
        "tapegrad.ops.linalg.cholesky": ("cho_factor",),
        "tapegrad.ops.linalg.matrix_equations": ("solve_lyapunov",),
        "tapegrad.ops.linalg.structure": ("bandwidth", "ishermitian", "issymmetric"),
        "tapegrad.ops.numpy.vector_products": ("cross", "kron", "vecdot"),
    },
)

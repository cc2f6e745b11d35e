"""Sparse matrices whose nonzeros are differentiable, and solutions of their systems, with SciPy's names.

Where the nonzeros are is fixed; their values are a Tensor. A SciPy array times a Tensor needs nothing of this: write
``A @ x``.
"""

from tapegrad.sparse import linalg
from tapegrad.sparse.arrays import SparseArray, asarray, coo_array
from tapegrad.sparse.making import csc_array, csr_array, diags_array, eye_array

__all__ = ["SparseArray", "asarray", "coo_array", "csc_array", "csr_array", "diags_array", "eye_array", "linalg"]


def __dir__() -> list[str]:
    return __all__

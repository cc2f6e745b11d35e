"""Sparse matrices whose nonzeros are differentiable, and solutions of their systems, with SciPy's names.

Where the nonzeros are is fixed; their values are a Tensor. A SciPy array times a Tensor needs nothing of this: write
``A @ x``.
"""

from typing import Any

from tapegrad.ops.lazy_help import help_all as _help_all
from tapegrad.sparse import linalg
from tapegrad.sparse.arrays import SparseArray, asarray, coo_array, issparse
from tapegrad.sparse.block_arrays import block_array, block_diag, hstack, kron, tril, triu, vstack
from tapegrad.sparse.constructors import csc_array, csr_array, diags_array, eye_array

__all__ = [
    "SparseArray", "asarray", "block_array", "block_diag", "coo_array", "csc_array", "csr_array", "diags_array",
    "eye_array", "hstack", "issparse", "kron", "linalg", "tril", "triu", "vstack",
]  # fmt: skip

_help_all("sparse", globals())


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    raise AttributeError(
        f"module 'tapegrad.sparse' has no attribute {name!r}. Use scipy.sparse for constants, and asarray or "
        "coo_array for Tensors."
    )

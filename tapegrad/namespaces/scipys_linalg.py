"""Functions of `scipy.linalg` that NumPy has with other defaults: what SciPy means by them, of Tensors.

Tests: tests/package/test_scipys_namespace.py
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import scipy.linalg

from tapegrad import linalg
from tapegrad.tensor.tensor import as_tensor


def cholesky(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """Return the upper factor, unless the lower one is asked for."""
    return linalg.cholesky(a, lower=lower)


def eig(a: Any, b: Any = None, left: bool = False, right: bool = True, **options: Any) -> Any:
    """Return eigenvalues that are complex numbers, also where all are real, and the vectors that are asked for."""
    results = linalg.eig(a, b, left=left, right=right, **options)
    return (_complex(results[0]), *results[1:]) if left or right else _complex(results)


def eigvals(a: Any, b: Any = None, **options: Any) -> Any:
    """Return eigenvalues that are complex numbers, also where all are real."""
    return _complex(linalg.eigvals(a, b, **options))


def _complex(values: Any) -> Any:
    return values.astype(np.result_type(values.dtype, np.complex64))


def lstsq(a: Any, b: Any, cond: Any = None, *others: Any, **keywords: Any) -> Any:
    """Return a number for the residual of one right side, and of matrices without columns what is left of b."""
    a = as_tensor(a, "lstsq")
    x, residuals, rank, s = linalg.lstsq(a, b, cond, *others, **keywords)
    if not a.shape[-1]:
        return x, np.sum(abs(b) ** 2, 0), rank, s
    return x, residuals[0] if np.ndim(b) == 1 and a.ndim == 2 and residuals.size else residuals, rank, s


def pinv(a: Any, *, rtol: Any = None, **keywords: Any) -> Any:
    """Return the pseudo-inverse, singular values cut off by SciPy's tolerance."""
    a = as_tensor(a, "pinv")
    dtype = a.dtype if a.dtype.kind in "fc" else np.dtype(float)
    return linalg.pinv(a, rtol=max(a.shape[-2:]) * np.finfo(dtype).eps if rtol is None else rtol, **keywords)


def qr(
    a: Any, overwrite_a: bool = False, lwork: Any = None, mode: str = "full", pivoting: bool = False,
    check_finite: bool = True,
) -> Any:  # fmt: skip
    """Return all columns of Q; with R alone as many rows, in a tuple."""
    results = linalg.qr(a, mode="full" if mode == "r" else mode, pivoting=pivoting)
    if mode != "r":
        return results
    return results[1] if np.ndim(a) > 2 and not pivoting and _has_stacks_alone() else tuple(results[1:])


@functools.cache
def _has_stacks_alone() -> bool:
    """Tell whether SciPy returns R of a stack of matrices without a tuple, as its version 1.17 does."""
    try:
        return not isinstance(scipy.linalg.qr(np.ones((1, 1, 1)), mode="r"), tuple)
    except ValueError:  # one that takes no stacks
        return False


def matmul_toeplitz(c_or_cr: Any, x: Any, check_finite: bool = False, workers: Any = None) -> Any:
    """Return the product with a matrix by its first column and row, a tuple; a list is columns of several."""
    return linalg.matmul_toeplitz(_columns(c_or_cr, "matmul_toeplitz"), x)


def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: bool = True) -> Any:
    """Solve a system with a matrix by its first column and row, a tuple; a list is columns of several."""
    return linalg.solve_toeplitz(_columns(c_or_cr, "solve_toeplitz"), b)


def _columns(c_or_cr: Any, title: str) -> Any:
    return as_tensor(c_or_cr, title) if isinstance(c_or_cr, list) else c_or_cr


_ALL = (cholesky, eig, eigvals, lstsq, matmul_toeplitz, pinv, qr, solve_toeplitz)
FUNCTIONS = {function.__name__: function for function in _ALL}

"""Functions of `scipy.linalg` that NumPy has with other defaults: what SciPy means by them, of Tensors.

Tests: tests/package/test_scipys_namespace.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad import linalg
from tapegrad.tensor.tensor import as_tensor


def cholesky(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """Return the upper factor, unless the lower one is asked for."""
    return linalg.cholesky(a, lower=lower)


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
    return tuple(results[1:]) if mode == "r" else results


FUNCTIONS = {function.__name__: function for function in (cholesky, lstsq, pinv, qr)}

"""Calls of SciPy's linear algebra as `docs/scipy.md` says to write them, where NumPy has a function of that name with other defaults."""

from __future__ import annotations

from typing import Any

import numpy as np

import tapegrad as tg


def cholesky(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """Return the upper factor, if not the other one is asked for."""
    return tg.linalg.cholesky(a, lower=lower)


def lstsq(a: Any, b: Any, cond: Any = None, *others: Any, **keywords: Any) -> Any:
    """Return a number for the residual of one right side, and of matrices without columns what is left of b."""
    x, residuals, rank, s = tg.linalg.lstsq(a, b, cond, *others, **keywords)
    if not a.shape[-1]:
        return x, np.sum(abs(b) ** 2, 0), rank, s
    return x, residuals[0] if np.ndim(b) == 1 and a.ndim == 2 and residuals.size else residuals, rank, s


def pinv(a: Any, *, rtol: Any = None, **keywords: Any) -> Any:
    """Cut off what is below SciPy's tolerance."""
    dtype = a.dtype if a.dtype.kind in "fc" else np.dtype(float)
    return tg.linalg.pinv(a, rtol=max(a.shape[-2:]) * np.finfo(dtype).eps if rtol is None else rtol, **keywords)


def qr(
    a: Any, overwrite_a: bool = False, lwork: Any = None, mode: str = "full", pivoting: bool = False, check_finite: bool = True
) -> Any:  # fmt: skip
    """Return all columns of Q; with R alone as many rows, in a tuple."""
    found = tg.linalg.qr(a, mode="full" if mode == "r" else mode, pivoting=pivoting)
    return tuple(found[1:]) if mode == "r" else found


def _without_the_other_triangle(found: Any) -> Any:
    c, lower = found
    return np.tril(c) if np.all(lower) else np.triu(c), lower


OPEN = {"scipy.linalg.cho_factor": _without_the_other_triangle}
"""What functions without a record leave open in their results."""
LINALG = {"cholesky": cholesky, "lstsq": lstsq, "pinv": pinv, "qr": qr}

"""Singletons of dtypes, so that `is` compares them: numbers with derivatives, truth values, positions.

Tests: tests/ops/test_arrays.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import DtypeError

F8, F4, BOOL = np.dtype(np.float64), np.dtype(np.float32), np.dtype(np.bool_)
C16, C8 = np.dtype(np.complex128), np.dtype(np.complex64)
I8 = np.dtype(np.int64)
NUMBERS: dict[Any, np.dtype[Any]] = {F8: F8, F4: F4, C16: C16, C8: C8}
PARTS: dict[Any, np.dtype[Any]] = {C16: F8, C8: F4}  # of complex numbers, the real and the imaginary ones
EXACT = 1 << 53  # integers between this and its negative are float64 numbers, each another
WHOLE: dict[Any, np.dtype[Any]] = {F8: C16, F4: C8}


def numpys(dtype: Any, function: str) -> np.dtype[Any]:
    """Return a dtype of NumPy.

    Raises
    ------
    DtypeError
        For what is none, such as a dtype of another library.
    """
    try:
        return np.dtype(dtype)
    except TypeError:
        name = str(dtype).rpartition(".")[2]
        remedy = f" Write dtype=np.{name}." if isinstance(getattr(np, name, None), type) else ""
        raise DtypeError(f"{function}: expected a dtype of NumPy, got {dtype!r}.{remedy}") from None


def without_half(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return single precision for half, which no Tensor has, and any other dtype as it is."""
    return F4 if dtype == np.float16 else dtype

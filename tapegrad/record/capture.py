"""Conversion of plain data: numbers, lists and arrays become arrays that no caller can write to.

Tests: tests/package/test_coverage.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import DtypeError, ShapeError
from tapegrad.machine.dtypes import F4, F8


def refuse_subclass(x: Any, function: str) -> None:
    """Refuse subclasses of ndarray whose operators mean something else: masked arrays, matrices, units.

    Raises
    ------
    DtypeError
    """
    if x.__class__ is np.ndarray or x.__class__ is float:
        return
    if isinstance(x, np.ndarray) and not isinstance(x, np.memmap):
        remedy = (
            "x.filled(value), or the mask as an array of its own"
            if isinstance(x, np.ma.MaskedArray)
            else "np.asarray(x)"
        )
        raise DtypeError(
            f"{function}: expected a plain array, got {type(x).__name__}, which has a meaning of its own. "
            f"Pass {remedy}."
        )
    if isinstance(x, (list, tuple)):
        for part in x:
            refuse_subclass(part, function)


def is_of_pandas(x: Any) -> bool:
    """Tell whether something is a Series, a DataFrame or another array of pandas."""
    return type(x).__module__.partition(".")[0] == "pandas" and hasattr(x, "to_numpy")


def capture(x: Any, function: str) -> np.ndarray:
    """Return plain data as an array of our own.

    Raises
    ------
    DtypeError
        If it is not numeric.
    """
    if x.__class__ is np.ndarray and (x.dtype is F8 or x.dtype is F4):  # as most are
        return np.array(x)
    refuse_subclass(x, function)
    try:
        array = np.array(x)
    except ValueError as error:
        raise ShapeError(f"{function}: expected an array, got a nested sequence of uneven lengths ({error}).") from None
    if array.dtype == object and type(x).__module__.startswith("scipy.sparse"):
        raise DtypeError(f"{function}: expected an array, got a sparse one ({type(x).__name__}). Use A @ x, or x @ A.")
    if array.dtype.kind not in "fiubc":
        remedy = " Pass columns of numbers alone, or x.to_numpy(float)." if is_of_pandas(x) else ""
        raise DtypeError(f"{function}: expected numbers, got dtype {array.dtype}.{remedy}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype.kind == "f" and array.dtype not in (F8, F4):
        if array.dtype.itemsize > 8:
            raise DtypeError(
                f"{function}: expected float64 or float32, got {array.dtype}. Convert it with astype(float)."
            )
        array = array.astype(F4)
    elif array.dtype.kind == "c" and array.dtype.itemsize > 16:
        raise DtypeError(
            f"{function}: expected complex128 or complex64, got {array.dtype}. Convert it with astype(complex)."
        )
    return array

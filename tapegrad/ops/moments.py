"""Arguments of variances and means: their dtype, and what the number of elements is lessened by."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError


def refuse_integers(dtype: Any, function: str) -> None:
    """Refuse integers as the dtype in which distances to a mean are measured: NumPy rounds these, or raises.

    Raises
    ------
    DtypeError
    """
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise DtypeError(
            f"{function}: expected a dtype of floating-point or complex numbers, got {np.dtype(dtype)}. Convert the result."
        )


def freedom(ddof: Any, correction: Any, function: str) -> Any:
    """Return what a number of elements is lessened by, from NumPy's name for it or from the array standard's.

    Raises
    ------
    ArgumentError
        If both are given.
    """
    if correction is None or correction is np._NoValue:
        return ddof
    if ddof != 0:
        raise ArgumentError(f"{function}: expected ddof or correction, which are one, got {ddof} and {correction}.")
    return correction

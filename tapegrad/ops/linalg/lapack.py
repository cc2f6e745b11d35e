"""Calls of LAPACK from Python, one for each matrix of a stack: what ops run where no compiled code does.

Matrices are those of NumPy's own library (see `machine.addresses`), so that eager values have the bits of compiled ones, and
nothing of SciPy is imported.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from tapegrad.machine import addresses, symbols


def columns(x: Any, dtype: Any = None) -> np.ndarray:
    """Return a copy of the transposes, contiguous: the matrices in Fortran's order."""
    return np.array(np.swapaxes(x, -1, -2), dtype, order="C")


def integers(*shape: int) -> np.ndarray:
    """Return an array of the integers that the library has."""
    return np.zeros(shape, np.int64 if addresses.integer_size() == 8 else np.int32)


@functools.cache
def _routine(name: str, count: int) -> Any:
    symbol = addresses.lapack(name)
    assert symbol is not None, "every LAPACK has it"
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * count)(symbols.address(symbol))


def call(name: str, *args: Any) -> int:
    """Call a subroutine, named without the letter of its dtype, once for each member of stacks.

    Parameters
    ----------
    *args : int, str or (ndarray, int)
        Integers and letters, and contiguous arrays with the number of axes that one call takes. What stands before
        these is the same stack in all arrays, or nothing.

    Returns
    -------
    int
        What the first call said that failed: its `info`; else 0.
    """
    cells = np.array([ord(a) if isinstance(a, str) else a for a in args if not isinstance(a, tuple)] + [0], np.int64)
    cell, moving, pointers = cells.ctypes.data, [], []
    turns, letter = 1, ""
    for a in args:
        if not isinstance(a, tuple):
            pointers.append(cell)
            cell += 8
            continue
        array, rank = a
        if array.dtype.char in "fdFD":
            letter = "sdcz"["fdFD".index(array.dtype.char)]
        if array.ndim > rank:
            turns = int(np.prod(array.shape[: array.ndim - rank]))
            moving.append((len(pointers), array.nbytes // max(turns, 1)))
        pointers.append(array.ctypes.data)
    routine = _routine(letter + name, len(pointers) + 1)
    for _ in range(turns):
        routine(*pointers, cell)
        if cells[-1]:
            break
        for place, step in moving:
            pointers[place] += step
    return int(cells[-1].astype(np.int32))


def stacked(x: np.ndarray, stack: Any, rank: int) -> np.ndarray:
    """Return an array of matrices or vectors, contiguous, of a stack that they broadcast to."""
    return np.ascontiguousarray(np.broadcast_to(x, (*stack, *x.shape[x.ndim - rank :])))

"""Builds of Python, NumPy and LLVM on which compiled code would read the wrong memory, or be read wrongly, are refused.

Compiled code takes Python objects by their addresses, and finds an array's data, shape, strides and flags where CPython
and NumPy have them on 64-bit machines with the global interpreter lock. Looked at once, when this package is imported.
"""

from __future__ import annotations

import ctypes
import sys

import llvmlite.binding as llvm
import numpy as np

from tapegrad.errors import BuildError

_HEADER = 16  # bytes of a Python object before what it holds: a reference count and a type
_OLDEST_LLVM = 20  # what llvmlite 0.45 brought


def check() -> None:
    """Refuse what this package cannot run on.

    Raises
    ------
    BuildError
        With the reason, and what to install.
    """
    if sys.implementation.name != "cpython":
        raise BuildError(f"tapegrad: expected CPython, got {sys.implementation.name}. Install CPython from python.org.")
    if sys.maxsize < 2**32:
        raise BuildError("tapegrad: expected a 64-bit build of Python, got one of 32 bits. Install one of 64 bits.")
    if "t" in getattr(sys, "abiflags", "") or object.__basicsize__ != _HEADER:
        raise BuildError(
            "tapegrad: expected Python's usual build, got a free-threaded one, or one for debugging, whose objects "
            "are laid out in another way. Install the build with the global interpreter lock."
        )
    version: tuple[int, ...] = llvm.llvm_version_info
    if version[0] < _OLDEST_LLVM:
        raise BuildError(
            f"tapegrad: expected llvmlite with LLVM {_OLDEST_LLVM} or later, got LLVM {'.'.join(map(str, version))}. "
            "Install llvmlite 0.45 and numba 0.62, or later ones."
        )
    if not _laid_out_as_expected():
        raise BuildError(
            f"tapegrad: NumPy {np.__version__} has its arrays' data, shape, strides or flags elsewhere than expected. "
            "Install a version of NumPy that tapegrad was tested with."
        )


def _laid_out_as_expected() -> bool:
    """Tell whether an array's C structure is: data, number of dimensions, shape, strides, base, dtype, flags."""
    array = np.zeros((2, 3))[:, :2]
    words = (ctypes.c_int64 * 9).from_address(id(array))
    data, dimensions, shape, strides = words[2:6]
    if data != array.__array_interface__["data"][0] or dimensions & 0xFFFFFFFF != 2:
        return False
    if shape == 0 or strides == 0 or words[6] != id(array.base) or words[7] != id(array.dtype):
        return False
    pairs = [list((ctypes.c_int64 * 2).from_address(address)) for address in (shape, strides)]
    return pairs == [[2, 2], [24, 8]] and words[8] & 1 == array.flags.c_contiguous

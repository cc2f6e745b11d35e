"""Checks of builds: refuses a Python, NumPy or LLVM on which compiled code would read the wrong memory, or be read
wrongly.

Compiled code takes Python objects by their addresses, and finds an array's data, shape, strides and flags where CPython
and NumPy have them on 64-bit machines with the global interpreter lock. Looked at once, when this package is imported.
Where only what the trace cache reads is elsewhere, this package runs, and Python follows eager code (`matcher`).

Tests: tests/package/test_builds.py
"""

from __future__ import annotations

import platform
import sys

import llvmlite.binding as llvm
import numpy as np

from tapegrad.cpython.field_offsets import HEADER
from tapegrad.cpython.object_layout import foundation, misfits
from tapegrad.errors import BuildError

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
    if "t" in getattr(sys, "abiflags", "") or object.__basicsize__ != HEADER:
        raise BuildError(
            "tapegrad: expected Python's usual build, got a free-threaded one, or one that traces references. Its "
            "objects have another layout, also with PYTHON_GIL=1. Install the build with the global "
            "interpreter lock (python3.13 in place of python3.13t)."
        )
    version: tuple[int, ...] = llvm.llvm_version_info
    if version[0] < _OLDEST_LLVM:
        raise BuildError(
            f"tapegrad: expected llvmlite with LLVM {_OLDEST_LLVM} or later, got LLVM {'.'.join(map(str, version))}. "
            "Install llvmlite 0.45 and numba 0.62, or later ones."
        )
    if foundation():
        raise BuildError(
            f"tapegrad: CPython {platform.python_version()} with NumPy {np.__version__} has "
            f"{' and '.join(foundation())} elsewhere than expected. Install versions that tapegrad was tested with."
        )
    misfits()


def matcher() -> str:
    """Return how the trace cache follows eager code here, and why."""
    if misfits():
        return f"in Python, slower: {', '.join(misfits())}: elsewhere than expected"
    return "in machine code"

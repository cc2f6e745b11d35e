"""Checks of builds: refuses a Python or NumPy on which compiled code would read the wrong memory.

Compiled code takes Python objects by their addresses, and finds an array's data, shape, strides and flags where CPython
and NumPy have them on 64-bit machines with the global interpreter lock. Looked at once, when this package is imported;
LLVM is looked at when it is first needed (`tapegrad.machine.linker`). Where only what the trace cache reads is
elsewhere, this package runs, and Python follows eager code (`matcher`).

Tests: tests/package/test_builds.py
"""

from __future__ import annotations

import sys

import numpy as np

from tapegrad.cpython.field_offsets import HEADER
from tapegrad.cpython.object_layout import foundation, misfits
from tapegrad.errors import BuildError


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
    if foundation():
        import platform  # here, since it takes longer than all of this

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

"""Exported object code in tests: C compilers, and exported functions called by ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.export.exporting import Exported

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
each_compiler = pytest.mark.parametrize(
    "compiler", COMPILERS or [pytest.param("", marks=pytest.mark.skip("no compiler of C"))]
)
needs_compiler = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")


def built(command: Sequence[str]) -> str:
    """Run a command that must succeed; returns its output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-4000:])
    return done.stdout


def exported(f: Callable[..., Any], folder: Path, *args: Any, **options: Any) -> Exported:
    """Export a function as ``model``."""
    result: Exported = tg.compile(f).export(folder / "model", *args, **options)
    return result


class Library:
    """An exported shared library, called with arrays."""

    def __init__(self, files: Exported) -> None:
        assert files.library is not None, files.message
        self.library, self.name = ctypes.CDLL(str(files.library)), files.name

    def run(self, inputs: Sequence[Any], results: Sequence[np.ndarray | None], name: str = "") -> int:
        """Call ``NAME_run``; the results are written to arrays. Arguments and results may be None."""
        name = name or self.name
        size = getattr(self.library, f"{name}_run_work")
        size.restype = ctypes.c_longlong
        work = np.full(size() + 16, 0x55, np.uint8)
        arrays = [None if x is None else np.ascontiguousarray(x) for x in (*inputs,)]
        pointers = [ctypes.c_void_p(None if x is None else x.ctypes.data) for x in (*arrays, *results)]
        status = int(getattr(self.library, f"{name}_run")(*pointers, ctypes.c_void_p(work.ctypes.data + 1)))
        assert np.all(work[size() + 1 :] == 0x55)
        return status

    def text(self, status: int) -> str:
        """Return what a status means."""
        function = getattr(self.library, f"{self.name}_status_text")
        function.restype = ctypes.c_char_p
        return str(function(status).decode())

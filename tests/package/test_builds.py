"""Builds that this package cannot run on are refused when it is imported, by fresh processes that pretend to be such."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import tapegrad as tg
from tapegrad.cpython import builds
from tapegrad.errors import BuildError
from tapegrad.machine.linker import Linker
from tapegrad.machine.processor import chosen

PACKAGE = Path(tg.__file__).parent


@pytest.mark.parametrize(
    ("pretence", "said"),
    [
        ("sys.implementation.name = 'pypy'", "expected CPython, got pypy"),
        ("sys.maxsize = 2**31 - 1", "expected a 64-bit build"),
        ("sys.abiflags = 't'", "got a free-threaded one"),
        ("sys.abiflags = 't'", "also with PYTHON_GIL=1"),
        ("import ctypes; ctypes.c_int64 = ctypes.c_int16", "an array's data, shape, strides or flags.* elsewhere"),
        ("import builtins; true = id; builtins.id = lambda x: true(x) + 8", "an object's count of references"),
    ],
    ids=["implementation", "32 bits", "free-threaded", "its remedy", "arrays", "counts"],
)
def test_other_builds_are_refused(pretence, said):
    # NumPy is there before the pretence: this is about tapegrad's own look at it.
    program = f"""
import sys, numpy as np
{pretence}
try:
    import tapegrad
except ImportError as error:
    print(type(error).__name__, error)
"""
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=PACKAGE.parent, capture_output=True, text=True, timeout=120
    )
    assert found.stdout.startswith("BuildError tapegrad: "), found.stderr
    assert re.search(said, found.stdout), found.stdout


def test_an_old_llvm_is_refused_when_it_is_needed(monkeypatch):
    monkeypatch.setattr(llvm, "llvm_version_info", (15, 0, 7))
    with pytest.raises(BuildError, match=r"expected llvmlite with LLVM 20 or later, got LLVM 15\.0\.7"):
        Linker(chosen())


def test_this_build_is_not():
    builds.check()
    assert issubclass(BuildError, ImportError)
    assert issubclass(BuildError, tg.errors.TapegradError)

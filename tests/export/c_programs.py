"""Exported C in tests: compiled as C99 without a warning, loaded, and called with NumPy's arrays."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.export.c_module import HEADERS, HELPERS, CModule
from tapegrad.func.containers import flatten
from tapegrad.ir.forms import cells, of_cells
from tapegrad.ir.program import Program

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"]
each_compiler = pytest.mark.parametrize(
    "compiler", COMPILERS or [pytest.param("", marks=pytest.mark.skip("no compiler of C"))]
)


def library(text: str, folder: Path, compiler: str, *flags: str) -> ctypes.CDLL:
    """Compile one file to a shared library, and load it."""
    source = folder / "exported.c"
    source.write_text(text)
    target = folder / f"exported_{compiler}.so"
    built = subprocess.run(
        [compiler, *STRICT, *flags, "-shared", "-fPIC", str(source), "-o", str(target), "-lm"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[:4000]
    return ctypes.CDLL(str(target), mode=os.RTLD_NOW)


class Kernel:
    """A program's function, and the memory that it needs."""

    def __init__(self, name: str, program: Program) -> None:
        self.name, self.program = name, program
        self.module = CModule(name, "export")
        function = self.module.function(program, f"{name}_kernel")
        self.work = function.work
        signature = f"int64_t {name}_run(void *const *in, void *const *out, char *work)"
        self.text = (
            f"{self.module.text()}\n\n{signature};\n{signature}\n{{\n    return {function.name}(in, out, work);\n}}\n"
        )

    def call(self, loaded: ctypes.CDLL, leaves: Sequence[Any]) -> tuple[int, list[Any]]:
        """Return the status and the results."""
        p = self.program
        inputs = [np.ascontiguousarray(cells(x, form)) for x, form in zip(leaves, p.input_forms, strict=True)]
        results = [np.full(max(1, form.words), np.nan, _memory(form)) for form in p.output_forms]
        work = np.full(max(1, self.work // 8), np.nan)
        tables = [(ctypes.c_void_p * max(1, len(x)))(*[a.ctypes.data for a in x]) for x in (inputs, results)]
        run = getattr(loaded, f"{self.name}_run")
        run.restype = ctypes.c_int64
        status = run(*tables, ctypes.c_void_p(work.ctypes.data))
        return status, [_shown(r, form) for r, form in zip(results, p.output_forms, strict=True)]


def _memory(form: Any) -> Any:
    return np.float32 if form.lane is not None and form.lane in (np.float32, np.complex64) else np.float64


def _shown(memory: np.ndarray, form: Any) -> Any:
    if form.lane is not None and form.lane.kind == "c":
        memory = memory.view(form.lane)
    memory = memory[: form.size].reshape(form.shape)
    return of_cells(memory, form) if form.lane is None else memory


def together(kernels: Sequence[Kernel]) -> str:
    """Return one file of several kernels: helpers, names of statuses and prototypes once."""
    text, seen = HEADERS, set[str]()
    for kernel in kernels:
        part = kernel.text
        for helper in HELPERS.values():
            part = part.replace(helper, "") if helper in text else part
        lines = []
        for line in part.split("\n"):
            if not (line.startswith(("#define", "extern")) and line in seen):
                lines.append(line)
            seen.add(line)
        text += "\n".join(lines)
    return text


def recorded(f: Callable[..., Any], args: Sequence[Any]) -> tuple[Program, list[Any], list[Any]]:
    """Return a function's program, the leaves of its arguments, and what Python's replay gives."""
    compiled = tg.compile(f)
    leaves: list[Any] = []
    results: list[Any] = []
    flatten(compiled(*args), results)
    flatten(tuple(args), leaves)
    variant = compiled._sealed(tuple(args), {})
    return variant.program, leaves, [x for k, x in enumerate(results) if k not in variant.plain]


_PROTOTYPE = re.compile(r"^extern void (\w+)_\((.*)\);$", re.MULTILINE)


def shim(text: str, folder: Path) -> None:
    """Load the routines of BLAS and LAPACK that a text calls, under Fortran's names, from SciPy's Cython modules."""
    import scipy.linalg.cython_blas as blas
    import scipy.linalg.cython_lapack as lapack

    found = {name: parameters.count(",") + 1 for name, parameters in _PROTOTYPE.findall(text)}
    if not found:
        return
    lines = []
    for name, count in found.items():
        kinds, names = ", ".join(["void *"] * count), ", ".join(f"p{k}" for k in range(count))
        given = ", ".join(f"void *p{k}" for k in range(count))
        lines.append(f"void (*{name}_at)({kinds});\nvoid {name}_({given}) {{ {name}_at({names}); }}")
    source, target = folder / "shim.c", folder / "shim.so"
    source.write_text("\n".join(lines))
    subprocess.run([COMPILERS[0], "-shared", "-fPIC", str(source), "-o", str(target)], check=True)
    loaded = ctypes.CDLL(str(target), mode=ctypes.RTLD_GLOBAL)
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    name_of = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", ctypes.pythonapi))
    for name in found:
        capsule = blas.__pyx_capi__.get(name) or lapack.__pyx_capi__[name]
        ctypes.c_void_p.in_dll(loaded, f"{name}_at").value = pointer(capsule, name_of(capsule))

"""Object files for this machine and others, and the shared library that a C compiler makes of one.

Tests: tests/export/test_object_code.py, tests/export/test_targets.py
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from tapegrad.codegen.executable import STRAIGHT
from tapegrad.errors import ArgumentError
from tapegrad.export.object_text import ObjectText
from tapegrad.machine import compiler
from tapegrad.machine.uninterrupted import uninterrupted

_COMPILERS = ("cc", "gcc", "clang")
_LIBRARIES = {"darwin": [["-framework", "Accelerate"]]}  # that have BLAS and LAPACK
_USUAL = [["-llapack", "-lblas"], ["-lopenblas"], ["-l:liblapack.so.3", "-l:libblas.so.3"], []]


def machine_for(target: str | None, cpu: str | None, title: str) -> Any:
    """Return LLVM's code generator for a target; without one, for this machine and its processor.

    Raises
    ------
    ArgumentError
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple, features = target or llvm.get_default_triple(), ""
    if target is None and cpu is None:
        cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    if cpu is not None and features == "":
        _check_processor(triple, cpu, title)
    try:
        chosen = llvm.Target.from_triple(triple)
        return chosen.create_target_machine(cpu=cpu or "", features=features, opt=3, reloc="pic", codemodel="default")
    except RuntimeError:
        raise ArgumentError(
            f'{title}: expected a target that LLVM has, such as "aarch64-linux-gnu", got {target!r}. Name its '
            "processor, vendor and system."
        ) from None


_TRIAL = """
import llvmlite.binding as llvm, sys
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
machine = llvm.Target.from_triple(sys.argv[1]).create_target_machine(cpu=sys.argv[2])
machine.emit_object(llvm.parse_assembly("define double @f(double %x) { ret double %x }"))
"""


def _check_processor(triple: str, cpu: str, title: str) -> None:
    """Check in another process that LLVM has code for a processor: it ends the process for some that it does not know.

    Raises
    ------
    ArgumentError
    """
    trial = subprocess.run([sys.executable, "-c", _TRIAL, triple, cpu], capture_output=True, text=True, check=False)
    if trial.returncode or "not a recognized processor" in trial.stderr:
        raise ArgumentError(
            f'{title}: expected a processor that LLVM has for {triple}, such as "x86-64-v3", got {cpu!r}.'
        )


def is_windows(target: str | None) -> bool:
    """Tell whether a target is Windows, whose object files have another ending and mark what they export."""
    return "windows" in (target or llvm.get_default_triple())


def code_of(text: ObjectText, machine: Any, target: str | None) -> bytes:
    """Return the object code of a text."""
    level = compiler.level(text.text.count("\n") < STRAIGHT)
    return uninterrupted(compiler.object_code, machine, text.text, level, target)


def shared_library(code: Path, place: Path, libraries: Sequence[str]) -> tuple[Path | None, str]:
    """Link an object file to a shared library; returns its path, or None and the reason.

    `libraries` are the routines of BLAS and LAPACK that it calls.
    """
    compiler_command = next(_commands(), None)
    if compiler_command is None:
        return (
            None,
            "No C compiler was found (CC, cc, gcc, clang) for a shared library. Link the object file.",
        )
    library = place.with_name(f"{place.name}{_suffix()}")
    said = ""
    for options in _LIBRARIES.get(sys.platform, _USUAL) if libraries else [[]]:
        command = [*compiler_command, "-shared", "-o", str(library), str(code), *options]
        command += [] if sys.platform == "win32" else ["-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            if libraries and not options:
                return (
                    library,
                    f"No BLAS and LAPACK were found: load ones with {', '.join(libraries)} before the library.",
                )
            return library, ""
        said = done.stderr.strip()
    return None, f"{shlex.join(compiler_command)} could not link the object file: {said[-500:]}"


def _commands() -> Iterator[list[str]]:
    """Yield the commands of C compilers that are there."""
    for name in (os.environ.get("CC", ""), *_COMPILERS):
        words = shlex.split(name)
        if words and shutil.which(words[0]):
            yield words


def _suffix() -> str:
    return {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")

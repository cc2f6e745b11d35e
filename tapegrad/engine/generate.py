"""Write the LLVM text of the sweeps, a file for each unit: ``python -P -m tapegrad.engine.generate [--check]``.

It is written by the oldest versions that ``pyproject.toml`` allows, because LLVM reads text older than itself, and
never newer; and by them alone, so that it can be written anew and compared whole. It is optimised without regard to a
processor, and freed of everything that names one.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tomllib
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from tapegrad.engine import sweeps
from tapegrad.machine.cache import engine

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def versions() -> str:
    """Return what the text depends on besides the sources."""
    import numba

    found = {"numba": numba.__version__, "llvmlite": llvmlite.__version__, "Python": platform.python_version()}
    return ", ".join([*(f"{name} {v.rpartition('.')[0]}" for name, v in found.items()), platform.machine()])


def oldest() -> str:
    """Return the versions that write the text, as `versions` gives them."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    bounds = dict(dependency.split(">=") for dependency in project["dependencies"])
    python = project["requires-python"].removeprefix(">=")
    return f"numba {bounds['numba']}, llvmlite {bounds['llvmlite']}, Python {python}, x86_64"


def text(unit: str) -> str:
    """Return the content of the file of a unit."""
    engine()  # makes LLVM ready
    machine = llvm.Target.from_default_triple().create_target_machine()  # of any processor
    module = llvm.parse_assembly(sweeps.compiled_by_numba(unit))
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    lines = []
    for line in str(module).splitlines():
        if not line or line.startswith((";", "target ", "source_filename", "attributes ", "!")):
            continue
        if "@llvm.lifetime." not in line:  # hints, as those that follow, whose form differs between versions
            line = re.sub(r",? ![a-z.]+ !\d+| captures\(none\)", "", line)
            lines.append(re.sub(r"\s*#\d+( \{)?$", r"\1", re.sub(r" #\d+,", ",", line)))
    whole = "\n".join([f"; {sweeps.digest(unit)}", f"; {versions()}", *lines]) + "\n"
    numbers: dict[str, int] = {}
    return re.sub(r"\b_Z\w+", lambda name: f"helper_{numbers.setdefault(name[0], len(numbers))}", whole)


def main() -> int:
    """Write the files, or with --check say whether they are what would be written."""
    os.environ["NUMBA_OPT"] = "0"  # these are read when numba is imported; the text is optimised where it is used
    os.environ["NUMBA_CPU_NAME"] = "generic"
    checks = "--check" in sys.argv
    wanted = sweeps.kept("sweeps").read_text().splitlines()[1].removeprefix("; ") if checks else oldest()
    if versions() != wanted:
        numba, brought, python, _ = wanted.split(", ")
        print(
            f"The text of the sweeps is written and compared by {wanted}, and this is {versions()}. To have these:",
            f"    {python.lower().replace(' ', '')} -m venv oldest",
            f"    oldest/bin/pip install -e . {numba.replace(' ', '==')} {brought.replace(' ', '==')}",
            "    oldest/bin/python -P -m tapegrad.engine.generate",
            sep="\n",
        )
        return 2
    outdated = 0
    for unit in sweeps.UNITS:
        fresh, file = text(unit), sweeps.kept(unit)
        if not checks:
            file.write_text(fresh)
        elif not file.exists() or fresh != file.read_text():
            print(f"{file.name} is out of date: run python -P -m tapegrad.engine.generate")
            outdated = 1
    return outdated


if __name__ == "__main__":
    sys.exit(main())

"""The processes that count: one that compiles what is needed, then, in the same surroundings, the one that counts."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from benchmarks.compare.machine import ONE_THREAD
from benchmarks.instructions.child import FIRST
from benchmarks.instructions.counters import Machine

ROOT = Path(__file__).parents[2]
CHILD = f"""
import sys
sys.path.append({str(ROOT)!r})  # last: the installed package is counted, as it is tested
from benchmarks.instructions import child
"""
COUNT = "child.main(sys.argv[2:])"

VALGRIND = ("valgrind", "--tool=callgrind", "--instr-atstart=no", "--quiet")


def run(command: list[str], folder: str | None = None) -> dict[str, int]:
    """Run a counting process on one thread, and give what it prints.

    If a folder is given, it holds the caches; their names are relative, for a path is hashed, and its hash counts.
    """
    environment = {**os.environ, **ONE_THREAD, "PYTHONHASHSEED": "0"}
    environment["TAPEGRAD_QUICK"] = "0"  # code as users have it
    if folder is not None:
        environment |= {
            "PYTHONPYCACHEPREFIX": "bytecode",
            "PYTHONDONTWRITEBYTECODE": "",
            "TAPEGRAD_CACHE_DIR": "kernels",
            "TAPEGRAD_PROCESSOR": "x86-64-v3",
        }
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def calls(*cases: str, program: str = CHILD) -> dict[str, int]:
    """Count calls in the cases, all if none is named."""
    child = [sys.executable, "-P", "-c", program + COUNT, "calls"]
    run([*child, "nothing", FIRST])  # may compile
    return run([*child, "calls", *cases])


def machine(*cases: str, program: str = CHILD) -> dict[str, int]:
    """Count instructions of the processor in the cases, all if none is named."""
    with tempfile.TemporaryDirectory() as folder:
        child = [sys.executable, "-P", "-c", program + COUNT, "machine"]
        run([*child, "nothing", *cases], folder)
        run([*VALGRIND, "--callgrind-out-file=counts", *child, "machine", *cases], folder)
        return dumped(Path(folder))


def surroundings() -> dict[str, str]:
    """Say what instructions depend on beside the package. The processor is always the one that valgrind shows."""
    valgrind = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    libraries = {name: version(name) for name in ("numpy", "scipy", "llvmlite", "numba")}
    return {"valgrind": valgrind, "python": sys.version, "libc": " ".join(platform.libc_ver()), **libraries}


def dumped(folder: Path) -> dict[str, int]:
    """Read the counts from the files that valgrind has written, without what counting takes itself."""
    totals = {}
    for file in sorted(folder.glob("counts.*"), key=lambda file: int(file.suffix[1:])):
        text = file.read_text(encoding="utf-8", errors="replace")
        name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.MULTILINE)
        total = re.search(r"^totals: (\d+)$", text, re.MULTILINE)
        if name and total:
            totals[name[1]] = int(total[1])
    return {name: total - totals[Machine.NOTHING] for name, total in totals.items() if name != Machine.NOTHING}


def why_not() -> str | None:
    """Say what machine instructions cannot be counted without, if it is missing."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed"
    info = Path("/proc/cpuinfo")
    if not info.exists() or " avx2" not in info.read_text():
        return "this is no Linux on a processor with AVX2"
    return None

"""Modules of tests, each run in a process of its own, and what came of it."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import ROOT

from . import listing

_ENDED = 5  # processes of one module that may end before their tests do


class Options(NamedTuple):
    """What of the tests, and of the repetitions, is run."""

    sample: int = 1
    every: int = 10
    seconds: float = 30.0
    select: str = ""
    part: int = 0


def expanded(name: str) -> list[str]:
    """The modules of tests that a name stands for: itself, or all of those which a package has installed."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise SystemExit(f"{name}: there is no such module.")
    if spec.submodule_search_locations is None:
        return [name]
    folder = Path(spec.submodule_search_locations[0])
    files = sorted(folder.glob("test_*.py")) if name.endswith(".tests") else sorted(folder.glob("tests/test_*.py"))
    return [".".join([name, *file.relative_to(folder).with_suffix("").parts]) for file in files]


def run(module: str, options: Options) -> dict[str, Any]:
    """Run the tests of a module, and again without a test that ends the process."""
    ended: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        while True:
            result, note = Path(folder, "result"), Path(folder, "note")
            status, output = _process(module, options, ended, result, note)
            if result.exists():
                found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
                break
            last = note.read_text(encoding="utf-8") if note.exists() else output[-2000:]
            ended.append(last)
            if len(ended) == _ENDED or not note.exists():
                found = {"tests": {}, "calls": {}, "counts": {}, "set aside": {}, "not offered": {}, "found": []}
                break
            note.unlink()
    found["found"] += [(0, "", "", "ended", f"the process ended with {status}", text) for text in ended]
    return found


def _file(module: str) -> Path:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{module}: there is no such module.")
    return Path(spec.origin)


def _process(module: str, options: Options, ended: list[str], result: Path, note: Path) -> tuple[int, str]:
    """Run pytest with the plugin."""
    file = _file(module)
    within = file.relative_to(file.parents[module.count(".")]).as_posix()
    left = [f"{within}::{test}" for test in listing.left_tests(module)] + [text.partition("\n")[0] for text in ended]
    given = {"files": [str(file)], "result": str(result), "note": str(note), "sample": options.sample,
             "part": options.part, "every": options.every, "seconds": options.seconds, "left": left}  # fmt: skip
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    environment = {**os.environ, "TAPEGRAD_UPSTREAM": json.dumps(given), "PYTHONHASHSEED": "0", "PYTHONPATH": path}
    environment["OMP_NUM_THREADS"] = "1"
    environment.setdefault("TAPEGRAD_QUICK", "1")  # the same bits for a quarter of the compiling, as in our own tests
    environment.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-P", "-m", "pytest", "-p", "tests.upstream.plugin", "--assert=plain", "-q", "--tb=line"]
    command += ["-c", os.devnull, f"--rootdir={file.parents[module.count('.')]}", "-p", "no:cacheprovider", str(file)]
    command += ["-k", options.select] if options.select else []
    done = subprocess.run(
        command, env=environment, cwd=result.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr

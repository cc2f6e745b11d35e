"""Which tests exercise which module of the package: the last line of a module's docstring, `Tests: tests/ir/test_files.py`.

A file of tests exercises a module if it calls a function of the module. What Python never calls has another sign: machine
code that is written in the small language has callers (`LANGUAGE`); tables and types are there once they are
imported.

`python -m tests.rooms` measures all files of tests, each for half a minute at most, and prints modules whose lines are not
true; with `--write` it writes all lines anew: files that call much of a module, and little else.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import tapegrad

PACKAGE = Path(tapegrad.__file__).parent
HERE = Path(__file__).parents[1]
SECONDS = 30
MOST = 3  # files in a line
MODULES = {
    path.relative_to(PACKAGE).as_posix(): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.name not in ("__init__.py", "__main__.py")
}
for for_checkers in ("ops/array_protocols.py", "ops/kinds/protocols.py"):  # which nothing imports at run time
    del MODULES[for_checkers]
# what is translated to machine code and never called, with what is called where that runs
LANGUAGE = {f"engine/{name}.py": "autograd/engine.py" for name in ("blocks", "planning", "regions")}
LANGUAGE |= dict.fromkeys(
    ("engine/match_operands.py", "engine/matcher.py", "cpython/objects.py"), "trace_cache/stubs.py"
)
Calls = dict[str, list[str]]
"""The functions of each module that were called."""


def tests_of(module: str) -> list[str]:
    """Return the files of tests that a module names."""
    found = re.search(r'^Tests: ([^:"]+)"""$', MODULES[module].read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].replace(",", " ").split() if found else []


def functions_of(module: str) -> set[str]:
    """Return the names of a module's functions that Python may call; of what has none, what stands for them."""

    def names(node: ast.AST, prefix: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner += f"{child.name}."
                if isinstance(child, ast.FunctionDef):
                    yield f"{prefix}{child.name}"
                    inner += "<locals>."
            yield from names(child, inner)

    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return set(names(tree, "")) or {"<module>"}


class Tracer:
    """A plugin of pytest that notes which functions of the package are called by tests.

    Attributes
    ----------
    waiting : set of str
        Modules; once functions of all have been called, the session ends.
    end : float
        The time of the processor after which it ends in any case.
    """

    def __init__(self, waiting: Iterable[str], seconds: float) -> None:
        self.waiting, self.end = set(waiting), time.process_time() + seconds
        self.codes: set[CodeType] = set()

    def called(self) -> Calls:
        """Return what was called up to now."""
        found: dict[str, set[str]] = {}
        for code in list(self.codes):
            path = Path(code.co_filename)
            if path.is_relative_to(PACKAGE) and code.co_name != "<module>":
                found.setdefault(path.relative_to(PACKAGE).as_posix(), set()).add(code.co_qualname)
        for module in MODULES:
            name = f"tapegrad.{module.removesuffix('.py').replace('/', '.')}"
            if name in sys.modules and module not in found:
                if LANGUAGE.get(module) in found:
                    found[module] = functions_of(module)
                elif functions_of(module) == {"<module>"}:
                    found[module] = {"<module>"}
        return {module: sorted(names) for module, names in found.items()}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        def note(frame: FrameType, event: str, argument: Any) -> None:
            self.codes.add(frame.f_code)

        sys.settrace(note)
        try:
            result = yield
        finally:
            sys.settrace(None)
        if time.process_time() > self.end or (self.waiting and self.waiting <= set(self.called())):
            item.session.shouldstop = "all was called, or the time is over"
        return result


def calls(file: str, waiting: Iterable[str] = (), seconds: float = SECONDS) -> Calls:
    """Return what a file of tests calls, measured in a process of its own."""
    command = [sys.executable, "-m", "tests.rooms", "--trace", file, "--seconds", str(seconds), "--until", *waiting]
    with tempfile.TemporaryDirectory() as folder:  # what is found on disk is not made anew, and its makers not called
        environment = os.environ | {"TAPEGRAD_CACHE_DIR": folder, "PYTEST_ADDOPTS": ""}  # traced in one process
        done = subprocess.run(command, cwd=HERE, env=environment, check=True, capture_output=True, text=True)
    found: Calls = json.loads(done.stdout.splitlines()[-1])
    return found


def chosen(measured: dict[str, Calls], module: str) -> list[str]:
    """Return the files that exercise a module, those first that call much of it and little else.

    Parameters
    ----------
    measured : dict of str to Calls
        What each file of tests calls.
    """
    functions, found, room = functions_of(module), [], f"tests/{module.split('/')[0]}/"
    missing = set(functions)
    while len(found) < MOST:
        best, most = "", 0.0
        for file, called in measured.items():
            own = set(called.get(module, ()))
            new = len(own & missing) or (len(own) if not found else 0)
            share = new / (1 + len(functions))
            specific = len(own) / sum(map(len, called.values())) if own else 0.0
            score = share * specific**0.5 * (3 if file.startswith(room) else 1) * (1 + 8 * likeness(module, file))
            if score > most and (not found or new > 0.1 * len(functions)):
                best, most = file, score
        if not best or best in found:
            break
        found.append(best)
        missing -= set(measured[best][module])
    return found


def likeness(module: str, file: str) -> float:
    """Return how many of the words of a module's name, or of its inner folder's, a file of tests has in its name."""
    has = {word.rstrip("s") for word in Path(file).stem.split("_")[1:]}
    parts = Path(module).with_suffix("").parts[-2:]
    return max(sum(word.rstrip("s") in has for word in part.split("_")) / (1 + part.count("_")) for part in parts)


def write(module: str, files: Iterable[str]) -> None:
    """Write the last line of a module's docstring."""
    path = MODULES[module]
    source = path.read_text(encoding="utf-8")
    first = ast.parse(source).body[0]
    lines = source.splitlines(keepends=True)
    head = "".join(lines[: first.end_lineno])
    text = head.rstrip().removesuffix('"""')
    text = re.sub(r"\n+Tests: [^:]+\Z", "", text).rstrip()
    line = textwrap.fill("Tests: " + ", ".join(files), 120, break_long_words=False, break_on_hyphens=False)
    path.write_text(f'{text}\n\n{line}\n"""\n{"".join(lines[first.end_lineno :])}', encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the lines")
    parser.add_argument("--trace", metavar="FILE", help="print what one file calls")
    parser.add_argument("--until", nargs="*", default=(), help="modules after whose calls to end")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to trace a file")
    given = parser.parse_args()
    if given.trace:
        tracer = Tracer(given.until, given.seconds)
        pytest.main([given.trace, "-q", "-m", "not slow", "-p", "no:cacheprovider"], plugins=[tracer])
        print(json.dumps(tracer.called()))
        return
    files = sorted(path.relative_to(HERE).as_posix() for path in (HERE / "tests").glob("*/test_*.py"))
    measured = {file: calls(file) for file in files}
    for module in MODULES:
        if given.write:
            write(module, chosen(measured, module))
        elif untrue := [file for file in tests_of(module) if module not in measured[file]]:
            print(f"{module} is not exercised by {', '.join(untrue)}: {', '.join(chosen(measured, module))} do")


if __name__ == "__main__":
    main()

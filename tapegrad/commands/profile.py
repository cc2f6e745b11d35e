"""Run a script under the profiler, and write where its time goes as one HTML file.

The script runs as python SCRIPT would run it, with its own arguments; its exit status is kept. With -m it is a module.
The page shows the calls as a flame graph, times beside your lines, ops and memory over time. What other threads do is
not measured, and loops are not compiled meanwhile.

Tests: tests/commands/test_profile_command.py
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

from tapegrad.errors import ArgumentError
from tapegrad.profiler import profile
from tapegrad.profiler.profile_page import advice

EXAMPLE = "python -m tapegrad profile --output demo.html -m tapegrad demo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--output", metavar="FILE", default="profile.html", help="the page, with or without .html")
    parser.add_argument("--limit", metavar="N", type=int, default=10, help="rows of the table that is printed (10)")
    parser.add_argument("-m", dest="is_module", action="store_true", help="the script is a module, as for python -m")
    parser.add_argument("script", metavar="SCRIPT", help="such as fit.py")
    parser.add_argument("arguments", metavar="...", nargs=argparse.REMAINDER, help="arguments of the script")


def run(options: argparse.Namespace) -> int:
    """Run the script, print the rows that took longest, and write the page; also of a script that has failed."""
    spec = _spec(options.script) if options.is_module else None
    code = _code(options.script if spec is None else str(spec.origin))
    output = Path(f"{options.output.removesuffix('.html')}.html").absolute()  # the script may change the folder
    if not output.parent.is_dir():
        raise ArgumentError(f"profile: expected --output in a folder that exists, got {options.output}.")
    measured = profile(stacks=True, memory=True, compiled=True)
    try:
        with measured:
            status = _status(_as_main(code, spec, [options.script, *options.arguments]))
    finally:
        print(measured.table(limit=options.limit))
        if advised := advice(measured):
            print(advised)
        measured.save(output, title=" ".join([os.path.basename(options.script), *options.arguments]))
        print(f"page: {output}")
    return status


def _spec(module: str) -> ModuleSpec:
    """Return where the file is that ``python -m`` runs for a module.

    Raises
    ------
    ArgumentError
        If there is none.
    """
    try:
        spec = importlib.util.find_spec(module)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{module}.__main__")
    except (ImportError, ValueError):  # of a package around it
        spec = None
    if spec is None or not spec.has_location:
        raise ArgumentError(f"profile: expected a module that python -m runs, got {module}.")
    return spec


def _code(script: str) -> CodeType:
    """Compile a script.

    Raises
    ------
    ArgumentError
        If it cannot be read, or is not Python.
    """
    try:
        return compile(Path(script).read_bytes(), os.path.abspath(script), "exec")
    except OSError as error:
        raise ArgumentError(f"profile: expected a script, got {script}: {error.strerror}.") from None
    except (SyntaxError, ValueError) as error:
        raise ArgumentError(f"profile: expected a script in Python, got {script}: {error}.") from None


def _as_main(code: CodeType, spec: ModuleSpec | None, words: Sequence[str]) -> Callable[[], None]:
    """Return what runs code as the main module, as Python runs a script, or the module of a spec, with these words of
    the command line.
    """
    main = ModuleType("__main__")
    main.__dict__.update(__file__=code.co_filename, __builtins__=__builtins__)
    if spec is not None:
        main.__dict__.update(__spec__=spec, __package__=spec.parent)

    def script() -> None:
        sys.argv[:] = words if spec is None else [code.co_filename, *words[1:]]
        if spec is None and not sys.flags.safe_path:
            sys.path[0] = os.path.dirname(code.co_filename)
        sys.modules["__main__"] = main
        exec(code, main.__dict__)

    return script


def _status(script: Callable[[], None]) -> int:
    """Run a script; what it raises is shown as Python shows it, from its own lines on, and is exit status 1."""
    try:
        script()
    except Exception as error:
        traceback = error.__traceback__
        for _ in range(2):  # past this function and `script`
            traceback = traceback and traceback.tb_next
        sys.excepthook(type(error), error.with_traceback(traceback), traceback)
        return 1
    return 0

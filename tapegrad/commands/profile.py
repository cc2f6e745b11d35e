"""Run a script under the profiler, and write where its time goes as one HTML file.

The script runs as python SCRIPT would run it, with its own arguments; its exit status is kept. The page shows the
calls as a flame graph, times beside your lines, ops and memory over time. What other threads do is not measured, and
loops are not compiled meanwhile.

Tests: tests/commands/test_profile_command.py
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, ModuleType

from tapegrad.errors import ArgumentError
from tapegrad.profiler import profile

EXAMPLE = "python -m tapegrad profile --output fit.html fit.py"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--output", metavar="FILE", default="profile.html", help="the page (profile.html)")
    parser.add_argument("--limit", metavar="N", type=int, default=10, help="rows of the table that is printed (10)")
    parser.add_argument("script", metavar="SCRIPT", help="such as fit.py")
    parser.add_argument("arguments", metavar="...", nargs=argparse.REMAINDER, help="arguments of the script")


def run(options: argparse.Namespace) -> int:
    """Run the script, print the rows that took longest, and write the page; also of a script that has failed."""
    code = _code(options.script)
    output = Path(options.output).absolute()  # the script may change the folder
    if not output.parent.is_dir():
        raise ArgumentError(f"profile: expected --output in a folder that exists, got {options.output}.")
    measured = profile(stacks=True, memory=True, compiled=True)
    try:
        with measured:
            status = _status(_as_main(code, [options.script, *options.arguments]))
    finally:
        print(measured.table(limit=options.limit))
        measured.save(output, title=" ".join([os.path.basename(options.script), *options.arguments]))
        print(f"page: {output}")
    return status


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


def _as_main(code: CodeType, words: Sequence[str]) -> Callable[[], None]:
    """Return what runs code as the main module, as Python runs a script with these words of the command line."""
    main = ModuleType("__main__")
    main.__dict__.update(__file__=code.co_filename, __builtins__=__builtins__)

    def script() -> None:
        sys.argv[:] = words
        if not sys.flags.safe_path:
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

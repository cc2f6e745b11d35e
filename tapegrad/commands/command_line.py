"""The command line: the list of commands, its help, and short answers to what cannot be run.

Errors that tapegrad raises on purpose become one line on standard error, and exit status 2.

Tests: tests/commands/test_command_line.py
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import tapegrad
from tapegrad.errors import TapegradError

PROGRAM = "python -m tapegrad"
COMMANDS = {  # each is a file of this folder, which is imported when it is asked for
    "see it work": {
        "demo": "fit the 27 nonlinear regression problems of NIST StRD",
    },
    "your function": {
        "check": "compare a function's derivatives with differences, and say what may be wrong",
        "bench": "time a function and its gradient beside NumPy, differences, PyTorch and JAX",
        "profile": "run a script, and show where its time goes as a page for a browser",
        "export": "write a function as object code or C, for programs without Python",
        "explain": "show what a call does: lines, tape, fused groups, machine code",
    },
    "this machine": {
        "info": "show versions, processor, threads and the cache folder, for a bug report",
        "warmup": "compile all kernels now",
        "prebuild": "compile the kernels that come with a wheel",
        "cache": "list the compiled code on disk, or remove some of it",
    },
}
NAMES = [name for group in COMMANDS.values() for name in group]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and where to read more, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}\nFor help: {self.prog} --help\n")


def page() -> str:
    """Return what is shown without arguments."""
    lines = [f"tapegrad {tapegrad.__version__}: derivatives of NumPy code. To run a command: {PROGRAM} COMMAND"]
    lines += [f"  {title + ':':<15}{', '.join(group)}" for title, group in COMMANDS.items()]
    lines.append(f"What a command does, with an example: {PROGRAM} COMMAND --help")
    return "\n".join(lines)


def parser(chosen: str) -> Parser:
    """Return the parser of all commands, of which one will be run or explained."""
    top = Parser(prog=PROGRAM, description="Derivatives of NumPy code: tools of the command line.")
    top.add_argument("--version", action="version", version=f"tapegrad {tapegrad.__version__}")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in ((name, summary) for group in COMMANDS.values() for name, summary in group.items()):
        command = subparsers.add_parser(name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter)
        if name == chosen:
            module = import_module(f"tapegrad.commands.{name}")
            command.description = f"{module.__doc__}".partition("\n\nTests:")[0]
            command.epilog = f"example:\n  {module.EXAMPLE}"
            command.set_defaults(parser=command, run=module.run)
            module.arguments(command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``python -m tapegrad``; those of this process by default.

    Returns
    -------
    int
        The exit status.

    Raises
    ------
    SystemExit
        If a word is wrong, or the command cannot be run.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = words[0] if words else ""
    top = parser(name)
    if name and not name.startswith("-") and name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(NAMES)}."
        top.error(f"expected a command, got {name!r}. {hint}")
    options, unknown = top.parse_known_args(words)
    if unknown:
        getattr(options, "parser", top).error(f"expected no more arguments, got {' '.join(unknown)}")
    if options.command is None:
        print(page())
        return 0
    try:
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except TapegradError as error:
        return options.parser.error(str(error))
    except BrokenPipeError:  # the reader, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1

"""Write a function as object code or C, for programs without Python.

The shapes and dtypes of the arguments are those of the example.

Tests: tests/commands/test_command_line.py
"""

from __future__ import annotations

import argparse
import re

import tapegrad
from tapegrad.commands import users_function

EXAMPLE = 'python -m tapegrad export tapegrad.optimize:rosen --args "[1.3, 0.7, 0.8]" --derivatives 1'


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    users_function.add_arguments(parser)
    parser.add_argument("--output", metavar="PATH", help="of the files, with or without an ending (the name)")
    parser.add_argument("--target", help="another system, such as aarch64-linux-gnu")
    parser.add_argument("--cpu", help="a processor by LLVM's name")
    parser.add_argument("--kind", choices=("object", "c"), default="object")
    parser.add_argument("--derivatives", default="0", help="0, 1 or 2, or names such as jac,jac_adj1")
    parser.add_argument("--name", help="of the function (the last part of the path)")


def run(options: argparse.Namespace) -> int:
    """Write the files, and print their names."""
    function, example = users_function.function_and_arguments(options)
    if not hasattr(function, "export"):
        function = tapegrad.compile(function)
    path = options.output or options.function.rpartition(":")[2].rpartition(".")[2]
    path = re.sub(r"\.(h|c|o|obj)$", "", path)
    names = [int(word) if word.isdigit() else word for word in options.derivatives.split(",") if word]
    derivatives = names[0] if len(names) == 1 and isinstance(names[0], int) else names
    files = function.export(
        path, *example, target=options.target, cpu=options.cpu, kind=options.kind, derivatives=derivatives,
        name=options.name,
    )  # fmt: skip
    for file in (files.header, files.code, files.library):
        if file is not None:
            print(file)
    if files.message:
        print(files.message)
    return 0

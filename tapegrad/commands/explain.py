"""Show what a call of a function does: a page with its lines, tape, passes, fused groups and machine code.

The page is one file for a browser, which loads nothing from elsewhere.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import argparse

import tapegrad
from tapegrad.commands import users_function

EXAMPLE = 'python -m tapegrad explain tapegrad.optimize:rosen --args "[1.3, 0.7, 0.8]" --gradient'


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    users_function.add_arguments(parser)
    parser.add_argument("--gradient", action="store_true", help="of its value and gradient, in place of the value")
    parser.add_argument("--output", metavar="PATH", help="of the page, with or without .html (the name)")


def run(options: argparse.Namespace) -> int:
    """Write the page, and print its name."""
    function, example = users_function.function_and_arguments(options)
    if not hasattr(function, "explain"):
        function = tapegrad.compile(tapegrad.value_and_grad(function) if options.gradient else function)
    path = options.output or options.function.rpartition(":")[2].rpartition(".")[2]
    path = f"{path.removesuffix('.html')}.html"
    function.explain(path, *example)
    print(path)
    return 0

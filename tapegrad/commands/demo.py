"""Fit the 27 nonlinear regression problems of NIST StRD, and count the digits that agree with the certified values.

Exit status 0 says that all fits from the second start agree to six digits.

Tests: tests/commands/test_command_line.py
"""

from __future__ import annotations

import argparse

from tapegrad import demo

EXAMPLE = "python -m tapegrad demo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--plot", metavar="FILE", help="draw the fits (needs matplotlib)")


def run(options: argparse.Namespace) -> int:
    """Run the demo."""
    return 0 if demo.reached(demo.run(plot=options.plot), 2) else 1

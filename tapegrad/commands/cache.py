"""List the compiled code on disk, or remove some of it.

Tests: tests/commands/test_command_line.py, tests/machine/test_store.py
"""

from __future__ import annotations

import argparse

from tapegrad.machine import store

EXAMPLE = "python -m tapegrad cache --prune"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--prune", action="store_true", help="remove the least recently used files above the bound")
    parser.add_argument("--clear", action="store_true", help="remove all compiled code")


def run(options: argparse.Namespace) -> int:
    """Print the folder and its files by kind, after files were removed if that is asked for."""
    if options.prune or options.clear:
        print(f"{store.prune(0 if options.clear else store.limit())} files removed")
    print(store.described())
    return 0

"""Compile all kernels and sweeps for both dtypes, so that nothing is compiled later.

Tests: tests/commands/test_command_line.py
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from tapegrad.engine.sweeps import scalar_sweep, sweep
from tapegrad.machine import kernels, store
from tapegrad.ops import complete, declare
from tapegrad.progress import progress

EXAMPLE = "python -m tapegrad warmup"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes: nothing."""


def run(options: argparse.Namespace) -> int:
    """Compile what is not in the cache."""
    complete()
    rules = [op for op in declare.table if isinstance(op, declare.Elementwise)]
    work: list[Callable[[], object]] = [partial(sweep, "plan")]
    work += [partial(scalar_sweep, "forward", dtype) for dtype in kernels.DTYPES]
    work += [partial(kernels.load, rule, dtype) for rule in rules for dtype in kernels.DTYPES]
    for compile_one in progress(work, "compiling"):
        compile_one()
    print(f"{len(work)} units ready in {store.folder()}")
    return 0

"""The interface to the engine: `engine`, one floor up, registers the functions that execute runs.

Tests: tests/engine/test_failures.py
"""

from __future__ import annotations

from collections.abc import Callable


class Executor:
    """The compiled sweeps by name; see `tapegrad.engine.sweeps`, which fills this in."""

    load: Callable[[str], None]
    sweep: Callable[[str], Callable[..., int]]
    scalar_sweep: Callable[[str, str], Callable[..., int]]


executor = Executor()

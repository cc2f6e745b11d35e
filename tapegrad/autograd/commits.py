"""What a program gave, committed: by machine code (`tapegrad.autograd.handed`), or by Python where that does not fit.

Invariant: both leave the same. What Python does is one call of C code, so that no handler of a signal comes between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import starmap
from typing import Any

from tapegrad.cpython.layout import misfits
from tapegrad.tape.pending import forget

Commit = Callable[[list[Any], list[Any], list[Any], int, Any], bool]


@cache
def handed() -> Commit:
    """Return what hands gradients to leaves and frees a run; False where it did not, and Python is to do so."""
    from tapegrad.autograd import handed as compiled  # here, since processes begin without sweeps that return

    return _refused if misfits() else compiled.handed()


@cache
def closed(kind: Any) -> Commit:
    """Return what makes a run one of a kind that keeps what a program gave; of no leaves."""
    from tapegrad.autograd import handed as compiled

    return _closing(kind) if misfits() else compiled.closed(kind)


def _refused(*given: Any) -> bool:
    """Leave all to Python."""
    return False


def _closing(kind: type) -> Commit:
    """Return a function of Python that does what the compiled one does."""

    def close(leaves: list[Any], families: list[Any], arrays: list[Any], first: int, run: Any) -> bool:
        forget(run)
        held = run.families, run.imported, run.numbers  # which goes last
        steps: list[tuple[Any, str, Any]] = [(family, "instructions", None) for family in run.families.values()]
        steps += (run, "families", {}), (run, "imported", {}), (run, "numbers", {}), (run, "__class__", kind)
        deque(starmap(setattr, steps), 0)
        del held
        return True

    return close

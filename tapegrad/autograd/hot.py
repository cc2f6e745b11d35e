"""Sweeps that return: compiled forward and backward together, as one sealed program.

A run that ends on a path (see `tapegrad.tape.paths`) is known by its node. Where the same root is swept there again
and again, with the same Tensors alive, the run is not executed any more: a program computes from its inputs the
values that are alive and the gradients. That is a matter of how often it was seen, never of time, so that the same
program gives the same bits.

Invariant: whatever looks on, or may come back to the run after the sweep, is swept as ever.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from itertools import starmap
from typing import Any

import numpy as np

from tapegrad.autograd.engine import accumulating, added
from tapegrad.autograd.marking import active
from tapegrad.tape import paths
from tapegrad.tape.executed import Freed
from tapegrad.tape.modes import current
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import forget, tape
from tapegrad.tape.run import UNWATCHED
from tapegrad.tensor.tensor import Tensor

_OFTEN = 64
_MOST = 8  # ends of one node
_counts = sys.getrefcount


class End:
    """Where sweeps began: a root, in a run of which certain Tensors are alive.

    Attributes
    ----------
    program : Hot or None
        See `tapegrad.autograd.sealing`; `NEVER` if there is none.
    """

    __slots__ = ("__weakref__", "program")

    def __init__(self) -> None:
        self.program: Any = None


def _often(length: int) -> int:
    """Return the number of the sweep for which a program is made: by then, as much time was spent as that costs."""
    return _OFTEN + length


NEVER: Any = object()


def swept(
    root: Tensor, targets: Sequence[Tensor] | None = None
) -> tuple[Open, dict[int, np.ndarray], list[tuple[Tensor, np.ndarray]]] | None:
    """Return the run that is open, the values of its live results, and its leaves with their gradients; None if it is
    to be swept as ever.
    """
    run: Any = tape.run
    if run is None or run.node is None or root._family.run is not run or run.single or run.traced:
        return None
    if not current().plain or active.sweeps or tape.applying or run.outdated or run.failures:
        return None
    if run.watch is not UNWATCHED:
        return None
    node = paths.arrived(run)
    if node is None:
        return None
    key = root._i, *map(_counts, run.instructions)
    end = node.ends.get(key)
    if end is None:
        if len(node.ends) >= _MOST:
            return None
        end = node.ends[key] = End()
    times = tape.returns.get(end, 0)
    if times < _often(len(run.instructions)):
        tape.returns[end] = times + 1
        return None
    if end.program is None:
        end.program = Tensor._autograd.sealing.sealed(run, root._i, key[1:]) or NEVER  # loaded with the first one
    hot = end.program
    if hot is NEVER:
        return None
    sources = run.sources
    leaves = [sources[k][1] for k in hot.leaves]
    if targets is not None and (not hot.alone or {*map(id, targets)} != {*map(id, leaves)}):
        return None  # what a sweep to some leaves does not need is not consumed
    for leaf in leaves:
        if leaf.__class__ is tuple or leaf._node.hooks is not None:
            return None
    outputs = hot.run(run)
    if outputs is None:
        return None
    count = len(hot.live)
    return run, dict(zip(hot.live, outputs, strict=False)), [*zip(leaves, outputs[count:], strict=True)]


def commit(run: Open, kept: dict[int, np.ndarray], updates: Sequence[tuple[Tensor, Tensor]]) -> None:
    """Add to the ``.grad`` of leaves, and leave of the run what a sweep leaves: the values that Tensors show.

    No handler of a signal comes between the two: all that is one call of C code.
    """
    run.kept, run.leaves = kept, frozenset([id(source) for _, source in run.sources])
    forget(run)
    with accumulating:
        totals, before = added(updates)
        deque(starmap(setattr, [*totals, (run, "__class__", Freed)]), 0)
        del before
    tape.close(run)
    run.let_go()  # type: ignore[attr-defined]

"""Sweeps that return: compiled forward and backward together, as one sealed program.

A run that ends on a path (see `tapegrad.tape.paths`) is known by its node. Where the same root is swept there again
and again, with the same Tensors alive, the run is not executed any more: a program computes from its inputs the
values that are alive and the gradients. That is a matter of how often it was seen, never of time, so that the same
program gives the same bits.

Invariant: whatever looks on, or may come back to the run after the sweep, is swept as ever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import starmap
from typing import TYPE_CHECKING, Any

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
from tapegrad.tensor.value import Node

if TYPE_CHECKING:
    from tapegrad.autograd.sealing import Hot

_OFTEN = 64
_MOST = 8  # ends of one node


@cache
def _held() -> Any:
    from tapegrad.machine.holders import held  # here, since processes begin without sweeps that return

    return held()


@cache
def _handed() -> Any:
    from tapegrad.autograd.handed import handed

    return handed()


class End:
    """Where sweeps began: a root, in a run of which certain Tensors are alive.

    Attributes
    ----------
    program : Hot or None
        See `tapegrad.autograd.sealing`; `NEVER` if there is none.
    thread : object
        The last one that has swept here often enough.
    """

    __slots__ = ("__weakref__", "program", "thread")

    def __init__(self) -> None:
        self.program: Any = None
        self.thread: Any = None


def _often(length: int) -> int:
    """Return the number of the sweep for which a program is made: by then, as much time was spent as that costs."""
    return _OFTEN + length


NEVER: Any = object()


def swept(
    root: Tensor, targets: Sequence[Tensor] | None = None
) -> tuple[Open, Hot, list[Tensor], list[np.ndarray]] | None:
    """Return the run that is open, its program, the leaves, and what the program gives: the values of live results,
    then gradients; None if it is to be swept as ever.
    """
    run: Any = tape._open.run
    if run is None or run.node is None:
        return None
    family = root._family
    if family.run is not run or not family.requires_grad or family.form.size != 1 or run.watch is not UNWATCHED:
        return None
    if run.outdated or run.failures or not current().plain or active.sweeps or tape.applying:
        return None
    node, instructions, given = paths.arrived(run), run.instructions, run.given
    if node is None:
        return None
    key = root._i, _held()(instructions)
    end = node.ends.get(key)
    if end is None:
        if len(node.ends) >= _MOST:
            return None
        end = node.ends[key] = End()
    if end.thread is not tape.thread:
        times = tape.returns.get(end, 0)
        if times < _often(len(instructions)):
            tape.returns[end] = times + 1
            return None
        end.thread = tape.thread
    hot = end.program
    if hot is None:  # the module is loaded with the first one
        sealing = Tensor._autograd.sealing
        if not run.open:
            return None
        hot = end.program = sealing.sealed(run, *key) or NEVER
    if hot is NEVER:
        return None
    sources = run.sources
    leaves = [sources[k][1] for k in hot.leaves]
    if targets is not None and (not hot.alone or {*map(id, targets)} != {*map(id, leaves)}):
        return None  # what a sweep to some leaves does not need is not consumed
    for leaf in leaves:
        if leaf.__class__ is tuple or leaf._node.hooks is not None:
            return None
    outputs = hot.run(given, instructions)
    if outputs is None or not run.open or len(instructions) > node.stop:  # a finalizer came between, and recorded
        return None
    return run, hot, leaves, outputs


def backward(run: Any, hot: Hot, leaves: list[Tensor], outputs: list[np.ndarray]) -> None:
    """Add to the ``.grad`` of leaves what a program gave, and leave of the run what a sweep leaves: the values that
    Tensors show.

    No handler of a signal comes between the two: all that is one call of C code.
    """
    live = hot.live
    run.kept = {live[0]: outputs[0]} if len(live) == 1 else dict(zip(live, outputs, strict=False))
    run.leaves = frozenset(map(id, leaves))
    with accumulating:
        handed = _handed()(leaves, hot.families, outputs, len(live), run)
        if not handed:
            forget(run)
            updates = gradients(hot, leaves, outputs)
            steps, before = added([update for update in updates if update[0]._family.requires_grad])
            steps.append((run, "__class__", Freed))
            deque(starmap(setattr, steps), 0)
            del before
    _close(run, handed)


def give_up(run: Any, hot: Hot, leaves: list[Tensor], outputs: list[np.ndarray]) -> None:
    """Leave of the run what a sweep leaves."""
    run.kept, run.leaves = dict(zip(hot.live, outputs, strict=False)), frozenset(map(id, leaves))
    forget(run)
    run.__class__ = Freed
    _close(run, False)


def _close(run: Any, handed: bool) -> None:
    """Let a freed run be open no more; one that a read has closed before lets go of what machine code does not take."""
    opened: Any = tape._open
    if run is opened.run:
        tape.close(run)
    elif not handed or run.frame is not None:  # another thread has looked at it meanwhile
        run.let_go()


def gradients(hot: Hot, leaves: list[Tensor], outputs: list[np.ndarray]) -> list[tuple[Tensor, Tensor]]:
    """Return leaves with their gradients."""
    found = []
    for leaf, family, array in zip(leaves, hot.families, outputs[len(hot.live) :], strict=False):
        t = Tensor()
        t._family, t._i, t._node = family, -1, Node(array)
        found.append((leaf, t))
    return found

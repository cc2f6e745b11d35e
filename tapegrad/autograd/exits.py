"""Exits of the trace tree: counts how often runs end there, and keeps the artefacts compiled for them.

A run on a path (see `tapegrad.trace_cache.tree`) is known by its node. An exit is known by the node, by the slot where
a sweep begins (or that there is none), and by liveness: which instructions' results Tensors still hold. `arrive` asks
whether a run is at a node, and nothing hangs on it that a program would pass over; `artefact_at` counts, and compiles
once that pays.

Invariant: an exit is still counting, or has an artefact, or a refusal that says why it has none. What these functions
cannot give they give a `Reason` for.

Tests: tests/trace_cache/test_exits.py, tests/trace_cache/test_eviction.py
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tapegrad.autograd.compiled_hooks import hooks_alone
from tapegrad.cpython.liveness import held
from tapegrad.ops.runtime import runtime
from tapegrad.record.modes import current
from tapegrad.record.recording import tape
from tapegrad.record.run import UNWATCHED
from tapegrad.trace_cache import thresholds, tree
from tapegrad.trace_cache.reasons import Line, Reason, Refusal, here
from tapegrad.trace_cache.thresholds import settings

if TYPE_CHECKING:
    from tapegrad.record.pending_run import Pending

READ, HELD, VALUES, RECORDED, EVALUATED, MAPPED, ROWS = None, -1, -2, -3, -4, -5, -6
"""What stands in the place of a root: a read, values of a run that is swept later, values alone, a recorded sweep, what
a transform returns, what `vmap` returns for one instance, the rows of a run (whose exits are those of its digest)."""


class TraceExit:
    """Where runs end.

    Attributes
    ----------
    artefact : Hot, Programs, Batch, Refusal or None
        What is compiled (see `tapegrad.autograd.compile_sweep`); None while it is counting.
    thread : object
        The last one that came here often enough.
    last : (object, list of int)
        The thread that was here last, and how often its sweeps and reads were interpreted: the one number of a list.
    line : Line or None
        The user's line that came here first.
    ran : int
        How often what is compiled had run at the last eviction.
    """

    __slots__ = ("__weakref__", "artefact", "last", "line", "ran", "thread")

    def __init__(self) -> None:
        self.last: tuple[Any, list[int]] = None, [0]
        self.artefact: Any = None
        self.thread: Any = None
        self.line: Line | None = here()
        self.ran = 0

    @property
    def runs(self) -> int:
        """How often the artefact has run."""
        return getattr(getattr(self.artefact, "forward", self.artefact), "runs", 0)

    def interpreted(self) -> list[int]:
        """Return the list with the number of this thread, made if need be."""
        times: list[int] = tape.returns.setdefault(self, [0])
        self.last = tape.thread, times
        return times

    def is_used(self) -> bool:
        """Tell whether the artefact has run since the last call."""
        before, self.ran = self.ran, self.runs
        return self.ran > before


def arrive(pending: Pending, watched: bool = False, hooked: bool = False) -> tuple[tree.TreeNode, bytes] | Reason:
    """Return the node of an open run for which an artefact may stand, and liveness there; of one that is `watched`,
    too, where the caller knows by what, or if it may be `hooked`, and nothing else hangs on it.
    """
    node = pending.node
    if node is None:
        return _off_tree(pending)
    if not watched and pending.run.watch is not UNWATCHED and not (hooked and hooks_alone(pending.run) is not None):
        return Reason.HOOKS
    if pending.outdated or pending.failures:
        return Reason.CHANGED
    if not current().plain:
        return Reason.MODES
    instructions = pending.instructions
    if len(instructions) != node.stop:
        node = tree.arrived(pending)
        if node is None:
            return _off_tree(pending)
    return node, held()(instructions)


def _off_tree(pending: Pending) -> Reason:
    """Return the reason why a run is on no path."""
    if not settings.on:
        return Reason.OFF
    refusal: Refusal | None = pending.run.refusal
    if refusal is not None:
        return refusal.reason
    return Reason.OFF_TREE if current().plain else Reason.MODES


def exit_at(node: tree.TreeNode, key: tuple[Any, ...], make: Any = TraceExit) -> Any:
    """Return the exit of a node with this key, made if need be; None if there are too many."""
    exit_ = node.exits.get(key)
    if exit_ is None and len(node.exits) < thresholds.EXITS:
        exit_ = node.exits[key] = make()
    return exit_


def artefact_at(
    pending: Any,
    node: tree.TreeNode,
    key: tuple[Any, ...],
    make: str,
    *args: Any,
    times: int = 1,
    may: bool = True,
) -> Any:
    """Return the artefact of an exit at which this thread has arrived often enough, or `times` as often (with 0, at
    once), if it `may` be used.

    The first time, the function of that name in `tapegrad.autograd.compile_sweep` makes it, of the run and what is
    `args`.
    """
    exit_: TraceExit | None = node.exits.get(key)
    if exit_ is None:
        exit_ = exit_at(node, key)
        if exit_ is None:
            return Reason.TOO_MANY_EXITS
    if exit_.thread is not tape.thread and times:
        thread, count = exit_.last
        if thread is not tape.thread:
            count = exit_.interpreted()
        if count[0] < times * thresholds.sweeps_until_hot(len(pending.instructions)):
            count[0] += 1
            return Reason.COUNTING
        exit_.thread = tape.thread
    if not may:
        return Reason.DIVIDED
    artefact = exit_.artefact
    if artefact is None:
        compile_sweep = runtime.autograd.compile_sweep  # the module is loaded with the first one
        if not pending.active:
            return Reason.CHANGED
        artefact = getattr(compile_sweep, make)(pending, *args)
        if artefact.__class__ is Refusal and artefact.reason is Reason.CHANGED:
            return Reason.CHANGED
        exit_.artefact = artefact
        if settings.verbose:
            _tell(exit_, node, artefact)
    if artefact.__class__ is Refusal:
        thread, count = exit_.last
        if thread is not tape.thread:
            count = exit_.interpreted()
        count[0] += 1
        return artefact.reason
    return artefact


def _tell(exit_: TraceExit, node: tree.TreeNode, artefact: Any) -> None:
    """Print an exit that was compiled or refused."""
    what = f"refused: {artefact}" if artefact.__class__ is Refusal else "compiled"
    print(f"tapegrad: {lines_of(node, exit_)}: {node.stop} instructions {what}", file=sys.stderr)


def lines_of(node: tree.TreeNode, exit_: TraceExit) -> str:
    """Return the user's lines from the first call of a run to its end; of the end alone, if it is elsewhere."""
    first, last = node.line, exit_.line
    if last is None:
        return "?"
    begin = f"{first.number}-" if first is not None and first[::2] == last[::2] and first.number < last.number else ""
    return f"{last.file}:{begin}{last.number}"

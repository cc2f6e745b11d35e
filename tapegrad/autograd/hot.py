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
from tapegrad.autograd.modes import apart, no_grad
from tapegrad.forks import undisturbed
from tapegrad.tape import paths
from tapegrad.tape.compiled import is_real
from tapegrad.tape.executed import Freed
from tapegrad.tape.forms import ROOM, Form
from tapegrad.tape.held import Held
from tapegrad.tape.modes import current
from tapegrad.tape.pending import forget, send_home, tape
from tapegrad.tape.run import UNWATCHED
from tapegrad.tensor.tensor import Tensor, from_array
from tapegrad.tensor.value import Node

if TYPE_CHECKING:
    from tapegrad.autograd.sealing import Hot

_OFTEN = 64
_MOST = 8  # ends of one node, and sweeps that begin in one run at various slots
_VALUES = -2  # in the place of a root: there is none
SELDOM = 4  # times as many reads as sweeps before there is a program for values alone, which spares less
_IN_VAIN = 64  # runs that were closed by a program and had to be executed after all, until that rests
_REST = 1024  # runs


@cache
def _held() -> Any:
    from tapegrad.machine.holders import held  # here, since processes begin without sweeps that return

    return held()


@cache
def _handed() -> Any:
    from tapegrad.autograd.handed import handed

    return handed()


@cache
def _held_at_once() -> Any:
    from tapegrad.autograd.handed import closed

    return closed(Held)


_NO_LEAVES: list[Any] = []


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


def _end(node: paths.Node, key: tuple[Any, ...], length: int, times: int = 1) -> End | None:
    """Return an end that this thread came to often enough for a program, or so many `times` as often; None where it is
    to go on as ever.
    """
    end = node.ends.get(key)
    if end is None:
        if len(node.ends) >= _MOST:
            return None
        end = node.ends[key] = End()
    if end.thread is not tape.thread:
        count = tape.returns.get(end, 0)
        if count < times * _often(length):
            tape.returns[end] = count + 1
            return None
        end.thread = tape.thread
    return None if end.program is NEVER else end


def _unwatched(run: Any) -> bool:
    """Tell whether nobody looks on at an open run, and a program may stand for it."""
    return run.watch is UNWATCHED and not run.outdated and not run.failures and current().plain


def swept(root: Tensor, targets: Sequence[Tensor] | None = None, seed: Any = None) -> tuple[Any, ...] | None:
    """Return the run that is open, its program, the leaves, and what the program gives: the values of live results,
    then gradients; None if it is to be swept as ever, as with a seed that is neither an array nor data.

    Where the run has read results of earlier runs, their places stand among the leaves, and what the sweep passes then
    comes last: that is for `relayed`. Of a root in a closed run, there is no program.
    """
    run: Any = tape._open.run
    family = root._family
    if run is None or family.run is not run:
        return _closed(root, family, targets) if family.requires_grad and seed is None else None
    if not family.requires_grad or (seed is None and family.form.size != 1):
        return None
    seeds = [] if seed is None else _given(seed, family.form)
    if seeds is None:
        return None
    if run.single:
        on_path(run)
        return None
    if run.node is None or not _unwatched(run) or active.entered or tape.applying:
        return None
    node, instructions, given = paths.arrived(run), run.instructions, run.given
    if node is None:
        return None
    alive = _held()(instructions)
    key = root._i, (alive,) if seeds else alive
    end = _end(node, key, len(instructions))
    if end is None:
        return None
    hot = end.program
    if hot is None:  # the module is loaded with the first one
        sealing = Tensor._autograd.sealing
        if not run.open:
            return None
        hot = end.program = sealing.sealed(run, root._i, alive, bool(seeds)) or NEVER
    if hot is NEVER:
        return None
    sources = run.sources
    leaves = [sources[k][1] for k in hot.leaves]
    stages, hooked = None, False
    for leaf in leaves:
        if leaf.__class__ is tuple:
            stages = None if active.transforms or seeds else Tensor._autograd.relay.planned(leaves, targets)
            if stages is None:
                return None
            break
        hooked = hooked or leaf._node.hooks is not None
    if hooked and not (stages is None and targets is None):
        return None
    if stages is None and targets is not None and {*map(id, targets)} != {*map(id, leaves)}:
        return None  # what a sweep to some leaves does not need is not consumed
    outputs = hot.run(given, instructions, seeds)
    if outputs is None or not run.open or len(instructions) > node.stop:  # a finalizer came between, and recorded
        return None
    return (run, hot, leaves, outputs) if stages is None else (run, hot, leaves, outputs, stages)


def _given(seed: Any, form: Form) -> list[np.ndarray] | None:
    """Return a seed of a root of a form; None if it takes more than a look to have it."""
    if seed.__class__ is list and len(seed) == 1:
        (seed,) = seed
    array: Any = seed
    if seed.__class__ is Tensor:
        array = seed._node.array if seed._family.run is None and seed._family.form is form else None
    if array.__class__ is not np.ndarray or not is_real(form):
        return None
    return [array] if array.shape == form.shape and array.dtype == form.lane else None


def _closed(root: Tensor, family: Any, targets: Sequence[Tensor] | None) -> tuple[Any, ...] | None:
    """Return what `relayed` takes of a root in a closed run that a program or a custom function has left."""
    run = family.run
    if run is None or run.open or run.owner is not tape.thread or family.form.size != 1 or not current().plain:
        return None
    if run.single:  # a read has computed it: the next ones are to be swept by a program
        if any(source.__class__ is tuple for _, source in run.sources):
            run.leave_to_others()
        return None
    if run.__class__ is not Held and run.application is None:
        return None
    if active.entered or active.transforms or tape.applying or (tape.run is not None and tape.run.traced):
        return None
    settle()
    place = run, root._i
    stages = Tensor._autograd.relay.planned([place], targets)
    if stages is None:
        return None
    if run.__class__ is Held and run.read is not None:
        run.read.follow(root._i)
    return None, None, [place], [np.ones(family.form.shape, family.form.dtype)], stages


def on_path(run: Any) -> None:
    """Let runs that begin as this one of one call be on a path, so that they may come to be known."""
    if run.open and run.family.requires_grad:
        run.leave_to_others()


class Programs:
    """The programs of a run that is closed for its values, and swept later.

    Attributes
    ----------
    forward : Hot or None
        From the run's inputs to its live values; None of a run that was closed in a sweep.
    rest : int
        How many runs may be executed after all, one after the other, until that has been in vain; negative while runs
        are executed as ever, for so many.
    """

    __slots__ = ("_reverse", "forward", "rest")

    def __init__(self, forward: Hot | None) -> None:
        self.forward = forward
        self._reverse: dict[tuple[int, ...], Any] = {}
        self.rest = _IN_VAIN

    def missed(self) -> None:
        """Know of a run that was executed after all: some in a row, and the next ones are executed as ever."""
        self.rest -= 1
        if not self.rest:
            self.rest = -_REST

    def resting(self) -> bool:
        """Tell whether a run is to be executed as ever."""
        if self.rest > 0:
            return False
        self.rest += 1
        if not self.rest:
            self.rest = _IN_VAIN
        return True

    def reverse(self, run: Held, roots: tuple[int, ...]) -> Hot | None:
        """Return the program from the adjoints of some slots to those of sources; None if there is none."""
        hot = self._reverse.get(roots)
        if hot is None:
            if len(self._reverse) >= _MOST:
                return None
            hot = self._reverse[roots] = Tensor._autograd.sealing.reversed_(run, roots) or NEVER
        if hot is NEVER:
            return None
        self.rest = _IN_VAIN
        return hot


def settle() -> None:
    """Close the run that is open, since its values are read: by a program, if it comes back and is swept later."""
    run: Any = tape._open.run
    if run is None:
        return
    if run.single:
        on_path(run)
        tape.flush()
    elif run.node is None or not run.sources or not _unwatched(run) or not held(run):
        tape.flush()


def held(run: Any, may: bool = True) -> bool:
    """Close the run that is open by a program that gives its values, if it `may`; False if it has none."""
    node, instructions = paths.arrived(run), run.instructions
    if node is None:
        return False
    alive = _held()(instructions)
    end = _end(node, (-1, alive), len(instructions))
    if end is None or not may:
        return False
    programs = end.program
    if programs is None:
        sealing = Tensor._autograd.sealing
        if not run.open:
            return False
        forward = sealing.valued(run, alive)
        end.program = programs = NEVER if forward is None else Programs(forward)
    if programs is NEVER or programs.resting():
        return False
    forward = programs.forward
    outputs = forward.run(run.given, instructions)
    if outputs is None or not run.open or len(instructions) > node.stop:
        return False
    _hold(run, forward.live, outputs, programs)
    return True


def known(run: Any) -> bool:
    """Close the run that is open, of which nothing requires grad, by a program that gives its values; False if it has
    none.
    """
    node, instructions = paths.arrived(run), run.instructions
    if node is None:
        return False
    alive = _held()(instructions)
    end = _end(node, (_VALUES, alive), len(instructions), SELDOM)
    if end is None:
        return False
    hot = end.program
    if hot is None:
        sealing = Tensor._autograd.sealing
        if not run.open:
            return False
        hot = end.program = sealing.valued(run, alive, without=True) or NEVER
    if hot is NEVER:
        return False
    outputs = hot.run(run.given, instructions)
    if outputs is None or not run.open or len(instructions) > node.stop:
        return False
    backward(run, hot, _NO_LEAVES, outputs)
    return True


def _hold(run: Any, live: list[int], outputs: Sequence[np.ndarray], programs: Programs) -> None:
    """Close the run that is open, whose live values are known: in one call of machine code, but for its imports."""
    run.kept, run.call = dict(zip(live, outputs, strict=False)), programs
    _held_at_once()(_NO_LEAVES, _NO_LEAVES, _NO_LEAVES, 0, run)
    if run.imports:
        send_home(run)
    if tape._open.run is run:
        tape._open.run = None
    run.modes = None
    tape.taken += ROOM - run.room
    if tape.taken >= ROOM:
        tape.taken = 0
        run.prune()


def backward(run: Any, hot: Hot, leaves: list[Tensor], outputs: list[np.ndarray]) -> None:
    """Add to the ``.grad`` of leaves what a program gave, and leave of the run what a sweep leaves: the values that
    Tensors show.

    No handler of a signal comes between the two: all that is one call of C code.
    """
    live, hooked = hot.live, []
    for leaf in leaves:
        if leaf._node.hooks is not None:
            hooked = _filtered(leaves, outputs, len(live))
            break
    run.kept = {live[0]: outputs[0]} if len(live) == 1 else dict(zip(live, outputs, strict=False))
    run.leaves = frozenset(map(id, leaves))
    with accumulating:
        handed = _handed()(leaves, hot.families, outputs, len(live), run)
        if not handed:
            forget(run)
            updates = gradients(hot, leaves, outputs)
            before = undisturbed(accumulating, _add, updates, run)
            del before
    _close(run, handed)
    for leaf, g in hooked:
        if leaf._family.requires_grad:
            with no_grad():
                leaf._node.hooks.after_accumulation(leaf, g)


def _add(updates: list[tuple[Tensor, Tensor]], run: Any) -> list[Tensor]:
    """Add gradients to those of leaves, and let a run be freed; returns what was there before."""
    steps, before = added([update for update in updates if update[0]._family.requires_grad])
    steps.append((run, "__class__", Freed))
    deque(starmap(setattr, steps), 0)
    return before


def _filtered(leaves: list[Tensor], outputs: list[np.ndarray], first: int) -> list[tuple[Tensor, Tensor]]:
    """Call the hooks of leaves, whose gradients begin at one of the outputs, and let what these give stand there.

    Returns the leaves with hooks, in the order of their calls, and the gradients. What the hooks compute is recorded
    apart from the run, which is still open.
    """
    found = []
    hooked = [k for k, leaf in enumerate(leaves) if leaf._node.hooks]
    with apart(current().with_grad(False, False)):
        for k in sorted(hooked, key=lambda k: -leaves[k]._node.serial):
            g = leaves[k]._node.hooks.of_leaf(from_array(outputs[first + k]), True)
            outputs[first + k] = g._array()
            found.append((leaves[k], g))
    return found


def relayed(
    run: Any, hot: Any, sources: list[Any], outputs: list[np.ndarray], stages: list[Any]
) -> tuple[list[Any], dict[int, Any]]:
    """Run a sweep that goes on through stages; returns what `relay.commit` takes."""
    if run is not None:  # the user's code may record, and the sweep may fail, and be tried again
        count = len(hot.live)
        if hot.programs is None:
            hot.programs = Programs(None)
        _hold(run, hot.live, outputs, hot.programs)
        outputs, stages = outputs[count:], [(run, (), hot), *stages]
    return stages, Tensor._autograd.relay.sweep(stages, [*zip(sources, outputs, strict=False)])


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

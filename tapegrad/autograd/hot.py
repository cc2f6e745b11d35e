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
from itertools import starmap
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd import commits
from tapegrad.autograd.engine import accumulating, added
from tapegrad.autograd.exits import HELD, VALUES, arrive, artefact_at, execute
from tapegrad.autograd.marking import active
from tapegrad.autograd.modes import apart, no_grad
from tapegrad.forks import undisturbed
from tapegrad.tape import thresholds
from tapegrad.tape.compiled import is_real
from tapegrad.tape.executed import Freed
from tapegrad.tape.forms import ROOM, Form
from tapegrad.tape.held import Held
from tapegrad.tape.modes import current
from tapegrad.tape.pending import forget, send_home, tape
from tapegrad.tape.reasons import Reason, Refusal
from tapegrad.tensor.tensor import Tensor, from_array
from tapegrad.tensor.value import Node

if TYPE_CHECKING:
    from tapegrad.autograd.sealing import Hot


_NO_LEAVES: list[Any] = []


Attempt = tuple[Any, Any, list[Any], list[np.ndarray], Any]
"""A run, the program that swept it, its leaves, what the program gave: the values of live results, then gradients; and
the stages that follow, or None. Where there are stages, places in earlier runs stand among the leaves, and what the
sweep passes comes last."""


def swept(
    root: Tensor, targets: Sequence[Tensor] | None = None, seed: Any = None, retain: bool = False
) -> Attempt | Reason:
    """Sweep the run that is open by its program, from a root, to all leaves or to these; change nothing yet.

    Of a root in a closed run there is no program, but there may be stages.
    """
    run: Any = tape._open.run
    family = root._family
    if not family.requires_grad or (seed is None and family.form.size != 1):
        return Reason.SEED
    if run is None or family.run is not run:
        return _closed(root, family, targets) if seed is None else Reason.CLOSED
    seeds = [] if seed is None else _given(seed, family.form)
    if seeds is None:
        return Reason.SEED
    if active.entered or tape.applying:
        return Reason.NESTED
    arrival = arrive(run)
    if arrival.__class__ is Reason:
        return arrival
    node, alive = arrival  # type: ignore[misc]
    slot, sources = root._i, run.sources
    some = () if targets is None else some_of(sources, targets)
    if some is None:
        if tuple not in {source.__class__ for _, source in sources}:
            return Reason.PARTIAL
        some = ()  # the sweep goes on into earlier runs
    key = slot, (alive,) if seeds else alive, some
    hot = artefact_at(run, node, key, "sealed", slot, alive, some, bool(seeds))
    if hot.__class__ is Reason:
        return hot
    leaves = [sources[k][1] for k in hot.leaves]
    stays = retain or hot.after is not None
    if stays and hot.rests(retain):
        return Reason.IN_VAIN
    stages, hooked = None, False
    for leaf in leaves:
        if leaf.__class__ is tuple:
            stages = Reason.SEED if seeds else Reason.NESTED
            if not (active.transforms or seeds):
                stages = Tensor._autograd.relay.planned(leaves, targets)
            if stages.__class__ is Reason:
                return stages
            break
        hooked = hooked or leaf._node.hooks is not None
    if hooked and not (stages is None and targets is None and not stays):
        return Reason.HOOKS
    if stages is None and targets is not None and {*map(id, targets)} != {*map(id, leaves)}:
        return Reason.PARTIAL
    outputs = execute(run, node, hot, seeds)
    if outputs.__class__ is Reason:
        return outputs
    return run, hot, leaves, outputs, ([] if stays and stages is None else stages)


def some_of(sources: Sequence[tuple[int, Any]], targets: Sequence[Tensor]) -> tuple[int, ...] | None:
    """Return the slots of targets among the sources of a run, none if they are all.

    None if there are other targets, or results of earlier runs among the sources: behind these, targets may stand too.
    """
    if tuple in {source.__class__ for _, source in sources}:
        return None
    named = {*map(id, targets)}
    some = tuple([slot for slot, source in sources if id(source) in named])
    if len(some) < len(named):
        return None
    return some if len(some) < len(sources) else ()


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


def _closed(root: Tensor, family: Any, targets: Sequence[Tensor] | None) -> Attempt | Reason:
    """Return what `relayed` takes of a root in a closed run that a program or a custom function has left."""
    run = family.run
    if run is None or run.open or run.owner is not tape.thread:
        return Reason.CLOSED
    if not current().plain:
        return Reason.MODES
    if run.__class__ is not Held and run.application is None:
        return Reason.CLOSED
    if active.entered or active.transforms or tape.applying or (tape.run is not None and tape.run.traced):
        return Reason.NESTED
    settle()
    place = run, root._i
    stages = Tensor._autograd.relay.planned([place], targets)
    if stages.__class__ is Reason:
        return stages
    if run.__class__ is Held and run.read is not None:
        run.read.follow(root._i)
    return None, None, [place], [np.ones(family.form.shape, family.form.dtype)], stages


class Programs:
    """The programs of a run that is closed for its values, and swept later.

    Attributes
    ----------
    forward : Hot or None
        From the run's inputs to its live values; None of a run that was closed in a sweep.
    consumed : list of int or None
        Slots that a sweep has passed; None if there was none, or it has retained the graph.
    rest : int
        How many runs may be executed after all, one after the other, until that has been in vain; negative while runs
        are executed as ever, for so many.
    """

    __slots__ = ("_reverse", "consumed", "forward", "rest")

    def __init__(self, forward: Hot | None, consumed: list[int] | None = None) -> None:
        self.forward, self.consumed = forward, consumed
        self._reverse: dict[tuple[int, ...], Any] = {}
        self.rest = thresholds.RUNS_IN_VAIN

    def missed(self) -> None:
        """Know of a run that was executed after all: some in a row, and the next ones are executed as ever."""
        self.rest -= 1
        if not self.rest:
            self.rest = -thresholds.RUNS_OF_REST

    def resting(self) -> bool:
        """Tell whether a run is to be executed as ever."""
        if self.rest > 0:
            return False
        self.rest += 1
        if not self.rest:
            self.rest = thresholds.RUNS_IN_VAIN
        return True

    def reverse(self, run: Held, roots: tuple[int, ...]) -> Hot | Reason:
        """Return the program from the adjoints of some slots to those of sources."""
        hot = self._reverse.get(roots)
        if hot is None:
            if len(self._reverse) >= thresholds.EXITS:
                return Reason.TOO_MANY_EXITS
            hot = self._reverse[roots] = Tensor._autograd.sealing.reversed_(run, roots)
        if hot.__class__ is Refusal:
            return hot.reason
        self.rest = thresholds.RUNS_IN_VAIN
        return hot


def settle() -> None:
    """Close the run that is open, since its values are read: by a program, if it returns and is swept later."""
    run: Any = tape._open.run
    if run is None:
        return
    if not run.sources or held(run) is not None:
        tape.flush()


def held(run: Any, may: bool = True) -> Reason | None:
    """Close the run that is open by a program that gives its values, if it `may`; return why not."""
    arrival = arrive(run)
    if arrival.__class__ is Reason:
        return arrival
    node, alive = arrival  # type: ignore[misc]
    programs = artefact_at(run, node, (HELD, alive), "programs", alive, may=may)
    if programs.__class__ is Reason:
        return programs
    if programs.resting():
        return Reason.IN_VAIN
    forward = programs.forward
    outputs = execute(run, node, forward)
    if outputs.__class__ is Reason:
        return outputs
    _hold(run, forward.live, outputs, programs)
    return None


def known(run: Any) -> Reason | None:
    """Close the run that is open, of which nothing requires grad, by a program of its values; return why not."""
    arrival = arrive(run)
    if arrival.__class__ is Reason:
        return arrival
    node, alive = arrival  # type: ignore[misc]
    hot = artefact_at(run, node, (VALUES, alive), "valued", alive, True, times=thresholds.VALUES_ALONE)
    if hot.__class__ is Reason:
        return hot
    outputs = execute(run, node, hot)
    if outputs.__class__ is Reason:
        return outputs
    backward(run, hot, _NO_LEAVES, outputs)
    return None


def _hold(run: Any, live: list[int], outputs: Sequence[np.ndarray], programs: Programs) -> None:
    """Close the run that is open, whose live values are known: in one call of machine code, but for its imports."""
    run.kept, run.call = dict(zip(live, outputs, strict=False)), programs
    commits.closed(Held)(_NO_LEAVES, _NO_LEAVES, _NO_LEAVES, 0, run)
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
    run.leaves = _leaves_of(run, hot, leaves)
    with accumulating:
        handed = commits.handed()(leaves, hot.families, outputs, len(live), run)
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
        _hold(run, hot.live, outputs, hot.programs)
        outputs, stages = outputs[count:], [(run, (), hot), *stages]
    return stages, Tensor._autograd.relay.sweep(stages, [*zip(sources, outputs, strict=False)])


def give_up(run: Any, hot: Hot, leaves: list[Tensor], outputs: list[np.ndarray]) -> None:
    """Leave of the run what a sweep leaves."""
    run.kept, run.leaves = dict(zip(hot.live, outputs, strict=False)), _leaves_of(run, hot, leaves)
    forget(run)
    run.__class__ = Freed
    _close(run, False)


def _leaves_of(run: Any, hot: Hot, leaves: list[Tensor]) -> frozenset[int]:
    """Return identities of the leaves that the history of a run goes back to."""
    return frozenset(map(id, [source for _, source in run.sources] if hot.partial else leaves))


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

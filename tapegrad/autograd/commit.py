"""The commit of a sweep: adds gradients to the ``.grad`` of leaves, and gives runs another backing.

Invariant: both are one call of C, which no handler of a signal and no finalizer divides: before it nothing has changed,
after it everything has.

Tests: tests/trace_cache/test_commit.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd.grad_mode import apart, no_grad
from tapegrad.autograd.reachability import active
from tapegrad.cpython.object_layout import misfits
from tapegrad.engine.sweeps import sweep as compiled
from tapegrad.forks import across_forks, undisturbed
from tapegrad.record.families import data_family
from tapegrad.record.modes import current
from tapegrad.record.recording import forget, tape
from tapegrad.record.run import Backing, Released, Run, serial_of
from tapegrad.tensor.tensor import Tensor, from_array, holding
from tapegrad.tensor.value import TensorState

if TYPE_CHECKING:
    from tapegrad.record.pending_run import Pending

Update = tuple[Tensor, Tensor]
"""A leaf, or a result that keeps its gradient, and what is to be added to its ``.grad``."""

accumulating = across_forks()
_native: Any = None
_NONE: list[Any] = []


def native() -> Any:
    """Return the commit in machine code (see `tapegrad.autograd.native_commit`), loaded with the first one; Python's
    where CPython has another layout.
    """
    global _native
    if _native is None:
        from tapegrad.autograd import native_commit  # here, since processes begin without sweeps that return

        _native = _by_python if misfits() else native_commit.native()
    return _native


def _by_python(
    leaves: Sequence[Tensor], families: Any, arrays: Any, first: int, run: Run, backing: Backing, sources: Any,
    families_of_run: dict[int, Any],
) -> bool:  # fmt: skip
    """Release a run without leaves in Python, in place of machine code; leave others to `release`."""
    if leaves:
        return False
    for family in families_of_run.values():
        family.pairs, family.consts, family.out, family.modes = {}, {}, None, None
    steps = [(family, "instructions", None) for family in families_of_run.values()]
    commit((), [*steps, (run, "backing", backing), (run, "sources", sources)])
    return True


def close(pending: Pending, backing: Backing) -> None:
    """Give an open run a backing, and close it."""
    run = pending.run
    (_native or native())(_NONE, _NONE, _NONE, 0, run, backing, run.sources, pending.families)
    if pending is tape._open.pending:
        tape.close(pending)


def release(
    run: Run, pending: Pending, program: Any, leaves: list[Tensor], arrays: list[np.ndarray], accumulates: bool
) -> None:
    """Release a run that a program has swept, and add the gradients to the ``.grad`` of leaves if it `accumulates`; the
    hooks of leaves are called first, and their results replace the gradients among the outputs.

    Parameters
    ----------
    pending : Pending
        What the run had recorded.
    leaves : list of Tensors
        Those that the program leads to.
    arrays : list of ndarray
        The outputs of the program: the values that Tensors show, then the gradients.
    """
    hooked: Sequence[Update] = ()
    for leaf in leaves:
        if leaf._node.hooks is not None:
            hooked = filtered(leaves, arrays, len(program.live), accumulates, Passing([run], leaves))
            break
    others = program.partial or program.observed  # of these, all leaves are not known here, or results are among them
    reached = run.reached_leaves() if others else frozenset(map(serial_of, leaves))
    backing = Released(dict(zip(program.live, arrays, strict=False)), reached)
    targets = leaves if accumulates else _NONE
    with accumulating:
        done = (_native or native())(
            targets, program.families, arrays, len(program.live), run, backing, (), pending.families
        )
    if not done:  # a leaf has a gradient already, or hooks
        forget(pending)
        updates = [update for update in gradients(program, leaves, arrays) if update[0]._family.requires_grad]
        steps = run.released(backing.kept, backing.leaves)
        grads = [leaf._node.grad for leaf, _ in updates]
        if any([grad is not None and grad.requires_grad for grad in grads]):  # noqa: C419 (a list is faster)
            with apart(current()):  # sums with these are recorded, in no run that is released
                commit(updates, steps)
        else:
            commit(updates, steps)
    if pending is tape._open.pending:
        tape.close(pending)
    if hooked and accumulates:
        after_accumulation(hooked)


def gradients(program: Any, leaves: Sequence[Tensor], arrays: Sequence[np.ndarray]) -> list[Update]:
    """Return leaves with the gradients that a program gave."""
    triples = zip(leaves, program.families, arrays[len(program.live) :], strict=False)
    return [(leaf, holding(family, array)) for leaf, family, array in triples]


def commit(updates: Sequence[Update], steps: Sequence[Any] = (), consumed: Callable[[], Sequence[Run]] = tuple) -> None:
    """Add to ``.grad``, set attributes, and mark the reached slots of executed runs as consumed.

    Of these runs, those that no sweep can enter any more are released afterwards.
    """
    for run, count in undisturbed(accumulating, _commit, updates, steps, consumed):
        if count >= 0:
            run.give_up()


def _commit(
    updates: Sequence[Update], steps: Sequence[Any], consumed: Callable[[], Sequence[Run]]
) -> list[tuple[Run, int]]:
    runs = [run for run in consumed() if not run.backing.freed]  # by a finalizer's sweep
    totals, before = _added(updates)
    marks = [run.frame().reached(run) for run in runs]
    changes = [*totals, *steps]
    if steps:
        before += [getattr(x, name) for x, name, _ in steps]  # which goes later, for then Python code may run
    done: list[Any] = list(chain(starmap(setattr, changes), starmap(compiled("consume"), marks)))
    del before
    return [*zip(runs, done[len(changes) :], strict=True)]


def _added(updates: Sequence[Update]) -> tuple[list[tuple[Any, str, Any]], list[Any]]:
    """Return the values for `setattr` that add gradients, and the values before."""
    totals: list[tuple[Any, str, Any]] = []
    before: list[Any] = []
    for target, g in updates:
        node: Any = getattr(target, "_node", None)
        if node is None:
            node = target._node = TensorState()
        old = node.grad
        if old is not None:
            before.append(old)
            g = _sum(old, g)
        totals.append((node, "grad", g))
    return totals, before


def _sum(old: Tensor, new: Tensor) -> Tensor:
    """Return the old and the new gradient together."""
    if new.requires_grad or old.requires_grad or tape.dual is not None:
        return old + new
    return from_array(np.asarray(old._array() + new._array()))


# ------------------------------------------------------------------------------------------------- hooks of leaves


class Passing:
    """A sweep by programs, as far as hooks, and sweeps that these begin, must know of it.

    See `reachability.Marked`.
    """

    limited = False  # a sweep to some leaves alone does not borrow marks

    def __init__(self, runs: Iterable[Run], leaves: Iterable[Tensor] = ()) -> None:
        self.entered = {*runs}
        self._leaves = {*map(id, leaves)}
        self.collected: dict[Any, Any] = {}
        self.at_end: list[Callable[[], None]] = []

    def __enter__(self) -> None:
        active.enter(self)

    def __exit__(self, *exception: object) -> None:
        active.leave(self)

    def reaches(self, what: Any) -> bool:
        """Tell whether the sweep passes a place, or a leaf."""
        return what[0] in self.entered if what.__class__ is tuple else id(what) in self._leaves


def in_order_of_hooks(leaves: Sequence[Tensor]) -> list[int]:
    """Return the places of leaves that have hooks, in the order of their calls: the leaf made last comes first."""
    hooked = [k for k, leaf in enumerate(leaves) if leaf._node.hooks]
    return sorted(hooked, key=lambda k: -abs(leaves[k]._node.serial))


def filtered(
    leaves: Sequence[Tensor], arrays: list[np.ndarray], first: int, accumulates: bool, passing: Passing
) -> list[Update]:
    """Call the hooks of leaves, and put their results in place of the gradients, which begin at one of the arrays.

    Returns the leaves with hooks, in the order of their calls, and the gradients. What the hooks compute is recorded
    apart from a run that is open.
    """
    hooked = in_order_of_hooks(leaves)
    if not hooked and not passing.at_end:
        return []
    updates = []
    with passing, apart(current().with_grad(False, False)):
        for k in hooked:
            g = leaves[k]._node.hooks.of_leaf(from_array(arrays[first + k]), accumulates)
            arrays[first + k] = g._array()
            updates.append((leaves[k], g))
        for call in passing.at_end:
            call()
    return updates


def after_accumulation(hooked: Sequence[Update]) -> None:
    """Call the post-accumulate hooks of leaves whose ``.grad`` was changed."""
    for leaf, g in hooked:
        if leaf._family.requires_grad:
            with no_grad():
                leaf._node.hooks.after_accumulation(leaf, g)


# ------------------------------------------------------------------------------------------------- forms


def as_gradient(value: np.ndarray, target: Tensor) -> Tensor:
    """Return an adjoint as a Tensor of the target's shape."""
    if isinstance(value, Tensor):
        return value
    form = target._family.form
    if value.__class__ is not np.ndarray or value.shape != form.shape or value.dtype is not form.dtype:
        return from_array(np.asarray(value).reshape(form.shape))
    return holding(data_family(form, False), value)

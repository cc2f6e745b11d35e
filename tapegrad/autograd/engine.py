"""The reverse sweep from roots to leaves or targets: marks, runs, commits.

A sweep has three parts. *Marking* follows the graph from the roots and refuses a consumed tape, before anything has
changed. *Running* computes adjoints in memory of its own, newest run first. *Committing* hands out gradients and frees
what is consumed, all at once at the end, so that an exception before leaves everything as it was.

Tests: tests/autograd/test_hooks.py
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd.anomaly import is_anomaly_enabled
from tapegrad.autograd.commit import Update, as_gradient, commit, in_order_of_hooks
from tapegrad.autograd.grad_mode import enable_grad, no_grad, set_grad_enabled
from tapegrad.autograd.observed_sweep import Watched
from tapegrad.autograd.reachability import Marked, Place, active, place_of
from tapegrad.autograd.sweep import reverse
from tapegrad.errors import GradientError
from tapegrad.ir.forms import forms
from tapegrad.lazy_imports import modules_later
from tapegrad.record.modes import current
from tapegrad.record.recording import home, moves, tape
from tapegrad.record.run import UNWATCHED, Run, serial_of
from tapegrad.tensor.tensor import Tensor, as_tensor

if TYPE_CHECKING:
    from tapegrad.autograd import create_graph as recorded_sweeps
    from tapegrad.autograd import forward_ad, function_sweep
    from tapegrad.tensor import batching
else:  # which few sweeps need
    recorded_sweeps, forward_ad, function_sweep, batching = modules_later(
        "tapegrad.autograd.create_graph", "tapegrad.autograd.forward_ad", "tapegrad.autograd.function_sweep",
        "tapegrad.tensor.batching",
    )  # fmt: skip

Pairs = Sequence[tuple[Tensor, Any]]


class Sweep:
    """One reverse sweep from given roots to all leaves, or to given targets.

    Parameters
    ----------
    pairs : sequence of (Tensor, seed)
        The roots, with seeds that fit.
    targets : list of Tensors or None
        Where gradients are asked for; None for all leaves.
    function : str
        Who asks, for messages.
    create_graph : bool
        Record the sweep so that it can be differentiated. Within the recording of a function it is recorded anyway.
    constant : bool, optional
        Of a sweep in a recording: it reads plain values. By default, if `create_graph` does not ask for more.
    """

    def __init__(
        self, pairs: Pairs, targets: list[Tensor] | None, function: str, create_graph: bool,
        constant: bool | None = None,
    ):  # fmt: skip
        pending_run = tape.pending
        self.replayed = pending_run is not None and pending_run.traced  # within the recording of a function
        self.create_graph = create_graph
        self.recorded = create_graph or self.replayed
        self.constant = self.replayed and not create_graph if constant is None else constant
        if not create_graph and current().dual is not None and any(moves(t) for pair in pairs for t in pair):
            self.recorded = True  # gradients have tangents
            pairs = [(root, forward_ad.cut(s) if isinstance(s, Tensor) else s) for root, s in pairs]
        tape.flush(before_sweep=not self.recorded)
        self.accumulates = function == "backward"
        self.targets = targets
        serials: set[int] | None = None  # leaves that are asked for, by serial; None for all
        self.watched: list[tuple[Tensor, Place]] = []  # results whose gradients are asked for
        places: list[Place] | None = None
        if targets is not None:
            serials = {serial_of(t) for t in targets if t.is_leaf}
            self.watched = [(t, place_of(t)) for t in {id(t): t for t in targets if not t.is_leaf}.values()]
            places = [place for _, place in self.watched]
        self.seeds: list[tuple[Place | Tensor, Any]] = []
        for root, seed in pairs:
            family, slot = home(root)
            if family.run is None:
                if serials is None or serial_of(root) in serials:
                    self.seeds.append((root, seed))
            elif family.run.backing.open:
                raise GradientError(f"{function}: an output could not be computed. Read its value to see the error.")
            else:
                self.seeds.append(((family.run, slot), seed))
        self.marked = Marked([source for source, _ in self.seeds], places, serials, function)

    def _retained(self) -> list[tuple[Tensor, Place]]:
        """Return live results that keep their gradients, in the runs that the sweep enters, beside those asked for."""
        ids = {id(t) for t, _ in self.watched}
        return [(t, (run, t._i)) for run in self.marked.entered for t in run.retaining() if id(t) not in ids]

    def run(self) -> tuple[dict[int, tuple[Tensor, Any]], dict[Place, Any]]:
        """Return gradients of leaves and of observed places, as Tensors if the sweep is recorded, else as arrays."""
        with self.marked:
            if not self.replayed:  # else nothing is left in .grad
                for run in self.marked.entered:
                    if run.watch is not UNWATCHED:
                        self.watched += self._retained()
                        break
            observed = [place for _, place in self.watched] if self.watched else ()
            if self.recorded:
                with set_grad_enabled(self.create_graph):
                    seeds = [(source, as_tensor(seed)) for source, seed in self.seeds]
                    leaves, places = recorded_reverse(self.marked, seeds, observed, self.constant)
            else:
                arrays = [(source, np.add(s._array() if isinstance(s, Tensor) else s, 0.0)) for source, s in self.seeds]
                leaves, places = reverse(self.marked, arrays, observed, Watched, _collected)
            for leaf, _ in leaves.values():
                if leaf._node.hooks:
                    self._filter(leaves)
                    break
            for call in self.marked.at_end:
                call()
        return leaves, places

    def gradients(self) -> tuple[list[Tensor | None], list[tuple[Tensor, Tensor]]]:
        """Run, and return gradients of the targets, and those to commit to results on the way that keep theirs."""
        assert self.targets is not None
        leaves, places = self.run()
        retained = [(t, g) for t, g in self._at_targets(places) if t.retains_grad]
        return [gradient_of(t, leaves, places) for t in self.targets], retained

    def _at_targets(self, places: dict[Place, Any]) -> list[tuple[Tensor, Tensor]]:
        """Return results that are watched and were reached, with their gradients."""
        values = [(t, places.get(place)) for t, place in self.watched]
        return [(t, as_gradient(g, t)) for t, g in values if g is not None]

    @property
    def batchable(self) -> bool:
        """Whether the sweep can be run as a batch: no dual level and no user code sees adjoints, but for functions that
        say they can be recorded, and none is complex.
        """
        if is_anomaly_enabled() or tape.dual is not None or any(t._node.hooks for t in self.targets or () if t.is_leaf):
            return False
        return all(
            not run.watch.hooks
            and (run.application is None or run.application.function.generate_vmap_rule)
            and all(forms[type_ >> 1].dtype.kind != "c" for type_ in set(run.frame().types.tolist()))
            for run in self.marked.entered
        )

    def run_batched(self, length: int) -> list[Tensor | None]:
        """Return gradients of the targets for seeds with a leading axis of a length.

        The sweep is recorded once, for a single seed, and then run as a batch.
        """
        assert self.targets is not None
        targets = self.targets

        def rule(*seeds: Tensor) -> list[Tensor | None]:
            single = [(source, seed) for (source, _), seed in zip(self.seeds, seeds, strict=True)]
            leaves, places = recorded_reverse(self.marked, single, [place for _, place in self.watched])
            return [gradient_of(t, leaves, places) for t in targets]

        with self.marked, enable_grad() if self.create_graph else no_grad():
            rows = [seed for _, seed in self.seeds]
            pairs = batching.members(rule, rows, [True] * len(rows), length)
        spread = [None if g is None else g[0] if g[1] else batching.spread(g[0], length) for g in pairs]
        return [g if g is None or self.create_graph else g.detach() for g in spread]

    def _filter(self, leaves: dict[int, tuple[Tensor, Any]]) -> None:
        """Call the hooks of leaves, in the order in which the leaves were made last to first."""
        pairs = [*leaves.values()]
        for k in in_order_of_hooks([leaf for leaf, _ in pairs]):
            leaf, g = pairs[k]
            with enable_grad() if self.create_graph else no_grad():
                gradient = g if isinstance(g, Tensor) else as_gradient(g.copy(), leaf)
                new = leaf._node.hooks.of_leaf(gradient, self.accumulates)
            leaves[id(leaf)] = leaf, new if self.recorded else new._array()

    def accumulate(self, retain: bool) -> list[tuple[Tensor, Tensor]]:
        """Run, and add to the ``.grad`` of leaves and of results that are watched; returns what was added."""
        leaves, places = self.run()
        updates = [(leaf, as_gradient(g, leaf)) for leaf, g in leaves.values() if leaf.requires_grad]
        if self.watched:
            updates += self._at_targets(places)
        self.commit(updates, retain)
        return updates

    def commit(self, updates: Sequence[Update], retain: bool) -> None:
        """Add to ``.grad``, and free the tape that the sweep consumed, except for the parts that an outer sweep or a
        transform's caller needs.
        """
        commit(updates, consumed=functools.partial(self._consumed, retain))

    def _consumed(self, retain: bool) -> list[Run]:
        """Return the runs that the sweep has consumed, in the order of their recording."""
        if retain:
            return []
        marked = self.marked  # which lists the newest run first
        if marked.finalizers != active.finalizers:
            marked.renew()
        began = active.transforms[-1] if active.transforms else 0
        return [r for r in marked.runs[::-1] if r in marked.entered and r not in marked.borrowed and r.serial >= began]


def _collected(run: Run, observed: set[int]) -> function_sweep.Collected:
    return function_sweep.Collected(run, observed)


def gradient_of(t: Tensor, leaves: dict[int, tuple[Tensor, Any]], places: dict[Place, Any]) -> Tensor | None:
    """Return the gradient of a Tensor that a sweep has found, None if it was not reached."""
    _, g = leaves.get(id(t), (t, None)) if t.is_leaf else (t, places.get(place_of(t)))
    return None if g is None else as_gradient(g, t)


def recorded_reverse(
    marked: Marked, seeds: Sequence[tuple[Place | Tensor, Tensor]], observed: Sequence[Place], constant: bool = False
) -> tuple[dict[int, tuple[Tensor, Any]], dict[Place, Any]]:
    """Record the marked sweep; what was computed with the dual level aside is swept by itself afterwards."""
    later: list[tuple[Place, Tensor]] = []
    begin = recorded_sweeps.RecordedSweep
    make = functools.partial(begin, constant=constant, level=tape.dual, later=later)
    leaves, places = reverse(marked, seeds, observed, make, make)
    if later:
        make = functools.partial(begin, constant=constant, level=None, later=later)
        leaves, more = reverse(marked, [*leaves.values(), *later], observed, make, make)
        for place, g in more.items():
            old = places.get(place)
            places[place] = g if old is None else old if g is None else old + g
    return leaves, places

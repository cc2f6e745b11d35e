"""Hooks within compiled sweeps: the adjoint at a hook is an output of the program, and an input of its second run if
the hook changes it.

A program gives, beside the gradients, the adjoint at each hooked slot. The hooks are called with these, the newest slot
first. Where one gives another adjoint, the program runs once more with that in place: for each hooked slot it has an
input for the adjoint, and a number that says whether it is to be taken. So a hook that only looks costs its call.

Invariant: no hook is called twice in a sweep, and each sees what those before have left.

Tests: tests/autograd/test_hooks_of_results_that_return.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd.grad_mode import no_grad
from tapegrad.lazy_imports import modules_later
from tapegrad.named_tuples import NamedTuple
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor, from_array
from tapegrad.trace_cache.reasons import Reason

if TYPE_CHECKING:
    from tapegrad.autograd import hooks as hook_tables
    from tapegrad.record.pending_run import Pending
else:  # which programs with hooks need
    (hook_tables,) = modules_later("tapegrad.autograd.hooks")

Answer = tuple[np.ndarray, np.ndarray]
"""The adjoint of a slot after its tensor hooks, and after the hooks before its node as well."""


class Observers(NamedTuple):
    """The hooks of a run that a program can serve.

    Attributes
    ----------
    retained : dict
        Live results that keep their gradients, by slot.
    hooked : tuple of int
        The slots with hooks, the newest first.
    """

    retained: dict[int, Tensor]
    hooked: tuple[int, ...]


def observers(run: Run) -> Observers | None:
    """Return the hooks of a watched run; None if a program cannot serve them: a node of the graph, a hook after one."""
    watch = run.watch
    hooks = watch.hooks
    if (hooks and hooks.after) or any(node() is not None for node in watch.nodes.values()):
        return None
    alive = run.retaining()
    retained = {t._i: t for t in alive}
    if len(retained) < len(alive):
        return None
    return Observers(retained, tuple(sorted(hooks.slots, reverse=True)) if hooks else ())


def hooks_alone(run: Run) -> tuple[int, ...] | None:
    """Return the slots of a run with hooks, as `observers` does; None if anything else hangs on it."""
    watching = observers(run)
    return None if watching is None or watching.retained else watching.hooked


def _answer(hooks: hook_tables.Hooks, slot: int, adjoint: np.ndarray) -> Answer:
    """Call the hooks of a slot with its adjoint, which they may keep or write to."""
    with no_grad():
        visible = hooks.of_tensor(slot, from_array(adjoint))
        return visible._array(), hooks.before_single(slot, visible)._array()


def swept(
    run: Run, program: Any, pending: Pending, seeds: Sequence[np.ndarray], outputs: Any
) -> tuple[Any, dict[int, Answer | None]]:
    """Call the hooks of a run after a program has swept it; returns the final outputs, or the reason why there are
    none, and the hooks' answers by slot.
    """
    hooks, idle = run.watch.hooks or hook_tables.Hooks(), [*program.idle]
    answers: dict[int, Answer | None] = dict.fromkeys(program.hooked)
    first = len(program.live) + len(program.leaves) + len(program.observed)
    for k, slot in enumerate(program.hooked):
        before = outputs[first + k]
        answers[slot] = _, after = _answer(hooks, slot, before.copy())
        if after.tobytes() == before.tobytes():
            continue
        idle[2 * k : 2 * k + 2] = after, _TAKEN
        outputs = program.run(pending.given, pending.instructions, [*seeds, *idle])
        if outputs.__class__ is Reason:
            return outputs, answers
    for k, slot in enumerate(program.observed, len(program.live) + len(program.leaves)):
        if (pair := answers.get(slot)) is not None:
            outputs[k] = pair[0]
    return outputs, answers


_TAKEN = np.ones(())

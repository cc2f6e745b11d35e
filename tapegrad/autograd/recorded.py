"""The reverse sweep as recorded operations: what ``create_graph=True`` runs.

Each instruction's rule is called with Tensors, so the sweep itself lands on the tape and can be differentiated again.
The old run is first materialised: values that its regions had not stored are computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tapegrad.autograd.anomaly import explain, is_anomaly_enabled, refuse_nan
from tapegrad.autograd.application import swept
from tapegrad.autograd.marking import Marked, Place
from tapegrad.autograd.rules import contributions, decode, handle, hands_on
from tapegrad.machine.layout import LEAF, NEEDED, REACHED
from tapegrad.ops import declare
from tapegrad.tape.record import tape
from tapegrad.tape.run import Run
from tapegrad.tensor.tensor import Tensor


def reverse(
    marked: Marked, seeds: Sequence[tuple[Place, Tensor]], observed: Sequence[Place], constant: bool = False
) -> tuple[dict[int, tuple[Any, Tensor]], dict[tuple[int, int], Tensor | None]]:
    """Record the marked sweep; the arguments and results are those of `tapegrad.autograd.engine.reverse`.

    With `constant`, what the sweep reads enters as plain values, and the result is connected with the seeds alone.

    In a dual level, gradients have tangents. But from where a tangent of the level was computed on, what the sweep
    reads has none: that part is swept afterwards, and hooks see it by itself.
    """
    leaves, places, later = _reverse(marked, seeds, observed, tape.dual, constant)
    if later:
        more_leaves, more_places, _ = _reverse(marked, later, observed, None, constant)
        for key, (leaf, g) in more_leaves.items():
            leaves[key] = leaf, leaves[key][1] + g if key in leaves else g
        for place, value in more_places.items():
            old = places[place]
            places[place] = value if old is None else old if value is None else old + value
    return leaves, places


def _reverse(
    marked: Marked, seeds: Sequence[tuple[Place, Tensor]], observed: Sequence[Place], level: Any, constant: bool
) -> tuple[dict[int, tuple[Any, Tensor]], dict[tuple[int, int], Tensor | None], list[tuple[Place, Tensor]]]:
    """As `reverse`, and where it stopped because an instruction was recorded with the level aside."""
    # Recording opens new runs and may flush, but never touches the marked ones: take their marks first.
    marks = {run: run.flags.copy() for run in marked.entered}
    watched = {(run.serial, slot) for run, slot in observed}
    adjoints: dict[Run, dict[int, Tensor]] = {}
    for (run, slot), seed in seeds:
        if marks[run][slot] & REACHED:  # it leads to a target
            _accumulate(adjoints.setdefault(run, {}), slot, seed)
    leaves: dict[int, tuple[Any, Tensor]] = {}
    places: dict[tuple[int, int], Tensor | None] = dict.fromkeys(watched)
    later: list[tuple[Place, Tensor]] = []
    for run in marked.runs:
        pending = adjoints.pop(run, None)
        if pending is None:
            continue
        read = run.unpacked()
        read.materialise()
        sources = dict(run.sources)
        handles: dict[int, Tensor] = {}

        def values(slot: int, run: Run = read, sources: dict[int, Any] = sources, handles: Any = handles) -> Tensor:
            if slot not in handles:
                handles[slot] = handle(run, slot, sources)
                if constant:
                    handles[slot] = handles[slot].detach()
                elif level is not None:
                    level.restored(handles[slot], (run.serial, slot))
                elif tape.dual is not None:
                    handles[slot] = tape.dual.primal(handles[slot])
            return handles[slot]

        flags, hooks = marks[run], run.hooks
        if run.application is not None:
            found = swept(read, [pending.get(slot) for slot in range(run.length)])
            pending = {slot: g for slot, g in enumerate(found) if g is not None}
        for slot in range(max(pending, default=-1), -1, -1):
            g = pending.pop(slot, None)
            if g is None:
                continue
            leaf = declare.classes[run.code[slot, 0]] == LEAF
            if level is not None and not leaf and level.outside(run.serial, slot, decode(run, slot)[1]):
                later.append(((run, slot), g))
                continue
            hooked = hooks and run.application is None and not leaf and flags[slot] & REACHED
            if hooked:
                with explain(run, slot, decode(run, slot)[0].name):
                    g = hooks.of_tensor(slot, g)
            if (run.serial, slot) in watched:
                places[run.serial, slot] = g
            if not flags[slot] & REACHED:
                continue
            if leaf:
                source = sources.get(slot)
                if source.__class__ is tuple:
                    _accumulate(adjoints.setdefault(source[0], {}), source[1], g)
                elif source is not None:
                    known = leaves.get(id(source))
                    leaves[id(source)] = source, g if known is None else known[1] + g
            elif run.application is None and hands_on(run, slot, flags):
                for operand, share in _handed_on(run, slot, g, values, hooks if hooked else None):
                    _accumulate(pending, operand, share)
    return leaves, places, later


def _handed_on(run: Run, slot: int, g: Tensor, values: Callable[[int], Tensor], hooks: Any) -> list[tuple[int, Tensor]]:
    """What an instruction hands to its operands; its node's hooks are called before and after."""
    op, operands, static = decode(run, slot)
    needs = [bool(run.flags[s] & NEEDED) for s in operands]
    with explain(run, slot, op.shown):
        if hooks:
            g = hooks.before_single(slot, g)
        shares = contributions(op, operands, static, slot, g, values, needs, run.form)
        if is_anomaly_enabled():
            refuse_nan(run, slot, op.shown, shares)
        if hooks:
            shares = hooks.after_node(slot, shares, [g])
    return [(operand, share) for operand, share in zip(operands, shares, strict=True) if share is not None]


def _accumulate(adjoints: dict[int, Tensor], slot: int, value: Tensor) -> None:
    old = adjoints.get(slot)
    adjoints[slot] = value if old is None else old + value

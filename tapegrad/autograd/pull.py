"""The reverse pull: from the last instruction to the first, each hands the adjoint of its result to its operands.

All that is swept by rules goes through this one loop: closed runs whose sweep is recorded
(`tapegrad.autograd.create_graph`) or observed (`tapegrad.autograd.observed_sweep`), and recordings that become programs
(`tapegrad.autograd.traced_sweep`). They say what an instruction is and what becomes of an adjoint that is complete; in
which order adjoints are added is said here, within a run and between runs.

Invariant: an adjoint is complete when the pull comes to its slot, since operands lie below their instructions.

Tests: tests/autograd/test_pull.py, tests/autograd/test_unrecorded.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.anomaly import explain, is_anomaly_enabled, refuse_nan
from tapegrad.autograd.derivative_rules import contributions, hands_on, zeros_of
from tapegrad.ir.forms import Form
from tapegrad.machine.layout import PICK
from tapegrad.ops.indexing import scatter_add
from tapegrad.ops.results import result_op
from tapegrad.ops.shape_ops import stack_op
from tapegrad.record.frame import Frame
from tapegrad.record.instructions import Decoded
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor


def hand(
    passed: Iterable[tuple[Any, Any]], leaves: dict[int, tuple[Any, Any]], arrived: dict[Any, dict[int, Any]]
) -> None:
    """Add adjoints, in the order of their coming, to those of leaves and of runs that are yet to be swept.

    Parameters
    ----------
    passed : iterable of pairs of a leaf, or of a run and a slot, and an adjoint
    leaves : dict
        From the identity of a leaf Tensor to the leaf and its gradient.
    arrived : dict
        By run, the adjoints of its slots.
    """
    for source, g in passed:
        if source.__class__ is tuple:
            run, slot = source
            if run not in arrived:
                arrived[run] = {}
            slots = arrived[run]
            if slot in slots:
                g = slots[slot] + g
                g = g if g.__class__ is Tensor else np.asarray(g)
            slots[slot] = g
        else:
            pair = leaves.get(id(source))
            leaves[id(source)] = source, g if pair is None else pair[1] + g


class Pull(ABC):
    """One pass over instructions.

    Attributes
    ----------
    pending : dict, or what has `pop` and `in` as a dict
        By slot, the sum of what has arrived; None where an instruction is awaited and nothing has. What no instruction
        hands on stays there.
    decode : callable
        Gives op, operands and static parameters of an instruction; None for what hands nothing on.
    results : callable
        Gives the slots of the results of an instruction that has several. Of such, an adjoint is a tuple.
    value, form : callable
        Give what a rule reads of a slot, and its form.
    gathers : bool
        What single elements of an array receive is put together before it is handed on.
    """

    pending: Any
    decode: Callable[[int], Decoded | None]
    results: Callable[[int], Sequence[int]]
    value: Callable[[int], Tensor]
    form: Callable[[int], Form]
    gathers = True

    @abstractmethod
    def complete(self, slot: int, g: Any) -> Any:
        """Return the adjoint that an instruction passes on, with hooks applied; None for zero."""

    @abstractmethod
    def shares(
        self, op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Any, needs: list[bool]
    ) -> Sequence[Tensor | None]:
        """Return the operands' shares of an instruction's adjoint."""

    def handed(self, slot: int, what: Decoded) -> bool:
        """Hand on the adjoint of an instruction in a shorter way, if there is one; tells whether it was."""
        return False

    def add(self, slot: int, share: Any, owned: bool = True) -> None:
        """Add a share to an adjoint: the first is the adjoint itself, others are added in the order of the calls.

        A Tensor's memory is never written to, `owned` or not.
        """
        old = self.pending.get(slot)
        self.pending[slot] = share if old is None else old + share

    def gather(self, instruction: int, index: int, g: Any) -> None:
        """Keep the adjoint of one of several results, until the pull comes to their instruction."""
        grads = self.pending.setdefault(instruction, {})
        grads[index] = grads[index] + g if index in grads else g  # a result may stand in two places

    def gathered(self, instruction: int, grads: Any) -> tuple[Any, ...]:
        """Return the adjoints of all results of an instruction, with zeros, or None, where nothing arrived."""
        slots, op = self.results(instruction), self.decode(instruction)[0]  # type: ignore[index]
        missing = [zeros_of(self.form(s)) if op.fills and k not in grads else None for k, s in enumerate(slots)]
        return tuple([grads.get(k, zeros) for k, zeros in enumerate(missing)])

    def contributions(
        self, op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Any, needs: list[bool]
    ) -> list[Tensor | None]:
        """Return the operands' shares of an instruction's adjoint, by its rule."""
        out = self.results(slot) if op.several else slot
        return contributions(op, operands, static, out, g, self.value, needs, self.form)

    def pull(
        self, slots: Iterable[int], needed: Sequence[int], seeds: Iterable[tuple[int, Tensor]] = (),
        picked: dict[int, list[tuple[int, Tensor]]] | None = None,
    ) -> None:  # fmt: skip
        """Go through slots, the last first, and hand on to operands that are needed; further seeds come first.

        What single elements of an array have received is kept in `picked`, for the pull that comes to the array.
        """
        pending = self.pending
        for slot, seed in seeds:
            if needed[slot]:
                self.add(slot, seed)
        picked = {} if picked is None else picked
        for slot in slots:
            if slot in picked:
                self.add(slot, _spread(picked.pop(slot), self.form(slot).shape))
            what = self.decode(slot) if slot in pending else None
            if what is None:
                continue
            if self.handed(slot, what):
                continue
            op, operands, static = what
            arrived = pending.pop(slot)
            g = self.complete(slot, self.gathered(slot, arrived) if op.several else arrived)
            needs = [*map(bool, map(needed.__getitem__, operands))]
            if g is None or True not in needs:
                continue
            if op is result_op:
                self.gather(operands[0], static["index"], g)
                continue
            if self.gathers and op.op_class == PICK:
                picked.setdefault(operands[0], []).append((static["offset"], g))
                continue
            for operand, share in zip(operands, self.shares(op, operands, static, slot, g, needs), strict=True):
                if share is not None:
                    self.add(operand, share)


class OpenPull(Pull):
    """A pull through an open run or trace, to some slots.

    Parameters
    ----------
    first : int
        The slot of the first instruction.
    instructions : sequence
        As `Pull.decode` gives them.
    targets : set of int
        Slots whose adjoints are asked for.

    Attributes
    ----------
    adjoints : dict
        By target, its adjoint, if an instruction hands that on.
    decoded : dict
        The instructions on the way to targets, by slot.
    """

    def __init__(self, first: int, instructions: Sequence[Decoded | None], targets: set[int]) -> None:
        self.pending, self.targets = {}, targets
        self.adjoints: dict[int, Any] = {}
        self.decoded: dict[int, Decoded] = {}
        self.decode = self.decoded.get
        self.needed: Sequence[int]
        self.needed = needed = bytearray(first + len(instructions))
        for slot, what in enumerate(instructions, first):
            if slot in targets:
                needed[slot] = 1
            if what is not None:
                for operand in what[1]:
                    if needed[operand]:
                        needed[slot] = 1
                        self.decoded[slot] = what
                        break

    def gradient(self, slot: int) -> Any:
        """Return the adjoint of a target, None where nothing arrived."""
        return self.adjoints.get(slot, self.pending.get(slot))


class RunPull(Pull):
    """A pull through a closed run: calls hooks on adjoints and on their shares, and anomaly detection."""

    run: Run
    frame: Frame

    def hooked(self, slot: int, g: Any) -> tuple[Any, Any]:
        """Return an adjoint after its tensor hooks, and after those before its node, if that hands it on."""
        hooks = self.run.watch.hooks
        if not hooks:
            return g, g
        with explain(self.run, slot, self.frame.decode(slot)[0].shown):
            visible = hooks.of_tensor(slot, g)
            if not hands_on(self.frame, slot):
                return visible, visible
            return visible, (hooks.before_results if visible.__class__ is tuple else hooks.before_single)(slot, visible)

    def shares(
        self, op: Any, operands: Sequence[int], static: dict[str, Any], slot: int, g: Any, needs: list[bool]
    ) -> Sequence[Tensor | None]:
        hooks = self.run.watch.hooks
        with explain(self.run, slot, op.shown):
            shares = self.contributions(op, operands, static, slot, g, needs)
            if is_anomaly_enabled():
                refuse_nan(self.run, slot, op.shown, shares)
            return hooks.after_node(slot, shares, [*g] if op.several else [g]) if hooks else shares


def _spread(picks: list[tuple[int, Tensor]], shape: tuple[int, ...]) -> Tensor:
    """Return the adjoint of an array of which single elements were read."""
    offsets = [offset for offset, _ in picks]
    if len(picks) == 1:
        index = tuple(int(i) for i in np.unravel_index(offsets[0], shape))
        return scatter_add(picks[0][1], shape=shape, index=index)
    values = stack_op(*[g for _, g in picks], shape=(len(picks),))
    return scatter_add(values, shape=shape, index=tuple(np.unravel_index(offsets, shape)))

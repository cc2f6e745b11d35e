"""Custom functions within a recording.

Forward is recorded without gradient, and each result then passes through a `function_result` instruction, whose
operands are the arguments, all results, what else was saved, and last its value. Its rules call the Function's own
backward and jvp with whatever stands for the operands by then, so they are recorded in their turn.
"""

from __future__ import annotations

import weakref
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tapegrad.autograd.application import Application
from tapegrad.autograd.function_writes import Before
from tapegrad.autograd.rules import handle, zeros_of
from tapegrad.errors import FunctionError
from tapegrad.ops.function_results import function_result
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.shaping import moveaxis
from tapegrad.record.calls import ArrayCall
from tapegrad.record.modes import current
from tapegrad.record.recording import append, family_of, import_tensor, made, tape
from tapegrad.record.run import Run
from tapegrad.tensor.batching import members, spread
from tapegrad.tensor.tensor import Tensor, as_tensor

VmapInfo = namedtuple("VmapInfo", ["batch_size", "randomness"])


def finish(
    application: Application, args: Sequence[Any], before: Sequence[Before], results: list[Any], values: list[Any],
    again: Any,
) -> list[Any]:  # fmt: skip
    """Return the Tensors that stand for the results; `again` is the Function that gives them outside of recordings."""
    tensors = [b.tensor for b in before]
    raw = [v for v in values if isinstance(v, Tensor)]
    others: list[Tensor] = []

    def operand(t: Any) -> int | None:
        """Return where a saved Tensor stands among the operands."""
        what = application.saved_at(tensors, results, t)
        if not isinstance(what, Tensor):
            return what
        others.append(what)
        return application.count + len(raw) + len(others) - 1

    application.keep(operand)
    applied = _Applied(application, args, again)
    operands = [*(b.value() for b in before), *raw, *others]
    return [
        applied.record([*operands, operands[slot]], slot) if slot is not None and application.smooth(r, v) else v
        for r, v, slot in zip(results, values, application.slots, strict=True)
    ]


class _Recorded:
    """What a `function_result` instruction applies."""

    def record(self, operands: Sequence[Any], result: int) -> Tensor:
        """Return the instruction that gives a result, which is the last operand."""
        if not (tape.pending is not None and tape.pending.traced):
            return _again(self, operands[:-1], result)
        pending = tape.open()
        slots = [import_tensor(pending, t) for t in operands]
        pending.calls.append(ArrayCall(function_result, slots, {"application": self, "result": result}))
        grad = tape.grad_enabled and any(t.requires_grad for t in operands)
        family = family_of(pending, operands[-1]._family.form, grad)
        return append(pending, family, function_result.code, len(pending.calls) - 1)


class _Applied(_Recorded):
    """An application on any operands: arguments, raw results, and other Tensors that were saved."""

    def __init__(self, application: Application, args: Sequence[Any], again: Any) -> None:
        self.application, self.again = application, again
        self.others = {k: a for k, a in enumerate(args) if not isinstance(a, Tensor)}
        self.arity = len(args)
        self.number = next(made)  # two calls of one Function may have different derivatives
        self.results = range(application.count, application.count + len(application.forms))
        self.latest: _Latest | None = None

    def __repr__(self) -> str:
        return f"{self.application.name}#{self.number}"

    @property
    def root(self) -> _Applied:
        return self

    @property
    def has_tangent(self) -> bool:
        """Whether the Function has a jvp."""
        return hasattr(self.application.function, "jvp")

    def value(self, operands: Sequence[Tensor], slot: int) -> Tensor:
        """Return a result, new."""
        return operands[slot].clone()

    def zeros(self) -> dict[int, Tensor]:
        """Return adjoints of all results to which nothing flows."""
        forms = zip(self.results, self.application.forms, strict=True)
        return {slot: zeros_of(form) for slot, form in forms}

    def _reader(self, args: Sequence[Tensor]) -> Callable[[int], Tensor]:
        """Return what gives a rule the value of a slot, with its derivative if it is a result."""
        first = self.application.count

        def read(slot: int) -> Tensor:
            smooth = slot in self.results and self.application.forms[slot - first].dtype.kind in "fc"
            return self.record([*args, args[slot]], slot) if smooth else args[slot]

        self.application.ctx._cleared = False  # each derivative that is recorded reads for the first time
        return read

    def adjoints(self, grads: dict[int, Tensor], args: Sequence[Tensor], needs: Sequence[bool]) -> list[Tensor | None]:
        """Return what the operands receive that need it, from the adjoints of results."""
        count = self.application.count
        adjoints = [grads.get(slot) for slot in self.results]
        origins = [a for a in args[:count] if a.requires_grad]
        shares = self.application.adjoints(adjoints, needs[:count], self._reader(args), origins)
        return shares + [None] * (len(args) - count)

    def tangent(self, args: Sequence[Tensor], tangents: Sequence[Tensor | None], result: int) -> Any:
        """Return the tangent of a result by the Function's own jvp; NotImplemented if it has none."""
        application = self.application
        if not self.has_tangent:
            return NotImplemented
        pushed = application.tangents(tangents[: application.count], self._reader(args))
        return pushed[application.slots.index(result)]

    def batch(self, length: int, args: Sequence[Tensor], flags: Sequence[bool], result: int) -> Tensor:
        """Return the result for a batch, by the Function's own vmap if it has one."""
        application = self.application
        if not hasattr(application.function, "vmap"):
            return _batched(self, length, args, flags, result)
        by_position: list[Any] = [None] * self.arity
        in_dims: list[int | None] = [None] * self.arity
        for k, other in self.others.items():
            by_position[k] = other
        for k, position in enumerate(application.positions):
            by_position[position], in_dims[position] = args[k], 0 if flags[k] else None
        info = VmapInfo(length, "error")
        returned, out_dims = application.function.vmap(info, tuple(in_dims), *by_position)
        values = list(returned) if isinstance(returned, (tuple, list)) else [returned]
        dims = list(out_dims) if isinstance(out_dims, (tuple, list)) else [out_dims] * len(values)
        if len(values) != len(application.slots) or len(dims) != len(values):
            raise FunctionError(
                f"{application.name}: vmap must return {len(application.slots)} results and an axis for each, got "
                f"{len(values)} results and {len(dims)} axes."
            )
        position = application.slots.index(result)
        value, axis = as_tensor(values[position], application.name), dims[position]
        return spread(value, length) if axis is None else moveaxis(value, axis, 0)


class _Latest:
    """The last `again` of an application: its other results are taken from there, each once."""

    def __init__(self, applied: Any, operands: Sequence[Tensor], run: Run) -> None:
        self.applied, self.operands, self.run = applied, [weakref.ref(t) for t in operands], weakref.ref(run)
        self.left = set(applied.results)

    def take(self, applied: Any, operands: Sequence[Tensor], slot: int) -> Tensor | None:
        """Return a result, if it is one of these and was not taken yet."""
        run = self.run()
        if run is None or slot not in self.left or applied != self.applied:
            return None
        if any(reference() is not t for reference, t in zip(self.operands, operands, strict=True)):
            return None
        self.left.remove(slot)
        application: Any = run.application
        return handle(run, application.slots[applied.results.index(slot)], {})


def _again(applied: Any, operands: Sequence[Tensor], slot: int) -> Tensor:
    """Return a result outside of recordings: one Function for all those of an application on the same operands."""
    shared = tape.dual is None and current().saving is None
    latest = applied.root.latest if shared else None
    output = latest.take(applied, operands, slot) if latest is not None else None
    if output is None:
        output = applied.root.again.apply(applied, *operands)[applied.results.index(slot)]
        run = output._family.run
        applied.root.latest = None
        if shared and run is not None:
            applied.root.latest = _Latest(applied, operands, run)
            applied.root.latest.left.remove(slot)
    return output


@dataclass(frozen=True)
class _Batch(_Recorded):
    """An application for a batch: operands that are flagged, and results, have a leading axis."""

    applied: Any
    length: int
    flags: tuple[bool, ...]

    def __repr__(self) -> str:
        return f"{self.applied} x {self.length}"

    @property
    def root(self) -> _Applied:
        return self.applied.root

    @property
    def has_tangent(self) -> bool:
        """Whether the Function has a jvp."""
        return self.root.has_tangent

    @property
    def results(self) -> range:
        return self.applied.results

    def value(self, operands: Sequence[Tensor], slot: int) -> Tensor:
        """Return a result, new."""
        return operands[slot].clone() if self.flags[slot] else spread(operands[slot], self.length)

    def zeros(self) -> dict[int, Tensor]:
        """Return adjoints of all results to which nothing flows."""
        return {slot: spread(t, self.length) for slot, t in self.applied.zeros().items()}

    def adjoints(self, grads: dict[int, Tensor], args: Sequence[Tensor], needs: Sequence[bool]) -> list[Tensor | None]:
        """Return what the operands receive: those that all members share, the sum."""

        def rule(*inputs: Tensor) -> list[Tensor | None]:
            count = len(grads)
            return self.applied.adjoints(dict(zip(grads, inputs[:count], strict=True)), inputs[count:], needs)

        def total(share: Tensor, differs: bool, flag: bool) -> Tensor:
            if flag:
                return share if differs else spread(share, self.length)
            return sum_op(share, axes=(0,)) if differs else share * float(self.length)

        flags = [*(True for _ in grads), *self.flags]
        shares = members(rule, [*grads.values(), *args], flags, self.length)
        return [
            None if share is None else total(share[0], share[1], flag)
            for share, flag in zip(shares, self.flags, strict=True)
        ]

    def tangent(self, args: Sequence[Tensor], tangents: Sequence[Tensor | None], result: int) -> Any:
        """Return the tangents of a result."""
        places = [k for k, t in enumerate(tangents) if t is not None]
        missing = False

        def rule(*inputs: Tensor) -> list[Any]:
            nonlocal missing
            moving = dict(zip(places, inputs[len(args) :], strict=True))
            tangent = self.applied.tangent(inputs[: len(args)], [moving.get(k) for k in range(len(args))], result)
            missing = tangent is NotImplemented
            return [None if missing else tangent]

        inputs: Any = [*args, *(tangents[k] for k in places)]
        (pair,) = members(rule, inputs, [*self.flags, *(self.flags[k] for k in places)], self.length)
        if pair is None:
            return NotImplemented if missing else None
        return pair[0] if pair[1] else spread(pair[0], self.length)

    def batch(self, length: int, args: Sequence[Tensor], flags: Sequence[bool], result: int) -> Tensor:
        """Return the result for a batch of batches."""
        return _batched(self, length, args, flags, result)


def _batched(
    applied: _Applied | _Batch, length: int, args: Sequence[Tensor], flags: Sequence[bool], result: int
) -> Tensor:
    value = args[-1] if flags[-1] else spread(args[-1], length)
    return _Batch(applied, length, tuple(map(bool, flags[:-1]))).record([*args[:-1], value], result)

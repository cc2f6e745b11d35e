"""Custom functions within a recording.

Forward is recorded without gradient, and each result then passes through a `function_result` instruction, whose
operands are the arguments, all results and what else was saved. Its rules call the Function's own backward and jvp with
whatever stands for the operands by then, so they are recorded in their turn.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.application import Application, Before, defines
from tapegrad.autograd.function import Function
from tapegrad.errors import FunctionError
from tapegrad.func.batching import run_batched, spread
from tapegrad.ops.functions import function_result
from tapegrad.ops.reductions import sum_over
from tapegrad.ops.shaping import moveaxis
from tapegrad.tape.forms import Form, form_of
from tapegrad.tape.record import append, import_tensor, kind_of, made, tape
from tapegrad.tape.run import Call
from tapegrad.tape.trace import recording
from tapegrad.tensor import Tensor, as_tensor, from_array

VmapInfo = namedtuple("VmapInfo", ["batch_size", "randomness"])


def finish(
    application: Application, args: Sequence[Any], before: Sequence[Before], results: list[Any], values: list[Any]
) -> list[Any]:
    """The Tensors that stand for the results."""
    ctx = application.ctx
    tensors = [b.tensor for b in before]
    raw = [v for v in values if isinstance(v, Tensor)]
    others: list[Tensor] = []

    def operand(t: Any) -> Any:
        """Where a saved Tensor stands among the operands."""
        what = application.saved_at(t, tensors, results)
        if not isinstance(what, Tensor):
            return what
        others.append(what)
        return application.count + len(raw) + len(others) - 1

    assert ctx._saved is not None
    ctx._saved_at, ctx._saved = [operand(t) for t in ctx._saved], None
    for name, t in application.kept_tensors():
        ctx._kept[name] = operand(t)
        delattr(ctx, name)
    applied = _Applied(application, args)
    operands = [*(b.value() for b in before), *raw, *others]
    return [
        applied.record(operands, slot) if slot is not None and application.smooth(r, v) else v
        for r, v, slot in zip(results, values, application.slots, strict=True)
    ]


class _Applied:
    """An application on any operands: arguments, raw results, and other Tensors that were saved."""

    def __init__(self, application: Application, args: Sequence[Any]) -> None:
        self.application = application
        self.others = {k: a for k, a in enumerate(args) if not isinstance(a, Tensor)}
        self.given = len(args)
        self.number = next(made)  # two calls of one Function may have different derivatives

    def __repr__(self) -> str:
        return f"{self.application.name}#{self.number}"

    def record(self, operands: Sequence[Any], result: int) -> Tensor:
        """The instruction that gives a result."""
        return _record(self, operands, result)

    def _reading(self, rule: str, args: Sequence[Tensor]) -> Any:
        first, stop = self.application.count, self.application.count + len(self.application.forms)

        def read(slot: int) -> Tensor:
            smooth = first <= slot < stop and self.application.forms[slot - first].dtype.kind == "f"
            return self.record(args, slot) if smooth else args[slot]

        return self.application.reading(rule, read, [a for a in args[:first] if a.requires_grad])

    def adjoint(self, g: Tensor, args: Sequence[Tensor], k: int, result: int) -> Tensor:
        """What operand k receives."""
        application = self.application
        form = args[k]._kind.form
        found = None
        if k < application.count:
            grads: list[Tensor | None] = [None] * len(application.forms)
            grads[result - application.count] = g
            with self._reading("backward", args):
                values = application.by_position(application.rule(application.ctx, *application.arguments(grads)))
            position = application.positions[k]
            found = application.fitted(values[position], form, position)
        return from_array(np.zeros(form.shape, form.lane)) if found is None else found

    def tangent(self, args: Sequence[Tensor], tangents: Sequence[Tensor | None], result: int) -> Any:
        """The tangent of a result by the Function's own jvp; NotImplemented if it has none."""
        application = self.application
        if not defines(application.function, "jvp"):
            return NotImplemented
        with self._reading("forward", args):
            found = application.function.jvp(application.ctx, *application.moving(tangents[: application.count]))
        return application.checked_tangents(found)[application.slots.index(result)]

    def batch(self, length: int, args: Sequence[Tensor], flags: Sequence[bool], result: int) -> Tensor:
        """The result for a batch, by the Function's own vmap if it has one."""
        application = self.application
        if not defines(application.function, "vmap"):
            return _batched(self, length, args, flags, result)
        given: list[Any] = [None] * self.given
        in_dims: list[int | None] = [None] * self.given
        for k, other in self.others.items():
            given[k] = other
        for k, position in enumerate(application.positions):
            given[position], in_dims[position] = args[k], 0 if flags[k] else None
        info = VmapInfo(length, "error")
        found, out_dims = application.function.vmap(info, tuple(in_dims), *given)
        values = list(found) if isinstance(found, (tuple, list)) else [found]
        dims = list(out_dims) if isinstance(out_dims, (tuple, list)) else [out_dims] * len(values)
        if len(values) != len(application.slots) or len(dims) != len(values):
            raise FunctionError(
                f"{application.name}: vmap must return {len(application.slots)} results and an axis for each, got "
                f"{len(values)} results and {len(dims)} axes."
            )
        position = application.slots.index(result)
        value, axis = as_tensor(values[position], application.name), dims[position]
        return spread(value, length) if axis is None else moveaxis(value, axis, 0)


def _record(applied: Any, operands: Sequence[Any], result: int) -> Tensor:
    """Append the instruction; outside of recordings, apply a Function with the same derivative."""
    if not (tape.run is not None and tape.run.traced):
        return _Again.apply(applied, result, *operands)
    run = tape.open()
    slots = [import_tensor(run, t) for t in operands]
    run.calls.append(Call(function_result, slots, {"application": applied, "result": result}))
    run.call_operands += slots
    grad = tape.grad_enabled and any(t.requires_grad for t in operands)
    return append(run, kind_of(run, operands[result]._kind.form, grad), function_result.code, len(run.calls) - 1)


class _Again(Function):
    """A result of an application whose forward has run already, on its operands."""

    @staticmethod
    def forward(ctx: Any, applied: Any, result: int, *operands: Tensor) -> Tensor:
        ctx.applied, ctx.result = applied, result
        ctx.save_for_backward(*operands)
        return operands[result].clone()

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:
        operands: Any = ctx.saved_tensors
        needs = ctx.needs_input_grad[2:]
        return (
            None,
            None,
            *[ctx.applied.adjoint(g, operands, k, ctx.result) if needed else None for k, needed in enumerate(needs)],
        )

    @staticmethod
    def jvp(ctx: Any, applied: Any, result: Any, *tangents: Any) -> Any:
        operands: Any = ctx.saved_tensors
        found = ctx.applied.tangent(operands, tangents, ctx.result)
        if found is NotImplemented:
            raise FunctionError(f"{ctx.applied}: jvp is not defined, and an argument has a tangent. Define it.")
        return found


class _Batch:
    """An application for a batch: operands that are flagged, and results, have a leading axis."""

    def __init__(self, applied: Any, length: int, flags: Sequence[bool]) -> None:
        self.applied, self.length, self.flags = applied, length, [bool(f) for f in flags]

    def __repr__(self) -> str:
        return f"{self.applied} x {self.length}"

    def record(self, operands: Sequence[Any], result: int) -> Tensor:
        return _record(self, operands, result)

    def _member(self, rule: Callable[..., Any], batches: Sequence[tuple[Tensor, bool]]) -> Any:
        """What a rule gives for each member of the batch, and whether that differs; flagged Tensors have the axis."""
        with recording(strict=True) as inner:
            found = rule(*[inner.input(*_example(t, flag)) for t, flag in batches])
            if found is NotImplemented:
                return found, False
            program = inner.program([found])
        captured = [t for _, t in inner.captured]
        inputs, flags = [t for t, _ in batches] + captured, [flag for _, flag in batches] + [False] * len(captured)
        return run_batched(program, inputs, flags, self.length)[0]

    def adjoint(self, g: Tensor, args: Sequence[Tensor], k: int, result: int) -> Tensor:
        """What operand k receives: the sum over the members, if it is the same for all of them."""
        batches = [(g, True), *zip(args, self.flags, strict=True)]
        found, differs = self._member(lambda g, *args: self.applied.adjoint(g, args, k, result), batches)
        if self.flags[k]:
            return found if differs else spread(found, self.length)
        return sum_over(found, axes=(0,)) if differs else found * float(self.length)

    def tangent(self, args: Sequence[Tensor], tangents: Sequence[Tensor | None], result: int) -> Any:
        """The tangents of a result."""
        places = [k for k, t in enumerate(tangents) if t is not None]

        def rule(*given: Tensor) -> Any:
            moving = dict(zip(places, given[len(args) :], strict=True))
            return self.applied.tangent(given[: len(args)], [moving.get(k) for k in range(len(args))], result)

        batches = [*zip(args, self.flags, strict=True), *((tangents[k], self.flags[k]) for k in places)]
        found, differs = self._member(rule, batches)  # type: ignore[arg-type]
        return found if differs or found is NotImplemented else spread(found, self.length)

    def batch(self, length: int, args: Sequence[Tensor], flags: Sequence[bool], result: int) -> Tensor:
        """The result for a batch of batches."""
        return _batched(self, length, args, flags, result)


def _batched(applied: Any, length: int, args: Sequence[Tensor], flags: Sequence[bool], result: int) -> Tensor:
    given = list(args)
    given[result] = args[result] if flags[result] else spread(args[result], length)
    return _Batch(applied, length, [flag or k == result for k, flag in enumerate(flags)]).record(given, result)


def _example(t: Tensor, flag: bool) -> tuple[np.ndarray, Form]:
    """The value and form of a member of a batch."""
    run: Any = t._kind.run
    value = run.evaluate(t._i) if t.traced else t._array()
    if flag:
        value = value[0].copy() if len(value) else np.zeros(t.shape[1:], value.dtype)
    return np.asarray(value), form_of(value.shape, t.dtype, t._kind.form.lane)

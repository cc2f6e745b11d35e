"""Custom functions in a trace: forward is recorded, and an instruction calls backward and jvp when it is
differentiated.

Forward is recorded without gradient, and the results then pass through a `function` instruction, whose operands are
the arguments, these results, and what else was saved. Its rules call the Function's own backward and jvp with whatever
stands for the operands by then, so they are recorded in their turn.

Tests: tests/autograd/test_function_transforms.py
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tapegrad.autograd.function_application import Application
from tapegrad.autograd.function_writes import Before
from tapegrad.errors import FunctionError
from tapegrad.ops.function_results import function_op
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import moveaxis
from tapegrad.record.recording import made, tape
from tapegrad.tensor.batching import members, shares_of_rows, spread
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
    recorded = applied.record([*(b.value() for b in before), *raw, *others])
    return [
        recorded[slot - application.count] if slot is not None and application.smooth(r, v) else v
        for r, v, slot in zip(results, values, application.slots, strict=True)
    ]


class _Recorded:
    """The application of a `function` instruction."""

    def record(self, operands: Sequence[Any]) -> tuple[Any, ...]:
        """Return the results, which are among the operands: those of an instruction, or outside of recordings of the
        Function that gives them again.
        """
        if tape.pending is not None and tape.pending.traced:
            return runtime.several(function_op, operands, {"application": self})
        applied: Any = self
        return applied.root.again.apply(applied, *operands)


class _Applied(_Recorded):
    """An application on any operands: arguments, raw results, and other Tensors that were saved."""

    def __init__(self, application: Application, args: Sequence[Any], again: Any) -> None:
        self.application, self.again = application, again
        self.others = {k: a for k, a in enumerate(args) if not isinstance(a, Tensor)}
        self.arity = len(args)
        self.number = next(made)  # two calls of one Function may have different derivatives
        self.results = range(application.count, application.count + len(application.forms))
        self.dtypes = [form.dtype for form in application.forms]

    def __repr__(self) -> str:
        return f"{self.application.name}#{self.number}"

    @property
    def root(self) -> _Applied:
        return self

    @property
    def has_tangent(self) -> bool:
        """Whether the Function has a jvp."""
        return hasattr(self.application.function, "jvp")

    def _reader(self, args: Sequence[Tensor]) -> Callable[[int], Tensor]:
        """Return the function by which a rule reads the value of a slot, with its derivative if it is a result."""
        results: list[Tensor] = []

        def read(slot: int) -> Tensor:
            if slot not in self.results or args[slot].dtype.kind not in "fc":
                return args[slot]
            results[:] = results or self.record(args)
            return results[slot - self.results.start]

        self.application.ctx._cleared = False  # each derivative that is recorded reads for the first time
        return read

    def adjoints(
        self, grads: Sequence[Tensor | None], args: Sequence[Tensor], needs: Sequence[bool]
    ) -> list[Tensor | None]:  # fmt: skip
        """Return what the operands receive that need it, from the adjoints of results."""
        count = self.application.count
        origins = [a for a in args[:count] if a.requires_grad]
        shares = self.application.adjoints(grads, needs[:count], self._reader(args), origins)
        return shares + [None] * (len(args) - count)

    def tangents(self, args: Sequence[Tensor], tangents: Sequence[Tensor | None]) -> Any:
        """Return the tangents of all results by the Function's own jvp; NotImplemented if it has none."""
        application = self.application
        if not self.has_tangent:
            return NotImplemented
        pushed = application.tangents(tangents[: application.count], self._reader(args))
        return [pushed[application.slots.index(slot)] for slot in self.results]

    def batch(self, length: int, args: Sequence[Tensor], flags: Sequence[bool]) -> tuple[Tensor, ...]:
        """Return the results for a batch, by the Function's own vmap if it has one."""
        application = self.application
        if not hasattr(application.function, "vmap"):
            return _batched(self, length, args, flags)
        by_position: list[Any] = [None] * self.arity
        in_dims: list[int | None] = [None] * self.arity
        for k, other in self.others.items():
            by_position[k] = other
        for k, position in enumerate(application.positions):
            by_position[position], in_dims[position] = args[k], 0 if flags[k] else None
        info = VmapInfo(length, "error")
        result, out_dims = application.function.vmap(info, tuple(in_dims), *by_position)
        values = list(result) if isinstance(result, (tuple, list)) else [result]
        dims = list(out_dims) if isinstance(out_dims, (tuple, list)) else [out_dims] * len(values)
        if len(values) != len(application.slots) or len(dims) != len(values):
            raise FunctionError(
                f"{application.name}: vmap must return {len(application.slots)} results and an axis for each, got "
                f"{len(values)} results and {len(dims)} axes."
            )
        triples = zip(values, dims, application.slots, strict=True)
        pairs = [(as_tensor(v, application.name), axis) for v, axis, slot in triples if slot is not None]
        return tuple([spread(v, length) if axis is None else moveaxis(v, axis, 0) for v, axis in pairs])


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

    @property
    def dtypes(self) -> list[Any]:
        return self.applied.dtypes

    def adjoints(
        self, grads: Sequence[Tensor | None], args: Sequence[Tensor], needs: Sequence[bool]
    ) -> list[Tensor | None]:  # fmt: skip
        """Return what the operands receive: those that all members share, the sum."""
        places = [k for k, g in enumerate(grads) if g is not None]
        count = len(places)

        def rule(*inputs: Tensor) -> list[Tensor | None]:
            arrived = dict(zip(places, inputs[:count], strict=True))
            return self.applied.adjoints([arrived.get(k) for k in range(len(grads))], inputs[count:], needs)

        seeds: Any = [grads[k] for k in places]
        return shares_of_rows(rule, seeds, args, self.flags)

    def tangents(self, args: Sequence[Tensor], tangents: Sequence[Tensor | None]) -> Any:
        """Return the tangents of all results."""
        if not self.has_tangent:
            return NotImplemented
        places = [k for k, t in enumerate(tangents) if t is not None]

        def rule(*inputs: Tensor) -> Any:
            moving = dict(zip(places, inputs[len(args) :], strict=True))
            return self.applied.tangents(inputs[: len(args)], [moving.get(k) for k in range(len(args))])

        inputs: Any = [*args, *(tangents[k] for k in places)]
        moved = members(rule, inputs, [*self.flags, *(self.flags[k] for k in places)], self.length)
        return [None if t is None else t[0] if t[1] else spread(t[0], self.length) for t in moved]

    def batch(self, length: int, args: Sequence[Tensor], flags: Sequence[bool]) -> tuple[Tensor, ...]:
        """Return the results for a batch of batches."""
        return _batched(self, length, args, flags)


def _batched(applied: Any, length: int, args: Sequence[Tensor], flags: Sequence[bool]) -> tuple[Tensor, ...]:
    rows = tuple([bool(flag) or k in applied.results for k, flag in enumerate(flags)])
    operands = [spread(a, length) if row and not flag else a for a, row, flag in zip(args, rows, flags, strict=True)]
    return _Batch(applied, length, rows).record(operands)

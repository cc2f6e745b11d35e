"""Functions of other systems as functions of tapegrad.

In eager code each call is that of a custom function. In a recording it is an instruction that calls the other system.
The rules of both apply the function's derivative in the same way, and the other system makes this derivative.

Tests: tests/bridges/test_torch.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapegrad.autograd.function import Function
from tapegrad.bridges.operations import Arrays, BridgedCall, Crossing, Operations, Places, leaves_of
from tapegrad.errors import FunctionError, ShapeError
from tapegrad.ir.forms import Form, form_of
from tapegrad.machine.dtypes import NUMBERS
from tapegrad.ops.function_results import function_call
from tapegrad.ops.runtime import AnyArray
from tapegrad.record.generators import drawn_anew
from tapegrad.record.open_recording import current
from tapegrad.replay.signature import shown
from tapegrad.tensor.tensor import Tensor, as_tensor


def adopted(f: Callable[..., Any], make: type[Crossing], title: str) -> Callable[..., Any]:
    """Return a function of another system as one of tapegrad."""
    operations = Operations(f, make, title, _moves)

    def wrapped(*args: Any, **keywords: Any) -> Any:
        return operations.call(applied, args, keywords)

    wrapped.__name__ = wrapped.__qualname__ = operations.name
    wrapped.__doc__ = f.__doc__
    return wrapped


def applied(call: BridgedCall, *leaves: Any) -> Any:
    """Return the results of a call, of Tensors in a recording, or in eager code."""
    trace = current()
    if trace is None or not any(isinstance(x, Tensor) for x in leaves):
        return _Adopted.apply(call, *leaves)
    tensors = [as_tensor(x, call.operation.name) for x in leaves]
    arrays = [trace.evaluate(trace.slot_of(t)) for t in tensors]
    operands = tuple([t._family.form for t in tensors])
    with drawn_anew():
        results = call.run([shown(a, form) for a, form in zip(arrays, operands, strict=True)])
    if not all(call.floating):
        raise FunctionError(
            f"{call.operation.name}: expected floating-point results in a recording, got "
            f"{[str(r.dtype) for r in results]}. Compute the others outside of it."
        )
    forms = tuple([form_of(r.shape, NUMBERS[r.dtype]) for r in results])
    moving = tuple([k for k, x in enumerate(leaves) if isinstance(x, Tensor) and x.dtype.kind in "fc"])
    return _Recorded(call.operation, operands, forms, moving).record(*tensors)


@dataclass(frozen=True, eq=False)
class _Recorded:
    """An operation in a recording, for the op `function_call`. Two are never the same, because both may draw.

    Attributes
    ----------
    operands, results : tuple of Form
    moving : tuple of int
        The operands that derivatives are by.
    """

    operation: Crossing
    operands: tuple[Form, ...]
    results: tuple[Form, ...]
    moving: Places

    def __str__(self) -> str:
        return self.operation.name

    def record(self, *args: Any) -> tuple[Any, ...]:
        return function_call(*args, application=self)

    def run(self, *arrays: AnyArray) -> Arrays:
        """Return the results.

        Raises
        ------
        ShapeError
            If they are of other shapes than those that were recorded.
        """
        values = [np.asarray(a, form.dtype).reshape(form.shape) for a, form in zip(arrays, self.operands, strict=True)]
        results, _ = self.operation(values)
        if [r.shape for r in results] != self.shapes():
            raise ShapeError(
                f"{self}: expected results of shapes {self.shapes()}, as they were recorded, got "
                f"{[r.shape for r in results]}."
            )
        return [np.asarray(r, form.dtype) for r, form in zip(results, self.results, strict=True)]

    def shapes(self) -> list[tuple[int, ...]]:
        """Return the shapes of results."""
        return [form.shape for form in self.results]

    def dtypes(self) -> list[np.dtype[Any]]:
        """Return the dtypes of results."""
        return [form.dtype for form in self.results]

    def shares(self, g: Sequence[Any], args: Sequence[Any], out: Sequence[Any]) -> list[Any]:
        """Return the adjoints of all operands."""
        count = len(self.operands)
        moving = (*self.moving, *range(count, count + len(g)))
        derived = _Recorded(
            self.operation.vjp(self.moving, count), self.operands + self.results,
            tuple([self.operands[k] for k in self.moving]), moving,
        )  # fmt: skip
        adjoints = dict(zip(self.moving, derived.record(*args, *g), strict=True))
        return [adjoints.get(k) for k in range(count)]

    def tangents(self, args: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, ...]:
        """Return the tangents of the results."""
        count = len(self.operands)
        wanted = tuple([k for k, tangent in enumerate(tangents) if tangent is not None])
        moving = (*self.moving, *range(count, count + len(wanted)))
        directions = tuple([self.operands[k] for k in wanted])
        derived = _Recorded(self.operation.jvp(wanted, count), self.operands + directions, self.results, moving)
        return derived.record(*args, *[tangents[k] for k in wanted])

    def batch(self, length: int, args: Sequence[Any], flags: Sequence[Any]) -> tuple[Any, ...]:
        """Return the results for a batch."""
        rows = tuple(map(bool, flags))
        operands = tuple([
            form_of((length, *form.shape), form.dtype, form.lane) if row else form
            for form, row in zip(self.operands, rows, strict=True)
        ])  # fmt: skip
        results = tuple([form_of((length, *form.shape), form.dtype) for form in self.results])
        return _Recorded(self.operation.batched(rows), operands, results, self.moving).record(*args)


def _moves(x: Any) -> bool:
    return isinstance(x, (Tensor, np.ndarray, np.generic, int, float, complex))


class _Adopted(Function):
    """A call of an operation of another system."""

    @staticmethod
    def forward(ctx: Any, call: BridgedCall, *leaves: Any) -> tuple[Any, ...]:
        ctx.operation = call.operation
        ctx.others = [None if isinstance(x, Tensor) else x for x in leaves]
        saved = [x for x in leaves if isinstance(x, Tensor)]
        ctx.save_for_backward(*saved)
        ctx.save_for_forward(*saved)
        results = call.run([x.detach().numpy() if isinstance(x, Tensor) else x for x in leaves])
        ctx.floating = call.floating
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *seeds: Any) -> tuple[Any, ...]:
        leaves = leaves_of(ctx)
        wanted = tuple([k for k, needed in enumerate(ctx.needs_input_grad[1:]) if needed])
        seeds = tuple([seed for seed, floating in zip(seeds, ctx.floating, strict=True) if floating])
        adjoints = applied(BridgedCall(ctx.operation.vjp(wanted, len(leaves))), *leaves, *seeds)
        shares = dict(zip(wanted, adjoints, strict=True))
        return None, *[shares.get(k) for k in range(len(leaves))]

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> tuple[Any, ...]:
        leaves = leaves_of(ctx)
        wanted = tuple([k for k, tangent in enumerate(tangents) if tangent is not None])
        moved = iter(
            applied(BridgedCall(ctx.operation.jvp(wanted, len(leaves))), *leaves, *[tangents[k] for k in wanted])
        )
        return tuple([next(moved) if floating else None for floating in ctx.floating])

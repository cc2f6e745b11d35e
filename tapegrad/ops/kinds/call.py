"""Calls of BLAS and LAPACK: compiled code by address, for each matrix of a stack.

A record says how many axes of each operand and of the result one call takes, as `numpy.vectorize` does by its signature,
and writes one call; the axes before them are a stack, whose shapes broadcast. So it says nothing about batches: they
are one more axis in front. Nothing here needs Python or the interpreter's lock.

Tests: tests/ops/test_failing_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine import addresses
from tapegrad.machine.extents import derived
from tapegrad.machine.places import contiguous
from tapegrad.machine.status import FAILED, RAISED
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.python_call import Python

if TYPE_CHECKING:
    from tapegrad.ops.kinds.protocols import AnyWriter


class Call(Python):
    """A function of a library, for each matrix (or vector, or number) of a stack.

    Parameters
    ----------
    one : callable
        ``one(library, *operands, *results, **static)`` writes the call for one of them, of `Array` objects.
    ranks : tuple of int
        How many axes of each operand, and of each result, one call takes.
    needs : tuple of str
        The subroutines, as ``"lapack:getrf"``. Where a library lacks one, Python's forward is called.
    prompt : bool
        Python's forward has the bits of these calls in float64: eager code that returns makes them too.
    """

    python = local = False
    statuses = (FAILED, RAISED)

    def __init__(
        self, one: Callable[..., None], ranks: Sequence[int], needs: Sequence[str], prompt: bool = False
    ) -> None:
        self.one, self.ranks, self.needs, self.prompt = one, tuple(ranks), tuple(needs), prompt

    def there(self, letter: str) -> bool:
        """Tell whether the libraries have all that is needed, for a dtype."""
        names = (need.partition(":")[::2] for need in self.needs)
        return all(getattr(addresses, package)(letter + name) is not None for package, name in names)

    def write(self, f: AnyWriter, slot: int) -> None:
        p = f.program
        operands, op, targets = p.operands[slot], p.ops[slot], f.targets(slot)
        element = targets[0].buffer.element
        library = Library(f, element)
        if not self.there(library.letter):
            super().write(f, slot)
            return
        shapes = tuple(p.forms[s].shape for s in operands)
        shape = targets[0].form.shape
        stack = shape[: len(shape) - self.ranks[len(operands)]]
        arrays = [Array.of(f, s, element if p.forms[s].lane else "double") for s in operands]
        arrays += [Array(t.buffer, t.form.shape, contiguous(t.form.shape)) for t in targets]
        with f.loops(stack) as indices:
            one = [a.member(f, rank, stack, indices) for a, rank in zip(arrays, self.ranks, strict=True)]
            for k, name in enumerate(op.arguments):
                if name in op.holds:
                    op.holds[name].write(library, one[k], shapes, k, p.statics[slot])
            self.one(library, *one, **p.statics[slot])
            size = max(math.prod(a.shape) for a in one)
            f.repeated += 100 + sum(derived(_lines, size) or ())
        f.all_done(targets)

    def batched(self, op: Any, length: int, args: Sequence[Any], flags: Sequence[bool], static: dict[str, Any]) -> Any:
        """Let the batch be an axis in front of the stack, also of positions that go with operands which have one."""
        operands = in_front_of_stacks(self.ranks, length, args, flags)
        shapes = [x.shape for x in operands]
        for k, name in enumerate(op.arguments):
            if name in op.holds and shapes[k] != (expected := op.holds[name].shape(*shapes, **static)):
                operands[k] = np.broadcast_to(operands[k], expected)
        return op(*operands, **static)

    def pattern(self, sweep: Any, slot: int) -> Any:
        return sweep.stacked(slot, self.ranks)


def _lines(size: int) -> tuple[int, ...]:
    """Return what a call counts as, by the size of the largest array."""
    return (int(size**1.5) // 10,)


def in_front_of_stacks(ranks: Sequence[int], length: int, args: Sequence[Any], flags: Sequence[bool]) -> list[Any]:
    """Return operands with the batch of the flagged ones in front, as one more axis of their stacks.

    `ranks` says how many axes of each operand are no stack.
    """
    stacks = [len(a.shape) - flag - rank for a, flag, rank in zip(args, flags, ranks, strict=False)]
    return [
        a.reshape((length, *(1,) * (max(stacks) - stack), *a.shape[1:])) if flag and stack < max(stacks) else a
        for a, flag, stack in zip(args, flags, stacks, strict=True)
    ]

"""Positions that vary: indices of integers that have become operands.

A call that indexes is found along paths by the integers themselves (see `tapegrad.tensor.calls`), which suits those
that return. Labels of a mini-batch, or a sample drawn at random, are others each time. Where several have come, such a
call is made with Tensors in their place: it is then one edge, whatever they are, and their bounds are looked at.

Invariant: an edge is followed only with positions that the axes have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import I8
from tapegrad.ops.declare import recorder
from tapegrad.ops.gathering import are_within
from tapegrad.tape.edges import Edge, Node
from tapegrad.tape.forms import forms

_SEVERAL = 8  # calls of a kind that differ in their positions


def kind_of(code: int, args: Sequence[Any]) -> tuple[int, int]:
    """Return what says which calls behind a node are told apart by their index alone, or nearly so."""
    return code, args[0]._family.form.id


def by_positions(args: Any) -> Any:
    """Return arguments whose index holds Tensors in the place of integers; themselves if it holds none."""
    index = args[1]
    if index.__class__ is not tuple:
        operand = _operand(index)
        return args if operand is index else (args[0], operand, *args[2:])
    operands = (*map(_operand, index),)
    return args if all(a is b for a, b in zip(operands, index, strict=True)) else (args[0], operands, *args[2:])


def _operand(part: Any) -> Any:
    """Return part of an index as a Tensor, if it is integers that int64 holds."""
    kind = part.__class__
    if kind is np.ndarray or isinstance(part, np.integer):
        whole = part.dtype.kind in "iu" and part.dtype != np.uint64 and (part.ndim > 0 or kind is not np.ndarray)
    else:
        whole = kind is int or (kind is list and bool(part) and all(p.__class__ is int for p in part))
    if not whole:
        return part
    return recorder.from_array(np.array(part, I8, order="C"))


def vary(node: Node, key: tuple[Any, ...]) -> bool:
    """Tell whether several calls like one were learnt behind a node, with other positions; then they are forgotten."""
    alike = [k for k in node.next if k[:2] == key[:2]]
    if len(alike) < _SEVERAL and sum(np.ndarray in k for k in alike) < _SEVERAL // 2:
        return False
    for k in alike:
        edge = node.next.pop(k)
        if edge in node.order:
            node.order.remove(edge)
    return True


def fit(edge: Edge, stop: int, run: Any, new: Sequence[Any]) -> bool:
    """Tell whether positions that a call reads at are those of its axes, in a run of so many instructions (or None)."""
    for slot, length in edge.bounds:
        array = run.given.get(slot) if slot < stop else new[edge.steps[slot - stop]][4]
        if array is None or not are_within(array, length):
            return False
    return True


def bounds(run: Any, call: Any) -> list[tuple[int, int]]:
    """Return the inputs of an instruction whose integers must be positions of an axis, with its length."""
    op = call.op
    if op.bounds is None:
        return []
    shapes = [forms[run.instructions[s][1] >> 1].shape for s in call.operands]
    lengths = op.bounds(*shapes, **call.static)
    return [(s, n) for s, n in zip(call.operands, lengths, strict=True) if n is not None and s in run.given]

"""Unit vectors: keeps the directions of a Jacobian symbolic, through elementwise instructions, until they are needed.

Such a batch has a member for each element of an array, which is 0 everywhere else. What is kept of it is the array: an
elementwise op on n unit vectors is then that op once, and a matrix times all of them its transpose. The batch is
written out where something else reads it.

Invariant: a zero stays a zero whatever it is multiplied by.

Tests: tests/ops/test_vectors_of_random_numbers.py
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.ops.elementwise_ops import add, divide, gated_multiply, multiply, negative, positive, subtract
from tapegrad.ops.products import dot_op, flipped, matvec
from tapegrad.ops.reductions import sum_all
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.tensor.tensor import Tensor, from_array


class Units(enum.Enum):
    """What takes the place of the flag that an operand has a row for each member of a batch."""

    ONES = enum.auto()  # the array's elements are 1: the unit vectors themselves
    SCALED = enum.auto()


_LINEAR = {add: (0, 1), subtract: (0, 1), negative: (0,), positive: (0,), divide: (0,)}  # in these operands together
_PRODUCTS = (multiply, gated_multiply)


def of_units(op: Any, args: Sequence[Any], flags: Sequence[Any], static: dict[str, Any]) -> tuple[Tensor, Any] | None:
    """Return the result of an op some of whose operands are batches of scaled unit vectors, and its flag; None if that
    has to be computed from written out ones.
    """
    places = tuple([k for k, flag in enumerate(flags) if isinstance(flag, Units)])
    if True in flags:
        return None
    d = args[places[0]]
    if _LINEAR.get(op) == places or (op in _PRODUCTS and len(places) == 1):
        shapes = [args[k].shape for k in range(len(args)) if k not in places[:1]]
        if len(places) == 2 and shapes != [d.shape]:
            return None
        return (op(*args), Units.SCALED) if np.broadcast_shapes(d.shape, *shapes) == d.shape else None
    if op is reshape_op:
        return op(d, **static), flags[0]
    if op is sum_all:
        return reshape_op(d, shape=(d.size,)), True
    if op is dot_op and len(places) == 1:
        return multiply(args[0], args[1]), True
    if op is matvec and places == (1,):
        columns = flipped(args[0])
        return (columns if flags[1] is Units.ONES else multiply(reshape_op(d, shape=(d.size, 1)), columns)), True
    return None


def with_rows(t: Tensor, flag: Any) -> tuple[Tensor, bool]:
    """Return an operand and whether it has a row for each member of a batch: unit vectors are written out."""
    if not isinstance(flag, Units):
        return t, bool(flag)
    rows = from_array(np.eye(t.size, dtype=t.dtype).reshape(t.size, *t.shape))
    return (rows if flag is Units.ONES else gated_multiply(rows, t)), True

"""Sums, products, extremes, cumulative ones and places in an order, of integers in recordings: exact, by NumPy's own functions.

The ops of numbers compute in floats. Where integers that depend on an input come to one of these, it is recorded as the op
declared here, which a replay calls in the dtype of the integers.

Tests: tests/ops/test_integers.py
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import I8
from tapegrad.ops.contractions import einsum_op
from tapegrad.ops.declare import ArrayOp, Constant
from tapegrad.ops.indexing import scatter_add
from tapegrad.ops.kinds.python_call import Forward
from tapegrad.ops.numpy.queries import isin_op, searchsorted_op
from tapegrad.ops.numpy.recurrences import cumprod_op
from tapegrad.ops.numpy.vector_convolution import slide
from tapegrad.ops.products import dot_op, matmul_op, matvec
from tapegrad.ops.reductions import cumsum_op, max_op, min_op, sum_all, sum_op


def _declare(op: ArrayOp) -> None:
    """Enter the op that does on integers what another one does on numbers."""

    def forward(*args: Any, dtype: np.dtype[Any], **static: Any) -> np.ndarray:
        return np.asarray(op.forward(*[np.asarray(a, dtype) for a in args], **static)).astype(dtype, copy=False)

    named = inspect.signature(op.forward)
    keyword = inspect.Parameter("dtype", inspect.Parameter.KEYWORD_ONLY)
    forward.__signature__ = named.replace(parameters=[*named.parameters.values(), keyword])  # type: ignore[attr-defined]

    def by_rule(length: int, args: Any, flags: Any, dtype: np.dtype[Any], **static: Any) -> Any:
        return op.batched(length, args, flags, **static)

    def samples(rng: np.random.Generator) -> list[Any]:
        assert op.samples is not None
        return [
            (
                tuple(np.rint(4.0 * np.asarray(a)).astype(np.int64) for a in args),
                {**static, "dtype": I8},
            )
            for args, static in op.samples(rng)
        ]

    def infer(*shapes: Any, dtype: np.dtype[Any], **static: Any) -> tuple[int, ...] | tuple[Any, ...]:
        return (
            op.infer(*shapes, **static)
            if op.infer is not None
            else forward(*map(np.ones, shapes), dtype=dtype, **static).shape
        )

    Constant(
        name=f"integer_{op.name}", shown=op.shown, forward=forward, kind=Forward(), infer=infer,
        batched=by_rule if callable(op.batched) else op.batched, integers=frozenset(op.arguments), may_fail=False,
        samples=samples, summary=f"`{op.name}` of integers, in a recording.",
    )  # fmt: skip


for _op in (
    sum_all,
    sum_op,
    max_op,
    min_op,
    cumsum_op,
    cumprod_op,
    matmul_op,
    matvec,
    dot_op,
    einsum_op,
    slide,
    scatter_add,
    searchsorted_op,
    isin_op,
):
    _declare(_op)

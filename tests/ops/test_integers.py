"""Ops of integers that have no derivative: against their references, sealed, batched and in files."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops import declare

RNG = np.random.default_rng
CONSTANTS: list[Any] = [op for op in declare.table if isinstance(op, declare.Constant)]


def samples(op: Any) -> list[Any]:
    assert op.samples is not None
    return [([np.asarray(a) for a in args], static) for args, static in op.samples(RNG(2))]


@pytest.mark.parametrize("op", CONSTANTS, ids=lambda op: op.name)
def test_values_sealed_and_eager(op):
    for args, static in samples(op):
        expected = np.asarray(op.reference(*args, **static))
        sealed = tg.compile(lambda *xs, op=op, static=static: op(*map(tg.asarray, xs), **static))
        for found in (sealed(*args), sealed(*args), op(*args, **static), op(*map(tg.asarray, args), **static).numpy()):
            assert np.asarray(found).dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)
        assert sealed.stats()["recordings"] == 1


@pytest.mark.parametrize("op", CONSTANTS, ids=lambda op: op.name)
def test_batches(op):
    """Of all arguments, and of the first alone; on Tensors by the op's rule, on arrays one instance after the other."""
    for args, static in samples(op):
        for flags in ([True] * len(args), [True] + [False] * (len(args) - 1)):
            rows = [np.stack([a, a[::-1].copy()]) if flag else a for a, flag in zip(args, flags, strict=True)]
            axes = tuple(0 if flag else None for flag in flags)
            each = [[a[k] if flag else a for a, flag in zip(rows, flags, strict=True)] for k in range(2)]
            expected = np.stack([np.asarray(op.reference(*one, **static)) for one in each])
            mapped = tg.vmap(lambda *xs, op=op, static=static: op(*map(tg.asarray, xs), **static), in_axes=axes)
            np.testing.assert_array_equal(mapped(*rows), expected)
            np.testing.assert_array_equal(mapped(*map(tg.asarray, rows)).numpy(), expected)


@pytest.mark.parametrize("name", ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"])
def test_uint64_and_signed_integers_are_compared_exactly(name):
    """Where both are one number as float64 too, eagerly and in recordings that are replayed."""
    f, large = getattr(np, name), 2**60
    x = np.array([large, large + 1, large, 5, 0], np.uint64)
    y = np.array([large + 1, large, large, -3, -1])
    compiled = tg.compile(lambda x, y: f(x, y))
    for a, b in ((x, y), (y, x), (x, np.int8([1, -1, 0, 5, 0])), (x[::-1].copy(), y)):
        for found in (f(tg.tensor(a), tg.tensor(b)).numpy(), compiled(a, b), compiled(a + a.dtype.type(0), b)):
            np.testing.assert_array_equal(found, f(a, b))

"""Parts that loops write to their places in a larger array."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.schedule import Plan
from tapegrad.ops.indexing import assemble
from tapegrad.ops.shape_ops import broadcast_to_op


def both(f, *args):
    """Return what a function gives when it is replayed, and the plan of its machine code."""
    compiled = tg.compile(f)
    compiled(*args)
    return compiled(*args), Plan(compiled.tape(*args))


def slices(n, count):
    return tuple((slice(k, n * count, count),) for k in range(count))


@pytest.mark.parametrize("n", [2, 7, 8, 9, 16, 100, 1001])
def test_parts_are_written_side_by_side(n):
    x = np.random.default_rng(0).normal(size=n)

    def f(x):
        one = broadcast_to_op(np.ones(()), shape=x.shape)
        return assemble(x * x, one, x, x - 1.0, shape=(4 * n,), indices=slices(n, 4))

    result, plan = both(f, x)
    np.testing.assert_array_equal(result, np.stack([x * x, np.ones(n), x, x - 1.0], axis=1).ravel())
    (whole,) = [s for s, op in enumerate(plan.program.ops) if op is assemble]
    assert plan.deliveries.done == {(whole, k) for k in range(4)}
    assert plan.stored == {whole}


def test_what_others_read_is_stored_too():
    x = np.linspace(0.0, 1.0, 50)

    def f(x):
        y = np.exp(x)
        return assemble(y, x * y, shape=(100,), indices=slices(50, 2)), np.cumsum(y)

    (result, sums), plan = both(f, x)
    np.testing.assert_allclose(result, np.stack([np.exp(x), x * np.exp(x)], axis=1).ravel(), rtol=1e-15)
    np.testing.assert_allclose(sums, np.cumsum(np.exp(x)), rtol=1e-14)
    assert len(plan.deliveries.done) == 2


def test_parts_on_top_of_others_are_added():
    x = np.linspace(1.0, 2.0, 40)

    def f(x):
        indices = (slice(0, 40),), (slice(10, 50),)
        return assemble(x * x, np.sqrt(x), shape=(50,), indices=indices)

    result, plan = both(f, x)
    expected = np.zeros(50)
    expected[:40] += x * x
    expected[10:] += np.sqrt(x)
    np.testing.assert_array_equal(result, expected)
    assert [k for _, k in plan.deliveries.done] in ([], [0])


def test_gaps_are_zeros():
    x = np.linspace(1.0, 2.0, 40)
    result, plan = both(lambda x: assemble(x * x, x + 1.0, shape=(120,), indices=slices(40, 3)[:2]), x)
    np.testing.assert_array_equal(result.reshape(40, 3), np.stack([x * x, x + 1.0, 0.0 * x], axis=1))
    assert not plan.deliveries.done


def test_loops_that_sum_keep_their_order():
    """A sum's bits are those of a loop that delivers nothing."""
    x = np.random.default_rng(1).normal(size=(50, 30)) * 10.0 ** np.random.default_rng(2).integers(-8, 8, (50, 30))

    def f(x):
        y = np.exp(np.sin(x))
        parts = assemble(y, y * 2.0, shape=(50, 60), indices=tuple((slice(None), s) for (s,) in slices(30, 2)))
        return np.sum(y), parts

    (total, parts), _ = both(f, x)
    alone, _ = both(lambda x: np.sum(np.exp(np.sin(x))), x)
    assert total == alone
    np.testing.assert_array_equal(parts[:, ::2] * 2.0, parts[:, 1::2])


@pytest.mark.parametrize("width", [3, 8, 30])
def test_rows_of_a_matrix(width):
    x = np.random.default_rng(3).normal(size=(20, width))

    def f(x):
        return assemble(
            x * 2.0, x * x, shape=(20, 2 * width), indices=tuple((slice(None), s) for (s,) in slices(width, 2))
        )

    result, plan = both(f, x)
    np.testing.assert_array_equal(result, np.stack([x * 2.0, x * x], axis=2).reshape(20, -1))
    assert len(plan.deliveries.done) == 2

"""Two ops as a newcomer adds them, a record each, through all tests that are generated for the ops of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scipy.linalg import solve_sylvester

import tapegrad as tg
from tapegrad.ops.declare import ArrayOp, General
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import cumsum_op
from tapegrad.ops.references import doubled
from tapegrad.ops.shape_ops import flip_op, sum_to
from tests.ops import test_arrays, test_batched
from tests.support import DTYPES, close, declared, gradient, leaf


def sylvester_op() -> ArrayOp:
    """The record of `scipy.linalg.solve_sylvester`, with nothing but its forward and adjoints."""
    sylvester = General(
        name="added_sylvester", forward=solve_sylvester, infer=lambda a, b, q: (*np.broadcast_shapes(a[:-2], b[:-2], q[:-2]), *q[-2:]),
        adjoints={
            "a": lambda g, a, b, out: sum_to(-matmul_op(sylvester(flipped(a), flipped(b), g), flipped(out)), a.shape),
            "b": lambda g, a, b, out: sum_to(-matmul_op(flipped(out), sylvester(flipped(a), flipped(b), g)), b.shape),
            "q": lambda g, a, b, q_shape: sum_to(sylvester(flipped(a), flipped(b), g), q_shape),
        },
        reference=doubled(solve_sylvester), summary="The X with a X + X b = q.",
        samples=lambda rng: [((rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(2, 2)) + 3.0 * np.eye(2), rng.normal(size=(3, 2))), {})],
    )  # fmt: skip
    return sylvester


def cumprod_op() -> ArrayOp:
    """The record of `np.cumprod`, for numbers other than 0."""
    return General(
        name="added_cumprod", forward=lambda x, *, axis: np.cumprod(x, axis), infer=lambda x, *, axis: x,
        adjoints={"x": lambda g, x, out, axis: flip_op(cumsum_op(flip_op(g * out, axes=(axis,)), axis=axis), axes=(axis,)) / x},
        batched=True, may_fail=False, summary="Cumulative product along an axis.",
        samples=lambda rng: [((rng.uniform(0.5, 2.0, (3, 4)),), {"axis": 1}), ((rng.uniform(0.5, 2.0, 5),), {"axis": 0})],
    )  # fmt: skip


GENERATED: list[Callable[..., None]] = [
    test_arrays.test_values_of_views, test_arrays.test_values_of_results, test_arrays.test_second_derivatives,
    test_arrays.test_a_zero_adjoint_gives_zero, test_batched.test_samples_of_every_op,
]  # fmt: skip
OF_DTYPES = [
    test_arrays.test_values, test_arrays.test_first_derivatives, test_arrays.test_recorded_sweeps_agree_with_compiled_ones,
]  # fmt: skip


@pytest.fixture(params=[sylvester_op, cumprod_op], ids=["solve_sylvester", "cumprod"])
def entry(request: Any) -> Iterator[ArrayOp]:
    with declared():
        yield request.param()


@pytest.mark.parametrize("test", GENERATED, ids=lambda test: test.__name__)
def test_generated(entry: ArrayOp, test: Callable[..., None]) -> None:
    test(entry)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("test", OF_DTYPES, ids=lambda test: test.__name__)
def test_generated_for_each_dtype(entry: ArrayOp, test: Callable[..., None], dtype: Any) -> None:
    test(entry, dtype)


def test_one_matrix_serves_a_stack() -> None:
    """Its gradient is the sum over the stack."""
    rng = np.random.default_rng(7)
    a, b = rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(2, 1, 2, 2)) + 3.0 * np.eye(2)
    q = rng.normal(size=(4, 3, 2))
    try:
        solve_sylvester(a, b, q)
    except ValueError:
        pytest.skip("this SciPy solves no stacks")
    expected = gradient(lambda *args: np.sum(np.sin(doubled(solve_sylvester)(*args))), [a, b, q])
    with declared():
        sylvester = sylvester_op()
        tensors = [leaf(x) for x in (a, b, q)]
        eager = tg.autograd.grad(np.sum(np.sin(sylvester(*tensors))), tensors)
        sealed = tg.compile(tg.grad(lambda *args: np.sum(np.sin(sylvester(*args))), argnums=(0, 1, 2)))(a, b, q)
    for found, again, wanted in zip(eager, sealed, expected, strict=True):
        close(found.numpy(), wanted)
        close(again, wanted)


def test_arguments_may_bear_the_names_of_what_rules_of_many_arguments_read() -> None:
    with declared():
        scaled = General(
            name="added_scaled", forward=lambda k, shapes: k * shapes, infer=lambda k, shapes: k,
            adjoints={"k": lambda g, shapes: g * shapes, "shapes": lambda g, k: g * k},
        )  # fmt: skip
        x, y = np.array([2.0, 3.0]), np.array([5.0, 7.0])
        found = tg.grad(lambda x, y: np.sum(scaled(x, y)), argnums=(0, 1))(x, y)
        np.testing.assert_array_equal(found, [y, x])


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_a_batch_is_one_more_axis_in_front(axis: int) -> None:
    """An axis that counts from the front moves on, one that counts from the back stays."""
    with declared():
        cumprod, x = cumprod_op(), np.arange(1.0, 25.0).reshape(4, 2, 3)
        np.testing.assert_array_equal(tg.vmap(lambda x: cumprod(x, axis=axis))(x), [np.cumprod(a, axis) for a in x])

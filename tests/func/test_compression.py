"""Jacobians and Hessians of recordings that will be replayed, by few sweeps where their pattern allows it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.func import jacobians

RNG = np.random.default_rng(3)
X = RNG.normal(size=60)
ROWS = RNG.normal(size=(20, 4))
WEIGHTS = RNG.normal(size=(60, 60))


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def row_by_row(p: Any) -> Any:
    return np.log1p(np.exp(np.sum(ROWS * p, axis=1)))


def sparse(x: Any) -> Any:
    return np.concatenate([np.sin(x[:20]), x[20:] * x[40:41], x[::-1] ** 2])


def differences(f: Any, x: np.ndarray) -> np.ndarray:
    """Return the Jacobian by central differences."""
    columns = []
    for k in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[k] = 1e-6
        columns.append((np.asarray(f(x + step)) - np.asarray(f(x - step))) / 2e-6)
    return np.moveaxis(np.array(columns).reshape(*x.shape, *columns[0].shape), range(x.ndim), range(-x.ndim, 0))


@pytest.mark.parametrize("transform", [tg.jacobian, tg.func.jacrev, tg.func.jacfwd])
@pytest.mark.parametrize(
    ("f", "x"),
    [
        (lambda x: np.sin(x) * np.exp(-x * x), X),
        (row_by_row, ROWS[::-1].copy()),
        (sparse, X),
        (lambda x: np.diff(x * x), X),
    ],
)
def test_jacobians_by_few_sweeps(transform, f, x, monkeypatch):
    found = tg.compile(transform(f))(x)
    np.testing.assert_allclose(found, differences(f, x), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(found, transform(f)(x), rtol=1e-14, atol=1e-14)  # eager code sweeps once for each
    monkeypatch.setattr(jacobians, "_LEAST", 1000)
    np.testing.assert_array_equal(found, tg.compile(transform(f))(x))


def test_hessians_by_few_sweeps_are_symmetric():
    found = tg.compile(tg.hessian(rosenbrock))(X)
    x = X
    wanted = np.diag(np.r_[1200.0 * x[:-1] ** 2 - 400.0 * x[1:] + 2.0, 0.0] + np.r_[0.0, np.full(59, 200.0)])
    wanted -= np.diag(400.0 * x[:-1], 1) + np.diag(400.0 * x[:-1], -1)
    np.testing.assert_allclose(found, wanted, rtol=1e-13, atol=1e-12)
    np.testing.assert_array_equal(found, found.T)
    np.testing.assert_array_equal(found, tg.hessian(rosenbrock)(X))


def test_hessians_by_several_arguments():
    def f(a: Any, b: Any) -> Any:
        return np.sum(np.sin(a) * b + a[::-1] ** 2 * b**3)

    b = X[::-1] + 0.3
    found = tg.compile(tg.hessian(f, (0, 1)))(X, b)
    for line, wanted in zip(found, tg.hessian(f, (0, 1))(X, b), strict=True):
        for block, other in zip(line, wanted, strict=True):
            np.testing.assert_array_equal(block, other)
    slopes = tg.grad(f, 1)
    np.testing.assert_allclose(found[1][0], differences(lambda a: slopes(a, b), X), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("transform", "f", "x"),
    [
        (tg.jacobian, np.sin, X),
        (tg.jacobian, sparse, X),
        (tg.func.jacrev, np.diff, X),
        (tg.hessian, rosenbrock, X),
        (tg.jacobian, row_by_row, ROWS),
    ],
)
def test_what_is_computed_is_as_large_as_the_pattern(transform, f, x):
    compiled = tg.compile(transform(f))
    compiled(x)
    assert sum(form.size > 8 * x.size for form in compiled.tape().forms) <= 2  # the result alone, in two shapes


def test_full_jacobians_are_as_ever():
    def f(x: Any) -> Any:
        return np.tanh(WEIGHTS @ x)

    np.testing.assert_allclose(tg.compile(tg.jacobian(f))(X), differences(f, X), rtol=1e-5, atol=1e-6)
    total = tg.compile(tg.hessian(lambda x: np.sum(x) ** 2 + np.sum(x**3)))(X)
    np.testing.assert_allclose(total, 2.0 + np.diag(6.0 * X), rtol=1e-14)


def test_a_decision_has_a_pattern_of_its_own():
    compiled = tg.compile(tg.jacobian(lambda x: x * x if x[0] > 0 else WEIGHTS @ x))
    np.testing.assert_array_equal(compiled(np.abs(X)), np.diag(2.0 * np.abs(X)))
    np.testing.assert_array_equal(compiled(-np.abs(X)), WEIGHTS)
    np.testing.assert_array_equal(compiled(np.abs(X)), np.diag(2.0 * np.abs(X)))


def test_what_depends_on_no_argument_is_zero():
    assert not tg.compile(tg.jacobian(lambda x, y: y * 2.0))(X, X).any()


def test_derivatives_of_compressed_ones():
    def third(x: Any) -> Any:
        return np.sum(tg.hessian(rosenbrock)(x) * WEIGHTS)

    wanted = differences(lambda x: np.sum(tg.hessian(rosenbrock)(x) * WEIGHTS), X)
    np.testing.assert_allclose(tg.compile(tg.grad(third))(X), wanted, rtol=1e-5, atol=1e-3)


# ------------------------------------------------------------------------------------------------- unit vectors


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    "f",
    [
        lambda x: WEIGHTS[:7] @ x, lambda x: np.tanh(WEIGHTS[:7, :9] @ np.exp(0.1 * x[:9] / 3.0)),
        lambda x: np.stack([np.sum(x * x), np.dot(x, WEIGHTS[0]), np.dot(x, x)]),
        lambda x: np.sum(x.reshape(12, 5)[::-1] * x.reshape(12, 5), axis=0) - x[:5], lambda x: x + x[:1],
        lambda x: (x.reshape(60, 1) + x[:2]) / (2.0 + x[0] ** 2), lambda x: np.where(x > 0, -x, x * x) - np.cumsum(x),
        lambda x: x[:1] * 2.0, lambda x: (x * WEIGHTS)[:, 3],
    ],
)  # fmt: skip
@pytest.mark.parametrize("transform", [tg.func.jacfwd, tg.func.jacrev])
def test_unit_vectors_through_linear_ops(compiled, f, transform):
    taken = transform(f)
    found = (tg.compile(taken) if compiled else taken)(X)
    np.testing.assert_allclose(found, differences(f, X), rtol=1e-5, atol=1e-7)


def test_a_matrix_times_unit_vectors_is_no_product():
    compiled = tg.compile(tg.hessian(lambda w: np.sum((WEIGHTS @ w) ** 2)))
    np.testing.assert_allclose(compiled(X), 2.0 * WEIGHTS.T @ WEIGHTS, rtol=1e-12, atol=1e-11)
    assert sum(op is not None and op.name == "matmul" for op in compiled.tape().ops) == 1


@pytest.mark.parametrize("n", [3, 60])
def test_zeros_beside_infinite_partials_are_zeros(n):
    taken = tg.func.jacfwd(lambda x: np.sqrt(x) / 2.0)
    for found in (taken(np.zeros(n)), tg.compile(taken)(np.zeros(n))):
        np.testing.assert_array_equal(found, np.where(np.eye(n), np.inf, 0.0))

"""Functions whose forward is plain code of NumPy or SciPy, in compiled functions."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter1d

import tapegrad as tg
from tapegrad.errors import ArgumentError, FunctionError, InplaceError, PlainDataError, ShapeError

X = np.random.default_rng(0).normal(size=9)
ROWS = np.stack([X, 2.0 * X, -X])


def smooth(x: np.ndarray, sigma: float = 1.5) -> np.ndarray:
    """A linear map that is its own transpose."""
    return gaussian_filter1d(x, sigma, mode="wrap")


class Power(tg.autograd.Function):
    """The square of a smoothed array, and its sum."""

    @staticmethod
    def forward(ctx: Any, x: Any, sigma: float) -> Any:
        ctx.sigma = sigma
        y = smooth(x.detach().numpy(), sigma)
        ctx.save_for_backward(tg.tensor(y))
        return tg.tensor(y * y), tg.tensor(y.sum())

    @staticmethod
    def backward(ctx: Any, g: Any, h: Any) -> Any:
        (y,) = ctx.saved_tensors
        return tg.tensor(smooth((2.0 * y.numpy() * g.detach().numpy() + h.item()), ctx.sigma)), None


def total(x: Any, sigma: float = 1.5) -> Any:
    squares, one = Power.apply(x * 2.0, sigma)
    return np.sum(squares * np.arange(9.0)) + 3.0 * one


def exact(x: np.ndarray) -> tuple[float, np.ndarray]:
    y, weights = smooth(2.0 * x), np.arange(9.0)
    return np.sum(y * y * weights) + 3.0 * y.sum(), 2.0 * smooth(2.0 * y * weights + 3.0)


def test_each_replay_runs_forward_anew() -> None:
    value, both = tg.compile(total), tg.compile(tg.value_and_grad(total))
    for x in ROWS:
        expected, slope = exact(x)
        np.testing.assert_allclose(value(x), expected, rtol=1e-12)
        found = both(x)
        np.testing.assert_allclose(found[0], expected, rtol=1e-12)
        np.testing.assert_allclose(found[1], slope, rtol=1e-11, atol=1e-12)
        np.testing.assert_allclose(tg.grad(total)(x), slope, rtol=1e-11, atol=1e-12)
    assert both.stats()["recordings"] == 1


def test_arguments_that_are_no_tensors_are_those_of_the_call() -> None:
    for sigma in (0.5, 3.0):
        found = tg.compile(lambda x, sigma=sigma: Power.apply(x, sigma)[0])(X)
        np.testing.assert_allclose(found, smooth(X, sigma) ** 2, rtol=1e-12)


def test_single_precision() -> None:
    x = X.astype(np.float32)
    value, slope = tg.compile(tg.value_and_grad(total))(x)
    assert slope.dtype == np.float32
    np.testing.assert_allclose(slope, exact(x.astype(float))[1], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(value, exact(x.astype(float))[0], rtol=1e-4)


def test_batches_run_it_for_each_instance() -> None:
    slopes = np.stack([exact(x)[1] for x in ROWS])
    for f in (tg.compile(tg.grad(total)).batch, tg.vmap(tg.grad(total)), tg.compile(tg.vmap(tg.grad(total)))):
        np.testing.assert_allclose(f(ROWS), slopes, rtol=1e-11, atol=1e-12)


def test_the_second_derivative_and_files_are_refused_by_name() -> None:
    compiled = tg.compile(total)
    compiled(X)
    with pytest.raises(ArgumentError, match="Power"):
        compiled.save(io.BytesIO())
    with pytest.raises(ArgumentError, match="Power"):
        compiled.tape_data(X)
    with pytest.raises(FunctionError, match=r"Power.*adjoint only"):
        tg.compile(tg.hessian(total))(X)


def test_what_forward_raises() -> None:
    class Picky(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            values = x.detach().numpy()
            if values.min() < 0.0:
                raise ValueError("negative")
            return tg.tensor(values[values < 5.0])

    compiled = tg.compile(lambda x: Picky.apply(x) * 2.0)
    np.testing.assert_array_equal(compiled(np.ones(3)), [2.0, 2.0, 2.0])
    with pytest.raises(ValueError, match="negative"):
        compiled(-np.ones(3))
    with pytest.raises(ShapeError, match=r"Picky: expected results of shapes \[\(3,\)\]"):
        compiled(np.array([1.0, 9.0, 1.0]))


def test_results_that_are_no_numbers_are_refused_as_before() -> None:
    class Counting(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return int(np.sum(x.detach().numpy() > 0.0))

    with pytest.raises(PlainDataError):
        tg.compile(lambda x: x * Counting.apply(x))(X)


def test_writes_to_arguments_are_refused() -> None:
    class Doubled(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            x *= 2.0 + 0.0 * x.detach().numpy()
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2.0 * g

    class Undeclared(Doubled):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            x *= 2.0
            return tg.tensor(x.tolist())

    for function in (Doubled, Undeclared):
        for f in (tg.compile(lambda x, F=function: F.apply(x * 1.0)), tg.vmap(lambda x, F=function: F.apply(x * 1.0))):
            with pytest.raises(InplaceError, match=function.__name__):
                f(ROWS)
    np.testing.assert_array_equal(Doubled.apply(tg.tensor(X)).numpy(), 2.0 * X)


def test_a_forward_that_draws_has_no_adjoint_in_replays() -> None:
    generator = np.random.default_rng(1)

    class Drawn(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.weights = generator.normal(size=x.shape)
            return tg.tensor(x.detach().numpy() * ctx.weights)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.weights

    value = tg.compile(lambda x: Drawn.apply(x))
    assert not np.allclose(value(X), value(X))
    for f in (tg.compile(tg.grad(lambda x: np.sum(Drawn.apply(x)))), tg.func.jacrev(tg.vmap(Drawn.apply))):
        with pytest.raises(FunctionError, match="Drawn: expected forward to give the same results"):
            f(ROWS)


def test_results_that_are_no_finite_numbers() -> None:
    class Root(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            with np.errstate(all="ignore"):
                ctx.root = np.sqrt(x.detach().numpy())
                return tg.tensor(ctx.root), tg.tensor(1.0 / ctx.root)

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            with np.errstate(all="ignore"):
                return g * (0.5 / ctx.root)

    slope = tg.compile(tg.grad(lambda x: np.sum(Root.apply(x)[0])))
    for x in ([4.0, 9.0, 1.0], [4.0, 0.0, -1.0]):
        np.testing.assert_array_equal(slope(np.array(x))[:1], 0.25)

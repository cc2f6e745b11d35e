"""Sweeps from seeds, turn after turn: they come to be programs, as those from numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ShapeError, TapeFreedError

_TURNS = 160
_SHAPE = (7, 3)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("how", ["backward", "grad", "a Tensor", "a list"])
def test_sweeps_from_seeds_that_vary(how: str, dtype: type) -> None:
    rng = np.random.default_rng(1)
    data = rng.normal(size=_SHAPE).astype(dtype)
    slope = 3.0 * data.astype(np.float64) ** 2 * np.cos(data.astype(np.float64) ** 3)
    x = tg.tensor(data, requires_grad=True)
    tolerance = 1e-12 if dtype is np.float64 else 1e-5
    for _ in range(_TURNS):
        seed = rng.normal(size=_SHAPE).astype(dtype)
        y = np.sin(x * x * x)
        g: Any
        if how == "grad":
            (g,) = tg.autograd.grad(y, x, seed)
        else:
            y.backward(seed if how == "backward" else tg.tensor(seed)) if how != "a list" else tg.autograd.backward(
                [y], [seed]
            )
            g, x.grad = x.grad, None
        np.testing.assert_allclose(g.numpy(), seed * slope, rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(y.detach().numpy(), np.sin(data**3), rtol=tolerance, atol=tolerance)
        with pytest.raises(TapeFreedError):
            y.backward(seed)


def test_a_sweep_by_all_leaves_returns_while_a_result_within_is_held() -> None:
    rng = np.random.default_rng(2)
    data = rng.normal(size=_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    for _ in range(_TURNS):
        y = np.exp(x)
        (g,) = tg.autograd.grad((y * y).sum(), x)
        np.testing.assert_allclose(g.numpy(), 2.0 * np.exp(2.0 * data), rtol=1e-13)
        np.testing.assert_allclose(y.detach().numpy(), np.exp(data), rtol=1e-14)
        with pytest.raises(TapeFreedError):
            y.sum().backward()


@pytest.mark.parametrize("value", [0.0, np.inf, np.nan])
def test_values_that_are_not_finite_have_the_bits_of_a_sweep_from_the_seed_itself(value: float) -> None:
    data = np.array([0.0, 1.0, -2.0, value])
    for seed in (np.array([0.0, 1.0, 0.0, 2.0]), np.array([1.0, 0.0, np.inf, 0.0]), np.array([1.0, -0.0, 1.0, np.nan])):
        x = tg.tensor(data, requires_grad=True)
        found = []
        for kept in (True, False):  # what is kept is swept from the seed
            y = 1.0 / x + np.sqrt(x * x)
            y.backward(seed, retain_graph=kept)
            assert x.grad is not None
            found.append(x.grad.numpy().tobytes())
            x.grad = None
        assert found[0] == found[1]


def test_a_seed_that_requires_grad_gets_none() -> None:
    x, v = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor([0.5, -1.0], requires_grad=True)
    for _ in range(_TURNS):
        (x * x + x).backward(v)
        assert v.grad is None
        assert x.grad is not None
        np.testing.assert_array_equal(x.grad.numpy(), [1.5, -5.0])
        x.grad = None


def test_a_seed_that_does_not_fit_is_refused_and_leaves_the_run() -> None:
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    for _ in range(_TURNS):
        y = np.exp(x) * x
        with pytest.raises(ShapeError):
            y.backward(np.ones(3))
        y.backward(np.ones(2))
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), np.exp([1.0, 2.0]) * np.array([2.0, 3.0]), rtol=1e-14)
        x.grad = None

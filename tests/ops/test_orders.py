"""Orders of few elements in eager code: steps of the run that is open, on paths and in sealed sweeps with the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.record.recording import tape
from tapegrad.tensor.value import reads
from tapegrad.trace_cache import thresholds, tree
from tests.support import leaf, plain

TURNS = 8


def order(x: np.ndarray) -> np.ndarray:
    return np.argsort(x, axis=-1, kind="stable")


def put(x: np.ndarray, places: np.ndarray, values: Any) -> np.ndarray:
    out = np.zeros_like(x)
    np.put_along_axis(out, places, np.broadcast_to(values, places.shape), -1)
    return out


def at(x: np.ndarray, rank: int, weight: float) -> np.ndarray:
    """What one rank of each line adds to a gradient; lines with NaN get none."""
    place = order(x)[..., rank : rank + 1]
    return put(x, place, weight * ~np.isnan(x.max(-1, keepdims=True)))


def numbers(n: int) -> np.ndarray:
    return np.linspace(1.0, 2.0, n)


# a function of NumPy's, and its value and the gradient of its sum with these weights
N = 9
WEIGHTS = numbers(N)
CASES: dict[str, tuple[Any, Any]] = {
    "sort": (lambda x: np.sort(x) * WEIGHTS.astype(x.dtype), lambda x: put(x, order(x), WEIGHTS)),
    "median": (lambda x: np.median(x, axis=-1), lambda x: at(x, 4, 1.0)),
    "median of an even number": (lambda x: np.median(x[..., 1:], -1), lambda x: np.concatenate([np.zeros_like(x[..., :1]), at(x[..., 1:], 3, 0.5) + at(x[..., 1:], 4, 0.5)], -1)),
    "quantile": (lambda x: np.quantile(x, 0.3125, axis=-1), lambda x: at(x, 2, 0.5) + at(x, 3, 0.5)),
    "quantiles": (lambda x: np.quantile(x, [0.5, 0.0, 0.0, 1.0], axis=-1), lambda x: at(x, 4, 1.0) + at(x, 0, 2.0) + at(x, 8, 1.0)),
    "percentile": (lambda x: np.percentile(x, 40, axis=-1, method="lower"), lambda x: at(x, 3, 1.0)),
    "partition": (lambda x: np.partition(x, 4)[..., 4], lambda x: put(x, np.argpartition(x, 4)[..., 4:5], 1.0)),
    "trimmed mean": (lambda x: np.mean(np.sort(x)[..., 2:-2], -1), lambda x: put(x, order(x)[..., 2:-2], 0.2)),
}  # fmt: skip


def data(dtype: Any) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.normal(size=N)
    lines = [
        x, rng.integers(0, 3, N) * 1.0, np.resize([0.0, -0.0, 1.0], N), np.where(x > 0.6, np.nan, x),
        np.where(x > 0.4, np.inf, np.where(x < -0.5, -np.inf, x)), np.full(N, 2.0),
    ]  # fmt: skip
    return [line.astype(dtype) for line in lines] + [np.array(lines[k : k + 2], dtype) for k in (0, 2)]


def swept(f: Any, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    t = leaf(x)
    y = f(t * 1.0)
    y.sum().backward()
    return plain(y), plain(t.grad)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", CASES)
def test_each_tier_has_the_bits_of_the_first_time(name, dtype, monkeypatch):
    f, slope = CASES[name]
    first = []
    for x in data(dtype):
        tree.forget()
        y, g = swept(f, x)
        if name != "quantiles" or not np.isinf(x).any():  # NumPy's own are NaN beside infinities
            np.testing.assert_allclose(y, f(x), rtol=4 * np.finfo(dtype).eps)
        np.testing.assert_allclose(g, slope(x).astype(dtype), rtol=1e-6)
        first.append((y, g))
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 3)
    for _ in range(TURNS):
        for x, wanted in zip(data(dtype), first, strict=True):
            for found, bits in zip(swept(f, x), wanted, strict=True):
                assert found.tobytes() == bits.tobytes()
    if dtype == np.float64:
        assert "compiled" in tg.debug.hot()
    tree.forget()


def test_zeros_stay_in_order():
    x = np.resize([0.0, -0.0, 1.0], N)
    y, _ = swept(np.sort, x)
    np.testing.assert_array_equal(np.signbit(y), np.signbit(x[order(x)]))


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_read(name):
    f, _ = CASES[name]
    y = leaf(data(np.float64)[0]) * 1.0
    before, run = reads[0], tape._open.pending
    f(y)
    assert reads[0] == before
    assert tape._open.pending is run


@pytest.mark.parametrize("name", CASES)
def test_many_elements_have_the_same_gradient(name):
    f, slope = CASES[name]
    x = np.random.default_rng(1).normal(size=(3000, N))
    y, g = swept(f, x)
    np.testing.assert_allclose(y, f(x), rtol=1e-13)
    np.testing.assert_allclose(g, slope(x), rtol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_derivatives_of_higher_order_and_forward(name):
    f, slope = CASES[name]
    x = np.random.default_rng(2).normal(size=(2, N))
    cubes = lambda t: np.sum(f(t) ** 3)  # noqa: E731
    assert tg.autograd.gradgradcheck(cubes, (leaf(x),))
    direction = np.random.default_rng(3).normal(size=(2, N))
    with tg.autograd.forward_ad.dual_level():
        t = tg.autograd.forward_ad.make_dual(tg.tensor(x), tg.tensor(direction))
        moved = tg.autograd.forward_ad.unpack_dual(np.sum(f(t))).tangent
    np.testing.assert_allclose(moved.item(), np.sum(slope(x) * direction), rtol=1e-12)


def test_the_tangent_of_a_nan_is_zero():
    x = np.array([[1.0, np.nan, 0.0], [2.0, 0.0, 1.0]])
    with tg.autograd.forward_ad.dual_level():
        t = tg.autograd.forward_ad.make_dual(tg.tensor(x), tg.tensor(np.ones((2, 3))))
        found = tg.autograd.forward_ad.unpack_dual(np.median(t, 1)).tangent
    np.testing.assert_array_equal(plain(found), [0.0, 1.0])

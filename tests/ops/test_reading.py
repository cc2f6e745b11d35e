"""Calls whose results have a known shape and that cannot fail are steps of the open run: no value is read for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.stats

import tapegrad as tg
from tapegrad.autograd.forward_ad import dual_level, make_dual, unpack_dual
from tapegrad.record.recording import tape
from tapegrad.tensor.value import reads
from tapegrad.trace_cache import thresholds, tree
from tests.support import leaf, plain

RNG = np.random.default_rng(0)
GRID, POINTS, KERNEL = np.linspace(-2.0, 2.0, 7), np.array([0.3, 2.6, -1.0, 5.5]), np.array([0.5, 1.0, -0.25])
MASK = np.array([[True, False, True], [True, True, False]])
X = np.array([[0.7, -0.4, 1.3], [-1.1, 0.2, 0.5]])

CASES: dict[str, tuple[Any, Any]] = {  # with NumPy and SciPy where they are called otherwise
    "truth values as numbers": (lambda x: (x > 0.0).astype(float) * x, None),
    "in single precision": (lambda x: ((x > 0.0).astype(np.float32) * x), None),
    "a mean of truth values": (lambda x: np.mean(x > 0.0) * x, None),
    "mean where": (lambda x: np.mean(x, axis=1, where=x > -1.0), None),
    "mean where a mask holds": (lambda x: np.mean(x, axis=1, where=MASK), None),
    "var where a mask holds": (lambda x: np.var(x, axis=1, where=MASK), None),
    "nanmean": (lambda x: np.nanmean(np.where(np.abs(x - 0.2) < 0.1, np.nan, x), 0), None),
    "nanstd": (lambda x: np.nanstd(np.where(np.abs(x - 0.2) < 0.1, np.nan, x), 1), None),
    "nanmax": (lambda x: np.nanmax(np.where(x > 1.0, np.nan, x), 1), None),
    "nanmedian": (lambda x: np.nanmedian(np.where(x > 1.0, np.nan, x), 1), None),
    "interp at points": (lambda x: np.interp(x, GRID, GRID**2), None),
    "interp of samples": (lambda x: np.interp(POINTS, np.arange(6.0), x.ravel()), None),
    "interp of sample points": (lambda x: np.interp(POINTS, np.arange(6.0) + 0.1 * x.ravel(), GRID[:6]), None),
    "convolve": (lambda x: np.convolve(x[0], KERNEL), None),
    "convolve of a short one": (lambda x: np.convolve(x[0, :2], KERNEL, "same"), None),
    "correlate": (lambda x: np.correlate(x[0], KERNEL, "full"), None),
    "norm.cdf": (lambda x: tg.stats.norm.cdf(x, 0.1, 2.0), lambda x: scipy.stats.norm.cdf(x, 0.1, 2.0)),
    "beta.logpdf": (lambda x: tg.stats.beta.logpdf(0.4 + 0.2 * x, 2.0, 3.0), lambda x: scipy.stats.beta.logpdf(0.4 + 0.2 * x, 2.0, 3.0)),
    "poisson.logpmf": (lambda x: tg.stats.poisson.logpmf(2, np.exp(x)), lambda x: scipy.stats.poisson.logpmf(2, np.exp(x))),
    "qr": (lambda x: np.linalg.qr(x.T)[1][0], None),
}  # fmt: skip


def differences(f: Any, x: np.ndarray) -> np.ndarray:
    out, h = np.zeros_like(x), 1e-6
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += h
        down[place] -= h
        out[place] = (np.sum(f(up)) - np.sum(f(down))) / (2 * h)
    return out


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_read(name):
    f, _ = CASES[name]
    f(leaf(X) * 1.0)  # which loads modules
    y = leaf(X) * 1.0
    before, run = reads[0], tape._open.pending
    f(y)
    assert reads[0] == before
    assert tape._open.pending is run


@pytest.mark.parametrize("name", CASES)
def test_values_and_gradients_of_each_tier(name, monkeypatch):
    f, known = CASES[name]
    known = known or f
    tree.forget()
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 3)
    first = None
    for turn in range(12):
        x = leaf(X)
        y = f(x * 1.0)
        y.sum().backward()
        found = plain(y), plain(x.grad)
        np.testing.assert_allclose(found[0], known(X), rtol=1e-12)
        if not turn:
            first = found
            np.testing.assert_allclose(found[1], differences(known, X), rtol=1e-6, atol=1e-8)
        for a, b in zip(found, first, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-15)
    assert "compiled" in tg.debug.hot()
    tree.forget()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("target", [np.float64, np.float32])
def test_truth_values_as_numbers(dtype, target):
    x = leaf(X.astype(dtype))
    with dual_level():
        y = make_dual(x, tg.tensor(np.ones(X.shape, dtype))) * 2.0
        numbers = (y > 0.0).astype(target)
        assert numbers.dtype == target
        assert not numbers.requires_grad
        found = unpack_dual(numbers * y)
        assert unpack_dual(numbers).tangent is None
        np.testing.assert_array_equal(plain(found.tangent), 2.0 * (X > 0.0))
    np.testing.assert_array_equal(plain(numbers), X > 0.0)


def test_interpolation_of_higher_order_and_forward():
    x, xp, fp = leaf(POINTS), leaf(np.arange(6.0)), leaf(RNG.normal(size=6))
    assert tg.autograd.gradgradcheck(lambda *args: np.interp(*args) ** 2, (x, xp, fp))
    directions = [RNG.normal(size=t.shape) for t in (x, xp, fp)]
    with dual_level():
        args = [make_dual(t.detach(), tg.tensor(d)) for t, d in zip((x, xp, fp), directions, strict=True)]
        moved = unpack_dual(np.interp(*args)).tangent
    h = 1e-6
    at = [[plain(t) + s * h * d for t, d in zip((x, xp, fp), directions, strict=True)] for s in (1, -1)]
    np.testing.assert_allclose(plain(moved), (np.interp(*at[0]) - np.interp(*at[1])) / (2 * h), rtol=1e-7, atol=1e-8)


def test_many_points_are_interpolated_alike():
    points = RNG.uniform(-1.0, 6.0, 5000)
    slopes = []
    for part in (points, points[:4000]):  # of which the first are too many for the run
        fp = leaf(np.arange(6.0) ** 2)
        np.interp(leaf(part) * 1.0, np.arange(6.0), fp * 1.0)[:4000].sum().backward()
        slopes.append(plain(fp.grad))
    np.testing.assert_allclose(slopes[0], slopes[1], rtol=1e-13)


def test_what_may_fail_on_data_leaves_the_run_open():
    y = leaf(X) * 2.0
    run = tape._open.pending
    matrix = np.array([[4.0, 2.0], [2.0, 5.0]])
    found = np.linalg.cholesky(tg.tensor(matrix))
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        np.linalg.cholesky(tg.tensor(-matrix))
    assert tape._open.pending is run
    np.testing.assert_allclose(plain(found), np.linalg.cholesky(matrix), rtol=1e-15)
    np.testing.assert_array_equal(plain(y), 2.0 * X)

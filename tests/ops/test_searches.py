"""Searches among ascending numbers, and lines between samples, compiled: the same bits as NumPy's."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from scipy import interpolate

import tapegrad as tg

RNG = np.random.default_rng(0)
BEYOND = [np.nan, np.inf, -np.inf]


@pytest.mark.parametrize("n", [2, 3, 7, 8, 100])
def test_lines_between_samples(n: int) -> None:
    xp, fp = np.sort(RNG.normal(size=n)), RNG.normal(size=n)
    x = np.concatenate([RNG.normal(size=50), xp, BEYOND])
    for f, args in ((np.interp, (x, xp, fp)), (lambda x: np.interp(x, xp, fp), (x,))):
        np.testing.assert_array_equal(tg.compile(f)(*args), np.interp(x, xp, fp))


def test_lines_to_samples_that_are_infinite() -> None:
    xp, fp = np.array([0.0, 1.0, 2.0, 3.0, 4.0]), np.array([0.0, np.inf, np.inf, -np.inf, 1.0])
    x = np.linspace(-0.5, 4.5, 21)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(tg.compile(np.interp)(x, xp, fp), np.interp(x, xp, fp))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 8, 100])
def test_places_in_an_order(n: int, side: str) -> None:
    numbers, integers = np.sort(RNG.normal(size=n)), np.sort(RNG.integers(-5, 5, n))
    x = np.concatenate([RNG.normal(size=50), numbers, BEYOND])
    for a, v in (
        (numbers, x), (np.append(numbers, [np.inf, np.nan, np.nan]), x), (numbers, x.astype(np.float32)),
        (integers, RNG.integers(-7, 7, 20)), (integers.astype(float), RNG.integers(-7, 7, 20)),
    ):  # fmt: skip
        found: Any = tg.compile(lambda a, v: 1.0 * np.searchsorted(a, v, side))(a, v)
        np.testing.assert_array_equal(found, np.searchsorted(a, v, side))


def test_no_points() -> None:
    xp, fp = np.arange(4.0), np.array([0.0, 1.0, 0.0, 2.0])
    spline = tg.interpolate.CubicSpline(xp, fp)
    for f in (lambda x: np.interp(x, xp, fp), spline, tg.grad(lambda x: np.sum(spline(x)))):
        assert tg.compile(f)(np.zeros(0)).shape == (0,)


def test_splines_in_batches_and_files() -> None:
    xp, fp, x = np.arange(4.0), np.array([0.0, 1.0, 0.0, 2.0]), np.linspace(-1.0, 4.0, 9)
    compiled = tg.compile(lambda x: np.interp(x, xp, fp) + tg.interpolate.CubicSpline(xp, fp)(x))
    truth = np.interp(x, xp, fp) + interpolate.CubicSpline(xp, fp)(x)
    np.testing.assert_allclose(compiled.batch(x), truth, atol=1e-14)
    file = io.BytesIO()
    compiled.save(file, x)
    file.seek(0)
    np.testing.assert_allclose(tg.load(file)(x), truth, atol=1e-14)


def test_grids_of_two_axes() -> None:
    axis, values = np.array([0.0, 1.0, 2.5]), RNG.normal(size=(3, 3))
    points = np.array([[0.5, 1.5], [2.2, 0.1]])
    found = tg.compile(lambda v, p: tg.interpolate.RegularGridInterpolator((axis, axis), v)(p))(values, points)
    np.testing.assert_allclose(found, interpolate.RegularGridInterpolator((axis, axis), values)(points), rtol=1e-14)

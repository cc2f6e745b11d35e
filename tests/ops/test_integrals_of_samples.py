"""Integrals of samples where points repeat or are out of order, as SciPy has them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import tapegrad as tg
from tapegrad.autograd import gradcheck, gradgradcheck
from tapegrad.errors import ArgumentError
from tests.support import leaf

Y = np.array([1.0, 4.0, 16.0, 64.0, 3.0, 0.5])


@pytest.mark.parametrize("n", [3, 4, 5, 6])
@pytest.mark.parametrize(
    "x", [[1.0, 1, 8, 16, 16, 20], [1.0, 2, 2, 4, 8, 8], [0.0, 0, 0, 1, 1, 1], [0.0, 1, 0, 1, 0, 1]]
)
def test_parabolas_through_points_that_repeat(n, x):
    x, y = np.array(x[:n]), Y[:n]
    expected = scipy.integrate.simpson(y, x=x)
    compiled = tg.compile(lambda y, x: tg.integrate.simpson(y, x=x))
    compiled(y, np.arange(n) * 1.0)
    for found in (tg.integrate.simpson(tg.tensor(y), x=x), compiled(y, x)):
        np.testing.assert_allclose(float(found), expected, rtol=1e-12)


@pytest.mark.parametrize("n", [4, 5])
def test_distances_that_are_tensors(n):
    y, dx = np.stack([Y[:n], -Y[:n]]), np.array([[0.5], [2.0]])
    expected = [scipy.integrate.simpson(row, dx=d) for row, (d,) in zip(y, dx, strict=True)]
    np.testing.assert_allclose(tg.integrate.simpson(tg.tensor(y), dx=dx).numpy(), expected, rtol=1e-12)
    f = lambda y, dx: tg.integrate.simpson(y, dx=dx)  # noqa: E731
    assert gradcheck(f, (leaf(y), leaf(dx)))
    assert gradgradcheck(f, (leaf(y), leaf(dx)))


def test_a_compiled_function_finds_points_out_of_order():
    f = tg.compile(lambda y, x: tg.integrate.cumulative_simpson(y, x=x))
    x = np.arange(6.0)
    np.testing.assert_allclose(f(Y, x), scipy.integrate.cumulative_simpson(Y, x=x), rtol=1e-12)
    np.testing.assert_allclose(f(Y, x**2), scipy.integrate.cumulative_simpson(Y, x=x**2), rtol=1e-12)
    with pytest.raises(ArgumentError, match="ascending"):
        f(Y, x[::-1].copy())

"""The Faddeeva function, Voigt's profile, Lambert's W and spherical harmonics, where differences in float64 are too rough.

Derivatives of orders 1 and 2 are compared with those that mpmath takes of the definitions: far out, where the terms of the formula for
``w'`` cancel, on the real axis, where ``exp(-z**2)`` is all of the real part, and below it.
"""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

import tapegrad as tg


def faddeeva(z):
    return mp.exp(-z * z) * mp.erfc(-1j * z)


def voigt(x, sigma, gamma):
    return mp.re(faddeeva(mp.mpc(x, gamma) / (sigma * mp.sqrt(2)))) / (sigma * mp.sqrt(2 * mp.pi))


POINTS = [
    (0.3, 1.2, 0.5), (5.0, 0.1, 0.01), (100.0, 1.0, 2.0), (1e-3, 1e-3, 1e-5), (1e8, 1.0, 1.0), (7.9, 0.7, 0.1), (-30.0, 2.0, 1e-30),
    (0.5, 1e-6, 2.0), (3.0, 1e5, 0.2),
]  # fmt: skip


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_derivatives_of_voigts_profile(point):
    leaves = [tg.tensor(v, requires_grad=True) for v in point]
    first = tg.autograd.grad(tg.special.voigt_profile(*leaves), leaves, create_graph=True)
    with mp.workdps(60):
        for k, slope in enumerate(first):
            orders = [int(j == k) for j in range(3)]
            assert slope.item() == pytest.approx(float(mp.diff(voigt, point, tuple(orders))), rel=1e-11, abs=1e-300)
            for j, second in enumerate(tg.autograd.grad(slope, leaves, retain_graph=True)):
                both = tuple(o + (i == j) for i, o in enumerate(orders))
                assert second.item() == pytest.approx(float(mp.diff(voigt, point, both)), rel=1e-9, abs=1e-300), both


def test_voigts_profile_without_a_normal_part_is_cauchys():
    x, sigma, gamma = (tg.tensor(v, requires_grad=True) for v in (1.0, 0.0, 2.0))
    by_x, by_sigma, by_gamma = tg.autograd.grad(tg.special.voigt_profile(x, sigma, gamma), [x, sigma, gamma])
    assert by_x.item() == pytest.approx(-4.0 / (25.0 * np.pi), rel=1e-14)  # of gamma / (x**2 + gamma**2) / pi
    assert by_gamma.item() == pytest.approx(-3.0 / (25.0 * np.pi), rel=1e-14)
    assert by_sigma.item() == 0.0


@pytest.mark.parametrize("compiled", [False, True])
def test_derivative_of_the_faddeeva_function(compiled):
    points = np.array([0.3 + 0.5j, -2.0 - 1.0j, 9.0 + 0.1j, 8.0 - 5.0j, 0.0, 40.0 + 1e-9j, -6.0 - 7.0j])
    gradient = tg.grad(lambda z: np.sum(np.real(tg.special.wofz(z))))
    found = (tg.compile(gradient) if compiled else gradient)(points)
    with mp.workdps(60):
        expected = [complex(mp.diff(faddeeva, complex(z))) for z in points]
    np.testing.assert_allclose(np.conj(found), expected, rtol=1e-11)


def test_derivative_of_lamberts_function():
    points = np.array([0.3 + 0.5j, -2.0 - 1.0j, 1e-12, 1e30, -0.2 + 0j])
    for branch in (0, -1, 2):
        found = tg.grad(lambda z, k=branch: np.sum(np.real(tg.special.lambertw(z, k))))(points)
        expected = [
            complex(mp.diff(lambda z, k=branch: mp.lambertw(z, k), complex(z), h=abs(complex(z)) * 1e-12))
            for z in points
        ]
        np.testing.assert_allclose(np.conj(found), expected, rtol=1e-8)
    assert tg.grad(lambda z: np.real(tg.special.lambertw(z)))(0.0) == 1.0


def test_spherical_harmonics_have_derivatives_at_the_poles():
    slope = tg.grad(lambda theta: np.real(tg.special.sph_harm_y(3, 1, theta, 0.4)))
    h = 1e-5

    def value(theta):  # a step over the pole goes down on the other side
        return np.real(tg.special.sph_harm_y(3, 1, abs(theta), 0.4 + (np.pi if theta < 0 else 0.0)).numpy())

    assert slope(0.0) == pytest.approx((value(h) - value(-h)) / (2 * h), rel=1e-6)


def test_orders_that_are_not_whole_are_refused():
    x = tg.tensor(0.3, requires_grad=True)
    with pytest.raises(tg.errors.ArgumentError, match="whole numbers for k"):
        tg.special.lambertw(x, 0.5)
    with pytest.raises(tg.errors.ArgumentError, match="whole numbers for m"):
        tg.special.sph_harm_y(2, 1.0, x, 0.4)

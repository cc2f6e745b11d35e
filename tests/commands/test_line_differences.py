"""Derivatives by differences: within their bounds of what calculus says, and what has none is recognized."""

from __future__ import annotations

import numpy as np
import pytest

from tapegrad.commands.line_differences import Slope, slope


def found(f, x: float, **options) -> Slope:
    """The slope of one number."""
    with np.errstate(all="ignore"):
        return slope(lambda h: np.atleast_1d(np.asarray(f(x + h), float)), abs(x) or 1.0, **options)


@pytest.mark.parametrize(
    ("f", "x", "derivative", "most"),
    [
        (np.sin, 1.0, np.cos(1.0), 1e-10),
        (np.exp, 3.0, np.exp(3.0), 1e-9),
        (np.log, 1e-4, 1e4, 1e-5),
        (lambda x: np.sin(50 * x), 1.0, 50 * np.cos(50.0), 1e-8),
        (lambda x: x**3, 0.0, 0.0, 1e-12),
        (lambda x: 1 / (1 + 25 * x * x), 0.3, -15.0 / (1 + 25 * 0.09) ** 2, 1e-10),
        (lambda x: abs(x - 1e-3), 0.0, -1.0, 1e-10),  # a kink near by
        (lambda x: np.sin(x * 1e9), 1e-9, 1e9 * np.cos(1.0), 0.1),
        (np.floor, 2.3, 0.0, 1e-10),
        (lambda x: np.sqrt(x) if x >= 1.0 - 1e-3 else np.nan, 1.0, 0.5, 1e-6),  # the edge of the domain is near
    ],
)
def test_the_error_is_within_its_bound_and_small(f, x, derivative, most):
    one = found(f, x)
    assert abs(one.value[0] - derivative) <= 2 * one.error[0] <= 2 * most
    assert not one.kink[0]
    assert not one.jump[0]


@pytest.mark.parametrize(
    ("f", "left", "right"), [(abs, -1.0, 1.0), (lambda x: max(x, 0.0), 0.0, 1.0), (lambda x: np.where(x > 0, 3 * x, x), 1.0, 3.0)]
)  # fmt: skip
def test_kinks_have_two_slopes(f, left, right):
    one = found(f, 0.0)
    assert one.kink[0]
    assert (one.left[0], one.right[0]) == (left, right)


@pytest.mark.parametrize(("f", "x"), [(np.floor, 2.0), (lambda x: float(x > 1.0) + x, 1.0), (np.sign, 0.0)])
def test_jumps_are_no_kinks(f, x):
    one = found(f, x)
    assert one.jump[0]
    assert not one.kink[0]


def test_noise_widens_the_bound_and_is_no_kink():
    for seed in range(20):
        random = np.random.default_rng(seed)
        one = found(lambda x: np.sin(x) + 1e-6 * random.normal(), 1.0)
        assert abs(one.value[0] - np.cos(1.0)) <= 4 * one.error[0]
        assert one.error[0] > 1e-6
        assert not one.kink[0]
        assert not one.jump[0]


def test_single_precision_is_taken_into_account():
    one = found(lambda x: np.sin(np.float32(x)), 1.0, eps=float(np.finfo(np.float32).eps))
    assert abs(one.value[0] - np.cos(1.0)) <= one.error[0] <= 1e-3


@pytest.mark.parametrize("f", [np.sqrt, np.log, lambda x: 1 / 0])
def test_where_a_function_is_not_defined_nothing_is_certain(f):
    assert found(lambda x: 0.0 if x == 0.0 else f(min(x, 0.0)), 0.0).error[0] == np.inf


def test_each_number_has_its_own_bound():
    one = slope(lambda h: np.array([np.sin(1 + h), abs(h), 1e8 + h]), 1.0)
    np.testing.assert_array_equal(one.kink, [False, True, False])
    assert one.error[0] < 1e-9 < one.error[2] < 1e-3

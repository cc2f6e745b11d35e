"""Elements that were written one at a time are read without the array; expected values are NumPy's, and slopes central
differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg

X = np.array([0.5, -1.25, 2.0])


def table(x: Any) -> Any:
    t = np.full((4, 4), 3.0, like=x) * 1.0
    t[0, 0] = x[0]
    for i in range(1, 4):
        for j in range(1, 4):
            t[i, j] = np.sin(t[i - 1, j - 1]) + t[i - 1, j] * t[i, j - 1] * x[(i + j) % 3]
    return t[3, 3]


def overwritten(x: Any) -> Any:
    t = np.zeros(3, like=x) + 0.0
    t[1] = x[0] * 2.0
    first = t[1] + t[0]
    t[1] = x[1] * first
    return t[1] + first * t[-2]


def branched(x: Any) -> Any:
    t = np.zeros(3, like=x) + 0.0
    t[0] = x[0]
    other = t.copy()
    t[1] = x[1] * t[0]
    other[1] = x[2] * other[0]
    return t[1] * 3.0 + other[1] + t[0] * other[0]


def row_between(x: Any) -> Any:
    t = np.zeros((2, 3), like=x) + 0.0
    t[0, 1] = x[0] * x[0]
    t[0, :] = x * 2.0
    t[0, 2] = t[0, 1] * x[2]
    return t[0, 2] + t[0, 0] * t[1, 1]


def through_a_view(x: Any) -> Any:
    t = np.zeros((2, 3), like=x) + 0.0
    t[1, 2] = x[0]
    row = t[1]
    row[2] = x[1] * t[1, 2]
    return t[1, 2] * x[2]


def version_kept(x: Any) -> Any:
    t = np.zeros(2, like=x) + 0.0
    t[0] = x[0]
    before = t * 1.0
    t[0] = x[1]
    return before[0] * t[0] + np.sum(t * x[:2])


FUNCTIONS = [table, overwritten, branched, row_between, through_a_view, version_kept]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_values_and_slopes_are_those_of_the_array(f: Callable[[Any], Any]):
    value, slope = tg.compile(tg.value_and_grad(f))(X)
    np.testing.assert_allclose(value, f(X), rtol=1e-14)
    h = 1e-6
    differences = [(f(X + h * e) - f(X - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(slope, differences, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("f", [table, overwritten, branched])
def test_what_only_elements_are_read_of_is_no_array(f: Callable[[Any], Any]):
    compiled = tg.compile(tg.value_and_grad(f))
    compiled(X)
    assert {op.name for op in compiled.tape().ops if op is not None} & {"setitem", "full", "zeros"} == set()


def test_a_number_that_was_rounded_by_the_array_is_read_from_it():
    def f(x: Any) -> Any:
        t = np.zeros(2, np.float32, like=x) * np.float32(1.0)
        t[0] = x[0]
        return t[0] * 1.0

    x = np.array([0.1])
    assert tg.compile(f)(x) == np.float32(0.1)


def test_a_write_without_gradients_hands_none_on():
    def f(x: Any) -> Any:
        t = np.zeros(2, like=x) + 0.0
        with tg.no_grad():
            t[0] = x[0] * 2.0
        t[1] = x[1] * t[0]
        return t[1] + t[0]

    np.testing.assert_array_equal(tg.compile(tg.grad(f))(X), [0.0, 2.0 * X[0], 0.0])


@pytest.mark.parametrize("f", [table, branched])
def test_second_derivatives(f: Callable[[Any], Any]):
    hessian = tg.compile(tg.hessian(f))(X)
    slope, h = tg.compile(tg.grad(f)), 1e-6
    differences = [(slope(X + h * e) - slope(X - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(hessian, differences, rtol=1e-6, atol=1e-7)

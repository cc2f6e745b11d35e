"""Sweeps pass what was recorded without repetitions, and what is to be differentiated by stays apart.

Expected derivatives are NumPy's and by hand; counts are those of sealed tapes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad


def by_minors(a: Any, n: int) -> Any:
    """A determinant, expanded along rows: each minor is computed as often as it is needed."""

    def minor(i: int, columns: tuple[int, ...]) -> Any:
        if i == n:
            return 1.0
        total = 0.0
        for k, c in enumerate(columns):
            total = total + (-1.0) ** k * a[i * n + c] * minor(i + 1, columns[:k] + columns[k + 1 :])
        return total

    return minor(0, tuple(range(n)))


MATRIX = np.random.default_rng(5).normal(size=25)
COFACTORS = np.linalg.det(MATRIX.reshape(5, 5)) * np.linalg.inv(MATRIX.reshape(5, 5)).T.ravel()


def test_a_gradient_takes_the_distinct_minors_alone():
    f = tg.compile(tg.grad(lambda a: by_minors(a, 5)))
    np.testing.assert_allclose(f(MATRIX), COFACTORS, rtol=1e-12)
    assert len(f.tape()) < 500  # there are 32 minors, and 206 terms when none is found again


def minors_in_a_scan(a: Any) -> Any:
    return tg.scan(lambda total, _: (total + by_minors(a, 5), None), 0.0, length=2)[0] / 2.0


def minors_in_a_loop(a: Any) -> Any:
    total, _ = tg.while_loop(
        lambda s: s[1] < 1.5, lambda s: (s[0] + by_minors(a, 5), s[1] + 1.0), (0.0, 0.0), max_steps=3
    )
    return total / 2.0


@pytest.mark.parametrize(
    "within",
    [
        minors_in_a_scan, minors_in_a_loop, tg.checkpoint(lambda a: by_minors(a, 5)), tg.compile(lambda a: by_minors(a, 5)),
    ],
    ids=["scan", "while_loop", "checkpoint", "compiled"],
)  # fmt: skip
def test_also_in_programs_within(within: Callable[[Any], Any]):
    f = tg.compile(tg.grad(within))
    np.testing.assert_allclose(f(MATRIX), COFACTORS, rtol=1e-12)

    def longest(program: Any) -> int:
        return max([len(program), *map(longest, program.subprograms())])

    assert longest(f.tape()) < 600


def test_equal_terms_are_swept_once():
    def f(x: Any) -> Any:
        total = 0.0
        for _ in range(100):
            total = total + np.sum(np.sin(x))
        return total

    slope = tg.compile(tg.grad(f))
    x = np.arange(3.0)
    np.testing.assert_allclose(slope(x), 100.0 * np.cos(x), rtol=1e-13)
    assert len(slope.tape()) < 10
    moved = tg.compile(lambda x, v: tg.func.jvp(f, (x,), (v,))[1])
    np.testing.assert_allclose(moved(x, x + 1.0), np.sum(100.0 * np.cos(x) * (x + 1.0)), rtol=1e-13)


def test_a_branch_that_a_constant_excludes_is_not_swept():
    w = np.random.default_rng(6).normal(size=(3, 3))
    f = tg.compile(tg.grad(lambda x: np.sum(np.where(tg.tensor(True), x, np.exp(w @ x)))))
    np.testing.assert_array_equal(f(np.arange(3.0)), np.ones(3))
    assert "matvec" not in str(f.tape())
    assert "exp" not in str(f.tape())


def test_a_choice_of_what_was_detached_has_no_gradient():
    """It was recorded with one, because of the branch that a constant excludes."""

    def f(x: Any) -> Any:
        return np.sum(np.sin(np.where(tg.tensor(False), x, x.detach())) * x)

    x = np.array([0.3, 1.2])
    np.testing.assert_array_equal(tg.compile(tg.grad(f))(x), np.sin(x))


APART = {
    "equal": (lambda x: (x * 2.0, x * 2.0), lambda y, other: y * other, lambda x: 2.0 * x),
    "negative": (lambda x: (-x, x), lambda y, other: -y * other, lambda x: -x),
    "reshape": (lambda x: (x.reshape(3, 1), x), lambda y, other: y.reshape(3) * other, lambda x: x[:, None]),
    "transpose": (lambda x: (x[:, None].T, x[None, :]), lambda y, other: (y.T * other.T).T, lambda x: x[None]),
    "unchanged": (lambda x: (x * 1.0, x), lambda y, other: y * other, lambda x: x),
    "added": (lambda x: (x + 0.0, x), lambda y, other: y * other, lambda x: x),
}  # fmt: skip


@pytest.mark.parametrize("name", APART)
@pytest.mark.parametrize("swept", [False, True], ids=["first sweep", "after another one"])
def test_what_is_differentiated_by_stays_apart(name, swept):
    """A result has the derivative of what was computed of it, not of what is equal to it."""
    make, use, expected = APART[name]

    def f(x: Any) -> Any:
        y, other = make(x)
        z = np.sum(use(y, other))
        before = grad(z, x, retain_graph=True)[0] if swept else 0.0
        return grad(z, y, retain_graph=True)[0], before

    x = np.array([0.5, -1.0, 2.0])
    found, _ = tg.compile(f)(x)
    np.testing.assert_array_equal(found, expected(x))


@pytest.mark.parametrize("quiet_first", [False, True])
def test_what_was_recorded_without_gradient_stays_so(quiet_first):
    def f(x: Any) -> Any:
        if not quiet_first:
            y = np.sin(x)
        with tg.no_grad():
            same = np.sin(x)
        if quiet_first:
            y = np.sin(x)
        return np.sum(y * same + same * x)

    x = np.array([0.3, 1.2])
    expected = np.cos(x) * np.sin(x) + np.sin(x)
    np.testing.assert_allclose(tg.grad(f)(x), expected, rtol=1e-15)
    np.testing.assert_allclose(tg.compile(tg.grad(f))(x), expected, rtol=1e-15)
    twice = tg.compile(tg.grad(lambda x: np.sum(tg.grad(f)(x))))  # sin(x) without gradient is a constant of both
    np.testing.assert_allclose(twice(x), -(np.sin(x) ** 2), rtol=1e-15)


def test_variables_of_equal_value_are_two():
    f = tg.compile(lambda x: tg.grad(lambda a, b: np.sum(np.sin(a) * np.sin(b) * a), argnums=(0, 1))(x, x))
    x = np.array([0.3, 1.2])
    by_a, by_b = f(x)
    np.testing.assert_allclose(by_a, np.cos(x) * np.sin(x) * x + np.sin(x) ** 2, rtol=1e-14)
    np.testing.assert_allclose(by_b, np.sin(x) * np.cos(x) * x, rtol=1e-14)
    nested = tg.compile(tg.grad(lambda x: x * tg.grad(lambda y: x + y)(1.0)))  # whose inner derivative is 1, not 2
    assert nested(3.0) == 1.0

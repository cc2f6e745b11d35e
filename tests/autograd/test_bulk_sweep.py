"""Sweeps of long stretches of scalars append at once what the pull appends one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import bulk_sweep, traced_sweep
from tests.record.random_scalars import random_function

X = np.array([0.3, 0.07, 1.3])


class Sweeps:
    """Notes the recordings after each sweep, and of each stretch whether it was appended at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch
        self.recordings: list[Any] = []
        self.at_once: list[bool] = []
        reverse, append = traced_sweep.reverse, bulk_sweep.BulkSweep.append

        def noted(trace: Any, *args: Any) -> Any:
            result = reverse(trace, *args)
            self.recordings.append([*map(repr, trace.instructions)])
            return result

        def appended(*args: Any) -> bool:
            self.at_once.append(append(*args))
            return self.at_once[-1]

        monkeypatch.setattr(traced_sweep, "reverse", noted)
        monkeypatch.setattr(bulk_sweep.BulkSweep, "append", appended)

    def of(self, function: Callable[[Any], Any], least: int) -> tuple[list[Any], Any]:
        """Return the recordings of a function, with stretches from a length on at once, and what it gives."""
        self.patch.setattr(bulk_sweep, "LEAST", least)
        self.recordings, self.at_once = [], []
        with np.errstate(all="ignore"):
            result = tg.compile(function)(X)
        return self.recordings, result


@pytest.fixture
def sweeps(monkeypatch: pytest.MonkeyPatch) -> Sweeps:
    return Sweeps(monkeypatch)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("transform", [tg.grad, tg.hessian], ids=["gradient", "hessian"])
def test_it_appends_what_the_pull_appends(seed: int, transform: Any, sweeps: Sweeps) -> None:
    bulk, slopes = sweeps.of(transform(random_function(seed)), 4)
    assert any(sweeps.at_once)
    one_by_one, expected = sweeps.of(transform(random_function(seed)), 1 << 60)
    assert not sweeps.at_once
    assert bulk == one_by_one
    np.testing.assert_array_equal(slopes, expected)


def logistic(x: Any) -> Any:
    y = x[0]
    for _ in range(100):
        y = x[2] * y * (1.0 - y) + x[1]
    return y


def test_adjoints_of_a_chain_are_those_of_its_formula(sweeps: Sweeps) -> None:
    _, slopes = sweeps.of(tg.grad(logistic), 4)
    assert sweeps.at_once
    assert all(sweeps.at_once)
    (y, shift, r), d = X, np.array([1.0, 0.0, 0.0])
    for _ in range(100):
        d = r * (1.0 - 2.0 * y) * d + np.array([0.0, 1.0, y * (1.0 - y)])
        y = r * y * (1.0 - y) + shift
    np.testing.assert_allclose(slopes, d, rtol=1e-10)


def unread(x: Any, count: int) -> Any:
    """A function of which a chain of so many values leads nowhere."""
    y = x[0]
    for _ in range(20):
        y = np.sin(y) * x[1] + y
    nowhere = y
    for _ in range(count):
        nowhere = np.sin(nowhere)
    for _ in range(20):
        y = np.sin(y) * x[2] + y
    return y


@pytest.mark.parametrize(("count", "at_once"), [(5, True), (100, False)])
def test_values_that_nothing_reads_get_no_adjoint(count: int, at_once: bool, sweeps: Sweeps) -> None:
    bulk, slopes = sweeps.of(tg.grad(lambda x: unread(x, count)), 4)
    assert sweeps.at_once == [at_once]
    one_by_one, expected = sweeps.of(tg.grad(lambda x: unread(x, count)), 1 << 60)
    assert bulk == one_by_one
    np.testing.assert_array_equal(slopes, expected)


def test_what_has_an_array_between_is_in_parts(sweeps: Sweeps) -> None:
    def f(x: Any) -> Any:
        y = x[0]
        for _ in range(10):
            for _ in range(10):
                y = y + np.sin(y) * x[1]
            y = np.sum(np.stack([y, x[2]]) ** 2)
        return y

    bulk, slopes = sweeps.of(tg.grad(f), 4)
    assert len(sweeps.at_once) == 10
    one_by_one, expected = sweeps.of(tg.grad(f), 1 << 60)
    assert bulk == one_by_one
    np.testing.assert_array_equal(slopes, expected)


def test_constant_slopes_have_no_gradient(sweeps: Sweeps) -> None:
    def f(x: Any) -> Any:
        y = x[0]
        for _ in range(30):
            y = 0.5 * y + x[1]
        return y

    bulk, slopes = sweeps.of(tg.hessian(lambda x: f(x) * x[2]), 4)
    assert any(sweeps.at_once)
    one_by_one, expected = sweeps.of(tg.hessian(lambda x: f(x) * x[2]), 1 << 60)
    assert bulk == one_by_one
    sums = np.array([0.5**30, 2.0 * (1.0 - 0.5**30)])
    np.testing.assert_allclose(slopes, [[0, 0, sums[0]], [0, 0, sums[1]], [*sums, 0]], rtol=1e-14)
    np.testing.assert_array_equal(slopes, expected)


def product_with_a_chain(x: Any) -> Any:
    """The derivative of a * a * y by a, where y comes from a long chain that does not depend on a."""

    def inner(a: Any) -> Any:
        y = x[1]
        for _ in range(100):
            y = np.sin(y) + 0.1
        return a * a * y

    return tg.grad(inner)(x[0])


def test_a_long_chain_that_leads_from_no_target_is_passed_over(sweeps: Sweeps) -> None:
    bulk, slopes = sweeps.of(tg.grad(product_with_a_chain), 4)
    assert any(sweeps.at_once)
    one_by_one, _ = sweeps.of(tg.grad(product_with_a_chain), 1 << 60)
    assert bulk == one_by_one
    (a, y, _), d = X, 1.0
    for _ in range(100):
        d, y = d * np.cos(y), np.sin(y) + 0.1
    np.testing.assert_allclose(slopes, [2.0 * y, 2.0 * a * d, 0.0], rtol=1e-10)

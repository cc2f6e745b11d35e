"""Seeds in loops: recorded sweeps that begin with them are found again, and sweeps from results of other runs compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.support import hot_after, leaf
from tests.trace_cache.oracle import python_calls

soon = hot_after(6)
A = np.array([0.5, 1.25, -0.75])
SEEDS = [np.array([1.0, -2.0, 0.5]) * (1.0 + 0.01 * turn) for turn in range(80)]


def _from_several_roots(x: Any, seed: np.ndarray) -> Any:
    roots = [np.sin(x) * x, (x**3).sum()]
    (g,) = tg.autograd.grad(roots, x, [tg.tensor(seed), np.array(2.0)], create_graph=True)
    return g


def _from_an_array(x: Any, seed: np.ndarray) -> Any:
    (g,) = tg.autograd.grad(np.sin(x) * x, x, seed, create_graph=True)
    return g


def _from_a_leaf(x: Any, seed: np.ndarray) -> Any:
    v = tg.tensor(seed, requires_grad=True)
    (g,) = tg.autograd.grad(np.sin(x) * x, x, v, create_graph=True)
    (tangent,) = tg.autograd.grad(g, v, np.ones(3), create_graph=True)
    return tangent * tg.tensor(seed)


def _from_a_result_of_the_run(x: Any, seed: np.ndarray) -> Any:
    y = np.sin(x) * x
    (g,) = tg.autograd.grad(y, x, (x.detach() * 0.0 + 1.0) * seed, create_graph=True)
    return g


FIRST = np.sin(A) + A * np.cos(A)
SECOND = 2.0 * np.cos(A) - A * np.sin(A)
RECORDED = {  # how a gradient is recorded, and what it and its own gradient are, for a seed
    "an array": (_from_an_array, lambda s: s * FIRST, lambda s: s * SECOND),
    "several roots": (_from_several_roots, lambda s: s * FIRST + 6.0 * A**2, lambda s: s * SECOND + 12.0 * A),
    "a leaf": (_from_a_leaf, lambda s: s * FIRST, lambda s: s * SECOND),
    "a result of the run": (_from_a_result_of_the_run, lambda s: s * FIRST, lambda s: s * SECOND),
}


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_sweeps_with_seeds_are_found_again(name: str) -> None:
    """Values and derivatives are those of calculus for other seeds each turn, and no rule is called any more."""
    record, first, second = RECORDED[name]

    def turn(seed: np.ndarray) -> None:
        x = leaf(A)
        g = record(x, seed)
        (h,) = tg.autograd.grad(g.sum(), x)
        np.testing.assert_allclose(g.detach().numpy(), first(seed), rtol=1e-13)
        np.testing.assert_allclose(h.numpy(), second(seed), rtol=1e-12)

    for seed in SEEDS:
        turn(seed)
    assert "contributions" not in python_calls(lambda: turn(SEEDS[3]))


@pytest.mark.parametrize("requires_grad", [False, True])
def test_seeds_of_another_kind_are_another_sweep(requires_grad: bool) -> None:
    """A seed of which a gradient is asked is none of plain data, in a place where these were found before."""
    x = leaf(A)
    for seed in SEEDS[:10]:
        _from_an_array(x, seed)
    v = tg.tensor(SEEDS[0], requires_grad=requires_grad)
    (g,) = tg.autograd.grad(np.sin(x) * x, x, v, create_graph=True)
    if requires_grad:
        (tangent,) = tg.autograd.grad(g.sum(), v)
        np.testing.assert_allclose(tangent.numpy(), FIRST, rtol=1e-13)
    else:
        np.testing.assert_allclose(g.detach().numpy(), SEEDS[0] * FIRST, rtol=1e-13)


@pytest.mark.parametrize("is_read", [False, True])
def test_seeds_that_are_results_take_the_program(is_read: bool) -> None:
    """Results that are computed already, and those that are not."""
    for seed in SEEDS:
        x, p = leaf(A), tg.tensor(seed) * 2.0
        if is_read:
            p.numpy()
        (g,) = tg.autograd.grad(np.sin(x) * x, x, p)
        np.testing.assert_allclose(g.numpy(), 2.0 * seed * FIRST, rtol=1e-13)
    assert sum(e.compiled for e in tg.debug.exits()) > 20

"""The one reverse pull: sweeps that are recorded and sweeps of recordings hand on alike."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg

N = 12
X = np.linspace(0.3, 1.7, N)
V = np.cos(np.arange(N) * 1.3)


def chain(x):
    """Elements read one by one, the last of them twice."""
    total = x[N - 1] * 0.5
    for i in range(N - 1):
        total = total + x[i] * x[i] * x[i + 1]
    return total


def gradient(x):
    g = np.zeros(N)
    g[:-1] += 2.0 * x[:-1] * x[1:]
    g[1:] += x[:-1] ** 2
    g[-1] += 0.5
    return g


def hessian_times(x, v):
    h = np.zeros(N)
    h[:-1] += 2.0 * x[1:] * v[:-1] + 2.0 * x[:-1] * v[1:]
    h[1:] += 2.0 * x[:-1] * v[:-1]
    return h


def swept(x):
    (g,) = tg.autograd.grad(chain(x), x, create_graph=True)
    return g


def test_elements_that_were_read_in_a_recorded_sweep() -> None:
    x = tg.tensor(X, requires_grad=True)
    g = swept(x)
    np.testing.assert_allclose(g.detach().numpy(), gradient(X), rtol=1e-14)
    (hv,) = tg.autograd.grad(g, x, tg.tensor(V))
    np.testing.assert_allclose(hv.numpy(), hessian_times(X, V), rtol=1e-13, atol=1e-15)


def test_elements_are_put_back_together() -> None:
    """One instruction gives the adjoint of an array of which many elements were read, not one for each."""
    x = tg.tensor(X, requires_grad=True)
    with tg.Tape() as tape:
        g = swept(x)
    assert g.shape == (N,)
    assert str(tape).count("scatter_add") == 1


@pytest.mark.parametrize("function", [chain, lambda x: np.sum(np.exp(x) * x) / x[3]])
def test_both_tiers_pull_alike(function) -> None:
    """The same rules in the same order: the bits are the same."""
    x = tg.tensor(X, requires_grad=True)
    (g,) = tg.autograd.grad(function(x), x, create_graph=True)
    np.testing.assert_array_equal(tg.compile(tg.grad(function))(X), g.detach().numpy())


def test_hooks_see_single_elements_in_a_recorded_sweep() -> None:
    x = tg.tensor([2.0, 3.0], requires_grad=True)
    seen = []
    part = x[0]
    part.grad_fn.register_hook(lambda given, got: seen.append(given[0].detach().numpy().copy()))
    (g,) = tg.autograd.grad(part * part + x[1], x, create_graph=True)
    np.testing.assert_array_equal(g.detach().numpy(), [4.0, 1.0])
    np.testing.assert_array_equal(seen, [[4.0, 0.0]])

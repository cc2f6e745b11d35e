"""Hooks of leaves whose sweeps return: they are called alike, whatever computes the gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg

_TURNS = 160
DATA, FACTORS = np.random.default_rng(1).normal(size=(2, 3))


def _leaves() -> tuple[tg.Tensor, tg.Tensor]:
    return tg.tensor(DATA, requires_grad=True), tg.tensor(FACTORS, requires_grad=True)


def _loss(x: Any, w: Any) -> Any:
    return (np.sin(x) * w).sum()


def _array(x: tg.Tensor | None) -> np.ndarray:
    assert x is not None
    return x.numpy()


def test_hooks_replace_gradients_and_are_called_from_the_last_leaf_to_the_first() -> None:
    x, w = _leaves()
    calls: list[str] = []

    def of_x(g: tg.Tensor) -> Any:
        calls.append("x")
        assert not g.requires_grad
        return np.clip(g, -0.5, 0.5)

    def after(leaf: tg.Tensor) -> None:
        calls.append("after x")
        np.testing.assert_allclose(_array(leaf.grad), np.clip(np.cos(DATA) * FACTORS, -0.5, 0.5), rtol=1e-14)

    x.register_hook(of_x)
    x.register_post_accumulate_grad_hook(after)
    w.register_hook(lambda g: calls.append("w"))
    for _ in range(_TURNS):
        _loss(x, w).backward()
        assert calls == ["w", "x", "after x"]
        np.testing.assert_allclose(_array(w.grad), np.sin(DATA), rtol=1e-14)
        calls.clear()
        x.grad = w.grad = None


@pytest.mark.parametrize("how", ["backward", "grad"])
def test_hooks_are_called_where_the_value_was_read_before(how: str) -> None:
    x, w = _leaves()
    x.register_hook(lambda g: 2.0 * g)
    for _ in range(_TURNS):
        loss = _loss(x, w)
        np.testing.assert_allclose(loss.item(), (np.sin(DATA) * FACTORS).sum(), rtol=1e-13)
        if how == "backward":
            loss.backward()
            of_x, of_w = x.grad, w.grad
            x.grad = w.grad = None
        else:
            of_x, of_w = tg.autograd.grad(loss, (x, w))
        np.testing.assert_allclose(_array(of_x), 2.0 * np.cos(DATA) * FACTORS, rtol=1e-14)
        np.testing.assert_allclose(_array(of_w), np.sin(DATA), rtol=1e-14)


def test_gradients_are_added_after_their_hooks() -> None:
    x, w = _leaves()
    x.register_hook(lambda g: 2.0 * g)
    for turn in range(1, _TURNS):
        _loss(x, w).backward()
        np.testing.assert_allclose(_array(x.grad), 2.0 * turn * np.cos(DATA) * FACTORS, rtol=1e-12)
        np.testing.assert_allclose(_array(w.grad), turn * np.sin(DATA), rtol=1e-12)


def test_a_hook_that_fails_leaves_all_as_it_was() -> None:
    x, w = _leaves()
    fails = [False]

    def hook(g: tg.Tensor) -> None:
        if fails[0]:
            raise ZeroDivisionError

    x.register_hook(hook)
    for turn in range(_TURNS):
        loss = _loss(x, w)
        fails[0] = turn % 40 == 39
        if fails[0]:
            with pytest.raises(ZeroDivisionError):
                loss.backward()
            assert x.grad is None
            assert w.grad is None
            fails[0] = False
        loss.backward()
        np.testing.assert_allclose(_array(x.grad), np.cos(DATA) * FACTORS, rtol=1e-14)
        np.testing.assert_allclose(_array(w.grad), np.sin(DATA), rtol=1e-14)
        np.testing.assert_allclose(loss.item(), (np.sin(DATA) * FACTORS).sum(), rtol=1e-13)
        x.grad = w.grad = None


def test_hooks_may_read_sweep_and_write() -> None:
    x, w = _leaves()
    other = tg.tensor(2.0, requires_grad=True)
    seen: list[float] = []
    loss: Any = None

    def hook(g: tg.Tensor) -> Any:
        seen.append(loss.item())
        with tg.enable_grad():
            (other**3).backward()
        with tg.no_grad():
            w.__imul__(2.0)
        slope, other.grad = other.grad, None
        return g * slope

    x.register_hook(hook)
    for _ in range(_TURNS):
        loss = _loss(x, w)
        loss.backward()
        np.testing.assert_allclose(seen.pop(), (np.sin(DATA) * FACTORS).sum(), rtol=1e-13)
        np.testing.assert_allclose(_array(x.grad), 12.0 * np.cos(DATA) * FACTORS, rtol=1e-13)
        np.testing.assert_allclose(_array(w.grad), np.sin(DATA), rtol=1e-13)
        np.testing.assert_array_equal(w.detach().numpy(), 2.0 * FACTORS)
        x.grad = w.grad = None
        with tg.no_grad():
            w *= 0.5


def test_a_hook_that_comes_and_goes() -> None:
    x, w = _leaves()
    for turn in range(_TURNS):
        handle = x.register_hook(lambda g: -g) if turn % 3 == 0 else None
        _loss(x, w).backward()
        sign = -1.0 if handle is not None else 1.0
        np.testing.assert_allclose(_array(x.grad), sign * np.cos(DATA) * FACTORS, rtol=1e-14)
        if handle is not None:
            handle.remove()
        x.grad = w.grad = None


def test_grad_calls_hooks_of_leaves() -> None:
    x, w = _leaves()
    x.register_hook(lambda g: 3.0 * g)
    for _ in range(_TURNS):
        of_x, of_w = tg.autograd.grad(_loss(x, w), (x, w))
        np.testing.assert_allclose(_array(of_x), 3.0 * np.cos(DATA) * FACTORS, rtol=1e-14)
        np.testing.assert_allclose(_array(of_w), np.sin(DATA), rtol=1e-14)


@pytest.mark.parametrize("mode", ["all", "any"])
def test_hooks_of_several_leaves_are_called_in_each_turn(mode):
    x, w = (tg.tensor(a, requires_grad=True) for a in ([1.0, 2.0], [3.0, -1.0]))
    seen = []
    tg.autograd.graph.register_multi_grad_hook([x, w], seen.append, mode=mode)
    for turn in range(100):
        x.grad = w.grad = None
        loss = (np.sin(x) * w).sum()
        if turn % 2:
            loss.item()  # the sweep follows a read
        loss.backward()
        grads = seen.pop()
        assert not seen
        if mode == "all":
            np.testing.assert_allclose(grads[0].numpy(), np.cos([1.0, 2.0]) * [3.0, -1.0], rtol=1e-14)
            np.testing.assert_allclose(grads[1].numpy(), np.sin([1.0, 2.0]), rtol=1e-14)

"""Hooks on results whose sweeps return: what the interpreter calls, with the same adjoints, once each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import compiled_hooks
from tapegrad.trace_cache import thresholds, tree
from tests.autograd.test_hooks import random_program
from tests.worlds import Torch, World

A, B = np.random.default_rng(3).uniform(0.4, 1.5, size=(2, 6))


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Let what comes the seventh time be done by programs; holds the sweeps of programs with hooks."""
    tree.forget()
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 6)
    done: list[Any] = []
    swept = compiled_hooks.swept
    monkeypatch.setattr(compiled_hooks, "swept", lambda *given: (done.append(given[1]), swept(*given))[1])
    return done


def turns(library: Any, leaf: Callable[[np.ndarray], Any], program: Callable[..., None], count: int) -> list[Any]:
    """Return what is seen in each turn of a program."""
    x, w = leaf(A), leaf(B)
    found = []
    for turn in range(count):
        seen: list[Any] = []
        program(library, x, w, turn, seen)
        found.append([np.array(s.detach().numpy() if hasattr(s, "detach") else s) for s in (*seen, x.grad, w.grad)])
        x.grad = w.grad = None
    return found


def agree(program: Callable[..., None], count: int = 24) -> None:
    """Compare a program with PyTorch, and with itself without the trace cache."""

    def ours(array: np.ndarray) -> Any:
        return tg.tensor(array, requires_grad=True)

    found = turns(tg, ours, program, count)
    with tg.debug.trace_cache(False):
        interpreted = turns(tg, ours, program, count)
    torch = Torch().lib
    theirs = turns(torch, lambda array: torch.tensor(array, requires_grad=True), program, count)
    for expected in (interpreted, theirs):
        for a, b in zip(found, expected, strict=True):
            assert len(a) == len(b)
            for one, other in zip(a, b, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-11)


def looking(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    q = lib.tanh(h)
    h.register_hook(lambda g: seen.append(g))
    q.register_hook(lambda g: seen.append(g))
    loss = (q * h).sum()
    loss.register_hook(lambda g: seen.append(g))
    loss.backward()


def replacing(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    q = lib.tanh(h) + x
    h.register_hook(lambda g: seen.append(g) or g * 3.0)
    h.register_hook(lambda g: seen.append(g) or (g - 1.0 if turn % 3 else None))
    q.register_hook(lambda g: seen.append(g) or (0.5 * g if turn % 2 else g))
    (q * h).sum().backward()


def retained(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h, q = lib.sin(x) * w, lib.tanh(x)
    h.register_hook(lambda g: 2.0 * g)
    h.grad_fn.register_prehook(lambda gs: (gs[0] + 1.0,))
    h.retain_grad()
    q.retain_grad()
    (q * h + lib.exp(h)).sum().backward()
    seen += [h.grad, q.grad]


def read_before(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    h.register_hook(lambda g: seen.append(g) or 2.0 * g)
    loss = (h * h).sum()
    seen.append(loss.item())
    loss.backward()


def swept_twice(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    h.register_hook(lambda g: seen.append(g) or 2.0 * g)
    loss = (h * lib.cos(h)).sum()
    loss.backward(retain_graph=True)
    loss.backward()


def through_a_read(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    h.register_hook(lambda g: seen.append(g) or 2.0 * g)
    scale = 2.0 if h.max().item() > 0.1 else 1.0
    q = lib.exp(h) * scale
    q.register_hook(lambda g: seen.append(g) or g + 1.0)
    q.sum().backward()


def removing_and_adding(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    q = lib.tanh(h)

    def once(g: Any) -> None:
        seen.append(g)
        handle.remove()
        h.register_hook(lambda g: seen.append(g) or -g)

    handle = q.register_hook(once)
    h.register_hook(lambda g: seen.append(g))
    (q * q).sum().backward(retain_graph=True)
    (q * q).sum().backward()


def sweeping_within(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    loss = (h * h).sum()

    def hook(g: Any) -> Any:
        nonlocal within
        seen.append(g)
        if within:
            return None
        within = True
        (inner,) = lib.autograd.grad(loss, w, retain_graph=True)
        seen.append(inner)
        return g * inner

    within = False
    h.register_hook(hook)
    loss.backward(retain_graph=True)


def seeded(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h = lib.sin(x) * w
    h.register_hook(lambda g: seen.append(g) or 2.0 * g)
    seed = np.arange(6.0) + turn
    (h * h).backward(lib.tensor(seed))


PROGRAMS = [
    looking, replacing, retained, read_before, swept_twice, through_a_read, removing_and_adding, sweeping_within, seeded,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_hooks_of_results(program: Callable[..., None], compiled: list[Any]) -> None:
    agree(program)
    assert compiled


def several(lib: Any, x: Any, w: Any, turn: int, seen: list[Any]) -> None:
    h, q = lib.sin(x) * w, lib.tanh(w)
    unreached = lib.exp(x)
    graph = lib.autograd.graph
    graph.register_multi_grad_hook(
        [h, q, unreached], lambda gs: seen.extend(np.zeros(6) if g is None else g for g in gs)
    )
    handle = graph.register_multi_grad_hook([x, h], lambda gs: seen.extend(gs))
    (q * h).sum().backward()
    handle.remove()


def test_hooks_of_several_results_and_leaves(compiled: list[Any]) -> None:
    agree(several)
    assert compiled


@pytest.mark.parametrize("at", [0, 1])
def test_a_hook_that_raises_leaves_all_as_it_was(at: int, compiled: list[Any]) -> None:
    x = tg.tensor(A, requires_grad=True)
    fails = [False]

    def hook(g: Any) -> Any:
        if fails[0]:
            raise ZeroDivisionError
        return 2.0 * g

    for turn in range(24):
        h = np.sin(x)
        q = h * h
        (h, q)[at].register_hook(hook)
        (q, h)[at].register_hook(lambda g: g + 0.0)
        loss, fails[0] = q.sum(), turn % 2 == 1
        if fails[0]:
            with pytest.raises(ZeroDivisionError):
                loss.backward()
            assert x.grad is None
            fails[0] = False
        loss.backward()
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), 4.0 * np.sin(A) * np.cos(A), rtol=1e-13)
        with pytest.raises(tg.errors.TapeFreedError):
            loss.backward()
        x.grad = None
    assert compiled


def test_what_is_not_finite_is_left_to_the_interpreter_and_no_hook_is_called_again(compiled: list[Any]) -> None:
    x = tg.tensor(A, requires_grad=True)
    for _ in range(16):
        calls: list[str] = []
        h = np.sin(x)
        q = np.cumsum(h)
        h.register_hook(lambda g, calls=calls: calls.append("h"))
        q.register_hook(lambda g, calls=calls: calls.append("q") or g * np.inf)
        q.sum().backward()
        assert calls == ["q", "h"]
        assert x.grad is not None
        np.testing.assert_array_equal(x.grad.numpy(), np.full(6, np.inf))
        x.grad = None
    assert compiled


def test_a_node_that_is_kept_and_a_hook_after_it_are_interpreted(compiled: list[Any]) -> None:
    x = tg.tensor(A, requires_grad=True)
    for _ in range(16):
        h = np.sin(x)
        h.grad_fn.register_hook(lambda inputs, outputs: (2.0 * inputs[0],))
        h.sum().backward()
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), 2.0 * np.cos(A), rtol=1e-14)
        x.grad = None
    assert not compiled


@pytest.mark.parametrize("seed", range(25))
def test_random_programs_with_hooks_in_many_turns(seed: int, compiled: list[Any]) -> None:
    def run(w: Any, turn: int) -> list[Any]:
        leaves, values, loss = random_program(w, seed)
        rng, seen = np.random.default_rng((seed, turn % 2)), []

        def scale(factor: float) -> Callable[[Any], Any]:
            return lambda g: seen.append(g * 1.0) or (None if factor < 1.0 else factor * g)

        for value in values:
            if rng.random() < 0.4:
                value.register_hook(scale(rng.uniform(0.5, 1.5)))
            if rng.random() < 0.2:
                value.grad_fn.register_prehook(lambda gs: (2.0 * gs[0],))
            if rng.random() < 0.2:
                value.retain_grad()
        loss.backward()
        kept = [value.grad for value in values if value.retains_grad]
        return [None if g is None else g.numpy() for g in (*seen, *kept, *[leaf.grad for leaf in leaves])]

    for turn in range(20):
        for a, b in zip(run(World(), turn), run(Torch(), turn), strict=True):
            assert (a is None) == (b is None)
            if a is not None:
                np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-13)

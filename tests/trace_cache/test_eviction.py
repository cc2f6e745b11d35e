"""What the trace tree gives up when it is full: not what is compiled and used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.trace_cache import eviction, thresholds, tree


@pytest.fixture(autouse=True)
def a_small_tree(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(thresholds, "NODES", 400)
    monkeypatch.setattr(thresholds, "BEGINNINGS", 40)
    with tg.debug.trace_cache(True):  # forgets what other tests have left
        yield


def slope_at(x: np.ndarray) -> np.ndarray:
    return np.sin(x) + np.cos(x) * x


def step(x: Any) -> None:
    x.grad = None
    (np.sin(x) * x + 0.5).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope_at(x.detach().numpy()), rtol=1e-12)


def train(x: Any, turns: int) -> None:
    for _ in range(turns):
        step(x)


def code_that_runs_twice(numbers: Iterator[int], beginnings: int) -> None:
    for _ in range(beginnings):
        x = tg.tensor(np.linspace(0.1, 1.0, next(numbers)), requires_grad=True)
        for _ in range(2):
            y = np.cos(x * 2.0) * x + x
            y.sum().backward()


def compiled() -> list[Any]:
    return [e for e in tg.debug.exits() if e.state == "compiled"]


def leaf() -> Any:
    return tg.tensor([0.2, 0.4, 0.9], requires_grad=True)


def test_a_loop_that_is_compiled_stays_so_whatever_comes_in_between() -> None:
    x, numbers = leaf(), iter(range(5, 10**6))
    train(x, 100)
    (before,) = compiled()
    for _ in range(12):  # of which some make the tree full
        code_that_runs_twice(numbers, 20)
        train(x, 3)
        assert tree._count <= thresholds.NODES
        assert len(tree.root.next) <= thresholds.BEGINNINGS
    (after,) = compiled()
    assert after.compiled == before.compiled + 12 * 3


def test_what_is_compiled_and_used_no_more_goes() -> None:
    numbers = iter(range(5, 10**6))
    train(leaf(), 100)
    code_that_runs_twice(numbers, 45)
    assert len(compiled()) == 1  # it has run since the tree was empty
    code_that_runs_twice(numbers, 90)
    assert compiled() == []
    train(leaf(), 100)
    assert len(compiled()) == 1


def test_of_more_than_there_is_room_for_the_newest_stay() -> None:
    for n in range(3, 48):
        x = tg.tensor(np.linspace(0.1, 1.0, n), requires_grad=True)
        train(x, 80)
    left = compiled()
    assert 10 <= len(left) <= thresholds.BEGINNINGS
    assert tree._count <= thresholds.NODES
    before = max(e.compiled for e in left)
    train(x, 5)  # the last one
    assert before + 5 in {e.compiled for e in compiled()}


def test_a_run_goes_on_from_a_node_that_went() -> None:
    x = leaf()
    train(x, 3)
    x.grad = None
    y = np.sin(x) * x
    eviction.evict()
    (y + 0.5).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope_at(x.detach().numpy()), rtol=1e-12)
    assert len(tree.root.next) == 0

"""Indices of integers that are others in each turn of a loop."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import IndexingError
from tapegrad.tensor import index_operands
from tapegrad.trace_cache import tree

_TURNS = 260  # calls are learnt, followed by machine code, and sealed within


_SHAPE = (6, 5)


Index = Callable[[np.random.Generator], Any]


def _rows(rng: np.random.Generator) -> np.ndarray:
    return rng.integers(-6, 6, 4)


def _plain(index: Any) -> Any:
    if isinstance(index, tuple):
        return tuple(map(_plain, index))
    return index.numpy() if isinstance(index, tg.Tensor) else index


FUNCTIONS: dict[str, tuple[Callable[..., Any], Index]] = {
    "take": (lambda a, i: np.take(a, i, 0), _rows),
    "take flat": (lambda a, i: np.take(a, i), lambda rng: rng.integers(-30, 30, (2, 3))),
    "take a column by a Tensor": (lambda a, i: np.take(a, i, 1), lambda rng: tg.tensor(int(rng.integers(0, 5)))),
    "take a row by a Tensor": (lambda a, i: np.take(a, i, 0), lambda rng: tg.tensor(int(rng.integers(0, 6)))),
    "take_along_axis": (lambda a, i: np.take_along_axis(a, i, 1), lambda rng: rng.integers(0, 5, (6, 2))),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_indices_that_vary(name: str) -> None:
    function, indices = FUNCTIONS[name]
    rng = np.random.default_rng(13)
    data = rng.normal(size=_SHAPE)
    places = np.arange(data.size).reshape(_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    for _ in range(_TURNS):
        index = indices(rng)
        plain = _plain(index)
        factors = rng.normal(size=function(data, plain).shape)
        part = function(np.tanh(x), index)
        (part * factors).sum().backward()
        expected = np.zeros(data.size)
        np.add.at(expected, function(places, plain), factors)
        np.testing.assert_allclose(part.detach().numpy(), function(np.tanh(data), plain), rtol=1e-12)
        assert x.grad is not None
        slope = 1.0 - np.tanh(data) ** 2
        np.testing.assert_allclose(x.grad.numpy(), expected.reshape(_SHAPE) * slope, rtol=1e-11, atol=1e-13)
        x.grad = None


def _said(act: Callable[[], Any]) -> str:
    with pytest.raises(IndexingError) as error:
        act()
    return str(error.value)


@pytest.mark.parametrize("slices", [False, True])
@pytest.mark.parametrize("bad", [7, -7, 1 << 62, 1 << 70, [1, 1 << 70], np.array([0, 6]), np.array([-7, 0])])
def test_what_an_axis_has_not_is_refused_however_often_it_was_read(bad: Any, slices: bool) -> None:
    rng = np.random.default_rng(9)
    x = tg.tensor(rng.normal(size=_SHAPE), requires_grad=True)
    for turn in range(_TURNS):
        y = np.sin(x) * 2.0
        good: Any = rng.integers(0, 6, 2) if np.ndim(bad) else int(rng.integers(0, 6))
        if slices and turn % 2:
            good = slice(turn % 4, turn % 4 + 2)
        if turn % 50 == 49:
            said = [_said(lambda y=y: y[bad]), _said(lambda y=y: y.__setitem__(bad, 1.0))]
            with tg.debug.trace_cache(False):
                assert said == [_said(lambda y=y: y[bad]), _said(lambda y=y: y.__setitem__(bad, 1.0))]
        part = y[good]
        part.sum().backward()
        np.testing.assert_allclose(part.detach().numpy(), np.sin(x.detach().numpy())[good] * 2.0, rtol=1e-14)
    assert x.grad is not None
    assert np.isfinite(x.grad.numpy()).all()


def test_an_array_of_one_integer_takes_no_view_where_integers_do() -> None:
    rng = np.random.default_rng(15)
    data = rng.normal(size=_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    for turn in range(_TURNS):
        number = int(rng.integers(0, 6))
        y, shown = np.exp(x), np.exp(data)
        index: Any = np.array(number) if turn % 3 == 0 else np.int64(number) if turn % 3 == 1 else number
        part, other = y[index], shown[index]
        part *= 2.0
        other *= 2.0
        np.testing.assert_allclose(y.detach().numpy(), shown, rtol=1e-14)
        y.sum().backward()


def test_an_array_may_be_changed_after_it_was_an_index() -> None:
    rng = np.random.default_rng(10)
    data = rng.normal(size=_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    index = np.zeros(4, np.int64)
    for _ in range(_TURNS):
        index[:] = rng.integers(0, 6, 4)
        expected = np.cos(data)[index].sum()
        y = np.cos(x)[index]
        index[:] = 0
        y = y.sum()
        y.backward()
        np.testing.assert_allclose(y.item(), expected, rtol=1e-14)


def test_batches_of_many_sizes_are_learnt_once_each() -> None:
    rng = np.random.default_rng(16)
    x = tg.tensor(rng.normal(size=(100, 2)), requires_grad=True)
    tree.forget()

    def learnt() -> set[Any]:
        for _ in range(200):
            x[rng.integers(0, 100, int(rng.integers(1, 25)))].sum().backward()
        return {*tree.root.next}

    learnt()
    found = learnt()
    assert learnt() == found
    assert {*tree.root.varying.values()} == {index_operands.INTEGERS}


@pytest.mark.parametrize("leaf", [False, True])
def test_what_is_learnt_and_held_of_indices_that_vary_stays_small(leaf: bool) -> None:
    rng = np.random.default_rng(12)
    x = tg.tensor(rng.normal(size=(1000, 2)), requires_grad=True)

    def turn() -> None:
        y = x if leaf else np.sin(x)
        (y[rng.integers(0, 1000, 64)] * y[int(rng.integers(0, 1000))]).sum().backward()
        x.grad = None

    def held() -> int:
        for _ in range(_TURNS):
            turn()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    def grown() -> tuple[int, tuple[int, set[Any]], tuple[int, set[Any]]]:
        tracemalloc.start()
        try:
            held()
            before, learnt = held(), (tree._count, {*tree.root.next})
            return held() - before, learnt, (tree._count, {*tree.root.next})
        finally:
            tracemalloc.stop()

    with ThreadPoolExecutor(
        1
    ) as pool:  # a thread's tape lists runs that are gone until they are as many as live once did
        bytes_held, first, last = pool.submit(grown).result()
    assert bytes_held < 64 * _TURNS  # a copy of the indices would be 512 bytes
    assert last == first


_PAIRS: dict[str, Callable[[np.random.Generator], tuple[Any, ...]]] = {
    "rows and labels": lambda rng: (np.arange(6), rng.integers(0, 5, 6)),
    "labels from the end": lambda rng: (np.arange(6), rng.integers(-5, 0, 6)),
    "two that vary": lambda rng: tuple(rng.integers(0, 5, (2, 4))),
    "both broadcast": lambda rng: (rng.integers(0, 6, (3, 1)), rng.integers(0, 5, 2)),
}


@pytest.mark.parametrize("pair", _PAIRS)
def test_several_arrays_that_vary_end_no_run(pair: str) -> None:
    """The positions of several arrays are one array, which is computed within the run."""
    rng = np.random.default_rng(3)
    data = rng.normal(size=_SHAPE)
    with tg.debug.trace_cache(True):
        x = tg.tensor(data, requires_grad=True)
        for _ in range(_TURNS):
            index = _PAIRS[pair](rng)
            loss = (np.tanh(x)[index] ** 2).sum()
            loss.backward()
            expected = np.zeros(_SHAPE)
            np.add.at(expected, index, 2.0 * np.tanh(data)[index] / np.cosh(data[index]) ** 2)
            assert x.grad is not None
            np.testing.assert_allclose(x.grad.numpy(), expected, rtol=1e-11, atol=1e-13)
            x.grad = None
        exits = [e for e in tg.debug.exits() if e.interpreted + e.compiled > 20]
    assert {e.what for e in exits} == {"sweep"}
    assert sum(e.compiled for e in exits) > _TURNS // 2
    assert max(e.ops or 0 for e in exits if e.compiled) >= 8  # one program from the leaf on


def test_positions_that_broadcast_may_be_of_any_number() -> None:
    rng = np.random.default_rng(4)
    data = rng.normal(size=_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    for _ in range(_TURNS):
        count = int(rng.integers(2, 40))
        index = rng.integers(0, 6, (count, 1)), rng.integers(0, 5, 3)
        loss = (np.tanh(x)[index] ** 2).sum()
        loss.backward()
        expected = np.zeros(_SHAPE)
        np.add.at(expected, index, 2.0 * np.tanh(data)[index] / np.cosh(data[index]) ** 2)
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), expected, rtol=1e-11, atol=1e-13)
        x.grad = None

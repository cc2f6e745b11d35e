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
from tapegrad.tape import paths
from tapegrad.tensor import positions

_TURNS = 260  # calls are learnt, followed by machine code, and sealed within
_SHAPE = (6, 5)
Index = Callable[[np.random.Generator], Any]


def _rows(rng: np.random.Generator) -> np.ndarray:
    return rng.integers(-6, 6, 4)


def _window(rng: np.random.Generator, n: int, length: int) -> slice:
    start = int(rng.integers(0, n - length + 1))
    return slice(start, start + length)


READS: dict[str, Index] = {
    "rows": _rows,
    "int32": lambda rng: _rows(rng).astype(np.int32),
    "uint8": lambda rng: rng.integers(0, 6, (2, 3)).astype(np.uint8),
    "pairs": lambda rng: (_rows(rng), rng.integers(-5, 5, 4)),
    "pairs with a constant": lambda rng: (np.arange(4), rng.integers(0, 5, 4)),
    "columns": lambda rng: (slice(None), rng.integers(0, 5, 3)),
    "outer": lambda rng: (_rows(rng)[:, None], rng.integers(0, 5, 3)),
    "behind a slice": lambda rng: (slice(1, 4), rng.integers(0, 5, 2)),
    "a row": lambda rng: int(rng.integers(-6, 6)),
    "a row by NumPy's integer": lambda rng: rng.integers(0, 6),
    "an element": lambda rng: (int(rng.integers(0, 6)), int(rng.integers(0, 5))),
    "a column": lambda rng: (slice(None), int(rng.integers(0, 5))),
    "a part of a row": lambda rng: (int(rng.integers(0, 6)), slice(1, 4)),
    "an integer beside rows": lambda rng: (_rows(rng), int(rng.integers(0, 5))),
    "a list": lambda rng: _rows(rng).tolist(),
    "a new axis": lambda rng: (None, _rows(rng)),
    "a dotted index": lambda rng: (..., int(rng.integers(0, 5))),
    "a window": lambda rng: _window(rng, 6, 3),
    "a window of columns": lambda rng: (slice(None), _window(rng, 5, 2)),
    "a patch": lambda rng: (_window(rng, 6, 2), _window(rng, 5, 3)),
    "a window of a row": lambda rng: (int(rng.integers(0, 6)), _window(rng, 5, 2)),
    "a window backwards": lambda rng: slice(int(rng.integers(2, 6)), None, -1),
    "windows of one, however said": lambda rng: [slice(2, 3), slice(-1, None), slice(None, 1), slice(5, 100), slice(0, 1), slice(4, 3, -1), slice(-3, -2)][rng.integers(0, 7)],
    "windows with ends and without": lambda rng: (slice(None), [slice(1, 3), slice(3, None), slice(None, 2), slice(-2, None), slice(0, 2), slice(None)][rng.integers(0, 6)]),
    "windows of any length": lambda rng: slice(*sorted(rng.choice(7, 2, replace=False).tolist())),
    "Tensors": lambda rng: (tg.tensor(_rows(rng)), rng.integers(0, 5, 4)),
    "a Tensor of one": lambda rng: tg.tensor(int(rng.integers(0, 6))),
}  # fmt: skip


def _plain(index: Any) -> Any:
    if isinstance(index, tuple):
        return tuple(map(_plain, index))
    return index.numpy() if isinstance(index, tg.Tensor) else index


@pytest.mark.sampled(12)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("leaf", [False, True])
@pytest.mark.parametrize("name", READS)
def test_reads_at_indices_that_vary(name: str, leaf: bool, dtype: type) -> None:
    rng = np.random.default_rng(7)
    data = rng.normal(size=_SHAPE).astype(dtype)
    x = tg.tensor(data, requires_grad=True)
    tolerance = 1e-12 if dtype is np.float64 else 2e-6
    for _ in range(_TURNS):
        index = READS[name](rng)
        factors = rng.normal(size=data[_plain(index)].shape).astype(dtype)
        y = x if leaf else np.tanh(x) * 1.5
        part = y[index]
        (part * factors).sum().backward()
        shown, slope = (data, 1.0) if leaf else (np.tanh(data) * 1.5, 1.5 * (1.0 - np.tanh(data) ** 2))
        expected = np.zeros(_SHAPE)
        np.add.at(expected, _plain(index), factors)
        np.testing.assert_allclose(part.detach().numpy(), shown[_plain(index)], rtol=tolerance, atol=tolerance)
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), expected * slope, rtol=10 * tolerance, atol=10 * tolerance)
        x.grad = None


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


WRITES: dict[str, Index] = {
    "rows": lambda rng: rng.permutation(6)[:3],
    "pairs": lambda rng: (rng.permutation(6)[:3], rng.integers(0, 5, 3)),
    "a row": lambda rng: int(rng.integers(0, 6)),
    "a column": lambda rng: (slice(None), int(rng.integers(0, 5))),
    "an element": lambda rng: (int(rng.integers(0, 6)), int(rng.integers(0, 5))),
    "a window": lambda rng: _window(rng, 6, 2),
    "a patch": lambda rng: (_window(rng, 6, 2), _window(rng, 5, 3)),
}  # fmt: skip


@pytest.mark.parametrize("how", ["set", "add", "through a view"])
@pytest.mark.parametrize("name", WRITES)
def test_writes_at_indices_that_vary(name: str, how: str) -> None:
    rng = np.random.default_rng(8)
    data, factors = rng.normal(size=_SHAPE), rng.normal(size=_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    v = tg.tensor(0.75, requires_grad=True)
    for _ in range(_TURNS):
        index = WRITES[name](rng)
        y, shown = np.exp(x) * 2.0, np.exp(data) * 2.0
        slope, of_v = shown.copy(), np.zeros(_SHAPE)
        if how == "set":
            y[index] = v * 3.0
            shown[index], slope[index], of_v[index] = 2.25, 0.0, 3.0
        elif how == "add":
            y[index] += v
            shown[index] += 0.75
            of_v[index] = 1.0
        else:
            part = y[index]
            part *= v
            parts = index if isinstance(index, tuple) else (index,)
            if np.ndim(shown[index]) and all(isinstance(p, (int, slice)) for p in parts):  # a view
                of_v[index] = shown[index]
                shown[index] *= 0.75
                slope[index] *= 0.75
        (y * factors).sum().backward()
        np.testing.assert_allclose(y.detach().numpy(), shown, rtol=1e-14)
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), factors * slope, rtol=1e-13, atol=1e-15)
        if of_v.any():
            assert v.grad is not None
            np.testing.assert_allclose(v.grad.numpy(), (factors * of_v).sum(), rtol=1e-12, atol=1e-14)
        x.grad = v.grad = None


@pytest.mark.parametrize("value", [0, 0.5, [1.0, 2.0, 3.0, 4.0, 5.0]])
def test_writes_by_masks_that_vary(value: Any) -> None:
    rng = np.random.default_rng(14)
    data, factors = rng.normal(size=_SHAPE), rng.normal(size=_SHAPE)
    x = tg.tensor(data, requires_grad=True)
    for _ in range(_TURNS):
        mask = rng.random(6 if isinstance(value, list) else _SHAPE) > 0.4
        y, shown, slope = np.exp(x) * 2.0, np.exp(data) * 2.0, np.exp(data) * 2.0
        y[mask] = value
        shown[mask], slope[mask] = value, 0.0
        mask[:] = True
        (y * factors).sum().backward()
        np.testing.assert_allclose(y.detach().numpy(), shown, rtol=1e-14)
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), factors * slope, rtol=1e-13, atol=1e-15)
        x.grad = None


@pytest.mark.parametrize("bad", [7, -7, 1 << 62, np.array([0, 6]), np.array([-7, 0])])
def test_what_an_axis_has_not_is_refused_however_often_it_was_read(bad: Any) -> None:
    rng = np.random.default_rng(9)
    x = tg.tensor(rng.normal(size=_SHAPE), requires_grad=True)
    for turn in range(_TURNS):
        y = np.sin(x) * 2.0
        good = rng.integers(0, 6, 2) if np.ndim(bad) else int(rng.integers(0, 6))
        if turn % 50 == 49:
            with pytest.raises(IndexingError):
                y[bad]
            with pytest.raises(IndexingError):
                y[bad] = 1.0
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


def test_derivatives_of_reads_at_indices_that_vary() -> None:
    rng = np.random.default_rng(11)
    data = rng.normal(size=6)
    x = tg.tensor(data, requires_grad=True)
    for _ in range(_TURNS):
        index = rng.integers(0, 6, 4)
        (g,) = tg.autograd.grad((np.sin(x)[index] ** 2).sum(), [x], create_graph=True)
        (h,) = tg.autograd.grad(g.sum(), [x])
        times = np.bincount(index, minlength=6)
        np.testing.assert_allclose(g.detach().numpy(), times * np.sin(2.0 * data), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(h.numpy(), 2.0 * times * np.cos(2.0 * data), rtol=1e-12, atol=1e-14)


def test_batches_of_many_sizes_are_learnt_once_each() -> None:
    rng = np.random.default_rng(16)
    x = tg.tensor(rng.normal(size=(100, 2)), requires_grad=True)
    paths.forget()

    def learnt() -> set[Any]:
        for _ in range(200):
            x[rng.integers(0, 100, int(rng.integers(1, 25)))].sum().backward()
        return {*paths.root.next}

    learnt()
    found = learnt()
    assert learnt() == found
    assert {*paths.root.varying.values()} == {positions.INTEGERS}


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
            before, learnt = held(), (paths._count, {*paths.root.next})
            return held() - before, learnt, (paths._count, {*paths.root.next})
        finally:
            tracemalloc.stop()

    with ThreadPoolExecutor(
        1
    ) as pool:  # a thread's tape lists runs that are gone until they are as many as live once did
        bytes_held, first, last = pool.submit(grown).result()
    assert bytes_held < 64 * _TURNS  # a copy of the indices would be 512 bytes
    assert last == first

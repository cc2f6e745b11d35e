"""`CompiledFunction.batch` of Dask arrays: what NumPy arrays give, lazily, with the same bits in any number of processes."""

from __future__ import annotations

import functools
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ReplayError, ShapeError
from tests.support import bits

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")

X = np.random.default_rng(0).normal(size=(101, 3))
P = np.array([0.5, -1.0, 2.0])


def loss(p: Any, x: Any) -> Any:
    return np.log1p(np.exp(-np.sum(p * x))) + 0.1 * np.sum(p * p)


def same(found: Any, expected: Any) -> None:
    """Lazy, of known shape and dtype, and the same bits when computed."""
    assert isinstance(found, da.Array)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    (value,) = dask.compute(found, scheduler="sync")
    assert (value.dtype, value.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(bits(value), bits(expected))


@pytest.mark.parametrize("chunks", [101, 1, 40, (7, 2), ((0, 60, 0, 41), (1, 2))])
def test_blocks_give_the_bits_of_the_whole(chunks):
    f = tg.compile(tg.value_and_grad(loss, argnums=(0, 1)))
    expected = f.batch(P, X, in_axes=(None, 0))
    value, (by_p, by_x) = f.batch(P, da.from_array(X, chunks=chunks), in_axes=(None, 0))
    for found, wanted in zip((value, by_p, by_x), (expected[0], *expected[1]), strict=True):
        same(found, wanted)
    assert value.chunks[0] == da.from_array(X, chunks=chunks).chunks[0]


CASES = {
    "axis 1": (lambda x: np.sum(x * x), lambda a: (a(X.T),), {"in_axes": 1}),
    "two arrays": (lambda x, y: x * y, lambda a: (a(X), a(X[:, 0])), {}),
    "beside NumPy": (lambda x, y: x * y, lambda a: (a(X), X[:, 0]), {}),
    "shared": (lambda p, x: p @ x, lambda a: (a(P), a(X)), {"in_axes": (None, 0)}),
    "shared number": (lambda x, n: x**n, lambda a: (a(X), 2), {"in_axes": (0, None)}),
    "containers": (
        lambda p, data: {"sum": p["a"] * data[0] + data[1], "parts": (data[0], 1.5, "name", np.arange(2))},
        lambda a: ({"a": 2.0}, [a(X), a(X[:, 0])]), {"in_axes": (None, 0)},
    ),
    "keywords": (lambda x, y: x - y, lambda a: (a(X),), {"y": "arrays"}),
    "matrices": (
        lambda m: np.linalg.solve(m, m[0]), lambda a: (a(X[:, :, None] * X[:, None, :] + 2.0 * np.eye(3)),), {}
    ),
    "float32": (lambda x: np.tanh(x), lambda a: (a(X.astype(np.float32)),), {}),
    "integers": (lambda k, x: (k + 1, x > 0.0, x[k % 3]), lambda a: (a(np.arange(101)), a(X)), {}),
    "complex": (lambda z: z * z, lambda a: (a(X + 1j),), {}),
    "no instance": (lambda x: np.sum(x * x), lambda a: (a(X[:0]),), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_arguments_and_results(name):
    f, arguments, options = CASES[name]
    compiled = tg.compile(f)

    def given(array: Any) -> Any:
        keywords = {k: array(X[:, ::-1].copy()) if v == "arrays" else v for k, v in options.items()}
        return compiled.batch(*arguments(array), **keywords)

    lazy = given(lambda x: da.from_array(x, chunks=max(1, x.shape[0] // 2)))
    flat, expected = [], []
    structure = tg.func.containers.flatten(lazy, flat)
    assert structure == tg.func.containers.flatten(given(np.copy), expected)
    for found, wanted in zip(flat, expected, strict=True):
        if isinstance(wanted, np.ndarray):
            same(found, wanted)
        else:
            assert found == wanted


def test_static_arguments_methods_and_transforms():
    class Scaled:
        def __init__(self, rate: float) -> None:
            self.rate = rate

        @functools.partial(tg.compile, static_argnames="power")
        def at(self, x: Any, power: int = 1) -> Any:
            return self.rate * x**power

    lazy = da.from_array(X, chunks=40)
    same(Scaled(3.0).at.batch(lazy), 3.0 * X)
    same(Scaled(3.0).at.batch(lazy, power=2), 3.0 * X**2)
    slopes = tg.vmap(tg.grad(lambda x: np.sum(x**3)), out_axes=1)
    same(slopes(lazy), slopes(X))


def test_instances_that_branch():
    f = tg.compile(lambda x: np.exp(x[0]) if x[0] > 0 else x[1] * 2.0)
    same(f.batch(da.from_array(X, chunks=10)), f.batch(X))


def test_nothing_is_computed_before_it_is_asked_for():
    loaded: list[int] = []

    def load(block: Any) -> Any:
        loaded.append(len(block))
        return block

    lazy = da.from_array(X, chunks=(40, 3)).map_blocks(load, dtype=float, meta=np.empty((0, 0)))
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(x * x)))
    value, slope = f.batch(lazy)
    assert loaded == []
    assert f.stats()["recordings"] == 1
    total, slopes = dask.compute(value.sum(), slope.sum(axis=0), scheduler="sync")
    assert sorted(loaded) == [21, 40, 40]
    np.testing.assert_allclose([total, *slopes], [np.sum(X * X), *(2.0 * X).sum(axis=0)])
    assert f.stats()["recordings"] == 1


def test_names_of_tasks_are_those_of_what_is_computed():
    def names(rate: float, p: Any = P, chunks: int = 40) -> str:
        f = tg.compile(lambda p, x: rate * np.sum(p * x))
        return f.batch(p, da.from_array(X, chunks=chunks), in_axes=(None, 0)).name

    assert names(2.0) == names(2.0)
    assert len({names(2.0), names(3.0), names(2.0, P + 1.0), names(2.0, P, 50)}) == 4


def test_shared_arrays_are_taken_by_value():
    p = P.copy()
    lazy = tg.compile(lambda p, x: p * x).batch(p, da.from_array(X, chunks=40), in_axes=(None, 0))
    p[:] = 0.0
    same(lazy, P * X)


def test_unknown_lengths():
    lazy, kept = da.from_array(X, chunks=(40, 3)), X[:, 0] > 0
    some = lazy[lazy[:, 0] > 0]
    f = tg.compile(lambda x, y: np.sum(x) * y)
    found = f.batch(some, some[:, 1])
    assert np.isnan(found.shape[0])
    np.testing.assert_array_equal(bits(found.compute(scheduler="sync")), bits(f.batch(X[kept], X[kept, 1])))
    with pytest.raises(ShapeError, match=r"known and of unknown length. Call compute_chunk_sizes\(\)"):
        f.batch(some, X[kept, 1])


def test_what_an_example_cannot_tell_a_known_recording_does():
    @tg.compile
    def f(x: Any) -> Any:
        if np.any(x <= 1.0):
            raise ValueError("expected numbers beyond 1.")
        return np.arccosh(x)

    x = 2.0 + X * X
    lazy = da.from_array(x, chunks=40)
    with pytest.raises(ValueError, match="beyond 1") as caught:
        f.batch(lazy)
    assert "Call .batch on some instances first" in caught.value.__notes__[-1]
    expected = f.batch(x)
    same(f.batch(lazy), expected)
    kept = f.batch(lazy[lazy[:, 0] > x[70:, 0].max()])  # nothing of the last blocks
    np.testing.assert_array_equal(bits(kept.compute(scheduler="sync")), bits(expected[x[:, 0] > x[70:, 0].max()]))


def test_errors():
    lazy = da.from_array(X, chunks=40)
    f = tg.compile(lambda x: x[: 1 + (x[0] > 0)])
    with pytest.raises(ReplayError, match="a block gives other containers, shapes or dtypes"):
        f.batch(-abs(lazy)).compute(scheduler="sync")
    g = tg.compile(lambda x: x * 2.0)
    with pytest.raises(ArgumentError, match=r"out= is for NumPy arrays, got arrays of Dask. Use dask.array.store."):
        g.batch(lazy, out=np.empty_like(X))
    with pytest.raises(DtypeError, match=r"got Array of Dask. Use .batch"):
        g(lazy)
    same(lazy.map_blocks(g, dtype=float, meta=np.empty((0, 0))), X * 2.0)
    with pytest.raises(ShapeError, match=r"batch axes of one length, got \[50, 101\]"):
        tg.compile(lambda x, y: x * y).batch(lazy, lazy[:50])
    with pytest.raises(PlainDataError):
        tg.compile(lambda p, x: p * x).batch(tg.tensor(P, requires_grad=True), lazy, in_axes=(None, 0))


def test_sums_have_one_order_whatever_the_scheduler():
    f = tg.compile(tg.value_and_grad(loss))
    value, slope = f.batch(P, da.from_array(X * 1e3, chunks=(9, 3)), in_axes=(None, 0))
    ways = [{"scheduler": "sync"}, *({"scheduler": "threads", "num_workers": n} for n in (1, 2, 5))]
    found = {pickle.dumps(dask.compute(value.sum(), slope.sum(axis=0), **way)) for way in ways}
    assert len(found) == 1


SUMS = {
    "method": lambda value, slope: (value.sum(), slope.sum(axis=0)),
    "function": lambda value, slope: (np.sum(value), np.sum(slope, 0)),
    "negative axes": lambda value, slope: (value.sum(axis=-1), slope.sum(axis=-2)),
    "other axes": lambda value, slope: (slope.sum(), slope.sum(axis=1), slope.sum(axis=(0, 1))),
    "options": lambda value, slope: (value.sum(keepdims=True), slope.sum(axis=0, dtype=np.float32)),
}


@pytest.mark.parametrize("name", SUMS)
def test_sums_are_those_of_numpy(name):
    f = tg.compile(lambda x: (np.sum(x * x), 2.0 * x))
    lazy, expected = SUMS[name](*f.batch(da.from_array(X, chunks=9))), SUMS[name](np.sum(X * X, axis=1), 2.0 * X)
    for found, total, wanted in zip(lazy, dask.compute(*lazy, scheduler="sync"), expected, strict=True):
        assert (found.dtype, found.shape) == (total.dtype, total.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(total, wanted, rtol=1e-5 if total.dtype == np.float32 else 1e-13)


def test_sums_of_all_kinds_of_results():
    f = tg.compile(lambda k, x: {"flag": x[0] > 0.0, "whole": k + 1, "other": ("name", 1.5), "half": x * 0.5})
    x = X.astype(np.float32)
    results = f.batch(da.from_array(np.arange(101), chunks=7), da.from_array(x, chunks=7))
    lazy = {name: results[name].sum(axis=0) for name in ("flag", "whole", "half")}
    (sums,) = dask.compute(lazy, scheduler="sync")
    expected = {
        "flag": (x[:, 0] > 0.0).sum(),
        "whole": np.arange(1, 102).sum(),
        "half": (x * np.float32(0.5)).sum(axis=0),
    }
    for name, wanted in expected.items():
        assert lazy[name].dtype == sums[name].dtype == wanted.dtype
        np.testing.assert_allclose(sums[name], wanted, rtol=1e-5)


@pytest.mark.parametrize("width", [0, 1, 5, 64, 65])
def test_sums_of_many_rows(width):
    x = np.random.default_rng(1).normal(size=(1000, width)).astype(np.float32)
    signs, rows = tg.compile(lambda x: (x > 0.0, x)).batch(da.from_array(x, chunks=(300, -1)))
    counts, sums = dask.compute(signs.sum(axis=0), rows.sum(axis=0), scheduler="sync")
    np.testing.assert_array_equal(counts, (x > 0.0).sum(axis=0), strict=True)
    assert sums.dtype == np.float32
    np.testing.assert_allclose(sums, x.sum(axis=0, dtype=float), atol=1e-4)


def test_a_block_whose_results_are_summed_is_one_task():
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(x * x)))
    runs: list[int] = []

    def made(block_id: Any) -> np.ndarray:
        runs.append(block_id[0])
        return X[block_id[0] :][:1]

    lazy = da.map_blocks(made, chunks=((1,) * 96, (3,)), dtype=float, meta=np.empty((0, 0)))
    value, slope = f.batch(lazy)
    a, b = dask.optimize(value.sum(), slope.sum(axis=0))
    tasks = dict(a.dask) | dict(b.dask)
    assert len(tasks) < 96 * 1.25
    runs.clear()
    total, slopes, rows = dask.compute(value.sum(), slope.sum(axis=0), slope, scheduler="sync")
    assert sorted(runs) == list(range(96))  # once, though the slopes themselves are asked for too
    np.testing.assert_allclose([total, *slopes], [np.sum(X[:96] ** 2), *(2.0 * X[:96]).sum(axis=0)])
    np.testing.assert_array_equal(rows, 2.0 * X[:96])


def test_sums_of_blocks_without_instances_and_of_unknown_length():
    f = tg.compile(lambda x: (np.sum(x), x))
    lazy, kept = da.from_array(X, chunks=(((0, 60, 0, 41)), 3)), X[:, 0] > X[:60, 0].max()
    for given, rows in ((lazy, X), (lazy[lazy[:, 0] > X[:60, 0].max()], X[kept]), (lazy[:0], X[:0])):
        value, row = f.batch(given)
        total, sums = dask.compute(value.sum(), row.sum(axis=0), scheduler="sync")
        np.testing.assert_allclose([total, *sums], [rows.sum(), *rows.sum(axis=0)], atol=1e-12)


def test_dask_is_imported_by_whom_it_is_used():
    program = (
        "import sys, numpy as np, tapegrad as tg; tg.compile(np.sin).batch(np.ones(3)); print('dask' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"

"""`CompiledFunction.batch` against a Python loop over the instances, and against JAX where it is installed.

Programs of few elements run in lanes, one instance each, larger ones row by row; `WAYS` holds both, the same function with some
padding that makes it too large to be taken apart.
"""

from __future__ import annotations

import functools
import itertools
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
import tapegrad.replay.batch
from tapegrad.codegen.scalarize import TooLarge, scalarised
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ReplayError, ShapeError, TapegradError
from tapegrad.func.containers import flatten, unflatten
from tests.support import bits

SIZES = (0, 1, 7, 8, 9, 15, 16, 17, 1000)
RNG = np.random.default_rng
Pair = namedtuple("Pair", "first second")


def leaves(tree: Any) -> list[Any]:
    found: list[Any] = []
    flatten(tree, found)
    return found


def looped(f: Any, *args: Any, count: int, **keywords: Any) -> Any:
    """The results for each instance, stacked; arguments are callables of the instance's number, or shared."""
    rows, structure = [], None
    for k in range(count):
        given = [a(k) if callable(a) else a for a in args]
        found: list[Any] = []
        structure = flatten(f(*given, **{n: a(k) if callable(a) else a for n, a in keywords.items()}), found)
        rows.append([np.asarray(x) for x in found])
    return unflatten(structure, [np.stack(column) for column in zip(*rows, strict=True)])


def same(found: Any, expected: Any, exact: bool = True, rtol: float = 1e-12) -> None:
    """The same containers, dtypes, shapes and bits but for signs of zeros; or equal to rounding."""
    ours: list[Any] = []
    theirs: list[Any] = []
    assert flatten(found, ours) == flatten(expected, theirs)
    for x, y in zip(ours, theirs, strict=True):
        assert isinstance(x, np.ndarray)
        y = np.asarray(y)
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        if exact and x.dtype.kind == "f":
            np.testing.assert_array_equal(bits(x + 0.0), bits(y + 0.0))
        elif exact:
            np.testing.assert_array_equal(x, y)
        else:
            scale = np.max(np.abs(y[np.isfinite(y)]), initial=1.0)
            np.testing.assert_allclose(x, y, rtol=rtol, atol=rtol * scale)


def in_lanes(compiled: Any) -> bool:
    try:
        scalarised(compiled.tape())
    except TooLarge:
        return False
    return True


def check(
    f: Any, *arrays: Any, exact: bool = True, rtol: float = 1e-12, by: Any = None, lanes: bool | None = None
) -> Any:
    """A batch against the loop over replays, and the function on plain arrays (or `by`) where it is given."""
    compiled = tg.compile(f)
    count = len(arrays[0])
    found = compiled.batch(*arrays)
    rows = [lambda k, a=a: a[k] for a in arrays]
    same(found, looped(compiled, *rows, count=count), exact, rtol)
    if by is not None:
        same(found, looped(by, *rows, count=count), False, rtol)
    if lanes is not None:
        assert in_lanes(compiled) is lanes
    return found


# ------------------------------------------------------------------------------------------------- lengths and values


def smooth(x: Any) -> Any:
    return np.sum(np.sin(x) * np.exp(-x * x)) / (1.0 + x[0] ** 2)


def padded(f: Any) -> Any:
    """The same function with more elements than are taken apart; the padding is part of the result."""

    def larger(*args: Any) -> Any:
        wide = np.broadcast_to(args[0].reshape(-1)[:1], (25_000,)) * np.ones(25_000)
        return f(*args), np.max(np.tanh(wide))

    return larger


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("way", ["lanes", "rows"])
def test_lengths(count, way):
    if way == "rows" and count == 1000:
        count = 40
    f = smooth if way == "lanes" else padded(smooth)
    x = RNG(count).normal(size=(count, 3))
    compiled = tg.compile(f)
    found = compiled.batch(x)
    if count:
        same(found, looped(compiled, x.__getitem__, count=count))
        same(leaves(found)[0], np.array([smooth(row) for row in x]), exact=False)
        assert in_lanes(compiled) is (way == "lanes")
    else:
        assert [y.shape for y in leaves(found)] == [(0,)] * (1 + (way == "rows"))
        assert all(y.dtype == np.float64 for y in leaves(found))


@pytest.fixture
def all_shared(monkeypatch):
    """Batches are shared among threads, also where one is as fast."""
    monkeypatch.setattr(tapegrad.replay.batch, "_LITTLE", 0)


@pytest.mark.parametrize("count", [1023 * 8, 1024 * 8 + 3, 20_000])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_blocks_of_threads(count, threads, all_shared):
    x = RNG(0).normal(size=(count, 2))
    before = tg.get_num_threads()
    try:
        tg.set_num_threads(threads)
        found = tg.compile(lambda x: (np.sin(x[0]) * x[1], x * 2.0)).batch(x)
    finally:
        tg.set_num_threads(before)
    assert tg.get_num_threads() == before
    np.testing.assert_allclose(found[0], np.sin(x[:, 0]) * x[:, 1], rtol=1e-14)
    np.testing.assert_array_equal(found[1], x * 2.0)


@pytest.mark.parametrize("way", ["lanes", "rows"])
def test_the_bits_do_not_depend_on_threads(way, all_shared):
    f = tg.compile(tg.grad(smooth)) if way == "lanes" else tg.compile(padded(smooth))
    x = RNG(1).normal(size=(10_000 if way == "lanes" else 50, 4))
    before = tg.get_num_threads()
    try:
        tg.set_num_threads(1)
        one = f.batch(x)
        tg.set_num_threads(2)
        two = f.batch(x)
    finally:
        tg.set_num_threads(before)
    same(two, one)


def test_the_bits_do_not_depend_on_the_place_in_the_batch():
    f = tg.compile(tg.value_and_grad(smooth))
    x = RNG(2).normal(size=(53, 5))
    whole = f.batch(x)
    order = RNG(3).permutation(53)
    same(f.batch(x[order]), unflatten(flatten(whole, []), [y[order] for y in leaves(whole)]))
    for k in (0, 7, 8, 50, 52):
        same(f.batch(x[k : k + 1]), unflatten(flatten(whole, []), [y[k : k + 1] for y in leaves(whole)]))


SHAPES = [(), (1,), (2,), (3,), (7,), (8,), (9,), (17,), (2, 4), (3, 3), (1, 1), (0,), (4, 0)]


@pytest.mark.parametrize("dtype", [np.float64, np.float32], ids=["float64", "float32"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes_of_arguments_and_results(shape, dtype):
    """Blocks of less than three elements, of eight, and with a rest: each is transposed in another way."""
    for count in (5, 8, 19):
        x = RNG(4).normal(size=(count, *shape)).astype(dtype)
        y = RNG(5).normal(size=count)
        found = tg.compile(lambda x, y: (x + 1, y * x, x)).batch(x, y)
        same(found[0], x + dtype(1))
        same(found[1], (y.reshape(count, *(1,) * len(shape)) * x).astype(np.float64))
        same(found[2], x)


@pytest.mark.parametrize("sizes", [(1, 2, 3), (7, 8, 9), (17, 1, 8), (9, 17), (16, 24), (2,) * 9], ids=str)
def test_several_results(sizes):
    total = sum(sizes)
    x = RNG(6).normal(size=(21, total))
    bounds = np.cumsum([0, *sizes])
    found = tg.compile(lambda x: [x[a:b] * x[0] for a, b in itertools.pairwise(bounds)]).batch(x)
    same(found, [x[:, a:b] * x[:, :1] for a, b in itertools.pairwise(bounds)])


def test_a_result_that_is_used_twice_and_one_that_is_an_argument():
    x = RNG(7).normal(size=(11, 3))

    def f(x):
        y = x * 3.0
        return y, y, x, [x[0], x[0]]

    same(tg.compile(f).batch(x), (x * 3.0, x * 3.0, x, [x[:, 0], x[:, 0]]))


def test_special_values():
    numbers = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 5e-324, 1.7e308]
    x = np.array([[a, b] for a in numbers for b in numbers])
    check(
        lambda x: (x[0] + x[1], x[0] * x[1], np.maximum(x[0], x[1]), np.where(x[0] > x[1], x[0], x[1]), np.sqrt(x)), x
    )
    found = tg.compile(lambda x: (x[0] + x[1], x[0] * x[1])).batch(x)
    with np.errstate(all="ignore"):
        same(found, (x[:, 0] + x[:, 1], x[:, 0] * x[:, 1]))


# ------------------------------------------------------------------------------------------------- ops inside

A = RNG(8).normal(size=(3, 3))
INSIDE = {
    "matmul": lambda x: x @ (x.T + A),
    "matmul with a vector": lambda x: A @ x[0],
    "dot": lambda x: x[0] @ x[1],
    "outer": lambda x: np.outer(x[0], x[2]),
    "einsum": lambda x: np.einsum("ij,jk->ki", x, x + A),
    "sum": lambda x: np.sum(x),
    "sum along": lambda x: np.sum(x * x, axis=1),
    "mean var": lambda x: (np.mean(x, axis=0), np.var(x), np.std(x, axis=1)),
    "prod": lambda x: np.prod(x, axis=-1),
    "max": lambda x: (np.max(x), np.max(x, axis=0), np.min(x, axis=1)),
    "cumsum": lambda x: (np.cumsum(x), np.cumsum(x, axis=1)),
    "norm": lambda x: np.linalg.norm(x, axis=0),
    "slices": lambda x: (x[1:, ::-1], x[-1, 0], x[:, 1]),
    "gather": lambda x: x[[2, 0, 0, 1], [1, 1, 2, 0]],
    "take": lambda x: np.take(x, [2, 2, 1], axis=1),
    "joined": lambda x: (np.concatenate([x, x * 2.0]), np.stack([x[0], x[2]], axis=1), tg.stack([x[0, 0], x[1, 1]])),
    "turned": lambda x: (x.T, np.roll(x, 1), np.flip(x, 0), np.tile(x, 2), np.pad(x, 1)),
    "parts": lambda x: (np.tril(x), np.diag(x), np.trace(x)),
    "broadcast": lambda x: x[:, None, :] - x[None, :, :],
    "where": lambda x: np.where(x > 0.0, np.log(np.abs(x)), x),
    "clip": lambda x: np.clip(x, -0.5, 0.5),
}


def set_parts(x: Any) -> Any:
    y = x * 1.0
    y[0] = x[1] * 2.0
    y[1:, 0] += 3.0
    y[[2, 1], [2, 2]] = 7.0
    return y


@pytest.mark.parametrize("name", INSIDE)
def test_ops(name):
    x = RNG(9).normal(size=(13, 3, 3))
    f = INSIDE[name]
    check(
        f,
        x,
        exact="matmul" not in name and name not in ("dot", "einsum"),
        by=f if "joined" not in name else None,
        lanes=True,
    )


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", INSIDE)
def test_gradients_of_ops(name):
    x = RNG(10).normal(size=(9, 3, 3))

    def loss(x):
        return sum(np.sum(np.sin(y)) for y in leaves(INSIDE[name](x)))

    check(tg.grad(loss), x, exact=False)


def test_assignments():
    x = RNG(11).normal(size=(10, 3, 3))

    def f(x):
        y = tg.zeros((3, 3)) + x
        y[0] = x[1] * 2.0
        y[1:, 0] += 3.0
        y[[2, 1], [2, 2]] = 7.0
        return y

    check(f, x, by=set_parts)
    check(tg.grad(lambda x: np.sum(f(x) ** 2)), x)


def test_scatter_with_repeated_places():
    x = RNG(12).normal(size=(10, 4))
    at = np.array([0, 2, 2, 2, 3])
    gradient = tg.compile(tg.grad(lambda x: np.sum(x[at] ** 2))).batch(x)
    np.testing.assert_allclose(gradient, 2.0 * x * np.array([1.0, 0.0, 3.0, 1.0]), rtol=1e-14)


def test_sums_of_more_than_a_chunk():
    """Sums of up to 256 elements are taken apart, longer ones are not; each in the order of a single replay."""
    for n, lanes in ((256, True), (257, False), (3000, False)):
        x = RNG(n).normal(size=(9, n))
        found = check(lambda x: np.sum(abs(x)), x, lanes=lanes)
        np.testing.assert_allclose(found, np.sum(abs(x), axis=1), rtol=1e-12, atol=1e-11)
        same(
            tg.compile(lambda x: np.sum(x * x, axis=0)).batch(x),
            looped(tg.compile(lambda x: np.sum(x * x, axis=0)), x.__getitem__, count=9),
        )


@pytest.mark.parametrize("n", [1, 2, 5, 8, 28])
def test_matrices_in_lanes_and_in_rows(n):
    x, y = RNG(n).normal(size=(2, 11, n, n))
    found = tg.compile(lambda x, y: x @ y).batch(x, y)
    np.testing.assert_allclose(found, x @ y, rtol=1e-12, atol=1e-12)
    slopes = tg.compile(tg.grad(lambda x, y: np.sum((x @ y) ** 2))).batch(x, y)
    np.testing.assert_allclose(slopes, 2.0 * (x @ y) @ y.swapaxes(1, 2), rtol=1e-10, atol=1e-10)


def test_a_long_chain_of_scalars():
    """Hundreds of scalar instructions in a row."""

    def f(x, a):
        y = x
        for k in range(100):
            y = np.sin(y) * a + 0.01 * k
        return y

    x, a = RNG(13).normal(size=(2, 19))
    compiled = tg.compile(tg.value_and_grad(f))
    found = compiled.batch(x, a)
    same(found, looped(compiled, x.__getitem__, a.__getitem__, count=19))
    np.testing.assert_allclose(found[0], f(x, a), rtol=1e-9)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("count", [1, 5, 16, 33])
def test_a_large_program_row_by_row(count):
    """Arrays, scalars, sums and a stretch of scalar instructions."""
    n = 6000
    w = RNG(14).normal(size=n)

    def f(x, s):
        y = np.tanh(x * w) + s
        z = y[0]
        for k in range(1, 120):
            z = np.sin(z) * y[k] + s
        return np.sum(y * y), y, z, np.cumsum(y)[-1], np.max(y)

    x, s = RNG(15).normal(size=(count, n)), RNG(16).normal(size=count)
    found = check(f, x, s, by=f, rtol=1e-9, lanes=False)
    assert [y.shape for y in found] == [(count,), (count, n), (count,), (count,), (count,)]
    check(tg.grad(lambda x, s: f(x, s)[0] + f(x, s)[2], argnums=(0, 1)), x, s, lanes=False)


def test_large_programs_of_float32_and_integers():
    n = 25_000
    x = RNG(17).normal(size=(5, n)).astype(np.float32)
    k = RNG(18).integers(-5, 5, size=(5, n)).astype(np.int32)
    b = RNG(19).normal(size=5) > 0
    found = tg.compile(lambda x, k, b: (x * 2, x * k, np.where(b, x, -x), k * 1.0)).batch(x, k, b)
    same(found, (x * np.float32(2), x * k, np.where(b[:, None], x, -x), k * 1.0))


def test_loops_inside():
    def f(x):
        total, seen = tg.scan(lambda c, e: (np.sin(c) + e, c * e), x[0], x)
        return total, seen

    def by(x):
        c, seen = x[0], []
        for e in x:
            seen.append(c * e)
            c = np.sin(c) + e
        return c, np.array(seen)

    x = RNG(20).normal(size=(13, 4))
    check(f, x, by=by, exact=False)
    check(tg.grad(lambda x: f(x)[0]), x, exact=False)
    check(tg.checkpoint(lambda x: np.sum(np.sin(x))), x, by=lambda x: np.sum(np.sin(x)), exact=False)
    check(tg.grad(tg.checkpoint(lambda x: np.sum(np.sin(x)))), x, by=np.cos, exact=False)


# ------------------------------------------------------------------------------------------------- axes and containers


def test_axes_of_arguments():
    x, y, z = RNG(21).normal(size=(4, 6, 5)), RNG(22).normal(size=(5, 4)), RNG(23).normal(size=(4,))
    f = tg.compile(lambda x, y, z: np.sum(x * z[:, None], axis=1) + y)
    expected = np.stack([np.sum(x[:, :, k] * z[:, None], axis=1) + y[k] for k in range(5)])
    for axes in ((2, 0, None), [2, 0, None], (-1, -2, None)):
        same(f.batch(x, y, z, in_axes=axes), expected, exact=False)
    g = tg.compile(lambda x, y: x @ y)
    a, b = RNG(24).normal(size=(3, 7)), RNG(25).normal(size=(3, 7))
    same(g.batch(a, b, in_axes=1), np.sum(a * b, axis=0), exact=False)
    same(g.batch(a, b[:, 0], in_axes=(1, None)), b[:, 0] @ a, exact=False)
    same(g.batch(a[:, 0], b, in_axes=(None, -1)), a[:, 0] @ b, exact=False)


@pytest.mark.parametrize("way", ["lanes", "rows"])
def test_shared_arguments(way):
    f = lambda x, w, s: np.sum(x * w) * s  # noqa: E731
    n = 5 if way == "lanes" else 21_000
    x, w = RNG(26).normal(size=(9, n)), RNG(27).normal(size=n)
    for s in (2.5, np.float64(2.5), 2, np.array(2.5)):
        compiled = tg.compile(f)
        found = compiled.batch(x, w, s, in_axes=(0, None, None))
        same(found, looped(compiled, x.__getitem__, w, s, count=9))
        np.testing.assert_allclose(found, np.sum(x * w, axis=1) * float(s), rtol=1e-10)
    # the same tape with another choice of what is shared, and with other shared values
    compiled = tg.compile(f)
    first = compiled.batch(x, w, 2.0, in_axes=(0, None, None))
    same(compiled.batch(x, np.tile(w, (9, 1)), np.full(9, 2.0)), first)
    same(compiled.batch(x, w, 4.0, in_axes=(0, None, None)), first * 2.0)
    same(compiled.batch(x[0], w, np.arange(3.0), in_axes=(None, None, 0)), np.arange(3.0) * compiled(x[0], w, 1.0))
    assert compiled.stats()["recordings"] == 1


def test_containers():
    x = RNG(28).normal(size=(10, 3))
    tree = {"b": x, "a": [x[:, 0], (x[:, 1:],)], "n": None}

    def f(t, pair):
        return {"z": t["b"] * 2.0, "a": (t["a"][0] + 1.0, [t["a"][1][0]]), "none": None}, Pair(pair.second, pair.first)

    found = tg.compile(f).batch(tree, Pair(x, x[:, 0] * 2.0))
    assert isinstance(found[1], Pair)
    same(found, ({"z": x * 2.0, "a": (x[:, 0] + 1.0, [x[:, 1:]]), "none": None}, Pair(x[:, 0] * 2.0, x)))
    shared = tg.compile(lambda t, y: t["w"] @ y + t["b"][0])
    w = RNG(29).normal(size=3)
    same(shared.batch({"w": w, "b": [1.5]}, x, in_axes=(None, 0)), x @ w + 1.5, exact=False)


def test_keywords():
    x, y = RNG(30).normal(size=(2, 9, 3))
    f = tg.compile(lambda x, y=1.0, *, scale: np.sum(x * y) * scale["s"])
    scale = np.arange(9.0)
    same(f.batch(x, y=y, scale={"s": scale}), np.sum(x * y, axis=1) * scale, exact=False)
    same(f.batch(x, scale={"s": scale}), np.sum(x, axis=1) * scale, exact=False)
    same(f.batch(x[0], y[0], scale={"s": scale}, in_axes=(None, None)), x[0] @ y[0] * scale, exact=False)


def test_static_arguments():
    def f(x, n, *, flag=True):
        return x**n if n > 1 else x * 10.0

    x = RNG(31).normal(size=(9, 2))
    compiled = tg.compile(f, static_argnums=1)
    same(compiled.batch(x, 2, in_axes=(0, None)), x**2, exact=False)
    same(compiled.batch(x, 1, in_axes=(0, None)), x * 10.0)


@pytest.mark.parametrize(
    "form", ["reversed", "transposed", "strided", "read-only", "big-endian", "list", "half", "broadcast"]
)
def test_layouts_of_arguments(form):
    x = RNG(32).normal(size=(10, 4))
    if form == "half":
        x = x.astype(np.float16)
    given: Any = {
        "reversed": x[::-1][::-1],
        "transposed": np.asfortranarray(x),
        "strided": np.repeat(np.repeat(x, 2, 0), 3, 1)[::2, ::3],
        "read-only": np.array(x),
        "big-endian": x.astype(x.dtype.newbyteorder(">")),
        "list": x.tolist(),
        "half": x,
        "broadcast": np.broadcast_to(x[:1], (10, 4)),
    }[form]
    if form == "list":
        found = tg.compile(lambda x: x[0] * 2.0).batch([x[:, 0], x[:, 1]])
        same(found, x[:, 0] * 2.0)
        return
    if form == "read-only":
        given.flags.writeable = False
    kept = np.array(given)
    found = tg.compile(lambda x: x * 2).batch(given)
    same(found, (np.asarray(given, np.float32 if form == "half" else np.float64) * 2))
    np.testing.assert_array_equal(given, kept)


def test_results_are_the_callers():
    x = RNG(33).normal(size=(10, 2))
    constant = np.array([1.0, 2.0])
    f = tg.compile(lambda x: (x, x * 1.0, constant, 5.0))
    kept = x.copy()
    for _ in range(2):
        found = f.batch(x)
        same(found, (x, x, np.tile(constant, (10, 1)), np.full(10, 5.0)))
        for y in found:
            assert y.flags.writeable
            assert not np.may_share_memory(y, x)
            y += 1.0
        np.testing.assert_array_equal(x, kept)
        np.testing.assert_array_equal(constant, [1.0, 2.0])


def test_constants_in_results():
    x = RNG(34).normal(size=(9, 2))
    f = tg.compile(lambda x: {"c": tg.ones(3), "s": 7, "t": "text", "x": x[0], "b": True})
    found = f.batch(x)
    np.testing.assert_array_equal(found["c"], np.ones((9, 3)))
    np.testing.assert_array_equal(found["s"], np.full(9, 7))
    np.testing.assert_array_equal(found["b"], np.ones(9, bool))
    same(found["x"], x[:, 0])
    only = tg.compile(lambda x: 3.0).batch(x)
    np.testing.assert_array_equal(only, np.full(9, 3.0))
    gradient = tg.compile(tg.grad(lambda x: np.sum(x * np.array([1.0, 2.0])))).batch(x)
    np.testing.assert_array_equal(gradient, np.tile([1.0, 2.0], (9, 1)))
    assert tg.compile(lambda x: (3.0, x)).batch(x[:0])[0].shape == (0,)


def test_no_result():
    x = np.ones((4, 2))
    assert tg.compile(lambda x: None).batch(x) is None
    assert tg.compile(lambda x: ()).batch(x) == ()


# ------------------------------------------------------------------------------------------------- dtypes


def test_float32():
    x = RNG(35).normal(size=(19, 5)).astype(np.float32)
    y = RNG(36).normal(size=19)

    def f(x, y):
        return np.sin(x) * np.float32(1.5) + x * x, np.sum(x), x * y, np.exp(x) @ x

    check(f, x, y, exact=False, rtol=1e-6, by=f)
    found = tg.compile(f).batch(x, y)
    assert [z.dtype for z in found] == [np.float32, np.float32, np.float64, np.float32]
    check(lambda x: (x * x, np.sin(x) + x, x[0] / x[1]), x)
    slopes = tg.compile(tg.grad(lambda x: np.sum(x * x * x))).batch(x)
    assert slopes.dtype == np.float32
    np.testing.assert_allclose(slopes, 3 * x * x, rtol=1e-6)


def test_every_step_is_rounded_to_float32():
    x = RNG(37).uniform(0.5, 2.0, size=(1000,)).astype(np.float32)
    found = tg.compile(lambda x: ((x * x) * x + x) / np.float32(3)).batch(x)
    same(found, ((x * x) * x + x) / np.float32(3))


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8, np.int8, np.bool_])
def test_integers_and_truth_values(dtype):
    rng = RNG(38)
    k = (rng.integers(0, 2, size=(17, 3)) if dtype is np.bool_ else rng.integers(0, 100, size=(17, 3))).astype(dtype)
    x = rng.normal(size=(17, 3))
    found = tg.compile(lambda k, x: (k, k * x, x > 0.0, np.where(k > 0, x, -x), np.sum(x > 0.0))).batch(k, x)
    same(found[:4], (k, k * x, x > 0.0, np.where(k > 0, x, -x)))
    np.testing.assert_array_equal(found[4], np.sum(x > 0.0, axis=1))
    assert found[4].dtype.kind == "i"


def test_masks_as_results():
    x = RNG(39).normal(size=(20, 9))
    found = tg.compile(lambda x: (x > 0.0, (x > 0.0) & (x < 1.0), np.any(x > 2.0), ~(x > 0.0), x[0] > x[1])).batch(x)
    same(found, (x > 0.0, (x > 0.0) & (x < 1.0), np.any(x > 2.0, axis=1), ~(x > 0.0), x[:, 0] > x[:, 1]))


def test_integers_that_no_double_holds():
    """As in a call: exact, not rounded."""
    n = np.array([1, 2**53 + 1, 3])
    f = tg.compile(lambda n, x: (n + 1, x))
    assert f(n[1], 1.0)[0] == 2**53 + 2
    np.testing.assert_array_equal(f.batch(n, np.ones(3))[0], n + 1)
    np.testing.assert_array_equal(f.batch(n[1], np.ones(3), in_axes=(None, 0))[0], [n[1] + 1] * 3)


# ------------------------------------------------------------------------------------------------- decisions


def branch(x: Any) -> Any:
    return np.sin(x[0]) if x[0] > x[1] else np.exp(x[1]) * x[0]


def three_ways(x: Any) -> Any:
    if x[0] > 0.5:
        return x * 2.0
    if x[1] > 0.0:
        return x + 10.0
    return x * x


@pytest.mark.parametrize("count", [1, 7, 8, 9, 64, 501])
@pytest.mark.parametrize("f", [branch, three_ways], ids=["two", "three"])
def test_instances_that_branch(f, count):
    x = RNG(count).normal(size=(count, 2))
    found = tg.compile(f).batch(x)
    np.testing.assert_allclose(found, np.stack([f(row) for row in x]), rtol=1e-14)
    same(found, looped(tg.compile(f), x.__getitem__, count=count))
    slopes = tg.compile(tg.grad(lambda x: np.sum(f(x)))).batch(x)
    same(slopes, looped(tg.grad(lambda x: np.sum(f(x))), x.__getitem__, count=count), exact=False)


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("where", ["none", "first", "last", "all but one", "all", "alternating", "one in the rest"])
def test_which_instances_branch(where, first):
    """Whichever way was recorded first, and whatever the pattern within groups of eight."""
    count = 35
    other = np.zeros(count, bool)
    other[{
        "none": slice(0), "first": 0, "last": -1, "all but one": slice(1, None), "all": slice(None), "alternating": slice(None, None, 2),
        "one in the rest": 33,
    }[where]] = True  # fmt: skip
    x = np.where(other, -1.0, 1.0)[:, None] * RNG(41).uniform(1.0, 2.0, size=(count, 2))
    f = tg.compile(lambda x: (np.sum(x), x * 3.0) if x[0] > 0.0 else (x[0] - x[1], x))
    if first:
        f(np.ones(2) * (1 if first == 1 else -1))
    for _ in range(2):
        found = f.batch(x)
        same(found[0], np.where(other, x[:, 0] - x[:, 1], x[:, 0] + x[:, 1]))
        same(found[1], np.where(other[:, None], x, x * 3.0))
    assert f.stats()["recordings"] <= 2


def test_a_way_that_no_instance_takes_has_no_say():
    """The function was recorded for other instances before, whose results have another shape and dtype."""
    f = tg.compile(lambda x: x[:2] if x[0] > 0.0 else x[:1] < 5.0)
    x = RNG(36).uniform(0.5, 1.0, size=(20, 3))
    np.testing.assert_array_equal(f.batch(x), x[:, :2])
    for _ in range(3):
        assert f.batch(-x).dtype == bool
        np.testing.assert_array_equal(f.batch(-x), np.ones((20, 1), bool))
        np.testing.assert_array_equal(f.batch(x), x[:, :2])
    assert f.stats()["recordings"] == 2


def test_nan_takes_the_other_way():
    x = np.array([1.0, np.nan, -1.0, np.inf, -np.inf, 0.0, -0.0, np.nan, np.nan])
    for f in (
        lambda x: x + 1.0 if x > 0.0 else x * 2.0,
        lambda x: x + 1.0 if not x <= 0.0 else x * 2.0,
        lambda x: x if x == x else x - x + 7.0,
    ):
        for order in (slice(None), slice(None, None, -1)):
            y = x[order]
            same(tg.compile(f).batch(y), np.array([f(v) for v in y]))


def test_branches_in_rows():
    n = 25_000

    def f(x):
        y = np.tanh(x)
        return (np.sum(y), y) if np.max(y) > 0.5 else (np.max(y), -y)

    x = np.linspace(0.1, 1.0, 11)[:, None] * np.linspace(0.0, 1.0, n)
    found = check(f, x, by=f, rtol=1e-10)
    assert np.tanh(x).max(axis=1).tolist() != sorted(found[0])


def test_indices_that_differ():
    """Each value of an index is a way of its own."""
    x, k = RNG(42).normal(size=(30, 4)), RNG(43).integers(0, 4, size=30)
    found = tg.compile(lambda x, k: x[int(k)] * 2.0).batch(x, k)
    same(found, x[np.arange(30), k] * 2.0)


def test_masks_within():
    x = RNG(44).normal(size=(20, 3))
    found = tg.compile(lambda x: np.sum(x[x > 0.0])).batch(x)
    np.testing.assert_allclose(found, [row[row > 0].sum() for row in x], rtol=1e-14)


def test_masks_of_larger_results():
    """Results whose shapes differ do not fit in one array."""
    x = np.array([[1.0, -1.0], [1.0, 1.0], [2.0, 2.0]])
    with pytest.raises(ReplayError, match="different shapes"):
        tg.compile(lambda x: x[x > 0.0]).batch(x)
    np.testing.assert_array_equal(tg.compile(lambda x: x[x > 0.0]).batch(x[1:]), x[1:])


def test_branches_with_constant_results():
    """What is constant in one way is another constant, or none, in the other."""
    x = np.array([1.0, -1.0, 2.0, -2.0, 3.0, 0.0, 1.0, -5.0, 7.0])
    f = tg.compile(lambda x: (x, 1.0) if x > 0.0 else (-x, 2.0))
    same(f.batch(x), (np.abs(x), np.where(x > 0.0, 1.0, 2.0)))
    same(tg.compile(lambda x: 1.0 if x > 0.0 else 0.0).batch(x), np.where(x > 0.0, 1.0, 0.0))
    relu = tg.compile(lambda x: x if x > 0.0 else 0.0)
    same(relu.batch(x), np.maximum(x, 0.0))
    same(tg.compile(tg.grad(lambda x: x * 3.0 if x > 0.0 else 1.0)).batch(x), np.where(x > 0.0, 3.0, 0.0))


def test_too_many_ways():
    x = np.arange(40.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TapegradError, match="ways"):
            tg.compile(lambda x: x[0] * 2.0 if x[0] > 0.0 else x * 3.0, max_variants=1).batch(np.array([[1.0], [-1.0]]))
        g = tg.compile(lambda x: x * (int(x) + 0.0), max_variants=5)
        with pytest.raises(ReplayError, match="more than 5 ways"):
            g.batch(x)
        assert g(3.0) == 9.0  # still fine
        same(g.batch(x[:4]), x[:4] ** 2)


def test_a_decision_on_the_last_bit():
    """Whatever a replay's rounding, each instance takes a way that is right for its values to rounding."""
    x = RNG(45).normal(size=(200, 9))
    limit = np.array([np.dot(row, row) for row in x])
    f = tg.compile(lambda x, limit: x[0] + 1.0 if x @ x >= limit else x[0] + 1.0 + 0.0 * x[1])
    same(f.batch(x, limit), x[:, 0] + 1.0)


def test_a_batch_after_calls_and_calls_after_a_batch():
    f = tg.compile(branch)
    x = RNG(46).normal(size=(20, 2))
    one = f(x[0])
    found = f.batch(x)
    assert found[0] == one
    assert [f(row) for row in x] == found.tolist()
    assert f.stats()["recordings"] == 2
    same(
        f.batch(RNG(47).normal(size=(3, 2))[::-1]),
        np.array([branch(r) for r in RNG(47).normal(size=(3, 2))[::-1]]),
        exact=False,
    )
    assert f.stats()["recordings"] == 2


# ------------------------------------------------------------------------------------------------- derivatives


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


TRANSFORMS = {
    "grad": tg.grad,
    "value and grad": tg.value_and_grad,
    "hessian": tg.hessian,
    "jacobian": lambda f: tg.jacobian(lambda x: np.sin(x) * f(x)),
    "jvp": lambda f: lambda x: tg.func.jvp(f, (x,), (x,)),
    "hvp": lambda f: lambda x: tg.hvp(f)(x, x),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", TRANSFORMS)
def test_derivatives(name):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy
    x = RNG(48).normal(size=(11, 3))

    def theirs(x):
        return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)

    other = {
        "grad": jax.grad(theirs), "value and grad": jax.value_and_grad(theirs), "hessian": jax.hessian(theirs),
        "jacobian": jax.jacrev(lambda x: jnp.sin(x) * theirs(x)), "jvp": lambda x: jax.jvp(theirs, (x,), (x,)),
        "hvp": lambda x: jax.hessian(theirs)(x) @ x,
    }[name]  # fmt: skip
    try:
        f = TRANSFORMS[name](rosenbrock)
        found = tg.compile(f).batch(x)
    except TypeError:
        f = lambda x: tg.hvp(rosenbrock, (x,), (x,))  # noqa: E731
        found = tg.compile(f).batch(x)
    expected = jax.vmap(other)(x)
    for ours, wanted in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_allclose(ours, np.asarray(wanted), rtol=1e-10, atol=1e-10)
    same(found, looped(tg.compile(f), x.__getitem__, count=11), exact=False)


@pytest.mark.parametrize("seed", range(25))
def test_programs_of_random_ops(seed):
    """Scalars put together at random, branches included."""
    rng = RNG(seed)
    steps = [tuple(rng.integers(0, 8, size=3)) for _ in range(1 + seed % 12)]
    count = (1, 8, 13)[seed % 3]
    x = rng.uniform(0.2, 2.0, size=(count, 3))

    def f(x):
        values = [x[0], x[1], x[2]]
        for what, i, j in steps:
            a, b = values[i % len(values)], values[j % len(values)]
            values.append([
                lambda: a + b, lambda: a * b, lambda: np.sin(a), lambda: a / (1.0 + b * b), lambda: np.where(a > b, a, b - 1.0),
                lambda: np.tanh(a) - b, lambda: np.maximum(a, b), lambda: a if a > 0.7 else b * 0.5,
            ][what]())  # fmt: skip
        return values[-1], values[-2]

    compiled = tg.compile(f)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = compiled.batch(x)
        same(found, looped(f, x.__getitem__, count=count), exact=False)
        same(found, looped(compiled, x.__getitem__, count=count))


# ------------------------------------------------------------------------------------------------- errors


def test_errors():
    f = tg.compile(lambda x, y: x * y)
    x = np.ones((4, 2))
    with pytest.raises(ShapeError, match="one length"):
        f.batch(x, np.ones((3, 2)))
    with pytest.raises(ShapeError, match="one length"):
        f.batch(x, x, in_axes=(0, 1))
    with pytest.raises(ShapeError, match="no axis"):
        f.batch(x, 1.0)
    with pytest.raises(ShapeError, match="no axis"):
        f.batch(x, x, in_axes=(2, 0))
    with pytest.raises(ShapeError, match="no axis"):
        f.batch(x, x, in_axes=-3)
    with pytest.raises(ArgumentError, match="2 arguments"):
        f.batch(x, x, in_axes=(0,))
    with pytest.raises(ArgumentError, match="no argument"):
        f.batch(x, x, in_axes=None)
    with pytest.raises(ArgumentError, match="no argument"):
        f.batch()
    with pytest.raises(DtypeError):
        f.batch(np.array(["a", "b"]), np.ones(2))
    with pytest.raises(TypeError):
        f.batch(x)
    with pytest.raises(ArgumentError):
        f.batch(x, x, in_axes="01")
    with pytest.raises(ArgumentError):
        f.batch(x, x, in_axes=0.5)
    with pytest.raises(ShapeError):
        tg.compile(lambda x: x @ np.ones(5)).batch(x)
    np.testing.assert_array_equal(f.batch(x, 2.0, in_axes=(0, None)), x * 2.0)


def test_tensors():
    """Data of Tensors without history is data; a gradient is never lost in silence."""
    f = tg.compile(lambda x: x * 2.0)
    x = RNG(49).normal(size=(4, 2))
    with pytest.raises(PlainDataError):
        f.batch(tg.tensor(x, requires_grad=True))
    with pytest.raises(PlainDataError):
        tg.grad(lambda x: np.sum(f.batch(x)))(x)
    weights = tg.tensor(np.ones(2), requires_grad=True)
    with pytest.raises(PlainDataError):
        tg.compile(lambda x: x * weights).batch(x)


def test_threads_that_batch():
    """One compiled function, called from several threads."""
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(branch(x) * x)))
    x = RNG(50).normal(size=(60, 2))
    expected = tg.compile(tg.value_and_grad(lambda x: np.sum(branch(x) * x))).batch(x)
    found: list[Any] = []

    def work():
        for _ in range(5):
            found.append(f.batch(x))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 20
    for y in found:
        same(y, expected)


def test_loaded_and_partial_functions():
    f = tg.compile(functools.partial(lambda a, x: x * a, 3.0))
    np.testing.assert_array_equal(f.batch(np.arange(9.0)), np.arange(9.0) * 3.0)


_NESTED = """
import numpy as np
import tapegrad as tg
from tapegrad.ops.declare import General

tg.set_num_threads(2)
inner = tg.compile(lambda x: np.sum(x * x))
X = np.arange(512.0).reshape(256, 2)
forward = lambda x: x + inner.batch(X)[1]
op = General(name="test_batches", forward=forward, infer=lambda x: x, reference=forward)
print(tg.compile(lambda x: op(x * 1.0)).batch(X)[-1])
"""


@pytest.mark.slow
def test_batches_within_batches_do_not_wait_for_each_others_threads():
    result = subprocess.run([sys.executable, "-c", _NESTED], capture_output=True, text=True, timeout=100, check=True)
    assert result.stdout.split() == ["[523.", "524.]"]  # 2 * 2 + 3 * 3 more than the last instance


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_process_has_threads_of_its_own(all_shared):
    compiled = tg.compile(lambda x: np.sum(x * x))
    x = RNG(0).normal(size=(5000, 3))
    threads = tg.get_num_threads()
    tg.set_num_threads(2)
    try:
        expected = compiled.batch(x)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer versions of Python warn of forks beside threads
            child = os.fork()
        if child == 0:
            signal.alarm(20)  # a process that waits for threads it does not have is ended
            os._exit(0 if np.array_equal(compiled.batch(x), expected) else 1)
        assert os.waitpid(child, 0)[1] == 0
    finally:
        tg.set_num_threads(threads)


@pytest.mark.parametrize("count", [0, 4])
def test_instances_without_elements(count):
    x = np.ones((count, 0))
    for f in (tg.compile(np.sort).batch, tg.vmap(np.sort)):
        np.testing.assert_array_equal(f(x), np.sort(x))

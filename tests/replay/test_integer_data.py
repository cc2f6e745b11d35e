"""Functions of integers that decide no shape: one recording serves all integers, and values and gradients are NumPy's.

Where something is decided (how many truths a mask has, how many bins there are), that alone is what a replay must meet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import IndexingError
from tests.support import close, gradient, jacobian, leaf

N = 6


def _at(ufunc: np.ufunc, *values: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def f(x: Any, i: Any) -> Any:
        y = x * 1.0
        ufunc.at(y, i, *[value(x) for value in values])
        return y

    return f


def _put(mode: str) -> Callable[[Any, Any], Any]:
    def f(x: Any, i: Any) -> Any:
        y = x * 1.0
        np.put(y, i + (mode != "raise") * 3 * (i > 2), x[::-1] * x, mode)
        return y

    return f


def _rows(x: Any, i: Any) -> Any:
    y = np.outer(x, x[:2])
    np.maximum.at(y, i[::2], x[:2] + 0.25)
    np.multiply.at(y, (slice(None), i[:3] % 2), x[:3])
    return y


def _both_ends(x: Any, i: Any) -> Any:
    y = x * 1.0
    np.multiply.at(y, np.concatenate([i, i - N]), np.concatenate([x, x + 1.0]))
    return y


PROGRAMS: dict[str, Callable[[Any, Any], Any]] = {
    "bincount": lambda x, i: np.bincount(i, x, N) * np.bincount(i, minlength=N),
    "put": _put("raise"), "put, wrapped": _put("wrap"), "put, clipped": _put("clip"),
    "ix_": lambda x, i: np.outer(x, x)[np.ix_(i[:3], i[3:])],
    "lexsort": lambda x, i: x[np.lexsort((x, i))] * np.lexsort((i, i % 2)),
    "cumulative": lambda x, i: x * np.cumsum(i) + np.cumprod(i) - np.add.accumulate(i[::-1]),
    "sums": lambda x, i: x[:3] * i.reshape(2, 3).sum(axis=0) * np.sum(i) + np.add.reduce(i, keepdims=True),
    "extremes": lambda x, i: x * np.max(i) + np.min(i.reshape(2, 3), 1, keepdims=True).sum() * np.ptp(i),
    "products": lambda x, i: x[:3] * np.prod(i.reshape(2, 3) + 1, 0) + (i @ i) * np.prod(i[:2]),
    "matrices": lambda x, i: (i.reshape(2, 3) @ i.reshape(3, 2)) @ x[:2] + np.dot(i.reshape(2, 3), i[:3]) * np.inner(i, i),
    "einsum": lambda x, i: np.einsum("ij,ij->i", i.reshape(2, 3), i.reshape(2, 3)) * np.tensordot(i, i, 1) * x[0],
    "convolve": lambda x, i: np.convolve(i, i[:2]) * x[0],
    "bits": lambda x, i: x * ((i << 2) + (i >> 1) + (1 << i) + np.bitwise_count(i)) + (i & 3) + (i | 1) + (i ^ 5) + ~i,
    "powers": lambda x, i: x * (i**3 + 2**i) + np.gcd(i, 4) * np.lcm(i, i[::-1]) + np.sign(i - 2),
    "remainders": lambda x, i: x * np.fmod(i - 3, 2) + np.fmod(7, i + 1) - np.round(31 * i, -1) * (i * 7).round(-2),
    "whole parts": lambda x, i: x * (np.floor(i) + np.ceil(i) * np.trunc(i) - np.floor(i)) + np.reciprocal(i + 1),
    "truths": lambda x, i: x * (abs(i > 2) + np.floor(i > 1)) + ((i > 2) @ (i < 4)) * np.einsum("i,i->i", i > 1, i < 5),
    "lists": lambda x, i: x[[i[0], i[1], 0]] * np.take(x, [i[2], 1, 2]) * x.take((i[3], 0, 0)) + x[[[i[4], i[5], 0]]] * [i[0], 1, 2],
    "where": lambda x, i: x[np.where(np.argsort(i, kind="stable") >= 3)] * np.where(np.argsort(i, kind="stable") < 3)[0],
    "unravel_index": lambda x, i: np.outer(x[:2], x[:3])[np.unravel_index(i, (2, 3))] + np.unravel_index(i, (2, 3), "F")[0],
    "ravel_multi_index": lambda x, i: x[np.ravel_multi_index((i, i), (2, 3), ("wrap", "clip"))] * np.ravel_multi_index(np.unravel_index(i, (3, 2)), (3, 2)),
    "histogram": lambda x, i: np.histogram(i, np.arange(N + 1.0), weights=x)[0] * np.histogram(i, 3, (0, N))[0].sum(),
    "histogram2d": lambda x, i: np.histogram2d(i, i[::-1], bins=[np.arange(4), np.arange(N)])[0] * x[0],
    "sum at": _at(np.add, lambda x: x * x), "difference at": _at(np.subtract, lambda x: x * x),
    "product at": _at(np.multiply, lambda x: x + 1.0), "quotient at": _at(np.divide, lambda x: x + 3.0),
    "maximum at": _at(np.maximum, lambda x: 0.9 * x[::-1]), "minimum at": _at(np.minimum, lambda x: 0.9 * x[::-1]),
    "positions from both ends": _both_ends,
    "logaddexp at": _at(np.logaddexp, lambda x: x), "rows at": _rows,
    "sums of segments": lambda x, i: np.add.reduceat(x * x, i),
    "extremes of segments": lambda x, i: np.maximum.reduceat(np.outer(x, [1.0, -2.0]), i[:4], 0),
    "products of segments": lambda x, i: np.multiply.reduceat(x, i) * np.add.reduceat(i, i),
    "positions in Fortran's order": lambda x, i: x * np.ravel_multi_index((i % 2, i), (2, N), order="F"),
    "repeats": lambda x, i: np.repeat(np.outer(x, x[:2]), np.argsort(i, kind="stable"), 0),
    "short sums of segments": lambda x, i: x * np.add.reduceat(40 * i, i, dtype=np.int8),
    "mask of a fixed number": lambda x, i: x[np.argsort(i, kind="stable") >= 2] * np.flatnonzero(np.argsort(i, kind="stable") < 4),
    "masks along axes": lambda x, i: np.outer(x, x)[np.argsort(i, kind="stable") > 3] * np.argwhere(np.argsort(i, kind="stable") < 2)[:, 0][:, None],
}  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", PROGRAMS)
def test_one_recording_serves_all_integers(name: str):
    f = PROGRAMS[name]
    compiled = tg.compile(f)
    slopes = tg.compile(tg.jacobian(f))
    rng = np.random.default_rng(3)
    rows = [(rng.normal(size=N), rng.permutation(rng.integers(0, N, N))) for _ in range(4)]
    rows.append((rows[0][0], np.zeros(N, int)))
    for x, i in rows:
        np.testing.assert_allclose(compiled(x, i), f(x, i), rtol=1e-13, atol=1e-14)
        assert compiled(x, i).dtype == f(x, i).dtype
    for x, i in rows[:2]:
        if name != "bincount":  # which NumPy has in doubles alone
            close(slopes(x, i), jacobian(lambda x, i=i: f(x, i), x))
        else:
            np.testing.assert_array_equal(
                slopes(x, i), np.bincount(i, minlength=N)[:, None] * (i == np.arange(N)[:, None])
            )
    assert compiled.stats()["recordings"] == slopes.stats()["recordings"] == 1
    every = compiled.batch(np.stack([x for x, _ in rows]), np.stack([i for _, i in rows]))
    np.testing.assert_allclose(every, [f(x, i) for x, i in rows], rtol=1e-13, atol=1e-14)
    mapped = tg.vmap(f)(*[tg.asarray(np.stack(part)) for part in zip(*rows, strict=True)])
    np.testing.assert_allclose(mapped, every, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_integers_of_any_dtype_wrap_as_numpys(dtype: Any):
    def f(i: Any, j: Any) -> Any:
        return (
            np.sum(i), np.cumsum(i), np.prod(i), np.max(i), i @ j, i << j, i >> j, i**j, np.gcd(i, j), np.sign(i),
            np.bitwise_count(i), np.convolve(i, j[:2]), np.sum(i.reshape(2, 2), 1, dtype=np.int16), np.cumprod(i),
        )  # fmt: skip

    compiled = tg.compile(f)
    limits = np.iinfo(dtype)
    for a in ([1, 2, 3, limits.max], [limits.min, limits.max, 7, 100], [0, 5, 0, 9]):
        i, j = np.array(a, dtype), np.array([0, 3, 7, 1], dtype)
        with np.errstate(all="ignore"):
            expected = f(i, j)
        for found, wanted in zip(compiled(i, j), expected, strict=True):
            assert found.dtype == wanted.dtype
            np.testing.assert_array_equal(found, wanted)
    assert compiled.stats()["recordings"] == 1


def test_of_a_mask_its_number_of_truths_is_the_decision():
    compiled = tg.compile(lambda x: x[x >= np.quantile(x, 0.6)] ** 2)
    slope = tg.compile(tg.grad(lambda x: np.sum(x[x > 0.0] ** 3)))
    rng = np.random.default_rng(1)
    for _ in range(30):
        x = rng.normal(size=10)
        np.testing.assert_array_equal(compiled(x), x[x >= np.quantile(x, 0.6)] ** 2)
        np.testing.assert_allclose(slope(x), 3.0 * x**2 * (x > 0.0), rtol=1e-14)
    assert compiled.stats()["recordings"] == 1
    assert slope.stats()["recordings"] <= 10
    both = tg.compile(lambda x: x.reshape(2, 5)[x > 0.0])
    with pytest.raises(IndexingError, match="boolean index"):
        both(np.ones(10))


def test_compiled_callers_take_masks_and_sums_of_integers():
    f = tg.compile(lambda x: np.sum(x[x > 0.0] ** 2) * np.max((x > 0.0) * 4) + np.sum((x > 0.0) * 2))
    data = f.tape_data(np.array([1.0, -2.0, 3.0]))
    g, work = np.zeros(3), np.zeros(tg.nb.work_size(data))
    for x in (np.array([1.0, -2.0, 3.0]), np.array([-1.0, 2.0, 5.0])):
        assert tg.nb.value_and_grad(data, x, g, work) == 0
        np.testing.assert_array_equal(g, 8.0 * x * (x > 0.0))
    assert tg.nb.value_and_grad(data, np.ones(3), g, work) == 1


def test_the_number_of_bins_is_the_decision():
    compiled = tg.compile(lambda x, i: np.bincount(i, x, 4))
    x = np.arange(3.0)
    for k in (0, 2, 3, 6, 5, 6, 1):
        i = np.array([k, 0, 1])
        np.testing.assert_array_equal(compiled(x, i), np.bincount(i, x, 4))
    assert compiled.stats()["recordings"] == 3
    with pytest.raises(ValueError, match="negative"):
        compiled(x, np.array([-1, 0, 1]))


@pytest.mark.parametrize(
    ("f", "last"),
    [
        (lambda i: np.unravel_index(i, (2, 3))[0], 3),
        (lambda i: np.ravel_multi_index((i, i), (6, 6)), 3),
        (lambda i: 2**-i, -3),
    ],
)
def test_what_numpy_refuses_is_refused_in_replays(f: Any, last: int):
    compiled = tg.compile(f)
    compiled(np.array([0, last]))
    with pytest.raises(ValueError, match=r"index|Integers|entry"):
        compiled(np.array([0, 9]))


SHAPES_OF_NO_ARRAY = {
    "too large": lambda i: np.ravel_multi_index((i, i), (2**40, 2**23)),
    "too large, any position": lambda i: np.ravel_multi_index((i, i), (2**40, 2**40), mode="wrap"),
    "empty": lambda i: np.ravel_multi_index((i, i), (0, 4), mode="clip"),
    "too many elements": lambda i: np.unravel_index(i, (2**40, 2**40)),
    "too long": lambda i: np.unravel_index(i, (2**70, 2)),
    "too many bins": lambda i: np.histogramdd(np.ones((1, 10)) * i[:1], bins=1024)[0],
}


@pytest.mark.parametrize("name", SHAPES_OF_NO_ARRAY)
def test_positions_in_shapes_that_no_array_has_are_refused(name):
    f, i = SHAPES_OF_NO_ARRAY[name], np.arange(3)
    for call in (f, tg.compile(f)):
        with pytest.raises(ValueError, match=r"large|zero|Maximum"):
            call(i)


def test_negative_lengths_are_what_numpy_makes_of_them():
    for f in (lambda i: np.unravel_index(i, (-3, -4)), lambda i: np.ravel_multi_index((i, i), (-1, 4), mode="clip")):
        np.testing.assert_array_equal(tg.compile(f)(np.arange(3)), f(np.arange(3)))


def test_functions_without_order_are_repeated_as_often_as_positions_are_named():
    for ufunc in (np.power, np.floor_divide, np.arctan2):
        f = _at(ufunc, lambda x: abs(x) + 1.5)
        compiled = tg.compile(lambda x, i, f=f: f(abs(x) + 1.0, i))
        for i in ([0, 1, 2, 3], [0, 0, 0, 0], [1, 2, 2, 1], [3, 2, 1, 0], [0, 0, 0, 1]):
            x, i = np.array([0.3, -1.2, 2.0, 0.7]), np.array(i)
            np.testing.assert_allclose(compiled(x, i), f(abs(x) + 1.0, i), rtol=1e-14)
        assert compiled.stats()["recordings"] == 3  # for once, twice, and up to four times


def test_segments_of_one_length_are_one_instruction():
    """The gradient of an instruction for each segment would take memory for each."""
    starts = np.sort(np.random.default_rng(0).permutation(4000)[:2000])
    f = tg.compile(
        tg.value_and_grad(lambda x: np.sum(np.multiply.reduceat(x, starts) + np.add.reduceat(x, starts) ** 2))
    )
    x = np.random.default_rng(1).uniform(0.5, 1.5, 4000)
    value, slope = f(x)
    ends, expected = np.append(starts[1:], 4000), np.zeros(4000)
    for i, j in zip(starts, ends, strict=True):
        expected[i:j] = np.prod(x[i:j]) / x[i:j] + 2.0 * np.sum(x[i:j])
    np.testing.assert_allclose(slope, expected, rtol=1e-12)
    np.testing.assert_allclose(
        value, np.sum([np.prod(x[i:j]) + np.sum(x[i:j]) ** 2 for i, j in zip(starts, ends, strict=True)]), rtol=1e-12
    )
    assert len(f.tape(x)) < starts.size // 2


def test_a_number_in_a_list_of_positions_is_data():
    x = np.arange(20.0) ** 2 + 0.5
    for f in (
        lambda x, n: x[[n, n, 0]], lambda x, n: x[[n, 0]], lambda x, n: np.take(x, [n, 0]),
        lambda x, n: x.reshape(4, 5)[[[n], [0]], 1], lambda x, n: np.maximum(x[:2], [n, 1]),
    ):  # fmt: skip
        compiled = tg.compile(f)
        for n in (1, 3, 0, 2):
            np.testing.assert_array_equal(compiled(x, n), f(x, n))
        assert compiled.stats()["recordings"] == 1
        slope = tg.compile(tg.grad(lambda x, n, f=f: np.sum(f(x, n))))
        np.testing.assert_array_equal(slope(x, 2), gradient(lambda x, f=f: np.sum(f(x, 2)), [x])[0].round(6))
    assert tg.compile(lambda n: np.fmod(n, 2))(7) == 1


def test_where_of_a_condition_alone_is_nonzero():
    x = np.array([[1.0, 0.0, -3.0], [0.0, 2.0, 0.0]])
    for given in (tg.tensor(x), tg.tensor(x > 0), leaf(x), tg.tensor(x.astype(int))):
        expected = np.where(given.detach().numpy())
        for found in (np.where(given), tg.where(given)):
            assert all(map(np.array_equal, found, expected))
    v = leaf(x)
    (v[np.where(v > 0.0)] ** 2).sum().backward()
    np.testing.assert_array_equal(v.grad, 2.0 * x * (x > 0.0))

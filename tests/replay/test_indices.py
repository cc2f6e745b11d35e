"""Integers as data of a compiled function: recorded once, exact, checked in every replay.

Expected values are NumPy's, of the same function on plain arrays, and gradients those of one-hot matrices or differences.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import IndexingError

F = Callable[..., Any]
RNG = np.random.default_rng(11)
X = RNG.normal(size=(5, 3))
BIG = 2**60 + 1


def agrees(f: F, *calls: tuple[Any, ...], recordings: int = 1, tolerance: float = 0.0) -> Any:
    """Compare a compiled function with NumPy's results, bit by bit, and count its recordings."""
    c = tg.compile(f)
    for args in calls:
        found = c(*args)
        with np.errstate(all="ignore"):
            expected = f(*[a.copy() if isinstance(a, np.ndarray) else a for a in args])
        assert np.asarray(found).dtype == np.asarray(expected).dtype
        if tolerance:
            np.testing.assert_allclose(found, expected, tolerance, tolerance)
        else:
            np.testing.assert_array_equal(found, expected)
    assert c.stats()["recordings"] == recordings
    return c


READS: list[F] = [
    lambda x, i: x[i],
    lambda x, i: x[:, i % 3],
    lambda x, i: x[i, i % 3],
    lambda x, i: x[None, i, 1],
    lambda x, i: x[0, :, None][i % 3],
    lambda x, i: x[i][:, None, i // 2],
    lambda x, i: x[..., i * i % 3],
    lambda x, i: x[1:, None, (i + 5) % 3],
    lambda x, i: x.T[i % 3, :, None][..., i % 1],
    lambda x, i: x[i[:, None], np.array([0, 2])],
    lambda x, i: x[i, np.array([True, False, True])][: 0 + 2] if len(i) == 2 else x[i][::-1],
    lambda x, i: x.reshape(5, 3, 1)[i, :, i % 1],
    lambda x, i: x.reshape(1, 5, 3)[0, i, ::2],
    lambda x, i: np.take(x, i, 0),
    lambda x, i: np.take(x, i),
    lambda x, i: np.take(x, i % 3, axis=-1),
    lambda x, i: np.take_along_axis(x, i[None, :3] % 3 + np.zeros((5, 1), int), 1),
    lambda x, i: np.where((i == 2)[:, None], x[i], 0.0),
    lambda x, i: (i[:, None] == np.arange(5)).astype(float) @ x,
    lambda x, i: np.choose(i % 3, [x[:4, 0], x[:4, 1], x[:4, 2]]),
]


@pytest.mark.parametrize("number", range(len(READS)))
def test_reading_at_integers_is_numpys_and_recorded_once(number):
    agrees(READS[number], (X, np.array([4, 0, -1, 2])), (X, np.array([3, 1, 0, 0])), (X, np.array([-5, -4, 2, 4])))


ARITHMETIC: list[F] = [
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a // b,
    lambda a, b: a % b,
    lambda a, b: (a < b) | (a >= 3),
    lambda a, b: (a == b) & (a != 0),
    lambda a, b: np.minimum(a, b) + np.maximum(a, 1),
    lambda a, b: abs(-a),
    lambda a, b: a * 1.5 + b / 2,
    lambda a, b: ~a ^ (b | 4) & a,
    lambda a, b: np.square(a) + np.clip(b, 1, 4),
    lambda a, b: np.where(a > b, a, b),
    lambda a, b: (a > 2) * b + a.astype(np.int16),
    lambda a, b: (a.astype(float) / 3.0).astype(np.int64),
]


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_arithmetic_on_integers_is_exact_and_wraps_as_numpys(dtype):
    limits = np.iinfo(dtype)
    a = np.array([limits.max, limits.min, 3, 0, 17, limits.min], dtype)
    b = np.array([limits.max, 2, limits.min, 5, 0, limits.max], dtype)
    if limits.min:
        b[5] = -1  # whose quotient overflows
    for f in ARITHMETIC:
        agrees(f, (a, b), (b, a))


def test_integers_that_no_double_holds_are_exact():
    agrees(lambda i: i, (np.array([BIG, BIG - 1, -BIG]),), (np.array([0, 2**63 - 1, -(2**63)]),))
    agrees(lambda i, k: np.where(i == k, 1.0, 0.0), (np.array([BIG, BIG - 1]), np.int64(BIG)))
    agrees(lambda i: np.where(i > BIG - 1, i + 1, i // 3), (np.array([BIG, BIG - 1]),), (np.array([5, -5]),))
    found = tg.vmap(lambda i, k: i == k, in_axes=(0, None))(np.array([BIG, BIG - 1]), np.int64(BIG))
    assert found.tolist() == [True, False]
    decision = tg.compile(lambda x, i: x if i > BIG - 1 else -x)
    assert [float(decision(1.0, np.int64(k))) for k in (BIG, BIG - 1, BIG)] == [1.0, -1.0, 1.0]


def test_a_place_is_data_also_where_it_is_one_number():
    pick = tg.compile(tg.grad(lambda x, k: x[k] ** 2))
    for k in (0, 2, -1, np.int64(1), np.int64(-2)):
        expected = np.zeros(5)
        expected[k] = 2 * X[k, 0]
        np.testing.assert_array_equal(pick(X[:, 0].copy(), k), expected)
    assert pick.stats()["recordings"] == 2  # of Python's int and of NumPy's


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_gradients_through_places_that_repeat(dtype):
    def f(x, i, w):
        return np.sum(np.tanh(x[i, 1:]) * w)

    x, w = X.astype(dtype), RNG.normal(size=(4, 2)).astype(dtype)
    sealed = tg.compile(tg.value_and_grad(f, argnums=(0, 2)))
    for i in (np.array([1, 1, -1, 4]), np.array([0, 3, 2, 2])):
        one_hot = np.eye(5)[i]
        value, (to_x, to_w) = sealed(x, i, w)
        expected = np.zeros((5, 3))
        expected[:, 1:] = one_hot.T @ ((1 - np.tanh(x[i, 1:].astype(float)) ** 2) * w)
        assert to_x.dtype == to_w.dtype == value.dtype == dtype
        tolerance = 1e-14 if dtype == np.float64 else 1e-5
        np.testing.assert_allclose(to_x, expected, tolerance, tolerance)
        np.testing.assert_allclose(to_w, np.tanh(x[i, 1:]), tolerance, tolerance)
        eager = tg.value_and_grad(f, argnums=(0, 2))(x, i, w)[1][0]
        np.testing.assert_allclose(to_x, eager, tolerance, tolerance)
    assert sealed.stats()["recordings"] == 1


def test_second_derivatives_and_forward_mode():
    def f(x, i):
        return np.sum(x[i] ** 3 * x[(i + 1) % 5])

    x = X[:, 0].copy()
    for transform in (tg.hessian, tg.func.jacfwd, tg.func.jacrev):
        sealed = tg.compile(transform(f))
        for i in (np.array([0, 0, 3]), np.array([4, 2, -1])):
            np.testing.assert_allclose(sealed(x, i), transform(f)(x, i), rtol=1e-13, atol=1e-13)
        assert sealed.stats()["recordings"] == 1
    moving = tg.compile(lambda x, i, t: tg.func.jvp(lambda x: x[i] ** 2, (x,), (t,))[1])
    np.testing.assert_allclose(moving(x, np.array([1, 1]), x), 2 * x[[1, 1]] ** 2)


WRITES: list[F] = [
    lambda y, i, v: y.__setitem__(i, v),
    lambda y, i, v: y.__setitem__((slice(None), i % 3), v[:, :1]),
    lambda y, i, v: y.__setitem__((slice(1, None), 0), y[i, 1]),
    lambda y, i, v: y[1:].__setitem__((i % 4, slice(None, None, -1)), v),
    lambda y, i, v: y.T.__setitem__((i % 3, 0), 2.0),
    lambda y, i, v: y.__setitem__((i, i % 3), v[:, 0]),
    lambda y, i, v: y.__setitem__(y > 0.5, 3.0),
    lambda y, i, v: y.__setitem__(y[:, 0] > 0.0, v[0]),
    lambda y, i, v: y.__setitem__((1, i % 3), v[0, :1]),
    lambda y, i, v: np.add.at(y, i, v),
    lambda y, i, v: np.subtract.at(y, (i, 0), v[:, 0]),
    lambda y, i, v: np.add.at(y, (slice(1, 4), i % 3), 2.0),
    lambda y, i, v: np.put_along_axis(y, (i % 3)[None, :3] + np.zeros((5, 1), int), v[:1], 1),
]


@pytest.mark.parametrize("number", range(len(WRITES)))
def test_writing_at_integers_is_numpys_and_recorded_once(number):
    def f(x, i, v):
        y = x * 1.0
        WRITES[number](y, i, v)
        return y

    v = RNG.normal(size=(4, 3))
    if number in (1,):
        v = RNG.normal(size=(5, 3))
    order = 1e-14 if number in (9, 10, 11) else 0.0  # what is added to one element is added up first
    agrees(f, (X, np.array([4, 0, -1, 2]), v), (X + 0.1, np.array([1, 1, 1, 3]), v), tolerance=order)


MOVES: list[F] = [
    lambda i: np.stack([i, i + 1]),
    lambda i: np.concatenate([i, np.array([7, 8]), i.astype(np.int8)]),
    lambda i: np.flip(i).reshape(2, 2).T,
    lambda i: np.tile(i, 2)[::3],
]


@pytest.mark.parametrize("number", range(len(MOVES)))
def test_integers_move_as_numbers_do(number):
    agrees(MOVES[number], (np.array([4, 0, -1, BIG]),), (np.array([1, 1, 1, 3]),))


def test_integers_are_assigned_to():
    def f(i, k):
        y = i + 0
        y[1] = k
        y[2:] = 7
        y += 1
        return y

    agrees(f, (np.array([4, 0, -1, BIG]), np.int64(BIG)), (np.array([1, 1, 1, 3]), np.int64(2)))


def test_gradients_of_writes_keep_the_last_of_several():
    def f(x, i, v):
        y = x * 2.0
        y[i] = v * v
        return np.sum(y**2)

    sealed = tg.compile(tg.grad(f, argnums=(0, 2)))
    x, v = X[:, 0].copy(), np.array([1.0, 2.0, 3.0])
    for i in (np.array([1, 1, 4]), np.array([0, 2, 0]), np.array([-1, 4, 3])):
        last = [k for k in range(3) if i[k] % 5 not in i[k + 1 :] % 5]
        kept = np.ones(5)
        kept[i] = 0.0
        to_v = np.zeros(3)
        to_v[last] = 4 * v[last] ** 3
        found = sealed(x, i, v)
        np.testing.assert_allclose(found[0], 8 * x * kept, rtol=1e-14)
        np.testing.assert_allclose(found[1], to_v, rtol=1e-14)
    assert sealed.stats()["recordings"] == 1


@pytest.mark.parametrize("bad", [[1, 5], [0, -6], [2**62, 0]])
def test_out_of_bounds_at_replay_raises_and_writes_nothing(bad):
    def f(x, i):
        return x * 2.0, x[i]

    sealed = tg.compile(f)
    good = np.array([1, 2])
    out = np.full((5, 3), 7.0), np.full((2, 3), 7.0)
    for _ in range(3):
        sealed(X, good)
    with pytest.raises(IndexingError, match="out of bounds for an axis of length 5") as raised:
        sealed(X, np.array(bad), out=out)
    assert all((o == 7.0).all() for o in out)
    assert any(__file__ in note for note in raised.value.__notes__)  # the line that reads
    sealed(X, good, out=out)
    np.testing.assert_array_equal(out[1], X[good])
    with pytest.raises(IndexError):
        tg.vmap(lambda x, i: x[i], in_axes=(None, 0))(X, np.array([[0, 1], bad]))
    with pytest.raises(IndexError):
        tg.compile(tg.grad(lambda x, i: np.sum(x[i])))(X, np.array(bad))
    with pytest.raises(IndexError):
        tg.compile(f)(X, np.array(bad))  # in the first call
    with pytest.raises(IndexError):
        tg.scan(lambda c, k: (c + np.sum(tg.asarray(X)[k]), None), 0.0, np.array(bad))


def test_complex_numbers_at_integers():
    z = X + 1j * X[::-1]

    def f(z, i):
        y = z * 1.0
        y[i] = 2.0 * z[(i + 1) % 5]
        return y, np.sum(abs(y[i, 1]) ** 2)

    sealed, slope = tg.compile(f), tg.compile(tg.grad(lambda z, i: f(z, i)[1]))
    for i in (np.array([4, 0, -1]), np.array([1, 1, 2])):
        for a, b in zip(sealed(z, i), f(z, i), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-15)
        np.testing.assert_allclose(slope(z, i), tg.grad(lambda z, i=i: f(z, i)[1])(z), rtol=1e-14)
    assert sealed.stats()["recordings"] == slope.stats()["recordings"] == 1


def test_batches_over_integers():
    x, i = RNG.normal(size=(6, 5)), RNG.integers(-5, 5, (6, 3))

    def f(x, i):
        y = x * 1.0
        y[i] = x[i] ** 2
        return np.sum(y * np.arange(5.0)) + np.sum(x[i % 2])

    expected = np.array([f(a, b) for a, b in zip(x, i, strict=True)])
    np.testing.assert_allclose(tg.vmap(f)(x, i), expected, rtol=1e-14)
    shared = np.array([f(x[0], b) for b in i])
    np.testing.assert_allclose(tg.vmap(f, in_axes=(None, 0))(x[0], i), shared, rtol=1e-14)
    slopes = np.stack([tg.grad(f)(a, b) for a, b in zip(x, i, strict=True)])
    np.testing.assert_allclose(tg.vmap(tg.grad(f))(x, i), slopes, rtol=1e-13)
    np.testing.assert_allclose(tg.grad(lambda x: np.sum(tg.vmap(f)(x, i)))(x), slopes, rtol=1e-13)
    np.testing.assert_allclose(
        tg.grad(lambda x: np.sum(tg.vmap(f, in_axes=(0, None))(x, i[0])))(x),
        np.stack([tg.grad(f)(a, i[0]) for a in x]), rtol=1e-13,
    )  # fmt: skip
    to_shared = sum(tg.grad(f)(x[0], b) for b in i)
    found = tg.grad(lambda x: np.sum(tg.vmap(f, in_axes=(None, 0))(x, i)))(x[0])
    np.testing.assert_allclose(found, to_shared, rtol=1e-13)
    sealed = tg.compile(tg.grad(lambda x, i: np.sum(tg.vmap(lambda x, i: x[i] ** 2)(x, i))))
    for k in (i[:, 0], i[:, 1]):
        expected = np.zeros((6, 5))
        expected[np.arange(6), k] = 2 * x[np.arange(6), k]
        np.testing.assert_array_equal(sealed(x, k), expected)
    assert sealed.stats()["recordings"] == 1


def test_integers_in_the_bodies_of_loops():
    def f(x, steps):
        return tg.scan(lambda c, k: (0.9 * c + np.sum(x[k] ** 2), (x[k, 0], k + 1)), 0.0, steps)

    def by_hand(x, steps):
        c, ys, ks = 0.0, [], []
        for k in steps:
            c = 0.9 * c + np.sum(x[k] ** 2)
            ys.append(x[k, 0])
            ks.append(k + 1)
        return c, np.array(ys), np.array(ks)

    sealed = tg.compile(f)
    for steps in (np.array([4, 0, -1, 2]), np.array([1, 1, 1, 1])):
        value, (ys, ks) = sealed(X, steps)
        expected = by_hand(X, steps)
        np.testing.assert_allclose(value, expected[0], rtol=1e-14)
        np.testing.assert_array_equal(ys, expected[1])
        np.testing.assert_array_equal(ks, expected[2])
        assert ks.dtype == np.int64
    assert sealed.stats()["recordings"] == 1
    slope = tg.compile(tg.grad(lambda x, steps: f(x, steps)[0]))
    expected = np.zeros((5, 3))
    for power, k in zip((3, 2, 1, 0), (4, 0, -1, 2), strict=True):
        expected[k] += 0.9**power * 2 * X[k]
    np.testing.assert_allclose(slope(X, np.array([4, 0, -1, 2])), expected, rtol=1e-13)
    ids, mask = np.array([BIG, BIG - 1, BIG]), np.array([True, True, False])
    count = tg.scan(lambda c, e: (c + np.where((e[0] == BIG) & e[1], 1.0, 0.0), e[0]), 0.0, (ids, mask))
    assert count[0] == 1.0
    np.testing.assert_array_equal(count[1], ids)
    kept = tg.compile(tg.grad(lambda x, i: tg.checkpoint(lambda x, i: np.sum(x[i] ** 2))(x, i)))
    np.testing.assert_array_equal(kept(X, np.array([1, 2]))[[1, 2]], 2 * X[[1, 2]])


def test_files_hold_it():
    def f(x, i):
        return np.sum(x[i, i % 3] ** 2) + np.sum(np.where(i == BIG, 1.0, 0.0)), i + BIG

    sealed = tg.compile(f)
    i, file = np.array([4, 0, -1]), io.BytesIO()
    sealed.save(file, X, i)
    loaded = tg.load(io.BytesIO(file.getvalue()))
    for index in (i, np.array([1, 1, 1])):
        for a, b in zip(loaded(X, index), sealed(X, index), strict=True):
            np.testing.assert_array_equal(a, b)
    with pytest.raises(IndexingError):
        loaded(X, np.array([0, 5, 0]))
    slope = tg.grad(lambda x: loaded(x, i)[0])(X)
    np.testing.assert_allclose(slope, tg.grad(lambda x: f(x, i)[0])(X))


def test_sparse_patterns_allow_for_any_index():
    def f(x, i):
        return x[i] ** 2

    x = X[:, 0].copy()
    for i in (np.array([0, 4, 4]), np.array([1, 2, 3])):
        found = tg.func.sparse_jacobian(f)(x, i).toarray()
        np.testing.assert_array_equal(found, 2 * x[i][:, None] * np.eye(5)[i])


def test_a_thousand_batches_are_recorded_once():
    data, labels = RNG.normal(size=(60, 4)), RNG.integers(0, 3, 60)

    def loss(w, batch):
        logits = tg.asarray(data)[batch] @ w
        chosen = np.take_along_axis(logits, tg.asarray(labels)[batch][:, None], 1)
        return np.mean(np.log(np.sum(np.exp(logits), 1)) - chosen[:, 0])

    step = tg.compile(tg.value_and_grad(loss))
    w = np.zeros((4, 3))
    for _ in range(1000):
        batch = RNG.integers(0, 60, 8)
        value, slope = step(w, batch)
        w -= 0.1 * slope
    assert step.stats()["recordings"] == step.stats()["variants"] == 1
    logits = data[batch] @ (w + 0.1 * slope)
    expected = np.log(np.exp(logits).sum(1)) - logits[np.arange(8), labels[batch]]
    np.testing.assert_allclose(value, expected.mean(), rtol=1e-12)


def test_counts_that_decide_shapes_stay_guards():
    sealed = tg.compile(lambda x, mask: np.sum(x[mask]) + np.sum(x[np.arange(5) < 2]))
    for mask in (np.array([1, 0, 1, 0, 0], bool), np.array([0, 0, 1, 1, 1], bool)):
        np.testing.assert_allclose(sealed(X, mask), X[mask].sum() + X[:2].sum())
    assert sealed.stats()["recordings"] == 2
    chosen = tg.compile(lambda x, mask: np.where(mask[:, None], x, 0.0))
    for mask in (np.array([1, 0, 1, 0, 0], bool), np.array([0, 0, 1, 1, 1], bool)):
        np.testing.assert_array_equal(chosen(X, mask), np.where(mask[:, None], X, 0.0))
    assert chosen.stats()["recordings"] == 1


def test_empty_axes_and_indices():
    nothing = np.zeros(0, int)
    agrees(lambda x, i: x[i], (X, nothing))
    agrees(lambda x, i: x[:, i], (X, nothing))
    with pytest.raises(IndexError):
        tg.compile(lambda x, i: x[i])(np.zeros((0, 3)), np.array([0]))
    with pytest.raises(IndexError, match="too many"):
        tg.compile(lambda x, i: x[i, i, i])(X, np.array([0]))
    with pytest.raises(ValueError, match="does not fit"):
        tg.compile(lambda x, i: (x * 1.0).__setitem__(i, np.ones(2)))(X, np.array([0]))


COMPUTED: list[F] = [
    lambda x: x[x[:, 0].argsort()],
    lambda x: np.take_along_axis(x, np.argsort(x), 1),
    lambda x: np.argsort(x, 0) * 2,
    lambda x: x[np.argmax(x[:, 0])],
    lambda x: np.argmax(x),
    lambda x: np.argmin(x, 1, keepdims=True),
    lambda x: x.argmax(0) + 1,
    lambda x: np.take_along_axis(x, np.argmin(x, 1, keepdims=True), 1),
    lambda x: np.argmin(x > 0.0, 1),
    lambda x: np.argmax((x * 100).astype(int), 0),
    lambda x: x[np.searchsorted(np.array([-1.0, 0.0, 1.0]), x[:, 0]) % 5],
    lambda x: np.sum(np.argmax(x, 1) == 2),
]


@pytest.mark.parametrize("number", range(len(COMPUTED)))
def test_positions_that_are_computed_are_data(number):
    agrees(COMPUTED[number], (X,), (X[::-1] * 2.0,), (RNG.normal(size=(5, 3)),))


def test_positions_of_nan_and_of_equal_elements():
    x = np.array([[1.0, 3.0, 3.0], [np.nan, 5.0, np.nan], [-np.inf, -np.inf, -np.inf], [0.0, -0.0, 0.0]])
    for function in (np.argmax, np.argmin):
        agrees(
            lambda x, f=function: f(x, 1), (x,), (x[:, ::-1].copy(),), (-x,), (x.astype(np.float32)[:0],), recordings=2
        )
    stable = tg.compile(lambda x: np.argsort(x, 1))
    for given in (x, -x):
        np.testing.assert_array_equal(stable(given), np.argsort(given, 1, kind="stable"))


def test_the_derivative_of_an_order_that_is_computed():
    weights = np.arange(4.0)
    slope = tg.compile(tg.grad(lambda x: np.sum(x[np.argsort(x)] * weights)))
    for x in RNG.normal(size=(6, 4)):
        np.testing.assert_array_equal(slope(x), np.argsort(np.argsort(x)))
    assert slope.stats()["recordings"] == 1


def test_an_array_of_numpys_own_says_how_it_is_indexed():
    table = np.arange(5.0)
    with pytest.raises(tg.errors.PlainDataError, match=r"test_indices.*tg\.asarray\(table\)\[i\], or by tg\.take"):
        tg.compile(lambda i: table[i])(np.array([1, 2]))
    taken = tg.compile(lambda i: tg.take(table, i, 0))
    for i in (np.array([1, 2]), np.array([4, -1])):
        np.testing.assert_array_equal(taken(i), table[i])
    assert taken.stats()["recordings"] == 1


@numba.njit
def descend(tape, w, batches, steps):
    g, work = np.empty_like(w), np.empty(tg.nb.work_size(tape))
    for k in range(steps):
        status = tg.nb.value_and_grad(tape, (w, batches[k].view(np.float64)), (g,), work)
        if status != 0:
            return status
        w -= 0.1 * g
    return 0


@pytest.mark.exhaustive
def test_compiled_callers_pass_integers_by_their_bits():
    data = RNG.normal(size=(30, 4))
    f = tg.compile(lambda w, i: np.sum((tg.asarray(data)[i] @ w - 1.0) ** 2))
    batches, w, expected = RNG.integers(-30, 30, (20, 3)), np.zeros(4), np.zeros(4)
    tape = f.tape_data(w, batches[0])
    tg.nb.check(tape, descend(tape, w, batches, 20))
    for i in batches:
        expected -= 0.2 * data[i].T @ (data[i] @ expected - 1.0)
    np.testing.assert_allclose(w, expected, rtol=1e-12)
    batches[3, 1] = 30
    with pytest.raises(IndexingError, match="nb: an integer argument names a position"):
        tg.nb.check(tape, descend(tape, w, batches, 20))
    with pytest.raises(tg.errors.DtypeError, match="integers, which has no gradient"):
        f.tape_data(w, batches[0], argnums=1)

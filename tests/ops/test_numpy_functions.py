"""Functions of NumPy that no record samples: those that write, join by indexing, or take functions; forms of `einsum`.

NumPy says what is right; derivatives follow from differences, or from sums that are seen at a glance.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ShapeError
from tapegrad.machine.float_order import in_order, ranked, stable_order
from tapegrad.machine.sliding_products import slid
from tests.support import gradient, leaf, plain

A = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.5]])

WRITES = {
    "put": lambda x, v: np.put(x, [0, -1, 2], v),
    "put, wrapped": lambda x, v: np.put(x, [7, -9], v, mode="wrap"),
    "put, clipped": lambda x, v: np.put(x, [70, -90], v, mode="clip"),
    "put_along_axis": lambda x, v: np.put_along_axis(x, np.array([[2], [0]]), v[:1], 1),
    "put_along_axis, flat": lambda x, v: np.put_along_axis(x, np.array([3, 1]), v, None),
    "place": lambda x, v: np.place(x, A > 0, v),
    "putmask": lambda x, v: np.putmask(x, A > 0, v),
    "copyto": lambda x, v: np.copyto(x, v[0]),
    "copyto, where": lambda x, v: np.copyto(x, v[:1], where=A > 0),
    "fill_diagonal": lambda x, v: np.fill_diagonal(x, v),
    "fill_diagonal of one number": lambda x, v: np.fill_diagonal(x, 3.0),
}


@pytest.mark.parametrize("name", WRITES)
def test_what_is_written(name):
    """Values as NumPy's, and gradients of what is left and of what was written, by differences."""

    def after(x, v):
        x = x * 1.0
        WRITES[name](x, v)
        return x

    v, weights = np.array([7.0, 8.0]), np.arange(6.0).reshape(2, 3) + 1.0
    tensors = [leaf(A), leaf(v)]
    found = after(*tensors)
    np.testing.assert_array_equal(plain(found), after(A, v))
    slopes = grad((found * weights).sum(), tensors, materialize_grads=True)
    expected = gradient(lambda x, v: np.sum(after(x, v) * weights), [A, v])
    for slope, wanted in zip(slopes, expected, strict=True):
        np.testing.assert_allclose(plain(slope), wanted, atol=1e-9)


def test_wrapped_diagonals_and_those_of_cubes():
    for shape, wrap in (((7, 2), True), ((7, 2), False), ((3, 3, 3), False), ((2, 5), True)):
        plain_one = np.zeros(shape)
        np.fill_diagonal(plain_one, [1.0, 2.0], wrap)
        x = tg.zeros(shape)
        np.fill_diagonal(x, tg.tensor([1.0, 2.0]), wrap)
        np.testing.assert_array_equal(x.numpy(), plain_one)


def test_what_cannot_be_written_is_refused():
    t = leaf([1.0, 2.0])
    for write in (lambda: np.put(np.zeros(2), [0], t), lambda: np.copyto(np.zeros(2), t), lambda: np.place(np.zeros(2), [True, False], t)):  # fmt: skip
        with pytest.raises(PlainDataError, match=r"np\.zeros\(shape, like=x\)"):
            write()
    with pytest.raises(DtypeError, match="same_kind"):
        np.copyto(tg.zeros(2), np.array([1j, 2j]))
    with pytest.raises(ShapeError):
        np.fill_diagonal(tg.zeros((2, 3, 2)), 1.0)


V, M = np.array([1.0, 2.0]), np.arange(6.0).reshape(2, 3)
BRACKETS = {
    "r_": (lambda r, v, m: r[v, 0.5, [3.0, 4.0]], "r_"), "r_ of ranges": (lambda r, v, m: r[0:3, v, 0:1:3j], "r_"),
    "r_ of rows": (lambda r, v, m: r["0,2", v, v], "r_"), "r_ of columns": (lambda r, v, m: r["0,2,0", v, v], "r_"),
    "r_ of cubes": (lambda r, v, m: r["0,3,1", v, v], "r_"), "r_ beside": (lambda r, v, m: r["-1", m, m], "r_"),
    "r_ of last ones": (lambda r, v, m: r["1,3,-1", m, m], "r_"), "c_": (lambda r, v, m: r[v, v, [5.0, 6.0]], "c_"),
    "c_ of matrices": (lambda r, v, m: r[m, v], "c_"),
}  # fmt: skip


@pytest.mark.parametrize("name", BRACKETS)
def test_joining_by_indexing(name):
    f, bracket = BRACKETS[name]
    v, m = leaf(V), leaf(M)
    found, expected = f(getattr(tg, bracket), v, m), f(getattr(np, bracket), V, M)
    np.testing.assert_array_equal(plain(found), expected)
    slopes = grad(found.sum(), [v, m], materialize_grads=True)
    times = [np.sum(gradient(lambda v, m: np.sum(f(getattr(np, bracket), v, m)), [V, M])[k]) for k in (0, 1)]
    np.testing.assert_allclose([plain(s).sum() for s in slopes], times, atol=1e-8)


EINSUMS = {
    "lists": lambda a, b: np.einsum(a, [0, 1], b, [1, 2], [0, 2]),
    "lists without a result": lambda a, b: np.einsum(a, [5, 7], b, [7, 3]),
    "lists with dots": lambda a, b: np.einsum(a, [..., 0], b, [0, ...], [...]),
    "an order": lambda a, b: np.einsum("ij,jk,kl->il", a, b, a, optimize=["einsum_path", (1, 2), (0, 1)]),
    "one step": lambda a, b: np.einsum("ij,jk,kl->il", a, b, a, optimize=False),
    "five": lambda a, b: np.einsum("ij,jk,kl,lm,mn", a, b, a, b, a),
    "greedy": lambda a, b: np.einsum("ij,jk,kl,lm,mn,no->io", a, b, a, b, a, b, optimize="greedy"),
}


@pytest.mark.parametrize("name", EINSUMS)
def test_forms_of_einsum(name):
    b, rng = A.T[:, ::-1].copy(), np.random.default_rng(3)
    f = EINSUMS[name]
    tensors, expected = [leaf(A), leaf(b)], f(A, b)
    weights = rng.normal(size=expected.shape)
    found = f(*tensors)
    np.testing.assert_allclose(plain(found), expected, rtol=1e-13)
    slopes = gradient(lambda a, b: np.sum(f(a, b) * weights), [A, b])
    for slope, wanted in zip(grad((found * weights).sum(), tensors), slopes, strict=True):
        np.testing.assert_allclose(plain(slope), wanted, rtol=1e-8, atol=1e-8 * np.abs(wanted).max())


def test_three_matrices_are_multiplied_in_the_better_order():
    a, b, c = leaf(np.ones((40, 40))), leaf(np.ones((40, 40))), leaf(np.ones((40, 1)))
    path, _ = np.einsum_path("ij,jk,kl", a, b, c)
    assert path == ["einsum_path", (1, 2), (0, 1)]


def test_wrong_uses_of_einsum():
    a = leaf(A)
    assert np.einsum("ij->i", leaf(A.astype(np.float32)), dtype=np.float64).dtype == np.float64
    for wrong in (
        lambda: np.einsum("ij", a, order="F"), lambda: np.einsum("ij,jk,kl", a, a.T, a, optimize="best"),
        lambda: np.einsum(a, a), lambda: np.einsum("ij->ij", a, dtype=np.int64),
    ):  # fmt: skip
        with pytest.raises((ArgumentError, ShapeError)):
            wrong()


def test_vectorize():
    f = tg.vectorize(lambda x, low=0.0: x * x if x > low else -x)
    x = leaf(A)
    found = f(x, low=1.0)
    np.testing.assert_array_equal(plain(found), np.where(A > 1.0, A * A, -A))
    np.testing.assert_array_equal(plain(grad(found.sum(), x)[0]), np.where(A > 1.0, 2.0 * A, -1.0))
    np.testing.assert_array_equal(f(A, 1.0), np.where(A > 1.0, A * A, -A))  # plain data: NumPy's own
    both = tg.vectorize(lambda x, y: (x + y, x * y))(x, np.ones(3))
    np.testing.assert_array_equal([plain(part) for part in both], [A + 1.0, A])
    rows = tg.vectorize(np.dot, signature="(n),(n)->()")
    np.testing.assert_allclose(plain(rows(x, np.ones(3))), A.sum(axis=1))


def test_order_options_of_reshape():
    x = leaf(A)
    for shape in ((3, 2), (6,), (-1, 1)):
        np.testing.assert_array_equal(plain(np.reshape(x, shape, order="F")), np.reshape(A, shape, order="F"))
    with pytest.raises(ArgumentError, match="memory"):
        np.ravel(x, "K")


def test_joins_convert():
    single = leaf(A.astype(np.float32))
    for join in (np.concatenate, np.stack, np.vstack, np.hstack):
        found = join([single, single], dtype=np.float64)
        assert found.dtype == np.float64
        assert grad(found.sum(), single)[0].dtype == np.float32
        with pytest.raises(DtypeError, match="safe"):
            join([leaf(A)], dtype=np.float32, casting="safe")


# ------------------------------------------------------------------------------------------------- orders and sums


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_orders_by_words_are_stable(dtype):
    rng = np.random.default_rng(0)
    n = 5000
    x = rng.normal(size=n)
    cases = {
        "numbers": x, "ties": rng.integers(0, 9, n) * 1.0, "negative": -np.abs(x), "zeros": np.resize([0.0, -0.0], n),
        "close together": 1e9 + 1e-3 * x, "infinities": np.where(x > 1.0, np.inf, np.where(x < -1.0, -np.inf, x)),
        "nan": np.where(x > 1.0, np.nan, x), "negative nan": np.where(x > 1.0, -np.nan, x), "tiny": x * 1e-310,
        "lines": rng.normal(size=(2, n)), "small": np.copysign(rng.integers(0, 3, n), x),
    }  # fmt: skip
    for name, keys in cases.items():
        keys = keys.astype(dtype)
        for axis in {-1, 0}:
            order = np.argsort(keys, axis, kind="stable")
            np.testing.assert_array_equal(stable_order(keys, axis), order, err_msg=name)
            expected = np.take_along_axis(keys, order, axis)
            np.testing.assert_array_equal(in_order(keys, axis), expected, err_msg=name)
            np.testing.assert_array_equal(np.copysign(1.0, in_order(keys, axis))[expected == 0.0], np.copysign(1.0, expected)[expected == 0.0], err_msg=name)  # fmt: skip
            if np.isnan(keys).any():
                continue
            for ranks in ((-1 % keys.shape[axis],), (1, 0, 1), tuple(range(0, keys.shape[axis], 11))):
                np.testing.assert_array_equal(ranked(keys, ranks, axis), np.take(order, ranks, axis), err_msg=name)


@pytest.mark.parametrize("n", [7, 3000])
def test_order_statistics_of_nan_are_nan_without_gradient(n):
    x = np.random.default_rng(0).normal(size=(2, n))
    x[0, 3] = np.nan
    for f in (lambda x: np.median(x, 1), lambda x: np.quantile(x, [0.1, 0.1, 0.8], 1)):
        for value, derived in ((f, tg.grad), (tg.compile(f), lambda f: tg.compile(tg.grad(f)))):
            np.testing.assert_allclose(value(x), f(x), rtol=1e-14)
            slope = derived(lambda x, f=f: np.sum(f(x)))(x)
            assert not slope[0].any()
            np.testing.assert_allclose(slope[1].sum(), f(x)[..., 1].size)


def test_a_permutation_is_recorded_once():
    recorded = []

    def f(x):
        recorded.append(x)
        return np.sum(np.sort(x) * np.arange(4.0))

    compiled = tg.compile(tg.grad(f))
    for x in ([3.0, 1.0, 2.0, 0.0], [0.0, 1.0, 2.0, 3.0], [1.0, 3.0, 0.0, 2.0]):
        np.testing.assert_array_equal(compiled(np.array(x)), np.argsort(np.argsort(x)).astype(float))
    assert len(recorded) == 1


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("sizes", [(500, 300), (300, 500), (1, 1), (64, 64), (1000, 3), (3, 1000), (129, 128)])
def test_sliding_products(sizes, dtype):
    rng = np.random.default_rng(1)
    a, w = (rng.normal(size=n).astype(dtype) for n in sizes)
    tolerance = 1e-13 if dtype == np.float64 else 1e-5
    for full in (True, False)[: 2 if len(a) >= len(w) else 1]:
        expected = np.correlate(a.astype(float), w.astype(float), "full" if full else "valid")
        np.testing.assert_allclose(slid(a, w, full), expected, rtol=tolerance, atol=tolerance * len(w))


def test_long_convolutions_sealed():
    rng = np.random.default_rng(2)
    a, v, g = rng.normal(size=700), rng.normal(size=90), rng.normal(size=789)
    value, slopes = tg.compile(tg.value_and_grad(lambda a, v: np.sum(np.convolve(a, v) * g), argnums=(0, 1)))(a, v)
    np.testing.assert_allclose(value, np.sum(np.convolve(a, v) * g), rtol=1e-12)
    np.testing.assert_allclose(slopes[0], np.correlate(g, v, "valid"), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(slopes[1], np.correlate(g, a, "valid"), rtol=1e-10, atol=1e-12)


# ------------------------------------------------------------------------------------------------- single functions


def test_interpolation_of_complex_samples_and_where_there_is_no_interval():
    xp, fp, x = np.array([0.0, 1.0, 2.5]), np.array([1.0 + 1j, 2.0, 3.0 - 2j]), np.array([-1.0, 0.0, 0.3, 2.5, 7.0])
    for ends in ({}, {"left": 5.0 - 1j, "right": -2j}):
        np.testing.assert_allclose(plain(np.interp(leaf(x), xp, fp, **ends)), np.interp(x, xp, fp, **ends))
    doubled = np.array([0.0, 1.0, 1.0, 2.0]), np.array([0.0, 1.0, 5.0, 6.0])
    at = leaf([1.0, 0.5, 1.5, 2.0, math.nan])
    np.testing.assert_array_equal(plain(np.interp(at, *doubled)), np.interp(plain(at), *doubled))


def test_an_interval_is_no_decision():
    recorded = []

    def f(x):
        recorded.append(x)
        return np.sum(np.interp(x, np.array([0.0, 1.0, 3.0]), np.array([0.0, 2.0, 3.0])))

    compiled = tg.compile(tg.grad(f))
    for x, slopes in (([0.5, 2.0], [2.0, 0.5]), ([2.0, 0.5], [0.5, 2.0]), ([-1.0, 9.0], [0.0, 0.0])):
        np.testing.assert_array_equal(compiled(np.array(x)), slopes)
    assert len(recorded) == 1


def test_trimming_and_quotients_of_polynomials():
    x = leaf([0.0, 0.0, 1.5, 0.0, 2.0, 0.0])
    for trim in ("fb", "f", "b"):
        np.testing.assert_array_equal(plain(np.trim_zeros(x, trim)), np.trim_zeros(plain(x), trim))
    u, v = np.array([1.0, -3.0, 2.0]), np.array([1.0, -1.0])
    for found, expected in zip(np.polydiv(leaf(u), v), np.polydiv(u, v), strict=True):
        np.testing.assert_array_equal(plain(found), expected)
    roots = np.array([1.0 + 2j, 1.0 - 2j, 3.0])
    assert np.poly(leaf(roots)).dtype == np.float64
    np.testing.assert_allclose(plain(np.poly(leaf(roots))), np.poly(roots))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("bins", [1, 3, 5, 10])
def test_the_largest_element_is_in_the_last_bin(bins):
    """Whatever the rounding of bounds: these are NumPy's to the bit."""
    for seed in range(12):
        x = np.random.default_rng(seed).normal(size=2 + seed % 9)
        expected, bounds = np.histogram(x, bins)
        for found, edges in (np.histogram(tg.tensor(x), bins), tg.compile(lambda x: np.histogram(x, bins))(x)):
            np.testing.assert_array_equal(np.asarray(found), expected)
            np.testing.assert_array_equal(np.asarray(edges), bounds)
        weighted = tg.compile(lambda x: np.histogram(x, bins, weights=x)[0])
        np.testing.assert_allclose(weighted(x), np.histogram(x, bins, weights=x)[0], rtol=1e-14, atol=1e-14)
        assert weighted(np.float32(x)).dtype == np.float32
        ends = np.exp(x[:2])
        np.testing.assert_array_equal(tg.geomspace(tg.tensor(ends[0]), ends[1], 4)[[0, -1]].numpy(), ends)
        low, high = x[:2]
        np.testing.assert_array_equal(tg.linspace(tg.tensor(low), high, bins).numpy(), np.linspace(low, high, bins))


def test_dtypes_that_are_asked_for():
    x = np.array([[1.0, np.nan, 2.5], [0.5, 3.0, 1.0]])
    for function in (np.nanmean, np.nanvar, np.nanstd, np.nansum):
        found, expected = function(tg.tensor(x), axis=1, dtype=np.float32), function(x, axis=1, dtype=np.float32)
        assert found.dtype == expected.dtype == np.float32
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)
    single = x.astype(np.float32)
    assert np.nanmean(tg.tensor(single), dtype=float).dtype == np.nanmean(single, dtype=float).dtype


@pytest.mark.parametrize("period", [2, 3, 2.0, 2.5])
def test_a_step_of_half_a_period_keeps_its_sign(period):
    x = np.array([0, 1, 2, 1, 0, 3, 0]) * (1 if period in (2, 3) else period / 2)
    for given in (x, x.astype(int) if isinstance(period, int) else x):
        np.testing.assert_array_equal(
            np.unwrap(tg.tensor(given), period=period).numpy(), np.unwrap(given, period=period)
        )


def test_products_of_truth_values():
    a, b = np.array([[True, True], [True, False]]), np.array([True, True])
    for function in (np.vecdot, np.dot, np.inner, np.matmul, np.outer, np.kron):
        expected = function(a, b)
        for found in (function(tg.tensor(a), tg.tensor(b)), tg.compile(function)(a, b)):
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("dtype", [np.int64, np.uint8])
def test_gradients_of_integers_are_no_integers(dtype):
    x = np.array([5, 1, 0, 4, 2, 5], dtype)
    for found in (np.gradient(tg.tensor(x)), tg.compile(np.gradient)(x)):
        np.testing.assert_array_equal(np.asarray(found), np.gradient(x.astype(float)))


def test_truth_values_are_positions_to_take():
    x, at = np.array([4.0, 5.0, 6.0]), np.array([True, False, True])
    for found in (
        np.take(tg.tensor(x), at),
        np.take(tg.tensor(x), tg.tensor(at)),
        tg.compile(lambda x: np.take(x, at))(x),
    ):
        np.testing.assert_array_equal(np.asarray(found), np.take(x, at))
    assert np.take(tg.tensor(x), True).item() == np.take(x, True)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_infinities_in_a_convolution_stay_where_the_vectors_meet(dtype):
    """Beyond the ends of a vector there is nothing, which is not zero times infinity."""
    rng = np.random.default_rng(0)
    for n, m in ((4, 3), (3, 4), (90, 60)):
        for bad in (np.inf, np.nan):
            a, v = rng.normal(size=n).astype(dtype), rng.normal(size=m).astype(dtype)
            a[n // 2] = v[m // 2] = bad
            for function in (np.convolve, np.correlate):
                for mode in ("full", "same"):
                    compiled = tg.compile(lambda a, v, f=function, mode=mode: f(a, v, mode))
                    for found in (function(tg.tensor(a), v, mode).numpy(), compiled(a, v)):
                        np.testing.assert_allclose(found, function(a, v, mode), rtol=1e-4, atol=1e-5)


# ------------------------------------------------------------------------------------------------- arguments and dtypes


@pytest.mark.parametrize("dtype", [np.int64, np.int16, np.uint8, bool])
def test_methods_of_ufuncs_over_one_integer_give_floats_as_over_several(dtype):
    x = np.array([[1, 0, 1]], dtype)
    for ufunc in (np.logaddexp, np.logaddexp2, np.hypot, np.divide, np.maximum, np.add):
        for axis in (0, 1):
            with np.errstate(all="ignore"):
                calls = [(ufunc.reduce(a, axis), ufunc.accumulate(a, axis)) for a in (x, tg.tensor(x))]
            for expected, found in zip(*calls, strict=True):
                assert found.dtype == (np.float32 if expected.dtype == np.float16 else expected.dtype)
                np.testing.assert_allclose(plain(found), expected, rtol=2e-3)


def test_the_last_number_of_a_grid_is_its_end_whatever_the_start():
    for start, stop in (
        (np.array([np.nan, 1.0]), 2.0),
        (1.0, np.array([-0.0, np.inf])),
        (np.nan, np.array([2.0 + 1j])),
    ):
        with np.errstate(all="ignore"):
            expected = np.linspace(start, stop, 3)
            np.testing.assert_array_equal(plain(np.linspace(tg.tensor(start), stop, 3)), expected)
            np.testing.assert_array_equal(plain(np.linspace(start, tg.tensor(stop), 3)), expected)


@pytest.mark.parametrize(
    "shift", [1.0, -1.0, True, np.bool_(True), np.array(1.0), np.int8(-2), (1.0, 2), [1, np.float32(1)]]
)
def test_shifts_are_made_integers(shift):
    x = np.arange(6.0).reshape(2, 3)
    axis = (0, 1) if isinstance(shift, (tuple, list)) else 1
    whole = [int(s) for s in shift] if axis != 1 else int(shift)  # which NumPy before 2.1 asks for
    np.testing.assert_array_equal(plain(np.roll(leaf(x), shift, axis)), np.roll(x, whole, axis))


@pytest.mark.parametrize("limits", [(None, 1000), (-1000, 5), (-1000, 1000), (3, 1000), (-1000, None), (0, None)])
def test_limits_beyond_a_dtype_are_none(limits):
    x = np.array([1, 100, -7], np.int8)
    found = np.clip(tg.tensor(x), *limits)
    inside = [m if m is None or abs(m) < 128 else None for m in limits]
    assert found.dtype == np.int8
    np.testing.assert_array_equal(plain(found), x if inside == [None, None] else np.clip(x, *inside))


def test_numpys_integers_and_arrays_of_one_are_parameters():
    x = np.arange(4.0).reshape(2, 2) + 1.0
    t = leaf(x)
    for axes in (np.int64(1), np.array(1), (np.int64(0), np.int32(1)), np.array([[0], [1]]), [np.array([0]), [1]]):
        np.testing.assert_allclose(plain(np.tensordot(t, t, axes)), np.tensordot(x, x, axes), rtol=1e-15)
    for order in (np.array(1), np.array(2.0), np.int64(1), np.array(np.inf)):
        np.testing.assert_allclose(plain(np.linalg.norm(t, order)), np.linalg.norm(x, order), rtol=1e-14)
        np.testing.assert_allclose(plain(np.linalg.norm(t[0], order)), np.linalg.norm(x[0], order), rtol=1e-14)
    np.testing.assert_allclose(
        plain(np.linalg.vector_norm(t, ord=np.array(3))), np.linalg.vector_norm(x, ord=3), rtol=1e-14
    )


def test_points_of_one_coordinate_as_a_list():
    """NumPy takes a flat list for so many points of one dimension."""
    wanted, (edges,) = np.histogramdd([0.5, 1.5, 1.7], bins=[3])
    found, (own,) = tg.histogramdd([tg.tensor(0.5), 1.5, 1.7], bins=[3])
    np.testing.assert_array_equal(plain(found), wanted)
    np.testing.assert_allclose(plain(own), edges, rtol=1e-15)


def test_a_tensor_fills_an_array_in_the_dtype_of_its_model():
    value = tg.tensor(2.0, requires_grad=True)
    filled = np.full_like(tg.zeros(3, np.float32), value)
    assert filled.dtype == np.float32
    filled.sum().backward()
    assert value.grad.item() == 3.0

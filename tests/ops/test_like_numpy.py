"""Corners of NumPy's functions, which its own tests try: values, dtypes and shapes are NumPy's, and so are the errors' classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, AxisError, DtypeError, TapegradError
from tests.support import plain

X = np.array([3.0, 1.0, 2.0])
WHOLE = np.array([10, 12, 11], np.int16)
ENDS = [0, 1]
VALUES: dict[str, tuple[Any, ...]] = {
    "interp, infinite imaginary parts": (lambda f: np.interp(np.array([0.5, 1.0]), ENDS, f), np.array([0.0, complex(0.0, np.inf)])),
    "interp, infinite real parts": (lambda f: np.interp(0.5, ENDS, f), np.array([0.0, complex(-np.inf, 1.0)])),
    **{f"quantile of whole numbers, {q}, {method}": (lambda x, q=q, method=method: np.quantile(x, q, method=method), WHOLE)
       for q in (ENDS, [True, False], 1)
       for method in ("linear", "weibull", "interpolated_inverted_cdf", "averaged_inverted_cdf", "hazen", "lower")},
    "equal, None": (lambda x: x == None, X), "not_equal, None": (lambda x: None != x, X), "equal, a text": (lambda x: x == "a", X),  # noqa: E711, SIM300
    "add, a tuple": (lambda x: x + (1, 2.5, 3), X), "subtract, from a tuple": (lambda x: (1, 2, 3) - x, X), "less, a tuple": (lambda x: x < (2, 2, 2), X),  # noqa: RUF005
    "multiply, a tuple": (lambda x: (1, 2, 3) * x, X), "power, a tuple": (lambda x: x ** (1, 2, 3), X), "matmul, a tuple": (lambda x: x @ (1, 2, 3), X),
    "equal, a tuple": (lambda x: (3, 2, 2) == x, X), "remainder, a tuple": (lambda x: x % (2, 2, 2), X), "bitwise_and, a tuple": (lambda x: x & (2, 2, 2), WHOLE),  # noqa: SIM300
    "sign of infinities": (np.sign, np.array([complex(*p) for p in np.ndindex(3, 3)]) - (1 + 1j) + np.array([0, np.inf, 0, -np.inf, 0, 0, 0, 0, 0])),
    "sign of infinite parts": (lambda x: np.sign(x[:5, None] + 1j * x[None, :3]), np.array([np.inf, -np.inf, 2.0, np.nan, 0.0])),
    "flatten, a small f": (lambda x: np.outer(x, x).flatten("f") - np.outer(x, x + 1.0).reshape(-1, order="c"), X),
    "add.reduceat, nowhere": (lambda x: np.add.reduceat(np.outer(x, x[:2]), np.array([], int), axis=1), X),
    "maximum.reduceat, nowhere": (lambda x: np.maximum.reduceat(x, []), X),
    "ravel_multi_index of unsigned numbers": (lambda i: np.ravel_multi_index(i, (5, 8)), np.array([[1, 0, 4], [1, 6, 7]], np.uint64)),
    "pad, mean of nothing": (lambda x: np.pad(x, (1, 2), "mean", stat_length=0), X),
    "pad, median of nothing behind": (lambda x: np.pad(x, 1, "median", stat_length=(2, 0)), X),
    "pad, a fraction of elements": (lambda x: np.pad(x, 1, "mean", stat_length=1.4), X),
    "quantile, whole order": (lambda x: np.quantile(x, ENDS, method="weibull"), X),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_values(name):
    f, *args = VALUES[name]
    expected = np.asarray(f(*args))
    for found in (plain(f(*map(tg.tensor, args))), tg.compile(f)(*args)):
        assert found.dtype == expected.dtype
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-14)


def _like(x: Any, n: int) -> Any:
    """Zeros that results of x can be written to."""
    return np.zeros(n) if isinstance(x, np.ndarray) else tg.zeros(n)


REFUSED: dict[str, Any] = {
    "place, another number of conditions": lambda x: np.place(x, [True, False], [1.0]),
    "pad, a text": lambda x: np.pad(x, "3"), "pad, a fraction": lambda x: np.pad(x, 1.5), "pad, negative": lambda x: np.pad(x, -1),
    "pad, maximum of nothing": lambda x: np.pad(x, 0, "maximum", stat_length=0),
    "pad, negative length": lambda x: np.pad(x, 1, "mean", stat_length=-1), "pad, length of text": lambda x: np.pad(x, 1, "mean", stat_length="x"),
    "clip, a limit twice": lambda x: np.clip(x, 1, 2, min=1), "clip, the other one twice": lambda x: np.clip(x, 1, 2, max=1),
    "rollaxis, no such start": lambda x: np.rollaxis(x, 0, -2),
    "histogramdd, no dimensions": lambda x: np.histogramdd(np.multiply.outer(x, x[:0]), 2), "histogram, three ends": lambda x: np.histogram(x, 2, (0.0, 1.0, 2.0)),
    "concatenate, out and dtype": lambda x: np.concatenate([x, x], out=_like(x, 6), dtype=float), "stack, out and dtype": lambda x: np.stack([x, x], out=_like(x, 6).reshape(2, 3), dtype=float),
    "concatenate, out that is no safe cast": lambda x: np.concatenate([x, x], out=_like(x, 6).astype(np.float32), casting="safe"),
    "rot90, no such axis": lambda x: np.rot90(x),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name):
    with pytest.raises((TypeError, ValueError, IndexError, RuntimeError)) as expected:
        REFUSED[name](X.copy())
    with pytest.raises(TapegradError, match=f"^{name.split(',')[0]}: ") as found:
        REFUSED[name](tg.tensor(X))
    assert isinstance(found.value, expected.type)


OTHERWISE: dict[str, Any] = {  # by another class than NumPy's TypeError
    "add.accumulate, no dimensions": lambda x: np.add.accumulate(x[0]), "hypot.accumulate, no dimensions": lambda x: np.hypot.accumulate(x[0]),
    "sort, no axis": lambda x: x.sort(axis=None), "partition, no axis": lambda x: x.partition(1, axis=None),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERWISE)
def test_refusals_of_values_that_numpy_calls_types(name):
    with pytest.raises(TypeError):
        OTHERWISE[name](X.copy())
    with pytest.raises(TapegradError, match=f"^{name.split(',')[0]}: "):
        OTHERWISE[name](tg.tensor(X))


AXES: dict[str, Any] = {
    "sum": lambda x: np.sum(x, axis=1), "sort": lambda x: np.sort(x, axis=-2), "flip": lambda x: np.flip(x, (0, 3)),
    "fftn": lambda x: np.fft.fftn(x, axes=(2,)), "expand_dims": lambda x: np.expand_dims(x, 5), "concatenate": lambda x: np.concatenate([x, x], 1),
    "sliding_window_view": lambda x: np.lib.stride_tricks.sliding_window_view(x, 2, axis=1), "take": lambda x: np.take(x, 0, axis=2),
    "cumsum": lambda x: np.cumsum(x, axis=1), "argmax": lambda x: np.argmax(x, axis=1), "any": lambda x: np.any(x, axis=1),
    "argsort": lambda x: np.argsort(x, axis=1), "argpartition": lambda x: np.argpartition(x, 1, axis=1), "count_nonzero": lambda x: np.count_nonzero(x, axis=1), "repeat": lambda x: np.repeat(x, 2, axis=1),
    "squeeze": lambda x: np.squeeze(x, axis=1), "stack": lambda x: np.stack([x, x], axis=3), "transpose": lambda x: np.transpose(x, (1,)),
    "median": lambda x: np.median(x, axis=1), "roll": lambda x: np.roll(x, 1, axis=1), "norm": lambda x: np.linalg.norm(x, axis=1),
    "split": lambda x: np.split(x, 3, axis=1), "delete": lambda x: np.delete(x, 0, axis=1), "diff": lambda x: np.diff(x, axis=1),
    "sum of a ufunc": lambda x: np.add.reduce(x, axis=1), "accumulate": lambda x: np.add.accumulate(x, axis=1),
}  # fmt: skip


@pytest.mark.parametrize("name", AXES)
def test_an_axis_that_is_not_there_is_an_index_and_a_value_as_numpys_is(name):
    with pytest.raises((IndexError, ValueError)) as expected:
        AXES[name](X)
    with pytest.raises(TapegradError, match=r"ax[ie]s") as found:
        AXES[name](tg.tensor(X))
    assert isinstance(found.value, AxisError) or not isinstance(expected.value, np.exceptions.AxisError)
    with pytest.raises(type(found.value)):
        tg.compile(AXES[name])(X)


def test_equal_limits_of_clip_are_one_number():
    """Then the result is that number whatever x is, and only the limits move it."""
    x = np.array([-1.0, 0.5, 2.0])
    for limits in ((0.5, 0.5), (np.full(3, 0.5), np.full(3, 0.5))):
        np.testing.assert_array_equal(tg.grad(lambda x, limits=limits: np.sum(np.clip(x, *limits)))(x), np.zeros(3))
    both = tg.grad(lambda low: np.sum(np.clip(x, low, low)))(0.5)
    step = 1e-6
    assert both == pytest.approx(
        np.sum(np.clip(x, 0.5 + step, 0.5 + step) - np.clip(x, 0.5 - step, 0.5 - step)) / (2 * step)
    )
    all_of_them = tg.grad(lambda t: np.sum(np.clip(np.full(3, 0.5) + t, 0.5 + t, 0.5 + t)))(0.0)
    assert all_of_them == 3.0


def test_keywords_of_clip_are_those_of_ufuncs():
    x = tg.tensor(X)
    for limits in ((0.0, 1.0), (None, 1.0), (0.0, None), (None, None)):
        found = x.clip(*limits, casting="unsafe", dtype=np.float32, order="K")
        expected = np.clip(X, *limits, casting="unsafe", dtype=np.float32, order="K")
        assert found.dtype == expected.dtype == np.float32
        np.testing.assert_array_equal(found.numpy(), expected)
        part, target = X > 0.5, tg.tensor(X)
        assert np.clip(x, *limits, out=target, where=part) is target
        np.testing.assert_array_equal(target.numpy(), np.where(part, X.clip(*limits), X))
    with pytest.raises(ArgumentError, match=r"^clip: expected keywords of ufuncs, got \['axis'\]"):
        x.clip(0.0, 1.0, axis=0)
    with pytest.raises(DtypeError, match=r"^clip: "):
        x.clip(0.0, 1.0, dtype=int)
    target = tg.zeros(3)
    np.exp(tg.tensor(np.zeros(3)), out=target, where=[1, 0, 1])
    np.testing.assert_array_equal(target.numpy(), [1.0, 0.0, 1.0])
    slope = tg.grad(lambda x: np.sum(np.clip(x, 0.0, 1.0, where=np.array([True, False, True]), out=x * 2.0)))
    np.testing.assert_array_equal(slope(np.array([1.0, 5.0, 7.0])), [1.0, 2.0, 0.0])


@pytest.mark.parametrize("dtype", [float, np.float32])
@pytest.mark.parametrize("rcond", [None, -1, 0.0, 1e-5, 0.5, 2.0])
def test_ranks_of_least_squares(rcond, dtype):
    """NumPy computes in double precision whatever it is given, and what is no share of the largest singular value is its rounding."""
    rng = np.random.default_rng(0)
    tall = rng.normal(size=(6, 3))
    empty, alike, near = tall * np.array([1.0, 1.0, 0.0]), tall[:, [0, 1, 1]], tall.copy()
    near[:, 2] = near[:, 1] * (1.0 + 1e-6)
    for a in (tall, empty, alike, near):
        a, b = a.astype(dtype), rng.normal(size=6).astype(dtype)
        found, expected = np.linalg.lstsq(tg.tensor(a), tg.tensor(b), rcond), np.linalg.lstsq(a, b, rcond)
        assert found[2].item() == expected[2]
        assert found[1].shape == expected[1].shape
        np.testing.assert_allclose(found[0].numpy(), expected[0], rtol=1e-9 if dtype is float else 1e-4, atol=1e-7)


@pytest.mark.parametrize("ufunc", [np.divide, np.hypot, np.logaddexp, np.arctan2, np.floor_divide, np.add])
@pytest.mark.parametrize("dtype", [np.int32, np.int64, float])
def test_whole_numbers_that_are_changed_in_place_stay_whole(ufunc, dtype):
    """What is computed in floating point is cut off each time that an element is named, in compiled code too."""
    given = np.arange(10).astype(dtype) * 7, np.array([-1, 1, -1, 2, -1]), np.array([2, 5, 3, 10, -2]).astype(dtype)

    def changed(a: Any, i: Any, v: Any) -> Any:
        a = a * 1
        ufunc.at(a, i, v)
        return a

    with np.errstate(all="ignore"):
        expected = changed(*given)
    for found in (plain(changed(*map(tg.tensor, given))), tg.compile(changed)(*given)):
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-14)


KEEPING = {
    name: {"q": 50.0} if "percentile" in name else {"q": 0.5} if "quantile" in name else {}
    for name in ["nansum", "nanprod", "nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "median", "nanmedian", "quantile", "percentile", "nanquantile", "nanpercentile", "average", "ptp", "sum", "prod", "mean", "var", "std", "max", "min", "any", "all", "argmax", "argmin"]
}  # fmt: skip


@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", KEEPING)
def test_axes_are_kept_by_all_that_is_true(name):
    f, x = getattr(np, name), np.arange(9.0).reshape(3, 3) ** 1.5
    for keepdims in (1, 0, np.True_):
        try:
            wanted = f(x, axis=1, keepdims=keepdims, **KEEPING[name])
        except (TypeError, DeprecationWarning):  # some are of no truth value but Python's
            continue
        g = tg.compile(lambda a, keepdims=keepdims: f(a, axis=1, keepdims=keepdims, **KEEPING[name]))
        for found in (f(tg.tensor(x), axis=1, keepdims=keepdims, **KEEPING[name]), g(x)):
            assert found.shape == wanted.shape
            np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-13)

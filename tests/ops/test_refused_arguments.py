"""Arguments that NumPy refuses, because their results would mean nothing, are refused here: eagerly, and by what was recorded."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ShapeError, TapegradError

X = np.array([3.0, 1.0, 2.0])
M = np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]])
BIG = np.arange(25.0).reshape(5, 5)


def _quantile(name: str) -> Any:
    return lambda x, w: getattr(np, name)(x, 0.5, weights=w, method="inverted_cdf")


WEIGHTED = {
    **{f"{name}, {kind}": (_quantile(name), np.array(w)) for name in ("quantile", "percentile", "nanquantile", "nanpercentile")
       for kind, w in {"NaN": [np.nan, 1.0, 1.0], "negative": [-0.5, 1.0, 1.0], "zero": [0.0, 0.0, 0.0], "infinite": [np.inf, 1.0, 1.0]}.items()},
    "cov, negative": (lambda x, w: np.cov(M * x[0], aweights=w), np.array([1.0, -1.0, 1.0])),
    "cov, negative counts": (lambda x, w: np.cov(M * x[0], fweights=w), np.array([1, -1, 1])),
    "cov, fractions": (lambda x, w: np.cov(M * x[0], fweights=w), np.array([1.5, 4.5, 1.5])),
}  # fmt: skip


@pytest.mark.parametrize("name", WEIGHTED)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_weights(name):
    f, w = WEIGHTED[name]
    if "negative" in name or np.lib.NumpyVersion(np.__version__) >= "2.4.0":  # before, NumPy took them
        with pytest.raises((TypeError, ValueError)):
            f(X, w)
    for call in (lambda: f(tg.tensor(X), w), lambda: f(tg.tensor(X), tg.tensor(w)), lambda: tg.compile(f)(X, w)):
        with pytest.raises(
            (ArgumentError, DtypeError), match=f"^{name.split(',')[0]}: expected|: {name.split(',')[0]}: expected"
        ):
            call()
    good = np.ones(3, w.dtype)
    compiled = tg.compile(f)
    np.testing.assert_allclose(compiled(X, good), f(X, good))
    with pytest.raises((ArgumentError, DtypeError)):
        compiled(X, w)


def test_weights_of_lines_that_are_nan():
    """Nothing is left to weigh there, and the quantile is NaN, as NumPy's is."""
    x, w = np.array([[np.nan, 1.0], [np.nan, 3.0]]), np.array([[1.0, 1.0], [2.0, 2.0]])
    with pytest.warns(RuntimeWarning, match="All-NaN"):
        expected = np.nanquantile(x, 0.4, axis=0, weights=w, method="inverted_cdf")
    found = np.nanquantile(tg.tensor(x), 0.4, axis=0, weights=w, method="inverted_cdf")
    np.testing.assert_array_equal(found.numpy(), expected)


CALLS: dict[str, Any] = {
    "gradient, one array for two axes": lambda x: np.gradient(BIG * x[0], np.arange(1.0, 6.0)),
    "gradient, too many": lambda x: np.gradient(x, 1.0, 2.0),
    "var, two names": lambda x: np.var(x, ddof=1, correction=0),
    "std, two names": lambda x: np.std(x, ddof=1, correction=0),
    "nanvar, two names": lambda x: np.nanvar(x, ddof=1, correction=0),
    "nanstd, two names": lambda x: np.nanstd(x, ddof=1, correction=0),
    "cov, half a degree": lambda x: np.cov(M * x[0], ddof=0.5),
    "select, numbers as conditions": lambda x: np.select([np.array([0, 0, 1]), np.array([True, False, False])], [x, x]),
    "polyfit, weights of another number": lambda x: np.polyfit(x, x, 1, w=np.ones(2)),
    "argmax, a tuple": lambda x: np.argmax(x, axis=(0,)),
    "argmin, no axis": lambda x: np.argmin(x, axis=1),
    "index, a vector": lambda x: operator.index(
        (10 * x).astype(int)[:1] if isinstance(x, np.ndarray) else np.floor(x[:1]).detach().astype(int)
    ),
    "einsum, a negative label": lambda x: np.einsum(x, [-1], [-1]),
    "einsum, a label too far": lambda x: np.einsum(x, [52], [52]),
    "reduceat of nothing": lambda x: np.add.reduceat(x[:0], [0]),
    "lexsort, no axis": lambda x: np.lexsort((x[0],), axis=10),
}


@pytest.mark.parametrize("name", CALLS)
def test_other_arguments(name):
    with pytest.raises((TypeError, ValueError, IndexError)):
        CALLS[name](X)
    for call in (CALLS[name], tg.compile(CALLS[name])):
        with pytest.raises((TypeError, ValueError, IndexError)):
            call(tg.tensor(X))


ALONG: dict[str, Any] = {
    **{f.__name__: lambda x, a, f=f: f(x, axis=a) for f in (
        np.sum, np.mean, np.var, np.std, np.max, np.ptp, np.median, np.sort, np.flip, np.diff, np.cumsum, np.cumprod, np.cumulative_sum,
        np.nancumsum, np.nansum, np.squeeze, np.argmax, np.argsort, np.trapezoid, np.unwrap, np.gradient, np.expand_dims,
    )},
    "roll": lambda x, a: np.roll(x, 1, a), "take": lambda x, a: np.take(x, [0], a), "repeat": lambda x, a: np.repeat(x, 2, a),
    "concatenate": lambda x, a: np.concatenate([x, x], a), "append": lambda x, a: np.append(x, x, a), "stack": lambda x, a: np.stack([x, x], a),
    "transpose": lambda x, a: np.transpose(x, (a, not a)), "moveaxis": lambda x, a: np.moveaxis(x, a, 0),
    "delete": lambda x, a: np.delete(x, 0, a), "accumulate": np.add.accumulate, "reduceat": lambda x, a: np.add.reduceat(x, [0], a),
    "a tuple": lambda x, a: np.sum(x, axis=(0, a)),
}  # fmt: skip


@pytest.mark.parametrize("name", ALONG)
def test_truth_values_are_axes_where_numpy_takes_them(name):
    """Its compiled functions do not, those in Python count them as 0 and 1."""
    f, x = ALONG[name], np.random.default_rng(0).normal(size=(2, 3))
    try:
        expected = f(x, True)
    except TypeError:
        for call in (lambda: f(tg.tensor(x), True), lambda: tg.compile(lambda x: f(x, True))(x)):
            with pytest.raises(TapegradError, match=r"^\w+(\.\w+)?: .*integer"):
                call()
        return
    for found in (f(tg.tensor(x), True), tg.compile(lambda x: f(x, True))(x)):
        for a, b in zip(*[r if isinstance(r, list) else [r] for r in (found, expected)], strict=True):
            np.testing.assert_allclose(np.asarray(a), b, rtol=1e-14)


ENDLESS = {
    "vander": lambda x, n: np.vander(x, n), "array_split": lambda x, n: np.array_split(x, n), "polyint": lambda x, n: np.polyint(x, n),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDLESS)
def test_what_no_memory_holds_is_refused_at_once(name):
    with pytest.raises((MemoryError, ValueError, RecursionError)):
        ENDLESS[name](np.arange(3.0), 2**62)
    with pytest.raises((MemoryError, ShapeError)):
        ENDLESS[name](tg.tensor(np.arange(3.0)), 2**62)


def test_parts_are_counted_in_the_name_of_the_function():
    for name in ("split", "hsplit", "vsplit", "dsplit", "array_split"):
        with pytest.raises((ArgumentError, ShapeError), match=f"^{name}: expected a positive number of parts, got 0"):
            getattr(np, name)(tg.tensor(np.ones((2, 2, 2))), 0)


def test_orders_beyond_all_elements_end_at_once():
    for f in (np.polyder, np.diff):
        assert f(tg.tensor(np.arange(3.0)), 2**62).shape == f(np.arange(3.0), 5).shape


def test_an_axis_is_refused_in_the_name_of_one_function():
    for name in ("argsort", "argmax"):
        with pytest.raises(np.exceptions.AxisError, match=f"^{name}: axis 3 is out of bounds"):
            tg.compile(lambda x, name=name: getattr(np, name)(x, axis=3))(X)


def test_a_power_of_a_matrix_is_an_integer():
    for call in (np.linalg.matrix_power, tg.compile(lambda a: np.linalg.matrix_power(a, 1.5))):
        with pytest.raises(TypeError, match="integer"):
            call(*([BIG, 1.5] if call is np.linalg.matrix_power else [BIG]))


def test_correction_alone_is_taken():
    for f in (np.var, np.std, np.nanvar, np.nanstd):
        np.testing.assert_allclose(f(tg.tensor(X), correction=1).numpy(), f(X, correction=1))
        np.testing.assert_allclose(f(tg.tensor(X), ddof=1).numpy(), f(X, ddof=1))


F, I = np.ones((3, 3)), np.ones((3, 3), int)
REFUSED = {
    "a truth value as axis": lambda f, i: np.sum(f, axis=True),
    "a dtype without a loop": lambda f, i: np.hypot.reduce(i, dtype=int),
    "a first number without a loop": lambda f, i: np.equal.reduce(f[0], initial=1),
    "one number without a loop": lambda f, i: np.left_shift.reduce(f[0, :1]),
    "no complex numbers without a loop": lambda f, i: np.fmod.accumulate(f[0, :0] * 1j),
    "segments without a loop": lambda f, i: np.left_shift.reduceat(f[0], [0]),
    "a cast": lambda f, i: np.arccos(i, casting="no"),
    "a cast of one of two": lambda f, i: np.float_power(i, 1j, casting="no"),
    "a cast of what is joined": lambda f, i: np.concatenate([f, f.astype(np.float32)], casting="no"),
    "a matrix of conditions": lambda f, i: np.compress([[1]], f),
}
if hasattr(np, "matvec"):
    REFUSED["a vector as matrix"] = lambda f, i: np.matvec(f[0], f)
    REFUSED["a vector as matrix behind"] = lambda f, i: np.vecmat(f, f[0])


@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", REFUSED)
def test_what_numpy_has_no_loop_for(name):
    f = REFUSED[name]
    with pytest.raises((TypeError, ValueError)):
        f(F, I)
    for call in (lambda: f(tg.tensor(F), tg.tensor(I)), lambda: tg.compile(f)(F, I)):
        with pytest.raises((ArgumentError, DtypeError, ShapeError)):
            call()


ANSWERS = {
    "sort, kind": lambda f, i: np.sort(f, kind="other"),
    "sort, order": lambda f, i: np.sort(f, order="name"),
    "rot90": lambda f, i: np.rot90(f, 1, (1,)),
    "polyder": lambda f, i: np.polyder(f[0, 0]),
    "searchsorted, side": lambda f, i: np.searchsorted(f[0], f[0], side="middle"),
    "digitize": lambda f, i: np.digitize(f[0], f),
    "isin": lambda f, i: np.isin(i, i, kind="other"),
    "argmax": lambda f, i: np.argmax(f[:0]),
    "argsort": lambda f, i: np.argsort(f, kind="other"),
    "argpartition": lambda f, i: np.argpartition(f[0], 5),
    "any": lambda f, i: np.any(f, axis=(0, 0)),
    "all, where": lambda f, i: np.all(f, axis=(0, 0), where=f > 0.0),
    "count_nonzero": lambda f, i: np.count_nonzero(f, axis=(0, 0)),
    "nonzero": lambda f, i: np.nonzero(f[0, 0]),
    "ix_": lambda f, i: np.ix_(f),
    "lexsort": lambda f, i: np.lexsort((f[0], f[0, :2])),
    "lexsort, a shorter key first": lambda f, i: np.lexsort((f[0, :2], f[0])),
    "unravel_index": lambda f, i: np.unravel_index(9 * i, (2, 2)),
    "ravel_multi_index": lambda f, i: np.ravel_multi_index((9 * i[0], i[0]), (2, 2)),
    "bitwise_count": lambda f, i: np.bitwise_count(f),
    "gcd": lambda f, i: np.gcd(i[0], i[0, :2]),
    "left_shift": lambda f, i: i[0] << i[0, :2],
    "add.reduceat, nothing": lambda f, i: np.add.reduceat(f[0, :0], [0]),
    "add.reduceat, beyond": lambda f, i: np.add.reduceat(f[0], [3]),
    "add.reduceat, of a matrix": lambda f, i: np.add.reduceat(f[0], i),
}


@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", ANSWERS)
def test_functions_refuse_in_their_name(name):
    """Eagerly and compiled, with an error of tapegrad's that is caught as NumPy's is."""
    f = ANSWERS[name]
    with pytest.raises((TypeError, ValueError, IndexError)) as numpys:
        f(F, I)
    builtin = next(c for c in numpys.type.__mro__ if c in (TypeError, ValueError, IndexError))
    for call in (lambda: f(tg.tensor(F), tg.tensor(I)), lambda: tg.compile(f)(F, I)):
        with pytest.raises(builtin, match=f"^{name.split(',')[0]}: ") as ours:
            call()
        assert isinstance(ours.value, TapegradError)

"""Random calls of NumPy's functions give NumPy's values, dtypes and shapes; and what such calls found."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import tapegrad as tg
from tests.ops.random_calls import KNOWN, LAYOUTS, call_of, edged, laid_out, verdicts
from tests.support import leaf

RNG = np.random.default_rng


NEW = pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="older ones have other dtypes in places")


@NEW
@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(8))
def test_random_calls_agree_with_numpy(part: int) -> None:
    """Eagerly most, since every recording costs milliseconds."""
    wrong, count = [], 0
    for seed in range(1000 * part, 1000 * part + 400):
        call = call_of(seed)
        for way, verdict in verdicts(call, ("eager",) if seed % 16 else ("first", "compiled", "vmap")).items():
            count += not verdict
            if verdict and not KNOWN.search(verdict):
                wrong.append((seed, call.name, way, verdict))
    assert not wrong
    assert count > 360


EMPTY = re.compile(
    "an empty array has none|truth values have no differences"  # where NumPy warns, and gives NaN
    "|compress: refused: IndexingError|take: refused: IndexingError|polymul: refused: ShapeError"  # of no elements at all
    "|(cov|corrcoef): dtype .* for float64"  # of no variables at all
    "|(average|percentile|nanpercentile|quantile|nanquantile): accepted: NumPy raises"  # though it has an answer
    "|ldexp: accepted"  # powers of uint64
)


@NEW
@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(4))
def test_empty_operands_and_axes_of_length_1(part: int) -> None:
    wrong = []
    for seed in range(20_000 + 1000 * part, 20_000 + 1000 * part + 700):
        call = edged(call_of(seed), seed)
        for way, verdict in verdicts(call, ("eager",) if seed % 50 else ("first", "compiled", "vmap")).items():
            if verdict and not KNOWN.search(verdict) and not EMPTY.search(f"{call.name}: {verdict}"):
                wrong.append((seed, call.name, way, verdict))
    assert not wrong


@pytest.mark.sampled(2)
@NEW
@pytest.mark.parametrize("layout", LAYOUTS)
def test_how_operands_lie_in_memory(layout: str) -> None:
    wrong = []
    for seed in range(200):
        call = laid_out(call_of(seed), layout)
        for way, verdict in verdicts(call, ("eager", "first") if seed % 50 else ("compiled", "vmap")).items():
            if verdict and not KNOWN.search(verdict) and not EMPTY.search(f"{call.name}: {verdict}"):
                wrong.append((seed, call.name, way, verdict))
    assert not wrong


def test_too_few_observations_say_nothing() -> None:
    """NumPy divides by 0 then, and never by a negative number."""
    x = RNG(0).normal(size=(2, 3))
    counted = {"fweights": np.array([1, 1, 0]), "ddof": 4}
    for data, keywords in ((x, {"ddof": 3}), (x, {"ddof": 5}), (x[:, :0], {}), (x, counted)):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = np.cov(data, **keywords)
        np.testing.assert_array_equal(np.cov(tg.tensor(data), **keywords).numpy(), wanted)
        np.testing.assert_array_equal(tg.compile(lambda a, keywords=keywords: np.cov(a, **keywords))(data), wanted)


def test_beyond_a_single_point() -> None:
    """Interpolation among one sample is constant between the values for what is beyond it."""
    x = np.array([1.0, 2.0, 2.5, 9.0])
    for keywords in ({}, {"left": -1.0}, {"right": 7.0}, {"left": -1.0, "right": 7.0}):
        wanted = np.interp(x, [2.0], [5.0], **keywords)
        np.testing.assert_array_equal(np.interp(tg.tensor(x), [2.0], [5.0], **keywords).numpy(), wanted)
        compiled = tg.compile(lambda x, p, f, keywords=keywords: np.interp(x, p, f, **keywords))
        np.testing.assert_array_equal(compiled(x, np.array([2.0]), np.array([5.0])), wanted)


SMALL = {"bool": "float32", "int8": "float32", "uint8": "float32", "int16": "float32", "uint16": "float32"}


@pytest.mark.parametrize("name", ["sqrt", "sin", "cbrt", "arctan2", "hypot", "logaddexp"])
def test_small_integers_have_one_dtype_everywhere(name: str) -> None:
    """NumPy's, with single precision where it has half."""
    function = getattr(np, name)
    for dtype, expected in {**SMALL, "int32": "float64", "uint64": "float64"}.items():
        x = np.ones(2, dtype)
        given = (x,) * function.nin
        compiled = tg.compile(function)
        found = [function(*map(tg.tensor, given)), compiled(*given), tg.vmap(function)(*given), compiled.batch(*given)]
        assert [str(y.dtype) for y in found] == [expected] * 4
    number = tg.compile(lambda x: np.arctan2(x, 2) + np.float32(1))  # Python's own numbers have no dtype
    assert number(np.ones(2, np.int16)).dtype == np.float32


CONTINUOUS = ["linear", "hazen", "weibull", "median_unbiased", "normal_unbiased", "interpolated_inverted_cdf"]


@pytest.mark.parametrize("function", [np.quantile, np.percentile, np.nanquantile, np.nanpercentile])
def test_quantiles_have_a_derivative_by_their_order(function):
    """By differences, also where one recording serves all orders."""
    x, scale = RNG(1).normal(size=(2, 7)), 100.0 if "percent" in function.__name__ else 1.0
    x[1, 2] = np.nan if "nan" in function.__name__ else 0.3
    for method in CONTINUOUS:

        def total(q, method=method):
            return np.sum(function(x, q, axis=1, method=method) * np.array([1.0, 3.0]))

        slope = tg.compile(tg.grad(total))
        for q in (0.37 * scale, 0.71 * scale, 0.05 * scale):
            step = 1e-6 * scale
            expected = (total(q + step) - total(q - step)) / (2 * step)
            for found in (tg.grad(total)(q), slope(q), tg.func.jvp(total, (q,), (1.0,))[1]):
                np.testing.assert_allclose(found, expected, 1e-6, 1e-6)
        assert slope.stats()["recordings"] == 1
    with pytest.raises(ValueError, match=r"expected q between 0 and 1"):
        function(x, leaf(1.5 * scale))
    function(leaf(x), leaf(0.37 * scale), method="midpoint").backward()
    assert not tg.grad(lambda q: np.sum(function(x, q, method="midpoint") + 0.0 * q))(0.37 * scale)


def test_an_infinite_neighbour_does_not_count_at_an_element():
    x = leaf([1.0, 2.0, np.inf])
    middle = np.quantile(x, 0.5)
    middle.backward()
    assert middle.item() == 2.0
    assert x.grad.tolist() == [0.0, 1.0, 0.0]


@pytest.mark.parametrize("keywords", [{"full": True}, {"full": True, "rcond": 0.3}, {"rcond": 0.3}])
def test_polynomials_are_fitted_as_numpys(keywords):
    x, y = np.linspace(-1.0, 2.0, 7), RNG(0).normal(size=7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.RankWarning)
        for values in (y, y + 1j * x):
            expected = np.polyfit(x, values, 2, **keywords)
            for found in (
                np.polyfit(x, tg.tensor(values), 2, **keywords),
                np.polyfit(tg.tensor(x), values, 2, **keywords),
            ):
                for a, b in zip(found, expected, strict=True):
                    np.testing.assert_allclose(np.asarray(a), b, 1e-10, 1e-10)
        slope = tg.grad(lambda y: np.polyfit(x, y, 2, rcond=0.3)[0])(y)
        unit, step = np.eye(7), 1e-6
        difference = [
            np.polyfit(x, y + step * e, 2, rcond=0.3) - np.polyfit(x, y - step * e, 2, rcond=0.3) for e in unit
        ]
        np.testing.assert_allclose(slope, np.array(difference)[:, 0] / (2 * step), 1e-6, 1e-8)
    with pytest.warns(np.exceptions.RankWarning):
        found = np.polyfit(x[:2], tg.tensor(y[:2]), 3)
    with pytest.warns(np.exceptions.RankWarning):
        np.testing.assert_allclose(found.numpy(), np.polyfit(x[:2], y[:2], 3), 1e-10, 1e-12)


def test_extremes_of_complex_numbers_are_in_numpys_order():
    """By real parts first; the gradient goes to the element that is chosen."""
    z = np.array([1.0 + 2.0j, 3.0 - 1.0j, 3.0 + 1.0j, -2.0 + 5.0j])
    for f, place in ((np.max, 2), (np.min, 3), (np.median, None), (np.ptp, None)):
        expected = f(z)
        assert f(tg.tensor(z)).item() == expected == tg.compile(f)(z) == tg.vmap(f)(np.stack([z, z]))[1]
        if place is not None:
            x = tg.tensor(z, requires_grad=True)
            f(x).real.backward()
            assert np.flatnonzero(x.grad.numpy()).tolist() == [place]
    for f, of_pair in ((np.maximum, np.max), (np.minimum, np.min)):  # of equal ones the first
        x, y = tg.tensor(z, requires_grad=True), tg.tensor(z, requires_grad=True)
        np.sum(f(x, y).real).backward()
        assert (x.grad.tolist(), y.grad.tolist()) == ([1.0] * 4, [0.0] * 4)
        x = tg.tensor(np.stack([z, z]), requires_grad=True)
        np.sum(of_pair(x, 0).real).backward()
        assert x.grad.tolist() == [[1.0] * 4, [0.0] * 4]
    places = tg.compile(lambda z: (np.argmax(z), np.argmin(z), np.argsort(z)))
    for turned in (z, z[::-1], -z):
        for found, f in zip(places(turned), (np.argmax, np.argmin, np.argsort), strict=True):
            np.testing.assert_array_equal(found, f(turned))
    assert places.stats()["recordings"] == 1
    np.testing.assert_array_equal(np.maximum(tg.tensor(z), 3.0).numpy(), np.maximum(z, 3.0))
    for given in (z, z.real):
        np.testing.assert_array_equal(np.clip(tg.tensor(given), 1j, 2.0).numpy(), np.clip(given, 1j, 2.0))


def test_borders_by_a_function_of_ones_own_and_by_tensors():
    def filled(line, width, axis, keywords):
        line[: width[0]] = line[width[0]] * keywords["factor"]

    x = RNG(0).normal(size=(2, 3))
    expected = np.pad(x, (1, 2), filled, factor=2.0)
    t = leaf(x)
    found = np.pad(t, (1, 2), filled, factor=2.0)
    np.testing.assert_array_equal(found.detach().numpy(), expected)
    found.sum().backward()
    assert t.grad.tolist() == [[9.0, 3.0, 3.0], [3.0, 1.0, 1.0]]
    edge = leaf(2.0)
    np.pad(tg.tensor(x), 1, constant_values=edge).sum().backward()
    assert edge.grad.item() == 14.0
    ends = leaf([1.0, -1.0])
    np.pad(tg.tensor(x[0]), (2, 1), "linear_ramp", end_values=ends).sum().backward()
    assert ends.grad.tolist() == [1.5, 1.0]


def test_large_integers_stay_exact():
    large = [2**62, 1, 2**53 + 1]
    names = (
        "nansum",
        "nanprod",
        "nancumsum",
        "nancumprod",
        "nanmax",
        "nanmin",
        "nan_to_num",
        "vander",
        "cumprod",
        "ptp",
    )
    for name in names:
        expected = getattr(np, name)(np.array(large))
        found = getattr(np, name)(tg.tensor(large))
        assert found.dtype == expected.dtype == np.int64
        np.testing.assert_array_equal(found.numpy(), expected)


def test_truth_values_that_are_asked_for():
    x = np.array([[1, 0, 2], [0, 0, 3]])
    for f in (np.sum, np.cumsum, np.prod, np.cumprod):
        for axis in (0, None):
            expected = f(x, axis, dtype=bool)
            compiled = tg.compile(lambda x, f=f, axis=axis: f(x, axis, dtype=bool))
            for found in (compiled(x), f(tg.tensor(x), axis, dtype=bool).numpy()):
                assert found.dtype == bool
                np.testing.assert_array_equal(found, expected)
    with pytest.raises(ZeroDivisionError):
        np.average(tg.tensor(x), 1, tg.tensor([1.0, -1.0, 0.0]))


def test_missing_values_are_one_value():
    x = np.array([np.nan, 1.0, np.nan, 0.5, 1.0])
    for keywords in ({}, {"equal_nan": False}, {"return_counts": True, "return_inverse": True}):
        expected = np.unique(x, **keywords)
        for found in (np.unique(tg.tensor(x), **keywords), tg.compile(lambda x, k=keywords: np.unique(x, **k))(x)):
            for a, b in zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]:
                np.testing.assert_array_equal(np.asarray(a), b)


def test_values_and_dtypes_that_options_decide():
    z = np.array([1.26 + 3.14j, -0.55j])
    for f, x in (
        (lambda x: np.round(x, 1), z), (lambda x: x**2, np.array([True, False])), (np.roots, np.array([1.0, -6.0, 11.0, -6.0])),
        (lambda x: np.mean(x, dtype=int), np.ones(49, int)), (lambda x: np.mean(x, 0, dtype=int), np.full((3, 2), 7)),
    ):  # fmt: skip
        expected, found = f(x), f(tg.tensor(x))
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)


def test_infinities_and_missing_values_spread_as_numpys():
    x = np.array([1.0, np.nan, 3.0, 4.0, 8.0])
    np.testing.assert_array_equal(np.gradient(tg.tensor(x)).numpy(), np.gradient(x))
    endless = np.array([1.0, np.inf, 3.0])
    assert np.isnan(np.nanvar(tg.tensor(endless)).item())
    assert np.linalg.norm(tg.tensor(endless + 1j)).item() == np.inf


def test_keywords_of_numpys():
    x = tg.tensor([[2.0, 1.0]])
    assert tg.argsort(a=x).tolist() == [[1, 0]]
    assert (tg.argmax(a=x).item(), tg.all(a=x).item(), tg.any(a=x).item()) == (0, True, True)
    assert tg.zeros_like(a=x).shape == tg.full_like(a=x, fill_value=2.0).shape == (1, 2)
    out = tg.zeros((1, 2))
    assert np.clip(x, 0.0, 1.5, out=out) is out
    assert out.tolist() == [[1.5, 1.0]]
    with pytest.raises(ValueError, match=r"x\[None\]"):
        _ = x[0].mT


@pytest.mark.parametrize("choices", [(2, 1), (2, 1.0), (1.0, "x"), ("x", 1.0), ("x", 1j)])
def test_numbers_among_choices_give_way_as_numpys(choices):
    x = np.array([-1.0, 0.5, 2.0], np.float32)
    expected = np.select([x > 1, x > 0], [x if c == "x" else c for c in choices])
    t = tg.tensor(x)
    found = np.select([t > 1, t > 0], [t if c == "x" else c for c in choices])
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.numpy(), expected)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.var(x, ddof=np.int64(1)),
        lambda x: np.nanstd(x, ddof=np.int64(1)),
        lambda x: np.round(x, np.int64(1)),
        lambda x: np.nan_to_num(x, nan=np.float64(1.0), posinf=np.int64(2)),
    ],
)
def test_parameters_that_are_numpys_scalars_do_not_decide_the_dtype(f):
    x = np.array([0.25, 1.5, -2.0], np.float32)
    assert f(tg.tensor(x)).dtype == tg.compile(f)(x).dtype == f(x).dtype == np.float32
    np.testing.assert_allclose(f(tg.tensor(x)).numpy(), f(x), rtol=1e-6)


@pytest.mark.parametrize("f", [np.exp, np.sin, np.sqrt, lambda x: np.hypot(x, x)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.bool_])
def test_small_integers_are_not_rounded_to_half_precision(f, dtype):
    x = np.array([12, 1, 7]).astype(dtype)
    np.testing.assert_allclose(f(tg.tensor(x)).numpy(), f(x.astype(np.float64)), rtol=3e-7)

"""Bins and places in an order: `histogram`, `digitize`, `searchsorted`, `isin`, eagerly and compiled, beside NumPy's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tests.support import gradient, leaf, plain

RNG = np.random.default_rng(0)
WHOLE = np.tile(np.arange(9), 100)
X = RNG.normal(size=50)
W = RNG.normal(size=50)
LARGE = np.array([2**62 + 3, 2**62, 2**62 + 1])


def arrays(x: Any) -> list[np.ndarray]:
    return (
        [a for part in x for a in arrays(part)]
        if isinstance(x, (list, tuple))
        else [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x)]
    )


def check(found: Any, expected: Any) -> None:
    for x, y in zip(arrays(found), arrays(expected), strict=True):
        assert x.dtype == y.dtype
        np.testing.assert_allclose(x, y, rtol=1e-12 if y.dtype != np.float32 else 1e-6, atol=1e-14)


@pytest.mark.parametrize("rule", ["auto", "doane", "scott", "stone", "rice", "fd", "sqrt", "sturges"])
@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.float64])
@pytest.mark.filterwarnings("ignore:The number of bins estimated")
def test_a_rule_makes_bins_of_whole_numbers_one_wide_at_least(rule, dtype):
    a = WHOLE.astype(dtype)
    check(np.histogram(tg.tensor(a), rule), np.histogram(a, rule))
    check(np.histogram_bin_edges(tg.tensor(a), rule), np.histogram_bin_edges(a, rule))


NEXT = 1.0 + np.finfo(float).eps  # which is no number of single precision
KEYWORDS: dict[str, dict[str, Any]] = {
    "Python's numbers": {"bins": 3, "range": (0.0, 2.0)},
    "an array": {"bins": 1, "range": np.array([NEXT, 2.0])},
    "scalars of NumPy's": {"bins": 1, "range": (np.float64(NEXT), np.float64(2.0))},
    "single precision": {"bins": 2, "range": (np.float32(0.1), np.float32(1.7))},
    "whole numbers": {"bins": np.int64(4), "range": (0, 2)},
}


@pytest.mark.parametrize("name", KEYWORDS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.uint8])
def test_bounds_have_the_dtype_of_the_range(name, dtype):
    """What lies between a number of single precision and a bound of double precision is not counted."""
    a = np.array([1.0, 1.0, 0.0, 2.0, 1.5]).astype(dtype)
    keywords = KEYWORDS[name]
    expected = np.histogram(a, **keywords)
    check(np.histogram(tg.tensor(a), **keywords), expected)
    check(tg.compile(lambda a: np.histogram(a, **keywords))(a), expected)
    if isinstance(keywords["range"], np.ndarray):
        check(np.histogram(tg.tensor(a), 1, range=tg.tensor(keywords["range"])), expected)


@pytest.mark.parametrize("f", [lambda a, b: np.histogram(a, b), lambda a, b: np.histogram(a, b, weights=W[:3])])
def test_whole_numbers_beyond_the_digits_of_a_float(f):
    bounds = np.array([2**62, 2**62 + 1, 2**62 + 2])
    for found in (f(tg.tensor(LARGE), bounds), tg.compile(f)(LARGE, bounds)):
        check(found, f(LARGE, bounds))


@pytest.mark.parametrize("weights", [W * 1j + 2.0, W.astype(np.float32), np.arange(50)], ids=lambda w: w.dtype.name)
def test_weights_of_any_kind(weights):
    expected = np.histogram(X, 4, weights=weights)
    check(np.histogram(tg.tensor(X), 4, weights=weights), expected)
    check(np.histogram(tg.tensor(X), 4, weights=tg.tensor(weights)), expected)
    check(tg.compile(lambda x, w: np.histogram(x, 4, weights=w))(X, weights), expected)


def test_the_derivative_with_respect_to_complex_weights():
    factors = np.array([1.0, -2.0, 0.5, 3.0])

    def loss(re: Any, im: Any) -> Any:
        found = np.histogram(X, 4, weights=re + 1j * im)[0]
        return np.sum((found.real * found.imag + found.real**2) * factors)

    for slope, wanted in zip(
        tg.grad(loss, argnums=(0, 1))(W, W[::-1].copy()), gradient(loss, [W, W[::-1].copy()]), strict=True
    ):
        np.testing.assert_allclose(slope, wanted, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("bins", [[2, 3], [[0, 1, 2], 3], 3, np.int64(3), np.array([0.0, 0.5, 2.0])], ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_two_dimensions(bins, dtype):
    a, b = (3.0 * X).astype(dtype), (2.0 * W).astype(dtype)
    check(np.histogram2d(tg.tensor(a), tg.tensor(b), bins), np.histogram2d(a, b, bins))
    check(
        np.histogram2d(tg.tensor(a), b, 3, range=((0.0, 1.0), (-1.0, 2.0))),
        np.histogram2d(a, b, 3, ((0.0, 1.0), (-1.0, 2.0))),
    )


@pytest.mark.parametrize(
    ("error", "keywords"),
    [
        (DtypeError, {"bins": 2.4}), (ArgumentError, {"bins": "fd", "weights": W}), (ArgumentError, {"bins": "nearly"}),
        (ShapeError, {"weights": W[:4]}), (ShapeError, {"weights": W.reshape(5, 10)}), (ArgumentError, {"bins": 0}),
        (ArgumentError, {"bins": [2, 1]}), (ArgumentError, {"range": (2, 0)}), (ArgumentError, {"range": (1.0, NEXT)}),
    ],
)  # fmt: skip
def test_what_numpy_refuses(error, keywords):
    if keywords != {"range": (1.0, NEXT)} or np.lib.NumpyVersion(np.__version__) >= "2.4.0":  # before, bins of width 0
        with pytest.raises((TypeError, ValueError)):
            np.histogram(X, **keywords)
    for f in (lambda x: np.histogram(x, **keywords)[0], lambda x: np.histogram_bin_edges(x, **keywords)):
        with pytest.raises(error, match=r"^histogram: "):
            f(tg.tensor(X))
        with pytest.raises(error, match=r"histogram: "):
            tg.compile(f)(X)


# ------------------------------------------------------------------------------------------------- places in an order

UP = np.array([0.0, 0.5, 1.0, 1.0])
PLACES = {
    "floats": (np.array([-1.0, 0.0, 0.5, 1.0, 2.0, 0.7, np.nan]), UP),
    "whole numbers": (np.array([-1, 0, 1, 2]), np.array([0, 1, 1])),
    "large ones": (LARGE, np.sort(LARGE)),
    "large ones without sign": (LARGE.astype(np.uint64) * 2 + 1, np.sort(LARGE.astype(np.uint64) * 2)),
    "with and without sign": (LARGE, np.sort(LARGE).astype(np.uint64)),
    "single beside double": (np.array([0.1, 0.5], np.float32), np.array([0.1, 0.5])),
}
FUNCTIONS = {
    "digitize": np.digitize, "digitize, right": lambda x, b: np.digitize(x, b, right=True),
    "searchsorted": lambda x, b: np.searchsorted(b, x), "isin": np.isin, "not in": lambda x, b: np.isin(x, b, invert=True),
}  # fmt: skip


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("b", [np.array([0.0, 1.0 - 1.0j, 1.0, 1.0, 1.0 + 2.0j, np.nan]), UP], ids=["complex", "real"])
def test_compiled_places_of_complex_numbers(b, side):
    """In NumPy's order: by real parts, then by imaginary ones, NaN last."""
    x = np.array([[1.0, 1.0 + 1.0j, complex(1.0, np.nan)], [np.nan, -1.0j, 1.0 + 2.0j]])
    for y in (x, x.astype(np.complex64)):
        check(tg.compile(lambda b, y: np.searchsorted(b, y, side))(b, y), np.searchsorted(b, y, side))
    with pytest.raises(TypeError, match="digitize"):
        tg.compile(np.digitize)(x, UP)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("case", PLACES)
def test_compiled_places(name, case):
    f, (x, bins) = FUNCTIONS[name], PLACES[case]
    check(tg.compile(f)(x, bins), f(x, bins))
    check(tg.compile(lambda x: f(x, bins))(x), f(x, bins))
    check(f(tg.tensor(x), tg.tensor(bins)), f(x, bins))
    check(tg.vmap(f, in_axes=(0, None))(np.stack([x, x[::-1]]), bins), np.stack([f(x, bins), f(x[::-1], bins)]))


def test_ways_to_search_that_numpy_refuses():
    for kind in ("nearly", "table"):
        for f in (lambda x: np.isin(x, UP, kind=kind), tg.compile(lambda x: np.isin(x, UP, kind=kind))):
            with pytest.raises(ValueError, match="kind"):
                f(tg.tensor(X))


@pytest.mark.parametrize("right", [False, True])
def test_bins_that_descend_are_searched_so(right):
    """Also by a function that was recorded on ascending ones, and the other way round."""
    x, down = PLACES["floats"][0], UP[::-1].copy()
    for order in ((UP, down, UP), (down, UP, down)):
        f = tg.compile(lambda x, bins: np.digitize(x, bins, right))
        for bins in order:
            check(f(x, bins), np.digitize(x, bins, right))
            check(tg.compile(lambda x, bins=bins: np.digitize(x, bins, right))(x), np.digitize(x, bins, right))


def test_bins_in_no_order_are_refused_also_by_what_was_recorded():
    f = tg.compile(np.digitize)
    check(f(X, UP), np.digitize(X, UP))
    for g in (f, tg.compile(np.digitize), tg.compile(lambda x, b: np.digitize(x, b[::-1]))):
        with pytest.raises(ArgumentError, match="digitize: expected bins that ascend or descend"):
            g(X, np.array([0.0, 2.0, 1.0]))
    with pytest.raises(ShapeError, match="digitize: expected bins in one dimension"):
        f(X, np.ones((2, 2)))


def test_a_sum_over_bins_has_its_derivative():
    table = np.array([10.0, 20.0, 30.0, 40.0, 50.0])
    down = UP[::-1].copy()

    def loss(x: Any) -> Any:
        return np.sum(x * x * tg.asarray(table)[np.digitize(x, down)])

    x = np.array([-1.0, 0.2, 0.7, 2.0])
    np.testing.assert_allclose(tg.compile(tg.grad(loss))(x), 2.0 * x * table[np.digitize(x, down)])
    t = leaf(x)
    loss(t).backward()
    np.testing.assert_allclose(plain(t.grad), 2.0 * x * table[np.digitize(x, down)])


RANGED: dict[str, Any] = {
    "edges": lambda x, ends: np.histogram_bin_edges(x, 4, ends),
    "edges of a list": lambda x, ends: np.histogram_bin_edges(x, 4, (ends[0], ends[1])),
    "density": lambda x, ends: np.histogram(x, 3, ends, density=True)[0],
    "along two axes": lambda x, ends: np.histogram2d(x, x * x, 3, [ends, ends + 0.5])[1],
}


@pytest.mark.parametrize("name", RANGED)
def test_bounds_move_with_the_range(name):
    ends, weights = np.array([-1.3, 1.7]), RNG.normal(size=np.shape(RANGED[name](X, np.array([-1.3, 1.7]))))

    def loss(ends: Any) -> Any:
        return np.sum(RANGED[name](X + 0.0 * ends[0], ends) * weights)  # NumPy asks no Tensor that the range alone has

    (expected,) = gradient(loss, [ends])
    for found in (tg.grad(loss)(ends), tg.compile(tg.grad(loss))(ends)):
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("shape", [(2, 3), ()])
def test_a_table_has_one_dimension(shape):
    table = np.zeros(shape)
    for call in (np.searchsorted, lambda a, v: np.searchsorted(tg.tensor(a), v), tg.compile(np.searchsorted)):
        with pytest.raises(ValueError):
            call(table, 2.0)

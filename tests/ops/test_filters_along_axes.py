"""Filters of images along some of their axes: kernels, lengths, modes and origins lie where SciPy's do, or are refused."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy
import scipy.ndimage as theirs

import tapegrad as tg
from tapegrad.errors import ArgumentError, ShapeError
from tests.support import leaf, plain

ours = tg.ndimage
AXES = [pair for pair in itertools.permutations(range(-3, 3), 2) if (pair[0] - pair[1]) % 3]
X = np.random.default_rng(0).normal(size=(3, 5, 6))
W = np.random.default_rng(1).normal(size=(3, 4))
CORNER = np.tri(3, 4, dtype=bool)
KERNELS = {
    "correlate": {"weights": W, "origin": (1, -1)}, "convolve": {"weights": W, "origin": (0, 1)},
    "maximum_filter": {"footprint": CORNER, "origin": (1, -1)}, "minimum_filter": {"size": (3, 2)},
    "median_filter": {"size": (3, 2), "origin": (0, -1)}, "percentile_filter": {"percentile": 30, "footprint": CORNER},
    "rank_filter": {"rank": 3, "footprint": CORNER}, "grey_dilation": {"size": (2, 4)}, "grey_erosion": {"footprint": CORNER},
    "uniform_filter": {"size": (3, 2)}, "gaussian_filter": {"sigma": (0.4, 0.9)},
}  # fmt: skip
along = pytest.mark.skipif(
    np.lib.NumpyVersion(scipy.__version__) < "1.16.0", reason="older versions have no axes, or place kernels otherwise"
)


@along
@pytest.mark.parametrize("name", KERNELS)
def test_along_two_of_three_axes(name):
    for axes in AXES:
        expected = getattr(theirs, name)(X, axes=axes, **KERNELS[name])
        np.testing.assert_allclose(
            plain(getattr(ours, name)(leaf(X), axes=axes, **KERNELS[name])), expected, rtol=1e-12, err_msg=axes
        )


@along
@pytest.mark.parametrize("name", KERNELS)
def test_along_all_axes_in_another_order(name):
    """Several origins are refused there: SciPy documents that they go by axes, and leaves them in the image's order."""
    arguments = {key: value for key, value in KERNELS[name].items() if key != "origin"}
    x = X[0]
    expected = getattr(theirs, name)(x, axes=(1, 0), **arguments)
    np.testing.assert_allclose(plain(getattr(ours, name)(leaf(x), axes=(1, 0), **arguments)), expected, rtol=1e-12)
    if "origin" in KERNELS[name]:
        with pytest.raises(ArgumentError, match="ascending"):
            getattr(ours, name)(leaf(x), axes=(1, 0), **KERNELS[name])


@along
@pytest.mark.parametrize("name", ["gaussian_gradient_magnitude", "gaussian_laplace"])
def test_derivatives_along_some_axes_are_refused_since_scipys_smooth_along_all(name):
    """It documents otherwise; plain data are SciPy's."""
    np.testing.assert_array_equal(
        getattr(ours, name)(tg.tensor(X), 0.8, axes=(1, 2)), getattr(theirs, name)(X, 0.8, axes=(1, 2))
    )
    for axes in [(1, 2), (0, 2), (1,)]:
        with pytest.raises(ArgumentError, match=f"{name}: expected all 3 axes.*gaussian_filter with order= and axes="):
            getattr(ours, name)(leaf(X), 0.8, axes=axes)
    every = getattr(ours, name)(leaf(X), 0.8, axes=(2, 0, 1))
    np.testing.assert_allclose(plain(every), getattr(theirs, name)(X, 0.8, axes=(2, 0, 1)), rtol=1e-12)


@pytest.mark.parametrize("name", ["correlate", "convolve", "correlate1d", "convolve1d"])
@pytest.mark.parametrize("dtype", [int, np.uint8, bool])
def test_weights_may_be_tensors_of_whole_numbers(name, dtype):
    """As they may be arrays: SciPy makes floats of them."""
    x, w = X[0], np.array([1, 0, 2] if name.endswith("1d") else [[1, 0], [1, 1], [0, 1]]).astype(dtype)
    y = getattr(ours, name)(leaf(x), tg.tensor(w))
    np.testing.assert_allclose(plain(y), getattr(theirs, name)(x, w), rtol=1e-12)
    assert y.requires_grad


MODES = [["reflect", "nearest"], ("constant", "wrap"), ["mirror", "constant"], ["wrap", "wrap"]]
EXTREMES = [
    "maximum_filter",
    "minimum_filter",
    "grey_erosion",
    "grey_dilation",
    "grey_opening",
    "grey_closing",
    "morphological_gradient",
]


@pytest.mark.parametrize("name", EXTREMES)
@pytest.mark.parametrize("mode", MODES)
def test_extremes_with_a_mode_for_each_axis(name, mode):
    x = X[0]
    for size in (3, (2, 3), (1, 4)):
        arguments = {"size": size, "mode": mode, "cval": 0.3}
        f = lambda x: getattr(ours, name)(x, **arguments)  # noqa: E731
        np.testing.assert_array_equal(plain(f(leaf(x))), getattr(theirs, name)(x, **arguments))
        v = np.random.default_rng(2).normal(size=x.shape)
        step = 1e-7 * np.random.default_rng(3).normal(size=x.shape)
        slope = (
            np.sum(v * (getattr(theirs, name)(x + step, **arguments) - getattr(theirs, name)(x - step, **arguments)))
            / 2
        )
        np.testing.assert_allclose(np.sum(tg.grad(lambda x: (f(x) * v).sum())(x) * step), slope, rtol=1e-6, atol=1e-14)


def test_where_scipy_takes_one_mode():
    several = {"mode": ["reflect", "nearest"]}
    for name, arguments in {
        "maximum_filter": {"footprint": [[True, False], [True, True]]}, "median_filter": {"size": 3}, "correlate": {"weights": W},
        "rank_filter": {"rank": 1, "size": 2},
    }.items():  # fmt: skip
        with pytest.raises((RuntimeError, TypeError, ValueError)):
            getattr(theirs, name)(X[0], **arguments, **several)
        with pytest.raises(ArgumentError, match="mode"):
            getattr(ours, name)(leaf(X[0]), **arguments, **several)


def test_kernels_of_other_dimensions_are_refused():
    for name, arguments in {"correlate": {"weights": W}, "rank_filter": {"rank": 1, "footprint": CORNER}}.items():
        with pytest.raises(ShapeError, match="dimensions"):
            getattr(ours, name)(leaf(X), **arguments)
        with pytest.raises(ShapeError, match="at least one"):
            ours.median_filter(leaf(X), size=(3, -1, 3))

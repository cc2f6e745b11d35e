"""Functions of signals and images beyond their samples: every length, mode and origin, numbers of other dtypes, and what is refused."""

from __future__ import annotations

import importlib
import inspect

import numpy as np
import pytest
import scipy.ndimage
import scipy.signal

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.ndimage.splines import _taps
from tapegrad.ops.refusals import reasons
from tests.support import close, gradient, leaf, plain

RNG = np.random.default_rng
MODES = ["reflect", "mirror", "nearest", "wrap", "constant", "grid-mirror", "grid-wrap", "grid-constant"]
each_mode = pytest.mark.parametrize("mode", MODES)


def matrix(f, shape):
    """A linear function as a matrix."""
    columns = [np.ravel(f(unit.reshape(shape))) for unit in np.eye(int(np.prod(shape)))]
    return np.stack(columns, -1)


def transposed(f, shape, size):
    """The adjoint of a function of a Tensor as a matrix."""
    x = leaf(np.zeros(shape))
    out = f(x)
    rows = [plain(grad(out, x, unit.reshape(out.shape), retain_graph=True)[0]).ravel() for unit in np.eye(size)]
    return np.stack(rows)


# ------------------------------------------------------------------------------------------------- convolutions


@pytest.mark.parametrize("mode", ["full", "valid", "same"])
def test_convolutions_of_all_lengths(mode):
    rng = RNG(1)
    for n in range(1, 6):
        for m in range(1, 6):
            x, y = rng.normal(size=n), rng.normal(size=m)
            for name in ("convolve", "correlate", "fftconvolve", "oaconvolve"):
                found = getattr(tg.signal, name)(tg.tensor(x), y, mode=mode)
                expected = getattr(scipy.signal, name)(x, y, mode=mode)
                np.testing.assert_allclose(plain(found), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("boundary", ["fill", "wrap", "symm"])
def test_convolutions_in_a_plane(boundary):
    rng = RNG(2)
    for n, m in ((3, 4), (4, 2), (2, 3), (1, 5)):
        for complex_too in (0.0, 1.0j):
            x, y = (rng.normal(size=s) + complex_too * rng.normal(size=s) for s in ((n, m), (m, n)))
            for mode in ("full", "same", "valid"):
                for name in ("convolve2d", "correlate2d"):
                    for fill in (0, 0.5):
                        try:
                            expected = getattr(scipy.signal, name)(x, y, mode, boundary, fill)
                        except ValueError:  # neither is the larger one along both axes
                            with pytest.raises(ShapeError):
                                getattr(tg.signal, name)(tg.tensor(x), y, mode, boundary, fill)
                            continue
                        found = getattr(tg.signal, name)(tg.tensor(x), y, mode, boundary, fill)
                        np.testing.assert_allclose(plain(found), expected, rtol=1e-12, atol=1e-12)


# ------------------------------------------------------------------------------------------------- filters of images


@each_mode
def test_correlation_at_every_origin_and_its_transpose(mode):
    for n in (1, 2, 3, 5):
        for k in range(1, 6):
            w = RNG(k).normal(size=k)
            for origin in range(-(k // 2), (k - 1) // 2 + 1):
                ours = lambda x: tg.ndimage.correlate1d(x, w, mode=mode, origin=origin)  # noqa: E731
                theirs = matrix(lambda x: scipy.ndimage.correlate1d(x, w, mode=mode, origin=origin), n)
                np.testing.assert_allclose(transposed(ours, n, n), theirs, rtol=1e-12, atol=1e-14)
                convolved = lambda x: tg.ndimage.convolve1d(x, w, mode=mode, origin=origin)  # noqa: E731
                try:
                    other = matrix(lambda x: scipy.ndimage.convolve1d(x, w, mode=mode, origin=origin), n)
                except ValueError:
                    with pytest.raises(ArgumentError, match="origin"):
                        convolved(np.ones(n))
                    continue
                np.testing.assert_allclose(transposed(convolved, n, n), other, rtol=1e-12, atol=1e-14)


@each_mode
@pytest.mark.parametrize("order", range(2, 6))
def test_spline_coefficients_and_their_transpose(mode, order):
    """On short axes, where SciPy's series are cut off early, and on one that is long."""
    for n in (1, 2, 3, 7, 70):
        theirs = matrix(lambda x: scipy.ndimage.spline_filter1d(x, order, mode=mode), n)
        found = transposed(lambda x: tg.ndimage.spline_filter1d(x, order, mode=mode), n, n)
        np.testing.assert_allclose(found, theirs, rtol=1e-11, atol=1e-13)


@each_mode
@pytest.mark.parametrize("order", range(6))
def test_weights_of_splines_everywhere(mode, order):
    """Far from the image, too, and at whole coordinates."""
    for n in (1, 2, 3, 5):
        c = RNG(n).normal(size=n)
        for points in (RNG(order).uniform(-3 * n - 2, 3 * n + 2, (1, 50)), np.arange(-2.0 * n - 2, 2 * n + 3)[None]):
            expected = scipy.ndimage.map_coordinates(c, points, order=order, mode=mode, prefilter=False)
            found = sum(weight * c[index] for index, weight in _taps(points, (n,), order, mode, (0,)))
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_the_constant_beyond_the_border_may_be_nan():
    x, points = RNG(3).normal(size=(4, 5)), np.array([[1.3, -0.4, 2.2, 9.0], [2.1, 1.0, 4.4, 1.0]])
    t = leaf(x)
    found = tg.ndimage.map_coordinates(t, points, cval=np.nan)
    np.testing.assert_allclose(plain(found), scipy.ndimage.map_coordinates(x, points, cval=np.nan), rtol=1e-12)
    (slope,) = grad(np.nansum(found), t)
    assert np.isfinite(plain(slope)).all()
    for call in (
        lambda: tg.ndimage.correlate1d(t, [1.0, 1.0], mode="constant", cval=np.nan),
        lambda: tg.ndimage.shift(t, 0.5, mode="grid-constant", cval=np.nan),
    ):
        with pytest.raises(ArgumentError, match="finite cval"):
            call()


def test_what_may_be_a_tensor_besides_the_image():
    """The width of a Gaussian, distances, angles, constants."""
    x = RNG(4).normal(size=(5, 4))
    cases = {
        "sigma": (lambda p: tg.ndimage.gaussian_filter(x, p), lambda p: scipy.ndimage.gaussian_filter(x, p), 0.8),
        "several": (
            lambda p: tg.ndimage.gaussian_filter(x, [p, 0.5], order=(2, 1)),
            lambda p: scipy.ndimage.gaussian_filter(x, [p, 0.5], order=(2, 1)), 0.8,
        ),
        "shift": (
            lambda p: tg.ndimage.shift(x, [p, 0.3], mode="mirror"), lambda p: scipy.ndimage.shift(x, [p, 0.3], mode="mirror"), 1.3,
        ),
        "angle": (
            lambda p: tg.ndimage.rotate(x, p, reshape=False, mode="grid-wrap"),
            lambda p: scipy.ndimage.rotate(x, p, reshape=False, mode="grid-wrap"), 20.0,
        ),
        "cval": (
            lambda p: tg.ndimage.uniform_filter(x, 3, mode="constant", cval=p),
            lambda p: scipy.ndimage.uniform_filter(x, 3, mode="constant", cval=p), 0.4,
        ),
    }  # fmt: skip
    for name, (ours, theirs, p) in cases.items():
        given = leaf(p)
        found = ours(given)
        np.testing.assert_allclose(plain(found), theirs(p), rtol=1e-12, atol=1e-13, err_msg=name)
        (slope,) = grad((found * found).sum(), given)
        (expected,) = gradient(lambda q, f=theirs: np.sum(f(float(q)) ** 2), [np.array(p)])
        close(plain(slope), expected, 2)


# ------------------------------------------------------------------------------------------------- dtypes, refusals


def test_integers():
    x = np.array([1, 2, 4, 3, 7, 5])
    cases = [("detrend", ()), ("savgol_filter", (3, 1)), ("resample", (4,)), ("hilbert", ())]
    for name, args in cases:
        found, expected = getattr(tg.signal, name)(x, *args), getattr(scipy.signal, name)(x, *args)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(plain(found), expected, rtol=1e-12, atol=1e-12)
    found = tg.signal.convolve(x, np.array([1, 1]))
    assert found.dtype == x.dtype
    assert plain(found).tolist() == scipy.signal.convolve(x, [1, 1]).tolist()
    with pytest.raises(DtypeError, match=r"Convert with \.astype\(float\)"):
        tg.ndimage.gaussian_filter(x, 1.0)


def test_integer_coefficients_filter_as_scipys_do():
    x = RNG(5).normal(size=7)
    np.testing.assert_allclose(plain(tg.signal.lfilter([1, 2], [2, 1], x)), scipy.signal.lfilter([1, 2], [2, 1], x))
    sos = np.array([[1, 2, 0, 1, 0, 0]])
    np.testing.assert_allclose(plain(tg.signal.sosfilt(sos, x)), scipy.signal.sosfilt(sos, x))


def test_what_is_refused():
    x = leaf(np.arange(6.0))
    for error, match, call in (
        (ArgumentError, r"a\[0\] not to be 0", lambda: tg.signal.lfilter([1.0], [0.0, 1.0], x)),
        (ShapeError, "more than 9 elements", lambda: tg.signal.filtfilt([1.0], [1.0, 0.5, 0.1], x)),
        (ShapeError, "initial values", lambda: tg.signal.lfilter([1.0, 1.0], [1.0], x, zi=np.zeros(2))),
        (ArgumentError, "method 'pad'", lambda: tg.signal.filtfilt([1.0], [1.0], x, method="gust")),
        (ArgumentError, "expected mode", lambda: tg.signal.convolve(x, x, "most")),
        (ArgumentError, "expected mode", lambda: tg.ndimage.correlate1d(x, [1.0], mode="none")),
        (ArgumentError, "output is not supported", lambda: tg.ndimage.zoom(x, 2.0, output=np.float32)),
        (ArgumentError, "spline order", lambda: tg.ndimage.zoom(x, 2.0, order=6)),
        (ArgumentError, "a size or a footprint", lambda: tg.ndimage.maximum_filter(x)),
        (ArgumentError, "odd lengths", lambda: tg.signal.medfilt(x, 4)),
        (ArgumentError, "average 'mean'", lambda: tg.signal.welch(x, average="median")),
        (ShapeError, "a row for each axis", lambda: tg.ndimage.map_coordinates(x, np.zeros((2, 3)))),
    ):
        with pytest.raises(error, match=match):
            call()


def test_a_filter_that_divides_by_zero_in_a_recording_is_an_error():
    compiled = tg.compile(lambda a, x: tg.signal.lfilter(np.ones(1), a, x))
    np.testing.assert_allclose(compiled(np.array([1.0, 0.5]), np.ones(3)), [1.0, 0.5, 0.75])
    with pytest.raises(ValueError, match="a"):
        compiled(np.array([0.0, 0.5]), np.ones(3))


def test_what_is_not_there_says_why():
    for package, name, use in (
        (tg.ndimage, "distance_transform_edt", "plain data"), (tg.ndimage, "grey_dilation", "maximum_filter"),
        (tg.optimize, "linprog", "plain data"), (tg.optimize, "curve_fit", "least_squares"),
    ):  # fmt: skip
        with pytest.raises(AttributeError, match=f"has no attribute '{name}': .*{use}"):
            getattr(package, name)


@pytest.mark.parametrize("module", ["ndimage", "optimize"])
def test_every_function_of_scipys_is_there_or_says_why(module):
    scipys, ours = importlib.import_module(f"scipy.{module}"), getattr(tg, module)
    missing = [
        name for name in scipys.__all__
        if inspect.isfunction(getattr(scipys, name)) and name not in dir(ours) and f"scipy.{module}.{name}" not in reasons
    ]  # fmt: skip
    assert not missing

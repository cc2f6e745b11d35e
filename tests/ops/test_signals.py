"""Functions of signals and images beyond their samples: every length, mode and origin, numbers of other dtypes, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import scipy
import scipy.ndimage
import scipy.signal

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.ndimage.image_splines import _taps
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
    whole = RNG(0).integers(-9, 9, (2, 4000))
    for name in ("convolve", "correlate"):
        for n, method in ((5, "auto"), (5, "direct"), (5, "fft"), (4000, "auto")):
            f, pair = getattr(tg.signal, name), whole[:, :n]
            expected = getattr(scipy.signal, name)(*pair, method=method)
            for found in (
                f(tg.tensor(pair[0]), pair[1], method=method),
                tg.compile(lambda x, y: f(x, y, method=method))(*pair),
            ):
                assert found.dtype == expected.dtype
                np.testing.assert_array_equal(np.asarray(found), expected)
    found = tg.signal.convolve2d(tg.tensor(x.reshape(2, 3)), x.reshape(3, 2)[:2], fillvalue=0.5)
    np.testing.assert_array_equal(
        plain(found), scipy.signal.convolve2d(x.reshape(2, 3), x.reshape(3, 2)[:2], fillvalue=0.5)
    )
    for name, args in (("medfilt", ()), ("resample_poly", (1, 1))):
        found, expected = getattr(tg.signal, name)(tg.tensor(x), *args), getattr(scipy.signal, name)(x, *args)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(plain(found), expected, rtol=1e-12)
    found = tg.signal.resample_poly(tg.tensor(x), 3, 2)  # of which older versions of SciPy round the filter
    np.testing.assert_allclose(plain(found), scipy.signal.resample_poly(1.0 * x, 3, 2), rtol=1e-12)
    image = x.reshape(2, 3)
    for name, args in (
        ("gaussian_filter", (1.0,)),
        ("sobel", ()),
        ("median_filter", (2,)),
        ("zoom", (1.5,)),
        ("rotate", (20.0,)),
    ):
        found, expected = getattr(tg.ndimage, name)(tg.tensor(image), *args), getattr(scipy.ndimage, name)(image, *args)
        assert found.dtype == expected.dtype == x.dtype
        np.testing.assert_array_equal(plain(found), expected)
    target = tg.zeros(
        image.shape, dtype=int
    )  # what cannot be written is no matter for SciPy, which would write to a copy
    smooth = tg.ndimage.gaussian_filter
    for call in (lambda: smooth(1.0 * image, 1.0, output=target), lambda: smooth(1.0 * image, 1.0, 0, target)):
        with pytest.raises(DtypeError, match="cannot write float64 into a Tensor of int64"):
            call()
    points = np.array([[0.3, 0.9], [1.1, 1.6]])
    np.testing.assert_array_equal(
        plain(tg.ndimage.map_coordinates(image, points)), scipy.ndimage.map_coordinates(image, points)
    )
    for call in (lambda: tg.ndimage.map_coordinates(image, leaf(points)), lambda: tg.compile(tg.ndimage.sobel)(image)):
        with pytest.raises(DtypeError, match=r"Convert with \.astype\(float\)"):
            call()


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.bool_])
def test_small_integers_become_single_precision_where_scipys_do(dtype):
    """And do not wrap."""
    x = np.array([1, 5, 2, 9, 3, 8, 7, 1, 0, 250]).astype(dtype)
    for name in ("welch", "periodogram", "stft", "spectrogram"):
        keywords = {} if name == "periodogram" else {"nperseg": 4}
        found = getattr(tg.signal, name)(tg.tensor(x), **keywords)[-1]
        expected = getattr(scipy.signal, name)(x, **keywords)[-1]
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(plain(found), expected, rtol=1e-5, atol=1e-5)
    h = np.array([1.0, 2.0, 3.0])
    for mode in ("smooth", "line", "antisymmetric", "antireflect", "constant", "edge"):
        found, expected = (f.upfirdn(h, x, 2, mode=mode, cval=0.5) for f in (tg.signal, scipy.signal))
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(plain(found), expected, rtol=1e-12, atol=1e-12)


def test_the_constant_beyond_the_ends_may_be_a_tensor():
    x, h = RNG(0).normal(size=5), RNG(1).normal(size=4)
    for f in (
        lambda m, c: m.upfirdn(h, x, 3, 2, mode="constant", cval=c),
        lambda m, c: m.resample_poly(x, 3, 2, cval=c),
    ):
        slope = np.sum(f(scipy.signal, 1.0) - f(scipy.signal, 0.0))  # it is linear
        ours = lambda c, f=f: np.sum(f(tg.signal, c))  # noqa: E731
        for found in (tg.grad(ours)(0.3), tg.compile(tg.grad(ours))(0.3)):
            assert found == pytest.approx(slope, rel=1e-10)


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
        (ArgumentError, "method 'pad' or 'gust'", lambda: tg.signal.filtfilt([1.0], [1.0], x, method="pads")),
        (ArgumentError, "expected mode", lambda: tg.signal.convolve(x, x, "most")),
        (ArgumentError, "expected mode", lambda: tg.ndimage.correlate1d(x, [1.0], mode="none")),
        (DtypeError, "an output of floating-point numbers", lambda: tg.ndimage.zoom(x, 2.0, output=int)),
        (ArgumentError, "spline order", lambda: tg.ndimage.zoom(x, 2.0, order=6)),
        (ArgumentError, "a size or a footprint", lambda: tg.ndimage.maximum_filter(x)),
        (ArgumentError, "odd lengths", lambda: tg.signal.medfilt(x, 4)),
        (ArgumentError, "average 'mean' or 'median'", lambda: tg.signal.welch(x, average="most")),
        (
            ArgumentError,
            "periodogram: expected a window|overlap by less",
            lambda: tg.signal.welch(x, nperseg=4, nfft=3),
        ),
        (ArgumentError, "padtype mean", lambda: tg.signal.resample_poly(x, 3, 2, padtype="zero")),
        (ArgumentError, "domain 'time' or 'freq'", lambda: tg.signal.resample(x, 3, domain="space")),
        (ArgumentError, "ftype 'iir' or 'fir'", lambda: tg.signal.decimate(x, 2, ftype="best")),
        (ShapeError, "a row for each axis", lambda: tg.ndimage.map_coordinates(x, np.zeros((2, 3)))),
    ):
        with pytest.raises(error, match=match):
            call()


def test_a_filter_that_divides_by_zero_in_a_recording_is_an_error():
    compiled = tg.compile(lambda a, x: tg.signal.lfilter(np.ones(1), a, x))
    np.testing.assert_allclose(compiled(np.array([1.0, 0.5]), np.ones(3)), [1.0, 0.5, 0.75])
    with pytest.raises(ValueError, match="a"):
        compiled(np.array([0.0, 0.5]), np.ones(3))


# ------------------------------------------------------------------------------------------------- resampling, spectra


@pytest.mark.parametrize(("n", "num"), [(6, 9), (6, 4), (5, 3), (5, 8), (6, 6), (8, 3), (3, 8)])
def test_complex_signals_and_spectra_are_resampled(n, num):
    x = RNG(n).normal(size=n) + 1j * RNG(num).normal(size=n)
    for domain in ("time", "freq"):
        t = tg.tensor(x, requires_grad=True)
        found = tg.signal.resample(t, num, domain=domain)
        np.testing.assert_allclose(plain(found), scipy.signal.resample(x, num, domain=domain), rtol=1e-12)
        if domain == "time":
            (slope,) = grad((found.real**2 + found.imag**2).sum(), t)
            whole = matrix(lambda x: scipy.signal.resample(x + 0j, num), n)
            np.testing.assert_allclose(plain(slope), 2.0 * whole.conj().T @ (whole @ x), rtol=1e-12)


@pytest.mark.parametrize(
    "padtype",
    [
        "wrap",
        "edge",
        "smooth",
        "symmetric",
        "reflect",
        "antisymmetric",
        "antireflect",
        "line",
        "mean",
        "median",
        "minimum",
        "maximum",
    ],
)
def test_what_is_beyond_the_ends_when_resampling(padtype):
    """Of signals that are shorter and longer than the filter."""
    for n in (3, 9, 60):
        x = RNG(n).normal(size=n)
        found = tg.signal.resample_poly(leaf(x), 3, 2, padtype=padtype)
        np.testing.assert_allclose(
            plain(found), scipy.signal.resample_poly(x, 3, 2, padtype=padtype), rtol=1e-11, atol=1e-13
        )


@pytest.mark.parametrize("n", [6, 11])
def test_spectra_of_complex_signals_and_modes(n):
    x = RNG(n).normal(size=n) + 1j * RNG(n + 1).normal(size=n)
    y = RNG(2).normal(size=n)
    cases = [
        ("periodogram", x, {}), ("welch", x, {"nperseg": 4, "average": "median", "return_onesided": False}),
        *[("spectrogram", y, {"nperseg": 4, "noverlap": 3, "detrend": False, "mode": mode}) for mode in ("complex", "angle", "phase", "magnitude")],
    ]  # fmt: skip
    for name, given, keywords in cases:
        t = tg.tensor(given, requires_grad=True)
        keywords = {"return_onesided": given is y} | keywords
        found, expected = getattr(tg.signal, name)(t, **keywords), getattr(scipy.signal, name)(given, **keywords)
        for ours, theirs in zip(found, expected, strict=True):
            np.testing.assert_allclose(plain(ours), theirs, rtol=1e-11, atol=1e-13, err_msg=f"{name} {keywords}")
        (slope,) = grad(abs(found[-1]).sum(), t)
        for unit in np.eye(n):
            up, down = (
                np.sum(abs(getattr(scipy.signal, name)(given + s * unit, **keywords)[-1])) for s in (1e-6, -1e-6)
            )
            assert (plain(slope).real @ unit) == pytest.approx((up - down) / 2e-6, rel=1e-6, abs=1e-7)


def test_a_signal_comes_back_from_its_short_time_transform():
    x = leaf(RNG(1).normal(size=(2, 20)))
    _, _, z = tg.signal.stft(x, nperseg=6)
    _, back = tg.signal.istft(z, nperseg=6)
    np.testing.assert_allclose(plain(back)[:, :20], plain(x), rtol=1e-12, atol=1e-13)
    (slope,) = grad(back[:, :20].sum(), x)
    np.testing.assert_allclose(plain(slope), 1.0, rtol=1e-12)


@pytest.mark.parametrize(("n", "irlen"), [(7, None), (11, 4), (7, 4)])
def test_filtering_both_ways_alike(n, irlen):
    """Gustafsson's method; SciPy's own is for real numbers."""
    b, a, x = np.array([0.4, 0.3, 0.1]), np.array([1.3, -0.4]), RNG(n).normal(size=(2, n))

    def theirs(b, a, x):
        return scipy.signal.filtfilt(b, a, x, method="gust", irlen=irlen)

    given = [leaf(v) for v in (b, a, x)]
    found = tg.signal.filtfilt(*given, method="gust", irlen=irlen)
    np.testing.assert_allclose(plain(found), theirs(b, a, x), rtol=1e-10, atol=1e-12)
    slopes = grad((found * found).sum(), given, create_graph=True)
    seed = 2.0 * theirs(b, a, x)
    np.testing.assert_allclose(
        plain(slopes[2])[0], seed[0] @ matrix(lambda x: theirs(b, a, x), n), rtol=1e-9, atol=1e-11
    )
    step = 1e-5
    for k in range(2):
        for unit in np.eye(given[k].size):
            up, down = ([v + s * step * unit if j == k else v for j, v in enumerate((b, a))] for s in (1.0, -1.0))
            expected = (np.sum(theirs(*up, x) ** 2) - np.sum(theirs(*down, x) ** 2)) / (2.0 * step)
            assert plain(slopes[k]) @ unit == pytest.approx(expected, rel=1e-6)
    constant = scipy.signal.filtfilt([2.0], [4.0], x, method="gust")
    np.testing.assert_allclose(plain(tg.signal.filtfilt([2.0], [4.0], leaf(x), method="gust")), constant)


@pytest.mark.skipif(np.lib.NumpyVersion(scipy.__version__) < "1.17.0", reason="older SciPys add up in another order")
@pytest.mark.parametrize("mode", ["constant", "wrap"])
@pytest.mark.parametrize("order", [0, 1, 3])
def test_places_on_a_border_are_inside_where_scipys_are(mode, order):
    """Matrices and offsets of one decimal lead to places that lie on a border, but for the last bit."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        x, matrix, offset = rng.normal(size=(7, 6)), rng.integers(-12, 13, (2, 2)) / 10, rng.integers(-5, 6, 2) / 10
        given = {"offset": offset, "order": order, "mode": mode}
        expected = scipy.ndimage.affine_transform(x, matrix, **given)
        np.testing.assert_allclose(
            tg.ndimage.affine_transform(tg.tensor(x), matrix, **given).numpy(), expected, atol=1e-9
        )


def test_the_cross_density_of_a_signal_with_itself_is_real():
    x = np.random.default_rng(4).normal(size=32)
    for a in (x, tg.tensor(x), leaf(x)):
        for options in ({}, {"return_onesided": False}, {"average": "median"}):
            expected = scipy.signal.csd(x, x, nperseg=8, **options)[1]
            found = tg.signal.csd(a, a, nperseg=8, **options)[1]
            assert found.dtype == expected.dtype == np.float64
            close(plain(found), expected)
    assert tg.signal.csd(x, x.copy(), nperseg=8)[1].dtype == np.complex128


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("function", ["fftconvolve", "oaconvolve"])
def test_no_rows_are_convolved(function, mode):
    """As many as come in, none, of the length that others have."""
    x, k = np.ones((2, 5)), np.ones((1, 3))
    length = getattr(scipy.signal, function)(x, k, mode, axes=1).shape[1]
    found = getattr(tg.signal, function)(tg.tensor(x[:0]), tg.tensor(k), mode, axes=1)
    assert found.numpy().shape == (0, length)


@pytest.mark.parametrize(("first", "second"), [((8,), (2, 8)), ((2, 8), (8,)), ((3, 1, 8), (2, 8))])
@pytest.mark.parametrize("function", ["csd", "coherence"])
def test_cross_densities_of_signals_that_are_broadcast(function, first, second):
    rng = np.random.default_rng(6)
    x, y = rng.normal(size=first), rng.normal(size=second)
    expected = getattr(scipy.signal, function)(x, y, nperseg=4)[1]
    for a in (x, tg.tensor(x)):
        found = plain(getattr(tg.signal, function)(a, y, nperseg=4)[1])
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
@pytest.mark.parametrize(
    ("first", "second", "axes"),
    [((6, 1, 4), (3, 5, 4), (0, 2)), ((1, 7), (4, 3), (1,)), ((2, 7), (1, 3), (1,)), ((1, 4, 3), (6, 2, 3), (1,))],
)
def test_same_is_the_shape_of_the_first_along_broadcast_axes_too(name, first, second, axes):
    """SciPy takes the middle there as well."""
    x, y = RNG(0).normal(size=first), RNG(1).normal(size=second)
    expected = getattr(scipy.signal, name)(x, y, mode="same", axes=axes)
    np.testing.assert_allclose(
        plain(getattr(tg.signal, name)(leaf(x), y, mode="same", axes=axes)), expected, rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize(
    "f",
    [
        lambda s, y, x: s.lfilter([1.0, y], [1.0, -y, 0.1], x),
        lambda s, y, x: s.lfilter([0.5], [1.0, -0.2], [y, 1.0, 2.0 * y]),
        lambda s, y, x: s.lfilter([1.0, 0.5], [1.0, -0.2], x, zi=[y])[0],
        lambda s, y, x: s.filtfilt([1.0, y], [1.0, -0.3], x),
        lambda s, y, x: s.sosfilt([[1.0, y, 0.0, 1.0, -0.3, 0.1]], x),
        lambda s, y, x: abs(s.freqz([1.0, y], [1.0, 0.2], worN=5)[1]),
        lambda s, y, x: s.csd(x, [y] * 40, nperseg=8)[1].real,
    ],
)
def test_lists_that_hold_tensors_are_arrays(f):
    x = np.random.default_rng(0).normal(size=40)
    h, own = 1e-6, lambda y: f(tg.signal, y, x)
    slope = (f(scipy.signal, 0.4 + h, x) - f(scipy.signal, 0.4 - h, x)) / (2 * h)
    np.testing.assert_allclose(own(tg.tensor(0.4)).numpy(), f(scipy.signal, 0.4, x), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(tg.jacobian(own)(0.4), slope, rtol=1e-6, atol=1e-8)


def _one_by_one(x: np.ndarray, y: np.ndarray, full: bool) -> np.ndarray:
    """Return the sum of all products that meet, each placed by its indices."""
    whole = np.zeros([n + m - 1 for n, m in zip(x.shape, y.shape, strict=True)])
    for j in np.ndindex(y.shape):
        whole[tuple(slice(k, k + n) for k, n in zip(j, x.shape, strict=True))] += y[j] * x
    if full:
        return whole
    return whole[tuple(slice(m - 1, n) for n, m in zip(x.shape, y.shape, strict=True))]


SHAPES = [
    ((5,), (3,)), ((200,), (7,)), ((100,), (93,)), ((1, 1), (1, 1)), ((20, 33), (3, 3)), ((31, 40), (30, 38)), ((4, 5, 16), (2, 3, 3)),
    ((9, 170), (2, 160)),
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("mode", ["full", "valid"])
@pytest.mark.parametrize("shapes", SHAPES)
def test_direct_convolutions_of_many_shapes(shapes, mode, dtype):
    """By few elements that all results share, and by long rows; in both executors, with the same bits."""
    rng = np.random.default_rng(0)
    x, y = (rng.normal(size=shape).astype(dtype) for shape in shapes)
    expected = _one_by_one(x.astype("f8"), y.astype("f8"), mode == "full")
    eager = tg.signal.convolve(tg.tensor(x), y, mode, "direct").numpy()
    assert eager.dtype == x.dtype
    tolerance = 1e-12 if dtype == "f8" else 1e-6
    np.testing.assert_allclose(eager, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())
    sealed = tg.compile(lambda a, b: tg.signal.convolve(a, b, mode, "direct"))
    np.testing.assert_array_equal(sealed(x, y), eager)
    np.testing.assert_array_equal(sealed(x, y), eager)
    exchanged = tg.signal.convolve(tg.tensor(y), x, mode, "direct").numpy()
    np.testing.assert_allclose(exchanged, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("mode", ["full", "valid"])
def test_what_is_not_finite_stays_where_it_meets_something(mode, sealed):
    rng = np.random.default_rng(1)
    for shape in ((7, 12), (3, 3)):
        x, y = rng.normal(size=(7, 12)), rng.normal(size=(3, 3))
        (x if shape == (7, 12) else y)[1, 1] = np.inf
        (x if shape == (7, 12) else y)[2, 0] = np.nan
        with np.errstate(invalid="ignore"):
            expected = _one_by_one(x, y, mode == "full")

        def convolve(a, b):
            return tg.signal.convolve(a, b, mode, "direct")

        result = tg.compile(convolve)(x, y) if sealed else convolve(tg.tensor(x), y).numpy()
        np.testing.assert_allclose(result, expected, rtol=1e-12)


def test_a_loop_over_a_convolution_is_compiled_with_pytorchs_gradients():
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(2)
    image, kernel = rng.normal(size=(12, 14)), rng.normal(size=(3, 3))
    a, b = (torch.tensor(v, requires_grad=True) for v in (image, kernel))
    (torch.nn.functional.conv2d(a[None, None], b[None, None], padding=2) ** 2).mean().backward()
    with tg.debug.trace_cache(True):
        x, w = (tg.tensor(v, requires_grad=True) for v in (image, kernel))
        for _ in range(150):
            (tg.signal.correlate2d(x, w) ** 2).mean().backward()
            np.testing.assert_allclose(x.grad.numpy(), a.grad.numpy(), rtol=1e-12)
            np.testing.assert_allclose(w.grad.numpy(), b.grad.numpy(), rtol=1e-12)
            x.grad = w.grad = None
        compiled = sum(e.compiled for e in tg.debug.exits() if e.what == "sweep")
    assert compiled > 50


@pytest.mark.parametrize("mode", ["full", "valid"])
def test_large_convolutions_are_transformed(mode):
    """Only where the user leaves it open: the direct sums are of another order of magnitude."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(300, 300)), rng.normal(size=(60, 60))
    convolve = tg.compile(lambda a, b: tg.signal.convolve(a, b, mode))
    np.testing.assert_allclose(convolve(x, y), scipy.signal.fftconvolve(x, y, mode), atol=1e-10)
    np.testing.assert_allclose(convolve(x, y)[:3, :3], scipy.signal.convolve(x[:80, :80], y, mode)[:3, :3], atol=1e-9)


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
@pytest.mark.parametrize("dtype", [bool, np.int8, np.int64])
def test_transforms_have_no_integers(name, dtype):
    x, y = np.array([100, 100, 3]).astype(dtype), np.array([100, 2]).astype(dtype)
    expected = getattr(scipy.signal, name)(x, y)
    for value in (getattr(tg.signal, name)(x, y), tg.compile(lambda x, y: getattr(tg.signal, name)(x, y))(x, y)):
        assert value.dtype == expected.dtype
        np.testing.assert_allclose(np.asarray(value), expected, rtol=1e-12, atol=1e-9)

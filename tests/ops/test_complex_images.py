"""Linear filters of complex images and signals: SciPy's values, with complex weights and borders, and their gradients."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.ndimage
import scipy.signal

import tapegrad as tg

_RNG = np.random.default_rng(21)


def _complex(*shape):
    return _RNG.normal(size=shape) + 1j * _RNG.normal(size=shape)


IMAGE, WEIGHTS, SIGNAL = _complex(5, 6), _complex(3, 2), _complex(60)
POINTS, SECTIONS = _RNG.uniform(0.0, 4.0, size=(2, 7)), scipy.signal.butter(4, 0.3, output="sos")
BEYOND = {"mode": "constant", "cval": 0.3 - 0.5j}
CASES = [
    ("ndimage", "correlate", (IMAGE, WEIGHTS), BEYOND), ("ndimage", "correlate", (IMAGE.real, WEIGHTS), {}),
    ("ndimage", "convolve", (IMAGE, WEIGHTS), BEYOND), ("ndimage", "convolve", (IMAGE, WEIGHTS.real), {"mode": "wrap"}),
    ("ndimage", "correlate1d", (IMAGE, WEIGHTS[:, 0]), {"axis": 0}), ("ndimage", "convolve1d", (IMAGE, WEIGHTS[:, 0]), BEYOND),
    ("ndimage", "uniform_filter", (IMAGE, 3), BEYOND), ("ndimage", "uniform_filter1d", (IMAGE, 2), {}),
    ("ndimage", "gaussian_filter", (IMAGE, 0.8), BEYOND), ("ndimage", "gaussian_filter1d", (IMAGE, 0.8), {}),
    ("ndimage", "laplace", (IMAGE,), BEYOND), ("ndimage", "gaussian_laplace", (IMAGE, 0.7), {}),
    ("ndimage", "sobel", (IMAGE,), BEYOND), ("ndimage", "prewitt", (IMAGE,), {}), ("ndimage", "spline_filter", (IMAGE,), {}),
    ("ndimage", "map_coordinates", (IMAGE, POINTS), BEYOND), ("ndimage", "shift", (IMAGE, 0.7), BEYOND),
    ("ndimage", "zoom", (IMAGE, 1.6), {}), ("ndimage", "rotate", (IMAGE, 30.0), BEYOND),
    ("ndimage", "affine_transform", (IMAGE, np.array([[0.9, 0.1], [0.0, 1.1]])), {}),
    ("signal", "sosfilt", (SECTIONS, SIGNAL), {}), ("signal", "sosfiltfilt", (SECTIONS, SIGNAL), {}),
    ("signal", "decimate", (SIGNAL, 3), {}), ("signal", "decimate", (SIGNAL, 3), {"ftype": "fir", "zero_phase": False}),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:promoting specified output dtype")  # of spline_filter, by SciPy
@pytest.mark.parametrize(
    ("module", "name", "args", "keywords"), CASES, ids=[f"{name}-{k}" for k, (_, name, *_) in enumerate(CASES)]
)
def test_complex_filters(module, name, args, keywords):
    reference, own = (getattr(m, name) for m in (getattr(scipy, module), getattr(tg, module)))
    place = 1 if module == "signal" and name.startswith("sos") else 0

    def called(function, x):
        return function(*args[:place], x, *args[place + 1 :], **keywords)

    with np.errstate(all="ignore"):
        expected = called(reference, args[place])
    found = called(own, tg.tensor(args[place]))
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-11, atol=1e-12)
    seed = np.linspace(0.5, 1.5, expected.size).reshape(expected.shape)
    gradient = tg.grad(lambda x: np.sum(np.abs(called(own, x)) ** 2 * seed))(args[place])
    step = np.linspace(-1.0, 1.0, args[place].size).reshape(args[place].shape) * (
        1 if np.isrealobj(args[place]) else 1 + 0.5j
    )
    h = 1e-6

    def total(x):
        return np.sum(np.abs(called(reference, x)) ** 2 * seed)

    slope = (total(args[place] + h * step) - total(args[place] - h * step)) / (2 * h)
    assert np.sum(np.real(np.conj(gradient) * step)) == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_ranks_have_no_order_of_complex_numbers():
    with pytest.raises(tg.errors.DtypeError, match="median_filter"):
        tg.ndimage.median_filter(tg.tensor(IMAGE, requires_grad=True), 3)

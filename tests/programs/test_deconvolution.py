"""The example of an image made sharp again, against NumPy with the gradient written by hand."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

import tapegrad as tg
from tests.programs.test_examples import after_colon, loaded, printed


def by_hand(x: np.ndarray, seen: np.ndarray, spectrum: np.ndarray) -> tuple[float, np.ndarray]:
    """The objective and its gradient: the blur is its own transpose, since its spectrum is real."""
    given = loaded("deconvolution")
    blur = lambda image: np.fft.irfft2(np.fft.rfft2(image) * spectrum, s=image.shape)  # noqa: E731
    misfit = blur(x) - seen
    dx, dy = np.roll(x, -1, 1) - x, np.roll(x, -1, 0) - x
    length = np.sqrt(dx**2 + dy**2 + given.EPS**2)
    u, v = dx / length, dy / length
    edges = np.roll(u, 1, 1) - u + np.roll(v, 1, 0) - v
    return 0.5 * np.sum(misfit**2) + given.WEIGHT * np.sum(length), blur(misfit) + given.WEIGHT * edges


@pytest.mark.slow
def test_value_and_gradient():
    given = loaded("deconvolution")
    spectrum = given.transfer(16, 1.5)
    x, seen = np.random.default_rng(1).uniform(size=(2, 16, 16))
    expected, gradient = by_hand(x, seen, spectrum)
    value, slope = tg.compile(tg.value_and_grad(given.objective))(x, seen, spectrum)
    assert value == pytest.approx(expected, rel=1e-13)
    np.testing.assert_allclose(slope, gradient, rtol=1e-11, atol=1e-13)


@pytest.mark.slow
def test_what_it_prints(capsys):
    objective, quality = printed("deconvolution", capsys)
    given = loaded("deconvolution")
    image, seen, spectrum = given.image, given.seen, given.spectrum
    first, last, steps = after_colon(objective)
    assert first == pytest.approx(by_hand(seen, seen, spectrum)[0], abs=1e-4)

    def flat(x):
        value, slope = by_hand(x.reshape(seen.shape), seen, spectrum)
        return value, slope.ravel()

    options = {"maxiter": given.STEPS}
    reference = scipy.optimize.minimize(flat, seen.ravel(), jac=True, method="L-BFGS-B", options=options)
    assert steps == reference.nit
    assert last == pytest.approx(reference.fun, rel=1e-3)
    before, after = after_colon(quality)
    assert after > before + 5.0
    mean_square = np.mean((reference.x.reshape(image.shape) - image) ** 2)
    assert after == pytest.approx(-10.0 * np.log10(mean_square), abs=0.1)

"""A blurred image made sharp again: deconvolution with total variation, by FFTs.

An image of 256 x 256 points with sharp edges is blurred by a Gaussian and gets noise. The image that explains it best,
among those with few edges, minimizes

    sum((blur(x) - seen)**2) / 2 + weight * sum(sqrt(dx**2 + dy**2 + eps**2)),

whose gradient tapegrad takes; SciPy's L-BFGS does the steps, each of which calls machine code.

Run it with ``python examples/deconvolution.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.optimize

import tapegrad as tg

SIZE, WIDTH, NOISE = 256, 2.5, 0.01  # points along an axis, of the blur, of the noise
WEIGHT, EPS, STEPS = 2e-3, 1e-2, 60


def phantom(n: int) -> np.ndarray:
    """Return an image of ellipses, bars and a ramp, with values between 0 and 1."""
    y, x = np.mgrid[-1.0 : 1.0 : n * 1j, -1.0 : 1.0 : n * 1j]
    image = np.zeros((n, n))
    for level, x0, y0, a, b, turn in (
        (0.6, 0.0, 0.0, 0.75, 0.9, 0.0), (-0.3, 0.0, 0.0, 0.68, 0.82, 0.0), (0.3, 0.25, 0.1, 0.15, 0.35, 0.3),
        (-0.2, -0.28, 0.05, 0.18, 0.4, -0.35), (0.4, 0.0, -0.5, 0.08, 0.08, 0.0), (0.5, -0.1, 0.6, 0.05, 0.02, 0.0),
    ):  # fmt: skip
        u, v = np.cos(turn) * (x - x0) + np.sin(turn) * (y - y0), np.cos(turn) * (y - y0) - np.sin(turn) * (x - x0)
        image += level * ((u / a) ** 2 + (v / b) ** 2 <= 1.0)
    for k in range(6):  # bars, each narrower than the one before
        image[n - 28 : n - 8, 20 + 30 * k : 20 + 30 * k + 12 - 2 * k] += 0.8
    return np.clip(image + 0.1 * (x > 0.85), 0.0, 1.0)


def transfer(n: int, width: float) -> np.ndarray:
    """Return the half spectrum of a Gaussian blur that is periodic."""
    rows, columns = np.fft.fftfreq(n)[:, None], np.fft.rfftfreq(n)
    return np.exp(-2.0 * (np.pi * width) ** 2 * (rows**2 + columns**2))


def blurred(x: Any, spectrum: np.ndarray) -> Any:
    """Return the blurred image."""
    return np.fft.irfft2(np.fft.rfft2(x) * spectrum, s=x.shape)


def objective(x: Any, seen: np.ndarray, spectrum: np.ndarray) -> Any:
    """Return how badly an image explains what was seen, with the price of its edges."""
    misfit = blurred(x, spectrum) - seen
    dx, dy = np.roll(x, -1, 1) - x, np.roll(x, -1, 0) - x
    return 0.5 * np.sum(misfit * misfit) + WEIGHT * np.sum(np.sqrt(dx * dx + dy * dy + EPS**2))


def problem() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return an image, what is seen of it, and the spectrum of the blur."""
    image, spectrum = phantom(SIZE), transfer(SIZE, WIDTH)
    noise = np.random.default_rng(1).normal(size=image.shape)
    return image, blurred(image, spectrum) + NOISE * noise, spectrum


def decibels(x: np.ndarray, image: np.ndarray) -> float:
    """Return the signal-to-noise ratio of an image whose largest value is 1."""
    return float(-10.0 * np.log10(np.mean((x - image) ** 2)))


def restored(seen: np.ndarray, spectrum: np.ndarray) -> Any:
    """Minimize from what was seen; returns SciPy's result."""
    value_and_grad = tg.compile(tg.value_and_grad(lambda x: objective(x, seen, spectrum)))

    def flat(x: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = value_and_grad(x.reshape(seen.shape))
        return float(value), slope.ravel()

    return scipy.optimize.minimize(flat, seen.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})


def main() -> None:
    image, seen, spectrum = problem()
    result = restored(seen, spectrum)
    found = result.x.reshape(image.shape)
    print(f"objective: {objective(seen, seen, spectrum):.4f} to {result.fun:.4f} in {result.nit} steps")
    print(f"signal to noise: {decibels(seen, image):.2f} dB seen, {decibels(found, image):.2f} dB restored")


if __name__ == "__main__":
    main()

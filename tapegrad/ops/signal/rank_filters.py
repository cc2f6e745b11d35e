"""Filters of windows: the element of a rank, and the part of an image that is above its noise.

Tests: tests/ops/test_signals.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.complex_numbers import real_floats, real_numbers
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.ndimage.borders import each_axis
from tapegrad.ops.ndimage.ranks import median_filter, rank_filter
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import Tensor
from tapegrad.ops.signal.convolution import convolved


@composite(
    doubled(scipys("scipy.signal", "medfilt")), takes_complex=False, kinks="the derivative of the first of equal elements",
    samples=lambda rng: [
        ((rng.permutation(5) * 0.37 + 0.5,), {}), ((rng.permutation(12).reshape(3, 4) * 0.37 + 0.5,), {"kernel_size": [1, 3]}),
    ],
)  # fmt: skip
def medfilt(volume: Tensor, kernel_size: Any = None) -> Tensor:
    """Return the median of each window, with zeros beyond the borders; a number counts as one element of a line."""
    volume = volume if volume.shape else volume.reshape(1)
    sizes = each_axis(3 if kernel_size is None else kernel_size, range(len(volume.shape)), "kernel_size", "medfilt")
    if any(k % 2 == 0 for k in sizes):
        raise ArgumentError(f"medfilt: expected windows of odd lengths, got {kernel_size!r}.")
    return median_filter(real_numbers(volume, "medfilt"), sizes, mode="constant")


@composite(
    doubled(scipys("scipy.signal", "medfilt2d")), takes_complex=False, kinks="the derivative of the first of equal elements",
    samples=lambda rng: [((rng.permutation(12).reshape(3, 4) * 0.37 + 0.5,), {"kernel_size": [1, 3]})],
)  # fmt: skip
def medfilt2d(input: Tensor, kernel_size: Any = 3) -> Tensor:
    """Return the median of each window of an image, with zeros beyond the borders."""
    if len(input.shape) != 2:
        raise ShapeError(f"medfilt2d: expected two dimensions, got shape {input.shape}. Use medfilt.")
    return medfilt(input, kernel_size)


@composite(
    doubled(scipys("scipy.signal", "order_filter")), takes_complex=False, kinks="the derivative of the first of equal elements",
    samples=lambda rng: [((rng.permutation(12).reshape(3, 4) * 0.37 + 0.5,), {"domain": np.ones((1, 3)), "rank": 2})],
)  # fmt: skip
def order_filter(a: Tensor, domain: Any, rank: int) -> Tensor:
    """Return the element of a rank of each window, with zeros beyond the borders."""
    if any(k % 2 == 0 for k in np.shape(domain)):
        raise ArgumentError(f"order_filter: expected a domain of odd lengths, got shape {np.shape(domain)}.")
    return rank_filter(real_numbers(a, "order_filter"), rank, footprint=np.asarray(domain) != 0, mode="constant")


@composite(
    doubled(scipys("scipy.signal", "wiener")), takes_complex=False, kinks="of what is taken where both are equal",
    samples=normal((((3, 4),), {}), ((6,), {"mysize": 5, "noise": 0.4}), (((3, 4),), {"mysize": (1, 3), "noise": 0.2})),
)  # fmt: skip
def wiener(im: Tensor, mysize: Any = None, noise: Any = None) -> Tensor:
    """Draw an image to the mean of each window where this varies by little more than noise."""
    im = real_floats(im, "wiener")
    ones = np.ones(each_axis(3 if mysize is None else mysize, range(len(im.shape)), "mysize", "wiener"))
    mean = convolved(im, ones, "same", "auto", "wiener") / ones.size
    variance = convolved(im * im, ones, "same", "auto", "wiener") / ones.size - mean * mean
    noise = variance.mean() if noise is None else noise
    below = variance < noise
    return where(below, mean, (im - mean) * (1.0 - noise / where(below, 1.0, variance)) + mean)

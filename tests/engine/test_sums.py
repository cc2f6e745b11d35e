"""The order of sums is one, in eager sweeps and in sealed code, and their error is that of the last rounding."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tapegrad as tg

SIZES = [*range(2, 20), 31, 255, 256, 257, 263, 511, 512, 513, 2047, 2049, 65_535, 65_537, 70_001]


def values(n: int, dtype: type) -> np.ndarray:
    """Numbers of very different magnitudes."""
    rng = np.random.default_rng(n)
    return (rng.normal(size=n) * 10.0 ** rng.integers(-9, 10, n)).astype(dtype)


def in_order(x: np.ndarray) -> float:
    """The sum in the order that `tapegrad.machine.sums` describes, by Python's floats."""
    total = lost = 0.0
    for first in range(0, len(x), 256):
        lanes = [0.0] * 8
        for k, item in enumerate(x[first : first + 256].tolist()):
            lanes[k % 8] += item
        while len(lanes) > 1:
            lanes = [a + b for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
        t = total + lanes[0]
        lost += (total - t) + lanes[0] if abs(total) >= abs(lanes[0]) else (lanes[0] - t) + total
        total = t
    return total + lost if lost == lost else total


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n", SIZES)
def test_eager_and_sealed_sums_have_one_order(n, dtype):
    x = values(n, dtype)
    expected = dtype(in_order(x))
    assert np.sum(tg.tensor(x)).item() == expected
    assert tg.compile(lambda t: np.sum(t))(x) == expected


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("where", [0, 5, 300])
def test_an_infinity_or_nan_arrives(where, dtype):
    for special in (math.inf, -math.inf, math.nan):
        x = values(301, dtype)
        x[where] = special
        for found in (np.sum(tg.tensor(x)).item(), tg.compile(lambda t: np.sum(t))(x)):
            np.testing.assert_equal(float(found), special)


def test_no_number_behind_the_last_is_read():
    """Sums of arrays that end where NaNs begin."""
    for n in (9, 257, 300):
        memory = np.full(n + 16, np.nan)
        memory[:n] = values(n, np.float64)
        assert np.sum(tg.tensor(memory)[:n]).item() == in_order(memory[:n])
        assert tg.compile(lambda t, n=n: np.sum(t[:n]))(memory) == in_order(memory[:n])

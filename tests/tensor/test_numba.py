"""Functions that Numba compiled, called with Tensors: recorded from their Python source."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import tapegrad as tg


@numba.njit
def shifted(x, k=3.0):
    return x * x + k


@numba.njit
def total(x, y=2.0, k=3.0):
    s = 0.0
    for i in range(3):
        if i != 1:
            s = s + shifted(x * i, k) * y
    return s


@numba.njit
def of_arrays(x):
    return np.sum(np.sin(x) * x)


def test_compiled_functions_are_recorded_from_their_source():
    x = tg.tensor(1.5, requires_grad=True)
    assert total(x).item() == total(1.5)
    total(x, k=x).backward()
    assert x.grad.item() == 2.0 * (1.0 + 8.0 * 1.5 + 1.0)
    for way in (tg.grad(total), tg.compile(tg.grad(total)), tg.vmap(tg.grad(total))):
        given = np.array([1.5]) if way.__name__.startswith("vmap") else 1.5
        np.testing.assert_allclose(way(given), 2.0 * 8.0 * 1.5, rtol=1e-14)
    assert all(numba.types.float64 == signature[0] for signature in total.signatures)  # nothing is compiled for Tensors


def test_numbas_own_calls_and_errors_stay():
    x = np.array([0.5, 1.0])
    np.testing.assert_allclose(tg.grad(of_arrays)(x), np.cos(x) * x + np.sin(x), rtol=1e-15)
    assert of_arrays(x) == pytest.approx(np.sum(np.sin(x) * x))
    with pytest.raises(numba.core.errors.TypingError):
        total(object())

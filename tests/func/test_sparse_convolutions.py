"""Sparse derivatives through convolutions: by diagonals and by colours, with SciPy's convolutions of unit vectors."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal

import tapegrad as tg
from tapegrad.errors import ArgumentError

RNG = np.random.default_rng(0)
WEIGHTS = np.array([0.1, -0.25, 0.0, 0.25, 0.15])
SQUARE = RNG.normal(size=(3, 2))


def plane(function, *args, **keywords):
    """A function of images on vectors: `convolve2d` and its kin."""
    weights, *rest = args
    return lambda library, x: getattr(library, function)(x.reshape(6, 7), cast(weights, x), *rest, **keywords).ravel()


def cast(weights, x):
    return weights.astype(x.dtype)


LINEAR = {
    "same": lambda library, x: np.convolve(x, cast(WEIGHTS, x), mode="same"),
    "full": lambda library, x: np.correlate(x, cast(WEIGHTS, x), mode="full"),
    "longer weights": lambda library, x: np.convolve(cast(np.arange(1.0, 60.0), x), x),
    "turned": lambda library, x: np.convolve(cast(WEIGHTS, x), x[::-1], mode="valid"),
    "meeting": lambda library, x: np.convolve(x[1:] + x[:-1], cast(WEIGHTS, x), mode="full")[3:-2],
    "image": plane("convolve2d", SQUARE, mode="same"),
    "image, full": plane("correlate2d", SQUARE),
    "image, valid": plane("convolve2d", SQUARE, mode="valid"),
    "image, wrapped": plane("convolve2d", SQUARE, mode="same", boundary="wrap"),
    "image, mirrored": plane("convolve2d", SQUARE, boundary="symm"),
    "rows": plane("fftconvolve", WEIGHTS[None], mode="same", axes=1),
    "rows with weights each": plane("fftconvolve", RNG.normal(size=(6, 3)), axes=1),
    "block": lambda library, x: library.convolve(x.reshape(2, 3, 7), cast(SQUARE[:, :, None], x), mode="same").ravel(),
}


def applied(f, x):
    return f(tg.signal if isinstance(x, tg.Tensor) else scipy.signal, x)


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_jacobians_and_hessians(name, dtype):
    f = LINEAR[name]
    x = np.random.default_rng(1).normal(size=42).astype(dtype)
    matrix = np.stack([applied(f, e) for e in np.eye(42)], axis=1)
    matrix[np.abs(matrix) < 1e-14] = 0.0  # of transforms
    inner = matrix @ x.astype(float)
    tolerance = 1e-12 if dtype == np.float64 else 2e-5
    jacobian = tg.func.sparse_jacobian(lambda x: np.tanh(applied(f, x)) + 1.0)
    expected = matrix / np.cosh(inner[:, None]) ** 2
    assert jacobian(x).dtype == dtype
    np.testing.assert_allclose(jacobian(x).toarray(), expected, rtol=tolerance, atol=tolerance)
    assert not np.any((expected != 0) & ~jacobian.pattern(x).toarray())
    if name not in ("rows with weights each", "longer weights", "image, mirrored"):
        assert jacobian.pattern(x).by == "diagonals"
        np.testing.assert_array_equal(jacobian.pattern(x).toarray(), matrix != 0)
    hessian = tg.func.sparse_hessian(lambda x: np.sum(np.sin(applied(f, x))))
    expected = matrix.T @ (-np.sin(inner)[:, None] * matrix)
    scale = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(hessian(x).toarray() / scale, expected / scale, atol=10 * tolerance)
    assert (hessian(x) != hessian(x).T).nnz == 0


def test_both_operands_and_the_weights_alone():
    x = np.random.default_rng(2).normal(size=24)
    jacobian = tg.func.sparse_jacobian(lambda x: np.convolve(x[:4], x[4:]))
    expected = np.zeros((23, 24))
    for i in range(4):
        for j in range(20):
            expected[i + j, i] += x[4 + j]
            expected[i + j, 4 + j] += x[i]
    np.testing.assert_allclose(jacobian(x).toarray(), expected, rtol=1e-13)
    image = np.random.default_rng(3).normal(size=(5, 6))
    of_weights = tg.func.sparse_jacobian(lambda w: tg.signal.convolve2d(image, w.reshape(4, 6), mode="full").ravel())
    exact = np.stack([scipy.signal.convolve2d(image, e.reshape(4, 6)).ravel() for e in np.eye(24)], axis=1)
    np.testing.assert_allclose(of_weights(x).toarray(), exact, atol=1e-14)


def test_weights_that_are_an_argument():
    """They are data: what is 0 now may be another number in the next call."""
    x = np.random.default_rng(4).normal(size=30)
    jacobian = tg.func.sparse_jacobian(lambda x, w: np.convolve(x, w, mode="same"))
    for weights in (WEIGHTS, WEIGHTS[::-1] + 1.0, np.zeros(5)):
        exact = np.stack([np.convolve(e, weights, mode="same") for e in np.eye(30)], axis=1)
        np.testing.assert_array_equal(jacobian(x, weights).toarray(), exact)
    assert jacobian.pattern(x, WEIGHTS).by == "diagonals"


def test_many_weights_are_coloured_and_all_are_refused():
    x = np.random.default_rng(5).normal(size=300)
    weights = np.random.default_rng(6).normal(size=41)
    jacobian = tg.func.sparse_jacobian(lambda x: np.convolve(x, weights, mode="same"))
    exact = np.stack([np.convolve(e, weights, mode="same") for e in np.eye(300)], axis=1)
    np.testing.assert_allclose(jacobian(x).toarray(), exact, atol=1e-14)
    assert jacobian.pattern(x).by == "columns"
    with pytest.raises(ArgumentError, match="sparse_jacobian: expected a sparse derivative"):
        tg.func.sparse_jacobian(lambda x: np.convolve(x, np.ones(6000)))(np.ones(6000))


def test_large_ones_take_no_more_than_their_nonzeros():
    x = np.random.default_rng(7).normal(size=100_000)
    jacobian = tg.func.sparse_jacobian(lambda x: np.convolve(x, WEIGHTS, mode="valid"))
    assert jacobian.pattern(x).nnz == 4 * 99_996
    direction = np.cos(x)
    np.testing.assert_allclose(jacobian(x) @ direction, np.convolve(direction, WEIGHTS, mode="valid"), atol=1e-14)

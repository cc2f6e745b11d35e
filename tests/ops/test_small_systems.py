"""Systems of up to four unknowns, which compiled code solves itself, against NumPy's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops.linalg import small_matrices

SIZES = range(1, small_matrices.LARGEST + 1)
SOLVE, INVERT, SIGNED = tg.compile(np.linalg.solve), tg.compile(np.linalg.inv), tg.compile(np.linalg.slogdet)


def matrices(n: int, dtype: type = np.float64) -> list[np.ndarray]:
    """Any matrices, all orders of rows of a triangle, numbers of very different sizes, zeros where a pivot would be."""
    rng = np.random.default_rng(n)
    found = [rng.normal(size=(n, n)) for _ in range(5)]
    upper = np.triu(rng.uniform(1.0, 2.0, (n, n)))
    found += [upper[list(order)] for order in itertools.permutations(range(n))][:8]
    found.append(10.0 ** rng.uniform(-8, 8, (n, 1)) * rng.normal(size=(n, n)))
    found.append(np.eye(n)[::-1] + 1e-30)
    return [a.astype(dtype) for a in found]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n", SIZES)
def test_solutions(n: int, dtype: type) -> None:
    b = np.random.default_rng(7).normal(size=(n, 3)).astype(dtype)
    for a in matrices(n, dtype):
        x, inverse, wide = SOLVE(a, b), INVERT(a), a.astype(float)
        scale = float(np.finfo(dtype).eps) * 16.0
        assert x.dtype == inverse.dtype == dtype
        # the residual of a backward stable solution (Higham, Accuracy and Stability, 2nd ed., theorem 9.4)
        for solution, right in ((x, b), (inverse, np.eye(n))):
            bound = np.abs(wide) @ np.abs(solution) * n * scale * 8.0
            assert (np.abs(wide @ solution - right) <= bound + 1e-300).all()
        sign, logarithm = SIGNED(a)
        wanted = np.linalg.slogdet(wide)
        assert sign == wanted[0]
        assert logarithm == pytest.approx(wanted[1], rel=1e-5 if dtype == np.float32 else 1e-9, abs=n * scale * 64.0)


@pytest.mark.parametrize("n", SIZES)
def test_singular_matrices(n: int) -> None:
    for a in (np.zeros((n, n)), np.ones((n, n)), np.outer(np.arange(n), np.ones(n))):
        if n == 1 and a[0, 0]:
            continue
        with pytest.raises(np.linalg.LinAlgError):
            SOLVE(a, np.ones((n, 2)))
        with pytest.raises(np.linalg.LinAlgError):
            INVERT(a)
        assert SIGNED(a) == np.linalg.slogdet(a)


def test_not_a_number_and_infinity_are_no_reason_to_fail() -> None:
    a = np.array([[1.0, np.nan], [1.0, 2.0]])
    assert np.isnan(SOLVE(a, np.eye(2))).any()
    a = np.array([[1.0, np.inf], [1.0, 2.0]])
    np.testing.assert_array_equal(SOLVE(a, np.eye(2)), np.linalg.solve(a, np.eye(2)))


def test_stacks_and_strides() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(5, 3, 3)), rng.normal(size=(5, 3, 2))
    found = tg.compile(lambda a, b: np.linalg.solve(np.swapaxes(a, 1, 2)[::-1], b[::-1]))(a, b)
    np.testing.assert_allclose(found, np.linalg.solve(np.swapaxes(a, 1, 2)[::-1], b[::-1]), rtol=1e-11)

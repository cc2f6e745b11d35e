"""Systems with Toeplitz and circulant matrices, and eigenvalues of tridiagonal ones, by the elements that define them.

Tests: tests/replay/test_compile.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import less_equal, where
from tapegrad.ops.fft.discrete_fourier import fft, ifft, irfft, rfft
from tapegrad.ops.linalg.decompositions import eigh, eigvalsh
from tapegrad.ops.linalg.eigenpairs import chosen
from tapegrad.ops.linalg.linear_systems import solve_with
from tapegrad.ops.linalg.matrices import by_columns, numbers, one_of, square
from tapegrad.ops.linalg.phases import phaseless
from tapegrad.ops.linalg.special_matrices import toeplitz
from tapegrad.ops.products import matmul
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import concatenate_op, moveaxis

# ------------------------------------------------------------------------------------------------- Toeplitz, circulant


def _columns_and_rows(rng: np.random.Generator) -> list[Any]:
    c, r, b = rng.normal(size=(3, 4)) * 0.4
    c[0] += 3.0
    return [(([c, r], b), {}), ((c, rng.normal(size=(4, 2))), {})]


def _of_scipy(name: str) -> Callable[..., Any]:
    def reference(c_or_cr: Any, b: Any) -> Any:
        pair = isinstance(c_or_cr, list)
        column = tuple(map(in_double, c_or_cr)) if pair else in_double(c_or_cr)
        result = scipys("scipy.linalg", name)(column, in_double(b))
        return result.astype(np.result_type(*(column if pair else (column,)), in_double(b)))  # SciPy's is double

    reference.__module__, reference.__name__ = "scipy.linalg", name
    return reference


def _pair(c_or_cr: Any) -> tuple[Any, Any]:
    """Return a column and a row; a list of numbers is a column, as in SciPy."""
    is_pair = isinstance(c_or_cr, tuple) or (isinstance(c_or_cr, list) and all(np.ndim(x) for x in c_or_cr))
    return tuple(c_or_cr) if is_pair else (c_or_cr, None)


@composite(_of_scipy("solve_toeplitz"), _columns_and_rows, of_array=False)
def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: bool = True) -> Tensor:
    """Solve systems with the Toeplitz matrix of a first column, or of a pair of it and a first row.

    The matrix is factored as a general one, which is stable where SciPy's recursion is not.
    """
    matrix = square(toeplitz(*_pair(c_or_cr)), "solve_toeplitz")
    return by_columns(lambda right: solve_with(matrix, right), numbers(b, "solve_toeplitz"))


@composite(_of_scipy("matmul_toeplitz"), _columns_and_rows, of_array=False)
def matmul_toeplitz(c_or_cr: Any, x: Any, check_finite: bool = False, workers: int | None = None) -> Tensor:
    """Multiply a Toeplitz matrix, given as for `solve_toeplitz`, with vectors; `workers` has no effect."""
    return matmul(numbers(toeplitz(*_pair(c_or_cr)), "matmul_toeplitz"), numbers(x, "matmul_toeplitz"))


@composite(
    lambda c, b, **k: scipys("scipy.linalg", "solve_circulant")(in_double(c), in_double(b), **k),
    lambda rng: [((rng.normal(size=4) + 4.0 * np.eye(4)[0], rng.normal(size=s)), k) for s, k in ((4, {}), ((4, 2), {}), ((2, 4), {"baxis": -1, "singular": "lstsq"}))],
)  # fmt: skip
def solve_circulant(
    c: Tensor, b: Any, singular: str = "raise", tol: float | None = None, caxis: int = -1, baxis: int = 0, outaxis: int = 0
) -> Tensor:  # fmt: skip
    """Solve systems with circulant matrices of first columns, by Fourier transforms.

    A matrix is singular if an element of the transform of its column is at most `tol`, by default the rounding error.
    This is an error; with `singular` "lstsq" these elements are left out, and the solution is the one of least squares.
    Recordings guard this decision.
    """
    if singular not in ("raise", "lstsq"):
        raise ArgumentError(f"solve_circulant: expected singular 'raise' or 'lstsq', got {singular!r}.")
    c, b = numbers(c, "solve_circulant"), numbers(b, "solve_circulant")
    c, b = moveaxis(c, caxis, -1), moveaxis(b, baxis, -1)
    n = b.shape[-1]
    if c.shape[-1] != n:
        raise ShapeError(f"solve_circulant: shapes of c {c.shape} and b {b.shape} are incompatible.")
    if not b.size or not c.size:
        return moveaxis(b + np.sum(c), -1, outaxis)
    real = "c" not in (c.dtype.kind, b.dtype.kind)
    of_c, of_b = (rfft(c), rfft(b)) if real else (fft(c), fft(b))
    sizes = abs(of_c).detach()
    tol = np.max(sizes, -1, keepdims=True) * (n * float(np.finfo(np.float64).eps)) if tol is None else tol
    nothing = less_equal(sizes, tol)
    if singular == "raise":
        if np.any(nothing):
            raise np.linalg.LinAlgError(
                "solve_circulant: a circulant matrix is singular, or nearly so. Pass singular='lstsq'."
            )
        quotient = of_b / of_c
    else:
        quotient = where(nothing, 0.0, of_b / where(nothing, 1.0, of_c))
    return moveaxis(irfft(quotient, n) if real else ifft(quotient), -1, outaxis)


# ------------------------------------------------------------------------------------------------- tridiagonal


def _tridiagonal(d: AnyArray, e: AnyArray, function: str) -> AnyArray:
    d, e = numbers(d, function), numbers(e, function)
    n = d.shape[-1] if d.shape else 0
    if not n or not e.shape or e.shape[-1] != n - 1:
        raise ShapeError(
            f"{function}: expected a diagonal and an off-diagonal of one element less, got {d.shape} and {e.shape}."
        )
    beside = e[..., :, None] * np.eye(n - 1, n, dtype=e.dtype)
    zeros = np.zeros((*e.shape[:-1], 1, n), e.dtype)
    below = concatenate_op(zeros, beside, axis=len(beside.shape) - 2)
    return d[..., :, None] * np.eye(n, dtype=d.dtype) + below + np.swapaxes(below, -1, -2)


def part_of(w: Any, select: str, select_range: Any, function: str) -> slice:
    """Return which of the ascending eigenvalues are chosen."""
    if select not in ("a", "all", "i", "index", "v", "value"):
        raise ArgumentError(f"{function}: expected select 'a', 'i' or 'v', got {select!r}.")
    by_index, by_value = (select_range if select[0] == letter else None for letter in "iv")
    return chosen(w, by_index, by_value, function)


def _lines(rng: np.random.Generator) -> list[Any]:
    pair = np.arange(4.0) + rng.normal(size=4) * 0.2, rng.uniform(0.3, 0.8, 3)
    return [
        (pair, {"eigvals_only": True}),
        (pair, {"eigvals_only": True, "select": "i", "select_range": (1, 2)}),
        (pair, {"eigvals_only": True, "select": "v", "select_range": (0.5, 2.5)}),
    ]


def _by_scipy(name: str) -> Callable[..., Any]:
    return doubled(scipys("scipy.linalg", name))


@composite(
    _by_scipy("eigh_tridiagonal"), _lines, takes_complex=False, invariants=lambda results, *operands: phaseless(results)
)
def eigh_tridiagonal(
    d: Tensor, e: Any, eigvals_only: bool = False, select: str = "a", select_range: Any = None, check_finite: bool = True,
    tol: float = 0.0, lapack_driver: str = "auto",
) -> Any:  # fmt: skip
    """Return eigenvalues and eigenvectors of real symmetric tridiagonal matrices: given by their diagonals and off-diagonals."""
    matrix = _tridiagonal(d, e, "eigh_tridiagonal")
    if matrix.dtype.kind == "c":
        raise DtypeError("eigh_tridiagonal: this function is for real numbers, got complex ones. Use eigh.")
    _check_driver(lapack_driver, select, eigvals_only, "eigh_tridiagonal")
    w, v = (eigvalsh(matrix), None) if eigvals_only else eigh(matrix)
    part = part_of(w, select, select_range, "eigh_tridiagonal")
    return w[..., part] if v is None else (w[..., part], v[..., part])


def _check_driver(driver: str, select: str, eigvals_only: bool, function: str) -> None:
    """Refuse a routine of LAPACK's which does not compute what is asked for."""
    one_of(driver, ("auto", "stemr", "sterf", "stebz", "stev", "stevd"), "lapack_driver", function)
    if (driver in ("sterf", "stev", "stevd") and select[0] != "a") or (driver == "sterf" and not eigvals_only):
        raise ArgumentError(
            f"{function}: expected a lapack_driver that computes the requested eigenvalues, got {driver!r}. Leave "
            f"it out."
        )


@composite(
    _by_scipy("eigvalsh_tridiagonal"), lambda rng: [(pair, {}) for pair, _ in _lines(rng)[:1]], takes_complex=False
)
def eigvalsh_tridiagonal(
    d: Tensor, e: Any, select: str = "a", select_range: Any = None, check_finite: bool = True, tol: float = 0.0,
    lapack_driver: str = "auto",
) -> Any:  # fmt: skip
    """Return eigenvalues of real symmetric tridiagonal matrices."""
    _check_driver(lapack_driver, select, True, "eigvalsh_tridiagonal")
    return eigh_tridiagonal(d, e, True, select, select_range)

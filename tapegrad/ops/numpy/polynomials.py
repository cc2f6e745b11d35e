"""Polynomials: NumPy's functions of coefficients, with the highest power first.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError, numpys_refusals
from tapegrad.ops.complex_numbers import squared_modulus
from tapegrad.ops.composites import composite
from tapegrad.ops.linalg.decompositions import qr
from tapegrad.ops.linalg.eigenvalues import all_real, eigvals
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.least_squares import lstsq
from tapegrad.ops.linalg.triangular_systems import solve_triangular
from tapegrad.ops.numpy.vector_convolution import convolve
from tapegrad.ops.products import matmul
from tapegrad.ops.reductions import sum_
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import concatenate, diag, ravel, reshape, stack, transpose


def _pair(*shapes: Any) -> Callable[..., Any]:
    """Return samples of two arrays, from pairs of shapes."""
    return lambda rng: [((rng.normal(size=a), rng.normal(size=b)), {}) for a, b in shapes]


def _listed(p: AnyArray, function: str) -> Tensor:
    p = runtime.as_tensor(p, function)
    return p if p.shape else reshape(p, (1,))


def _coefficients(p: AnyArray, function: str) -> AnyArray:
    p = _listed(p, function)
    if len(p.shape) != 1:
        raise ShapeError(f"{function}: expected a vector of coefficients, got shape {p.shape}.")
    return p


@composite(
    np.polyval,
    lambda rng: [((rng.normal(size=4), rng.normal(size=(2, 3))), {}), (([1.0, -2.0, 0.5], rng.normal()), {})],
    of_array=False,
)
def polyval(p: Any, x: Any) -> Tensor:
    """Return values of a polynomial at points (Horner's scheme); rows of coefficients are of as many polynomials."""
    if isinstance(x, np.poly1d):
        raise ArgumentError("polyval: expected points, got a poly1d. Give its coefficients to polymul and polyadd.")
    p, x = runtime.as_tensor(p, "polyval"), runtime.as_tensor(x, "polyval")
    if not p.shape:
        raise ShapeError("polyval: expected a vector of coefficients, got shape ().")
    y = runtime.as_tensor(np.zeros(x.shape, x.dtype))
    for k in range(p.shape[0]):
        y = y * x + p[k]
    return y


def _equally_long(a1: AnyArray, a2: AnyArray, function: str) -> tuple[Any, Any]:
    """Return the coefficients of two polynomials, of the same powers."""
    a1, a2 = _listed(a1, function), _listed(a2, function)
    if a1.shape[0] == a2.shape[0]:
        return a1, a2
    a1, a2 = _coefficients(a1, function), _coefficients(a2, function)
    n = max(a1.shape[0], a2.shape[0])
    return _longer(a1, n), _longer(a2, n)


def _longer(x: AnyArray, n: int) -> AnyArray:
    return concatenate([np.zeros(n - x.shape[0], x.dtype), x]) if x.shape[0] < n else x


@composite(np.polyadd, _pair((3, 2), (2, 2)), of_array=False)
def polyadd(a1: Any, a2: Any) -> Tensor:
    """Return the coefficients of the sum of two polynomials."""
    a1, a2 = _equally_long(a1, a2, "polyadd")
    return a1 + a2


@composite(np.polysub, _pair((3, 2), (2, 4)), of_array=False)
def polysub(a1: Any, a2: Any) -> Tensor:
    """Return the coefficients of the difference of two polynomials."""
    a1, a2 = _equally_long(a1, a2, "polysub")
    return a1 - a2


@composite(np.polymul, _pair((3, 2), (2, 4)), of_array=False)
def polymul(a1: Any, a2: Any) -> Tensor:
    """Return the coefficients of the product of two polynomials, without zeros in front of either."""
    return convolve(*[_from_highest(_coefficients(a, "polymul")) for a in (a1, a2)])


def _from_highest(p: Any) -> Tensor:
    """Return coefficients from the first one that is not 0, which is a decision; 0 for none."""
    if not p.shape[0]:
        return runtime.as_tensor(np.zeros(1, p.dtype))
    places = np.flatnonzero((p != 0)._decided()[:-1]) if p.shape[0] > 1 else np.zeros(1)
    return p[int(places[0]) if places.size else p.shape[0] - 1 :]


@composite(np.polydiv, lambda rng: [((np.array([2.0, 3.0, -1.0, 4.0, 1.0]), np.array([1.0, 2.0, -3.0])), {}), ((rng.normal(size=2), rng.normal(size=4)), {})], of_array=False)  # fmt: skip
def polydiv(u: Any, v: Any) -> tuple[Any, Any]:
    """Return the coefficients of the quotient and of the remainder of two polynomials."""
    u, v = _coefficients(u, "polydiv"), _coefficients(v, "polydiv")
    u, v = (x if x.dtype.kind in "fc" else x.astype(np.float64) for x in (u, v))
    if not u.shape[0] or not v.shape[0]:
        raise ShapeError(f"polydiv: expected polynomials with coefficients, got shapes {u.shape} and {v.shape}.")
    u = u + v[0] * 0.0  # in the dtype of both, as NumPy, and depending on both
    steps, m = u.shape[0] - v.shape[0] + 1, v.shape[0]
    quotient, rest, scale = [], u, 1.0 / v[0]
    for k in range(steps):
        quotient.append(scale * rest[k])
        rest = concatenate([rest[:k], rest[k : k + m] - quotient[-1] * v, rest[k + m :]])
    while rest.shape[0] > 1 and bool(abs(rest[0].detach()) <= 1e-8):  # NumPy's, by allclose
        rest = rest[1:]
    return stack(quotient) if quotient else u[:1] * 0.0, rest


@composite(np.polyder, lambda rng: [((rng.normal(size=4),), {}), ((rng.normal(size=5),), {"m": 2})])
def polyder(p: Tensor, m: int = 1) -> Tensor:
    """Return the coefficients of the derivative of order m."""
    if m < 0:
        raise ArgumentError(f"polyder: expected an order of 0 or more, got {m}.")
    if not p.shape:
        raise DtypeError("polyder: expected a vector of coefficients, got a single number.")
    for _ in range(min(m, max(p.shape[0], 1))):  # the first step makes the dtype of coefficients of nothing
        p = p[:-1] * np.arange(p.shape[0] - 1, 0, -1)
    return p


@composite(np.polyint, lambda rng: [((rng.normal(size=4),), {}), ((rng.normal(size=3),), {"m": 2, "k": [1.0, 2.0]}), ((rng.normal(size=3),), {"m": 2, "k": 0.5})])  # fmt: skip
def polyint(p: Tensor, m: int = 1, k: Any = None) -> Tensor:
    """Return the coefficients of the integral of order m; k are the constants of integration, the first one first."""
    if m < 0:
        raise ArgumentError(f"polyint: expected an order of 0 or more, got {m}.")
    if len(p.shape) != 1:
        raise ShapeError(f"polyint: expected a vector of coefficients, got shape {p.shape}.")
    with numpys_refusals("polyint"):
        constants = ravel(runtime.as_tensor(np.zeros(m) if k is None else k))
    if constants.shape[0] not in (1, m):
        raise ArgumentError(f"polyint: expected {m} constants of integration, or one number, got {constants.shape[0]}.")
    for i in range(m):
        constant = constants[i : i + 1] if constants.shape[0] > 1 else constants
        p = concatenate([p / np.arange(p.shape[0], 0, -1), constant])
    return p


@composite(np.poly, lambda rng: [((rng.normal(size=3),), {})])
def poly(seq_of_zeros: Tensor) -> Tensor:
    """Return the coefficients of the polynomial with given roots, or with the eigenvalues of a matrix; the first one is 1."""
    roots = seq_of_zeros if seq_of_zeros.shape else reshape(seq_of_zeros, (1,))
    if len(roots.shape) == 2 and roots.shape[0] == roots.shape[1] and roots.shape[0]:
        roots = eigvals(roots)
    if len(roots.shape) != 1:
        raise ShapeError(f"poly: expected a vector of roots, or a square matrix, got shape {roots.shape}.")
    if not roots.shape[0]:
        return runtime.from_array(np.ones(()))  # as NumPy has it, a number
    roots = roots if roots.dtype.kind in "fc" else roots.astype(np.float64)
    result = runtime.as_tensor(np.ones(1, roots.dtype))
    for k in range(roots.shape[0]):
        result = convolve(result, concatenate([np.ones(1, roots.dtype), -roots[k : k + 1]]))
    if roots.dtype.kind == "c":
        plain = np.sort(roots._decided())
        if np.array_equal(plain, np.sort(plain.conj())):  # pairs of conjugates
            return result.real
    return result


@composite(doubled(np.roots), lambda rng: [((np.array([1.0, -3.0, 1.0]),), {})])
def roots(p: Tensor) -> Tensor:
    """Return the roots of a polynomial: the eigenvalues of its companion matrix; at multiple roots they have no derivative."""
    if len(p.shape) != 1:
        raise ShapeError(f"roots: expected a vector of coefficients, got shape {p.shape}.")
    places = np.flatnonzero((p != 0)._decided())
    if not places.size:
        return runtime.as_tensor(np.zeros(0))
    zeros = p.shape[0] - 1 - int(places[-1])
    p = p[int(places[0]) : int(places[-1]) + 1]
    p = p if p.dtype.kind in "fc" else p.astype(np.float64)
    degree = p.shape[0] - 1
    if not degree:
        return runtime.as_tensor(np.zeros(zeros, p.dtype))
    companion = concatenate([reshape(-(p[1:] / p[0]), (1, degree)), np.eye(degree - 1, degree, dtype=p.dtype)])
    eigenvalues = eigvals(companion)
    if p.dtype.kind != "c" and all_real(eigenvalues):
        eigenvalues = np.real(eigenvalues)
    return concatenate([eigenvalues, np.zeros(zeros, eigenvalues.dtype)]) if zeros else eigenvalues


@composite(
    doubled(np.polyfit),
    lambda rng: [
        ((np.linspace(-1.0, 2.0, 6), rng.normal(size=6), 2), {}),
        ((np.linspace(-1.0, 2.0, 5), rng.normal(size=(5, 2)), 1), {"w": np.array([1.0, 2.0, 0.5, 1.0, 3.0])}),
        ((np.linspace(-1.0, 2.0, 7), rng.normal(size=7), 2), {"cov": True}),
        ((np.linspace(-1.0, 2.0, 7), rng.normal(size=7), 1), {"cov": "unscaled", "w": np.linspace(1.0, 2.0, 7)}),
        ((np.linspace(-1.0, 2.0, 6), rng.normal(size=6), 2), {"rcond": 1e-3}),
    ],
    of_array=False,
)  # fmt: skip
def polyfit(
    x: Any, y: Any, deg: int, rcond: float | None = None, full: bool = False, w: Any = None, cov: Any = False
) -> Any:
    """Fit a polynomial by least squares; with `cov`, return the covariances of its coefficients too.

    With `full`, return the sums of squared residuals, the rank, the singular values and `rcond` too, as `numpy.linalg.lstsq`
    has them. Singular values that do not exceed `rcond` times the largest one do not count.
    """
    x, y, order = _floating(x), _floating(y), int(deg) + 1
    if deg < 0 or len(x.shape) != 1 or len(y.shape) not in (1, 2) or x.shape[0] != y.shape[0] or not x.shape[0]:
        raise ShapeError(
            f"polyfit: expected a degree of 0 or more, points and as many values (or rows of them), got {deg!r} and shapes "
            f"{x.shape} and {y.shape}."
        )
    left, right = vander(x, order), y
    if w is not None:
        w = _floating(w)
        if w.shape != x.shape:
            raise ShapeError(f"polyfit: expected a weight for each of {x.shape[0]} points, got shape {w.shape}.")
        left, right = left * w[:, None], right * (w[:, None] if len(y.shape) == 2 else w)
    scale = np.sqrt(sum_(left * left, 0))
    scaled = left / scale
    if rcond is None:
        rcond = x.shape[0] * float(np.finfo(x.dtype if x.dtype.kind in "fc" else np.float64).eps)
    factors = None if full else _factors(scaled, right, rcond)
    if factors is None:
        fitted, off, rank, singular = lstsq(scaled, right, rcond)
        if not full and int(rank) != order:
            warnings.warn("Polyfit may be poorly conditioned", np.exceptions.RankWarning, stacklevel=2)
    else:
        q, r = factors
        fitted = solve_triangular(r, matmul(transpose(q), right))
    result = transpose(transpose(fitted) / scale)
    if full:
        return result, off, rank, singular, rcond
    if not cov:
        return result
    base = inv(matmul(transpose(scaled), scaled)) / (scale[:, None] * scale[None, :])
    factor: Any = 1.0
    if cov != "unscaled":
        if x.shape[0] <= order:
            raise ArgumentError("polyfit: the number of points must exceed deg + 1 to scale the covariances.")
        residues = right - matmul(left, result)
        factor = sum_(squared_modulus(residues), 0) / float(x.shape[0] - order)
    return result, base * factor if len(y.shape) == 1 else base[:, :, None] * factor


def _floating(x: AnyArray) -> Tensor:
    """Return numbers whose powers and products do not wrap around."""
    x = runtime.as_tensor(x)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def _factors(a: Tensor, b: AnyArray, rcond: float) -> Any:
    """Return the factors Q and R of real matrices of which all singular values count for sure; None for others."""
    if a.shape[0] < a.shape[1] or a.dtype.kind == "c" or b.dtype.kind == "c":
        return None
    if not a.traced:
        singular = np.linalg.svd(a._numpy(), compute_uv=False)
        return qr(a) if singular[-1] > rcond * singular[0] else None
    q, r = qr(a)
    plain = r.detach()
    if not bool((diag(plain) != 0.0).all()):
        return None
    inverse = solve_triangular(plain, np.eye(a.shape[1]))
    # the smallest singular value is at least 1 / |inverse|, the largest one at most |R|
    return (q, r) if bool(sum_(plain * plain) * sum_(inverse * inverse) * rcond**2 < 1.0) else None


@composite(np.vander, lambda rng: [((rng.normal(size=3),), {}), ((rng.normal(size=3), 4), {"increasing": True})])
def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    """Return the matrix of powers of a vector, the highest ones first unless `increasing`."""
    if len(x.shape) != 1:
        raise ShapeError(f"vander: expected a vector, got shape {x.shape}.")
    columns = x.shape[0] if N is None else operator.index(N)
    x = x.astype(np.promote_types(x.dtype, np.int_), copy=False)  # as NumPy does
    with numpys_refusals("vander"):
        np.empty((x.shape[0], columns), x.dtype)  # before as many steps are made
    powers = [runtime.as_tensor(np.ones(x.shape, x.dtype)), x]
    for _ in range(columns - 2):
        powers.append(powers[-1] * x)
    powers = powers[:columns]
    if not powers:
        return runtime.as_tensor(np.zeros((x.shape[0], 0), x.dtype))
    return stack(powers if increasing else powers[::-1], 1)

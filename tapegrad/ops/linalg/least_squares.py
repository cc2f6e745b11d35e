"""Pseudoinverses, least squares, and bases of ranges and null spaces.

Singular values that count have an inverse, and those below a tolerance are cut. As long as none passes the tolerance, a
pseudoinverse is a smooth function of the matrix, also where values repeat. With P for it, and R for what is cut, the sum of
``s u v^H`` that do not count, the conditions of Penrose

    P A P = P,    A P and P A Hermitian

hold of P whatever R is, and what they say of changes is a linear equation for that of P (`stein`). Where all that is cut
is 0 its solution is the formula of Golub and Pereyra (1973): of a matrix of less than full rank, which is no smooth point, the
derivative along changes that keep the rank.

Tests: tests/ops/test_scipys_linear_algebra.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.elementwise_ops import greater, where
from tapegrad.ops.linalg.bases import all_vectors, basis_op
from tapegrad.ops.linalg.decompositions import eigvalsh, svd, svdvals
from tapegrad.ops.linalg.matrices import adjoint_of, by_columns, matrices, mirrored, numbers, one_of, square
from tapegrad.ops.linalg.matrix_equations import stein
from tapegrad.ops.products import broadcast_stacks, flipped, matmul, matmul_op
from tapegrad.ops.reductions import max_, sum_
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import reshape_op, sum_to


def _sizes(a: AnyArray, hermitian: bool = False) -> Any:
    return abs(eigvalsh(a)) if hermitian else svdvals(a)


def rank_of(a: AnyArray, tolerance: AnyArray, hermitian: bool = False) -> Tensor:
    """Count singular values above a tolerance, as floating-point numbers."""
    return sum_(where(greater(_sizes(a, hermitian), tolerance), 1.0, 0.0), -1)


def ranks(a: Tensor, tolerance: Any, hermitian: bool = False) -> np.ndarray:
    """Count singular values above a tolerance: a decision, so that recordings guard it."""
    return np.asarray(rank_of(a, tolerance, hermitian)._decided()).astype(np.int64)


def one_rank(s: Any, cut: float, function: str) -> int:
    """Return the rank of matrices, which decides shapes: their singular values above `cut` times the largest one."""
    counts = ranks_above(s, cut)
    if np.any(counts != counts.flat[0]):
        raise ShapeError(f"{function}: expected matrices of one rank, got ranks {counts.tolist()}. Call it for each.")
    return int(counts.flat[0])


def ranks_above(s: Any, cut: float) -> np.ndarray:
    """Count singular values above `cut` times the largest of their matrix, a decision as `ranks` is."""
    if not s.traced:
        values = s._numpy()
        return np.count_nonzero(values > np.max(values, -1, keepdims=True) * cut, axis=-1) + np.zeros((), np.int64)
    counts = sum_(where(greater(s, max_(s, -1, keepdims=True) * cut), 1.0, 0.0), -1)
    return np.asarray(counts._decided()).astype(np.int64)


# ------------------------------------------------------------------------------------------------- pseudoinverses


def _taken_apart(a: AnyArray, cut: AnyArray, *, hermitian: bool) -> np.ndarray:
    """Return P as NumPy computes it, above the adjoint of R."""
    a = in_double(a)
    u, s, vh = np.linalg.svd(a.conjugate() if a.dtype.kind == "c" else a, full_matrices=False, hermitian=hermitian)
    left, right, n = np.swapaxes(vh, -1, -2), np.swapaxes(u, -1, -2), a.shape[-1]
    result = np.zeros((*a.shape[:-2], 2 * n, a.shape[-2]), a.dtype)
    if s.size:
        counts = s > cut.real[..., None] * s.max(-1, keepdims=True)
        if counts.all():
            inverse = 1.0 / s
        else:
            inverse = np.divide(1.0, s, where=counts, out=np.zeros_like(s))
            np.matmul(left, np.where(counts, s.dtype.type(0.0), s)[..., None] * right, out=result[..., n:, :])
        np.matmul(left, inverse[..., None] * right, out=result[..., :n, :])
    return result


def _beyond(p: AnyArray, rest: AnyArray, across: AnyArray, back: AnyArray) -> Any:
    """Return what a matrix receives because what is cut is not 0.

    `back` is what the adjoint of P receives, and `across` the product of what P receives with the adjoint of P.
    """
    if isinstance(rest, np.ndarray) and not rest.any():  # in a sweep, of a matrix of which nothing is cut
        return 0.0
    rest_adjoint, squares = adjoint_of(rest), matmul_op(p, adjoint_of(p))
    back = stein(matmul_op(rest, rest_adjoint), squares, back + matmul_op(rest, across))
    across = across + matmul_op(matmul_op(rest_adjoint, back), squares)
    left = matmul_op(rest, matmul_op(across, squares))
    return left + matmul_op(matmul_op(adjoint_of(p), squares), matmul_op(adjoint_of(back), rest))


def _pseudo_adjoint(g: AnyArray, a: AnyArray, out: AnyArray, a_shape: Shape) -> Any:
    """Give ``-P^H g P^H + (1 - a P) g^H P P^H + P^H P g^H (1 - P a)`` and `_beyond`; R is ``a - a P a``."""
    a, out = adjoint_of(flipped(a)), adjoint_of(flipped(out))  # as they are
    n = a_shape[-1]
    p, rest, of_rest = out[..., :n, :], adjoint_of(out[..., n:, :]), adjoint_of(g[..., n:, :])
    p_adjoint, a_adjoint = adjoint_of(p), adjoint_of(a)
    g = g[..., :n, :] - matmul_op(matmul_op(a_adjoint, of_rest), a_adjoint)
    g_adjoint, across = adjoint_of(g), matmul_op(g, p_adjoint)
    right = of_rest + matmul_op(matmul_op(g_adjoint, p), p_adjoint)
    left = of_rest + matmul_op(p_adjoint, matmul_op(p, g_adjoint))
    adjoint = right - matmul_op(a, matmul_op(p, right)) + left - matmul_op(matmul_op(left, p), a) - of_rest
    adjoint = adjoint - matmul_op(p_adjoint, across) + _beyond(p, rest, across, g_adjoint)
    return sum_to(adjoint, a_shape)


def _with_gap(*shapes: Shape) -> list[np.ndarray]:
    """Return matrices of which one singular value, the least, is less than 0.3 times the largest."""
    rng = np.random.default_rng(5)
    matrices = []
    for shape in shapes:
        u, s, vh = np.linalg.svd(rng.normal(size=shape), full_matrices=False)
        s = np.linspace(3.0, 2.0, s.shape[-1]) * np.where(np.arange(s.shape[-1]) == s.shape[-1] - 1, 0.2, 1.0)
        matrices.append((u * s) @ vh)
    return matrices


def _some(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=shape),), {}) for shape in ((3, 3), (2, 4, 2), (2, 3))]


def _pseudo_reference(a: AnyArray) -> np.ndarray:
    a = in_double(a)
    p = np.linalg.pinv(a, 0.3)
    return np.concatenate([p, np.conjugate(np.swapaxes(a - a @ p @ a, -1, -2))], axis=-2)


pinv_op: General = General(
    name="pinv", takes_complex=True, forward=_taken_apart,
    infer=lambda a, cut, *, hermitian: matrices("pinv", lambda m, n: (2 * n, m), square=hermitian)(a),
    adjoints={"a": _pseudo_adjoint, "cut": None}, reference=_pseudo_reference,
    samples=lambda rng: [((a,), {}) for a in _with_gap((3, 3), (2, 4, 2), (2, 3))],
    on_samples=lambda a: pinv_op(a, np.array(0.3, np.zeros(0, a.dtype).real.dtype), hermitian=False),
    summary="Pseudoinverse of matrices, and below it the adjoint of the cut part; singular values count that exceed `cut` times the largest one.",
)  # fmt: skip


def _pseudoinverse(a: AnyArray, cut: np.ndarray, hermitian: bool = False) -> AnyArray:
    return pinv_op(a, cut, hermitian=hermitian)[..., : a.shape[-1], :]


def _cut(a: AnyArray, rcond: Any, rtol: Any) -> np.ndarray:
    """Return how large, beside the largest one, singular values must be to count."""
    if rtol is None or rtol is True:
        rtol = max(a.shape[-2:]) * float(np.finfo(a.dtype).eps)
    return np.asarray(rtol if rcond is None else rcond, np.zeros(0, a.dtype).real.dtype)


def _cut_or_not(rng: np.random.Generator) -> list[Any]:
    return [*_some(rng), *[((a,), {"rcond": 0.3}) for a in _with_gap((3, 3), (2, 3))]]


@composite(doubled(np.linalg.pinv), _cut_or_not)
def pinv(
    a: Tensor, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None, atol: float | None = None,
    return_rank: bool = False, check_finite: bool = True,
) -> Any:  # fmt: skip
    """Return the Moore-Penrose inverse of matrices; the derivative is that at a constant number of values that count.

    Singular values count that exceed `rcond` (or `rtol`) times the largest one, by default 1e-15 as NumPy has it. With SciPy's
    arguments they must exceed ``atol + rtol * largest``, and `rtol` is by default the longer side times the dtype's rounding. Of a
    Hermitian matrix the lower triangle is read.
    """
    a = numbers(a, "pinv")
    matrices("pinv", lambda m, n: (n, m), square=hermitian)(a.shape)
    if hermitian:
        a = mirrored(a, lower=True)
    if rcond is not None and rtol is not None:
        raise ArgumentError(f"pinv: expected rcond or rtol, got both, {rcond!r} and {rtol!r}. Give one of them.")
    tolerances = [t for t in (rtol, atol) if isinstance(t, (float, int))]
    if any(t < 0 for t in tolerances):
        raise ArgumentError(f"pinv: expected atol and rtol of 0 or more, got atol={atol!r} and rtol={rtol!r}.")
    if rcond is None and rtol is None and atol is None and not return_rank:
        rcond = 1e-15
    cut = _cut(a, rcond, rtol)
    if atol:
        largest = max_(_sizes(a, hermitian), -1).detach()
        cut = cut + atol / largest
    inverse = _pseudoinverse(a, cut, hermitian)
    if not return_rank:
        return inverse
    return inverse, ranks(a, max_(_sizes(a, hermitian), -1, keepdims=True) * cut[..., None], hermitian)[()]


@composite(
    doubled(scipys("scipy.linalg", "pinvh")),
    lambda rng: [((a + a.T,), k) for a, k in zip(rng.normal(size=(2, 3, 3)), ({}, {"lower": False}), strict=True)], hermitian=True,
)  # fmt: skip
def pinvh(
    a: Tensor, atol: float | None = None, rtol: Any = None, lower: bool = True, return_rank: bool = False,
    check_finite: bool = True,
) -> Any:  # fmt: skip
    """Return the Moore-Penrose inverse of Hermitian matrices. One triangle is read."""
    a = square(a, "pinvh")
    a = a if lower else adjoint_of(a)
    return pinv(a, None, True, rtol=True if rtol is None else rtol, atol=atol, return_rank=return_rank)


# ------------------------------------------------------------------------------------------------- least squares


def _systems_shape(a: Shape, b: Shape, cut: Shape = ()) -> Shape:
    if len(a) < 2 or len(b) < 2 or a[-2] != b[-2]:
        raise ShapeError(f"lstsq: expected matrices and right sides of their length, got shapes {a} and {b}.")
    return (*broadcast_stacks("lstsq", {"a": a, "b": b}), a[-1], b[-1])


def _solved(a: Any, b: Any, cut: Any) -> np.ndarray:
    stack = _systems_shape(a.shape, b.shape)[:-2]
    if not stack:
        return np.linalg.lstsq(a, b, cut.real)[0]
    wide = [np.broadcast_to(x, (*stack, *x.shape[-2:])) for x in (a, b)]
    solutions = [np.linalg.lstsq(wide[0][place], wide[1][place], cut.real)[0] for place in np.ndindex(stack)]
    return np.reshape(solutions, (*stack, a.shape[-1], b.shape[-1]))


def _least_adjoints(g: AnyArray, a: AnyArray, b: AnyArray, cut: AnyArray, out: AnyArray) -> tuple[Any, Any]:
    """Return ``P^H g`` and ``(b - a x) (P P^H g)^H + P^H x (g - P a g)^H - P^H g x^H`` and `_beyond`."""
    a, b, x = adjoint_of(flipped(a)), adjoint_of(flipped(b)), adjoint_of(flipped(out))  # as they are
    joined, n = pinv_op(a, cut, hermitian=False), a.shape[-1]
    p, rest = joined[..., :n, :], adjoint_of(joined[..., n:, :])
    p_adjoint, x_adjoint, g_adjoint = adjoint_of(p), adjoint_of(x), adjoint_of(g)
    back = matmul_op(p_adjoint, g)
    among = matmul_op(b - matmul_op(a, x), adjoint_of(matmul_op(p, back)))
    beyond = matmul_op(matmul_op(p_adjoint, x), adjoint_of(g - matmul_op(p, matmul_op(a, g))))
    of_cut = _beyond(p, rest, matmul_op(g, x_adjoint), matmul_op(b, g_adjoint))
    return back, among + beyond - matmul_op(back, x_adjoint) + of_cut


def _least_samples(rng: np.random.Generator) -> list[Any]:
    sides = (4, 3), (2, 1), (3, 2)
    return [((a, rng.normal(size=b)), {}) for a, b in zip(_with_gap((4, 2), (2, 4), (2, 3, 3)), sides, strict=True)]


lstsq_op: General = General(
    name="lstsq", takes_complex=True, forward=_solved, infer=_systems_shape,
    adjoints={
        "a": lambda g, a, b, cut, out, a_shape: sum_to(_least_adjoints(g, a, b, cut, out)[1], a_shape),
        "b": lambda g, a, b, cut, out, b_shape: sum_to(_least_adjoints(g, a, b, cut, out)[0], b_shape), "cut": None,
    },
    reference=lambda a, b: _solved(in_double(a), in_double(b), np.array(0.3)), samples=_least_samples,
    on_samples=lambda a, b: lstsq_op(a, b, np.array(0.3, np.zeros(0, a.dtype).real.dtype)),
    summary="Solutions of least norm of least squares problems; singular values count as for `pinv`.",
)  # fmt: skip


def lstsq(
    a: Any, b: Any, rcond: float | None = None, overwrite_a: bool = False, overwrite_b: bool = False,
    check_finite: bool = True, lapack_driver: str | None = None, cond: float | None = None,
) -> Any:  # fmt: skip
    """Return solutions of least squares, their sums of squared residuals, the rank and the singular values of `a`.

    Singular values count if they exceed `rcond` (SciPy calls it `cond`) times the largest one. The default is the
    longer side times the rounding of double precision, for single precision too. If `rcond` is not between 0 and 1, it
    is half of this rounding, as in LAPACK's gelsd. As in NumPy, the residuals are an empty array if the matrix is not
    of full rank or has no more rows than columns. For one right side they are an array of one element. The rank
    decides; in a recording it is guarded. In a stack each matrix has its rank, and all matrices must be of full rank,
    or none. With SciPy's `lapack_driver` "gelsy" there are no residuals and no singular values, which are None.
    """
    one_of(lapack_driver or "gelsd", ("gelsd", "gelsy", "gelss"), "lapack_driver", "lstsq")
    a, b = numbers(a, "lstsq"), numbers(b, "lstsq")
    rcond, rounding, s = cond if rcond is None else rcond, float(np.finfo(float).eps), svdvals(a)
    m, n = a.shape[-2:]
    rcond = max(m, n) * rounding if rcond is None else rcond
    cut = np.asarray(_cut(a, rcond if 0.0 < rcond < 1.0 else rounding / 2.0, None))
    x = by_columns(lambda right: lstsq_op(a, right, cut), b)
    rank = _rank_of_each(s, float(cut), min(m, n))
    without = lapack_driver == "gelsy" and bool(a.size)
    if m <= n or np.all(rank < n) or without:
        none = (*x.shape[: len(a.shape) - 2], 0)
        residuals = runtime.from_array(np.zeros(none, np.zeros(0, x.dtype).real.dtype))
    elif np.any(rank < n):
        raise ShapeError(
            f"lstsq: expected matrices of full rank, or none of it, got ranks {rank.tolist()}. Call it for each."
        )
    else:
        residuals = sum_(abs(_off(a, x, b)) ** 2, -1 if len(b.shape) == 1 else -2)
        residuals = residuals if residuals.shape else reshape_op(residuals, shape=(1,))
    return x, residuals, runtime.from_array(rank if rank.shape else np.array(rank, np.int32)), None if without else s


def _off(a: AnyArray, x: AnyArray, b: AnyArray) -> Tensor:
    """Return what is left of right sides; solutions of one are rows."""
    return (matmul(a, x[..., None])[..., 0] if len(b.shape) == 1 else matmul(a, x)) - b


def _rank_of_each(s: AnyArray, cut: float, full: int) -> np.ndarray:
    """Return how many singular values of each matrix are above `cut` times the largest one."""
    if not s.size:
        return np.full(s.shape[:-1], full)
    return ranks_above(s, cut)


functions[np.linalg.lstsq] = lstsq


# ------------------------------------------------------------------------------------------------- bases


def _least(a: AnyArray, rcond: float | None, function: str) -> int:
    """Return how many singular values count, by SciPy's tolerance."""
    s = svdvals(a)
    if not s.size:
        return 0
    rcond = float(np.finfo(a.dtype).eps) * max(a.shape[-2:]) if rcond is None else rcond
    return one_rank(s, rcond, function)


def _projector(basis: AnyArray) -> Any:
    return matmul_op(basis, adjoint_of(basis))


def _deficient(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=(4, 2)),), {}), ((rng.normal(size=(2, 4)),), {})]


@composite(
    doubled(scipys("scipy.linalg", "orth")), lambda rng: _deficient(rng)[:1],
    invariants=lambda results, a: _projector(results),
)  # fmt: skip
def orth(A: Tensor, rcond: float | None = None) -> Tensor:
    """Return an orthonormal basis of the range of a matrix, its left singular vectors; the rank, of stacks one, is a decision."""
    A = numbers(A, "orth")
    return svd(A, full_matrices=False)[0][..., : _least(A, rcond, "orth")]


def _with_null_space(rng: np.random.Generator) -> list[Any]:
    return [((rng.normal(size=(2, 3)),), {}), *[((a,), {"rcond": 0.3}) for a in _with_gap((3, 3), (4, 3))]]


@composite(
    doubled(scipys("scipy.linalg", "null_space")), _with_null_space, invariants=lambda results, a: _projector(results),
)  # fmt: skip
def null_space(
    A: Tensor, rcond: float | None = None, *, overwrite_a: bool = False, check_finite: bool = True, lapack_driver: str = "gesdd"
) -> Tensor:  # fmt: skip
    """Return an orthonormal basis of the null space of a matrix; its dimension, of stacks one, is a decision.

    How the vectors turn among each other is a choice without a derivative.
    """
    one_of(lapack_driver, ("gesdd", "gesvd"), "lapack_driver", "null_space")
    A = numbers(A, "null_space")
    rank, n = _least(A, rcond, "null_space"), A.shape[-1]
    cut = float(np.finfo(A.dtype).eps) * max(A.shape[-2:]) if rcond is None else rcond
    real = np.zeros(0, A.dtype).real.dtype
    projector = np.eye(n, dtype=real) - matmul_op(_pseudoinverse(A, np.asarray(cut, real)), A)
    return basis_op(projector, all_vectors(A, of="right")[..., rank:])

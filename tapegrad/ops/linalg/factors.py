"""Further factorizations of SciPy's: RQ, products with Q, and L D L^H of symmetric matrices.

Tests: tests/replay/test_compile.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, conjugated
from tapegrad.ops.elementwise_ops import multiply, not_equal, where
from tapegrad.ops.linalg.decompositions import qr
from tapegrad.ops.linalg.linear_systems import solve_op
from tapegrad.ops.linalg.lu import lu_op
from tapegrad.ops.linalg.matrices import adjoint_of, matrices, numbers, one_by_one, square, symmetric, triangle
from tapegrad.ops.linalg.phases import rq_invariants
from tapegrad.ops.products import matmul, matmul_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor


def _oblong(*keywords: dict[str, Any]) -> Callable[..., list[Any]]:
    """Return samples of matrices of full rank."""

    def samples(rng: np.random.Generator) -> list[Any]:
        matrices = [rng.normal(size=s) * 0.5 + 2.0 * np.eye(*s) for s in ((3, 3), (3, 2), (2, 3))]
        return [((a,), k) for a in matrices for k in keywords]

    return samples


@composite(
    doubled(scipys("scipy.linalg", "rq")), _oblong({"mode": "economic"}, {"mode": "r"}, {}), invariants=rq_invariants
)  # fmt: skip
def rq(
    a: Tensor, overwrite_a: bool = False, lwork: int | None = None, mode: str = "full", check_finite: bool = True
) -> Any:  # fmt: skip
    """Return R and Q with ``a = R Q``, R upper triangular; modes 'full', 'r' and 'economic' are SciPy's.

    How the rows that 'full' adds to Q turn among each other is a choice without a derivative.
    """
    if mode not in ("full", "r", "economic"):
        raise ArgumentError(f"rq: expected mode 'full', 'r' or 'economic', got {mode!r}.")
    a = numbers(a, "rq")
    m, n = matrices("rq", lambda *lengths: lengths, square=False)(a.shape)[-2:]
    q, r = qr(adjoint_of(a[..., ::-1, ::-1]), mode="complete" if mode != "economic" and n > m else "reduced")
    q, r = (adjoint_of(x)[..., ::-1, ::-1] for x in (q, r))
    return r if mode == "r" else (r, q)


def _products(rng: np.random.Generator) -> list[Any]:
    a, c = rng.normal(size=(4, 2)) + 2.0 * np.eye(4, 2), rng.normal(size=(3, 4))
    return [((a, c), {}), ((a, c[:, :2].T), {"mode": "left"}), ((a, c[0]), {"pivoting": True})]


@composite(doubled(scipys("scipy.linalg", "qr_multiply")), _products)
def qr_multiply(
    a: Tensor, c: Any, mode: str = "right", pivoting: bool = False, conjugate: bool = False, overwrite_a: bool = False,
    overwrite_c: bool = False,
) -> tuple[Any, ...]:  # fmt: skip
    """Return ``c Q``, or ``Q c`` for `mode` "left", and R (and the order of columns with `pivoting`), of a's decomposition.

    Both may be stacks.
    """
    if mode not in ("left", "right"):
        raise ArgumentError(f"qr_multiply: expected mode 'left' or 'right', got {mode!r}.")
    a, c = numbers(a, "qr_multiply"), numbers(c, "qr_multiply")
    q, *rest = qr(a, pivoting=pivoting)
    q = conjugated(q) if conjugate else q
    inner = (c.shape[-1:], q.shape[-2]) if mode == "right" else (c.shape[-2:][:1], q.shape[-1])
    if inner[0] != inner[1:]:
        raise ShapeError(f"qr_multiply: Q of shape {q.shape} and c of shape {c.shape} do not fit for mode {mode!r}.")
    return matmul(c, q) if mode == "right" else matmul(q, c), *rest


# ------------------------------------------------------------------------------------------------- L D L^H


def _factored(a: np.ndarray, *, lower: bool) -> np.ndarray:
    """Return L above D, and below them the order of rows."""
    factor, d, order = scipys("scipy.linalg", "ldl")(a, lower=lower)
    return np.concatenate([factor, d, order[None].astype(d.dtype)], axis=-2)


def _adjoint(g: AnyArray, out: AnyArray, a_shape: Any, lower: bool) -> Any:
    """Give ``L^-H M L^-1`` for ``dA = L dM L^H``: M has D' in the blocks on its diagonal, and ``L^H L' D^-H`` on one side of them.

    The blocks are of one row, or of two where D is not diagonal.
    """
    n, out = a_shape[-1], conjugated(out)  # as it is
    factor, d = out[..., :n, :], out[..., n : 2 * n, :]
    one = np.eye(n, dtype=np.zeros((), d.dtype).real.dtype)
    blocks = not_equal(multiply(d, 1.0 - one) + one, 0.0)
    inner = adjoint_of(matmul_op(adjoint_of(factor), g[..., :n, :]))
    inner = adjoint_of(solve_op(d, *lu_op(d), inner, transposed=False))
    beside = triangle(inner, lower=lower, diagonal=0.0)
    inner, back = symmetric(where(blocks, g[..., n : 2 * n, :], beside)), adjoint_of(factor)
    for _ in range(2):
        inner = adjoint_of(solve_op(back, *lu_op(back), inner, transposed=False))
    return symmetric(inner)


def _indefinite(rng: np.random.Generator) -> list[Any]:
    """Return symmetric matrices with clear pivots, one of them with a block of two rows in D."""
    apart = np.diag([3.0, -4.0, 5.0]) + 0.3 * symmetric(rng.normal(size=(3, 3)))
    pair = np.array([[0.1, 3.0, 0.2], [3.0, 0.2, 0.4], [0.2, 0.4, 2.0]]) + 0.05 * symmetric(rng.normal(size=(3, 3)))
    return [((a,), {"lower": lower}) for a in (apart, pair) for lower in (True, False)]


ldl_op: General = General(
    name="ldl", takes_complex=True, forward=lambda a, *, lower: one_by_one(_factored, 1)(a, lower=lower),
    infer=lambda a, *, lower: matrices("ldl", lambda n, _: (2 * n + 1, n))(a), adjoints={"a": _adjoint}, hermitian=True,
    reference=lambda a, *, lower: one_by_one(_factored, 1)(symmetric(in_double(a)), lower=lower), samples=_indefinite,
    invariants=lambda x, a: x[..., : 2 * a.shape[-1], :],
    summary="L, D and the order of rows, below each other, for L D L^H of Hermitian matrices. The gradient is symmetric.",
)  # fmt: skip


@composite(
    lambda a, **k: (lambda parts: (*parts[:2], in_double(parts[2])))(scipys("scipy.linalg", "ldl")(symmetric(in_double(a)), **k)),
    _indefinite, hermitian=True,
)  # fmt: skip
def ldl(
    A: Tensor, lower: bool = True, hermitian: bool = True, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Any, Any, Any]:  # fmt: skip
    """Return L, D and the order of rows with ``A = L D L^H``: ``L[order]`` is a triangle, D has blocks of one row or two.

    One triangle of the Hermitian matrix is read, and its gradient is symmetric.
    """
    A = square(A, "ldl")
    if not hermitian and A.dtype.kind == "c":
        raise ArgumentError("ldl: complex symmetric matrices are not supported, Hermitian ones are. Use lu.")
    parts, n = ldl_op(A, lower=bool(lower)), A.shape[-1]
    order = np.real(parts[..., 2 * n, :]).detach().astype(np.int64)
    return parts[..., :n, :], parts[..., n : 2 * n, :], order

"""Schur's and Hessenberg's forms: ``a = z t z^H`` with a triangle, or a triangle and one diagonal more.

Both bases turn by a skew matrix X when a moves, and ``dt = M + t X - X t`` with ``M = z^H da z`` must stay zero where t is. That
determines X below its diagonal as the solution of linear equations, whose transpose is solved here: in an order of the unknowns
(by distance from the diagonal, by columns) each equation reads earlier ones alone, so as many corrections as there are rows solve all.
What is divided by is the difference of two eigenvalues, or an element beside the diagonal: where that is 0 the form is not unique,
and derivatives that depend on it are infinite or NaN. The phases of a complex basis are a choice without a derivative.

Tests: tests/replay/test_compile.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, conjugated
from tapegrad.ops.elementwise_ops import gated_multiply, multiply
from tapegrad.ops.linalg.decompositions import inverse_gaps, row
from tapegrad.ops.linalg.matrices import adjoint_of, matrices, one_by_one, square
from tapegrad.ops.products import matmul_op
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import concatenate_op, diagonal

_hessenberg, _schur = scipys("scipy.linalg", "hessenberg"), scipys("scipy.linalg", "schur")


def _joined(function: Callable[..., Any], **keywords: Any) -> Callable[..., np.ndarray]:
    """Return what gives the form of each matrix above its basis, in one array."""
    return one_by_one(lambda a: np.concatenate(function(a, **keywords)).astype(a.dtype) if a.size else a, 1)


def _where(x: AnyArray, mask: np.ndarray) -> AnyArray:
    return multiply(x, mask.astype(np.zeros((), x.dtype).real.dtype))


def _commuted(t: AnyArray, y: AnyArray) -> Any:
    """Return ``t^H y - y t^H``, the transpose of commuting with t."""
    return matmul_op(adjoint_of(t), y) - matmul_op(y, adjoint_of(t))


def _adjoint(g: AnyArray, out: AnyArray, kept: np.ndarray, solve: Callable[[Any, Any], Any]) -> Any:
    """Return the adjoint of a; t is zero where it is not `kept`, and `solve` gives the multipliers of that."""
    out = conjugated(out)  # as it is
    n = out.shape[-1]
    t, z = out[..., :n, :], out[..., n:, :]
    of_t, of_z = _where(g[..., :n, :], kept), g[..., n:, :]
    turned = matmul_op(adjoint_of(z), of_z) + _commuted(t, of_t)
    return matmul_op(matmul_op(z, of_t - solve(t, turned - adjoint_of(turned))), adjoint_of(z))


def _of_triangle(t: AnyArray, b: AnyArray) -> Any:
    """Solve ``t^H y - y t^H = b`` below the diagonal, for a y that is zero elsewhere."""
    n = t.shape[-1]
    below, above = np.tri(n, k=-1, dtype=bool), np.tri(n, k=-1, dtype=bool).T
    gaps = conjugated(_gaps(t))
    strict, b = _where(t, above), _where(b, below)
    y = gated_multiply(b, gaps)
    for _ in range(n - 2):
        y = gated_multiply(b - _where(_commuted(strict, y), below), gaps)
    return y


def _gaps(t: AnyArray) -> Any:
    """Return ``1 / (t_i - t_j)`` of the diagonal; NaN where both are the same."""
    return inverse_gaps(-diagonal(t, axis1=-2, axis2=-1))


def _of_hessenberg(t: AnyArray, b: AnyArray) -> AnyArray:
    """Solve for a y below the first diagonal beside the main one: what it does to X is b, below the diagonal of X."""
    n = t.shape[-1]
    lower, unknown = np.tri(n, k=-2, dtype=bool), np.tri(n, k=-1, dtype=bool)
    if n < 3:
        return b * 0.0
    nothing = b[..., :1] * 0.0
    scale = row(1.0 / diagonal(t, -1, axis1=-2, axis2=-1))

    def moved(x: AnyArray) -> AnyArray:
        """Divide each column by the element of t that its unknowns are multiplied with, and move it to these."""
        return _where(concatenate_op(gated_multiply(x[..., 1:], scale), nothing, axis=len(x.shape) - 1), lower)

    y = moved(-b)
    for _ in range(n - 3):
        c = _commuted(t, y)
        y = y - moved(_where(b - (c - adjoint_of(c)), unknown))
    return y


# with real eigenvalues that are apart, and vectors whose signs do not turn nearby
_APART = np.array([
    [[4.2, -0.4, -0.7], [-0.8, 1.5, 0.7], [0.2, 0.4, -1.9]], [[4.7, 0.5, -0.8], [0.6, 0.3, 0.4], [-0.5, 0.6, -1.9]],
])  # fmt: skip


def _apart(rng: np.random.Generator) -> list[Any]:
    return [((_APART[0],), {}), ((_APART,), {}), ((_APART[1, :2, :2],), {})]


def _linked(rng: np.random.Generator) -> list[Any]:
    """Return matrices whose forms have no small element beside the diagonal."""
    a = rng.uniform(-0.4, 0.4, size=(2, 4, 4)) + np.eye(4, k=-1) * 2.0
    return [((a[0],), {}), ((a,), {}), ((a[0, :2, :2],), {})]


def _phaseless(t: AnyArray, z: AnyArray) -> tuple[Any, Any]:
    """Return the eigenvalues and the projections on each vector of the basis."""
    n = np.arange(z.shape[-1])
    return t[..., n, n], z[..., :, None, :] * np.conjugate(z)[..., None, :, :]


schur_op: General = General(
    name="schur", forward=lambda a: _joined(_schur, output="complex" if a.dtype.kind == "c" else "real")(a), takes_complex=True,
    infer=matrices("schur", lambda n, _: (2 * n, n)), may_fail=True, samples=_apart, invariants=lambda x, a: _phaseless(*_parts(x)),
    adjoints={"a": lambda g, out: _adjoint(g, out, ~np.tri(out.shape[-1], k=-1, dtype=bool), _of_triangle)},
    kinks="NaN where eigenvalues repeat and vectors that turn matter",
    summary="Triangles of matrices with the eigenvalues on the diagonal, above their bases.",
)  # fmt: skip
hessenberg_op: General = General(
    name="hessenberg", forward=lambda a: _joined(_hessenberg, calc_q=True)(a), takes_complex=False,
    infer=matrices("hessenberg", lambda n, _: (2 * n, n)), may_fail=True, samples=_linked,
    adjoints={"a": lambda g, out: _adjoint(g, out, ~np.tri(out.shape[-1], k=-2, dtype=bool), _of_hessenberg)},
    kinks="infinite where an element beside the diagonal is 0",
    summary="Matrices that are triangles but for one diagonal more, above their bases.",
)  # fmt: skip


def _parts(joined: AnyArray) -> tuple[Any, Any]:
    n = joined.shape[-1]
    return joined[..., :n, :], joined[..., n:, :]


@composite(
    doubled(_schur), lambda rng: [(_apart(rng)[0][0], {}), (_apart(rng)[0][0], {"output": "complex"})], complex=True,
    invariants=lambda results, a: _phaseless(*results),
)  # fmt: skip
def schur(
    a: Tensor, output: str = "real", lwork: Any = None, overwrite_a: bool = False, sort: Any = None, check_finite: bool = True
) -> tuple[Any, Any]:  # fmt: skip
    """Return a triangle with the eigenvalues on its diagonal, and the basis in which the matrix is that.

    Raises
    ------
    ArgumentError
        With `sort`, or where pairs of complex eigenvalues make blocks on the diagonal of a real form, which has no derivative here.
    """
    if output not in ("real", "complex", "r", "c"):
        raise ArgumentError(f"schur: expected output 'real' or 'complex', got {output!r}.")
    if sort is not None:
        raise ArgumentError("schur: sort is not supported. Select columns of the result without it.")
    a = square(a, "schur")
    if output[0] == "c" and a.dtype.kind != "c":
        a = a.astype(np.result_type(a.dtype, np.complex64))
    t, z = _parts(schur_op(a))
    if t.dtype.kind != "c" and (a.requires_grad or runtime.differs(a)) and _has_blocks(t):
        raise ArgumentError(
            "schur: eigenvalues of this real matrix are complex, and its real form has no derivative. Pass output='complex'."
        )
    return t, z


def _has_blocks(t: Any) -> bool:
    """Tell whether pairs of eigenvalues stand in blocks on the diagonal: a decision, so that recordings guard it."""
    return bool(np.any(diagonal(t, -1, axis1=-2, axis2=-1) != 0.0))


@composite(
    doubled(_hessenberg),
    lambda rng: [(_linked(rng)[0][0], {}), (_linked(rng)[0][0], {"calc_q": True})],
    takes_complex=False,
)
def hessenberg(a: Tensor, calc_q: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """Return a matrix that is a triangle and one more diagonal; with `calc_q` also the basis in which `a` is that."""
    t, q = _parts(hessenberg_op(square(a, "hessenberg")))
    return (t, q) if calc_q else t

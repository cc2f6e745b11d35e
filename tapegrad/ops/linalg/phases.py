"""What of factors a matrix alone decides: what stays when vectors turn by phases, or among each other.

LAPACK's drivers choose the rest, so results are compared by these.

Tests: tests/ops/test_complex.py
"""

from __future__ import annotations

from typing import Any

from tapegrad.ops.declare import conjugated
from tapegrad.ops.linalg.matrices import adjoint_of
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import sum_
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import concatenate_op, reshape_op


def outer_products(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return the outer product of each vector of x with that of y."""
    return x[..., :, None, :] * y[..., None, :, :]


def phaseless(results: Any) -> Any:
    """Return eigenvalues, and what stays of sets of vectors when each vector is turned by a phase."""
    if not isinstance(results, tuple | list):
        return results  # of values alone
    return results[0], *[outer_products(v, conjugated(v)) for v in results[1:]]


def unordered(results: Any) -> tuple[Any, ...]:
    """Return what stays of eigenvalues, and of vectors by a phase each, when they change places.

    These are means of powers of the values, and sums of these powers times the projections on the vectors; each beside the
    power of a value of mean size, since means of numbers of both signs may be next to nothing.
    """
    w, *vectors = results if isinstance(results, tuple | list) else (results,)
    n, last = w.shape[-1], len(w.shape) - 1
    size = sum_(w.real**2 + w.imag**2, -1, keepdims=True) / max(n, 1)
    power, parts = w * 0.0 + 1.0, []
    for k in range(n):
        sums = [matmul_op(v * power[..., None, :], adjoint_of(v)) for v in vectors]
        power = power * w
        means = sum_(power, -1, keepdims=True) / n
        parts += [concatenate_op(means, size ** ((k + 1) / 2) + means * 0.0, axis=last)]
        parts += [
            concatenate_op(reshape_op(x, shape=(*w.shape[:-1], n * n)), size ** (k / 2) + means * 0.0, axis=last)
            for x in sums
        ]
    return tuple(parts)


def without_phases(values: Any, left: Any, right: Any) -> tuple[Any, ...]:
    """Return what stays when a vector of `left` is turned by a phase, and that of `right` back."""
    return (
        values,
        outer_products(left, right),
        outer_products(left, conjugated(left)),
        outer_products(right, conjugated(right)),
    )


def full_invariants(results: Any, a: Any) -> tuple[Any, ...]:
    """Return what stays when vectors turn by phases, and those beyond the values among each other."""
    if not isinstance(results, tuple | list):
        return results  # of values alone
    u, s, v = results[0], results[1], flipped(results[2])
    k = s.shape[-1]
    beyond = [matmul_op(x[..., k:], adjoint_of(x[..., k:])) for x in (u, v)]
    return (*without_phases(s, u[..., :k], v[..., :k]), *beyond)


def rq_invariants(results: Any, a: Any) -> Any:
    """Return what stays when rows that 'full' adds turn among each other."""
    if not isinstance(results, tuple | list):
        return results  # R alone
    r, q = results
    first = max(q.shape[-2] - r.shape[-2], 0)
    beyond = q[..., :first, :]
    return r, q[..., first:, :], matmul_op(adjoint_of(beyond), beyond)


def qr_invariants(results: Any, a: Any) -> Any:
    """Return what stays when columns that 'complete' adds turn among each other."""
    if not isinstance(results, tuple | list):
        return results  # R alone
    q, r, *order = results
    k = min(r.shape[-2:])
    beyond = q[..., k:]
    return q[..., :k], matmul_op(beyond, adjoint_of(beyond)), r, *order

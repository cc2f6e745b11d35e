"""Linear and quadratic equations for matrices: Sylvester's, Stein's, Lyapunov's and Riccati's."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape, conjugated
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.matrices import adjoint_of, numbers, one_by_one, square
from tapegrad.ops.linalg.solving import solve
from tapegrad.ops.products import broadcast_stacks, flipped, matmul, matmul_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.shaping import reshape_op, sum_to

_solve_sylvester = one_by_one(scipys("scipy.linalg", "solve_sylvester"), 3)


def _shape(a: Shape, b: Shape, q: Shape) -> Shape:
    if min(map(len, (a, b, q))) < 2 or a[-1] != a[-2] or b[-1] != b[-2] or (a[-1], b[-1]) != q[-2:]:
        raise ShapeError(
            f"solve_sylvester: expected square matrices a and b and a matrix q of their lengths, got shapes {a}, {b}, {q}."
        )
    return (*broadcast_stacks("solve_sylvester", {"a": a, "b": b, "q": q}), *q[-2:])


def _back(g: Any, a: Any, b: Any) -> Any:
    return sylvester(flipped(a), flipped(b), g)  # of conjugates


def _samples(rng: np.random.Generator) -> list[Any]:
    a, b = rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(2, 2)) + 2.0 * np.eye(2)
    stacks = rng.normal(size=(2, 1, 2, 2)) + 3.0 * np.eye(2), b, rng.normal(size=(3, 2, 2))
    return [((a, b, rng.normal(size=(3, 2))), {}), (stacks, {})]


sylvester: General = General(
    name="solve_sylvester", takes_complex=True, forward=lambda a, b, q: _solve_sylvester(a, b, q), infer=_shape,
    adjoints={
        "a": lambda g, a, b, out, a_shape: sum_to(-matmul_op(_back(g, a, b), flipped(out)), a_shape),
        "b": lambda g, a, b, out, b_shape: sum_to(-matmul_op(flipped(out), _back(g, a, b)), b_shape),
        "q": lambda g, a, b, q_shape: sum_to(_back(g, a, b), q_shape),
    },
    reference=_solve_sylvester, samples=_samples, summary="The X with a X + X b = q.",
)  # fmt: skip


@composite(_solve_sylvester, lambda rng: _samples(rng)[:1])
def solve_sylvester(a: Any, b: Any, q: Any) -> Any:
    """Solve ``a x + x b = q`` for x; the matrices may be stacks."""
    return sylvester(*[numbers(x, "solve_sylvester") for x in (a, b, q)])


def _with_right_sides(rng: np.random.Generator) -> list[Any]:
    a, q = rng.normal(size=(3, 3)) * 0.1 + np.diag([0.2, 0.3, 0.5]), rng.normal(size=(3, 3))
    return [((a, q), {}), ((a, q + q.T), {})]


@composite(doubled(scipys("scipy.linalg", "solve_continuous_lyapunov")), _with_right_sides)
def solve_continuous_lyapunov(a: Any, q: Any) -> Any:
    """Solve ``a x + x a^H = q`` for x; the matrices may be stacks."""
    a, q = square(a, "solve_continuous_lyapunov"), square(q, "solve_continuous_lyapunov")
    return sylvester(a, adjoint_of(a), q)


@composite(
    doubled(scipys("scipy.linalg", "solve_discrete_lyapunov")),
    lambda rng: [(pair, {"method": m}) for (pair, _) in _with_right_sides(rng)[:1] for m in (None, "direct", "bilinear")],
)  # fmt: skip
def solve_discrete_lyapunov(a: Any, q: Any, method: str | None = None) -> Any:
    """Solve ``a x a^H - x + q = 0`` for x; `method` "direct", by default for less than 10 rows, or "bilinear"."""
    a, q = square(a, "solve_discrete_lyapunov"), square(q, "solve_discrete_lyapunov")
    n = a.shape[-1]
    method = method or ("direct" if n < 10 else "bilinear")
    one = np.eye(n)
    if method == "direct":
        products = a[..., :, None, :, None] * conjugated(a)[..., None, :, None, :]
        products = reshape_op(products, shape=(*a.shape[:-2], n * n, n * n))
        x = solve(np.eye(n * n) - products, reshape_op(q, shape=(*q.shape[:-2], n * n, 1)))
        return reshape_op(x, shape=(*x.shape[:-2], n, n))
    if method == "bilinear":
        inverse = inv(adjoint_of(a) + one)
        b = matmul(adjoint_of(a) - one, inverse)
        c = matmul(matmul(inv(a + one), q), inverse) * 2.0
        return sylvester(adjoint_of(b), b, -c)
    raise ArgumentError(f"solve_discrete_lyapunov: expected method 'direct' or 'bilinear', got {method!r}.")


# ------------------------------------------------------------------------------------------------- Stein's equation


def _in_bases(r: Any, p: Any, c: Any) -> np.ndarray:
    """Solve in the bases of left singular vectors, where the equation is one for each element."""
    r, p, c = in_double(r), in_double(p), in_double(c)
    if not r.any() or not p.any():
        return np.array(np.broadcast_to(c, _stein_shape(r.shape, p.shape, c.shape)))
    (u, s, _), (v, t, _) = np.linalg.svd(r), np.linalg.svd(p)
    m, n = c.shape[-2:]
    s, t = (np.concatenate([x, np.zeros((*x.shape[:-1], k - x.shape[-1]), x.dtype)], -1) for x, k in ((s, m), (t, n)))
    inner = np.conjugate(np.swapaxes(u, -1, -2)) @ c @ v
    inner = inner / (1.0 - np.square(s[..., :, None] * t[..., None, :]))
    return np.asarray(u @ inner @ np.conjugate(np.swapaxes(v, -1, -2)))


def _stein_shape(r: Shape, p: Shape, c: Shape) -> Shape:
    return (*broadcast_stacks("stein", {"r": r, "p": p, "c": c}), *c[-2:])


def _gram(x: Any) -> Any:
    return matmul_op(x, adjoint_of(x))


def _of_gram(slope: Any, x: Any) -> Any:
    return sum_to(matmul_op(slope + adjoint_of(slope), x), x.shape)


def _stein_adjoints(g: Any, r: Any, p: Any, out: Any) -> tuple[Any, Any, Any]:
    """Return what r, p and c receive: with Y for the solution of g, of ``r r^H`` it is ``Y (X p p^H)^H``."""
    r, p, x = conjugated(r), conjugated(p), conjugated(out)  # as they are
    back = stein(r, p, g)
    of_left = matmul_op(back, adjoint_of(matmul_op(x, _gram(p))))
    of_right = matmul_op(adjoint_of(matmul_op(_gram(r), x)), back)
    return _of_gram(of_left, r), _of_gram(of_right, p), back


def _by_kronecker(r: Any, p: Any, c: Any) -> np.ndarray:
    r, p, c = in_double(r), in_double(p), in_double(c)
    left, right = (x @ np.conjugate(np.swapaxes(x, -1, -2)) for x in (r, p))
    m, n = c.shape[-2:]
    product = np.einsum("...ij,...lk->...ikjl", left, right).reshape(*np.broadcast_shapes(left.shape[:-2], right.shape[:-2]), m * n, m * n)
    found = np.linalg.solve(np.eye(m * n) - product, c.reshape(*c.shape[:-2], m * n, 1))
    return np.asarray(found.reshape(*found.shape[:-2], m, n), c.dtype)


stein: General = General(
    name="stein", takes_complex=True, forward=_in_bases, infer=_stein_shape,
    adjoints={
        "r": lambda g, r, p, out: _stein_adjoints(g, r, p, out)[0], "p": lambda g, r, p, out: _stein_adjoints(g, r, p, out)[1],
        "c": lambda g, r, p, out, c_shape: sum_to(_stein_adjoints(g, r, p, out)[2], c_shape),
    },
    reference=_by_kronecker,
    samples=lambda rng: [
        ((rng.uniform(-0.3, 0.3, (3, 2)) + 3.0 * np.eye(3, 2), rng.uniform(-0.5, 0.5, (2, 3)) + 4.0 * np.eye(2, 3), rng.normal(size=(3, 2))), {}),
        ((rng.uniform(-0.3, 0.3, (2, 2, 2)) + 3.0 * np.eye(2), rng.uniform(-0.5, 0.5, (2, 1)) + 4.0 * np.eye(2, 1), rng.normal(size=(2, 2))), {}),
    ],
    summary="The X with X - r r^H X p p^H = c (Stein's equation), where no product of squared singular values is 1.",
)  # fmt: skip

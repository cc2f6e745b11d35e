"""Linear and quadratic equations for matrices: Sylvester's, Stein's, Lyapunov's and Riccati's.

Tests: tests/replay/test_compile.py, tests/tensor/test_views_of_functions.py, tests/replay/test_compiled_ops.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape, conjugated
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.linear_systems import solve, solve_op
from tapegrad.ops.linalg.lu import lu_op
from tapegrad.ops.linalg.matrices import adjoint_of, numbers, one_by_one, square, symmetric
from tapegrad.ops.numpy.manipulation import atleast_2d
from tapegrad.ops.products import broadcast_stacks, flipped, matmul, matmul_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import reshape_op, sum_to

_by_scipy = one_by_one(scipys("scipy.linalg", "solve_sylvester"), 3)


def _solve_sylvester(a: AnyArray, b: AnyArray, q: AnyArray) -> np.ndarray:
    """Solve by SciPy, whose older versions do not take matrices without elements."""
    return _by_scipy(a, b, q) if q.size else np.zeros(_shape(a.shape, b.shape, q.shape), np.result_type(a, b, q))


_solve_sylvester.__module__, _solve_sylvester.__name__ = "scipy.linalg", "solve_sylvester"


def _shape(a: Shape, b: Shape, q: Shape) -> Shape:
    if min(map(len, (a, b, q))) < 2 or a[-1] != a[-2] or b[-1] != b[-2] or (a[-1], b[-1]) != q[-2:]:
        raise ShapeError(
            f"solve_sylvester: expected square matrices a and b and a matrix q of their lengths, got shapes {a}, {b}, {q}."
        )
    return (*broadcast_stacks("solve_sylvester", {"a": a, "b": b, "q": q}), *q[-2:])


def _back(g: AnyArray, a: Any, b: Any) -> Any:
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
def solve_sylvester(a: Tensor, b: Any, q: Any) -> Tensor:
    """Solve ``a x + x b = q`` for x; the matrices may be stacks."""
    return sylvester(*[numbers(x, "solve_sylvester") for x in (a, b, q)])


def _with_right_sides(rng: np.random.Generator) -> list[Any]:
    a, q = rng.normal(size=(3, 3)) * 0.1 + np.diag([0.2, 0.3, 0.5]), rng.normal(size=(3, 3))
    return [((a, q), {}), ((a, q + q.T), {})]


@composite(doubled(scipys("scipy.linalg", "solve_continuous_lyapunov")), _with_right_sides)
def solve_continuous_lyapunov(a: Tensor, q: Any) -> Tensor:
    """Solve ``a x + x a^H = q`` for x; the matrices may be stacks."""
    a, q = (square(atleast_2d(x), "solve_continuous_lyapunov") for x in (a, q))
    return sylvester(a, adjoint_of(a), q)


def _of_doubles(a: Any, q: Any, method: Any) -> Any:
    result = scipys("scipy.linalg", "solve_discrete_lyapunov")(in_double(a), in_double(q), method=method)
    return result.astype(np.result_type(in_double(a), in_double(q)))  # SciPy's is double


@composite(
    _of_doubles,
    lambda rng: [(pair, {"method": m}) for (pair, _) in _with_right_sides(rng)[:1] for m in (None, "direct", "bilinear")],
)  # fmt: skip
def solve_discrete_lyapunov(a: Tensor, q: Any, method: str | None = None) -> Tensor:
    """Solve ``a x a^H - x + q = 0`` for x; `method` "direct", by default for less than 10 rows, or "bilinear"."""
    a, q = square(a, "solve_discrete_lyapunov"), square(q, "solve_discrete_lyapunov")
    n = a.shape[-1]
    if q.shape[-1] != n:
        raise ShapeError(f"solve_discrete_lyapunov: expected matrices of one size, got shapes {a.shape} and {q.shape}.")
    method = method or ("direct" if n < 10 else "bilinear")
    one = np.eye(n, dtype=np.zeros((), a.dtype).real.dtype)
    if method == "direct":
        products = a[..., :, None, :, None] * conjugated(a)[..., None, :, None, :]
        products = reshape_op(products, shape=(*a.shape[:-2], n * n, n * n))
        x = solve(np.eye(n * n, dtype=one.dtype) - products, reshape_op(q, shape=(*q.shape[:-2], n * n, 1)))
        return reshape_op(x, shape=(*x.shape[:-2], n, n))
    if method == "bilinear":
        inverse = inv(adjoint_of(a) + one)
        b = matmul(adjoint_of(a) - one, inverse)
        c = matmul(matmul(inv(a + one), q), inverse) * 2.0
        return sylvester(adjoint_of(b), b, -c)
    raise ArgumentError(f"solve_discrete_lyapunov: expected method 'direct' or 'bilinear', got {method!r}.")


# ------------------------------------------------------------------------------------------------- Stein's equation


def _by_schur(a: np.ndarray, b: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Solve for one column after the other, in the bases in which both matrices are triangles."""
    if not a.any() or not b.any():
        return np.array(q, np.result_type(a, b, q))
    (t, u), (s, v) = (scipys("scipy.linalg", "schur")(x, output="complex") for x in (a, b))
    inner = u.conj().T @ q @ v
    one = np.eye(len(t), dtype=t.dtype)
    for j in range(inner.shape[1]):
        inner[:, j] += t @ (inner[:, :j] @ s[:j, j])
        inner[:, j] = scipys("scipy.linalg", "solve_triangular")(one - t * s[j, j], inner[:, j])
    result, dtype = u @ inner @ v.conj().T, np.result_type(a, b, q)
    return (result if dtype.kind == "c" else result.real).astype(dtype, copy=False)


_solve_stein = one_by_one(_by_schur, 3)


def _stein_shape(a: Shape, b: Shape, q: Shape) -> Shape:
    return (*broadcast_stacks("stein", {"a": a, "b": b, "q": q}), *q[-2:])


def _stein_adjoints(g: AnyArray, a: Any, b: Any, out: AnyArray) -> tuple[Any, Any, Any]:
    """Return what a, b and q receive; a, b and out are conjugated."""
    back = stein(flipped(a), flipped(b), g)
    of_a = matmul_op(back, matmul_op(flipped(b), flipped(out)))
    return of_a, matmul_op(matmul_op(flipped(out), flipped(a)), back), back


def _by_kronecker(a: Any, b: AnyArray, q: AnyArray) -> np.ndarray:
    m, n = q.shape
    result = np.linalg.solve(np.eye(m * n) - np.kron(a, b.T), q.reshape(-1))
    return np.asarray(result.reshape(m, n), np.result_type(a, b, q))


def _contractions(rng: np.random.Generator) -> list[Any]:
    """Return matrices whose eigenvalues have products that are far from 1, with imaginary parts as well."""
    a, b = (
        rng.uniform(-0.1, 0.1, (3, 3)) + np.diag([4.0, 5.0, 7.0]),
        rng.uniform(-0.1, 0.1, (2, 2)) + np.diag([3.0, 8.0]),
    )
    stacks = rng.uniform(-0.2, 0.2, (2, 1, 2, 2)) + 4.0 * np.eye(2), b, rng.normal(size=(3, 2, 2))
    return [((a, b, rng.normal(size=(3, 2))), {}), (stacks, {})]


stein: General = General(
    name="stein", takes_complex=True, forward=lambda a, b, q: _solve_stein(a, b, q), infer=_stein_shape,
    adjoints={
        "a": lambda g, a, b, out, a_shape: sum_to(_stein_adjoints(g, a, b, out)[0], a_shape),
        "b": lambda g, a, b, out, b_shape: sum_to(_stein_adjoints(g, a, b, out)[1], b_shape),
        "q": lambda g, a, b, out, q_shape: sum_to(_stein_adjoints(g, a, b, out)[2], q_shape),
    },
    reference=one_by_one(_by_kronecker, 3), samples=_contractions, summary="The X with X - a X b = q, Stein's equation.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- Riccati's equations


def _riccati(name: str) -> Callable[..., Any]:
    return one_by_one(scipys("scipy.linalg", name), 4)


def _riccati_shape(a: Shape, b: Shape, q: Shape, r: Shape) -> Shape:
    n, m = b[-2:] if len(b) > 1 else (0, 0)
    if min(map(len, (a, b, q, r))) < 2 or (*a[-2:], *q[-2:], *r[-2:]) != (n, n, n, n, m, m):
        raise ShapeError(f"Riccati's equation: shapes of a {a}, b {b}, q {q} and r {r} do not fit together.")
    return (*broadcast_stacks("solve_are", {"a": a, "b": b, "q": q, "r": r}), n, n)


def _riccati_adjoints(
    g: AnyArray, a: AnyArray, b: AnyArray, r: AnyArray, out: AnyArray, discrete: bool
) -> tuple[Any, Any, Any, Any]:
    """Return what a, b, q and r receive, by the linear equation of the closed loop (Kao and Hennequin 2020)."""
    a, b, r, x = conjugated(a), conjugated(b), symmetric(conjugated(r)), conjugated(out)  # as they are
    ahead = matmul_op(adjoint_of(b), x)
    if discrete:
        weights = r + matmul_op(ahead, b)
        gain = solve_op(weights, *lu_op(weights), matmul_op(ahead, a), transposed=False)
        loop = a - matmul_op(b, gain)
        back = stein(loop, adjoint_of(loop), g)
        inner = matmul_op(matmul_op(x, loop), back + adjoint_of(back))
    else:
        gain = solve_op(r, *lu_op(r), ahead, transposed=False)
        loop = a - matmul_op(b, gain)
        back = sylvester(loop, adjoint_of(loop), -g)
        inner = matmul_op(x, back + adjoint_of(back))
    across = adjoint_of(gain)
    return inner, -matmul_op(inner, across), symmetric(back), symmetric(matmul_op(gain, matmul_op(back, across)))


def _controlled(rng: np.random.Generator) -> list[Any]:
    a, b = rng.normal(size=(3, 3)) * 0.2, rng.normal(size=(3, 2)) + np.eye(3, 2)
    q, r = np.diag([3.0, 2.0, 1.5]) + 0.1, np.diag([2.0, 3.0]) + 0.2
    e, s = np.eye(3) + 0.1 * rng.normal(size=(3, 3)), 0.02 * rng.normal(size=(3, 2))
    return [
        ((a, b, q, r), {}),
        ((a, b, q, r), {"e": e, "s": s, "balanced": False}),
    ]  # with e, SciPy's balance fails at times


def _riccati_op(name: str, summary: str) -> General:
    discrete, solve = "discrete" in name, _riccati(name)
    rules: dict[str, Any] = {
        "a": lambda g, a, b, r, out, a_shape: sum_to(_riccati_adjoints(g, a, b, r, out, discrete)[0], a_shape),
        "b": lambda g, a, b, r, out, b_shape: sum_to(_riccati_adjoints(g, a, b, r, out, discrete)[1], b_shape),
        "q": lambda g, a, b, r, out, q_shape: sum_to(_riccati_adjoints(g, a, b, r, out, discrete)[2], q_shape),
        "r": lambda g, a, b, r, out, r_shape: sum_to(_riccati_adjoints(g, a, b, r, out, discrete)[3], r_shape),
    }
    return General(
        name=name, takes_complex=True, forward=lambda a, b, q, r: solve(a, b, symmetric(q), symmetric(r)),
        infer=_riccati_shape, adjoints=rules, reference=_of_hermitian(name),
        samples=lambda rng: _controlled(rng)[:1], summary=summary,
    )  # fmt: skip


def _of_hermitian(name: str) -> Callable[..., Any]:
    solve = _riccati(name)

    def reference(a: Any, b: Any, q: Any, r: Any, **keywords: Any) -> Any:
        keywords = {k: x if isinstance(x, bool) else in_double(x) for k, x in keywords.items()}
        result = solve(a, b, symmetric(q), symmetric(r), **keywords)
        return result.astype(np.result_type(*map(in_double, (a, b, q, r)), *keywords.values()))  # SciPy's is double

    return reference


continuous_op = _riccati_op(
    "solve_continuous_are", "The X with a^H X + X a - X b r^-1 b^H X + q = 0 for which a - b r^-1 b^H X is stable."
)
discrete_op = _riccati_op(
    "solve_discrete_are", "The X with a^H X a - X - a^H X b (r + b^H X b)^-1 b^H X a + q = 0 that is stable."
)


def _reduced(op: General, name: str, a: AnyArray, b: AnyArray, q: AnyArray, r: AnyArray, e: Any, s: Any) -> AnyArray:
    """Solve an equation with the further matrices of SciPy's, which changes of variables take away."""
    a, b, q, r = atleast_2d(a, b, q, r)
    e, s = (None if x is None else atleast_2d(x) for x in (e, s))
    a, b, q, r = square(a, name), numbers(b, name), square(q, name), square(r, name)
    sides = a.shape[-1], r.shape[-1]
    operands = {"b": (b, sides), "q": (q, sides[:1] * 2)}
    operands |= {"s": (numbers(s, name), sides)} if s is not None else {}
    operands |= {"e": (numbers(e, name), sides[:1] * 2)} if e is not None else {}
    for argument, (x, shape) in operands.items():
        if x.shape[-2:] != shape:
            raise ShapeError(
                f"{name}: expected {argument} of shape {shape} for a {a.shape} and r {r.shape}, got {x.shape}."
            )
    if not sides[0] or (not sides[1] and op is continuous_op):
        raise ShapeError(f"{name}: expected matrices with elements, got a {a.shape} and b {b.shape}.")
    q, r = symmetric(q), symmetric(r)
    if s is not None:  # b^H X appears beside s^H
        s = numbers(s, name)
        before = solve(r, adjoint_of(s))
        a, q = a - matmul(b, before), symmetric(q - matmul(s, before))
    if e is None:
        return op(a, b, q, r) if sides[1] else solve_discrete_lyapunov(adjoint_of(a), q)
    e = square(e, name)
    if op is continuous_op:
        a, q = _over(a, e), symmetric(_over(adjoint_of(_over(q, e)), e))
        return op(a, b, q, r)
    a, b = solve(e, a), solve(e, b)  # the equation is then one of e^H X e
    result = op(a, b, q, r) if sides[1] else solve_discrete_lyapunov(adjoint_of(a), q)
    return symmetric(_over(adjoint_of(_over(result, e)), e))


def _over(x: AnyArray, e: Any) -> Any:
    """Return ``x e^-1``."""
    return adjoint_of(solve(adjoint_of(e), adjoint_of(x)))


@composite(_of_hermitian("solve_continuous_are"), _controlled)
def solve_continuous_are(a: Tensor, b: Any, q: Any, r: Any, e: Any = None, s: Any = None, balanced: bool = True) -> Any:
    """Solve ``a^H x e + e^H x a - (e^H x b + s) r^-1 (b^H x e + s^H) + q = 0``; of q and r the Hermitian parts count.

    Derivatives follow from the implicit function theorem; `balanced` has no effect.
    """
    return _reduced(continuous_op, "solve_continuous_are", a, b, q, r, e, s)


@composite(_of_hermitian("solve_discrete_are"), _controlled)
def solve_discrete_are(a: Tensor, b: Any, q: Any, r: Any, e: Any = None, s: Any = None, balanced: bool = True) -> Any:
    """Solve ``a^H x a - e^H x e - (a^H x b + s) (r + b^H x b)^-1 (b^H x a + s^H) + q = 0``; of q and r the Hermitian parts count.

    Derivatives follow from the implicit function theorem; `balanced` has no effect.
    """
    return _reduced(discrete_op, "solve_discrete_are", a, b, q, r, e, s)


solve_lyapunov = solve_continuous_lyapunov  # SciPy's older name

"""Large linear systems whose matrix is the Jacobian of a program: an op that needs its products with vectors alone.

The derivative of ``J^-1 b`` is such a solution again: by b the one with the transpose, by what J is made of, the
derivative of ``u @ J @ v`` with u and v the two solutions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse.linalg

from tapegrad.errors import ConvergenceError
from tapegrad.func import program_ops
from tapegrad.integrate.fields import evaluator, program_of
from tapegrad.ir.program import Program
from tapegrad.ops.declare import General, recorder
from tapegrad.ops.elementwise import multiply
from tapegrad.ops.shaping import concatenate_op
from tapegrad.optimize.residuals import bent, pulled, pushed, sizes

SOLVERS = ("cg", "gmres")
_TOLERANCE = 1e-12


def _solved(
    b: np.ndarray, z: np.ndarray, free: np.ndarray, *, program: Program, solver: str, transposed: bool
) -> np.ndarray:
    n, _ = sizes(program)
    product = evaluator((pulled if transposed else pushed)(program, 0, apart=True))
    x, p = np.split(np.asarray(z, np.float64), [n])
    fixed = 1.0 - free

    def applied(v: np.ndarray) -> np.ndarray:
        v = v.ravel()
        return product(x, p, v * free) * free + v * fixed

    operator = scipy.sparse.linalg.LinearOperator((n, n), matvec=applied, dtype=np.float64)
    solution, info = getattr(scipy.sparse.linalg, solver)(operator, b, rtol=_TOLERANCE, atol=0.0, maxiter=10 * n)
    if info:
        raise ConvergenceError(
            f"{solver}: the linear system of the derivative was not solved in {info} iterations. Pass solver='dense', "
            "or 'gmres' where the matrix is not symmetric and positive definite."
        )
    return np.asarray(solution)


def _by_matrix(g: Any, z: Any, free: Any, out: Any, program: Program, solver: str, transposed: bool) -> Any:
    u = solve_by_products(g, z, free, program, solver, not transposed)
    left, right = (out, u) if transposed else (u, out)
    vectors = [multiply(v, free) for v in (left, right)]
    (share,) = program_ops.checkpoint_op(concatenate_op(z, *vectors, axis=0), program=bent(program))
    return -share


def _samples(rng: np.random.Generator) -> list[Any]:
    p = recorder.from_array(np.ones(2))
    p.requires_grad = True
    program, _ = program_of(lambda x: [x * x * p + x + 0.3 * x[::-1] * x], [recorder.from_array(np.ones(2))])
    cases = [([1, 1], False), ([1, 1], True), ([0, 1], False)]
    static = {"program": program, "solver": "gmres"}
    return [
        ((rng.normal(size=2), rng.uniform(0.5, 1.0, 4), np.array(free, np.int8)), static | {"transposed": turned})
        for free, turned in cases
    ]


def _reference(b: Any, z: Any, free: Any, *, transposed: bool, **static: Any) -> np.ndarray:
    """Solve with the Jacobian of the samples' program, of two unknowns, by Cramer's rule."""
    (x, y), (p, q) = z[:2], z[2:]
    matrix = [[2.0 * x * p + 1.0 + 0.3 * y, 0.3 * x], [0.3 * y, 2.0 * y * q + 1.0 + 0.3 * x]]
    (r, s), (t, u) = [[matrix[j][i] if free[i] and free[j] else float(i == j) for i in range(2)] for j in range(2)]
    s, t = (t, s) if transposed else (s, t)
    return np.array([u * b[0] - s * b[1], r * b[1] - t * b[0]]) / (r * u - s * t)


products_op: General = General(
    name="jacobian_solution", forward=_solved, infer=lambda b, z, free, **static: b,
    adjoints={
        "b": lambda g, z, free, program, solver, transposed: solve_by_products(
            g, z, free, program, solver, not transposed
        ),
        "z": _by_matrix, "free": None,
    },
    samples=_samples, reference=_reference,
    summary="The solution of a linear system whose matrix is the Jacobian of a program, by its products with vectors.",
)  # fmt: skip


def solve_by_products(b: Any, z: Any, free: Any, program: Program, solver: str, transposed: bool) -> Any:
    """Solve with the Jacobian by x of a program of x and p, at z = (x, p), or with its transpose.

    Rows and columns where `free` is 0 are those of the identity.

    Raises
    ------
    ConvergenceError
        If the solver does not come to its end.
    """
    return products_op(b, z, free, program=program, solver=solver, transposed=transposed)

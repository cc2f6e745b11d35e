"""Large linear systems whose matrix is the Jacobian of a program: an op that needs its products with vectors alone.

The operands are the right-hand side b, what is 0 where rows and columns are those of the identity and 1 elsewhere, the
unknowns and the parameters. The derivative of ``J^-1 b`` is such a solution again: by b the one with the transpose, by
what J is made of, the derivative of ``u @ J @ v`` with u and v the two solutions.

Tests: tests/optimize/test_solutions.py, tests/replay/test_compile.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse.linalg

from tapegrad.errors import ConvergenceError
from tapegrad.func.program_ops import call_adjoints
from tapegrad.integrate.fields import evaluator, program_of
from tapegrad.ir.program import Program
from tapegrad.machine.dtypes import F8
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.results import Joint
from tapegrad.ops.runtime import runtime
from tapegrad.optimize.residuals import pulled, pushed

SOLVERS = ("cg", "gmres")
_TOLERANCE = 1e-12


def _solved(*args: np.ndarray, residual: Program, solver: str, transposed: bool) -> tuple[np.ndarray]:
    b, free, x, *p = args
    n = x.size
    product = evaluator((pulled if transposed else pushed)(residual), *p)
    fixed = 1.0 - free

    def applied(v: np.ndarray) -> np.ndarray:
        v = v.ravel()
        return product(x, v * free) * free + v * fixed

    operator = scipy.sparse.linalg.LinearOperator((n, n), matvec=applied, dtype=np.float64)
    solution, info = getattr(scipy.sparse.linalg, solver)(operator, b, rtol=_TOLERANCE, atol=0.0, maxiter=10 * n)
    if info:
        raise ConvergenceError(
            f"{solver}: the linear system of the derivative was not solved in {info} iterations. Pass solver='dense', "
            "or 'gmres' where the matrix is not symmetric and positive definite."
        )
    return (np.asarray(solution),)


def _adjoints(g: Any, args: Any, out: Any, residual: Program, solver: str, transposed: bool) -> list[Any]:
    _, free, x, *p = args
    (u,) = products_op(*g, free, x, *p, residual=residual, solver=solver, transposed=not transposed)
    left, right = (multiply(v, free) for v in ((*out, u) if transposed else (u, *out)))
    by_x, _, *by_p = call_adjoints([-left], [x, right, *p], pushed(residual))
    return [u, None, by_x, *by_p]


def _samples(rng: np.random.Generator) -> list[Any]:
    p = runtime.from_array(np.ones(2))
    p.requires_grad = True
    program, _ = program_of(lambda x: [x * x * p + x + 0.3 * x[::-1] * x], [runtime.from_array(np.ones(2))])
    cases = [([1, 1], False), ([1, 1], True), ([0, 1], False)]
    static = {"residual": program, "solver": "gmres"}
    return [
        ((rng.normal(size=2), np.array(free, np.int8), *rng.uniform(0.5, 1.0, (2, 2))), static | {"transposed": turned})
        for free, turned in cases
    ]


def _reference(*args: Any, transposed: bool, **static: Any) -> tuple[np.ndarray]:
    """Solve with the Jacobian of the samples' program, of two unknowns, by Cramer's rule."""
    b, free, (x, y), (p, q) = args
    matrix = [[2.0 * x * p + 1.0 + 0.3 * y, 0.3 * x], [0.3 * y, 2.0 * y * q + 1.0 + 0.3 * x]]
    (r, s), (t, u) = [[matrix[j][i] if free[i] and free[j] else float(i == j) for i in range(2)] for j in range(2)]
    s, t = (t, s) if transposed else (s, t)
    b = b.astype(np.result_type(b, F8))
    return (np.array([u * b[0] - s * b[1], r * b[1] - t * b[0]]) / (r * u - s * t),)


products_op = Joint(
    name="jacobian_solution", forward=_solved, infer=lambda *shapes, **static: [shapes[0]], dtypes=(F8,),
    adjoints={"args": _adjoints}, samples=_samples, reference=_reference,
    summary="The solution of a linear system whose matrix is the Jacobian of a program, by its products with vectors.",
)  # fmt: skip

"""Systems of linear equations, solved by LAPACK."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, recorder
from tapegrad.ops.kinds.call import Array, Call, Library
from tapegrad.ops.linalg import small
from tapegrad.ops.linalg.matrices import by_columns, systems
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.references import doubled
from tapegrad.ops.shaping import sum_to


def _solved(library: Library, a: Array, b: Array, x: Array) -> None:
    """Factor a, and solve for all columns of b."""
    n, count = b.shape
    if small.fits(n, count):
        small.solved(library, a, b, x)
        return
    factors, columns = library.columns(a), library.columns(b)
    library.lapack("gesv", n, count, factors, n, library.integers(n), columns, n)
    library.copy(columns, x)


solve_matrices: General = General(
    name="solve", kind=Call(_solved, (2, 2, 2), ("lapack:gesv",)), takes_complex=True,
    forward=lambda a, b: np.linalg.solve(a, b), infer=systems("solve"),
    adjoints={
        "a": lambda g, a, out, a_shape: sum_to(-matmul_op(solve_matrices(flipped(a), g), flipped(out)), a_shape),
        "b": lambda g, a, b_shape: sum_to(solve_matrices(flipped(a), g), b_shape),
    },
    reference=doubled(np.linalg.solve),
    samples=lambda rng: [
        ((rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(3, 2))), {}),
        ((rng.normal(size=(2, 1, 3, 3)) + 3.0 * np.eye(3), rng.normal(size=(4, 3, 1))), {}),
    ],
    summary="Solutions of systems of linear equations, one for each matrix and each column.",
)  # fmt: skip


def _systems(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(2, 3, 3)) + 3.0 * np.eye(3)
    return [((a[0], rng.normal(size=3)), {}), ((a, rng.normal(size=3)), {}), ((a[0], rng.normal(size=(2, 3, 2))), {})]


@composite(doubled(np.linalg.solve), _systems)
def solve(a: Any, b: Any) -> Any:
    """Solve a system of linear equations; b is one right side, or has them as columns."""
    return by_columns(lambda right: solve_matrices(a, right), recorder.as_tensor(b, "solve"))

"""Systems of linear equations whose matrix has few diagonals, solved by LAPACK in linear time."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General, Shape, recorder
from tapegrad.ops.elementwise import multiply
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import doubled, in_double, scipys
from tapegrad.ops.shaping import concatenate_op, reshape_op


def _transposed(ab: np.ndarray, lower: int, upper: int) -> np.ndarray:
    """Return the diagonals of the transpose, as they are stored: entry (i, j) at row ``upper + i - j`` of column j."""
    n = ab.shape[1]
    found = np.zeros_like(ab)
    for d in range(-upper, lower + 1):
        first, last = max(0, -d), min(n, n - d)
        found[lower - d, first + d : last + d] = ab[upper + d, first:last]
    return found


def _solved(ab: Any, b: Any, *, lower: int, upper: int, transposed: bool) -> np.ndarray:
    from scipy.linalg import solve_banded

    ab, b = np.asarray(in_double(ab)), np.asarray(in_double(b))
    if not ab.shape[1]:
        return np.zeros(b.shape, np.result_type(ab, b))
    if transposed:
        ab, lower, upper = _transposed(ab, lower, upper), upper, lower
    found: np.ndarray = solve_banded((lower, upper), ab, b, check_finite=False)
    return found


def _shape(ab: Shape, b: Shape, *, lower: int, upper: int, transposed: bool) -> Shape:
    if len(ab) != 2 or ab[0] != lower + upper + 1 or len(b) != 2 or b[0] != ab[1]:
        raise ShapeError(
            f"solve_banded: expected {lower + upper + 1} diagonals as rows of ab, and a right side for each column, got "
            f"shapes {ab} and {b}."
        )
    return b


def _diagonals(p: Any, q: Any, lower: int, upper: int) -> Any:
    """Return the diagonals of ``p q^T``, as they are stored."""
    n = p.shape[0]
    rows = []
    for d in range(-upper, lower + 1):
        first, last = max(0, -d), max(0, min(n, n - d), -d)
        products = multiply(
            getitem_op(p, index=(slice(first + d, last + d),)), getitem_op(q, index=(slice(first, last),))
        )
        row = scatter_add(sum_op(products, axes=(1,)), shape=(n,), index=(slice(first, last),))
        rows.append(reshape_op(row, shape=(1, n)))
    return concatenate_op(*rows, axis=0)


def _bands_adjoint(g: Any, ab: Any, out: Any, lower: int, upper: int, transposed: bool) -> Any:
    back = -solve_banded_op(ab, g, lower=lower, upper=upper, transposed=not transposed)
    return _diagonals(*((out, back) if transposed else (back, out)), lower, upper)


def _samples(rng: np.random.Generator) -> list[Any]:
    wide = rng.normal(size=(4, 5))
    wide[1] += 4.0
    three = rng.normal(size=(3, 4))
    three[1] += 4.0
    return [
        ((wide, rng.normal(size=(5, 2))), {"lower": 2, "upper": 1, "transposed": False}),
        ((three, rng.normal(size=(4, 1))), {"lower": 1, "upper": 1, "transposed": True}),
    ]


def _dense(ab: Any, b: Any, *, lower: int, upper: int, transposed: bool) -> Any:
    n = ab.shape[1]
    a = sum(np.diag(in_double(ab)[upper + d, max(0, -d) : min(n, n - d)], -d) for d in range(-upper, lower + 1))
    return np.linalg.solve(np.transpose(a) if transposed else a, in_double(b))


solve_banded_op: General = General(
    name="solve_banded", takes_complex=True, forward=_solved, infer=_shape,
    adjoints={
        "ab": _bands_adjoint,
        "b": lambda g, ab, lower, upper, transposed: solve_banded_op(ab, g, lower=lower, upper=upper, transposed=not transposed),
    },
    reference=_dense, samples=_samples, summary="Solutions of a system with few diagonals, one for each column.",
)  # fmt: skip


@composite(
    doubled(scipys("scipy.linalg", "solve_banded")),
    lambda rng: [(((s["lower"], s["upper"]), ab, b if k else b[:, 0]), {}) for k, ((ab, b), s) in enumerate(_samples(rng))],
    of_array=False,
)  # fmt: skip
def solve_banded(
    l_and_u: Any, ab: Any, b: Any, overwrite_ab: bool = False, overwrite_b: bool = False, check_finite: bool = True
) -> Any:
    """Solve ``a x = b`` for a matrix with `l_and_u` diagonals below and above, stored as rows of `ab` as SciPy has them."""
    lower, upper = l_and_u
    if lower < 0 or upper < 0:
        raise ArgumentError(f"solve_banded: expected numbers of diagonals of 0 or more, got {l_and_u}.")
    ab, b = recorder.as_tensor(ab, "solve_banded"), recorder.as_tensor(b, "solve_banded")
    columns = b if len(b.shape) == 2 else reshape_op(b, shape=(b.size, 1))
    return reshape_op(solve_banded_op(ab, columns, lower=lower, upper=upper, transposed=False), shape=b.shape)

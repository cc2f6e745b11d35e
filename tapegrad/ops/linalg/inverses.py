"""Inverses of the matrices in the last two axes, by factors that are made once (see `lu`).

Tests: tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import equal, where
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg.linear_systems import by_factors, solve, solve_op, structure_of
from tapegrad.ops.linalg.lu import ROWS, factored
from tapegrad.ops.linalg.matrices import regular, square
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import sum_op
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import Tensor
from tapegrad.ops.shape_ops import reshape_op


def singular(factors: Any) -> Any:
    """Tell of each matrix, by its factors, whether a pivot is zero; with two axes of length 1."""
    zeros = where(equal(where(np.eye(factors.shape[-1], dtype=bool), factors, 1.0), 0.0), 1.0, 0.0)
    count = sum_op(zeros, axes=(len(factors.shape) - 2, len(factors.shape) - 1))
    return reshape_op(count, shape=(*factors.shape[:-2], 1, 1)) > 0.0


def inverse_where(regular: Any, a: Any, factors: Any, rows: Any) -> Any:
    """Return inverses of matrices by their factors, and regular ones in place of those that are not."""
    eye = np.eye(a.shape[-1], dtype=a.dtype)
    return inv_op(where(regular, a, eye), where(regular, factors, eye), rows)  # a batch if its factors are


def _by_factors(a: Any, factors: Any, rows: Any) -> np.ndarray:
    return solve_op.forward(a, factors, rows, np.eye(a.shape[-1], dtype=a.dtype), transposed=False)


inv_op: General = General(
    name="inv",
    kind=Call(
        lambda library, a, factors, rows, x: by_factors(library, factors, rows, None, x), (2, 2, 1, 2), ("lapack:getrs",),
        prompt=True,
    ),
    takes_complex=True, forward=_by_factors,
    infer=lambda a, factors, rows: a, integers=frozenset({"rows"}), holds={"rows": ROWS},
    adjoints={"a": lambda g, out: -matmul_op(matmul_op(flipped(out), g), flipped(out)), "factors": None, "rows": None},
    reference=doubled(np.linalg.inv), samples=regular((3, 3), (2, 2, 2)), on_samples=lambda a: inv_op(a, *factored(a)),
    summary="Inverse of square matrices (Giles 2008, 2.2.3), by the matrix's factors.",
)  # fmt: skip


@composite(doubled(np.linalg.inv), regular((3, 3), (2, 2, 2)))
def inv(
    a: Tensor, overwrite_a: bool = False, check_finite: bool = True, *, assume_a: str | None = None, lower: bool = False
) -> Tensor:  # fmt: skip
    """Return the inverse of square matrices; `assume_a` and `lower` say what is read, as for `solve`."""
    a = square(a, "inv")
    if structure_of(assume_a, "inv") != "general":
        return solve(a, np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape), lower, assume_a=assume_a)
    return inv_op(a, *factored(a))

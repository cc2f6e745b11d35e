"""Systems with sparse matrices: factored by SuperLU, or solved by SciPy's iterations.

The derivative of a solution is another system with the transpose, and the products of the solutions at the places of the
nonzeros: nothing of it is dense. The last factors of a pattern stay with it, so that a solution and its adjoint, which
have the same matrix, factor it once.

Tests: tests/sparse/test_linalg.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.declare import General
from tapegrad.ops.references import in_double, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import reshape_op, spread
from tapegrad.ops.sparse.sparse_products import Pattern, as_pattern, dense, extents, sparse_sample

Rule = Callable[..., Any]


def _factors(values: np.ndarray, pattern: Pattern) -> Any:
    """Return SuperLU's factors of a matrix, those of the last call if that had the same values."""
    values = np.asarray(in_double(values))
    last = pattern.factored
    if last is not None and last[0].dtype == values.dtype and np.array_equal(last[0], values):
        return last[1]
    csc = pattern.matrix(values, False).tocsc()
    csc.sum_duplicates()
    try:
        factors = scipys("scipy.sparse.linalg", "splu")(csc)
    except RuntimeError as error:  # "Factor is exactly singular"
        raise np.linalg.LinAlgError(f"spsolve: {error}.") from None
    pattern.factored = values.copy(), factors
    return factors


def _solved(values: np.ndarray, b: np.ndarray, *, pattern: Any, transposed: bool) -> np.ndarray:
    dtype = np.result_type(in_double(values), in_double(b))
    factors = _factors(np.asarray(in_double(values), dtype), as_pattern(pattern))
    return np.asarray(factors.solve(np.asarray(in_double(b), dtype), "T" if transposed else "N"))


def _iterated(
    values: np.ndarray, b: np.ndarray, *, pattern: Any, transposed: bool, method: str, settings: Any
) -> np.ndarray:  # fmt: skip
    dtype = np.result_type(in_double(values), in_double(b))
    values, b = (np.asarray(a, np.result_type(dtype, np.float64)) for a in (values, b))  # single does not converge
    matrix, options = as_pattern(pattern).matrix(values, transposed), dict(settings)
    if transposed and options.get("M") is not None:
        options["M"] = scipys("scipy.sparse.linalg", "aslinearoperator")(options["M"]).T
    solve, columns = scipys("scipy.sparse.linalg", method), []
    for column in b.T:
        x, info = solve(matrix, column, **options)
        if info != 0:
            raise np.linalg.LinAlgError(
                f"{method}: no convergence after {info} iterations. Pass maxiter=, a larger rtol=, or a preconditioner M=."
            )
        columns.append(x)
    return np.array(columns, dtype).reshape(b.shape[::-1]).T


def _anywhere(settings: Any) -> tuple[Any, ...]:
    """Return settings without the start, which is one of the solution and not of its derivatives."""
    return tuple((name, value) for name, value in settings if name != "x0")


def _shape(values: AnyArray, b: Any, *, pattern: Any, **static: Any) -> tuple[int, ...]:
    rows, columns = extents(pattern, False)
    if rows != columns or values != pattern[1].shape or len(b) != 2 or b[0] != rows:
        raise ShapeError(
            f"sparse solve: expected a square matrix and right sides of its length, got shapes {(rows, columns)} and {b}."
        )
    shape: tuple[int, ...] = b
    return shape


def _batch(op: General) -> Callable[..., Any]:
    """Return the rule for a batch: for one matrix, all right sides side by side; else one after the other."""

    def rule(length: int, args: Any, flags: Any, **static: Any) -> np.ndarray:
        values, b = args
        if flags[0]:
            b = b if flags[1] else spread(b, length)
            return np.stack([op(values[k], b[k], **static) for k in range(length)])
        rows, width = b.shape[1:]
        wide = np.transpose(b, (1, 0, 2))
        x = op(values, reshape_op(wide, shape=(rows, length * width)), **static)
        return np.transpose(reshape_op(x, shape=(rows, length, width)), (1, 0, 2))

    return rule


def _of_values(solve: Rule) -> Rule:
    """Return the adjoint of the nonzeros: of A x = b it is -y x' at their places, where A' y = g."""

    def rule(g: AnyArray, values: Any, out: AnyArray, pattern: Any, transposed: bool, **static: Any) -> Tensor:
        y = solve(values, g, pattern=pattern, transposed=not transposed, **static)
        return -(sparse_sample(out, y, pattern=pattern) if transposed else sparse_sample(y, out, pattern=pattern))

    return rule


SQUARE = Pattern((np.array([0, 2, 4, 6]), np.array([0, 1, 1, 2, 0, 2]), 3))


def _samples(**static: Any) -> Callable[..., list[Any]]:
    def samples(rng: np.random.Generator) -> list[Any]:
        values = np.array([3.0, 0.5, 4.0, -0.7, 0.4, 5.0]) + 0.1 * rng.normal(size=6)
        return [
            ((values, rng.normal(size=(3, k))), {"pattern": SQUARE, "transposed": transposed, **static})
            for k, transposed in ((1, False), (2, False), (2, True))
        ]

    return samples


def _expected(values: Any, b: Any, *, pattern: Any, transposed: bool, **static: Any) -> np.ndarray:
    matrix = np.asarray(in_double(dense(values, pattern, transposed)))
    return np.linalg.solve(matrix, np.asarray(in_double(b)))


sparse_solve: General = General(
    name="sparse_solve", forward=_solved, infer=_shape, takes_complex=True,
    batched=lambda *args, **static: _batch(sparse_solve)(*args, **static),
    adjoints={
        "values": lambda g, values, out, pattern, transposed: _of_values(sparse_solve)(g, values, out, pattern, transposed),
        "b": lambda g, values, pattern, transposed: sparse_solve(values, g, pattern=pattern, transposed=not transposed),
    },
    reference=_expected, samples=_samples(), summary="Solutions of systems with a sparse matrix, by SuperLU.",
)  # fmt: skip
sparse_iterate: General = General(
    name="sparse_iterate", forward=_iterated, infer=_shape, takes_complex=True,
    batched=lambda *args, **static: _batch(sparse_iterate)(*args, **static),
    adjoints={
        "values": lambda g, values, out, pattern, transposed, method, settings: _of_values(sparse_iterate)(
            g, values, out, pattern, transposed, method=method, settings=_anywhere(settings),
        ),
        "b": lambda g, values, pattern, transposed, method, settings: sparse_iterate(
            values, g, pattern=pattern, transposed=not transposed, method=method, settings=_anywhere(settings),
        ),
    },
    reference=_expected, samples=_samples(method="gmres", settings=(("rtol", 1e-15), ("atol", 0.0))),
    summary="Solutions of systems with a sparse matrix, by SciPy's iterations.",
)  # fmt: skip

"""One eigenvalue and its vector, with derivatives that know nothing of the others.

They are those of the system ``A v = w v, v^T v = 1``, whose matrix ``[[A - w, v], [v^T, 0]]`` is regular where the value is simple (Nelson
1976; Magnus 1985). So derivatives of all orders hold also where other values repeat, and where this one does, a second derivative is an
error. `eigh` takes apart all vectors at once, and divides by the differences of all values.

Tests: tests/ops/test_repeated_values.py, tests/ir/test_files.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import less_equal
from tapegrad.ops.kinds.blas_calls import Array, Library
from tapegrad.ops.kinds.call import Call
from tapegrad.ops.linalg.linear_systems import solve_op
from tapegrad.ops.linalg.lu import lu_op
from tapegrad.ops.linalg.matrices import matrices, mirrored, symmetric
from tapegrad.ops.products import flipped, matmul_op
from tapegrad.ops.reductions import sum_
from tapegrad.ops.references import in_double
from tapegrad.ops.results import Several
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import concatenate_op, reshape_op


def _eigenpair(a: Any, *, uplo: Any, which: int) -> tuple[np.ndarray, np.ndarray]:
    w, v = np.linalg.eigh(a, uplo)
    return w[..., which : which + 1], v[..., which : which + 1]


def _write(library: Library, a: Array, w: Array, v: Array, *, uplo: str, which: int) -> None:
    n = a.shape[0]
    vectors, values, count = library.columns(a), library.new(n), 1 + 6 * n + 2 * n * n
    work, integers = library.new(count), library.integers(3 + 5 * n)
    library.lapack("syevd", "V", uplo, n, vectors, n, values, work, count, integers, 3 + 5 * n)
    library.copy(library.part(values, (which,), (1,)), w)
    library.copy(library.part(vectors, (0, which), (n, 1)), v)


def _adjoint(g: AnyArray, a: Any, out: AnyArray, uplo: str) -> Any:
    v, rank = out[1], len(a.shape)
    w, of_w = (reshape_op(x, shape=(*x.shape, 1)) for x in (out[0], g[0]))
    even = symmetric(a)  # as the gradient is, whichever triangle is read
    odd = mirrored(a, uplo == "L") - even
    even = even + (runtime.stopped(odd) if isinstance(odd, runtime.tensor) else odd)
    moved = even - w * np.eye(v.shape[-2], dtype=w.dtype)
    zero = np.zeros((*v.shape[:-2], 1, 1), v.dtype)
    above = concatenate_op(moved, v, axis=rank - 1)
    system = concatenate_op(above, concatenate_op(flipped(v), zero, axis=rank - 1), axis=rank - 2)
    right = concatenate_op(g[1], zero, axis=rank - 2)
    x = solve_op(system, *lu_op(system), right, transposed=False)[..., :-1, :]
    return symmetric(matmul_op(v * of_w - x, flipped(v)))


def _samples(rng: np.random.Generator) -> list[Any]:
    matrices = [rng.normal(size=s) * 0.5 + 2.0 * np.diag(np.arange(1.0, 1.0 + s[-1])) for s in ((3, 3), (2, 2, 2))]
    return [((symmetric(a),), {"uplo": "L", "which": 1}) for a in matrices]


def _reference(a: Any, *, uplo: str, which: int) -> tuple[np.ndarray, np.ndarray]:
    return _eigenpair(symmetric(in_double(a)), uplo=uplo, which=which)


eigenpair_op: Several = Several(
    name="eigenpair", kind=Call(_write, (2, 1, 2), ("lapack:syevd",), prompt=True), forward=_eigenpair,
    infer=matrices("eigh", lambda n, _: (1,), lambda n, _: (n, 1)), names=("value", "vector"),
    adjoints={"a": lambda g, a, out, uplo, which: _adjoint(g, a, out, uplo)}, reference=_reference, samples=_samples,
    invariants=lambda x, a: (x[0], matmul_op(x[1], flipped(x[1]))),
    summary="An eigenvalue of symmetric matrices, and its vector in a column (Magnus 1985). The gradient is symmetric.",
)  # fmt: skip


def _value_adjoint(g: AnyArray, a: Any, uplo: str, which: int) -> Any:
    _, v = eigenpair_op(a, uplo=uplo, which=which)
    return symmetric(matmul_op(v * g[..., None], flipped(v)))


eigenvalue_op: General = General(
    name="eigenvalue", forward=lambda a, *, uplo, which: np.linalg.eigvalsh(a, uplo)[..., which : which + 1],
    infer=matrices("eigh", lambda n, _: (1,)), adjoints={"a": _value_adjoint},
    reference=lambda a, *, uplo, which: np.linalg.eigvalsh(symmetric(in_double(a)), uplo)[..., which : which + 1],
    kind=Call(lambda library, a, x, *, uplo, which: _value(library, a, x, uplo, which), (2, 1), ("lapack:syevd",), prompt=True),
    samples=_samples, summary="One eigenvalue of symmetric matrices. The gradient is symmetric.",
)  # fmt: skip


def _value(library: Library, a: Array, x: Array, uplo: str, which: int) -> None:
    n = a.shape[0]
    values, work, count = library.new(n), library.new(1 + 64 * n), 1 + 64 * n
    library.lapack("syevd", "N", uplo, n, library.columns(a), n, values, work, count, library.integers(1), 1)
    library.copy(library.part(values, (which,), (1,)), x)


# ------------------------------------------------------------------------------------------------- which of the values


def chosen(w: AnyArray, by_index: Any, by_value: Any, function: str) -> slice:
    """Return which of the ascending eigenvalues are asked for: numbers from the first to the last, or the half-open interval.

    How many lie in an interval decides; in a recording it is guarded.
    """
    if by_value is None and by_index is None:
        return slice(None)
    if by_index is not None and by_value is not None:
        raise ArgumentError(f"{function}: expected a subset by index or by value, not both. Give one of them.")
    subset, n = by_index if by_value is None else by_value, w.shape[-1]
    if len(subset) != 2 or (by_value is None and not 0 <= int(subset[0]) <= int(subset[1]) < n):
        raise ArgumentError(f"{function}: expected a subset of two ascending numbers, of {n} by index, got {subset!r}.")
    if by_value is None:
        return slice(int(by_index[0]), int(by_index[1]) + 1)
    if len(w.shape) != 1 or not by_value[0] < by_value[1]:
        raise ArgumentError(
            f"{function}: expected one matrix and ascending bounds for a subset by value, got {w.shape[:-1]} matrices and {by_value!r}."
        )
    first, last = (sum_(less_equal(w, bound)).astype(np.int64) for bound in by_value)
    return slice(int(first), int(last))


def only(a: Any, by_index: Any, by_value: Any, function: str) -> int | None:
    """Return the index of the one eigenvalue of real matrices that is asked for, None for others."""
    if by_index is None or by_value is not None or a.dtype.kind == "c":
        return None
    part = chosen(a, by_index, None, function)
    return part.start if part.stop - part.start == 1 else None

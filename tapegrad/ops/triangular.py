"""Triangular systems, and Cholesky factors, whose derivative is made of them."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine import addresses, symbols
from tapegrad.ops.batching import along_rest
from tapegrad.ops.declare import General, composite, conjugated, functions, recorder
from tapegrad.ops.linalg import flipped, matmul_op
from tapegrad.ops.matrices import adjoint_of, in_double, regular, square, squares, symmetric, triangle
from tapegrad.ops.shaping import reshape_op, sum_to

Shape = tuple[int, ...]


# ------------------------------------------------------------------------------------------------- triangular systems


def _systems_shape(a: Shape, b: Shape, **static: Any) -> Shape:
    n = square("solve_triangular", a)
    if len(b) < 2 or b[-2] != n:
        raise ShapeError(f"solve_triangular: a of shape {a} and b of shape {b} do not fit.")
    try:
        return (*np.broadcast_shapes(a[:-2], b[:-2]), *b[-2:])
    except ValueError:
        raise ShapeError(
            f"solve_triangular: the stacks of a of shape {a} and b of shape {b} do not broadcast."
        ) from None


@functools.cache
def _trsm(letter: str) -> Any:
    """BLAS's routine for triangular systems."""
    symbol = addresses.blas(f"{letter}trsm")
    assert symbol is not None, "BLAS has it"
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 11)(symbols.address(symbol))


def _triangular(a: Any, b: Any, *, lower: bool, transposed: bool, unit: bool) -> np.ndarray:
    """Solve ``a x = b`` as ``x.T a.T = b.T``: arrays in C order are their transposes to BLAS."""
    a, b = in_double(a), in_double(b)
    shape = _systems_shape(a.shape, b.shape)
    if not unit and (np.diagonal(a, axis1=-2, axis2=-1) == 0).any():
        raise np.linalg.LinAlgError("Singular matrix")
    out = np.array(np.broadcast_to(b, shape), np.result_type(a, b), order="C")
    a = np.ascontiguousarray(np.broadcast_to(a, (*shape[:-2], *a.shape[-2:])), out.dtype)
    n, m = shape[-2:]
    letters = [np.array(ord(x), np.int64) for x in "R" + "LU"[lower] + "NT"[transposed] + "NU"[unit]]
    sizes = [np.array(x, np.int64) for x in (m, n)]
    head = [x.ctypes.data for x in (*letters, *sizes, np.ones((), out.dtype))]
    one, rows, columns = np.ones((), out.dtype), sizes[1].ctypes.data, sizes[0].ctypes.data
    head[-1] = one.ctypes.data
    if out.size:
        for place in np.ndindex(shape[:-2]):
            _trsm("sdcz"["fdFD".index(out.dtype.char)])(
                *head, a[place].ctypes.data, rows, out[place].ctypes.data, columns
            )
    return out


def _matrix_adjoint(g: Any, a: Any, out: Any, a_shape: Shape, lower: bool, transposed: bool, unit: bool) -> Any:
    back = solve_triangular_op(a, g, lower=lower, transposed=not transposed, unit=unit)
    product = matmul_op(out, flipped(back)) if transposed else matmul_op(back, flipped(out))
    return sum_to(triangle(-product, lower=lower, diagonal=0.0 if unit else 1.0), a_shape)


def _triangular_samples(rng: np.random.Generator) -> list[Any]:
    a, b = rng.normal(size=(3, 3)) + 3.0 * np.eye(3), rng.normal(size=(3, 2))
    return [
        ((a, b), {"lower": True, "transposed": False, "unit": False}),
        ((a, b), {"lower": False, "transposed": True, "unit": True}),
        (
            (rng.normal(size=(4, 1, 2, 2)) + 3.0 * np.eye(2), rng.normal(size=(3, 2, 1))),
            {"lower": True, "transposed": True, "unit": False},
        ),
    ]


def _by_numpy(a: Any, b: Any, *, lower: bool, transposed: bool, unit: bool) -> np.ndarray:
    a = np.tril(in_double(a)) if lower else np.triu(in_double(a))
    if unit:
        a = np.where(np.eye(a.shape[-1], dtype=bool), 1.0, a)
    return np.linalg.solve(np.swapaxes(a, -1, -2) if transposed else a, in_double(b))


solve_triangular_op: General = General(
    name="solve_triangular", takes_complex=True, forward=_triangular, infer=_systems_shape,
    adjoints={
        "a": _matrix_adjoint,
        "b": lambda g, a, b_shape, lower, transposed, unit: sum_to(solve_triangular_op(a, g, lower=lower, transposed=not transposed, unit=unit), b_shape),
    },
    reference=_by_numpy, samples=_triangular_samples,
    summary="Solutions of triangular systems (Giles 2008, 2.3.1); the other triangle is not read.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- Cholesky


def _factor_adjoint(g: Any, out: Any) -> Any:
    """Give half of ``L^-H (P + P^H) L^-1``, where P is the lower triangle of ``L^H g``, its diagonal halved."""
    inner = triangle(matmul_op(flipped(out), g), diagonal=0.5)  # out is conjugated
    for _ in range(2):
        inner = adjoint_of(solve_triangular_op(out, inner, lower=True, transposed=True, unit=False))
    return symmetric(inner)


cholesky_op: General = General(
    name="cholesky", takes_complex=True, forward=lambda a: np.linalg.cholesky(a), infer=squares("cholesky"),
    adjoints={"a": _factor_adjoint}, batched=along_rest(lambda: cholesky_op),
    reference=lambda a: np.linalg.cholesky(symmetric(in_double(a))), samples=regular((3, 3), (2, 2, 2), positive=True),
    summary="Lower Cholesky factor of positive definite matrices (Murray 2016). The gradient is symmetric.",
)  # fmt: skip


def _hermitian_samples(rng: np.random.Generator) -> list[Any]:
    ((a,), _), ((b,), _) = regular((3, 3), (2, 2, 2), positive=True)(rng)
    return [((a,), {}), ((b,), {"upper": True})]


@composite(lambda a, upper=False: np.linalg.cholesky(symmetric(in_double(a)), upper=upper), _hermitian_samples)
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """Cholesky factor of positive definite matrices, of which one triangle is read; the gradient is symmetric."""
    return flipped(cholesky_op(flipped(a))) if upper else cholesky_op(a)


def _systems(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(3, 3)) + 3.0 * np.eye(3)
    keywords: list[dict[str, Any]] = [{}, {"lower": True, "trans": 1}, {"trans": "T", "unit_diagonal": True}]
    return [((a, rng.normal(size=(3, 2) if k else 3)), keyword) for k, keyword in enumerate(keywords)]


def _by_scipy(a: Any, b: Any, **keywords: Any) -> Any:
    import scipy.linalg

    return scipy.linalg.solve_triangular(in_double(a), in_double(b), **keywords)


_TRANS = {0: False, "N": False, 1: True, "T": True, 2: True, "C": True}


@composite(_by_scipy, _systems)
def solve_triangular(
    a: Any, b: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False, overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:  # fmt: skip
    """Solve ``a x = b`` for triangular matrices, with SciPy's arguments; the other triangle of `a` is not read."""
    if trans not in _TRANS:
        raise ArgumentError(f"solve_triangular: expected trans 0, 1, 2, 'N', 'T' or 'C', got {trans!r}.")
    b = b if isinstance(b, recorder.tensor) else recorder.as_tensor(b, "solve_triangular")
    a = conjugated(a) if trans in (2, "C") else a
    vector = len(b.shape) == 1
    right = reshape_op(b, shape=(*b.shape, 1)) if vector else b
    x = solve_triangular_op(a, right, lower=bool(lower), transposed=_TRANS[trans], unit=bool(unit_diagonal))
    return reshape_op(x, shape=x.shape[:-1]) if vector else x


functions[np.linalg.cholesky] = cholesky

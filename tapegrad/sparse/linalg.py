"""Solutions of systems with sparse matrices, with the names of `scipy.sparse.linalg`.

Each is differentiable to any order, by the matrix's nonzeros and by the right side: the derivative is the solution of
a system with the transpose.

Tests: tests/sparse/test_linalg.py, tests/sparse/test_arrays.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.linalg.matrices import by_columns
from tapegrad.ops.linalg.norms import norm as dense_norm
from tapegrad.ops.sparse.sparse_systems import sparse_iterate, sparse_solve
from tapegrad.sparse.arrays import SparseArray, asarray
from tapegrad.tensor.tensor import Tensor, as_tensor


def spsolve(A: Any, b: Any, permc_spec: str | None = None, use_umfpack: bool = True) -> Tensor:
    """Solve A x = b by SuperLU's factors.

    Parameters
    ----------
    A : SparseArray, or a sparse array of SciPy
    b : array of shape (n,) or (n, k)
    permc_spec, use_umfpack
        Ways to compute, which change nothing here.

    Returns
    -------
    Tensor
        Of shape (n,), also where k is 1, or (n, k).

    Raises
    ------
    ShapeError
    numpy.linalg.LinAlgError
        If A is singular.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> b = tg.tensor([1.0, 2.0], requires_grad=True)
    >>> x = tg.sparse.linalg.spsolve(tg.sparse.diags_array([[2.0, 4.0]]), b)
    >>> x.sum().backward()
    >>> b.grad
    tensor([0.5 , 0.25])
    """
    A = asarray(A)
    if isinstance(b, SparseArray) or hasattr(b, "tocsr"):
        raise ArgumentError("spsolve: expected a dense right side, got a sparse one. Use b.toarray().")
    b = as_tensor(b, "spsolve")
    if b.ndim == 2 and b.shape[1] == 1:
        b = b.reshape(-1)
    return by_columns(lambda side: sparse_solve(A.data, side, pattern=A._pattern, transposed=A._transposed), b)


def _iteration(name: str, what: str) -> Callable[..., tuple[Tensor, int]]:
    def solve(A: Any, b: Any, x0: Any = None, **settings: Any) -> tuple[Tensor, int]:
        A, b = asarray(A), as_tensor(b, name)
        if b.ndim not in (1, 2) or (b.ndim == 2 and b.shape[1] != 1):
            raise ShapeError(f"{name}: expected one right side, got shape {b.shape}.")
        if "callback" in settings:
            raise ArgumentError(f"{name}: callback is not supported, since derivatives run the iterations too.")
        start = {} if x0 is None else {"x0": np.array(x0, np.result_type(A.dtype, b.dtype))}
        options = tuple(sorted({"rtol": 1e-10, **settings, **start}.items()))
        x = by_columns(
            lambda columns: sparse_iterate(
                A.data, columns, pattern=A._pattern, transposed=A._transposed, method=name, settings=options
            ),
            b,
        )
        return x.reshape(b.shape[:1]), 0

    solve.__name__ = solve.__qualname__ = name
    solve.__doc__ = f"""Solve A x = b by {what}.

    Parameters
    ----------
    A : SparseArray, or a sparse array of SciPy
    b : array of shape (n,) or (n, 1)
    x0 : array of shape (n,), optional
        Where the iteration starts; iterations for derivatives start at 0.
    **settings
        SciPy's: `rtol` (1e-10 by default, since a gradient has the same error), `atol`, `maxiter`, the
        preconditioner `M` (constant), and others of the method.

    Returns
    -------
    x : Tensor of shape (n,)
    info : int
        Always 0, as SciPy says of convergence.

    Raises
    ------
    ShapeError, ArgumentError
    numpy.linalg.LinAlgError
        Without convergence, also in a derivative's system.
    """
    return solve


cg = _iteration("cg", "conjugate gradients; A is Hermitian and positive definite")
gmres = _iteration("gmres", "generalized minimal residuals")
bicgstab = _iteration("bicgstab", "stabilized biconjugate gradients")
minres = _iteration("minres", "minimal residuals; A is symmetric")


def factorized(A: Any) -> Callable[[Any], Tensor]:
    """Return the function that solves A x = b for one b after the other; A is factored once."""
    A = asarray(A)
    return lambda b: spsolve(A, b)


def norm(x: Any, ord: Any = None, axis: Any = None) -> Tensor:
    """Return the Frobenius norm (`ord` None or "fro"), the norm 1, inf, -1 or -inf of a sparse array.

    Raises
    ------
    ArgumentError
        For other orders, and for norms of rows or columns.
    """
    x = asarray(x)
    if axis not in (None, (0, 1)):
        raise ArgumentError(f"norm: axis {axis!r} is not supported. Use tg.linalg.norm(x.toarray(), ord, axis).")
    if ord in (None, "f", "fro"):
        return dense_norm(x.data)
    if ord not in (1, -1, np.inf, -np.inf):
        raise ArgumentError(f"norm: order {ord!r} is not supported. Use tg.linalg.norm(x.toarray(), ord).")
    sums = abs(x).sum(axis=0 if abs(ord) == 1 else 1)
    return sums.max() if ord > 0 else sums.min()


def __getattr__(name: str) -> Any:
    raise AttributeError(
        f"module 'tapegrad.sparse.linalg' has no attribute {name!r}. Use scipy.sparse.linalg for constants, or "
        "tg.linalg with A.toarray()."
    )

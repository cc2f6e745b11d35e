"""Products of several matrices, and equations between tensors.

Tests: tests/replay/test_compile.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import integers
from tapegrad.ops.composites import composite
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.linalg.linear_systems import solve
from tapegrad.ops.linalg.matrices import numbers
from tapegrad.ops.products import matmul
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import Tensor, runtime
from tapegrad.ops.shape_ops import moveaxis, reshape


def _order(lengths: list[int]) -> list[list[int]]:
    """Return where to cut each product of neighbours for the fewest multiplications (Cormen et al., section 14.2)."""
    n = len(lengths) - 1
    cost, cuts = [[0] * n for _ in range(n)], [[0] * n for _ in range(n)]
    for span in range(1, n):
        for i in range(n - span):
            j = i + span
            cost[i][j], cuts[i][j] = min(
                (cost[i][k] + cost[k + 1][j] + lengths[i] * lengths[k + 1] * lengths[j + 1], k) for k in range(i, j)
            )
    return cuts


@composite(
    np.linalg.multi_dot, normal((([(2, 3), (3, 4), (4, 2)],), {}), (([3, (3, 4), (4, 2), (2, 5), 5],), {}), (([(2, 3), 3],), {})),
    of_array=False, casting="no",
)  # fmt: skip
def multi_dot(arrays: Any, *, out: Any = None) -> Tensor:
    """Multiply matrices in the order that takes the fewest multiplications; the first and last may be vectors."""
    matrices = [runtime.as_tensor(x, "multi_dot") for x in arrays]
    if len(matrices) < 2:
        raise ArgumentError(f"multi_dot: expected at least two arrays, got {len(matrices)}.")
    if any(len(x.shape) != 2 for x in matrices[1:-1]) or any(
        len(x.shape) not in (1, 2) for x in (matrices[0], matrices[-1])
    ):
        raise ShapeError(f"multi_dot: expected matrices, and vectors at the ends, got {[x.shape for x in matrices]}.")
    rows = [1 if len(matrices[0].shape) == 1 else matrices[0].shape[0], *[x.shape[0] for x in matrices[1:]]]
    cuts = _order([*rows, 1 if len(matrices[-1].shape) == 1 else matrices[-1].shape[1]])

    def product(i: int, j: int) -> Tensor:
        return matrices[i] if i == j else matmul(product(i, cuts[i][j]), product(cuts[i][j] + 1, j))

    return product(0, len(matrices) - 1)


def _tensors(rng: np.random.Generator) -> list[Any]:
    a = rng.normal(size=(6, 2, 3)) + 2.0 * np.eye(6).reshape(6, 2, 3)
    return [((a, rng.normal(size=6)), {}), ((np.moveaxis(a, 1, -1), rng.normal(size=6)), {"axes": (2,)})]


@composite(doubled(np.linalg.tensorsolve), _tensors)
def tensorsolve(a: Tensor, b: Any, axes: Any = None) -> Tensor:
    """Solve ``tensordot(a, x, x.ndim) = b`` for x."""
    a, b = numbers(a, "tensorsolve"), numbers(b, "tensorsolve")
    if axes is not None:
        moved = integers(axes)
        a = moveaxis(a, moved, tuple(range(len(a.shape) - len(moved), len(a.shape))))
    shape = a.shape[len(b.shape) :]
    if math.prod(shape) != b.size:
        raise ShapeError(f"tensorsolve: a of shape {a.shape} and b of shape {b.shape} give no square system.")
    return reshape(solve(reshape(a, (b.size, b.size)), reshape(b, (-1,))), shape)


@composite(
    doubled(np.linalg.tensorinv),
    lambda rng: [((a.reshape(shape),), {"ind": ind}) for a in (rng.normal(size=(6, 6)) + 3.0 * np.eye(6),) for shape, ind in (((6, 2, 3), 1), ((2, 3, 6), 2))],
)  # fmt: skip
def tensorinv(a: Tensor, ind: int = 2) -> Tensor:
    """Return the inverse of ``tensordot(a, x, ind)`` as an operation on x."""
    a = numbers(a, "tensorinv")
    rows = math.prod(a.shape[:ind])
    if ind < 1 or rows * rows != a.size:
        raise ShapeError(f"tensorinv: a of shape {a.shape} with ind={ind} is no square operation.")
    return reshape(inv(reshape(a, (rows, rows))), (*a.shape[ind:], *a.shape[:ind]))


@composite(doubled(scipys("scipy.linalg", "khatri_rao")), normal((((2, 3), (4, 3)), {})))
def khatri_rao(a: Tensor, b: Any) -> Tensor:
    """Return Kronecker products of the columns of two matrices, side by side."""
    b = runtime.as_tensor(b, "khatri_rao")
    if min(len(a.shape), len(b.shape)) < 2 or a.shape[-1] != b.shape[-1]:
        raise ShapeError(f"khatri_rao: expected matrices of as many columns, got shapes {a.shape} and {b.shape}.")
    product = a[..., :, None, :] * b[..., None, :, :]
    *stack, m, n, columns = product.shape
    return reshape(product, (*stack, m * n, columns))

"""Products of vectors and matrices in stacks: NumPy's `vecdot`, `matvec`, `cross`, `kron` and their like.

Tests: tests/ops/test_numpy_functions.py, tests/ops/test_random_calls.py, tests/ops/test_mixed_dtypes.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.dispatch_tables import functions
from tapegrad.ops.products import dot, matmul
from tapegrad.ops.reductions import sum_
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import (
    expand_dims,
    moveaxis,
    ravel,
    reshape,
    stack,
)


def _pair(*shapes: Any, **keywords: Any) -> Callable[..., list[tuple[tuple[Any, Any], dict[str, Any]]]]:
    """Return samples of two arrays, from pairs of shapes."""
    return lambda rng: [((rng.normal(size=a), rng.normal(size=b)), keywords) for a, b in shapes]


def _conjugate(x: AnyArray) -> AnyArray:
    return x.conj() if x.dtype.kind == "c" else x


def _vector(x: AnyArray, name: str) -> Tensor:
    x = runtime.as_tensor(x)
    if not x.shape:
        raise ShapeError(f"{name}: expected at least one dimension, got a number.")
    return x


def _matrix(x: AnyArray, name: str) -> Tensor:
    x = runtime.as_tensor(x)
    if len(x.shape) < 2:
        raise ShapeError(f"{name}: expected a matrix or a stack of them, got shape {x.shape}.")
    return x


@composite(np.vdot, _pair((3, 3), ((2, 2), 4)), of_array=False)
def vdot(a: Any, b: Any, /) -> Tensor:
    """Return the product of two flattened arrays; the first one is conjugated."""
    return dot(_conjugate(ravel(runtime.as_tensor(a))), ravel(runtime.as_tensor(b)))


@composite(getattr(np, "vecdot", np.linalg.vecdot), _pair(((2, 3), (2, 3)), ((2, 3), 3)), of_array=False)
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1, keepdims: bool = False) -> Tensor:
    """Return products of vectors along an axis; the first ones are conjugated."""
    x1, x2 = (moveaxis(_vector(x, "vecdot"), axis, -1) for x in (x1, x2))
    if x1.shape[-1] != x2.shape[-1]:
        raise ShapeError(f"vecdot: x1 and x2 have {x1.shape[-1]} and {x2.shape[-1]} elements along axis {axis}.")
    products = _conjugate(x1) * x2
    result = np.any(products, -1) if products.dtype == bool else sum_(products, -1, products.dtype)
    return expand_dims(result, axis) if keepdims else result


functions[np.linalg.vecdot] = vecdot


def _ufunc(name: str) -> Any:
    """Return a ufunc of NumPy 2.2 and later; before, a function of its own that computes the same."""
    fallbacks = {"matvec": lambda a, b: np.einsum("...ij,...j->...i", a, b), "vecmat": lambda a, b: np.einsum("...i,...ij->...j", a.conj(), b)}  # fmt: skip
    return getattr(np, name, fallbacks[name])


@composite(_ufunc("matvec"), _pair(((2, 3), 3), ((4, 2, 3), (4, 3))), of_array=False)
def matvec(x1: Any, x2: Any, /) -> Tensor:
    """Return products of matrices and vectors, in stacks."""
    return matmul(_matrix(x1, "matvec"), expand_dims(_vector(x2, "matvec"), -1))[..., 0]


@composite(_ufunc("vecmat"), _pair((3, (3, 2)), ((4, 3), (4, 3, 2))), of_array=False)
def vecmat(x1: Any, x2: Any, /) -> Tensor:
    """Return products of vectors, which are conjugated, and matrices, in stacks."""
    return matmul(expand_dims(_conjugate(_vector(x1, "vecmat")), -2), _matrix(x2, "vecmat"))[..., 0, :]


_COMPONENTS = {3} if np.lib.NumpyVersion(np.__version__) >= "2.5.0" else {2, 3}


@composite(np.cross, lambda rng: [((rng.normal(size=3), rng.normal(size=3)), {}), ((rng.normal(size=(2, 3)), rng.normal(size=3)), {}), ((rng.normal(size=(3, 4)), rng.normal(size=(3, 4))), {"axis": 0})], of_array=False)  # fmt: skip
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Tensor:
    """Return cross products of vectors of three components along an axis.

    A third component that is missing is 0 where NumPy takes two, which it does before version 2.5.
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = moveaxis(_vector(a, "cross"), axisa, -1), moveaxis(_vector(b, "cross"), axisb, -1)
    lengths = {a.shape[-1], b.shape[-1]}
    if not lengths <= _COMPONENTS:
        allowed = " or ".join(map(str, sorted(_COMPONENTS)))
        raise ShapeError(f"cross: expected vectors of {allowed} components, got {a.shape[-1]} and {b.shape[-1]}.")

    def part(x: AnyArray, k: int) -> Any:
        return x[..., k] if k < x.shape[-1] else 0

    def component(i: int, j: int) -> Any:
        return part(a, i) * part(b, j) - part(a, j) * part(b, i)

    if lengths == {2}:
        return component(0, 1)
    return moveaxis(stack([component(1, 2), component(2, 0), component(0, 1)], -1), -1, axisc)


def _cross_of_three(x1: AnyArray, x2: AnyArray, /, *, axis: int = -1) -> Tensor:
    for x in (x1, x2):
        if (shape := np.shape(_vector(x, "linalg.cross")))[axis] != 3:
            raise ShapeError(
                f"linalg.cross: expected vectors of 3 components along axis {axis}, got the shape {shape}."
            )
    return cross(x1, x2, axis=axis)


functions[np.linalg.cross] = _cross_of_three


@composite(np.kron, _pair((2, 3), ((2, 2), (2, 3)), ((2, 1, 2), 3)), of_array=False)
def kron(a: Any, b: Any) -> Tensor:
    """Return the Kronecker product: a copy of b in the place of each element of a, multiplied by it."""
    a, b = runtime.as_tensor(a), runtime.as_tensor(b)
    ndim = max(len(a.shape), len(b.shape))
    left, right = ((1,) * (ndim - len(x.shape)) + x.shape for x in (a, b))
    a = reshape(a, tuple(m for n in left for m in (n, 1)))
    b = reshape(b, tuple(m for n in right for m in (1, n)))
    return reshape(a * b, tuple(n * m for n, m in zip(left, right, strict=True)))

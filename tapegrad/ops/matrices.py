"""What the records of linear algebra share."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.declare import conjugated
from tapegrad.ops.elementwise import multiply
from tapegrad.ops.linalg import flipped

Shape = tuple[int, ...]


def adjoint_of(x: Any) -> Any:
    """Return the conjugate transpose of matrices."""
    return conjugated(flipped(x))


def square(function: str, a: Shape) -> int:
    """Return the side of square matrices.

    Raises
    ------
    ShapeError
    """
    if len(a) < 2 or a[-1] != a[-2]:
        raise ShapeError(f"{function}: expected square matrices, got shape {a}.")
    return a[-1]


def in_double(x: Any) -> Any:
    """Return numbers of more precision than LAPACK has, such as differences are taken of in tests, as doubles."""
    x = np.asarray(x)
    if x.dtype.kind == "c":
        return x.astype(np.complex128) if x.dtype == np.clongdouble else x
    return x.astype(np.float64) if x.dtype == np.longdouble else x


def symmetric(x: Any) -> Any:
    """Return the Hermitian part of matrices."""
    return (x + adjoint_of(x)) * 0.5


def regular(*shapes: Shape, positive: bool = False) -> Any:
    """Return samples of matrices that are far from singular."""

    def samples(rng: np.random.Generator) -> list[Any]:
        found: list[Any] = []
        for shape in shapes:
            a = rng.normal(size=shape) + 2.0 * np.eye(shape[-1])
            found.append(((a @ np.swapaxes(a, -1, -2) if positive else a,), {}))
        return found

    return samples


def triangle(x: Any, *, lower: bool = True, diagonal: float = 1.0) -> Any:
    """Return one triangle of square matrices, the diagonal times a factor."""
    n = x.shape[-1]
    mask = np.tri(n, k=-1) if lower else np.tri(n, k=-1).T
    return multiply(x, (mask + diagonal * np.eye(n)).astype(np.zeros((), x.dtype).real.dtype))


def squares(function: str) -> Any:
    """Return what a record says of its shape: square matrices give matrices of that shape."""

    def infer(a: Shape, **static: Any) -> Shape:
        square(function, a)
        return a

    return infer

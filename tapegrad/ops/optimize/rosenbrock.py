"""Rosenbrock's function, and its first and second derivative as SciPy has them, which have derivatives themselves.

Source: Rosenbrock (1960), "An automatic method for finding the greatest or least value of a function".

Tests: tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import square
from tapegrad.ops.reductions import sum_
from tapegrad.ops.references import doubled, normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import concatenate, diag


def _reference(name: str) -> Callable[..., Any]:
    return doubled(scipys("scipy.optimize", name))


def _parts(x: AnyArray, function: str) -> tuple[Any, Any]:
    """Return all but the last element, and how far each next one is from its square.

    Raises
    ------
    ShapeError
        Unless there are two elements or more.
    """
    if not x.shape or x.shape[0] < 2:
        raise ShapeError(f"{function}: expected at least two elements along the first axis, got shape {x.shape}.")
    return x[:-1], x[1:] - square(x[:-1])


def _added(low: AnyArray, high: Any) -> Tensor:
    """Return what belongs to the first elements, added to what belongs to their successors."""
    nothing = np.zeros((1, *low.shape[1:]), low.dtype)
    return concatenate([low, nothing]) + concatenate([nothing, high])


@composite(_reference("rosen"), normal(((4,), {}), (((3, 2),), {})), takes_complex=False)
def rosen(x: Tensor) -> Tensor:
    """Rosenbrock's function of the elements along the first axis; its minimum, 0, is at ones."""
    low, away = _parts(x, "rosen")
    return sum_(100.0 * square(away) + square(1.0 - low), 0)


@composite(_reference("rosen_der"), normal(((4,), {})), takes_complex=False)
def rosen_der(x: Tensor) -> Tensor:
    """Return the gradient of Rosenbrock's function."""
    low, away = _parts(x, "rosen_der")
    return _added(-400.0 * low * away - 2.0 * (1.0 - low), 200.0 * away)


@composite(_reference("rosen_hess"), normal(((4,), {})), takes_complex=False)
def rosen_hess(x: Tensor) -> Tensor:
    """Return the Hessian of Rosenbrock's function."""
    low, away = _parts(x, "rosen_hess")
    middle = _added(800.0 * square(low) - 400.0 * away + 2.0, 200.0 + 0.0 * low)
    return diag(middle) - diag(400.0 * low, 1) - diag(400.0 * low, -1)


@composite(_reference("rosen_hess_prod"), normal(((4, 4), {})), takes_complex=False)
def rosen_hess_prod(x: Tensor, p: Any) -> Tensor:
    """Return the product of the Hessian of Rosenbrock's function and a vector."""
    low, away = _parts(x, "rosen_hess_prod")
    middle = _added(800.0 * square(low) - 400.0 * away + 2.0, 200.0 + 0.0 * low)
    return middle * p - _added(400.0 * low * p[1:], 400.0 * low * p[:-1])

"""What the tests of function transforms share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg

DTYPES = (np.float64, np.float32)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)


def polynomial(x: Any, y: Any) -> Any:
    """``sum(x**2 * y) + 3 y[0] x[1]``, with derivatives by hand below."""
    return np.sum(x * x * y) + 3.0 * y[0] * x[1]


def polynomial_slopes(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    gx, gy = 2 * x * y, x * x
    gx[1] += 3 * y[0]
    gy[0] += 3 * x[1]
    return gx, gy


X, Y = np.array([1.0, -2.0, 0.5]), np.array([3.0, 0.25, -1.0])


TRANSFORMS = [
    tg.grad,
    tg.value_and_grad,
    tg.func.grad_and_value,
    tg.jacobian,
    tg.func.jacrev,
    tg.func.jacfwd,
    tg.hessian,
]
each_transform = pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda f: f.__name__)


def derivative_forms(f: Any) -> dict[str, Any]:
    """Ways to the gradient of a scalar function of an array, as functions."""
    return {
        "grad": tg.grad(f),
        "value_and_grad": lambda x: tg.value_and_grad(f)(x)[1],
        "jacobian": tg.jacobian(f),
        "jacrev": tg.func.jacrev(f),
        "jacfwd": tg.func.jacfwd(f),
        "vjp": lambda x: tg.func.vjp(f, x)[1](1.0)[0],
        "jvp": lambda x: np.stack([tg.func.jvp(f, (x,), (e,))[1] for e in np.eye(3)]),
        "linearize": lambda x: np.stack([tg.func.linearize(f, x)[1](e) for e in np.eye(3)]),
    }

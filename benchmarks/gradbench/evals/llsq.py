"""Least squares of a polynomial against the sign function, and the gradient by its coefficients."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.entry import Entry


def loss(x: Any, n: int) -> Any:
    """Return half the sum of squared distances at `n` points between -1 and 1."""
    t = np.linspace(-1.0, 1.0, n)
    return np.sum((np.sign(t) - tg.polynomial.polyval(t, x)) ** 2) / 2


def _read(given: Any) -> tuple[Any, ...]:
    return np.array(given["x"]), given["n"]


primal = Entry(_read, tg.compile(loss, static_argnums=1), float)
gradient = Entry(_read, tg.compile(tg.grad(loss), static_argnums=1), np.ndarray.tolist)

"""Sample programs: what many first programs do. `prebuild` compiles all that they load.

Kernels are not listed: those of every elementwise op are loaded that `import tapegrad` declares.

Tests: tests/machine/test_prebuilt.py
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.integrate.block_layout import STEPPED
from tapegrad.machine import kernels
from tapegrad.ops import declare

_STEPS = 300  # of a loop in eager code: as many as it takes to be compiled


def _kernels(dtype: str) -> None:
    """Load the kernels of elementwise ops."""
    for op in [*declare.table]:
        if isinstance(op, declare.Elementwise):
            kernels.load(op, dtype)


def _scalars(dtype: str) -> None:
    """Differentiate a function of single numbers."""
    x, y = (tg.tensor(np.array(value, dtype), requires_grad=True) for value in (0.5, 2.0))
    (tg.sin(x) * y + tg.exp(-x) / y).backward()


def _decay(dtype: str) -> None:
    """Take a step of a least-squares fit."""
    t = np.linspace(0.0, 4.0, 50, dtype=dtype)
    counts = 2.5 * np.exp(-1.3 * t) + 0.5
    p = tg.tensor(np.ones(3, dtype), requires_grad=True)
    tg.sum((p[0] * tg.exp(-p[1] * t) + p[2] - counts) ** 2).backward()


def _network(dtype: str, steps: int) -> None:
    """Train a small network."""
    x = np.linspace(-1.0, 1.0, 24, dtype=dtype).reshape(6, 4)
    y = x[:, 0] * x[:, 1]
    weights = [tg.tensor(np.full(shape, 0.1, dtype), requires_grad=True) for shape in ((4, 5), (5,), (5, 1), (1,))]
    for _ in range(steps):
        w, b, v, c = weights
        loss = tg.mean(((tg.tanh(x @ w + b) @ v + c)[:, 0] - y) ** 2)
        loss.backward()
        with tg.no_grad():
            for weight in weights:
                assert weight.grad is not None, "the loss reads it"
                weight -= 0.1 * weight.grad
                weight.grad = None


def _derivatives() -> None:
    """Call the transforms of a function, compiled too."""

    def rosenbrock(x: Any) -> Any:
        return tg.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)

    x = np.linspace(0.5, 1.5, 4)
    for derive in (tg.grad, tg.value_and_grad, tg.jacobian, tg.hessian):
        derive(rosenbrock)(x)
        tg.compile(derive(rosenbrock))(x)


def _shared() -> None:
    """Differentiate a function of an array that is long enough for threads."""

    def loss(x: Any) -> Any:
        return tg.sum(tg.exp(-x * x))

    tg.compile(tg.grad(loss))(np.ones(200_000))


def _solution(method: str) -> None:
    """Differentiate the solution of a differential equation by its parameters."""

    def end(p: Any) -> Any:
        solution = tg.integrate.solve_ivp(lambda t, y, p: -p * y, (0.0, 1.0), [1.0, 2.0], method, [1.0], args=(p,))
        return solution.y[0, -1]

    tg.compile(tg.value_and_grad(end))(0.5)


SAMPLES: list[Callable[[], None]] = [
    *(partial(_scalars, dtype) for dtype in kernels.DTYPES),
    *(partial(_kernels, dtype) for dtype in kernels.DTYPES),
    *(partial(_decay, dtype) for dtype in kernels.DTYPES),
    *(partial(_network, dtype, 1) for dtype in kernels.DTYPES),
    _derivatives,
    partial(_network, "f8", _STEPS),
    _shared,
    *(partial(_solution, method) for method in STEPPED),
]

"""Diffrax: differential equations on top of JAX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import diffrax
import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.compiled.peers.jax import NAMESPACE, plain

NAME = "Diffrax"
HOW = "`jax.jit` of `value_and_grad` of `diffeqsolve`, by Dopri8, stiff by Kvaerno5; the adjoint of its default"
COLUMN = "JAX jit"
SKIPS = dict.fromkeys(
    ("gradient", "hvp", "jacobians", "sparse_jacobian", "sparse_hessian"), "differential equations only"
)


def version() -> str:
    return diffrax.__version__


def ode(
    formula: Any, points: Iterator[np.ndarray], start: np.ndarray, end: float, weights: np.ndarray, stiff: bool
) -> Callable[[], Any]:
    term = diffrax.ODETerm(formula(NAMESPACE))
    solver = diffrax.Kvaerno5() if stiff else diffrax.Dopri8()
    steps = diffrax.PIDController(rtol=1e-8, atol=1e-12 if stiff else 1e-8)

    first, last = jnp.asarray(start), jnp.asarray(weights)

    def loss(p: Any) -> Any:
        options = {"stepsize_controller": steps, "max_steps": 4096}
        return last @ diffrax.diffeqsolve(term, solver, 0.0, end, None, first, p, **options).ys[-1]

    compiled = jax.jit(jax.value_and_grad(loss))
    return lambda: plain(compiled(next(points)))

"""JAX, compiled by XLA."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy import special

from benchmarks.compiled.rows import Namespace

NAME = "JAX jit"
HOW = "`jax.jit` of `value_and_grad`, `jvp` over `grad`, `vmap` over `jacrev`; `lax.scan`; Lorenz's system by `jacfwd`"
SKIPS = {
    "sparse_jacobian": "dense only; asdex has it",
    "sparse_hessian": "dense only; asdex has it",
    "ode": "no method to choose; Diffrax has them",
}

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def version() -> str:
    return jax.__version__


def iterate(step: Callable[..., Any], times: int, state: Any) -> Any:
    return jax.lax.scan(lambda at, _: (step(*at), None), state, length=times)[0]


def scan(step: Callable[..., Any], state: Any, rows: Any) -> Any:
    return jax.lax.scan(lambda at, row: (step(at, row), None), state, rows)[0]


NAMESPACE = Namespace(
    jnp, erf=special.erf, logsumexp=special.logsumexp, softplus=jax.nn.softplus, smallest=jnp.minimum, iterate=iterate,
    scan=scan,
)  # fmt: skip


def plain(result: Any) -> Any:
    """Give NumPy arrays, which waits for the asynchronous dispatch."""
    return [np.asarray(leaf) for leaf in jax.tree.leaves(result)]


def jitted(f: Any, *args: Any) -> Callable[[], Any]:
    """Make the job that calls a compiled function, on arrays that are there before."""
    compiled, arrays = jax.jit(f), [jnp.asarray(a) for a in args]
    return lambda: plain(compiled(*arrays))


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    return jitted(jax.value_and_grad(formula(NAMESPACE), tuple(range(len(args)))), *args)


def lorenz(formula: Any, *args: float) -> Callable[[], Any]:
    """Forwards: of a loop, JAX keeps the path for a sweep back."""
    f, numbers = formula(NAMESPACE), tuple(range(len(args)))
    return jitted(lambda *args: (f(*args), jax.jacfwd(f, numbers)(*args)), *args)


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    slope = jax.grad(formula(NAMESPACE))
    return jitted(lambda x, v: jax.jvp(slope, (x,), (v,))[1], x, v)


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    return jitted(jax.vmap(jax.jacrev(formula(NAMESPACE), argnums=(0, 1, 2))), *args)

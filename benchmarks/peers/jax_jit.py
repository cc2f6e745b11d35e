"""JAX compiled by `jit`. Tracing and compilation happen in the first call, which is not timed."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks import problems
from benchmarks.problems import Answer, Job

NAME = "JAX jit"
HOW = "`jax.jit(jax.value_and_grad(f))`, float64; tracing and compilation excluded, but for the first gradient"
SKIPS = {"retained_chain": "compiled code keeps no tape"}

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def version() -> str:
    return jax.__version__


def gradient_job(f: Callable[..., Any], *args: Any) -> Job:
    """Reading the answers as NumPy arrays also waits for JAX's asynchronous dispatch."""
    run = jax.jit(jax.value_and_grad(f, argnums=tuple(range(len(args)))))
    arrays = [jnp.asarray(a) for a in args]

    def job() -> Answer:
        value, gradients = run(*arrays)
        return value.item(), [np.asarray(g) for g in gradients]

    return job


def scalar_chain(start: float, iterations: int) -> Job:
    return gradient_job(lambda x: problems.scalar_chain(x, iterations), start)


def elementwise_chain(x: np.ndarray, d: np.ndarray) -> Job:
    return gradient_job(lambda x, d: jnp.sum(problems.elementwise_chain(jnp, x, d)), x, d)


def expression(x: np.ndarray) -> Job:
    return gradient_job(lambda x: jnp.sum(problems.expression(jnp, x)), x)


def network(x: np.ndarray, y: np.ndarray, weights: list[np.ndarray]) -> Job:
    inputs, targets = jnp.asarray(x), jnp.asarray(y)
    return gradient_job(lambda *weights: problems.network_loss(jnp, inputs, targets, weights), *weights)


def training_step(x: np.ndarray, y: np.ndarray, p: np.ndarray, rate: float) -> Job:
    inputs, targets, parameters = jnp.asarray(x), jnp.asarray(y), jnp.asarray(p)

    @jax.jit
    def step(p: jax.Array) -> tuple[jax.Array, jax.Array]:
        loss, gradient = jax.value_and_grad(lambda p: problems.regression_loss(jnp, inputs, targets, p))(p)
        return loss, p - rate * gradient

    def job() -> Answer:
        nonlocal parameters
        loss, parameters = step(parameters)
        return loss.item(), [np.asarray(parameters)]

    return job


def first_gradient() -> Answer:
    return expression(problems.expression_data(3))()

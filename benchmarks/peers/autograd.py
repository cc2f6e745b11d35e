"""HIPS autograd: NumPy functions on traced boxes."""

from collections.abc import Callable
from importlib import metadata
from typing import Any

import autograd.numpy as anp
import numpy as np
from autograd import make_vjp, value_and_grad

from benchmarks import problems
from benchmarks.problems import Answer, Job

NAME = "autograd"
HOW = "`value_and_grad`; for the retained sweep the function that `make_vjp` returns"
SKIPS: dict[str, str] = {}


def version() -> str:
    return metadata.version("autograd")


def gradient_job(f: Callable[..., Any], *args: Any) -> Job:
    """Differentiate by all arguments."""
    run = value_and_grad(f, argnum=tuple(range(len(args))))

    def job() -> Answer:
        value, gradients = run(*args)
        return float(value), [np.asarray(g) for g in gradients]

    return job


def scalar_chain(start: float, iterations: int) -> Job:
    return gradient_job(lambda x: problems.scalar_chain(x, iterations), start)


def retained_chain(start: float, iterations: int) -> Job:
    pull, y = make_vjp(lambda x: problems.scalar_chain(x, iterations))(start)
    return lambda: (float(y), [np.asarray(pull(1.0))])


def elementwise_chain(x: np.ndarray, d: np.ndarray) -> Job:
    return gradient_job(lambda x, d: anp.sum(problems.elementwise_chain(anp, x, d)), x, d)


def expression(x: np.ndarray) -> Job:
    return gradient_job(lambda x: anp.sum(problems.expression(anp, x)), x)


def network(x: np.ndarray, y: np.ndarray, weights: list[np.ndarray]) -> Job:
    return gradient_job(lambda *weights: problems.network_loss(anp, x, y, weights), *weights)


def training_step(x: np.ndarray, y: np.ndarray, p: np.ndarray, rate: float) -> Job:
    f = value_and_grad(lambda p: problems.regression_loss(anp, x, y, p))

    def job() -> Answer:
        nonlocal p
        loss, gradient = f(p)
        p = p - rate * gradient
        return float(loss), [p]

    return job


def first_gradient() -> Answer:
    return expression(problems.expression_data(3))()

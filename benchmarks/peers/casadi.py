"""CasADi: symbolic graphs, differentiated symbolically and run by its virtual machine."""

from importlib import metadata
from typing import Any

import casadi as cs
import numpy as np

from benchmarks import problems
from benchmarks.problems import Answer, Job

NAME = "CasADi"
HOW = (
    "the scalar chain builds its SX graph, derivative and function in every call, as a script that changes would; "
    "the other rows evaluate a function built beforehand (SX for scalars, MX for arrays), but for the first gradient"
)
SKIPS: dict[str, str] = {}


def version() -> str:
    return metadata.version("casadi")


def chain_function(iterations: int) -> cs.Function:
    x = cs.SX.sym("x")
    y = problems.scalar_chain(x, iterations)
    return cs.Function("chain", [x], [y, cs.gradient(y, x)])


def evaluation_job(f: cs.Function, *args: np.ndarray) -> Job:
    """Evaluate a function that returns the value and the gradients; every argument is a column."""
    columns = [cs.DM(a) for a in args]

    def job() -> Answer:
        value, *gradients = f(*columns)
        return float(value), [g.full().ravel() for g in gradients]

    return job


def scalar_chain(start: float, iterations: int) -> Job:
    def job() -> Answer:
        value, gradient = chain_function(iterations)(start)
        return float(value), [np.asarray(float(gradient))]

    return job


def retained_chain(start: float, iterations: int) -> Job:
    f = chain_function(iterations)

    def job() -> Answer:
        value, gradient = f(start)
        return float(value), [np.asarray(float(gradient))]

    return job


def elementwise_chain(x: np.ndarray, d: np.ndarray) -> Job:
    u, v = cs.MX.sym("x", x.size), cs.MX.sym("d", d.size)
    y = cs.sum1(problems.elementwise_chain(cs, u, v))
    return evaluation_job(cs.Function("chain", [u, v], [y, cs.gradient(y, u), cs.gradient(y, v)]), x, d)


def expression(x: np.ndarray) -> Job:
    u = cs.MX.sym("x", x.size)
    y = cs.sum1(problems.expression(cs, u))
    return evaluation_job(cs.Function("expression", [u], [y, cs.gradient(y, u)]), x)


def network(x: np.ndarray, y: np.ndarray, weights: list[np.ndarray]) -> Job:
    """The weights are parts of one vector, columns first, so that one reverse pass differentiates by all."""
    p = cs.MX.sym("p", sum(w.size for w in weights))

    def parts(vector: Any) -> list[Any]:
        pieces = cs.vertsplit(vector, np.cumsum([0, *(w.size for w in weights)]).tolist())
        return [cs.reshape(piece, *np.atleast_2d(w).shape) for piece, w in zip(pieces, weights, strict=True)]

    w1, b1, w2, b2, w3, b3 = parts(p)
    rows = len(x)
    h = cs.tanh(cs.DM(x) @ w1 + cs.repmat(b1, rows, 1))
    h = cs.tanh(h @ w2 + cs.repmat(b2, rows, 1))
    loss = cs.sumsqr(h @ w3 + b3 - cs.DM(y)) / rows
    f = cs.Function("network", [p], [loss, *parts(cs.gradient(loss, p))])
    start = cs.DM(np.concatenate([w.ravel(order="F") for w in weights]))

    def job() -> Answer:
        value, *gradients = f(start)
        return float(value), [g.full().reshape(w.shape) for g, w in zip(gradients, weights, strict=True)]

    return job


def training_step(x: np.ndarray, y: np.ndarray, p: np.ndarray, rate: float) -> Job:
    u = cs.MX.sym("p", p.size)
    loss = cs.sumsqr(cs.tanh(cs.DM(x) @ u) - cs.DM(y)) / len(y)
    f = cs.Function("step", [u], [loss, u - rate * cs.gradient(loss, u)])
    column = cs.DM(p)

    def job() -> Answer:
        nonlocal column
        value, column = f(column)
        return float(value), [column.full().ravel()]

    return job


def first_gradient() -> Answer:
    return expression(problems.expression_data(3))()

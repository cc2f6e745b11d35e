"""The work that is counted: small, of fixed data, each one path through the package."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks import problems
from benchmarks.peers import tapegrad as eager
from benchmarks.problems import LORENZ, lorenz, observations, projection, rosenbrock

Job = Callable[[], Any]


def first_gradient() -> Any:
    """Take the gradient that a process takes first."""
    x = tg.tensor([-1.0, 0.5, 2.0], requires_grad=True)
    np.sum(np.tanh(1.5 * x + 0.25) * np.exp(-x * x)).backward()
    return x.grad.numpy()


def recording(shape: tuple[int, ...], step: Callable[[Any, Any], Any]) -> Job:
    """Record a step a hundred times; nobody asks for values."""
    x = tg.full(shape, 0.9995).requires_grad_()

    def job() -> Any:
        y = x
        for _ in range(100):
            y = step(y, x)
        return y

    return job


def new_networks() -> Job:
    """Take the gradients of a network that has another size each time, so that nothing learned serves again."""
    x, _, weights = problems.network_data()
    leaves = [tg.tensor(w, requires_grad=True) for w in weights]
    rows = count(1)

    def job() -> None:
        n = next(rows)
        inputs = np.concatenate([x, x, x, x])[:n]
        problems.network_loss(tg, inputs, np.ones((n, 1)), leaves).backward()

    return job


def retained() -> Job:
    """Sweep a kept tape of 2,000 scalar operations."""
    return eager.retained_chain(problems.CHAIN_START, 1_000)


def second_order() -> Job:
    """Take a product with a Hessian, through a recorded sweep."""
    x, v = tg.tensor(np.linspace(0.5, 1.5, 20), requires_grad=True), np.ones(20)

    def job() -> Any:
        (g,) = tg.autograd.grad(rosenbrock(np)(x), x, create_graph=True)
        return tg.autograd.grad(np.sum(g * v), x)[0].numpy()

    return job


def linear_algebra() -> Job:
    """Solve a system: an array instruction that is executed at once."""
    a, b = tg.tensor(np.eye(8) + 0.1, requires_grad=True), tg.tensor(np.ones(8), requires_grad=True)

    def job() -> Any:
        return tg.autograd.grad(np.sum(np.linalg.solve(a, b) ** 2), (a, b))

    return job


class Cube(tg.autograd.Function):
    """A function of the user's."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3.0 * x**2 * g


def custom_function() -> Job:
    """Apply a function of the user's and sweep it."""
    x = tg.tensor(np.linspace(0.5, 1.5, 20), requires_grad=True)
    return lambda: tg.autograd.grad(np.sum(Cube.apply(x)), x)


def sealed(function: Callable[..., Any], *args: Any, batch: bool = False) -> Job:
    """Call a compiled function, or its batch."""
    compiled = tg.compile(function)
    call = compiled.batch if batch else compiled
    call(*args)
    return lambda: call(*args)


def jacobians(n: int) -> Job:
    """Take a batch of Jacobians of bundle adjustment."""
    return sealed(tg.jacobian(projection(np), argnums=(0, 1, 2)), *observations(n), batch=True)


def sealing() -> Job:
    """Record and seal a small function whose machine code is on disk."""
    x = np.linspace(0.5, 1.5, 10)
    return lambda: tg.compile(tg.value_and_grad(rosenbrock(np)))(x)


def small(x: Any) -> Any:
    """Compute little, so that the call is what is counted."""
    return np.sin(x) * x


def many(x: Any) -> Any:
    """Compute a sum of vector functions."""
    return np.sum(problems.expression(np, x))


X = np.linspace(-2.0, 2.0, 1000)

CASES: dict[str, Callable[[], Job]] = {
    "record 100 operations on scalars": lambda: recording((), lambda y, x: y * x),
    "record 100 operations on arrays": lambda: recording((16,), lambda y, x: y * x),
    "record 100 of NumPy's functions": lambda: recording((16,), lambda y, x: np.sin(y)),
    "record 100 views": lambda: recording((16,), lambda y, x: x[1:]),
    "read a sum": lambda: lambda: np.sum(tg.tensor(X) * 2.0).item(),
    "1,000 operations on scalars, recorded and swept": lambda: eager.scalar_chain(problems.CHAIN_START, 500),
    "2,000 operations on scalars, swept again": retained,
    "250 operations on 256 elements, recorded and swept": lambda: eager.elementwise_chain(*problems.chain_data()),
    "expression of 10,000 elements": lambda: eager.expression(problems.expression_data(10_000)),
    "network": lambda: eager.network(*problems.network_data()),
    "network of a new size": new_networks,
    "gradient descent step": lambda: eager.training_step(*problems.regression_data()),
    "Hessian-vector product": second_order,
    "system of equations": linear_algebra,
    "function of the user's": custom_function,
    "seal a small function": sealing,
    "sealed call": lambda: sealed(tg.value_and_grad(small), 0.5),
    "sealed expression of 1,000 elements": lambda: sealed(tg.value_and_grad(many), X),
    "sealed scalar code, 20 Runge-Kutta steps": lambda: sealed(
        tg.value_and_grad(lambda *p: lorenz(*p, steps=20), argnums=tuple(range(6))), *LORENZ
    ),
    "sealed Hessian, 30 x 30": lambda: sealed(tg.hessian(rosenbrock(np)), X[:30]),
    "sealed network": lambda: sealed(
        tg.value_and_grad(lambda x, y, *w: problems.network_loss(np, x, y, w), argnums=tuple(range(2, 8))),
        *problems.network_data()[:2], *problems.network_data().weights,
    ),
    "batch of 8 Jacobians": lambda: jacobians(8),
    "batch of 1,000 Jacobians": lambda: jacobians(1_000),
}  # fmt: skip
"""By name: what prepares a case, before anything is counted."""

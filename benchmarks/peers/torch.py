"""PyTorch, eager, in float64."""

from typing import Any

import numpy as np
import torch

from benchmarks import problems
from benchmarks.problems import Answer, Job

NAME = "PyTorch"
HOW = "eager, float64, `backward`; the network with `addmm` and `mse_loss`, which are its fastest spelling"
SKIPS: dict[str, str] = {}

torch.set_num_threads(1)


def version() -> str:
    return str(torch.__version__)


def leaf(data: Any) -> Any:
    return torch.tensor(data, dtype=torch.float64, requires_grad=True)


def scalar_chain(start: float, iterations: int) -> Job:
    x = leaf(start)

    def job() -> Answer:
        x.grad = None
        y = problems.scalar_chain(x, iterations)
        y.backward()
        return y.item(), [x.grad.numpy()]

    return job


def retained_chain(start: float, iterations: int) -> Job:
    x = leaf(start)
    y = problems.scalar_chain(x, iterations)
    y.backward(retain_graph=True)

    def job() -> Answer:
        x.grad = None
        y.backward(retain_graph=True)
        return y.item(), [x.grad.numpy()]

    return job


def elementwise_chain(x: np.ndarray, d: np.ndarray) -> Job:
    u, v = leaf(x), leaf(d)

    def job() -> Answer:
        u.grad = v.grad = None
        y: Any = torch.sum(problems.elementwise_chain(torch, u, v))
        y.backward()
        return y.item(), [u.grad.numpy(), v.grad.numpy()]

    return job


def expression(x: np.ndarray) -> Job:
    u = leaf(x)

    def job() -> Answer:
        u.grad = None
        y: Any = torch.sum(problems.expression(torch, u))
        y.backward()
        return y.item(), [u.grad.numpy()]

    return job


def network(x: np.ndarray, y: np.ndarray, weights: list[np.ndarray]) -> Job:
    inputs, targets = torch.tensor(x), torch.tensor(y)
    leaves = [leaf(w) for w in weights]

    def job() -> Answer:
        for w in leaves:
            w.grad = None
        w1, b1, w2, b2, w3, b3 = leaves
        h = torch.tanh(torch.addmm(b1, inputs, w1))
        h = torch.tanh(torch.addmm(b2, h, w2))
        loss: Any = torch.nn.functional.mse_loss(torch.addmm(b3, h, w3), targets)
        loss.backward()
        return loss.item(), [w.grad.numpy() for w in leaves]

    return job


def training_step(x: np.ndarray, y: np.ndarray, p: np.ndarray, rate: float) -> Job:
    inputs, targets, parameters = torch.tensor(x), torch.tensor(y), leaf(p)

    def job() -> Answer:
        nonlocal parameters
        parameters.grad = None
        loss = problems.regression_loss(torch, inputs, targets, parameters)
        loss.backward()
        with torch.no_grad():
            parameters -= rate * parameters.grad
        return loss.item(), [parameters.detach().numpy()]

    return job


def first_gradient() -> Answer:
    return expression(problems.expression_data(3))()

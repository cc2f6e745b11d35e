"""tapegrad, as its README writes it: operators, `tg` functions, `backward`."""

import numpy as np

import tapegrad as tg
from benchmarks import problems
from benchmarks.problems import Answer, Job

NAME = "tapegrad"
HOW = "operators and `tg` functions, recorded anew in every call"
SKIPS: dict[str, str] = {}
CACHE_VARIABLE = "TAPEGRAD_CACHE_DIR"

tg.set_num_threads(1)


def version() -> str:
    return tg.__version__


def scalar_chain(start: float, iterations: int) -> Job:
    x = tg.tensor(start, requires_grad=True)

    def job() -> Answer:
        x.grad = None
        y = problems.scalar_chain(x, iterations)
        y.backward()
        return y.item(), [x.grad.numpy()]

    return job


def retained_chain(start: float, iterations: int) -> Job:
    x = tg.tensor(start, requires_grad=True)
    y = problems.scalar_chain(x, iterations)
    y.backward(retain_graph=True)

    def job() -> Answer:
        x.grad = None
        y.backward(retain_graph=True)
        return y.item(), [x.grad.numpy()]

    return job


def elementwise_chain(x: np.ndarray, d: np.ndarray) -> Job:
    u, v = tg.tensor(x, requires_grad=True), tg.tensor(d, requires_grad=True)

    def job() -> Answer:
        u.grad = v.grad = None
        y = tg.sum(problems.elementwise_chain(tg, u, v))
        y.backward()
        return y.item(), [u.grad.numpy(), v.grad.numpy()]

    return job


def expression(x: np.ndarray) -> Job:
    u = tg.tensor(x, requires_grad=True)

    def job() -> Answer:
        u.grad = None
        y = tg.sum(problems.expression(tg, u))
        y.backward()
        return y.item(), [u.grad.numpy()]

    return job


def network(x: np.ndarray, y: np.ndarray, weights: list[np.ndarray]) -> Job:
    inputs, targets = tg.tensor(x), tg.tensor(y)
    leaves = [tg.tensor(w, requires_grad=True) for w in weights]

    def job() -> Answer:
        for w in leaves:
            w.grad = None
        loss = problems.network_loss(tg, inputs, targets, leaves)
        loss.backward()
        return loss.item(), [w.grad.numpy() for w in leaves]

    return job


def training_step(x: np.ndarray, y: np.ndarray, p: np.ndarray, rate: float) -> Job:
    inputs, targets, parameters = tg.tensor(x), tg.tensor(y), tg.tensor(p, requires_grad=True)

    def job() -> Answer:
        nonlocal parameters
        parameters.grad = None
        loss = problems.regression_loss(tg, inputs, targets, parameters)
        loss.backward()
        with tg.no_grad():
            parameters -= rate * parameters.grad
        return loss.item(), [parameters.detach().numpy()]

    return job


def first_gradient() -> Answer:
    return expression(problems.expression_data(3))()


def bytes_per_op(iterations: int) -> float:
    """Memory of a tape that was swept and kept, so that the adjoints are counted too."""
    x = tg.tensor(problems.CHAIN_START, requires_grad=True)
    y = problems.scalar_chain(x, iterations)
    y.backward(retain_graph=True)
    tape = tg.Tape.current()
    return tape.nbytes / len(tape)

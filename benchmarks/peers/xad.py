"""XAD: a C++ tape of scalars, through its Python binding."""

from importlib import metadata

import numpy as np
import xad.math
from xad.adj_1st import Real, Tape

from benchmarks import problems
from benchmarks.problems import Answer, Job

NAME = "XAD"
HOW = "one `Tape`, cleared and used again for every recording; it has scalars only, so arrays are loops over lists"
SKIPS = {
    "expression": "scalars only; 10^7 Python operations",
    "network": "scalars only; 10^5 Python operations",
    "training_step": "scalars only",
}


def version() -> str:
    return metadata.version("xad")


def inputs(tape: Tape, *data: float) -> list[Real]:
    """Start a recording."""
    tape.clearAll()
    variables = [Real(v) for v in data]
    tape.registerInputs(variables)
    tape.newRecording()
    return variables


def sweep(tape: Tape, y: Real) -> None:
    tape.registerOutput(y)
    y.derivative = 1.0
    tape.computeAdjoints()


def scalar_chain(start: float, iterations: int) -> Job:
    tape = Tape()

    def job() -> Answer:
        with tape:
            (x,) = inputs(tape, start)
            y = problems.scalar_chain(x, iterations)
            sweep(tape, y)
            return y.value, [np.asarray(x.derivative)]

    return job


def retained_chain(start: float, iterations: int) -> Job:
    tape = Tape()
    with tape:
        (x,) = inputs(tape, start)
        y = problems.scalar_chain(x, iterations)
        sweep(tape, y)

    def job() -> Answer:
        with tape:
            tape.clearDerivatives()
            y.derivative = 1.0
            tape.computeAdjoints()
            return y.value, [np.asarray(x.derivative)]

    return job


def elementwise_chain(x: np.ndarray, d: np.ndarray) -> Job:
    n = len(x)
    data = [*x.tolist(), *d.tolist()]
    tape = Tape()

    def job() -> Answer:
        with tape:
            variables = inputs(tape, *data)
            pairs = zip(variables[:n], variables[n:], strict=True)
            y = sum(problems.elementwise_chain(xad.math, u, v) for u, v in pairs)
            sweep(tape, y)
            gradient = np.array([v.derivative for v in variables])
            return y.value, [gradient[:n], gradient[n:]]

    return job


def first_gradient() -> Answer:
    tape = Tape()
    with tape:
        variables = inputs(tape, *problems.expression_data(3).tolist())
        y = sum(problems.expression(xad.math, x) for x in variables)
        sweep(tape, y)
        return y.value, [np.array([x.derivative for x in variables])]


def bytes_per_op(iterations: int) -> float:
    tape = Tape()
    with tape:
        (x,) = inputs(tape, problems.CHAIN_START)
        sweep(tape, problems.scalar_chain(x, iterations))
        return tape.getMemory() / (2 * iterations)

"""PyTensor: graphs that are rewritten, then compiled by Numba, its default."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

with warnings.catch_warnings():  # that its C mode has no BLAS
    warnings.simplefilter("ignore")
    import pytensor
    import pytensor.tensor as pt
from pytensor.gradient import hessian_vector_product
from pytensor.graph.replace import vectorize_graph

from benchmarks.compiled.rows import Namespace

NAME = "PyTensor"
HOW = '`mode="NUMBA"`, `trust_input=True`; loops by `pytensor.scan`; Jacobians by `vectorize_graph`'
SKIPS = {
    "sparse_jacobian": "dense only",
    "sparse_hessian": "dense only",
    "ode": "no solver",
}


def version() -> str:
    return pytensor.__version__


def iterate(step: Callable[..., Any], times: int, state: Any) -> Any:
    steps = pytensor.scan(lambda *at: list(step(*at)), outputs_info=list(state), n_steps=times, return_updates=False)
    return [path[-1] for path in steps]


def scan(step: Callable[..., Any], state: Any, rows: Any) -> Any:
    steps = pytensor.scan(
        lambda row, *at: list(step(at, row)), sequences=[rows], outputs_info=list(state), return_updates=False
    )
    return [path[-1] for path in steps]


NAMESPACE = Namespace(
    pt, asarray=pt.as_tensor, smallest=pt.minimum, take=lambda x, indices: x[indices], iterate=iterate, scan=scan
)


def compiled(inputs: list[Any], outputs: Any, args: Any, mode: str) -> Callable[[], Any]:
    """Make the job of a function of arrays that are of the right type."""
    f = pytensor.function(inputs, outputs, mode=mode, trust_input=True)
    given = [np.asarray(a, float) for a in args]
    return lambda: f(*given)


def symbols(args: Any) -> list[Any]:
    """Give a variable for each argument."""
    return [pt.tensor(dtype="float64", shape=np.shape(a)) for a in args]


def gradient_by(mode: str) -> Callable[..., Callable[[], Any]]:
    """Give the function that prepares gradients."""

    def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
        inputs = symbols(args)
        y = formula(NAMESPACE)(*inputs)
        return compiled(inputs, [y, *pytensor.grad(y, inputs)], args, mode)

    return gradient


gradient = gradient_by("NUMBA")


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    inputs = symbols((x, v))
    y = formula(NAMESPACE)(inputs[0])
    return compiled(inputs, hessian_vector_product(y, inputs[0], inputs[1]), (x, v), "NUMBA")


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    inputs, batches = symbols([a[0] for a in args]), symbols(args)
    residual = formula(NAMESPACE)(*inputs)
    rows = [pytensor.grad(residual[k], inputs[:3]) for k in range(2)]
    matrices = [pt.stack(pair) for pair in zip(*rows, strict=True)]
    return compiled(batches, vectorize_graph(matrices, dict(zip(inputs, batches, strict=True))), args, "NUMBA")

"""tapegrad's compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.compiled.rows import Namespace, iterate

NAME = "tapegrad"
HOW = (
    "`tg.compile` of `tg.value_and_grad`, `tg.hvp`, `tg.jacobian`; `tg.func.sparse_jacobian` and `sparse_hessian`; "
    "Lorenz's system as a loop of Python's, soft dynamic time warping by `tg.scan`; `tg.integrate.solve_ivp` by "
    "DOP853, and by Radau where stiff"
)
SKIPS: dict[str, str] = {}

tg.set_num_threads(1)


def version() -> str:
    return tg.__version__


def scan(step: Callable[..., Any], state: Any, rows: Any) -> Any:
    return tg.scan(lambda at, row: (step(at, row), None), state, rows)[0]


functions: list[Any] = []


def compiled(f: Any) -> Any:
    functions.append(tg.compile(f))
    return functions[-1]


def settle() -> None:
    """Wait for the machine code of long functions, which is made while calls are answered without it."""
    for f in functions:
        f.stats()


NAMESPACE = Namespace(
    np, erf=tg.special.erf, logsumexp=tg.special.logsumexp, softplus=lambda x: np.logaddexp(0.0, x),
    smallest=np.minimum, iterate=iterate, scan=scan,
)  # fmt: skip


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    f = compiled(tg.value_and_grad(formula(NAMESPACE), argnums=tuple(range(len(args)))))
    return lambda: f(*args)


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    f = compiled(tg.hvp(formula(NAMESPACE)))
    return lambda: f(x, v)


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    f = compiled(tg.jacobian(formula(NAMESPACE), argnums=(0, 1, 2)))
    return lambda: f.batch(*args)


def sparse_jacobian(formula: Any, x: np.ndarray) -> Callable[[], Any]:
    f = tg.func.sparse_jacobian(formula(NAMESPACE))
    return lambda: f(x)


def sparse_hessian(formula: Any, x: np.ndarray) -> Callable[[], Any]:
    f = tg.func.sparse_hessian(formula(NAMESPACE))
    return lambda: f(x)


def ode(
    formula: Any, points: Iterator[np.ndarray], start: np.ndarray, end: float, weights: np.ndarray, stiff: bool
) -> Callable[[], Any]:
    field = formula(NAMESPACE)

    def loss(p: Any) -> Any:
        method, options = "Radau" if stiff else "DOP853", {"rtol": 1e-8, "atol": 1e-12 if stiff else 1e-8}
        return weights @ tg.integrate.solve_ivp(field, (0.0, end), start, method, [end], args=(p,), **options).y[:, -1]

    f = compiled(tg.value_and_grad(loss))
    return lambda: f(next(points))

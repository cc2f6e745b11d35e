"""HIPS autograd: NumPy's operations, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata
from typing import Any

import autograd
import autograd.numpy as anp
import numpy as np
from autograd.scipy import special

from benchmarks.compiled.rows import Namespace, iterate, scan

NAME = "autograd"
HOW = "`autograd.value_and_grad`; the Hessian-vector product by reverse over reverse (`make_hvp`)"
SKIPS = {
    "jacobians": "no batches",
    "sparse_jacobian": "dense only",
    "sparse_hessian": "dense only",
    "ode": "no adaptive solver but for LSODA, whose rule differentiates backwards without an error control",
}


def version() -> str:
    return metadata.version("autograd")


NAMESPACE = Namespace(
    anp, asarray=np.asarray, erf=special.erf, logsumexp=special.logsumexp, softplus=lambda x: anp.logaddexp(0.0, x),
    smallest=anp.minimum, take=lambda x, indices: x[indices], iterate=iterate, scan=scan,
)  # fmt: skip


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    f = autograd.value_and_grad(formula(NAMESPACE), tuple(range(len(args))))
    return lambda: f(*args)


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    product = autograd.make_hvp(formula(NAMESPACE))
    return lambda: product(x)[0](v)

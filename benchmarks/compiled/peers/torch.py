"""PyTorch, eager."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from benchmarks.compiled.rows import Namespace, iterate, scan

NAME = "PyTorch eager"
HOW = "`backward`; `torch.func` for the Hessian-vector product and for Jacobians (`vmap` over `jacrev`)"
SKIPS = {
    "sparse_jacobian": "dense only",
    "sparse_hessian": "dense only",
    "ode": "no solver",
}

torch.set_num_threads(1)


def version() -> str:
    return str(torch.__version__)


NAMESPACE = Namespace(
    torch, asarray=torch.tensor, softplus=torch.nn.functional.softplus, smallest=torch.minimum,
    concatenate=torch.cat, take=lambda x, indices: x[indices], iterate=iterate, scan=scan,
)  # fmt: skip


def tensors(args: Any) -> list[Any]:
    """Give float64 tensors, numbers too."""
    return [torch.tensor(a, dtype=torch.float64) for a in args]


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    return backward(formula(NAMESPACE), args)


def backward(f: Callable[..., Any], args: Any) -> Callable[[], Any]:
    """Make the job of a value and its sweep."""
    leaves = [x.requires_grad_() for x in tensors(args)]

    def job() -> Any:
        for x in leaves:
            x.grad = None
        y = f(*leaves)
        y.backward()
        return y.item(), [x.grad.numpy() for x in leaves]

    return job


def product(formula: Any) -> Callable[..., Any]:
    """Give the product with a Hessian, forward over reverse."""
    slope = torch.func.grad(formula(NAMESPACE))
    return lambda x, v: torch.func.jvp(slope, (x,), (v,))[1]


def batched(formula: Any) -> Callable[..., Any]:
    """Give Jacobians by the first three arguments."""
    return torch.func.vmap(torch.func.jacrev(formula(NAMESPACE), argnums=(0, 1, 2)))


def called(f: Callable[..., Any], args: Any) -> Callable[[], Any]:
    """Make the job of a function that sweeps by itself."""
    given = tensors(args)

    def job() -> Any:
        result = f(*given)
        return [x.numpy() for x in (result if isinstance(result, tuple) else (result,))]

    return job


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    return called(product(formula), (x, v))


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    return called(batched(formula), args)

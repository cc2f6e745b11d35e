"""PyTorch, compiled by Inductor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from benchmarks.compiled.peers.torch import NAMESPACE, backward, batched, called, product, version

__all__ = ["version"]

NAME = "torch.compile"
HOW = "`torch.compile` of the function, and `backward`; of the product and the Jacobians whole"
SKIPS = {
    "lorenz": "the loop is unrolled, and compiling 35,505 operations takes many minutes",
    "soft_dtw": "the loop is unrolled, and compiling it takes many minutes",
    "sparse_jacobian": "dense only",
    "sparse_hessian": "dense only",
    "ode": "no solver",
}


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    return backward(torch.compile(formula(NAMESPACE)), args)


def hvp(formula: Any, x: np.ndarray, v: np.ndarray) -> Callable[[], Any]:
    return called(torch.compile(product(formula)), (x, v))


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    return called(torch.compile(batched(formula)), args)

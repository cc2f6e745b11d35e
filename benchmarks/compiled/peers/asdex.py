"""asdex: sparse derivatives on top of JAX."""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata
from typing import Any

import asdex
import jax
import jax.numpy as jnp
import numpy as np
import scipy.sparse

from benchmarks.compiled.peers.jax import NAMESPACE

NAME = "asdex"
HOW = "`jax.jit` of `asdex.jacobian` and `asdex.hessian`, in its default format (BCOO)"
COLUMN = "JAX jit"
SKIPS = dict.fromkeys(("gradient", "hvp", "jacobians", "ode"), "sparse matrices only")


def version() -> str:
    return metadata.version("asdex")


def sparse(transform: Any, formula: Any, x: np.ndarray) -> Callable[[], Any]:
    point = jnp.asarray(x)
    compiled = jax.jit(transform(formula(NAMESPACE), point))

    def job() -> Any:
        matrix = compiled(point)
        return np.asarray(matrix.data), np.asarray(matrix.indices), matrix.shape

    return job


def sparse_jacobian(formula: Any, x: np.ndarray) -> Callable[[], Any]:
    return sparse(asdex.jacobian, formula, x)


def sparse_hessian(formula: Any, x: np.ndarray) -> Callable[[], Any]:
    return sparse(asdex.hessian, formula, x)


def read(result: Any) -> Any:
    data, indices, shape = result
    return scipy.sparse.coo_array((data, indices.T), shape)

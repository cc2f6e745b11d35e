"""Enzyme-JAX: JAX's programs, differentiated and rewritten by Enzyme, compiled by XLA."""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata
from typing import Any

import jax
from enzyme_ad.jax import enzyme_jax_ir

from benchmarks.compiled.peers.jax import NAMESPACE, jitted

NAME = "Enzyme-JAX"
HOW = "`enzyme_jax_ir` with its default passes, `jax.value_and_grad` of it in `jax.jit`"
SKIPS = {
    "hvp": "its rules have no derivatives",
    "jacobians": "its rules have no batches",
    "sparse_jacobian": "dense only",
    "sparse_hessian": "dense only",
    "ode": "no method to choose",
}


def version() -> str:
    return metadata.version("enzyme_ad")


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    f = enzyme_jax_ir()(formula(NAMESPACE))
    return jitted(jax.value_and_grad(f, tuple(range(len(args)))), *args)

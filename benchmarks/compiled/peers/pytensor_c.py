"""PyTensor, compiled as C."""

from __future__ import annotations

from benchmarks.compiled.peers.pytensor import gradient_by, version

__all__ = ["version"]

NAME = "PyTensor, C"
COLUMN = "PyTensor"
HOW = '`mode="CVM"`, `trust_input=True`, value and gradient'
SKIPS = {
    **dict.fromkeys(
        ("network", "logistic", "gaussian_mixture"), "a product of matrices without BLAS, which comes by conda"
    ),
    **dict.fromkeys(("lorenz", "soft_dtw"), "half a minute to compile, and slower than by Numba"),
    **dict.fromkeys(("hvp", "jacobians", "sparse_jacobian", "sparse_hessian", "ode"), "see PyTensor"),
}

gradient = gradient_by("CVM")

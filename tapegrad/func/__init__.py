"""Function transforms, under the names of `torch.func` and JAX.

Derivatives of a function are functions again: they nest to any order, take and return NumPy arrays, and can be
compiled.
"""

from tapegrad.func.mapping import vmap
from tapegrad.func.sparse import sparse_hessian, sparse_jacobian
from tapegrad.func.transforms import (
    grad,
    grad_and_value,
    hessian,
    hvp,
    jacfwd,
    jacobian,
    jacrev,
    jvp,
    linearize,
    value_and_grad,
    vjp,
)

__all__ = [
    "grad", "grad_and_value", "hessian", "hvp", "jacfwd", "jacobian", "jacrev", "jvp", "linearize", "sparse_hessian",
    "sparse_jacobian", "value_and_grad", "vjp", "vmap",
]  # fmt: skip

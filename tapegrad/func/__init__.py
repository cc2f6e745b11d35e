"""Function transforms, under the names of `torch.func` and JAX.

Derivatives of a function are functions again: they nest to any order, take and return NumPy arrays, and can be
compiled.
"""

from tapegrad.func.forward import jvp, linearize
from tapegrad.func.hessians import hessian, hvp
from tapegrad.func.jacobians import jacfwd, jacobian, jacrev
from tapegrad.func.mapping import vmap
from tapegrad.func.reverse import grad, grad_and_value, value_and_grad, vjp
from tapegrad.func.sparse import sparse_hessian, sparse_jacobian

__all__ = [
    "grad", "grad_and_value", "hessian", "hvp", "jacfwd", "jacobian", "jacrev", "jvp", "linearize", "sparse_hessian",
    "sparse_jacobian", "value_and_grad", "vjp", "vmap",
]  # fmt: skip

"""Function transforms, under the names of `torch.func` and JAX.

Derivatives of a function are functions again: they nest to any order, take and return NumPy arrays, and can be
compiled.
"""

from typing import TYPE_CHECKING

from tapegrad.func.forward_mode import jvp, linearize
from tapegrad.func.hessians import hessian, hvp
from tapegrad.func.jacobians import jacfwd, jacobian, jacrev
from tapegrad.func.reverse_mode import grad, grad_and_value, value_and_grad, vjp
from tapegrad.lazy_imports import later
from tapegrad.ops.lazy_help import help_all as _help_all

if TYPE_CHECKING:  # what is imported on first use
    from tapegrad.replay.sparse_derivatives import sparse_hessian, sparse_jacobian
    from tapegrad.replay.vmap import vmap

__all__ = [
    "grad", "grad_and_value", "hessian", "hvp", "jacfwd", "jacobian", "jacrev", "jvp", "linearize", "sparse_hessian",
    "sparse_jacobian", "value_and_grad", "vjp", "vmap",
]  # fmt: skip

__getattr__ = later(
    __name__,
    {"tapegrad.replay.vmap": ("vmap",), "tapegrad.replay.sparse_derivatives": ("sparse_hessian", "sparse_jacobian")},
)

_help_all("func", globals())


def __dir__() -> list[str]:
    return __all__

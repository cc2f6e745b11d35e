"""The public name of `tapegrad.func.functional`, where PyTorch has these functions."""

from tapegrad.func.functional import hessian, hvp, jacobian, jvp, vhp, vjp

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

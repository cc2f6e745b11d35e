"""The public name of `tapegrad.func.functional`, where PyTorch has these functions.

Tests: tests/autograd/test_functional.py
"""

from tapegrad.func.functional import hessian, hvp, jacobian, jvp, vhp, vjp

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

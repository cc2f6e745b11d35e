"""The public name of `tapegrad.func.jacobian_products`, where PyTorch has these functions.

Tests: tests/autograd/test_functional.py
"""

from tapegrad.func.jacobian_products import hessian, hvp, jacobian, jvp, vhp, vjp

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

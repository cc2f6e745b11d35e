"""Integration with the names and arguments of `scipy.integrate`: differential equations, quadrature, samples."""

import tapegrad.integrate.refused_rules  # noqa: F401 (whose reasons errors give)
from tapegrad.ops.public_names import namespace as _namespace

_LATER = {
    "tapegrad.integrate.initial_values": ("odeint", "solve_ivp"),
    "tapegrad.integrate.quadrature": ("dblquad", "fixed_quad", "nquad", "quad", "tplquad"),
}
__getattr__, __dir__ = _namespace(__name__, "integrate", _LATER)

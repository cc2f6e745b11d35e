"""Integration with the names and arguments of `scipy.integrate`: differential equations, quadrature, samples."""

from typing import TYPE_CHECKING

from tapegrad.ops.names import namespace as _namespace

if TYPE_CHECKING:  # what is imported on first use
    from tapegrad.integrate.initial_values import odeint, solve_ivp
    from tapegrad.integrate.quadrature import dblquad, fixed_quad, nquad, quad, tplquad

_LATER = {
    "tapegrad.integrate.initial_values": ("odeint", "solve_ivp"),
    "tapegrad.integrate.quadrature": ("dblquad", "fixed_quad", "nquad", "quad", "tplquad"),
}
__getattr__, __dir__ = _namespace(__name__, "integrate", _LATER)

"""Optimization and roots with the names and arguments of `scipy.optimize`: solutions as functions of parameters."""

import tapegrad.optimize.refused_searches  # noqa: F401 (whose reasons errors give)
from tapegrad.ops.public_names import namespace as _namespace

_LATER = {
    "tapegrad.optimize.roots": ("brentq", "fixed_point", "newton", "root", "root_scalar"),
    "tapegrad.optimize.minima": ("least_squares", "minimize", "minimize_scalar"),
}
__getattr__, __dir__ = _namespace(__name__, "optimize", _LATER)

"""Optimization and roots with the names and arguments of `scipy.optimize`: solutions as functions of parameters."""

import tapegrad.optimize.refused_searches  # noqa: F401 (whose reasons errors give)
from tapegrad.ops.public_names import namespace as _namespace

_LATER = {
    "tapegrad.optimize.roots": (
        "bisect",
        "brenth",
        "brentq",
        "fixed_point",
        "fsolve",
        "newton",
        "ridder",
        "root",
        "root_scalar",
        "toms748",
    ),
    "tapegrad.optimize.curve_fits": ("curve_fit", "leastsq"),
    "tapegrad.optimize.minima": ("fminbound", "least_squares", "minimize", "minimize_scalar"),
}
__getattr__, __dir__ = _namespace(__name__, "optimize", _LATER)

"""Interpolation with the names and arguments of `scipy.interpolate`.

Tests: tests/package/test_scipys_names.py
"""

from tapegrad.ops.public_names import namespace as _namespace

_LATER = {
    "tapegrad.ops.interpolate.bsplines": ("BSpline",),
    "tapegrad.ops.interpolate.grids": ("RegularGridInterpolator", "interpn"),
    "tapegrad.ops.interpolate.piecewise_polynomials": ("PPoly",),
    "tapegrad.ops.interpolate.radial_functions": ("RBFInterpolator",),
    "tapegrad.ops.interpolate.splines": (
        "Akima1DInterpolator",
        "CubicHermiteSpline",
        "CubicSpline",
        "PchipInterpolator",
    ),
    "tapegrad.ops.interpolate.fitpack_splines": (
        "InterpolatedUnivariateSpline",
        "LSQUnivariateSpline",
        "UnivariateSpline",
        "make_lsq_spline",
        "splantider",
        "splder",
        "splev",
        "splint",
        "splrep",
    ),
    "tapegrad.ops.interpolate.interp1d": ("interp1d",),
    "tapegrad.ops.interpolate.interpolating_splines": ("make_interp_spline",),
}
__getattr__, __dir__ = _namespace(__name__, "interpolate", _LATER)

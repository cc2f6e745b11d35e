"""Functions of `scipy.interpolate` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_SMOOTHED = "its knots follow from the data by a search. Choose knots by SciPy's on plain data, and use make_lsq_spline or BSpline."
_PLANES = "a spline in a plane that FITPACK fits. Use RegularGridInterpolator, with method 'cubic' or 'pchip'."
_SCATTERED = "it searches for triangles or neighbours of scattered points. Use RBFInterpolator."
_POLYNOMIALS = (
    "one polynomial through all samples. Use np.polyfit and np.polyval, or PchipInterpolator, which oscillates less."
)
_FUNCTIONS = "an older function of FITPACK. Use make_interp_spline or BSpline, with its derivative and integrate."
_RATIONAL = "a quotient of polynomials found by a search. Call SciPy's on plain data."
_OTHER = "another basis of the same functions. Use PPoly or BSpline."

_GROUPS = {
    "make_smoothing_spline make_splprep make_splrep generate_knots": _SMOOTHED,
    "BivariateSpline LSQBivariateSpline LSQSphereBivariateSpline RectBivariateSpline RectSphereBivariateSpline SmoothBivariateSpline "
    "SmoothSphereBivariateSpline bisplev bisplrep interp2d": _PLANES,
    "CloughTocher2DInterpolator LinearNDInterpolator NearestNDInterpolator Rbf griddata": _SCATTERED,
    "BarycentricInterpolator KroghInterpolator approximate_taylor_polynomial barycentric_interpolate krogh_interpolate lagrange": _POLYNOMIALS,
    "insert spalde splprep sproot": _FUNCTIONS,
    "AAA FloaterHormannInterpolator pade": _RATIONAL,
    "BPoly NdBSpline NdPPoly": _OTHER,
    "pchip_interpolate": "PchipInterpolator in one call. Use PchipInterpolator(x, y)(xi).",
}  # fmt: skip

reasons.update({f"scipy.interpolate.{name}": why for names, why in _GROUPS.items() for name in names.split()})

"""Functions of `scipy.integrate` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_METHODS = "it is one of the methods. Pass it, or its name, to solve_ivp as method."
_RULES = "it gives points and weights, which are plain numbers. Call SciPy's, and sum the function at the points."
_ADAPTIVE = "another adaptive rule. Use quad, nquad or fixed_quad, which have derivatives."

_GROUPS = {
    "BDF DOP853 DenseOutput LSODA OdeSolution OdeSolver RK23 RK45 Radau": _METHODS,
    "lebedev_rule newton_cotes": _RULES,
    "cubature qmc_quad quad_vec tanhsinh quadrature romberg": _ADAPTIVE,
    "complex_ode ode": "an object that is stepped by hand. Use solve_ivp, with t_eval for the times.",
    "nsum": "a series summed until it has converged. Sum its terms with np.sum.",
    "solve_bvp": "a boundary value problem. Use tg.optimize.root on what solve_ivp makes of a first state (shooting).",
    "cumtrapz simps trapz": "SciPy has removed it since. Use cumulative_trapezoid, simpson or trapezoid.",
    "AccuracyWarning IntegrationWarning ODEintWarning": "a warning of SciPy's. Import it from there.",
}

reasons.update({f"scipy.integrate.{name}": why for names, why in _GROUPS.items() for name in names.split()})

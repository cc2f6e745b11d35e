"""Functions of `scipy.optimize` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_CORNERS = (
    "its solutions jump from corner to corner, and do not move between. Call SciPy's on plain data, or minimize with a "
    "smooth price."
)
_GLOBAL = (
    "it searches among many minima. Call SciPy's on plain data, and start minimize at what it finds, whose x has a "
    "derivative."
)
_SYSTEMS = "an older name. Use root, with the method of that name."
_MINIMA = "an older name. Use minimize, with the method of that name."

_GROUPS = {
    "linprog milp linear_sum_assignment quadratic_assignment": _CORNERS,
    "basinhopping brute differential_evolution direct dual_annealing shgo": _GLOBAL,
    "broyden1 broyden2 anderson linearmixing diagbroyden excitingmixing newton_krylov": _SYSTEMS,
    "fmin fmin_bfgs fmin_cg fmin_cobyla fmin_l_bfgs_b fmin_ncg fmin_powell fmin_slsqp fmin_tnc": _MINIMA,
    "brent golden": "an older name. Use minimize_scalar.",
    "lsq_linear nnls isotonic_regression": "a problem with bounds or an order. Use least_squares with bounds.",
    "approx_fprime check_grad": "it takes differences. Use tg.grad, tg.jacobian or tg.autograd.gradcheck.",
    "bracket line_search": "it is a part of a search, which is not differentiated. Call SciPy's on plain data.",
    "linprog_verbose_callback show_options": "it prints. Call SciPy's.",
    "Bounds LinearConstraint NonlinearConstraint": "minimize takes scipy.optimize's. Import it from there.",
    "OptimizeResult OptimizeWarning NoConvergence RootResults": "a result or warning of SciPy's. Import it from there.",
    "BFGS SR1 HessianUpdateStrategy BroydenFirst InverseJacobian KrylovJacobian LbfgsInvHessProduct": (
        "it estimates derivatives, which are exact here. Leave it out."
    ),
}

reasons.update({f"scipy.optimize.{name}": why for names, why in _GROUPS.items() for name in names.split()})

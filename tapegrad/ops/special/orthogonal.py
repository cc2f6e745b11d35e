"""Orthogonal polynomials and Legendre functions under SciPy's names, differentiated with respect to x (DLMF 18.9, 14.10).

The derivative of each is one of the next family, so nothing is divided by what vanishes at the ends of an interval.
"""

from __future__ import annotations

from typing import Any

from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise import equal, where
from tapegrad.ops.special.calling import special

_DEGREE = {"n": (1.2, 3.7), "x": (-0.8, 0.8)}
_SHIFTED = {"n": (1.2, 3.7), "x": (0.1, 0.9)}
_PARAMETER = {"n": (1.2, 3.7), "alpha": (0.6, 2.0), "x": (-0.8, 0.8)}


def _family(name: str, slope: Any, summary: str, domain: Any = None) -> Elementwise:
    domain = domain or _DEGREE
    return special(f"eval_{name}", summary, domain, {"x": slope}, foreign=True)


def _unless_constant(n: Any, value: Any) -> Any:
    """Return a derivative, 0 for degree 0, where SciPy's polynomial of degree -1 need not be."""
    return where(equal(n, 0.0), 0.0, value)


eval_gegenbauer: Elementwise = _family(
    "gegenbauer", lambda n, alpha, x: 2.0 * alpha * _unless_constant(n, eval_gegenbauer(n - 1.0, alpha + 1.0, x)),
    "Gegenbauer polynomial of degree n.", _PARAMETER,
)  # fmt: skip
eval_genlaguerre: Elementwise = _family(
    "genlaguerre", lambda n, alpha, x: -_unless_constant(n, eval_genlaguerre(n - 1.0, alpha + 1.0, x)),
    "Generalized Laguerre polynomial of degree n.", _PARAMETER,
)  # fmt: skip
eval_legendre = _family(
    "legendre", lambda n, x: _unless_constant(n, eval_gegenbauer(n - 1.0, 1.5, x)), "Legendre polynomial of degree n."
)
eval_chebyu = _family(
    "chebyu", lambda n, x: 2.0 * _unless_constant(n, eval_gegenbauer(n - 1.0, 2.0, x)),
    "Chebyshev polynomial of the second kind.",
)  # fmt: skip
eval_chebyt = _family(
    "chebyt", lambda n, x: n * _unless_constant(n, eval_chebyu(n - 1.0, x)), "Chebyshev polynomial of the first kind."
)
eval_chebys = _family(
    "chebys", lambda n, x: _unless_constant(n, eval_gegenbauer(n - 1.0, 2.0, 0.5 * x)), "`eval_chebyu` of x / 2."
)
eval_chebyc = _family(
    "chebyc", lambda n, x: n * _unless_constant(n, eval_chebys(n - 1.0, x)), "Twice `eval_chebyt` of x / 2."
)
eval_laguerre = _family(
    "laguerre", lambda n, x: -_unless_constant(n, eval_genlaguerre(n - 1.0, 1.0, x)), "Laguerre polynomial of degree n."
)
eval_sh_legendre = _family(
    "sh_legendre", lambda n, x: 2.0 * _unless_constant(n, eval_gegenbauer(n - 1.0, 1.5, 2.0 * x - 1.0)),
    "Legendre polynomial of 2 x - 1.", _SHIFTED,
)  # fmt: skip
eval_sh_chebyu = _family(
    "sh_chebyu", lambda n, x: 4.0 * _unless_constant(n, eval_gegenbauer(n - 1.0, 2.0, 2.0 * x - 1.0)),
    "Chebyshev polynomial of the second kind of 2 x - 1.", _SHIFTED,
)  # fmt: skip
eval_sh_chebyt = _family(
    "sh_chebyt", lambda n, x: 2.0 * n * _unless_constant(n, eval_sh_chebyu(n - 1.0, x)),
    "Chebyshev polynomial of the first kind of 2 x - 1.", _SHIFTED,
)  # fmt: skip
lpmv: Elementwise = special(
    "lpmv", "Associated Legendre function of order m and degree v; with respect to x.",
    {"m": (1.0, 1.0), "v": (1.2, 3.7), "x": (-0.8, 0.8)},
    {"x": lambda m, v, x, out: (v * x * out - (v + m) * lpmv(m, v - 1.0, x)) / (x * x - 1.0)}, foreign=True,
)  # fmt: skip

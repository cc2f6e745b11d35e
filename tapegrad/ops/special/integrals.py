"""Exponential, trigonometric and Fresnel integrals under SciPy's names (DLMF 6, 7).

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.machine import vecbessel
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import absolute, cos, cosh, exp, log, remainder, rint, sin, sinh, square, where
from tapegrad.ops.references import in_double
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.hypergeometric_functions import relative_growth
from tapegrad.ops.special.ufunc_calls import output_of, reference, special

_POSITIVE = {"x": (0.2, 3.0)}
_ANY = {"x": (-2.0, 2.0)}
_DEGREE = math.pi / 180.0

_TERMS = [1.0 / math.factorial(2 * k + 1) for k in range(10)]
_LEAST_X = 0.05


def _over(x: AnyArray, value: AnyArray, sign: float) -> Any:
    """Return sin(x) / x, or sinh(x) / x, near 0 by its series, whose derivatives keep their digits."""
    near = absolute(x) < 1.0
    small = square(where(near, x, 0.0))
    series: Any = 0.0
    for term in reversed(_TERMS):
        series = term + sign * small * series
    return where(near, series, value / where(near, 1.0, x))


def _log_over(x: AnyArray) -> Any:
    """Return log(x) / (1 - x), near 1 by its series."""
    near = absolute(x - 1.0) < _LEAST_X
    apart = where(near, 1.0 - x, 0.0)
    series: Any = 0.0
    for k in range(14, 0, -1):
        series = 1.0 / k + apart * series
    away = where(near, 2.0, x)
    return where(near, -series, log(away) / (1.0 - away))


def _quarters(x: AnyArray) -> AnyArray:
    """Return the square less a multiple of 4: of x = 2 m + r it is r**2 + 4 m r, whose product loses nothing."""
    m = rint(0.5 * x)
    rest = x - 2.0 * m
    return square(rest) + 4.0 * remainder(m * rest, 1.0)


exp1 = special(
    "exp1", "Exponential integral, of exp(-t) / t from x to infinity.", _POSITIVE, {"x": lambda x: -exp(-x) / x}
)


def _growth(x: AnyArray) -> AnyArray:
    """Return exp(x) / x, also where exp(x) overflows and that does not."""
    half = exp(0.5 * x)
    return half / x * half


def _exact_expi(x: AnyArray) -> Any:
    """Return SciPy's expi, and near its zero, where that loses digits, the integral from there by Gauss and Legendre's rule."""
    x = in_double(np.asarray(x))
    from_zero = (x.astype(np.float64) - vecbessel.ROOT) - vecbessel.ROOT_LOW
    nodes, weights = np.polynomial.legendre.leggauss(24)
    places = vecbessel.ROOT + 0.5 * from_zero[..., None] * (1.0 + nodes)
    values = reference("expi")(x)
    near = np.abs(from_zero) < 0.3
    with np.errstate(all="ignore"):
        integral = 0.5 * from_zero * np.sum(weights * np.exp(places) / places, -1)
    return np.where(near, integral, values).astype(values.dtype)[()]


_exact_expi.function = reference("expi").function  # type: ignore[attr-defined]
expi = special(
    "expi", "Exponential integral, of exp(t) / t up to x.", _POSITIVE, {"x": lambda x: _growth(x)}, computed=vecbessel.expi,
    expected=_exact_expi,
)  # fmt: skip
exprel = special("exprel", "(exp(x) - 1) / x, 1 at 0.", _ANY, {"x": lambda x: 0.5 * relative_growth(x)})
exp10 = special("exp10", "10 to the power x.", _ANY, {"x": lambda out: math.log(10.0) * out})
scipy_ufuncs["round"] = rint
cosm1 = special("cosm1", "cos(x) - 1, exact near 0.", _ANY, {"x": lambda x: -sin(x)})
sindg = special("sindg", "Sine of an angle in degrees.", _ANY, {"x": lambda x: _DEGREE * cosdg(x)})
cosdg: Elementwise = special("cosdg", "Cosine of an angle in degrees.", _ANY, {"x": lambda x: -_DEGREE * sindg(x)})
tandg = special("tandg", "Tangent of an angle in degrees.", _POSITIVE, {"x": lambda out: _DEGREE * (1.0 + square(out))})
cotdg = special(
    "cotdg", "Cotangent of an angle in degrees.", {"x": (40.0, 50.0)}, {"x": lambda out: -_DEGREE * (1.0 + square(out))}
)
wrightomega: Elementwise = special(
    "wrightomega",
    "The w with w + log(w) = x; for log(x) it is Lambert's W of x.",
    _ANY,
    {"x": lambda out: out / (1.0 + out)},
)
spence = special(
    "spence", "Spence's function, the dilogarithm of 1 - x.", _POSITIVE,
    {"x": _log_over},
)  # fmt: skip

sici_si = output_of("sici", 0, "sici_si", "Sine integral.", _POSITIVE, {"x": lambda x: _over(x, sin(x), -1.0)})
sici_ci = output_of("sici", 1, "sici_ci", "Cosine integral.", _POSITIVE, {"x": lambda x: cos(x) / x})
shichi_shi = output_of(
    "shichi",
    0,
    "shichi_shi",
    "Hyperbolic sine integral.",
    _POSITIVE,
    {"x": lambda x: _over(x, sinh(x), 1.0)},
)
shichi_chi = output_of(
    "shichi", 1, "shichi_chi", "Hyperbolic cosine integral.", _POSITIVE, {"x": lambda x: cosh(x) / x}
)
fresnel_s = output_of(
    "fresnel", 0, "fresnel_s", "Fresnel's sine integral.", _ANY, {"x": lambda x: sin(0.5 * math.pi * _quarters(x))}
)
fresnel_c = output_of(
    "fresnel", 1, "fresnel_c", "Fresnel's cosine integral.", _ANY, {"x": lambda x: cos(0.5 * math.pi * _quarters(x))}
)

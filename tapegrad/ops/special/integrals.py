"""Exponential, trigonometric, Fresnel and elliptic integrals under SciPy's names (DLMF 6, 7, 19, 22)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tapegrad.machine.lane import Lane
from tapegrad.machine.routines import choose
from tapegrad.machine.vecmath import polynomial
from tapegrad.ops.declare import Elementwise, scipy_ufuncs
from tapegrad.ops.elementwise import cos, cosh, equal, exp, log, rint, sin, sinh, sqrt, square, where
from tapegrad.ops.references import scipys
from tapegrad.ops.special.calling import called, in_doubles, output_of, slope, special
from tapegrad.ops.special.hypergeometric import relative_growth

_POSITIVE = {"x": (0.2, 3.0)}
_ANY = {"x": (-2.0, 2.0)}
_MODULUS = {"m": (0.1, 0.9)}
_DEGREE = math.pi / 180.0

exp1 = special(
    "exp1", "Exponential integral, of exp(-t) / t from x to infinity.", _POSITIVE, {"x": lambda x: -exp(-x) / x}
)
expi = special("expi", "Exponential integral, of exp(t) / t up to x.", _POSITIVE, {"x": lambda x: exp(x) / x})
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
    "The w with w + log(w) = x; that of log(x) is Lambert's W of x.",
    _ANY,
    {"x": lambda out: out / (1.0 + out)},
)
spence = special(
    "spence", "Spence's function, the dilogarithm of 1 - x.", _POSITIVE,
    {"x": lambda x: where(equal(x, 1.0), -1.0, log(x) / (1.0 - where(equal(x, 1.0), 0.0, x)))},
)  # fmt: skip

sici_si = output_of(
    "sici", 0, "sici_si", "Sine integral.", _POSITIVE, {"x": lambda x: where(equal(x, 0.0), 1.0, sin(x) / x)}
)
sici_ci = output_of("sici", 1, "sici_ci", "Cosine integral.", _POSITIVE, {"x": lambda x: cos(x) / x})
shichi_shi = output_of(
    "shichi",
    0,
    "shichi_shi",
    "Hyperbolic sine integral.",
    _POSITIVE,
    {"x": lambda x: where(equal(x, 0.0), 1.0, sinh(x) / x)},
)
shichi_chi = output_of(
    "shichi", 1, "shichi_chi", "Hyperbolic cosine integral.", _POSITIVE, {"x": lambda x: cosh(x) / x}
)
fresnel_s = output_of(
    "fresnel", 0, "fresnel_s", "Fresnel's sine integral.", _ANY, {"x": lambda x: sin(0.5 * math.pi * square(x))}
)
fresnel_c = output_of(
    "fresnel", 1, "fresnel_c", "Fresnel's cosine integral.", _ANY, {"x": lambda x: cos(0.5 * math.pi * square(x))}
)

# ------------------------------------------------------------------------------------------------- elliptic integrals


def _carlson(name: str, args: Callable[..., tuple[Any, ...]], factor: float, partial: Any, summary: str) -> Elementwise:
    """Declare a derivative of a complete integral: a multiple of Carlson's R_D (DLMF 19.25), which cancels nowhere."""
    elliprd = scipys("scipy.special", "elliprd")
    return Elementwise(
        name=name, external=True, forward=lambda m: factor * called("elliprd", *args(m)), partials={"m": partial},
        reference=in_doubles(lambda m: factor * elliprd(*args(m))), domain=_MODULUS, edges=[((None,), None)], saturates=8.0, summary=summary,
    )  # fmt: skip


ellipk: Elementwise = special(
    "ellipk", "Complete elliptic integral of the first kind.", _MODULUS, {"m": lambda m: ellipk_slope(m)}
)
ellipe: Elementwise = special(
    "ellipe", "Complete elliptic integral of the second kind.", _MODULUS, {"m": lambda m: ellipe_slope(m)}
)
ellipkm1: Elementwise = special(
    "ellipkm1", "`ellipk` of 1 - p, exact near p = 0.", {"p": (0.1, 0.9)}, {"p": lambda p: -ellipkm1_slope(p)}
)


# of the series of ellipk (DLMF 19.5.1), differentiated: enough of it for |m| < 1/4
_SERIES = [0.5 * math.pi * n * (math.comb(2 * n, n) / 4**n) ** 2 for n in range(1, 29)]


def _slope_of_ellipk(m: Lane) -> Lane:
    """Return (E - (1 - m) K) / (2 m (1 - m)), and the series where that cancels."""
    rest = 1.0 - m
    return choose(
        abs(m) > 0.25,
        lambda: (called("ellipe", m) - rest * called("ellipk", m)) / (2.0 * m * rest),
        lambda: polynomial(m, _SERIES),
    )


ellipk_slope: Elementwise = slope(
    "ellipk_slope", "Derivative of `ellipk`.", _MODULUS,
    {"m": lambda m, out: (0.25 * ellipk(m) - (1.0 - 2.0 * m) * out) / (m * (1.0 - m))}, _slope_of_ellipk,
)  # fmt: skip
ellipkm1_slope: Elementwise = _carlson(
    "ellipkm1_slope", lambda m: (0.0, 1.0, m), 1.0 / 6.0,
    lambda m, out: ((1.0 - 2.0 * m) * -out - 0.25 * ellipkm1(m)) / (m * (1.0 - m)), "Derivative of `ellipk` at 1 - m.",
)  # fmt: skip
ellipe_slope: Elementwise = _carlson(
    "ellipe_slope", lambda m: (0.0, 1.0 - m, 1.0), -1.0 / 6.0,
    lambda m, out: -0.5 * (out + ellipk_slope(m)) / m, "Derivative of `ellipe`.",
)  # fmt: skip


def _root(phi: Any, m: Any) -> Any:
    """Return sqrt(1 - m sin(phi)^2)."""
    return sqrt(1.0 - m * square(sin(phi)))


_AMPLITUDE = {"phi": (0.3, 1.4), "m": (0.1, 0.9)}
ellipkinc: Elementwise = special(
    "ellipkinc", "Incomplete elliptic integral of the first kind.", _AMPLITUDE,
    {
        "phi": lambda phi, m: 1.0 / _root(phi, m),
        "m": lambda phi, m, out: (
            (ellipeinc(phi, m) / (1.0 - m) - out) / m - 0.5 * sin(2.0 * phi) / ((1.0 - m) * _root(phi, m))
        ) * 0.5,
    }, saturates=100,
)  # fmt: skip
ellipeinc: Elementwise = special(
    "ellipeinc", "Incomplete elliptic integral of the second kind.", _AMPLITUDE,
    {"phi": lambda phi, m: _root(phi, m), "m": lambda phi, m, out: 0.5 * (out - ellipkinc(phi, m)) / m}, saturates=100,
)  # fmt: skip


def _jacobi(output: int, name: str, summary: str, by_u: Any, by_m: Any) -> Elementwise:
    return output_of("ellipj", output, name, summary, {"u": (0.3, 1.4), "m": (0.1, 0.9)}, {"u": by_u, "m": by_m})


def _by_modulus(u: Any, m: Any) -> Any:
    """Return the derivative of the amplitude by m, over dn (DLMF 22.16 with the integrals' derivatives)."""
    phi = ellipj_ph(u, m)
    bent = m * ellipj_sn(u, m) * ellipj_cn(u, m) / ellipj_dn(u, m)
    return ((1.0 - m) * u - ellipeinc(phi, m) + bent) / (2.0 * m * (1.0 - m))


ellipj_sn: Elementwise = _jacobi(
    0, "ellipj_sn", "Jacobi's elliptic function sn.", lambda u, m: ellipj_cn(u, m) * ellipj_dn(u, m),
    lambda u, m: ellipj_cn(u, m) * ellipj_dn(u, m) * _by_modulus(u, m),
)  # fmt: skip
ellipj_cn: Elementwise = _jacobi(
    1, "ellipj_cn", "Jacobi's elliptic function cn.", lambda u, m: -ellipj_sn(u, m) * ellipj_dn(u, m),
    lambda u, m: -ellipj_sn(u, m) * ellipj_dn(u, m) * _by_modulus(u, m),
)  # fmt: skip
ellipj_dn: Elementwise = _jacobi(
    2, "ellipj_dn", "Jacobi's elliptic function dn.", lambda u, m: -m * ellipj_sn(u, m) * ellipj_cn(u, m),
    lambda u, m: -m * ellipj_sn(u, m) * ellipj_cn(u, m) * _by_modulus(u, m) - 0.5 * square(ellipj_sn(u, m)) / ellipj_dn(u, m),
)  # fmt: skip
ellipj_ph: Elementwise = _jacobi(
    3,
    "ellipj_ph",
    "Jacobi's amplitude.",
    lambda u, m: ellipj_dn(u, m),
    lambda u, m: ellipj_dn(u, m) * _by_modulus(u, m),
)

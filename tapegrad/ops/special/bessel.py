"""Bessel, Airy, Kelvin and Struve functions under SciPy's names, by their recurrences (DLMF 9.2, 10.6, 10.29, 10.51, 10.61, 11.4).

The modified function of the second kind is differentiated with respect to its order too (`bessel_orders`); the others are not.

Tests: tests/ops/test_first_operation.py, tests/ops/test_whole_line.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tapegrad.machine import vecbessel
from tapegrad.machine.lane import Lane
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import absolute, equal, logical_not, power, rint, sign, square, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.bessel_orders import kv_order, kve_order
from tapegrad.ops.special.gamma import rgamma
from tapegrad.ops.special.ufunc_calls import POLES, called, output_of, rarely, special

_ORDERED = {"v": (0.3, 2.7), "z": (0.5, 4.0)}
_POSITIVE = {"x": (0.5, 4.0)}


def _of_order(
    name: str, slope: Callable[..., Any], summary: str, domain: dict[str, tuple[float, float]] | None = None,
    **more: Any,
) -> Elementwise:  # fmt: skip
    """Declare a function of an order, with respect to which it is not differentiated, and a number."""
    domain = domain or _ORDERED
    return special(name, summary, domain, {list(domain)[-1]: slope, **more.pop("partials", {})}, **more)


def _of_number(name: str, slope: Callable[..., Any], summary: str, **more: Any) -> Elementwise:
    return special(name, summary, _POSITIVE, {"x": slope}, edges=POLES, **more)


_TERMS = 7


def _scaled_slope(v: Any, x: AnyArray, out: AnyArray, sign_of_terms: float, near: AnyArray) -> Any:
    """Return the derivative of a modified function that is scaled by its exponential: far out by the asymptotic series of its
    logarithm (DLMF 10.40.1 and 10.40.2), for which recurrences subtract nearly equal numbers.
    """
    far = absolute(x) > 100.0 * (1.0 + square(v))
    size = where(far, absolute(x), 1e30)
    term: Any = 1.0
    total: Any = 1.0
    steep: Any = 0.0
    for k in range(1, _TERMS):
        term = term * (square(2.0 * v) - (2.0 * k - 1.0) ** 2) * (sign_of_terms / (8.0 * k)) / size
        total, steep = total + term, steep + k * term
    return where(far, -(out / x) * (0.5 + steep / total), near)


jv: Elementwise = _of_order(
    "jv", lambda v, z: 0.5 * (jv(v - 1.0, z) - jv(v + 1.0, z)), "Bessel function of the first kind."
)
scipy_ufuncs["jn"] = jv
jve: Elementwise = _of_order(
    "jve",
    lambda v, z: 0.5 * (jve(v - 1.0, z) - jve(v + 1.0, z)),
    "`jv`, scaled where numbers are complex.",
)
yv: Elementwise = _of_order(
    "yv", lambda v, z: 0.5 * (yv(v - 1.0, z) - yv(v + 1.0, z)), "Bessel function of the second kind."
)
yve: Elementwise = _of_order(
    "yve",
    lambda v, z: 0.5 * (yve(v - 1.0, z) - yve(v + 1.0, z)),
    "`yv`, scaled where numbers are complex.",
)


def _iv(v: Lane, z: Lane) -> Lane:
    """Return SciPy's value, and where that is 0 though z is not, the first term of the series (DLMF 10.25.2 and 10.27.1)."""
    value = called("iv", v, z)
    order = where(equal(v, rint(v)), absolute(v), v)
    lost = equal(value, 0.0) & (order >= 0.0) & (absolute(z) < 1e-8) & logical_not(equal(z, 0.0))
    return rarely(lost, value, lambda: power(0.5 * z, order) * rgamma(order + 1.0))


iv: Elementwise = _of_order(
    "iv", lambda v, z: 0.5 * (iv(v - 1.0, z) + iv(v + 1.0, z)), "Modified Bessel function of the first kind.",
    computed=_iv,
)  # fmt: skip
kv: Elementwise = _of_order(
    "kv", lambda v, z: -0.5 * (kv(v - 1.0, z) + kv(v + 1.0, z)), "Modified Bessel function of the second kind.",
    partials={"v": lambda v, z: kv_order(v, z)},
)  # fmt: skip
ive: Elementwise = _of_order(
    "ive", lambda v, z, out: _scaled_slope(v, z, out, -1.0, 0.5 * (ive(v - 1.0, z) + ive(v + 1.0, z)) - sign(z) * out),
    "Modified Bessel function of the first kind, times exp(-abs(z)).",
)  # fmt: skip
kve: Elementwise = _of_order(
    "kve", lambda v, z, out: _scaled_slope(v, z, out, 1.0, out - 0.5 * (kve(v - 1.0, z) + kve(v + 1.0, z))),
    "Modified Bessel function of the second kind, times exp(z).", partials={"v": lambda v, z: kve_order(v, z)},
)  # fmt: skip
j0: Elementwise = _of_number(
    "j0", lambda x: -j1(x), "Bessel function of the first kind of order 0.", computed=vecbessel.j0
)
j1: Elementwise = _of_number(
    "j1", lambda x: 0.5 * (j0(x) - jv(2.0, x)), "Bessel function of the first kind of order 1.", computed=vecbessel.j1
)
y0: Elementwise = _of_number("y0", lambda x: -y1(x), "Bessel function of the second kind of order 0.")
y1: Elementwise = _of_number(
    "y1", lambda x: 0.5 * (y0(x) - yv(2.0, x)), "Bessel function of the second kind of order 1."
)
i0: Elementwise = _of_number("i0", lambda x: i1(x), "Modified Bessel function of the first kind of order 0.")
i1: Elementwise = _of_number(
    "i1", lambda x: 0.5 * (i0(x) + iv(2.0, x)), "Modified Bessel function of the first kind of order 1."
)
i0e: Elementwise = _of_number(
    "i0e", lambda x, out: _scaled_slope(0.0, x, out, -1.0, i1e(x) - sign(x) * out), "i0(x) times exp(-abs(x))."
)
i1e: Elementwise = _of_number(
    "i1e", lambda x, out: _scaled_slope(1.0, x, out, -1.0, 0.5 * (i0e(x) + ive(2.0, x)) - sign(x) * out),
    "i1(x) times exp(-abs(x)).",
)  # fmt: skip
k0: Elementwise = _of_number("k0", lambda x: -k1(x), "Modified Bessel function of the second kind of order 0.")
k1: Elementwise = _of_number(
    "k1", lambda x, out: -k0(x) - out / x, "Modified Bessel function of the second kind of order 1."
)
k0e: Elementwise = _of_number(
    "k0e", lambda x, out: _scaled_slope(0.0, x, out, 1.0, out - k1e(x)), "k0(x) times exp(x)."
)
k1e: Elementwise = _of_number(
    "k1e", lambda x, out: _scaled_slope(1.0, x, out, 1.0, out * (1.0 - 1.0 / x) - k0e(x)), "k1(x) times exp(x)."
)

# Airy functions: each result of SciPy's function of four is an op of its own
airy_ai: Elementwise = output_of(
    "airy", 0, "airy_ai", "Airy function Ai.", {"z": (-3.0, 3.0)}, {"z": lambda z: airy_aip(z)}
)
airy_aip: Elementwise = output_of(
    "airy", 1, "airy_aip", "Derivative of Airy's Ai.", {"z": (-3.0, 3.0)}, {"z": lambda z: z * airy_ai(z)}
)
airy_bi: Elementwise = output_of(
    "airy", 2, "airy_bi", "Airy function Bi.", {"z": (-3.0, 3.0)}, {"z": lambda z: airy_bip(z)}
)
airy_bip: Elementwise = output_of(
    "airy", 3, "airy_bip", "Derivative of Airy's Bi.", {"z": (-3.0, 3.0)}, {"z": lambda z: z * airy_bi(z)}
)

# Kelvin functions: ber + i bei = J0 and ker + i kei = K0 along a diagonal, where the equation of Bessel holds
# in powers of (x / 2)**4, DLMF 10.65.1 and 10.65.2 differentiated: berp(x) / x over (x / 2)**2, and beip(x) / x
_BERP = [(-1.0) ** k * k / math.factorial(2 * k) ** 2 for k in range(1, 8)]
_BEIP = [(-1.0) ** k * (k + 0.5) / math.factorial(2 * k + 1) ** 2 for k in range(7)]


def _over(x: AnyArray, slope: AnyArray, series: list[float]) -> Any:
    """Return the derivative of ber or bei over x, near 0 by its series."""
    near = absolute(x) < 1.0
    quarter = square(0.5 * where(near, x, 0.0))
    terms: Any = 0.0
    for term in reversed(series):
        terms = term + terms * square(quarter)
    return where(near, terms * quarter if series is _BERP else terms, slope / where(near, 1.0, x))


ber: Elementwise = _of_number("ber", lambda x: berp(x), "Kelvin function ber.")
bei: Elementwise = _of_number("bei", lambda x: beip(x), "Kelvin function bei.")
berp: Elementwise = _of_number(
    "berp", lambda x, out: -bei(x) - _over(x, out, _BERP), "Derivative of the Kelvin function ber."
)
beip: Elementwise = _of_number(
    "beip", lambda x, out: ber(x) - _over(x, out, _BEIP), "Derivative of the Kelvin function bei."
)
ker: Elementwise = _of_number("ker", lambda x: kerp(x), "Kelvin function ker.")
kei: Elementwise = _of_number("kei", lambda x: keip(x), "Kelvin function kei.")
kerp: Elementwise = _of_number("kerp", lambda x, out: -kei(x) - out / x, "Derivative of the Kelvin function ker.")
keip: Elementwise = _of_number(
    "keip",
    lambda x, out: where(x < 1e-8, 0.5 * ker(x) - 0.25, ker(x) - out / x),  # there SciPy's values have few digits
    "Derivative of the Kelvin function kei.",
)


def _inhomogeneity(v: AnyArray, x: AnyArray) -> AnyArray:
    """Return the last term of DLMF 11.4.24 and 11.4.27."""
    return power(0.5 * x, v) * rgamma(v + 1.5) * (1.0 / math.sqrt(math.pi))


def _of_struve(op: Elementwise, sign: float, v: AnyArray, x: AnyArray) -> AnyArray:
    """Return the derivative by DLMF 11.4.24 and 11.4.27; of order -1 by that of order 1, which is 2 / pi minus it, or with it
    (11.4.23 and 11.4.25 with v = 0), so that nothing infinite is subtracted at 0."""
    reflected = equal(v, -1.0)
    order = where(reflected, 1.0, v)
    below = op(order - 1.0, x)
    near = 0.5 * (below + sign * op(order + 1.0, x) + _inhomogeneity(order, x))
    far = (absolute(x) > 30.0) | (
        v > 100.0
    )  # where the last two cancel, or 1 / gamma is 0, and those of (x^v H_v)' = x^v H_(v - 1) do not (11.4.28, 11.4.30)
    value = where(far, below - order * op(order, x) / where(far, x, 1.0), near)
    return where(reflected, sign * value, value)


_STRUVE = {"v": (0.3, 2.7), "x": (0.5, 4.0)}
struve: Elementwise = _of_order("struve", lambda v, x: _of_struve(struve, -1.0, v, x), "Struve function.", _STRUVE)
modstruve: Elementwise = _of_order(
    "modstruve", lambda v, x: _of_struve(modstruve, 1.0, v, x), "Modified Struve function.", _STRUVE
)

"""SciPy's functions in exported C: those of `libm`, and rules for some that it lacks.

Rules of ops call SciPy by address, which no file can hold. What stands neither here nor there is refused by its name.

Tests: tests/export/test_c_special.py
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tapegrad.machine import vecbessel
from tapegrad.machine.lane import Lane, floor, rare_libm, select
from tapegrad.machine.vecinverse import power
from tapegrad.machine.veclog import log, log1p
from tapegrad.machine.vecmath import exp, expm1, sin
from tapegrad.machine.vecspecial import digamma_elsewhere, erfc, erfcx

OF_LIBM = {"gamma": "tgamma"}
INF = math.inf
_SUMMED = 10  # terms of a sum before the formula of Euler and Maclaurin
_BERNOULLI = [(1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510), (43867, 798)]
# the numbers of Bernoulli with even index (DLMF 24.2, table 24.2.1) by the factorial of the index
_EULER_MACLAURIN = [n / d / math.factorial(2 * k) for k, (n, d) in enumerate(_BERNOULLI, 1)]


def _times_log(x: Lane, y: Lane, logarithm: Lane) -> Lane:
    return select((x == 0.0) & (y == y), 0.0, x * logarithm)


def _log_expit(x: Lane) -> Lane:
    tail = log1p(exp(-abs(x)))
    return select(x < 0.0, x - tail, -tail)


def _logit(p: Lane) -> Lane:
    s = 2.0 * (p - 0.5)
    return select(abs(s) < 0.4, log1p(s) - log1p(-s), log(p / (1.0 - p)))


def _log_ndtr(x: Lane) -> Lane:
    t = x * math.sqrt(0.5)
    return select(x < -1.0, log(0.5 * erfcx(-t)) - t * t, log1p(-0.5 * erfc(t)))


def _huber(delta: Lane, r: Lane) -> Lane:
    size = abs(r)
    value = select(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))
    return select(delta < 0.0, INF, value)


def _pseudo_huber(delta: Lane, r: Lane) -> Lane:
    v = r / delta
    value = select((delta == 0.0) | (r == 0.0), 0.0, delta * delta * expm1(0.5 * log1p(v * v)))
    return select(delta < 0.0, INF, value)


def _entropy(x: Lane, y: Lane, at_0: Lane | float, term: Lane) -> Lane:
    """Return what a relative entropy adds: infinite outside of its domain, NaN for NaN."""
    outside = select((x != x) | (y != y), math.nan, INF)
    return select((x > 0.0) & (y > 0.0), term, select((x == 0.0) & (y >= 0.0), at_0, outside))


def _gammaln(x: Lane) -> Lane:
    return select(x == -INF, -INF, rare_libm("lgamma", x))


def _beyond(x: Lane) -> Lane:
    """Return gammaln less ``(x - 1/2) log(x) - x + log(2 pi) / 2``, of a positive number (DLMF 5.11.1)."""
    far = x > 16.0
    y = select(far, x, 16.0)
    u = 1.0 / (y * y)
    series = (1.0 - u * (1.0 / 30.0 - u * (1.0 / 105.0 - u * (1.0 / 140.0 - u * (1.0 / 99.0))))) / (12.0 * y)
    near = select(far, 1.0, x)
    return select(far, series, _gammaln(near) - (near - 0.5) * log(near) + near - 0.5 * math.log(2.0 * math.pi))


def _betaln(a: Lane, b: Lane) -> Lane:
    """Return it from what Stirling's formulas leave, since the parts of gammaln cancel for large numbers."""
    positive = (a > 0.0) & (b > 0.0) & (a < INF) & (b < INF)
    small, large = (select(positive, select((a < b) == first, a, b), 1.0) for first in (True, False))
    rest = _beyond(small) + _beyond(large) - _beyond(small + large) + 0.5 * math.log(2.0 * math.pi)
    ratio = small / large
    value = rest - 0.5 * log(large) + (small - 0.5) * log(ratio / (1.0 + ratio)) - large * log1p(ratio)
    value = select(positive, value, _gammaln(a) + _gammaln(b) - _gammaln(a + b))
    value = select((a > 0.0) & (b > 0.0) & (a + b == INF), -INF, value)
    return select(((a == 0.0) | (b == 0.0)) & (value != value), INF, value)


def _hurwitz(s: Lane, q: Lane) -> Lane:
    """Return Hurwitz's zeta function of positive numbers, by the formula of Euler and Maclaurin (DLMF 25.11.28)."""
    total = power(q, -s)
    for k in range(1, _SUMMED):
        total = total + power(q + float(k), -s)
    a = q + float(_SUMMED)
    last = power(a, -s)
    total = total + last * (a / (s - 1.0) + 0.5)
    factor = last * s / a
    for k, coefficient in enumerate(_EULER_MACLAURIN, 1):
        total = total + factor * coefficient
        factor = factor * (s + (2.0 * k - 1.0)) / a * (s + 2.0 * k) / a
    return total


def _zeta(s: Lane, q: Lane) -> Lane:
    """Return Hurwitz's zeta function; of negative numbers by the sum over all integers, from those next to zero."""
    right = q > 0.0
    nearest = floor(q + 0.5)
    part = q - nearest
    whole = s == floor(s)
    sign = select(floor(0.5 * s) == 0.5 * s, 1.0, -1.0)
    one = select(right, 1.0, 1.0 - q)
    both = power(part, -s) + _hurwitz(s, 1.0 + part) + sign * (_hurwitz(s, 1.0 - part) - _hurwitz(s, one))
    left = select((part == 0.0) | (q == -INF), INF, select(whole, both, math.nan))
    value = select(right, select(q == INF, 0.0, _hurwitz(s, select(right, q, 1.0))), left)
    value = select(s == INF, power(q, -s), value)
    return select((s > 1.0) | (s != s), value, select(s == 1.0, INF, math.nan))


def _rgamma(x: Lane) -> Lane:
    return select((x <= 0.0) & (x == floor(x)), 0.0, 1.0 / rare_libm("tgamma", x))


def _box_cox(logarithm: Lane, power_: Lane) -> Lane:
    tiny = abs(power_) < 1e-19
    return select(tiny, logarithm, expm1(power_ * logarithm) / select(tiny, 1.0, power_))


def _inverse_exponent(x: Lane, power_: Lane) -> Lane:
    """Return the logarithm of what Box and Cox transformed to x."""
    tiny = (power_ == 0.0) | (abs(power_ * x) < 1e-154)
    return select(tiny, x, log1p(power_ * x) / select(tiny, 1.0, power_))


def _exprel(x: Lane) -> Lane:
    tiny = abs(x) < 1e-16
    return select(tiny, 1.0, select(x > 717.0, INF, expm1(x) / select(tiny, 1.0, x)))


RULES: dict[str, tuple[tuple[str, ...], Callable[..., Lane]]] = {
    "gammaln": (("x",), _gammaln),
    "betaln": (("a", "b"), _betaln),
    "_zeta": (("s", "q"), _zeta),
    "psi": (("x",), digamma_elsewhere),
    "rgamma": (("x",), _rgamma),
    "ndtr": (("x",), lambda x: 0.5 * erfc(-x * math.sqrt(0.5))),
    "log_ndtr": (("x",), _log_ndtr),
    "log_expit": (("x",), _log_expit),
    "logit": (("p",), _logit),
    "exp10": (("x",), lambda x: power(x.emitter.float(10.0), x)),
    "exprel": (("x",), _exprel),
    "cosm1": (("x",), lambda x: -2.0 * sin(0.5 * x) * sin(0.5 * x)),
    "j0": (("x",), vecbessel.j0_far),
    "j1": (("x",), vecbessel.j1_far),
    "xlogy": (("x", "y"), lambda x, y: _times_log(x, y, log(y))),
    "xlog1py": (("x", "y"), lambda x, y: _times_log(x, y, log1p(y))),
    "huber": (("delta", "r"), _huber),
    "pseudo_huber": (("delta", "r"), _pseudo_huber),
    "rel_entr": (("x", "y"), lambda x, y: _entropy(x, y, 0.0, x * log(x / y))),
    "kl_div": (("x", "y"), lambda x, y: _entropy(x, y, y, x * log(x / y) - x + y)),
    "boxcox": (("x", "lmbda"), lambda x, lmbda: _box_cox(log(x), lmbda)),
    "boxcox1p": (("x", "lmbda"), lambda x, lmbda: _box_cox(log1p(x), lmbda)),
    "inv_boxcox": (("x", "lmbda"), lambda x, lmbda: exp(_inverse_exponent(x, lmbda))),
    "inv_boxcox1p": (("x", "lmbda"), lambda x, lmbda: expm1(_inverse_exponent(x, lmbda))),
}

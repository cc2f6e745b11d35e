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

OF_LIBM = {"gamma": "tgamma", "gammaln": "lgamma"}
INF = math.inf


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

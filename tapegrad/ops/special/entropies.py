"""Entropies, losses and transformations of data under SciPy's names: simple formulas without their removable singularities.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.machine import lane, veclog
from tapegrad.machine.lane import Lane
from tapegrad.ops.elementwise_ops import absolute, equal, exp, hypot, log, log1p, maximum, power, sign, square, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.hypergeometric_functions import relative_growth
from tapegrad.ops.special.ufunc_calls import special

_POSITIVE = {"x": (0.2, 3.0), "y": (0.2, 3.0)}


def _entropy(x: Lane) -> Lane:
    return lane.select(x > 0.0, -x * veclog.log(x), lane.select(x == 0.0, 0.0, lane.select(x < 0.0, -math.inf, x)))


def _ratio(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return x / y, 0 where x is 0."""
    return where(equal(x, 0.0), 0.0, x / y)


def _log_of_ratio(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return log(x / y), also where x / y overflows or loses digits."""
    ratio = x / y
    near = (ratio > 1e-290) & (ratio < 1e290)
    return where(near, log(where(near, ratio, 1.0)), log(where(near, 1.0, x)) - log(where(near, 1.0, y)))


entr = special("entr", "-x * log(x), 0 at 0.", {"x": (0.1, 2.0)}, {"x": lambda x: -log(x) - 1.0}, computed=_entropy)
rel_entr = special(
    "rel_entr", "x * log(x / y), 0 at x = 0.", _POSITIVE, {"x": lambda x, y: _log_of_ratio(x, y) + 1.0, "y": lambda x, y: -_ratio(x, y)},
)  # fmt: skip
kl_div = special(
    "kl_div", "x * log(x / y) - x + y.", _POSITIVE, {"x": lambda x, y: _log_of_ratio(x, y), "y": lambda x, y: 1.0 - _ratio(x, y)},
)  # fmt: skip
xlogy = special(
    "xlogy", "x * log(y), 0 where x is 0.", {"x": (-2.0, 2.0), "y": (0.2, 3.0)},
    {"x": lambda y: log(y), "y": lambda x, y: _ratio(x, y)},
)  # fmt: skip
xlog1py = special(
    "xlog1py", "x * log1p(y), 0 where x is 0.", {"x": (-2.0, 2.0), "y": (-0.5, 3.0)},
    {"x": lambda y: log1p(y), "y": lambda x, y: _ratio(x, 1.0 + y)},
)  # fmt: skip
huber = special(
    "huber", "Huber's loss: r**2 / 2 up to delta, then a line.", {"delta": (0.5, 1.0), "r": (1.2, 2.0)},
    {
        "delta": lambda delta, r: maximum(absolute(r) - delta, 0.0),
        "r": lambda delta, r: where(absolute(r) <= delta, r, delta * sign(r)),
    },
)  # fmt: skip
pseudo_huber = special(
    "pseudo_huber", "delta**2 * (sqrt(1 + (r / delta)**2) - 1).", {"delta": (0.5, 2.0), "r": (-2.0, 2.0)},
    {
        "delta": lambda delta, r: _by_delta(delta, r, hypot(delta, r)),
        "r": lambda delta, r: delta * _ratio(r, hypot(delta, r)),
    },
)  # fmt: skip


def _by_delta(delta: AnyArray, r: AnyArray, length: Any) -> AnyArray:
    """Return the derivative by delta, 2 (h - delta) - r^2 / h with the length h of (delta, r), as (r^2 / (h + delta))^2 / h."""
    return square(_ratio(r, length + delta)) * _ratio(r, length) * r


def _by_power(log_x: AnyArray, power_: AnyArray) -> AnyArray:
    """Return the derivative of (exp(log_x * power) - 1) / power by the power: that of x**power for x from 0 on, where it is
    1 / power**2, and 1/2 log_x^2 at power 0."""
    u = power_ * log_x
    small = absolute(u) < 5.0
    near = 0.5 * square(where(small, log_x, 0.0)) * relative_growth(where(small, u, 0.0))
    least = where(u < -800.0, -800.0, u)  # exp(u) u is 0 before that
    divisor = where(small, 1.0, power_)
    return where(small, near, (exp(least) * (least - 1.0) + 1.0) / divisor / divisor)  # its square might overflow


boxcox = special(
    "boxcox", "(x**lmbda - 1) / lmbda, log(x) where lmbda is 0.", {"x": (0.3, 3.0), "lmbda": (-1.0, 2.0)},
    {"x": lambda x, lmbda: power(x, lmbda - 1.0), "lmbda": lambda x, lmbda: _by_power(log(x), lmbda)},
)  # fmt: skip
boxcox1p = special(
    "boxcox1p", "`boxcox` of 1 + x.", {"x": (-0.5, 2.0), "lmbda": (-1.0, 2.0)},
    {"x": lambda x, lmbda: power(1.0 + x, lmbda - 1.0), "lmbda": lambda x, lmbda: _by_power(log1p(x), lmbda)},
)  # fmt: skip


def _logarithms(y: AnyArray, lmbda: AnyArray) -> tuple[Any, Any]:
    """Return the logarithms of x = (1 + lmbda y)**(1 / lmbda) and of x**lmbda, not by x, which may have been rounded to 1."""
    grown = lmbda * y
    far = grown > 1e20  # where slopes of a logarithm of the product would be of a product of small numbers
    u = where(
        far, log(absolute(where(far, lmbda, 1.0))) + log(absolute(where(far, y, 1.0))), log1p(where(far, 0.0, grown))
    )
    near = absolute(u) < 1e-8
    return where(near, y * (1.0 - 0.5 * lmbda * y), u / where(near, 1.0, lmbda)), u


def _inverse_by_y(y: AnyArray, lmbda: Any) -> Any:
    log_x, u = _logarithms(y, lmbda)
    return exp(log_x - u)


def _inverse_by_power(y: AnyArray, lmbda: AnyArray) -> Any:
    log_x, u = _logarithms(y, lmbda)
    small = absolute(u) < 5.0
    v, divisor = where(small, u, 0.0), where(small, 1.0, lmbda)
    near = 0.5 * square(where(small, log_x, 0.0)) * exp(-v) * relative_growth(v)
    return -exp(log_x) * where(small, near, (u - 1.0 + exp(-u)) / divisor / divisor)


_INVERSE = {"y": (-0.4, 1.0), "lmbda": (0.2, 2.0)}
_BY = {"y": _inverse_by_y, "lmbda": _inverse_by_power}
inv_boxcox = special("inv_boxcox", "Inverse of `boxcox`.", _INVERSE, dict(_BY))
inv_boxcox1p = special("inv_boxcox1p", "Inverse of `boxcox1p`.", _INVERSE, dict(_BY))


def _power_by_exponent(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return the derivative of x**y by y; not by the value, which SciPy has wrong where it overflows."""
    still = equal(x, 0.0) & (y > 0.0)
    return where(still, 0.0, power(x, y) * log(where(still, 1.0, x)))


powm1 = special(
    "powm1", "x**y - 1, exact where that is small.", {"x": (0.3, 3.0), "y": (-1.0, 2.0)},
    {"x": lambda x, y: where(equal(y, 0.0), 0.0, y * power(x, y - 1.0)), "y": _power_by_exponent},
)  # fmt: skip

"""Entropies, losses and transformations of data under SciPy's names: simple formulas without their removable singularities."""

from __future__ import annotations

import math
from typing import Any

from tapegrad.machine import lane, vecmath
from tapegrad.machine.lane import Lane
from tapegrad.ops.elementwise import absolute, equal, log, log1p, maximum, power, sign, sqrt, square, where
from tapegrad.ops.special.calling import special
from tapegrad.ops.special.hypergeometric import relative_growth

_POSITIVE = {"x": (0.2, 3.0), "y": (0.2, 3.0)}


def _entropy(x: Lane) -> Lane:
    return lane.select(x > 0.0, -x * vecmath.log(x), lane.select(x == 0.0, 0.0, lane.select(x < 0.0, -math.inf, x)))


entr = special("entr", "-x * log(x), 0 at 0.", {"x": (0.1, 2.0)}, {"x": lambda x: -log(x) - 1.0}, computed=_entropy)
rel_entr = special(
    "rel_entr", "x * log(x / y), 0 at x = 0.", _POSITIVE, {"x": lambda x, y: log(x / y) + 1.0, "y": lambda x, y: -x / y},
)  # fmt: skip
kl_div = special(
    "kl_div", "x * log(x / y) - x + y.", _POSITIVE, {"x": lambda x, y: log(x / y), "y": lambda x, y: 1.0 - x / y},
)  # fmt: skip
xlogy = special(
    "xlogy", "x * log(y), 0 where x is 0.", {"x": (-2.0, 2.0), "y": (0.2, 3.0)},
    {"x": lambda y: log(y), "y": lambda x, y: where(equal(x, 0.0), 0.0, x / y)},
)  # fmt: skip
xlog1py = special(
    "xlog1py", "x * log1p(y), 0 where x is 0.", {"x": (-2.0, 2.0), "y": (-0.5, 3.0)},
    {"x": lambda y: log1p(y), "y": lambda x, y: where(equal(x, 0.0), 0.0, x / (1.0 + y))},
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
        "delta": lambda delta, r: _bent(delta, r / delta),
        "r": lambda delta, r: r / sqrt(1.0 + square(r / delta)),
    },
)  # fmt: skip


def _bent(delta: Any, t: Any) -> Any:
    """Return the derivative by delta, 2 delta (s - 1) - delta t^2 / s with s = sqrt(1 + t^2), as delta (s - 1)^2 / s with
    s - 1 = t^2 / (1 + s)."""
    s = sqrt(1.0 + square(t))
    return delta * square(square(t) / (1.0 + s)) / s


def _by_power(log_x: Any, power_: Any) -> Any:
    """Return the derivative of (exp(log_x * power) - 1) / power by the power, which is 1/2 log_x^2 at 0."""
    return 0.5 * square(log_x) * relative_growth(power_ * log_x)


boxcox = special(
    "boxcox", "(x**lmbda - 1) / lmbda, log(x) where lmbda is 0.", {"x": (0.3, 3.0), "lmbda": (-1.0, 2.0)},
    {"x": lambda x, lmbda: power(x, lmbda - 1.0), "lmbda": lambda x, lmbda: _by_power(log(x), lmbda)},
)  # fmt: skip
boxcox1p = special(
    "boxcox1p", "`boxcox` of 1 + x.", {"x": (-0.5, 2.0), "lmbda": (-1.0, 2.0)},
    {"x": lambda x, lmbda: power(1.0 + x, lmbda - 1.0), "lmbda": lambda x, lmbda: _by_power(log1p(x), lmbda)},
)  # fmt: skip
inv_boxcox = special(
    "inv_boxcox", "Inverse of `boxcox`.", {"y": (-0.4, 1.0), "lmbda": (0.2, 2.0)},
    {
        "y": lambda lmbda, out: power(out, 1.0 - lmbda),
        "lmbda": lambda lmbda, out: -power(out, 1.0 - lmbda) * _by_power(log(out), lmbda),
    },
)  # fmt: skip
inv_boxcox1p = special(
    "inv_boxcox1p", "Inverse of `boxcox1p`.", {"y": (-0.4, 1.0), "lmbda": (0.2, 2.0)},
    {
        "y": lambda lmbda, out: power(1.0 + out, 1.0 - lmbda),
        "lmbda": lambda lmbda, out: -power(1.0 + out, 1.0 - lmbda) * _by_power(log1p(out), lmbda),
    },
)  # fmt: skip
powm1 = special(
    "powm1", "x**y - 1, exact where that is small.", {"x": (0.3, 3.0), "y": (-1.0, 2.0)},
    {"x": lambda x, y: y * power(x, y - 1.0), "y": lambda x, out: (out + 1.0) * log(x)},
)  # fmt: skip

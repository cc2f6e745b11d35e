"""The error function's and the normal distribution's relatives: SciPy's names.

Tests: tests/ops/test_stats.py, tests/ops/test_first_operation.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.machine import vecmath, vecspecial
from tapegrad.machine.lane import Lane, select
from tapegrad.machine.routines import choose, repeat
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import absolute, exp, reciprocal, sigmoid, square, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.ufunc_calls import slope, special

_SLOPE = 2.0 / math.sqrt(math.pi)
_ROOT_PI, _ROOT_2 = math.sqrt(math.pi), math.sqrt(2.0)
_DENSITY = 1.0 / math.sqrt(2.0 * math.pi)
_ANY = {"x": (-2.0, 2.0)}
_INSIDE = {"x": (0.1, 0.9)}

exp_square: Elementwise = Elementwise(  # in one op, since rounding the square to float32 would show in a large result
    name="exp_square", forward=lambda x: vecmath.exp(x * x), partials={"x": lambda x, out: 2.0 * x * out},
    reference=lambda x: np.exp(x * x), summary="exp(x**2).",
)  # fmt: skip

erf = special(
    "erf",
    "Error function.",
    _ANY,
    {"x": lambda x: _SLOPE * exp(-square(x))},
    special=[(6.0,), (-40.0,)],
    computed=vecspecial.erf,
    edges=(),
    saturates=0.0,
)
erfc = special(
    "erfc",
    "1 - erf(x).",
    _ANY,
    {"x": lambda x: -_SLOPE * exp(-square(x))},
    special=[(6.0,), (-40.0,)],
    computed=vecspecial.erfc,
    edges=(),
    saturates=0.0,
)
erfinv = special("erfinv", "Inverse of erf.", {"x": (-0.9, 0.9)}, {"x": lambda out: 0.5 * _ROOT_PI * exp_square(out)})
erfcinv = special(
    "erfcinv", "Inverse of erfc.", {"x": (0.1, 1.9)}, {"x": lambda out: -0.5 * _ROOT_PI * exp_square(out)}
)


def _tail(x: Any) -> Any:
    """Return the derivative of erfcx for large x: the asymptotic series DLMF 7.12.1, term by term."""
    u = reciprocal(square(x))
    terms = 1.0
    for k in range(10, 0, -1):
        terms = 1.0 - (k + 0.5) * u * terms
    return (-1.0 / _ROOT_PI) * u * terms


erfcx = special(
    "erfcx", "exp(x**2) * erfc(x).", _ANY,
    {"x": lambda x, out: where(x > 9.0, _tail(where(x > 9.0, x, 9.0)), 2.0 * x * out - _SLOPE)}, saturates=60, computed=vecspecial.erfcx,
)  # fmt: skip
erfi = special("erfi", "Imaginary error function, -1j * erf(1j * x).", _ANY, {"x": lambda x: _SLOPE * exp_square(x)})


def _dawson_slope(x: AnyArray, out: AnyArray) -> AnyArray:
    """Return 1 - 2 x out; far out, where that cancels, by the asymptotic series of the value (DLMF 7.12.1 for imaginary numbers)."""
    far = absolute(x) > 50.0
    t = 0.5 / square(where(far, x, 1e200))
    series = 1.0 + 3.0 * t * (1.0 + 5.0 * t * (1.0 + 7.0 * t * (1.0 + 9.0 * t * (1.0 + 11.0 * t))))
    return where(far, -t * series, 1.0 - 2.0 * x * out)


dawsn = special(
    "dawsn", "Dawson's integral, exp(-x**2) * (integral of exp(t**2) from 0 to x).", _ANY, {"x": _dawson_slope},
)  # fmt: skip
ndtr = special(
    "ndtr", "Distribution function of the normal distribution.", _ANY, {"x": lambda x: _DENSITY * exp(-0.5 * square(x))}
)
log_ndtr = special(
    "log_ndtr", "Logarithm of `ndtr`.", _ANY, {"x": lambda x: math.sqrt(2.0 / math.pi) / erfcx(x * (-1.0 / _ROOT_2))}
)
ndtri = special(
    "ndtri",
    "Inverse of `ndtr`.",
    _INSIDE,
    {"x": lambda out: exp_square(out * (1.0 / _ROOT_2)) * (1.0 / _DENSITY)},
)
ndtri_exp = special(
    "ndtri_exp", "Inverse of `log_ndtr`.", {"x": (-4.0, -0.1)},
    {"x": lambda out: math.sqrt(0.5 * math.pi) * erfcx(out * (-1.0 / _ROOT_2))},
)  # fmt: skip
owens_t = special(
    "owens_t", "Owen's T function.", {"h": (-2.0, 2.0), "a": (-2.0, 2.0)},
    {
        "h": lambda h, a: (-0.5 * _DENSITY) * exp(-0.5 * square(h)) * erf(a * h * (1.0 / _ROOT_2)),
        "a": lambda h, a: exp(-0.5 * square(h) * (1.0 + square(a))) / (2.0 * math.pi * (1.0 + square(a))),
    },
)  # fmt: skip


def _tail_of_skew(h: Lane, a: Lane) -> Lane:
    """Integrate exp(-h^2 (1 + x^2) / 2) / (1 + x^2) / pi over x > a, which is 2 (T(h, infinity) - T(h, a)): by the trapezoidal rule
    for t with x = a + exp(t - exp(-t)) (Takahasi and Mori, Publ. RIMS 9, 1974)."""
    square_of_h = h * h
    e = h.emitter
    step = 0.0625

    def add(t: Lane, total: Lane) -> tuple[list[Lane], Lane]:
        shrunk = vecmath.exp(-t)
        away = vecmath.exp(t - shrunk)
        x = a + away
        new = vecmath.exp(-square_of_h * away * (a + 0.5 * away)) / (1.0 + x * x) * away * (1.0 + shrunk)
        total = total + new
        return [t + step, total], (t < 0.0) | (new > 1e-18 * total)

    def computed() -> Lane:
        total = repeat([e.float(-4.0), e.float(0.0)], add, most=2000)[1]
        return vecmath.exp(-0.5 * square_of_h * (1.0 + a * a)) * total * (step / math.pi)

    return choose(
        (h >= 0.0) & (h < 1e100) & (a >= 0.0) & (a < 1e100),
        computed,
        lambda: select((h < 0.0) | (a < 0.0), math.nan, (h + a) * 0.0),
    )


skew_tail = slope(
    "skew_tail", "Short tail of the skew normal distribution: twice the integral of phi(t) ndtr(-a t) over t > h, for h, a >= 0.",
    {"h": (0.2, 3.0), "a": (0.2, 3.0)},
    {
        "h": lambda h, a: (-2.0 * _DENSITY) * exp(-0.5 * square(h)) * ndtr(-a * h),
        "a": lambda h, a: exp(-0.5 * square(h) * (1.0 + square(a))) * (-1.0 / math.pi) / (1.0 + square(a)),
    }, _tail_of_skew,
)  # fmt: skip
log_expit = special("log_expit", "Logarithm of `expit`.", _ANY, {"x": lambda x: sigmoid(-x)})
logit = special("logit", "log(x / (1 - x)).", _INSIDE, {"x": lambda x: 1.0 / (x * (1.0 - x))})

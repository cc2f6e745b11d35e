"""Incomplete gamma and beta functions and their inverses, differentiated with respect to every argument.

By x the derivative is a density. By a parameter it is that of the logarithm of the series (DLMF 8.7.1 and 8.17.8, from above)
or continued fraction (DLMF 8.9.2, 8.17.22; by Lentz's method) that gives the function, times SciPy's value; each step carries
its derivative along, as in Moore, "Algorithm AS 187: Derivatives of the incomplete gamma integral", Applied Statistics 31
(1982). The inverses follow by the implicit function theorem.

Tests: tests/ops/test_special.py, tests/ops/test_far_out.py, tests/func/test_ops.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.machine import veclog, vecmath
from tapegrad.machine.lane import Lane, select
from tapegrad.machine.routines import choose, repeat
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import equal, exp, log, log1p, power, square, where
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.entropies import xlog1py, xlogy
from tapegrad.ops.special.gamma import digamma, gammaln
from tapegrad.ops.special.gamma_quotients import betaln, rise
from tapegrad.ops.special.stirling import log_binomial, log_poisson, log_ratio, series_beyond
from tapegrad.ops.special.ufunc_calls import called, in_doubles, slope, special

_STEPS = 20_000
_MOST = 1e7  # of a parameter: the steps grow with its square root
_TINY = 1e-300
_LEAST = 1e-10  # of the parameter by which a derivative is not taken


def _relative(new: Lane, total: Lane) -> Lane:
    return abs(new) > 1e-17 * abs(total)


# ------------------------------------------------------------------------------------------------- gamma


def _gamma_by_series(a: Lane, x: Lane) -> Lane:
    """Return dP/da / P from the sum of x^n / ((a + 1) ... (a + n))."""
    one = a.emitter.float(1.0)

    def step(n: Lane, term: Lane, d_term: Lane, total: Lane, d_total: Lane) -> Any:
        d_term = (d_term - term / (a + n)) * x / (a + n)
        term = term * x / (a + n)
        total, d_total = total + term, d_total + d_term
        return [n + 1.0, term, d_term, total, d_total], _relative(term, total) | _relative(d_term, d_total)

    zero = one - one
    *_, total, d_total = repeat([one, one, zero, one, zero], step, _STEPS)
    return veclog.log(x) - called("psi", a + 1.0) + d_total / total


def _gamma_by_fraction(a: Lane, x: Lane) -> Lane:
    """Return dQ/da / Q from its continued fraction."""
    b = x + 1.0 - a
    d = 1.0 / b
    d_d = d * d  # by a, as all names that begin so
    e = a.emitter
    start = [e.float(1.0), b, e.float(1.0 / _TINY), e.float(0.0), d, d_d, d, d_d]

    def step(i: Lane, b: Lane, c: Lane, d_c: Lane, d: Lane, d_d: Lane, h: Lane, d_h: Lane) -> Any:
        top, d_top, b = i * (a - i), i, b + 2.0  # the derivative of b by a is -1
        d_below = d_top * d + top * d_d - 1.0
        d = 1.0 / (top * d + b)
        d_d = -d_below * d * d
        d_c = (d_top - top * d_c / c) / c - 1.0
        c = b + top / c
        factor, d_factor = d * c, d_d * c + d * d_c
        d_h = d_h * factor + h * d_factor
        h = h * factor
        return [i + 1.0, b, c, d_c, d, d_d, h, d_h], (abs(factor - 1.0) > 1e-16) | (
            abs(h * d_factor) > 1e-16 * abs(d_h)
        )

    *_, h, d_h = repeat(start, step, _STEPS)
    return veclog.log(x) - called("psi", a) + d_h / h


def _lower_far_out(a: Lane, x: Lane) -> Lane:
    """Return dP/da for large a: Temme's uniform expansion, DLMF 8.12.3, differentiated, to the second order.

    With l = x / a, of its terms log(l) / (l - 1) and those with 1 / a are left beside the density, which is 0 where l is far from 1.
    """
    apart = (x - a) / a
    series = 1.0 - apart * (1 / 2 - apart * (1 / 3 - apart * (1 / 4 - apart * (1 / 5 - apart * (1 / 6 - apart / 7)))))
    inner = series + (1.0 - 0.5 * apart) / (6.0 * a)
    return choose(abs(apart) < 0.02, lambda: -gamma_density.forward(a, x) * (1.0 + apart) * inner, lambda: 0.0 * a)


def _lower_by_a(a: Lane, x: Lane) -> Lane:
    """Return dP/da."""
    inside = (a > 0.0) & (a < _MOST) & (x > 0.0) & (x < 1e300)

    def computed() -> Lane:
        return choose(
            x < a + 1.0,
            lambda: called("gammainc", a, x) * _gamma_by_series(a, x),
            lambda: -called("gammaincc", a, x) * _gamma_by_fraction(a, x),
        )

    def outside() -> Lane:
        """Return the limits at x = 0, at infinity, and at a = 0, where P is 1 (DLMF 8.4.4)."""
        return choose(
            (a == 0.0) & (x > 0.0),
            lambda: -called("exp1", x),
            lambda: choose((a >= _MOST) & (a < 1e300) & (x > 0.0) & (x < 1e300), lambda: _lower_far_out(a, x), still),
        )

    def still() -> Lane:
        return select((a > 0.0) & (a < 1e300) & (x >= 0.0), 0.0 * a, float("nan"))

    return choose(inside, computed, outside)


def times(x: AnyArray, density: AnyArray) -> AnyArray:
    """Return a product with a density, 0 where x is 0, also where the density is infinite there."""
    return where(equal(x, 0.0), 0.0, x * density)


_SHAPED = {"a": (0.5, 4.0), "x": (0.3, 5.0)}


def _log_over_mean(a: AnyArray, x: AnyArray) -> AnyArray:
    """Return log(x) - digamma(a), of large shapes by x - a, which may be small beside them, and the series of DLMF 5.11.2."""
    far = a > 15.0
    shape = where(far, a, 16.0)
    u = 1.0 / square(shape)
    gap = 0.5 / shape + u * (1 / 12 - u * (1 / 120 - u * (1 / 252 - u * (1 / 240 - u / 132))))
    near = log(x) - digamma(where(far, 1.0, a))
    return where(far, log_ratio(where(far, x, 16.0) - shape, shape) + gap, near)


def _gamma_density(a: AnyArray, x: AnyArray) -> Any:
    """Return the density; of a large shape by Stirling's formula, since large terms would cancel."""
    far = (a > 15.0) & (a < 1e300) & (x > 0.0)  # where no difference is one of infinities
    shape = where(far, a, 16.0)
    many = log_poisson(shape, where(far, x, 1.0), shape - 1.0, series_beyond)
    return exp(where(far, many, xlogy(a - 1.0, x) - x - gammaln(a)))


# densities are ops of their own: in float32 the large terms of the exponent would be rounded one by one
gamma_density: Elementwise = Elementwise(
    name="gamma_density", external=True, forward=_gamma_density,
    partials={
        "a": lambda a, x, out: out * _log_over_mean(a, x), "x": lambda a, x, out: out * ((a - x) - 1.0) / x,
    },
    reference=in_doubles(lambda a, x: np.exp(scipys("scipy.special", "xlogy")(a - 1.0, x) - x - scipys("scipy.special", "gammaln")(a))),
    domain=_SHAPED, saturates=20, summary="Density of the gamma distribution of shape a.",
)  # fmt: skip

gammainc_by_a: Elementwise = slope(
    "gammainc_by_a", "Derivative of `gammainc` by a.", _SHAPED,
    {"x": lambda a, x: gamma_density(a, x) * _log_over_mean(a, x)}, _lower_by_a, of="gammainc",
)  # fmt: skip
gammainc = special(
    "gammainc",
    "Regularized lower incomplete gamma function.",
    _SHAPED,
    {"a": lambda a, x: gammainc_by_a(a, x), "x": lambda a, x: gamma_density(a, x)},
)
gammaincc = special(
    "gammaincc", "Regularized upper incomplete gamma function.", _SHAPED,
    {"a": lambda a, x: -gammainc_by_a(a, x), "x": lambda a, x: -gamma_density(a, x)},
)  # fmt: skip


def gamma_quantile_by_a(a: AnyArray, x: AnyArray) -> AnyArray:
    """Return the derivative of the quantile x by the shape: 0 at the end of the support, which does not move."""
    return where(equal(x, 0.0), 0.0, -gammainc_by_a(a, x) / gamma_density(a, x))


_QUANTILE = {"a": (0.5, 4.0), "y": (0.1, 0.9)}
gammaincinv = special(
    "gammaincinv", "Inverse of `gammainc` with respect to x.", _QUANTILE,
    {"a": lambda a, out: gamma_quantile_by_a(a, out), "y": lambda a, out: 1.0 / gamma_density(a, out)},
)  # fmt: skip
gammainccinv = special(
    "gammainccinv", "Inverse of `gammaincc` with respect to x.", _QUANTILE,
    {"a": lambda a, out: gamma_quantile_by_a(a, out), "y": lambda a, out: -1.0 / gamma_density(a, out)},
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- beta


def _beta_by_fraction(a: Lane, b: Lane, x: Lane, by_a: bool) -> Lane:
    """Return dI/da / I or dI/db / I from the continued fraction of I, for x < (a + 1) / (a + b + 2)."""
    e = a.emitter
    p, q = (1.0, 0.0) if by_a else (0.0, 1.0)  # the derivatives of a and b
    both, up, down = a + b, a + 1.0, a - 1.0
    d = 1.0 / (1.0 - both * x / up)
    d_d = d * d * x * (1.0 - both / up * p) / up
    start = [e.float(1.0), e.float(1.0), e.float(0.0), d, d_d, d, d_d]

    def once(top: Lane, d_top: Lane, c: Lane, d_c: Lane, d: Lane, d_d: Lane, h: Lane, d_h: Lane) -> Any:
        d_below = d_top * d + top * d_d
        d = 1.0 / (1.0 + top * d)
        d_d = -d_below * d * d
        d_c = (d_top - top * d_c / c) / c
        c = 1.0 + top / c
        factor, d_factor = d * c, d_d * c + d * d_c
        return c, d_c, d, d_d, h * factor, d_h * factor + h * d_factor, factor, h * d_factor

    def step(m: Lane, c: Lane, d_c: Lane, d: Lane, d_d: Lane, h: Lane, d_h: Lane) -> Any:
        twice = m + m
        below = (down + twice) * (a + twice)
        even = m * (b - m) * x / below
        d_even = m * x * q / below - even * p * (1.0 / (down + twice) + 1.0 / (a + twice))
        c, d_c, d, d_d, h, d_h, _, _ = once(even, d_even, c, d_c, d, d_d, h, d_h)
        below = (a + twice) * (up + twice)
        odd = -(a + m) * (both + m) * x / below
        d_odd = -(p * (both + m) + (a + m)) * x / below - odd * p * (1.0 / (a + twice) + 1.0 / (up + twice))
        c, d_c, d, d_d, h, d_h, factor, moved = once(odd, d_odd, c, d_c, d, d_d, h, d_h)
        return [m + 1.0, c, d_c, d, d_d, h, d_h], (abs(factor - 1.0) > 1e-16) | (abs(moved) > 1e-16 * abs(d_h))

    *_, h, d_h = repeat(start, step, _STEPS)
    total = called("psi", both)
    if by_a:
        return veclog.log(x) - called("psi", up) + total + d_h / h  # psi(a) + 1 / a, which cancel where a is small
    return veclog.log1p(-x) - called("psi", b) + total + d_h / h


def beta_by(a: Lane, b: Lane, x: Lane, by_a: bool) -> Lane:
    inside = (a > 0.0) & (b > 0.0) & (x > 0.0) & (x < 1.0) & (a < _MOST) & (b < _MOST)

    def computed() -> Lane:
        value = choose(
            x < (a + 1.0) / (a + b + 2.0),
            lambda: called("betainc", a, b, x) * _beta_by_fraction(a, b, x, by_a),
            lambda: -called("betainc", b, a, 1.0 - x) * _beta_by_fraction(b, a, 1.0 - x, not by_a),
        )
        return select((b if by_a else a) < _LEAST, float("nan"), value)  # it is of the size of that, and its terms of 1

    def outside() -> Lane:
        """Return 0 at the ends, where the value is 0 or 1 for all a and b, and the limits at a = 0, where it is 1, or b = 0."""
        one, other, share, sign = (a, b, 1.0 - x, -1.0) if by_a else (b, a, x, 1.0)
        edge = (one == 0.0) & (other > 0.0) & (x > 0.0) & (x < 1.0)
        still = (other == 0.0) & (one > 0.0) & (x > 0.0) & (x < 1.0)

        def limit() -> Lane:
            """Return the integral of t**(other - 1) / (1 - t) up to `share`, as a hypergeometric function (DLMF 8.17.7)."""
            value = called("hyp2f1", other, one + 1.0, other + 1.0, share)
            return sign * vecmath.exp(other * veclog.log(share)) / other * value

        return choose(edge, limit, lambda: select(still, 0.0, inner()))

    def inner() -> Lane:
        return select((a > 0.0) & (a < _MOST) & (b > 0.0) & (b < _MOST) & (x >= 0.0) & (x <= 1.0), 0.0, float("nan"))

    return choose(inside, computed, outside)


_SHAPES = {"a": (0.5, 4.0), "b": (0.5, 4.0), "x": (0.1, 0.9)}


def _beta_density(a: AnyArray, b: AnyArray, x: AnyArray) -> AnyArray:
    """Return the density; of two large shapes by Stirling's formulas, since large terms would cancel."""
    far = (a > 15.0) & (b > 15.0) & (a + b < 1e150) & (x > 0.0) & (x < 1.0)
    one, other, share = where(far, a, 16.0), where(far, b, 16.0), where(far, x, 0.5)
    many = log_binomial(one, other, share, series_beyond) + log(one / (one + other) * (other / (share * (1.0 - share))))
    exponent = where(far, many, xlogy(a - 1.0, x) + xlog1py(b - 1.0, -x) - betaln(a, b))
    return where((a < 0.0) | (b < 0.0), np.nan, exp(exponent))


beta_density: Elementwise = Elementwise(
    name="beta_density", external=True,
    forward=lambda a, b, x: _beta_density(a, b, x),
    partials={
        "a": lambda a, b, x, out: out * (log(x) + rise(a, b)),
        "b": lambda a, b, x, out: out * (log1p(-x) + rise(b, a)),
        "x": lambda a, b, x, out: out * ((a - 1.0) / x - (b - 1.0) / (1.0 - x)),
    },
    reference=in_doubles(
        lambda a, b, x: np.where((a < 0.0) | (b < 0.0), np.nan, np.exp(
            scipys("scipy.special", "xlogy")(a - 1.0, x) + scipys("scipy.special", "xlog1py")(b - 1.0, -x)
            - scipys("scipy.special", "betaln")(a, b)
        ))
    ),
    domain=_SHAPES, saturates=20, summary="Density of the beta distribution.",
)  # fmt: skip

betainc_by_a: Elementwise = slope(
    "betainc_by_a", "Derivative of `betainc` by a.", _SHAPES,
    {"x": lambda a, b, x: where(equal(a, 0.0), -power(1.0 - x, b - 1.0) / x, beta_density(a, b, x) * (log(x) + rise(a, b)))},
    lambda a, b, x: beta_by(a, b, x, by_a=True), of="betainc",
)  # fmt: skip
betainc_by_b: Elementwise = slope(
    "betainc_by_b", "Derivative of `betainc` by b.", _SHAPES,
    {"x": lambda a, b, x: where(equal(b, 0.0), power(x, a - 1.0) / (1.0 - x), beta_density(a, b, x) * (log1p(-x) + rise(b, a)))},
    lambda a, b, x: beta_by(a, b, x, by_a=False), of="betainc",
)  # fmt: skip
betainc = special(
    "betainc", "Regularized incomplete beta function.", _SHAPES,
    {"a": lambda a, b, x: betainc_by_a(a, b, x), "b": lambda a, b, x: betainc_by_b(a, b, x), "x": lambda a, b, x: beta_density(a, b, x)},
)  # fmt: skip
betaincc = special(
    "betaincc", "1 - `betainc`.", _SHAPES,
    {
        "a": lambda a, b, x: -betainc_by_a(a, b, x), "b": lambda a, b, x: -betainc_by_b(a, b, x),
        "x": lambda a, b, x: -beta_density(a, b, x),
    },
)  # fmt: skip


def _still(x: AnyArray, value: AnyArray) -> AnyArray:
    """Return how a quantile x moves with a parameter: the ends of the support do not, nor what SciPy gives next to 0."""
    return where((x < _TINY) | equal(x, 1.0), 0.0, value)


def _inverse(sign: float) -> dict[str, Any]:
    return {
        "a": lambda a, b, out: _still(out, -betainc_by_a(a, b, out) / beta_density(a, b, out)),
        "b": lambda a, b, out: _still(out, -betainc_by_b(a, b, out) / beta_density(a, b, out)),
        "y": lambda a, b, out: where((out > 0.0) & (out < _TINY), 0.0, sign / beta_density(a, b, out)),
    }


_LEVEL = {"a": (0.5, 4.0), "b": (0.5, 4.0), "y": (0.1, 0.9)}
betaincinv = special("betaincinv", "Inverse of `betainc` with respect to x.", _LEVEL, _inverse(1.0))
betainccinv = special("betainccinv", "Inverse of `betaincc` with respect to x.", _LEVEL, _inverse(-1.0))

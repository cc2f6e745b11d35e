"""Quotients of gamma functions under SciPy's names (DLMF 5.2, 5.12, 26.3), also where some of these have poles.

The derivatives are logarithmic ones, differences of digamma. At a pole below, the function vanishes and 1 / gamma is what is
differentiated; where a pole stands above another one the differences of digamma are those of the reflected arguments
(DLMF 5.5.4, whose cotangents cancel). Where the function jumps there is no derivative, and NaN.

Tests: tests/ops/test_whole_line.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import absolute, equal, log1p, logical_not, remainder, rint, sin, square, where
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.special.gamma import digamma, exactly, gamma, rgamma_slope, zeta_op
from tapegrad.ops.special.ufunc_calls import called, rarely, reference, slope, special

if TYPE_CHECKING:
    from tapegrad.machine.lane import Lane


def _pole(x: AnyArray) -> AnyArray:
    """Return where the gamma function has a pole."""
    return (x <= 0.0) & equal(x, rint(x))


def _difference(x: AnyArray, y: AnyArray, step: AnyArray) -> Any:
    """Return digamma(x) - digamma(y) of numbers that differ by `step`, finite where both are at a pole.

    Left of 1/2 by reflection, whose cotangents differ by sin(step) / sin(x) / sin(y), of multiples of pi.
    """
    reflected = (x < 0.5) & (y < 0.5)
    is_integral = equal(step, rint(step)) | logical_not(reflected)
    bow = math.pi * _sine(step) / where(is_integral, 1.0, _sine(x) * _sine(y))
    inner = rise(where(reflected, 1.0 - y, 2.0), where(reflected, -step, 1.0)) + where(is_integral, 0.0, bow)
    return where(reflected, inner, digamma(where(reflected, 1.0, x)) - digamma(where(reflected, 1.0, y)))


def _sine(x: AnyArray) -> AnyArray:
    """Return sin(pi x), exactly 0 of whole numbers."""
    nearest = rint(x)
    return (1.0 - 2.0 * remainder(nearest, 2.0)) * sin(math.pi * (x - nearest))


_STEPS = 8
_BERNOULLI = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)  # over 2 k


def rise(y: AnyArray, step: Any) -> Any:
    """Return digamma(y + step) - digamma(y) of positive numbers, with the digits that a difference loses where they are large or near.

    Differences term by term: of the recurrence up to numbers above 8, and of the asymptotic series there (DLMF 5.5.2, 5.11.2).
    """
    x = y + step
    total: Any = 0.0
    for k in range(_STEPS):
        apart = (step > y + k) | (step < -0.5 * (y + k))  # then a derivative of the product would cancel
        total = total + where(apart, 1.0 / (y + k) - 1.0 / (x + k), step / (x + k) / (y + k))
    x, y = x + _STEPS, y + _STEPS
    u, v = 1.0 / square(x), 1.0 / square(y)
    series: Any = 0.0  # in v, and its divided difference between u and v, by Horner's scheme
    slope: Any = 0.0
    for term in reversed((0.0, *_BERNOULLI)):
        series, slope = term + v * series, series + u * slope
    return total + log1p(step / y) + step / x / y * (0.5 + (1.0 / x + 1.0 / y) * slope)


def _quotient(out: Any, y: AnyArray, step: AnyArray, general: Callable[..., Any], sign: float = 1.0) -> Lane:
    """Return the derivative out * (digamma(y + step) - digamma(y)), and where one of these is not positive the general one."""
    positive = (y + step > 0.0) & (y > 0.0)
    return rarely(
        logical_not(positive), sign * out * rise(where(positive, y, 1.0), where(positive, step, 1.0)), general
    )


def _poch_by_z(z: AnyArray, m: Any, out: AnyArray) -> Lane:
    """Return the derivative by z, near 0 that of z times the next one: of larger terms digits would cancel."""
    both = (m < 0.0) & equal(m, rint(m))  # near 0 gamma(z + m) is at a pole as well
    near = (absolute(z) < 0.5) & logical_not(both)
    next_, less = where(near, z + 1.0, 1.0), where(near, m - 1.0, 1.0)
    return rarely(near, _poch_away(z, m, out), lambda: _poch_near(z, next_, less))


def _poch_near(z: AnyArray, next_: Any, less: Any) -> Any:
    value = poch(next_, less)
    return value + z * _poch_away(next_, less, value)


def _poch_away(z: AnyArray, m: Any, out: AnyArray) -> Lane:
    def general() -> Any:
        vanishes = _pole(z) & logical_not(_pole(z + m))
        edge = gamma(where(vanishes, z + m, 1.0)) * rgamma_slope(where(vanishes, z, 0.0))
        return where(vanishes, edge, out * _difference(z + m, z, m))

    return _quotient(out, z, m, general)


poch: Elementwise = special(
    "poch", "gamma(z + m) / gamma(z).", {"z": (0.5, 3.0), "m": (0.5, 3.0)},
    {"z": _poch_by_z, "m": lambda z, m, out: where(_pole(z) & _pole(z + m), math.nan, out * digamma(z + m))},
)  # fmt: skip


def _binom_by_x(x: AnyArray, y: AnyArray, out: AnyArray) -> Lane:
    def general() -> AnyArray:
        vanishes = _pole(x - y + 1.0) & logical_not(_pole(x + 1.0))
        rest = where(vanishes, x - y, -1.0)
        edge = poch(where(vanishes, y, 0.0) + 1.0, rest) * rgamma_slope(rest + 1.0)
        return where(vanishes, edge, out * _difference(x + 1.0, x - y + 1.0, y))

    return _quotient(out, x - y + 1.0, y, general)


def _binom_by_y(x: AnyArray, y: AnyArray, out: AnyArray) -> Lane:
    """Return the derivative by y, which changes its sign as y becomes x - y."""

    def general() -> AnyArray:
        above, below = _pole(x - y + 1.0), _pole(y + 1.0)
        vanishes = above | below
        one, other = where(above, x - y, y), where(above, y, x - y)
        one, other = where(vanishes, one, -1.0), where(vanishes, other, 0.0)
        edge = where(above, -1.0, 1.0) * poch(other + 1.0, one) * rgamma_slope(one + 1.0)
        value = where(vanishes, edge, out * (digamma(x - y + 1.0) - digamma(y + 1.0)))
        return where(_pole(x + 1.0), math.nan, value)

    return _quotient(out, y + 1.0, x - 2.0 * y, general)


binom: Elementwise = special(
    "binom", "Binomial coefficient, of real numbers.", {"x": (3.2, 5.7), "y": (0.6, 2.7)},
    {"x": _binom_by_x, "y": _binom_by_y},
)  # fmt: skip


def _general_betaln_by(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return the derivative of the logarithm by x; at a pole of gamma(y), whole, nothing is defined beside it."""
    return where(_pole(y) & _pole(x + y), math.nan, -_difference(x + y, x, y))


def _beta_by(x: AnyArray, y: AnyArray, out: Lane | AnyArray) -> Lane:
    """Return the derivative of the beta function by x."""

    def general() -> AnyArray:
        vanishes = _pole(x + y) & logical_not(_pole(x) | _pole(y))
        gammas = gamma(where(vanishes, x, 1.0)) * gamma(where(vanishes, y, 1.0))
        return where(vanishes, gammas * rgamma_slope(where(vanishes, x + y, 0.0)), out * _general_betaln_by(x, y))

    return _quotient(out, x, y, general, -1.0)


def _betaln_by(x: AnyArray, y: AnyArray) -> Lane:
    return _quotient(1.0, x, y, lambda: _general_betaln_by(x, y), -1.0)


_SMALL = 0.05
_TERMS = 12


def _bend(step: AnyArray, x: AnyArray) -> Lane:
    """Return the second divided difference of -digamma at 1 + x, twice, and 1 + x - step: for small steps by its series (DLMF 25.11.10)."""
    x = 1.0 + x
    pole = where(x > 0.5, 0.0, rint(x))
    near = absolute(step) < _SMALL * absolute(x - pole)
    small, size = where(near, step, 0.0), where(near, 1.0, step)
    slope_ = _difference(where(near, 2.0, x), where(near, 1.0, x - step), size) / size

    def series() -> Any:
        total: Any = 0.0
        for k in reversed(range(_TERMS)):
            total = zeta_op(k + 3.0, x) + small * total
        return total

    return rarely(near, (slope_ - zeta_op(2.0, x)) / size, series)


def _beta_mixed(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return the mixed derivative of B(x, y), in which parts of the size of 1 / (x y) have cancelled.

    As B is (1 / x + 1 / y) gamma(1 + x) gamma(1 + y) / gamma(1 + x + y), it is made of divided differences of digamma, all of one sign.
    """
    total = x + y
    by_x, by_y, slope_ = _bend(x, total), _bend(y, total), zeta_op(2.0, 1.0 + total)
    inner = total * (slope_ + x * by_x) * (slope_ + y * by_y) + by_x + by_y
    return beta(x, y) * x * (y / total) * inner


def _beta_twice(x: AnyArray, y: AnyArray) -> AnyArray:
    """Return the second derivative of B(x, y) by x, by the same differences."""
    total = x + y
    bend = _bend(y, total)
    steep = 1.0 / x / total + zeta_op(2.0, 1.0 + total) + y * bend
    return beta(x, y) * y * (y * steep * steep + (1.0 / x + 1.0 / total) / x / total + bend + _bend(-y, x))


# an op of its own, since derivatives of the usual formula's parts would cancel
beta_slope: Elementwise = slope(
    "beta_slope", "Derivative of `beta` by x where x or y is near 0.", {"x": (0.5, 3.0), "y": (0.5, 3.0)},
    {"x": _beta_twice, "y": _beta_mixed}, lambda x, y: _beta_by(x, y, called("beta", x, y)), of="beta",
)  # fmt: skip


def _beta_partial(x: AnyArray, y: AnyArray, out: AnyArray) -> Lane:
    small = (absolute(x) < _SMALL) | (absolute(y) < _SMALL)
    small = small & logical_not(_pole(x) | _pole(y) | _pole(x + y))
    value = _beta_by(x, y, out)
    return rarely(small, value, lambda: beta_slope(where(small, x, 0.01), where(small, y, 1.0)))


beta: Elementwise = special(
    "beta", "Beta function.", {"x": (0.5, 3.0), "y": (0.5, 3.0)},
    {"x": _beta_partial, "y": lambda x, y, out: _beta_partial(y, x, out)},
)  # fmt: skip
betaln: Elementwise = special(
    "betaln", "Logarithm of the absolute value of the beta function.", {"x": (0.5, 3.0), "y": (0.5, 3.0)},
    {"x": _betaln_by, "y": lambda x, y: _betaln_by(y, x)},
)  # fmt: skip


@composite(
    reference("comb"), lambda rng: [((rng.uniform(3.0, 6.0, size=4), rng.uniform(0.5, 2.5, size=4)), {})],
    of_array=False, takes_complex=False,
)  # fmt: skip
def comb(N: Any, k: Any, *, exact: bool = False, repetition: bool = False) -> Tensor:
    """Binomial coefficient; 0 where k is not between 0 and N. With `exact` the integer itself, of plain numbers.

    Raises
    ------
    ArgumentError
        With `exact`, which has no derivative, for Tensors.
    """
    if exact:
        return exactly("comb", N, k, exact=True, repetition=repetition)
    N, k = runtime.as_tensor(N, "comb"), runtime.as_tensor(k, "comb")
    if repetition:
        nothing = (N == 0) * (k == 0) > 0  # in one way
        return where(nothing, 1.0, binom(where(nothing, 0.0, N + k - 1.0), k + 0.0))
    N, k = N + 0.0, k + 0.0
    inside = (k <= N) * (N >= 0.0) * (k >= 0.0)
    return where(inside, binom(where(inside, N, 1.0), where(inside, k, 1.0)), 0.0)

"""Powers with constant exponents: products, roots and reciprocals, as exact as `vecinverse.power`.

Each product is a sum of two doubles [1]_, its rounded value and what the rounding lost, until the last step; so results
are wrong by hardly more than half an ulp, and by 1.1 where an argument, the result or a square is subnormal. Zeros,
infinities and negative numbers give what `pow` of C99 does (annex F.9.4.4).

References
----------
.. [1] Dekker, T. J., "A floating-point technique for extending the available precision", Numerische Mathematik 18,
   1971: products of sums of two numbers; with the exact remainder of a product by a fused multiply-add, as in Muller,
   "Handbook of Floating-Point Arithmetic", 2nd ed., Birkhauser, 2018, section 4.4; remainders of quotients and roots
   are there in section 4.5.

Tests: tests/machine/test_single.py
"""

from __future__ import annotations

import math

from tapegrad.machine.lane import Lane, fma, select, sqrt

Sum = tuple[Lane, Lane]  # of a rounded value and what it lacks


def _times(x: Sum, y: Sum) -> Sum:
    high = x[0] * y[0]
    return high, fma(x[0], y[0], -high) + fma(x[0], y[1], x[1] * y[0])


def _raised(x: Sum, n: int) -> Sum:
    """Return a power from 1 on, by squaring."""
    if n == 1:
        return x
    half = _raised(x, n // 2)
    square = _times(half, half)
    return _times(square, x) if n % 2 else square


def _rounded(x: Sum) -> Lane:
    """Return the sum of both parts, or the first part if that is infinite or NaN."""
    high, low = x
    return high + select((abs(low) < math.inf) & (low != 0.0), low, -0.0)  # which leaves a zero its sign


def integral(x: Lane, n: int) -> Lane:
    """Return ``x**n`` of an exponent from 2 on."""
    high = x * x
    square = high, fma(x, x, -high)
    power = _raised(square, n // 2)
    if n % 2:
        product = power[0] * x
        power = product, fma(power[0], x, -product) + power[1] * x
    return _rounded(power)


def reciprocal(x: Lane, n: int) -> Lane:
    """Return ``x**-n`` of an exponent from 2 on, by powers of 1 / x: those of x may overflow where that does not."""
    r = 1.0 / x
    return _rounded(_raised((r, fma(-x, r, 1.0) * r), n))


def _nonnegative(x: Lane) -> Lane:
    """Return what a root is taken of: 0.0 for -0.0."""
    return x + 0.0


def half_integral(x: Lane, n: int) -> Lane:
    """Return ``x**(n + 1/2)`` of an n from 1 on."""
    x = _nonnegative(x)
    s = sqrt(x)
    high = x * s
    # the root of s^2 + e is s + e / (2 s) and less than any rounding; times x, which is s^2 as well, that is s e / 2
    power = high, fma(x, s, -high) + 0.5 * s * fma(-s, s, x)
    for _ in range(n - 1):
        product = power[0] * x
        power = product, fma(power[0], x, -product) + power[1] * x
    return select(x == -math.inf, math.inf, _rounded(power))


def half_reciprocal(x: Lane, n: int) -> Lane:
    """Return ``x**-(n + 1/2)`` of an n from 0 on."""
    x = _nonnegative(x)
    s = sqrt(x)
    r = 1.0 / s
    left = fma(-s, r, 1.0) - 0.5 * (fma(-s, s, x) * r) * r
    return select(x == -math.inf, 0.0, _rounded(_raised((r, left * r), 2 * n + 1)))

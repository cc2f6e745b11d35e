"""Logarithms to other bases, roots, powers, and inverse functions of circle and hyperbola, in pure lane arithmetic.

As in `vecmath`, an argument is brought to a short interval on which a polynomial is left. Those without a name beside
them are Chebyshev interpolations in 300 bits, as powers.

- log2 and log10 are sums of two doubles until the last step, as in fdlibm 5.3 (Sun Microsystems, 1993; e_log2.c of
  FreeBSD). The logarithm of a power has some 66 bits (Markstein, "IA-64 and Elementary Functions", 2000, chapter 10).
- cbrt comes by Newton's steps for the reciprocal root, without a division, and a last one whose remainder is exact.
- arctan of what is above tan(pi/8) or its reciprocal is measured from pi/4 or pi/2 (Cephes); arcsin above 1/2 by
  ``arcsin(x) = pi/2 - 2 arcsin(sqrt((1 - x) / 2))``, and arcsinh, arccosh and arctanh by log1p, as in fdlibm.

Errors stand in ``docs/vector_math.md``.
"""

from __future__ import annotations

import math

from tapegrad.machine import vecmath
from tapegrad.machine.lane import (
    Lane,
    bits,
    copysign,
    fma,
    from_bits,
    from_int,
    rare_libm,
    rint,
    select,
    sqrt,
    to_int,
    unless,
)
from tapegrad.machine.vecmath import _EXP_TAIL, LN2_HI, LN2_LO, LOG2E, polynomial

_ARCTAN = [
    -0.3333333333333333, 0.19999999999995505, -0.1428571428466294, 0.1111111101496664,
    -0.09090904566354399, 0.07692182917461161, -0.06664507597561675, 0.05858115476299884,
    -0.050852748016420944, 0.03922660551087136, -0.01917070039374299,
]  # fmt: skip
_ARCSIN = [
    0.16666666666666669, 0.07499999999998425, 0.04464285714637338, 0.030381944137085216,
    0.022372173002005596, 0.017352391265909227, 0.013971235301124539, 0.011478952690257387,
    0.010324318288744113, 0.00545087818772055, 0.017419357964884856, -0.014881409392818066,
    0.02877844261259304,
]  # fmt: skip
_LOG_REST = [  # of log((1 + s) / (1 - s)) / s = 2 + 2/3 s^2 + s^4 ...
    0.4, 0.28571428571429364, 0.22222222221655885, 0.18181818335392802,
    0.1538459496251843, 0.1333480469384731, 0.11706236339491206, 0.11723178623876518,
]  # fmt: skip
_TINIEST = 2.2250738585072014e-308  # of the normal numbers
_TWO_THIRDS, _TWO_THIRDS_LOW = 0.6666666666666666, 3.700743415417188e-17
_ROOT_BITS = 0x553EEA06  # makes the greatest relative error of the estimate least
_TWO_54 = 18014398509481984.0


def _split(x: Lane) -> tuple[Lane, Lane]:
    """Return k and m with ``x = 2^k m`` as `vecmath` does, of a positive x, also a subnormal one."""
    tiny = x < _TINIEST
    k, m = vecmath._split(select(tiny, x * _TWO_54, x))
    return select(tiny, k - 54.0, k), m


# ------------------------------------------------------------------------------------------- logarithms


def _to_base(x: Lane, per: tuple[float, float], digits: tuple[float, float]) -> Lane:
    """Return a logarithm of which that of 2 is `digits` and that of e is `per`, each in two parts."""
    k, m = _split(x)
    f = m - 1.0
    s, remainder = vecmath._log_near_one(f)
    h = f * f * 0.5
    high = f - h
    low = ((f - high) - h) + s * (h + remainder)
    product = high * per[0]
    small = fma(high, per[0], -product) + fma(high, per[1], low * per[0])
    whole = k * digits[0]  # exact
    total = whole + product
    small = small + fma(k, digits[1], (whole - total) + product)
    return vecmath._log_special(x, total + small)


def log2(x: Lane) -> Lane:
    return _to_base(x, (1.4426950408889634, 2.0355273740931033e-17), (1.0, 0.0))


def log10(x: Lane) -> Lane:
    return _to_base(
        x, (0.4342944819032518, 1.098319650216765e-17), (3.01029995663611771306e-01, 3.69423907715893078616e-13)
    )


# ------------------------------------------------------------------------------------------- roots and powers


def cbrt(x: Lane) -> Lane:
    a = abs(x)
    tiny = a < _TINIEST
    y = select(tiny, a * _TWO_54, a)
    # a number's bits are nearly its logarithm: a constant less a third of them is its reciprocal root, but for 4 %
    r = from_bits((_ROOT_BITS - to_int(rint(from_int(bits(y) >> 32) * (1.0 / 3.0)))) << 32)
    h = fma(r * r * r, -y, 1.0)
    r = fma(r * h, fma(h, fma(h, 14.0 / 81.0, 2.0 / 9.0), 1.0 / 3.0), r)
    h = fma(r * r * r, -y, 1.0)
    r = fma(r * h, fma(h, 2.0 / 9.0, 1.0 / 3.0), r)
    square = r * r
    t = y * square
    t2 = t * t
    left = fma(-t2, t, y) - fma(t, t, -t2) * t  # y - t^3
    root = fma(left, square * (1.0 / 3.0), t)
    root = select(tiny, root * 2.0**-18, root)
    return select((a > 0.0) & (a < math.inf), copysign(root, x), x)


def _logarithm(x: Lane) -> tuple[Lane, Lane]:
    """Return the logarithm of a positive normal number as a sum of two doubles, relative error 2^-65 or so."""
    k, m = vecmath._split(x)
    f = m - 1.0
    u = f + 2.0
    reciprocal = 1.0 / u
    s = f * reciprocal
    s_low = reciprocal * fma(-s, f - (u - 2.0), fma(-s, u, f))
    z = s * s
    z_low = fma(s, s, -z) + 2.0 * s * s_low
    rest = z * polynomial(z, _LOG_REST)
    c = rest + _TWO_THIRDS
    c_low = ((_TWO_THIRDS - c) + rest) + _TWO_THIRDS_LOW
    p = z * c
    p_low = fma(z, c, -p) + fma(z, c_low, z_low * c)
    w = p + 2.0
    w_low = ((2.0 - w) + p) + p_low
    own = s * w
    own_low = fma(s, w, -own) + fma(s, w_low, s_low * w)
    twos = k * LN2_HI
    total = twos + own
    return _normal(total, ((twos - total) + own) + fma(k, LN2_LO, own_low))


def _normal(high: Lane, low: Lane) -> tuple[Lane, Lane]:
    """Return a sum of two doubles, the first being the larger one, as its rounded value and the rest."""
    total = high + low
    return total, (high - total) + low


def power(x1: Lane, x2: Lane) -> Lane:
    base = abs(x1)
    logarithm, low = _logarithm(base)
    e = x2 * logarithm
    e_low = fma(x2, logarithm, -e) + x2 * low
    n = rint(e * LOG2E)
    high = fma(n, -LN2_HI, e)
    small = n * LN2_LO
    r = high - small
    r, low = _normal(r, ((high - r) - small) + e_low)
    rest = fma(r * r, polynomial(r, _EXP_TAIL), low)
    t = r + rest
    p = t + 1.0
    p = p + (((1.0 - p) + t) + ((r - t) + rest))  # rounded once: what is exact comes out exactly
    result = from_bits(bits(p) + (to_int(n) << 52))
    half = x2 * 0.5
    of_negative = select(rint(x2) == x2, select(rint(half) == half, result, -result), math.nan)
    result = select(x1 < 0.0, of_negative, result)
    common = (base >= _TINIEST) & (base < math.inf) & (abs(e) < 707.0)
    return unless(common, result, lambda: rare_libm("pow", x1, x2))


# ------------------------------------------------------------------------------------------- circle

_TAN_PI_8 = 0.41421356237309503
_PI_4, _PI_4_LOW = 0.7853981633974483, 3.061616997868383e-17


def _arctan_of(t: Lane) -> Lane:
    """Return arctan for |t| <= tan(pi/8)."""
    z = t * t
    return fma(t * z, polynomial(z, _ARCTAN), t)


def _from_eighths(eighths: Lane, t: Lane, sign: Lane | float) -> Lane:
    """Return ``eighths * pi / 4 + sign * arctan(t)``."""
    high = eighths * _PI_4
    low = fma(eighths, _PI_4, -high) + eighths * _PI_4_LOW
    return high + (_arctan_of(t) * sign + low)


def arctan(x: Lane) -> Lane:
    a = abs(x)
    middle, steep = a > _TAN_PI_8, a > 2.414213562373095
    above = select(steep, -1.0, select(middle, a - 1.0, a))
    t = above / select(steep, a, select(middle, a + 1.0, 1.0))
    return copysign(_from_eighths(select(steep, 2.0, select(middle, 1.0, 0.0)), t, 1.0), x)


def arctan2(x1: Lane, x2: Lane) -> Lane:
    a, b = abs(x1), abs(x2)
    steep = a > b
    larger, smaller = select(steep, a, b), select(steep, b, a)
    shrink = select(larger > 2.0**1000, 0.0625, 1.0)
    larger, smaller = larger * shrink, smaller * shrink
    both = (smaller == math.inf) & (larger == math.inf)
    middle = (smaller > larger * _TAN_PI_8) | both
    t = select(middle, smaller - larger, smaller) / select(middle, smaller + larger, larger)
    t = select(both | (smaller + larger == 0.0), 0.0, t)
    behind = copysign(1.0, x2) < 0.0
    # the angle to the nearer axis is added to or taken from that of the axis
    axis = select(steep, 2.0, select(behind, 4.0, 0.0))
    sign = select(steep ^ behind, -1.0, 1.0)
    return copysign(_from_eighths(fma(sign, select(middle, 1.0, 0.0), axis), t, sign), x1)


def _halved(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return whether ``|x| > 1/2``, an s up to 1/2, and ``arcsin(s) - s``: s is x, else ``sqrt((1 - |x|) / 2)``."""
    a = abs(x)
    large = a > 0.5
    z = select(large, (1.0 - a) * 0.5, x * x)
    s = select(large, sqrt(z), x)
    return large, s, s * z * polynomial(z, _ARCSIN)


def arcsin(x: Lane) -> Lane:
    large, s, rest = _halved(abs(x))
    beyond = 2.0 * _PI_4 - (2.0 * s - (2.0 * _PI_4_LOW - 2.0 * rest))
    return copysign(select(large, beyond, s + rest), x)


def arccos(x: Lane) -> Lane:
    large, s, rest = _halved(x)
    near = 2.0 * _PI_4 - (s - (2.0 * _PI_4_LOW - rest))
    twice = 2.0 * (s + rest)
    far = 4.0 * _PI_4 - (twice - 4.0 * _PI_4_LOW)
    return select(large, select(x > 0.0, twice, far), near)


# ------------------------------------------------------------------------------------------- hyperbola

_HUGE = 2.0**500  # beyond, squares overflow and the logarithm of twice the argument is exact


def _log1p_or_of_twice(huge: Lane, a: Lane, x: Lane) -> Lane:
    """Return ``log1p(x)``, and where an argument is huge the logarithm of twice it."""
    return vecmath.log1p(select(huge, a, x)) + select(huge, math.log(2.0), 0.0)


def arcsinh(x: Lane) -> Lane:
    a = abs(x)
    huge = a > _HUGE
    square = select(huge, 0.0, a * a)
    return copysign(_log1p_or_of_twice(huge, a, a + square / (1.0 + sqrt(1.0 + square))), x)


def arccosh(x: Lane) -> Lane:
    huge, t = x > _HUGE, x - 1.0
    result = _log1p_or_of_twice(huge, x, t + sqrt(t * (x + 1.0)))
    return select(x < 1.0, math.nan, result)


def arctanh(x: Lane) -> Lane:
    a = abs(x)
    small, twice = a < 0.5, a + a
    ratio = select(small, twice * a, twice) / (1.0 - a)
    return copysign(0.5 * vecmath.log1p(select(small, twice + ratio, ratio)), x)

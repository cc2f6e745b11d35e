"""Roots, powers, and inverse functions of circle and hyperbola, in pure lane arithmetic.

As in `vecmath`, an argument is brought to a short interval on which a polynomial is left. Those without a name beside
them are Chebyshev interpolations in 300 bits, as powers.

- A power is the exponential of a multiple of the logarithm, of which `veclog` gives a sum of two doubles: by tables,
  as in P. T. P. Tang, "Table-driven implementation of the exponential function in IEEE floating-point arithmetic", ACM
  Transactions on Mathematical Software 15, 1989, of as many entries as two vectors have.
- cbrt reduces its argument as a logarithm does, and takes the cube roots of what it was reduced by from tables.
- arctan of what is above tan(pi/8) or its reciprocal is measured from pi/4 or pi/2 (Cephes); arcsin above 1/2 by
  ``arcsin(x) = pi/2 - 2 arcsin(sqrt((1 - x) / 2))``, and arcsinh, arccosh and arctanh by log1p, as in fdlibm.

Errors stand in ``docs/reference/vector_math.md``.

Tests: tests/machine/test_single.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math

from tapegrad.machine import veclog, vecmath
from tapegrad.machine.lane import (
    SHIFTER,
    Lane,
    bits,
    copysign,
    elementary,
    fma,
    from_bits,
    polynomial,
    rare_libm,
    rint,
    select,
    sqrt,
    unless,
)
from tapegrad.machine.tables import table

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
_TINIEST = 2.2250738585072014e-308  # of the normal numbers
_TWO_54 = 18014398509481984.0


# ------------------------------------------------------------------------------------------- roots and powers


_CUBE_ROOTS = [  # of 1 / c
    0.9207082624481095, 0.9361852415532605, 0.9443263914173669, 0.9527583232095436, 0.9705710012810347,
    0.9799946100592892, 0.9897952063199055, 1.0, 1.0217459098580708, 1.0393656812237788, 1.0582673679787997,
    1.078623635574877, 1.0931035330127938, 1.1163680039992963, 1.1330326698854094, 1.1417486483275778,
]  # fmt: skip
_CUBE_ROOTS_LOW = [
    -8.581737022840415e-18, -1.0151466512485703e-17, -8.082727153328387e-18, 2.341781469871313e-17,
    -5.183309891311969e-17, 1.0712333062647751e-17, 3.180290679098159e-17, 0.0, 1.9997734733444414e-17,
    2.0646111190651958e-17, -7.246005462798549e-17, 6.089927670282373e-17, -6.552832601314114e-17,
    -2.1271326371439796e-17, 6.60691072759438e-17, -6.169497760995073e-17,
]  # fmt: skip
_CBRT_REST = [  # of (1 + r)^(1/3) = 1 + r (1/3 - r/9 ...)
    0.3333333333333333, -0.11111111111111034, 0.06172839506172772, -0.04115226338324002, 0.030178326482316373,
    -0.02347200473047254, 0.019001144817475998, -0.01586507718734655, 0.013515524991702324,
]  # fmt: skip
_THIRDS = [1.0, 1.2599210498948732, *[1.0] * 13, 0.7937005259840998]  # 2^(s/3) for s of 0, 1 and, as the last, -1
_THIRDS_LOW = [0.0, -2.589933375300507e-17, *[0.0] * 13, -5.4345040970989115e-17]


def _cbrt_of_normal(x: Lane) -> Lane:
    k, i, r = veclog.reduced(x)
    thirds = fma(k, 1.0 / 3.0, SHIFTER)  # q, the nearest integer, in its low bits
    s = bits(fma(thirds - SHIFTER, -3.0, k) + SHIFTER)
    a, b = table(i, _CUBE_ROOTS), table(s, _THIRDS)
    high = a * b
    low = fma(a, b, -high) + fma(a, table(s, _THIRDS_LOW), table(i, _CUBE_ROOTS_LOW) * b)
    root = high + fma(high * r, polynomial(r, _CBRT_REST), low)  # rounded once
    return from_bits(bits(root) + (bits(thirds) << 52))


@elementary("cbrt")
def cbrt(x: Lane) -> Lane:
    """Return ``2^q 2^(s/3) (1 + r)^(1/3) / c^(1/3)``, where ``x = 2^(3 q + s) (1 + r) / c`` as for a logarithm."""
    a = abs(x)

    def rare() -> Lane:
        tiny = a < _TINIEST
        root = _cbrt_of_normal(select(tiny, a * _TWO_54, a))
        return select((a > 0.0) & (a < math.inf), select(tiny, root * 2.0**-18, root), a)

    return copysign(unless((a >= _TINIEST) & (a < math.inf), _cbrt_of_normal(a), rare), x)


@elementary("pow")
def power(x1: Lane, x2: Lane) -> Lane:
    """Return ``exp(x2 log(x1))``: ``2^(n / 16) e^r`` with a table of the sixteen roots of 2."""
    base = abs(x1)
    logarithm, low = veclog.logarithm(base)
    e = x2 * logarithm
    e_low = fma(x2, logarithm, -e) + x2 * low
    shifted = fma(e, vecmath.SIXTEENTHS, SHIFTER)  # n in its low bits
    n = shifted - SHIFTER
    r = fma(n, -vecmath.SIXTEENTH, e)  # exact
    r = fma(n, -vecmath.SIXTEENTH_LOW, e_low) + r
    rest = fma(r * r, polynomial(r, vecmath.EXP_REST), r + vecmath.lack(bits(shifted)))
    result = vecmath.grown(bits(shifted), rest)  # what is exact comes out exactly
    moderate = (base >= _TINIEST) & (base < math.inf) & (abs(e) < 707.0)

    def rare() -> Lane:
        half = x2 * 0.5
        of_negative = select(rint(x2) == x2, select(rint(half) == half, result, -result), math.nan)
        return unless(moderate, select(x1 < 0.0, of_negative, result), lambda: rare_libm("pow", x1, x2))

    return unless(moderate & (x1 > 0.0), result, rare)


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


@elementary("atan")
def arctan(x: Lane) -> Lane:
    a = abs(x)
    middle, steep = a > _TAN_PI_8, a > 2.414213562373095
    above = select(steep, -1.0, select(middle, a - 1.0, a))
    t = above / select(steep, a, select(middle, a + 1.0, 1.0))
    return copysign(_from_eighths(select(steep, 2.0, select(middle, 1.0, 0.0)), t, 1.0), x)


@elementary("atan2")
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


@elementary("asin")
def arcsin(x: Lane) -> Lane:
    large, s, rest = _halved(abs(x))
    beyond = 2.0 * _PI_4 - (2.0 * s - (2.0 * _PI_4_LOW - 2.0 * rest))
    return copysign(select(large, beyond, s + rest), x)


@elementary("acos")
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
    return veclog.log1p(select(huge, a, x)) + select(huge, math.log(2.0), 0.0)


@elementary("asinh")
def arcsinh(x: Lane) -> Lane:
    a = abs(x)
    huge = a > _HUGE
    square = select(huge, 0.0, a * a)
    return copysign(_log1p_or_of_twice(huge, a, a + square / (1.0 + sqrt(1.0 + square))), x)


@elementary("acosh")
def arccosh(x: Lane) -> Lane:
    huge, t = x > _HUGE, x - 1.0
    result = _log1p_or_of_twice(huge, x, t + sqrt(t * (x + 1.0)))
    return select(x < 1.0, math.nan, result)


@elementary("atanh")
def arctanh(x: Lane) -> Lane:
    a = abs(x)
    return copysign(0.5 * veclog.log1p((a + a) / (1.0 - a)), x)

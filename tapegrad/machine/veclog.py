"""Logarithms in pure lane arithmetic, below 1 ulp, special values right: log, log1p, log2, log10, and that of a power.

A number is ``2^k z`` with z in [0.766, 1.531). The first four bits of z choose a c near 1 / z that has so few bits that
``r = c z - 1`` is exact; then ``log(x) = k log(2) - log(c) + log(1 + r)`` with |r| below 0.0342, without a division.
Next to 1, c is 1 and r is what the argument has beyond it, so nothing cancels. Numbers that are subnormal, zero,
negative, infinite or NaN take a branch of their own, which costs the others nothing.

The scheme is P. T. P. Tang's, "Table-driven implementation of the logarithm function in IEEE floating-point
arithmetic", ACM Transactions on Mathematical Software 16, 1990, with the exact r of S. Gal and B. Bachelis, "An
accurate elementary mathematical library", same journal 17, 1991. The tables are in 300 bits: `CENTRES` are the
multiples of 1/64 for which |r| is least while it is exact, logarithms have a first part in multiples of 2^-41, to which
k times another one is added exactly. Polynomials are Chebyshev interpolations.

Errors stand in ``docs/reference/vector_math.md``.

Tests: tests/machine/test_single.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tapegrad.machine.lane import Lane, bits, elementary, fma, from_bits, from_int, polynomial, select, unless
from tapegrad.machine.tables import table

CENTRES = [
    1.28125, 1.21875, 1.1875, 1.15625, 1.09375, 1.0625, 1.03125, 1.0, 0.9375, 0.890625, 0.84375, 0.796875, 0.765625,
    0.71875, 0.6875, 0.671875,
]  # fmt: skip
_LOGS = [  # less those of `CENTRES`
    -0.2478361639045943, -0.19782574332975855, -0.17185025692651834, -0.14518200984457508, -0.08961215868976069,
    -0.060624621816259605, -0.03077165866670839, 0.0, 0.06453852113736502, 0.11583181552532551, 0.16989903679541385,
    0.2270574506351295, 0.2670627852489815, 0.33024168687052224, 0.37469344944156546, 0.3976829676662419,
]  # fmt: skip
_LOGS_LOW = [
    1.3029797173308663e-14, -1.6132822667240823e-13, -1.4088127937111135e-13, 7.718001336828099e-14,
    7.355770219435029e-14, -1.7523746905186702e-13, -4.529814257790929e-14, 0.0, 2.0614806739842207e-13,
    -2.0380485326119331e-13, -1.6376276414097503e-14, 2.1658630794451516e-13, 6.371947269815667e-14,
    5.4612144489920215e-14, -1.5476901394397567e-13, -1.324602814122699e-13,
]  # fmt: skip
LOGS_2 = [
    -0.3575520046179008, -0.2854022188621457, -0.24792751344375574, -0.20945336562908778, -0.12928301694500988,
    -0.0874628412502716, -0.04439411935845783, 0.0, 0.0931094043912708, 0.1671099858353955, 0.2451124978365442,
    0.3275746580284249, 0.3852901558848316, 0.47643804394283507, 0.5405683813628457, 0.5737352452979394,
]  # fmt: skip
LOGS_2_LOW = [
    -1.82872716976671e-13, -1.02668366941445e-13, 1.7024883460791358e-13, 1.3800246976244608e-13,
    4.3421195976986995e-14, -6.781363655020842e-14, 4.390985973169353e-15, 0.0, 2.1067041511468125e-13,
    -1.3716669642073087e-13, -1.275189131300513e-14, 7.951818330761124e-14, -3.983479855974919e-14,
    1.520621696507556e-13, -1.4294083388465032e-13, -3.733907276649932e-14,
]  # fmt: skip
_LOGS_10 = [
    -0.1076338783996107, -0.08591462870663236, -0.07463361829695714, -0.06305174574708872, -0.03891806603041914,
    -0.026328938722144812, -0.01336396155784314, 0.0, 0.028028723600073135, 0.05030511831137119, 0.07378621416091846,
    0.09860979788572877, 0.11598389395521735, 0.14342214230237005, 0.16272729749789505, 0.17271151840441235,
]  # fmt: skip
_LOGS_10_LOW = [
    -2.1882440855494843e-13, 3.912619221171875e-14, 5.295754592095892e-14, -3.0414152859579186e-16,
    4.948115870926483e-14, -2.043353397095547e-13, -1.3836165009306655e-13, 0.0, 1.704033157336213e-13,
    2.45838402798293e-14, 2.023262471821997e-16, 2.2203830553577981e-13, 1.5615562555549193e-13,
    -5.695092715108574e-14, -1.95311387622508e-13, -1.1170038489912864e-13,
]  # fmt: skip
_REST = [  # of log(1 + r) = r + r^2 (-1/2 + r/3 ...)
    -0.5, 0.3333333333333274, -0.24999999999999453, 0.20000000006809124, -0.1666666667290854, 0.14285693307403313,
    -0.12499980769394455, 0.11135042633037834, -0.10021937651195381,
]  # fmt: skip
_TAIL = [  # of log(1 + r) = r - r^2/2 + r^3 (1/3 - r/4 ...)
    0.3333333333333333, -0.25, 0.19999999999998597, -0.16666666666665364, 0.14285714295319343, -0.12500000008919188,
    0.11111088095646598, -0.09999978628051136, 0.0911341247199104, -0.08354229660900137,
]  # fmt: skip
_TWO, _TWO_LOW = 0.6931471805601177, -1.7239444525614835e-13  # log(2), in multiples of 2^-41
_TWO_10, _TWO_10_LOW = 0.3010299956640665, -8.532344317057107e-14
_PER_2, _PER_2_LOW = 1.4426950408889634, 2.0355273740931033e-17  # log2(e)
_PER_10, _PER_10_LOW = 0.4342944819032518, 1.098319650216765e-17
_FIRST = 0x3FE8800000000000  # the bits of 0.765625, where the first sixteenth begins: 1 is in the middle of the eighth
_EXPONENT = -1 << 52
_TINIEST = 2.2250738585072014e-308  # of the normal numbers
_TWO_54 = 18014398509481984.0
_FAR = 2.0**1000


def _split(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return k, the number of the sixteenth, and ``2^-k c``, of a positive number that is not near its ends."""
    above = bits(x) - _FIRST
    k, i = above >> 52, above >> 48
    return k, i, from_bits(bits(table(i, CENTRES)) - (k << 52))


def reduced(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return k, the number of the sixteenth, and r."""
    above = bits(x) - _FIRST
    k, i = above >> 52, above >> 48
    z = from_bits(bits(x) - (above & _EXPONENT))
    return from_int(k), i, fma(z, table(i, CENTRES), -1.0)


def _also_special(x: Lane, result: Lane) -> Lane:
    """Return a logarithm where it is none of a number above 0."""
    result = select(x < math.inf, result, x)  # inf and NaN
    result = select(x == 0.0, -math.inf, result)
    return select(x < 0.0, math.nan, result)


def _of_any(x: Lane, core: Callable[[Lane, Lane | float], Lane]) -> Lane:
    """Return a logarithm of any number: ``core(x, more)`` is that of ``2^more x``, for a normal number above 0."""

    def rare() -> Lane:
        tiny = x < _TINIEST
        return _also_special(x, core(select(tiny, x * _TWO_54, x), select(tiny, x.emitter.float(-54.0), 0.0)))

    return unless((x >= _TINIEST) & (x < math.inf), core(x, 0.0), rare)


def _natural(k: Lane, i: Lane, r: Lane, low: Lane | None = None) -> Lane:
    """Return the logarithm, of ``1 + r + low`` times what k and i say."""
    first = fma(k, _TWO, table(i, _LOGS))
    total = first + r
    rest = fma(k, _TWO_LOW, table(i, _LOGS_LOW))
    if low is not None:
        rest = rest + low
    return total + (fma(r * r, polynomial(r, _REST), rest) + ((first - total) + r))


@elementary("log")
def log(x: Lane) -> Lane:
    def core(x: Lane, more: Lane | float) -> Lane:
        k, i, r = reduced(x)
        return _natural(k + more if isinstance(more, Lane) else k, i, r)

    return _of_any(x, core)


def _to_base(
    x: Lane, per: tuple[float, float], digits: tuple[float, float], logs: tuple[list[float], list[float]]
) -> Lane:
    """Return a logarithm to the base in which log(2) is `digits` and log(e) is `per`, each in two parts."""

    def core(x: Lane, more: Lane | float) -> Lane:
        k, i, r = reduced(x)
        k = k + more if isinstance(more, Lane) else k
        product = r * per[0]
        rest = fma(r, per[0], -product) + fma(r, per[1], fma(k, digits[1], table(i, logs[1])))
        first = fma(k, digits[0], table(i, logs[0]))
        total = first + product
        tail = fma(r * r, polynomial(r, [c * per[0] for c in _REST]), rest)
        return total + (tail + ((first - total) + product))

    return _of_any(x, core)


@elementary("log2")
def log2(x: Lane) -> Lane:
    return _to_base(x, (_PER_2, _PER_2_LOW), (1.0, 0.0), (LOGS_2, LOGS_2_LOW))


@elementary("log10")
def log10(x: Lane) -> Lane:
    return _to_base(x, (_PER_10, _PER_10_LOW), (_TWO_10, _TWO_10_LOW), (_LOGS_10, _LOGS_10_LOW))


@elementary("log1p")
def log1p(x: Lane) -> Lane:
    """Return ``log(u)`` of the rounded ``u = 1 + x``, and of what rounding lost."""
    u = x + 1.0
    back = u - 1.0
    lost = (x - back) + (1.0 - (u - back))  # exact, as the sum of any two numbers (Knuth)
    k, i, c = _split(u)
    low = lost * c
    result = _natural(from_int(k), i, r := fma(u, c, -1.0), fma(-low, r, low))
    usual = (u > 0.0) & (u < _FAR) & (x != 0.0)

    def rare() -> Lane:
        return select(x == 0.0, x, _also_special(u, _natural(*reduced(u))))

    return unless(usual, result, rare)


def logarithm(x: Lane) -> tuple[Lane, Lane]:
    """Return the logarithm of a positive normal number as a sum of two doubles, relative error 2^-63."""
    k, i, r = reduced(x)
    first = fma(k, _TWO, table(i, _LOGS))
    total = first + r
    half = r * -0.5
    square = r * half
    high = total + square
    low = fma(k, _TWO_LOW, table(i, _LOGS_LOW)) + ((first - total) + r)
    low = low + (fma(half, r, -square) + ((total - high) + square))
    low = fma(r * (r * r), polynomial(r, _TAIL), low)
    result = high + low
    return result, (high - result) + low

"""Logarithms, what is made of them, and roots in float32 lanes, as `vecmath_single` has exponentials.

- A number is ``2^k z``, and the table of `veclog` has centres c near 1 / z, whose logarithms have a first part in
  multiples of 2^-16, to which k times that of 2 is added exactly; so one rounding is left beside the last.
- arcsinh, arccosh and arctanh are log1p of what fdlibm takes it of.
- cbrt has eight centres, and one table of the cube roots of ``2^s / c``.
- A power takes a logarithm of base 2 as a sum of two floats, of 32 centres, and the polynomial of exp2.

Arguments that are not above 0, subnormal or infinite take the text for doubles. Polynomials and tables are made by
``benchmarks/polynomials.py``; errors stand in ``docs/reference/vector_math.md``.

Tests: tests/machine/test_single.py, tests/ops/test_random_calls.py
"""

from __future__ import annotations

from tapegrad.machine import vecinverse, veclog
from tapegrad.machine.lane import (
    SHIFTER_32,
    Lane,
    bits,
    copysign,
    fma,
    from_bits,
    from_int,
    nested,
    scaled,
    select,
    sqrt,
)
from tapegrad.machine.tables import table
from tapegrad.machine.vecmath_single import EXP2, exp, or_double

_LOG = [-0.4999999701976776, 0.333333283662796, -0.25019729137420654, 0.20019784569740295]  # (log(1 + r) - r) / r^2
_CBRT = [  # ((1 + r)^(1/3) - 1) / r
    0.333333283662796, -0.11111099272966385, 0.061845116317272186, -0.04126976802945137,
]  # fmt: skip
_POWER_LOG2 = [  # (log2(1 + r) - r log2(e)) / r^2
    -0.7213475108146667, 0.48089835047721863, -0.36077529191970825, 0.2885657846927643,
]  # fmt: skip
_POWER_CENTRES = [
    1.3061224222183228, 1.2799999713897705, 1.2549020051956177, 1.2307692766189575, 1.2075471878051758,
    1.185185194015503, 1.163636326789856, 1.1428571939468384, 1.1228070259094238, 1.1034482717514038,
    1.0847457647323608, 1.0666667222976685, 1.049180269241333, 1.0322580337524414, 1.0158730745315552, 1.0,
    0.9696969985961914, 0.9411764740943909, 0.9142857193946838, 0.8888888955116272, 0.8648648858070374,
    0.8421052694320679, 0.8205128312110901, 0.800000011920929, 0.7804877758026123, 0.761904776096344,
    0.7441860437393188, 0.7272727489471436, 0.7111111283302307, 0.695652186870575, 0.6808510422706604,
    0.6666666865348816,
]  # fmt: skip
_POWER_LOGS = [
    -0.385284423828125, -0.35614013671875, -0.32757568359375, -0.299560546875, -0.2720794677734375,
    -0.2451171875, -0.2186431884765625, -0.1926422119140625, -0.1671142578125, -0.1420135498046875,
    -0.1173553466796875, -0.093109130859375, -0.0692596435546875, -0.045806884765625, -0.0227203369140625, 0.0,
    0.0443878173828125, 0.08746337890625, 0.1292877197265625, 0.169921875, 0.2094573974609375, 0.2479248046875,
    0.285400390625, 0.321929931640625, 0.3575592041015625, 0.3923187255859375, 0.42626953125,
    0.4594268798828125, 0.491851806640625, 0.5235595703125, 0.554595947265625, 0.5849609375,
]  # fmt: skip
_POWER_LOGS_LOW = [
    -5.702497219317593e-06, -3.641259809228359e-06, 9.74507884166087e-07, 2.1127151228483854e-07,
    -9.916119125819023e-08, 4.6789145926595666e-06, 2.9476841518771835e-06, -2.930521759481053e-06,
    4.2612282413756475e-06, -5.449693162518088e-06, -1.6066456964836107e-06, -3.487745061647729e-07,
    -2.9382656521192985e-06, 3.238148110540351e-06, 1.7710988231556257e-07, 0.0, 6.258980192797026e-06,
    -5.430303531284153e-07, -4.710843313660007e-06, 3.115693289146293e-06, -4.0667659959581215e-06,
    2.6980071652360493e-06, 1.8094266351909027e-06, -1.8582510392661789e-06, -7.145738891267683e-06,
    -1.3296794350026175e-06, -4.7711732804600615e-06, 4.695758889283752e-06, 1.2547550340968883e-06,
    2.35887227972853e-06, -7.049904979794519e-06, 1.520225509921147e-06,
]  # fmt: skip
_LOGS = [  # less those of the centres
    -0.247833251953125, -0.1978302001953125, -0.171844482421875, -0.1451873779296875, -0.0896148681640625,
    -0.0606231689453125, -0.0307769775390625, 0.0, 0.064544677734375, 0.1158294677734375, 0.1699066162109375,
    0.22705078125, 0.267059326171875, 0.3302459716796875, 0.37469482421875, 0.3976898193359375,
]  # fmt: skip
_LOGS_LOW = [
    -2.9119514692865778e-06, 4.456865553947864e-06, -5.774504643341061e-06, 5.368085112422705e-06,
    2.709474301809678e-06, -1.452871174478787e-06, 5.3188723541097715e-06, 0.0, -6.1565970099763945e-06,
    2.347751660636277e-06, -7.579415523650823e-06, 6.669385129498551e-06, 3.45907710652682e-06,
    -4.284809165255865e-06, -1.3747772982242168e-06, -6.851669695606688e-06,
]  # fmt: skip
_LOGS_2 = [
    -0.3575592041015625, -0.285400390625, -0.2479248046875, -0.2094573974609375, -0.1292877197265625,
    -0.08746337890625, -0.0443878173828125, 0.0, 0.093109130859375, 0.1671142578125, 0.2451171875,
    0.32757568359375, 0.385284423828125, 0.4764404296875, 0.5405731201171875, 0.57373046875,
]  # fmt: skip
_LOGS_2_LOW = [
    7.199483661679551e-06, -1.8282372593603213e-06, -2.7087560283689527e-06, 4.0318318497156724e-06,
    4.702781552623492e-06, 5.376559215619636e-07, -6.301975645328639e-06, 0.0, 2.7353209475222684e-07,
    -4.271977104508551e-06, -4.68966345579247e-06, -1.0255652114210534e-06, 5.732056706619915e-06,
    -2.3857444375607884e-06, -4.7387543418153655e-06, 4.776547939400189e-06,
]  # fmt: skip
_LOGS_10 = [
    -0.107635498046875, -0.0859222412109375, -0.0746307373046875, -0.06304931640625, -0.0389251708984375,
    -0.0263214111328125, -0.01336669921875, 0.0, 0.0280303955078125, 0.0503082275390625, 0.07379150390625,
    0.098602294921875, 0.1159820556640625, 0.1434173583984375, 0.1627197265625, 0.1727142333984375,
]  # fmt: skip
_LOGS_10_LOW = [
    1.6196470369322924e-06, 7.612504305143375e-06, -2.8809922696382273e-06, -2.4293408387165982e-06,
    7.1048680183594115e-06, -7.5275893323123455e-06, 2.737660679485998e-06, 0.0, -1.6719076256777043e-06,
    -3.109227691311389e-06, -5.289745331538143e-06, 7.502963853767142e-06, 1.8382912685410702e-06,
    4.783903932548128e-06, 7.570935395051492e-06, -2.7149940251547378e-06,
]  # fmt: skip
_TWO = [0.693145751953125, 1.428606765330187e-06]  # log(2) in two parts
_TWO_10 = [0.301025390625, 4.605039066518657e-06]
_PER_2 = [1.4426950216293335, 1.925963033500011e-08]  # log2(e) in two parts
_PER_10 = [0.4342944920063019, -1.0103049952192578e-08]
_CUBE_CENTRES = [1.234375, 1.140625, 1.0625, 1.0, 0.890625, 0.796875, 0.734375, 0.671875]
_CUBE_ROOTS = [  # of 2^s / c for s of 0, 1, none and -1
    0.9322183132171631, 0.9570891261100769, 0.9799945950508118, 1.0, 1.0393656492233276, 1.078623652458191,
    1.108393669128418, 1.1417486667633057, 1.1745214462280273, 1.2058566808700562, 1.2347158193588257,
    1.2599210739135742, 1.3095186948776245, 1.358980655670166, 1.3964885473251343, 1.438513159751892,
    0.9322183132171631, 0.9570891261100769, 0.9799945950508118, 1.0, 1.0393656492233276, 1.078623652458191,
    1.108393669128418, 1.1417486667633057, 0.739902138710022, 0.7596421241760254, 0.7778222560882568,
    0.7937005162239075, 0.8249450922012329, 0.8561041355133057, 0.8797326683998108, 0.906206488609314,
]  # fmt: skip
_CUBE_ROOTS_LOW = [
    -5.8651408174625885e-09, -2.373152696577563e-08, 1.5008478015943183e-08, 0.0, 3.20004502896154e-08,
    -1.6883314302162944e-08, 5.483430154384905e-09, -1.8435727611176844e-08, 2.2302154789599626e-08,
    2.5841666584369705e-08, 1.863839038662718e-08, -2.401870169421727e-08, 5.434539041004882e-09,
    -3.229524025982755e-08, -2.5111338786132364e-08, -4.034958145382461e-09, -5.8651408174625885e-09,
    -2.373152696577563e-08, 1.5008478015943183e-08, 0.0, 3.20004502896154e-08, -1.6883314302162944e-08,
    5.483430154384905e-09, -1.8435727611176844e-08, 2.2167284896568162e-08, -2.0452108062674057e-10,
    -1.8622616337893305e-08, 9.760192654084676e-09, -4.324097524488479e-09, 1.1381356301853884e-08,
    -2.5862938457521523e-08, 1.4109919455052022e-08,
]  # fmt: skip
_NORMAL, _INFINITE = 0x00800000, 0x7F800000  # the bits of the least normal number, and of infinity
_FIRST = 0x3F440000  # the bits of 0.765625, where the first sixteenth begins: 1 is in the middle of the eighth
_FIRST_EIGHTH = 0x3F480000  # of 0.78125: 1 is within the fourth
_FIRST_32ND = 0x3F420000  # of 0.7578125: 1 is in the middle of the 16th
_EXPONENT = -1 << 23
_FAR = 1e18  # beyond, squares overflow


def _usual(x: Lane) -> Lane:
    """Tell whether a number is normal, finite and above 0."""
    return (bits(x) >= _NORMAL) & (bits(x) < _INFINITE)


def _sum(exponent: Lane, i: Lane, two: list[float], logs: list[float], low: list[float]) -> tuple[Lane, Lane]:
    """Return the logarithm of ``2^k / c``, of integers ``2^23 k``: a first part, exact, and the rest."""
    k, rest = from_int(exponent), table(i, low)
    return fma(k, two[0] * 2.0**-23, table(i, logs)), fma(k, two[1] * 2.0**-23, rest) if two[1] else rest


def _reduced(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return k as integers ``2^23 k``, the number of the sixteenth, and r."""
    above = bits(x) - _FIRST
    exponent, i = above & _EXPONENT, above >> 19
    return exponent, i, fma(from_bits(bits(x) - exponent), table(i, veclog.CENTRES), -1.0)


def log(x: Lane) -> Lane:
    exponent, i, r = _reduced(x)
    first, rest = _sum(exponent, i, _TWO, _LOGS, _LOGS_LOW)
    result = first + (fma(r * r, nested(r, _LOG), rest) + r)
    return or_double(_usual(x), result, veclog.log, x)


def _to_base(x: Lane, per: list[float], two: list[float], logs: tuple[list[float], list[float]]) -> Lane:
    """Return a logarithm to the base in which log(2) is `two` and log(e) is `per`, each in two parts."""
    exponent, i, r = _reduced(x)
    first, rest = _sum(exponent, i, two, *logs)
    rest = fma(r * r, nested(r, [c * per[0] for c in _LOG]), rest)
    return first + fma(r, per[0], rest)


def log2(x: Lane) -> Lane:
    return or_double(_usual(x), _to_base(x, _PER_2, [1.0, 0.0], (_LOGS_2, _LOGS_2_LOW)), veclog.log2, x)


def log10(x: Lane) -> Lane:
    return or_double(_usual(x), _to_base(x, _PER_10, _TWO_10, (_LOGS_10, _LOGS_10_LOW)), veclog.log10, x)


def _log1p(x: Lane) -> Lane:
    """Return log1p of a finite number above -1, which is no zero."""
    u = x + 1.0
    back = u - 1.0
    lost = (x - back) + (1.0 - (u - back))  # exact, as the sum of any two numbers (Knuth)
    above = bits(u) - _FIRST
    exponent, i = above & _EXPONENT, above >> 19
    c = from_bits(bits(table(i, veclog.CENTRES)) - exponent)
    r, low = fma(u, c, -1.0), lost * c
    first, rest = _sum(exponent, i, _TWO, _LOGS, _LOGS_LOW)
    return first + (fma(r * r, nested(r, _LOG), rest + fma(-low, r, low)) + r)


def log1p(x: Lane) -> Lane:
    return or_double((x > -1.0) & (x < _FAR), copysign(_log1p(x), x), veclog.log1p, x)


def softplus(x: Lane) -> Lane:
    return select(x > 0.0, x, select(x == x, 0.0, x)) + _log1p(exp(-abs(x)))


# ------------------------------------------------------------------------------------------- hyperbola


def arcsinh(x: Lane) -> Lane:
    a = abs(x)
    square = a * a
    result = copysign(_log1p(a + square / (1.0 + sqrt(1.0 + square))), x)
    return or_double(a < _FAR, result, vecinverse.arcsinh, x)


def arccosh(x: Lane) -> Lane:
    t = x - 1.0
    return or_double((x >= 1.0) & (x < _FAR), _log1p(t + sqrt(t * (x + 1.0))), vecinverse.arccosh, x)


def arctanh(x: Lane) -> Lane:
    a = abs(x)
    result = copysign(0.5 * _log1p((a + a) / (1.0 - a)), x)
    return or_double(a < 1.0, result, vecinverse.arctanh, x)


# ------------------------------------------------------------------------------------------- roots and powers


def cbrt(x: Lane) -> Lane:
    """Return ``2^q (2^s / c)^(1/3) (1 + r)^(1/3)``, where ``|x| = 2^(3 q + s) (1 + r) / c``."""
    a = abs(x)
    above = bits(a) - _FIRST_EIGHTH
    i = above >> 20
    r = fma(from_bits(bits(a) - (above & _EXPONENT)), table(i, _CUBE_CENTRES), -1.0)
    k = from_int(above >> 23)
    thirds = fma(k, 1.0 / 3.0, SHIFTER_32)  # q, the nearest integer, in its low bits
    s = bits(fma(thirds - SHIFTER_32, -3.0, k) + SHIFTER_32)
    place = (s << 3) | (i & 7)
    high = table(place, _CUBE_ROOTS)
    root = high + fma(high * r, nested(r, _CBRT), table(place, _CUBE_ROOTS_LOW))
    result = copysign(from_bits(bits(root) + (bits(thirds) << 23)), x)
    return or_double(_usual(a), result, vecinverse.cbrt, x)


def power(x1: Lane, x2: Lane) -> Lane:
    """Return ``2^(x2 log2(x1))``, of a logarithm in two parts."""
    above = bits(x1) - _FIRST_32ND
    exponent, i = above & _EXPONENT, above >> 18
    z, c = from_bits(bits(x1) - exponent), table(i, _POWER_CENTRES)
    rounded = z * c
    r, left = rounded - 1.0, fma(z, c, -rounded)  # exact
    first = fma(from_int(exponent), 2.0**-23, table(i, _POWER_LOGS))  # exact too
    second = r * _PER_2[0]
    total = first + second
    rest = fma(r, _PER_2[0], -second) + fma(fma(-left, r, left), _PER_2[0], table(i, _POWER_LOGS_LOW))
    rest = ((first - total) + second) + fma(r, fma(r, nested(r, _POWER_LOG2), _PER_2[1]), rest)
    shifted = fma(x2, total + rest, SHIFTER_32)
    n = shifted - SHIFTER_32
    f = fma(x2, rest, fma(x2, total, -n))
    result = scaled(fma(f, nested(f, EXP2), 1.0), n)
    return or_double(_usual(x1) & (abs(n) < 250.0), result, vecinverse.power, x1, x2)

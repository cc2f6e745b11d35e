"""exp, sin, cos, tan, tanh and their family in pure lane arithmetic, about 1 ulp, special values right.

Each function reduces its argument to a short interval and evaluates a polynomial, without a branch per lane,
so the same text serves a vector of lanes and a single value. Measured errors stand in
``docs/reference/vector_math.md``, made by ``python -m benchmarks.accuracy``.

References
----------
.. [1] Cody, W. J. and Waite, W., "Software Manual for the Elementary Functions", Prentice-Hall, 1980.
.. [2] Muller, J.-M., "Elementary Functions: Algorithms and Implementation", 3rd ed., Birkhauser, 2016,
   chapters 5 (polynomials), 11 (range reduction).
.. [3] Sun Microsystems, fdlibm 5.3, 1993: the minimax coefficients of the sine (S1 to S6) and cosine (C1 to C6)
   kernels, and the formula of sinh.

Tests: tests/machine/test_single.py, tests/machine/test_memory.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

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
    scale,
    select,
    to_int,
    unless,
)
from tapegrad.machine.tables import table

_ROOTS = [  # 2^(j/16)
    1.0, 1.0442737824274138, 1.0905077326652577, 1.1387886347566916, 1.189207115002721, 1.241857812073484,
    1.2968395546510096, 1.3542555469368927, 1.4142135623730951, 1.4768261459394993, 1.5422108254079407,
    1.6104903319492543, 1.681792830507429, 1.7562521603732995, 1.8340080864093424, 1.9152065613971474,
]  # fmt: skip
_ROOTS_LOW = [  # what these lack, over themselves
    0.0, 8.189317638195515e-17, -2.7939114859515733e-17, 7.826573258636076e-17, 3.3484623336251524e-17,
    3.750854201303127e-17, 1.9572585293112036e-17, 5.68648095791174e-17, -6.835808657661922e-17,
    -2.3591094770850053e-17, 5.1548301170786783e-17, 1.5341410053603723e-17, 4.875160526227062e-17,
    1.685487290628973e-17, 1.790126907604513e-17, -5.545065618639427e-17,
]  # fmt: skip
EXP_REST = [  # of e^r = 1 + r + r^2 (1/2 + r/6 ...)
    0.5, 0.16666666665296223, 0.04166666666495362, 0.008333449934107185, 0.0013889034639665864,
]  # fmt: skip
_EXPM1_REST = [  # the same, as exact as what is left of it less 1
    0.5, 0.16666666666666669, 0.04166666666359425, 0.008333333332991954, 0.001388906347556763, 0.00019841463826261545,
]  # fmt: skip
SIXTEENTH, SIXTEENTH_LOW = 0.04332169878499658, 1.4494042586539372e-18  # log(2) / 16
SIXTEENTHS = 23.083120654223414  # 16 / log(2)


def _less(x: float, j: int) -> float:
    """Return the number whose bits are those of x, less j sixteenths of a unit of the exponent."""
    return float((np.array(x).view(np.int64) - (j << 48)).view(np.float64))


_SHIFTED_ROOTS = [_less(x, j) for j, x in enumerate(_ROOTS)]


_EXP2_REST = [c * math.log(2.0) ** k for k, c in enumerate(EXP_REST, 2)]  # the same of 2^f


def grown(numbers: Lane, rest: Lane) -> Lane:
    """Return ``2^(n / 16) (1 + rest)`` of an n in the low bits of integers, rounded once; it is a normal number."""
    root = _root(numbers)
    return fma(root, rest, root)


def _root(numbers: Lane) -> Lane:
    return from_bits(bits(table(numbers, _SHIFTED_ROOTS)) + (numbers << 48))


def lack(numbers: Lane) -> Lane:
    """Return what the roots of `grown` lack, over themselves: a part of its rest."""
    return table(numbers, _ROOTS_LOW)


def _grown_to_any_size(
    x: Lane, core: Callable[[Lane], tuple[Lane, Lane]], shifter: float, most: float, beyond: float
) -> Lane:
    """Return what is `grown` by what `core` makes of x: n added to the shifter, and the rest.

    In two steps for an x from `most` on, where it may be no normal number; from `beyond` on it is 0 or infinite.
    """

    def in_two_steps() -> Lane:
        shifted, rest = core(select(x > beyond, beyond, select(x < -beyond, -beyond, x)))  # NaN stays
        n = bits(shifted) - bits(x.emitter.float(shifter))
        root = from_bits(bits(table(n, _SHIFTED_ROOTS)) + ((n & 15) << 48))
        half = n >> 5
        return fma(root, rest, root) * scale(half) * scale((n >> 4) - half)

    shifted, rest = core(x)
    return unless(abs(x) < most, grown(bits(shifted), rest), in_two_steps)


def _reduced(x: Lane, halvings: int, coefficients: list[float]) -> tuple[Lane, Lane]:
    """Return the shifted n and the rest with which ``e^x / 2^halvings`` is `grown`."""
    shifter = SHIFTER - 16.0 * halvings
    shifted = fma(x, SIXTEENTHS, shifter)
    n = shifted - shifter
    r = fma(n, -SIXTEENTH_LOW, fma(n, -SIXTEENTH, x))
    return shifted, r + fma(r * r, polynomial(r, coefficients), lack(bits(shifted)))


def _exp(x: Lane, halvings: int) -> Lane:
    return _grown_to_any_size(x, lambda x: _reduced(x, halvings, EXP_REST), SHIFTER, 707.0, 760.0)


@elementary("exp")
def exp(x: Lane) -> Lane:
    return _exp(x, 0)


@elementary("exp2")
def exp2(x: Lane) -> Lane:
    shifter = SHIFTER / 16.0

    def core(x: Lane) -> tuple[Lane, Lane]:
        shifted = x + shifter
        f = x - (shifted - shifter)
        return shifted, fma(f * f, polynomial(f, _EXP2_REST), fma(f, math.log(2.0), lack(bits(shifted))))

    return _grown_to_any_size(x, core, shifter, 1020.0, 1100.0)


def _exp_less_1(x: Lane, halvings: int) -> Lane:
    """Return ``(e^x - 1) / 2^halvings`` of an x in [-40, 711]."""
    shifted, rest = _reduced(x, halvings, _EXPM1_REST)
    root = _root(bits(shifted))
    return fma(root, rest, root - 0.5**halvings)


@elementary("expm1")
def expm1(x: Lane) -> Lane:
    near = select(x > 710.0, 710.0, select(x < -40.0, -40.0, x))  # NaN stays
    # halved, so that 2^1024 does not overflow on the way
    return select(abs(x) < 1e-300, x, _exp_less_1(near, 1) * 2.0)


TWO_OVER_PI = 0.6366197723675814
PIO2_1 = 1.5707963267948966  # pi / 2 in three parts, each rounded to nearest
PIO2_2 = 6.123233995736766e-17
PIO2_3 = -1.4973849048591833e-33
_LARGE = 1e6  # beyond, the C library reduces the argument

_SIN = [
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
]  # fmt: skip
_COS = [
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
]  # fmt: skip


def _quadrant(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return the quadrant (an integer lane), and sine and cosine of the rest, which lies in [-pi/4, pi/4].

    Cody and Waite's reduction [1]_ with three fused steps: the first is exact for |x| < 2**30.
    """
    n = rint(x * TWO_OVER_PI)
    high = fma(n, -PIO2_1, x)
    second = n * PIO2_2
    r = high - second
    low = fma(n, -PIO2_3, ((high - r) - second) - fma(n, PIO2_2, -second))  # what rounding left behind
    z = r * r
    sine = r + fma(r * z, polynomial(z, _SIN), low)
    h = z * 0.5
    w = 1.0 - h
    cosine = w + (((1.0 - w) - h) + (z * z * polynomial(z, _COS) - r * low))
    return to_int(n), sine, cosine


def _negated(x: Lane, odd: Lane) -> Lane:
    """Return -x where the lowest bit of `odd` is set."""
    return from_bits(bits(x) ^ ((odd & 1) << 63))


@elementary("sin")
def sin(x: Lane) -> Lane:
    q, s, c = _quadrant(x)
    result = _negated(select((q & 1) == 0, s, c), q >> 1)
    result = select(x == 0.0, x, result)
    return unless(abs(x) < _LARGE, result, lambda: rare_libm("sin", x))


@elementary("cos")
def cos(x: Lane) -> Lane:
    q, s, c = _quadrant(x)
    result = _negated(select((q & 1) == 0, c, s), (q + 1) >> 1)
    return unless(abs(x) < _LARGE, result, lambda: rare_libm("cos", x))


@elementary("tan")
def tan(x: Lane) -> Lane:
    q, s, c = _quadrant(x)
    even = (q & 1) == 0
    result = select(even, s, -c) / select(even, c, s)
    result = select(x == 0.0, x, result)
    return unless(abs(x) < _LARGE, result, lambda: rare_libm("tan", x))


@elementary("tanh")
def tanh(x: Lane) -> Lane:
    a = abs(x)
    t = _exp_less_1(2.0 * select(a > 22.0, 22.0, a), 0)
    return copysign(t / (t + 2.0), x)


@elementary("sinh")
def sinh(x: Lane) -> Lane:
    a = abs(x)
    t = _exp_less_1(select(a > 711.0, 711.0, a), 2)  # (e^a - 1) / 4, which may be less than infinite where e^a is not
    share = t / (t + 0.25)
    result = select(a < 1.0, t * (4.0 - 2.0 * share), 2.0 * (t + 0.25 * share))
    return copysign(select(a < 1e-8, a, result), x)


@elementary("cosh")
def cosh(x: Lane) -> Lane:
    half = _exp(abs(x), 1)
    return half + 0.25 / half

"""Exponentials and the circle in float32 lanes: sixteen in a vector, shorter polynomials, 1 or 2 ulp of float32.

The schemes are those of `vecmath` and `vecinverse`, without the steps that float32 does not need.

- ``x = n log(2) + r``, and 2^n is multiplied by one instruction where there is one. sinh and cosh take e^r and e^-r of
  one pair of polynomials, so they divide nothing.
- The multiple of pi / 2 nearest to x is taken away in three parts (Cody and Waite). tan knows what that rounds away.
- arctan is that of the smaller one of |x| and 1 / |x|, arcsin above 1/2 goes by a root.

Arguments beyond 10^5 take the text for doubles. Polynomials are made by ``benchmarks/polynomials.py``; errors stand in
``docs/reference/vector_math.md``.

Tests: tests/machine/test_single.py, tests/trace_cache/test_stages.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tapegrad.machine import vecmath
from tapegrad.machine.lane import (
    ATTRIBUTES,
    SHIFTER_32,
    Body,
    Emitter,
    Lane,
    bits,
    copysign,
    fma,
    from_bits,
    narrowed,
    nested,
    scaled,
    select,
    sqrt,
    unless,
    widened,
)

_EXP = [  # (e^r - 1) / r
    1.0, 0.5, 0.16666540503501892, 0.04166647791862488, 0.008366838097572327, 0.0013933710288256407,
]  # fmt: skip
_EXPM1 = [  # (e^r - 1 - r) / r^2
    0.5, 0.16666576266288757, 0.041666507720947266, 0.008363272994756699, 0.0013930880231782794,
]  # fmt: skip
EXP2 = [  # (2^f - 1) / f
    0.6931471824645996, 0.24022650718688965, 0.05550365895032883, 0.009618083015084267, 0.0013388069346547127,
    0.00015453876403626055,
]  # fmt: skip
_SINH = [  # (sinh(r) / r - 1) / z of z = r^2, and so all odd functions
    0.1666666716337204, 0.008333150297403336, 0.00019997928757220507,
]  # fmt: skip
_COSH = [0.5, 0.041666507720947266, 0.0013930880231782794]  # (cosh(r) - 1) / z
_SIN = [-0.166666641831398, 0.008332716301083565, -0.00019583586254157126]
_COS = [0.0416666641831398, -0.0013888271059840918, 2.4543625841033645e-05]
_TAN = [
    0.33333322405815125, 0.1333448737859726, 0.053760889917612076, 0.02322257310152054, 0.0049848249182105064,
    0.008324828930199146,
]  # fmt: skip
_ARCSIN = [0.16666673123836517, 0.07498790323734283, 0.04501339793205261, 0.0264799352735281, 0.038231898099184036]
_ARCTAN = [
    -0.3333333134651184, 0.19999736547470093, -0.14278696477413177, 0.11035382747650146, -0.08664453029632568,
    0.06267860531806946, -0.036092359572649, 0.013648626394569874, -0.002423102967441082,
]  # fmt: skip
_LN2 = [0.6931471824645996, -1.9046542121259336e-09]  # log(2) in two parts
_PI = [3.1415927410125732, -8.742277657347586e-08, -3.4302490200117637e-15]  # in three parts
_PI_2 = [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15]


def or_double(common: Lane, fast: Lane, function: Callable[..., Lane], *args: Lane) -> Lane:
    """Return `fast` where `common` holds, elsewhere the function of doubles, rounded."""
    return unless(common, fast, lambda: _aside(function, args))


def _aside(function: Callable[..., Lane], args: Sequence[Lane]) -> Lane:
    """Return the function of doubles, rounded, by a call: its constants take no registers from the common case."""
    e = args[0].emitter
    kind, symbol = e.type("s"), f"@rare_{function.__name__}_{e.width}"
    inner = Emitter(e.width, Body(declarations=e.declarations))
    parameters = [Lane(inner, f"%x{k}", "s") for k in range(len(args))]
    result = narrowed(function(*map(widened, parameters)))
    signature = f"{symbol}({', '.join(f'{kind} {x.name}' for x in parameters)})"
    head = f"define internal {kind} {signature} noinline cold {ATTRIBUTES} {{"
    e.declarations.add("\n".join([head, "entry:", *inner.lines, f"  ret {kind} {result.name}", "}"]))
    return e.emit(f"call {kind} {symbol}({', '.join(f'{kind} {x.name}' for x in args)})", "s")


def _nearest(x: Lane, factor: float = 1.0) -> tuple[Lane, Lane]:
    """Return the integer nearest to a product, and integers whose low bits are its."""
    shifted = fma(x, factor, SHIFTER_32)
    return shifted - SHIFTER_32, bits(shifted)


def _within(x: Lane, low: float, high: float) -> Lane:
    """Return a number brought into an interval; NaN stays."""
    x = select(x > high, high, x)
    return select(x < low, low, x)


# ------------------------------------------------------------------------------------------- exponentials


def _reduced(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return n, its bits and r, with ``x = n log(2) + r``."""
    n, numbers = _nearest(x, 1.0 / math.log(2.0))
    return n, numbers, fma(n, -_LN2[1], fma(n, -_LN2[0], x))


def exp(x: Lane) -> Lane:
    n, _, r = _reduced(_within(x, -104.0, 89.0))
    return scaled(fma(r, nested(r, _EXP), 1.0), n)


def exp2(x: Lane) -> Lane:
    x = _within(x, -160.0, 160.0)
    n, _ = _nearest(x)
    f = x - n
    return scaled(fma(f, nested(f, EXP2), 1.0), n)


def _exp_less_1(r: Lane) -> Lane:
    return fma(r * r, nested(r, _EXPM1), r)


def expm1(x: Lane) -> Lane:
    n, numbers, r = _reduced(_within(x, -18.0, 89.0))
    m = _exp_less_1(r)
    half = from_bits((numbers << 23) + (126 << 23))  # of 2^n, which may overflow where the result does not
    return copysign(select(n == 0.0, m, fma(half, m, half - 0.5) * 2.0), x)


def tanh(x: Lane) -> Lane:
    a = abs(x)
    _, numbers, r = _reduced(2.0 * select(a > 10.0, 10.0, a))
    power = from_bits((numbers << 23) + (127 << 23))
    t = fma(power, _exp_less_1(r), power - 1.0)
    return copysign(t / (t + 2.0), x)


def _hyperbolic(a: Lane) -> tuple[Lane, Lane, Lane, Lane, Lane]:
    """Return n, ``2^n / 8``, ``2^-n / 8``, sinh r and ``cosh r - 1``, for ``a = n log(2) + r`` above 0."""
    n, numbers, r = _reduced(select(a > 90.0, 90.0, a))
    exponent = numbers << 23
    up = from_bits(exponent + (124 << 23))
    down = (124 << 23) - exponent
    down = from_bits(select(down > 0, down, 0))
    z = r * r
    return n, up, down, fma(r * z, nested(z, _SINH), r), z * nested(z, _COSH)


def sinh(x: Lane) -> Lane:
    n, up, down, s, c = _hyperbolic(abs(x))
    quarter = fma(down, s - c, fma(up, s + c, up - down))
    return copysign(select(n == 0.0, s, quarter * 4.0), x)


def cosh(x: Lane) -> Lane:
    _, up, down, s, c = _hyperbolic(abs(x))
    return (fma(up, c + s, up) + fma(down, c - s, down)) * 4.0


def sigmoid(x: Lane) -> Lane:
    e = exp(-abs(x))
    return select(x < 0.0, e, 1.0) / (1.0 + e)


# ------------------------------------------------------------------------------------------- circle

_LARGE = 1e5  # beyond, the argument is reduced in double precision


def _quadrant(x: Lane) -> tuple[Lane, Lane, Lane]:
    """Return n, of the nearest quarter turns, in the low bits of integers and as a number, and x less n times the first
    part of pi / 2, which is exact."""
    n, quadrant = _nearest(x, 2.0 / math.pi)
    return quadrant, n, fma(n, -_PI_2[0], x)


def _sine(quadrant: Lane, n: Lane, high: Lane) -> Lane:
    """Return the sine of so many quarter turns and what `_quadrant` leaves of an argument by n of them."""
    r = fma(n, -_PI_2[2], fma(n, -_PI_2[1], high))
    z = r * r
    sine = fma(r * z, nested(z, _SIN), r)
    cosine = fma(z * z, nested(z, _COS), fma(z, -0.5, 1.0))
    turned = select((quadrant & 1) == 0, sine, cosine)
    return from_bits(bits(turned) ^ ((quadrant & 2) << 30))


def sin(x: Lane) -> Lane:
    quadrant, n, high = _quadrant(x)
    return or_double(abs(x) < _LARGE, select(x == 0.0, x, _sine(quadrant, n, high)), vecmath.sin, x)


def cos(x: Lane) -> Lane:
    quadrant, n, high = _quadrant(x)
    return or_double(abs(x) < _LARGE, _sine(quadrant + 1, n, high), vecmath.cos, x)


def tan(x: Lane) -> Lane:
    quadrant, n, high = _quadrant(x)
    second = n * _PI_2[1]
    r = high - second
    low = fma(n, -_PI_2[2], ((high - r) - second) - fma(n, _PI_2[1], -second))  # what rounding left behind
    z = r * r
    rest = fma(r * z, nested(z, _TAN), fma(low, z, low))
    t = r + rest
    q = -1.0 / t
    turned = fma(q * q, (r - t) + rest, q)  # of t and what rounding took from it
    result = select((quadrant & 1) == 0, t, turned)
    return or_double(abs(x) < _LARGE, select(x == 0.0, x, result), vecmath.tan, x)


def _halved(a: Lane) -> tuple[Lane, Lane, Lane]:
    """Return whether a number above 0 is above 1/2, an s up to 1/2 and ``arcsin(s) - s``, as in `vecinverse`."""
    large = a > 0.5
    z = select(large, (1.0 - a) * 0.5, a * a)
    s = select(large, sqrt(z), a)
    return large, s, s * z * nested(z, _ARCSIN)


def arcsin(x: Lane) -> Lane:
    large, s, rest = _halved(abs(x))
    return copysign(select(large, fma(s, -2.0, _PI_2[0]) + fma(rest, -2.0, _PI_2[1]), s + rest), x)


def arccos(x: Lane) -> Lane:
    large, s, rest = _halved(abs(x))
    t = s + rest
    near = _PI_2[0] - (copysign(t, x) - _PI_2[1])
    twice = t + t
    return select(large, select(x > 0.0, twice, _PI[0] - (twice - _PI[1])), near)


def _turned(axis: Lane, t: Lane) -> Lane:
    """Return arctan of a t in [-1, 1] beside a multiple of pi / 2."""
    z = t * t
    return axis + fma(axis, _PI[1] / _PI[0], fma(t * z, nested(z, _ARCTAN), t))


def arctan(x: Lane) -> Lane:
    a = abs(x)
    steep = a > 1.0
    t = select(steep, -1.0, a) / select(steep, a, 1.0)
    return copysign(_turned(select(steep, a.emitter.lift(_PI_2[0], "s"), 0.0), t), x)


def arctan2(x1: Lane, x2: Lane) -> Lane:
    a, b = abs(x1), abs(x2)
    steep, behind = a > b, bits(x2) < 0
    larger, smaller = select(steep, a, b), select(steep, b, a)
    t = select(smaller == larger, select(larger == 0.0, larger, 1.0), smaller / larger)  # also of infinities
    axis = select(steep, a.emitter.lift(_PI_2[0], "s"), select(behind, a.emitter.lift(_PI[0], "s"), 0.0))
    return copysign(_turned(axis, select(steep ^ behind, -t, t)), x1)

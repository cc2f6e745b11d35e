"""J0, J1 and the exponential integral in pure lane arithmetic, as `vecspecial` has the error functions.

Coefficients are those of Chebyshev interpolation in 60 digits, as powers. What is left to them is

- of J0 and J1 on [-5, 5]: the function over the factors x**2 - z**2 of its first two zeros z, for J1 over x too, in
  x**2;
- beyond: the amplitudes P and Q of DLMF 10.17.3, in (5 / x)**2, beside the cosine and sine of x less a phase;
- of Ei on (0, 6]: (Ei(x) - log(x / x0)) / (x - x0) with its zero x0 (Cody and Thacher, Math. Comp. 23, 1969).

Other arguments, which are rare, are SciPy's. Errors stand in ``docs/reference/vector_math.md``; those of J0 and J1 are
small beside the amplitude sqrt(2 / (pi x)), not beside values near zeros.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import math

from tapegrad.machine import veclog, vecmath
from tapegrad.machine.addresses import special
from tapegrad.machine.lane import Lane, polynomial, rare_libm, select, sqrt, unless

_J0 = [
    0.0031873556303932387, -0.0019210870437164043, 0.0004876827177655839, -7.121705240575853e-05,
    6.854954847201717e-06, -4.70629166457061e-07, 2.4286220370253044e-08, -9.781438946726333e-10,
    3.163725917996461e-11, -8.404184719413499e-13, 1.867152785441342e-14, -3.524491123279285e-16,
    5.714963521268943e-18,
]  # fmt: skip
_J1 = [
    0.0004323698734106474, -0.00020932672214860176, 4.421868807101479e-05, -5.515494459601969e-06,
    4.625979215165734e-07, -2.8111472529722005e-08, 1.3002918726300722e-09, -4.742877795752638e-11,
    1.4012945941736582e-12, -3.4250829171182685e-14, 7.045254429523256e-16, -1.2377862882176033e-17,
    1.8770609503085274e-19,
]  # fmt: skip
_J0_P = [
    0.9986347659091991, -0.0013274931272003394, 3.4917305812332615e-05, -2.459963325052779e-06,
    2.9759006144382903e-07, -5.086426212460431e-08, 1.105870559798965e-08, -2.871014186300671e-09,
    8.542283163881627e-10, -2.8322629058714937e-10, 1.0278737310928006e-10, -4.0110767730050623e-11,
    1.5836898677189477e-11, -6.759702873425759e-12, 4.95749166762359e-12, -2.66415270372678e-12,
    -1.6066492046134437e-12, 1.1748716508172835e-12, 2.4136710476318905e-12, -1.5616116136540847e-12,
    -1.1316806605496235e-12, 7.465891834180911e-13, 3.2408199824256367e-13, -2.0929510247965943e-13,
]  # fmt: skip
_J0_Q = [
    -0.02472299270522373, 0.00026284279458204724, -1.267743088509166e-05, 1.2478226341360897e-06,
    -1.8819750359914804e-07, 3.7740590289307506e-08, -9.279606087168643e-09, 2.6593782059054e-09,
    -8.587694085645591e-10, 3.0523401794068517e-10, -1.1784430712084916e-10, 4.8527871086251284e-11,
    -1.9483031481585895e-11, 8.566404085560043e-12, -7.851747712797584e-12, 4.463918505854001e-12,
    3.6483619845212935e-12, -2.6117060033488917e-12, -4.735132065186927e-12, 3.1290946611411077e-12,
    2.273114378311111e-12, -1.5237567066846037e-12, -6.325212292527228e-13, 4.1629834881547924e-13,
]  # fmt: skip
_J1_P = [
    1.0022906462560661, 0.002241463213917127, -4.578280653104331e-05, 2.9786211089127115e-06,
    -3.466718722052234e-07, 5.791661403014489e-08, -1.2403129208648139e-08, 3.185454866834579e-09,
    -9.400974013616657e-10, 3.0971024622208053e-10, -1.1180987590158904e-10, 4.3442999720707204e-11,
    -1.7113993797663736e-11, 7.285943162015308e-12, -5.281262876194447e-12, 2.8284857808179532e-12,
    1.6726071606084076e-12, -1.2256964863748947e-12, -2.53756001341544e-12, 1.6399832761905695e-12,
    1.1880360834903315e-12, -7.831816415914412e-13, -3.407389678548034e-13, 2.1984612977546e-13,
]  # fmt: skip
_J1_Q = [
    0.07460948663481604, -0.0003729699243682601, 1.5796188355963343e-05, -1.4739855897761214e-06,
    2.159770757685197e-07, -4.2533476232460265e-08, 1.0328332483160768e-08, -2.9329125518696035e-09,
    9.40445115260277e-10, -3.3239063305385455e-10, 1.2772291421186043e-10, -5.2390279362125286e-11,
    2.1009524253691722e-11, -9.21871485017671e-12, 8.332747880336674e-12, -4.7228120389983425e-12,
    -3.805896016326997e-12, 2.7267956222463795e-12, 4.970740752080225e-12, -3.2816071467601102e-12,
    -2.3836563715259278e-12, 1.596708699392563e-12, 6.641550539882539e-13, -4.3673668726187757e-13,
]  # fmt: skip
_EI = [
    2.986772243435986, 3.8535675550242976, 3.434770585137441, 2.321720096290807,
    1.26645768150805, 0.5800776053970573, 0.2292554580842004, 0.0797415605011948,
    0.024780457940571515, 0.006961836132134082, 0.001785125452473083, 0.00042107375966090156,
    9.197223530668385e-05, 1.870696904745961e-05, 3.5604151010119367e-06, 6.367658791966408e-07,
    1.0741127851024011e-07, 1.714512317006912e-08, 2.5976152547048703e-09, 3.7444047700448853e-10,
    5.128077364397967e-11, 6.743851940687821e-12, 9.263389727259406e-13, 1.1118662361897265e-13,
]  # fmt: skip

_SQUARES_0 = (5.783185962946784, 30.471262343662087)  # of the first zeros
_SQUARES_1 = (14.681970642123893, 49.2184563216946)
ROOT = 0.3725074107813666  # of Ei, in two parts
ROOT_LOW = 1.3140183414386028e-17
_FAR = 1e6  # beyond, sine and cosine are the C library's


def _wave(a: Lane, p: list[float], q: list[float], order: int) -> Lane:
    """Return J0 or J1 of a large number, by the cosine and sine of a itself, whose sums are those of the phases."""
    w = 5.0 / a
    t = 2.0 * (w * w) - 1.0
    cosine, sine = vecmath.cos(a), vecmath.sin(a)
    total, rest = sine + cosine, sine - cosine
    first, second = (total, rest) if order == 0 else (rest, -total)
    return (polynomial(t, p) * first - w * polynomial(t, q) * second) * (math.sqrt(1.0 / math.pi) / sqrt(a))


def _near(square: Lane, zeros: tuple[float, float], coefficients: list[float]) -> Lane:
    return (square - zeros[0]) * (square - zeros[1]) * polynomial((square - 12.5) * 0.08, coefficients)


def j0(x: Lane) -> Lane:
    a = abs(x)
    near = _near(a * a, _SQUARES_0, _J0)
    far = j0_far(select(a > 5.0, a, 5.0))
    return unless(a < _FAR, select(a <= 5.0, near, far), lambda: rare_libm(_scipys("j0"), x))


def j0_far(x: Lane) -> Lane:
    """Return J0 where |x| is 5 or more."""
    return _wave(abs(x), _J0_P, _J0_Q, 0)


def j1(x: Lane) -> Lane:
    a = abs(x)
    near = x * _near(a * a, _SQUARES_1, _J1)
    far = j1_far(select(a > 5.0, x, 5.0))
    return unless(a < _FAR, select(a <= 5.0, near, far), lambda: rare_libm(_scipys("j1"), x))


def j1_far(x: Lane) -> Lane:
    """Return J1 where |x| is 5 or more."""
    value = _wave(abs(x), _J1_P, _J1_Q, 1)
    return select(x < 0.0, -value, value)


def expi(x: Lane) -> Lane:
    away = (x - ROOT) - ROOT_LOW
    growth = polynomial(x * (1.0 / 3.0) - 1.0, _EI)
    small = x < 0.15
    logarithm = select(small, veclog.log(x) - math.log(ROOT), veclog.log1p(select(small, 0.0, away) * (1.0 / ROOT)))
    return unless((x > 1e-300) & (x <= 6.0), logarithm + away * growth, lambda: rare_libm(_scipys("expi"), x))


def _scipys(name: str) -> str:
    symbol = special(name)
    assert symbol is not None, "every SciPy has it"
    return symbol

"""erf, erfc, erfcx, gammaln and digamma in pure lane arithmetic, as `vecmath` has the elementary functions.

An argument is brought to an interval on which the function, or what is left of it after a factor, is a polynomial to
double precision: the coefficients are those of Chebyshev interpolation in 60 digits, as powers. What is left is

- of erf on [-1, 1]: erf(x) / x in x**2;
- of erfcx: (1 + 2 x) exp(x**2) erfc(x) in (x - 4) / (x + 4) (Shepherd and Laframboise, Math. Comp. 36, 1981);
- of gammaln on [1.5, 4]: gammaln(x) / (x - 2), reached from [0, 1.5] by the recurrence; beyond 4, Stirling's series
  (DLMF 5.11) without its sum, Binet's function;
- of digamma on [1, 3]: digamma(x) / (x - x0) with its zero x0, reached from [0, 1] by the recurrence; beyond 3, what is
  left of log(x) - 1 / (2 x).

Other arguments of the last two, which are rare, are SciPy's. Errors stand in ``docs/reference/vector_math.md``.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import math

from tapegrad.machine import veclog, vecmath
from tapegrad.machine.addresses import special
from tapegrad.machine.lane import Lane, copysign, elementary, fma, polynomial, rare_libm, rint, select, unless

_ERFCX = [
    1.2329951186255526, -0.1396211168405625, 0.01537965210261959, 0.0680970542546913,
    -0.1010390660362999, 0.0937328349984105, -0.06633036581219905, 0.03716751553632399,
    -0.01619773405968329, 0.0050319699895242515, -0.000757773262030915, -0.00019925676026410458,
    0.00015062149237837335, -2.43989944557621e-05, -1.1221292615314274e-05, 5.709314113532492e-06,
    2.919821908454825e-07, -8.250783386812451e-07, 7.746068635681988e-08, 1.102527199900016e-07,
    -2.0554531369859356e-08, -1.4806988146925851e-08, 3.167261111936193e-09, 1.8256951189539304e-09,
    -2.6557266163126175e-10, -1.4311318470928586e-10,
]  # fmt: skip
_ERF = [
    0.9654687386698673, -0.1405360890227171, 0.019852496688983708, -0.0022854855611440673,
    0.00021751715604160108, -1.7537169441492004e-05, 1.2233827383524026e-06, -7.511569160710623e-08,
    4.115800597661665e-09, -2.03524938661036e-10, 9.167606748998164e-12, -3.7910973708931526e-13,
    1.4548169783352384e-14, -5.16472878942302e-16,
]  # fmt: skip
_GAMMALN = [
    0.6336195558865828, 0.30880244848141625, -0.058867354084724266, 0.01620486399914922,
    -0.005223150137267968, 0.0018369141362695645, -0.0006822214187875256, 0.00026286290318046276,
    -0.00010396214193414291, 4.1917712583818285e-05, -1.7151446785841182e-05, 7.0988857771355925e-06,
    -2.9652098637060882e-06, 1.2478760444389173e-06, -5.285945031523692e-07, 2.2500353392301984e-07,
    -9.575782829942903e-08, 4.1093401542104284e-08, -1.8459111678466643e-08, 7.978435993639349e-09,
    -2.5309293934857263e-09, 1.0931544496260007e-09, -1.243254989027044e-09, 5.448372216765213e-10,
    1.7936818771804725e-10, -7.944540298055376e-11, -9.870109086463813e-11, 4.342990548296231e-11,
]  # fmt: skip
_BINET = [
    0.0832472854130079, -8.530699589674372e-05, 7.248740127615473e-07, -1.542957754670043e-08,
    5.845368950442922e-10, -3.339720308329953e-11, 2.6068297362056222e-12, -2.602875901352192e-13,
    3.161635419717262e-14, -4.53683291161114e-15, 8.50833787125989e-16, -1.6251324956483966e-16,
]  # fmt: skip
_DIGAMMA = [
    0.7853075386041053, -0.2607389546830014, 0.10899991701762841, -0.04955103291766767,
    0.023447309597562315, -0.011338432553553088, 0.005552254176163854, -0.002739572878878444,
    0.001358142115660262, -0.0006753134172771423, 0.00033643307392409804, -0.00016781485745549608,
    8.377541533754836e-05, -4.1847758637407615e-05, 2.090944279433702e-05, -1.043615113408139e-05,
    5.216485445131201e-06, -2.6450069563210817e-06, 1.322327646207658e-06, -5.878282013270488e-07,
    2.938946209899294e-07, -2.5162239592946485e-07, 1.258090299216334e-07, 4.46741085718643e-08,
    -2.2337287908168016e-08, -6.628736705562654e-08, 3.314365249205256e-08, 2.0501183895194647e-08,
    -1.0250592958849892e-08, -5.4669888399440215e-09, 2.7334936115473567e-09,
]  # fmt: skip
_DIGAMMA_TAIL = [
    0.08288196653982234, -0.0004403669577412197, 1.0452186234834231e-05, -5.044911679422239e-07,
    3.8436404058745676e-08, -4.06006257726332e-09, 5.49239662652691e-10, -9.023511898004008e-11,
    1.737950971021729e-11, -3.805827423774091e-12, 8.715942796547958e-13, -2.2789542346781276e-13,
    1.0614390926576152e-13, -3.4600999940520104e-14,
]  # fmt: skip

_ROOT = 1.4616321449683622  # of digamma, in two parts
_ROOT_LOW = 9.549995429965697e-17
_HALF_LOG_2PI = 0.5 * math.log(2.0 * math.pi)


def _near_0(x: Lane) -> Lane:
    """Return erf on [-1, 1]."""
    return x * polynomial(2.0 * (x * x) - 1.0, _ERF)


def _scaled(x: Lane) -> Lane:
    """Return erfcx of a number that is not negative."""
    x = select(x < 1e16, x, select(x >= 1e16, 1e16, x))
    return polynomial((x - 4.0) / (x + 4.0), _ERFCX) / (1.0 + 2.0 * x)


def _bell(x: Lane) -> Lane:
    """Return exp(-x**2), whose exponent counts with what rounding takes from it."""
    square = x * x
    low = fma(x, x, -square)
    e = vecmath.exp(-square)
    return select(square < 750.0, fma(-low, e, e), select(square >= 750.0, 0.0, x))


@elementary("erf")
def erf(x: Lane) -> Lane:
    a = abs(x)
    return select(a < 1.0, _near_0(x), copysign(1.0 - _bell(a) * _scaled(a), x))


@elementary("erfc")
def erfc(x: Lane) -> Lane:
    a = abs(x)
    tail = _bell(a) * _scaled(a)
    return select(x < 0.5, select(x > -1.0, 1.0 - _near_0(x), 2.0 - tail), tail)


def erfcx(x: Lane) -> Lane:
    a = abs(x)
    tail = select(a < 1e16, _scaled(a), (1.0 / math.sqrt(math.pi)) / a)
    square = x * x
    growth = vecmath.exp(square)
    growth = select(growth < math.inf, fma(fma(x, x, -square), growth, growth), growth)
    return select(x < 0.0, 2.0 * growth - tail, tail)


def gammaln(x: Lane) -> Lane:
    large = x >= 4.0
    beyond_2 = select(x < 0.5, x, select(x < 1.5, x - 1.0, x - 2.0))  # of the argument moved to [1.5, 4], exactly
    factor = select(large, x, select(x < 0.5, x * (x + 1.0), select(x < 1.5, x, 1.0)))
    logarithm = veclog.log(factor)
    middle = beyond_2 * polynomial((beyond_2 - 0.75) * 0.8, _GAMMALN) - logarithm
    u = 1.0 / x
    rest = u * polynomial(32.0 * (u * u) - 1.0, _BINET) + (_HALF_LOG_2PI - 0.5)
    stirling = select(x < 1e300, fma(x - 0.5, logarithm - 1.0, rest), x * (logarithm - 1.0))
    common = (x > 1e-300) & (x < math.inf)
    return unless(common, select(large, stirling, middle), lambda: rare_libm(_scipys("gammaln"), x))


def _digamma_of_positive(x: Lane) -> Lane:
    large = x >= 3.0
    moved = select(x < 1.0, x + 1.0, x)
    middle = ((moved - _ROOT) - _ROOT_LOW) * polynomial(moved - 2.0, _DIGAMMA)
    u = 1.0 / x
    middle = select(x < 1.0, middle - u, middle)
    square = u * u
    tail = veclog.log(x) - 0.5 * u - square * polynomial(18.0 * square - 1.0, _DIGAMMA_TAIL)
    return select(large, tail, middle)


def digamma(x: Lane) -> Lane:
    common = (x > 1e-300) & (x < math.inf)
    return unless(common, _digamma_of_positive(x), lambda: rare_libm(_scipys("psi"), x))


def digamma_elsewhere(x: Lane) -> Lane:
    """Return digamma where `digamma` asks SciPy, without it: by reflection (DLMF 5.5.4)."""
    below = x - rint(x)
    reflected = _digamma_of_positive(select(x < 0.0, 1.0 - x, 1.0)) - math.pi / vecmath.tan(math.pi * below)
    reflected = select(below == 0.0, math.nan, reflected)
    return select(x < -1e-300, reflected, select(abs(x) <= 1e-300, -1.0 / x, x))


def _scipys(name: str) -> str:
    symbol = special(name)
    assert symbol is not None, "every SciPy has it"
    return symbol

"""Derivatives to any number of digits: the functions of records as mpmath has them, and differences of these.

It decides where differences of doubles contradict a derivative: the reference itself may be wrong there, or rough. What mpmath
gives counts where three steps, each with its own number of digits, agree.
"""

from __future__ import annotations

import functools
import itertools
import signal
from collections.abc import Callable, Sequence
from typing import Any

from mpmath import inf, mp, mpf

from tests import exact_distributions
from tests.exact_distributions import betainc, fdtr, fdtrc, gammainc, gammaincc, ndtr, stdtr
from tests.ops.test_edges import smooth

SECONDS = 6  # of CPU for one derivative
STEPS = (8, 11, 14)  # of differences: as many digits below the size of an argument
TRIES = (0, 60)  # digits more than what the steps take
Function = Callable[..., Any]


class _TooLong(Exception):
    """mpmath does not end in time."""


def derivative(name: str, orders: Sequence[int], point: Sequence[float]) -> float | None:
    """Return a derivative by the arguments at `orders` of the function of a record; None where mpmath has no answer."""
    base, more = DERIVED.get(name, (name, ()))
    f = table().get(base)
    return None if f is None else _in_time(lambda: _agreed(f, (*more, *orders), point))


def error(name: str, point: Sequence[float], value: float) -> float:
    """Return how far a value is off, relative to the true one; for an inverse, by what the function gives of it. 0 if mpmath has no answer."""
    base, orders = DERIVED.get(name, (name, ()))
    *others, last = point

    def off() -> float:
        with mp.workdps(60 + int(sum(abs(mp.log10(abs(mpf(x)) or 1)) for x in point if abs(x) < inf))):
            if base in INVERSES:
                return float(abs(INVERSES[base](*map(mpf, others), mpf(value)) / mpf(last) - 1))
            if probability := exact_distributions.of_quantile(base):
                return float(abs(probability(mpf(value), *map(mpf, point[1:])) / mpf(point[0]) - 1))
            truth = _agreed(table()[base], orders, point) if orders else mp.re(table()[base](*map(mpf, point)))
            return 0.0 if truth is None else float(abs(mpf(value) - truth) / (abs(truth) or 1))

    return _in_time(off) or 0.0 if base in table() else 0.0


def _in_time(call: Function) -> Any:
    """Return what a call gives, None if it fails or takes too long."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return call()
    except (_TooLong, ArithmeticError, ValueError, mp.NoConvergence, NotImplementedError, TypeError):
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(*_: Any) -> None:
    raise _TooLong


def _agreed(f: Function, orders: tuple[int, ...], point: Sequence[float]) -> float | None:
    """Return the derivative if differences at several steps and with several numbers of digits agree."""
    for more in TRIES:
        found = [_difference(f, orders, point, step, more) for step in STEPS]
        if max(abs(x - found[-1]) for x in found) <= 1e-12 * abs(found[-1]):
            return float(found[-1])
    return None


def _difference(f: Function, orders: tuple[int, ...], point: Sequence[float], digits: int, more: int) -> Any:
    """Return a central difference, of steps relative to the arguments or to what is as far below 1 as these are above."""
    sizes = {k: min(abs(mpf(point[k])), 1 / abs(mpf(point[k]) or 1)) or mpf(1) for k in orders}
    lost = sum(digits - mp.log10(sizes[k]) for k in orders) + sum(abs(mp.log10(abs(mpf(x)) or 1)) for x in point) * max(
        len(orders), 1
    )
    with mp.workdps(int(lost) + 40 + more + digits):
        steps = {k: size * mpf(10) ** -digits for k, size in sizes.items()}
        total = mpf(0)
        for sides in itertools.product((1, -1), repeat=len(orders)):
            moved = [mpf(x) for x in point]
            for k, side in zip(orders, sides, strict=True):
                moved[k] += side * steps[k]
            value = f(*moved)
            total += mp.re(value) * (-1) ** sides.count(-1)
        for k in orders:
            total /= 2 * steps[k]
        return total


# ------------------------------------------------------------------------------------------------- the functions


def _inverse(f: Function, name: str) -> Function:
    """Return the inverse of a function by its last argument, from SciPy's value by Newton's method."""

    def value(*args: Any) -> Any:
        from scipy import special

        start = mpf(float(getattr(special, name)(*map(float, args))))
        return mp.findroot(
            lambda x: f(*args[:-1], x) - args[-1], (start, start * (1 + mpf(10) ** -12)), solver="secant"
        )

    return value


def _betaincc(a: Any, b: Any, x: Any) -> Any:
    return betainc(b, a, 1 - x)


def _wofz(x: Any, y: Any) -> Any:
    z = mp.mpc(x, y)
    return mp.exp(-z * z) * mp.erfc(-1j * z)


def _power(x: Any, lmbda: Any) -> Any:
    return mp.expm1(mp.log(x) * lmbda) / lmbda if lmbda else mp.log(x)


def _root(y: Any, lmbda: Any) -> Any:
    return mp.exp(mp.log(1 + lmbda * y) / lmbda) if lmbda else mp.exp(y)


def _owens_t(h: Any, a: Any) -> Any:
    return mp.quad(lambda t: mp.exp(-h * h * (1 + t * t) / 2) / (1 + t * t), [0, a]) / (2 * mp.pi)


def _skew_tail(h: Any, a: Any) -> Any:
    return 2 * mp.quad(lambda t: mp.npdf(t) * ndtr(-a * t), [h, h + 1, h + 4, inf])


def _spherical(bessel: Function) -> Function:
    return lambda n, x: mp.sqrt(mp.pi / (2 * x)) * bessel(n + mpf(1) / 2, x)


def _whole(f: Function, *places: int) -> Function:
    """Return a function that takes the integral parts of some arguments."""
    return lambda *args: f(*[mp.floor(x) if k in places else x for k, x in enumerate(args)])


def _chebyt(n: Any, x: Any) -> Any:
    return mp.cos(n * mp.acos(x))


def _chebyu(n: Any, x: Any) -> Any:
    angle = mp.acos(x)
    return mp.sin((n + 1) * angle) / mp.sin(angle) if abs(x) != 1 else mp.chebyu(n, x)


def _amplitude(u: Any, m: Any) -> Any:
    return mp.atan2(mp.ellipfun("sn", u, m=m), mp.ellipfun("cn", u, m=m))


DERIVED: dict[str, tuple[str, tuple[int, ...]]] = {  # records that are derivatives of others
    **{f"{name}_order_{n}": (name, (0,) * n) for name in ("kv", "kve") for n in (1, 2, 3)},
    **{f"{name}p": (name, (0,)) for name in ("ber", "bei", "ker", "kei")},
    "airy_aip": ("airy_ai", (0,)), "airy_bip": ("airy_bi", (0,)), "gammainc_by_a": ("gammainc", (0,)), "betainc_by_a": ("betainc", (0,)),
    "betainc_by_b": ("betainc", (1,)), "beta_slope": ("beta", (0,)), "stdtr_by_df": ("stdtr", (0,)), "ellipk_slope": ("ellipk", (0,)),
    "ellipe_slope": ("ellipe", (0,)), "ellipkinc_slope": ("ellipkinc", (1,)), "ellipeinc_slope": ("ellipeinc", (1,)),
}  # fmt: skip


INVERSES: dict[str, Function] = {  # of these by the last argument
    "gammaincinv": gammainc, "gammainccinv": gammaincc, "betaincinv": betainc, "betainccinv": _betaincc, "chdtri": lambda v, x: gammaincc(v / 2, x / 2),
    "gdtrix": lambda a, b, x: gammainc(b, a * x), "fdtri": fdtr, "stdtrit": stdtr, "bdtri": _whole(lambda k, n, p: betainc(n - k, k + 1, 1 - p), 0, 1),
    "ndtri": ndtr, "ndtri_exp": lambda x: mp.log(ndtr(x)),
}  # fmt: skip


def table() -> dict[str, Function]:
    """Return the functions by the names of records."""
    return {
        **exact_distributions.table(), **smooth(), **{name: _inverse(f, name) for name, f in INVERSES.items()}, "exp": mp.exp, "exp2": lambda x: mpf(2) ** x, "expm1": mp.expm1, "sinh": mp.sinh, "cosh": mp.cosh, "erfc": mp.erfc, "power": lambda x, y: x**y,
        "sigmoid": lambda x: 1 / (1 + mp.exp(-x)), "softplus": lambda x: mp.log1p(mp.exp(x)), "logaddexp": lambda x, y: mp.log(mp.exp(x) + mp.exp(y)),
        "loggamma": mp.loggamma, "gamma": mp.gamma, "rgamma": mp.rgamma, "zeta": mp.zeta,
        "kv": mp.besselk, "kve": lambda v, z: mp.besselk(v, z) * mp.exp(z), "kn_op": mp.besselk, "iv": mp.besseli, "ive": lambda v, z: mp.besseli(v, z) * mp.exp(-abs(z)),
        "jv": mp.besselj, "jve": mp.besselj, "yv": mp.bessely, "yve": mp.bessely, "yn_op": mp.bessely,
        **{f"{letter}{n}": lambda x, f=f, n=n: f(n, x) for letter, f in (("j", mp.besselj), ("y", mp.bessely), ("i", mp.besseli), ("k", mp.besselk)) for n in (0, 1)},
        **{f"i{n}e": lambda x, n=n: mp.besseli(n, x) * mp.exp(-abs(x)) for n in (0, 1)}, **{f"k{n}e": lambda x, n=n: mp.besselk(n, x) * mp.exp(x) for n in (0, 1)},
        **{f"spherical_{letter}n_op": _spherical(f) for letter, f in (("j", mp.besselj), ("y", mp.bessely), ("i", mp.besseli), ("k", mp.besselk))},
        "airy_ai": mp.airyai, "airy_bi": mp.airybi, **{name: functools.partial(getattr(mp, name), 0) for name in ("ber", "bei", "ker", "kei")},
        "struve": mp.struveh, "modstruve": mp.struvel, "eval_hermite_op": mp.hermite, "eval_hermitenorm_op": lambda n, x: 2 ** (-n / 2) * mp.hermite(n, x / mp.sqrt(2)),
        "expn_op": mp.expint, "hyp0f1": mp.hyp0f1, "hyp1f1": mp.hyp1f1,
        "entr": lambda x: -x * mp.log(x), "rel_entr": lambda x, y: x * mp.log(x / y), "kl_div": lambda x, y: x * mp.log(x / y) - x + y,
        "xlogy": lambda x, y: x * mp.log(y), "xlog1py": lambda x, y: x * mp.log(1 + y), "pseudo_huber": lambda d, r: d * d * (mp.sqrt(1 + (r / d) ** 2) - 1),
        "huber": lambda d, r: r * r / 2 if abs(r) <= d else d * (abs(r) - d / 2), "boxcox": _power, "boxcox1p": lambda x, n: _power(1 + x, n),
        "inv_boxcox": _root, "inv_boxcox1p": lambda y, n: _root(y, n) - 1, "powm1": lambda x, y: x**y - 1,
        "poch": lambda z, m: mp.gammaprod([z + m], [z]), "binom": lambda x, y: mp.gammaprod([x + 1], [y + 1, x - y + 1]),
        "beta": lambda x, y: mp.gammaprod([x, y], [x + y]), "betaln": lambda x, y: mp.log(abs(mp.gammaprod([x, y], [x + y]))),
        "gamma_density": lambda a, x: mp.exp((a - 1) * mp.log(x) - x) * mp.rgamma(a), "gammainc": gammainc, "gammaincc": gammaincc,
        "beta_density": lambda a, b, x: x ** (a - 1) * (1 - x) ** (b - 1) * mp.gammaprod([a + b], [a, b]), "betainc": betainc, "betaincc": _betaincc,
        "chdtr": lambda v, x: gammainc(v / 2, x / 2), "chdtrc": lambda v, x: gammaincc(v / 2, x / 2),
        "gdtr": lambda a, b, x: gammainc(b, a * x), "gdtrc": lambda a, b, x: gammaincc(b, a * x),
        "pdtr": _whole(lambda k, m: gammaincc(k + 1, m), 0), "pdtrc": _whole(lambda k, m: gammainc(k + 1, m), 0),
        "fdtr": fdtr, "fdtrc": fdtrc, "stdtr": stdtr,
        "bdtr": _whole(lambda k, n, p: betainc(n - k, k + 1, 1 - p), 0, 1), "bdtrc": _whole(lambda k, n, p: betainc(k + 1, n - k, p), 0, 1), "gammasgn": lambda x: mp.sign(mp.gamma(x)),
        "nbdtr": _whole(lambda k, n, p: betainc(n, k + 1, p), 0, 1), "nbdtrc": _whole(lambda k, n, p: betainc(k + 1, n, 1 - p), 0, 1),
        "ellipk": mp.ellipk, "ellipe": mp.ellipe, "ellipkm1": lambda p: mp.ellipk(1 - p), "ellipkm1_slope": lambda p: (mp.ellipe(1 - p) / p - mp.ellipk(1 - p)) / (2 - 2 * p),
        "ellipkinc": mp.ellipf, "ellipeinc": mp.ellipe,
        **{f"ellipj_{kind}": lambda u, m, kind=kind: mp.ellipfun(kind, u, m=m) for kind in ("sn", "cn", "dn")}, "ellipj_ph": _amplitude,
        "wofz_real": lambda x, y: mp.re(_wofz(x, y)), "wofz_imag": lambda x, y: mp.im(_wofz(x, y)),
        "voigt_profile": lambda x, s, g: mp.re(_wofz(x / s / mp.sqrt(2), g / s / mp.sqrt(2))) / s / mp.sqrt(2 * mp.pi),
        "exp1": mp.e1, "expi": mp.ei, "exprel": lambda x: mp.expm1(x) / x if x else mpf(1), "exp10": lambda x: mpf(10) ** x, "cosm1": lambda x: mp.cos(x) - 1,
        "sindg": lambda x: mp.sin(mp.radians(x)), "cosdg": lambda x: mp.cos(mp.radians(x)), "tandg": lambda x: mp.tan(mp.radians(x)), "cotdg": lambda x: mp.cot(mp.radians(x)),
        "wrightomega": lambda x: mp.lambertw(mp.exp(x)), "spence": lambda x: mp.polylog(2, 1 - x), "sici_si": mp.si, "sici_ci": mp.ci, "shichi_shi": mp.shi, "shichi_chi": mp.chi,
        "fresnel_s": mp.fresnels, "fresnel_c": mp.fresnelc, "exp_square": lambda x: mp.exp(x * x), "erfinv": mp.erfinv, "erfcinv": lambda x: mp.erfinv(1 - x),
        "erfcx": lambda x: mp.exp(x * x) * mp.erfc(x), "erfi": mp.erfi, "dawsn": lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x), "ndtr": ndtr,
        "log_ndtr": lambda x: mp.log(ndtr(x)),
        "owens_t": _owens_t, "skew_tail": _skew_tail, "log_expit": lambda x: -mp.log1p(mp.exp(-x)), "logit": lambda x: mp.log(x / (1 - x)),
        "eval_gegenbauer": mp.gegenbauer, "eval_genlaguerre": mp.laguerre, "eval_legendre": mp.legendre, "eval_chebyu": _chebyu, "eval_chebyt": _chebyt,
        "eval_chebys": lambda n, x: _chebyu(n, x / 2), "eval_chebyc": lambda n, x: 2 * _chebyt(n, x / 2), "eval_laguerre": lambda n, x: mp.laguerre(n, 0, x),
        "eval_sh_legendre": lambda n, x: mp.legendre(n, 2 * x - 1), "eval_sh_chebyu": lambda n, x: _chebyu(n, 2 * x - 1),
        "eval_sh_chebyt": lambda n, x: _chebyt(n, 2 * x - 1), "lpmv": _whole(lambda m, v, x: mp.legenp(v, m, x), 0),
    }  # fmt: skip

"""Distributions as mpmath has them: densities, probabilities on both sides, and quantiles by search for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import scipy.stats
from mpmath import inf, mp, mpf

Function = Callable[..., Any]


def gammainc(a: Any, x: Any) -> Any:
    return mp.gammainc(a, 0, x, regularized=True)


def gammaincc(a: Any, x: Any) -> Any:
    return mp.gammainc(a, x, inf, regularized=True)


def betainc(a: Any, b: Any, x: Any) -> Any:
    return mp.betainc(a, b, 0, x, regularized=True)


def ndtr(x: Any) -> Any:
    return mp.erfc(-x / mp.sqrt(2)) / 2


def stdtr(df: Any, t: Any) -> Any:
    tail = betainc(df / 2, mpf(1) / 2, df / (df + t * t)) / 2
    return tail if t < 0 else 1 - tail


def fdtr(dfn: Any, dfd: Any, x: Any) -> Any:
    return betainc(dfn / 2, dfd / 2, dfn * x / (dfn * x + dfd))


def fdtrc(dfn: Any, dfd: Any, x: Any) -> Any:
    return betainc(dfd / 2, dfn / 2, dfd / (dfn * x + dfd))


def _between(a: Any, b: Any) -> Any:
    """Return the normal probability between two numbers, in the tail where nothing cancels."""
    return ndtr(-a) - ndtr(-b) if a > 0 else ndtr(b) - ndtr(a)


def _skew(z: Any, a: Any) -> Any:
    return mp.quad(lambda t: 2 * mp.npdf(t) * ndtr(a * t), [z - 20 / (1 + abs(a)) - 20, z - 4 / (1 + abs(a)), z])


# by name the density, and the probabilities of less and of more
DISTRIBUTIONS: dict[str, tuple[Function, Function, Function]] = {
    "t": (
        lambda z, df: (1 + z * z / df) ** (-(df + 1) / 2) / mp.sqrt(df) / mp.beta(df / 2, mpf(1) / 2),
        lambda z, df: stdtr(df, z), lambda z, df: stdtr(df, -z),
    ),
    "cauchy": (
        lambda z: 1 / (1 + z * z) / mp.pi, lambda z: mp.atan2(1, -z) / mp.pi, lambda z: mp.atan2(1, z) / mp.pi,
    ),
    "invgamma": (
        lambda z, a: z ** (-a - 1) * mp.exp(-1 / z) * mp.rgamma(a), lambda z, a: gammaincc(a, 1 / z), lambda z, a: gammainc(a, 1 / z),
    ),
    "beta": (
        lambda z, a, b: z ** (a - 1) * (1 - z) ** (b - 1) / mp.beta(a, b),
        lambda z, a, b: betainc(a, b, z), lambda z, a, b: betainc(b, a, 1 - z),
    ),
    "f": (
        lambda z, m, n: m ** (m / 2) * n ** (n / 2) * z ** (m / 2 - 1) * (n + m * z) ** (-(m + n) / 2) / mp.beta(m / 2, n / 2),
        lambda z, m, n: fdtr(m, n, z), lambda z, m, n: fdtrc(m, n, z),
    ),
    "skewnorm": (
        lambda z, a: 2 * mp.npdf(z) * ndtr(a * z), _skew, lambda z, a: _skew(-z, -a),
    ),
    "truncnorm": (
        lambda z, a, b: mp.npdf(z) / _between(a, b), lambda z, a, b: _between(a, z) / _between(a, b),
        lambda z, a, b: _between(z, b) / _between(a, b),
    ),
    "halfnorm": (
        lambda z: 2 * mp.npdf(z), lambda z: mp.erf(z / mp.sqrt(2)), lambda z: mp.erfc(z / mp.sqrt(2)),
    ),
    "pareto": (lambda z, b: b * z ** (-b - 1), lambda z, b: -mp.expm1(-b * mp.log(z)), lambda z, b: z**-b),
}  # fmt: skip


def _inner(share: Any) -> Any:
    return mp.sqrt(2) * mp.erfinv(share)


def _erf(z: Any) -> Any:
    return mp.erf(z / mp.sqrt(2))


QUANTILES: dict[str, tuple[Function, Function]] = {  # those with a formula, by what is below and by what is above
    "cauchy": (lambda q: -mp.cot(mp.pi * q), lambda q: mp.cot(mp.pi * q)),
    "halfnorm": (_inner, lambda q: _inner(1 - q)),
    "pareto": (lambda q, b: (1 - q) ** (-1 / b), lambda q, b: q ** (-1 / b)),
    "truncnorm": (
        lambda q, a, b: _inner(_erf(a) + q * (_erf(b) - _erf(a))), lambda q, a, b: _inner(_erf(b) - q * (_erf(b) - _erf(a))),
    ),
}  # fmt: skip


def _log(p: Function, rest: Function) -> Function:
    """Return the logarithm of a probability, by what is left to 1 where that is less."""

    def value(*args: Any) -> Any:
        less = rest(*args)
        return mp.log1p(-less) if less < mpf(1) / 2 else mp.log(p(*args))

    return value


def _quantile(name: str, method: str, p: Function) -> Function:
    """Return the number with a probability, from SciPy's by the secant method, of logarithms: probabilities may be tiny."""

    def value(q: Any, *parameters: Any) -> Any:
        start = mpf(float(getattr(getattr(scipy.stats, name), method)(float(q), *map(float, parameters))))
        steps = (start, start * (1 + mpf(10) ** -12))
        return mp.findroot(lambda z: mp.log(p(z, *parameters) / q), steps, solver="secant")

    return value


def of_quantile(name: str) -> Function | None:
    """Return the probability of less or more than a number, of which a quantile is the inverse."""
    distribution, _, method = name.partition(".")
    if distribution not in DISTRIBUTIONS or method not in ("ppf", "isf"):
        return None
    return DISTRIBUTIONS[distribution][1 if method == "ppf" else 2]


def table() -> dict[str, Function]:
    """Return the functions by the names that `tests.whole_line` gives them."""
    found: dict[str, Function] = {}
    for name, (density, less, more) in DISTRIBUTIONS.items():
        searched = _quantile(name, "ppf", less), _quantile(name, "isf", more)
        ppf, isf = QUANTILES.get(name, searched)
        found |= {
            f"{name}.pdf": density, f"{name}.logpdf": lambda *args, f=density: mp.log(f(*args)), f"{name}.cdf": less, f"{name}.sf": more,
            f"{name}.logcdf": _log(less, more), f"{name}.logsf": _log(more, less),
            f"{name}.ppf": ppf, f"{name}.isf": isf,
        }  # fmt: skip
    return found

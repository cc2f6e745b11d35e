"""Elliptic integrals and Jacobi's elliptic functions under SciPy's names (DLMF 19, 22).

The derivatives by m are integrals of positive functions, for incomplete ones

    dF/dm = 1/2 integral of sin^2 / (1 - m sin^2)^(3/2),     dE/dm = -1/2 integral of sin^2 / (1 - m sin^2)^(1/2),

which are multiples of Carlson's R_D and cancel nowhere (DLMF 19.25.13, 19.29.4). Second ones follow from the equations that the
integrals satisfy (DLMF 19.4.8, 19.4.9), and where these divide by a small m from such an integral again, by Gauss and Legendre's rule.

Tests: tests/ops/test_special.py, tests/ops/test_elementwise.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.machine import lane, vecmath
from tapegrad.machine.lane import Lane, polynomial
from tapegrad.machine.routines import choose
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import absolute, cos, equal, reciprocal, rint, sin, sqrt, square, where
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.ufunc_calls import called, in_doubles, output_of, slope, special

_MODULUS = {"m": (0.1, 0.9)}
_SMALL = 0.1  # of |m| sin^2: twelve nodes are enough for it, and dividing by a larger one costs a digit
_RULE = [(1.0 + float(x), float(w)) for x, w in zip(*np.polynomial.legendre.leggauss(12), strict=True)]
_HALF_PI = 0.5 * math.pi


def _bent(phi: Any, m: Any, power: int) -> Any:
    """Return the integral of sin^4 / (1 - m sin^2)^(power + 1/2) from 0 to phi, for small m."""
    half, total = 0.5 * phi, 0.0
    for node, weight in _RULE:
        share = math.sin(half * node) ** 2 if phi is _HALF_PI else square(sin(half * node))
        rest = 1.0 - m * share
        below = rest * sqrt(rest) if power == 1 else square(rest) * sqrt(rest)
        total = total + weight * share * share * reciprocal(below)
    return half * total


def _by_halves(phi: AnyArray) -> tuple[Any, Any]:
    """Return the number of half circles that an amplitude has behind it, and what is left of it."""
    count = rint(phi * (1.0 / math.pi))
    return count, phi - math.pi * count


def _second(phi: Any, m: Any, power: int, factor: float, equation: Callable[[Any], Any]) -> Any:
    """Return the second derivative by m of an incomplete integral: where m is small, of each half circle and of the rest."""
    count, rest = _by_halves(phi)
    small = absolute(m) * where(equal(count, 0.0), square(sin(rest)), 1.0) < _SMALL
    low = where(small, m, 0.0)
    series = factor * (
        _bent(rest, low, power) + where(equal(count, 0.0), 0.0, 2.0 * count * _bent(_HALF_PI, low, power))
    )
    return where(small, series, equation(where(small, 0.5, m)))


def _second_of_complete(m: Any, power: int, factor: float, equation: Callable[[Any], Any]) -> Any:
    small = absolute(m) < _SMALL
    return where(small, factor * _bent(_HALF_PI, where(small, m, 0.0), power), equation(where(small, 0.5, m)))


# ------------------------------------------------------------------------------------------------- complete


def _carlson(
    name: str, of: str, args: Callable[..., tuple[Any, ...]], factor: float, partial: Callable[..., Any], summary: str
) -> Elementwise:  # fmt: skip
    """Declare a derivative of a complete integral: a multiple of Carlson's R_D (DLMF 19.25), which cancels nowhere."""
    elliprd = scipys("scipy.special", "elliprd")
    return Elementwise(
        name=name, external=True, forward=lambda m: factor * called("elliprd", *args(m)), partials={"m": partial}, derivative_of=of,
        reference=in_doubles(lambda m: factor * elliprd(*args(m))), domain=_MODULUS, saturates=8.0, summary=summary,
    )  # fmt: skip


ellipk: Elementwise = special(
    "ellipk", "Complete elliptic integral of the first kind.", _MODULUS, {"m": lambda m: ellipk_slope(m)}
)
ellipe: Elementwise = special(
    "ellipe", "Complete elliptic integral of the second kind.", _MODULUS, {"m": lambda m: ellipe_slope(m)}
)
ellipkm1: Elementwise = special(
    "ellipkm1", "`ellipk` of 1 - p, exact near p = 0.", {"p": (0.1, 0.9)}, {"p": lambda p: -ellipkm1_slope(p)}
)


# of the series of ellipk (DLMF 19.5.1), differentiated: enough of it for |m| < 1/4
_SERIES = [0.5 * math.pi * n * (math.comb(2 * n, n) / 4**n) ** 2 for n in range(1, 29)]


def _slope_of_ellipk(m: Lane) -> Lane:
    """Return (E - (1 - m) K) / (2 m (1 - m)), and the series where that cancels."""
    rest = 1.0 - m
    return choose(
        abs(m) > 0.25,
        lambda: (called("ellipe", m) - rest * called("ellipk", m)) / (2.0 * m * rest),
        lambda: polynomial(m, _SERIES),
    )


def _second_of_ellipk(m: Any) -> Any:
    return _second_of_complete(
        m, 2, 0.75, lambda m: (0.25 * ellipk(m) - (1.0 - 2.0 * m) * ellipk_slope(m)) / m / (1.0 - m)
    )


ellipk_slope: Elementwise = slope(
    "ellipk_slope", "Derivative of `ellipk`.", _MODULUS, {"m": _second_of_ellipk}, _slope_of_ellipk, of="ellipk",
)  # fmt: skip
ellipkm1_slope: Elementwise = _carlson(
    "ellipkm1_slope", "ellipkm1", lambda m: (0.0, 1.0, m), 1.0 / 6.0,
    lambda m, out: where(
        m > 0.95, -_second_of_ellipk(where(m > 0.95, 1.0 - m, 0.0)),
        ((1.0 - 2.0 * m) * -out - 0.25 * ellipkm1(m)) / m / (1.0 - where(m > 0.95, 0.5, m)),
    ), "Derivative of `ellipk` at 1 - m.",
)  # fmt: skip
ellipe_slope: Elementwise = _carlson(
    "ellipe_slope", "ellipe", lambda m: (0.0, 1.0 - m, 1.0), -1.0 / 6.0,
    lambda m: _second_of_complete(m, 1, -0.25, lambda m: -0.5 * (ellipe_slope(m) + ellipk_slope(m)) / m),
    "Derivative of `ellipe`.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- incomplete


def _root(phi: AnyArray, m: Any, power: int = 1) -> Any:
    """Return a power of sqrt(1 - m sin(phi)^2): 1, or -3."""
    rest = 1.0 - m * square(sin(phi))
    return sqrt(rest) if power == 1 else reciprocal(rest * sqrt(rest))


def _of_incomplete(first: bool) -> Callable[..., Lane]:
    """Return what computes the derivative by m of the integral of the first kind, or the second."""

    def rule(phi: Lane, m: Lane) -> Lane:
        count = lane.rint(phi * (1.0 / math.pi))
        rest = lane.fma(count, -math.pi, phi)
        s, c = vecmath.sin(rest), vecmath.cos(rest)
        one = m.emitter.float(1.0)
        below = c * c + (1.0 - m) * s * s
        cube = s * s * s * (1.0 / 6.0)
        part = cube * called("elliprd", c * c, *((one, below) if first else (below, one)))
        part = part if first else -part
        complete = ellipk_slope if first else ellipe_slope
        return choose(count == 0.0, lambda: part, lambda: part + 2.0 * count * complete(m))

    return rule


_AMPLITUDE = {"phi": (0.3, 1.4), "m": (0.1, 0.9)}
ellipkinc: Elementwise = special(
    "ellipkinc", "Incomplete elliptic integral of the first kind.", _AMPLITUDE,
    {"phi": lambda phi, m: 1.0 / _root(phi, m), "m": lambda phi, m: ellipkinc_slope(phi, m)},
)  # fmt: skip
ellipeinc: Elementwise = special(
    "ellipeinc", "Incomplete elliptic integral of the second kind.", _AMPLITUDE,
    {"phi": lambda phi, m: _root(phi, m), "m": lambda phi, m: ellipeinc_slope(phi, m)},
)  # fmt: skip
ellipkinc_slope: Elementwise = slope(
    "ellipkinc_slope", "Derivative of `ellipkinc` by m.", _AMPLITUDE,
    {
        "phi": lambda phi, m: 0.5 * square(sin(phi)) * _root(phi, m, -3),
        "m": lambda phi, m: _second(phi, m, 2, 0.75, lambda m: (
            0.25 * ellipkinc(phi, m) - (1.0 - 2.0 * m) * ellipkinc_slope(phi, m)
            - 0.25 * sin(phi) * cos(phi) * _root(phi, m, -3)
        ) / (m * (1.0 - m))),
    }, _of_incomplete(first=True), of="ellipkinc",
)  # fmt: skip
ellipeinc_slope: Elementwise = slope(
    "ellipeinc_slope", "Derivative of `ellipeinc` by m.", _AMPLITUDE,
    {
        "phi": lambda phi, m: -0.5 * square(sin(phi)) / _root(phi, m),
        "m": lambda phi, m: _second(
            phi, m, 1, -0.25, lambda m: -0.5 * (ellipeinc_slope(phi, m) + ellipkinc_slope(phi, m)) / m
        ),
    }, _of_incomplete(first=False), of="ellipeinc",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- Jacobi's functions


def _jacobi(output: int, name: str, summary: str, by_u: Callable[..., Any], by_m: Callable[..., Any]) -> Elementwise:
    return output_of("ellipj", output, name, summary, {"u": (0.3, 1.4), "m": (0.1, 0.9)}, {"u": by_u, "m": by_m})


def _by_modulus(u: Any, m: Any) -> Any:
    """Return the derivative of the amplitude by m, over dn: the amplitude inverts the integral of the first kind."""
    return -ellipkinc_slope(ellipj_ph(u, m), m)


ellipj_sn: Elementwise = _jacobi(
    0, "ellipj_sn", "Jacobi's elliptic function sn.", lambda u, m: ellipj_cn(u, m) * ellipj_dn(u, m),
    lambda u, m: ellipj_cn(u, m) * ellipj_dn(u, m) * _by_modulus(u, m),
)  # fmt: skip
ellipj_cn: Elementwise = _jacobi(
    1, "ellipj_cn", "Jacobi's elliptic function cn.", lambda u, m: -ellipj_sn(u, m) * ellipj_dn(u, m),
    lambda u, m: -ellipj_sn(u, m) * ellipj_dn(u, m) * _by_modulus(u, m),
)  # fmt: skip
ellipj_dn: Elementwise = _jacobi(
    2, "ellipj_dn", "Jacobi's elliptic function dn.", lambda u, m: -m * ellipj_sn(u, m) * ellipj_cn(u, m),
    lambda u, m: -m * ellipj_sn(u, m) * ellipj_cn(u, m) * _by_modulus(u, m) - 0.5 * square(ellipj_sn(u, m)) / ellipj_dn(u, m),
)  # fmt: skip
ellipj_ph: Elementwise = _jacobi(
    3, "ellipj_ph", "Jacobi's amplitude.", lambda u, m: ellipj_dn(u, m), lambda u, m: ellipj_dn(u, m) * _by_modulus(u, m),
)  # fmt: skip

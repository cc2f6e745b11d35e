"""Orthogonal polynomials and Legendre functions under SciPy's names, differentiated with respect to x (DLMF 18.9, 14.10).

The derivative of each is one of the next family, so nothing is divided by what vanishes at the ends of an interval.

Tests: tests/ops/test_first_operation.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tapegrad.machine.lane import Lane
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import absolute, equal, logical_not, power, rint, sqrt, square, where
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.gamma import gamma, rgamma
from tapegrad.ops.special.hypergeometric_functions import bounded, far_confluent
from tapegrad.ops.special.ufunc_calls import called, rarely, special

_DEGREE = {"n": (1.2, 3.7), "x": (-0.8, 0.8)}
_SHIFTED = {"n": (1.2, 3.7), "x": (0.1, 0.9)}
_PARAMETER = {"n": (1.2, 3.7), "alpha": (0.6, 2.0), "x": (-0.8, 0.8)}


def _family(
    name: str, slope: Callable[..., Any], summary: str, domain: dict[str, tuple[float, float]] | None = None,
    computed: Callable[..., Lane] | None = None,
) -> Elementwise:  # fmt: skip
    domain = domain or _DEGREE
    return special(f"eval_{name}", summary, domain, {"x": slope}, foreign=True, computed=computed)


def _far_laguerre(n: Lane, alpha: Lane, x: Lane) -> Lane:
    """Return a Laguerre polynomial by the confluent function (DLMF 18.5.12), as SciPy does."""
    value = called("binom", n + alpha, n) * far_confluent(-n, alpha + 1.0, x)
    return where(alpha <= -1.0, math.nan, value)


_STEP = 2.0**-12
_NODES = (1, 2, 3)


def _lowered(family: Elementwise, n: Any, *others: Any, smooth: AnyArray | None = None) -> Lane:
    """Return a function of degree n - 1, which rounds off a small n, and is 0 for n = 0 where SciPy's need not be.

    It vanishes with n. Near 0 it is interpolated between degrees that are exact, with the digits of n, where it is
    `smooth`: everywhere, if that is not said.
    """
    zero = equal(n, 0.0)
    near = (absolute(n) < _STEP) & logical_not(zero)
    near = near if smooth is None else near & smooth
    value = where(zero, 0.0, family(where(near, 1.0, n - 1.0), *others))
    return rarely(near, value, lambda: _interpolated(lambda k: family(k * _STEP - 1.0, *others), n))


def _interpolated(f: Callable[..., Any], n: Any) -> Any:
    """Return a function of n that is 0 at 0, by its values k steps to both sides (Lagrange's formula for f(n) / n)."""
    t, total = n * (1.0 / _STEP), 0.0
    for k in _NODES:
        weight: Any = 0.5 / k
        for j in {*_NODES} - {k}:
            weight = weight * (square(t) - j * j) * (1.0 / (k * k - j * j))
        above, below = f(k), f(-k)
        total = total + weight * ((above - below) + t * (1.0 / k) * (above + below))
    return t * total


def _smooth(alpha: AnyArray) -> AnyArray:
    """Tell whether a Gegenbauer polynomial is smooth in degrees near 0: the quotient of gamma(n + 2 alpha) and
    gamma(2 alpha), which it has (DLMF 18.5.9), may have poles there.
    """
    twice = 2.0 * alpha
    return (alpha > 0.0) | (absolute(twice - rint(twice)) > 0.125)


eval_gegenbauer: Elementwise = _family(
    "gegenbauer",
    lambda n, alpha, x: where(
        equal(alpha, 0.0), 0.0, 2.0 * alpha * _lowered(eval_gegenbauer, n, alpha + 1.0, x, smooth=_smooth(alpha))
    ),
    "Gegenbauer polynomial of degree n.", _PARAMETER,
)  # fmt: skip
eval_genlaguerre: Elementwise = _family(
    "genlaguerre", lambda n, alpha, x: -_lowered(eval_genlaguerre, n, alpha + 1.0, x),
    "Generalized Laguerre polynomial of degree n.", _PARAMETER,
    lambda n, alpha, x: bounded("eval_genlaguerre", n, alpha, x, far=lambda: _far_laguerre(n, alpha, x)),
)  # fmt: skip


def _of_legendre(n: Any, x: AnyArray) -> Lane:
    """Return the derivative of P_n; of a negative degree it is that of P_(-n - 1), the same polynomial (DLMF 14.9.5)."""
    n = where(n < -0.5, -1.0 - n, n)
    return _lowered(eval_gegenbauer, n, 1.5, x)


def _of_chebyu(n: Any, x: AnyArray) -> Any:
    """Return the derivative of U_n; of a negative degree it is that of -U_(-n - 2), the same function (DLMF 18.5.2)."""
    low = n < -1.0
    n = where(low, -2.0 - n, n)
    value = 2.0 * _lowered(eval_gegenbauer, n, 2.0, x)
    return where(low, -value, where(equal(n, -1.0), 0.0, value))


eval_legendre = _family("legendre", _of_legendre, "Legendre polynomial of degree n.")
eval_chebyu = _family(
    "chebyu", _of_chebyu,
    "Chebyshev polynomial of the second kind.",
)  # fmt: skip
eval_chebyt = _family("chebyt", lambda n, x: n * _lowered(eval_chebyu, n, x), "Chebyshev polynomial of the first kind.")
eval_chebys = _family("chebys", lambda n, x: 0.5 * _of_chebyu(n, 0.5 * x), "`eval_chebyu` of x / 2.")
eval_chebyc = _family("chebyc", lambda n, x: n * _lowered(eval_chebys, n, x), "Twice `eval_chebyt` of x / 2.")
eval_laguerre = _family(
    "laguerre",
    lambda n, x: -_lowered(eval_genlaguerre, n, 1.0, x),
    "Laguerre polynomial of degree n.",
    computed=lambda n, x: bounded("eval_laguerre", n, x, far=lambda: _far_laguerre(n, 0.0 * n, x)),
)
eval_sh_legendre = _family(
    "sh_legendre", lambda n, x: 2.0 * _of_legendre(n, 2.0 * x - 1.0),
    "Legendre polynomial of 2 x - 1.", _SHIFTED,
)  # fmt: skip
eval_sh_chebyu = _family(
    "sh_chebyu", lambda n, x: 2.0 * _of_chebyu(n, 2.0 * x - 1.0),
    "Chebyshev polynomial of the second kind of 2 x - 1.", _SHIFTED,
)  # fmt: skip
eval_sh_chebyt = _family(
    "sh_chebyt", lambda n, x: 2.0 * n * _lowered(eval_sh_chebyu, n, x),
    "Chebyshev polynomial of the first kind of 2 x - 1.", _SHIFTED,
)  # fmt: skip


def _of_lpmv(m: Any, v: AnyArray, x: AnyArray) -> Lane:
    """Return the derivative by the next order (DLMF 14.10.1 and 14.10.4 together), which cancels nothing near the ends."""
    end, outside = equal(absolute(x), 1.0), absolute(x) > 1.0
    y = where(end | outside, 0.0, x)
    bow = 1.0 - square(y)  # rounded as SciPy rounds it, so that the errors of both cancel near the ends
    inside = -m * y * lpmv(m, v, y) / bow - lpmv(m + 1.0, v, y) / sqrt(bow)

    def beyond() -> Any:
        """Return that of Legendre's polynomials, which alone SciPy has there."""
        polynomial = equal(m, 0.0) & equal(v, rint(v))
        return where(polynomial, _of_legendre(where(polynomial, v, 0.0), where(outside, x, 2.0)), math.nan)

    return rarely(outside, rarely(end, inside, lambda: _of_lpmv_at_end(m, v, where(end, x, 0.5))), beyond)


def _of_lpmv_at_end(m: Any, v: AnyArray, x: AnyArray) -> Any:
    """Return the derivative of (1 - x**2)**(m / 2) times a Gegenbauer polynomial (DLMF 14.7.14, 18.7.9, 14.9.3)."""
    bow = (1.0 - x) * (1.0 + x)
    v, size = where(v < -0.5, -1.0 - v, v), absolute(m)
    factor = power(-2.0, size) * gamma(size + 0.5) * (1.0 / math.sqrt(math.pi))  # (-1)**m (2 m - 1)!!
    mirrored = power(-1.0, size) * rgamma(v + size + 1.0) * gamma(v - size + 1.0)
    bent = (2.0 * size + 1.0) * power(bow, 0.5 * size) * _gegenbauer(v - size - 1.0, size + 1.5, x)
    curved = power(bow, where(size > 0.0, 0.5 * size, 1.0) - 1.0) * _gegenbauer(v - size, size + 0.5, x)
    value = factor * (bent - where(size > 0.0, size * x * curved, 0.0))
    return where(m < 0.0, mirrored * value, value)


def _gegenbauer(n: Any, alpha: Any, x: AnyArray) -> Any:
    """Return a Gegenbauer function, 0 for a negative whole degree."""
    none = (n < 0.0) & equal(n, rint(n))
    return where(none, 0.0, eval_gegenbauer(where(none, 0.0, n), alpha, x))


lpmv: Elementwise = special(
    "lpmv", "Associated Legendre function of order m and degree v; with respect to x.",
    {"m": (1.0, 1.0), "v": (1.2, 3.7), "x": (-0.8, 0.8)}, {"x": _of_lpmv}, foreign=True,
)  # fmt: skip

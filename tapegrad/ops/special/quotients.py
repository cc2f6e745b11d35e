"""Quotients of gamma functions under SciPy's names (DLMF 5.2, 5.12, 26.3), also where some of these have poles.

The derivatives are logarithmic ones, differences of digamma. At a pole below, the function vanishes and 1 / gamma is what is
differentiated; where a pole stands above another one the differences of digamma are those of the reflected arguments
(DLMF 5.5.4, whose cotangents cancel). Where the function jumps there is no derivative, and NaN.
"""

from __future__ import annotations

import math
from typing import Any

from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise, recorder
from tapegrad.ops.elementwise import equal, logical_not, rint, where
from tapegrad.ops.special.calling import reference, special
from tapegrad.ops.special.gamma import digamma, exactly, gamma, rgamma_slope


def _pole(x: Any) -> Any:
    """Return where the gamma function has a pole."""
    return (x <= 0.0) & equal(x, rint(x))


def _difference(x: Any, y: Any, step: Any) -> Any:
    """Return digamma(x) - digamma(y) of numbers that differ by `step`, finite where both are at a pole."""
    reflected = equal(step, rint(step)) & (x < 0.5) & (y < 0.5)
    return digamma(where(reflected, 1.0 - x, x)) - digamma(where(reflected, 1.0 - y, y))


def _unless(mask: Any, x: Any, other: float = 1.0) -> Any:
    return where(mask, other, x)


def _defined(mask: Any, value: Any) -> Any:
    """Return NaN where a mask says that there is no derivative."""
    return where(mask, math.nan, value)


def _poch_by_z(z: Any, m: Any, out: Any) -> Any:
    vanishes = _pole(z) & logical_not(_pole(z + m))
    edge = gamma(where(vanishes, z + m, 1.0)) * rgamma_slope(where(vanishes, z, 1.0))
    return where(vanishes, edge, out * _difference(_unless(vanishes, z + m), _unless(vanishes, z), m))


poch: Elementwise = special(
    "poch", "gamma(z + m) / gamma(z).", {"z": (0.5, 3.0), "m": (0.5, 3.0)},
    {
        "z": _poch_by_z,
        "m": lambda z, m, out: _defined(_pole(z) & _pole(z + m), out * digamma(_unless(_pole(z + m), z + m))),
    },
)  # fmt: skip


def _binom_by_x(x: Any, y: Any, out: Any) -> Any:
    vanishes = _pole(x - y + 1.0) & logical_not(_pole(x + 1.0))
    rest = where(vanishes, x - y, 0.0)
    edge = poch(where(vanishes, y, 0.0) + 1.0, rest) * rgamma_slope(rest + 1.0)
    return where(vanishes, edge, out * _difference(_unless(vanishes, x + 1.0), _unless(vanishes, x - y + 1.0), y))


def _binom_by_y(x: Any, y: Any, out: Any) -> Any:
    """Return the derivative by y, which changes its sign as y becomes x - y."""
    above, below = _pole(x - y + 1.0), _pole(y + 1.0)
    upper, lower = where(above, x - y, 0.0), where(below, y, 0.0)
    edge = where(
        above,
        -poch(where(above, y, 0.0) + 1.0, upper) * rgamma_slope(upper + 1.0),
        poch(where(below, x - y, 0.0) + 1.0, lower) * rgamma_slope(lower + 1.0),
    )
    inside = out * (digamma(_unless(above | below, x - y + 1.0)) - digamma(_unless(above | below, y + 1.0)))
    return _defined(_pole(x + 1.0), where(above | below, edge, inside))


binom: Elementwise = special(
    "binom", "Binomial coefficient, of real numbers.", {"x": (3.2, 5.7), "y": (0.6, 2.7)},
    {"x": _binom_by_x, "y": _binom_by_y},
)  # fmt: skip


def _beta_by(x: Any, y: Any, out: Any) -> Any:
    """Return the derivative of the beta function by x."""
    vanishes = _pole(x + y) & logical_not(_pole(x) | _pole(y))
    edge = gamma(where(vanishes, x, 1.0)) * gamma(where(vanishes, y, 1.0)) * rgamma_slope(where(vanishes, x + y, 1.0))
    return where(vanishes, edge, out * _betaln_by(_unless(vanishes, x), _unless(vanishes, y)))


def _betaln_by(x: Any, y: Any) -> Any:
    """Return the derivative of the logarithm by x; at a pole of gamma(y), whole, nothing is defined beside it."""
    return _defined(_pole(y) & _pole(x + y), _difference(x, x + y, y))


beta: Elementwise = special(
    "beta", "Beta function.", {"x": (0.5, 3.0), "y": (0.5, 3.0)},
    {"x": _beta_by, "y": lambda x, y, out: _beta_by(y, x, out)},
)  # fmt: skip
betaln: Elementwise = special(
    "betaln", "Logarithm of the absolute value of the beta function.", {"x": (0.5, 3.0), "y": (0.5, 3.0)},
    {"x": _betaln_by, "y": lambda x, y: _betaln_by(y, x)},
)  # fmt: skip


@composite(
    reference("comb"), lambda rng: [((rng.uniform(3.0, 6.0, size=4), rng.uniform(0.5, 2.5, size=4)), {})],
    of_array=False, takes_complex=False,
)  # fmt: skip
def comb(N: Any, k: Any, *, exact: bool = False, repetition: bool = False) -> Any:
    """Binomial coefficient; 0 where k is not between 0 and N. With `exact` the integer itself, of plain numbers.

    Raises
    ------
    ArgumentError
        With `exact`, which has no derivative, for Tensors.
    """
    if exact:
        return exactly("comb", N, k, exact=True, repetition=repetition)
    N, k = recorder.as_tensor(N, "comb"), recorder.as_tensor(k, "comb")
    if repetition:
        return comb(N + k - 1.0, k)
    N, k = N + 0.0, k + 0.0
    inside = (k <= N) * (N >= 0.0) * (k >= 0.0)
    return where(inside, binom(where(inside, N, 1.0), where(inside, k, 1.0)), 0.0)

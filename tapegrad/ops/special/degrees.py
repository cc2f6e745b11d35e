"""Functions whose first argument is a whole number, an order or a degree: it is data without derivative.

SciPy takes an integer there, and so do the functions here; in the ops under them it is a double.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine import lane
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise, recorder, scipy_ufuncs
from tapegrad.ops.elementwise import equal, exp, square, where
from tapegrad.ops.references import doubled
from tapegrad.ops.special.bessel import kv, yv
from tapegrad.ops.special.calling import called, of_whole

_POSITIVE = (0.5, 4.0)


def _declare(
    name: str, summary: str, slope: Callable[[Elementwise, Any, Any], Any], interval: tuple[float, float] = (0.5, 4.0),
    ufunc: str = "",
) -> Any:  # fmt: skip
    """Declare a function of `scipy.special`: an op of doubles, and in front of it one that takes whole numbers alone."""
    ufunc = ufunc or name
    reference = of_whole(ufunc, [0], "scipy.special._ufuncs")
    op: Elementwise = Elementwise(
        name=f"{name}_op", external=True, forward=lambda n, x: called(ufunc, lane.trunc(n), x, whole=True), partials={"x": lambda n, x: slope(op, n, x)},
        reference=reference, domain={"n": (2.0, 2.0), "x": interval}, edges=[((None, None), None)],
        summary=summary, saturates=20, foreign=True,
    )  # fmt: skip

    def function(n: Any, x: Any) -> Any:
        degrees = n if isinstance(n, recorder.tensor) else np.asarray(n)
        if degrees.dtype.kind not in "iub":
            raise ArgumentError(
                f"{name}: expected whole numbers as first argument, got dtype {degrees.dtype}. Use np.rint and astype(int)."
            )
        x = recorder.as_tensor(x, name)
        x = x if x.dtype.kind == "f" else x.astype(np.float64)
        return op(degrees.astype(x.dtype), x)

    function.__name__, function.__doc__, function.__module__ = name, summary, __name__

    def samples(rng: np.random.Generator) -> list[Any]:
        return [((n, rng.uniform(*interval, size=3)), {}) for n in (0, 3)]

    def in_dtype(n: Any, x: Any) -> Any:
        return reference(n, np.asarray(x))

    in_dtype.__name__ = name
    own = scipy_ufuncs[name] = composite(doubled(in_dtype), samples, of_array=False, takes_complex=False)(function)
    return own


def _lower(op: Elementwise, n: Any, x: Any) -> Any:
    """Return a polynomial of one degree less, 0 for degree 0."""
    return where(equal(n, 0.0), 0.0, op(n - 1.0, x))


def _neighbours(sign: float, upper: float) -> Callable[[Elementwise, Any, Any], Any]:
    """Return the derivative of a spherical function by those of the orders next to its own (DLMF 10.51.2 and 10.51.5)."""

    def slope(op: Elementwise, n: Any, x: Any) -> Any:
        first = equal(n, 0.0)
        below = where(first, 0.0, n * op(where(first, 1.0, n) - 1.0, x))
        return sign * (below + upper * (n + 1.0) * op(n + 1.0, x)) / (2.0 * n + 1.0)

    return slope


def _order_less(op: Elementwise, n: Any, x: Any) -> Any:
    """Return the derivative of the exponential integral (DLMF 8.19.13), whose order 0 is exp(-x) / x."""
    first = equal(n, 0.0)
    return where(first, -exp(-x) * (1.0 + x) / square(x), -op(where(first, 1.0, n) - 1.0, x))


eval_hermite = _declare("eval_hermite", "Hermite polynomial of degree n.", lambda op, n, x: 2.0 * n * _lower(op, n, x))
eval_hermitenorm = _declare(
    "eval_hermitenorm",
    "Hermite polynomial of degree n, with leading coefficient 1.",
    lambda op, n, x: n * _lower(op, n, x),
)
expn = _declare("expn", "Exponential integral of order n, of exp(-x t) / t**n over t > 1.", _order_less)
spherical_jn = _declare(
    "spherical_jn", "Spherical Bessel function of the first kind.", _neighbours(1.0, -1.0), ufunc="_spherical_jn"
)
spherical_yn = _declare(
    "spherical_yn", "Spherical Bessel function of the second kind.", _neighbours(1.0, -1.0), ufunc="_spherical_yn"
)
spherical_in = _declare(
    "spherical_in",
    "Modified spherical Bessel function of the first kind.",
    _neighbours(1.0, 1.0),
    ufunc="_spherical_in",
)
spherical_kn = _declare(
    "spherical_kn",
    "Modified spherical Bessel function of the second kind.",
    _neighbours(-1.0, 1.0),
    ufunc="_spherical_kn",
)
yn = _declare(
    "yn", "Bessel function of the second kind of whole order.", lambda op, n, x: 0.5 * (yv(n - 1.0, x) - yv(n + 1.0, x))
)
kn = _declare(
    "kn",
    "Modified Bessel function of the second kind of whole order.",
    lambda op, n, x: -0.5 * (kv(n - 1.0, x) + kv(n + 1.0, x)),
)

"""Functions whose first argument is a whole number, an order or a degree: it is data without derivative.

SciPy takes an integer there, and so do the functions here; in the ops under them it is a double.

Tests: tests/ops/test_batched.py, tests/ops/test_whole_line.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine import lane
from tapegrad.machine.lane import Lane
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import equal, exp, square, where
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.special.bessel import kv, yv
from tapegrad.ops.special.ufunc_calls import called, of_whole

_POSITIVE = (0.5, 4.0)


def _declare(
    name: str, summary: str, slope: Callable[[Elementwise, Any, Any], Any], interval: tuple[float, float] = (0.5, 4.0),
    spherical: Callable[..., Lane] | None = None,
) -> Any:  # fmt: skip
    """Declare a function of `scipy.special`: an op of doubles, and in front of it one that takes whole numbers alone.

    A `spherical` function takes SciPy's keyword `derivative`. It is SciPy's for numbers that are not negative, and for the others
    ``spherical(n, -x, value)`` with the value at -x (DLMF 10.47(v)), which SciPy's are since its version 1.15 too.
    """
    ufunc = f"_{name}" if spherical else name
    reference = of_whole(ufunc, [0], "scipy.special._ufuncs")

    def forward(n: Lane, x: Lane) -> Lane:
        n, size = lane.trunc(n), abs(x) if spherical else x
        value = called(ufunc, n, size, whole=True)
        return lane.select(x < 0.0, spherical(n, size, value), value) if spherical else value

    op: Elementwise = Elementwise(
        name=f"{name}_op", external=True, forward=forward, partials={"x": lambda n, x: slope(op, n, x)},
        reference=reference, domain={"n": (2.0, 2.0), "x": interval},
        summary=summary, saturates=20, foreign=True,
    )  # fmt: skip

    def applied(n: Any, x: AnyArray, derivative: bool) -> Any:
        degrees = n if isinstance(n, runtime.tensor) else np.asarray(n)
        if degrees.dtype.kind not in "iub":
            raise ArgumentError(
                f"{name}: expected whole numbers as first argument, got dtype {degrees.dtype}. Use np.rint and astype(int)."
            )
        x = runtime.as_tensor(x, name)
        if x.dtype.kind != "f" or not isinstance(n, int):  # beside an array of integers SciPy takes doubles
            x = x.astype(np.float64)
        return slope(op, degrees.astype(x.dtype), x) if derivative else op(degrees.astype(x.dtype), x)

    def simple(n: Any, x: AnyArray) -> Any:
        return applied(n, x, False)

    def with_derivative(n: Any, z: Any, derivative: bool = False) -> Any:
        return applied(n, z, derivative)

    function = with_derivative if spherical else simple
    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__ = summary, __name__

    def samples(rng: np.random.Generator) -> list[Any]:
        return [((n, rng.uniform(*interval, size=3)), {}) for n in (0, 3)]

    def in_dtype(n: Any, x: AnyArray) -> Any:
        return reference(n, np.asarray(x))

    in_dtype.__name__ = name
    declared = scipy_ufuncs[name] = composite(
        doubled(in_dtype), samples, of_array=False, takes_complex=False, lacks=frozenset({"n"})
    )(function)
    return declared


def _lower(op: Elementwise, n: Any, x: AnyArray) -> Any:
    """Return a polynomial of one degree less, 0 for degree 0."""
    return where(equal(n, 0.0), 0.0, op(n - 1.0, x))


def _neighbours(sign: float, upper: float) -> Callable[[Elementwise, Any, Any], Any]:
    """Return the derivative of a spherical function by those of the orders next to its own (DLMF 10.51.2 and 10.51.5)."""

    def slope(op: Elementwise, n: Any, x: AnyArray) -> Any:
        first = equal(n, 0.0)
        below = where(first, 0.0, n * op(where(first, 1.0, n) - 1.0, x))
        return sign * (below + upper * (n + 1.0) * op(n + 1.0, x)) / (2.0 * n + 1.0)

    return slope


def _order_less(op: Elementwise, n: Any, x: AnyArray) -> Any:
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


def _parity(n: Lane, value: Lane, even: float) -> Lane:
    """Return a value at the mirrored number: times a sign for even orders, and its negative for odd ones."""
    return lane.select(2.0 * lane.floor(0.5 * n) == n, even * value, -even * value)


spherical_jn = _declare(
    "spherical_jn", "Spherical Bessel function of the first kind.", _neighbours(1.0, -1.0),
    spherical=lambda n, x, value: _parity(n, value, 1.0),
)  # fmt: skip
spherical_yn = _declare(
    "spherical_yn", "Spherical Bessel function of the second kind.", _neighbours(1.0, -1.0),
    spherical=lambda n, x, value: _parity(n, value, -1.0),
)  # fmt: skip
spherical_in = _declare(
    "spherical_in", "Modified spherical Bessel function of the first kind.", _neighbours(1.0, 1.0),
    spherical=lambda n, x, value: _parity(n, value, 1.0),
)  # fmt: skip
spherical_kn = _declare(
    "spherical_kn", "Modified spherical Bessel function of the second kind.", _neighbours(-1.0, 1.0),
    spherical=lambda n, x, value: _parity(n, value, -1.0) - math.pi * called("_spherical_in", n, x, whole=True),
)  # fmt: skip
yn = _declare(
    "yn", "Bessel function of the second kind of whole order.", lambda op, n, x: 0.5 * (yv(n - 1.0, x) - yv(n + 1.0, x))
)
kn = _declare(
    "kn",
    "Modified Bessel function of the second kind of whole order.",
    lambda op, n, x: -0.5 * (kv(n - 1.0, x) + kv(n + 1.0, x)),
)

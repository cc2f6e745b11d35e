"""Hypergeometric functions, differentiated with respect to their last argument (DLMF 13.3, 15.5, 16.3).

Tests: tests/ops/test_far_out.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine.lane import Lane, libm
from tapegrad.machine.routines import choose, repeat, routine
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise, General
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import absolute, equal, exp, power, rint, square, where
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.special.ufunc_calls import called, in_dtype_of_argument, rarely, special

hyp0f1: Elementwise = special(
    "hyp0f1", "Confluent hypergeometric limit function 0F1; with respect to z.", {"v": (0.5, 2.5), "z": (-2.0, 2.0)},
    {"z": lambda v, z: hyp0f1(v + 1.0, z) / v}, foreign=True,
)  # fmt: skip
_MOST = 1e6  # of an argument: the steps of SciPy's confluent function grow with it without end
_STEPS = 100


def bounded(name: str, *args: Lane, far: Callable[[], Lane]) -> Lane:
    """Return the value of one of SciPy's confluent functions, and another one where that would take too long."""
    near = functools.reduce(operator.and_, [absolute(x) <= _MOST for x in args])
    return rarely(~near, called(name, *[where(near, x, 1.0) for x in args]), far)


def far_confluent(a: Lane, b: Lane, x: Lane) -> Lane:
    """Return the confluent function of large arguments."""
    return libm(routine("hyp1f1_far", 3, _far_confluent), a, b, x)


def _is_integral(x: Lane) -> Lane:
    return (x <= 0.0) & equal(x, rint(x))


def _far_confluent(a: Lane, b: Lane, x: Lane) -> Lane:
    """Return the value of large arguments: the polynomials of degree 0 and 1, the series where b is the largest, the expansion
    where x is, infinite at SciPy's poles, and else NaN, since no bounded formula serves."""
    linear, b_pole = equal(a, 0.0) | equal(a, -1.0), _is_integral(b) & ~(_is_integral(a) & (a >= b))
    series = linear | ((absolute(a) + 1.0) * absolute(x) <= 0.5 * absolute(b))
    expands = (absolute(a) + 1.0) * (absolute(a - b) + 1.0) <= 0.1 * absolute(x)
    nan = a.emitter.float(math.nan)
    value = choose(
        series,
        lambda: _summed(lambda n: (a + n) / (n + 1.0) * (x / (b + n)), a),
        lambda: choose(expands, lambda: _expanded(a, b, x), lambda: nan),
    )
    return where(b_pole, math.inf, value)


def _summed(ratio: Callable[[Lane], Lane], like: Lane) -> Lane:
    """Return 1 and the terms that follow each other by ratios, until they change nothing."""
    one = like.emitter.float(1.0)

    def step(n: Lane, term: Lane, total: Lane) -> Any:
        term = term * ratio(n)
        return [n + 1.0, term, total + term], absolute(term) > 1e-17 * absolute(total)

    return repeat([one - 1.0, one, one], step, _STEPS)[-1]


def _expanded(a: Lane, b: Lane, x: Lane) -> Lane:
    """Return the expansion in 1 / x (DLMF 13.7.2 with 13.2.39): the other exponential is 0, or overflows if this one is no polynomial."""
    terms = _summed(lambda n: (a + n) / (n + 1.0) * ((a - b + 1.0 + n) / -x), a)
    factor = called("poch", b - a, a)
    odd = _is_integral(a) & (x > 0.0) & ~equal(a, 2.0 * rint(0.5 * a))
    value = where(equal(factor, 0.0), 0.0, factor * power(absolute(x), -a) * terms)
    grows = (x > 0.0) & ~_is_integral(a)
    return where(grows, math.inf * called("gammasgn", a) * called("gammasgn", b), where(odd, -value, value))


hyp1f1: Elementwise = special(
    "hyp1f1", "Confluent hypergeometric function 1F1; with respect to x.", {"a": (0.5, 2.5), "b": (0.6, 2.5), "x": (-2.0, 2.0)},
    {"x": lambda a, b, x: _of_confluent(a, b, x)}, foreign=True,
    computed=lambda a, b, x: bounded("hyp1f1", a, b, x, far=lambda: far_confluent(a, b, x)),
)  # fmt: skip


def _of_confluent(a: AnyArray, b: AnyArray, x: AnyArray) -> AnyArray:
    """Return the derivative (DLMF 13.3.15); where a is 0 or -1 that of a polynomial, also if b is a pole of the next function."""
    simple = equal(a, 0.0) | equal(a, -1.0)
    return a / b * where(simple, 1.0, hyp1f1(where(simple, 1.0, a + 1.0), where(simple, 1.0, b + 1.0), x))


def _of_four(
    name: str, parameters: tuple[str, ...],
    slope: Callable[..., tuple[Any, tuple[Any, Any, Any]]],
    summary: str, points: tuple[Any, Any], derivative: Callable[..., Any] | None = None,
) -> Any:  # fmt: skip
    """Declare a ufunc of three numbers and of what it is differentiated by: of one argument more than elementwise ops have.

    ``slope(*numbers)`` gives a factor, and the numbers with which the same function is the derivative; `derivative` computes it there,
    if not the ufunc itself.
    """
    ufunc = scipys("scipy.special", name)
    sample, (low, high) = points

    def forward(z: AnyArray, *, numbers: tuple[float, ...], order: int) -> np.ndarray:
        values = (derivative or ufunc)(*numbers, z) if order else ufunc(*numbers, z)
        return np.asarray(values).astype(np.float32 if z.dtype == np.float32 else np.float64)

    def adjoint(g: AnyArray, z: Any, numbers: tuple[float, ...], order: int) -> AnyArray:
        factor, others = slope(*numbers)
        return g * (op(z, numbers=others, order=order + 1) * factor) if factor else g * 0.0

    op = General(
        name=f"{name}_op", forward=forward, infer=lambda z, numbers, order: z, adjoints={"z": adjoint},
        reference=doubled(forward), may_fail=False, samples=lambda rng: [((rng.uniform(low, high, size=(2, 3)),), {"numbers": sample, "order": 0})],
        summary=summary, batched=True,
    )  # fmt: skip

    def function(*args: Any) -> Any:
        *numbers, z = args
        if len(args) != 4 or not all(isinstance(x, (int, float, np.number)) for x in numbers):
            raise ArgumentError(
                f"{name}: expected numbers for {', '.join(parameters)} and a Tensor, got {args!r:.200}. It is differentiated "
                "with respect to the last argument alone."
            )
        z = runtime.as_tensor(z, name)
        return op(z if z.dtype.kind == "f" else z.astype(np.float64), numbers=tuple(map(float, numbers)), order=0)

    function.__name__, function.__doc__, function.__module__ = (
        name,
        f"{summary}\n\nThe parameters are numbers.",
        __name__,
    )
    declared = scipy_ufuncs[name] = composite(
        in_dtype_of_argument(name, 3),
        lambda rng: [((2, 1, 3, rng.uniform(low, high, size=4)), {})],
        of_array=False,
        takes_complex=False,
        lacks=frozenset(parameters),
    )(function)
    return declared


def _slope_of_hyp2f1(a: float, b: float, c: float) -> tuple[float, tuple[float, float, float]]:
    """Return the factor and parameters of the derivative (DLMF 15.5.1). c = 0 is a pole, unless a = c is cancelled, as SciPy does."""
    factor = b if a == c != b else 0.0 if a * b == 0.0 else a * b / c if c else math.nan
    return factor, (a + 1.0, b + 1.0, c + 1.0)


def _derivative_of_hyp2f1(a: float, b: float, c: float, z: AnyArray) -> AnyArray | np.ndarray:
    """Return 2F1 for derivatives. Beside 1, SciPy's real values are wrong where a + b > c, which is usual there; its
    complex ones are right. A polynomial of degree 0 is 1 for every c.
    """
    if a == c != b:
        return (1.0 - z) ** -b
    if a * b == 0.0:
        return np.ones_like(z)
    ufunc = scipys("scipy.special", "hyp2f1")
    values = np.asarray(ufunc(a, b, c, z))
    beside = (z > 0.9) & (z < 1.0) & (b != c)
    return np.where(beside, ufunc(a, b, c, np.where(beside, z, 0.0) + 0j).real, values) if np.any(beside) else values


hyp2f1 = _of_four(
    "hyp2f1", ("a", "b", "c"), _slope_of_hyp2f1, "Gauss's hypergeometric function 2F1; with respect to x.",
    ((1.5, 0.5, 2.5), (-0.8, 0.8)), _derivative_of_hyp2f1,
)  # fmt: skip
eval_jacobi = _of_four(
    "eval_jacobi", ("n", "alpha", "beta"),
    lambda n, alpha, beta: (0.5 * (n + alpha + beta + 1.0) * (n != 0), (n - 1.0, alpha + 1.0, beta + 1.0)),
    "Jacobi polynomial of degree n; with respect to x.", ((3.0, 0.5, 1.2), (-0.8, 0.8)),
)  # fmt: skip


def relative_growth(u: AnyArray) -> AnyArray:
    """Return 1F1(2; 3; u) = 2 (exp(u) (u - 1) + 1) / u**2, by which functions change that are like (exp(u) - 1) / u."""
    small = absolute(u) < 5.0
    away = where(small, 5.0, u)
    return where(small, hyp1f1(2.0, 3.0, where(small, u, 0.0)), 2.0 * (exp(away) * (away - 1.0) + 1.0) / square(away))

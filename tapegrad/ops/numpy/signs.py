"""NumPy's smaller elementwise functions: of signs, remainders and angles, those that pass NaN over, `sinc` and `i0`.

Tests: tests/ops/test_random_calls.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.machine import lane
from tapegrad.machine.lane import libm, select
from tapegrad.ops.complex_numbers import in_floats, joined, parts
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import (
    INF,
    LN2,
    NAN,
    absolute,
    equal,
    isnan,
    logaddexp,
    maximum,
    minimum,
    multiply,
    power,
    sign,
    sin,
    trunc,
    where,
)
from tapegrad.ops.numpy.array_writes import target_of
from tapegrad.ops.numpy.conversions import in_one_float
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.special import bessel

# ------------------------------------------------------------------------------------------------- ops

fmod = Elementwise(
    name="fmod", forward=lambda x1, x2: libm("fmod", x1, x2),
    partials={"x1": lambda: 1, "x2": lambda x1, x2: -trunc(x1 / x2)},
    reference=np.fmod, domain={"x1": (2.9, 3.2), "x2": (1.1, 1.4)}, special=[(7.0, -2.0), (-7.0, 2.0), (5.0, INF), (1.0, 0.0)],
    kinks="1 and -trunc(x1 / x2), also where it jumps", summary="Remainder with the sign of the dividend.",
)  # fmt: skip
copysign: Elementwise = Elementwise(
    name="copysign", forward=lambda x1, x2: lane.copysign(x1, x2),
    partials={"x1": lambda x1, x2: sign(x1) * copysign(1.0, x2), "x2": lambda: 0},
    reference=np.copysign, domain={"x1": (0.2, 3.0), "x2": (0.2, 3.0)}, special=[(1.0, -0.0), (-2.0, 0.0), (INF, -1.0), (0.0, -3.0)],
    edges=[((None, NAN), None)], kinks="0 where x1 is 0", summary="Magnitude of x1 with the sign of x2.",
)  # fmt: skip
heaviside = Elementwise(
    name="heaviside", forward=lambda x1, x2: select(x1 == 0.0, x2, select(x1 > 0.0, 1.0, select(x1 < 0.0, 0.0, x1))),
    partials={"x1": lambda: 0, "x2": lambda x1: where(equal(x1, 0.0), 1.0, where(isnan(x1), x1, 0.0))},
    reference=np.heaviside, domain={"x1": (0.2, 3.0), "x2": (-3.0, 3.0)}, special=[(0.0, 0.5), (-0.0, 2.0), (NAN, 1.0), (-INF, 1.0)],
    kinks="0 with respect to x1 everywhere", summary="0 below 0, 1 above, x2 at 0.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _numbers(count: int = 1, low: float = -3.0) -> Callable[..., Any]:
    return lambda rng: [(tuple(rng.uniform(low, 3.0, (2, 3)) for _ in range(count)), {})]


def _with_nan(rng: np.random.Generator) -> list[Any]:
    x, y = rng.normal(size=(2, 4))
    x[0] = y[1] = np.nan
    return [((x, y), {}), ((x, 0.25), {})]


@composite(np.fmax, _with_nan, kinks="half to each where both are equal", of_array=False)
def fmax(x1: Any, x2: Any) -> Any:
    """Return the larger one; the other one where one is NaN."""
    return where(isnan(x1), x2, where(isnan(x2), x1, maximum(x1, x2)))


@composite(np.fmin, _with_nan, kinks="half to each where both are equal", of_array=False)
def fmin(x1: Any, x2: Any) -> Any:
    """Return the smaller one; the other one where one is NaN."""
    return where(isnan(x1), x2, where(isnan(x2), x1, minimum(x1, x2)))


@composite(np.fix, _numbers(), kinks="0 everywhere", takes_complex=False)
def fix(x: Tensor, out: Any = None) -> Tensor:
    """Round towards 0."""
    return trunc(x)


@composite(np.fabs, _numbers(), kinks="0 at 0", takes_complex=False)
def fabs(x: Tensor) -> Tensor:
    """Return the absolute value of real numbers."""
    return absolute(in_floats(x))


@composite(np.float_power, _numbers(2, 0.5), of_array=False)
def float_power(x1: Any, x2: Any) -> Any:
    """Return x1 to the power x2, in double precision at least."""
    return power(multiply(x1, np.ones((), np.float64)), x2)


@composite(np.logaddexp2, _numbers(2), of_array=False, takes_complex=False)
def logaddexp2(x1: Any, x2: Any) -> Tensor:
    """Return ``log2(2**x1 + 2**x2)``."""
    x1, x2 = in_one_float(np.logaddexp2, x1, x2)
    return logaddexp(x1 * LN2, x2 * LN2) / LN2


def _scaled(function: Any, factor: float, summary: str) -> Callable[..., Any]:
    def scaled(x: AnyArray) -> Tensor:
        return in_floats(x) * factor

    scaled.__name__, scaled.__doc__ = function.__name__, summary
    return composite(function, _numbers(), takes_complex=False)(scaled)


deg2rad = _scaled(np.deg2rad, math.pi / 180.0, "Convert degrees to radians.")
radians = _scaled(np.radians, math.pi / 180.0, "Convert degrees to radians.")
rad2deg = _scaled(np.rad2deg, 180.0 / math.pi, "Convert radians to degrees.")
degrees = _scaled(np.degrees, 180.0 / math.pi, "Convert radians to degrees.")


@composite(np.modf, _numbers(), kinks="1 and 0 everywhere", takes_complex=False)
def modf(x: Tensor) -> tuple[Any, Any]:
    """Return the fractional and the integral part, both with the sign of x."""
    x = in_floats(x)
    integral = trunc(x)
    return copysign(where(equal(absolute(x), INF), 0.0, x - integral), x.detach()), integral


@composite(np.nan_to_num, lambda rng: [((np.array([np.nan, np.inf, -np.inf, 1.5]),), {"posinf": 3.0, "neginf": -3.0})], of_array=False, kinks="0 where a number is put in")  # fmt: skip
def nan_to_num(
    x: Any, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Tensor:
    """Put numbers in place of NaN and infinities: in a new array, or with ``copy=False`` in the one that is given."""
    if not copy:
        x = target_of(x, "nan_to_num")
        return runtime.write(x, _numbers_of(x, nan, posinf, neginf), "nan_to_num")
    return _numbers_of(runtime.as_tensor(x, "nan_to_num"), nan, posinf, neginf)


def _numbers_of(x: Any, nan: Any, posinf: Any, neginf: Any) -> Any:
    if x.dtype.kind == "c":
        return joined(*[_numbers_of(part, nan, posinf, neginf) for part in parts(x)])
    if x.dtype.kind != "f":
        return x.clone()
    dtype, limits = x.dtype, np.finfo(x.dtype)
    x = where(equal(x, INF), float(limits.max) if posinf is None else posinf, x)
    x = where(equal(x, -INF), float(limits.min) if neginf is None else neginf, x)
    numbers = where(isnan(x), nan, x)
    return numbers if numbers.dtype == dtype else numbers.astype(dtype)


_NEAR = 2.0  # where the series of sin(t) / t serves
_SERIES = [(-1.0) ** k / math.factorial(2 * k + 1) for k in range(16)]


@composite(
    np.sinc, lambda rng: [((np.array([0.0, -0.2, 0.63, 0.65, -1.5, 3.7]),), {})], kinks="none: at 0 by its series"
)
def sinc(x: Tensor) -> Tensor:
    """Return ``sin(pi x) / (pi x)``, 1 at 0; near 0 by its power series, which has the derivatives of all orders."""
    t = x * math.pi
    near = absolute(t.detach()) < _NEAR
    inside = where(near, t, 1.0)
    squared, series = inside * inside, inside * 0.0 + _SERIES[-1]
    for coefficient in reversed(_SERIES[:-1]):
        series = series * squared + coefficient
    outside = where(near, _NEAR, t)
    return where(near, series, sin(outside) / outside)


@composite(np.i0, _numbers(), takes_complex=False)
def i0(x: Tensor) -> Tensor:
    """Return the modified Bessel function of the first kind of order 0."""
    return bessel.i0(x)


@composite(np.real_if_close, lambda rng: [((rng.normal(size=3) + 1j * rng.normal(size=3),), {}), ((rng.normal(size=3) + 1e-15j,), {"tol": 1000})], complex=True)  # fmt: skip
def real_if_close(a: Tensor, tol: float = 100) -> Tensor:
    """Return the real part if all imaginary parts are within `tol` roundings of 1 (or `tol`, if that is not above 1) of 0."""
    if a.dtype.kind != "c":
        return a
    limit = tol * float(np.finfo(a.dtype).eps) if tol > 1 else tol
    return a.real if bool((absolute(a.imag.detach()) < limit).all()) else a

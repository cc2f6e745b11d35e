"""Elementwise ops: arithmetic, powers and logarithms, trigonometry, comparison and choice.

Each record holds the scalar forward function and one partial for each argument. Conventions at kinks follow one rule:
the derivative if it exists, else the subgradient of least norm (0 for abs at 0, relu at 0), and half to
each side where two arguments tie.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.machine import lane
from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.elementary_functions import vecinverse, veclog, veclog_single, vecmath, vecmath_single
from tapegrad.machine.lane import Lane, as_mask, libm, select
from tapegrad.ops.declare import Elementwise, by_name
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.references import scipys
from tapegrad.ops.runtime import AnyArray, runtime

LN2, LN10 = math.log(2.0), math.log(10.0)
POSITIVE = (0.1, 4.0)
INF, NAN = math.inf, math.nan


add = Elementwise(
    forward=lambda x1, x2: x1 + x2, partials={"x1": lambda: 1, "x2": lambda: 1}, reference=np.add, takes_complex=True,
    hot=True, exact=True, summary="Sum of two arrays.",
)  # fmt: skip
subtract = Elementwise(
    forward=lambda x1, x2: x1 - x2, partials={"x1": lambda: 1, "x2": lambda: -1}, reference=np.subtract,
    takes_complex=True, hot=True, exact=True, summary="Difference.",
)  # fmt: skip
multiply = Elementwise(
    forward=lambda x1, x2: x1 * x2, partials={"x1": lambda x2: x2, "x2": lambda x1: x1}, reference=np.multiply,
    takes_complex=True, hot=True, exact=True, summary="Product, element by element.",
)  # fmt: skip
divide = Elementwise(
    forward=lambda x1, x2: x1 / x2, partials={"x1": lambda x2: 1.0 / x2, "x2": lambda x2, out: -out / x2},
    reference=np.divide, takes_complex=True, hot=True, exact=True, domain={"x2": POSITIVE},
    edges=[((a, b), (0.0, NAN)) for a in (INF, -INF) for b in (INF, -INF)], summary="Quotient.",
)  # fmt: skip
negative = Elementwise(
    forward=lambda x: -x, partials={"x": lambda: -1}, reference=np.negative, takes_complex=True, hot=True, exact=True,
    summary="Negative.",
)  # fmt: skip

positive = Elementwise(
    forward=lambda x: x, partials={"x": lambda: 1}, reference=np.positive, takes_complex=True, hot=True, exact=True,
    summary="The value itself, as a result of its own.",
)  # fmt: skip
detached = Elementwise(
    name="detached", forward=lambda x: x, partials={"x": None}, reference=np.positive,
    summary="The value itself, without derivative: detach() and no_grad() on a sealed tape.",
)  # fmt: skip


def _gate(x1: AnyArray, x2: AnyArray) -> np.ndarray:
    """Return what `gated_multiply` is on arrays and numbers."""
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        product = np.multiply(x1, x2)
    return np.where(np.equal(x1, 0) | np.equal(x2, 0), product.dtype.type(0), product)


gated_multiply = Elementwise(
    name="gated_multiply", forward=lambda x1, x2: lane.gated(x1, x2), single=lane.gated,
    partials={"x1": lambda x2: x2, "x2": lambda x1: x1}, reference=_gate, takes_complex=True, hot=True,
    special=[(0.0, INF), (0.0, NAN), (1.0, INF), (INF, 0.0)],
    summary="Product under absolute zero: 0 where either factor is 0, even if the other one is infinite or NaN. "
    "Its derivatives are those of a product. What derivatives multiply with.",
)  # fmt: skip


def contribution(g: AnyArray, partial: Any) -> Any:
    """Return ``g * partial`` under absolute zero, of arrays and Tensors: what an elementwise op hands to an
    argument."""
    return lane.contribution(g, partial, _gated)


def _gated(g: AnyArray, partial: AnyArray) -> AnyArray:
    if isinstance(partial, (int, float)):
        zeros = np.zeros(g.shape, g.dtype)
        return runtime.from_array(zeros) if isinstance(g, runtime.tensor) else zeros
    return gated_multiply(g, partial if partial.dtype == g.dtype else partial.astype(g.dtype))


def _remainder(x1: Lane, x2: Lane) -> Lane:
    """Return Python's remainder: the sign of the divisor."""
    r = libm("fmod", x1, x2)
    wrapped = select((r != 0.0) & ((r < 0.0) ^ (x2 < 0.0)), r + x2, r)
    return select(r == 0.0, lane.copysign(0.0, x2), wrapped)


def _floor_divide(x1: Lane, x2: Lane) -> Lane:
    """Return the quotient less the remainder's share, which is integral but for rounding."""
    r = libm("fmod", x1, x2)
    quotient = (x1 - r) / x2
    quotient = select((r != 0.0) & ((r < 0.0) ^ (x2 < 0.0)), quotient - 1.0, quotient)
    below = lane.floor(quotient)
    integral = select(quotient - below > 0.5, below + 1.0, below)
    exact = x1 / x2
    integral = select(quotient == 0.0, lane.copysign(0.0, exact), integral)
    return select(x2 == 0.0, exact, integral)


floor_divide = Elementwise(
    forward=_floor_divide, partials={"x1": lambda: 0, "x2": lambda: 0}, reference=np.floor_divide,
    domain={"x1": (0.3, 0.9), "x2": (1.1, 2.0)}, special=[(7.0, -2.0), (-7.0, 2.0), (1.0, 0.1)], kinks="0 everywhere",
    summary="Floor of the quotient.",
)  # fmt: skip
remainder = Elementwise(
    forward=_remainder, partials={"x1": lambda: 1, "x2": lambda x1, x2: -floor_divide(x1, x2)}, reference=np.remainder,
    domain={"x1": (2.9, 3.2), "x2": (1.1, 1.4)}, special=[(7.0, -2.0), (-7.0, 2.0), (5.0, INF)],
    kinks="1 and -(x1 // x2), also where it jumps", summary="Remainder with the sign of the divisor, as %.",
)  # fmt: skip


def _power_x1(x1: AnyArray, x2: AnyArray) -> AnyArray:
    # 0 where x2 is 0, also at x1 = 0, where x1 ** -1 is infinite
    slope = power(x1, x2 - 1.0)
    if getattr(x1, "dtype", F8).kind != "c":  # an even exponent so large that x2 - 1 is rounded to an even number, too
        huge = 2.0**24 if getattr(x2, "dtype", F8) is F4 else 2.0**53
        wrong = less(x1, 0.0) & greater_equal(absolute(x2), huge) & greater(slope, 0.0)
        slope = slope * where(wrong, -1.0, 1.0)
    return gated_multiply(x2, slope)


def _power_x2(x1: AnyArray, out: AnyArray) -> AnyArray:
    # at x1 = 0 the power is constantly 0 for positive exponents; for negative ones it is infinite
    return where(equal(x1, 0.0) & isfinite(out), 0.0, out * log(x1))


def constant_power(x: AnyArray, exponent: Any) -> Elementwise | None:
    """Return the op that raises a Tensor to a constant power at less cost than `power`, in its dtype, or None."""
    if x.__class__ is not runtime.tensor or x.dtype.kind != "f":
        return None
    if exponent.__class__ is not float and exponent.__class__ is not int:
        if not isinstance(exponent, (np.ndarray, np.generic)) or exponent.shape or exponent.dtype.kind not in "fiu":
            return None
        if np.result_type(x.dtype, exponent) != x.dtype:
            return None
        exponent = exponent.item()
    if exponent not in constant_powers:
        import_module("tapegrad.ops.powers")
    return constant_powers.get(exponent)


power = Elementwise(
    forward=lambda x1, x2: vecinverse.power(x1, x2), single=lambda x1, x2: veclog_single.power(x1, x2), partials={"x1": _power_x1, "x2": _power_x2}, reference=np.power, instead=constant_power,
    takes_complex=True, domain={"x1": POSITIVE},
    special=[(0.0, 2.0), (-2.0, 3.0), (-2.0, 0.5), (0.0, -1.0), (1.0, INF), (INF, 0.0)],
    kinks="with respect to the exponent, 0 where the base is 0 and the exponent is not negative",
    summary="x1 to the power x2.",
)  # fmt: skip


def _direction(x: AnyArray) -> AnyArray:
    """Return x / |x|, and 0 at 0; the direction of the infinite part where one part is infinite, NaN where both are."""
    length = absolute(x)
    nothing, far = equal(length, 0.0), equal(length, INF)
    near = where(nothing, 0.0, x / where(nothing, 1.0, length))
    re, im = (where(equal(absolute(part), INF), sign(part), 0.0) for part in (x.real, x.imag))
    return where(far, where(equal(absolute(re * im), 1.0), NAN + NAN * 1j, re + im * 1j), near)


absolute = Elementwise(
    forward=lambda x: abs(x), partials={"x": lambda x: sign(x)}, reference=np.absolute, hot=True, exact=True,
    domain={"x": (0.1, 3.0)}, kinks="0 at 0", on_complex=lambda x: hypot(x.real, x.imag), summary="Absolute value.",
)  # fmt: skip
sign: Elementwise = Elementwise(
    forward=lambda x: select(x > 0.0, 1.0, select(x < 0.0, -1.0, select(x == 0.0, 0.0, x))), partials={"x": lambda: 0},
    reference=np.sign, domain={"x": (0.1, 3.0)}, kinks="0 everywhere", on_complex=_direction,
    summary="Sign: -1, 0 or 1; of a complex number, the number of modulus 1 in its direction.",
)  # fmt: skip

sqrt = Elementwise(
    forward=lambda x: lane.sqrt(x), partials={"x": lambda out: 0.5 / out}, reference=np.sqrt, takes_complex=True,
    hot=True, exact=True, domain={"x": POSITIVE}, edges=[((-0.0,), (-INF,)), ((0.0,), (INF,))], kinks="infinite at 0",
    summary="Square root.",
)  # fmt: skip
cbrt = Elementwise(
    forward=lambda x: vecinverse.cbrt(x), single=lambda x: veclog_single.cbrt(x), partials={"x": lambda out: 1.0 / (3.0 * out * out)}, reference=np.cbrt,
    domain={"x": POSITIVE}, kinks="infinite at 0", summary="Cube root.",
)  # fmt: skip
square = Elementwise(
    forward=lambda x: x * x, partials={"x": lambda x: x + x}, reference=np.square, takes_complex=True, hot=True, exact=True,
    summary="Square.",
)  # fmt: skip
reciprocal = Elementwise(
    forward=lambda x: 1.0 / x, partials={"x": lambda out: -(out * out)}, reference=np.reciprocal, takes_complex=True,
    hot=True, exact=True, domain={"x": POSITIVE}, summary="Reciprocal.",
)  # fmt: skip
constant_powers: dict[float, Elementwise] = {1.0: positive, 2.0: square, 0.5: sqrt, -1.0: reciprocal}

exp = Elementwise(
    forward=lambda x: vecmath.exp(x), single=lambda x: vecmath_single.exp(x), partials={"x": lambda out: out}, reference=np.exp, takes_complex=True,
    special=[(709.7,), (-745.0,), (710.0,)], summary="Exponential.",
)  # fmt: skip
exp2 = Elementwise(
    forward=lambda x: vecmath.exp2(x), single=lambda x: vecmath_single.exp2(x), partials={"x": lambda out: LN2 * out}, reference=np.exp2, takes_complex=True,
    special=[(1023.5,), (-1074.0,)], summary="2 to the power x.",
)  # fmt: skip
expm1 = Elementwise(
    forward=lambda x: vecmath.expm1(x), single=lambda x: vecmath_single.expm1(x), partials={"x": lambda x: exp(x)}, reference=np.expm1, takes_complex=True,
    special=[(1e-20,), (709.7,)], summary="exp(x) - 1, exact near 0.",
)  # fmt: skip
log = Elementwise(
    forward=lambda x: veclog.log(x), single=lambda x: veclog_single.log(x), partials={"x": lambda x: 1.0 / x}, reference=np.log, takes_complex=True,
    domain={"x": POSITIVE}, edges=[((-0.0,), (-INF,))], kinks="infinite at 0", summary="Natural logarithm.",
)  # fmt: skip
log2 = Elementwise(
    forward=lambda x: veclog.log2(x), single=lambda x: veclog_single.log2(x), partials={"x": lambda x: (1.0 / LN2) / x}, reference=np.log2, takes_complex=True,
    domain={"x": POSITIVE}, special=[(8.0,)], edges=[((-0.0,), (-INF,))], summary="Logarithm to base 2.",
)  # fmt: skip
log10 = Elementwise(
    forward=lambda x: veclog.log10(x), single=lambda x: veclog_single.log10(x), partials={"x": lambda x: (1.0 / LN10) / x}, reference=np.log10,
    takes_complex=True, domain={"x": POSITIVE}, special=[(1000.0,)], edges=[((-0.0,), (-INF,))],
    summary="Logarithm to base 10.",
)  # fmt: skip
log1p = Elementwise(
    forward=lambda x: veclog.log1p(x), single=lambda x: veclog_single.log1p(x), partials={"x": lambda x: 1.0 / (1.0 + x)}, reference=np.log1p, takes_complex=True,
    domain={"x": (-0.8, 3.0)}, special=[(-1.0,), (1e-20,), (1e16,), (1.5e308,)], edges=[((-1.0,), (INF,))],
    summary="log(1 + x), exact near 0.",
)  # fmt: skip
gap = Elementwise(
    name="gap", forward=lambda x1, x2: select(x1 == x2, 0.0, x1 - x2), partials={"x1": lambda: 1, "x2": lambda: -1},
    reference=lambda x1, x2: np.where(np.equal(x1, x2), np.result_type(x1, x2).type(0), np.subtract(x1, x2)),
    special=[(INF, INF), (-INF, -INF), (INF, -INF)], summary="Difference, and 0 where both are the same infinity.",
)  # fmt: skip
logaddexp = Elementwise(
    forward=lambda x1, x2: select(
        x1 == x2, x1 + LN2, select(x1 > x2, x1, select(x2 > x1, x2, x1 + x2)) + veclog.log1p(vecmath.exp(-abs(x1 - x2)))
    ),
    partials={"x1": lambda x1, x2: sigmoid(gap(x1, x2)), "x2": lambda x1, x2: sigmoid(gap(x2, x1))},
    reference=np.logaddexp, domain={"x2": POSITIVE},
    special=[(INF, INF), (-INF, -INF), (0.0, -INF), (1000.0, 1.0), (NAN, 0.0)],
    edges=[((INF, INF), (0.5, 0.5)), ((-INF, -INF), (0.5, 0.5))], kinks="half to each where both are the same infinity",
    summary="log(exp(x1) + exp(x2)).",
)  # fmt: skip


def _sigmoid(x: Any) -> Lane:
    e = vecmath.exp(-abs(x))
    return select(x < 0.0, e / (1.0 + e), 1.0 / (1.0 + e))


sigmoid: Elementwise = Elementwise(
    name="sigmoid", forward=_sigmoid, single=lambda x: vecmath_single.sigmoid(x), partials={"x": lambda out: out * (1.0 - out)}, reference=scipys("scipy.special", "expit"),
    special=[(40.0,), (-800.0,)], saturates=1, summary="Logistic function 1 / (1 + exp(-x)).",
)  # fmt: skip
scipy_ufuncs["expit"] = sigmoid
softplus = Elementwise(
    name="softplus", single=lambda x: veclog_single.softplus(x), forward=lambda x: select(x > 0.0, x, select(x == x, 0.0, x)) + veclog.log1p(vecmath.exp(-abs(x))),
    partials={"x": lambda x: sigmoid(x)}, reference=lambda x: np.logaddexp(0.0, x), summary="log(1 + exp(x)).",
)  # fmt: skip
relu = Elementwise(
    name="relu", forward=lambda x: select(x > 0.0, x, select(x == x, 0.0, x)),
    partials={"x": lambda x: where(less_equal(x, 0.0), 0.0, 1.0)}, reference=lambda x: np.maximum(x, 0),
    domain={"x": (0.1, 3.0)}, special=[(-1.0,)], edges=[((NAN,), (1.0,))], kinks="0 at 0, 1 at NaN",
    summary="max(x, 0).",
)  # fmt: skip

_ENDLESS = [((INF,), (NAN,)), ((-INF,), (NAN,))]  # there is no limit
sin = Elementwise(
    forward=lambda x: vecmath.sin(x), single=lambda x: vecmath_single.sin(x), partials={"x": lambda x: cos(x)}, reference=np.sin, takes_complex=True,
    special=[(1e5,), (1e22,)], edges=_ENDLESS, summary="Sine.",
)  # fmt: skip
cos: Elementwise = Elementwise(
    forward=lambda x: vecmath.cos(x), single=lambda x: vecmath_single.cos(x), partials={"x": lambda x: -sin(x)}, reference=np.cos, takes_complex=True,
    special=[(1e5,), (1e22,)], edges=_ENDLESS, summary="Cosine.",
)  # fmt: skip
tan = Elementwise(
    forward=lambda x: vecmath.tan(x), single=lambda x: vecmath_single.tan(x), partials={"x": lambda out: 1.0 + out * out}, reference=np.tan, takes_complex=True,
    domain={"x": (-1.2, 1.2)}, special=[(1e5,), (1e22,)], edges=_ENDLESS, summary="Tangent.",
)  # fmt: skip
arcsin = Elementwise(
    forward=lambda x: vecinverse.arcsin(x), single=lambda x: vecmath_single.arcsin(x), partials={"x": lambda x: 1.0 / sqrt((1.0 - x) * (1.0 + x))}, reference=np.arcsin,
    takes_complex=True, domain={"x": (-0.9, 0.9)}, special=[(1.0,), (-1.0,), (1.5,)],
    edges=[((1.0,), (INF,)), ((-1.0,), (INF,))], kinks="infinite at -1 and 1", summary="Inverse sine.",
)  # fmt: skip
arccos = Elementwise(
    forward=lambda x: vecinverse.arccos(x), single=lambda x: vecmath_single.arccos(x), partials={"x": lambda x: -1.0 / sqrt((1.0 - x) * (1.0 + x))},
    reference=np.arccos, takes_complex=True, domain={"x": (-0.9, 0.9)}, special=[(1.0,), (-1.0,), (1.5,)],
    edges=[((1.0,), (-INF,)), ((-1.0,), (-INF,))], kinks="infinite at -1 and 1", summary="Inverse cosine.",
)  # fmt: skip


def _slope_of_arctan(x: AnyArray) -> AnyArray:
    """Return ``1 / (1 + x**2)``, also of an x whose square overflows."""
    large = greater(absolute(x), 2.0**27)
    quotient = 1.0 / where(large, x, 1.0 + x * x)
    return where(large, quotient * quotient, quotient)


arctan = Elementwise(
    forward=lambda x: vecinverse.arctan(x), single=lambda x: vecmath_single.arctan(x), partials={"x": lambda x: _slope_of_arctan(x)}, reference=np.arctan,
    takes_complex=True, summary="Inverse tangent.",
)  # fmt: skip


def _turn(x1: AnyArray, x2: AnyArray) -> tuple[Any, Any]:
    """Return ``x2 / (x1**2 + x2**2)`` and ``-x1 / (x1**2 + x2**2)``, divided by the larger one first: no square
    overflows."""
    steep = greater(absolute(x1), absolute(x2))
    larger, smaller = where(steep, x1, x2), where(steep, x2, x1)
    ratio = smaller / larger
    length = larger + smaller * ratio
    return where(steep, ratio, 1.0) / length, where(steep, -1.0, -ratio) / length


arctan2 = Elementwise(
    forward=lambda x1, x2: vecinverse.arctan2(x1, x2), single=lambda x1, x2: vecmath_single.arctan2(x1, x2),
    partials={"x1": lambda x1, x2: _turn(x1, x2)[0], "x2": lambda x1, x2: _turn(x1, x2)[1]}, reference=np.arctan2,
    domain={"x2": POSITIVE}, special=[(0.0, 1.0), (0.0, -1.0), (-0.0, -1.0), (1.0, 0.0), (INF, INF), (0.0, 0.0)],
    edges=[((0.0, 0.0), (NAN, NAN)), *(((a, b), (NAN, NAN)) for a in (INF, -INF) for b in (INF, -INF))],
    kinks="NaN at the origin", summary="Angle of the point (x2, x1).",
)  # fmt: skip
sinh = Elementwise(
    forward=lambda x: vecmath.sinh(x), single=lambda x: vecmath_single.sinh(x), partials={"x": lambda x: cosh(x)}, reference=np.sinh, takes_complex=True,
    special=[(710.4,), (711.0,), (-755.0,), (1e-10,)], summary="Hyperbolic sine.",
)  # fmt: skip
cosh: Elementwise = Elementwise(
    forward=lambda x: vecmath.cosh(x), single=lambda x: vecmath_single.cosh(x), partials={"x": lambda x: sinh(x)}, reference=np.cosh, takes_complex=True, special=[(710.4,)],
    summary="Hyperbolic cosine.",
)  # fmt: skip
tanh = Elementwise(
    forward=lambda x: vecmath.tanh(x), single=lambda x: vecmath_single.tanh(x), partials={"x": lambda out: (1.0 - out) * (1.0 + out)}, reference=np.tanh, takes_complex=True,
    special=[(30.0,), (1e-10,)], saturates=2, summary="Hyperbolic tangent.",
)  # fmt: skip


def _length_with_1(x: AnyArray) -> AnyArray:
    """Return ``sqrt(x * x + 1)``, without overflow for real numbers."""
    is_complex = hasattr(x, "dtype") and x.dtype.kind == "c"
    return sqrt(x * x + 1.0) if is_complex else hypot(x, 1.0)


arcsinh = Elementwise(
    forward=lambda x: vecinverse.arcsinh(x), single=lambda x: veclog_single.arcsinh(x), partials={"x": lambda x: 1.0 / _length_with_1(x)}, reference=np.arcsinh,
    takes_complex=True, summary="Inverse hyperbolic sine.",
)  # fmt: skip
arccosh = Elementwise(
    forward=lambda x: vecinverse.arccosh(x), single=lambda x: veclog_single.arccosh(x), partials={"x": lambda x: 1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0))},
    reference=np.arccosh, takes_complex=True, domain={"x": (1.1, 4.0)}, special=[(1.0,), (0.5,)],
    edges=[((1.0,), (INF,))], kinks="infinite at 1", summary="Inverse hyperbolic cosine.",
)  # fmt: skip
arctanh = Elementwise(
    forward=lambda x: vecinverse.arctanh(x), single=lambda x: veclog_single.arctanh(x), partials={"x": lambda x: 1.0 / ((1.0 - x) * (1.0 + x))}, reference=np.arctanh,
    takes_complex=True, domain={"x": (-0.9, 0.9)}, special=[(1.0,), (-1.0,), (2.0,)],
    edges=[((1.0,), (INF,)), ((-1.0,), (INF,))], kinks="infinite at -1 and 1", summary="Inverse hyperbolic tangent.",
)  # fmt: skip


def _toward(x: Any, out: AnyArray) -> AnyArray:
    """Return x / out, and 0 where out is."""
    return where(equal(out, 0.0), 0.0, x / out)


def _length(x1: Lane, x2: Lane) -> Lane:
    """Return ``sqrt(x1**2 + x2**2)``, of numbers scaled by a power of 2 where squares would overflow or vanish."""
    a, b = abs(x1), abs(x2)
    larger = select(a > b, a, b)
    huge, tiny = larger > 2.0**500, larger < 2.0**-500
    scale = select(huge, 2.0**-600, select(tiny, 2.0**600, 1.0))
    back = select(huge, 2.0**600, select(tiny, 2.0**-600, 1.0))
    a, b = a * scale, b * scale
    return select((a == INF) | (b == INF), INF, lane.sqrt(lane.fma(a, a, b * b)) * back)


hypot: Elementwise = Elementwise(
    forward=_length,
    partials={"x1": lambda x1, out: _toward(x1, out), "x2": lambda x2, out: _toward(x2, out)}, reference=np.hypot,
    domain={"x1": POSITIVE, "x2": POSITIVE}, special=[(0.0, 0.0), (INF, NAN), (1e200, 1e200)],
    edges=[
        ((0.0, 0.0), (0.0, 0.0)), *(((a, b), (NAN, NAN)) for a in (INF, -INF) for b in (INF, -INF, NAN)),
        *(((NAN, b), (NAN, NAN)) for b in (INF, -INF)),
        *(((a, None), (NAN, 0.0)) for a in (INF, -INF)), *(((None, b), (0.0, NAN)) for b in (INF, -INF)),
    ],
    kinks="0 at the origin", summary="Length of the hypotenuse.",
)  # fmt: skip


root = Elementwise(
    name="root", forward=lambda x: lane.sqrt(x), single=lane.sqrt, partials={"x": lambda out: _toward(0.5, out)}, reference=np.sqrt,
    domain={"x": POSITIVE}, edges=[((-0.0,), (0.0,)), ((0.0,), (0.0,))], kinks="0 at 0",
    summary="Square root whose derivative at 0 is 0: the subgradient of least norm of a norm.",
)  # fmt: skip


def _extremum(x1: Lane, x2: Lane, first: Lane) -> Lane:
    """Return x1 where `first`, else x2; NaN if either is."""
    return select(x1 != x1, x1, select(x2 != x2, x2, select(first, x1, x2)))


def _share(mine: AnyArray, other: AnyArray, wins: Elementwise) -> AnyArray:
    """Return 1 to the one that wins, half to each where they tie; 1 to both if one is NaN, as in PyTorch."""
    return where(wins(other, mine), 0.0, where(equal(mine, other), 0.5, 1.0))


def _first_if(wins: Callable[..., Any]) -> Callable[..., Any]:
    """Return the extremum of complex numbers: the first one where it wins in NumPy's order, by real parts first, or is NaN."""
    return lambda x1, x2: where(logical_or(isnan(x1), wins(x1, x2)), x1, x2)


_BOTH = [((NAN, None), (1.0, 1.0)), ((None, NAN), (1.0, 1.0))]
_TIES = [(1.0, 1.0), (NAN, 1.0), (1.0, NAN), (INF, -INF)]
minimum = Elementwise(
    forward=lambda x1, x2: _extremum(x1, x2, x1 <= x2),
    partials={"x1": lambda x1, x2: _share(x1, x2, less), "x2": lambda x1, x2: _share(x2, x1, less)},
    reference=np.minimum, hot=True, domain={"x1": (0.0, 1.0), "x2": (1.1, 2.0)}, special=_TIES, edges=_BOTH,
    kinks="half to each where they are equal (the first one of complex numbers), 1 to both if one is NaN",
    on_complex=_first_if(lambda x1, x2: less_equal(x1, x2)),
    summary="The smaller of two; NaN if either is NaN. Complex numbers are in the order of their real parts, then of the imaginary ones.",
)  # fmt: skip
maximum = Elementwise(
    forward=lambda x1, x2: _extremum(x1, x2, x1 >= x2),
    partials={"x1": lambda x1, x2: _share(x1, x2, greater), "x2": lambda x1, x2: _share(x2, x1, greater)},
    reference=np.maximum, hot=True, domain={"x1": (0.0, 1.0), "x2": (1.1, 2.0)}, special=_TIES, edges=_BOTH,
    kinks="half to each where they are equal (the first one of complex numbers), 1 to both if one is NaN",
    on_complex=_first_if(lambda x1, x2: greater_equal(x1, x2)),
    summary="The larger of two; NaN if either is NaN. Complex numbers are in the order of their real parts, then of the imaginary ones.",
)  # fmt: skip


def _clip(x: Lane, low: Lane, high: Lane) -> Lane:
    raised = _extremum(x, low, x > low)
    return _extremum(raised, high, raised < high)


clip_op = Elementwise(
    forward=_clip, single=_clip,
    partials={
        "x": lambda x, low, high: where(greater_equal(x, low) & less_equal(x, high) & less(low, high), 1.0, 0.0),
        "low": lambda x, low, high: where(less(x, low) & less(low, high), 1.0, 0.0),
        "high": lambda x, low, high: where(greater(x, high) | greater_equal(low, high), 1.0, 0.0),
    },
    reference=np.clip, domain={"x": (0.2, 0.8), "low": (0.0, 0.1), "high": (0.9, 1.0)},
    special=[(0.0, 0.0, 1.0), (2.0, 0.0, 1.0), (NAN, 0.0, 1.0)],
    edges=[((NAN, None, None), None), ((None, NAN, None), None), ((None, None, NAN), None)],
    kinks="1 for x at either limit; equal limits are one number, the upper one", summary="x limited to the interval from low to high.",
)  # fmt: skip
where: Elementwise = Elementwise(
    forward=lambda condition, x, y: select(as_mask(condition), x, y),
    partials={
        "x": lambda condition: where(condition, 1.0, 0.0),
        "y": lambda condition: where(condition, 0.0, 1.0),
    },
    reference=np.where, takes_complex=True, masks=frozenset({"condition"}),
    summary="x where the condition holds, else y. Adjoints are selected, so the branch not taken leaks nothing.",
)  # fmt: skip


_PAIRS = [(0.0, -0.0), (NAN, 1.0), (1.0, 1.0), (-INF, INF), (2.0, 1.0), (0.0, 0.0), (0.0, 2.0)]


def _decision(reference: Any, forward: Callable[..., Any], summary: str) -> Elementwise:
    return Elementwise(
        forward=forward, reference=reference, boolean=True, takes_complex=True, kinks="no derivative",
        special=_PAIRS if reference.nin == 2 else (), summary=summary,
    )  # fmt: skip


less: Elementwise = _decision(np.less, lambda x1, x2: x1 < x2, "x1 < x2.")
less_equal: Elementwise = _decision(np.less_equal, lambda x1, x2: x1 <= x2, "x1 <= x2.")
greater: Elementwise = _decision(np.greater, lambda x1, x2: x1 > x2, "x1 > x2.")
greater_equal: Elementwise = _decision(np.greater_equal, lambda x1, x2: x1 >= x2, "x1 >= x2.")
equal = _decision(np.equal, lambda x1, x2: x1 == x2, "x1 == x2.")
not_equal = _decision(np.not_equal, lambda x1, x2: x1 != x2, "x1 != x2.")
logical_and = _decision(np.logical_and, lambda x1, x2: as_mask(x1) & as_mask(x2), "x1 and x2.")
logical_or = _decision(np.logical_or, lambda x1, x2: as_mask(x1) | as_mask(x2), "x1 or x2.")
logical_xor = _decision(np.logical_xor, lambda x1, x2: as_mask(x1) ^ as_mask(x2), "Either, but not both.")
logical_not = _decision(np.logical_not, lambda x: ~as_mask(x), "not x.")
isnan = _decision(np.isnan, lambda x: x != x, "Whether x is NaN.")
isinf = _decision(np.isinf, lambda x: abs(x) == INF, "Whether x is infinite.")
isfinite = _decision(np.isfinite, lambda x: abs(x) < INF, "Whether x is finite.")


def _rounding(
    reference: Any, forward: Callable[..., Lane], summary: str, on_complex: Callable[..., Any] | None = None
) -> Elementwise:
    return Elementwise(
        forward=forward, partials={"x": lambda: 0}, reference=reference, domain={"x": (0.1, 0.4)},
        special=[(0.5,), (1.5,), (-2.5,)], kinks="0 everywhere", summary=summary, on_complex=on_complex,
    )  # fmt: skip


floor = _rounding(np.floor, lane.floor, "Largest integer not above x.")
ceil = _rounding(np.ceil, lane.ceil, "Smallest integer not below x.")
rint: Elementwise = _rounding(
    np.rint, lane.rint, "Nearest integer, halves to even.",
    lambda x: rint(x.real) + by_name["times_i"](rint(x.imag), dtype=x.dtype),
)  # fmt: skip
trunc = _rounding(np.trunc, lane.trunc, "Integer part.")

"""Formulas of complex elementwise ops in real arithmetic, which compiled code fuses.

A complex number has parts ``re`` and ``im``, which have operators, and ``do`` for any elementwise op. The formulas are NumPy's
own, so values agree to rounding, and at zeros, infinities and NaN as well. An op without a formula here is done by its
forward function.

Tests: tests/ops/test_scipys_linear_algebra.py, tests/ops/test_powers.py, tests/passes/test_legalize_complex.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapegrad.machine.dtypes import F4
from tapegrad.ops import elementwise_ops as ew

if TYPE_CHECKING:
    from tapegrad.ops.array_protocols import AnyPair, AnyPart
    from tapegrad.ops.declare import Elementwise

Parts = tuple["AnyPart", "AnyPart"]


def _choice(mask: AnyPart, x: Any, y: Any) -> AnyPart:
    return mask.do(ew.where, x, y)


def _multiply(x: AnyPair, y: AnyPair) -> Parts:
    return x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re


def _divide(x: AnyPair, y: AnyPair) -> Parts:
    """Divide after Smith (1962), "Algorithm 116: Complex division": by the larger part of the divisor first."""
    c, d = y.re.do(ew.absolute), y.im.do(ew.absolute)
    upright = c.do(ew.greater_equal, d)
    large, small = _choice(upright, y.re, y.im), _choice(upright, y.im, y.re)
    p, q = _choice(upright, x.re, x.im), _choice(upright, x.im, x.re)
    ratio = small / large
    scale = (large + small * ratio).do(ew.reciprocal)
    crossed = _choice(upright, q - p * ratio, p * ratio - q)
    nothing = large.do(ew.equal, 0.0)
    return (
        _choice(nothing, x.re / c, (p + q * ratio) * scale),
        _choice(nothing, x.im / c, crossed * scale),
    )


def _reciprocal(x: AnyPair) -> Parts:
    upright = x.re.do(ew.absolute).do(ew.greater_equal, x.im.do(ew.absolute))
    large, small = _choice(upright, x.re, x.im), _choice(upright, x.im, x.re)
    ratio = small / large
    length = large + small * ratio
    one = length.do(ew.reciprocal)
    turned = ratio / length
    return _choice(upright, one, turned), -_choice(upright, turned, one)


def _square(x: AnyPair) -> Parts:
    return x.re * x.re - x.im * x.im, x.re * x.im + x.im * x.re


def _is(x: AnyPair, test: tuple[Elementwise, float] | tuple[Elementwise], both: bool = False) -> AnyPart:
    """Tell for which numbers either part passes a test, or both do."""
    re, im = x.re.do(*test), x.im.do(*test)
    return re & im if both else re | im


def _nonzero(x: AnyPair) -> AnyPart:
    return _is(x, (ew.not_equal, 0.0))


def _gated(x: AnyPair, y: AnyPair) -> Parts:
    nothing = _is(x, (ew.equal, 0.0), True) | _is(y, (ew.equal, 0.0), True)
    re, im = _multiply(x, y)
    return _choice(nothing, 0.0, re), _choice(nothing, 0.0, im)


def _exp(x: AnyPair) -> Parts:
    """Return ``exp(re) (cos(im) + i sin(im))``, in two factors where the first would overflow and the result need not."""
    shift = 80.0 if x.re.form.lane is F4 else 700.0
    far = x.re.do(ew.greater, shift)
    length = _choice(far, x.re - shift, x.re).do(ew.exp)
    factor = _choice(far, math.exp(shift), 1.0)
    gone = x.re.do(ew.equal, -math.inf)  # whatever the angle is
    endless = x.re.do(ew.equal, math.inf) & x.im.do(ew.isfinite).do(ew.logical_not)
    level = x.im.do(ew.equal, 0.0)
    re, im = length * x.im.do(ew.cos) * factor, length * x.im.do(ew.sin) * factor
    re = _choice(gone, 0.0, _choice(level, length * factor, _choice(endless, math.inf, re)))
    return re, _choice(level, x.im, _choice(gone, 0.0, im))


FORMULAS: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: (x.re + y.re, x.im + y.im),
    "subtract": lambda x, y: (x.re - y.re, x.im - y.im),
    "negative": lambda x: (-x.re, -x.im),
    "positive": lambda x: (x.re, x.im),
    "multiply": _multiply, "gated_multiply": _gated, "divide": _divide, "reciprocal": _reciprocal, "square": _square,
    "exp": _exp,
    "where": lambda mask, x, y: (_choice(mask, x.re, y.re), _choice(mask, x.im, y.im)),
    "equal": lambda x, y: x.re.do(ew.equal, y.re) & x.im.do(ew.equal, y.im),
    "not_equal": lambda x, y: x.re.do(ew.not_equal, y.re) | x.im.do(ew.not_equal, y.im),
    "logical_and": lambda x, y: _nonzero(x) & _nonzero(y),
    "logical_or": lambda x, y: _nonzero(x) | _nonzero(y),
    "logical_xor": lambda x, y: _nonzero(x).do(ew.logical_xor, _nonzero(y)),
    "logical_not": lambda x: _nonzero(x).do(ew.logical_not),
    "isnan": lambda x: _is(x, (ew.isnan,)),
    "isinf": lambda x: _is(x, (ew.isinf,)),
    "isfinite": lambda x: _is(x, (ew.isfinite,), True),
}  # fmt: skip

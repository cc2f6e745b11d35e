"""Powers with constant exponents, each an op of its own: a product, root or reciprocal, whose derivative is another one.

An exponent that has no op is an operand of `power`. The ops are declared when one is first looked for
(`elementwise.constant_power`).

Tests: tests/ops/test_powers.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine import vecmath_single, vecpowers
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise_ops import INF, POSITIVE, constant_powers, power, sqrt, square

if TYPE_CHECKING:
    from tapegrad.machine.lane import Lane


def _declare(name: str, exponent: float, forward: Callable[..., Any], partial: Callable[..., Any]) -> Elementwise:
    shown, of_root = f"{exponent:g}", exponent % 1.0 != 0.0
    forward.__name__ = name

    def single(x: Any) -> Lane:
        result = forward(x)  # whose first part may be infinite where the sum is not
        return vecmath_single.or_double(abs(result) < INF, result, forward, x)

    op = constant_powers[exponent] = Elementwise(
        name=name, forward=forward, single=single, partials={"x": partial}, reference=lambda x: np.power(x, exponent),
        domain={"x": POSITIVE} if exponent < 0.0 or of_root else {},
        edges=[((-0.0,), (0.0 if exponent > 0.0 else -INF,)), ((-INF,), None)] if of_root else (),
        summary=f"x to the power {shown}: what `x**{shown}` records.",
    )  # fmt: skip
    return op


cube = _declare("cube", 3.0, lambda x: vecpowers.integral(x, 3), lambda x: 3.0 * square(x))
fourth_power = _declare("fourth_power", 4.0, lambda x: vecpowers.integral(x, 4), lambda x: 4.0 * cube(x))
fifth_power = _declare("fifth_power", 5.0, lambda x: vecpowers.integral(x, 5), lambda x: 5.0 * fourth_power(x))
sixth_power = _declare("sixth_power", 6.0, lambda x: vecpowers.integral(x, 6), lambda x: 6.0 * fifth_power(x))
inverse_fourth_power = _declare(
    "inverse_fourth_power", -4.0, lambda x: vecpowers.reciprocal(x, 4), lambda x: -4.0 * power(x, -5.0)
)
inverse_cube = _declare(
    "inverse_cube", -3.0, lambda x: vecpowers.reciprocal(x, 3), lambda x: -3.0 * inverse_fourth_power(x)
)
inverse_square = _declare(
    "inverse_square", -2.0, lambda x: vecpowers.reciprocal(x, 2), lambda x: -2.0 * inverse_cube(x)
)
three_halves_power = _declare(
    "three_halves_power", 1.5, lambda x: vecpowers.half_integral(x, 1), lambda x: 1.5 * sqrt(x)
)
five_halves_power = _declare(
    "five_halves_power", 2.5, lambda x: vecpowers.half_integral(x, 2), lambda x: 2.5 * three_halves_power(x)
)
inverse_five_halves_power = _declare(
    "inverse_five_halves_power", -2.5, lambda x: vecpowers.half_reciprocal(x, 2), lambda x: -2.5 * power(x, -3.5)
)
inverse_three_halves_power = _declare(
    "inverse_three_halves_power", -1.5, lambda x: vecpowers.half_reciprocal(x, 1),
    lambda x: -1.5 * inverse_five_halves_power(x),
)  # fmt: skip
inverse_sqrt = _declare(
    "inverse_sqrt", -0.5, lambda x: vecpowers.half_reciprocal(x, 0), lambda x: -0.5 * inverse_three_halves_power(x)
)

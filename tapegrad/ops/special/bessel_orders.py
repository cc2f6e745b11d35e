"""Derivatives of the modified Bessel function of the second kind with respect to its order.

They are integrals of positive numbers (DLMF 10.32.9, differentiated by v),

    K_v(x) e**x = integral of cosh(v t) exp(-x (cosh t - 1)) over t > 0,

which fall off twice exponentially, so that the trapezoidal rule converges geometrically (Trefethen and Weideman, "The
exponentially convergent trapezoidal rule", SIAM Review 56, 2014). Measured against mpmath for v up to 50 and x from 1e-3 to
500: 4e-14.

Tests: tests/ops/test_elementwise.py, tests/func/test_ops.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tapegrad.machine import veclog, vecmath
from tapegrad.machine.lane import Lane, copysign, select, sqrt
from tapegrad.machine.routines import choose, repeat
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.special.ufunc_calls import slope

_DOMAIN = {"v": (0.3, 2.7), "z": (0.5, 4.0)}
_HIGHEST, _BY_Z = 3, 2
_MOST = 1e6  # of an order: the steps grow with its square root


def _integral(order: int, scaled: bool, by_z: int) -> Callable[..., Lane]:
    """Return what computes the derivative of an order by v, of `kve` if scaled, else of `kv`, differentiated `by_z` times more.

    Each by z is another factor in the integral: differences of neighbouring orders cancel where v is small, or z large.
    """
    parity = -1.0 if order % 2 else 1.0

    def rule(v: Lane, z: Lane) -> Lane:
        size, sign = abs(v), -1.0 if by_z % 2 else 1.0
        step = 0.5 / sqrt(sqrt(z * z + size * size))  # the integrand's width is about 1 / (x^2 + v^2)^(1/4)
        step = select(step < 0.1, step, 0.1)
        peak = veclog.log((size + sqrt(size * size + z * z)) / z)

        def term(t: Lane) -> Lane:
            half = vecmath.sinh(0.5 * t)
            exponent = size * t - 2.0 * z * half * half
            if not scaled:
                exponent = exponent - z
            value = 0.5 * vecmath.exp(exponent) * (parity * vecmath.exp(-2.0 * size * t) + 1.0)
            if order % 2:  # 1 - exp(-2 v t) without cancellation
                value = -0.5 * vecmath.exp(exponent) * vecmath.expm1(-2.0 * size * t)
            for _ in range(order):
                value = value * t
            for _ in range(by_z):
                value = value * (2.0 * half * half + (0.0 if scaled else 1.0))
            return value

        def add(t: Lane, total: Lane) -> tuple[list[Lane], Lane]:
            new = term(t)
            total = total + new
            return [t + step, total], (t < peak) | (new > 1e-18 * total)

        zero = z.emitter.float(0.0)

        def computed() -> Lane:
            total = repeat([step, zero], add, most=20_000)[1] * step  # from t = step on: at 0 the integrand is 0
            return sign * (copysign(total, v) if order % 2 else total)

        def outside() -> Lane:
            """Return infinity at 0, 0 far out."""
            infinite = select(v == 0.0, 0.0, copysign(zero + math.inf, v)) if order % 2 else zero + math.inf
            far = select(z >= 1e100, 0.0, select(z == 0.0, infinite, math.nan))
            return sign * select(size < _MOST, far, math.nan)

        return choose((z > 0.0) & (z < 1e100) & (size < _MOST), computed, outside)

    return rule


def _declare(scaled: bool) -> list[Elementwise]:
    """Declare the first derivatives by the order, and those of these by z; each is the derivative of the one before."""
    name = "kve" if scaled else "kv"
    rows: list[list[Elementwise]] = [[] for _ in range(_BY_Z + 1)]  # by the number of derivatives by z

    def neighbours(n: int) -> Callable[..., Any]:
        """Return one derivative by z more than there are integrals, by those of the orders next to it (DLMF 10.29.1)."""
        last = rows[-1]

        def partial(v: AnyArray, z: Any) -> Any:
            return -0.5 * (last[n](v - 1.0, z) + last[n](v + 1.0, z))

        def scaled_partial(v: Any, z: Any, out: AnyArray) -> Any:
            return out + partial(v, z)

        return scaled_partial if scaled else partial

    def next_by_z(n: int, times: int) -> Callable[..., Any]:
        return lambda v, z: rows[times + 1][n](v, z)

    def by_v(row: list[Elementwise], n: int) -> dict[str, Any]:
        return {"v": lambda v, z: row[n + 1](v, z)} if n + 1 < _HIGHEST else {}

    for n in range(_HIGHEST):
        for times, row in enumerate(rows):
            summary = f"Derivative of order {n + 1} of `{name}` by v{', and by z' if times else ''}{' twice' if times == 2 else ''}."
            by_z = next_by_z(n, times) if times < _BY_Z else neighbours(n)
            rule, full = _integral(n + 1, scaled, times), f"{name}_order_{n + 1}{('', '_by_z', '_twice_by_z')[times]}"
            row.append(slope(full, summary, _DOMAIN, {**by_v(row, n), "z": by_z}, rule, of=name))
    return rows[0]


kv_order = _declare(scaled=False)[0]
kve_order = _declare(scaled=True)[0]

"""Spherical harmonics: a normalised Legendre function of the polar angle times a phase of the other one.

Tests: tests/ops/test_faddeeva.py
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine.dtypes import WHOLE
from tapegrad.ops.complex_numbers import in_floats, times_i
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.elementwise_ops import cos, sin
from tapegrad.ops.references import doubled
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import sum_to
from tapegrad.ops.special.ufunc_calls import whole_numbers


def _scipys(n: np.ndarray, m: np.ndarray, theta: AnyArray, phi: float) -> Any:
    """Call SciPy's function, which has another name and order of arguments before version 1.15."""
    special = import_module("scipy.special")
    if hasattr(special, "sph_harm_y"):
        return special.sph_harm_y(n, m, theta, phi)
    return special.sph_harm(m, n, phi, theta)


_scipys.__module__, _scipys.__name__ = "scipy.special", "sph_harm_y"


def _values(theta: AnyArray, *, n: Any, m: Any) -> np.ndarray:
    return np.asarray(_scipys(np.asarray(n, np.int64), np.asarray(m, np.int64), theta, 0.0)).real.astype(theta.dtype)


def _slope(theta: AnyArray, n: Any, m: Any) -> float:
    """Return the derivative by the orders beside m, the ladder operators of angular momentum, regular at the poles too.

    Source: Edmonds, Angular Momentum in Quantum Mechanics (1957), 2.5.24.
    """
    n_, m_ = np.asarray(n), np.asarray(m)
    slope = 0.0
    for step in (1, -1):
        order = m_ + step
        size = 0.5 * step * np.sqrt(np.maximum((n_ - step * m_) * (n_ + step * m_ + 1.0), 0.0)).astype(theta.dtype)
        slope = slope + size * legendre_op(theta, n=n, m=whole_numbers(np.clip(order, -n_, n_), "m", "sph_harm_y"))
    return slope


legendre_op: General = General(
    name="sph_legendre", forward=_values, reference=doubled(_values),
    infer=lambda theta, *, n, m: np.broadcast_shapes(theta, np.shape(n), np.shape(m)),
    adjoints={"theta": lambda g, theta, theta_shape, n, m: sum_to(g * _slope(theta, n, m), theta_shape)},
    samples=lambda rng: [
        ((rng.uniform(0.3, 2.8, size=3),), {"n": n, "m": m}) for n, m in ((0, 0), (3, 2), (4, -1), ((1, 2, 3), (1, 0, -3)))
    ],
    may_fail=False, summary="Spherical harmonic of degree n and order m on the meridian 0, of the polar angle.",
)  # fmt: skip


def _samples(rng: np.random.Generator) -> list[Any]:
    angles = rng.uniform(0.3, 2.8, size=3), rng.uniform(-3.0, 3.0, size=3)
    return [((n, m, *angles), {}) for n, m in ((2, 1), (3, -2), (np.array([1, 2, 3]), np.array([0, 2, -3])))]


@composite(doubled(_scipys), _samples, of_array=False, complex=True, takes_complex=False, lacks=frozenset({"n", "m"}))
def sph_harm_y(n: Any, m: Any, theta: Any, phi: Any, *, diff_n: int = 0) -> Tensor:
    """Spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi.

    Raises
    ------
    ArgumentError
        Unless n and m are whole numbers, or arrays of them; for `diff_n`, in whose place tg.jacobian and tg.hessian stand.
    """
    if diff_n:
        raise ArgumentError(
            "sph_harm_y: expected diff_n=0, got another order. Take derivatives by tg.jacobian or tg.autograd.grad."
        )
    n, m = whole_numbers(n, "n", "sph_harm_y"), whole_numbers(m, "m", "sph_harm_y")
    theta, phi = in_floats(theta), in_floats(phi)
    size = legendre_op(theta, n=n, m=m)
    turn = np.asarray(m).astype(phi.dtype) * phi
    return size * cos(turn) + times_i(size * sin(turn), dtype=WHOLE[np.result_type(size.dtype, turn.dtype)])

"""Lambert's W function, whose values are complex numbers, also those of real ones.

Tests: tests/ops/test_faddeeva.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.complex_numbers import in_floats
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Complex, conjugated
from tapegrad.ops.elementwise_ops import contribution, exp
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import sum_to
from tapegrad.ops.special.ufunc_calls import whole_numbers

_scipys = scipys("scipy.special", "lambertw")


def _values(z: AnyArray, *, k: Any, tol: float) -> np.ndarray:
    return np.asarray(_scipys(z, np.asarray(k), tol)).astype(z.dtype)


def _adjoint(g: AnyArray, out: AnyArray, z_shape: Any) -> Any:
    """Multiply by the derivative, ``exp(-w) / (1 + w)``: ``W / (z (1 + W))`` (DLMF 4.13.4) by ``W exp(W) = z``, right at 0."""
    return sum_to(contribution(g, conjugated(exp(-out) / (1.0 + out))), z_shape)


lambertw_op: Complex = Complex(
    name="lambertw", forward=_values, infer=lambda z, *, k, tol: np.broadcast_shapes(z, np.shape(k)), adjoints={"z": _adjoint},
    reference=doubled(_values), kinks="infinite at the branch point -1/e",
    summary="Branch k of Lambert's W function, the w with `w exp(w) = z`.",
)  # fmt: skip


def _samples(rng: np.random.Generator) -> list[Any]:
    z = rng.normal(size=3) + 1j * rng.normal(size=3)
    return [((z,), {}), ((z, -1), {}), ((z, np.array([1, 0, 2])), {}), ((rng.uniform(0.5, 3.0, size=3) + 0j,), {})]


@composite(doubled(_scipys), _samples, complex=True, lacks=frozenset({"k"}))
def lambertw(z: Tensor, k: Any = 0, tol: float = 1e-8) -> Tensor:
    """Branch k of Lambert's W function: the w with ``w exp(w) = z``; complex, also of real numbers.

    Raises
    ------
    ArgumentError
        Unless k is a whole number, or an array of them.
    """
    k = whole_numbers(k, "k", "lambertw")
    z = in_floats(z)
    return lambertw_op(z.astype(np.result_type(z.dtype, np.complex64), copy=False), k=k, tol=float(tol))

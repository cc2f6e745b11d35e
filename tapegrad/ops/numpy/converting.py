"""Numbers in other forms: copies, other dtypes, mantissa and exponent, neighbours among the numbers that a dtype has."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import functions, recorder
from tapegrad.ops.elementwise import isfinite, logical_and, where
from tapegrad.ops.references import normal


@composite(np.copy, normal((((2, 3),), {}), (((2,),), {"order": "C"})))
def copy(a: Any, order: str = "K", subok: bool = False) -> Any:
    """Return a copy with history."""
    if order not in ("K", "A", "C"):
        raise ArgumentError(f"copy: expected order 'K', 'A' or 'C', got {order!r}. Tensors are laid out in C order.")
    return a.clone()


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """Return another dtype; among floating-point and complex numbers with history."""
    if device not in (None, "cpu"):
        raise ArgumentError(f"astype: expected device 'cpu', got {device!r}. Tensors are in main memory.")
    return recorder.as_tensor(x).astype(dtype, copy=copy)


functions[np.astype] = astype


def _double(x: Any) -> Any:
    x = recorder.as_tensor(x)
    return x if x.dtype.kind == "f" else x.astype(np.float64)


@composite(
    np.frexp, lambda rng: [((np.array([3.0, -0.7, 100.5]),), {})], kinks="2**-exponent everywhere", takes_complex=False
)
def frexp(x: Any) -> tuple[Any, Any]:
    """Return mantissas between 0.5 and 1, which have a derivative, and the exponents of two."""
    x = _double(x)
    exponents = np.frexp(x._decided())[1]
    return ldexp(x, -exponents), recorder.from_array(exponents)


@composite(np.ldexp, lambda rng: [((rng.normal(size=4), np.array([3, -1, 0, 10])), {})], of_array=False, takes_complex=False)  # fmt: skip
def ldexp(x1: Any, x2: Any) -> Any:
    """Return x1 times two to the power x2, which are integers."""
    x1 = _double(x1)
    powers = x2._decided() if isinstance(x2, recorder.tensor) else np.asarray(x2)
    if powers.dtype.kind not in "iub":
        raise ArgumentError(f"ldexp: expected integers as powers, got {powers.dtype}. Use x1 * np.exp2(x2).")
    half = np.clip(powers, -2000, 2000) // 2  # two factors, for one might overflow
    first, second = (
        np.ldexp(np.ones((), x1.dtype), n.astype(np.intc)) for n in (half, np.clip(powers, -2000, 2000) - half)
    )
    return x1 * first * second


@composite(np.nextafter, lambda rng: [((rng.normal(size=3), np.array([9, -9, 0])), {})], of_array=False, kinks="1 and 0 everywhere", takes_complex=False)  # fmt: skip
def nextafter(x1: Any, x2: Any) -> Any:
    """Return the neighbour of x1 towards x2 among the numbers that the dtype has."""
    x1, x2 = _double(x1), _double(x2)
    near = recorder.from_array(np.asarray(np.nextafter(x1._decided(), x2._decided())))
    step = where(logical_and(isfinite(x1), isfinite(near)), near - x1.detach(), 0.0)
    return where(logical_and(isfinite(x1), isfinite(near)), x1 + step, near)

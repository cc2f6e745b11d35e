"""Numbers in other forms: copies, other dtypes, mantissa and exponent, neighbours among the numbers that a dtype has.

Tests: tests/ops/test_random_calls.py, tests/ops/test_queries.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.machine.dtypes import without_half
from tapegrad.ops.complex_numbers import in_floats
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import General
from tapegrad.ops.dispatch_tables import functions, ufuncs
from tapegrad.ops.elementwise_ops import exp2, floor, isfinite, logical_and, maximum, minimum, where
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor, runtime


@composite(np.copy, normal((((2, 3),), {}), (((2,),), {"order": "C"})))
def copy(a: Tensor, order: str = "K", subok: bool = False) -> Any:
    """Return a copy with history."""
    if order not in ("K", "A", "C"):
        raise ArgumentError(f"copy: expected order 'K', 'A' or 'C', got {order!r}. Tensors are laid out in C order.")
    return a.clone()


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """Return another dtype; among floating-point and complex numbers with history."""
    if device not in (None, "cpu"):
        raise ArgumentError(f"astype: expected device 'cpu', got {device!r}. Tensors are in main memory.")
    return runtime.as_tensor(x).astype(dtype, copy=copy)


functions[np.astype] = astype


exponent_op = General(
    name="exponent", forward=lambda x: np.frexp(x)[1].astype(x.dtype), infer=lambda x: x, adjoints={"x": None},
    may_fail=False, samples=lambda rng: [((np.array([3.0, -0.7, 100.5, 0.0]),), {})],
    reference=lambda x: np.where(x == 0, 0, np.floor(np.log2(np.where(x == 0, 1, np.abs(x)))) + 1).astype(x.dtype),
    summary="The power of two next above the magnitude, 0 of 0.",
)  # fmt: skip
nextafter_op = General(
    name="nextafter", forward=lambda x1, x2: np.nextafter(x1, x2), infer=np.broadcast_shapes,
    adjoints={"x1": None, "x2": None}, may_fail=False, samples=lambda rng: [((np.array([1.0, -3.0]), np.array([2.0, 2.0])), {})],
    reference=lambda x1, x2: x1 + np.spacing(x1) * np.where(x1 > 0, 1, -1), summary="The next number towards another one.",
)  # fmt: skip


def frexp(x: Any) -> tuple[Any, Any]:
    """Return mantissas between 0.5 and 1, which have a derivative, and the exponents of two."""
    x = in_floats(x)
    exponents = exponent_op(x.detach())
    integers = runtime.numbers(exponents, np.dtype(np.intc)) if x.traced else exponents.astype(np.intc)
    return _scaled(x, -exponents), integers


ufuncs[np.frexp] = frexp  # its second result is no number that differences could be taken of


def in_one_float(ufunc: Any, *operands: Any) -> list[Any]:
    """Return real numbers in the dtype in which one of NumPy's ufuncs computes with them, in single for half precision."""
    dtypes = [d if isinstance(d, np.dtype) else type(d) for d in map(runtime.dtype_of, operands)]
    dtype = without_half(ufunc.resolve_dtypes((*dtypes, None))[-1])
    return [runtime.as_tensor(x).astype(dtype, copy=False) for x in operands]


def _scaled(x: AnyArray, powers: AnyArray) -> AnyArray:
    """Multiply by powers of two, as three factors, for one might overflow where the result does not."""
    most = 280.0 if x.dtype == np.float32 else 2100.0  # beyond, all numbers are infinite or 0
    powers = maximum(minimum(powers, most), -most)
    third = floor(powers / 3.0)
    return x * exp2(third) * exp2(third) * exp2(powers - 2.0 * third)


@composite(np.ldexp, lambda rng: [((rng.normal(size=4), np.array([3, -1, 0, 2])), {})], of_array=False, takes_complex=False)  # fmt: skip
def ldexp(x1: Any, x2: Any) -> Any:
    """Return x1 times two to the power x2, which are integers."""
    x1, x2 = in_floats(x1), runtime.as_tensor(x2)
    if x2.dtype.kind not in "iub":
        raise ArgumentError(f"ldexp: expected integers as powers, got {x2.dtype}. Use x1 * np.exp2(x2).")
    return _scaled(x1, x2.astype(x1.dtype))


@composite(np.nextafter, lambda rng: [((rng.normal(size=3), np.array([9, -9, 0])), {})], of_array=False, kinks="1 and 0 everywhere", takes_complex=False)  # fmt: skip
def nextafter(x1: Any, x2: Any) -> Tensor:
    """Return the neighbour of x1 towards x2 among the numbers that the dtype has."""
    x1, x2 = in_one_float(np.nextafter, x1, x2)
    near = nextafter_op(x1.detach(), x2.detach())
    finite = logical_and(isfinite(x1), isfinite(near))
    step = where(finite, near - x1.detach(), 0.0)
    return where(finite, where(np.signbit(near), -(-x1 - step), x1 + step), near)  # zeros keep their signs

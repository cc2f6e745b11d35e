"""Complex numbers: their parts, and elementwise ops on them.

A complex Tensor is an operand or result of array instructions only. Every elementwise op whose formulas hold for complex
numbers runs as the one op `pointwise`, which reads forward and partials off the op's own record.
"""

from __future__ import annotations

import copy
import functools
from typing import Any

import numpy as np

from tapegrad.errors import DtypeError
from tapegrad.machine.dtypes import C8, C16, F4, F8
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Complex, Elementwise, conjugated, recorder
from tapegrad.ops.elementwise import absolute, arctan2, contribution, equal, gated_multiply, positive, square, where
from tapegrad.ops.shaping import astype, broadcast_to, sum_to

PARTS = {C16: F8, C8: F4}
WHOLE = {F8: C16, F4: C8}


def real_numbers(x: Any, function: str) -> Any:
    """Return a Tensor of real floating-point numbers as it is.

    Raises
    ------
    DtypeError
        For other numbers.
    """
    if x.dtype.kind != "f":
        raise DtypeError(
            f"{function}: expected floating-point real numbers, got {x.dtype}. Convert with .astype(float), or pass the "
            "real and imaginary parts by themselves."
        )
    return x


def _computed(*args: Any, op: Elementwise) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(op.reference(*args))


def _pointwise_adjoint(g: Any, args: Any, out: Any, k: int, shapes: Any, op: Elementwise) -> Any:
    values = dict(zip(op.arguments, args, strict=True)) | {"out": out}
    name = op.arguments[k]
    if name in op.lacks:
        op.refuse(name)
    with np.errstate(all="ignore"):
        partial = op.partials[name](**{p: values[p] for p in op.reads[name]}) if name in op.partials else 0.0
        if not isinstance(partial, (int, float)):
            partial = conjugated(partial)
        return sum_to(contribution(g, partial), shapes[k])


pointwise = Complex(
    name="pointwise", forward=_computed, adjoints={"args": _pointwise_adjoint},
    summary="An elementwise op on complex numbers: the adjoint is `g * conj(partial)`, and 0 where either is 0.",
)  # fmt: skip


@functools.cache
def named_pointwise(name: str) -> Complex:
    """Return `pointwise` under the name of the op that it runs."""
    named = copy.copy(pointwise)
    named.name = named.shown = name
    return named


def _as_imaginary(x: Any, *, dtype: np.dtype[Any]) -> np.ndarray:
    result = np.zeros(np.shape(x), dtype)
    result.imag = x
    return result


imag_op: Complex = Complex(
    name="imag", forward=lambda x, *, dtype: np.array(np.imag(x)), infer=lambda x, *, dtype: x,
    adjoints={"x": lambda g, dtype: times_i(g, dtype=WHOLE[dtype])}, summary="Imaginary part.",
)  # fmt: skip
times_i: Complex = Complex(
    name="times_i", forward=_as_imaginary, infer=lambda x, *, dtype: x,
    adjoints={"x": lambda g, dtype: imag_op(g, dtype=PARTS[dtype])}, reference=lambda x, *, dtype: np.asarray(x) * 1j,
    summary="Imaginary numbers from real ones.",
)  # fmt: skip
conjugate_op: Complex = Complex(
    name="conjugate", forward=lambda x: np.asarray(np.conjugate(x)), infer=lambda x: x,
    adjoints={"x": lambda g: conjugate_op(g)}, summary="Complex conjugate.",
)  # fmt: skip


def _argument_adjoint(g: Any, x: Any, dtype: np.dtype[Any]) -> Any:
    """Return ``g * i x / |x|**2``, and 0 at 0."""
    nothing = equal(x, 0.0)
    safe = where(nothing, 1.0, x)
    length = absolute(safe)
    g = gated_multiply(where(nothing, 0.0, g), 1.0 / length)
    turned = safe / length * 1j
    return gated_multiply(g.astype(turned.dtype, copy=False), turned)


angle_op: Complex = Complex(
    name="angle", forward=lambda x, *, dtype: np.asarray(np.angle(x)), infer=lambda x, *, dtype: x,
    adjoints={"x": _argument_adjoint}, kinks="0 at 0", summary="Angle of a complex number.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def complex_samples(*keywords: dict[str, Any], shape: tuple[int, ...] = (2, 3)) -> Any:
    """Return samples of one array of complex numbers."""
    return lambda rng: [((rng.normal(size=shape) + 1j * rng.normal(size=shape),), k) for k in keywords or ({},)]


def parts(x: Any) -> tuple[Any, Any]:
    """Return the real and imaginary part of a complex Tensor, as results of their own."""
    part = PARTS[x.dtype]
    return astype(x, dtype=part, source=x.dtype), imag_op(x, dtype=part)


def squared_modulus(x: Any) -> Any:
    """Return ``x * x``, or ``|x|**2`` of complex numbers."""
    if x.dtype.kind != "c":
        return x * x
    re, im = parts(x)
    return square(re) + square(im)


def joined(re: Any, im: Any) -> Any:
    """Return a complex Tensor of its parts."""
    whole = WHOLE[re.dtype]
    return astype(re, dtype=whole, source=re.dtype) + times_i(im, dtype=whole)


@composite(np.real, complex_samples(), complex=True)
def real(x: Any) -> Any:
    """Return the real part, a view; real numbers as they are."""
    return x.view_of(astype, {"dtype": PARTS[x.dtype], "source": x.dtype}) if x.dtype.kind == "c" else x


@composite(np.imag, complex_samples(), complex=True)
def imag(x: Any) -> Any:
    """Return the imaginary part, a view; zeros that cannot be written to for real numbers."""
    if x.dtype.kind == "c":
        return x.view_of(imag_op, {"dtype": PARTS[x.dtype]})
    return broadcast_to(recorder.from_array(np.zeros((), x.dtype)), x.shape)


@composite(np.conjugate, complex_samples(), complex=True)
def conjugate(x: Any) -> Any:
    """Return the complex conjugate."""
    return conjugate_op(x) if x.dtype.kind == "c" else positive(x)


@composite(np.angle, complex_samples({}, {"deg": True}), kinks="0 at 0", complex=True)
def angle(x: Any, deg: bool = False) -> Any:
    """Return the angle of complex numbers in radians, or in degrees; of real numbers, 0 or pi."""
    if x.dtype.kind == "c":
        result = angle_op(x, dtype=PARTS[x.dtype])
    else:
        x = x if x.dtype.kind == "f" else x.astype(F8)
        nothing = equal(x, 0.0)
        result = where(nothing, arctan2(0.0, x.detach()), arctan2(0.0, where(nothing, 1.0, x)))
    return result * (180.0 / np.pi) if deg else result

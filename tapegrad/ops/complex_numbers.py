"""Complex numbers: their parts, and elementwise ops on them.

A complex Tensor is an operand or result of array instructions only. Every elementwise op whose formulas hold for complex
numbers runs as the one op `pointwise`, which reads forward and partials off the op's own record.

Tests: tests/ops/test_complex.py, tests/ops/test_signals.py, tests/ops/test_like_numpy.py
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import DtypeError
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import BOOL, F4, F8, PARTS, WHOLE
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Complex, Elementwise, conjugated
from tapegrad.ops.elementwise_ops import absolute, arctan2, contribution, equal, gated_multiply, positive, square, where
from tapegrad.ops.kinds import Forward
from tapegrad.ops.runtime import AnyArray, Tensor, runtime
from tapegrad.ops.shape_ops import aligned, astype, broadcast_to, sum_to

if TYPE_CHECKING:
    from tapegrad.ops import complex_formulas
else:  # which elementwise ops on complex numbers need
    (complex_formulas,) = modules_later("tapegrad.ops.complex_formulas")


def real_numbers(x: AnyArray, function: str) -> AnyArray:
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


def real_floats(x: AnyArray, function: str) -> Any:
    """Return a Tensor of real numbers, integers and truth values as float64.

    Raises
    ------
    DtypeError
        For complex numbers.
    """
    return real_numbers(x.astype(F8) if x.dtype.kind in "iub" else x, function)


def in_floats(x: AnyArray) -> Tensor:
    """Return a Tensor of real numbers in the dtype in which NumPy's ufuncs compute with them.

    Truth values and integers of one byte, which NumPy takes as half precision, and those of two go to float32, others to
    float64.
    """
    x = runtime.as_tensor(x)
    return x if x.dtype.kind in "fc" else x.astype(F4 if x.dtype.itemsize <= 2 else F8)


def _computed(*args: Any, op: Elementwise) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(op.reference(*args))


def _pointwise_adjoint(g: AnyArray, args: Any, out: AnyArray, k: int, shapes: Any, op: Elementwise) -> Any:
    values = dict(zip(op.arguments, args, strict=True)) | {"out": out}
    name = op.arguments[k]
    if name in op.lacks:
        op.refuse(name)
    with np.errstate(all="ignore"):
        partial = op.partials[name](**{p: values[p] for p in op.reads[name]}) if name in op.partials else 0.0
        if not isinstance(partial, (int, float)):
            partial = conjugated(partial)
        return sum_to(contribution(g, partial), shapes[k])


def _pointwise_batch(length: int, args: Any, flags: Any, op: Elementwise) -> AnyArray:
    rank = max(len(a.shape) - flag for a, flag in zip(args, flags, strict=True))
    return op(*[aligned(a, rank) if flag and len(a.shape) <= rank else a for a, flag in zip(args, flags, strict=True)])


def _pointwise_pair(pairs: Any, form: AnyArray, *args: Any, op: Elementwise) -> Any:
    formula = complex_formulas.FORMULAS.get(op.name)
    if op is positive:
        return args[0]
    if formula is None:
        return pairs.called(named_pointwise(op), args, form, {"op": op})
    pair = formula(*args)
    return pair.spread(form.shape) if op.boolean else pairs.pair(form, *pair)


class PointwiseComplex(Complex):
    """The op that runs an elementwise one, `op`, on complex numbers."""

    def __call__(self, *args: Any, op: Elementwise) -> Any:
        return op(*args)


pointwise = PointwiseComplex(
    name="pointwise", kind=Forward(), forward=_computed, adjoints={"args": _pointwise_adjoint}, batched=_pointwise_batch, paired=_pointwise_pair,
    summary="An elementwise op on complex numbers: the adjoint is `g * conj(partial)`, and 0 where either is 0.",
)  # fmt: skip


@functools.cache
def named_pointwise(op: Elementwise) -> Complex:
    """Return `pointwise` under the name of the op that it runs."""
    named = copy.copy(pointwise)
    named.name, named.shown, named.stops = op.name, op.shown, op.stops
    return named


def _as_imaginary(x: AnyArray, *, dtype: np.dtype[Any]) -> np.ndarray:
    result = np.zeros(np.shape(x), dtype)
    result.imag = x
    return result


imag_op: Complex = Complex(
    name="imag", kind=Forward(), forward=lambda x, *, dtype: np.array(np.imag(x)), infer=lambda x, *, dtype: x,
    adjoints={"x": lambda g, dtype: times_i(g, dtype=WHOLE[dtype])}, batched=True, paired=lambda pairs, form, x, dtype: x.im,
    summary="Imaginary part.",
)  # fmt: skip
times_i: Complex = Complex(
    name="times_i", kind=Forward(), forward=_as_imaginary, infer=lambda x, *, dtype: x,
    adjoints={"x": lambda g, dtype: imag_op(g, dtype=PARTS[dtype])}, reference=lambda x, *, dtype: np.asarray(x) * 1j,
    batched=True, paired=lambda pairs, form, x, dtype: pairs.pair(form, x.constant(0.0), x),
    summary="Imaginary numbers from real ones.",
)  # fmt: skip
conjugate_op: Complex = Complex(
    name="conjugate", kind=Forward(), forward=lambda x: np.asarray(np.conjugate(x)), infer=lambda x: x,
    adjoints={"x": lambda g: conjugate_op(g)}, batched=True, paired=lambda pairs, form, x: pairs.pair(form, x.re, -x.im),
    summary="Complex conjugate.",
)  # fmt: skip


def _argument_adjoint(g: AnyArray, x: AnyArray, dtype: np.dtype[Any]) -> AnyArray:
    """Return ``g * i x / |x|**2``, and 0 at 0."""
    nothing = equal(x, 0.0)
    safe = where(nothing, 1.0, x)
    length = absolute(safe)
    g = gated_multiply(where(nothing, 0.0, g), 1.0 / length)
    turned = safe / length * 1j
    return gated_multiply(g.astype(turned.dtype, copy=False), turned)


angle_op: Complex = Complex(
    name="angle", kind=Forward(), forward=lambda x, *, dtype: np.asarray(np.angle(x)), infer=lambda x, *, dtype: x,
    adjoints={"x": _argument_adjoint}, batched=True, paired=lambda pairs, form, x, dtype: x.im.do(arctan2, x.re),
    kinks="0 at 0", summary="Angle of a complex number.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def complex_samples(
    *keywords: dict[str, Any], shape: tuple[int, ...] = (2, 3)
) -> Callable[..., list[tuple[tuple[Any], dict[str, Any]]]]:
    """Return samples of one array of complex numbers."""
    return lambda rng: [((rng.normal(size=shape) + 1j * rng.normal(size=shape),), k) for k in keywords or ({},)]


def parts(x: AnyArray) -> tuple[Any, Any]:
    """Return the real and imaginary part of a complex Tensor, as results of their own."""
    part = PARTS[x.dtype]
    return astype(x, dtype=part, source=x.dtype), imag_op(x, dtype=part)


def squared_modulus(x: AnyArray) -> AnyArray:
    """Return ``x * x``, or ``|x|**2`` of complex numbers."""
    if x.dtype.kind != "c":
        return x * x
    re, im = parts(x)
    return square(re) + square(im)


def joined(re: AnyArray, im: AnyArray) -> Any:
    """Return a complex Tensor of its parts."""
    dtype = WHOLE[re.dtype]
    return astype(re, dtype=dtype, source=re.dtype) + times_i(im, dtype=dtype)


@composite(np.real, complex_samples(), complex=True)
def real(x: Tensor) -> Any:
    """Return the real part, a view; real numbers as they are."""
    return x.view_of(astype, {"dtype": PARTS[x.dtype], "source": x.dtype}) if x.dtype.kind == "c" else x


@composite(np.imag, complex_samples(), complex=True)
def imag(x: Tensor) -> Tensor:
    """Return the imaginary part, a view; zeros that cannot be written to for real numbers."""
    if x.dtype.kind == "c":
        return x.view_of(imag_op, {"dtype": PARTS[x.dtype]})
    return broadcast_to(runtime.from_array(np.zeros((), x.dtype)), x.shape)


@composite(np.conjugate, complex_samples(), complex=True)
def conjugate(x: Tensor) -> Any:
    """Return the complex conjugate."""
    if x.dtype.kind != "c":
        return x.astype(np.int8) if x.dtype == BOOL else x.clone()  # as NumPy's ufunc
    return conjugate_op(x)


@composite(np.angle, complex_samples({}, {"deg": True}), kinks="0 at 0", complex=True)
def angle(x: Tensor, deg: bool = False) -> Any:
    """Return the angle of complex numbers in radians, or in degrees; of real numbers, 0 or pi."""
    if x.dtype.kind == "c":
        result = angle_op(x, dtype=PARTS[x.dtype])
    else:
        x = x.astype(F8) if x.dtype == BOOL else in_floats(x)  # NumPy's has an integer beside it
        nothing = equal(x, 0.0)
        result = where(nothing, arctan2(0.0, runtime.stopped(x)), arctan2(0.0, where(nothing, 1.0, x)))
    return result * (180.0 / np.pi) if deg else result

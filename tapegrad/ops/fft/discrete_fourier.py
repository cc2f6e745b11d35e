"""Discrete Fourier transforms: three ops, and NumPy's functions made of them.

The adjoint of a transform is the transform of the other direction with the other norm: scaled by 1/n where it was
not, and the other way round. A real transform keeps half of a spectrum, whose elements in the middle stand for two.
What `scipy.fft` takes beside, `overwrite_x` and `workers`, changes no values there, nor here.

Tests: tests/ops/test_fft.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.machine.dtypes import C8, C16, F4, F8, PARTS, WHOLE
from tapegrad.ops.arguments import axes_of, integers
from tapegrad.ops.complex_numbers import complex_samples, conjugate
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Complex, Samples, Shape
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.fft.passes import by_passes
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.kinds import Forward
from tapegrad.ops.kinds.fourier import pays
from tapegrad.ops.references import normal
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.shape_ops import roll

Axes = Sequence[int] | None
Keywords = tuple[dict[str, Any], ...]

_OTHER = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _with_length(shape: Shape, axis: int, n: int) -> Shape:
    return (*shape[:axis], n, *shape[axis + 1 :])


def _transformed(x: AnyArray, *, axes: tuple[int, ...], norm: str, inverse: bool) -> np.ndarray:
    return (np.fft.ifftn if inverse else np.fft.fftn)(x, axes=axes, norm=norm)  # type: ignore[arg-type]


def _weights(x: AnyArray, axis: int, n: int, middle: float) -> np.ndarray:
    """Return `middle` for the elements of a half spectrum that stand for two, 1 for the others; along an axis of x."""
    weights = np.full(n // 2 + 1, middle, F4 if x.dtype in (C8, F4) else F8)
    weights[0] = 1.0
    if n % 2 == 0:
        weights[-1] = 1.0
    return weights.reshape((-1,) + (1,) * (len(x.shape) - 1 - axis))


def _half_adjoint(g: AnyArray, x_shape: Shape, axis: int, norm: str) -> AnyArray:
    n = x_shape[axis]
    return irfft_op(multiply(g, _weights(g, axis, n, 0.5)), axis=axis, n=n, norm=_OTHER[norm], dtype=PARTS[g.dtype])


def _whole_adjoint(g: AnyArray, axis: int, n: int, norm: str) -> AnyArray:
    spectrum = rfft_op(g, axis=axis, norm=_OTHER[norm], dtype=WHOLE[g.dtype])
    return multiply(spectrum, _weights(g, axis, n, 2.0))


def _transformed_pair(pairs: Any, form: Any, x: Any, *, axes: tuple[int, ...], norm: str, inverse: bool) -> Any:
    if not form.size or not all(pays(form.shape[a]) for a in axes):
        return pairs.called(fftn_op, [x.real or x], form, {"axes": axes, "norm": norm, "inverse": inverse})
    return pairs.pair(form, *by_passes(x.re, x.im, axes, norm, inverse))


def _half_pair(pairs: Any, form: Any, x: Any, *, axis: int, norm: str, dtype: np.dtype[Any]) -> Any:
    if not form.size or not pays(x.form.shape[axis]):
        return pairs.called(rfft_op, [x], form, {"axis": axis, "norm": norm, "dtype": dtype})
    both = by_passes(x, x.constant(0.0).spread(x.form.shape), (axis,), norm, False)
    return pairs.pair(form, *[part.taken(axis, slice(0, form.shape[axis])) for part in both])


def _whole_part(pairs: Any, form: AnyArray, x: Any, *, axis: int, n: int, norm: str, dtype: np.dtype[Any]) -> Any:
    """Continue a half spectrum by the conjugates of its elements, from the last to the second."""
    if not form.size or not pays(n):
        return pairs.called(irfft_op, [x], form, {"axis": axis, "n": n, "norm": norm, "dtype": dtype})
    rest = slice(n - n // 2 - 1, 0, -1)
    re, im = (x.re.taken(axis, rest), -x.im.taken(axis, rest)) if n > 2 else (None, None)
    re, im = (p if q is None else p.joined(q, axis) for p, q in ((x.re, re), (x.im, im)))
    return by_passes(re, im, (axis,), norm, True)[0]


fftn_op: Complex = Complex(
    name="fftn", kind=Forward(), forward=_transformed, infer=lambda x, **static: x,
    adjoints={"x": lambda g, axes, norm, inverse: fftn_op(g, axes=axes, norm=_OTHER[norm], inverse=not inverse)},
    batched=True, paired=_transformed_pair, summary="Fourier transform over axes.",
)  # fmt: skip
rfft_op: Complex = Complex(
    name="rfft", kind=Forward(), forward=lambda x, *, axis, norm, dtype: np.fft.rfft(x, axis=axis, norm=norm),
    infer=lambda x, *, axis, norm, dtype: _with_length(x, axis, x[axis] // 2 + 1), adjoints={"x": _half_adjoint}, batched=True, paired=_half_pair,
    summary="Fourier transform of real numbers: one half of the spectrum, which determines the other.",
)  # fmt: skip
irfft_op: Complex = Complex(
    name="irfft", kind=Forward(), forward=lambda x, *, axis, n, norm, dtype: np.fft.irfft(x, n, axis=axis, norm=norm),
    infer=lambda x, *, axis, n, norm, dtype: _with_length(x, axis, n), adjoints={"x": _whole_adjoint}, batched=True, paired=_whole_part,
    summary="The real numbers that a half spectrum came from.",
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- functions


def _norm(norm: str | None, function: str) -> str:
    norm = norm or "backward"
    if norm not in _OTHER:
        raise ArgumentError(f"{function}: expected norm 'backward', 'ortho' or 'forward', got {norm!r}.")
    return norm


def _resized(x: AnyArray, axes: Sequence[int], lengths: Sequence[int]) -> AnyArray:
    """Return x cut to lengths along axes, or continued with zeros."""
    for axis, n in zip(axes, lengths, strict=True):
        length = x.shape[axis]
        index = (*(slice(None),) * axis, slice(0, min(n, length)))
        if n < length:
            x = getitem_op(x, index=index)
        elif n > length:
            x = scatter_add(x, shape=_with_length(x.shape, axis, n), index=index)
    return x


def _axes(x: AnyArray, s: Axes, axes: Axes, function: str, half: bool = False) -> tuple[tuple[int, ...], list[int]]:
    """Return the axes of an n-dimensional transform and the lengths to give them; the last one is `half` a spectrum."""
    ndim = len(x.shape)
    try:
        s = s if s is None else tuple([n if n is None else integers(n)[0] for n in (s if np.ndim(s) else (s,))])
    except TypeError:
        raise ArgumentError(f"{function}: lengths must be integers, got {s!r}.") from None
    if axes is None:
        axes = tuple(range(ndim)) if s is None else tuple(range(-len(s), 0))
    places = axes_of(axes, ndim, function, repeated=True)
    if not places:
        raise ArgumentError(f"{function}: expected at least one axis, got none.")
    if s is not None and len(s) != len(places):
        raise ArgumentError(f"{function}: {len(s)} lengths do not fit {len(places)} axes.")
    natural = [x.shape[a] for a in places]
    if half:
        natural[-1] = 2 * (natural[-1] - 1)
    if s is not None:  # where NumPy takes -1 for the length of the array, and None for the natural one
        lengths = [
            default if n is None else x.shape[a] if n == -1 else n
            for default, n, a in zip(natural, s, places, strict=True)
        ]
    else:
        lengths = natural
    for a, n in zip(places, lengths, strict=True):
        if n < 1:
            raise ShapeError(f"{function}: expected at least one point along axis {a}, got {n}.")
    return places, lengths


def _complex(x: AnyArray) -> AnyArray:
    return x if x.dtype.kind == "c" else x.astype(C8 if x.dtype == F4 else C16)


def _real(x: AnyArray, function: str) -> AnyArray:
    if x.dtype.kind == "c":
        raise DtypeError(f"{function}: expected real numbers, got {x.dtype}. Use fft, or pass the real part.")
    return x if x.dtype.kind == "f" else x.astype(F8)


def _full(x: AnyArray, s: Axes, axes: Axes, norm: str | None, inverse: bool, function: str) -> AnyArray:
    x, norm = _complex(x), _norm(norm, function)
    places, lengths = _axes(x, s, axes, function)
    if len(set(places)) < len(places):  # one after the other, the last one first
        for axis, n in zip(places[::-1], lengths[::-1], strict=True):
            x = _full(x, (n,), (axis,), norm, inverse, function)
        return x
    return fftn_op(_resized(x, places, lengths), axes=places, norm=norm, inverse=inverse)


def _halved(x: AnyArray, s: Axes, axes: Axes, norm: str | None, function: str) -> AnyArray:
    x, norm = _real(x, function), _norm(norm, function)
    (*others, last), lengths = _axes(x, s, axes, function)
    if len({*others, last}) <= len(others):
        x = _halved(x, lengths[-1:], (last,), norm, function)
        return _full(x, lengths[:-1], tuple(others), norm, False, function)
    x = rfft_op(_resized(x, (*others, last), lengths), axis=last, norm=norm, dtype=WHOLE[x.dtype])
    return fftn_op(x, axes=tuple(others), norm=norm, inverse=False) if others else x


def _restored(x: AnyArray, s: Axes, axes: Axes, norm: str | None, function: str) -> AnyArray:
    x, norm = _complex(x), _norm(norm, function)
    (*others, last), (*lengths, n) = _axes(x, s, axes, function, half=True)
    if len({*others, last}) <= len(others):
        for axis, length in zip(others, lengths, strict=True):
            x = _full(x, (length,), (axis,), norm, True, function)
        return _restored(x, (n,), (last,), norm, function)
    x = _resized(x, (*others, last), (*lengths, n // 2 + 1))
    if others:
        x = fftn_op(x, axes=tuple(others), norm=norm, inverse=True)
    return irfft_op(x, axis=last, n=n, norm=norm, dtype=PARTS[x.dtype])


def _one(n: int | None) -> Axes:
    return None if n is None else (n,)


_NUMBERS: Keywords = ({}, {"n": 3}, {"n": 7, "norm": "ortho"}, {"axis": 0, "norm": "forward"})
_PAIRS: Keywords = ({}, {"s": (3, 5), "norm": "ortho"}, {"axes": (1, 0), "norm": "forward"})
_MANY: Keywords = ({}, {"s": (2, 7), "axes": (0, 2), "norm": "ortho"}, {"axes": (1,), "norm": "forward"})


def _reals(*keywords: dict[str, Any], shape: Shape) -> Samples:
    return normal(*[((shape,), k) for k in keywords])


@composite(np.fft.fft, complex_samples(*_NUMBERS, shape=(4, 5)), complex=True)
def fft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform along an axis."""
    return _full(a, _one(n), (axis,), norm, False, "fft")


@composite(np.fft.ifft, complex_samples(*_NUMBERS, shape=(4, 5)), complex=True)
def ifft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the inverse Fourier transform along an axis."""
    return _full(a, _one(n), (axis,), norm, True, "ifft")


@composite(np.fft.fft2, complex_samples(*_PAIRS, shape=(2, 4, 5)), complex=True)
def fft2(a: Tensor, s: Axes = None, axes: Axes = (-2, -1), norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform along two axes."""
    return _full(a, s, axes, norm, False, "fft2")


@composite(np.fft.ifft2, complex_samples(*_PAIRS, shape=(2, 4, 5)), complex=True)
def ifft2(a: Tensor, s: Axes = None, axes: Axes = (-2, -1), norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the inverse Fourier transform along two axes."""
    return _full(a, s, axes, norm, True, "ifft2")


@composite(np.fft.fftn, complex_samples(*_MANY, shape=(3, 2, 4)), complex=True)
def fftn(a: Tensor, s: Axes = None, axes: Axes = None, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform along several axes, all by default."""
    return _full(a, s, axes, norm, False, "fftn")


@composite(np.fft.ifftn, complex_samples(*_MANY, shape=(3, 2, 4)), complex=True)
def ifftn(a: Tensor, s: Axes = None, axes: Axes = None, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the inverse Fourier transform along several axes, all by default."""
    return _full(a, s, axes, norm, True, "ifftn")


@composite(np.fft.rfft, _reals(*_NUMBERS, shape=(4, 5)), complex=True, takes_complex=False)
def rfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform of real numbers along an axis: half of the spectrum."""
    return _halved(a, _one(n), (axis,), norm, "rfft")


@composite(np.fft.irfft, complex_samples(*_NUMBERS, shape=(4, 5)), complex=True)
def irfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the inverse of `rfft`, with `n` points (an even number by default)."""
    return _restored(a, _one(n), (axis,), norm, "irfft")


@composite(np.fft.rfft2, _reals(*_PAIRS, shape=(2, 4, 5)), complex=True, takes_complex=False)
def rfft2(a: Tensor, s: Axes = None, axes: Axes = (-2, -1), norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform of real numbers along two axes: half of the spectrum."""
    return _halved(a, s, axes, norm, "rfft2")


@composite(np.fft.irfft2, complex_samples(*_PAIRS, shape=(2, 4, 5)), complex=True)
def irfft2(a: Tensor, s: Axes = None, axes: Axes = (-2, -1), norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the inverse of `rfft2`."""
    return _restored(a, s, axes, norm, "irfft2")


@composite(np.fft.rfftn, _reals(*_MANY, shape=(3, 2, 4)), complex=True, takes_complex=False)
def rfftn(a: Tensor, s: Axes = None, axes: Axes = None, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform of real numbers along several axes, all by default: half of the spectrum."""
    return _halved(a, s, axes, norm, "rfftn")


@composite(np.fft.irfftn, complex_samples(*_MANY[:2], {"axes": (0, 2), "norm": "forward"}, shape=(3, 2, 4)), complex=True)  # fmt: skip
def irfftn(a: Tensor, s: Axes = None, axes: Axes = None, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the inverse of `rfftn`."""
    return _restored(a, s, axes, norm, "irfftn")


@composite(np.fft.hfft, complex_samples(*_NUMBERS, shape=(4, 5)), complex=True)
def hfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Any:  # fmt: skip
    """Return the Fourier transform of numbers with Hermitian symmetry, given as one half: real numbers."""
    return _restored(conjugate(_complex(a)), _one(n), (axis,), _OTHER[_norm(norm, "hfft")], "hfft")


@composite(np.fft.ihfft, _reals(*_NUMBERS, shape=(4, 5)), complex=True, takes_complex=False)
def ihfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None, *, overwrite_x: bool = False, workers: Any = None) -> Tensor:  # fmt: skip
    """Return the inverse of `hfft`."""
    return conjugate(_halved(a, _one(n), (axis,), _OTHER[_norm(norm, "ihfft")], "ihfft"))


@composite(np.fft.fftshift, _reals({}, {"axes": 1}, shape=(3, 4)))
def fftshift(x: Tensor, axes: Any = None) -> Tensor:
    """Move the element of frequency 0 to the middle, along all axes by default."""
    places = axes_of(axes, len(x.shape), "fftshift")
    return roll(x, [x.shape[a] // 2 for a in places], places)


@composite(np.fft.ifftshift, _reals({}, {"axes": (1,)}, shape=(3, 5)))
def ifftshift(x: Tensor, axes: Any = None) -> Tensor:
    """Return the inverse of `fftshift`."""
    places = axes_of(axes, len(x.shape), "ifftshift")
    return roll(x, [-(x.shape[a] // 2) for a in places], places)

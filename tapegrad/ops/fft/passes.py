"""Transforms of complex numbers that are taken apart: one op for each axis, in machine code."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import Linear, Shape
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Fourier
from tapegrad.ops.shaping import spread, transpose_op


def _transformed(re: Any, im: Any, *, axis: int, inverse: bool, scale: float) -> np.ndarray:
    z = np.asarray(re) + 1j * np.asarray(im)
    out = (np.fft.ifft(z, axis=axis, norm="forward") if inverse else np.fft.fft(z, axis=axis)) * scale
    return np.stack([out.real, out.imag]).astype(np.result_type(re))


def _adjoint(side: int) -> Any:
    def adjoint(g: Any, axis: int, inverse: bool, scale: float) -> Any:
        re, im = (getitem_op(g, index=(k,)) for k in (0, 1))
        return getitem_op(fourier(re, im, axis=axis, inverse=not inverse, scale=scale), index=(side,))

    return adjoint


def _batch(length: int, args: Any, flags: Any, axis: int, inverse: bool, scale: float) -> Any:
    re, im = (a if flag else spread(a, length) for a, flag in zip(args, flags, strict=True))
    both = fourier(re, im, axis=axis + 1, inverse=inverse, scale=scale)
    return transpose_op(both, axes=(1, 0, *range(2, len(both.shape))))


def _infer(re: Shape, im: Shape, *, axis: int, inverse: bool, scale: float) -> Shape:
    if re != im:
        raise ValueError(f"a real part of shape {re} does not fit an imaginary part of shape {im}")
    return (2, *re)


def _samples(rng: np.random.Generator) -> Any:
    cases = [((6,), 0), ((9, 8), 0), ((8, 12), 1), ((11, 9), 1), ((3, 7, 5), 1), ((2, 5, 8), 1), ((13, 13), 0), ((4, 1), 1)]
    return [
        (tuple(rng.normal(size=(2, *shape))), {"axis": axis, "inverse": k % 2 == 1, "scale": 1.0 / (1 + k % 3)})
        for k, (shape, axis) in enumerate(cases)
    ]


fourier: Linear = Linear(
    name="fourier", kind=Fourier(), forward=_transformed, infer=_infer, takes_complex=False, samples=_samples,
    adjoints={"re": _adjoint(0), "im": _adjoint(1)}, batched=_batch,
    summary="Fourier transform along one axis of numbers given by their real and imaginary parts, times a scale; the result "
    "holds both parts, one after the other.",
)  # fmt: skip

"""Transforms of complex numbers that are taken apart: one op for each axis, in machine code.

Tests: tests/ops/test_taken_arguments.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.machine.lane import WIDTH
from tapegrad.ops.declare import Linear, Shape
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.kinds import Fourier
from tapegrad.ops.runtime import AnyArray
from tapegrad.ops.shape_ops import reshape_op, spread, transpose_op


def _transformed(re: Any, im: Any, *, axis: int, inverse: bool, scale: float) -> np.ndarray:
    z = np.asarray(re) + 1j * np.asarray(im)
    out = (np.fft.ifft(z, axis=axis, norm="forward") if inverse else np.fft.fft(z, axis=axis)) * scale
    return np.stack([out.real, out.imag]).astype(np.result_type(re))


def _adjoint(side: int) -> Callable[..., Any]:
    def adjoint(g: AnyArray, axis: int, inverse: bool, scale: float) -> AnyArray:
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
    if not re[axis]:
        raise ValueError(f"an axis without elements, of shape {re}")
    return (2, *re)


def _samples(rng: np.random.Generator) -> list[Any]:
    cases = [
        ((6,), 0),
        ((9, 8), 0),
        ((8, 12), 1),
        ((11, 9), 1),
        ((3, 7, 5), 1),
        ((2, 5, 8), 1),
        ((13, 13), 0),
        ((4, 1), 1),
    ]
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


def by_passes(re: Any, im: Any, axes: Sequence[int], norm: str, inverse: bool) -> tuple[Any, Any]:
    """Return the parts of a transform of the parts of complex numbers, in a program that is being lowered."""
    for axis in axes:
        n = re.form.shape[axis]
        scale = 1.0 / math.sqrt(n) if norm == "ortho" else 1.0 / n if (norm == "backward") == inverse else 1.0
        short = _short(n)
        if math.prod(re.form.shape) < WIDTH * n and short:
            re, im = _in_two(re, im, axis, short, inverse, scale)
        else:
            re, im = _along(re, im, axis, inverse, scale)
    return re, im


def _along(re: Any, im: Any, axis: int, inverse: bool, scale: float) -> list[Any]:
    both = re.result(fourier, (2, *re.form.shape), im, axis=axis, inverse=inverse, scale=scale)
    return [both.result(getitem_op, re.form.shape, index=(k,)) for k in (0, 1)]


def _short(n: int) -> int:
    """Return the factor nearest to the square root, from below; 0 if there is none that fills the lanes."""
    return next((r for r in range(math.isqrt(n), WIDTH - 1, -1) if n % r == 0), 0)


def _in_two(re: Any, im: Any, axis: int, first: int, inverse: bool, scale: float) -> list[Any]:
    """Transform few lines, each as a matrix: along its columns, times the factors between, along its rows (Bailey 1990, "FFTs
    in external or hierarchical memory"). So there are lines for all lanes.
    """
    shape = re.form.shape
    n, inner = shape[axis], (1,) * (len(shape) - axis - 1)
    second = n // first
    matrix = (*shape[:axis], first, second, *shape[axis + 1 :])
    re, im = (p.result(reshape_op, matrix, shape=matrix) for p in (re, im))
    re, im = _along(re, im, axis, inverse, 1.0)
    turns = np.exp((2j if inverse else -2j) * np.pi * np.outer(np.arange(first), np.arange(second)) / n)
    c, s = (re.constant(part.reshape(first, second, *inner)) for part in (turns.real, turns.imag))
    re, im = _along(re * c - im * s, re * s + im * c, axis + 1, inverse, scale)
    axes = (*range(axis), axis + 1, axis, *range(axis + 2, len(matrix)))
    turned = tuple(matrix[a] for a in axes)
    return [p.result(transpose_op, turned, axes=axes).result(reshape_op, shape, shape=shape) for p in (re, im)]

"""Cosine and sine transforms with SciPy's names: one op, whose matrices are orthogonal, and factors.

The matrix of each type is the orthogonal one times a number, with elements at the ends of its rows or columns times the
square root of 2 (Strang 1999, SIAM Review 41, 135-147). The transpose of an orthogonal matrix is its inverse: that of
type 2 is type 3, the others are symmetric.

Tests: tests/ops/test_fft.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.arguments import axes_of
from tapegrad.ops.complex_numbers import complex_samples, conjugate
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Linear, Samples
from tapegrad.ops.elementwise_ops import multiply
from tapegrad.ops.fft.discrete_fourier import _OTHER, _axes, _complex, _halved, _norm, _resized, _restored
from tapegrad.ops.references import normal, scipys
from tapegrad.ops.runtime import AnyArray, Tensor

_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}
Axes = Sequence[int] | None


@functools.cache
def _transform(sine: bool) -> Any:
    import scipy.fft

    return scipy.fft.dst if sine else scipy.fft.dct


def _orthogonal(x: AnyArray, *, sine: bool, type: int, axis: int) -> np.ndarray:
    result: np.ndarray = _transform(sine)(x, type, axis=axis, norm="ortho")
    return result


transform: Linear = Linear(
    name="trigonometric", forward=_orthogonal, infer=lambda x, *, sine, type, axis: x, batched=True, may_fail=False,
    adjoints={"x": lambda g, sine, type, axis: transform(g, sine=sine, type=_INVERSE[type], axis=axis)},
    samples=normal(*[
        (((4, 3),), {"sine": sine, "type": type, "axis": axis}) for sine, type, axis in ((False, 1, 0), (True, 2, 1), (True, 3, 0), (False, 4, 1))
    ]),
    summary="A cosine or sine transform along an axis, with an orthogonal matrix.",
)  # fmt: skip


def _ends(n: int, sine: bool, type: int, value: float, dtype: np.dtype) -> np.ndarray | None:
    """Return 1, and at those ends that the matrix of a type counts otherwise, a value; None for none."""
    if type == 4 or (type == 1 and sine):
        return None
    weights = np.ones(n, np.float32 if dtype in (np.float32, np.complex64) else np.float64)
    if type == 1:
        weights[[0, -1]] = value
    else:
        weights[-1 if sine else 0] = value
    return weights


def _transformed(
    x: AnyArray, type: int, s: Axes, axes: Axes, norm: str | None, orthogonalize: bool | None, sine: bool, inverse: bool,
    function: str,
) -> AnyArray:  # fmt: skip
    """Transform along axes, of which each has its own factors."""
    if type not in _INVERSE:
        raise ArgumentError(f"{function}: expected a type from 1 to 4, got {type!r}.")
    norm = _norm(norm, function)
    straight = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    if inverse:
        type, norm = _INVERSE[type], _OTHER[norm]
    x = x if x.dtype.kind in "fc" else x.astype(np.float64)
    axes = axes if axes is None else axes_of(axes, len(x.shape), function)  # none twice
    places, lengths = _axes(x, s, axes, function)
    x = _resized(x, places, lengths)
    scale = 1.0
    for axis, n in zip(places, lengths, strict=True):
        if type == 1 and not sine and n < 2:
            raise ShapeError(f"{function}: expected two points or more for type 1, got {n}.")
        shape = [-1 if k == axis else 1 for k in range(len(x.shape))]
        before = _ends(n, sine, type, math.sqrt(0.5), x.dtype) if type in (1, 3) and not straight else None
        after = _ends(n, sine, type, math.sqrt(2.0), x.dtype) if type in (1, 2) and not straight else None
        if before is not None:
            x = multiply(x, before.reshape(shape))
        x = transform(x, sine=sine, type=type, axis=axis)
        logical = 2 * (n + (0 if type != 1 else 1 if sine else -1))
        scale *= {"backward": math.sqrt(logical), "ortho": 1.0, "forward": 1.0 / math.sqrt(logical)}[norm]
        if after is not None:
            x, scale = multiply(x, (after * after.dtype.type(scale)).reshape(shape)), 1.0
    return x if scale == 1.0 else multiply(x, scale)


def _one(n: int | None) -> Axes:
    return None if n is None else (n,)


def _along(*types: int) -> Samples:
    """Return samples of transforms along one axis, with every norm."""
    options: Any = (
        {}, {"norm": "ortho"}, {"norm": "forward", "axis": 0}, {"n": 3, "orthogonalize": True}, {"n": 6, "norm": "ortho", "orthogonalize": False},
    )  # fmt: skip
    return normal(*[(((4, 5),), {"type": t, **o}) for t, o in zip(types, options, strict=True)])


_SEVERAL = normal(
    (((3, 4),), {}), (((2, 3, 4),), {"type": 3, "s": (3, 3), "axes": (0, 2), "norm": "ortho"}), (((3, 4),), {"type": 1, "norm": "forward", "axes": [1]}),
    (((2, 3),), {"type": 4, "orthogonalize": True, "workers": 2}),
)  # fmt: skip


def _apart(name: str) -> Callable[..., Any]:
    """Return SciPy's transform, of real and imaginary parts each: it forgets `orthogonalize` for complex numbers."""
    real = scipys("scipy.fft", name)

    def reference(x: AnyArray, **keywords: Any) -> Any:
        return real(x.real, **keywords) + 1j * real(x.imag, **keywords) if x.dtype.kind == "c" else real(x, **keywords)

    reference.__module__, reference.__name__ = "scipy.fft", name
    return reference


@composite(_apart("dct"), _along(2, 1, 3, 4, 1))
def dct(
    x: Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the cosine transform of a type from 1 to 4 along an axis."""
    return _transformed(x, type, _one(n), (axis,), norm, orthogonalize, False, False, "dct")


@composite(_apart("idct"), _along(3, 2, 1, 2, 4))
def idct(
    x: Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the inverse of `dct`."""
    return _transformed(x, type, _one(n), (axis,), norm, orthogonalize, False, True, "idct")


@composite(_apart("dst"), _along(2, 3, 1, 2, 4))
def dst(
    x: Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the sine transform of a type from 1 to 4 along an axis."""
    return _transformed(x, type, _one(n), (axis,), norm, orthogonalize, True, False, "dst")


@composite(_apart("idst"), _along(3, 2, 4, 3, 1))
def idst(
    x: Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the inverse of `dst`."""
    return _transformed(x, type, _one(n), (axis,), norm, orthogonalize, True, True, "idst")


@composite(_apart("dctn"), _SEVERAL)
def dctn(
    x: Tensor, type: int = 2, s: Axes = None, axes: Axes = None, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the cosine transform along several axes, all by default."""
    return _transformed(x, type, s, axes, norm, orthogonalize, False, False, "dctn")


@composite(_apart("idctn"), _SEVERAL)
def idctn(
    x: Tensor, type: int = 2, s: Axes = None, axes: Axes = None, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the inverse of `dctn`."""
    return _transformed(x, type, s, axes, norm, orthogonalize, False, True, "idctn")


@composite(_apart("dstn"), _SEVERAL)
def dstn(
    x: Tensor, type: int = 2, s: Axes = None, axes: Axes = None, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the sine transform along several axes, all by default."""
    return _transformed(x, type, s, axes, norm, orthogonalize, True, False, "dstn")


@composite(_apart("idstn"), _SEVERAL)
def idstn(
    x: Tensor, type: int = 2, s: Axes = None, axes: Axes = None, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, orthogonalize: bool | None = None,
) -> Any:  # fmt: skip
    """Return the inverse of `dstn`."""
    return _transformed(x, type, s, axes, norm, orthogonalize, True, True, "idstn")


# ------------------------------------------------------------------------------------------------- Hermitian symmetry

_HERMITIAN: Any = ({}, {"s": (3, 5), "axes": (0, 1), "norm": "ortho"}, {"norm": "forward"})


@composite(scipys("scipy.fft", "hfftn"), complex_samples(*_HERMITIAN, shape=(4, 3)), complex=True)
def hfftn(
    x: Tensor, s: Axes = None, axes: Axes = None, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, plan: None = None,
) -> Any:  # fmt: skip
    """Return the transform of numbers with Hermitian symmetry, given as one half: real numbers."""
    _refuse_plan(plan, "hfftn")
    axes = axes if axes is None else axes_of(axes, len(x.shape), "hfftn")  # none twice
    return _restored(conjugate(_complex(x)), s, axes, _OTHER[_norm(norm, "hfftn")], "hfftn")


@composite(
    scipys("scipy.fft", "hfft2"), complex_samples({}, {"s": (4, 6), "norm": "forward"}, shape=(4, 3)), complex=True
)
def hfft2(
    x: Tensor, s: Axes = None, axes: Axes = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, plan: None = None,
) -> Tensor:  # fmt: skip
    """Return the transform along two axes of numbers with Hermitian symmetry, given as one half."""
    return hfftn(x, s, axes, norm, plan=plan)


@composite(
    scipys("scipy.fft", "ihfftn"), normal(*[(((4, 5),), k) for k in _HERMITIAN]), complex=True, takes_complex=False
)
def ihfftn(
    x: Tensor, s: Axes = None, axes: Axes = None, norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, plan: None = None,
) -> Tensor:  # fmt: skip
    """Return the inverse of `hfftn`."""
    _refuse_plan(plan, "ihfftn")
    axes = axes if axes is None else axes_of(axes, len(x.shape), "ihfftn")
    return conjugate(_halved(x, s, axes, _OTHER[_norm(norm, "ihfftn")], "ihfftn"))


@composite(
    scipys("scipy.fft", "ihfft2"), normal((((2, 4, 5),), {}), (((4, 5),), {"norm": "ortho"})), complex=True, takes_complex=False
)  # fmt: skip
def ihfft2(
    x: Tensor, s: Axes = None, axes: Axes = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
    workers: int | None = None, *, plan: None = None,
) -> Tensor:  # fmt: skip
    """Return the inverse of `hfft2`."""
    return ihfftn(x, s, axes, norm, plan=plan)


def _refuse_plan(plan: Any, function: str) -> None:
    if plan is not None:
        raise ArgumentError(f"{function}: a plan is not taken. Leave it out, as for SciPy.")

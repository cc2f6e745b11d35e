"""The Faddeeva function `wofz` and Voigt's profile, which is its real part.

Both parts of ``w(x + iy)`` are ops of two real numbers, so that compiled code takes them as any other function. Their derivatives
follow from ``w' = 2i / sqrt(pi) - 2 z w`` (DLMF 7.10.2). For large z its terms cancel; from there on they come from the
asymptotic series of w (DLMF 7.12.1).

Tests: tests/ops/test_faddeeva.py
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import WHOLE
from tapegrad.ops.complex_numbers import complex_samples, in_floats, parts, times_i
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.elementwise_ops import absolute, cos, exp, maximum, sin, square, where
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor
from tapegrad.ops.special.ufunc_calls import called, rarely, reference, special

_ROOT_2, _ROOT_PI = math.sqrt(2.0), math.sqrt(math.pi)
_FAR = 64.0  # of |z|**2, from where on 20 terms of the series are exact to 1e-17
_AXIS = 1e-6  # an imaginary part below counts as none where exp(-z**2) is added: it is below 1e-27 then
_SERIES = [math.prod(range(1, 2 * k, 2)) / 2.0**k for k in range(20)]  # of w, without i / (sqrt(pi) z)
_FIRST = [c * (2 * k + 1) for k, c in enumerate(_SERIES)]
_SECOND = [c * (2 * k + 2) for k, c in enumerate(_FIRST)]

Pair = tuple[Any, Any]  # of real and imaginary parts, Lanes or Tensors


def _times(a: Pair, b: Pair) -> Pair:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _inverse(x: AnyArray, y: AnyArray) -> Pair:
    """Return 1 / (x + iy), in which nothing overflows on the way."""
    size = maximum(absolute(x), absolute(y))
    re, im = x / size, y / size
    length = (square(re) + square(im)) * size
    return re / length, -im / length


def _sum(coefficients: list[float], u: Pair) -> Pair:
    """Return a polynomial by Horner's rule."""
    total: Pair = (coefficients[-1] + 0.0 * u[0], 0.0 * u[0])
    for c in coefficients[-2::-1]:
        re, im = _times(total, u)
        total = (re + c, im)
    return total


def _slopes(x: AnyArray, y: AnyArray, scale: float | AnyArray, value: Pair, order: int) -> Pair:
    """Return the first derivative by x of ``w(q / r) / (r sqrt(pi))``, q = x + iy and r = sqrt(2) scale, or the second times scale.

    Parameters
    ----------
    value : pair
        Of the function itself.
    """

    def near(q: Pair) -> Pair:
        re, im = _times(q, value)
        first = (-re / square(scale), (1.0 / math.pi - im) / square(scale))
        if order == 1:
            return first
        re, im = _times(q, first)
        return -(value[0] + re) / scale, -(value[1] + im) / scale

    def distant(x: AnyArray, y: AnyArray, scale: AnyArray) -> Pair:
        inverse = _inverse(x, y)
        z = (_ROOT_2 * scale * inverse[0], _ROOT_2 * scale * inverse[1])  # 1 / z
        power = _times(inverse, inverse)
        if order == 1:
            re, im = _times(power, _sum(_FIRST, _times(z, z)))
            return im / math.pi, -re / math.pi
        re, im = _times(_times(power, inverse), _sum(_SECOND, _times(z, z)))
        return -im * scale / math.pi, re * scale / math.pi

    def below(x: AnyArray, y: AnyArray, scale: AnyArray) -> Pair:
        """Return what comes on top in the lower half plane, where ``w(z) = 2 exp(-z**2) - w(-z)`` (DLMF 7.4.3).

        Half of it on the real axis, where it is all of the real part (DLMF 7.5.1).
        """
        re, im = x / (_ROOT_2 * scale), y / (_ROOT_2 * scale)
        size = where(im > -_AXIS, 0.5, 1.0) * exp(square(im) - square(re))
        turned = (size * cos(2.0 * re * im), -size * sin(2.0 * re * im))
        if order == 1:
            re, im = _times((re, im), turned)
            factor = -2.0 / (_ROOT_PI * square(scale))
            return factor * re, factor * im
        square_re, square_im = _times((re, im), (re, im))
        re, im = _times((8.0 * square_re - 4.0, 8.0 * square_im), turned)
        factor = 1.0 / (2.0 * _ROOT_2 * _ROOT_PI * square(scale))
        return factor * re, factor * im

    far = square(x) + square(y) > (2.0 * _FAR) * square(scale)
    under = far & (y * scale < (_ROOT_2 * _AXIS) * square(scale))
    pair = near((x, y))

    def part(k: int) -> Any:
        far_x, far_y, far_scale = where(far, x, 1.0), where(far, y, 0.0), where(far, scale, 0.0)
        under_x, under_y, under_scale = where(under, x, 1.0), where(under, y, 0.0), where(under, scale, 1.0)
        beyond = rarely(far, pair[k], lambda: distant(far_x, far_y, far_scale)[k])
        return rarely(under, beyond, lambda: beyond + below(under_x, under_y, under_scale)[k])

    return part(0), part(1)


def _part(name: str, k: int, summary: str) -> Elementwise:
    def reads(x: AnyArray, y: AnyArray, out: AnyArray) -> Pair:
        other = (wofz_imag if k == 0 else wofz_real)(x, y)
        value = (out, other) if k == 0 else (other, out)
        re, im = _slopes(x, y, 1.0 / _ROOT_2, (value[0] / _ROOT_PI, value[1] / _ROOT_PI), 1)
        return _ROOT_PI * re, _ROOT_PI * im

    function = scipys("scipy.special", "wofz")

    def values(x: AnyArray, y: AnyArray) -> Any:
        z = np.zeros(np.broadcast_shapes(np.shape(x), np.shape(y)), np.complex128)
        z.real, z.imag = x, y  # no sum, in which an infinite part would make the other one NaN
        w = function(z)
        return (w.imag if k else w.real).astype(np.result_type(x, y))

    values.__name__ = name
    return Elementwise(
        name=name, external=True, forward=lambda x, y: called("wofz", x, y, output=k), reference=doubled(values),
        partials={"x": lambda x, y, out: reads(x, y, out)[k], "y": lambda x, y, out: (reads(x, y, out)[0] if k else -reads(x, y, out)[1])},
        domain={"x": (-3.0, 3.0), "y": (0.1, 3.0)}, edges=[((None, None), None)], saturates=8.0, summary=summary,
    )  # fmt: skip


wofz_real: Elementwise = _part("wofz_real", 0, "Real part of the Faddeeva function of x + iy.")
wofz_imag: Elementwise = _part("wofz_imag", 1, "Imaginary part of the Faddeeva function of x + iy.")


@composite(reference("wofz"), complex_samples(), complex=True)
def wofz(z: Tensor) -> Tensor:
    """Faddeeva function, ``exp(-z**2) erfc(-iz)``; complex, also of real numbers."""
    z = in_floats(z)
    x, y = parts(z) if z.dtype.kind == "c" else (z, np.zeros((), z.dtype))
    return wofz_real(x, y) + times_i(wofz_imag(x, y), dtype=WHOLE[x.dtype])


scipy_ufuncs["wofz"] = wofz


def _of_voigt(x: AnyArray, sigma: AnyArray, gamma: AnyArray, out: AnyArray, order: int) -> Pair:
    r = _ROOT_2 * sigma
    dispersion = wofz_imag(x / r, gamma / r) / (_ROOT_PI * r)
    return _slopes(x, gamma, sigma, (out, dispersion), order)


voigt_profile: Elementwise = special(
    "voigt_profile", "Density of the sum of a normal variable (deviation sigma) and one of Cauchy's (half width gamma).",
    {"x": (-3.0, 3.0), "sigma": (0.5, 2.0), "gamma": (0.2, 2.0)},
    {
        "x": lambda x, sigma, gamma, out: _of_voigt(x, sigma, gamma, out, 1)[0],
        "sigma": lambda x, sigma, gamma, out: _of_voigt(x, sigma, gamma, out, 2)[0],  # the equation of heat
        "gamma": lambda x, sigma, gamma, out: -_of_voigt(x, sigma, gamma, out, 1)[1],
    },
)  # fmt: skip

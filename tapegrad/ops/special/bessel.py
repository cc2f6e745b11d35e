"""Bessel and Airy functions under SciPy's names, by their recurrences (DLMF 10.6, 10.29 and 9.2)."""

from __future__ import annotations

from typing import Any

from tapegrad.ops.declare import Elementwise, scipy_ufuncs
from tapegrad.ops.elementwise import sign
from tapegrad.ops.special.gamma import POLES, called, reference

_ORDER = (0.3, 2.7)
_POSITIVE = (0.5, 4.0)


def _of_order(name: str, slope: Any, summary: str, **more: Any) -> Elementwise:
    """Declare a function of an order, with respect to which it is not differentiated, and a number."""
    op = scipy_ufuncs[name] = Elementwise(
        name=name, external=True, forward=lambda v, z: called(name, v, z), partials={"z": slope},
        reference=reference(name), domain={"v": _ORDER, "z": _POSITIVE}, edges=[((None, None), None)], summary=summary, **more,
    )  # fmt: skip
    return op


def _of_number(name: str, slope: Any, summary: str, **more: Any) -> Elementwise:
    op = scipy_ufuncs[name] = Elementwise(
        name=name, external=True, forward=lambda x: called(name, x), partials={"x": slope}, reference=reference(name),
        domain={"x": _POSITIVE}, edges=POLES, summary=summary, **more,
    )  # fmt: skip
    return op


jv: Elementwise = _of_order(
    "jv", lambda v, z: 0.5 * (jv(v - 1.0, z) - jv(v + 1.0, z)), "Bessel function of the first kind."
)
yv: Elementwise = _of_order(
    "yv", lambda v, z: 0.5 * (yv(v - 1.0, z) - yv(v + 1.0, z)), "Bessel function of the second kind."
)
iv: Elementwise = _of_order(
    "iv", lambda v, z: 0.5 * (iv(v - 1.0, z) + iv(v + 1.0, z)), "Modified Bessel function of the first kind."
)
kv: Elementwise = _of_order(
    "kv", lambda v, z: -0.5 * (kv(v - 1.0, z) + kv(v + 1.0, z)), "Modified Bessel function of the second kind."
)
ive: Elementwise = _of_order(
    "ive", lambda v, z, out: 0.5 * (ive(v - 1.0, z) + ive(v + 1.0, z)) - sign(z) * out,
    "Modified Bessel function of the first kind, times exp(-|z|).",
)  # fmt: skip
kve: Elementwise = _of_order(
    "kve", lambda v, z, out: out - 0.5 * (kve(v - 1.0, z) + kve(v + 1.0, z)),
    "Modified Bessel function of the second kind, times exp(z).",
)  # fmt: skip
j0: Elementwise = _of_number("j0", lambda x: -j1(x), "Bessel function of the first kind of order 0.")
j1: Elementwise = _of_number(
    "j1", lambda x: 0.5 * (j0(x) - jv(2.0, x)), "Bessel function of the first kind of order 1."
)
y0: Elementwise = _of_number("y0", lambda x: -y1(x), "Bessel function of the second kind of order 0.")
y1: Elementwise = _of_number(
    "y1", lambda x: 0.5 * (y0(x) - yv(2.0, x)), "Bessel function of the second kind of order 1."
)
i0: Elementwise = _of_number("i0", lambda x: i1(x), "Modified Bessel function of the first kind of order 0.")
i1: Elementwise = _of_number(
    "i1", lambda x: 0.5 * (i0(x) + iv(2.0, x)), "Modified Bessel function of the first kind of order 1."
)
i0e: Elementwise = _of_number("i0e", lambda x, out: i1e(x) - sign(x) * out, "i0(x) times exp(-|x|).")
i1e: Elementwise = _of_number(
    "i1e", lambda x, out: 0.5 * (i0e(x) + ive(2.0, x)) - sign(x) * out, "i1(x) times exp(-|x|)."
)
k0: Elementwise = _of_number("k0", lambda x: -k1(x), "Modified Bessel function of the second kind of order 0.")
k1: Elementwise = _of_number(
    "k1", lambda x: -0.5 * (k0(x) + kv(2.0, x)), "Modified Bessel function of the second kind of order 1."
)
k0e: Elementwise = _of_number("k0e", lambda x, out: out - k1e(x), "k0(x) times exp(x).")
k1e: Elementwise = _of_number("k1e", lambda x, out: out - 0.5 * (k0e(x) + kve(2.0, x)), "k1(x) times exp(x).")

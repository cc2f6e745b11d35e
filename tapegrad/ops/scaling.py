"""Scaling: ops that find a factor for sums of powers, so that they neither overflow nor vanish.

Tests: tests/replay/test_compiled_ops.py
"""

from __future__ import annotations

import numpy as np

from tapegrad.machine import lane
from tapegrad.ops.declare import EDGES, Elementwise
from tapegrad.ops.elementwise_ops import POSITIVE
from tapegrad.ops.runtime import AnyArray


def _unit_scale(x: AnyArray, least: AnyArray) -> np.ndarray:
    """Return what `unit_scale` is on arrays and numbers."""
    power = np.where(np.abs(x) < np.finfo(np.float64).tiny, 0.0, np.ldexp(0.5, np.frexp(np.asarray(x, np.float64))[1]))
    scale = np.where(np.isfinite(x), 1.0 / np.where(power > least, power, least), 1.0)
    return scale.astype(np.result_type(x, least), copy=False)


unit_scale = Elementwise(
    name="unit_scale", forward=lambda x, least: lane.unit_scale(x, least), reference=_unit_scale,
    partials={"x": None, "least": None}, domain={"least": POSITIVE}, special=[(x, 2.0**-126) for (x,) in EDGES],
    summary="The power of two that brings the magnitude of x to between 1 and 2, if that is at least `least`, and 1 for infinities and NaN: to scale with, exactly.",
)  # fmt: skip
gauge = Elementwise(
    name="gauge", forward=lambda x, weight: abs(x) * weight, reference=lambda x, weight: np.abs(x) * weight,
    domain={"weight": POSITIVE}, stops=True,
    summary="Weighted magnitude, which requires no gradient: to find a scale with.",
)  # fmt: skip

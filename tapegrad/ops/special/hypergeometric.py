"""Hypergeometric functions, differentiated with respect to their last argument (DLMF 13.3, 15.5, 16.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.declare import Elementwise, General, scipy_ufuncs
from tapegrad.ops.elementwise import absolute, exp, square, where
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.shaping import sum_to
from tapegrad.ops.special.calling import special

hyp0f1: Elementwise = special(
    "hyp0f1", "Confluent hypergeometric limit function 0F1; with respect to z.", {"v": (0.5, 2.5), "z": (-2.0, 2.0)},
    {"z": lambda v, z: hyp0f1(v + 1.0, z) / v}, foreign=True,
)  # fmt: skip
hyp1f1: Elementwise = special(
    "hyp1f1", "Confluent hypergeometric function 1F1; with respect to x.", {"a": (0.5, 2.5), "b": (0.6, 2.5), "x": (-2.0, 2.0)},
    {"x": lambda a, b, x: a / b * hyp1f1(a + 1.0, b + 1.0, x)}, foreign=True,
)  # fmt: skip
hyperu: Elementwise = special(
    "hyperu", "Confluent hypergeometric function U; with respect to x.", {"a": (0.5, 2.5), "b": (0.6, 0.9), "x": (0.5, 4.0)},
    {"x": lambda a, b, x: -a * hyperu(a + 1.0, b + 1.0, x)}, foreign=True,
)  # fmt: skip

hyp2f1: General = General(
    name="hyp2f1", forward=lambda a, b, c, z: scipys("scipy.special", "hyp2f1")(a, b, c, z),
    infer=np.broadcast_shapes,
    adjoints={"z": lambda g, a, b, c, z: sum_to(g * (a * b / c * hyp2f1(a + 1.0, b + 1.0, c + 1.0, z)), z.shape)},
    reference=doubled(scipys("scipy.special", "hyp2f1")), may_fail=False,
    samples=lambda rng: [
        ((*rng.uniform(0.5, 2.0, size=(3, 4)), rng.uniform(-0.8, 0.8, size=4)), {}),
        ((np.array(1.5), np.array(0.5), np.array([2.5]), rng.uniform(-0.8, 0.8, size=(2, 3))), {}),
    ],
    summary="Gauss's hypergeometric function 2F1; with respect to z.",
)  # fmt: skip
scipy_ufuncs["hyp2f1"] = hyp2f1


def relative_growth(u: Any) -> Any:
    """Return 1F1(2; 3; u) = 2 (exp(u) (u - 1) + 1) / u**2, by which functions change that are like (exp(u) - 1) / u."""
    small = absolute(u) < 5.0
    away = where(small, 5.0, u)
    return where(small, hyp1f1(2.0, 3.0, where(small, u, 0.0)), 2.0 * (exp(away) * (away - 1.0) + 1.0) / square(away))

"""Limits and rounding: functions made of elementwise ops.

Tests: tests/ops/test_out.py, tests/ops/test_arrays.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy._core import umath

from tapegrad.errors import ArgumentError, DtypeError
from tapegrad.ops.complex_numbers import joined, parts
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import clip_op, maximum, minimum, rint
from tapegrad.ops.runtime import AnyArray, Tensor, runtime


def _clip_samples(rng: np.random.Generator) -> list[Any]:
    x = (rng.permutation(12) * 0.17 - 1.0).reshape(3, 4)
    return [
        ((x, -0.58, 0.28), {}),
        ((x,), {"a_min": None, "a_max": 0.11}),
        ((x,), {"min": -0.23}),
        ((x, x[0] - 0.1, x[0] + 0.1), {}),
    ]


@composite(np.clip, _clip_samples, kinks="1 for x at either limit", out=None)
def clip(
    x: Tensor, a_min: Any = None, a_max: Any = None, out: Any = None, *, min: Any = None, max: Any = None,
    **keywords: Any,
) -> Tensor:  # fmt: skip
    """Limit values to an interval; None leaves a side open. Keywords are as for a ufunc: `dtype`, `where`, `casting`."""
    if not (a_min is None or min is None) or not (a_max is None or max is None):
        raise ArgumentError("clip: expected each limit once, got a_min and min, or a_max and max.")
    min, max = (
        limit if limit is not np._NoValue else None
        for limit in (a_min if min is None else min, a_max if max is None else max)
    )
    t = runtime.as_tensor(x)
    if t.dtype.kind in "iu":  # a limit of Python's that the dtype does not reach is none
        bounds = np.iinfo(t.dtype)
        min = None if type(min) is int and min <= bounds.min else min
        max = None if type(max) is int and max >= bounds.max else max
    if keywords or out is not None:
        limits = {name: limit for name, limit in (("min", min), ("max", max)) if limit is not None}
        return _as_ufunc(t, limits, keywords if out is None else {**keywords, "out": out})
    if min is None and max is None:
        return t.clone()
    if t.dtype.kind == "f" and not (_is_complex(min) or _is_complex(max)):
        return clip_op(t, -math.inf if min is None else min, math.inf if max is None else max)
    if min is None or max is None:
        return maximum(t, min) if max is None else minimum(t, max)
    return minimum(maximum(t, min), max)


_UFUNCS: dict[tuple[str, ...], Any] = {
    (): np.positive, ("min",): np.maximum, ("max",): np.minimum, ("min", "max"): umath.clip,  # type: ignore[attr-defined]
}  # fmt: skip
_KEYWORDS = {"out", "where", "dtype", "casting", "order", "subok", "signature"}


def _as_ufunc(x: AnyArray, limits: dict[str, Any], keywords: dict[str, Any]) -> Any:
    """Limit values by the ufunc that NumPy takes for these limits, with its keywords."""
    if unknown := keywords.keys() - _KEYWORDS:
        raise ArgumentError(f"clip: expected keywords of ufuncs, got {sorted(unknown)}.")
    target = keywords.get("out")
    if target is not None and not isinstance(target, tuple):
        keywords = {**keywords, "out": (target,)}
    ufunc = _UFUNCS[tuple(limits)]
    return runtime.ufunc(
        ufunc,
        lambda x, *values: clip(x, **dict(zip(limits, values, strict=True))),
        (x, *limits.values()),
        keywords,
        "clip",
    )


def _is_complex(x: AnyArray) -> bool:
    return x.__class__ is not float and (isinstance(x, complex) or (hasattr(x, "dtype") and x.dtype.kind == "c"))


def _round_samples(rng: np.random.Generator) -> list[Any]:
    x = rng.permutation([-7.37, 0.12, 3.28, 44.44, -61.19])
    return [((x,), {}), ((x, 1), {}), ((x,), {"decimals": -1})]


@composite(np.round, _round_samples, kinks="0 everywhere")
def round_(x: Tensor, decimals: int = 0, out: Any = None) -> Any:
    """Round to a multiple of ``10 ** -decimals``, halves to even; the derivative is 0."""
    t, decimals = runtime.as_tensor(x), operator.index(decimals)
    if t.dtype.kind == "c":
        return joined(*[round_(part, decimals) for part in parts(t)])
    if t.dtype == bool and decimals:
        raise DtypeError("round: truth values have no decimals. Convert them with .astype first.")
    if t.dtype.kind in "iu" and decimals >= 0:
        return t.clone()
    if t.dtype.kind in "iu" and runtime.differs(t) and not runtime.is_int(t):
        return round_(runtime.numbers(t, np.dtype(np.float64)), decimals).astype(t.dtype)
    if t.dtype.kind in "iu":
        return runtime.from_array(np.round(t._decided(), decimals))
    if decimals == 0:
        return rint(t)
    factor = 10.0**decimals if decimals > 0 else 10.0**-decimals
    return rint(t * factor) / factor if decimals > 0 else rint(t / factor) * factor

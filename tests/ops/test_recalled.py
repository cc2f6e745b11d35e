"""Every record's samples in transforms that return: what a program gives is what the cache turned off gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapegradError
from tests.ops.test_arrays import ENTRIES, Call, as_list, calls, named, some_samples
from tests.support import hot_after, plain

TURNS = 4


soon = hot_after(1)


def turn(call: Call, transform: str, scale: float) -> list[Any]:
    """Return what a transform gives of a call on arrays that differ from turn to turn, or the error."""
    given = [a * scale for a in call.arrays]

    def f(*arrays: Any) -> Any:
        parts = as_list(named(call, [*arrays]))
        return [p for p in parts if isinstance(p, tg.Tensor) and p.dtype.kind == "f"]

    try:
        if transform == "jvp":
            found = tg.func.jvp(f, tuple(given), tuple(np.ones_like(a) for a in given))
        else:
            found = tg.jacobian(f, tuple(range(len(given))))(*given)
    except (TapegradError, ValueError, TypeError, ArithmeticError) as error:
        return [type(error)]
    return [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x) for x in leaves(found)]


def leaves(tree: Any) -> list[Any]:
    return [x for part in tree for x in leaves(part)] if isinstance(tree, (list, tuple)) else [tree]


def close(a: Any, b: Any) -> bool:
    if not isinstance(a, np.ndarray):
        return a is b
    size = max(1.0, float(np.nanmax(np.abs(np.where(np.isfinite(b), b, 0.0)), initial=0.0)))
    narrow = a.dtype.itemsize <= 4
    return a.dtype == b.dtype and np.allclose(a, b, 1e-3 if narrow else 1e-9, size * (1e-4 if narrow else 1e-10), True)


@pytest.mark.parametrize("transform", ["jvp", "jacobian"])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
@some_samples
def test_what_returns_is_what_it_is_without_the_cache(entry: Any, transform: str, part: slice) -> None:
    for call in calls(entry)[part]:
        scales = [1.0 + 0.001 * k for k in range(TURNS)]
        with tg.debug.trace_cache(False):
            expected = [turn(call, transform, scale) for scale in scales]
        found = [turn(call, transform, scale) for scale in scales]
        for a, b in zip(found, expected, strict=True):
            assert len(a) == len(b)
            assert all(map(close, a, b)), (a, b)

"""Loops that the tests share, and what they agree with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.func.containers import flatten, unflatten
from tests.support import plain

RNG = np.random.default_rng


def leaves(tree: Any) -> list[Any]:
    found: list[Any] = []
    flatten(tree, found)
    return found


def mapped(f: Any, tree: Any) -> Any:
    found: list[Any] = []
    structure = flatten(tree, found)
    return unflatten(structure, [f(x) for x in found])


def unrolled(
    f: Any,
    init: Any,
    xs: Any = None,
    length: Any = None,
    reverse: bool = False,
    stack: Any = np.stack,
    checkpoint: bool = False,
) -> Any:
    """What `scan` says it does."""
    columns = leaves(xs)
    steps = len(columns[0]) if columns else length
    carry, ys = init, []
    for t in reversed(range(steps)) if reverse else range(steps):
        carry, y = f(carry, mapped(lambda a, t=t: a[t], xs))
        ys.append(y)
    if reverse:
        ys = ys[::-1]
    if not ys:
        return carry, None
    structure = flatten(ys[0], [])
    return carry, unflatten(structure, [stack(column) for column in zip(*map(leaves, ys), strict=True)])


def agree(found: Any, expected: Any, rtol: float = 1e-12) -> None:
    ours: list[Any] = []
    theirs: list[Any] = []
    assert flatten(found, ours) == flatten(expected, theirs)
    for x, y in zip(ours, theirs, strict=True):
        x, y = (plain(v) if isinstance(v, tg.Tensor) else np.asarray(v) for v in (x, y))
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        np.testing.assert_allclose(x, y, rtol=rtol, atol=rtol * np.max(np.abs(y), initial=1.0))


each_way = pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])

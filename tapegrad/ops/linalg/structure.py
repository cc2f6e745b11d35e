"""What pattern a matrix has: answers without a derivative, which are decisions, so that recordings guard them.

Tests: tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.composites import constants
from tapegrad.ops.elementwise_ops import not_equal, where
from tapegrad.ops.linalg.matrices import adjoint_of, matrices
from tapegrad.ops.products import flipped
from tapegrad.ops.reductions import max_
from tapegrad.ops.runtime import AnyArray, runtime


def bandwidth(a: Any) -> tuple[Any, Any]:
    """Return how many diagonals below and above the main one have elements that are not 0; of stacks, of each matrix."""
    a = runtime.as_tensor(a, "bandwidth")
    m, n = matrices("bandwidth", lambda *lengths: lengths, square=False)(a.shape)[-2:]
    if not a.size:
        return 0, 0
    away = np.subtract.outer(np.arange(m), np.arange(n))
    below, above = (max_(where(not_equal(a, 0.0), sign * away, 0), (-2, -1)).astype(np.int64) for sign in (1, -1))
    return (below, above) if len(a.shape) > 2 else (int(below), int(above))


def _same(a: AnyArray, other: AnyArray, atol: float | None, rtol: float | None) -> bool:
    """Return whether each matrix is the same, a truth value of one."""
    if atol is None and rtol is None:
        same = a == other
    else:
        same = abs(a - other) <= (atol or 0.0) + (0.0 if rtol is None else rtol) * abs(other)
    answers = np.all(same, axis=(-2, -1))
    return answers if len(a.shape) > 2 else bool(answers)


def issymmetric(a: Any, atol: float | None = None, rtol: float | None = None) -> tuple[int, int] | bool:
    """Return whether a matrix equals its transpose, within tolerances if they are given; of stacks, of each."""
    a = runtime.as_tensor(a, "issymmetric")
    matrices("issymmetric", lambda n, _: (n, n))(a.shape)
    return _same(a, flipped(a), atol, rtol)


def ishermitian(a: Any, atol: float | None = None, rtol: float | None = None) -> tuple[int, int] | bool:
    """Return whether a matrix equals its conjugate transpose, within tolerances if they are given; of stacks, of each."""
    a = runtime.as_tensor(a, "ishermitian")
    matrices("ishermitian", lambda n, _: (n, n))(a.shape)
    return _same(a, adjoint_of(a), atol, rtol)


constants.update({bandwidth, issymmetric, ishermitian})

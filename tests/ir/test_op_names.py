"""Ops bear NumPy's names; files in which they had others are read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir import files
from tapegrad.ops import composites, declare

OLD = Path(__file__).with_name("version_1.tape")  # written when ops had names of their own
X, V = np.arange(6.0).reshape(2, 3) / 4 - 0.5, np.array([0.5, -1.0, 0.25])


def expected(x, v):
    """What the tape in the file computes, by NumPy."""
    a = x.T @ x
    b = np.concatenate([a, np.flip(a, 0)])
    c = np.broadcast_to(v, (2, 3)) * np.max(x, axis=0)
    d = np.cumsum(b, axis=1).sum(axis=0) + x.T @ v[:2] - np.min(x, axis=1).sum()
    e = np.einsum("ij,ik->jk", c, x)
    s = np.stack([v[0], v @ v, np.sum(d)])
    return np.clip(s * d, -1.0, 2.0) + e[0].astype(np.float32), e.reshape(9), np.sin(v) * v, np.exp(np.sin(v))


def test_a_file_with_the_names_of_before_is_read():
    program, _ = files.load(OLD)
    used = {op.name for op in program.ops if op is not None}
    assert set(files._RENAMED.values()) <= used  # the file has every op that was renamed
    assert used.isdisjoint(files._RENAMED)
    again = files.decode(files.encode(program))[0]
    assert again == program
    loaded = tg.load(OLD)
    for x in (X, 0.7 * X + 0.1):
        for found, value in zip(loaded(x, V), expected(x, V), strict=True):
            np.testing.assert_allclose(found, value, rtol=1e-13, atol=1e-15)


def test_a_file_with_the_names_of_before_is_differentiated():
    loaded = tg.load(OLD)

    def total(x, v):
        return sum(np.sum(part) for part in loaded(x, v))

    gradient = tg.grad(total)(X, V)
    for i in np.ndindex(X.shape):
        step = np.zeros_like(X)
        step[i] = 1e-3  # a part of it has the precision of float32
        above, below = (sum(map(np.sum, expected(x, V))) for x in (X + step, X - step))
        assert gradient[i] == pytest.approx((above - below) / 2e-3, abs=1e-4)


def test_an_op_has_the_name_of_its_function_in_numpy():
    """The same name stands for the same thing in a printed tape and in a program of NumPy."""
    for name in ("transpose", "reshape", "concatenate", "broadcast_to", "flip", "matmul", "einsum", "cumsum", "clip"):
        assert name in declare.by_name
        assert f"numpy.{name}" in composites.composites or declare.ufuncs[getattr(np, name)]
        assert hasattr(np, name)

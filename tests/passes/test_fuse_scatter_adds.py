"""Adjoints of parts of an array: one instruction of sealed tapes, with the bits of the sums of whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops.indexing import assemble, scatter_add
from tapegrad.passes import pipeline
from tapegrad.passes.fuse_scatter_adds import fuse_scatter_adds
from tapegrad.passes.lowering import lowered

SHAPE = (5, 6)
INDICES = [
    np.s_[1:], np.s_[:-1], np.s_[::-1], np.s_[2], np.s_[-1], np.s_[:, 0], np.s_[..., 3], np.s_[:, 1:4], np.s_[::2, ::3],
    np.s_[1:4, ::-2], np.s_[...], np.s_[:, :3], np.s_[:, 3:], np.s_[4:5], np.s_[0], np.s_[None, 1:2],
]  # fmt: skip


def ops(f: Any, *args: Any) -> list[Any]:
    return [op for op in fuse_scatter_adds(lowered(tg.compile(f).tape(*args))).ops if op is not None]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_bits_are_those_of_sums_of_arrays(seed, dtype, monkeypatch):
    rng = np.random.default_rng(seed)
    chosen = [INDICES[k] for k in rng.integers(len(INDICES), size=rng.integers(2, 9))]
    x, w = (rng.normal(size=SHAPE).astype(dtype) for _ in range(2))

    def f(x: Any) -> Any:
        parts = [np.sin(x[index]) * w[index] * x[index] for index in chosen]
        return sum(np.sum(part * part) for part in parts) + np.sum(x * w) * (seed % 2)

    wholes = tg.grad(f), tg.grad(lambda x: np.sum(tg.grad(f)(x) * w))
    found = [tg.compile(g)(x) for g in wholes]
    for own, g in zip(found, wholes, strict=True):
        np.testing.assert_allclose(own, g(x), rtol=1e-12 if dtype == np.float64 else 1e-3, atol=1e-3)
    monkeypatch.setattr(
        pipeline, "ARRANGING", [one for one in pipeline.ARRANGING if one.function is not fuse_scatter_adds]
    )
    for own, g in zip(found, wholes, strict=True):
        expected = tg.compile(g)(x)
        assert own.dtype == expected.dtype == dtype
        np.testing.assert_array_equal(own, expected)


def test_sums_of_parts_are_one_instruction():
    def columns(x: Any) -> Any:
        return np.sum(np.sqrt(x[:, 0] ** 2 + x[:, 1] ** 2 + x[:, 2] ** 2))

    found = ops(tg.grad(columns), np.ones((9, 3)))
    assert found.count(assemble) == 1
    assert scatter_add not in found

    def rows(x: Any) -> Any:
        return sum(np.sum(np.sin(x[k]) * x[k - 1]) for k in range(len(x)))

    found = ops(tg.grad(rows), np.ones((40, 9)))
    assert found.count(assemble) == 1
    assert scatter_add not in found


def test_a_whole_array_and_parts_that_others_read():
    w = np.arange(6.0)

    def f(x: Any) -> Any:
        return np.sum(np.exp(x) * w) + np.sum(x[1:] * x[:-1]) + np.sum(np.tanh(x[:3]))

    def of_gradient(x: Any) -> Any:  # reads the sum, and a part of it, once more
        g = tg.grad(f)(x)
        return np.sum(g * g) + np.sum(g[2:] * w[2:])

    x = np.linspace(-1.0, 1.0, 6)
    for g in (f, of_gradient):
        np.testing.assert_allclose(tg.compile(tg.grad(g))(x), tg.grad(g)(x), rtol=1e-14)
    assert assemble in ops(tg.grad(f), x)
    rows = np.stack([x, 2.0 * x, x[::-1]])
    expected = np.stack([tg.grad(f)(row) for row in rows])
    np.testing.assert_allclose(tg.compile(tg.grad(f)).batch(rows), expected, rtol=1e-14)


def test_memory_that_no_part_writes_is_zero():
    f = tg.compile(tg.grad(lambda x: np.sum(x[:, 1:3] ** 2) + np.sum(x[2:, 2:4] ** 3)))
    expected = np.zeros((50, 6))
    expected[:, 1:3] = 2.0
    expected[2:, 2:4] += 3.0
    for _ in range(3):
        np.full(300, np.nan)  # memory that is used again
        np.testing.assert_array_equal(f(np.ones((50, 6))), expected)

"""Rows in blocks: the values of NumPy, the bits of passes over whole arrays, and memory as large as a block."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
import tapegrad.codegen.outlining
import tapegrad.codegen.parallel_phases
import tapegrad.passes.tile_rows
from tapegrad.codegen.executable import executable_of
from tapegrad.replay import compiled_function as compiling
from tests.codegen.test_fuse_reductions import Maker


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def entropy(x, w):
    z = x - np.max(x, axis=-1, keepdims=True)
    return -np.sum((z - np.log(np.sum(np.exp(z), axis=-1, keepdims=True))) * w)


def normalised(x):
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt(np.mean(d * d, axis=-1, keepdims=True) + 1e-5)


def scaled(x, w):
    """Rows, what all rows have in common, and sums over them."""
    rows = w.reshape(-1, w.shape[-1])
    y = normalised(x) * rows[0] + np.mean(rows[1])
    return np.sum(np.tanh(y @ rows[:3].T)) + np.sum(np.sum(y, axis=0) ** 2)


def twice(x, w):
    """A number that depends on all rows, and rows that depend on it."""
    p = softmax(x) * (w * w)
    return np.sum(np.sqrt(np.sum(p / np.sum(p), axis=-1)))


def square(x, w):
    """Sums of rows that are columns next."""
    n = min(x.shape[0], x.shape[-1])
    s = softmax(x)[:n, ..., :n]
    return np.sum(
        s * np.sum(s * s, axis=-1)[..., None] * w[:n, ..., :n] + np.sum(x[:n, ..., :n], axis=-1).reshape(-1)[:n]
    )


def halves(x, w):
    d = x - np.max(x, axis=-1, keepdims=True)
    m = x.shape[-1] // 2
    return np.sum(np.sum(d[..., :m] * d[..., m : 2 * m], axis=-1) * np.min(w[..., 1:], axis=-1)) + np.sum(d * d)


LOSSES = {f.__name__: f for f in (entropy, scaled, twice, square, halves)}
LOSSES["weighted softmax"] = lambda x, w: np.sum(softmax(x) * w)


@pytest.fixture
def blocks(monkeypatch):
    """Return what says how large an array and a block of it are, and collects the rows of the blocks that there are."""
    found: list[int] = []

    class Body(tapegrad.passes.tile_rows._Body):
        def write(self) -> None:
            found.append(self.block)
            super().write()

    monkeypatch.setattr(tapegrad.passes.tile_rows, "_Body", Body)
    monkeypatch.setattr(compiling, "_SOON", 1e4)  # seconds: eager code sums in another order

    def of(large: int, block: int = 1 << 16) -> list[int]:
        monkeypatch.setattr(tapegrad.passes.tile_rows, "_LARGE", large)
        monkeypatch.setattr(tapegrad.passes.tile_rows, "_BLOCK", block)
        return found

    return of


def leaves(result: Any) -> list[np.ndarray]:
    return [y for x in result for y in leaves(x)] if isinstance(result, (tuple, list)) else [np.asarray(result)]


def bits(result: Any) -> list[Any]:
    return [(x.dtype, x.shape, (x + 0.0).tobytes()) for x in leaves(result)]


def data(shape, dtype):
    rng = np.random.default_rng(7)
    return rng.normal(size=shape).astype(dtype), rng.normal(size=shape).astype(dtype)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", [(50, 33), (64, 256), (37, 300), (33, 3, 40)])
@pytest.mark.parametrize("name", LOSSES)
def test_blocks_change_no_bit(name, shape, dtype, blocks):
    f, given = tg.value_and_grad(LOSSES[name], (0, 1)), data(shape, dtype)
    blocks(1 << 60)
    whole = tg.compile(f)(*given)
    value = LOSSES[name](*[x.astype(np.longdouble) for x in given])
    np.testing.assert_allclose(float(whole[0]), float(value), rtol=1e-12 if dtype is np.float64 else 2e-4)
    found = blocks(1, 4096)
    assert bits(tg.compile(f)(*given)) == bits(whole)
    assert found, "no block"
    assert 4 <= min(found) <= max(found) <= shape[0] // 2


@pytest.mark.parametrize("shape", [(1031, 130), (150, 1000), (9, 16384)])
def test_slopes_of_large_arrays_are_those_of_their_formulas(shape, blocks):
    found = blocks(1 << 20)
    x, w = data(shape, np.float64)
    wide = x.astype(np.longdouble)
    p = softmax(wide)
    for loss, slope in (
        (LOSSES["weighted softmax"], p * (w - np.sum(p * w, axis=-1, keepdims=True))),
        (entropy, p * np.sum(w, axis=-1, keepdims=True) - w),
    ):
        value, own = tg.compile(tg.value_and_grad(loss))(x, w)
        np.testing.assert_allclose(float(value), float(loss(wide, w)), rtol=1e-12)
        np.testing.assert_allclose(own, slope.astype(float), rtol=1e-10, atol=1e-12)
    assert len(found) == 2


@pytest.mark.sampled(2)
@pytest.mark.optimised
@pytest.mark.parametrize("seed", range(12))
def test_random_programs_have_the_same_bits(seed, blocks):
    program = Maker(seed)
    shape = int(program.rng.choice([8, 13, 40])), int(program.rng.choice([16, 33, 70, 256]))
    program.arguments = [program._argument(shape, k == 0) for k in range(3)]
    program.reductions = [(*own[:2], (1,)) for own in program.reductions]
    for f in (program, tg.grad(program.loss, (0, 1, 2))):
        blocks(1 << 60)
        with np.errstate(all="ignore"):
            whole = bits(tg.compile(f)(*program.arguments))
            blocks(1, int(program.rng.choice([512, 4096])))
            assert bits(tg.compile(f)(*program.arguments)) == whole


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize("shape", [(90, 33), (700, 40)])
def test_threads_share_blocks(name, shape, blocks, monkeypatch):
    f, given = tg.value_and_grad(LOSSES[name]), data(shape, np.float64)
    blocks(1 << 60)
    whole = bits(tg.compile(f)(*given))
    blocks(1, 2048)
    monkeypatch.setattr(tapegrad.codegen.outlining, "SHARED", 1)
    monkeypatch.setattr(tapegrad.codegen.parallel_phases, "_LEAST", 1)
    before = tg.get_num_threads()
    compiled = tg.compile(f)
    try:
        for threads in (1, 2, 5):
            tg.set_num_threads(threads)
            assert [bits(compiled(*given)) for _ in range(20)] == [whole] * 20
    finally:
        tg.set_num_threads(before)
    assert any(phase.pieces > 1 for phase in executable_of(compiled.tape())._phases)


def memory(f, *given):
    compiled = tg.compile(f)
    compiled(*given)
    return executable_of(compiled.tape()).work


@pytest.mark.parametrize("f", [lambda x, w: np.sum(np.sum(softmax(x) ** 2, axis=1) ** 2), tg.value_and_grad(entropy)])
def test_what_only_rows_read_is_as_large_as_a_block(f):
    given = data((10_000, 400), np.float64)
    assert memory(f, *given) < given[0].nbytes / 3


def test_what_a_reduction_computes_on_the_way_is_not_written_for_it(blocks):
    centres, points = data((40, 8), np.float64)[0], data((2000, 8), np.float64)[1]

    def nearest(c, x):
        d = x[:, None, :] - c
        return np.sum(np.min(np.sum(d * d, axis=-1), axis=1))

    found = blocks(1 << 20)
    assert memory(tg.grad(nearest), centres, points) < 8 * 2000 * 40 * 4
    assert found


def test_sums_of_all_that_begin_within_a_row_are_left_as_they_are(blocks):
    x, _ = data((300, 600), np.float64)
    found = blocks(1 << 20)

    def f(x):
        return np.sum(np.exp(x)), np.sum(np.exp(x), axis=1)

    total, _ = tg.compile(f)(x)
    assert float(total) == f(tg.tensor(x))[0].item()
    assert not found

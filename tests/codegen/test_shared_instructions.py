"""Array instructions that threads share: the bits of one thread, and NumPy's values."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import tapegrad as tg
import tapegrad.codegen.outlining
from tapegrad.codegen import parallel_phases
from tapegrad.machine import product_tiles
from tapegrad.ops.kinds import target_blocks

RNG = np.random.default_rng
X = RNG(0).normal(size=(37, 150))
ROWS = RNG(1).integers(-37, 37, 50)
PLACES = RNG(2).integers(0, 40, X.shape)
MATRIX = scipy.sparse.csr_array(np.where(RNG(3).random((150, 37)) < 0.1, RNG(4).normal(size=(150, 37)), 0.0))
STACK = RNG(4).normal(size=(3, 20, 40)), RNG(5).normal(size=(3, 40, 30))


def added(x, places=PLACES):
    total = tg.zeros(40)
    np.add.at(total, places, x)
    return total


def written(x):
    result = np.zeros(40, like=x)
    result[PLACES[0]] = x[0]
    return result


FUNCTIONS = {
    "cumsum, last axis": (lambda x: np.cumsum(x * 1.5, 1), lambda x: np.cumsum(x * 1.5, 1)),
    "cumsum, first axis": (lambda x: np.cumsum(x, 0), lambda x: np.cumsum(x, 0)),
    "cumsum of a view": (lambda x: np.cumsum(x[:, ::-1].T, 0), lambda x: np.cumsum(x[:, ::-1].T, 0)),
    "cumsum, middle axis": (
        lambda x: np.cumsum(x.reshape(37, 5, 30), 1), lambda x: np.cumsum(x.reshape(37, 5, 30), 1)
    ),
    "cumsum of rows by an index": (lambda x: np.cumsum(x[ROWS], 0), lambda x: np.cumsum(x[ROWS], 0)),
    "cumprod": (lambda x: np.cumprod(x, 0), lambda x: np.cumprod(x, 0)),
    "add.at": (added, lambda x: np.bincount(PLACES.ravel(), x.ravel(), 40)),
    "add.at, one number": (
        lambda x: added(np.sum(x)), lambda x: np.bincount(PLACES.ravel(), minlength=40) * np.sum(x)
    ),
    "write": (written, lambda x: np.array([next((x[0, k] for k in range(149, -1, -1) if PLACES[0, k] == p), 0.0) for p in range(40)])),
    "gather": (lambda x: x[ROWS], lambda x: x[ROWS]),
    "sum of columns": (lambda x: np.sum(np.sin(x), 0), lambda x: np.sum(np.sin(x), 0)),
    "sums of columns": (lambda x: np.sum(x.reshape(5, 10, 111), 0), lambda x: np.sum(x.reshape(5, 10, 111), 0)),
    "largest of columns": (lambda x: np.max(x, 0), lambda x: np.max(x, 0)),
    "concatenate": (lambda x: np.concatenate([x.T, x.T + 1.0]), lambda x: np.concatenate([x.T, x.T + 1.0])),
    "sort": (lambda x: np.sort(x, 1), lambda x: np.sort(x, 1)),
    "sort of long rows": (lambda x: np.sort(x.reshape(30, 185), 1), lambda x: np.sort(x.reshape(30, 185), 1)),
    "order of long rows": (
        lambda x: np.argsort(x.reshape(30, 185)) * x[0, 0], lambda x: np.argsort(x.reshape(30, 185)) * x[0, 0]
    ),
    "medians": (lambda x: np.median(x.reshape(30, 185), 1), lambda x: np.median(x.reshape(30, 185), 1)),
    "product": (lambda x: x.T @ x[:, :101], lambda x: x.T @ x[:, :101]),
    "products": (lambda x: (STACK[0] * x[0, 0]) @ STACK[1], lambda x: (STACK[0] * x[0, 0]) @ STACK[1]),
    "sparse": (lambda x: MATRIX @ x[:, 0], lambda x: MATRIX @ x[:, 0]),
    "sparse, columns": (lambda x: MATRIX @ x, lambda x: MATRIX @ x),
    "sparse, transposed": (lambda x: MATRIX.T @ x[0], lambda x: MATRIX.T @ x[0]),
}  # fmt: skip


@pytest.fixture
def small(monkeypatch):
    """Let threads share whatever they can, however short it is."""
    before = tg.get_num_threads()
    monkeypatch.setattr(tapegrad.codegen.outlining, "SHARED", 1)
    monkeypatch.setattr(parallel_phases, "_LEAST", 1)
    monkeypatch.setattr(target_blocks, "_LEAST", 1)
    monkeypatch.setattr(product_tiles, "_LEAST", 1)
    monkeypatch.setattr(product_tiles, "_NARROW", 16)
    yield
    tg.set_num_threads(before)


def runs(f, *args):
    """Return the bits of what a function gives, on one thread and on more."""
    results = []
    for threads in (1, 2, 3):
        tg.set_num_threads(threads)
        results += [f(*args) for _ in range(3)]
    return results, {tuple(np.asarray(part).tobytes() for part in np.atleast_1d(r)) for r in results}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_values_and_bits(name, dtype, small):
    f, reference = FUNCTIONS[name]
    x = X.astype(dtype)
    results, bits = runs(tg.compile(f), x)
    assert len(bits) == 1
    tolerance = 1e-12 if dtype is np.float64 else 2e-4
    np.testing.assert_allclose(results[-1], reference(x), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "cumprod"])
def test_gradients(name, small):
    f, reference = FUNCTIONS[name]
    results, bits = runs(tg.compile(tg.grad(lambda x: np.sum(np.sin(f(x))))), X)
    assert len(bits) == 1
    step = RNG(6).normal(size=X.shape)
    value = lambda t: np.sum(np.sin(reference(X + t * step)))  # noqa: E731 (a line of the text)
    difference = (value(1e-5) - value(-1e-5)) / 2e-5
    np.testing.assert_allclose(np.sum(results[-1] * step), difference, rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("threads", [1, 2])
def test_positions_that_are_data(threads, small):
    tg.set_num_threads(threads)
    f = tg.compile(tg.value_and_grad(lambda x, at: np.sum(x[at] ** 2)))
    for seed in range(3):
        at = RNG(seed).integers(-37, 37, 50)
        value, slope = f(X, at)
        np.testing.assert_allclose(value, np.sum(X[at] ** 2), rtol=1e-12)
        count = np.bincount(at % 37, minlength=37)
        np.testing.assert_allclose(slope, 2.0 * X * count[:, None], rtol=1e-12)
    with pytest.raises(IndexError):
        f(X, np.array([0] * 49 + [37]))
    np.testing.assert_allclose(f(X, at)[0], value, rtol=1e-15)  # what failed has left nothing behind

"""Random programs of arrays, compiled, against the same programs run eagerly; and what compiled code reads and writes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tests.support import WITH_TESTS, leaf, plain

SHAPES = ((), (1,), (3,), (1, 3), (4, 1), (4, 3), (2, 4, 3), (2, 1, 3), (5,), (4, 4), (17,), (3, 9))

# ------------------------------------------------------------------------------------------------- random programs

UNARY: tuple[Callable[[Any], Any], ...] = (
    np.sin, np.tanh, np.negative, np.abs, np.arctan, np.square, lambda x: np.exp(-x * x), lambda x: x * 0.5 + 1.0,
    lambda x: 1.0 / (1.5 + x * x), lambda x: np.sqrt(1.0 + x * x), lambda x: np.log1p(x * x), lambda x: x.copy() if isinstance(x, np.ndarray) else x + 0.0,
    np.cbrt, lambda x: np.maximum(x, 0.1),
)  # fmt: skip
BINARY: tuple[Callable[[Any, Any], Any], ...] = (
    np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.arctan2, lambda x, y: x / (1.5 + y * y), lambda x, y: np.where(x > y, x, 0.5 * y),
    lambda x, y: np.hypot(x, y + 0.3), lambda x, y: x * 0.25 - y,
)  # fmt: skip


class Maker:
    """A random program: the same sequence of operations each time it is run."""

    def __init__(self, seed: int, steps: int) -> None:
        self.seed, self.steps = seed, steps

    def arguments(self, salt: int = 0) -> list[np.ndarray]:
        rng = np.random.default_rng((self.seed, salt, 1))
        shapes = np.random.default_rng((self.seed, 2)).choice(len(SHAPES), size=3)
        return [np.asarray(rng.normal(size=SHAPES[k])) for k in shapes]

    def __call__(self, *arguments: Any) -> list[Any]:
        self.rng = rng = np.random.default_rng((self.seed, 3))
        self.values: list[Any] = [a * 1.0 for a in arguments]
        kinds = (
            "unary",
            "binary",
            "binary",
            "view",
            "view",
            "reduce",
            "product",
            "gather",
            "write",
            "write",
            "join",
            "chain",
            "sum",
        )
        for _ in range(self.steps):
            made = getattr(self, kinds[rng.integers(len(kinds))])()
            if made is not None:
                big = made.size > 400
                self.values.append(np.sum(made, axis=0) if big else made)
        last = self.values[-4:]
        extra = self.values[int(rng.integers(len(self.values)))]
        views = [last[-1][None], last[-1].T, extra, extra, np.sum(last[0])]
        return [*last, *(views[k] for k in rng.choice(len(views), size=3))]

    # each of these makes a value from those there are

    def pick(self) -> Any:
        k = min(int(self.rng.exponential(3.0)), len(self.values) - 1)
        return self.values[-1 - k]

    def among(self, fits: Callable[[Any], bool]) -> Any:
        found = [v for v in self.values if fits(v)]
        return found[int(self.rng.integers(len(found)))] if found else None

    def unary(self) -> Any:
        return UNARY[int(self.rng.integers(len(UNARY)))](self.pick())

    def binary(self) -> Any:
        x = self.pick()

        def fits(y: Any) -> bool:
            try:
                return int(np.prod(np.broadcast_shapes(x.shape, y.shape))) <= 400
            except ValueError:
                return False

        return BINARY[int(self.rng.integers(len(BINARY)))](x, self.among(fits))

    def view(self) -> Any:
        rng, x = self.rng, self.pick()
        kind = int(rng.integers(7))
        if kind == 0 and x.ndim:
            return x[self.slices(x.shape)]
        if kind == 1 and x.ndim:
            return x.transpose([int(k) for k in rng.permutation(x.ndim)])
        if kind == 2:
            n = x.size
            return x.reshape([(n,), (-1, 1), (1, n), (n // 2, 2) if n % 2 == 0 and n else (n,)][int(rng.integers(4))])
        if kind == 3:
            return np.expand_dims(x, int(rng.integers(x.ndim + 1)))
        if kind == 4:
            return np.squeeze(x)
        if kind == 5 and x.size * 3 <= 400:
            return np.broadcast_to(x, (3, *x.shape))
        if kind == 6 and x.ndim:
            return np.flip(x, int(rng.integers(x.ndim)))
        return None

    def slices(self, shape: tuple[int, ...]) -> Any:
        """A basic index of at least one element."""
        rng, index = self.rng, []
        for n in shape[: int(rng.integers(1, len(shape) + 1))]:
            kind = int(rng.integers(6))
            if n == 0 or kind == 0:
                index.append(slice(None))
            elif kind == 1:
                index.append(int(rng.integers(-n, n)))
            elif kind == 2:
                index.append(slice(None, None, -1))
            elif kind == 3:
                index.append(slice(int(rng.integers(n)), None, int(rng.integers(1, 4))))
            elif kind == 4:
                index.append(slice(int(rng.integers(n)), None, -int(rng.integers(1, 4))))
            else:
                start = int(rng.integers(n))
                index.append(slice(start, int(rng.integers(start + 1, n + 1))))
        if rng.random() < 0.2:
            index.insert(int(rng.integers(len(index) + 1)), None)
        return tuple(index)

    def axes(self, x: Any) -> Any:
        count = int(self.rng.integers(1, x.ndim + 1))
        return tuple(int(k) for k in self.rng.permutation(x.ndim)[:count])

    def reduce(self) -> Any:
        rng, x = self.rng, self.pick()
        if not x.ndim or not x.size:
            return None
        op = (np.sum, np.mean, np.max, np.min, np.prod, np.cumsum)[int(rng.integers(6))]
        if op is np.cumsum:
            return np.cumsum(x, axis=int(rng.integers(x.ndim)))
        if op is np.prod:
            x = np.tanh(x)
        return op(x, axis=self.axes(x), keepdims=bool(rng.integers(2)))

    def sum(self) -> Any:
        x = self.pick()
        return np.sum(x * x) if self.rng.random() < 0.5 else np.sum(np.sin(x), axis=-1) if x.ndim else None

    def product(self) -> Any:
        rng, x = self.rng, self.pick()
        if not x.ndim or not x.size:
            return None
        y = self.among(lambda y: y.ndim in (1, 2) and y.size and y.shape[0] == x.shape[-1])
        if y is not None and rng.random() < 0.6:
            return x @ y * 0.3
        if x.ndim == 2:
            return [
                lambda: np.einsum("ij,kj->ik", x, x) * 0.2, lambda: np.einsum("ij,ij->j", x, x), lambda: np.einsum("ij->ji", x),
                lambda: x.T @ x[:, ::-1] * 0.2, lambda: np.einsum("ij,ik->ijk", x, x[:, ::2])
            ][int(rng.integers(5))]()  # fmt: skip
        if x.ndim == 1:
            return np.outer(x[:19], x[-5:]) if rng.random() < 0.5 else np.dot(x, x[::-1]) * 0.3
        return np.einsum("...j,...j->...", x, x) * 0.2

    def gather(self) -> Any:
        rng, x = self.rng, self.pick()
        if not x.ndim or not x.size:
            return None
        axis = int(rng.integers(x.ndim))
        n = x.shape[axis]
        index = rng.integers(-n, n, size=(int(rng.integers(1, 6)),))
        if rng.random() < 0.3:
            return x[tuple([slice(None, None, -1)] * axis + [index])]
        if rng.random() < 0.3:
            chosen = rng.random(n) < 0.6
            return x[tuple([slice(None)] * axis + [chosen])] if chosen.any() else None
        return x[tuple([slice(None)] * axis + [index])]

    def write(self) -> Any:
        """Assignments through an index or a view, sometimes while the old value is still read."""
        rng, x = self.rng, self.pick()
        if not x.ndim or not x.size:
            return None
        y = x * 1.0
        before = y * 2.0 if rng.random() < 0.3 else None
        kind = int(rng.integers(5))
        if kind == 0:
            index = self.slices(y.shape)
            value = self.among(lambda v: _fits(v.shape, np.zeros(y.shape)[index].shape))
            y[index] = 0.5 if value is None else value
        elif kind == 1:
            view = y.T[::-1]
            view[: max(1, len(view) // 2)] = np.sin(view[: max(1, len(view) // 2)]) * 2.0
        elif kind == 2:
            n = y.shape[0]
            index = rng.permutation(n)[: int(rng.integers(1, n + 1))]
            y[index] = y[index[::-1]] * 0.7
        elif kind == 3:
            y[:1] += self.values[0].sum()
            y *= 0.9
            y -= y[::-1] * 0.1
        else:
            y[...] = y[::-1]
            y[-1] = y[0] * 0.5
        return y if before is None else y * 0.5 + before

    def join(self) -> Any:
        rng, x = self.rng, self.pick()
        if not x.size or x.size > 100:
            return None
        y = self.among(lambda v: v.shape == x.shape)
        kind = int(rng.integers(4))
        if kind == 0:
            return np.stack([x, y, x * 0.5], axis=int(rng.integers(x.ndim + 1)))
        if not x.ndim:
            return np.stack([x, y])
        axis = int(rng.integers(x.ndim))
        if kind == 1:
            return np.concatenate([x, y[tuple([slice(None)] * axis + [slice(None, None, 2)])], x], axis=axis)
        if kind == 2:
            return np.roll(x, int(rng.integers(-4, 5)), axis=axis)
        return np.concatenate([np.flip(x, axis), y * x], axis=axis)

    def chain(self) -> Any:
        y = self.pick() * 1.0
        for k in range(int(self.rng.integers(2, 12))):
            y = np.sin(y) * 1.1 + 0.1 * k if k % 3 else y * np.tanh(y)
        return y


def _fits(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, target) == target
    except ValueError:
        return False


def nearly(found: Any, expected: Any, tolerance: float, what: Any) -> None:
    expected = plain(expected) if isinstance(expected, tg.Tensor) else np.asarray(expected)
    assert np.shape(found) == expected.shape, what
    assert np.asarray(found).dtype == expected.dtype, what
    scale = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale, err_msg=str(what))


def weighed(f: Maker) -> Callable[..., Any]:
    """One number of all outputs, each element with a weight of its own."""

    def summed(*arguments: Any) -> Any:
        whole = 0.0
        for k, part in enumerate(f(*arguments)):
            weights = np.cos(np.arange(part.size) + k).reshape(part.shape)
            whole = whole + np.sum(np.tanh(part) * weights)
        return whole

    return summed


def check_program(seed: int, steps: int) -> None:
    """Compiled values and gradients against eager ones; values against NumPy's too; arguments stay as they are."""
    f = Maker(seed, steps)
    compiled = tg.compile(f)
    sloped = tg.compile(tg.value_and_grad(weighed(f), argnums=(0, 1, 2)))
    for salt in range(2):
        args = f.arguments(salt)
        kept = [a.copy() for a in args]
        leaves = [leaf(a) for a in args]
        found = compiled(*args)
        with np.errstate(all="ignore"):
            numpy = f(*args)
        for k, (x, y, z) in enumerate(zip(found, f(*leaves), numpy, strict=True)):
            nearly(x, y, 1e-12, (seed, salt, k))
            nearly(x, z, 1e-11, (seed, salt, k, "NumPy"))
        value, slopes = sloped(*args)
        whole = weighed(f)(*leaves)
        nearly(value, whole, 1e-12, (seed, salt, "value"))
        for k, (x, y) in enumerate(zip(slopes, grad(whole, leaves, materialize_grads=True), strict=True)):
            nearly(x, y, 1e-11, (seed, salt, k, "gradient"))
        for a, old in zip(args, kept, strict=True):
            np.testing.assert_array_equal(a, old)


@pytest.mark.optimised
@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed):
    check_program(seed, 6 + seed % 12)


@pytest.mark.parametrize("seed", [100, 101])
def test_longer_random_programs(seed):
    check_program(seed, 35)


# ------------------------------------------------------------------------------------------------- what is written

CANARY = np.float64(-7.25e77)


def guarded(shape: tuple[int, ...], dtype: Any = np.float64) -> tuple[np.ndarray, np.ndarray]:
    """An array inside a larger one that is full of canaries."""
    n = int(np.prod(shape))
    block = np.full(n + 64, CANARY if dtype == np.float64 else -7.25e27, dtype)
    return block, block[32 : 32 + n].reshape(shape)


def untouched(block: np.ndarray, fill: Any, what: Any) -> None:
    n = len(block) - 64
    np.testing.assert_array_equal(block[:32], np.full(32, fill, block.dtype), err_msg=str(what))
    np.testing.assert_array_equal(block[32 + n :], np.full(32, fill, block.dtype), err_msg=str(what))


PROGRAMS = {
    "elementwise": lambda x: np.sin(x) * x + 1.0,
    "sum of rows": lambda x: np.sum(np.outer(x, x), axis=1) * np.sum(x),
    "views": lambda x: np.concatenate([x[::-1], x[::2] * 2.0]),
    "transposed": lambda x: np.outer(x[:7], x).T,
    "gather": lambda x: x[np.arange(3 * len(x)) % len(x)] * 2.0,
    "matmul": lambda x: np.outer(x, x[:5]).T @ np.outer(x, x),
    "max": lambda x: np.max(np.outer(x, x[::-1]), axis=0),
    "cumsum": lambda x: np.cumsum(x)[::-1],
    "triangle": lambda x: np.tril(np.outer(x, x[::-1])),
}  # fmt: skip
FILLS = {np.float64: CANARY, np.float32: -7.25e27}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", [np.float64, np.float32], ids=lambda d: d.__name__)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 8, 9, 13, 15, 16, 17, 23, 25, 31, 32, 33, 40])
def test_nothing_outside_of_the_results_is_written(n, dtype):
    f = tg.compile(lambda x: [program(x) for program in PROGRAMS.values()])
    x = np.linspace(-1.0, 2.0, n).astype(dtype)
    given = guarded((n,), dtype)
    given[1][...] = x
    expected = [program(x) for program in PROGRAMS.values()]
    results = [guarded(np.shape(y), dtype) for y in expected]
    out = [view for _, view in results]
    assert f(given[1], out=out) is out
    for name, (block, view), y in zip(PROGRAMS, results, expected, strict=True):
        untouched(block, FILLS[dtype], (name, n))
        np.testing.assert_allclose(
            view,
            y,
            rtol=1e-12 if dtype == np.float64 else 2e-5,
            atol=1e-12 if dtype == np.float64 else 1e-5,
            err_msg=name,
        )
    untouched(given[0], FILLS[dtype], "input")
    np.testing.assert_array_equal(given[1], x)


def test_all_short_lengths():
    """One small function of every length from 1 to 40."""
    for n in range(1, 41):
        f = tg.compile(lambda x: (np.exp(x) * 0.5, np.sum(x), x[::-1]))
        x = np.linspace(-1.0, 1.0, n)
        results = [guarded((n,)), guarded(()), guarded((n,))]
        f(x, out=tuple(view for _, view in results))
        for block, _ in results:
            untouched(block, CANARY, n)
        np.testing.assert_allclose(results[0][1], np.exp(x) * 0.5, rtol=1e-14)
        np.testing.assert_allclose(results[1][1], np.sum(x), atol=1e-13)
        np.testing.assert_array_equal(results[2][1], x[::-1])


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "shape",
    [(1, 1), (1, 9), (9, 1), (3, 5), (5, 3), (2, 17), (17, 2), (3, 1, 5), (2, 3, 9), (9, 3, 2), (1, 8, 1)],
    ids=str,
)
def test_odd_shapes(shape):
    def f(x, y):
        z = x * y
        return (
            z, z.T, np.sum(z, axis=0), np.sum(z, axis=-1, keepdims=True), np.max(z, axis=-1), np.cumsum(z, axis=0), z @ z.mT,
            np.concatenate([z, z[..., ::-1]], axis=-1),
        )  # fmt: skip

    rng = np.random.default_rng(3)
    x, y = rng.normal(size=shape), rng.normal(size=(*shape[:-1], 1))
    z = x * y
    expected = (
        z, z.T, z.sum(0), z.sum(-1, keepdims=True), z.max(-1), z.cumsum(0), z @ np.swapaxes(z, -1, -2), np.concatenate([z, z[..., ::-1]], -1),
    )  # fmt: skip
    results = [guarded(e.shape) for e in expected]
    compiled = tg.compile(f)
    compiled(x, y, out=tuple(view for _, view in results))
    for k, ((block, view), e) in enumerate(zip(results, expected, strict=True)):
        untouched(block, CANARY, (shape, k))
        np.testing.assert_allclose(view, e, rtol=1e-12, atol=1e-12, err_msg=str(k))
    slopes = tg.compile(tg.grad(lambda x, y: sum((np.sum(np.sin(part)) for part in f(x, y)), 0.0), argnums=(0, 1)))
    results = [guarded(x.shape), guarded(y.shape)]
    slopes(x, y, out=tuple(view for _, view in results))
    for block, view in results:
        untouched(block, CANARY, shape)
        assert np.isfinite(view).all()


@pytest.mark.parametrize("seed", range(200, 208))
def test_random_programs_write_into_their_results_only(seed):
    f = Maker(seed, 12)
    args = f.arguments()
    given = [guarded(a.shape) for a in args]
    for (_, view), a in zip(given, args, strict=True):
        view[...] = a
    with np.errstate(all="ignore"):
        expected = f(*args)
    results = [guarded(np.shape(y)) for y in expected]
    tg.compile(f)(*[view for _, view in given], out=[view for _, view in results])
    for k, ((block, view), y) in enumerate(zip(results, expected, strict=True)):
        untouched(block, CANARY, (seed, k))
        nearly(view, y, 1e-11, (seed, k))
    for (block, view), a in zip(given, args, strict=True):
        untouched(block, CANARY, (seed, "input"))
        np.testing.assert_array_equal(view, a)


BESIDE_A_GUARD = """
import numpy as np
import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tests.strangers.guarding import Arena

at, x, y = np.random.default_rng(0).permutation(43), np.linspace(-1.0, 1.0, 43), np.empty(43)
compiled = tg.compile(lambda x: np.exp(x[at]) * 2.0)
compiled(x)
executable = executable_of(compiled.tape())
(table,) = executable.pool
executable.pool[0] = Arena().place(table.shape, table.dtype, last=True)
executable.pool[0][...] = table
executable.on_arrays([x], [y], np.empty(executable.work, np.uint8))
np.testing.assert_allclose(y, np.exp(x[at]) * 2.0)
"""


@pytest.mark.slow
def test_nothing_behind_a_table_of_positions_is_read():
    """Right behind it is a page that may not be read: that would end the process."""
    subprocess.run([sys.executable, "-P", "-c", WITH_TESTS + BESIDE_A_GUARD], check=True)


def test_the_same_array_in_and_out():
    """A result may overwrite an argument."""
    f = tg.compile(lambda x, y: (np.sin(x) + y[::-1], x * y, np.cumsum(x)))
    x, y = np.random.default_rng(4).normal(size=(2, 21))
    expected = (np.sin(x) + y[::-1], x * y, np.cumsum(x))
    block = np.zeros((3, 21))
    block[0], block[1] = x, y
    f(block[0], block[1], out=tuple(block))
    np.testing.assert_allclose(block, expected, rtol=1e-12, atol=1e-13)


def test_a_value_that_is_returned_several_times():
    f = tg.compile(lambda x: (np.sin(x),) * 2 + (x, x, x[1:], x.T, np.sin(x)[::2], x.reshape(2, 3)[:, 1]))
    x = np.linspace(0.1, 1.0, 6)
    found = f(x)
    expected = (np.sin(x), np.sin(x), x, x, x[1:], x, np.sin(x)[::2], x.reshape(2, 3)[:, 1])
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-15)
    for k, a in enumerate(found):  # no two of them share memory
        assert not np.shares_memory(a, x)
        assert not any(np.shares_memory(a, b) for b in found[k + 1 :])

"""Random programs with integers among their inputs: NumPy, eager and sealed agree, and one recording serves all integers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg

Step = Callable[[list[Any], list[Any]], None]
ROWS, COLUMNS = 5, 4  # of all arrays of floats, so that any step fits any


def steps_of(seed: int) -> list[Step]:
    """A program as steps that append to its arrays of floats, all of one shape, and of integers, of any shape."""
    rng = random.Random(seed)

    def step() -> Step:
        a, b, i, j = (rng.randrange(1000) for _ in range(4))
        c, d = rng.randrange(-3, 4), rng.choice([-4, -3, 2, 3, 5])

        def x(xs: list[Any], k: int = a) -> Any:
            return xs[k % len(xs)]

        def rows(ns: list[Any], k: int = i) -> Any:
            return ns[k % len(ns)].reshape(-1)[:ROWS] % ROWS

        def columns(ns: list[Any], k: int = j) -> Any:
            return ns[k % len(ns)].reshape(-1)[:COLUMNS] % COLUMNS - COLUMNS * (k % 2)

        def write(xs: list[Any], ns: list[Any]) -> None:
            y = x(xs) * 1.0
            y[rows(ns), 1:] = x(xs, b)[:, : COLUMNS - 1]
            xs.append(y)

        def add(xs: list[Any], ns: list[Any]) -> None:
            y = x(xs) * 1.0
            np.add.at(y, (slice(None), columns(ns)), x(xs, b))
            xs.append(y)

        def extreme(xs: list[Any], ns: list[Any]) -> None:
            y = x(xs) + 0.0 * x(xs, b)
            (np.maximum if c > 0 else np.minimum).at(y, rows(ns), x(xs, b) * 0.75)
            np.multiply.at(y, (slice(None), columns(ns)), 0.5 + np.abs(x(xs, b)))
            xs.append(y)

        def put(xs: list[Any], ns: list[Any]) -> None:
            y = x(xs) + 0.0 * x(xs, b)
            np.put(y, ns[i % len(ns)], x(xs, b)[0], "wrap")
            xs.append(y)

        def masked(xs: list[Any], ns: list[Any]) -> None:
            y = x(xs) * 1.0
            y[y > 0.3] = 0.5
            y[rows(ns) == 2] = x(xs, b)[0]
            xs.append(y)

        made: list[Step] = [
            lambda xs, ns: xs.append(x(xs)[rows(ns)]),
            lambda xs, ns: xs.append(x(xs)[:, columns(ns)]),
            lambda xs, ns: xs.append(x(xs)[rows(ns)[:, None], columns(ns)] * 0.5),
            lambda xs, ns: xs.append(x(xs)[:, None, columns(ns)].reshape(ROWS, COLUMNS)),
            lambda xs, ns: xs.append(np.sin(x(xs)) * x(xs, b)),
            lambda xs, ns: xs.append(np.take_along_axis(x(xs), np.argsort(x(xs, b), axis=1, kind="stable"), 1)),
            lambda xs, ns: xs.append(x(xs) + np.take_along_axis(x(xs), np.argmax(x(xs, b), 0)[None, :], 0)),
            lambda xs, ns: xs.append(np.where((rows(ns) > 1)[:, None], x(xs), x(xs, b))),
            lambda xs, ns: xs.append((rows(ns)[:, None] == np.arange(ROWS)) * 1.0 @ x(xs)),
            lambda xs, ns: xs.append(x(xs) * (rows(ns)[:, None] * 0.25)),
            lambda xs, ns: ns.append(ns[i % len(ns)] * c + ns[j % len(ns)] // d),
            lambda xs, ns: ns.append(np.maximum(abs(ns[i % len(ns)]), ns[j % len(ns)] % d)),
            lambda xs, ns: ns.append(np.where(ns[i % len(ns)] > c, ns[j % len(ns)], c)),
            lambda xs, ns: ns.append(ns[i % len(ns)][ns[j % len(ns)] % 10]),
            lambda xs, ns: xs.append(np.add.reduceat(x(xs), rows(ns))),
            lambda xs, ns: xs.append(np.bincount(rows(ns), x(xs)[:, 0].astype(float), ROWS)[:, None] * x(xs, b)),
            lambda xs, ns: xs.append(x(xs)[np.lexsort((rows(ns), rows(ns, j) % 2))]),
            lambda xs, ns: xs.append(x(xs)[np.argsort(rows(ns), kind="stable") != ROWS - 1][rows(ns) % (ROWS - 1)]),
            lambda xs, ns: xs.append(x(xs)[np.unravel_index(rows(ns) * COLUMNS, (ROWS, COLUMNS))[0]]),
            lambda xs, ns: ns.append(np.cumsum(ns[i % len(ns)] % 7) - np.max(ns[j % len(ns)])),
            lambda xs, ns: ns.append((ns[i % len(ns)] >> 1) + np.sum(ns[j % len(ns)] % 5, dtype=np.int64)),
            lambda xs, ns: ns.append((ns[i % len(ns)] % 5) ** 2 @ np.diag(ns[j % len(ns)].reshape(-1)[:10])),
            write, add, masked, extreme, put,
        ]  # fmt: skip
        return rng.choice(made)

    return [step() for _ in range(rng.randrange(3, 9))]


def program(seed: int) -> Callable[..., Any]:
    steps = steps_of(seed)

    def f(x: Any, y: Any, n: Any, m: Any) -> Any:
        xs, ns = [x, y], [n, m]
        for step in steps:
            step(xs, ns)
        return sum(np.sum(a * (0.5 + k)) for k, a in enumerate(xs)), xs[-1], ns[-1]

    return f


def arguments(seed: int, dtype: Any) -> list[Any]:
    rng = np.random.default_rng(seed)
    whole = rng.integers(-9, 9, (2, 10)).astype(["i8", "i4", "i2"][seed % 3])
    return [rng.normal(size=(ROWS, COLUMNS)).astype(dtype) for _ in range(2)] + [*whole]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(40))
def test_random_programs(seed):
    f = program(seed)
    dtype = np.float32 if seed % 4 == 3 else np.float64
    tolerance = 1e-4 if dtype == np.float32 else 1e-11
    sealed = tg.compile(f)
    slope = tg.value_and_grad(lambda *args: f(*args)[:2], argnums=(0, 1), has_aux=True)
    sealed_slope = tg.compile(slope)
    for k in range(3):
        args = arguments(seed + 999 * (k + 1), dtype)
        expected = f(*[a.copy() for a in args])
        for _ in range(2 if k == 0 else 1):
            found = sealed(*args)
            for a, b in zip(found, expected, strict=True):
                assert np.asarray(a).dtype == np.asarray(b).dtype
                np.testing.assert_allclose(a, b, tolerance, tolerance)
            np.testing.assert_array_equal(found[2], expected[2])
        (value, _), slopes = sealed_slope(*args)
        (same, _), others = slope(*args)
        np.testing.assert_allclose([value, same], expected[0], tolerance, tolerance)
        for a, b in zip(slopes, others, strict=True):
            np.testing.assert_allclose(a, b, tolerance, 10 * tolerance)
    assert sealed.stats()["recordings"] == sealed_slope.stats()["recordings"] == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(0, 40, 8))
def test_random_programs_in_batches(seed):
    f = program(seed)
    many = [arguments(seed + 1998 * (k + 1), np.float64) for k in range(3)]
    rows = [np.stack(column) for column in zip(*many, strict=True)]
    expected = [f(*[a.copy() for a in args]) for args in many]
    slopes = [tg.grad(lambda *args: f(*args)[0])(*args) for args in many]
    for found in (tg.vmap(f)(*rows), [t.numpy() for t in tg.vmap(f)(*map(tg.asarray, rows))]):
        for column, parts in zip(found, zip(*expected, strict=True), strict=True):
            np.testing.assert_allclose(column, np.stack(parts), 1e-11, 1e-11)
    of_rows = tg.grad(lambda x, *rest: np.sum(tg.vmap(f)(x, *rest)[0]))(*rows)
    np.testing.assert_allclose(of_rows, np.stack(slopes), 1e-10, 1e-10)

"""Reductions that compute what they reduce: random programs against NumPy, and what they neither write nor visit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of

LENGTHS = (1, 2, 3, 5, 8, 9, 16, 17, 33, 70)
UNARY: tuple[Callable[[Any], Any], ...] = (
    np.negative, np.tanh, np.abs, np.square, lambda x: np.exp(-x * x), lambda x: np.sqrt(abs(x) + 0.5),
    lambda x: np.where(x > 0.1, x, 0.0), lambda x: np.maximum(x, 0.2),
)  # fmt: skip
BINARY: tuple[Callable[[Any, Any], Any], ...] = (
    np.add, np.subtract, np.multiply, np.minimum, lambda x, y: x / (1.5 + y * y), lambda x, y: np.where(x > y, x, y),
)  # fmt: skip
REDUCTIONS = (np.sum, np.mean, np.max, np.min, np.prod)


class Maker:
    """A random program: elementwise steps on broadcast operands, reductions over any axes, and steps on their results."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = np.random.default_rng(seed)
        shape: tuple[int, ...] = ()
        while not shape or np.prod(shape) > 8000:
            shape = tuple(rng.choice(LENGTHS, size=rng.integers(1, 5)).tolist())
        self.dtype = np.float32 if rng.random() < 0.4 else np.float64
        self.arguments = [self._argument(shape, k == 0) for k in range(3)]
        if rng.random() < 0.2:
            self.arguments[1].flat[0] = rng.choice([np.inf, np.nan])
        self.turned = rng.random() < 0.3
        self.steps = [rng.integers(0, 1000, size=4).tolist() for _ in range(rng.integers(1, 6))]
        axes = [np.sort(rng.permutation(len(shape))[: rng.integers(1, len(shape) + 1)]) for _ in range(2)]
        self.reductions = [(*rng.integers(0, 1000, size=2).tolist(), tuple(own.tolist())) for own in axes]

    def _argument(self, shape: tuple[int, ...], whole: bool) -> np.ndarray:
        own = [n if whole or self.rng.random() < 0.7 else 1 for n in shape]
        skipped = 0 if whole or self.rng.random() < 0.7 else self.rng.integers(len(shape))
        return (self.rng.normal(size=own[skipped:]) * 0.8).astype(self.dtype)

    def __call__(self, *arguments: Any) -> list[Any]:
        first, *others = arguments
        values = [(first.T * 2.0).T if self.turned else first]
        for kind, op, x, y in self.steps:
            given = values[x % len(values)]
            if kind % 2:
                values.append(UNARY[op % len(UNARY)](given))
            else:
                pool = [*values, *others]
                values.append(BINARY[op % len(BINARY)](given, pool[y % len(pool)]))
        results = []
        for op, x, axes in self.reductions:
            reduced = values[-1 - x % min(len(values), 3)]
            results.append(REDUCTIONS[op % len(REDUCTIONS)](reduced, axis=axes, keepdims=True))
            values.append(np.tanh(reduced * 0.1) * np.tanh(results[-1] * 0.1))
            results.append(np.sum(values[-1], axis=self.reductions[0][2]))
        return results

    def loss(self, *arguments: Any) -> Any:
        return sum(np.sum(np.tanh(x * 0.3)) for x in self(*arguments))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(16))
def test_random_programs_are_those_of_numpy(seed):
    program = Maker(seed)
    given = program.arguments
    tolerance = {"rtol": 2e-9, "atol": 1e-9} if program.dtype == np.float64 else {"rtol": 3e-3, "atol": 3e-3}
    with np.errstate(all="ignore"):
        for expected, found in zip(program(*given), tg.compile(program)(*given), strict=True):
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found, expected, **tolerance)
        gradient = tg.grad(program.loss, (0, 1, 2))
        for expected, found in zip(gradient(*given), tg.compile(gradient)(*given), strict=True):
            np.testing.assert_allclose(found, expected, **tolerance)


def distances(centres, points):
    differences = points[:, None, :] - centres
    return np.sum(differences * differences, axis=-1)


def nearest(centres, points):
    return np.sum(np.min(distances(centres, points), axis=1))


def data(n, k, d):
    rng = np.random.default_rng(5)
    return rng.normal(size=(k, d)), rng.normal(size=(n, d))


def working_memory(f, *arguments):
    compiled = tg.compile(f)
    compiled(*arguments)
    return executable_of(compiled.tape()).work


@pytest.mark.parametrize(
    "f",
    [
        distances, nearest, tg.grad(nearest), lambda x, y: tg.func.jvp(lambda c: tg.grad(nearest)(c, y), (x,), (np.ones_like(x),)),
        lambda x, y: np.max(np.abs(x - y[:, None]), axis=(1, 2)), lambda x, y: np.sum((x - y[:, None]) * 2.0, axis=0),
        lambda x, y: np.sum(np.where(x < y[:, None], x, 0.0), axis=1),
    ],
)  # fmt: skip
def test_what_is_reduced_is_never_written(f):
    given = data(50, 12, 16)
    assert working_memory(f, *given) < 8 * 50 * 12 * 16


@pytest.mark.parametrize("value", [np.inf, np.nan, -0.0])
@pytest.mark.parametrize("shape", [(40, 10, 16), (30, 8, 9), (21, 3, 33), (5, 70, 2)])
def test_rows_that_are_zero_change_nothing(shape, value):
    centres, points = data(*shape)
    weights = np.where(np.random.default_rng(1).random(shape[:2]) < 0.2, 1.5, 0.0)
    centres[1, 1] = value  # which a factor of zero hides

    def loss(centres, points):
        differences = points[:, None, :] - centres
        return np.sum(np.where(weights > 0.0, 1.0, 0.0)[..., None] * np.tanh(differences)), np.sum(
            np.min(np.where(np.isnan(differences), 9.0, differences) ** 2, axis=1)
        )

    gradient = tg.grad(lambda c, p: sum(loss(c, p)), (0, 1))
    with np.errstate(all="ignore"):
        for expected, found in zip(gradient(centres, points), tg.compile(gradient)(centres, points), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("length", [3, 16, 100])
def test_equal_rows_have_equal_sums(length):
    row = np.random.default_rng(3).normal(size=length)
    rows = np.tile(row, (13, 1))
    for f in (lambda x: np.sum(x, axis=1), lambda x: np.sum(np.tanh(x) * x, axis=1)):
        assert len({*tg.compile(f)(rows).tolist()}) == 1


def test_ties_are_shared():
    centres, points = data(30, 20, 16)
    centres[17] = centres[2]
    slopes = tg.compile(tg.grad(nearest))(centres, points)
    np.testing.assert_array_equal(slopes[17], slopes[2])
    np.testing.assert_allclose(slopes, tg.grad(nearest)(centres, points), rtol=1e-12, atol=1e-13)

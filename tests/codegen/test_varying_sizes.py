"""Machine code for all sizes: its bits are those of code for one size, and those of NumPy's rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.varying_sizes import VaryingSizes, outline_of
from tests.replay.sizes import SIZES, index, matrix, texts_of, vector

ROW = np.linspace(0.5, 2.0, 5)
SQUARE = np.linspace(-1.0, 1.0, 9).reshape(3, 3)


def _assigned(x):
    y = x * 1.0
    y[1:] = x[:-1]
    return y


Case = tuple[Callable[..., Any], Callable[[int], tuple[Any, ...]]]

CASES: dict[str, Case] = {
    "total": (lambda x: np.sum(x * x), lambda n: (vector(n),)),
    "softmax": (lambda x: np.exp(x - np.max(x)) / np.sum(np.exp(x - np.max(x))), lambda n: (vector(n + 1),)),
    "constants": (lambda x: np.sum(x) / (1 + len(x)) + np.sum(x * np.arange(len(x))), lambda n: (vector(n),)),
    "differences": (lambda x: x[1:] - x[:-1], lambda n: (vector(n),)),
    "reversed": (lambda x: np.sum(x[::-1] * x) + x[::2].sum(), lambda n: (vector(n),)),
    "columns": (lambda x, y: np.sum(np.tanh(x[:, None] * y), axis=0), lambda n: (vector(n), vector(n + 1))),
    "rows": (lambda x, y: np.sum(np.tanh(x[:, None] * y), axis=1), lambda n: (vector(n), ROW)),
    "matvec": (lambda a, x: np.tanh(a @ x), lambda n: (matrix(n, 5), ROW)),
    "vecmat": (lambda a, x: np.tanh(x @ a), lambda n: (matrix(n, 5), vector(n))),
    "product": (lambda a: a @ SQUARE, lambda n: (matrix(n, 3),)),
    "gram": (lambda a: a.T @ a, lambda n: (matrix(n, 3),)),
    "blas": (lambda a, b: np.sum(a @ b), lambda n: (matrix(n, 40), matrix(40, 50))),
    "short rows": (lambda a: np.sum(a * a, axis=1), lambda n: (matrix(n, 3),)),
    "short columns": (lambda a: np.sum(a * a, axis=0), lambda n: (matrix(n, 3),)),
    "long rows": (lambda a: np.max(a, axis=1) + np.sum(a, axis=1), lambda n: (matrix(3, n + 1),)),
    "running": (lambda x: np.cumsum(x) * x, lambda n: (vector(n),)),
    "gather": (lambda x, i: np.sum(x[i] ** 2), lambda n: (vector(50), index(n, 50))),
    "gather rows": (lambda x, i: x[i] * 2.0, lambda n: (matrix(50, 3), index(n, 50))),
    "fixed index": (lambda x: x[np.arange(len(x))[::-1]] * 2.0, lambda n: (vector(n),)),
    "broadcast": (lambda x, y: x + y, lambda n: (vector(n), vector(1 if n % 2 else n))),
    "equal sizes": (lambda a, x, y: x @ a @ y, lambda n: (matrix(n, n * 7 % 23), vector(n), vector(n * 7 % 23))),
    "reshape": (lambda a: np.sum(a.reshape(-1) * np.arange(a.size)), lambda n: (matrix(n, 4),)),
    "pairs": (lambda x: np.sum(x.reshape(-1, 2) ** 2, axis=0), lambda n: (vector(2 * n),)),
    "transpose": (lambda a: np.sum(a.T[::-1] * a.T, axis=1), lambda n: (matrix(n, 4),)),
    "branch": (lambda x: np.sum(x * x) if len(x) > 5 else 3.0 * np.sum(x), lambda n: (vector(n),)),
    "join": (lambda x, y: np.concatenate([x, y, x]), lambda n: (vector(n), vector(3))),
    "mask": (lambda x: np.sum(x, where=np.arange(len(x)) % 2 == 0), lambda n: (vector(n),)),
    "assignment": (_assigned, lambda n: (vector(n + 1),)),
    "single": (lambda x: np.sum(np.exp(x) * x), lambda n: (vector(n, np.float32),)),
    "strided": (lambda x: np.sum(x * x), lambda n: (vector(2 * n)[::2],)),
    "distances": (
        lambda x, y: np.sum((x[:, None] - y[None]) ** 2, axis=2), lambda n: (matrix(min(n, 70), 3), matrix(4, 3)),
    ),
    "scan": (
        lambda x: tg.scan(lambda c, y: (c * 0.5 + y, c * y), np.sum(x) * 0.0, x)[1], lambda n: (vector(n + 1),)
    ),
}  # fmt: skip


def _leaves(x: Any) -> list[Any]:
    return [leaf for part in x for leaf in _leaves(part)] if isinstance(x, tuple) else [np.asarray(x)]


def _agree(f: Callable[..., Any], arguments: Callable[[int], tuple[Any, ...]], seed: int) -> int:
    """Compare a function that has met many sizes with one that meets this one alone; returns how many texts it has."""
    varying, sizes = tg.compile(f), [*SIZES]
    random.Random(seed).shuffle(sizes)
    for n in sizes:
        args = arguments(n)
        for one, other in zip(_leaves(tg.compile(f)(*args)), _leaves(varying(*args)), strict=True):
            assert (one.shape, one.dtype, one.tobytes()) == (other.shape, other.dtype, other.tobytes()), n
    return texts_of(varying)


@pytest.mark.filterwarnings("ignore::tapegrad.errors.VariantWarning")
@pytest.mark.parametrize("name", CASES)
def test_bits_are_those_of_the_size_alone(name):
    f, arguments = CASES[name]
    assert _agree(f, arguments, 0) < len(SIZES) - 2
    slope = tg.value_and_grad(lambda *args: np.sum(np.sin(f(*args))))
    assert _agree(slope, arguments, 1) < len(SIZES) - 1


@pytest.mark.filterwarnings("ignore::tapegrad.errors.VariantWarning")
@pytest.mark.parametrize("name", [name for name in CASES if name != "scan"])
def test_values_are_those_of_numpy(name):
    f, arguments = CASES[name]
    varying = tg.compile(f)
    for n in (5, 9, 17, 33, 64, 70, 300):
        args = arguments(n)
        expected = f(*args)
        tolerance = 1e-5 if expected.dtype == np.float32 else 1e-11
        np.testing.assert_allclose(varying(*args), expected, rtol=tolerance, atol=tolerance)


def test_integers():
    varying = tg.compile(lambda i, x: (i * 3 + 1, np.sum(i * x)))
    for n in (4, 5, 6, 7, 30):
        i, x = index(n, 50), vector(n)
        shifted, total = varying(i, x)
        np.testing.assert_array_equal(shifted, i * 3 + 1)
        np.testing.assert_allclose(total, np.sum(i * x), rtol=1e-12)
    assert texts_of(varying) == 3


def test_numbers_that_are_one_only_at_first():
    """Two lengths that were equal in all recordings so far are told apart by the first one in which they differ."""
    varying = tg.compile(lambda x, y: np.sum(x * 2.0) - np.sum(y * 3.0))
    for n, m in ((4, 4), (5, 5), (6, 6), (7, 7), (7, 9), (9, 7), (1, 8), (300, 2)):
        x, y = vector(n), vector(m)
        np.testing.assert_allclose(varying(x, y), np.sum(x * 2.0) - np.sum(y * 3.0), rtol=1e-12, atol=1e-12)


def test_outlines_have_all_that_differs():
    compiled = tg.compile(lambda x: np.sum(x[1:] * (1.0 / len(x))))
    first, second, other = [compiled.tape(vector(n)) for n in (5, 6, 7)]
    one, two = outline_of(first), outline_of(second)
    assert one is not None
    assert two is not None
    assert one.key == two.key
    assert outline_of(tg.compile(lambda x: np.sum(x[1:] * 2.0)).tape(vector(5))).key == one.key  # type: ignore[union-attr]
    assert outline_of(tg.compile(lambda x: np.sum(x[1:] / 2.0)).tape(vector(5))).key != one.key  # type: ignore[union-attr]
    sizes = VaryingSizes()
    for program in (first, second, other):
        outline = outline_of(program)
        assert outline is not None
        sizes.join(outline.numbers)
    assert sizes.count == 3
    marked = sizes.marked(first, one)
    assert [type(n).__name__ for form in marked.forms for n in form.shape] == ["Extent"] * 3
    assert marked.derived["marks"].extents.scalars == set(first.constants)

"""Functions cut into parts: the same bits as in one, and code that LLVM compiles in linear time."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen import outlining, scalar_blocks
from tapegrad.codegen.function_writer import written
from tapegrad.passes import roll_loops as rolling
from tapegrad.replay import compiled_function
from tests.passes.test_roll_loops import leaves, matrices, random_program, slopes


def program_of(f, *args):
    return tg.compile(f).tape(*args)


@pytest.mark.parametrize("seed", range(200, 203))
def test_parts_give_the_same_bits(seed, monkeypatch):
    dtype = np.float32 if seed % 3 == 2 else np.float64
    f, args = random_program(seed, dtype)
    monkeypatch.setattr(rolling, "LEAST", 1 << 60)
    expected = tg.compile(slopes(f))(*args)
    monkeypatch.setattr(outlining, "LINES", 25)
    found = tg.compile(slopes(f))(*args)
    for x, y in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_array_equal(x, y)


def test_scalars_of_all_sorts_cross_parts(monkeypatch):
    """Inputs, results of reductions, elements of arrays, constants, numbers of float32."""
    monkeypatch.setattr(outlining, "LINES", 1)

    def f(a, b, x, n):
        first, total = x[1], np.sum(x) * a
        y = np.cumsum(x) * total + first
        z = np.concatenate([y, [b * 2.0], x]) @ np.arange(7.0)
        w = np.linalg.solve(np.eye(3) * (a + 3.0), y) * first * b
        return w + z, total, a, np.float32(2.0) * b, n + 1, y[2]

    args = 0.5, np.float32(1.5), np.array([1.0, 2.0, 3.0]), 3
    for found, expected in zip(tg.compile(f)(*args), f(*args), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_guards_and_failures_in_parts(monkeypatch):
    monkeypatch.setattr(outlining, "LINES", 1)

    def f(x):
        y = np.cumsum(x) @ x
        z = np.cumsum(x * 2.0) if y > 1.0 else np.cumsum(x * 3.0)
        return np.linalg.solve(np.outer(z, z) + np.eye(3) * (x[0] != 7.0), x)

    compiled = tg.compile(f)
    for x in (np.ones(3), 0.1 * np.ones(3), np.ones(3), -np.ones(3)):
        np.testing.assert_allclose(compiled(x), f(x), rtol=1e-10)
    with pytest.raises(np.linalg.LinAlgError):
        compiled(np.full(3, 7.0))


def test_no_function_is_long(monkeypatch):
    """Arrays that grow have no repetition."""

    def f(w, x):
        y = x[:1]
        for _ in range(60):
            y = np.concatenate([y, np.tanh(y[-1:] @ w)])
        return np.sum(y * y)

    program = program_of(tg.value_and_grad(f, argnums=(0, 1)), *matrices())
    module, _, _ = written(program)
    assert len(module.functions[-1].split("\ndefine ")) > 3
    assert max(text.count("\n") for text in module.functions[-1].split("\ndefine ")) < 2 * outlining.LINES


def test_scalars_that_repeat_nothing_are_left_to_the_interpreter(monkeypatch):
    """Determinants by their definition: short repetitions of all kinds."""
    monkeypatch.setattr(scalar_blocks, "SHORT", 200)
    monkeypatch.setattr(scalar_blocks, "_IRREGULAR", 300)
    monkeypatch.setattr(scalar_blocks, "_LONGEST", 600)
    n = 5

    def f(a):
        def determinant(row, columns):
            if row == n:
                return 1.0
            terms = [a[row, c] * determinant(row + 1, columns[:k] + columns[k + 1 :]) for k, c in enumerate(columns)]
            return sum(terms[2::2], terms[0]) - sum(terms[3::2], terms[1]) if len(terms) > 1 else terms[0]

        return determinant(0, tuple(range(n)))

    a = np.random.default_rng(0).normal(size=(n, n))
    value, slope = tg.compile(tg.value_and_grad(f))(a)
    np.testing.assert_allclose(value, np.linalg.det(a), rtol=1e-10)
    np.testing.assert_allclose(slope, np.linalg.det(a) * np.linalg.inv(a).T, rtol=1e-9)


# ------------------------------------------------------------------------------------------------- the first answer


@pytest.fixture
def long(monkeypatch, tmp_path):
    """A program that compiles for seconds, from an empty cache; its first answer waits for nothing."""
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(rolling, "LEAST", 1 << 60)
    monkeypatch.setattr(compiled_function, "_SOON", 0.0)

    def f(w, x):
        h = x[0]
        for row in x:
            h = np.tanh(np.linalg.solve(w + 3.0 * np.eye(3), h) @ w + row)
        return np.sum(h), h

    return f


def test_a_first_answer_does_not_wait(long):
    args = matrices()
    expected = long(*args)
    compiled = tg.compile(long)
    first = compiled(*args)
    executable = compiled.variants.last.executable
    assert executable._loaded is None
    second = compiled(*args)
    executable.load()
    third = compiled(*args)
    for found in (first, second, third):
        for x, y in zip(found, expected, strict=True):
            assert type(x) is type(y)
            np.testing.assert_allclose(x, y, rtol=1e-12)


def test_a_first_answer_with_out(long):
    args, out = matrices(), (np.zeros(()), np.zeros(3))
    found = tg.compile(long)(*args, out=out)
    assert found is out
    for x, y in zip(out, long(*args), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-12)


def test_a_compilation_that_nobody_waits_for_ends(long):
    compiled = tg.compile(long)
    compiled(*matrices())
    process = compiled.variants.last.executable._begun._process
    assert process.poll() is None
    del compiled
    gc.collect()
    assert process.poll() is not None

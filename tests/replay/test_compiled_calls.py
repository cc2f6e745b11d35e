"""Calls of compiled functions from several threads, within each other, and after what fails."""

from __future__ import annotations

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ShapeError
from tests.support import plain


def test_threads_call_one_compiled_function():
    compiled = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x) if np.sum(x) > 0 else np.sum(x**3)))
    rng = np.random.default_rng(0)
    inputs = (
        [rng.normal(size=17) for _ in range(40)]
        + [rng.normal(size=5) for _ in range(20)]
        + [np.float64(v) for v in range(-9, 9)]
    )
    expected = [tg.value_and_grad(compiled.__wrapped__.__wrapped__)(x) for x in inputs]
    failures = []

    def work(offset: int) -> None:
        try:
            for k in range(3 * len(inputs)):
                j = (k * 7 + offset) % len(inputs)
                value, slope = compiled(inputs[j])
                np.testing.assert_allclose(value, expected[j][0], rtol=1e-12)
                np.testing.assert_allclose(slope, expected[j][1], rtol=1e-12)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures
    assert compiled.stats()["variants"] == 6


def test_threads_and_evictions():
    """More signatures than variants are kept, so that one thread drops what another is about to use."""
    compiled = tg.compile(lambda x: np.sum(x) * 2.0 if x[0] > 0 else np.sum(x) * 3.0, max_variants=2)
    failures = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            for _ in range(100):
                x = rng.normal(size=rng.integers(1, 5))
                assert compiled(x) == pytest.approx(x.sum() * (2.0 if x[0] > 0 else 3.0), rel=1e-12, abs=1e-12)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures
    assert compiled.stats()["variants"] <= 2


def test_functions_that_call_each_other_from_two_threads():
    """Neither waits for the other's recording to end."""
    both = threading.Barrier(2)

    def meet() -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1.0)

    @tg.compile
    def one(x: Any) -> Any:
        meet()
        return x + other(1.0, 0.0) if x > 0 else x * 2.0

    @tg.compile
    def other(x: Any, y: Any) -> Any:
        meet()
        return x + one(-1.0) + y

    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda f=f, a=a: found.append(f(*a)), daemon=True)
        for f, a in ((one, (1.0,)), (other, (1.0, 0.0)))
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join(5.0)
    assert sorted(found) == [-1.0, 0.0]


def test_a_function_may_wait_for_threads_that_record_others():
    inner = tg.compile(lambda x: np.sum(x * x))
    found: list[Any] = []

    def f(x: Any) -> Any:
        thread = threading.Thread(target=lambda: found.append(inner(np.arange(3.0))), daemon=True)
        thread.start()
        thread.join(20.0)
        return x * found[0]

    np.testing.assert_array_equal(tg.compile(f)(np.ones(2)), [5.0, 5.0])


def test_threads_wait_for_the_recording_of_one():
    calls: list[int] = []

    @tg.compile
    def f(x: Any) -> Any:
        calls.append(1)
        time.sleep(0.05)
        return np.sum(x), "label"

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(f, [np.arange(3.0)] * 8)) == [(3.0, "label")] * 8
    assert len(calls) == 1


def test_threads_and_large_arrays():
    """Large calls let other threads run, so each needs memory of its own."""
    compiled = tg.compile(lambda x: np.cumsum(np.sin(x)) @ x + np.sum(np.sort(x) if False else x[::-1] * x))
    rng = np.random.default_rng(0)
    inputs = [rng.normal(size=40_000) for _ in range(4)]
    expected = [compiled(x) for x in inputs]
    found: dict[int, list[Any]] = {k: [] for k in range(4)}

    def work(k: int) -> None:
        for _ in range(20):
            found[k].append(compiled(inputs[k]))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for k in range(4):
        assert found[k] == [expected[k]] * 20


def test_sweeps_within_a_recording_say_what_to_use():
    """They work, or name the transforms."""

    def by_grad(x: Any) -> Any:
        return tg.autograd.grad(np.sum(x * x), x)[0]

    def by_backward(x: Any) -> Any:
        np.sum(x * x).backward()
        return x.grad

    for f in (by_grad, by_backward):
        compiled = tg.compile(f)
        try:
            found = compiled(np.arange(3.0))
        except tg.errors.TapegradError as error:
            assert "tg.grad" in str(error)  # noqa: PT017
        else:
            np.testing.assert_array_equal(found, 2.0 * np.arange(3.0))
            np.testing.assert_array_equal(compiled(np.ones(3)), 2.0 * np.ones(3))


def test_an_exception_in_the_function_leaves_it_usable():
    def f(x: Any) -> Any:
        if x < 0:
            raise KeyError("negative")
        return x * 2.0

    compiled = tg.compile(f)
    with pytest.raises(KeyError):
        compiled(-1.0)
    assert compiled(1.0) == 2.0
    with pytest.raises(KeyError):
        compiled(-1.0)
    assert compiled(3.0) == 6.0
    x = tg.tensor(2.0, requires_grad=True)
    (x * x).backward()  # the eager tape goes on
    assert x.grad.item() == 4.0
    with pytest.raises(KeyError):
        tg.grad(compiled)(-1.0)
    with pytest.raises(KeyError):
        tg.hessian(compiled)(-1.0)
    assert tg.grad(compiled)(1.0) == 2.0


def test_shape_errors_appear_while_recording():
    compiled = tg.compile(lambda x, y: x + y)
    with pytest.raises(ShapeError):
        compiled(np.ones(2), np.ones(3))
    np.testing.assert_array_equal(compiled(np.ones(3), np.ones(3)), 2.0 * np.ones(3))


def test_an_eager_tape_around_a_compiled_call():
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    compiled = tg.compile(lambda v: np.sum(np.exp(v)))
    assert compiled(np.zeros(2)) == 2.0
    z = y * 3.0
    np.testing.assert_array_equal(plain(grad(z.sum(), x)[0]), [6.0, 12.0])


def test_reentrant_calls():
    @tg.compile
    def inner(x: Any) -> Any:
        return x * x if x > 1 else x

    @tg.compile
    def outer(x: Any) -> Any:
        return inner(x) + inner(2.0) + inner(x * 0.5)

    for x in (3.0, 0.5, 1.5, 3.0):
        expected = (x * x if x > 1 else x) + 4.0 + (x * x / 4 if x > 2 else x * 0.5)
        assert outer(x) == expected
        assert inner(x) == (x * x if x > 1 else x)


def test_recursion():
    @tg.compile
    def factorial(x: Any) -> Any:
        return x * factorial(x - 1.0) if x > 1 else 1.0 + 0.0 * x

    assert factorial(5.0) == 120.0
    assert factorial(3.0) == 6.0
    assert factorial(5.0) == 120.0
    assert tg.grad(factorial)(3.0) == 5.0  # d/dx x (x - 1)
    assert tg.grad(factorial)(4.0) == 26.0  # d/dx x (x - 1) (x - 2)

"""Loops that threads share: the bits of a program do not depend on how many there are, nor on whether there are any."""

from __future__ import annotations

import functools
import sys
import threading
import time

import numba
import numpy as np
import pytest

import tapegrad as tg
import tapegrad.codegen.executable
import tapegrad.codegen.outlining
from tapegrad.autograd import compile_sweep
from tapegrad.codegen import parallel_phases
from tapegrad.errors import DtypeError
from tapegrad.trace_cache import thresholds, tree

RNG = np.random.default_rng

SHAPES = {
    "line": [(1000,), (1000,)],
    "one lane more": [(4097,), ()],
    "rows": [(3, 700), (700,)],
    "columns": [(700, 3), (700, 1)],
    "short rows": [(90, 5), (5,)],
    "outer": [(2, 70), (40, 1, 1)],
    "middle": [(30, 1, 90), (4, 1)],
    "long": [(2, 3, 5000), (3, 1)],
    "few": [(9,), (9,)],
    "square": [(70, 70), (70,)],
    "wide rows": [(19, 40, 30), (40, 1)],
}


def smooth(x, y):
    return np.tanh(x * 1.5 + y) * np.exp(-x * x)


def several(x, y):
    first = smooth(x, y)
    total = np.sum(first * first)
    second = first / (1.0 + total)
    return first, np.sum(second), second + np.max(y), np.sum(np.sqrt(total + x * x))


def branching(x, y):
    total = np.sum(x * y)
    return np.sin(x) * total if total > 0.0 else np.cos(x) * y


def with_users_kernel(x, y):
    return np.sum(kernel()(x * y)) + np.sum(y)


def reduced(x):
    """Sums and the like over axes, of what is computed on the way and of what others read too."""
    last = np.sum(x * x, axis=-1)
    first = np.max(np.sin(x), axis=0)
    soft = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return (
        last,
        first,
        soft / np.sum(soft, axis=-1, keepdims=True),
        np.sum(np.cos(x), axis=0),
        np.prod(x, axis=x.ndim // 2),
    )


def products(x):
    return (
        x @ x.T,
        x.T @ x[:, :5],
        x @ x[-1],
        x[0] @ x.T,
        np.einsum("ij,ij->i", x, np.sin(x)),
        np.einsum("ij,ij->j", x, x),
    )


@functools.cache
def kernel():
    """Return an op of a user's, declared when first needed: other tests loop over all that are declared."""

    @tg.custom.elementwise(partials={"x": lambda x, out: np.where(x > 0.0, 2.0, 0.5)})
    @numba.njit
    def doubled(x):
        return 2.0 * x if x > 0.0 else x * 0.5

    return doubled


FUNCTIONS = {
    "elementwise": smooth,
    "sum": lambda x, y: np.sum(smooth(x, y)),
    "gradient": tg.value_and_grad(lambda x, y: np.sum(smooth(x, y) + np.log1p(x * x)), (0, 1)),
    "several": several,
    "gradients of several": tg.grad(lambda x, y: sum(np.sum(part * x) for part in several(x, y)), (0, 1)),
    "axes": tg.value_and_grad(lambda x, y: np.sum(np.sum(smooth(x, y), axis=-1) ** 2)),
    "reductions": lambda x, y: reduced(smooth(x, y)),
    "gradient of reductions": tg.grad(lambda x, y: sum(np.sum(part**2) for part in reduced(x * y)), (0, 1)),
    "products": lambda x, y: products((x + y).reshape(-1, x.shape[-1])),
    "guards": branching,
    "dtypes": lambda x, y: (np.floor(x) > y, np.sum(x > y), np.round(x * y)),
    "kernel": with_users_kernel,
}


@pytest.fixture
def shared(monkeypatch):
    """Return what says whether loops are shared, however short they are, and among how many threads."""
    before = tg.get_num_threads()

    def of(threads: int) -> None:
        monkeypatch.setattr(tapegrad.codegen.outlining, "SHARED", 1 if threads else 1 << 60)
        monkeypatch.setattr(parallel_phases, "_LEAST", 1)
        tg.set_num_threads(max(1, threads))

    yield of
    tg.set_num_threads(before)


def bits(result):
    return [(x.dtype, x.shape, x.tobytes()) for x in map(np.asarray, leaves(result))]


def leaves(result):
    return [y for x in result for y in leaves(x)] if isinstance(result, (tuple, list)) else [result]


CASES = [
    (name, list(SHAPES)[(3 * i + j) % len(SHAPES)], (np.float64, np.float32)[(i + j) % 2])
    for i, name in enumerate(FUNCTIONS) for j in range(4)
]  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "shapes", "dtype"), CASES)
def test_the_bits_do_not_depend_on_threads(name, shapes, dtype, shared):
    rng = RNG(5)
    x, y = [rng.normal(size=shape).astype(dtype) for shape in SHAPES[shapes]]
    if not y.shape:
        y = y[()]
    found = {}
    for threads in (0, 1, 2, 3):
        shared(threads)
        if threads < 2:
            f = tg.compile(FUNCTIONS[name])  # whose code is made anew
        found[threads] = [bits(f(a * x, a * y)) for a in map(dtype, (1.0, -0.5))]
    assert found[1] == found[0]
    assert found[2] == found[1]
    assert found[3] == found[1]


def test_large_loops_are_shared(shared, monkeypatch):
    seen = []

    def watched(phases, control):
        seen.append([phase.pieces for phase in phases])
        return parallel_phases.shared_text(phases, control)

    monkeypatch.setattr(tapegrad.codegen.executable, "shared_text", watched)
    tg.set_num_threads(2)
    x = RNG(0).normal(size=200_000)
    f = tg.compile(FUNCTIONS["gradient"])
    value, _ = f(x, x)
    np.testing.assert_allclose(value, np.sum(smooth(x, x) + np.log1p(x * x)), rtol=1e-12)
    assert max(seen[-1]) > 4
    f(x[:100], x[:100])
    assert seen[-1] == []


def test_whoever_calls_the_program_itself(shared):
    """Also within other programs, in batches, and with more arguments than an entry takes."""
    shared(2)
    x = RNG(1).normal(size=(3, 600))
    inner = tg.compile(lambda x: np.sum(np.sin(x) * x))
    outer = tg.compile(lambda x: inner(x[0]) * np.cos(x[1]) + inner(x[2]))
    expected = np.sum(np.sin(x[0]) * x[0]) * np.cos(x[1]) + np.sum(np.sin(x[2]) * x[2])
    np.testing.assert_allclose(outer(x), expected, rtol=1e-12)
    np.testing.assert_array_equal(tg.compile(lambda x: np.sum(np.sin(x) * x)).batch(x), [inner(row) for row in x])
    many = tg.compile(lambda *rows: np.sum(np.exp(rows[0])) * rows[1] + rows[-1])
    rows = [np.full(600, k) for k in np.linspace(0.0, 1.0, 1200)]
    np.testing.assert_allclose(many(*rows), 600.0 * rows[1] + 1.0, rtol=1e-12)


def test_arrays_that_lie_otherwise_and_large_integers(shared):
    shared(2)
    x = RNG(2).normal(size=(40, 50))
    f = tg.compile(lambda x, n: np.sin(x) * n)
    for given in (x, x.T.copy().T, x[::-1], np.asfortranarray(x)):
        np.testing.assert_allclose(f(given, 3), np.sin(given) * 3, rtol=1e-14)
    with pytest.raises(DtypeError, match="64 bits"):
        f(x, 1 << 70)


def test_sealed_sweeps_of_eager_code(shared, monkeypatch):
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 1)
    done, run = [], compile_sweep.Hot.run
    monkeypatch.setattr(compile_sweep.Hot, "run", lambda *args: (done.append(1), run(*args))[1])
    data, found = RNG(4).normal(size=3000), {}
    for threads in (0, 1, 2, 3):
        shared(threads)
        tree.forget()
        x, w, v = (tg.tensor(a, requires_grad=True) for a in (data, 0.7, [0.3]))
        for _ in range(6):
            x.grad = w.grad = v.grad = None
            loss = np.sum(smooth(x, w) * v) + w * 2.0
            loss.backward()
        found[threads] = bits([loss.item(), x.grad.numpy(), w.grad.item(), v.grad.numpy()])
    assert done
    assert found[0] == found[1] == found[2] == found[3]


def test_several_threads_of_the_user_call_one_program(shared):
    shared(3)
    f = tg.compile(FUNCTIONS["gradient"])
    inputs = [RNG(seed).normal(size=(2, 5000)) for seed in range(4)]
    expected = [bits(f(*x)) for x in inputs]
    found = {}

    def work(k: int) -> None:
        found[k] = all(bits(f(*inputs[k])) == expected[k] for _ in range(20))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), True)


CALLS = {
    "call": lambda: tg.compile(np.sqrt),
    "scan": lambda: tg.compile(lambda x: tg.scan(lambda c, row: (np.sin(c) + row, None), x[0], x)[0]),
    "product": lambda: tg.compile(lambda x: x @ x.T),
    "batch in lanes": lambda: tg.vmap(lambda x: np.sum(np.sin(x))),
    "batch in rows": lambda: tg.vmap(lambda x: np.sum(np.fft.fft(x).real)),
    "gradient": lambda: tg.compile(tg.grad(lambda x: np.sum(np.tanh(x)))),
    "few elements": lambda: tg.compile(lambda x: tg.scan(lambda c, _: (np.sin(c), None), x, length=50_000)[0]),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", CALLS)
def test_other_threads_run_during_large_calls(name, threads, shared):
    """No thread is asked to give way here, so the other one runs only while a call has let it."""
    f, x = CALLS[name](), RNG(3).normal(size=3 if name == "few elements" else (300, 300))
    f(x)
    turns, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            turns[0] += 1
            time.sleep(0)

    other, interval = threading.Thread(target=count), sys.getswitchinterval()
    tg.set_num_threads(threads)
    sys.setswitchinterval(1000.0)
    try:
        other.start()
        for _ in range(1000):
            before = turns[0]
            f(x)
            if turns[0] > before:
                break
        assert turns[0] > before
    finally:
        done.set()
        sys.setswitchinterval(interval)
        other.join()

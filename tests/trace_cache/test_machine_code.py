"""Calls along paths in machine code: the same as Python's, to the bit, with every reference counted."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine.layout import INPUT
from tapegrad.record.recording import tape
from tapegrad.tensor.compiled_methods import load
from tapegrad.trace_cache import tree
from tests.trace_cache.oracle import python_calls

RNG = np.random.default_rng(3)


W, B, V = RNG.normal(size=(3, 4)), RNG.normal(size=4), RNG.normal(size=4).astype(np.float32)


DATA = RNG.normal(size=(5, 3))


TURNS = 6


@pytest.fixture(autouse=True)
def compiled():
    load()
    tree.cursor.left = 0
    assert tree.cursor.on


INTERRUPTED = """
import numpy as np, tapegrad as tg
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache import tree
from tapegrad.ops.runtime import runtime
from tapegrad.tensor import tensor
from tapegrad.tensor import compiled_methods as cursor

x = tg.tensor([0.5, 1.0], requires_grad=True)
def turn():
    (g,) = tg.autograd.grad(np.sum(np.tanh(x * 1.5) + np.exp(-x)), x)
    return g.numpy()

def interrupted(*of, after):
    place, name = of
    function, calls = getattr(place, name), []
    def instead(*arguments):
        calls.append(arguments)
        if len(calls) > after:
            raise KeyboardInterrupt
        return function(*arguments)
    setattr(place, name, instead)
    methods, caught = dict(vars(tensor.Tensor)), 0
    for _ in range(200):
        try:
            assert np.array_equal(turn(), expected)
        except KeyboardInterrupt:
            caught += 1
            break
    setattr(place, name, function)
    assert caught == 1 and not tree.cursor.on and tree.cursor.left == thresholds.FOLLOWED_CALLS
    assert dict(vars(tensor.Tensor)) == methods

expected = turn()
interrupted(runtime, "load", after=0)
interrupted(cursor, "method_of", after=7)
for _ in range(200):
    assert np.array_equal(turn(), expected)
print(tree.cursor.on)
"""


def test_loading_that_is_interrupted_changes_nothing_and_comes_again():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr


FORGOTTEN = """
import numpy as np, tapegrad as tg
from tapegrad.trace_cache import tree
from tapegrad.tensor.compiled_methods import load
from tests.trace_cache.oracle import python_calls
load()
tree.cursor.left = 0
p = tg.tensor(np.arange(30.0), requires_grad=True)
for turn in range(40):
    s = np.sin(p * 2.0)
    if turn == 30:
        tree.forget()  # as another thread may: the open run alone holds what is left of its path
    v = np.expand_dims(s, 0)
    np.sum(v * v).backward()
print(p.grad.shape)
"""


def test_a_path_that_is_forgotten_under_an_open_run():
    done = subprocess.run(
        [sys.executable, "-c", FORGOTTEN], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONMALLOC": "debug"},
    )  # fmt: skip
    assert done.stdout == "(30,)\n", done.stderr


def turn(call, scale):
    leaves = [tg.tensor(scale * a, requires_grad=True) for a in (W, B)] + [tg.tensor(V, requires_grad=True)]
    x = tg.tensor(DATA)
    result = call(x, *leaves)
    value = result * 1.0
    np.sum(result).backward()
    return [value.detach().numpy(), *[None if t.grad is None else t.grad.numpy() for t in leaves]]


def test_nothing_of_the_packages_python_runs():
    w, b = tg.tensor(W, requires_grad=True), tg.tensor(B, requires_grad=True)

    def record():
        h = np.tanh(DATA @ w + b)
        return np.mean(h * h - 0.5 * h / 3.0)

    for _ in range(TURNS):
        loss = record()
        tape.flush()
        entered = python_calls(record)
        tape.flush()
    assert entered == []
    h = np.tanh(DATA @ W + B)
    assert loss.item() == pytest.approx(np.mean(h * h - 0.5 * h / 3.0), rel=1e-13)


def executed(t):
    """Let the run of a result be executed."""
    tape.flush()
    return t


def read(t):
    t.detach().numpy()
    return t


class Passed(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1.0

    @staticmethod
    def backward(ctx, g):
        return g


def swept(t):
    np.sum(t * 1.0).backward()
    return t


CLOSED = {"executed": executed, "read": read, "a Function's": Passed.apply, "swept": swept}


RESULTS = {
    "arrays": (lambda w, b, v: w * 2.0, lambda h, w, b, v: h * 0.5 + h * h),
    "one element": (lambda w, b, v: w.sum(), lambda h, w, b, v: w * h + h * 3.0),
    "one element of float32": (lambda w, b, v: v.sum(), lambda h, w, b, v: v * h - h),
    "float32": (lambda w, b, v: np.exp(v), lambda h, w, b, v: 2.0 * h - v),
    "a call": (lambda w, b, v: w @ np.ones((4, 2)), lambda h, w, b, v: np.sum(h, axis=0) * 2.0 + h[0]),
    "several": (lambda w, b, v: np.tanh(w), lambda h, w, b, v: np.concatenate([h, w, h[:1]]) * b),
    "a view": (lambda w, b, v: w * 1.0, lambda h, w, b, v: h.T * 2.0),
    "elements": (lambda w, b, v: w * 2.0, lambda h, w, b, v: h[1, 2] * h[0, 0]),
}


OF_VIEWS = {"entwine", "origin", "_own", "__init__"}


@pytest.mark.parametrize("close", CLOSED.values(), ids=CLOSED.keys())
@pytest.mark.parametrize(("before", "after"), RESULTS.values(), ids=RESULTS.keys())
def test_results_of_earlier_runs_are_operands(before, after, close):
    def turn(k):
        arrays = [(1.0 + 0.25 * k) * a for a in (W, B)] + [V * np.float32(1.0 + 0.25 * k)]
        leaves = [tg.tensor(a, requires_grad=True) for a in arrays]
        h = close(before(*leaves))
        found = []
        names = python_calls(lambda: found.append(after(h, *leaves)))
        value = found[0].detach().numpy()
        expected = after(before(*arrays), *arrays)
        assert value.dtype == expected.dtype
        np.testing.assert_allclose(value, expected, rtol=1e-5 if value.dtype == np.float32 else 1e-13)
        if close is swept:
            return [value], names
        np.sum(found[0]).backward()
        return [value, *[None if t.grad is None else t.grad.numpy() for t in leaves]], names

    first = []
    for k in range(TURNS):
        tree.forget()
        first.append(turn(k)[0])
    entered = []
    for k in range(TURNS):
        again, names = turn(k)
        entered.append({*names})
        for a, b in zip(first[k], again, strict=True):
            assert (a is None) == (b is None)
            assert a is None or a.tobytes() == b.tobytes()
    assert any(names <= OF_VIEWS for names in entered)  # one that begins as a run of one call may come in between


class Laid(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x, order):
        return np.array(2.0 * x.detach().numpy(), order=order)

    @staticmethod
    def backward(ctx, g):
        return 2.0 * g, None


def test_elements_of_a_result_that_does_not_lie_in_c_order():
    w = tg.tensor(W, requires_grad=True)
    for order in ["C"] * TURNS + ["F"] * 3:
        w.grad = None
        y = Laid.apply(w, order)[1, 2] * 3.0
        assert y.item() == 6.0 * W[1, 2]
        y.backward()
        assert w.grad.numpy().sum() == w.grad.numpy()[1, 2] == 6.0


def test_a_result_is_the_same_operand_once_it_was_taken_in():
    w = tg.tensor(W, requires_grad=True)
    for k in range(TURNS):
        h = executed(w * (2.0 + k))
        y = h * 3.0 + h[0] * h
        inputs = sum(instruction[0] == INPUT for instruction in tape.pending.instructions)
        assert inputs == 1
        np.testing.assert_allclose(y.detach().numpy(), (2.0 + k) * W * (3.0 + (2.0 + k) * W[0]), rtol=1e-14)


@pytest.mark.parametrize("close", CLOSED.values(), ids=CLOSED.keys())
def test_earlier_runs_are_let_go(close):
    w, alive = tg.tensor(W, requires_grad=True), []
    gc.collect()
    gc.disable()
    try:
        for _ in range(4 * TURNS):
            h = close(w * 2.0)
            s = executed(h.sum()) if close is swept else close(h.sum())
            alive += [weakref.ref(h._family.run), weakref.ref(s._family.run)]
            y = h * s + h
            y.detach().numpy()
            del h, s, y
        assert [reference() for reference in alive] == [None] * len(alive)
    finally:
        gc.enable()


def test_results_of_other_threads_are_refused_along_paths_too():
    w, found = tg.tensor(W, requires_grad=True), []
    for _ in range(2 * TURNS):
        np.sum(executed(w * 2.0) * 3.0).backward()
    h = executed(w * 2.0)

    def work():
        own = tg.tensor(W, requires_grad=True)
        for _ in range(2 * TURNS):
            np.sum(executed(own * 2.0) * 3.0).backward()
        try:
            h * 3.0
        except tg.errors.ThreadError as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(found) == 1


@pytest.mark.parametrize("turned", [1, 17])
def test_elements_of_leaves_however_they_lie(turned):
    for k in range(20):
        values = W + k
        w = tg.asarray(np.asfortranarray(values) if k % turned == 0 else values).requires_grad_()
        y = w[0, 1] * 2.0 + w[2, 0]
        y.backward()
        assert y.item() == values[0, 1] * 2.0 + values[2, 0]
        assert w.grad[0, 1].item() == 2.0
        assert w.grad[2, 0].item() == 1.0
        assert w.grad.sum().item() == 3.0


def test_an_array_that_a_function_was_given_may_change():
    w, index = tg.tensor(W, requires_grad=True), np.array([0, 1])
    for k in range(40):
        index[:] = k % 3, (k + 1) % 4
        y = np.take(w * 1.0, index, axis=1)
        np.testing.assert_array_equal(y.detach().numpy(), W[:, index])
        np.sum(y).backward()
        np.testing.assert_array_equal(w.grad.numpy(), np.bincount(index, minlength=4) * np.ones((3, 1)))
        w.grad = None


def test_data_that_differ_each_time_are_on_one_path():
    rng = np.random.default_rng(5)
    x, w = rng.normal(size=(200, 4)), tg.tensor(B, requires_grad=True)
    tree.forget()
    for _ in range(150):
        rows = rng.integers(0, 200, 8)
        np.sum(np.dot(x[rows], w) ** 2).backward()
        np.testing.assert_allclose(w.grad.numpy(), 2.0 * x[rows].T @ (x[rows] @ B), rtol=1e-12)
        w.grad = None
    assert len(tree.root.next) < 8
    batches = [x[k : k + 8].copy() for k in range(0, 200, 8)]
    for k in range(150):
        np.sum(np.dot(batches[k % 25], w) ** 2).backward()
        np.testing.assert_allclose(w.grad.numpy(), 2.0 * batches[k % 25].T @ (batches[k % 25] @ B), rtol=1e-12)
        w.grad = None
    assert len(tree.root.next) < 16


def test_references_are_counted():
    w, b = tg.tensor(W, requires_grad=True), tg.tensor(B, requires_grad=True)
    number, array, index = 1234.5, np.ones(4), (slice(1, None), slice(None, 2))
    things = [w, b, number, array, index, None, True, np.ndarray, type(w), W.dtype, "axis", np.mean, 2.0]

    def once():
        h = (DATA @ w + b) * number - array
        h = np.tanh(h)[index] + w[:, :2].sum(axis=0) + np.pad(w[:1, :1], 1)[0, 0] ** 2 + abs(-w.T[0, 0])
        np.mean(h / number, axis=0).sum().backward()
        w.grad = b.grad = None

    def counts():
        gc.collect()
        return [sys.getrefcount(t) for t in things], len(gc.get_objects())

    for _ in range(300):  # sealed by then
        once()
    before, objects = counts()
    grown = []
    for _ in range(3):
        for _ in range(200):
            once()
        after, now = counts()
        grown.append(now - objects)
        objects = now
    assert all(abs(a - b) < 100 for a, b in zip(before, after, strict=True)), [*zip(before, after, strict=True)]
    assert min(grown) < 100  # once something else may be loaded, or what other tests left be freed


def test_an_array_that_is_written_to_later_was_copied():
    w, data = tg.tensor(W), DATA.copy()
    for k in range(TURNS):
        data[:] = DATA + k
        result = (data @ w) * data[:, :1]
        data[:] = 0.0
        np.testing.assert_allclose(result.numpy(), ((DATA + k) @ W) * (DATA + k)[:, :1], rtol=1e-13)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda t: t.__add__(), TypeError), (lambda t: t.__add__(1, 2), TypeError), (lambda t: t.sum(1, 2, 3, 4, 5, 6, 7), TypeError),
        (lambda t: t.sum(axes=0), TypeError), (lambda t: type(t).sum(3), TypeError), (lambda t: t.__array_ufunc__(), TypeError),
        (lambda t: t.__array_function__(1, 2, 3), TypeError), (lambda t: t.__getitem__(), TypeError),
        (lambda t: t.take(*range(120)), TypeError), (lambda t: t + object(), TypeError),
        (lambda t: t.__array_function__(np.mean, (), (t,), None), TypeError),
    ],
)  # fmt: skip
def test_calls_that_mean_nothing_are_refused_as_ever(call, error):
    t = tg.tensor(W)
    for _ in range(3):
        np.mean(t)
        with pytest.raises(error):
            call(t)
    assert np.mean(t).item() == pytest.approx(np.mean(W), rel=1e-13)


def test_paths_that_meet_again_are_listed_once():
    tg.debug.trace_cache(True)  # forgets the tree, and the lines of other tests
    w = tg.tensor(B, requires_grad=True)
    for _ in range(TURNS):
        h = w * w
        for _ in range(6):
            h = np.tanh(h) * h + h
            h = np.stack([h, h])[0]
        np.sum(h).backward()
    assert 0 < len(tg.debug.hot().splitlines()) <= 2 * TURNS


def test_what_falls_back_in_the_middle_is_on_the_same_path():
    u, b = tg.tensor(RNG.normal(size=(4, 12)), requires_grad=True), tg.tensor(RNG.normal(size=12), requires_grad=True)
    data = RNG.normal(size=(12, 3, 12))
    tree.forget()
    counts = []
    for _ in range(60):
        h = np.zeros((3, 4))
        for x in data:  # a gated recurrent unit: pieces between views are recorded by several means
            gates, fed = x * b + b, h @ u
            reset = 1.0 / (1.0 + np.exp(-(gates[:, :4] + fed[:, :4])))
            update = 1.0 / (1.0 + np.exp(-(gates[:, 4:8] + fed[:, 4:8])))
            new = np.tanh(gates[:, 8:] + reset * fed[:, 8:])
            h = new + update * (h - new)
        np.mean(h * h).backward()
        counts.append(tree._count)
    assert counts[-1] < 3 * counts[1]


def test_zeros_of_either_sign_are_two_numbers_where_equal_ones_were_one():
    x, y = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor([1.0, 3.0], requires_grad=True)

    def quotient(a, b):
        return (x * a, y / b)[1]

    for _ in range(TURNS):
        quotient(2.0, 2.0).sum().backward()
    assert quotient(-0.0, 0.0).tolist() == [np.inf, np.inf]
    assert quotient(0.0, -0.0).tolist() == [-np.inf, -np.inf]


def test_threads_that_learn_the_same_paths_at_once():
    x, wrong = np.array([1.0, 2.0, 3.0]), []
    w = tg.tensor(x, requires_grad=True)
    tree.forget()

    def work():
        for turn in range(150):
            factor, terms = 1.0 + turn % 3, 1 + turn % 5
            y, slope = w, np.ones(3)
            for k in range(terms):
                y = y * factor + w * (k + 1.0) - y / 2.0
                slope = slope * factor + (k + 1.0) - slope / 2.0
            if not np.allclose(tg.autograd.grad(np.sum(y), w)[0], slope):
                wrong.append(turn)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong

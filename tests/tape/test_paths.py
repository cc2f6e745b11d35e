"""Paths: a run that finds its calls on one has the bits, and the instructions, of a run that is recorded without."""

from __future__ import annotations

import gc
import threading
import weakref
from types import SimpleNamespace

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapegradError, ThreadError
from tapegrad.ops.numpy import nans
from tapegrad.tape import paths, thresholds
from tapegrad.tape.recording import tape
from tapegrad.tensor import cursor


@pytest.fixture(autouse=True)
def nothing_known():
    """Let each test be the first to record its calls."""
    paths.forget()


@pytest.fixture
def off(monkeypatch):
    """A switch that lets no run be on a path."""
    return lambda: monkeypatch.setattr(paths, "begin", lambda run, modes: None)


def leaves_of(rng, shape, dtype):
    made = [tg.tensor(rng.uniform(0.5, 1.5, size=s).astype(dtype), requires_grad=True) for s in (shape, shape, (), ())]
    return [*made, tg.tensor(rng.uniform(0.5, 1.5, size=shape).astype(dtype))]


UNARY = (
    np.sin, np.exp, np.tanh, np.sqrt, lambda x: -x, lambda x: x**2, lambda x: x * x, lambda x: np.maximum(x, 0.7), lambda x: x**-0.5, abs, lambda x: np.clip(x, 0.75, 3), lambda x: x // 0.5 + x % 0.3,
)  # fmt: skip
BINARY = (np.add, np.multiply, np.subtract, np.divide, lambda x, y: x * y, lambda x, y: x + 2.0 * y, np.minimum)
WHOLE = (
    lambda x: x.sum(), lambda x: x.mean(), lambda x: x.reshape(-1), lambda x: x.T, lambda x: np.cumsum(x),
    lambda x: x[0] if x.shape else x, lambda x: np.max(x, axis=0) if x.shape else x, lambda x: x @ x.T if x.ndim else x,
    lambda x: np.mean(x, axis=0) if x.shape else x, lambda x: np.pad(x, 1).reshape(-1) if x.shape else x, lambda x: np.tril(x) if x.shape else x,
    lambda x: x[1:].reshape(-1) if x.shape else x, lambda x: x[..., 1:].reshape(-1) if x.ndim > 1 else x, lambda x: np.kron(x, x).sum(),
    lambda x: x[0, 1] * x[-1, 0] if x.ndim > 1 else x, lambda x: x.transpose(), lambda x: np.squeeze(x[:1]) if x.shape else x, lambda x: np.std(x) if x.shape else x,
)  # fmt: skip
NUMBERS = (0.5, 2.0, 0.0, -1.5, 3, 1, True, np.float64(0.25))


def random_program(rng):
    """Return steps: what is called of which of the values before."""
    return [
        (rng.choice(["unary", "binary", "number", "reversed", "whole"]), *rng.integers(0, 1 << 30, size=4).tolist())
        for _ in range(rng.integers(2, 14))
    ]


def run(program, leaves, between, at):
    """Return values and gradients of a program, or the error that it ends in; `between` happens before some step."""
    values, seen = list(leaves), []
    try:
        for k, (kind, f, i, j, n) in enumerate(program):
            if k == at:
                between(values, seen)
            x, y, number = values[i % len(values)], values[j % len(values)], NUMBERS[n % len(NUMBERS)]
            if kind == "unary":
                z = UNARY[f % len(UNARY)](x)
            elif kind == "binary":
                z = BINARY[f % len(BINARY)](x, y if y.shape in ((), x.shape) else x)
            elif kind == "number":
                z = BINARY[f % len(BINARY)](x, number)
            elif kind == "reversed":
                z = number - x
            else:
                z = WHOLE[f % len(WHOLE)](x)
            values.append(z)
        total = sum((v.sum() for v in values[len(leaves) :] if v.dtype.kind == "f"), values[0].sum())
        total.backward(retain_graph=True)
        total.backward()
    except TapegradError as error:
        seen.append(str(error))
    grads = [v.grad for v in values[: len(leaves)]]
    return seen + [v.detach().numpy() for v in values] + [None if g is None else g.numpy() for g in grads]


def nothing(values, seen):
    pass


def read(values, seen):
    seen.append(values[-1].detach().numpy())


def fail(values, seen):
    with pytest.raises(TapegradError):
        values[0] @ tg.ones((9, 9))


def switch(values, seen):
    values[1].requires_grad_(False)


def write(values, seen):
    with tg.no_grad():
        values[0] *= 1.25


def write_result(values, seen):
    values[-1] = values[-1] * 1.0
    values[-1] += values[2]


def without_gradient(values, seen):
    with tg.no_grad():
        values.append(values[0] * values[1])


def sweep(values, seen):
    (g,) = tg.autograd.grad((values[0] * values[2]).sum(), values[2], create_graph=True)
    values.append(g)


def hook(values, seen):
    if values[-1].requires_grad:
        values[-1].register_hook(lambda g: 2.0 * g)


def look_on(values, seen):
    with tg.autograd.detect_anomaly():
        values.append(values[0] * values[1])


def tangents(values, seen):
    _, g = tg.func.jvp(lambda x: np.sin(x) * values[2], (values[0],), (values[0].detach(),))
    values.append(g)


def collect(values, seen):
    gc.collect()


def element(values, seen):
    values.append(values[0].reshape(-1)[0] * 2.0)


def detach(values, seen):
    values.append(values[-1] * values[-1].detach())


def write_element(values, seen):
    y, part = values[0] * 1.5, values[1].reshape(-1)[0]
    y[(0,) * y.ndim] = part
    if y.shape:
        y[1:] *= part
        y[y > 1.0] = 0.5
    values.append(y)


EVENTS = (
    nothing, read, fail, switch, write, write_result, without_gradient, sweep, hook, look_on, tangents, collect, element, detach, write_element,
)  # fmt: skip


def outcome(program, case):
    seed, shape, dtype, event, at = case
    return run(program, leaves_of(np.random.default_rng(seed), shape, dtype), EVENTS[event], at)


def same(found, wanted):
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        if isinstance(b, np.ndarray):
            assert a.dtype == b.dtype
            assert a.shape == b.shape
            assert a.tobytes() == b.tobytes()
        else:
            assert a == b


@pytest.mark.sampled(2)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(40))
def test_random_programs_that_return_have_the_bits_of_the_first_time(seed, off):
    rng = np.random.default_rng(seed)
    programs = [random_program(rng) for _ in range(3)]
    cases = [
        (k % 3, [(3, 3), (4, 4), ()][rng.integers(3)], rng.choice(["f8", "f8", "f4"]), k, int(rng.integers(8)))
        for k in range(len(EVENTS))
    ]
    order = [(p, c) for p in range(3) for c in range(len(cases)) for _ in range(3)]
    rng.shuffle(order)
    found = [outcome(programs[p], cases[c]) for p, c in order]
    tape.flush()
    off()
    wanted = {(p, c): outcome(programs[p], cases[c]) for p, c in {*map(tuple, order)}}
    for (p, c), seen in zip(order, found, strict=True):
        same(seen, wanted[p, c])


def test_a_run_on_a_path_has_the_instructions_of_one_that_is_not(off):
    x, y = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor(3.0, requires_grad=True)

    def instructions():
        z = np.tanh(x * 1.5 + y) * x - 1.5 * (y * 2)
        z = (z + np.array([1.0, 2.0])).sum() / 1.5
        found = [*tape.pending.instructions], [(c.op, c.operands, c.static) for c in tape.pending.calls]
        sources = [slot for slot, _ in tape.pending.run.sources]
        z.backward()
        return *found, sources

    first, *others = [instructions() for _ in range(5)]
    assert tape.pending is None
    off()
    wanted = instructions()
    assert all(other == wanted for other in (first, *others))


def test_numbers_are_in_no_key():
    x = tg.tensor([1.0, 2.0], requires_grad=True)

    def step(rate):
        (x * rate + 1.0 - x * 0.5).sum().backward()

    for rate in (0.1, 0.2, 0.3):
        step(rate)
    known = paths._count
    for rate in np.linspace(0.31, 0.4, 20).tolist():
        step(rate)
    assert paths._count == known


@pytest.mark.parametrize("compiled", [False, True], ids=["in Python", "in machine code"])
def test_a_nan_that_lies_in_a_run_is_found_again(compiled, monkeypatch):
    """Of two calls that read it, the second finds it; what is equal to no number is no other one either."""
    made = []
    function = nans.number_of
    monkeypatch.setattr(nans, "number_of", lambda *args: (made.append(1), function(*args))[1])
    if compiled:
        cursor.load()
    for turn in range(6):
        x = tg.tensor([2.0, np.nan, 1.0 + turn], requires_grad=True)
        y = x * 1.0
        total = np.nanmax(y) + np.nanmax(y * 2.0)
        total.backward()
        assert total.item() == 3.0 * max(2.0, 1.0 + turn)
    assert len(made) < 2 * 4
    assert paths.has(SimpleNamespace(instructions=[(1, 0, np.nan)]), {0: np.nan})
    assert not paths.has(SimpleNamespace(instructions=[(1, 0, np.nan)]), {0: 1.0})
    assert not paths.has(SimpleNamespace(instructions=[(1, 0, 1.0)]), {0: np.nan})


def test_values_and_tensors_are_not_kept():
    x = tg.tensor(np.ones(1000), requires_grad=True)
    gone = weakref.ref(x)
    for _ in range(3):
        (np.sin(x) * x + 1.0).sum().backward()
    del x
    gc.collect()
    assert gone() is None


def test_so_many_paths_are_kept_and_no_more():
    for n in range(1, 200):
        x = tg.ones(n, requires_grad=True)
        for _ in range(2):
            y = x * x + x
            (y * x).sum().backward()
    assert paths._count <= thresholds.NODES
    assert all(len(edge.node.next) <= thresholds.BRANCHES for edge in paths.root.next.values())
    assert len(paths.root.next) <= thresholds.BEGINNINGS


def test_long_runs_leave_their_path_at_once(monkeypatch):
    monkeypatch.setattr(thresholds, "RUN_LENGTH", 200)
    m = tg.tensor([[0.6, 0.8], [-0.8, 0.6]], requires_grad=True)

    def chain():
        y = np.sin(m)
        for _ in range(150):
            y = (y @ m) * 1.01 + y
        y.sum().backward()
        g, m.grad = m.grad.numpy(), None
        return g.tobytes()

    assert len({chain() for _ in range(4)}) == 1
    y = np.sin(m) @ m
    assert tape.pending.node is None
    assert np.allclose(y.detach().numpy(), np.sin(m.detach().numpy()) @ m.detach().numpy())


def test_threads_share_paths():
    found = []

    def work():
        rng = np.random.default_rng(1)
        for _ in range(60):
            x, y = tg.tensor(rng.normal(size=5), requires_grad=True), shared
            z = (np.sin(x) * y + 0.5).sum()
            (g,) = tg.autograd.grad(z, x)
            found.append((g.numpy() - np.cos(x.detach().numpy()) * shared.detach().numpy()).max())

    shared = tg.tensor(np.arange(5.0), requires_grad=True)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 240
    assert max(map(abs, found)) < 1e-14


def test_a_run_that_was_executed_and_not_closed_is_on_no_path(monkeypatch):
    x = tg.tensor([1.0, 2.0], requires_grad=True)

    def interrupted(run):
        raise KeyboardInterrupt

    for k in range(6):
        y = np.tanh(np.sin(x) @ x)
        if k > 2:
            with monkeypatch.context() as patch:
                patch.setattr(tape, "close", interrupted, raising=False)
                with pytest.raises(KeyboardInterrupt):
                    y.item()
            assert not tape.pending.active
        z = y * y + y
        assert z.item() == y.item() ** 2 + y.item()
        z.backward()
    assert tape.pending is None


def test_history_of_another_thread_is_refused_on_a_path_too():
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    y.detach().numpy()
    found = []

    def work():
        for history in (x, y, y):
            try:
                found.append(((history.detach() + 1.0) * history * 2.0).sum().item())
            except ThreadError:
                found.append(None)

    for _ in range(2):
        for z in (x, x * x):  # taught here, where it may be
            z.detach().numpy()
            ((z.detach() + 1.0) * z * 2.0).sum().backward()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [16.0, None, None]


def test_numbers_of_numpy_are_constants_beside_float64_and_promote_float32():
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    for make in (lambda n: x * n, lambda n: n - x, lambda n: np.maximum(x, n)):
        seen, wanted = make(np.float64(1.5)), make(1.5)
        assert len({id(t._family) for t in (seen, wanted)}) == 1  # one constant, one kind of instruction
        assert sum(instruction[0] == 1 for instruction in tape.pending.instructions) == 1
        assert seen.detach().numpy().tobytes() == wanted.detach().numpy().tobytes()
    assert (x.detach().astype(np.float32) * np.float64(0.1)).dtype == np.float64


@pytest.mark.parametrize(
    "values", [[3.0, 1.0, 2.0], [4.0, 1.0, 3.0, 2.0], [1.0, 1.0, 1.0, 5.0], [2.0], [1.0, np.nan, 2.0]]
)
def test_medians_of_vectors_are_those_of_columns(values):
    found = []
    for shape, axis in ((-1, None), ((-1, 1), 0)):
        x = tg.tensor(values, requires_grad=True)
        y = np.median(x.reshape(shape), axis=axis).sum()
        y.backward()
        found.append((y.detach().numpy().tobytes(), x.grad.numpy().tobytes()))
        np.testing.assert_equal(y.detach().numpy(), np.median(values))
    assert found[0] == found[1]


@pytest.mark.parametrize("lies", [np.copy, lambda x: x.T], ids=["in C order", "transposed"])
def test_elements_of_what_an_earlier_run_has_computed(lies):
    on_path = 0
    for k in range(12):
        x = tg.tensor([[0.1, 0.2 + k], [0.3, 0.4]], requires_grad=True)
        y = lies(np.exp(0.1 * x))
        assert y.sum().item() > 0  # which ends the run
        z = np.log(y[0, 1]) * y[1, 0]
        on_path += paths.arrived(tape.pending) is not None
        z.backward()
        i, j = ((0, 1), (1, 0)) if lies is np.copy else ((1, 0), (0, 1))
        values = x.detach().numpy()
        wanted = np.zeros((2, 2))
        other = np.exp(0.1 * values[j])
        wanted[i], wanted[j] = 0.1 * other, 0.1 * values[i] * 0.1 * other
        np.testing.assert_allclose(x.grad.numpy(), wanted, rtol=1e-13)
    assert on_path > (8 if lies is np.copy else -1)


def test_calls_whose_numbers_vary_are_found_by_what_they_record() -> None:
    rng = np.random.default_rng(5)
    data = rng.random(6) + 0.5
    x = tg.tensor(data, requires_grad=True)

    def turn() -> None:
        c = float(rng.random() + 1.0)
        (np.clip(np.power(x, c), 0.2 * c, 3.0 * c) * np.roll(x, 1)).sum().backward()
        powers = data**c
        clipped = np.clip(powers, 0.2 * c, 3.0 * c)
        slope = np.where(clipped == powers, c * data ** (c - 1.0), 0.0) * np.roll(data, 1) + np.roll(clipped, -1)
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), slope, rtol=1e-12)
        x.grad = None

    paths.forget()
    for _ in range(200):
        turn()
    assert "compiled" in str(tg.debug.hot())

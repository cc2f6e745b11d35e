"""Paths: a run that finds its calls on one has the bits, and the instructions, of a run that is recorded without."""

from __future__ import annotations

import gc
import threading
import weakref
from types import SimpleNamespace

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ThreadError
from tapegrad.ops.numpy import nans
from tapegrad.record.recording import tape
from tapegrad.tensor import compiled_methods
from tapegrad.trace_cache import thresholds, tree


@pytest.fixture(autouse=True)
def nothing_known():
    """Let each test be the first to record its calls."""
    tree.forget()


@pytest.fixture
def off(monkeypatch):
    """A switch that lets no run be on a path."""
    return lambda: monkeypatch.setattr(tree, "begin", lambda run, modes: None)


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
    known = tree._count
    for rate in np.linspace(0.31, 0.4, 20).tolist():
        step(rate)
    assert tree._count == known


@pytest.mark.parametrize("compiled", [False, True], ids=["in Python", "in machine code"])
def test_a_nan_that_lies_in_a_run_is_found_again(compiled, monkeypatch):
    """Of two calls that read it, the second finds it; what is equal to no number is no other one either."""
    made = []
    function = nans.number_of
    monkeypatch.setattr(nans, "number_of", lambda *args: (made.append(1), function(*args))[1])
    if compiled:
        compiled_methods.load()
    for turn in range(6):
        x = tg.tensor([2.0, np.nan, 1.0 + turn], requires_grad=True)
        y = x * 1.0
        total = np.nanmax(y) + np.nanmax(y * 2.0)
        total.backward()
        assert total.item() == 3.0 * max(2.0, 1.0 + turn)
    assert len(made) < 2 * 4
    assert tree.has(SimpleNamespace(instructions=[(1, 0, np.nan)]), {0: np.nan})
    assert not tree.has(SimpleNamespace(instructions=[(1, 0, np.nan)]), {0: 1.0})
    assert not tree.has(SimpleNamespace(instructions=[(1, 0, 1.0)]), {0: np.nan})


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
    assert tree._count <= thresholds.NODES
    assert all(len(edge.node.next) <= thresholds.BRANCHES for edge in tree.root.next.values())
    assert len(tree.root.next) <= thresholds.BEGINNINGS


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


@pytest.mark.parametrize("lies", [np.copy, lambda x: x.T], ids=["in C order", "transposed"])
def test_elements_of_what_an_earlier_run_has_computed(lies):
    on_path = 0
    for k in range(12):
        x = tg.tensor([[0.1, 0.2 + k], [0.3, 0.4]], requires_grad=True)
        y = lies(np.exp(0.1 * x))
        assert y.sum().item() > 0  # which ends the run
        z = np.log(y[0, 1]) * y[1, 0]
        on_path += tree.arrived(tape.pending) is not None
        z.backward()
        i, j = ((0, 1), (1, 0)) if lies is np.copy else ((1, 0), (0, 1))
        values = x.detach().numpy()
        wanted = np.zeros((2, 2))
        other = np.exp(0.1 * values[j])
        wanted[i], wanted[j] = 0.1 * other, 0.1 * values[i] * 0.1 * other
        np.testing.assert_allclose(x.grad.numpy(), wanted, rtol=1e-13)
    assert on_path > (8 if lies is np.copy else -1)


VIEWS = {
    "a row more": lambda x: x[None], "reversed": lambda x: x[::-1], "transposed": lambda x: x.T,
    "another shape": lambda x: x.reshape(x.shape[::-1]), "a part": lambda x: x[1:],
}  # fmt: skip
BETWEEN = {
    "a read": lambda x: (x * 2.0).sum().item(), "an integer": lambda x: int(np.argmax(x * 2.0)),
    "a sweep": lambda x: np.sum(x * 0.1).backward() or 1.0, "nothing": lambda x: 1.0,
    "an operation": lambda x: np.sum(np.sin(x)),
}  # fmt: skip


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("result", [False, True], ids=["of a leaf", "of a result"])
def test_views_are_reshaped_where_no_run_is_open(view, between, result):
    rng = np.random.default_rng(11)
    data = rng.normal(size=(2, 3))
    x = tg.tensor(data, requires_grad=True)
    grads = []
    for on in (False, True):
        with tg.debug.trace_cache(on):
            for _ in range(8):
                x.grad = None
                base = np.tanh(x) if result else x
                v = VIEWS[view](base)
                s = BETWEEN[between](x)
                w = v.reshape(-1)
                (w * w * s).sum().backward()
                assert x.grad is not None
                grads.append(x.grad.numpy())
    for g in grads[1:]:
        np.testing.assert_array_equal(g, grads[0])

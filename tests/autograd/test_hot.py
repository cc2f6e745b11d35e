"""Sweeps that return: a sealed program gives the values and gradients that a sweep gave before, and nothing else changes."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import gradients, hot, sealing
from tapegrad.errors import GradientError, ShapeError, TapeFreedError
from tapegrad.tape import paths, thresholds
from tapegrad.tape.reasons import Reason
from tapegrad.tape.run import Released


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Let the second sweep of its kind be the first that a program does."""
    paths.forget()
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 1)


@pytest.fixture
def never(monkeypatch):
    """A switch with which no sweep takes a program."""

    def switch():
        monkeypatch.setattr(hot, "swept", lambda *given: Reason.COUNTING)

    return switch


@pytest.fixture
def programs(monkeypatch):
    """How often programs did a sweep."""
    done = []
    for module, name in ((gradients, "release"), (hot, "gradients")):
        before = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *args, before=before: (done.append(1), before(*args))[1])
    return done


def leaf(value):
    return tg.tensor(value, requires_grad=True)


UNARY = (
    np.sin, np.exp, np.tanh, lambda x: -x, lambda x: x**2, lambda x: x**3, lambda x: x * x, lambda x: np.maximum(x, 0.7),
    lambda x: np.where(x > 0.9, x, 0.5 * x), lambda x: 1.0 / (1.0 + x * x), np.abs, lambda x: np.clip(x, 0.6, 1.2),
)  # fmt: skip
BINARY = (np.add, np.multiply, np.subtract, np.divide, lambda x, y: x * y, lambda x, y: x + 2.0 * y, np.minimum)
WHOLE = (
    lambda x: x.sum(), lambda x: x.mean(), lambda x: x.reshape(-1)[: x.size // 2 + 1].sum(), lambda x: x.T,
    lambda x: np.cumsum(x).reshape(x.shape), lambda x: x[0] if x.shape else x, lambda x: x[::-1] if x.shape else x,
    lambda x: np.max(x, axis=0) if x.shape else x, lambda x: x - np.mean(x, axis=-1, keepdims=True) if x.shape else x,
    lambda x: np.concatenate([x, x])[: len(x)] if x.shape else x, lambda x: np.sum(x * x) * x,
    lambda x: x.reshape(-1)[np.array([0, x.size - 1, 0])].sum(), lambda x: x.var(), lambda x: np.roll(x, 1),
)  # fmt: skip


def random_program(rng):
    """Return a function of leaves, and of a number that changes."""
    steps = [(rng.choice(["unary", "binary", "number", "whole"]), *rng.integers(0, 1 << 30, size=3).tolist())
             for _ in range(rng.integers(2, 14))]  # fmt: skip

    def program(leaves, number):
        values = list(leaves)
        for kind, f, i, j in steps:
            x, y = values[i % len(values)], values[j % len(values)]
            if kind == "unary":
                z = UNARY[f % len(UNARY)](x)
            elif kind == "binary":
                z = BINARY[f % len(BINARY)](x, y if y.shape in ((), x.shape) else x)
            elif kind == "number":
                z = x * number if f % 2 else number - x
            else:
                z = WHOLE[f % len(WHOLE)](x)
            values.append(z)
        return values, sum((v.sum() for v in values[-3:]), values[0].sum())

    return program


def seen_of(program, arrays, number, event):
    """Return all that can be seen of a sweep: values, gradients, what is refused later."""
    leaves = [leaf(a) for a in arrays]
    if event == "accumulates":
        leaves[0].grad = tg.ones(leaves[0].shape, dtype=leaves[0].dtype)
    if event == "hook":
        leaves[0].register_hook(lambda g: 2.0 * g)
    values, total = program(leaves, number)
    seen = [total.item()] if event == "read before" else []
    if event == "retained" and not values[-1].is_leaf:
        values[-1].retain_grad()
    kept = values if event == "all alive" else values[-1:] if event in ("retained", "one alive") else []
    del values
    if event == "no grad":
        with tg.no_grad():
            total.backward()
    elif event == "asked for":
        seen += [g.numpy() for g in tg.autograd.grad(total, leaves[:1])]
    elif event == "all asked for":
        seen += [
            None if g is None else g.numpy() for g in tg.autograd.grad(total, [*leaves, leaves[0]], allow_unused=True)
        ]
    else:
        total.backward()
    seen += [
        total.item(),
        *[v.detach().numpy() for v in kept],
        *[None if x.grad is None else x.grad.numpy() for x in leaves],
    ]
    if event == "retained" and not kept[0].is_leaf:
        seen.append(None if kept[0].grad is None else kept[0].grad.numpy())
    for again in (total, *kept):
        if again.is_leaf:
            continue
        try:
            again.sum().backward()
            seen.append("swept again")
        except (TapeFreedError, GradientError) as error:
            seen.append(type(error).__name__)
    return [*seen, *[None if x.grad is None else x.grad.numpy() for x in leaves]]


EVENTS = (
    "",
    "",
    "accumulates",
    "hook",
    "read before",
    "retained",
    "all alive",
    "one alive",
    "no grad",
    "asked for",
    "all asked for",
)


@pytest.mark.sampled(6)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(40))
def test_random_programs(seed, never, programs):
    rng = np.random.default_rng(seed)
    made = [random_program(rng) for _ in range(2)]
    shape, dtype = [(3, 4), (5,), ()][seed % 3], ["f8", "f8", "f4"][rng.integers(3)]
    calls = [
        (int(rng.integers(2)), [rng.uniform(0.5, 1.5, s).astype(dtype) for s in (shape, shape, ())], rng.uniform(0.5, 2.0), event)
        for event in EVENTS * 4
    ]  # fmt: skip
    found = [seen_of(made[p], arrays, number, event) for p, arrays, number, event in calls]
    assert programs
    never()
    wanted = [seen_of(made[p], arrays, number, event) for p, arrays, number, event in calls]
    for one, other in zip(found, wanted, strict=True):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            if isinstance(b, np.ndarray):
                assert a.dtype == b.dtype
            if b is None or isinstance(b, str):
                assert a == b
            else:  # sums of what an element receives are taken in another order
                close = 1e-12 if dtype == "f8" else 1e-4
                np.testing.assert_allclose(a, b, rtol=close, atol=close * np.nanmax(np.abs(b), initial=0.0))


def test_values_gradients_and_numbers_are_those_of_numpy(programs):
    rng = np.random.default_rng(0)
    for rate in (0.5, 0.25, 2.0, -1.0, 3.0) * 2:
        x, w = rng.normal(size=(6, 3)), leaf(rng.normal(size=3))
        loss = np.mean((np.tanh(x @ w) * rate) ** 2)
        loss.backward()
        t = np.tanh(x @ w.detach().numpy())
        np.testing.assert_allclose(loss.item(), np.mean((t * rate) ** 2), rtol=1e-14)
        np.testing.assert_allclose(w.grad.numpy(), x.T @ (2 * rate**2 * t * (1 - t * t)) / 6, rtol=1e-13, atol=1e-16)
    assert programs


def test_a_number_of_the_users_that_equals_one_of_a_functions_own(programs):
    for c in (0.25, 0.25, 0.5, 0.25, 3.0, 0.25, 0.5, 2.0):
        x = leaf(np.arange(4.0))
        ((x * c).mean() * (x + 0.25).sum()).backward()
        a = np.arange(4.0)
        np.testing.assert_allclose(x.grad.numpy(), c / 4 * (a + 0.25).sum() + (a * c).mean(), rtol=1e-15)
    assert programs


def test_what_a_sweep_does_not_reach_can_be_swept_later(programs):
    for _ in range(5):
        x = leaf([1.0, 2.0])
        y = np.sin(x)
        other = (y * 3.0).sum()
        (y * y).sum().backward()
        with pytest.raises(TapeFreedError):  # what both need was consumed
            other.backward()
        z = np.cos(x)
        first, second = (z * z).sum(), x.sum()
        first.backward()
        second.backward()
    assert not programs


def test_the_run_is_consumed(programs):
    for _ in range(8):
        x = leaf([1.0, 2.0])
        y = x * x
        loss = y.sum()
        loss.backward()
        assert type(loss._family.run.backing) is Released
        assert y.detach().numpy().tolist() == [1.0, 4.0]
        with pytest.raises(TapeFreedError):
            loss.backward()
        with pytest.raises(TapeFreedError):
            (y * 2.0).sum().backward()
        assert x.grad.numpy().tolist() == [2.0, 4.0]
    assert programs


def test_leaves_that_are_switched_or_written_meanwhile():
    for k in range(6):
        x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
        loss = (x * y * y).sum()
        if k % 2:
            y.requires_grad_(False)
        if k > 3:
            with tg.no_grad():
                x += 1.0
        loss.backward()
        assert x.grad.numpy().tolist() == [9.0, 16.0]
        assert (y.grad is None) if k % 2 else (y.grad.numpy().tolist() == [6.0, 16.0])


def test_one_leaf_in_two_versions_and_two_leaves_of_one_array():
    data = np.array([1.0, 2.0])
    for _ in range(4):
        x, y = leaf(data), leaf(data)
        z = x * x
        with tg.no_grad():
            x *= 2.0
        (z + x * y).sum().backward()
        assert x.grad.numpy().tolist() == [3.0, 6.0]
        assert y.grad.numpy().tolist() == [2.0, 4.0]


def test_index_arrays_are_told_apart_by_their_elements(programs):
    left = np.array([0, 1, 2])
    for k in range(24):
        x = leaf(np.arange(4.0))
        left[0] = k % 3
        (x[left] * x[np.array([1, 1, 3])]).sum().backward()
        wanted = np.zeros(4)
        np.add.at(wanted, left, np.arange(4.0)[[1, 1, 3]])
        np.add.at(wanted, [1, 1, 3], np.arange(4.0)[left])
        assert x.grad.numpy().tolist() == wanted.tolist()
    assert programs


def test_parameters_of_functions_are_told_apart():
    for axis in (1, 0, 1, -1, None, (0, 1), (0,), 0, 1):
        x = leaf(np.arange(6.0).reshape(2, 3))
        wanted = np.sum(np.sin(np.arange(6.0)).reshape(2, 3), axis=axis)
        np.testing.assert_allclose(np.sum(np.sin(x), axis=axis).detach().numpy(), wanted, rtol=1e-15)


def test_a_function_that_reads_values_is_called_each_time():
    for sign in (1.0, -1.0, 1.0, -1.0, 1.0):
        x = leaf([1.0 * sign, 2.0])
        y = np.sin(x) * (2.0 if (x > 0.0).all() else 3.0)
        z = np.extract(x.detach().numpy() > 0.0, y)
        z.sum().backward()
        factor = 2.0 if sign > 0 else 3.0
        wanted = np.cos([1.0 * sign, 2.0]) * factor * (np.array([sign, 2.0]) > 0)
        np.testing.assert_allclose(x.grad.numpy(), wanted, rtol=1e-15)


def test_views_of_results_and_leaves_follow_writes():
    for _ in range(4):
        p = leaf(np.arange(6.0).reshape(2, 3))
        part = p[0]
        (np.sin(part) * p.T[:, 1]).sum().backward()
        with tg.no_grad():
            p *= 2.0
        assert part.detach().numpy().tolist() == [0.0, 2.0, 4.0]
        y = np.sin(p)
        view = y[1:]
        y += 1.0
        np.testing.assert_array_equal(view.detach().numpy(), y.detach().numpy()[1:])
        view.sum().backward()
        np.testing.assert_allclose(
            p.grad.numpy()[1], np.cos(p.detach().numpy()[1]) + np.sin([0.0, 1.0, 2.0]), rtol=1e-14
        )


def test_an_error_in_a_program_is_that_of_a_sweep_as_ever(programs):
    class Failing(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            raise ValueError("on purpose")

    for _ in range(4):
        x = leaf([1.0, 2.0])
        with pytest.raises(ValueError, match="on purpose"):
            Failing.apply(np.sin(x)).sum().backward()
    assert not programs


def test_threads_share_programs():
    found = []

    def work(seed):
        rng = np.random.default_rng(seed)
        for _ in range(40):
            a = rng.normal(size=20)
            x = leaf(a)
            (np.sin(x) * shared).sum().backward()
            found.append(np.abs(x.grad.numpy() - np.cos(a) * weights).max())

    weights = np.arange(20.0)
    shared = tg.tensor(weights)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 160
    assert max(found) < 1e-14


def test_nothing_of_the_users_is_kept():
    gone = []
    for _ in range(4):
        x = leaf(np.ones(100))
        y = np.sin(x)
        loss = (y * y).sum()
        gone += [weakref.ref(x), weakref.ref(y), weakref.ref(loss)]
        loss.backward()
        del x, y, loss
    gc.collect()
    assert all(reference() is None for reference in gone)


def test_a_program_is_made_only_of_what_comes_often(monkeypatch):
    monkeypatch.undo()
    made = []
    as_ever = sealing.sealed
    monkeypatch.setattr(sealing, "sealed", lambda *args: made.append(1) or as_ever(*args))
    times = 0
    while not made:
        x = leaf([1.0, 2.0])
        (np.sin(x) * x).sum().backward()
        times += 1
    assert 64 < times < 64 + 20


STEPS = (
    # in place, of a parameter and a gradient
    lambda w, g: w.__isub__(0.25 * g), lambda w, g: w.__iadd__(g), lambda w, g: w.__imul__(0.5), lambda w, g: w.__itruediv__(g),
    lambda w, g: w.__isub__(w), lambda w, g: w.__imul__(w * 2.0), lambda w, g: w.__isub__(0.1 * np.sqrt(g)),
)  # fmt: skip


@pytest.mark.parametrize("shape", [(), (1,), (3, 2)])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_writes_of_an_optimizer(shape, dtype):
    rng = np.random.default_rng(1)
    for step in STEPS:
        for _ in range(3):
            a, b = (rng.uniform(0.5, 1.5, shape).astype(dtype) for _ in range(2))
            w, g = leaf(a), tg.tensor(b)
            before = w.detach()
            with tg.no_grad():
                step(w, g)
            step(a, b)
            np.testing.assert_array_equal(w.detach().numpy(), a)
            assert w.dtype == a.dtype
            assert w.is_leaf
            assert w.requires_grad
            assert np.array_equal(before.numpy(), a) is False or (step is STEPS[2] and not a.any())


def test_a_factor_that_is_kept_is_computed_as_ever():
    for _ in range(3):
        w, g = leaf([1.0, 2.0]), tg.tensor([0.5, 0.25])
        with tg.no_grad():
            step = 2.0 * g
            w -= step
            more = step + 1.0
        assert w.detach().numpy().tolist() == [0.0, 1.5]
        assert step.numpy().tolist() == [1.0, 0.5]
        assert more.numpy().tolist() == [2.0, 1.5]


@pytest.mark.filterwarnings("error")
def test_a_write_warns_of_no_number():
    w = leaf([1.0, 0.0])
    with tg.no_grad():
        w /= tg.tensor([0.0, 0.0])
        w *= tg.tensor([1e308, 1.0])
    assert np.isinf(w.detach().numpy()[0])
    assert np.isnan(w.detach().numpy()[1])


def test_what_a_call_writes_is_written_each_time():
    for _ in range(4):
        x, out = leaf([1.0, 2.0, 3.0]), tg.zeros(3)
        y = np.sin(x)
        np.cumsum(y, out=out)
        np.testing.assert_allclose(out.detach().numpy(), np.cumsum(np.sin([1.0, 2.0, 3.0])), rtol=1e-15)
        target = y * 1.0
        np.add.at(target, [0, 0], 1.0)
        total = np.sum(y, keepdims=True, out=tg.zeros(1))
        (out.sum() + target.sum() + total.sum()).backward()
        np.testing.assert_allclose(x.grad.numpy(), np.cos([1.0, 2.0, 3.0]) * [5.0, 4.0, 3.0], rtol=1e-14)


def test_zeros_with_other_signs_are_other_parameters():
    for zero in (0.0, -0.0, 0.0, -0.0):
        x = leaf([-1.0, 2.0])
        y = np.clip(np.sin(x), zero, 5.0)
        assert np.signbit(y.detach().numpy()[0]) == np.signbit(zero)


def test_a_reshaped_view_is_a_view_only_where_numpys_is():
    def program(x):
        y = np.sin(x)
        flat = y.reshape(-1)
        flat += 1.0
        return y.sum()

    base = np.arange(12.0).reshape(3, 4)
    for strided in (True, False, True, False, False, True):
        whole = leaf(base) * 1.0
        part = whole.T if strided else whole
        flat = part.reshape(-1)
        flat += 1.0
        assert np.array_equal(whole.detach().numpy(), base if strided else base + 1.0)
        program(leaf(base)).backward()


def test_an_overflow_that_was_not_chosen_has_no_gradient(programs):
    for k in range(12):
        w = leaf(np.array([[1e200, 1.0], [0.0, 2.0]]) if k % 3 else np.eye(2))
        product = np.sum((w @ w) @ (w @ w))
        np.where(w[0, 1] < -1.0, product, np.sum(w)).backward()
        assert w.grad.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert programs


def test_finalizers_that_differentiate_come_between_at_any_moment():
    w, q = tg.tensor([1.0, 2.0, 3.0], requires_grad=True), tg.tensor([0.3, 0.1, 0.2], requires_grad=True)
    found = []

    class InACycle:
        def __init__(self):
            self.itself = self

        def __del__(self):
            with tg.enable_grad():
                found.append(tg.autograd.grad(np.sum(np.sin(q)), q)[0])

    threshold = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        for _ in range(60):
            y = np.sum(np.sin(w) * 2.0)
            InACycle()
            y.backward()
            np.testing.assert_allclose(w.grad, 2.0 * np.cos([1.0, 2.0, 3.0]))
            w.grad = None
    finally:
        gc.set_threshold(*threshold)
    assert len(found) >= 50
    np.testing.assert_allclose(found, [np.cos([0.3, 0.1, 0.2])] * len(found))


@pytest.mark.parametrize("kind", ["tensor", "array", "scalar root"])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_seeds_that_change(kind, dtype, programs):
    rng, close = np.random.default_rng(8), 1e-12 if dtype == "f8" else 1e-5
    for k in range(12):
        a, b = rng.uniform(0.5, 1.5, size=(2, 3)).astype(dtype), rng.uniform(0.5, 1.5, size=3).astype(dtype)
        x, w = leaf(a), leaf(b)
        y = np.sin(x) * w
        slopes = np.cos(a) * b, np.sin(a)
        if kind == "scalar root":
            y, v = y.sum(), np.asarray(rng.normal(), dtype)
        else:
            v = rng.normal(size=(2, 3)).astype(dtype)
        seed = v if kind == "array" else tg.tensor(v)
        if k % 3 == 1:
            gx, gw = tg.autograd.grad(y, [x, w], seed)
            assert x.grad is None
        else:
            y.backward(seed)
            gx, gw = x.grad, w.grad
        np.testing.assert_allclose(gx.numpy(), v * slopes[0], rtol=close, atol=close)
        np.testing.assert_allclose(gw.numpy(), (v * slopes[1]).sum(0), rtol=close, atol=close)
        assert gx.dtype == gw.dtype == a.dtype
        with pytest.raises(TapeFreedError):
            y.backward(seed)
    assert len(programs) > 5


def test_seeds_that_take_more_than_a_look(programs):
    a = np.array([0.5, 1.5])
    for k in range(30):
        x = leaf(a)
        y = np.sin(x) * x
        v = np.array([1.0, 2.0 + k])
        made = {
            0: lambda v=v: tg.tensor(v), 1: lambda v=v: v.tolist(), 2: lambda v=v: v.astype("f4"),
            3: lambda v=v: tg.tensor(v) * 1.0, 4: lambda v=v: v[::-1][::-1], 5: lambda v=v: np.zeros(2),
        }[k % 6]  # fmt: skip
        y.backward(made())
        np.testing.assert_allclose(x.grad.numpy(), (0.0 if k % 6 == 5 else v) * (np.sin(a) + a * np.cos(a)), rtol=1e-14)
        x = leaf(a)
        with pytest.raises(ShapeError):
            (np.sin(x) * x).backward(np.ones(3))
        with pytest.raises(GradientError):
            (np.sin(x) * x).backward()
    assert programs


def test_an_adjoint_of_zero_under_an_infinite_slope(programs):
    for _ in range(12):
        x = leaf([0.0, 4.0])
        y = np.sqrt(x) * 1.0
        y.backward(np.array([0.0, 1.0]))
        assert x.grad.tolist() == [0.0, 0.25]
    assert programs


@pytest.mark.parametrize("read", [False, True])
def test_grad_by_all_leaves_where_results_on_the_way_are_alive(read, programs, monkeypatch):
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 6)
    for k in range(20):
        a = np.array([0.5 + k, 1.5])
        x, w = leaf(a), leaf(2.0)
        y = np.sin(x) * w
        loss = (y * y).sum()
        if read:
            assert loss.item() == pytest.approx(4.0 * (np.sin(a) ** 2).sum(), rel=1e-13)
        gx, gw = tg.autograd.grad(loss, [x, w])
        np.testing.assert_allclose(gx.numpy(), 8.0 * np.sin(a) * np.cos(a), rtol=1e-12)
        assert gw.item() == pytest.approx(4.0 * (np.sin(a) ** 2).sum(), rel=1e-13)
        np.testing.assert_allclose(y.detach().numpy(), 2.0 * np.sin(a), rtol=1e-14)
        with pytest.raises(TapeFreedError):
            y.sum().backward()
    assert len(programs) > 8

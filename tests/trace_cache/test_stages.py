"""Sweeps that custom functions divide and that return: programs on both sides of a function, and nothing else changes."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import compiled_sweep, stages
from tapegrad.errors import TapeFreedError
from tapegrad.record.frame import Frame
from tapegrad.record.run import Released
from tapegrad.record.values import Values
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.reasons import Reason
from tests.support import hot_after


class Cube(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3.0 * x**2 * g


class Same(tg.autograd.Function):
    """Hands its adjoint on to both arguments, the very Tensor, and then changes it."""

    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g, g


def leaf(value):
    return tg.tensor(value, requires_grad=True)


soon = hot_after(1, autouse=False)


@pytest.fixture
def swept(monkeypatch):
    """The sweeps that went from program to program."""
    done = []
    as_ever = stages.sweep
    monkeypatch.setattr(stages, "sweep", lambda *args: (done.append(1), as_ever(*args))[1])
    return done


def cubes(x, w):
    y = Cube.apply(x * 0.5)
    y = Cube.apply(y * 0.9 + w)
    return (Cube.apply(y * 0.7 - 0.1) * w).sum()


def of_cubes(x, w):
    y = (0.5 * x) ** 3
    y = (y * 0.9 + w) ** 3
    return float(((y * 0.7 - 0.1) ** 3 * w).sum())


def differences(f, *arrays):
    """Return gradients by central differences."""
    found = []
    for k, a in enumerate(arrays):
        g, step = np.zeros(a.shape), 1e-6
        for i in np.ndindex(a.shape):
            up, down = [b.copy() for b in arrays], [b.copy() for b in arrays]
            up[k][i] += step
            down[k][i] -= step
            g[i] = (f(*up) - f(*down)) / (2.0 * step)
        found.append(g)
    return found


def test_400_turns(swept):
    rng = np.random.default_rng(1)
    for turn in range(400):
        a, b = rng.uniform(0.5, 1.5, (2, 5))
        x, w = leaf(a), leaf(b)
        loss = cubes(x, w)
        loss.backward()
        np.testing.assert_allclose(loss.item(), of_cubes(a, b), rtol=1e-13)
        if turn % 20 == 0 or 60 < turn < 80:
            for t, g in zip((x, w), differences(of_cubes, a, b), strict=True):
                np.testing.assert_allclose(t.grad.numpy(), g, rtol=1e-6, atol=1e-8)
    assert len(swept) > 200


def test_an_error_in_backward_leaves_all_as_it_was(soon, swept):
    failing = [False]

    class Moody(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 3.0

        @staticmethod
        def backward(ctx, g):
            if failing[0]:
                raise ValueError("on purpose")
            return 3.0 * g

    for turn in range(6):
        x = leaf([1.0, 2.0])
        x.grad = tg.tensor([10.0, 10.0])
        h = x * 2.0
        loss = (Moody.apply(h) * h).sum()
        failing[0] = turn >= 3
        if failing[0]:
            for _ in range(2):
                with pytest.raises(ValueError, match="on purpose"):
                    loss.backward()
                np.testing.assert_array_equal(x.grad.numpy(), [10.0, 10.0])
            failing[0] = False
        loss.backward()
        np.testing.assert_allclose(x.grad.numpy(), 10.0 + 24.0 * np.array([1.0, 2.0]))
        with pytest.raises(TapeFreedError):
            loss.backward()
    assert len(swept) > 6


def test_an_error_in_forward_leaves_all_as_it_was(soon):
    class Moody(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x, fails):
            x *= 2.0
            ctx.mark_dirty(x)
            if fails:
                raise ValueError("on purpose")
            return x

        @staticmethod
        def backward(ctx, g):
            return 2.0 * g, None

    for turn in range(6):
        x = leaf([1.0, 2.0])
        h = x * 2.0
        if turn >= 3:
            with pytest.raises(ValueError, match="on purpose"):
                Moody.apply(h, True)
            np.testing.assert_array_equal(h.detach().numpy(), [2.0, 4.0])
        Moody.apply(h, False).sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), [4.0, 4.0])


def test_modes_that_forward_switches_are_as_before(soon):
    class Switching(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            tg.autograd.set_grad_enabled(True)
            assert not x.detach().requires_grad
            return x.detach() * 2.0

        @staticmethod
        def backward(ctx, g):
            tg.autograd.set_grad_enabled(True)
            return 2.0 * g

    for enabled in (True, False):
        for _ in range(4):
            x = leaf([1.0, 2.0])
            loss = Switching.apply(x * 1.0).sum()
            assert tg.is_grad_enabled()
            tg.autograd.set_grad_enabled(enabled)
            try:
                loss.backward()
                assert tg.is_grad_enabled() is enabled
            finally:
                tg.autograd.set_grad_enabled(True)
            np.testing.assert_array_equal(x.grad.numpy(), [2.0, 2.0])


def test_backward_that_writes_to_its_adjoint(soon, swept):
    class Writing(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            kept = g * 1.0
            g *= 100.0
            return kept

    for _ in range(5):
        x = leaf([1.0, 2.0])
        a = Writing.apply(x * 2.0)
        b = Same.apply(a, Writing.apply(x * 3.0))
        b.sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), [5.0, 5.0])
    assert swept


def test_backward_that_sweeps_what_is_being_swept(soon):
    """A sweep within, over runs of the one around it, leaves them to it."""
    of_x = []

    class Curious(tg.autograd.Function):
        @staticmethod
        def forward(ctx, h):
            ctx.save_for_backward(h)
            return h * 2.0

        @staticmethod
        def backward(ctx, g):
            (h,) = ctx.saved_tensors
            with tg.enable_grad():
                (slope,) = tg.autograd.grad(h.sum(), of_x[-1])
            return 2.0 * g * slope

    for _ in range(5):
        x = leaf([1.0, 2.0])
        of_x.append(x)
        Curious.apply(x * x).sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), 2.0 * (2.0 * np.array([1.0, 2.0])) ** 2)


def test_hooks_that_come_within_backward(soon):
    seen = []

    class Hooking(tg.autograd.Function):
        @staticmethod
        def forward(ctx, h):
            return h * 2.0

        @staticmethod
        def backward(ctx, g):
            seen.append(tg.is_grad_enabled())
            return 2.0 * g

    for _ in range(4):
        x = leaf([1.0, 2.0])
        h = x * x
        y = Hooking.apply(h)
        y.register_hook(lambda g: 3.0 * g)
        y.sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), 12.0 * np.array([1.0, 2.0]))
    assert seen == [False] * 4


def test_states_of_runs(soon):
    held = []
    for _ in range(14):
        x = leaf([1.0, 2.0])
        h = x * 2.0 + 1.0
        y = Cube.apply(h)
        run = h._family.run
        held.append(run.backing.__class__ is Values)
        np.testing.assert_array_equal(h.detach().numpy(), [3.0, 5.0])
        assert run.backing.nbytes > 0
        assert len(run.backing) == 5
        if held[-1] and sum(held) == 2:
            assert run.frame().flags[4]
            assert run.backing.__class__ is Frame
            np.testing.assert_array_equal(h.detach().numpy(), [3.0, 5.0])
        y.sum().backward()
        assert run.backing.__class__ is Released
        np.testing.assert_array_equal(h.detach().numpy(), [3.0, 5.0])
        np.testing.assert_allclose(y.detach().numpy(), [27.0, 125.0])
        np.testing.assert_allclose(x.grad.numpy(), 6.0 * np.array([9.0, 25.0]))
    assert not any(held[:2])
    assert sum(held) > 5  # now and then a run begins on no path


def test_a_loss_that_is_read_before_its_sweep(soon, swept, monkeypatch):
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: 10)
    for turn in range(60):
        x = leaf([1.0, 2.0 + turn])
        y = Cube.apply(x * 2.0 + 1.0)
        loss = (y * y).sum()
        value = loss.item()
        held = loss._family.run.backing.__class__ is Values
        loss.backward()
        h = 2.0 * x.detach().numpy() + 1.0
        np.testing.assert_allclose(value, (h**6).sum(), rtol=1e-13)
        np.testing.assert_allclose(x.grad.numpy(), 12.0 * h**5, rtol=1e-13)
    assert held
    assert len(swept) > 20


def test_programs_rest_that_are_in_vain(soon, monkeypatch):
    monkeypatch.setattr(thresholds, "RUNS_IN_VAIN", 4)
    monkeypatch.setattr(thresholds, "RUNS_OF_REST", 8)
    held = []
    for _ in range(50):
        x = leaf([1.0, 2.0])
        h = x * 2.0 + 1.0
        y = Cube.apply(h)
        held.append(h._family.run.backing.__class__ is Values)
        tg.autograd.backward([y, y], [np.ones(2), np.ones(2)])
        np.testing.assert_allclose(x.grad.numpy(), 12.0 * np.array([9.0, 25.0]))
    first = held.index(True)  # as soon as the calls of a process are found
    expected = [True] * 4 + [False] * 4 + [True] * 4 + [False] * 8 + [True] * 4 + [False] * 8
    assert held[first : first + 32] == expected


def test_programs_do_not_rest_long_for_a_sweep_that_is_still_counting():
    """The matrix's run is closed by a program, while the op behind it has just got machine code: a new path."""
    a, b = np.eye(3) * 4.0, np.array([1.0, 2.0, 3.0])
    with tg.debug.trace_cache(True):
        for turn in range(500):
            d = leaf(np.ones(3) + 0.001 * turn)
            matrix = a + np.diag(np.exp(d))
            x = np.linalg.solve(matrix, b)
            held = matrix._family.run.backing.__class__ is Values
            np.sum(x).backward()
            e = np.exp(d.detach().numpy())
            np.testing.assert_allclose(d.grad.numpy(), -b * e / (4.0 + e) ** 2, rtol=1e-12)
        assert held


def test_nothing_is_kept(soon):
    for _ in range(5):
        x = leaf(np.ones(5))
        h = x * 2.0
        y = Cube.apply(h)
        runs = [weakref.ref(t._family.run) for t in (h, y)]
        del y, h
        gc.disable()
        try:
            assert [r() for r in runs] == [None, None]  # no cycle holds them
        finally:
            gc.enable()
    for _ in range(5):
        x = leaf(np.ones(5))
        y = Cube.apply(x * 2.0)
        y.sum().backward()
        run = weakref.ref(y._family.run)
        del y
        assert run() is None


UNARY = (
    np.exp, np.sin, np.tanh, np.log, np.sqrt, np.expm1, lambda x: x**3, lambda x: x**-2, lambda x: x**1.5, lambda x: -x,
    np.arctan, np.cosh, lambda x: x**2,
)  # fmt: skip
BINARY = np.hypot, np.arctan2, np.logaddexp, np.power


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 50)])
def test_operations_at_once_have_the_bits_of_recorded_ones(monkeypatch, shape, dtype):
    from tapegrad.trace_cache import compiled_ops

    monkeypatch.setattr(compiled_ops, "CALLS_OF_AN_OP", 2)
    monkeypatch.setattr(compiled_ops, "_codes", {})
    rng = np.random.default_rng(5)
    data = rng.normal(size=shape).astype(dtype)
    if data.size > 6:
        data.flat[:6] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-310]
    x, y = tg.tensor(data), tg.tensor(data[..., ::-1].copy() if data.shape else data)
    for f in (*UNARY, *BINARY):
        further = (y,) if f in BINARY else ()
        recorded = f(tg.tensor(data, requires_grad=True), *further).detach().numpy()
        for _ in range(5):
            with tg.no_grad():
                at_once = f(x, *further)
            assert at_once.dtype == dtype
            assert at_once.shape == shape
            shown, expected = (np.where(np.isnan(a), np.nan, a) for a in (at_once.numpy(), recorded))  # NaN of one sign
            np.testing.assert_array_equal(shown.tobytes(), expected.tobytes())
    made = {op.name for (op, *_), code in compiled_ops._codes.items() if code.__class__ is compiled_ops.CompiledOp}
    assert made >= {"exp", *(f.__name__ for f in BINARY)}
    with tg.no_grad():
        turned = np.exp(tg.tensor(np.ones((4, 5), dtype)).T)  # which does not lie in C order
    np.testing.assert_allclose(turned.numpy(), np.full((5, 4), np.e), rtol=1e-6)


@pytest.mark.parametrize("retain", [False, True])
def test_an_executed_run_is_an_interpreted_stage_between_compiled_ones(soon, retain, monkeypatch):
    """The read of `h` is always interpreted: the sweep goes from a program to it, and on to a program or a function."""
    passed = []
    as_ever = stages.sweep
    monkeypatch.setattr(stages, "sweep", lambda plan, *found: (passed.append([s.program is None and s.run.application is None for s in plan]), as_ever(plan, *found))[1])  # fmt: skip
    close = compiled_sweep.close_by_programs
    monkeypatch.setattr(
        compiled_sweep,
        "close_by_programs",
        lambda pending, *of: Reason.OFF if len(pending.calls) == 1 else close(pending, *of),
    )
    for turn in range(40):
        a = np.array([0.5, 1.0 + 0.01 * turn])
        x = leaf(a)
        y = Cube.apply(x * 2.0)  # closed by a program, then a function
        h = np.cumsum(y)  # one call
        scale = float(np.max(h.detach().numpy()))
        loss = (h * h).sum() / scale
        loss.backward(retain_graph=retain)
        u = 2.0 * a
        c = np.cumsum(u**3)
        wanted = np.cumsum((2.0 * c / scale)[::-1])[::-1] * 3.0 * u**2 * 2.0
        np.testing.assert_allclose(x.grad.numpy(), wanted, rtol=1e-12)
        if retain:
            loss.backward()
            np.testing.assert_allclose(x.grad.numpy(), 2.0 * wanted, rtol=1e-12)
        with pytest.raises(TapeFreedError):
            loss.backward()
    assert any(plan[:2] == [False, True] for plan in passed)


def test_what_reads_a_saved_argument_hands_its_adjoint_on(soon):
    """The argument was written to since: what backward has read of it stands for the place where it was saved."""
    for _ in range(30):
        x = leaf([1.0, 2.0])
        y = Cube.apply(x)
        with tg.no_grad():
            x *= 10.0
        (first,) = tg.autograd.grad(y.sum(), x, create_graph=True)
        np.testing.assert_allclose(first.detach().numpy(), [3.0, 12.0], rtol=1e-14)
        (second,) = tg.autograd.grad(first.sum(), x)
        np.testing.assert_allclose(second.numpy(), [6.0, 12.0], rtol=1e-14)

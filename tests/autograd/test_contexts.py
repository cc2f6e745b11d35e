"""Modes belong to a context: asyncio tasks that wait within one do not switch anything for the others."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import gc
import threading
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import detect_anomaly, forward_ad, is_anomaly_enabled
from tapegrad.autograd.graph import disable_saved_tensors_hooks, saved_tensors_hooks
from tapegrad.errors import AnomalyError, ArgumentError, ModeError, SavedValuesError
from tapegrad.profiler import profile
from tapegrad.record.recording import tape
from tests.support import leaf

GRADS = {
    "no_grad": lambda: tg.no_grad(),
    "enable_grad": lambda: tg.enable_grad(),
    "set_grad_enabled": lambda: tg.set_grad_enabled(False),
    "inference_mode": lambda: tg.inference_mode(),
}


async def in_turns(*parts: Callable[[Callable[[], Awaitable[None]]], Awaitable[Any]]) -> list[Any]:
    """Run tasks that hand over to each other at each ``await turn()``, in a fixed order."""
    return await asyncio.gather(*(part(lambda: asyncio.sleep(0)) for part in parts))


# ------------------------------------------------------------------------------------------------- gradients


@pytest.mark.parametrize("mode", ["no_grad", "set_grad_enabled", "inference_mode"])
@pytest.mark.parametrize("values", [2.0, [2.0, 3.0]], ids=["scalar", "array"])
def test_a_mode_held_across_an_await_is_the_task_s_own(mode, values):
    """On one run and in the fast path of the operators: both tasks do the same, in turns."""
    x = leaf(values)
    y = x * x

    async def quiet(turn):
        found = []
        for _ in range(3):
            with GRADS[mode]():
                for _ in range(3):
                    await turn()
                    found += [y * y, y * 2.0, -y, y.sum(), y[...], np.sin(y), tg.is_grad_enabled()]
        return found

    async def loud(turn):
        found = []
        for _ in range(9):
            await turn()
            found += [y * y, y * 2.0, -y, y.sum(), y[...], np.sin(y), tg.is_grad_enabled()]
        return found

    silent, heard = asyncio.run(in_turns(quiet, loud))
    assert {t if isinstance(t, bool) else t.requires_grad for t in silent} == {False}
    assert {t if isinstance(t, bool) else t.requires_grad for t in heard} == {True}
    sum((t.sum() for t in heard if not isinstance(t, bool)), 0.0 * y.sum()).backward()
    v = np.asarray(values)
    np.testing.assert_allclose(x.grad.numpy(), 9 * 2 * v * (2 * v**2 + 2 - 1 + 1 + 1 + np.cos(v**2)), rtol=1e-12)


def test_a_task_has_the_modes_of_whoever_started_it():
    x = leaf(2.0)
    y = x * x

    async def work():
        await asyncio.sleep(0)
        return [(y * y).requires_grad, (y * 3.0).requires_grad, tg.is_grad_enabled()]

    async def main():
        with tg.no_grad():
            inside = asyncio.create_task(work())
        outside = asyncio.create_task(work())
        here = [(y * y).requires_grad, (y * 3.0).requires_grad]
        return await inside, await outside, here

    inside, outside, here = asyncio.run(main())
    assert (set(inside), set(outside), set(here)) == ({False}, {True}, {True})


def test_a_task_that_was_started_before_a_mode_is_without_it():
    x = leaf(2.0)
    y = x * x
    loop = asyncio.new_event_loop()
    seen = []

    async def work():
        seen.append((y * y).requires_grad)

    try:
        task = loop.create_task(work())
        with tg.no_grad():
            y * y
            loop.run_until_complete(task)
            seen.append((y * y).requires_grad)
    finally:
        loop.close()
    assert seen == [True, False]


def test_contexts_by_hand():
    x = leaf(2.0)
    y = x * x
    apart = contextvars.copy_context()
    apart.run(tg.set_grad_enabled, False)
    seen = [(y * y).requires_grad]
    for _ in range(3):
        seen += [not apart.run(lambda: y * y).requires_grad, (y * y).requires_grad, not apart.run(tg.is_grad_enabled)]
    assert seen == [True] * 10


def test_one_object_is_shared_by_tasks():
    shared, x = tg.no_grad(), leaf(2.0)
    y = x * x

    async def work(turn, before):
        seen = []
        with tg.set_grad_enabled(before):
            await turn()
            with shared:
                await turn()
                seen.append(tg.is_grad_enabled())
                await turn()
            seen.append((y * y).requires_grad)
            await turn()
            seen.append(tg.is_grad_enabled())
        return seen

    found = asyncio.run(
        in_turns(lambda turn: work(turn, True), lambda turn: work(turn, False), lambda turn: work(turn, True))
    )
    assert found == [[False, True, True], [False, False, False], [False, True, True]]


def test_one_object_is_shared_by_threads():
    shared = tg.no_grad()
    inside, go = threading.Barrier(2), threading.Event()
    seen = {}

    def first():
        with shared:
            inside.wait()
            go.wait()
        seen["first"] = tg.is_grad_enabled()

    def second():
        with tg.no_grad():
            inside.wait()
            with shared:
                pass
            seen["second"] = tg.is_grad_enabled()
            go.set()

    threads = [threading.Thread(target=f) for f in (first, second)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert seen == {"first": True, "second": False}


def test_modes_left_in_another_order():
    """What PyTorch gives."""
    a, b = tg.no_grad(), tg.enable_grad()
    a.__enter__()
    b.__enter__()
    a.__exit__(None, None, None)
    seen = [tg.is_grad_enabled()]
    b.__exit__(None, None, None)
    seen.append(tg.is_grad_enabled())
    tg.set_grad_enabled(True)
    assert seen == [True, False]


def test_a_mode_that_is_left_elsewhere_is_said():
    mode = tg.no_grad()
    apart = contextvars.copy_context()
    apart.run(mode.__enter__)
    with pytest.raises(ModeError, match="no_grad: left in another context"):
        mode.__exit__(None, None, None)
    assert tg.is_grad_enabled()
    assert not apart.run(tg.is_grad_enabled)
    apart.run(mode.__exit__, None, None, None)
    assert apart.run(tg.is_grad_enabled)


def test_a_generator_holds_its_mode_as_in_pytorch():
    torch = pytest.importorskip("torch")
    seen = []
    for library in (tg, torch):

        def steps(library=library):
            with library.no_grad():
                yield library.is_grad_enabled()
            yield library.is_grad_enabled()

        g = steps()
        found = [next(g), library.is_grad_enabled(), next(g), library.is_grad_enabled()]
        g.close()
        seen.append(found)
    assert seen[0] == seen[1] == [False, False, True, True]


@pytest.mark.usefixtures("only_new_objects")
def test_a_generator_that_is_collected_elsewhere_changes_nothing_there():
    def steps():
        with tg.no_grad():
            yield

    g = steps()
    contextvars.copy_context().run(next, g)
    del g
    gc.collect()
    assert tg.is_grad_enabled()


@pytest.mark.parametrize("mode", [tg.no_grad, tg.inference_mode, lambda: tg.set_grad_enabled(False), detect_anomaly])
def test_modes_decorate_asynchronous_functions(mode):
    def state():
        return is_anomaly_enabled() if mode is detect_anomaly else not tg.is_grad_enabled()

    @mode()
    async def work(turn):
        """Docs."""
        seen = [state()]
        await turn()
        return [*seen, state()]

    @mode()
    async def steps(turn):
        seen = []
        try:
            for k in range(2):
                seen.append(state())
                await turn()
                try:
                    seen.append((yield k))
                except KeyError:
                    seen.append("thrown")
        finally:
            seen.append(state())
            notes.extend(seen)

    async def consume(turn):
        seen = []
        g = steps(turn)
        seen.append((await g.asend(None), state()))
        await turn()
        seen.append((await g.athrow(KeyError()), state()))
        await g.aclose()
        return [*seen, state()]

    async def other(turn):
        seen = []
        for _ in range(6):
            seen.append(state())
            await turn()
        return seen

    notes: list[Any] = []
    worked, consumed, others = asyncio.run(in_turns(work, consume, other))
    assert work.__doc__ == "Docs."
    assert worked == [True, True]
    assert consumed == [(0, False), (1, False), False]
    assert notes == [True, "thrown", True, True]
    assert set(others) == {False}


def test_a_thread_begins_with_defaults_and_a_copied_context_brings_its_modes():
    x = leaf(2.0)
    y = x * x

    async def main():
        loop = asyncio.get_running_loop()
        with tg.no_grad():
            inherited = await asyncio.to_thread(lambda: (tg.is_grad_enabled(), (x * x).requires_grad))
            plain = await loop.run_in_executor(None, lambda: (tg.is_grad_enabled(), (x * x).requires_grad))
        return inherited, plain

    assert asyncio.run(main()) == ((False, False), (True, True))
    assert (y * y).requires_grad


def test_a_thread_in_a_copied_context_keeps_to_its_own_tape():
    """Its fast path must not append to the run of the thread that the context came from."""
    x = leaf(2.0)
    y = x.detach() * 3.0
    z = y * y
    with tg.Tape() as own, profile() as p:
        y = x.detach() * 3.0
        z = y * y
        before = len(own)
        found: list[float] = []
        context = contextvars.copy_context()
        thread = threading.Thread(target=context.run, args=(lambda: found.append((y * z + y * y).item()),))
        thread.start()
        thread.join()
        assert len(own) == before
    assert found == [6 * 36 + 36]
    assert {row.op: row.forward for row in p.events} == {"multiply": 2}


# ------------------------------------------------------------------------------------------------- other modes


def test_a_dual_level_is_the_task_s_own():
    x = leaf(3.0)

    async def moving(turn, direction):
        with forward_ad.dual_level():
            await turn()
            dual = forward_ad.make_dual(x, tg.tensor(direction))
            square = dual * dual
            await turn()
            cube = square * dual
            await turn()
            return forward_ad.unpack_dual(cube).tangent.item()

    async def still(turn):
        seen = []
        for _ in range(4):
            y = x * x
            seen.append(forward_ad.unpack_dual(y * y).tangent)
            await turn()
        y.backward()
        return seen

    found = asyncio.run(in_turns(lambda turn: moving(turn, 1.0), still, lambda turn: moving(turn, 2.0)))
    assert found == [27.0, [None] * 4, 54.0]
    assert x.grad.item() == 6.0


def test_a_task_outlives_the_level_that_it_was_started_in():
    x = tg.tensor(3.0)

    async def work(dual):
        inside = forward_ad.unpack_dual(dual * dual).tangent.item()
        await asyncio.sleep(0)
        after = forward_ad.unpack_dual(dual * dual).tangent
        with forward_ad.dual_level():
            again = forward_ad.make_dual(x, tg.tensor(1.0))
            return inside, after, forward_ad.unpack_dual(again * again).tangent.item()

    async def main():
        with forward_ad.dual_level():
            task = asyncio.create_task(work(forward_ad.make_dual(x, tg.tensor(1.0))))
            await asyncio.sleep(0)
        return await task

    assert asyncio.run(main()) == (6.0, None, 6.0)


def test_anomaly_detection_is_the_task_s_own():
    x = leaf(-1.0)

    async def looking(turn):
        with detect_anomaly():
            await turn()
            y = tg.sqrt(x) * 2.0
            await turn()
            with pytest.raises(AnomalyError, match=r"test_contexts\.py") as caught:
                y.backward()
            return str(caught.value)

    async def not_looking(turn):
        for _ in range(4):
            y = tg.sqrt(x) * 2.0
            await turn()
            y.backward()
        return is_anomaly_enabled()

    message, enabled = asyncio.run(in_turns(looking, not_looking))
    assert "sqrt" in message
    assert not enabled


def test_hooks_on_saved_values_are_the_task_s_own():
    x = leaf(np.linspace(0.1, 0.9, 50))
    packed: dict[str, list[Any]] = {"a": [], "b": []}

    def pack(name):
        return lambda t: packed[name].append(t.numpy().copy()) or t

    async def packing(turn, name, factor):
        with saved_tensors_hooks(pack(name), lambda t: t):
            await turn()
            y = tg.exp(x * factor)
            await turn()
            z = (y * y).sum()
            await turn()
        return z

    async def plain(turn):
        totals = []
        for _ in range(4):
            totals.append((np.cos(x) * 7.0).sum())
            await turn()
        return sum(totals)

    a, none, b = asyncio.run(
        in_turns(lambda turn: packing(turn, "a", 2.0), plain, lambda turn: packing(turn, "b", 3.0))
    )
    v = x.detach().numpy()
    for name, factor in (("a", 2.0), ("b", 3.0)):
        assert len(packed[name]) > 0
        own = [np.exp(factor * v), factor * v, np.exp(2 * factor * v)]
        assert all(any(np.allclose(p, o) for o in own) for p in packed[name])
    (a + none + b).backward()
    expected = 2 * 2 * np.exp(4 * v) + 2 * 3 * np.exp(6 * v) - 4 * 7 * np.sin(v)
    np.testing.assert_allclose(x.grad.numpy(), expected, rtol=1e-12)


def test_what_disables_hooks_is_the_task_s_own():
    async def refusing(turn):
        with disable_saved_tensors_hooks("not here"):
            await turn()
            with pytest.raises(SavedValuesError, match="not here"), saved_tensors_hooks(lambda t: t, lambda t: t):
                pass

    async def using(turn):
        for _ in range(3):
            with saved_tensors_hooks(lambda t: t, lambda t: t):
                await turn()

    asyncio.run(in_turns(refusing, using))


def test_a_tape_holds_what_its_task_records():
    x = leaf(0.2)

    async def taping(turn, op):
        with tg.Tape(lines=True) as own:
            y = x
            for _ in range(3):
                y = op(y)
                await turn()
                assert op.name in str(own)
        return y, own

    async def plain(turn):
        y = x
        for _ in range(5):
            y = y * 1.5
            await turn()
        return y

    (a, first), b, (c, second) = asyncio.run(
        in_turns(lambda turn: taping(turn, tg.sin), plain, lambda turn: taping(turn, tg.exp))
    )
    for listing, own, other in ((str(first), "sin", "exp"), (str(second), "exp", "sin")):
        assert listing.count(f" {own}(") == 3
        assert other not in listing
        assert "multiply" not in listing
        assert "test_contexts.py" in listing
    (a + b + c).backward()

    def chained(f, slope, v):
        d = 1.0
        for _ in range(3):
            d, v = d * slope(v), f(v)
        return d

    expected = chained(np.sin, np.cos, 0.2) + 1.5**5 + chained(np.exp, np.exp, 0.2)
    assert x.grad.item() == pytest.approx(expected, rel=1e-12)


def test_a_profile_measures_its_task():
    x = leaf(np.linspace(0.0, 1.0, 100))

    async def measured(turn):
        with profile() as p:
            await turn()
            y = np.sin(x)
            await turn()
            y.sum().item()
            await turn()
        return {row.op: row.forward for row in p.events}

    async def beside(turn):
        for _ in range(4):
            np.cos(x).sum().item()
            np.cos(x * 2.0)
            await turn()

    assert asyncio.run(in_turns(measured, beside))[0] == {"sin": 1, "sum_all": 1}


@pytest.mark.usefixtures("only_new_objects")
def test_hooks_and_levels_are_not_kept_alive_by_what_was_computed_within():
    class Pack:
        def __call__(self, t):
            return t

    pack = Pack()
    watched = weakref.ref(pack)
    x = leaf(np.ones(30))
    with saved_tensors_hooks(pack, lambda t: t):
        y = tg.exp(x).sum()
    y.backward()
    del pack
    gc.collect()
    assert watched() is None
    with forward_ad.dual_level():
        level = weakref.ref(tape.dual)
        z = x * 2.0
    z.sum().item()
    gc.collect()
    assert level() is None


# ------------------------------------------------------------------------------------------------- recordings


async def asynchronous(x):
    return x * x


async def asynchronous_generator(x):
    yield x * x


class Callable_:
    async def __call__(self, x):
        return x * x


TRANSFORMS: dict[str, Callable[[Any], Any]] = {
    "compile": tg.compile,
    "grad": tg.grad,
    "value_and_grad": tg.value_and_grad,
    "jacobian": tg.jacobian,
    "hessian": tg.hessian,
    "vmap": tg.vmap,
    "hvp": tg.hvp,
    "vjp": lambda f: tg.func.vjp(f, 1.0),
    "jvp": lambda f: tg.func.jvp(f, (1.0,), (1.0,)),
    "jacfwd": tg.func.jacfwd,
    "jacrev": tg.func.jacrev,
    "linearize": lambda f: tg.func.linearize(f, 1.0),
    "checkpoint": lambda f: tg.checkpoint(f, leaf(1.0)),
    "functional": lambda f: tg.autograd.functional.jacobian(f, tg.tensor(1.0)),
    "gradcheck": lambda f: tg.autograd.gradcheck(f, (leaf(1.0),)),
}


@pytest.mark.parametrize(
    "function", [asynchronous, asynchronous_generator, Callable_()], ids=["async", "generator", "object"]
)
@pytest.mark.parametrize("transform", TRANSFORMS)
def test_asynchronous_functions_are_refused(transform, function):
    with pytest.raises(ArgumentError, match="expected a function, got an asynchronous one"):
        TRANSFORMS[transform](function)


def test_a_compiled_function_within_tasks():
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    v = np.linspace(0.0, 1.0, 5)
    expected = float(np.sum(np.sin(v) * v))

    async def work(turn):
        found = []
        for k in range(3):
            with tg.no_grad() if k % 2 else contextlib.nullcontext():
                await turn()
                value, slope = f(v)
                found.append(value)
                np.testing.assert_allclose(slope, np.sin(v) + v * np.cos(v), rtol=1e-12)
        return found

    for found in asyncio.run(in_turns(work, work)):
        np.testing.assert_allclose(found, expected, rtol=1e-12)

"""Exceptions at every point of a sweep: gradients and tape are as before, and the sweep can be run again.

A program is swept again and again, each time with an exception one point later: in a call of a hook or a custom
function, in an allocation, before or after a compiled sweep, or at a line of this package. What was there before must be
there still, and the same sweep, repeated, must give the bits that it gives undisturbed.
"""

from __future__ import annotations

import functools
import linecache
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import reachability, sweep
from tapegrad.machine import pool
from tapegrad.machine.layout import CONSUMED, LIVE, NEEDED
from tapegrad.ops.runtime import runtime
from tapegrad.record.recording import tape
from tapegrad.record.run import Run


class Faults:
    """Raises at the chosen one of the points that are passed."""

    def __init__(self) -> None:
        self.passed, self.at = 0, 0
        self.error: type[BaseException] = KeyboardInterrupt

    def point(self) -> None:
        self.passed += 1
        if self.passed == self.at:
            raise self.error("on purpose")

    def start(self, at: int) -> None:
        self.passed, self.at = 0, at


faults = Faults()


@pytest.fixture(autouse=True)
def no_faults() -> Iterator[None]:
    faults.start(0)
    yield
    faults.start(0)
    tg.set_grad_enabled(True)


# ------------------------------------------------------------------------------------------------- programs


class Pair(tg.autograd.Function):
    """Two results, an argument and a result saved; its rule is a point."""

    @staticmethod
    def forward(ctx: Any, x: tg.Tensor, w: tg.Tensor) -> tuple[tg.Tensor, tg.Tensor]:
        e = tg.exp(x)
        ctx.save_for_backward(x, w, e)
        return e * w, x * w

    @staticmethod
    def backward(ctx: Any, g: tg.Tensor, h: tg.Tensor) -> tuple[tg.Tensor, tg.Tensor]:
        faults.point()
        x, w, e = ctx.saved_tensors
        return g * e * w + h * w, (g * e + h * x).sum()


class Case:
    """A recorded program: its leaves, a retained result, and its root."""

    def __init__(self) -> None:
        rng = np.random.default_rng(0)
        self.x = tg.tensor(rng.normal(size=3), requires_grad=True)
        self.w = tg.tensor(0.7, requires_grad=True)
        self.m = tg.tensor(rng.normal(size=(3, 3)), requires_grad=True)
        self.big = tg.tensor(rng.normal(size=6000), requires_grad=True)
        self.single = tg.tensor(rng.normal(size=3), dtype=np.float32, requires_grad=True)
        self.leaves = [self.x, self.w, self.m, self.big, self.single]
        tg.backward([(leaf * leaf).sum() for leaf in self.leaves[:3]])  # some have a gradient already

        scalar = self.w
        for _ in range(5):
            scalar = scalar * self.w + 0.25
        self.inside = self.x * scalar
        self.y = tg.tanh(self.inside)
        self.y.retain_grad()
        first, second = Pair.apply(self.y, self.w)
        self.z = np.where(first > 0.8, first @ self.m, second)
        self.z[1:] = self.z[:2] * self.x[0]
        total = (np.sin(self.big) * self.big).sum() * self.w + self.single.astype(float) @ second
        self.root = (self.z * self.y).sum() + total + np.cumsum(self.x)[1]

    def watch(self) -> None:
        """Hooks of all kinds, each a point."""

        def half(g: tg.Tensor) -> tg.Tensor:
            faults.point()
            return g * 0.5

        def look(*_: Any) -> None:
            faults.point()

        self.x.register_hook(half)
        self.y.register_hook(half)
        self.z.register_hook(look)
        assert self.root.grad_fn is not None
        self.root.grad_fn.register_prehook(look)
        self.y.grad_fn.register_hook(look)
        tg.autograd.graph.register_multi_grad_hook([self.w, self.y], look)

    def nest(self) -> None:
        """A hook that sweeps itself: a program of its own, and a part of the tape that is being swept."""

        def inner(g: tg.Tensor) -> tg.Tensor:
            with tg.enable_grad():
                t = tg.tensor([0.5, 1.5, 2.5], requires_grad=True)
                (own,) = tg.autograd.grad((t * t * t).sum(), t)
            (part,) = tg.autograd.grad(self.inside, self.x, tg.ones(3), retain_graph=True)
            faults.point()
            return g * own + part

        self.z.register_hook(inner)
        self.m.register_hook(lambda g: faults.point())


def _of_this_case(case: Case) -> list[Run]:
    found = [case.root._family.run]
    for run in found:
        found += [s[0] for _, s in run.sources if s.__class__ is tuple and s[0] not in found]
    return found


def state(case: Case) -> list[Any]:
    """What an exception must leave alone."""
    found: list[Any] = [tape.grad_enabled, len(reachability.active.sweeps)]
    for t in (*case.leaves, case.y):
        found.append(None if t.grad is None else (id(t.grad), t.grad.detach().numpy().tobytes()))
    for t in (*case.leaves, case.y, case.z, case.root):
        found.append(t.detach().numpy().tobytes())
    for run in _of_this_case(case):
        freed = run.backing.freed
        found.append((run.serial, freed, freed or (run.frame().flags & (NEEDED | CONSUMED | LIVE)).tobytes()))
    return found


def gradients(case: Case, result: Any) -> list[Any]:
    """What a sweep leaves and returns, to the bit."""
    tensors = [t.grad for t in (*case.leaves, case.y)] + list(result or ())
    found: list[Any] = [None if t is None else (t.requires_grad, t.detach().numpy().tobytes()) for t in tensors]
    recorded = [t for t in tensors if t is not None and t.requires_grad]
    if recorded:
        second = tg.autograd.grad([(t * t).sum() for t in recorded], case.leaves, allow_unused=True, retain_graph=True)
        found += [None if t is None else t.detach().numpy().tobytes() for t in second]
    return found


SWEEPS: dict[str, Callable[[Case], Any]] = {
    "backward": lambda case: case.root.backward(),
    "retained": lambda case: case.root.backward(retain_graph=True),
    "recorded": lambda case: case.root.backward(create_graph=True),
    "to some": lambda case: case.root.backward(inputs=[case.y, case.w]),
    "grad": lambda case: tg.autograd.grad(case.root, [case.x, case.y, case.m]),
    "recorded grad": lambda case: tg.autograd.grad(case.root, [case.x, case.y, case.m], create_graph=True),
    "several": lambda case: tg.backward([case.root, case.z, case.x], [None, tg.ones(3), tg.ones(3)]),
}
PREPARED: dict[str, Callable[[Case], Any]] = {"plain": lambda case: None, "hooks": Case.watch, "nested": Case.nest}


def prepared(how: str) -> Case:
    case = Case()
    case.root.item()
    PREPARED[how](case)
    state(case)
    return case


def passes(how: str, sweep: Callable[[Case], Any], points: range, run: Callable[[int, Callable[[], Any]], None]) -> int:
    """Fail at each of the points; returns how many there were."""
    expected = None
    for at in points:
        case = prepared(how)
        if expected is None:
            faults.start(0)
            other = prepared(how)
            expected = gradients(other, sweep(other))
        before = state(case)
        try:
            run(at, lambda: sweep(case))
        except faults.error as error:
            if "on purpose" not in str(error):
                raise
            faults.start(0)
            assert state(case) == before, at
            result = sweep(case)
        else:
            return at - 1
        assert gradients(case, result) == expected, at
    return points.stop - 1


# ------------------------------------------------------------------------------------------------- the tests


def user_code(at: int, sweep: Callable[[], Any]) -> None:
    faults.start(at)
    sweep()


@pytest.mark.parametrize("how", ["hooks", "nested"])
@pytest.mark.parametrize("name", SWEEPS)
def test_in_hooks_and_functions(name: str, how: str) -> None:
    assert passes(how, SWEEPS[name], range(1, 1000), user_code) >= 2


@pytest.mark.parametrize("how", PREPARED)
@pytest.mark.parametrize("name", SWEEPS)
def test_in_allocations(name: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = pool.empty

    def empty(*arguments: Any) -> Any:
        if faults.at:
            faults.point()
        return real(*arguments)

    monkeypatch.setattr(pool, "empty", empty)
    monkeypatch.setattr(faults, "error", MemoryError)
    assert passes(how, SWEEPS[name], range(1, 1000), user_code) >= 2


@pytest.mark.sampled(6)
@pytest.mark.parametrize("how", PREPARED)
@pytest.mark.parametrize("name", SWEEPS)
def test_around_compiled_sweeps(name: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for that which frees what was swept: it belongs to the commit."""
    instrument(monkeypatch)
    assert passes(how, SWEEPS[name], range(1, 10000), user_code) >= 10


def instrument(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make points of the moments before and after each call of a compiled sweep."""

    def interrupted(find: Callable[..., Any]) -> Callable[..., Any]:
        def found(*what: Any) -> Any:
            function = find(*what)

            def call(*arguments: Any) -> Any:
                faults.point()
                result = function(*arguments)
                faults.point()
                return result

            return function if what == ("consume",) else call

        return found

    for module in (runtime, reachability, sweep):
        for function in ("sweep", "scalar_sweep"):
            if hasattr(module, function):
                monkeypatch.setattr(module, function, interrupted(getattr(module, function)))


HERE = str(Path(tg.__file__).parent)


@functools.cache
def _between(code: CodeType, line: int) -> bool | None:
    """Whether a line only leads to others, or stands between marking and running; None for that of the commit."""
    source = linecache.getline(code.co_filename, line).strip()
    if source.startswith("done: list[Any] = list(chain(starmap(setattr, changes)"):
        return None
    marked = ("leaves, places = self.run()", "updates = work.accumulate(")
    return source.startswith(("with ", "finally", "try", *marked))


def _switching(frame: FrameType | None) -> bool:
    """Whether a ``with`` statement is being entered or left, which Python does not protect."""
    while frame is not None and frame.f_code.co_filename.startswith(HERE):
        if frame.f_code.co_name in ("__enter__", "__exit__", "set_grad_enabled"):
            return True
        frame = frame.f_back
    return False


def interrupted_lines(at: int, sweep: Callable[[], Any]) -> None:
    """An interrupt at a line of this package that runs before the commit; not between marking and running."""

    committing = False

    def each_line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal committing
        if event == "line" and not committing:
            between = _between(frame.f_code, frame.f_lineno)
            committing = between is None
            if between is False:
                faults.point()
        return each_line

    def each_call(frame: FrameType, event: str, argument: Any) -> Any:
        ours = not committing and frame.f_code.co_filename.startswith(HERE) and not _switching(frame)
        return each_line if ours else None

    faults.start(at)
    sys.settrace(each_call)
    try:
        sweep()
    finally:
        sys.settrace(None)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("how", ["plain", "hooks"])
@pytest.mark.parametrize("name", SWEEPS)
def test_at_lines(name: str, how: str) -> None:
    """At some of the lines that run before the commit."""
    start = 1 + list(SWEEPS).index(name) * 7
    assert passes(how, SWEEPS[name], range(start, 100_000, 97), interrupted_lines) > 1000


def test_what_is_left_to_a_sweep_survives_its_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """A region that runs forward and backward in one visit, read and swept after interruptions."""
    data = np.random.default_rng(0).normal(size=6000)

    def recorded() -> tuple[tg.Tensor, tg.Tensor]:
        x = tg.tensor(data, requires_grad=True)
        return x, (np.sin(x) * x).sum() * 2.0

    x, loss = recorded()
    loss.backward()
    assert x.grad is not None
    gradient, value = x.grad.numpy().tobytes(), loss.item()
    instrument(monkeypatch)
    for read_first in (False, True):
        for at in range(1, 100):
            x, loss = recorded()
            try:
                user_code(at, loss.backward)
            except KeyboardInterrupt:
                faults.start(0)
            else:
                break
            assert x.grad is None
            if read_first:
                assert loss.item() == value
            loss.backward()
            assert x.grad is not None
            assert x.grad.numpy().tobytes() == gradient
            assert loss.item() == value
        assert at > 5


def test_values_can_be_read_after_an_interrupted_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case()
    expected = state(case)
    instrument(monkeypatch)
    for at in range(1, 1000):
        faults.start(0)
        x = tg.tensor(case.big.detach().numpy(), requires_grad=True)
        y = np.cumsum(np.tanh(x))[::2] * x[3]
        z = (y @ y) * x.sum()
        try:
            user_code(at, z.item)
        except KeyboardInterrupt:
            faults.start(0)
        else:
            break
        b = case.big.detach().numpy()
        w = np.cumsum(np.tanh(b))[::2] * b[3]
        np.testing.assert_allclose(y.detach().numpy(), w, rtol=1e-10)
        np.testing.assert_allclose(z.item(), w @ w * b.sum(), rtol=1e-10)
    assert at > 5
    assert state(case) == expected

"""Finalizers that compute when the collector comes: after any number of objects made in a turn, so between any two steps."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapegradError
from tapegrad.record.workspace import work

_DATA = np.arange(5.0)
pytestmark = pytest.mark.usefixtures("only_new_objects")
_MOST = 160  # objects


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    before = gc.get_threshold()
    gc.collect()
    yield
    gc.set_threshold(*before)
    gc.enable()


class _Garbage:
    """A cycle with recorded results, of which a finalizer makes something; what is wrong with that is noted."""

    def __init__(self, closed: bool, finalize: Callable[[Any], None], wrong: list[str]) -> None:
        self.me, self.finalize, self.wrong = self, finalize, wrong
        self.x = tg.tensor(_DATA + 1.0, requires_grad=True)
        self.y = np.sin(self.x) * 2.0
        self.loss = (self.y * self.x).sum()
        if closed:
            self.loss.item()

    def __del__(self) -> None:
        try:
            self.finalize(self)
        except Exception as error:
            self.wrong.append(repr(error))

    def expect(self, found: Any, expected: Any) -> None:
        if not np.allclose(found, expected, rtol=1e-12):
            self.wrong.append(f"{found}, expected {expected}")


_X = _DATA + 1.0
_SLOPE = 2.0 * (np.cos(_X) * _X + np.sin(_X))


def _sweep(g: _Garbage) -> None:
    g.loss.backward()
    g.expect(g.x.grad.numpy(), _SLOPE)


def _record(g: _Garbage) -> None:
    z = g.y[1:3] * g.x[np.array([0, 4])]
    z.sum().backward()
    g.expect(z.detach().numpy(), 2.0 * np.sin(_X)[1:3] * _X[[0, 4]])


def _read(g: _Garbage) -> None:
    g.expect(g.loss.item(), (2.0 * np.sin(_X) * _X).sum())


def _graph(g: _Garbage) -> None:
    (slope,) = tg.autograd.grad(g.loss, [g.x], create_graph=True)
    slope.sum().backward()
    g.expect(g.x.grad.numpy(), 4.0 * np.cos(_X) - 2.0 * np.sin(_X) * _X)


def _write(g: _Garbage) -> None:
    g.y[1:] *= 3.0
    g.expect(g.y.detach().numpy(), 2.0 * np.sin(_X) * [1.0, 3.0, 3.0, 3.0, 3.0])


def _loss(x: Any, factor: float, rows: Any) -> Any:
    y = np.sin(x) * factor
    z = y[rows]
    w = y * 1.0
    w[1:3] *= 2.0
    return (y * y).sum() + z.sum() + (np.concatenate([w, z]) * 0.5).sum()


def _slope_of_loss(factor: float, rows: Any) -> np.ndarray:
    y, g = np.sin(_DATA) * factor, np.zeros(5)
    np.add.at(g, rows, 1.5)
    return (2.0 * y + 0.5 * np.array([1.0, 2.0, 2.0, 1.0, 1.0]) + g) * np.cos(_DATA) * factor


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("finalize", [_sweep, _record, _read, _graph, _write])
def test_finalizers_compute_between_any_two_steps(finalize: Callable[[Any], None], closed: bool) -> None:
    x = tg.tensor(_DATA, requires_grad=True)
    rng = np.random.default_rng(1)
    wrong: list[str] = []
    for turn in range(_MOST):
        rows = rng.integers(0, 5, 3)
        gc.disable()
        for _ in range(2):
            _Garbage(closed, finalize, wrong)
        gc.set_threshold(1 + turn % _MOST, 1, 1)
        gc.enable()
        loss = _loss(x, 1.0 + turn % 3, rows)
        if turn % 4 == 0:
            loss.item()
        loss.backward()
        gc.set_threshold(10**6)
        assert loss.item() == pytest.approx(_loss(_DATA, 1.0 + turn % 3, rows), rel=1e-12)
        np.testing.assert_allclose(x.grad.numpy(), _slope_of_loss(1.0 + turn % 3, rows), rtol=1e-12, atol=1e-12)
        assert not wrong
        x.grad = None


def test_a_leaf_of_both_receives_both_gradients() -> None:
    x = tg.tensor(_DATA, requires_grad=True)

    class Shared:
        def __init__(self) -> None:
            self.me, self.loss = self, (x * 3.0).sum()

        def __del__(self) -> None:
            self.loss.backward()

    for turn in range(_MOST):
        x.grad = tg.zeros(5)
        gc.disable()
        Shared()
        gc.set_threshold(1 + turn % _MOST, 1, 1)
        gc.enable()
        (x * 2.0).sum().backward()
        gc.set_threshold(10**6)
        gc.collect()
        np.testing.assert_array_equal(x.grad.numpy(), np.full(5, 5.0))


def test_a_recording_that_is_interrupted_is_whole() -> None:
    wrong: list[str] = []
    for turn in range(60):

        def function(x: Any, turn: int = turn) -> Any:
            gc.disable()
            _Garbage(False, lambda g: _refused(g, wrong), wrong)
            gc.set_threshold(1 + turn, 1, 1)
            gc.enable()
            y = np.sin(x) * x
            y = y[1:] * 2.0
            gc.set_threshold(10**6)
            return y.sum()

        expected = 2.0 * (np.cos(_DATA) * _DATA + np.sin(_DATA)) * (_DATA > 0.0)
        g = tg.grad(function)(_DATA)  # a Tensor, since a leaf was made within
        np.testing.assert_allclose(g.detach().numpy(), expected, rtol=1e-12)
    gc.collect()
    assert not wrong


def _refused(g: _Garbage, wrong: list[str]) -> None:
    """Sweep what was recorded in a function, which is right, refused or comes too late, but changes nothing."""
    try:
        g.loss.backward()
        g.expect(g.x.grad.numpy(), _SLOPE)
    except TapegradError:
        pass


def test_what_collections_come_between_keeps_nothing_that_is_left() -> None:
    """A hook is gone with the last run that needs it, wherever in its context the collector came."""

    class Hook:
        def __call__(self, t: Any) -> Any:
            return t

    x = tg.tensor(_DATA, requires_grad=True)
    for turn in range(_MOST):
        hook = Hook()
        gone = weakref.ref(hook)
        gc.set_threshold(1 + turn, 1, 1)
        with tg.autograd.graph.saved_tensors_hooks(lambda t: t, hook):
            loss = np.sin(np.cumsum(x)).sum()
            del hook
        gc.set_threshold(10**6)
        assert gone() is not None
        loss.backward()
        del loss
        assert gone() is None


def test_finalizers_have_working_memory_of_their_own() -> None:
    """A sweep that is interrupted between two steps goes on with what it has left in its own."""
    found: list[Any] = []

    class Garbage:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            found.append({*map(id, (*work.region, *work.planning))})

    (tg.tensor(_DATA, requires_grad=True) * 2.0).sum().backward()
    Garbage()
    gc.collect()
    assert not {*map(id, (*work.region, *work.planning))} & found[0]

"""Garbage that computes when it is collected: cycles with finalizers, and a callback of a weak reference."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

import tapegrad as tg

wrong: list[str] = []  # what finalizers have found
_BEHAVIOURS = ("sweep", "sweep of all", "record", "read", "graph", "write", "no_grad", "raise")
_OTHERS: list[Any] = []  # results of finalizers that live on


class Garbage:
    """A cycle with a leaf, recorded results and a finalizer that computes with them, and then makes others, so many.

    What it computes is ``sum(sin(x) * 2 * x)``.
    """

    def __init__(self, rng: Random, shared: Any, others: int = 0) -> None:
        self.me, self.others, self.rng, self.thread = self, others, Random(rng.random()), threading.get_ident()
        self.behaviour = rng.choice(_BEHAVIOURS)
        self.data = np.arange(5.0) + rng.randrange(4)
        self.x = tg.tensor(self.data, requires_grad=True)
        self.y = np.sin(self.x) * 2.0
        self.loss = (self.y * self.x).sum()
        self.shared = shared
        if rng.random() < 0.3:
            self.loss.item()
        if rng.random() < 0.2:
            self.callback = weakref.ref(self.y, lambda _: _computed())

    def __del__(self) -> None:
        if not hasattr(self, "shared") or threading.get_ident() != self.thread:  # an error, or another thread came
            return
        try:
            self._finalize()
        except ZeroDivisionError:
            raise
        except Exception as error:
            wrong.append(f"a finalizer that was to {self.behaviour} raised {error!r}")
        finally:
            if self.others:
                Garbage(self.rng, self.shared, self.others - 1)

    def _finalize(self) -> None:
        x, slope = self.data, 2.0 * (np.cos(self.data) * self.data + np.sin(self.data))
        what = self.behaviour
        if what == "sweep":
            self.loss.backward()
            self._expect(self.x.grad.numpy(), slope)
        elif what == "sweep of all":
            (self.loss + (self.y * self.shared.detach().sum()).sum() * 0.0 + self.loss.detach()).backward()
            self._expect(self.x.grad.numpy(), slope)
        elif what == "record":
            _OTHERS.append(self.y * self.x + self.shared.sum())
            del _OTHERS[:-3]
        elif what == "read":
            self._expect(self.loss.item(), (np.sin(x) * 2.0 * x).sum())
            self._expect((self.y[1:3] * 3.0).detach().numpy(), np.sin(x)[1:3] * 6.0)
        elif what == "graph":
            (g,) = tg.autograd.grad(self.loss, [self.x], create_graph=True)
            (g.sum() * 0.5).backward()
            self._expect(self.x.grad.numpy(), 2.0 * np.cos(x) - np.sin(x) * x)
        elif what == "write":
            self.y[1:3] = 0.0
            self.y[np.array([0, 4])] *= 2.0
            self._expect(self.y.detach().numpy(), np.sin(x) * 2.0 * [2.0, 0.0, 0.0, 1.0, 2.0])
        elif what == "no_grad":
            with tg.no_grad():
                self._expect((np.tanh(self.y) + 1.0).numpy(), np.tanh(np.sin(x) * 2.0) + 1.0)
        else:
            self.loss.backward()
            raise ZeroDivisionError

    def _expect(self, found: Any, expected: Any) -> None:
        if not np.allclose(found, expected, rtol=1e-12, atol=1e-12):
            wrong.append(f"a finalizer that was to {self.behaviour} found {found}, not {expected}")


def _computed() -> None:
    x = tg.tensor(np.arange(3.0), requires_grad=True)
    (np.exp(x) * x[1]).sum().backward()
    expected = np.exp(np.arange(3.0))
    if not np.allclose(x.grad.numpy(), [expected[0], expected[1] + expected.sum(), expected[2]]):
        wrong.append(f"a callback found {x.grad}")


@contextlib.contextmanager
def collecting(threshold: int | None) -> Iterator[None]:
    """Let the collector come often within."""
    before = gc.get_threshold()
    if threshold is not None:
        gc.set_threshold(threshold, 2, 2)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextlib.contextmanager
def raising() -> Iterator[None]:
    """Take what finalizers are to raise."""
    hook = sys.unraisablehook
    sys.unraisablehook = lambda found: None if found.exc_type is ZeroDivisionError else hook(found)
    try:
        yield
        gc.collect()
    finally:
        sys.unraisablehook = hook

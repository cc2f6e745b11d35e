"""While a process compiles, calls are answered without machine code; expected values are NumPy's and by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine import cache, compiler
from tapegrad.record import trace
from tapegrad.replay import compiled_function, variant

N = 300


class Compilation:
    """Stands for the process that compiles: it is done when it is told so."""

    def __init__(self, *task: Any) -> None:
        self.task, self.done = task, False
        if "@tape_0(" in task[2]:  # and no kernel
            started.append(self)

    def wait(self, seconds: float | None = None) -> bool:
        assert self.done or seconds is not None, "a call has waited for the compiler"
        return self.done

    def result(self) -> bytes:
        cpu, features, text, level = self.task
        return compiler.object_code(compiler.machine_for(cpu, features, level), text, level)


started: list[Compilation] = []


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Each text is long, is compiled by a process, and is in no file."""
    started.clear()
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiler, "LONG", 1)
    monkeypatch.setattr(cache.compiler, "begun", Compilation)
    monkeypatch.setattr(compiled_function, "_SOON", 0.0)


def f(x: Any, y: Any) -> Any:
    for k in range(N):
        x = np.sin(x) * y if k % 7 else x - 0.5 * y * x
    return x


def by_hand(x: float, y: float) -> tuple[float, float]:
    d = 1.0
    for k in range(N):
        x, d = (np.sin(x) * y, d * np.cos(x) * y) if k % 7 else (x - 0.5 * y * x, d * (1.0 - 0.5 * y))
    return x, d


def test_no_call_waits_and_all_give_the_same_bits() -> None:
    g = tg.compile(tg.value_and_grad(f))
    answers = [g(0.9, 1.1) for _ in range(3)]
    other = g(0.4, 1.05)
    (compilation,) = started
    assert g.variants.last.executable._loaded is None
    np.testing.assert_allclose(answers[0], by_hand(0.9, 1.1), rtol=1e-10)
    np.testing.assert_allclose(other, by_hand(0.4, 1.05), rtol=1e-10)
    compilation.done = True
    again, another = g(0.9, 1.1), g(0.4, 1.05)
    assert g.variants.last.executable._loaded is not None
    assert [*answers, again] == [answers[0]] * 4
    assert other == another
    assert len(started) == 1
    assert g.stats()["recordings"] == 1


def test_decisions_are_looked_at() -> None:
    def branches(x: Any) -> Any:
        y = np.sin(x)
        return f(y, 1.1) if y > 0.2 else f(-y, 0.7)

    g = tg.compile(branches)
    for x in (1.0, 1.5, -1.0, 2.0, -0.3):
        y = np.sin(x)
        expected = by_hand(y, 1.1) if y > 0.2 else by_hand(-y, 0.7)
        np.testing.assert_allclose(g(x), expected[0], rtol=1e-10)
    assert g.stats.__self__._recordings == 2


def test_arrays_of_out_are_filled_and_arguments_are_not_handed_out() -> None:
    g = tg.compile(lambda x: (f(x, 1.1), x))
    x = np.array([0.3, 0.9])
    g(x)
    out = np.zeros(2), np.zeros(2)
    assert g(x, out=out) is out
    np.testing.assert_allclose(out[0], [by_hand(v, 1.1)[0] for v in x], rtol=1e-10)
    _, same = g(x)
    same[0] = 7.0
    assert x[0] == 0.3
    h = tg.compile(lambda x: (f(x, 1.2), x, x * 2.0, (x * 2.0)[1:], x))
    for _ in range(2):
        results = h(x)
        assert not any(np.shares_memory(a, b) for k, a in enumerate(results) for b in results[:k])
    assert started[0].done is False


def test_an_interrupted_answer_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    g = tg.compile(tg.value_and_grad(f))
    first = g(0.9, 1.1)

    def interrupted(self: Any, slot: int) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(trace.Trace, "evaluate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            g(0.9, 1.1)
    assert g(0.9, 1.1) == first
    started[0].done = True
    assert g(0.9, 1.1) == first
    x = tg.tensor(2.0, requires_grad=True)
    (x * x).backward()  # nothing of the recording is left open
    assert x.grad == 4.0


@pytest.mark.parametrize("use", [lambda g: g.stats(), lambda g: g.batch(np.array([0.9, 0.4]), 1.1, in_axes=(0, None))])
def test_what_is_not_a_call_waits(use: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    g = tg.compile(f)
    g(0.9, 1.1)
    for compilation in started:
        compilation.done = True
    monkeypatch.setattr(variant, "interpret", None)
    use(g)

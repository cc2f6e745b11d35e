"""`tapegrad.profiler`: what is counted and measured, how it is shared, and that results are those without it.

Times are compared only where one must be a sum or a part of another, or is made long by sleeping.
"""

from __future__ import annotations

import builtins
import contextlib
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError
from tapegrad.ops.products import matmul_op
from tapegrad.profiler import profile
from tapegrad.record.recording import tape
from tapegrad.replay.compiled_function import CompiledFunction
from tests.support import bits, leaf, plain

RNG = np.random.default_rng


def counts(p: profile) -> dict[str, tuple[int, int]]:
    return {row.op: (row.forward, row.reverse) for row in p.rows("op")}


def slow(monkeypatch: Any, seconds: float) -> None:
    """Make every matrix product last."""
    forward = matmul_op.forward

    def product(x: Any, y: Any) -> Any:
        time.sleep(seconds)
        return forward(x, y)

    monkeypatch.setattr(matmul_op, "forward", product)


def test_each_instruction_is_counted_in_both_directions():
    x, w = leaf(RNG(0).normal(size=(6, 5))), leaf(RNG(1).normal(size=(5, 4)))
    s = leaf(0.3)
    with profile() as p:
        y = np.tanh(x @ w)
        t = s
        for _ in range(10):
            t = np.sin(t) * 1.5
        loss = np.sum(y * t) + y[0, 1]
        loss.backward()
    found = counts(p)
    assert found["matmul"] == (1, 1)
    assert found["tanh"] == (1, 1)
    assert found["sin"] == (10, 10)
    assert found["multiply"] == (11, 11)
    assert found["sum_all"] == (1, 1)
    assert found["add"] == (1, 1)
    assert found["pick"] == (1, 1)
    assert sum(f for f, _ in found.values()) == 26
    assert 0.0 < p.total < p.elapsed
    assert p.total == pytest.approx(sum(r.time for r in p.events))
    assert all(r.time == r.forward_time + r.reverse_time and r.time > 0.0 for r in p.events)


def test_what_is_not_executed_is_not_counted():
    x = leaf(np.ones((3, 3)))
    with profile() as p:
        unread = x @ x
        del unread
        y = np.sum(x * 2.0) + np.sum(np.sin(x.detach()))
        y.backward()
    found = counts(p)
    assert "matmul" not in found
    assert found["sin"] == (1, 0)
    assert found["multiply"] == (1, 1)


def test_bytes():
    x, s = leaf(np.ones((10, 10), np.float32)), leaf(np.float64(2.0))
    with profile() as p:
        (x @ x).sum().backward()
        (s * s).backward()
    rows = {row.op: row for row in p.events}
    assert rows["matmul"].bytes == 2 * 3 * 400
    assert rows["sum_all"].bytes == 2 * 404
    assert rows["multiply"].bytes == 2 * 3 * 8


def test_array_instructions_are_measured_one_by_one(monkeypatch):
    slow(monkeypatch, 0.02)
    x = leaf(np.ones((2, 2)))
    with profile() as p:
        y = np.sum(np.sin(x @ x @ x))
        y.item()
    rows = {row.op: row for row in p.events}
    assert 0.04 <= rows["matmul"].forward_time <= p.total
    assert p.events[0].op == "matmul"
    assert rows["sin"].forward_time < 0.02


def test_a_region_is_shared_by_elements_and_cost():
    """All in one region: exp costs more than an addition, twice the elements twice as much."""
    x = leaf(RNG(2).normal(size=50_000))
    with profile() as p:
        np.sum(np.exp(x + 1.0)).item()
    rows = {row.op: row for row in p.events}
    assert rows["exp"].forward_time > 1.5 * rows["add"].forward_time
    with profile() as p:
        a = x + x
        (np.sum(a + x) + np.sum(a * 2.0)).item()
    rows = {row.op: row for row in p.events}
    assert rows["add"].forward == 3


def test_scalars_share_equally():
    s = leaf(0.5)
    with profile() as p:
        t = s * s
        t = np.exp(t) + np.sin(t)
        t.backward()
    times = [row.forward_time / row.forward for row in p.events]
    np.testing.assert_allclose(times, times[0], rtol=1e-9)


def test_results_are_those_without_a_profile():
    def f(x):
        y = np.tanh(x * 1.5) * np.exp(-x * x)
        return np.sum(y) * np.sum(np.sqrt(x * x + 1.0)) + np.sum(y @ y.T)

    x = leaf(RNG(3).normal(size=(70, 70)))
    expected = grad(f(x), x)[0]
    with profile(lines=True):
        found = grad(f(x), x)[0]
        second = grad(grad(f(x), x, create_graph=True)[0].sum(), x)[0]
    np.testing.assert_array_equal(bits(plain(found)), bits(plain(expected)))
    again = grad(grad(f(x), x, create_graph=True)[0].sum(), x)[0]
    np.testing.assert_array_equal(bits(plain(second)), bits(plain(again)))


def test_lines():
    x = leaf(np.ones(100))
    here = sys._getframe().f_lineno
    with profile(lines=True) as p:
        y = np.sin(x)
        z = y * y
        z = z * y
        z.sum().backward()
    found = {(row.op, row.line[1] - here) for row in p.events if row.line}
    assert found == {("sin", 2), ("multiply", 3), ("multiply", 4), ("sum_all", 5)}
    assert {row.line[0] for row in p.events if row.line} == {__file__}
    assert [row.op for row in p.rows("line")] == [""] * 4
    assert {row.op: row.count for row in p.rows("op")} == {"sin": 2, "multiply": 4, "sum_all": 2}
    assert f"test_profiler.py:{here + 2}" in str(p)
    assert not tape.lines
    with profile() as p:
        np.sin(x).sum().backward()
    assert {row.line for row in p.events} == {None}


def test_what_was_recorded_before_has_no_line():
    x = leaf(np.ones(5))
    y = np.sum(np.sin(x))
    y.item()
    with profile(lines=True) as p:
        y.backward()
    assert [(r.op, r.forward, r.reverse, r.line) for r in p.rows(sort="op")] == [
        ("sin", 0, 1, None),
        ("sum_all", 0, 1, None),
    ]


def test_pending_work_belongs_to_the_profile_in_which_it_was_recorded():
    x = leaf(np.ones(5))
    before = np.sin(x)
    with profile() as p:
        inside = np.cos(x)
    after = np.exp(x)
    (before + inside + after).sum().item()
    assert counts(p) == {"cos": (1, 0)}


def test_compiled_functions_are_one_row():
    x = np.linspace(0.0, 1.0, 50)
    f = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    f(x)
    here = sys._getframe().f_lineno
    with profile(lines=True) as p:
        for _ in range(3):
            found = f(x)
        f.batch(np.stack([x, x]))
        plain(tg.tensor(x) * 2.0)
    rows = {row.op: row for row in p.events}
    assert set(rows) == {"compiled value_and_grad(<lambda>)", "compiled value_and_grad(<lambda>).batch", "multiply"}
    row = rows["compiled value_and_grad(<lambda>)"]
    assert (row.forward, row.reverse, row.line) == (3, 0, (__file__, here + 3))
    np.testing.assert_array_equal(found[1], f(x)[1])
    assert CompiledFunction.watch is None


def test_a_loaded_tape_is_one_row(tmp_path: Path):
    def f(x):
        return np.sum(np.sin(x))

    compiled = tg.compile(f)
    compiled(np.ones(3))
    compiled.save(tmp_path / "tape")
    loaded = tg.load(tmp_path / "tape")
    with profile() as p:
        loaded(np.ones(3))
        loaded(np.ones(3))
    assert counts(p) == {"loaded f": (2, 0)}


def test_a_call_does_not_count_what_is_measured_within(monkeypatch):
    slow(monkeypatch, 0.03)
    f = tg.compile(lambda x: np.sin(x) * 2.0)
    x = leaf(np.ones((2, 2)))
    f(x @ x).sum().item()
    with profile() as p:
        f(x @ x).sum().item()
    rows = {row.op: row for row in p.events}
    assert rows["matmul"].forward_time >= 0.03
    assert rows["compiled <lambda>"].time < 0.03
    assert p.total < p.elapsed


def test_nested_profiles():
    x = leaf(np.ones(5))
    with profile() as outer:
        np.sin(x).sum().item()
        with profile(lines=True) as inner:
            np.cos(x).sum().item()
        np.exp(x).sum().item()
    assert counts(outer) == {"sin": (1, 0), "cos": (1, 0), "exp": (1, 0), "sum_all": (3, 0)}
    assert counts(inner) == {"cos": (1, 0), "sum_all": (1, 0)}
    cos = {row.op: row for row in inner.events}["cos"]
    assert {row.op: row for row in outer.rows()}["cos"].time == pytest.approx(cos.time)
    assert tape.profile is None


def test_a_profile_can_be_entered_again_but_not_twice():
    x = leaf(np.ones(5))
    p = profile()
    for k in (1, 2):
        with p:
            np.sin(x).sum().item()
            with pytest.raises(ArgumentError, match="already active"), p:
                pass
        assert counts(p)["sin"] == (k, 0)
    assert tape.profile is None


def test_an_exception_ends_it(monkeypatch):
    x = leaf(np.ones((2, 2)))

    def failing(x: Any, y: Any) -> Any:
        time.sleep(0.01)
        raise MemoryError("on purpose")

    with monkeypatch.context() as patched, contextlib.suppress(MemoryError), profile() as p:
        patched.setattr(matmul_op, "forward", failing)
        z = (np.sin(x) @ x).sum()
        z.item()
        raise AssertionError
    assert tape.profile is None
    assert CompiledFunction.watch is None
    assert counts(p)["matmul"] == (1, 0)
    assert p.rows()[0].time >= 0.01
    z.backward()  # nothing was lost
    with pytest.raises(KeyError), profile() as p:
        raise KeyError
    assert counts(p) == {}


def test_other_threads_are_not_measured():
    seen = []

    def run():
        x = leaf(np.ones(5))
        np.sin(x).sum().backward()
        tg.compile(lambda x: x + 1.0)(np.ones(3))
        with profile() as own:
            np.exp(x).sum().item()
        seen.append(counts(own))

    with profile() as p:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        np.cos(leaf(np.ones(5))).sum().item()
    assert counts(p) == {"cos": (1, 0), "sum_all": (1, 0)}
    assert seen == [{"exp": (1, 0), "sum_all": (1, 0)}]


def test_a_recorded_sweep_is_forward_work():
    x = leaf(np.ones(5))
    with profile() as p:
        y = np.sum(np.sin(x))
        (g,) = grad(y, x, create_graph=True)
        g.sum().backward()
    found = counts(p)
    assert found["sin"] == (1, 1) or found["sin"] == (1, 0)
    assert found["cos"] == (1, 1)


@pytest.mark.parametrize("by", ["op", "line", "both"])
@pytest.mark.parametrize("sort", ["time", "forward_time", "reverse_time", "count", "bytes", "op", "line"])
def test_table(by, sort):
    x = leaf(np.ones((4, 4)))
    with profile(lines=True) as p:
        y = np.sin(x) @ x
        y = y * np.exp(y)
        y.sum().backward()
    rows = p.rows(by, sort)
    values = [getattr(row, sort) for row in rows]
    if sort == "line":
        values = [v or ("", 0) for v in values]
    assert values == sorted(values, reverse=sort not in ("op", "line"))
    text = p.table(sort, by)
    lines = text.splitlines()
    assert "ms measured of" in lines[0]
    assert "share" in lines[1]
    head = lines[3].split()
    assert head == ["op"] * (by != "line") + ["line"] * (by != "op") + [
        "forward",
        "ms",
        "reverse",
        "ms",
        "total",
        "ms",
        "%",
        "MB",
    ]
    assert len(lines) == 4 + len(rows)
    assert p.table(sort, by, limit=1).splitlines()[-1] == f"and {len(rows) - 1} more"
    assert all(len(line) < 120 for line in lines)


def test_an_empty_profile():
    with profile() as p:
        pass
    assert p.events == []
    assert p.total == 0.0
    assert "0.000 ms measured" in str(p)
    assert "0 rows" in repr(p)


def test_arguments():
    p = profile()
    with pytest.raises(ArgumentError, match="by must be one of op, line, both"):
        p.rows("name")
    with pytest.raises(ArgumentError, match="sort must be one of time"):
        p.table(sort="size")


def test_plot(tmp_path: Path):
    pytest.importorskip("matplotlib")
    x = leaf(np.ones((40, 40)))
    with profile(lines=True) as p:
        np.sum(np.sin(x @ x)).backward()
    figure = p.plot(tmp_path / "profile.png", by="both")
    (axes,) = figure.axes
    assert [t.get_text().split()[0] for t in axes.get_yticklabels()] == [r.op for r in p.events[::-1]]
    widths = [bar.get_width() for bar in axes.patches]
    assert sum(widths) == pytest.approx(1e3 * p.total)
    assert (tmp_path / "profile.png").read_bytes().startswith(b"\x89PNG")
    with profile() as empty:
        pass
    empty.plot()


def test_plot_without_matplotlib(monkeypatch):
    importing = builtins.__import__

    def refuse(name: str, *args: Any, **keywords: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return importing(name, *args, **keywords)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ImportError, match=r"tapegrad\[plot\]"):
        profile().plot()


def test_custom_functions():
    class Slow(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            time.sleep(0.02)
            return np.sin(x) * 2.0

        @staticmethod
        def backward(ctx, g):
            time.sleep(0.03)
            return g * 2.0

    x = tg.tensor(np.ones(3), requires_grad=True)
    with tg.profiler.profile(lines=True) as p:
        Slow.apply(x).sum().backward()
    rows = {row.op: row for row in p.rows("both")}
    slow = rows["Slow"]
    assert (slow.forward, slow.reverse) == (1, 1)
    assert slow.forward_time > 0.019
    assert slow.reverse_time > 0.029
    assert slow.place.startswith("test_profiler.py:")
    assert rows["sin"].forward == 1
    assert p.total < p.elapsed

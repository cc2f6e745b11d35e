"""Clocks within compiled functions: rows name what is done within, results are those without, and clocks go again."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.profiler import CallNode, profile
from tapegrad.profiler.compiled_clocks import tick
from tests.support import bits

RNG = np.random.default_rng
HERE = __file__


def inner(x: Any) -> Any:
    return np.tanh(x) * np.exp(-x)


def outer(w: Any, x: Any) -> Any:
    h = inner(x @ w)
    s = np.sum(h)
    for _ in range(30):
        s = np.sin(s) + 0.1
    return s


@tg.custom.array(vjp={"y": lambda g: g})
def slow_gradient(y, out):
    time.sleep(0.04)
    out[...] = 2.0 * y


@tg.custom.array(vjp={"x": lambda g: slow_gradient(g)})
def slow_twice(x, out):
    time.sleep(0.02)
    out[...] = 2.0 * x


def line_in(function: Any, offset: int) -> tuple[str, int]:
    return HERE, function.__code__.co_firstlineno + offset


def arguments() -> tuple[np.ndarray, np.ndarray]:
    return RNG(0).normal(size=(6, 5)), RNG(1).normal(size=(7, 6))


def within(p: profile, title: str) -> CallNode:
    """The node of a compiled function."""
    (node,) = [node for _, node in p.tree().walk() if node.name == title]
    return node


TITLE = "compiled value_and_grad(outer)"


def make(first: bool = True) -> Any:
    f = tg.compile(tg.value_and_grad(outer))
    if first:
        f(*arguments())
    return f


@pytest.mark.parametrize("first", [True, False])
def test_rows_name_what_is_done_within(first):
    f = make(first)
    with profile(compiled=True) as p:
        for _ in range(4):
            f(*arguments())
    node = within(p, TITLE)
    assert node.row.forward == 4
    rows = {(row.op, row.line): row for row in p.rows("both")}
    here = line_in(outer, 1)
    assert (rows["matmul", here].forward, rows["matmul", here].reverse) == (4, 4)
    assert rows["tanh", line_in(inner, 1)].forward == 4
    assert rows["exp", line_in(inner, 1)].forward == 4
    assert rows["sin", line_in(outer, 4)].forward == 4 * 30
    assert rows["cos", line_in(outer, 4)].reverse == 4 * 30
    matmul = rows["matmul", here]
    assert matmul.bytes == 4 * 8 * ((7 * 6 + 6 * 5 + 7 * 5) + (7 * 6 + 7 * 5 + 6 * 5))


def test_calls_within_are_shown():
    f = make()
    with profile(compiled=True) as p:
        f(*arguments())
    (helper,) = [child for child in within(p, TITLE).children if child.line == line_in(outer, 1)]
    assert helper.name == "outer"
    (called,) = [child for child in helper.children if child.line is not None]
    assert (called.name, called.line) == ("inner", line_in(inner, 1))
    assert {"tanh", "exp"} <= {child.name for child in called.children}
    assert {row.calls[0].function for row in p.rows("calls")} == {"test_calls_within_are_shown"}


def test_times_add_up():
    f = make()
    with profile(compiled=True) as p, profile() as plain:
        for _ in range(20):
            f(*arguments())
    root, node = p.tree(), within(p, TITLE)
    assert root.time == pytest.approx(p.total)
    assert node.time == pytest.approx(p.total)
    assert 0.0 < sum(child.time for child in node.children) < node.time
    assert p.total == pytest.approx(plain.total)
    assert 0.0 < p.total < p.elapsed
    assert all(row.time >= 0.0 for row in p.rows("calls"))


def test_time_is_at_the_line_that_spends_it():
    def slow(x):
        y = np.sum(np.sin(x))
        z = slow_twice(x)
        return y + np.sum(z)

    f = tg.compile(tg.value_and_grad(slow))
    f(np.ones(3))
    with profile(compiled=True) as p:
        for _ in range(3):
            f(np.ones(3))
    lines = {row.line: row for row in p.rows("line")}
    spent = lines[line_in(slow, 2)]
    assert 3 * 0.02 <= spent.forward_time < 3 * 0.04 <= spent.reverse_time
    assert lines[line_in(slow, 1)].time < 0.02


def test_results_are_those_without_clocks():
    f, expected = make(), make()(*arguments())
    with profile(compiled=True):
        results = [f(*arguments()) for _ in range(3)]
        buffers = (np.empty(()), np.empty((6, 5)))
        f(*arguments(), out=buffers)
    for value, gradient in (*results, buffers):
        np.testing.assert_array_equal(bits(value), bits(expected[0]))
        np.testing.assert_array_equal(bits(gradient), bits(expected[1]))


def test_clocks_go_when_it_is_over():
    f = make()
    before = f.variants.last
    with contextlib.suppress(KeyError), profile(compiled=True):
        f(*arguments())
        assert f.variants.last is not before
        raise KeyError
    assert f.variants.last is before
    f(*arguments())
    with profile(stacks=True, memory=True) as p:
        f(*arguments())
        assert f.variants.last is before
    assert [row.op for row in p.rows("op")] == [TITLE]


def test_loops_count_their_turns():
    def steps(x):
        return tg.scan(lambda c, _: (np.sin(c) * 1.5, np.sum(c)), x, None, length=17)[0].sum()

    f = tg.compile(steps)
    f(np.ones(4))
    with profile(compiled=True) as p:
        f(np.ones(4))
        f(np.ones(4))
    sines = [row for row in p.rows("op") if row.op == "sin"]
    assert [row.forward for row in sines] == [2 * 17]
    assert p.tree().time == pytest.approx(p.total)


def test_each_decision_has_its_lines():
    def branches(x):
        if x > 0:
            return np.sin(x)
        return np.cos(x)

    f = tg.compile(branches)
    f(1.0)
    with profile(compiled=True) as p:
        found = [f(x) for x in (-1.0, 1.0, -1.0, 2.0)]
    np.testing.assert_allclose(found, [np.cos(-1.0), np.sin(1.0), np.cos(-1.0), np.sin(2.0)], rtol=1e-15)
    rows = {row.op: row for row in p.rows("both")}
    assert (rows["sin"].forward, rows["sin"].line) == (2, line_in(branches, 2))
    assert rows["cos"].line == line_in(branches, 3)
    assert 1 <= rows["cos"].forward <= 2  # the call that is recorded may be answered by the recording


def test_methods_have_lines():
    class Model:
        factor = 2.0

        @tg.compile
        def energy(self, x):
            return np.sum(np.exp(x) * self.factor)

    model, x = Model(), np.ones(5)
    with profile(compiled=True) as p:
        for _ in range(2):
            model.energy(x)
    rows = {row.op: row for row in p.rows("both")}
    assert rows["exp"].line is not None
    assert rows["exp"].line[0] == HERE
    assert rows["exp"].forward == 2


def test_tensors_are_executed_op_by_op():
    f = tg.compile(inner)
    with profile(compiled=True) as p:
        f(tg.tensor(np.ones(4), requires_grad=True)).sum().backward()
    rows = {row.op: row for row in p.rows("op")}
    assert (rows["tanh"].forward, rows["tanh"].reverse) == (1, 1)


def test_what_the_function_reads_anew_gives_what_the_tape_gives():
    box = [2.0]
    f = tg.compile(lambda x: np.sum(np.sin(x)) * box[0])
    before = f(np.ones(3))
    box[0] = 5.0  # a constant of the recording
    with profile(compiled=True) as p:
        assert f(np.ones(3)) == before
    assert {row.op for row in p.rows()} >= {"sin"}


def test_a_call_that_fails_fails_as_without():
    f = make()
    with profile(compiled=True):
        with pytest.raises(tg.errors.ShapeError):
            f(np.ones((2, 3)), np.ones((2, 3)))
        with pytest.raises(tg.errors.DtypeError, match="object"):
            f(object(), 1.0)
        with pytest.raises(tg.errors.ArgumentError):
            f()
    (value, _) = f(*arguments())
    assert np.isfinite(value)


def test_other_threads_may_call_meanwhile():
    f = make()
    expected, wrong = f(*arguments())[0], []

    def call() -> None:
        for _ in range(50):
            if f(*arguments())[0] != expected:
                wrong.append(1)

    with profile(compiled=True) as p:
        threads = [threading.Thread(target=call) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(50):
            assert f(*arguments())[0] == expected
        for thread in threads:
            thread.join()
    assert not wrong
    assert within(p, TITLE).row.forward == 50


def test_a_tick_is_that_of_a_processors_clock():
    assert 1e-11 < tick() < 1e-6


def test_nested_profiles_have_one_pair_of_clocks():
    f = make()
    before = f.variants.last
    with profile(compiled=True) as p:
        f(*arguments())
        with profile(compiled=True) as q:
            f(*arguments())
        f(*arguments())
    assert f.variants.last is before
    counts = [{row.op: row.forward for row in each.rows()}["tanh"] for each in (p, q)]
    assert counts == [3, 1]

"""Call stacks in profiles: they name the user's functions and lines, and their times add up to the table's."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.profiler import profile
from tapegrad.profiler.profile_rows import CallNode
from tapegrad.record.recording import tape
from tests.support import leaf

RNG = np.random.default_rng
HERE = __file__


def energy(x: Any) -> Any:
    return np.sum(np.sin(x) * x)


def penalty(x: Any) -> Any:
    half = x * 0.5
    return energy(half)


class Model:
    def loss(self, x: Any) -> Any:
        return energy(x) + penalty(x)


def line_in(function: Any, offset: int) -> tuple[str, int]:
    return HERE, function.__code__.co_firstlineno + offset


def paths(p: profile) -> dict[tuple[str, ...], CallNode]:
    """Each node of the tree of calls by the names on the way to it."""
    found, way = {}, []
    for depth, node in p.tree().walk():
        way[depth:] = [node.name]
        found[tuple(way)] = node
    return found


def measured(**options: Any) -> profile:
    x = leaf(RNG(0).normal(size=2000))
    with profile(**options) as p:
        Model().loss(x).backward()
    return p


def test_stacks_name_the_functions_and_lines_on_the_way():
    p = measured(stacks=True)
    (loss,) = {row.calls for row in p.rows("calls") if row.op == "add"}
    assert [call.function for call in loss] == ["measured", "Model.loss"]
    assert [(call.file, call.line) for call in loss] == [line_in(measured, 3), line_in(Model.loss, 1)]
    sines = [row.calls for row in p.rows("calls") if row.op == "sin"]
    assert sorted([c.function for c in calls] for calls in sines) == [
        ["measured", "Model.loss", "energy"],
        ["measured", "Model.loss", "penalty", "energy"],
    ]
    assert {(calls[-1].file, calls[-1].line) for calls in sines} == {line_in(energy, 1)}
    (half,) = [row for row in p.rows("calls") if row.line == line_in(penalty, 1)]
    assert (half.op, half.forward, half.reverse) == ("multiply", 1, 1)


def test_rows_are_those_without_stacks():
    plain, stacked = measured(lines=True), measured(stacks=True)
    for by in ("op", "line", "both"):
        assert [(r.op, r.line, r.forward, r.reverse, r.bytes) for r in stacked.rows(by, "line")] == [
            (r.op, r.line, r.forward, r.reverse, r.bytes) for r in plain.rows(by, "line")
        ]
    assert all(row.calls == () for row in stacked.rows("both"))
    assert len(stacked.rows("calls")) > len(stacked.rows("both"))
    assert all(row.calls == () for row in plain.rows("calls"))


def test_the_tree_adds_up():
    p = measured(stacks=True)
    root = p.tree()
    assert root.time == pytest.approx(p.total)
    assert root.forward_time == pytest.approx(sum(r.forward_time for r in p.events))
    assert root.reverse_time == pytest.approx(sum(r.reverse_time for r in p.events))
    leaves = {}
    for _, node in root.walk():
        below = sum(child.time for child in node.children)
        assert below + node.row.time == pytest.approx(node.time)
        assert [child.time for child in node.children] == sorted((c.time for c in node.children), reverse=True)
        if node.row.op:
            leaves[node.name] = leaves.get(node.name, 0.0) + node.row.time
    assert leaves == pytest.approx({row.op: row.time for row in p.rows("op")})


def test_time_is_where_it_was_spent():
    class Slow(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            time.sleep(0.02)
            return x * 2.0

        @staticmethod
        def backward(ctx, g):
            time.sleep(0.04)
            return g * 2.0

    def left(x):
        return Slow.apply(x)

    def right(x):
        return np.sin(x)

    x = leaf(np.ones(3))
    with profile(stacks=True) as p:
        (left(x) + right(x)).sum().backward()
    here = "test_time_is_where_it_was_spent"
    found = paths(p)
    node = found["all", here, f"{here}.<locals>.left"]
    assert 0.02 <= node.forward_time < 0.04 <= node.reverse_time
    assert found["all", here, f"{here}.<locals>.right"].time < 0.02
    assert found["all", here, f"{here}.<locals>.left", "Slow"].row.count == 2


def test_calls_outside_of_the_profile_are_left_out():
    x = leaf(np.ones(5))
    with profile(stacks=True) as outer:
        penalty(x).item()
        with profile(stacks=True) as inner:
            energy(x).item()
    assert {row.calls[0].function for p in (outer, inner) for row in p.rows("calls")} == {
        "test_calls_outside_of_the_profile_are_left_out"
    }
    assert ("all", "test_calls_outside_of_the_profile_are_left_out", "penalty", "energy", "sin") in paths(outer)


def test_calls_of_compiled_functions_know_who_called():
    f = tg.compile(energy)
    f(np.ones(4))
    with profile(stacks=True) as p:
        for _ in range(3):
            f(np.ones(4))
    (row,) = p.rows("calls")
    assert (row.op, row.forward) == ("compiled energy", 3)
    assert [call.function for call in row.calls] == ["test_calls_of_compiled_functions_know_who_called"]


def test_the_tree_without_stacks_is_of_lines_and_without_lines_of_ops():
    assert {depth for depth, _ in measured().tree().walk()} == {0, 1}
    lines = measured(lines=True).tree()
    assert {(c.name, c.line) for c in lines.children} == {
        ("", line_in(energy, 1)),
        ("", line_in(penalty, 1)),
        ("", line_in(Model.loss, 1)),
    }


def test_recursion_deeper_than_pythons_limit_allows_a_walk():
    def down(x: Any, depth: int) -> Any:
        return down(x, depth - 1) if depth else np.sin(x)

    x, deep = leaf(1.0), sys.getrecursionlimit() // 2
    with profile(stacks=True) as p:
        down(x, deep).backward()
    assert max(depth for depth, _ in p.tree().walk()) == deep + 3


def test_lines_are_kept_as_before_once_it_is_over():
    measured(stacks=True)
    assert not tape.lines
    with tg.Tape(lines=True) as t:
        x = leaf(1.0)
        y = np.sin(x)
    assert f"{os.path.basename(HERE)}:{line_in(test_lines_are_kept_as_before_once_it_is_over, 5)[1]}" in str(t)
    del y

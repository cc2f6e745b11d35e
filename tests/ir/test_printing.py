"""Sealed tapes as text and as graphs."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.ir.program import Guard, Program, UserLine

V = np.array([0.5, -1.0, 2.0])


def assigned(x: Any) -> Any:
    y = np.sin(x) * 2.0
    y[1:] = x[[0, 2]]
    return y, y[::-1] + np.arange(3.0)


def test_a_listing_is_aligned_and_short():
    assert str(tg.compile(assigned).tape(V)).split("\n") == [
        "sealed tape of 9 instructions, 1 inputs, 2 outputs",
        "  %0 = input                        float64[3]",
        "  %1 = sin(%0)                      float64[3]",
        "  %2 = const 2.0                    float64[]",
        "  %3 = multiply(%1, %2)             float64[3]",
        "  %4 = getitem(%0, index=[[0 2]])   float64[2]",
        "  %5 = setitem(%3, %4, index=[1:])  float64[3]",
        "  %6 = getitem(%5, index=[::-1])    float64[3]",
        "  %7 = const [0.0 1.0 2.0]          float64[3]",
        "  %8 = add(%6, %7)                  float64[3]",
        "  return %5, %8",
    ]


def test_static_parameters_are_readable():
    def f(x: Any) -> Any:
        y = x * 1.5
        y[None, ..., 1:2, ::-1][0] = x[np.arange(12) % 4][:1, 2:]
        return y.T.reshape(6, 2), y.astype(np.float32), x[:, True], x[np.arange(12) % 4]

    text = str(tg.compile(f).tape(np.ones((4, 3))))
    for part in (
        "index=[[0 1 2 ... 12 in all]]", "index=[0], path=(getitem(index=[None, ..., 1:2, ::-1]))", "shape=(6, 2)", "axes=(1, 0)",
        "astype(%", "dtype=float32, source=float64", "index=[:, True]",
    ):  # fmt: skip
        assert part in text, (part, text)


def test_lines_and_guards():
    def f(x: Any) -> Any:
        if np.sum(x) > 0:
            return np.sin(x) * 2.0
        return x

    lines = str(tg.compile(f, lines=True).tape(V)).split("\n")
    assert re.fullmatch(r"  %\d = sin\(%0\) +float64\[3\] +\S+test_printing\.py:\d+", lines[-4])
    (guard,) = (line for line in lines if " guard " in line)
    assert re.fullmatch(r" +guard %3 == 1\.0  \S+test_printing\.py:\d+", guard)
    assert lines.index(guard) == next(k for k, line in enumerate(lines) if line.startswith("  %3 ")) + 1
    starts = {line.index("float64[") for line in lines if "= sin" in line or "= input" in line}
    assert len(starts) == 1


def test_programs_within_programs_are_indented():
    tape = tg.compile(lambda x: tg.scan(lambda c, e: (c * e, None), x, np.arange(3.0))[0]).tape(2.0)
    lines = str(tape).split("\n")
    at = next(k for k, line in enumerate(lines) if "= scan(" in line)
    assert re.search(r"program=<\d+ instructions>", lines[at])
    assert lines[at + 1].startswith("      sealed tape of ")
    assert any(line.startswith("        %0 = input") for line in lines[at + 1 :])
    dot = tape.to_dot()
    assert dot.count("subgraph cluster_") == 1
    assert dot.count("{") == dot.count("}") == 2


def test_an_empty_tape():
    assert str(Program()) == "sealed tape of 0 instructions, 0 inputs, 0 outputs\n  return"
    assert Program().to_dot() == "digraph tape {\n  node [shape=box, fontname=monospace]\n}"


def test_a_graph_has_a_node_for_each_instruction():
    def f(x: Any) -> Any:
        return np.sin(x) * 2.0 if np.sum(x) > 0 else x

    dot = tg.compile(f).tape(V).to_dot().split("\n")
    assert dot[:3] == [
        "digraph tape {", "  node [shape=box, fontname=monospace]", r'  s0 [label="%0 input\nfloat64[3]", shape=ellipse]'
    ]  # fmt: skip
    assert dot[-1] == "}"
    nodes = [line for line in dot if " [label=" in line and "->" not in line]
    program = tg.compile(f).tape(V)
    assert len(nodes) == len(program) + 2  # the output and the guard
    assert sum("->" in line for line in dot) == sum(map(len, program.operands)) + 2
    assert '  sout0 [label="output 0", shape=ellipse, peripheries=2]' in dot
    assert any("guard == 1.0" in line and "octagon" in line for line in dot)


def test_labels_are_escaped():
    program = tg.compile(lambda x: np.sin(x)).tape(V)
    program.lines[1] = UserLine('C:\\new\\a "b".py', 3)
    program.guards.append(Guard(0, 1.0, "a\nb"))
    dot = program.to_dot()
    assert r'C:\\new\\a \"b\".py:3"' in dot
    assert r'guard == 1.0\na\nb"' in dot
    for line in dot.split("\n"):
        assert len(re.findall(r'(?<!\\)(?:\\\\)*"', line)) in (0, 2)

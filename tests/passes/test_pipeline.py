"""What each pass does to a program, as it is printed, and that it keeps the values.

The values before and after are those of NumPy, one instruction after the other, by the forward functions of the ops.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir.program import Program
from tapegrad.ops.declare import Elementwise
from tapegrad.passes import pipeline
from tapegrad.passes.lowering import LOWERING, Pass, changes

X = np.linspace(0.1, 0.9, 40)
LARGE = np.linspace(0.0, 1.0, 400 * 1000).reshape(400, 1000)
A, B = np.linspace(0.0, 1.0, 2 * 100 * 100).reshape(2, 100, 100)


def parts(x: Any) -> Any:
    return np.sum(np.sin(x[1:]) * x[:-1]) + np.sum(x[2:] * x[:-2])


def turns(x: Any) -> Any:
    y = x
    for _ in range(120):
        y = np.tanh(0.9 * y + x[::-1])
    return y


def softmax(x: Any) -> Any:
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def carried(x: Any) -> Any:
    """Return the last state and all outputs of a scan."""
    return tg.scan(lambda h, u: (np.tanh(h + u), h * u), np.zeros(16), np.outer(x, np.ones(16)))


def scanned(x: Any) -> Any:
    last, all_ = carried(x)
    return np.sum(last) + np.sum(all_ * all_)


CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], list[str], list[str]]] = {
    # the function, its arguments, what is printed before and not after, and the other way round
    "legalize_complex": (lambda x: np.abs(np.fft.fft(x)) ** 2, (X,), ["complex128", "fftn("], ["fourier(", "hypot("]),
    "reassociate_products": (lambda a, b, v: a @ b @ v, (A, B, A[0]), ["matmul("], ["einsum("]),
    "subsume_scans": (lambda x: tg.func.jvp(scanned, (x,), (x,)), (X,), ["scan(%5, %4, "], ["scan(%5, %5, %4, "]),
    "eliminate_scans": (lambda x: carried(x)[0], (X,), ["return %3, %4"], []),  # outputs are not read
    "fuse_scan_outputs": (scanned, (X,), [], ["%5 = multiply(%4, %4)", "return %3, %4, %5"]),
    "fuse_scan_inputs": (tg.grad(scanned), (X,), ["scan(%5, %4, "], ["%1 = input                     float64[1]\n"]),
    "roll_loops": (turns, (X,), [], ["roll(", "119 turns>", "view(%"]),
    "fuse_scatter_adds": (tg.grad(parts), (X,), ["scatter_add("], ["assemble("]),
    "specialize_scans": (scanned, (X,), [], ["totals=(1,)"]),
    "tile_rows": (softmax, (LARGE,), [], ["roll_in_blocks(", "float64[400, 1000]"]),
}


def steps(name: str) -> list[tuple[Program, Program]]:
    """Return the programs before and after a pass, wherever it changed one."""
    f, args, _, _ = CASES[name]
    passes = [*tg.compile(f).passes(*args)]
    return [(a.program, b.program) for a, b in itertools.pairwise(passes) if b.name == name]


def values(program: Program, args: tuple[Any, ...]) -> list[Any]:
    """Return the outputs of a program, computed by NumPy."""

    def rule(slot: int, op: Any, operands: list[Any]) -> Any:
        forward = op.reference if isinstance(op, Elementwise) else op.forward
        value = forward(*operands, **program.statics[slot])
        return value if op.several else np.asarray(value)

    found = program.walk([*map(np.asarray, args)], rule, lambda slot: program.constants[slot])
    return [found[s] for s in program.outputs]


def test_every_pass_has_a_case():
    assert CASES.keys() == {one.name for one in pipeline.PIPELINE}


@pytest.mark.cover("name")
@pytest.mark.parametrize("name", CASES)
def test_what_a_pass_changes(name):
    (before, after), *_ = steps(name)
    _, _, gone, new = CASES[name]
    for text in gone:
        assert text in str(before)
        assert text not in str(after)
    for text in new:
        assert text in str(after)
    assert after.input_forms == before.input_forms or name == "legalize_complex"
    assert [*map(repr, after.output_forms)] == [*map(repr, before.output_forms)]


@pytest.mark.cover("name")
@pytest.mark.parametrize("name", [one.name for one in dict.fromkeys(LOWERING)])
def test_a_pass_keeps_the_values(name):
    _, args, _, _ = CASES[name]
    for before, after in steps(name):
        for a, b in zip(values(before, args), values(after, args), strict=True):
            np.testing.assert_allclose(b, a, rtol=1e-12, atol=1e-300)


def test_programs_are_printed_on_request():
    code = "import numpy as np, tapegrad as tg\ntg.compile(lambda a, v: a @ a @ v)(np.ones((99, 99)), np.ones(99))"
    run = [sys.executable, "-P", "-c", code]
    said = subprocess.run(run, env={**os.environ, "TAPEGRAD_PRINT_PASSES": "1"}, capture_output=True, text=True)
    assert "after reassociate_products: sealed tape of 4 instructions, 2 inputs, 1 outputs" in said.stderr
    assert subprocess.run(run, env={**os.environ, "TAPEGRAD_PRINT_PASSES": "0"}, capture_output=True).stderr == b""


def test_a_pass_is_left_out_where_it_has_nothing_to_do():
    (before, _), *_ = steps("eliminate_scans")
    runs = []

    def spy(program):
        runs.append(program)
        return program

    others = frozenset({object()}).__contains__
    watched = Pass(spy), Pass(spy, others), Pass(spy), *LOWERING, Pass(spy)
    programs = [program for _, program in changes(watched, before)]
    assert runs == [before, programs[-1]]  # not for other ops, nor again while nothing has changed

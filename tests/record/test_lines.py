"""The user's lines of instructions: each has one, of the line that a reader would name, through sweeps and passes."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir.program import Program

X = np.linspace(0.1, 1.0, 5)


def over_lines(x):
    a = tg.tanh(x + 1.0) * 3.0
    b = tg.exp(a)
    c = tg.exp(b)
    return tg.log1p(c).sum()


def steps(x):
    def step(state, t):
        state = state + 0.1 * np.sin(state) * t
        return state, state.sum()

    state, sums = tg.scan(step, x, np.arange(5.0))
    if sums.sum() > 0.0:
        state = state * 2.0
    return state.sum()


def rolled(x):
    for _ in range(60):
        x = x + 0.01 * np.cos(x)
        x = x * 0.99 + np.flip(x) * 0.01
    return np.sum(x)


def mixed(x):
    z = x * (1.0 + 0.5j)
    w = np.exp(z)
    m = np.outer(x, x)
    return np.sum(np.abs(w)) + np.sum(m @ m @ x) + np.linalg.solve(m + np.eye(len(x)), x)[0]


def line_of(f, text):
    """Find the only line of a function's source that has a text."""
    lines, first = inspect.getsourcelines(f)
    (k,) = [k for k, line in enumerate(lines) if text in line]
    return first + k


def programs_of(program):
    yield program
    for static in program.statics:
        for value in static.values():
            body = getattr(value, "body", None)
            if isinstance(body, Program):
                yield from programs_of(body)


def shown(program, reverse):
    return [
        (op.name, program.lines[slot].number)
        for slot, op in enumerate(program.ops)
        if op is not None and program.lines[slot].reverse is reverse
    ]


def test_each_instruction_has_the_line_that_it_is_written_in():
    f = tg.compile(tg.value_and_grad(over_lines), lines=True)
    f(X)
    p = f.tape()
    at = {text: line_of(over_lines, text) for text in ("tanh", "exp(a)", "c = tg.exp(", "log1p")}
    assert shown(p, reverse=False) == [
        ("add", at["tanh"]), ("tanh", at["tanh"]), ("multiply", at["tanh"]), ("exp", at["exp(a)"]),
        ("exp", at["c = tg.exp("]), ("log1p", at["log1p"]), ("sum_all", at["log1p"]),
    ]  # fmt: skip
    reverse = shown(p, reverse=True)
    assert len(reverse) == len([op for op in p.ops if op is not None]) - 7
    numbers = [number for _, number in reverse]
    assert numbers == sorted(numbers, reverse=True)  # the sweep goes back through the lines
    assert {*numbers} == {*at.values()}
    assert {Path(line.file).name for line in p.lines.values()} == {Path(__file__).name}


def test_bodies_of_loops_and_their_sweeps_have_lines_of_the_body():
    f = tg.compile(tg.value_and_grad(steps), lines=True)
    f(X)
    inside = range(line_of(steps, "0.1 * np.sin"), line_of(steps, "return state, state.sum()") + 1)
    found = 0
    for body in [*programs_of(f.tape())][1:]:
        for slot, op in enumerate(body.ops):
            if op is not None:
                assert body.lines[slot].number in inside, (op.name, body.lines[slot])
                found += body.lines[slot].reverse
    assert found


@pytest.mark.parametrize("f", [over_lines, steps, rolled, mixed])
@pytest.mark.parametrize("transform", [tg.value_and_grad, tg.hessian], ids=["gradient", "hessian"])
def test_passes_keep_lines(f, transform):
    compiled = tg.compile(transform(f), lines=True)
    x = np.linspace(0.1, 1.0, 5)
    compiled(x)
    for name, whole in compiled.passes():
        for p in programs_of(whole):
            without = [f"%{s} {op.name}" for s, op in enumerate(p.ops) if op is not None and s not in p.lines]
            assert not without, (name, without)


@pytest.mark.parametrize(
    "f", [tg.hessian(over_lines), tg.func.jacfwd(over_lines), lambda x: tg.vmap(over_lines)(x[:, None])],
    ids=["hessian", "jacfwd", "vmap"],
)  # fmt: skip
def test_tangents_and_batches_have_the_lines_of_what_they_move(f):
    at = {line_of(over_lines, text) for text in ("tanh", "exp(a)", "c = tg.exp(", "log1p")}
    compiled = tg.compile(f, lines=True)
    compiled(X)
    p = compiled.tape()
    there = [p.lines[s].number in at for s, op in enumerate(p.ops) if op is not None]
    assert sum(there) > 0.8 * len(there)  # the rest puts results together


def test_rows_in_tiles_have_lines():
    def f(x):
        y = np.tanh(x @ np.ones((8, 8)))
        return np.sum(np.exp(y - y.max(axis=1, keepdims=True)) ** 2)

    compiled = tg.compile(tg.value_and_grad(f), lines=True)
    compiled(np.ones((4096, 8)))
    names = [name for name, _ in compiled.passes()]
    for p in programs_of(compiled.passes()[-1].program):
        assert all(s in p.lines for s, op in enumerate(p.ops) if op is not None), names


def test_without_lines_nothing_is_kept():
    f = tg.compile(tg.value_and_grad(steps))
    f(X)
    assert not any(p.lines for p in programs_of(f.tape()))


def test_modes_are_as_they_were():
    from tapegrad.record import modes

    before = modes.current()
    tg.compile(over_lines, lines=True)(X)
    assert modes.current() is before
    with tg.no_grad():
        before = modes.current()
        tg.compile(over_lines, lines=True)(X)
        assert modes.current() is before


def test_lines_go_through_a_file(tmp_path):
    f = tg.compile(tg.value_and_grad(over_lines), lines=True)
    f(X)
    f.save(tmp_path / "f.tape")
    assert tg.load(tmp_path / "f.tape").tape().lines == f.tape().lines


def test_a_file_of_version_3_has_lines():
    loaded = tg.load(Path(__file__).parent.parent / "ir" / "version_3.tape")
    value, slope = loaded(np.arange(3.0))
    np.testing.assert_allclose(value, np.sum(np.sin(np.arange(3.0)) * np.arange(3.0)), rtol=1e-15)
    np.testing.assert_allclose(slope, np.sin(np.arange(3.0)) + np.cos(np.arange(3.0)) * np.arange(3.0), rtol=1e-15)
    assert {(line.file, line.number, line.reverse) for line in loaded.tape().lines.values()} == {
        ("script.py", 2, False)
    }

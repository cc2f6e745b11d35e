"""What a reverse scan keeps and computes: the carries that its partials read, and what somebody reads of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tapegrad.ir.program import Program
from tapegrad.ops.kinds.subprogram import Scan
from tapegrad.passes.eliminate_scans import eliminate_scans
from tapegrad.passes.lowering import lowered
from tests.replay.loops import leaves, unrolled
from tests.replay.scan_bodies import BODIES as MANY
from tests.replay.scan_bodies import SIZE

STEPS = 200
C, X, W = (np.random.default_rng(7).normal(size=s) * 0.3 for s in (SIZE, (STEPS, SIZE), SIZE))


def summed(step: Any, outputs: bool = False) -> Any:
    def f(c: Any, x: Any, w: Any) -> Any:
        last, ys = tg.scan(lambda c, x: step(c, x, w), c, x)
        return np.sum(last * last) + (np.sum(ys) if outputs else 0.0)

    return f


BODIES: dict[str, Any] = {
    "linear": summed(lambda c, x, w: (0.9 * c + x, None)),
    "by a constant": summed(lambda c, x, w: (np.tanh(c * w + x), None)),
    "several operations": summed(lambda c, x, w: (np.sin(c * w) * np.exp(-c * c) + x * c, None)),
    "outputs": summed(lambda c, x, w: (np.tanh(c * w + x), np.sin(c) * x), True),
}


def squared(name: str, scan: Any = tg.scan) -> Any:
    """The sum of squares of all that a scan gives."""
    step, carries = MANY[name]

    def f(c: Any, x: Any, w: Any) -> Any:
        given = leaves(scan(lambda c, x: step(c, x, w), (c,) * carries if carries > 1 else c, x))
        return sum(np.sum(y * y) for y in given if y is not None)

    return f


@pytest.mark.parametrize("name", MANY)
def test_memory_of_the_reverse_scan(name):
    """In arrays of steps x carry: the carries where partials read them. Outputs of which squares are summed are none."""
    carries = MANY[name][1]
    value, both = (tg.compile(f).tape(C, X, W) for f in (squared(name), tg.value_and_grad(squared(name), (0, 1, 2))))
    alone, work = (executable_of(program).work / (8 * STEPS * SIZE * carries) for program in (value, both))
    blocks = 0.2 * (2 if name == "two outputs" else 1)  # of 32 steps
    assert alone <= blocks
    assert work <= 1.1 + blocks


@pytest.mark.parametrize("name", MANY)
def test_gradients_of_all_bodies(name):
    """Along a direction, against central differences of a loop of NumPy's."""
    args, f = (C, X[:30], W), squared(name, unrolled)
    rng = np.random.default_rng(3)
    directions = [rng.normal(size=a.shape) for a in args]

    def along(t: float) -> Any:
        return f(*[a + t * d for a, d in zip(args, directions, strict=True)])

    value, found = tg.compile(tg.value_and_grad(squared(name), (0, 1, 2)))(*args)
    np.testing.assert_allclose(value, f(*args), rtol=1e-12)
    slope = sum(np.sum(g * d) for g, d in zip(found, directions, strict=True))
    h = 1e-6
    np.testing.assert_allclose(slope, (along(h) - along(-h)) / (2 * h), rtol=1e-6, atol=1e-8 * abs(value))


def scans(program: Program) -> list[Any]:
    return [
        (op, static)
        for op, static in zip(program.ops, program.statics, strict=True)
        if op is not None and isinstance(op.kind, Scan)
    ]


@pytest.mark.parametrize("name", BODIES)
def test_the_forward_scan_runs_once(name):
    program = tg.compile(tg.value_and_grad(BODIES[name], argnums=(0, 1, 2))).tape(C, X, W)
    assert len(scans(program)) == 3
    assert len(scans(lowered(program))) == 2


@pytest.mark.parametrize("by", [0, 1, 2])
def test_adjoints_that_nobody_asks_for_are_not_computed(by):
    f = BODIES["by a constant"]
    program = lowered(tg.compile(tg.grad(f, argnums=by)).tape(C, X, W))
    *_, (_, static) = scans(program)
    results = [form.shape for form in static["program"].output_forms]
    assert len(results) == (1 if by == 0 else 2)
    assert static["carries"] == (2 if by == 2 else 1)


def test_a_constant_history_is_not_kept():
    program = lowered(tg.compile(tg.grad(BODIES["linear"])).tape(C, X, W))
    assert [static["keep"] for _, static in scans(program)] == [False, False]
    program = lowered(
        tg.compile(tg.grad(lambda c: tg.scan(lambda c, _: (2.0 * c, None), c, length=5)[0].sum())).tape(C)
    )
    assert len(scans(program)) == 1  # the value is not asked for


def several(c: Any, x: Any, w: Any) -> Any:
    """Containers of carries and outputs, of which some are read, in parts and as a whole."""

    def step(carry: Any, x: Any) -> Any:
        a, (b, count), unread = carry
        new = np.tanh(a * w + x), (b + np.sum(a), count + 1), np.cos(unread)
        return new, {"used": a * x, "unused": np.cos(b), "count": count}

    last, ys = tg.scan(step, (c, (np.sum(c), 0), c), x[:20])
    _, backwards = tg.scan(lambda c, y: (c * w - y, c + y), last[0], ys["used"], reverse=True)
    again, _ = tg.scan(lambda c, x: (np.sin(c + x), None), last[0], x[:20])
    return np.sum(last[0] * again) + last[1][0] + np.sum(backwards[3:5] * ys["count"][3:5, None])


def order(f: Any, n: int) -> Any:
    for _ in range(n):
        f = (lambda g: lambda c, x, w: sum(np.sum(d * d) for d in tg.grad(g, argnums=(0, 2))(c, x, w)))(f)
    return f


@pytest.mark.parametrize("n", [0, 1])
def test_results_are_those_of_eager_code(n):
    f = tg.value_and_grad(order(several, n), argnums=(0, 1, 2))
    value, gradient = f(C, X, W)
    program = tg.compile(f).tape(C, X, W)
    assert eliminate_scans(program) is not program
    found, by = tg.compile(f)(C, X, W)
    np.testing.assert_allclose(found, value, rtol=1e-12)
    for ours, theirs in zip(by, gradient, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9 * np.abs(theirs).max())


def test_results_are_those_of_a_loop():
    def by_hand(c: Any, x: Any, w: Any) -> Any:
        a, b, used, counts = c, np.sum(c), [], []
        for t in range(20):
            used.append(a * x[t])
            counts.append(float(t))
            a, b = np.tanh(a * w + x[t]), b + np.sum(a)
        carry, backwards = a, [None] * 20
        for t in reversed(range(20)):
            carry, backwards[t] = carry * w - used[t], carry + used[t]
        again = a
        for t in range(20):
            again = np.sin(again + x[t])
        return np.sum(a * again) + b + sum(np.sum(backwards[t] * counts[t]) for t in (3, 4))

    for f in (several, tg.compile(several)):
        np.testing.assert_allclose(f(C, X, W), by_hand(C, X, W), rtol=1e-12)
    expected = tg.grad(by_hand, argnums=(0, 1, 2))(C, X, W)
    for ours, theirs in zip(tg.compile(tg.grad(several, argnums=(0, 1, 2)))(C, X, W), expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


def test_a_guard_within_steps_that_are_not_read_still_fails():
    def f(x: Any) -> Any:
        def step(c: Any, _: Any) -> Any:
            return (c[0] * 0.5, c[1] + 1.0 if x > 0.0 else c[1]), None

        return tg.scan(step, (x, x), length=3)[0][0]

    g = tg.compile(f)
    assert g(1.0) == 0.125
    assert g(-1.0) == -0.125

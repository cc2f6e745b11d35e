"""Exits of the trace tree: what they tell of themselves, the switch, and sweeps to some of the leaves."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, GradientError, TapeFreedError
from tapegrad.trace_cache import thresholds, tree
from tapegrad.trace_cache.reasons import Reason, sites
from tests.support import hot_after
from tests.trace_cache.functions import Cube
from tests.trace_cache.oracle import python_calls

soon = hot_after(6)
VARYING = np.random.default_rng(1)


def leaf(value: Any) -> Any:
    return tg.tensor(value, requires_grad=True)


def states() -> set[tuple[str, str]]:
    """Return what exits and states there are that came more than once."""
    return {(e.what, e.state) for e in tg.debug.exits() if e.interpreted + e.compiled > 1}


def reasons() -> set[str]:
    return {e.reason for e in tg.debug.exits() if e.interpreted > 1}


# ------------------------------------------------------------------------------------------------ what is told
def plain(x: Any) -> None:
    (np.sin(x) * x).sum().backward()


def read(x: Any) -> None:
    loss = (np.sin(x) * x).sum()
    loss.item()
    loss.backward()


def value(x: Any) -> None:
    with tg.no_grad():
        (np.sin(x) * x + x).sum().item()


def some(x: Any) -> None:
    w = leaf([3.0, 1.0])
    tg.autograd.grad((np.sin(x) * w).sum(), [w])


def some_inputs(x: Any) -> None:
    w = leaf([3.0, 1.0])
    (np.sin(x) * w).sum().backward(inputs=[w])


def some_read(x: Any) -> None:
    w = leaf([3.0, 1.0])
    loss = (np.sin(x) * w).sum()
    loss.item()
    tg.autograd.grad(loss, w)


def read_and_live(x: Any) -> Any:
    loss = (np.sin(x) * x).sum()
    kept = np.cos(x) * 3.0
    loss.item()
    loss.backward()
    return kept


def staged(x: Any) -> None:
    y = np.sin(x) * 2.0
    if np.max(y) > 0.0:
        y = y * 3.0
    loss = (y * y).sum()
    loss.item()
    loss.backward()


def live(x: Any) -> Any:
    kept = np.cos(x) * 3.0
    (np.sin(x) * x).sum().backward()
    return kept


def retained(x: Any) -> None:
    (np.sin(x) * x).sum().backward(retain_graph=True)


def penalized(x: Any) -> None:
    (g,) = tg.autograd.grad((np.sin(x) * x).sum(), x, create_graph=True)
    (g * g).sum().backward()


def penalized_in_grad(x: Any) -> None:
    (np.sin(x) * x).sum().backward(create_graph=True)
    g, x.grad = x.grad, None
    (g * g).sum().backward()
    x.grad = None


def listed(x: Any) -> None:
    tg.autograd.backward([np.sin(x) * x], [tg.tensor([1.0, 2.0])])


def transformed(x: Any) -> None:
    tg.value_and_grad(lambda y: np.sum(np.sin(y) * y))(x.detach().numpy())


def twice(x: Any) -> None:
    loss = (np.sin(x) * x).sum()
    loss.backward(retain_graph=True)
    loss.backward()


def hooked_leaf(x: Any) -> None:
    w = leaf([1.0, 2.0])
    w.register_hook(lambda g: g * 2.0)
    (np.sin(w) * x).sum().backward()


def hooked_result(x: Any) -> None:
    y = np.sin(x)
    y.register_hook(lambda g: g * 2.0)
    y.retain_grad()
    (y * x).sum().backward()


def divided(x: Any) -> None:
    (Cube.apply(np.sin(x)) * x).sum().backward()


def written(x: Any) -> None:
    y = np.sin(x) * 1.0
    y[0] = 2.0
    y *= x
    (y.detach() * y).sum().backward()


def at_positions(x: Any) -> None:
    w, ids = leaf(np.arange(1.0, 9.0)), VARYING.integers(8, size=3)
    (np.sin(w)[ids] * 2.0).sum().backward()


def of_rows(x: Any) -> None:
    w, some = leaf(np.arange(1.0, 101.0)), VARYING.permutation(100) < VARYING.integers(33, 49)
    (np.sin(w * 2.0)[some] * 2.0).sum().backward()


def seeded(x: Any) -> None:
    (np.sin(x) * x).backward(np.array([1.0, 2.0]))


def of_a_gradient(x: Any) -> None:
    tg.grad(lambda y: np.sum(tg.grad(lambda z: np.sum(np.sin(z) * z))(y) ** 2))(x.detach().numpy())


def of_a_jacobian(x: Any) -> None:
    tg.jacobian(lambda y: np.sin(y) * y)(x.detach().numpy())


def of_a_hessian(x: Any) -> None:
    tg.hessian(lambda y: np.sum(np.sin(y) * y))(x.detach().numpy())


def of_tangents(x: Any) -> None:
    tg.func.jvp(lambda y: np.sin(y) * y, (x.detach(),), (x.detach(),))


COMPILED = [  # turns, what they compile, and how many of the package's Python functions they then call at most
    (plain, "sweep", 40), (read, "sweep after read", 50), (some, "sweep", 41), (some_inputs, "sweep", 35),
    (some_read, "sweep after read", 49), (read_and_live, "sweep after read", 75), (staged, "sweep after read", 110),
    (live, "sweep", 60), (retained, "sweep", 58), (twice, "sweep", 115), (listed, "sweep", 54),
    (transformed, "sweep", 36), (penalized, "sweep", 60), (penalized_in_grad, "sweep", 45),
    (hooked_leaf, "sweep", 118), (hooked_result, "sweep", 131), (divided, "sweep", 245), (written, "sweep", 126),
    (at_positions, "sweep", 20), (of_rows, "sweep", 165), (seeded, "sweep", 41), (of_a_gradient, "sweep", 119),
    (of_a_jacobian, "transform", 157), (of_a_hessian, "transform", 212), (of_tangents, "transform", 176),
]  # fmt: skip


def learnt(turn: Callable[[Any], None]) -> tuple[Any, list[tg.debug.Exit]]:
    """Make turns until they return, and return their argument and the exits."""
    x = leaf([1.0, 2.0])
    for _ in range(120):
        turn(x)
    return x, tg.debug.exits()


@pytest.mark.parametrize(("turn", "what"), [(value, "read"), *[row[:2] for row in COMPILED]])
def test_what_is_compiled_says_so(turn: Callable[[Any], None], what: str) -> None:
    _, exits = learnt(turn)
    first, last = turn.__code__.co_firstlineno, max(line for *_, line in turn.__code__.co_lines() if line)
    found = next(e for e in exits if (e.what, e.state) == (what, "compiled"))
    assert found.reason == ""
    assert found.ops is not None
    assert found.ops > 2
    assert found.interpreted + found.compiled >= 30
    assert found.compiled > 10
    file, _, lines = found.where.rpartition(":")
    numbers = [int(n) for n in lines.split("-")]
    assert file == __file__
    assert first < numbers[0] <= numbers[-1] <= last


@pytest.mark.sampled(25)
@pytest.mark.parametrize(("turn", "calls"), [row[::2] for row in COMPILED])
def test_what_returns_is_compiled_alone_and_little_of_pythons_is_called(
    turn: Callable[[Any], None], calls: int
) -> None:
    x, exits = learnt(turn)
    entered = python_calls(lambda: [turn(x) for _ in range(10)])
    assert sum(e.interpreted for e in tg.debug.exits()) == sum(e.interpreted for e in exits)
    assert compiled_turns() >= sum(e.compiled for e in exits) + 10
    assert len(entered) <= 10 * calls


def several(x: Any) -> None:
    tg.autograd.backward([np.sin(x) * x, np.cos(x)], [np.ones(2), np.ones(2)])


def create_accumulated(x: Any) -> None:
    tg.autograd.backward([np.sin(x) * x, x * 2.0], [np.ones(2), np.ones(2)], create_graph=True)
    x.grad = None


def hooked(x: Any) -> None:
    y = np.sin(x) * x
    y.grad_fn.register_hook(lambda inputs, outputs: None)
    y.sum().backward()


def complex_numbers(x: Any) -> None:
    z = tg.tensor([1j, 2.0 - 1j], requires_grad=True)
    np.abs(z * (2.0 + x)).sum().backward()


def anomaly(x: Any) -> None:
    with tg.autograd.detect_anomaly():
        (np.sin(x) * x).sum().backward()


def of_results(x: Any) -> None:
    y = np.sin(x) * x
    tg.autograd.grad((y * y).sum(), y)


def batched(x: Any) -> None:
    tg.autograd.grad(np.sin(x) * x, x, np.eye(2), is_grads_batched=True)


def seed_of_single_precision(x: Any) -> None:
    (np.sin(x) * x).backward(np.ones(2, np.float32))


REFUSED = [
    (create_accumulated, Reason.CREATE_GRAPH), (several, Reason.SEVERAL_ROOTS),
    (hooked, Reason.HOOKS), (complex_numbers, Reason.DTYPE), (anomaly, Reason.MODES), (of_results, Reason.PARTIAL),
    (batched, Reason.BATCHED), (seed_of_single_precision, Reason.SEED),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "reason"), REFUSED)
def test_what_is_not_compiled_says_why(turn: Callable[[Any], Any], reason: Reason) -> None:
    x = leaf([1.0, 2.0])
    for _ in range(12):
        kept = turn(x)
    del kept
    assert any(told.startswith(reason.value.partition(". ")[0]) for told in reasons()), tg.debug.hot()
    assert ("sweep", "compiled") not in states()


def first_shapes(x: Any) -> None:
    (np.ones((next(COUNT), 2)) @ x).sum().backward()


def later_shapes(x: Any) -> None:
    y = np.sin(x)
    (np.ones((next(COUNT), 2)) @ y).sum().backward()


def read_shapes(x: Any) -> None:
    loss = (np.ones((next(COUNT), 2)) @ x).sum()
    loss.item()
    loss.backward()


def profiled(x: Any) -> None:
    with tg.profiler.profile():
        (np.sin(x) * x).sum().backward()


def long_turn(x: Any) -> None:
    for _ in range(thresholds.RUN_LENGTH + 1):
        x = np.sin(x)
    x.sum().backward()


def operators(x: Any) -> None:
    y = x
    for _ in range(thresholds.STRETCH + 1):
        y = y * x
    y.sum().backward()


COUNT = itertools.count(1)
DETAILS = [  # what is said beside the reason: the line of the call, by its place in the function, or a name
    (first_shapes, Reason.NEW, 1), (later_shapes, Reason.TOO_MANY_BRANCHES, 2), (read_shapes, Reason.NEW, 1),
    (anomaly, Reason.MODES, "anomaly detection"), (profiled, Reason.MODES, "a profile"), (long_turn, Reason.TOO_LONG, ""),
    (operators, Reason.STRETCH, ""),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "reason", "detail"), DETAILS)
def test_the_first_cause_is_told_with_its_line_or_name(turn: Any, reason: Reason, detail: Any) -> None:
    x = leaf([1.0, 2.0])
    for _ in range(3 * thresholds.BRANCHES):
        turn(x)
    why, _, remedy = reason.value.partition(". ")
    if isinstance(detail, int):
        detail = f"at {os.path.basename(__file__)}:{turn.__code__.co_firstlineno + detail}"
    wanted = (f"{why} ({detail})" if detail else why) + f". {remedy}"
    found = {e.reason for e in tg.debug.exits() if e.what == "sweep" and e.interpreted > 2 * thresholds.BRANCHES // 3}
    assert found == {wanted}, tg.debug.hot()


def test_a_hook_of_a_node_is_the_reason_also_where_the_value_was_read() -> None:
    x = leaf([1.0, 2.0])
    for _ in range(300):
        loss = (np.sin(x) * x).sum()
        loss.item()
        loss.grad_fn.register_hook(lambda inputs, outputs: None)
        loss.backward()
    (found,) = [e for e in tg.debug.exits() if e.interpreted + e.compiled > 10 and e.ops != 2]  # that of the hook's
    assert (found.what, found.state, found.reason) == ("sweep", "interpreted", Reason.HOOKS.value)
    assert found.interpreted >= 299
    assert "y.register_hook" in found.reason


@pytest.mark.parametrize("reason", Reason)
def test_reasons_are_told_in_one_sentence_or_two(reason: Reason) -> None:
    assert reason.value[0].islower() or reason.value.startswith("inputs=")
    assert not reason.value.endswith(".")
    assert reason.value.count(". ") <= 1


def test_the_page_about_loops_says_what_reasons_say() -> None:
    page = (Path(__file__).parents[2] / "docs" / "explain" / "loops.md").read_text()
    _, _, table = page.partition("| it says | your loop | what to write |\n|---|---|---|\n")
    told = {line.split(" | ")[0].removeprefix("| ") for line in table.partition("\n\n")[0].splitlines()}
    assert len(told) > 9
    assert told <= {reason.value.partition(". ")[0] for reason in Reason}


@pytest.mark.parametrize("turn", [plain, read, read_and_live, some_read, staged])
def test_turns_are_timed_on_request(turn: Callable[[Any], Any]) -> None:
    x = leaf([1.0, 2.0])
    with tg.debug.trace_cache(True, timed=True):
        for _ in range(60):
            turn(x)
        found = next(e for e in tg.debug.exits() if e.what.startswith("sweep"))
        assert found.before is not None
        assert found.after is not None
        assert 0.0 < found.after < found.before * 10
        assert "a turn: before" in tg.debug.hot()
    for _ in range(20):
        plain(x)
    assert tg.debug.exits()[0].before is None


def test_exits_of_one_place_are_one_line_of_text() -> None:
    x = leaf([1.0, 2.0])
    with tg.debug.trace_cache(True):
        for turn in range(90):
            y = x
            for _ in range(1 + turn % 3):
                y = np.sin(y)
            y.sum().backward()
        found = [e for e in tg.debug.exits() if (e.what, e.state) == ("sweep", "compiled")]
        lines = [line for line in tg.debug.hot().splitlines() if "sweep" in line and "compiled at 3 exits" in line]
    assert len(found) == 3
    assert len({e.where for e in found}) == 1
    (line,) = lines
    counted = [sum(e.interpreted for e in found), sum(e.compiled for e in found)]
    assert [int(word) for word in line.split() if word.isdigit()][:2] == counted
    assert f"{min(e.ops for e in found)}-{max(e.ops for e in found)} ops" in line


def test_the_environment_lets_a_line_be_printed() -> None:
    program = """
import numpy as np, tapegrad as tg
x = tg.tensor([1.0, 2.0], requires_grad=True)
for k in range(200):
    (x * x).sum().backward()
for k in range(200):
    y = np.exp(1j * x)
    np.abs(y * 3.0).sum().backward()
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    environment = {**os.environ, "TAPEGRAD_TRACE": "1"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    compiled, refused = done.stderr.splitlines()
    assert compiled == "tapegrad: <string>:5: 3 instructions compiled"
    assert refused.startswith("tapegrad: <string>:7-8: 11 instructions refused: complex numbers")


# ------------------------------------------------------------------------------------------------ the switch
def test_who_asks_behind_the_block_is_told_where_to_ask() -> None:
    x = leaf([1.0, 2.0])
    with tg.debug.trace_cache(True):
        for _ in range(12):
            plain(x)
        assert "compiled" in tg.debug.hot()
    assert "within the block of tg.debug.trace_cache" in tg.debug.hot()


def test_nothing_is_learnt_or_compiled_while_it_is_off() -> None:
    x = leaf([1.0, 2.0])
    with tg.debug.trace_cache(False):
        for turn in (plain, read, value, some, some_read):
            for _ in range(300):
                turn(x)
        assert not tree.root.next
        assert {e.state for e in tg.debug.exits()} == {"interpreted"}
        assert Reason.OFF.value in reasons()
    for _ in range(12):
        plain(x)
    assert ("sweep", "compiled") in states()


def test_it_is_as_it_was_behind_the_body_whatever_happens() -> None:
    x = leaf([1.0, 2.0])
    y = x * x  # pending where it is switched

    def fail() -> None:
        with tg.debug.trace_cache(False):
            with tg.debug.trace_cache(True):
                y.sum().backward()
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    for _ in range(12):
        plain(x)
    assert ("sweep", "compiled") in states()


@pytest.mark.parametrize("bad", [0, None, "off"])
def test_it_is_on_or_off(bad: Any) -> None:
    with pytest.raises(ArgumentError, match="trace_cache: expected True or False"):
        tg.debug.trace_cache(bad)


# ------------------------------------------------------------------------------------------------ some leaves
def compiled_turns() -> int:
    return sum(e.compiled for e in tg.debug.exits())


def test_networks_that_take_turns_have_programs_of_their_own() -> None:
    p, q = np.array([0.5, 1.5]), np.array([0.25, 2.0])
    a, b = leaf(p), leaf(q)
    slope = np.cos(p * q)
    for k in range(40):
        loss = (np.sin(a * b) * b).sum()
        target, other = (a, b) if k % 2 else (b, a)
        loss.backward(inputs=target)
        assert other.grad is None
        wanted = slope * q * q if k % 2 else slope * p * q + np.sin(p * q)
        np.testing.assert_allclose(target.grad, wanted, rtol=1e-13)
        target.grad = None
    assert compiled_turns() > 20
    assert sum(e.state == "compiled" for e in tg.debug.exits()) == 2


def test_locals_that_live_on_keep_what_was_swept_apart() -> None:
    v: Any = None
    for _ in range(30):
        x = leaf([1.0, 2.0])
        u = np.cos(x)
        v = u * 3.0
        loss = (np.sin(x) * u).sum()
        loss.backward()
        np.testing.assert_allclose(x.grad, np.cos([2.0, 4.0]), rtol=1e-12)
        np.testing.assert_allclose(v.detach(), 3.0 * np.cos([1.0, 2.0]), rtol=1e-14)
    assert compiled_turns() > 20
    with pytest.raises(TapeFreedError):  # its way leads through what was consumed
        v.sum().backward()
    with pytest.raises(TapeFreedError):
        loss.backward()


def test_programs_are_given_up_where_all_that_lives_on_is_swept() -> None:
    for _ in range(300):
        x = leaf([1.0, 2.0])
        v = np.cos(x) * 3.0
        (np.sin(x) * x).sum().backward()
        with tg.autograd.detect_anomaly():  # which the interpreter sweeps
            v.sum().backward()
        a = np.array([1.0, 2.0])
        np.testing.assert_allclose(x.grad, a * np.cos(a) + np.sin(a) - 3.0 * np.sin(a), rtol=1e-12)
    assert max(e.compiled for e in tg.debug.exits() if e.ops == 7) < 150
    assert any(told == Reason.IN_VAIN.value for told in reasons())
    assert ("sweep", "compiled, not used") in states()


def test_retained_graphs_are_swept_again_by_programs() -> None:
    a = np.array([1.0, 2.0])
    for _ in range(30):
        x = leaf(a)
        loss = (np.sin(x) * x).sum()
        loss.backward(retain_graph=True)
        (g,) = tg.autograd.grad(loss, x, retain_graph=True)
        loss.backward()
        np.testing.assert_allclose(g, a * np.cos(a) + np.sin(a), rtol=1e-13)
        np.testing.assert_allclose(x.grad, 2.0 * g, rtol=1e-13)
        with pytest.raises(TapeFreedError):
            loss.backward()
    assert compiled_turns() > 20
    assert sum(e.interpreted for e in tg.debug.exits()) < 100


def test_several_roots_are_swept_by_one_program() -> None:
    a = np.array([1.0, 2.0])
    for k in range(40):
        x = tg.tensor(a, requires_grad=True)
        first, second = (np.sin(x) * x).sum(), np.cos(x)[:1]
        roots = [first, second, first] if k % 2 else (second, first)
        tg.autograd.backward(roots)
        wanted = (1 + k % 2) * (a * np.cos(a) + np.sin(a)) - np.sin(a) * [1.0, 0.0]
        np.testing.assert_allclose(x.grad, wanted, rtol=1e-12)
        with pytest.raises(TapeFreedError):
            first.backward()
        (g,) = tg.autograd.grad([np.sum(x * x), np.sum(x)], x)
        np.testing.assert_allclose(g, 2.0 * a + 1.0, rtol=1e-14)
    assert compiled_turns() > 50


def test_backward_within_a_transform_is_refused_in_every_turn() -> None:
    refused: list[bool] = []

    def f(x: Any) -> Any:
        z = leaf([1.0, 2.0])
        with pytest.raises(GradientError, match="a transform is running"):
            (np.sin(z) * z).sum().backward()
        refused.append(z.grad is None)
        return np.sum(x * x)

    for _ in range(30):
        tg.grad(f)(np.ones(2))
    assert refused == [True] * 30


@pytest.fixture(autouse=True)
def no_site_is_left() -> Iterator[None]:
    yield
    sites.of.clear()


def test_backward_that_records_is_a_part_of_the_run() -> None:
    """Beside what was accumulated before; first and second derivatives are those of calculus."""
    for turn in range(60):
        a = np.array([0.5, 1.0 + 0.01 * turn])
        x = leaf(a)
        (x * x).sum().backward()
        loss = (np.sin(x) * x).sum()
        loss.backward(create_graph=True)
        first = 2.0 * a + np.sin(a) + a * np.cos(a)
        g = x.grad
        assert g is not None
        np.testing.assert_allclose(g.detach().numpy(), first, rtol=1e-13)
        (h,) = tg.autograd.grad((g * a).sum(), x)
        np.testing.assert_allclose(h.numpy(), a * (2.0 * np.cos(a) - a * np.sin(a)), rtol=1e-12)
    assert compiled_turns() > 20


def test_gradients_that_results_keep_are_given_by_the_program() -> None:
    for turn in range(80):
        a = np.array([0.5, 1.0 + 0.01 * turn])
        x = leaf(a)
        h = np.sin(x)
        h.retain_grad()
        aside = np.cos(x)  # which the sweep does not reach
        aside.retain_grad()
        y = h * x
        if turn % 2:
            y.retain_grad()
        (y * h).sum().backward()
        u = np.sin(a)
        assert aside.grad is None
        assert h.grad is not None
        assert (y.grad is None) is (turn % 2 == 0)
        np.testing.assert_allclose(h.grad.numpy(), 2.0 * u * a, rtol=1e-13)
        np.testing.assert_allclose(x.grad.numpy(), 2.0 * u * a * np.cos(a) + u * u, rtol=1e-12)
        if turn % 2:
            np.testing.assert_allclose(y.grad.numpy(), u, rtol=1e-13)
    assert compiled_turns() > 20


def test_what_is_refused_is_counted_in_each_turn() -> None:
    x = leaf(np.linspace(0.0, 1.0, 6))
    for _ in range(60):
        spectrum = np.fft.rfft(x)  # complex, and alive at the sweep
        np.abs(spectrum).sum().backward()
    (found,) = [e for e in tg.debug.exits() if e.state == "refused"]
    assert found.interpreted > 50


def test_sweeps_from_several_results_of_one_run_are_compiled() -> None:
    """What one sweep has consumed, no other may pass; what it has not, others do."""
    for turn in range(60):
        a = np.array([0.5, 1.0 + 0.01 * turn])
        x = leaf(a)
        u, v, w = np.sin(x) * x, np.cos(x) * 3.0, np.exp(x)
        u.sum().backward()
        v.sum().backward()
        g = np.sin(a) + a * np.cos(a) - 3.0 * np.sin(a)
        np.testing.assert_allclose(x.grad.numpy(), g, rtol=1e-13)
        (w * w).sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), g + 2.0 * np.exp(2.0 * a), rtol=1e-13)
        for consumed in (u, v, w):
            with pytest.raises(TapeFreedError):
                consumed.sum().backward()
    assert sum(e.compiled > 20 for e in tg.debug.exits()) >= 3

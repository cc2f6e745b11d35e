"""Ctrl-C after any call of the package's Python: what was asked for has happened or has not, and what follows is right."""

from __future__ import annotations

import dis
import functools
import itertools
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.record import append
from tapegrad.record.workspace import work
from tapegrad.trace_cache import tree
from tests.trace_cache.oracle import Drawn, stage

_WITHIN = os.path.dirname(tg.__file__) + os.sep
KINDS = ("plain", "reads", "functions", "writes")
pytestmark = [
    pytest.mark.skipif(
        sys.version_info[:2] == (3, 12), reason="there, opcodes are not traced that are asked for in a trace"
    ),
    pytest.mark.filterwarnings("ignore"),
]


class _Interrupted(BaseException):
    pass


@functools.cache
def _after_calls(code: Any) -> set[int]:
    """Return where the instructions are that follow calls, after which Python looks at signals."""
    return {b.offset for a, b in itertools.pairwise(dis.get_instructions(code)) if a.opname.startswith("CALL")}


def interrupted(step: int, action: Callable[[], Any]) -> bool:
    """Act, raise after one of the calls that the package then makes, and return whether there were as many."""
    left = [step]

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(_WITHIN):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and frame.f_lasti in _after_calls(frame.f_code):
            left[0] -= 1
            if left[0] == 0:
                raise _Interrupted
        return trace

    sys.settrace(trace)
    try:
        action()
    except _Interrupted:
        return True
    finally:
        sys.settrace(None)
        tg.autograd.set_grad_enabled(True)  # which may not have been left
    return False


class Loop:
    """Turns of a program on the same data."""

    def __init__(self, kind: str, number: int, reads: bool) -> None:
        self.program, self.reads = Drawn(2 * number, kind), reads
        self.data, self.drawn = self.program.data(np.random.default_rng(number)), self.program.draw(Random(number))

    def record(self, leaves: list[Any]) -> Any:
        """Return the root, which may have been read."""
        nothing: Callable[..., None] = lambda *of: None  # noqa: E731
        root = self.program.perform(leaves, self.drawn, nothing, tg.no_grad, nothing)[0]
        if self.reads:
            root.item()
        return root

    def leaves(self) -> list[Any]:
        """Return fresh leaves."""
        return [tg.tensor(a, requires_grad=True) for a in self.data]

    def seen(self, leaves: list[Any], root: Any) -> list[Any]:
        """Return the value and the gradients."""
        return [root.item(), *[None if x.grad is None else x.grad.numpy() for x in leaves]]

    def turn(self) -> list[Any]:
        """Make a whole turn."""
        leaves = self.leaves()
        root = self.record(leaves)
        root.backward()
        return self.seen(leaves, root)


def alike(found: list[Any], wanted: list[Any]) -> None:
    for a, b in zip(found, wanted, strict=True):
        assert (a is None) == (b is None)
        if b is not None:
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9 * np.abs(b).max(initial=1.0))


def loop_of_interruptions(kind: str, what: str, reads: bool, pace: int) -> None:
    loop = Loop(kind, 1, reads)
    with tg.debug.trace_cache(False):
        wanted = loop.turn()
    with stage("compiled"):
        for _ in range(12):
            alike(loop.turn(), wanted)
        for step in itertools.count(1, pace):
            for _ in range(3):  # what is interrupted does not count as a sweep that follows a read
                loop.turn()
            leaves, roots = loop.leaves(), list[Any]()
            if what == "recorded":
                if not interrupted(step, lambda: roots.append(loop.record(leaves))):
                    break
                alike(loop.turn(), wanted)
                continue
            root = loop.record(leaves)
            more = interrupted(step, root.backward)
            other = np.sin(leaves[0]) * 3.0  # something else may be recorded first
            np.testing.assert_allclose(other.detach().numpy(), np.sin(loop.data[0]) * 3.0, rtol=1e-14)
            if all(x.grad is None for x in leaves):
                root.backward()
            alike(loop.seen(leaves, root), wanted)
            with pytest.raises(tg.errors.TapeFreedError):
                root.backward()
            if not more:
                break
        assert step > 20


@pytest.mark.parametrize("reads", [False, True], ids=["", "read before"])
@pytest.mark.parametrize("what", ["recorded", "swept"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pace", [11, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_an_interruption_at_any_moment(kind: str, what: str, reads: bool, pace: int) -> None:
    with ThreadPoolExecutor(
        1
    ) as thread:  # whose modes may stay entered, if Python had not yet begun the body of a `with`
        thread.submit(loop_of_interruptions, kind, what, reads, pace).result()


def growing_memory() -> None:
    for step in itertools.count(1):
        more = interrupted(step, lambda: work.reserve(work.capacity + 1))
        held = [*work.region[1:4], *work.planning[:3]]
        assert [len(a) for a in held] == [work.capacity] * 6
        assert len(work.planning[3]) == 6 * work.capacity
        assert work.planning[2] is work.segments
        assert work.planning[3] is work.lists
        if not more:
            break
    assert step > 5


def test_working_memory_that_grows_has_the_capacity_that_it_says() -> None:
    """Compiled code writes up to it."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(growing_memory).result()


@pytest.mark.parametrize("kind", ["real", "complex"])
def test_a_call_that_was_interrupted_is_not_taken_for_the_next_one(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instructions name calls by their number, and one may stand there whose instruction does not."""
    data = np.arange(6.0).reshape(2, 3) + (1j if kind == "complex" else 0.0)
    tree.forget()
    for _ in range(4):
        x = tg.tensor(data, requires_grad=True)
        np.cumsum(np.sin(x), axis=0).detach().numpy()

    def stop(*of: Any) -> None:
        raise _Interrupted

    x = tg.tensor(data, requires_grad=True)
    y = np.sin(x)
    with monkeypatch.context() as patch:
        patch.setattr(append, "append", stop)
        with pytest.raises(_Interrupted):
            np.flip(y, 1)
    np.testing.assert_allclose(np.cumsum(y, axis=0).detach().numpy(), np.cumsum(np.sin(data), axis=0), rtol=1e-14)

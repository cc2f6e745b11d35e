"""Loops whose turns are cut short, hundreds of them: each turn that ends is right, and nothing that is left grows wrong.

What a turn leaves that was cut short is still pending in the next one. The exceptions come in the package's Python code, also in
what it does around collections; and from a real timer, in a process of its own.
"""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.trace_cache.interrupting import interrupted

DATA = np.array([0.5, -1.0, 2.0])
SIN, COS = np.sin(DATA), np.cos(DATA)
PRODUCT = SIN * DATA
SLOPE = 2.0 * PRODUCT * (COS * DATA + SIN)  # of the sum of squares of that product
for module in pkgutil.walk_packages(tg.autograd.__path__, "tapegrad.autograd."):
    importlib.import_module(module.name)  # Python gives what is raised on the way another class

Turn = Callable[[Any], Any]  # takes a leaf, which it may sweep to, and returns a value
TURNS: dict[str, Turn] = {}
EXPECTED: dict[str, tuple[Any, Any]] = {}


def _turn(value: Any, slope: Any = None) -> Callable[[Turn], Turn]:
    """Enter a turn of a loop, with the value that it returns, and the gradient that it leaves."""

    def enter(turn: Turn) -> Turn:
        TURNS[turn.__name__] = turn
        EXPECTED[turn.__name__] = value, slope
        return turn

    return enter


@_turn(None, SLOPE)
def sweeps(x: Any) -> Any:
    y = np.sin(x) * x
    (y * y).sum().backward()


@_turn((PRODUCT**2).sum(), SLOPE)
def read_before_sweeps(x: Any) -> Any:
    y = np.sin(x) * x
    loss = (y * y).sum()
    value = loss.item()
    loss.backward()
    return value


@_turn(None)
def recorded_only(x: Any) -> Any:
    for _ in range(20):
        np.sin(x) * x


@_turn((PRODUCT.sum(), COS), SLOPE)
def without_gradient(x: Any) -> Any:
    with tg.no_grad():
        value = (np.sin(x) * x).sum().item(), np.cos(x).numpy()
    sweeps(x)
    return value


class _Twice(tg.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * 2.0 * x


@_turn(None, SLOPE)
def functions(x: Any) -> Any:
    _Twice.apply(np.sin(x) * x).sum().backward()


@_turn(2.0 * PRODUCT, SLOPE)
def hooks(x: Any) -> Any:
    y, seen = np.sin(x) * x, list[Any]()
    y.register_hook(seen.append)
    (y * y).sum().backward()
    return seen[0].numpy()


@_turn(None, SLOPE * [1.0, 9.0, 9.0])
def writes(x: Any) -> Any:
    y = np.sin(x) * x
    y[1:] *= 3.0
    (y * y).sum().backward()


@_turn(np.cumsum(PRODUCT)[[2, 0]], (COS * DATA + SIN) * [2.0, 1.0, 1.0])
def calls_and_rows(x: Any) -> Any:
    y = np.cumsum(np.sin(x) * x)[np.array([2, 0])]
    y.sum().backward()
    return y.detach().numpy()


@_turn(SLOPE, SLOPE)
def gradients_with_graph(x: Any) -> Any:
    y = np.sin(x) * x
    (g,) = tg.autograd.grad((y * y).sum(), [x], create_graph=True)
    g.sum().item()
    sweeps(x)
    return g.detach().numpy()


def _alike(found: Any, wanted: Any) -> None:
    if wanted is None:
        assert found is None
    else:
        for a, b in zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]:
            np.testing.assert_allclose(a, b, rtol=1e-12)


def _loop(name: str, seed: int, count: int) -> int:
    """Return how many turns ended, of so many."""
    turn, rng, ended = TURNS[name], Random(seed), 0
    x = tg.tensor(DATA, requires_grad=True)
    for _ in range(40):  # until it is compiled
        x.grad = None
        turn(x)
    for _ in range(count):
        x.grad, found = None, list[Any]()
        gc.set_threshold(rng.choice((5, 50, 500, 100_000)), 5, 5)
        more = interrupted(rng.randrange(rng.choice((30, 300, 3000))), lambda found=found: found.append(turn(x)))
        gc.set_threshold(100_000)
        tg.autograd.set_grad_enabled(True)  # which may not have been left, if Python had not begun to leave it
        _alike(np.cos(x).sum().item(), COS.sum())
        slope = EXPECTED[name][1]
        if not more:
            ended += 1
            _alike(found[0], EXPECTED[name][0])
            assert (x.grad is None) == (slope is None)
        if x.grad is not None:  # all of it, also where the turn was cut short
            _alike(x.grad.numpy(), slope)
    x.grad = None
    _alike(turn(x), EXPECTED[name][0])
    return ended


@pytest.fixture
def seldom_collected() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.skipif(sys.version_info[:2] == (3, 12), reason="opcodes are not traced there that a trace asks for")
@pytest.mark.usefixtures("seldom_collected")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cached", [True, False], ids=["", "no trace cache"])
@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize(
    ("count", "seed"), [(150, 0), *[pytest.param(4000, s, marks=pytest.mark.exhaustive) for s in range(1, 4)]]
)
def test_turns_that_end_are_right(name: str, cached: bool, count: int, seed: int) -> None:
    with tg.debug.trace_cache(cached), ThreadPoolExecutor(1) as thread:
        assert 0 < thread.submit(_loop, name, seed, count).result() < count


_TIMED = """
import os, random, signal, sys
import numpy as np
import tapegrad as tg
from tests.trace_cache import test_interrupted_loops as loops

name, count = sys.argv[1], int(sys.argv[2])
x, rng, armed, cut = tg.tensor(loops.DATA, requires_grad=True), random.Random(0), False, 0

class Interrupted(BaseException):
    pass

def handler(number, frame):
    global armed
    if armed:
        armed = False
        raise Interrupted

signal.signal(signal.SIGALRM, handler)
for k in range(count):
    x.grad = None
    found = []
    try:
        if k > 50:
            signal.setitimer(signal.ITIMER_REAL, rng.uniform(2e-5, 4e-4))
            armed = True
        found.append(loops.TURNS[name](x))
        armed = False
    except Interrupted:
        cut += 1
    armed = False
    tg.autograd.set_grad_enabled(True)
    value, slope = loops.EXPECTED[name]
    if found:
        loops._alike(found[0], value)
    if x.grad is not None:
        loops._alike(x.grad.numpy(), slope)
signal.setitimer(signal.ITIMER_REAL, 0.0)
loops._alike(np.cos(x).sum().item(), loops.COS.sum())
print(cut)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", TURNS)
def test_thousands_of_signals_leave_a_whole_process(name: str) -> None:
    process = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", _TIMED, name, "3000"], capture_output=True, text=True,
        env={**os.environ, "PYTHONMALLOC": "debug"}, cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr[-3000:]
    assert int(process.stdout) > 100

"""Turns of programs that meet in one process, each compared with NumPy and PyTorch."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

import tapegrad as tg
from tests.trace_cache import finalizers
from tests.trace_cache.in_torch import gradient
from tests.trace_cache.preempting import Preempting
from tests.trace_cache.programs import Program
from tests.trace_cache.worlds import perform

_ACTIVE = 12  # programs that take turns
_THRESHOLDS = (3, 31, 150)


class Wrong(AssertionError):
    """A turn that gives something else than NumPy and PyTorch."""


class Meeting:
    """Programs that take turns.

    Attributes
    ----------
    count : int
        The turns that were made.
    life : int
        The turns of a program, on average. Calls are learnt, followed by machine code, and sealed.

    Notes
    -----
    Those of a seed take the same programs, and each `thread` has turns of its own.
    """

    life = 250

    def __init__(self, seed: int, collects: bool = True, thread: int = 0) -> None:
        self._rng, self._seeds = Random(seed + 1000003 * thread), Random(seed)
        self._collects = collects
        self.count = 0
        self._programs = [self._program() for _ in range(_ACTIVE)]
        self._leaves: dict[tuple[int, tuple[int, ...]], Any] = {}

    def _program(self) -> tuple[int, Program]:
        seed = self._seeds.randrange(10**9)
        return seed, Program(seed)

    def _leaf(self, k: int, shape: tuple[int, ...]) -> Any:
        if (k, shape) not in self._leaves or self._rng.random() < 0.01:
            data = np.random.default_rng(self._rng.randrange(10**6)).normal(size=shape)
            self._leaves[k, shape] = tg.tensor(data, requires_grad=True), data
        return self._leaves[k, shape]

    def turns(self, count: int) -> Iterator[Wrong]:
        """Make so many turns, and yield what is wrong in them; a program that is wrong takes no more turns."""
        with finalizers.raising():
            yield from self.some(count)

    def some(self, count: int) -> Iterator[Wrong]:
        """Make turns as `turns` does, among others."""
        rng, stop = self._rng, self.count + count
        while self.count < stop:
            k = rng.randrange(_ACTIVE)
            seed, program = self._programs[k]
            for _ in range(min(rng.choice([1, 1, 3, 20, 80]), stop - self.count)):
                self.count += 1
                try:
                    self._turn(program)
                except Exception as error:
                    places = "".join(traceback.format_tb(error.__traceback__)[-4:])
                    found = f"turn {self.count}, program {seed}: {error!r}\n{places}  {program.shapes} {program.steps}"
                    self._programs[k] = self._program()
                    yield Wrong(found)
                    break
            if rng.random() < 20 / self.life:
                self._programs[rng.randrange(_ACTIVE)] = self._program()

    def _turn(self, program: Program) -> None:
        rng = self._rng
        leaves, data = zip(*[self._leaf(k, shape) for k, shape in enumerate(program.shapes)], strict=True)
        drawn = program.draw(rng)
        end = program.steps[-1][2]
        value, slopes, expected = gradient(program, data, drawn)
        numpys: list[float] = []
        total, _ = perform(program, [a.copy() for a in data], drawn, lambda v: numpys.append(float(v)))
        _expect("NumPy and PyTorch", [total, *numpys], [value, *expected])
        reads: list[float] = []
        threshold = rng.choice(_THRESHOLDS) if self._collects and rng.random() < 0.5 else None
        for x in leaves:
            x.grad = None
        with finalizers.collecting(threshold):
            total, values = perform(
                program, leaves, drawn, lambda v: reads.append(float(v.detach() if isinstance(v, tg.Tensor) else v)), tg.no_grad,
                lambda what, _: finalizers.Garbage(rng, leaves[0]) if what == "garbage" and self._collects else None,
            )  # fmt: skip
            if not program.keeps:
                del values
            if "read" in end:
                _expect("the value that is read", total.item(), value)
            if "sweep" in end:
                total.backward()
                gradients = [x.grad for x in leaves]
            elif end == "grad":
                gradients = tg.autograd.grad(total, leaves, allow_unused=True)
        _expect("the values that are read", reads, expected)
        _expect("the value", total.item(), value)
        if end != "read":
            for g, slope in zip(gradients, slopes, strict=True):
                _expect("a gradient", np.zeros(slope.shape) if g is None else g.numpy(), slope)
        if finalizers.wrong:
            found = list(finalizers.wrong)
            finalizers.wrong.clear()
            raise Wrong("; ".join(found))


def _expect(what: str, found: Any, expected: Any) -> None:
    scale = np.abs(expected).max(initial=1.0)
    if (
        np.shape(found) != np.shape(expected)
        or not np.abs(np.subtract(found, expected)).max(initial=0.0) < 1e-9 * scale
    ):
        raise Wrong(f"{what}: {found}, expected {expected}")


class Preempted(Meeting):
    """A meeting whose turns are preempted by turns that another thread makes with the same programs.

    Nothing collects in the middle of a turn: a finalizer would compute on any thread.
    """

    life = 30

    def __init__(self, seed: int) -> None:
        super().__init__(seed, collects=False)
        others = Meeting(seed, collects=False, thread=1)
        others.life = self.life
        self._wrong: list[Wrong] = []
        self._preempting = Preempting(lambda: self._wrong.extend(others.some(1)), self._rng)

    def _turn(self, program: Program) -> None:
        self._preempting.call(lambda: super(Preempted, self)._turn(program))
        if self._wrong:
            raise Wrong(f"on the other thread: {self._wrong.pop()}")

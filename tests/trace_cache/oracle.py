"""The oracle: turns with the trace cache on and off, in one process, and whatever is seen of them compared.

Along paths, in Python or in machine code, the bits are the same; of what is compiled the last ones may differ
(`docs/decisions/trace_cache.md`).
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.tensor import compiled_methods
from tapegrad.trace_cache import compiled_ops, thresholds, tree
from tests.ops.test_arrays import Call, as_list, named, weights
from tests.trace_cache.programs import Program
from tests.trace_cache.worlds import perform

STAGES = ("in Python", "in machine code", "compiled")
REFUSALS = (tg.errors.TapegradError, ValueError, TypeError, ArithmeticError, IndexError)
NEVER = 10**9
SOON = 4  # sweeps until a program is made


@contextlib.contextmanager
def stage(name: str) -> Iterator[None]:
    """Let eager code that returns be followed by Python or by machine code, or be compiled soon; nothing is known yet."""
    with pytest.MonkeyPatch.context() as patch:
        if name != "in Python":
            compiled_methods.load()
        patch.setattr(tree.cursor, "left", NEVER if name == "in Python" else 0)
        patch.setattr(tree.cursor, "on", name != "in Python")
        patch.setattr(compiled_ops, "CALLS_OF_AN_OP", 2)
        soon = SOON if name == "compiled" else NEVER
        patch.setattr(thresholds, "sweeps_until_hot", lambda length: soon)
        patch.setattr(thresholds, "VALUES_ALONE", 1)
        with tg.debug.trace_cache(True):
            yield


class Sample:
    """A program that makes one call of a record, as users do, of leaves or twice of results."""

    keeps, dtype = False, np.float64
    steps: Sequence[Any] = (("call", None),)

    def __init__(self, call: Call, twice: bool) -> None:
        self.call, self.twice = call, twice

    def data(self, rng: np.random.Generator) -> list[np.ndarray]:
        """Return the sample's arrays, a little larger."""
        return [np.asarray(a * (1.0 + 0.001 * rng.integers(5))).astype(a.dtype) for a in self.call.arrays]

    def draw(self, rng: Random) -> None:
        """Do nothing: parameters are those of the sample."""

    def perform(self, leaves: Sequence[Any], drawn: None, read: Any, aside: Any, between: Any) -> tuple[Any, list[Any]]:
        """Return the sum of what the call gives."""
        given = [x * 1.0 for x in leaves] if self.twice else leaves
        between("call", [*leaves])
        parts = as_list(named(self.call, given)) + (as_list(named(self.call, given)) if self.twice else [])
        real = [p for p in parts if isinstance(p, tg.Tensor) and p.dtype.kind == "f" and p.requires_grad]
        return sum((p * w).sum() for p, w in zip(real, weights(real), strict=True)) if real else None, [*leaves, *parts]


class Drawn:
    """A random program, with its data."""

    def __init__(self, seed: int, kind: str) -> None:
        self.program = Program(seed, kind)
        self.steps, self.keeps = self.program.steps, self.program.keeps
        self.end = self.steps[-1][2]
        self.dtype = np.float32 if seed % 4 == 3 else np.float64
        self.pick = seed % 7  # of the results

    def data(self, rng: np.random.Generator) -> list[np.ndarray]:
        """Return the arrays of the leaves in a turn."""
        return [np.asarray(rng.normal(size=s), self.dtype) for s in self.program.shapes]

    def draw(self, rng: Random) -> Any:
        """Return indices and numbers of a turn."""
        return self.program.draw(rng)

    def perform(self, leaves: Sequence[Any], drawn: Any, read: Any, aside: Any, between: Any) -> tuple[Any, list[Any]]:
        """Run the program."""
        return perform(self.program, leaves, drawn, read, aside, between)  # type: ignore[no-any-return]


def shown(x: Any) -> Any:
    """Return what can be seen of something now."""
    if isinstance(x, tg.Tensor):
        return "Tensor", x.requires_grad, x.is_leaf, np.array(x.detach().numpy())
    if isinstance(x, (list, tuple)):
        return [shown(part) for part in x]
    if isinstance(x, BaseException):
        return type(x).__name__, str(x)
    return np.array(x) if isinstance(x, np.ndarray) else x


class Turn:
    """One turn of a program, and what is seen of it.

    Attributes
    ----------
    leaves, values : list of Tensor
        `values` are all that there are so far, with the leaves.
    root, result : Tensor or None
        What is swept; one of the results, which then lives until the turn ends.
    seen : list
    kept : list
        What lives on, in this turn and in later ones.
    on : bool
        Whether the trace cache is on.
    """

    def __init__(self, program: Any, observers: Sequence[Any], seed: str, leaves: list[Any], kept: list[Any], on: bool) -> None:  # fmt: skip
        self.program, self.observers, self.rng = program, observers, Random(seed)
        self.leaves, self.kept, self.on = leaves, kept, on
        self.values: list[Any] = []
        self.root: Any = None
        self.result: Any = None
        self.seen: list[Any] = []
        self.drawn = program.draw(Random(seed))
        self._when = self.rng.randrange(len(program.steps))
        self._steps = 0

    def see(self, *things: Any) -> None:
        """Note things as they are now."""
        self.seen += map(shown, things)

    def attempt(self, action: Callable[[], Any]) -> Any:
        """Note what an action gives, or the error that it ends in."""
        try:
            found = action()
        except REFUSALS as error:
            found = error
        self.see(found)
        return found

    def between(self, what: str, values: list[Any]) -> None:
        """Let observers act before one of the steps."""
        self.values = values
        if self._steps == self._when:
            self._tell("within")
        self._steps += 1

    def _tell(self, moment: str) -> bool:
        acting = [o for o in self.observers if o.moment == moment]
        for observer in acting:
            observer.act(self)
        return bool(acting)

    def run(self, picks: bool) -> list[Any]:
        """Make the turn; with `picks`, one of the results lives."""
        with contextlib.ExitStack() as around:
            try:
                self._tell("begin")
                for observer in self.observers:
                    if observer.moment == "around":
                        around.enter_context(observer.act(self))
                self._record(picks)
                if self.root is None or not self.root.requires_grad:
                    self.see(self.values, self.root)
                    return self.seen
                self._tell("recorded")
                if not self._tell("sweep"):
                    self._sweep()
                self._tell("end")
            except REFUSALS as error:
                self.see(error)
        self._finish()
        return self.seen

    def _record(self, picks: bool) -> None:
        reads: list[Any] = []
        self.root, values = self.program.perform(
            self.leaves, self.drawn, lambda v: reads.append(shown(v)), tg.no_grad, self.between
        )
        self.seen += reads
        results = [v for v in values[len(self.leaves) :] if isinstance(v, tg.Tensor) and v.requires_grad and v.dtype.kind == "f" and v is not self.root]  # fmt: skip
        if picks and results:
            self.result = results[getattr(self.program, "pick", 0) % len(results)]
        if self.program.keeps:
            self.kept[:] = [self.result, *values]
        self.values = [] if self.root is not None else values
        del results

    def _sweep(self) -> None:
        end = getattr(self.program, "end", "sweep")
        if "read" in end:
            self.see(self.root.item())
        if "sweep" in end:
            self.root.backward()
        elif end == "grad":
            self.see(tg.autograd.grad(self.root, self.leaves, allow_unused=True))

    def _finish(self) -> None:
        """Note gradients and values, and what a further sweep meets."""
        self.see([x.grad for x in self.leaves], self.leaves, self.root, self.result)
        if self.result is not None:
            self.see(getattr(self.result, "grad", None) if self.result.retains_grad else None)
        for root in (self.result, self.root):
            if root is not None and not root.is_leaf and self.rng.random() < 0.5:
                self.attempt(root.sum().backward)
        self.see([x.grad for x in self.leaves])


class Case:
    """Programs that take turns, in some of which observers act.

    Parameters
    ----------
    programs : list
    schedule : list of tuples
        For each turn the number of its program, and the observers.
    seed : int
    """

    def __init__(self, programs: Sequence[Any], schedule: Sequence[tuple[int, Sequence[Any]]], seed: int) -> None:
        self.programs, self.schedule, self.seed = programs, schedule, seed
        self.picks = any(o.result for _, observers in schedule for o in observers)

    def turns(self, on: bool) -> list[list[Any]]:
        """Return what is seen of each turn."""
        found, kept, leaves = [], [], dict[int, list[Any]]()
        renewed = self.seed % 2  # or the same leaves in each turn
        for number, (k, observers) in enumerate(self.schedule):
            program, seed = self.programs[k], f"{self.seed} {number}"
            if renewed or k not in leaves:
                data = program.data(np.random.default_rng([self.seed, number]))
                leaves[k] = [tg.tensor(a, requires_grad=True) for a in data]
            for x in leaves[k]:
                x.grad = None
            turn = Turn(program, observers, seed, leaves[k], kept, on)
            found.append(turn.run(self.picks))
            if any(o.spoils for o in observers):
                del leaves[k]
            del turn
        return found

    def check(self, exact: bool) -> list[tg.debug.Exit]:
        """Make the turns with the trace cache and without, compare, and return the exits."""
        single = any(p.dtype == np.float32 for p in self.programs)
        close = 0.0 if exact else 1e-4 if single else 1e-9
        found = self.turns(True)
        exits = tg.debug.exits()
        with tg.debug.trace_cache(False):
            wanted = self.turns(False)
        for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
            where = differs(one, other, close)
            observers = [o.name for o in self.schedule[number][1]]
            assert not where, f"turn {number} {observers} {where}\n{self}"
        return exits

    def __repr__(self) -> str:
        steps = [p.steps if isinstance(p, Drawn) else (p.call.entry.name, p.twice) for p in self.programs]
        return f"seed {self.seed}, programs {[k for k, _ in self.schedule]}: {steps}"


def among(observers: Sequence[Any], plain: int) -> list[tuple[int, Sequence[Any]]]:
    """Return a schedule: so many plain turns, and then each observer (or several at once) twice among plain ones."""
    found: list[tuple[int, Sequence[Any]]] = [(0, ())] * plain + [(1, ())] * 3
    for one in observers:
        acting = one if isinstance(one, list) else [one]
        found += [(0, acting), (0, ()), (0, acting), (1, acting)]
    return [*found, (0, ()), (1, ())]


def differs(found: Any, wanted: Any, close: float) -> str:
    """Return where two things that were seen differ by more than `close`, or in a bit if that is 0; empty if they do not."""
    if isinstance(wanted, (list, tuple)):
        if not isinstance(found, (list, tuple)) or len(found) != len(wanted):
            return f"{found} is not {wanted}"
        inner = (differs(a, b, close) for a, b in zip(found, wanted, strict=True))
        return next((f"[{k}]{where}" for k, where in enumerate(inner) if where), "")
    if isinstance(wanted, (np.ndarray, np.generic, float)):
        a, b = np.asarray(found), np.asarray(wanted)
        if type(found) is not type(wanted) or a.dtype != b.dtype or a.shape != b.shape:
            return f": {found!r} is not {wanted!r}"
        return "" if _alike(a, b, close) else f": {found!r} is not {wanted!r}"
    return "" if found == wanted else f": {found!r} is not {wanted!r}"


def _alike(a: np.ndarray, b: np.ndarray, close: float) -> bool:
    if not close or b.dtype.kind not in "fc":
        return a.tobytes() == b.tobytes()
    return np.allclose(a, b, rtol=close, atol=close * np.abs(b[np.isfinite(b)]).max(initial=0.0), equal_nan=True)


def python_calls(function: Callable[[], Any]) -> list[str]:
    """Return the functions of the package that a call enters."""
    entered: list[str] = []

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and frame.f_globals.get("__name__", "").startswith("tapegrad"):
            entered.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return entered

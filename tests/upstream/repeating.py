"""The repetitions of a call, and what they show.

eager        with Tensors for arrays
compiled     with the arrays as inputs of a compiled function that makes the call: its first answer
replay       the answer of the same compiled function to other floats, which NumPy or SciPy is asked for as well
gradient     by a reverse sweep, and compiled gradient, replayed: see `gradients`

Compiling takes most of the time, and differences after it. So of the calls of one form (a function with as many arguments,
dtypes and dimensions) the first is compiled, and after it every `Settings.every`-th; these are asked for gradients, and the
first `Settings.every`. Loops of tests index and add element by element, or try all arrays of so many truth values: operators of a
form are repeated ten times as often as that, functions a thousand times, and then every `Settings.every`-th time.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import signal
import warnings
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.errors import TapegradError

from .calls import Call, Outcome, copied, leaves, outcome, shaken, tensors
from .comparing import Difference, compared, invariants, moves, shown
from .gradients import NoQuotient, Question, differences


@dataclass
class Settings:
    """What of the repetitions is made."""

    every: int = 10
    seconds: float = 30.0


class TooLong(BaseException):
    """A repetition that takes longer than it may; no `except Exception` of a test or of tapegrad stops it."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooLong` in what takes longer, in time of the processor: machines that run tests are busy."""

    def stop(*_: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Repeater:
    """Repeats calls, and counts what it does."""

    settings: Settings
    counts: collections.Counter[str] = field(default_factory=collections.Counter)
    forms: collections.Counter[Any] = field(default_factory=collections.Counter)
    seen: collections.Counter[Any] = field(default_factory=collections.Counter)

    def due(self, call: Call) -> bool:
        """Whether a call is repeated: the first ones of a form, and after them every so many."""
        form, every = call.form(), self.settings.every
        self.seen[form] += 1
        first = 10 * every if call.name.startswith("operator.") else 1000
        return self.seen[form] <= first or self.seen[form] % every == 0

    def repeat(self, call: Call, expected: Outcome) -> list[Difference]:
        """Return how the repetitions of a call differ from it."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                with limited(self.settings.seconds):
                    found = self._repeated(call, expected)
            except TooLong:
                return [Difference("", "time", f"longer than {self.settings.seconds:.0f} s")]
            if found and not self._repeatable(call, expected):
                self.counts["not repeatable"] += 1
                return []
            return found

    def _repeated(self, call: Call, expected: Outcome) -> list[Difference]:
        arrays = call.arrays()
        if call.may_overwrite():
            expected = expected._replace(written=None)
        found = self._compared("eager", call, arrays, expected, call.run(call.twin, tensors(arrays)))
        form = call.form()
        before = self.forms[form]
        chosen = before % self.settings.every == 0
        self.forms[form] += 1
        if _wrong(found):
            return found
        asked = expected.error is None and (chosen or before < self.settings.every)
        question = self._question(call, expected) if asked else None
        if question is not None:
            self.counts["gradients"] += 1
            found += self._derived(question, "gradient", Question.eager)
        if chosen:
            self.counts["compiled"] += 1
            found += self._compiled(call, expected)
            if question is not None and not _wrong(found):
                found += self._derived(question, "compiled gradient", Question.compiled)
        return found

    @staticmethod
    def _compared(form: str, call: Call, arrays: list[Any], expected: Outcome, found: Outcome) -> list[Difference]:
        """Compare outcomes of a call; what the library's own answer moves by, if the arguments move by their last bits, is rounding and says so."""
        different = compared(form, expected, found, invariants(call.name))
        if different and different[0].kind in ("value", "rounding"):
            rng = np.random.default_rng(0)
            moved = [call.run(call.original, [shaken(a, rng) for a in arrays]) for _ in range(5)]
            of = invariants(call.name) or (lambda value: value)
            if not any(m.error for m in moved) and moves(
                *map(of, (expected.value, found.value)), [of(m.value) for m in moved]
            ):
                return [
                    different[0]._replace(kind="rounding", detail=f"other last bits move it so: {different[0].detail}")
                ]
        return different

    def _compiled(self, call: Call, expected: Outcome) -> list[Difference]:
        """The first answer of a compiled call, and a replay with other floats."""
        compiled = Compiled(call)
        arrays = call.arrays()
        found = self._compared("compiled", call, arrays, expected, compiled(arrays))
        if found or expected.error is not None:
            return found
        other = [np.asarray(a * a.dtype.type(0.75)) if a.dtype.kind in "fc" else a for a in arrays]
        again = call.run(call.original, [copied(a) for a in other])
        if _of_the_library(again):
            return []
        again = again if expected.written is not None else again._replace(written=None)
        return self._compared("replay", call, other, again, compiled(other))

    def _question(self, call: Call, expected: Outcome) -> Question | None:
        """A question for the gradient, if there is a quotient."""
        try:
            question = Question(call, expected, zlib.crc32(repr(call.form()).encode()))
            _ = question.quotient
        except NoQuotient as error:
            self.counts[f"no quotient: {error}"] += 1
            return None
        except Exception:
            self.counts["no quotient: refused nearby"] += 1
            return None
        return question

    def _derived(self, question: Question, form: str, sweep: Callable[[Question], float]) -> list[Difference]:
        try:
            return differences(question, form, sweep)
        except NoQuotient:  # along parts of the direction
            return []
        except (TapegradError, np.linalg.LinAlgError) as error:
            return [Difference(form, "refused", f"{type(error).__name__}: {error}")]
        except Exception as error:
            return [Difference(form, "bare", f"{type(error).__name__}: {error}")]

    def _repeatable(self, call: Call, expected: Outcome) -> bool:
        """Whether the library gives the same again, and draws no random numbers."""
        again = call.run(call.original, [copied(a) for a in call.arrays()])
        return not compared("again", expected, again)


def _wrong(found: list[Difference]) -> bool:
    """Whether there is more than a choice that was made otherwise."""
    return any(difference.kind != "choice" for difference in found)


def _of_the_library(found: Outcome) -> bool:
    """Whether an error is about warnings that a test makes errors, which Tensors do not raise."""
    return isinstance(found.error, Warning | FloatingPointError)


class Compiled:
    """A compiled function that makes a call, whose inputs are its arrays, and gives its value and its arrays."""

    def __init__(self, call: Call) -> None:
        self.call, self.shape = call, None
        self.function = tg.compile(self._recorded)

    def _recorded(self, *arrays: Any) -> Any:
        found = self.call.run(self.call.twin, list(arrays))
        if found.error is not None:
            raise found.error
        parts = [part for _, part in leaves(found.value)]
        self.value = _refilled(found.value, itertools.repeat(_HOLE))
        self.numbers = [k for k, part in enumerate(parts) if isinstance(part, tg.Tensor)]
        return [parts[k] for k in self.numbers], list(arrays)

    def __call__(self, arrays: list[np.ndarray]) -> Outcome:
        found = outcome(lambda: self.function(*map(copied, arrays)), [])
        if found.error is not None:
            return found
        values, written = found.value
        return Outcome(_refilled(self.value, iter(values)), written)


_HOLE = object()


def _refilled(x: Any, values: Iterator[Any]) -> Any:
    """A result with others in place of Tensors, or of the holes that they left."""
    if isinstance(x, dict):
        return {key: _refilled(item, values) for key, item in x.items()}
    if isinstance(x, list | tuple):
        items = [_refilled(item, values) for item in x]
        return type(x)(*items) if hasattr(x, "_fields") else type(x)(items)
    return next(values) if isinstance(x, tg.Tensor) or x is _HOLE else x


def reproducer(call: Call, test: str, difference: Difference) -> str:
    """A text by which a failure can be found again."""
    args = [shown(a, 300) for a in call.args] + [f"{key}={shown(a, 300)}" for key, a in call.keywords.items()]
    return f"{test}\n    {difference.form} {difference.kind}: {call.name}({', '.join(args)})\n    {difference.detail}"

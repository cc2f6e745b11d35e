"""Varying sizes: finds which numbers of a program differ between recordings of one function, and marks them.

Recordings of a function for arrays of other sizes often have the same instructions on the same operands. What differs
are lengths in forms, integers in static parameters, and numbers that were computed from sizes. Which of them are one
number is seen in the recordings: those that were equal in all of them. The marked program has extents in their places,
so its text may serve for other sizes, too (see `machine.extents`).

Tests: tests/codegen/test_varying_sizes.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tapegrad.ir.forms import Form
from tapegrad.ir.program import Program, static_key
from tapegrad.machine.extents import Extents

_WITNESSES = 8  # recordings that tell numbers apart
_BOUND = 1 << 62


class Outline(NamedTuple):
    """A program without its sizes, and these.

    Attributes
    ----------
    key : hashable
        Equal for programs that differ in numbers alone.
    numbers : ndarray of int64
        The lengths of all forms, the integers in static parameters, and the bits of constants of one element.
    """

    key: Any
    numbers: np.ndarray


def outline_of(program: Program) -> Outline | None:
    """Return the outline of a program; None if integers are too large."""
    numbers: list[int] = []
    kinds: dict[Form, Any] = {}
    for form in program.forms:
        if form not in kinds:
            kinds[form] = len(form.shape), form.dtype.str, form.lane and form.lane.str
        numbers += form.shape
    statics = [(slot, _split(static, numbers)) for slot, static in enumerate(program.statics) if static]
    if any(not -_BOUND < n < _BOUND for n in numbers):
        return None
    key = (
        tuple([op and op.name for op in program.ops]), tuple(program.operands),
        tuple([kinds[f] for f in program.forms]), tuple(statics), tuple(program.inputs), tuple(program.outputs),
        tuple([(slot, value.size == 1) for slot, value in program.constants.items()]),
        tuple([(g.slot, g.expected) for g in program.guards]),
    )  # fmt: skip
    bits = [c.view(np.int32 if c.itemsize == 4 else np.int64).item() for c in _scalars(program)]
    return Outline(key, np.array(numbers + bits, np.int64))


def _scalars(program: Program) -> list[np.ndarray]:
    return [value for value in program.constants.values() if value.size == 1]


def _split(value: Any, numbers: list[int]) -> Any:
    """Return static parameters without their integers, which go to a list."""
    if value.__class__ is int:
        numbers.append(value)
        return "#"
    if isinstance(value, (list, tuple)):
        return value.__class__, *[_split(v, numbers) for v in value]
    if isinstance(value, dict):
        return tuple([(name, _split(v, numbers)) for name, v in value.items()])
    if isinstance(value, slice):
        return "slice", *[_split(v, numbers) for v in (value.start, value.stop, value.step)]
    if isinstance(value, np.ndarray):
        return "array", value.dtype.str, value.ndim
    return value.__class__, static_key(value)


class VaryingSizes:
    """What differs between the recordings with one outline.

    Attributes
    ----------
    count : int
        How many recordings there were, of different numbers.
    """

    def __init__(self) -> None:
        self.count = 0
        self._witnesses: list[np.ndarray] = []
        self._first = self._class = np.zeros(0, np.int64)
        self._varying = np.zeros(0, bool)

    def join(self, numbers: np.ndarray) -> None:
        """Take in the numbers of a recording."""
        if not any(np.array_equal(numbers, w) for w in self._witnesses):
            self.count += 1
        same_class = len(self._witnesses) and np.array_equal(numbers[self._first][self._class], numbers)
        if not same_class or (numbers != self._witnesses[0])[~self._varying].any():
            self._witnesses.append(numbers)
            table = np.array(self._witnesses)
            _, self._first, self._class = np.unique(table, axis=1, return_index=True, return_inverse=True)
            self._class = self._class.reshape(-1)
            self._varying = (table != table[0]).any(axis=0)

    @property
    def endless(self) -> bool:
        """Whether ever other numbers differ, so that no end of it can be seen."""
        return len(self._witnesses) > _WITNESSES

    def marked(self, program: Program, numbers: np.ndarray) -> Program:
        """Return a program that has joined, with extents for the numbers that vary."""
        extents = Extents()
        marks = _Marks(extents, numbers.tolist(), self._class.tolist(), self._varying.tolist())
        new = Program()
        for name in ("ops", "operands", "constants", "inputs", "outputs", "guards", "lines", "recorded"):
            setattr(new, name, getattr(program, name))
        new.forms = [marks.form(form) for form in program.forms]
        new.statics = [marks.static(static) if static else static for static in program.statics]
        for slot, value in program.constants.items():
            if value.size == 1 and self._varying[marks.step()]:
                extents.scalars.add(slot)
        new.derived["extents"] = extents
        return new


class _Marks:
    """The numbers of a program, which are taken in the order of its outline."""

    def __init__(self, extents: Extents, numbers: list[int], classes: list[int], varying: list[bool]) -> None:
        self.extents, self.numbers, self.classes, self.varying = extents, numbers, classes, varying
        self.at = 0
        self._forms: dict[Any, Form] = {}

    def step(self) -> int:
        self.at += 1
        return self.at - 1

    def next(self) -> int:
        k = self.step()
        n = self.numbers[k]
        return self.extents.number(n, ("size", self.classes[k])) if self.varying[k] else n

    def form(self, form: Form) -> Form:
        first, stop = self.at, self.at + len(form.shape)
        if not any(self.varying[first:stop]):
            self.at = stop
            return form
        key = form, *self.classes[first:stop], *self.varying[first:stop]
        marked = self._forms.get(key)
        if marked is None:
            marked = self._forms[key] = form.of_extents(tuple([self.next() for _ in form.shape]))
        self.at = stop
        return marked

    def static(self, value: Any) -> Any:
        """Return static parameters with extents, as `_split` took them apart."""
        if value.__class__ is int:
            return self.next()
        if isinstance(value, (list, tuple)):
            items = [self.static(v) for v in value]
            if all(a is b for a, b in zip(items, value, strict=True)):
                return value
            return value.__class__(*items) if hasattr(value, "_fields") else value.__class__(items)
        if isinstance(value, dict):
            return {name: self.static(v) for name, v in value.items()}
        if isinstance(value, slice):
            return slice(*[self.static(v) for v in (value.start, value.stop, value.step)])
        return value

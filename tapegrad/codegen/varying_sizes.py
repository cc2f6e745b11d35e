"""Varying sizes: finds which numbers of a program differ between recordings of one function, and marks them.

Recordings of a function for arrays of other sizes often have the same instructions on the same operands. What differs
are lengths in forms, integers in static parameters, and numbers that were computed from sizes. Which of them are one
number is seen in the recordings: those that were equal in all of them. The marked program has extents in their places,
so its text may serve for other sizes, too (see `machine.extents`).

Tests: tests/codegen/test_varying_sizes.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from tapegrad.ir.forms import Form
from tapegrad.ir.program import Program, static_key
from tapegrad.ir.program_columns import alike
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
    arrays : list of ndarray
        Those in static parameters.
    """

    key: Any
    numbers: np.ndarray
    arrays: list[np.ndarray]


def outline_of(program: Program) -> Outline | None:
    """Return the outline of a program; None if integers are too large."""
    numbers: list[int] = []
    arrays: list[np.ndarray] = []
    kinds: dict[Form, Any] = {}
    for form in program.forms:
        if form not in kinds:
            kinds[form] = len(form.shape), form.dtype.str, form.lane and form.lane.str
        numbers += form.shape
    statics = [(slot, _split(static, numbers, arrays)) for slot, static in enumerate(program.statics) if static]
    if any(not -_BOUND < n < _BOUND for n in numbers):
        return None
    key = (
        tuple(program.ops), tuple(program.operands),
        tuple([kinds[f] for f in program.forms]), tuple(statics), tuple(program.inputs), tuple(program.outputs),
        tuple([(slot, value.size == 1) for slot, value in program.constants.items()]),
        tuple([(g.slot, repr(g.expected)) for g in program.guards]),
    )  # fmt: skip
    bits = [c.view(np.int32 if c.itemsize == 4 else np.int64).item() for c in _scalars(program)]
    return Outline(key, np.array(numbers + bits, np.int64), arrays)


def _scalars(program: Program) -> list[np.ndarray]:
    return [value for value in program.constants.values() if value.size == 1]


def _split(value: Any, numbers: list[int], arrays: list[np.ndarray]) -> Any:
    """Return static parameters without their integers and arrays, which go to lists."""
    if value.__class__ is int:
        numbers.append(value)
        return "#"
    if isinstance(value, (list, tuple)):
        return value.__class__, *[_split(v, numbers, arrays) for v in value]
    if isinstance(value, dict):
        return tuple([(name, _split(v, numbers, arrays)) for name, v in value.items()])
    if isinstance(value, slice):
        return "slice", *[_split(v, numbers, arrays) for v in (value.start, value.stop, value.step)]
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return "array", value.dtype.str, value.ndim
    if isinstance(value, (float, complex)):
        return value.__class__, repr(value)  # zeros of both signs are equal
    return value.__class__, static_key(value)


class Partition(NamedTuple):
    """Which numbers of an outline are one number, and which vary, as far as recordings have told them apart.

    Attributes
    ----------
    first : ndarray of int
        Where each number is met first.
    number : ndarray of int
        The number that stands at a place of the outline.
    varies : ndarray of bool
        Whether what stands there varies.
    example : ndarray of int64
        What stands there in a recording.
    """

    first: np.ndarray
    number: np.ndarray
    varies: np.ndarray
    example: np.ndarray

    def holds(self, numbers: np.ndarray) -> bool:
        """Tell whether the numbers of a recording are equal, and do not vary, where this says so."""
        equal = np.array_equal(numbers[self.first][self.number], numbers)
        return equal and np.array_equal(numbers[~self.varies], self.example[~self.varies])


class Marks(NamedTuple):
    """What a marked program is marked with.

    Attributes
    ----------
    extents : Extents
        Of which size k is the number that is met at ``partition.first[k]``.
    partition : Partition
    outline : Outline
        Of the program without marks.
    """

    extents: Extents
    partition: Partition
    outline: Outline


class Constants(Mapping[int, np.ndarray]):
    """The constants of a marked program, which tell those that code generation looks into.

    Attributes
    ----------
    arrays : dict
        The constants by slot, for code that loads them and does not look into them.
    seen : set of int
        The slots of those that were looked into.
    """

    def __init__(self, arrays: dict[int, np.ndarray]) -> None:
        self.arrays = arrays
        self.seen: set[int] = set()

    def __getitem__(self, slot: int) -> np.ndarray:
        array = self.arrays[slot]
        self.seen.add(slot)
        return array

    def __iter__(self) -> Iterator[int]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)

    def __contains__(self, slot: object) -> bool:
        return slot in self.arrays


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
        none = np.zeros(0, np.int64)
        self._partition = Partition(none, none, none.astype(bool), none)

    def join(self, numbers: np.ndarray) -> None:
        """Take in the numbers of a recording."""
        if not any(np.array_equal(numbers, w) for w in self._witnesses):
            self.count += 1
        if not self._witnesses or not self._partition.holds(numbers):
            self._witnesses.append(numbers)
            table = np.array(self._witnesses)
            first, number = alike(table)
            self._partition = Partition(first, number, (table != table[0]).any(axis=0), table[0])

    @property
    def endless(self) -> bool:
        """Whether ever other numbers differ, so that no end of it can be seen."""
        return len(self._witnesses) > _WITNESSES

    def marked(self, program: Program, outline: Outline) -> Program:
        """Return a program that has joined, with extents for the numbers that vary."""
        extents, partition = Extents(), self._partition
        marks = _Marking(extents, outline.numbers.tolist(), partition.number.tolist(), partition.varies.tolist())
        new = Program()
        for name in ("ops", "operands", "inputs", "outputs", "guards", "lines", "recorded"):
            setattr(new, name, getattr(program, name))
        new.forms = [marks.form(form) for form in program.forms]
        new.statics = [marks.static(static) if static else static for static in program.statics]
        for slot, value in program.constants.items():
            if value.size == 1 and partition.varies[marks.step()]:
                extents.scalars.add(slot)
        new.constants = Constants(program.constants)  # type: ignore[assignment]
        new.derived["marks"] = Marks(extents, partition, outline)
        return new


class _Marking:
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
        return self.extents.size(self.classes[k], n) if self.varying[k] else n

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

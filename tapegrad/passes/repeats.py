"""Detection of repetition: finds stretches of instructions whose codes repeat at one distance.

What codes say is the caller's: instructions that may be one in the body of a loop have the same.

Tests: tests/passes/test_fuse_scatter_adds.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tapegrad.forks import cached_property
from tapegrad.ir.program_columns import ranks

LEAST_TURNS = 4
_GRAM = 16  # codes in a row whose next occurrence tells a distance
_SHORTEST = 4 * _GRAM  # codes that are worth a loop
_CHOICES = 6  # distances that are tried


class Segment(NamedTuple):
    """Instructions from `first` on: `turns` times a body of so many (one turn: straight-line code)."""

    first: int
    body: int
    turns: int

    @property
    def stop(self) -> int:
        """The number of the instruction after the last one."""
        return self.first + self.body * self.turns


def segments(
    codes: np.ndarray, longest: int, accepted: Callable[[Segment], Segment | None] = lambda loop: loop
) -> list[Segment]:
    """Cut a sequence of codes into loops and straight pieces.

    Parameters
    ----------
    codes : ndarray
    longest : int
        Instructions of a body at most.
    accepted : callable
        Which turns of a repetition may be a loop, or None; the repetition that covers most is asked for first.
    """
    pieces: list[Segment] = []
    waiting = [(0, len(codes))]
    while waiting:
        first, stop = waiting.pop()
        choices = repetitions(codes[first:stop], longest)
        loops = (accepted(s._replace(first=first + s.first)) for s in choices)
        loop = next((s for s in loops if s is not None), None)
        if loop is not None:
            pieces.append(loop)
            waiting += [(first, loop.first), (loop.stop, stop)]
        elif stop > first:
            pieces.append(Segment(first, stop - first, 1))
    return sorted(pieces)


def repetitions(codes: np.ndarray, longest: int) -> list[Segment]:
    """Return repetitions at the distances that are met most often, beginning with the one that covers most."""
    n = len(codes)
    if n < _SHORTEST:
        return []
    powers = np.array([pow(1_000_003, k, 1 << 64) for k in range(_GRAM)], np.uint64)
    grams = np.lib.stride_tricks.sliding_window_view(codes.astype(np.uint64), _GRAM) @ powers
    ranked, order = ranks(grams)
    same = ranked[1:] == ranked[:-1]
    distances = (order[1:] - order[:-1])[same]
    distances = distances[distances <= min(n // LEAST_TURNS, longest)]
    counts = np.bincount(distances)
    candidates = []
    for body in np.argsort(counts)[-_CHOICES:].tolist():
        if counts[body] == 0:
            continue
        equal = np.concatenate([[False], codes[body:] == codes[:-body], [False]])
        edges = np.flatnonzero(equal[1:] != equal[:-1])
        starts, ends = edges[::2], edges[1::2]
        longest_run = int(np.argmax(ends - starts))
        start, length = int(starts[longest_run]), int(ends[longest_run] - starts[longest_run])
        turns = length // body + 1
        if turns >= LEAST_TURNS and body * turns >= _SHORTEST:
            candidates.append(Segment(start, body, turns))
    return sorted(candidates, key=lambda s: -s.body * s.turns)


class NoLoop(Exception):
    """A repetition that cannot be shown to be a loop."""


class Addition(NamedTuple):
    """An addition of all turns to elements of one array.

    Attributes
    ----------
    sum : int
        Which operand is the sum so far.
    part : int
        The place of the last addition to it in a turn.
    added : int or None
        The place of the array of zeros with something added at an index, if that is what is added.
    """

    sum: int
    part: int
    added: int | None


class Repetition:
    """The turns of a repetition, and the roles of the body's instructions.

    Attributes
    ----------
    slots : ndarray
        By turn and place in the body.
    hoisted : set of int
        Places of reads at an index that differs: the body is given what they read.
    sums : dict
        By place, additions to what lies in one array for all turns, where one of them is at an index that differs.
    stored : dict
        By place, how many of the last turns are kept in memory, where a value is read in another turn or outside.
    guards : list of (int, ndarray)
        Of the body: the place of what it checks, and its number by turn.
    """

    def __init__(self, slots: np.ndarray) -> None:
        self.slots = slots
        self.hoisted: set[int] = set()
        self.sums: dict[int, Addition] = {}
        self.stored: dict[int, int] = {}
        self.guards: list[tuple[int, np.ndarray]] = []

    @property
    def turns(self) -> int:
        return len(self.slots)

    @cached_property
    def parts(self) -> list[int]:
        """The places whose values are kept, in memory of the loop: of a sum, the last addition."""
        return [*self.stored, *sorted({a.part for a in self.sums.values()})]

    @property
    def added(self) -> set[int]:
        """The places of arrays of zeros with something added: nothing makes them."""
        return {a.added for a in self.sums.values() if a.added is not None}

    def part_of(self, turn: Any, place: int) -> tuple[int, Any]:
        """Return the number of the part that has a value, and its index there, or those of several turns; None for all
        of it.
        """
        number = self.parts.index(place)
        if place in self.sums:
            return number, None
        return number, turn if self.stored[place] == self.turns else turn % 2

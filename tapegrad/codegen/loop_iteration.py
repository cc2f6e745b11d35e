"""One iteration of a loop over lanes: loads elements, with a mask for the last lanes.

Tests: tests/codegen/test_shared_loops.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Strided


class Mask(str):
    """The name of a mask, of which it may be known that it is set for the first `lanes` of them and no others."""

    lanes: int

    def __new__(cls, name: str, lanes: int) -> Mask:
        mask = super().__new__(cls, name)
        mask.lanes = lanes
        return mask


class Short(NamedTuple):
    """The strides of a stream in a loop over all elements of rows of some length: from row to row, and along a row."""

    length: int
    across: int
    along: int


class Tile(NamedTuple):
    """The stride of a stream that repeats one row."""

    length: int


Step = int | Short | Tile


@dataclass
class Turn:
    """One turn of a nest of loops: eight elements of each of its streams, by their number.

    Attributes
    ----------
    bases, steps : sequences
        For each stream, its offset in the innermost loop and its stride there.
    index : str
        Of the first lane.
    mask : str or None
        Which lanes there are; None if all are.
    """

    text: Any
    streams: Sequence[Strided]
    bases: list[str]
    index: str
    steps: Sequence[Step]
    mask: str | None

    def read(self, k: int, other: float | None = 1.0) -> Lane:
        stream, step = self.streams[k], self.steps[k]
        read = (
            self.text.read if stream.value is not None or not isinstance(step, (Short, Tile)) else self.text.read_rows
        )
        value: Lane = read(stream, self.bases[k], self.index, step, self.mask, other)
        return value

    def write(self, k: int, value: Lane) -> None:
        self.text.store(value, self.streams[k].buffer, self.bases[k], self.index, self.steps[k], self.mask)

"""In-place writes by forward of a custom function: detected after the call, and undone if it fails.

Tests: tests/autograd/test_function_contracts.py, tests/autograd/test_function_transforms.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapegrad.named_tuples import NamedTuple
from tapegrad.record.families import Family
from tapegrad.record.recording import home, move
from tapegrad.tensor.tensor import Tensor, from_array, placed

_new = tuple.__new__  # that of a named tuple is another call


class Before(NamedTuple):
    """A Tensor and where its value was before forward: what changes when it is written to.

    Attributes
    ----------
    family, slot
        Where it was computed.
    held : Family
        The one it had, which is another while an open run remembers it.
    """

    tensor: Tensor
    family: Family
    slot: int
    array: Any
    held: Family

    @classmethod
    def of(cls, t: Tensor) -> Before:
        family, node = t._family, getattr(t, "_node", None)
        run, array = family.run, None if node is None else node.array
        if run is None:
            return _new(cls, (t, family, -1, array, family))
        if not run.backing.open and getattr(t, "_home", None) is None:
            return _new(cls, (t, family, t._i, array, family))
        return _new(cls, (t, *home(t), array, family))

    @property
    def changed(self) -> bool:
        """Whether it has been written to."""
        t = self.tensor
        if t._family is self.held is self.family and t._i == self.slot:
            node = getattr(t, "_node", None)
            return (None if node is None else node.array) is not self.array
        now = Before.of(t)
        return now.family is not self.family or now.slot != self.slot or now.array is not self.array

    def value(self) -> Tensor:
        """Return a Tensor with the value before the write."""
        if not self.changed:
            return self.tensor
        return from_array(self.array) if self.family.run is None else placed(self.family, self.slot)


def with_bases_and_views(before: Sequence[Before]) -> Sequence[Before]:
    """Return the Tensors that a write to one of these may change: bases and views with them."""
    related: dict[int, Tensor] = {}
    for b in before:
        node = getattr(b.tensor, "_node", None)
        if node is None or (node.base is None and not node.views):
            continue
        root = b.tensor if node.base is None else node.base
        related[id(root)] = root
        for reference in getattr(getattr(root, "_node", None), "views", ()):
            if (view := reference()) is not None:
                related[id(view)] = view
    return [*before, *map(Before.of, related.values())] if related else before


def put_back(before: Sequence[Before]) -> None:
    """Undo writes."""
    for b in before:
        if b.changed:
            move(b.tensor, b.family, b.slot)
            if getattr(b.tensor, "_node", None) is not None:
                b.tensor._node.array = b.array

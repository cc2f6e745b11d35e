"""Extents: integers that follow from the sizes of arrays, which machine code for all sizes loads as data.

An `Extent` is an int in all that Python does with it, so code generation decides by its value. In LLVM text it is not
its digits but the name of a number that the function loads at its start, and what arithmetic makes of it is an extent
too. So one text may serve many sizes. A number that was written as digits, or a decision that went another way, makes
another text: it is compiled anew and never wrong.

Tests: tests/codegen/test_extents.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeGuard


class Extent(int):
    """An integer that text names; made by `Extents` only.

    Attributes
    ----------
    among : Extents
    key : hashable
        How it was made: numbers of equal keys are one number.
    """

    among: Extents
    key: Any

    def __str__(self) -> str:
        return self.among.name(self)

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else self.among.name(self)

    def __neg__(self) -> int:
        return self.among.number(-int(self), ("-", self.key))


class Extents:
    """The extents of one function, and the names of those that its text has.

    Attributes
    ----------
    used : list of Extent
        Those that the text names: that of ``%x3`` is the fourth.
    scalars : set of int
        Slots of numbers that are data, too.
    """

    def __init__(self) -> None:
        self.used: list[Extent] = []
        self.scalars: set[int] = set()
        self._by_key: dict[Any, Extent] = {}
        self._names: dict[Any, str] = {}
        self._closed = False

    def number(self, value: int, key: Any = None) -> Extent:
        """Return the extent of a value; without a key, one that equals no other."""
        if key is None:
            key = len(self._by_key), None
        extent = self._by_key.get(key)
        if extent is None:
            extent = self._by_key[key] = Extent(value)
            extent.among, extent.key = self, key
        return extent

    def name(self, extent: Extent) -> str:
        """Return the name of an extent in the text; once that is finished, its digits."""
        if self._closed:
            return int.__repr__(extent)
        name = self._names.get(extent.key)
        if name is None:
            name = self._names[extent.key] = f"%x{len(self.used)}"
            self.used.append(extent)
        return name

    def close(self) -> None:
        """Finish the text: whatever is still remembered of its extents are plain numbers."""
        self._closed = True


def varies(n: Any) -> TypeGuard[Extent]:
    """Tell whether a number is an extent, so that code must hold for others in its place."""
    return n.__class__ is Extent


def as_data(numbers: Iterable[int], sources: Sequence[int]) -> tuple[int, ...]:
    """Return numbers that follow from others, some of which may be extents, with extents in the place of digits.

    A number that is one of these is that one, and 0 and 1 are digits.
    """
    extents = [n for n in sources if varies(n)]
    if not extents:
        return tuple(numbers)
    by_value = {int(n): n for n in (*extents, *[n for n in sources if not varies(n)], 0, 1)}
    return tuple([by_value[n] if n in by_value else extents[0].among.number(n) for n in numbers])


def _operator(symbol: str, compute: Callable[[int, int], int], commutes: bool) -> tuple[Any, Any]:
    """Return the methods of an operator, for the extent on either side."""

    def key_of(n: int) -> Any:
        return n.key if n.__class__ is Extent else int(n)

    def left(self: Extent, other: Any) -> int:
        if not isinstance(other, int):
            return NotImplemented
        if other.__class__ is not Extent:
            if (symbol in "*//" and other == 1) or (symbol in "+-" and other == 0):
                return self
            if symbol == "*" and other == 0:
                return 0
        keys = self.key, key_of(other)
        if commutes and other.__class__ is Extent and hash(keys[1]) < hash(keys[0]):
            keys = keys[1], keys[0]
        return self.among.number(compute(int(self), int(other)), (symbol, *keys))

    def right(self: Extent, other: Any) -> int:
        if not isinstance(other, int):
            return NotImplemented
        if commutes:
            return left(self, other)
        return self.among.number(compute(int(other), int(self)), (symbol, int(other), self.key))

    return left, right


for _name, _symbol in (("add", "+"), ("sub", "-"), ("mul", "*"), ("floordiv", "//"), ("mod", "%")):
    _left, _right = _operator(_symbol, getattr(operator, _name), _name in ("add", "mul"))
    setattr(Extent, f"__{_name}__", _left)
    setattr(Extent, f"__r{_name}__", _right)

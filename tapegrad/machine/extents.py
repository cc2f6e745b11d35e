"""Extents: integers that follow from the sizes of arrays, which machine code for all sizes loads as data.

An `Extent` stands where code generation has an int. In LLVM text it is not its digits but the name of a number that the
function loads at its start, and what arithmetic makes of it is an extent too. So one text may serve many sizes.

It is no int, so nothing can read its value unseen. Every comparison of an extent is a decision that is written down,
and so is every use as a plain number: the text then holds for that number alone. `Extents` has all of these and how
each number follows from the sizes, in the order of code generation. Sizes at which all decisions go the same way have
the same text, whose numbers are then computed and not written again (see `Extents.at`).

Tests: tests/codegen/test_extents.py, tests/codegen/test_size_bindings.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

if TYPE_CHECKING:
    _Int = int  # to code that uses it by operators alone
else:
    _Int = object


_HASH = hash("extent")  # of all of them


class Extent(_Int):
    """An integer that text names; made by `Extents` only.

    Attributes
    ----------
    among : Extents
    node : int
        Its place among their numbers.
    """

    __slots__ = ("among", "node")
    __array_ufunc__ = None  # NumPy's numbers on the left defer to the operators below

    among: Extents
    node: int

    def __new__(cls, among: Extents, node: int) -> Extent:
        extent = object.__new__(cls)
        extent.among, extent.node = among, node
        return extent

    def __str__(self) -> str:
        return self.among.name(self)

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(self.among.name(self), spec)

    def __neg__(self) -> int:
        return self.among.number(operator.neg, self)

    def __bool__(self) -> bool:
        return self.among.decided(operator.truth, self)

    def __index__(self) -> int:
        return self.among.decided(int, self)

    __int__ = __trunc__ = __index__

    def bit_length(self) -> int:
        """Return how many bits it has, as an int's."""
        return int(self).bit_length()

    def __float__(self) -> float:
        return self.among.decided(float, self)

    def __hash__(self) -> int:
        return _HASH  # extents are told apart by comparisons, which are seen


class Extents:
    """The extents of one function, how they follow from sizes, and the names of those that its text has.

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
        self._values: list[Any] = []
        self._sizes: list[tuple[int, int]] = []  # nodes that are sizes, and the number of each
        # what is computed, in order: a number's node, or -1 and the outcome of a decision
        self._steps: list[tuple[int, Callable[..., Any], tuple[int, ...], Any]] = []
        self._by_key: dict[Hashable, Extent] = {}
        self._decided: dict[Hashable, Any] = {}
        self._constants: dict[Hashable, int] = {}
        self._names: dict[int, str] = {}
        self._named = self._closed = False

    def size(self, number: int, value: int) -> Extent:
        """Return the extent that is the size of some number."""
        key = "size", number
        if key not in self._by_key:
            self._by_key[key] = self._new(value)
            self._sizes.append((self._by_key[key].node, number))
        return self._by_key[key]

    def number(self, compute: Callable[..., Any], *operands: Any) -> Any:
        """Return what a function makes of extents and numbers, as an extent."""
        if self._closed:
            among = self._open_one(operands)
            return compute(*map(self.value, operands)) if among is None else among.number(compute, *operands)
        nodes = self._nodes(operands)
        key = compute, nodes
        extent = self._by_key.get(key)
        if extent is None:
            extent = self._by_key[key] = self._new(compute(*[self._values[k] for k in nodes]))
            self._steps.append((extent.node, compute, nodes, None))
        return extent

    def decided(self, compute: Callable[..., Any], *operands: Any) -> Any:
        """Return what a function of extents and numbers gives, for a decision that is taken by it."""
        if self._closed:
            among = self._open_one(operands)
            return compute(*map(self.value, operands)) if among is None else among.decided(compute, *operands)
        nodes = self._nodes(operands)
        key = compute, nodes
        if key not in self._decided:
            outcome = self._decided[key] = compute(*[self._values[k] for k in nodes])
            self._steps.append((-1, compute, nodes, outcome))
        return self._decided[key]

    def name(self, extent: Extent) -> str:
        """Return the name of an extent in the text; once that is finished, its digits."""
        if self._named:
            return str(self._values[extent.node])
        name = self._names.get(extent.node)
        if name is None:
            name = self._names[extent.node] = f"%x{len(self.used)}"
            self.used.append(extent)
        return name

    def value(self, number: Any, values: Sequence[Any] | None = None) -> Any:
        """Return an extent's number here or, from what `at` has returned, at other sizes; plain numbers as they are."""
        if not varies(number):
            return number
        if number.among is not self:
            return number.among.value(number)
        return (self._values if values is None else values)[number.node]

    def name_no_more(self) -> None:
        """Finish the text: what is still written of its extents are digits."""
        self._named = True

    def close(self) -> None:
        """Finish all decisions: whatever is still remembered of the extents are plain numbers."""
        self._named = self._closed = True

    def at(self, sizes: Sequence[int]) -> list[Any] | None:
        """Return all numbers at other sizes; None if some decision goes another way there."""
        values = self._values.copy()
        for node, number in self._sizes:
            values[node] = sizes[number]
        at = values.__getitem__
        for node, compute, nodes, outcome in self._steps:
            value = compute(*map(at, nodes))
            if node >= 0:
                values[node] = value
            elif value != outcome:
                return None
        return values

    def _new(self, value: Any) -> Extent:
        self._values.append(value)
        return Extent(self, len(self._values) - 1)

    def _open_one(self, operands: Sequence[Any]) -> Extents | None:
        """Return the extents of a function that is being written, if some operand is one of these."""
        return next((x.among for x in operands if varies(x) and not x.among._closed), None)

    def _nodes(self, operands: Sequence[Any]) -> tuple[int, ...]:
        return tuple([x.node if varies(x) and x.among is self else self._constant(self.value(x)) for x in operands])

    def _constant(self, value: Any) -> int:
        key = value.__class__, value
        if key not in self._constants:
            self._constants[key] = self._new(value).node
        return self._constants[key]


def varies(n: Any) -> TypeGuard[Extent]:
    """Tell whether a number is an extent, so that code must hold for others in its place."""
    return n.__class__ is Extent


def now(n: Any) -> Any:
    """Return a number where it does not matter at which sizes: for data that is made again at others."""
    return n.among.value(n) if varies(n) else n


def plain(value: Any) -> Any:
    """Return static parameters, or a shape, for code that is written for these numbers alone."""
    return _filled(value, map(int, _extents_in(value)))


def derived(function: Callable[..., tuple[int, ...] | None], *arguments: Any) -> tuple[int, ...] | None:
    """Return what a function makes of numbers: where these are extents, it is computed again at other sizes.

    The function gets plain numbers in arguments of tuples, lists, dicts and slices. What it returns, as many numbers
    or none, follows from its arguments alone.
    """
    extents = [*_extents_in(arguments)]
    if not extents:
        return function(*arguments)
    among = extents[0].among

    def compute(*values: int) -> Any:
        return function(*_filled(arguments, iter(values)))

    result = among.number(compute, *extents)
    count = among.decided(_count, result)
    return None if count is None else tuple([among.number(_item, result, k) for k in range(count)])


def _count(numbers: Sequence[int] | None) -> int | None:
    return None if numbers is None else len(numbers)


def _item(numbers: Sequence[int], k: int) -> int:
    return numbers[k]


def _extents_in(value: Any) -> Iterator[Extent]:
    if varies(value):
        yield value
    elif isinstance(value, (tuple, list)):
        for v in value:
            yield from _extents_in(v)
    elif isinstance(value, dict):
        yield from _extents_in([*value.values()])
    elif isinstance(value, slice):
        yield from _extents_in((value.start, value.stop, value.step))


def _filled(value: Any, numbers: Iterator[int]) -> Any:
    """Return a value with numbers in the places of the extents in it."""
    if varies(value):
        return next(numbers)
    if isinstance(value, (tuple, list)):
        items = [_filled(v, numbers) for v in value]
        return value.__class__(*items) if hasattr(value, "_fields") else value.__class__(items)
    if isinstance(value, dict):
        return {key: _filled(v, numbers) for key, v in value.items()}
    if isinstance(value, slice):
        return slice(*[_filled(v, numbers) for v in (value.start, value.stop, value.step)])
    return value


def as_data(numbers: Iterable[int], sources: Sequence[int]) -> tuple[int, ...]:
    """Return numbers that follow from others, in the place of each extent that equals one of these that one.

    0 and 1 are digits, and so is what equals a source that is.
    """
    candidates = [0, 1, *[n for n in sources if not varies(n)], *[n for n in sources if varies(n)]]
    return tuple([next((c for c in candidates if n == c), n) if varies(n) else n for n in numbers])


_SEQUENCES = list, tuple, str, np.ndarray  # whose operators take an int


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _operator(symbol: str, compute: Callable[[Any, Any], Any], commutes: bool) -> tuple[Any, Any]:
    """Return the methods of an operator, for the extent on either side."""

    def left(self: Extent, other: Any) -> Any:
        if not varies(other):
            other = _plain(other)
            if not isinstance(other, (int, float)):
                return compute(int(self), other) if isinstance(other, _SEQUENCES) else NotImplemented
            if (symbol in "*//" and other == 1) or (symbol in "+-" and other == 0):
                return self
            if symbol == "*" and other == 0:
                return 0
        elif commutes and other.among is self.among and other.node < self.node:
            self, other = other, self
        return self.among.number(compute, self, other)

    def right(self: Extent, other: Any) -> Any:
        if commutes:
            return left(self, other)
        other = _plain(other)
        if not isinstance(other, (int, float)):
            return compute(other, int(self)) if isinstance(other, _SEQUENCES) else NotImplemented
        return self.among.number(compute, other, self)

    return left, right


def _comparison(compute: Callable[[Any, Any], bool]) -> Any:
    def compare(self: Extent, other: Any) -> bool:
        if self is other:
            return compute(0, 0)
        if not varies(other):
            other = _plain(other)
            if not isinstance(other, (int, float)):
                return NotImplemented
        return self.among.decided(compute, self, other)

    return compare


for _name, _symbol in (("add", "+"), ("sub", "-"), ("mul", "*"), ("floordiv", "//"), ("mod", "%")):
    _left, _right = _operator(_symbol, getattr(operator, _name), _name in ("add", "mul"))
    setattr(Extent, f"__{_name}__", _left)
    setattr(Extent, f"__r{_name}__", _right)
for _name in ("lt", "le", "eq", "ne", "gt", "ge"):
    setattr(Extent, f"__{_name}__", _comparison(getattr(operator, _name)))

"""What the language of the sweeps knows: numbers, tuples of them, what is called (see `tapegrad.machine.translate`).

Tests: tests/machine/test_translate.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

INT, DOUBLE, SINGLE, BOOL = "i64", "double", "float", "i1"


class Number(NamedTuple):
    """A number that is computed when the machine code runs: its LLVM type, and its name in the text."""

    type: str
    name: str


class External(NamedTuple):
    """A function of C: its name, the type of its result ("void" for none), and those of its arguments."""

    name: str
    result: str
    arguments: tuple[str, ...]


class Intrinsic(NamedTuple):
    """What is written in place of a call: ``write(function, *arguments)`` gives the result."""

    write: Callable[..., Any]


class Like(NamedTuple):
    """A width of floating-point numbers, as an argument: the LLVM type, and bytes."""

    type: str
    size: int


def compiled(function: Any) -> Any:
    """Mark a function of the language; it is not meant to be called by Python."""
    return function


def shape_of(x: Any) -> Any:
    """Return an argument without names: what a function is translated for."""
    if isinstance(x, Number):
        return Number(x.type, "")
    if x.__class__ in (int, float, bool):
        return Number(constant_type(x), "")
    return _like(x, map(shape_of, x)) if _is_tuple(x) else x


def _is_tuple(x: Any) -> bool:
    """Tell whether something is a tuple of values, as opposed to one known now."""
    return isinstance(x, tuple) and not isinstance(x, (Number, External, Intrinsic, Like)) and not _is_static(x)


def _is_static(x: tuple[Any, ...]) -> bool:
    """Tell whether something is a named tuple of constants."""
    return isinstance(x, tuple) and hasattr(x, "_fields") and all(isinstance(item, int) for item in x)


def _like(x: Any, items: Iterable[Any]) -> tuple[Any, ...]:
    return x._make(items) if hasattr(x, "_make") else tuple(items)


def filled(x: Any, names: Iterable[str]) -> Any:
    """Return a shape with these names for its values."""
    if isinstance(x, Number):
        return Number(x.type, next(iter(names)))
    return _like(x, [filled(item, names) for item in x]) if _is_tuple(x) else x


def type_of(x: Any) -> str:
    """Return the LLVM type of a result."""
    types = [number.type for number in numbers(x)]
    if not types:
        return "void"
    return types[0] if isinstance(x, Number) else f"{{ {', '.join(types)} }}"


def constant_type(x: Any) -> str:
    """Return the LLVM type of a constant."""
    return {bool: BOOL, int: INT, float: DOUBLE}[x.__class__]


def numbers(x: Any) -> list[Any]:
    """Return the numbers of an argument or result, in order; constants are numbers, too."""
    if isinstance(x, Number) or x.__class__ in (int, float, bool):
        return [x]
    return [leaf for item in x for leaf in numbers(item)] if _is_tuple(x) else []

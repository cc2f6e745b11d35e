"""Argument binding of compiled functions: methods, defaults, and static arguments.

Invariant: calls that mean the same to Python, by position, by name or by default, are one signature as far as their
static arguments go.

Tests: tests/replay/test_methods.py, tests/replay/test_shipping.py
"""

from __future__ import annotations

import inspect
import operator
import types
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tapegrad.errors import ArgumentError
from tapegrad.replay.function_digest import token_of

_EMPTY = inspect.Parameter.empty
_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_OF_ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class Static(NamedTuple):
    """The static arguments of a function.

    Attributes
    ----------
    positions : tuple of int
        Of those that may be passed by position; negative ones count from the end of the call.
    names : frozenset of str
        Of those that may be passed by name.
    listed : tuple of (str, object, bool)
        Names and defaults of all parameters in their order, and whether each may be passed by position.
    """

    positions: tuple[int, ...]
    names: frozenset[str]
    listed: tuple[tuple[str, Any, bool], ...]

    def placed(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return a call with its static arguments by position where possible, the others last, and with defaults filled
        in.
        """
        if not self.names:
            return args, keywords
        positional, rest, last = list(args), dict(keywords), {}
        for k, (name, default, by_position) in enumerate(self.listed):
            if name not in self.names or (by_position and k < len(args)):
                continue
            value = rest.pop(name, default)
            if value is not _EMPTY and by_position and k == len(positional):
                positional.append(value)
            elif value is not _EMPTY:
                last[name] = value
        return tuple(positional), rest | last

    def suffices(self, count: int) -> bool:
        """Tell whether so many positional arguments make a complete call."""
        return all(default is not _EMPTY for _, default, _ in self.listed[count:])


NOTHING_STATIC = Static((), frozenset(), ())


def static_of(f: Callable[..., Any], numbers: Sequence[int], names: Sequence[str]) -> Static:
    """Return the static arguments of a function: each by position and by name, where the signature says both.

    Raises
    ------
    ArgumentError
        For a position or a name that the function does not take.
    """
    try:
        numbers = tuple(map(operator.index, numbers))
    except TypeError:
        raise ArgumentError(f"compile: static_argnums takes integers, got {numbers!r}.") from None
    try:
        parameters = list(inspect.signature(f).parameters.values())
    except (TypeError, ValueError):  # of a function in C
        return Static(numbers, frozenset(names), ())
    kinds = {p.kind for p in parameters}
    listed = [p.name for p in parameters if p.kind in _BY_POSITION]
    by_name = {p.name for p in parameters if p.kind is not inspect.Parameter.POSITIONAL_ONLY}
    for name in names:
        if name not in by_name and inspect.Parameter.VAR_KEYWORD not in kinds:
            raise ArgumentError(f"compile: static_argnames names {name!r}, which is not an argument of the function.")
    if inspect.Parameter.VAR_POSITIONAL not in kinds:
        for k in numbers:
            if not -len(listed) <= k < len(listed):
                raise ArgumentError(
                    f"compile: static_argnums names argument {k} of a function of {len(listed)}. Count from 0, or name "
                    "it in static_argnames."
                )
        numbers = tuple(k % len(listed) for k in numbers)
    every = tuple((p.name, p.default, p.kind in _BY_POSITION) for p in parameters if p.kind not in _OF_ANY_NUMBER)
    positions = {*numbers, *(listed.index(name) for name in names if name in listed)}
    by_number = {listed[k] for k in numbers if -len(listed) <= k < len(listed)}
    return Static(tuple(sorted(positions)), frozenset({*names, *by_number}), every)


class BoundFunction:
    """A compiled function as a method: its object is the first argument of whatever is asked of it."""

    __slots__ = ("__func__", "__self__")

    def __init__(self, compiled: Any, instance: Any) -> None:
        self.__func__, self.__self__ = compiled, instance

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self.__func__(self.__self__, *args, **keywords)

    def batch(self, *args: Any, in_axes: Any = 0, out: Any = None, **keywords: Any) -> Any:
        """Return the results for every instance of a batch; see `CompiledFunction.batch`."""
        axes = (None, *in_axes) if isinstance(in_axes, (tuple, list)) else in_axes
        return self.__func__.batch(self.__self__, *args, in_axes=axes, out=out, **keywords)

    def check(self, *args: Any, **keywords: Any) -> None:
        """Record again and compare with a replay; see `CompiledFunction.check`."""
        self.__func__.check(self.__self__, *args, **keywords)

    def tape(self, *args: Any, **keywords: Any) -> Any:
        """Return the sealed tape for these arguments; without arguments, the one used last for this object."""
        return self.__func__.tape(self.__self__, *args, **keywords)

    def tape_data(self, *args: Any, argnums: int | Sequence[int] = 0) -> Any:
        """Return the sealed tape for compiled code; see `CompiledFunction.tape_data`."""
        return self.__func__.tape_data(self.__self__, *args, argnums=argnums)

    def save(self, file: Any, *args: Any, **keywords: Any) -> None:
        """Write the sealed tape to a file, as a function of the other arguments; see `CompiledFunction.save`."""
        self.__func__.save(file, self.__self__, *args, **keywords)

    def export(self, path: Any, *example: Any, **keywords: Any) -> Any:
        """Write the function of the other arguments as files for programs without Python; see
        `CompiledFunction.export`.
        """
        return self.__func__.export(path, self.__self__, *example, **keywords)

    def pointer(self, *example: Any, **keywords: Any) -> Any:
        """Return a pointer to a C function of the other arguments; see `CompiledFunction.pointer`."""
        return self.__func__.pointer(self.__self__, *example, **keywords)

    def explain(self, path: Any = None, *args: Any, **keywords: Any) -> Any:
        """Show what a call does; see `CompiledFunction.explain`."""
        return self.__func__.explain(path, self.__self__, *args, **keywords)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """The function's own docstring."""
        return self.__func__.__doc__

    @property
    def __wrapped__(self) -> Any:
        return types.MethodType(self.__func__.function, self.__self__)

    def __getattr__(self, name: str) -> Any:
        if name == "__dict__":
            raise AttributeError(name)
        return getattr(self.__func__, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoundFunction) and self.__func__ is other.__func__ and self.__self__ is other.__self__

    def __hash__(self) -> int:
        return hash((id(self.__func__), id(self.__self__)))

    def __repr__(self) -> str:
        return f"<{self.__func__.title} of {self.__self__!r}>"

    def __reduce__(self) -> Any:
        return getattr, (self.__self__, self.__func__.__name__)

    @property
    def content(self) -> tuple[Any, ...]:
        """The content that a digest covers."""
        return "bound", self.__func__, self.__self__

    def __dask_tokenize__(self) -> str:
        """Return the token of this object's method in the names of Dask's tasks."""
        return token_of(self)

"""Pickling of compiled functions: the state that is sent, and its restoration in another process.

A function of a module goes by its name. Any other goes as its function, with a digest of its content: a process that
was sent it before goes on with what it has recorded.

Invariant: a process takes two functions for one only if all that they compute with is the same.

Tests: tests/replay/test_shipping.py
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from types import FunctionType
from typing import Any

from tapegrad.forks import across_forks
from tapegrad.replay.function_digest import token_of
from tapegrad.replay.pickled_names import has_its_name, made_again, name_in_module, recipe, renamed, value_named

_MAIN = "__main__", "__mp_main__"  # which is what processes that were spawned call the script
_MOST = 64  # of what a process was sent, what it keeps
_sent: OrderedDict[str, Any] = OrderedDict()  # those used last at the end
_lock = across_forks()


class Shipped:
    """The interface of a compiled function to pickle and Dask."""

    function: Any
    variants: Any
    lines: bool
    static_names: frozenset[str]
    _fixed: Any
    _owners: tuple[type, ...]
    _shipped: Any = None

    @property
    def shipped(self) -> Callable[..., Any]:
        """The function; if the script gives this object a name, a copy that is called by the name of this attribute.

        Pickle finds that one in the main module, and cloudpickle takes it apart, as it does with what is defined there.
        """
        name = name_in_module(self)
        if name is None or not isinstance(self.function, FunctionType):
            return self.function
        if self._shipped is None:
            self._shipped = renamed(self.function, f"{name}.shipped")
        return self._shipped

    @property
    def content(self) -> tuple[Any, ...]:
        """The content that a digest covers."""
        return "compiled", self.function, self._owners[:1], *self._options

    @property
    def _options(self) -> tuple[Any, ...]:
        return self._fixed.positions, self.variants.most, self.lines, tuple(sorted(self.static_names))

    def __dask_tokenize__(self) -> str:
        """Return the token of the function in the names of Dask's tasks: the same in each process."""
        return token_of(self)

    def __reduce__(self) -> Any:
        """Pickle by name in its module, as functions are pickled; in the main module, which other processes may not
        have, and without a name, by its function, to be recorded anew where it was not sent before."""
        f, name = self.function, name_in_module(self)
        if name is not None and self.__module__ not in _MAIN:
            return name
        source = recipe(f)
        if source is f and not has_its_name(f):
            source = self.shipped
        again = _again, (type(self), token_of(self), name, source, *self._options)
        return (*again, self._owners) if self._owners else again

    def __setstate__(self, owners: tuple[type, ...]) -> None:
        """Note whose method it is: pickle may have made the class anew, beside one that the process has."""
        self._owners = (*self._owners, *(owner for owner in owners if owner not in self._owners))


def _again(kind: Any, content: str, name: str | None, f: Any, *options: Any) -> Any:
    """Return a compiled function like a pickled one: the main module's own, if it is that; else one that was sent
    before."""
    f = made_again(f)
    ours = value_named("__main__", name) if name else None
    if isinstance(ours, kind) and (ours.function is f or ours.shipped is f or token_of(ours) == content):
        return ours
    if name is not None and getattr(f, "__qualname__", "") == f"{name}.shipped":
        f.__qualname__ = name  # a copy, which goes by its own name if it is sent on
    return sent(content, kind(f, *options))


def sent(content: str, value: tuple[dict[int, Any], dict[str, Any]]) -> Any:
    """Return the value that was sent to this process before with the same content, else the value."""
    with _lock:
        shared = _sent.setdefault(content, value)
        _sent.move_to_end(content)
        while len(_sent) > _MOST:
            _sent.popitem(last=False)
    return shared

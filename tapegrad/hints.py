"""Hints: errors for names and arguments that are not here, with what to write in their place.

Names come from habits (`tapegrad.habits`), from other modules of this package, from NumPy, or are misspelt. Nothing is
looked up before a name turns out to be missing: what exists costs nothing. A name that begins with an underscore gets
no hint, because programs ask for such names by themselves.

Tests: tests/package/test_hints.py
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np

from tapegrad.errors import TapegradError, UnknownArgumentError, UnknownNameError
from tapegrad.habits import ARGUMENTS, COMPILED, MODULES, TENSOR

F = TypeVar("F", bound=Callable[..., Any])
_ROOT = "tapegrad"
_NAMESPACES = (
    "func", "autograd", "linalg", "special", "fft", "signal", "stats", "optimize", "integrate", "interpolate",
    "ndimage", "polynomial", "sparse", "custom", "debug", "profiler", "nb",
)  # fmt: skip


def written(remedy: str) -> str:
    """Return a row's remedy as a sentence."""
    code, _, remark = remedy.partition("  # ")
    return f"Write {code}{f': {remark}' if remark else ''}."


class Habit(str):
    """An attribute that a class has not: the error for its name says what to write, so `hasattr` stays false."""

    __slots__ = ()

    def __get__(self, instance: Any, owner: Any) -> NoReturn:
        remedy = owner._habits[self]
        message = f"{owner.__name__!r} object has no attribute {str(self)!r}."
        raise UnknownNameError(message, lambda: f" {written(remedy)}")

    def __repr__(self) -> str:
        return f"<{self} is not here>"


def habitual(rows: Mapping[str, str]) -> type:
    """Return a base class whose attributes are habits: it costs nothing where attributes exist."""

    def names(self: Any) -> list[str]:
        """List what is there."""
        return sorted({*object.__dir__(self)} - rows.keys())

    attributes = dict(zip(rows, map(Habit, rows), strict=True))
    return type("Habits", (), {"__slots__": (), "__dir__": names, "_habits": rows, **attributes})


if TYPE_CHECKING:

    class TensorHabits:
        """Attributes that Tensors have not."""

    class CompiledHabits:
        """Attributes that compiled functions have not."""
else:
    TensorHabits, CompiledHabits = habitual(TENSOR), habitual(COMPILED)


def missing(module: str, name: str, names: Callable[[], Collection[str]]) -> AttributeError:
    """Return the error for a name that a module has not.

    Parameters
    ----------
    module : str
    name : str
    names : callable
        Gives the names that the module has.
    """
    error = f"module {module!r} has no attribute {name!r}"
    if name.startswith("_"):
        return AttributeError(error)
    return UnknownNameError(f"{error}.", functools.partial(_hint, module, name, names))


def _hint(module: str, name: str, names: Callable[[], Collection[str]]) -> str:
    """Return the rest of the message about a name that a module has not."""
    if remedy := MODULES.get(module, {}).get(name) or _elsewhere(module, name):
        return f" {written(remedy)}"
    if name in import_module(f"{_ROOT}.commands.command_line").NAMES:
        return f" Run python -m {_ROOT} {name}."
    return _close(name, names())


def names_of(module: str, names: Collection[str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module that has these names, all of which are there."""

    def find(name: str) -> NoReturn:
        raise missing(module, name, lambda: names)

    return find


def _elsewhere(module: str, name: str) -> str:
    """Return what is written for a name of another module, or for a method of other libraries' arrays."""
    root = import_module(_ROOT)
    if module != _ROOT and name in root.__all__:
        return f"tg.{name}"
    if remedy := MODULES[_ROOT].get(name):
        return remedy
    if module == _ROOT and hasattr(np, name):
        return f"np.{name}"
    if remedy := TENSOR.get(name):
        return remedy
    for part in _NAMESPACES:
        if f"{_ROOT}.{part}" != module and name in dir(getattr(root, part)):
            return f"tg.{part}.{name}"
    if name in dir(import_module(f"{_ROOT}.replay.compiled_function").CompiledFunction):
        return f"tg.compile(f).{name}"
    return ""


def _close(name: str, names: Collection[str]) -> str:
    """Return which names are spelt alike, as the rest of a message."""
    import difflib  # which programs without mistakes do not need

    close = difflib.get_close_matches(name, names, 3, 0.75)
    return f" Close names: {', '.join(close)}." if close else ""


def unknown_argument(name: str, function: Callable[..., Any], keywords: Collection[str]) -> UnknownArgumentError | None:
    """Return the error for a keyword that a function does not take; None if it takes them all.

    Parameters
    ----------
    name : str
        The function's, in the message.
    function : callable
    keywords : collection of str
        Those of the call.
    """
    parameters = inspect.signature(function).parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return None
    taken = [p.name for p in parameters.values() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for keyword in keywords:
        if keyword not in taken:
            ours = ARGUMENTS.get(keyword)
            if ours in taken:
                remedy = f" Write {ours}=."
            elif keyword == "device":
                remedy = " Leave it out: all Tensors are in main memory."
            else:
                remedy = _close(keyword, taken) or f" It takes {', '.join(taken)}." if taken else ""
            return UnknownArgumentError(f"{name}: got an unexpected keyword argument {keyword!r}.{remedy}")
    return None


def with_hints(function: F) -> F:
    """Return a function whose error for an unknown keyword says what it is called."""

    @functools.wraps(function)
    def called(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except TypeError as error:
            if isinstance(error, TapegradError):
                raise
            hint = unknown_argument(function.__name__, function, keywords)
            if hint is None:
                raise
            raise hint from None

    return called  # type: ignore[return-value]

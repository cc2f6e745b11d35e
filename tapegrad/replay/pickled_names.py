"""Names in pickles: the module and name by which another process finds a compiled function.

Plain functions are pickled by their names, and nothing of the user's is changed for it. A compiled function may stand
for its function under the function's name, or have a name that the function has not.

Tests: tests/replay/test_static_names.py
"""

from __future__ import annotations

import functools
import operator
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import tapegrad.func as func

if TYPE_CHECKING:
    from tapegrad.replay.pickling import Shipped


def value_named(module: str | None, name: str) -> Any:
    """Return the value of a name, which may have dots, in a module; None if there is none."""
    try:
        return operator.attrgetter(name)(sys.modules[module or ""])
    except (KeyError, AttributeError):
        return None


def name_in_module(x: Shipped) -> str | None:
    """Return the name of an object in its module, if it has one."""
    qualname, module = getattr(x, "__qualname__", ""), sys.modules.get(x.__module__)
    if value_named(x.__module__, qualname) is x:
        return qualname
    return next((name for name, value in vars(module).items() if value is x), None) if module else None


def has_its_name(f: Any) -> bool:
    """Tell whether a function can be pickled by its name, or needs no name."""
    module = getattr(f, "__module__", None)
    return module is None or value_named(module, getattr(f, "__qualname__", "")) is f


class Made(NamedTuple):
    """A function that a transform of `tapegrad.func` made of another: what it is made of again elsewhere."""

    transform: str
    function: Any
    options: tuple[Any, ...]


def transform_of(f: Any) -> tuple[str, tuple[Any, ...]] | None:
    """Return the name and the options of the transform that made a function; None of another.

    A user's function that wraps such a one has all its attributes.
    """
    is_ours = getattr(f, "__globals__", {}).get("__name__", "").partition(".")[0] == "tapegrad"
    return getattr(f, "transform", None) if is_ours else None


def recipe(f: Any) -> Any:
    """Return the transform and its arguments that made a function of one with a name; else the function."""
    transform = transform_of(f)
    if transform is None or not hasattr(func, transform[0]) or has_its_name(f):
        return f
    inner = recipe(f.__wrapped__)
    return Made(transform[0], inner, transform[1]) if isinstance(inner, Made) or has_its_name(inner) else f


def made_again(x: Any) -> Any:
    """Return the opposite of `recipe`."""
    return getattr(func, x.transform)(made_again(x.function), *x.options) if isinstance(x, Made) else x


def renamed(f: FunctionType, name: str) -> FunctionType:
    """Return a copy of a function with another qualified name."""
    copy = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
    functools.update_wrapper(copy, f)
    copy.__kwdefaults__, copy.__qualname__ = f.__kwdefaults__, name
    del copy.__wrapped__  # type: ignore[attr-defined]
    return copy

"""Names by which other processes find compiled functions: what pickling them goes by.

Plain functions are pickled by their names, and nothing of the user's is changed for it. A compiled function may stand
for its function under the function's name, or have a name that the function has not.
"""

from __future__ import annotations

import functools
import operator
import sys
from types import FunctionType
from typing import Any


def found(module: str | None, name: str) -> Any:
    """Return what has a name, which may have dots, in a module; None if nothing has."""
    try:
        return operator.attrgetter(name)(sys.modules[module or ""])
    except (KeyError, AttributeError):
        return None


def name_in_module(x: Any) -> str | None:
    """Return the name of an object in its module, if it has one."""
    own, module = getattr(x, "__qualname__", ""), sys.modules.get(x.__module__)
    if found(x.__module__, own) is x:
        return own
    return next((name for name, value in vars(module).items() if value is x), None) if module else None


def renamed(f: FunctionType, name: str) -> FunctionType:
    """Return a copy of a function with another qualified name."""
    copy = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
    functools.update_wrapper(copy, f)
    copy.__kwdefaults__, copy.__qualname__ = f.__kwdefaults__, name
    del copy.__wrapped__  # type: ignore[attr-defined]
    return copy

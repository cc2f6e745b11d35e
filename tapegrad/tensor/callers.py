"""Who asked a Tensor for plain data: a function of SciPy's, which is found among the calling frames.

SciPy's functions but for its ufuncs ask for arrays, which a Tensor that requires grad refuses to be. The refusal names
the function that the user has called, and what stands for it here.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import takewhile
from types import FrameType
from typing import Any

from tapegrad.errors import PlainDataError
from tapegrad.ops import refusals
from tapegrad.tape.trace import current

_PASSED = ("tapegrad", "numpy", "scipy", "functools", "contextlib")


def named(error: PlainDataError) -> PlainDataError:
    """Return the error that names SciPy's function, if one is under way; else the error itself."""
    name = _function()
    if name is None:
        return error
    trace = current()
    line, plain = ("", "use its .detach(), or ") if trace is None else (f"{trace.line_outside()}: ", "")
    own = f"tg.{name.removeprefix('scipy.')}"
    remedy = f"Use {own}, which has derivatives." if _is_there(own) else f"To go on, {plain}{refusals.OF_ONES_OWN}"
    return PlainDataError(f"{line}{name}: expected plain data, got a Tensor, whose gradient would be lost. {remedy}")


def _is_there(name: str) -> bool:
    """Tell whether a public module has a function, or a method of an object."""
    _, module, *path = name.split(".")
    try:
        found: Any = import_module(f"tapegrad.{module}")
    except ImportError:
        return False
    for part in path:
        found = getattr(found, part, None)
    return found is not None


def _function() -> str | None:
    """Return the public name of SciPy's function that the user's code has called, None if none is under way."""
    frame: FrameType | None = sys._getframe(1)
    found = None
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] in _PASSED:
        found = _public_name(frame) or found
        frame = frame.f_back
    return found


def _public_name(frame: FrameType) -> str | None:
    """Return the name under which SciPy's users call the function of a frame, None for one that is not public."""
    library, *parts = frame.f_globals.get("__name__", "").split(".")
    if library != "scipy":
        return None
    package = ".".join([library, *takewhile(lambda part: part[0] != "_", parts)])
    name = frame.f_code.co_name
    own = frame.f_locals.get("self")
    if own is not None and name in ("__init__", "__call__"):
        name = type(own).__name__
    elif own is not None and not hasattr(own, name):  # a function within a method: SciPy's wrappers of its ufuncs
        name = getattr(own, "name", name)
    elif own is not None and not name.startswith("_"):  # a distribution, frozen or not, has a name
        of = getattr(getattr(own, "dist", own), "name", type(own).__name__)
        return f"{package}.{of}.{name}"
    public = getattr(sys.modules.get(package), name, None)
    return f"{package}.{name}" if callable(public) and not name.startswith("_") else None

"""Names of callers: finds the function of SciPy, NumPy or pandas that asks a Tensor for plain data, among the calling
frames.

SciPy's functions but for its ufuncs ask for arrays, and so do those of NumPy that make arrays; a Tensor that requires
grad refuses to be one. The refusal names the function that the user has called, and what stands for it here. A remedy
keeps the gradient: that a value alone can be had by `.detach()` is told outside of transforms only, where it gives no
zeros in silence.

Tests: tests/tensor/test_remedies.py
"""

from __future__ import annotations

import dis
import os
import sys
from collections import ChainMap
from importlib import import_module
from itertools import takewhile
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from tapegrad.errors import PlainDataError
from tapegrad.ops import refusals
from tapegrad.record.open_recording import current
from tapegrad.record.recording import tape

_PASSED = ("tapegrad", "numpy", "scipy", "pandas", "functools", "contextlib")
BUILD = (
    "After `import tapegrad.numpy as np`, np.array([...]) and writes to np.zeros(n) take Tensors. With NumPy's own, "
    "write them to arrays made by np.zeros(shape, like=x), put them together by np.stack or tg.array, or return them "
    "as a list."
)
_INSTALLED = os.path.dirname(os.path.dirname(np.__file__)) + os.sep  # the folder of packages
_STORES = {dis.opmap[name] for name in ("STORE_SUBSCR", "STORE_SLICE") if name in dis.opmap}


def exit_by(way: str) -> str:
    """Return the hint how to have the value alone; nothing where a function is differentiated, or recorded."""
    return "" if tape.variables or current() is not None else f" For the value alone use {way}."


def named(error: PlainDataError) -> PlainDataError:
    """Return the error that names the function that asked, or the assignment, if one is known to be under way; else the
    error itself. It is called by a method that Python or NumPy calls.
    """
    frame = sys._getframe(2)
    trace = current()
    line = "" if trace is None else f"{trace.line_outside()}: "
    name = _function()
    if name is None and frame.f_code.co_code[frame.f_lasti] in _STORES:
        return PlainDataError(
            f"{line}assignment to an ndarray: expected plain data, got a Tensor, whose gradient would be lost. Make "
            "the array by np.zeros(shape, like=x), where x is any Tensor, or copy it by np.array(a, like=x)."
        )
    if name is None:
        return error
    library = name.partition(".")[0]
    counterpart = _counterpart(name)
    if library == "pandas":
        remedy = f"Use .to_numpy() of the Series or DataFrame, which a Tensor computes with.{exit_by('.detach()')}"
    elif counterpart is not None:
        remedy = f"Use {counterpart}, which has derivatives."
    elif name in refusals.reasons:
        remedy = f"{refusals.reasons[name][0].upper()}{refusals.reasons[name][1:]}"
    elif library == "scipy":
        plain = exit_by(".detach()") and "use its .detach(), or "
        remedy = f"To go on, {plain}{refusals.OF_ONES_OWN}"
    elif name in refusals.unasked:
        remedy = f"{refusals.unasked[name][0].upper()}{refusals.unasked[name][1:]}"
    else:
        return error
    return PlainDataError(f"{line}{name}: expected plain data, got a Tensor, whose gradient would be lost. {remedy}")


def in_place_of_call(frame: FrameType) -> tuple[str, str] | None:
    """Return the call that a frame's code makes of a built-in function, and what to write in its place.

    None if nothing is known, or the code is not the user's to change.
    """
    module = frame.f_globals.get("__name__", "").split(".")[0]
    if module in _PASSED or frame.f_code.co_filename.startswith(_INSTALLED):
        return None
    written, function = _written(frame)
    remedy = _in_place_of(written, function)
    return (f"{written}()", remedy) if remedy else None


def _written(frame: FrameType) -> tuple[str, Any]:
    """Return the name by which a frame's code calls the function that runs, and the function if it is a variable or in
    a module. The name is empty where the code is another one.
    """
    instructions = [*dis.get_instructions(frame.f_code)]
    names: list[str] = []
    here = next(one for one in instructions if one.offset == frame.f_lasti)
    if here.positions is None or here.positions.col_offset is None or not here.opname.startswith("CALL"):
        return "", None
    for one in instructions:  # what is called begins where the call begins
        if one.offset < here.offset and one.positions is not None and one.positions[::2] == here.positions[::2]:
            if one.opname.startswith(("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FAST", "LOAD_DEREF")):
                names = [one.argval]
            elif one.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                names.append(one.argval)
    if not names:
        return "", None
    value = ChainMap(frame.f_locals, frame.f_globals, frame.f_builtins).get(names[0])
    for name in names[1:]:
        value = getattr(value, name, None) if isinstance(value, ModuleType) else None
    return names[-1] if value is None else ".".join(names), value


def _in_place_of(written: str, function: Any) -> str:
    """Return what to write for a call that lost a gradient; empty if nothing is known."""
    name = getattr(function, "__name__", "")
    module = getattr(function, "__module__", "")
    if function is float:
        return "Leave float() out, or write t.astype(float)."
    if module == "math":
        ours = f"np.{name}" if hasattr(np, name) else _counterpart(f"scipy.special.{name}")
        return f"Use {ours}." if ours else ""
    if isinstance(function, type) and issubclass(function, np.generic):
        return f"Write t.astype(np.{name})."
    if module == "numpy" and (ours := _counterpart(f"numpy.{name}")):
        return f"Use {ours}, or np.{name} after `import tapegrad.numpy as np`."
    return "Write a @ t." if written == "dot" else ""


def _counterpart(name: str) -> str | None:
    """Return the name of what stands for a function of NumPy or SciPy, and means the same; None if nothing does."""
    if "." not in name:  # pandas
        return None
    package, _, function = name.rpartition(".")
    other_defaults = import_module("tapegrad.namespaces.scipys_linalg").FUNCTIONS
    if package == "scipy.linalg" and function in other_defaults:
        return f"tapegrad.{name}"
    _, *path = name.split(".")
    names = [f"tg.{'.'.join(path)}", f"tg.{path[0]}.{function}"]  # the second one as `tg.polynomial.polyval`
    return next((n for n in names if is_there(n)), None)


def is_there(name: str) -> bool:
    """Tell whether the package or a public module of it has a function, or a method of an object."""
    _, *path = name.split(".")
    value: Any = import_module("tapegrad")
    for part in path:
        value = getattr(value, part, None)
    return value is not None


def _function() -> str | None:
    """Return the public name of the function that the user's code has called, None if it is no other library's."""
    frame: FrameType | None = sys._getframe(1)
    name = None
    while frame is not None and (library := frame.f_globals.get("__name__", "").split(".")[0]) in _PASSED:
        if library == "pandas":
            name = library
        elif library in ("numpy", "scipy"):
            name = _public_name(frame) or name
        frame = frame.f_back
    return name


def _public_name(frame: FrameType) -> str | None:
    """Return the name under which users call the function of a frame, None for one that is not public."""
    package = _package(frame.f_globals["__name__"])
    library = package.split(".")[0]
    name = frame.f_code.co_name
    instance = frame.f_locals.get("self")
    if package == "numpy.lib" or package.startswith("numpy.matrixlib"):
        package = library
    module = vars(sys.modules[package])
    if name == "__getitem__":  # of np.r_ and its like
        name = next((public for public, value in module.items() if value is instance), "_")
        return None if name.startswith("_") else f"{package}.{name}"
    if instance is not None and name in ("__init__", "__call__"):
        name = type(instance).__name__
    elif instance is not None and not hasattr(
        instance, name
    ):  # a function within a method: SciPy's wrappers of its ufuncs
        name = getattr(instance, "name", name)
    elif (
        instance is not None and library == "scipy" and not name.startswith("_")
    ):  # a distribution, frozen or not, has a name
        of = getattr(getattr(instance, "dist", instance), "name", type(instance).__name__)
        return f"{package}.{of}.{name}"
    if callable(module.get(name)) and not name.startswith("_"):
        return f"{package}.{name}"
    wrapped = next((public for public, value in module.items() if _is_run_by(value, frame)), "_")
    return _name_of_wrapped(frame, library) if wrapped.startswith("_") else f"{package}.{wrapped}"


def _name_of_wrapped(frame: FrameType, library: str) -> str | None:
    """Return the public name of the function that a wrapper in a private module calls, None if there is none."""
    for variable in frame.f_code.co_freevars:
        module, name = (getattr(frame.f_locals.get(variable), part, None) for part in ("__module__", "__name__"))
        if isinstance(module, str) and module.split(".")[0] == library and isinstance(name, str) and name[0] != "_":
            package = _package(module)
            if callable(vars(sys.modules[package]).get(name)):
                return f"{package}.{name}"
    return None


def _package(module: str) -> str:
    """Return the public package of a module."""
    library, *parts = module.split(".")
    return ".".join([library, *takewhile(lambda part: part[0] != "_", parts)])


def _is_run_by(function: Any, frame: FrameType) -> bool:
    """Tell whether a frame runs a function that others share the code of, such as wrappers made by a decorator."""
    if getattr(function, "__code__", None) is not frame.f_code:
        return False
    cells = zip(frame.f_code.co_freevars, function.__closure__ or (), strict=True)
    return all(frame.f_locals.get(name) is cell.cell_contents for name, cell in cells)

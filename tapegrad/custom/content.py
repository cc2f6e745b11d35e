"""What a function is, as a digest of its content: two functions have the same one if they compute the same.

Covered are the bytecode, constants, defaults, closure, overloads for Numba, and the globals that the code reads, and so
on through the functions found there; modules only as far as their attributes are named, and those of Python, NumPy,
SciPy and Numba by name. An object that cannot be written down makes a digest that equals no other.

Digests name custom ops and the machine code of users' functions. They hold across processes, not across versions of
Python, whose bytecode differs.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import os
import pickle
import sys
import sysconfig
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from tapegrad.ops.declare import Op

_KNOWN = {*sys.stdlib_module_names, "numpy", "scipy", "numba", "llvmlite", "tapegrad"} - {"__main__"}
_PYTHON = sysconfig.get_path("stdlib")


def compiled_by_numba(function: Any) -> bool:
    """Tell whether this is what `numba.njit` returns."""
    return hasattr(function, "py_func") and hasattr(function, "targetoptions")


def digest(*things: Any, itself: str = "") -> str:
    """Return twelve letters for values and functions, in which a variable `itself` stands for what is being defined."""
    walk = _Walk(itself)
    for thing in things:
        walk.value(thing)
    return walk.hash.hexdigest()[:12]


def _known_module(name: str) -> bool:
    """Tell whether a module belongs to a package that is known by its name; a user's may have a name of Python's."""
    top = name.partition(".")[0]
    if top not in _KNOWN or name not in sys.modules:
        return False
    origin = getattr(sys.modules[name], "__file__", None)
    return top not in sys.stdlib_module_names or origin is None or origin.startswith(_PYTHON)


def _foreign(thing: Any) -> bool:
    """Tell whether something is what its name says in a module that is known by its name."""
    name = getattr(thing, "__module__", None) or ""
    if not _known_module(name):
        return False
    found: Any = sys.modules[name]
    for part in thing.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is thing


class _Walk:
    def __init__(self, itself: str) -> None:
        self.itself = itself
        self.hash = hashlib.sha256()
        self._seen: dict[int, tuple[int, Any]] = {}  # by identity, and kept alive for that

    def _say(self, *words: Any) -> None:
        self.hash.update(repr(words).encode() + b"\0")

    def value(self, x: Any) -> None:
        if x is None or x is Ellipsis or isinstance(x, (bool, int, float, complex, str, bytes, range, slice)):
            self._say(type(x).__name__, x)
        elif isinstance(x, (tuple, CodeType)):  # Python may share these or not
            self._compound(x)
        elif id(x) in self._seen:
            self._say("again", self._seen[id(x)][0])
        else:
            self._seen[id(x)] = len(self._seen), x
            self._compound(x)

    def _compound(self, x: Any) -> None:
        if isinstance(x, (tuple, list)):
            self._say(type(x).__name__, len(x))
            for part in x:
                self.value(part)
        elif isinstance(x, dict):
            self._say("dict", len(x))
            for key, part in x.items():
                self.value(key)
                self.value(part)
        elif isinstance(x, np.ndarray) and not x.dtype.hasobject:
            self._say("array", x.dtype.str, x.shape, x.tobytes())
        elif isinstance(x, Op):
            self._say("op", x.name)
        elif compiled_by_numba(x):
            import numba

            self._say("njit", numba.__version__, sorted((k, repr(v)) for k, v in x.targetoptions.items()))
            self.value(x.py_func)
        elif isinstance(x, ModuleType):
            self._say("module", x.__name__)
        elif isinstance(x, functools.partial):
            self._say("partial")
            for part in (x.func, x.args, x.keywords):
                self.value(part)
        elif isinstance(x, MethodType):
            self._say("method")
            self.value(x.__func__)
            self.value(x.__self__)
        elif isinstance(x, FunctionType) and not _foreign(x):
            self._function(x)
        elif isinstance(x, CodeType):
            self._code(x)
        elif isinstance(x, (FunctionType, BuiltinFunctionType, np.ufunc, type)):
            self._say("named", getattr(x, "__module__", None), getattr(x, "__qualname__", x.__name__))
        else:
            try:
                self._say("pickle", pickle.dumps(x))
            except Exception:
                self._say("unknown", os.urandom(16))

    def _function(self, f: FunctionType) -> None:
        self._say("function")
        self.value(f.__code__)
        self.value(f.__defaults__)
        self.value(f.__kwdefaults__)
        for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
            try:
                found = cell.cell_contents
            except ValueError:  # not filled yet
                self._variable(name, False)
            else:
                self._variable(name, True, found)
        for overload in _overloads(f):
            self._say("overload")
            self.value(overload)
        for code in _codes(f.__code__):
            for name in sorted(
                {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
            ):
                found = f.__globals__.get(name)
                self._variable(name, name in f.__globals__, found)
                if isinstance(found, ModuleType) and not _known_module(found.__name__):
                    for attribute in code.co_names:
                        if hasattr(found, attribute):
                            self._say("attribute", attribute)
                            self.value(getattr(found, attribute))

    def _variable(self, name: str, known: bool, value: Any = None) -> None:
        if name == self.itself and (not known or isinstance(value, Op)):
            self._say("itself")
            return
        self._say("variable", name, known)
        self.value(value)

    def _code(self, code: CodeType) -> None:
        self._say(
            "code", code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_flags, code.co_argcount,
            code.co_kwonlyargcount,
        )  # fmt: skip
        for constant in code.co_consts:
            if isinstance(constant, frozenset):
                self._say("frozenset", sorted(map(repr, constant)))
            else:
                self.value(constant)


def _overloads(f: FunctionType) -> list[Any]:
    """Return what Numba was told to compile in place of a function, by `numba.extending.overload`."""
    if "numba" not in sys.modules:
        return []
    from numba.core.typing.templates import builtin_registry

    found = [kind for known, kind in builtin_registry.globals if known is f]
    return [template._overload_func for kind in found for template in kind.templates]


def _codes(code: CodeType) -> list[CodeType]:
    """Return a function's code and those within it."""
    inner = [c for constant in code.co_consts if isinstance(constant, CodeType) for c in _codes(constant)]
    return [code, *inner]

"""Digests of functions: equal digests mean that two functions compute the same.

Covered are the bytecode, constants, defaults, closure, overloads for Numba, and the globals that the code reads, and so
on through the functions and classes found there; modules only as far as their attributes are named, and those of
Python, NumPy, SciPy and Numba by name. Other objects are what pickle writes, with the functions and classes that it
only names. An object that cannot be written down makes a digest that equals no other.

Digests name custom ops, the machine code of users' functions, and compiled functions on their way to other processes.
They hold across processes, not across versions of Python, whose bytecode differs.

Tests: tests/replay/test_shipping.py
"""

from __future__ import annotations

import dis
import functools
import io
import os
import pickle
import sys
import sysconfig
from collections.abc import Callable
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.lazy_imports import modules_later
from tapegrad.ops.declare import Op
from tapegrad.replay.pickled_names import transform_of

if TYPE_CHECKING:
    import hashlib
else:  # which loads OpenSSL, and pickles alone need
    (hashlib,) = modules_later("hashlib")

_KNOWN = {*sys.stdlib_module_names, "numpy", "scipy", "numba", "llvmlite", "tapegrad"} - {"__main__"}
_CACHED = type(functools.cache(len))
_PYTHON = sysconfig.get_path("stdlib")


def compiled_by_numba(function: Callable[..., Any]) -> bool:
    """Tell whether an object is a dispatcher of `numba.njit`."""
    return hasattr(function, "py_func") and hasattr(function, "targetoptions")


def digest(*things: Any, itself: str = "", letters: int = 12) -> str:
    """Return a digest of values and functions, in which a variable `itself` stands for the definition in progress."""
    walk = _Walk(itself)
    for thing in things:
        walk.value(thing)
    return walk.hash.hexdigest()[:letters]


def token_of(function: Any) -> str:
    """Return a token of a compiled function, which is equal for equal content in another process."""
    return f"tapegrad-{digest(function, letters=32)}"


def _known_module(name: str) -> bool:
    """Tell whether a module belongs to a package that is known by its name; a user's may have a name of Python's."""
    top = name.partition(".")[0]
    if top not in _KNOWN or name not in sys.modules:
        return False
    origin = getattr(sys.modules[name], "__file__", None)
    return top not in sys.stdlib_module_names or origin is None or origin.startswith(_PYTHON)


def _foreign(thing: Any) -> bool:
    """Tell whether an object is the one of its name in a module that is known by its name."""
    name = getattr(thing, "__module__", None) or ""
    if not _known_module(name):
        return False
    value: Any = sys.modules[name]
    for part in thing.__qualname__.split("."):
        value = getattr(value, part, None)
    return value is thing


def _by_content(x: Any) -> bool:
    """Tell whether an object is a user's function or class, or stands for a function, so that its name says
    too little.
    """
    if isinstance(x, (FunctionType, type)):
        return not _foreign(x)
    kind = type(x)
    return (kind.__module__.startswith("tapegrad.") and hasattr(kind, "content")) or (
        kind is _CACHED and not _foreign(x)
    )


def _in_c(x: Any) -> bool:
    """Tell whether the interpreter has made an attribute of a class, such as that of a slot."""
    return isinstance(x, (MemberDescriptorType, GetSetDescriptorType))


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
        elif isinstance(x, (set, frozenset)):  # in the order of their hashes, which other processes do not have
            self._say(type(x).__name__, sorted(digest(part, itself=self.itself, letters=64) for part in x))
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
            self._parts("partial", x.func, x.args, x.keywords)
        elif isinstance(x, MethodType):
            self._parts("method", x.__func__, x.__self__)
        elif isinstance(x, CodeType):
            self._code(x)
        elif _by_content(x):
            if isinstance(x, type):
                self._class(x)
            elif isinstance(x, FunctionType):
                self._function(x)
            elif hasattr(x, "content"):
                self._parts(*x.content)
            else:
                self._parts("wrapper", x.__wrapped__)
        elif isinstance(x, (FunctionType, BuiltinFunctionType, np.ufunc, type)):
            self._say("named", getattr(x, "__module__", None), getattr(x, "__qualname__", x.__name__))
        else:
            self._pickled(x)

    def _parts(self, what: str, *parts: Any) -> None:
        self._say(what)
        for part in parts:
            self.value(part)

    def _pickled(self, x: Any) -> None:
        target, parts = io.BytesIO(), []

        class Pickler(pickle.Pickler):
            def persistent_id(self, part: Any) -> int | None:
                by_id = isinstance(part, (ModuleType, set, frozenset)) or compiled_by_numba(part) or _by_content(part)
                if part is x or not by_id:
                    return None
                parts.append(part)
                return len(parts)

        try:
            Pickler(target, 4).dump(x)
        except Exception:
            self._say("unknown", os.urandom(16))
        else:
            self._parts("pickle", target.getvalue(), *parts)

    def _class(self, x: type) -> None:
        self._parts("class", x.__qualname__, *x.__bases__)
        for name, value in sorted(vars(x).items()):
            if isinstance(value, (staticmethod, classmethod)):
                self._parts(type(value).__name__, name, value.__func__)
            elif isinstance(value, property):
                self._parts("property", name, value.fget, value.fset, value.fdel)
            elif isinstance(value, FunctionType) or not (name.startswith(("__", "_abc_")) or _in_c(value)):
                self._parts("attribute", name, value)

    def _function(self, f: FunctionType) -> None:
        if (transform := transform_of(f)) is not None:
            self._parts("transform", *transform, f.__wrapped__)  # type: ignore[attr-defined]
            return
        self._say("function")
        self.value(f.__code__)
        self.value(f.__defaults__)
        self.value(f.__kwdefaults__)
        for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:  # not filled yet
                self._variable(name, False)
            else:
                self._variable(name, True, value)
        for overload in _overloads(f):
            self._say("overload")
            self.value(overload)
        for code in _codes(f.__code__):
            for name in sorted(
                {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
            ):
                value = f.__globals__.get(name)
                self._variable(name, name in f.__globals__, value)
                if isinstance(value, ModuleType) and not _known_module(value.__name__):
                    for attribute in code.co_names:
                        if hasattr(value, attribute):
                            self._say("attribute", attribute)
                            self.value(getattr(value, attribute))

    def _variable(self, name: str, bound: bool, value: Any = None) -> None:
        if name == self.itself and (not bound or isinstance(value, Op)):
            self._say("itself")
            return
        self._say("variable", name, bound)
        self.value(value)

    def _code(self, code: CodeType) -> None:
        self._say(
            "code", code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_flags, code.co_argcount,
            code.co_kwonlyargcount,
        )  # fmt: skip
        for constant in code.co_consts:
            self.value(constant)


def _overloads(f: FunctionType) -> list[Any]:
    """Return what Numba was told to compile in place of a function, by `numba.extending.overload`."""
    if "numba" not in sys.modules:
        return []
    from numba.core.typing.templates import builtin_registry

    kinds = [kind for function, kind in builtin_registry.globals if function is f]
    return [template._overload_func for kind in kinds for template in kind.templates]


def _codes(code: CodeType) -> list[CodeType]:
    """Return a function's code and those within it."""
    inner = [c for constant in code.co_consts if isinstance(constant, CodeType) for c in _codes(constant)]
    return [code, *inner]

"""Lazy imports: names of a package that are imported when they are first used.

So `import tapegrad` loads what a first gradient needs, and nothing else. For type checkers and editors the package
imports the same names under ``TYPE_CHECKING``.

Tests: tests/package/test_scipys_names.py, tests/package/test_lazy_imports.py
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from tapegrad.hints import missing


def later(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Return a package's ``__getattr__``.

    Parameters
    ----------
    package : str
    modules : mapping
        The names that come from each module; from `package` itself, its submodules.
    """
    sources = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in sources:
            raise missing(package, name, lambda: dir(sys.modules[package]))
        if sources[name] == package:
            return import_module(f"{package}.{name}")
        value = getattr(import_module(sources[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return find


class _Later(ModuleType):
    """A module that is imported when something of it is first used, and looked up each time."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


def modules_later(*names: str) -> tuple[Any, ...]:
    """Return modules that few processes use, which are imported when something of them is first used."""
    return tuple(map(_Later, names))


class _Deferred:
    """An object of a class that is imported when something of the object is first used: then it becomes that object."""

    def __init__(self, module: str, name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        vars(self)["_deferred"] = module, name, args, keywords

    def __getattr__(self, name: str) -> Any:
        _become(self)
        return getattr(self, name)

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # which `isinstance` asks for
        return _class_of(self)

    def __reduce_ex__(self, protocol: Any) -> Any:  # which copies and pickles ask for
        _become(self)
        return self.__reduce_ex__(protocol)


def _class_of(deferred: _Deferred) -> type:
    module, name = vars(deferred)["_deferred"][:2]
    cls: type = getattr(import_module(module), name)
    return cls


def _become(deferred: _Deferred) -> None:
    """Make the object, in place; another thread may do the same, and makes the same."""
    cls = _class_of(deferred)
    args, keywords = vars(deferred)["_deferred"][2:]
    vars(deferred).update(vars(cls(*args, **keywords)))
    vars(object)["__class__"].__set__(deferred, cls)


def classes_later(modules: Mapping[str, Sequence[str]]) -> dict[str, Callable[..., Any]]:
    """Return what makes objects of classes, by name; the module of a class is imported when one of them is first used.

    The classes have no ``__slots__`` and no bases but one another, and keep all that they are made of in attributes.
    """

    def maker(module: str, name: str) -> Callable[..., Any]:
        return lambda *args, **keywords: _Deferred(module, name, args, keywords)

    return {name: maker(module, name) for module, names in modules.items() for name in names}


@contextmanager
def without_collections() -> Iterator[None]:
    """Import within the block while Python's collector rests: imports make hardly any garbage, and much to look at."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # else they would be others'
            gc.freeze()
            gc.unfreeze()  # now all objects count as old, so that the next collection does not look at the new ones
        if collects:
            gc.enable()

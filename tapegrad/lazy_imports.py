"""Lazy imports: names of a package that are imported when they are first used.

So `import tapegrad` loads what a first gradient needs, and nothing else. For type checkers and editors the package
imports the same names under ``TYPE_CHECKING``.

Tests: tests/package/test_scipys_names.py
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

"""Import statements for namespaces that stand for another library's: ``import tapegrad.numpy.random as npr``.

A name below such a namespace is what its attribute is: the library's own module, or an object that stands for it.

Tests: tests/package/test_numpys_namespace.py
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class Finder:
    """What Python's import asks first: the namespaces, and the libraries that they stand for."""

    def __init__(self) -> None:
        self._libraries: dict[str, str] = {}

    def add(self, namespace: str, library: str) -> None:
        """Let names below a namespace be imported."""
        if not self._libraries:
            sys.meta_path.insert(0, self)  # before Python looks into the library's folders
        self._libraries[namespace] = library

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how a name is imported, if it is one of these."""
        for namespace, library in self._libraries.items():
            if name.startswith(f"{namespace}."):
                below = name.removeprefix(f"{namespace}.")
                value: Any = sys.modules[namespace]
                try:
                    value = functools.reduce(getattr, below.split("."), value)
                except AttributeError:  # no attribute before it is imported
                    value = _imported(f"{library}.{below}")
                return None if value is None else ModuleSpec(name, _Alias(value))
        return None


def _imported(name: str) -> ModuleType | None:
    """Return a module, if there is one."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


class _Alias(Loader):
    """A loader that puts an object in the place of the module that Python has made."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python to make a module."""

    def exec_module(self, module: ModuleType) -> None:
        """Replace it."""
        sys.modules[module.__name__] = self._value


_finder = Finder()


def namespace(
    variables: dict[str, Any], library: ModuleType, value_of: Callable[[str], Any]
) -> tuple[list[str], str, list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return what makes a module, whose variables these are, the namespace of a library: its ``__all__``,
    ``__version__``, ``__path__``, ``__getattr__`` and ``__dir__``.
    """
    _finder.add(variables["__name__"], library.__name__)

    def attribute(name: str) -> Any:
        value = value_of(name)
        if not name.startswith("__"):
            variables[name] = value
        return value

    def names() -> list[str]:
        return [name for name in dir(library) if name[:1] != "_"]

    return [*library.__all__], library.__version__, [], attribute, names

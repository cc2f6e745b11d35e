"""Docstrings that are written when they are read: `help` of hundreds of functions costs nothing at import.

`Help` is a string: the docstring that stands in the source. Who reads it in any way (`inspect.getdoc`, ``print``, ``in``)
gets the whole text, which `tapegrad.ops.help_text` makes of it, of the function's signature and of its record.

Tests: tests/package/test_help.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from tapegrad.lazy_imports import later

_writer = later(
    __name__, {"tapegrad.ops.help_text": ("written",), "tapegrad.ops.help_of_distributions": ("of_distribution",)}
)


class Help(str):
    """A docstring. Its attributes say what it is about, and `whole` what it is with all sections.

    Attributes
    ----------
    function : callable
    record : Entry, optional
    namespace, name : str
        Where users find it.
    """

    function: Callable[..., Any]
    record: Any = None
    namespace = name = whole = ""

    def text(self) -> str:
        """Return the docstring with all sections."""
        if not self.whole:
            self.whole = _writer("written")(self)
        return self.whole

    def source(self) -> str:
        """Return the docstring as it stands in the source."""
        return str.__str__(self)


def _delegated(method: str) -> Callable[..., Any]:
    return lambda self, *args, **keywords: getattr(self.text(), method)(*args, **keywords)


_OWN = ("__new__", "__init__", "__getattribute__", "__getnewargs__", "__hash__", "__eq__", "__ne__")
for _name, _value in vars(str).items():
    if callable(_value) and _name not in _OWN:
        setattr(Help, _name, _delegated(_name))


def helped(function: Any, namespace: str, name: str, record: Any = None) -> Any:
    """Return a function whose docstring gets all sections."""
    doc = function.__doc__
    if isinstance(doc, Help) and (doc.function is function or doc.name):
        return function
    help_ = Help(doc or "")
    help_.function, help_.record, help_.namespace, help_.name = function, record, namespace, name
    function.__doc__ = help_
    return function


def help_all(namespace: str, names: Mapping[str, Any]) -> None:
    """Give the docstrings of a namespace's functions all sections."""
    for name, value in names.items():
        if name[0] != "_" and type(value) is FunctionType and value.__module__.startswith("tapegrad."):
            helped(value, namespace, name)


def help_of_distributions(cls: Any) -> Any:
    """Give a class of distributions, its objects and their methods all sections."""
    cls.__doc__ = HelpOfObjects(cls.__doc__, distributions=True)
    help_all("stats.norm", vars(cls))
    return cls


class HelpOfObjects:
    """A class's ``__doc__``: of its objects, that which is written of their records, or as distributions."""

    def __init__(self, of_class: str | None, distributions: bool = False) -> None:
        self._of_class, self._distributions = of_class, distributions

    def __get__(self, instance: Any, owner: Any = None) -> str | None:
        if instance is None:
            return self._of_class
        if self._distributions:
            text: str = _writer("of_distribution")(instance, self._of_class)
            return text
        doc = Help(instance.summary)
        doc.function = doc.record = instance
        doc.name = instance.shown
        return doc.text()

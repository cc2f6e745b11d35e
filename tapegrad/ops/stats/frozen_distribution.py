"""Distributions whose parameters are given: their methods are called without them.

Tests: tests/ops/test_stats.py
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any


class Frozen:
    """A distribution with its parameters."""

    def __init__(self, distribution: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.distribution, self.args, self.keywords = distribution, args, keywords

    def __repr__(self) -> str:
        arguments = [*map(repr, self.args), *[f"{name}={value!r}" for name, value in self.keywords.items()]]
        return f"{self.distribution!r}({', '.join(arguments)})"

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.distribution, name)
        if name.startswith("_") or not inspect.ismethod(method):
            raise AttributeError(f"{self.distribution!r} has no method {name!r}")
        if name == "stats":
            return lambda moments="mv": method(*self.args, moments=moments, **self.keywords)
        names = _arguments(method.__func__)
        keywords = {k: value for k, value in self.keywords.items() if "keywords" in names or k in names}
        if names[1] in _OF_X:
            return lambda x: method(x, *self.args, **keywords)
        return lambda: method(*self.args, **keywords)


_OF_X = frozenset({"x", "k", "q", "confidence"})  # what methods are functions of, beside parameters


@functools.cache
def _arguments(method: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(method).parameters)

"""Signatures of rules and kernels: the names of their parameters, read off their code.

`inspect.signature` makes an object of each parameter, which takes a tenth of an import that declares 140 ops.

Tests: tests/ops/test_signatures.py
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

_VARIADIC, _KEYWORDS = inspect.CO_VARARGS, inspect.CO_VARKEYWORDS


def names_of(function: Callable[..., Any]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return the names of a function's parameters, those that are keywords alone apart, and whether it takes any number
    of arguments.
    """
    if type(function) is not FunctionType or function.__dict__:  # it may stand for another one
        parameters = inspect.signature(function).parameters.values()
        return (
            tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY),
            tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY),
            any(p.kind is p.VAR_POSITIONAL for p in parameters),
        )
    code = function.__code__
    positional, named = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    others = bool(code.co_flags & _VARIADIC) + bool(code.co_flags & _KEYWORDS)
    names = code.co_varnames
    return (
        names[:positional] + names[named : named + others],
        names[positional:named],
        bool(code.co_flags & _VARIADIC),
    )


def all_names_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a function's parameters, those that are keywords alone last."""
    names, keywords, _ = names_of(function)
    return names + keywords

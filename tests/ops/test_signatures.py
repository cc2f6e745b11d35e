"""Names of parameters that are read off code: those that `inspect` gives."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np
import pytest

from tapegrad.ops.signatures import all_names_of, names_of


def plain(a: Any, b: Any = 1) -> Any:
    local = a
    return local, b


def several(a: Any, *args: Any, k: Any, m: Any = 2, **more: Any) -> Any:
    return a, args, k, m, more


@functools.wraps(plain)
def wrapper(*args: Any, **keywords: Any) -> Any:
    return plain(*args, **keywords)


@pytest.mark.parametrize(
    "function", [plain, several, wrapper, functools.partial(plain, 1), np.linalg.norm, lambda: None, lambda *x: x]
)
def test_names_are_those_of_inspect(function):
    parameters = inspect.signature(function).parameters.values()
    keywords = tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)
    others = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
    assert names_of(function) == (others, keywords, any(p.kind is p.VAR_POSITIONAL for p in parameters))
    assert all_names_of(function) == others + keywords

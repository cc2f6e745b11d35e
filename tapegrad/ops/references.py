"""References and samples for the generated tests of records: functions of NumPy and SciPy, and operands.

Tests: tests/func/test_ops.py
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.ops.declare import Samples

_NARROWER = {np.dtype(np.longdouble): np.float64, np.dtype(np.clongdouble): np.complex128}


def in_double(x: Any) -> Any:
    """Return numbers of more precision than libraries have, such as differences are taken of in tests, as doubles."""
    dtype = getattr(x, "dtype", None)
    return x.astype(_NARROWER[dtype]) if dtype in _NARROWER else x


def doubled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return as a reference a function of NumPy or SciPy that knows no more precision than that of doubles."""

    def reference(*args: Any, **keywords: Any) -> Any:
        return function(*map(in_double, args), **keywords)

    reference.__name__, reference.function = function.__name__, function  # type: ignore[attr-defined]
    reference.load = getattr(function, "load", lambda: function)  # type: ignore[attr-defined]
    return reference


def scipys(module: str, name: str) -> Callable[..., Any]:
    """Return a function of SciPy, which is imported when it is called."""

    loaded = functools.cache(lambda: getattr(import_module(module), name))

    def function(*args: Any, **keywords: Any) -> Any:
        return loaded()(*args, **keywords)

    function.__module__, function.__name__ = module, name
    function.load = loaded  # type: ignore[attr-defined]
    return function


def without_warnings(module: str, name: str) -> Callable[..., Any]:
    """Return a function of SciPy as a reference that does not warn of complex numbers, which it takes."""
    scipys_own = doubled(scipys(module, name))

    @functools.wraps(scipys_own)
    def reference(*args: Any, **keywords: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return scipys_own(*args, **keywords)

    reference.__module__ = module
    return reference


def normal(*cases: tuple[Sequence[Any], dict[str, Any]]) -> Samples:
    """Return samples of normal random numbers, from the shapes of the operands and static parameters.

    A list stands for a list of arrays, and a string for itself.
    """

    def drawn(rng: np.random.Generator, shape: Any) -> list[Any] | str:
        if isinstance(shape, list):
            return [drawn(rng, s) for s in shape]
        return shape if isinstance(shape, str) else rng.normal(size=shape)

    return lambda rng: [(tuple(drawn(rng, shape) for shape in shapes), static) for shapes, static in cases]

"""Checks of options by their annotations: a flag, a whole number, a number, a name.

SciPy refuses others in its compiled code, one by one. Here no function has to: what is no plain value, such as a Tensor, goes through.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.ops.runtime import AnyArray


def _is_flag(x: AnyArray) -> bool:
    return isinstance(x, (bool, np.bool_)) or (isinstance(x, numbers.Integral) and x in (0, 1))


def _is_whole(x: AnyArray) -> bool:
    return isinstance(x, numbers.Integral) or (isinstance(x, numbers.Real) and float(x).is_integer())


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "bool": (_is_flag, "True or False"), "int": (_is_whole, "a whole number"),
    "float": (lambda x: isinstance(x, numbers.Number), "a number"), "str": (lambda x: isinstance(x, str), "a name"),
}  # fmt: skip


class Options:
    """What a function says of its options, but for the first argument."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.checks: list[tuple[str, int, Callable[[Any], bool], str, bool]] = []
        parameters = inspect.signature(inspect.unwrap(function)).parameters.values()
        for place, parameter in enumerate(parameters):
            kind, _, more = str(parameter.annotation).partition(" | ")
            if place and parameter.default is not parameter.empty and kind in _KINDS and more in ("", "None"):
                self.checks.append((parameter.name, place - 1, *_KINDS[kind], bool(more) or kind == "bool"))

    def check(self, function: str, args: Sequence[Any], keywords: Mapping[str, Any]) -> None:
        """Check what is given behind the first argument.

        Raises
        ------
        ArgumentError
            For a plain value of another kind.
        """
        for name, place, fits, expected, may_lack in self.checks:
            x = keywords[name] if name in keywords else args[place] if place < len(args) else None
            if x is None and (may_lack or name not in keywords):
                continue
            if (x is None or isinstance(x, (str, list, tuple, dict, numbers.Number, np.bool_))) and not fits(x):
                raise ArgumentError(f"{function}: expected {expected} for {name}, got {x!r}.")

"""What users define: the names, parameters and rules of a definition, checked.

Invariant: a derivative that nobody declared is an error when it is asked for, never zero. Zero is declared by None.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.checks import gradcheck
from tapegrad.custom.content import digest
from tapegrad.errors import ArgumentError, DtypeError, GradientError, check_function
from tapegrad.machine.lane import Lane
from tapegrad.ops.declare import Elementwise
from tapegrad.tape.forms import F8
from tapegrad.tensor.tensor import tensor


def title_of(function: Any) -> str:
    return getattr(function, "__name__", type(function).__name__).strip("<>")


def module_of(function: Any) -> str:
    return getattr(function, "__module__", None) or "?"


def name_of(title: str, *content: Any) -> str:
    """Return an op's name: what LLVM and a file system take, and a digest of its content."""
    return f"{re.sub('[^A-Za-z0-9_]', '_', title)}.{digest(*content, itself=title)}"


def arguments_of(function: Any, what: str) -> tuple[str, ...]:
    """Return the names of a function's parameters.

    Raises
    ------
    ArgumentError
        If there are others than plain positional ones.
    """
    if isinstance(function, Elementwise):
        return function.arguments
    check_function(function, what)
    try:
        parameters = inspect.signature(getattr(function, "py_func", function)).parameters.values()
    except (TypeError, ValueError):
        raise ArgumentError(
            f"{what}: {title_of(function)} does not tell its arguments. Wrap it in a function."
        ) from None
    for p in parameters:
        if p.kind is not p.POSITIONAL_OR_KEYWORD or p.default is not p.empty:
            raise ArgumentError(f"{what}: {title_of(function)} must have plain arguments without defaults, got {p}.")
    return tuple(p.name for p in parameters)


def rules_of(given: Any, of: str, what: str, arguments: Sequence[str], more: set[str]) -> dict[str, Any]:
    """Return the declared derivatives.

    Raises
    ------
    ArgumentError
    """
    if not isinstance(given, Mapping | None):
        raise ArgumentError(f"{what}: {of} must be a dict from arguments to rules, got {type(given).__name__}.")
    return {a: _rule(a, rule, what, arguments, more) for a, rule in (given or {}).items()}


def _rule(argument: str, rule: Any, what: str, arguments: Sequence[str], more: set[str]) -> Any:
    """Return a declared derivative, as it was given.

    Raises
    ------
    ArgumentError
    """
    if argument not in arguments:
        raise ArgumentError(
            f"{what}: a derivative for {argument!r}, which is none of the arguments {', '.join(arguments)}."
        )
    if clash := more.intersection(arguments):
        raise ArgumentError(f"{what}: an argument cannot be called {clash.pop()!r}, which means something in rules.")
    if rule is not None:
        unknown = set(arguments_of(rule, what)) - {*arguments, *more}
        if unknown:
            raise ArgumentError(
                f"{what}: the derivative for {argument!r} reads {', '.join(sorted(unknown))}; it may read "
                f"{', '.join(sorted({*arguments, *more}))}."
            )
    return rule


def sign(f: Any, parameters: Sequence[str], only: Sequence[str] = ()) -> None:
    """Say which parameters a callable has."""
    plain = [inspect.Parameter(p, inspect.Parameter.POSITIONAL_OR_KEYWORD) for p in parameters]
    f.__signature__ = inspect.Signature([*plain, *(inspect.Parameter(p, inspect.Parameter.KEYWORD_ONLY) for p in only)])


def positional(op: Any, args: Sequence[Any], keywords: dict[str, Any]) -> tuple[Any, ...]:
    """Return the arguments in order.

    Raises
    ------
    ArgumentError
        If the names are not those of the arguments that are left.
    """
    left = op.arguments[len(args) :]
    if sorted(keywords) != sorted(left):
        raise ArgumentError(
            f"{op.shown}: expected the arguments {', '.join(op.arguments)}, got {len(args)} by position and "
            f"{', '.join(keywords)} by name."
        )
    return *args, *(keywords[name] for name in left)


def check_count(op: Any, args: Sequence[Any]) -> None:
    if len(args) != len(op.arguments):
        raise ArgumentError(f"{op.shown}: expected {len(op.arguments)} arguments, got {len(args)}.")


def checked(op: Any, args: Sequence[Any], declared: Sequence[bool]) -> bool:
    check_count(op, args)
    if not any(declared):
        raise ArgumentError(f"{op.shown}: no derivative is declared, so there is nothing to check.")
    return gradcheck(op, tuple(tensor(np.array(a, F8), requires_grad=d) for a, d in zip(args, declared, strict=True)))


def real(x: Any, title: str) -> np.ndarray:
    """Return plain data as an array.

    Raises
    ------
    DtypeError
    """
    array = np.asarray(x)
    if array.dtype.kind not in "fiub":
        raise DtypeError(f"{title}: expected real numbers, got dtype {array.dtype}.")
    return array


class numba_errors:
    """Numba's refusal to compile something becomes an error of this package, with it as its cause."""

    def __init__(self, title: str, what: str) -> None:
        self._title, self._what = title, what

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from numba.core.errors import NumbaError

        if isinstance(error, NumbaError):
            raise ArgumentError(
                f"{self._title}: Numba cannot compile this for {self._what}. Its reasons are above."
            ) from error


class Undeclared:
    """In the place of a derivative that was not declared: kernels are built with it, sweeps that need it call it."""

    def __init__(self, title: str, argument: str) -> None:
        self._title, self._argument = title, argument
        sign(self, (argument,))

    def __call__(self, **named: Any) -> Any:
        value = named[self._argument]
        if isinstance(value, Lane):
            return value.emitter.float(np.nan)
        raise GradientError(
            f"{self._title}: no derivative with respect to {self._argument!r} is declared. Declare it where the op is "
            "defined (None if it is zero), or detach the argument."
        )

"""Definitions of custom ops: checks the names, parameters and rules that users give.

As for all ops (`tapegrad.ops.declare`), a derivative that was not declared is an error when it is asked for, never
zero.

Tests: tests/custom/test_definitions.py
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from tapegrad.autograd.checks import gradcheck
from tapegrad.errors import ArgumentError, DtypeError, GradientError, check_function
from tapegrad.ir.forms import F8
from tapegrad.ops.declare import Elementwise, Op
from tapegrad.replay.function_digest import digest
from tapegrad.tensor.tensor import tensor


def title_of(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", type(function).__name__).strip("<>")


def module_of(function: Callable[..., Any]) -> str:
    return getattr(function, "__module__", None) or "?"


def name_of(title: str, *content: Any) -> str:
    """Return an op's name: what LLVM and a file system take, and a digest of its content."""
    return f"{re.sub('[^A-Za-z0-9_]', '_', title)}.{digest(*content, itself=title)}"


def arguments_of(function: Callable[..., Any], what: str) -> tuple[str, ...]:
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
            f"{what}: the arguments of {title_of(function)} cannot be read. Wrap it in a function."
        ) from None
    for p in parameters:
        if p.kind is not p.POSITIONAL_OR_KEYWORD or p.default is not p.empty:
            raise ArgumentError(f"{what}: {title_of(function)} must have plain arguments without defaults, got {p}.")
    return tuple(p.name for p in parameters)


def rules_of(
    derivatives: Mapping[str, Any] | None, of: str, what: str, arguments: Sequence[str], more: set[str]
) -> dict[str, Any]:
    """Return the declared derivatives, as they were given.

    Raises
    ------
    ArgumentError
    """
    if not isinstance(derivatives, Mapping | None):
        raise ArgumentError(f"{what}: {of} must be a dict from arguments to rules, got {type(derivatives).__name__}.")
    readable = {*arguments, *more}
    for argument, rule in (derivatives or {}).items():
        if argument not in arguments:
            raise ArgumentError(
                f"{what}: a derivative for {argument!r}, which is not among the arguments {', '.join(arguments)}."
            )
        if clash := more.intersection(arguments):
            raise ArgumentError(
                f"{what}: an argument cannot be called {clash.pop()!r}, which means something in rules."
            )
        if rule is not None and (unknown := set(arguments_of(rule, what)) - readable):
            raise ArgumentError(
                f"{what}: the derivative for {argument!r} reads {', '.join(sorted(unknown))}; it may read "
                f"{', '.join(sorted(readable))}."
            )
    return dict(derivatives or {})


def sign(f: Any, parameters: Sequence[str]) -> None:
    """Say which parameters a callable has."""
    f.__signature__ = inspect.Signature(
        [inspect.Parameter(p, inspect.Parameter.POSITIONAL_OR_KEYWORD) for p in parameters]
    )


class Custom(Op):
    """What records of the ops table have in common that users define."""

    by_user = True
    checkable = tuple[bool, ...]()  # for each argument, whether it has a derivative that is not zero

    def define(self, function: Any, rules: dict[str, Any]) -> None:
        """Take the place of a function for which these rules were declared."""
        self.checkable = tuple([rules.get(a) is not None for a in self.arguments])
        functools.update_wrapper(self, function, updated=())

    def refuse(self, argument: str) -> NoReturn:
        raise GradientError(
            f"{self.shown}: no derivative with respect to {argument!r} is declared. Declare it where the op is defined "
            "(None if it is zero), or detach the argument."
        )

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if keywords:
            args = self._positional(args, keywords)
        self._check_count(args)
        return super().__call__(*args)  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def check(self, *args: Any) -> bool:
        """Compare the derivatives with differences of the values; see `tapegrad.autograd.gradcheck`, which raises."""
        self._check_count(args)
        if not any(self.checkable):
            raise ArgumentError(f"{self.shown}: no derivative is declared, so there is no derivative to check.")
        leaves = [tensor(np.array(a, F8), requires_grad=d) for a, d in zip(args, self.checkable, strict=True)]
        return gradcheck(self, tuple(leaves))

    def _positional(self, args: Sequence[Any], keywords: dict[str, Any]) -> tuple[Any, ...]:
        """Return the arguments in order.

        Raises
        ------
        ArgumentError
            If the names are not those of the arguments that are left.
        """
        left = self.arguments[len(args) :]
        if sorted(keywords) != sorted(left):
            raise ArgumentError(
                f"{self.shown}: expected the arguments {', '.join(self.arguments)}, got {len(args)} by position and "
                f"{', '.join(keywords)} by name."
            )
        return *args, *(keywords[name] for name in left)

    def _check_count(self, args: Sequence[Any]) -> None:
        if len(args) != len(self.arguments):
            raise ArgumentError(f"{self.shown}: expected {len(self.arguments)} arguments, got {len(args)}.")


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


@contextlib.contextmanager
def numba_errors(title: str, what: str) -> Iterator[None]:
    """Let Numba's refusal to compile something become an error of this package, with it as its cause."""
    from numba.core.errors import NumbaError

    try:
        yield
    except NumbaError as error:
        raise ArgumentError(f"{title}: Numba cannot compile this for {what}. Its reasons are above.") from error

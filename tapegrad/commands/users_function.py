"""The user's function that a command is about, and the arguments to call it with.

Modules are looked for in the working folder as well; the path of a file stands for its module. The arguments are an
object of a module (``--example model:example``) or Python expressions (``--args "np.ones(3), 2.0"``), in which lists of
numbers are arrays.

Tests: tests/commands/test_users_function.py
"""

from __future__ import annotations

import argparse
import inspect
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError

METAVAR = "MODULE:FUNCTION"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command take a function and the arguments to call it with."""
    parser.add_argument("function", metavar=METAVAR, help="such as model:loss, for the function loss of model.py")
    example = parser.add_mutually_exclusive_group()
    example.add_argument("--example", metavar="MODULE:NAME", help="the arguments to call it with, as a tuple")
    example.add_argument(
        "--args", metavar="EXPRESSIONS", help='the same as Python expressions, such as "np.ones(3), 2.0"; lists of '
        "numbers are arrays",
    )  # fmt: skip


def attribute(text: str, command: str) -> Any:
    """Return what ``module:name`` names.

    Parameters
    ----------
    text : str
        Such as ``model:loss``, ``package.model:Model.loss`` or ``model.py:loss``.
    command : str
        The command that asks, for messages.

    Raises
    ------
    ArgumentError
        If nothing has that name.
    """
    module, _, name = text.partition(":")
    if not name:
        raise ArgumentError(f"{command}: expected module:name, got {text!r}. For the function f of model.py: model:f.")
    folder = os.getcwd()
    if module.endswith(".py"):
        path, file = os.path.split(os.path.abspath(module))
        folder, module = path, file.removesuffix(".py")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        value: Any = import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
    except (ModuleNotFoundError, AttributeError) as error:
        raise ArgumentError(f"{command}: expected {text} to be there, got: {error}.") from None
    return value


def function_and_arguments(options: argparse.Namespace) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the function and the arguments that the options name.

    Raises
    ------
    ArgumentError
        If they are not there, or do not fit together.
    """
    command = options.command
    function = attribute(options.function, command)
    if not callable(function):
        raise ArgumentError(f"{command}: expected {options.function} to be a function, got {_named_type(function)}.")
    if options.example is not None:
        example = _as_arguments(attribute(options.example, command), options.example, command)
    elif options.args is not None:
        example = _evaluated(options.args, command)
    else:
        example = _of_defaults(function, options.function, command)
    return function, example


def _named_type(value: object) -> str:
    return f"{value!r} of type {type(value).__name__}"


def _as_arguments(example: Any, name: str, command: str) -> tuple[Any, ...]:
    if isinstance(example, (list, dict)):
        raise ArgumentError(
            f"{command}: expected {name} to be a tuple of arguments, got {type(example).__name__}. Put it in a tuple, "
            "even if it is the only argument: (example,)."
        )
    return example if isinstance(example, tuple) else (example,)


def _evaluated(text: str, command: str) -> tuple[Any, ...]:
    """Return the arguments that the expressions give; lists of numbers become arrays."""
    try:
        values = eval(f"({text},)" if text.strip() else "()", {"np": np, "numpy": np})
    except Exception as error:
        raise ArgumentError(
            f"{command}: expected Python expressions, got {text!r}: {type(error).__name__}: {error}. Write the "
            'arguments as in a call, such as --args "np.ones(3), 2.0".'
        ) from None
    return tuple(_array(value) if isinstance(value, list) else value for value in values)


def _array(items: list[Any]) -> Any:
    """Return an array of a list of numbers; other lists stay what they are."""
    try:
        array = np.array(items)
    except ValueError:  # lists of several lengths
        return items
    return array if array.dtype.kind in "biufc" else items


def _of_defaults(function: Callable[..., Any], name: str, command: str) -> tuple[Any, ...]:
    """Return the defaults of the function's parameters, for a call without arguments' values."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a function that does not say what it takes
        parameters = {}.values()
    needed = [
        one.name
        for one in parameters
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    values = [one.default for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    if needed or not values:
        takes = f"its arguments are {', '.join(needed)}" if needed else "it has no parameters with defaults"
        raise ArgumentError(
            f"{command}: expected arguments to call {name} with, got none; {takes}. Write them, such as "
            '--args "np.ones(3), 2.0", or name a tuple of them, such as --example model:example.'
        )
    return tuple(values)

"""The interface of a sealed tape: finds names for arguments and results, and adds the derivatives that are asked for.

Tests: tests/export/test_interface.py
"""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import llvmlite.binding as llvm

from tapegrad.errors import ArgumentError, DtypeError
from tapegrad.export.derived_functions import derived_entries, with_plain_results
from tapegrad.export.interface import EntryPoint, Interface, Port, is_of_c
from tapegrad.func.containers import Structure
from tapegrad.replay.variant import Variant


def interface_of(
    variant: Variant, function: Callable[..., Any] | None, name: str, derivatives: int | Sequence[str], title: str
) -> Interface:
    """Return the interface of a sealed tape and of the derivatives that are asked for.

    Raises
    ------
    ArgumentError, DtypeError
        If an argument or a result cannot be handed over, or for names that are no derivatives.
    """
    check_name(name, title)
    program = with_plain_results(variant, title)
    taken: set[str] = set()
    inputs = [
        Port(_free(label, taken), form)
        for label, form in zip(argument_names(variant.arguments, function), program.input_forms, strict=True)
    ]
    outputs = [
        Port(_free(label, taken), form)
        for label, form in zip(_result_names(variant.structure), program.output_forms, strict=True)
    ]
    for port in (*inputs, *outputs):
        if port.form.dtype.kind == "c":
            raise DtypeError(
                f"{title}: expected real numbers, got {port.name} of {port.form.dtype}. Let the function take and "
                "return the parts, x.real and x.imag."
            )
    value = EntryPoint(name, program, tuple(inputs), tuple(outputs))
    return Interface(name, title, (value, *derived_entries(value, derivatives, title)))


def check_name(name: str, title: str) -> None:
    """Check that a name is an identifier of C.

    Raises
    ------
    ArgumentError
    """
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or is_of_c(name):
        raise ArgumentError(
            f'{title}: expected a name that C can use, of letters, digits and _, got {name!r}. Pass name="model", for '
            "example."
        )
    if llvm.address_of_symbol(name) is not None:
        raise ArgumentError(f"{title}: expected a name of its own, got {name!r}, a function of the C library.")


def argument_names(arguments: Structure, function: Callable[..., Any] | None) -> Iterator[str]:
    """Yield a name for each leaf of the arguments: of the parameter, and where it lies in containers."""
    positional, keywords = arguments.parts
    parameters = _parameters(function)
    for k, part in enumerate(positional.parts):
        yield from _paths(parameters[k] if k < len(parameters) else f"x{k}", part)
    for key, part in zip(keywords.keys or (), keywords.parts, strict=True):
        yield from _paths(str(key), part)


def _result_names(structure: Structure) -> Iterator[str]:
    if structure.kind is None:
        yield "o0"
    elif structure.keys is not None and structure.parts:
        for key, part in zip(structure.keys, structure.parts, strict=False):
            yield from _paths(str(key), part)
    else:
        for k, part in enumerate(structure.parts):
            yield from _paths(f"o{k}", part)


def _paths(name: str, structure: Structure) -> Iterator[str]:
    if structure.kind is None:
        yield name
        return
    keys = structure.keys if structure.keys is not None else range(len(structure.parts))
    for key, part in zip(keys, structure.parts, strict=False):
        yield from _paths(f"{name}_{key}", part)


def _parameters(function: Callable[..., Any] | None) -> list[str]:
    """Return the names of positional parameters, as far as they are known."""
    try:
        parameters = inspect.signature(function).parameters.values() if function is not None else ()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in parameters if p.kind in kinds]


def _free(label: str, taken: set[str]) -> str:
    """Return an identifier of C that is not taken, and take it."""
    word = re.sub(r"[^A-Za-z0-9_]", "_", label)
    if not word or word[0].isdigit() or is_of_c(word) or keyword.iskeyword(word):
        word = f"x_{word}"
    name, number = word, 1
    while name in taken:
        name, number = f"{word}_{number}", number + 1
    taken.add(name)
    return name

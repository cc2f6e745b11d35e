"""Signatures of calls: structure and types of the arguments; and the packing of arguments for machine code.

Invariant: calls of equal signatures may replay one recording, as far as its guards hold. So a signature says all that a
recording takes for granted: containers and their keys, shapes, dtypes, truth values, and the bits of static arguments.

Tests: tests/replay/test_signatures.py, tests/replay/test_static_names.py
"""

from __future__ import annotations

import enum
import weakref
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError
from tapegrad.func.container_classes import remedy_for
from tapegrad.func.containers import FIXED, Structure, exact, flatten
from tapegrad.ir.forms import BOOL, F4, F8, FLOAT, INT, Form, cells, form_of, of_cells
from tapegrad.machine.dtypes import NUMBERS
from tapegrad.record.capture import capture, refuse_subclass
from tapegrad.tensor.tensor import Tensor


class Signature(NamedTuple):
    """The key of a call: the structure and types of its arguments.

    Attributes
    ----------
    arguments : Structure
        Of the positional arguments and the keywords, with None for static ones.
    forms : tuple of Form
        Of the leaves.
    static : tuple
        The static arguments, as `exact` has them.
    """

    arguments: Structure
    forms: tuple[Form, ...]
    static: tuple[Any, ...]


class _Static(tuple[Any, ...]):
    """Values of static arguments. Their hash is that of the call: the user may change an argument afterwards, and what
    was recorded for it must still be found, to be dropped.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._hash = super().__hash__()

    def __hash__(self) -> int:
        return self._hash


def signature_of(
    title: str, args: tuple[Any, ...], keywords: dict[str, Any], static: Collection[int], names: Collection[str] = ()
) -> tuple[Signature, list[Any]]:
    """Return the signature of a call, and the leaves of all arguments that are not static by position or name.

    Raises
    ------
    DtypeError, ArgumentError
        If a leaf is no number and no array of numbers, or a static argument cannot be hashed.
    """
    leaves: list[Any] = []
    moving = tuple([None if k in static else a for k, a in enumerate(args)]) if static else args
    named = [name for name in keywords if name in names] if names else []
    structure = flatten((moving, keywords if not named else without(keywords, named)), leaves, FIXED)
    forms = tuple([leaf_form(x, title) for x in leaves])
    if not static and not named:
        return Signature(structure, forms, ()), leaves
    values = (*[args[k] for k in sorted(static)], *[keywords[name] for name in named])
    try:
        return Signature(structure, forms, _Static(map(exact, values))), leaves
    except TypeError:
        raise ArgumentError(
            f"{title}: static arguments must be hashable, got {values!r}. A class with "
            "__eq__ needs a __hash__ too: a dataclass has one with @dataclass(frozen=True), or with eq=False."
        ) from None


def is_gone(value: tuple[Any, ...]) -> bool:
    """Tell whether an object of a static argument, as `exact` has it, lives no more: nothing equals it."""
    if isinstance(value, tuple):
        return any(map(is_gone, value))
    return isinstance(value, weakref.ref) and value() is None


def without(keywords: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return keywords with None for the static ones."""
    return {name: None if name in names else value for name, value in keywords.items()}


def leaf_form(x: Any, title: str) -> Form:
    """Return the form of an argument.

    Raises
    ------
    DtypeError
        For what is no number and no array of numbers.
    """
    if x.__class__ is np.ndarray and x.dtype is F8:
        return form_of(x.shape, F8)
    if x.__class__ is float:
        return _FLOAT
    if isinstance(x, Tensor):
        return x._family.form
    if x.__class__ is int:
        if -(1 << 63) <= x < 1 << 63:
            return INT
        raise DtypeError(
            f"{title}: expected integers of 64 bits, got one of {x.bit_length()}. Pass a float, or name "
            "fixed arguments in static_argnums or static_argnames."
        )
    if isinstance(x, (np.ndarray, np.generic, float, int, complex)) and not isinstance(x, enum.Enum):
        refuse_subclass(x, title)
        dtype = np.asarray(x).dtype.newbyteorder("=")
        if dtype in NUMBERS or dtype.kind in "iub":
            return form_of(np.shape(x), NUMBERS.get(dtype, dtype))
        if dtype == np.float16:
            return form_of(np.shape(x), F4)
    if hasattr(x, "__dask_graph__"):
        raise DtypeError(
            f"{title}: expected arrays and numbers, got {type(x).__name__} of Dask. Use .batch, which runs for each "
            "instance, block by block, or x.map_blocks for each block, or x.compute()."
        )
    numeric = isinstance(x, (np.ndarray, np.generic)) and x.dtype.kind in "fO"
    fixed = " Name fixed arguments in static_argnums, static_argnames."
    raise DtypeError(
        f"{title}: expected arrays and numbers, or lists, tuples and dicts of them, got {type(x).__name__}"
        f"{f' of {x.dtype}' if isinstance(x, (np.ndarray, np.generic)) else ''}."
        f"{' Convert it with astype(float).' if numeric else remedy_for(x) + fixed}"
    )


_FLOAT = form_of((), F8)


def exact_forms(key: Signature, leaves: Sequence[Any]) -> list[Form]:
    """Return the forms of leaves, of which a signature does not tell floats of Python's from those of NumPy's."""
    return [FLOAT if x.__class__ is float else form for x, form in zip(leaves, key.forms, strict=True)]


def example(x: Any, form: Form) -> np.ndarray:
    """Return an argument as the example that a recording keeps: a copy in the dtype of the sweeps."""
    array = capture(x._numpy() if isinstance(x, Tensor) else x, "compile")
    return np.ascontiguousarray(array, form.lane or array.dtype).reshape(form.shape)


def passed(x: Any, form: Form) -> Any:
    """Return an argument as the entry of compiled code takes it: an array in C order, a float, or an int."""
    if form.array:
        return cells(x, form)
    if form.lane is None:
        return cells(x, form).view(np.int64).item()
    return float(x)


def shown(value: np.ndarray, form: Form) -> Any:
    """Return a result of compiled code in the dtype of its form."""
    if form.dtype is form.lane:
        return value
    if form.dtype == BOOL:
        return value != 0
    array = np.asarray(value)
    return array if array.dtype == form.dtype else of_cells(array, form)[()]

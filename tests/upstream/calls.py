"""A call that a test makes: its arguments, copied before it, and what came of it.

Arguments are walked through lists, tuples and dicts. An array that stands in two places is one array in the copy, and one
Tensor. Calls that cannot be repeated faithfully are set aside, with the reason.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg

LARGEST = 200_000  # elements of all arguments together
_DTYPES = frozenset("?bhilqBHILQfdFD")
_NUMBERS = (bool, int, float, complex, np.number, np.bool_)


class SetAside(Exception):
    """A call that is not repeated, and why."""


class NotOffered(BaseException):
    """A method that an object of tapegrad's has not; no error of a call, so `outcome` does not keep it."""


class Call(NamedTuple):
    """A function, what stands for it on Tensors, and copies of the arguments."""

    name: str
    original: Callable[..., Any]
    twin: Callable[..., Any]
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def arrays(self) -> list[np.ndarray]:
        """The arrays of the arguments, each once, in order."""
        return arrays_of((self.args, self.keywords))

    def run(self, function: Callable[..., Any], arrays: list[Any]) -> Outcome:
        """Call a function with other values in place of the arrays."""
        args, keywords = replaced((self.args, self.keywords), dict(zip(map(id, self.arrays()), arrays, strict=True)))
        return outcome(lambda: function(*args, **keywords), arrays)

    def may_overwrite(self) -> bool:
        """Whether the function was allowed to leave what it likes in its arguments."""
        return any(name.startswith("overwrite") and value for name, value in self.keywords.items())

    def form(self) -> tuple[Any, ...]:
        """What calls that take the same way through the library have in common."""
        arrays = [(a.dtype.char, a.ndim) for a in self.arrays()]
        return self.name, len(self.args), tuple(sorted(self.keywords)), tuple(arrays)


class Outcome(NamedTuple):
    """The value of a call and the arrays that it was given, as they are after it unless nothing is said of them; or the error."""

    value: Any
    written: list[Any] | None
    error: Exception | None = None


def outcome(function: Callable[[], Any], arrays: list[Any]) -> Outcome:
    """Call a function, and keep what comes of it."""
    try:
        return Outcome(function(), arrays)
    except Exception as error:
        return Outcome(None, [], error)


def recorded(name: str, original: Any, twin: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Call:
    """Copy the arguments of a call that is going to be made.

    Raises
    ------
    SetAside
        Where it cannot be repeated.
    """
    arrays = arrays_of((args, keywords))
    for a in arrays:
        if not held(a.dtype):
            raise SetAside(f"array of {a.dtype.type.__name__}")
    if sum(a.size for a in arrays) > LARGEST:
        raise SetAside("large")
    if any(np.may_share_memory(a, b) for a, b in itertools.combinations(arrays, 2)):
        raise SetAside("arguments that overlap")
    if not arrays:
        args = _of_numbers(args)
        arrays = arrays_of(args)
    args, keywords = replaced((args, keywords), {id(a): copied(a) for a in arrays})
    return Call(name, original, twin, args, keywords)


def held(dtype: np.dtype[Any]) -> bool:
    """Whether Tensors hold values of a dtype."""
    return dtype.char in _DTYPES and dtype.isnative


def _of_numbers(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make an array of a first argument that is a list of numbers, or a scalar of NumPy's: there is no other."""
    first = args[0] if args else None
    if isinstance(first, np.generic) or (isinstance(first, list | tuple) and first and _all_numbers(first)):
        try:
            array = np.array(first)
        except ValueError:
            array = np.array(None)
        if held(array.dtype):
            return (array, *args[1:])
    raise SetAside("no array")


def _all_numbers(x: Any) -> bool:
    return all(map(_all_numbers, x)) if isinstance(x, list | tuple) else isinstance(x, _NUMBERS)


def copied(a: np.ndarray) -> np.ndarray:
    """A copy of the same layout, that can be written if the array can."""
    copy = a.copy(order="K")
    copy.flags.writeable = a.flags.writeable
    return copy


def shaken(a: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A copy of an array of numbers whose last bits are others."""
    if a.dtype.kind == "b" or not a.size:
        return copied(a)
    kept = a.dtype if a.dtype.kind in "fc" else np.dtype(float)
    return np.asarray(a * (1.0 + np.finfo(kept).eps * rng.uniform(-1.0, 1.0, a.shape))).astype(kept)


def arrays_of(x: Any) -> list[np.ndarray]:
    """The arrays in arguments, each once.

    Raises
    ------
    SetAside
        For subclasses of arrays, and for iterators, which can be read but once.
    """
    return list({id(a): a for a in _walked(x)}.values())


def _walked(x: Any) -> Iterator[np.ndarray]:
    if type(x) is np.ndarray:
        yield x
    elif isinstance(x, np.ndarray):
        raise SetAside("subclass of arrays")
    elif isinstance(x, list | tuple | dict):
        for item in x.values() if isinstance(x, dict) else x:
            yield from _walked(item)
    elif hasattr(x, "__next__"):
        raise SetAside("iterator")


def replaced(x: Any, others: dict[int, Any]) -> Any:
    """Arguments with others in place of arrays, known by their ids."""
    if type(x) in (list, tuple):
        return type(x)(replaced(item, others) for item in x)
    if isinstance(x, tuple):  # of a class with names
        return type(x)(*(replaced(item, others) for item in x)) if hasattr(x, "_fields") else x
    if type(x) is dict:
        return {key: replaced(item, others) for key, item in x.items()}
    return others.get(id(x), x)


def tensors(arrays: list[np.ndarray]) -> list[Any]:
    """Tensors that hold the arrays' values."""
    return [tg.tensor(a) for a in arrays]


def leaves(x: Any, path: str = "", names: bool = True) -> Iterator[tuple[str, Any]]:
    """What a result is made of, with the path to each part: by the names of a tuple's parts, or by their numbers."""
    if isinstance(x, dict):
        for key, item in x.items():
            yield from leaves(item, f"{path}[{key!r}]", names)
    elif isinstance(x, list | tuple):
        fields = getattr(x, "_fields", None) if names else None
        for name, item in zip(fields or range(len(x)), x, strict=True):
            yield from leaves(item, f"{path}[{name!r}]", names)
    else:
        yield path, x

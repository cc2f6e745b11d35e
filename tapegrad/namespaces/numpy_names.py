"""NumPy's names with Tensors: functions that make arrays, `ndarray`, `r_` and `c_`. All others are NumPy's own objects.

NumPy does not ask the arguments of functions that make arrays (`__array_function__`), nor what lists hold.

Tests: tests/package/test_numpys_namespace.py
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tapegrad.errors import PlainDataError
from tapegrad.ops import dispatch_tables, find
from tapegrad.ops.composites import holds_tensor, shows_tensor
from tapegrad.ops.numpy import ranges
from tapegrad.record.open_recording import inside
from tapegrad.tensor.dispatch import array_function
from tapegrad.tensor.tensor import Tensor, from_array

# The chapter "Array creation routines" of NumPy's manual, without what reads files, and makes grids and matrices.
_CREATION = frozenset({
    "arange", "array", "asanyarray", "asarray", "asarray_chkfinite", "ascontiguousarray", "asfortranarray", "copy",
    "diag", "diagflat", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "geomspace", "identity",
    "linspace", "logspace", "ones", "ones_like", "require", "tri", "tril", "triu", "vander", "zeros", "zeros_like",
})  # fmt: skip
_NUMBERS = ("f8", "f4", "c16", "c8")
_LISTS, _SHORT = (list, tuple), 32
PLAIN = frozenset({int, float, bool, complex, str, type(None), type, np.ndarray, np.float64, np.int64})


def _of_tensors(theirs: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Call what stands for one of NumPy's functions, as NumPy lets Tensors answer."""
    any_tensor: Any = None
    return array_function(any_tensor, theirs, (), args, keywords)


def _maker(theirs: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that makes arrays: NumPy's, or for Tensors as arguments the one that stands for it."""

    @functools.wraps(theirs)
    def make(*args: Any, **keywords: Any) -> Any:
        if not (keywords or inside()):  # the shortest way, as others make small arrays in a tenth of a microsecond
            for x in args:
                if x.__class__ not in PLAIN and not (
                    x.__class__ in _LISTS and len(x) < _SHORT and PLAIN.issuperset(map(type, x))
                ):
                    break
            else:
                return theirs(*args)
        if shows_tensor(args) or (keywords and shows_tensor(keywords.values())):
            keywords.pop("like", None)
            return _of_tensors(theirs, args, keywords)
        try:
            array = theirs(*args, **keywords)
        except PlainDataError:
            if not holds_tensor((args, keywords)):
                raise
            return _of_tensors(theirs, args, keywords)
        if inside() and array.__class__ is np.ndarray and array.dtype in _NUMBERS and not _is_part(array, args):
            return from_array(np.array(array, order="C", copy=None if array.base is None else True))
        return array

    return make


def _is_part(array: np.ndarray, args: tuple[Any, ...]) -> bool:
    """Tell whether an array was not made, but is one of the arguments, or shows its elements."""
    return any(isinstance(x, np.ndarray) and np.may_share_memory(x, array) for x in args)


class _Joined:
    """`numpy.r_` or `numpy.c_`, and what it is on Tensors."""

    def __init__(self, theirs: Any, ours: Any) -> None:
        self._theirs, self._ours = theirs, ours

    def __getitem__(self, key: Any) -> Any:
        return self._ours[key] if shows_tensor(key if isinstance(key, tuple) else (key,)) else self._theirs[key]

    def __len__(self) -> int:
        return len(self._theirs)


class _Arrays(type):
    """The class of `ndarray`, of which Tensors count as instances."""

    def __instancecheck__(cls, x: Any) -> bool:
        return isinstance(x, (np.ndarray, Tensor)) if cls is ndarray else type.__instancecheck__(cls, x)

    def __subclasscheck__(cls, other: type) -> bool:
        return issubclass(other, (np.ndarray, Tensor)) if cls is ndarray else type.__subclasscheck__(cls, other)

    def __call__(cls, *args: Any, **keywords: Any) -> Any:
        return np.ndarray(*args, **keywords) if cls is ndarray else type.__call__(cls, *args, **keywords)


class ndarray(np.ndarray, metaclass=_Arrays):
    """NumPy's class of arrays, as which Tensors count too: ``isinstance(t, np.ndarray)``."""


def fromiter(iter: Iterable[Any], dtype: Any, count: int = -1, *, like: Any = None) -> Any:  # noqa: A002
    """Return the numbers of an iterable as a vector: NumPy's function, or a Tensor if there are Tensors."""
    numbers = [*itertools.islice(iter, None if count < 0 else count)]  # as it can be asked for them once only
    return _maker(np.fromiter)(numbers, dtype, count, like=like)


def isscalar(element: Any) -> bool:
    """Tell whether something is a number, as NumPy's function does; a Tensor without dimensions is one, as `x[0]` of an
    array is.
    """
    return np.isscalar(element) or (isinstance(element, Tensor) and element.ndim == 0)


def named(name: str) -> Any:
    """Return what a name of NumPy's is.

    Raises
    ------
    AttributeError
        NumPy's, if it has no such name.
    """
    value = getattr(np, name)
    if name in _CREATION:
        return _maker(value)
    if name == "vectorize":
        return find(dispatch_tables.functions, value)  # which is NumPy's for arrays
    return _OTHERS.get(name, value)


_OTHERS: dict[str, Any] = {
    "ndarray": ndarray, "r_": _Joined(np.r_, ranges.r_), "c_": _Joined(np.c_, ranges.c_), "fromiter": fromiter,
    "isscalar": isscalar,
}  # fmt: skip

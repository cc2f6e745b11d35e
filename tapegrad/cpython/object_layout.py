"""Object layout: checks on live objects where CPython and NumPy keep their fields.

Compiled sweeps and sealed tapes need the count of references, the fields of arrays and the items of lists and tuples
(`foundation`): without these this package does not run. All else is for the trace cache alone (`misfits`): its matcher
(`tapegrad.tensor.compiled_methods`), its commit (`tapegrad.autograd.native_commit`) and liveness
(`tapegrad.cpython.liveness`). Where that does not fit, Python does what they do, more slowly, with the same results.

Invariant: what machine code reads without a function of CPython's has a probe here.

Tests: tests/package/test_misfits.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tapegrad.cpython import field_offsets as f

_LEAST_ADDRESS = 1 << 16  # systems give out none below, and sizes are less


def place(x: Any, name: str) -> int:
    """Return where objects have a slot, in bytes, as a spare one tells."""
    slot, mark = getattr(type(x), name), object()
    before = getattr(x, name, mark)
    slot.__set__(x, mark)
    places = range(0, type(x).__basicsize__, 8)
    (offset,) = (place for place in places if ctypes.c_void_p.from_address(id(x) + place).value == id(mark))
    if before is mark:
        slot.__delete__(x)
    else:
        slot.__set__(x, before)
    return offset


@cache
def foundation() -> tuple[str, ...]:
    """Return what the sweeps need and do not find."""
    return tuple(name for name, probe in _FOUNDATION.items() if not probe())


@cache
def misfits() -> tuple[str, ...]:
    """Return what the trace cache's machine code needs and does not find."""
    return tuple(name for name, probe in _TRACES.items() if not probe())


def _words(x: Any, first: int, count: int) -> list[int]:
    """Return words of 64 bits of an object."""
    return list((ctypes.c_int64 * count).from_address(id(x) + 8 * first))


def _half(x: Any, k: int) -> int:
    """Return a word of 32 bits of an object."""
    return ctypes.c_int32.from_address(id(x) + 4 * k).value


def _counts() -> bool:
    x = object()
    before = _half(x, 0)
    more = [x, x, x]
    return _half(x, 0) == before + len(more)


def _arrays() -> bool:
    x = np.zeros((2, 3))[:, :2]
    (data,), (shape,), (strides,) = (_words(x, k, 1) for k in (f.DATA_AT, f.SHAPE_AT, f.STRIDES_AT))
    if data != x.__array_interface__["data"][0] or shape == 0 or strides == 0 or _half(x, f.NDIM_AT) != 2:
        return False
    if _words(x, f.BASE_AT, 1) != [id(x.base)] or _words(x, f.DTYPE_AT, 1) != [id(x.dtype)]:
        return False
    flags = [_half(y, f.FLAGS_AT) & f.CONTIGUOUS for y in (x, x.base)]
    return flags == [0, 1] and [[*(ctypes.c_int64 * 2).from_address(p)] for p in (shape, strides)] == [[2, 2], [24, 8]]


def _types() -> bool:
    objects: tuple[Any, ...] = (), [], {}, 0.5, 1, b"", slice(0), np.zeros(1)
    return all(_words(x, f.TYPE, 1) == [id(type(x))] for x in objects)


def _sizes() -> bool:
    return all(_words(x, f.SIZE, 1) == [len(x)] for x in ((1, 2, 3), [1, 2, 3, 4], b"12345"))


def _items() -> bool:
    objects = [object(), object()]
    (address,) = _words(objects, f.LIST_ITEMS_AT, 1)
    items = [*(ctypes.c_int64 * 2).from_address(address)] if address > _LEAST_ADDRESS else []
    return items == _words(tuple(objects), f.TUPLE_ITEMS, 2) == [*map(id, objects)]


def _bytes() -> bool:
    text = bytes(range(9))
    return text.__sizeof__() == f.CONTENT + len(text) + 1 and ctypes.string_at(id(text) + f.CONTENT, len(text)) == text


def _floats() -> bool:
    return all(ctypes.c_double.from_address(id(x) + 8 * f.VALUE).value == x for x in (0.1, np.float64(-0.3)))


def _slices() -> bool:
    parts: list[Any] = [object(), object(), None]
    return _words(slice(*parts), f.VALUE, 3) == [*map(id, parts)]


def _numbers() -> bool:
    return _words(np.int64(-7), f.VALUE, 1) == [-7]


class _Slotted:
    __slots__ = ("first", "second")


def _slots() -> bool:
    try:
        return place(_Slotted(), "first") != place(_Slotted(), "second")
    except ValueError:  # it is in no place, or in several
        return False


_FOUNDATION: dict[str, Callable[[], bool]] = {
    "an object's count of references": _counts,
    "an array's data, shape, strides or flags": _arrays,
    "the items of lists and tuples": _items,
}
_TRACES: dict[str, Callable[[], bool]] = {
    "an object's type": _types,
    "the size of tuples, lists and bytes": _sizes,
    "the content of bytes": _bytes,
    "the value of a float": _floats,
    "the value of NumPy's integers": _numbers,
    "the bounds of a slice": _slices,
    "the slots of a class": _slots,
}

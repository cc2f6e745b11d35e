"""The slot of CPython's type objects by which NumPy takes an object for a sequence.

Where an object that NumPy writes into an array refuses to be a number, NumPy replaces its error by "setting an array
element with a sequence", if the object's type has that slot. Without it the error reaches the user. Indexing does not
need the slot: it goes by the one of mappings.

Invariant: the slot is emptied only where a class made for the purpose shows that it is where it is looked for.

Tests: tests/tensor/test_remedies.py
"""

from __future__ import annotations

import ctypes
from functools import cache

_AS_SEQUENCE = 13  # of a type object: the word that points to the functions of sequences
_ITEM = 3  # of these: the word that points to the function of one item
_is_sequence = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(("PySequence_Check", ctypes.pythonapi))


class _Indexed:
    def __getitem__(self, index: object) -> None: ...

    def __len__(self) -> int:
        return 1


def _slot(cls: type) -> ctypes.c_void_p:
    """Return the slot of a class."""
    functions = ctypes.c_void_p.from_address(id(cls) + 8 * _AS_SEQUENCE).value
    return ctypes.c_void_p.from_address((functions or 0) + 8 * _ITEM)


@cache
def _is_there() -> bool:
    """Tell whether the slot is where it is looked for: NumPy's question has another answer when it is empty."""
    functions = ctypes.c_void_p.from_address(id(_Indexed) + 8 * _AS_SEQUENCE).value or 0
    inside = id(_Indexed) < functions < id(_Indexed) + type.__basicsize__  # type: ignore[operator]  # heap types hold it
    if not inside or not _slot(_Indexed).value or not _is_sequence(_Indexed()):
        return False
    _slot(_Indexed).value = None
    return not _is_sequence(_Indexed())


def empty(cls: type) -> None:
    """Empty the slot of a class, if it is found."""
    if _is_there():
        _slot(cls).value = None

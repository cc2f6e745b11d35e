"""Offsets of the fields in objects, as compiled code takes them: `tapegrad.cpython.object_layout` checks them.

The text of the sweeps is written ahead and shared by machines, so these are numbers; slots of this package's own
classes, whose places differ between builds, are looked for in each process instead.

Tests: tests/package/test_misfits.py
"""

from __future__ import annotations

HEADER = 16  # bytes of an object before what it holds: a count of references and a type
TYPE, SIZE = 1, 2  # words of an object, and of one that has a size (a tuple, a list, bytes)
CONTENT = 32  # where the bytes of a bytes object begin
VALUE = 2  # the word of a float's value; a slice has its three from there
LIST_ITEMS_AT = 3  # the word that points to a list's items
TUPLE_ITEMS = tuple.__basicsize__ // 8  # the word of a tuple's first item: from Python 3.14 on, behind its hash

# of NumPy's arrays, in words of 64 bits, and of 32 bits for the two last
DATA_AT, SHAPE_AT, STRIDES_AT, BASE_AT, DTYPE_AT, NDIM_AT, FLAGS_AT = 2, 4, 5, 6, 7, 6, 16
CONTIGUOUS = 1  # of the flags

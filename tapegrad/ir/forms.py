"""Forms, the types of arrays: a shape and a dtype, numbered once, so that the compiled sweeps can look both up.

``form.id`` indexes `rows`, the table that the sweeps read. Truth values travel through the sweeps as 0.0 and 1.0 in
the dtype of the numbers they came from, so a boolean form says which. Complex numbers are operands and results of array
instructions only, also where there is one of them. Integers are plain data; in sealed tapes they are 64 bits in the
place of a float64 (`cells`), exact all of them.

Tests: tests/ir/test_forms.py, tests/ir/test_op_names.py, tests/passes/test_eliminate_scans.py
"""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from tapegrad.errors import DtypeError, ShapeError
from tapegrad.forks import across_forks, undisturbed
from tapegrad.machine.dtypes import BOOL, F4, F8
from tapegrad.machine.extents import now, varies
from tapegrad.machine.layout import FORM_COLUMNS, LANES_F4, LANES_F8, PLAIN, SCALAR_F4, SCALAR_F8

RUN_LENGTH = 1 << 16  # instructions of a run at most
RUN_LANES = 1 << 27  # and elements that it may leave pending, roughly
ROOM = 1 << 28  # and bytes of arrays that it is given: the results of which they are operands may never be read


class Form:
    """The type of an array, its shape and dtype. Made by `form_of` only, so that equal forms are identical.

    Attributes
    ----------
    shape, dtype : what a user sees
    lane : dtype or None
        The dtype in which the sweeps hold it: float64, float32, complex128, complex64, or None for plain data.
    size : int
    scalar : bool
        It has one element, which lives in a run's `vals`.
    array : bool
        Sealed tapes are given it as an array: it has a shape, or is complex.
    words : int
        How many real numbers it holds.
    dims : ndarray of int64
        The shape, for the sweeps.
    limit : int
        A run is flushed when a result of this form makes it this long.
    """

    __slots__ = ("array", "broadcasts", "dims", "dtype", "id", "lane", "limit", "scalar", "shape", "size", "words")

    def __init__(self, number: int, shape: tuple[int, ...], dtype: np.dtype[Any], lane: np.dtype[Any] | None) -> None:
        self.id, self.shape, self.dtype, self.lane = number, shape, dtype, lane
        self.size = prod(shape)
        self.scalar = self.size == 1 and lane is not None and lane.kind == "f"
        self.array = bool(shape) or dtype.kind == "c"
        self.words = 2 * self.size if dtype.kind == "c" else self.size
        self.dims = np.array(shape, np.int64)
        self.limit = min(RUN_LENGTH, max(256, RUN_LANES // max(self.size, 1)))
        self.broadcasts: dict[Form, tuple[int, ...]] = {}

    def of_extents(self, shape: tuple[int, ...]) -> Form:
        """Return the form for a text in which these numbers, equal to its own, are data: it is in no table."""
        form = copy.copy(self)
        form.shape, form.size, form.broadcasts = shape, prod(shape), {}
        form.words = 2 * form.size if form.dtype.kind == "c" else form.size
        form.scalar = form.size == 1 and self.scalar
        del form.id, form.dims, form.limit  # which say the numbers themselves
        return form

    def __repr__(self) -> str:
        if self.dtype.kind == "V":
            return "results"
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"


def _memory() -> int:
    """Return bytes of physical memory, as far as the system tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 1 << 62


MEMORY = _memory()
_making = across_forks()
# of dtypes that are equal, the object that comparisons by `is` know: arrays that were pickled, for one, have others
_ONE_OBJECT: dict[Any, Any] = {dtype: dtype for dtype in map(np.dtype, (*"?bhilqBHILQfdFD", np.int64, np.uint64))}
rows = np.zeros((256, FORM_COLUMNS), np.int64)
forms: list[Form] = []
_by_key: dict[tuple[tuple[int, ...], Any, Any], Form] = {}
_iterations: dict[tuple[tuple[int, ...], Any], int] = {}


def form_of(shape: tuple[int, ...], dtype: np.dtype[Any], lane: np.dtype[Any] | None = None) -> Form:
    """Return the form of a shape and a dtype; `lane` is asked for truth values only (float64 unless given).

    Raises
    ------
    MemoryError
        If one such array is larger than the machine's memory.
    """
    if dtype is F8 or dtype is F4:
        lane = dtype
    elif dtype == BOOL:
        lane = lane or F8
    elif dtype in (F8, F4):
        lane = dtype = _ONE_OBJECT[dtype]
    else:
        lane = dtype if dtype.kind == "c" else None
    key = (shape, dtype, lane)
    form = _by_key.get(key)
    if form is None:
        form = undisturbed(_making, _kept, key)
    return form


def result_forms(op: Any, shapes: Sequence[Any], dtype: np.dtype[Any], static: dict[str, Any]) -> list[Form]:
    """Return the forms of the results of an op that has several: of these shapes, for operands of a dtype."""
    dtypes, lanes = op.dtypes_of(dtype, static, len(shapes)), op.lanes_of(static, len(shapes))
    return [form_of(*parts) for parts in zip(shapes, dtypes, lanes, strict=True)]


def _kept(key: tuple[tuple[int, ...], np.dtype[Any], np.dtype[Any] | None]) -> Form:
    """Return the form of a key from the table, or make it: outside of the table, if numbers of its shape are data."""
    shape, dtype, lane = key
    if any(map(varies, shape)):
        return form_of(tuple(map(now, shape)), dtype, lane).of_extents(shape)
    form = _by_key.get(key)
    if form is None:
        form = _by_key[key] = _new(*key)
    return form


def _new(shape: tuple[int, ...], dtype: np.dtype[Any], lane: np.dtype[Any] | None) -> Form:
    global rows
    if prod(shape) * dtype.itemsize > MEMORY:
        raise MemoryError(f"an array of shape {shape} and {dtype} does not fit into this machine's memory.")
    dtype, lane = _ONE_OBJECT.get(dtype, dtype), _ONE_OBJECT.get(lane, lane)
    form = Form(len(forms), shape, dtype, lane)
    if form.id == len(rows):
        rows = np.concatenate([rows, np.zeros_like(rows)])
    if lane is None or lane.kind == "c":
        form_class = PLAIN
    elif form.scalar:
        form_class = SCALAR_F8 if lane is F8 else SCALAR_F4
    else:
        form_class = LANES_F8 if lane is F8 else LANES_F4
    iteration = _iterations.setdefault((shape, lane), len(_iterations))
    rows[form.id, :3] = form_class, iteration, form.size
    forms.append(form)
    return form


INT = _new((), np.dtype(np.int64), None)
"""An int of Python's, where a recording has it as an input: what is computed from ints alone is Python's own."""
FLOAT = _new((), F8, F8)
"""A float of Python's, where a recording has it as an input, and what operators make of floats alone: an operand that
takes the dtype of those beside it. To sweeps and programs it is a float64."""
forms[FLOAT.id] = form_of((), F8)
RESULTS = form_of((), np.dtype("V0"))
"""An instruction with several results, which has no value of its own: each result has a slot behind it."""
RESULTS.limit = 1 << 62  # no run ends between an instruction and its results


def cells(value: Any, form: Form) -> np.ndarray:
    """Return an array in C order as sealed tapes hold a form's: in its lane dtype, integers as 64 bits in the place of
    a float64.
    """
    if form.lane is not None:
        if value.__class__ is np.ndarray and value.dtype is form.lane and value.flags.c_contiguous:
            return value
        with np.errstate(over="ignore"):  # a number that float32 does not hold is infinite in it
            return np.asarray(value, form.lane, order="C")
    return np.asarray(value, _words(form), order="C").view(F8)


def of_cells(value: Any, form: Form) -> np.ndarray:
    """Return the array that `cells` was made from, in the lane dtype if there is one."""
    array = np.asarray(value)
    return array if form.lane is not None else array.view(_words(form)).astype(form.dtype)


def _words(form: Form) -> np.dtype[Any]:
    return _UNSIGNED if form.dtype.kind == "u" else _SIGNED


_SIGNED, _UNSIGNED = np.dtype(np.int64), np.dtype(np.uint64)


def fitted(value: Any, form: Form, what: str) -> np.ndarray:
    """Return the result of an op's Python code as an array of the expected form.

    Raises
    ------
    ShapeError, DtypeError
        If it has another shape, or complex numbers stand for real ones.
    """
    array, lane = np.asarray(value), form.lane or form.dtype
    if array.shape != form.shape:
        raise ShapeError(f"{what}: expected a result of shape {form.shape}, got {array.shape}.")
    if not np.can_cast(array.dtype, lane, "same_kind"):
        raise DtypeError(f"{what}: expected a result of {lane}, got {array.dtype}.")
    return array.astype(lane, copy=False)


def zeros(form: Form) -> np.ndarray:
    """Return zeros of a form, in its lane dtype."""
    return np.zeros(form.shape, form.lane or form.dtype)


def broadcast(x: Form, y: Form) -> tuple[int, ...]:
    """Return the broadcast shape of two forms (ValueError if there is none)."""
    if x.shape == y.shape:
        return x.shape
    shape = x.broadcasts.get(y)
    if shape is None:
        shape = x.broadcasts[y] = np.broadcast_shapes(x.shape, y.shape)
    return shape

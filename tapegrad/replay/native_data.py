"""Packing of sealed tapes for code compiled by Numba: see `tapegrad.nb`.

Tests: tests/replay/test_integer_data.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapegrad.codegen.executable import Executable, executable_of
from tapegrad.errors import ArgumentError, DtypeError, ReplayError
from tapegrad.func.derive import value_and_gradient
from tapegrad.func.jacobians import value_and_jacobian
from tapegrad.ir.forms import F8
from tapegrad.machine.interrupts import control

if TYPE_CHECKING:
    from tapegrad.replay.variant import Variant

# the header's words; the first one is there for ever: it says what the others mean
LAYOUT_AT, WORK, TABLES, INPUTS, OUT_SIZE, GRAD_SIZES, VALUE, GRADIENT, JACOBIAN, VARIABLES = range(10)
POLL, COSTS, SIZES = 10, 11, 14
LAYOUT = 2
CALL = 100  # lines that calling costs


class TapeData(NamedTuple):
    """A tape for compiled code in this process.

    Attributes
    ----------
    header : ndarray of int64
    value, gradient, jacobian : ndarrays of int64
        Where each program's constants begin within `pool`.
    pool : ndarray of uint8
        The constants.
    """

    header: np.ndarray
    value: np.ndarray
    gradient: np.ndarray
    jacobian: np.ndarray
    pool: np.ndarray

    def __reduce__(self) -> Any:
        raise ReplayError(
            "tape_data: this is bound to its process. Send the compiled function, or save its tape, and call "
            "tape_data() there."
        )


def tape_data(variant: Variant, argnums: tuple[int, ...], title: str) -> TapeData:
    """Return the programs of a variant as a tuple of arrays."""
    program = variant.program
    forms, outputs = program.input_forms, program.output_forms
    if any(f.dtype is not F8 for f in outputs) or any(f.dtype is not F8 and f.dtype.kind not in "iu" for f in forms):
        raise DtypeError(
            f"{title}: tape_data takes float64 and integers, and returns float64 only. Convert with astype(float)."
        )
    if variant.plain:
        raise ArgumentError(f"{title}: tape_data needs a result that depends on the arguments, got a constant.")
    if len(outputs) != 1:
        raise ArgumentError(f"{title}: tape_data needs a function that returns one array or number.")
    if not argnums or any(not -len(forms) <= k < len(forms) for k in argnums):
        raise ArgumentError(f"{title}: argnums {argnums} does not fit {len(forms)} arguments.")
    if any(forms[k].dtype is not F8 for k in argnums):
        raise DtypeError(
            f"{title}: argnums {argnums} names an argument of integers, which has no gradient. Pass argnums of others."
        )
    positions = tuple(k % len(forms) for k in argnums)
    scalar = outputs[0].size == 1
    gradient = value_and_gradient(program, positions) if scalar else None
    jacobian = None if scalar else value_and_jacobian(program, positions[0])
    codes = [None if p is None else executable_of(p) for p in (program, gradient, jacobian)]
    executables = [c for c in codes if c is not None]
    python = [name for c in executables for name in c.python]
    if python:
        raise ArgumentError(
            f"{title}: {python[0]}, an op of the function or of its gradient, runs Python code, which tape_data does "
            "not hold. Use kernels of tg.custom in its place, or call the compiled function itself or its .batch()."
        )
    tables = len(forms) + max(len(c.pool) for c in executables) + len(positions) + 2
    work = 2 + 2 * tables + (max(c.work for c in executables) + 64) // 8 + 8
    pool, offsets = _packed([c.pool if c is not None else [] for c in codes])
    header = np.zeros(SIZES + len(forms) + len(positions), np.int64)
    header[LAYOUT_AT] = LAYOUT
    header[WORK], header[TABLES], header[INPUTS] = work, tables, len(forms)
    header[OUT_SIZE], header[GRAD_SIZES], header[VARIABLES] = outputs[0].size, len(forms), len(positions)
    header[VALUE], header[GRADIENT], header[JACOBIAN] = (c.address if c is not None else 0 for c in codes)
    header[POLL] = control()[0]
    header[COSTS:SIZES] = [c.cost + CALL if c is not None else 0 for c in codes]
    header[SIZES:] = [*(f.size for f in forms), *(forms[k].size for k in positions)]
    header = np.asarray(_Holding(header, codes))
    for array in (header, pool, *offsets):
        array.flags.writeable = False
    return TapeData(header, offsets[0], offsets[1], offsets[2], pool)


class _Holding:
    """An array's memory, which keeps the machine code alive whose addresses are in it."""

    def __init__(self, array: np.ndarray, codes: list[Executable | None]) -> None:
        self.__array_interface__ = array.__array_interface__
        self.held = array, codes


def _packed(pools: list[list[np.ndarray]]) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return all constants in one aligned block, and where each begins."""
    places, size = [], 0
    for arrays in pools:
        begins = []
        for array in arrays:
            begins.append(size)
            size += (array.nbytes + 63) // 64 * 64
        places.append(np.array(begins, np.int64))
    block = np.zeros(size + 64, np.uint8)
    start = -block.ctypes.data % 64
    block = block[start : start + size] if size else block[:1].copy()
    for arrays, starts in zip(pools, places, strict=True):
        for array, first in zip(arrays, starts.tolist(), strict=True):
            block[first : first + array.nbytes] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return block, places

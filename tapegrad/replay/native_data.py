"""Packing a sealed tape for compiled code: see `tapegrad.nb`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.codegen.executable import Executable, executable_of
from tapegrad.errors import ArgumentError, DtypeError
from tapegrad.func.derived import value_and_gradient, value_and_jacobian
from tapegrad.machine.interrupts import control
from tapegrad.tape.forms import F8


def tape_data(variant: Any, argnums: tuple[int, ...], title: str) -> Any:
    """Return the programs of a variant as a tuple of arrays."""
    from tapegrad import nb

    program = variant.program
    forms, outputs = program.input_forms, program.output_forms
    if any(f.dtype is not F8 for f in (*forms, *outputs)):
        raise DtypeError(
            f"{title}: tape_data takes and returns float64 only. Convert the arguments with astype(float)."
        )
    if variant.plain:
        raise ArgumentError(f"{title}: tape_data needs a result that depends on the arguments, got a constant.")
    if len(outputs) != 1:
        raise ArgumentError(f"{title}: tape_data needs a function that returns one array or number.")
    if not argnums or any(not -len(forms) <= k < len(forms) for k in argnums):
        raise ArgumentError(f"{title}: argnums {argnums} does not fit {len(forms)} arguments.")
    wanted = tuple(k % len(forms) for k in argnums)
    scalar = outputs[0].size == 1
    codes: list[Executable | None] = [
        executable_of(program),
        executable_of(value_and_gradient(program, wanted)) if scalar else None,
        None if scalar else executable_of(value_and_jacobian(program, wanted[0])),
    ]
    python = [name for c in codes if c is not None for name in c.python]
    if python:
        raise ArgumentError(f"{title}: {python[0]} runs Python code, which tape_data does not hold.")
    tables = len(forms) + max(len(c.pool) for c in codes if c is not None) + len(wanted) + 2
    work = 2 + 2 * tables + (max(c.work for c in codes if c is not None) + 64) // 8 + 8
    pool, offsets = _packed([c.pool if c is not None else [] for c in codes])
    header = np.zeros(nb.SIZES + len(forms) + len(wanted), np.int64)
    header[nb.LAYOUT_AT] = nb.LAYOUT
    header[nb.WORK], header[nb.TABLES], header[nb.INPUTS] = work, tables, len(forms)
    header[nb.OUT_SIZE], header[nb.GRAD_SIZES], header[nb.VARIABLES] = outputs[0].size, len(forms), len(wanted)
    header[nb.VALUE], header[nb.GRADIENT], header[nb.JACOBIAN] = (c.address if c is not None else 0 for c in codes)
    header[nb.POLL] = control()[0]
    header[nb.COSTS : nb.SIZES] = [c.cost + nb.CALL if c is not None else 0 for c in codes]
    header[nb.SIZES :] = [*(f.size for f in forms), *(forms[k].size for k in wanted)]
    header = np.asarray(_Holding(header, codes))
    for array in (header, pool, *offsets):
        array.flags.writeable = False
    value, gradient, jacobian = offsets
    return nb.TapeData(header, value, gradient, jacobian, pool)


class _Holding:
    """An array's memory, which also keeps the machine code alive whose addresses are in it."""

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

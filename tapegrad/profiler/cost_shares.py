"""Shares of what runs as a whole: how the time of a segment is shared among its instructions.

An instruction of a region gets time in proportion to its number of elements and to the cost of its kernels, which is
measured once per op. Scalars of a stretch share in equal parts.

Tests: tests/package/test_profiler.py
"""

from __future__ import annotations

import ctypes
import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.ir.forms import F4
from tapegrad.machine import kernels
from tapegrad.machine.layout import CALL, EARLY, LANE, LIVE, NEEDED, PICK, PICKS, REACHED, REGION, STORED, SUM
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import add
from tapegrad.record.frame import Frame

if TYPE_CHECKING:
    from tapegrad.ops.declare import Elementwise


def shares(frame: Frame, segment: list[int], reverse: bool) -> list[tuple[int, str, float, int]]:
    """List for each instruction that was executed: slot, name, weight, bytes."""
    kind, start, stop = segment[:3]
    shares = []
    for slot in range(start, stop):
        op: Any = declare.table[frame.code[slot, 0]]
        flags = int(frame.flags[slot])
        if op is None or (op.op_class == PICK and (kind != PICKS or flags & EARLY)):
            continue
        if reverse and not flags & REACHED:
            continue
        if kind == CALL:
            if not reverse and not flags & (LIVE | STORED):
                continue
            call = frame.calls[frame.code[slot, 1]]
            op, operands = call.op, call.operands
        else:
            operands = frame.code[slot, 1 : 1 + max(1, len(op.arguments))].tolist()
        weight = _weight(frame, op, slot, operands, reverse) if kind == REGION else 1.0
        moved = _bytes(frame, slot) + sum(_bytes(frame, s) for s in operands if not reverse or frame.types[s] & 1)
        shares.append((slot, op.shown, weight, moved))
    return shares


def _bytes(frame: Frame, slot: int) -> int:
    form = frame.form(slot)
    return form.size * (form.lane or form.dtype).itemsize


def _weight(frame: Frame, op: Any, slot: int, operands: list[int], reverse: bool) -> float:
    """Return nanoseconds that an instruction of a region takes, roughly."""
    summed = op.op_class == SUM
    form = frame.form(operands[0] if summed else slot)
    dtype = "f4" if form.lane is F4 else "f8"
    if summed:
        return form.size * _cost(add, dtype, kernels.FORWARD)
    cost = _cost(op, dtype, kernels.FORWARD)
    if reverse:
        cost += sum(_cost(op, dtype, kernels.BAR + k) for k, s in enumerate(operands) if frame.flags[s] & NEEDED)
    return form.size * cost


_SAMPLE = 4096  # lanes


@functools.cache
def _cost(op: Elementwise, dtype: str, column: int) -> float:
    """Return nanoseconds per element of a kernel, on arguments from the op's domain, in the cache."""
    kernels.load(op, dtype)
    address = int(kernels.tables[dtype][op.code, column])
    if not address:
        return 0.0
    lane = np.float32 if dtype == "f4" else np.float64
    rng = np.random.default_rng(0)
    ends = [op.domain.get(a, (0.1, 0.9)) for a in op.arguments]
    args = [rng.uniform(low, high, _SAMPLE).astype(lane) for low, high in ends]
    out, g, bar = np.empty(_SAMPLE, lane), np.ones(_SAMPLE, lane), np.empty(_SAMPLE, lane)
    pointers = [a.ctypes.data for a in (args * 3)[:3]]
    words = [ctypes.c_void_p] * 4 + [ctypes.c_int64]
    forward = ctypes.CFUNCTYPE(None, *words)(int(kernels.tables[dtype][op.code, kernels.FORWARD]))
    forward(out.ctypes.data, *pointers, _SAMPLE)
    kernel: Any = forward
    addresses: list[int] = [out.ctypes.data, *pointers]
    rest: list[int] = []
    if column != kernels.FORWARD:
        kernel = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6, ctypes.c_int64, ctypes.c_int64)(address)
        addresses, rest = [bar.ctypes.data, g.ctypes.data, *addresses], [0]
    few, many = (min(_timed(kernel, *addresses, n, *rest) for _ in range(9)) for n in (LANE, _SAMPLE))
    return max(1e9 * (many - few) / (_SAMPLE - LANE), 0.01)


def _timed(kernel: Callable[..., Any], *args: int) -> float:
    begin = time.perf_counter()
    kernel(*args)
    return time.perf_counter() - begin

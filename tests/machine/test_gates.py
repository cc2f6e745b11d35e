"""Products under absolute zero, in lanes and in scalar code, with and without the instructions that a processor has."""

from __future__ import annotations

import ctypes
import itertools
import math

import numpy as np
import pytest

from tapegrad.machine import lane, processor
from tapegrad.machine.cache import engine
from tapegrad.machine.kernels import Memory
from tapegrad.machine.lane import ATTRIBUTES

NUMBERS = (0.0, -0.0, 1.0, -2.5, 5e-324, -5e-324, 1e-200, -1e-200, 1e200, -1e308, math.inf, -math.inf, math.nan)
PAIRS = np.array([*itertools.product(NUMBERS, repeat=2)])


def products(width: int) -> np.ndarray:
    """What `gated` gives for all pairs, by compiled code."""
    e = lane.Emitter(width)
    memory = Memory(e, "f8")
    memory.store(lane.gated(memory.load("%x"), memory.load("%y")), "%out")
    body = [
        *sorted(e.declarations),
        f"define void @gate(ptr %x, ptr %y, ptr %out) {ATTRIBUTES} {{",
        *e.lines,
        "ret void",
        "}",
    ]
    gate = engine().code("gate", "\n".join(body), ["gate"]).function("gate", None, *[ctypes.c_void_p] * 3)
    rows = -(-len(PAIRS) // width)
    x, y = np.ones((2, rows * width))
    x[: len(PAIRS)], y[: len(PAIRS)] = PAIRS.T
    out = np.empty(rows * width)
    for k in range(0, rows * width, width):
        gate(*(a.ctypes.data + 8 * k for a in (x, y, out)))
    return out[: len(PAIRS)]


@pytest.mark.parametrize("width", [1, lane.WIDTH])
@pytest.mark.parametrize("written_for", ["this", "any", "with AVX-512"])
def test_a_zero_wins_over_everything(monkeypatch, width, written_for):
    processors = {"any": processor.Processor("", ""), "with AVX-512": processor.LEVELS["x86-64-v4"]}
    if written_for == "with AVX-512":  # its one instruction, as any processor does it
        monkeypatch.setattr(lane, "_unless_zero", lambda x, value: lane.select(x == 0.0, 0.0, value))
    x, y = PAIRS.T
    with np.errstate(all="ignore"):
        expected = np.where((x == 0) | (y == 0), 0.0, x * y)
    with processor.writing_for(processors.get(written_for, processor.chosen())):
        found = products(width)
    np.testing.assert_array_equal(found, expected)
    some = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found)[some], np.signbit(expected)[some])

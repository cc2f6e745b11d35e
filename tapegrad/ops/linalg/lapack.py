"""Calls of LAPACK from Python, for each matrix of a stack: what ops run where no compiled code does.

The library is NumPy's own (see `machine.addresses`), so that eager values have the bits of compiled ones, and nothing of
SciPy is imported. The loop over a stack is machine code, kept on disk like a kernel.

Tests: tests/sparse/test_linalg.py, tests/ops/test_batched.py
"""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any

import numpy as np

from tapegrad.machine import addresses, symbols
from tapegrad.machine.cache import engine


def columns(x: Any, dtype: Any = None) -> np.ndarray:
    """Return a copy of the transposes, contiguous: the matrices in Fortran's order."""
    return np.array(np.swapaxes(x, -1, -2), dtype, order="C")


def integers(*shape: int) -> np.ndarray:
    """Return an array of the integers that the library has."""
    return np.zeros(shape, np.int64 if addresses.integer_size() == 8 else np.int32)


def stacked(x: np.ndarray, stack: list[int] | tuple[()], rank: int) -> np.ndarray:
    """Return an array of matrices or vectors, contiguous, of a stack that they broadcast to."""
    return np.ascontiguousarray(np.broadcast_to(x, (*stack, *x.shape[x.ndim - rank :])))


def call(name: str, *args: Any) -> int:
    """Call a subroutine, named without the letter of its dtype, once for each member of stacks.

    Parameters
    ----------
    *args : int, str or (ndarray, int)
        Integers and letters, and contiguous arrays with the number of axes that one call takes. What stands before
        these is the same stack in all arrays, or nothing.

    Returns
    -------
    int
        What the first call said that failed: its `info`; else 0.
    """
    count = len(args) + 1
    cells = np.zeros(3 * count, np.int64)  # pointers, how far each moves from one call to the next, numbers
    start = cells.ctypes.data
    pointers: list[int] = []
    steps: list[int] = []
    numbers: list[int] = []
    turns, letter = 1, ""
    for a in (*args, 0):
        step = 0
        if a.__class__ is tuple:
            array, rank = a
            letter = letter or {"f": "s", "d": "d", "F": "c", "D": "z"}.get(array.dtype.char, "")
            if array.ndim > rank:
                turns = math.prod(array.shape[: array.ndim - rank])
                step = array.nbytes // max(turns, 1)
            pointers.append(array.ctypes.data)
        else:
            pointers.append(start + 8 * (2 * count + len(numbers)))
            numbers.append(ord(a) if a.__class__ is str else a)
        steps.append(step)
    cells[: 2 * count + len(numbers)] = pointers + steps + numbers
    _loop(count)(_routine(letter + name), turns, start)
    return int(cells[2 * count + len(numbers) - 1].astype(np.int32))


@functools.cache
def _routine(name: str) -> int:
    symbol = addresses.lapack(name)
    assert symbol is not None, "every LAPACK has it"
    return symbols.address(symbol)


_LOOP = """\
define void @{symbol}(ptr %routine, i64 %turns, ptr %cells) {{
  br label %test
test:
  %turn = phi i64 [ 0, %0 ], [ %next, %call ]
  %first = phi i32 [ 0, %0 ], [ %kept, %call ]
  %more = icmp slt i64 %turn, %turns
  br i1 %more, label %call, label %done
call:
{loads}
  call void %routine({pointers})
  %said = load i32, ptr %p{last}
  %failed = icmp ne i32 %first, 0
  %kept = select i1 %failed, i32 %first, i32 %said
{moves}
  %next = add i64 %turn, 1
  br label %test
done:
  %cell = getelementptr i64, ptr %cells, i64 {last}
  %info = load ptr, ptr %cell
  store i32 %first, ptr %info
  ret void
}}"""
_LOAD = """\
  %c{k} = getelementptr i64, ptr %cells, i64 {k}
  %p{k} = load ptr, ptr %c{k}"""
_MOVE = """\
  %s{k} = getelementptr i64, ptr %cells, i64 {place}
  %step{k} = load i64, ptr %s{k}
  %q{k} = getelementptr i8, ptr %p{k}, i64 %step{k}
  store ptr %q{k}, ptr %c{k}"""


@functools.cache
def _loop(count: int) -> Any:
    """Return the loop over a stack, for routines of so many arguments, as a function of Python's."""
    symbol = f"tapegrad_lapack_loop_{count}"

    def text() -> str:
        return _LOOP.format(
            symbol=symbol, last=count - 1, pointers=", ".join(f"ptr %p{k}" for k in range(count)),
            loads="\n".join(_LOAD.format(k=k) for k in range(count)),
            moves="\n".join(_MOVE.format(k=k, place=count + k) for k in range(count)),
        )  # fmt: skip

    engine().load(symbol, text)
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    return prototype(engine().address(symbol))

"""Sealed tapes in compiled code: what a user's ``@njit`` functions call.

A tape is passed as an argument, a tuple of arrays that `CompiledFunction.tape_data` makes, so a function that is
cached on disk holds nothing of it. The functions here are compiled, need no GIL, allocate nothing and call no Python;
the caller supplies the memory. They return a status:

====== ==========================================================================
0      done
k > 0  guard k failed: the function would have decided otherwise for these inputs; 2**40: one within a loop's body;
       2**41: a custom array kernel raised an exception; 2**42: interrupted; 2**43: linear algebra failed
-1     `x` does not have the shapes that were recorded
-2     the array for the result does not have its size
-3     `work` is too small: it needs `work_size(tape)` numbers
-4     this tape does not hold what is asked for
-5     the caller was compiled with another version of this package
====== ==========================================================================

`check` turns a status into an exception, outside of compiled code.

A call in the main thread lets Python's signal handlers run, some twenty times a second. If one of them raises an
exception, as that of Ctrl-C does, the call returns 2**42, with arbitrary numbers in its results. Return from the
compiled function then: Python raises the exception as soon as it is back. A loop that ignores the status goes on to its
end first.

Arrays are float64 in C order, which their Numba types must say. Several arguments of the function are a tuple of arrays
in place of `x`.

Examples
--------
>>> import numba
>>> import numpy as np
>>> import tapegrad as tg
>>> @numba.njit
... def descend(tape, x, rate, steps):
...     g, work = np.empty_like(x), np.empty(tg.nb.work_size(tape))
...     for _ in range(steps):
...         status = tg.nb.value_and_grad(tape, x, g, work)
...         if status != 0:
...             return status
...         x -= rate * g
...     return 0
>>> f = tg.compile(lambda x: np.sum((x - 3.0) ** 2))
>>> x = np.zeros(2)
>>> tape = f.tape_data(x)
>>> tg.nb.check(tape, descend(tape, x, 0.25, 60))
>>> x
array([3., 3.])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic, overload

from tapegrad.errors import ReplayError, ShapeError
from tapegrad.machine.interrupts import EVERY
from tapegrad.machine.memory import load, store
from tapegrad.machine.status import FAILED, INTERRUPTED, RAISED
from tapegrad.replay.native_data import (
    COSTS,
    GRAD_SIZES,
    GRADIENT,
    INPUTS,
    JACOBIAN,
    LAYOUT,
    LAYOUT_AT,
    OUT_SIZE,
    POLL,
    SIZES,
    TABLES,
    VALUE,
    VARIABLES,
    WORK,
)


@intrinsic
def _call(typingctx, function, given, results, work):  # type: ignore[no-untyped-def]
    """Call a program by its address."""
    from llvmlite import ir

    word = ir.IntType(64)

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kind = ir.FunctionType(word, [word] * 3)
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

    return types.int64(types.int64, types.int64, types.int64, types.int64), code


@intrinsic
def _ask(typingctx, poll):  # type: ignore[no-untyped-def]
    """Let signal handlers run; whether one raised an exception."""
    from llvmlite import ir

    word = ir.IntType(64)

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kind = ir.FunctionType(word, [word])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), [word(0)])

    return types.int64(types.int64), code


@njit(nogil=True, cache=True)
def _interrupted(header, work, which):  # type: ignore[no-untyped-def]
    """Tell whether to return at once: asked after so many calls. The second word of `work` counts down, from
    wherever."""
    left = load(work, 1) - header[COSTS + which]
    if 0 < left <= EVERY:
        store(work, 1, left)
        return False
    store(work, 1, EVERY)
    return _ask(header[POLL]) != 0


def _inputs(x: Any, header: Any, table: Any) -> Any:
    """Write the addresses of the arguments into a table; how many there are, or -1."""


@overload(_inputs)
def _inputs_compiled(x: Any, header: Any, table: Any) -> Any:
    if isinstance(x, types.Array):
        if x.layout != "C" or x.dtype != types.float64:
            raise_typing("x")

        def one(x: Any, header: Any, table: Any) -> Any:
            if header[INPUTS] != 1 or x.size != header[SIZES]:
                return -1
            store(table, 0, x.ctypes.data)
            return 1

        return one
    if isinstance(x, types.BaseTuple):
        if any(not isinstance(a, types.Array) or a.layout != "C" or a.dtype != types.float64 for a in x.types):
            raise_typing("x")

        def several(x: Any, header: Any, table: Any) -> Any:
            if header[INPUTS] != len(x):
                return -1
            return _each(x, header, table, 0)

        return several
    return None


def _memory(array: Any) -> Any:
    """Take the address of an array that is written to, of float64 in C order."""


@overload(_memory)
def _memory_compiled(array: Any) -> Any:
    if not isinstance(array, types.Array) or array.layout != "C" or array.dtype != types.float64 or not array.mutable:
        raise_typing("results and work")

    def address(array: Any) -> Any:
        return array.ctypes.data

    return address


def raise_typing(what: str) -> None:
    """Refuse an argument while Numba infers types."""
    from numba.core.errors import TypingError

    raise TypingError(
        f"tg.nb: {what} must be float64 arrays in C order, and writable where they are written to. Use "
        "np.ascontiguousarray(..., dtype=np.float64)."
    )


def _each(x: Any, header: Any, table: Any, k: Any) -> Any:
    """Write the addresses of the arguments from the k-th on."""


@overload(_each)
def _each_compiled(x: Any, header: Any, table: Any, k: Any) -> Any:
    if len(x.types) == 0:

        def done(x: Any, header: Any, table: Any, k: Any) -> Any:
            return k

        return done

    def rest(x: Any, header: Any, table: Any, k: Any) -> Any:
        first = x[0]
        if first.size != header[SIZES + k]:
            return -1
        store(table, k, first.ctypes.data)
        return _each(x[1:], header, table, k + 1)

    return rest


def _results(g: Any, header: Any, table: Any) -> Any:
    """Write the addresses of the gradients into a table; -2 if they do not fit."""


@overload(_results)
def _results_compiled(g: Any, header: Any, table: Any) -> Any:
    if isinstance(g, types.Array):
        if g.layout != "C" or g.dtype != types.float64 or not g.mutable:
            raise_typing("g")

        def one(g: Any, header: Any, table: Any) -> Any:
            if header[VARIABLES] != 1 or g.size != header[SIZES + header[GRAD_SIZES]]:
                return -2
            store(table, 1, g.ctypes.data)
            return 0

        return one
    if isinstance(g, types.BaseTuple):

        def several(g: Any, header: Any, table: Any) -> Any:
            if header[VARIABLES] != len(g):
                return -2
            return _each_result(g, header, table, 0)

        return several
    return None


def _each_result(g: Any, header: Any, table: Any, k: Any) -> Any:
    """Write the addresses of the gradients from the k-th on."""


@overload(_each_result)
def _each_result_compiled(g: Any, header: Any, table: Any, k: Any) -> Any:
    if len(g.types) == 0:

        def done(g: Any, header: Any, table: Any, k: Any) -> Any:
            return 0

        return done
    if g.types[0].layout != "C" or g.types[0].dtype != types.float64 or not g.types[0].mutable:
        raise_typing("g")

    def rest(g: Any, header: Any, table: Any, k: Any) -> Any:
        first = g[0]
        if first.size != header[SIZES + header[GRAD_SIZES] + k]:
            return -2
        store(table, 1 + k, first.ctypes.data)
        return _each_result(g[1:], header, table, k + 1)

    return rest


@njit(nogil=True, cache=True)
def work_size(tape: Any) -> int:
    """Return how many float64 numbers the working memory of a call needs; also callable from Python."""
    return tape.header[WORK]


@njit(nogil=True, cache=True)
def _constants(offsets, pool, table, count):  # type: ignore[no-untyped-def]
    """Write the addresses of a program's constants after those of its inputs."""
    for k in range(offsets.size):
        store(table, count + k, pool.ctypes.data + offsets[k])


@njit(nogil=True, cache=True)
def value(tape: Any, x: Any, y: Any, work: Any) -> int:
    """Return the function's value into the array `y` (of one element for a scalar); returns the status."""
    header = tape.header
    if header[LAYOUT_AT] != LAYOUT:
        return -5
    if work.size < header[WORK]:
        return -3
    if header[VALUE] == 0:
        return -4
    if _interrupted(header, _memory(work), 0):
        return INTERRUPTED
    given = _memory(work) + 16
    count = _inputs(x, header, given)
    if count < 0:
        return -1
    if y.size != header[OUT_SIZE]:
        return -2
    _constants(tape.value, tape.pool, given, count)
    results = given + 8 * header[TABLES]
    store(results, 0, _memory(y))
    return _call(header[VALUE], given, results, _aligned(results + 8 * header[TABLES]))


@njit(nogil=True, cache=True)
def _aligned(address):  # type: ignore[no-untyped-def]
    return (address + 63) // 64 * 64


@njit(nogil=True, cache=True)
def value_and_grad(tape: Any, x: Any, g: Any, work: Any) -> int:
    """Return the gradient into `g`, an array or a tuple of arrays, and the value into ``work[0]``; returns the
    status."""
    header = tape.header
    if header[LAYOUT_AT] != LAYOUT:
        return -5
    if work.size < header[WORK]:
        return -3
    if header[GRADIENT] == 0:
        return -4
    if _interrupted(header, _memory(work), 1):
        return INTERRUPTED
    given = _memory(work) + 16
    count = _inputs(x, header, given)
    if count < 0:
        return -1
    _constants(tape.gradient, tape.pool, given, count)
    results = given + 8 * header[TABLES]
    store(results, 0, _memory(work))
    if _results(g, header, results) != 0:
        return -2
    return _call(header[GRADIENT], given, results, _aligned(results + 8 * header[TABLES]))


@njit(nogil=True, cache=True)
def grad(tape: Any, x: Any, g: Any, work: Any) -> int:
    """Return the gradient into the array `g`; the same as `value_and_grad`, under the name for those who want no
    value."""
    return value_and_grad(tape, x, g, work)


@njit(nogil=True, cache=True)
def jacobian(tape: Any, x: Any, y: Any, J: Any, work: Any) -> int:
    """Return the value into the array `y`, its Jacobian by the first variable into the matrix `J`; returns the
    status."""
    header = tape.header
    if header[LAYOUT_AT] != LAYOUT:
        return -5
    if work.size < header[WORK]:
        return -3
    if header[JACOBIAN] == 0:
        return -4
    if _interrupted(header, _memory(work), 2):
        return INTERRUPTED
    given = _memory(work) + 16
    count = _inputs(x, header, given)
    if count < 0:
        return -1
    if y.size != header[OUT_SIZE] or J.size != header[OUT_SIZE] * header[SIZES + header[GRAD_SIZES]]:
        return -2
    _constants(tape.jacobian, tape.pool, given, count)
    results = given + 8 * header[TABLES]
    store(results, 0, _memory(y))
    store(results, 1, _memory(J))
    return _call(header[JACOBIAN], given, results, _aligned(results + 8 * header[TABLES]))


def check(tape: Any, status: int) -> None:
    """Raise the exception that a status stands for; from Python.

    Raises
    ------
    ReplayError
        For a failed guard, and for what the tape does not hold.
    ShapeError
        For arrays that do not fit.
    KeyboardInterrupt
        For an interrupted call, should no handler's exception have come first.
    """
    if status == 0:
        return
    if status == RAISED:
        raise ReplayError(
            "nb: a custom array kernel raised an exception. Call the compiled function with the same arguments to see "
            "it."
        )
    if status == FAILED:
        raise np.linalg.LinAlgError(
            "nb: a matrix has no inverse or no factors, so an op of linear algebra has no result."
        )
    if status == INTERRUPTED:
        raise KeyboardInterrupt
    if status > 0:
        raise ReplayError(
            f"nb: guard {status} failed: for these inputs the function decides otherwise than it was recorded. "
            "Call the compiled "
            "function with them, and make tape_data again."
        )
    if status == -4:
        raise ReplayError(
            "nb: the tape does not hold what was asked for: a gradient needs a scalar function, a Jacobian an array."
        )
    what = {
        -1: "x does not have the shapes that were recorded",
        -2: "the result's array does not fit",
        -3: "work is too small",
    }
    raise ShapeError(f"nb: {what.get(status, f'unknown status {status}')}. See tapegrad.nb.")

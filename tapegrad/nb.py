"""Sealed tapes in compiled code: what a user's ``@njit`` functions call.

A tape is passed as an argument, a tuple of arrays that `CompiledFunction.tape_data` makes, so a function that is
cached on disk holds nothing of it. The functions here are compiled, need no GIL, allocate nothing and call no Python;
the caller supplies the memory. They return a status:

====== ==========================================================================
0      done
k > 0  guard k failed: the function would have decided otherwise for these inputs; 2**40: one within a loop's body;
       2**41: a custom array kernel raised an exception; 2**42: interrupted; 2**43: linear algebra failed;
       2**44: an index is out of bounds
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

Arrays are float64 in C order, which their Numba types must say; integers, as int64, are given as float64 arrays of
their bits: ``i.view(np.float64)``. Several arguments of the function are a tuple of arrays in place of `x`.

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

Tests: tests/replay/test_nb.py, tests/ops/test_linear_algebra.py
"""

from __future__ import annotations

from typing import Any

from numba import config, njit, types
from numba.extending import intrinsic, overload

from tapegrad.errors import ReplayError
from tapegrad.hints import names_of
from tapegrad.machine.interrupts import EVERY
from tapegrad.machine.status import INTERRUPTED
from tapegrad.machine.store import folder
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
from tapegrad.replay.native_status import check

__all__ = ["check", "grad", "jacobian", "value", "value_and_grad", "work_size"]

__getattr__ = names_of(__name__, __all__)


def __dir__() -> list[str]:
    return __all__


def _compiled(function: Any) -> Any:
    """Compile a function of this module. Numba keeps it in this package's folder, unless ``NUMBA_CACHE_DIR`` is set."""
    usual, place = config.CACHE_DIR, folder()
    config.CACHE_DIR = usual or (str(place / "numba") if place else "")
    try:
        return njit(nogil=True, cache=True)(function)
    finally:
        config.CACHE_DIR = usual


def _pointer(builder, base, index):  # type: ignore[no-untyped-def]
    """Return a pointer to a word at an address."""
    from llvmlite import ir

    word = ir.IntType(64)
    address = builder.add(base, builder.mul(index, word(8)))
    return builder.inttoptr(address, word.as_pointer())


@intrinsic
def load(typingctx, base, index):  # type: ignore[no-untyped-def]
    """Load a word at an address."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.load(_pointer(builder, *args))

    return types.int64(types.int64, types.int64), code


@intrinsic
def store(typingctx, base, index, value):  # type: ignore[no-untyped-def]
    """Store a word at an address."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        builder.store(args[2], _pointer(builder, *args[:2]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@intrinsic
def _call(typingctx, function, inputs, results, work):  # type: ignore[no-untyped-def]
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


def _refuse_types(arrays: Any, what: str, written: bool = False) -> None:
    """Refuse anything but arrays of float64 in C order, or a tuple of these, while Numba infers types."""
    for a in arrays.types if isinstance(arrays, types.BaseTuple) else [arrays]:
        fits = isinstance(a, types.Array) and a.layout == "C" and a.dtype == types.float64
        if not fits or (written and not a.mutable):
            from numba.core.errors import TypingError

            raise TypingError(
                f"tg.nb: {what} must be float64 arrays in C order, and writable where they are written to. Use "
                "np.ascontiguousarray(..., dtype=np.float64)."
            )


def _inputs(x, header, table):  # type: ignore[no-untyped-def]
    """Write the addresses of the arguments into a table; whether they fit."""


@overload(_inputs, inline="always")
def _inputs_compiled(x, header, table):  # type: ignore[no-untyped-def]
    _refuse_types(x, "x")
    return lambda x, header, table: _enter(x, header[INPUTS], header, SIZES, table, 0)


def _results(g, header, table):  # type: ignore[no-untyped-def]
    """Write the addresses of the gradients into a table, after that of the value; whether they fit."""


@overload(_results, inline="always")
def _results_compiled(g, header, table):  # type: ignore[no-untyped-def]
    _refuse_types(g, "g", written=True)
    return lambda g, header, table: _enter(g, header[VARIABLES], header, SIZES + header[GRAD_SIZES], table, 1)


def _enter(arrays, count, header, sizes, table, place):  # type: ignore[no-untyped-def]
    """Write the addresses of so many arrays into a table, from a place on; whether their sizes are those of the header
    from `sizes` on."""


@overload(_enter, inline="always")  # else references to arrays are counted
def _enter_compiled(arrays, count, header, sizes, table, place):  # type: ignore[no-untyped-def]
    if isinstance(arrays, types.Array):

        def one(arrays, count, header, sizes, table, place):  # type: ignore[no-untyped-def]
            if count != 1 or arrays.size != header[sizes]:
                return False
            store(table, place, arrays.ctypes.data)
            return True

        return one
    if len(arrays.types) == 0:
        return lambda arrays, count, header, sizes, table, place: count == 0

    def several(arrays, count, header, sizes, table, place):  # type: ignore[no-untyped-def]
        if count <= 0 or not _enter(arrays[0], 1, header, sizes, table, place):
            return False
        return _enter(arrays[1:], count - 1, header, sizes + 1, table, place + 1)

    return several


def _memory(array):  # type: ignore[no-untyped-def]
    """Take the address of an array that is written to, of float64 in C order.

    Python itself calls this only where Numba compiles nothing.
    """
    raise ReplayError(
        "tg.nb: expected to be compiled by Numba, got a call in Python, because NUMBA_DISABLE_JIT is set. Unset it, "
        "or call "
        "the compiled function itself."
    )


@overload(_memory)
def _memory_compiled(array):  # type: ignore[no-untyped-def]
    _refuse_types(array, "results and work", written=True)
    return lambda array: array.ctypes.data


@_compiled
def work_size(tape: Any) -> int:
    """Return how many float64 numbers the working memory of a call needs; also callable from Python.

    Parameters
    ----------
    tape : TapeData
        What `CompiledFunction.tape_data` gives.

    Returns
    -------
    int

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tape = tg.compile(lambda x: np.sum(x**2)).tape_data(np.zeros(2))
    >>> tg.nb.work_size(tape) > 0
    True
    """
    return tape.header[WORK]


@_compiled
def _opened(header, which, size, work):  # type: ignore[no-untyped-def]
    """Return the status of a program before it has its arguments. Signal handlers run after so many calls: the second
    word of `work` counts down, from wherever."""
    if header[LAYOUT_AT] != LAYOUT:
        return -5
    if size < header[WORK]:
        return -3
    if header[VALUE + which] == 0:
        return -4
    left = load(work, 1) - header[COSTS + which]
    if 0 < left <= EVERY:
        store(work, 1, left)
        return 0
    store(work, 1, EVERY)
    return INTERRUPTED if _ask(header[POLL]) != 0 else 0


@_compiled
def _constants(offsets, pool, table, count):  # type: ignore[no-untyped-def]
    """Write the addresses of a program's constants after those of its inputs."""
    for k in range(offsets.size):
        store(table, count + k, pool.ctypes.data + offsets[k])


@_compiled
def _run(program, inputs, tables):  # type: ignore[no-untyped-def]
    """Run a program on two tables of addresses, one behind the other, and the memory behind them."""
    results = inputs + 8 * tables
    return _call(program, inputs, results, (results + 8 * tables + 63) // 64 * 64)


@_compiled
def value(tape: Any, x: Any, y: Any, work: Any) -> int:
    """Compute the function's value.

    Parameters
    ----------
    tape : TapeData
        What `CompiledFunction.tape_data` gives.
    x : array or tuple of arrays
        The arguments, of float64 in C order.
    y : array
        Where the value is written; of one element for a number.
    work : array
        Memory for the computation, of `work_size(tape)` numbers.

    Returns
    -------
    int
        The status: 0 if all went well, see `check`.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tape = tg.compile(lambda x: np.sum(x**2)).tape_data(np.zeros(2))
    >>> x, work = np.array([1.0, 2.0]), np.empty(tg.nb.work_size(tape))
    >>> y = np.empty(1)
    >>> tg.nb.value(tape, x, y, work), y[0]
    (0, np.float64(5.0))
    """
    header = tape.header
    status = _opened(header, 0, work.size, _memory(work))
    if status != 0:
        return status
    inputs = _memory(work) + 16
    if not _inputs(x, header, inputs):
        return -1
    if y.size != header[OUT_SIZE]:
        return -2
    _constants(tape.value, tape.pool, inputs, header[INPUTS])
    store(inputs, header[TABLES], _memory(y))
    return _run(header[VALUE], inputs, header[TABLES])


@_compiled
def value_and_grad(tape: Any, x: Any, g: Any, work: Any) -> int:
    """Compute the gradient, and the value, which is put into ``work[0]``.

    Parameters
    ----------
    tape : TapeData
        What `CompiledFunction.tape_data` gives.
    x : array or tuple of arrays
        The arguments, of float64 in C order.
    g : array or tuple of arrays
        Where the gradient is written.
    work : array
        Memory for the computation, of `work_size(tape)` numbers.

    Returns
    -------
    int
        The status: 0 if all went well, see `check`.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tape = tg.compile(lambda x: np.sum(x**2)).tape_data(np.zeros(2))
    >>> x, work = np.array([1.0, 2.0]), np.empty(tg.nb.work_size(tape))
    >>> g = np.empty(2)
    >>> tg.nb.value_and_grad(tape, x, g, work), work[0]
    (0, np.float64(5.0))
    >>> g
    array([2., 4.])
    """
    header = tape.header
    status = _opened(header, 1, work.size, _memory(work))
    if status != 0:
        return status
    inputs = _memory(work) + 16
    if not _inputs(x, header, inputs):
        return -1
    if not _results(g, header, inputs + 8 * header[TABLES]):
        return -2
    _constants(tape.gradient, tape.pool, inputs, header[INPUTS])
    store(inputs, header[TABLES], _memory(work))
    return _run(header[GRADIENT], inputs, header[TABLES])


@_compiled
def grad(tape: Any, x: Any, g: Any, work: Any) -> int:
    """Compute the gradient: the same as `value_and_grad`, for callers who want no value.

    Parameters
    ----------
    tape : TapeData
        What `CompiledFunction.tape_data` gives.
    x : array or tuple of arrays
        The arguments, of float64 in C order.
    g : array or tuple of arrays
        Where the gradient is written.
    work : array
        Memory for the computation, of `work_size(tape)` numbers.

    Returns
    -------
    int
        The status: 0 if all went well, see `check`.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tape = tg.compile(lambda x: np.sum(x**2)).tape_data(np.zeros(2))
    >>> x, work = np.array([1.0, 2.0]), np.empty(tg.nb.work_size(tape))
    >>> g = np.empty(2)
    >>> tg.nb.grad(tape, x, g, work)
    0
    >>> g
    array([2., 4.])
    """
    return value_and_grad(tape, x, g, work)


@_compiled
def jacobian(tape: Any, x: Any, y: Any, J: Any, work: Any) -> int:
    """Compute the value, and its Jacobian by the first variable.

    Parameters
    ----------
    tape : TapeData
        What `CompiledFunction.tape_data` gives.
    x : array or tuple of arrays
        The arguments, of float64 in C order.
    y : array
        Where the value is written; of one element for a number.
    J : array
        Where the Jacobian is written.
    work : array
        Memory for the computation, of `work_size(tape)` numbers.

    Returns
    -------
    int
        The status: 0 if all went well, see `check`.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tape = tg.compile(lambda x: x**2).tape_data(np.zeros(2))
    >>> x, work = np.array([1.0, 2.0]), np.empty(tg.nb.work_size(tape))
    >>> y, J = np.empty(2), np.empty((2, 2))
    >>> tg.nb.jacobian(tape, x, y, J, work)
    0
    >>> J
    array([[2., 0.],
           [0., 4.]])
    """
    header = tape.header
    status = _opened(header, 2, work.size, _memory(work))
    if status != 0:
        return status
    inputs = _memory(work) + 16
    if not _inputs(x, header, inputs):
        return -1
    if y.size != header[OUT_SIZE] or J.size != header[OUT_SIZE] * header[SIZES + header[GRAD_SIZES]]:
        return -2
    _constants(tape.jacobian, tape.pool, inputs, header[INPUTS])
    store(inputs, header[TABLES], _memory(y))
    store(inputs, header[TABLES] + 1, _memory(J))
    return _run(header[JACOBIAN], inputs, header[TABLES])

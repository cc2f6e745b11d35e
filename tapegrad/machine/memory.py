"""Raw memory for Numba code: typed loads and stores at addresses, calls of kernels, CPython's C interface.

The sweeps are Numba functions of 64-bit addresses, so that their object code depends on nothing of this process and
may be kept on disk. Python code checks every index before it gets there; lists and tuples are read through
the functions of CPython's stable interface, and an array through NumPy's public C structure.

Only imported where sweeps are compiled: it needs numba.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

compiled = njit(error_model="numpy")  # nothing raises: no reference to Numba's runtime is left in the object code
_I64, _I32, _I8 = ir.IntType(64), ir.IntType(32), ir.IntType(8)


def _pointer(builder: Any, base: Any, index: Any, llvm_type: Any, size: int) -> Any:
    address = builder.add(base, builder.mul(index, ir.Constant(_I64, size)))
    return builder.inttoptr(address, llvm_type.as_pointer())


def _load(llvm_type: Any, numba_type: Any, size: int, *like: Any) -> tuple[Any, Any]:
    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        value = builder.load(_pointer(builder, *args[-2:], llvm_type, size))
        return builder.sext(value, _I64) if llvm_type in (_I32, _I8) else value

    return numba_type(*like, types.int64, types.int64), code


def _store(llvm_type: Any, numba_type: Any, size: int, *like: Any) -> tuple[Any, Any]:
    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        item = builder.trunc(args[-1], llvm_type) if llvm_type in (_I32, _I8) else args[-1]
        builder.store(item, _pointer(builder, *args[-3:-1], llvm_type, size))
        return context.get_dummy_value()

    return types.void(*like, types.int64, types.int64, numba_type), code


def _accessors(llvm_type: Any, numba_type: Any, size: int) -> tuple[Any, Any]:
    """Return ``load(base, index)`` and ``store(base, index, value)`` of elements of one type."""

    @intrinsic
    def load(typingctx, base, index):  # type: ignore[no-untyped-def]
        return _load(llvm_type, numba_type, size)

    @intrinsic
    def store(typingctx, base, index, value):  # type: ignore[no-untyped-def]
        return _store(llvm_type, numba_type, size)

    return load, store


_FLOATS = {types.float64: (ir.DoubleType(), types.float64, 8), types.float32: (ir.FloatType(), types.float32, 4)}
load, store = _accessors(_I64, types.int64, 8)
load32, store32 = _accessors(_I32, types.int64, 4)
load8, store8 = _accessors(_I8, types.int64, 1)
load_f8, store_f8 = _accessors(*_FLOATS[types.float64])
load_f4, store_f4 = _accessors(*_FLOATS[types.float32])

F8, F4 = np.float64(0), np.float32(0)  # a function that is called with one of them is compiled for that width


@intrinsic
def load_item(typingctx, like, base, index):  # type: ignore[no-untyped-def]
    """Load a number of the width of `like`."""
    return _load(*_FLOATS[like], like)


@intrinsic
def store_item(typingctx, like, base, index, value):  # type: ignore[no-untyped-def]
    """Store a number, rounded to the width of `like`."""
    return _store(*_FLOATS[like], like)


@intrinsic
def store_words(typingctx, base, values):  # type: ignore[no-untyped-def]
    """Store the integers of a tuple one after another."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        for k, item in enumerate(cgutils.unpack_tuple(builder, args[1])):
            builder.store(item, _pointer(builder, args[0], _I64(k), _I64, 8))
        return context.get_dummy_value()

    return types.void(types.int64, types.UniTuple(types.int64, len(values))), code


@intrinsic
def sum_chunk(typingctx, like, address, n):  # type: ignore[no-untyped-def]
    """Sum numbers of the width of `like`, as `tapegrad.machine.sums` says."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        function = ir.FunctionType(ir.DoubleType(), [_I64] * 2)
        name = f"sum_chunk_f{_FLOATS[like][2]}"
        return builder.call(cgutils.get_or_insert_function(builder.module, function, name), args[1:])

    return types.float64(like, types.int64, types.int64), code


@intrinsic
def call_kernel(typingctx, kernel, operands):  # type: ignore[no-untyped-def]
    """Call a kernel by its address, with a tuple of integers."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        function = ir.FunctionType(ir.VoidType(), [_I64] * len(operands))
        builder.call(builder.inttoptr(args[0], function.as_pointer()), cgutils.unpack_tuple(builder, args[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.UniTuple(types.int64, len(operands))), code


list_get = types.ExternalFunction("PyList_GetItem", types.int64(types.int64, types.int64))
tuple_get = types.ExternalFunction("PyTuple_GetItem", types.int64(types.int64, types.int64))
as_int = types.ExternalFunction("PyLong_AsLongLong", types.int64(types.int64))
sum_chunks = types.ExternalFunction("sum_chunks", types.float64(types.int64, types.int64, types.int64))
as_double = types.ExternalFunction("PyFloat_AsDouble", types.float64(types.int64))


@compiled
def reference_count(item):  # type: ignore[no-untyped-def]
    """Return the count at the head of every object (its low 32 bits, which is all that newer versions use)."""
    return load32(item, 0)


# NumPy's PyArrayObject_fields, after the two words of an object's head
@compiled
def data_of(array):  # type: ignore[no-untyped-def]
    return load(array, 2)


@compiled
def ndim_of(array):  # type: ignore[no-untyped-def]
    return load32(array, 6)


@compiled
def shape_of(array):  # type: ignore[no-untyped-def]
    return load(array, 4)


@compiled
def strides_of(array):  # type: ignore[no-untyped-def]
    return load(array, 5)


@compiled
def is_contiguous(array):  # type: ignore[no-untyped-def]
    return load32(array, 16) & 1

"""Raw memory for Numba code: typed loads and stores at addresses, calls of kernels, CPython's C interface.

The sweeps are Numba functions of 64-bit addresses, so that their object code depends on nothing of this process and
may be kept on disk. Python code checks every index before it gets there; lists and tuples are read through
the functions of CPython's stable interface, and an array through NumPy's public C structure.

Only imported where sweeps are compiled: it needs numba.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

compiled = njit(error_model="numpy")  # nothing raises: no reference to Numba's runtime is left in the object code
_I64, _I32, _I8 = ir.IntType(64), ir.IntType(32), ir.IntType(8)


def _accessors(llvm_type: Any, numba_type: Any, size: int) -> tuple[Any, Any]:
    """``load(base, index)`` and ``store(base, index, value)`` of elements of one type."""

    def pointer(builder: Any, base: Any, index: Any) -> Any:
        address = builder.add(base, builder.mul(index, ir.Constant(_I64, size)))
        return builder.inttoptr(address, llvm_type.as_pointer())

    @intrinsic
    def load(typingctx, base, index):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
            value = builder.load(pointer(builder, args[0], args[1]))
            return value if llvm_type in (_I64, ir.DoubleType(), ir.FloatType()) else builder.sext(value, _I64)

        return numba_type(types.int64, types.int64), code

    @intrinsic
    def store(typingctx, base, index, value):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
            item = (
                args[2] if llvm_type in (_I64, ir.DoubleType(), ir.FloatType()) else builder.trunc(args[2], llvm_type)
            )
            builder.store(item, pointer(builder, args[0], args[1]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, numba_type), code

    return load, store


load, store = _accessors(_I64, types.int64, 8)
load32, store32 = _accessors(_I32, types.int64, 4)
load8, store8 = _accessors(_I8, types.int64, 1)
load_f8, store_f8 = _accessors(ir.DoubleType(), types.float64, 8)
load_f4, store_f4 = _accessors(ir.FloatType(), types.float32, 4)


@intrinsic
def call_forward(typingctx, kernel, out, a, b, c, n):  # type: ignore[no-untyped-def]
    """Call a forward kernel by its address."""
    return _call(5)


@intrinsic
def call_bar(typingctx, kernel, bar, g, out, a, b, c, n, add):  # type: ignore[no-untyped-def]
    """Call an adjoint kernel by its address."""
    return _call(8)


def _call(count: int) -> tuple[Any, Any]:
    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        function = ir.FunctionType(ir.VoidType(), [_I64] * count)
        builder.call(builder.inttoptr(args[0], function.as_pointer()), args[1:])
        return context.get_dummy_value()

    return types.void(*[types.int64] * (count + 1)), code


list_get = types.ExternalFunction("PyList_GetItem", types.int64(types.int64, types.int64))
tuple_get = types.ExternalFunction("PyTuple_GetItem", types.int64(types.int64, types.int64))
as_int = types.ExternalFunction("PyLong_AsLongLong", types.int64(types.int64))
as_double = types.ExternalFunction("PyFloat_AsDouble", types.float64(types.int64))


@compiled
def reference_count(item):  # type: ignore[no-untyped-def]
    """The count at the head of every object (its low 32 bits, which is all that newer versions use)."""
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

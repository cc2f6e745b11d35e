"""Raw memory for the language of `tapegrad.machine.translate`: loads and stores at addresses, calls of kernels,
CPython's C interface.

Python code checks every index before it gets there. Lists and tuples are read through the functions of CPython's
stable interface, and an array through NumPy's public C structure.

Tests: tests/machine/test_translate.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tapegrad.machine.language import DOUBLE, INT, SINGLE, External, Intrinsic, Like, compiled


def _loader(type_: str, size: int) -> Callable[..., Any]:
    def write(f: Any, base: Any, index: Any) -> Any:
        value = f.emit(f"load {type_}, ptr {f.pointer(base, index, size)}", type_)
        return f.value(value, INT) if type_.startswith("i") else value

    return write


def _storer(type_: str, size: int) -> Callable[..., None]:
    def write(f: Any, base: Any, index: Any, value: Any) -> None:
        item = f.value(f.value(value, INT) if type_.startswith("i") else value, type_)
        f.do(f"store {type_} {item.name}, ptr {f.pointer(base, index, size)}")

    return write


load, store = Intrinsic(_loader(INT, 8)), Intrinsic(_storer(INT, 8))  # (base, index[, value]) of 64-bit integers
load32, store32 = Intrinsic(_loader("i32", 4)), Intrinsic(_storer("i32", 4))
load8, store8 = Intrinsic(_loader("i8", 1)), Intrinsic(_storer("i8", 1))
load_f8, store_f8 = Intrinsic(_loader(DOUBLE, 8)), Intrinsic(_storer(DOUBLE, 8))
load_f4, store_f4 = Intrinsic(_loader(SINGLE, 4)), Intrinsic(_storer(SINGLE, 4))

F8, F4 = Like(DOUBLE, 8), Like(SINGLE, 4)  # a function that is called with one of them is translated for that width


def _load_item(f: Any, like: Like, base: Any, index: Any) -> Any:
    return _loader(*like)(f, base, index)


def _store_item(f: Any, like: Like, base: Any, index: Any, value: Any) -> None:
    _storer(*like)(f, base, index, value)


def _store_words(f: Any, base: Any, values: Sequence[Any]) -> None:
    for k, value in enumerate(values):
        store.write(f, base, k, value)


def _sum_chunk(f: Any, like: Like, address: Any, n: Any) -> Any:
    return f.called(f"@sum_chunk_f{like.size}", DOUBLE, [f.value(address, INT), f.value(n, INT)])


def _call_kernel(f: Any, kernel: Any, operands: Sequence[Any]) -> None:
    f.called(f.pointer(kernel, 0, 1), "void", [f.value(a, INT) for a in operands])


load_item = Intrinsic(_load_item)  # (like, base, index): a number of that width
store_item = Intrinsic(_store_item)  # (like, base, index, value): rounded to that width
store_words = Intrinsic(_store_words)  # (base, values): the integers of a tuple, one after the other
sum_chunk = Intrinsic(_sum_chunk)  # (like, address, n): as `tapegrad.machine.sums` says
call_kernel = Intrinsic(_call_kernel)  # (address, integers)
stack = Intrinsic(lambda f, words: f.stack(words))  # where so many integers of the function are

list_get = External("PyList_GetItem", INT, (INT, INT))
tuple_get = External("PyTuple_GetItem", INT, (INT, INT))
as_int = External("PyLong_AsLongLong", INT, (INT,))
sum_chunks = External("sum_chunks", DOUBLE, (INT, INT, INT))
as_double = External("PyFloat_AsDouble", DOUBLE, (INT,))


@compiled
def reference_count(item):
    """Return the count at the head of every object (its low 32 bits, which is all that newer versions use)."""
    return load32(item, 0)


# NumPy's PyArrayObject_fields, after the two words of an object's head
@compiled
def data_of(array):
    return load(array, 2)


@compiled
def ndim_of(array):
    return load32(array, 6)


@compiled
def shape_of(array):
    return load(array, 4)


@compiled
def strides_of(array):
    return load(array, 5)


@compiled
def is_contiguous(array):
    return load32(array, 16) & 1

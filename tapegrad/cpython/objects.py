"""Python objects in compiled code: calls of CPython's C interface, and reads and writes of slots.

Where slots and single objects are, the table `c` says (`tapegrad.cpython.matcher_table`).

Tests: tests/trace_cache/test_interrupts.py
"""

from __future__ import annotations

from tapegrad.cpython import matcher_table as w
from tapegrad.cpython.field_offsets import CONTENT, SIZE, TYPE
from tapegrad.machine.language import DOUBLE, INT, External, compiled
from tapegrad.machine.memory import load, stack, store

_I = INT


def _of_python(name: str, result: str, *arguments: str) -> External:
    return External(name, result, arguments)


incref = _of_python("Py_IncRef", "void", _I)
decref = _of_python("Py_DecRef", "void", _I)
dict_get = _of_python("PyDict_GetItem", _I, _I, _I)
dict_set = _of_python("PyDict_SetItem", "i32", _I, _I, _I)
dict_default = _of_python("PyDict_SetDefault", _I, _I, _I, _I)
dict_next = _of_python("PyDict_Next", "i32", _I, _I, _I, _I)
dict_new = _of_python("PyDict_New", _I)
list_new = _of_python("PyList_New", _I, _I)
list_append = _of_python("PyList_Append", "i32", _I, _I)
list_get = _of_python("PyList_GetItem", _I, _I, _I)
tuple_get = _of_python("PyTuple_GetItem", _I, _I, _I)
tuple_new = _of_python("PyTuple_New", _I, _I)
tuple_set = _of_python("PyTuple_SetItem", "i32", _I, _I, _I)
int_of = _of_python("PyLong_FromLongLong", _I, _I)
float_of = _of_python("PyFloat_FromDouble", _I, DOUBLE)
int_within = _of_python("PyLong_AsLongLongAndOverflow", _I, _I, _I)
make = _of_python("PyType_GenericAlloc", _I, _I, _I)
following = _of_python("PyIter_Next", _I, _I)
reference = _of_python("PyWeakref_NewRef", _I, _I, _I)
of_thread = _of_python("PyThreadState_GetDict", _I)
in_context = _of_python("PyContextVar_Get", "i32", _I, _I, _I)
called = _of_python("PyObject_Vectorcall", _I, _I, _I, _I, _I)
pause = _of_python("PyGC_Disable", "i32")
resume = _of_python("PyGC_Enable", "i32")
equal = _of_python("PyObject_RichCompareBool", "i32", _I, _I, "i32")
forget_error = _of_python("PyErr_Clear", "void")
call = _of_python("PyObject_Call", _I, _I, _I, _I)
bytes_equal = _of_python("memcmp", "i32", _I, _I, _I)
copy_bytes = _of_python("memcpy", _I, _I, _I, _I)


@compiled
def word(c, k):
    """Return a word of the table."""
    return load(c, k)


@compiled
def at(c, x, place):
    """Return what an object has in a slot, 0 if nothing."""
    return load(x + load(c, place), 0)


@compiled
def put(c, x, place, new):
    """Store an object in a slot; the reference is taken over."""
    where = x + load(c, place)
    old = load(where, 0)
    store(where, 0, new)
    if old != 0:
        decref(old)


@compiled
def set_to(c, x, place, new):
    """Store an object in a slot."""
    incref(new)
    put(c, x, place, new)


@compiled
def fill(items, k, x):
    """Store an object in a tuple under construction."""
    incref(x)
    tuple_set(items, k, x)


@compiled
def kind_of(x):
    return load(x, TYPE)


@compiled
def size_of(x):
    return load(x, SIZE)


@compiled
def content_of(x):
    """Return where the bytes of a bytes object are."""
    return x + CONTENT


@compiled
def by_python(function, first, args, n, names):
    """Call a function of Python with a first argument and those that a built-in function was given.

    They are not in the table: before it reads them Python may allocate, and a finalizer may call what writes there.
    """
    more = size_of(names) if names != 0 else 0
    if n + more < 2 * w.MOST:
        table = stack(2 * w.MOST)
        store(table, 0, first)
        for k in range(n + more):
            store(table, 1 + k, load(args, k))
        return called(function, table, n + 1, names)
    positional, keywords = tuple_new(n + 1), dict_new()
    fill(positional, 0, first)
    for k in range(n):
        item = load(args, k)
        fill(positional, k + 1, item)
    for k in range(more):
        dict_set(keywords, tuple_get(names, k), load(args, n + k))
    result = call(function, positional, keywords)
    decref(positional)
    decref(keywords)
    return result

"""Comparing the operands of a call with a stub (see `tapegrad.trace_cache.stubs`). Only the table's own words are
changed.

What is found of operands that are new to a pending, a version, or a copy of an array, waits in the table.

Tests: tests/trace_cache/test_index_operands.py
"""

from __future__ import annotations

from tapegrad.cpython import matcher_table as w
from tapegrad.cpython.objects import (
    at,
    bytes_equal,
    call,
    copy_bytes,
    decref,
    dict_get,
    equal,
    fill,
    forget_error,
    int_of,
    int_within,
    kind_of,
    list_get,
    size_of,
    tuple_get,
    tuple_new,
    tuple_set,
    word,
)
from tapegrad.machine.dtypes import EXACT
from tapegrad.machine.memory import as_double, as_int, compiled, load, load32, load_f8, store


@compiled
def is_same(c, x, expected):
    """Tell whether a plain object, none that holds others, is a wanted one by value and type."""
    if x == expected:
        return True
    kind = kind_of(x)
    if kind != kind_of(expected):
        return False
    if kind == word(c, w.FLOAT):
        return load(x, 2) == load(expected, 2)
    if kind == word(c, w.INT) or kind == word(c, w.STR):
        return equal(x, expected, 2) == 1
    return False


@compiled
def is_plain(c, x, expected):
    """Tell whether a parameter is a wanted one: a plain object, or a slice of such."""
    if is_same(c, x, expected):
        return True
    if kind_of(x) != word(c, w.SLICE) or kind_of(expected) != word(c, w.SLICE):
        return False
    for k in range(2, 5):  # noqa: SIM110 (the language has no generators)
        if not is_same(c, load(x, k), load(expected, k)):
            return False
    return True


@compiled
def is_number(c, x, kind, strong):
    """Tell whether an operand is a number of a type; where all else is float64, one of NumPy's is a float."""
    type_ = kind_of(x)
    if type_ == word(c, w.FLOAT64) and strong != 0:
        return kind == 0 or kind == word(c, w.FLOAT)
    if kind != 0 and type_ != kind:
        return False
    if type_ == word(c, w.INT):
        value = int_within(x, c + 8 * w.CELL)
        return load32(c, 2 * w.CELL) == 0 and -EXACT < value < EXACT
    return type_ == word(c, w.FLOAT)


@compiled
def number_of(c, x):
    if kind_of(x) == word(c, w.INT):
        return float(int_within(x, c + 8 * w.CELL))
    return load_f8(x, 2)


@compiled
def version_of(c, x, array, family):
    """Return the key of a leaf as it is now, or of a result (`tapegrad.record.recording.version`); 0 without memory."""
    owner = at(c, family, w.F_RUN)
    if owner != word(c, w.NONE):
        key, serial, i = tuple_new(2), at(c, owner, w.R_SERIAL), at(c, x, w.T_I)
        if key != 0:
            fill(key, 0, serial)
            fill(key, 1, i)
        return key
    key = tuple_new(3)
    first, second = int_of(x), int_of(array)
    if key == 0 or first == 0 or second == 0:
        return 0
    tuple_set(key, 0, first)
    tuple_set(key, 1, second)
    grad = at(c, family, w.F_REQUIRES_GRAD)
    fill(key, 2, grad)
    return key


@compiled
def array_of(c, x):
    """Return the data that a Tensor holds itself, 0 if none."""
    node = at(c, x, w.T_NODE)
    if node == 0:
        return 0
    array = at(c, node, w.D_ARRAY)
    return array if array != 0 and kind_of(array) == word(c, w.ARRAY) else 0


@compiled
def result_of(c, x, owner, one):
    """Return the array that has the value of a result of an earlier run of this thread, of `one` element or several; 0
    where the run is to be asked. Where in it the value lies is in the table.
    """
    if at(c, owner, w.R_OWNER) != word(c, w.THREAD):
        return 0
    backing = at(c, owner, w.R_BACKING)
    kind, i, array, within = kind_of(backing), at(c, x, w.T_I), 0, 0
    if kind == word(c, w.FRAME):
        if at(c, backing, w.B_SAVED) != word(c, w.NONE) or size_of(at(c, backing, w.B_DEFERRED)) != 0:
            return 0
        arrays = at(c, backing, w.B_ARRAYS)
        if kind_of(arrays) == word(c, w.LIST) and as_int(i) < size_of(arrays):
            array = list_get(arrays, as_int(i))
        if one != 0 and (array == 0 or array == word(c, w.NONE)):
            array, within = at(c, backing, w.B_VALS), 8 * as_int(i)
    else:
        values = 0
        if kind == word(c, w.VALUES):
            values = at(c, backing, w.KEPT_OF_VALUES)
        elif kind == word(c, w.RELEASED):
            values = at(c, backing, w.KEPT_OF_RELEASED)
        elif kind == word(c, w.FUNCTION_CALL):
            values = at(c, backing, w.KEPT_OF_CALL)
        if values != 0:
            array = dict_get(values, i)
    if array == 0 or kind_of(array) != word(c, w.ARRAY):
        return 0
    store(c, w.CELL, load(array, w.DATA_AT) + within)
    return array


@compiled
def is_array_like(c, x, like):
    """Tell whether an object is a contiguous array with the dtype and shape of another."""
    if kind_of(x) != word(c, w.ARRAY) or load32(x, w.FLAGS_AT) & w.CONTIGUOUS == 0:
        return False
    if load(x, w.DTYPE_AT) != load(like, w.DTYPE_AT) or load32(x, w.NDIM_AT) != load32(like, w.NDIM_AT):
        return False
    mine, other = load(x, w.SHAPE_AT), load(like, w.SHAPE_AT)
    for k in range(load32(x, w.NDIM_AT)):  # noqa: SIM110 (the language has no generators)
        if load(mine, k) != load(other, k):
            return False
    return True


@compiled
def bounded(c, x, length):
    """Return an integer that is a position of an axis of a length; the length for anything else."""
    value = length
    if kind_of(x) == word(c, w.INT64):
        value = load(x, 2)
    elif kind_of(x) == word(c, w.INT):
        value = int_within(x, c + 8 * w.CELL)
        if load32(c, 2 * w.CELL) != 0:
            return length
    return length if value < -length or value >= length else value


@compiled
def positions_in(c, x, p):
    """Return an array of positions, which an integer, a slice of step 1 or an array says, whichever of them is wanted.

    It is 0 if others are wanted, or an axis does not have these.
    """
    length, like, count = load(p, 1), load(p, 2), load(p, 0) >> 8
    kind, rank, of_slice = kind_of(x), load32(like, w.NDIM_AT), load(p, 0) & w.OF_SLICE
    data, first = 0, 0
    if kind == word(c, w.INT) or kind == word(c, w.INT64):
        first = bounded(c, x, length)
        if rank != 0 or first == length:
            return 0
    elif kind == word(c, w.SLICE):
        first, stop = bounded(c, load(x, 2), length), bounded(c, load(x, 3), length + 1)
        if of_slice == 0 or rank != 1 or first < 0 or stop > length or load(x, 4) != word(c, w.NONE):
            return 0
        if stop != first + count:
            return 0
    elif rank != 0 and of_slice == 0 and is_array_like(c, x, like):
        data = load(x, w.DATA_AT)
        for k in range(count):
            if load(data, k) < -length or load(data, k) >= length:
                return 0
    else:
        return 0
    array = call(word(c, w.EMPTY), load(p, 3), 0)
    if array == 0:
        forget_error()
        return 0
    if data != 0:
        copy_bytes(load(array, w.DATA_AT), data, 8 * count)
    else:
        for k in range(count):
            store(load(array, w.DATA_AT), k, first + k)
    return array


@compiled
def fits(c, pending, p, x, new, accepted):
    """Compare an operand with what a stub says of it.

    Returns how many operands are new to the run, up to it; -1 if it is another. What it holds of them is in the table.
    Plain data are operands of the methods alone that take them.
    """
    kind, a, b = load(p, 0) & 15, load(p, 1), load(p, 2)
    if kind == w.SLOT:
        if kind_of(x) != word(c, w.TENSOR):
            return -1
        family = at(c, x, w.T_FAMILY)
        if family == 0 or pending == 0:
            return -1
        owner = at(c, family, w.F_RUN)
        if owner == at(c, pending, w.U_RUN):
            return new if as_int(at(c, x, w.T_I)) == a else -1
        array = 0
        if owner == word(c, w.NONE):
            array = array_of(c, x)
            if array == 0:
                return -1
        key = version_of(c, x, array, family)
        if key == 0:
            forget_error()
            return -1
        entry = dict_get(at(c, pending, w.U_IMPORTED), key)
        decref(key)
        return new if entry != 0 and as_int(tuple_get(entry, 0)) == a else -1
    if kind == w.LEAF:
        place = c + 8 * (w.NEW + 4 * new)
        if kind_of(x) != word(c, w.TENSOR):
            if accepted & w.ARRAYS == 0 or b == 0 or not is_array_like(c, x, b):
                return -1
            copy = call(word(c, w.EMPTY), load(p, 3), 0)  # NumPy's own copy may let other threads run
            if copy == 0:
                forget_error()
                return -1
            copy_bytes(load(copy, w.DATA_AT), load(x, w.DATA_AT), load(p, 0) >> 5)
            store(place, 0, x)
            store(place, 1, 0)
            store(place, 2, copy)
            store(place, 3, load(copy, w.DATA_AT))
            return new + 1
        family = at(c, x, w.T_FAMILY)
        if family == a:
            array = array_of(c, x)
            if array != 0:
                store(c, w.CELL, load(array, w.DATA_AT))
        elif family != 0 and as_int(at(c, family, w.F_ID)) == as_int(at(c, a, w.F_ID)):
            array = result_of(c, x, at(c, family, w.F_RUN), load(p, 0) & w.OF_ONE)
        else:
            return -1
        if array == 0:
            return -1
        for j in range(new):
            if load(c, w.NEW + 4 * j) == x:
                return -1
        key = version_of(c, x, array, family)
        if key == 0:
            forget_error()
            return -1
        if pending != 0 and dict_get(at(c, pending, w.U_IMPORTED), key) != 0:
            decref(key)
            return -1
        store(place, 0, x)
        store(place, 1, key)
        store(place, 2, array)
        store(place, 3, load(c, w.CELL))
        return new + 1
    if kind == w.SAME:
        return new if load(c, w.NEW + 4 * a) == x and kind_of(x) == word(c, w.TENSOR) else -1
    if kind == w.KNOWN:
        if pending == 0 or not is_number(c, x, a, load(p, 3)):
            return -1
        there = tuple_get(list_get(at(c, pending, w.U_INSTRUCTIONS), b), 2)
        number = number_of(c, x)  # zeros have signs, and a slot for each place
        return new if as_double(there) == number and number != 0.0 else -1
    if kind == w.NUMBER:
        if not is_number(c, x, a, load(p, 3)):
            return -1
        place = c + 8 * (w.NEW + 4 * new)
        store(place, 0, x)
        store(place, 1, 0)
        store(place, 2, 0)
        return new + 1
    if kind == w.POSITIONS:
        copy = positions_in(c, x, p)
        if copy == 0:
            return -1
        place = c + 8 * (w.NEW + 4 * new)
        store(place, 0, x)
        store(place, 1, 0)
        store(place, 2, copy)
        return new + 1
    if kind == w.PLAIN:
        return new if is_plain(c, x, a) else -1
    if kind == w.DATA:
        if not is_array_like(c, x, a):
            return -1
        return new if bytes_equal(load(x, w.DATA_AT), load(a, w.DATA_AT), b) == 0 else -1
    return -1


@compiled
def let_go(c, new):
    """Let go what was made for the first so many new operands: versions of Tensors, copies of arrays."""
    for k in range(new):
        version, array = load(c, w.NEW + 4 * k + 1), load(c, w.NEW + 4 * k + 2)
        if version != 0:
            decref(version)
        elif array != 0:
            decref(array)


@compiled
def all_fit(c, pending, stub, n, accepted):
    """Compare the operands with a stub; returns how many are new, -1 if there is another."""
    p = stub + 8 * w.HEAD
    new = 0
    for k in range(n):
        x = load(c, w.OPERANDS + k)
        inner = 0
        if load(p, 0) == w.WITHIN:
            inner = load(p, 2)
            if kind_of(x) != load(p, 1) or size_of(x) != inner:
                let_go(c, new)
                return -1
            p += 32
            for j in range(inner):
                y = list_get(x, j) if kind_of(x) == word(c, w.LIST) else tuple_get(x, j)
                now = fits(c, pending, p, y, new, 0)
                if now < 0:
                    let_go(c, new)
                    return -1
                new = now
                p += 32
            continue
        now = fits(c, pending, p, x, new, accepted)
        if now < 0:
            let_go(c, new)
            return -1
        new = now
        p += 32
    return new

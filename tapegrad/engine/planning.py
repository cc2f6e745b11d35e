"""Planning: lowers a run to flat arrays, cuts it into segments, and marks the slots of a sweep.

Every function of this module and of `regions` is translated to LLVM text (see `engine.sweeps`) and knows
nothing of a process: it gets the addresses of Python lists, tuples and arrays, and reads them through `machine.memory`.

Tests: tests/engine/test_failures.py
"""

from __future__ import annotations

from typing import NamedTuple

from tapegrad.machine.layout import (
    ARRAY,
    CALL,
    COLUMNS,
    CONSUMED,
    EARLY,
    ELEMENTWISE,
    FORM_CLASS,
    FORM_COLUMNS,
    FORM_ITERATION,
    FORWARD,
    INPUT,
    LANES_F4,
    LANES_F8,
    LEAF,
    LIVE,
    MAX_REGION,
    NEEDED,
    PICK,
    PICKS,
    REACHED,
    REGION,
    SCALAR_F4,
    SCALAR_F8,
    SCALARS_F4,
    SCALARS_F8,
    SEGMENT_COLUMNS,
    STORED,
    SUM,
)
from tapegrad.machine.memory import (
    as_double,
    as_int,
    compiled,
    data_of,
    list_get,
    load,
    load8,
    load32,
    load_f4,
    load_f8,
    reference_count,
    store8,
    store32,
    store_f4,
    store_f8,
    tuple_get,
)


class FrameAddresses(NamedTuple):
    """A run's frame: where its arrays have their data, and its list of arrays."""

    code: int
    kinds: int
    vals: int
    flags: int
    arrays: int


@compiled
def opened(frame):
    code, kinds = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 1))
    return FrameAddresses(code, kinds, data_of(tuple_get(frame, 2)), data_of(tuple_get(frame, 3)), tuple_get(frame, 4))


@compiled
def op_of(f, slot):
    return load32(f.code, 4 * slot)


@compiled
def operand_of(f, slot, k):
    return load32(f.code, 4 * slot + 1 + k)


@compiled
def class_of(f, classes, slot):
    return load8(classes, op_of(f, slot))


@compiled
def operands(op_class):
    """Return the number of operands of an instruction that are slots of its row; those of a call are in a list of their
    own.
    """
    if op_class == ELEMENTWISE:
        return 3
    return 1 if op_class == SUM or op_class == PICK else 0


@compiled
def form_of(f, forms, slot, column):
    return load(forms, (load32(f.kinds, slot) >> 1) * FORM_COLUMNS + column)


@compiled
def is_lanes(f, forms, slot):
    return form_of(f, forms, slot, FORM_CLASS) >= LANES_F8


@compiled
def add_flag(f, slot, flag):
    store8(f.flags, slot, load8(f.flags, slot) | flag)


# --------------------------------------------------------------------------------------------- planning


@compiled
def lower(records, n, f, forms, classes):
    """Turn the recorded tuples (op, kind, operand, ...) into the arrays of a run; all that requires grad is NEEDED."""
    for i in range(n):
        record = list_get(records, i)
        op, kind = as_int(tuple_get(record, 0)), as_int(tuple_get(record, 1))
        store32(f.code, 4 * i, op)
        store32(f.kinds, i, kind)
        flag = NEEDED if kind & 1 else 0
        if load8(classes, op) == LEAF:
            for k in range(3):
                store32(f.code, 4 * i + 1 + k, 0)
            form = form_of(f, forms, i, FORM_CLASS)
            if form == SCALAR_F8:
                store_f8(f.vals, i, as_double(tuple_get(record, 2)))
            elif form == SCALAR_F4:
                store_f4(f.vals, 2 * i, as_double(tuple_get(record, 2)))
        else:
            count = load(record, 2) - 2  # ob_size of the tuple
            for k in range(3):  # a missing operand repeats the first
                store32(f.code, 4 * i + 1 + k, as_int(tuple_get(record, 2 + k if k < count else 2)))
            if reference_count(record) > 1:  # besides the list, a Tensor holds it
                flag |= LIVE
        store8(f.flags, i, flag)


@compiled
def segment_kind(op_class, form):
    """Return the kind of segment that an instruction is of, by its form's class."""
    if op_class == SUM:
        return REGION
    if op_class == PICK:
        return PICKS
    if op_class != ELEMENTWISE:
        return CALL
    return SCALARS_F8 if form == SCALAR_F8 else SCALARS_F4 if form == SCALAR_F4 else REGION


@compiled
def plan(records, n, frame, call_operands, operand_count, forms, classes, tables, work):
    """Lower a run and cut it into segments.

    Parameters are addresses of objects: `records` and `call_operands` of lists, `frame` of a run's tuple, `forms` and
    `classes` of arrays, `tables` of the tuple of the kernel tables (float64, float32), `work` of a tuple of int32
    arrays (segment of each slot, stamp of each slot, segments, slot lists).

    Returns
    -------
    int
        The number of segments; or -k if instructions miss k kernels, with (op, dtype) pairs in the slot lists.
    """
    f, forms, classes = opened(frame), data_of(forms), data_of(classes)
    lower(records, n, f, forms, classes)
    segment_of, stamps = data_of(tuple_get(work, 0)), data_of(tuple_get(work, 1))
    segments, lists = data_of(tuple_get(work, 2)), data_of(tuple_get(work, 3))
    kernels_f8, kernels_f4 = data_of(tuple_get(tables, 0)), data_of(tuple_get(tables, 1))

    missing = 0
    count = 0
    kind, start, iteration = -1, 0, -1  # of the open segment
    for i in range(n):
        op_class = class_of(f, classes, i)
        store32(segment_of, i, -1)
        store32(stamps, i, -1)
        if op_class == LEAF:
            continue
        if op_class == PICK and op_of(f, operand_of(f, i, 0)) == INPUT:
            add_flag(f, i, EARLY)
            continue
        form = form_of(f, forms, i, FORM_CLASS)
        this = segment_kind(op_class, form)
        iterated = operand_of(f, i, 0) if op_class == SUM else i
        this_iteration = form_of(f, forms, iterated, FORM_ITERATION) if this == REGION else -1
        joins = this == kind and this != CALL
        if this == REGION:
            joins = joins and this_iteration == iteration and i - start < MAX_REGION
            for k in range(3 if op_class == ELEMENTWISE else 0):  # a sum of this very region is known only after it
                operand = operand_of(f, i, k)
                if load32(segment_of, operand) == count and class_of(f, classes, operand) == SUM:
                    joins = False
        if op_class == ELEMENTWISE:
            single = form == SCALAR_F4 or form == LANES_F4
            if load(kernels_f4 if single else kernels_f8, op_of(f, i) * COLUMNS + FORWARD) == 0:
                store32(lists, 2 * missing, op_of(f, i))
                store32(lists, 2 * missing + 1, int(single))
                missing += 1
        if not joins:
            if kind >= 0:
                store32(segments, SEGMENT_COLUMNS * count + 2, i)
                count += 1
            kind, start, iteration = this, i, this_iteration
            store32(segments, SEGMENT_COLUMNS * count, kind)
            store32(segments, SEGMENT_COLUMNS * count + 1, start)
            store32(segments, SEGMENT_COLUMNS * count + 7, load32(f.kinds, iterated) >> 1)
        store32(segment_of, i, count)
    if kind >= 0:
        store32(segments, SEGMENT_COLUMNS * count + 2, n)
        count += 1
    if missing:
        return -missing

    # what is read outside its region must be stored
    for k in range(operand_count):
        add_flag(f, as_int(list_get(call_operands, k)), STORED)
    if count == 1 and kind <= SCALARS_F4:
        return count
    for i in range(n):
        if load8(f.flags, i) & LIVE:
            add_flag(f, i, STORED)
        for k in range(operands(class_of(f, classes, i))):
            operand = operand_of(f, i, k)
            if load32(segment_of, operand) != load32(segment_of, i):
                add_flag(f, operand, STORED)

    used = 0
    for s in range(count):
        row = SEGMENT_COLUMNS * s
        if load32(segments, row) != REGION:
            continue
        start, stop = load32(segments, row + 1), load32(segments, row + 2)
        store32(segments, row + 3, used)
        for i in range(start, stop):
            for k in range(operands(class_of(f, classes, i)) if load32(segment_of, i) == s else 0):
                operand = operand_of(f, i, k)
                outside = load32(segment_of, operand) != s and load32(stamps, operand) != s
                if outside and is_lanes(f, forms, operand):
                    store32(stamps, operand, s)
                    store32(lists, used, operand)
                    used += 1
        store32(segments, row + 4, used - load32(segments, row + 3))
        store32(segments, row + 5, used)
        for i in range(start, stop):
            if load32(segment_of, i) == s and load8(f.flags, i) & STORED and is_lanes(f, forms, i):
                store32(lists, used, i)
                used += 1
        store32(segments, row + 6, used - load32(segments, row + 5))
    return count


# --------------------------------------------------------------------------------------------- picks


@compiled
def is_pick(f, classes, i, early):
    """Tell whether instruction i is a pick of this time."""
    return class_of(f, classes, i) == PICK and (load8(f.flags, i) & EARLY != 0) == (early != 0)


@compiled
def pick(frame, start, stop, early, classes):
    """Read single elements of arrays into scalar slots: ``vals[i] = arrays[a].flat[offset]``."""
    f, classes = opened(frame), data_of(classes)
    for i in range(start, stop):
        if not is_pick(f, classes, i, early):
            continue
        array, offset = data_of(list_get(f.arrays, operand_of(f, i, 0))), operand_of(f, i, 1)
        if operand_of(f, i, 2):  # single precision
            store_f4(f.vals, 2 * i, load_f4(array, offset))
        else:
            store_f8(f.vals, i, load_f8(array, offset))
    return 0


@compiled
def pick_reverse(frame, adjoints, start, stop, early, classes):
    """Add the adjoints of picked elements to those of their arrays; ``adjoints`` is the tuple (adjs, grads, none)."""
    f, classes = opened(frame), data_of(classes)
    adjs, grads, none = data_of(tuple_get(adjoints, 0)), tuple_get(adjoints, 1), tuple_get(adjoints, 2)
    for i in range(stop - 1, start - 1, -1):
        if not is_pick(f, classes, i, early):
            continue
        array, offset = list_get(grads, operand_of(f, i, 0)), operand_of(f, i, 1)
        if array == none or load8(f.flags, i) & NEEDED == 0:
            continue
        if operand_of(f, i, 2):
            store_f4(data_of(array), offset, load_f4(data_of(array), offset) + load_f4(adjs, 2 * i))
        else:
            store_f8(data_of(array), offset, load_f8(data_of(array), offset) + load_f8(adjs, i))
    return 0


# --------------------------------------------------------------------------------------------- marking


@compiled
def mark_needed(frame, n, classes, call_spans, call_lists):
    """Spread NEEDED from operands to results, in the order of recording."""
    f, classes, call_spans, call_lists = opened(frame), data_of(classes), data_of(call_spans), data_of(call_lists)
    for i in range(n):
        op_class = class_of(f, classes, i)
        needed = 0
        if op_class == ARRAY:
            call = operand_of(f, i, 0)
            for k in range(load32(call_spans, call), load32(call_spans, call + 1)):
                needed |= load8(f.flags, load32(call_lists, k))
        for k in range(operands(op_class)):
            needed |= load8(f.flags, operand_of(f, i, k))
        if needed & NEEDED and load32(f.kinds, i) & 1:
            add_flag(f, i, NEEDED)
    return 0


@compiled
def reach(f, slot):
    if load8(f.flags, slot) & NEEDED:
        add_flag(f, slot, REACHED)


@compiled
def mark_reached(frame, n, classes, call_spans, call_lists, roots, root_count):
    """Mark the slots that a sweep from the listed roots passes, and nothing else, as REACHED.

    Returns
    -------
    int
        A slot that is reached but was consumed before, or -1.
    """
    f, classes, call_spans, call_lists = opened(frame), data_of(classes), data_of(call_spans), data_of(call_lists)
    for i in range(n):
        store8(f.flags, i, load8(f.flags, i) & ~REACHED)
    for k in range(root_count):
        reach(f, as_int(list_get(roots, k)))
    consumed = -1
    for i in range(n - 1, -1, -1):
        flag, op_class = load8(f.flags, i), class_of(f, classes, i)
        if flag & REACHED == 0 or op_class == LEAF:
            continue
        if flag & CONSUMED:
            consumed = i
        if op_class == ARRAY:
            call = operand_of(f, i, 0)
            for k in range(load32(call_spans, call), load32(call_spans, call + 1)):
                reach(f, load32(call_lists, k))
            continue
        reach(f, operand_of(f, i, 0))
        if op_class == ELEMENTWISE:  # a missing operand repeats the first
            reach(f, operand_of(f, i, 1))
            reach(f, operand_of(f, i, 2))
    return consumed


@compiled
def consume(frame, n, live):
    """Mark what was REACHED as CONSUMED.

    Returns
    -------
    int
        The number of live slots, whose numbers are written to the int32 array `live`, if no sweep can enter this run
        any more; else -1.
    """
    f, live = opened(frame), data_of(live)
    count, entrances = 0, 0
    for i in range(n):
        if load8(f.flags, i) & REACHED:
            add_flag(f, i, CONSUMED)
        flag = load8(f.flags, i)
        if flag & LIVE:
            store32(live, count, i)
            count += 1
            if load32(f.kinds, i) & 1 and flag & CONSUMED == 0:
                entrances += 1
    return -1 if entrances else count

"""Compiled planning: lowering a run, cutting it into segments, picks, and the marks of a sweep.

Every function of this module and of `regions` is compiled by Numba to one object file (see `engine.sweeps`) and knows
nothing of a process: it gets the addresses of Python lists, tuples and arrays, and reads them through `machine.memory`.
"""

from __future__ import annotations

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

# --------------------------------------------------------------------------------------------- planning


@compiled
def form_of(kinds, forms, slot, column):
    return load(forms, (load32(kinds, slot) >> 1) * FORM_COLUMNS + column)


@compiled
def is_lanes(kinds, forms, slot):
    return form_of(kinds, forms, slot, FORM_CLASS) >= LANES_F8


@compiled
def lower(records, n, frame, forms, classes):
    """Turn the recorded tuples (op, kind, operand, ...) into the arrays of a run; all that requires grad is NEEDED."""
    code, kinds = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 1))
    vals, flags = data_of(tuple_get(frame, 2)), data_of(tuple_get(frame, 3))
    for i in range(n):
        record = list_get(records, i)
        op, kind = as_int(tuple_get(record, 0)), as_int(tuple_get(record, 1))
        store32(code, 4 * i, op)
        store32(kinds, i, kind)
        flag = NEEDED if kind & 1 else 0
        if load8(classes, op) == LEAF:
            for k in range(3):
                store32(code, 4 * i + 1 + k, 0)
            form = load(forms, (kind >> 1) * FORM_COLUMNS + FORM_CLASS)
            if form == SCALAR_F8:
                store_f8(vals, i, as_double(tuple_get(record, 2)))
            elif form == SCALAR_F4:
                store_f4(vals, 2 * i, as_double(tuple_get(record, 2)))
        else:
            operands = load(record, 2) - 2  # ob_size of the tuple
            for k in range(3):  # a missing operand repeats the first
                store32(code, 4 * i + 1 + k, as_int(tuple_get(record, 2 + k if k < operands else 2)))
            if reference_count(record) > 1:  # besides the list, a Tensor holds it
                flag |= LIVE
        store8(flags, i, flag)


@compiled
def plan(records, n, frame, call_operands, operand_count, forms, classes, tables, work):
    """Lower a run and cut it into segments.

    Parameters are addresses of objects: `records` and `call_operands` of lists, `frame` of a run's tuple, `forms` and
    `classes` of arrays, `tables` of the tuple of the kernel tables (float64, float32), `work` of a tuple of int32
    arrays (segment of each slot, stamp of each slot, segments, slot lists).

    Returns
    -------
    int
        The number of segments; or -k if k kernels are missing, with (op, dtype) pairs in the slot lists.
    """
    forms, classes = data_of(forms), data_of(classes)
    lower(records, n, frame, forms, classes)
    code, kinds = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 1))
    flags = data_of(tuple_get(frame, 3))
    segment_of, stamps = data_of(tuple_get(work, 0)), data_of(tuple_get(work, 1))
    segments, lists = data_of(tuple_get(work, 2)), data_of(tuple_get(work, 3))

    missing = 0
    count = 0
    kind, start, iteration = -1, 0, -1  # of the open segment
    for i in range(n):
        op = load32(code, 4 * i)
        op_class = load8(classes, op)
        store32(segment_of, i, -1)
        store32(stamps, i, -1)
        if op_class == LEAF:
            continue
        this = kind
        this_iteration = -1
        joins = True
        if op_class == ELEMENTWISE:
            form = form_of(kinds, forms, i, FORM_CLASS)
            single = form == SCALAR_F4 or form == LANES_F4
            table = data_of(tuple_get(tables, 1 if single else 0))
            if load(table, op * COLUMNS + FORWARD) == 0:
                known = False
                for k in range(missing):
                    known = known or (load32(lists, 2 * k) == op and load32(lists, 2 * k + 1) == int(single))
                if not known:
                    store32(lists, 2 * missing, op)
                    store32(lists, 2 * missing + 1, int(single))
                    missing += 1
            if form == SCALAR_F8:
                this = SCALARS_F8
            elif form == SCALAR_F4:
                this = SCALARS_F4
            else:
                this = REGION
                this_iteration = form_of(kinds, forms, i, FORM_ITERATION)
                for k in range(3):  # a sum of this very region is known only after it
                    operand = load32(code, 4 * i + 1 + k)
                    if load32(segment_of, operand) == count and load8(classes, load32(code, 4 * operand)) == SUM:
                        joins = False
        elif op_class == SUM:
            this = REGION
            this_iteration = form_of(kinds, forms, load32(code, 4 * i + 1), FORM_ITERATION)
        elif op_class == PICK:
            if load32(code, 4 * load32(code, 4 * i + 1)) == INPUT:
                store8(flags, i, load8(flags, i) | EARLY)
                continue
            this = PICKS
        else:
            this = CALL
            joins = False
        if this == REGION and (this_iteration != iteration or i - start >= MAX_REGION):
            joins = False
        if kind != this or not joins:
            if kind >= 0:
                store32(segments, SEGMENT_COLUMNS * count + 2, i)
                count += 1
            kind, start, iteration = this, i, this_iteration
            store32(segments, SEGMENT_COLUMNS * count, kind)
            store32(segments, SEGMENT_COLUMNS * count + 1, start)
            iterated = load32(code, 4 * i + 1) if op_class == SUM else i
            store32(segments, SEGMENT_COLUMNS * count + 7, load32(kinds, iterated) >> 1)
        store32(segment_of, i, count)
    if kind >= 0:
        store32(segments, SEGMENT_COLUMNS * count + 2, n)
        count += 1
    if missing:
        return -missing

    # what is read outside its region must be stored
    for k in range(operand_count):
        operand = as_int(list_get(call_operands, k))
        store8(flags, operand, load8(flags, operand) | STORED)
    if count == 1 and kind <= SCALARS_F4:
        return count
    for i in range(n):
        op_class = load8(classes, load32(code, 4 * i))
        if load8(flags, i) & LIVE:
            store8(flags, i, load8(flags, i) | STORED)
        if op_class == LEAF or op_class == ARRAY:
            continue
        operands = 3 if op_class == ELEMENTWISE else 1
        for k in range(operands):
            operand = load32(code, 4 * i + 1 + k)
            if load32(segment_of, operand) != load32(segment_of, i):
                store8(flags, operand, load8(flags, operand) | STORED)

    used = 0
    for s in range(count):
        row = SEGMENT_COLUMNS * s
        if load32(segments, row) != REGION:
            continue
        start, stop = load32(segments, row + 1), load32(segments, row + 2)
        store32(segments, row + 3, used)
        for i in range(start, stop):
            op_class = load8(classes, load32(code, 4 * i))
            if op_class != ELEMENTWISE and op_class != SUM:
                continue
            for k in range(3 if op_class == ELEMENTWISE else 1):
                operand = load32(code, 4 * i + 1 + k)
                outside = load32(segment_of, operand) != s and load32(stamps, operand) != s
                if outside and is_lanes(kinds, forms, operand):
                    store32(stamps, operand, s)
                    store32(lists, used, operand)
                    used += 1
        store32(segments, row + 4, used - load32(segments, row + 3))
        store32(segments, row + 5, used)
        for i in range(start, stop):
            if load32(segment_of, i) == s and load8(flags, i) & STORED and is_lanes(kinds, forms, i):
                store32(lists, used, i)
                used += 1
        store32(segments, row + 6, used - load32(segments, row + 5))
    return count


# --------------------------------------------------------------------------------------------- picks


@compiled
def is_pick(frame, classes, i, early):
    """Tell whether instruction i is a pick of this time."""
    code, flags = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 3))
    return load8(classes, load32(code, 4 * i)) == PICK and (load8(flags, i) & EARLY != 0) == (early != 0)


@compiled
def pick(frame, start, stop, early, classes):
    """Read single elements of arrays into scalar slots: ``vals[i] = arrays[a].flat[offset]``."""
    classes = data_of(classes)
    code, vals = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 2))
    arrays = tuple_get(frame, 4)
    for i in range(start, stop):
        if not is_pick(frame, classes, i, early):
            continue
        array = data_of(list_get(arrays, load32(code, 4 * i + 1)))
        if load32(code, 4 * i + 3):  # single precision
            store_f4(vals, 2 * i, load_f4(array, load32(code, 4 * i + 2)))
        else:
            store_f8(vals, i, load_f8(array, load32(code, 4 * i + 2)))
    return 0


@compiled
def pick_reverse(frame, adjoints, start, stop, early, classes):
    """Add the adjoints of picked elements to those of their arrays; ``adjoints`` is the tuple (adjs, grads, none)."""
    classes = data_of(classes)
    code, flags = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 3))
    adjs, grads, none = data_of(tuple_get(adjoints, 0)), tuple_get(adjoints, 1), tuple_get(adjoints, 2)
    for i in range(stop - 1, start - 1, -1):
        if not is_pick(frame, classes, i, early):
            continue
        array = list_get(grads, load32(code, 4 * i + 1))
        if array == none or load8(flags, i) & NEEDED == 0:
            continue
        offset = load32(code, 4 * i + 2)
        if load32(code, 4 * i + 3):
            store_f4(data_of(array), offset, load_f4(data_of(array), offset) + load_f4(adjs, 2 * i))
        else:
            store_f8(data_of(array), offset, load_f8(data_of(array), offset) + load_f8(adjs, i))
    return 0


# --------------------------------------------------------------------------------------------- marking


@compiled
def reach(flags, slot):
    flag = load8(flags, slot)
    if flag & NEEDED:
        store8(flags, slot, flag | REACHED)


@compiled
def mark_needed(frame, n, classes, call_spans, call_lists):
    """Spread NEEDED from operands to results, in the order of recording."""
    classes, call_spans, call_lists = data_of(classes), data_of(call_spans), data_of(call_lists)
    code, flags = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 3))
    for i in range(n):
        op_class = load8(classes, load32(code, 4 * i))
        if op_class == LEAF:
            continue
        needed = 0
        if op_class == ARRAY:
            call = load32(code, 4 * i + 1)
            for k in range(load32(call_spans, call), load32(call_spans, call + 1)):
                needed |= load8(flags, load32(call_lists, k)) & NEEDED
        else:
            for k in range(3 if op_class == ELEMENTWISE else 1):
                needed |= load8(flags, load32(code, 4 * i + 1 + k)) & NEEDED
        if needed and load32(data_of(tuple_get(frame, 1)), i) & 1:
            store8(flags, i, load8(flags, i) | NEEDED)
    return 0


@compiled
def mark_reached(frame, n, classes, call_spans, call_lists, roots, root_count):
    """Mark the slots that a sweep from the listed roots passes, and nothing else, as REACHED.

    Returns
    -------
    int
        A slot that is reached but was consumed before, or -1.
    """
    classes, call_spans, call_lists = data_of(classes), data_of(call_spans), data_of(call_lists)
    code, flags = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 3))
    for i in range(n):
        store8(flags, i, load8(flags, i) & ~REACHED)
    for k in range(root_count):
        root = as_int(list_get(roots, k))
        reach(flags, root)
    consumed = -1
    for i in range(n - 1, -1, -1):
        flag = load8(flags, i)
        if flag & REACHED == 0:
            continue
        op_class = load8(classes, load32(code, 4 * i))
        if op_class == LEAF:
            continue
        if flag & CONSUMED:
            consumed = i
        if op_class == ARRAY:
            call = load32(code, 4 * i + 1)
            for k in range(load32(call_spans, call), load32(call_spans, call + 1)):
                reach(flags, load32(call_lists, k))
        elif op_class == ELEMENTWISE:
            reach(flags, load32(code, 4 * i + 1))
            reach(flags, load32(code, 4 * i + 2))
            reach(flags, load32(code, 4 * i + 3))
        else:
            reach(flags, load32(code, 4 * i + 1))
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
    kinds, flags, live = data_of(tuple_get(frame, 1)), data_of(tuple_get(frame, 3)), data_of(live)
    count, entrances = 0, 0
    for i in range(n):
        flag = load8(flags, i)
        if flag & REACHED:
            flag |= CONSUMED
            store8(flags, i, flag)
        if flag & LIVE:
            store32(live, count, i)
            count += 1
            if load32(kinds, i) & 1 and flag & CONSUMED == 0:
                entrances += 1
    return -1 if entrances else count

"""Lane regions: setting up their sweeps, forward and in reverse.

A **region** is a stretch of elementwise instructions over one iteration shape. What its instructions become, calls of
kernels, is written to the workspace, and `blocks` runs it. The reverse sweep runs the needed instructions forward again
for each block, and then walks it backwards; nothing inside a region is kept in between.

A **loc** says where an operand of a kernel is: a `STREAM` address moves along with the block, a `REGISTER` stays.
Broadcast and strided arrays are gathered into a register for each block, and adjoints scattered back; a scalar fills
a register once, and its adjoint is summed.
"""

from __future__ import annotations

from tapegrad.engine.blocks import run_small
from tapegrad.engine.planning import form_of, is_lanes
from tapegrad.machine.layout import (
    AT_BARS,
    AT_FILLS,
    AT_GATHERS,
    AT_LOCS,
    AT_ROWS,
    AT_SCATTERS,
    AT_SUMS,
    AT_TOUCHED,
    BAR,
    BARS,
    COLUMNS,
    DIMS,
    ELEMENTWISE,
    FILL_BAR,
    FILLS,
    FORM_SIZE,
    FORWARD,
    FRESH,
    GATHERS,
    ITEM,
    LOCS,
    NDIM,
    NEEDED,
    REGISTER,
    ROWS,
    SCATTERS,
    SIZE,
    STREAM,
    SUM,
    SUMS,
    TOUCHED,
    USES,
)
from tapegrad.machine.memory import (
    compiled,
    data_of,
    is_contiguous,
    list_get,
    load,
    load8,
    load32,
    load_f4,
    load_f8,
    store,
    store8,
    store32,
    tuple_get,
)


@compiled
def add_loc(w, kind, address, written):
    loc = load(w, LOCS)
    store(w, AT_LOCS + 3 * loc, kind)
    store(w, AT_LOCS + 3 * loc + 1, address)
    store(w, AT_LOCS + 3 * loc + 2, written)
    store(w, LOCS, loc + 1)
    return loc


@compiled
def touch(w, table, slot, value):
    """Set ``table[slot]`` (0 so far), to be reset by `reset`."""
    store32(table, slot, value)
    k = load(w, TOUCHED)
    store(w, AT_TOUCHED + k, slot)
    store(w, TOUCHED, k + 1)


@compiled
def reset(w, locs, bars, wanted):
    for k in range(load(w, TOUCHED)):
        slot = load(w, AT_TOUCHED + k)
        store32(locs, slot, 0)
        store32(bars, slot, 0)
        store32(wanted, slot, 0)


@compiled
def begin(w, size, single, dims, ndim):
    for k in range(14):
        store(w, k, 0)
    store(w, SIZE, size)
    store(w, ITEM, 4 if single else 8)
    store(w, DIMS, dims)
    store(w, NDIM, ndim)
    add_loc(w, REGISTER, 0, 0)  # loc 0 stands for no operand


@compiled
def value_loc(w, locs, frame, forms, none, slot):
    """Return the loc that holds the value of `slot`; the map `locs` keeps loc + 1."""
    known = load32(locs, slot)
    if known:
        return known - 1
    if not is_lanes(data_of(tuple_get(frame, 1)), forms, slot):
        loc = add_loc(w, REGISTER, 0, 0)
        k = load(w, FILLS)
        store(w, AT_FILLS + 2 * k, loc)
        store(w, AT_FILLS + 2 * k + 1, data_of(tuple_get(frame, 2)) + 8 * slot)
        store(w, FILLS, k + 1)
    else:
        array = list_get(tuple_get(frame, 4), slot)
        if array == none:
            loc = add_loc(w, REGISTER, 0, 0)
        elif is_contiguous(array) and form_of(data_of(tuple_get(frame, 1)), forms, slot, FORM_SIZE) == load(w, SIZE):
            loc = add_loc(w, STREAM, data_of(array), 0)
        else:
            loc = add_loc(w, REGISTER, 0, 0)
            k = load(w, GATHERS)
            store(w, AT_GATHERS + 2 * k, loc)
            store(w, AT_GATHERS + 2 * k + 1, array)
            store(w, GATHERS, k + 1)
    touch(w, locs, slot, loc + 1)
    return loc


@compiled
def add_forward_rows(w, locs, wanted, frame, forms, classes, table, none, start, stop, store_results):
    """Add rows for the wanted instructions of a region, and what these want in turn.

    Where `store_results` is zero, results that have an array are read from it instead.
    """
    code, arrays = data_of(tuple_get(frame, 0)), tuple_get(frame, 4)
    for i in range(stop - 1, start - 1, -1):
        if load32(wanted, i) == 0 or load8(classes, load32(code, 4 * i)) != ELEMENTWISE:
            continue
        if store_results == 0 and list_get(arrays, i) != none:
            store32(wanted, i, 0)
            continue
        for k in range(3):
            operand = load32(code, 4 * i + 1 + k)
            if start <= operand < stop and load32(wanted, operand) == 0:
                touch(w, wanted, operand, 1)
    for i in range(start, stop):
        op = load32(code, 4 * i)
        if load32(wanted, i) == 0 or load8(classes, op) != ELEMENTWISE:
            continue
        row = AT_ROWS + 5 * load(w, ROWS)
        store(w, row, load(table, op * COLUMNS + FORWARD))
        for k in range(3):
            store(w, row + 2 + k, value_loc(w, locs, frame, forms, none, load32(code, 4 * i + 1 + k)))
        out = value_loc(w, locs, frame, forms, none, i)
        store(w, AT_LOCS + 3 * out + 2, 1)
        store(w, row + 1, out)
        store(w, ROWS, load(w, ROWS) + 1)


@compiled
def add_sum(w, loc, address, add):
    k = load(w, SUMS)
    store(w, AT_SUMS + 3 * k, loc)
    store(w, AT_SUMS + 3 * k + 1, address)
    store(w, AT_SUMS + 3 * k + 2, add)
    store(w, SUMS, k + 1)


@compiled
def add_results(w, locs, wanted, frame, forms, classes, table, none, start, stop):
    """Add rows and sums for all that a region's forward sweep gives: stored arrays and sums."""
    code, vals, arrays = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 2)), tuple_get(frame, 4)
    for i in range(start, stop):
        op_class = load8(classes, load32(code, 4 * i))
        if op_class == SUM:
            operand = load32(code, 4 * i + 1)
            if start <= operand < stop and load32(wanted, operand) == 0:
                touch(w, wanted, operand, 1)
        elif op_class == ELEMENTWISE and list_get(arrays, i) != none and load32(wanted, i) == 0:
            touch(w, wanted, i, 1)
    add_forward_rows(w, locs, wanted, frame, forms, classes, table, none, start, stop, 1)
    for i in range(start, stop):
        if load8(classes, load32(code, 4 * i)) == SUM:
            loc = value_loc(w, locs, frame, forms, none, load32(code, 4 * i + 1))
            add_sum(w, loc, vals + 8 * i, 0)


@compiled
def region_forward(frame, none, start, stop, size, single, dims, ndim, forms, classes, table, work, visit):
    """Set up the forward sweep of a region; returns the number of blocks that are left to run.

    `work` is the tuple (workspace, locs, bars, wanted, scratch, partials); locs, bars and wanted are int32 maps of
    slots, all zero. A region of one chunk is run at once.
    """
    forms, classes, table = data_of(forms), data_of(classes), data_of(table)
    w, locs = data_of(tuple_get(work, 0)), data_of(tuple_get(work, 1))
    bars, wanted = data_of(tuple_get(work, 2)), data_of(tuple_get(work, 3))
    begin(w, size, single, data_of(dims), ndim)
    add_results(w, locs, wanted, frame, forms, classes, table, none, start, stop)
    reset(w, locs, bars, wanted)
    return run_small(w, work)


@compiled
def bar_loc(w, bars, frame, forms, adjoints, start, stop, slot):
    """Find the loc that takes the adjoint of `slot`; the map `bars` keeps 2 * (loc + 1) + whether it holds anything."""
    if load32(bars, slot):
        return
    kinds, flags = data_of(tuple_get(frame, 1)), data_of(tuple_get(frame, 3))
    adjs, grads, none = data_of(tuple_get(adjoints, 0)), tuple_get(adjoints, 1), tuple_get(adjoints, 2)
    if not is_lanes(kinds, forms, slot):
        loc = add_loc(w, REGISTER, 0, 0)
        add_sum(w, loc, adjs + 8 * slot, 1)
        touch(w, bars, slot, 2 * (loc + 1))
        return
    array = list_get(grads, slot)
    if array == none:
        touch(w, bars, slot, 2 * (add_loc(w, REGISTER, 0, 0) + 1))
        return
    if form_of(kinds, forms, slot, FORM_SIZE) == load(w, SIZE):
        loc = add_loc(w, STREAM, data_of(array), 1)
        fresh = load8(flags, slot) & FRESH
        touch(w, bars, slot, 2 * (loc + 1) + (0 if fresh else 1))
        return
    loc = add_loc(w, REGISTER, 0, 0)
    k = load(w, SCATTERS)
    store(w, AT_SCATTERS + 2 * k, loc)
    store(w, AT_SCATTERS + 2 * k + 1, array)
    store(w, SCATTERS, k + 1)
    touch(w, bars, slot, 2 * (loc + 1))


@compiled
def add_bar(w, bars, flags, kernel, slot, g, out, a, b, c):
    entry = load32(bars, slot)
    row = AT_BARS + 8 * load(w, BARS)
    store(w, row, kernel)
    store(w, row + 1, entry // 2 - 1)
    store(w, row + 2, g)
    store(w, row + 3, out)
    store(w, row + 4, a)
    store(w, row + 5, b)
    store(w, row + 6, c)
    store(w, row + 7, entry & 1)
    store(w, BARS, load(w, BARS) + 1)
    store32(bars, slot, entry | 1)
    store8(flags, slot, load8(flags, slot) & ~FRESH)


@compiled
def region_reverse(frame, adjoints, start, stop, size, single, dims, ndim, forms, classes, table, work, visit):
    """Set up the reverse sweep of a region, as `region_forward`; if `visit` is set, do both sweeps in one visit."""
    forms, classes, table = data_of(forms), data_of(classes), data_of(table)
    w, locs = data_of(tuple_get(work, 0)), data_of(tuple_get(work, 1))
    bars, wanted = data_of(tuple_get(work, 2)), data_of(tuple_get(work, 3))
    code, flags = data_of(tuple_get(frame, 0)), data_of(tuple_get(frame, 3))
    adjs, grads, none = data_of(tuple_get(adjoints, 0)), tuple_get(adjoints, 1), tuple_get(adjoints, 2)
    begin(w, size, single, data_of(dims), ndim)

    # first the bars in reverse order, with slots in place of value locs: which values are wanted is known after
    for i in range(stop - 1, start - 1, -1):
        op = load32(code, 4 * i)
        op_class = load8(classes, op)
        if op_class == SUM:
            operand = load32(code, 4 * i + 1)
            idle = load_f4(adjs, 2 * i) == 0.0 if single else load_f8(adjs, i) == 0.0
            if idle or load8(flags, i) & NEEDED == 0 or load8(flags, operand) & NEEDED == 0:
                continue
            bar_loc(w, bars, frame, forms, adjoints, start, stop, operand)
            add_bar(w, bars, flags, FILL_BAR, operand, adjs + 8 * i, 0, 0, 0, 0)
        elif op_class == ELEMENTWISE:
            if list_get(grads, i) != none:
                bar_loc(w, bars, frame, forms, adjoints, start, stop, i)
            entry = load32(bars, i)
            if entry & 1 == 0:
                continue  # nothing arrives here
            a, b, c = load32(code, 4 * i + 1), load32(code, 4 * i + 2), load32(code, 4 * i + 3)
            uses = load(table, op * COLUMNS + USES)
            for k in range(3):
                kernel = load(table, op * COLUMNS + BAR + k)
                operand = load32(code, 4 * i + 1 + k)
                if kernel == 0 or load8(flags, operand) & NEEDED == 0:
                    continue
                bar_loc(w, bars, frame, forms, adjoints, start, stop, operand)
                reads = (uses >> (4 * k)) & 15
                add_bar(
                    w, bars, flags, kernel, operand, entry // 2 - 1,
                    i + 1 if reads & 1 else 0, a + 1 if reads & 2 else 0,
                    b + 1 if reads & 4 else 0, c + 1 if reads & 8 else 0,
                )  # fmt: skip
                for j in range(4):
                    read = i if j == 0 else load32(code, 4 * i + j)
                    if (reads >> j) & 1 and start <= read < stop and load32(wanted, read) == 0:
                        touch(w, wanted, read, 1)
    if visit:
        add_results(w, locs, wanted, frame, forms, classes, table, none, start, stop)
    else:
        add_forward_rows(w, locs, wanted, frame, forms, classes, table, none, start, stop, 0)
    for k in range(load(w, BARS)):
        row = AT_BARS + 8 * k
        if load(w, row) == FILL_BAR:
            continue
        for j in range(3, 7):
            slot = load(w, row + j)
            if slot:
                store(w, row + j, value_loc(w, locs, frame, forms, none, slot - 1))
    reset(w, locs, bars, wanted)
    if load(w, BARS) == 0 and visit == 0:
        return 0
    return run_small(w, work)

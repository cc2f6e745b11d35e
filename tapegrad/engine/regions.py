"""Lane regions: sets up the sweeps of elementwise instructions over one shape, forward and in reverse.

A **region** is a stretch of elementwise instructions over one iteration shape. What its instructions become, calls of
kernels, is written to the workspace, and `blocks` runs it. The reverse sweep runs the needed instructions forward again
for each block, and then walks it backwards; nothing inside a region is kept in between.

A **loc** says where an operand of a kernel is: a `STREAM` address moves along with the block, a `REGISTER` stays.
Broadcast and strided arrays are gathered into a register for each block, and adjoints scattered back; a scalar fills
a register once, and its adjoint is summed.

Tests: tests/engine/test_failures.py
"""

from __future__ import annotations

from typing import NamedTuple

from tapegrad.engine.blocks import row_of, run_small
from tapegrad.engine.planning import FrameAddresses, class_of, form_of, is_lanes, op_of, opened, operand_of
from tapegrad.machine.layout import (
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
    HEAD,
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
    store_words,
    tuple_get,
)


class Region(NamedTuple):
    """A region that is set up, its parts as addresses.

    Attributes
    ----------
    run : FrameAddresses
    start, stop : int
        Its slots.
    forms, classes, table : int
        Of the table of forms, the classes of ops, and the kernels of its width.
    adjs, grads, none : int
        Of the adjoints of scalars, the list of those of arrays, and None.
    w, locs, bars, wanted : int
        Of the workspace, and of maps of slots, all zero in the beginning: 1 + the loc of a value; 2 * (1 + the loc of
        an adjoint) + whether it holds anything; whether a value is wanted.
    """

    run: FrameAddresses
    start: int
    stop: int
    forms: int
    classes: int
    table: int
    adjs: int
    grads: int
    none: int
    w: int
    locs: int
    bars: int
    wanted: int


@compiled
def begin(frame, adjs, grads, none, start, stop, size, single, dims, ndim, forms, classes, table, work):
    """Empty the workspace of `work`, (workspace, locs, bars, wanted, scratch, partials), for a region."""
    w = data_of(tuple_get(work, 0))
    for k in range(HEAD):
        store(w, k, 0)
    store(w, SIZE, size)
    store(w, ITEM, 4 if single else 8)
    store(w, DIMS, data_of(dims))
    store(w, NDIM, ndim)
    add_row(w, LOCS, (REGISTER, 0, 0))  # loc 0 stands for no operand
    locs, bars, wanted = data_of(tuple_get(work, 1)), data_of(tuple_get(work, 2)), data_of(tuple_get(work, 3))
    forms, classes, table = data_of(forms), data_of(classes), data_of(table)
    return Region(opened(frame), start, stop, forms, classes, table, adjs, grads, none, w, locs, bars, wanted)


@compiled
def add_row(w, table, row):
    k = load(w, table.length)
    store_words(row_of(w, table, k), row)
    store(w, table.length, k + 1)
    return k


@compiled
def touch(r, table, slot, value):
    """Set ``table[slot]`` (0 so far) of a map, to be reset in the end."""
    store32(table, slot, value)
    add_row(r.w, TOUCHED, (slot,))


@compiled
def want(r, slot):
    """Ask for a value, which the region gives or is given."""
    if r.start <= slot < r.stop and load32(r.wanted, slot) == 0:
        touch(r, r.wanted, slot, 1)


@compiled
def run(r, work):
    """Reset the maps and run a region of one chunk; returns the number of blocks of a larger one."""
    for k in range(load(r.w, TOUCHED.length)):
        slot = load(row_of(r.w, TOUCHED, k), 0)
        store32(r.locs, slot, 0)
        store32(r.bars, slot, 0)
        store32(r.wanted, slot, 0)
    return run_small(r.w, work)


@compiled
def fills(r, slot):
    """Tell whether an array of this form has an element for each lane."""
    return form_of(r.run, r.forms, slot, FORM_SIZE) == load(r.w, SIZE)


@compiled
def value_loc(r, slot):
    """Return the loc that holds the value of `slot`."""
    entry = load32(r.locs, slot)
    if entry:
        return entry - 1
    lanes = is_lanes(r.run, r.forms, slot)
    array = list_get(r.run.arrays, slot) if lanes else r.none
    if array != r.none and is_contiguous(array) and fills(r, slot):
        loc = add_row(r.w, LOCS, (STREAM, data_of(array), 0))
    else:
        loc = add_row(r.w, LOCS, (REGISTER, 0, 0))
        if not lanes:
            add_row(r.w, FILLS, (loc, r.run.vals + 8 * slot))
        elif array != r.none:
            add_row(r.w, GATHERS, (loc, array))
    touch(r, r.locs, slot, loc + 1)
    return loc


@compiled
def add_forward_rows(r, store_results):
    """Add rows for the wanted instructions of a region, and what these want in turn.

    Where `store_results` is zero, results that have an array are read from it instead.
    """
    for i in range(r.stop - 1, r.start - 1, -1):
        if load32(r.wanted, i) == 0 or class_of(r.run, r.classes, i) != ELEMENTWISE:
            continue
        if store_results == 0 and list_get(r.run.arrays, i) != r.none:
            store32(r.wanted, i, 0)
            continue
        for k in range(3):
            want(r, operand_of(r.run, i, k))
    for i in range(r.start, r.stop):
        if load32(r.wanted, i) == 0 or class_of(r.run, r.classes, i) != ELEMENTWISE:
            continue
        kernel = load(r.table, op_of(r.run, i) * COLUMNS + FORWARD)
        a, b = value_loc(r, operand_of(r.run, i, 0)), value_loc(r, operand_of(r.run, i, 1))
        c, out = value_loc(r, operand_of(r.run, i, 2)), value_loc(r, i)
        store(row_of(r.w, LOCS, out), 2, 1)
        add_row(r.w, ROWS, (kernel, out, a, b, c))


@compiled
def add_results(r):
    """Add rows and sums for all that a region's forward sweep gives: stored arrays and sums."""
    for i in range(r.start, r.stop):
        op_class = class_of(r.run, r.classes, i)
        if op_class == SUM:
            want(r, operand_of(r.run, i, 0))
        elif op_class == ELEMENTWISE and list_get(r.run.arrays, i) != r.none:
            want(r, i)
    add_forward_rows(r, 1)
    for i in range(r.start, r.stop):
        if class_of(r.run, r.classes, i) == SUM:
            add_row(r.w, SUMS, (value_loc(r, operand_of(r.run, i, 0)), r.run.vals + 8 * i, 0))


@compiled
def region_forward(frame, none, start, stop, size, single, dims, ndim, forms, classes, table, work, visit):
    """Set up the forward sweep of a region; returns the number of blocks that are left to run.

    A region of one chunk is run at once.
    """
    r = begin(frame, 0, 0, none, start, stop, size, single, dims, ndim, forms, classes, table, work)
    add_results(r)
    return run(r, work)


@compiled
def find_bar(r, slot):
    """Find the loc that takes the adjoint of `slot`."""
    if load32(r.bars, slot):
        return
    lanes = is_lanes(r.run, r.forms, slot)
    array = list_get(r.grads, slot) if lanes else r.none
    holds = 0
    if array != r.none and fills(r, slot):
        loc = add_row(r.w, LOCS, (STREAM, data_of(array), 1))
        holds = 0 if load8(r.run.flags, slot) & FRESH else 1
    else:
        loc = add_row(r.w, LOCS, (REGISTER, 0, 0))
        if not lanes:
            add_row(r.w, SUMS, (loc, r.adjs + 8 * slot, 1))
        elif array != r.none:
            add_row(r.w, SCATTERS, (loc, array))
    touch(r, r.bars, slot, 2 * (loc + 1) + holds)


@compiled
def add_bar(r, kernel, slot, g):
    """Add a bar, a contribution to the adjoint of `slot`; returns its row, where what it reads is yet to be written."""
    find_bar(r, slot)
    entry = load32(r.bars, slot)
    k = add_row(r.w, BARS, (kernel, entry // 2 - 1, g, 0, 0, 0, 0, entry & 1))
    store32(r.bars, slot, entry | 1)
    store8(r.run.flags, slot, load8(r.run.flags, slot) & ~FRESH)
    return row_of(r.w, BARS, k)


@compiled
def region_reverse(frame, adjoints, start, stop, size, single, dims, ndim, forms, classes, table, work, visit):
    """Set up the reverse sweep of a region, as `region_forward`; if `visit` is set, do both sweeps in one visit."""
    adjs, grads, none = data_of(tuple_get(adjoints, 0)), tuple_get(adjoints, 1), tuple_get(adjoints, 2)
    r = begin(frame, adjs, grads, none, start, stop, size, single, dims, ndim, forms, classes, table, work)
    flags = r.run.flags

    # first the bars in reverse order, with slots in place of value locs: which values are wanted is known after
    for i in range(stop - 1, start - 1, -1):
        op = op_of(r.run, i)
        op_class = class_of(r.run, r.classes, i)
        if op_class == SUM:
            operand = operand_of(r.run, i, 0)
            idle = load_f4(adjs, 2 * i) == 0.0 if single else load_f8(adjs, i) == 0.0
            if not idle and load8(flags, i) & load8(flags, operand) & NEEDED:
                add_bar(r, FILL_BAR, operand, adjs + 8 * i)
        elif op_class == ELEMENTWISE:
            if list_get(grads, i) != none:
                find_bar(r, i)
            entry = load32(r.bars, i)
            if entry & 1 == 0:
                continue  # nothing arrives here
            uses = load(r.table, op * COLUMNS + USES)
            for k in range(3):
                kernel = load(r.table, op * COLUMNS + BAR + k)
                operand = operand_of(r.run, i, k)
                if kernel == 0 or load8(flags, operand) & NEEDED == 0:
                    continue
                bar = add_bar(r, kernel, operand, entry // 2 - 1)
                for j in range(4):
                    if (uses >> (4 * k + j)) & 1:
                        read = i if j == 0 else operand_of(r.run, i, j - 1)
                        store(bar, 3 + j, read + 1)
                        want(r, read)
    if visit:
        add_results(r)
    else:
        add_forward_rows(r, 0)
    for k in range(load(r.w, BARS.length)):
        row = row_of(r.w, BARS, k)
        for j in range(3, 7):
            slot = load(row, j)
            if slot:
                store(row, j, value_loc(r, slot - 1))
    return run(r, work)

"""Compiled lane regions, forward and in reverse.

A **region** is a stretch of elementwise instructions over one iteration shape. It runs in blocks of lanes that
fit the cache: for each block all its instructions, each a call of a kernel on registers (scratch memory of one
block) or directly on the arrays outside. The reverse sweep runs the needed instructions forward again for each
block, and then walks it backwards; nothing inside a region is kept in between.

A **loc** says where an operand of a kernel is: a `STREAM` address moves along with the block, a `REGISTER` stays.
Broadcast and strided arrays are gathered into a register for each block, and adjoints scattered back; a scalar fills
a register once, and its adjoint is summed.

Sums have a fixed order: lanes of eight within a chunk of `SUM_CHUNK`, then the chunks with Neumaier's compensation.
"""

from __future__ import annotations

from tapegrad.engine.planning import form_of, is_lanes
from tapegrad.machine.kernels import BAR, COLUMNS, FORWARD, USES
from tapegrad.machine.layout import (
    AT_BARS,
    AT_FILLS,
    AT_GATHERS,
    AT_LOCS,
    AT_ROWS,
    AT_SCATTERS,
    AT_SUMS,
    AT_TOUCHED,
    BARS,
    BLOCK,
    CHUNK,
    DIMS,
    ELEMENTWISE,
    FILL_BAR,
    FILLS,
    FORM_SIZE,
    FRESH,
    GATHERS,
    ITEM,
    LANE,
    LOCS,
    NDIM,
    NEEDED,
    REGISTER,
    ROWS,
    SCATTERS,
    SIZE,
    STREAM,
    SUM,
    SUM_CHUNK,
    SUMS,
    TOUCHED,
)
from tapegrad.machine.memory import (
    call_bar,
    call_forward,
    compiled,
    data_of,
    is_contiguous,
    list_get,
    load,
    load8,
    load32,
    load_f4,
    load_f8,
    ndim_of,
    shape_of,
    store,
    store8,
    store32,
    store_f4,
    store_f8,
    strides_of,
    tuple_get,
)

# --------------------------------------------------------------------------------------------- regions: running


@compiled
def copy_item(w, target, i, source, j):
    if load(w, ITEM) == 8:
        store_f8(target, i, load_f8(source, j))
    else:
        store_f4(target, i, load_f4(source, j))


@compiled
def add_item(w, target, i, source, j):
    if load(w, ITEM) == 8:
        store_f8(target, i, load_f8(target, i) + load_f8(source, j))
    else:
        store_f4(target, i, load_f4(target, i) + load_f4(source, j))


@compiled
def exchange(w, array, register, first, n, scatter):
    """Gather elements first to first + n of an array, broadcast to the iteration shape, or add a register to them."""
    item, ndim, dims = load(w, ITEM), load(w, NDIM), load(w, DIMS)
    own, shape, strides = ndim_of(array), shape_of(array), strides_of(array)
    data = data_of(array)
    inner = load(dims, ndim - 1) if ndim else 1
    step = 0
    if own and load(shape, own - 1) != 1:
        step = load(strides, own - 1) // item
    done = 0
    while done < n:
        rest = (first + done) // inner
        position = (first + done) - rest * inner
        offset = position * step * item
        for d in range(ndim - 2, -1, -1):
            length = load(dims, d)
            quotient = rest // length
            axis = d - (ndim - own)
            if axis >= 0 and load(shape, axis) != 1:
                offset += (rest - quotient * length) * load(strides, axis)
            rest = quotient
        length = min(inner - position, n - done)
        here = register + done * item
        if scatter:
            for i in range(length):
                add_item(w, data + offset, i * step, here, i)
        elif item == 8:
            for i in range(length):
                store_f8(here, i, load_f8(data + offset, i * step))
        else:
            for i in range(length):
                store_f4(here, i, load_f4(data + offset, i * step))
        done += length


@compiled
def sum_items(w, address, n):
    """Sum up to `SUM_CHUNK` items in eight lanes, then the lanes in pairs; as `tapegrad.codegen.native` does."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    whole = n // 8 * 8
    if load(w, ITEM) == 8:
        for i in range(0, whole, 8):
            s0 += load_f8(address, i)
            s1 += load_f8(address, i + 1)
            s2 += load_f8(address, i + 2)
            s3 += load_f8(address, i + 3)
            s4 += load_f8(address, i + 4)
            s5 += load_f8(address, i + 5)
            s6 += load_f8(address, i + 6)
            s7 += load_f8(address, i + 7)
        if n - whole > 0:
            s0 += load_f8(address, whole + 0)
        if n - whole > 1:
            s1 += load_f8(address, whole + 1)
        if n - whole > 2:
            s2 += load_f8(address, whole + 2)
        if n - whole > 3:
            s3 += load_f8(address, whole + 3)
        if n - whole > 4:
            s4 += load_f8(address, whole + 4)
        if n - whole > 5:
            s5 += load_f8(address, whole + 5)
        if n - whole > 6:
            s6 += load_f8(address, whole + 6)
    else:
        for i in range(0, whole, 8):
            s0 += load_f4(address, i)
            s1 += load_f4(address, i + 1)
            s2 += load_f4(address, i + 2)
            s3 += load_f4(address, i + 3)
            s4 += load_f4(address, i + 4)
            s5 += load_f4(address, i + 5)
            s6 += load_f4(address, i + 6)
            s7 += load_f4(address, i + 7)
        if n - whole > 0:
            s0 += load_f4(address, whole + 0)
        if n - whole > 1:
            s1 += load_f4(address, whole + 1)
        if n - whole > 2:
            s2 += load_f4(address, whole + 2)
        if n - whole > 3:
            s3 += load_f4(address, whole + 3)
        if n - whole > 4:
            s4 += load_f4(address, whole + 4)
        if n - whole > 5:
            s5 += load_f4(address, whole + 5)
        if n - whole > 6:
            s6 += load_f4(address, whole + 6)
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@compiled
def fill_bar(w, bar, g, n, add):
    if load(w, ITEM) == 8:
        value = load_f8(g, 0) + 0.0  # no -0.0, as in kernels
        if add:
            for i in range(n):
                store_f8(bar, i, load_f8(bar, i) + value)
        else:
            for i in range(n):
                store_f8(bar, i, value)
    else:
        single = load_f4(g, 0) + 0.0
        if add:
            for i in range(n):
                store_f4(bar, i, load_f4(bar, i) + single)
        else:
            for i in range(n):
                store_f4(bar, i, single)


@compiled
def run_rows(w, cursors, n):
    for r in range(load(w, ROWS)):
        row = w + 8 * (AT_ROWS + 5 * r)
        call_forward(
            load(row, 0), load(cursors, load(row, 1)), load(cursors, load(row, 2)),
            load(cursors, load(row, 3)), load(cursors, load(row, 4)), n,
        )  # fmt: skip
    for r in range(load(w, BARS)):
        row = w + 8 * (AT_BARS + 8 * r)
        kernel, bar = load(row, 0), load(cursors, load(row, 1))
        if kernel == FILL_BAR:
            fill_bar(w, bar, load(row, 2), n, load(row, 7))
        else:
            call_bar(
                kernel, bar, load(cursors, load(row, 2)), load(cursors, load(row, 3)), load(cursors, load(row, 4)),
                load(cursors, load(row, 5)), load(cursors, load(row, 6)), n, load(row, 7),
            )  # fmt: skip


@compiled
def region_run(work, partials, first_block, last_block):
    """Run some blocks of the region that is set up in the workspace.

    The scratch memory holds the cursors, the tails and then the registers. A block's last lanes that fill no vector are
    copied to and from the tails, so that no kernel ever touches memory outside an array; the vector is filled up with
    the last lane, so that users' functions meet no other numbers than the program's. The sums of block k are
    written to `partials`, `sums` numbers for each chunk of `SUM_CHUNK` lanes.
    """
    w, scratch = data_of(tuple_get(work, 0)), data_of(tuple_get(work, 4))
    size, block, item, locs, sums = load(w, SIZE), load(w, BLOCK), load(w, ITEM), load(w, LOCS), load(w, SUMS)
    cursors = scratch
    tails = scratch + 8 * locs
    registers = (tails + 8 * LANE * locs + 63) // 64 * 64
    for k in range(load(w, FILLS)):
        target = registers + load(w, AT_LOCS + 3 * load(w, AT_FILLS + 2 * k) + 1)
        source = load(w, AT_FILLS + 2 * k + 1)
        for i in range(min(block, (size + LANE - 1) // LANE * LANE)):
            copy_item(w, target, i, source, 0)
    for b in range(first_block, last_block):
        first = b * block
        n = min(block, size - first)
        whole = n // LANE * LANE
        for k in range(locs):
            address = load(w, AT_LOCS + 3 * k + 1)
            if load(w, AT_LOCS + 3 * k) == REGISTER:
                store(cursors, k, registers + address)
            else:
                store(cursors, k, address + first * item)
        for k in range(load(w, GATHERS)):
            register = load(cursors, load(w, AT_GATHERS + 2 * k))
            exchange(w, load(w, AT_GATHERS + 2 * k + 1), register, first, n, 0)
        if whole:
            run_rows(w, cursors, whole)
        if n > whole:
            for k in range(load(w, GATHERS)):
                register = load(cursors, load(w, AT_GATHERS + 2 * k))
                for i in range(n, whole + LANE):
                    copy_item(w, register, i, register, n - 1)
            for k in range(locs):
                cursor = load(cursors, k) + whole * item
                if load(w, AT_LOCS + 3 * k) == STREAM:
                    tail = tails + 8 * LANE * k
                    for i in range(LANE):
                        copy_item(w, tail, i, cursor, min(i, n - whole - 1))
                    cursor = tail
                store(cursors, k, cursor)
            run_rows(w, cursors, LANE)
            for k in range(locs):
                if load(w, AT_LOCS + 3 * k) == STREAM:
                    cursor = load(w, AT_LOCS + 3 * k + 1) + first * item
                    if load(w, AT_LOCS + 3 * k + 2):
                        for i in range(n - whole):
                            copy_item(w, cursor, whole + i, tails + 8 * LANE * k, i)
                    store(cursors, k, cursor)
                else:
                    store(cursors, k, load(cursors, k) - whole * item)
        chunk = first // SUM_CHUNK
        for k in range(sums):
            cursor = load(cursors, load(w, AT_SUMS + 3 * k))
            for j in range(0, n, SUM_CHUNK):
                part = sum_items(w, cursor + j * item, min(SUM_CHUNK, n - j))
                store_f8(partials, (chunk + j // SUM_CHUNK) * sums + k, part)
        for k in range(load(w, SCATTERS)):
            register = load(cursors, load(w, AT_SCATTERS + 2 * k))
            exchange(w, load(w, AT_SCATTERS + 2 * k + 1), register, first, n, 1)
    return 0


@compiled
def region_finish(work, partials):
    """Sum the chunks' partial sums, with Neumaier's compensation, into their results."""
    w = data_of(tuple_get(work, 0))
    sums = load(w, SUMS)
    chunks = (load(w, SIZE) + SUM_CHUNK - 1) // SUM_CHUNK
    for k in range(sums):
        total = lost = 0.0
        for b in range(chunks):
            x = load_f8(partials, b * sums + k)
            t = total + x
            if abs(total) >= abs(x):
                lost += (total - t) + x
            else:
                lost += (x - t) + total
            total = t
        if lost == lost:  # an infinite sum leaves NaN here
            total += lost
        address, add = load(w, AT_SUMS + 3 * k + 1), load(w, AT_SUMS + 3 * k + 2)
        if load(w, ITEM) == 8:
            store_f8(address, 0, total + load_f8(address, 0) if add else total)
        else:
            store_f4(address, 0, total + load_f4(address, 0) if add else total)
    return 0


@compiled
def settle(w):
    """Choose the block's length and give the registers their places in scratch memory.

    Returns
    -------
    int
        The number of blocks.
    """
    registers = 0
    for k in range(load(w, LOCS)):
        registers += load(w, AT_LOCS + 3 * k)  # REGISTER is 1
    block = 2048
    while block > 256 and block * registers > 6144:
        block //= 2
    store(w, BLOCK, block)
    place = 0
    for k in range(load(w, LOCS)):
        if load(w, AT_LOCS + 3 * k) == REGISTER:
            store(w, AT_LOCS + 3 * k + 1, place)
            place += 8 * block
    return (load(w, SIZE) + block - 1) // block


@compiled
def run_small(w, work):
    """Run a region of one chunk; returns the number of blocks of a larger one."""
    if load(w, ROWS) + load(w, BARS) + load(w, SUMS) == 0:
        return 0
    blocks = settle(w)
    if load(w, SIZE) > CHUNK:
        return blocks
    partials = data_of(tuple_get(work, 5))
    region_run(work, partials, 0, blocks)
    region_finish(work, partials)
    return 0


# --------------------------------------------------------------------------------------------- regions: setting up


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
    """The loc that holds the value of `slot`; the map `locs` keeps loc + 1."""
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
    """Rows for the wanted instructions of a region, and what these want in turn.

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
    """Rows and sums for all that a region's forward sweep gives: stored arrays and sums."""
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
    """The loc that takes the adjoint of `slot`; the map `bars` keeps 2 * (loc + 1) + whether it holds anything."""
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

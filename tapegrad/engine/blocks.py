"""Execution of lane regions: runs a region block by block, as set up in the workspace.

A region runs in blocks of lanes that fit the cache: for each block all its instructions, each a call of a kernel on
registers (scratch memory of one block) or directly on the arrays outside. Sums are those of `tapegrad.machine.sums`.

Both float widths are written once: `like` is `F8` or `F4`, a number of the width at hand, and a function is translated
for each. `in_width` takes the region's.

Tests: tests/engine/test_failures.py
"""

from __future__ import annotations

from tapegrad.machine.layout import (
    BARS,
    BLOCK,
    CHUNK,
    DIMS,
    FILL_BAR,
    FILLS,
    GATHERS,
    ITEM,
    LANE,
    LOCS,
    NDIM,
    REGISTER,
    ROWS,
    SCATTERS,
    SIZE,
    STREAM,
    SUM_CHUNK,
    SUMS,
)
from tapegrad.machine.memory import (
    F4,
    F8,
    call_kernel,
    compiled,
    data_of,
    load,
    load_item,
    ndim_of,
    shape_of,
    store,
    store_f8,
    store_item,
    strides_of,
    sum_chunk,
    sum_chunks,
    tuple_get,
)


@compiled
def row_of(w, table, k):
    """Return the address of a row of a table of the workspace."""
    return w + 8 * (table.first + table.columns * k)


@compiled
def in_width(w, function, *args):
    """Call a function of a width and other arguments in that of the region."""
    if load(w, ITEM) == 8:
        return function(F8, *args)
    return function(F4, *args)


@compiled
def copy_item(like, target, i, source, j):
    store_item(like, target, i, load_item(like, source, j))


@compiled
def add_item(like, target, i, source, j):
    store_item(like, target, i, load_item(like, target, i) + load_item(like, source, j))


@compiled
def exchange(like, w, array, register, first, n, scatters):
    """Gather elements first to first + n of an array, broadcast to the iteration shape, or add a register to them."""
    item, ndim, dims = load(w, ITEM), load(w, NDIM), load(w, DIMS)
    rank, shape, strides = ndim_of(array), shape_of(array), strides_of(array)
    data = data_of(array)
    inner = load(dims, ndim - 1) if ndim else 1
    step = 0
    if rank and load(shape, rank - 1) != 1:
        step = load(strides, rank - 1) // item
    done = 0
    while done < n:
        rest = (first + done) // inner
        position = (first + done) - rest * inner
        offset = position * step * item
        for d in range(ndim - 2, -1, -1):
            length = load(dims, d)
            quotient = rest // length
            axis = d - (ndim - rank)
            if axis >= 0 and load(shape, axis) != 1:
                offset += (rest - quotient * length) * load(strides, axis)
            rest = quotient
        length = min(inner - position, n - done)
        here = register + done * item
        if scatters:
            for i in range(length):
                add_item(like, data + offset, i * step, here, i)
        else:
            for i in range(length):
                copy_item(like, here, i, data + offset, i * step)
        done += length


@compiled
def fill_bar(like, bar, g, n, add):
    value = load_item(like, g, 0) + 0.0  # no -0.0, as in kernels
    if add:
        for i in range(n):
            store_item(like, bar, i, load_item(like, bar, i) + value)
    else:
        for i in range(n):
            store_item(like, bar, i, value)


@compiled
def cursor_of(cursors, row, column):
    """Return the cursor of the loc that a row names."""
    return load(cursors, load(row, column))


@compiled
def run_rows(w, cursors, n):
    """Call the kernels of the rows, and then of the bars, on n lanes from the cursors on."""
    for k in range(load(w, ROWS.length)):
        row = row_of(w, ROWS, k)
        out, a = cursor_of(cursors, row, 1), cursor_of(cursors, row, 2)
        b, c = cursor_of(cursors, row, 3), cursor_of(cursors, row, 4)
        call_kernel(load(row, 0), (out, a, b, c, n))
    for k in range(load(w, BARS.length)):
        row = row_of(w, BARS, k)
        kernel, bar, add = load(row, 0), cursor_of(cursors, row, 1), load(row, 7)
        if kernel == FILL_BAR:
            in_width(w, fill_bar, bar, load(row, 2), n, add)
            continue
        g, out, a = cursor_of(cursors, row, 2), cursor_of(cursors, row, 3), cursor_of(cursors, row, 4)
        b, c = cursor_of(cursors, row, 5), cursor_of(cursors, row, 6)
        call_kernel(kernel, (bar, g, out, a, b, c, n, add))


@compiled
def point(w, cursors, registers, first):
    """Set the cursors to the streams' lanes from `first` on, and to the registers."""
    for k in range(load(w, LOCS.length)):
        row = row_of(w, LOCS, k)
        streams = load(row, 0) == STREAM
        store(cursors, k, load(row, 1) + (first * load(w, ITEM) if streams else registers))


@compiled
def run_tail(w, cursors, tails, first, full, n):
    """Run the lanes of a block from `full` to n, which fill no vector.

    Streams are copied to and from the tails, so that no kernel ever touches memory outside an array; the vector is
    filled up with the last lane, so that users' functions meet no other numbers than the program's.
    """
    moved = full * load(w, ITEM)
    for k in range(load(w, GATHERS.length)):
        register = cursor_of(cursors, row_of(w, GATHERS, k), 0)
        for i in range(n, full + LANE):
            in_width(w, copy_item, register, i, register, n - 1)
    for k in range(load(w, LOCS.length)):
        cursor = load(cursors, k) + moved
        if load(row_of(w, LOCS, k), 0) == STREAM:
            tail = tails + 8 * LANE * k
            for i in range(LANE):
                in_width(w, copy_item, tail, i, cursor, min(i, n - full - 1))
            cursor = tail
        store(cursors, k, cursor)
    run_rows(w, cursors, LANE)
    for k in range(load(w, LOCS.length)):
        row = row_of(w, LOCS, k)
        if load(row, 0) == STREAM and load(row, 2):
            target = load(row, 1) + first * load(w, ITEM) + moved
            for i in range(n - full):
                in_width(w, copy_item, target, i, load(cursors, k), i)


@compiled
def region_run(work, partials, first_block, last_block):
    """Run some blocks of the region that is set up in the workspace.

    The scratch memory holds the cursors, the tails and then the registers. The sums of block k are written to
    `partials`, `sums` numbers for each chunk of `SUM_CHUNK` lanes.
    """
    w, cursors = data_of(tuple_get(work, 0)), data_of(tuple_get(work, 4))
    size, block, item, sums = load(w, SIZE), load(w, BLOCK), load(w, ITEM), load(w, SUMS.length)
    tails = cursors + 8 * load(w, LOCS.length)
    registers = (tails + 8 * LANE * load(w, LOCS.length) + 63) // 64 * 64
    for k in range(load(w, FILLS.length)):
        row = row_of(w, FILLS, k)
        target = registers + load(row_of(w, LOCS, load(row, 0)), 1)
        for i in range(min(block, (size + LANE - 1) // LANE * LANE)):
            in_width(w, copy_item, target, i, load(row, 1), 0)
    for b in range(first_block, last_block):
        first = b * block
        n = min(block, size - first)
        full = n // LANE * LANE
        point(w, cursors, registers, first)
        for k in range(load(w, GATHERS.length)):
            row = row_of(w, GATHERS, k)
            in_width(w, exchange, w, load(row, 1), cursor_of(cursors, row, 0), first, n, 0)
        if full:
            run_rows(w, cursors, full)
        if n > full:
            run_tail(w, cursors, tails, first, full, n)
            point(w, cursors, registers, first)
        for k in range(sums):
            cursor = cursor_of(cursors, row_of(w, SUMS, k), 0)
            for j in range(0, n, SUM_CHUNK):
                part = in_width(w, sum_chunk, cursor + j * item, min(SUM_CHUNK, n - j))
                store_f8(partials, (first + j) // SUM_CHUNK * sums + k, part)
        for k in range(load(w, SCATTERS.length)):
            row = row_of(w, SCATTERS, k)
            in_width(w, exchange, w, load(row, 1), cursor_of(cursors, row, 0), first, n, 1)
    return 0


@compiled
def region_finish(work, partials):
    """Sum the chunks' partial sums into their results."""
    w = data_of(tuple_get(work, 0))
    sums = load(w, SUMS.length)
    chunks = (load(w, SIZE) + SUM_CHUNK - 1) // SUM_CHUNK
    for k in range(sums):
        row = row_of(w, SUMS, k)
        in_width(w, finish_sum, load(row, 1), sum_chunks(partials + 8 * k, chunks, sums), load(row, 2))
    return 0


@compiled
def finish_sum(like, address, total, add):
    store_item(like, address, 0, total + load_item(like, address, 0) if add else total)


@compiled
def settle(w):
    """Choose the block's length and give the registers their places in scratch memory.

    Returns
    -------
    int
        The number of blocks.
    """
    registers = 0
    for k in range(load(w, LOCS.length)):
        registers += load(row_of(w, LOCS, k), 0)  # REGISTER is 1
    block = 2048
    while block > 256 and block * registers > 6144:
        block //= 2
    store(w, BLOCK, block)
    place = 0
    for k in range(load(w, LOCS.length)):
        row = row_of(w, LOCS, k)
        if load(row, 0) == REGISTER:
            store(row, 1, place)
            place += 8 * block
    return (load(w, SIZE) + block - 1) // block


@compiled
def run_small(w, work):
    """Run a region of one chunk; returns the number of blocks of a larger one."""
    if load(w, ROWS.length) + load(w, BARS.length) + load(w, SUMS.length) == 0:
        return 0
    blocks = settle(w)
    if load(w, SIZE) > CHUNK:
        return blocks
    partials = data_of(tuple_get(work, 5))
    region_run(work, partials, 0, blocks)
    region_finish(work, partials)
    return 0

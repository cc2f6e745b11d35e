"""The steps of a solution, one after the other: rows that are kept, states at times, polls.

Tests: tests/integrate/test_steppers.py
"""

from __future__ import annotations

from tapegrad.machine.language import INT as _INT
from tapegrad.machine.language import External, compiled
from tapegrad.machine.memory import load, load_f8, store, store_f8
from tapegrad.machine.status import INTERRUPTED
from tapegrad.machine.steppers.dense_output import write_state
from tapegrad.machine.steppers.explicit_steps import explicit_step, extra_stages
from tapegrad.machine.steppers.implicit_steps import implicit_step
from tapegrad.machine.steppers.vectors import begin, copied, counted_jacobian, is_interrupted, run
from tapegrad.machine.steppers.words import (
    AFTER_STEP,
    AT,
    BEFORE_STEP,
    BEGIN,
    BOUND,
    CAPACITY,
    COUNT,
    CURRENT,
    DENSE,
    DIRECTION,
    ERROR_BEFORE,
    EVENT_COUNT,
    EVENTS,
    FACTORED,
    FIRST,
    GROWS,
    H_BEFORE,
    NEW,
    NEXT,
    NFEV,
    NJEV,
    NLU,
    NO_MEMORY,
    ORDER,
    PAUSED,
    ROW,
    ROWS,
    START,
    STATE,
    STATUS,
    TIME,
    TIMES,
    UNTIL,
    N,
    T,
)

reallocated = External("tapegrad_PyMem_RawRealloc", _INT, (_INT, _INT))


@compiled
def solution(method, w):
    """Solve from the first time to the last; gives a status."""
    n = load(w, N)
    for word in (COUNT, NFEV, NJEV, NLU, STATUS, NEXT, FACTORED):
        store(w, word, 0)
    store(w, ROW, load(w, ROWS))
    if load(w, CAPACITY) == 0:
        store(w, ROW, _place(method, w))
        if load(w, ROW) == 0:
            return NO_MEMORY
    row = load(w, ROW)
    copied(load(w, START), row + 16, n)
    _sort(w)
    if method.implicit:
        begin(method, w, load(w, FIRST))
        copied(load(w, START), load(w, STATE), n)
        counted_jacobian(w, load_f8(w, BEGIN))
        store(w, CURRENT, 1)
        store_f8(w, H_BEFORE, -1.0)
        store_f8(w, ERROR_BEFORE, -1.0)
    else:
        begin(method, w, row + 16 + 8 * n)
    if load(w, STATUS) != 0:
        return load(w, STATUS)
    copied(load(w, START), load(w, NEW), n)
    _events_happened(w)
    if load_f8(w, BOUND) == load_f8(w, BEGIN):
        return _nowhere(method, w, row)
    return resumed(method, w)


@compiled
def resumed(method, w):
    """Go on with the steps; gives a status."""
    n = load(w, N)
    while 1:
        if method.implicit:
            status = implicit_step(method, w)
        else:
            status = explicit_step(method, w)
        if status != 0:
            return status
        row = load(w, ROW)
        store(w, COUNT, load(w, COUNT) + 1)
        ended = 1 if _reached(w, BOUND) or _reached(w, UNTIL) else 0
        if load(w, DENSE):
            extra_stages(method, w, row)
        _answer(method, w, row, ended)
        paused = _events_happened(w)
        if load(w, STATUS) != 0:
            return load(w, STATUS)
        if ended:
            return 0
        place = _place(method, w)
        if place == 0:
            return NO_MEMORY
        if not method.implicit:  # the slope at the end is that at the beginning of the next step
            last = load(w, ROW) + 16 + 8 * n + 8 * n * method.last
            copied(last, place + 16 + 8 * n, n)
        copied(load(w, NEW), place + 16, n)
        store(w, ROW, place)
        if is_interrupted(w, load(w, COUNT)):
            return INTERRUPTED
        if paused:
            return PAUSED
    return 0


@compiled
def _reached(w, time):
    return load_f8(w, DIRECTION) * (load_f8(w, T) - load_f8(w, time)) >= 0.0


@compiled
def _events_happened(w):
    """Compute the functions of events for the state in `NEW`, and tell whether one has changed its sign."""
    count, before, after = load(w, EVENT_COUNT), load(w, BEFORE_STEP), load(w, AFTER_STEP)
    if count == 0:
        return 0
    copied(after, before, count)
    copied(load(w, NEW), load(w, STATE), load(w, N))
    store_f8(load(w, TIME), 0, load_f8(w, T))
    run(w, EVENTS)
    happened = 0
    for k in range(count):
        old, new = load_f8(before, k), load_f8(after, k)
        if (old <= 0.0 and new >= 0.0) or (old >= 0.0 and new <= 0.0):
            happened = 1
    return happened


@compiled
def _nowhere(method, w, row):
    """Give the first state at all times."""
    n = load(w, N)
    for k in range(method.rows * n):
        store_f8(row + 16 + 8 * n, k, 0.0)
    store_f8(row, 0, load_f8(w, BEGIN))
    store_f8(row, 1, 0.0)
    store(w, COUNT, 1)
    _answer(method, w, row, 1)
    _events_happened(w)
    return load(w, STATUS)


@compiled
def _place(method, w):
    """Return where the next row goes: behind the last one, or in place of the first where there is no more room."""
    count, capacity, words = load(w, COUNT), load(w, CAPACITY), 2 + (1 + method.rows) * load(w, N)
    if count >= capacity:
        if not load(w, GROWS):
            return load(w, ROWS)
        capacity = 2 * capacity if capacity else 64
        base = load(w, ROWS)
        rows = reallocated(base, 8 * words * capacity)
        if rows == 0:
            return 0
        store(w, ROWS, rows)
        store(w, CAPACITY, capacity)
        store(w, ROW, load(w, ROW) - base + rows)
    return load(w, ROWS) + 8 * words * count


@compiled
def _answer(method, w, row, ended):
    """Write the states at the times in a step; at the end at all times that are left."""
    index, count, at, dense = load(w, NEXT), load(w, TIMES), load(w, AT), load(w, DENSE)
    while index < count:
        place = load(load(w, ORDER), index)
        time = load_f8(at, place)
        if not ended and load_f8(w, DIRECTION) * (time - load_f8(w, T)) > 0.0:
            break
        if not dense:
            extra_stages(method, w, row)
            dense = 1
        write_state(method, w, row, time, place)
        index = index + 1
    store(w, NEXT, index)


@compiled
def states(method, w):
    """Write the states at times along rows that are there, which have the stages of the dense output."""
    _sort(w)
    size, row, index = 8 * (2 + (1 + method.rows) * load(w, N)), load(w, ROWS), 1
    for k in range(load(w, TIMES)):
        place = load(load(w, ORDER), k)
        time = load_f8(load(w, AT), place)
        while index < load(w, COUNT) and load_f8(w, DIRECTION) * (time - load_f8(row + size, 0)) > 0.0:
            row, index = row + size, index + 1
        write_state(method, w, row, time, place)
    return 0


@compiled
def _before(w, i, j):
    """Tell whether one of the times comes before another one."""
    at = load(w, AT)
    return 1 if load_f8(w, DIRECTION) * (load_f8(at, i) - load_f8(at, j)) < 0.0 else 0


@compiled
def _sort(w):
    """Write the order of the times, by a heap where they are not in order."""
    count, order = load(w, TIMES), load(w, ORDER)
    store_f8(w, DIRECTION, -1.0 if load_f8(w, BOUND) < load_f8(w, BEGIN) else 1.0)
    sorted_already = 1
    for k in range(count):
        store(order, k, k)
        if k > 0 and _before(w, k, k - 1):
            sorted_already = 0
    if sorted_already:
        return
    for back in range(count // 2):
        _sink(w, order, count // 2 - 1 - back, count)
    for back in range(count - 1):
        last = count - 1 - back
        first = load(order, 0)
        store(order, 0, load(order, last))
        store(order, last, first)
        _sink(w, order, 0, last)


@compiled
def _sink(w, order, place, count):
    """Move an item of a heap down to its place."""
    item = load(order, place)
    while 2 * place + 1 < count:
        child = 2 * place + 1
        if child + 1 < count and _before(w, load(order, child), load(order, child + 1)):
            child = child + 1
        if not _before(w, item, load(order, child)):
            break
        store(order, place, load(order, child))
        place = child
    store(order, place, item)

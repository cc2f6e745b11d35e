"""The matcher: compiled methods that compare a call with a stub, and append its instructions.

A call that does what a run before did in the same place is compared with the stub of that edge
(`tapegrad.trace_cache.stubs`) and appended; on anything else the function of Python is called that stands for the same.
The table `c` says where that and all else is (`tapegrad.cpython.matcher_table`).

Invariant: nothing is changed before the whole call was compared, and nothing of Python runs from then on until the run
is whole again: a handler of a signal, or the collector, finds no half of it.

Tests: tests/trace_cache/test_index_operands.py
"""

from __future__ import annotations

from tapegrad.cpython import matcher_table as w
from tapegrad.cpython.objects import (
    at,
    by_python,
    called,
    content_of,
    decref,
    dict_default,
    dict_get,
    dict_new,
    dict_next,
    dict_set,
    fill,
    float_of,
    following,
    forget_error,
    in_context,
    incref,
    int_of,
    kind_of,
    list_append,
    list_get,
    list_new,
    make,
    of_thread,
    pause,
    put,
    reference,
    resume,
    set_to,
    size_of,
    tuple_get,
    tuple_new,
    tuple_set,
    word,
)
from tapegrad.engine.match_operands import all_fit, array_of, is_same, let_go, number_of, result_of
from tapegrad.machine.memory import as_double, as_int, compiled, load, load32, load_f4, load_f8, store

BRANCHES = 8  # edges that are looked at
FAILED = -1


@compiled
def copied(c, like, cls, slots):
    """Return an object with what another has in its slots; lists and dicts, all empty, are its own."""
    x = make(cls, 0)
    if x == 0:
        return 0
    for k in range(load(slots, 0)):
        place = load(slots, k + 1)
        value = load(like + place, 0)
        if value == 0:
            continue
        kind = kind_of(value)
        if kind == word(c, w.LIST):
            value = list_new(0)
        elif kind == word(c, w.DICT):
            value = dict_new()
        else:
            incref(value)
        store(x + place, 0, value)
    return x


@compiled
def fresh(instruction):
    """Return a copy of a tuple."""
    n = size_of(instruction)
    new = tuple_new(n)
    for k in range(n):
        item = tuple_get(instruction, k)
        fill(new, k, item)
    return new


@compiled
def append(instructions, new):
    """Append an object, whose reference is taken over."""
    list_append(instructions, new)
    decref(new)


@compiled
def modes_now(c):
    """Return the modes that hold now, 0 if none were set yet."""
    if in_context(word(c, w.MODES), 0, c + 8 * w.CELL) != 0:
        forget_error()
        return 0
    modes = load(c, w.CELL)
    if modes != 0:
        decref(modes)  # the context holds it
    return modes


@compiled
def flushed(c, t):
    """Flush the open run, and return a new Tensor of it; 0 after an error."""
    done = called(word(c, w.FLUSH), 0, 0, 0)
    if done == 0:
        decref(t)
        return 0
    decref(done)
    return t


@compiled
def begun(c, opened, modes):
    """Return what is pending of a new run, which is the thread's open one."""
    like = word(c, w.FRESH_RUN)
    run = copied(c, like, kind_of(like), word(c, w.RUN_SLOTS))
    put(c, run, w.R_SERIAL, following(word(c, w.SERIAL)))
    set_to(c, run, w.R_OWNER, at(c, opened, w.O_THREAD))
    pending = copied(c, word(c, w.FRESH), word(c, w.PENDING), word(c, w.PENDING_SLOTS))
    set_to(c, pending, w.U_MODES, modes)
    put(c, pending, w.U_RUN, run)
    set_to(c, run, w.R_BACKING, pending)
    put(c, opened, w.O_PENDING, pending)
    append(at(c, opened, w.O_RUNS), reference(run, 0))
    return pending


@compiled
def family_of(c, opened, pending, stub):
    """Return the run's family of a type."""
    families = at(c, pending, w.U_FAMILIES)
    family = dict_get(families, load(stub, w.P_TYPE))
    if family != 0:
        return family
    family = copied(c, load(stub, w.P_FAMILY), word(c, w.FAMILY), word(c, w.FAMILY_SLOTS))
    set_to(c, family, w.F_RUN, at(c, pending, w.U_RUN))
    set_to(c, family, w.F_INSTRUCTIONS, at(c, pending, w.U_INSTRUCTIONS))
    set_to(c, family, w.F_OWNER, at(c, opened, w.O_IDENT))
    set_to(c, family, w.F_MODES, at(c, pending, w.U_MODES))
    dict_set(families, load(stub, w.P_TYPE), family)
    decref(family)
    return family


@compiled
def take_in(c, pending, instructions, step):
    """Append an operand that is new to the pending, or an instruction."""
    kind = load(step, 0)
    gradient = kind & w.REQUIRES_GRAD
    kind = kind & 7
    like = load(step, 2)
    if kind == w.INSTRUCTION:
        append(instructions, fresh(like))
        return
    if kind == w.TEMPLATE:
        value = tuple_get(like, 2)
        if as_double(value) != 0.0:
            key, slot = tuple_new(2), int_of(size_of(instructions))
            fill(key, 0, value)
            lane = load(step, 3)
            fill(key, 1, lane)
            dict_default(at(c, pending, w.U_NUMBERS), key, slot)
            decref(key)
            decref(slot)
        list_append(instructions, like)
        return
    if kind == w.MADE:
        slot = int_of(size_of(instructions))
        append(instructions, fresh(like))
        dict_set(at(c, pending, w.U_GIVEN), slot, load(step, 1))
        decref(slot)
        put(c, pending, w.U_ROOM, int_of(as_int(at(c, pending, w.U_ROOM)) - load(step, 3)))
        return
    place = c + 8 * (w.NEW + 4 * load(step, 1))
    x, version, array = load(place, 0), load(place, 1), load(place, 2)
    slot = int_of(size_of(instructions))
    new = tuple_new(3)
    for k in range(2):
        item = tuple_get(like, k)
        fill(new, k, item)
    if kind == w.CONSTANT:
        value = x
        if kind_of(x) == word(c, w.FLOAT):
            incref(x)
        else:
            value = float_of(number_of(c, x))
        if number_of(c, x) != 0.0:
            key, lane = tuple_new(2), load(step, 3)
            fill(key, 0, value)
            fill(key, 1, lane)
            dict_set(at(c, pending, w.U_NUMBERS), key, slot)
            decref(key)
        tuple_set(new, 2, value)
        append(instructions, new)
        decref(slot)
        return
    if kind == w.GIVEN:
        value = tuple_get(like, 2)
        fill(new, 2, value)
        append(instructions, new)
        dict_set(at(c, pending, w.U_GIVEN), slot, array)
        put(c, pending, w.U_ROOM, int_of(as_int(at(c, pending, w.U_ROOM)) - load(step, 3)))
    else:
        data = load(place, 3)
        value = float_of(load_f8(data, 0)) if kind == w.SCALAR_F8 else float_of(float(load_f4(data, 0)))
        tuple_set(new, 2, value)
        append(instructions, new)
    if version != 0:
        earlier = at(c, at(c, x, w.T_FAMILY), w.F_RUN)
        if earlier != word(c, w.NONE):
            array = word(c, w.NONE)
        entry = tuple_new(3)
        fill(entry, 0, slot)
        fill(entry, 1, x)
        fill(entry, 2, array)
        dict_set(at(c, pending, w.U_IMPORTED), version, entry)
        decref(entry)
        if gradient != 0:
            source = tuple_new(2)
            fill(source, 0, slot)
            if earlier != word(c, w.NONE):
                origin, i = tuple_new(2), at(c, x, w.T_I)
                fill(origin, 0, earlier)
                fill(origin, 1, i)
                tuple_set(source, 1, origin)
            else:
                fill(source, 1, x)
            append(at(c, at(c, pending, w.U_RUN), w.R_SOURCES), source)
    decref(slot)


@compiled
def may_go(c, opened, pending, stub):
    """Tell whether an edge that fits can be taken now."""
    if as_int(list_get(load(stub, w.P_PASSES), 0)) != 0:
        return False
    flags = load(stub, w.P_FLAGS)
    if flags & w.RESHAPED != 0:  # whether it is a view depends on how its base lies
        node = at(c, load(c, w.OPERANDS), w.T_NODE)
        if node != 0 and at(c, node, w.D_BASE) != word(c, w.NONE):
            return False
    if flags & w.PACKED != 0:
        x = load(c, w.OPERANDS)
        array, run = array_of(c, x), at(c, at(c, x, w.T_FAMILY), w.F_RUN)
        if array == 0 and run != word(c, w.NONE):
            array = result_of(c, x, run, 0)
        if array == 0 or load32(array, w.FLAGS_AT) & w.CONTIGUOUS == 0:
            return False
    if pending != 0:
        instructions = at(c, pending, w.U_INSTRUCTIONS)
        needs = stub + 8 * (load(stub, w.P_FIRST) + 4 * load(stub, w.P_STEPS))
        for k in range(load(stub, w.P_NUMBERS)):
            there = as_double(tuple_get(list_get(instructions, load(needs, 2 * k)), 2))
            number = load_f8(needs, 2 * k + 1)
            if there != number and (there == there or number == number):  # a NaN is equal to none
                return False
        return as_int(at(c, pending, w.U_ROOM)) > load(stub, w.P_NEED)
    return size_of(at(c, opened, w.O_RUNS)) < as_int(at(c, opened, w.O_CROWDED))


@compiled
def append_stub(c, opened, pending, modes, stub, new, collecting):
    """Append what a stub says and return the Tensor of the result; 0 after an error."""
    flags = load(stub, w.P_FLAGS)
    if pending == 0:
        pending = begun(c, opened, modes)
    family = family_of(c, opened, pending, stub)
    instructions = at(c, pending, w.U_INSTRUCTIONS)
    step = stub + 8 * load(stub, w.P_FIRST)
    for k in range(load(stub, w.P_STEPS)):
        take_in(c, pending, instructions, step + 32 * k)
    calls = load(stub, w.P_CALLS)
    if calls != 0:
        pending_calls = at(c, pending, w.U_CALLS)
        for k in range(size_of(calls)):
            list_append(pending_calls, list_get(calls, k))
    if flags & w.PICKS_EARLY != 0:
        set_to(c, pending, w.U_EARLY, word(c, w.TRUE))
    t = make(word(c, w.TENSOR), 0)
    i = size_of(instructions)
    instruction = fresh(load(stub, w.P_INSTRUCTION))
    list_append(instructions, instruction)
    set_to(c, t, w.T_FAMILY, family)
    put(c, t, w.T_I, int_of(i))
    put(c, t, w.T_INSTRUCTION, instruction)
    set_to(c, pending, w.U_NODE, load(stub, w.P_NODE))
    full = i >= as_int(at(c, family, w.F_LIMIT))
    let_go(c, new)
    if collecting != 0:
        resume()
    if flags & w.VIEW != 0:
        store(c, w.CELL, t)
        store(c, w.CELL_1, load(c, w.OPERANDS))
        store(c, w.CELL_2, load(stub, w.P_VIEW))
        static = load(stub, w.P_STATIC)
        store(c, w.OPERANDS, static if static != 0 else load(c, w.OPERANDS + 1))  # or the index
        done = called(word(c, w.ENTWINE), c + 8 * w.CELL, 4, 0)
        if done == 0:
            decref(t)
            return 0
        decref(done)
    return flushed(c, t) if full else t


@compiled
def followed(c, code, n, kind):
    """Return what a call of the operands in the table gives; -1 if it is not to be followed, 0 after an error."""
    opened = dict_get(of_thread(), word(c, w.KEY))
    if opened == 0:
        return FAILED
    pending = at(c, opened, w.O_PENDING)
    node = word(c, w.ROOT)
    if pending == word(c, w.NONE):
        pending = 0
    else:
        if kind_of(pending) != word(c, w.PENDING) or at(c, pending, w.U_OUTDATED) != word(c, w.FALSE):
            return FAILED
        if at(c, at(c, pending, w.U_RUN), w.R_BACKING) != pending:
            return FAILED
        node = at(c, pending, w.U_NODE)
        if node == word(c, w.NONE) or size_of(at(c, pending, w.U_INSTRUCTIONS)) != as_int(at(c, node, w.N_STOP)):
            return FAILED
    modes = modes_now(c)
    if modes == 0:
        return FAILED
    store(c, w.THREAD, at(c, opened, w.O_THREAD))
    grad = 1 if at(c, modes, w.M_GRAD) == word(c, w.TRUE) else 0
    if pending == 0:
        if at(c, modes, w.M_PLAIN) != word(c, w.TRUE) or (grad == 0 and (code >= 0 or kind & w.PROMPT != 0)):
            return FAILED
    elif at(c, pending, w.U_MODES) != modes:
        return FAILED
    expected = code + grad if code >= 0 else code - grad
    order = at(c, node, w.N_ORDER)
    count = size_of(order)
    if count > BRANCHES:
        count = BRANCHES
    for k in range(count):
        edge = list_get(order, k)
        stub = content_of(at(c, edge, w.E_STUB))
        if load(stub, w.P_CODE) != expected or load(stub, w.P_COUNT) != n:
            continue
        collecting = pause()
        new = all_fit(c, pending, stub, n, kind)
        if new >= 0:
            if may_go(c, opened, pending, stub):
                incref(edge)  # all paths may have been forgotten but for the node that the run leaves
                t = append_stub(c, opened, pending, modes, stub, new, collecting)
                decref(edge)
                return t
            let_go(c, new)
        if collecting != 0:
            resume()
        if new >= 0:
            return FAILED
    return FAILED


@compiled
def quick(c, code, x, other):
    """Return the result of the operators' fast path in `tapegrad.tensor.tensor`; -1 where another path is taken, 0
    after an error.
    """
    family, opened = at(c, x, w.T_FAMILY), dict_get(of_thread(), word(c, w.KEY))
    if opened == 0 or family == 0 or kind_of(x) != word(c, w.TENSOR):
        return FAILED
    if kind_of(other) == word(c, w.TENSOR):
        of = at(c, other, w.T_FAMILY)
        if of == 0:
            return FAILED
        out, operand = dict_get(at(c, family, w.F_PAIRS), of), at(c, other, w.T_I)
    elif kind_of(other) == word(c, w.FLOAT) or kind_of(other) == word(c, w.INT):
        out, operand = at(c, family, w.F_OUT), dict_get(at(c, family, w.F_CONSTS), other)
    else:
        return FAILED
    if out == 0 or operand == 0 or out == word(c, w.NONE):
        return FAILED
    modes = modes_now(c)
    if modes == 0:
        return FAILED
    if at(c, out, w.F_MODES) != modes or as_int(at(c, out, w.F_OWNER)) != as_int(at(c, opened, w.O_IDENT)):
        return FAILED
    instructions = at(c, out, w.F_INSTRUCTIONS)
    if kind_of(instructions) != word(c, w.LIST):
        return FAILED
    collecting = pause()
    t, instruction, i = make(word(c, w.TENSOR), 0), tuple_new(4), size_of(instructions)
    tuple_set(instruction, 0, int_of(code >> 1))
    type_, left = at(c, out, w.F_ID), at(c, x, w.T_I)
    fill(instruction, 1, type_)
    fill(instruction, 2, left)
    fill(instruction, 3, operand)
    list_append(instructions, instruction)
    set_to(c, t, w.T_FAMILY, out)
    put(c, t, w.T_I, int_of(i))
    put(c, t, w.T_INSTRUCTION, instruction)
    full = i >= as_int(at(c, out, w.F_LIMIT))
    if collecting != 0:
        resume()
    return flushed(c, t) if full else t


@compiled
def operands_of(c, x, args, n, names, kind):
    """Put the operands of a call into the table, and returns how many there are; -1 where it is not to be followed.

    For a function of NumPy, its code is in the table too.
    """
    more = size_of(names) if names != 0 else 0
    if kind & w.OF_METHOD != 0:
        if n + 2 * more >= w.MOST:
            return FAILED
        store(c, w.OPERANDS, x)
        for j in range(n):
            store(c, w.OPERANDS + 1 + j, load(args, j))
        for j in range(more):
            store(c, w.OPERANDS + 1 + n + 2 * j, tuple_get(names, j))
            store(c, w.OPERANDS + 2 + n + 2 * j, load(args, n + j))
        return 1 + n + 2 * more
    if kind & w.OF_UFUNC != 0:  # (ufunc, method, *inputs)
        if n < 3 or more != 0 or n >= w.MOST or not is_same(c, load(args, 1), word(c, w.CALLED)):
            return FAILED
        for j in range(2, n):
            store(c, w.OPERANDS + j - 2, load(args, j))
        return n - 2
    if kind & w.OF_FUNCTION != 0:  # (function, types, args, keywords)
        if n != 4 or more != 0:
            return FAILED
        positional, keywords = load(args, 2), load(args, 3)
        if kind_of(positional) != word(c, w.TUPLE) or kind_of(keywords) != word(c, w.DICT):
            return FAILED
        count = size_of(positional)
        if count >= w.MOST // 2:
            return FAILED
        for j in range(count):
            store(c, w.OPERANDS + j, tuple_get(positional, j))
        store(c, w.CELL, 0)
        while count < w.MOST - 2:
            place = c + 8 * (w.OPERANDS + count)
            if dict_next(keywords, c + 8 * w.CELL, place, place + 8) == 0:
                return count
            count += 2
        return FAILED
    if n != 1:
        return FAILED
    other = load(args, 0)
    if kind & w.SWAPPED != 0 and (kind & w.COMMUTES == 0 or kind_of(other) != word(c, w.FLOAT)):
        store(c, w.OPERANDS, other)
        store(c, w.OPERANDS + 1, x)
    else:
        store(c, w.OPERANDS, x)
        store(c, w.OPERANDS + 1, other)
    return 2


@compiled
def method(c, x, args, n, names, k):
    """Do what a method of a Tensor does, of the other arguments, so many of them, and the names of the last ones."""
    entry = c + 8 * (w.ENTRIES + 3 * k)
    code, kind = load(entry, 0), load(entry, 2)
    count = operands_of(c, x, args, n, names, kind)
    if count >= 0 and kind & (w.OF_UFUNC | w.OF_FUNCTION) != 0:
        code_object = dict_get(word(c, w.CODES), load(args, 0))
        if code_object == 0:
            count = FAILED
        else:
            code = as_int(code_object)
    if count >= 0:
        t = followed(c, code, count, kind)
        if t == FAILED and kind & w.QUICK != 0:
            t = quick(c, code, load(c, w.OPERANDS), load(c, w.OPERANDS + 1))
        if t != FAILED:
            return t
    return by_python(load(entry, 1), x, args, n, names)

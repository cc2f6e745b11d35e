"""Plans: what compiled code compares and appends when a call follows an edge (see `tapegrad.engine.following`).

A plan is a bytes object of 64-bit words, many of them addresses of objects, which the edge holds. Edges that have one
stand in the order of their node, those that were followed last first; the first few are compared.

Invariant: what a plan appends is what `tapegrad.tape.paths.along` appends for the same edge.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.cpython import cursor as c
from tapegrad.machine.dtypes import F4, F8, I8
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops import shaping
from tapegrad.ops.declare import recorder
from tapegrad.tape.families import data_family
from tapegrad.tape.forms import ROOM, forms
from tapegrad.tape.recording import version

_COPIED = 1 << 16  # bytes of an array that is copied while no other thread can run
_GIVEN = ROOM // 4
_PLAIN = frozenset({int, bool, str, float, slice, type(None), type(Ellipsis)})
_EITHER = 0  # a number of either type

Words = list[int]


class _Otherwise(Exception):
    """There is no plan: Python follows the edge."""


def plan_of(
    pending: Any, edge: Any, code: int, items: Sequence[Any], new: Sequence[Any], op: Any, kinds: str
) -> bytes:  # fmt: skip
    """Return the plan of an edge for a call that was found there, of an op or (None) a whole one; empty if none.

    Of an index, the second item, `kinds` says in the place of which of the user's parts positions stand.
    """
    held: list[Any] = []
    seen: set[int] = set()
    operands: Words = []
    first = pending.node.stop
    lengths: dict[int, int] = {}
    for slot, length in edge.bounds:
        if slot < first:  # which Python looks at
            return b""
        place = edge.steps[slot - first]
        lengths[place] = min(length, lengths.get(place, length))
    parts: Sequence[Any] = () if not kinds else items[1] if items[1].__class__ is tuple else items[1:2]
    kind_of = {id(part): kind for part, kind in zip(parts, kinds, strict=True)}
    try:
        for x in items:
            if op is None and (x.__class__ is tuple or x.__class__ is list):
                operands += [c.WITHIN, id(x.__class__), len(x), 0]
                for part in x:
                    operands += _operand(pending, part, new, seen, held, None, lengths, kind_of.get(id(part)))
                continue
            numbers = items if op is not None else None
            operands += _operand(pending, x, new, seen, held, numbers, lengths, kind_of.get(id(x)))
        steps: Words = []
        for step in edge.steps:
            steps += _step(step, new, held)
    except _Otherwise:
        return b""
    if len(operands) > 4 * c.MOST:
        return b""
    flags = 0
    lies_anyhow = operands[:1] != [c.SLOT] or pending.instructions[operands[1]][0] == INPUT
    if edge.view is not None and edge.view[0] is shaping.reshape_op and lies_anyhow:
        flags |= c.RESHAPED
    return _written(edge, code, len(items), operands, steps, held, flags)


def plan_of_stretch(edge: Any, code: int, operands: Sequence[int], instructions: Sequence[Any]) -> bytes:
    """Return the plan of an edge that is one instruction of the operators' fast path, which has these operands."""
    lanes = [forms[instructions[s][1] >> 1].dtype is F8 for s in operands if instructions[s][0] != CONST]
    words: Words = []
    for s in operands:
        words += [c.KNOWN, _EITHER, s, int(all(lanes))] if instructions[s][0] == CONST else [c.SLOT, s, 0, 0]
    return _written(edge, code, len(operands), words, [], [], 0)


def _written(
    edge: Any, code: int, count: int, operands: Words, steps: Words, held: list[Any], flags: int
) -> bytes:  # fmt: skip
    calls = [*edge.calls]
    family, number = data_family(edge.form, edge.requires_grad), edge.type
    held += calls, family, number
    head = [0] * c.HEAD
    head[c.P_CODE], head[c.P_COUNT], head[c.P_STEPS] = code, count, len(steps) // 4
    head[c.P_FIRST] = c.HEAD + len(operands)
    head[c.P_TYPE], head[c.P_INSTRUCTION], head[c.P_NODE] = id(number), id(edge.instruction), id(edge.node)
    head[c.P_PASSES], head[c.P_CALLS] = id(edge.node.passes), id(calls) if calls else 0
    head[c.P_FAMILY], head[c.P_NUMBERS] = id(family), len(edge.needs)
    head[c.P_NEED] = sum(s[3] for s in zip(*[iter(steps)] * 4, strict=True) if s[0] & 7 in (c.GIVEN, c.MADE))
    needs: Words = []
    for slot, number in edge.needs.items():
        needs += [slot, *array("q", array("d", [number]).tobytes())]
    if edge.packed:
        flags |= c.PACKED
    if edge.early:
        flags |= c.PICKS_EARLY
    if edge.view is not None:
        flags |= c.VIEW
        step, static = edge.view
        head[c.P_VIEW], head[c.P_STATIC] = id(step), 0 if static is None else id(static)
    head[c.P_FLAGS] = flags
    edge.held.append(held)
    return array("q", head + operands + steps + needs).tobytes()


def _operand(
    pending: Any, x: Any, new: Sequence[Any], seen: set[int], held: list[Any], numbers: Any, lengths: dict[int, int],
    kind: str | None,
) -> Words:  # fmt: skip
    """Return what a plan says of an operand: a number stands for itself among `numbers`, else it is a parameter."""
    cls = x.__class__
    if cls is recorder.tensor:
        return _tensor(pending, x, new, seen, held, lengths, kind)
    if numbers is not None:
        if cls is not float and cls is not int:
            raise _Otherwise
        tensors = [y._family.form for y in numbers if y.__class__ is recorder.tensor]
        strong = int(all(form.dtype is F8 for form in tensors))
        for k, other in enumerate(new):
            if other[0] is None and k not in seen and other[1] == x:
                seen.add(k)
                return [c.NUMBER, id(cls), 0, strong]
        slot = pending.numbers.get((float(x), tensors[0].lane))
        if slot is None:
            raise _Otherwise
        return [c.KNOWN, id(cls), slot, strong]
    if cls is np.ndarray:
        own = np.array(x, order="C")
        held.append(own)
        return [c.DATA, id(own), own.nbytes, 0]
    if cls not in _PLAIN:
        raise _Otherwise
    held.append(x)
    return [c.PLAIN, id(x), 0, 0]


def _tensor(
    pending: Any, x: Any, new: Sequence[Any], seen: set[int], held: list[Any], lengths: dict[int, int], said: str | None
) -> Words:  # fmt: skip
    family = x._family
    for k, other in enumerate(new):
        if other[0] is not x:
            continue
        if k in seen:
            return [c.SAME, k, 0, 0]
        if other[2] is not family or (family.run is not None and family.run.backing.open):
            raise _Otherwise
        seen.add(k)
        form = family.form
        if form.dtype is I8:
            return _positions(form, lengths.get(k), held, said)
        family = data_family(form, family.requires_grad)
        kind, like, args = c.LEAF | (c.OF_ONE if form.scalar else 0), 0, 0
        dtype = form.dtype
        if not family.requires_grad and dtype is form.lane and form.size * dtype.itemsize < _COPIED:
            shown = np.broadcast_to(np.zeros((), dtype), form.shape)
            wanted = form.shape, dtype
            held += shown, wanted
            kind, like, args = kind | form.size * dtype.itemsize << 5, id(shown), id(wanted)
        held.append(family)
        return [kind, id(family), like, args]
    if family.run is pending.run:
        return [c.SLOT, x._i, 0, 0]
    if family.run is not None and family.run.backing.open:
        raise _Otherwise
    now = version(x, family, x._i, x._node.array if family.run is None else None)
    if (known := pending.imported.get(now)) is not None:
        return [c.SLOT, known[0], 0, 0]
    raise _Otherwise


def _positions(form: Any, length: int | None, held: list[Any], said: str | None) -> Words:
    if length is None or said in (None, "-") or 8 * form.size >= _COPIED:  # of Tensors of the user's there is no plan
        raise _Otherwise
    shown, wanted = np.broadcast_to(np.zeros((), I8), form.shape), (form.shape, I8)
    held += shown, wanted
    of_slice = c.OF_SLICE if said == "s" else 0
    return [c.POSITIONS | of_slice | 8 * form.size << 5, length, id(shown), id(wanted)]


def _step(step: Any, new: Sequence[Any], held: list[Any]) -> Words:
    if step.__class__ is not int:
        if step[0] == CONST:
            lane = forms[step[1] >> 1].lane
            held.append(lane)
            return [c.TEMPLATE, 0, id(step), id(lane)]
        if step[0] == INPUT and step[2].__class__ is not float:
            made: tuple[Any, ...] = INPUT, step[1], 0.0
            held.append(made)
            return [c.MADE, id(step[2]), id(made), step[2].nbytes]
        return [c.INSTRUCTION, 0, id(step), 0]
    x, _, of, i, _ = new[step]
    if x is None:
        like: tuple[Any, ...] = CONST, i, 0.0
        held += like, of
        return [c.CONSTANT, step, id(like), id(of)]
    form = of.form
    if form.dtype is not I8 and (form.dtype is not form.lane or form.lane not in (F8, F4)):
        raise _Otherwise
    like = INPUT, of.id, 0.0
    held.append(like)
    kind, nbytes = c.GIVEN, form.size * form.dtype.itemsize
    if form.scalar:
        kind = c.SCALAR_F8 if form.lane is F8 else c.SCALAR_F4
    elif nbytes >= _GIVEN:
        raise _Otherwise
    return [kind | (c.REQUIRES_GRAD if of.requires_grad else 0), step, id(like), nbytes]

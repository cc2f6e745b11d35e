"""Stubs: what the matcher compares and appends when a call follows an edge (see `tapegrad.engine.matcher`).

A stub is a bytes object of 64-bit words, many of them addresses of objects, which the edge holds. It is made of the
edge and the key that this is found by, when the edge is followed the second time. Edges that have one stand in the
order of their node, those that were followed last first; the first few are compared.

Invariant: a call fits a stub only if it has the key of the edge, and what the stub then appends is what
`tapegrad.trace_cache.tree.along` appends for it.

Tests: tests/trace_cache/test_interrupts.py, tests/trace_cache/test_index_operands.py
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.cpython import matcher_table as c
from tapegrad.ir.forms import ROOM, forms
from tapegrad.machine.dtypes import F4, F8, I8
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops import shape_ops
from tapegrad.record.families import data_family
from tapegrad.trace_cache.keys import NEW, OUTSIDE, PLAIN, SLICE, is_kinds

_COPIED = 1 << 16  # bytes of an array that is copied while no other thread can run
_GIVEN = ROOM // 4
_EITHER = 0  # a number of either type

Words = list[int]


class _NoStub(Exception):
    """There is no stub: Python follows the edge."""


def stub_of(
    instructions: Sequence[Any], first: int, edge: Any, key: Sequence[Any], new: Sequence[Any] = (),
    either: bool = False,
) -> bytes:  # fmt: skip
    """Return the stub of an edge, by the key and new operands of a call that was found there; empty if there is none.

    The first so many instructions are those of the run before the call. Of what the operators' fast path has appended,
    numbers that lie in the run may be of `either` type.
    """
    if any(slot < first for slot, _ in edge.bounds):  # which Python looks at
        return b""
    stub = _Stub(instructions, first, edge, key, new, either)
    try:
        count, operands = stub.operands()
        steps: Words = []
        for step in edge.steps:
            steps += _step(step, new, stub.held)
    except _NoStub:
        return b""
    if len(operands) > 4 * c.MOST:
        return b""
    flags = 0
    lies_anyhow = operands[:1] != [c.SLOT] or instructions[operands[1]][0] == INPUT
    if edge.view is not None and edge.view[0] is shape_ops.reshape_op and lies_anyhow:
        flags |= c.RESHAPED
    return _written(edge, key[0], count, operands, steps, stub.held, flags)


class _Stub:
    """The words for the operands of a call, of its key.

    Attributes
    ----------
    held : list
        What the words name.
    """

    def __init__(
        self, instructions: Sequence[Any], first: int, edge: Any, key: Sequence[Any], new: Sequence[Any], either: bool
    ) -> None:  # fmt: skip
        self._instructions, self._first, self._edge, self._new, self._either = instructions, first, edge, new, either
        self._code, *rest = key
        self._kinds: str = rest.pop()[0] if rest and is_kinds(rest[-1]) else ""
        self._entries: Iterator[Any] = iter(rest)
        self._wide = self._code >= 0 and all(self._form(entry).dtype is F8 for entry in _tensors(rest))
        self._taken = 0  # new operands so far
        self.held: list[Any] = []

    def operands(self) -> tuple[int, Words]:
        """Return how many operands there are, and their words."""
        words: Words = []
        count = 0
        for entry in self._entries:
            kinds = self._kinds if count == 1 else ""
            if entry is tuple or entry is list:
                n = next(self._entries)
                words += [c.WITHIN, id(entry), n, 0]
                for k in range(n):
                    words += self._operand(next(self._entries), kinds[k : k + 1])
            elif entry.__class__ is tuple:  # of integers
                words += [c.WITHIN, id(tuple), len(entry), 0]
                for x in entry:
                    words += self._plain(x)
            elif self._code >= 0:
                words += self._of_op(entry)
            else:
                words += self._operand(entry, kinds[:1])
            count += 1
        return count, words

    def _of_op(self, entry: Any) -> Words:
        """Return the words for an operand of an op."""
        if entry.__class__ is int:
            return self._tensor(entry, "")
        slot, wide = next(self._entries), int(self._wide)
        if slot == NEW:
            self._taken += 1
            return [c.NUMBER, id(entry), 0, wide]
        if slot >= self._first:
            raise _NoStub
        return [c.KNOWN, _EITHER if self._either else id(entry), slot, wide]

    def _operand(self, entry: Any, kind: str) -> Words:
        """Return the words for an argument of a whole call, in the place of such a part of an index."""
        if entry.__class__ is int:
            return self._tensor(entry, kind)
        if entry is np.ndarray:
            data = next(self._entries).array
            self.held.append(data)
            return [c.DATA, id(data), data.nbytes, 0]
        return self._plain(self._value(entry))

    def _plain(self, x: Any) -> Words:
        self.held.append(x)
        return [c.PLAIN, id(x), 0, 0]

    def _value(self, entry: Any) -> Any:
        """Return a parameter that the matcher can compare."""
        if entry.__class__ is str:  # the name of what follows
            return entry
        if entry in PLAIN:
            return next(self._entries)
        if entry is float:
            return float(next(self._entries))
        if entry is slice:
            return slice(*[self._value(next(self._entries)) for _ in range(3)])
        raise _NoStub

    def _tensor(self, entry: int, kind: str) -> Words:
        if self._first <= entry < OUTSIDE:
            return [c.SAME, entry - self._first, 0, 0]
        if entry < OUTSIDE:
            return [c.SLOT, entry, 0, 0]
        k, family = self._taken, self._new[self._taken][2]
        self._taken += 1
        form = family.form
        if form.dtype is I8:
            return self._positions(form, k, kind)
        family = data_family(form, family.requires_grad)
        word, like, args = c.LEAF | (c.OF_ONE if form.scalar else 0), 0, 0
        nbytes = form.size * form.dtype.itemsize
        if not family.requires_grad and form.dtype is form.lane and nbytes < _COPIED:
            word, like, args = word | nbytes << 5, *self._arrays_like(form, form.dtype)
        self.held.append(family)
        return [word, id(family), like, args]

    def _form(self, entry: int) -> Any:
        """Return the form of a Tensor of which a key says this."""
        if self._first <= entry < OUTSIDE:
            return self._new[entry - self._first][2].form
        return forms[entry - OUTSIDE >> 1 if entry >= OUTSIDE else self._instructions[entry][1] >> 1]

    def _positions(self, form: Any, k: int, kind: str) -> Words:
        """Return the words for positions, which take the place of the user's; of the user's own Tensors are none."""
        lengths = [length for slot, length in self._edge.bounds if self._edge.steps[slot - self._first] == k]
        if not lengths or kind in ("", "-") or 8 * form.size >= _COPIED:
            raise _NoStub
        of_slice = c.OF_SLICE if kind == SLICE else 0
        return [c.POSITIONS | of_slice | 8 * form.size << 5, min(lengths), *self._arrays_like(form, I8)]

    def _arrays_like(self, form: Any, dtype: np.dtype) -> tuple[int, int]:
        """Return the addresses of an array of a form, without memory of its own, and of a function that makes one like
        it.
        """
        shown, template = np.broadcast_to(np.zeros((), dtype), form.shape), (form.shape, dtype)
        self.held += shown, template
        return id(shown), id(template)


def _tensors(entries: Sequence[Any]) -> Iterator[int]:
    """Yield the parts of an op's key that describe Tensors."""
    further = iter(entries)
    for entry in further:
        if entry.__class__ is int:
            yield entry
        else:
            next(further)  # where a number lies


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


def _step(step: Any, new: Sequence[Any], held: list[Any]) -> Words:
    if step.__class__ is not int:
        if step[0] == CONST:
            lane = forms[step[1] >> 1].lane
            held.append(lane)
            return [c.TEMPLATE, 0, id(step), id(lane)]
        if step[0] == INPUT and step[2].__class__ is not float:
            template: tuple[Any, ...] = INPUT, step[1], 0.0
            held.append(template)
            return [c.MADE, id(step[2]), id(template), step[2].nbytes]
        return [c.INSTRUCTION, 0, id(step), 0]
    x, _, of, i, _ = new[step]
    if x is None:
        like: tuple[Any, ...] = CONST, i, 0.0
        held += like, of
        return [c.CONSTANT, step, id(like), id(of)]
    form = of.form
    if form.dtype is not I8 and (form.dtype is not form.lane or form.lane not in (F8, F4)):
        raise _NoStub
    like = INPUT, of.id, 0.0
    held.append(like)
    kind, nbytes = c.GIVEN, form.size * form.dtype.itemsize
    if form.scalar:
        kind = c.SCALAR_F8 if form.lane is F8 else c.SCALAR_F4
    elif nbytes >= _GIVEN:
        raise _NoStub
    return [kind | (c.REQUIRES_GRAD if of.requires_grad else 0), step, id(like), nbytes]

"""Tiling of rows: runs instructions that work row by row on blocks of rows, which stay in the cache.

A softmax passes over its rows four times: the largest element, exponentials, their sum, quotients. Large arrays leave
the cache between two passes. Where instructions communicate row by row, all of them become a program of their own, the
body, over a block of rows; what only they read is then as large as a block. The body is called block after block, by a
loop that threads may share. The last block ends with the last row, and so may begin within the one before.

Sums of all elements are in the body as sums of chunks, which are added up after the loop.

Invariants: the body computes each row by the same instructions as before, and no sum changes its order, so the bits are
the same whatever the size of a block. What a block writes, a second one writes only with the same bits.

Tests: tests/passes/test_tile_rows.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from tapegrad.codegen.fuse_reductions import AGAIN, LIGHT, folded
from tapegrad.codegen.loop_roles import Roles
from tapegrad.codegen.rolled_loops import LoopPlace, Turns, accumulate, chunk_sums, part, roll_in_blocks, sum_of_chunks
from tapegrad.forks import cached_property
from tapegrad.ir.forms import Form, form_of
from tapegrad.ir.program import NO_STATIC, Program
from tapegrad.ir.program_columns import columns_of
from tapegrad.machine.dtypes import F4, F8
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.layout import SUM_CHUNK
from tapegrad.machine.places import Shape, contiguous
from tapegrad.ops.elementwise_ops import gated_multiply, multiply
from tapegrad.ops.indexing import getitem_op
from tapegrad.ops.shape_ops import broadcast_to_op, reshape_op
from tapegrad.passes.aliases import Places
from tapegrad.passes.loop_bodies import append

_LARGE = 1 << 20  # bytes of an array that had better not leave the cache
_BLOCK = 1 << 16  # bytes of its blocks
_ROWS = 4  # of a block at least: sums over fewer have another order
_SMALL = (
    64  # elements of constants that a body has itself; and of a row, one more than which makes its array a large one
)


def tile_rows(program: Program) -> Program:
    """Return a program whose passes over large arrays are passes over blocks of rows; itself if there are none."""
    if {accumulate, chunk_sums} & {*program.ops}:  # which is written as it stands, or is a body of here
        return program
    roles = Roles(program)
    lengths = {
        program.forms[program.operands[slot][0]].shape[0]
        for slot in columns_of(program).slots(roles.folds.__contains__)
        if _reduces(program, roles, slot) and _bytes(program.forms[program.operands[slot][0]]) >= _LARGE
    }
    if not lengths:
        return program
    search = _Search(program, roles, lengths)
    groups = search.groups()
    return _Writer(search, groups).written() if groups else program


def _bytes(form: Form) -> int:
    return form.size * (4 if form.lane is F4 else 8)


def _reduces(p: Program, roles: Roles, slot: int) -> bool:
    """Tell whether a reduction leaves the first axis as it is, and is no product of matrices."""
    static, (x, *others) = p.statics[slot], p.operands[slot]
    if p.ops[slot] not in roles.folds or others or [*static] != ["axes"] or min(static["axes"], default=0) < 1:
        return False
    if sum(n != 1 for n in p.forms[slot].shape) < 2:
        return True
    factors, products = [x], 0
    while products < len(factors) and p.ops[factors[products]] in (multiply, gated_multiply):
        factors += p.operands[factors[products]]
        products += 1
    whole = [s for s in factors[products:] if p.forms[s].size == p.forms[x].size]
    return not products or not roles.moves.issuperset(p.ops[s] for s in whole)


class _Node(NamedTuple):
    """Where an instruction is done row by row: over how many rows, and after how many other such groups."""

    rows: int
    level: int


class _Group(NamedTuple):
    """Instructions that are done block by block."""

    node: _Node
    members: list[int]


class _Search:
    """The search for instructions that work row by row.

    Attributes
    ----------
    moves : set of int
        Moves that keep rows: they are done again wherever their result is read.
    root : list of int
        What a slot is made of by such moves.
    turned : set of int
        What is computed element by element of elements in another order, as sums of it may be summed.
    summed : set of int
        What is summed as a whole, in chunks that begin in one row and end in another.
    level : list of int
        How many groups are done before a slot is, one after the other.
    nodes : dict
        What is done row by row.
    """

    def __init__(self, program: Program, roles: Roles, lengths: Collection[int]) -> None:
        self.p = p = program
        self.roles = roles
        self._places = Places(p)
        self.root, self.level = [*range(len(p))], [0] * len(p)
        self.moves: set[int] = set()
        self.turned: set[int] = set()
        self.summed: set[int] = set()
        self.nodes: dict[int, _Node] = {}
        for slot, op in enumerate(p.ops):
            if op is None:
                continue
            rows = self._shape(slot)[0] if p.operands[slot] and self._shape(slot) else 0
            by_rows = rows in lengths and self._by_rows(slot)
            if by_rows and op in roles.moves:
                self.moves.add(slot)
                if self.aligned(slot, p.operands[slot][0]):
                    self.root[slot] = self.root[p.operands[slot][0]]
            for s in p.operands[slot]:
                node = self.nodes.get(self.root[s])
                inside = by_rows and node is not None and node.rows == rows and self.aligned(slot, s)
                self.level[slot] = max(self.level[slot], self.level[s] + (node is not None and not inside))
            if op in roles.elementwise and any(self._turned(s) for s in p.operands[slot]):
                self.turned.add(slot)
            if op in roles.totals and not by_rows:
                self.summed.update(self.root[s] for s in p.operands[slot])
            if by_rows and op not in roles.moves:
                self.nodes[slot] = _Node(rows, self.level[slot])

    # -------------------------------------------------------------------------------------------- row by row

    def _over(self, slot: int) -> Form:
        """Return the form that an instruction runs over."""
        p, roles, op = self.p, self.roles, self.p.ops[slot]
        return p.forms[slot if op in roles.elementwise or op in roles.moves else p.operands[slot][0]]

    def _shape(self, slot: int) -> Shape:
        return self._over(slot).shape

    def aligned(self, slot: int, operand: int) -> bool:
        """Tell whether an instruction that works row by row reads another row of an operand for each row."""
        shape, operand_shape = self._shape(slot), self.p.forms[operand].shape
        same = operand_shape[:1] == shape[:1]
        return same and (len(operand_shape) == len(shape) or self.p.ops[slot] in (reshape_op, getitem_op))

    def _by_rows(self, slot: int) -> bool:
        """Tell whether each row of an instruction depends only on one row of its operands, and on values that all rows
        share.
        """
        p = self.p
        op, operands = p.ops[slot], p.operands[slot]
        read = [s for s in operands if self.aligned(slot, s)]
        if any(map(self._turned, read)) or not all(p.forms[s].size for s in (slot, *operands)):
            return False
        if op is broadcast_to_op:
            return True
        if op is getitem_op:
            return bool(read) and _keeps_rows(p.statics[slot]["index"], len(p.forms[operands[0]].shape))
        if op in self.roles.totals:
            shape = p.forms[operands[0]].shape
            by_chunks = bool(shape) and (shape[-1] % SUM_CHUNK == 0 or self._rowwise(operands[0]))
            if len(shape) < 2 or shape[-1] < 2 * WIDTH or not by_chunks:
                return False
        elif op in self.roles.elementwise:
            if getattr(op, "foreign", False):
                return False
        elif op is not reshape_op and not _reduces(p, self.roles, slot):
            return False
        return bool(read)

    def _turned(self, slot: int) -> bool:
        """Tell whether the loop that computes a value reads elements in another order."""
        if slot in self.turned or slot in self.moves:
            return slot in self.turned
        place = self._places.where(slot)
        strides = zip(place.strides, contiguous(place.shape), place.shape, strict=True)
        return any(stride != row_stride for stride, row_stride, n in strides if n != 1)

    def _rowwise(self, slot: int) -> bool:
        """Tell whether the loop that computes a value has each row for itself, as something is the same along a row."""
        p, shape = self.p, self.p.forms[slot].shape
        waiting, seen = [slot], {slot}
        while waiting:
            s = waiting.pop()
            source_shape = p.forms[s].shape
            if source_shape != shape:
                if len(source_shape) == len(shape) and source_shape[-1] == 1 and p.forms[s].size > 1:
                    return True
            elif p.ops[s] is broadcast_to_op or p.ops[s] in self.roles.elementwise:
                waiting += {*p.operands[s]} - seen
                seen.update(p.operands[s])
        return False

    # -------------------------------------------------------------------------------------------- groups

    def read(self, slot: int) -> list[int]:
        """Return the operands that an instruction reads row by row, with moves left out."""
        return [self.root[s] for s in self.p.operands[slot] if self.aligned(slot, s)]

    def groups(self) -> list[_Group]:
        """Find the groups of instructions that to tile: those that reduce rows, and make large rows of the results."""
        p, leader = self.p, dict[Any, Any]()

        def find(x: Any) -> Any:
            while leader.setdefault(x, x) != x:
                x = leader[x]
            return x

        for slot, node in self.nodes.items():
            for s in self.read(slot):
                if self.nodes.get(s) == node:
                    leader[find(slot)] = find(s)
                elif s not in self.moves and p.forms[s].size > _SMALL * node.rows:
                    leader[find(slot)] = find((node, s))
        members_of = defaultdict(list)
        for slot in self.nodes:
            members_of[find(slot)].append(slot)
        return [_Group(self.nodes[m[0]], m) for m in members_of.values() if self._pays(m)]

    def _pays(self, members: list[int]) -> bool:
        p, after = self.p, set[int]()
        rows = self.nodes[members[0]].rows
        widest = max(_bytes(p.forms[s]) for m in members for s in (m, *self.read(m)))
        if not self.summed.isdisjoint(s for s in members if p.forms[s].size > _SMALL * rows):
            return False  # an array would be written and read for that
        if widest < _LARGE or widest // rows * _ROWS > 8 * _BLOCK or rows < 2 * _ROWS:
            return False
        for slot in members:
            reduces = _reduces(p, self.roles, slot)
            if not after.isdisjoint(self.read(slot)):
                if _bytes(self._over(slot)) >= _LARGE:
                    return True
                after.add(slot)
            elif reduces and _bytes(p.forms[p.operands[slot][0]]) >= _LARGE:
                after.add(slot)
        return False


def _keeps_rows(index: tuple[Any, ...], dimensions: int) -> bool:
    """Tell whether an index takes all rows of an array, and the same part of each."""
    if not index or not all(i is None or i is Ellipsis or isinstance(i, (int, np.integer, slice)) for i in index):
        return False
    if index[0] is Ellipsis:
        return sum(i is not None for i in index) - 1 < dimensions
    return isinstance(index[0], slice) and index[0] == slice(None)


class _Writer:
    """The writer of the tiled program: a loop over blocks for each group, and the instructions around them.

    Attributes
    ----------
    new : list of int
        Slots of the new program, by those of the old one; -1 for what is not written, or not yet.
    """

    def __init__(self, search: _Search, groups: list[_Group]) -> None:
        self.search, self.p, self.groups = search, search.p, groups
        self.group_of = {slot: group for group in groups for slot in group.members}
        self.out = Program()
        self.new = [-1] * len(self.p)

    @cached_property
    def kept(self) -> set[int]:
        """The values of groups that are written to memory; what else is read outside is computed there again."""
        p, root, group_of, roles = self.p, self.search.root, self.group_of, self.search.roles
        folds = folded(p).members
        again = {s for head, members in folds.items() if head not in group_of for s in members}
        outside, kept = set[int](), {root[s] for s in p.outputs}
        for slot, op in enumerate(p.ops):
            if slot in self.search.moves:
                continue
            group = None if slot in again else group_of.get(slot)
            for s in p.operands[slot]:
                if group is None or group_of.get(root[s]) is not group or not self.search.aligned(slot, s):
                    outside.add(root[s])
                    if not (op in roles.elementwise or op in roles.totals or slot in folds):
                        kept.add(root[s])
        kept.update(s for s in group_of if p.ops[s] in roles.totals)
        costs: dict[int, int] = {}  # how many lines it takes
        for s in sorted(outside & group_of.keys() - kept - again):
            if self._again(s, kept, costs) is None:
                kept.add(s)
        return kept & group_of.keys()

    def _again(self, slot: int, kept: set[int], costs: dict[int, int]) -> int | None:
        """Return how many lines it takes to compute a value outside of its group; None if too many, or if that needs
        what is not there.
        """
        p, search = self.p, self.search
        cost = search.roles.elementwise.get(p.ops[slot], AGAIN)
        if cost > LIGHT:
            return None
        for s in {search.root[s] for s in p.operands[slot]} - kept:
            if s in self.group_of:
                if s not in costs:
                    operand_cost = self._again(s, kept, costs)
                    if operand_cost is None:
                        return None
                    costs[s] = operand_cost
                cost += costs[s]
        costs[slot] = cost
        return cost if cost <= AGAIN else None

    def written(self) -> Program:
        """Return the new program."""
        p, out, search = self.p, self.out, self.search
        out.recorded = p.recorded
        for slot, op in enumerate(p.ops):
            if op is None:
                self.new[slot] = append(out, None, (), NO_STATIC, p.forms[slot])
                if slot in p.constants:
                    out.constants[self.new[slot]] = p.constants[slot]
        steps: list[tuple[int, bool, int]] = [
            (search.level[slot], False, slot)
            for slot, op in enumerate(p.ops)
            if op is not None and slot not in self.group_of and slot not in search.moves
        ]
        steps += [(group.node.level, True, k) for k, group in enumerate(self.groups)]
        for _, blocks, number in sorted(steps):
            if blocks:
                _Body(self, self.groups[number]).write()
            else:
                self.at(number)
        out.inputs, out.outputs = [self.new[s] for s in p.inputs], [*map(self.at, p.outputs)]
        out.guards = [g._replace(slot=self.at(g.slot) if g.slot >= 0 else -1) for g in p.guards]
        return out

    def at(self, slot: int) -> int:
        """Return a value's slot in the new program."""
        p, waiting = self.p, [slot]
        while waiting:
            s = waiting[-1]
            missing = [o for o in p.operands[s] if self.new[o] < 0] if self.new[s] < 0 else []
            waiting += missing
            if missing:
                continue
            if self.new[s] < 0:
                operands = tuple([self.new[o] for o in p.operands[s]])
                self.new[s] = append(self.out, p.ops[s], operands, p.statics[s], p.forms[s])
                self.out.take_line(self.new[s], p, s)
            waiting.pop()
        return self.new[slot]


class _Body:
    """The instructions of a group, over a block of rows."""

    def __init__(self, writer: _Writer, group: _Group) -> None:
        self.writer, self.p, self.search = writer, writer.p, writer.search
        self.members, self.rows = {*group.members}, group.node.rows
        widest = max(_bytes(self.p.forms[s]) for m in group.members for s in (m, *self.search.read(m))) // self.rows
        block = max(_ROWS, _BLOCK // widest // WIDTH * WIDTH or _BLOCK // widest)
        self.block = min(block, self.rows // 2)
        self.body = Program()
        self._local: dict[tuple[int, bool], int] = {}
        self._operands: list[int] = []  # in the new program
        self._inputs: list[tuple[int, int]] = []  # which of them an input of the body is, and how long its rows are

    def write(self) -> None:
        """Write the loop into the new program, and the arrays that are read of it."""
        p, out, body = self.p, self.writer.out, self.body
        kept = sorted(self.members & self.writer.kept)
        needed, waiting = {*kept}, [*kept]
        while waiting:
            slot = waiting.pop()
            more = {s for s in p.operands[slot] if self._inside(slot, s)} - needed
            needed |= more
            waiting += more
        for slot in sorted(needed):
            self._local[slot, True] = self._written(slot)
        body.outputs = [self._local[slot, True] for slot in kept]
        turns = -(-self.rows // self.block)
        first = np.minimum(np.arange(turns) * self.block, self.rows - self.block)

        def line(base: int, length: int) -> LoopPlace:
            return LoopPlace(np.full(turns, base), first * length)

        forms = [body.forms[s] for s in body.outputs]
        lines = [line(len(self._operands) + k, form.size // self.block) for k, form in enumerate(forms)]
        static = Turns(body, turns, [line(*rows) for rows in self._inputs], lines, [], np.zeros((turns, 0), np.int64))
        loop = append(out, roll_in_blocks, (*self._operands,), {"loop": static}, form_of((), F8))
        for slot, form in zip(kept, forms, strict=True):
            whole = form_of((self.rows, *form.shape[1:]), form.dtype, form.lane)
            result = append(out, part, (loop,), NO_STATIC, whole)
            if p.ops[slot] in self.search.roles.totals:
                result = append(out, sum_of_chunks, (result,), NO_STATIC, p.forms[slot])
            self.writer.new[slot] = result
            for new in (loop, result):
                out.take_line(new, p, slot)

    def _inside(self, reader: int, slot: int) -> bool:
        """Tell whether the body computes an operand of one of its instructions."""
        again = slot in self.search.moves or (slot in self.writer.group_of and slot not in self.writer.kept)
        return (slot in self.members or again) and self.search.aligned(reader, slot)

    def _input(self, slot: int, by_rows: bool) -> int:
        """Return the input or constant of the body for a value, or for a block of its rows."""
        key = slot, by_rows
        if key not in self._local:
            form, constant = self.p.forms[slot], self.p.constants.get(slot)
            form = self._form(form) if by_rows else form
            self._local[key] = append(self.body, None, (), NO_STATIC, form)
            if constant is not None and constant.size <= _SMALL:
                self.body.constants[self._local[key]] = constant
            else:
                self.body.inputs.append(self._local[key])
                operand = self.writer.at(slot)
                if operand not in self._operands:
                    self._operands.append(operand)
                self._inputs.append((self._operands.index(operand), form.size // self.block if by_rows else 0))
        return self._local[key]

    def _form(self, form: Form) -> Form:
        return form_of((self.block, *form.shape[1:]), form.dtype, form.lane)

    def _written(self, slot: int) -> int:
        """Return the slot in the body of an instruction over a block of rows, once its operands are written."""
        p = self.p
        op, static, form = p.ops[slot], p.statics[slot], p.forms[slot]
        operands = tuple([
            self._local[s, True] if self._inside(slot, s) else self._input(s, self.search.aligned(slot, s))
            for s in p.operands[slot]
        ])  # fmt: skip
        if op in self.search.roles.totals:
            shape = self.body.forms[operands[0]].shape
            op, form = chunk_sums, form_of((*shape[:-1], -(-shape[-1] // SUM_CHUNK)), F8)
        else:
            form = self._form(form)
            static = {**static, "shape": form.shape} if "shape" in static else static
        written = append(self.body, op, operands, static, form)
        self.body.take_line(written, p, slot)
        return written

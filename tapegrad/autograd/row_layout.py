"""Programs for any number of rows: a run with an axis of varying length is compiled once.

A mask chooses another number of rows each turn, so what a loop records has other forms: each number has a path of its
own on the trace tree, or the run is on none. Such a run is known by its digest, in which lengths of rows are named, not
said. Its program is of a larger number of rows: positions are repeated until there are as many, and where rows are
taken together (sums), those beyond the number are made 0. So Tensors have the rows that they have, and observers,
errors, and the interpreter, which sweeps wherever no program can, see nothing of it.

Rows lie along the first axis. They begin where elements are read at positions, and are kept apart by elementwise
functions, sums over other axes, and products with a matrix. They may be written to positions: what is repeated writes
the last row once more. A run that does anything else with them has no digest.

Invariant: no row beyond the number reaches a result, and their adjoints are 0. A product of such a 0 and an infinity is
a NaN in a gradient, for which the interpreter sweeps (`Hot.checks`), as for any program.

Tests: tests/autograd/test_rows.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.autograd import compiled_sweep, exits
from tapegrad.cpython.liveness import held
from tapegrad.ir.forms import Form, form_of, forms
from tapegrad.machine.dtypes import BOOL, F8
from tapegrad.machine.layout import ARRAY, ELEMENTWISE
from tapegrad.ops.declare import Op
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.gather_scatter import gather, offsets, put
from tapegrad.ops.products import matmul_op, matvec
from tapegrad.ops.reductions import sum_all, sum_op
from tapegrad.ops.shape_ops import reshape_op
from tapegrad.record.instructions import Decoded, decoded, without_gradient
from tapegrad.record.run import UNWATCHED
from tapegrad.tensor.tensor import Tensor
from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.edges import Edge, TreeNode, recordings
from tapegrad.trace_cache.keys import with_static
from tapegrad.trace_cache.reasons import Reason
from tapegrad.trace_cache.tree import branch

_APART, _TOGETHER = 1, 2


def size_for(count: int) -> int:
    """Return the number of rows of the program for a number of rows: a power of two, or one and a half of it."""
    power = 1 << (count - 1).bit_length()
    return max(thresholds.FEWEST_ROWS, power - power // 4 if 4 * count <= 3 * power else power)


class RowNumbers:
    """How many rows the results and inputs of a run have, and how many its program has.

    Attributes
    ----------
    rows : dict
        The number of rows, by slot.
    counts, sizes : list of int
        The numbers that there are, and those of the program.
    masks : list of ndarray
        Which rows of the program count, for each number.
    """

    def __init__(self, rows: dict[int, int]) -> None:
        self.rows = rows
        self.counts = list(dict.fromkeys(rows.values()))
        self.sizes = [size_for(count) for count in self.counts]
        self.masks = [(np.arange(n) < count).astype(F8) for n, count in zip(self.sizes, self.counts, strict=True)]

    def arrays(self, values: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
        """Return the arrays of a run, of rows as many as the program has: the last one is repeated."""
        arrays = {**values}
        for slot, count in self.rows.items():
            if slot in arrays:
                rows = arrays[slot]
                more = arrays[slot] = np.empty((size_for(count), *rows.shape[1:]), rows.dtype)
                more[:count], more[count:] = rows, rows[-1]
        return arrays


class RowLayout:
    """Which results and inputs of a run are rows.

    Attributes
    ----------
    summed : set of int
        The slots of instructions that take rows together.
    numbers : RowNumbers
    """

    def __init__(self, pending: Any) -> None:
        self.instructions, self._given = pending.instructions, pending.given
        self._rows: dict[int, int] = {}
        self.summed: set[int] = set()
        self._whole: set[int] = set()  # operands that are no rows
        self._decoded = [decoded(instruction, pending.calls) for instruction in self.instructions]
        self._fits = all(what is None or self._add(slot, what) for slot, what in enumerate(self._decoded))
        self.numbers = RowNumbers(self._rows)

    def _form(self, slot: int) -> Form:
        return forms[self.instructions[slot][1] >> 1]

    def _add(self, slot: int, what: Decoded) -> bool:
        """Know an instruction; False if it does with rows what is not done."""
        op, operands, static = what
        if op is offsets or op is gather or op is put:
            for s in operands if op is offsets else operands[1:2]:
                self._begin(s)
        rows = self._rows
        read = [s for s in operands if s in rows]
        if read and op is put:
            x, i, v = operands
            if x in rows or i not in rows or not self._are_rows([v], rows[i], self._form(v).shape):
                return False
        elif read and (op is not gather or read != [operands[1]]):
            count = rows[read[0]]
            how = self._together(op, operands, static, read) if op.op_class == ARRAY or op is sum_all else _APART
            if not how or (how == _APART and not self._are_apart(slot, op, operands, count)):
                return False
            if how == _TOGETHER:
                self.summed.add(slot)
            else:
                rows[slot] = count
        elif read:
            rows[slot] = rows[read[0]]
        self._whole.update([s for s in operands if s not in rows])
        return not without_gradient(self.instructions[slot], operands, self.instructions, self._form(slot))

    def _begin(self, slot: int) -> None:
        """Mark positions that are an input as rows."""
        form = self._form(slot)
        if slot in self._given and form.shape and form.shape[0] > 1 and slot not in self._whole:
            self._rows[slot] = form.shape[0]

    def _together(self, op: Op, operands: Sequence[int], static: dict[str, Any], read: Sequence[int]) -> int:
        """Return how an instruction that is not elementwise treats rows; 0 where it is not supported."""
        if op is sum_all or (op is sum_op and 0 in static["axes"]):
            return _TOGETHER
        if op is sum_op or (op is offsets and len({(s in self._rows, self._form(s).shape) for s in operands}) == 1):
            return _APART
        first = op in (matmul_op, matvec) and read == [operands[0]]
        return _APART if first and len(self._form(operands[0]).shape) == 2 >= len(self._form(operands[1]).shape) else 0

    def _are_apart(self, slot: int, op: Op, operands: Sequence[int], count: int) -> bool:
        """Tell whether each row of a result depends only on one row of the operands, and on values that all
        rows share.
        """
        shape = self._form(slot).shape
        if not shape or shape[0] != count:
            return False
        if op.op_class != ELEMENTWISE:
            return op.op_class == ARRAY
        return self._are_rows(operands, count, shape)

    def _are_rows(self, operands: Sequence[int], count: int, shape: tuple[int, ...]) -> bool:
        """Tell whether operands of an instruction, whose result is rows of a shape, are so many rows, or shared by all
        rows. Data become rows with it.
        """
        rows = self._rows
        for s in operands:
            operand_shape = self._form(s).shape
            if s in rows:
                if rows[s] != count or len(operand_shape) != len(shape):
                    return False
            elif len(operand_shape) == len(shape) and operand_shape[0] == count:
                if s not in self._given or self.instructions[s][1] & 1 or s in self._whole:
                    return False
                rows[s] = count
        return True

    def digest(self) -> tuple[Any, ...] | None:
        """Return a key of the recorded run, with lengths of rows by name; None where there is none."""
        if not (self._fits and self._rows):
            return None
        key: list[Any] = ["rows", *self.numbers.sizes]
        for slot, instruction in enumerate(self.instructions):
            what, count = self._decoded[slot], self._rows.get(slot)
            form: Any = instruction[1]
            if count is not None:
                row_form = self._form(slot)
                form = self.numbers.counts.index(count), row_form.shape[1:], row_form.dtype, form & 1
            key += instruction[0], form
            if what is not None:
                part = with_static([*what[1]], what[2])
                if part is None:
                    return None
                key.append(part)
            elif slot not in self._given and not (self._form(slot).scalar and instruction[2].__class__ is float):
                return None
        return tuple(key)

    def padded(self, trace: Any, source: Any) -> list[Any]:
        """Record a run once more, of more rows; returns its results. Inputs are arrays, masks, and numbers."""
        results: list[Any] = [None] * len(source.instructions)
        numbers = self.numbers

        def add(slot: int, value: np.ndarray) -> None:
            results[slot] = trace.input(value, form_of(value.shape, source.forms[slot].dtype, source.forms[slot].lane))

        for slot, array in numbers.arrays(source.given).items():
            add(slot, array)
        masks = [trace.input(mask, form_of(mask.shape, BOOL)) for mask in numbers.masks]
        for slot in source.numbers:
            add(slot, np.full(source.forms[slot].shape, source.instructions[slot][2], source.forms[slot].lane))
        for slot, what in enumerate(self._decoded):
            if what is not None:
                op, operands, static = what
                args = [results[s] for s in operands]
                if slot in self.summed:
                    (x,), group = args, numbers.counts.index(self._rows[operands[0]])
                    mask = reshape_op(masks[group], shape=(numbers.sizes[group], *(1,) * (x.ndim - 1)))
                    args = [where(mask, x, -0.0)]  # to which anything can be added
                results[slot] = op(*args, **static)
        return results


class RowsOfPath:
    """What the runs at a node have to do with rows.

    Attributes
    ----------
    numbers, node : RowNumbers and TreeNode, or None
        The numbers of rows, and the node of the digest; None if there is none.
    runs : int
        How many came here since the last eviction.
    """

    __slots__ = ("__weakref__", "node", "numbers", "runs")

    def __init__(self, numbers: RowNumbers | None = None, node: TreeNode | None = None) -> None:
        self.numbers, self.node, self.runs = numbers, node, 0

    def is_used(self) -> bool:
        """Tell whether runs came here since the last call."""
        runs, self.runs = self.runs, 0
        return self.node is not None and runs > 0

    def program(self, pending: Any, root: int, alive: bytes, times: int = 2) -> Any:
        """Return the program that sweeps such runs from a root, as `exits.artefact_at` does."""
        assert self.node is not None
        self.runs += 1
        return exits.artefact_at(pending, self.node, (root, alive, ()), "of_rows", RowLayout, root, alive, times=times)

    def run(self, pending: Any, program: Any) -> list[np.ndarray] | Reason:
        """Return the outputs of a program for a run, of rows as many as it has."""
        numbers: Any = self.numbers
        arrays = numbers.arrays(pending.given)
        outputs: Any = program.run(arrays, pending.instructions, numbers.masks, pending, self.node)
        if outputs.__class__ is not Reason:
            for k, s in enumerate(program.live):
                if s in numbers.rows:
                    outputs[k] = outputs[k][: numbers.rows[s]]
        return outputs


def at(pending: Any, node: TreeNode) -> RowsOfPath | None:
    """Return what a run at a node has to do with rows; None if the node has too many exits."""
    rows: RowsOfPath | None = node.exits.get(_KEY)
    return exits.exit_at(node, _KEY, lambda: _looked_at(pending)) if rows is None else rows


def swept(
    root: Tensor, pending: Any, targets: Sequence[Tensor] | None, retain: bool, on: TreeNode | None = None
) -> compiled_sweep.Attempt | Reason:
    """Sweep the open run, which is `on` a node or off the tree, by the program of its digest, as `compiled_sweep.swept`
    does.
    """
    reason = _refusal(pending, retain)
    if reason is not None:
        return reason
    rows = _looked_at(pending) if on is None else at(pending, on)
    if rows is None or rows.node is None:
        return Reason.ROWS
    slot, alive = root._i, held()(pending.instructions)
    program = rows.program(pending, slot, alive)
    if program.__class__ is Reason:
        return program
    leaves = [pending.run.sources[k][1] for k in program.leaves]
    stages = compiled_sweep.further(leaves, targets)
    if stages.__class__ is Reason:
        return stages
    outputs = rows.run(pending, program)
    if outputs.__class__ is Reason:
        return outputs
    return compiled_sweep.attempt((pending.run, pending, program, leaves, outputs, stages, slot, []))


_KEY = (exits.ROWS,)


def _looked_at(pending: Any) -> RowsOfPath:
    """Look at the rows of a run, and for its digest."""
    layout = RowLayout(pending)
    key = layout.digest()
    edge = None
    if key is not None:
        edge = recordings.next.get(key) or branch(recordings, key, Edge(TreeNode(len(pending.instructions))))
    return RowsOfPath() if edge is None else RowsOfPath(layout.numbers, edge.node)


def _refusal(pending: Any, retain: bool) -> Reason | None:
    """Return the reason why no program may sweep a run, beside those that `exits.arrive` checks."""
    if retain:
        return Reason.RETAINED
    if len(pending.instructions) > thresholds.RUN_LENGTH:
        return Reason.TOO_LONG
    if pending.run.watch is not UNWATCHED:
        return Reason.HOOKS
    return Reason.CHANGED if pending.outdated or pending.failures else None

"""Sparsity patterns of Jacobians: which elements of a program's output depend on which elements of an input.

One pass over the instructions carries for each value a truth matrix with a row for each of its elements and a column
for each element of the input; Griewank and Walther (Evaluating Derivatives, 2nd ed., SIAM 2008, section 7.1) call this
propagating index domains. An op says by its record what happens to the rows:

============ ====================================================================================
kind of op   rows of the result
============ ====================================================================================
elementwise  unions of the operands' rows, broadcast; only of arguments that have a partial
move         rows of the operands, chosen by running NumPy's forward on positions
contraction  unions over the labels that go; where the other factors are constants, of their nonzeros only
convolution  unions of those rows of the moved operand that weights multiply, and of the weights' rows
extreme      unions over the axes
cumulated    unions of all before
write        rows of the operands at the places written to
subtape      those of the pattern of its program, step after step
any other    the union of all rows, for each element
============ ====================================================================================

What depends on no input is computed on the way, so that a partial which is 0 there (of a mask, a constant matrix, a
constant condition) adds nothing. The pattern holds for all inputs that keep the program's guards: it may be larger than
that of the derivative somewhere, never smaller.

Tests: tests/func/test_sparse.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np
from scipy.sparse import csr_array, eye_array, vstack

from tapegrad.errors import ArgumentError
from tapegrad.ir.forms import Form, of_cells
from tapegrad.ir.program import Program
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.kinds.taps import Taps
from tapegrad.ops.results import result_op
from tapegrad.passes.legalize_complex import has_complex
from tapegrad.passes.lowering import lowered
from tapegrad.record.shape_inference import shape_of_result

LIMIT = 50_000_000  # nonzeros of a matrix that is called sparse
_MET = 4  # ways on which an element may depend on another one, on average

Matrix = Any  # csr_array of bool


def most_sweeps(shape: tuple[int, int]) -> int:
    """Return how many sweeps are worth it for a Jacobian of some shape."""
    return LIMIT // max(shape)


def jacobian_pattern(program: Program, source: int, title: str, output: int = 0) -> Matrix:
    """Return the pattern of the Jacobian of one of a program's outputs by one of its inputs.

    Parameters
    ----------
    program : Program
    source : int
        The number of the input.
    title : str
        The function that messages name.
    output : int
        The number of the output.

    Returns
    -------
    csr_array of bool, of shape (size of the output, size of the input)

    Raises
    ------
    ArgumentError
        If there are more than `LIMIT` dependencies.
    """
    program = lowered(program) if has_complex(program) else program
    return pattern_between(program, program.inputs[source], program.outputs[output], title, LIMIT)


class TooDense(ArgumentError):
    """There are more dependencies than are worth looking for."""


def pattern_between(
    program: Program, start: int, end: int, title: str, limit: int, widest: int | None = None
) -> Matrix:
    """Return the pattern of the Jacobian of one slot by another one, in a program of real numbers.

    Parameters
    ----------
    program : Program
    start, end : int
        The slot of an input, or any other one that is thought to be independent of those before; and a later one.
    title : str
        The function that messages name.
    limit : int
        How many dependencies all elements of a slot may have together.
    widest : int, optional
        How many a single one may have.

    Returns
    -------
    csr_array of bool, of shape (size of the one, size of the other)

    Raises
    ------
    TooDense
        If there are more.
    """
    columns = program.forms[start].size
    sweep = _Sweep(program, title, columns, limit)
    sweep.rows[start] = eye_array(columns, dtype=np.bool_, format="csr")
    last = _last_readers(program, end)
    for slot in range(end + 1):
        if last[slot] < 0:
            continue
        if slot != start:
            sweep.step(slot)
            if widest is not None and slot in sweep.rows and np.diff(sweep.rows[slot].indptr).max() > widest:
                raise TooDense(f"{title}: an element depends on more than {widest} others.")
        for operand in program.operands[slot]:
            if last[operand] == slot:
                for memo in (sweep.rows, sweep.values, sweep.of_results):
                    memo.pop(operand, None)
    return sweep.of(end)


def used_partial(op: Elementwise, argument: str, operands: Sequence[int], values: dict[int, Any]) -> Any:
    """Return where a partial that no input changes is not 0, by the values of slots; True for partials that inputs
    change or that sweeps refuse.
    """
    slots = dict(zip(op.arguments, operands, strict=True))
    if argument in op.lacks or not all(slots.get(name) in values for name in op.reads[argument]):
        return True
    with np.errstate(all="ignore"):
        return np.not_equal(op.partials[argument](**{name: values[slots[name]] for name in op.reads[argument]}), 0)


def values_of_constants(program: Program, stop: int) -> dict[int, Any]:
    """Return the values of those slots below `stop` that depend on no input."""
    sweep = _Sweep(program, "values", 0, 0)
    for slot in range(stop):
        sweep.step(slot)
    return sweep.values


def stacked(patterns: Sequence[Matrix]) -> Matrix:
    """Return patterns below each other, with sorted indices."""
    pattern = vstack(patterns, format="csr")
    pattern.sort_indices()
    return pattern


def _last_readers(program: Program, output: int) -> list[int]:
    """Find for each slot the last one that reads it on the way to the output; -1 for what the output does not need."""
    last = [-1] * len(program)
    last[output] = len(program)
    for slot in range(output, -1, -1):
        if last[slot] >= 0:
            for operand in program.operands[slot]:
                last[operand] = max(last[operand], slot)
    return last


class _Sweep:
    """The state of one pass.

    Attributes
    ----------
    rows : dict
        Dependencies by slot; a slot without any is not in it.
    values : dict
        Values of the slots that depend on no input; of an instruction with several results all of them.
    of_results : dict
        Dependencies of the results of such instructions.
    """

    def __init__(self, program: Program, title: str, columns: int, limit: int) -> None:
        self.program, self.title, self.columns, self.limit = program, title, columns, limit
        self.rows: dict[int, Matrix] = {}
        self.values: dict[int, Any] = {}
        self.of_results: dict[int, Sequence[Matrix | None]] = {}

    def of(self, slot: int) -> Matrix:
        """Return the dependencies of a slot."""
        rows = self.rows.get(slot)
        return self._nothing(self.program.forms[slot].size) if rows is None else rows

    def step(self, slot: int) -> None:
        """Find the dependencies, or the value, of a slot whose operands are known."""
        p = self.program
        op, operands = p.ops[slot], p.operands[slot]
        if op is None:
            if slot in p.constants:
                self.values[slot] = of_cells(p.constants[slot], p.forms[slot]).reshape(p.forms[slot].shape)
        elif op is result_op:
            self._result(slot, operands[0], p.statics[slot]["index"])
        elif any(s in self.rows for s in operands):
            rows: Any = None if op.stops else op.kind.pattern(self, slot)
            if rows is None:
                return
            if op.several:
                self.of_results[slot] = rows
            elif rows.nnz:
                self.rows[slot] = rows
        elif all(s in self.values for s in operands):
            value = op.kind.value(self, slot)
            if value is not None:
                self.values[slot] = value

    def value(self, slot: int) -> Any:
        """Compute an instruction whose operands' values are known."""
        p = self.program
        op = p.ops[slot]
        function = op.reference if isinstance(op, Elementwise) else op.forward
        with np.errstate(all="ignore"):
            value = function(*[self.values[s] for s in p.operands[slot]], **p.statics[slot])
        return value if op.several else np.asarray(value).reshape(p.forms[slot].shape)

    def _result(self, slot: int, instruction: int, index: int) -> None:
        """Find the dependencies, or the value, of a result of an instruction that has several."""
        if instruction in self.of_results:
            pattern = self.of_results[instruction][index]
            if pattern is not None and pattern.nnz:
                self.rows[slot] = pattern
        elif instruction in self.values:
            self.values[slot] = np.asarray(self.values[instruction][index])

    # -------------------------------------------------------------------------------------------- matrices

    def _check(self, count: int) -> None:
        """Refuse to build a matrix with so many nonzeros.

        Raises
        ------
        TooDense
        """
        if count > self.limit:
            raise TooDense(
                f"{self.title}: expected a sparse derivative, got more than {self.limit:,} dependencies. Use the dense "
                "transform, or products with jvp, vjp and hvp."
            )

    def _nothing(self, count: int) -> Matrix:
        """Return so many rows without any dependencies."""
        return csr_array((count, self.columns), dtype=np.bool_)

    def _select(self, rows: Matrix, index: np.ndarray) -> Matrix:
        """Return rows at positions, as often as they are named; at the one behind the last is an empty row."""
        index = index.reshape(-1)
        ends = np.append(rows.indptr, rows.nnz)
        self._check(int(np.diff(ends)[index].sum()))
        return csr_array((rows.data, rows.indices, ends), shape=(rows.shape[0] + 1, self.columns))[index]

    def _union(self, x: Matrix | None, y: Matrix) -> Matrix:
        """Return dependencies on either pattern; where one holds the other, the same matrix, so that later unions are
        cheap.
        """
        if x is None or x is y:
            return y
        both = x + y
        self._check(both.nnz)
        return x if both.nnz == x.nnz else y if both.nnz == y.nnz else both

    def _unions(self, count: int, targets: np.ndarray, sources: np.ndarray, rows: Matrix) -> Matrix:
        """Form so many rows, each the union of those rows that are paired with it."""
        pairs = csr_array((np.ones(targets.size, np.bool_), (targets, sources)), shape=(count, rows.shape[0]))
        return self.composed(pairs, rows)

    def composed(self, outer: Matrix, inner: Matrix) -> Matrix:
        """Return the pattern of a function of a function."""
        work = int(np.diff(inner.indptr)[outer.indices].sum())
        self._check(min(work // _MET, outer.shape[0] * self.columns))
        pattern = outer @ inner
        self._check(pattern.nnz)
        pattern.sort_indices()
        return pattern

    # -------------------------------------------------------------------------------------------- kinds of ops

    def elementwise(self, slot: int) -> Matrix | None:
        """Return the dependencies of those elements of an elementwise op's operands whose partials are not zero."""
        op, operands, form = self.program.ops[slot], self.program.operands[slot], self.program.forms[slot]
        pattern = None
        for argument, s in zip(op.arguments, operands, strict=True):
            if s not in self.rows or (argument not in op.partials and argument not in op.lacks):
                continue
            rows, inner = self.rows[s], self.program.forms[s]
            used = used_partial(op, argument, operands, self.values)
            if inner.size != form.size or not np.all(used):
                rows = self._select(rows, np.broadcast_to(np.where(used, _positions(inner), inner.size), form.shape))
            pattern = self._union(pattern, rows)
        return pattern

    def chosen(self, slot: int) -> Matrix:
        """Return the pattern of an op that selects elements of its operands: NumPy's forward, run on positions, says
        which.
        """
        p = self.program
        slots = [s for s in dict.fromkeys(p.operands[slot]) if s in self.rows]
        *starts, end = np.cumsum([0, *(p.forms[s].size for s in slots)])
        first = dict(zip(slots, starts, strict=True))
        places = [
            _positions(p.forms[s]) + first[s] if s in first else np.full(p.forms[s].shape, end)
            for s in p.operands[slot]
        ]
        index = np.asarray(p.ops[slot].forward(*places, **p.statics[slot]))
        rows = [self.rows[s] for s in slots]
        return self._select(rows[0] if len(rows) == 1 else vstack(rows, format="csr"), index)

    def cumulated(self, slot: int) -> Matrix:
        """Return unions of all before, by doubling the reach."""
        (operand,) = self.program.operands[slot]
        rows, form = self.rows[operand], self.program.forms[slot]
        axis = self.program.statics[slot]["axis"]
        places = np.moveaxis(_positions(form), axis, 0)
        reach = 1
        while reach < form.shape[axis]:
            before = np.full(form.shape, form.size)
            np.moveaxis(before, axis, 0)[reach:] = places[:-reach]
            rows = self._union(rows, self._select(rows, before))
            reach *= 2
        return rows

    def added(self, slot: int) -> Matrix | None:
        """Return the pattern of values added at an index, which may name an element more than once."""
        operands = self.program.operands[slot]
        form, value = self.program.forms[slot], operands[-1]
        pattern = self.rows.get(operands[0]) if len(operands) == 2 else None
        if value not in self.rows:
            return pattern
        targets = np.asarray(_positions(form)[self.program.statics[slot]["index"]])
        sources = np.broadcast_to(_positions(self.program.forms[value]), targets.shape)
        rows = self._unions(form.size, targets.reshape(-1), sources.reshape(-1), self.rows[value])
        return self._union(pattern, rows)

    def stacked(self, slot: int, ranks: Sequence[int] | None = None) -> Any:
        """Return the pattern of an op on stacks: an element depends on all of the same member. So many axes of each
        operand and of the result are one member's, by default all. Of several results, a list.
        """
        p = self.program
        op, operands = p.ops[slot], p.operands[slot]
        if not op.several:
            return self._stacked(slot, p.forms[slot].shape, ranks)
        shapes: Any = shape_of_result(op, [p.forms[s] for s in operands], p.statics[slot])
        return [
            self._stacked(slot, shape, ranks and (*ranks[: len(operands)], ranks[len(operands) + k]))
            for k, shape in enumerate(shapes)
        ]

    def _stacked(self, slot: int, shape: tuple[int, ...], ranks: Sequence[int] | None) -> Matrix | None:
        p = self.program
        shapes = [p.forms[s].shape for s in p.operands[slot]]
        *operand_ranks, rank = ranks or [len(other) for other in (*shapes, shape)]
        n = len(shape) - rank
        labels = [
            [*range(n - len(other) + r, n), *((k, axis) for axis in range(r))]
            for k, (other, r) in enumerate(zip(shapes, operand_ranks, strict=True))
        ]
        pattern = self.contraction(slot, labels, range(n), products=False)
        members = np.repeat(np.arange(math.prod(shape[:n])), math.prod(shape[n:]))
        return None if pattern is None else self._select(pattern, members)

    def linked(self, slot: int, links: Sequence[tuple[np.ndarray, np.ndarray]]) -> Matrix | None:
        """Return the pattern of a result whose elements are paired with elements of each operand."""
        size, pattern = self.program.forms[slot].size, None
        for s, (targets, sources) in zip(self.program.operands[slot], links, strict=True):
            if s in self.rows:
                pattern = self._union(pattern, self._unions(size, targets, sources, self.rows[s]))
        return pattern

    def tapped(self, slot: int, taps: Taps | None, ranks: Sequence[int] | None = None) -> Matrix | None:
        """Return the pattern of a convolution by its taps, or, if there are none or too many, of an op on stacks."""
        p, size = self.program, self.program.forms[slot].size
        if taps is None or taps.total * size > self.limit:
            return self.stacked(slot, ranks)
        pattern = None
        targets, *sources = taps.links(self.values.get(p.operands[slot][taps.weights]))
        for k, places in zip((taps.moved, taps.weights), sources, strict=True):
            if (s := p.operands[slot][k]) in self.rows:
                pattern = self._union(pattern, self._unions(size, targets, places, self.rows[s]))
        return pattern

    # -------------------------------------------------------------------------------------------- programs

    def within(self, slot: int, source: int, output: int = 0) -> Matrix:
        """Return the pattern of an output of the program that an instruction runs, by one of its inputs; found once, as
        programs within programs would be asked for it again and again."""
        program = self.program.statics[slot]["program"]
        pattern: Matrix = program.derive(
            ("pattern", source, output), lambda: jacobian_pattern(program, source, self.title, output)
        )
        return pattern

    def united(self, patterns: Sequence[Matrix]) -> Matrix:
        """Return dependencies on any of several things."""
        return reduce(self._union, patterns)

    def stepped(self, slot: int) -> list[Matrix]:
        """Return the results of a program run step after step: the last carries, lines of outputs, and those of carries
        where they are kept."""
        operands, static = self.program.operands[slot], self.program.statics[slot]
        program, carries, columns, steps = (static[name] for name in ("program", "carries", "columns", "steps"))
        sizes, results = [f.size for f in program.input_forms], len(program.outputs)
        rows = [self.of(s) for s in operands]
        inner = [[self.within(slot, k, output) for output in range(results)] for k in range(len(operands))]
        state = rows[:carries]
        outputs: list[list[Matrix]] = [[] for _ in range(results - carries + carries * static["keep"])]
        fixed = [self._nothing(form.size) for form in program.output_forms]
        for k in range(carries + columns, len(operands)):
            fixed = [self._union(old, self.composed(part, rows[k])) for old, part in zip(fixed, inner[k], strict=True)]
        count = 0
        for t in reversed(range(steps)) if static["backwards"] else range(steps):
            inputs = [*state, *(
                rows[k][t * sizes[k] : (t + 1) * sizes[k]] for k in range(carries, carries + columns)
            )]  # fmt: skip
            new = list(fixed)
            for pattern, parts in zip(inputs, inner, strict=False):
                new = [self._union(old, self.composed(part, pattern)) for old, part in zip(new, parts, strict=True)]
            for lines, part in zip(outputs, (*new[carries:], *state), strict=False):
                lines.append(part)
            state = new[:carries]
            count += sum(part.nnz for part in new)
            self._check(count)
        ordered = [lines[::-1] if static["backwards"] else lines for lines in outputs]
        return [*state, *(vstack(lines, format="csr") if lines else self._nothing(0) for lines in ordered)]

    # -------------------------------------------------------------------------------------------- contractions

    def contraction(
        self, slot: int, labels: Sequence[Any], output: Sequence[Any], products: bool = True
    ) -> Matrix | None:
        """Return unions over the labels that go; of products, where the other factors are constants, of their nonzeros
        only.
        """
        op, operands = self.program.ops[slot], self.program.operands[slot]
        shapes = [self.program.forms[s].shape for s in operands]
        pairs = [list(zip(names, shape, strict=True)) for names, shape in zip(labels, shapes, strict=True)]
        lengths = {c: n for axes in pairs for c, n in axes if n != 1}
        longer = [[c for c, n in axes if n != 1] for axes in pairs]  # along an axis of length 1 all is at 0
        output = [c for c in output if c in lengths]
        pattern = None
        for k, s in enumerate(operands):
            if s in self.rows and op.differentiable(k):
                others = [j for j, t in enumerate(operands) if products and j != k and t in self.values]
                factors = [
                    (self.values[operands[j]].reshape([lengths[c] for c in longer[j]]), longer[j]) for j in others
                ]
                mask, axes = _nonzeros(factors, {*longer[k], *output}, lengths)
                pattern = self._union(pattern, self._masked(self.rows[s], longer[k], output, lengths, mask, axes))
        return pattern

    def _masked(
        self, rows: Matrix, labels: list[Any], output: list[Any], lengths: dict[Any, int], mask: np.ndarray,
        axes: list[Any],
    ) -> Matrix:  # fmt: skip
        """Return unions over those axes of an operand that are not in the output, where a mask with some axes is
        set."""
        kept = [c for c in labels if c in output or c in axes]
        if kept != labels:
            shape = [lengths[c] if c in kept else 1 for c in labels]
            groups = np.arange(math.prod(shape)).reshape(shape)
            targets = np.broadcast_to(groups, [lengths[c] for c in labels]).reshape(-1)
            rows = self._unions(groups.size, targets, np.arange(targets.size), rows)
        if not axes and mask and kept == output:
            return rows
        free = [c for c in lengths if c in {*kept, *output} and c not in axes]
        full = [int(mask.sum()), *(lengths[c] for c in free)]
        self._check(math.prod(full))
        grid = np.indices(full, sparse=True)
        at = {c: grid[1 + d] for d, c in enumerate(free)}
        if axes:
            at |= {c: places[grid[0]] for c, places in zip(axes, np.nonzero(mask), strict=True)}
        targets, sources = (
            np.broadcast_to(np.ravel_multi_index([at[c] for c in names], [lengths[c] for c in names]), full).reshape(-1)
            for names in (output, kept)
        )
        return self._unions(math.prod(lengths[c] for c in output), targets, sources, rows)


def _positions(form: Form) -> np.ndarray:
    return np.arange(form.size).reshape(form.shape)


def _nonzeros(
    factors: Sequence[tuple[np.ndarray, list[Any]]], needed: set[Any], lengths: dict[Any, int]
) -> tuple[np.ndarray, list[Any]]:
    """Return where the product of constants can be other than 0, along those of their axes that are needed; and these
    axes."""
    axes = [c for c in lengths if c in needed and any(c in names for _, names in factors)]
    number = {c: k for k, c in enumerate(lengths)}
    terms: list[Any] = []
    for value, names in factors:
        terms += [value != 0, [number[c] for c in names]]
    return np.einsum(*terms, [number[c] for c in axes]) if factors else np.ones((), np.bool_), axes

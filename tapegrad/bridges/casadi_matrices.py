"""Matrices by columns, as CasADi has them, and arrays; and the Jacobian of an operation as sparse matrices.

Several directions of a derivative are matrices side by side in CasADi, and a batch here.

Tests: tests/bridges/test_casadi.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import casadi
import numpy as np

from tapegrad.bridges.operations import Arrays, Operation
from tapegrad.errors import ReplayError, ShapeError
from tapegrad.func.containers import flatten
from tapegrad.func.jacobians import jacobian
from tapegrad.ops.shape_ops import concatenate, reshape
from tapegrad.record.generators import refusing_draws
from tapegrad.replay.sparse_derivatives import sparse_jacobian


class MatrixSlot(NamedTuple):
    """An input or output.

    Attributes
    ----------
    shape : tuple of int
        Of the array that holds it; of a sparse one the number of nonzeros. Numbers of directions come first.
    sparsity : casadi.Sparsity
    matrix : bool
        Whether the last two axes are rows and columns.
    """

    shape: tuple[int, ...]
    sparsity: Any
    matrix: bool = False

    @classmethod
    def of(cls, shape: tuple[int, ...]) -> MatrixSlot:
        """Return a dense one.

        Raises
        ------
        ShapeError
        """
        if len(shape) > 2:
            raise ShapeError(f"bridges.casadi.function: expected arrays of at most two dimensions, got shape {shape}.")
        rows, columns = (*shape, 1, 1)[:2]
        return cls(shape, casadi.Sparsity.dense(rows, columns), len(shape) == 2)

    @classmethod
    def sparse(cls, sparsity: Any) -> MatrixSlot:
        """Return a sparse one."""
        return cls((sparsity.nnz(),), sparsity)

    def unused(self) -> MatrixSlot:
        """Return one of this size without nonzeros."""
        return MatrixSlot.sparse(casadi.Sparsity(*self.sparsity.size()))

    def directions(self, count: int) -> MatrixSlot:
        """Return one that has so many of this side by side."""
        return (
            MatrixSlot((count, *self.shape), casadi.repmat(self.sparsity, 1, count), self.matrix) if count > 1 else self
        )

    def array(self, nonzeros: np.ndarray) -> np.ndarray:
        """Return the array whose memory nonzeros by columns are."""
        if not self.matrix:
            return nonzeros.reshape(self.shape)
        *front, rows, columns = self.shape
        return nonzeros.reshape(*front, columns, rows).swapaxes(-1, -2)

    def places(self) -> np.ndarray:
        """Return for each element of the array in C order its index in the matrix by columns."""
        return self.array(np.array(self.sparsity.find(), np.intp)).ravel()


class Sides(NamedTuple):
    """What a function of CasADi takes and gives.

    Attributes
    ----------
    used : sequence of int
        The inputs that are leaves of the operation.
    """

    inputs: list[MatrixSlot]
    outputs: list[MatrixSlot]
    used: Sequence[int]


class Jacobian(Operation):
    """The nonzeros of the Jacobian of an operation, in blocks for each output and each input.

    Attributes
    ----------
    blocks : list of MatrixSlot
        For each output all inputs.
    """

    def __init__(self, operation: Operation, sides: Sides, example: Arrays) -> None:
        def joined(*leaves: Any) -> Any:
            results: list[Any] = []
            flatten(operation.function(*leaves), results)
            return concatenate([reshape(x, (-1,)) for x in results])

        super().__init__(self._picked, operation.name, derived=True)
        self._sides = sides
        self._dense = [jacobian(joined, k) for k in range(len(example))]
        self._sparse = [sparse_jacobian(joined, k) for k in range(len(example))]
        with refusing_draws():
            self._patterns = [part.pattern(*example) for part in self._sparse]
        self._guarded = any(part.has_guards(*example) for part in self._sparse)
        rows_of = [slot.places() for slot in sides.outputs]
        columns_of = [slot.places() for slot in sides.inputs]
        starts = np.cumsum([0, *map(len, rows_of)])
        self._orders: list[Any] = []  # for each block, where its nonzeros are in those of the input
        self.blocks: list[MatrixSlot] = []
        for out, slot in enumerate(sides.outputs):
            start, end = starts[out : out + 2]
            for k, argument in enumerate(sides.inputs):
                shape = slot.sparsity.numel(), argument.sparsity.numel()
                if k not in sides.used:
                    self._orders.append(None)
                    self.blocks.append(MatrixSlot.sparse(casadi.Sparsity(*shape)))
                    continue
                pattern = self._patterns[sides.used.index(k)]
                rows = np.repeat(np.arange(start, end), np.diff(pattern.indptr[start : end + 1])) - start
                part = np.arange(pattern.indptr[start], pattern.indptr[end])
                rows, columns = rows_of[out][rows], columns_of[k][pattern.indices[part]]
                order = np.lexsort((rows, columns))
                counts = np.cumsum([0, *np.bincount(columns, minlength=shape[1])])
                self._orders.append(part[order])
                self.blocks.append(MatrixSlot.sparse(casadi.Sparsity(*shape, counts.tolist(), rows[order].tolist())))

    def once(self, key: Any, f: Callable[..., Any]) -> Any:
        """Return the operation of a function that is derived from this one, the same for each key."""
        return self.kept(key, lambda: Operation(f, self.name, derived=True))

    def nonzeros(self, leaves: Sequence[Any], wanted: Sequence[bool]) -> list[Any]:
        """Return the nonzeros of the blocks that are wanted."""
        count, used = len(self._sides.inputs), self._sides.used
        results: list[Any] = [None] * len(wanted)
        for place, k in enumerate(used):
            blocks = [b for b in range(k, len(wanted), count) if wanted[b]]
            if not blocks:
                continue
            with refusing_draws():
                matrix = self._sparse[place](*leaves)
            self._compare(matrix, self._patterns[place])
            for b in blocks:
                results[b] = matrix.data[self._orders[b]]
        return results

    def check(self, leaves: Sequence[Any]) -> None:
        """Check that the pattern for leaves is that of the example, on which CasADi relies for sums of directions."""
        for part, pattern in zip(self._sparse, self._patterns, strict=True):
            if self._guarded:
                self._compare(part.pattern(*leaves), pattern)

    def _compare(self, matrix: Any, pattern: Any) -> None:
        """Compare patterns.

        Raises
        ------
        ReplayError
        """
        if not (np.array_equal(matrix.indices, pattern.indices) and np.array_equal(matrix.indptr, pattern.indptr)):
            raise ReplayError(
                f"{self.name}: expected the pattern that the Jacobian has for the example, got another one, because a "
                "decision went another way. Pass an example with all nonzeros, or compute with where."
            )

    def _picked(self, *leaves: Any) -> list[Any]:
        """Return the nonzeros of all blocks, to be differentiated: from the dense Jacobian."""
        count, used = len(self._sides.inputs), self._sides.used
        matrices = []
        for dense, pattern in zip(self._dense, self._patterns, strict=True):
            matrix = reshape(dense(*leaves), pattern.shape)
            matrices.append(matrix[np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr)), pattern.indices])
        return [
            np.zeros(0) if order is None else matrices[used.index(b % count)][order]
            for b, order in enumerate(self._orders)
        ]

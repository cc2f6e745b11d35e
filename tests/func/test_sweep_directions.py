"""Sums of columns and of rows that have all nonzeros of a Jacobian."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import tapegrad as tg
from tapegrad.func.sweep_directions import sweep_directions
from tests.support import jacobian


def with_long_lines(rng, m, n, rows, columns):
    """Some full rows and columns, and a few nonzeros elsewhere."""
    dense = rng.random((m, n)) < 2.0 / n
    dense[rng.permutation(m)[:rows]] = True
    dense[:, rng.permutation(n)[:columns]] = True
    return scipy.sparse.csr_array(dense)


def assert_told_apart(pattern, directions):
    """Each nonzero is the only one of its row in a sum of columns, or the only one of its column in a sum of rows."""
    dense, (rows, columns) = pattern.toarray(), pattern.nonzero()
    for i, j, by_row in zip(rows, columns, directions.by_row, strict=True):
        if by_row:
            assert directions.rows[i] >= 0
            assert dense[directions.rows == directions.rows[i], j].sum() == 1
        else:
            assert directions.columns[j] >= 0
            assert dense[i, directions.columns == directions.columns[j]].sum() == 1


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (1, 0), (0, 1), (1, 1), (3, 2), (2, 5)])
@pytest.mark.parametrize("shape", [(40, 40), (25, 60), (60, 25), (1, 9), (9, 1)])
def test_nonzeros_are_told_apart(shape, rows, columns):
    for seed in range(4):
        pattern = with_long_lines(np.random.default_rng(seed), *shape, min(rows, shape[0]), min(columns, shape[1]))
        for tangents in (True, False):
            directions = sweep_directions(pattern, 10**6, tangents)
            assert_told_apart(pattern, directions)
            assert tangents or not directions.counts[0]
            colours = directions.colours(pattern)
            assert set(colours) == set(range(sum(directions.counts)))


def arrow(n, rows, columns):
    matrix = scipy.sparse.lil_array((n, n), dtype=bool)
    matrix.setdiag(True)
    matrix[:rows], matrix[:, :columns] = True, True
    return matrix.tocsr()


@pytest.mark.parametrize(("rows", "columns", "counts"), [
    (0, 0, (1, 0)), (0, 2, (0, 3)), (2, 0, (3, 0)), (1, 1, (2, 1)), (3, 2, (3, 3)), (1, 3, (4, 1)),
])  # fmt: skip
def test_few_sums(rows, columns, counts):
    directions = sweep_directions(arrow(50, rows, columns), 10**6, True)
    assert sum(directions.counts) <= sum(counts)
    if rows and columns:
        assert min(directions.counts) > 0


def coupled(x):
    """Each residual has a state of its own and two shared numbers; the last two are sums over all states."""
    shared, state = x[:2], x[2:]
    local = np.sin(state) * shared[0] + np.exp(shared[1] * state)
    return np.concatenate([local, np.sum(state**2).reshape(1), np.dot(state, np.cos(state)).reshape(1) * shared[1]])


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
def test_jacobians(layout):
    derivative = tg.func.sparse_jacobian(coupled, format=layout)
    x = np.random.default_rng(0).normal(size=14)
    matrix, pattern = derivative(x), derivative.pattern(x)
    assert matrix.format == layout
    assert (pattern.colours, pattern.by) == (5, "columns and rows")
    assert "5 colours of columns and rows" in repr(pattern)
    np.testing.assert_allclose(matrix.toarray(), jacobian(coupled, x).astype(float), rtol=1e-6, atol=1e-8)
    np.testing.assert_array_equal(pattern.toarray(), matrix.toarray() != 0.0)
    memory = np.empty(pattern.nnz)
    np.testing.assert_array_equal(pattern.matrix(derivative.values(x, out=memory)).toarray(), matrix.toarray())
    assert derivative.colours(np.ones(400)) == 5


def test_float32():
    x = np.linspace(0.1, 1.0, 9, dtype=np.float32)
    matrix = tg.func.sparse_jacobian(coupled)(x)
    assert matrix.dtype == np.float32
    np.testing.assert_allclose(matrix.toarray(), jacobian(coupled, x.astype(float)).astype(float), rtol=1e-4, atol=1e-5)

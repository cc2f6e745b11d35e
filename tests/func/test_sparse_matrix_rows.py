"""Sparse derivatives through products with sparse matrices: rows of any lengths, repeated places, transposes."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import tapegrad as tg

RNG = np.random.default_rng(0)


def matrix(rows, columns, dtype=np.float64, repeated=True):
    """A matrix with rows of 0 to 5 nonzeros, of which some are at one place, and one that is 0."""
    lengths = np.random.default_rng(1).integers(0, 6, rows)
    starts = np.append(0, np.cumsum(lengths))
    rng = np.random.default_rng(2)
    indices = rng.integers(0, columns, starts[-1])
    if repeated:
        indices[starts[:-1][lengths > 1] + 1] = indices[starts[:-1][lengths > 1]]
    data = rng.normal(size=starts[-1]).astype(dtype)
    data[3] = 0.0
    return scipy.sparse.csr_array((data, indices, starts), shape=(rows, columns))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("layout", ["csr", "csc"])
@pytest.mark.parametrize(("rows", "columns"), [(40, 30), (25, 60)])
def test_products_with_a_constant_matrix(rows, columns, layout, dtype):
    A = matrix(rows, columns, dtype)
    x = RNG.normal(size=columns).astype(dtype)
    tolerance = 1e-13 if dtype == np.float64 else 1e-5
    dense = A.toarray().astype(float)
    jacobian = tg.func.sparse_jacobian(lambda x: np.tanh(A @ np.sin(x)) + 1.0, format=layout)
    exact = dense * np.cos(x) / np.cosh(dense @ np.sin(x.astype(float)))[:, None] ** 2
    found = jacobian(x)
    assert found.has_canonical_format
    assert found.dtype == dtype
    np.testing.assert_allclose(found.toarray(), exact, rtol=tolerance, atol=tolerance)
    pattern = jacobian.pattern(x)
    assert pattern.by == "diagonals"
    stored = (abs(A) + (A != 0)).tocoo()
    assert pattern.nnz in (stored.nnz, len({*zip(*map(np.ndarray.tolist, A.tocoo().coords), strict=True)}))
    np.testing.assert_array_equal(jacobian(x).toarray(), found.toarray())


def test_transposes_and_rows_of_neighbours():
    A = matrix(50, 40, repeated=False)
    y = RNG.normal(size=50)
    jacobian = tg.func.sparse_jacobian(lambda y: A.T @ (y * y))
    np.testing.assert_allclose(jacobian(y).toarray(), A.toarray().T * (2.0 * y), rtol=1e-13, atol=1e-15)
    x = RNG.normal(size=41)
    jacobian = tg.func.sparse_jacobian(lambda x: (A @ (x[1:] * x[:-1]))[5:45])
    inner = np.zeros((40, 41))
    inner[np.arange(40), np.arange(40)], inner[np.arange(40), np.arange(1, 41)] = x[1:], x[:-1]
    np.testing.assert_allclose(jacobian(x).toarray(), (A.toarray() @ inner)[5:45], rtol=1e-12, atol=1e-14)


def test_numbers_that_are_an_argument():
    A = matrix(40, 30)
    x = RNG.normal(size=30)

    def product(x, values):
        return tg.sparse.csr_array((values, A.indices, A.indptr), shape=A.shape) @ x

    jacobian = tg.func.sparse_jacobian(product)
    for values in (A.data, A.data[::-1].copy(), np.zeros_like(A.data)):
        exact = scipy.sparse.csr_array((values, A.indices, A.indptr), shape=A.shape).toarray()
        np.testing.assert_allclose(jacobian(x, values).toarray(), exact, rtol=1e-14)
    of_values = tg.func.sparse_jacobian(lambda values, x: product(x, values))
    exact = np.stack([product(x, e) for e in np.eye(A.data.size)], axis=1)
    np.testing.assert_allclose(of_values(A.data, x).toarray(), exact, rtol=1e-14)


def test_one_long_row_is_no_stencil():
    dense = np.eye(200)
    dense[7] = np.arange(200.0)
    jacobian = tg.func.sparse_jacobian(lambda x: scipy.sparse.csr_array(dense) @ np.sin(x))
    x = RNG.normal(size=200)
    np.testing.assert_allclose(jacobian(x).toarray(), dense * np.cos(x), rtol=1e-13)
    assert jacobian.pattern(x).by != "diagonals"


def test_an_infinite_tangent_stays_in_its_column():
    A = scipy.sparse.csr_array(np.array([[1.0, 2.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 4.0]]))
    found = tg.func.sparse_jacobian(lambda x: A @ np.sqrt(x))(np.array([0.0, 1.0, 4.0])).toarray()
    assert found.tolist() == [[np.inf, 1.0, 0.0], [0.0, 1.5, 0.0], [0.0, 0.0, 0.0], [0.0, 0.5, 1.0]]

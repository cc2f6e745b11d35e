"""Sparse derivatives by diagonals: windows, cuts, mirrored values, and what is no stencil."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import tapegrad as tg
from tapegrad.errors import ArgumentError, ReplayError, ShapeError
from tests.support import hessian, jacobian

FORMATS = ["csr", "csc", "coo"]


def second_order(x):
    return np.concatenate([x[:1] - 1.0, x[2:] - 2.0 * x[1:-1] + np.exp(x[:-2]) * x[1:-1], x[-1:] ** 2])


def upwind(x):
    flux = np.where(np.arange(x.shape[0]) < 4, x * x, np.sin(x))
    y = np.zeros_like(x)
    y[1:] = flux[1:] - flux[:-1]
    y[0] = flux[0] - 3.0
    return y


def added(x):
    y = x * x
    y[2:-1] += np.sin(x[:-3]) * x[3:]
    return y


def square(u):
    m = round(u.shape[0] ** 0.5)
    p = np.pad(u.reshape(m, m), 1)
    inner = p[1:-1, 1:-1]
    return (4.0 * inner - p[:-2, 1:-1] - p[2:, 1:-1] * inner - p[1:-1, :-2] - p[1:-1, 2:] ** 2).reshape(-1)


def turned(u):
    """A transposed field: its axes are those of the result, the other way round."""
    m = round(u.shape[0] ** 0.5)
    v = u.reshape(m, m)
    return v[1:, :-1] * v.T[1:, :-1]


def cube(u):
    m = round(u.shape[0] ** (1 / 3))
    v = u.reshape(m, m, m)
    return (v[1:-1, 1:-1, 1:-1] ** 2 - v[:-2, 1:-1, 1:-1] * v[2:, 1:-1, 1:-1] - v[1:-1, 1:-1, :-2]).reshape(-1)


def ring(x):
    return x * np.roll(x, 1) - np.roll(x, -2) ** 3


def strided(x):
    return x[::2] * x[1::2] ** 2


def backwards(x):
    return x[::-1][1:] * x[:-1]


def by_number(x):
    return x[1:] * x[0] + x[:-1] ** 2


def gathered(x):
    """Five elements of each row, of which some meet: their shares are added up."""
    index = np.random.default_rng(4).integers(0, x.shape[0], (x.shape[0], 5))
    index[2] = 3
    return np.sum(np.sin(x[index]) * np.arange(1.0, 6.0), axis=1)


def weighed(x):
    """A sum over an axis of neighbours."""
    return np.sum(np.stack([x[:-2], x[1:-1] ** 2, x[2:] * 3.0]), axis=0)


def two_fields(w):
    """Two fields on a torus that act on each other, one after the other, and their sums with an end in front."""
    u, v = w.reshape(2, 5, -1)
    around = np.roll(u, 1, axis=0) + np.roll(u, -1, axis=1)
    return np.concatenate([w[:1] ** 2, (around - u**2 * v).ravel(), (np.roll(v, 2, axis=1) * u).ravel()])


def field_and_line(w):
    """A field, transposed, and a line: blocks of rows of another number of axes."""
    field = w.reshape(4, -1)
    return np.concatenate([(field[1:] * field[:-1]).T.ravel(), np.sin(w[1:]) * w[:-1]])


def field_and_vector(u):
    """Numbers of a field beside those of a vector, with weights of either shape, and a switch for some of them."""
    v = np.pad(u.reshape(5, -1), 1)
    flux = (v[1:-1, 1:-1] * (v[:-2, 1:-1] - 3.0) - v[1:-1, 2:] + (v[2:, 1:-1] - 3.0) ** 2) * np.arange(1.0, 6.0)[
        :, None
    ]
    gain = np.where(np.arange(u.shape[0]) < 14, np.sin(u), 0.0)
    return np.arange(u.shape[0]) * gain + flux.ravel() * np.exp(u)


def line_as_field(x):
    """Neighbours in a vector, whose products are then a field."""
    y = np.tanh((x[1:] * x[:-1]).reshape(4, 1, -1))
    return (y * np.linspace(1.0, 2.0, 4)[:, None, None]).reshape(2, -1) + 1.0


JACOBIANS = {f.__name__: (f, n) for f, n in (
    (second_order, 12), (upwind, 11), (added, 13), (square, 36), (turned, 25), (cube, 64), (ring, 19), (strided, 20),
    (gathered, 23), (backwards, 12), (by_number, 12), (weighed, 13), (two_fields, 40),
    (field_and_line, 24), (field_and_vector, 35), (line_as_field, 25),
)}  # fmt: skip


def point(n):
    return np.random.default_rng(1).permutation(n) * (1.7 / n) + 0.35


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("name", JACOBIANS)
def test_jacobians(name, layout):
    f, n = JACOBIANS[name]
    x = point(n)
    sparse = tg.func.sparse_jacobian(f, format=layout)
    expected = jacobian(f, x).astype(float).reshape(-1, n)
    for _ in range(2):  # the second call is that of machine code
        found = sparse(x)
        assert found.format == layout
        np.testing.assert_allclose(found.toarray(), expected, rtol=1e-8, atol=1e-8)
    pattern = sparse.pattern(x)
    assert pattern.by == "diagonals"
    np.testing.assert_array_equal(pattern.toarray(), np.abs(expected) > 1e-9)
    assert pattern.colours == np.count_nonzero(pattern.toarray(), axis=1).max()
    order = np.lexsort(pattern.coordinates if layout == "csc" else pattern.coordinates[::-1])
    np.testing.assert_array_equal(order, np.arange(pattern.nnz))


def chain(x):
    return np.sum(np.sqrt(1.0 + (x[1:] - x[:-1]) ** 2)) + np.sum(x[2:] * x[:-2] ** 2)


def membrane(u):
    m = round(u.shape[0] ** 0.5)
    v = u.reshape(m, m)
    return np.sum(np.sqrt(1.0 + (v[1:, :-1] - v[:-1, :-1]) ** 2 + (v[:-1, 1:] - v[:-1, :-1]) ** 2))


def padded_membrane(u):
    """Differences within a field and its border, and a sum over the vector that it was made of."""
    p = np.pad(u.reshape(4, -1), 1)
    rest = np.sum(np.exp(u) * np.linspace(0.0, 1.0, u.shape[0])) + u[3] * 2.0
    return np.sum((p[1:] - p[:-1]) ** 2 * p[1:]) + np.sum((p[:, 1:] - p[:, :-1]) ** 4) - rest


def padded_block(u):
    p = np.pad(u.reshape(3, 4, -1), ((1, 1), (0, 0), (1, 0)))
    return np.sum((p[1:] - p[:-1]) ** 4) + np.sum((p[..., 1:] - p[..., :-1]) ** 3) + np.sum(u.reshape(-1, 2) ** 3)


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize(("f", "n"), [(chain, 12), (membrane, 36), (padded_membrane, 28), (padded_block, 60)])
def test_hessians(f, n, layout):
    x = point(n)
    sparse = tg.func.sparse_hessian(f, format=layout)
    assert sparse.pattern(x).by == "diagonals"
    expected = hessian(f, x)
    for _ in range(2):
        found = sparse(x)
        np.testing.assert_allclose(found.toarray(), expected, rtol=1e-6, atol=1e-6)
        assert (found.toarray() == found.toarray().T).all()  # to the bit


def test_jax_agrees():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy

    def f(np, x):
        y = np.concatenate([np.zeros(1), x, np.zeros(2)])
        return np.tanh(y[:-3]) * y[1:-2] + np.exp(-y[2:-1] * y[3:])

    x = point(41)
    expected = np.asarray(jax.jacfwd(lambda x: f(jnp, x))(x))
    np.testing.assert_allclose(tg.func.sparse_jacobian(lambda x: f(np, x))(x).toarray(), expected, rtol=1e-13)
    expected = np.asarray(jax.hessian(lambda x: jnp.sum(f(jnp, x)))(x))
    found = tg.func.sparse_hessian(lambda x: np.sum(f(np, x)))
    assert found.pattern(x).by == "diagonals"
    np.testing.assert_allclose(found(x).toarray(), expected, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 9, 16, 17])
def test_few_rows(n):
    x = point(n)
    for f in (ring, second_order)[: 2 if n > 3 else 1]:
        np.testing.assert_allclose(
            tg.func.sparse_jacobian(f)(x).toarray(), jacobian(f, x).astype(float), rtol=1e-8, atol=1e-8
        )


@pytest.mark.parametrize("n", [96, 97, 103, 1000, 1001])
def test_rows_after_whole_vectors(n):
    """A loop's last lanes, of rows whose values are written to places of their own."""
    x = point(n)
    found = tg.func.sparse_jacobian(lambda x: x[1:-1] * x[2:] - x[:-2] ** 2)(x)
    exact = scipy.sparse.diags_array([-2.0 * x[:-2], x[2:], x[1:-1]], offsets=[0, 1, 2], shape=(n - 2, n))
    assert abs(found - exact).max() < 1e-15


def test_what_is_no_stencil_is_coloured():
    x = point(99)
    for f in (
        lambda x: x[np.arange(99) * 5 % 99] * np.cumsum(x),
        lambda x: np.where(np.arange(99) % 3, x, 0.0) + x[::-1],  # too many windows
    ):
        sparse = tg.func.sparse_jacobian(f)
        np.testing.assert_allclose(sparse(x).toarray(), jacobian(f, x).astype(float), rtol=1e-8, atol=1e-8)
        assert sparse.pattern(x).by != "diagonals"


def test_infinite_tangents_stay_where_they_are():
    """Absolute zero: a row that does not depend on an infinite slope has a number."""
    x = np.array([0.0, 4.0, 0.0, 9.0])
    found = tg.func.sparse_jacobian(lambda x: np.concatenate([np.sqrt(x[1:]), x[:1]]))(x).toarray()
    assert found.tolist() == [[0.0, 0.25, 0.0, 0.0], [0.0, 0.0, np.inf, 0.0], [0.0, 0.0, 0.0, 1 / 6], [1.0, 0, 0, 0]]


# ------------------------------------------------------------------------------------------------- values alone


@pytest.mark.parametrize("derivative", [tg.func.sparse_jacobian(second_order), tg.func.sparse_jacobian(second_order, format="csc"),
                                        tg.func.sparse_jacobian(lambda x: np.cumsum(x[:4]) * x[:4]), tg.func.sparse_hessian(chain)])  # fmt: skip
def test_values_go_to_the_callers_array(derivative):
    x, y = point(12), point(12)[::-1].copy()
    pattern = derivative.pattern(x)
    memory = np.full(pattern.nnz, np.nan)
    for z in (x, y, x):
        returned = derivative.values(z, out=memory)
        assert returned is memory
        rows, columns = pattern.coordinates
        np.testing.assert_array_equal(memory, derivative(z).toarray()[rows, columns])
        np.testing.assert_array_equal(derivative.values(z), memory)
        np.testing.assert_array_equal(pattern.matrix(memory).toarray(), derivative(z).toarray())


def test_values_that_depend_on_nothing():
    sparse = tg.func.sparse_jacobian(lambda x: x[1:] - 3.0 * x[:-1])
    memory = np.zeros(6)
    for _ in range(3):
        assert sparse.values(np.ones(4), out=memory).tolist() == [-3.0, 1.0] * 3
        memory[:] = 0.0


def test_arrays_for_values_must_fit():
    sparse = tg.func.sparse_jacobian(second_order)
    with pytest.raises(ShapeError, match="out= of shape"):
        sparse.values(point(12), out=np.zeros(3))
    sparse(point(12))
    with pytest.raises(ShapeError, match="out= of shape"):
        sparse.values(point(12), out=np.zeros(3))
    with pytest.raises(ArgumentError, match="format must be one of csr, csc, coo, got 'dia'"):
        tg.func.sparse_jacobian(second_order, format="dia")


def test_values_of_another_pattern_are_refused():
    """Both patterns have as many nonzeros."""
    sparse = tg.func.sparse_jacobian(lambda x: x * np.roll(x, 1) if x[0] > 0 else x * np.roll(x, 2))
    x = point(8)
    pattern, memory = sparse.pattern(x), np.empty(16)
    np.testing.assert_array_equal(pattern.matrix(sparse.values(x, out=memory)).toarray(), sparse(x).toarray())
    for _ in range(2):
        with pytest.raises(ReplayError, match="expected the pattern that `pattern` returned last"):
            sparse.values(-x, out=memory)
        sparse.values(x, out=memory)
    other = sparse.pattern(-x)
    assert not other.equals(pattern)
    np.testing.assert_array_equal(other.matrix(sparse.values(-x)).toarray(), sparse(-x).toarray())


def test_matrices_do_not_share_memory():
    sparse = tg.func.sparse_jacobian(second_order)
    x = point(3000)
    first, second = sparse(x), sparse(x)
    for name in ("data", "indices", "indptr"):
        assert not np.shares_memory(getattr(first, name), getattr(second, name))
    first.indices[:] = 0
    assert abs(second - sparse(x)).max() == 0.0


WEIGHTS = np.random.default_rng(5).normal(size=(40, 3))


@pytest.mark.parametrize("f", [
    lambda x: np.sum(x[:, None] * WEIGHTS, axis=1) * 2.0,
    lambda x: np.exp(np.stack([x[1:] * x[:-1], x[1:] ** 2]).sum(0)),
    lambda x: ((x.reshape(5, 8).T * WEIGHTS[:8, :1])[1:] * x.reshape(5, 8).T[:-1]).reshape(-1),
])  # fmt: skip
@pytest.mark.parametrize("layout", FORMATS)
def test_terms_of_one_column_are_added_up(f, layout):
    x = np.linspace(0.5, 1.5, 40)
    np.testing.assert_allclose(
        tg.func.sparse_jacobian(f, format=layout)(x).toarray(), jacobian(f, x), rtol=1e-6, atol=1e-6
    )


def test_terms_of_one_column_are_added_up_in_hessians():
    def f(x):
        y = np.sin(np.sin(x[1:] - x[:-1] * x[1:]))[:, None]
        return np.sum((np.broadcast_to(y, (39, 2)) * WEIGHTS[:39, :2]) ** 2)

    x = np.linspace(0.5, 1.5, 40)
    np.testing.assert_allclose(tg.func.sparse_hessian(f)(x).toarray(), hessian(f, x), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("f", [np.sign, lambda x: x * 0.0])
def test_a_jacobian_may_have_no_nonzeros(f):
    x = np.linspace(-1.0, 1.0, 7)
    np.testing.assert_array_equal(tg.func.sparse_jacobian(f)(x).toarray(), np.zeros((7, 7)))

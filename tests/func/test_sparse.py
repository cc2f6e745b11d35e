"""Sparse Jacobians and Hessians: patterns, colourings, values."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, PlainDataError, TapegradError
from tapegrad.func import colouring, greedy_colouring, sparsity
from tapegrad.func.colouring import star_colouring, symmetric_places
from tapegrad.ops import gather_scatter
from tests.support import declared, hessian, jacobian


def jacobian_by_differences(f, x):
    """A row for each output, a column for each input."""
    return jacobian(f, x).astype(float).reshape(-1, x.size)


# ------------------------------------------------------------------------------------------------- problems


def broyden(x):
    n = x.shape[0]
    before, after = np.concatenate([np.zeros(1), x[: n - 1]]), np.concatenate([x[1:], np.zeros(1)])
    return (3.0 - 2.0 * x) * x - before - 2.0 * after + 1.0


def broyden_written(x):
    y = (3.0 - 2.0 * x) * x + 1.0
    y[1:] -= x[:-1]
    y[:-1] -= 2.0 * x[1:]
    return y


def broyden_padded(x):
    p = np.pad(x, 1)
    return (3.0 - 2.0 * x) * x - p[:-2] - 2.0 * p[2:] + 1.0


def broyden_in_scalars(x):
    n = x.shape[0]
    return np.stack(
        [
            (3.0 - 2.0 * x[k]) * x[k] - (x[k - 1] if k else 0.0) - (2.0 * x[k + 1] if k < n - 1 else 0.0) + 1.0
            for k in range(n)
        ]
    )


def blocks(x):
    """Independent blocks of three."""
    parts = x.reshape(-1, 3)
    return np.einsum("ki,kj->kij", parts, np.sin(parts)).sum(2).reshape(-1)


def banded_product(x):
    n = x.shape[0]
    matrix = np.eye(n) + 0.5 * np.eye(n, k=1) - 0.25 * np.eye(n, k=-2)
    return matrix @ (x * x) + np.matmul(np.sin(x), matrix)


def bratu(u):
    """The Laplacian on a square with an exponential source; u is flat."""
    m = round(u.shape[0] ** 0.5)
    p, h = np.pad(u.reshape(m, m), 1), 1.0 / (m + 1)
    inner = p[1:-1, 1:-1]
    stencil = 4.0 * inner - p[:-2, 1:-1] - p[2:, 1:-1] - p[1:-1, :-2] - p[1:-1, 2:]
    return (stencil - h * h * 6.0 * np.exp(inner)).reshape(-1)


def brusselator(w):
    """Two fields on a ring, one after the other."""
    u, v = w[: w.shape[0] // 2], w[w.shape[0] // 2 :]
    diffused = [np.roll(z, 1) - 2.0 * z + np.roll(z, -1) for z in (u, v)]
    return np.concatenate([1.0 + u * u * v - 4.0 * u + 0.02 * diffused[0], 3.0 * u - u * u * v + 0.02 * diffused[1]])


def arrow(x):
    """The first row and the first column are full."""
    return np.concatenate([np.sum(x * x).reshape(1), x[1:] * x[0] + x[1:] ** 3])


def tall(x):
    """Many rows, few columns: four outputs for each pair of neighbours."""
    return np.stack([x[1:] * x[:-1], np.sin(x[1:]), x[:-1] ** 2, x[1:] - x[:-1]]).reshape(-1)


def wide(x):
    """Few rows with many columns each, no column in two of them."""
    return np.sum(x.reshape(4, -1) ** 3, axis=1)


def chosen(x):
    even = np.arange(x.shape[0]) % 2 == 0
    return np.where(even, x * x, x[::-1]) + np.where(x[0] > 100.0, x, np.sin(x))


def masked(x):
    mask = (np.arange(x.shape[0]) % 3 == 0) * 1.0
    return mask * (x * np.roll(x, 1)) + (1.0 - mask) / x


def gathered(x):
    index = np.arange(x.shape[0]) * 7 % x.shape[0]
    return x[index] * x + x[[0, -1, 0]].sum()


def scattered(x):
    y = np.zeros_like(x)
    y[::2] = x[::2] ** 2
    y[np.array([1, 1, 0])] = x[np.array([2, 0, 1])]
    return y * 2.0


def assembled(x):
    """Elements of triangles, added up at their corners."""
    corners = np.array([[0, 1, 2], [2, 1, 3], [3, -1, 1]])
    local = np.sin(x[corners]) * np.roll(x[corners], 1, axis=1)
    y = np.zeros_like(x)
    np.add.at(y, corners, local)
    rows = np.zeros((2, x.shape[0] // 2), like=x)
    np.add.at(rows, np.array([1, 1]), x.reshape(2, -1) ** 2)
    return np.concatenate([y, rows.ravel()])


def at_positions(x):
    """Rows at constant positions, of which some are named twice."""
    index, rows = np.array([2, 0, -1, 2]), x.reshape(4, -1)
    if isinstance(x, np.ndarray):
        y, z = x * x, np.zeros_like(rows)
        y[index] = x[:4] ** 3
        np.add.at(z, index, rows)
        return np.concatenate([y, rows[index].ravel(), z.ravel()])
    y, z = gather_scatter.put(x * x, index, x[:4] ** 3), gather_scatter.scatter(rows, index, length=4)
    return np.concatenate([y, gather_scatter.gather(rows, index).ravel(), z.ravel()])


def accumulated(x):
    return np.cumsum(x.reshape(2, -1) ** 2, axis=1).reshape(-1)


def largest(x):
    return np.max(x.reshape(-1, 3), axis=1) * np.min(x.reshape(-1, 3), axis=1)


def products(x):
    m = x.reshape(3, 4)
    return np.concatenate([np.matmul(m, m.T).reshape(-1), m @ x[:4], (m[:1] * m).reshape(-1)])


def stacked_products(x):
    constant = np.zeros((1, 2, 3))
    constant[0, 0, 1], constant[0, 1, 2] = 2.0, -1.0
    return np.matmul(constant, x.reshape(-1, 3, 2)).reshape(-1)


def spread(x):
    """Broadcasting of rows, columns and one number."""
    m = x[1:].reshape(2, -1)
    return (m[:, :1] * m + m[:1] + x[0]).reshape(-1)


def rounded(x):
    """Only the last term has a derivative."""
    return np.floor(x) * 2.0 + np.sign(x[::-1]) + np.where(x > x[::-1], 1.0, 2.0) + x * 0.5


def gaps(x):
    """Rows and columns without a nonzero."""
    return np.concatenate([x[2:3] ** 2, np.zeros(2), x[:1] * x[2:3]])


def rearranged(x):
    cube = x.reshape(2, 3, -1)
    return np.flip(cube.transpose(2, 0, 1), 1)[..., 1:].reshape(-1) ** 2


JACOBIANS = {
    "broyden": (broyden, 30), "broyden_written": (broyden_written, 17), "broyden_padded": (broyden_padded, 20),
    "broyden_in_scalars": (broyden_in_scalars, 25), "blocks": (blocks, 21), "banded_product": (banded_product, 24),
    "bratu": (bratu, 49), "brusselator": (brusselator, 24), "arrow": (arrow, 9), "tall": (tall, 12), "wide": (wide, 40),
    "chosen": (chosen, 12), "masked": (masked, 13), "gathered": (gathered, 12), "scattered": (scattered, 9),
    "assembled": (assembled, 8), "at_positions": (at_positions, 8),
    "accumulated": (accumulated, 14), "largest": (largest, 12), "products": (products, 12),
    "stacked_products": (stacked_products, 18), "spread": (spread, 9), "rounded": (rounded, 8), "gaps": (gaps, 5),
    "rearranged": (rearranged, 12), "nothing": (lambda x: np.floor(x) + np.ones(4), 4),
    "one number": (lambda x: np.sum(x * x), 5), "linear": (lambda x: x[1:] - x[:-1], 6),
}  # fmt: skip
LARGER = {
    "products",
    "gathered",
    "chosen",
    "scattered",
    "accumulated",
    "stacked_products",
    "largest",
}  # than at one point


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def rosenbrock_in_scalars(x):
    total = 0.0
    for k in range(x.shape[0] - 1):
        total = total + 100.0 * (x[k + 1] - x[k] ** 2) ** 2 + (1.0 - x[k]) ** 2
    return total


def arrow_energy(x):
    return x[0] * np.sum(x[1:] ** 2) + np.sum(x**4)


def bratu_energy(u):
    m = round(u.shape[0] ** 0.5)
    p = np.pad(u.reshape(m, m), 1)
    return 0.5 * np.sum((p[1:] - p[:-1]) ** 2) + 0.5 * np.sum((p[:, 1:] - p[:, :-1]) ** 2) - np.sum(np.exp(u))


def least_squares(x):
    n = x.shape[0]
    matrix = np.eye(n) - 0.3 * np.eye(n, k=1)
    r = matrix @ np.tanh(x) - 1.0
    return np.dot(r, r)


HESSIANS = {
    "rosenbrock": (rosenbrock, 12), "rosenbrock_in_scalars": (rosenbrock_in_scalars, 9), "arrow": (arrow_energy, 9),
    "bratu": (bratu_energy, 16), "least squares": (least_squares, 10), "separable": (lambda x: np.sum(np.exp(x)), 7),
    "full": (lambda x: np.log(np.sum(np.exp(x))), 6), "products": (lambda x: np.sum(x[1:] * x[:-1]), 8),
    "linear": (lambda x: np.sum(3.0 * x), 4), "part": (lambda x: x[1] ** 3 * x[3], 5),
    "extreme": (lambda x: np.max(x[:3]) * np.sum(x[3:] ** 2), 7), "one": (lambda x: np.sum(np.sin(x)), 1),
    "assembled": (lambda x: np.sum(assembled(x) ** 2), 8),
    "at_positions": (lambda x: np.sum(at_positions(x) ** 2), 8),
}  # fmt: skip


def point(n, seed=0):
    """Numbers far from each other and from 0."""
    return np.random.default_rng(seed).permutation(n) * (2.0 / n) + 0.31 + 0.1 / n


# ------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize("name", JACOBIANS)
def test_jacobian(name):
    f, n = JACOBIANS[name]
    sparse = tg.func.sparse_jacobian(f)
    found_nonzero = False
    for seed in range(3):
        x = point(n, seed)
        found = sparse(x)
        expected = jacobian_by_differences(f, x)
        assert isinstance(found, scipy.sparse.csr_array)
        assert found.shape == expected.shape
        assert found.dtype == np.float64
        assert found.has_canonical_format
        np.testing.assert_allclose(found.toarray(), expected, rtol=1e-8, atol=1e-8)
        np.testing.assert_allclose(found.toarray(), tg.jacobian(f)(x).reshape(expected.shape), rtol=1e-14, atol=1e-14)
        pattern = sparse.pattern(x).toarray()
        if name in LARGER:
            assert np.all(pattern >= (np.abs(expected) > 1e-7))
        else:
            np.testing.assert_array_equal(pattern, np.abs(expected) > 1e-7)
        found_nonzero |= bool(pattern.any())
    assert found_nonzero is (name != "nothing")
    assert sparse.colours(x) <= min(expected.shape)


@pytest.mark.parametrize("name", HESSIANS)
def test_hessian(name):
    f, n = HESSIANS[name]
    sparse = tg.func.sparse_hessian(f)
    for seed in range(2):
        x = point(n, seed)
        found = sparse(x)
        expected = hessian(f, x)
        assert isinstance(found, scipy.sparse.csr_array)
        assert found.has_canonical_format
        scale = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(found.toarray(), expected, rtol=1e-6, atol=1e-7 * scale)
        np.testing.assert_allclose(found.toarray(), tg.hessian(f)(x), rtol=1e-12, atol=1e-12 * scale)
        assert (found.toarray() == found.toarray().T).all()  # to the bit
        assert np.all(sparse.pattern(x).toarray() >= (np.abs(expected) > 1e-6 * scale))


@pytest.mark.parametrize("name", ["rosenbrock", "rosenbrock_in_scalars", "arrow", "bratu", "least squares", "products"])
def test_hessian_pattern_is_not_too_large(name):
    f, n = HESSIANS[name]
    expected = np.abs(hessian(f, point(n))) > 1e-5
    np.testing.assert_array_equal(tg.func.sparse_hessian(f).pattern(point(n)).toarray(), expected)


def heat(u, loop):
    """Three steps of the heat equation: each couples neighbours that are one further apart."""
    return loop(0, 3, lambda i, v: v + 0.1 * (np.roll(v, 1) - 2.0 * v + np.roll(v, -1)) * v, u)


def heat_in_numpy(u):
    return heat(u, lambda start, stop, step, v: step(2, step(1, step(0, v))))


def filtered(x):
    """A recursion over lines of two, of which only the first has a memory."""
    factor = x[-2:]

    def step(carry, line):
        carry = np.stack([carry[0] * 0.5 + line[0], line[1] * factor[1]])
        return carry, carry * carry

    return tg.scan(step, x[:2] * np.array([1.0, 0.0]), x.reshape(-1, 2))[1].reshape(-1)


def filtered_in_numpy(x):
    first, found = x[0], []
    for line in x.reshape(-1, 2):
        first = first * 0.5 + line[0]
        found += [first * first, (line[1] * x[-1]) ** 2]
    return np.array(found)


def checkpointed(x):
    return tg.checkpoint(lambda z: z[1:] * np.sin(z[:-1]))(x) * x[1:]


PROGRAMS = {
    "heat": (lambda u: heat(u, tg.fori_loop), heat_in_numpy, 9), "filtered": (filtered, filtered_in_numpy, 8),
    "checkpointed": (checkpointed, lambda x: x[1:] ** 2 * np.sin(x[:-1]), 6),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_within(name):
    f, plain, n = PROGRAMS[name]
    x = point(n)
    sparse, expected = tg.func.sparse_jacobian(f), jacobian_by_differences(plain, x)
    np.testing.assert_allclose(sparse(x).toarray(), expected, rtol=1e-8, atol=1e-8)
    np.testing.assert_array_equal(sparse.pattern(x).toarray(), np.abs(expected) > 1e-9)
    curved = tg.func.sparse_hessian(lambda x: np.sum(f(x)))
    expected = hessian(lambda x: np.sum(plain(x)), x)
    np.testing.assert_allclose(curved(x).toarray(), expected, rtol=1e-6, atol=1e-6)
    assert np.all(curved.pattern(x).toarray() >= (np.abs(expected) > 1e-5))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 8, 9, 16, 33, 64, 100, 200])
def test_sizes(n):
    x = point(n)
    diagonals = [-1.0, 3.0 - 4.0 * x, -2.0]
    exact = np.diag(diagonals[1]) - np.eye(n, k=-1) - 2.0 * np.eye(n, k=1)
    for f in (broyden_padded, broyden, broyden_in_scalars)[: 3 if n > 1 else 1]:
        sparse = tg.func.sparse_jacobian(f)
        np.testing.assert_allclose(sparse(x).toarray(), exact, rtol=1e-14, atol=1e-14)
        assert sparse.colours(x) == min(n, 3)
        assert sparse(x).nnz == 3 * n - 2
    if n > 1:
        curvature = np.diag(np.r_[1200.0 * x[:-1] ** 2 - 400.0 * x[1:] + 2.0, 0.0] + np.r_[0.0, np.full(n - 1, 200.0)])
        curvature -= np.diag(400.0 * x[:-1], 1) + np.diag(400.0 * x[:-1], -1)
        np.testing.assert_allclose(tg.func.sparse_hessian(rosenbrock)(x).toarray(), curvature, rtol=1e-12, atol=1e-10)


def test_sizes_of_zero():
    assert tg.func.sparse_jacobian(lambda x: x * x)(np.zeros(0)).shape == (0, 0)
    assert tg.func.sparse_jacobian(lambda x: x[:0] * 2.0)(np.zeros(3)).shape == (0, 3)
    assert tg.func.sparse_hessian(lambda x: np.sum(x * x))(np.zeros(0)).shape == (0, 0)


@pytest.mark.parametrize("derivative", [tg.func.sparse_jacobian(broyden_padded), tg.func.sparse_hessian(rosenbrock)])
def test_float32(derivative):
    x = point(20)
    single = derivative(x.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single.toarray(), derivative(x).toarray(), rtol=1e-4, atol=1e-3)
    assert derivative(x).dtype == np.float64


def test_arrays_of_more_dimensions_count_in_c_order():
    def f(x):
        return np.stack([x * x, x[::-1] * 2.0])

    x = point(6).reshape(2, 3)
    found = tg.func.sparse_jacobian(f)(x)
    assert found.shape == (12, 6)
    np.testing.assert_allclose(found.toarray(), jacobian_by_differences(f, x), rtol=1e-8, atol=1e-9)
    curved = tg.func.sparse_hessian(lambda x: np.sum(x[:, 1:] * x[:, :-1] ** 2))(x)
    np.testing.assert_allclose(
        curved.toarray(), tg.hessian(lambda x: np.sum(x[:, 1:] * x[:, :-1] ** 2))(x).reshape(6, 6), rtol=1e-14
    )


def test_one_number():
    assert tg.func.sparse_jacobian(lambda x: x * x)(3.0).toarray().tolist() == [[6.0]]
    assert tg.func.sparse_hessian(lambda x: x**3)(2.0).toarray().tolist() == [[12.0]]


def test_other_arguments():
    def f(a, x, *, power):
        return a["scale"] * x[1:] ** power - x[:-1]

    sparse = tg.func.sparse_jacobian(f, argnums=1)
    x = point(4)
    for scale in (2.0, 0.0):  # an argument may be another at each call, so that 0 is no structural one
        found = sparse({"scale": np.array(scale)}, x, power=2.0)
        np.testing.assert_allclose(found.toarray(), scale * 2.0 * np.diag(x)[1:] - np.eye(4)[:-1], rtol=1e-14)
        assert found.nnz == 6
    last = tg.func.sparse_jacobian(f, argnums=-1)
    np.testing.assert_allclose(
        last({"scale": 1.0}, x, power=2.0).toarray()[0], [-1.0, 2.0 * x[1], 0.0, 0.0], rtol=1e-14
    )


def test_positions_of_an_argument_may_be_any():
    def added(x, index):
        y = np.zeros_like(x)
        np.add.at(y, index, x**2)
        return y

    x, index = point(6), np.array([1, 1, 4, 0, 4, 1])
    jacobian = tg.func.sparse_jacobian(added)
    assert jacobian(x, index).nnz == 36
    other = np.array([3, 0, 5, 5, 2, 2])
    np.testing.assert_allclose(jacobian(x, other).toarray(), np.eye(6)[other].T * (2.0 * x), rtol=1e-14)


def test_columns_or_rows_whichever_need_fewer_colours():
    sparse = tg.func.sparse_jacobian(wide)
    assert sparse.colours(np.ones(400)) == 1  # one reverse sweep
    assert tg.func.sparse_jacobian(tall).colours(np.ones(400)) == 2
    assert tg.func.sparse_jacobian(lambda x: np.sum(x)).colours(np.ones(400)) == 1


def test_writing_to_the_argument():
    def f(x):
        x[0] = x[1] * 2.0
        return x * x

    x = np.array([1.0, 2.0, 3.0])
    assert tg.func.sparse_jacobian(f)(x).toarray().tolist() == [[0.0, 16.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]]
    assert x.tolist() == [1.0, 2.0, 3.0]


# ------------------------------------------------------------------------------------------------- recordings


def test_the_pattern_is_fixed():
    sparse = tg.func.sparse_jacobian(lambda x: x[1:] * x[:-1])
    at_zero = sparse(np.zeros(5))
    assert at_zero.nnz == sparse(np.ones(5)).nnz == 8
    np.testing.assert_array_equal(at_zero.indices, sparse(np.ones(5)).indices)
    assert not at_zero.data.any()


def test_a_result_is_nobody_elses():
    sparse = tg.func.sparse_jacobian(lambda x: np.concatenate([x * x, np.ones(1)]))
    first, second = sparse(np.array([0.0, 1.0])), sparse(np.array([2.0, 3.0]))
    first.eliminate_zeros()
    first.data[:] = 7.0
    pattern = sparse.pattern(np.zeros(2)).tocsr()
    pattern.data[:] = False
    pattern.eliminate_zeros()
    assert second.toarray().tolist() == [[4.0, 0.0], [0.0, 6.0], [0.0, 0.0]]
    assert sparse(np.array([2.0, 3.0])).toarray().tolist() == second.toarray().tolist()
    linear = tg.func.sparse_jacobian(lambda x: x[1:] - x[:-1])
    linear(np.ones(3)).data[:] = 5.0
    assert linear(np.ones(3)).toarray().tolist() == [[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]]


def test_recorded_once():
    calls = []

    def f(x):
        calls.append(x.shape)
        return x * x

    sparse = tg.func.sparse_jacobian(f)
    for n in (3, 4, 3, 4):
        for x in (np.ones(n), np.full(n, 2.0)):
            np.testing.assert_array_equal(sparse(x).toarray(), np.diag(2.0 * x))
    sparse.pattern(np.ones(3))
    sparse.colours(np.ones(4))
    assert calls == [(3,), (4,)]


def test_a_pattern_belongs_to_the_decisions():
    def f(x):
        if x[0] > 0:
            return x * np.roll(x, 1)
        return x**2

    def exact(x):
        n = x.size
        if x[0] > 0:
            return np.diag(np.roll(x, 1)) + np.roll(np.diag(x), -1, axis=1)
        return np.diag(2.0 * x) + 0.0 * np.eye(n)

    sparse = tg.func.sparse_jacobian(f)
    x = point(6)
    for sign in (1.0, -1.0, 1.0, 1.0, -1.0, -1.0):
        np.testing.assert_allclose(sparse(sign * x).toarray(), exact(sign * x), rtol=1e-14)
        assert sparse.colours(sign * x) == (2 if sign > 0 else 1)
        assert sparse.pattern(sign * x).nnz == (12 if sign > 0 else 6)
    curved = tg.func.sparse_hessian(lambda x: np.sum(f(x) * x))
    for sign in (1.0, -1.0, 1.0):
        expected = hessian(lambda x: np.sum(f(x) * x), sign * x)
        np.testing.assert_allclose(curved(sign * x).toarray(), expected, rtol=1e-6, atol=1e-6)


def test_it_takes_compiled_functions():
    x = point(8)
    np.testing.assert_array_equal(
        tg.func.sparse_jacobian(tg.compile(broyden))(x).toarray(), tg.func.sparse_jacobian(broyden)(x).toarray()
    )


def test_gradients_are_on_inside():
    with tg.no_grad():
        assert tg.func.sparse_jacobian(lambda x: x * x)(np.array([3.0])).toarray().tolist() == [[6.0]]


def test_names():
    sparse = tg.func.sparse_jacobian(broyden)
    assert sparse.__name__ == "sparse_jacobian(broyden)"
    assert repr(sparse) == "<sparse_jacobian(broyden)>"
    assert repr(tg.func.sparse_hessian(rosenbrock)) == "<sparse_hessian(rosenbrock)>"


def test_importing_tapegrad_does_not_import_scipy():
    code = "import sys, tapegrad; sys.exit(any(m.split('.')[0] == 'scipy' for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ------------------------------------------------------------------------------------------------- errors


def test_what_is_refused():
    with pytest.raises(ArgumentError, match="expected a function, got int"):
        tg.func.sparse_jacobian(3)
    with pytest.raises(ArgumentError, match=r"argnums must be an integer, got \(0, 1\)"):
        tg.func.sparse_hessian(rosenbrock, argnums=(0, 1))
    with pytest.raises(ArgumentError, match="argnums 2 is out of range for 1 positional arguments"):
        tg.func.sparse_jacobian(broyden, argnums=2)(np.ones(3))
    with pytest.raises(ArgumentError, match="expected an array to differentiate by, got list"):
        tg.func.sparse_jacobian(lambda x: x[0])([np.ones(3)])
    with pytest.raises(ArgumentError, match=r"f must return one array, got NoneType\. Write `return`"):
        tg.func.sparse_jacobian(lambda x: None)(np.ones(3))
    with pytest.raises(DtypeError, match=r"f must return a scalar, got NoneType\. Write `return`"):
        tg.func.sparse_hessian(lambda x: None)(np.ones(3))
    with pytest.raises(DtypeError, match=r"got csr_array. Let the function read it from outside, or pass its \.data"):
        tg.compile(lambda a: a)(scipy.sparse.eye_array(3, format="csr"))
    with pytest.raises(DtypeError, match=r"got ndarray of datetime64\[D\]\.(?!.*register_container)"):
        tg.compile(lambda a: a)(np.array(["2020-01-01"], dtype="datetime64[D]"))
    with pytest.raises(ArgumentError, match="f must return one array, got tuple"):
        tg.func.sparse_jacobian(lambda x: (x, x))(np.ones(3))
    with pytest.raises(DtypeError, match="got int64"):
        tg.func.sparse_jacobian(lambda x: x * 2)(np.arange(3))
    with pytest.raises(DtypeError, match="f must return float64 or float32, got bool"):
        tg.func.sparse_jacobian(lambda x: x > 0)(np.ones(3))
    with pytest.raises(GradientError, match="must return a scalar"):
        tg.func.sparse_hessian(lambda x: x * x)(np.ones(3))


def test_tensors_are_refused():
    sparse = tg.func.sparse_jacobian(broyden)
    with pytest.raises(PlainDataError, match="sparse_jacobian: expected NumPy arrays, got a Tensor"):
        sparse(tg.tensor([1.0, 2.0]))
    with pytest.raises(PlainDataError, match="got a Tensor"):
        tg.compile(sparse)(np.ones(3))
    w = tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(TapegradError, match="reads a Tensor that requires grad"):
        tg.func.sparse_jacobian(lambda x: x * w)(np.ones(2))


def test_what_is_not_sparse_is_refused(monkeypatch):
    monkeypatch.setattr(sparsity, "LIMIT", 500)
    x = np.ones(40)
    for f in (
        lambda x: x / np.sum(x), np.cumsum, lambda x: np.einsum("i,j->ij", x, x), lambda x: np.ones((40, 40)) @ x,
        lambda x: np.ones((40, 40)) * x,
    ):  # fmt: skip
        with pytest.raises(ArgumentError, match="more than 500 dependencies"):
            tg.func.sparse_jacobian(f)(x)
    with pytest.raises(ArgumentError, match="up to 12 sweeps find, got one that takes more"):
        tg.func.sparse_jacobian(lambda x: np.cumsum(x.reshape(2, 20), axis=1).reshape(-1))(x)
    assert tg.func.sparse_hessian(arrow_energy).colours(x) == 2


def test_an_op_without_a_rule_depends_on_everything():
    """As every op on whole arrays does whose record does not say more."""
    from tapegrad.ops.declare import General

    with declared():
        op = General(
            name="sparse_test_op", forward=lambda x: np.cumprod(x), adjoints={"x": lambda g: g}, reference=np.cumprod
        )
        with tg.record.trace.recording(strict=False) as trace:
            x = trace.input(np.ones(3))
            program = trace.program([op(x[1:]) * x[:2]])
        pattern = sparsity.jacobian_pattern(program, 0, "test")
    assert pattern.toarray().tolist() == [[True, True, True], [False, True, True]]


# ------------------------------------------------------------------------------------------------- colourings


def column_colouring(pattern, most=10**9):
    return colouring.column_colouring(pattern, most)


def random_pattern(rng, m, n, density):
    return scipy.sparse.csr_array(rng.random((m, n)) < density)


def assert_columns_apart(pattern, colours):
    dense = pattern.toarray()
    for colour in range(colours.max() + 1):
        assert (dense[:, colours == colour].sum(axis=1) <= 1).all()


def assert_star(pattern, colours):
    """Brute force: neighbours differ, no path of four vertices has two colours."""
    n = pattern.shape[0]
    near = [set(np.flatnonzero(row)) - {v} for v, row in enumerate(pattern.toarray())]
    for b in range(n):
        for c in near[b]:
            assert colours[b] != colours[c]
            for a in near[b] - {c}:
                for d in near[c] - {a, b}:
                    assert len({colours[a], colours[b], colours[c], colours[d]}) >= 3


@pytest.mark.parametrize("density", [0.02, 0.1, 0.3, 0.8])
@pytest.mark.parametrize("shape", [(1, 8), (8, 1), (30, 20), (20, 30), (60, 60)])
def test_column_colouring(shape, density):
    for seed in range(5):
        pattern = random_pattern(np.random.default_rng(seed), *shape, density)
        colours = column_colouring(pattern)
        assert_columns_apart(pattern, colours)
        assert colours.max() + 1 >= np.diff(pattern.indptr).max()
        assert set(colours) == set(range(colours.max() + 1))


@pytest.mark.parametrize("density", [0.0, 0.05, 0.15, 0.4, 1.0])
@pytest.mark.parametrize("n", [1, 2, 5, 12, 18])
def test_star_colouring_and_recovery(n, density):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        pattern = random_pattern(rng, n, n, density)
        pattern = (pattern + pattern.T).tocsr()
        colours = star_colouring(pattern, 10**9)
        assert_star(pattern, colours)
        assert set(colours) == set(range(colours.max() + 1))
        values = rng.integers(1, 1000, (n, n)) * 1.0
        matrix = np.where(pattern.toarray(), values + values.T, 0.0)
        sums = np.array([matrix[:, colours == c].sum(axis=1) for c in range(colours.max() + 1)])
        found = scipy.sparse.csr_array(
            (sums.reshape(-1)[symmetric_places(pattern, colours)], pattern.indices, pattern.indptr), shape=(n, n)
        )
        np.testing.assert_array_equal(found.toarray(), matrix)


def greedy_columns(pattern, order):
    """The first colour that no other column has in its rows."""
    dense, colours = pattern.toarray(), {}
    for j in order:
        near = {colours[k] for k in colours if (dense[:, j] & dense[:, k]).any()}
        colours[j] = next(c for c in range(len(colours) + 1) if c not in near)
    return [colours[j] for j in range(dense.shape[1])]


def greedy_stars(pattern, order):
    """The first colour that leaves no path of four vertices with two colours."""
    near, colours = [set(np.flatnonzero(row)) - {v} for v, row in enumerate(pattern.toarray())], {}

    def fits(v, colour):
        """Whether v would be no neighbour of its colour, and neither the end nor an inner vertex of such a path."""
        coloured = [w for w in near[v] if w in colours]
        if any(colours[w] == colour for w in coloured):
            return False
        for w in coloured:
            behind = [u for u in near[w] if u != v and colours.get(u) == colour]
            for u in behind:  # v w u of colours c d c: a further neighbour of colour d of v or of u ends a path
                if any(colours.get(t) == colours[w] for end in (v, u) for t in near[end] - {w}):
                    return False
        return True

    for v in order:
        colours[v] = next(c for c in range(len(colours) + 1) if fits(v, c))
    return [colours[v] for v in range(len(near))]


@pytest.mark.parametrize("density", [0.0, 0.05, 0.3, 0.9])
def test_colours_of_machine_code_are_the_first_that_fit(density):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        pattern = random_pattern(rng, 70, 90, density)
        by_column, widest = pattern.tocsc(), int(np.diff(pattern.indptr).max())
        order = rng.permutation(90)
        fast = greedy_colouring.apart(by_column.indptr, by_column.indices, 70, widest, 90, order)
        assert fast.tolist() == greedy_columns(pattern, order)
        square = random_pattern(rng, 80, 80, density)
        square = (square + square.T).tocsr()
        order = rng.permutation(80)
        fast = greedy_colouring.star_colours(square.indptr, square.indices, 80, order)
        assert fast.tolist() == greedy_stars(square, order)


def test_more_colours_than_a_word_holds():
    dense = scipy.sparse.csr_array(np.kron(np.eye(2), np.ones((100, 100))))
    assert star_colouring(dense, 200).max() + 1 == 100
    assert star_colouring(dense, 64).tolist() == [*range(200)]
    assert column_colouring(dense).max() + 1 == 100
    path = scipy.sparse.csr_array(np.kron(np.eye(3), np.ones((1, 70))))
    assert column_colouring(path).tolist() == [*range(70)] * 3


def test_colourings_that_do_not_fit_into_memory(monkeypatch):
    pattern = scipy.sparse.csr_array(np.kron(np.eye(2), np.ones((100, 100))))
    monkeypatch.setattr(greedy_colouring, "_MEMORY", 500)
    assert greedy_colouring.star_colours(pattern.indptr, pattern.indices, 200, np.arange(200)) is None
    assert greedy_colouring.apart(pattern.indptr, pattern.indices, 200, 100, 200, np.arange(200)) is None
    assert column_colouring(pattern).tolist() == [*range(200)]


def banded(n, *offsets):
    return scipy.sparse.csr_array(sum(scipy.sparse.eye_array(n, k=k) for k in offsets) != 0)


def grid(m, dimensions):
    line, one = banded(m, -1, 0, 1).astype(float), scipy.sparse.eye_array(m)
    total = 0
    for d in range(dimensions):
        term = scipy.sparse.eye_array(1)
        for e in range(dimensions):
            term = scipy.sparse.kron(term, line if d == e else one)
        total = total + term
    return scipy.sparse.csr_array(total != 0)


def test_known_numbers_of_colours():
    for n in (5, 10, 50, 500):
        assert column_colouring(banded(n, -1, 0, 1)).max() + 1 == 3
        assert column_colouring(banded(n, -2, 0, 1)).max() + 1 <= 4
        assert star_colouring(banded(n, -1, 0, 1), n).max() + 1 == 3
        spokes = scipy.sparse.lil_array((n, n), dtype=bool)
        spokes[0, :] = spokes[:, 0] = True
        spokes.setdiag(True)
        assert star_colouring(spokes.tocsr(), n).max() + 1 == 2
        assert column_colouring(spokes.tocsr()).max() + 1 == n
    assert column_colouring(scipy.sparse.eye_array(20, format="csr")).max() + 1 == 1
    assert column_colouring(scipy.sparse.csr_array(np.ones((3, 7)))).max() + 1 == 7
    assert column_colouring(banded(8, -1, 0, 1), most=2).tolist() == list(range(8))
    assert column_colouring(scipy.sparse.csr_array(np.kron(np.eye(6), np.ones((4, 4))))).max() + 1 == 4


@pytest.mark.parametrize(("m", "dimensions", "most"), [(12, 2, 5), (13, 2, 5), (20, 2, 6), (9, 3, 9), (10, 3, 9)])
def test_grids(m, dimensions, most):
    pattern = grid(m, dimensions)
    colours = column_colouring(pattern)
    gram = (pattern.T.astype(int) @ pattern.astype(int)).tocoo()
    assert not ((colours[gram.row] == colours[gram.col]) & (gram.row != gram.col)).any()
    assert 2 * dimensions + 1 <= colours.max() + 1 <= most
    if m < 13:
        assert_star(pattern, star_colouring(pattern, 10**9))


def test_the_order_by_degree_is_tried():
    """A path whose ends come first takes three colours in the natural order."""
    edges = np.zeros((3, 4), bool)
    for row, ends in enumerate([(0, 2), (2, 3), (3, 1)]):
        edges[row, ends] = True
    pattern = scipy.sparse.csr_array(edges)
    colours = column_colouring(pattern)
    assert_columns_apart(pattern, colours)
    assert colours.max() + 1 == 2


@pytest.mark.slow
def test_a_large_one():
    n = 100_000
    x = point(n)
    sparse = tg.func.sparse_jacobian(broyden)
    found = sparse(x)
    assert (sparse.colours(x), found.nnz) == (3, 3 * n - 2)
    exact = scipy.sparse.diags_array([np.full(n - 1, -1.0), 3.0 - 4.0 * x, np.full(n - 1, -2.0)], offsets=[-1, 0, 1])
    assert abs(found - exact).max() < 1e-12


def test_a_matrix_that_depends_on_the_argument_is_factored():
    x = np.array([0.3, -0.2, 0.5])
    A = np.arange(9.0).reshape(3, 3) / 7 + np.eye(3)
    J = tg.func.sparse_jacobian(lambda a: np.linalg.solve(a, x))(A).toarray()
    np.testing.assert_allclose(J, tg.jacobian(lambda a: np.linalg.solve(a, x))(A).reshape(3, 9), rtol=1e-12)
    y = np.linalg.solve(A, x)
    np.testing.assert_allclose(J, np.einsum("ik,l->ikl", -np.linalg.inv(A), y).reshape(3, 9), rtol=1e-10)


def test_positions_of_factors_have_the_batch_of_the_factors():
    """The rows of a factored matrix are no part of a batch in which the factors are."""
    a = np.array([[2.0, 0.5], [0.3, 1.5]])
    found = tg.func.sparse_jacobian(lambda s: np.linalg.slogdet(s)[1])(a)
    np.testing.assert_allclose(found.toarray(), np.linalg.inv(a).T.reshape(1, 4), rtol=1e-12)


def test_patterns_of_loops_within_loops_are_found_once(monkeypatch):
    """Their number grows with the depth, and not by a factor for each level."""
    found = []
    pattern = sparsity.jacobian_pattern
    monkeypatch.setattr(sparsity, "jacobian_pattern", lambda *args: found.append(args) or pattern(*args))

    def level(k, c):
        if k == 0:
            return np.sin(c[0]) * c[1], c[1] + c[2] * 0.1, np.cos(c[2]) * c[0]
        return tg.scan(lambda d, _: (level(k - 1, d), None), c, length=2)[0]

    x = np.array([0.3, 0.5, 0.7])
    counts = []
    for depth in (2, 3, 4):
        found.clear()
        f = lambda x, depth=depth: level(depth, (x, 2.0 * x, 3.0 * x))[0]  # noqa: E731
        truth = jacobian(lambda x, f=f: f(x.astype(float)), x, 2)
        np.testing.assert_allclose(tg.func.sparse_jacobian(f)(x).toarray(), truth, rtol=1e-5, atol=1e-6)
        counts.append(len(found))
    assert counts[2] - counts[1] <= counts[1] - counts[0] + 2


def test_dependencies_are_counted_once(monkeypatch):
    """An element may depend on another one on many ways: here 15 of 200 numbers on 64."""
    band = scipy.sparse.diags_array([np.full(200, k + 1.0) for k in range(8)], offsets=[*range(8)], shape=(200, 207))
    monkeypatch.setattr(sparsity, "LIMIT", 4000)
    jacobian = tg.func.sparse_jacobian(lambda x: band.tocsr()[:, :200] @ np.sin(band.tocsr() @ x))
    x = np.linspace(0.0, 1.0, 207)
    first = band.toarray()
    exact = first[:, :200] @ (np.cos(first @ x)[:, None] * first)
    np.testing.assert_allclose(jacobian(x).toarray(), exact, rtol=1e-12, atol=1e-12)
    assert 2800 < jacobian.pattern(x).nnz == np.count_nonzero(exact) < 3000

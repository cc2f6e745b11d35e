"""Solutions of sparse systems against those of dense ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.linalg as sl

import tapegrad as tg
from tapegrad.errors import ArgumentError, ShapeError
from tests.support import gradient, leaf, plain

N = 6
ROWS, COLUMNS = (
    np.concatenate(p)
    for p in zip(np.diag_indices(N), (np.arange(N - 1), np.arange(1, N)), ([4, 5], [0, 2]), strict=True)
)
DATA = np.concatenate([np.linspace(3.0, 4.0, N), np.full(N - 1, -0.7), [0.4, 0.9]])
B = np.sin(np.arange(1.0, N + 1.0))
SETTINGS = {"rtol": 1e-14, "atol": 0.0}


def matrix(data: Any) -> Any:
    return tg.sparse.coo_array((data, (ROWS, COLUMNS)), (N, N))


def dense(data: Any) -> np.ndarray:
    a = np.zeros((N, N), np.asarray(data).dtype)
    a[ROWS, COLUMNS] = data
    return a


def gram(a: Any) -> Any:
    return a @ a.T


SOLVERS = {
    "spsolve": (tg.sparse.linalg.spsolve, lambda a: a),
    "gmres": (lambda a, b: tg.sparse.linalg.gmres(a, b, **SETTINGS)[0], lambda a: a),
    "bicgstab": (lambda a, b: tg.sparse.linalg.bicgstab(a, b, **SETTINGS)[0], lambda a: a),
    "cg": (lambda a, b: tg.sparse.linalg.cg(a, b, **SETTINGS)[0], gram),
    "minres": (lambda a, b: tg.sparse.linalg.minres(a, b, rtol=1e-14)[0], gram),
}


@pytest.mark.parametrize("name", SOLVERS)
def test_solutions_and_their_derivatives(name: str) -> None:
    solve, made = SOLVERS[name]
    data, b = leaf(DATA), leaf(B)
    x = solve(made(matrix(data)), b)
    expected = np.linalg.solve(made(dense(DATA)), B)
    np.testing.assert_allclose(plain(x), expected, rtol=1e-10)
    (x**2).sum().backward()
    slopes = gradient(
        lambda d, b: np.sum(np.linalg.solve(made(dense(d)).astype(float), b.astype(float)) ** 2), [DATA, B]
    )
    np.testing.assert_allclose(data.grad.numpy(), slopes[0], rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(b.grad.numpy(), slopes[1], rtol=1e-5, atol=1e-7)

    def loss(d: Any, b: Any) -> Any:
        return (solve(made(matrix(d)), b) ** 2).sum()

    def of_dense(d: Any, b: Any) -> Any:
        a = tg.zeros((N, N))
        a[ROWS, COLUMNS] = d
        return (np.linalg.solve(made(a), b) ** 2).sum()

    for k in (0, 1):
        wanted = tg.grad(of_dense, k)(DATA, B)
        np.testing.assert_allclose(tg.grad(loss, k)(DATA, B), wanted, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(tg.compile(tg.grad(loss, k))(DATA, B), wanted, rtol=1e-9, atol=1e-11)
        v = np.cos(np.arange(1.0, 1.0 + (DATA, B)[k].size))
        found = tg.hvp(lambda p: loss(*((p, B) if k == 0 else (DATA, p))))((DATA, B)[k], v)
        np.testing.assert_allclose(
            found, tg.hvp(lambda p: of_dense(*((p, B) if k == 0 else (DATA, p))))((DATA, B)[k], v), rtol=1e-8, atol=1e-9
        )


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_array, sp.coo_array, sp.csc_matrix])
def test_scipys_matrices_and_several_right_sides(kind: Any) -> None:
    right = np.stack([B, B**2, 1.0 / B], 1)
    x = tg.sparse.linalg.spsolve(kind(dense(DATA)), leaf(right))
    np.testing.assert_allclose(plain(x), np.linalg.solve(dense(DATA), right), rtol=1e-12)
    np.testing.assert_allclose(
        tg.sparse.linalg.spsolve(kind(dense(DATA)).T, B).numpy(), np.linalg.solve(dense(DATA).T, B)
    )


def test_batches_share_the_factors() -> None:
    bs = np.stack([B, 2.0 * B, B**2])
    found = tg.vmap(lambda b: tg.sparse.linalg.spsolve(sp.csr_array(dense(DATA)), b))(bs)
    np.testing.assert_allclose(found, np.linalg.solve(dense(DATA), bs.T).T, rtol=1e-12)
    many = np.stack([DATA, 2.0 * DATA])
    found = tg.vmap(lambda d: tg.sparse.linalg.spsolve(matrix(d), B))(many)
    np.testing.assert_allclose(found, [np.linalg.solve(dense(d), B) for d in many], rtol=1e-12)


def test_a_solution_and_its_adjoint_factor_once(monkeypatch: Any) -> None:
    count = []
    monkeypatch.setattr(sl, "splu", lambda a, splu=sl.splu: count.append(a) or splu(a))
    data = leaf(DATA)
    a = matrix(data)
    x = tg.sparse.linalg.spsolve(a, leaf(B)) + tg.sparse.linalg.spsolve(a.T, B)
    x.sum().backward()
    assert len(count) == 1


def test_complex_systems() -> None:
    data = leaf(DATA)
    b = B * (1.0 + 2.0j)
    x = tg.sparse.linalg.spsolve(matrix(data) * 1j, tg.tensor(b))
    np.testing.assert_allclose(plain(x), np.linalg.solve(dense(DATA) * 1j, b), rtol=1e-12)
    np.sum(np.abs(x) ** 2).backward()
    (slope,) = gradient(lambda d: np.sum(np.abs(np.linalg.solve(dense(d).astype(float) * 1j, b)) ** 2), [DATA])
    np.testing.assert_allclose(data.grad.numpy(), slope, rtol=1e-5, atol=1e-7)


def test_the_start_and_a_preconditioner() -> None:
    a = sp.csr_array(gram(dense(DATA)))
    inverse = sp.diags_array(1.0 / a.diagonal())
    b = leaf(B)
    x, info = tg.sparse.linalg.cg(a, b, x0=np.ones(N), M=inverse, **SETTINGS)
    assert info == 0
    np.testing.assert_allclose(plain(x), np.linalg.solve(a.toarray(), B), rtol=1e-10)
    x.sum().backward()
    np.testing.assert_allclose(b.grad.numpy(), np.linalg.solve(a.toarray(), np.ones(N)), rtol=1e-10)


def test_errors() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="singular"):
        tg.sparse.linalg.spsolve(sp.csr_array(np.diag([1.0, 0.0])), leaf(B[:2]))
    with pytest.raises(ShapeError, match="square matrix"):
        tg.sparse.linalg.spsolve(sp.csr_array(np.ones((2, 3))), leaf(B[:2]))
    with pytest.raises(np.linalg.LinAlgError, match="no convergence"):
        tg.sparse.linalg.cg(sp.csr_array(gram(dense(DATA))), leaf(B), maxiter=1)
    with pytest.raises(ArgumentError, match="callback"):
        tg.sparse.linalg.cg(sp.csr_array(gram(dense(DATA))), leaf(B), callback=print)
    with pytest.raises(ShapeError, match="one right side"):
        tg.sparse.linalg.gmres(sp.eye_array(2), np.ones((2, 2)))


def test_one_column_gives_a_vector_as_in_scipy() -> None:
    a, b = sp.csc_array(np.diag([2.0, 4.0])), np.array([[1.0], [2.0]])
    for side in (b, b[:, 0], np.hstack([b, b])):
        found, expected = tg.sparse.linalg.spsolve(a, leaf(side)), sl.spsolve(a, side)
        assert found.shape == expected.shape
        np.testing.assert_allclose(plain(found), expected)

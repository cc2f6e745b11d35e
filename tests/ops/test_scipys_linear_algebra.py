"""Options that only SciPy's functions have, whole decompositions, and matrices where formulas are delicate.

The loops over all records have what each function does with NumPy's arguments; here stands what they do not ask.
"""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import tapegrad as tg
from tapegrad import ops
from tapegrad.autograd import grad, gradcheck, gradgradcheck
from tapegrad.codegen.function_writer import Module
from tapegrad.errors import ArgumentError, DtypeError, ShapeError
from tapegrad.ops import refusals
from tapegrad.ops.composites import composites
from tapegrad.ops.linalg.bases import basis_op
from tests.support import leaf, plain

RNG = np.random.default_rng(17)
A = RNG.normal(size=(4, 4)) * 0.5 + 2.0 * np.eye(4)
S = A @ A.T
B = RNG.normal(size=(4, 3))
W = RNG.normal(size=(4, 4))


def differences(f: Any, x: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """The gradient by central differences of fourth order, in doubles: LAPACK knows no longer numbers."""
    slope = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        for times, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
            moved = x.copy()
            moved[place] += times * step
            slope[place] += weight * f(moved) / (12.0 * step)
    return slope


def slopes(f: Any, *args: Any) -> list[Any]:
    """The gradient, eagerly and compiled."""
    return [tg.grad(f)(*args), tg.compile(tg.grad(f))(*args)]


# ------------------------------------------------------------------------------------------------- Cholesky


@pytest.mark.parametrize("n", [1, 7, 33, 70])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_compiled_adjoints_go_by_blocks(n: int, dtype: Any) -> None:
    """The way by triangles is the truth, which the generated tests compare with differences."""
    root = RNG.normal(size=(2, n, n)) / np.sqrt(n) + np.eye(n)
    a = (root @ np.swapaxes(root, -1, -2)).astype(dtype)
    weights = RNG.normal(size=(2, n, n))

    def total(a: Any, upper: bool = False) -> Any:
        return np.sum(np.linalg.cholesky(a, upper=upper) * weights.astype(dtype))

    for upper in (False, True):
        compiled = tg.compile(tg.grad(lambda a, upper=upper: total(a, upper)))
        found, wanted = compiled(a), tg.grad(lambda a, upper=upper: total(a, upper))(a.astype(float))
        assert found.dtype == dtype
        tolerance = 1e-10 if dtype is np.float64 else 2e-3
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * np.abs(wanted).max())
    module = Module()
    module.function(compiled.tape(a))
    assert not module.callbacks


def test_factors_and_solutions() -> None:
    for lower in (False, True):
        factor, side = tg.linalg.cho_factor(S, lower=lower)
        theirs, _ = scipy.linalg.cho_factor(S, lower=lower)
        keep = np.tril if lower else np.triu
        np.testing.assert_allclose(np.asarray(factor), keep(theirs), rtol=1e-12, atol=1e-14)
        assert side is lower
        np.testing.assert_array_equal(np.asarray(tg.linalg.cholesky(S, lower)), np.asarray(factor))

        def total(s: Any, lower: bool = lower) -> Any:
            return np.sum(np.sin(tg.linalg.cho_solve(tg.linalg.cho_factor((s + s.T) / 2, lower), B)))

        exact = differences(lambda s: np.sum(np.sin(np.linalg.solve((s + s.T) / 2, B))), S)
        for found in slopes(total, S):
            np.testing.assert_allclose(found, exact, rtol=1e-6, atol=1e-8)


# ------------------------------------------------------------------------------------------------- eigenvalues


@pytest.mark.parametrize("kind", [1, 2, 3])
@pytest.mark.parametrize("lower", [False, True])
def test_pairs_of_hermitian_matrices(kind: int, lower: bool) -> None:
    a = A + A.T + np.diag([1.0, 3.0, 7.0, 12.0])
    keywords = {"type": kind, "lower": lower}
    w, v = tg.linalg.eigh(a, S, **keywords)
    expected, vectors = scipy.linalg.eigh(a, S, **keywords)
    np.testing.assert_allclose(np.asarray(w), expected, rtol=1e-11)
    np.testing.assert_allclose(np.abs(np.asarray(v)), np.abs(vectors), rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(
        np.asarray(tg.linalg.eigh(a, b=S, eigvals_only=True, subset_by_index=(1, 2), **keywords)),
        expected[1:3],
        rtol=1e-11,
    )
    np.testing.assert_allclose(np.asarray(tg.linalg.eigvalsh(a, S, **keywords)), expected, rtol=1e-11)

    def total(eigh: Any, a: Any, b: Any) -> Any:
        w, v = eigh(a, b, **keywords)
        return np.sum(np.sin(w)) + np.sum(v[0] ** 2 * np.arange(4.0))

    for k in (0, 1):

        def one(x: Any, eigh: Any = tg.linalg.eigh, k: int = k) -> Any:
            return total(eigh, x, S) if k == 0 else total(eigh, a, x)

        exact = differences(lambda x: one(x, scipy.linalg.eigh), (a, S)[k])  # of the triangles that are read
        for found in slopes(one, (a, S)[k]):
            np.testing.assert_allclose(found, exact, rtol=1e-6, atol=1e-7)


def test_general_eigenvalues_are_numpys() -> None:
    turning = np.array([[1.0, -2.0], [2.0, 1.5]])
    apart = np.diag([1.0, 2.0, 4.0]) + 0.1 * W[:3, :3]
    for a in (turning, apart, apart + 1j * W[:3, 1:], np.stack([turning, turning.T])):
        ours, theirs = np.linalg.eig(tg.tensor(a)), np.linalg.eig(a)
        assert type(ours) is type(theirs)
        for found, expected in zip(ours, theirs, strict=True):
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found.numpy(), expected, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(np.linalg.eigvals(tg.tensor(a)).numpy(), np.linalg.eigvals(a), rtol=1e-12)
    found = tg.compile(tg.grad(lambda a: np.sum(np.real(np.linalg.eigvals(a) ** 3))))(apart)
    np.testing.assert_allclose(found, 3.0 * np.linalg.matrix_power(apart, 2).T, rtol=1e-10, atol=1e-12)
    pair = tg.linalg.eigvals(tg.tensor(apart), np.diag([1.0, 2.0, 3.0])).numpy()
    wanted = np.linalg.eigvals(np.linalg.solve(np.diag([1.0, 2.0, 3.0]), apart))
    np.testing.assert_allclose(np.sort_complex(pair), np.sort_complex(wanted), rtol=1e-12)
    with pytest.raises(ArgumentError, match="eig: homogeneous"):
        tg.linalg.eig(apart, homogeneous_eigvals=True)


@pytest.mark.parametrize("pair", [False, True])
def test_left_eigenvectors(pair: bool) -> None:
    a, b = A + 1j * W, S if pair else None
    (w, *ours), (their_w, *theirs) = tg.linalg.eig(a, b, left=True), scipy.linalg.eig(a, b, left=True)
    order = [int(np.argmin(abs(np.asarray(w) - x))) for x in their_w]
    for x, y in zip(ours, theirs, strict=True):
        x = np.asarray(x)[:, order]
        np.testing.assert_allclose(x[:, None] * np.conj(x), y[:, None] * np.conj(y), atol=1e-12)
    assert len(tg.linalg.eig(a, b, left=True, right=False)) == 2
    np.testing.assert_allclose(np.asarray(tg.linalg.eig(a, b, right=False)), np.asarray(w))

    def total(a: Any, eig: Any = tg.linalg.eig) -> Any:
        v = eig(a, b, left=True)[1]
        return np.sum(abs(v) ** 2 * np.arange(4.0)[:, None])

    real = A @ np.diag([1.0, 2.0, 3.0, 5.0]) @ np.linalg.inv(A)
    for found in slopes(total, real):
        np.testing.assert_allclose(found, differences(lambda a: total(a, scipy.linalg.eig), real), rtol=1e-6, atol=1e-7)


@pytest.mark.exhaustive
def test_what_completes_a_basis() -> None:
    """Its vectors are NumPy's; how they turn is left out, and what does not depend on that has its derivatives."""
    tall = RNG.normal(size=(5, 2))
    for complete in (
        lambda a: np.linalg.svd(a)[0][:, 2:],
        lambda a: np.linalg.svd(a.T)[2].T[:, 2:],
        lambda a: np.linalg.qr(a, "complete")[0][:, 2:],
        lambda a: tg.linalg.null_space(a.T) if isinstance(a, tg.Tensor) else scipy.linalg.null_space(a.T),
        lambda a: tg.linalg.rq(a.T)[1].T[:, :3] if isinstance(a, tg.Tensor) else scipy.linalg.rq(a.T)[1].T[:, :3],
    ):
        np.testing.assert_allclose(plain(complete(tg.tensor(tall))), complete(tall), atol=1e-14)
        loss = lambda a, of=complete: np.sum(np.sin(of(a) @ of(a).T))  # noqa: E731
        for found in slopes(loss, tall):
            np.testing.assert_allclose(found, differences(loss, tall), rtol=1e-7, atol=1e-9)
        second = differences(lambda a, f=loss: np.sum(tg.grad(f)(a) * tall), tall)
        np.testing.assert_allclose(tg.compile(tg.hvp(loss))(tall, tall), second, rtol=1e-7, atol=1e-8)
    q, projectors = np.linalg.qr(RNG.normal(size=(2, 4, 4)))[0], np.diag([1.0, 1.0, 0.0, 0.0])
    given = np.stack([q[0][:, :2], np.eye(4, 2)])  # of which the second alone spans the space
    found = plain(basis_op(tg.tensor(np.stack([projectors] * 2)), given))
    np.testing.assert_array_equal(found[1], given[1])
    np.testing.assert_allclose(found[0] @ found[0].T, projectors, atol=1e-14)
    low = np.outer(A[0], A[1, :2])
    projector = tg.linalg.qr(low, mode="full")[0].numpy()
    np.testing.assert_allclose(projector @ projector.T, np.eye(4), atol=1e-14)


@pytest.mark.parametrize("mode", ["full", "economic", "r"])
def test_pivoting(mode: str) -> None:
    compiled = tg.compile(lambda a: tg.linalg.qr(a, mode=mode, pivoting=True)[-2])
    for a in (A, B, B.T, B[:, ::-1].copy()):
        ours, theirs = tg.linalg.qr(a, mode=mode, pivoting=True), scipy.linalg.qr(a, mode=mode, pivoting=True)
        for x, y in zip(ours, theirs, strict=True):
            assert x.dtype == y.dtype
            np.testing.assert_allclose(plain(x), y, atol=1e-14)
        np.testing.assert_allclose(compiled(a), theirs[-2], atol=1e-14)
    assert compiled.stats()["recordings"] == 3


@pytest.mark.slow
def test_general_eigenvectors_against_pytorch() -> None:
    torch = pytest.importorskip("torch")
    for value in (np.diag([1.0, 2.0, 4.0]) + 0.3 * W[:3, :3], np.diag([1.0, 2.0, 4.0]) + 0.3j * W[:3, :3]):
        theirs = torch.tensor(value, requires_grad=True)
        w, v = torch.linalg.eig(theirs)
        ((w**2).real.sum() + (v.abs() ** 2 * torch.arange(9.0).reshape(3, 3)).sum()).backward()
        ours = tg.tensor(value, requires_grad=True)
        w, v = np.linalg.eig(ours)
        (np.sum(np.real(w**2)) + np.sum(abs(v) ** 2 * np.arange(9.0).reshape(3, 3))).backward()
        np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-9, atol=1e-10)


# ------------------------------------------------------------------------------------------------- rank


def test_least_squares() -> None:
    tall, wide, flat = B, B.T, np.outer(B[:, 0], B[0])
    for a in (tall, wide, flat):
        for b in (W[: len(a), 0], W[: len(a), :2]):
            found, expected = np.linalg.lstsq(tg.tensor(a), b), np.linalg.lstsq(a, b)
            assert int(found[2]) == expected[2]
            for k in (0, 1, 3):
                assert found[k].shape == np.shape(expected[k])
                np.testing.assert_allclose(found[k].numpy(), expected[k], rtol=1e-10, atol=1e-13)

    def total(a: Any, lstsq: Any = np.linalg.lstsq) -> Any:
        x, residuals, _, s = lstsq(a, W[: len(a)])
        return np.sum(np.sin(x)) + np.sum(np.sqrt(residuals)) + np.sum(np.log(s))

    for a in (tall, wide):
        for found in slopes(total, a):
            np.testing.assert_allclose(found, differences(total, a), rtol=1e-6, atol=1e-8)
    with pytest.raises(ShapeError, match="lstsq"):
        np.linalg.lstsq(tg.tensor(tall), W[:3])


def test_pseudoinverses_of_matrices_without_full_rank() -> None:
    """Along changes that keep the rank; PyTorch's gradient there is the same."""
    torch = pytest.importorskip("torch")
    left, right = RNG.normal(size=(4, 2)), RNG.normal(size=(2, 3))

    def total(left: Any, pinv: Any = np.linalg.pinv) -> Any:
        return np.sum(np.sin(pinv(left @ right, rcond=1e-10)))

    for found in slopes(total, left):
        np.testing.assert_allclose(found, differences(total, left), rtol=1e-6, atol=1e-8)
    low = leaf(left @ right)
    np.linalg.pinv(low, rcond=1e-10).sum().backward()
    theirs = torch.tensor(left @ right, requires_grad=True)
    torch.linalg.pinv(theirs, rtol=1e-10).sum().backward()
    np.testing.assert_allclose(low.grad.numpy(), theirs.grad.numpy(), rtol=1e-8, atol=1e-9)
    found, rank = tg.linalg.pinv(left @ right, return_rank=True)
    assert rank == 2
    np.testing.assert_allclose(np.asarray(found), scipy.linalg.pinv(left @ right), rtol=1e-9, atol=1e-12)
    found = tg.linalg.pinv(np.diag([1.0, 0.1, 0.01]), atol=0.05)
    np.testing.assert_allclose(np.asarray(found), np.diag([1.0, 10.0, 0.0]), atol=1e-14)


CUT = np.array([3.0, 3.0, 0.5, 0.4]), np.array([3.0, 2.0, 0.5, 0.0])  # the last two are cut


@pytest.mark.sampled(2)
@pytest.mark.parametrize("values", CUT, ids=["repeated", "singular"])
@pytest.mark.parametrize("name", ["pinv", "pinvh", "wide", "lstsq"])
def test_what_is_cut_need_not_be_0(values: np.ndarray, name: str) -> None:
    """The derivative is that of the truncated matrix, to second order, also where values repeat."""
    rows, columns = (np.linalg.qr(RNG.normal(size=(4, 4)))[0] for _ in range(2))
    a = (rows if name == "pinvh" else columns) * values @ rows.T
    if name == "wide":
        a = np.vstack([a, a[:1] * 0.0])
    apply = {
        "pinv": lambda a: tg.linalg.pinv(a, rtol=0.3), "pinvh": lambda a: tg.linalg.pinvh(a, atol=1.0),
        "wide": lambda a: np.linalg.pinv(a, rcond=0.3), "lstsq": lambda a: np.linalg.lstsq(a, B, rcond=0.3)[0],
    }[name]  # fmt: skip
    theirs = {"pinv": {"rtol": 0.3}, "pinvh": {"atol": 1.0}}.get(name)
    if theirs:
        np.testing.assert_allclose(
            plain(apply(leaf(a))), getattr(scipy.linalg, name)(a, **theirs), rtol=1e-10, atol=1e-12
        )
    loss = lambda a: np.sum(np.sin(apply(a)))  # noqa: E731
    wanted = differences(lambda a: float(np.sum(np.sin(np.asarray(apply(a))))), a)
    for found in slopes(loss, a):
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-8)
    weights = RNG.normal(size=a.shape)
    wanted = differences(lambda a: np.sum(tg.grad(loss)(a) * weights), a)
    np.testing.assert_allclose(tg.compile(tg.hvp(loss))(a, weights), wanted, rtol=1e-7, atol=1e-7)


def test_ranks() -> None:
    low = np.outer(A[0], A[1]) + np.outer(A[2], A[3])
    for a in (A, low, np.zeros((2, 3)), np.stack([A, low]), A[0], A[0] * 0.0):
        np.testing.assert_array_equal(np.linalg.matrix_rank(tg.tensor(a)).numpy(), np.linalg.matrix_rank(a))
    assert int(np.linalg.matrix_rank(tg.tensor(np.diag([1.0, 0.1])), tol=0.5)) == 1
    by_rank = tg.compile(lambda a: a.sum() * int(np.linalg.matrix_rank(a)))
    for a in (A, low, A):
        np.testing.assert_allclose(by_rank(a), a.sum() * np.linalg.matrix_rank(a), rtol=1e-12)
    assert tg.linalg.orth(tg.tensor(low)).shape == (4, 2)


# ------------------------------------------------------------------------------------------------- norms


def test_how_many_numbers_differ_from_0() -> None:
    x = leaf(np.array([[0.0, 2.0], [1.0, -1.0]]))
    found = np.linalg.norm(x, 0, axis=0)
    np.testing.assert_array_equal(plain(found), [1.0, 2.0])


@pytest.mark.parametrize("order", ["nuc", 2, "fro"])
def test_norms_where_singular_values_repeat(order: Any) -> None:
    """PyTorch's conventions: the nuclear norm is smooth at full rank, and the spectral norm shares among the largest ones."""
    torch = pytest.importorskip("torch")
    for a in (np.eye(3), np.diag([2.0, 2.0, 1.0]), np.ones((3, 2)) + np.eye(3, 2)):
        theirs = torch.tensor(a, requires_grad=True)
        torch.linalg.matrix_norm(theirs, order).backward()
        for found in slopes(lambda x: np.linalg.norm(x, order), a):
            np.testing.assert_allclose(found, theirs.grad.numpy(), rtol=1e-12, atol=1e-12)


def test_condition_of_singular_matrices() -> None:
    for a in (np.ones((2, 2)) * [[1.0], [0.0]], np.zeros((2, 2)), np.zeros((2, 3))):
        for p in (None, 2) if a.shape == (2, 3) else (None, 2, 1, np.inf, "fro"):
            assert plain(np.linalg.cond(tg.tensor(a), p)) == np.linalg.cond(a, p) == np.inf


def test_orders_that_are_refused() -> None:
    for order, axis in (("max", None), (3, None), ("fro", 0), ("nuc", 0)):
        with pytest.raises(ArgumentError, match="norm: "):
            np.linalg.norm(tg.tensor(A), order, axis)
    with pytest.raises(ArgumentError, match="norm: "):
        np.linalg.norm(tg.tensor(np.zeros((2, 2, 2))), 1)


# ------------------------------------------------------------------------------------------------- functions

SMOOTH = {
    "expm": lambda a: tg.linalg.expm(a),
    "sqrtm": lambda a: tg.linalg.sqrtm(a),
    "logm": lambda a: tg.linalg.logm(a),
    "polar": lambda a: tg.linalg.polar(a)[0] @ tg.linalg.polar(a)[1] @ tg.linalg.polar(a)[1],
    "cosm": lambda a: tg.linalg.cosm(a),
    "pinv": np.linalg.pinv,
}


@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("a", [2.0 * np.eye(3), np.diag([2.0, 2.0, 3.0])], ids=["unit", "diagonal"])
def test_functions_are_smooth_where_eigenvalues_repeat(name: str, a: np.ndarray) -> None:
    x = leaf(a)
    assert gradcheck(SMOOTH[name], (x,))
    assert gradgradcheck(SMOOTH[name], (x,), rtol=1e-3, atol=1e-4)


def test_exponentials_of_defective_matrices() -> None:
    jordan = np.array([[1.0, 1.0], [0.0, 1.0]])
    assert gradcheck(tg.linalg.expm, (leaf(jordan),))
    np.testing.assert_allclose(
        tg.compile(tg.grad(lambda a: tg.linalg.expm(a)[0, 1]))(jordan), differences(lambda a: scipy.linalg.expm(a)[0, 1], jordan),
        rtol=1e-7, atol=1e-9,
    )  # fmt: skip


def test_functions_that_become_complex_say_so() -> None:
    a = np.diag([1.0, -2.0])
    for name in ("sqrtm", "logm"):
        function = getattr(tg.linalg, name)
        with pytest.raises(DtypeError, match=f"{name}: of this real matrix it is complex"):
            function(tg.tensor(a))
        expected = getattr(scipy.linalg, name)(a.astype(complex))
        np.testing.assert_allclose(function(tg.tensor(a.astype(complex))).numpy(), expected, atol=1e-14)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_exponentials_against_jax() -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    theirs = jax.grad(lambda a: (jax.scipy.linalg.expm(a) * W).sum())(A)
    for found in slopes(lambda a: np.sum(tg.linalg.expm(a) * W), A):
        np.testing.assert_allclose(found, theirs, rtol=1e-10)


# ------------------------------------------------------------------------------------------------- all together

COMPILED = {
    "solve_sylvester": lambda a: tg.linalg.solve_sylvester(a, a.T, W),
    "solve_continuous_lyapunov": lambda a: tg.linalg.solve_continuous_lyapunov(a, W),
    "solve_discrete_lyapunov": lambda a: tg.linalg.solve_discrete_lyapunov(a * 0.3, W),
    "solve_banded": lambda a: tg.linalg.solve_banded((1, 1), a[:3] + 3.0 * np.eye(4)[1:2].T[:3] * 0.0, B),
    "solve_toeplitz": lambda a: tg.linalg.solve_toeplitz((a[0], a[0]), B),
    "expm": lambda a: tg.linalg.expm(a * 0.3),
    "sqrtm": lambda a: tg.linalg.sqrtm(a @ a.T),
    "polar": lambda a: tg.linalg.polar(a)[0],
    "lu": lambda a: tg.linalg.lu(a)[2],
    "matrix_power": lambda a: np.linalg.matrix_power(a, -3),
    "multi_dot": lambda a: np.linalg.multi_dot([a, B, B.T]),
    "block_diag": lambda a: tg.linalg.block_diag(a, a[:2] * 2.0),
    "toeplitz": lambda a: tg.linalg.toeplitz(a[0], a[:, 0]),
    "cond": lambda a: np.linalg.cond(a),
    "subspace_angles": lambda a: tg.linalg.subspace_angles(a[:, :1], B[:, :2]),
    "tensorinv": lambda a: np.linalg.tensorinv(a.reshape(4, 2, 2), 1),
    "eigh_tridiagonal": lambda a: tg.linalg.eigh_tridiagonal(
        np.diagonal(a) * np.arange(4.0), a[0, 1:], eigvals_only=True
    ),
}


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_and_batched(name: str) -> None:
    def total(a: Any) -> Any:
        return np.sum(np.sin(COMPILED[name](a)))

    batch = np.stack([A, A + 0.01 * W])
    wanted = [tg.value_and_grad(total)(a) for a in batch]
    for a, (value, slope) in zip(batch, wanted, strict=True):
        found = tg.compile(tg.value_and_grad(total))(a)
        np.testing.assert_allclose(found[0], value, rtol=1e-10)
        np.testing.assert_allclose(found[1], slope, rtol=1e-9, atol=1e-11)
    found = tg.vmap(tg.value_and_grad(total))(batch)
    np.testing.assert_allclose(found[1], [slope for _, slope in wanted], rtol=1e-9, atol=1e-11)


def test_each_name_of_scipys_is_there_or_says_why_not() -> None:
    """Of the version that is installed."""
    names = [n for n in dir(scipy.linalg) if n[0] != "_" and not isinstance(getattr(scipy.linalg, n), ModuleType)]
    silent = []
    for name in names:
        try:
            getattr(tg.linalg, name)
        except AttributeError as error:
            if " Use " not in str(error):
                silent.append(name)
    assert silent == []
    reasons = {n.rpartition(".")[2] for n in refusals.reasons if n.startswith("scipy.linalg.")}
    assert reasons <= set(names)
    assert not reasons & set(dir(tg.linalg))


def test_scipys_names_of_arguments() -> None:
    for name, keywords in {
        "norm": {"ord": 1},
        "svdvals": {},
        "det": {},
        "inv": {},
        "cholesky": {},
    }.items():
        found, expected = getattr(tg.linalg, name)(a=S, **keywords), getattr(scipy.linalg, name)(a=S, **keywords)
        np.testing.assert_allclose(
            np.asarray(found), expected.T if name == "cholesky" else expected, rtol=1e-10, atol=1e-13
        )
    for structure in ("pos", "sym", "gen"):
        np.testing.assert_allclose(plain(tg.linalg.inv(leaf(S), assume_a=structure)), np.linalg.inv(S), rtol=1e-9)
    np.testing.assert_allclose(
        plain(tg.linalg.inv(leaf(S), assume_a="upper triangular")), np.linalg.inv(np.triu(S)), rtol=1e-9, atol=1e-12
    )
    for lower in (False, True):
        own = np.tril(A) if lower else np.triu(A)
        mirrored = own + own.T - np.diag(np.diag(A))
        found = plain(tg.linalg.inv(leaf(A), assume_a="sym", lower=lower))
        np.testing.assert_allclose(found, np.linalg.inv(mirrored), rtol=1e-9)
    cond = 0.5 * sum(scipy.linalg.svdvals(B)[-2:]) / scipy.linalg.svdvals(B)[0]  # cuts the least one
    found, expected = (f(a=B, b=W[:, 0], cond=cond) for f in (tg.linalg.lstsq, scipy.linalg.lstsq))
    np.testing.assert_allclose(plain(found[0]), expected[0], rtol=1e-10)


def test_eigenvalues_in_an_interval() -> None:
    w = np.linalg.eigvalsh(S)
    between = w[1:].mean(), np.inf
    for function in ("eigh", "eigvalsh"):
        found, expected = (getattr(m, function)(S, subset_by_value=between) for m in (tg.linalg, scipy.linalg))
        found, expected = (x if function == "eigvalsh" else x[0] for x in (found, expected))
        np.testing.assert_allclose(plain(found), expected, rtol=1e-12)
    whole = tg.linalg.eigvalsh(leaf(np.diag([1.0, 2.0, 3.0])), subset_by_value=(1.0, 2.0))
    assert plain(whole).tolist() == [2.0]  # above the first bound, up to the second
    compiled = tg.compile(lambda a: tg.linalg.eigvalsh(a, subset_by_value=between))
    for a in (S, 3.0 * S, S):
        np.testing.assert_allclose(compiled(a), scipy.linalg.eigvalsh(a, subset_by_value=between), rtol=1e-12)
    with pytest.raises(ArgumentError, match="not both"):
        tg.linalg.eigh(S, subset_by_value=between, subset_by_index=(0, 1))


def test_tall_matrices_are_factored_with_scipys_pivots() -> None:
    rng = np.random.default_rng(2)
    for shape in ((5, 2), (4, 3), (3, 1), (6, 4)) * 4:
        a = rng.normal(size=shape)
        for keywords in ({}, {"permute_l": True}, {"p_indices": True}):
            for found, expected in zip(tg.linalg.lu(leaf(a), **keywords), scipy.linalg.lu(a, **keywords), strict=True):
                np.testing.assert_allclose(plain(found), expected, rtol=1e-11, atol=1e-14)
    loss = lambda a, lu=tg.linalg.lu: np.sum(np.sin(lu(a, permute_l=True)[0]))  # noqa: E731
    for found in slopes(loss, a):
        np.testing.assert_allclose(found, differences(lambda a: loss(a, scipy.linalg.lu), a), rtol=1e-6, atol=1e-8)


def test_patterns() -> None:
    upper = np.triu(S, -1)
    assert tg.linalg.bandwidth(leaf(upper)) == scipy.linalg.bandwidth(upper) == (1, 3)
    assert tg.linalg.issymmetric(leaf(S)) is True
    assert tg.linalg.issymmetric(leaf(S + 1e-9 * W)) is False
    assert tg.linalg.ishermitian(leaf(S + 1e-9 * W), atol=1e-7) is True
    assert tg.linalg.ishermitian(tg.tensor(S + 1j)) is False


def test_functions_by_eigenvalues() -> None:
    for a, f in ((S, np.exp), (A, lambda w: w**2), (S - 6.0 * np.eye(4), np.sqrt)):
        found, expected = tg.linalg.funm(leaf(a), f), scipy.linalg.funm(a, lambda w, f=f: f(w + 0j))
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(plain(found), expected, rtol=1e-9, atol=1e-10 * abs(expected).max())
    for found in slopes(lambda a: np.sum(np.sin(tg.linalg.funm(a, np.exp))), A):
        np.testing.assert_allclose(found, tg.grad(lambda a: np.sum(np.sin(tg.linalg.expm(a))))(A), rtol=1e-9, atol=1e-9)


@pytest.mark.slow
def test_names_of_functions_that_stand_elsewhere() -> None:
    """In a process that has met no other function."""
    code = "import tapegrad as tg; print(tg.linalg.cross([1.0, 0, 0], [0, 1.0, 0]), tg.linalg.vecdot, tg.linalg.kron)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("tensor([0., 0., 1.])"), done.stderr


def test_what_is_not_defined_is_refused() -> None:
    """Where derivatives are asked for; what SciPy does with plain data it does here."""
    t = leaf(A)
    for call, words in (
        (lambda: tg.linalg.qr(t, mode="raw"), "mode"), (lambda: tg.linalg.rq(t, mode="raw"), "mode"),
        (lambda: tg.linalg.eigh_tridiagonal(t[0], A[0, 1:], select="x", select_range=(0, 1)), "select"),
        (lambda: np.linalg.matrix_power(t, 0.5), "integer"), (lambda: tg.linalg.polar(t, "up"), "side"),
        (lambda: np.linalg.multi_dot([t]), "two arrays"),
    ):  # fmt: skip
        with pytest.raises((ArgumentError, DtypeError), match=words):
            call()


def test_gradients_through_requires_grad() -> None:
    (slope,) = grad(tg.linalg.lu(x := leaf(A))[1].sum(), x)
    np.testing.assert_allclose(
        slope.numpy(), differences(lambda a: scipy.linalg.lu(a)[1].sum(), A), rtol=1e-6, atol=1e-8
    )


def test_what_is_not_read_does_not_count():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(4, 4)) + 4.0 * np.eye(4), rng.normal(size=4)
    band = np.where(np.abs(np.subtract.outer(np.arange(4), np.arange(4))) < 2, a, 0.0)
    t = leaf(a)
    x = tg.linalg.solve(t, b, assume_a="tridiagonal")
    np.testing.assert_allclose(plain(x), np.linalg.solve(band, b), rtol=1e-12)
    x.sum().backward()
    assert not t.grad.numpy()[band == 0.0].any()


@pytest.mark.parametrize("trans", [0, 1, 2])
def test_factors_in_single_precision_solve_in_single_precision(trans):
    rng = np.random.default_rng(0)
    a, b = (rng.normal(size=(3, 3)) + 2.0 * np.eye(3)).astype(np.float32), rng.normal(size=(3, 2)).astype(np.float32)
    expected = scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b, trans)
    for found in (
        tg.linalg.lu_solve(tg.linalg.lu_factor(a), b, trans).numpy(),
        tg.compile(lambda a, b: tg.linalg.lu_solve(tg.linalg.lu_factor(a), b, trans))(a, b),
    ):
        assert found.dtype == expected.dtype == np.float32
        np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_eigenvectors_of_banded_matrices() -> None:
    ab = np.stack([np.full(4, 0.4), np.arange(4.0)])
    full = np.diag(ab[1]) + np.diag(ab[0, 1:], 1) + np.diag(ab[0, 1:], -1)
    for select, between in (("a", None), ("i", (1, 2)), ("v", (0.5, 2.9))):
        w, v = tg.linalg.eig_banded(ab, select=select, select_range=between)
        expected = scipy.linalg.eig_banded(ab, select=select, select_range=between)[0]
        np.testing.assert_allclose(plain(w), expected, rtol=1e-12)
        np.testing.assert_allclose(full @ plain(v), plain(v) * expected, atol=1e-12)


# ------------------------------------------------------------------------------------------------- dtypes

ops.complete()
ENTRIES = [
    entry
    for entry in composites.values()
    if entry.namespace == "linalg" or getattr(getattr(entry.reference, "function", None), "__module__", "") == "numpy.linalg"
]  # fmt: skip


def cast(x: Any, dtype: Any) -> Any:
    """Numbers of another dtype, wherever they stand in the arguments."""
    if isinstance(x, np.ndarray):
        if x.dtype.kind == "c":
            return x.astype(np.result_type(dtype, np.complex64))
        return x.astype(dtype) if x.dtype.kind == "f" else x
    if isinstance(x, (list, tuple)):
        return type(x)(cast(part, dtype) for part in x)
    return {name: cast(part, dtype) for name, part in x.items()} if isinstance(x, dict) else x


def parts(x: Any) -> list[np.ndarray]:
    """All arrays of a result."""
    if isinstance(x, (list, tuple)):
        return [part for y in x for part in parts(y)]
    return [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_single_precision_stays(entry: Any) -> None:
    """In values, also in compiled code, and in gradients; also where SciPy computes in double precision, or arguments have names."""
    for k, (args, keywords) in enumerate(entry.samples(np.random.default_rng(3))):
        args, keywords = cast(args, np.float32), cast(keywords, np.float32)
        found = parts(entry.function(*args, **keywords))
        assert {x.dtype.name for x in found if x.dtype.kind in "fc"} <= {"float32", "complex64"}
        if k == 0 and all(isinstance(a, np.ndarray) for a in args):
            total = lambda *xs, k=keywords: sum(np.sum(abs(x)) for x in outputs(entry.function(*xs, **k)))  # noqa: E731
            value, slope = tg.compile(tg.value_and_grad(total))(*args)
            assert value.dtype == slope.dtype == np.float32


def outputs(x: Any) -> list[Any]:
    """The results that are numbers with a derivative."""
    return [y for y in x if y.dtype.kind in "fc"] if isinstance(x, tuple) else [x]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_integers_are_numbers(entry: Any) -> None:
    """They give what the same doubles give."""
    for args, keywords in entry.samples(np.random.default_rng(3)):
        whole = cast(cast(args, int), int)
        if entry.name in ("null_space", "orth") or not all(isinstance(a, np.ndarray) for a in whole):
            continue
        doubled = [a.astype(float) if a.dtype.kind == "i" else a for a in whole]
        try:
            expected = parts(entry.function(*doubled, **keywords))
        except (np.linalg.LinAlgError, DtypeError):
            continue
        for x, y in zip(parts(entry.function(*whole, **keywords)), expected, strict=True):
            np.testing.assert_array_equal(x, y)


def test_lists_are_columns_of_toeplitz_matrices() -> None:
    c, b = [4.0, 1.0, 0.5], [1.0, 2.0, 3.0]
    np.testing.assert_allclose(plain(tg.linalg.solve_toeplitz(c, b)), scipy.linalg.solve_toeplitz(c, b))
    np.testing.assert_allclose(
        plain(tg.linalg.matmul_toeplitz(c[:2], b[:2])), scipy.linalg.matmul_toeplitz(c[:2], b[:2])
    )


@pytest.mark.parametrize(("c", "b"), [((2, 3), (3, 2)), ((3, 3), (3, 3)), ((3,), (3, 4)), ((2, 1, 3), (3, 4))])
def test_collections_of_circulant_systems_are_broadcast(c: tuple[int, ...], b: tuple[int, ...]) -> None:
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=c) + 3.0, rng.normal(size=b)
    np.testing.assert_allclose(
        plain(tg.linalg.solve_circulant(tg.tensor(x), y)), scipy.linalg.solve_circulant(x, y), rtol=1e-12
    )


def test_schurs_form_where_eigenvalues_are_complex() -> None:
    """The real form has no derivative; of the complex one that of what no phase changes is compared with differences."""
    rng = np.random.default_rng(9)
    a, direction, w = np.diag([1.0, 1.0, 3.0]), rng.normal(size=(3, 3)), rng.normal(size=(3, 3))
    a[0, 1], a[1, 0] = 1.5, -1.0
    with pytest.raises(ArgumentError, match="Pass output='complex'"):
        grad(tg.linalg.schur(leaf(a))[0].sum(), leaf(a))
    np.testing.assert_array_equal(plain(tg.linalg.schur(a)[0]), scipy.linalg.schur(a)[0])

    def loss(module: Any, x: Any) -> Any:
        t, z = module.schur(x, output="complex")
        projection = z[:, :2] @ np.conj(z[:, :2]).T
        return np.sum(np.real(projection) * w) + np.sum(np.abs(t) ** 2 * w)

    h = 1e-6
    slope = (loss(scipy.linalg, a + h * direction) - loss(scipy.linalg, a - h * direction)) / (2 * h)
    for gradient in (tg.grad(lambda x: loss(tg.linalg, x)), tg.compile(tg.grad(lambda x: loss(tg.linalg, x)))):
        assert np.sum(gradient(a) * direction) == pytest.approx(slope, rel=1e-7)


def test_a_sorted_schur_form_is_scipys() -> None:
    for x, y in zip(tg.linalg.schur(A, sort="lhp"), scipy.linalg.schur(A, sort="lhp"), strict=True):
        np.testing.assert_array_equal(np.asarray(x), y)
    with pytest.raises(ArgumentError, match="sort is not supported"):
        tg.linalg.schur(leaf(A), sort="lhp")


@pytest.mark.skipif(np.lib.NumpyVersion(scipy.__version__) < "1.16.0", reason="older versions take no stacks")
def test_patterns_of_each_matrix_of_a_stack():
    stack = np.array([[[1.0, 2.0], [2.0, 0.0]], [[1.0, 2.0], [0.0, 3.0]], [[1.0, 0.0], [1e-9, 3.0]]])
    for name, keywords in (
        ("ishermitian", {}),
        ("issymmetric", {}),
        ("issymmetric", {"atol": 1e-6}),
        ("bandwidth", {}),
    ):
        expected = getattr(scipy.linalg, name)(stack, **keywords)
        np.testing.assert_array_equal(np.array(getattr(tg.linalg, name)(tg.tensor(stack), **keywords)), expected)
        single = getattr(tg.linalg, name)(tg.tensor(stack[1]), **keywords)
        assert single == getattr(scipy.linalg, name)(stack[1], **keywords)


def test_gelsy_gives_no_residuals_and_no_singular_values():
    for a, b in ((A[:, :2], B[:, 0]), (A[:2], B[:2]), (A, B), (A[:, :0], B)):
        expected = scipy.linalg.lstsq(a, b, lapack_driver="gelsy")
        found = tg.linalg.lstsq(tg.tensor(a), b, lapack_driver="gelsy")
        np.testing.assert_allclose(plain(found[0]), expected[0], rtol=1e-12)
        assert found[2] == expected[2]
        assert (found[3] is None) == (expected[3] is None)
        if a.size:  # of matrices without columns NumPy's residuals are none
            assert found[1].shape == expected[1].shape


@pytest.mark.parametrize(
    "widths", [(1, 2), [1, 2], np.array([1, 2]), (np.int8(1), 2)], ids=["tuple", "list", "array", "mixed"]
)
def test_numbers_of_diagonals_may_be_an_array(widths):
    ab = RNG.normal(size=(4, 4)) + 3.0 * np.eye(4)[2]
    expected = scipy.linalg.solve_banded(widths, ab, B)
    np.testing.assert_allclose(plain(tg.linalg.solve_banded(widths, tg.tensor(ab), B)), expected, rtol=1e-12)
    f = tg.compile(lambda widths, ab: tg.linalg.solve_banded(widths, ab, B))
    np.testing.assert_allclose(f(np.asarray(widths), ab), expected, rtol=1e-12)
    other = scipy.linalg.solve_banded((2, 1), ab, B)  # recorded anew
    np.testing.assert_allclose(f(np.array([2, 1]), ab), other, rtol=1e-12)


@pytest.mark.skipif(np.lib.NumpyVersion(scipy.__version__) < "1.16.0", reason="older versions take no stacks")
@pytest.mark.parametrize("x", [3.0, [[3.0]], [[[3.0]]], [[3.0], [2.0]], [[3.0, 1.0]]])
def test_distances_of_one_number_are_no_stack(x):
    expected = scipy.linalg.fiedler(x)
    np.testing.assert_array_equal(plain(tg.linalg.fiedler(tg.tensor(x))), expected, strict=True)


@pytest.mark.parametrize("kind", [float, complex])
@pytest.mark.parametrize("shape", [(5, 2), (7, 3), (2, 4, 1), (3, 0)])
def test_factors_of_many_rows_and_few_columns(shape, kind):
    """Also where the first rows are a singular matrix, since the pivots stand elsewhere."""
    rng = np.random.default_rng(4)
    a = rng.normal(size=shape) * (1.0 + 1.0j if kind is complex else 1.0)
    a[..., : shape[-1] - 1, :] = 0.0
    d, w, v = rng.normal(size=(3, *shape))
    v = v[..., : shape[-1], :]

    def loss(module, x):
        _, lower, upper = module.lu(x)
        return np.sum(np.real(lower * np.conj(lower)) * w) + np.sum((np.real(upper) + np.imag(upper)) * v)

    h = 1e-6
    slope = (loss(scipy.linalg, a + h * d) - loss(scipy.linalg, a - h * d)) / (2 * h) if a.size else 0.0
    for gradient in (tg.grad(lambda x: loss(tg.linalg, x)), tg.compile(tg.grad(lambda x: loss(tg.linalg, x)))):
        assert np.sum(np.real(gradient(a)) * d) == pytest.approx(slope, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("t", [0.2, 1.43, -0.7])
@pytest.mark.parametrize(
    "a", [np.zeros((2, 2)), np.ones((2, 2)), np.array([[1.0, 2.0], [3.0, 6.0]])], ids=["0", "1", "rank 1"]
)
def test_powers_of_singular_matrices(a, t):
    """Scipy's, no powers of the small number that stands for 0 in logarithms; gradients that may be infinite are NaN."""
    with np.errstate(all="ignore"):
        expected = scipy.linalg.fractional_matrix_power(a, t)
        power = tg.compile(lambda a: tg.linalg.fractional_matrix_power(a, t))
        for found in (plain(tg.linalg.fractional_matrix_power(leaf(a), t)), power(a)):
            np.testing.assert_allclose(found, expected, rtol=1e-14)
        assert np.isnan(tg.grad(lambda a: np.sum(tg.linalg.fractional_matrix_power(a, t)))(a)).all()


def test_products_of_no_columns():
    assert tg.linalg.khatri_rao(leaf(np.ones((3, 0))), np.ones((5, 0))).shape == (15, 0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex64])
def test_signs_of_matrices_keep_their_digits(dtype):
    """The square of a matrix whose eigenvalues are far apart has lost what the small ones are."""
    rng = np.random.default_rng(3)
    basis = rng.normal(size=(4, 4)) + 2.0 * np.eye(4)
    a = (basis @ np.diag([3.0, -1.0, 2e-2, -4e-3]) @ np.linalg.inv(basis)).astype(dtype)
    w, v = np.linalg.eig(a.astype(np.complex128))
    expected = v @ np.diag(np.sign(w.real)) @ np.linalg.inv(v)
    error = np.abs(plain(tg.linalg.signm(tg.tensor(a))) - expected).max()
    assert error < 200 * np.finfo(dtype).eps

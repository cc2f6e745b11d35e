"""`solve`: a record with a call of LAPACK, on every facet."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import tapegrad as tg
from tapegrad.codegen.function_writer import Module
from tapegrad.errors import ArgumentError, ShapeError

RNG = np.random.default_rng(0)
A = RNG.normal(size=(5, 5)) + 4.0 * np.eye(5)
B, C = RNG.normal(size=5), RNG.normal(size=(5, 3))
STACK, SIDES = RNG.normal(size=(6, 5, 5)) + 4.0 * np.eye(5), RNG.normal(size=(6, 5))
SINGULAR = np.ones((5, 5))


def differences(f: Any, args: list[np.ndarray], step: float = 1e-5) -> list[np.ndarray]:
    """The gradient by central differences of fourth order, in doubles: LAPACK knows no longer numbers."""
    found = []
    for k, x in enumerate(args):
        slope = np.zeros(x.shape)
        for place in np.ndindex(x.shape):
            for times, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
                moved = x.copy()
                moved[place] += times * step
                slope[place] += weight * f(*args[:k], moved, *args[k + 1 :]) / (12.0 * step)
        found.append(slope)
    return found


def loss(a: Any, b: Any) -> Any:
    return np.sum(np.tanh(np.linalg.solve(a, b)))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    "args", [(A, B), (A, C), (A[:1, :1], B[:1]), (STACK, C), (A, STACK), (STACK[:, None], STACK[:3]), (STACK[:0], C)],
    ids=["vector", "columns", "one", "stack", "stack of sides", "broadcast", "none"],
)  # fmt: skip
def test_sealed_values_are_numpys(args: tuple[np.ndarray, ...], dtype: Any) -> None:
    given = [x.astype(dtype) for x in args]
    expected = np.linalg.solve(*given)
    found = tg.compile(np.linalg.solve)(*given)
    assert found.dtype == expected.dtype
    tolerance = 1e-13 if dtype is np.float64 else 1e-5
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def test_matrices_that_lie_otherwise() -> None:
    compiled = tg.compile(lambda a, b: np.linalg.solve(a.T[::-1], b[::2] * 2.0))
    wide = RNG.normal(size=(10, 2))
    np.testing.assert_allclose(compiled(A, wide), np.linalg.solve(A.T[::-1], wide[::2] * 2.0), rtol=1e-12)


def test_it_is_lapacks_and_needs_no_python() -> None:
    module = Module()
    module.function(tg.compile(loss).tape(A, B))
    assert "tapegrad_lapack_dgetrs" in module.text()
    assert not module.callbacks


@pytest.mark.parametrize("k", [0, 1])
def test_gradients(k: int) -> None:
    expected = differences(loss, [A, B])[k]
    for slope in (tg.grad(loss, argnums=k), tg.compile(tg.grad(loss, argnums=k))):
        np.testing.assert_allclose(slope(A, B), expected, rtol=1e-7, atol=1e-8)


def test_gradients_of_a_stack_against_one_matrix() -> None:
    def total(a: Any, b: Any) -> Any:
        return np.sum(np.linalg.solve(a, b) ** 2)

    for k, exact in enumerate(differences(total, [A, STACK])):
        np.testing.assert_allclose(tg.grad(total, argnums=k)(A, STACK), exact, rtol=1e-6, atol=1e-8)


def test_higher_orders_and_forward_mode() -> None:
    def of_b(b: Any) -> Any:
        return np.linalg.solve(A, b)

    inverse = np.linalg.inv(A)
    for f in (tg.jacobian(of_b), tg.compile(tg.jacobian(of_b)), tg.func.jacfwd(of_b), tg.func.jacrev(of_b)):
        np.testing.assert_allclose(f(B), inverse, rtol=1e-10, atol=1e-12)
    x = tg.tensor(A, requires_grad=True)
    assert tg.autograd.gradcheck(lambda a: np.linalg.solve(a, B), (x,))
    assert tg.autograd.gradgradcheck(lambda a: np.linalg.solve(a, B), (x,))
    hessian = tg.hessian(loss, argnums=1)
    np.testing.assert_allclose(tg.compile(hessian)(A, B), hessian(A, B), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(tg.func.jvp(of_b, (B,), (C[:, 0],))[1], inverse @ C[:, 0], rtol=1e-10)


def test_batches() -> None:
    expected = np.array([loss(a, b) for a, b in zip(STACK, SIDES, strict=True)])
    slopes = np.array([tg.grad(loss)(a, b) for a, b in zip(STACK, SIDES, strict=True)])
    np.testing.assert_allclose(tg.vmap(loss)(STACK, SIDES), expected, rtol=1e-12)
    np.testing.assert_allclose(tg.compile(tg.grad(loss)).batch(STACK, SIDES), slopes, rtol=1e-10, atol=1e-13)
    np.testing.assert_allclose(tg.compile(tg.vmap(tg.grad(loss)))(STACK, SIDES), slopes, rtol=1e-10, atol=1e-13)
    one = tg.vmap(loss, in_axes=(None, 0))(A, SIDES)
    np.testing.assert_allclose(one, [loss(A, b) for b in SIDES], rtol=1e-12)


def test_scans_and_checkpoints() -> None:
    def steps(b: Any) -> Any:
        last, _ = tg.scan(lambda c, _: (np.linalg.solve(A, c), c), b, None, length=4)
        return np.sum(last)

    powers = np.linalg.inv(np.linalg.matrix_power(A, 4))
    for f in (steps, tg.compile(steps)):
        np.testing.assert_allclose(f(B), np.sum(powers @ B), rtol=1e-10)
    np.testing.assert_allclose(tg.grad(steps)(B), powers.sum(axis=0), rtol=1e-9)
    x = tg.tensor(B, requires_grad=True)
    tg.checkpoint(lambda b: np.sum(np.linalg.solve(A, b)))(x).backward()
    np.testing.assert_allclose(x.grad.numpy(), np.linalg.inv(A).sum(axis=0), rtol=1e-10)


def calls_of(routine: str, f: Any, *args: Any) -> int:
    """How often a compiled function calls a routine of LAPACK."""
    module = Module()
    module.function(tg.compile(f).tape(*args))
    return module.text().count(f"@tapegrad_lapack_{routine}(") - 1  # the declaration


def test_a_matrix_is_factored_once() -> None:
    def evidence(a: Any, b: Any) -> Any:
        return b @ np.linalg.solve(a, b) + np.linalg.slogdet(a)[1] + np.sum(np.linalg.solve(a.T @ a, b))

    assert calls_of("dgetrf", tg.value_and_grad(loss), A, B) == 1
    assert calls_of("dgetrf", tg.value_and_grad(evidence, (0, 1)), A, B) == 2
    assert (
        calls_of("dgetrf", tg.value_and_grad(lambda a: np.linalg.det(np.linalg.inv(a)) + np.linalg.slogdet(a)[1]), A)
        == 2
    )
    assert calls_of("dpotrf", tg.value_and_grad(lambda a: np.sum(tg.linalg.solve(a @ a.T, B, assume_a="pos"))), A) == 1


def test_its_pattern_is_one_block_for_each_matrix() -> None:
    found = tg.func.sparse_jacobian(lambda b: np.linalg.solve(STACK, b[..., None])[..., 0].ravel())(SIDES)
    dense = np.zeros((6, 5, 6, 5))
    for k in range(6):
        dense[k, :, k] = np.linalg.inv(STACK[k])
    np.testing.assert_allclose(found.toarray(), dense.reshape(30, 30), rtol=1e-9, atol=1e-12)
    assert found.nnz == 6 * 25


def test_complex_numbers() -> None:
    a = tg.tensor(A + 1j * RNG.normal(size=A.shape), requires_grad=True)
    b = tg.tensor(B * (1.0 - 0.5j), requires_grad=True)
    assert tg.autograd.gradcheck(np.linalg.solve, (a, b))


def test_a_singular_matrix_raises_numpys_error_on_every_way() -> None:
    compiled = tg.compile(loss)
    expected = compiled(A, B)
    file = io.BytesIO()
    compiled.save(file)
    loaded = tg.load(io.BytesIO(file.getvalue()))
    bad = STACK.copy()
    bad[2] = SINGULAR
    for f, args in (
        (loss, (tg.tensor(SINGULAR), B)), (compiled, (SINGULAR, B)), (tg.compile(loss), (SINGULAR, B)),
        (lambda a, b: tg.scan(lambda c, _: (np.linalg.solve(a, c), c), b, None, length=2)[0], (SINGULAR, B)),
        (loaded, (SINGULAR, B)), (tg.vmap(loss), (bad, SIDES)), (compiled.batch, (bad, SIDES)), (tg.grad(loss), (SINGULAR, B)),
    ):  # fmt: skip
        with pytest.raises(np.linalg.LinAlgError):
            f(*args)
    assert compiled(A, B) == expected == loaded(A, B)


def test_the_error_is_caught_at_the_users_line() -> None:
    a = tg.tensor(SINGULAR, requires_grad=True)
    try:
        x = np.linalg.solve(a, B)
    except np.linalg.LinAlgError:
        x = np.linalg.solve(a + np.eye(5), B)
    np.testing.assert_allclose(x.detach().numpy(), np.linalg.solve(SINGULAR + np.eye(5), B), rtol=1e-12)


def test_compiled_callers() -> None:
    """Arrays of one dimension, for whose types `tg.nb` is compiled already."""
    pytest.importorskip("numba")
    tape = tg.compile(lambda b: np.sum(np.linalg.solve(A, b) ** 2)).tape_data(B)
    g, work = np.empty(5), np.empty(tg.nb.work_size(tape))
    assert tg.nb.value_and_grad(tape, B, g, work) == 0
    np.testing.assert_allclose(work[0], np.sum(np.linalg.solve(A, B) ** 2), rtol=1e-12)
    np.testing.assert_allclose(g, 2.0 * np.linalg.inv(A).T @ np.linalg.solve(A, B), rtol=1e-10)
    bad = tg.compile(lambda a: np.sum(np.linalg.solve(a.reshape(5, 5), B))).tape_data(A.ravel())
    slope, work = np.empty(25), np.empty(tg.nb.work_size(bad))
    status = tg.nb.value_and_grad(bad, SINGULAR.ravel(), slope, work)
    with pytest.raises(np.linalg.LinAlgError):
        tg.nb.check(bad, status)


def test_shapes_are_refused() -> None:
    for a, b in ((A[:3], B), (A, B[:3]), (A, C[:2])):
        with pytest.raises(ShapeError, match="solve"):
            np.linalg.solve(tg.tensor(a), b)


STRUCTURES = {
    "sym": A + A.T, "pos": A @ A.T, "diagonal": np.diag(np.diag(A)), "lower triangular": np.tril(A),
    "upper triangular": np.triu(A), "gen": A, "tridiagonal": np.triu(np.tril(A, 1), -1), "banded": A,
}  # fmt: skip


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_structures_are_scipys(structure: str, lower: bool, transposed: bool) -> None:
    """Values, and derivatives by whatever elements are read; the others may be NaN."""
    try:
        scipy.linalg.solve(np.eye(2), np.ones(2), assume_a=structure)
    except ValueError:
        pytest.skip("this SciPy does not know the structure")
    a = STRUCTURES[structure]
    if structure in ("sym", "pos"):
        a = np.where(np.tri(5, dtype=bool) if lower else np.tri(5, dtype=bool).T, a, np.nan)
    keywords = {"assume_a": structure, "lower": lower, "transposed": transposed}
    for right in (B, C):
        expected = scipy.linalg.solve(a, right, check_finite=False, **keywords)
        for f in (tg.linalg.solve, tg.compile(lambda a, b: tg.linalg.solve(a, b, **keywords))):
            found = f(a, right, **keywords) if f is tg.linalg.solve else f(a, right)
            np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-11, atol=1e-13)

    def total(solve: Any) -> Any:
        return lambda a, b: np.sum(np.sin(solve(a, b, **keywords)))

    def scipys(a: np.ndarray, b: np.ndarray) -> Any:
        return total(lambda a, b, **k: scipy.linalg.solve(a, b, check_finite=False, **k))(a, b)

    for k, exact in enumerate(differences(scipys, [a, C])):
        read = np.isfinite(exact)
        if structure in ("diagonal", "tridiagonal"):  # what stands elsewhere is known to be 0
            read &= a != 0 if k == 0 else True
        for slope in (tg.grad(total(tg.linalg.solve), k), tg.compile(tg.grad(total(tg.linalg.solve), k))):
            np.testing.assert_allclose(slope(a, C)[read], exact[read], rtol=1e-6, atol=1e-8)


def test_structures_of_complex_matrices() -> None:
    a = A + A.T + 1j * (A - A.T)
    for structure, matrix in (("her", a), ("sym", A + A.T + 1j * STACK[0] + 1j * STACK[0].T), ("pos", a @ a.conj().T)):
        found = tg.linalg.solve(tg.tensor(matrix), C, assume_a=structure, lower=True)
        np.testing.assert_allclose(found.numpy(), np.linalg.solve(matrix, C), rtol=1e-10)
    with pytest.raises(ArgumentError, match="assume_a"):
        tg.linalg.solve(A, B, assume_a="dense")


def test_factors_solve_many_systems() -> None:
    for trans in (0, 1, 2):
        for a in (A, A + 1j * STACK[0]):
            pair = tg.linalg.lu_factor(tg.tensor(a))
            theirs = scipy.linalg.lu_factor(a)
            np.testing.assert_allclose(pair[0].numpy(), theirs[0], rtol=1e-13)
            np.testing.assert_array_equal(pair[1].numpy(), theirs[1])
            assert pair[1].dtype == theirs[1].dtype
            found = tg.linalg.lu_solve(pair, C, trans=trans).numpy()
            np.testing.assert_allclose(found, scipy.linalg.lu_solve(theirs, C, trans=trans), rtol=1e-11)

    def through(a: Any, b: Any) -> Any:
        return np.sum(np.tanh(tg.linalg.lu_solve(tg.linalg.lu_factor(a), b)))

    for f in (through, tg.compile(through)):
        np.testing.assert_allclose(f(A, B), loss(A, B), rtol=1e-12)
    for f in (tg.grad(through), tg.compile(tg.grad(through))):
        np.testing.assert_allclose(f(A, B), tg.grad(loss)(A, B), rtol=1e-9, atol=1e-12)
    stacked = tg.vmap(through, in_axes=(0, None))(STACK, B)
    np.testing.assert_allclose(stacked, [loss(a, B) for a in STACK], rtol=1e-11)
    assert calls_of("dgetrf", tg.value_and_grad(through), A, B) == 1


@pytest.mark.parametrize("function", [np.linalg.solve, lambda a, b: tg.linalg.solve(a, b, assume_a="sym")])
@pytest.mark.parametrize("b", [[1.0, 0.5], [1j, 0], [1, 2]], ids=["real", "complex", "whole"])
def test_whole_matrices_in_recordings(function, b):
    """One plain right side, of a system that needs no gradient but depends on what is recorded."""
    a = np.array([[2, 3], [3, -5]])
    f = tg.compile(lambda a: function(a, b))
    for x in (a, 2 * a, a + np.eye(2, dtype=int)):
        np.testing.assert_allclose(f(x), np.linalg.solve(x, b), rtol=1e-14)

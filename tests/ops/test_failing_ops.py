"""Ops that fail on values fail at the line that calls them, where they can be caught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tapegrad.ops.declare import ArrayOp, General
from tests.support import close, declared, gradient, plain

SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
REGULAR = np.array([[2.0, 0.5], [0.5, 1.0]])
RIGHT = np.array([1.0, 3.0])


def _solve_adjoint(g: Any, a: Any, out: Any) -> Any:
    back = _ops["solve"](a.T, g)
    return -back.reshape(-1, 1) * out.reshape(1, -1)


_ops: dict[str, ArrayOp] = {}


@pytest.fixture
def ops() -> Iterator[dict[str, ArrayOp]]:
    """Ops of a user, for which there is nothing but what NumPy does."""
    with declared():
        _ops["solve"] = General(
            name="test_solve", forward=lambda a, b: np.linalg.solve(a, b), infer=lambda a, b: b,
            adjoints={"a": _solve_adjoint, "b": lambda g, a: _ops["solve"](a.T, g)}, reference=np.linalg.solve,
        )  # fmt: skip
        _ops["cholesky"] = General(
            name="test_cholesky",
            forward=lambda a: np.linalg.cholesky(a),
            infer=lambda a: a,
            reference=np.linalg.cholesky,
        )
        _ops["inverse"] = General(name="test_inverse", forward=lambda a: np.linalg.inv(a), reference=np.linalg.inv)
        yield _ops
    _ops.clear()


@pytest.mark.parametrize("grad", [False, True])
def test_a_singular_matrix_raises_where_it_is_solved(ops: dict[str, ArrayOp], grad: bool) -> None:
    x = tg.tensor(RIGHT, requires_grad=grad)
    before = np.sin(x) * 2.0  # pending, and not lost
    try:
        ops["solve"](tg.tensor(SINGULAR) * 1.0, before)
    except np.linalg.LinAlgError:
        caught = True
    assert caught
    np.testing.assert_allclose(plain(before), np.sin(RIGHT) * 2.0)
    after = ops["solve"](tg.tensor(REGULAR) * 1.0, before)
    np.testing.assert_allclose(plain(after), np.linalg.solve(REGULAR, np.sin(RIGHT) * 2.0))


def test_a_fallback_is_differentiated(ops: dict[str, ArrayOp]) -> None:
    def solved(a: Any, b: Any) -> Any:
        try:
            return ops["solve"](a, b)
        except np.linalg.LinAlgError:
            return ops["solve"](a + np.eye(2), b)

    for matrix, reference in ((REGULAR, REGULAR), (SINGULAR, SINGULAR + np.eye(2))):
        a, b = tg.tensor(matrix, requires_grad=True), tg.tensor(RIGHT, requires_grad=True)
        (solved(a, b) ** 2).sum().backward()
        expected = gradient(lambda a, b: np.sum(_by_cramer(a, b) ** 2), [reference, RIGHT])
        close(a.grad.numpy(), expected[0])
        close(b.grad.numpy(), expected[1])


def _by_cramer(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    (p, q), (r, s) = a
    return np.array([s * b[0] - q * b[1], p * b[1] - r * b[0]]) / (p * s - q * r)


def test_a_matrix_that_is_not_positive_raises_where_it_is_factored(ops: dict[str, ArrayOp]) -> None:
    a = tg.tensor(REGULAR, requires_grad=True)
    with pytest.raises(np.linalg.LinAlgError):
        ops["cholesky"](-(a * a))
    np.testing.assert_allclose(plain(ops["cholesky"](a * 2.0)), np.linalg.cholesky(2.0 * REGULAR))


def test_an_op_whose_shape_is_found_on_ones_says_what_it_lacks(ops: dict[str, ArrayOp]) -> None:
    with pytest.raises(ArgumentError, match=r"test_inverse: .*Singular matrix.* Declare it with infer"):
        ops["inverse"](tg.tensor(REGULAR))


def test_what_cannot_fail_waits() -> None:
    """Complex numbers have no native kind, and no values that raise."""
    x = tg.tensor(np.ones(4) * 1j)
    y = np.fft.fft(x) * 2.0 + x.conj()
    assert y._family.run is not None
    assert y._family.run.backing.open, "it was executed"


def test_a_singular_matrix_names_the_op_and_its_line() -> None:
    def f(x: Any) -> Any:
        y = np.linalg.inv(x)
        return np.sum(np.linalg.inv(y - np.eye(2)))

    line = f.__code__.co_firstlineno + 2
    expected = rf"^Singular matrix \(inv, recorded at .*test_failing_ops.py:{line}\)$"
    for compiled in (tg.compile(f), tg.compile(tg.grad(f))):
        for _ in range(2):  # while it is recorded, and afterwards
            with pytest.raises(np.linalg.LinAlgError, match=expected):
                compiled(np.eye(2))
            compiled(REGULAR)
    with pytest.raises(np.linalg.LinAlgError, match=r"^Singular matrix \(inv\)$"):
        np.linalg.inv(tg.tensor(SINGULAR, requires_grad=True))


@pytest.mark.parametrize("count", [5, 50])
@pytest.mark.parametrize("solve", [np.linalg.inv, lambda a: np.linalg.solve(a, RIGHT)], ids=["inv", "solve"])
def test_a_singular_matrix_of_a_batch_is_named(count: int, solve: Any) -> None:
    stack = np.stack([REGULAR] * count)
    stack[3] = 0.0
    for f in (tg.compile(solve).batch, tg.vmap(solve)):
        with pytest.raises(np.linalg.LinAlgError, match=r"^Singular matrix \(.*\) \(instance 3 of the batch\)$"):
            f(stack)
    with pytest.raises(np.linalg.LinAlgError, match=r"^Singular matrix \((inv|solve) of matrix 3\)$"):
        tg.vmap(solve)(tg.tensor(stack, requires_grad=True))
    with pytest.raises(np.linalg.LinAlgError, match=r"of matrix \(1, 3\)"):
        np.linalg.inv(tg.tensor(np.stack([np.stack([REGULAR] * count), stack])))


def test_a_sweep_names_the_op_that_fails_in_it() -> None:
    a = tg.tensor(SINGULAR, requires_grad=True)
    (g,) = tg.autograd.grad(np.linalg.det(a), a, create_graph=True)
    (second,) = tg.autograd.grad((g * g).sum(), a, create_graph=True)
    with pytest.raises(np.linalg.LinAlgError, match=r"^Singular matrix .*in the reverse sweep of cofactor_slopes"):
        second.sum().backward()

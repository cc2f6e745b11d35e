"""Ops that have machine code of their own where they return: values, gradients and errors are those of before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import compiled_sweep
from tapegrad.record.recording import tape
from tapegrad.trace_cache import compiled_ops, thresholds
from tapegrad.trace_cache.reasons import Reason
from tests.support import plain

TURNS = 12


RNG = np.random.default_rng(5)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let machine code be made after two calls, and programs after few sweeps."""
    monkeypatch.setattr(compiled_ops, "CALLS_OF_AN_OP", 2)
    monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: length - 8)
    for name in (
        "close_by_values",
        "close_by_programs",
    ):  # none of values that are read, which may have other last bits
        monkeypatch.setattr(compiled_sweep, name, lambda *of: Reason.OFF)
    monkeypatch.setattr(compiled_ops, "_codes", {})


def positive(n: int, k: int) -> np.ndarray:
    a = np.random.default_rng([n, k]).normal(size=(n, n))
    return a @ a.T + n * np.eye(n)


B = RNG.normal(size=6)


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda a: np.linalg.solve(a, B[: a.shape[-1]]),
    "solve for columns": lambda a: np.linalg.solve(a, a[:, :2] * 2.0),
    "inv": np.linalg.inv,
    "det": np.linalg.det,
    "slogdet": lambda a: np.linalg.slogdet(a)[1],
    "cholesky": np.linalg.cholesky,
}


def counted(name: str) -> int:
    """Return how many codes there are of ops of this name."""
    return sum(
        code is not None and not isinstance(code, int)
        for (op, *_), code in compiled_ops._codes.items()
        if op.name == name
    )


def slope(f: Callable[[Any], Any], a: np.ndarray, along: np.ndarray) -> float:
    """Return how the sum of f changes, by differences of the fourth order."""
    h = 1e-4
    near = {k: float(np.sum(f(a + k * h * along))) for k in (-2, -1, 1, 2)}
    return (8.0 * (near[1] - near[-1]) - (near[2] - near[-2])) / (12.0 * h)


@pytest.mark.parametrize("grad", [True, False])
@pytest.mark.parametrize(
    ("name", "bad"),
    [("solve", np.ones((3, 3))), ("inv", np.ones((3, 3))), ("cholesky", -np.eye(3))],
)
def test_what_fails_is_known_at_once(name: str, bad: np.ndarray, grad: bool) -> None:
    f = FUNCTIONS[name]
    for k in range(TURNS):
        x = tg.tensor(2.0, requires_grad=True)
        before = x * x
        leaf = tg.tensor(bad if k % 3 == 2 else positive(3, k), requires_grad=grad)
        scaled = leaf * x if grad else leaf
        if k % 3 == 2:
            with pytest.raises(np.linalg.LinAlgError):
                f(scaled)
            before.backward()
            assert x.grad.item() == 4.0
            continue
        y = f(scaled).sum()
        if grad:
            y.backward()
            assert leaf.grad is not None
    assert counted(name)


def test_tangents_are_not_lost() -> None:
    a, b = positive(3, 0), RNG.normal(size=3)
    for k in range(TURNS):
        np.linalg.solve(tg.tensor(positive(3, k)), b).numpy()
    along = RNG.normal(size=3)
    _, tangent = tg.func.jvp(lambda right: np.linalg.solve(tg.tensor(a), right), (b,), (along,))
    np.testing.assert_allclose(tangent, np.linalg.solve(a, along), rtol=1e-12)
    with tg.autograd.forward_ad.dual_level():
        dual = tg.autograd.forward_ad.make_dual(tg.tensor(b), tg.tensor(along))
        found = tg.autograd.forward_ad.unpack_dual(np.linalg.solve(tg.tensor(a), dual)).tangent
    np.testing.assert_allclose(found.numpy(), np.linalg.solve(a, along), rtol=1e-12)


def test_a_leaf_that_was_written_to_is_read_anew() -> None:
    leaf = tg.tensor(positive(3, 0), requires_grad=True)
    for k in range(TURNS):
        with tg.no_grad():
            leaf *= 1.0 + 0.1 * k
        value = np.linalg.inv(leaf).sum()
        np.testing.assert_allclose(value.item(), np.linalg.inv(leaf.detach().numpy()).sum(), rtol=1e-12)
        value.backward()


SYSTEMS: dict[str, tuple[Any, Any]] = {
    "solve": (lambda a, b: np.linalg.solve(a, b), lambda a, b: np.linalg.solve(a, b)),
    "solve for columns": (lambda a, b: np.linalg.solve(a, b[:, None] * [1.0, 2.0]), lambda a, b: np.linalg.solve(a, b[:, None] * [1.0, 2.0])),
    "solve_triangular": (lambda a, b: tg.linalg.solve_triangular(a, b, lower=True), lambda a, b: np.linalg.solve(np.tril(a), b)),
}  # fmt: skip


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_right_side_that_is_pending_is_not_read_for_a_matrix_that_is_known(name: str) -> None:
    f, known = SYSTEMS[name]
    for turn in range(TURNS):
        a, given = positive(5, turn), np.random.default_rng(turn).normal(size=5)
        x = tg.tensor(given, requires_grad=True)
        y = np.sin(x) * 2.0
        run = tape._open.pending
        found = f(a, y)
        assert turn < 3 or tape._open.pending is run
        found.sum().backward()
        np.testing.assert_allclose(plain(found), known(a, 2.0 * np.sin(given)), rtol=1e-12)
        along = np.random.default_rng(turn + 50).normal(size=5)
        wanted = slope(lambda b, known=known, a=a: known(a, 2.0 * np.sin(b)), given, along)
        np.testing.assert_allclose(np.sum(plain(x.grad) * along), wanted, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_singular_matrix_beside_what_is_pending_is_known_at_once(name: str) -> None:
    f, known = SYSTEMS[name]
    x = tg.tensor(np.ones(5), requires_grad=True)
    for turn in range(TURNS):
        f(positive(5, turn), x * 2.0).sum().backward()
    singular = np.tril(positive(5, 0))
    singular[2] = 0.0
    y = x * 3.0
    with pytest.raises(np.linalg.LinAlgError):
        f(singular, y)
    found = f(positive(5, 1), y)
    np.testing.assert_allclose(plain(found), known(positive(5, 1), np.full(5, 3.0)), rtol=1e-12)

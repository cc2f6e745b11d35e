"""Decompositions in loops: computed once in each turn, with NumPy's bits, and swept by programs that have their results.

The oracles are NumPy, differences, and the interpreter with the trace cache off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.debug import exits_and_programs
from tapegrad.ops.declare import by_name
from tapegrad.record.recording import tape
from tapegrad.trace_cache import compiled_ops
from tests.support import hot_after

soon = hot_after(4)
_TURNS = 16


@pytest.fixture(autouse=True)
def codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let machine code of ops be made after two calls."""
    monkeypatch.setattr(compiled_ops, "CALLS_OF_AN_OP", 2)
    monkeypatch.setattr(compiled_ops, "_codes", {})


def _matrix(n: int, k: int, *, pairs: bool = False) -> np.ndarray:
    """Return a matrix whose eigenvalues and singular values are apart; with pairs of complex ones, or nearly diagonal."""
    noise = np.random.default_rng([n, k]).normal(size=(n, n))
    return noise if pairs else 0.3 * noise + np.diag(np.arange(1.0, n + 1.0))


OPS: dict[str, tuple[str, dict[str, Any]]] = {
    "svd": ("svd", {}),
    "svdvals": ("svdvals", {}),
    "eigh": ("eigh", {"uplo": "L"}),
    "eigh of the upper triangle": ("eigh", {"uplo": "U"}),
    "eigvalsh": ("eigvalsh", {"uplo": "L"}),
    "eig": ("eig_real", {}),
    "an eigenpair": ("eigenpair", {"uplo": "L", "which": 0}),
    "an eigenvalue": ("eigenvalue", {"uplo": "L", "which": 0}),
}


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (4, 4), (20, 20), (33, 33), (40, 40), (64, 64), (80, 40), (33, 100)])
@pytest.mark.parametrize("name", OPS)
def test_machine_code_has_the_bits_of_numpy(name: str, shape: tuple[int, int]) -> None:
    """Work arrays of another size would give other last bits for some shapes: (33, 33) and (80, 40) among them."""
    op, static = by_name[OPS[name][0]], OPS[name][1]
    a = np.random.default_rng(shape).normal(size=shape)
    if "svd" not in name:
        a = a @ a.T if "h" in name or "eigen" in name else a @ np.random.default_rng(3).normal(size=shape[::-1])
    for _ in range(3):
        results = compiled_ops._on_arrays(op, [a], static)
    assert results is not None
    expected = op.forward(a, **static)
    if not op.several:
        results, expected = [results], [expected]
    for x, y in zip(results, expected, strict=True):
        np.testing.assert_array_equal(x, y)


def _of_pairs(a: Any) -> Any:
    w, v = np.linalg.eig(a)
    return (abs(w - 0.5) ** 2).sum() + (abs(v) ** 4).sum() + w.real.max()


def _of_parts(a: Any) -> Any:
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return (s**2 * np.arange(1.0, s.shape[0] + 1.0)).sum() + ((u[:, :2] * s[:2]) @ vh[:2] ** 2).sum()


def _of_vectors(a: Any) -> Any:
    w, v = np.linalg.eigh(a + a.T)
    return (w**3).sum() + (v[:, 0] ** 4).sum()


LOSSES: dict[str, Callable[[Any], Any]] = {
    "svd": _of_parts,
    "svdvals": lambda a: (np.linalg.svdvals(a) ** 3).sum(),
    "the nuclear norm": lambda a: np.linalg.norm(a, "nuc"),
    "eigh": _of_vectors,
    "eigvalsh": lambda a: (np.linalg.eigvalsh(a + a.T) ** 3).sum(),
    "eig": lambda a: (np.linalg.eig(a)[0].real ** 3).sum() + (abs(np.linalg.eig(a)[1]) ** 4).sum(),
    "eig of pairs": _of_pairs,
    "inv": lambda a: (np.linalg.inv(a) ** 2).sum(),
    "solve": lambda a: (np.linalg.solve(a, np.ones(a.shape[0])) ** 2).sum(),
    "cholesky": lambda a: (np.linalg.cholesky(a @ a.T) ** 3).sum(),
}


@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize("pending", [True, False])
def test_losses_in_loops(name: str, pending: bool) -> None:
    loss = LOSSES[name]

    def turns() -> list[Any]:
        got: list[Any] = []
        for k in range(_TURNS):
            x = tg.tensor(_matrix(5, k, pairs="pairs" in name), requires_grad=True)
            total = loss(x * 1.5 if pending else x)
            total.backward()
            assert x.grad is not None
            got += [total.item(), x.grad.numpy()]
        return got

    with tg.debug.trace_cache(False):
        off = turns()
    on = turns()
    assert sum(e.compiled for e in tg.debug.exits() if e.what == "sweep") >= 4
    for a, b in zip(on, off, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-12)
    last, along = _matrix(5, _TURNS - 1, pairs="pairs" in name), np.random.default_rng(7).normal(size=(5, 5))
    near = {k: float(loss((last + 1e-4 * k * along) * (1.5 if pending else 1.0))) for k in (-2, -1, 1, 2)}
    slope = (8.0 * (near[1] - near[-1]) - (near[2] - near[-2])) / 12e-4
    np.testing.assert_allclose(np.sum(on[-1] * along), slope, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("name", ["svd", "eigh", "eig", "inv", "cholesky"])
def test_programs_of_sweeps_compute_no_results_again(name: str) -> None:
    for k in range(_TURNS):
        x = tg.tensor(_matrix(5, k), requires_grad=True)
        LOSSES[name](x).backward()
    programs = [program for exit_, program in exits_and_programs() if exit_.what == "sweep" and program is not None]
    op = by_name["eig_real" if name == "eig" else name]
    assert programs
    assert all(op.forward is not other.forward for program in programs for other in program.ops if other is not None)


def test_a_result_is_read_without_an_end_of_the_run() -> None:
    for k in range(_TURNS):
        x = tg.tensor(_matrix(4, k), requires_grad=True)
        _, s, vh = np.linalg.svd(x, full_matrices=False)
        run = tape._open.pending
        values = s.detach().numpy() if k % 2 else np.array(s.tolist())
        assert k < 4 or tape._open.pending is run is not None
        np.testing.assert_array_equal(values, np.linalg.svd(_matrix(4, k), full_matrices=False)[1])
        (s * vh[0]).sum().backward()
        assert x.grad is not None


def test_second_derivatives() -> None:
    def slope(x: Any) -> Any:
        (g,) = tg.autograd.grad((np.linalg.svd(x, full_matrices=False)[1] ** 3).sum(), x, create_graph=True)
        return (g**2).sum()

    for k in range(_TURNS):
        x = tg.tensor(_matrix(3, k), requires_grad=True)
        slope(x).backward()

    def plain(a: np.ndarray) -> float:
        u, s, vh = np.linalg.svd(a)
        return float(np.sum((u * (3.0 * s**2) @ vh) ** 2))

    assert x.grad is not None
    a, h = _matrix(3, _TURNS - 1), 1e-5
    for i in range(3):
        step = np.zeros((3, 3))
        step[i, 1] = h
        np.testing.assert_allclose(x.grad.numpy()[i, 1], (plain(a + step) - plain(a - step)) / (2.0 * h), rtol=1e-6)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_refused_as_numpy_refuses_it(bad: float) -> None:
    for k in range(_TURNS):
        np.linalg.eig(tg.tensor(_matrix(3, k), requires_grad=True))[0].real.sum().backward()
    matrix = _matrix(3, 0)
    matrix[1, 2] = bad
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.eig(matrix)
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.eig(tg.tensor(matrix, requires_grad=True))

"""`vmap` made anew in each turn: machine code is found again by what was recorded, and by nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import traced_sweep
from tapegrad.replay import batch
from tapegrad.trace_cache.edges import batches
from tapegrad.trace_cache.thresholds import BATCHES, SWEEP_BYTES

TURNS = 4


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The programs that machine code was made of."""
    tg.debug.trace_cache(True)
    found: list[Any] = []
    as_before = batch.scalarised
    monkeypatch.setattr(batch, "scalarised", lambda program: (found.append(program), as_before(program))[1])
    return found


def test_the_same_recording_is_compiled_once(made: list[Any]) -> None:
    rng = np.random.default_rng(0)
    for _ in range(TURNS):
        x = rng.normal(size=(5, 3))
        found = tg.vmap(tg.grad(lambda x: (np.sin(x) * x).sum()))(x)
        np.testing.assert_allclose(found, np.cos(x) * x + np.sin(x), rtol=1e-13)
    assert len(made) == 1


def test_what_a_function_reads_is_as_it_is_now(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for k, w in [(2.0, np.array([1.0, 3.0])), (3.0, np.array([1.0, 3.0])), (2.0, np.array([1.0, 4.0]))] * 2:
        np.testing.assert_allclose(tg.vmap(lambda x, k=k, w=w: np.sin(x) * k * w)(x), np.sin(x) * k * w, rtol=1e-13)
    assert len(made) == 3


def slope(rows: int, dtype: type, k: int) -> tuple[Any, np.ndarray, np.ndarray]:
    """Return a function whose closure holds a number and arrays of turn k, a batch, and its gradient by NumPy."""
    c, w = dtype(0.4 + 0.25 * k), np.resize(np.array([1.0 + k, -2.0, 3.0], dtype), rows)
    full = np.outer(w, w)
    x = np.linspace(-1.0, 1.0, 20 * rows, dtype=dtype).reshape(20, rows)
    return lambda x: (np.sin(x) * w * c).sum() + (full @ x).sum() * c + c, x, c * (np.cos(x) * w + full.sum(0))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("rows", [3, 150])  # the larger one is not taken apart
def test_constants_that_vary_are_inputs(monkeypatch: pytest.MonkeyPatch, rows: int, dtype: type) -> None:
    compiled: list[Any] = []
    as_before = batch._code
    monkeypatch.setattr(batch, "_code", lambda *of: (compiled.append(of), as_before(*of))[1])
    tg.debug.trace_cache(True)
    for k in [0, 1, 2, 3, 0, 2, 5]:
        f, x, known = slope(rows, dtype, k)
        made_anew = tg.vmap(tg.grad(f))
        found = made_anew(x)
        np.testing.assert_allclose(found, known, rtol=1e-13 if dtype is np.float64 else 1e-5, atol=1e-12)
        assert found.dtype == dtype
        np.testing.assert_array_equal(made_anew(x[:19]), found[:19])  # by the generated call
        np.testing.assert_array_equal(made_anew(x[::2]), found[::2])
        kept = tg.compile(tg.grad(f))  # whose code has them as constants
        before = len(compiled)
        np.testing.assert_array_equal(kept.batch(x), found)
        del compiled[before:]
    assert len(compiled) == 2


TRANSFORMS = {
    "grad": lambda f: tg.grad(f),
    "gradient of a gradient": lambda f: tg.grad(lambda x: (tg.grad(f)(x) ** 2).sum()),
    "hessian": lambda f: tg.hessian(f),
    "jvp": lambda f: lambda x: tg.func.jvp(f, (x,), (x * 2.0,))[1],
}
CLOSED_OVER = [
    (2.0, [1.0, 3.0]), (0.5, [0.0, 0.0]), (1.0, [1.0, 1.0]), (0.0, [0.0, 2.0]), (-0.0, [1.0, 0.0]), (2.0, [-1.0, 3.0]),
    (np.inf, [1.0, 2.0]), (3.0, [np.nan, 1.0]), (1.0, [2.0, 2.0]), (2.0, [1.0, 3.0]),
]  # fmt: skip


@pytest.mark.parametrize("name", TRANSFORMS)
def test_sweeps_that_are_found_again_do_not_see_what_the_function_reads(name: str) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)

    def results() -> list[np.ndarray]:
        found = []
        for c, w in CLOSED_OVER:
            w, full = np.array(w), np.outer(w, w)
            f = TRANSFORMS[name](
                lambda x, c=c, w=w, full=full: (np.sin(x * c) * w * c / (c + 2.0)).sum() + x @ full @ x
            )
            found.append(tg.vmap(f)(x))
        return found

    tg.debug.trace_cache(True)
    first, second = results(), results()
    with tg.debug.trace_cache(False):
        for (c, _), a, b, known in zip(CLOSED_OVER, first, second, results(), strict=True):
            np.testing.assert_array_equal(a, b)
            if c == 1.0:  # a factor that is left out changes the order of sums
                np.testing.assert_allclose(a, known, rtol=1e-15)
            else:
                np.testing.assert_array_equal(a, known)


def test_a_sweep_in_a_function_that_is_mapped_again_calls_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    as_before = traced_sweep.reverse
    monkeypatch.setattr(traced_sweep, "reverse", lambda *of: (calls.append(of), as_before(*of))[1])
    tg.debug.trace_cache(True)
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for k in range(TURNS):
        found = tg.vmap(tg.grad(lambda x, k=k: (np.sin(x) * (2.0 + k)).sum()))(x)
        np.testing.assert_allclose(found, np.cos(x) * (2.0 + k), rtol=1e-14)
    assert len(calls) == 1
    for sign in (1.0, -1.0, 1.0):  # a branch is its own, by a guard
        found = tg.vmap(tg.grad(lambda x: (np.sin(x) * 2.0).sum() if x[0] > 0 else (x * x).sum()))(sign * x)
        np.testing.assert_allclose(found, np.cos(x) * 2.0 if sign > 0 else -2.0 * x, rtol=1e-14)


def test_positions_and_numbers_that_make_another_program_are_constants(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 12).reshape(4, 3)
    for ids in np.array([[0, 2], [2, 2], [1, 0]]):
        found = tg.vmap(lambda x, ids=ids: np.sin(x)[ids] * 2.0)(x)
        np.testing.assert_allclose(found, np.sin(x)[:, ids] * 2.0, rtol=1e-14)
    for c in (0.5, 0.0, 1.0, -0.0, np.inf, np.nan, 2.0):
        found = tg.vmap(lambda x, c=c: np.where(x > c, x * c, x / c) + c)(x)
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(found, np.where(x > c, x * c, x / c) + c, rtol=1e-14)


def test_shapes_axes_and_parameters_tell_recordings_apart(made: list[Any]) -> None:
    for k in range(6):
        x = np.arange(1.0, 13.0).reshape(2, 2, 3)
        np.testing.assert_allclose(tg.vmap(lambda x, k=k: np.cumsum(x, axis=k % 2))(x), np.cumsum(x, axis=1 + k % 2))
        np.testing.assert_allclose(tg.vmap(lambda x, y: x * y, (0, None))(x, x[0]), x * x[0])
        np.testing.assert_allclose(tg.vmap(lambda x, y: x * y, (None, 0))(x[0], x), x * x[0])
    assert len(made) == 4


def test_custom_functions_and_the_switch_have_code_of_their_own(made: list[Any]) -> None:
    class Scaled(tg.autograd.Function):
        factor = 1.0

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * Scaled.factor

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * Scaled.factor

    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for k in range(TURNS):
        Scaled.factor = 1.0 + k
        np.testing.assert_allclose(tg.vmap(lambda x: Scaled.apply(x))(x), x * (1.0 + k))
    made.clear()
    with tg.debug.trace_cache(False):
        for _ in range(2):
            np.testing.assert_allclose(tg.vmap(np.sin)(x), np.sin(x), rtol=1e-14)
    assert len(made) == 2


def test_what_is_kept_is_little_and_forgotten_with_the_rest(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    large = np.ones((2, 1 << 17))
    for _ in range(2):
        np.testing.assert_allclose(tg.vmap(lambda x: (large.T @ x).sum())(x), x.sum(1) * (1 << 17))
    assert len(made) == 2
    assert not batches
    for k in range(BATCHES + 1):
        tg.vmap(np.sin)(np.ones((2, 1 + k)))
    assert len(batches) == BATCHES
    tg.debug.trace_cache(True)
    assert not batches


def test_code_of_a_function_that_is_kept_is_its_own(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for _ in range(2):
        f = tg.compile(lambda x: x * 2.0)
        np.testing.assert_array_equal(f.batch(x), x * 2.0)
        np.testing.assert_array_equal(tg.vmap(f)(x), x * 2.0)
    assert len(made) == 2
    assert not batches


def test_the_page_of_exits_tells_what_is_found_again_and_what_is_not(made: list[Any]) -> None:
    w = np.ones(SWEEP_BYTES // 8 + 1)
    batches.clear()
    x = np.ones((5, 3))
    for _ in range(TURNS):
        tg.vmap(lambda x: np.sin(x) * x)(x)
        tg.vmap(lambda x: x * w[:3] * tg.asarray(w).sum())(x)
    found = {
        (known.state, known.interpreted, known.compiled): known for known in tg.debug.exits() if known.what == "batch"
    }
    assert {*found} == {("compiled", 1, TURNS - 1), ("interpreted", TURNS, 0)}
    assert "megabyte" in found["interpreted", TURNS, 0].reason
    assert all("test_batch_again.py:" in known.where for known in found.values())

"""`vmap` made anew in each turn: machine code is found again by what was recorded, and by nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import traced_sweep
from tapegrad.codegen import batch_executable
from tapegrad.trace_cache.edges import recordings

TURNS = 4


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The programs that machine code was made of."""
    tg.debug.trace_cache(True)
    found: list[Any] = []
    as_before = batch_executable.scalarised
    monkeypatch.setattr(batch_executable, "scalarised", lambda program: (found.append(program), as_before(program))[1])
    return found


def test_the_same_recording_is_compiled_alone_and_once_to_be_found(made: list[Any]) -> None:
    rng = np.random.default_rng(0)
    for _ in range(TURNS):
        x = rng.normal(size=(5, 3))
        found = tg.vmap(tg.grad(lambda x: (np.sin(x) * x).sum()))(x)
        np.testing.assert_allclose(found, np.cos(x) * x + np.sin(x), rtol=1e-13)
    assert len(made) == 2


def test_what_a_function_reads_is_as_it_is_now(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for k, w in [(2.0, np.array([1.0, 3.0])), (3.0, np.array([1.0, 3.0])), (2.0, np.array([1.0, 4.0]))] * 2:
        np.testing.assert_allclose(tg.vmap(lambda x, k=k, w=w: np.sin(x) * k * w)(x), np.sin(x) * k * w, rtol=1e-13)
    assert len(made) == 2


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
    for kind in ("BatchExecutable", "RowsExecutable"):
        as_before = getattr(batch_executable, kind).__init__
        monkeypatch.setattr(
            getattr(batch_executable, kind), "__init__",
            lambda *of, as_before=as_before: (compiled.append(of), as_before(*of))[1],
        )  # fmt: skip
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


def test_decisions_are_part_of_what_is_found(made: list[Any]) -> None:
    """A batch that decides both ways has two programs; one whose closure decides otherwise is another recording."""
    rng = np.random.default_rng(3)

    def f(x: Any, c: float, w: np.ndarray) -> Any:
        y = x * c if x[0] > c else x - w
        return (y * y).sum() if w[0] > 0.0 else y.sum() * y[1]

    def by_hand(x: np.ndarray, c: float, w: np.ndarray) -> np.ndarray:
        scale = c if x[0] > c else 1.0
        y = x * c if x[0] > c else x - w
        return scale * (2.0 * y if w[0] > 0.0 else np.array([y[1], y[0] + 2.0 * y[1]]))

    for k in range(12):
        x, c, w = rng.normal(size=(9, 2)), rng.normal() * 0.3, rng.normal(size=2)
        found = tg.vmap(tg.grad(lambda x, c=c, w=w: f(x, c, w)))(x)
        np.testing.assert_allclose(found, [by_hand(one, c, w) for one in x], rtol=1e-12, atol=1e-14)
        if k == 7:
            before = len(made)
    assert len(made) == before


def test_recordings_that_differ_in_decisions_alone_are_two(made: list[Any]) -> None:
    rng = np.random.default_rng(4)
    for _ in range(12):
        x, c = rng.normal(size=(9, 2)), rng.normal() * 0.3
        found, sizes = tg.vmap(lambda x, c=c: (x * c, np.full(2, 1.0 if x[0] > c else 2.0)))(x)
        np.testing.assert_allclose(found, x * c)
        np.testing.assert_array_equal(sizes[:, 0], np.where(x[:, 0] > c, 1.0, 2.0))


@pytest.mark.parametrize("values", [[1.0, 1.0, 3.0], [3.0, 1.0, 1.0], [1.0, np.nan, 3.0]])
def test_the_first_instance_of_an_array_that_decides_may_be_any(made: list[Any], values: list[float]) -> None:
    for c in (2.0, 0.5, 2.0, 2.0):
        x = np.array(values)[:, None] * np.ones(2)
        found = tg.vmap(lambda x, c=c: x * c if (x > c).all() else x + c)(x)
        np.testing.assert_array_equal(found, np.where(x > c, x * c, x + c))


def test_errors_of_the_function_and_of_values_are_raised_each_time(made: list[Any]) -> None:
    good = np.array([np.eye(2), 2.0 * np.eye(2), np.eye(2)])
    bad = good.copy()
    bad[1] = -1.0
    for k in range(TURNS):
        c = 1.0 + k
        np.testing.assert_allclose(tg.vmap(lambda a, c=c: np.linalg.cholesky(a * c))(good), np.sqrt(good * c))
        with pytest.raises(np.linalg.LinAlgError, match="instance 1 of the batch"):
            tg.vmap(lambda a, c=c: np.linalg.cholesky(a * c))(bad)

        def fails(a: Any, c: float = c) -> Any:
            if (a * c).ndim == 2:
                raise KeyError(c)

        with pytest.raises(KeyError, match=str(c)):
            tg.vmap(fails)(good)


def test_results_that_do_not_depend_on_the_instance_are_those_of_this_call(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for k in range(TURNS):
        y, name, constant = tg.vmap(lambda x, k=k: (x * k, f"turn {k}", np.array([1.0, k])))(x)
        np.testing.assert_array_equal(y, x * k)
        np.testing.assert_array_equal(constant, np.tile([1.0, k], (5, 1)))
        assert name == f"turn {k}"


def test_types_of_arguments_and_of_what_is_read_tell_recordings_apart(made: list[Any]) -> None:
    x = np.linspace(0.5, 4.5, 5)
    for k in range(TURNS):
        for w in (np.float32(1.5 + k), 1.5 + k, 2 + k, np.array([True, False]), np.array([k, 2 + k]), 1j * k + 0.5):
            for rows in (x, x.astype(np.float32), np.arange(5) + k):
                expected = np.stack([row * w + w for row in rows])
                found = tg.vmap(lambda row, w=w: row * w + w)(rows)
                np.testing.assert_allclose(found, expected, rtol=1e-6)
                assert found.dtype == expected.dtype


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
    assert len(made) == 2 * 4


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


def test_large_arrays_are_found_again_too_and_all_is_forgotten_with_the_rest(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for k in range(TURNS):
        large = np.full((2, 1 << 17), 1.0 + k)
        np.testing.assert_allclose(tg.vmap(lambda x, large=large: (large.T @ x).sum())(x), x.sum(1) * large.sum() / 2)
    assert len(made) == 2
    assert recordings.next
    tg.debug.trace_cache(True)
    assert not recordings.next


def test_code_of_a_function_that_is_kept_is_its_own(made: list[Any]) -> None:
    x = np.linspace(0.1, 0.9, 10).reshape(5, 2)
    for _ in range(2):
        f = tg.compile(lambda x: x * 2.0)
        np.testing.assert_array_equal(f.batch(x), x * 2.0)
        np.testing.assert_array_equal(tg.vmap(f)(x), x * 2.0)
    assert len(made) == 2


def test_the_page_of_exits_tells_what_is_found_again_and_what_is_not(made: list[Any]) -> None:
    x, steps = np.ones((5, 3)), np.arange(3.0)
    for _ in range(TURNS):
        tg.vmap(lambda x: np.sin(x) * x)(x)
        tg.vmap(lambda x: tg.scan(lambda total, step: (total * step, total), x.sum(), steps)[0])(x)
    found = {
        (known.state, known.interpreted, known.compiled): known for known in tg.debug.exits() if known.what == "batch"
    }
    assert {*found} == {("compiled", 1, TURNS - 1), ("interpreted", TURNS, 0)}
    assert "cannot be compared" in found["interpreted", TURNS, 0].reason
    assert all("test_batch_again.py:" in known.where for known in found.values())

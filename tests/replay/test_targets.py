"""``out=`` of compiled calls: what targets receive, and that they cost no more than results."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.replay.compiled_function import CompiledFunction

SMALL = np.array([0.5, 1.0, 1.5])


def shifted(x: np.ndarray) -> np.ndarray:
    """An array that overlaps x, in the same buffer."""
    whole = x.base
    assert whole is not None
    return whole[1:]


TARGETS = {
    "fresh": lambda x, f: np.full(x.shape, np.nan),
    "an earlier result": lambda x, f: f(x),
    "a view": lambda x, f: np.full((2, *x.shape), np.nan)[1],
    "the argument": lambda x, f: x,
    "overlapping": lambda x, f: shifted(x),
    "the argument's memory": lambda x, f: np.frombuffer(x.data),
    "reversed": lambda x, f: np.full(x.shape, np.nan)[::-1],
    "float32": lambda x, f: np.full(x.shape, np.nan, np.float32),
}


@pytest.mark.parametrize("size", [3, 3000, 50_000])
@pytest.mark.parametrize("target", TARGETS)
def test_a_target_receives_what_a_call_returns(size: int, target: str) -> None:
    f = tg.compile(lambda x: np.cumsum(x) + x[::-1])
    x = np.zeros(size + 1)[:-1]
    x += np.linspace(0.0, 1.0, size)
    expected = np.cumsum(x) + x[::-1]
    f(x)
    out = TARGETS[target](x, f)
    assert f(x, out=out) is out
    np.testing.assert_allclose(out, expected, rtol=1e-6 if target == "float32" else 1e-12)


@pytest.mark.parametrize("size", [3, 50_000])
def test_targets_of_several_results(size: int) -> None:
    f = tg.compile(lambda x, s: [x * s, np.sum(x), x + s])
    x = np.linspace(0.0, 1.0, size)
    f(x, 2.0)
    out = [np.empty(size), np.empty(()), np.empty(size)]
    assert f(x, 2.0, out=out) is out
    np.testing.assert_array_equal(out[0], x * 2.0)
    np.testing.assert_allclose(out[1], x.sum())
    np.testing.assert_array_equal(out[2], x + 2.0)
    with pytest.raises(tg.errors.ArgumentError, match="containers of the result"):
        f(x, 2.0, out=tuple(out))
    with pytest.raises(tg.errors.ArgumentError, match="containers of the result"):
        f(x, 2.0, out=out[:2])
    with pytest.raises(tg.errors.ShapeError, match="does not fit"):
        f(x, 2.0, out=[out[0], out[1], out[2][1:]])
    out[2].flags.writeable = False
    with pytest.raises(tg.errors.ArgumentError, match="read-only"):
        f(x, 2.0, out=out)


@pytest.mark.parametrize("size", [3, 3000, 50_000, 1_000_000])
def test_steady_calls_into_a_target_go_the_short_way(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    f = tg.compile(lambda x: (np.sin(x), np.sum(x)))
    x = np.linspace(0.0, 1.0, size)
    for _ in range(2):  # the second call makes the short way
        out = f(x)[0], np.empty(())
    monkeypatch.setattr(CompiledFunction, "_call", None)
    f(x)
    f(x, out=out)
    np.testing.assert_allclose(out[0], np.sin(x))


def test_a_guard_that_fails_records_anew_for_a_target_too() -> None:
    f = tg.compile(lambda x: x * 2.0 if x[0] > 0 else x - 1.0)
    out = np.empty(3)
    for sign in (1.0, 1.0, -1.0, -1.0, 1.0):
        f(sign * SMALL, out=out)
        np.testing.assert_array_equal(out, SMALL * 2.0 if sign > 0 else -SMALL - 1.0)


def test_large_calls_from_many_threads_have_memory_of_their_own() -> None:
    f = tg.compile(lambda x: np.sum(np.sin(x)[::-1] * np.cumsum(x)))
    inputs = [np.linspace(0.0, k, 40_000) for k in range(1, 5)]
    expected = [f(x) for x in inputs]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(f, inputs * 20))
    assert found == expected * 20


def test_targets_of_results_that_do_not_depend_on_the_inputs() -> None:
    f = tg.compile(lambda x: (np.full(2, 7.0), x * x, 3))
    out = np.zeros(2), np.zeros(()), np.zeros((), int)
    for x in (2.0, 3.0):
        assert f(x, out=out) is out
        np.testing.assert_array_equal(out[0], [7.0, 7.0])
        assert (out[1], out[2]) == (x * x, 3)
        out[0][...] = 0.0
    g = tg.compile(tg.grad(tg.grad(lambda x: 2.0 * x)))
    assert g(1.0, out=np.ones(())) == 0.0
    with pytest.raises(tg.errors.ShapeError, match="does not fit"):
        f(2.0, out=(np.zeros(3), np.zeros(()), np.zeros((), int)))
    with pytest.raises(tg.errors.ArgumentError, match="containers of the result"):
        tg.compile(lambda x: (x, "name"))(1.0, out=(np.zeros(()), np.zeros(())))


def test_loaded_tapes_take_targets() -> None:
    compiled = tg.compile(lambda x: {"sum": np.sum(x), "double": 2.0 * x})
    file = io.BytesIO()
    compiled.save(file, SMALL)
    f = tg.load(io.BytesIO(file.getvalue()))
    out = {"double": np.empty(3), "sum": np.empty(())}
    for _ in range(2):
        assert f(SMALL, out=out) is out
    np.testing.assert_array_equal(out["double"], [1.0, 2.0, 3.0])
    assert out["sum"] == 3.0
    with pytest.raises(tg.errors.ArgumentError, match="out= is for NumPy arguments"):
        f(tg.tensor(SMALL), out=out)
    with pytest.raises(tg.errors.ShapeError, match="out= of shape"):
        f(SMALL, out={"double": np.empty(2), "sum": np.empty(())})

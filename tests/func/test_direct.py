"""Gradients of functions that are called eagerly, again and again: given by a program, at once, or as without the cache."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import eager_transforms
from tapegrad.errors import InplaceError, TapeFreedError
from tests import support
from tests.support import hot_after

TURNS = 12


soon = hot_after(3)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each gradient, whether a program gave it at once."""
    done: list[bool] = []
    as_before, interpreted = eager_transforms.swept, eager_transforms._interpreted

    def swept(*given: Any) -> Any:
        done.append(True)
        found = as_before(*given)
        done[-1] = done[-1] and found is not None
        return found

    def told(*given: Any) -> Any:
        done[-1] = False
        return interpreted(*given)

    monkeypatch.setattr(eager_transforms, "swept", swept)
    monkeypatch.setattr(eager_transforms, "_interpreted", told)
    return done


def f(x: Any, w: Any) -> Any:
    return (np.sin(x) * np.exp(-x * x)).sum() + (w @ x).sum() * x[0]


FORMS: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {
    "array": lambda x, w: tg.value_and_grad(lambda x: f(x, w))(x),
    "two": lambda x, w: tg.value_and_grad(f, (0, 1))(x, w),
    "second": lambda x, w: tg.value_and_grad(f, 1)(x, w),
    "dict": lambda x, w: tg.value_and_grad(lambda p: f(p["x"], p["w"]))({"x": x, "w": w}),
    "nested": lambda x, w: tg.value_and_grad(lambda p, q: f(p[0], q["w"][0]), (1, 0))([x], {"w": (w,)}),
    "unused": lambda x, w: tg.value_and_grad(lambda x, w, u: f(x, w), (0, 2))(x, w, np.ones((2, 2))),
    "number": lambda x, w: tg.value_and_grad(lambda s: (np.sin(x * s) * s).sum())(float(x[0])),
    "numbers": lambda x, w: tg.value_and_grad(lambda a, b: a * np.sin(b) + a, (0, 1))(x[0], float(x[1])),
    "order of Fortran": lambda x, w: tg.value_and_grad(f, (0, 1))(x, np.asfortranarray(w)),
    "strides": lambda x, w: tg.value_and_grad(f, (0, 1))(x[::-1], w[:, ::-1]),
    "auxiliary data": lambda x, w: tg.value_and_grad(lambda x: (f(x, w), {"y": x * 2.0, "n": 3}), has_aux=True)(x),
    "the gradient first": lambda x, w: tg.func.grad_and_value(f)(x, w),
    "grad": lambda x, w: tg.grad(f, (0,))(x, w),
    "single precision": lambda x, w: tg.value_and_grad(f, (0, 1))(x.astype(np.float32), w.astype(np.float32)),
    "the same array twice": lambda x, w: tg.value_and_grad(lambda x, y: (x * y * y).sum(), (0, 1))(x, x),
    "without gradients around": lambda x, w: without(tg.value_and_grad(f), x, w),
}  # fmt: skip


def without(g: Any, *args: Any) -> Any:
    with tg.inference_mode():
        return g(*args)


def same(a: Any, b: Any) -> None:
    assert type(a) is type(b)
    if isinstance(a, dict):
        assert [*a] == [*b]
        a, b = [*a.values()], [*b.values()]
    if isinstance(a, (list, tuple)):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    else:
        x, y = np.asarray(a), np.asarray(b)
        assert (x.shape, x.dtype) == (y.shape, y.dtype)
        tolerance = 1e-5 if x.dtype == np.float32 else 1e-13
        np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("form", FORMS)
def test_a_program_gives_what_is_given_without_the_cache(form: str, at_once: list[bool]) -> None:
    rng = np.random.default_rng(1)
    given = [(rng.normal(size=4), rng.normal(size=(3, 4))) for _ in range(TURNS)]
    found = [FORMS[form](x, w) for x, w in given]
    assert at_once[-1]
    assert not at_once[0]
    with tg.debug.trace_cache(False):
        for (x, w), a in zip(given, found, strict=True):
            same(a, FORMS[form](x, w))


def test_gradients_are_those_of_differences(at_once: list[bool]) -> None:
    rng = np.random.default_rng(2)
    for _ in range(TURNS):
        x, w = rng.normal(size=4), rng.normal(size=(3, 4))
        value, (gx, gw) = tg.value_and_grad(f, (0, 1))(x, w)
        assert value == pytest.approx(f(x, w), rel=1e-13)
        for found, expected in zip((gx, gw), support.gradient(f, [x, w]), strict=True):
            support.close(found, expected)
    assert at_once[-1]


def test_what_a_leaf_of_the_users_is_part_of_stays_connected(at_once: list[bool]) -> None:
    w = tg.tensor([2.0, 3.0], requires_grad=True)
    for _ in range(TURNS):
        w.grad = None
        g = tg.grad(lambda x: (x * x * w).sum())(np.array([0.5, 0.7]))
        assert isinstance(g, tg.Tensor)
        g.sum().backward()
        np.testing.assert_allclose(w.grad.numpy(), [1.0, 1.4])
    assert not any(at_once)


def test_gradients_within_gradients_stay_connected() -> None:
    x = np.array([0.5, 0.7])
    for _ in range(TURNS):
        found = tg.grad(lambda x: (tg.grad(lambda x: (x**3).sum())(x) ** 2).sum())(x)
        np.testing.assert_allclose(found, 36 * x**3, rtol=1e-13)


def test_a_hook_on_a_variable_is_called_in_each_turn() -> None:
    seen = []

    def hooked(x: Any) -> Any:
        x.register_hook(lambda g: (seen.append(g), 2.0 * g)[1])
        return (x * x).sum()

    for _ in range(TURNS):
        np.testing.assert_allclose(tg.grad(hooked)(np.array([1.0, 2.0])), [4.0, 8.0])
    assert len(seen) == TURNS


def test_variables_may_be_written_to_in_each_turn() -> None:
    def written(x: Any) -> Any:
        x[0] = 3.0 * x[1]
        return (x * x).sum()

    x = np.array([1.0, 2.0])
    for _ in range(TURNS):
        np.testing.assert_allclose(tg.grad(written)(x), [0.0, 40.0])
    np.testing.assert_array_equal(x, [1.0, 2.0])


def test_the_callers_array_may_change_while_the_function_runs() -> None:
    for _ in range(TURNS):
        a = np.array([1.0, 2.0])

        def changing(x: Any, a: np.ndarray = a) -> Any:
            a[:] = 0.0
            return (x * x * x).sum()

        np.testing.assert_allclose(tg.grad(changing)(a), [3.0, 12.0])


def test_what_escapes_shows_its_value_and_was_consumed(at_once: list[bool]) -> None:
    kept: list[Any] = []

    def escaping(x: Any) -> Any:
        kept[:] = [x, np.sin(x)]
        return kept[1].sum()

    for _ in range(TURNS):
        tg.grad(escaping)(np.array([1.0, 2.0]))
        x, y = kept
        assert x.grad is None
        np.testing.assert_allclose(y.detach().numpy(), np.sin([1.0, 2.0]))
        with pytest.raises(TapeFreedError):
            y.sum().backward()
    assert at_once[-1]


def test_results_and_arguments_are_apart(at_once: list[bool]) -> None:
    x = np.array([1.0, 2.0])
    for _ in range(TURNS):
        value, g = tg.value_and_grad(lambda x: x.sum())(x)
        assert isinstance(value, np.float64)
        assert g.flags.owndata
        np.testing.assert_array_equal(g, [1.0, 1.0])
        g[:] = 7.0
    np.testing.assert_array_equal(x, [1.0, 2.0])
    assert at_once[-1]


def test_an_adjoint_of_zero_meets_infinity_as_it_does_without_the_cache() -> None:
    def root(x: Any) -> Any:
        return np.where(x > 0, np.sqrt(x), 0.0).sum()

    for _ in range(TURNS):
        np.testing.assert_allclose(tg.grad(root)(np.array([0.0, 4.0, -1.0])), [0.0, 0.25, 0.0])


def test_a_variable_that_is_computed_with_may_be_the_result(at_once: list[bool]) -> None:
    for _ in range(TURNS):
        value, (gx, gy) = tg.value_and_grad(lambda x, y: (x * y, x)[1], (0, 1))(0.5, 1.5)
        assert (value, gx, gy) == (0.5, 1.0, 0.0)
    assert not any(at_once)


def test_variables_of_transforms_under_way_stay_connected_on_other_threads() -> None:
    kinds = []

    def asking(x: Any) -> Any:
        def inner() -> None:
            kinds.append(type(tg.grad(lambda y: (y * y * x).sum())(np.array([1.0, 2.0]))))

        thread = threading.Thread(target=inner)
        thread.start()
        thread.join()
        return (x * x).sum()

    for _ in range(TURNS):
        tg.grad(asking)(np.array([1.0, 2.0]))
    assert kinds == [tg.Tensor] * TURNS


def test_what_a_transform_has_left_is_data_to_the_next_one() -> None:
    kept: list[Any] = []

    def leaving(x: Any) -> Any:
        kept.append((x, x * x))
        return kept[-1][1].sum()

    tg.grad(leaving)(np.array([1.0, 2.0]))
    (_, y), kept = kept[0], []  # the variable is gone, and others lie where it lay
    for _ in range(TURNS):
        g = tg.grad(lambda z: (z * y).sum())(np.array([1.0, 1.0]))
        assert isinstance(g, np.ndarray)
        np.testing.assert_array_equal(g, [1.0, 4.0])


def test_nothing_is_under_way_once_a_function_has_raised() -> None:
    def raising(x: Any) -> Any:
        x[0] = 2.0
        raise ZeroDivisionError

    with tg.no_grad():
        for _ in range(TURNS):
            with pytest.raises(ZeroDivisionError):
                tg.grad(raising)(np.array([1.0, 2.0]))
            assert not tg.is_grad_enabled()
    x = tg.tensor([1.0], requires_grad=True)
    (x * x).sum().backward()  # which is refused within a transform
    with pytest.raises(InplaceError):
        x[0] = 2.0

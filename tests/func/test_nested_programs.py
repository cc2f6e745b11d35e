"""Transforms called eagerly within others, and pullbacks: given by programs, as without the trace cache."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import engine
from tapegrad.errors import GradientError, TapegradError
from tests import support
from tests.support import hot_after

TURNS = 24


soon = hot_after(3)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A mark for each sweep of the interpreter."""
    done: list[int] = []
    begin = engine.Sweep.__init__

    def noted(self: Any, *given: Any, **named: Any) -> None:
        done.append(1)
        begin(self, *given, **named)

    monkeypatch.setattr(engine.Sweep, "__init__", noted)
    return done


def f(x: Any) -> Any:
    return (np.sin(x) * np.exp(-x * x)).sum() + (x[1:] * x[:-1] ** 2).sum()


def g(x: Any, w: Any) -> Any:
    return (np.tanh(x * w) * x).sum()


class Cube(tg.autograd.Function):
    """A function of the user's."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3.0 * x * x * gradient


def looking(x: Any) -> Any:
    y = np.sin(x)
    if y[0].item() > -2.0:
        y = y * x
    return (y * y).sum()


def pulled(function: Any, *primals: Any, times: int = 1) -> Any:
    y, pull = tg.func.vjp(function, *primals)
    cotangent = np.ones(np.shape(y)) * 0.5
    return [y, *[pull(cotangent * (1.0 + k)) for k in range(times)]]


NESTED: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {
    "gradient of a norm": lambda x, w: tg.grad(lambda x: (tg.grad(f)(x) ** 2).sum())(x),
    "product with a Hessian": lambda x, w: tg.grad(lambda x: (tg.grad(f)(x) * w).sum())(x),
    "value and gradient": lambda x, w: tg.value_and_grad(lambda x: tg.value_and_grad(f)(x)[1][0])(x),
    "a penalty": lambda x, w: tg.value_and_grad(lambda x: f(x) + 0.1 * (tg.grad(f)(x) ** 2).sum())(x),
    "third": lambda x, w: tg.grad(lambda x: tg.grad(lambda x: tg.grad(f)(x)[0])(x)[1])(x),
    "the other argument": lambda x, w: tg.grad(lambda x, w: (tg.grad(g, 1)(x, w) ** 2).sum())(x, w),
    "both": lambda x, w: tg.grad(lambda x, w: sum((d * d).sum() for d in tg.grad(g, (0, 1))(x, w)), (0, 1))(x, w),
    "of a number": lambda x, w: tg.grad(tg.grad(lambda s: np.sin(s) * s))(float(x[0])),
    "auxiliary data": lambda x, w: tg.grad(lambda x: tg.grad(lambda x: (f(x), x * 2.0), has_aux=True)(x)[0][0])(x),
    "not used": lambda x, w: tg.grad(lambda x: tg.grad(lambda u: (u * u).sum())(w * 1.0).sum() + (x * x).sum())(x),
    "inner data": lambda x, w: tg.grad(lambda x: (tg.grad(lambda u: (u * u * x).sum())(w) * x).sum())(x),
    "by grad of Tensors": lambda x, w: tg.grad(
        lambda x: (tg.autograd.grad(f(x), x, create_graph=True)[0] ** 2).sum()
    )(x),
    "single precision": lambda x, w: tg.grad(lambda x: (tg.grad(f)(x) ** 2).sum())(x.astype(np.float32)),
    "a value is read": lambda x, w: tg.grad(lambda x: (tg.grad(looking)(x) ** 2).sum())(x),
    "a function of the user's": lambda x, w: tg.grad(
        lambda x: (tg.grad(lambda x: Cube.apply(x).sum())(x) ** 2).sum()
    )(x),
}  # fmt: skip
INTERPRETED = {"a value is read", "a function of the user's"}
PULLED: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {
    "a vector": lambda x, w: pulled(lambda x: np.sin(x) * x, x),
    "several times": lambda x, w: pulled(lambda x: np.sin(x) * x, x, times=3),
    "a number": lambda x, w: pulled(f, x),
    "two primals": lambda x, w: pulled(lambda x, w: np.tanh(x * w), x, w),
    "a dict": lambda x, w: pulled(lambda p: p["x"] * p["w"][0], {"x": x, "w": [w]}),
    "of a read value": lambda x, w: pulled(looking, x),
    "a vector in single precision": lambda x, w: pulled(lambda x: np.sin(x) * x, x.astype(np.float32)),
    "a constant beside": lambda x, w: pulled(lambda x, w: x * x, x, w),
    "through a function of the user's": lambda x, w: pulled(lambda x: Cube.apply(x) * x, x),
    "a vector with auxiliary data": lambda x, w: tg.func.vjp(lambda x: (x * x, x[0]), x, has_aux=True)[1](np.ones(len(x))),
    "strides": lambda x, w: tg.func.vjp(lambda x: np.outer(x, x), x)[1](np.outer(w, x).T),
    "a row of Python's": lambda x, w: tg.func.vjp(lambda x: x[:2] * x[1:3], x)[1](tg.tensor([1.0, 2.0])),
    "without gradients around": lambda x, w: quiet(lambda: pulled(lambda x: np.sin(x) * x, x)),
}  # fmt: skip


def quiet(function: Callable[[], Any]) -> Any:
    with tg.no_grad():
        return function()


def leaves(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        tree = [*tree.values()]
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, list | tuple) else [tree]


def same(found: Any, expected: Any) -> None:
    for a, b in zip(leaves(found), leaves(expected), strict=True):
        assert type(a) is type(b)
        x, y = (np.asarray(t.detach() if isinstance(t, tg.Tensor) else t) for t in (a, b))
        assert x.dtype == y.dtype
        tolerance = 1e-4 if x.dtype == np.float32 else 1e-11
        np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("form", [*NESTED, *PULLED])
def test_programs_give_what_is_given_without_the_cache(form: str, interpreted: list[int]) -> None:
    turn = {**NESTED, **PULLED}[form]
    rng = np.random.default_rng(1)
    given = [(rng.normal(size=4), rng.normal(size=4)) for _ in range(TURNS)]
    found, sweeps = [], []
    for x, w in given:
        interpreted.clear()
        found.append(turn(x, w))
        sweeps.append(len(interpreted))
    assert (min(sweeps[-3:]) > 0) == (form in INTERPRETED)  # the matcher may be loaded in one of them
    with tg.debug.trace_cache(False):
        for (x, w), one in zip(given, found, strict=True):
            same(one, turn(x, w))


def test_second_derivatives_and_pullbacks_are_those_of_differences() -> None:
    rng = np.random.default_rng(2)
    for _ in range(TURNS):
        x, w = rng.normal(size=4), rng.normal(size=4)
        found = tg.grad(lambda x, w=w: (tg.grad(f)(x) * w).sum())(x)
        (expected,) = support.gradient(lambda x, w=w: (np.stack(support.gradient(f, [x])[0]) * w).sum(), [x])
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
        (pulled_back,) = tg.func.vjp(lambda x: np.sin(x) * x, x)[1](w)
        np.testing.assert_allclose(pulled_back, w * (np.cos(x) * x + np.sin(x)), rtol=1e-12)


def test_a_cotangent_and_what_is_pulled_back_are_apart() -> None:
    x, w = np.array([1.0, 2.0]), np.array([0.5, 0.25])
    for _ in range(TURNS):
        y, pull = tg.func.vjp(lambda x: x + 0.0, x)
        (first,) = pull(w)
        first[:] = 7.0
        np.testing.assert_array_equal(w, [0.5, 0.25])
        (second,) = pull(w)
        np.testing.assert_array_equal(second, [0.5, 0.25])
        np.testing.assert_array_equal(y, [1.0, 2.0])


def test_zeros_pulled_back_through_an_infinite_slope() -> None:
    x = np.array([0.0, 4.0])
    for _ in range(TURNS):
        _, pull = tg.func.vjp(np.sqrt, x)
        np.testing.assert_array_equal(pull(np.array([0.0, 1.0]))[0], [0.0, 0.25])


def test_what_is_captured_stays_connected(interpreted: list[int]) -> None:
    w = tg.tensor([2.0, 3.0], requires_grad=True)
    for _ in range(TURNS):
        w.grad = None
        _, pull = tg.func.vjp(lambda x: x * x * w, np.array([0.5, 0.7]))
        (found,) = pull(np.array([1.0, 1.0]))
        assert isinstance(found, tg.Tensor)
        found.sum().backward()
        np.testing.assert_allclose(w.grad.numpy(), [1.0, 1.4])


def test_a_sweep_that_is_not_asked_for_by_a_seed_still_takes_its_program() -> None:
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    for k in range(3 * TURNS):
        loss = (x * x).sum()
        assert loss.item() == 5.0
        seed = None if k % 3 else tg.tensor(2.0)
        (found,) = tg.autograd.grad(loss, x, seed)
        np.testing.assert_array_equal(found.numpy(), np.array([2.0, 4.0]) * (1.0 if k % 3 else 2.0))


@pytest.mark.parametrize("create", [False, True])
def test_backward_within_a_transform_is_refused_in_each_turn(create: bool) -> None:
    def asking(x: Any) -> Any:
        y = (x**3).sum()
        y.backward(create_graph=create)
        return y

    for _ in range(TURNS):
        with pytest.raises(GradientError, match="a transform is running"):
            tg.grad(asking)(np.array([1.0, 2.0]))


def test_a_pullback_is_the_same_on_another_thread_in_each_turn() -> None:
    errors: list[Any] = []
    for _ in range(TURNS):
        _, pull = tg.func.vjp(lambda x: x * x, np.array([1.0, 2.0]))

        def other(pull: Any = pull) -> None:
            try:
                errors.append(pull(np.array([1.0, 1.0])))
            except TapegradError as error:
                errors.append(type(error))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert len({*map(str, errors)}) == 1

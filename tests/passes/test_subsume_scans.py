"""Loops within forward sweeps: values and tangents are made by one loop, and for many directions values by one of them.

Expected derivatives are those of the same loops unrolled, and by hand; counts are those of what is executed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.passes.lowering import lowered
from tests.passes.test_eliminate_scans import scans

RNG = np.random.default_rng(3)
X, W, XS = RNG.normal(size=3), RNG.normal(size=3), RNG.normal(size=(6, 3))


def recurrence(w: Any) -> Any:
    """Three carries that begin alike, a constant, a column, outputs."""

    def step(carry: Any, x: Any) -> Any:
        a, b, c = carry
        return (np.tanh(a * w + x), b + a, c * 0.5 + 1.0), np.sin(a)

    (a, b, c), ys = tg.scan(step, (X, X, X), XS)
    return np.sum(a * b + c) + np.sum(ys[1:] * XS[:-1])


def unrolled(w: Any) -> Any:
    a, b, c, total = X, X, X, 0.0
    for k, x in enumerate(XS):
        total = total + (np.sum(np.sin(a) * XS[k - 1]) if k else 0.0)
        a, b, c = np.tanh(a * w + x), b + a, c * 0.5 + 1.0
    return np.sum(a * b + c) + total


def halving(x: Any) -> Any:
    return tg.while_loop(lambda v: np.sum(v * v) > 1.0, lambda v: v * 0.5, 5.0 * x, max_steps=1000)


def three_times(x: Any) -> Any:
    return tg.scan(lambda c, _: (halving(c) * c, None), x, length=3)[0]


def unrolled_three_times(x: Any) -> Any:
    for _ in range(3):
        v = 5.0 * x
        while np.sum(v * v) > 1.0:
            v = v * 0.5
        x = v * x
    return x


def value_and_tangent(f: Any) -> Any:
    return lambda x: tg.func.jvp(f, (x,), (np.ones(3),))


TRANSFORMS: dict[str, Any] = {
    "value and tangent": value_and_tangent,
    "two tangents": lambda f: lambda x: (value_and_tangent(f)(x), tg.func.jvp(f, (x,), (np.arange(3.0),))),
    "tangent of a tangent": lambda f: value_and_tangent(lambda x: value_and_tangent(f)(x)[1]),
    "jacfwd": tg.func.jacfwd,
    "jacrev": tg.func.jacrev,
    "tangent of a gradient": lambda f: value_and_tangent(tg.grad(lambda x: np.sum(f(x) ** 2))),
    "hessian": lambda f: tg.hessian(lambda x: np.sum(f(x) ** 2)),
    "columns of columns": lambda f: tg.func.jacfwd(tg.func.jacfwd(f)),
    "vmap": lambda f: tg.vmap(lambda k: tg.func.jacfwd(lambda x: f(x * k))(X)),
}
# the scans that are executed, of recurrences whose derivative by w is asked for
EXECUTED = {"value and tangent": 1, "tangent of a tangent": 1, "jacfwd": 1, "hessian": 2, "tangent of a gradient": 2}


@pytest.mark.parametrize("name", TRANSFORMS)
@pytest.mark.parametrize(
    ("loop", "by_hand"), [(recurrence, unrolled), (three_times, unrolled_three_times)], ids=["scan", "loops in a scan"]
)
def test_derivatives_are_those_of_the_unrolled_loop(name: str, loop: Any, by_hand: Any):
    transform = TRANSFORMS[name]
    x = np.array([0.5, 1.5]) if name == "vmap" else W
    if name == "vmap" and loop is three_times:
        x = np.array([1.0, 1.0])  # members that are unrolled decide alike
    expected = np.concatenate([np.ravel(part) for part in flat(transform(by_hand)(x))])
    for f in (tg.compile(transform(loop)), transform(loop)):
        found = np.concatenate([np.ravel(part) for part in flat(f(x))])
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def flat(tree: Any) -> list[Any]:
    return [part for item in tree for part in flat(item)] if isinstance(tree, tuple) else [tree]


@pytest.mark.parametrize("name", EXECUTED)
def test_a_sweep_does_not_repeat_the_loop(name: str):
    program = tg.compile(TRANSFORMS[name](recurrence)).tape(W)
    assert len(scans(lowered(program))) == EXECUTED[name]


@pytest.mark.parametrize("name", ["jacfwd", "jacrev", "hessian", "columns of columns"])
def test_loops_of_many_directions_stop_when_they_are_done(name: str):
    program = lowered(tg.compile(TRANSFORMS[name](halving)).tape(X))
    found = scans(program)
    assert found
    assert all(static["active"] is not None for _, static in found)


def test_a_tangent_along_what_the_loop_gave_stays_a_loop_of_its_own():
    def f(w: Any) -> Any:
        return tg.scan(lambda c, x: (np.tanh(c * w + x), None), X, XS)[0]

    def along_itself(w: Any) -> Any:
        return tg.func.jvp(f, (w,), (f(w),))[1]

    compiled = tg.compile(along_itself)
    jacobian = tg.func.jacrev(f)(W)
    np.testing.assert_allclose(compiled(W), jacobian @ f(W), rtol=1e-12)
    assert len(scans(lowered(compiled.tape(W)))) == 2

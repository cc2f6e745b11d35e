"""`scan`, `fori_loop` and `while_loop` against the same loops unrolled in Python, and against JAX."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import (
    ArgumentError,
    TapegradError,
)
from tapegrad.func.containers import flatten, unflatten
from tests.replay.loops import RNG, agree, each_way, leaves, unrolled
from tests.support import close, gradient

State = namedtuple("State", "place speed")


# ------------------------------------------------------------------------------------------------- values


W = RNG(0).normal(size=(3, 3)) * 0.5


def cell(c: Any, x: Any) -> Any:
    new = np.tanh(W @ c + x)
    return new, np.sum(new * c)


def nested(c: Any, x: Any) -> Any:
    place, speed = c["s"]
    pull = -np.sin(place) * x[0] + x[1]["k"]
    return {"s": State(place + 0.1 * speed, speed + 0.1 * pull), "n": [c["n"][0] + 1.0]}, {
        "p": place * 2.0,
        "none": None,
        "v": (speed,),
    }


N = RNG(1).normal(size=(6, 2))
CASES: dict[str, tuple[Any, Any, Any]] = {
    "vector": (cell, RNG(2).normal(size=3), RNG(3).normal(size=(6, 3))),
    "numbers": (lambda c, x: (c * x + 1.0, c - x), 0.7, RNG(4).normal(size=6)),
    "containers": (
        nested,
        {"s": State(np.array([0.3, 0.1]), np.array([0.0, 1.0])), "n": [0.0]},
        (np.abs(N), {"k": np.arange(6.0) * 0.1}),
    ),
    "no outputs": (lambda c, x: (np.sin(c) * x, None), np.array([[0.4, 1.0]]), RNG(5).normal(size=(6, 1, 2))),
    "outputs only": (lambda c, x: (c, np.outer(x, x)), np.zeros(()), RNG(6).normal(size=(6, 2))),
    "empty carry": (lambda c, x: ((), x * x), (), RNG(7).normal(size=6)),
    "matrices": (
        lambda c, x: (np.sin(c @ x), (np.sum(c), x.T)),
        RNG(8).normal(size=(2, 2)),
        RNG(9).normal(size=(6, 2, 2)),
    ),
}
each_case = pytest.mark.parametrize("name", CASES)


@each_case
@each_way
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("checkpoint", [False, True])
def test_values(name, compiled, reverse, checkpoint):
    f, init, xs = CASES[name]

    def run(init, xs):
        return tg.scan(f, init, xs, reverse=reverse, checkpoint=checkpoint)

    agree((tg.compile(run) if compiled else run)(init, xs), unrolled(f, init, xs, reverse=reverse))


@each_case
@each_way
@pytest.mark.parametrize("reverse", [False, True])
def test_gradients(name, compiled, reverse):
    """Of a weighted sum of everything that comes out, by everything that goes in, by differences."""
    f, init, xs = CASES[name]
    flat: list[Any] = []
    structure = flatten((init, xs), flat)
    flat = [np.asarray(x) for x in flat]

    def loss(run, numbers):
        init, xs = unflatten(structure, numbers)
        parts = leaves(run(f, init, xs, reverse=reverse))
        return sum(np.sum(np.sin(p + 0.3 * k)) for k, p in enumerate(parts))

    wanted = gradient(lambda *numbers: loss(unrolled, numbers), flat)
    ours = tg.grad(lambda *numbers: loss(tg.scan, numbers), argnums=tuple(range(len(flat))))
    for value, expected in zip((tg.compile(ours) if compiled else ours)(*flat), wanted, strict=True):
        close(value, expected, 1)


@each_way
@pytest.mark.parametrize("steps", [0, 1, 2, 7])
@pytest.mark.parametrize("checkpoint", [False, True])
def test_few_steps(steps, compiled, checkpoint):
    init, xs = np.array([0.3, -0.2, 1.0]), RNG(10).normal(size=(steps, 3))

    def run(init, xs):
        return tg.scan(cell, init, xs, checkpoint=checkpoint)

    last, ys = (tg.compile(run) if compiled else run)(init, xs)
    expected, more = unrolled(cell, init, xs)
    agree(last, expected)
    agree(ys, np.zeros(0) if steps == 0 else more)
    slope = tg.grad(lambda init, xs: np.sum(run(init, xs)[0] ** 2) + np.sum(run(init, xs)[1]), argnums=(0, 1))
    found = (tg.compile(slope) if compiled else slope)(init, xs)
    wanted = gradient(
        lambda i, x: np.sum(unrolled(cell, i, x)[0] ** 2) + (np.sum(unrolled(cell, i, x)[1]) if steps else 0),
        [init, xs],
    )
    for value, expected in zip(found, wanted, strict=True):
        close(value, expected, 1)


@each_way
def test_a_length_without_entries(compiled):
    def run(r):
        return tg.scan(lambda x, nothing: (r * x * (1.0 - x), x), 0.3, length=9)

    def by(r):
        return unrolled(lambda x, nothing: (r * x * (1.0 - x), x), 0.3, length=9)

    agree((tg.compile(run) if compiled else run)(3.1), by(np.float64(3.1)))
    slope = tg.grad(lambda r: run(r)[0])
    close((tg.compile(slope) if compiled else slope)(3.1), gradient(lambda r: by(r)[0], [3.1])[0], 1)
    assert tg.scan(lambda c, x: (c, x is None), 1.0, length=2)[1].shape == (2,)
    agree(tg.scan(lambda c, x: (c + x, None), 1.0, np.arange(3.0), length=3)[0], np.float64(4.0))


DERIVATIVES = {
    "hessian": tg.hessian,
    "jacobian": lambda f: tg.jacobian(tg.grad(f)),
    "forward over reverse": lambda f: tg.func.jacfwd(tg.grad(f)),
    "reverse over forward": lambda f: tg.func.jacrev(tg.func.jacfwd(f)),
    "forward": tg.func.jacfwd,
    "jvp": lambda f: lambda x: tg.func.jvp(f, (x,), (np.cos(x),)),
    "third": lambda f: tg.grad(lambda x: np.sum(np.sin(tg.grad(lambda y: np.sum(tg.grad(f)(y) * np.cos(y)))(x)))),
}


@pytest.mark.sampled(6)
@each_way
@pytest.mark.parametrize("checkpoint", [None, False, True], ids=["call", "scan", "checkpointed scan"])
@pytest.mark.parametrize("name", DERIVATIVES)
def test_higher_derivatives(name, checkpoint, compiled):
    """Against the unrolled loop."""
    steps = 20 if checkpoint else 4
    xs = RNG(11).normal(size=(steps, 3)) * 0.5

    def loss(scan, z, **keywords):
        last, ys = scan(lambda c, x: (np.sin(c * z + x), np.sum(c * x)), z * 2.0, xs, **keywords)
        return np.sum(last * z) + np.sum(ys * ys)

    def inner(c, z):
        return np.sum(np.sin(c * z) * np.exp(c[0]))

    z = np.array([0.3, -0.8, 0.5])
    if checkpoint is None:
        ours = lambda z: tg.checkpoint(inner)(z, np.cos(z))  # noqa: E731
        theirs = lambda z: inner(z, np.cos(z))  # noqa: E731
    else:
        ours = lambda z: loss(tg.scan, z, checkpoint=checkpoint)  # noqa: E731
        theirs = lambda z: loss(unrolled, z, stack=tg.stack)  # noqa: E731
    f = DERIVATIVES[name](ours)
    agree((tg.compile(f) if compiled else f)(z), DERIVATIVES[name](theirs)(z), rtol=1e-10)


@pytest.mark.slow
def test_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy
    init, xs = np.array([0.3, -0.2, 1.0]), RNG(12).normal(size=(12, 3))

    def theirs(init, xs):
        last, ys = jax.lax.scan(lambda c, x: (jnp.tanh(W @ c + x), jnp.sum(jnp.sin(c))), init, xs)
        return jnp.sum(last) + jnp.sum(ys**2)

    def ours(init, xs):
        last, ys = tg.scan(lambda c, x: (np.tanh(W @ c + x), np.sum(np.sin(c))), init, xs)
        return np.sum(last) + np.sum(ys**2)

    for way, other in ((tg.value_and_grad, jax.value_and_grad), (tg.hessian, jax.hessian)):
        expected = jax.tree_util.tree_leaves(other(theirs)(init, xs))
        for f in (way(ours), tg.compile(way(ours))):
            for x, y in zip(leaves(f(init, xs)), expected, strict=True):
                np.testing.assert_allclose(x, np.asarray(y), rtol=1e-10, atol=1e-12)


# ------------------------------------------------------------------------------------------------- fori and while


@each_way
def test_fori_loop(compiled):
    def f(x):
        return tg.fori_loop(2, 7, lambda i, v: np.sin(v) * (0.2 * i) + x, x)

    def by(x):
        v = x
        for i in range(2, 7):
            v = np.sin(v) * (0.2 * i) + x
        return v

    x = np.array([0.2, 0.9])
    agree((tg.compile(f) if compiled else f)(x), by(x))
    slope = tg.grad(lambda x: np.sum(f(x) ** 2))
    close((tg.compile(slope) if compiled else slope)(x), gradient(lambda x: np.sum(by(x) ** 2), [x])[0], 1)
    for lower, upper in ((3, 3), (5, 2), (np.int64(0), np.int32(0))):
        agree(tg.fori_loop(lower, upper, lambda i, v: v * 2.0, x), x)
    agree(tg.fori_loop(-2, 2, lambda i, v: v + i, 0.0), np.float64(-2.0))
    agree(
        tg.fori_loop(0, 40, lambda i, v: (v[0] + i, v[1] * 1.5), (0.0, x), checkpoint=True),
        (np.float64(780.0), x * 1.5**40),
    )
    for bad in (1.5, "2", np.array([1, 2])):
        with pytest.raises((ArgumentError, TypeError)):
            tg.fori_loop(0, bad, lambda i, v: v, 0.0)


@each_way
@pytest.mark.parametrize("bound", [None, 0, 1, 12, 40])
@pytest.mark.parametrize("checkpoint", [False, True])
def test_while_loop(bound, compiled, checkpoint):
    def f(x):
        return tg.while_loop(
            lambda v: v > 1.0,
            lambda v: v / 2.0 + np.sin(v) * 0.1,
            x,
            max_steps=bound,
            truncate=bound is not None,
            checkpoint=checkpoint,
        )

    def by(x):
        for _ in range(1000 if bound is None else bound):
            if not x > 1.0:
                break
            x = x / 2.0 + np.sin(x) * 0.1
        return x

    value = tg.compile(f) if compiled else f
    slope = tg.compile(tg.grad(f)) if compiled else tg.grad(f)
    for x in (0.5, 0.99, 3.0, 50.0, 3.5):
        agree(value(x), np.float64(by(x)))
        close(slope(x), gradient(lambda x: by(x) + 0.0, [np.asarray(x)])[0], 1)


def test_while_loops_end_where_they_would_break():
    """What the body does to a value that no longer runs is not seen: neither its value nor its derivative."""

    def f(x):
        return tg.while_loop(lambda v: v > 0.5, lambda v: np.sqrt(v - 0.5), x, max_steps=30)

    def by(x):
        while x > 0.5:
            x = np.sqrt(x - 0.5)
        return x

    for g in (f, tg.compile(f)):
        for x in (0.7, 3.0, 0.2):
            agree(g(x), np.float64(by(x)))
    for g in (tg.grad(f), tg.compile(tg.grad(f)), tg.grad(tg.compile(f))):
        for x in (0.7, 3.0, 0.2):
            close(g(x), gradient(lambda x: by(x) + 0.0, [np.asarray(x)])[0], 1)


def test_while_loops_of_containers():
    def f(x):
        return tg.while_loop(
            lambda s: s["v"][0] < 10.0,
            lambda s: {"v": (s["v"][0] * s["r"],), "r": s["r"] + 0.1, "n": s["n"] + 1.0},
            {"v": (x,), "r": 1.5, "n": 0.0},
            max_steps=25,
        )

    found = f(1.0)
    v, r, n = 1.0, 1.5, 0.0
    while v < 10.0:
        v, r, n = v * r, r + 0.1, n + 1.0
    agree(found, {"v": (np.float64(v),), "r": np.float64(r), "n": np.float64(n)})
    agree(tg.compile(f)(1.0), found)
    for bad in (-1, 2.0, "3"):
        with pytest.raises(ArgumentError, match="max_steps"):
            tg.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, 3.0, max_steps=bad)
    with pytest.raises(TapegradError):
        tg.while_loop(lambda v: v > 1.0, lambda v: (v, v), 3.0, max_steps=3)


def test_an_int_of_pythons_is_a_carry_in_compiled_functions():
    x = np.array([0.3, 0.5])

    def power(x, n):
        return tg.while_loop(lambda c: c[1] > 0, lambda c: (c[0] * x, c[1] - 1), (x, n), max_steps=10)[0]

    def counted(x, n):
        return tg.scan(lambda c, w: ((c[0] * w, c[1] + 1), c[1]), (1.0, n), x)

    def doubled(x, n):
        return tg.fori_loop(0, 3, lambda i, c: (c[0] * x, c[1] * 2 + i), (x, n))

    compiled = tg.compile(power)
    for n in (4, 2, 0):
        np.testing.assert_allclose(compiled(x, n), x ** (n + 1), rtol=1e-14)
    assert compiled.stats()["recordings"] == 1
    (product, count), before = tg.compile(counted)(x, 5)
    assert (product, count, before.tolist()) == (0.15, 7, [5, 6])
    assert tg.compile(doubled)(x, 3)[1] == 28
    slope = tg.compile(tg.grad(lambda x, n: np.sum(doubled(x, n)[0]) * doubled(x, n)[1]))(x, 3)
    np.testing.assert_allclose(slope, 28.0 * 4.0 * x**3, rtol=1e-14)

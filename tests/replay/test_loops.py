"""`scan`, `fori_loop`, `while_loop` and `checkpoint` against the same loops unrolled in Python, and against JAX.

Values come from NumPy, first derivatives from differences or from the unrolled loop, whose ops are tested by themselves.
"""

from __future__ import annotations

import warnings
from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    InplaceError,
    PlainDataError,
    ReplayError,
    ShapeError,
    TapegradError,
)
from tapegrad.func.containers import flatten, unflatten
from tests.support import close, gradient, leaf, plain

RNG = np.random.default_rng
State = namedtuple("State", "place speed")


def leaves(tree: Any) -> list[Any]:
    found: list[Any] = []
    flatten(tree, found)
    return found


def mapped(f: Any, tree: Any) -> Any:
    found: list[Any] = []
    structure = flatten(tree, found)
    return unflatten(structure, [f(x) for x in found])


def unrolled(
    f: Any,
    init: Any,
    xs: Any = None,
    length: Any = None,
    reverse: bool = False,
    stack: Any = np.stack,
    checkpoint: bool = False,
) -> Any:
    """What `scan` says it does."""
    columns = leaves(xs)
    steps = len(columns[0]) if columns else length
    carry, ys = init, []
    for t in reversed(range(steps)) if reverse else range(steps):
        carry, y = f(carry, mapped(lambda a, t=t: a[t], xs))
        ys.append(y)
    if reverse:
        ys = ys[::-1]
    if not ys:
        return carry, None
    structure = flatten(ys[0], [])
    return carry, unflatten(structure, [stack(column) for column in zip(*map(leaves, ys), strict=True)])


def agree(found: Any, expected: Any, rtol: float = 1e-12) -> None:
    ours: list[Any] = []
    theirs: list[Any] = []
    assert flatten(found, ours) == flatten(expected, theirs)
    for x, y in zip(ours, theirs, strict=True):
        x, y = (plain(v) if isinstance(v, tg.Tensor) else np.asarray(v) for v in (x, y))
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        np.testing.assert_allclose(x, y, rtol=rtol, atol=rtol * np.max(np.abs(y), initial=1.0))


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
each_way = pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])


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


# ------------------------------------------------------------------------------------------------- checkpoints


@pytest.mark.parametrize("steps", [*range(1, 41), 255, 256, 257, 300])
def test_checkpointed_lengths(steps):
    xs = RNG(steps).normal(size=(steps, 2))

    def loss(scan, z, xs, **keywords):
        last, ys = scan(lambda c, x: (np.sin(c * z[0]) + x * z[1], np.sum(c * x)), z, xs, **keywords)
        return np.sum(last) + np.sum(ys * np.arange(steps))

    z = np.array([0.9, 0.4])
    found = tg.value_and_grad(lambda z, xs: loss(tg.scan, z, xs, checkpoint=True), argnums=(0, 1))(z, xs)
    carries = [z]
    for x in xs:
        carries.append(np.sin(carries[-1] * z[0]) + x * z[1])
    value = np.sum(carries[-1]) + sum(t * np.sum(carries[t] * xs[t]) for t in range(steps))
    bar, z_bar, x_bar = np.ones(2), np.zeros(2), np.zeros((steps, 2))
    for t in reversed(range(steps)):  # by hand
        c, x = carries[t], xs[t]
        x_bar[t] = bar * z[1] + t * c
        z_bar[1] += bar @ x
        z_bar[0] += (bar * np.cos(c * z[0])) @ c
        bar = bar * np.cos(c * z[0]) * z[0] + t * x
    agree(found, (np.float64(value), (z_bar + bar, x_bar)), rtol=1e-10)
    if steps in (17, 300):
        for reverse in (False, True):
            f = lambda z, xs: loss(tg.scan, z, xs, checkpoint=True, reverse=reverse)  # noqa: E731
            g = lambda z, xs: loss(tg.scan, z, xs, reverse=reverse)  # noqa: E731
            ours = tg.compile(tg.value_and_grad(f, argnums=(0, 1)))(z, xs)
            agree(ours, tg.value_and_grad(g, argnums=(0, 1))(z, xs), rtol=1e-9)
            if not reverse:
                agree(ours, found, rtol=1e-10)


def of_steps(steps: int, checkpoint: bool) -> dict[str, Any]:
    """Figures of the compiled gradient of a loop; 50 numbers are carried, and none comes in."""
    f = tg.compile(
        tg.grad(
            lambda z: np.sum(tg.scan(lambda c, _: (np.sin(c) * z, None), z, length=steps, checkpoint=checkpoint)[0])
        )
    )
    z = np.linspace(0.5, 1.5, 50)
    found = f(z)
    c, d = z, np.ones(50)
    for _ in range(steps):
        c, d = np.sin(c) * z, np.cos(c) * z * d + np.sin(c)
    np.testing.assert_allclose(found, d, rtol=1e-8, atol=1e-300)
    return f.stats()


def test_memory():
    """Linear in the steps without checkpoints; with them, logarithmic: a factor of 64 is bought with a few carries more."""
    linear = [of_steps(n, False)["bytes"] for n in (64, 512, 4096)]
    assert linear[2] > 4096 * 50 * 8
    assert 6.0 < linear[2] / linear[1] < 9.0
    few = [of_steps(n, True)["bytes"] for n in (64, 512, 4096)]
    assert few[2] < linear[2] / 10
    assert few[2] < 4.0 * few[0]
    assert few[1] - few[0] < 16 * 16 * 50 * 8
    assert few[2] - few[1] < 16 * 16 * 50 * 8


def test_the_tape_does_not_grow_with_the_steps():
    for checkpoint, most in ((False, 0), (True, 60)):
        sizes = [of_steps(n, checkpoint)["ops"] for n in (32, 512, 4096)]
        assert max(sizes) - min(sizes) <= most
        recorded = [of_steps(n, checkpoint)["ops_recorded"] for n in (32, 4096)]
        assert max(recorded) < 1000


@each_way
@pytest.mark.parametrize(
    "keep",
    [(), {"sin"}, {"matmul", "exp"}, lambda name, shape: True, lambda name, shape: shape == (4, 4)],
    ids=["nothing", "sin", "two", "all", "by shape"],
)
def test_checkpoint(keep, compiled):
    a = RNG(13).normal(size=(4, 4))

    def f(x, tree):
        y = np.sin(x @ tree["a"]) @ x
        return {"y": np.exp(np.tanh(y)) * tree["s"][0], "s": np.sum(y), "none": None}

    def loss(f, x, a, s):
        found = f(x, {"a": a, "s": [s]})
        return np.sum(np.sin(found["y"])) + found["s"] * s

    x = RNG(14).normal(size=(4, 4)) * 0.5
    ours = tg.checkpoint(f, keep=keep)
    agree(ours(x, {"a": a, "s": [2.0]}), f(x, {"a": a, "s": [2.0]}))
    wanted = gradient(lambda *args: loss(f, *args), [x, a, np.asarray(2.0)])
    slope = tg.grad(lambda *args: loss(ours, *args), argnums=(0, 1, 2))
    for value, expected in zip((tg.compile(slope) if compiled else slope)(x, a, 2.0), wanted, strict=True):
        close(value, expected, 1)
    second = tg.hessian(lambda s: loss(ours, x, a, s))
    agree((tg.compile(second) if compiled else second)(2.0), tg.hessian(lambda s: loss(f, x, a, s))(2.0), rtol=1e-10)


def test_checkpoint_runs_again():
    """A program in a program: what is kept for the sweep is the arguments."""
    x = RNG(15).normal(size=1000)

    def deep(x):
        for _ in range(20):
            x = np.sin(x) * 1.1
        return x

    def chain(block):
        return tg.compile(tg.grad(lambda x: np.sum(block(block(block(block(x)))))))

    once, again = chain(deep), chain(tg.checkpoint(deep))
    np.testing.assert_allclose(again(x), once(x), rtol=1e-10)
    assert again.stats()["ops"] < once.stats()["ops"] / 4


def test_checkpoint_of_keywords_and_captured_tensors():
    w = leaf(np.array([1.0, 2.0]))
    f = tg.checkpoint(lambda x, *, scale=1.0: np.sum(np.sin(x * w) * scale))
    x = leaf(np.array([0.3, 0.4]))
    found = grad(f(x, scale=2.0), [x, w])
    agree([plain(g) for g in found], [2.0 * np.cos([0.3, 0.8]) * [1.0, 2.0], 2.0 * np.cos([0.3, 0.8]) * [0.3, 0.4]])
    assert f(np.array([0.3, 0.4])).requires_grad
    second = grad(grad(f(x), x, create_graph=True)[0].sum(), [x, w])
    agree(plain(second[0]), -np.sin([0.3, 0.8]) * [1.0, 4.0])
    agree(plain(second[1]), np.cos([0.3, 0.8]) - np.sin([0.3, 0.8]) * [0.3, 0.8])


def test_checkpoint_errors():
    for bad in ("sin", ["no such op"], {"sine", "sin"}):
        with pytest.raises(ArgumentError, match="keep"):
            tg.checkpoint(np.sin, keep=bad)
    with pytest.raises(ArgumentError, match="function"):
        tg.checkpoint(3.0)


def test_checkpoint_passes_on_what_is_no_array():
    """As torch's does: arguments and results of any kind."""
    x = leaf(np.array([0.3, 0.4]))
    label = object()

    @tg.checkpoint
    def f(a, mode, n, index, flag=False, *, apply, label, nothing):
        assert type(n) is int
        assert flag is True
        assert nothing is None
        y = apply(a) if mode == "sin" else a
        for k in range(n):
            y = y * (1.0 + k)
        return {"y": y[index], "mode": mode, "n": n, "where": a > 0.35, "first": np.argmax(a), "label": label}

    found = f(x, "sin", 3, np.array([1, 1, 0]), True, apply=np.sin, label=label, nothing=None)
    assert (found["mode"], found["n"], found["label"]) == ("sin", 3, label)
    assert found["where"].dtype == bool
    assert found["where"].tolist() == [False, True]
    assert int(found["first"]) == 1
    np.testing.assert_allclose(plain(found["y"]), 6.0 * np.sin([0.4, 0.4, 0.3]), rtol=1e-14)
    (g,) = grad(found["y"].sum(), x)
    np.testing.assert_allclose(plain(g), 6.0 * np.cos([0.3, 0.4]) * [1.0, 2.0], rtol=1e-14)
    assert tg.checkpoint(lambda a: (np.sin(a), 3, "text"))(np.ones(2))[1:] == (3, "text")


@pytest.mark.parametrize("keep", [(), {"sin"}])
def test_checkpoint_as_pytorch(keep):
    """Row by row what torch promises of its non-reentrant version, against it."""
    torch = pytest.importorskip("torch")
    from torch.utils.checkpoint import checkpoint

    def values(library, call):
        def make(a):
            return library.tensor(a, requires_grad=True)

        x, w = make([0.3, 0.4]), make([1.5, -0.7])
        found = []

        def f(a, b, *, scale):
            def inner(c):
                return library.sin(c * w) * c

            return call(inner, a * b) * scale, library.exp(a) * w.sum()

        def both():
            one, two = call(f, x, x * 2.0, scale=0.5)
            return one.sum() + (two * two).sum()

        found += library.autograd.grad(both(), [x, w])
        y = both()
        found += library.autograd.grad(y, [w], retain_graph=True)
        found += library.autograd.grad(y, [x])
        y = both()
        y.backward(inputs=[w])
        assert x.grad is None
        found.append(w.grad)
        (g,) = library.autograd.grad(both(), [x], create_graph=True)
        found += library.autograd.grad((g * g).sum(), [x, w])
        return [np.asarray(v.detach().numpy()) for v in found]

    ours = values(tg, lambda f, *args, **named: tg.checkpoint(f, keep=keep)(*args, **named))
    theirs = values(torch, lambda f, *args, **named: checkpoint(f, *args, use_reentrant=False, **named))
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5 if b.dtype == np.float32 else 1e-12)


def test_checkpoint_recomputes_with_the_same_random_numbers():
    rng = RNG(16)
    drawn = []

    @tg.checkpoint
    def noisy(x):
        drawn.append(rng.random(4))
        return np.sum(np.sin(x * x) * drawn[-1])

    x = leaf(RNG(17).normal(size=4))
    y = noisy(x)
    state = rng.bit_generator.state
    expected = 2.0 * plain(x) * np.cos(plain(x) ** 2) * drawn[0]
    for create_graph in (True, False):
        np.testing.assert_allclose(plain(grad(y, x, create_graph=create_graph)[0]), expected, rtol=1e-13)
    assert rng.bit_generator.state == state  # nothing was drawn again
    assert len(drawn) == 1
    y = noisy(x) + noisy(x)
    expected = 2.0 * plain(x) * np.cos(plain(x) ** 2) * (drawn[1] + drawn[2])
    np.testing.assert_allclose(plain(grad(y, x)[0]), expected, rtol=1e-13)


def test_checkpoint_recomputes_with_the_same_decisions():
    """What the function reads from outside may change; the recomputation is of what was recorded."""
    factor = [2.0]
    f = tg.checkpoint(lambda x: np.sum(np.sin(x) * factor[0] if x[0] > 0 else x))
    x = leaf(np.array([0.3, 0.4]))
    y = f(x)
    factor[0] = -7.0
    with tg.no_grad():
        x *= -1.0
    np.testing.assert_allclose(plain(grad(y, x)[0]), 2.0 * np.cos([0.3, 0.4]), rtol=1e-14)


def test_checkpoint_refuses_changes_of_its_arguments():
    def f(x):
        x[0] = 5.0
        return np.sum(x * x)

    x = leaf(np.array([1.0, 2.0]))
    for argument in (x * 1.0, np.ones(2)):
        with pytest.raises(InplaceError, match=r"\.clone\(\)"):
            tg.checkpoint(f)(argument)
    np.testing.assert_array_equal(plain(grad(tg.checkpoint(lambda x: f(x.clone()))(x), x)[0]), [0.0, 4.0])


def test_checkpoint_in_torchs_form():
    x = leaf(np.ones(2))
    for call in (lambda: tg.checkpoint(np.sin, x), lambda: tg.checkpoint(np.sin, use_reentrant=False)):
        with pytest.raises(ArgumentError, match=r"tg\.checkpoint\(f\)\(x\)"):
            call()


LAYERS = [np.sin, lambda x: x * 1.5, np.exp, lambda x: np.tanh(x) + x, lambda x: x @ x]


@pytest.mark.parametrize("segments", [1, 2, 3, 5])
def test_checkpoint_sequential(segments):
    x = leaf(RNG(18).normal(size=(3, 3)) * 0.3)
    y = x
    for layer in LAYERS:
        y = layer(y)
    expected = grad(y.sum(), x)[0]
    found = tg.checkpoint_sequential(LAYERS, segments, x)
    np.testing.assert_allclose(plain(found), plain(y), rtol=1e-14)
    np.testing.assert_allclose(plain(grad(found.sum(), x)[0]), plain(expected), rtol=1e-12)
    kept = tg.checkpoint_sequential(iter(LAYERS), segments, x, keep={"exp"})
    np.testing.assert_allclose(plain(grad(kept.sum(), x, create_graph=True)[0]), plain(expected), rtol=1e-12)
    shown = tg.checkpoint_sequential(LAYERS, segments, plain(x))
    assert isinstance(shown, np.ndarray)
    np.testing.assert_allclose(shown, plain(y), rtol=1e-14)


def test_checkpoint_sequential_keeps_what_goes_into_segments():
    def layer(x):
        for _ in range(10):
            x = np.roll(np.sin(x), 1)
        return x

    x = leaf(RNG(19).normal(size=10_000))
    sizes = []
    for segments in (1, 4, 8):
        with tg.Tape() as tape:
            y = tg.checkpoint_sequential([layer] * 8, segments, x).sum()
        sizes.append(tape.nbytes / x.nbytes)
        y.backward()
    assert sizes[1] < sizes[0] / 2
    assert sizes[2] < sizes[1]


def test_checkpoint_sequential_errors():
    for bad in (0, 4, -1, 1.5, "2"):
        with pytest.raises(ArgumentError, match="from 1 to the number of functions, 3"):
            tg.checkpoint_sequential([np.sin] * 3, bad, 1.0)
    with pytest.raises(ArgumentError, match="number of functions, 0"):
        tg.checkpoint_sequential([], 1, 1.0)
    with pytest.raises(ArgumentError, match="keep"):
        tg.checkpoint_sequential([np.sin] * 3, 2, 1.0, keep={"sine"})


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


def halvings(x: Any) -> Any:
    while x > 1.0:
        x = x / 2.0 + np.sin(x) * 0.1
    return x


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


# ------------------------------------------------------------------------------------------------- closures and nesting


def test_captured_tensors():
    """Eagerly, gradients reach what the body reads from outside; with a pending history too."""
    w, x0 = leaf([0.5, -0.3]), leaf([1.0, 2.0])
    pending = w * 2.0
    xs = RNG(16).normal(size=(5, 2))

    def loss(scan, w, x0, **keywords):
        last, ys = scan(lambda c, x: (np.sin(c * w) + x, np.sum(c * w * x)), x0, xs, **keywords)
        return np.sum(last**2) + np.sum(ys)

    wanted = gradient(lambda w, x0: loss(unrolled, w * 2.0, x0), [plain(w), plain(x0)])
    for keywords in ({}, {"checkpoint": True}):
        found = grad(loss(tg.scan, pending, x0, **keywords), [w, x0], retain_graph=True)
        for g, expected in zip(found, wanted, strict=True):
            close(plain(g), expected, 1)
    last, _ = tg.scan(lambda c, x: (c * w, None), np.ones(2), xs)
    assert isinstance(last, tg.Tensor)
    assert last.requires_grad
    last.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 5.0 * plain(w) ** 4)
    with tg.no_grad():
        assert isinstance(tg.scan(lambda c, x: (c * w, None), np.ones(2), xs)[0], np.ndarray)
    many = RNG(17).normal(size=(40, 2))
    f = lambda scan, w, **k: np.sum(scan(lambda c, x: (np.sin(c * w) + x, c), np.ones(2), many, **k)[1])  # noqa: E731
    (found,) = grad(f(tg.scan, w * 1.0, checkpoint=True), [w])
    close(plain(found), gradient(lambda w: f(unrolled, w), [plain(w)])[0], 1)


@each_way
def test_captured_values_of_a_recording(compiled):
    """A closure over arguments of the function that is recorded, of other dtypes and decided by others too."""

    def f(x, n, b, y):
        z = np.exp(x)
        last, ys = tg.scan(lambda c, e: (np.where(b, np.sin(c * z), c) + e * n, c * y), x, np.arange(4.0))
        return np.sum(last) + np.sum(ys)

    def by(x, n, b, y):
        z = np.exp(x)
        last, ys = unrolled(lambda c, e: (np.where(b, np.sin(c * z), c) + e * n, c * y), x, np.arange(4.0))
        return np.sum(last) + np.sum(ys)

    given = np.array([0.3, 0.7]), np.array([2, 3]), np.array([True, False]), np.float32(1.5)
    g = tg.compile(f) if compiled else f
    agree(g(*given), by(*given), rtol=1e-6)
    slope = tg.grad(f)
    close((tg.compile(slope) if compiled else slope)(*given), gradient(lambda x: by(x, *given[1:]), [given[0]])[0], 1)
    if compiled:
        other = np.array([0.1, -0.7]), np.array([5, -3]), np.array([False, False]), np.float32(0.5)
        agree(g(*other), by(*other), rtol=1e-6)


@each_way
def test_nested_scans(compiled):
    xs = RNG(18).normal(size=(4, 3, 2))

    def loss(scan, w, xs, **keywords):
        def outer(c, rows):
            last, ys = scan(lambda d, x: (np.tanh(d * w + x * c), np.sum(d)), c, rows, **keywords)
            return last + w, ys * c[0]

        last, ys = scan(outer, w * 0.5, xs, **keywords)
        return np.sum(last) + np.sum(ys**2)

    w = np.array([0.4, -0.6])
    wanted = gradient(lambda w, xs: loss(lambda *a, **k: unrolled(*a, stack=np.array, **k), w, xs), [w, xs])
    for keywords in ({}, {"reverse": True}, {"checkpoint": True}):
        f = lambda w, xs: loss(tg.scan, w, xs, **keywords)  # noqa: E731
        if "reverse" not in keywords:
            slope = tg.grad(f, argnums=(0, 1))
            for value, expected in zip((tg.compile(slope) if compiled else slope)(w, xs), wanted, strict=True):
                close(value, expected, 1)
        h = tg.hessian(lambda w: f(w, xs))
        agree(
            (tg.compile(h) if compiled else h)(w),
            tg.hessian(lambda w: loss(lambda *a, **k: unrolled(*a, stack=tg.stack, **k), w, xs, **keywords))(w),
            rtol=1e-9,
        )


def test_scan_within_vmap_and_vmap_within_scan():
    xs, starts = RNG(19).normal(size=(5, 2)), RNG(20).normal(size=(4, 2))

    def last(start, xs):
        return tg.scan(lambda c, x: (np.sin(c) * x + c, np.sum(c * x)), start, xs)

    expected = [unrolled(lambda c, x: (np.sin(c) * x + c, np.sum(c * x)), s, xs) for s in starts]
    expected = np.stack([e[0] for e in expected]), np.stack([e[1] for e in expected])
    agree(tg.vmap(last, in_axes=(0, None))(starts, xs), expected)
    agree(tg.vmap(last, in_axes=(0, None))(leaf(starts), xs), expected)
    agree(tg.compile(lambda s, x: tg.vmap(last, in_axes=(0, None))(s, x))(starts, xs), expected)
    many = RNG(21).normal(size=(4, 5, 2))
    agree(
        tg.vmap(last)(leaf(starts), many)[0],
        np.stack([unrolled(lambda c, x: (np.sin(c) * x + c, 0.0), s, x)[0] for s, x in zip(starts, many, strict=True)]),
    )
    one = tg.vmap(last, in_axes=(None, 0))(leaf(starts[0]), many)
    agree(one[0], np.stack([unrolled(lambda c, x: (np.sin(c) * x + c, 0.0), starts[0], x)[0] for x in many]))

    def loss(s, scan=tg.scan):
        over = tg.vmap(last, in_axes=(0, None)) if scan is tg.scan else None
        if over is None:
            return sum(np.sum(unrolled(lambda c, x: (np.sin(c) * x + c, 0.0), row, xs)[0]) for row in s)
        return np.sum(over(s, xs)[0])

    wanted = gradient(lambda s: loss(s, None), [starts])[0]
    close(tg.grad(loss)(starts), wanted, 1)
    close(tg.compile(tg.grad(loss))(starts), wanted, 1)

    def inside(x):
        return np.sum(tg.scan(lambda c, e: (tg.vmap(lambda r, s: np.sin(r) * s)(c, x) + e, None), x, xs[:, 0])[0])

    def by(x):
        c = x
        for e in xs[:, 0]:
            c = np.sin(c) * x + e
        return np.sum(c)

    close(inside(starts), by(starts))
    for f in (tg.grad(inside), tg.compile(tg.grad(inside))):
        close(f(starts), gradient(by, [starts])[0], 1)


def test_checkpoints_within_loops_and_loops_within_checkpoints():
    def f(x, block, scan, stack=None):
        last, _ = scan(lambda c, _: (block(lambda v: np.sin(v * x) + v)(c), None), x, length=3)
        return np.sum(block(lambda v: scan(lambda c, _: (np.sin(c), None), v, length=3)[0])(last))

    x = np.array([0.4, 1.1])
    wanted = gradient(lambda x: f(x, lambda g: g, unrolled), [x])[0]
    ours = tg.grad(lambda x: f(x, tg.checkpoint, tg.scan))
    close(ours(x), wanted, 1)
    close(tg.compile(ours)(x), wanted, 1)
    agree(
        tg.hessian(lambda x: f(x, tg.checkpoint, tg.scan))(x),
        tg.hessian(lambda x: f(x, lambda g: g, unrolled))(x),
        rtol=1e-10,
    )


# ------------------------------------------------------------------------------------------------- dtypes


@each_way
def test_float32_carries(compiled):
    def f(c, xs):
        return tg.scan(lambda c, x: (np.sin(c) + x, c * x), c, xs)

    c, xs = RNG(22).normal(size=2).astype(np.float32), RNG(23).normal(size=(6, 2)).astype(np.float32)
    found = (tg.compile(f) if compiled else f)(c, xs)
    agree(found, unrolled(lambda c, x: (np.sin(c) + x, c * x), c, xs), rtol=1e-6)
    slope = tg.grad(lambda c, xs: np.sum(f(c, xs)[0]) + np.sum(f(c, xs)[1]), argnums=(0, 1))
    slopes = (tg.compile(slope) if compiled else slope)(c, xs)
    assert [g.dtype for g in slopes] == [np.float32] * 2
    wanted = gradient(
        lambda c, xs: sum(np.sum(y) for y in unrolled(lambda c, x: (np.sin(c) + x, c * x), c, xs)), [c, xs]
    )
    for value, expected in zip(slopes, wanted, strict=True):
        close(value, expected, 1, np.float32)


@each_way
@pytest.mark.parametrize(
    ("init", "xs"),
    [
        (0, np.ones(2)), (True, np.ones(2)), (np.array([12345]), np.ones(2)), ((0.0, {"count": 0}), np.ones(2)),
        (0.0, np.array([5, 20], np.uint8)), (0.0, np.array([True, False])), (0.0, (np.ones(2), np.arange(2))),
    ],
    ids=str,
)  # fmt: skip
def test_integers_and_truth_values_are_refused(init, xs, compiled):
    """They would be carried as float64: they would not wrap, and be inexact beyond 2**53."""
    f = tg.compile(lambda x: tg.scan(lambda c, e: (c, x), init, xs)[1])
    with pytest.raises(DtypeError, match=r"scan: expected floating-point numbers, got (carry|xs) of .*astype\(float\)"):
        f(1.0) if compiled else tg.scan(lambda c, e: (c, e), init, xs)


def test_integers_are_refused_in_all_loops():
    for loop in (
        lambda: tg.fori_loop(0, 3, lambda i, c: (c * 1103515245 + 12345) % 2**31, 12345),
        lambda: tg.while_loop(lambda c: c < 5, lambda c: c + 1, 0, max_steps=9),
    ):
        with pytest.raises(DtypeError, match="floating-point numbers, got carry of int64"):
            loop()
    with pytest.raises(ArgumentError, match=r"at most 2\*\*53"):
        tg.fori_loop(2**60, 2**60 + 2, lambda i, c: c + i, 0.0)
    assert tg.while_loop(lambda c: c < 2**60, lambda c: c * 3 + 1, 1) == 2026277576509488133  # unrolled: Python's own


# ------------------------------------------------------------------------------------------------- decisions


@pytest.mark.parametrize("checkpoint", [False, True])
@pytest.mark.parametrize("when", [1, 3, 18])
def test_a_body_that_decides_otherwise_later(when, checkpoint):
    xs = np.ones(20)
    xs[when] = -1.0

    def run(xs):
        return tg.scan(lambda c, x: (c * 2.0 if x > 0.0 else c + 1.0, None), 1.0, xs, checkpoint=checkpoint)[0]

    for f in (run, tg.compile(run), tg.grad(run), tg.compile(tg.grad(run)), lambda xs: run(leaf(xs)).item()):
        with pytest.raises(ReplayError, match=r"np\.where"):
            f(xs)
    good = np.ones(20)
    assert run(good) == 2.0**20
    assert tg.compile(run)(good) == 2.0**20


@pytest.mark.parametrize("checkpoint", [False, True])
def test_replays_that_decide_otherwise(checkpoint):
    """All steps another way than in the recording: recorded anew. Some steps: an error. Never the wrong branch."""

    def run(s, xs):
        return tg.scan(
            lambda c, x: (np.sin(c) * 2.0 if x * s > 0.0 else np.cos(c) + 1.0, c), 1.0, xs, checkpoint=checkpoint
        )

    def by(s, xs):
        return unrolled(lambda c, x: (np.sin(c) * 2.0 if x * s > 0.0 else np.cos(c) + 1.0, c), np.float64(1.0), xs)

    f, g = tg.compile(run), tg.compile(tg.grad(lambda s, xs: run(s, xs)[0] * s))
    xs = np.ones(19)
    mixed = np.where(np.arange(19) == 17, -1.0, 1.0)
    for s in (1.0, -1.0, 2.0):
        agree(f(s, xs), by(s, xs))
        agree(g(s, xs), np.float64(by(s, xs)[0]))
        for h in (f, g):
            with pytest.raises(ReplayError):
                h(s, mixed)
    agree(f(1.0, xs), by(1.0, xs))


def test_an_eager_error_is_over():
    """What failed does not fail what comes after it."""

    def run(xs):
        return tg.scan(lambda c, x: (c * 2.0 if x > 0.0 else c + 1.0, None), 1.0, xs)[0]

    x = tg.tensor(3.0, requires_grad=True)
    y = x * x
    for bad in (np.array([1.0, -1.0]), leaf([1.0, -1.0])):
        with pytest.raises(ReplayError):
            np.sin(run(bad)).item()
        assert tg.grad(lambda x: x * x)(3.0) == 6.0
        assert run(np.ones(3)) == 8.0
    y.backward()
    assert x.grad.item() == 6.0


def test_decisions_on_what_is_carried_and_captured():
    f = tg.compile(lambda x, w: tg.scan(lambda c, _: (c + 1.0 if c < 3.5 else c * 2.0, None), x, length=3)[0] * w)
    assert f(0.0, 1.0) == 3.0
    assert f(10.0, 1.0) == 80.0
    with pytest.raises(ReplayError):
        f(2.0, 1.0)
    g = tg.compile(lambda x, w: tg.scan(lambda c, _: (c + 1.0 if w < 0.0 else c * 2.0, None), x, length=3)[0])
    assert [g(1.0, w) for w in (1.0, -1.0, 2.0)] == [8.0, 4.0, 8.0]
    h = tg.compile(lambda x: tg.checkpoint(lambda x: x * 2.0 if x > 0.0 else x * 3.0)(x))
    assert [h(x) for x in (1.0, -1.0, 2.0, -2.0)] == [2.0, -3.0, 4.0, -6.0]
    slope = tg.compile(tg.grad(lambda x: tg.checkpoint(lambda x: x * 2.0 if x > 0.0 else x * 3.0)(x)))
    assert [slope(x) for x in (1.0, -1.0, 2.0, -2.0)] == [2.0, 3.0, 2.0, 3.0]


WITH_GUARDS: dict[str, Any] = {
    "jacobian": tg.jacobian,
    "jacrev": tg.func.jacrev,
    "jacfwd": tg.func.jacfwd,
    "jvp": lambda f: lambda x: tg.func.jvp(f, (x,), (np.ones(2),))[1],
    "vjp": lambda f: lambda x: tg.func.vjp(f, x)[1](np.ones(2)),
    "grad": lambda f: tg.grad(lambda x: np.sum(f(x))),
    "hessian": lambda f: tg.hessian(lambda x: np.sum(f(x))),
    "hvp": lambda f: lambda x: tg.func.jvp(tg.grad(lambda x: np.sum(f(x))), (x,), (np.ones(2),))[1],
}


@pytest.mark.parametrize("name", WITH_GUARDS)
@pytest.mark.parametrize("loop", ["checkpoint", "scan"])
def test_compiled_derivatives_of_bodies_that_branch(loop, name):
    """Also where nothing but the derivative is computed."""

    def body(c, x):
        return c * c if x[0] > 0.0 else c * c * c

    def f(x):
        return (
            tg.checkpoint(body)(x, x)
            if loop == "checkpoint"
            else tg.scan(lambda c, _: (body(c, x), None), x, length=2)[0]
        )

    def power(n):
        return lambda x: x**n

    compiled = tg.compile(WITH_GUARDS[name](f))
    for x in (np.array([1.5, 2.0]), np.array([-1.5, 2.0]), np.array([0.5, -2.0])):
        n = (2 if x[0] > 0.0 else 3) ** (1 if loop == "checkpoint" else 2)
        expected = WITH_GUARDS[name](power(n))(x)
        for x_, y in zip(leaves(compiled(x)), leaves(expected), strict=True):
            agree(x_, y, rtol=1e-10)


@pytest.mark.parametrize("name", WITH_GUARDS)
def test_compiled_derivatives_of_steps_that_branch(name):
    def f(x):
        return tg.scan(lambda c, _: (c * c if c[0] < 2.0 else c * 3.0, None), x, length=2)[0]

    compiled = tg.compile(WITH_GUARDS[name](f))
    compiled(np.array([1.0, 2.0]))
    with pytest.raises(ReplayError):
        compiled(np.array([1.5, 2.0]))


def test_batches_of_loops_that_decide():
    f = tg.vmap(lambda x: tg.scan(lambda c, _: (c * 2.0 if x > 0.0 else c + 1.0, None), x, length=3)[0])
    x = np.array([1.0, -1.0, 2.0, -2.0, 3.0, 1.0, 1.0, -1.0, 5.0])
    np.testing.assert_array_equal(f(x), np.where(x > 0, x * 8.0, x + 3.0))
    with pytest.raises(ReplayError):
        plain(f(tg.tensor(x, requires_grad=True)))


# ------------------------------------------------------------------------------------------------- errors


def test_errors():
    xs = np.ones((4, 2))
    with pytest.raises(ShapeError, match="shape"):
        tg.scan(lambda c, x: (np.concatenate([c, x]), None), np.ones(2), xs)
    with pytest.raises(ShapeError, match="shape"):
        tg.scan(lambda c, x: (c + x, None), 0.0, xs)
    with pytest.raises(ArgumentError, match="containers"):
        tg.scan(lambda c, x: ((c, c), None), 0.0, xs)
    with pytest.raises(ArgumentError, match="containers"):
        tg.scan(lambda c, x: ([c[0], c[1]], None), (0.0, 1.0), xs)
    for bad in (lambda c, x: c, lambda c, x: [c, x], lambda c, x: (c, x, x), lambda c, x: None):
        with pytest.raises(ArgumentError, match="pair"):
            tg.scan(bad, np.ones(2), xs)
    with pytest.raises(ShapeError, match="length"):
        tg.scan(lambda c, x: (c, None), 0.0, (xs, xs[:3]))
    with pytest.raises(ShapeError, match="length"):
        tg.scan(lambda c, x: (c, None), 0.0, xs, length=3)
    with pytest.raises(ShapeError, match="length"):
        tg.scan(lambda c, x: (c, None), 0.0)
    with pytest.raises(ShapeError):
        tg.scan(lambda c, x: (c, None), 0.0, 1.0)
    for bad_length in (-1, 2.5, "3"):
        with pytest.raises(ArgumentError, match="length"):
            tg.scan(lambda c, x: (c, None), 0.0, length=bad_length)
    with pytest.raises(TapegradError):
        tg.scan(lambda c, x: (c, "text"), 0.0, xs)
    with pytest.raises(TapegradError):
        tg.scan(lambda c, x: (c * x.item() if isinstance(x, tg.Tensor) else c, None), 0.0, xs[:, 0])
    with pytest.raises(PlainDataError):
        tg.scan(lambda c, x: (c * float(x), None), 1.0, xs[:, 0])
    assert tg.scan(lambda c, x: (c + 1.0, None), 0.0, xs)[0] == 4.0  # nothing is left open


def test_an_error_in_the_body_leaves_no_recording_open():
    def bad(c, x):
        raise KeyError("mine")

    with pytest.raises(KeyError):
        tg.scan(bad, 0.0, np.ones(3))
    x = tg.tensor(2.0, requires_grad=True)
    (x * x).backward()
    assert float(x.grad.item()) == 4.0


def test_results_are_the_callers():
    init = np.ones(2)
    last, _ = tg.scan(lambda c, x: (c, None), init, np.ones(3))
    last += 1.0
    np.testing.assert_array_equal(init, [1.0, 1.0])
    f = tg.compile(lambda x: tg.scan(lambda c, e: (c, e), x, x)[1])
    found = f(init)
    found += 1.0
    np.testing.assert_array_equal(f(init), init)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isinstance(tg.scan(lambda c, x: (c + x, None), 0.0, np.ones(2))[0], np.float64)


class Scale(tg.autograd.Function):
    """The identity with the derivative `a`."""

    @staticmethod
    def forward(ctx, x, a):
        ctx.a = a
        return x * 1.0

    @staticmethod
    def backward(ctx, g):
        return g * ctx.a, None


@pytest.mark.parametrize(
    "body",
    [
        lambda a: tg.checkpoint(lambda x: Scale.apply(x, a)),
        lambda a: lambda x: tg.scan(lambda c, _: (Scale.apply(c, a), 0.0), x, np.zeros(1))[0],
    ],
    ids=["checkpoint", "scan"],
)
@pytest.mark.parametrize(
    "around",
    [
        lambda f: f,
        tg.checkpoint,
        lambda f: lambda x: tg.sum(tg.vmap(lambda v: f(tg.stack([v])))(x)),
        lambda f: lambda x: tg.scan(lambda c, _: (c + f(x), 0.0), 0.0, np.zeros(1))[0],
    ],
    ids=["alone", "checkpoint", "vmap", "scan"],
)
@pytest.mark.parametrize("final", [lambda f: f, tg.compile], ids=["", "compiled"])
def test_parts_that_differ_in_a_derivative_only(body, around, final):
    def f(x):
        return tg.sum(body(2.0)(x) + body(3.0)(x))

    np.testing.assert_array_equal(final(tg.grad(around(f)))(np.ones(3)), np.full(3, 5.0))


def test_integers_and_truth_values_within_a_checkpoint_that_is_recorded():
    def f(x, i, n, b):
        return np.sum(tg.checkpoint(lambda x, i, n, b: x[i] ** 3 * (n // 2) * (2.0 if b else 1.0))(x, i, n, b))

    g = tg.compile(tg.grad(f))
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(g(x, np.array([0, 2]), 5, True), [12.0, 0.0, 108.0], rtol=1e-15)
    np.testing.assert_allclose(g(x, np.array([1, 2]), 2, False), [0.0, 12.0, 27.0], rtol=1e-15)
    np.testing.assert_allclose(g(x, np.array([1, 1]), 7, True), [0.0, 144.0, 0.0], rtol=1e-15)

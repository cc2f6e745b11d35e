"""`checkpoint`, of loops and of functions: the same derivatives from less memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import (
    ArgumentError,
    InplaceError,
)
from tapegrad.replay import loops
from tests.replay.loops import RNG, agree, each_way
from tests.support import close, gradient, leaf, plain


@pytest.mark.sampled(6)
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


def test_carries_that_would_take_too_much_memory_are_computed_again(monkeypatch):
    """The gradient by hand is that of `of_steps`; of 4,096 steps, the carries of 64 and those of another 64 are kept."""
    kept = 4096 * 50 * 8
    monkeypatch.setattr(loops, "MEMORY", 4 * kept)
    assert of_steps(4096, False)["bytes"] > kept
    monkeypatch.setattr(loops, "MEMORY", 4 * kept - 1)
    assert of_steps(4096, False)["bytes"] < kept / 20
    assert of_steps(4099, False)["bytes"] < kept / 20  # a prime


@pytest.mark.parametrize("steps", [16, 100, 101])
@pytest.mark.parametrize("reverse", [False, True])
def test_gradients_of_carries_that_are_computed_again(monkeypatch, steps, reverse):
    x, m = RNG(1).normal(size=(steps, 9)), RNG(2).normal(size=(9, 9)) / 3.0

    def loss(c, x, m):
        last, (y, z) = tg.scan(lambda c, x: (np.tanh(m @ c + x), (c * x, np.sum(c))), c, x, reverse=reverse)
        return np.sum(last**2) + np.sum(y**2) + np.sum(z * np.arange(steps))

    both = tg.value_and_grad(loss, argnums=(0, 1, 2))
    expected = both(x[0], x, m)
    monkeypatch.setattr(loops, "MEMORY", 0)
    agree(both(x[0], x, m), expected, rtol=1e-11)
    agree(tg.compile(both)(x[0], x, m), expected, rtol=1e-11)
    if steps == 16:
        hessian = tg.hessian(lambda c: loss(c, x, m))
        found = tg.compile(hessian)(x[0])
        monkeypatch.undo()
        agree(found, hessian(x[0]), rtol=1e-10)


def test_the_tape_does_not_grow_with_the_steps():
    for checkpoint, most in ((False, 0), (True, 60)):
        sizes = [of_steps(n, checkpoint)["ops"] for n in (32, 512, 4096)]
        assert max(sizes) - min(sizes) <= most
        recorded = [of_steps(n, checkpoint)["ops_recorded"] for n in (32, 4096)]
        assert max(recorded) < 1000


@pytest.mark.sampled(4)
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


@pytest.mark.slow
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


def test_truth_values_of_float32_within_programs():
    """They are held as numbers of float32, among the results of programs too."""
    x, rows = np.array([0.0, 1.0, np.nan, np.inf, 3.0], np.float32), np.ones((3, 5), np.float32)
    finite = np.isfinite(x)
    for f, expected in (
        (lambda x: tg.checkpoint(lambda y: (np.isfinite(y), y * 2))(x), (finite, x * 2)),
        (lambda x: (tg.checkpoint(np.logical_not)(np.isfinite(x)),), (~finite,)),
        (lambda x: tg.scan(lambda c, e: (c, np.isfinite(c * e)), x, rows), (x, np.array([finite] * 3))),
        (lambda x: tg.scan(lambda c, e: (np.isfinite(e * x), c), x > 0, rows), (finite, np.array([x > 0, finite, finite]))),
        (lambda x: tg.scan(lambda c, e: (c, np.where(c, e, 2)), np.isfinite(x), rows), (finite, np.where(finite, rows, 2))),
    ):  # fmt: skip
        for found in (f(x), tg.compile(f)(x), f(leaf(x))):
            for y, value in zip(found, expected, strict=True):
                assert y.dtype == value.dtype
                np.testing.assert_array_equal(plain(tg.asarray(y)), value)

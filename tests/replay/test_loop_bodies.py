"""What the bodies of loops may be: closures, nests, dtypes, decisions; and their errors."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    PlainDataError,
    ReplayError,
    ShapeError,
    TapegradError,
)
from tests.replay.loops import RNG, agree, each_way, leaves, unrolled
from tests.support import close, gradient, leaf, plain

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


def _counted(scan, x, keywords):
    """A state with a counter, a position, a flag and bits, beside numbers."""

    def step(state, v):
        total, count, place, found, word = state
        word = (word * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)) ^ (word >> np.uint64(29))
        count = count + (v > 0.0)
        return (total + v * x[place] * count, count, (place * 3 + 1) % 4, found | (v > 1.0), word), (
            count,
            place,
            found,
        )

    init = (0.0, np.int8(-2), 1, np.zeros(2, bool), np.array([1, 2**63], np.uint64))
    return scan(step, init, x, **keywords)


@each_way
@pytest.mark.parametrize("keywords", [{}, {"reverse": True}, {"checkpoint": True}], ids=str)
def test_integers_and_truth_values_in_the_carry(keywords, compiled):
    """They are exact, wrap as NumPy's, decide and index, and have no gradient."""
    xs = np.resize(np.array([0.5, -1.0, 2.0, 0.25, -0.5]), 40 if "checkpoint" in keywords else 7)

    def by(x):
        with np.errstate(over="ignore"):
            return _counted(unrolled, x, {k: v for k, v in keywords.items() if k == "reverse"})

    def f(x):
        return _counted(tg.scan, tg.asarray(x), keywords)

    found = (tg.compile(f) if compiled else f)(xs)
    for a, b in zip(leaves(found), leaves(by(xs)), strict=True):
        a = plain(a) if isinstance(a, tg.Tensor) else np.asarray(a)
        assert a.dtype == np.asarray(b).dtype
        np.testing.assert_allclose(a, b, rtol=1e-13)
    slope = tg.grad(lambda x: f(x)[0][0])
    close((tg.compile(slope) if compiled else slope)(xs), gradient(lambda x: by(x)[0][0], [xs])[0], 1)
    if not compiled and not keywords:
        rows = np.stack([xs, xs[::-1]])
        for a, *b in zip(leaves(tg.vmap(f)(rows)), *(leaves(by(x)) for x in rows), strict=True):
            np.testing.assert_allclose(a, np.stack(b), rtol=1e-13)
        curved = tg.func.jvp(slope, (xs,), (np.ones(7),))[1]
        np.testing.assert_allclose(tg.hessian(lambda x: f(x)[0][0])(xs).sum(1), curved, rtol=1e-12)


@each_way
@pytest.mark.parametrize(
    "xs", [np.array([5, 20], np.uint8), np.array([True, False]), (np.ones(2), np.arange(2))], ids=str
)
def test_integers_and_truth_values_as_entries(xs, compiled):
    def f(x):
        return tg.scan(lambda c, e: (c + x, e), 0.0, xs)[1]

    found = (tg.compile(f) if compiled else f)(1.0)
    for a, b in zip(found if isinstance(xs, tuple) else [found], xs if isinstance(xs, tuple) else [xs], strict=True):
        a = a.numpy() if isinstance(a, tg.Tensor) else a
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


@each_way
def test_integers_in_all_loops(compiled):
    def f(seed):
        random = tg.fori_loop(0, 9, lambda i, c: (c * 1103515245 + 12345 + i) % 2**31, seed)
        return random, tg.while_loop(
            lambda c: (c[0] < 5) & c[1], lambda c: (c[0] + 1, ~(c[0] == 2)), (0, True), max_steps=9
        )

    expected = 12345
    for i in range(9):
        expected = (expected * 1103515245 + 12345 + i) % 2**31
    found, (count, flag) = (tg.compile(f) if compiled else f)(np.int64(12345))
    assert (found, count, flag) == (expected, 3, False)
    assert (found.dtype, count.dtype, np.asarray(flag).dtype) == (np.int64, np.int64, np.bool_)
    table = tg.tensor([1.0, 2.0, 4.0])
    assert tg.fori_loop(0, 3, lambda i, total: total + table[i] * i, 0.0) == 10.0
    start = 2**62
    assert tg.fori_loop(start, start + 2, lambda i, c: c + i, 0) == np.int64(1 - 2**63)


def test_a_carry_of_integers_stays_one():
    assert tg.fori_loop(0, 3, lambda i, c: c + np.int8(1), 0) == 3
    for body in (lambda i, c: c + 0.5, lambda i, c: c + i):
        with pytest.raises(DtypeError, match=r"carry of int32 into (float|int)64\. .*astype"):
            tg.fori_loop(0, 3, body, np.int32(0))
    with pytest.raises(ArgumentError, match="64 bits"):
        tg.fori_loop(2**63, 2**63 + 2, lambda i, c: c + i, 0.0)
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

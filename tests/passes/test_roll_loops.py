"""Loops that are found in array code: the same numbers as the straight code and the eager executor."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.rolled_loops import roll
from tapegrad.passes import roll_loops as rolling
from tapegrad.passes.lowering import lowered

N = 3  # sides of the arrays


@pytest.fixture
def eager_to_roll(monkeypatch):
    """Loops are looked for in the smallest programs."""
    monkeypatch.setattr(rolling, "LEAST", 30)
    monkeypatch.setattr(rolling, "_MUCH", 20)


def straight(monkeypatch, f, *args):
    """What the program gives without loops."""
    with monkeypatch.context() as patched:
        patched.setattr(rolling, "LEAST", 1 << 60)
        return tg.compile(f)(*args)


def loops_of(compiled, *args):
    """The loops of a compiled function's program."""
    compiled(*args)
    found = rolling.roll_loops(lowered(compiled.tape(*args)))
    return [static["loop"] for op, static in zip(found.ops, found.statics, strict=True) if op is roll]


# ------------------------------------------------------------------------------------------------- random programs


def random_step(rng):
    """A step of a loop: its ops are chosen once, so that all turns are alike; `t` is the turn."""
    choices = [
        lambda c, d, t: c | {"v": np.tanh(c["v"] * d["w"] + d["rows"][t])},
        lambda c, d, t: c | {"v": c["v"] + 0.1 * (c["m"] @ c["v"])},
        lambda c, d, t: c | {"m": 0.5 * c["m"] + 0.1 * np.outer(c["v"], d["rows"][t])},
        lambda c, d, t: c | {"m": 0.5 * (c["m"] + c["m"].T) + 0.01 * d["eye"]},
        lambda c, d, t: c | {"m": 0.3 * (c["m"] @ d["q"].T)},
        lambda c, d, t: c | {"s": c["s"] + np.sum(c["v"] * c["v"])},
        lambda c, d, t: c | {"s": c["s"] * 0.9 + c["v"][1] * d["rows"][t, 2]},
        lambda c, d, t: c | {"v": 0.5 * c["v"][::-1] + np.sum(c["m"], axis=1) * 0.1},
        lambda c, d, t: c | {"v": 0.9 * c["v"] + 0.1 * d["rows"].T[:, t]},
        lambda c, d, t: c | {"v": np.concatenate([c["v"][1:], 0.5 * c["v"][:1]])},
        lambda c, d, t: c | {"v": np.where(c["v"] > 0.1, c["v"], 0.5 * c["v"] + 0.01)},
        lambda c, d, t: c | {"v": c["v"] / (1.0 + np.max(c["m"] * c["m"]))},
        lambda c, d, t: c | {"v": np.linalg.solve(c["m"] @ c["m"].T + 2.0 * d["eye"], c["v"])},
        lambda c, d, t: c | {"m": np.cumsum(c["m"], axis=0) * 0.3},
        lambda c, d, t: c | {"v": c["v"] + d["cube"][t, :, 1] * c["v"]},
        lambda c, d, t: c | {"m": 0.4 * c["m"] + 0.2 * d["cube"][t].T},
        lambda c, d, t: c | {"v": c["v"] * d["scales"][t] + c["s"] * 0.01},
        lambda c, d, t: c | {"v": c["v"] + d["known"][t]},
        lambda c, d, t: c | {"s": c["s"] + d["numbers"][t] * c["v"][0]},
        lambda c, d, t: c | {"m": written(0.5 * c["m"], c["v"])},
        lambda c, d, t: c | {"v": c["v"][np.array([2, 0, 1])] * 0.8},
        lambda c, d, t: c | {"hs": [*c["hs"], c["v"] * 2.0]},
        lambda c, d, t: c | {"hs": [*c["hs"], c["v"]]},
        lambda c, d, t: c | {"ss": [*c["ss"], c["s"] + c["v"][2]]},
        lambda c, d, t: c | {"old": c["v"], "v": c["v"] + 0.1 * c["old"]},
        lambda c, d, t: c | {"v": c["v"] * 0.5 + 0.1 * c["hs"][-2]} if len(c["hs"]) > 1 else c,
        lambda c, d, t: c | {"s": c["s"] + np.mean(d["rows"][: N + 1] @ c["v"])},
        lambda c, d, t: c | {"v": c["v"] + (0.1 if t % 3 == 2 else 0.2) * np.sin(c["v"])},
        lambda c, d, t: c | {"v": c["v"] * np.exp(-c["v"])} if t % 3 == 1 else c,
        lambda c, d, t: c | {"m": np.einsum("ij,kj->ik", c["m"], d["q"]) * 0.3},
    ]
    return [choices[k] for k in rng.choice(len(choices), rng.integers(4, 9))]


def written(m, v):
    m = m + 0.0
    m[1] = v
    return m


def random_program(seed, dtype=np.float64):
    """A function of arrays with a loop, and arguments."""
    rng = np.random.default_rng(seed)
    steps, turns = random_step(rng), int(rng.integers(8, 14))
    known, numbers = rng.normal(size=(turns, N)).astype(dtype), rng.normal(size=turns)
    if seed % 3 == 0:
        known[turns // 2 :] = known[0]  # rows that are equal

    def f(v, m, rows, cube, scales):
        d = {
            "w": np.exp(0.1 * v), "rows": rows, "cube": cube, "scales": scales, "q": m + 1.0, "known": known,
            "numbers": numbers, "eye": np.eye(N, dtype=dtype),
        }  # fmt: skip
        c = {"v": v, "m": m, "s": np.sum(v), "hs": [v], "ss": [], "old": v}
        for t in range(turns):
            for step in steps:
                c = step(c, d, t)
        total = np.sum(c["v"]) + np.sum(c["m"] * c["m"]) + c["s"] + np.sum(np.stack(c["hs"]) ** 2)
        return total + (np.sum(np.stack(c["ss"]) * 0.5) if c["ss"] else 0.0)

    shapes = [(N,), (N, N), (turns, N), (turns, N, N), (turns,)]
    return f, [(0.4 * rng.normal(size=s)).astype(dtype) for s in shapes]


def slopes(f):
    return tg.value_and_grad(f, argnums=(0, 1, 2, 3, 4))


def close(found, expected, dtype=np.float64):
    rtol = 1e-9 if dtype == np.float64 else 2e-3
    flat = [found[0], *found[1]], [expected[0], *expected[1]]
    for x, y in zip(*flat, strict=True):
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        np.testing.assert_allclose(x, y, rtol=rtol, atol=rtol * (1e-2 + np.max(np.abs(y), initial=0)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed, monkeypatch, eager_to_roll):
    dtype = np.float32 if seed % 4 == 3 else np.float64
    f, args = random_program(seed, dtype)
    found, expected = tg.compile(slopes(f))(*args), straight(monkeypatch, slopes(f), *args)
    close(found, expected, dtype)
    close(found, slopes(f)(*args), dtype)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(100, 102))
def test_batches_and_other_transforms(seed, monkeypatch, eager_to_roll):
    f, args = random_program(seed)

    def batches(scale):
        return [np.stack([a * (1.0 + scale * k) for k in range(3)]) for a in args]

    rows = batches(0.01)
    forms = [
        (lambda: tg.compile(slopes(f)).batch, rows),
        (lambda: tg.compile(tg.vmap(f)), rows),
        (lambda: tg.compile(tg.hessian(f)), args),
        (lambda: tg.compile(lambda *a: tg.func.jvp(f, a, tuple(a))), args),
        (lambda: tg.compile(tg.jacobian(f, argnums=1)), args),
    ]
    for make, given in forms:
        found = make()(*given)
        with monkeypatch.context() as patched:
            patched.setattr(rolling, "LEAST", 1 << 60)
            expected = make()(*given)
        for x, y in zip(leaves(found), leaves(expected), strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-8, atol=1e-9 * (1 + np.max(np.abs(y), initial=0)))


def leaves(x):
    return [leaf for part in x for leaf in leaves(part)] if isinstance(x, (tuple, list)) else [x]


# ------------------------------------------------------------------------------------------------- what becomes a loop

T = 30


def recurrence(w, x):
    """h = tanh(W h + x[t])."""
    h = np.zeros(N)
    for t in range(T):
        h = np.tanh(w @ h + x[t])
    return np.sum(h * h)


def matrices(seed=0):
    rng = np.random.default_rng(seed)
    return 0.5 * rng.normal(size=(N, N)), rng.normal(size=(T, N))


def test_a_recurrence_and_its_gradient_are_loops(eager_to_roll):
    f = tg.compile(tg.value_and_grad(recurrence, argnums=(0, 1)))
    forward, reverse = loops_of(f, *matrices())
    assert min(forward.turns, reverse.turns) >= T - 2
    assert len(reverse.copied) == 1  # the gradient of x is one array, to which each turn adds a row
    (value, slopes), (w, x) = f(*matrices()), matrices()
    expected = tg.value_and_grad(recurrence, argnums=(0, 1))(w, x)
    np.testing.assert_allclose(value, expected[0], rtol=1e-14)
    for found, other in zip(slopes, expected[1], strict=True):
        np.testing.assert_allclose(found, other, rtol=1e-12, atol=1e-14)


def differing(w, x):
    """Every third turn is another."""
    h = x[0]
    for t in range(2 * T):
        h = np.tanh(w @ h) + (x[t % T] if t % 3 == 2 else 0.5 * np.sin(h))
    return np.sum(h)


def repeating(w, x):
    """Most turns lack what another turn has computed from the same row."""
    h = x[0]
    for t in range(8 * T):
        row = np.round(np.sin(3.0 * t * t)) * np.ones(N) + KNOWN[t * t % 5]
        h = np.tanh(w @ h + np.tanh(row * x[1]) * x[2])
    return np.sum(h)


KNOWN = np.random.default_rng(5).normal(size=(5, N))


def shared(w, x):
    """What is computed from a row is read by all turns with this row, each of which adds to its adjoint."""
    h, rng = x[0], np.random.default_rng(4)
    rows = rng.normal(size=(2 * T, N))[rng.integers(0, 2 * T, size=8 * T)]
    for row in rows:
        h = np.tanh(w @ h + np.tanh(row * x[1]) * x[2]) * np.exp(-row * x[3])
    return np.sum(h)


def nested(w, x):
    h = x[0]
    for t in range(T):
        for _ in range(5):
            h = np.tanh(w @ h + 0.1 * h)
        h = h + x[t] * np.sum(h)
    return np.sum(h)


def stacked(w, x):
    h, hs = x[0], []
    for t in range(T):
        h = np.tanh(w @ h) + x[t]
        hs.append(h)
    return np.sum(np.stack(hs) ** 2 * np.stack(hs[::-1]))


def transposed(w, x):
    m = w
    for t in range(T):
        m = 0.3 * (m.T @ w) + np.outer(x[t], x[t])
    return np.sum(m)


def two_turns_back(w, x):
    h = [x[0], x[1]]
    for _ in range(T):
        h.append(np.tanh(w @ h[-1]) + 0.5 * np.flip(h[-2]))
    return np.sum(h[-1])


def columns(w, x):
    h = x[0]
    for t in range(T):
        h = np.tanh(w @ h) + x.T[:, t] * x[T - 1 - t, ::-1]
    return np.sum(h)


def to_the_ends(w, x):
    """The first and the last turn are read elsewhere too."""
    hs = [x[0]]
    for t in range(T):
        hs.append(np.tanh(w @ hs[-1] + x[t]))
    return np.sum(hs[1] * hs[-1]) + np.sum(hs[-2])


def many_sums(w, x):
    h, total = x[0], 0.0
    for t in range(T):
        h = np.tanh(w @ h) * x[t, 1]
        total = total + np.sum(h) * h[0] / (2.0 + x[t, 0])
    return total


ROLLED = [differing, repeating, shared, nested, stacked, transposed, two_turns_back, to_the_ends, many_sums]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", ROLLED)
def test_loops_that_are_found(f, monkeypatch, eager_to_roll):
    both = tg.value_and_grad(f, argnums=(0, 1))
    compiled, args = tg.compile(both), matrices(1)
    found = compiled(*args)
    assert len(loops_of(compiled, *args)) >= 2
    close(found, straight(monkeypatch, both, *args))
    close(found, both(*args))


def instructions(program):
    return sum(op is not None for op in program.ops)


def test_adjoints_of_what_many_turns_read_break_no_loop(eager_to_roll):
    compiled, args = tg.compile(tg.value_and_grad(shared, argnums=(0, 1))), matrices(1)
    loops = loops_of(compiled, *args)
    turns = sorted(loop.turns for loop in loops)
    assert turns[-2] > 7 * T  # forward and reverse
    program = lowered(compiled.tape(*args))
    assert instructions(rolling.roll_loops(program)) < instructions(program) / 4


# ------------------------------------------------------------------------------------------------- what stays straight


def filled(w, x):
    """An array that is written to element by element, and read where it was written."""
    y = tg.zeros((T, N)) + x
    for t in range(1, T):
        y[t] = np.tanh(w @ y[t - 1])
    return np.sum(y * y)


def growing(w, x):
    y = x[:1]
    for _ in range(1, T):
        y = np.concatenate([y, np.tanh(y[-1:] @ w)])
    return np.sum(y)


def picked_by_turn(w, x):
    """A value of the turn, read at an index that differs."""
    h = x[0]
    for t in range(T):
        h = np.tanh(w @ h) * (h + x[t])[t % N]
    return np.sum(h)


def gathered(w, x):
    h, order = x[0], np.random.default_rng(2)
    for _ in range(T):
        h = np.tanh(w @ h) + x[order.integers(T, size=N), np.arange(N)]
    return np.sum(h)


@pytest.mark.parametrize("f", [filled, growing, picked_by_turn, gathered, columns])
def test_what_is_no_loop_stays_right(f, monkeypatch, eager_to_roll):
    both = tg.value_and_grad(f, argnums=(0, 1))
    args = matrices(1)
    found = tg.compile(both)(*args)
    close(found, straight(monkeypatch, both, *args))
    close(found, both(*args))


def test_a_sum_that_begins_within_the_first_turn(monkeypatch, eager_to_roll):
    def f(w, x):
        total, h = x * 2.0, x[0]
        for t in range(T):
            h = np.tanh(w @ h)
            y = tg.zeros((T, N))
            y[t] = h
            total = total + y
        return np.sum(total * total)

    both, args = tg.value_and_grad(f, argnums=(0, 1)), matrices(1)
    found = tg.compile(both)(*args)
    close(found, straight(monkeypatch, both, *args))


# ------------------------------------------------------------------------------------------------- decisions and failures


def test_guards_in_loops(eager_to_roll):
    def f(w, x):
        h, count = x[0], 0
        for t in range(T):
            h = np.tanh(w @ h + x[t])
            if h[0] > 0.0:
                h = h * 0.5
                count += 1
        return np.sum(h * h), count

    compiled, rng = tg.compile(f), np.random.default_rng(3)
    for _ in range(6):
        w, x = 0.5 * rng.normal(size=(N, N)), rng.normal(size=(T, N)) + 2.0 * rng.integers(0, 2)
        found, expected = compiled(w, x), f(w, x)
        assert found[1] == expected[1]
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-12)
    positive = np.abs(w) + 0.1, np.abs(x) + 1.0
    (loop,) = loops_of(compiled, *positive)
    assert loop.guards.shape == (loop.turns, 1)


def test_a_guard_that_fails_comes_before_a_failure_behind_it(eager_to_roll):
    def f(w, x):
        h, total = x[0], 0.0
        for t in range(T):
            m = w * x[t]
            if np.sum(x[t]) > 0.0:
                m = m @ m.T + np.eye(N)
            total = total + np.sum(np.linalg.solve(m, h))
        return total

    compiled, (w, x) = tg.compile(f), matrices(1)
    good = np.abs(x) + 0.5
    np.testing.assert_allclose(compiled(w, good), f(w, good), rtol=1e-10)
    bad = good.copy()
    bad[15] = -1.0
    np.testing.assert_allclose(compiled(w, bad), f(w, bad), rtol=1e-8)
    bad[17] = 0.0
    with pytest.raises(np.linalg.LinAlgError):
        compiled(w, bad)
    np.testing.assert_allclose(compiled(w, good), f(w, good), rtol=1e-10)


def test_a_loop_until_something_is_small(eager_to_roll):
    def f(w, x):
        h, steps = x, 0
        while np.sum(h * h) > 1e-3:
            h = 0.5 * (w @ h)
            steps += 1
        return h, steps

    compiled, (w, x) = tg.compile(f), matrices(1)
    w = w / np.linalg.norm(w, 2)
    for scale in (1e3, 1e2, 1e3, 1e4):
        found, expected = compiled(w, scale * x[0]), f(w, scale * x[0])
        assert found[1] == expected[1]
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-12)


def test_python_functions_in_loops_raise_as_they_would(eager_to_roll):
    class Careful(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2.0

        @staticmethod
        def backward(ctx, g):
            return 2.0 * g

    def f(w, x):
        h = x[0]
        for t in range(T):
            h = np.tanh(Careful.apply(w @ h) + x[t])
        return np.sum(h)

    w, x = matrices(1)
    both = tg.value_and_grad(f, argnums=(0, 1))
    close(tg.compile(both)(w, x), both(w, x))

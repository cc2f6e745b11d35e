"""Long scalar programs: how they are cut into loops, and compiled ones against the same programs run eagerly, to the bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.passes.repeats import Segment, segments
from tests.support import bits, leaf, plain

# ------------------------------------------------------------------------------------------------- cutting


def expanded(codes: np.ndarray, found: list[Segment]) -> np.ndarray:
    """The codes that the segments stand for: each loop's first turn, repeated."""
    parts = [np.tile(codes[s.first : s.first + s.body], s.turns) for s in found]
    return np.concatenate([codes[:0], *parts])


def check_cut(codes: np.ndarray) -> list[Segment]:
    """Every instruction once, in order."""
    found = segments(codes, 400)
    at = 0
    for s in found:
        assert s.first == at
        assert s.body > 0
        assert s.turns > 0
        at += s.body * s.turns
    assert at == len(codes)
    np.testing.assert_array_equal(expanded(codes, found), codes)
    return found


def loops_of(found: list[Segment]) -> list[Segment]:
    return [s for s in found if s.turns > 1]


@pytest.mark.parametrize("period", [1, 2, 3, 7, 16, 17, 50, 400])
@pytest.mark.parametrize("turns", [4, 5, 40])
def test_a_known_period_is_found(period, turns):
    body = np.random.default_rng(period).permutation(period).astype(np.int32)
    codes = np.tile(body, turns)
    found = loops_of(check_cut(codes))
    if period * turns < 64:
        assert not found  # too short to be worth it
        return
    assert len(found) == 1
    (loop,) = found
    assert loop.body % period == 0
    assert loop.body * loop.turns > len(codes) - loop.body - period


@pytest.mark.parametrize(("before", "after"), [(0, 37), (23, 0), (100, 90), (1, 1)])
def test_what_stands_before_and_after_a_loop(before, after):
    rng = np.random.default_rng(5)
    body = rng.integers(0, 30, size=21)
    codes = np.concatenate([rng.permutation(before) + 100, np.tile(body, 30), rng.permutation(after) + 300])
    found = loops_of(check_cut(codes.astype(np.int32)))
    assert len(found) == 1
    assert (found[0].body, found[0].turns, found[0].first) == (21, 30, before)


def test_two_loops_and_a_loop_of_loops():
    rng = np.random.default_rng(6)
    first, second = rng.permutation(20), rng.permutation(13) + 50
    found = loops_of(check_cut(np.concatenate([np.tile(first, 40), np.tile(second, 40)]).astype(np.int32)))
    assert {s.body for s in found} == {20, 13}
    inner = np.concatenate([np.tile(first, 5), second])
    found = loops_of(check_cut(np.tile(inner, 40).astype(np.int32)))
    assert sum(s.body * s.turns for s in found) > 0.9 * 40 * len(inner)


@pytest.mark.parametrize("n", [0, 1, 15, 16, 17, 63, 64, 65, 1000])
@pytest.mark.parametrize("kinds", [1, 2, 5, 1000])
def test_any_sequence_is_covered(n, kinds):
    rng = np.random.default_rng(n + kinds)
    check_cut(rng.integers(0, kinds, size=n).astype(np.int32))
    pieces = [np.tile(rng.integers(0, kinds, size=rng.integers(1, 40)), rng.integers(1, 12)) for _ in range(n // 100)]
    check_cut(np.concatenate([np.zeros(0), *pieces]).astype(np.int32))


# ------------------------------------------------------------------------------------------------- programs


def exactly(found: Any, expected: Any, what: Any = "") -> None:
    """The same bits, but for signs of zeros."""
    found, expected = np.asarray(found), np.asarray(plain(expected) if isinstance(expected, tg.Tensor) else expected)
    assert found.dtype == expected.dtype, what
    assert found.shape == expected.shape, what
    np.testing.assert_array_equal(bits(found + 0.0), bits(expected + 0.0), err_msg=str(what))


def nearly(found: Any, expected: Any, tolerance: float = 1e-11) -> None:
    expected = np.asarray(plain(expected) if isinstance(expected, tg.Tensor) else expected)
    scale = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale)


def as_tuple(x: Any) -> tuple[Any, ...]:
    return x if isinstance(x, tuple) else (x,)


def check(f: Any, *args: Any, tolerance: float = 1e-11, derivatives: bool = True, other: Any = None) -> tg.compile:
    """Values to the bit on the recorded arguments and on others; gradients by all arguments to rounding."""
    compiled = tg.compile(f)
    sloped = tg.compile(tg.value_and_grad(total(f), argnums=tuple(range(len(args))))) if derivatives else None
    single = np.asarray(args[0]).dtype == np.float32
    others = other if other is not None else tuple(np.asarray(a * a.dtype.type(0.9))[()] for a in map(np.asarray, args))
    for given in (args, others):
        leaves = [leaf(a) for a in given]
        expected = as_tuple(f(*leaves))
        for k, (x, y) in enumerate(zip(as_tuple(compiled(*given)), expected, strict=True)):
            exactly(x, y, k)
        if sloped is not None:
            value, slopes = sloped(*given)
            whole = total(f)(*leaves)
            nearly(value, whole, 1e-4 if single else tolerance)
            for x, y in zip(slopes, grad(whole, leaves, materialize_grads=True), strict=True):
                nearly(x, y, 1e-4 if single else tolerance)
    assert compiled.stats()["recordings"] == 1
    return compiled


def total(f: Any) -> Any:
    """The sum of all that a function returns."""

    def summed(*args: Any) -> Any:
        parts = [np.sum(part) for part in as_tuple(f(*args))]
        whole = parts[0]
        for part in parts[1:]:
            whole = whole + part
        return whole

    return summed


def lorenz(steps: int) -> Any:
    """Runge and Kutta's steps for the Lorenz equations."""

    def slope(x: Any, y: Any, z: Any, s: Any) -> Any:
        return s * (y - x), x * (28.0 - z) - y, x * y - z * (8.0 / 3.0)

    def f(x: Any, s: Any) -> Any:
        h, state = 0.01, (x[0], x[1], x[2])
        for _ in range(steps):
            a = slope(*state, s)
            b = slope(*[v + 0.5 * h * d for v, d in zip(state, a, strict=True)], s)
            c = slope(*[v + 0.5 * h * d for v, d in zip(state, b, strict=True)], s)
            d = slope(*[v + h * e for v, e in zip(state, c, strict=True)], s)
            state = tuple(v + h / 6 * (p + 2 * q + 2 * r + t) for v, p, q, r, t in zip(state, a, b, c, d, strict=True))
        return np.stack(list(state))

    return f


START = np.array([1.0, 2.0, 20.0])


@pytest.mark.parametrize("steps", [2, 9, 60])
def test_lorenz(steps):
    check(lorenz(steps), START, np.float64(10.0), tolerance=1e-10)


def test_lorenz_in_second_order():
    n = 12
    f = total(lorenz(n))
    v = np.array([0.3, -0.2, 0.5])
    x = leaf(START)
    (slope,) = grad(f(x, 10.0), [x], create_graph=True)
    (expected,) = grad(np.sum(slope * v), [x])
    compiled = tg.compile(tg.hessian(lambda x: f(x, 10.0)))
    nearly(compiled(START) @ v, expected, 1e-9)
    step = 1e-5
    gradient = tg.compile(tg.grad(lambda x: f(x, 10.0)))
    nearly(compiled(START) @ v, (gradient(START + step * v) - gradient(START - step * v)) / (2 * step), 1e-6)


@pytest.mark.parametrize("lags", [(1, 2), (1, 3), (2, 5), (1, 17), (7, 7)], ids=str)
def test_recurrences_with_lags(lags):
    near, far = lags

    def f(x, a):
        z = [x[k] for k in range(far)]
        for k in range(far, 500):
            z.append(np.tanh(z[k - near] * a + 0.3 * z[k - far]) + 0.1 * z[k - far])
        return z[-1], z[250] * z[-far], z[0] + z[-2]

    check(f, np.linspace(0.1, 0.8, far), np.float64(0.7))


READS = {
    "in order": lambda i, n: i,
    "reversed": lambda i, n: n - 1 - i,
    "every third": lambda i, n: 3 * i % n,
    "every third, backwards": lambda i, n: n - 1 - 3 * i % n,
    "two at a time": lambda i, n: i // 2,
    "the same": lambda i, n: 5,
    "from the end": lambda i, n: -1 - i,
    "shuffled": lambda i, n: int(np.random.default_rng(1).permutation(n)[i]),
    "around": lambda i, n: (i + 5) % 11,
}


@pytest.mark.parametrize("read", READS.values(), ids=list(READS))
def test_elements_of_an_array(read):
    n = 330

    def f(x, a):
        s = a
        for i in range(n):
            s = s * 0.9 + np.sin(x[read(i, n)] * s)
        return s

    check(f, np.random.default_rng(2).normal(size=n), np.float64(0.4))


def test_elements_of_views_and_matrices():
    def f(x, w):
        rows, reverse = x[::2], x[:, ::-1].T
        s = w[0]
        for i in range(30):
            for j in range(5):
                s = np.sin(s) * w[j] + rows[i, j] * reverse[j, i] + x[i][4 - j]
        return s, rows[3] * s

    rng = np.random.default_rng(3)
    check(f, rng.normal(size=(60, 5)), rng.normal(size=5))


@pytest.mark.parametrize("order", [False, True])
def test_two_arrays_read_in_step_and_mixed(order):
    """The same elements are read by a loop over one array, and by one over both."""

    def alone(x, y, s):
        for i in range(200):
            s = s * 0.5 + x[i]
        return s

    def mixed(x, y, s):
        for i in range(200):
            s = s * 0.7 - (x[i] if i % 3 else y[i]) * 0.25 + 0.1
        return s

    def f(x, y):
        first, second = (alone, mixed) if order else (mixed, alone)
        return second(x, y, first(x, y, x[0] * 0.1) * 1.5)

    check(f, *np.random.default_rng(4).normal(size=(2, 200)))


@pytest.mark.parametrize("every", [2, 3, 7])
def test_operands_of_this_turn_or_of_an_earlier_one(every):
    """The same place in a loop's body reads a value of this turn, of another turn, or from before the loop."""

    def f(x):
        s, before, first = x, x * 0.5, np.cos(x)
        for i in range(200):
            u = np.sin(s)
            v = np.cos(u) * 1.5
            s = v + (u if i % every else before if i % 4 else first)
            before = v
        return s

    check(f, np.float64(0.3), tolerance=1e-9)


def test_operands_that_wander_over_all_values_so_far():
    def f(x):
        kept = [x, x * 0.5]
        for i in range(250):
            u = np.sin(kept[(7 * i) % len(kept)]) + kept[-1] * 0.5
            v = np.tanh(u) * kept[-1 - i % 2]
            kept += [u, v - 0.25 * (u, v)[i % 3 == 0]]
        return np.stack(kept[::-3])

    check(f, np.float64(0.3), tolerance=1e-9)


def test_an_array_and_a_computed_one_in_turn():
    def f(x):
        y = np.exp(-x) * x
        s = x[0]
        for i in range(300):
            s = np.tanh(s + (x, y)[i % 2][i]) * (y, x)[i % 3 == 0][i // 2]
        return s, y

    check(f, np.random.default_rng(5).normal(size=300))


def test_nested_loops():
    def f(x):
        s, t = x[0], x[1]
        for _ in range(20):
            for _ in range(8):
                s = s * t + 0.1
                t = np.sin(t) - s * 0.2
            s, t = np.cos(t), s * 0.5 + x[2]
        return s, t

    check(f, np.array([0.3, 0.7, -0.2]))


def test_nested_loops_whose_lengths_change():
    def f(x):
        s, kept = x[0], []
        for i in range(40):
            for j in range(i):
                s = s * 0.9 + np.sin(x[j % 7] + s)
            kept.append(s)
            s = s / (1.0 + kept[i // 2] ** 2)
        return s, np.stack(kept)

    check(f, np.random.default_rng(6).normal(size=7))


def test_constants_that_change_from_turn_to_turn():
    values = np.random.default_rng(7).normal(size=400)

    def f(x):
        s = x * 1.0
        for k in range(400):
            s = np.sin(s * values[k]) + x / (k + 1)
        return s

    check(f, np.float64(0.8))


def test_fixed_and_changing_constants():
    def f(x, y):
        s = x * y
        for k in range(300):
            s = (s * 0.5 + (0.25 if k % 4 else 0.75)) * (y if k % 5 else x) - 1.25 * s
        return s * 0.75, s - 1.25

    check(f, np.float64(0.6), np.float64(0.9))


UNARY = (np.sin, np.tanh, lambda x: np.exp(-x * x), lambda x: 1.0 / (2.0 + x * x), lambda x: np.sqrt(1.0 + x * x), np.negative, np.arctan,
         np.abs, lambda x: x * 0.5, lambda x: np.cbrt(x * x + 0.5))  # fmt: skip
BINARY = (np.add, np.multiply, np.subtract, np.maximum, np.minimum, lambda x, y: x / (1.5 + y * y), np.arctan2, np.hypot,
          lambda x, y: np.where(x > y, x * 0.5, y + 0.1), lambda x, y: np.clip(x, -1.0, 2.0) * y)  # fmt: skip


def irregular(seed: int, n: int) -> Any:
    """A random program of n steps: each reads recent or old values, elements of an array or constants."""

    def f(x: Any, a: Any) -> Any:
        rng = np.random.default_rng(seed)
        values = [a]

        def pick() -> Any:
            k = rng.integers(10)
            if k < 5:
                return values[-1 - int(rng.integers(min(len(values), 5)))]
            if k < 8:
                return values[int(rng.integers(len(values)))]
            return x[int(rng.integers(len(x)))]

        for _ in range(n):
            k = int(rng.integers(len(UNARY) + len(BINARY) + 2))
            if k < len(UNARY):
                values.append(UNARY[k](values[-1]))
            elif k < len(UNARY) + len(BINARY):
                values.append(BINARY[k - len(UNARY)](values[-1], np.tanh(pick())))
            else:
                values.append(values[-1] * float(rng.normal()) + pick())
            if rng.random() < 0.2:
                values[-1] = np.tanh(values[-1])
        return np.tanh(values[-1]), np.tanh(values[n // 2]) * np.tanh(values[-3])

    return f


@pytest.mark.parametrize(("seed", "steps"), [(1, 200), (2, 350), (3, 900), (4, 2600)])
def test_irregular_programs(seed, steps):
    rng = np.random.default_rng(seed)
    check(irregular(seed, steps), rng.normal(size=12), np.float64(0.5), tolerance=1e-10)


def test_irregular_pieces_around_loops():
    before, after = irregular(11, 700), irregular(12, 900)

    def f(x, a):
        s, t = before(x, a)
        for i in range(120):
            s, t = np.sin(s) * t + x[i % 12], s - 0.3 * np.tanh(t) * x[11 - i % 12]
        u, v = after(x, s)
        for _ in range(150):
            u = np.cos(u * v) + s * 0.1
        return u, v * t

    check(f, np.random.default_rng(13).normal(size=12), np.float64(0.5), tolerance=1e-10)


def test_the_interpreter_ran():
    """The longest of the programs above has pieces that repeat nothing and are longer than what is compiled."""
    compiled = tg.compile(irregular(4, 2600))
    compiled(np.ones(12), 0.5)
    assert compiled.stats()["ops"] > 3000


@pytest.mark.parametrize("program", ["loop", "short", "long"])
def test_float32(program):
    def loop(x, a):
        s = a
        for i in range(300):
            s = np.sin(s) * x[i % 12] + np.float32(0.3) * s
        return s, s * x[3]

    f = {"loop": loop, "short": irregular(21, 250), "long": irregular(22, 700)}[program]
    rng = np.random.default_rng(8)
    check(f, rng.normal(size=12).astype(np.float32), np.float32(0.5), derivatives=program == "loop")


def test_float32_elements_in_a_float64_program():
    def f(x, y):
        s = x[0]
        for i in range(300):
            s = np.sin(s) * x[i] + y[i] * 0.5 + y[299 - i].astype(np.float64)
        return s

    x, y = np.random.default_rng(9).normal(size=(2, 300))
    check(f, x, y.astype(np.float32), derivatives=False)


def test_elements_of_integers_and_truth_values():
    def f(x, n, m):
        s = x
        for i in range(400):
            s = np.sin(s) + n[i] * 0.001 + np.where(m[i], s * 0.5, 0.25)
        return s

    n, m = np.arange(400), np.arange(400) % 3 == 0
    compiled = tg.compile(f)
    for x in (0.3, -1.2):
        exactly(compiled(x, n, m), f(leaf(np.float64(x)), tg.tensor(n), tg.tensor(m)))
        exactly(compiled(x, n[::-1].copy(), ~m), f(leaf(np.float64(x)), tg.tensor(n[::-1].copy()), tg.tensor(~m)))


def test_arrays_between_stretches():
    def f(x, w):
        y = np.tanh(w @ x)
        s = y[0]
        for i in range(150):
            s = np.sin(s + y[i % 6]) * 0.9
        z = y * s + x
        t = np.sum(z)
        for i in range(150):
            t = t * 0.5 + z[i % 6] * s
        return z * t, t, np.max(z) - s

    rng = np.random.default_rng(10)
    compiled, args = tg.compile(f), (rng.normal(size=6), rng.normal(size=(6, 6)))
    leaves = [leaf(a) for a in args]
    for x, y in zip(compiled(*args), f(*leaves), strict=True):
        nearly(x, y, 1e-13)
    slopes = tg.compile(tg.grad(total(f), argnums=(0, 1)))(*args)
    for x, y in zip(slopes, grad(total(f)(*leaves), leaves), strict=True):
        nearly(x, y)


def test_results_put_together():
    """Values from everywhere in a stretch become elements of arrays."""

    def f(x):
        line = [x[0]]
        for i in range(400):
            line.append(np.cos(line[-1]) * x[i % 5])
        return (
            np.stack(line), np.stack(line[::-7]), np.stack([line[3], x[2], line[200], line[0]]), np.stack(line[10:60]).reshape(5, 10).T,
            line[200], line[0],
        )  # fmt: skip

    check(f, np.random.default_rng(11).normal(size=5))


def test_elements_are_assigned():
    def f(x):
        y = tg.zeros(60)
        y[0] = x[0]
        for i in range(1, 60):
            y[i] = np.sin(y[i - 1]) + x[i] * 0.5
        return y, y[::-1] * y

    check(f, np.random.default_rng(12).normal(size=60))


def test_guards_inside():
    def f(x):
        s, switched = x * 1.0, 0
        for k in range(250):
            s = s * 1.01 + 0.001
            if k % 50 == 49 and s > 1.0:
                s = s * 0.25
                switched += 1
        return s + switched

    compiled = tg.compile(f)
    for x in (0.1, 0.5, 0.9, 1.5, 0.1, 3.0, 0.5, -2.0):
        exactly(compiled(x), f(leaf(np.float64(x))), x)
    slope = tg.compile(tg.grad(f))
    for x in (0.1, 0.9, 3.0, 0.1):
        t = leaf(np.float64(x))
        nearly(slope(x), grad(f(t), [t])[0])
    assert compiled.stats()["guards"] == 5


def test_a_guard_at_the_end_of_a_long_irregular_program():
    inner = irregular(31, 1800)

    def f(x, a):
        s, t = inner(x, a)
        return s * 2.0 if t > s else t * 3.0

    compiled, rng = tg.compile(f), np.random.default_rng(14)
    for _ in range(6):
        x, a = rng.normal(size=12), np.float64(rng.normal())
        exactly(compiled(x, a), f(leaf(x), leaf(a)))


@pytest.mark.parametrize("n", [60, 300])
def test_second_derivatives(n):
    inner = irregular(41, n) if n > 100 else None

    def f(x):
        if inner is not None:
            return inner(x, x[0])[0]
        s = x[0]
        for i in range(n):
            s = np.sin(s * x[i % 4]) + x[3 - i % 4] * s
        return s

    x = np.random.default_rng(15).normal(size=4)
    t = leaf(x)
    (slope,) = grad(f(t), [t], create_graph=True)
    v = np.array([1.0, -2.0, 0.5, 0.25])
    (expected,) = grad(np.sum(slope * v), [t])
    product = tg.compile(tg.grad(lambda x: np.sum(tg.grad(f)(x) * v)))
    nearly(product(x), expected, 1e-9)
    nearly(product(x), expected, 1e-9)


def test_a_batch_of_long_programs():
    f = lorenz(20)
    compiled = tg.compile(f)
    starts = START + np.random.default_rng(16).normal(size=(9, 3))
    found = compiled.batch(starts, 10.0, in_axes=(0, None))
    for x, y in zip(starts, found, strict=True):
        exactly(y, compiled(x, 10.0))


def test_saved_and_loaded(tmp_path):
    for k, f in enumerate((irregular(51, 1500), lorenz(30))):
        x = np.linspace(0.2, 1.0, 12) if k == 0 else START
        compiled = tg.compile(f)
        expected = compiled(x, 0.5)
        compiled.save(tmp_path / "tape")
        for a, b in zip(as_tuple(tg.load(tmp_path / "tape")(x, 0.5)), as_tuple(expected), strict=True):
            exactly(a, b)


def test_elements_of_an_array_whose_memory_is_used_again():
    """Elements that were picked early are read late, when the array itself has gone."""

    def f(x):
        first = np.tanh(x)
        picked = [first[i] for i in range(len(x))]
        s = picked[0] * 0.5
        for k in range(600):
            s = np.sin(s) * 0.5 + picked[k % len(picked)]
        for _ in range(3):
            other = np.sin(x * s) + 1.0  # arrays of the same size, each after scalars
            s = np.sum(other * other) * 0.01 + other[3]
        for k in range(600):
            s = np.cos(s * picked[k % len(picked)])
        return s

    x = np.linspace(-1.0, 1.0, 24)
    np.testing.assert_allclose(tg.compile(f)(x), f(x), rtol=1e-14)

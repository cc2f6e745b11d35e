"""Generated batches of compiled functions: they answer as the function does for each instance, whatever the layout."""

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.replay.generated_calls import MISSED

RNG = np.random.default_rng(0)


def stacked(f, count, flags, args):
    """The function's results for each instance, stacked."""
    found = [f(*[a[k] if b else a for a, b in zip(args, flags, strict=True)]) for k in range(count)]
    return [np.stack([np.asarray(x) for x in parts]) for parts in zip(*found, strict=True)]


def of(*shapes, dtype=float):
    """Arrays of instances."""
    return lambda count: [RNG.normal(size=(count, *shape)).astype(dtype) for shape in shapes]


BATCHES = {
    "numbers": (lambda x: (x * x, x + 1.0), of(()), (True,)),
    "arrays": (lambda x, y: (x * y[:3], np.sum(y)), of((3,), (5,)), (True, True)),
    "shared": (lambda x, s: (x * s, s * s), lambda n: [*of((3,))(n), np.array([1.0, 2.0, 3.0])], (True, False)),
    "a shared number": (lambda x, s: (x * s,), lambda n: [*of((2, 3))(n), 2.5], (True, False)),
    "a shared integer": (lambda x, k: (x * k,), lambda n: [*of((2,))(n), 3], (True, False)),
    "single precision": (lambda x: (x * 2, np.sum(x)), of((9,), dtype=np.float32), (True,)),
    "complex": (lambda z: (z * z, np.abs(z)), of((3,), dtype=complex), (True,)),
    "indices": (
        lambda x, i: (x[i], i + 1), lambda n: [*of((4,))(n), RNG.integers(0, 4, (n, 2))], (True, True),
    ),
    "masks": (lambda x, m: (np.where(m, x, 0.0), x > 0.0), lambda n: [*of((3,))(n), RNG.random((n, 3)) > 0.5], (True, True)),
    "no elements": (lambda x: (x * 2.0, np.sum(x)), of((0,)), (True,)),
    "rows": (lambda a, b: (np.linalg.solve(a @ a.T + 40.0 * np.eye(30), b),), of((30, 30), (30,)), (True, True)),
    "rows and what is shared": (
        lambda a, b: (np.tanh(a @ a) @ b,), lambda n: [*of((30, 30))(n), RNG.normal(size=30)], (True, False),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BATCHES)
def test_every_instance_is_as_alone(name):
    f, make, flags = BATCHES[name]
    compiled, axes = tg.compile(f), tuple(0 if b else None for b in flags)
    for count in (3, 8, 1, 21, 64):
        args = make(count)
        expected = stacked(f, count, flags, args)
        for _ in range(2):
            found = compiled.batch(*args, in_axes=axes)
            assert [x.dtype for x in found] == [x.dtype for x in expected]
            for x, y in zip(found, expected, strict=True):
                np.testing.assert_allclose(x, y, atol=1e-6 if x.dtype == np.float32 else 1e-12, rtol=1e-11)
    taken = compiled._fast_batch(tuple(args), {}, axes)
    assert taken is not MISSED
    for x, y in zip(taken, found, strict=True):
        np.testing.assert_array_equal(x, y)
    assert compiled.stats()["recordings"] == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_the_bits_do_not_depend_on_the_way(threads):
    compiled = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    x = RNG.normal(size=(1000, 5))
    before = tg.get_num_threads()
    try:
        tg.set_num_threads(threads)
        whole = [compiled.batch(x) for _ in range(3)]
        parts = [compiled.batch(x[:37]) for _ in range(3)]
    finally:
        tg.set_num_threads(before)
    for value, slope in whole:
        np.testing.assert_array_equal(value, whole[0][0])
        np.testing.assert_array_equal(slope, whole[0][1])
    for value, slope in parts:
        np.testing.assert_array_equal(value, whole[0][0][:37])
        np.testing.assert_array_equal(slope, whole[0][1][:37])


def test_other_batches_go_the_general_way():
    compiled = tg.compile(lambda x, y: x * y)
    x, y = RNG.normal(size=(6, 3)), RNG.normal(size=(6, 3))
    for _ in range(3):
        compiled.batch(x, y)
    np.testing.assert_array_equal(compiled.batch(x, y[0], in_axes=(0, None)), x * y[0])
    np.testing.assert_array_equal(compiled.batch(x.T, y, in_axes=(1, 0)), x * y)
    for _ in range(3):
        np.testing.assert_array_equal(compiled.batch(np.asfortranarray(x), y), x * y)
        np.testing.assert_array_equal(compiled.batch(x.astype(np.float32), y), x.astype(np.float32) * y)
        np.testing.assert_array_equal(compiled.batch(x[:0], y[:0]), np.zeros((0, 3)))
        np.testing.assert_array_equal(compiled.batch(x[:, :2], y[:, :2]), x[:, :2] * y[:, :2])
        with pytest.raises(tg.errors.ShapeError, match="batch axes of one length"):
            compiled.batch(x, y[:5])
        with pytest.raises(tg.errors.ShapeError, match="no axis 0"):
            compiled.batch(np.array(1.0), y)
        with pytest.raises(tg.errors.ArgumentError, match="in_axes takes integers"):
            compiled.batch(x, y, in_axes=(0, False))


def test_guards_that_fail_for_some():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0.0 else x * 3.0)
    for count in (5, 8, 30):
        up, mixed = RNG.uniform(1.0, 2.0, count), RNG.normal(size=count)
        mixed[-1] = -1.0  # in the last group
        alone = [np.where(np.arange(count) == k, -up, up) for k in (0, count // 2, count - 1)]
        for x in (up, up, mixed, up, *alone, mixed):
            np.testing.assert_array_equal(compiled.batch(x), np.where(x > 0.0, x * 2.0, x * 3.0))


def test_containers_keywords_and_static_arguments():
    compiled = tg.compile(lambda p, k, *, s: {"a": p[0] * s, "b": [p[1] * k]}, static_argnames="k")
    x, y, s = RNG.normal(size=(6, 3)), RNG.normal(size=(6, 2)), RNG.normal(size=6)
    for k in (2, 3, 2):
        for _ in range(3):
            found = compiled.batch([x, y], k, s=s)
            np.testing.assert_array_equal(found["a"], x * s[:, None])
            np.testing.assert_array_equal(found["b"][0], y * k)
        assert compiled._fast_batch(([x, y], k), {"s": s}, 0) is not MISSED
        assert compiled._fast_batch(([x, y], k + 1), {"s": s}, 0) is MISSED


def test_targets():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x)))
    x, out = RNG.normal(size=(6, 3)), (np.empty((6, 3)), np.empty(6))
    for _ in range(3):
        assert compiled.batch(x, out=out) is out
        np.testing.assert_array_equal(out[0], x * 2.0)
        np.testing.assert_allclose(out[1], x.sum(1), rtol=1e-14)

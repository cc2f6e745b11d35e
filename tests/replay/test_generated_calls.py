"""Generated calls of compiled functions: they answer as the function on plain NumPy data does, whatever the layout."""

from collections import OrderedDict, namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.replay.generated_calls import FAILED, MISSED

Pair = namedtuple("Pair", "a b")
X, Y = np.array([0.5, 1.5, 2.5]), np.array([2.0, 3.0, 4.0])


def values(result):
    """The leaves of a result, with their types and dtypes."""
    if isinstance(result, dict):
        return [type(result), [*result], [values(v) for v in result.values()]]
    if isinstance(result, (list, tuple)):
        return [type(result), [values(v) for v in result]]
    return [getattr(result, "dtype", type(result)), np.shape(result), np.asarray(result).tolist()]


CALLS = {
    "array": (lambda x: x * 2.0, (X,), {}),
    "arrays and a number": (lambda x, y, s: x * s + y, (X, Y, 2.0), {}),
    "NumPy's number": (lambda x, s: x * s, (X, np.float64(2.0)), {}),
    "array of no dimension": (lambda x, s: x * s, (X, np.array(2.0)), {}),
    "array of one element": (lambda x, s: x * s, (X, np.array([2.0])), {}),
    "one element as result": (lambda x: np.sum(x, keepdims=True), (X,), {}),
    "list": (lambda p: p[0] * p[1], ([X, Y],), {}),
    "tuple in a dict": (lambda p: p["w"][0] * p["w"][1] + p["b"], ({"w": (X, Y), "b": 1.0},), {}),
    "named tuple": (lambda p: Pair(p.a + p.b, p.a), (Pair(X, Y),), {}),
    "ordered dict": (lambda p: p["a"] + p["b"], (OrderedDict(a=X, b=Y),), {}),
    "none and a truth value": (lambda x, n, t: x * 2.0 if t and n is None else x, (X, None, True), {}),
    "empty containers": (lambda x, p, q: x * 2.0, (X, (), {}), {}),
    "keyword": (lambda x, *, s: x * s, (X,), {"s": 3.0}),
    "all by name": (lambda x, s: x * s, (), {"s": 3.0, "x": X}),
    "keywords of any name": (lambda **k: k["b"] - k["a"], (), {"b": X, "a": Y}),
    "integer": (lambda x, n: x * n, (X, 3), {}),
    "least integer": (lambda x, n: x * (n + 1), (X, -(1 << 63)), {}),
    "integer index": (lambda x, n: x[n] * 2.0, (X, 2), {}),
    "NumPy's integer": (lambda x, n: x * n, (X, np.int32(3)), {}),
    "indices": (lambda x, i: x[i] * 2.0, (X, np.array([2, 0])), {}),
    "small indices": (lambda x, i: x[i] * 2.0, (X, np.array([2, 0], np.uint8)), {}),
    "mask": (lambda x, m: np.where(m, x, 0.0), (X, X > 1.0), {}),
    "NumPy's truth value": (lambda x, m: np.where(m, x, 0.0), (X, np.True_), {}),
    "single precision": (lambda x, s: x * s, (X.astype(np.float32), np.float32(2.0)), {}),
    "a number of single precision": (lambda x: np.sum(x * x), (X.astype(np.float32),), {}),
    "complex": (lambda z, w: z * w, (X + 1j, 2.0 - 1.0j), {}),
    "a complex number": (lambda z: np.sum(z), (X + 1j,), {}),
    "truth values": (lambda x: (x > 1.0, x[0] > 1.0), (X,), {}),
    "integers as result": (lambda x, i: (x, i + 1), (X, np.array([1, 2])), {}),
    "results in containers": (lambda x: {"a": [x, None], "b": (np.sum(x),)}, (X,), {}),
    "results beside the tape": (lambda x: (x * 2.0, 3, "name", [1, 2.5]), (X,), {}),
    "strided": (lambda x: x * 2.0, (np.arange(6.0)[::2],), {}),
    "no elements": (lambda x: x * 2.0, (np.zeros((0, 2)),), {}),
}


@pytest.mark.parametrize("name", CALLS)
def test_answers_like_the_function(name):
    f, args, keywords = CALLS[name]
    compiled = tg.compile(f)
    expected = values(f(*args, **keywords))
    for _ in range(4):
        assert values(compiled(*args, **keywords)) == expected
    assert compiled.stats()["recordings"] == 1


@pytest.mark.parametrize("name", [name for name in CALLS if name != "strided"])
def test_takes_the_call(name):
    f, args, keywords = CALLS[name]
    compiled = tg.compile(f)
    for _ in range(3):
        compiled(*args, **keywords)
    assert values(compiled._first(args, keywords, None)) == values(f(*args, **keywords))


OTHERS = {
    "shape": ((X,), (X[:2],)),
    "dtype": ((X,), (X.astype(np.float32),)),
    "class": (([X, Y],), ((X, Y),)),
    "length": (([X, Y],), ([X, Y, X],)),
    "keys": (({"a": X},), ({"b": X},)),
    "order of keys": (({"a": X, "b": Y},), ({"b": Y, "a": X},)),
    "named": ((Pair(X, Y),), ((X, Y),)),
    "number": ((2.0,), (2,)),
    "truth value": ((True, X), (False, X)),
    "none": ((None, X), (X, None)),
    "integer's dtype": ((np.array([1, 2]),), (np.array([1, 2], np.int32),)),
    "more arguments": ((X,), (X, X)),
}


def taken_apart(*args):
    """Something that tells all of these apart."""
    found = []
    for a in args:
        if isinstance(a, dict):
            found += list(a) + taken_apart(*a.values())
        elif isinstance(a, (list, tuple)):
            found += [type(a).__name__, *taken_apart(*a)]
        else:
            found.append(a if a is None or isinstance(a, bool) else a * 2)
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_other_arguments_are_other_calls(name):
    compiled = tg.compile(taken_apart)
    for _ in range(3):
        for args in OTHERS[name]:
            assert values(compiled(*args)) == values(taken_apart(*args))
    assert compiled.stats()["recordings"] == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 2), (1, True), (0, False), (1, 1.0), (0.0, -0.0), ("a", "b"), (None, 0), ((1, 2), (1, 2.0)), (len, max)],
)
def test_static_arguments(one, other):
    calls = []

    def f(x, k):
        calls.append(k)
        return x * 2.0, repr(k)

    compiled = tg.compile(f, static_argnums=1)
    for _ in range(3):
        for k in (one, other):
            assert compiled(X, k)[1] == repr(k)
            assert compiled(X, k=k)[1] == repr(k)
    assert len(calls) == 2


def test_a_static_argument_that_changes():
    class Options:
        def __init__(self, scale):
            self.scale = scale

        def __eq__(self, other):
            return self.scale == other.scale

        def __hash__(self):
            return hash(self.scale)

        def __repr__(self):
            return f"Options({self.scale})"

    compiled = tg.compile(lambda x, o: x * o.scale, static_argnames="o")
    options = Options(2.0)
    for scale in (2.0, 3.0):
        options.scale = scale
        for _ in range(3):
            np.testing.assert_array_equal(compiled(X, options), X * scale)


def test_methods():
    @dataclass(frozen=True)
    class Frozen:
        scale: float

        @tg.compile
        def by(self, x):
            return x * self.scale

    class Plain:
        def __init__(self, scale):
            self.scale = scale

        @tg.compile
        def by(self, x, power=1):
            return x**power * self.scale

    objects = [Frozen(2.0), Plain(3.0), Plain(4.0), Frozen(5.0)]
    for _ in range(3):
        for o in objects:
            np.testing.assert_array_equal(o.by(X), X * o.scale)


def test_an_integer_beyond_64_bits():
    compiled = tg.compile(lambda x, n: x * n)
    for _ in range(3):
        compiled(X, 3)
    assert compiled._first((X, 1 << 63), {}, None) is MISSED
    with pytest.raises(tg.errors.DtypeError, match="64 bits"):
        compiled(X, 1 << 63)
    np.testing.assert_array_equal(compiled(X, 4), X * 4)


def test_a_guard_that_fails():
    compiled = tg.compile(lambda x: x * 2.0 if x[0] > 1.0 else x * 3.0)
    low, high = X, X + 1.0
    for _ in range(2):
        compiled(low)
    assert compiled._first((high,), {}, None) is FAILED
    for k in range(6):
        x = low if k % 2 else high
        np.testing.assert_array_equal(compiled(x), x * (3.0 if k % 2 else 2.0))
    stats = compiled.stats()
    assert (stats["recordings"], stats["variants"]) == (2, 2)


def test_no_more_variants_are_kept_than_allowed():
    compiled = tg.compile(lambda x: x * 2.0, max_variants=2)
    for n in (1, 2, 3, 4):
        for _ in range(3):
            assert compiled(np.ones(n)).shape == (n,)
    assert {fast.variant.forms[0].shape for fast in compiled._fast} <= {(3,), (4,)}


def test_results_do_not_share_memory():
    compiled = tg.compile(lambda p: [p[0] * 2.0, np.sum(p[0], keepdims=True), [1, 2]])
    compiled([X])
    first, second, third = (compiled([X + k]) for k in range(3))
    np.testing.assert_array_equal(first[0], X * 2.0)
    first[2].append(3)
    first[0][:] = 0.0
    np.testing.assert_array_equal(second[0], (X + 1.0) * 2.0)
    np.testing.assert_array_equal(third[1], [np.sum(X + 2.0)])
    assert third[2] == [1, 2]


def test_subclasses_are_refused():
    compiled = tg.compile(lambda p: p[0] * 2.0)
    for _ in range(3):
        compiled([X])
    with pytest.raises(tg.errors.DtypeError):
        compiled([np.ma.masked_array(X, X > 1.0)])


def test_tensors_are_recorded():
    compiled = tg.compile(lambda p: np.sum(p["x"] ** 2))
    for _ in range(3):
        compiled({"x": X})
    x = tg.tensor(X, requires_grad=True)
    compiled({"x": x}).backward()
    np.testing.assert_array_equal(x.grad.numpy(), 2.0 * X)


def test_a_loaded_tape_in_containers(tmp_path):
    compiled = tg.compile(lambda p, s: {"a": p[0] * s, "b": p[1]})
    compiled([X, Y], 2.0)
    compiled.save(tmp_path / "tape", [X, Y], 2.0)
    loaded = tg.load(tmp_path / "tape")
    for k in range(4):
        result = loaded([X + k, Y], 2.0)
        np.testing.assert_array_equal(result["a"], (X + k) * 2.0)
        np.testing.assert_array_equal(result["b"], Y)

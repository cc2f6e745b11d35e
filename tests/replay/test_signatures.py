"""Arguments are the same only if nothing tells them apart: order of keys, types, bits, Python's numbers, kinds of arrays.

What is expected is what the function itself gives, called by Python with the same arguments.
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
import io
import itertools
import math
from collections import Counter, OrderedDict, defaultdict, namedtuple
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ReplayError

X = np.array([0.5, -1.5, 2.0])


# ------------------------------------------------------------------------------------------------- order of keys


def chain(p: Any) -> Any:
    """A network: each of its layers after the one before."""
    value = 0.7
    for k, w in enumerate(p.values()):
        value = np.tanh(w * value) + 0.1 * k
    return value


def differences(f: Any, p: dict[str, float]) -> dict[str, float]:
    step = 1e-6
    return {k: (f({**p, k: p[k] + step}) - f({**p, k: p[k] - step})) / (2 * step) for k in p}


LAYERS = {"layer2": 1.25, "layer10": -0.5, "layer1": 2.0}
ORDERS = [dict(items) for items in itertools.permutations(LAYERS.items())]


@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_dicts_keep_their_order_in_every_transform(kind):
    sealed, slope = tg.compile(chain), tg.compile(tg.grad(chain))
    for order in ORDERS:
        p = kind(order)
        value, expected = chain(p), differences(chain, p)
        assert sealed(p) == pytest.approx(value, rel=1e-12)
        assert tg.checkpoint(chain)(p) == pytest.approx(value, rel=1e-12)
        assert tg.compile(tg.checkpoint(chain))(p) == pytest.approx(value, rel=1e-12)
        for found in (
            tg.grad(chain)(p), slope(p), tg.value_and_grad(chain)(p)[1], tg.func.vjp(chain, p)[1](1.0)[0],
            tg.func.jacrev(chain)(p), tg.func.jacfwd(chain)(p),
        ):  # fmt: skip
            assert type(found) is kind
            assert list(found) == list(p)
            assert {k: float(v) for k, v in found.items()} == pytest.approx(expected, rel=1e-7)
        moved = tg.func.jvp(chain, (p,), (p,))[1]
        assert moved == pytest.approx(sum(p[k] * expected[k] for k in p), rel=1e-7)
    assert sealed.stats()["recordings"] == len(ORDERS)


def test_rows_of_dicts_keep_their_order():
    for order in ORDERS:
        rows = {k: np.array([v, 2.0 * v]) for k, v in order.items()}
        expected = [chain(order), chain({k: 2.0 * v for k, v in order.items()})]
        for found in (tg.vmap(chain)(rows), tg.compile(chain).batch(rows)):
            np.testing.assert_allclose(found, expected, rtol=1e-12)
        tensors = {k: tg.tensor(v) for k, v in rows.items()}
        np.testing.assert_allclose(tg.vmap(chain)(tensors).numpy(), expected, rtol=1e-12)
        last, _ = tg.scan(lambda c, p: (c + chain(p), None), 0.0, rows)
        assert last == pytest.approx(sum(expected))
        carried, _ = tg.scan(lambda c, _: ({k: v * (1.0 + chain(c)) for k, v in c.items()}, None), order, length=1)
        assert list(carried) == list(order)
        assert {k: float(v) for k, v in carried.items()} == pytest.approx(
            {k: v * (1 + chain(order)) for k, v in order.items()}
        )


def test_keywords_keep_their_order():
    def f(**p):
        return chain(p), list(p)

    sealed = tg.compile(f)
    for order in ORDERS:
        value, names = sealed(**order)
        assert value == pytest.approx(chain(order), rel=1e-12)
        assert names == list(order)
        assert tg.grad(lambda x, **p: x * f(**p)[0])(1.0, **order) == pytest.approx(chain(order), rel=1e-12)
        np.testing.assert_allclose(
            tg.compile(lambda **p: chain(p)).batch(**{k: np.array([v]) for k, v in order.items()}), [value]
        )


def test_results_keep_the_order_of_the_function():
    def f(x):
        return {"z": x, "b": {"y": x * 2.0, "a": x * 3.0}, "a": x * 4.0}

    sealed = tg.compile(f)
    for found in (sealed(1.0), sealed(2.0), sealed.batch(X), tg.vmap(f)(X), tg.jacobian(f)(X)):
        assert list(found) == ["z", "b", "a"]
        assert list(found["b"]) == ["y", "a"]
    assert [sealed(1.0)["z"], sealed(1.0)["b"]["y"], sealed(1.0)["b"]["a"], sealed(1.0)["a"]] == [1.0, 2.0, 3.0, 4.0]


def test_files_keep_the_order():
    sealed = tg.compile(lambda p, **q: {"z": chain(p), "a": chain(q)})
    p, q = ORDERS[3], {"b": 2.0, "a": 1.0}
    expected = sealed(p, **q)
    file = io.BytesIO()
    sealed.save(file)
    loaded = tg.load(io.BytesIO(file.getvalue()))
    assert loaded(p, **q) == expected
    assert list(loaded(p, **q)) == ["z", "a"]
    for others in ((ORDERS[0], q), (p, {"a": 1.0, "b": 2.0})):
        with pytest.raises(ArgumentError, match="in this order"):
            loaded(others[0], **others[1])


def test_what_is_matched_by_key_may_have_any_order():
    p, other = {"b": 2.0, "a": 3.0}, {"a": 10.0, "b": 100.0}
    f = lambda p: {"z": p["a"] * p["b"], "y": p["a"]}  # noqa: E731
    _, pull = tg.func.vjp(f, p)
    (found,) = pull({"y": 1.0, "z": 10.0})
    assert found == {"b": 30.0, "a": 21.0}
    assert tg.func.jvp(f, (p,), (other,))[1] == {"z": 3.0 * 100.0 + 2.0 * 10.0, "y": 10.0}
    targets = {"y": np.empty(2), "z": np.empty(2)}
    tg.compile(f)({"b": np.full(2, 2.0), "a": np.full(2, 3.0)}, out=targets)
    assert targets["z"].tolist() == [6.0, 6.0]
    assert targets["y"].tolist() == [3.0, 3.0]
    with pytest.raises(ArgumentError, match="containers"):
        pull({"y": 1.0, "x": 10.0})


def test_a_carry_of_another_order_is_refused():
    with pytest.raises(ArgumentError, match="containers"):
        tg.scan(lambda c, _: ({"b": c["b"], "a": c["a"]}, None), {"a": 1.0, "b": 2.0}, length=2)


def test_check_sees_another_order():
    order = ["b", "a"]
    sealed = tg.compile(lambda x: dict.fromkeys(order, x))
    sealed(1.0)
    sealed.check(1.0)
    order.reverse()
    with pytest.raises(ReplayError, match="containers"):
        sealed.check(1.0)


# ------------------------------------------------------------------------------------------------- types and bits


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Count(enum.IntEnum):
    ONE = 1


@dataclasses.dataclass(frozen=True)
class Options:
    rate: Any
    rest: Any = dataclasses.field(default=None, compare=False)


class Own:
    """A class with an equality of its own."""

    def __init__(self, a):
        self.a = a

    def __eq__(self, other):
        return self.a == other.a

    def __hash__(self):
        return hash(self.a)


Pair = namedtuple("Pair", "first second")
NAN = float("nan")

# values that are equal, or nearly, and not the same
FAMILIES = [
    [0.0, -0.0, 0, False, np.float64(0.0), np.float64(-0.0), np.float32(0.0), np.int64(0), np.int32(0), np.bool_(False), 0j, complex(0.0, -0.0)],
    [1, True, 1.0, np.int64(1), np.uint8(1), np.float32(1.0), np.bool_(True), 1 + 0j, Count.ONE, "1", b"1"],
    [(2,), (2.0,), Pair(2, 2), (np.int64(2),), ((2,),), frozenset({2}), frozenset({2.0})],
    [(True,), (1,), (1.0,), ("1",)],
    [(0.0, (0.0,)), (0.0, (-0.0,)), (-0.0, (0.0,)), Pair(0.0, (0.0,)), Pair(0.0, (-0.0,))],
    [Options(0.0), Options(-0.0), Options(0), Options(False), Options((1,)), Options((True,))],
    [range(0, 4, 2), range(0, 3, 2), range(0, 4, 3)],
    [Colour.RED, Colour.BLUE, Colour, 1],
    [Own(1), Own(2), 1],
    [None, "None", (), ((),)],
    [NAN, np.float32(NAN), np.float64(NAN), (NAN,), complex(NAN, 0.0)],
    [math.sin, np.sin, len],
]  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: str(family[0]).partition(" object at")[0])
def test_static_values_are_the_same_by_type_and_bits(family):
    seen: list[Any] = []

    def f(x, value):
        seen.append(value)
        return x + len(seen)

    sealed = tg.compile(f, static_argnums=1)
    for k, value in enumerate(family, 1):
        assert sealed(1.0, value) == 1.0 + k
        assert seen[-1] is value
    again = [type(v)(v) if type(v) in (float, int, np.float64, np.float32, tuple) else v for v in family]
    for k, value in enumerate(again, 1):
        assert sealed(1.0, value) == 1.0 + k
    assert len(seen) == len(family)


def test_an_equality_of_its_own_counts():
    sealed = tg.compile(lambda x, own: x * own.a, static_argnums=1)
    assert [sealed(2.0, Own(a)) for a in (1.0, 3.0, 1.0)] == [2.0, 6.0, 2.0]
    assert sealed.stats()["recordings"] == 2


@dataclasses.dataclass(eq=False)
class Task:
    """It is hashed by identity."""

    weights: list[float]


@dataclasses.dataclass(frozen=True)
class Named:
    rate: float
    notes: list[str] = dataclasses.field(default_factory=list, hash=False)


def test_dataclasses_that_hold_lists_may_be_hashable_all_the_same():
    sealed = tg.compile(lambda x, task: x * task.weights[0], static_argnums=1)
    first, second = Task([2.0]), Task([3.0])
    assert [sealed(1.0, task) for task in (first, second, first)] == [2.0, 3.0, 2.0]
    scaled = tg.compile(lambda x, named: x * named.rate, static_argnums=1)
    assert [scaled(1.0, Named(rate)) for rate in (2.0, 3.0, 2.0)] == [2.0, 3.0, 2.0]
    assert (sealed.stats()["recordings"], scaled.stats()["recordings"]) == (2, 2)


@pytest.mark.parametrize(
    "keys", [[True, 1, 1.0, np.int64(1), Count.ONE], [0.0, -0.0, 0, False], [(1,), (True,), (1.0,)], ["a", b"a"]]
)
def test_keys_are_the_same_by_type_and_bits(keys):
    def f(p):
        (key,) = p
        number = {bool: 1.0, int: 2.0, float: 3.0, np.int64: 4.0, Count: 5.0, str: 6.0, bytes: 7.0}
        tag = key[0] if type(key) is tuple else key
        return p[key] * number[type(tag)] * (math.copysign(1.0, tag) if isinstance(tag, float) else 1.0)

    sealed, slope = tg.compile(f), tg.compile(tg.grad(f))
    for key in keys * 2:
        assert sealed({key: 1.0}) == f({key: 1.0})
        ((found, value),) = slope({key: 2.0}).items()
        assert (type(found), value) == (type(key), f({key: 1.0}))
    assert sealed.stats()["recordings"] == len(keys)


def test_containers_of_other_types():
    def f(p):
        return sum(p.values()) * (2.0 if type(p) is Counter else 3.0 if type(p) is OrderedDict else 1.0)

    sealed = tg.compile(f)
    for kind in (dict, Counter, OrderedDict):
        p = kind({"b": 1.0, "a": 2.0})
        assert sealed(p) == f(p)
        assert type(tg.grad(f)(p)) is kind


# ------------------------------------------------------------------------------------------------- Python's numbers


def large(n):
    return n * n * n


def sums(a, b):
    return 1.5 * (a + b)


def arithmetic(n):
    m = n + 1
    m *= 3
    m -= n
    return (
        m, m // 4, m % 4, divmod(m, 4), n**3, n ** (m % 5), -n, +n, abs(n - 10), n & 6, n | 8, n ^ 5, ~n, max(n, 4),
        n - 10**30, (n * 10**15) ** 2, 7 // n, 7 % n, 2**n, n * True, True + n,
    )  # fmt: skip


def quotients(n):
    return n / 4, 1 / n, n**-1, n * 0.5, 2.0**n, (n + 1) / 3, n > 2, n == 3


def counts(x, n):
    parts = [x * k for k in range(n)]
    parts += [x[n]] * n
    return sum([np.sum(p) for p in parts]) * len([0] * n) + (n if n % 2 else -n)


@pytest.mark.parametrize(
    ("f", "rows"),
    [
        (large, [(3_000_000,), (-3_000_000,), (2,)]), (sums, [(True, True), (True, False), (1, True), (2, 3), (False, False)]),
        (arithmetic, [(3,), (5,), (-2,)]), (quotients, [(3,), (7,), (-2,)]), (counts, [(X, 2), (X, 1), (X, 2)]),
    ],
)  # fmt: skip
def test_ints_and_truth_values_mean_what_they_mean_in_python(f, rows):
    sealed = tg.compile(f)
    for args in rows * 2:
        found, expected = sealed(*args), f(*args)
        if not isinstance(expected, tuple):
            found, expected = (found,), (expected,)
        for a, b in zip(found, expected, strict=True):
            assert a == b
            assert (a if type(a) is tuple else float(a)) == (b if type(b) is tuple else float(b))


def test_division_by_an_int_that_is_zero_raises_as_in_python():
    sealed = tg.compile(lambda n: 5 // n)
    assert sealed(2) == 2
    with pytest.raises(ZeroDivisionError):
        sealed(0)


def test_counts_are_not_recorded_anew_where_only_their_number_is_used():
    sealed = tg.compile(lambda p, t: p / (1.0 - 0.9**t) + p * t)
    for t in range(1, 50):
        assert sealed(2.0, t) == pytest.approx(2.0 / (1.0 - 0.9**t) + 2.0 * t, rel=1e-14)
    assert sealed.stats()["recordings"] == 1


@pytest.mark.parametrize(
    "transform", [tg.grad, tg.jacobian, tg.hessian, tg.func.jacfwd, lambda f: tg.value_and_grad(f)]
)
def test_ints_are_differentiated_by_as_numbers(transform):
    f = lambda x: x * x * x  # noqa: E731
    assert tg.compile(transform(f))(3) == transform(f)(3)
    assert tg.compile(transform(f))({"a": 3}["a"]) == transform(f)(3.0)


def test_ints_do_not_widen_float32():
    x = np.array([1.0, 2.0], np.float32)
    for f in (
        lambda x, n: x * n,
        lambda x, n: n - x,
        lambda x, n: np.where(x > 1.5, x, n),
        lambda x, n: np.stack([x[0], n]),
    ):
        if f(x, 3).dtype == np.float32:
            assert tg.compile(f)(x, 3).dtype == np.float32


@pytest.mark.parametrize("flag", [True, False])
def test_flags(flag):
    def f(x, flag, p=None):
        return (x * x if flag else x) * (p["on"] + p["on"] if p else 1.0)

    sealed, p = tg.compile(f), {"on": flag, "w": 1.0}
    assert sealed(3.0, flag) == f(3.0, flag)
    assert sealed(3.0, not flag, p) == f(3.0, not flag, p)
    assert tg.compile(tg.grad(f))(3.0, flag, p) == tg.grad(f)(3.0, flag, p)
    np.testing.assert_array_equal(sealed.batch(X, flag, p, in_axes=(0, None, None)), [f(x, flag, p) for x in X])
    np.testing.assert_array_equal(tg.vmap(f, in_axes=(0, None, None))(X, flag, p), [f(x, flag, p) for x in X])
    tensors = tg.vmap(f, in_axes=(0, None, None))(tg.tensor(X), flag, p)
    np.testing.assert_array_equal(tensors.numpy(), [f(x, flag, p) for x in X])
    assert sealed(tg.tensor(3.0), flag).item() == f(3.0, flag)
    file = io.BytesIO()
    sealed.save(file, 3.0, flag, p)
    loaded = tg.load(io.BytesIO(file.getvalue()))
    assert loaded(4.0, flag, p) == f(4.0, flag, p)
    with pytest.raises(ArgumentError, match="expected the arguments"):
        loaded(4.0, not flag, p)
    with pytest.raises(DtypeError, match="tape_data"):
        tg.compile(f).tape_data(3.0, flag)


@pytest.mark.parametrize("bad", [2**63, -(2**63) - 1, 2**70, Count.ONE, Colour.RED])
def test_numbers_that_do_not_fit_are_refused(bad):
    with pytest.raises(DtypeError, match="static_argnums"):
        tg.compile(lambda n: n)(bad)
    assert tg.compile(lambda x, n: x if n == bad else -x, static_argnums=1)(1.0, bad) == 1.0


def test_arrays_of_integers_keep_the_meaning_of_numpy():
    n = np.array([3_000_000, 2])
    for value in (n, n[0]):
        with np.errstate(over="ignore"):
            np.testing.assert_array_equal(tg.compile(lambda n: n * n * n)(value), value * value * value)


# ------------------------------------------------------------------------------------------------- kinds of arrays


class Metres(np.ndarray):
    """An array with a unit."""


MASKED = np.ma.masked_array([1.0, 2.0], [True, False])
STRANGE = [MASKED, np.ma.masked, np.array([[1.0, 2.0]]).view(np.matrix), np.array([1.0, 2.0]).view(Metres)]


@pytest.mark.filterwarnings("ignore:the matrix subclass")
@pytest.mark.parametrize("a", STRANGE, ids=lambda a: type(a).__name__)
def test_arrays_that_mean_something_else_are_refused(a):
    t, g = tg.tensor([1.0, 2.0]), tg.tensor([1.0, 2.0], requires_grad=True)
    uses = [
        lambda: tg.tensor(a), lambda: tg.array(a), lambda: tg.array([a, a]), lambda: t * a, lambda: np.multiply(t, a),
        lambda: g * a, lambda: a * g, lambda: np.where(t > 0, t, a), lambda: tg.grad(np.sum)(a), lambda: tg.jacobian(np.sin)(a),
        lambda: tg.func.jvp(np.sin, (X[:2],), (a,)), lambda: tg.vmap(np.sin)(a), lambda: tg.compile(np.sin)(a),
        lambda: tg.compile(np.sin).batch(a), lambda: tg.compile(lambda p: p["a"])({"a": a}),
        lambda: tg.compile(lambda x: x * a)(1.0), lambda: tg.compile(lambda x, y: x * y)(g, a),
        lambda: tg.scan(lambda c, x: (c + x, None), 0.0, a), lambda: tg.checkpoint(np.sin)(a),
        lambda: t.__setitem__(slice(None), a), lambda: (g * 1.0).sum().backward(a),
    ]  # fmt: skip
    for use in uses:
        with pytest.raises((DtypeError, PlainDataError)):
            use()
    out = np.empty(2).view(type(a)) if type(a) is Metres else np.ma.zeros(2)
    with pytest.raises(DtypeError, match="plain array"):
        tg.compile(lambda x: x * 2.0)(np.ones(2), out=out)


def test_arrays_in_files_are_plain_arrays(tmp_path):
    a = np.memmap(tmp_path / "a", float, "w+", shape=3)
    a[:] = X
    np.testing.assert_array_equal(tg.compile(lambda x: x * 2.0)(a), 2.0 * X)
    np.testing.assert_array_equal(tg.grad(lambda x: np.sum(x * x))(a), 2.0 * X)


# ------------------------------------------------------------------------------------------------- results


def test_results_that_depend_on_nothing_are_copies():
    arr, inner, tensor = np.array([1.0, 2.0]), [np.array([1.0]), {1, 2}], tg.tensor([1.0, 2.0])
    sealed = tg.compile(lambda x: (x * arr, arr, inner, inner[1], bytearray(b"ab"), arr[1:], tensor))
    first = sealed(2.0)
    arr[:], inner[0][:] = 9.0, 9.0
    inner[1].add(3)
    tensor[0] = 9.0
    again = sealed(2.0)
    for found in (first, again):
        assert [found[0].tolist(), found[1].tolist(), found[5].tolist()] == [[2.0, 4.0], [1.0, 2.0], [2.0]]
        assert (found[2][0].tolist(), found[2][1], found[3], found[4]) == ([1.0], {1, 2}, {1, 2}, b"ab")
        assert found[6].tolist() == [1.0, 2.0]
        found[1][:], found[4][:], found[5][:] = 5.0, b"zz", 5.0
        found[3].add(7)
    assert sealed.batch(np.ones(2))[3] == {1, 2}


def test_iterators_are_results_of_their_own_or_refused():
    sealed = tg.compile(lambda x: (x, iter([1, 2, 3])))
    assert [list(sealed(1.0)[1]) for _ in range(3)] == [[1, 2, 3]] * 3
    for result in (
        lambda x: (x * k for k in range(3)),
        lambda x: (k for k in range(3)),
        lambda x: iter([x]),
        lambda x: map(np.sin, [x]),
    ):
        with pytest.raises(ArgumentError, match="cannot be copied"):
            tg.compile(result)(1.0)


def test_objects_that_hold_values_of_the_recording_are_refused():
    class Holder:
        def __init__(self, x):
            self.x = x

    with pytest.raises(ArgumentError, match="Holder"):
        tg.compile(lambda x: Holder(x * 2.0))(1.0)
    sealed = tg.compile(lambda x: (x, Holder([1, 2]), math.sin))
    first, second = sealed(1.0), sealed(1.0)
    assert first[1] is not second[1]
    assert second[1].x == [1, 2]
    assert first[2] is math.sin
    sealed.check(1.0)


def test_targets_must_not_overlap():
    sealed = tg.compile(lambda x: (x * 2.0, x * 3.0, x[0]))
    x, a, number = np.ones(3), np.empty(7), np.empty(())
    overlapping = [(a[:3], a[:3]), (a[:3], a[2:5]), (a[:3], a[:5:2]), (a[1:4], a[3:0:-1])]
    apart = [(a[:3], a[3:6]), (a[:5:2], a[1:6:2])]
    for _ in range(3):
        for y, z in overlapping:
            with pytest.raises(ArgumentError, match="overlap"):
                sealed(x, out=(y, z, number))
            with pytest.raises(ArgumentError, match="overlap"):
                sealed(x, out=(a[4:], a[:3], a[4:5].reshape(())))
        for y, z in apart:
            sealed(x, out=(y, z, number))
            assert [y.tolist(), z.tolist(), number.item()] == [[2.0] * 3, [3.0] * 3, 1.0]


# ------------------------------------------------------------------------------------------------- hashes, repetition


def test_a_number_is_not_looked_up_by_identity():
    table = {0.5: 1.0, 3: 2.0, True: 3.0}
    x = tg.tensor([0.5, 3.0], requires_grad=True)
    lookups = [
        lambda: table.get(x[0], 7.0), lambda: table.get(x[1].detach(), 7.0), lambda: table[tg.tensor(3)],
        lambda: np.argmax(x) in table, lambda: {x[0]}, lambda: table.get(x[0] > 0.0, 7.0), lambda: table.get(tg.tensor([0.5])),
    ]  # fmt: skip
    for lookup in lookups:
        with pytest.raises(PlainDataError, match="by identity") as error:
            lookup()
        assert isinstance(error.value, TypeError)  # as an array has no hash
    for f in (tg.compile, tg.grad, tg.vmap, tg.jacobian, lambda f: tg.compile(tg.grad(f))):
        argument = X if f is tg.vmap else 0.5
        with pytest.raises(PlainDataError, match="by identity"):
            f(lambda x: x * table.get(x, 7.0))(argument)
    assert table[x[0].item()] == 1.0
    assert tg.compile(lambda x, n: x * table[int(n)])(2.0, 3) == 4.0


def test_parameters_and_arrays_are_keys_by_identity():
    w, b, fixed = tg.tensor(0.5, requires_grad=True), tg.tensor([0.5, 0.5], requires_grad=True), tg.tensor([1.0, 2.0])
    state = {w: "w", b: "b", fixed: "fixed"}
    for k in range(3):
        (np.sum(w * b * fixed)).backward()
        with tg.no_grad():
            for p in (w, b):
                p -= 0.1 * p.grad
        fixed[0] = float(k)
        assert [state[w], state[b], state[fixed]] == ["w", "b", "fixed"]
    assert len({w, b, fixed, w}) == 3


@pytest.mark.parametrize("wrap", [lambda f: f, tg.compile])
def test_lists_are_repeated_as_by_scalars_of_numpy(wrap):
    def f(x):
        n = np.argmax(x)
        parts = [1.0, 2.0] * n
        parts *= n
        return sum(parts) + len(n * (1, 2)) + len("ab" * n)

    for x in (X, X[::-1].copy(), np.array([3.0, 1.0])):
        n = int(np.argmax(x))
        expected = 3.0 * n * n + 4 * n
        assert wrap(f)(x if wrap is tg.compile else tg.tensor(x)) == expected
    t = tg.tensor(2.0)
    for use in (lambda: [1.0] * t, lambda: t * [1.0], lambda: np.float64(2.0) * [1.0]):
        with pytest.raises(TypeError):
            use()
    assert ([1.0, 2.0] * tg.tensor([3.0, 4.0])).tolist() == [3.0, 8.0]
    assert np.add(tg.tensor(3.0), [1.0, 2.0]).tolist() == [4.0, 5.0]


def test_static_values_that_are_equal_and_print_otherwise_are_not_the_same():
    hour = datetime.datetime(2020, 1, 1, 5, tzinfo=datetime.UTC)
    f = tg.compile(lambda x, d: x * len(str(d)), static_argnums=1)
    assert [f(1.0, Decimal(d)) for d in ("1.0", "1.00", "1.0")] == [3.0, 4.0, 3.0]
    g = tg.compile(lambda x, d: x * d.hour, static_argnums=1)
    assert (g(1.0, hour), g(1.0, hour.astimezone(datetime.timezone(datetime.timedelta(hours=2))))) == (5.0, 7.0)


def test_a_defaultdict_is_a_dict_without_its_factory():
    def f(p):
        return p["b"] * 10.0 + p["a"] if compiled_here else p["c"]

    given = defaultdict(float, b=2.0, a=3.0)
    for compiled_here in (True, False):
        for wrapped in (tg.grad(f), tg.compile(tg.grad(f))):
            if compiled_here:
                assert dict(wrapped(given)) == {"b": 10.0, "a": 1.0}
            else:
                with pytest.raises(KeyError, match="c"):
                    wrapped(given)

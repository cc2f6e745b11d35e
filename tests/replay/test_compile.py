"""Compiled functions against the same functions run eagerly: every op of the table, layouts, lengths, calls, threads.

The eager side is tested by itself against NumPy and differences; here a replay must give the same bits for what works element by
element, and the same to rounding where sums are taken in another order.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections import deque, namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    InplaceError,
    PlainDataError,
    ReplayError,
    ShapeError,
    VariantWarning,
)
from tapegrad.tape.program import Program
from tests.ops.test_arrays import ENTRIES, as_list, calls, weights
from tests.ops.test_elementwise import OPS, SMOOTH, derivatives, draw, special_points
from tests.support import bits, gradient, leaf, plain

try:
    from tests.programs import test_properties as properties
except pytest.skip.Exception:  # without PyTorch
    properties = None

DTYPES = (np.float64, np.float32)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)


def same(found: Any, expected: Any, exact: bool = True, what: Any = "") -> None:
    """Equal in shape, dtype and bits but for signs of zeros; or to rounding."""
    expected = plain(expected) if isinstance(expected, tg.Tensor) else np.asarray(expected)
    assert isinstance(found, (np.ndarray, np.generic)), what
    assert found.dtype == expected.dtype, what
    assert found.shape == expected.shape, what
    if exact and expected.dtype.kind == "f":
        np.testing.assert_array_equal(bits(found + 0.0), bits(expected + 0.0), err_msg=str(what))
    elif exact:
        np.testing.assert_array_equal(found, expected, err_msg=str(what))
    else:
        tolerance = 1e-12 if expected.dtype == np.float64 else 2e-6
        scale = np.max(np.abs(expected[np.isfinite(expected)]), initial=1.0)
        np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale, err_msg=str(what))


def tensors(tree: Any) -> Any:
    """Leaves that require grad for arrays, in the same containers."""
    if isinstance(tree, (list, tuple)):
        return type(tree)(map(tensors, tree))
    if isinstance(tree, dict):
        return {key: tensors(value) for key, value in tree.items()}
    return leaf(tree)


def agrees(f: Any, *args: Any, exact: bool = True) -> Any:
    """A compiled function's results, compared with those of the function on Tensors."""
    compiled = tg.compile(f)
    found, expected = compiled(*args), f(*map(tensors, args))
    for _ in range(2):
        for k, (x, y) in enumerate(zip(as_list(found), as_list(expected), strict=True)):
            same(x, y, exact, k)
        found = compiled(*args)
    return compiled


# ------------------------------------------------------------------------------------------------- elementwise ops


def pulled(op: Any, args: list[Any], g: Any) -> list[Any]:
    """Value and adjoints of an op within a recording."""
    places = derivatives(op)

    def of(*parts: Any) -> Any:
        whole = list(args)
        for k, part in zip(places, parts, strict=True):
            whole[k] = part
        return op(*whole)

    value, pullback = tg.func.vjp(of, *[args[k] for k in places])
    return [value, *pullback(g)]


def check_elementwise(arguments: list[list[np.ndarray]], seeds: list[np.ndarray], exact_gradients: bool) -> None:
    """All smooth ops in one program; each on arguments of its own."""

    def f(arguments: Any, seeds: Any) -> Any:
        return [pulled(op, args, g) for op, args, g in zip(SMOOTH, arguments, seeds, strict=True)]

    compiled = tg.compile(f)
    compiled(arguments, seeds)
    for op, args, g, found in zip(SMOOTH, arguments, seeds, compiled(arguments, seeds), strict=True):
        leaves = [leaf(a) for a in args]
        value = op(*leaves)
        same(found[0], value, True, op.name)
        expected = grad(value, [leaves[k] for k in derivatives(op)], g)
        for x, y in zip(found[1:], expected, strict=True):
            same(x, y, exact_gradients, op.name)


def seeds_of(shapes: list[Any], dtype: Any) -> list[np.ndarray]:
    rng = np.random.default_rng(8)
    return [np.asarray(rng.normal(size=shape)).astype(dtype) for shape in shapes]


@each_dtype
@pytest.mark.parametrize("shape", [(), (1,), (1, 1), (0,), (2, 0), (5,), (8,), (17,), (2, 3, 4)], ids=str)
def test_elementwise_ops_and_their_gradients(shape, dtype):
    """Float32 gradients are rounded after each operation here, and once in the eager sweep."""
    arguments = [draw(op, [shape] * len(op.arguments), dtype, 3) for op in SMOOTH]
    check_elementwise(arguments, seeds_of([shape] * len(SMOOTH), dtype), dtype == np.float64)


@each_dtype
def test_elementwise_ops_with_broadcasting(dtype):
    """The adjoints are sums over the axes that were repeated."""
    shapes = [(3, 1), (1, 4), ()]
    arguments = [draw(op, shapes[: len(op.arguments)], dtype, 4) for op in SMOOTH]
    results = [np.broadcast_shapes(*[a.shape for a in args]) for args in arguments]
    seeds = seeds_of(results, dtype)
    compiled = tg.compile(
        lambda arguments, seeds: [pulled(o, a, g) for o, a, g in zip(SMOOTH, arguments, seeds, strict=True)]
    )
    for op, args, g, found in zip(SMOOTH, arguments, seeds, compiled(arguments, seeds), strict=True):
        leaves = [leaf(a) for a in args]
        value = op(*leaves)
        same(found[0], value, True, op.name)
        for x, y in zip(found[1:], grad(value, [leaves[k] for k in derivatives(op)], g), strict=True):
            same(x, y, False, op.name)


@each_dtype
def test_all_elementwise_ops_at_special_points(dtype):
    arguments = [special_points(op, dtype) for op in OPS]
    compiled = tg.compile(lambda arguments: [op(*args) for op, args in zip(OPS, arguments, strict=True)])
    for op, args, found in zip(OPS, arguments, compiled(arguments), strict=True):
        same(found, op(*map(tg.tensor, args)), True, op.name)


@pytest.mark.parametrize("seed", [1.0, 0.0, np.inf, np.nan])
def test_gradients_at_special_points(seed):
    """NaN and infinities are the same, and so is what an adjoint of zero leaves."""
    arguments = [special_points(op, np.float64) for op in SMOOTH]
    check_elementwise(arguments, [np.full(args[0].shape, seed) for args in arguments], True)


def test_results_that_are_no_floats():
    x, n, b = np.array([0.5, -1.5, 2.0]), np.array([3, -4, 5]), np.array([True, False, True])

    def f(x: Any, n: Any, b: Any) -> Any:
        return [
            x > 0, n > 0, ~b, b & (x > 0), n * 2, n + n, n * x, b * x, b + b, np.sum(b), np.sum(n), np.sum(x > 0), np.max(n),
            b[1], np.where(b, n, 7), np.where(x > 0, x, n), n.astype(float) / 2, b.astype(float), -n, abs(n), n // 2, n % 3,
            n / 2, np.isnan(x), np.any(x > 1), np.all(x > 1), n == 3, x != x, np.argmax(x), np.sign(n), np.floor(x), n, b,
            x.astype(int), x.astype(np.float32), n.astype(np.int32), np.clip(n, 0, 3), np.logical_and(x > 0, n > 0),
        ]  # fmt: skip

    compiled = tg.compile(f)
    for _ in range(3):
        for k, (found, expected) in enumerate(zip(compiled(x, n, b), f(x, n, b), strict=True)):
            same(found, np.asarray(expected), True, k)
        x, n, b = x[::-1] * 1.5, n[::-1] * 3, b[::-1]


@pytest.mark.parametrize(
    "f",
    [
        lambda x, n, b: x * (x > 0)[:, None],
        lambda x, n, b: x * b[::-1].reshape(3, 1),
        lambda x, n, b: np.stack([n, n]) * 1.0,
        lambda x, n, b: np.concatenate([n, x]),
        lambda x, n, b: sum(x[n[k]] for k in range(3)),
        lambda x, n, b: np.expand_dims(b, 0) * x,
        lambda x, n, b: np.outer(n, x),
    ],
)
def test_integers_and_truth_values_in_other_shapes(f):
    x, n, b = np.array([0.5, -1.5, 2.0]), np.array([1, 0, 2]), np.array([True, False, True])
    compiled = tg.compile(f)
    for _ in range(3):
        same(compiled(x, n, b), f(x, n, b))
        x, n, b = x[::-1] * 1.5, n[::-1].copy(), b[::-1]


# ------------------------------------------------------------------------------------------------- ops on whole arrays


def takes(call: Any, dtype: Any) -> bool:
    """A program within an op is one of float64."""
    return dtype == np.float64 or not any(isinstance(value, Program) for value in call.keywords.values())


def value_and_gradients(call: Any) -> Any:
    """A function of the operands of a sample: results, and adjoints for seeds."""

    def f(arrays: list[Any], seeds: list[Any]) -> Any:
        def of(*xs: Any) -> Any:
            return as_list(call.found(xs))

        parts, pullback = tg.func.vjp(of, *arrays)
        return [*parts, *pullback(seeds)]

    return f


@each_dtype
@pytest.mark.parametrize("start", range(0, len(ENTRIES), 8))
def test_array_ops_and_their_gradients(start, dtype):
    """Every sample of a few records in one program."""
    jobs = [(entry.name, call) for entry in ENTRIES[start : start + 8] for call in calls(entry) if takes(call, dtype)]
    arrays = [[a.astype(dtype) for a in call.arrays] for _, call in jobs]
    seeds = []
    for (_, call), xs in zip(jobs, arrays, strict=True):
        parts = [np.asarray(p) for p in as_list(call.expected(xs))]
        seeds.append([w.astype(dtype) for w in weights(parts)])
    functions = [value_and_gradients(call) for _, call in jobs]
    compiled = tg.compile(lambda arrays, seeds: [f(xs, gs) for f, xs, gs in zip(functions, arrays, seeds, strict=True)])
    compiled(arrays, seeds)
    results = compiled(arrays, seeds)
    for (name, call), xs, gs, found in zip(jobs, arrays, seeds, results, strict=True):
        leaves = [leaf(a) for a in xs]
        parts = as_list(call.found(leaves))
        expected = [*parts]
        if any(p.requires_grad for p in parts):
            live = [(p, g) for p, g in zip(parts, gs, strict=True) if p.requires_grad]
            expected += grad([p for p, _ in live], leaves, [g for _, g in live], materialize_grads=True)
        for x, y in zip(found, expected, strict=False):
            same(x, y, False, f"{name} {call.keywords}")
        for x in found[len(expected) :]:
            assert not np.any(x)


@pytest.mark.parametrize("start", range(0, len(ENTRIES), 8))
def test_compiled_jacobians_of_array_ops(start):
    """Both modes against differences of the references."""
    jobs = [(entry.name, call) for entry in ENTRIES[start : start + 8] for call in calls(entry)]

    def job(call: Any, mode: Any) -> Any:
        def total(*xs: Any) -> Any:
            return sum(
                np.sum(p * w)
                for p, w in zip(as_list(call.found(xs)), weights(as_list(call.expected(call.arrays))), strict=True)
            )

        return lambda arrays: mode(total, tuple(range(len(arrays))))(*arrays)

    functions = [job(call, mode) for mode in (tg.func.jacfwd, tg.func.jacrev) for _, call in jobs]
    arrays = [call.arrays for _, call in jobs] * 2
    found = tg.compile(lambda arrays: [f(xs) for f, xs in zip(functions, arrays, strict=True)])(arrays)
    for (name, call), rows in zip(jobs * 2, found, strict=True):
        for x, y in zip(rows, gradient(lambda *xs, c=call: c.weighted(xs), call.arrays), strict=True):
            np.testing.assert_allclose(x, y.astype(float), rtol=1e-9, atol=1e-9, err_msg=f"{name} {call.keywords}")


# ------------------------------------------------------------------------------------------------- lengths and layouts


def mixed(x: Any, y: Any) -> Any:
    """A bit of everything that has loops: elementwise, sums, running sums, extremes, products, moves, writes."""
    z = np.exp(-x * x) * np.where(y > 0, np.sqrt(abs(y)), x)
    w = np.concatenate([z, x[::-1] * 2.0])
    w[::2] = w[::2] + 1.0
    return [z, np.sum(z), np.cumsum(y), np.max(z), np.dot(x, z), np.outer(x, y) @ z, w, np.mean(w), z[:1], x[-1] * y]


@pytest.mark.parametrize("n", [*range(1, 41), 63, 64, 65, 255, 256, 257, 300])
def test_lengths(n):
    """Eight lanes at a time, the last ones masked; sums in chunks of 256."""
    rng = np.random.default_rng(n)
    x, y = rng.normal(size=n), rng.normal(size=n)

    swept = n < 18 or n % 8 in (0, 1)  # what the gradient adds is worth fewer compilations

    def f(x: Any, y: Any) -> Any:
        gradient = tg.grad(lambda x, y: sum(np.sum(part * part) for part in mixed(x, y)), (0, 1))(x, y) if swept else ()
        return [*mixed(x, y), *gradient]

    found, again = [tg.compile(f)(x, y), tg.compile(f)(x, y)]
    leaves = [leaf(x), leaf(y)]
    parts = mixed(*leaves)
    expected = [*parts, *(grad(sum(np.sum(p * p) for p in parts), leaves) if swept else ())]
    for a, b, c in zip(found, again, expected, strict=True):
        np.testing.assert_array_equal(bits(a), bits(b))
        same(a, c, False, n)
    same(found[0], parts[0], True)


@pytest.mark.parametrize("shape", [(1, 9), (9, 1), (3, 17), (9, 2, 1), (3, 4, 5), (1, 1, 1), (40, 7)], ids=str)
def test_reductions_of_shapes(shape):
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=shape), rng.normal(size=shape[-1])
    axes = [None, *range(len(shape)), tuple(range(len(shape)))[-2:], (0,)]

    def f(x: Any, y: Any) -> Any:
        found = []
        for axis in axes:
            for keep in (False, True):
                found += [np.sum(x * y, axis=axis, keepdims=keep), np.max(x, axis=axis, keepdims=keep)]
                found += [np.prod(x, axis=axis, keepdims=keep), np.std(x, axis=axis, keepdims=keep)]
        found += [np.cumsum(x, axis=a) for a in range(len(shape))]
        found += [x.T, x.T + 1.0, x @ y, np.sum(x.T, axis=0), np.sum(x[..., ::-2], axis=0), np.max(x.T, axis=-1)]
        return found

    compiled = tg.compile(f)
    for found, expected in zip(compiled(x, y), f(x, y), strict=True):
        same(found, np.asarray(expected), False)
    gradients = tg.compile(tg.grad(lambda x, y: sum(np.sum(np.sin(p)) for p in f(x, y)), (0, 1)))(x, y)
    leaves = [leaf(x), leaf(y)]
    for found, expected in zip(gradients, grad(sum(np.sum(np.sin(p)) for p in f(*leaves)), leaves), strict=True):
        same(found, expected, False)


@pytest.mark.parametrize("m", [1, 3, 9])
@pytest.mark.parametrize("k", [1, 3, 8, 33])
def test_matrix_products(m, k):
    """Tiles of 4 x 16 results and their rests; transposed and strided operands."""
    rng = np.random.default_rng(0)
    arrays = [(rng.normal(size=(m, k)), rng.normal(size=(k, n)), rng.normal(size=(n, k))) for n in (1, 8, 17, 35)]

    def f(arrays: Any) -> Any:
        found = []
        for a, b, c in arrays:
            found += [
                a @ b,
                a @ c.T,
                (c @ a.T).T,
                a[::-1] @ b[:, ::-1],
                a[0] @ b,
                a @ c[0],
                np.einsum("ij,kj->ki", a, c),
            ]
        return found

    for found, expected in zip(tg.compile(f)(arrays), f(arrays), strict=True):
        same(found, expected, False)


def test_products_without_a_sum():
    rng = np.random.default_rng(0)
    for labels, *shapes in (
        ("i,ij->ij", (2,), (2, 1)), ("i,j->ij", (3,), (1,)), ("i,j->ij", (1,), (3,)), ("i,j->ji", (5,), (9,)), ("ij->ji", (2, 1)),
        ("ij,ij->ij", (3, 1), (3, 1)), ("ij,jk->ik", (3, 1), (1, 1)), ("i,i->i", (1,), (1,)), (",i->i", (), (4,)), ("ij,->ji", (2, 3), ()),
    ):  # fmt: skip
        arrays = [rng.normal(size=shape) for shape in shapes]

        def f(*arrays: Any, labels: Any = labels) -> Any:
            return np.einsum(labels, *arrays)

        for found, expected in zip([tg.compile(f)(*arrays)], [f(*arrays)], strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-15)
        slopes = tg.compile(tg.grad(lambda *a: np.sum(np.sin(f(*a))), tuple(range(len(arrays)))))(*arrays)
        wanted = gradient(lambda *a: np.sum(np.sin(f(*a))), arrays)
        for a, b in zip(slopes, wanted, strict=True):
            np.testing.assert_allclose(a, b.astype(float), rtol=1e-9, atol=1e-9)


LAYOUTS = {
    "strided": lambda a: np.repeat(a, 2, axis=-1)[..., ::2],
    "reversed": lambda a: a[..., ::-1].copy()[..., ::-1],
    "Fortran": np.asfortranarray,
    "part": lambda a: np.pad(a, 1)[tuple(slice(1, -1) for _ in a.shape)],
    "big-endian": lambda a: a.astype(a.dtype.newbyteorder(">")),
    "unaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), a.dtype, a.size, 1).reshape(a.shape),
    "read-only": lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape),
    "repeated": lambda a: np.broadcast_to(a[:1], a.shape),
    "float16": lambda a: a.astype(np.float16),
    "integers": lambda a: np.rint(a * 3).astype(np.int32),
}


@each_dtype
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_of_arguments(layout, dtype):
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(5, 6)).astype(dtype), rng.normal(size=11).astype(dtype)
    compiled = tg.compile(lambda x, y: (x * 2.0 + 1.0, np.sum(x, axis=0), y * x[0, 0], x.T))
    compiled(x, y)
    given = LAYOUTS[layout](x), LAYOUTS[layout](y)
    wide = [np.asarray(a, np.float32 if a.dtype == np.float16 else a.dtype.newbyteorder("=")) for a in given]
    for _ in range(3):
        for found, expected in zip(compiled(*given), compiled.__wrapped__(*wide), strict=True):
            same(found, expected, False)
        np.testing.assert_array_equal(given[0], wide[0])
        wide, given = [w + w for w in wide], [LAYOUTS[layout](w + w) if layout != "integers" else w + w for w in wide]
        if layout == "float16":
            wide = [np.asarray(g, np.float32) for g in given]


def test_arguments_of_another_layout_take_the_fast_way_too():
    """Arrays that are not in C order are met after the call was specialised for ones that are."""
    compiled = tg.compile(lambda x: x * 2.0)
    x = np.arange(12.0).reshape(3, 4)
    for other in (x, x, np.asfortranarray(x), x[::-1], x[:, ::-1], x):
        np.testing.assert_array_equal(compiled(other), other * 2.0)


def test_big_arrays():
    rng = np.random.default_rng(0)
    x = rng.normal(size=100_003)
    compiled = tg.compile(tg.value_and_grad(lambda x: np.sum(np.tanh(1.5 * x + 0.25) * np.exp(-x * x)) + np.std(x)))
    value, slope = compiled(x)
    again = compiled(x)
    t = leaf(x)
    loss = np.sum(np.tanh(1.5 * t + 0.25) * np.exp(-t * t)) + np.std(t)
    same(value, loss, False)
    same(slope, grad(loss, t)[0], False)
    np.testing.assert_array_equal(bits(slope), bits(again[1]))


def test_empty_arrays():
    def f(x: Any, m: Any) -> Any:
        return [
            x * 2.0, np.sum(x), np.concatenate([x, x]), np.cumsum(x), m @ m.T, m.T @ m, np.sum(m, axis=0), np.sum(m, axis=1),
            np.prod(x), x.reshape(0, 1), np.outer(x, x), np.dot(x, x), m.T, np.pad(x, 1), np.where(x > 0, x, 1.0), x[:0], np.any(x > 0),
        ]  # fmt: skip

    x, m = np.zeros(0), np.zeros((0, 3))
    compiled = tg.compile(f)
    for found, expected in zip(compiled(x, m), f(x, m), strict=True):
        same(found, np.asarray(expected))
    slopes = tg.compile(tg.grad(lambda x, m: sum(np.sum(p) for p in f(x, m)[:-1]), (0, 1)))(x, m)
    assert [s.shape for s in slopes] == [(0,), (0, 3)]


# ------------------------------------------------------------------------------------------------- results


def test_results_that_are_the_same_array():
    def f(x: Any) -> Any:
        y = x * 2.0
        return y, y, x, x, y[::-1], y.reshape(2, 2), x[1:], x.T, y[1], y[1]

    compiled = tg.compile(f)
    for x in (np.arange(4.0), np.arange(4.0) + 0.5):
        found = compiled(x)
        for a, b in zip(found, f(x), strict=True):
            same(a, np.asarray(b))
        arrays = [a for a in found if a.ndim]
        for k, a in enumerate(arrays):
            assert not np.may_share_memory(a, x)
            assert all(not np.may_share_memory(a, b) for b in arrays[k + 1 :])


def test_results_are_not_overwritten_by_the_next_call():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x), x[:1] * 1.0, np.max(x)))
    first = compiled(np.arange(3.0))
    kept = [np.copy(a) for a in first]
    compiled(np.arange(3.0) + 10.0)
    for a, b in zip(first, kept, strict=True):
        np.testing.assert_array_equal(a, b)


def test_arguments_returned_as_they_came():
    compiled = tg.compile(lambda x, y, n: (x, {"y": y}, [n]))
    x = np.arange(3.0)
    for _ in range(2):
        a, b, c = compiled(x, 2.5, np.array([True, False]))
        np.testing.assert_array_equal(a, x)
        assert not np.may_share_memory(a, x)
        assert b == {"y": 2.5}
        same(c[0], np.array([True, False]))


def test_constants_returned():
    data = np.array([1.0, 2.0])
    fixed = tg.tensor([5, 6])
    compiled = tg.compile(lambda x: (x * 2.0, 1.5, None, "text", data, fixed, tg.ones(2), np.float32(2.0), True))
    for _ in range(2):
        found = compiled(3.0)
        assert found[:4] == (6.0, 1.5, None, "text")
        np.testing.assert_array_equal(found[4], data)
        same(found[5], np.array([5, 6]))
        same(found[6], np.ones(2))
        same(found[7], np.float32(2.0))
        assert found[8] is True
    assert tg.compile(lambda x: 7.0)(np.ones(3)) == 7.0
    assert tg.compile(lambda: tg.tensor(2.0) * 3.0)() == 6.0


def test_a_constant_result_cannot_be_changed_by_who_got_it():
    compiled = tg.compile(lambda x: (x * 1.0, tg.ones(2)))
    _, first = compiled(1.0)
    try:
        first += 5.0
    except ValueError:  # read-only
        return
    np.testing.assert_array_equal(compiled(2.0)[1], [1.0, 1.0])


def test_a_captured_array_is_a_constant_even_if_it_changes():
    data = np.array([1.0, 2.0])
    compiled = tg.compile(lambda x: x * data)
    x = np.array([3.0, 4.0])
    np.testing.assert_array_equal(compiled(x), [3.0, 8.0])
    data[:] = 0.0
    np.testing.assert_array_equal(compiled(x), [3.0, 8.0])
    with pytest.raises(ReplayError, match="argument"):
        compiled.check(x)


Pair = namedtuple("Pair", "first second")


def test_nested_containers():
    def f(tree: Any, *, scale: Any) -> Any:
        a, (b, c) = tree["a"], tree["bc"]
        return Pair(first=[a * scale, {"sum": np.sum(b)}], second=(b + c, None, ((),), {"x": {}}))

    compiled = tg.compile(f)
    tree = {"bc": (np.arange(3.0), 2.0), "a": np.ones((2, 2))}
    for _ in range(2):
        found = compiled(tree, scale=3.0)
        assert type(found) is Pair
        np.testing.assert_array_equal(found.first[0], 3.0 * np.ones((2, 2)))
        assert found.first[1] == {"sum": 3.0}
        np.testing.assert_array_equal(found.second[0], [2.0, 3.0, 4.0])
        assert found.second[1:] == (None, ((),), {"x": {}})
    assert compiled.stats()["recordings"] == 1
    compiled({"a": np.ones((2, 2)), "bc": [np.arange(3.0), 2.0]}, scale=3.0)  # a list is another signature
    assert compiled.stats()["recordings"] == 2


def test_named_tuples_as_arguments():
    compiled = tg.compile(lambda p, q=None: p.first * p.second)
    assert compiled(Pair(2.0, 3.0)) == 6.0
    assert compiled(Pair(2.0, 3.0), None) == 6.0


# ------------------------------------------------------------------------------------------------- out=


def test_out():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x)))
    x = np.arange(4.0)
    out = np.empty(4), np.empty(())
    assert compiled(x, out=out) is out
    np.testing.assert_array_equal(out[0], x * 2.0)
    assert out[1] == 6.0
    for _ in range(2):
        x = x + 1.0
        assert compiled(x, out=out) is out
        np.testing.assert_array_equal(out[0], x * 2.0)
        assert out[1] == x.sum()


def test_out_that_overlaps_with_an_argument():
    compiled = tg.compile(lambda x: x[::-1] + np.sum(x))
    x = np.arange(10.0)
    expected = x[::-1] + 45.0
    assert compiled(x, out=x) is x
    np.testing.assert_array_equal(x, expected)
    wide = np.arange(12.0)
    expected = wide[:10][::-1] + 45.0
    compiled(wide[:10], out=wide[2:])
    np.testing.assert_array_equal(wide[2:], expected)


def test_out_for_a_shared_result():
    def f(x: Any) -> Any:
        y = x * 2.0
        return y, y, x

    out = np.empty(3), np.empty(3), np.empty(3)
    tg.compile(f)(np.arange(3.0), out=out)
    for a, factor in zip(out, (2.0, 2.0, 1.0), strict=True):
        np.testing.assert_array_equal(a, factor * np.arange(3.0))


@pytest.mark.parametrize(
    "make",
    [
        lambda n: np.empty(n, np.float32), lambda n: np.empty(2 * n)[::2], lambda n: np.empty(n)[::-1],
        lambda n: np.empty(n, ">f8"), lambda n: np.empty(n, np.complex128), lambda n: np.empty((1, n))[0],
    ],
)  # fmt: skip
def test_out_of_other_layouts_and_dtypes(make):
    compiled = tg.compile(lambda x: x / 3.0)
    x = np.arange(9.0)
    for _ in range(2):
        out = make(9)
        assert compiled(x, out=out) is out
        np.testing.assert_array_equal(out, (x / 3.0).astype(out.dtype))


def test_out_of_float32_and_truth_values():
    compiled = tg.compile(lambda x: (x * 2.0, x > 1.0, np.sum(x)))
    x = np.arange(5, dtype=np.float32)
    out = np.empty(5, np.float32), np.empty(5, bool), np.empty((), np.float32)
    for _ in range(2):
        compiled(x, out=out)
        np.testing.assert_array_equal(out[0], x * 2)
        np.testing.assert_array_equal(out[1], x > 1)
        assert out[2] == 10.0
    wide = np.empty(5), np.empty(5, np.int64), np.empty(())
    compiled(x, out=wide)
    np.testing.assert_array_equal(wide[1], x > 1)


def test_out_where_a_guard_fails():
    compiled = tg.compile(lambda x: x * 2.0 if np.sum(x) > 0 else x * 3.0)
    out = np.empty(3)
    for sign in (1.0, -1.0, 1.0, -1.0):
        x = sign * np.ones(3)
        compiled(x, out=out)
        np.testing.assert_array_equal(out, x * 2.0 if sign > 0 else x * 3.0)
    x = np.ones(3)
    for expected in (2.0, 4.0, 8.0):
        compiled(x, out=x)
        np.testing.assert_array_equal(x, expected * np.ones(3))
    y = -np.ones(3)
    compiled(y, out=y)  # the replay of the other branch must leave the argument alone
    np.testing.assert_array_equal(y, -3.0 * np.ones(3))


def test_out_is_checked():
    compiled = tg.compile(lambda x: (x * 2.0, np.sum(x)))
    x = np.arange(4.0)
    for out, error in (
        (np.empty(4), ArgumentError),
        ([np.empty(4), np.empty(())], ArgumentError),
        ((np.empty(4), np.empty(()), np.empty(())), ArgumentError),
        ((np.empty(5), np.empty(())), ShapeError),
        ((np.empty((4, 1)), np.empty(())), ShapeError),
        ((np.empty(4), np.empty(1)), ShapeError),
        ((np.empty(4, int), np.empty(())), DtypeError),
        (([0.0] * 4, np.empty(())), ArgumentError),
        ((tg.zeros(4), np.empty(())), DtypeError),
        ((np.empty(4), 0.0), DtypeError),
        ((LAYOUTS["read-only"](np.zeros(4)), np.empty(())), ArgumentError),
    ):
        with pytest.raises(error, match=r"out=.*\.$"):
            compiled(x, out=out)
    np.testing.assert_array_equal(compiled(x)[0], x * 2.0)
    with pytest.raises(ArgumentError, match="out="):
        compiled(tg.tensor(x), out=(np.empty(4), np.empty(())))
    fresh = tg.compile(lambda x: x * 2.0)
    with pytest.raises(ShapeError):
        fresh(x, out=np.empty(3))
    np.testing.assert_array_equal(fresh(x), x * 2.0)


# ------------------------------------------------------------------------------------------------- arguments


def test_signatures():
    compiled = tg.compile(lambda x, y=2.0: x * y)
    rows = [
        (np.ones(3),), (np.ones(4),), (np.ones(3, np.float32),), (1.0,), (np.float32(1.0),), (np.ones(3), 2.0),
        (np.array(1.0),), (np.ones((3, 1)),), (np.ones(3, int),), (1,), (True,),
    ]  # fmt: skip
    for args in rows:
        for _ in range(2):
            found, expected = compiled(*args), compiled.__wrapped__(*args)
            assert np.shape(found) == np.shape(expected)
            np.testing.assert_array_equal(found, expected)
    assert compiled(np.ones(3, np.float32)).dtype == np.float32


def test_python_numbers_are_those_of_numpy():
    """A float argument stands for a float64 number: NumPy's rules for it, not those for a Python number."""
    compiled = tg.compile(lambda x, y: x * y)
    assert compiled(np.ones(3, np.float32), np.float64(2.0)).dtype == np.float64
    assert compiled(2.0, 3.0) == 6.0
    assert type(compiled(2.0, 3.0)) is np.float64


def test_numbers_of_all_kinds_on_the_fast_way():
    compiled = tg.compile(lambda x: x / 4.0)
    for x in (1.0, np.float64(2.0), np.array(3.0), 5, np.int32(6), np.float32(7.0), True, np.float16(2.0), 8.0):
        assert compiled(x) == float(x) / 4.0


def test_keywords():
    compiled = tg.compile(lambda x, *, a, b=2.0: x * a + b)
    assert compiled(2.0, a=3.0) == 8.0
    assert compiled(2.0, a=3.0, b=1.0) == 7.0
    assert compiled(2.0, b=1.0, a=3.0) == 7.0  # another order: it could matter
    assert compiled.stats()["recordings"] == 3
    with pytest.raises(TypeError):
        compiled(2.0)
    assert compiled(2.0, a=3.0) == 8.0


def test_static_arguments():
    compiled = tg.compile(
        lambda x, n, mode="sum": (np.sum(x**n) if mode == "sum" else np.max(x)) * n, static_argnums=(1, 2)
    )
    x = np.arange(3.0)
    assert compiled(x, 2) == 10.0
    assert compiled(x, 3) == 27.0
    assert compiled(x, 2, "max") == 4.0
    assert compiled(x, 2) == 10.0
    assert compiled.stats()["recordings"] == 3
    with pytest.raises(ArgumentError, match="hashable"):
        compiled(x, [2])
    negative = tg.compile(lambda x, n: x * n, static_argnums=-1)
    assert negative(2.0, 3) == 6.0
    assert negative(2.0, 4) == 8.0


def test_static_values_that_are_equal_but_of_another_type():
    compiled = tg.compile(lambda x, n: x * 2.0 if isinstance(n, bool) else x * 3.0, static_argnums=1)
    assert compiled(1.0, 1) == 3.0
    assert compiled(1.0, True) == 2.0
    assert compiled(1.0, 1.0) == 3.0


def test_what_cannot_be_an_argument():
    compiled = tg.compile(lambda x: x)
    for bad in ("text", object(), 1j, np.array([1j]), np.array(["a"]), np.array([None]), {1, 2}, np.longdouble(1.0)):
        with pytest.raises(DtypeError, match=r"static_argnums|complex128 cannot be recorded"):
            compiled(bad)
    assert compiled(1.0) == 1.0
    for bad in (3, None, "f"):
        if bad is not None:
            with pytest.raises(ArgumentError, match="compile: expected a function"):
                tg.compile(bad)
    for bad in (0, -1, 2.5):
        with pytest.raises(ArgumentError, match="max_variants"):
            tg.compile(lambda x: x, max_variants=bad)


def test_the_decorator_and_what_it_shows():
    @tg.compile
    def plain_one(x: Any) -> Any:
        """Doubles."""
        return x * 2.0

    @tg.compile(max_variants=3)
    def with_options(x: Any) -> Any:
        return x * 2.0

    assert plain_one(2.0) == with_options(2.0) == 4.0
    assert plain_one.__name__ == "plain_one"
    assert plain_one.__doc__ == "Doubles."
    assert "plain_one" in repr(plain_one)


@pytest.mark.parametrize("kind", ["partial", "method", "object", "ufunc", "compiled"])
def test_callables_of_all_kinds(kind):
    import functools

    class Thing:
        def method(self, x: Any) -> Any:
            return x * 2.0

        def __call__(self, x: Any) -> Any:
            return x * 2.0

    f = {
        "partial": functools.partial(lambda a, x: x * a, 2.0), "method": Thing().method, "object": Thing(), "ufunc": np.negative,
        "compiled": tg.compile(lambda x: x * 2.0),
    }[kind]  # fmt: skip
    compiled = tg.compile(f)
    for _ in range(2):
        assert abs(compiled(1.5)) in (3.0, 1.5)
    repr(compiled)
    assert abs(tg.grad(compiled)(1.5)) in (2.0, 1.0)
    with pytest.raises(DtypeError):
        compiled("text")


# ------------------------------------------------------------------------------------------------- composing


def rosenbrock(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def rosenbrock_derivatives(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from scipy.optimize import rosen_der, rosen_hess

    return rosen_der(x), rosen_hess(x)


def test_transforms_and_compilation_in_any_order():
    x = np.array([0.5, -1.2, 0.8, 1.5])
    slope, curvature = rosenbrock_derivatives(x)
    for g in (
        tg.compile(tg.grad(rosenbrock)),
        tg.grad(tg.compile(rosenbrock)),
        tg.compile(tg.grad(tg.compile(rosenbrock))),
        tg.grad(tg.compile(tg.compile(rosenbrock))),
        tg.compile(tg.compile(tg.grad(rosenbrock))),
        tg.compile(tg.func.jacfwd(rosenbrock)),
        tg.func.jacrev(tg.compile(rosenbrock)),
    ):
        for _ in range(2):
            np.testing.assert_allclose(g(x), slope, rtol=1e-13)
    for h in (
        tg.compile(tg.hessian(rosenbrock)),
        tg.hessian(tg.compile(rosenbrock)),
        tg.compile(tg.func.jacfwd(tg.compile(tg.grad(tg.compile(rosenbrock))))),
        tg.jacobian(tg.compile(tg.grad(rosenbrock))),
        tg.func.jacrev(tg.grad(tg.compile(rosenbrock))),
        lambda x: np.stack([tg.compile(tg.hvp(rosenbrock))(x, v) for v in np.eye(4)]),
        lambda x: np.stack([tg.hvp(tg.compile(rosenbrock))(x, v) for v in np.eye(4)]),
    ):
        for _ in range(2):
            np.testing.assert_allclose(h(x), curvature, rtol=1e-12, atol=1e-12)


def test_third_derivatives():
    f = tg.compile(tg.grad(tg.grad(tg.grad(lambda x: np.sin(x) * x**3))))
    for x in (0.3, 1.7, -2.0):
        s, c = np.sin(x), np.cos(x)
        expected = -c * x**3 - 9 * s * x**2 + 18 * c * x + 6 * s
        assert f(x) == pytest.approx(expected, rel=1e-12)


def test_tensor_arguments():
    compiled = tg.compile(lambda x, y: np.sum(x * x) * y)
    x, y = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor(3.0, requires_grad=True)
    for _ in range(2):
        out = compiled(x, y)
        assert isinstance(out, tg.Tensor)
        assert out.item() == 15.0
        gx, gy = grad(out, [x, y], create_graph=True)
        np.testing.assert_array_equal(plain(gx), [6.0, 12.0])
        assert gy.item() == 5.0
        (second,) = grad(gx.sum(), y)
        assert second.item() == 6.0
    out = compiled(tg.tensor([1.0, 2.0]), 3.0)
    assert isinstance(out, tg.Tensor)
    assert not out.requires_grad
    compiled(x, 3.0).backward()
    np.testing.assert_array_equal(x.grad.numpy(), [6.0, 12.0])
    assert np.asarray(compiled(np.array([1.0, 2.0]), 3.0)) == 15.0
    mixed_out = compiled(x * 2.0, np.float64(1.0))
    np.testing.assert_array_equal(plain(grad(mixed_out, x)[0]), [8.0, 16.0])


def test_tensor_arguments_meet_guards():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * x)
    for value, slope in ((3.0, 2.0), (-3.0, -6.0), (4.0, 2.0), (-4.0, -8.0)):
        x = tg.tensor(value, requires_grad=True)
        out = compiled(x)
        assert out.item() == compiled(value)
        assert grad(out, x)[0].item() == slope
    assert compiled.stats()["recordings"] == 2


@each_dtype
def test_tensor_arguments_through_every_array_op(dtype):
    """The instructions of a program run as operations again."""
    for entry in ENTRIES:
        call = calls(entry)[0]
        if not takes(call, dtype):
            continue
        arrays = [a.astype(dtype) for a in call.arrays]
        compiled = tg.compile(lambda *xs, c=call: as_list(c.found(xs)))
        leaves = [leaf(a) for a in arrays]
        found, expected = compiled(*leaves), as_list(call.found(leaves))
        for x, y in zip(found, expected, strict=True):
            assert x.dtype == y.dtype
            assert x.requires_grad == y.requires_grad
            np.testing.assert_allclose(plain(x), plain(y), rtol=1e-6 if dtype == np.float32 else 1e-13, atol=1e-14)


def test_a_captured_tensor_that_requires_grad_is_refused():
    w = tg.tensor([1.0, 2.0], requires_grad=True)
    compiled = tg.compile(lambda x: np.sum(x * w))
    with pytest.raises(PlainDataError, match="Pass it as an argument"):
        compiled(np.ones(2))
    assert tg.compile(lambda x: np.sum(x * w.detach()))(np.ones(2)) == 3.0


def test_a_tensor_kept_from_a_recording_cannot_be_used():
    kept = []

    def f(x: Any) -> Any:
        kept.append(x * 2.0)
        return x * 3.0

    assert tg.compile(f)(1.0) == 3.0
    with pytest.raises(PlainDataError, match="Return it"):
        kept[0].item()
    with pytest.raises(PlainDataError):
        (kept[0] + 1.0).item()


# ------------------------------------------------------------------------------------------------- threads, failures


def test_threads_call_one_compiled_function():
    compiled = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x) if np.sum(x) > 0 else np.sum(x**3)))
    rng = np.random.default_rng(0)
    inputs = (
        [rng.normal(size=17) for _ in range(40)]
        + [rng.normal(size=5) for _ in range(20)]
        + [np.float64(v) for v in range(-9, 9)]
    )
    expected = [tg.value_and_grad(compiled.__wrapped__.__wrapped__)(x) for x in inputs]
    failures = []

    def work(offset: int) -> None:
        try:
            for k in range(3 * len(inputs)):
                j = (k * 7 + offset) % len(inputs)
                value, slope = compiled(inputs[j])
                np.testing.assert_allclose(value, expected[j][0], rtol=1e-12)
                np.testing.assert_allclose(slope, expected[j][1], rtol=1e-12)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures
    assert compiled.stats()["variants"] == 6


def test_threads_and_evictions():
    """More signatures than variants are kept, so that one thread drops what another is about to use."""
    compiled = tg.compile(lambda x: np.sum(x) * 2.0 if x[0] > 0 else np.sum(x) * 3.0, max_variants=2)
    failures = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            for _ in range(100):
                x = rng.normal(size=rng.integers(1, 5))
                assert compiled(x) == pytest.approx(x.sum() * (2.0 if x[0] > 0 else 3.0), rel=1e-12, abs=1e-12)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures
    assert compiled.stats()["variants"] <= 2


def test_functions_that_call_each_other_from_two_threads():
    """Neither waits for the other's recording to end."""
    both = threading.Barrier(2)

    def meet() -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1.0)

    @tg.compile
    def one(x: Any) -> Any:
        meet()
        return x + other(1.0, 0.0) if x > 0 else x * 2.0

    @tg.compile
    def other(x: Any, y: Any) -> Any:
        meet()
        return x + one(-1.0) + y

    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda f=f, a=a: found.append(f(*a)), daemon=True)
        for f, a in ((one, (1.0,)), (other, (1.0, 0.0)))
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join(5.0)
    assert sorted(found) == [-1.0, 0.0]


def test_threads_and_large_arrays():
    """Large calls let other threads run, so each needs memory of its own."""
    compiled = tg.compile(lambda x: np.cumsum(np.sin(x)) @ x + np.sum(np.sort(x) if False else x[::-1] * x))
    rng = np.random.default_rng(0)
    inputs = [rng.normal(size=40_000) for _ in range(4)]
    expected = [compiled(x) for x in inputs]
    found: dict[int, list[Any]] = {k: [] for k in range(4)}

    def work(k: int) -> None:
        for _ in range(20):
            found[k].append(compiled(inputs[k]))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for k in range(4):
        assert found[k] == [expected[k]] * 20


def test_sweeps_within_a_recording_say_what_to_use():
    """They work, or name the transforms."""

    def by_grad(x: Any) -> Any:
        return tg.autograd.grad(np.sum(x * x), x)[0]

    def by_backward(x: Any) -> Any:
        np.sum(x * x).backward()
        return x.grad

    for f in (by_grad, by_backward):
        compiled = tg.compile(f)
        try:
            found = compiled(np.arange(3.0))
        except tg.errors.TapegradError as error:
            assert "tg.grad" in str(error)  # noqa: PT017
        else:
            np.testing.assert_array_equal(found, 2.0 * np.arange(3.0))
            np.testing.assert_array_equal(compiled(np.ones(3)), 2.0 * np.ones(3))


def test_an_exception_in_the_function_leaves_it_usable():
    def f(x: Any) -> Any:
        if x < 0:
            raise KeyError("negative")
        return x * 2.0

    compiled = tg.compile(f)
    with pytest.raises(KeyError):
        compiled(-1.0)
    assert compiled(1.0) == 2.0
    with pytest.raises(KeyError):
        compiled(-1.0)
    assert compiled(3.0) == 6.0
    x = tg.tensor(2.0, requires_grad=True)
    (x * x).backward()  # the eager tape goes on
    assert x.grad.item() == 4.0
    with pytest.raises(KeyError):
        tg.grad(compiled)(-1.0)
    with pytest.raises(KeyError):
        tg.hessian(compiled)(-1.0)
    assert tg.grad(compiled)(1.0) == 2.0


def test_shape_errors_appear_while_recording():
    compiled = tg.compile(lambda x, y: x + y)
    with pytest.raises(ShapeError):
        compiled(np.ones(2), np.ones(3))
    np.testing.assert_array_equal(compiled(np.ones(3), np.ones(3)), 2.0 * np.ones(3))


def test_an_eager_tape_around_a_compiled_call():
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    compiled = tg.compile(lambda v: np.sum(np.exp(v)))
    assert compiled(np.zeros(2)) == 2.0
    z = y * 3.0
    np.testing.assert_array_equal(plain(grad(z.sum(), x)[0]), [6.0, 12.0])


def test_reentrant_calls():
    @tg.compile
    def inner(x: Any) -> Any:
        return x * x if x > 1 else x

    @tg.compile
    def outer(x: Any) -> Any:
        return inner(x) + inner(2.0) + inner(x * 0.5)

    for x in (3.0, 0.5, 1.5, 3.0):
        expected = (x * x if x > 1 else x) + 4.0 + (x * x / 4 if x > 2 else x * 0.5)
        assert outer(x) == expected
        assert inner(x) == (x * x if x > 1 else x)


def test_recursion():
    @tg.compile
    def factorial(x: Any) -> Any:
        return x * factorial(x - 1.0) if x > 1 else 1.0 + 0.0 * x

    assert factorial(5.0) == 120.0
    assert factorial(3.0) == 6.0
    assert factorial(5.0) == 120.0
    assert tg.grad(factorial)(3.0) == 5.0  # d/dx x (x - 1)
    assert tg.grad(factorial)(4.0) == 26.0  # d/dx x (x - 1) (x - 2)


# ------------------------------------------------------------------------------------------------- variants and figures


def test_variants_are_dropped_in_order_of_use():
    compiled = tg.compile(lambda x: x * 2.0, max_variants=2)
    for n in (1, 2, 3):
        compiled(np.ones(n))
    assert compiled.stats()["variants"] == 2
    compiled(np.ones(2))
    compiled(np.ones(3))
    assert compiled.stats()["recordings"] == 3
    compiled(np.ones(1))  # drops that of length 2, the one used least recently
    assert compiled.stats()["recordings"] == 4
    compiled(np.ones(3))
    assert compiled.stats()["recordings"] == 4
    compiled(np.ones(2))
    assert compiled.stats()["recordings"] == 5
    assert compiled.stats()["variants"] == 2


def test_one_variant_at_a_time():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * 3.0, max_variants=1)
    for x in (1.0, -1.0, 1.0, -1.0, 2.0):
        assert compiled(x) == (x * 2.0 if x > 0 else x * 3.0)
    assert compiled.stats()["variants"] == 1


def test_many_variants_warn_and_name_the_line():
    def f(x: Any) -> Any:
        total = 0.0 * x
        for _ in range(int(x)):
            total = total + x
        return total

    compiled = tg.compile(f)
    line = f.__code__.co_firstlineno + 2
    with pytest.warns(VariantWarning, match=rf"test_compile\.py:{line}\b.*while_loop"):
        found = [compiled(n + 0.5) for n in range(12)]
    assert found == [n * (n + 0.5) for n in range(12)]
    with warnings.catch_warnings(action="error"):
        for n in range(12, 20):
            compiled(n + 0.5)


def test_the_warning_points_at_the_caller():
    compiled = tg.compile(lambda x: x * int(x))
    with pytest.warns(VariantWarning) as caught:
        deque(map(compiled, np.arange(0.5, 9.5)), 0)
    assert caught[0].filename == __file__


def test_figures():
    compiled = tg.compile(lambda x: x * 2.0 if x > 0 else x * 3.0)
    assert compiled.stats() == {"recordings": 0, "variants": 0, "guard_misses": 0}
    for x in (1.0, -1.0, 1.0, 2.0):
        compiled(x)
    stats = compiled.stats()
    assert (stats["recordings"], stats["variants"], stats["guards"]) == (2, 2, 1)
    assert stats["guard_misses"] >= 2
    assert stats["seconds_per_replay"] > 0.0
    assert stats["ops"] == 2


def test_the_tape():
    compiled = tg.compile(lambda x: np.sum(x * 2.0), lines=True)
    with pytest.raises(ReplayError, match="nothing was recorded"):
        compiled.tape()
    program = compiled.tape(np.ones(3))
    assert program is compiled.tape()
    text = str(program)
    assert "multiply" in text
    assert "sum" in text
    assert "test_compile.py" in text
    assert compiled.stats()["recordings"] == 1


def test_unused_work_is_dropped():
    def f(x: Any) -> Any:
        np.sin(x) * 3.0
        return x * 2.0 + x * 2.0

    compiled = tg.compile(f)
    assert compiled(np.ones(3)).tolist() == [4.0] * 3
    assert compiled.stats()["ops"] == 2


def test_check():
    factor = 2.0

    def f(x: Any) -> Any:
        return x * factor

    compiled = tg.compile(f)
    assert compiled(3.0) == 6.0
    compiled.check(3.0)
    factor = 5.0
    assert compiled(3.0) == 6.0
    with pytest.raises(ReplayError, match="output 0"):
        compiled.check(3.0)
    random = tg.compile(lambda x: x + np.random.default_rng().normal())
    assert random(1.0) == random(1.0)
    with pytest.raises(ReplayError, match="no argument"):
        random.check(1.0)
    changed = tg.compile(lambda x: [x] * int(factor))
    changed(1.0)
    factor = 6.0
    with pytest.raises(ReplayError):
        changed.check(1.0)


def test_check_with_static_arguments_keywords_and_containers():
    compiled = tg.compile(lambda x, n, *, y: {"a": x * n + y, "b": (x > 0, 1.5, None)}, static_argnums=1)
    for _ in range(2):
        compiled.check(np.arange(3.0), 2, y=1.0)


# ------------------------------------------------------------------------------------------------- zeros, NaN, infinities


def test_absolute_zero():
    """What is not taken leaves nothing, also not NaN."""
    safe = tg.compile(tg.grad(lambda x: np.sum(np.where(x > 0, np.sqrt(x), 0.0))))
    np.testing.assert_array_equal(safe(np.array([4.0, 0.0, -1.0, 16.0])), [0.25, 0.0, 0.0, 0.125])
    logs = tg.compile(tg.grad(lambda x: np.sum(np.where(x > 1, np.log(x), x * x))))
    np.testing.assert_array_equal(logs(np.array([2.0, 0.0, -1.0])), [0.5, 0.0, -2.0])
    scalar = tg.compile(tg.grad(lambda x: np.where(x > 0, np.sqrt(x), 0.0)))
    assert [scalar(x) for x in (4.0, 0.0, -1.0)] == [0.25, 0.0, 0.0]
    second = tg.compile(tg.hessian(lambda x: np.sum(np.where(x > 0, x**1.5, 0.0))))
    np.testing.assert_allclose(second(np.array([4.0, 0.0, -1.0])), np.diag([0.375, 0.0, 0.0]), rtol=1e-14)
    forward = tg.compile(tg.func.jacfwd(lambda x: np.where(x > 0, np.sqrt(x), 0.0)))
    np.testing.assert_array_equal(forward(np.array([4.0, 0.0])), [[0.25, 0.0], [0.0, 0.0]])


def test_nan_and_infinities_flow_as_in_numpy():
    def f(x: Any) -> Any:
        return [
            x - x, x * 0.0, 0.0 * x, x + 0.0, x * 1.0, x / x, x**0, x**0.0, 1.0**x, np.max(x), np.min(x), np.sum(x), np.cumsum(x),
            np.maximum(x, 0.0), np.where(x > 0, x, -x), np.prod(x), x @ x, x == x, x != x, x < 1.0, ~(x >= 1.0), np.exp(x), np.tanh(x),
            x[0] - x[0], x[0] * 0.0, np.mean(x), np.std(x), np.outer(x, x) @ x, np.clip(x, -1.0, 1.0),
        ]  # fmt: skip

    compiled = tg.compile(f)
    for x in ([np.nan, 1.0, 2.0], [np.inf, 1.0, 2.0], [-np.inf, 1.0, np.inf], [0.0, -0.0, 1.0], [1e308, 1e308, -1e308]):
        with np.errstate(all="ignore"):
            expected = f(np.array(x))
        for k, (a, b) in enumerate(zip(compiled(np.array(x)), expected, strict=True)):
            np.testing.assert_allclose(a, b, rtol=1e-14, err_msg=f"{x} {k}")


def test_no_terms_are_lost_or_contracted():
    """``a * b + c`` in two roundings, ``(a + b) - a`` as it stands."""
    rng = np.random.default_rng(0)
    a, b, c = rng.normal(size=(3, 1000))
    compiled = tg.compile(lambda a, b, c: (a * b + c, (a + b) - a, (a * b) * c - a * (b * c), a / b * b, a * a - b * b))
    for found, expected in zip(compiled(a, b, c), compiled.__wrapped__(a, b, c), strict=True):
        np.testing.assert_array_equal(found, expected)
    scalars = [compiled(*row) for row in zip(a[:50].tolist(), b[:50].tolist(), c[:50].tolist(), strict=True)]
    for row, *args in zip(scalars, a[:50], b[:50], c[:50], strict=True):
        assert row == compiled.__wrapped__(*args)


# ------------------------------------------------------------------------------------------------- assignment


def fill(x: Any) -> Any:
    y = tg.zeros(6)
    for i in range(6):
        y[i] = x[i] * i + (y[i - 1] if i else 0.0)
    return y


def in_place(x: Any) -> Any:
    y = x * 1.0
    y += x
    y *= y
    y -= 1.0
    y /= 2.0
    y[1:3] += x[:2]
    y[::-2] *= 3.0
    return y


def through_views(x: Any) -> Any:
    m = (x * 1.0).reshape(2, 3)
    row, column = m[0], m[:, 1]
    row[:] = column[0] * 2.0
    column += 5.0
    m.T[2] = x[:2]
    m[::-1][0, ::2] *= x[3]
    return [m, row, column, m[1] * row]


def by_arrays(x: Any) -> Any:
    y = x * 1.0
    y[[0, 2, 0]] = x[3:]
    y[np.array([True, False] * 3)] += 1.0
    y[np.array([4, 5])] *= x[[1, 1]]
    m = tg.zeros((3, 3))
    m[np.arange(3), [2, 1, 0]] = x[:3]
    m[1] = x[4]
    m[:, -1] -= y[:3]
    return [y, m, m @ y[:3]]


def old_versions(x: Any) -> Any:
    y = x * 2.0
    z = y * y
    before = y[1:4]
    copy = y.clone()
    y[2] = 7.0
    w = y * y
    y[...] = 1.0
    return [z, before, copy, w, y]


def scalars(x: Any) -> Any:
    s = x[0] * 1.0
    s += x[1]
    s *= s
    one = tg.zeros(1)
    one[0] = s
    one += x[2]
    box = tg.zeros((1, 1))
    box[0] = one
    box[:, 0] += x[3]
    return [s, one, box]


def arguments(x: Any) -> Any:
    """An argument is written to: it is a value like any other within the function."""
    y = x * 2.0
    x[1] = 5.0
    x += 1.0
    return [x * y, x]


WRITERS = [fill, in_place, through_views, by_arrays, old_versions, scalars]


@pytest.mark.parametrize("f", WRITERS, ids=lambda f: f.__name__)
def test_assignment(f):
    x = np.random.default_rng(2).normal(size=6)

    def slope(x: Any) -> Any:
        return tg.grad(lambda x: sum(np.sum(np.sin(p)) for p in as_list(f(x))))(x)

    compiled, compiled_slope = tg.compile(f), tg.compile(slope)
    for _ in range(3):
        t = leaf(x)
        expected = as_list(f(t))
        for a, b in zip(as_list(compiled(x)), expected, strict=True):
            same(a, b, False)
        same(compiled_slope(x), grad(sum(np.sum(np.sin(p)) for p in expected), t)[0], False)
        x = x[::-1] + 0.25
    np.testing.assert_allclose(
        tg.compile(tg.func.jacfwd(lambda x: np.concatenate([p.reshape(-1) for p in as_list(f(x))])))(x),
        tg.func.jacrev(lambda x: np.concatenate([p.reshape(-1) for p in as_list(f(x))]))(x),
        rtol=1e-12, atol=1e-12,
    )  # fmt: skip


def test_writing_to_an_argument_leaves_the_callers_array_alone():
    x = np.arange(3.0)
    compiled = tg.compile(arguments)
    for _ in range(2):
        kept = x.copy()
        found = compiled(x)
        np.testing.assert_array_equal(x, kept)
        expected = arguments(x.copy())
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)
        x = x + 1.0


def test_assignment_of_float32_into_float64_and_back():
    def f(x: Any, y: Any) -> Any:
        a = y * 1.0
        a[1:3] = x[:2]
        b = x * 1
        b[0] = y[3]
        return a, b

    x, y = np.array([0.1, 0.2, 0.3], np.float32), np.arange(4.0) / 3
    agrees(f, x, y)


def test_writes_to_outer_tensors_are_refused():
    """A replay could not repeat them; the Tensor stays what it was."""
    for write in (
        lambda w, x: w.__iadd__(x),
        lambda w, x: w.__setitem__(0, x[1]),
        lambda w, x: w[1:].__setitem__(0, 5.0),
        lambda w, x: w.__imul__(2.0),
    ):
        for w in (tg.tensor([1.0, 2.0, 3.0]), tg.tensor([0.5, 1.0, 1.5]) * 2.0):
            compiled = tg.compile(lambda x, w=w, write=write: (write(w, x), x * w)[1])
            with pytest.raises(InplaceError):
                compiled(np.ones(3))
            np.testing.assert_array_equal(w.numpy(), [1.0, 2.0, 3.0])
            np.testing.assert_array_equal((w + 1.0).numpy(), [2.0, 3.0, 4.0])
    own = tg.compile(lambda x: [own_write(tg.zeros(3), x)])
    np.testing.assert_array_equal(own(np.ones(3))[0], np.ones(3))


def own_write(y: Any, x: Any) -> Any:
    y += x
    return y


OVERLAPPING = {
    "forward": lambda y: y.__setitem__(slice(1, None), y[:-1]),
    "backward": lambda y: y.__setitem__(slice(None, -1), y[1:]),
    "reversed": lambda y: y.__setitem__(slice(None, None, -1), y),
    "gathered": lambda y: y.__setitem__([0, 1, 2], y[[3, 0, 1]]),
    "added": lambda y: y[1:].__iadd__(y[:-1]),
    "swapped": lambda y: y.__setitem__(slice(0, 2), y[1::-1]),
    "rows": lambda y: y.reshape(2, 3).__setitem__(slice(None), y.reshape(2, 3)[::-1]),
    "columns": lambda y: y.reshape(2, 3).T.__setitem__([2, 0], y.reshape(2, 3).T[[0, 2]]),
    "one": lambda y: y.__setitem__(Ellipsis, y[4]),
    "sum": lambda y: (y.__setitem__(2, np.sum(y)), y.__setitem__(3, np.sum(y))),
    "masked": lambda y: y.__setitem__(y > 2.2, y[y > 2.2][::-1]),
}


@pytest.mark.parametrize("name", OVERLAPPING)
def test_assignment_of_parts_of_the_array_itself(name):
    """The value is that before the write, as in NumPy."""

    def f(y: Any) -> Any:
        OVERLAPPING[name](y)
        return y

    compiled = tg.compile(lambda x: f(x * 1.0))
    slope = tg.compile(tg.func.jacfwd(lambda x: f(x * 1.0)))
    for x in (np.arange(6.0), 1.5 * np.arange(6.0)[::-1]):
        expected = f(x.copy())
        np.testing.assert_array_equal(compiled(x), expected)
        moves = np.stack([f(x + 1e-3 * e) for e in np.eye(6)], axis=1) - expected[:, None]
        np.testing.assert_allclose(slope(x), moves / 1e-3, atol=1e-9)


def test_a_long_loop_of_writes():
    def f(x: Any) -> Any:
        y = tg.zeros(300)
        y[0] = x[0]
        for i in range(1, 300):
            y[i] = 0.5 * y[i - 1] + np.sin(x[i])
        return y

    x = np.random.default_rng(0).normal(size=300)
    expected = np.zeros(300)
    expected[0] = x[0]
    for i in range(1, 300):
        expected[i] = 0.5 * expected[i - 1] + np.sin(x[i])
    compiled = tg.compile(f)
    np.testing.assert_allclose(compiled(x), expected, rtol=1e-14)
    slope = tg.compile(tg.grad(lambda x: np.sum(f(x))))(x)
    weights_ = np.array([(1 - 0.5 ** (300 - i)) / 0.5 for i in range(300)])
    wanted = weights_ * np.cos(x)
    wanted[0] = weights_[0]
    np.testing.assert_allclose(slope, wanted, rtol=1e-12)


# ------------------------------------------------------------------------------------------------- large programs


def test_many_arguments_and_results():
    numbers = [float(k) for k in range(1100)]
    assert tg.compile(lambda xs: sum(xs))(numbers) == sum(numbers)
    rows = [np.full(2, k) for k in numbers]
    np.testing.assert_array_equal(tg.compile(lambda xs: sum(xs))(rows), sum(rows))
    found = tg.compile(lambda x: [x * k for k in numbers])(np.ones(2))
    np.testing.assert_array_equal(found, np.array(rows))
    assert tg.compile(lambda x: [x * k for k in numbers])(2.0) == [2.0 * k for k in numbers]


def test_many_scalar_operations():
    """Longer than what is compiled at once with optimisation."""

    def f(x: Any) -> Any:
        y = x
        for k in range(3000):
            y = y * 0.999 + (x if k % 3 else np.sin(y)) * 0.001
        return y

    compiled = tg.compile(tg.value_and_grad(f))
    t = tg.tensor(0.7, requires_grad=True)
    out = f(t)
    value, slope = compiled(0.7)
    assert value == out.item()
    assert slope == pytest.approx(grad(out, t)[0].item(), rel=1e-12)


def test_many_lane_operations():
    def f(x: Any) -> Any:
        y = x
        for k in range(500):
            y = y * 0.999 + (x if k % 3 else np.sin(y)) * 0.001
        return y

    x = np.random.default_rng(0).normal(size=13)
    compiled = tg.compile(lambda x: tg.func.vjp(f, x)[1](tg.ones(13)))
    t = leaf(x)
    same(compiled(x)[0], grad(f(t), t, np.ones(13))[0], False)


# ------------------------------------------------------------------------------------------------- random programs

SETTINGS = settings(
    derandomize=True, deadline=None, max_examples=60, database=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.skipif(properties is None, reason="the random programs come with the tests against PyTorch")
@SETTINGS
@given(st.data())
def test_random_programs_agree_with_eager_ones(data):
    """Values, gradients, and the derivative along a direction, of programs of the property tests."""
    program = data.draw(properties.programs())
    dtype = data.draw(st.sampled_from([np.float64, np.float64, np.float32]))
    wide = dtype == np.float64

    def values(leaves: Any) -> Any:
        class Library(properties.Tapegrad):
            queue = iter(leaves)

            @classmethod
            def leaf(cls, array: Any) -> Any:
                return next(cls.queue)

        return properties.run(program, Library)[1][len(leaves) :]

    def loss(leaves: Any) -> Any:
        return sum(np.sum(np.sin(v)) for v in values(leaves)) + 0.0 * np.sum(leaves[0])

    def everything(leaves: Any) -> Any:
        slopes = tg.grad(loss)(leaves)
        pushed = tg.func.jvp(loss, (leaves,), ([np.ones(x.shape, dtype) for x in leaves],))[1]
        return values(leaves), slopes, pushed

    compiled = tg.compile(everything)
    for shift in (0.0, 0.125):
        arrays = [(a + shift).astype(dtype) for a in program.leaves]
        found, slopes, pushed = compiled(arrays)
        leaves = [leaf(a) for a in arrays]
        expected = values([t.clone() for t in leaves])
        for k, (a, b) in enumerate(zip(found, expected, strict=True)):
            close_enough(a, plain(b), wide, f"value {k} of {program.steps}")
        total = sum(np.sum(np.sin(v)) for v in values([t.clone() for t in leaves])) + 0.0 * np.sum(leaves[0])
        wanted = [plain(g) for g in grad(total, leaves, materialize_grads=True)]
        for k, (a, b) in enumerate(zip(slopes, wanted, strict=True)):
            close_enough(a, b, wide, f"slope {k} of {program.steps}")
        if all(np.isfinite(b).all() for b in wanted):
            direction = sum(float(np.sum(b)) for b in wanted)
            scale = 1.0 + sum(float(np.sum(abs(b))) for b in wanted)
            if np.isfinite(pushed):
                assert abs(pushed - direction) <= (1e-9 if wide else 1e-3) * scale, program.steps


@pytest.mark.skipif(properties is None, reason="the random programs come with the tests against PyTorch")
@settings(SETTINGS, max_examples=30)
@given(st.data())
def test_second_derivatives_of_random_programs(data):
    """Hessian times vector, forward over reverse and compiled, against the gradient of a recorded gradient."""
    program = data.draw(properties.programs(steps=8))
    rng = np.random.default_rng(0)
    vectors = [rng.normal(size=a.shape) for a in program.leaves]

    def loss(leaves: Any) -> Any:
        class Library(properties.Tapegrad):
            queue = iter(leaves)

            @classmethod
            def leaf(cls, array: Any) -> Any:
                return next(cls.queue)

        return np.sum(np.sin(properties.run(program, Library)[1][-1])) + 0.0 * np.sum(leaves[0])

    leaves = [leaf(a) for a in program.leaves]
    first = grad(loss([t.clone() for t in leaves]), leaves, create_graph=True, materialize_grads=True)
    along = sum(np.sum(g * v) for g, v in zip(first, vectors, strict=True)) + 0.0 * np.sum(leaves[0])
    wanted = [plain(g) for g in grad(along, leaves, materialize_grads=True)]
    for transform in (
        tg.hvp(loss),
        tg.compile(tg.hvp(loss)),
        tg.compile(lambda x, v: tg.func.vjp(tg.grad(loss), x)[1](v)[0]),
    ):
        for k, (a, b) in enumerate(zip(transform(program.leaves, vectors), wanted, strict=True)):
            close_enough(a, b, True, f"{k} of {program.steps}")


def close_enough(found: Any, expected: np.ndarray, wide: bool, what: str) -> None:
    assert np.shape(found) == expected.shape, what
    assert np.asarray(found).dtype == expected.dtype, what
    finite = np.isfinite(expected)
    scale = float(np.max(np.abs(expected[finite]), initial=1.0))
    np.testing.assert_allclose(
        found, expected, rtol=1e-9 if wide else 1e-3, atol=(1e-11 if wide else 1e-4) * scale, err_msg=what
    )

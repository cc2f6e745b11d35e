"""Every op of the table in compiled functions against eager code, to the bit; lengths, layouts and special values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tests.ops.test_arrays import ENTRIES, as_list, calls, weights
from tests.ops.test_elementwise import OPS, SMOOTH, derivatives, draw, special_points
from tests.replay.agreement import LAYOUTS, each_dtype, same, takes
from tests.support import bits, gradient, leaf

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


def check_elementwise(
    ops: list[Any], arguments: list[list[np.ndarray]], seeds: list[np.ndarray], exact_gradients: bool
) -> None:
    """Smooth ops in one program; each on arguments of its own."""

    def f(arguments: Any, seeds: Any) -> Any:
        return [pulled(op, args, g) for op, args, g in zip(ops, arguments, seeds, strict=True)]

    compiled = tg.compile(f)
    compiled(arguments, seeds)
    for op, args, g, found in zip(ops, arguments, seeds, compiled(arguments, seeds), strict=True):
        leaves = [leaf(a) for a in args]
        value = op(*leaves)
        same(found[0], value, True, op.name)
        expected = grad(value, [leaves[k] for k in derivatives(op)], g)
        for x, y in zip(found[1:], expected, strict=True):
            same(x, y, exact_gradients, op.name)


def seeds_of(shapes: list[Any], dtype: Any) -> list[np.ndarray]:
    rng = np.random.default_rng(8)
    return [np.asarray(rng.normal(size=shape)).astype(dtype) for shape in shapes]


@pytest.mark.sampled(2)
@each_dtype
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("shape", [(), (1, 1), (2, 0), (5,), (17,), (2, 3, 4)], ids=str)
def test_elementwise_ops_and_their_gradients(shape, part, dtype):
    """Float32 gradients are rounded after each operation here, and once in the eager sweep."""
    ops = SMOOTH[part::4]
    arguments = [draw(op, [shape] * len(op.arguments), dtype, 3) for op in ops]
    check_elementwise(ops, arguments, seeds_of([shape] * len(ops), dtype), dtype == np.float64)


@pytest.mark.exhaustive
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


@pytest.mark.sampled(1)
@each_dtype
def test_all_elementwise_ops_at_special_points(dtype):
    arguments = [special_points(op, dtype) for op in OPS]
    compiled = tg.compile(lambda arguments: [op(*args) for op, args in zip(OPS, arguments, strict=True)])
    for op, args, found in zip(OPS, arguments, compiled(arguments), strict=True):
        same(found, op(*map(tg.tensor, args)), True, op.name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [1.0, 0.0, np.inf, np.nan])
def test_gradients_at_special_points(seed):
    """NaN and infinities are the same, and so is what an adjoint of zero leaves."""
    arguments = [special_points(op, np.float64) for op in SMOOTH]
    check_elementwise(SMOOTH, arguments, [np.full(args[0].shape, seed) for args in arguments], True)


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


def value_and_gradients(call: Any) -> Any:
    """A function of the operands of a sample: results, and adjoints for seeds."""

    def f(arrays: list[Any], seeds: list[Any]) -> Any:
        def of(*xs: Any) -> Any:
            return as_list(call.found(xs))

        parts, pullback = tg.func.vjp(of, *arrays)
        return [*parts, *pullback(seeds)]

    return f


@pytest.mark.sampled(6)
@each_dtype
@pytest.mark.parametrize("start", range(0, len(ENTRIES), 8))
def test_array_ops_and_their_gradients(start, dtype):
    """Every sample of a few records in one program; in float32, which is only how arrays lie in memory, one of each."""
    most = None if dtype == np.float64 else 1
    jobs = [
        (entry.name, call) for entry in ENTRIES[start : start + 8] for call in calls(entry)[:most] if takes(call, dtype)
    ]
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
            same(x, y, False, f"{name} {call.keywords}", 10.0 if name == "solve_continuous_are" else 1.0)
        for x in found[len(expected) :]:
            assert not np.any(x)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("start", range(0, len(ENTRIES), 8))
def test_compiled_jacobians_of_array_ops(start):
    """Forward mode against differences of the references, for a sample of each, and reverse mode for some: the gradients
    above are by it."""
    jobs = [(entry.name, call) for entry in ENTRIES[start : start + 8] for call in calls(entry)[:1]]

    def job(call: Any, mode: Any) -> Any:
        def total(*xs: Any) -> Any:
            return sum(
                np.sum(p * w)
                for p, w in zip(as_list(call.found(xs)), weights(as_list(call.expected(call.arrays))), strict=True)
            )

        return lambda arrays: mode(total, tuple(range(len(arrays))))(*arrays)

    modes = [tg.func.jacfwd, tg.func.jacrev][: 1 if start % 64 else 2]
    functions = [job(call, mode) for mode in modes for _, call in jobs]
    arrays = [call.arrays for _, call in jobs] * len(modes)
    found = tg.compile(lambda arrays: [f(xs) for f, xs in zip(functions, arrays, strict=True)])(arrays)
    for (name, call), rows in zip(jobs * len(modes), found, strict=True):
        for x, y in zip(rows, call.slopes, strict=True):
            np.testing.assert_allclose(x, y.astype(float), rtol=1e-9, atol=1e-9, err_msg=f"{name} {call.keywords}")


# ------------------------------------------------------------------------------------------------- lengths and layouts


def mixed(x: Any, y: Any) -> Any:
    """A bit of everything that has loops: elementwise, sums, running sums, extremes, products, moves, writes."""
    z = np.exp(-x * x) * np.where(y > 0, np.sqrt(abs(y)), x)
    w = np.concatenate([z, x[::-1] * 2.0])
    w[::2] = w[::2] + 1.0
    return [z, np.sum(z), np.cumsum(y), np.max(z), np.dot(x, z), np.outer(x, y) @ z, w, np.mean(w), z[:1], x[-1] * y]


@pytest.mark.sampled(6)
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


@pytest.mark.sampled(2)
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


@pytest.mark.sampled(4)
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

"""`vmap` against Python loops over the instances, and against JAX where it is installed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError, DtypeError, ReplayError, ShapeError
from tapegrad.func.containers import flatten, unflatten
from tapegrad.ops import composites, declare
from tests.ops.test_arrays import Call, as_list, calls
from tests.support import close, gradient, leaf, plain

RNG = np.random.default_rng
ENTRIES: list[Any] = [
    *[
        op
        for op in declare.table
        if isinstance(op, declare.ArrayOp) and op.samples and not isinstance(op, declare.Constant)
    ],
    *[entry for entry in composites.composites.values() if not entry.complex],
]
each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)


def leaves(tree: Any) -> list[Any]:
    found: list[Any] = []
    flatten(tree, found)
    return found


def numbers(tree: Any) -> Any:
    """The values of Tensors."""
    found: list[Any] = []
    structure = flatten(tree, found)
    return unflatten(structure, [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x) for x in found])


def agree(found: Any, expected: Any, rtol: float = 1e-12) -> None:
    ours: list[Any] = []
    theirs: list[Any] = []
    assert flatten(numbers(found), ours) == flatten(numbers(expected), theirs)
    for x, y in zip(ours, theirs, strict=True):
        assert (x.dtype, x.shape) == (y.dtype, y.shape)
        if y.dtype.kind != "f":
            np.testing.assert_array_equal(x, y)
        else:
            np.testing.assert_allclose(x, y, rtol=rtol, atol=rtol * np.max(np.abs(y[np.isfinite(y)]), initial=1.0))


def looped(f: Any, *args: Any, axes: Any = 0, out_axes: int = 0) -> Any:
    """One call for each instance."""
    axes = axes if isinstance(axes, tuple) else (axes,) * len(args)
    (count,) = {np.shape(x)[a] for tree, a in zip(args, axes, strict=True) if a is not None for x in leaves(tree)}
    rows = []
    for k in range(count):
        given = []
        for tree, axis in zip(args, axes, strict=True):
            found: list[Any] = []
            structure = flatten(tree, found)
            given.append(tree if axis is None else unflatten(structure, [np.take(x, k, axis=axis) for x in found]))
        rows.append(f(*given))
    structure = flatten(rows[0], [])
    return unflatten(
        structure,
        [np.stack([np.asarray(x) for x in column], axis=out_axes) for column in zip(*map(leaves, rows), strict=True)],
    )


def ways(f: Any, **axes: Any) -> dict[str, Any]:
    """The mapped function on arrays, on Tensors with and without history, compiled, and within a recording."""
    mapped = tg.vmap(f, **axes)
    return {
        "arrays": mapped,
        "tensors": lambda *args: mapped(*tensors(args, tg.tensor)),
        "leaves": lambda *args: mapped(*tensors(args, leaf)),
        "compiled": tg.compile(mapped),
        "recorded": tg.compile(lambda *args: mapped(*args)),
    }


def tensors(tree: Any, make: Any) -> Any:
    found: list[Any] = []
    structure = flatten(tree, found)
    return unflatten(structure, [make(np.asarray(x)) for x in found])


WAYS = list(ways(np.sin))
each_way = pytest.mark.parametrize("way", WAYS)

# ------------------------------------------------------------------------------------------------- values

FUNCTIONS: dict[str, Any] = {
    "number": lambda x: np.sum(np.sin(x)) * x[0, 0],
    "same shape": lambda x: np.exp(-x) * x,
    "two results": lambda x: (x @ x.T, {"s": np.sum(x, axis=0)}),
    "masks": lambda x: (x > 0.0, np.any(x > 1.0), np.where(x > 0.0, x, -x)),
    "pieces": lambda x: (x[0], x[1, ::-1], x[:, None, 1], x[[1, 0, 1]]),
    "joined": lambda x: np.concatenate([x, x[:1] * 2.0, np.ones((1, 3))]),
    "broadcast": lambda x: x[0] - x[:, :1] + np.arange(3.0),
    "var": lambda x: (np.var(x, axis=1), np.max(x, axis=0), np.prod(x), np.cumsum(x, axis=1)),
    "constant too": lambda x: (x * 2.0, tg.ones(2) * 3.0),
    "unused": lambda x: x[0, 0] * 0.0 + 1.0,
}


@each_way
@pytest.mark.parametrize("count", [1, 2, 9])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name, count, way):
    f = FUNCTIONS[name]
    x = RNG(1).normal(size=(count, 2, 3))
    found = ways(f)[way](x)
    agree(found, looped(lambda x: numbers(f(x)), x))
    for y in leaves(found):
        assert isinstance(y, tg.Tensor if way in ("tensors", "leaves") else np.ndarray)


@each_way
@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.bool_])
def test_dtypes(dtype, way):
    x = (RNG(2).normal(size=(5, 3)) * 3).astype(dtype)
    y = RNG(3).normal(size=(5, 3))
    found = ways(lambda x, y: (x * y, x * np.float32(2), np.where(x > 0, y, 1.0)))[way](x, y)
    agree(found, (x * y, x * np.float32(2), np.where(x > 0, y, 1.0)), rtol=1e-6)


@each_way
@pytest.mark.parametrize("axes", [(0, 0, 0), (1, 2, None), (-1, None, 0), (None, -1, None), [2, 0, 0]], ids=str)
@pytest.mark.parametrize("out", [0, 1, -1])
def test_axes(axes, out, way):
    x, y, z = RNG(4).normal(size=(4, 4, 4)), RNG(5).normal(size=(4, 4, 4)), RNG(6).normal(size=(4,))

    def f(x, y, z):
        x, y = (a[0] if a.ndim == 3 else a for a in (x, y))
        return (x * y).T * np.sum(z), x[0]

    found = ways(f, in_axes=axes, out_axes=out)[way](x, y, z)
    agree(found, looped(f, x, y, z, axes=tuple(axes), out_axes=out))


@each_way
def test_containers_and_keywords(way):
    x, y = RNG(7).normal(size=(2, 5, 3))
    tree = {"a": [x, (y[:, 0],)], "none": None}
    found = ways(lambda t, s: {"r": [t["a"][0] * s, t["a"][1][0]], "n": None}, in_axes=(0, None))[way](tree, 2.0)
    agree(found, {"r": [x * 2.0, y[:, 0]], "n": None})
    if way in ("arrays", "compiled"):
        agree(tg.vmap(lambda x, *, scale: x * scale, in_axes=0)(x, scale=y), x * y)
    agree(tg.vmap(lambda x, *, scale: x * scale)(leaf(x), scale=leaf(y)), x * y)


@each_way
def test_no_instance(way):
    found = ways(lambda x: (np.sum(x), x * 2.0, x @ np.ones((3, 2))))[way](np.zeros((0, 3)))
    assert [np.shape(y) for y in leaves(found)] == [(0,), (0, 3), (0, 2)]


def test_a_compiled_function_is_mapped():
    f = tg.compile(lambda x: np.sin(x) * x[0])
    x = RNG(8).normal(size=(5, 3))
    for given in (x, leaf(x)):
        agree(tg.vmap(f)(given), np.sin(x) * x[:, :1])
    agree(tg.vmap(functools.partial(lambda a, x: x * a, 2.0))(x), x * 2.0)
    assert "branch" in tg.vmap(branch).__name__


# ------------------------------------------------------------------------------------------------- the ops' rules


def mapped_call(call: Call, arrays: list[np.ndarray], chosen: list[bool], way: str) -> tuple[Any, Any]:
    """A call of an op for a batch of some of its operands, and by its reference one after the other."""
    axes = tuple(0 if c else None for c in chosen)
    ours = ways(lambda *args: tuple(as_list(call.found(args))), in_axes=axes)[way](*arrays)
    return ours, looped(lambda *args: tuple(np.asarray(y) for y in as_list(call.expected(args))), *arrays, axes=axes)


def batches(call: Call, chosen: list[bool], count: int) -> list[np.ndarray]:
    """Operands near the sample's, so that they stay where the op is defined."""
    rng = RNG(9)
    factors = 1.0 + 0.05 * rng.uniform(size=count)
    return [np.stack([a * s for s in factors]) if c else a for a, c in zip(call.arrays, chosen, strict=True)]


def choices(n: int) -> list[list[bool]]:
    """All, and each alone."""
    return [[True] * n, *([k == j for k in range(n)] for j in range(n) if n > 1)]


@pytest.mark.sampled(21)
@pytest.mark.parametrize("way", ["arrays", "leaves"])
@each_entry
def test_ops(entry, way):
    samples = calls(entry)
    for call in samples if way == "leaves" else samples[:2]:
        if not call.arrays:
            continue
        for chosen in choices(len(call.arrays)):
            found, expected = mapped_call(call, batches(call, chosen, 3), chosen, way)
            agree(found, expected, rtol=1e-11)


@each_entry
def test_gradients_of_ops(entry):
    """Through the batch, against a loop of sweeps."""
    for call in calls(entry):
        if not call.arrays:
            continue
        for chosen in choices(len(call.arrays)):
            axes = tuple(0 if c else None for c in chosen)
            arrays = batches(call, chosen, 3)
            ours = [leaf(a) for a in arrays]
            mapped = tg.vmap(lambda *args, call=call: tuple(as_list(call.found(args))), in_axes=axes)(*ours)
            theirs = [leaf(a) for a in arrays]
            one = [
                as_list(call.found([t[k] if c else t for t, c in zip(theirs, chosen, strict=True)])) for k in range(3)
            ]
            loss = sum(np.sin(y).sum() for y in mapped)
            wanted = sum(np.sin(y).sum() for row in one for y in row)
            for x, y in zip(grad(loss, ours), grad(wanted, theirs), strict=True):
                agree(x, y, rtol=1e-9)


# ------------------------------------------------------------------------------------------------- derivatives


def test_gradients_flow_to_arguments_and_to_what_is_captured():
    x, w = RNG(10).normal(size=(5, 3)), RNG(11).normal(size=3)
    a, b = leaf(x), leaf(w)
    pending = b * 2.0
    loss = tg.vmap(lambda row: np.sum(np.sin(row * pending)) * b[0])(a).sum()
    found = grad(loss, [a, b])
    wanted = gradient(lambda x, w: np.sum(np.sin(x * w * 2.0)) * w[0], [x, w])
    for value, expected in zip(found, wanted, strict=True):
        close(plain(value), expected, 1)
    only = tg.vmap(lambda row: np.sum(row * b))(x)  # arrays in, but a gradient to keep
    assert isinstance(only, tg.Tensor)
    (slope,) = grad(only.sum(), [b])
    agree(slope, x.sum(axis=0))
    again = tg.vmap(lambda row: np.sum(row * b))
    for scale in (1.0, 2.0):
        agree(again(x * scale), x @ w * scale)
        a.grad = b.grad = None
        again(x * scale).sum().backward()
        agree(b.grad, x.sum(axis=0) * scale)
    shared = leaf(w)
    tg.vmap(lambda row, w: np.sum(row * w), in_axes=(0, None))(x, shared).sum().backward()
    agree(shared.grad, x.sum(axis=0))


def test_second_gradients_flow():
    x = leaf(RNG(12).normal(size=(4, 3)))
    y = tg.vmap(lambda row: np.sum(np.sin(row) * row[0]))(x).sum()
    (g,) = grad(y, x, create_graph=True)
    (h,) = grad((g * g).sum(), x)
    z = leaf(plain(x))
    (g,) = grad((np.sin(z) * z[:, :1]).sum(), z, create_graph=True)
    agree(h, grad((g * g).sum(), z)[0])


OUTSIDE = {
    "grad": (tg.grad, lambda f: f),
    "hessian": (tg.hessian, lambda f: f),
    "jacobian of grad": (lambda f: tg.jacobian(tg.grad(f)), lambda f: f),
    "jacfwd": (tg.func.jacfwd, lambda f: f),
    "jvp": (lambda f: lambda x: tg.func.jvp(f, (x,), (np.cos(x),)), lambda f: f),
    "vjp": (lambda f: lambda x: tg.func.vjp(f, x)[1](2.0), lambda f: f),
}


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_transforms_of_maps(name, compiled):
    """A derivative of a sum over a batch: the same as of the sum written out."""
    w = RNG(13).normal(size=3)
    f = OUTSIDE[name][0](lambda x: np.sum(tg.vmap(lambda row: np.sum(np.sin(row * w) * row[0]))(x) ** 2))
    g = OUTSIDE[name][0](lambda x: np.sum(np.sum(np.sin(x * w) * x[:, :1], axis=1) ** 2))
    x = RNG(14).normal(size=(4, 3))
    agree((tg.compile(f) if compiled else f)(x), g(x), rtol=1e-10)


INSIDE = {
    "grad": tg.grad,
    "value and grad": tg.value_and_grad,
    "hessian": tg.hessian,
    "jacobian": lambda f: tg.jacobian(lambda x: np.sin(x) * f(x)),
    "jacfwd": lambda f: tg.func.jacfwd(lambda x: np.sin(x) * f(x)),
    "jvp": lambda f: lambda x: tg.func.jvp(f, (x,), (x,)),
}


@each_way
@pytest.mark.parametrize("name", INSIDE)
def test_maps_of_transforms(name, way):
    f = INSIDE[name](lambda x: np.sum(np.sin(x[:2]) * x[1:]) * np.exp(x[0]))
    x = RNG(15).normal(size=(5, 3))
    agree(ways(f)[way](x), looped(f, x), rtol=1e-10)


def test_gradients_of_maps_of_gradients():
    """The gradient of a sum of squares of gradients, by differences."""

    def inner(row):
        return np.sum(np.sin(row) * row[0])

    def loss(x):
        return np.sum(tg.vmap(tg.grad(inner))(x) ** 2)

    def by(x):
        return np.sum((np.cos(x) * x[:, :1] + np.sin(x).sum(axis=1)[:, None] * np.array([1.0, 0.0, 0.0])) ** 2)

    x = RNG(16).normal(size=(4, 3))
    close(loss(x), by(x))
    for f in (tg.grad(loss), tg.compile(tg.grad(loss))):
        close(f(x), gradient(by, [x])[0], 1)
    t = leaf(x)
    loss(t).backward()
    close(plain(t.grad), gradient(by, [x])[0], 1)


def test_jacobian_by_basis():
    """A Jacobian as a map of products with the unit vectors."""

    def f(x):
        return np.sin(x) * x[0] + np.sum(x) ** 2

    x = RNG(17).normal(size=4)
    expected = tg.jacobian(f)(x)
    for given in (x, leaf(x)):
        rows = tg.vmap(lambda v: tg.func.vjp(f, given)[1](v))(np.eye(4))
        agree(leaves(rows)[0], expected)
        columns = tg.vmap(lambda v: tg.func.jvp(f, (given,), (v,))[1], out_axes=1)(np.eye(4))
        agree(columns, expected)
    both = tg.compile(lambda x: tg.vmap(lambda v: tg.func.vjp(f, x)[1](v))(np.eye(4)))(x)
    agree(leaves(both)[0], expected)


# ------------------------------------------------------------------------------------------------- nesting


@each_way
def test_maps_of_maps(way):
    x, y = RNG(18).normal(size=(4, 3)), RNG(19).normal(size=(5, 3))

    def pairs(f):
        return tg.vmap(lambda a: tg.vmap(lambda b: f(a, b))(y))

    expected = np.exp(-((x[:, None] - y[None]) ** 2).sum(axis=2))
    kernel = pairs(lambda a, b: np.exp(-np.sum((a - b) ** 2)))
    given = {"tensors": tg.tensor, "leaves": leaf}.get(way, lambda x: x)
    f = {"compiled": tg.compile(kernel), "recorded": tg.compile(lambda x: kernel(x))}.get(way, kernel)
    agree(f(given(x)), expected)
    twice = tg.vmap(tg.vmap(lambda a, b: a @ b, in_axes=(None, 0)), in_axes=(0, None))
    f = {"compiled": tg.compile(twice), "recorded": tg.compile(lambda x, y: twice(x, y))}.get(way, twice)
    agree(f(given(x), given(y)), x @ y.T)
    both = tg.vmap(tg.vmap(np.sum, in_axes=1, out_axes=0), in_axes=0, out_axes=1)
    agree(both(given(RNG(20).normal(size=(2, 3, 4)))), RNG(20).normal(size=(2, 3, 4)).sum(axis=1).T)


def test_gradients_of_maps_of_maps():
    x, y = RNG(21).normal(size=(4, 3)), RNG(22).normal(size=(5, 3))

    def loss(x, y):
        return np.sum(tg.vmap(lambda a: tg.vmap(lambda b: np.exp(-np.sum((a - b) ** 2)))(y))(x) ** 2)

    wanted = gradient(lambda x, y: np.sum(np.exp(-((x[:, None] - y[None]) ** 2).sum(axis=2)) ** 2), [x, y])
    for f in (tg.grad(loss, argnums=(0, 1)), tg.compile(tg.grad(loss, argnums=(0, 1)))):
        for value, expected in zip(f(x, y), wanted, strict=True):
            close(value, expected, 1)


# ------------------------------------------------------------------------------------------------- decisions


def branch(x: Any) -> Any:
    return np.sin(x) * 2.0 if x > 0.0 else x * x


@pytest.mark.parametrize("make", [lambda f: f, tg.compile], ids=["eager", "compiled"])
def test_arrays_that_branch(make):
    f = make(tg.vmap(branch))
    x = RNG(23).normal(size=20)
    x[3] = np.nan
    agree(f(x), np.array([branch(v) for v in x]))
    agree(f(x[::-1]), np.array([branch(v) for v in x[::-1]]))
    assert f.stats()["recordings"] == 2
    agree(make(tg.vmap(tg.grad(branch)))(x), np.where(x > 0, 2.0 * np.cos(x), 2.0 * x))


def test_tensors_that_branch():
    """All alike are run at once; otherwise each instance is computed by itself."""
    x = np.array([1.0, 2.0, 3.0])
    mapped = tg.vmap(branch)
    for sign, expected in ((1.0, 2.0 * np.cos(x)), (-1.0, -2.0 * x)):
        t = leaf(sign * x)
        mapped(t).sum().backward()
        agree(t.grad, expected)
    mixed = np.array([1.0, -1.0, 2.0])
    for bad in (mixed, mixed[::-1] * np.array([1.0, 1.0, np.nan])):
        t, sine = leaf(bad), bad > 0.0
        y = mapped(t)
        agree(y, np.where(sine, 2.0 * np.sin(bad), bad * bad))
        y.sum().backward()
        agree(t.grad, np.where(sine, 2.0 * np.cos(bad), 2.0 * bad))
    t = leaf(x)
    mapped(t).sum().backward()  # nothing is left behind
    agree(t.grad, 2.0 * np.cos(x))


def test_recorded_maps_that_branch():
    """The recording is good while all instances decide as in it; all otherwise: another; mixed: an error."""
    f = tg.compile(tg.grad(lambda x: np.sum(tg.vmap(branch)(x))))
    x = np.array([1.0, 2.0, 3.0])
    for _ in range(2):
        agree(f(x), 2.0 * np.cos(x))
        agree(f(-x), -2.0 * x)
        with pytest.raises(ReplayError, match=r"test_vmap\.py.*np\.where"):
            f(x * np.array([1.0, -1.0, 1.0]))
        with pytest.raises(ReplayError):
            f(x * np.array([-1.0, 1.0, -1.0]))
    shared = tg.compile(lambda x, s: tg.vmap(lambda v: v * s if s > 0.0 else v - s)(x))
    agree(shared(x, 2.0), x * 2.0)
    agree(shared(x, -2.0), x + 2.0)


LOOPS = {
    "checkpoint": lambda x: tg.checkpoint(lambda x: x * 2.0 if x > 0.0 else x + 1.0)(x),
    "scan": lambda x: tg.scan(lambda c, _: (c * 2.0 if x > 0.0 else c + 1.0, None), x, length=1)[0],
    "carry": lambda x: tg.scan(lambda c, _: (c * 2.0 if c > 0.0 else c + 1.0, None), x, length=1)[0],
}


@each_way
@pytest.mark.parametrize("name", LOOPS)
def test_loops_that_branch(name, way):
    """Right for each instance, or an error."""
    x = np.array([1.0, -1.0, 2.0, -5.0])
    mapped = ways(LOOPS[name])[way]
    agree(mapped(np.abs(x)), np.abs(x) * 2.0)
    agree(mapped(-np.abs(x)), 1.0 - np.abs(x))
    if way in ("arrays", "compiled"):
        agree(mapped(x), np.where(x > 0.0, x * 2.0, x + 1.0))
    else:
        with pytest.raises(ReplayError):
            numbers(mapped(x))


def test_indices_that_differ():
    x, k = RNG(24).normal(size=(6, 4)), np.array([0, 3, 1, 1, 2, 0])
    agree(tg.vmap(lambda x, k: x[int(k)])(x, k), x[np.arange(6), k])
    t = leaf(x)
    y = tg.vmap(lambda x, k: x[int(k)])(t, k)
    agree(y, x[np.arange(6), k])
    y.sum().backward()
    agree(t.grad, (k[:, None] == np.arange(4)) * 1.0)
    shared = leaf(2.0)
    y, _ = tg.vmap(lambda x, k: (x[: int(k)].sum() * shared, k))(t, k)
    agree(y, np.array([2.0 * row[:n].sum() for row, n in zip(x, k, strict=True)]))
    y.sum().backward()
    agree(shared.grad, np.sum(y.detach().numpy()) / 2.0)
    with pytest.raises(ShapeError, match="expected results of one shape for all instances, got"):
        tg.vmap(lambda x, k: x[: int(k)])(leaf(x), k)


CHOOSING: dict[str, tuple[Callable[..., Any], np.ndarray]] = {
    "piecewise": (lambda x: np.piecewise(x, [x > 0], [lambda v: v * v, -1.0]), np.array([[1.5, -2.5], [-3.5, 4.0]])),
    "matrix_rank": (np.linalg.matrix_rank, np.array([[[1.0, 2.0], [2.0, 4.0]], [[3.0, 1.0], [1.0, 3.0]]])),
    "eigvals": (np.linalg.eigvals, np.array([[[0.0, 1.0], [-1.0, 0.0]], [[3.0, 1.0], [1.0, 3.0]]]) + 0j),
    "lstsq": (lambda a: np.linalg.lstsq(a, np.ones(2))[0], np.array([[[1.0, 2.0], [2.0, 4.0]], [[3.0, 1.0], [1.0, 3.0]]])),
    "whole": (lambda i: np.floor(i) + i // True - np.fmod(i, 3) * np.round(i, -1) + np.reciprocal(i), np.array([[1, -2], [7, 25]])),
    "truths": (lambda m: abs(m) ^ np.floor(m) ^ np.einsum("i,i->i", m, ~m), np.array([[True, False], [False, False]])),
}  # fmt: skip


@pytest.mark.parametrize("name", CHOOSING)
def test_functions_that_choose_by_values(name):
    f, rows = CHOOSING[name]
    expected = np.stack([f(row) for row in rows])
    for way in ("arrays", "tensors", "compiled"):
        np.testing.assert_allclose(numbers(ways(f)[way](rows)), expected, rtol=1e-13, atol=1e-13)


# ------------------------------------------------------------------------------------------------- JAX


@pytest.mark.exhaustive
@pytest.mark.slow
def test_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy
    x, w = RNG(25).normal(size=(6, 3)), RNG(26).normal(size=(3, 3))
    cases = [
        (lambda m: lambda x, w: m.tanh(w @ x) * x, {}),
        (lambda m: lambda x, w: m.sum(m.sin(w) @ x), {"in_axes": (0, None)}),
        (lambda m: lambda x, w: m.outer(x, w), {"in_axes": (1, 1), "out_axes": 2}),
        (lambda m: lambda x, w: m.cumsum(x) + w[::-1], {"in_axes": (None, 0), "out_axes": 1}),
    ]
    for k, (f, axes) in enumerate(cases):
        given = {0: (x, np.broadcast_to(w, (6, 3, 3))), 1: (x, w), 2: (x[:3], w), 3: (x[0], w)}[k]
        expected = np.asarray(jax.vmap(f(jnp), **axes)(*given))
        for way in WAYS:
            agree(ways(f(np), **axes)[way](*given), expected)
        slope = jax.grad(lambda *args: jnp.sum(jnp.sin(jax.vmap(f(jnp), **axes)(*args))), argnums=(0, 1))(*given)
        for ours in (
            tg.grad(lambda *args: np.sum(np.sin(tg.vmap(f(np), **axes)(*args))), argnums=(0, 1))(*given),
            tg.compile(tg.grad(lambda *args: np.sum(np.sin(tg.vmap(f(np), **axes)(*args))), argnums=(0, 1)))(*given),
        ):
            agree(ours, tuple(np.asarray(s) for s in slope), rtol=1e-11)


# ------------------------------------------------------------------------------------------------- errors


@each_way
def test_errors(way):
    x = np.ones((4, 2))

    def mapped(**axes):
        return ways(lambda x, y: x * y, **axes)[way]

    with pytest.raises(ShapeError, match="one length"):
        mapped()(x, np.ones((3, 2)))
    with pytest.raises(ShapeError, match="no axis"):
        mapped()(x, 1.0)
    with pytest.raises(ShapeError, match="no axis"):
        mapped(in_axes=2)(x, x)
    with pytest.raises(ShapeError, match="no axis"):
        mapped(in_axes=(0, -3))(x, x)
    with pytest.raises(ArgumentError, match="2 arguments"):
        mapped(in_axes=(0,))(x, x)
    with pytest.raises((ArgumentError, ShapeError)):
        mapped(in_axes=None)(x, x)
    with pytest.raises(ShapeError):
        ways(lambda x: x @ np.ones(5))[way](x)
    agree(mapped()(x, x * 2.0), x * 2.0)


@each_way
def test_an_axis_that_results_do_not_have(way):
    for f, out in ((lambda x: x, 2), (lambda x: x, -3), (np.sum, 1)):
        with pytest.raises(ShapeError, match="no axis"):
            ways(f, out_axes=out)[way](np.ones((4, 2)))


def test_what_is_no_function_or_number():
    with pytest.raises(ArgumentError, match="function"):
        tg.vmap(3.0)
    with pytest.raises(DtypeError):
        tg.vmap(lambda x: x)(np.array(["a"]))


@each_way
def test_one_element_is_assigned(way):
    def f(x):
        y = x * 1.0
        y[1] = x[0] * 2.0
        y[2] = 7.0
        y[3] = np.sum(x)
        return y

    x = np.arange(8.0).reshape(2, 4)
    agree(ways(f)[way](x), np.stack([x[:, 0], 2.0 * x[:, 0], [7.0, 7.0], x.sum(1)], axis=1))


def test_ranks_are_data_in_recordings():
    """Ranks that differ among members are no decision."""
    a = np.stack([np.eye(3), np.ones((3, 3)), np.diag([1.0, 2.0, 0.0])])
    rank = tg.vmap(np.linalg.matrix_rank)
    for f in (rank, tg.compile(rank), tg.compile(np.linalg.matrix_rank)):
        for x in (a, a[::-1].copy(), a * 0.0):
            found = f(x)
            assert found.dtype == np.int64
            np.testing.assert_array_equal(found, np.linalg.matrix_rank(x))

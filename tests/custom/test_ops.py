"""Ops of users in every executor, against SciPy, NumPy, closed forms and differences."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numba
import numpy as np
import pytest
import scipy.special

import tapegrad as tg
from tapegrad.errors import (
    GradientError,
    ShapeError,
)
from tests.custom.ops import RNG, V, X, ops, slopes


def difference(f: Any, x: Any, step: float = 1e-6) -> Any:
    """The gradient of a scalar function by central differences."""
    x = np.asarray(x, float)
    g = np.empty(x.shape)
    for i in np.ndindex(x.shape):
        h = np.zeros(x.shape)
        h[i] = step
        g[i] = (f(x + h) - f(x - h)) / (2 * step)
    return g


# ------------------------------------------------------------------------------------------------- values


def test_values_and_types_on_plain_data():
    o = ops()
    np.testing.assert_allclose(o.swish(X), X * scipy.special.expit(X), rtol=1e-15)
    np.testing.assert_allclose(o.bessel(X, 0.0), scipy.special.jv(0, X), rtol=1e-11, atol=1e-14)
    assert type(o.swish(2.0)) is np.float64
    assert o.swish(X.astype(np.float32)).dtype == np.float32
    assert o.swish(np.arange(3)).dtype == np.float64
    assert o.swish(np.empty((0, 2))).shape == (0, 2)
    assert o.bessel(X[:, None], np.arange(2.0)[:, None]).shape == (3, 2, 5)
    np.testing.assert_array_equal(o.swish([[0.0, 1.0]]), o.swish(np.array([[0.0, 1.0]])))
    np.testing.assert_array_equal(o.running_product(V), np.cumprod(V))
    np.testing.assert_allclose(o.cross(X, X[:2]), X @ X[:2].T, rtol=1e-14)
    assert o.squares(V.astype(np.float32), np.float32(1)).dtype == np.float32
    assert o.swish.__doc__ == "x * sigmoid(x)."
    assert o.swish.__name__ == "swish"


@pytest.mark.optimised
@pytest.mark.parametrize("shape", [(), (1,), (7,), (8,), (9,), (3, 5), (300,), (0,)])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_the_same_bits_in_every_executor(shape, dtype):
    """Single numbers, lane regions, plain arrays, sealed tapes and batches."""
    o = ops()
    x = RNG(21).uniform(0.3, 6.0, size=shape).astype(dtype)[()]
    for f in (o.swish, lambda x: o.bessel(x, 1.0), lambda x: o.kinked(x, 2.0)):
        eager = np.asarray(f(tg.tensor(x)).numpy())
        assert eager.dtype == dtype
        np.testing.assert_array_equal(f(x), eager)
        np.testing.assert_array_equal(tg.compile(f)(x), eager)
        flat = [f(tg.tensor(v)).item() for v in np.ravel(x)]
        np.testing.assert_array_equal(np.ravel(eager), flat)
        if shape and x.size:
            np.testing.assert_array_equal(tg.compile(f).batch(x), eager)
            np.testing.assert_array_equal(tg.vmap(f)(x), eager)
        expected = slopes(f, x)
        got = tg.grad(lambda x: np.sum(f(x)))(x)
        np.testing.assert_array_equal(got, expected)


def test_float32_is_rounded_once():
    x = X.astype(np.float32)
    exact = scipy.special.jv(0, x.astype(float))
    np.testing.assert_allclose(ops().bessel(x, np.float32(0)), exact.astype(np.float32), rtol=2e-7, atol=1e-9)
    for kernel, args, wanted in [
        (ops().running_product, (V,), np.cumprod(V.astype(np.float32))),
        (ops().cross, (X, X[:2]), X @ X[:2].T),
    ]:
        args = [a.astype(np.float32) for a in args]
        eager = kernel(*map(tg.tensor, args)).numpy()
        assert eager.dtype == np.float32
        np.testing.assert_allclose(eager, wanted, rtol=1e-6)
        np.testing.assert_array_equal(tg.compile(kernel)(*args), eager)
        np.testing.assert_array_equal(tg.compile(lambda *a, k=kernel: k(*[x.T.T[::1] * 1.0 for x in a]))(*args), eager)


# ------------------------------------------------------------------------------------------------- first derivatives


def test_gradients_of_numbers():
    o = ops()
    s = scipy.special.expit(X)
    np.testing.assert_allclose(slopes(o.swish, X), s + X * s * (1 - s), rtol=1e-13)
    np.testing.assert_allclose(slopes(o.bessel, X, 0.0), -scipy.special.j1(X), rtol=1e-9, atol=1e-12)
    for k in range(3):
        np.testing.assert_allclose(slopes(o.bessel, X, float(k)), scipy.special.jvp(k, X), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(slopes(lambda x: o.kinked(x, 2.0), X), np.where(X > 2, 2 * X, 2.0))
    np.testing.assert_allclose(slopes(lambda y: o.kinked(X, y), 2.0), np.where(X > 2, 0.0, X).sum(), rtol=1e-13)


def test_gradients_of_kernels():
    o = ops()
    w = RNG(22).normal(size=6)

    def f(x):
        return np.sum(o.running_product(x) * w)

    np.testing.assert_allclose(slopes(lambda x: o.running_product(x) * w, V), difference(f, V), rtol=1e-7)
    a, b, c = (RNG(23 + k).normal(size=s) for k, s in enumerate(((3, 4), (2, 4), (3, 2))))
    x, y = tg.tensor(a, requires_grad=True), tg.tensor(b, requires_grad=True)
    (o.cross(x, y) * c).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), c @ b, rtol=1e-12)
    np.testing.assert_allclose(y.grad.numpy(), c.T @ a, rtol=1e-12)
    np.testing.assert_array_equal(slopes(lambda x: o.squares(x, 3.0), V), 2 * V)
    assert tg.autograd.grad(o.squares(tg.tensor(V), s := tg.tensor(1.0, requires_grad=True)), s, allow_unused=True) in (
        (None,), (tg.tensor(0.0),),
    )  # fmt: skip


CASES = ["swish", "bessel", "kinked", "running_product", "cross", "squares", "mixed"]


def case(name: str) -> Any:
    """A scalar function of a vector of six numbers between 0.5 and 1.5."""
    o = ops()
    w = np.linspace(-1.0, 2.0, 6)
    return {
        "swish": lambda x: np.sum(o.swish(x) * w),
        "bessel": lambda x: np.sum(o.bessel(x, 2.0) * w),
        "kinked": lambda x: np.sum(o.kinked(x * x, x) * w),
        "running_product": lambda x: np.sum(o.running_product(x) * w),
        "cross": lambda x: np.sum(o.cross(x.reshape(2, 3), np.sin(x[::-1]).reshape(2, 3)) * w[:4].reshape(2, 2)),
        "squares": lambda x: o.squares(x * x, 2.0) * x[0],
        "mixed": lambda x: (
            o.swish(o.squares(o.running_product(x[1:4] * o.bessel(x[0], 0.0)), 1.0)) + o.bessel(x[5], 1.0)
        ),
    }[name]


@pytest.mark.parametrize("name", CASES)
def test_every_way_to_a_gradient(name):
    """Eager, recorded, sealed, forward, batched, and from compiled code, against differences."""
    f = case(name)
    expected = difference(lambda x: float(f(x)), V)
    eager = slopes(f, V)
    np.testing.assert_allclose(eager, expected, rtol=1e-6, atol=1e-9)
    sealed = tg.compile(tg.value_and_grad(f))
    value, got = sealed(V)
    assert value == f(tg.tensor(V)).item()
    np.testing.assert_allclose(got, eager, rtol=1e-13, atol=1e-15)
    t = tg.tensor(V, requires_grad=True)
    np.testing.assert_allclose(tg.autograd.grad(f(t), t, create_graph=True)[0].detach().numpy(), eager, rtol=1e-13)
    d = np.linspace(0.5, -1.0, 6)
    np.testing.assert_allclose(tg.func.jvp(f, (V,), (d,))[1], eager @ d, rtol=1e-12)
    np.testing.assert_allclose(tg.func.jacfwd(f)(V), eager, rtol=1e-12, atol=1e-15)
    rows = np.stack([V, V[::-1], V + 0.1])
    separate = np.stack([sealed(r)[1] for r in rows])
    np.testing.assert_array_equal(sealed.batch(rows)[1], separate)
    np.testing.assert_allclose(tg.vmap(tg.grad(f))(rows), separate, rtol=1e-13, atol=1e-15)
    plain = tg.compile(f)
    tape = plain.tape_data(V)
    g, work = np.empty(6), np.empty(tg.nb.work_size(tape))
    assert tg.nb.value_and_grad(tape, V, g, work) == 0
    np.testing.assert_array_equal(g, got)
    assert work[0] == value


@pytest.mark.parametrize("name", CASES)
def test_higher_orders(name):
    f = case(name)
    expected = difference(lambda x: slopes(f, x) @ np.arange(1.0, 7.0), V)

    def product(x):
        return np.sum(tg.grad(f)(x) * np.arange(1.0, 7.0))

    np.testing.assert_allclose(tg.grad(product)(V), expected, rtol=1e-6, atol=1e-7)
    H = tg.hessian(f)(V)
    np.testing.assert_allclose(H @ np.arange(1.0, 7.0), expected, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(H, H.T, rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(tg.compile(tg.hessian(f))(V), H, rtol=1e-10, atol=1e-12)
    t = tg.tensor(V, requires_grad=True)
    (first,) = tg.autograd.grad(f(t), t, create_graph=True)
    (second,) = tg.autograd.grad((first * np.arange(1.0, 7.0)).sum(), t)
    np.testing.assert_allclose(second.numpy(), expected, rtol=1e-6, atol=1e-7)


def test_third_derivatives():
    third = tg.grad(tg.grad(tg.grad(lambda x: ops().bessel(x, 0.0))))
    for x in (0.7, 3.1):
        np.testing.assert_allclose(third(x), scipy.special.jvp(0, x, 3), rtol=1e-8)


def test_batches_are_differentiated():
    """The gradient of a mapped function, not only the map of a gradient."""
    o = ops()
    rows = RNG(24).uniform(0.5, 1.5, size=(4, 3))
    w = RNG(25).normal(size=(4, 3))

    def mapped(x):
        return np.sum(tg.vmap(o.running_product)(x) * w)

    expected = difference(lambda x: float(np.sum(np.cumprod(x, axis=1) * w)), rows)
    t = tg.tensor(rows, requires_grad=True)
    mapped(t).backward()
    np.testing.assert_allclose(t.grad.numpy(), expected, rtol=1e-7)
    np.testing.assert_allclose(tg.grad(mapped)(rows), expected, rtol=1e-7)
    np.testing.assert_allclose(tg.func.jvp(mapped, (rows,), (w,))[1], np.sum(expected * w), rtol=1e-7)
    twice = tg.grad(lambda x: np.sum(tg.grad(mapped)(x) ** 2))(rows)
    np.testing.assert_allclose(
        twice, difference(lambda x: float(np.sum(tg.grad(mapped)(x) ** 2)), rows), rtol=1e-5, atol=1e-6
    )


def test_batches_of_one_argument_and_batches_within_batches():
    o = ops()
    a, b = RNG(26).normal(size=(4, 2, 3)), RNG(27).normal(size=(5, 3))
    one = tg.vmap(o.cross, in_axes=(0, None))(tg.tensor(a), tg.tensor(b))
    np.testing.assert_allclose(one.numpy(), np.einsum("nik,jk->nij", a, b), rtol=1e-13)
    x, y = tg.tensor(a, requires_grad=True), tg.tensor(b, requires_grad=True)
    w = RNG(28).normal(size=(4, 2, 5))
    (tg.vmap(o.cross, in_axes=(0, None))(x, y) * w).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.einsum("nij,jk->nik", w, b), rtol=1e-12)
    np.testing.assert_allclose(y.grad.numpy(), np.einsum("nij,nik->jk", w, a), rtol=1e-12)
    c = RNG(29).normal(size=(6, 5, 3))
    both = tg.vmap(tg.vmap(o.cross, in_axes=(0, None)), in_axes=(None, 0))(tg.tensor(a), tg.tensor(c))
    np.testing.assert_allclose(both.numpy(), np.einsum("nik,mjk->mnij", a, c), rtol=1e-13)
    np.testing.assert_allclose(
        tg.compile(tg.vmap(tg.vmap(o.cross, in_axes=(0, None)), in_axes=(None, 0)))(a, c), both.numpy(), rtol=1e-13
    )


def test_loops_checkpoints_and_sparse_derivatives():
    o = ops()

    def step(c, x):
        return (o.swish(c) + o.running_product(x)[1], c)

    xs = RNG(30).uniform(0.5, 1.5, size=(5, 2))

    def looped(x):
        last, _ = tg.scan(step, x[0, 0] * 1.0, x)
        return last

    def unrolled(x):
        c = x[0, 0] * 1.0
        for k in range(5):
            c, _ = step(c, x[k])
        return c

    np.testing.assert_allclose(tg.grad(looped)(xs), tg.grad(unrolled)(xs), rtol=1e-13)

    def kept(x):
        return tg.checkpoint(lambda x: o.squares(o.swish(x), 1.0))(x) * 2.0

    np.testing.assert_allclose(slopes(kept, V), slopes(lambda x: o.squares(o.swish(x), 1.0) * 2.0, V), rtol=1e-13)
    J = tg.func.sparse_jacobian(lambda x: o.swish(x[1:]) * o.bessel(x[:-1], 1.0))(V)
    np.testing.assert_allclose(
        J.toarray(), tg.jacobian(lambda x: o.swish(x[1:]) * o.bessel(x[:-1], 1.0))(V), atol=1e-14
    )
    assert J.nnz == 10


def test_a_jvp_rule_is_used():
    seen = []

    def rule(args, tangents):
        seen.append(len(args))
        return 3.0 * args[0] ** 2 * tangents[0]

    @tg.custom.array(jvp=rule, vjp={"x": lambda g, x: 3.0 * g * x * x})
    @numba.njit
    def cubes(x, out):
        for i in range(x.size):
            out[i] = x[i] ** 3

    np.testing.assert_allclose(tg.func.jvp(cubes, (V,), (np.ones(6),))[1], 3 * V**2)
    assert seen
    rows = np.stack([V, 2 * V])
    pushed = tg.func.jvp(tg.vmap(cubes), (rows,), (np.ones((2, 6)),))[1]
    np.testing.assert_allclose(pushed, 3 * rows**2)
    assert_raises_shape = tg.custom.array(jvp=lambda args, tangents: tangents[0][1:])(cubes.__wrapped__)
    with pytest.raises(ShapeError, match="jvp must return the result's shape"):
        tg.func.jvp(assert_raises_shape, (V,), (V,))


def test_partials_may_be_compiled_or_ops():
    @numba.njit
    def slope(x):
        return 2.0 * x if x > 0 else -1.0

    @tg.custom.elementwise(partials={"x": slope})
    @numba.njit
    def bent(x):
        return x * x if x > 0 else -x

    np.testing.assert_array_equal(slopes(bent, [2.0, -3.0]), [4.0, -1.0])
    np.testing.assert_array_equal(tg.grad(lambda x: np.sum(bent(x)))(np.array([2.0, -3.0])), [4.0, -1.0])
    with pytest.raises(GradientError, match="slope: no derivative with respect to 'x' is declared"):
        tg.hessian(bent)(2.0)
    sine = tg.custom.elementwise(lambda x: np.sin(x), partials={"x": tg.cos})
    np.testing.assert_allclose(tg.grad(tg.grad(sine))(0.3), -math.sin(0.3))
    flat = tg.custom.elementwise(lambda x: 3.0 * x, partials={"x": lambda: 3.0})
    np.testing.assert_array_equal(slopes(flat, V), np.full(6, 3.0))
    assert tg.hessian(flat)(1.0) == 0.0


SEEN: list[float] = []


@ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
def spy(x):
    SEEN.append(x)
    return x


@pytest.mark.sampled(4)
@pytest.mark.parametrize("shape", [(3,), (9,), (3, 3), (2, 3, 5), (300,), (2100,)])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_compiled_functions_meet_no_other_numbers(shape, dtype):
    """A vector that is not full holds what the program holds: a search for another number might never end."""
    seen = tg.custom.elementwise(numba.njit(lambda x: spy(x)), partials={"x": lambda: 1.0})
    x = (np.arange(math.prod(shape)) + 2.0).reshape(shape).astype(dtype)
    within = tg.custom.elementwise(lambda x: seen(x) + 1.0, partials={"x": lambda x: 1.0})
    for f in (
        seen,
        within,
        tg.compile(within),
        lambda x: seen(tg.asarray(x)).numpy(),
        lambda x: seen(tg.asarray(x).T).numpy(),
        tg.compile(seen),
        tg.compile(lambda x: seen(x.T)),
        tg.compile(lambda x: seen(x[::-1])),
        tg.compile(lambda x: seen(x.T[::2])),
        tg.compile(lambda x: seen(x.reshape(-1)[np.array([2, 1, 0])])),
        tg.compile(seen).batch,
    ):
        SEEN.clear()
        f(x)
        assert SEEN
        assert set(SEEN) <= set(x.ravel().tolist())


def test_absolute_zero():
    @tg.custom.elementwise(partials={"x": lambda out: 0.5 / out})
    def root(x):
        return np.sqrt(x)

    x = [4.0, 0.0, -1.0]
    np.testing.assert_array_equal(slopes(lambda t: np.where(t > 0, root(t), 0.0), x), [0.25, 0.0, 0.0])

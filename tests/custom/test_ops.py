"""Ops of users in every executor, against SciPy, NumPy, closed forms and differences.

The ops are made within fixtures, so that the loops of other tests over the ops table do not meet them.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import io
import json
import math
import os
import pickle
import shutil
import subprocess
import sys
import types
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
import scipy.special

import tapegrad as tg
from tapegrad.custom.content import digest
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    GradcheckError,
    GradientError,
    ReplayError,
    ShapeError,
    TapeFileError,
)
from tapegrad.machine import store
from tapegrad.ops import declare
from tapegrad.tape import files

RNG = np.random.default_rng(7)
X = RNG.uniform(0.3, 6.0, size=(3, 5))
V = RNG.uniform(0.5, 1.5, size=6)


@numba.njit
def series(x, n):
    """The Bessel function of the first kind of a whole order, by its power series."""
    term = 1.0
    for k in range(1, int(n) + 1):
        term *= 0.5 * x / k
    total, k = term, 0
    while abs(term) > 1e-18 * abs(total) or k < 3:
        k += 1
        term *= -0.25 * x * x / (k * (k + n))
        total += term
        if k > 200:
            break
    return total


@functools.cache
def ops() -> Any:
    """The ops that most tests use."""

    @tg.custom.elementwise(partials={"x": lambda x, out: out + tg.sigmoid(x) * (1.0 - out)})
    def swish(x):
        """x * sigmoid(x)."""
        return x * tg.sigmoid(x)

    found = SimpleNamespace(swish=swish)

    # J_n' = J_(n-1) - n / x J_n: its own derivative, to any order
    @tg.custom.elementwise(partials={"x": lambda x, n, out: bessel(x, n - 1.0) - n / x * out, "n": None})
    @numba.njit
    def bessel(x, n):
        sign = 1.0
        if n < 0:
            n, sign = -n, 1.0 - 2.0 * (int(-n) % 2)
        return sign * series(x, n)

    found.bessel = bessel

    @tg.custom.elementwise(
        partials={"x": lambda x, y: np.where(x > y, 2.0 * x, y), "y": lambda x, y: np.where(x > y, 0.0, x)}
    )
    def kinked(x, y):
        return np.where(x > y, x * x, x * y) * 1.0

    found.kinked = kinked

    @tg.custom.array(vjp={"x": lambda g, x, out: tg.flip(tg.cumsum(tg.flip(g * out))) / x})
    @numba.njit
    def running_product(x, out):
        product = 1.0
        for i in range(x.size):
            product *= x[i]
            out[i] = product

    found.running_product = running_product

    @tg.custom.array(
        vjp={"x": lambda g, x, y: tg.matmul(g, y), "y": lambda g, x, y: tg.matmul(tg.matrix_transpose(g), x)},
        shape=lambda x, y: (x[0], y[0]),
    )
    @numba.njit
    def cross(x, y, out):
        """x @ y.T."""
        for i in range(x.shape[0]):
            for j in range(y.shape[0]):
                for k in range(x.shape[1]):
                    out[i, j] += x[i, k] * y[j, k]

    found.cross = cross

    @tg.custom.array(vjp={"x": lambda g, x: 2.0 * g * x, "scale": None}, shape=lambda x, scale: ())
    @numba.njit
    def squares(x, scale, out):
        """The sum of squares; refuses negative numbers."""
        for v in x.flat:
            if v < 0.0:
                raise ValueError("a negative number")
            out[()] += v * v

    found.squares = squares
    return found


def difference(f: Any, x: Any, step: float = 1e-6) -> Any:
    """The gradient of a scalar function by central differences."""
    x = np.asarray(x, float)
    g = np.empty(x.shape)
    for i in np.ndindex(x.shape):
        h = np.zeros(x.shape)
        h[i] = step
        g[i] = (f(x + h) - f(x - h)) / (2 * step)
    return g


def slopes(f: Any, x: Any, *rest: Any) -> np.ndarray:
    """The eager gradient of the sum."""
    t = tg.tensor(x, requires_grad=True)
    f(t, *rest).sum().backward()
    return t.grad.numpy()


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


@pytest.mark.parametrize("shape", [(), (1,), (7,), (8,), (9,), (3, 5), (300,), (0,)])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_the_same_bits_in_every_executor(shape, dtype):
    """Single numbers, lane regions, plain arrays, sealed tapes and batches."""
    o = ops()
    x = RNG.uniform(0.3, 6.0, size=shape).astype(dtype)[()]
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
    w = RNG.normal(size=6)

    def f(x):
        return np.sum(o.running_product(x) * w)

    np.testing.assert_allclose(slopes(lambda x: o.running_product(x) * w, V), difference(f, V), rtol=1e-7)
    a, b, c = (RNG.normal(size=s) for s in ((3, 4), (2, 4), (3, 2)))
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
    assert call(tape, V, g, work) == 0
    np.testing.assert_array_equal(g, got)
    assert work[0] == value


@numba.njit
def call(tape, x, g, work):
    return tg.nb.value_and_grad(tape, x, g, work)


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
    rows = RNG.uniform(0.5, 1.5, size=(4, 3))
    w = RNG.normal(size=(4, 3))

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
    a, b = RNG.normal(size=(4, 2, 3)), RNG.normal(size=(5, 3))
    one = tg.vmap(o.cross, in_axes=(0, None))(tg.tensor(a), tg.tensor(b))
    np.testing.assert_allclose(one.numpy(), np.einsum("nik,jk->nij", a, b), rtol=1e-13)
    x, y = tg.tensor(a, requires_grad=True), tg.tensor(b, requires_grad=True)
    w = RNG.normal(size=(4, 2, 5))
    (tg.vmap(o.cross, in_axes=(0, None))(x, y) * w).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.einsum("nij,jk->nik", w, b), rtol=1e-12)
    np.testing.assert_allclose(y.grad.numpy(), np.einsum("nij,nik->jk", w, a), rtol=1e-12)
    c = RNG.normal(size=(6, 5, 3))
    both = tg.vmap(tg.vmap(o.cross, in_axes=(0, None)), in_axes=(None, 0))(tg.tensor(a), tg.tensor(c))
    np.testing.assert_allclose(both.numpy(), np.einsum("nik,mjk->mnij", a, c), rtol=1e-13)
    np.testing.assert_allclose(
        tg.compile(tg.vmap(tg.vmap(o.cross, in_axes=(0, None)), in_axes=(None, 0)))(a, c), both.numpy(), rtol=1e-13
    )


def test_loops_checkpoints_and_sparse_derivatives():
    o = ops()

    def step(c, x):
        return (o.swish(c) + o.running_product(x)[1], c)

    xs = RNG.uniform(0.5, 1.5, size=(5, 2))

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


# ------------------------------------------------------------------------------------------------- undeclared


def test_an_undeclared_derivative_is_an_error_where_it_is_needed():
    @tg.custom.elementwise(partials={"x": lambda x, n: n * x ** (n - 1.0)})
    def raised(x, n):
        return x**n

    message = "raised: no derivative with respect to 'n' is declared"
    n = tg.tensor(2.0, requires_grad=True)
    x = tg.tensor(V, requires_grad=True)
    raised(x, 3.0).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 3 * V**2)
    with pytest.raises(GradientError, match=message):
        raised(x, n).sum().backward()
    with pytest.raises(GradientError, match=message):  # a scalar stretch
        raised(tg.tensor(3.0), n).backward()
    assert n.grad is None
    np.testing.assert_allclose(tg.autograd.grad(raised(x, n).sum(), x)[0].numpy(), 2 * V)  # n is not needed
    with pytest.raises(GradientError, match=message):
        tg.autograd.grad(raised(x, n).sum(), n, create_graph=True)
    for transform in (tg.grad, tg.func.jacfwd, tg.hessian):
        with pytest.raises(GradientError, match=message):
            transform(lambda n: raised(2.0, n))(3.0)
    np.testing.assert_allclose(tg.grad(raised)(2.0, 3.0), 12.0)
    with pytest.raises(GradientError, match=message):
        tg.compile(tg.grad(raised, argnums=1))(2.0, 3.0)


def test_undeclared_and_zero_derivatives_of_kernels():
    @tg.custom.array(vjp={"x": lambda g, s: g * s})
    @numba.njit
    def scaled(x, s, out):
        for i in range(x.size):
            out[i] = x[i] * s[()]

    s = tg.tensor(2.0, requires_grad=True)
    message = "scaled: no derivative with respect to 's' is declared"
    with pytest.raises(GradientError, match=message):
        scaled(tg.tensor(V), s).sum().backward()
    with pytest.raises(GradientError, match=message):
        tg.grad(lambda s: scaled(tg.tensor(V), s).sum())(2.0)
    with pytest.raises(GradientError, match=message):
        tg.vmap(scaled, in_axes=(None, 0))(tg.tensor(V), tg.tensor([1.0, 2.0], requires_grad=True)).sum().backward()
    assert tg.grad(lambda s: ops().squares(tg.tensor(V), s))(2.0) == 0.0
    assert tg.grad(lambda n: ops().bessel(1.5, n))(1.0) == 0.0


# ------------------------------------------------------------------------------------------------- definitions


def test_a_new_definition_replaces_the_old_one_for_new_recordings():
    def make(factor):
        @tg.custom.elementwise(partials={"x": lambda x: factor * 1.0})
        def scaled(x):
            return x * factor

        return scaled

    old, new = make(2.0), make(5.0)
    assert old is not new
    assert make(2.0) is old  # the same cell run again
    x = tg.tensor(V, requires_grad=True)
    y = old(x)
    sealed = tg.compile(lambda x: old(x))
    np.testing.assert_array_equal(sealed(V), V * 2.0)
    new(x).sum().backward()
    y.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.full(6, 7.0))
    np.testing.assert_array_equal(sealed(V), V * 2.0)
    assert old.name in declare.by_name
    assert new.name in declare.by_name


def test_compiled_functions_of_one_name_do_not_collide():
    def make(body, constant):
        if body:

            @numba.njit
            def f(x):
                return x + constant
        else:

            @numba.njit
            def f(x):
                return x - constant

        return tg.custom.elementwise(partials={"x": lambda: 1.0})(f)

    made = [make(b, c) for b in (True, False) for c in (1.0, 2.0)]
    assert len({op.name for op in made}) == 4
    np.testing.assert_array_equal([op(10.0) for op in made], [11.0, 12.0, 9.0, 8.0])
    np.testing.assert_array_equal([tg.compile(lambda x, op=op: op(x))(10.0) for op in made], [11.0, 12.0, 9.0, 8.0])
    assert make(True, 1.0) is made[0]


RATE = 2.0


def test_the_digest_follows_globals_and_functions():
    global RATE

    def inner(x):
        return x * RATE

    def f(x):
        return inner(x) + 1.0

    def g(x):
        return inner(x) + 1.0

    assert digest(f) == digest(g)
    before = digest(f)
    RATE = 3.0
    try:
        assert digest(f) != before
    finally:
        RATE = 2.0
    assert digest(f) == before
    assert digest([f, {"a": np.arange(3)}]) != digest([f, {"a": np.arange(4)}])
    assert digest(lambda x: x + 1.0) != digest(lambda x: x + 2.0)
    assert digest(lambda x: x in {1, 2}) == digest(lambda x: x in {1, 2})
    token = (c for c in "")  # what cannot be written down equals nothing, not even itself
    assert digest(token) != digest(token)
    assert digest(math.sin) == digest(math.sin) != digest(math.cos)

    def again(n):
        return again(n - 1)

    assert digest(again) == digest(again)


def test_functions_that_say_they_are_numpys_are_told_apart():
    """`functools.wraps` copies the module's name too."""

    def scaled(f, a):
        @functools.wraps(f)
        def wrapped(*args):
            return a * f(*args)

        return wrapped

    def derivative(a):
        h = scaled(np.cos, a)
        op = tg.custom.elementwise(lambda x: np.sin(x), partials={"x": lambda x: h(x)})
        return tg.grad(op)(0.5)

    np.testing.assert_allclose([derivative(1.0), derivative(7.0)], [math.cos(0.5), 7.0 * math.cos(0.5)], rtol=1e-15)


def test_modules_with_names_of_pythons_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "profile", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for k in (1.0, 7.0):
        (tmp_path / "profile.py").write_text(f"def slope(x):\n    return {k} * x\n")
        module = types.ModuleType("profile")
        module.__file__ = str(tmp_path / "profile.py")
        exec(compile(Path(module.__file__).read_text(), module.__file__, "exec"), module.__dict__)
        monkeypatch.setitem(sys.modules, "profile", module)
        op = tg.custom.elementwise(lambda x: x * x, partials={"x": module.slope})
        found.append(tg.grad(op)(2.0))
    assert found == [2.0, 14.0]


def test_ops_may_be_each_others_derivatives():
    names: dict[str, Any] = {"tg": tg}
    exec(
        "s = tg.custom.elementwise(lambda x: tg.sin(x), partials={'x': lambda x: c(x)})\n"
        "c = tg.custom.elementwise(lambda x: tg.cos(x), partials={'x': lambda x: -s(x)})\n",
        names,
    )
    for order, wanted in enumerate([math.sin, math.cos, lambda x: -math.sin(x), lambda x: -math.cos(x)]):
        f = names["s"]
        for _ in range(order):
            f = tg.grad(f)
        np.testing.assert_allclose(f(0.4), wanted(0.4), rtol=1e-14)


def test_an_op_whose_derivative_calls_itself_is_defined_again():
    """The new definition's derivative calls the new definition."""
    cell = """
@tg.custom.elementwise(partials={{"x": lambda x: {sign} * grows(x) / x}})
def grows(x):
    return x ** {power}
"""
    names: dict[str, Any] = {"tg": tg}
    exec(cell.format(sign=2.0, power=2.0), names)
    first = names["grows"]
    np.testing.assert_allclose([tg.grad(first)(3.0), tg.grad(tg.grad(first))(3.0)], [6.0, 2.0])
    exec(cell.format(sign=2.0, power=2.0), names)
    assert names["grows"] is first
    exec(cell.format(sign=3.0, power=3.0), names)
    second = names["grows"]
    np.testing.assert_allclose([tg.grad(second)(2.0), tg.grad(tg.grad(second))(2.0)], [12.0, 12.0])
    np.testing.assert_allclose([tg.grad(first)(3.0), tg.grad(tg.grad(first))(3.0)], [6.0, 2.0])


def test_captured_constants_and_unusual_names():
    shift = np.array(2.0)
    moved = tg.custom.elementwise(lambda é: é + shift, partials={"é": lambda: 1.0})
    shift[...] = 9.0
    assert moved(1.0) == 3.0
    constant = tg.custom.elementwise(lambda x: 4.0, partials={"x": None})
    np.testing.assert_array_equal(constant(V), np.full(6, 4.0))
    np.testing.assert_array_equal(tg.compile(lambda x: constant(x) + x)(V), V + 4.0)
    truth = tg.custom.elementwise(lambda x: x > 1.0, partials={"x": None})
    np.testing.assert_array_equal(truth(V), np.where(V > 1, 1.0, 0.0))
    assert tg.custom.elementwise(lambda add: add, partials={"add": lambda: 1.0})(3.0) == 3.0


@pytest.mark.parametrize("compiled", [False, True])
def test_long_stretches_of_scalars(compiled):
    """Beyond the length that is straight-line code, sealed tapes run the scalar executor or loops."""
    o = ops()
    g = (lambda x: o.bessel(x + 1.0, 0.0)) if compiled else o.swish

    def f(x, y):
        for _ in range(3000):
            x = g(x) * y + 0.3
        return x

    x, y = tg.tensor(0.5, requires_grad=True), tg.tensor(0.9, requires_grad=True)
    z = f(x, y)
    z.backward()
    value, (dx, dy) = tg.compile(tg.value_and_grad(f, argnums=(0, 1)))(0.5, 0.9)
    assert value == z.item()
    np.testing.assert_allclose((dx, dy), (x.grad.item(), y.grad.item()), rtol=1e-13)


def test_threads_share_a_batch():
    o = ops()
    f = tg.compile(tg.grad(lambda x: np.sum(o.bessel(x, 1.0)) + o.squares(x, 1.0)))
    rows = RNG.uniform(0.5, 3.0, size=(1000, 3))
    expected = f.batch(rows)
    threads = tg.get_num_threads()
    tg.set_num_threads(4)
    try:
        np.testing.assert_array_equal(f.batch(rows), expected)
    finally:
        tg.set_num_threads(threads)
    np.testing.assert_allclose(expected, [scipy.special.jvp(1, r) + 2 * r for r in rows], rtol=1e-9, atol=1e-11)


def test_a_tape_shows_the_op():
    with tg.Tape() as tape:
        y = ops().swish(tg.tensor(1.0, requires_grad=True))
        z = ops().squares(tg.tensor(V), y)
    text = str(tape)
    assert z.shape == ()
    assert f"{ops().swish.name}(" in text
    assert ops().swish.name.startswith("swish.")
    assert f"{ops().squares.name}(" in text


# ------------------------------------------------------------------------------------------------- errors


def kernel_of(source: str) -> Any:
    names: dict[str, Any] = {"np": np}
    exec(source, names)
    return numba.njit(names["f"])


BAD_DEFINITIONS = [
    (lambda: tg.custom.elementwise(lambda: 1.0), "expected a function of one to three arguments"),
    (lambda: tg.custom.elementwise(lambda a, b, c, d: a), "expected a function of one to three arguments"),
    (lambda: tg.custom.elementwise(lambda x, y=1.0: x), "without defaults, got y=1.0"),
    (lambda: tg.custom.elementwise(lambda *x: x), "without defaults, got \\*x"),
    (lambda: tg.custom.elementwise(3), "expected a function, got int"),
    (lambda: tg.custom.elementwise(np.sin), "sin must have plain arguments|sin does not tell its arguments"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"y": None}), "none of the arguments x"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"x": lambda y: y}), "reads y; it may read out, x"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"x": 1.0}), "expected a function, got float"),
    (lambda: tg.custom.elementwise(lambda out: out, partials={"out": None}), "cannot be called 'out'"),
    (lambda: tg.custom.elementwise(lambda x: x if x > 0 else -x), "branches on values at .*test_ops.*numba.njit"),
    (lambda: tg.custom.elementwise(lambda x: math.sin(x)), "uses something that does not take Tensors.*numba.njit"),
    (lambda: tg.custom.elementwise(numba.vectorize(lambda x: x)), "does not take Tensors"),
    (lambda: tg.custom.elementwise(lambda x: np.sum(np.stack([x, x]))), "does not work element by element"),
    (lambda: tg.custom.elementwise(lambda x: np.stack([x, x])), "expected one number as its result"),
    (lambda: tg.custom.elementwise(lambda x: None), "expected one number as its result, got None"),
    (lambda: tg.custom.elementwise(lambda x: x * LEAF), "reads a Tensor from outside"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"x": lambda x: 1.0 if x > 0 else 2.0}), "the partial 'x'.*branches"),
    (lambda: tg.custom.elementwise(kernel_of("def f(x): return x.shape")), "f: Numba cannot compile this for numbers"),
    (lambda: tg.custom.elementwise(kernel_of("def f(x): return x * 1j")), "f: Numba cannot compile this for numbers"),
    (lambda: tg.custom.array(numba.njit("void(f8[:], f8[:])")(lambda x, out: None)), "compiled for fixed types"),
    (lambda: tg.custom.array(kernel_of("def f(x): pass")), "and the array for its result"),
    (lambda: tg.custom.array(kernel_of("def f(): pass")), "and the array for its result"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), vjp={"out": None}), "none of the arguments x"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), vjp={"x": lambda g, z: g}), "reads z"),
    (lambda: tg.custom.array(kernel_of("def f(g, out): pass"), vjp={"g": None}), "cannot be called 'g'"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), check=True), "check takes a tuple"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), check=1.0), "check takes a tuple"),
    (lambda: tg.custom.elementwise(lambda x: x, check=1.0), "check takes True or a tuple"),
    (lambda: tg.custom.elementwise(lambda x: x, partials=[1]), "partials must be a dict from arguments to rules, got list"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), vjp=lambda g: g), "vjp must be a dict"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), shape=(3,)), "expected a function as shape, got tuple"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), jvp=3), "expected a function as jvp, got int"),
]  # fmt: skip
LEAF = tg.tensor(1.0, requires_grad=True)


@pytest.mark.parametrize("k", range(len(BAD_DEFINITIONS)))
def test_bad_definitions(k):
    define, message = BAD_DEFINITIONS[k]
    count = len(declare.table)
    with pytest.raises(ArgumentError, match=message) as caught:
        define()
    assert len(declare.table) == count
    if "Numba" in message:
        assert isinstance(caught.value.__cause__, numba.core.errors.NumbaError)


def test_bad_calls():
    o = ops()
    for x in (1.0, tg.tensor(1.0)):
        with pytest.raises(ArgumentError, match="swish: expected 1 arguments, got 2"):
            o.swish(x, x)
        with pytest.raises(ArgumentError, match="cross: expected 2 arguments, got 1"):
            o.cross(x)
    with pytest.raises(ShapeError, match="bessel: shapes \\(2,\\) and \\(3,\\) do not broadcast"):
        o.bessel(tg.tensor([1.0, 2.0]), [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="broadcast"):
        o.bessel([1.0, 2.0], [1.0, 2.0, 3.0])
    for bad in (1j, "x", np.array([1j]), None):
        with pytest.raises(DtypeError, match="swish: expected real numbers"):
            o.swish(bad)
        with pytest.raises(DtypeError, match="squares: expected real numbers"):
            o.squares(bad, 1.0)
    for op in (o.swish, o.running_product, o.cross):
        with pytest.raises(DtypeError, match=f"{op.__name__}: this function is for real numbers"):
            op(*[tg.tensor([[1j]])] * len(op.arguments))


def test_kernels_that_do_not_compile_or_return():
    bad = tg.custom.array(kernel_of("def f(x, out): out[0] = x.nothing"), vjp={"x": None})
    with pytest.raises(ArgumentError, match="f: Numba cannot compile this for arrays of float64") as caught:
        bad(tg.tensor(V))
    assert isinstance(caught.value.__cause__, numba.core.errors.TypingError)
    with pytest.raises(ArgumentError, match="Numba cannot compile this"):
        tg.compile(bad)(V)
    writer = tg.custom.array(kernel_of("def f(x, out): x[0] = 1.0"), vjp={"x": None})
    for run in (lambda: writer(V), lambda: writer(tg.tensor(V)), lambda: tg.compile(writer)(V)):
        with pytest.raises(ArgumentError, match="Numba cannot compile"):
            run()
    returns = tg.custom.array(kernel_of("def f(x, out): return x * 2.0"), vjp={"x": None})
    with pytest.raises(ArgumentError, match="writes its result into its last argument"):
        returns(V)
    for rule in (lambda x: (-1,), lambda x: "abc", lambda x: 1.5):
        shaped = tg.custom.array(kernel_of("def f(x, out): pass"), shape=rule)
        with pytest.raises(ShapeError, match="f: expected a shape from the rule"):
            shaped(tg.tensor(V))


def test_rules_that_return_another_shape():
    wrong = tg.custom.array(kernel_of("def f(x, out): pass"), vjp={"x": lambda g, x: g[1:]})
    x = tg.tensor(V, requires_grad=True)
    for run in (
        lambda: wrong(x).sum().backward(),
        lambda: tg.autograd.grad(wrong(x).sum(), x, create_graph=True),
        lambda: tg.grad(lambda x: wrong(x).sum())(V),
    ):
        with pytest.raises(ShapeError, match="the adjoint of 'x' must have its shape \\(6,\\), got \\(5,\\)"):
            run()
    assert x.grad is None
    plain = tg.custom.array(kernel_of("def f(x, out): out[:] = x"), vjp={"x": lambda g, x_shape: np.full(x_shape, 2.0)})
    np.testing.assert_array_equal(slopes(plain, V), np.full(6, 2.0))
    np.testing.assert_array_equal(tg.grad(lambda x: plain(x).sum())(V), np.full(6, 2.0))
    mapped = tg.grad(lambda x: tg.vmap(plain)(x).sum())(V.reshape(2, 3))
    np.testing.assert_array_equal(mapped, np.full((2, 3), 2.0))


@pytest.mark.parametrize("value", [None, "a", [1.0]])
@pytest.mark.parametrize("x", [1.0, [1.0, 2.0]])
def test_rules_that_return_no_array(value, x):
    op = tg.custom.array(kernel_of("def f(x, out): out[...] = x"), vjp={"x": lambda g: value})
    x = tg.tensor(x, requires_grad=True)
    with pytest.raises(
        DtypeError, match=f"f: the adjoint of 'x' must be a Tensor or an array, got {type(value).__name__}"
    ):
        op(x).sum().backward()
    assert x.grad is None


def test_ops_are_shown_by_their_names():
    o = ops()
    assert (repr(o.swish), repr(o.cross)) == (f"<op {o.swish.name}>", f"<op {o.cross.name}>")


def test_nothing_to_check():
    with pytest.raises(ArgumentError, match="lambda: no derivative is declared"):
        tg.custom.elementwise(lambda x: x * x * x + 3.0).check(1.0)


def test_a_kernel_that_raises():
    o = ops()
    x = tg.tensor(V, requires_grad=True)
    y = x * 2.0
    for bad in (tg.tensor(-V), -V):
        with pytest.raises(ValueError, match="a negative number"):
            o.squares(bad, 1.0)
    y.sum().backward()  # nothing is lost
    np.testing.assert_array_equal(x.grad.numpy(), np.full(6, 2.0))
    sealed = tg.compile(lambda x: o.squares(x, 1.0))
    assert sealed(V) == pytest.approx(np.sum(V**2), rel=1e-14)
    for _ in range(12):
        with pytest.raises(ValueError, match="a negative number"):
            sealed(-V)
    assert sealed(V) == pytest.approx(np.sum(V**2), rel=1e-14)
    rows = np.stack([V, -V, V])
    for run in (sealed.batch, lambda r: tg.vmap(lambda x: o.squares(x, 1.0))(tg.tensor(r))):
        with pytest.raises(ValueError, match="a negative number"):
            run(rows)
    looped = tg.compile(lambda x: tg.scan(lambda c, v: (c + o.squares(v, 1.0), c), x[0] * 0.0, x)[0])
    assert looped(V) == pytest.approx(np.sum(V**2), rel=1e-14)
    for run in (looped, lambda x: looped.__wrapped__(tg.tensor(x)), tg.checkpoint(lambda x: o.squares(x, 1.0))):
        with pytest.raises(ValueError, match="a negative number"):
            run(-V)
    for f in (sealed, looped):
        tape = f.tape_data(V)
        g, work = np.empty(6), np.empty(tg.nb.work_size(tape))
        status = call(tape, -V, g, work)
        assert status == 1 << 41
        with pytest.raises(ReplayError, match="a custom array kernel raised"):
            tg.nb.check(tape, status)
    saved = io.BytesIO()
    sealed.save(saved)
    loaded = tg.load(io.BytesIO(saved.getvalue()))
    assert loaded(V) == sealed(V)
    with pytest.raises(ValueError, match="a negative number"):
        loaded(-V)


def test_a_compiled_function_that_would_raise_gives_nan():
    @tg.custom.elementwise(partials={"x": lambda out: -out * out})
    @numba.njit
    def inverse(x):
        return 1.0 / x

    np.testing.assert_array_equal(inverse([2.0, 0.0]), [0.5, np.nan])
    np.testing.assert_array_equal(tg.compile(inverse)(np.array([2.0, 0.0])), [0.5, np.nan])
    assert math.isnan(inverse(tg.tensor(0.0)).item())


def test_check():
    o = ops()
    assert o.swish.check(X)
    assert o.bessel.check(2.0, 3.0)  # whose order is declared to be constant
    assert o.running_product.check(V)
    assert o.cross.check(X, X[:2])
    assert tg.custom.elementwise(lambda x: x * x, partials={"x": lambda x: 2.0 * x}, check=True)(3.0) == 9.0
    assert tg.custom.elementwise(lambda x: np.log(x), partials={"x": lambda x: 1.0 / x}, check=(V,))(1.0) == 0.0
    with pytest.raises(GradcheckError):
        tg.custom.elementwise(lambda x: x * x, partials={"x": lambda x: x}, check=True)
    wrong = tg.custom.array(o.running_product.__wrapped__, vjp={"x": lambda g: g})
    with pytest.raises(GradcheckError):
        wrong.check(V)
    with pytest.raises(ArgumentError, match="expected 1 arguments, got 2"):
        wrong.check(V, V)


def test_layouts_numbers_and_empty_arrays():
    @tg.custom.array(
        vjp={"x": lambda g, x, s: 2.0 * g * x * s, "s": lambda g, x: g * tg.sum(x * x)}, shape=lambda x, s: ()
    )
    @numba.njit
    def weighed(x, s, out):
        for v in x.flat:
            out[()] += v * v * s[()]

    x = RNG.normal(size=(3, 4))
    for view in (lambda x: x.T, lambda x: x[::-1, 1:], lambda x: x[:, None, ::2], lambda x: x[np.array([2, 0, 0])]):

        def f(x, view=view):
            return weighed(view(x), x[0, 0])

        wanted = np.sum(view(x) ** 2) * x[0, 0]
        np.testing.assert_allclose(weighed(view(x), x[0, 0]), wanted, rtol=1e-13)
        np.testing.assert_allclose(f(tg.tensor(x)).item(), wanted, rtol=1e-13)
        np.testing.assert_allclose(tg.compile(f)(x), wanted, rtol=1e-13)
        np.testing.assert_allclose(tg.grad(f)(x), slopes(f, x), rtol=1e-13)
    empty, counts = np.empty((0, 2)), np.arange(3)
    for run in (weighed, lambda x, s: weighed(tg.tensor(x), s).item(), tg.compile(weighed)):
        assert run(empty, 1.0) == 0.0
        assert run(counts, 2) == 10.0
    value, g = tg.compile(tg.value_and_grad(weighed))(counts.astype("f4"), np.float32(2))
    assert value == 10.0
    assert value.dtype == g.dtype == np.float32
    np.testing.assert_array_equal(g, [0.0, 4.0, 8.0])
    J = tg.func.sparse_jacobian(ops().running_product)(V)
    np.testing.assert_allclose(J.toarray(), tg.jacobian(ops().running_product)(V), rtol=1e-13)
    assert tg.vmap(weighed, in_axes=(0, None))(tg.tensor(np.empty((0, 3))), 1.0).shape == (0,)


def test_what_rules_return_is_copied_and_converted():
    half = tg.custom.array(
        kernel_of("def f(x, out):\n    for i in range(x.size): out[i] = 0.5 * x[i] * x[i]"),
        vjp={"x": lambda x: x}, jvp=lambda args, tangents: args[0] * tangents[0] * np.ones(6),
    )  # fmt: skip
    x = tg.tensor(V, requires_grad=True)
    y = x * 1.0
    z = half(y) + y
    z.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), V + 1.0)
    np.testing.assert_array_equal(y.detach().numpy(), V)
    single = tg.tensor(V.astype("f4"), requires_grad=True)
    wide = tg.custom.array(kernel_of("def f(x, out): out[:] = x"), vjp={"x": lambda g: g * np.ones(6)})
    for f in (half, wide):
        for create_graph in (False, True):
            (g,) = tg.autograd.grad(f(single).sum(), single, create_graph=create_graph)
            assert g.dtype == np.float32
        assert tg.grad(lambda x, f=f: np.sum(f(x)))(V.astype("f4")).dtype == np.float32
        pushed = tg.func.jvp(f, (V.astype("f4"),), (V.astype("f4"),))[1]
        assert pushed.dtype == np.float32
        np.testing.assert_allclose(pushed, V if f is wide else V * V, rtol=1e-6)


def test_kernels_as_derivatives_of_kernels():
    @tg.custom.array(vjp={"u": lambda g, v: forward(g, v), "v": lambda g, v, out: -g * out / v})
    @numba.njit
    def backward(u, v, out):
        for i in range(u.size):
            out[i] = u[i] / v[i]

    @tg.custom.array(vjp={"x": lambda g, y: backward(g, y), "y": lambda g, y, out: -g * out / y})
    @numba.njit
    def forward(x, y, out):
        for i in range(x.size):
            out[i] = x[i] / y[i]

    w = np.arange(1.0, 7.0)

    def f(x):
        return np.sum(forward(x * x, x) * w)

    np.testing.assert_allclose(tg.grad(f)(V), w, rtol=1e-13)
    np.testing.assert_allclose(slopes(lambda x: forward(x * x, x) * w, V), w, rtol=1e-13)
    np.testing.assert_allclose(tg.hessian(lambda x: np.sum(forward(w * 1.0, x)))(V), np.diag(2 * w / V**3), rtol=1e-12)


def test_the_table_of_ops_is_not_endless(monkeypatch):
    monkeypatch.setattr(declare, "classes", declare.classes[: len(declare.table)])
    with pytest.raises(ArgumentError, match="no more fit"):
        tg.custom.elementwise(lambda x: x * 1.2345)


# ------------------------------------------------------------------------------------------------- other processes

DEFINED = """
import json, sys
import numba
import numpy as np
import tapegrad as tg

@tg.custom.elementwise(partials={{"x": lambda x: {factor} * x}})
def traced(x):
    return 0.5 * {factor} * x * x

@tg.custom.elementwise(partials={{"x": lambda x: {factor} * x}})
@numba.njit
def looped(x):
    total = 0.0
    for k in range({factor}):
        total += 0.5 * x * x
    return total

@tg.custom.array(vjp={{"x": lambda g, x: {factor} * g}})
@numba.njit
def kernel(x, out):
    for i in range(x.size):
        out[i] = {factor} * x[i]

def f(x):
    return np.sum(traced(x) + looped(x) * kernel(x))
"""
USED = """
x = np.array([1.0, 2.0, 3.0])
t = tg.tensor(x, requires_grad=True)
f(t).backward()
t = t.grad.numpy()
value, g = tg.compile(tg.value_and_grad(f))(x)
rows = tg.vmap(tg.grad(f))(np.stack([x, x]))
single = tg.grad(lambda x: traced(x) * looped(x))(2.0)
print(json.dumps([value, t.tolist(), g.tolist(), rows[1].tolist(), float(single)]))
"""


def process(code: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a program with a cache folder of its own, in which the sweeps lie already: they take long."""
    script, kept = folder / "script.py", folder / "cache"
    if not kept.exists():
        kept.mkdir()
        for path in store.folder().glob("sweeps-*.o"):
            shutil.copy(path, kept)
    script.write_text(code)
    paths = [p for p in (str(Path(tg.__file__).parent.parent), os.environ.get("PYTHONPATH")) if p]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TAPEGRAD_CACHE_DIR": str(kept)}
    return subprocess.run([sys.executable, str(script), *args], capture_output=True, text=True, env=env, check=False)


def expected(factor: float) -> list[Any]:
    x = np.array([1.0, 2.0, 3.0])
    g = factor * x + factor * x * factor * x + 0.5 * factor * x * x * factor
    value = np.sum(0.5 * factor * x * x * (1 + factor * x))
    return [value, *[g.tolist()] * 3, 2 * (0.5 * factor * 4) * factor * 2]


def test_caches_of_several_processes(tmp_path):
    """A second process loads all that the first one wrote, an edited function is picked up, names do not collide."""
    kept = {}
    for factor in (2, 3, 2):
        done = process(DEFINED.format(factor=factor) + USED, tmp_path)
        assert done.returncode == 0, done.stderr
        got, wanted = json.loads(done.stdout), expected(factor)
        for a, b in zip(got, wanted, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-14)
        found = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()}
        if factor in kept:
            assert kept[factor].items() <= found.items()
            assert len(found) == len(kept[max(kept)])
        kept[factor] = found


def test_saved_tapes_find_their_ops_or_are_refused(tmp_path):
    path = tmp_path / "f.tape"
    load = "\nwith np.errstate(all='ignore'):\n    print(json.dumps(list(map(float, tg.load(sys.argv[1])(np.array([1.0, 2.0, 3.0]))))))"
    save = "\nf = tg.compile(tg.grad(f)); print(json.dumps(f(np.array([1.0, 2.0, 3.0])).tolist())); f.save(sys.argv[1])"
    done = process(DEFINED.format(factor=2) + save, tmp_path, str(path))
    assert done.returncode == 0, done.stderr
    again = process(DEFINED.format(factor=2) + load, tmp_path, str(path))
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout) == json.loads(done.stdout) == expected(2)[1]
    other = process(DEFINED.format(factor=3) + load, tmp_path, str(path))
    assert "TapeFileError" in other.stderr
    assert "is defined otherwise here" in other.stderr
    missing = process("import json, sys\nimport numpy as np\nimport tapegrad as tg" + load, tmp_path, str(path))
    assert "TapeFileError" in missing.stderr
    assert "is not defined here. Import the module that defines it." in missing.stderr


def test_tapes_in_memory_and_their_malformed_copies():
    o = ops()
    f = tg.compile(tg.vmap(lambda x: o.squares(o.running_product(x), 1.0)))
    rows = RNG.uniform(0.5, 1.5, size=(4, 3))
    value = f(rows)
    np.testing.assert_allclose(value, np.sum(np.cumprod(rows, axis=1) ** 2, axis=1), rtol=1e-14)
    program = pickle.loads(pickle.dumps(f.tape()))
    assert program == f.tape()
    data = files.encode(program)
    for old, new in [(b"[true]", b'["aa"]'), (o.squares.name.encode(), b"squares.000000000000")]:
        if old in data:
            body = data.replace(old, new)
            body = body[:24] + hashlib.sha256(body[64:]).digest() + body[56:]
            with pytest.raises(TapeFileError):
                files.decode(body)


def test_arguments_by_name():
    op = tg.custom.elementwise(lambda x, y: x * y * y)
    x = tg.tensor([2.0, 3.0], requires_grad=True)
    y = op(y=x, x=5.0)
    np.testing.assert_array_equal(y.detach().numpy(), [20.0, 45.0])
    np.testing.assert_array_equal(op(1.0, y=np.array([3.0])), [9.0])
    for keywords in ({"z": 1.0}, {"x": 1.0}):
        with pytest.raises(ArgumentError, match="expected the arguments x, y, got 1 by position and"):
            op(x, **keywords)


def test_names_that_users_meet_have_no_digest():
    def halved(x):
        return 0.5 * x

    op = tg.custom.elementwise(halved)
    y = op(tg.tensor([2.0, 3.0], requires_grad=True))
    assert repr(y.grad_fn) == "<Node halved>"

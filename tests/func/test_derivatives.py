"""Jacobians, products and Hessians: all modes agree, with closed forms, differences and other libraries."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import DtypeError, GradientError
from tests.func.functions import X, Y, each_dtype, each_transform, polynomial, polynomial_slopes
from tests.support import along, close, gradient

# ------------------------------------------------------------------------------------------------- products and modes


def curved(x: Any) -> Any:
    return np.stack([np.sin(x[0]) * x[1], x[1] ** 2 * x[2], np.exp(x[0] * x[2]), np.sum(x)])


def curved_jacobian(x: np.ndarray) -> np.ndarray:
    a, b, c = x
    e = math.exp(a * c)
    return np.array([[math.cos(a) * b, math.sin(a), 0], [0, 2 * b * c, b * b], [c * e, 0, a * e], [1, 1, 1]])


def test_all_modes_give_one_jacobian():
    wanted = curved_jacobian(X)
    out, pullback = tg.func.vjp(curved, X)
    np.testing.assert_allclose(out, curved(X), rtol=1e-15)
    rows = np.stack([pullback(e)[0] for e in np.eye(4)])
    columns = np.stack([tg.func.jvp(curved, (X,), (e,))[1] for e in np.eye(3)], axis=1)
    linear_out, push = tg.func.linearize(curved, X)
    np.testing.assert_allclose(linear_out, curved(X), rtol=1e-15)
    pushed = np.stack([push(e) for e in np.eye(3)], axis=1)
    for found in (tg.jacobian(curved)(X), tg.func.jacrev(curved)(X), tg.func.jacfwd(curved)(X), rows, columns, pushed):
        np.testing.assert_allclose(found, wanted, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(tg.func.jacrev(curved)(X), tg.func.jacfwd(curved)(X), rtol=1e-15, atol=1e-15)


def test_wide_and_tall_jacobians():
    a = np.arange(24.0).reshape(4, 6)
    for m in (a, a.T):
        x = np.linspace(0.1, 1.0, m.shape[1])
        for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
            np.testing.assert_allclose(transform(lambda x: np.sin(m @ x))(x), np.cos(m @ x)[:, None] * m, rtol=1e-13)


def test_jacobians_of_arrays_of_several_dimensions():
    x = np.arange(1.0, 7.0).reshape(2, 3)
    for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        j = transform(lambda x: (x.T @ x) * 0.5)(x)
        assert j.shape == (3, 3, 2, 3)
        wanted = np.zeros((3, 3, 2, 3))
        for i, k, r in np.ndindex(3, 3, 2):
            wanted[i, k, r, i] += 0.5 * x[r, k]
            wanted[i, k, r, k] += 0.5 * x[r, i]
        np.testing.assert_allclose(j, wanted)
        assert transform(lambda x: np.sum(x))(x).shape == (2, 3)
        assert transform(lambda s: s * x)(2.0).shape == (2, 3)
        assert transform(lambda s: s * 2.0)(2.0).shape == ()
        assert transform(lambda x: x[:1, :1])(x).shape == (1, 1, 2, 3)


@each_transform
def test_empty_arrays(transform):
    x = np.zeros((0, 2))
    if transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        assert transform(lambda x: x * 2.0)(x).shape == (0, 2, 0, 2)
        assert transform(lambda x: np.sum(x, axis=0))(x).shape == (2, 0, 2)
        assert transform(lambda x, y: x * y, 1)(x, 3.0).shape == (0, 2)
    elif transform is tg.hessian:
        assert transform(lambda x: np.sum(x * x))(x).shape == (0, 2, 0, 2)
    else:
        found = transform(lambda x: np.sum(x * x))(x)
        shapes = [np.shape(f) for f in found] if isinstance(found, tuple) else [found.shape]
        assert (0, 2) in shapes


def test_empty_products():
    x = np.zeros(0)
    assert tg.func.vjp(lambda x: x * x, x)[1](x)[0].shape == (0,)
    assert tg.func.jvp(lambda x: x * x, (x,), (x,))[1].shape == (0,)
    assert tg.hvp(lambda x: np.sum(x * x))(x, x).shape == (0,)
    assert tg.func.linearize(lambda x: x * x, x)[1](x).shape == (0,)


def test_pullbacks_may_be_called_again_and_later():
    out, pullback = tg.func.vjp(lambda x: np.exp(x) * x, X)
    first = pullback(np.ones(3))[0]
    tg.grad(lambda x: np.sum(x**3))(X)
    t = tg.tensor(X, requires_grad=True)
    (t * t).sum().backward()
    np.testing.assert_array_equal(pullback(np.ones(3))[0], first)
    np.testing.assert_allclose(pullback(2.0 * Y)[0], 2 * Y * np.exp(X) * (1 + X))


def test_pushforwards_may_be_called_again_and_later():
    out, push = tg.func.linearize(lambda x, y: np.exp(x) * y, X, Y)
    for _ in range(2):
        np.testing.assert_allclose(push(np.ones(3), np.zeros(3)), np.exp(X) * Y)
        np.testing.assert_allclose(push(np.zeros(3), X), np.exp(X) * X)


def test_cotangents_and_tangents_of_other_dtypes_are_converted():
    x = X.astype(np.float32)
    out, pullback = tg.func.vjp(lambda x: x * x, x)
    (g,) = pullback(Y)
    assert g.dtype == np.float32
    assert tg.func.jvp(lambda x: x * x, (x,), (Y,))[1].dtype == np.float32
    (g,) = tg.func.vjp(lambda x: x * x, X)[1](np.array([1, 2, 3]))
    np.testing.assert_array_equal(g, 2 * X * [1, 2, 3])


def test_results_that_are_no_floats():
    out, pullback = tg.func.vjp(lambda x: (x > 0, x * 2.0), X)
    np.testing.assert_array_equal(out[0], X > 0)
    out, pushed = tg.func.jvp(lambda x: (x > 0, np.argmax(x), x * 2.0), (X,), (Y,))
    np.testing.assert_array_equal(out[0], X > 0)
    assert out[0].dtype == bool
    np.testing.assert_array_equal(pushed[2], 2 * Y)
    for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        with pytest.raises(DtypeError, match="f must return floating-point or complex numbers, got bool"):
            transform(lambda x: x > 0)(X)


@each_dtype
def test_dtypes_are_kept(dtype):
    x, y = X.astype(dtype), Y.astype(dtype)
    assert tg.grad(polynomial)(x, y).dtype == dtype
    assert tg.value_and_grad(polynomial)(x, y)[0].dtype == dtype
    for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        assert transform(lambda x: x * 2.0)(x).dtype == dtype
    assert tg.hessian(polynomial)(x, y).dtype == dtype
    assert tg.hvp(lambda x: np.sum(x**3))(x, y).dtype == dtype
    assert tg.func.jvp(lambda x: x * 2.0, (x,), (y,))[1].dtype == dtype
    assert tg.func.vjp(lambda x: x * 2.0, x)[1](y)[0].dtype == dtype
    close(tg.grad(polynomial)(x, y), polynomial_slopes(x, y)[0], 1, dtype)
    close(tg.hessian(lambda x: np.sum(np.sin(x)))(x), np.diag(-np.sin(x)), 1, dtype)


def test_mixed_dtypes_come_back_to_each_argument():
    x, y = X.astype(np.float32), Y
    gx, gy = tg.grad(polynomial, (0, 1))(x, y)
    assert (gx.dtype, gy.dtype) == (np.float32, np.float64)
    h = tg.hessian(polynomial, (0, 1))(x, y)
    assert [[b.dtype for b in row] for row in h] == [[np.float32] * 2, [np.float64] * 2] or all(
        b.dtype in (np.float32, np.float64) for row in h for b in row
    )
    j = tg.func.jacfwd(lambda x, y: (x * y, x * 2.0), (0, 1))(x, y)
    assert j[1][0].dtype == np.float32
    np.testing.assert_allclose(j[0][1], np.diag(x), rtol=1e-6)


# ------------------------------------------------------------------------------------------------- second derivatives


def bumpy(x: Any) -> Any:
    return (
        np.sum(np.exp(np.sin(x[1:] * x[:-1])) * x[0]) + np.prod(x) ** 2 + np.sum(np.tanh(x @ np.ones(x.shape[0]) * x))
    )


def test_hessians_are_symmetric_to_the_bit():
    rng = np.random.default_rng(0)
    for n in (2, 5, 9):
        x = rng.normal(size=n)
        for h in (tg.hessian(bumpy)(x), tg.compile(tg.hessian(bumpy))(x)):
            np.testing.assert_array_equal(h.view(np.int64), h.T.copy().view(np.int64))
            close(h, tg.func.jacfwd(tg.func.jacrev(bumpy))(x), 1)
    x, y = rng.normal(size=(2, 3)), rng.normal(size=4)
    h = tg.hessian(lambda x, y: np.sum(np.sin(x @ x.T)) * np.sum(np.exp(y * x[0, 0])), (0, 1))(x, y)
    assert h[0][0].shape == (2, 3, 2, 3)
    np.testing.assert_array_equal(h[0][0].reshape(6, 6), h[0][0].reshape(6, 6).T)
    np.testing.assert_array_equal(h[0][1].reshape(6, 4), h[1][0].reshape(4, 6).T)
    np.testing.assert_array_equal(h[1][1], h[1][1].T)


def test_hessians_against_differences_of_gradients():
    x = np.random.default_rng(1).normal(size=4)
    h = tg.hessian(bumpy)(x)
    for k, e in enumerate(np.eye(4)):
        close(h[k], along(lambda y: tg.grad(bumpy)(y.astype(float)), [x], [e]).astype(float), 2)
    gradient_ = gradient(bumpy, [x])[0]
    close(tg.grad(bumpy)(x), gradient_)


def test_every_order_of_modes_gives_one_hessian():
    x = np.random.default_rng(2).normal(size=4)
    h = tg.hessian(bumpy)(x)
    for outer in (tg.func.jacfwd, tg.func.jacrev, tg.jacobian):
        for inner in (tg.func.jacfwd, tg.func.jacrev, tg.grad):
            close(outer(inner(bumpy))(x), h)


def test_hessian_vector_products():
    rng = np.random.default_rng(3)
    x, v = rng.normal(size=(2, 6))
    wanted = tg.hessian(bumpy)(x) @ v
    close(tg.hvp(bumpy)(x, v), wanted)
    close(tg.compile(tg.hvp(bumpy))(x, v), wanted)
    close(tg.grad(lambda x: tg.grad(bumpy)(x) @ v)(x), wanted)
    close(tg.func.jvp(tg.grad(bumpy), (x,), (v,))[1], wanted)
    close(tg.func.vjp(tg.grad(bumpy), x)[1](v)[0], wanted)


def test_hessian_vector_products_with_several_arguments():
    def f(x: Any, y: Any, k: Any) -> Any:
        return np.sum(x**2 * y**3) * k

    v, w = np.array([1.0, 0.5, -1.0]), np.array([2.0, 1.0, 0.0])
    hx, hy = tg.hvp(f, (0, 1))((X, Y), (v, w), 2.0)
    np.testing.assert_allclose(hx, 2 * (2 * Y**3 * v + 6 * X * Y**2 * w))
    np.testing.assert_allclose(hy, 2 * (6 * X * Y**2 * v + 6 * X**2 * Y * w))
    np.testing.assert_allclose(tg.hvp(f)(X, v, Y, 2.0), 4 * Y**3 * v)
    np.testing.assert_allclose(tg.hvp(f, 1)(Y, w, X, 2.0), 12 * X**2 * Y * w)
    hy, hx = tg.hvp(f, (1, 0))((Y, X), (w, v), 2.0)
    np.testing.assert_allclose(hx, 2 * (2 * Y**3 * v + 6 * X * Y**2 * w))
    np.testing.assert_allclose(hy, 2 * (6 * X * Y**2 * v + 6 * X**2 * Y * w))
    tree = tg.hvp(lambda t: np.sum(t["x"] ** 2 * t["y"]))({"x": X, "y": Y}, {"x": v, "y": w})
    np.testing.assert_allclose(tree["x"], 2 * Y * v + 2 * X * w)
    np.testing.assert_allclose(tree["y"], 2 * X * v)


def test_derivatives_of_high_order_of_numbers():
    f, expected = np.sin, [math.sin, math.cos, lambda x: -math.sin(x), lambda x: -math.cos(x), math.sin]
    g, forward, mixed = f, f, f
    for order in range(5):
        for h in (g, forward, mixed):
            assert h(0.7) == pytest.approx(expected[order](0.7), rel=1e-14)
        g, forward = tg.grad(g), tg.func.jacfwd(forward)
        mixed = tg.grad(mixed) if order % 2 else tg.func.jacfwd(mixed)


def test_third_derivatives_of_arrays():
    x = np.array([0.3, -0.7])
    third = tg.func.jacfwd(tg.hessian(lambda x: x[0] ** 3 * x[1] ** 2))(x)
    a, b = x
    wanted = np.zeros((2, 2, 2))
    wanted[0, 0, 0] = 6 * b * b
    wanted[0, 0, 1] = wanted[0, 1, 0] = wanted[1, 0, 0] = 12 * a * b
    wanted[0, 1, 1] = wanted[1, 0, 1] = wanted[1, 1, 0] = 6 * a * a
    np.testing.assert_allclose(third, wanted, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(
        tg.func.jacrev(tg.hessian(lambda x: x[0] ** 3 * x[1] ** 2))(x), wanted, rtol=1e-13, atol=1e-15
    )
    np.testing.assert_allclose(
        tg.hessian(lambda x: tg.grad(lambda y: y[0] ** 3 * y[1] ** 2)(x)[0])(x), wanted[0], rtol=1e-13
    )


# ------------------------------------------------------------------------------------------------- other libraries


FUNCTIONS = {
    "mixture": lambda np_, x: np_.sum(np_.log(np_.exp(-((x - 0.5) ** 2)) + 0.5 * np_.exp(-((x + 1.0) ** 2) / 2))),
    "network": lambda np_, x: np_.sum(np_.tanh(np_.outer(x, x)) @ np_.sin(x)),
    "chain": lambda np_, x: np_.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2),
    "norms": lambda np_, x: np_.sqrt(np_.sum(x * x)) + np_.sum(abs(x)) + np_.max(x) * np_.min(x),
    "moments": lambda np_, x: np_.std(x) ** 3 + np_.mean(x**4) / np_.var(x),
    "shapes": lambda np_, x: np_.sum(np_.concatenate([x, x[::-1] ** 2]).reshape(2, -1).T @ np_.stack([x[:2], x[1:3]])),
    "where": lambda np_, x: np_.sum(np_.where(x > 0, np_.exp(x), x * x) * np_.clip(x, -0.9, 0.9)),
    "running": lambda np_, x: np_.sum(np_.cumsum(np_.sin(x)) * x) + np_.prod(x + 2.0),
}


@pytest.mark.exhaustive
@pytest.mark.slow
def test_transforms_agree_with_jax():
    """All functions in one compilation of each library."""
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    x, v = np.random.default_rng(1).normal(size=(2, 4))

    def ours(f: Any) -> Any:
        def g(x: Any) -> Any:
            return f(np, x)

        return lambda x, v: [
            *tg.value_and_grad(g)(x),
            tg.hessian(g)(x),
            tg.hvp(g)(x, v),
            tg.func.jvp(g, (x,), (v,))[1],
            tg.func.jacfwd(g)(x),
        ]

    def theirs(f: Any) -> Any:
        def g(x: Any) -> Any:
            return f(jax.numpy, x)

        def found(x: Any, v: Any) -> Any:
            hessian = jax.hessian(g)(x)
            slope = jax.grad(g)(x)
            return [g(x), slope, hessian, hessian @ v, jax.jvp(g, (x,), (v,))[1], slope]

        return found

    wanted = jax.jit(lambda x, v: [theirs(f)(x, v) for f in FUNCTIONS.values()])(x, v)
    replayed = tg.compile(lambda x, v: [ours(f)(x, v) for f in FUNCTIONS.values()])(x, v)
    for (name, f), row, replay in zip(FUNCTIONS.items(), wanted, replayed, strict=True):
        for k, (a, b, c) in enumerate(zip(ours(f)(x, v), row, replay, strict=True)):
            np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-10, err_msg=f"{name} {k}")
            np.testing.assert_allclose(c, b, rtol=1e-10, atol=1e-10, err_msg=f"{name} {k}")


@pytest.mark.slow
def test_containers_agree_with_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)

    def f(t: Any, scale: Any) -> Any:
        return {"p": t["a"] * t["b"][0], "q": [t["b"][1] * scale]}

    tree = {"b": [2.0, Y], "a": X}
    for ours, theirs in ((tg.func.jacrev, jax.jacrev), (tg.func.jacfwd, jax.jacfwd)):
        found, wanted = ours(f, (0, 1))(tree, 3.0), theirs(f, (0, 1))(tree, 3.0)
        assert jax.tree.structure(found) == jax.tree.structure(wanted)
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
            assert np.shape(a) == b.shape
            np.testing.assert_allclose(a, b, rtol=1e-14)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_transforms_agree_with_torch():
    torch = pytest.importorskip("torch")

    def ours(x: Any, y: Any) -> Any:
        return np.sum(np.tanh(x) * y) + np.sum(x @ x.T), np.exp(y) * x[0]

    def theirs(x: Any, y: Any) -> Any:
        return torch.sum(torch.tanh(x) * y) + torch.sum(x @ x.T), torch.exp(y) * x[0]

    x, y = np.random.default_rng(0).normal(size=(2, 3)), Y
    tx, ty = torch.tensor(x), torch.tensor(y)
    for transform in ("jacrev", "jacfwd"):
        found = getattr(tg.func, transform)(ours, (0, 1))(x, y)
        wanted = getattr(torch.func, transform)(theirs, (0, 1))(tx, ty)
        for row, other in zip(found, wanted, strict=True):
            for a, b in zip(row, other, strict=True):
                np.testing.assert_allclose(a, b.numpy(), rtol=1e-12, atol=1e-14)
    found = tg.hessian(lambda x, y: ours(x, y)[0], (0, 1))(x, y)
    wanted = torch.func.hessian(lambda x, y: theirs(x, y)[0], (0, 1))(tx, ty)
    for row, other in zip(found, wanted, strict=True):
        for a, b in zip(row, other, strict=True):
            np.testing.assert_allclose(a, b.numpy(), rtol=1e-12, atol=1e-14)
    g, (value, aux) = tg.func.grad_and_value(ours, has_aux=True)(x, y)
    tg_, (tvalue, taux) = torch.func.grad_and_value(theirs, has_aux=True)(tx, ty)
    np.testing.assert_allclose(g, tg_.numpy(), rtol=1e-13)
    np.testing.assert_allclose(aux, taux.numpy(), rtol=1e-14)
    assert value == pytest.approx(tvalue.item(), rel=1e-14)
    out, pullback = tg.func.vjp(ours, x, y)
    tout, tpullback = torch.func.vjp(theirs, tx, ty)
    for a, b in zip(
        pullback((1.5, X)), tpullback((torch.tensor(1.5, dtype=torch.float64), torch.tensor(X))), strict=True
    ):
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-13)
    out, pushed = tg.func.jvp(ours, (x, y), (x, X))
    tout, tpushed = torch.func.jvp(theirs, (tx, ty), (tx, torch.tensor(X)))
    for a, b in zip(pushed, tpushed, strict=True):
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-13)


def test_a_hessian_of_several_values_says_what_to_use():
    with pytest.raises(GradientError, match=r"hessian: f must return a scalar, got shape \(2,\)\. Use jacobian\(jac"):
        tg.hessian(lambda x: x**3)(np.array([1.0, 2.0]))
    found = tg.jacobian(tg.jacobian(lambda x: x**3))(np.array([1.0, 2.0]))
    assert found.tolist() == [[[6.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 12.0]]]


@pytest.mark.parametrize(
    "transformed",
    [
        lambda x: tg.compile(lambda x: x)(x),
        lambda x: tg.vmap(lambda x: x)(x),
        lambda x: tg.func.jvp(lambda x: x + 1.0, (x,), (x,))[1],
    ],
    ids=["compile", "vmap", "jvp"],
)
def test_a_result_is_not_the_argument_itself(transformed):
    leaf = tg.tensor([1.0, 2.0], requires_grad=True)
    x = leaf * 3.0
    y = transformed(x)
    x *= 0.0
    assert y.tolist() == [3.0, 6.0]
    y.sum().backward()
    assert leaf.grad.tolist() == [3.0, 3.0]


def test_a_recorded_result_is_not_the_argument_itself():
    def f(x):
        y = tg.func.jvp(lambda x: x + 1.0, (x,), (x,))[1]
        y *= 10.0
        return x

    assert tg.compile(f)(3.0) == 3.0


def test_mixed_derivatives_of_a_power_at_exponent_zero():
    """log(x) by x."""
    table = tg.hessian(lambda z: z[0] ** z[1])(np.array([2.0, 0.0]))
    np.testing.assert_allclose(table, [[0.0, 0.5], [0.5, np.log(2.0) ** 2]], rtol=1e-15)


def test_linearize_runs_its_function_once():
    """The map belongs to the point and the data of then, as in JAX."""
    data, parameter, runs = np.array([1.0, 2.0]), tg.tensor(np.array([1.0, 2.0])), []

    def f(x):
        runs.append(1)
        return {"a": np.sin(x * parameter) * data, "b": np.where(x > 0.0, np.sqrt(x), 0.0)}

    point = np.array([1.0, 0.0])
    expected = {"a": np.cos(point * data) * data * data, "b": np.array([0.5, 0.0])}
    out, push = tg.func.linearize(f, point)
    data_before = data.copy()
    data[:] = 9.0
    parameter -= 0.5
    point[:] = 7.0
    for _ in range(2):
        moved = push(np.ones(2))
        np.testing.assert_allclose(moved["a"], expected["a"], rtol=1e-15)
        np.testing.assert_array_equal(moved["b"], expected["b"])
    assert len(runs) == 1
    np.testing.assert_allclose(out["a"], np.sin([1.0, 0.0]) * data_before, rtol=1e-15)

"""Function transforms against closed forms, differences, JAX and torch.func; every op of the table in every mode."""

from __future__ import annotations

import math
from collections import OrderedDict, namedtuple
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, TapeFreedError
from tapegrad.ops import declare
from tests.ops.test_arrays import ENTRIES, Call, as_list, calls, weights
from tests.ops.test_elementwise import SMOOTH, derivatives, draw
from tests.support import along, close, differences, gradient, leaf, plain

func = tg.func
DTYPES = (np.float64, np.float32)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
Pair = namedtuple("Pair", "first second")


def polynomial(x: Any, y: Any) -> Any:
    """``sum(x**2 * y) + 3 y[0] x[1]``, with derivatives by hand below."""
    return np.sum(x * x * y) + 3.0 * y[0] * x[1]


def polynomial_slopes(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    gx, gy = 2 * x * y, x * x
    gx[1] += 3 * y[0]
    gy[0] += 3 * x[1]
    return gx, gy


X, Y = np.array([1.0, -2.0, 0.5]), np.array([3.0, 0.25, -1.0])


# ------------------------------------------------------------------------------------------------- gradients


def test_gradient_of_an_array():
    gx, gy = polynomial_slopes(X, Y)
    np.testing.assert_allclose(tg.grad(polynomial)(X, Y), gx, rtol=1e-15)
    np.testing.assert_allclose(tg.grad(polynomial, 1)(X, Y), gy, rtol=1e-15)
    value, slope = tg.value_and_grad(polynomial)(X, Y)
    assert value == polynomial(X, Y)
    np.testing.assert_allclose(slope, gx, rtol=1e-15)
    slope, value = func.grad_and_value(polynomial)(X, Y)
    assert value == polynomial(X, Y)
    np.testing.assert_allclose(slope, gx, rtol=1e-15)


@pytest.mark.parametrize(
    ("argnums", "order"),
    [((0, 1), (0, 1)), ((1, 0), (1, 0)), ([0, 1], (0, 1)), ((-1,), (1,)), ((-2, -1), (0, 1)), ((0,), (0,))],
)
def test_several_arguments(argnums, order):
    wanted = polynomial_slopes(X, Y)
    found = tg.grad(polynomial, argnums)(X, Y)
    assert isinstance(found, tuple)
    assert len(found) == len(order)
    for a, k in zip(found, order, strict=True):
        np.testing.assert_allclose(a, wanted[k], rtol=1e-15)
    for transform in (func.jacrev, func.jacfwd, tg.jacobian):
        for a, k in zip(transform(polynomial, argnums)(X, Y), order, strict=True):
            np.testing.assert_allclose(a, wanted[k], rtol=1e-15)


def test_a_single_negative_argument_number():
    np.testing.assert_allclose(tg.grad(polynomial, -1)(X, Y), polynomial_slopes(X, Y)[1], rtol=1e-15)
    np.testing.assert_allclose(tg.grad(polynomial, np.int64(1))(X, Y), polynomial_slopes(X, Y)[1], rtol=1e-15)


TRANSFORMS = [tg.grad, tg.value_and_grad, func.grad_and_value, tg.jacobian, func.jacrev, func.jacfwd, tg.hessian]
each_transform = pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda f: f.__name__)


@each_transform
def test_argument_numbers_are_checked(transform):
    name = transform.__name__
    for bad, text in (
        (2, "out of range"), (-3, "out of range"), ((0, 2), "out of range"), ((0, 0), "twice"), ((0, -2), "twice"), ((), "empty"),
        (0.0, "integers"), ("x", "integers"), (True, "integers"), ((0, None), "integers"),
    ):  # fmt: skip
        with pytest.raises(ArgumentError, match=rf"^{name}: .*argnums.*{text}.*\.$|^{name}: argnums.*{text}"):
            transform(polynomial, bad)(X, Y)
    with pytest.raises(ArgumentError, match="out of range for 0 positional"):
        transform(lambda **keywords: keywords["x"])(x=1.0)


@each_transform
def test_what_is_no_function_is_refused(transform):
    for bad in (3.0, None, np.ones(2), "f", tg.tensor(1.0, requires_grad=True)):
        with pytest.raises(ArgumentError, match=rf"^{transform.__name__}: expected a function, got"):
            transform(bad)


def test_grad_of_a_tensor_names_the_other_function():
    with pytest.raises(ArgumentError, match=r"tg\.autograd\.grad"):
        tg.grad(tg.tensor(1.0, requires_grad=True))


def test_f_must_return_a_scalar():
    for transform in (tg.grad, tg.value_and_grad, func.grad_and_value, tg.hessian):
        name = "hessian|grad" if transform is tg.hessian else transform.__name__
        with pytest.raises(GradientError, match=rf"^({name}): f must return a scalar, got shape \(3,\)\. Use jacobian"):
            transform(lambda x: x * 2.0)(X)
        with pytest.raises(GradientError, match=r"got shape \(1,\)"):
            transform(lambda x: x[:1])(X)
        for bad in ([1.0, 2.0], None, "text", (1.0, 2.0)):
            with pytest.raises(DtypeError, match="f must return a scalar, got"):
                transform(lambda x: bad)(X)


@each_transform
def test_dtypes_that_have_no_derivative_are_refused(transform):
    name = "grad|" + transform.__name__
    for bad in (np.array([1, 2, 3]), np.array([True]), np.int64(3), tg.tensor([1, 2])):
        with pytest.raises(
            DtypeError, match=rf"^({name}): can only differentiate by floating-point and complex numbers, got .*astype"
        ):
            transform(lambda x: np.sum(x * 1.0))(bad)
    for bad in ("text", {1.0}, object(), True):
        with pytest.raises(DtypeError, match=rf"^({name}): expected arrays, numbers|can only differentiate"):
            transform(lambda x: np.sum(x * 1.0))(bad)
    with pytest.raises((DtypeError, GradientError), match="complex"):
        transform(lambda x: np.sum(x * 1.0))(np.array([1j]))
    for empty in ([], {}, (), None):
        with pytest.raises(ArgumentError, match="hold no arrays"):
            transform(lambda x: tg.tensor(1.0))(empty)


def test_python_numbers():
    assert tg.grad(lambda x: x**3)(2.0) == 12.0
    assert tg.grad(lambda x: x**3)(2) == 12.0
    assert type(tg.grad(lambda x: x**3)(2.0)) is np.float64
    assert tg.grad(lambda x: x**3)(np.array(2.0)) == 12.0
    assert tg.value_and_grad(lambda x: x**3)(2.0) == (8.0, 12.0)


def test_results_that_do_not_depend_on_the_argument():
    for constant in (3.0, 3, np.float64(3.0), np.array(3.0), tg.tensor(3.0)):
        value, slope = tg.value_and_grad(lambda x: constant)(X)
        assert value == 3.0
        np.testing.assert_array_equal(slope, np.zeros(3))
        if isinstance(constant, int):
            continue
        np.testing.assert_array_equal(func.jacfwd(lambda x: constant)(X), np.zeros(3))
        np.testing.assert_array_equal(func.jacrev(lambda x: constant)(X), np.zeros(3))
        np.testing.assert_array_equal(tg.hessian(lambda x: constant)(X), np.zeros((3, 3)))
        assert func.jvp(lambda x: constant, (X,), (X,)) == (3.0, 0.0)
    np.testing.assert_array_equal(tg.grad(lambda x, y: np.sum(y * y))(X, Y), np.zeros(3))
    np.testing.assert_array_equal(tg.hessian(lambda x: np.sum(x))(X), np.zeros((3, 3)))
    np.testing.assert_array_equal(tg.hvp(lambda x: np.sum(x))(X, Y), np.zeros(3))


def test_the_argument_itself_as_the_result():
    assert tg.value_and_grad(lambda x: x)(2.0) == (2.0, 1.0)
    np.testing.assert_array_equal(tg.jacobian(lambda x: x)(X), np.eye(3))
    np.testing.assert_array_equal(func.jacrev(lambda x: x)(X), np.eye(3))
    np.testing.assert_array_equal(func.jacfwd(lambda x, y: (y, x))(X, Y)[1], np.eye(3))
    y, pullback = func.vjp(lambda x: x, X)
    np.testing.assert_array_equal(pullback(Y)[0], Y)
    np.testing.assert_array_equal(func.jvp(lambda x: x, (X,), (Y,))[1], Y)
    np.testing.assert_array_equal(tg.hessian(lambda x: x)(2.0), 0.0)


def test_the_same_array_for_two_arguments():
    np.testing.assert_array_equal(tg.grad(lambda x, y: np.sum(x * x * y))(X, X), 2 * X * X)
    gx, gy = tg.grad(lambda x, y: np.sum(x * x * y), (0, 1))(X, X)
    np.testing.assert_array_equal(gx, 2 * X * X)
    np.testing.assert_array_equal(gy, X * X)


def test_arguments_are_not_changed_and_results_do_not_share_memory():
    x = X.copy()

    def f(x: Any) -> Any:
        x *= 2.0
        x[0] = 5.0
        return np.sum(x * x)

    for g in (func.jacfwd(f), tg.compile(tg.grad(f)), tg.compile(func.jacfwd(f))):
        np.testing.assert_array_equal(g(x), [0.0, 8 * X[1], 8 * X[2]])
        np.testing.assert_array_equal(x, X)
    value, slope = func.jvp(lambda x: x, (x,), (x,))
    assert not np.may_share_memory(value, x)
    assert not np.may_share_memory(slope, x)
    y, pullback = func.vjp(lambda x: x, x)
    assert not np.may_share_memory(y, x)
    assert not np.may_share_memory(pullback(x)[0], x)
    slope = tg.grad(np.sum)(x)
    slope += 1.0  # the results are the caller's own
    np.testing.assert_array_equal(tg.grad(np.sum)(x), np.ones(3))


def test_auxiliary_data():
    def f(x: Any) -> Any:
        y = x * 2.0
        return np.sum(y * y), {"y": y, "text": "t", "none": None, "n": 3, "pair": (y[0], np.ones(2))}

    expected = 8 * X
    g, aux = tg.grad(f, has_aux=True)(X)
    (value, aux2), g2 = tg.value_and_grad(f, has_aux=True)(X)
    g3, (value3, aux3) = func.grad_and_value(f, has_aux=True)(X)
    assert value == value3 == np.sum(4 * X * X)
    for slope, data in ((g, aux), (g2, aux2), (g3, aux3)):
        np.testing.assert_array_equal(slope, expected)
        assert type(data["y"]) is np.ndarray
        np.testing.assert_array_equal(data["y"], 2 * X)
        assert (data["text"], data["none"], data["n"]) == ("t", None, 3)
        assert data["pair"][0] == 2 * X[0]
        assert type(data["pair"][0]) is np.float64
    for transform in (tg.hessian, tg.jacobian, func.jacrev, func.jacfwd):
        found, data = transform(f, has_aux=True)(X)
        np.testing.assert_array_equal(found, 8 * np.eye(3) if transform is tg.hessian else expected)
        assert type(data["y"]) is np.ndarray
        np.testing.assert_array_equal(data["y"], 2 * X)
        assert (data["text"], data["none"], data["n"]) == ("t", None, 3)
    out, pullback, data = func.vjp(f, X, has_aux=True)
    np.testing.assert_array_equal(pullback(1.0)[0], expected)
    np.testing.assert_array_equal(data["y"], 2 * X)
    out, tangent, data = func.jvp(f, (X,), (np.ones(3),), has_aux=True)
    assert tangent == expected.sum()
    np.testing.assert_array_equal(data["y"], 2 * X)
    out, push, data = func.linearize(f, X, has_aux=True)
    assert push(np.ones(3)) == expected.sum()
    np.testing.assert_array_equal(data["y"], 2 * X)


def test_auxiliary_data_are_asked_for():
    for transform in (tg.grad, tg.value_and_grad, func.jacrev, func.jacfwd, tg.hessian):
        for bad in (lambda x: np.sum(x), lambda x: [np.sum(x), 1], lambda x: (np.sum(x), 1, 2)):
            with pytest.raises(ArgumentError, match="has_aux=True, f must return a pair"):
                transform(bad, has_aux=True)(X)


def test_keywords_pass_through():
    def f(x: Any, *, power: Any = 2, scale: Any = 1.0) -> Any:
        return np.sum(x**power) * scale

    np.testing.assert_allclose(tg.grad(f)(X, power=3, scale=2.0), 6 * X**2)
    np.testing.assert_allclose(tg.hessian(f)(X, power=3), np.diag(6 * X))
    np.testing.assert_allclose(func.jacfwd(f)(X, power=3), 3 * X**2)
    np.testing.assert_allclose(tg.hvp(f)(X, Y, power=3), 6 * X * Y)


def test_arguments_that_are_no_numbers_stand_elsewhere():
    def f(k: Any, x: Any, name: Any, options: Any, table: Any) -> Any:
        assert isinstance(k, int)
        assert name == "sum"
        assert options is None
        assert table.dtype == np.int64
        return np.sum(x[table] * k)

    args = (3, X, "sum", None, np.array([0, 0, 2]))
    wanted = [6.0, 0.0, 3.0]
    np.testing.assert_array_equal(tg.grad(f, 1)(*args), wanted)
    np.testing.assert_array_equal(func.jacfwd(f, 1)(*args), wanted)
    np.testing.assert_array_equal(func.jacrev(f, -4)(*args), wanted)
    np.testing.assert_array_equal(tg.hessian(f, 1)(*args), np.zeros((3, 3)))


def test_names_and_docs_are_kept():
    def f(x: Any) -> Any:
        """Says what it does."""
        return x

    for transform in TRANSFORMS:
        assert "f" in transform(f).__name__
        assert transform(f).__doc__ == "Says what it does."
    import functools

    assert tg.grad(functools.partial(polynomial, y=Y))(X).shape == (3,)


# ------------------------------------------------------------------------------------------------- containers


def tree_of(x: Any) -> Any:
    return {"a": x * 1.0, "b": [x[0], (x[1:], Pair(x[2] * x, x[0]))]}


def tree_loss(t: Any) -> Any:
    return np.sum(t["a"] ** 2) * t["b"][0] + np.sum(t["b"][1][0]) * t["b"][1][1].second + np.sum(t["b"][1][1].first)


def test_gradients_have_the_containers_of_the_argument():
    tree = {"a": X, "b": [2.0, (Y, Pair(X[:2], np.float64(3.0)))]}
    g = tg.grad(tree_loss)(tree)
    assert list(g) == ["a", "b"]
    assert type(g["b"]) is list
    assert type(g["b"][1]) is tuple
    assert type(g["b"][1][1]) is Pair
    np.testing.assert_array_equal(g["a"], 4 * X)
    assert g["b"][0] == np.sum(X * X)
    np.testing.assert_array_equal(g["b"][1][0], 3 * np.ones(3))
    np.testing.assert_array_equal(g["b"][1][1].first, np.ones(2))
    assert g["b"][1][1].second == np.sum(Y)
    for transform in (func.jacrev, func.jacfwd):
        j = transform(tree_loss)(tree)
        np.testing.assert_array_equal(j["a"], g["a"])
        assert j["b"][1][1].second == np.sum(Y)


def test_other_kinds_of_containers():
    ordered = OrderedDict([("z", X), ("a", Y)])
    g = tg.grad(lambda t: np.sum(t["z"] * t["a"]))(ordered)
    assert type(g) is OrderedDict
    assert list(g) == ["z", "a"]
    np.testing.assert_array_equal(g["z"], Y)
    mixed_keys = {1: X, "b": Y, (2, 3): 2.0}
    g = tg.grad(lambda t: np.sum(t[1] * t["b"]) * t[2, 3])(mixed_keys)
    np.testing.assert_array_equal(g[1], 2 * Y)
    assert g[2, 3] == np.sum(X * Y)
    g = tg.grad(lambda t: t[0] * t[2])([2.0, None, 3.0])
    assert g == [3.0, None, 2.0]


def test_jacobians_of_containers():
    def f(t: Any) -> Any:
        return {"p": t["x"] * t["s"], "q": (np.sum(t["x"]), t["s"] ** 2)}

    t = {"x": X, "s": 3.0}
    for transform in (tg.jacobian, func.jacrev, func.jacfwd):
        j = transform(f)(t)
        np.testing.assert_array_equal(j["p"]["x"], 3 * np.eye(3))
        np.testing.assert_array_equal(j["p"]["s"], X)
        np.testing.assert_array_equal(j["q"][0]["x"], np.ones(3))
        assert j["q"][0]["s"] == 0.0
        np.testing.assert_array_equal(j["q"][1]["x"], np.zeros(3))
        assert j["q"][1]["s"] == 6.0


def test_hessians_of_containers():
    h = tg.hessian(lambda t: np.sum(t["x"] ** 3) * t["s"] ** 2)({"x": X, "s": 2.0})
    np.testing.assert_allclose(h["x"]["x"], np.diag(24 * X))
    np.testing.assert_allclose(h["x"]["s"], 12 * X**2)
    np.testing.assert_allclose(h["s"]["x"], 12 * X**2)
    assert h["s"]["s"] == 2 * np.sum(X**3)
    h = tg.hessian(lambda x, y: np.sum(x**2 * y), (0, 1))(X, Y)
    np.testing.assert_allclose(h[0][0], np.diag(2 * Y))
    np.testing.assert_allclose(h[0][1], np.diag(2 * X))
    np.testing.assert_allclose(h[1][0], np.diag(2 * X))
    np.testing.assert_array_equal(h[1][1], np.zeros((3, 3)))


def test_products_with_containers():
    def f(t: Any) -> Any:
        return [t["x"] * t["s"], {"n": np.sum(t["x"])}]

    t = {"x": X, "s": 3.0}
    out, pullback = func.vjp(f, t)
    np.testing.assert_array_equal(out[0], 3 * X)
    (g,) = pullback([Y, {"n": 2.0}])
    np.testing.assert_array_equal(g["x"], 3 * Y + 2.0)
    assert g["s"] == np.sum(X * Y)
    out, pushed = func.jvp(f, (t,), ({"x": Y, "s": 1.0},))
    np.testing.assert_array_equal(pushed[0], 3 * Y + X)
    assert pushed[1]["n"] == np.sum(Y)


def test_containers_do_not_fit():
    _, pullback = func.vjp(lambda x: (x, x), X)
    for bad in (X, [X, X], (X,), (X, X, X), {"a": X}):
        with pytest.raises(ArgumentError, match="containers"):
            pullback(bad)
    for bad in ((X, X[:2]), (X, 1.0), (X[:, None], X)):
        with pytest.raises(ShapeError, match="cotangent of shape"):
            pullback(bad)
    for call in (
        lambda p, t: func.jvp(lambda *x: x[0], p, t),
        lambda p, t: func.linearize(lambda *x: x[0], *p)[1](*t),
    ):
        with pytest.raises(ArgumentError, match="primals and 2 tangents"):
            call((X,), (X, X))
        with pytest.raises(ArgumentError, match="containers of the primals"):
            call(([X],), (X,))
        with pytest.raises(ShapeError, match="does not fit a primal"):
            call((X,), (X[:2],))
        with pytest.raises(DtypeError):
            call((X,), (np.array([1, 2, 3]) > 1,))
        with pytest.raises(DtypeError):
            call((np.array([1, 2, 3]),), (X,))
    for bad in (X, 3.0, {"a": X}):
        with pytest.raises(ArgumentError, match="must be tuples"):
            func.jvp(lambda x: x, bad, (X,))


# ------------------------------------------------------------------------------------------------- products and modes


def curved(x: Any) -> Any:
    return np.stack([np.sin(x[0]) * x[1], x[1] ** 2 * x[2], np.exp(x[0] * x[2]), np.sum(x)])


def curved_jacobian(x: np.ndarray) -> np.ndarray:
    a, b, c = x
    e = math.exp(a * c)
    return np.array([[math.cos(a) * b, math.sin(a), 0], [0, 2 * b * c, b * b], [c * e, 0, a * e], [1, 1, 1]])


def test_all_modes_give_one_jacobian():
    wanted = curved_jacobian(X)
    out, pullback = func.vjp(curved, X)
    np.testing.assert_allclose(out, curved(X), rtol=1e-15)
    rows = np.stack([pullback(e)[0] for e in np.eye(4)])
    columns = np.stack([func.jvp(curved, (X,), (e,))[1] for e in np.eye(3)], axis=1)
    linear_out, push = func.linearize(curved, X)
    np.testing.assert_allclose(linear_out, curved(X), rtol=1e-15)
    pushed = np.stack([push(e) for e in np.eye(3)], axis=1)
    for found in (tg.jacobian(curved)(X), func.jacrev(curved)(X), func.jacfwd(curved)(X), rows, columns, pushed):
        np.testing.assert_allclose(found, wanted, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(func.jacrev(curved)(X), func.jacfwd(curved)(X), rtol=1e-15, atol=1e-15)


def test_wide_and_tall_jacobians():
    a = np.arange(24.0).reshape(4, 6)
    for m in (a, a.T):
        x = np.linspace(0.1, 1.0, m.shape[1])
        for transform in (tg.jacobian, func.jacrev, func.jacfwd):
            np.testing.assert_allclose(transform(lambda x: np.sin(m @ x))(x), np.cos(m @ x)[:, None] * m, rtol=1e-13)


def test_jacobians_of_arrays_of_several_dimensions():
    x = np.arange(1.0, 7.0).reshape(2, 3)
    for transform in (tg.jacobian, func.jacrev, func.jacfwd):
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
    if transform in (tg.jacobian, func.jacrev, func.jacfwd):
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
    assert func.vjp(lambda x: x * x, x)[1](x)[0].shape == (0,)
    assert func.jvp(lambda x: x * x, (x,), (x,))[1].shape == (0,)
    assert tg.hvp(lambda x: np.sum(x * x))(x, x).shape == (0,)
    assert func.linearize(lambda x: x * x, x)[1](x).shape == (0,)


def test_pullbacks_may_be_called_again_and_later():
    out, pullback = func.vjp(lambda x: np.exp(x) * x, X)
    first = pullback(np.ones(3))[0]
    tg.grad(lambda x: np.sum(x**3))(X)
    t = tg.tensor(X, requires_grad=True)
    (t * t).sum().backward()
    np.testing.assert_array_equal(pullback(np.ones(3))[0], first)
    np.testing.assert_allclose(pullback(2.0 * Y)[0], 2 * Y * np.exp(X) * (1 + X))


def test_pushforwards_may_be_called_again_and_later():
    out, push = func.linearize(lambda x, y: np.exp(x) * y, X, Y)
    for _ in range(2):
        np.testing.assert_allclose(push(np.ones(3), np.zeros(3)), np.exp(X) * Y)
        np.testing.assert_allclose(push(np.zeros(3), X), np.exp(X) * X)


def test_cotangents_and_tangents_of_other_dtypes_are_converted():
    x = X.astype(np.float32)
    out, pullback = func.vjp(lambda x: x * x, x)
    (g,) = pullback(Y)
    assert g.dtype == np.float32
    assert func.jvp(lambda x: x * x, (x,), (Y,))[1].dtype == np.float32
    (g,) = func.vjp(lambda x: x * x, X)[1](np.array([1, 2, 3]))
    np.testing.assert_array_equal(g, 2 * X * [1, 2, 3])


def test_results_that_are_no_floats():
    out, pullback = func.vjp(lambda x: (x > 0, x * 2.0), X)
    np.testing.assert_array_equal(out[0], X > 0)
    out, pushed = func.jvp(lambda x: (x > 0, np.argmax(x), x * 2.0), (X,), (Y,))
    np.testing.assert_array_equal(out[0], X > 0)
    assert out[0].dtype == bool
    np.testing.assert_array_equal(pushed[2], 2 * Y)
    for transform in (tg.jacobian, func.jacrev, func.jacfwd):
        with pytest.raises(DtypeError, match="f must return float64 or float32, got bool"):
            transform(lambda x: x > 0)(X)


@each_dtype
def test_dtypes_are_kept(dtype):
    x, y = X.astype(dtype), Y.astype(dtype)
    assert tg.grad(polynomial)(x, y).dtype == dtype
    assert tg.value_and_grad(polynomial)(x, y)[0].dtype == dtype
    for transform in (tg.jacobian, func.jacrev, func.jacfwd):
        assert transform(lambda x: x * 2.0)(x).dtype == dtype
    assert tg.hessian(polynomial)(x, y).dtype == dtype
    assert tg.hvp(lambda x: np.sum(x**3))(x, y).dtype == dtype
    assert func.jvp(lambda x: x * 2.0, (x,), (y,))[1].dtype == dtype
    assert func.vjp(lambda x: x * 2.0, x)[1](y)[0].dtype == dtype
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
    j = func.jacfwd(lambda x, y: (x * y, x * 2.0), (0, 1))(x, y)
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
            close(h, func.jacfwd(func.jacrev(bumpy))(x), 1)
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
    for outer in (func.jacfwd, func.jacrev, tg.jacobian):
        for inner in (func.jacfwd, func.jacrev, tg.grad):
            close(outer(inner(bumpy))(x), h)


def test_hessian_vector_products():
    rng = np.random.default_rng(3)
    x, v = rng.normal(size=(2, 6))
    wanted = tg.hessian(bumpy)(x) @ v
    close(tg.hvp(bumpy)(x, v), wanted)
    close(tg.compile(tg.hvp(bumpy))(x, v), wanted)
    close(tg.grad(lambda x: tg.grad(bumpy)(x) @ v)(x), wanted)
    close(func.jvp(tg.grad(bumpy), (x,), (v,))[1], wanted)
    close(func.vjp(tg.grad(bumpy), x)[1](v)[0], wanted)


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
        g, forward = tg.grad(g), func.jacfwd(forward)
        mixed = tg.grad(mixed) if order % 2 else func.jacfwd(mixed)


def test_third_derivatives_of_arrays():
    x = np.array([0.3, -0.7])
    third = func.jacfwd(tg.hessian(lambda x: x[0] ** 3 * x[1] ** 2))(x)
    a, b = x
    wanted = np.zeros((2, 2, 2))
    wanted[0, 0, 0] = 6 * b * b
    wanted[0, 0, 1] = wanted[0, 1, 0] = wanted[1, 0, 0] = 12 * a * b
    wanted[0, 1, 1] = wanted[1, 0, 1] = wanted[1, 1, 0] = 6 * a * a
    np.testing.assert_allclose(third, wanted, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(
        func.jacrev(tg.hessian(lambda x: x[0] ** 3 * x[1] ** 2))(x), wanted, rtol=1e-13, atol=1e-15
    )
    np.testing.assert_allclose(
        tg.hessian(lambda x: tg.grad(lambda y: y[0] ** 3 * y[1] ** 2)(x)[0])(x), wanted[0], rtol=1e-13
    )


# ------------------------------------------------------------------------------------------------- nesting


CONFUSIONS = [
    # (function of x, derivative at x): the inner derivative must not see the outer variable, and the other way round
    (lambda d: lambda x: x * d(lambda y: x + y)(1.0), lambda x: 1.0),
    (lambda d: lambda x: x * d(lambda y: x * y)(1.0), lambda x: 2 * x),
    (lambda d: lambda x: x * d(lambda y: x * y * y)(3.0), lambda x: 12 * x),
    (lambda d: lambda x: x * d(lambda y: x * y)(x), lambda x: 2 * x),
    (lambda d: lambda x: d(lambda y: y * x)(x) * x, lambda x: 2 * x),
    (lambda d: lambda x: d(lambda x: x * x)(x) * x, lambda x: 4 * x),
    (lambda d: lambda x: d(lambda y: d(lambda z: x * y * z)(y))(x), lambda x: 1.0),
    (lambda d: lambda x: d(lambda y: d(lambda z: x * x * y * z * z)(y) * y)(x), lambda x: 24 * x**3),
    (lambda d: lambda x: x + d(lambda y: np.sin(x) * y)(2.0), lambda x: 1 + math.cos(x)),
    (lambda d: lambda x: d(lambda y: x * np.sin(y))(x), lambda x: math.cos(x) - x * math.sin(x)),
    (lambda d: lambda x: d(lambda y: x)(x) + x, lambda x: 1.0),
]
DERIVATIVES = {
    "grad": tg.grad,
    "jacfwd": func.jacfwd,
    "jacrev": func.jacrev,
    "jvp": lambda f: lambda x: func.jvp(f, (x,), (1.0,))[1],
    "vjp": lambda f: lambda x: func.vjp(f, x)[1](1.0)[0],
    "linearize": lambda f: lambda x: func.linearize(f, x)[1](1.0),
}


@pytest.mark.parametrize("outer", DERIVATIVES)
@pytest.mark.parametrize("inner", DERIVATIVES)
def test_perturbations_are_not_confused(inner, outer):
    for k, (make, expected) in enumerate(CONFUSIONS):
        for x in (0.7, 2.0):
            assert DERIVATIVES[outer](make(DERIVATIVES[inner]))(x) == pytest.approx(expected(x), rel=1e-13), k


@pytest.mark.parametrize("inner", DERIVATIVES)
def test_perturbations_are_not_confused_when_compiled(inner):
    functions = [make(DERIVATIVES[inner]) for make, _ in CONFUSIONS]
    compiled = tg.compile(
        lambda x: [[DERIVATIVES[outer](f)(x) for f in functions] for outer in ("grad", "jvp", "jacrev")]
    )
    for x in (0.7, 2.0):
        for row in compiled(x):
            np.testing.assert_allclose(row, [expected(x) for _, expected in CONFUSIONS], rtol=1e-13)


def test_a_curried_function():
    """The derivative of a function that is a derivative's result, kept and used later."""

    def shift(offset: Any) -> Any:
        return lambda g: lambda x: g(x + offset)

    g = tg.grad(lambda a: shift(a)(np.exp)(0.5))
    assert g(0.25) == pytest.approx(math.exp(0.75), rel=1e-15)


def test_inner_loops_of_gradients():
    """A few steps of gradient descent within a function that is differentiated: d/da of argmin converges to 1."""

    def descend(a: Any, steps: int = 60) -> Any:
        x = a * 0.0
        for _ in range(steps):
            x = x - 0.2 * tg.grad(lambda y: (y - a) ** 2 + 0.0 * y)(x)
        return x

    assert tg.grad(descend)(3.0) == pytest.approx(1.0 - 0.6**60, rel=1e-12)
    assert func.jacfwd(descend)(3.0) == pytest.approx(1.0 - 0.6**60, rel=1e-12)
    assert tg.compile(tg.grad(descend))(3.0) == pytest.approx(1.0 - 0.6**60, rel=1e-12)


def test_eager_backward_within_a_transform():
    """Gradients of inner leaves, while an outer function is differentiated."""

    def f(x: Any) -> Any:
        t = tg.tensor([1.0, 2.0], requires_grad=True)
        (inner,) = tg.autograd.grad((t * t).sum(), t)
        return np.sum(x * inner)

    np.testing.assert_array_equal(tg.grad(f)(np.ones(2)), [2.0, 4.0])


@pytest.mark.parametrize(
    "transform",
    [
        tg.grad,
        tg.value_and_grad,
        func.grad_and_value,
        lambda f: lambda x: func.vjp(f, x),
        lambda f: tg.grad(tg.grad(f)),
    ],
)
def test_backward_within_a_transform_is_refused(transform: Any) -> None:
    w = tg.tensor(2.0, requires_grad=True)

    def f(x: Any) -> Any:
        (x * w).backward()
        return x * x

    x = tg.tensor(3.0, requires_grad=True)
    for argument in (3.0, x):
        with pytest.raises(GradientError, match=r"^backward: a function transform .* Use tg.func.grad, tg.func.vjp"):
            transform(f)(argument)
    assert w.grad is None
    assert x.grad is None
    (x * w).backward()
    assert w.grad.item() == 3.0


def test_sweeps_within_a_transform_leave_what_was_there_before() -> None:
    """d/dx of ``sum(w * 4 x)`` by w, and of ``sum(x * x)`` by x; the tape of ``x * x`` serves both."""
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    h = x * x
    (g,) = (tg.grad(lambda w: (w * tg.autograd.grad((h * 2.0).sum(), x)[0]).sum())(np.ones(2)),)
    np.testing.assert_array_equal(g, [4.0, 8.0])
    h.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [2.0, 4.0])

    def f(x: Any) -> Any:
        h = x * x
        inner = tg.grad(lambda w: (w * tg.autograd.grad((h * 2.0).sum(), x)[0]).sum())(np.ones(2))
        return (inner * h).sum()  # inner is 4 x, a constant

    np.testing.assert_array_equal(tg.grad(f)(np.array([1.0, 2.0])), [8.0, 32.0])


def test_sweeps_within_a_transform_consume_what_it_recorded() -> None:
    def f(x: Any) -> Any:
        y = x * x
        tg.autograd.grad(y.sum(), x)
        return tg.autograd.grad(y.sum(), x)[0].sum()

    with pytest.raises(TapeFreedError):
        tg.grad(f)(np.ones(2))


def test_pullbacks_within_recordings() -> None:
    """Of ``x**3`` at ``x``, whose Jacobian is ``diag(3 x**2)``."""
    x, v = np.array([1.0, 2.0]), np.array([3.0, 5.0])
    jacobian = np.diag(3.0 * x * x)
    pull = func.vjp(lambda q: q * q * q, x)[1]
    for rows in (np.eye(2), tg.tensor(np.eye(2))):
        np.testing.assert_allclose(tg.vmap(pull)(rows)[0], jacobian, rtol=1e-14)
    np.testing.assert_allclose(
        tg.vmap(tg.vmap(pull))(np.ones((3, 2, 2)))[0], np.full((3, 2, 2), 3.0 * x * x), rtol=1e-14
    )
    np.testing.assert_allclose(tg.compile(pull)(v)[0], jacobian @ v, rtol=1e-14)
    np.testing.assert_allclose(tg.jacobian(lambda v: pull(v)[0])(v), jacobian, rtol=1e-14)
    squares = tg.compile(tg.grad(lambda v: np.sum(pull(v)[0] ** 2)))(v)
    np.testing.assert_allclose(squares, 2.0 * jacobian @ jacobian @ v, rtol=1e-14)
    np.testing.assert_allclose(pull(v)[0], jacobian @ v, rtol=1e-14)

    w = tg.tensor([2.0, 3.0], requires_grad=True)
    rows = tg.vmap(func.vjp(lambda q: q * q * w, x)[1])(np.eye(2))[0]
    np.testing.assert_allclose(rows.detach().numpy(), np.diag(2.0 * x * [2.0, 3.0]), rtol=1e-14)
    rows.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 2.0 * x, rtol=1e-14)


@pytest.mark.parametrize("library", ["tapegrad", "torch"])
def test_vmap_over_grad_of_what_was_computed_before(library: str) -> None:
    """Of ``y**3``, rows of ``diag(3 y**2)``, whose sum has the derivative ``6 y``."""
    lib: Any = tg if library == "tapegrad" else pytest.importorskip("torch")
    vmap = tg.vmap if library == "tapegrad" else lib.func.vmap
    eye = lib.tensor(np.eye(2))
    y = lib.tensor([1.0, 2.0], dtype=eye.dtype, requires_grad=True)
    z = y * y * y
    rows = vmap(lambda v: lib.autograd.grad(z, y, v, retain_graph=True)[0])(eye)
    assert not rows.requires_grad
    np.testing.assert_allclose(rows.numpy(), [[3.0, 0.0], [0.0, 12.0]], rtol=1e-14)
    rows = vmap(lambda v: lib.autograd.grad(z, y, v, create_graph=True)[0])(eye)
    (second,) = lib.autograd.grad(rows.sum(), y)
    np.testing.assert_allclose(second.numpy(), [6.0, 12.0], rtol=1e-14)


def test_grad_of_what_was_computed_before_within_a_recording() -> None:
    y = tg.tensor([1.0, 2.0], requires_grad=True)
    z = y * y
    found = tg.vmap(lambda v: tg.autograd.grad(z, y, v)[0])(np.eye(2))
    assert isinstance(found, np.ndarray)
    np.testing.assert_array_equal(found, [[2.0, 0.0], [0.0, 4.0]])
    with pytest.raises(GradientError, match=r"^grad: outputs and inputs must all belong to the function"):
        tg.vmap(lambda v: tg.autograd.grad(z * v, y, v)[0])(np.eye(2))
    z.sum().backward()  # not consumed
    np.testing.assert_array_equal(y.grad.numpy(), [2.0, 4.0])
    with pytest.raises(TapeFreedError, match=r"^grad: "):
        tg.vmap(lambda v: tg.autograd.grad(z, y, v)[0])(np.eye(2))


# ------------------------------------------------------------------------------------------------- Tensors


def test_tensor_in_tensor_out():
    t = tg.tensor(X)
    for found in (
        tg.grad(lambda x: np.sum(x * x))(t), tg.value_and_grad(lambda x: np.sum(x * x))(t)[0], tg.jacobian(lambda x: x * x)(t),
        func.jacrev(lambda x: x * x)(t), func.jacfwd(lambda x: x * x)(t), tg.hessian(lambda x: np.sum(x * x))(t),
        tg.hvp(lambda x: np.sum(x * x))(t, t), func.jvp(lambda x: x * x, (t,), (t,))[1], func.vjp(lambda x: x * x, t)[1](t)[0],
        func.vjp(lambda x: x * x, t)[0], func.linearize(lambda x: x * x, t)[1](t), func.linearize(lambda x: x * x, t)[0],
    ):  # fmt: skip
        assert isinstance(found, tg.Tensor)
        assert not found.requires_grad
        assert not found.traced


def test_auxiliary_tensors():
    """They are values for whoever gets them, as the results are."""
    t = tg.tensor(X)

    def f(x: Any) -> Any:
        return np.sum(x * x), x * 2.0

    for aux in (
        tg.grad(f, has_aux=True)(t)[1], tg.value_and_grad(f, has_aux=True)(t)[0][1], func.jvp(f, (t,), (t,), has_aux=True)[2],
        func.vjp(f, t, has_aux=True)[2], func.jacfwd(f, has_aux=True)(t)[1], func.jacrev(f, has_aux=True)(t)[1],
        tg.hessian(f, has_aux=True)(t)[1], func.linearize(f, t, has_aux=True)[2],
    ):  # fmt: skip
        assert isinstance(aux, tg.Tensor)
        assert not aux.traced
        assert not aux.requires_grad
        np.testing.assert_array_equal((aux + 1.0).numpy(), 2 * X + 1.0)


def derivative_forms(f: Any) -> dict[str, Any]:
    """Ways to the gradient of a scalar function of an array, as functions."""
    return {
        "grad": tg.grad(f),
        "value_and_grad": lambda x: tg.value_and_grad(f)(x)[1],
        "jacobian": tg.jacobian(f),
        "jacrev": func.jacrev(f),
        "jacfwd": func.jacfwd(f),
        "vjp": lambda x: func.vjp(f, x)[1](1.0)[0],
        "jvp": lambda x: np.stack([func.jvp(f, (x,), (e,))[1] for e in np.eye(3)]),
        "linearize": lambda x: np.stack([func.linearize(f, x)[1](e) for e in np.eye(3)]),
    }


@pytest.mark.parametrize("name", derivative_forms(lambda x: x))
def test_gradients_flow_to_arguments_that_require_grad(name):
    t = tg.tensor(X, requires_grad=True)
    g = derivative_forms(lambda x: np.sum(np.sin(x)))[name](t)
    assert isinstance(g, tg.Tensor)
    assert g.requires_grad
    np.testing.assert_allclose(plain(g), np.cos(X), rtol=1e-14)
    (second,) = tg.autograd.grad(np.sum(g * Y), t)
    np.testing.assert_allclose(plain(second), -np.sin(X) * Y, rtol=1e-14)


@pytest.mark.parametrize("name", derivative_forms(lambda x: x))
def test_gradients_flow_to_captured_tensors(name):
    w = tg.tensor(Y, requires_grad=True)
    v = w * 2.0  # a result, not a leaf
    g = derivative_forms(lambda x: np.sum(np.sin(x) * v))[name](X)
    assert isinstance(g, tg.Tensor)
    assert g.requires_grad
    np.testing.assert_allclose(plain(g), np.cos(X) * 2 * Y, rtol=1e-14)
    g.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 2 * np.cos(X), rtol=1e-14)


@pytest.mark.parametrize("name", derivative_forms(lambda x: x))
def test_captured_tensors_without_grad_are_constants(name):
    w = tg.tensor(Y)
    found = derivative_forms(lambda x: np.sum(np.sin(x) * w))[name](X)
    assert type(found) is np.ndarray
    np.testing.assert_allclose(found, np.cos(X) * Y, rtol=1e-14)


def test_a_captured_tensor_that_the_result_does_not_depend_on():
    w = tg.tensor(Y, requires_grad=True)

    def f(x: Any) -> Any:
        (w * 2.0).sum()
        return np.sum(x * x)

    for g in derivative_forms(f).values():
        np.testing.assert_array_equal(np.asarray(plain(g(X)) if isinstance(g(X), tg.Tensor) else g(X)), 2 * X)


def test_second_derivatives_with_captured_tensors():
    w = tg.tensor(Y, requires_grad=True)
    h = tg.hessian(lambda x: np.sum(x**3 * w))(X)
    assert isinstance(h, tg.Tensor)
    np.testing.assert_allclose(plain(h), np.diag(6 * X * Y), rtol=1e-14)
    h.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 6 * X, rtol=1e-14)
    w.zero_grad()
    p = tg.hvp(lambda x: np.sum(x**3 * w))(X, np.ones(3))
    p.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 6 * X, rtol=1e-14)


def test_vectors_that_require_grad():
    v = tg.tensor(Y, requires_grad=True)
    pushed = func.jvp(np.sin, (X,), (v,))[1]
    pushed.sum().backward()
    np.testing.assert_allclose(v.grad.numpy(), np.cos(X), rtol=1e-14)
    v.zero_grad()
    func.vjp(np.sin, X)[1](v)[0].sum().backward()
    np.testing.assert_allclose(v.grad.numpy(), np.cos(X), rtol=1e-14)
    v.zero_grad()
    tg.hvp(lambda x: np.sum(x**3))(X, v).sum().backward()
    np.testing.assert_allclose(v.grad.numpy(), 6 * X, rtol=1e-14)


def test_a_penalty_on_a_gradient():
    """The training loss of a model whose gradient by its input is penalised."""
    w = tg.tensor([[0.3, -0.2], [0.1, 0.5]], requires_grad=True)

    def model(x: Any) -> Any:
        return np.sum(np.tanh(x @ w))

    x = np.array([0.7, -0.4])
    loss = np.sum(tg.grad(model)(x) ** 2)
    loss.backward()

    def by_hand(w: Any) -> Any:
        s = 1.0 - np.tanh(x @ w) ** 2
        return np.sum((w @ s) ** 2)

    close(w.grad.numpy(), gradient(by_hand, [plain(w)])[0])


def test_gradients_inside_no_grad():
    with tg.no_grad():
        np.testing.assert_array_equal(tg.grad(lambda x: np.sum(x * x))(X), 2 * X)
        np.testing.assert_array_equal(func.jacfwd(lambda x: x * x)(X), np.diag(2 * X))
        assert not tg.is_grad_enabled()
    assert tg.is_grad_enabled()

    def f(x: Any) -> Any:
        with tg.no_grad():
            y = x * x
        return np.sum(x * y)

    for name, g in derivative_forms(f).items():
        np.testing.assert_array_equal(np.asarray(g(X)), X * X, err_msg=name)


def test_detached_values_are_constants_in_every_mode():
    for name, g in derivative_forms(lambda x: np.sum(x * x.detach() ** 2)).items():
        np.testing.assert_allclose(np.asarray(g(X)), X**2, err_msg=name)
        np.testing.assert_allclose(tg.compile(g)(X), X**2, err_msg=name)


def test_transforms_leave_the_eager_tape_alone():
    t = tg.tensor(X, requires_grad=True)
    y = t * t
    tg.grad(lambda x: np.sum(x * y.detach()))(X)
    func.jacfwd(lambda x: x * 2.0)(X)
    tg.grad(lambda x: np.sum(x * y))(X)
    y.sum().backward()
    np.testing.assert_array_equal(t.grad.numpy(), 2 * X)


def test_errors_leave_everything_usable():
    def bad(x: Any) -> Any:
        np.sum(x * x)
        raise KeyError("inside")

    for transform in TRANSFORMS:
        with pytest.raises(KeyError):
            transform(bad)(X)
    for call in (
        lambda: func.jvp(bad, (X,), (X,)),
        lambda: func.vjp(bad, X),
        lambda: func.linearize(bad, X),
        lambda: tg.hvp(bad)(X, X),
    ):
        with pytest.raises(KeyError):
            call()
    assert tg.is_grad_enabled()
    np.testing.assert_array_equal(tg.grad(lambda x: np.sum(x * x))(X), 2 * X)
    np.testing.assert_array_equal(tg.hessian(lambda x: np.sum(x * x))(X), 2 * np.eye(3))
    t = tg.tensor(2.0, requires_grad=True)
    (t * t).backward()
    assert t.grad.item() == 4.0


# ------------------------------------------------------------------------------------------------- every op


def test_tangents_of_elementwise_ops():
    """One recording for all; the derivative along a direction by differences."""
    rng = np.random.default_rng(6)
    for shapes in ([(3,)] * 3, [(2, 1), (3,), ()], [()] * 3):
        arguments = [draw(op, shapes[: len(op.arguments)], np.float64, 5) for op in SMOOTH]
        tangents = [
            [rng.normal(size=args[k].shape) for k in derivatives(op)]
            for op, args in zip(SMOOTH, arguments, strict=True)
        ]
        moving = [[args[k] for k in derivatives(op)] for op, args in zip(SMOOTH, arguments, strict=True)]

        def f(parts: Any, arguments: Any = arguments) -> Any:
            found = []
            for op, args, own in zip(SMOOTH, arguments, parts, strict=True):
                whole = list(args)
                for k, x in zip(derivatives(op), own, strict=True):
                    whole[k] = x
                found.append(op(*whole))
            return found

        values, pushed = func.jvp(f, (moving,), (tangents,))
        for op, args, own, found in zip(SMOOTH, arguments, tangents, pushed, strict=True):
            wanted = sum(differences(op.reference, args, (k,)) * t for k, t in zip(derivatives(op), own, strict=True))
            close(found, np.asarray(wanted), 1)


def linear_combination(call: Call) -> tuple[list[np.ndarray], Any]:
    rng = np.random.default_rng(9)
    directions = [rng.normal(size=a.shape) for a in call.arrays]

    def reference(*xs: Any) -> list[Any]:
        return [np.asarray(p) for p in as_list(call.expected(list(xs)))]

    return directions, reference


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_tangents_of_array_ops(entry):
    for call in calls(entry):
        directions, reference = linear_combination(call)
        values, pushed = func.jvp(lambda *xs, c=call: as_list(c.found(xs)), tuple(call.arrays), tuple(directions))
        for k, (value, tangent) in enumerate(zip(values, pushed, strict=True)):
            np.testing.assert_allclose(value, reference(*call.arrays)[k], rtol=1e-13, atol=1e-14)
            wanted = along(lambda *xs, j=k, r=reference: r(*xs)[j], call.arrays, directions)
            close(tangent, wanted, 2)


def jacobian_by_differences(f: Any, arrays: list[np.ndarray], which: int) -> np.ndarray:
    columns = []
    for place in range(arrays[which].size):
        direction = [np.zeros(a.shape) for a in arrays]
        direction[which].reshape(-1)[place] = 1.0
        columns.append(np.asarray(along(f, arrays, direction), float))
    shape = np.shape(f(*arrays))
    if not columns:
        return np.zeros(shape + arrays[which].shape)
    return np.stack(columns, axis=-1).reshape(shape + arrays[which].shape)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_jacobians_of_array_ops(entry):
    """Both modes run the op's rules on whole batches of seeds and tangents."""
    for call in calls(entry):
        count = len(as_list(call.expected(call.arrays)))
        places = tuple(range(len(call.arrays)))
        parts = range(count) if count < 3 else (0, count - 1)
        tables = [
            mode(lambda *xs, c=call: as_list(c.found(xs)), places)(*call.arrays) for mode in (func.jacfwd, func.jacrev)
        ]
        for k in parts:
            for which in places:
                wanted = jacobian_by_differences(
                    lambda *xs, c=call, j=k: np.asarray(as_list(c.expected(list(xs)))[j]), call.arrays, which
                )
                for table in tables:
                    close(table[k][which], wanted, 2)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_second_derivatives_of_array_ops_by_batches(entry):
    """The Hessian of a curved function of the result, forward over reverse, against differences of the eager gradient."""
    call = calls(entry)[0]

    def loss(*xs: Any) -> Any:
        parts = as_list(call.found(xs))
        return sum(
            np.sum(np.sin(p) * w) for p, w in zip(parts, weights(as_list(call.expected(call.arrays))), strict=True)
        )

    places = tuple(range(len(call.arrays)))
    table = tg.hessian(loss, places)(*call.arrays)
    rng = np.random.default_rng(4)
    directions = [rng.normal(size=a.shape) for a in call.arrays]

    def slopes(*xs: Any) -> list[np.ndarray]:
        leaves = [leaf(np.asarray(x, float)) for x in xs]
        return [plain(g) for g in tg.autograd.grad(loss(*leaves), leaves, materialize_grads=True)]

    step = 1e-4
    up = slopes(*[a + step * d for a, d in zip(call.arrays, directions, strict=True)])
    down = slopes(*[a - step * d for a, d in zip(call.arrays, directions, strict=True)])
    for k in places:
        found = sum(
            np.tensordot(table[k][j], directions[j], directions[j].ndim)
            if directions[j].ndim
            else table[k][j] * directions[j]
            for j in places
        )
        wanted = (up[k] - down[k]) / (2 * step)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6 * max(1.0, np.max(np.abs(wanted), initial=0.0)))


@each_dtype
def test_batches_of_elementwise_ops_with_broadcasting(dtype):
    """Jacobians in both modes agree, for operands of different rank."""
    chosen = [op for op in SMOOTH if len(op.arguments) == 2]
    for shapes in ([(2, 1), (3,)], [(), (2, 2)], [(3,), ()], [(1,), (2, 3)]):
        arguments = [draw(op, shapes, dtype, 7) for op in chosen]

        def f(arguments: Any) -> Any:
            return [op(*args) for op, args in zip(chosen, arguments, strict=True)]

        forward, reverse = func.jacfwd(f)(arguments), func.jacrev(f)(arguments)
        for k, (op, args) in enumerate(zip(chosen, arguments, strict=True)):
            for which in derivatives(op):
                close(forward[k][k][which], reverse[k][k][which], 1, dtype)
                if dtype == np.float64:
                    wanted = jacobian_by_differences(op.reference, args, which)
                    close(forward[k][k][which], wanted, 2)


def test_complex_steps():
    """Analytic functions: the imaginary part of a step into the complex plane has no cancellation."""
    for f in (
        lambda x: np.sum(np.exp(x) * np.sin(x) / (1.0 + x * x)),
        lambda x: np.sum(np.tanh(x[1:] * x[:-1])) ** 3,
        lambda x: np.prod(np.cosh(x)) * np.sum(np.sqrt(2.0 + np.cos(x))),
        lambda x: np.sum(np.cumsum(x**3) * np.arange(3.0)),
        lambda x: np.sum((np.outer(x, x) @ x) ** 2) / np.sum(x**4),
    ):
        wanted = [f(X + 1e-30j * e).imag / 1e-30 for e in np.eye(3)]
        for name, g in derivative_forms(f).items():
            np.testing.assert_allclose(np.asarray(g(X)), wanted, rtol=1e-13, atol=1e-14, err_msg=name)
            np.testing.assert_allclose(tg.compile(g)(X), wanted, rtol=1e-13, atol=1e-14, err_msg=name)


def test_assignment_in_every_mode():
    def f(x: Any) -> Any:
        y = tg.zeros(4)
        y[1:] = x * x
        y[0] = y[2] * x[0]
        y[::2] *= x[1]
        y += y[1]
        m = y.reshape(2, 2)
        m[0] = m[1] * x[2]
        return np.sum(y * np.arange(1.0, 5.0))

    def by_numpy(x: Any) -> Any:
        y = np.zeros(4, x.dtype)
        y[1:] = x * x
        y[0] = y[2] * x[0]
        y[::2] *= x[1]
        y += y[1]
        m = y.reshape(2, 2)
        m[0] = m[1] * x[2]
        return np.sum(y * np.arange(1.0, 5.0))

    wanted = [by_numpy(X + 1e-30j * e).imag / 1e-30 for e in np.eye(3)]
    for name, g in derivative_forms(f).items():
        np.testing.assert_allclose(np.asarray(g(X)), wanted, rtol=1e-13, err_msg=name)
    close(tg.hessian(f)(X), gradient_of_gradient(by_numpy, X), 2)


def gradient_of_gradient(f: Any, x: np.ndarray) -> np.ndarray:
    """A Hessian by complex steps and central differences of fourth order."""

    def slope(y: np.ndarray) -> np.ndarray:
        return np.array([f(y + 1e-30j * e).imag / 1e-30 for e in np.eye(len(x))])

    h = 1e-3
    return np.stack(
        [
            (8 * (slope(x + h * e) - slope(x - h * e)) - (slope(x + 2 * h * e) - slope(x - 2 * h * e))) / (12 * h)
            for e in np.eye(len(x))
        ]
    )


def test_absolute_zero_in_every_mode():
    x = np.array([4.0, 0.0, -1.0])
    for name, g in derivative_forms(lambda x: np.sum(np.where(x > 0, np.sqrt(x), 0.0))).items():
        np.testing.assert_array_equal(np.asarray(g(x)), [0.25, 0.0, 0.0], err_msg=name)
    np.testing.assert_allclose(tg.hessian(lambda x: np.sum(np.where(x > 0, x**1.5, 0.0)))(x), np.diag([0.375, 0, 0]))


def test_one_element_of_many():
    """Picks of scalars from arrays, and arrays of scalars."""

    def f(x: Any) -> Any:
        parts = [x[k] * x[(k + 1) % 5] for k in range(5)]
        return np.stack(parts[::-1]) * x[-1]

    x = np.arange(1.0, 6.0)
    for transform in (tg.jacobian, func.jacrev, func.jacfwd):
        wanted = jacobian_by_differences(
            lambda x: np.stack([x[k] * x[(k + 1) % 5] for k in range(5)][::-1]) * x[-1], [x], 0
        )
        close(transform(f)(x), wanted, 2)


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
            func.jvp(g, (x,), (v,))[1],
            func.jacfwd(g)(x),
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


def test_containers_agree_with_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)

    def f(t: Any, scale: Any) -> Any:
        return {"p": t["a"] * t["b"][0], "q": [t["b"][1] * scale]}

    tree = {"b": [2.0, Y], "a": X}
    for ours, theirs in ((func.jacrev, jax.jacrev), (func.jacfwd, jax.jacfwd)):
        found, wanted = ours(f, (0, 1))(tree, 3.0), theirs(f, (0, 1))(tree, 3.0)
        assert jax.tree.structure(found) == jax.tree.structure(wanted)
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
            assert np.shape(a) == b.shape
            np.testing.assert_allclose(a, b, rtol=1e-14)


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
        found = getattr(func, transform)(ours, (0, 1))(x, y)
        wanted = getattr(torch.func, transform)(theirs, (0, 1))(tx, ty)
        for row, other in zip(found, wanted, strict=True):
            for a, b in zip(row, other, strict=True):
                np.testing.assert_allclose(a, b.numpy(), rtol=1e-12, atol=1e-14)
    found = tg.hessian(lambda x, y: ours(x, y)[0], (0, 1))(x, y)
    wanted = torch.func.hessian(lambda x, y: theirs(x, y)[0], (0, 1))(tx, ty)
    for row, other in zip(found, wanted, strict=True):
        for a, b in zip(row, other, strict=True):
            np.testing.assert_allclose(a, b.numpy(), rtol=1e-12, atol=1e-14)
    g, (value, aux) = func.grad_and_value(ours, has_aux=True)(x, y)
    tg_, (tvalue, taux) = torch.func.grad_and_value(theirs, has_aux=True)(tx, ty)
    np.testing.assert_allclose(g, tg_.numpy(), rtol=1e-13)
    np.testing.assert_allclose(aux, taux.numpy(), rtol=1e-14)
    assert value == pytest.approx(tvalue.item(), rel=1e-14)
    out, pullback = func.vjp(ours, x, y)
    tout, tpullback = torch.func.vjp(theirs, tx, ty)
    for a, b in zip(
        pullback((1.5, X)), tpullback((torch.tensor(1.5, dtype=torch.float64), torch.tensor(X))), strict=True
    ):
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-13)
    out, pushed = func.jvp(ours, (x, y), (x, X))
    tout, tpushed = torch.func.jvp(theirs, (tx, ty), (tx, torch.tensor(X)))
    for a, b in zip(pushed, tpushed, strict=True):
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-13)


def test_the_registry_has_rules_for_batches():
    for op in declare.table[2:]:
        if isinstance(op, declare.ArrayOp) and not isinstance(op, (declare.Constant, declare.Complex)):
            assert op.batched is not None, op.name


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
    out, push = func.linearize(f, point)
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

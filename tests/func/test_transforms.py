"""Function transforms: arguments, auxiliary data, dtypes; against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError
from tests.func.functions import TRANSFORMS, X, Y, each_transform, polynomial, polynomial_slopes


def test_gradient_of_an_array():
    gx, gy = polynomial_slopes(X, Y)
    np.testing.assert_allclose(tg.grad(polynomial)(X, Y), gx, rtol=1e-15)
    np.testing.assert_allclose(tg.grad(polynomial, 1)(X, Y), gy, rtol=1e-15)
    value, slope = tg.value_and_grad(polynomial)(X, Y)
    assert value == polynomial(X, Y)
    np.testing.assert_allclose(slope, gx, rtol=1e-15)
    slope, value = tg.func.grad_and_value(polynomial)(X, Y)
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
    for transform in (tg.func.jacrev, tg.func.jacfwd, tg.jacobian):
        for a, k in zip(transform(polynomial, argnums)(X, Y), order, strict=True):
            np.testing.assert_allclose(a, wanted[k], rtol=1e-15)


def test_a_single_negative_argument_number():
    np.testing.assert_allclose(tg.grad(polynomial, -1)(X, Y), polynomial_slopes(X, Y)[1], rtol=1e-15)
    np.testing.assert_allclose(tg.grad(polynomial, np.int64(1))(X, Y), polynomial_slopes(X, Y)[1], rtol=1e-15)


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
    for transform in (tg.grad, tg.value_and_grad, tg.func.grad_and_value, tg.hessian):
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
    for bad in (np.array([1, 2, 3]), np.array([True]), np.bool_(True), tg.tensor([1, 2])):
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
        np.testing.assert_array_equal(tg.func.jacfwd(lambda x: constant)(X), np.zeros(3))
        np.testing.assert_array_equal(tg.func.jacrev(lambda x: constant)(X), np.zeros(3))
        np.testing.assert_array_equal(tg.hessian(lambda x: constant)(X), np.zeros((3, 3)))
        assert tg.func.jvp(lambda x: constant, (X,), (X,)) == (3.0, 0.0)
    np.testing.assert_array_equal(tg.grad(lambda x, y: np.sum(y * y))(X, Y), np.zeros(3))
    np.testing.assert_array_equal(tg.hessian(lambda x: np.sum(x))(X), np.zeros((3, 3)))
    np.testing.assert_array_equal(tg.hvp(lambda x: np.sum(x))(X, Y), np.zeros(3))


def test_the_argument_itself_as_the_result():
    assert tg.value_and_grad(lambda x: x)(2.0) == (2.0, 1.0)
    np.testing.assert_array_equal(tg.jacobian(lambda x: x)(X), np.eye(3))
    np.testing.assert_array_equal(tg.func.jacrev(lambda x: x)(X), np.eye(3))
    np.testing.assert_array_equal(tg.func.jacfwd(lambda x, y: (y, x))(X, Y)[1], np.eye(3))
    y, pullback = tg.func.vjp(lambda x: x, X)
    np.testing.assert_array_equal(pullback(Y)[0], Y)
    np.testing.assert_array_equal(tg.func.jvp(lambda x: x, (X,), (Y,))[1], Y)
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

    for g in (tg.func.jacfwd(f), tg.compile(tg.grad(f)), tg.compile(tg.func.jacfwd(f))):
        np.testing.assert_array_equal(g(x), [0.0, 8 * X[1], 8 * X[2]])
        np.testing.assert_array_equal(x, X)
    value, slope = tg.func.jvp(lambda x: x, (x,), (x,))
    assert not np.may_share_memory(value, x)
    assert not np.may_share_memory(slope, x)
    y, pullback = tg.func.vjp(lambda x: x, x)
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
    g3, (value3, aux3) = tg.func.grad_and_value(f, has_aux=True)(X)
    assert value == value3 == np.sum(4 * X * X)
    for slope, data in ((g, aux), (g2, aux2), (g3, aux3)):
        np.testing.assert_array_equal(slope, expected)
        assert type(data["y"]) is np.ndarray
        np.testing.assert_array_equal(data["y"], 2 * X)
        assert (data["text"], data["none"], data["n"]) == ("t", None, 3)
        assert data["pair"][0] == 2 * X[0]
        assert type(data["pair"][0]) is np.float64
    for transform in (tg.hessian, tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        found, data = transform(f, has_aux=True)(X)
        np.testing.assert_array_equal(found, 8 * np.eye(3) if transform is tg.hessian else expected)
        assert type(data["y"]) is np.ndarray
        np.testing.assert_array_equal(data["y"], 2 * X)
        assert (data["text"], data["none"], data["n"]) == ("t", None, 3)
    out, pullback, data = tg.func.vjp(f, X, has_aux=True)
    np.testing.assert_array_equal(pullback(1.0)[0], expected)
    np.testing.assert_array_equal(data["y"], 2 * X)
    out, tangent, data = tg.func.jvp(f, (X,), (np.ones(3),), has_aux=True)
    assert tangent == expected.sum()
    np.testing.assert_array_equal(data["y"], 2 * X)
    out, push, data = tg.func.linearize(f, X, has_aux=True)
    assert push(np.ones(3)) == expected.sum()
    np.testing.assert_array_equal(data["y"], 2 * X)


def test_auxiliary_data_are_asked_for():
    for transform in (tg.grad, tg.value_and_grad, tg.func.jacrev, tg.func.jacfwd, tg.hessian):
        for bad in (lambda x: np.sum(x), lambda x: [np.sum(x), 1], lambda x: (np.sum(x), 1, 2)):
            with pytest.raises(ArgumentError, match="has_aux=True, f must return a pair"):
                transform(bad, has_aux=True)(X)


def test_keywords_pass_through():
    def f(x: Any, *, power: Any = 2, scale: Any = 1.0) -> Any:
        return np.sum(x**power) * scale

    np.testing.assert_allclose(tg.grad(f)(X, power=3, scale=2.0), 6 * X**2)
    np.testing.assert_allclose(tg.hessian(f)(X, power=3), np.diag(6 * X))
    np.testing.assert_allclose(tg.func.jacfwd(f)(X, power=3), 3 * X**2)
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
    np.testing.assert_array_equal(tg.func.jacfwd(f, 1)(*args), wanted)
    np.testing.assert_array_equal(tg.func.jacrev(f, -4)(*args), wanted)
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

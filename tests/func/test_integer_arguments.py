"""Integers as arguments that are differentiated by: one number of NumPy's counts as one of Python's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import curve_fit

import tapegrad as tg
from tapegrad.errors import DtypeError

WAYS = {
    "grad": lambda f, x: tg.grad(f)(x),
    "grad, in a list": lambda f, x: tg.grad(lambda p: f(p[0]))([x])[0],
    "value_and_grad": lambda f, x: tg.value_and_grad(f)(x)[1],
    "vjp": lambda f, x: tg.func.vjp(f, x)[1](1)[0],
    "jvp": lambda f, x: tg.func.jvp(f, (x,), (x // 3,))[1],
    "linearize": lambda f, x: tg.func.linearize(f, x)[1](x // 3),
    "jacobian": lambda f, x: tg.jacobian(f)(x),
    "jacfwd": lambda f, x: tg.func.jacfwd(f)(x),
    "compile": lambda f, x: tg.compile(tg.grad(f))(x),
    "vmap": lambda f, x: tg.vmap(tg.grad(f))(np.array([x, x]))[1],
}


@pytest.mark.parametrize("x", [3, np.int64(3), np.int32(3), np.uint8(3), np.array(3)], ids=repr)
@pytest.mark.parametrize("way", WAYS)
def test_the_derivative_by_an_integer(way, x):
    slope = WAYS[way](lambda x: x**3, x)
    assert slope == 27.0
    assert slope.dtype == np.float64


def test_second_derivatives_by_integers():
    assert tg.hessian(lambda x: x**3)(np.int64(3)) == 18.0
    assert tg.hvp(lambda x: x**3)(np.int64(3), np.int64(2)) == 36.0


@pytest.mark.parametrize("x", [np.bool_(True), True, np.array([1, 2])], ids=repr)
def test_truth_values_and_arrays_of_integers_stay_refused(x):
    with pytest.raises(DtypeError, match="grad: "):
        tg.grad(np.sum)(x)


def test_curve_fit_from_integers():
    def model(x, a, b, c):
        return a * np.exp(-b * x) + c

    def jac(x, *p):
        return np.stack(tg.jacobian(lambda *p: model(x, *p), (0, 1, 2))(*p), axis=1)

    xs = np.linspace(0.0, 2.0, 20)
    found, _ = curve_fit(model, xs, model(xs, 2.0, 1.5, 0.5), p0=[1, 1, 0], jac=jac)
    np.testing.assert_allclose(found, [2.0, 1.5, 0.5], rtol=1e-6)
    steps = tg.compile(lambda x, *p: np.stack(tg.jacobian(lambda *p: model(x, *p), (0, 1, 2))(*p), axis=1))
    found, _ = curve_fit(model, xs, model(xs, 2.0, 1.5, 0.5), p0=[1, 1, 0], jac=steps)
    np.testing.assert_allclose(found, [2.0, 1.5, 0.5], rtol=1e-6)

"""Functions of `scipy.optimize` that are named after their methods, and fits of curves: values and errors are SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

import tapegrad as tg
from tapegrad.errors import ArgumentError, ConvergenceError, ShapeError
from tapegrad.scipy import optimize
from tests.support import leaf

RNG = np.random.default_rng(0)
T = np.linspace(0.0, 2.0, 12)
Y = 2.0 * np.exp(-1.3 * T) + 0.5 + 0.05 * RNG.normal(size=12)
S = RNG.uniform(0.5, 1.5, 12)
WEIGHTS = np.array([1.0, 2.0, 3.0])


def model(t, a, b, c):
    return a * np.exp(-b * t) + c


def slopes(t, a, b, c):
    return np.stack([np.exp(-b * t), -a * t * np.exp(-b * t), np.ones_like(t)], -1)


def differences(f, x, h=1e-4):
    return np.array([(f(x + e) - f(x - e)) / (2 * h) for e in h * np.eye(x.size)])


@pytest.mark.parametrize("name", ["bisect", "ridder", "brenth", "toms748"])
def test_roots_in_a_bracket(name):
    find = getattr(optimize, name)
    f = lambda x, a=8.0: x**3 - a  # noqa: E731
    assert find(f, 0, 4) == getattr(scipy.optimize, name)(f, 0, 4)
    np.testing.assert_allclose(tg.grad(lambda a: find(f, 0.0, 4.0, (a,)))(8.0), 1.0 / 12.0)
    np.testing.assert_allclose(tg.compile(tg.hessian(lambda a: find(f, 0.0, 4.0, (a,))))(8.0), -2.0 / 9.0 / 32.0)
    root, result = find(f, 0, 4, (leaf(8.0),), full_output=True)
    assert result.converged
    assert root.requires_grad
    with pytest.raises(ConvergenceError):
        find(f, 0.0, 4.5, (leaf(8.0),), maxiter=1)
    with pytest.raises(RuntimeError):
        getattr(tg.optimize, name)(f, 0.0, 4.5, maxiter=1)


def test_fsolve():
    f = lambda x, a: [x[0] * np.cos(x[1]) - a, x[1] * x[0] - x[1] - 5.0]  # noqa: E731
    np.testing.assert_allclose(
        tg.optimize.fsolve(f, [1.0, 1.0], (4.0,)), scipy.optimize.fsolve(f, [1.0, 1.0], (4.0,)), 1e-7
    )
    x, details, status, _ = optimize.fsolve(f, [1.0, 1.0], (leaf(4.0),), full_output=True)
    (u, v), inverse = x.detach().numpy(), np.linalg.inv
    jacobian = np.array([[np.cos(v), -u * np.sin(v)], [v, u - 1.0]])
    np.testing.assert_allclose(
        tg.jacobian(lambda a: optimize.fsolve(f, [1.0, 1.0], (a,), xtol=1e-12))(4.0), inverse(jacobian)[:, 0], 1e-7
    )
    assert status == 1
    assert details["nfev"] > 1
    np.testing.assert_allclose(details["fvec"].detach(), 0.0, atol=1e-8)
    with pytest.raises(ConvergenceError):
        optimize.fsolve(lambda x, a: x**2 + a, 1.0, (leaf(4.0),))
    with pytest.warns(RuntimeWarning, match="progress"):
        tg.optimize.fsolve(lambda x: x**2 + 4.0, 1.0)


def test_fminbound():
    f = lambda x, a: (x - a) ** 2 + 0.1 * x**4  # noqa: E731
    assert optimize.fminbound(f, 0, 3, (2.0,)) == scipy.optimize.fminbound(f, 0, 3, (2.0,))
    x = scipy.optimize.fminbound(f, 0, 3, (2.0,), xtol=1e-9)
    found = tg.grad(lambda a: optimize.fminbound(f, 0, 3, (a,), xtol=1e-9))(2.0)
    np.testing.assert_allclose(found, 2.0 / (2.0 + 1.2 * x**2), rtol=1e-6)
    x, value, status, calls = optimize.fminbound(f, 0, 3, (leaf(2.0),), full_output=True)
    assert value.item() == f(x.item(), 2.0)
    assert (status, calls > 1) == (0, True)


OPTIONS = [
    {},
    {"p0": [1.0, 1.0, 1.0], "maxfev": 100},
    {"sigma": S},
    {"sigma": 0.5, "absolute_sigma": True},
    {"sigma": S, "absolute_sigma": True},
    {"sigma": np.diag(S**2) + 0.1},
    {"bounds": (0.0, [3.0, 2.0, 1.0])},
    {"bounds": scipy.optimize.Bounds(0.0, np.inf), "method": "dogbox"},
    {"bounds": (-np.inf, [2.0, 5.0, 5.0])},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options))
def test_fits_are_scipys(options):
    expected = scipy.optimize.curve_fit(model, T, Y, jac=slopes, **options)
    for found in (
        optimize.curve_fit(model, T, leaf(Y), **options),
        tg.optimize.curve_fit(model, list(T), Y, **options),
    ):
        np.testing.assert_allclose(tg.asarray(found[0]).detach(), expected[0], rtol=2e-5, atol=1e-7)
        if "bounds" not in options or isinstance(options["bounds"], tuple):
            np.testing.assert_allclose(tg.asarray(found[1]).detach(), expected[1], rtol=2e-4, atol=1e-7)
        assert type(found[0]) is type(found[1])


def loss(fit, y, sigma, **keywords):
    parameters, covariance = fit(model, T, y, sigma=sigma, **keywords)
    return (parameters * WEIGHTS).sum() + 10.0 * np.diag(covariance).sum()


def test_fits_have_derivatives_by_data_and_errors():
    exact = {"jac": slopes, "ftol": 1e-14, "xtol": 1e-14}
    of_y, of_sigma = tg.grad(lambda y, s: loss(optimize.curve_fit, y, s), argnums=(0, 1))(Y, S)
    np.testing.assert_allclose(
        of_y, differences(lambda y: loss(scipy.optimize.curve_fit, y, S, **exact), Y), rtol=1e-4, atol=1e-6
    )
    np.testing.assert_allclose(
        of_sigma, differences(lambda s: loss(scipy.optimize.curve_fit, Y, s, **exact), S), rtol=1e-4, atol=1e-6
    )
    replayed = tg.compile(tg.grad(lambda y: loss(optimize.curve_fit, y, S)))
    np.testing.assert_allclose(replayed(Y), of_y, rtol=1e-9)


def test_fits_say_what_they_do_not_take():
    parameters, covariance, details, message, status = optimize.curve_fit(model, T, leaf(Y), full_output=True)
    assert parameters.requires_grad
    assert covariance.requires_grad
    assert details["nfev"] > 1
    assert details["fvec"].shape == (12,)
    assert message
    assert status > 0
    with pytest.raises(ArgumentError, match="nan_policy"):
        optimize.curve_fit(model, T, leaf(Y), nan_policy="omit")
    with pytest.raises(ArgumentError, match="Pass p0"):
        optimize.curve_fit(lambda *a: model(*a), T, leaf(Y))
    with pytest.raises(ShapeError, match="sigma"):
        optimize.curve_fit(model, T, leaf(Y), sigma=S[:3])
    with pytest.raises(RuntimeError):
        tg.optimize.curve_fit(model, T, Y, maxfev=2)


def test_a_fit_reads_tensors_in_the_model_and_in_x():
    """Fits of straight lines have closed forms."""
    y = np.array([1.0, 2.0, 4.0, 4.0])

    def slope(x):
        return optimize.curve_fit(lambda x, a, b: a + b * x, x, y)[0][1]

    def closed(x):
        return ((x - x.mean()) * y).sum() / ((x - x.mean()) ** 2).sum()

    x = np.array([0.0, 1.0, 2.5, 3.0])
    np.testing.assert_allclose(tg.grad(slope)(x), differences(closed, x), rtol=1e-6)


def test_leastsq():
    residual = lambda p, y: p[0] * np.exp(-p[1] * T) - y  # noqa: E731
    found, status = optimize.leastsq(residual, [1.0, 1.0], (leaf(Y),))
    expected, _ = scipy.optimize.leastsq(residual, [1.0, 1.0], Y)
    np.testing.assert_allclose(found.detach(), expected, rtol=1e-6)
    assert status > 0
    found = tg.jacobian(lambda y: optimize.leastsq(residual, [1.0, 1.0], y, xtol=1e-12, ftol=1e-12)[0])(Y)
    options = {"Dfun": lambda p, y: slopes(T, *p, 0.0)[:, :2], "xtol": 1e-14, "ftol": 1e-14}
    exact = lambda y: scipy.optimize.leastsq(residual, [1.0, 1.0], y, **options)[0]  # noqa: E731
    np.testing.assert_allclose(found.T, differences(exact, Y), rtol=1e-5, atol=1e-7)
    assert len(tg.optimize.leastsq(residual, [1.0, 1.0], Y, full_output=True)) == 5
    with pytest.raises(ArgumentError, match="full_output"):
        optimize.leastsq(residual, [1.0, 1.0], leaf(Y), full_output=True)

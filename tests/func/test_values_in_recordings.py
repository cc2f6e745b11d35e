"""Nonzeros of sparse derivatives within compiled functions."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tests.support import hessian, jacobian


def goal(x):
    return np.sum((x - 1.0) ** 4) + np.exp(x[0] * x[-1])


def constraints(x):
    return np.sin(x[1:] * x[:-1]) - np.exp(x[:-1])


def lagrangian(x, factor, multipliers):
    return factor * goal(x) + np.dot(multipliers, constraints(x))


@pytest.mark.parametrize("layout", ["csr", "csc"])
def test_all_functions_of_a_solver_in_one_call(layout):
    slopes = tg.func.sparse_jacobian(constraints, format=layout)
    curvature = tg.func.sparse_hessian(lagrangian, format=layout)

    @tg.compile
    def everything(x, factor, multipliers):
        value, gradient = tg.value_and_grad(goal)(x)
        return value, gradient, constraints(x), slopes.values(x), curvature.values(x, factor, multipliers)

    for n in (9, 40):
        x, multipliers = np.linspace(0.1, 1.2, n), np.linspace(-1.0, 1.0, n - 1)
        value, gradient, residual, first, second = everything(x, 0.7, multipliers)
        assert value == pytest.approx(goal(x), rel=1e-14)
        np.testing.assert_allclose(gradient, jacobian(goal, x).astype(float).ravel(), rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(residual, constraints(x), rtol=1e-14)
        matrix = slopes.pattern(x).matrix(first)
        np.testing.assert_allclose(matrix.toarray(), jacobian(constraints, x).astype(float), rtol=1e-6, atol=1e-8)
        matrix = curvature.pattern(x, 0.7, multipliers).matrix(second)
        expected = hessian(lambda x: lagrangian(x, 0.7, multipliers), x).astype(float)
        np.testing.assert_allclose(matrix.toarray(), expected, rtol=1e-4, atol=1e-5)
        np.testing.assert_array_equal(second, curvature.values(x, 0.7, multipliers))


def test_only_arguments_are_differentiated_by():
    slopes = tg.func.sparse_jacobian(constraints)
    with pytest.raises(ArgumentError, match="got what is computed in it"):
        tg.compile(lambda x: slopes.values(x * 2.0))(np.ones(5))

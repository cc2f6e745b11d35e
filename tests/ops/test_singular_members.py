"""Stacks in which one matrix is singular: the others have their values and derivatives, as in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tests.support import leaf

STACK = np.array([[[1.0, 1.0], [1.0, 1.0]], [[3.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]]])


def others(f):
    """The sum over the members that are regular."""
    return lambda a: np.sum(f(a)[1:])


@pytest.mark.parametrize("factor", [1.0, 1.0 + 0.0j])
def test_logarithms_of_determinants(factor):
    f = others(lambda a: np.linalg.slogdet(a)[1])
    expected = np.zeros((3, 2, 2))
    expected[1:] = np.linalg.inv(STACK[1:]).swapaxes(1, 2)
    for gradient in (tg.grad(f), tg.compile(tg.grad(f))):
        np.testing.assert_allclose(gradient(STACK * factor), expected, rtol=1e-14, atol=1e-14)
    guarded = tg.grad(lambda a: np.sum(np.where(abs(np.linalg.det(a)) > 1e-9, np.linalg.slogdet(a)[1], 0.0)))
    np.testing.assert_allclose(guarded(STACK * factor), expected, rtol=1e-14, atol=1e-14)
    for gradient in (tg.grad, lambda g: tg.compile(tg.grad(g))):
        with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
            gradient(lambda a: np.sum(np.linalg.slogdet(a)[1].real))(STACK * factor)


def test_their_second_derivatives_and_tangents():
    f = others(lambda a: np.linalg.slogdet(a)[1])
    inverse = np.linalg.inv(STACK[2])
    for hessian in (tg.hessian(f), tg.compile(tg.hessian(f))):
        found = hessian(STACK)
        assert not found[0].any()
        np.testing.assert_allclose(found[2][:, :, 2], -np.einsum("li,jk->ijkl", inverse, inverse), rtol=1e-13)
    _, tangent = tg.func.jvp(lambda a: np.linalg.slogdet(a)[1], (STACK,), (np.ones_like(STACK),))
    assert np.isnan(tangent[0])
    np.testing.assert_allclose(tangent[1:], np.linalg.inv(STACK[1:]).sum((1, 2)), atol=1e-15)
    a = leaf(STACK)
    g = leaf(
        np.array([0.0, 1.0, 0.0])
    )  # no adjoint comes to a regular member: its derivative by g is that of a product
    (slope,) = tg.autograd.grad(np.linalg.slogdet(a)[1], a, g, create_graph=True)
    (by_g,) = tg.autograd.grad(slope[1:].sum(), g)
    np.testing.assert_allclose(by_g.numpy(), [0.0, *np.linalg.inv(STACK[1:]).sum((1, 2))], atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128])
def test_condition_numbers(dtype):
    broken = np.where(STACK == 4.0, np.nan, STACK)
    for p in (1, -1, np.inf, -np.inf, "fro"):
        f = tg.compile(lambda a, p=p: np.linalg.cond(a, p))
        for a in (STACK, STACK[0], STACK[1], broken, np.zeros((2, 2)), np.where(STACK == 4.0, np.inf, STACK)):
            a = a.astype(dtype)
            expected = np.real(np.linalg.cond(a, p))  # which NumPy 2.0 left complex
            for found in (np.linalg.cond(tg.tensor(a), p), f(a)):
                assert found.dtype == expected.dtype
                np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-6 if dtype == np.float32 else 1e-14)
        whole = tg.grad(others(lambda a, p=p: np.linalg.cond(a, p)))(STACK)
        assert not whole[0].any()
        for member, one in zip(STACK[1:], whole[1:], strict=True):
            np.testing.assert_allclose(one, tg.grad(lambda a, p=p: np.linalg.cond(a, p))(member), rtol=1e-13)


@pytest.mark.parametrize("a", [[[np.inf]], [[1.0, np.inf], [1.0, 1.0]], [[-np.inf, 1.0], [2.0, 1.0]], [[np.nan]]])
def test_determinants_of_what_is_not_finite(a):
    a = np.array(a)
    with np.errstate(invalid="ignore"):
        det, logarithm = np.linalg.det(a), np.linalg.slogdet(a)
    for kind in (tg.tensor, leaf):
        np.testing.assert_array_equal(np.linalg.det(kind(a)).detach().numpy(), det)
        for found, expected in zip(np.linalg.slogdet(kind(a)), logarithm, strict=True):
            np.testing.assert_array_equal(found.detach().numpy(), expected)
    np.testing.assert_array_equal(tg.compile(np.linalg.det)(a), det)

"""Derivatives at repeated eigenvalues and singular values: the true ones, or NaN."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import forward_ad
from tests.support import plain

I3, ONES = np.eye(3), np.ones((3, 3))
LOW_RANK = np.outer([1.0, 2.0, 3.0], [2.0, -1.0])  # one singular value is 0


HOW = pytest.mark.parametrize("how", [lambda f: f, tg.compile], ids=["eager", "compiled"])


def whole(a):
    return (a + np.swapaxes(a, -1, -2)) / 2


def exponential(a):
    w, v = np.linalg.eigh(whole(a))
    return ((v * np.exp(w)) @ v.T)[0, 1]


def rebuilt(a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return ((u * s) @ vh)[0, 1]


def largest_part(a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return ((u[:, :1] * s[:1]) @ vh[:1])[0, 1]


def phaseless(a):
    w, v = np.linalg.eigh(a)
    return np.sum(np.real((v * w) @ np.conj(v.T)) * np.arange(9.0).reshape(3, 3))


@HOW
@pytest.mark.parametrize(
    ("f", "a", "wanted"),
    [
        (lambda a: np.sum(np.linalg.eigvalsh(a) ** 3), 2.0 * I3, 12.0 * I3),
        (lambda a: np.sum(np.linalg.eigh(a)[0] ** 3), 2.0 * I3, 12.0 * I3),
        (lambda a: np.sum(np.linalg.svdvals(a) ** 3), I3, 3.0 * I3),
        (lambda a: np.sum(np.linalg.svd(a)[1] ** 4), 2.0 * I3, 32.0 * I3),
        (lambda a: np.sum(np.linalg.svd(a, full_matrices=False)[1] ** 2), ONES[:, :2], 2.0 * ONES[:, :2]),
        (lambda a: np.sum(np.linalg.svd(a, full_matrices=False)[1] ** 2), LOW_RANK.T, 2.0 * LOW_RANK.T),
        (lambda a: np.sum(np.linalg.svd(a)[1] ** 4), ONES, 36.0 * ONES),  # 4 a a.T a
        (lambda a: np.sum(np.linalg.svdvals(a) ** 4), np.stack([ONES, I3]), 4.0 * np.stack([9.0 * ONES, I3])),
    ],
)  # fmt: skip
def test_functions_of_the_values_alone_have_their_gradients(how, f, a, wanted):
    np.testing.assert_allclose(how(tg.grad(f))(a), wanted, rtol=1e-13, atol=1e-13)


@HOW
@pytest.mark.parametrize(
    ("f", "a"),
    [
        (exponential, np.eye(2)), (exponential, np.diag([1.0, 1.0, 2.0])), (rebuilt, ONES), (rebuilt, I3),
        (rebuilt, ONES[:, :2]), (rebuilt, ONES[:2]), (rebuilt, LOW_RANK), (rebuilt, LOW_RANK.T),
    ],
)  # fmt: skip
def test_what_needs_a_missing_term_is_nan(how, f, a):
    assert np.isnan(how(tg.grad(f))(a)).any()


@HOW
def test_vectors_of_other_values_have_their_gradients(how):
    """The projector on the largest eigenvalue, at diag(1, 1, 2), turns by ``da_02 / (2 - 1)``; differences for svd."""
    f = lambda a: (lambda v: v[0, 2] * v[2, 2])(np.linalg.eigh(whole(a))[1])  # noqa: E731
    wanted = np.zeros((3, 3))
    wanted[0, 2] = wanted[2, 0] = 0.5
    np.testing.assert_allclose(how(tg.grad(f))(np.diag([1.0, 1.0, 2.0])), wanted, atol=1e-15)
    for a in (LOW_RANK, ONES):
        steps = 1e-5 * np.eye(a.size).reshape(-1, *a.shape)
        slopes = [(largest_part(a + s) - largest_part(a - s)) / 2e-5 for s in steps]
        np.testing.assert_allclose(how(tg.grad(largest_part))(a), np.reshape(slopes, a.shape), atol=1e-8)


VALUES = [np.linalg.eigvalsh, np.linalg.svdvals, lambda a: np.linalg.eigh(a)[0], lambda a: np.linalg.svd(a)[1]]


def twice_backward(f):
    """The Hessian, by gradients of weighted gradients."""
    weights = np.eye(4).reshape(4, 2, 2)
    return lambda a: np.reshape([tg.grad(lambda a, w=w: np.sum(tg.grad(f)(a) * w))(a) for w in weights], (2, 2, 2, 2))


@pytest.mark.parametrize("hessian", [tg.hessian, lambda f: tg.compile(tg.hessian(f)), twice_backward])
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize(
    ("of_value", "curvature"), [(lambda w: w**3, 6.0), (lambda w: (w - 1.0) ** 2, 2.0)], ids=["cubes", "no slope"]
)
def test_higher_derivatives_are_true_or_nan(hessian, values, of_value, curvature):
    """Of sums over the eigenvalues of the symmetric part, at the identity."""
    found = hessian(lambda a: np.sum(of_value(values(whole(a)))))(np.eye(2))
    unit = np.eye(4).reshape(2, 2, 2, 2)
    truth = curvature / 2.0 * (unit + np.swapaxes(unit, -1, -2))
    assert np.isnan(found[0, 1]).any()
    assert np.isnan(found[1, 0]).any()
    np.testing.assert_allclose(np.where(np.isnan(found), truth, found), truth, atol=1e-13)


@pytest.mark.parametrize("values", [np.linalg.svdvals, lambda a: np.linalg.svd(a, full_matrices=False)[1]])
def test_second_derivatives_at_singular_values_of_zero(values):
    """The sum of squares of all elements has twice the identity for its Hessian."""
    for a in (ONES[:, :2], LOW_RANK, ONES[:2], LOW_RANK.T):
        found = tg.hessian(lambda a: np.sum(np.square(values(a))))(a)
        assert np.isnan(found).any()
        truth = 2.0 * np.eye(6).reshape(found.shape)
        np.testing.assert_allclose(np.where(np.isnan(found), truth, found), truth, atol=1e-12)


@pytest.mark.parametrize("f", [np.linalg.eigh, lambda a: np.linalg.svd(a)[::-1][1:]])
def test_tangents(f):
    with forward_ad.dual_level():
        first, second = (
            forward_ad.unpack_dual(x).tangent for x in f(forward_ad.make_dual(tg.tensor(I3), tg.tensor(ONES)))
        )
        np.testing.assert_allclose(plain(first), np.ones(3))
        assert np.isnan(plain(second)).any()


def test_complex_matrices():
    a = tg.tensor(I3 + 0j, requires_grad=True)
    np.sum(np.linalg.eigvalsh(a) ** 3).backward()
    np.testing.assert_allclose(a.grad.numpy(), 3.0 * I3, atol=1e-14)
    for f, start in (
        (phaseless, I3 + 0j),
        (lambda a: np.real(rebuilt(a)), ONES + 0j),
        (lambda a: np.real(rebuilt(a)), LOW_RANK + 0j),
    ):
        a = tg.tensor(start, requires_grad=True)
        f(a).backward()
        assert np.isnan(a.grad.numpy()).any()
    a = tg.tensor(ONES + 0j, requires_grad=True)
    np.sum(np.linalg.svd(a)[1] ** 4).backward()
    np.testing.assert_allclose(a.grad.numpy(), 36.0 * ONES, rtol=1e-13)


def test_zero_adjoints_contribute_nothing():
    """Absolute zero: an output that has nothing to do with the decomposition has zeros for its derivatives."""
    found = tg.jacobian(lambda a: np.stack([exponential(a), a[0, 0], 0.0 * exponential(a)]))(np.eye(2))
    np.testing.assert_array_equal(found[1:], [[[1.0, 0.0], [0.0, 0.0]], np.zeros((2, 2))])


# ------------------------------------------------------------------------------------------------- one value alone

TURN = np.linalg.qr(np.random.default_rng(0).normal(size=(4, 4)))[0]
LARGEST_SIMPLE = [np.diag([1.0, 1.0, 1.0, 3.0]), whole((TURN * [2.0, 2.0, -1.0, 5.0]) @ TURN.T)]
ALONG = whole(np.random.default_rng(1).normal(size=(4, 4)))
OF_THE_LARGEST = {
    "value": lambda a: tg.linalg.eigvalsh(a, subset_by_index=(3, 3))[0],
    "value of a pair": lambda a: tg.linalg.eigh(a, subset_by_index=[3, 3])[0][0],
    "vector": lambda a: (lambda v: v[0, 0] * v[1, 0])(tg.linalg.eigh(a, subset_by_index=(3, 3))[1]),
}


def on_the_line(name, a):
    """The function along a direction, of longdoubles: by the series of a simple eigenpair, in mpmath."""

    def f(t):
        with mp.workdps(60):
            w, v = mp.eigsy(mp.matrix((a + 0.0).tolist()) + t * mp.matrix(ALONG.tolist()))
            k = max(range(4), key=lambda i: w[i])
            return v[0, k] * v[1, k] if name == "vector" else w[k]

    with mp.workdps(60):
        h = mp.mpf(10) ** -12
        values = [f(k * h) for k in (-2, -1, 0, 1, 2)]
        first = (values[3] - values[1]) / (2 * h)
        second = (values[3] - 2 * values[2] + values[1]) / h**2
        third = (values[4] - 2 * values[3] + 2 * values[1] - values[0]) / (2 * h**3)
        return [float(x) for x in (first, second, third)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("a", LARGEST_SIMPLE, ids=["diagonal", "turned"])
@pytest.mark.parametrize("name", OF_THE_LARGEST)
def test_a_simple_value_alone_has_all_derivatives(name, a):
    """While the other three are equal, or two of them."""
    f = OF_THE_LARGEST[name]
    slope = tg.grad(f)
    curvature = tg.grad(lambda a: np.sum(slope(a) * ALONG))
    twist = tg.grad(lambda a: np.sum(curvature(a) * ALONG))
    expected = on_the_line(name, a)
    for how in (lambda g: g, tg.compile):
        found = [np.sum(how(g)(a) * ALONG) for g in (slope, curvature, twist)]
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-11)
    forward = tg.func.jvp(slope, (a,), (ALONG,))[1]
    hessian = np.einsum("ijkl,kl->ij", tg.compile(tg.hessian(f))(a), ALONG)
    batched = tg.vmap(curvature)(np.stack([a, a + ALONG, a]))
    for g in (forward, hessian, batched[0], batched[2]):
        np.testing.assert_allclose(np.sum(g * ALONG), expected[1], rtol=1e-9, atol=1e-11)


def test_a_repeated_value_alone():
    """Its first derivative is one of the many; what needs its vector is an error."""
    f = OF_THE_LARGEST["value"]
    slope = tg.grad(f)(np.eye(4))
    np.testing.assert_allclose([np.trace(slope), np.linalg.norm(slope)], [1.0, 1.0], rtol=1e-13)
    for g in (tg.grad(OF_THE_LARGEST["vector"]), tg.hessian(f), tg.compile(tg.hessian(f))):
        with pytest.raises(np.linalg.LinAlgError):
            g(np.eye(4))

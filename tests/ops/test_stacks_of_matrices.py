"""Functions of SciPy's that take one matrix take stacks of them, as SciPy since 1.16 does: results are those of each matrix."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

import tapegrad as tg
from tapegrad.autograd import gradcheck, gradgradcheck
from tapegrad.errors import ArgumentError, ShapeError
from tests.support import leaf

RNG = np.random.default_rng(23)
TALL, WIDE = RNG.normal(size=(2, 4, 3)), RNG.normal(size=(2, 3, 4))
BAND = np.concatenate([RNG.normal(size=(2, 2, 5)), 5.0 + RNG.uniform(size=(2, 1, 5))], axis=1)
CALLS = {
    "lstsq": (TALL, RNG.normal(size=(2, 4, 2)), {}),
    "lstsq of no full rank": (np.concatenate([TALL, TALL[..., :1]], -1), RNG.normal(size=(2, 4, 2)), {}),
    "qr_multiply": (TALL, RNG.normal(size=(2, 5, 4)), {}),
    "qr_multiply of the left": (TALL, RNG.normal(size=(2, 3, 2)), {"mode": "left"}),
    "orthogonal_procrustes": (TALL, RNG.normal(size=(2, 4, 3)), {}),
    "cholesky_banded": (BAND, None, {}),
    "cholesky_banded below": (BAND[:, ::-1].copy(), None, {"lower": True}),
    "eigvals_banded": (BAND * np.arange(1.0, 6.0), None, {}),
    "eig_banded": (BAND * np.arange(1.0, 6.0), None, {"eigvals_only": True, "select": "i", "select_range": (1, 2)}),
    "orth": (np.concatenate([TALL, TALL[..., :1]], -1), None, {}),
    "null_space": (WIDE, None, {}),
    "cho_factor": (TALL @ WIDE @ (TALL @ WIDE).swapaxes(-1, -2) + np.eye(4), None, {}),
    "cho_factor below": (TALL @ WIDE @ (TALL @ WIDE).swapaxes(-1, -2) + np.eye(4), None, {"lower": True}),
    "diagsvd": (TALL[:, 0], None, {"M": 4, "N": 3}),
    "fiedler_companion": (TALL[..., 0] + 3.0, None, {}),
}


def plain(x):
    return x.detach().numpy() if isinstance(x, tg.Tensor) else np.asarray(x)


def parts(found):
    return [plain(part) for part in (found if isinstance(found, tuple) else (found,)) if part is not None]


def called(name, module, *args, **keywords):
    return getattr(module, name.partition(" ")[0])(*args, **keywords)


@pytest.mark.parametrize("name", CALLS)
def test_values_are_those_of_each_matrix(name):
    a, b, keywords = CALLS[name]
    pairs = [(a[k],) if b is None else (a[k], b[k]) for k in range(2)]
    each = [parts(called(name, scipy.linalg, *pair, **keywords)) for pair in pairs]
    if "cho_factor" in name:  # older versions leave the other triangle
        each = [[np.tril(c) if lower else np.triu(c), lower] for c, lower in each]
    args = (a,) if b is None else (a, b)

    def f(*args):
        return called(name, tg.linalg, *args, **keywords)

    for found in (f(*map(tg.tensor, args)), tg.compile(f)(*args)):
        for one, part in zip(zip(*each, strict=True), parts(found), strict=True):
            np.testing.assert_allclose(part, np.stack(one), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", CALLS)
def test_derivatives_are_differences_of_the_values(name):
    a, b, keywords = CALLS[name]

    def first(a, *args):
        a = (a + np.swapaxes(a, -1, -2)) / 2 if "cho_factor" in name else a  # whose gradient is symmetric
        found = called(name, tg.linalg, a, *args, **keywords)
        return found[0] if isinstance(found, tuple) else found

    if name in ("orth", "null_space"):
        pytest.skip("what turns with the vectors has no derivative")
    a = a[0] if "rank" in name else leaf(a)  # it is no smooth function of such a matrix
    args = (a,) if b is None else (a, leaf(b))
    assert gradcheck(first, args)
    assert gradgradcheck(first, args)


def test_least_squares_of_a_stack_have_one_number_of_residuals():
    mixed = np.stack([TALL[0], np.ones((4, 3))])
    with pytest.raises(ShapeError, match="full rank, or none"):
        tg.linalg.lstsq(leaf(mixed), np.ones((4, 2)))


def test_least_squares_take_scipys_arguments():
    found = tg.linalg.lstsq(
        leaf(TALL[0]), np.ones(4), cond=0.9, overwrite_a=True, check_finite=False, lapack_driver="gelsd"
    )
    expected = scipy.linalg.lstsq(TALL[0], np.ones(4), cond=0.9)
    np.testing.assert_allclose(plain(found[0]), expected[0], rtol=1e-10)
    assert int(found[2]) == expected[2] < 3


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("complex_", [False, True])
def test_singular_circulant_systems_have_the_solution_of_least_squares(compiled, complex_):
    c, b = np.array([1.0, -1.0, 0.0, 0.0]), np.array([0.3, 1.0, -0.5, 2.0])
    c = c * (1.0 + 0.5j) if complex_ else c
    f = lambda c, b: tg.linalg.solve_circulant(c, b, singular="lstsq")  # noqa: E731
    f = tg.compile(f) if compiled else f
    expected = np.linalg.pinv(scipy.linalg.circulant(c)) @ b
    np.testing.assert_allclose(plain(f(c + 0.1, b)), np.linalg.solve(scipy.linalg.circulant(c + 0.1), b), atol=1e-12)
    np.testing.assert_allclose(plain(f(c, b)), expected, atol=1e-12)
    assert gradcheck(lambda b: f(c, b), (leaf(b),))
    with pytest.raises(np.linalg.LinAlgError, match="singular"):
        tg.linalg.solve_circulant(leaf(c), b)


def test_factors_of_a_stack_solve_its_systems():
    a, _, _ = CALLS["cho_factor"]
    for lower in (False, True):
        factor = tg.linalg.cho_factor(leaf(a), lower)
        np.testing.assert_allclose(plain(tg.linalg.cho_solve(factor, TALL)), np.linalg.solve(a, TALL), rtol=1e-9)
    with pytest.raises(ArgumentError, match="one triangle"):
        tg.linalg.cho_solve((leaf(a), np.array([True, False])), TALL)


def test_circulant_systems_without_equations():
    found = tg.linalg.solve_circulant(tg.tensor(np.zeros(0, np.complex64)), np.zeros((3, 0)), baxis=1)
    assert (found.shape, found.dtype) == ((0, 3), np.complex128)


def test_corners_of_banded_factors_are_what_is_given():
    ab = BAND[0]
    np.testing.assert_array_equal(plain(tg.linalg.cholesky_banded(tg.tensor(ab)))[0, :2], ab[0, :2])
    weights = np.zeros_like(ab)
    weights[0, 0] = 3.0
    slope = tg.grad(lambda ab: np.sum(tg.linalg.cholesky_banded(ab) * weights))(ab)
    np.testing.assert_array_equal(slope, weights)

"""Arguments that NumPy's functions take beside the usual ones: values as NumPy's, eager and compiled, and gradients by differences."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, ShapeError, TapegradError
from tests.support import gradient, leaf, plain

RNG = np.random.default_rng(0)
X = RNG.normal(size=(4, 4))
Y = RNG.normal(size=(2, 4, 4))
BASES = np.array([2.0, 10.0, 3.0, 4.0])
SMOOTH: dict[str, Any] = {
    "vecdot, dimensions kept": lambda x, y: np.vecdot(x, y, keepdims=True),
    "vecdot, along the first axis, kept": lambda x, y: np.vecdot(x, y[0], axis=0, keepdims=True),
    "vecdot, axes": lambda x, y: np.vecdot(x, y, axes=[0, 2, ()]),
    "vecdot, axes of the operands": lambda x, y: np.vecdot(x, y, axes=[1, 1]),
    "vecdot, axes, kept": lambda x, y: np.vecdot(x, y, axes=[0, 1, 1], keepdims=True),
    "matmul, axes": lambda x, y: np.matmul(x, y, axes=[(1, 0), (2, 1), (2, 0)]),
    "poly of a matrix": lambda x, y: np.poly(x), "poly of a symmetric one": lambda x, y: np.poly(x @ x.T),
    "logspace, bases": lambda x, y: np.logspace(x[0, 0], 1.0, 3, base=np.array([2.0, 10.0])),
    "logspace, bases along": lambda x, y: np.logspace(x[0], 1.0, 3, base=BASES, axis=-1),
    "logspace, bases that broadcast": lambda x, y: np.logspace(x[0][:, None], 1.0, 3, base=BASES, axis=1),
    "logspace by a Tensor": lambda x, y: np.logspace(0.5, 1.0, 3, base=x[0] * x[0] + 1.0),
    "insert by a longer mask": lambda x, y: np.insert(x[0], np.array([True] * 5), y[0, 0, 0]),
    "insert by a mask": lambda x, y: np.insert(x[0], np.array([True, False, False, False, True]), y[0, 0, :2]),
    "insert by a short mask": lambda x, y: np.insert(x, np.array([False, True]), 9.0, axis=1),
    "windows": lambda x, y: np.lib.stride_tricks.sliding_window_view(x, (2, 3)),
    "windows along an axis": lambda x, y: np.lib.stride_tricks.sliding_window_view(y, 2, axis=1),
    "polyval, rows of coefficients": lambda x, y: np.polyval(x, y[0, 0]), "polyval, columns at one point": lambda x, y: np.polyval(x, y[0, 0, 0]),
    "polyadd of matrices": lambda x, y: np.polyadd(x, y[0]), "polymul by nothing": lambda x, y: np.polymul([], x[0]) + x[0],
    "broadcast_to, a subclass": lambda x, y: np.broadcast_to(x, (2, 4, 4), subok=True) * y,
    "sqrt where all count": lambda x, y: np.exp(x, where=np.array([True, True, True, True])),
    "einsum, an order in small letters": lambda x, y: np.einsum("ij,jk", x, y[0], order="a"), "copy, no order": lambda x, y: (x * x).copy(None),
    "exp where a Tensor says all": lambda x, y: np.exp(x, where=x == x),
    "einsum, labels in an array": lambda x, y: np.einsum(x, np.array([0, 1]), y[0], [1, 2], np.array([2, 0])),
    "windows along one axis twice": lambda x, y: np.lib.stride_tricks.sliding_window_view(x, (2, 2), axis=(0, 0)),
}  # fmt: skip
SPECTRA: dict[str, Any] = {
    "rfftn, an axis twice": lambda x, y: np.fft.rfftn(x, s=(4, 4, 4), axes=(0, 0, 1)), "rfftn, the last one": lambda x, y: np.fft.rfftn(x, axes=(1, 1)),
    "fftn, an axis twice": lambda x, y: np.fft.fftn(x, axes=(0, 0)), "ifftn, other lengths": lambda x, y: np.fft.ifftn(x, s=(3, 5), axes=(1, 1)),
    "irfftn, an axis twice": lambda x, y: np.fft.irfftn(x, axes=(0, 1, 0)), "irfft2, the last one": lambda x, y: np.fft.irfft2(x, axes=(1, 1)),
    "irfftn, other lengths": lambda x, y: np.fft.irfftn(x, s=(3, -1, 5), axes=(0, 0, 1)),
    "irfftn, its own lengths": lambda x, y: np.fft.irfftn(x, s=(-1, -1), axes=(0, 1)),
    "fftn, None": lambda x, y: np.fft.fftn(x, s=(None, 3), axes=(0, 1)), "irfftn, None": lambda x, y: np.fft.irfftn(x, s=(None, None), axes=(0, 1)),
    "rfft2, None": lambda x, y: np.fft.rfft2(x, s=(None, 5)), "irfft2, None": lambda x, y: np.fft.irfft2(y, s=(3, None)),
}  # fmt: skip
CASES = {**SMOOTH, **SPECTRA}
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    MASKS = np.insert(np.zeros(2), np.array([False, True]), 9.0).size == 3  # an older NumPy takes them for numbers


@pytest.fixture(autouse=True)
def masks_are_masks(request):
    if "insert" in request.node.name and not MASKS:
        pytest.skip("this NumPy takes the masks of insert for numbers")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:Passing an array containing `None`", "ignore:'where' used without")
def test_values(name):
    f = CASES[name]
    expected = f(X, Y)
    for found in (plain(f(leaf(X), leaf(Y))), tg.compile(f)(X, Y)):
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:Passing an array containing `None`", "ignore:'where' used without")
def test_gradients(name):
    """Of orders 1 and 2, for spectra beside the real and imaginary part of what NumPy gives."""
    f = CASES[name]
    weights = RNG.normal(size=f(X, Y).shape)

    def loss(x: Any, y: Any) -> Any:
        found = f(x, y)
        return np.sum(weights * (found.real + 2.0 * found.imag if name in SPECTRA else found * found))

    def wide(a: Any) -> Any:  # of what linear algebra and transforms have
        return a.astype(float)

    expected = gradient(lambda x, y: loss(wide(x), wide(y)), [X, Y], 2)
    for found, wanted in zip(tg.grad(loss, argnums=(0, 1))(X, Y), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-7)
    if name in SMOOTH:
        direction = RNG.normal(size=X.shape)

        def slope(x: Any) -> Any:
            return np.sum(tg.grad(loss)(x, Y) * direction)

        np.testing.assert_allclose(
            tg.grad(slope)(X), gradient(lambda x: slope(wide(x)), [X], 2)[0], rtol=1e-4, atol=1e-5
        )


REFUSED: dict[str, Any] = {
    "insert, a mask too long": lambda x: np.insert(x[0], np.array([True] * 6), 9.0), "insert, no mask": lambda x: np.insert(x[0], True, 9.0),
    "windows, too long": lambda x: np.lib.stride_tricks.sliding_window_view(x, 5, axis=0),
    "windows, for some axes": lambda x: np.lib.stride_tricks.sliding_window_view(x, (2,)),
    "windows, no axis": lambda x: np.lib.stride_tricks.sliding_window_view(x, 2, axis=7),
    "windows, negative": lambda x: np.lib.stride_tricks.sliding_window_view(x, -1, axis=0),
    "vecdot, one axis of two": lambda x: np.vecdot(x, x, axes=[1]), "matmul, none of the result": lambda x: np.matmul(x, x, axes=[(0, 1), (0, 1)]),
    "poly of a rectangle": lambda x: np.poly(x[:3]),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_numpy_refuses(name):
    with pytest.raises((ValueError, TypeError, IndexError, AttributeError)):
        REFUSED[name](X)
    with pytest.raises(
        TapegradError, match=f"^{'sliding_window_view' if 'windows' in name else name.replace(',', ' ').split()[0]}: "
    ):
        REFUSED[name](tg.tensor(X))


def test_windows_are_no_place_to_write():
    with pytest.raises(ArgumentError, match="sliding_window_view: windows cannot be written to"):
        np.lib.stride_tricks.sliding_window_view(tg.tensor(X), 2, axis=0, writeable=True)


def test_windows_of_the_namespace():
    xp = tg.tensor(X).__array_namespace__()
    expected = np.lib.stride_tricks.sliding_window_view(X, 2, axis=0)
    np.testing.assert_array_equal(xp.sliding_window_view(tg.tensor(X), 2, axis=0).numpy(), expected)
    np.testing.assert_array_equal(tg.sliding_window_view(X, 2, axis=0).numpy(), expected)


def test_axes_twice_stay_refused_where_scipy_refuses_them():
    with pytest.raises((ArgumentError, ShapeError), match="twice"):
        tg.fft.dctn(tg.tensor(X), axes=(0, 0))


def test_a_whole_number_of_numpys_is_differentiated_by_as_pythons():
    for three in (3, np.int64(3), np.uint8(3)):
        assert tg.grad(lambda x: x * x)(three) == 6.0
        assert tg.value_and_grad(lambda x, a: a * x * x, argnums=1)(2.0, three) == (12.0, 4.0)
        assert tg.func.jacrev(lambda x: x * x)(three) == 6.0
    with pytest.raises(tg.errors.DtypeError, match="can only differentiate by floating-point"):
        tg.grad(lambda x: x * x)(np.True_)

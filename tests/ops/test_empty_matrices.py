"""Matrices without elements: what NumPy gives, in every executor; determinants at the limits of their range."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tests.support import plain

EMPTY, WIDE, TALL = [(0, 0), (2, 0, 0)], (0, 3), (3, 0)
FUNCTIONS = {
    "inv": (np.linalg.inv, EMPTY), "det": (np.linalg.det, EMPTY), "cholesky": (np.linalg.cholesky, EMPTY),
    "slogdet": (lambda a: tuple(np.linalg.slogdet(a)), EMPTY), "eigh": (lambda a: tuple(np.linalg.eigh(a)), EMPTY),
    "eigvalsh": (np.linalg.eigvalsh, EMPTY), "svdvals": (np.linalg.svdvals, [*EMPTY, WIDE, TALL]),
    "svd": (lambda a: tuple(np.linalg.svd(a, full_matrices=False)), [*EMPTY, WIDE, TALL]),
    "qr": (lambda a: tuple(np.linalg.qr(a)), [*EMPTY, WIDE, TALL]),
    "solve": (lambda a: np.linalg.solve(a, np.zeros((*a.shape[:-1], 2))), EMPTY),
    "solve for nothing": (lambda a: np.linalg.solve(a + np.eye(a.shape[-1]), np.zeros((*a.shape[:-1], 0))), [*EMPTY, (2, 2)]),
    "triangular": (lambda a: tg.linalg.solve_triangular(tg.tensor(a) if isinstance(a, np.ndarray) else a, np.zeros((*a.shape[:-1], 2))), EMPTY),
    "products": (lambda a: (a @ np.ones((a.shape[-1], 3)), np.ones((3, a.shape[-2])) @ a, a @ np.ones(a.shape[-1])), [*EMPTY, WIDE, TALL]),
}  # fmt: skip


def parts(found):
    found = found if isinstance(found, (tuple, list)) else (found,)
    return [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x) for x in found]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_empty_matrices(name, capfd):
    f, shapes = FUNCTIONS[name]
    for shape in shapes:
        a = np.zeros(shape)
        wanted = parts(f(a))
        for found in (f(tg.tensor(a)), f(tg.tensor(a + 0j)), tg.compile(f)(a)):
            for x, y in zip(parts(found), wanted, strict=True):
                np.testing.assert_array_equal(x, y)
        for run in (tg.compile(f).batch, tg.vmap(f)):
            for x, y in zip(parts(run(np.stack([a, a, a]))), wanted, strict=True):
                np.testing.assert_array_equal(x, np.stack([y, y, y]))
        slope = tg.grad(lambda a: sum(np.sum(x) for x in (lambda y: y if isinstance(y, tuple) else (y,))(f(a))))
        for found in (slope(a), tg.compile(slope)(a)):
            assert found.shape == shape
    assert capfd.readouterr() == ("", "")  # LAPACK prints what it refuses


def test_batches_of_no_elements():
    for f in (np.sin, lambda x: x[:0]):
        for run in (tg.compile(f).batch, tg.vmap(f)):
            np.testing.assert_array_equal(run(np.ones((3, 2, 0))), np.stack([f(np.ones((2, 0)))] * 3))


@pytest.mark.parametrize("how", [lambda f: f, tg.compile], ids=["eager", "compiled"])
def test_gradients_of_determinants_at_extreme_scales(how):
    slope = how(tg.grad(np.linalg.det))
    for diagonal in ([1e-150] * 3, [1e150] * 3, [1e-200, 1.0, 1e-100], [1e200, 1e100, 1e-300], [1e-310, 3.0, 2.0]):
        x, y, z = diagonal
        np.testing.assert_allclose(slope(np.diag(diagonal)), np.diag([y * z, x * z, x * y]), rtol=1e-12)
    full = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0]])
    cofactors = np.array([[2.0, 2.0, -3.0], [4.0, -11.0, 6.0], [-3.0, 6.0, -3.0]])
    for scale in (2.0**-500, 2.0**500):
        np.testing.assert_allclose(slope(full * scale), cofactors * scale**2, rtol=1e-12)
    a = tg.tensor(full * (1e-150 + 0j), requires_grad=True)
    np.real(np.linalg.det(a)).backward()
    np.testing.assert_allclose(a.grad.numpy(), cofactors * 1e-300, rtol=1e-12)


def test_sort_refuses_what_numpy_refuses():
    x = tg.tensor([2.0, 1.0])
    for keywords in ({"kind": "bogus"}, {"order": "zz"}, {"kind": "stable", "stable": True}):
        with pytest.raises(ValueError) as ours:
            np.sort(x, **keywords)
        with pytest.raises(ValueError) as theirs:
            np.sort(plain(x), **keywords)
        assert str(theirs.value) in str(ours.value)
    for keywords in ({"kind": "heapsort"}, {"stable": True}, {"kind": None, "order": None}):
        np.testing.assert_array_equal(plain(np.sort(x, **keywords)), [1.0, 2.0])

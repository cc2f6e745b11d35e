"""Methods, operators and formats that NumPy's arrays have and that are no plain function of ops."""

from __future__ import annotations

import copy
import io
import pickle

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, InplaceError, PlainDataError
from tests.support import leaf, plain

X = np.array([[3.0, 1.0, 2.0], [0.5, 7.0, -1.0]])
N = np.array([4, 1, 6])
BITS = np.array([True, False, True])

CALLS = {
    "cumprod": lambda x: x.cumprod(1), "nonzero": lambda x: x.nonzero()[1], "searchsorted": lambda x: x[1].cumsum().searchsorted([0.7, 9.0]),
    "choose": lambda x: (x[0] > 1.5).astype(int).choose([x[0], x[1]]), "compress": lambda x: x.compress([False, True], axis=0),
    "copy": lambda x: x.copy(order="C"), "flat": lambda x: x.flat[4], "flat with a slice": lambda x: x.T.flat[1:4],
    "flat with a list": lambda x: x.flat[[5, 0, 0]], "sum of flat": lambda x: sum(x.flat), "size of flat": lambda x: len(x.flat),
    "itemsize": lambda x: x.itemsize, "tobytes": lambda x: np.frombuffer(x.T.tobytes()), "divmod": lambda x: divmod(x, 2.0)[1],
    "divmod of a number": lambda x: divmod(7.5, x)[0], "round": lambda x: round(x.sum(), 1),
    "percent": lambda x: float("%.3f" % x[0, 1]),  # noqa: UP031
    "format": lambda x: float(f"{x[1, 0]:.2e}"), "sorted": lambda x: sorted(x[0]),
    "swapaxes": lambda x: x.swapaxes(0, 1).flat[1],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_values(name):
    expected = np.asarray(CALLS[name](X))
    found = CALLS[name](tg.tensor(X))
    found = np.array([float(f) for f in found]) if isinstance(found, list) else np.asarray(found)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=1e-15)


def flat_part(x):
    x.flat[[0, 4]] = 9.0


def flat_of_a_transpose(x):
    x.T.flat[1:3] = x[0, :2] * 2.0


def all_of_flat(x):
    x.flat = 2.5


def partition(x):
    x.partition(1)
    x.sort(axis=1)


CHANGES = {
    "sort": lambda x: x.sort(), "sort along an axis": lambda x: x.sort(axis=0), "sort of a view": lambda x: x.T[1:].sort(0), "partition": partition,
    "fill": lambda x: x.fill(1.5), "fill of a view": lambda x: x[0].fill(1.5), "put": lambda x: x.put([1, 5], [8.0, 9.0]),
    "flat": flat_part, "flat of a transpose": flat_of_a_transpose, "all of flat": all_of_flat,
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_changes(name):
    """Nothing is returned, the array is changed, and so are its views; with gradients."""
    expected, found = X.copy(), tg.tensor(X)
    view = found[0]
    assert CHANGES[name](expected) is None
    assert CHANGES[name](found) is None
    np.testing.assert_array_equal(plain(found), expected)
    np.testing.assert_array_equal(plain(view), expected[0])
    x = leaf(X)
    with pytest.raises(InplaceError):
        CHANGES[name](x)
    np.testing.assert_array_equal(plain(x), X)


def test_gradients_of_changes():
    a = leaf(np.array([1.0, 3.0, 2.0]))
    y = a * 1.0
    y.sort()
    y.flat[0] = a[2] * 2.0
    (g,) = tg.autograd.grad(y @ np.array([1.0, 10.0, 100.0]), a)
    np.testing.assert_array_equal(plain(g), [0.0, 100.0, 12.0])
    (g,) = tg.autograd.grad(a.cumprod()[-1], a)
    np.testing.assert_array_equal(plain(g), [6.0, 2.0, 3.0])


@pytest.mark.parametrize("x", [X[0], X[0] - 2.0j * X[1], N], ids=["real", "complex", "whole"])
def test_a_conjugate_is_written_to_what_is_given(x):
    """By position alone, as NumPy's method has it."""
    for conj in (tg.Tensor.conj, tg.Tensor.conjugate, lambda a, out: tg.compile(tg.Tensor.conj)(a, out)):
        out = tg.zeros((2, 3), dtype=x.dtype)
        found = conj(tg.tensor(x), out)
        np.testing.assert_array_equal(plain(found), x.conj(np.zeros((2, 3), x.dtype)))
    out = tg.zeros(3, dtype=x.dtype)
    assert tg.tensor(x).conj(out) is out
    with pytest.raises(PlainDataError, match=r"conjugate: .*out="):
        tg.tensor(x).conj(np.zeros(3, x.dtype))


OPERATORS = {
    "<<=": lambda x: x.__ilshift__(1), ">>=": lambda x: x.__irshift__(N % 3), "&=": lambda x: x.__iand__(6), "|=": lambda x: x.__ior__(1),
    "^=": lambda x: x.__ixor__(N + 1),
}  # fmt: skip


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_of_integers_change_their_left_operand(operator):
    expected, found = N.copy(), tg.tensor(N)
    view = found[1:]
    assert OPERATORS[operator](found) is found
    OPERATORS[operator](expected)
    np.testing.assert_array_equal(plain(found), expected)
    np.testing.assert_array_equal(plain(view), expected[1:])


def test_shifts_and_products_in_place():
    n, b, m = tg.tensor(N), tg.tensor(BITS), tg.tensor(X[:, :2])
    for found, expected in ((n << 2, N << 2), (n >> 1, N >> 1), (1 << n, 1 << N), (64 >> n, 64 >> N)):
        np.testing.assert_array_equal(plain(found), expected)
    b &= np.array([False, True, True])
    np.testing.assert_array_equal(plain(b), [False, False, True])
    row = m[0]
    m @= X[:, :2]
    np.testing.assert_allclose(plain(m), X[:, :2] @ X[:, :2], rtol=1e-15)
    np.testing.assert_array_equal(plain(row), plain(m)[0])


def test_files_and_copies():
    t, stream = tg.tensor(X), io.BytesIO()
    np.save(stream, t)
    assert stream.getvalue().endswith(t.tobytes())
    for other in (copy.copy(t), copy.deepcopy(t), pickle.loads(pickle.dumps(t)), t.copy()):
        other[0, 0] = 100.0
        np.testing.assert_array_equal(plain(t), X)


def test_tofile(tmp_path):
    tg.tensor(X).tofile(tmp_path / "x.bin")
    np.testing.assert_array_equal(np.fromfile(tmp_path / "x.bin"), X.ravel())


@pytest.mark.parametrize("leave", [lambda x: x.tobytes(), lambda x: x.tofile("x"), lambda x: "%.3f" % x[0, 0]])  # noqa: UP031
def test_what_needs_a_gradient_does_not_leave(leave):
    with pytest.raises(PlainDataError):
        leave(leaf(X))


def test_an_order_says_nothing_of_values():
    for order in "KACF":
        np.testing.assert_array_equal(tg.tensor(X).copy(order).numpy(), X.copy(order))
    with pytest.raises(ArgumentError, match="orders"):
        tg.tensor(X).copy("Z")


@pytest.mark.parametrize(
    "name", ["sort", "partition", "fill", "copy", "cumprod", "nonzero", "compress", "flat", "tobytes"]
)
def test_methods_are_documented(name):
    assert getattr(tg.Tensor, name).__doc__


def test_testing_functions_take_tensors_that_need_no_gradient():
    t = tg.tensor(X)
    np.testing.assert_allclose(t, X)
    np.testing.assert_array_equal(X, t)
    np.testing.assert_array_almost_equal_nulp(t, X)
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(t, X + 1.0)
    with pytest.raises(AssertionError):
        np.testing.assert_equal(t, X + 1.0)


def test_orders_and_items():
    a = np.arange(6.0).reshape(2, 3)
    t = tg.tensor(a, requires_grad=True)
    np.testing.assert_array_equal(t.flatten("F").detach().numpy(), a.flatten("F"))
    np.testing.assert_array_equal(t.reshape(3, 2, order="F").detach().numpy(), a.reshape(3, 2, order="F"))
    assert [t.item(4), t.item(1, 2), t.item(-1), t.item((0, 1))] == [
        a.item(4),
        a.item(1, 2),
        a.item(-1),
        a.item((0, 1)),
    ]
    with pytest.raises(tg.errors.IndexingError, match="item: "):
        t.item(6)
    with pytest.raises(tg.errors.ShapeError, match="Give the index"):
        t.item()


@pytest.mark.parametrize("keywords", [{"order": "F"}, {"casting": "same_kind"}, {"subok": False, "copy": False}])
def test_astype_takes_numpys_arguments(keywords):
    a = np.array([[1.0, 2.5], [3.0, 4.0]])
    x = leaf(a)
    y = x.astype(np.float32, **keywords)
    expected = a.astype(np.float32, **keywords)
    np.testing.assert_array_equal(y.detach().numpy(), expected, strict=True)
    assert tg.autograd.grad(y.sum(), x)[0].tolist() == [[1.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize(
    ("args", "keywords", "builtin"),
    [((int, "C", "safe"), {}, TypeError), ((int, "Z"), {}, ValueError), ((float,), {"casting": "mine"}, ValueError)],
)
def test_astype_refuses_what_numpy_does(args, keywords, builtin):
    for x in (np.array([1.5]), tg.tensor([1.5])):
        with pytest.raises(builtin):
            x.astype(*args, **keywords)

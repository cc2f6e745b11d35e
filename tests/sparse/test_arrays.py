"""Sparse arrays against the dense matrices that they stand for."""

from __future__ import annotations

import itertools
import operator
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import tapegrad as tg
from tapegrad.errors import ArgumentError, IndexingError, PlainDataError, ShapeError
from tests.support import close, gradient, leaf, plain

DENSE = np.array([[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -1.5]])
FORMATS = [
    sp.csr_array,
    sp.csc_array,
    sp.coo_array,
    sp.dia_array,
    sp.lil_array,
    sp.dok_array,
    sp.bsr_array,
    sp.csr_matrix,
]
X, Y = np.array([0.5, -1.0, 2.0, 0.25]), np.array([1.0, -2.0, 0.5])


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("wide", [False, True])
def test_scipys_arrays_times_tensors(kind: Any, wide: bool) -> None:
    """On either side, transposed, eager and compiled."""
    a = kind(DENSE)
    x, y = (np.stack([v, 2.0 * v * v], 1) if wide else v for v in (X, Y))
    products = [
        (lambda t: a @ t, lambda d: DENSE @ d, x), (lambda t: a.T @ t, lambda d: DENSE.T @ d, y),
        (lambda t: t.T @ a, lambda d: d.T @ DENSE, y), (lambda t: t.T @ a.T, lambda d: d.T @ DENSE.T, x),
    ]  # fmt: skip
    for ours, dense, v in products:
        t = leaf(v)
        out = ours(t)
        assert isinstance(out, tg.Tensor)
        np.testing.assert_allclose(plain(out), dense(v), rtol=1e-15)
        (out**3).sum().backward()
        (slope,) = gradient(lambda d, dense=dense: np.sum(dense(d) ** 3), [v])
        close(t.grad.numpy(), slope)
        np.testing.assert_allclose(
            tg.compile(tg.grad(lambda t, ours=ours: (ours(t) ** 3).sum()))(v), t.grad.numpy(), rtol=1e-14, atol=1e-14
        )


def test_a_product_is_a_tensor_whoever_requires_grad() -> None:
    assert isinstance(sp.csr_array(DENSE) @ tg.tensor(X), tg.Tensor)


def test_what_the_caller_does_to_his_array_later_changes_nothing() -> None:
    a, x = sp.csr_array(DENSE), leaf(X)
    out = (a @ x).sum()
    a.data[:] = 0.0
    a.indices[:] = 0
    out.backward()
    np.testing.assert_array_equal(x.grad.numpy(), DENSE.sum(0))


def test_elementwise_products_with_scipys_arrays_are_refused() -> None:
    with pytest.raises((PlainDataError, AttributeError)):  # by what SciPy asks of it first
        sp.csr_array(DENSE).multiply(leaf(X))


def matrix(data: Any) -> Any:
    rows, columns = np.nonzero(DENSE)
    return tg.sparse.coo_array((data, (rows, columns)), shape=DENSE.shape)


DATA = DENSE[np.nonzero(DENSE)]
SQUARE = (np.array([0, 0, 1, 2, 2]), np.array([0, 2, 1, 0, 2]))


def filled(data: Any, places: Any = np.nonzero(DENSE), shape: Any = DENSE.shape) -> np.ndarray:  # noqa: B008
    dense = np.zeros(shape, np.asarray(data).dtype)
    np.add.at(dense, places, data)
    return dense


CASES = {
    "vector": (lambda a: a @ X, lambda d: d @ X),
    "matrix": (lambda a: a @ np.outer(X, [1.0, 2.0]), lambda d: d @ np.outer(X, [1.0, 2.0])),
    "left": (lambda a: Y @ a, lambda d: Y @ d),
    "transpose": (lambda a: a.T @ Y, lambda d: d.T @ Y),
    "toarray": (lambda a: a.toarray(), lambda d: d),
    "diagonal": (lambda a: a.diagonal(), np.diagonal),
    "sum": (lambda a: a.sum(), np.sum),
    "rows": (lambda a: a.sum(axis=1), lambda d: d.sum(1)),
    "columns": (lambda a: a.sum(axis=0), lambda d: d.sum(0)),
    "scaled": (lambda a: (2.0 * a / 3.0 - a).toarray(), lambda d: 2.0 * d / 3.0 - d),
    "by rows": (lambda a: a.multiply(Y[:, None]).toarray(), lambda d: d * Y[:, None]),
    "by columns": (lambda a: a.multiply(X).toarray(), lambda d: d * X),
    "plus": (lambda a: (a + sp.eye_array(3, 4)).toarray(), lambda d: d + np.eye(3, 4)),
    "minus": (lambda a: (sp.csc_array(DENSE) - a).toarray(), lambda d: DENSE - d),
    "with itself": (lambda a: (a @ a.T).toarray(), lambda d: d @ d.T),
    "with SciPy's": (lambda a: (sp.csr_array(DENSE.T) @ a).toarray(), lambda d: DENSE.T @ d),
}


@pytest.mark.parametrize("case", CASES)
def test_operations(case: str) -> None:
    ours, dense = CASES[case]
    data = leaf(DATA)
    out = ours(matrix(data))
    np.testing.assert_allclose(plain(out), dense(DENSE), rtol=1e-14, atol=1e-14)
    (out * out * 0.5 + out).sum().backward()
    loss = lambda d: np.sum(0.5 * dense(filled(d)) ** 2 + dense(filled(d)))  # noqa: E731
    (slope,) = gradient(loss, [DATA])
    close(data.grad.numpy(), slope)
    sealed = tg.compile(tg.grad(lambda d: (ours(matrix(d)) ** 2 * 0.5 + ours(matrix(d))).sum()))
    close(sealed(DATA), slope)


@pytest.mark.parametrize("kind", [tg.sparse.csr_array, tg.sparse.csc_array])
def test_compressed_arrays_are_made_as_scipys(kind: Any) -> None:
    theirs = getattr(sp, kind.__name__)
    a = theirs(DENSE)
    made = kind((leaf(a.data), a.indices, a.indptr), shape=a.shape)
    assert (made.shape, made.nnz, made.dtype, made.ndim) == (a.shape, a.nnz, a.dtype, 2)
    np.testing.assert_array_equal(plain(made.toarray()), DENSE)
    np.testing.assert_array_equal(plain(kind(a).toarray()), DENSE)
    np.testing.assert_array_equal(plain(kind((a.data, a.tocoo().coords)).toarray()), DENSE)
    unsorted = theirs((np.array([1.0, 2.0, 3.0]), np.array([2, 0, 2]), np.array([0, 3, 3, 3])), shape=(3, 3))
    np.testing.assert_array_equal(
        plain(kind((unsorted.data, unsorted.indices, unsorted.indptr), (3, 3)).toarray()), unsorted.toarray()
    )


@pytest.mark.parametrize("name", ["coo_array", "csr_array", "csc_array"])
def test_constructors_take_what_scipys_take(name: str) -> None:
    ours, theirs = getattr(tg.sparse, name), getattr(sp, name)
    places = [at.astype(np.int32) for at in np.nonzero(DENSE)]
    for given, keywords in (
        (DENSE, {}), (DENSE.tolist(), {}), (DENSE, {"shape": (3, 4)}), ((3, 4), {}), ((DATA, places), {}), ((DATA, places), {"shape": (5, 6)}),
        (sp.csc_array(DENSE), {}), (sp.csr_array(DENSE), {"shape": (3, 4)}),
    ):  # fmt: skip
        found, expected = ours(given, **keywords), theirs(given, **keywords)
        np.testing.assert_array_equal(plain(found.toarray()), expected.toarray())
        if name != "coo_array":
            assert found.format == expected.format
            np.testing.assert_array_equal(found.indices, expected.indices)
            np.testing.assert_array_equal(found.indptr, expected.indptr)
    for given in (DENSE, sp.csr_array(DENSE), matrix(leaf(DATA))):
        with pytest.raises(ShapeError, match="does not have shape"):
            ours(given, shape=(4, 4))
    with pytest.raises(IndexingError, match="integers"):
        ours((DATA, (np.arange(4.0), np.arange(4))))


def test_places_whose_numbers_pass_32_bits() -> None:
    """Row times width does, for rows that SciPy gives as 32-bit integers."""
    rows, columns = np.array([99_999, 5, 70_000], np.int32), np.array([99_999, 7, 3], np.int32)
    made = tg.sparse.coo_array((np.array([1.0, 2.0, 3.0]), (rows, columns)), shape=(100_000, 100_000))
    for at, expected in zip(
        (*made.coords, made.data.numpy()), ([5, 70_000, 99_999], [7, 3, 99_999], [2, 3, 1]), strict=True
    ):
        np.testing.assert_array_equal(at, expected)


@pytest.mark.parametrize("kinds", [*itertools.product((np.int8, np.uint16, np.int64), repeat=2)])
def test_places_of_any_integers(kinds: tuple[Any, Any]) -> None:
    """With a sign or without, and the columns as others than the rows."""
    rows, columns = np.array([2, 0, 1], kinds[0]), np.array([0, 1, 1], kinds[1])
    made = tg.sparse.coo_array((np.array([1.0, 2.0, 3.0]), (rows, columns)), shape=(3, 2))
    np.testing.assert_array_equal(made.toarray().numpy(), [[0.0, 2.0], [0.0, 3.0], [1.0, 0.0]])


def test_places_that_are_arguments_of_a_recording_are_refused() -> None:
    rows, columns = np.nonzero(DENSE)
    for made, places in (
        (lambda d, i, j: tg.sparse.coo_array((d, (i, j))), (rows, columns)),
        (lambda d, i, j: tg.sparse.csr_array((d, i, j)), (columns, np.array([0, 2, 2, 4]))),
    ):
        np.testing.assert_array_equal(plain(made(DATA, *map(tg.tensor, places)).toarray())[:, :4], DENSE)
        with pytest.raises(PlainDataError, match=r"_array: no derivative with respect to places is known\. Take them"):
            tg.compile(lambda *args, made=made: made(*args).toarray())(DATA, *places)


def test_formats() -> None:
    """Compressed columns where they are asked for."""
    a, b = tg.sparse.csr_array(DENSE), sp.csr_array(DENSE)
    for ours, theirs in (
        (tg.sparse.eye_array(3, 4, k=1, format="csc"), sp.eye_array(3, 4, k=1, format="csc")),
        (tg.sparse.diags_array([[1.0, 2.0]], offsets=[1], format="csc"), sp.diags_array([[1.0, 2.0]], offsets=[1], format="csc")),
        *[(f(tg.sparse, a), f(sp, b)) for f in (
            lambda m, a: m.hstack([a, a], format="csc"), lambda m, a: m.vstack([a, a], "csc"), lambda m, a: m.block_diag([a, a], format="csc"),
            lambda m, a: m.kron(a, a, format="csc"), lambda m, a: m.tril(a, format="csc"), lambda m, a: m.triu(a, 1, "csc"),
            lambda m, a: a.asformat("csc"), lambda m, a: a.T.asformat("csr"), lambda m, a: a.T.asformat(None),
        )],
    ):  # fmt: skip
        assert ours.format == theirs.format
        np.testing.assert_array_equal(plain(ours.toarray()), theirs.toarray())
        np.testing.assert_array_equal(ours.indptr, theirs.indptr)


def test_diagonals() -> None:
    expected = sp.diags_array([[1.0, 2.0, 3.0], [4.0, 5.0]], offsets=[0, 1]).toarray()
    made = tg.sparse.diags_array([[1.0, 2.0, 3.0], leaf([4.0, 5.0])], offsets=[0, 1])
    np.testing.assert_array_equal(plain(made.toarray()), expected)
    np.testing.assert_array_equal(plain(tg.sparse.eye_array(2, 3).toarray()), np.eye(2, 3))
    with pytest.raises(ShapeError, match="diagonal 1 of shape"):
        tg.sparse.diags_array([[1.0, 2.0, 3.0, 4.0], [4.0, 5.0]], offsets=[0, 1])
    one, two = np.array([1.5]), np.array([1.0, 2.0])
    for args, keywords in (
        ((two,), {}), ((two,), {"offsets": -1}), (([two],), {"offsets": [1]}), (([one, two],), {"offsets": [2, 0], "shape": (2, 4)}),
        (([one, [1.0, 2.0, 3.0]],), {"offsets": [0, 1], "shape": (3, 3)}), (([1.0, 2.0],), {"dtype": np.float32}), ((one,), {"shape": (2, 2)}),
    ):  # fmt: skip
        found, theirs = tg.sparse.diags_array(*args, **keywords), sp.diags_array(*args, **keywords)
        assert found.dtype == theirs.dtype
        np.testing.assert_array_equal(plain(found.toarray()), theirs.toarray())
    weights = leaf(two)
    tg.sparse.diags_array(weights).toarray().sum().backward()
    np.testing.assert_array_equal(weights.grad.numpy(), [1.0, 1.0])
    for args, keywords in (((3,), {"k": 1}), ((2, 4), {"k": -1, "dtype": np.float32})):
        np.testing.assert_array_equal(
            plain(tg.sparse.eye_array(*args, **keywords).toarray()), sp.eye_array(*args, **keywords).toarray()
        )


AS_SCIPYS: dict[str, Any] = {
    "element": lambda a: a[0, 2], "zero": lambda a: a[1, 1], "row": lambda a: a[2], "column": lambda a: a[:, 0],
    "rows": lambda a: a[1:], "block": lambda a: a[::2, 1:3], "by numbers": lambda a: a[[2, 0, 2]], "by columns": lambda a: a[:, [3, 0]],
    "mask": lambda a: a[np.array([True, False, True])], "pairs": lambda a: a[[0, 2, 1], [2, 1, 0]], "grid": lambda a: a[np.ix_([0, 2], [3, 0])],
    "negative": lambda a: a[-1, -1], "abs": abs, "power": lambda a: a.power(3), "**": lambda a: a**2, "mean": lambda a: a.mean(),
    "means": lambda a: a.mean(axis=0), "trace": lambda a: a.trace(), "offset": lambda a: a.diagonal(1), "below": lambda a: a.diagonal(-2),
    "transpose": lambda a: a.transpose(), "todense": lambda a: a.todense(), "astype": lambda a: a.astype(np.float32),
    "copy": lambda a: a.copy(), "conj": lambda a: a.conj(), "conjugate": lambda a: a.conjugate(), "tocsr": lambda a: a.tocsr(),
    "tocsc": lambda a: a.tocsc(), "tocoo": lambda a: a.tocoo(), "reshape": lambda a: a.reshape((2, 6)), "inferred": lambda a: a.reshape(4, -1),
    "+ dense": lambda a: a + DENSE, "dense -": lambda a: DENSE - a, "- dense": lambda a: a - 2.0 * DENSE, "+ 0": lambda a: a + 0,
    "* sparse": lambda a: a * sp.csr_array(np.eye(3, 4) + DENSE), "by sparse": lambda a: a.multiply(a), "/ dense": lambda a: a / (DENSE + 5.0),
    "* number": lambda a: a * 3.0, "number *": lambda a: 2 * a, "/ number": lambda a: a / 2, "- twice": lambda a: a - a * 2, "sum": lambda a: a.sum(axis=-1),
    "np.sum": lambda a: np.sum(a, 0), "np.mean": np.mean, "sum in complex": lambda a: a.sum(0, np.complex128), "real": lambda a: a.real, "imag": lambda a: a.imag, "@": lambda a: a @ a.T,
}  # fmt: skip


@pytest.mark.parametrize("name", AS_SCIPYS)
def test_what_scipys_arrays_can(name: str) -> None:
    """Values, shapes and dtypes are SciPy's; derivatives those of the same of dense matrices, eager and compiled."""
    f = AS_SCIPYS[name]

    def of(data: Any, transposed: bool = False) -> Any:
        a = matrix(data)
        out = f(a.T.tocsr().T if transposed else a)
        return out.toarray() if isinstance(out, tg.sparse.SparseArray) else out

    for dtype in (np.float64, np.float32, np.complex128):
        if dtype is np.complex128 and name == "astype":
            continue
        dense = DENSE.astype(dtype) * (1.0 + 0.5j if dtype is np.complex128 else 1.0)
        try:
            theirs = f(sp.csr_array(dense))
        except NotImplementedError:  # older versions have no vectors
            theirs = f(dense)
        theirs = theirs.toarray() if sp.issparse(theirs) else theirs
        data = DATA.astype(dtype) * (1.0 + 0.5j if dtype is np.complex128 else 1.0)
        for transposed in (False, True):
            found = of(data.astype(dtype), transposed)
            assert found.dtype == (dtype if name == "/ number" else theirs.dtype)  # SciPy's quotients are double
            assert found.shape == np.shape(theirs)
            np.testing.assert_allclose(plain(found), theirs, rtol=1e-6)
    if name in ("astype", "imag", "sum in complex"):
        return
    steps = 1e-6 * np.eye(DATA.size)
    total = lambda d: np.sum(of(d) ** 2 + of(d))  # noqa: E731
    slope = [(float(plain(total(DATA + s))) - float(plain(total(DATA - s)))) / 2e-6 for s in steps]
    for found in (tg.grad(total)(DATA), tg.compile(tg.grad(total))(DATA)):
        np.testing.assert_allclose(found, slope, rtol=1e-7, atol=1e-8)


def test_what_is_refused_says_what_to_use() -> None:
    a = matrix(leaf(DATA))
    for call in (
        lambda: a + 1.0, lambda: 1.0 / a, lambda: a / a, lambda: a**0, lambda: len(a), lambda: bool(a), lambda: a.reshape(12), lambda: a.sum(out=np.zeros(())),
        lambda: a.multiply(tg.sparse.eye_array(4)), lambda: a.maximum, lambda: a.nonzero, lambda: tg.sparse.csr_array(leaf(DENSE)),
        lambda: tg.sparse.linalg.spsolve(tg.sparse.eye_array(3), sp.csr_array(DENSE)),
    ):  # fmt: skip
        with pytest.raises((ArgumentError, ShapeError, AttributeError), match=" Use "):
            call()


def test_places_that_are_named_twice_count_once() -> None:
    twice = sp.csr_array((np.array([1.0, 2.0, -4.0]), np.array([0, 0, 1]), np.array([0, 2, 3])), shape=(2, 2))
    for f in (abs, lambda a: a**2, lambda a: a[:1], lambda a: a.multiply(a)):
        np.testing.assert_array_equal(
            plain(f(tg.sparse.asarray(twice)).toarray()), f(sp.csr_array(twice.toarray())).toarray()
        )
    np.testing.assert_array_equal(plain(tg.sparse.csr_array(DENSE).toarray()), DENSE)
    np.testing.assert_array_equal(plain(tg.sparse.csc_array(DENSE).toarray()), DENSE)


def test_derivatives_of_higher_order_and_batches() -> None:
    def loss(d: Any, x: Any) -> Any:
        return np.sum(np.sin(matrix(d) @ x))

    def dense(d: Any, x: Any) -> Any:
        a = tg.zeros(DENSE.shape)
        a[np.nonzero(DENSE)] = d
        return np.sum(np.sin(a @ x))

    for k in (0, 1):
        np.testing.assert_allclose(tg.hessian(loss, k)(DATA, X), tg.hessian(dense, k)(DATA, X), rtol=1e-13, atol=1e-13)
    xs, ds = np.stack([X, 2.0 * X, -X]), np.stack([DATA, DATA**2, 1.0 / DATA])
    np.testing.assert_allclose(
        tg.vmap(tg.grad(loss), in_axes=(None, 0))(DATA, xs), [tg.grad(loss)(DATA, x) for x in xs], rtol=1e-14
    )
    np.testing.assert_allclose(
        tg.vmap(tg.grad(loss))(ds, xs), [tg.grad(loss)(d, x) for d, x in zip(ds, xs, strict=True)], rtol=1e-14
    )


def test_jacobians_know_where_the_nonzeros_are() -> None:
    n = 50
    a = sp.diags_array([np.ones(n - 1), -2.0 * np.ones(n), np.ones(n - 1)], offsets=[-1, 0, 1])
    jacobian = tg.func.sparse_jacobian(lambda x: (a @ x) ** 2)
    x = np.linspace(0.0, 1.0, n) ** 2
    assert jacobian.colours(x) == 3
    np.testing.assert_allclose(jacobian(x).toarray(), 2.0 * (a @ x)[:, None] * a.toarray(), atol=1e-15)


def test_complex_numbers() -> None:
    a, x = sp.csr_array(DENSE * (1.0 - 0.5j)), tg.tensor(X * 1j, requires_grad=True)
    out = a @ x
    np.testing.assert_allclose(plain(out), a @ (X * 1j))
    np.sum(np.abs(out) ** 2).backward()
    np.testing.assert_allclose(x.grad.numpy(), 2.0 * a.conj().T @ (a @ (X * 1j)), rtol=1e-14)


def test_single_precision_stays() -> None:
    a = sp.csr_array(DENSE.astype(np.float32))
    assert (a @ tg.tensor(X.astype(np.float32))).dtype == np.float32
    assert tg.compile(lambda x: a @ x)(X.astype(np.float32)).dtype == np.float32
    assert (sp.csr_array(DENSE.astype(int)) @ tg.tensor(X)).dtype == np.float64


def test_files(tmp_path: Any) -> None:
    a = sp.csr_array(DENSE)
    f = tg.compile(lambda x: np.sum((a @ x) ** 2))
    f(X)
    path = tmp_path / "f.tape"
    f.tape(X).save(path)
    loaded = tg.load(path)
    assert loaded(X) == f(X)
    np.testing.assert_allclose(tg.grad(loaded)(X), 2.0 * DENSE.T @ (DENSE @ X), rtol=1e-14)


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        (lambda: tg.sparse.coo_array((DATA, ([0], [1]))), ShapeError, "vectors of one length"),
        (lambda: tg.sparse.coo_array(([1.0], ([3], [0])), (2, 2)), IndexingError, "places within shape"),
        (lambda: tg.sparse.coo_array(([1.0], ([-1], [0])), (2, 2)), IndexingError, "places within shape"),
        (lambda: tg.sparse.csr_array(([1.0], [0], [0, 2])), ShapeError, "do not fit together"),
        (lambda: tg.sparse.asarray(DENSE), ArgumentError, "expected a sparse array"),
        (lambda: matrix(DATA) @ np.ones(3), ShapeError, "do not chain"),
        (lambda: sp.csr_array(DENSE) @ tg.tensor(np.ones(3)), ShapeError, "do not chain"),
        (lambda: matrix(DATA) @ matrix(DATA), ShapeError, "do not chain"),
        (lambda: matrix(DATA) + sp.eye_array(3), ShapeError, "do not fit"),
        (lambda: matrix(DATA).multiply(np.ones(3)), ShapeError, "does not broadcast"),
    ],
)
def test_errors(make: Any, error: Any, said: str) -> None:
    with pytest.raises(error, match=said):
        make()


JOINED = {
    "hstack": lambda m, a, b: m.hstack([a, b]), "vstack": lambda m, a, b: m.vstack([a, b, a]), "kron": lambda m, a, b: m.kron(a, b),
    "block_array": lambda m, a, b: m.block_array([[a, None], [b, b @ a.T]]), "block_diag": lambda m, a, b: m.block_diag([a, b.T]),
    "tril": lambda m, a, b: m.tril(a, -1), "triu": lambda m, a, b: m.triu(a, 1),
    "fro": lambda m, a, b: m.linalg.norm(a),
}  # fmt: skip


@pytest.mark.parametrize("name", JOINED)
def test_arrays_made_of_others(name: str) -> None:
    join, b = JOINED[name], sp.csr_array(2.0 * DENSE + np.eye(3, 4))

    def of(d: Any) -> Any:
        found = join(tg.sparse, matrix(d), b)
        return found.toarray() if isinstance(found, tg.sparse.SparseArray) else found

    def theirs(d: Any) -> Any:
        found = join(sp, sp.csr_array(filled(d)), b)
        return found.toarray() if sp.issparse(found) else found

    np.testing.assert_allclose(plain(of(tg.tensor(DATA))), theirs(DATA))
    assert of(tg.tensor(np.float32(DATA))).dtype == (np.float32 if name in ("tril", "triu", "fro") else np.float64)
    steps = 1e-6 * np.eye(DATA.size)
    slope = [np.sum(theirs(DATA + s) ** 2 - theirs(DATA - s) ** 2) / 2e-6 for s in steps]
    for found in (tg.grad(lambda d: np.sum(of(d) ** 2))(DATA), tg.compile(tg.grad(lambda d: np.sum(of(d) ** 2)))(DATA)):
        np.testing.assert_allclose(found, slope, rtol=1e-7, atol=1e-8)


def test_names_of_scipys_that_are_missing_say_so() -> None:
    for module, name in (
        (tg.sparse, "lil_array"),
        (tg.sparse, "random_array"),
        (tg.sparse.linalg, "eigsh"),
        (tg.sparse.linalg, "splu"),
    ):
        with pytest.raises(AttributeError, match=f"'{name}'. Use "):
            getattr(module, name)
    for wrong in (lambda: tg.sparse.hstack([np.eye(2)]), lambda: tg.sparse.linalg.norm(matrix(DATA), 2)):
        with pytest.raises(ArgumentError, match=" Use "):
            wrong()
    with pytest.raises(ShapeError, match="block_array"):
        tg.sparse.hstack([matrix(DATA), tg.sparse.eye_array(2)])
    for order in (1, -1, np.inf, -np.inf):
        assert plain(tg.sparse.linalg.norm(matrix(leaf(DATA)), order)) == np.linalg.norm(DENSE, order)
        assert plain(tg.sparse.linalg.norm(matrix(leaf(DATA)), order, (0, 1))) == np.linalg.norm(DENSE, order)
    with pytest.raises(ArgumentError, match=r"axis \(0, 2\) is not supported"):
        tg.sparse.linalg.norm(matrix(DATA), 1, (0, 2))
    solve = tg.sparse.linalg.factorized(sp.csc_array(np.diag([2.0, 4.0])))
    np.testing.assert_allclose(plain(solve(leaf([1.0, 1.0]))), [0.5, 0.25])


@pytest.mark.parametrize("compare", [operator.eq, operator.ne, operator.lt, operator.ge])
def test_comparisons_are_refused(compare):
    """By Python's default, A == B would be False in silence, of equal arrays too."""
    a = tg.sparse.asarray(sp.eye_array(3, format="csr"))
    for other in (a, sp.eye_array(3, format="csr"), 1.0, tg.tensor(np.eye(3))):
        with pytest.raises(ArgumentError, match="toarray"):
            compare(a, other)
    assert hash(a) == hash(a)

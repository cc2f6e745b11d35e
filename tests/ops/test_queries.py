"""Answers without derivative, counts and sets: NumPy's values on Tensors, eagerly and in recordings that hold for other data."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ShapeError
from tapegrad.ops import declare
from tests.ops.test_arrays import OPS, as_list, calls
from tests.support import leaf, plain

X = np.array([[1.0, -0.0, 2.5], [np.nan, 2.5, -np.inf]])
Y = np.array([[0.5, 3.0, 2.5], [1.0, 0.5, -2.0]])
V = np.array([0.5, 1.0, 1.0, 2.5, 4.0])
I = np.array([[6, 1, 12], [8, 0, 3]])
Z = np.array([1.0 + 0j, 2.0 - 1j])


def arrays(x: Any) -> list[np.ndarray]:
    """All arrays and numbers of a result, in order."""
    if isinstance(x, (list, tuple)):
        return [a for part in x for a in arrays(part)]
    return [x.detach().numpy() if isinstance(x, tg.Tensor) else np.asarray(x)]


def check(found: Any, expected: Any) -> None:
    found, expected = arrays(found), arrays(expected)
    assert len(found) == len(expected)
    for x, y in zip(found, expected, strict=True):
        assert x.dtype == y.dtype
        np.testing.assert_allclose(x, y, rtol=1e-14) if y.dtype.kind in "fc" else np.testing.assert_array_equal(x, y)


ANSWERS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (np.any, (Y > 1.0,), {"axis": 0, "where": np.array([True, False, True])}), (np.all, (Y,), {"where": Y > 0.7, "axis": 1}),
    (np.argmax, (Y, 1), {"keepdims": True}), (np.argmin, (Y,), {}), (np.nanargmax, (X[:, :2],), {"axis": 0}), (np.nanargmin, (X,), {}),
    (np.argsort, (Y,), {"axis": None}), (np.argsort, (V,), {"kind": "stable"}), (np.argpartition, (V, 2), {}),
    (np.searchsorted, (V, Y), {}), (np.searchsorted, (V, 1.0, "right"), {}), (np.searchsorted, (V[::-1], Y), {"sorter": np.arange(4, -1, -1)}),
    (np.digitize, (Y, V), {}), (np.digitize, (Y, V), {"right": True}), (np.digitize, (Y, V[::-1]), {}),
    (np.isin, (Y, [0.5, 1.0]), {}), (np.isin, (Y, V), {"invert": True}), (np.isin, (I, [6, 7]), {}),
    (np.count_nonzero, (X,), {}), (np.count_nonzero, (X, 1), {"keepdims": True}),
    (np.nonzero, (X,), {}), (np.flatnonzero, (X,), {}), (np.argwhere, (Y > 1.0,), {}), (np.lexsort, ((V, V[::-1].copy()),), {}),
    (np.signbit, (X,), {}), (np.spacing, (Y,), {}), (np.isneginf, (X,), {}), (np.isposinf, (-X,), {}),
    (np.isreal, (Z,), {}), (np.iscomplex, (Z,), {}), (np.iscomplexobj, (Z,), {}), (np.isrealobj, (Z,), {}),
    (np.isclose, (X, Y), {"atol": 0.6}), (np.isclose, (X, X), {"equal_nan": True}), (np.isclose, (I, I + 1), {"rtol": 0.2}),
    (np.isclose, (X, np.inf), {}), (np.allclose, (Y, Y + 1e-9), {}), (np.allclose, (X, X), {}), (np.allclose, (X, X), {"equal_nan": True}),
    (np.array_equal, (Y, Y), {}), (np.array_equal, (Y, V), {}), (np.array_equal, (X, X), {"equal_nan": True}),
    (np.array_equiv, (Y, Y[:1]), {}), (np.array_equiv, (V[:1], V[0]), {}), (np.array_equiv, (V, Y), {}),
    (np.shape, (Y,), {}), (np.ndim, (Y,), {}), (np.size, (Y, 0), {}), (np.result_type, (Y, np.float32), {}),
    (np.can_cast, (Y, np.float32), {}), (np.common_type, (np.float32(Y), Y), {}), (np.min_scalar_type, (Y,), {}),
    (np.diag_indices_from, (Y[:, :2],), {}), (np.tril_indices_from, (Y,), {"k": -1}), (np.triu_indices_from, (Y,), {}),
    (np.ravel_multi_index, ((I[0] % 2, I[1] % 3), (2, 3)), {}), (np.unravel_index, (I, (4, 4)), {}),
    (np.packbits, (I > 3,), {}), (np.unpackbits, (I.astype(np.uint8),), {"axis": 1}), (np.bitwise_count, (I,), {}),
    (np.left_shift, (I, 2), {}), (np.right_shift, (I, I % 2), {}), (np.gcd, (I, 4), {}), (np.lcm, (I, I), {}), (np.gcd.reduce, (I,), {}),
    (np.bitwise_or.accumulate, (I,), {"axis": 1}), (np.ix_, (I[0], I[1] > 2), {}), (np.einsum_path, ("ij,kj", Y, Y), {}),
    (np.frexp, (Y,), {}), (np.frexp, (I,), {}), (np.ldexp, (Y, I), {}), (np.ldexp, (np.array([3.0, 0.5]), np.array([-1073, 1024])), {}),
    (np.nextafter, (X, 2.0), {}), (np.nextafter, (np.float32(Y), np.float32(9.0)), {}), (np.nextafter, (np.array([np.inf, np.finfo(float).max]), np.array([0.0, np.inf])), {}),
    (np.unique, (X,), {}), (np.unique, (V,), {"return_index": True, "return_inverse": True, "return_counts": True}),
    (np.unique, (I % 3,), {"return_inverse": True}), (np.unique, (Y[[0, 1, 0]],), {"axis": 0, "return_counts": True}),
    (np.unique, (X[[0, 0, 1, 1]],), {"equal_nan": False}), (np.unique_all, (V,), {}), (np.unique_counts, (I % 2,), {}),
    (np.unique_inverse, (V,), {}), (np.unique_values, (np.sort(V),), {}),
    (np.union1d, (V, Y), {}), (np.intersect1d, (V, Y), {"return_indices": True}), (np.setdiff1d, (V, Y), {}), (np.setxor1d, (V, Y), {}),
    (np.bincount, (I.ravel(),), {}), (np.bincount, (I[0] % 2, Y[0]), {"minlength": 4}),
    (np.histogram, (V,), {}), (np.histogram, (V, 3), {"range": (0.0, 2.5), "density": True}), (np.histogram, (V, "auto"), {}),
    (np.histogram, (V, [0, 1, 2.5]), {"weights": V * 2.0}), (np.histogram, (I, 4), {}), (np.histogram, (np.ones(3), 2), {}), (np.histogram_bin_edges, (V, 5), {}),
    (np.histogram2d, (V, V[::-1]), {"bins": 3}), (np.histogram2d, (V, V), {"bins": [2, np.array([0.0, 1.0, 4.0])], "weights": V}),
    (np.histogramdd, (np.stack([V, V * 2.0, V - 1.0], 1),), {"bins": (2, 3, 2), "density": True}),
    (np.zeros_like, (Y,), {"dtype": int}), (np.ones_like, (Y,), {"shape": (2, 2)}), (np.full_like, (Y, 2.5), {"shape": 3, "dtype": np.float32}),
    (np.meshgrid, (I[0], V), {}), (np.roll, (Y > 1.0, 1), {}),
    (np.astype, (Y, np.float32), {}), (np.copy, (Y, "C"), {}), (np.array2string, (Y,), {"precision": 2}), (np.array_str, (Y,), {}),
    (np.array_repr, (Y,), {"precision": 1}),
]  # fmt: skip


def lifted(x: Any, requires_grad: bool) -> Any:
    """Arguments with Tensors in place of arrays."""
    if isinstance(x, (list, tuple)) and any(isinstance(a, np.ndarray) for a in x):
        return type(x)(lifted(a, requires_grad) for a in x)
    return tg.tensor(x, requires_grad=requires_grad and x.dtype.kind == "f") if isinstance(x, np.ndarray) else x


@pytest.mark.parametrize("requires_grad", [False, True], ids=["data", "leaves"])
@pytest.mark.parametrize(
    ("function", "args", "keywords"), ANSWERS, ids=[f"{f.__name__}-{k}" for k, (f, _, _) in enumerate(ANSWERS)]
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_values(function, args, keywords, requires_grad):
    """Those of NumPy, whichever arguments are Tensors."""
    expected = function(*args, **keywords)
    check(function(*[lifted(a, requires_grad) for a in args], **keywords), expected)
    own = {name: lifted(a, requires_grad) for name, a in keywords.items() if name != "sorter"}
    check(function(*[lifted(a, requires_grad) for a in args], **{**keywords, **own}), expected)


@pytest.mark.parametrize(
    "name",
    sorted({f.__name__ for f, _, _ in ANSWERS if hasattr(np, f.__name__) and not hasattr(tg.Tensor, f.__name__)}),
)
def test_what_tapegrad_gives_under_the_name_is_documented_and_takes_arrays(name):
    own = getattr(tg, name)
    assert own.__doc__
    for function, args, keywords in ANSWERS:
        if function is getattr(np, name):
            with np.errstate(all="ignore"):
                check(own(*args, **keywords), function(*args, **keywords))


RECORDED = {
    "searchsorted": lambda x: np.searchsorted(x[0], x[1]),
    "searchsorted in numbers": lambda x: np.searchsorted([0.0, 1.0], x, side="right"),
    "digitize": lambda x: np.digitize(x, [2.0, 1.0, 0.0]),
    "isin": lambda x: np.isin(x, [1.0, 2.0]),
    "isclose": lambda x: np.isclose(x, 1.0, atol=0.5),
    "count_nonzero": lambda x: np.count_nonzero(x > 1.0, axis=0),
    "signbit": lambda x: np.signbit(x),
    "spacing": lambda x: np.spacing(x),
    "frexp": lambda x: np.frexp(x),
    "nextafter": lambda x: np.nextafter(x, 3.0),
    "histogram": lambda x: np.histogram(x, 3),
    "any": lambda x: np.any(x > 2.0, axis=0, where=np.array([True, False, True])),
}


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_answer_follows_the_data(name):
    """One recording serves data that are ordered otherwise."""
    f = RECORDED[name]
    rng = np.random.default_rng(5)
    data = np.sort(rng.uniform(-1.0, 3.0, (4, 2, 3)))
    compiled = tg.compile(f)
    for x in data:
        check(compiled(x), f(x))
    assert "1 recordings" in repr(compiled)
    if name != "histogram":
        check(compiled.batch(data), [np.stack(parts) for parts in zip(*[as_list(f(x)) for x in data], strict=True)])


@pytest.mark.parametrize(
    "f", [np.unique, np.nonzero, lambda x: np.unique(x, return_inverse=True), lambda x: np.histogram2d(x[0], x[1], 2)]
)
def test_a_decision_is_guarded(f):
    compiled = tg.compile(f)
    for x in (Y, Y[::-1] * 2.0, np.where(Y > 1.0, Y, 0.0), Y):
        check(compiled(x), f(x))


@pytest.mark.parametrize(
    "op", [op for op in OPS if op.samples and not op.adjoints and not op.lacks], ids=lambda op: op.name
)
def test_ops_without_derivative(op):
    assert isinstance(op, declare.General)
    for call in calls(op):
        expected = call.expected(call.arrays)
        np.testing.assert_allclose(plain(op(*map(tg.tensor, call.operands), **call.keywords)), expected, rtol=1e-12)
        compiled = tg.compile(lambda *xs, op=op, call=call: op(*xs, **call.keywords))
        np.testing.assert_allclose(compiled(*call.operands), expected, rtol=1e-12)
        stacks = [np.stack([x, x[::-1]]) for x in call.operands]
        if op.name != "searchsorted":
            np.testing.assert_array_equal(compiled.batch(*stacks)[0], compiled(*call.operands))


def test_weights_and_chosen_elements_have_derivatives():
    x, w = leaf(V), leaf(np.arange(5.0))
    numbers = np.array([0, 2, 2, 1, 0])
    (g,) = tg.autograd.grad(np.bincount(numbers, w, 4) @ np.array([1.0, 2.0, 3.0, 4.0]), w)
    np.testing.assert_array_equal(plain(g), [1.0, 3.0, 3.0, 2.0, 1.0])
    (g,) = tg.autograd.grad(np.unique(x) @ np.array([1.0, 2.0, 3.0, 4.0]), x)
    np.testing.assert_array_equal(plain(g), [1.0, 2.0, 0.0, 3.0, 4.0])
    (g,) = tg.autograd.grad(np.histogram(x.detach(), [0.0, 1.0, 5.0], weights=w)[0] @ np.array([1.0, 2.0]), w)
    np.testing.assert_array_equal(plain(g), [1.0, 2.0, 2.0, 2.0, 2.0])
    (g,) = tg.autograd.grad(np.histogram2d(x, x, 2, weights=w)[0].sum(), w)
    np.testing.assert_array_equal(plain(g), np.ones(5))
    (g,) = tg.autograd.grad(np.intersect1d(x, [1.0, 4.0]).sum(), x)
    np.testing.assert_array_equal(plain(g), [0.0, 1.0, 0.0, 0.0, 1.0])
    (g,) = tg.autograd.grad(np.frexp(x)[0].sum(), x)
    np.testing.assert_array_equal(plain(g), [1.0, 0.5, 0.5, 0.25, 0.125])


@pytest.mark.parametrize(
    ("f", "error"),
    [
        (lambda x: np.bincount(np.array([1, 2]), x), ShapeError),
        (lambda x: np.histogram(x, 0), ArgumentError),
        (lambda x: np.histogram(x * np.nan), ArgumentError),
        (lambda x: np.histogram(x, [1.0, 0.0]), ArgumentError),
        (lambda x: np.ldexp(x, 0.5), ArgumentError),
        (lambda x: np.nanargmax(x * np.nan), ValueError),
        (lambda x: np.copy(x, "F"), ArgumentError),
        (lambda x: np.zeros_like(x, device="gpu"), ArgumentError),
        (lambda x: np.isnat(x), DtypeError),
        (lambda x: np.shares_memory(x, x), DtypeError),
        (lambda x: np.save(io.BytesIO(), x), PlainDataError),
    ],
)  # fmt: skip
def test_refusals(f, error):
    with pytest.raises(error):
        f(leaf(V))


def test_files_hold_the_values_of_tensors_that_need_no_gradient():
    x, stream = tg.tensor(V), io.BytesIO()
    np.save(stream, x)
    stream.seek(0)
    np.testing.assert_array_equal(np.load(stream), V)
    text = io.StringIO()
    np.savetxt(text, x)
    assert text.getvalue().splitlines()[3] == "2.500000000000000000e+00"
    archive = io.BytesIO()
    np.savez(archive, a=x)
    archive.seek(0)
    np.testing.assert_array_equal(np.load(archive)["a"], V)


def test_memory_is_shared_by_views():
    x = tg.tensor(V)
    assert np.may_share_memory(x, x[1:])
    assert np.may_share_memory(x[:2].reshape(2, 1), x)
    assert not np.may_share_memory(x, x + 0.0)
    assert not np.may_share_memory(x, V)

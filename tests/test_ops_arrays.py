"""Every op on whole arrays and every composite against NumPy and SciPy, and how NumPy's functions call them.

The loops over the ops table use each record's samples; what is expected comes from its reference function and
from differences of it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.special
from support import DTYPES, along, bits, close, gradient, leaf, plain

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.ops import declare

OPS: list[Any] = [op for op in declare.table if isinstance(op, declare.ArrayOp) and op.samples]
ENTRIES = [*OPS, *declare.composites.values()]

each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)


def is_number(x: Any) -> bool:
    return isinstance(x, (np.ndarray, np.floating, float)) and np.asarray(x).dtype.kind == "f"


class Call:
    """One sample of a record: the operands that are arrays of floats, and how to call it with others in their place."""

    def __init__(self, entry: Any, operands: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.entry, self.operands, self.keywords = entry, operands, keywords
        self.arrays = [np.asarray(x) for x in self._flat(operands) if is_number(x)]

    @staticmethod
    def _flat(operands: Any) -> list[Any]:
        return [x for o in operands for x in (o if isinstance(o, list) else [o])]

    def fill(self, arrays: Any) -> list[Any]:
        """The operands with others for the arrays, in order."""
        rest = iter(arrays)

        def place(x: Any) -> Any:
            return [place(y) for y in x] if isinstance(x, list) else next(rest) if is_number(x) else x

        return [place(x) for x in self.operands]

    def found(self, tensors: Any) -> Any:
        function = self.entry.function if isinstance(self.entry, declare.Composite) else self.entry
        return function(*self.fill(tensors), **self.keywords)

    def expected(self, arrays: Any) -> Any:
        return self.entry.reference(*self.fill(arrays), **self.keywords)

    def weighted(self, arrays: Any) -> Any:
        """The reference as a function with one value."""
        parts = as_list(self.expected(arrays))
        return sum(np.sum(np.asarray(p) * w) for p, w in zip(parts, weights(parts), strict=True))

    def loss(self, tensors: Any) -> Any:
        parts = as_list(self.found(tensors))
        return sum((p * w.astype(p.dtype)).sum() for p, w in zip(parts, weights(parts), strict=True))


def as_list(x: Any) -> list[Any]:
    return list(x) if isinstance(x, (list, tuple)) else [x]


def weights(parts: list[Any]) -> list[np.ndarray]:
    rng = np.random.default_rng(11)
    return [np.asarray(rng.uniform(0.5, 1.5, np.shape(p))) for p in parts]


def calls(entry: Any) -> list[Call]:
    return [Call(entry, *sample) for sample in entry.samples(np.random.default_rng(3))]


def check_values(found: Any, expected: Any, dtype: Any = np.float64) -> None:
    """Sums may be taken in another order than NumPy's."""
    found, expected = as_list(found), as_list(expected)
    assert len(found) == len(expected)
    for x, y in zip(found, expected, strict=True):
        assert isinstance(x, tg.Tensor)
        y = np.asarray(y)
        assert x.dtype == y.dtype
        assert x.shape == y.shape
        tolerance = 1e-14 if dtype == np.float64 else 1e-5
        np.testing.assert_allclose(plain(x), y, rtol=tolerance, atol=tolerance)


# ------------------------------------------------------------------------------------------------- all records


def test_every_record_has_samples():
    assert {op.name for op in declare.table if isinstance(op, declare.ArrayOp) and not op.samples} <= {"convert"}


@each_dtype
@each_entry
def test_values(entry, dtype):
    for call in calls(entry):
        arrays = [a.astype(dtype) for a in call.arrays]
        check_values(call.found(map(tg.tensor, arrays)), call.expected(arrays), dtype)


@each_entry
def test_values_of_views(entry):
    """Operands that are views of larger Tensors, with their axes reversed, and every other element."""
    for call in calls(entry):
        views = []
        for a in call.arrays:
            wide = np.full([2 * n for n in a.shape[::-1]], math.nan)
            wide[(slice(None, None, 2),) * a.ndim] = a.T
            views.append(tg.tensor(wide)[(slice(None, None, 2),) * a.ndim].T)
        check_values(call.found(views), call.expected(call.arrays))


@each_entry
def test_values_of_results(entry):
    """Operands that are pending results."""
    for call in calls(entry):
        check_values(call.found([tg.tensor(a * 0.5) * 2.0 for a in call.arrays]), call.expected(call.arrays))


@each_dtype
@each_entry
def test_first_derivatives(entry, dtype):
    for call in calls(entry):
        arrays = [a.astype(dtype) for a in call.arrays]
        tensors = [leaf(a) for a in arrays]
        found = grad(call.loss(tensors), tensors)
        for value, wanted in zip(found, gradient(lambda *xs, c=call: c.weighted(xs), arrays), strict=True):
            assert value.dtype == dtype
            close(plain(value), wanted, 1, dtype)


@each_dtype
@each_entry
def test_recorded_sweeps_agree_with_compiled_ones(entry, dtype):
    for call in calls(entry):
        tensors = [leaf(a.astype(dtype)) for a in call.arrays]
        compiled = grad(call.loss(tensors), tensors)
        recorded = grad(call.loss(tensors), tensors, create_graph=True)
        for x, y in zip(compiled, recorded, strict=True):
            assert y.dtype == dtype
            np.testing.assert_allclose(plain(y), plain(x), rtol=1e-13 if dtype == np.float64 else 1e-5, atol=1e-15)


@each_entry
def test_second_derivatives(entry):
    """The gradient of the derivative along a direction."""
    for call in calls(entry):
        rng = np.random.default_rng(13)
        directions = [rng.normal(size=a.shape) for a in call.arrays]
        tensors = [leaf(a) for a in call.arrays]
        first = grad(call.loss(tensors), tensors, create_graph=True)
        total = sum((g * v).sum() for g, v in zip(first, directions, strict=True))
        if not total.requires_grad:
            second = [np.zeros(a.shape) for a in call.arrays]
        else:
            second = [plain(g) for g in grad(total, tensors, materialize_grads=True)]
        wanted = gradient(
            lambda *xs, c=call, d=directions: along(lambda *ys: c.weighted(ys), xs, d), call.arrays, order=2
        )
        for value, expected in zip(second, wanted, strict=True):
            close(value, expected, 2)


@pytest.mark.parametrize("op", [op for op in OPS if isinstance(op, declare.Linear)], ids=lambda op: op.name)
def test_adjoints_are_transposes(op):
    """``<g, A x> == <A^T g, x>``, with all operands together as x."""
    for call in calls(op):
        tensors = [leaf(a) for a in call.arrays]
        out = call.found(tensors)
        (g,) = weights([out])
        backwards = grad(out, tensors, g)
        left = np.sum(g * call.expected(call.arrays))
        right = sum(np.sum(plain(b) * a) for b, a in zip(backwards, call.arrays, strict=True))
        assert left == pytest.approx(right, rel=1e-12, abs=1e-12)


@each_entry
def test_a_zero_adjoint_gives_zero(entry):
    for call in calls(entry):
        for create_graph in (False, True):
            tensors = [leaf(a) for a in call.arrays]
            for value in grad(call.loss(tensors), tensors, 0.0, create_graph=create_graph):
                assert not plain(value).any()


DISPATCHED = [e for e in declare.composites.values() if e.reference in declare.functions or e.reference in declare.ufuncs]


@pytest.mark.parametrize("entry", DISPATCHED, ids=lambda entry: entry.name)
def test_numpy_functions_record(entry):
    for call in calls(entry):
        tensors = [leaf(a) for a in call.arrays]
        found = entry.reference(*call.fill(tensors), **call.keywords)
        check_values(found, call.expected(call.arrays))
        assert all(part.requires_grad for part in as_list(found))
        if len(call.arrays) > 1:  # a Tensor among arrays
            mixed = [*call.arrays[:-1], tensors[-1]]
            check_values(entry.reference(*call.fill(mixed), **call.keywords), call.expected(call.arrays))


def test_all_composites_but_scipys_are_dispatched():
    assert {e.name for e in declare.composites.values()} - {e.name for e in DISPATCHED} == {"logsumexp"}


# ------------------------------------------------------------------------------------------------- how NumPy is called

M, N, V, K = "m", "n", "v", "k"  # arrays of shape (3, 4), (2, 1, 3), (5,), and integers of shape (2, 3)
ARRAYS = {
    M: np.random.default_rng(1).uniform(0.5, 2.0, (3, 4)), N: np.random.default_rng(2).normal(size=(2, 1, 3)),
    V: np.random.default_rng(3).uniform(0.5, 2.0, 5), K: np.arange(6).reshape(2, 3),
}  # fmt: skip

FORMS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    *[(f, (M,), {}) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min, np.amax, np.amin, np.linalg.norm)],
    *[(f, (M, 0), {}) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min, np.amax, np.amin, np.cumsum)],
    *[(f, (M,), {"axis": -2, "keepdims": True}) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min)],
    *[(f, (M,), {"axis": (-1, 0)}) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min, np.linalg.norm)],
    *[(f, (M,), {"axis": ()}) for f in (np.sum, np.prod, np.max, np.min)],
    *[(f, (K,), {"axis": 1}) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min, np.cumsum)],
    *[(f, (K,), {}) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min, np.cumsum, np.linalg.norm)],
    (np.sum, (M,), {"axis": np.int64(1)}),
    (np.sum, (M, 1, np.float32), {}),
    (np.sum, (K,), {"dtype": np.float64}),
    (np.var, (M, None, None, None, 1), {}),
    (np.var, (V,), {"ddof": 5}),
    (np.std, (M,), {"correction": 1, "axis": 0}),
    (np.add.reduce, (M,), {}),
    (np.add.reduce, (M,), {"axis": None}),
    (np.multiply.reduce, (M, 1), {}),
    (np.maximum.reduce, (M,), {"axis": 1, "keepdims": True}),
    (np.minimum.reduce, (M,), {}),
    (np.cumsum, (M,), {}),
    (np.linalg.norm, (M, 1, 1), {}),
    (np.linalg.norm, (M,), {"ord": 2, "axis": 0}),
    (np.linalg.norm, (M, -np.inf), {"axis": -1, "keepdims": True}),
    (np.linalg.norm, (V, 0.5), {}),
    (np.linalg.norm, (N,), {"axis": (0, 2)}),
    (np.reshape, (M, (2, -1)), {}),
    (np.reshape, (M, np.array([4, 3])), {}),
    (np.reshape, (M, -1, "C"), {}),
    (np.ravel, (M, "C"), {}),
    (np.transpose, (N, (2, -3, 1)), {}),
    (np.transpose, (N, None), {}),
    (np.permute_dims, (N, (1, 2, 0)), {}),
    (np.matrix_transpose, (M,), {}),
    (np.swapaxes, (N, 0, -1), {}),
    (np.moveaxis, (N, (0, 1), (-1, 0)), {}),
    (np.expand_dims, (M, (-1, 0)), {}),
    (np.expand_dims, (M, np.int64(1)), {}),
    (np.squeeze, (N,), {}),
    (np.squeeze, (N, (1,)), {}),
    (np.broadcast_to, (N, (2, 2, 3)), {}),
    (np.concatenate, ([M, M],), {"axis": -1}),
    (np.concatenate, ((M, M), None), {}),
    (np.concat, ([M, M, M],), {}),
    (np.stack, ([M, M], -1), {}),
    (np.stack, ([V],), {"axis": 1}),
    (np.split, (M, 2, 1), {}),
    (np.split, (M, (1,)), {}),
    (np.split, (V, [2, 2, -1]), {}),
    (np.flip, (M, (0, -1)), {}),
    (np.roll, (M, -5), {}),
    (np.roll, (M, (1, 2), (0, 1)), {}),
    (np.roll, (M, (1, 2), 1), {}),
    (np.roll, (M, np.int64(1), (0, 1)), {}),
    (np.tile, (M, np.int64(2)), {}),
    (np.tile, (V, (2, 1, 3)), {}),
    (np.tile, (N, [2]), {}),
    (np.repeat, (M, [2, 0, 1], 0), {}),
    (np.repeat, (M, 2), {}),
    (np.pad, (M, ((1, 2), (0, 3))), {"constant_values": ((1, 2), (3, 4))}),
    (np.pad, (M, 1, "wrap"), {}),
    (np.pad, (V, (2, 1)), {"mode": "symmetric"}),
    (np.pad, (K, 1), {"constant_values": 7}),
    (np.diag, (M, -1), {}),
    (np.diagonal, (N, 0, -1, 0), {}),
    (np.tril, (M, 1), {}),
    (np.tril, (K,), {}),
    (np.triu, (M,), {"k": -1}),
    (np.triu, (K, 1), {}),
    (np.triu, (V,), {}),
    (np.trace, (M, 1), {}),
    (np.linalg.trace, (N,), {"offset": 1}),
    (np.linalg.diagonal, (N,), {}),
    (np.linalg.outer, (V, V), {}),
    (np.linalg.matmul, (N, M), {}),
    (np.linalg.matrix_transpose, (N,), {}),
    (np.linalg.tensordot, (M, M), {"axes": 2}),
    (np.dot, (M, V[:0] or M), {}) if False else (np.dot, (N, M), {}),
    (np.matmul, (N, M), {}),
    (np.inner, (M, M), {}),
    (np.outer, (V, M), {}),
    (np.tensordot, (M, M, 2), {}),
    (np.tensordot, (N, M, (2, 0)), {}),
    (np.tensordot, (N, N), {"axes": ([0, -1], [0, 2])}),
    (np.einsum, ("ijk,kl", N, M), {}),
    (np.einsum, ("...k,kl->l...", N, M), {"optimize": "greedy"}),
    (np.einsum, ("i,j->", V, V), {}),
    (np.einsum, ("ijk->j", N), {}),
    (np.clip, (M, 0.7, 1.5), {}),
    (np.clip, (M, None, 1.5), {}),
    (np.clip, (M,), {"a_min": 1.0, "a_max": None}),
    (np.clip, (M,), {"min": 1.0, "max": 1.2}),
    (np.clip, (K, 1, 4), {}),
    (np.clip, (K,), {"min": 2}),
    (np.round, (M,), {}),
    (np.round, (M, 1), {}),
    (np.around, (M,), {"decimals": -1}),
    (np.round, (K, -1), {}),
    (np.take, (M, [[0, 2], [-1, 0]], 1), {}),
    (np.take, (M, 3), {}),
    (np.where, (np.array([True, False, True, True]), M, 0.0), {}),
    (np.where, (np.array([0, 2, 0, 1]), 0.0, M), {}),
    (np.any, (K,), {"axis": 0}),
    (np.all, (K,), {}),
    (np.argmax, (M, 1), {}),
    (np.argmin, (M,), {"axis": 0, "keepdims": True}),
    (np.argsort, (M,), {"axis": 0}),
    (np.copy, (M,), {}),
    (np.zeros_like, (M,), {}),
    (np.ones_like, (M,), {"dtype": np.float32}),
    (np.full_like, (M, 2.0), {}),
    (scipy.special.expit, (M,), {}),
    (np.add, (M, 1.0), {"dtype": np.float32}),
]

"""Every op on whole arrays and every composite against NumPy and SciPy, and how NumPy's functions call them.

The loops over the ops table use each record's samples; what is expected comes from its reference function and
from differences of it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
import warnings
from typing import Any

import numpy as np
import pytest
import scipy
import scipy.linalg
import scipy.special

import tapegrad as tg
import tapegrad.record.workspace
from tapegrad.autograd import grad
from tapegrad.machine.layout import PICK
from tapegrad.ops import composites, declare, dispatch_tables
from tests.support import DTYPES, bends, bits, close, gradient, leaf, plain

# Picks are recorded by indexing only; test_indexing.py has them, test_complex.py complex numbers, test_integers.py what has no
# derivative.
OPS: list[Any] = [
    op
    for op in declare.table
    if isinstance(op, declare.ArrayOp)
    and op.op_class != PICK
    and not (isinstance(op, (declare.Complex, declare.Constant)) or op.stops)
]
ARRAY_OPS = [op for op in OPS if op.samples and (op.adjoints or op.lacks)]  # tests/ops/test_queries.py has the others
ENTRIES = [*ARRAY_OPS, *[entry for entry in composites.composites.values() if not entry.complex]]

each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
some_samples = pytest.mark.parametrize(  # of one record: in the suite the first one
    "part",
    [slice(1), pytest.param(slice(1, None), marks=pytest.mark.exhaustive)],
    ids=["first sample", "other samples"],
)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)


def is_number(x: Any) -> bool:
    return isinstance(x, (np.ndarray, np.inexact, float)) and np.asarray(x).dtype.kind in "fc"


class Call:
    """One sample of a record: the operands that are arrays of floating-point numbers, and how to call it with others in their place."""

    def __init__(self, entry: Any, operands: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.entry, self.operands, self.keywords = entry, operands, keywords
        self.arrays = [np.asarray(x) for x in self._flat(operands) if is_number(x)]

    @property
    def names(self) -> list[str]:
        """The argument that each array belongs to."""
        if not isinstance(self.entry, composites.Composite):
            return ["" for _ in self.arrays]
        named = zip(
            [*inspect.signature(self.entry.function).parameters, *[""] * len(self.operands)],
            self.operands,
            strict=False,
        )
        return [name for name, operand in named for x in self._flat([operand]) if is_number(x)]

    @staticmethod
    def _flat(operands: Any) -> list[Any]:
        return [x for o in operands for x in (Call._flat(o) if isinstance(o, list) else [o])]

    def fill(self, arrays: Any) -> list[Any]:
        """The operands with others for the arrays, in order."""
        rest = iter(arrays)

        def place(x: Any) -> Any:
            return [place(y) for y in x] if isinstance(x, list) else next(rest) if is_number(x) else x

        return [place(x) for x in self.operands]

    def found(self, tensors: Any) -> Any:
        function = self.entry.function if isinstance(self.entry, composites.Composite) else self.entry.on_samples
        return function(*self.fill(tensors), **self.keywords)

    def expected(self, arrays: Any) -> Any:
        return self.entry.reference(*self.fill(arrays), **self.keywords)

    def weighted(self, *arrays: Any) -> Any:
        """The reference as a function with one value."""
        parts = as_list(self.expected(arrays))
        return sum(np.sum(np.asarray(p) * w) for p, w in zip(parts, weights(parts), strict=True))

    @functools.cached_property
    def slopes(self) -> list[np.ndarray]:
        """The gradients of `weighted`, by differences."""
        return gradient(self.weighted, self.arrays)

    @functools.cached_property
    def directions(self) -> list[np.ndarray]:
        rng = np.random.default_rng(13)
        return [rng.normal(size=a.shape) for a in self.arrays]

    @functools.cached_property
    def bends(self) -> list[np.ndarray]:
        """The gradients of the derivative of `weighted` along `directions`, by differences."""
        return bends(self.weighted, self.arrays, self.directions)

    def loss(self, tensors: Any) -> Any:
        parts = as_list(self.found(tensors))
        return sum((p * w.astype(p.dtype)).sum() for p, w in zip(parts, weights(parts), strict=True))


def named(call: Call, tensors: Any) -> Any:
    """Call as a user does: NumPy's function for what stands for one, which SciPy's do not find Tensors by."""
    if isinstance(call.entry, composites.Composite) and getattr(call.entry.reference, "__module__", "numpy").startswith(
        "numpy"
    ):
        return call.entry.reference(*call.fill(tensors), **call.keywords)
    return call.found(tensors)


def as_list(x: Any) -> list[Any]:
    return list(x) if isinstance(x, (list, tuple)) else [x]


def weights(parts: list[Any]) -> list[np.ndarray]:
    return weights_of(tuple(np.shape(p) for p in parts))


@functools.cache
def weights_of(shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(11)
    return [np.asarray(rng.uniform(0.5, 1.5, shape)) for shape in shapes]


@functools.cache
def calls(entry: Any) -> list[Call]:
    """The samples of a record, which keep what is expected of them."""
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
    """But for one whose values depend on the dtype by its nature (chains of mixed dtypes have it), for one whose values are
    a choice (what needs bases has samples), for those of custom functions, whose rules are the user's, and for results
    of ops that have several: with these ops they are tested."""
    without = {op.name for op in OPS if not op.samples and "application" not in op.parameters}
    assert without == {"astype", "basis", "function_result", "result", "several_on_complex"}


@pytest.mark.cover("entry")
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


@pytest.mark.cover("entry")
@each_dtype
@each_entry
def test_first_derivatives(entry, dtype):
    for call in calls(entry):
        arrays = [a.astype(dtype) for a in call.arrays]
        tensors = [leaf(a) for a in arrays]
        found = grad(call.loss(tensors), tensors)
        exact = call.slopes if dtype == np.float64 else gradient(call.weighted, arrays)
        for value, wanted in zip(found, exact, strict=True):
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


@pytest.mark.sampled(8)
@each_entry
def test_second_derivatives(entry):
    """The gradient of the derivative along a direction."""
    for call in calls(entry):
        tensors = [leaf(a) for a in call.arrays]
        first = grad(call.loss(tensors), tensors, create_graph=True)
        total = sum((g * v).sum() for g, v in zip(first, call.directions, strict=True))
        if not total.requires_grad:
            second = [np.zeros(a.shape) for a in call.arrays]
        else:
            second = [plain(g) for g in grad(total, tensors, materialize_grads=True)]
        for value, expected in zip(second, call.bends, strict=True):
            close(value, expected, 2)


@pytest.mark.parametrize("op", [op for op in ARRAY_OPS if isinstance(op, declare.Linear)], ids=lambda op: op.name)
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


BY_FUNCTION = {entry.function: entry for entry in composites.composites.values()}
DISPATCHED = [
    (function, BY_FUNCTION[ours])
    for function, ours in (dispatch_tables.functions | dispatch_tables.ufuncs).items() if ours in BY_FUNCTION
]  # fmt: skip


@pytest.mark.parametrize(
    ("function", "entry"),
    [
        pytest.param(f, e, id=f"{getattr(f, '__module__', 'numpy')}.{f.__name__}")
        for f, e in DISPATCHED
        if not e.complex
    ],
)
def test_numpy_functions_record(function, entry):
    for call in calls(entry):
        tensors = [leaf(a) for a in call.arrays]
        found = function(*call.fill(tensors), **call.keywords)
        check_values(found, call.expected(call.arrays))
        assert any(part.requires_grad for part in as_list(found))
        if len(call.arrays) > 1:  # a Tensor among arrays
            mixed = [*call.arrays[:-1], tensors[-1]]
            check_values(function(*call.fill(mixed), **call.keywords), call.expected(call.arrays))


def test_all_composites_but_scipys_are_dispatched():
    for entry in composites.composites.values():
        reference = getattr(entry.reference, "function", entry.reference)
        if entry.namespace == "polynomial":  # NumPy's are plain Python, which it does not dispatch
            modules = vars(np.polynomial).values()
            assert any(hasattr(module, entry.name) for module in modules)
        elif entry.name not in {e.name for _, e in DISPATCHED} and reference not in dispatch_tables.functions:
            if entry.namespace == "numpy" and entry.name in ("matvec", "vecmat") and not hasattr(np, entry.name):
                continue  # a newer NumPy's
            if entry.name == "sph_harm_y" and np.lib.NumpyVersion(scipy.__version__) < "1.15.0":
                continue  # a newer SciPy's
            module = "special" if entry.namespace == "numpy" else entry.namespace
            assert hasattr(importlib.import_module(f"scipy.{module}"), entry.name)
            numpys = getattr(getattr(np, entry.namespace, None), entry.name, None)
            assert numpys is None or numpys in dispatch_tables.functions


# ------------------------------------------------------------------------------------------------- how NumPy is called

M, N, V, K = "m", "n", "v", "k"  # arrays of shape (3, 4), (2, 1, 3), (5,), and integers of shape (2, 3)
ARRAYS = {  # no two numbers of an array come near each other or near a limit or half a unit used below
    M: 0.53 + 0.125 * np.random.default_rng(1).permutation(12).reshape(3, 4),
    N: np.random.default_rng(2).normal(size=(2, 1, 3)),
    V: 0.53 + 0.125 * np.random.default_rng(3).permutation(5),
    K: np.arange(6).reshape(2, 3),
}

FORMS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    *[
        (f, (M,), {})
        for f in (np.sum, np.prod, np.mean, np.var, np.std, np.max, np.min, np.amax, np.amin, np.linalg.norm)
    ],
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
    (np.add.reduce, (M,), {"initial": 2.0, "axis": 1}),
    *[
        (f.reduce, (M, axis), {"keepdims": axis == 1})
        for f in (np.subtract, np.divide, np.logaddexp, np.hypot, np.fmax, np.logical_or, np.logical_xor)
        for axis in (0, 1)
    ],
    *[(f.reduce, (M, 0), {}) for f in (np.power, np.arctan2)],  # NumPy's are wrong along the last axis with AVX-512
    *[(f.reduce, (M, None), {}) for f in (np.logaddexp, np.hypot, np.fmin, np.logical_and)],
    (np.subtract.reduce, (M, 1), {"initial": 2.0, "where": np.array([True, False, True, True])}),
    (np.hypot.reduce, (M, (0, 1)), {"where": np.array([True, False, True, True])}),
    *[
        (getattr(np, name).accumulate, (M, axis), {})
        for name in ("add", "multiply", "maximum", "minimum", "logaddexp", "subtract", "divide", "logical_or")
        for axis in (0, -1)
    ],
    *[
        (f.reduceat, (M, starts, 1), {})
        for f in (np.add, np.maximum, np.subtract, np.logaddexp)
        for starts in ([0, 3, 1], [0, 2], [3, 0, 2, 1, 1], [1, 0, 3])
    ],
    *[(f.outer, (V, M), {}) for f in (np.multiply, np.arctan2, np.greater)],
    (np.cumsum, (M,), {}),
    (np.sum, (K,), {"dtype": np.uint8}),
    (np.cumsum, (K, 1, np.uint8), {}),
    (np.cumprod, (K, 1, np.int16), {}),
    (np.bitwise_xor, (3, K), {}),
    (np.prod, (K, 0, np.int8), {}),
    (np.linalg.vecdot, (K, K), {}),
    (np.trace, (K,), {"dtype": np.float32}),
    (np.linalg.norm, (M, 1, 1), {}),
    (np.linalg.norm, (M,), {"ord": 2, "axis": 0}),
    (np.linalg.norm, (M, -np.inf), {"axis": -1, "keepdims": True}),
    (np.linalg.norm, (V, 0.5), {}),
    (np.linalg.norm, (N,), {"axis": (0, 2)}),
    (np.reshape, (M, (2, -1)), {}),
    (np.reshape, (M, np.array([4, 3])), {}),
    (np.reshape, (M, -1), {"order": "C"}),
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
    (np.dot, (N, M), {}),
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
    (np.astype, (M, np.float32), {}),
    (np.zeros_like, (M,), {}),
    (np.ones_like, (M,), {"dtype": np.float32}),
    (np.full_like, (M, 2.0), {}),
    (scipy.special.expit, (M,), {}),
    (np.add, (M, 1.0), {"dtype": np.float32}),
]


def placed(x: Any, arrays: dict[str, Any]) -> Any:
    """Operands with arrays for their names, also within sequences."""
    if isinstance(x, (list, tuple)):
        return type(x)(placed(y, arrays) for y in x)
    return arrays[x] if isinstance(x, str) and x in arrays else x


@pytest.mark.parametrize(
    ("function", "operands", "keywords"), FORMS, ids=[f"{f.__name__}-{i}" for i, (f, _, _) in enumerate(FORMS)]
)
def test_forms_of_calls(function, operands, keywords):
    tensors = {name: leaf(a) for name, a in ARRAYS.items()}
    with warnings.catch_warnings(action="ignore"):
        expected = function(*placed(operands, ARRAYS), **keywords)
    found = function(*placed(operands, tensors), **keywords)
    check_values(found, expected, np.float32 if as_list(found)[0].dtype == np.float32 else np.float64)
    parts = [p for p in as_list(found) if p.requires_grad]
    if not parts or parts[0].dtype == np.float32 or not np.isfinite(plain(parts[0])).all():
        return
    w = weights(parts)
    named = [name for name, t in tensors.items() if t.requires_grad]

    def loss(*xs: Any) -> Any:
        result = as_list(function(*placed(operands, {**ARRAYS, **dict(zip(named, xs, strict=True))}), **keywords))
        return sum(np.sum(p * v) for p, v in zip(result, w, strict=True))

    wanted = gradient(loss, [ARRAYS[name] for name in named])
    values = grad(
        sum((p * v).sum() for p, v in zip(parts, w, strict=True)), [tensors[n] for n in named], materialize_grads=True
    )
    for value, number in zip(values, wanted, strict=True):
        close(plain(value), number)


METHODS = [
    ("sum", (0,), {}), ("mean", (), {"axis": 1}), ("prod", (-1,), {}), ("max", (), {}), ("min", (0,), {"keepdims": True}),
    ("var", (), {"ddof": 1}), ("std", (1,), {}), ("cumsum", (0,), {}), ("clip", (0.7, 1.0), {}), ("clip", (), {"max": 1.0}),
    ("round", (1,), {}), ("dot", (np.ones((4, 2)),), {}), ("repeat", (2, 1), {}), ("take", ([0, 2],), {"axis": 1}),
    ("diagonal", (1,), {}), ("trace", (), {}), ("reshape", (4, 3), {}), ("reshape", ((2, -1),), {}), ("reshape", (-1,), {}),
    ("transpose", (), {}), ("transpose", (1, 0), {}), ("transpose", ((1, 0),), {}), ("flatten", (), {}), ("ravel", (), {}),
    ("squeeze", (), {}), ("swapaxes", (0, 1), {}), ("any", (), {}), ("all", (0,), {}), ("argmax", (), {}), ("argmin", (1,), {}),
    ("argsort", (), {"axis": 0}), ("astype", (np.float32,), {}), ("astype", (float,), {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "operands", "keywords"), METHODS, ids=[f"{m[0]}-{i}" for i, m in enumerate(METHODS)]
)
def test_methods(method, operands, keywords):
    x = leaf(ARRAYS[M])
    data = x.detach() if method == "astype" else x
    expected = getattr(ARRAYS[M], method)(*operands, **keywords)
    check_values(getattr(data, method)(*operands, **keywords), expected, np.asarray(expected).dtype)


@pytest.mark.skipif(
    inspect.signature(np.reshape).parameters["order"].kind is inspect.Parameter.KEYWORD_ONLY,
    reason="this version of NumPy takes the order of reshape only by its name",
)
def test_the_order_of_reshape_by_position():
    check_values(np.reshape(tg.tensor(ARRAYS[M]), -1, "C"), np.reshape(ARRAYS[M], -1, "C"))


def test_attributes():
    x = tg.tensor(ARRAYS[N])
    check_values(x.T, ARRAYS[N].T)
    check_values(x.mT, ARRAYS[N].mT)
    assert (x.shape, x.ndim, x.size, x.nbytes, len(x)) == ((2, 1, 3), 3, 6, 48, 2)
    assert (np.shape(x), np.ndim(x), np.size(x)) == ((2, 1, 3), 3, 6)


OPERATORS = [
    lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y, lambda x, y: x / y, lambda x, y: x // y, lambda x, y: x % y,
    lambda x, y: x**y, lambda x, y: x < y, lambda x, y: x <= y, lambda x, y: x > y, lambda x, y: x >= y,
    lambda x, y: x == y, lambda x, y: x != y, lambda x, y: divmod(x, y),
]  # fmt: skip
OPERANDS = [
    np.array([1.5, 2.0, 3.5]), np.array([1.5, 2.0, 3.5], np.float32), np.array([1, 2, 3]), np.array([1, 2, 3], np.int32),
    np.array([True, True, False]), np.array(2.0), np.array(2.0, np.float32), 2.0, 3, 0.5, True,
    np.float64(2.5), np.float32(2.5), np.int64(2),
]  # fmt: skip


@pytest.mark.parametrize("operator", range(len(OPERATORS)))
def test_operators_promote_as_numpys(operator):
    f = OPERATORS[operator]
    # Before NumPy 2.3, the operator ** took an exponent without axes for a Python number; np.power never did.
    of_numpy = np.power if operator == 6 else f
    for a in OPERANDS:
        for b in OPERANDS:
            for x, y in ((True, True), (True, False), (False, True)):
                if not (x and isinstance(a, np.ndarray)) and not (y and isinstance(b, np.ndarray)):
                    continue
                left = tg.tensor(a) if x and isinstance(a, np.ndarray) else a
                right = tg.tensor(b) if y and isinstance(b, np.ndarray) else b
                with np.errstate(all="ignore"):
                    try:
                        expected = of_numpy(a, b)
                    except TypeError:
                        with pytest.raises(TypeError):
                            f(left, right)
                        continue
                check_values(f(left, right), expected, np.float32)


@pytest.mark.parametrize("f", [lambda x: -x, lambda x: +x, abs, lambda x: ~x], ids=["neg", "pos", "abs", "invert"])
def test_unary_operators(f):
    for a in OPERANDS[:7]:
        try:
            expected = f(a)
        except TypeError:
            with pytest.raises(TypeError):
                f(tg.tensor(a))
            continue
        check_values(f(tg.tensor(a)), expected)


def test_logic_of_truth_values_and_integers():
    a, b, k = np.array([True, True, False]), np.array([True, False, False]), np.array([6, 3, 1])
    for f in (lambda x, y: x & y, lambda x, y: x | y, lambda x, y: x ^ y):
        for x, y in ((a, b), (k, k[::-1].copy()), (a, k), (k, 2), (a, True)):
            check_values(f(tg.tensor(x), y), f(x, y))
            check_values(f(y, tg.tensor(x)), f(y, x))
    check_values(~tg.tensor(a), ~a)


@each_dtype
def test_float_python_numbers_do_not_widen_a_chain(dtype):
    x = leaf(np.array([0.5, 1.5], dtype))
    y = np.where(x > 1.0, 2.0 * x, x**3) + np.maximum(x, 1) - np.clip(x, 0.0, 1.0) / 3 + np.mean(x) * np.pi
    assert y.dtype == dtype
    for create_graph in (False, True):
        (g,) = grad(y.sum(), x, create_graph=create_graph, retain_graph=True)
        assert g.dtype == dtype


def test_dtypes_of_mixed_operands_come_back_to_each_leaf():
    x, y = leaf(np.array([1.0, 2.0], np.float32)), leaf(np.array([3.0, 4.0]))
    for create_graph in (False, True):
        out = x * y
        assert out.dtype == np.float64
        gx, gy = grad(out.sum(), [x, y], create_graph=create_graph)
        assert (gx.dtype, gy.dtype) == (np.float32, np.float64)
        np.testing.assert_array_equal(plain(gx), [3.0, 4.0])
        np.testing.assert_array_equal(plain(gy), [1.0, 2.0])


REFUSED = [
    (lambda x: np.sum(x, where=np.ones(4)), TypeError),
    (lambda x: np.sum(x, where=np.ones((2, 3, 4), bool)), ValueError),
    (lambda x: np.sum(x, out=np.zeros(())), TypeError),
    (lambda x: np.sum(x, axis=0, out=tg.zeros(3)), ValueError),
    (lambda x: np.max(x, where=np.ones(4, bool)), ValueError),
    (lambda x: np.subtract.reduce(x, axis=None), ValueError),
    (lambda x: np.sin.reduce(x), ValueError),
    (lambda x: np.add(x, 1.0, out=np.zeros((3, 4))), TypeError),
    (lambda x: np.add(x, 1.0, where=np.zeros((3, 4), bool)), ValueError),
    (lambda x: np.add(x, 1.0, dtype=int), TypeError),
    (lambda x: np.add(x, 1.0, order="F"), ValueError),
    (lambda x: np.add(x, 1.0, signature="dd->d"), ValueError),
    (lambda x: np.add.at(np.zeros(3), [0], x[0, 0]), TypeError),
    (lambda x: np.fft.rfft(x * 1j), TypeError),
    (lambda x: np.isnat(x), TypeError),
    (lambda x: np.sum(x, axis=2), IndexError),
    (lambda x: np.sum(x, axis=(0, 0)), ValueError),
    (lambda x: np.max(x[:0]), ValueError),
    (lambda x: np.reshape(x, (5, -1)), ValueError),
    (lambda x: np.reshape(x, (12.0,)), TypeError),
    (lambda x: np.transpose(x, (0,)), ValueError),
    (lambda x: np.squeeze(x, 0), ValueError),
    (lambda x: np.concatenate([x, x[0]]), ValueError),
    (lambda x: np.concatenate([x, x[:, :1]]), ValueError),
    (lambda x: np.stack([x, x[0]]), ValueError),
    (lambda x: np.split(x, 5), ValueError),
    (lambda x: np.broadcast_to(x, (3, 5)), ValueError),
    (lambda x: np.roll(x, (1, 2, 3), (0, 1)), ValueError),
    (lambda x: np.pad(x, 1, "average"), ValueError),
    (lambda x: np.pad(x, 1, "mean", end_values=2.0), ValueError),
    (lambda x: np.pad(x, -1), ValueError),
    (lambda x: np.nanmax(x, where=np.ones((3, 4), bool)), ValueError),
    (lambda x: np.var(x, dtype=int), TypeError),
    (lambda x: x @ x, ValueError),
    (lambda x: np.dot(x, x), ValueError),
    (lambda x: np.tensordot(x, x, 1), ValueError),
    (lambda x: np.einsum("ij,jk", x, x), ValueError),
    (lambda x: np.einsum("ij->k", x), ValueError),
    (lambda x: np.clip(x, np.zeros(3), 1.0), ValueError),
    (lambda x: x + np.ones(3), ValueError),
    (lambda x: x + "a", TypeError),
    (lambda x: x + np.array(["a"]), TypeError),
    (lambda x: np.quantile(x + 1j, 0.5), TypeError),
]


@pytest.mark.parametrize("case", range(len(REFUSED)))
def test_what_cannot_be_done_is_refused(case):
    f, error = REFUSED[case]
    with pytest.raises(error):
        f(leaf(ARRAYS[M]))


def test_empty_arrays():
    x = leaf(np.zeros((0, 3)))
    empty = np.zeros((0, 3))
    for f in (np.sum, np.prod):
        check_values(f(x), f(empty))
        check_values(f(x, axis=0), f(empty, axis=0))
        check_values(f(x, axis=1), f(empty, axis=1))
    for g in (
        np.cumsum,
        np.ravel,
        np.transpose,
        lambda a: np.concatenate([a, a]),
        lambda a: np.pad(a, 1),
        lambda a: a @ a.T,
    ):
        check_values(g(x), g(empty))
    assert math.isnan(np.mean(x).item())
    (gx,) = grad(np.concatenate([x, x]).sum() + (x.T @ x).sum(), x)
    assert gx.shape == (0, 3)


# ------------------------------------------------------------------------------------------------- ties and zeros


@pytest.mark.parametrize("create_graph", [False, True], ids=["compiled", "recorded"])
def test_kinks_of_composites(create_graph):
    def derivative(f: Any, data: Any) -> np.ndarray:
        x = leaf(np.array(data))
        return plain(grad(f(x), x, create_graph=create_graph)[0])

    for f in (np.max, np.min):
        np.testing.assert_array_equal(derivative(f, [2.0, 2.0]), [0.5, 0.5])
    np.testing.assert_array_equal(
        derivative(lambda x: np.max(x, 0).sum(), [[3.0, 1.0], [3.0, 2.0]]), [[0.5, 0.0], [0.5, 1.0]]
    )
    np.testing.assert_array_equal(derivative(np.std, [1.0, 1.0, 1.0]), [0.0, 0.0, 0.0])
    for order in (None, 2, 1, 3, np.inf):
        np.testing.assert_array_equal(derivative(lambda x, o=order: np.linalg.norm(x, o), [0.0, 0.0]), [0.0, 0.0])
    np.testing.assert_array_equal(derivative(np.prod, [0.0, 2.0, 3.0]), [6.0, 0.0, 0.0])
    np.testing.assert_array_equal(derivative(np.prod, [0.0, 0.0, 3.0]), [0.0, 0.0, 0.0])
    for limits in ({"min": 1.0}, {"max": 1.0}, {"min": 1.0, "max": 3.0}, {"min": 0.0, "max": 1.0}):
        np.testing.assert_array_equal(derivative(lambda x, a=limits: np.clip(x, **a).sum(), [1.0]), [1.0])
    np.testing.assert_array_equal(derivative(lambda x: np.round(x, 1).sum(), [0.25, 0.3]), [0.0, 0.0])


def test_large_arguments_do_not_overflow():
    x = leaf(np.array([1000.0, 1000.0, -1000.0]))
    out = tg.logsumexp(x)
    assert out.item() == pytest.approx(1000.0 + math.log(2.0), rel=1e-15)
    np.testing.assert_allclose(plain(grad(out, x)[0]), [0.5, 0.5, 0.0])
    assert tg.logsumexp(tg.tensor([-math.inf, -math.inf])).item() == -math.inf
    assert tg.logsumexp(tg.tensor([math.inf, 1.0])).item() == math.inf


@pytest.mark.parametrize("n", [7, 8, 9, 1000, 70_001])
def test_sums_are_exact_to_an_ulp(n):
    """Against the correctly rounded sum; cancellation leaves an error relative to the sum of magnitudes."""
    data = np.random.default_rng(n).normal(size=n)
    found = np.sum(tg.tensor(data)).item()
    assert abs(found - math.fsum(data)) <= 1e-16 * math.fsum(abs(data)) + np.spacing(abs(found))


def test_sums_of_columns_and_rows_of_a_large_array():
    data = np.random.default_rng(4).normal(size=(300, 500))
    x = leaf(data)
    w = np.random.default_rng(5).normal(size=500)
    np.testing.assert_allclose(plain(np.sum(x, 0)), data.sum(0), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(plain(np.sum(x, 1)), data.sum(1), rtol=1e-12, atol=1e-12)
    (g,) = grad((np.sum(x * x, 0) * w).sum(), x)
    np.testing.assert_allclose(plain(g), 2 * data * w, rtol=1e-14)


def test_threads_give_the_same_bits_for_array_ops(monkeypatch):
    monkeypatch.setattr(tapegrad.record.workspace, "_SHARED", 0)
    data = np.random.default_rng(6).normal(size=(1000, 300))

    def run() -> list[np.ndarray]:
        x = leaf(data)
        loss = np.mean((np.tanh(x) @ np.sin(x).T)[:, ::3] ** 2) + np.std(x, 0).sum() + tg.logsumexp(x, 1).sum()
        return [plain(loss), plain(grad(loss, x)[0])]

    before = tg.get_num_threads()
    try:
        tg.set_num_threads(1)
        alone = run()
        tg.set_num_threads(2)
        together = run()
    finally:
        tg.set_num_threads(before)
    for a, b in zip(alone, together, strict=True):
        np.testing.assert_array_equal(bits(a), bits(b))

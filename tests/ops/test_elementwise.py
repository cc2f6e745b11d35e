"""Every elementwise op against NumPy and SciPy: values, derivatives to third order, special points, bits.

All tests are loops over the ops table; what is expected comes from an op's reference function and from differences of it.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import special

import tapegrad as tg
import tapegrad.record.workspace
from tapegrad.autograd import grad
from tapegrad.ops import declare, dispatch_tables
from tests.support import DTYPES, WIDE, bits, close, differences, leaf, plain, ulps

OPS = [op for op in declare.table if isinstance(op, declare.Elementwise)]
SMOOTH = [op for op in OPS if op.partials]
# what a library computes is chunked like all others, and slower
QUICK = [op for op in OPS if not op.external or op.name in ("gammaln", "ndtr")]
INF, NAN = math.inf, math.nan
POOL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -7.0, 1e-310, -1e-310, 1e300, -1e300, INF, -INF, NAN)
LENGTHS = (0, 1, 7, 8, 9, 1000)

each_op = pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
each_smooth = pytest.mark.parametrize("op", SMOOTH, ids=lambda op: op.name)
each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)


def draw(op: declare.Elementwise, shapes: Any, dtype: Any, seed: int = 0) -> list[np.ndarray]:
    """Arguments from the op's domain, the same whatever other ops there are; truth values where it takes a mask."""
    rng = np.random.default_rng([seed, *op.name.encode()])
    arrays = []
    for argument, shape in zip(op.arguments, shapes, strict=True):
        if argument in op.masks:
            arrays.append(np.asarray(rng.random(shape) < 0.5))
        else:
            low, high = op.domain.get(argument, (-2.0, 2.0))
            arrays.append(np.asarray(rng.uniform(low, high, shape)).astype(dtype))
    return arrays


def special_points(op: declare.Elementwise, dtype: Any) -> list[np.ndarray]:
    """All combinations of special values, and the op's own special points."""
    if op.foreign:  # it might search for ever
        return draw(op, [(20,)] * len(op.arguments), dtype, 10)
    own = [point for point in op.special if len(point) == len(op.arguments)]
    points = np.array([*itertools.product(POOL, repeat=len(op.arguments)), *own])
    with np.errstate(over="ignore", under="ignore"):
        columns = [points[:, k].astype(dtype) for k in range(len(op.arguments))]
    return [c.astype(bool) if a in op.masks else c for c, a in zip(columns, op.arguments, strict=True)]


def expected(op: declare.Elementwise, arrays: list[np.ndarray]) -> np.ndarray:
    """The reference's value; for float32 computed in float64 and rounded once."""
    with np.errstate(all="ignore"):
        result = np.asarray(op.reference(*arrays))
        if result.dtype != np.float32:
            return result
        wide = [a.astype(np.float64) if a.dtype == np.float32 else a for a in arrays]
        return np.asarray(op.reference(*wide)).astype(np.float32)


# SciPy's erfc, erfcx, gammaln and expi are wrong by up to 10, 7, 25 and 7 units (benchmarks/accuracy.py), and at -7.0, beside a
# zero, its j1 by 100 (tests/ops/test_special.py has both with mpmath)
OFF = {"erfc": 16, "erfcx": 12, "gammaln": 30, "expi": 12, "j1": 150, "gamma_density": 40}


def check_value(op: declare.Elementwise, found: Any, arrays: list[np.ndarray]) -> None:
    """Both functions may be wrong by a few units in the last place: NumPy allows itself 4 in float64.

    float32 is computed in double precision, or by a text for float32 lanes that is wrong by up to 2.5.
    """
    wanted = expected(op, arrays)
    with np.errstate(all="ignore"):
        scalar = np.asarray(op.reference(*[a.astype(WIDE) if a.dtype.kind == "f" else a for a in arrays]))
    # NumPy's vectorised and scalar code may differ in the sign of zero, of minimum(0.0, -0.0) for example
    agreed = np.signbit(scalar) == np.signbit(wanted) if wanted.dtype.kind == "f" else True
    single = 1 if op.single is None else 2
    ulps(plain(found), wanted, single if wanted.dtype == np.float32 else OFF.get(op.name, 6), agreed)


def derivatives(op: declare.Elementwise) -> list[int]:
    return [k for k, argument in enumerate(op.arguments) if argument in op.partials and argument not in op.lacks]


# ------------------------------------------------------------------------------------------------- values


@pytest.mark.cover("op")
@each_dtype
@each_op
def test_values(op, dtype):
    for shape in [(), (1, 1), (3, 0), (2, 3, 4), *[(n,) for n in LENGTHS]]:
        arrays = draw(op, [shape] * len(op.arguments), dtype)
        check_value(op, op(*map(tg.tensor, arrays)), arrays)


@pytest.mark.parametrize("op", QUICK, ids=lambda op: op.name)
def test_values_over_several_chunks(op):
    arrays = draw(op, [(70_001,)] * len(op.arguments), np.float64)
    check_value(op, op(*map(tg.tensor, arrays)), arrays)


@pytest.mark.cover("op")
@each_dtype
@each_op
def test_values_at_special_points(op, dtype):
    arrays = special_points(op, dtype)
    check_value(op, op(*map(tg.tensor, arrays)), arrays)


@pytest.mark.parametrize("op", [op for op in OPS if len(op.arguments) > 1], ids=lambda op: op.name)
def test_broadcasting(op):
    shapes = [(3, 1), (1, 4), (2, 1, 1), (), (4,), (1,)]
    for chosen in itertools.product(shapes, repeat=2):
        chosen = (*chosen, (3, 4))[: len(op.arguments)]
        arrays = draw(op, chosen, np.float64)
        check_value(op, op(*map(tg.tensor, arrays)), arrays)
    arrays = draw(op, [(0,), (1,), ()][: len(op.arguments)], np.float64)
    assert op(*map(tg.tensor, arrays)).shape == (0,)
    with pytest.raises(tg.errors.ShapeError):
        op(*map(tg.tensor, draw(op, [(3,), (4,), ()][: len(op.arguments)], np.float64)))


VIEWS = [
    lambda x: x.T,
    lambda x: x[::-1],
    lambda x: x[1:, ::2],
    lambda x: x[:, 3],
    lambda x: np.broadcast_to(x[2:3], (3, 2, *x.shape[1:])),
]


@pytest.mark.parametrize("view", VIEWS, ids=["transposed", "reversed", "strided", "column", "repeated"])
@each_op
def test_arguments_that_are_not_contiguous(op, view):
    whole = draw(op, [(9, 10)] * len(op.arguments), np.float64)
    parts = [view(a) for a in whole]
    check_value(op, op(*map(tg.tensor, parts)), parts)
    check_value(op, op(*[view(tg.tensor(a)) for a in whole]), parts)
    check_value(op, op(*[p if k else tg.tensor(p) for k, p in enumerate(parts)]), parts)


@each_op
def test_dtypes_are_those_of_numpy(op):
    """Arrays of all dtypes with each other and with Python numbers (NEP 50), and the values that go with them."""
    rng = np.random.default_rng([*op.name.encode()])
    values: list[Any] = [
        rng.integers(1, 3, 5).astype(t) for t in (np.float64, np.float32, np.int64, np.int32, np.uint8, bool)
    ]
    values += [np.float32(2.0), np.float64(2.0), np.int64(2), 2.0, 2, True, np.array(2.0, np.float32), np.array(2)]
    for chosen in itertools.product(values, repeat=min(len(op.arguments), 2)):
        args = (*chosen, 2.0)[: len(op.arguments)]
        tensors = [tg.tensor(a) if isinstance(a, np.ndarray) else a for a in args]
        if not any(isinstance(t, tg.Tensor) for t in tensors):
            continue
        if isinstance(args[0], (int, float)) and not isinstance(op.reference, np.ufunc):
            continue  # a function that takes its first argument for an array
        try:
            with np.errstate(all="ignore"):
                wanted = np.asarray(op.reference(*args))
        except TypeError:
            with pytest.raises(TypeError):
                op(*tensors)
            continue
        if wanted.dtype == np.float16:  # small integers; there is no such Tensor
            continue
        found = op(*tensors)
        assert found.dtype == wanted.dtype
        assert found.shape == wanted.shape
        rtol = 1e-6 if wanted.dtype == np.float32 else 1e-14
        np.testing.assert_allclose(
            plain(found), wanted, rtol=rtol, atol=1e-15 * op.external
        )  # polynomials at their zeros


# SciPy's are entered in `dispatch_tables.ufuncs` when they are first met
SCIPYS = {getattr(special, name): op for name, op in dispatch_tables.scipy_ufuncs.items() if hasattr(special, name)}
UFUNCS = [(f, op) for f, op in (dispatch_tables.ufuncs | SCIPYS).items() if isinstance(op, declare.Elementwise)]


@pytest.mark.parametrize(("ufunc", "op"), UFUNCS, ids=lambda x: getattr(x, "__name__", ""))
def test_ufuncs_record(ufunc, op):
    arrays = draw(op, [(5,)] * len(op.arguments), np.float64)
    tensors = [tg.tensor(a, requires_grad=True) for a in arrays]
    found = ufunc(*tensors)
    assert isinstance(found, tg.Tensor)
    assert found.requires_grad != op.stops
    check_value(op, found, arrays)
    if len(arrays) > 1:
        check_value(op, ufunc(*arrays[:-1], tensors[-1]), arrays)
        check_value(op, ufunc(tensors[0], *arrays[1:]), arrays)


# ------------------------------------------------------------------------------------------------- derivatives


def weights(shape: Any, dtype: Any = np.float64) -> np.ndarray:
    return np.asarray(np.random.default_rng(5).uniform(0.5, 1.5, shape)).astype(dtype)


def partials_by_differences(op: declare.Elementwise, arrays: list[np.ndarray], g: np.ndarray) -> list[np.ndarray]:
    """The adjoints of all differentiable arguments, summed over what broadcasting repeated."""
    results = []
    for k in derivatives(op):
        whole = g.astype(np.longdouble) * differences(op.reference, arrays, (k,))
        extra = whole.ndim - arrays[k].ndim
        axes = (*range(extra), *(extra + d for d, n in enumerate(arrays[k].shape) if n == 1))
        results.append(whole.sum(axes).reshape(arrays[k].shape))
    return results


def check_gradients(op: declare.Elementwise, arrays: list[np.ndarray], dtype: Any = np.float64) -> None:
    tensors = [leaf(a) for a in arrays]
    out = op(*tensors)
    g = weights(out.shape, dtype)
    found = grad(out, [tensors[k] for k in derivatives(op)], g)
    for value, wanted in zip(found, partials_by_differences(op, arrays, g), strict=True):
        assert value.dtype == dtype
        close(plain(value), wanted, 1, dtype)


@pytest.mark.cover("op")
@each_dtype
@each_smooth
def test_first_derivatives(op, dtype):
    """One element goes through the scalar executor, more go through lanes."""
    for shape in [(), (1, 1), (0,), (7,), (8,), (9,), (2, 3)]:
        check_gradients(op, draw(op, [shape] * len(op.arguments), dtype, 1), dtype)


@pytest.mark.parametrize("op", [op for op in SMOOTH if len(op.arguments) > 1], ids=lambda op: op.name)
def test_first_derivatives_with_broadcasting(op):
    for shapes in itertools.permutations([(3, 1), (1, 4), (), (2, 3, 4)], 2):
        check_gradients(op, draw(op, (*shapes, (4,))[: len(op.arguments)], np.float64, 2))


@each_smooth
def test_first_derivatives_of_views(op):
    whole = draw(op, [(5, 6)] * len(op.arguments), np.float64, 3)
    tensors = [leaf(a) for a in whole]
    out = op(*[t.T[::2] for t in tensors])
    g = weights(out.shape)
    found = grad(out, [tensors[k] for k in derivatives(op)], g)
    for value, wanted in zip(found, partials_by_differences(op, [a.T[::2] for a in whole], g), strict=True):
        close(plain(value).T[::2], wanted)
        assert not plain(value).T[1::2].any()


@pytest.mark.sampled(26)
@pytest.mark.parametrize(
    ("op", "n"),
    [(op, n) for n in (1, 9, 1000, 70_001) for op in SMOOTH if n < 10 or op in QUICK],
    ids=lambda x: getattr(x, "name", str(x)),
)
def test_first_derivatives_within_a_chain(op, n):
    """Ops before and after in the same region; scaling by powers of two is exact."""
    arrays = draw(op, [(n,)] * len(op.arguments), np.float64, 4)
    tensors = [leaf(a) for a in arrays]
    inner = [t * 4.0 * 0.25 if t.requires_grad else t for t in tensors]
    g = weights(n)
    loss = ((op(*inner) + inner[-1]) * g - inner[-1] * g).sum()
    found = grad(loss, [tensors[k] for k in derivatives(op)])
    for value, wanted in zip(found, partials_by_differences(op, arrays, g), strict=True):
        close(plain(value), wanted)


@pytest.mark.cover("op")
@pytest.mark.parametrize("order", [2, 3])
@pytest.mark.parametrize("shape", [(), (5,)], ids=["scalar", "lanes"])
@each_smooth
def test_higher_derivatives(op, shape, order):
    arrays = draw(op, [shape] * len(op.arguments), np.float64, 5)
    for orders in itertools.combinations_with_replacement(derivatives(op), order):
        tensors = [leaf(a) for a in arrays]
        value = op(*tensors)
        for position, k in enumerate(orders):
            value = value.sum()
            if not value.requires_grad:
                value = leaf(np.zeros(shape))
                continue
            try:
                (value,) = grad(value, tensors[k], create_graph=position + 1 < order, materialize_grads=True)
            except tg.errors.GradientError as error:
                lacking = str(error).partition(":")[0]
                break
        else:
            close(plain(value), np.broadcast_to(differences(op.reference, arrays, orders), shape), order)
            continue
        # a slope whose own derivative nobody has written down: the error names the function that it is a slope of
        assert any(o.lacks for o in OPS if lacking in (o.name, o.derivative_of))


@each_dtype
@each_smooth
def test_recorded_sweeps_agree_with_compiled_ones(op, dtype):
    arrays = draw(op, [(9,)] * len(op.arguments), dtype, 6)
    tensors = [leaf(a) for a in arrays]
    wanted = [tensors[k] for k in derivatives(op)]
    g = weights(9, dtype)
    compiled = grad(op(*tensors), wanted, g)
    for x, y in zip(compiled, grad(op(*tensors), wanted, g, create_graph=True), strict=True):
        assert y.dtype == dtype
        slack = np.finfo(dtype).eps * max(1.0, float(np.abs(plain(op(*map(tg.tensor, arrays)))).max())) * op.saturates
        rtol, atol = (1e-14, 0.0) if dtype == np.float64 else (3e-7, slack)
        np.testing.assert_allclose(plain(y), plain(x), rtol=rtol, atol=atol)


@pytest.mark.parametrize("op", [op for op in OPS if op.boolean], ids=lambda op: op.name)
def test_truth_values_have_no_gradient(op):
    arrays = draw(op, [(4,)] * len(op.arguments), np.float64)
    out = op(*[leaf(a) for a in arrays])
    assert out.dtype == bool
    assert not out.requires_grad


# ------------------------------------------------------------------------------------------------- zeros and kinks


@each_dtype
@each_smooth
def test_zero_adjoints_give_zero(op, dtype):
    """Absolute zero, at all special points, whatever the partial is there."""
    arrays = special_points(op, dtype)
    for points in (arrays, [a[:1] for a in arrays], [a[-1] for a in arrays]):
        tensors = [leaf(a) for a in points]
        wanted = [tensors[k] for k in derivatives(op)]
        for create_graph in (False, True):
            for value in grad(op(*tensors), wanted, np.zeros(points[0].shape, dtype), create_graph=create_graph):
                assert not plain(value).any()  # NaN would count as something


@each_smooth
def test_zero_adjoints_do_not_touch_their_neighbours(op):
    arrays = special_points(op, np.float64)
    g = np.arange(len(arrays[0])) % 3 == 1
    for create_graph in (False, True):
        tensors = [leaf(a) for a in arrays]
        wanted = [tensors[k] for k in derivatives(op)]
        whole = grad(op(*tensors), wanted, np.ones(len(g)))
        some = grad(op(*tensors), wanted, g.astype(float), create_graph=create_graph)
        for x, y in zip(whole, some, strict=True):
            assert not plain(y)[~g].any()
            np.testing.assert_array_equal(plain(y)[g], plain(x)[g])


GUARDED = [
    (np.sqrt, 0.0), (np.log, 0.0), (np.reciprocal, 0.0), (np.cbrt, 0.0), (np.arcsin, 1.0), (np.arccosh, 1.0),
    (np.log, -1.0), (np.sqrt, -1.0), (np.arctanh, 1.0),
]  # fmt: skip


@pytest.mark.parametrize("shape", [(), (9,)], ids=["scalar", "lanes"])
@pytest.mark.parametrize(("f", "at"), GUARDED, ids=lambda x: getattr(x, "__name__", str(x)))
def test_the_branch_not_taken_leaks_nothing(f, at, shape):
    x = leaf(np.full(shape, at))
    y = leaf(np.full(shape, 3.0))
    masked = np.where(x > 2.0, f(x) * y, x * x * y)
    gx, gy = grad(masked.sum(), [x, y], create_graph=True)
    np.testing.assert_array_equal(plain(gx), np.full(shape, 6.0 * at))
    np.testing.assert_array_equal(plain(gy), np.full(shape, at * at))
    xx, xy = grad(gx.sum(), [x, y], create_graph=True)
    np.testing.assert_array_equal(plain(xx), np.full(shape, 6.0))
    np.testing.assert_array_equal(plain(xy), np.full(shape, 2.0 * at))
    (xxy,) = grad(xx.sum(), y)
    np.testing.assert_array_equal(plain(xxy), np.full(shape, 2.0))


CHOICES = [
    (lambda x, y: np.where(y > 10.0, x, 0.0 * y), (5.0, 1.0)),
    (lambda x, y: np.where(y < 10.0, 0.0 * y, x), (5.0, 1.0)),
    (lambda x, y: np.maximum(x, 0.0 * y), (-5.0, 1.0)),
    (lambda x, y: np.minimum(0.0 * y, x), (5.0, 1.0)),
    (lambda x, y: np.clip(x, 0.0, 4.0), (-5.0, 1.0)),
    (lambda x, y: tg.relu(x), (-5.0, 1.0)),
    (lambda x, y: np.floor(x), (0.5, 1.0)),
    (lambda x, y: np.sign(x) - 1.0, (0.5, 1.0)),
]


@pytest.mark.parametrize("create_graph", [False, True], ids=["compiled", "recorded"])
@pytest.mark.parametrize("shape", [(), (9,)], ids=["scalar", "lanes"])
@pytest.mark.parametrize("case", range(len(CHOICES)))
def test_an_infinite_adjoint_does_not_reach_what_was_not_chosen(case, shape, create_graph):
    """The square root of a choice that is 0."""
    f, point = CHOICES[case]
    x, y = (leaf(np.full(shape, p)) for p in point)
    (gx,) = grad(np.sqrt(f(x, y)).sum(), x, create_graph=create_graph)
    np.testing.assert_array_equal(plain(gx), np.zeros(shape))


KINKS = {
    "floor_divide": [((4.0, 2.0), (0, 0)), ((-1.0, 2.0), (0, 0))],
    "remainder": [((4.0, 2.0), (1, -2)), ((-1.0, 2.0), (1, 1))],
    "power": [((0.0, 2.0), (0, 0)), ((0.0, 0.0), (0, 0)), ((0.0, 1.0), (1, 0)), ((0.0, 0.5), (INF, 0))],
    "absolute": [((0.0,), (0,)), ((-0.0,), (0,))],
    "sign": [((0.0,), (0,)), ((2.0,), (0,))],
    "sqrt": [((0.0,), (INF,))],
    "root": [((0.0,), (0,)), ((-0.0,), (0,))],
    "cbrt": [((0.0,), (INF,))],
    "log": [((0.0,), (INF,))],
    "logaddexp": [((INF, INF), (0.5, 0.5)), ((-INF, -INF), (0.5, 0.5)), ((INF, -INF), (1, 0))],
    "relu": [((NAN,), (1,)), ((0.0,), (0,)), ((-0.0,), (0,)), ((1.0,), (1,)), ((-1.0,), (0,))],
    "arcsin": [((1.0,), (INF,)), ((-1.0,), (INF,))],
    "arccos": [((1.0,), (-INF,)), ((-1.0,), (-INF,))],
    "arctan2": [((0.0, 0.0), (NAN, NAN))],
    "arccosh": [((1.0,), (INF,))],
    "arctanh": [((1.0,), (INF,)), ((-1.0,), (INF,))],
    "hypot": [((0.0, 0.0), (0, 0)), ((0.0, 2.0), (0, 1))],
    "minimum": [((NAN, 1.0), (1, 1)), ((1.0, 1.0), (0.5, 0.5)), ((1.0, 2.0), (1, 0))],
    "maximum": [((1.0, NAN), (1, 1)), ((1.0, 1.0), (0.5, 0.5)), ((1.0, 2.0), (0, 1))],
    "clip": [((0.0, 0.0, 1.0), (1, 0, 0)), ((1.0, 0.0, 1.0), (1, 0, 0)), ((2.0, 0.0, 1.0), (0, 0, 1)), ((0.0, 2.0, 1.0), (0, 0, 1))],
    "floor": [((2.0,), (0,))],
    "ceil": [((2.0,), (0,))],
    "rint": [((0.5,), (0,))],
    "trunc": [((2.0,), (0,))],
    "fmod": [((4.0, 2.0), (1, -2)), ((-4.0, 2.0), (1, 2)), ((5.0, 2.0), (1, -2))],
    "copysign": [((0.0, 1.0), (0, 0)), ((-0.0, -2.0), (0, 0)), ((2.0, -1.0), (-1, 0))],
    "heaviside": [((0.0, 0.5), (0, 1)), ((-0.0, 0.5), (0, 1)), ((2.0, 0.5), (0, 0))],
}  # fmt: skip


def test_every_kink_is_tested():
    assert set(KINKS) == {op.name for op in SMOOTH if op.kinks}


@each_dtype
@pytest.mark.parametrize("name", KINKS)
def test_kinks(name, dtype):
    op = declare.by_name[name]
    for point, wanted in KINKS[name]:
        for shape in ((), (3,)):
            for create_graph in (False, True):
                tensors = [leaf(np.full(shape, p, dtype)) for p in point]
                found = grad(op(*tensors).sum(), tensors, create_graph=create_graph)
                for value, number in zip(found, wanted, strict=True):
                    np.testing.assert_array_equal(plain(value), np.full(shape, number, dtype))


# ------------------------------------------------------------------------------------------------- bits


@pytest.mark.optimised
@each_dtype
@each_op
def test_executors_give_the_same_bits(op, dtype):
    """Element by element in the scalar executor, all at once in lanes."""
    usual = draw(op, [(30,)] * len(op.arguments), dtype, 7)
    extreme = special_points(op, dtype)
    if len(extreme[0]) > 60:
        chosen = np.random.default_rng(7).choice(len(extreme[0]), 60, replace=False)
        extreme = [a[chosen] for a in extreme]
    arrays = [np.concatenate([a, b]) for a, b in zip(usual, extreme, strict=True)]
    with np.errstate(all="ignore"):
        g = weights(len(arrays[0]), dtype)
    tensors = [leaf(a) for a in arrays]
    wanted = [tensors[k] for k in derivatives(op)]
    out = op(*tensors)
    lanes = [plain(out), *([plain(v) for v in grad(out, wanted, g)] if wanted else [])]
    rows = []
    for i in range(len(g)):
        tensors = [leaf(a[i]) for a in arrays]
        wanted = [tensors[k] for k in derivatives(op)]
        out = op(*tensors)
        rows.append([plain(out), *([plain(v) for v in grad(out, wanted, g[i])] if wanted else [])])
    for k, column in enumerate(lanes):
        np.testing.assert_array_equal(bits([row[k] for row in rows]), bits(column))


@pytest.fixture
def two_threads(monkeypatch):
    """Two threads for all regions of several chunks, also where one is as fast."""
    monkeypatch.setattr(tapegrad.record.workspace, "_SHARED", 0)
    before = tg.get_num_threads()
    yield lambda: tg.set_num_threads(2)
    tg.set_num_threads(before)


@pytest.mark.parametrize("op", QUICK, ids=lambda op: op.name)
def test_threads_give_the_same_bits(op, two_threads):
    n = 200_003  # several chunks, the last one not full
    arrays = draw(op, [(n,)] * len(op.arguments), np.float64, 8)
    g = weights(n)

    def run() -> list[np.ndarray]:
        tensors = [leaf(a) for a in arrays]
        out = op(*tensors)
        if not op.partials:
            return [plain(out)]
        found = grad((out * g).sum(), [tensors[k] for k in derivatives(op)])
        return [plain(out), *map(plain, found)]

    tg.set_num_threads(1)
    alone = run()
    two_threads()
    for x, y in zip(alone, run(), strict=True):
        np.testing.assert_array_equal(bits(x), bits(y))


def test_threads_give_the_same_bits_for_a_million_elements(two_threads):
    data = np.random.default_rng(9).normal(size=1_000_000)

    def run() -> list[np.ndarray]:
        x = leaf(data)
        loss = np.sum(np.tanh(1.5 * x + 0.25) * np.exp(-x * x) + np.log1p(x * x))
        (g,) = grad(loss, x)
        return [plain(loss), plain(g)]

    tg.set_num_threads(1)
    alone = run()
    two_threads()
    for x, y in zip(alone, run(), strict=True):
        np.testing.assert_array_equal(bits(x), bits(y))
    x = data
    loss = math.fsum(np.tanh(1.5 * x + 0.25) * np.exp(-x * x) + np.log1p(x * x))
    assert alone[0] == pytest.approx(loss, rel=1e-15)

"""Derivatives of every elementwise op at the edge of the numbers, by all executors, against mpmath.

The points are all combinations of zeros of both signs, subnormal, very small and very large numbers, infinities and NaN.
What is expected there:

- where the derivative exists, its value, as differences in 1,600 digits give it;
- at an infinity, its limit; at a zero where the two sides differ, that of the side which the zero's sign names;
- at an argument that is NaN, NaN, unless the partial does not read it;
- what the op's record says in `edges`, wherever it says something;
- where the value is NaN although no argument is, where a partial is computed of a value that is subnormal, for a power of
  a base that is not positive and finite (`test_kinks` has those), and for an op that has no entry in `smooth` or `PIECEWISE`,
  nothing but that all executors agree. Of functions of libraries only in double precision: a recorded sweep rounds each
  step to float32, of which the exponents, differences and powers in their derivatives lose more than one kernel does.

`test_elementwise` compares every op at ordinary points with differences of its reference.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf
from scipy import special

import tapegrad as tg
from tapegrad.autograd import forward_ad, grad
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import constant_powers
from tests.support import leaf

INF, NAN = math.inf, math.nan
OPS = [op for op in declare.table if type(op) is declare.Elementwise and op.partials and not op.foreign]
POOL = {
    np.float64: (0.0, -0.0, 0.5, -1.0, 2.5, -40.0, 300.0, 5e-324, -1e-310, 1e-200, -1e-200, 1e200, -1e200, 1e300, INF, -INF, NAN),
    np.float32: (0.0, -0.0, 0.5, -1.0, 2.5, -40.0, 1e-45, -1e-40, 1e-25, -1e-25, 1e25, -1e25, 1e38, INF, -INF, NAN),
}  # fmt: skip
FEWER = {  # of two arguments
    np.float64: (0.0, -0.0, 2.5, -1.0, -1e-310, 1e-200, -1e200, INF, -INF, NAN),
    np.float32: (0.0, -0.0, 0.5, -1e-30, 1e-25, -1e25, INF, NAN),
}
FEWEST = (0.0, -0.0, 1.0, -40.0, 1e-30, INF, NAN)  # of three
DIGITS, FAR = 1600, 1100  # infinity is 10**FAR, zero 10**-FAR


def exponential(x: Any) -> Any:
    """exp where it counts; beyond, what is infinite or 0 as well, and quicker."""
    return mp.exp(x) if abs(x) < 1e5 else abs(x) ** 9 if x > 0 else mpf(0)


def raised(x: Any, n: float) -> Any:
    """A power of an exponent that is a multiple of a half."""
    return x ** int(n) if n % 1.0 == 0.0 else mp.sqrt(x) ** int(2 * n)


def smooth() -> dict[str, Callable[..., Any]]:
    """The functions of mpmath whose derivatives are expected."""
    one = mpf(1)
    return {
        "divide": lambda x, y: x / y, "multiply": lambda x, y: x * y, "gated_multiply": lambda x, y: x * y, "power": lambda x, y: x**y, "sqrt": mp.sqrt, "root": mp.sqrt, "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
        "square": lambda x: x * x, "reciprocal": lambda x: 1 / x, "exp": exponential, "exp2": lambda x: exponential(x * mp.log(2)),
        "expm1": lambda x: exponential(x) - 1, "log": mp.log, "log2": lambda x: mp.log(x) / mp.log(2),
        "log10": lambda x: mp.log(x) / mp.log(10), "log1p": lambda x: mp.log(1 + x),
        "logaddexp": lambda x, y: max(x, y) + mp.log(1 + exponential(-abs(x - y))), "sigmoid": lambda x: 1 / (1 + exponential(-x)),
        "softplus": lambda x: max(x, 0) + mp.log(1 + exponential(-abs(x))), "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "arcsin": mp.asin,
        "arccos": mp.acos, "arctan": mp.atan, "arctan2": mp.atan2, "sinh": lambda x: (exponential(x) - exponential(-x)) / 2, "cosh": lambda x: (exponential(x) + exponential(-x)) / 2, "tanh": mp.tanh,
        "arcsinh": lambda x: mp.sign(x) * mp.log(abs(x) + mp.sqrt(x * x + one)), "arccosh": lambda x: mp.log(x + mp.sqrt(x * x - 1)) if x >= 1 else mp.mpc(0, 1),
        "arctanh": lambda x: mp.log((1 + x) / (1 - x)) / 2, "hypot": lambda x, y: mp.sqrt(x * x + y * y),
        **{op.name: functools.partial(raised, n=n) for n, op in constant_powers.items() if n not in (1.0, 2.0, 0.5, -1.0)},
        "gammaln": lambda x: mp.re(mp.loggamma(x)), "digamma": mp.digamma, "zeta": mp.zeta, "erf": mp.erf, "erfc": lambda x: 1 - mp.erf(x),
    }  # fmt: skip


def _whole(x: Any) -> Any:
    """The integral part of a number."""
    return mp.floor(abs(x)) * mp.sign(x)


PIECEWISE: dict[str, Callable[..., tuple[Any, ...]]] = {
    "add": lambda x, y: (1.0, 1.0), "subtract": lambda x, y: (1.0, -1.0), "gap": lambda x, y: (1.0, -1.0),
    "negative": lambda x: (-1.0,), "positive": lambda x: (1.0,),
    "absolute": lambda x: (math.copysign(1.0, x) if x else 0.0,),
    "sign": lambda x: (0.0,),
    "relu": lambda x: (float(x > 0),),
    "minimum": lambda x, y: (float(x < y) + 0.5 * (x == y), float(y < x) + 0.5 * (x == y)),
    "maximum": lambda x, y: (float(x > y) + 0.5 * (x == y), float(y > x) + 0.5 * (x == y)),
    "clip": lambda x, low, high: (  # equal limits are one number, the upper one
        float(low <= x <= high and low < high), float(x < low < high), float(x > high or low >= high),
    ),
    "where": lambda c, x, y: (float(bool(c)), float(not c)),
    "floor_divide": lambda x, y: (0.0, 0.0),
    "remainder": lambda x, y: (1.0, -mp.floor(substituted(x) / substituted(y)) if x else 0.0),
    "fmod": lambda x, y: (1.0, -_whole(substituted(x) / substituted(y)) if x else 0.0),
    "copysign": lambda x, y: (math.copysign(1.0, x) * math.copysign(1.0, y) if x else 0.0, 0.0),
    "heaviside": lambda x, y: (0.0, float(x == 0)),
    "floor": lambda x: (0.0,), "ceil": lambda x: (0.0,), "rint": lambda x: (0.0,), "trunc": lambda x: (0.0,),
}  # fmt: skip


KNOWN = {*smooth(), *PIECEWISE}


def test_every_truth_is_that_of_an_op():
    assert {op.name for op in OPS} >= KNOWN


# ------------------------------------------------------------------------------------------------- the truth


def rounded(value: Any, dtype: Any) -> Any:
    """A number of mpmath as a float, nearest."""
    if isinstance(value, mpmath.mpc):
        return NAN
    value = mpf(value)
    if mp.isnan(value) or mp.isinf(value):
        return float(value)
    with np.errstate(over="ignore", under="ignore"):
        return float(dtype(float(value)))


def slope(f: Callable[..., Any], point: list[Any], k: int, more: int | None = None) -> Any:
    """The derivative with respect to argument k, and then to `more`, by central differences."""

    def at(shifts: dict[int, Any]) -> Any:
        return f(*[x + shifts.get(j, 0) for j, x in enumerate(point)])

    step = [min(abs(x), 1) * mpf(10) ** (-200 if more is None else -60) for x in point]
    h = step[k]
    if more is None:
        return (at({k: h}) - at({k: -h})) / (2 * h)
    if more == k:
        return (at({k: h}) - 2 * at({}) + at({k: -h})) / (h * h)
    i = step[more]
    return (at({k: h, more: i}) - at({k: h, more: -i}) - at({k: -h, more: i}) + at({k: -h, more: -i})) / (4 * h * i)


def substituted(x: float) -> Any:
    """A finite number other than 0 in the place of an argument."""
    if math.isinf(x):
        return mpf(10) ** FAR * (1 if x > 0 else -1)
    return mpf(x) if x else mpf(10) ** -FAR * math.copysign(1, x)


def same(w: float, x: float) -> bool:
    """Whether a number of a record stands for an argument: 0.0 for both zeros, -0.0 for itself."""
    if w == 0.0 == x:
        return math.copysign(1.0, w) > 0 or math.copysign(1.0, x) < 0
    return w == x or (math.isnan(w) and math.isnan(x))


def written(op: Any, point: tuple[float, ...]) -> Any:
    """The record's entry for a point; None if there is none."""
    for where, partials in op.edges:
        if all(w is None or same(w, x) for w, x in zip(where, point, strict=True)):
            return where, partials
    return None


def truth(op: Any, point: tuple[float, ...], dtype: Any) -> tuple[float | None, ...]:
    """The expected partials; None where nothing but agreement is expected."""
    names = [a for a in op.arguments if a in op.partials and a not in op.lacks]
    if entry := written(op, point):
        return tuple(entry[1]) if entry[1] is not None else (None,) * len(names)
    if op.name not in KNOWN:
        return (None,) * len(names)
    with np.errstate(all="ignore"):
        value = abs(float(op.reference(*point)))
    lost = 0.0 < value < float(np.finfo(dtype).tiny) and any("out" in op.reads[a] for a in names)
    outside = math.isnan(value) and not any(map(math.isnan, point))
    if lost or outside or (op.name == "power" and not (0.0 < point[0] < INF and abs(point[1]) < INF)):
        return (None,) * len(names)
    numbers = [1.0 if math.isnan(x) else x for x in point]
    result: list[float | None] = []
    with mp.workdps(DIGITS):
        for j, argument in enumerate(names):
            read = {*op.reads[argument]}
            if any(math.isnan(x) and (a in read or "out" in read) for a, x in zip(op.arguments, point, strict=True)):
                result.append(NAN)
            elif op.name in PIECEWISE:
                result.append(rounded(PIECEWISE[op.name](*numbers)[j], dtype))
            else:
                value = slope(smooth()[op.name], [*map(substituted, numbers)], op.arguments.index(argument))
                result.append(rounded(value, dtype))
    return tuple(result)


# ------------------------------------------------------------------------------------------------- the executors


def points_of(op: Any, dtype: Any) -> list[tuple[float, ...]]:
    """The points at which an op is asked."""
    pool = (POOL[dtype], FEWER[dtype], FEWEST)[len(op.arguments) - 1]
    pools = [(0.0, 1.0) if a in op.masks else pool for a in op.arguments]
    cast = {p: float(dtype(p)) for pool in pools for p in pool}
    found = [tuple(cast[p] if p else p for p in point) for point in itertools.product(*pools)]
    return [*found, *[p for p, _ in op.edges if None not in p]]


def columns(op: Any, points: list[tuple[float, ...]], dtype: Any) -> list[np.ndarray]:
    arrays = [np.array(c, dtype) for c in zip(*points, strict=True)]
    return [c.astype(bool) if a in op.masks else c for c, a in zip(arrays, op.arguments, strict=True)]


def wanted(op: Any) -> list[int]:
    return [k for k, a in enumerate(op.arguments) if a in op.partials and a not in op.lacks]


def reverse(op: Any, arrays: list[np.ndarray], create_graph: bool = False) -> list[np.ndarray]:
    tensors = [leaf(a) for a in arrays]
    found = grad(op(*tensors).sum(), [tensors[k] for k in wanted(op)], create_graph=create_graph)
    return [g.detach().numpy() for g in found]


def one_by_one(way: Callable[..., Any]) -> Callable[..., Any]:
    """Each point as numbers: the scalar executors."""

    def each(op: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
        rows = [way(op, [np.array(a[i]) for a in arrays]) for i in range(len(arrays[0]))]
        return [np.array(c) for c in zip(*rows, strict=True)]

    return each


def dual(op: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
    results = []
    for k in wanted(op):
        with forward_ad.dual_level():
            tensors = [tg.tensor(a) for a in arrays]
            tensors[k] = forward_ad.make_dual(tensors[k], tg.tensor(np.ones_like(arrays[k])))
            results.append(forward_ad.unpack_dual(op(*tensors)).tangent.numpy())
    return results


def pushed(op: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
    def partial(k: int) -> np.ndarray:
        def of_one(x: Any) -> Any:
            return op(*[tg.tensor(a) if j != k else x for j, a in enumerate(arrays)])

        return np.asarray(tg.func.jvp(of_one, (arrays[k],), (np.ones_like(arrays[k]),))[1])

    return [np.broadcast_to(partial(k), arrays[k].shape) for k in wanted(op)]


def sealed(op: Any) -> Callable[..., Any]:
    def gradients(*args: Any) -> Any:
        tensors = list(args)
        return grad(op(*tensors).sum(), [tensors[k] for k in wanted(op)], materialize_grads=True)

    compiled = tg.compile(gradients)
    return lambda op, arrays: [np.asarray(g) for g in compiled(*arrays)]


def close(found: np.ndarray, expected: np.ndarray, dtype: Any, ulps: float, absolute: Any) -> np.ndarray:
    """Where found is expected: equal infinities and NaNs, and numbers within some units in the last place."""
    with np.errstate(all="ignore"):
        error = np.abs(found.astype(np.longdouble) - expected)
        space = np.spacing(np.abs(expected).astype(dtype)).astype(np.longdouble)
        near = (error <= ulps * space) | (error <= absolute)
        edge = (
            (np.abs(found) >= np.finfo(dtype).max * (1 - 1e-6))
            & np.isinf(expected)
            & (np.sign(found) == np.sign(expected))
        )
    return (
        (found == expected)
        | (np.isnan(found) & np.isnan(expected))
        | (np.isfinite(expected) & np.isfinite(found) & near)
        | edge
    )


def slack_of(op: Any, arrays: list[np.ndarray], dtype: Any) -> np.ndarray:
    """How far a partial may be off where terms of the size of 1 or of the value cancel in it, as the record says."""
    with np.errstate(all="ignore"):
        value = np.abs(np.asarray(op.reference(*arrays), np.float64))
    size = np.maximum(1.0, np.where(np.isfinite(value), value, 1.0))
    return op.saturates * np.finfo(dtype).eps * size


def report(op: Any, points: Any, found: Any, expected: Any, good: np.ndarray, way: str) -> list[str]:
    return [f"{op.name}{points[i]} {way}: {found[i]!r}, expected {expected[i]!r}" for i in np.flatnonzero(~good)]


@pytest.mark.sampled(13)
@pytest.mark.parametrize(
    ("op", "dtype"),
    [(op, t) for op in OPS for t in (np.float64, np.float32) if t == np.float64 or not op.external or op.name in KNOWN],
    ids=lambda x: getattr(x, "name", None) or x.__name__,
)
def test_first_derivatives(op, dtype):
    points = points_of(op, dtype)
    arrays = columns(op, points, dtype)
    reference = reverse(op, arrays)
    ways = {
        "reverse of numbers": one_by_one(reverse),
        "recorded": functools.partial(reverse, create_graph=True),
        "dual": dual,
        "jvp": pushed,
        "sealed": sealed(op),
        "sealed numbers": one_by_one(sealed(op)),
    }
    wrong: list[str] = []
    expected = [truth(op, p, dtype) for p in points]
    slack = slack_of(op, arrays, dtype)
    for j, found in enumerate(reference):
        known = np.array([e[j] is not None for e in expected])
        truths = np.array([e[j] if e[j] is not None else 0.0 for e in expected])
        good = close(found, truths, dtype, 4 if dtype == np.float64 else 1, slack) | ~known
        wrong += report(op, points, found, truths, good, f"partial {j}")
    for way, run in ways.items():
        for j, (found, first) in enumerate(zip(run(op, arrays), reference, strict=True)):
            good = close(found, first.astype(np.longdouble), dtype, 2, slack if dtype == np.float32 else 0.0)
            wrong += report(op, points, found, first, good, f"partial {j}, {way}, and reverse")
    assert not wrong, "\n".join(["", *wrong])


ROUNDED = ("logaddexp", "softplus", "sigmoid", "tanh", "expm1", "arcsin", "arccos", "arctanh")  # terms of size 1 cancel
LONG = ("zeta",)  # which takes mpmath seconds; its derivatives of orders 2 and 3 are asked in test_elementwise.py too
MODERATE = (1e-60, -1e-60, 1e-8, 0.3, -2.0, 30.0, -30.0, 1e60, -1e60)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "op",
    [pytest.param(op, marks=pytest.mark.exhaustive if op.name in LONG else ()) for op in OPS if op.name in smooth()],
    ids=lambda op: op.name,
)
def test_second_derivatives(op):
    """At small and large points whose value is a number, recorded and sealed."""
    pool = MODERATE if len(op.arguments) == 1 else (1e-60, -1e-8, 0.3, 30.0, 1e60)
    points = list(itertools.product(pool, repeat=len(op.arguments)))
    arrays = columns(op, points, np.float64)
    pairs = [(j, k) for j in wanted(op) for k in wanted(op) if j <= k]

    def second(*args: Any) -> Any:
        found = []
        for j, k in pairs:
            (g,) = grad(op(*args).sum(), args[j], create_graph=True, materialize_grads=True)
            (h,) = grad(g.sum(), args[k], materialize_grads=True) if g.requires_grad else (g * 0.0,)
            found.append(h)
        return found

    eager = [h.detach().numpy() for h in second(*map(leaf, arrays))]
    compiled = [np.asarray(h) for h in tg.compile(second)(*arrays)]
    wrong: list[str] = []
    with np.errstate(all="ignore"):
        inside = np.isfinite(op.reference(*arrays))
    truths = np.zeros((len(pairs), len(points)))
    with mp.workdps(600):
        for i in np.flatnonzero(inside):
            for n, (j, k) in enumerate(pairs):
                truths[n, i] = rounded(slope(smooth()[op.name], [*map(mpf, points[i])], j, k), np.float64)
    size = np.maximum(np.abs(truths).max(0), op.name in ROUNDED)  # what the second derivatives of a point are made of
    for (j, k), found, again, expected in zip(pairs, eager, compiled, truths, strict=True):
        good = close(found, expected, np.float64, 100, 8 * np.finfo(float).eps * size) | ~inside
        wrong += report(op, points, found, expected, good, f"second {j}, {k}")
        wrong += report(op, points, again, found, close(again, found, np.float64, 4, 0.0), f"second {j}, {k}, sealed")
    assert not wrong, "\n".join(["", *wrong])


# ------------------------------------------------------------------------------------------------- reductions

REDUCED: dict[str, tuple[Callable[[Any], Any], list[tuple[list[float], list[float]]]]] = {
    "max": (np.max, [([1.0, NAN, 2.0], [0, 1, 0]), ([NAN, NAN, 2.0], [0.5, 0.5, 0]), ([INF, INF, 1.0], [0.5, 0.5, 0]), ([-INF, -INF], [0.5, 0.5])]),
    "min": (np.min, [([1.0, NAN, 2.0], [0, 1, 0]), ([-INF, -INF, 1.0], [0.5, 0.5, 0]), ([INF, INF], [0.5, 0.5])]),
    "logsumexp": (tg.special.logsumexp, [
        ([INF, 1.0], [1, 0]), ([INF, INF, 0.0], [0.5, 0.5, 0]), ([-INF, -INF], [0.5, 0.5]), ([-INF, 1.0], [0, 1]),
        ([INF, -INF], [1, 0]), ([NAN, 1.0], [NAN, NAN]), ([1000.0, 999.0], [0.7310585786300049, 0.2689414213699951]),
    ]),
    "norm": (np.linalg.norm, [
        ([3e200, 4e200], [0.6, 0.8]), ([3e-200, -4e-200], [0.6, -0.8]), ([3e-320, 4e-320], [0.6, 0.8]), ([0.0, 0.0], [0, 0]),
        ([1e308, 1e308], [0.5**0.5, 0.5**0.5]), ([3e200, 4e180], [1, 4 / 3e20]), ([-7.0], [-1]),
    ]),
    "norm of order 3": (lambda x: np.linalg.norm(x, 3), [([1e200, 2e200], [9 ** (-2 / 3), 4 * 9 ** (-2 / 3)]), ([1e-200, 2e-200], [9 ** (-2 / 3), 4 * 9 ** (-2 / 3)])]),
    "std": (np.std, [([3e200, 4e200], [-0.5, 0.5]), ([3e-200, 5e-200], [-0.5, 0.5]), ([1.0, 1.0], [0, 0])]),
    "prod": (np.prod, [([0.0, 2.0, 3.0], [6, 0, 0]), ([0.0, 0.0, 3.0], [0, 0, 0]), ([1e200, 1e-200, 2.0], [2e-200, 2e200, 1])]),
}  # fmt: skip


@pytest.mark.parametrize("name", REDUCED)
def test_reductions(name):
    f, cases = REDUCED[name]
    for point, expected in cases:
        x = np.array(point)
        tensor = leaf(x)
        (eager,) = grad(f(tensor), tensor)
        tensor = leaf(x)
        (recorded,) = grad(f(tensor), tensor, create_graph=True)
        ways = [
            eager.numpy(), recorded.detach().numpy(), tg.func.jacrev(f)(x), tg.func.jacfwd(f)(x), tg.compile(tg.grad(f))(x),
            tg.vmap(tg.grad(f))(np.stack([x, x]))[1],
        ]  # fmt: skip
        for found in ways:
            np.testing.assert_allclose(found, expected, rtol=4e-15, atol=0.0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("f", "truth", "points"),
    [
        (np.arctan, lambda x: 1 / (1 + x * x), {np.float32: (-1e8, 1.3e8, 3e19, -2e20), np.float64: (-1e8, 1.4e8, 2e154, -5e155)}),
        (np.log10, lambda x: 1 / (x * mp.log(10)), {np.float32: (1.6e38, 3e38), np.float64: (1e308, 1.7e308)}),
        (special.expi, lambda x: mp.exp(x) / x, {np.float32: (88.5, 89.0, 92.5, -60.0), np.float64: (709.5, 710.0, 715.0, -600.0)}),
    ],
    ids=["arctan", "log10", "expi"],
)  # fmt: skip
def test_derivatives_whose_parts_overflow(f, truth, points, dtype):
    """The square, multiple or exponential on the way is infinite, and the derivative is not; some are subnormal."""
    x = np.array(points[dtype], dtype)
    expected = np.array([dtype(float(truth(mpf(float(v))))) for v in x])
    t = leaf(x)
    sealed = tg.compile(lambda x: grad(f(x).sum(), x)[0])
    for found in (grad(f(t).sum(), t)[0].numpy(), sealed(x), np.array([sealed(v) for v in x])):
        assert (np.abs(found - expected) <= 8 * np.spacing(np.abs(expected))).all(), (found, expected)

"""Operands without elements, without dimensions and of one element, in the place of each operand of every op and composite.

Each call gives what the reference gives, or an error of tapegrad's own, at once: nothing that a function forgot to look at
comes up as a bare error of Python's, kills the process, or waits in a run for the next call. The reference may raise where
there is an answer. The first call of a function that has a value, and the first that is refused, come out alike compiled.
Gradients have their operands' shapes, and those of nothing are 0.

Ops that no function of NumPy's or SciPy's name leads to directly are called by composites, which have looked at the operands.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.signal

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError, DtypeError, IndexingError, ShapeError, TapegradError
from tapegrad.ops import composites, declare, dispatch_tables
from tests.support import gradient, leaf, plain

Shapes = tuple[tuple[int, ...], ...]
COMPOSITES = list(composites.composites.items())
PUBLIC = {
    id(f)
    for f in (
        *dispatch_tables.functions.values(),
        *dispatch_tables.ufuncs.values(),
        *dispatch_tables.scipy_ufuncs.values(),
    )
}
OPS = [op for op in declare.table if isinstance(op, declare.ArrayOp) and op.samples and id(op) in PUBLIC]
ELEMENTWISE = [op for op in declare.table if isinstance(op, declare.Elementwise) and not op.foreign]

KILLED = {"signal.convolve2d", "signal.correlate2d", "signal.upfirdn"}  # by SciPy, which divides by a length of 0
# Where what is given differs, by design.
OF_NOTHING = {  # if there are no elements
    "linalg.fiedler": "older SciPy's has one dimension",
    "linalg.lu": "SciPy's P has no rows, so that P @ L is none",
    "linalg.matmul_toeplitz": "SciPy's has no columns where x has some",
    "linalg.qr_multiply": "SciPy's has the shape of c",
    "linalg.solve_circulant": "SciPy's has the axes of b where these are moved",
    "linalg.solve_toeplitz": "SciPy's has no columns where b has some",
    "signal.fftconvolve": "SciPy's has one dimension",
    "signal.oaconvolve": "SciPy's has one dimension",
}
NEVER = {
    "linalg.eig_banded": "LAPACK reads the wrong diagonal of a matrix of one row",
    "linalg.eigvals_banded": "LAPACK reads the wrong diagonal of a matrix of one row",
    "linalg.orthogonal_procrustes": "not determined by matrices of fewer rows than columns",
    "linalg.solve_banded": "older SciPy reads the wrong diagonal of a matrix of one row",
    "numpy.corrcoef": "older NumPy takes one row for one variable whatever rowvar says",
    "numpy.logsumexp": "NumPy's and SciPy's versions differ in the sign of 0",
    "signal.coherence": "what is 0 / 0 but for rounding",
    "signal.lfilter": "SciPy's state behind a signal of no elements is memory that nobody wrote",
}
OF_NUMPY = {
    "numpy.average",
    "numpy.cov",
}  # whose error for weights of no sum is Python's ZeroDivisionError, as NumPy's is


def is_array(x: Any) -> bool:
    return isinstance(x, (np.ndarray, np.inexact))


def arrays_in(x: Any) -> Iterator[np.ndarray]:
    """The arrays that an operand is, or holds."""
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from arrays_in(part)
    elif is_array(x):
        yield np.asarray(x)


def filled(x: Any, arrays: Iterator[Any]) -> Any:
    """An operand with others in place of its arrays."""
    if type(x) in (list, tuple):
        return type(x)(filled(part, arrays) for part in x)
    return next(arrays) if is_array(x) else x


def resized(a: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """An array of another shape with its elements; integers, which may be indices, are 0."""
    return (
        np.resize(a, shape).astype(a.dtype)
        if a.size and 0 not in shape and a.dtype.kind in "fc"
        else np.zeros(shape, a.dtype)
    )


def shapes_for(arrays: list[np.ndarray]) -> list[Shapes]:
    """Odd shapes in each operand's place, those of all operands together first, so that some of these fit."""
    shapes = [a.shape for a in arrays]
    found: list[Shapes] = []
    for n, m in itertools.product(sorted({n for s in shapes for n in s}), (0, 1)):
        found.append(tuple(tuple(m if d == n else d for d in s) for s in shapes))
    found += [tuple((m,) * len(s) for s in shapes) for m in (0, 1)]
    found.append(tuple(() for _ in shapes))
    for k, s in enumerate(shapes):
        others: list[tuple[int, ...]] = [(), (0,), (1,)]
        if len(s) > 1:
            others += [(*s[:-1], 0), (0, *s[1:]), (*s[:-1], 1), (1, *s[1:])]
        found += [(*shapes[:k], other, *shapes[k + 1 :]) for other in others]
    return list(dict.fromkeys(found))


def results_of(x: Any) -> list[np.ndarray]:
    if isinstance(x, (list, tuple)):
        return [r for part in x for r in results_of(part)]
    return [plain(x) if isinstance(x, tg.Tensor) else np.asarray(x)]


def outcome(function: Any) -> Any:
    """The results, or the error."""
    try:
        return results_of(function())
    except Exception as error:
        return error


def differs(found: list[np.ndarray], expected: list[np.ndarray], rtol: float = 1e-9) -> str:
    if [x.shape for x in found] != [x.shape for x in expected]:
        return f"shapes {[x.shape for x in found]} for {[x.shape for x in expected]}"
    if [x.dtype for x in found] != [x.dtype for x in expected]:
        return f"dtypes {[x.dtype for x in found]} for {[x.dtype for x in expected]}"
    for x, y in zip(found, expected, strict=True):
        scale = float(np.max(np.abs(y), initial=1.0, where=np.isfinite(y))) if y.dtype.kind in "fc" else 0.0
        if not np.allclose(x, y, rtol, rtol * scale, equal_nan=True):
            return f"{x} for {y}"
    return ""


def verdict(name: str, found: Any, expected: Any) -> str:
    """What is wrong with an outcome; "" if nothing is."""
    if isinstance(found, Exception):
        good = isinstance(found, (TapegradError, np.linalg.LinAlgError))
        good = good or (isinstance(found, ZeroDivisionError) and name in OF_NUMPY)
        return "" if good else f"raised {found!r}"
    if isinstance(expected, Exception) or name in NEVER:
        return ""
    nothing = any(not x.size for x in (*found, *expected))
    return "" if name in OF_NOTHING and nothing else differs(found, expected)


def slopes(function: Any, arrays: list[np.ndarray]) -> Any:
    """The gradients of the sum of all results, as a flat list; None where there is no derivative."""
    tensors = [leaf(a) for a in arrays]
    found = function(*tensors)
    parts = [p for p in (found if isinstance(found, (list, tuple)) else [found]) if isinstance(p, tg.Tensor)]
    total = sum(p.real.sum() for p in parts if p.requires_grad)
    wanted = [t for t in tensors if t.requires_grad]
    return grad(total, wanted, materialize_grads=True) if isinstance(total, tg.Tensor) and wanted else []


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "entry"),
    [*COMPOSITES, *[(f"op {op.name}", op) for op in OPS]],
    ids=[name for name, _ in COMPOSITES] + [f"op {op.name}" for op in OPS],
)
def test_odd_operands(name: str, entry: Any) -> None:
    called = entry.function if isinstance(entry, composites.Composite) else entry
    wrong: list[str] = []
    compiled: set[bool] = set()
    with np.errstate(all="ignore"):
        for operands, static in entry.samples(np.random.default_rng(3)):
            arrays = list(arrays_in(operands))
            for shapes in shapes_for(arrays):
                odd = [resized(a, s) for a, s in zip(arrays, shapes, strict=True)]

                def call(function: Any, given: Any, operands: Any = operands, static: Any = static) -> Any:
                    return function(*filled(operands, iter(given)), **static)

                def own(*given: Any, call: Any = call) -> Any:
                    return call(called, given)

                found = outcome(lambda odd=odd, own=own: own(*[leaf(a) for a in odd]))
                if name in KILLED and any(n < 2 for s in shapes for n in s):
                    expected: Any = ValueError("not asked")
                else:
                    expected = outcome(lambda odd=odd, call=call: call(entry.reference, [a.copy() for a in odd]))
                what = verdict(name, found, expected)
                as_data = outcome(lambda odd=odd, own=own: own(*map(tg.tensor, odd)))  # which SciPy may be asked for
                what = what or verdict(name, as_data, expected)
                refused = isinstance(found, Exception)
                if not what and not refused:
                    back = outcome(lambda odd=odd, own=own: slopes(own, odd))
                    floats = [a for a in odd if a.dtype.kind == "f"]
                    if isinstance(back, Exception):
                        what = verdict(name, back, None)
                    elif back and [g.shape for g in back] != [a.shape for a in floats]:
                        what = f"gradients of shapes {[g.shape for g in back]}"
                    elif not any(x.size for x in found) and any(g.any() for g in back):
                        what = "a gradient of nothing that is not 0"
                if not what and refused not in compiled and (refused or not all(x.size for x in found)):
                    compiled.add(refused)
                    what = alike(own, odd, found)
                if what:
                    wrong.append(f"{[a.shape for a in odd]} {static}: {what}")
    assert not wrong, "\n".join(["", *wrong])


def alike(own: Any, odd: list[np.ndarray], found: Any) -> str:
    """What a recording gives otherwise; arrays of numbers are its inputs."""
    numbers = [a for a in odd if a.dtype.kind in "fc"]

    def recorded(*given: Any) -> Any:
        left = iter(given)
        return own(*[next(left) if a.dtype.kind in "fc" else a for a in odd])

    again = outcome(lambda: tg.compile(recorded)(*numbers))
    if isinstance(found, ZeroDivisionError):
        return ""  # weights that are inputs have no value while they are recorded
    if isinstance(found, Exception) or isinstance(again, Exception):
        return "" if type(found) is type(again) else f"{found!r}, but compiled {again!r}"
    what = differs(again, found)
    return f"compiled {what}" if what else ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("op", ELEMENTWISE, ids=lambda op: op.name)
def test_odd_operands_of_elementwise_records(op: Any) -> None:
    """Of all combinations of shapes, also those that do not fit together."""
    wrong = []
    with np.errstate(all="ignore"):
        for shapes in itertools.product(((), (0,), (1,), (3,), (2, 0), (2, 1)), repeat=len(op.arguments)):
            odd = [np.full(s, 0.5, bool if a in op.masks else float) for s, a in zip(shapes, op.arguments, strict=True)]
            found = outcome(lambda odd=odd: op(*[leaf(a) for a in odd]))
            try:
                shape = np.broadcast_shapes(*shapes)
            except ValueError:
                if not isinstance(found, TapegradError):
                    wrong.append(f"{shapes}: {found!r}")
                continue
            if isinstance(found, Exception) or found[0].shape != shape:
                if not isinstance(found, DtypeError):
                    wrong.append(f"{shapes}: {found!r}")
            elif not isinstance(expected := outcome(lambda odd=odd: op.reference(*odd)), Exception):
                what = differs([x.astype(float) for x in found], [np.asarray(x, float) for x in expected])
                wrong += [f"{shapes}: {what}"] if what else []
    assert not wrong, "\n".join(["", *wrong])


# ------------------------------------------------------------------------------------------------- what was found

NEW_SCIPY = pytest.mark.skipif(
    np.lib.NumpyVersion(scipy.__version__) < "1.17.0", reason="older ones flatten, or refuse what is empty"
)
A, F = np.array([1.0, 0.5, 0.25]), np.array([1.0, 2.0, 3.0])
REFUSED = {
    "hilbert": lambda x: tg.signal.hilbert(x[:0]),
    "solveh_banded": lambda x: tg.linalg.solveh_banded(x[0], F),
    "cho_solve_banded": lambda x: tg.linalg.cho_solve_banded((x[0], True), F),
    "lu_solve": lambda x: tg.linalg.lu_solve((np.eye(3), np.zeros(1, int)), x),
    "solve_continuous_are": lambda x: tg.linalg.solve_continuous_are(x[:0, None] * x[:0], np.zeros((0, 2)), np.zeros((0, 0)), np.eye(2)),
    "solve_toeplitz": lambda x: tg.linalg.solve_toeplitz((x, F[:2]), F),
    "periodogram": lambda x: tg.signal.periodogram(F, window=x * np.ones((2, 3))),
    "welch": lambda x: tg.signal.welch(F, window=x * np.ones((2, 3))),
    "lfilter": lambda x: tg.signal.lfilter(F, A, x * np.ones((2, 3)), zi=np.zeros((3, 2))),
    "expm_frechet": lambda x: tg.linalg.expm_frechet(x[:1, None], np.eye(2)),
    "cov": lambda x: np.cov(x, fweights=np.array([2])),
    "einsum": lambda x: np.einsum("ii", x[:, None]),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_name_the_function_eagerly_and_compiled(name: str) -> None:
    for run in (lambda: REFUSED[name](leaf(F)), lambda: tg.compile(REFUSED[name])(F)):
        with pytest.raises((ShapeError, ArgumentError, IndexingError), match=rf"{name}: .*expected|{name}: .* stands"):
            run()


def test_rows_that_factors_do_not_have_are_refused_before_they_are_read() -> None:
    """SciPy reads them, outside of the array."""
    solved = tg.compile(lambda rows: tg.linalg.lu_solve((np.eye(3), rows), F))
    np.testing.assert_array_equal(solved(np.array([1, 2, 2])), scipy.linalg.lu_solve((np.eye(3), [1, 2, 2]), F))
    for rows in ([0, 1, 7], [-1, 1, 2]):
        with pytest.raises(IndexingError, match="from 0 to 2"):
            solved(np.array(rows))
        for x in (tg.tensor(F), leaf(F)):
            with pytest.raises(IndexingError, match="lu_solve"):
                tg.linalg.lu_solve((np.eye(3), np.array(rows)), x)


@NEW_SCIPY
@pytest.mark.parametrize(
    ("c", "r"), [((2, 3), None), ((2, 3), (4,)), ((1,), (2, 3)), ((2, 0), (4,)), ((), (2, 3)), ((2, 1, 3), (2, 4))]
)
def test_toeplitz_matrices_of_stacks(c: Any, r: Any) -> None:
    rng = np.random.default_rng(2)
    given = [rng.normal(size=s) for s in (c, r) if s is not None]
    wanted = scipy.linalg.toeplitz(*given)
    weights = rng.normal(size=wanted.shape)
    for run in (lambda *xs: tg.linalg.toeplitz(*map(tg.tensor, xs)), tg.compile(tg.linalg.toeplitz)):
        np.testing.assert_array_equal(np.asarray(run(*given)), wanted)
    tensors = [leaf(x) for x in given]
    found = grad((tg.linalg.toeplitz(*tensors) * weights).sum(), tensors)
    truth = gradient(lambda *xs: np.sum(scipy.linalg.toeplitz(*[x.astype(float) for x in xs]) * weights), given)
    for x, y in zip(found, truth, strict=True):
        np.testing.assert_allclose(plain(x), y.astype(float), rtol=1e-9, atol=1e-9)


@NEW_SCIPY
def test_an_equation_without_controls_is_linear() -> None:
    """SciPy's of a matrix b without columns, and its gradient by differences."""
    a, q, b, r = np.diag([0.5, -0.3]) + 0.1, np.array([[2.0, 0.3], [0.3, 1.0]]), np.zeros((2, 0)), np.zeros((0, 0))
    weights = np.array([[1.0, 0.5], [0.5, -2.0]])

    def loss(a: Any, q: Any, solve: Any) -> Any:
        return (solve(a, b, q, r) * weights).sum()

    tensors = [leaf(a), leaf(q)]
    value = loss(*tensors, tg.linalg.solve_discrete_are)
    assert value.item() == pytest.approx(loss(a, q, scipy.linalg.solve_discrete_are), rel=1e-12)

    def by_scipy(a: Any, q: Any) -> Any:
        return loss(a.astype(float), ((q + q.T) / 2).astype(float), scipy.linalg.solve_discrete_are)

    for x, y in zip(grad(value, tensors), gradient(by_scipy, [a, q]), strict=True):
        np.testing.assert_allclose(plain(x), y.astype(float), rtol=1e-7, atol=1e-7)


def test_what_a_refusal_has_recorded_is_not_met_by_the_next_call() -> None:
    with pytest.raises(ShapeError) as refusal:
        tg.signal.correlate2d(leaf(np.ones((2, 2))), leaf(2.0))
    np.testing.assert_array_equal(plain(leaf(F) * 2.0), F * 2.0)
    assert refusal.tb is not None  # whose frames hold what had been recorded


def test_integers_that_do_not_broadcast() -> None:
    for f in (np.add, np.floor_divide, np.equal, np.power):
        with pytest.raises(ShapeError, match=rf"{f.__name__}: shapes \(2,\) and \(3,\) do not broadcast"):
            f(tg.tensor([1, 2]), tg.tensor([1, 2, 3]))
    with pytest.raises(ValueError, match="negative integer powers"):
        np.power(tg.tensor([1, 2]), tg.tensor([1, -2]))


@pytest.mark.filterwarnings("ignore")
def test_the_median_of_a_number_is_that_of_a_line_of_one() -> None:
    found = tg.signal.medfilt(leaf(2.0))
    assert found.shape == scipy.signal.medfilt(np.array(2.0)).shape
    np.testing.assert_array_equal(plain(found), scipy.signal.medfilt(np.array(2.0)))

"""Decompositions, inverses and triangular systems in every executor, on complex numbers, and where they fail.

The loops over the ops table have values and derivatives against NumPy, SciPy and differences (`test_arrays`); here stands what
they do not ask. PyTorch is the truth on complex numbers.
"""

from __future__ import annotations

import fractions
import io
import math

import numpy as np
import pytest
import scipy.linalg
import scipy.special

import tapegrad as tg
from tapegrad.autograd import forward_ad, grad
from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.machine import addresses
from tapegrad.ops.linalg import small_matrices
from tests.support import close, gradient, leaf, plain

RNG = np.random.default_rng(5)
A = RNG.normal(size=(3, 3)) + np.diag([2.0, 4.0, 6.0])
STACK = RNG.normal(size=(4, 3, 3)) + np.diag([2.0, 4.0, 6.0])
B = RNG.normal(size=(3, 2))


def spd(a):
    return np.matmul(a, np.swapaxes(a, -1, -2)) + 2.0 * np.eye(a.shape[-1])


FUNCTIONS = {
    "inv": lambda a: np.sum(np.sin(np.linalg.inv(a))),
    "det": lambda a: np.sin(np.linalg.det(a)),
    "slogdet": lambda a: np.square(np.linalg.slogdet(a)[1]) * np.linalg.slogdet(a)[0],
    "cholesky": lambda a: np.sum(np.sin(np.linalg.cholesky(spd(a)))),
    "cholesky, upper": lambda a: np.sum(np.sin(np.linalg.cholesky(spd(a), upper=True))),
    "solve": lambda a: np.sum(np.sin(np.linalg.solve(a, B))),
    "solve_triangular": lambda a: np.sum(np.sin(tg.linalg.solve_triangular(a, B, lower=True))),
    "eigh": lambda a: np.sum(np.sin(np.linalg.eigh(spd(a))[0])) + np.sum(np.square(np.linalg.eigh(spd(a))[1][0])[:2]),
    "eigvalsh": lambda a: np.sum(np.sin(np.linalg.eigvalsh(spd(a)))),
    "svd": lambda a: np.sum(np.matmul(np.square(np.linalg.svd(a)[0]), np.sin(np.linalg.svd(a)[1]))),
    "svdvals": lambda a: np.sum(np.sin(np.linalg.svdvals(a[:, :2]))),
    "qr": lambda a: np.sum(np.sin(np.linalg.qr(a)[0] * np.linalg.qr(a)[1])),
    "qr of few rows": lambda a: np.sum(np.sin(np.linalg.qr(a[:2])[1])),
    "sort": lambda a: np.sum(np.sin(np.sort(a, axis=0)) * np.arange(9.0).reshape(3, 3)),
    "gammaln": lambda a: np.sum(scipy.special.gammaln(spd(a) ** 2 + 1.0)),
    "digamma": lambda a: np.sum(scipy.special.digamma(spd(a) ** 2 + 1.0)),
    "erf": lambda a: np.sum(scipy.special.erf(a) * scipy.special.erfc(0.3 * a)),
}  # fmt: skip


def on_arrays(f):
    """The same function for arrays, on which differences are taken."""

    def value(a):
        return float(plain(f(tg.tensor(np.asarray(a, np.float64)))))

    return value


each = pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS)


@each
def test_gradients(f):
    close(tg.grad(f)(A), gradient(on_arrays(f), [A])[0])


@each
def test_compiled_values_and_gradients(f):
    compiled = tg.compile(tg.value_and_grad(f))
    for a in (A, STACK[0], A + 0.1):
        value, slope = compiled(a)
        wanted, gradient_wanted = tg.value_and_grad(f)(a)
        np.testing.assert_allclose(value, wanted, rtol=1e-12)
        np.testing.assert_allclose(slope, gradient_wanted, rtol=1e-10, atol=1e-12)


@pytest.mark.sampled(6)
@each
def test_hessians(f):
    found = tg.hessian(f)(A)
    step, compiled = 1e-4, tg.compile(tg.value_and_grad(f))

    def base(a):
        return compiled(a)[1]

    for place in np.ndindex(3, 3):
        shift = np.zeros((3, 3))
        shift[place] = step
        wanted = (8.0 * (base(A + shift) - base(A - shift)) - (base(A + 2 * shift) - base(A - 2 * shift))) / (
            12.0 * step
        )
        np.testing.assert_allclose(found[place], wanted, rtol=1e-6, atol=1e-6 * np.abs(found).max())
    np.testing.assert_allclose(tg.compile(tg.hessian(f))(A), found, rtol=1e-9, atol=1e-10 * np.abs(found).max())


@each
def test_tangents(f):
    direction = RNG.normal(size=(3, 3))
    wanted = np.sum(tg.grad(f)(A) * direction)
    np.testing.assert_allclose(tg.func.jvp(f, (A,), (direction,))[1], wanted, rtol=1e-10)
    with forward_ad.dual_level():
        found = forward_ad.unpack_dual(f(forward_ad.make_dual(tg.tensor(A), tg.tensor(direction)))).tangent
        np.testing.assert_allclose(plain(found), wanted, rtol=1e-10)
    np.testing.assert_allclose(tg.compile(lambda a, v: tg.func.jvp(f, (a,), (v,))[1])(A, direction), wanted, rtol=1e-10)


@each
def test_batches(f):
    values, slopes = zip(*[tg.value_and_grad(f)(a) for a in STACK], strict=True)
    for found in (tg.vmap(tg.value_and_grad(f))(STACK), tg.compile(tg.value_and_grad(f)).batch(STACK)):
        np.testing.assert_allclose(found[0], values, rtol=1e-12)
        np.testing.assert_allclose(found[1], slopes, rtol=1e-9, atol=1e-11)


@pytest.mark.sampled(6)
@each
def test_loops(f):
    def run(a):
        return tg.scan(lambda c, _: (c * 0.5 + f(c) * 0.01, None), a, None, length=3)[0].sum()

    def plainly(a):
        for _ in range(3):
            a = a * 0.5 + f(a) * 0.01
        return a.sum()

    np.testing.assert_allclose(tg.grad(run)(A), tg.grad(plainly)(A), rtol=1e-10)
    np.testing.assert_allclose(tg.compile(tg.grad(run))(A), tg.grad(plainly)(A), rtol=1e-10)
    np.testing.assert_allclose(tg.grad(lambda a: tg.checkpoint(f)(a))(A), tg.grad(f)(A), rtol=1e-13)


@each
def test_float32(f):
    found = tg.grad(f)(A.astype(np.float32))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, tg.grad(f)(A), rtol=2e-3, atol=2e-3 * np.abs(tg.grad(f)(A)).max())


# ------------------------------------------------------------------------------------------------- complex numbers

C = A + 1j * RNG.normal(size=(3, 3))


def weigh(x):
    return (x[0] * (1.0 + 1.0j) + x[1] * (0.5 - 2.0j)).sum().real + (abs(x[1]) ** 2).sum()


def hermitian(a):
    return a @ a.conj().swapaxes(-1, -2) + 2.0 * np.eye(3)


COMPLEX = {
    "inv": lambda a, lib: weigh(lib.inv(a)),
    "det": lambda a, lib: lib.det(a).real + lib.det(a).imag * 2.0,
    "slogdet": lambda a, lib: lib.slogdet(a)[1] + lib.slogdet(a)[0].real + lib.slogdet(a)[0].imag * 3.0,
    "cholesky": lambda a, lib: weigh(lib.cholesky(a)),
    "eigh": lambda a, lib: (lib.eigh(a)[0] ** 2).sum() + (abs(lib.eigh(a)[1][0]) ** 2)[:2].sum(),
    "eigvalsh": lambda a, lib: (lib.eigvalsh(a) ** 2)[:2].sum(),
    "svdvals": lambda a, lib: (lib.svdvals(a) ** 2)[:2].sum(),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_numbers_against_pytorch(name):
    torch = pytest.importorskip("torch")
    value = hermitian(C) if name in ("cholesky", "eigh", "eigvalsh") else C
    theirs = torch.tensor(value, requires_grad=True)
    wanted = COMPLEX[name](theirs, torch.linalg)
    wanted.backward()
    ours = tg.tensor(value, requires_grad=True)
    found = COMPLEX[name](ours, np.linalg)
    found.backward()
    np.testing.assert_allclose(plain(found), wanted.item(), rtol=1e-12)
    wanted = theirs.grad.numpy()
    if name == "cholesky":  # PyTorch leaves the part that says nothing about Hermitian matrices
        wanted = (wanted + wanted.conj().T) / 2
    np.testing.assert_allclose(ours.grad.numpy(), wanted, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
def test_complex_singular_vectors_against_pytorch(shape):
    torch = pytest.importorskip("torch")
    value = RNG.normal(size=shape) + 1j * RNG.normal(size=shape)

    def loss(u, s, v):
        return (abs(u[0]) ** 2 * s).sum() + (abs(v[:, 0]) ** 2 * s * s).sum() + (u[0] * v[:, 1]).sum().real

    theirs, ours = torch.tensor(value, requires_grad=True), tg.tensor(value, requires_grad=True)
    loss(*torch.linalg.svd(theirs, full_matrices=False)).backward()
    loss(*np.linalg.svd(ours, full_matrices=False)).backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("shape", [(3, 3), (4, 2)])
def test_complex_orthogonal_factors_against_pytorch(shape):
    torch = pytest.importorskip("torch")
    value = RNG.normal(size=shape) + 1j * RNG.normal(size=shape)
    theirs, ours = torch.tensor(value, requires_grad=True), tg.tensor(value, requires_grad=True)
    for qr, a in ((torch.linalg.qr, theirs), (np.linalg.qr, ours)):
        q, r = qr(a)
        ((q * (1.0 + 2.0j)).sum().real + (abs(r) ** 2).sum() + r.sum().imag).backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("trans", [0, 1, 2, "N", "T", "C"])
@pytest.mark.parametrize("lower", [False, True])
def test_complex_triangular_systems(trans, lower):
    right = B + 1j * B[::-1]
    found = tg.linalg.solve_triangular(tg.tensor(C), right, trans=trans, lower=lower)
    np.testing.assert_allclose(
        plain(found), scipy.linalg.solve_triangular(C, right, trans=trans, lower=lower), rtol=1e-12
    )
    torch = pytest.importorskip("torch")
    theirs, ours = torch.tensor(C, requires_grad=True), tg.tensor(C, requires_grad=True)
    part = torch.tril(theirs) if lower else torch.triu(theirs)
    part = {0: part, "N": part, 1: part.mT, "T": part.mT, 2: part.mH, "C": part.mH}[trans]
    weigh_both = torch.tensor(np.array([1.0 + 1j, 2.0]))
    (torch.linalg.solve(part, torch.tensor(right)) * weigh_both).sum().abs().backward()
    abs(
        (tg.linalg.solve_triangular(ours, right, trans=trans, lower=lower) * np.array([1.0 + 1j, 2.0])).sum()
    ).backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-9, atol=1e-11)


# ------------------------------------------------------------------------------------------------- where they fail


def test_a_singular_matrix_can_be_caught():
    x = leaf(np.ones((2, 2)))
    for function in (
        np.linalg.inv,
        lambda a: np.linalg.cholesky(-a),
        lambda a: tg.linalg.solve_triangular(a - 1.0, [1.0, 1.0]),
    ):
        try:
            function(x * 1.0)
        except np.linalg.LinAlgError:
            continue
        raise AssertionError("nothing was raised")


@pytest.mark.parametrize("name", ["inv", "cholesky", "solve_triangular"])
def test_a_compiled_function_raises_what_numpy_raises_and_goes_on(name):
    f = {
        "inv": np.linalg.inv, "cholesky": np.linalg.cholesky,
        "solve_triangular": lambda a: tg.linalg.solve_triangular(a, B, lower=True),
    }[name]  # fmt: skip
    compiled = tg.compile(f)
    good = spd(A)
    first = compiled(good)
    with pytest.raises(np.linalg.LinAlgError):
        compiled(np.zeros((3, 3)))
    assert (compiled(good) == first).all()


def test_the_gradient_of_a_singular_determinant_is_its_cofactors():
    a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.5]])
    a[2] = a[0] + a[1]
    wanted = [
        [(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(a, i, 0), j, 1)) for j in range(3)] for i in range(3)
    ]
    np.testing.assert_allclose(tg.grad(np.linalg.det)(a), wanted, atol=1e-12)
    exact = np.diag([1.0, 2.0, 0.0])
    np.testing.assert_allclose(tg.grad(np.linalg.det)(exact), np.diag([0.0, 0.0, 2.0]), atol=1e-14)
    np.testing.assert_array_equal(tg.grad(np.linalg.det)(np.zeros((3, 3))), np.zeros((3, 3)))


def minors(a):
    """The cofactors of a matrix, exactly."""
    n = len(a)
    exact = [[fractions.Fraction(float(x)) for x in row] for row in a]

    def det(rows, columns):
        if not rows:
            return fractions.Fraction(1)
        first, *rest = rows
        return sum(
            (-1) ** k * exact[first][j] * det(rest, columns[:k] + columns[k + 1 :])
            for k, j in enumerate(columns)
            if exact[first][j]
        )

    every = list(range(n))
    return np.array([
        [float((-1) ** (i + j) * det(every[:i] + every[i + 1 :], every[:j] + every[j + 1 :])) for j in every]
        for i in every
    ])  # fmt: skip


def matrices_of_all_ranks(n):
    rng = np.random.default_rng(n)
    a = rng.normal(size=(n, n))
    yield a
    yield a[:, ::-1] * 10.0 ** rng.uniform(-3, 3, (n, 1))
    for k in range(n):  # the pivot of that column is zero
        yield np.where(np.arange(n) == k, 0.0, a)
        yield np.where(np.arange(n)[:, None] == k, 0.0, a)
    yield np.eye(n, k=1)  # all pivots are zero, and one cofactor is not
    yield np.eye(n, k=-1)
    yield np.diag([0.0, 0.0, *range(1, n - 1)])[:n, :n]
    yield np.ones((n, n))
    yield np.zeros((n, n))
    yield np.arange(1.0, n * n + 1).reshape(n, n)


@pytest.mark.parametrize(
    "n",
    [
        1,
        3,
        pytest.param(2, marks=pytest.mark.exhaustive),
        pytest.param(4, marks=pytest.mark.exhaustive),
        5,
        pytest.param(6, marks=pytest.mark.exhaustive),
        pytest.param(7, marks=pytest.mark.exhaustive),
    ],
)
def test_cofactors_in_compiled_code(n):
    compiled = tg.compile(tg.grad(np.linalg.det))
    cases = [*matrices_of_all_ranks(n)]
    for a in cases:
        wanted = minors(a)
        largest = np.where(a.any(1), np.abs(a).max(1), 1.0)
        scale = np.array([np.prod(np.delete(largest, k)) for k in range(n)])  # of a row of cofactors
        assert (np.abs(compiled(a) - wanted) <= 1e-12 * np.abs(wanted) + 1e-14 * scale[:, None] * n).all()
    found = compiled.batch(np.array(cases))
    for a, own in zip(cases, found, strict=True):
        np.testing.assert_array_equal(own, compiled(a))
    single = tg.compile(tg.grad(np.linalg.det))
    np.testing.assert_allclose(
        single(cases[0].astype(np.float32)), minors(cases[0].astype(np.float32)), rtol=1e-3, atol=1e-4
    )


@pytest.mark.parametrize("n", [2, 4, 5, 9])
def test_cofactors_whose_determinant_leaves_the_range_of_numbers(n):
    compiled = tg.compile(tg.grad(np.linalg.det))
    rows = np.array([1e200, 1e-200, 1e180, 1e-180, 1e150, 1e150, 1e-310, 1e-10, 1.0])[:n]
    for order in (rows, rows[::-1], np.roll(rows, 1)):
        wanted = [math.prod(map(fractions.Fraction, map(float, np.delete(order, k)))) for k in range(n)]
        wanted = [float(x) if abs(x) < 2**1023 else np.inf for x in wanted]
        found = compiled(np.diag(order))
        np.testing.assert_allclose(np.diagonal(found), wanted, rtol=1e-12)
        assert not found[~np.eye(n, dtype=bool)].any()


@pytest.mark.parametrize("n", [3, 6])
def test_cofactors_of_what_is_not_a_number(n):
    a = np.ones((n, n))
    a[0, 0] = np.nan
    assert np.isnan(tg.compile(tg.grad(np.linalg.det))(a)).any()
    a = np.zeros((n, n))
    a[1, 1] = np.inf
    assert np.isnan(tg.compile(tg.grad(np.linalg.det))(a)).any()


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda a: np.linalg.inv(a), "inv: expected square matrices"),
        (lambda a: np.linalg.det(a), "det: expected square matrices"),
        (lambda a: np.linalg.cholesky(a), "cholesky: expected square matrices"),
        (lambda a: np.linalg.slogdet(a), "slogdet: expected square matrices"),
        (lambda a: np.linalg.eigh(a), "eigh: expected square matrices"),
        (lambda a: np.linalg.eigvalsh(a), "eigvalsh: expected square matrices"),
        (lambda a: np.linalg.svd(a[0], full_matrices=False), "svd: expected matrices"),
        (lambda a: np.linalg.qr(a[0]), "qr: expected matrices"),
        (
            lambda a: tg.linalg.solve_triangular(a[:, :2], np.ones(3)),
            "solve_triangular: expected square matrices and right sides of their length",
        ),
    ],
)
def test_shapes_are_refused_at_the_line(function, message):
    with pytest.raises(ShapeError, match=message):
        function(tg.tensor(np.ones((2, 3))))


def test_parts_that_are_no_function_of_the_matrix_are_refused():
    with pytest.raises(ArgumentError, match="mode"):
        np.linalg.qr(tg.tensor(np.ones((3, 2))), "raw")
    with pytest.raises(ArgumentError, match="trans"):
        tg.linalg.solve_triangular(tg.tensor(np.eye(2), requires_grad=True), np.ones(2), trans=3)


def test_results_have_numpys_names():
    x = tg.tensor(spd(A))
    for function in (np.linalg.eigh, np.linalg.svd, np.linalg.qr, np.linalg.slogdet):
        found, expected = function(x), function(spd(A))
        assert type(found) is type(expected)
        for ours, theirs in zip(found, expected, strict=True):
            np.testing.assert_array_equal(plain(ours), theirs)
    r = np.linalg.qr(x, mode="r")
    np.testing.assert_array_equal(plain(r), np.linalg.qr(spd(A), mode="r"))


def test_equal_elements_stay_in_order():
    x = leaf(np.array([2.0, 1.0, 2.0, 1.0]))
    (found,) = grad(np.sort(x), x, np.array([1.0, 2.0, 3.0, 4.0]))
    np.testing.assert_array_equal(found.numpy(), [3.0, 1.0, 4.0, 2.0])


def test_a_replay_sorts_anew():
    compiled = tg.compile(tg.grad(lambda x: np.sum(np.sort(x) * np.arange(3.0))))
    for x in ([3.0, 1.0, 2.0], [1.0, 2.0, 3.0], [2.0, 3.0, 1.0]):
        np.testing.assert_array_equal(compiled(np.array(x)), np.argsort(np.argsort(x)))


def test_special_functions_have_scipys_bits_in_all_executors():
    x = np.linspace(0.1, 9.0, 101)
    for name in ("gamma", "k0", "i1", "dawsn"):
        ufunc = getattr(scipy.special, name)
        expected = ufunc(x)
        for found in (plain(ufunc(tg.tensor(x))), tg.compile(ufunc)(x), tg.compile(ufunc).batch(x), tg.vmap(ufunc)(x)):
            np.testing.assert_array_equal(found, expected)


def test_derivatives_of_special_functions_against_mpmath():
    mpmath = pytest.importorskip("mpmath")
    x = np.array([0.3, 1.0, 2.5, 7.0, -0.4, -3.7])
    for name, truth in {
        "gammaln": lambda v: mpmath.loggamma(v).real,
        "digamma": mpmath.digamma,
        "erf": mpmath.erf,
        "erfc": mpmath.erfc,
    }.items():
        f = getattr(scipy.special, name)
        for order in (1, 2, 3):
            g = lambda v: f(v).sum()  # noqa: E731
            for _ in range(order):
                g = (lambda inner: lambda v: tg.grad(inner)(v).sum())(g)
            t = leaf(x)
            value = f(t)
            for _ in range(order):
                (value,) = grad(value.sum(), t, create_graph=True)
            if name == "gammaln":
                wanted = [float(mpmath.psi(order - 1, v)) for v in x]
            elif name == "digamma":
                wanted = [float(mpmath.psi(order, v)) for v in x]
            else:
                wanted = [float(mpmath.diff(truth, v, order)) for v in x]
            np.testing.assert_allclose(plain(value), wanted, rtol=1e-12, atol=1e-13)


def test_polygamma_of_several_orders():
    n, x = np.array([0, 1, 2, 3]), np.array([0.5, 1.5, 2.5, 0.7])
    t = leaf(x)
    found = tg.special.polygamma(n, t)
    np.testing.assert_allclose(plain(found), scipy.special.polygamma(n, x), rtol=1e-14)
    (slope,) = grad(found.sum(), t)
    np.testing.assert_allclose(slope.numpy(), scipy.special.polygamma(n + 1, x), rtol=1e-14)


BY_NUMPY = {"sort": "argsort"}  # NumPy's own code, which files hold


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_files_and_compiled_callers(name):
    compiled, kept = tg.compile(tg.value_and_grad(FUNCTIONS[name])), io.BytesIO()
    value, slope = compiled(A)
    compiled.save(kept, A)
    kept.seek(0)
    for x, y in zip(tg.load(kept)(A), (value, slope), strict=True):
        np.testing.assert_array_equal(x, y)
    if name in BY_NUMPY:
        with pytest.raises(tg.errors.TapegradError, match=BY_NUMPY[name]):
            tg.compile(FUNCTIONS[name]).tape_data(A)
        return
    tape, found = tg.compile(FUNCTIONS[name]).tape_data(A), np.empty_like(A)
    result = tg.nb.value_and_grad(tape, A, found, np.empty(tg.nb.work_size(tape)))
    np.testing.assert_allclose(found, slope, rtol=1e-11, atol=1e-13)
    np.testing.assert_allclose(result, 0)


def test_sizes():
    for n in (1, 2, 5, 40):
        a = np.random.default_rng(n).normal(size=(n, n)) + n * np.eye(n)
        for name in ("inv", "det", "slogdet", "cholesky", "eigh", "eigvalsh", "svd", "svdvals", "qr"):
            function, x = getattr(np.linalg, name), spd(a) if name in ("cholesky", "eigh", "eigvalsh") else a
            expected, found = function(x), tg.compile(function)(x)
            for ours, theirs in (
                zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
            ):
                np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
                own = name == "svd" or (n <= small_matrices.LARGEST and name in ("inv", "det", "slogdet"))
                if addresses._library() is addresses._numpys and not own:  # the same routine of the same library
                    np.testing.assert_array_equal(ours, theirs)
        right = np.ones((n, 2))
        found = tg.compile(lambda a, b: tg.linalg.solve_triangular(a, b, lower=True))(a, right)
        np.testing.assert_allclose(found, scipy.linalg.solve_triangular(a, right, lower=True), rtol=1e-10, atol=1e-12)


def test_a_library_that_lacks_a_routine(monkeypatch):
    """Python's forward is called instead."""
    a = A + 0.25
    plain(np.linalg.inv(tg.tensor(a)))  # from now on forward knows its own routines
    monkeypatch.setattr(addresses, "lapack", lambda name: None)
    found = tg.compile(lambda a: np.linalg.inv(a) * 3.0)(a)
    np.testing.assert_array_equal(found, np.linalg.inv(a) * 3.0)


def second_cofactors(a):
    """The Hessian of the determinant by minors."""
    n = len(a)
    found = np.zeros((n, n, n, n))
    for i, j, k, m in np.ndindex(found.shape):
        if i != k and j != m:
            minor = np.delete(np.delete(a, [i, k], 0), [j, m], 1)
            found[i, j, k, m] = (-1.0) ** (i + j + k - (k > i) + m - (m > j)) * np.linalg.det(minor)
    return found


def test_second_derivatives_of_determinants_of_singular_matrices():
    rng = np.random.default_rng(8)
    centred = rng.normal(size=(3, 3))
    centred -= centred.mean(axis=1, keepdims=True)
    for a in (np.arange(1.0, 10.0).reshape(3, 3), np.array([[1.0, 2.0], [2.0, 4.0]]), np.zeros((2, 2)), centred,
              rng.normal(size=(4, 3)) @ rng.normal(size=(3, 4)), np.diag([1e-13, 1.0, 2.0])):  # fmt: skip
        for hessian in (tg.hessian(np.linalg.det), tg.compile(tg.hessian(np.linalg.det))):
            np.testing.assert_allclose(hessian(a), second_cofactors(a), atol=1e-12)


@pytest.mark.parametrize("function", [np.linalg.det, np.linalg.slogdet, tg.linalg.lu])
def test_a_singular_matrix_of_a_stack_leaves_the_others_right(function):
    a = np.array([[[1.0, 1.0], [1.0, 1.0]], [[3.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]]])
    expected = scipy.linalg.lu if function is tg.linalg.lu else function

    def parts(result):
        return result if isinstance(result, tuple) else (result,)

    right = zip(*[parts(expected(one)) for one in a], strict=True)
    for x, y in zip(parts(function(tg.tensor(a))), right, strict=True):
        np.testing.assert_allclose(plain(x), np.stack(y), rtol=1e-14)


def test_a_singular_banded_matrix_of_a_stack_is_an_error():
    """Wherever it stands."""
    regular, singular = np.stack([np.full(3, 0.5), np.full(3, 3.0), np.full(3, 0.5)]), np.zeros((3, 3))
    for stack in ([singular, regular], [regular, singular], [regular, singular, regular]):
        with pytest.raises(np.linalg.LinAlgError):
            tg.linalg.solve_banded((1, 1), leaf(np.stack(stack)), np.ones(3)).numpy()

"""`tapegrad.scipy`: SciPy's namespace, whose functions take Tensors too. Truth is SciPy and differences of its values."""

from __future__ import annotations

import copy
import functools
import importlib
import pickle
import subprocess
import sys

import numpy as np
import pytest
import scipy
import scipy.sparse.linalg
import scipy.spatial

import tapegrad as tg
import tapegrad.scipy as sp
from tapegrad.errors import PlainDataError, TapegradError
from tapegrad.scipy import integrate, interpolate, linalg, ndimage, optimize, signal, special, stats
from tests.support import jacobian

X = np.array([0.4, 1.3, 2.2])
KNOTS, HEIGHTS = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, -0.5, 2.0])
PROGRAM = """
import scipy.linalg, scipy.signal, scipy.sparse.csgraph, scipy.stats
import tapegrad.scipy.stats.norm as norm
import tapegrad.scipy.stats.multivariate_normal as mvn
from tapegrad.scipy.special import gammaln, logsumexp
from tapegrad.scipy.sparse.linalg import spsolve
import tapegrad.scipy.sparse.csgraph as csgraph
import tapegrad.scipy.optimize as optimize
from tapegrad.scipy import signal, stats, linalg
from tapegrad.scipy.signal.windows import hann
import tapegrad.scipy.stats.qmc as qmc
assert hann is scipy.signal.windows.hann and signal.windows.hann is hann and linalg.lapack.dgesv is scipy.linalg.lapack.dgesv
assert qmc.Sobol is scipy.stats.qmc.Sobol and stats.distributions.norm is not None
assert isinstance(norm, scipy.stats.rv_continuous) and csgraph.dijkstra is scipy.sparse.csgraph.dijkstra
assert gammaln is scipy.special.gammaln and optimize.OptimizeResult is scipy.optimize.OptimizeResult
"""


MODULES = [
    "cluster",
    "constants",
    "differentiate",
    "fft",
    "fftpack",
    "integrate",
    "interpolate",
    "io",
    "linalg",
    "ndimage",
    "optimize",
    "signal",
    "sparse",
    "spatial",
    "special",
    "stats",
]


@pytest.mark.parametrize("name", [name for name in MODULES if name in scipy.__all__])
def test_every_public_name_is_there(name):
    theirs, ours = getattr(scipy, name), getattr(sp, name)
    assert not [n for n in dir(theirs) if not hasattr(ours, n)]
    assert ours is getattr(sp, name)
    with pytest.raises(AttributeError):
        ours.no_such_name  # noqa: B018


def test_imports_below_it_in_a_new_process():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=100)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tapegrad.scipy.no_such_module")


FUNCTIONS = {
    "logsumexp": lambda s, x: s.special.logsumexp(x),
    "softmax": lambda s, x: s.special.softmax(x).dot(x),
    "gammaln": lambda s, x: s.special.gammaln(x).sum(),
    "expm": lambda s, x: s.linalg.expm(np.outer(x, x)).sum(),
    "solve": lambda s, x: s.linalg.solve(np.outer(x, x) + np.eye(3), x).sum(),
    "norm.logpdf": lambda s, x: s.stats.norm.logpdf(x, 0.3, 2.0).sum(),
    "norm of a keyword": lambda s, x: s.stats.norm.logpdf(0.3, loc=x, scale=2.0).sum(),
    "frozen": lambda s, x: s.stats.gamma(2.0, scale=3.0).logpdf(x).sum(),
    "frozen with x": lambda s, x: s.stats.norm(x[0], x[1]).logpdf(0.2),
    "mvn": lambda s, x: s.stats.multivariate_normal(np.zeros(3), np.eye(3)).logpdf(x),
    "spline": lambda s, x: s.interpolate.CubicSpline(KNOTS, HEIGHTS)(x).sum(),
    "slope of a spline": lambda s, x: s.interpolate.CubicSpline(KNOTS, HEIGHTS).derivative()(x).sum(),
    "from_spline": lambda s, x: s.interpolate.PPoly.from_spline(s.interpolate.make_interp_spline(KNOTS, HEIGHTS, k=3))(x).sum(),
    "from_spline of heights": lambda s, x: s.interpolate.PPoly.from_spline(s.interpolate.make_interp_spline(KNOTS[:3], x, k=2))(0.7, 1),
    "pchip": lambda s, x: s.interpolate.PchipInterpolator(KNOTS, HEIGHTS)(x, 1).sum(),
    "interp1d": lambda s, x: s.interpolate.interp1d(KNOTS, HEIGHTS)(x).sum(),
    "grid": lambda s, x: s.interpolate.RegularGridInterpolator((KNOTS,), HEIGHTS)(x[:, None]).sum(),
    "interpolating spline": lambda s, x: s.interpolate.make_interp_spline(KNOTS, HEIGHTS, k=3)(x).sum(),
    "random numbers": lambda s, x: s.stats.norm.rvs(np.zeros(3), random_state=1) @ x,
    "windows": lambda s, x: s.signal.windows.hann(3).dot(x) if isinstance(x, np.ndarray) else (s.signal.windows.hann(3) * x).sum(),
    "convolve": lambda s, x: s.signal.convolve(x, KNOTS).dot(np.arange(6.0)),
    "filter": lambda s, x: s.ndimage.gaussian_filter(x, 1.0).dot(KNOTS[:3]),
    "trapezoid": lambda s, x: s.integrate.trapezoid(x, KNOTS[:3]),
    "dct": lambda s, x: s.fft.dct(x).dot(KNOTS[1:]),
    "rosen": lambda s, x: s.optimize.rosen(x),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_plain_in_plain_out_and_tensors_have_derivatives(name):
    f = functools.partial(FUNCTIONS[name], sp)
    want = FUNCTIONS[name](scipy, X)
    given = f(X)
    assert type(given) is type(want)
    assert np.array_equal(given, want)
    slope = jacobian(lambda x: FUNCTIONS[name](scipy, x.astype(float)), X, 2)
    np.testing.assert_allclose(tg.grad(f)(X), slope, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(tg.compile(tg.grad(f))(X), slope, rtol=1e-5, atol=1e-6)


# SciPy's linear algebra, where NumPy has a function of that name: as SciPy means it
LINEAR_ALGEBRA = {
    "cholesky": lambda s, a: s.linalg.cholesky(a @ a.T + np.eye(4)),
    "cholesky, lower": lambda s, a: s.linalg.cholesky(a @ a.T + np.eye(4), True),
    "cho_solve": lambda s, a: s.linalg.cho_solve((s.linalg.cholesky(a @ a.T + np.eye(4)), False), np.ones(4)),
    "det": lambda s, a: s.linalg.det(a[:3]),
    "eigh": lambda s, a: s.linalg.eigh(a @ a.T, eigvals_only=True),
    "eigh of two": lambda s, a: s.linalg.eigh(a @ a.T, np.diag([1.0, 2.0, 3.0, 4.0]))[0],
    "eigvalsh of two": lambda s, a: s.linalg.eigvalsh(a @ a.T, np.diag([1.0, 2.0, 3.0, 4.0])),
    "eigvals": lambda s, a: s.linalg.eigvals(np.diag([1.0, -2.0, 3.0])) + 0.0 * a[0, 0],
    "eig": lambda s, a: s.linalg.eig(a[:3] @ a[:3].T)[0],
    "inv": lambda s, a: s.linalg.inv(a[:3], False),
    "matmul_toeplitz of a list": lambda s, a: s.linalg.matmul_toeplitz([[1.0, 2.0], [1.0, 3.0]], a[0, :2]),
    "solve_toeplitz": lambda s, a: s.linalg.solve_toeplitz(([5.0, 1.0, 0.0], [5.0, 2.0, 1.0]), a[0]),
    "solve_toeplitz of a list": lambda s, a: s.linalg.solve_toeplitz([np.array([5.0, 1.0, 0.0]), np.array([5.0, 2.0, 1.0])], a[0]),
    "lstsq": lambda s, a: s.linalg.lstsq(a, np.arange(4.0))[1],
    "lstsq of two right sides": lambda s, a: s.linalg.lstsq(a, np.eye(4)[:, :2])[1],
    "norm": lambda s, a: s.linalg.norm(a),
    "pinv": lambda s, a: s.linalg.pinv(a * np.array([1.0, 1e-9, 0.0])),
    "pinv, cut": lambda s, a: s.linalg.pinv(a @ np.diag([1.0, 2e-16, 1.0])),
    "qr": lambda s, a: abs(s.linalg.qr(a)[0]),
    "qr, r": lambda s, a: abs(s.linalg.qr(a, mode="r")[0]),
    "qr, r of a stack": lambda s, a: abs(s.linalg.qr(a.reshape(2, 2, 3), mode="r")[0]),
    "qr by position": lambda s, a: abs(s.linalg.qr(a, False, None, "economic")[0]),
    "qr, pivoting": lambda s, a: abs(s.linalg.qr(a, pivoting=True)[1]),
    "qr, r and pivots": lambda s, a: s.linalg.qr(a, mode="r", pivoting=True)[1],
    "solve": lambda s, a: s.linalg.solve(a[:3], np.ones(3), assume_a="gen"),
    "svd": lambda s, a: s.linalg.svd(a, True, False),
    "svd, whole": lambda s, a: abs(s.linalg.svd(a)[0][:, :3]),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*lwork:DeprecationWarning")
@pytest.mark.sampled(99)
@pytest.mark.parametrize("name", LINEAR_ALGEBRA)
def test_linear_algebra_is_scipys(name):
    a = np.random.default_rng(4).normal(size=(4, 3))
    f = functools.partial(LINEAR_ALGEBRA[name], sp)
    try:
        want = np.asarray(LINEAR_ALGEBRA[name](scipy, a))
    except ValueError:
        pytest.skip("an older SciPy takes no stacks")
    for found in (f(a), f(tg.tensor(a)).numpy(), tg.compile(f)(a)):
        assert (np.shape(found), np.asarray(found).dtype) == (want.shape, want.dtype)
        np.testing.assert_allclose(found, want, rtol=1e-9, atol=1e-12)


def test_the_remedy_for_scipys_own_is_what_means_the_same():
    for f in (scipy.linalg.cholesky, scipy.linalg.qr, scipy.linalg.pinv):
        name = f"scipy.linalg.{f.__name__}"
        with pytest.raises(PlainDataError, match=f"{name}: .*Use tapegrad.{name}, which has derivatives"):
            f(tg.tensor(np.eye(3), requires_grad=True))
    with pytest.raises(PlainDataError, match=r"scipy.linalg.expm: .*Use tg.linalg.expm,"):
        scipy.linalg.expm(tg.tensor(np.eye(3), requires_grad=True))


CALLBACKS = {
    "quad": (lambda s, x: s.integrate.quad(lambda t: np.exp(-x[0] * t) * x[1], 0.0, 1.0)[0]),
    "brentq": (lambda s, x: s.optimize.brentq(lambda t: t * t - x[1], 0.0, 5.0)),
    "root": (lambda s, x: s.optimize.root(lambda y: y**3 - x, np.ones(3)).x.sum()),
    "args": (lambda s, x: s.optimize.newton(lambda t, a: t**3 - a, 1.0, args=(x[2],))),
    "within": (lambda s, x: s.integrate.quad(functools.partial(lambda a, t: (lambda u: a * u)(t), x[0]), 0.0, 2.0)[0]),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLBACKS)
def test_functions_that_refer_to_tensors(name):
    f = functools.partial(CALLBACKS[name], sp)
    assert np.isclose(f(X), CALLBACKS[name](scipy, X), rtol=1e-12)
    assert not isinstance(f(X), tg.Tensor)
    slope = jacobian(lambda x: CALLBACKS[name](scipy, x.astype(float)), X, 2)
    np.testing.assert_allclose(tg.grad(f)(X), slope, rtol=1e-4, atol=1e-6)
    x = tg.tensor(X, requires_grad=True)
    f(x).backward()
    np.testing.assert_allclose(x.grad.numpy(), slope, rtol=1e-4, atol=1e-6)


def test_optimizers_stay_scipys_on_plain_data():
    found = optimize.minimize(tg.value_and_grad(lambda v: np.sum((v - 1.0) ** 2)), np.zeros(3), jac=True)
    assert type(found) is scipy.optimize.OptimizeResult
    assert type(found.x) is np.ndarray
    found = optimize.minimize(tg.compile(tg.value_and_grad(lambda v: np.sum((v - 1.0) ** 2))), np.zeros(3), jac=True)
    assert type(found) is scipy.optimize.OptimizeResult
    parameters, _ = optimize.curve_fit(lambda t, a, b: a * np.exp(-b * t), X, 2.0 * np.exp(-0.5 * X), p0=[1.0, 1.0])
    np.testing.assert_allclose(parameters, [2.0, 0.5], rtol=1e-6)


def test_objects_are_what_scipys_are():
    spline = interpolate.CubicSpline(KNOTS, HEIGHTS)
    assert isinstance(spline, interpolate.CubicSpline)
    assert isinstance(spline, scipy.interpolate.CubicSpline)
    assert isinstance(spline, scipy.interpolate.PPoly)
    assert spline.c.shape == (4, 3)
    assert repr(spline).startswith("<scipy.interpolate")
    assert isinstance(scipy.interpolate.CubicSpline(KNOTS, HEIGHTS), interpolate.CubicSpline)
    assert isinstance(interpolate.CubicSpline(KNOTS, tg.tensor(HEIGHTS)), interpolate.CubicSpline)
    for other in (pickle.loads(pickle.dumps(spline)), copy.deepcopy(spline)):
        assert np.array_equal(other(X), spline(X))
    assert spline.antiderivative().integrate(0.0, 1.0) == scipy.interpolate.CubicSpline(
        KNOTS, HEIGHTS
    ).antiderivative().integrate(0.0, 1.0)
    assert isinstance(stats.norm, scipy.stats.rv_continuous)
    assert stats.norm.rvs(size=3, random_state=1).tolist() == scipy.stats.norm.rvs(size=3, random_state=1).tolist()
    assert stats.norm.fit(X) == scipy.stats.norm.fit(X)

    class Mine(interpolate.CubicSpline):
        pass

    assert isinstance(Mine(KNOTS, HEIGHTS), Mine)
    assert np.array_equal(Mine(KNOTS, HEIGHTS)(X), spline(X))
    assert not isinstance(spline, Mine)


def test_what_was_made_of_data_does_not_see_later_changes():
    heights = HEIGHTS.copy()
    spline = interpolate.CubicSpline(KNOTS, heights)
    want = spline(X)
    heights[:] = 0.0
    np.testing.assert_allclose(spline(tg.tensor(X)).numpy(), want, rtol=1e-12)


@pytest.mark.filterwarnings("ignore:Input data is complex")
def test_complex_windows_and_spacings_keep_their_imaginary_parts():
    x = np.linspace(0.0, 1.0, 8) + 1j * np.linspace(1.0, 0.0, 8) ** 2
    w = np.exp(1j * np.arange(8.0))
    for f in (
        lambda x: signal.periodogram(x, window=w)[1], lambda x: signal.stft(x, nperseg=8, window=w)[2],
        lambda x: signal.welch(x, window=w, nperseg=8)[1], lambda x: signal.csd(x, 2.0 * x, window=w, nperseg=8)[1],
        lambda x: np.gradient(x, w), lambda x: np.gradient(x, 2j),
    ):  # fmt: skip
        np.testing.assert_allclose(f(tg.tensor(x)), f(x), rtol=1e-10, atol=1e-12)


def _set(x, name, value):
    getattr(x, name)[...] = value


# objects, and what changes them without an assignment to an attribute
CHANGED = {
    "method": (lambda: interpolate.UnivariateSpline(np.arange(7.0), np.sin(np.arange(7.0))), lambda s: s.set_smoothing_factor(0), 1.3),
    "coefficients": (lambda: interpolate.CubicSpline(KNOTS, HEIGHTS), lambda s: _set(s, "c", 1.0), 1.3),
    "of a derivative": (lambda: interpolate.CubicSpline(KNOTS, HEIGHTS).derivative(), lambda s: _set(s, "c", 1.0), 1.3),
    "intervals": (lambda: interpolate.PPoly(np.ones((2, 1)), np.array([0.0, 1.0])), lambda p: p.extend(np.ones((2, 1)), np.array([2.0])), 1.3),
    "heights": (lambda: interpolate.interp1d(KNOTS, HEIGHTS.copy()), lambda f: _set(f, "y", 1.0), 1.3),
    "parameters": (lambda: stats.norm(loc=0.0, scale=1.0), lambda d: d.kwds.update(loc=2.0), 1.3),
    "means": (lambda: stats.multivariate_normal(np.zeros(2), np.eye(2)), lambda d: _set(d, "mean", 1.0), X[:2]),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::UserWarning")  # of the smoothing that is changed
@pytest.mark.sampled(99)
@pytest.mark.parametrize("name", CHANGED)
def test_objects_that_were_changed_in_place_refuse_tensors(name):
    make, change, point = CHANGED[name]
    made = make()
    call = made if callable(made) and not hasattr(made, "logpdf") else made.logpdf
    np.testing.assert_allclose(call(tg.tensor(point)), call(point), rtol=1e-12)
    if hasattr(made, "rvs"):
        made.rvs(random_state=1)  # which changes no numbers of its own
        call(tg.tensor(point))
    change(made)
    call(point)
    with pytest.raises(PlainDataError, match="numbers have changed"):
        call(tg.tensor(point))


def test_data_that_an_object_shares_with_its_maker():
    coefficients = np.arange(5.0) ** 2
    spline = interpolate.BSpline(np.arange(9.0), coefficients, 3)
    np.testing.assert_allclose(spline(tg.tensor(4.2)), spline(4.2))
    coefficients[:] = 7.0
    with pytest.raises(PlainDataError, match="Make a new one of the new numbers"):
        tg.grad(spline)(4.2)


def test_parameters_in_containers_of_closures():
    class Model:
        def __init__(self, a):
            self.parts = {"a": [0.0, 1.0, 2.0, 3.0, a]}

    def root(a):
        model = Model(a)
        return optimize.brentq(lambda x: x**3 - model.parts["a"][4], 0.0, 2.0)

    def integral(a):
        p = {"a": a}
        return integrate.quad(lambda x: x**2 * p["a"], 0.0, 2.0)[0]

    assert tg.grad(root)(0.7) == pytest.approx(1.0 / (3.0 * 0.7 ** (2.0 / 3.0)))
    assert tg.grad(integral)(0.7) == pytest.approx(8.0 / 3.0)


def test_a_changed_object_refuses_tensors():
    spline = interpolate.CubicSpline(KNOTS, HEIGHTS)
    spline.extrapolate = False
    assert np.isnan(spline(7.0))
    with pytest.raises(TapegradError):
        spline(tg.tensor(X, requires_grad=True))


def test_sparse_arrays_of_tensors_are_sparse_arrays():
    places = [0, 1], [0, 1]
    for data in (X[:2], tg.tensor(X[:2])):
        a = sp.sparse.csr_array((data, places), shape=(2, 2))
        kinds = (sp.sparse.csr_array, sp.sparse.csc_array, sp.sparse.coo_array)
        assert sp.sparse.issparse(a)
        assert [isinstance(a, kind) for kind in kinds] == [True, False, False]
        assert isinstance(a.tocsc(), sp.sparse.csc_array)
        assert not isinstance(a, interpolate.CubicSpline)
    assert not sp.sparse.issparse(tg.tensor(X))


def test_coefficients_of_a_spline_along_another_axis():
    c = np.arange(12.0).reshape(3, 4) ** 2
    theirs = interpolate.BSpline(np.arange(8.0), c, 3, axis=1)
    ours = interpolate.BSpline(np.arange(8.0), tg.tensor(c), 3, axis=1)
    np.testing.assert_array_equal(ours.c, theirs.c)
    np.testing.assert_allclose(ours(3.5), theirs(3.5))
    np.testing.assert_allclose(ours.derivative()(3.5), theirs.derivative()(3.5))


def test_sparse_arrays():
    a = sp.sparse.csr_array(np.diag([2.0, 3.0, 4.0]))
    assert type(a) is scipy.sparse.csr_array
    assert isinstance(a, sp.sparse.csr_array)
    x = tg.tensor(X, requires_grad=True)
    y = sp.sparse.linalg.spsolve(sp.sparse.coo_array((x, ([0, 1, 2], [0, 1, 2])), shape=(3, 3)).tocsc(), np.ones(3))
    y.sum().backward()
    np.testing.assert_allclose(y.detach().numpy(), 1 / X)
    np.testing.assert_allclose(x.grad.numpy(), -1 / X**2)
    assert type(sp.sparse.linalg.spsolve(scipy.sparse.csc_array(np.eye(3)), np.ones(3))) is np.ndarray


def test_what_scipy_alone_has_refuses_tensors():
    x = tg.tensor(X, requires_grad=True)
    for call in (
        lambda: stats.pearsonr(x, X),
        lambda: signal.find_peaks(x),
        lambda: linalg.dft(x[0]),
        lambda: ndimage.label(x),
    ):
        with pytest.raises((TapegradError, TypeError)):
            call()
    with pytest.raises(PlainDataError, match=r"gradient would be lost"):
        stats.zscore(x)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: scipy.spatial.distance.cdist(x[None], X[None]), r"tg\.spatial\.distance\.cdist"),
        (lambda x: scipy.sparse.csr_matrix((x, ([0, 1, 2], [0, 1, 2]))), r"tg\.sparse\.csr_array"),
        (lambda x: scipy.optimize.curve_fit(lambda t, a: a * t, X, x), r"tg\.optimize\.curve_fit"),
    ],
    ids=["cdist", "csr_matrix", "curve_fit"],
)
def test_what_is_refused_names_what_to_use(call, words):
    with pytest.raises(PlainDataError, match=words):
        call(tg.tensor(X, requires_grad=True))


@pytest.mark.parametrize("name", ["matmul_toeplitz", "solve_toeplitz"])
def test_a_list_that_is_no_array_is_refused_in_the_functions_name(name):
    with pytest.raises(TapegradError, match=f"^{name}: expected an array"):
        getattr(linalg, name)([[1.0], [1.0, 2.0]], tg.tensor(X, requires_grad=True))


def test_exceptions_and_constants_are_scipys_own():
    assert linalg.LinAlgError is np.linalg.LinAlgError
    assert sp.constants.c == scipy.constants.c
    assert special.gammaln is scipy.special.gammaln
    assert integrate.IntegrationWarning is scipy.integrate.IntegrationWarning
    assert sp.__version__ == scipy.__version__

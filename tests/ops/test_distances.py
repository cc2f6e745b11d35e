"""Distances: values are SciPy's, derivatives those of differences or closed forms."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.spatial.distance as theirs

import tapegrad as tg
from tapegrad.errors import ArgumentError, PlainDataError, ShapeError
from tapegrad.ops.spatial.distance.metrics import METRICS
from tapegrad.scipy import spatial

ours = tg.spatial.distance
A, B = (np.random.default_rng(seed).normal(size=shape) for seed, shape in ((0, (5, 3)), (1, (4, 3))))
WEIGHTS = np.array([0.5, 2.0, 0.0])
OPTIONS = [{}, {"w": WEIGHTS}, {"p": 3.0}, {"p": 1.5, "w": WEIGHTS}, {"V": WEIGHTS + 1.0}, {"VI": np.diag(WEIGHTS)}]
HAS = {"minkowski": ("p", "w"), "seuclidean": ("V",), "mahalanobis": ("VI",)}
CASES = [(m, k) for m in METRICS for k in OPTIONS if set(k) <= set(HAS.get(m, ("w",)))]
each_case = pytest.mark.parametrize(
    ("metric", "options"), CASES, ids=lambda x: x if isinstance(x, str) else "-".join(x)
)


def slopes(f, x, h=1e-6):
    """Differences of a function of an array that returns a number."""
    units = np.eye(x.size).reshape(x.size, *x.shape)
    return np.array([(f(x + h * e) - f(x - h * e)) / (2 * h) for e in units]).reshape(x.shape)


@each_case
def test_tables(metric, options):
    seed = np.linspace(0.5, 1.5, 20).reshape(5, 4)
    f = {own: (lambda a, own=own: (own.cdist(a, B, metric, **options) * seed).sum()) for own in (ours, theirs)}
    np.testing.assert_allclose(
        ours.cdist(tg.tensor(A), B, metric, **options).numpy(), theirs.cdist(A, B, metric, **options), 1e-12, 1e-15
    )
    np.testing.assert_allclose(tg.grad(f[ours])(A), slopes(f[theirs], A), rtol=1e-6, atol=1e-8)
    g = {
        own: (lambda a, own=own: (own.pdist(a, metric, **options) * seed.ravel()[:10]).sum()) for own in (ours, theirs)
    }
    np.testing.assert_allclose(
        ours.pdist(tg.tensor(A), metric, **options).numpy(), theirs.pdist(A, metric, **options), 1e-12, 1e-15
    )
    np.testing.assert_allclose(tg.grad(g[ours])(A), slopes(g[theirs], A), rtol=1e-6, atol=1e-8)


@each_case
def test_two_vectors(metric, options):
    options = options or {"seuclidean": {"V": WEIGHTS + 0.5}, "mahalanobis": {"VI": np.eye(3)}}.get(metric, {})
    own, scipys = getattr(ours, metric), getattr(theirs, metric)
    value, slope = tg.value_and_grad(lambda u: own(u, B[0], **options))(A[0])
    np.testing.assert_allclose(value, scipys(A[0], B[0], **options), rtol=1e-12)
    np.testing.assert_allclose(slope, slopes(lambda u: scipys(u, B[0], **options), A[0]), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("metric", [m for m in METRICS if m not in ("cosine", "correlation")])
def test_no_derivative_is_nan_where_rows_are_equal(metric):
    x = np.array([[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]])
    options = {"seuclidean": {"V": np.ones(3)}, "mahalanobis": {"VI": np.eye(3)}}.get(metric, {})
    f = lambda x: spatial.distance.pdist(x, metric, **options).sum()  # noqa: E731
    assert not tg.grad(f)(x).any()
    assert not tg.compile(tg.grad(f))(x).any()
    assert np.isfinite(tg.hessian(f)(x)).all()


def test_weights_and_covariances_have_derivatives():
    f = lambda w: theirs.cdist(A, B, "minkowski", p=3, w=w).sum()  # noqa: E731
    w = WEIGHTS + 0.5
    found = tg.grad(lambda w: ours.cdist(A, B, "minkowski", p=3, w=w).sum())(w)
    np.testing.assert_allclose(found, slopes(f, w), rtol=1e-6)


def test_squareform_there_and_back():
    d = theirs.pdist(A)
    x = tg.tensor(d, requires_grad=True)
    square = spatial.distance.squareform(x)
    np.testing.assert_array_equal(square.detach().numpy(), theirs.squareform(d))
    spatial.distance.squareform(square).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.ones(10))
    assert ours.squareform(tg.tensor(np.zeros(0))).shape == theirs.squareform(np.zeros(0)).shape
    with pytest.raises(ArgumentError, match="symmetric"):
        ours.squareform(tg.tensor(A[:3], requires_grad=True))
    with pytest.raises(ShapeError, match="distances, got 5"):
        ours.squareform(tg.tensor(np.zeros(5), requires_grad=True))


def test_plain_data_and_other_metrics_are_scipys():
    assert type(spatial.distance.cdist(A, B)) is np.ndarray
    np.testing.assert_array_equal(ours.cdist(tg.tensor(A), B, "hamming").numpy(), np.ones((5, 4)))
    x = tg.tensor(A, requires_grad=True)
    np.testing.assert_array_equal(ours.cdist(x, B, theirs.cityblock).detach(), ours.cdist(x, B, "cityblock").detach())
    with pytest.raises(ArgumentError, match=r"got 'hamming'.*tg\.array"):
        ours.cdist(x, B, "hamming")
    with pytest.raises(ArgumentError, match="not negative"):
        ours.pdist(x, w=-WEIGHTS)
    with pytest.raises(ShapeError, match="rows of one length"):
        ours.cdist(x, B[:, :2])
    with pytest.raises(PlainDataError, match=r"tg\.spatial\.distance\.cdist"):
        theirs.cdist(x, B)

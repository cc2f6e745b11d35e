"""Distances of two vectors.

Each formula reduces the last axis, and arrays broadcast over the others: so the tables of distances use it too.
The derivative of a distance that has a kink at equal vectors is 0 there.

Tests: tests/ops/test_distances.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Samples
from tapegrad.ops.elementwise_ops import absolute, square, where
from tapegrad.ops.linalg.norms import norm
from tapegrad.ops.products import matmul
from tapegrad.ops.reductions import max_, mean, sum_
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import AnyArray, Tensor, runtime

KINKS = "0 where vectors are equal, and where numbers within the sum are"


def real(x: Any, name: str) -> Any:
    """Return floating-point numbers as a Tensor."""
    x = runtime.as_tensor(x, name)
    return x if x.dtype.kind == "f" else x.astype(np.float64)


def _sum(x: AnyArray, w: Any) -> Any:
    return sum_(x if w is None else x * w, -1)


def _root(x: AnyArray, order: float = 2) -> Any:
    """Return a root whose derivatives at 0 are 0."""
    return where(x == 0.0, 0.0, x ** (1.0 / order))


def _minkowski(u: AnyArray, v: AnyArray, p: float = 2, w: Any = None) -> Any:
    if not p > 0:
        raise ArgumentError(f"minkowski: expected p greater than 0, got {p}.")
    if p == np.inf:
        return _chebyshev(u, v, w)
    return norm(u - v, p, -1) if w is None else _root(_sum(absolute(u - v) ** p, w), p)


def _sqeuclidean(u: AnyArray, v: AnyArray, w: Any = None) -> Any:
    return _sum(square(u - v), w)


def _chebyshev(u: AnyArray, v: AnyArray, w: Any = None) -> Any:
    apart = absolute(u - v)
    return max_(apart if w is None else where(w > 0.0, apart, 0.0), -1)


def _cosine(u: AnyArray, v: AnyArray, w: Any = None) -> Any:
    """Return half the squared distance of unit vectors, which rounding does not make negative."""

    def unit(x: AnyArray) -> Any:
        length = sum_(square(x) if w is None else square(x) * w, -1, keepdims=True)
        return x / length**0.5

    return _sum(square(unit(u) - unit(v)), w) * 0.5


def _correlation(u: AnyArray, v: AnyArray, w: Any = None, centered: bool = True) -> Any:
    def shifted(x: AnyArray) -> Any:
        return x - (mean(x, -1, keepdims=True) if w is None else sum_(x * w, -1, keepdims=True) / sum_(w))

    return _cosine(shifted(u), shifted(v), w) if centered else _cosine(u, v, w)


def _canberra(u: AnyArray, v: AnyArray, w: Any = None) -> Any:
    both = absolute(u) + absolute(v)
    return _sum(where(both == 0.0, 0.0, absolute(u - v) / both), w)


def _braycurtis(u: AnyArray, v: AnyArray, w: Any = None) -> Any:
    return _sum(absolute(u - v), w) / _sum(absolute(u + v), w)


def _seuclidean(u: AnyArray, v: AnyArray, V: Any) -> Any:
    return _root(sum_(square(u - v) / V, -1))


def _mahalanobis(u: AnyArray, v: AnyArray, VI: Any) -> Any:
    return _root(sum_(matmul(u - v, VI) * (u - v), -1))


METRICS: dict[str, Callable[..., Any]] = {
    "braycurtis": _braycurtis, "canberra": _canberra, "chebyshev": _chebyshev,
    "cityblock": lambda u, v, w=None: _sum(absolute(u - v), w), "correlation": _correlation, "cosine": _cosine,
    "euclidean": lambda u, v, w=None: _minkowski(u, v, 2, w), "mahalanobis": _mahalanobis, "minkowski": _minkowski,
    "seuclidean": _seuclidean, "sqeuclidean": _sqeuclidean,
}  # fmt: skip

_DOUBLE = ["braycurtis", "canberra", "seuclidean"]  # in which SciPy computes with float64
_NORMS_ARE_DOUBLE = np.lib.NumpyVersion(scipy.__version__) < "1.18.0"
if _NORMS_ARE_DOUBLE:
    _DOUBLE.append("euclidean")


def distance(name: str, u: Any, v: Any, **options: Any) -> Any:
    """Return the distance of vectors along the last axis, with those options that are not None as arrays.

    Raises
    ------
    ArgumentError
        If weights are negative.
    """
    for option in ("w", "V", "VI"):
        if options.get(option) is not None:
            options[option] = real(options[option], name)
    w = options.get("w")
    if w is not None and not np.all(w.detach() >= 0.0):
        raise ArgumentError(f"{name}: expected weights w that are not negative, got others.")
    return METRICS[name](u, v, **options)


def _of_vectors(name: str, u: Any, v: Any, **options: Any) -> Any:
    u, v = real(u, name), real(v, name)
    if name in _DOUBLE or (_NORMS_ARE_DOUBLE and options.get("p") == 2):
        u, v = u.astype(np.float64, copy=False), v.astype(np.float64, copy=False)
    if len(u.shape) != 1 or u.shape != v.shape:
        raise ShapeError(f"{name}: expected two vectors of one length, got shapes {u.shape} and {v.shape}. Use cdist.")
    return distance(name, u, v, **options)


def _samples(*options: dict[str, Any]) -> Samples:
    return lambda rng: [((rng.uniform(0.5, 1.5, 3), rng.uniform(-3.0, -0.1, 3)), keywords) for keywords in options]


def _entered(*options: dict[str, Any], kinks: str = KINKS) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        reference = doubled(scipys("scipy.spatial.distance", function.__name__))
        return composite(reference, _samples(*options), takes_complex=False, kinks=kinks)(function)

    return enter


_WEIGHTS = {"w": np.array([0.5, 2.0, 1.0])}
_INVERSE = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.25], [0.0, 0.25, 3.0]])


@_entered({}, _WEIGHTS)
def braycurtis(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return the distance of Bray and Curtis: the sum of `abs(u - v)` over the sum of `abs(u + v)`."""
    return _of_vectors("braycurtis", u, v, w=w)


@_entered({}, _WEIGHTS)
def canberra(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return the Canberra distance: the sum of `abs(u - v) / (abs(u) + abs(v))`, in which 0 / 0 is 0."""
    return _of_vectors("canberra", u, v, w=w)


@_entered({}, _WEIGHTS)
def chebyshev(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return the largest of `abs(u - v)`, among those whose weight is not 0."""
    return _of_vectors("chebyshev", u, v, w=w)


@_entered({}, _WEIGHTS)
def cityblock(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return the sum of `abs(u - v)`."""
    return _of_vectors("cityblock", u, v, w=w)


@_entered({}, {**_WEIGHTS, "centered": False}, kinks="")
def correlation(u: Tensor, v: Any, w: Any = None, centered: bool = True) -> Tensor:
    """Return 1 minus the correlation coefficient of two vectors."""
    return _of_vectors("correlation", u, v, w=w, centered=centered)


@_entered({}, _WEIGHTS, kinks="")
def cosine(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return 1 minus the cosine of the angle between two vectors."""
    return _of_vectors("cosine", u, v, w=w)


@_entered({}, _WEIGHTS)
def euclidean(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return the Euclidean distance. Its derivative is 0 where the vectors are equal."""
    return _of_vectors("euclidean", u, v, w=w)


@_entered({"VI": _INVERSE})
def mahalanobis(u: Tensor, v: Any, VI: Any) -> Tensor:
    """Return the distance of Mahalanobis, with the inverse `VI` of a covariance matrix."""
    return _of_vectors("mahalanobis", u, v, VI=VI)


@_entered({}, {"p": 3.0}, {"p": 1.5, **_WEIGHTS}, {"p": np.inf})
def minkowski(u: Tensor, v: Any, p: float = 2, w: Any = None) -> Tensor:
    """Return the sum of `w * abs(u - v) ** p`, to the power of `1 / p`."""
    return _of_vectors("minkowski", u, v, p=p, w=w)


@_entered({"V": np.array([0.5, 2.0, 1.0])})
def seuclidean(u: Tensor, v: Any, V: Any) -> Tensor:
    """Return the Euclidean distance of vectors whose components have the variances `V`."""
    return _of_vectors("seuclidean", u, v, V=V)


@_entered({}, _WEIGHTS, kinks="")
def sqeuclidean(u: Tensor, v: Any, w: Any = None) -> Tensor:
    """Return the sum of `w * (u - v) ** 2`."""
    return _of_vectors("sqeuclidean", u, v, w=w)

"""Distances of all pairs of rows, and distance matrices as vectors of their upper triangles.

Tests: tests/ops/test_distances.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError
from tapegrad.ops.composites import composite
from tapegrad.ops.elementwise_ops import where
from tapegrad.ops.linalg.inverses import inv
from tapegrad.ops.numpy.statistics import cov
from tapegrad.ops.reductions import var
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.runtime import Tensor, runtime
from tapegrad.ops.shape_ops import concatenate, reshape, transpose
from tapegrad.ops.spatial.distance.metrics import KINKS, METRICS, distance, real


def _rows(x: Any, name: str) -> Any:
    x = real(x, name).astype(np.float64, copy=False)  # as SciPy has it
    if len(x.shape) != 2:
        raise ShapeError(f"{name}: expected a matrix with a point in each row, got shape {x.shape}.")
    return x


def _distances(name: str, u: Any, v: Any, metric: Any, options: dict[str, Any], *points: Any) -> Any:
    """Return distances along the last axis, whose default parameters follow from the points."""
    which = metric.lower() if isinstance(metric, str) else getattr(metric, "__name__", "")
    if which not in METRICS:
        raise ArgumentError(
            f"{name}: expected one of the metrics {', '.join(METRICS)}, got {metric!r}. Use tg.array of a list of the "
            "distances of pairs."
        )
    options = {option: value for option, value in options.items() if value is not None}
    if which == "seuclidean" and "V" not in options:
        options["V"] = var(concatenate(points), 0, ddof=1)
    if which == "mahalanobis" and "VI" not in options:
        if sum(x.shape[0] for x in points) <= u.shape[-1]:
            raise ArgumentError(f"{name}: expected more points than dimensions for a covariance matrix. Pass VI.")
        VI = inv(reshape(cov(transpose(concatenate(points))), (u.shape[-1], u.shape[-1])))
        options["VI"] = transpose(VI)
    return distance(which, u, v, **options)


@composite(
    doubled(scipys("scipy.spatial.distance", "cdist")),
    lambda rng: [
        ((rng.normal(size=(2, 3)), rng.normal(size=(4, 3))), {"metric": metric}) for metric in ("euclidean", "cosine")
    ],
    takes_complex=False, kinks=KINKS,
)  # fmt: skip
def cdist(XA: Tensor, XB: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any) -> Tensor:
    """Return the distances of each row of one matrix and each row of another one.

    The derivative of a Euclidean distance is 0 where the rows are equal.

    Parameters
    ----------
    XA, XB : array_like
        Matrices with as many columns.
    metric : str, optional
        The name of a distance of real vectors in this module, or the function.
    p, w, V, VI : optional
        The parameters of the metric. `V` and `VI` follow by default from the rows.

    Returns
    -------
    Tensor
        A row for each of `XA`, a column for each of `XB`, in double precision.

    Raises
    ------
    ArgumentError
        For another metric, of Tensors that are more than plain data.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> corners = np.array([[0.0, 0.0], [3.0, 4.0]])
    >>> print(tg.grad(lambda x: tg.spatial.distance.cdist(x, corners).sum())(corners))
    [[-0.6 -0.8]
     [ 0.6  0.8]]
    """
    a, b = _rows(XA, "cdist"), _rows(XB, "cdist")
    if a.shape[1] != b.shape[1]:
        raise ShapeError(f"cdist: expected rows of one length, got shapes {a.shape} and {b.shape}.")
    return _distances("cdist", a[:, None], b[None], metric, kwargs, a, b)


@composite(
    doubled(scipys("scipy.spatial.distance", "pdist")),
    lambda rng: [((rng.normal(size=(4, 3)),), {"metric": metric}) for metric in ("euclidean", "seuclidean")],
    takes_complex=False, kinks=KINKS,
)  # fmt: skip
def pdist(X: Tensor, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any) -> Tensor:
    """Return the distances of all pairs of rows of a matrix, as a vector: metrics and parameters are those of `cdist`.

    The derivative of a Euclidean distance is 0 where the rows are equal.
    """
    x = _rows(X, "pdist")
    i, j = np.triu_indices(x.shape[0], 1)
    return _distances("pdist", x[i], x[j], metric, kwargs, x)


@composite(
    doubled(scipys("scipy.spatial.distance", "squareform")),
    lambda rng: [((rng.normal(size=6),), {}), ((rng.normal(size=(3, 3)),), {"checks": False})],
)
def squareform(X: Tensor, force: str = "no", checks: bool = True) -> Tensor:
    """Return a vector of distances as a symmetric matrix, or the upper triangle of such a matrix as a vector."""
    shape, forced = X.shape, force.lower()
    if (
        len(shape) not in (1, 2)
        or (forced == "tomatrix" and len(shape) != 1)
        or (forced == "tovector" and len(shape) != 2)
    ):
        raise ShapeError(
            f"squareform: expected a vector or a square matrix, as force={force!r} says, got shape {shape}."
        )
    if len(shape) == 1:
        if not shape[0]:
            return runtime.as_tensor(np.zeros((1, 1), X.dtype))
        n = int(np.ceil(np.sqrt(shape[0] * 2)))
        if n * (n - 1) != 2 * shape[0]:
            raise ShapeError(f"squareform: expected n * (n - 1) / 2 distances, got {shape[0]}.")
        upper = np.triu_indices(n, 1)
        places = np.zeros((n, n), int)
        places[upper] = np.arange(shape[0])
        square: Any = where(np.eye(n, dtype=bool), 0, X[places + places.T])
        return square
    if shape[0] != shape[1]:
        raise ShapeError(f"squareform: expected a square matrix, got shape {shape}.")
    if checks and not (np.all(X.detach() == X.detach().T) and np.all(np.diag(X.detach()) == 0)):
        raise ArgumentError("squareform: expected a symmetric matrix with zeros on its diagonal. Pass checks=False.")
    triangle: Tensor = X[np.triu_indices(shape[0], 1)]
    return triangle

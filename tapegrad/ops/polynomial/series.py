"""Values of series in powers and in orthogonal polynomials, with the lowest degree first, as `numpy.polynomial` has them.

NumPy's own functions are plain Python and take Tensors as points already, but no Tensors as coefficients.
The polynomials follow from the two before by their recurrences (NIST Digital Library of Mathematical Functions, 18.9).

Tests: tests/trace_cache/test_records.py, tests/tensor/test_views_of_functions.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial

from tapegrad.ops.composites import composite
from tapegrad.ops.runtime import AnyArray, runtime
from tapegrad.ops.shape_ops import reshape

# next(x, k, p, q): the polynomial of degree k + 1, from those of degrees k and k - 1; for k = 0 the latter is 0
_Next = Callable[[Any, int, Any, Any], Any]


def _samples(rng: np.random.Generator) -> list[Any]:
    return [
        ((rng.uniform(-1.0, 1.0, (2, 3)), rng.normal(size=4)), {}), ((rng.uniform(-1.0, 1.0, 2), rng.normal(size=(3, 2))), {}),
        ((rng.uniform(-1.0, 1.0, 2), rng.normal(size=(3, 2))), {"tensor": False}), ((rng.normal(size=2), [2]), {}),
    ]  # fmt: skip


def _series(numpys: Any, following: _Next, summary: str) -> Callable[..., Any]:
    def reference(*args: Any, **keywords: Any) -> Any:
        return numpys(*args, **keywords)  # which NumPy does not dispatch

    def values(x: Any, c: AnyArray, tensor: bool = True) -> Any:
        x, c = runtime.as_tensor(x), runtime.as_tensor(c)
        c = c if c.shape else reshape(c, (1,))
        if c.dtype.kind not in "fc":
            c = c.astype(np.float64)
        if tensor:
            c = reshape(c, c.shape + (1,) * len(x.shape))
        before, here = 0.0, x * 0.0 + 1.0
        total = c[0] * here
        for k in range(1, c.shape[0]):
            before, here = here, following(x, k - 1, here, before)
            total = total + c[k] * here
        return total

    values.__name__ = numpys.__name__
    values.__doc__ = f"{summary}\n\n    With `tensor`, every column of coefficients meets all points."
    return composite(reference, _samples, of_array=False)(values)


polyval = _series(polynomial.polyval, lambda x, k, p, q: x * p, "Return values of a series in powers.")
chebval = _series(
    chebyshev.chebval, lambda x, k, p, q: 2.0 * x * p - q if k else x, "Return values of a Chebyshev series."
)
legval = _series(
    legendre.legval, lambda x, k, p, q: ((2 * k + 1) * x * p - k * q) / (k + 1.0), "Return values of a Legendre series."
)
hermval = _series(
    hermite.hermval, lambda x, k, p, q: 2.0 * (x * p - k * q), "Return values of a series in the physicists' Hermite polynomials."
)  # fmt: skip
hermeval = _series(
    hermite_e.hermeval, lambda x, k, p, q: x * p - k * q, "Return values of a series in the probabilists' Hermite polynomials."
)  # fmt: skip
lagval = _series(
    laguerre.lagval, lambda x, k, p, q: ((2 * k + 1 - x) * p - k * q) / (k + 1.0), "Return values of a Laguerre series."
)  # fmt: skip

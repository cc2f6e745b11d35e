"""Reductions of arrays without elements: what NumPy gives, in every executor and with gradients, or refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapegradError
from tests.support import leaf, plain

SHAPES = [(0,), (0, 3), (3, 0), (2, 0, 3), (0, 0)]
ORDERS = (None, 2, 1, 0, 3, np.inf, -np.inf)
FUNCTIONS: dict[str, Any] = {
    **{f.__name__: f for f in (np.median, np.nanmedian, np.mean, np.nanmean, np.nanvar, np.nanstd, np.nansum, np.nanprod, np.max, np.nanmin)},
    "quantile": lambda x, **k: np.quantile(x, 0.3, **k), "quantiles": lambda x, **k: np.quantile(x, [0.3, 0.5], **k),
    "nanquantile": lambda x, **k: np.nanquantile(x, 0.3, **k), "nanpercentiles": lambda x, **k: np.nanpercentile(x, [30.0, 50.0], **k),
    **{f"norm, {order}": lambda x, order=order, **k: np.linalg.norm(x, order, **k) for order in (*ORDERS, "fro", "nuc", -2)},
    **{f"vector_norm, {order}": lambda x, order=order, **k: np.linalg.vector_norm(x, ord=order, **k) for order in ORDERS},
}  # fmt: skip
FUNCTIONS = {name.replace("amax", "max"): f for name, f in FUNCTIONS.items()}
KEYWORDS: list[dict[str, Any]] = [
    {},
    {"axis": 0},
    {"axis": 1},
    {"axis": -1, "keepdims": True},
    {"keepdims": True},
    {"axis": (0, 1)},
]


def outcome(f: Any, *args: Any, **keywords: Any) -> Any:
    """The value, shape and dtype, or the error."""
    try:
        found = f(*args, **keywords)
    except Exception as error:
        return error
    found = plain(found) if isinstance(found, tg.Tensor) else np.asarray(found)
    return found.tolist(), found.shape, found.dtype


OLD = np.lib.NumpyVersion(np.__version__) < "2.3.0"  # refuses the largest of nothing


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name):
    f = FUNCTIONS[name]
    for shape in SHAPES:
        for keywords in KEYWORDS:
            for dtype in (np.float64, np.float32, np.int64):
                x = np.zeros(shape, dtype)
                wanted = outcome(f, x, **keywords)
                if OLD and "norm" in name and isinstance(wanted, Exception):
                    continue
                for found in (
                    outcome(f, tg.tensor(x), **keywords),
                    outcome(tg.compile(lambda x, k=keywords: f(x, **k)), x),
                ):
                    if isinstance(wanted, Exception):
                        assert isinstance(found, TapegradError), (shape, keywords, dtype, wanted, found)
                    else:
                        assert repr(found) == repr(wanted), (shape, keywords, dtype)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ["median", "nanmedian", "nanquantile", "vector_norm, 2"])
def test_gradients_are_empty(name):
    f = FUNCTIONS[name]
    for shape in SHAPES:
        x = leaf(np.zeros(shape))
        f(x).backward()
        assert x.grad.shape == shape
        assert tg.compile(tg.grad(f))(np.zeros(shape)).shape == shape


@pytest.mark.parametrize("method", ["linear", "hazen", "weibull", "median_unbiased", "midpoint", "inverted_cdf"])
def test_a_quantile_at_an_element_is_that_element_beside_infinity(method):
    """NumPy's is NaN for most methods, and its versions differ: by the definition, the share of the infinity is 0."""
    for x, q, wanted in (([0.0, 1.0, np.inf], 0.5, 1.0), ([-np.inf, 1.0, 2.0], 0.5, 1.0), ([1.0, np.inf], 1.0, np.inf)):
        assert np.quantile(tg.tensor(x), q, method=method).item() == wanted
        assert tg.compile(lambda x, q=q: np.quantile(x, q, method=method))(np.array(x)) == wanted

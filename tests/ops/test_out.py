"""`out=` by position, by name and in a tuple: what NumPy writes there, a Tensor gets."""

import operator

import numpy as np
import pytest

import tapegrad as tg

X = np.abs(np.random.default_rng(0).normal(size=(3, 3))) + 0.5
ALONG = "sum prod mean std var nansum nanprod nanmean nanstd nanvar cumsum cumprod nancumsum nancumprod"
ARGUMENTS = {
    **dict.fromkeys(ALONG.split(), (X, 0, None)),
    **dict.fromkeys(["max", "min", "ptp", "median", "nanmax", "nanmin", "nanmedian", "argmax", "argmin", "any", "all"], (X, 0)),
    **dict.fromkeys(["percentile", "quantile", "nanpercentile", "nanquantile"], (X, 0.3, 0)),
    **dict.fromkeys(["dot", "outer", "matmul", "vecdot", "add", "fmax", "hypot", "logaddexp2", "nextafter", "less", "divmod", "heaviside"], (X, X)),
    **dict.fromkeys(["sin", "fix", "deg2rad", "isposinf", "modf", "frexp"], (X,)),
    **dict.fromkeys(["concatenate", "stack"], ([X, X], 0)),
    "clip": (X, 0.6, 0.9), "round": (X, 1), "trace": (X, 0, 0, 1, None), "take": (X, [0, 2], 0), "power": (X, 2),
    "compress": ([True, False, True], X, 0), "choose": ([0, 1, 0], [X[0], X[1]]), "einsum": ("ij,jk", X, X),
    "linalg.multi_dot": ([X, X],),
}  # fmt: skip


def lifted(x):
    return [lifted(part) for part in x] if isinstance(x, list) else tg.tensor(x) if isinstance(x, np.ndarray) else x


@pytest.mark.parametrize("name", ARGUMENTS)
def test_results_are_written_where_numpy_writes_them(name):
    function, arguments = operator.attrgetter(name)(np), ARGUMENTS[name]
    plain = function(*arguments)
    several = isinstance(plain, tuple)
    taken = 0
    for way in ("position", "name", "tuple"):
        targets = [np.zeros_like(part) for part in (plain if several else (plain,))]
        own = [tg.tensor(target) for target in targets]

        def call(given, places, way=way):
            if way == "position":
                return function(*given, *places)
            return function(*given, out=tuple(places) if several or way == "tuple" else places[0])

        try:
            call(arguments, targets)
        except (AttributeError, TypeError, ValueError):
            continue  # not every function of NumPy's takes it so
        if np.shape(plain) and not several and not np.array_equal(targets[0], plain):
            continue  # by position this is another argument
        taken += 1
        found = call(lifted(list(arguments)), own)
        for result, place, target in zip(found if several else (found,), own, targets, strict=True):
            assert result is place
            assert place.dtype == target.dtype
            np.testing.assert_allclose(place.numpy(), target, rtol=1e-14)
    assert taken

"""A call that is found along a path gives what it gives when it is made: other data give other results.

A function may compute on the way, of what it is given: a result of another run, or of an op that is computed at once. Such numbers
are no part of the key of its call, and so the call is not found again.
"""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
import scipy.linalg

import tapegrad as tg
from tapegrad.ops import complete
from tapegrad.ops.composites import composites

MODULES = ("linalg", "signal", "numpy", "fft", "special", "integrate", "interpolate", "ndimage", "stats")
FACTORS = (1.0, 1.001, 0.998, 1.003)
MODES = {"data": contextlib.nullcontext, "leaves": contextlib.nullcontext, "no_grad": tg.no_grad}


def given(x, factor, requires_grad):
    if isinstance(x, np.ndarray) and x.dtype.kind in "fc":
        return tg.tensor(x * factor, requires_grad=requires_grad)
    if isinstance(x, list | tuple) and not hasattr(x, "_fields"):
        return type(x)([given(part, factor, requires_grad) for part in x])
    return x


def tensors(x):
    if isinstance(x, tg.Tensor):
        yield x.detach().numpy().copy()
    elif isinstance(x, list | tuple):
        for part in x:
            yield from tensors(part)


def results(function, args, keywords, mode):
    with MODES[mode]():
        return [list(tensors(function(*given(args, f, mode != "data"), **keywords))) for f in FACTORS]


def check(entry, function, mode):
    for args, keywords in entry.samples(np.random.default_rng(0))[:4]:
        try:
            found = results(function, args, keywords, mode)
        except Exception:  # other data are outside of the domain
            continue
        for one, other in zip(found, results(entry.function, args, keywords, mode), strict=True):
            for x, y in zip(one, other, strict=True):
                np.testing.assert_allclose(x, y, rtol=1e-7, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("module", MODULES)
def test_every_function_of_other_data(module, mode):
    """As users find it, beside the function itself, which is on no path."""
    complete(module)
    with np.errstate(all="ignore"):
        for entry in [entry for entry in composites.values() if entry.namespace == module]:
            function = getattr(tg if module == "numpy" else getattr(tg, module), entry.name, None)
            if function is not None:
                check(entry, function, mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda a: tg.linalg.fractional_matrix_power(a, 1.5), lambda a: scipy.linalg.fractional_matrix_power(a, 1.5)),
        (lambda a: tg.linalg.cholesky_banded(a[:2]), lambda a: scipy.linalg.cholesky_banded(a[:2])),
        (tg.linalg.matrix_norm, np.linalg.norm),
        (np.linalg.norm, np.linalg.norm),
        (tg.linalg.sinm, scipy.linalg.sinm),
        (lambda a: tg.linalg.expm_frechet(a, a)[0], scipy.linalg.expm),
    ],
)
def test_what_is_computed_on_the_way(function, expected, mode):
    rng = np.random.default_rng(5)
    for _ in range(5):
        a = np.eye(3) * 2.0 + rng.uniform(0.0, 0.3, (3, 3))
        a[1] = 2.0 + rng.uniform(0.0, 0.3, 3)
        with MODES[mode]():
            found = function(tg.tensor(a, requires_grad=mode != "data")).detach().numpy()
        np.testing.assert_allclose(found, expected(a), rtol=1e-9)

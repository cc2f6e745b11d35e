"""What SciPy and NumPy refuse as an option, tapegrad refuses: every option of every function, with values of every kind."""

from __future__ import annotations

import importlib
import inspect
import warnings

import numpy as np
import pytest
import scipy

import tapegrad as tg
from tapegrad.errors import ArgumentError, TapegradError
from tapegrad.ops import complete
from tapegrad.ops.composites import composites
from tests.support import leaf

MODULES = ("fft", "integrate", "linalg", "ndimage", "signal", "special")
VALUES = ("nonsense", -7, 0, 3, 2.5, -0.5, None, float("nan"), [1], (0, 0), (1, 2, 3), {})
# what only allows or chooses a way to compute changes nothing, and is not looked at
FREE = {"overwrite_a", "overwrite_b", "overwrite_ab", "overwrite_c", "check_finite", "lapack_driver", "lwork", "workers", "plan", "out", "output", "plot", "hermitian"}  # fmt: skip
MORE = {
    "logsumexp axis": "axes may be a list", "log_softmax axis": "axes may be a list", "softmax axis": "axes may be a list",
    "vector_norm axis": "axes may be a list", "hankel r": "a number is a vector of one", "tensorsolve axes": "a number is a list of one", "eigh UPLO": "SciPy's b stands there",
    "eigvalsh UPLO": "SciPy's b stands there",
    "pinv rtol": "one of each matrix, as in NumPy", "pinv rcond": "one of each matrix, as in NumPy", "pinvh rtol": "one of each matrix",
    "cumulative_simpson initial": "it broadcasts", "zoom grid_mode": "None is False", "maximum_filter1d size": "a list of one",
    "minimum_filter1d size": "a list of one", "resample_poly cval": "a list of one", "solveh_banded lower": "the sample's other triangle is none",
}  # fmt: skip
new = pytest.mark.skipif(
    np.lib.NumpyVersion(scipy.__version__) < "1.17.0", reason="older versions take what newer ones refuse"
)


def refused(function, args, keywords):
    """Call a function; the error, or None."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            function(*args, **keywords)
        except Exception as error:
            return error
    return None


def options(entry, args):
    names = [p.name for p in inspect.signature(entry.function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    return [name for name in names[len(args) :] if name not in FREE]


def functions(module):
    complete(module)
    own = [importlib.import_module(f"scipy.{module}")] + ([getattr(np, module)] if module in ("linalg", "fft") else [])
    for entry in sorted((e for e in composites.values() if e.namespace == module), key=lambda e: e.name):
        theirs = [getattr(m, entry.name) for m in own if hasattr(m, entry.name)]
        ours = getattr(getattr(tg, module), entry.name, None)
        if theirs and ours:
            yield entry, theirs, ours


@new
@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_every_option(module):
    taken = []
    for entry, theirs, ours in functions(module):
        args, keywords = entry.samples(np.random.default_rng(0))[0]
        tensors = tuple(leaf(a) if isinstance(a, np.ndarray) and a.dtype.kind == "f" else a for a in args)
        for name in options(entry, args):
            for value in VALUES:
                given = {**keywords, name: value}
                if all(refused(f, args, given) for f in theirs) and refused(ours, tensors, given) is None:
                    taken.append(f"{entry.name} {name}={value!r}")
    assert not [text for text in taken if text.partition("=")[0] not in MORE]


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda a, b: tg.linalg.solve(a, b, assume_a="diagonal"), "Singular"),
        (lambda a, b: tg.linalg.inv(a, assume_a="diagonal"), "Singular"),
        (lambda a, b: tg.compile(lambda a: tg.linalg.solve(a, np.ones(2), assume_a="diagonal"))(a), "Singular"),
        (lambda a, b: tg.linalg.pinv(a, 0.1, rtol=0.1), "rcond or rtol"),
        (lambda a, b: tg.linalg.pinv(a, atol=-1.0), "0 or more"),
        (lambda a, b: tg.linalg.eigh(a, lower=3), "True or False for lower"),
        (lambda a, b: tg.linalg.eigvalsh(a, subset_by_index=(0, 2)), "subset"),
        (lambda a, b: tg.linalg.eigvalsh(a, driver="none"), "driver"),
        (lambda a, b: tg.linalg.eigh(a, driver="gvx"), "driver"),
        (lambda a, b: tg.linalg.eigh(a, driver="evd", subset_by_index=(0, 0)), "driver"),
        (lambda a, b: tg.linalg.eigh(a, a + 3.0 * np.eye(2), driver="evr"), "driver"),
        (lambda a, b: tg.linalg.svd(a, lapack_driver="gelsd"), "svd: expected lapack_driver"),
        (lambda a, b: tg.linalg.lstsq(a, b, lapack_driver="gesdd"), "lstsq: expected lapack_driver"),
        (lambda a, b: tg.linalg.null_space(a, lapack_driver="gelsd"), "null_space: expected lapack_driver"),
        (lambda a, b: tg.linalg.inv(a, assume_a="round"), "inv: expected assume_a"),
        (lambda a, b: tg.linalg.eigh_tridiagonal(a[0], b[:1], lapack_driver="sterf"), "eigh_tridiagonal: expected a lapack_driver"),
        (lambda a, b: tg.linalg.eigvalsh_tridiagonal(a[0], b[:1], "i", (0, 0), lapack_driver="stev"), "eigvalsh_tridiagonal: expected a lapack_driver"),
        (lambda a, b: tg.linalg.eigh_tridiagonal(a[0], b[:1], lapack_driver="syevd"), "eigh_tridiagonal: expected lapack_driver"),
        (lambda a, b: tg.linalg.eigvals(a, homogeneous_eigvals=True), "eigvals: homogeneous_eigvals"),
        (lambda a, b: tg.linalg.solve_circulant(a[0], b), "singular"),
        (lambda a, b: tg.linalg.companion(a[0]), "first coefficient"),
        (lambda a, b: tg.linalg.fractional_matrix_power(a + 1.0, [0.5]), "a number for t"),
        (lambda a, b: tg.compile(tg.linalg.companion)(np.array([0.0, 1.0])), "first coefficient"),
        (lambda a, b: tg.linalg.fiedler_companion(np.array([0.0, 1.0, 2.0])), "first coefficient"),
        (lambda a, b: tg.linalg.leslie(b[:1], b[:0]), "survival"),
        (lambda a, b: tg.compile(lambda c: tg.linalg.solve_circulant(c, b))(np.array([1.0, -1.0])), "singular"),
        (lambda a, b: tg.linalg.solve_circulant(b, b, singular="no"), "singular"),
        (lambda a, b: tg.linalg.solve_banded(([1, 0], [0, 1]), a, b), "numbers of diagonals"),
        (lambda a, b: tg.linalg.solve_banded((1, 0, 0), a, b), "numbers of diagonals"),
        (lambda a, b: tg.integrate.cumulative_simpson(b, x=[2.0, 2.0]), "ascending"),
        (lambda a, b: tg.ndimage.correlate1d(b, [1.0], cval="0"), "a number for cval"),
        (lambda a, b: tg.signal.welch(b, fs=-1.0, nperseg=2), "above 0"),
        (lambda a, b: tg.fft.fft(b, norm=0), "norm"),
    ],
)  # fmt: skip
def test_what_was_taken(call, part):
    error = refused(call, (leaf(np.diag([0.0, 1.0])), leaf(np.ones(2))), {})
    assert isinstance(error, (TapegradError, np.linalg.LinAlgError))
    assert part in str(error)


def test_plain_values_that_libraries_take():
    a = leaf(np.diag([2.0, 1.0]))
    for lower in (True, 1, np.bool_(True), np.int64(1), None):
        assert tg.linalg.eigh(a, lower=lower)[0].shape == (2,)
    assert tg.signal.welch(leaf(np.arange(8.0)), nperseg=np.int64(4), fs=np.float32(2.0))[1].shape == (3,)
    assert tg.ndimage.shift(a, 0.5, cval=np.float64(1.0), order=np.int8(1)).shape == (2, 2)
    with pytest.raises(ArgumentError, match="a whole number for order"):
        tg.ndimage.shift(a, 0.5, order=1.5)

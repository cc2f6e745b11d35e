"""Corners of NumPy's functions, which its own tests try: values, dtypes and shapes are NumPy's, and so are the errors' classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import AxisError, TapegradError
from tests.support import plain

X = np.array([3.0, 1.0, 2.0])
WHOLE = np.array([10, 12, 11], np.int16)
ENDS = [0, 1]
VALUES: dict[str, tuple[Any, ...]] = {
    "interp, infinite imaginary parts": (lambda f: np.interp(np.array([0.5, 1.0]), ENDS, f), np.array([0.0, complex(0.0, np.inf)])),
    "interp, infinite real parts": (lambda f: np.interp(0.5, ENDS, f), np.array([0.0, complex(-np.inf, 1.0)])),
    **{f"quantile of whole numbers, {q}, {method}": (lambda x, q=q, method=method: np.quantile(x, q, method=method), WHOLE)
       for q in (ENDS, [True, False], 1)
       for method in ("linear", "weibull", "interpolated_inverted_cdf", "averaged_inverted_cdf", "hazen", "lower")},
    "pad, mean of nothing": (lambda x: np.pad(x, (1, 2), "mean", stat_length=0), X),
    "pad, median of nothing behind": (lambda x: np.pad(x, 1, "median", stat_length=(2, 0)), X),
    "pad, a fraction of elements": (lambda x: np.pad(x, 1, "mean", stat_length=1.4), X),
    "quantile, whole order": (lambda x: np.quantile(x, ENDS, method="weibull"), X),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_values(name):
    f, *args = VALUES[name]
    expected = np.asarray(f(*args))
    for found in (plain(f(*map(tg.tensor, args))), tg.compile(f)(*args)):
        assert found.dtype == expected.dtype
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-14)


REFUSED: dict[str, Any] = {
    "place, another number of conditions": lambda x: np.place(x, [True, False], [1.0]),
    "pad, a text": lambda x: np.pad(x, "3"), "pad, a fraction": lambda x: np.pad(x, 1.5), "pad, negative": lambda x: np.pad(x, -1),
    "pad, maximum of nothing": lambda x: np.pad(x, 0, "maximum", stat_length=0),
    "pad, negative length": lambda x: np.pad(x, 1, "mean", stat_length=-1), "pad, length of text": lambda x: np.pad(x, 1, "mean", stat_length="x"),
    "rot90, no such axis": lambda x: np.rot90(x),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name):
    with pytest.raises((TypeError, ValueError, IndexError, RuntimeError)) as expected:
        REFUSED[name](X.copy())
    with pytest.raises(TapegradError, match=f"^{name.split(',')[0]}: ") as found:
        REFUSED[name](tg.tensor(X))
    assert isinstance(found.value, expected.type)


AXES: dict[str, Any] = {
    "sum": lambda x: np.sum(x, axis=1), "sort": lambda x: np.sort(x, axis=-2), "flip": lambda x: np.flip(x, (0, 3)),
    "fftn": lambda x: np.fft.fftn(x, axes=(2,)), "expand_dims": lambda x: np.expand_dims(x, 5), "concatenate": lambda x: np.concatenate([x, x], 1),
    "sliding_window_view": lambda x: np.lib.stride_tricks.sliding_window_view(x, 2, axis=1), "take": lambda x: np.take(x, 0, axis=2),
    "cumsum": lambda x: np.cumsum(x, axis=1), "argmax": lambda x: np.argmax(x, axis=1), "any": lambda x: np.any(x, axis=1),
    "argsort": lambda x: np.argsort(x, axis=1), "argpartition": lambda x: np.argpartition(x, 1, axis=1), "count_nonzero": lambda x: np.count_nonzero(x, axis=1), "repeat": lambda x: np.repeat(x, 2, axis=1),
    "squeeze": lambda x: np.squeeze(x, axis=1), "stack": lambda x: np.stack([x, x], axis=3), "transpose": lambda x: np.transpose(x, (1,)),
    "median": lambda x: np.median(x, axis=1), "roll": lambda x: np.roll(x, 1, axis=1), "norm": lambda x: np.linalg.norm(x, axis=1),
    "split": lambda x: np.split(x, 3, axis=1), "delete": lambda x: np.delete(x, 0, axis=1), "diff": lambda x: np.diff(x, axis=1),
    "sum of a ufunc": lambda x: np.add.reduce(x, axis=1), "accumulate": lambda x: np.add.accumulate(x, axis=1),
}  # fmt: skip


@pytest.mark.parametrize("name", AXES)
def test_an_axis_that_is_not_there_is_an_index_and_a_value_as_numpys_is(name):
    with pytest.raises((IndexError, ValueError)) as expected:
        AXES[name](X)
    with pytest.raises(TapegradError, match=r"ax[ie]s") as found:
        AXES[name](tg.tensor(X))
    assert isinstance(found.value, AxisError) or not isinstance(expected.value, np.exceptions.AxisError)
    with pytest.raises(type(found.value)):
        tg.compile(AXES[name])(X)

"""Sorts that compiled code does by itself: the order of NumPy's stable sort, and exported ones of any length."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg

RNG = np.random.default_rng(5)
TIES = np.array([0.0, -0.0, 1.0, np.nan, -1.0, np.inf, 1.0, -np.inf, np.nan])


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 200])
def test_the_order_is_that_of_numpys_stable_sort(n: int) -> None:
    argsort = tg.compile(lambda x: 1.0 * np.argsort(x, kind="stable"))
    for x in (RNG.normal(size=n), RNG.integers(-3, 4, n), RNG.choice(TIES, n), RNG.normal(size=n).astype(np.float32)):
        np.testing.assert_array_equal(argsort(x), np.argsort(x, kind="stable"))


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("f", [np.sort, np.median, lambda x, axis: np.quantile(x, [0.2, 0.7], axis)])
def test_along_an_axis(f: Callable[..., Any], axis: int) -> None:
    x = RNG.normal(size=(4, 5, 3))
    compiled = tg.compile(lambda x: f(x, axis=axis))
    np.testing.assert_allclose(compiled(x), f(x, axis=axis), rtol=1e-14)
    x[1, 2, 0] = np.nan
    np.testing.assert_allclose(compiled(x), f(x, axis=axis), rtol=1e-14)
    np.testing.assert_allclose(compiled.batch(np.stack([x, -x]))[1], f(-x, axis=axis), rtol=1e-14)


def test_gradients_go_back_to_their_elements() -> None:
    x, scales = RNG.normal(size=9), np.arange(1.0, 10.0)
    found = tg.compile(tg.grad(lambda x: np.sum(np.sort(x) * scales)))(x)
    np.testing.assert_array_equal(found[np.argsort(x)], scales)


@pytest.mark.parametrize("n", [5, 1000])
def test_pointers_sort_without_python(n: int) -> None:
    x, slope = RNG.normal(size=n), np.empty(n)
    pointer = tg.compile(lambda x: np.sum(np.sort(x) ** 2 * np.arange(n))).pointer(x, form="logp")
    value = ctypes.c_double()
    double = ctypes.POINTER(ctypes.c_double)
    status = pointer.function(n, x.ctypes.data_as(double), slope.ctypes.data_as(double), ctypes.byref(value), None)
    assert status == 0
    np.testing.assert_allclose(value.value, np.sum(np.sort(x) ** 2 * np.arange(n)), rtol=1e-12)
    np.testing.assert_allclose(slope, 2 * x * np.argsort(np.argsort(x)), rtol=1e-12)


def test_exported_medians_have_the_same_bits(tmp_path: Path) -> None:
    x = RNG.normal(size=200)
    compiled = tg.compile(lambda x: np.median(x) + np.quantile(x, 0.9))
    exported = compiled.export(tmp_path / "middle", x)
    if exported.library is None:
        pytest.skip(exported.message)
    library = ctypes.CDLL(str(exported.library))
    result, work = ctypes.c_double(), np.empty(library.middle_run_work(), np.uint8)
    assert (
        library.middle_run(
            x.ctypes.data_as(ctypes.c_void_p), ctypes.byref(result), work.ctypes.data_as(ctypes.c_void_p)
        )
        == 0
    )
    assert result.value == compiled(x)

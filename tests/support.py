"""What the op tests share: derivatives of the reference functions by differences, and bits.

Differences are central and of sixth order, in extended precision where the machine has it. With a step h and functions whose
nearest singularity is at distance r, one costs a relative error of about ``(h / r)**6 / 140`` by truncation and
``eps / h`` by rounding; `STEPS` holds, for each order of derivative, a step and the tolerance that follows for
r >= 0.1 and double precision.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops import declare, dispatch_tables
from tapegrad.trace_cache import thresholds, tree

ROOT = Path(__file__).resolve().parent.parent
WITH_TESTS = f"import sys; sys.path.append({str(ROOT)!r})\n"  # lets a process import `tests`, behind what is installed
STENCIL = ((1, 0.75), (2, -0.15), (3, 1 / 60))  # first derivatives
SECOND = ((1, 1.5), (2, -0.15), (3, 1 / 90))  # second ones; what stands in the middle cancels
STEPS = {1: (1e-3, 1e-9), 2: (2e-3, 1e-7), 3: (4e-3, 2e-5)}
DTYPES = (np.float64, np.float32)
WIDE = np.longdouble


def differences(f: Callable[..., Any], args: Sequence[Any], orders: Sequence[int]) -> Any:
    """The mixed derivative of an elementwise function with respect to the arguments at `orders`, one after the other."""
    step = STEPS[max(len(orders), 1)][0]

    def derivative(args: list[Any], orders: Sequence[int]) -> Any:
        if not orders:
            return f(*args)
        k, *rest = orders
        total = 0.0
        for j, weight in STENCIL:
            up, down = list(args), list(args)
            up[k], down[k] = args[k] + WIDE(j * step), args[k] - WIDE(j * step)
            total = total + weight * (derivative(up, rest) - derivative(down, rest))
        return total / step

    return derivative([a if a.dtype.kind == "b" else a.astype(WIDE) for a in map(np.asarray, args)], list(orders))


def gradient(f: Callable[..., Any], args: Sequence[np.ndarray], order: int = 1) -> list[np.ndarray]:
    """Gradients of a function of arrays with one value, by differences; `order` chooses the step."""
    step = STEPS[order][0]
    wide = [np.array(a, WIDE) for a in args]
    gradients = []
    for a in wide:
        found = np.zeros(a.shape, WIDE)
        for place in np.ndindex(a.shape):
            kept = a[place]
            for j, weight in STENCIL:
                a[place] = kept + WIDE(j * step)
                up = f(*wide)
                a[place] = kept - WIDE(j * step)
                found[place] += weight * (up - f(*wide))
            a[place] = kept
        gradients.append(found / step)
    return gradients


def along(f: Callable[..., Any], args: Sequence[np.ndarray], directions: Sequence[np.ndarray]) -> Any:
    """The derivative of a function of arrays along a direction, by differences."""
    step = STEPS[2][0]
    total = 0.0
    for j, weight in STENCIL:
        up = f(*[a + WIDE(j * step) * v for a, v in zip(args, directions, strict=True)])
        down = f(*[a - WIDE(j * step) * v for a, v in zip(args, directions, strict=True)])
        total = total + weight * (up - down)
    return total / step


def jacobian(f: Callable[..., Any], x: Any, order: int = 1) -> np.ndarray:
    """The derivative of a function of one array; the array's axes come last."""
    step, x = WIDE(STEPS[order][0]), np.array(x, WIDE)
    found = np.zeros((*np.shape(f(x)), x.size), WIDE)
    for k, unit in enumerate(np.eye(x.size, dtype=WIDE).reshape(x.size, *x.shape) * step):
        found[..., k] = sum(weight * (f(x + j * unit) - f(x - j * unit)) for j, weight in STENCIL) / step
    return found.reshape((*found.shape[:-1], *x.shape))


def hessian(f: Callable[..., Any], x: Any) -> np.ndarray:
    """The second derivative of a function of one array with one value."""
    units = np.eye(np.size(x)).reshape(np.size(x), *np.shape(x))
    return np.reshape([bends(f, [x], [unit])[0] for unit in units], np.shape(x) * 2)


def bends(f: Callable[..., Any], args: Sequence[np.ndarray], directions: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Gradients of the derivative along a direction, by second differences.

    With both the direction and an axis in one step, a mixed derivative is a quarter of the second derivative along their
    sum less that along their difference: a third of the calls that differences of differences take.
    """
    step = WIDE(STEPS[2][0])
    bends = [np.zeros(a.shape, WIDE) for a in args]
    wide = [np.array(a, WIDE) for a in args]
    for found, moved in zip(bends, range(len(args)), strict=True):
        for place in np.ndindex(found.shape):
            total = WIDE(0.0)
            for j, weight in SECOND:
                for sign, side in itertools.product((1, -1), repeat=2):
                    at = [np.array(a + sign * j * step * v) for a, v in zip(wide, directions, strict=True)]
                    at[moved][place] += side * sign * j * step
                    total += side * weight * f(*at)
            found[place] = total / (4 * step * step)
    return bends


def close(found: Any, expected: Any, order: int = 1, dtype: Any = np.float64) -> None:
    """Equal within the tolerance of differences of an order, or within float32's rounding."""
    tolerance = STEPS[order][1] if dtype == np.float64 else 3e-5
    found, expected = np.asarray(found, np.float64), np.asarray(expected, np.float64)
    assert found.shape == expected.shape
    scale = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale)


def ulps(found: Any, expected: Any, most: float, signs: Any = True) -> None:
    """Within `most` units in the last place of `expected`, in its dtype; the same infinities and NaNs.

    And the same signs of zeros, where `signs` holds.
    """
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    if expected.dtype.kind != "f":
        np.testing.assert_array_equal(found, expected)
        return
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(np.where(finite, 0, found), np.where(finite, 0, expected))
    assert np.isfinite(found[finite]).all()
    with np.errstate(all="ignore"):
        error = np.abs(found[finite].astype(WIDE) - expected[finite]) / np.spacing(np.abs(expected[finite]))
    assert np.max(error, initial=0.0) <= most
    zero = (expected == 0) & signs
    np.testing.assert_array_equal(np.signbit(found[zero]), np.signbit(expected[zero]))


def bits(x: Any) -> np.ndarray:
    """The bit patterns of an array, one pattern for all NaNs."""
    array = np.atleast_1d(np.asarray(x))
    if array.dtype.kind != "f":
        return array
    array = np.where(np.isnan(array), array.dtype.type(np.nan), array)
    return array.view(np.int64 if array.dtype == np.float64 else np.int32)


def plain(x: Any) -> np.ndarray:
    """The value of a Tensor, with or without history."""
    return x.detach().numpy()


def leaf(x: Any) -> tg.Tensor:
    """A Tensor that requires grad if it can."""
    array = np.asarray(x)
    return tg.tensor(array, requires_grad=array.dtype.kind == "f")


@contextlib.contextmanager
def declared() -> Iterator[None]:
    """Array ops that are declared within are forgotten in the end, also by NumPy's functions."""
    count, known = len(declare.table), (dict(dispatch_tables.functions), dict(dispatch_tables.ufuncs))
    try:
        yield
    finally:
        for now, before in zip((dispatch_tables.functions, dispatch_tables.ufuncs), known, strict=True):
            for function in now.keys() - before.keys():
                del now[function]
        for op in declare.table[count:]:
            assert isinstance(op, declare.ArrayOp)
            del declare.by_name[op.name]
        del declare.table[count:]
        tree.forget()  # their numbers are given again


def hot_after(sweeps: int, autouse: bool = True) -> Any:
    """Return a fixture: so many interpreted sweeps are enough for a program, and nothing is known from before."""

    @pytest.fixture(autouse=autouse)
    def soon(monkeypatch: pytest.MonkeyPatch) -> None:
        with tg.debug.trace_cache(True):  # forgets
            pass
        monkeypatch.setattr(thresholds, "sweeps_until_hot", lambda length: sweeps)

    return soon

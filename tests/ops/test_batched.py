"""Every array op and composite under `.batch` and `vmap`: values and gradients against a loop over NumPy's function.

Small arrays are taken apart into scalars for this (one lane for each instance), so the static arguments that are
tried are those where NumPy makes numbers of arrays: single elements, one-element axes, no elements at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.ops.test_arrays import ENTRIES, Call, as_list, weights
from tests.support import close, gradient, plain

COUNT = 3  # instances, beside whole groups of lanes
SHAPES = [(), (1,), (3,), (1, 1), (2, 3)]


def indices(shape: tuple[int, ...]) -> list[Any]:
    """Indices that fit a shape."""
    last = [n - 1 for n in shape]
    found: list[Any] = [(), ..., (..., None), (None, ...)]
    if shape:
        found += [
            0, -1, (..., 0), (..., -1), (Ellipsis, *last), (*last,), (*last, ...), (None, *last), slice(None, None, -1),
            slice(0, 1), slice(0, 0), (..., slice(-1, None)), [0, -1], (..., [0, 0]), ([0], ..., None),
            np.arange(shape[0]) % 2 == 0, (0, ..., None),
        ]  # fmt: skip
    if len(shape) > 1:
        found += [(..., 0, 0), (0, ..., 0), (slice(None), 0), ([0, 0], [0, -1]), (0, [0, -1]), (..., [[0], [0]], 0)]
    return found


def axes(shape: tuple[int, ...]) -> list[Any]:
    n = len(shape)
    return [None, *range(-n, n), *([tuple(range(n)), (0, -1)] if n > 1 else [])]


REDUCTIONS: dict[str, Any] = {"sum": np.sum, "max": np.max, "prod": np.prod}


def functions(shape: tuple[int, ...]) -> dict[str, Any]:
    """What takes static arguments, of one array of a shape."""
    found: dict[str, Any] = {}
    for index in indices(shape):
        found[f"x[{index!r}]"] = lambda x, index=index: x[index]
    for axis in axes(shape):
        for name, reduce in REDUCTIONS.items():
            for keepdims in (False, True):
                found[f"{name}, {axis}, {keepdims}"] = lambda x, reduce=reduce, axis=axis, keepdims=keepdims: reduce(
                    x, axis=axis, keepdims=keepdims
                )
        if not isinstance(axis, tuple):
            found[f"cumsum, {axis}"] = lambda x, axis=axis: np.cumsum(x, axis=axis)
            for taken in (0, [0], [0, 0, -1], [[0], [-1]]):
                found[f"take {taken}, {axis}"] = lambda x, taken=taken, axis=axis: np.take(x, taken, axis=axis)
    return found


def batches(f: Any, arrays: list[np.ndarray]) -> dict[str, Any]:
    """The results of f for all instances by each way."""
    compiled = tg.compile(f)
    return {
        "batch": compiled.batch(*arrays),
        "vmap": tg.vmap(compiled)(*arrays),
        "vmap of Tensors": tg.vmap(f)(*[tg.tensor(a) for a in arrays]),
    }


def check(call: Any, expected: Any, arrays: list[np.ndarray], loss: Any, slope: bool) -> None:
    """Values of a function of arrays, and gradients of its weighted sum, of every instance by every way."""

    def both(*xs: Any) -> Any:
        parts = tuple(as_list(call(*xs)))
        return (parts, tg.grad(loss, tuple(range(len(xs))))(*xs)) if slope else (parts, ())

    found = batches(both, arrays)
    for k in range(len(arrays[0])):
        own = [a[k] for a in arrays]
        values = as_list(expected(*own))
        slopes = gradient(lambda *xs: weighted(as_list(expected(*xs))), own) if slope else []
        for way, (parts, grads) in found.items():
            for part, value in zip(parts, values, strict=True):
                np.testing.assert_allclose(plain_of(part)[k], value, rtol=1e-11, atol=1e-11, err_msg=way)
            for g, by in zip(grads, slopes, strict=True):
                close(plain_of(g)[k], by)


def plain_of(x: Any) -> Any:
    return plain(x) if isinstance(x, tg.Tensor) else x


def weighted(parts: list[Any]) -> Any:
    return sum(np.sum(np.asarray(p) * w) for p, w in zip(parts, weights(parts), strict=True))


@pytest.mark.sampled(20)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_samples_of_every_op(entry: Any) -> None:
    rng = np.random.default_rng(7)
    assert entry.samples is not None
    for operands, keywords in entry.samples(rng):
        call = Call(entry, operands, keywords)
        slope = (
            entry.name != "round"
            and entry.invariants is None
            and all(  # no step near, no choice of signs
                np.asarray(p).dtype.kind == "f" for p in as_list(call.expected(call.arrays))
            )
        )
        if not call.arrays:
            continue
        arrays = [np.stack([a * s for s in (1.0, 0.997, 1.002)]) for a in call.arrays]
        check(
            lambda *xs, call=call: call.found(xs), lambda *xs, call=call: call.expected(xs), arrays,
            lambda *xs, call=call: call.loss(xs), slope,
        )  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_static_arguments(shape: tuple[int, ...]) -> None:
    """All functions of a shape at once: they compile to one program, and each has its own gradient."""
    rng = np.random.default_rng(8)
    x = rng.permuted(np.linspace(0.5, 2.0, COUNT * int(np.prod(shape)))).reshape(COUNT, *shape)
    chosen = functions(shape)

    def whole(x: Any) -> Any:
        values = {name: f(x) for name, f in chosen.items()}
        slopes = {name: tg.grad(lambda x, f=f: weighted_sum(f(x)))(x) for name, f in chosen.items()}
        return values, slopes

    for way, (values, slopes) in batches(whole, [x]).items():
        for name, f in chosen.items():
            for k in range(COUNT):
                what = f"{name} by {way}"
                np.testing.assert_allclose(plain_of(values[name])[k], f(x[k]), rtol=1e-12, err_msg=what)
                (expected,) = gradient(lambda x, f=f: weighted_sum(f(x)), [x[k]])
                np.testing.assert_allclose(plain_of(slopes[name])[k], expected, rtol=1e-8, atol=1e-8, err_msg=what)


def weighted_sum(value: Any) -> Any:
    return np.sum(value * np.cos(np.arange(np.prod(np.shape(value)))).reshape(np.shape(value)))

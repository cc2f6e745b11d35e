"""Every array op and composite under `.batch` and `vmap`: values and gradients against a loop over NumPy's function.

Small arrays are taken apart into scalars for this (one lane for each instance), so the static arguments that are
tried are those where NumPy makes numbers of arrays: single elements, one-element axes, no elements at all.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.ops.test_arrays import ENTRIES, Call, as_list, calls
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


def plain_of(x: Any) -> Any:
    return plain(x) if isinstance(x, tg.Tensor) else x


def has_slopes(call: Call) -> bool:
    """Whether differences are the derivatives: no step is near, and signs are no choice."""
    numbers = all(np.asarray(p).dtype.kind == "f" for p in as_list(call.expected(call.arrays)))
    return call.entry.name != "round" and call.entry.invariants is None and numbers


@pytest.mark.sampled(6)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_samples_of_every_op(entry: Any) -> None:
    """Values, and gradients of weighted sums, of four samples at a time: they compile to one program."""
    chosen = [call for call in calls(entry) if call.arrays]
    for first in range(0, len(chosen), 4):
        check(chosen[first : first + 4])


def check(chosen: list[Call]) -> None:
    derivable = [has_slopes(call) for call in chosen]
    instances = [[np.stack([a * s for s in (1.0, 0.997, 1.002)]) for a in call.arrays] for call in chosen]

    def whole(*arrays: Any) -> Any:
        found, rest = [], iter(arrays)
        for call, slope in zip(chosen, derivable, strict=True):
            xs = list(itertools.islice(rest, len(call.arrays)))
            gradients = tg.grad(lambda *xs, call=call: call.loss(xs), tuple(range(len(xs))))(*xs) if slope else ()
            found.append((tuple(as_list(call.found(xs))), gradients))
        return found

    expected = [
        [
            (as_list(call.expected(own)), gradient(call.weighted, own) if slope else [])
            for own in zip(*arrays, strict=True)
        ]
        for call, slope, arrays in zip(chosen, derivable, instances, strict=True)
    ]
    for way, found in batches(whole, list(itertools.chain(*instances))).items():
        for call, (parts, gradients), wanted in zip(chosen, found, expected, strict=True):
            for k, (values, slopes) in enumerate(wanted):
                what = f"{way} of {call.operands}, {call.keywords}"
                for part, value in zip(parts, values, strict=True):
                    np.testing.assert_allclose(plain_of(part)[k], value, rtol=1e-11, atol=1e-11, err_msg=what)
                for g, by in zip(gradients, slopes, strict=True):
                    close(plain_of(g)[k], by)


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

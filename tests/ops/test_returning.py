"""Every record's samples in eager code that returns: the bits of the first time, whatever is found along paths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapegradError
from tapegrad.ops import composites
from tapegrad.tape import paths
from tapegrad.tensor.cursor import load
from tests.ops.test_arrays import ENTRIES, Call, as_list, calls, some_samples, weights
from tests.support import plain

TURNS = 5


@pytest.fixture(autouse=True)
def compiled():
    load()
    paths.cursor.left = 0


def turn(call: Call, scale: float, twice: bool) -> list[Any]:
    """Return values and gradients of a call of NumPy's function on Tensors, or the error; one that shares its numbers follows."""
    leaves = [tg.tensor(a * scale, requires_grad=True) for a in call.arrays]
    try:
        tensors = [t * 1.0 for t in leaves] if twice else leaves
        parts = as_list(named(call, tensors))
        if twice:
            parts += as_list(named(call, tensors))
        real = [p for p in parts if isinstance(p, tg.Tensor) and p.dtype.kind == "f" and p.requires_grad]
        if real:
            sum((p * w).sum() for p, w in zip(real, weights(real), strict=True)).backward()
    except (TapegradError, ValueError, TypeError, ArithmeticError) as error:
        return [type(error)]
    values = [plain(p) if isinstance(p, tg.Tensor) else np.asarray(p) for p in parts]
    return values + [None if t.grad is None else plain(t.grad) for t in leaves]


def named(call: Call, tensors: Any) -> Any:
    """Call as a user does: NumPy's function for what stands for one, which SciPy's do not find Tensors by."""
    if isinstance(call.entry, composites.Composite) and getattr(call.entry.reference, "__module__", "numpy").startswith(
        "numpy"
    ):
        return call.entry.reference(*call.fill(tensors), **call.keywords)
    return call.found(tensors)


def same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    return a is b


def close(a: Any, b: Any) -> bool:
    return np.allclose(a, b, rtol=1e-12, atol=1e-12) if isinstance(a, np.ndarray) else a is b


@pytest.mark.parametrize("twice", [False, True], ids=["of leaves", "of results, twice"])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
@some_samples
def test_what_returns_has_the_bits_of_the_first_time(entry: Any, twice: bool, part: slice) -> None:
    alike = (
        close if entry.name == "logm" else same
    )  # whose bits depend on where BLAS finds the memory, the first time too
    for call in calls(entry)[part]:
        scales = [1.0 + 0.001 * k for k in range(TURNS)]
        first = []
        for scale in scales:
            paths.forget()
            first.append(turn(call, scale, twice))
        again = [turn(call, scale, twice) for scale in scales]
        for found, wanted in zip(again, first, strict=True):
            assert len(found) == len(wanted)
            assert all(map(alike, found, wanted)), (found, wanted)

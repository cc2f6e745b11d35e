"""Every op of the table, and every composite, as portable C: values and gradients, or a refusal that names the op."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, GradientError
from tests.export.c_programs import COMPILERS, Kernel, library, recorded, shim, together
from tests.ops.test_arrays import ENTRIES, as_list, calls, weights
from tests.ops.test_elementwise import OPS, draw

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")
LEAST = 867  # programs that are exported: an op may join them, none may leave
QUICK = 25  # one of so many in the suite


def elementwise(op: Any) -> Iterator[tuple[Callable[..., Any], list[np.ndarray]]]:
    args = draw(op, [(3,)] * len(op.arguments), np.float64, 5)
    yield (lambda *xs: op(*xs)), args
    moving = tuple(k for k, name in enumerate(op.arguments) if name in op.partials)
    if moving:
        yield tg.grad(lambda *xs: np.sum(op(*xs)), moving), args


def samples(entry: Any) -> Iterator[tuple[Callable[..., Any], list[np.ndarray]]]:
    for call in calls(entry)[:1]:
        if not call.arrays:
            continue
        yield (lambda *xs, c=call: as_list(c.found(xs))), call.arrays

        def loss(*xs: Any, c: Any = call) -> Any:
            parts = [p for p in as_list(c.found(xs)) if np.dtype(p.dtype).kind in "fc"]
            scales = weights(as_list(c.expected(c.arrays)))
            return sum(np.sum(np.real(p) * w) for p, w in zip(parts, scales, strict=False))

        yield tg.grad(loss, tuple(range(len(call.arrays)))), call.arrays


def programs(entries: Sequence[Any]) -> Iterator[tuple[str, Any, list[Any], list[Any]]]:
    for entry in entries:
        made = elementwise(entry) if entry in OPS else samples(entry)
        for k, (f, args) in enumerate(made):
            try:
                yield f"{entry.name}{'_slope' * k}", *recorded(f, args)
            except (GradientError, TypeError):  # it has none, or its results do not add up
                continue


def sweep(entries: Sequence[Any], folder: Path) -> tuple[int, list[str]]:
    """Export, compile as one file and compare; returns how many were exported, and what was said of others."""
    kernels, refused = [], []
    for k, (name, program, leaves, expected) in enumerate(programs(entries)):
        try:
            kernels.append((name, Kernel(f"f{k}", program), leaves, expected))
        except ArgumentError as error:
            refused.append(f"{name}: {error}")
    text = together([kernel for _, kernel, _, _ in kernels])
    shim(text, folder)
    loaded = library(text, folder, COMPILERS[0], "-O1")
    wrong = []
    for name, kernel, leaves, expected in kernels:
        status, results = kernel.call(loaded, leaves)
        found = [r for r in results if r.size]
        wanted = [np.asarray(e) for e in expected if np.size(e)]
        if status != 0:
            wrong.append(f"{name}: status {status}")
        for x, y in zip(found, wanted, strict=False):
            scale = max(1.0, float(np.max(np.abs(y[np.isfinite(y)]), initial=0.0)))
            if not np.allclose(x, y, rtol=1e-9, atol=1e-11 * scale, equal_nan=True):
                wrong.append(f"{name}: {x.ravel()[:4]} is not {y.ravel()[:4]}")
    assert not wrong, "\n".join(wrong)
    return len(kernels), refused


@pytest.mark.filterwarnings("ignore::tapegrad.errors.DrawWarning")
def test_some_ops(tmp_path: Path) -> None:
    count, _ = sweep([*OPS, *ENTRIES][::QUICK], tmp_path)
    assert 2 * QUICK * count > LEAST  # a sample is small, and has more or fewer of those that are refused


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore::tapegrad.errors.DrawWarning")  # SciPy draws for what is expected of logm
def test_all_ops(tmp_path: Path) -> None:
    count, refused = sweep([*OPS, *ENTRIES], tmp_path)
    reasons = ("code of this process", "of SciPy")
    assert [r for r in refused if not any(reason in r for reason in reasons)] == []
    assert count >= LEAST

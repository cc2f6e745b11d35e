"""Random functions, under random chains of transforms, as portable C: what they compute is what the replay computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from tapegrad.errors import ArgumentError, TapegradError
from tapegrad.func.containers import flatten
from tests.export.c_programs import COMPILERS, Kernel, library, shim, together
from tests.random_functions.cases import make_case
from tests.random_functions.executors import _compiled
from tests.random_functions.programs import data

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no compiler of C")


def exported(seed: int) -> tuple[Kernel, list[Any], list[Any]] | None:
    """Return a function's kernel, its arguments and its results; None if it is one that is refused."""
    case = make_case(seed, "compiled")
    f = _compiled(case)
    args, keywords = data(case.program, case.seed)
    results: list[Any] = []
    try:
        flatten(f(*args, **keywords), results)
        variant = f._sealed(args, keywords)
        kernel = Kernel(f"f{seed}", variant.program)
    except (TapegradError, ArgumentError, AttributeError):
        return None
    _, leaves = f.signature(args, keywords)
    return kernel, leaves, [x for k, x in enumerate(results) if k not in variant.plain]


@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 200), marks=pytest.mark.exhaustive)], ids=["some", "many"]
)
def test_random_functions(seeds: range, tmp_path: Path) -> None:
    made = {seed: found for seed in seeds if (found := exported(seed)) is not None}
    assert len(made) > len(seeds) // 2
    text = together([kernel for kernel, _, _ in made.values()])
    shim(text, tmp_path)
    loaded = library(text, tmp_path, COMPILERS[0], "-O0")
    for seed, (kernel, leaves, expected) in made.items():
        status, results = kernel.call(loaded, leaves)
        assert status == 0, seed
        for x, y in zip(results, map(np.asarray, expected), strict=True):
            finite = np.abs(y[np.isfinite(y)].astype(y.dtype if y.dtype.kind in "fc" else float))
            tolerance = 1e-4 if y.dtype in (np.float32, np.complex64) else 1e-9
            scale = np.max(finite, initial=1.0)
            np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance * scale, err_msg=str(seed))

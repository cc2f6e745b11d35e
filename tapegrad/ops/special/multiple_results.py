"""SciPy's ufuncs of several results, each of which is an op of its own.

Tests: tests/ops/test_special.py, tests/replay/test_compile.py
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.ops.composites import composite
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.dispatch_tables import scipy_ufuncs
from tapegrad.ops.references import doubled, scipys
from tapegrad.ops.special.bessel import airy_ai, airy_aip, airy_bi, airy_bip
from tapegrad.ops.special.elliptic_functions import ellipj_cn, ellipj_dn, ellipj_ph, ellipj_sn
from tapegrad.ops.special.integrals import (
    fresnel_c,
    fresnel_s,
    shichi_chi,
    shichi_shi,
    sici_ci,
    sici_si,
)


def _several(name: str, ops: tuple[Elementwise, ...], points: Callable[..., tuple[Any, ...]], summary: str) -> Any:
    """Declare SciPy's ufunc of several results, each of which is an op."""

    def function(*args: Any) -> tuple[Any, ...]:
        return tuple(op(*args) for op in ops)

    function.__name__, function.__doc__, function.__module__ = name, summary, __name__
    function.__signature__ = inspect.signature(ops[0].forward)  # type: ignore[attr-defined]
    entered = composite(
        doubled(scipys("scipy.special", name)), lambda rng: [(points(rng), {})], of_array=False, takes_complex=False
    )(function)
    scipy_ufuncs[name] = entered
    return entered


def _numbers(rng: np.random.Generator) -> tuple[Any, ...]:
    return (rng.uniform(0.3, 2.0, size=4),)


airy = _several(
    "airy", (airy_ai, airy_aip, airy_bi, airy_bip), _numbers, "Airy functions Ai and Bi and their derivatives."
)
sici = _several("sici", (sici_si, sici_ci), _numbers, "Sine and cosine integrals.")
shichi = _several("shichi", (shichi_shi, shichi_chi), _numbers, "Hyperbolic sine and cosine integrals.")
fresnel = _several("fresnel", (fresnel_s, fresnel_c), _numbers, "Fresnel's integrals S and C.")
ellipj = _several(
    "ellipj", (ellipj_sn, ellipj_cn, ellipj_dn, ellipj_ph),
    lambda rng: (rng.uniform(0.3, 1.4, size=4), rng.uniform(0.2, 0.8, size=4)), "Jacobi's elliptic functions sn, cn, dn and amplitude.",
)  # fmt: skip

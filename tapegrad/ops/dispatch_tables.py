"""Dispatch tables: the op or composite for each function of NumPy and SciPy.

Tests: tests/ops/test_undeclared.py, tests/ops/test_scipys_linear_algebra.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.ops import find

ufuncs: dict[Any, Any] = {}  # those of NumPy and SciPy
scipy_ufuncs: dict[str, Callable[..., Any]] = {}  # SciPy's by name, entered in `ufuncs` when first met
functions: dict[Any, Callable[..., Any]] = {}  # NumPy's functions that are no ufuncs


def on_tensors(ufunc: Any) -> Callable[..., Any] | None:
    """Return what a ufunc of NumPy or SciPy is on Tensors; importing this package does not import SciPy."""
    function = ufuncs.get(ufunc)
    if function is None:
        function = find(ufuncs, ufunc)
    if function is None and (name := scipys_name(ufunc)):
        function = scipy_ufuncs.get(name) or ufuncs.get(getattr(np, name, None))
        if function is not None:
            ufuncs[ufunc] = function
    return function


def scipys_name(ufunc: Any) -> str:
    """Return the name of a ufunc of `scipy.special`, which who has one has imported; "" for any other."""
    library, name = sys.modules.get("scipy.special"), str(ufunc.__name__)
    return name if library is not None and getattr(library, name, None) is ufunc else ""

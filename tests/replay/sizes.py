"""Arguments of many sizes, and how many texts of machine code a compiled function needed for those that it met."""

from __future__ import annotations

from typing import Any

import numpy as np

SIZES = (0, 1, 2, 3, 7, 8, 9, 64, 255, 256, 257, 1000)


def vector(n: int, dtype: Any = np.float64) -> np.ndarray:
    return np.random.default_rng(n + 1).normal(size=n).astype(dtype)


def matrix(n: int, m: int) -> np.ndarray:
    return np.random.default_rng(n * m + 1).normal(size=(n, m))


def index(n: int, count: int) -> np.ndarray:
    return np.random.default_rng(n).integers(0, count, n)


def texts_of(compiled: Any) -> int:
    """Count the texts of a function's families of sizes."""
    return sum(len(family.texts) for family in compiled.variants.families())

"""Paths of views to the elements at an index: their shapes and offsets, for records of ops and for kinds.

Tests: tests/replay/test_compiled_writes.py, tests/ir/test_files.py
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from tapegrad.machine.places import Shape

Path = tuple[tuple[Any, dict[str, Any]], ...]


def through(array: np.ndarray, path: Path) -> np.ndarray:
    """Take NumPy's view of an array by the steps of a path: (op, static parameters) of reads, permutations and flips."""
    for op, static in path:
        array = array[static["index"]] if "index" in static else op.forward(array, **static)
    return array


def places(shape: Shape, index: Any, path: Path = ()) -> np.ndarray:
    """Find the C-order offsets of the elements at an index."""
    return np.asarray(through(np.arange(math.prod(shape)).reshape(shape), path)[index])


@lru_cache(1024)
def stand_in(shape: Shape) -> np.ndarray:
    """Return an array of a shape that takes no memory and cannot be written to."""
    return np.broadcast_to(np.zeros((), np.int8), shape)

"""A saddle point, where the greatest value of a function is least: gradient descent through gradient descent."""

from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.gradbench.descent import argmin, recorded_argmin
from benchmarks.gradbench.entry import Entry

_MOST = 1000  # turns of the inner descent
_MODES = {"f": tg.func.jacfwd, "r": tg.grad}


def height(p: Any, q: Any) -> Any:
    """Return the function whose saddle point is sought, of two points."""
    return np.sum(p * p) - np.sum(q * q)


def _entry(outer: str, inner: str) -> Entry:
    def summit(p: Any, start: Any) -> Any:
        def depth(q: Any) -> Any:
            return -height(p, q)

        return recorded_argmin(depth, _MODES[inner](depth), start, _MOST)

    def highest(p: Any, start: Any) -> Any:
        return height(p, summit(p, start))

    both = tg.compile(lambda p, start: (highest(p, start), _MODES[outer](highest)(p, start)))
    top = tg.compile(summit)

    def run(start: Any) -> Any:
        p = argmin(lambda p: both(p, start), start)
        return np.concatenate([p, top(p, start)])

    return Entry(lambda given: (np.array(given["start"], dtype=float),), run, np.ndarray.tolist)


rr, ff, fr, rf = (_entry(*modes) for modes in ("rr", "ff", "fr", "rf"))

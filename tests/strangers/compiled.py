"""Loaded tapes in compiled code: called by functions of Numba's, values and gradients, in guarded memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np

import tapegrad as tg
from tapegrad.errors import TapegradError
from tests.strangers.guarding import Arena


@numba.njit(cache=True)  # each op is tried by a process of its own
def _value(tape, x, y, work):  # type: ignore[no-untyped-def]
    return tg.nb.value(tape, x, y, work)


@numba.njit(cache=True)  # each op is tried by a process of its own
def _gradient(tape, x, g, work):  # type: ignore[no-untyped-def]
    return tg.nb.value_and_grad(tape, x, g, work)


@numba.njit(cache=True)  # each op is tried by a process of its own
def _jacobian(tape, x, y, matrix, work):  # type: ignore[no-untyped-def]
    return tg.nb.jacobian(tape, x, y, matrix, work)


def in_compiled_code(tape: Any, like: Sequence[np.ndarray], size: int) -> Callable[..., Any] | None:
    """Return what calls a compiled function's tape, with a result of so many elements, from Numba's code; None if it holds no such tape."""
    moving = tuple(k for k, a in enumerate(like) if a.dtype == np.float64)
    try:
        data = tape.tape_data(*[a if a.shape else a[()] for a in like], argnums=moving)
    except TapegradError:
        return None
    words = tg.nb.work_size(data)

    def called(arrays: Sequence[np.ndarray], arenas: Sequence[Arena], last: bool, stain: int) -> Any:
        """Call it; operands lie flat beside guards, as do results and working memory: only their sizes are looked at."""
        free = iter(arenas)

        def place(count: int) -> np.ndarray:
            return next(free).place((count,), np.float64, last, stain)

        x = tuple([place(a.size) for a in arrays])
        for flat, a in zip(x, arrays, strict=True):
            flat[:] = np.ravel(a if a.dtype == np.float64 else a.astype(np.int64).view(np.float64))
        y, work = place(size), next(free).aligned(8 * words, stain).view(np.float64)
        failed = _value(data, x, y, work)
        values = np.zeros(0) if failed else y.copy()  # what a call that failed has written is arbitrary
        if size == 1:
            slopes = tuple([place(arrays[k].size) for k in moving])
            status = _gradient(data, x, slopes, work)
        else:
            slopes = (place(size * arrays[moving[0]].size),)
            status = _jacobian(data, x, y, slopes[0], work)
        return np.concatenate([[failed, status], values, *([] if status else slopes)])

    return called

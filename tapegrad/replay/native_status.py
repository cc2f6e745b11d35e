"""The status of a call of a sealed tape from compiled code, as an exception.

`tapegrad.nb` lists what a status means, and offers `check`; this is Python, and stands apart from what Numba compiles.

Tests: tests/replay/test_nb.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import IndexingError, ReplayError, ShapeError
from tapegrad.machine.status import FAILED, INTERRUPTED, OUTSIDE, RAISED


def check(tape: Any, status: int) -> None:
    """Raise the exception for a status. Call it from Python.

    Parameters
    ----------
    tape : TapeData
        What `CompiledFunction.tape_data` gives.
    status : int
        What a call has returned.

    Returns
    -------
    None

    Raises
    ------
    ReplayError
        For a failed guard, and for what the tape does not hold.
    ShapeError
        For arrays that do not fit.
    IndexingError
        For integers that are out of bounds.
    KeyboardInterrupt
        For an interrupted call, should no handler's exception have come first.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> tape = tg.compile(lambda x: np.sum(x**2)).tape_data(np.zeros(2))
    >>> tg.nb.check(tape, 0)
    """
    if status == 0:
        return
    if status == RAISED:
        raise ReplayError(
            "nb: a custom array kernel raised an exception. Call the compiled function with the same arguments to see "
            "it."
        )
    if status == FAILED:
        raise np.linalg.LinAlgError(
            "nb: a matrix has no inverse or no factors, so an op of linear algebra has no result."
        )
    if status == OUTSIDE:
        raise IndexingError(
            "nb: an integer argument names a position that an array does not have. Call the compiled function with the "
            "same arguments to see which."
        )
    if status == INTERRUPTED:
        raise KeyboardInterrupt
    if status > 0:
        raise ReplayError(
            f"nb: guard {status} failed: for these inputs the function takes another decision than in the "
            "recording. Call "
            "the compiled function with them, and make tape_data again."
        )
    if status == -4:
        raise ReplayError(
            "nb: the tape does not hold the requested derivative: a gradient needs a scalar function, a Jacobian an "
            "array."
        )
    what = {
        -1: "x does not have the shapes that were recorded",
        -2: "the result's array does not fit",
        -3: "work is too small",
    }
    raise ShapeError(f"nb: {what.get(status, f'unknown status {status}')}. See tapegrad.nb.")

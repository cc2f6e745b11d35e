"""Errors of ops that fail on some values, as in linear algebra: adds the op, its line and the matrix to NumPy's
message.

Tests: tests/record/test_tape.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def append_place(error: Exception, place: str) -> None:
    """Add a place to the text of NumPy's error."""
    error.args = (f"{error} ({place})",)


def append_op(error: np.linalg.LinAlgError, op: Any, args: Sequence[Any], static: dict[str, Any], line: Any) -> None:
    """Add the op, the first matrix of a stack for which it fails, and the user's line if it is known."""
    place = op.shown
    arrays = [np.asarray(a) for a in args]
    ranks = getattr(op.kind, "ranks", (2,) * len(arrays))
    outer = arrays[0].ndim - ranks[0]
    for index in np.ndindex(arrays[0].shape[:outer]) if outer > 0 else ():
        try:
            op.forward(*[a[index] if a.ndim - r == outer else a for a, r in zip(arrays, ranks, strict=False)], **static)
        except np.linalg.LinAlgError:
            place += f" of matrix {index[0] if len(index) == 1 else index}"
            break
        except Exception:  # an op that takes stacks only
            break
    append_place(error, place if line is None else f"{place}, recorded at {line[0]}:{line[1]}")

"""Shape inference: the shape of an op's result from those of its operands.

Tests: tests/trace_cache/test_records.py, tests/ops/test_rules_of_python.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, ShapeError, TapegradError, restated
from tapegrad.ir.forms import Form, result_forms
from tapegrad.ops.declare import ArrayOp
from tapegrad.trace_cache.keys import with_static

_shapes: dict[Any, tuple[int, ...]] = {}


def shape_of_result(op: ArrayOp, operands: list[Form], static: dict[str, Any]) -> tuple[int, ...]:
    """Return the shape of an array op's result: inferred, or found by running it once on arrays that have no memory of
    their own.

    Raises
    ------
    ShapeError, IndexingError
        With NumPy's reason.
    """
    try:
        if op.infer is not None:
            return op.infer(*[f.shape for f in operands], **static)
        key = with_static([op, *operands], static) or (op, *operands, *static.items())
        if key not in _shapes:
            if len(_shapes) > 4096:
                _shapes.clear()
            stand_ins = [np.broadcast_to(np.ones((), f.lane or f.dtype), f.shape) for f in operands]
            _shapes[key] = np.shape(op.forward(*stand_ins, **static))
        return _shapes[key]
    except TapegradError:
        raise
    except np.linalg.LinAlgError as error:  # a ValueError, but of the stand-ins
        raise ArgumentError(
            f"{op.shown}: the shape of its result cannot be found by running it on ones ({error}). Declare it with "
            "infer."
        ) from None
    except (ValueError, IndexError) as error:
        raise restated(error, op.shown, ShapeError) from None


def forms_of_results(op: Any, operands: list[Form], static: dict[str, Any], dtype: np.dtype[Any]) -> list[Form]:
    """Return the forms of the results of an op that has several, for operands of a dtype.

    Raises
    ------
    ShapeError, IndexingError
        With NumPy's reason.
    """
    shapes: Any = shape_of_result(op, operands, static)
    return result_forms(op, shapes, dtype, static)


def shape_of_all(function: str, shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape that operands broadcast to.

    Raises
    ------
    ShapeError
        If they do not.
    """
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ShapeError(f"{function}: shapes {' and '.join(map(str, shapes))} do not broadcast.") from None


def run_at_once(op: ArrayOp, values: list[Any], static: dict[str, Any]) -> np.ndarray:
    """Run an op on arrays without a place on the tape.

    Raises
    ------
    ShapeError, IndexingError
        With NumPy's reason, if arrays of zeros of these shapes are refused too.
    """
    try:
        return np.asarray(op.forward(*values, **static))
    except (TapegradError, np.linalg.LinAlgError):
        raise
    except (ValueError, IndexError):
        try:
            op.forward(*[np.zeros(np.shape(v), np.asarray(v).dtype) for v in values], **static)
        except (ValueError, IndexError) as error:
            if type(error) in (ValueError, IndexError, np.exceptions.AxisError):  # NumPy's, not a user's class
                raise restated(error, op.shown, ShapeError) from None
        raise

"""One turn of a program, by NumPy and tapegrad alike."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.trace_cache.functions import FUNCTIONS
from tests.trace_cache.programs import ELEMENTWISE, MOVES, READ_ONLY, SUMS, UNARY, WHOLE, Program, is_view

UFUNCS = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply}
Drawn = Sequence[Any]


@functools.cache
def weights(shape: tuple[int, ...]) -> np.ndarray:
    """Return by what the elements of a root are multiplied before they are added up."""
    return np.asarray(1.0 + np.arange(int(np.prod(shape))).reshape(shape) % 5 * 0.25)


def perform(
    program: Program, leaves: Sequence[Any], drawn: Drawn, read: Callable[[Any], None],
    aside: Callable[[], Any] = contextlib.nullcontext, between: Callable[[str, list[Any]], None] = lambda what, values: None,
) -> Any:  # fmt: skip
    """Return what a program computes of arrays or Tensors, the sum of its roots, with all values on the way.

    Values that it asks for are `read`, what needs no gradient is computed within `aside`; `between` happens before each
    step.
    """
    values = [*leaves]
    for step, given in zip(program.steps, drawn, strict=True):
        what = step[0]
        between(what, values)
        x = values[step[2]] if len(step) > 2 and what != "end" else None
        other = values[step[3]] if len(step) > 3 and isinstance(step[3], int) else step[-1]
        if what == "unary":
            values.append(_in_order((UNARY | ELEMENTWISE)[step[1]](x)))
        elif what == "binary":
            values.append(_in_order(UFUNCS[step[1]](x, other)))
        elif what == "number":
            values.append(_in_order(UFUNCS[step[3]](x, given)))
        elif what == "sum":
            values.append(_in_order((SUMS | WHOLE)[step[1]](x)))
        elif what == "move":
            values.append(_in_order((MOVES | READ_ONLY)[step[1]](x), x))
        elif what == "index":
            values.append(_in_order(x[given], x))
        elif what == "function":
            values.append(_in_order(FUNCTIONS[step[1]](x)))
        elif what == "detach":
            values.append(x.detach() if hasattr(x, "detach") else np.array(x))
        elif what == "set":
            # Where masks write to what they read, NumPy reads what it has written.
            x[given] = other.copy() if isinstance(other, np.ndarray) else other
        elif what == "at":
            np.add.at(x, given, other)
        elif what == "whole":
            _in_place(step[1], values, step[2], other)
        elif what == "out":
            UFUNCS[step[1]](x, other, out=x)
        elif what == "fill":
            x.fill(step[3])
        elif what == "read":
            read(x.sum())
        elif what == "decide":
            read(1.0 if np.sum(x) > 0.25 else 0.0)
        elif what == "no_grad":
            with aside():
                read((x * 2.0 + 1.0).sum())
        elif what == "end":
            return sum((values[k] * weights(np.shape(values[k]))).sum() for k in step[1]), values
    raise AssertionError("a program has an end")


def _in_order(result: Any, of: Any = None) -> Any:
    """Return NumPy's result in C order, in which all that tapegrad computes lies; a view as it is."""
    return result if not isinstance(result, np.ndarray) or (of is not None and is_view(result, of)) else result.copy()


def _in_place(name: str, values: list[Any], k: int, value: Any) -> None:
    if name == "add":
        values[k] += value
    elif name == "subtract":
        values[k] -= value
    else:
        values[k] *= value

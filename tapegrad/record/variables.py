"""Variables of functions that are differentiated: conversions, copies and stand-ins of Tensors.

Tests: tests/record/test_incremental_cse.py, tests/tensor/test_remedies.py, tests/replay/test_random_indices.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import astype
from tapegrad.record.append import copied
from tapegrad.record.integer_ops import numbers
from tapegrad.record.recording import moves, tape


def converted(t: Any, dtype: np.dtype[Any]) -> Any:
    """Return another dtype, also while a function is recorded."""
    if t.dtype.kind in "fc" and dtype.kind in "fc":
        return astype(t, dtype=dtype, source=t.dtype)
    return numbers(t, dtype) if t.traced and dtype.kind != "f" else t.astype(dtype, copy=False)


def stopped(t: Any) -> Any:
    """Return the same value, through which no derivative passes; a result is not looked at for it."""
    return t.detach() if t._family.run is None or t.dtype.kind not in "fc" else copied(t, False)


runtime.stopped = stopped


def variable(t: Any) -> Any:
    """Return the same value in the recording of a function, as something to differentiate by."""
    return copied(t, True)


def stand_in(t: Any) -> Any:
    """Return the Tensor that a function gets in place of a variable, at the same place, to which it may assign. A leaf
    is given itself, and leaves its place to another when it is written to (`hand_over`).
    """
    if t._family.run is None:
        return t
    other = runtime.tensor()
    other._family, other._i, other._instruction = t._family, t._i, t._instruction
    if moves(t):
        tape.dual.set(other, tape.dual.of(t))
    return other


def places_of(t: Any) -> list[tuple[list[Any], int, list[Any]]]:
    """Return where a Tensor is the variable of a function that is being called: the variables, its place among them,
    and the runs of the tape meanwhile.
    """
    return [(call, k, runs) for call, runs in tape.variables for k, variable in enumerate(call) if variable is t]


def hand_over(t: Any) -> None:
    """Let a new Tensor be the variable that a leaf is, and the leaf a copy of it that may be written to. Of what is no
    variable nothing changes.
    """
    places = places_of(t)
    if not places:
        return
    tape.flush()
    leaf = runtime.tensor()
    leaf._family, leaf._i, leaf._node = t._family, t._i, t._node
    readers = tape.runs
    for variables, k, runs in places:
        variables[k] = leaf
        readers = readers if runs is readers else [*readers, *runs]
    for reference in readers:
        run = reference()
        if run is not None:
            run.sources = [(slot, leaf if source is t else source) for slot, source in run.sources]
    if moves(t):
        tape.dual.set(leaf, tape.dual.of(t))
    copy = leaf.clone()
    t._family, t._i, t._instruction = copy._family, copy._i, copy._instruction
    t._node = type(leaf._node)()
    t._node.views, leaf._node.views = leaf._node.views, []

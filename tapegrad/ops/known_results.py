"""Ops whose results were computed when they were called: further operands, which nothing computes again.

An op that may fail on values is computed at once in eager code, so that it fails at the user's line (see
`tapegrad.trace_cache.compiled_ops`). What is recorded then has the results beside the operands, and the derivatives of the
op, which read both.

Tests: tests/trace_cache/test_known_results.py
"""

from __future__ import annotations

import copy
import functools
from typing import Any

import numpy as np

from tapegrad.ops.declare import ArrayOp
from tapegrad.ops.kinds import Known

KNOWN = Known()


@functools.cache
def with_results(op: Any, count: int) -> ArrayOp:
    """Return the op that has the derivatives of another one, whose so many results are operands behind the others.

    Both have one code: the number of operands tells their calls apart.
    """
    first = len(op.arguments)
    beside = copy.copy(op)
    beside.kind = KNOWN
    beside.arguments = (*op.arguments, *[f"result{k}" for k in range(count)])
    beside.forward = lambda *args, **static: _copies(args[first:], op.several)
    beside.infer = lambda *shapes, **static: [*shapes[first:]] if op.several else shapes[first]
    beside.reference, beside.on_samples, beside.samples = beside.forward, beside, None
    beside.may_fail, beside.holds = False, {}
    beside.tangent = beside.batched = beside.paired = beside.bounds = None
    vars(beside).pop("guarded", None)
    return beside


def _copies(arrays: Any, several: bool) -> Any:
    copies = tuple([np.array(a) for a in arrays])
    return copies if several else copies[0]

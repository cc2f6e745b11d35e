"""Families, the hidden classes of Tensors: what a run keeps once for all its results of one form.

A `Family` is interned, so that the operators' fast path answers "same run, which result form?" by one dictionary
look-up (`Family.pairs`).

Invariant: what a family of no run says never changes.

Tests: tests/trace_cache/test_records.py, tests/record/test_collector.py
"""

from __future__ import annotations

from _thread import get_ident
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from tapegrad.ir.forms import Form, form_of
from tapegrad.machine.dtypes import NUMBERS
from tapegrad.record.pending_run import Pending
from tapegrad.record.run import Run

_EMPTY: Any = MappingProxyType({})  # it cannot be written to


class Family:
    """All results of one form and one requires_grad within one run.

    Attributes
    ----------
    id : int
        Their type: ``2 * form.id + requires_grad``.
    pairs : dict
        For the family of a right operand, the family of a float result. Empty once the run is closed.
    consts : dict
        Slots of this run's float constants. Empty once the run is closed, and when other modes hold.
    out : Family or None
        The family of a float result of this shape; None, or a family of no thread's, where it must be found anew.
    limit : int
        The run is flushed when it is this long.
    owner : int
        The thread that records the run.
    modes : Modes or None
        Those in which `pairs`, `consts` and `out` of the run's families were found; in others they mean nothing.
    """

    __slots__ = (
        "consts", "form", "id", "instructions", "limit", "modes", "out", "owner", "pairs",
        "requires_grad", "run",
    )  # fmt: skip

    def __init__(self, form: Form, requires_grad: bool, pending: Pending | None) -> None:
        self.form, self.requires_grad = form, requires_grad
        self.run: Any = None if pending is None else pending.run
        self.id = 2 * form.id + requires_grad
        self.instructions: Any = None if pending is None else pending.instructions
        self.owner = 0 if pending is None else get_ident()
        self.modes = None if pending is None else pending.modes
        self.pairs: dict[Family, Family] = {}
        self.consts: dict[float, int] = {}
        self.out: Any = None
        self.limit = form.limit


def closed_family(form: Form, requires_grad: bool, run: Run) -> Family:
    """Return a family of results of a run that nothing is appended to."""
    family = Family.__new__(Family)
    family.form, family.requires_grad, family.run, family.id = form, requires_grad, run, 2 * form.id + requires_grad
    family.instructions = family.modes = family.out = None
    family.owner, family.limit = 0, form.limit
    family.pairs = family.consts = _EMPTY
    return family


@cache
def data_family(form: Form, requires_grad: bool) -> Family:
    """Return the family of a Tensor that holds its data itself."""
    return Family(form, requires_grad, None)


@lru_cache(4096)
def plain_family(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Family:
    """Return the family of a Tensor that holds an array and needs no gradient."""
    return data_family(form_of(shape, NUMBERS.get(dtype, dtype)), False)  # the one object of each dtype: NumPy has more


@lru_cache(4096)
def leaf_family(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Family:
    """Return the family of a Tensor that holds an array and needs a gradient."""
    return data_family(form_of(shape, NUMBERS.get(dtype, dtype)), True)

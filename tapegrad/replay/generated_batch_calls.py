"""Generated calls of batches: Python source for the batch of a sealed tape, for one signature (see
`tapegrad.replay.generated_calls`).

It takes the batches that one variant runs in one piece, in the calling thread, as long as no guard fails.

Tests: tests/replay/test_generated_batches.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from tapegrad.codegen.batch_executable import BatchExecutable, RowsExecutable
from tapegrad.func.containers import exact
from tapegrad.ir.forms import F8, Form
from tapegrad.machine import pool
from tapegrad.machine.lane import WIDTH
from tapegrad.replay.batch import code_of, most_at_once
from tapegrad.replay.generated_calls import MISSED, CallLayout, Taking, Unfit, assembled
from tapegrad.replay.signature import shown
from tapegrad.replay.variant import Variant

_MOST = 128  # inputs and outputs of a generated call

_TEXT = """\
def call(args, keywords, in_axes):
    if not (in_axes is axes or exact(in_axes) == same_axes): return missed
    {lines}
    if not 0 < n <= most(): return missed
    {arrays}
    status = empty({status}, u1)
    {work}
    outcome = entry(n, {arguments})
    {spared}
    return missed if outcome else {result}
"""


def fast_batch(
    variant: Variant, flags: tuple[bool, ...], layout: CallLayout, in_axes: Any
) -> Callable[..., Any] | None:  # fmt: skip
    """Return the generated batch of a variant for a layout and ``in_axes=``, made once; None where there is none.

    Inputs have a batch axis as the flags tell. It returns `MISSED` for a batch that is not for it.
    """
    key = flags, layout.positional, layout.names, exact(in_axes if isinstance(in_axes, int) else (*in_axes,))
    if key not in variant.fast:
        variant.fast[key] = _generated(variant, flags, layout, in_axes)
    return variant.fast[key]


def _generated(
    variant: Variant, flags: tuple[bool, ...], layout: CallLayout, in_axes: Any
) -> Callable[..., Any] | None:  # fmt: skip
    outputs, (code, constants) = variant.output_forms, code_of(variant, flags)
    if code.entry is None or variant.plain or len(flags) + len(constants) + len(outputs) > _MOST:
        return None
    axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,)
    if any(axis not in (0, None) for axis in axes):
        return None
    taking = _BatchTaking(variant, flags)
    try:
        taking.call(variant.arguments, layout)
        results = [_result(taking, k, form) for k, form in enumerate(outputs)]
        result = assembled(variant.structure, iter(results), taking)
    except Unfit:
        return None
    in_lanes = isinstance(code, BatchExecutable)
    names = [f"y{k}" for k in range(len(outputs))]
    taking.scope |= {
        "axes": in_axes, "exact": exact, "same_axes": exact(in_axes), "missed": MISSED, "entry": code.entry,
        "most": partial(most_at_once, code), "empty": np.empty, "u1": np.dtype(np.uint8), "pooled": pool.empty,
        "Array": np.ndarray, "float64": np.float64, "code": code,  # whose constants must live while a call runs
    }  # fmt: skip
    shared = [taking.name_of(x if x.ndim else x.item()) for x in constants]
    arguments, work, spared = [*taking.leaves, *shared, *names, "status"], "", ""
    if isinstance(code, RowsExecutable):
        spare: list[np.ndarray] = []
        taking.scope |= {"spare": spare, "memory": partial(pool.aligned, code.work), "constants": code.constants()[0]}
        work, spared = "try: work = spare.pop()\n    except IndexError: work = memory()", "spare.append(work)"
        arguments += ["work", "constants"]
    text = _TEXT.format(
        lines="\n    ".join(taking.lines), arrays="\n    ".join(taking.allocations), work=work, spared=spared,
        status=f"n + {WIDTH - 1} >> 3" if in_lanes else "n", arguments=", ".join(arguments), result=result,
    )  # fmt: skip
    exec(text, taking.scope)
    return taking.scope.pop("call")


def _result(taking: _BatchTaking, k: int, form: Form) -> str:
    """Make the array of an output; returns the expression of the result."""
    name_of, lane = taking.name_of, form.lane or F8
    shape = f"(n, {''.join(f'{length}, ' for length in form.shape)})"
    taking.allocations.append(f"y{k} = pooled({shape}, {name_of(lane)})")
    return f"y{k}" if form.dtype is form.lane else f"{name_of(shown)}(y{k}, {name_of(form)})"


class _BatchTaking(Taking):
    """Lines that take arrays of instances, and what all instances share.

    Attributes
    ----------
    made : list of str
        Lines that make the arrays of results.
    """

    def __init__(self, variant: Variant, flags: Sequence[bool]) -> None:
        super().__init__(variant.forms, variant.narrow)
        self.allocations: list[str] = []
        self._flags = flags
        self._counted = False

    def leaf(self, form: Form, name: str) -> None:
        if not self._flags[len(self.leaves)]:
            return super().leaf(form, name)
        rest = f" and {name}.shape[1:] == {self.name_of(form.shape)}" if form.shape else ""
        dtype = self.name_of(np.dtype(form.dtype.type))
        self.unless(
            f"{name}.__class__ is Array and {name}.dtype is {dtype} and {name}.ndim == {len(form.shape) + 1}{rest}"
        )
        if self._counted:
            self.unless(f"len({name}) == n")
        else:
            self.lines.append(f"n = len({name})")
            self._counted = True
        self.in_cells(name, form)
        self.leaves.append(name)
        return None

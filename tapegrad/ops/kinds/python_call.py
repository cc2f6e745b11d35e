"""The default kind: a call of the op's forward function, from compiled code too.

The machine code calls a C function of one pointer, to the addresses of operands and result. That takes the interpreter's
lock if need be, runs forward on arrays over this memory, and says whether it raised. What it raised is raised by the function that
called the machine code (see `machine.callbacks`). An address is one process's, and Python one's own: so files do not hold
such an op, and compiled callers refuse it.

Tests: tests/ops/test_rules_of_python.py, tests/ops/test_integers.py, tests/ir/test_strangers.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.machine.callbacks import Callback, Form, callback
from tapegrad.machine.extents import plain
from tapegrad.machine.places import Buffer, Shape
from tapegrad.machine.status import RAISED
from tapegrad.ops.kinds.kind import Alone

_LINES = 10_000  # that a call counts as: how long it runs is not known


def _in_memory(form: Any) -> np.dtype[Any]:
    """Return the dtype of a form's elements as compiled code holds them: integers in 64 bits."""
    return form.lane or np.dtype(np.uint64 if form.dtype.kind == "u" else np.int64)


def _one_of(forward: Callable[..., Any]) -> Callable[..., tuple[Any]]:
    """Return the function that gives its one result as others give several."""
    return lambda *args, **static: (forward(*args, **static),)


class Python(Alone):
    """A call of the op's forward function."""

    python = local = True
    statuses: tuple[int, ...] = (RAISED,)

    def write(self, f: Any, slot: int) -> None:
        p = f.program
        operands, targets = p.operands[slot], f.targets(slot)
        arrays = [*map(f.contiguous, operands), *(t.buffer for t in targets)]
        forms = [
            (tuple(map(int, form.shape)), _in_memory(form))
            for form in (*[p.forms[s] for s in operands], *[t.form for t in targets])
        ]
        self.calls(f, slot, arrays, forms, len(operands))
        f.all_done(targets)

    def calls(self, f: Any, slot: int, arrays: list[Buffer], forms: list[Form], operands: int) -> None:
        """Write the call, of so many operands and then results."""
        self.call(f, self.entry(f, slot, forms, operands, f.program.statics[slot]), arrays)
        f.repeated += _LINES

    def entry(self, f: Any, slot: int, forms: list[Form], operands: int, static: dict[str, Any]) -> Callback:
        """Return what calls an instruction's forward function."""
        op, static = f.program.ops[slot], plain(static)
        function = functools.partial(op.forward if op.several else _one_of(op.forward), **static)
        entry = callback((op, static), function, forms, str(static.get("application", op.shown)), operands)
        f.module.callbacks.append(entry)
        return entry

    def call(self, f: Any, entry: Callback, arrays: list[Buffer]) -> None:
        """Write one call."""
        table = f.table_of([a.pointer for a in arrays])
        f.return_unless_done(f.call("i64", entry.symbol, [table]), str(RAISED))

    def value(self, sweep: Any, slot: int) -> np.ndarray | None:
        return None


class Forward(Python):
    """A call of NumPy's own function, which needs no code of the user's: files hold it.

    Its results are of a dtype that is given here or by the parameter `dtype`, else of that of the operands.
    """

    python = False
    statuses: tuple[int, ...] = ()

    def __init__(self, dtype: np.dtype[Any] | None = None) -> None:
        self._dtype = dtype

    def check(self, op: Any, shapes: list[Shape], static: dict[str, Any], shape: Shape) -> Shape:
        """Find the result's shape; what NumPy refuses on zeros is refused here, and not in a call."""
        result = super().check(op, shapes, static, shape)
        if result == shape:
            names = op.arguments * len(shapes) if op.variadic else op.arguments
            dtypes = [np.int64 if name in op.integers else np.float64 for name in names]
            zeros = [np.broadcast_to(np.zeros((), d), s) for d, s in zip(dtypes, shapes, strict=True)]
            with np.errstate(all="ignore"):
                result = np.shape(op.forward(*zeros, **static))
        return result

    def dtype(self, static: dict[str, Any]) -> np.dtype[Any] | None:
        return static.get("dtype", self._dtype)

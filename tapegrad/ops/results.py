"""Ops with several results, and the op that stands for each of them.

The slot of such an instruction has no value of its own. Behind it, each of its results is an instruction `result`, which
names it and the number of the result: programs read, drop and share results as they do other instructions.

Invariant: the operand of a `result` is an instruction of an op with several results.

Tests: tests/ops/test_failing_ops.py, tests/custom/test_ops.py, tests/ir/test_printing.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.machine.dtypes import NUMBERS, PARTS
from tapegrad.ops.declare import ArrayOp, General
from tapegrad.ops.kinds import Result
from tapegrad.ops.runtime import runtime

SAME, REAL = "same", "real"


class Several(ArrayOp):
    """An op with several results.

    Its `forward` returns a tuple of arrays, and `infer` a list of their shapes. Rules get `g` and `out` as tuples with
    an array for each result, and a rule for tangents gives such a tuple, with None for 0.

    Attributes
    ----------
    dtypes : callable or tuple
        For each result `SAME`, the dtype of the operands, `REAL`, that of their parts, or a dtype; or a function of the
        static parameters that gives these. By default all are the same.
    names : callable or tuple
        What printed tapes call the results; or a function of the static parameters that gives this. By default their
        numbers.
    """

    dtypes: Callable[..., Sequence[Any]] | Sequence[Any] | None = None
    names: Callable[..., Sequence[str]] | Sequence[str] = ()
    several = True
    mixed = False  # its operands are of one dtype, but for `integers`
    fills = True  # its rule gets zeros where no adjoint has arrived for a result, else None

    def __call__(self, *args: Any, **static: Any) -> tuple[Any, ...]:  # type: ignore[override]
        if any(a.__class__ is runtime.tensor for a in args):
            return runtime.several(self, args, static)
        return tuple(self.on_arrays(args, static))

    def dtypes_of(self, dtype: np.dtype[Any], static: dict[str, Any], count: int) -> list[np.dtype[Any]]:
        """Return the dtypes of results, for operands of a dtype."""
        by_name = {SAME: dtype, REAL: PARTS.get(dtype, dtype)}
        return [by_name[d] if d.__class__ is str else NUMBERS.get(d, d) for d in self.named(static) or [SAME] * count]

    def lanes_of(self, static: dict[str, Any], count: int) -> list[np.dtype[Any] | None]:
        """Return the dtypes that truth values among results are held in."""
        return [None] * count

    def name_of(self, index: int, static: dict[str, Any]) -> str:
        """Return what a printed tape calls a result."""
        names = self.names(**static) if callable(self.names) else self.names
        return names[index] if names else str(index)

    def named(self, static: dict[str, Any]) -> Sequence[Any]:
        """Return what is said of the dtypes of results; nothing if all are the operands'."""
        return self.dtypes(**static) if callable(self.dtypes) else self.dtypes or ()

    def filled(self, grads: Sequence[Any], args: Sequence[Any], static: dict[str, Any]) -> tuple[Any, ...]:
        """Return adjoints of all results, or tangents, with zeros where there is none."""
        assert self.infer is not None
        shapes: Any = self.infer(*[a.shape for a in args], **static)
        dtypes = self.dtypes_of(args[0].dtype, static, len(shapes))
        return tuple([np.zeros(s, d) if g is None else g for g, s, d in zip(grads, shapes, dtypes, strict=True)])


class Joint(Several):
    """An op of any number of operands, which with its results are of any dtypes; its rule, for values as they are, gives
    the adjoints of all at once, None for integers and truth values, and a function where few ask for one.
    """

    mixed = True
    conjugates = False

    def adjoint(self, k: int, fetch: Any, static: dict[str, Any]) -> Any:
        shares = getattr(fetch, "shares", None)
        if shares is None:
            shares = fetch.shares = super().adjoint(k, fetch, static)
        return shares[k]() if callable(shares[k]) else shares[k]


result_op = General(
    name="result", kind=Result(), forward=lambda results, *, index: results[index], infer=lambda results, *, index: results,
    adjoints={"results": lambda g: g}, summary="One of the results of an instruction that has several.",
)  # fmt: skip

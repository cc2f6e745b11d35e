"""Ops with several results, run for each instance of a batch: what `Rows` is for those of one result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.ops.declare import ArrayOp
from tapegrad.ops.reductions import sum_
from tapegrad.ops.results import Joint
from tapegrad.ops.shaping import reshape_op, spread
from tapegrad.tensor.batching import in_one_batch, members
from tapegrad.tensor.tensor import Tensor

Flags = tuple[bool, ...]


def shares_of_rows(
    rule: Callable[..., Sequence[Tensor | None]], seeds: Sequence[Tensor], args: Sequence[Tensor], flags: Flags,
    others: Sequence[Tensor] = (),
) -> list[Tensor | None]:  # fmt: skip
    """Return what operands receive from all instances: those that all instances share, the sum.

    ``rule(*seeds, *args, *others)`` gives what they receive from one. Seeds and others have a row for each instance;
    so have the operands that are flagged.
    """
    length = len(seeds[0])
    rows = [*(True for _ in seeds), *flags, *(True for _ in others)]

    def total(share: Tensor, differs: bool, flag: bool) -> Tensor:
        if flag:
            return share if differs else spread(share, length)
        return sum_(share, axis=0) if differs else share * float(length)

    shares = members(rule, [*seeds, *args, *others], rows, length)
    return [
        None if share is None else total(share[0], share[1], flag) for share, flag in zip(shares, flags, strict=True)
    ]


class RowsOfSeveral(Joint):
    """The op that runs another one, `one`, for each instance, as the static parameter `flags` says."""

    one: Joint

    def adjoint(self, k: int, fetch: Any, static: dict[str, Any]) -> Any:
        if not hasattr(fetch, "shares"):
            fetch.shares = self._shares(fetch, static)
        return fetch.shares[k]

    def _shares(self, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> list[Tensor | None]:
        seeds, args, out = (fetch(what, 0) for what in ("g", "args", "out"))
        rest = {name: value for name, value in static.items() if name != "flags"}

        def rule(*given: Tensor) -> list[Tensor | None]:
            first, last = len(seeds), len(seeds) + len(args)
            parts = {"g": given[:first], "args": given[first:last], "out": given[last:]}

            def of_one(what: str, _: int) -> Any:
                return parts[what]

            return [self.one.adjoint(j, of_one, rest) for j in range(len(args))]

        return shares_of_rows(rule, seeds, args, static["flags"], out)


_rows_of: dict[ArrayOp, RowsOfSeveral] = {}


def rows_of_several(op: Joint) -> RowsOfSeveral:
    """Return the op that runs another for each instance of a batch."""
    if op in _rows_of:
        return _rows_of[op]

    def of_one(shapes: Sequence[Any], flags: Flags, static: dict[str, Any]) -> Any:
        assert op.infer is not None
        return op.infer(*[s[1:] if flag else s for s, flag in zip(shapes, flags, strict=True)], **static)

    def infer(*shapes: Any, flags: Flags, **static: Any) -> Any:
        length = next(s[0] for s, flag in zip(shapes, flags, strict=True) if flag)
        return [(length, *shape) for shape in of_one(shapes, flags, static)]

    def forward(*args: np.ndarray, flags: Flags, **static: Any) -> Any:
        length = next(len(a) for a, flag in zip(args, flags, strict=True) if flag)
        if not length:
            shapes = infer(*[a.shape for a in args], flags=flags, **static)
            dtypes = op.dtypes_of(args[0].dtype, static, len(shapes))
            return [np.zeros(shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
        rows = ([a[i, ...] if flag else a for a, flag in zip(args, flags, strict=True)] for i in range(length))
        return [np.stack(results) for results in zip(*[op.forward(*row, **static) for row in rows], strict=True)]

    def batched(length: int, args: Sequence[Any], given: Sequence[bool], flags: Flags, **static: Any) -> Any:
        merged, both, size = in_one_batch(length, args, given, flags)
        results = made(*merged, flags=both, **static)
        return tuple([reshape_op(t, shape=(length, size, *t.shape[1:])) for t in results])

    made = RowsOfSeveral(
        name=f"{op.name}.batch", shown=op.shown, forward=forward, reference=forward, infer=infer,
        dtypes=lambda flags, **static: op.named(static), batched=batched, may_fail=op.may_fail,
    )  # fmt: skip
    _rows_of[op] = made
    made.one, made.rules, made.parameters = op, op.rules, (*op.parameters, "flags")
    made.keeps_operands = made.keeps_out = True
    return made

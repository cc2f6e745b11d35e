"""An op run for each instance of a batch: what a record without a rule for batches has.

The flagged operands have a row for each instance, and so has the result. A derivative is the op's own, for each
instance: in a sweep over arrays one after the other, in a recording once, with a batch axis on every value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ShapeError
from tapegrad.ops import declare
from tapegrad.ops.declare import ArrayOp, General
from tapegrad.ops.reductions import sum_
from tapegrad.ops.shaping import expand, reshape_to
from tapegrad.tape.forms import F8, form_of
from tapegrad.tape.record import shape_of_result
from tapegrad.tape.trace import recording
from tapegrad.tensor.batching import run_batched, spread
from tapegrad.tensor.tensor import Tensor, as_tensor

Shape = tuple[int, ...]
Flags = tuple[bool, ...]


class Rows(General):
    """The op that runs another one, `one`, for each instance, as the static parameter `flags` says."""

    one: ArrayOp

    def adjoint(self, k: int, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> Any:
        one, rest = self.one, {name: value for name, value in static.items() if name != "flags"}
        flags: Flags = static["flags"]
        if isinstance(fetch("g", 0), Tensor):
            return self._recorded(k, fetch, flags, rest)
        shape = fetch("shape", k)
        parts = [one.adjoint(k, _row(fetch, flags, i), rest) for i in range(len(fetch("g", 0)))]
        if not parts:
            return np.zeros(shape, fetch("g", 0).dtype)
        rows = np.stack(parts)
        return rows if flags[k] else rows.sum(axis=0)

    def _recorded(self, k: int, fetch: Callable[[str, int], Any], flags: Flags, rest: dict[str, Any]) -> Any:
        read = self.read_by(k)
        values = [("value", p) for p in range(len(flags))] if ("args", 0) in read else read
        keys = list(dict.fromkeys([("g", 0), *values]))
        given = [fetch("args", 0)[p] if what == "value" and self.variadic else fetch(what, p) for what, p in keys]

        def of_one(*parts: Tensor) -> Tensor:
            known = dict(zip(keys, parts, strict=True))

            def found(what: str, p: int) -> Any:
                if what == "args":
                    return tuple([known["value", q] for q in range(len(flags))])
                if what in ("shape", "shapes"):
                    return _row(fetch, flags, 0)(what, p)
                return known[what, p]

            return as_tensor(self.one.adjoint(k, found, rest))

        own = [what != "value" or flags[p] for what, p in keys]
        result = mapped(of_one, [as_tensor(x) for x in given], own)
        return result if flags[k] else sum_(result, axis=0)


def _row(fetch: Callable[[str, int], Any], flags: Flags, i: int) -> Callable[[str, int], Any]:
    """What `fetch` gives, of one instance."""

    def found(what: str, p: int) -> Any:
        value = fetch(what, p)
        if what == "shape":
            return value[1:] if flags[p] else value
        if what == "shapes":
            return [shape[1:] if flag else shape for shape, flag in zip(value, flags, strict=True)]
        if what == "args":
            return tuple([x[i] if flag else x for x, flag in zip(value, flags, strict=True)])
        return value[i, ...] if what != "value" or flags[p] else value

    return found


def mapped(f: Callable[..., Tensor], args: Sequence[Tensor], flags: Sequence[bool]) -> Tensor:
    """Run a function of one instance on a batch: the flagged arguments have a row for each."""
    length = next(a.shape[0] for a, flag in zip(args, flags, strict=True) if flag)
    with recording(strict=True) as inner:
        given = []
        for a, flag in zip(args, flags, strict=True):
            run: Any = a._kind.run
            value = run.evaluate(a._i) if a.traced else a._array()
            value = np.ascontiguousarray(value).reshape(a.shape)
            shape = a.shape[1:] if flag else a.shape
            example = (value[0, ...] if length else np.zeros(shape, value.dtype)) if flag else value
            given.append(inner.input(np.array(example), form_of(shape, a.dtype, a._kind.form.lane)))
        program = inner.program([f(*given)])
    captured = inner.outside()
    ((result, batched),) = run_batched(program, [*args, *captured], [*flags, *(False for _ in captured)], length)
    return result if batched else spread(result, length)


_made: dict[ArrayOp, Rows] = {}


def rows_of(op: ArrayOp, forward: Callable[..., np.ndarray] | None = None) -> Rows:
    """The op that runs another for each instance of a batch; `forward` does it where there is a better way."""
    known = _made.get(op)
    if known is None:
        known = _made[op] = _rows(op, forward)
    return known


def _rows(op: ArrayOp, forward: Callable[..., np.ndarray] | None) -> Rows:
    def infer(*shapes: Shape, flags: Flags, **static: Any) -> Shape:
        lengths = {shape[:1] for shape, flag in zip(shapes, flags, strict=True) if flag}
        if len(lengths) != 1 or () in lengths:
            raise ShapeError(f"{op.function}: expected batch axes of one length, got shapes {shapes}.")
        forms = [form_of(shape[1:] if flag else shape, F8) for shape, flag in zip(shapes, flags, strict=True)]
        return (*lengths.pop(), *shape_of_result(op, forms, static))

    def one_by_one(*args: np.ndarray, flags: Flags, **static: Any) -> np.ndarray:
        length = next(len(a) for a, flag in zip(args, flags, strict=True) if flag)
        if not length:
            return np.zeros(infer(*[a.shape for a in args], flags=flags, **static), args[0].dtype)
        rows = ([a[i, ...] if flag else a for a, flag in zip(args, flags, strict=True)] for i in range(length))
        return np.stack([np.asarray(op.forward(*row, **static)) for row in rows])

    def tangent(args: Sequence[Any], tangents: Sequence[Any], flags: Flags, **static: Any) -> Any:
        assert op.tangent is not None
        moving = [k for k, t in enumerate(tangents) if t is not None]

        def of_one(*parts: Tensor) -> Any:
            given: list[Any] = [None] * len(args)
            for k, part in zip(moving, parts[len(args) :], strict=True):
                given[k] = part
            return op.tangent(list(parts[: len(args)]), given, **static)  # type: ignore[misc]

        values = [as_tensor(x) for x in (*args, *(tangents[k] for k in moving))]
        return mapped(of_one, values, [*flags, *(flags[k] for k in moving)])

    def batched(length: int, args: Sequence[Any], given: Sequence[bool], flags: Flags, **static: Any) -> Any:
        """Make one batch of two, one axis after the other."""
        size = next(a.shape[int(outer)] for a, outer, inner in zip(args, given, flags, strict=True) if inner)
        merged = []
        for a, outer, inner in zip(args, given, flags, strict=True):
            if outer or inner:
                one = a.shape[outer + inner :]
                a = a if outer else reshape_to(a, shape=(1, *a.shape))
                a = a if inner else reshape_to(a, shape=(length, 1, *one))
                a = reshape_to(expand(a, shape=(length, size, *one)), shape=(length * size, *one))
            merged.append(a)
        both = tuple(outer or inner for outer, inner in zip(given, flags, strict=True))
        result = rows(*merged, flags=both, **static)
        return reshape_to(result, shape=(length, size, *result.shape[1:]))

    forward = forward or one_by_one
    kind = op.kind if op.kind.by_flags else declare.ArrayOp.kind
    rows = Rows(
        name=f"{op.name}.batch", function=op.function, forward=forward, reference=forward, infer=infer, kind=kind,
        tangent=None if op.tangent is None else tangent, batched=batched, may_fail=op.may_fail,
        takes_complex=op.takes_complex,
    )  # fmt: skip
    rows.one, rows.rules, rows.variadic, rows.arguments = op, op.rules, op.variadic, op.arguments
    rows.parameters = (*op.parameters, "flags")
    rows.keeps_operands, rows.keeps_out = op.keeps_operands, op.keeps_out
    return rows

"""Batched execution: runs a program with a leading batch axis on every batched value.

Elementwise ops broadcast; an array op's record says how it takes the additional axis (`ArrayOp.batched`), or its kind
does. Any other is run for each instance, by an op made for that: its flagged operands have a row for each, and so has
the result. What does not depend on the batch is done once.

Tests: tests/tensor/test_exits.py, tests/ops/test_forward_only.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.errors import ReplayError, ShapeError
from tapegrad.ir.forms import Form, form_of, of_cells
from tapegrad.ir.program import Guard, Program
from tapegrad.machine.dtypes import F8
from tapegrad.ops import declare
from tapegrad.ops.declare import ArrayOp, Elementwise, General
from tapegrad.ops.elementwise_ops import detached, where
from tapegrad.ops.reductions import sum_
from tapegrad.ops.results import Joint
from tapegrad.ops.shape_ops import aligned, astype, broadcast_to_op, reshape_op, spread
from tapegrad.record.open_recording import current
from tapegrad.record.shape_inference import shape_of_result
from tapegrad.record.trace import on_its_lines, recording, value_outside
from tapegrad.record.variables import converted
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array
from tapegrad.tensor.unit_vectors import Units, of_units, with_rows

Shape = tuple[int, ...]
Flags = tuple[bool, ...]


class Disagreement(ReplayError):
    """A decision goes different ways for different members of a batch."""


def mapped(f: Callable[..., Sequence[Tensor]], args: Sequence[Any], flags: Sequence[Any]) -> list[Tensor]:
    """Return the results of a function of one instance for a batch: the flagged arguments have a row for each, or stand
    for a batch of unit vectors.

    It is recorded once, apart from a recording that is open, and then appended to that as a batch.
    """
    args = [as_tensor(x) for x in args]
    length = next(t.size if isinstance(f, Units) else t.shape[0] for t, f in zip(args, flags, strict=True) if f)
    return [t if rows else spread(t, length) for t, rows in members(f, args, flags, length)]


def members(f: Callable[..., Sequence[Any]], args: Sequence[Tensor], flags: Sequence[Any], length: int) -> list[Any]:
    """Run a function of one member of a batch on all: the flagged arguments have a row for each.

    The function is recorded once, for the first member.

    Returns
    -------
    list of (Tensor, bool), or None where the function returned None
        Its results, and whether they have a row for each member.
    """
    with recording(strict=True) as inner:  # what it decides for one member must hold for all
        results = f(*[inner.input(*_first(a, flag)) for a, flag in zip(args, flags, strict=True)])
        program = inner.program([t for t in results if t is not None])
    captured = inner.outside()
    rows = iter(run_batched(program, [*args, *captured], [*flags, *(False for _ in captured)], length))
    return [None if t is None else next(rows) for t in results]


def _first(a: Tensor, flag: Any) -> tuple[np.ndarray, Form]:
    """Return the value and the form of the first member of a batch."""
    if isinstance(flag, Units):  # which nothing is to be executed for
        lane = a._family.form.lane
        return np.eye(1, a.size, dtype=lane).reshape(a.shape), form_of(a.shape, a.dtype, lane)
    value = value_outside(a)
    if flag:
        value = value[0, ...] if len(value) else np.zeros(a.shape[1:], value.dtype)
    return np.array(value), form_of(value.shape, a.dtype, a._family.form.lane)


def run_batched(
    program: Program, inputs: Sequence[Tensor], batched: Sequence[Any], length: int, now: bool = True
) -> list[tuple[Tensor, bool]]:
    """Run a program's instructions on Tensors, some with a leading batch axis; says which outputs have one.

    `now` says that the values are those of a call, not stand-ins of a program that is being made.

    Raises
    ------
    ReplayError
        If a guard of the program fails for a member.
    """

    def rule(slot: int, op: Any, operands: list[tuple[Any, bool]]) -> tuple[Any, bool]:
        args, flags, static = [a for a, _ in operands], [flag for _, flag in operands], program.statics[slot]
        if not any(flags):
            return with_flag(applied(op, args, static), False)
        if any([isinstance(flag, Units) for flag in flags]):  # noqa: C419 (a list is faster)
            result = of_units(op, args, flags, static)
            if result is not None:
                return result
            operands = [with_rows(t, flag) for t, flag in operands]
            args, flags = [t for t, _ in operands], [flag for _, flag in operands]
        if isinstance(op, Elementwise) and op is not detached:
            rank = len(program.forms[slot].shape)
            args = [aligned(a, rank) if b and len(a.shape) != rank + 1 else a for a, b in operands]
        elif op is not detached and op is not astype:
            return with_flag(_batch_of(op, length, args, flags, static), True)
        return applied(op, args, static), True

    def with_flag(result: Any, flag: bool) -> Any:
        return [(t, flag) for t in result] if result.__class__ is tuple else (result, flag)

    inputs_and_flags = [*zip(inputs, batched, strict=True)]
    values = program.walk(
        inputs_and_flags, on_its_lines(program, rule), lambda slot: (constant_of(program, slot), False)
    )
    for guard in program.guards:
        _check_decision(with_rows(*values[guard.slot])[0], guard, now)
    return [with_rows(*values[s]) for s in program.outputs]


def applied(op: Any, args: Sequence[Any], static: dict[str, Any]) -> Any:
    """Return an instruction of a program as an operation on Tensors."""
    if op is detached:
        return args[0].detach()
    if op is astype:
        return converted(args[0], static["dtype"])
    return op(*args, **static)


def constant_of(program: Program, slot: int) -> Tensor:
    """Return a constant of a program as a Tensor."""
    form = program.forms[slot]
    return from_array(of_cells(program.constants[slot], form), form.dtype)


def _batch_of(op: Any, length: int, args: list[Any], flags: Sequence[bool], static: dict[str, Any]) -> Any:
    """Run an op on a batch: by the rule of its record or of its kind, or else one instance after the other."""
    if op.batched is True:
        args = [a if flag else spread(a, length) for a, flag in zip(args, flags, strict=True)]
        return op(*args, **{name: _behind(name, value, length) for name, value in static.items()})
    if op.batched is not None:
        return op.batched(length, args, flags, **static)
    result = op.kind.batched(op, length, args, flags, static)
    if result is not None:
        return result
    if op.several:
        return rows_of_several(op)(*args, flags=tuple(map(bool, flags)), **static)
    return rows_of(op)(*args, flags=tuple(flags), **static)


def _behind(name: str, value: Any, length: int) -> Any:
    """Return a static parameter of an op whose operands and result get another axis in front."""
    if name == "shape":
        return (length, *value)
    if name == "axes":
        return tuple([axis + (axis >= 0) for axis in value])
    return value + (value >= 0) if name == "axis" else value


def _check_decision(rows: Tensor, guard: Guard, now: bool) -> None:
    """Check that all members of a batch decide as it was recorded, `now`, and whenever an open recording is replayed.

    Raises
    ------
    ReplayError
        If they do not now.
    """
    numbers = rows.astype(np.float64) if rows.dtype.kind != "f" else rows
    differ = numbers != guard.expected
    trace = current()
    if trace is not None and trace.strict:
        count = sum_(where(differ, 1.0, 0.0)) if differ.shape else where(differ, 1.0, 0.0)
        trace.require(count, 0.0)
        bad = now and bool(trace.evaluate(count._i) != 0.0)
    else:
        bad = bool(differ.any())
    if bad:
        raise Disagreement(
            f"the decision at {guard.line} differs between members of a batch. Compute with np.where "
            "instead of branching on values or indexing by them."
        )


# ------------------------------------------------------------------------------------------------- one after the other


class Rows(General):
    """The op that runs another one, `one`, for each instance, as the static parameter `flags` says."""

    one: ArrayOp

    def adjoint(self, k: int, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> Tensor | np.ndarray:
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

    def _recorded(self, k: int, fetch: Callable[[str, int], Any], flags: Flags, rest: dict[str, Any]) -> Tensor:
        read = self.read_by(k)
        operands = [("value", p) for p in range(len(flags))] if ("args", 0) in read else []
        keys = list(dict.fromkeys([("g", 0), *operands, *(what for what in read if what != ("args", 0))]))
        values = [fetch("args", 0)[p] if what == "value" and self.variadic else fetch(what, p) for what, p in keys]

        def of_one(*parts: Tensor) -> list[Tensor]:
            values = dict(zip(keys, parts, strict=True))

            def fetch_row(what: str, p: int) -> Any:
                if what == "args":
                    return tuple([values["value", q] for q in range(len(flags))])
                if what in ("shape", "shapes"):
                    return _row(fetch, flags, 0)(what, p)
                return values[what, p]

            return [as_tensor(self.one.adjoint(k, fetch_row, rest))]

        flagged = [what != "value" or flags[p] for what, p in keys]
        (result,) = mapped(of_one, values, flagged)
        return result if flags[k] else sum_(result, axis=0)


def _row(fetch: Callable[[str, int], Any], flags: Flags, i: int) -> Callable[[str, int], Any]:
    """Return what `fetch` gives, of one instance."""

    def fetch_row(what: str, p: int) -> Any:
        value = fetch(what, p)
        if what == "shape":
            return value[1:] if flags[p] else value
        if what == "shapes":
            return [shape[1:] if flag else shape for shape, flag in zip(value, flags, strict=True)]
        if what == "args":
            return tuple([x[i] if flag else x for x, flag in zip(value, flags, strict=True)])
        return value[i, ...] if what != "value" or flags[p] else value

    return fetch_row


def in_one_batch(
    length: int, args: Sequence[Any], outer: Sequence[bool], inner: Sequence[bool]
) -> tuple[list[Any], Flags, int]:
    """Return operands of a batch of batches as those of one, whose flags, and the length of the inner ones."""
    size = next(a.shape[int(out)] for a, out, within in zip(args, outer, inner, strict=True) if within)
    merged = []
    for a, out, within in zip(args, outer, inner, strict=True):
        if out or within:
            one = a.shape[out + within :]
            a = a if out else reshape_op(a, shape=(1, *a.shape))
            a = a if within else reshape_op(a, shape=(length, 1, *one))
            a = reshape_op(broadcast_to_op(a, shape=(length, size, *one)), shape=(length * size, *one))
        merged.append(a)
    return merged, tuple(bool(out or within) for out, within in zip(outer, inner, strict=True)), size


_rows_of: dict[ArrayOp, Rows] = {}


def rows_of(op: ArrayOp, forward: Callable[..., np.ndarray] | None = None) -> Rows:
    """Return the op that runs another for each instance of a batch; `forward` does it where there is a better way."""
    cached = _rows_of.get(op)
    if cached is not None:
        return cached

    def infer(*shapes: Shape, flags: Flags, **static: Any) -> Shape:
        lengths = {shape[:1] for shape, flag in zip(shapes, flags, strict=True) if flag}
        if len(lengths) != 1 or () in lengths:
            raise ShapeError(f"{op.shown}: expected batch axes of one length, got shapes {shapes}.")
        forms = [form_of(shape[1:] if flag else shape, F8) for shape, flag in zip(shapes, flags, strict=True)]
        return (*lengths.pop(), *shape_of_result(op, forms, static))

    def one_by_one(*args: np.ndarray, flags: Flags, **static: Any) -> np.ndarray:
        length = next(len(a) for a, flag in zip(args, flags, strict=True) if flag)
        if not length:
            return np.zeros(infer(*[a.shape for a in args], flags=flags, **static), args[0].dtype)
        rows = ([a[i, ...] if flag else a for a, flag in zip(args, flags, strict=True)] for i in range(length))
        return np.stack([np.asarray(op.forward(*row, **static)) for row in rows])

    def batched(length: int, args: Sequence[Any], outer_flags: Sequence[bool], flags: Flags, **static: Any) -> Any:
        """Make one batch of two."""
        merged, both, size = in_one_batch(length, args, outer_flags, flags)
        result = rows(*merged, flags=both, **static)
        return reshape_op(result, shape=(length, size, *result.shape[1:]))

    forward = forward or one_by_one
    kind = op.kind.for_rows(declare.ArrayOp.kind)
    rows = Rows(
        name=f"{op.name}.batch", shown=op.shown, forward=forward, reference=forward, infer=infer, kind=kind,
        tangent=_tangent_of_rows(op), batched=batched, may_fail=op.may_fail,
        takes_complex=op.takes_complex, one=op,
    )  # fmt: skip
    _rows_of[op] = rows
    rows.rules, rows.variadic, rows.arguments = op.rules, op.variadic, op.arguments
    rows.lacks, rows.integers = op.lacks, op.integers
    rows.parameters = (*op.parameters, "flags")
    rows.keeps_operands, rows.keeps_out = op.keeps_operands, op.keeps_out
    return rows


def _tangent_of_rows(op: ArrayOp) -> Callable[..., Any] | None:
    """Return the rule for tangents of the op that runs another for each instance."""
    rule = op.tangent
    if rule is None:
        return None

    def tangent(args: Sequence[Any], tangents: Sequence[Any], flags: Flags, **static: Any) -> Any:
        moving = [k for k, t in enumerate(tangents) if t is not None]

        def of_one(*parts: Tensor) -> Sequence[Tensor]:
            directions: list[Any] = [None] * len(args)
            for k, part in zip(moving, parts[len(args) :], strict=True):
                directions[k] = part
            moved = rule(list(parts[: len(args)]), directions, **static)
            return moved if op.several else [moved]

        values = [*args, *(tangents[k] for k in moving)]
        results = mapped(of_one, values, [*flags, *(flags[k] for k in moving)])
        return results if op.several else results[0]

    return tangent


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

    def _shares(self, fetch: Callable[[str, int], Any], static: dict[str, Any]) -> Sequence[Any]:
        seeds, args, out = (fetch(what, 0) for what in ("g", "args", "out"))
        rest = {name: value for name, value in static.items() if name != "flags"}
        if not isinstance(seeds[0], Tensor):
            return self._each(seeds, args, out, static["flags"], rest)

        def rule(*inputs: Tensor) -> list[Tensor | None]:
            first, last = len(seeds), len(seeds) + len(args)
            parts = {"g": inputs[:first], "args": inputs[first:last], "out": inputs[last:]}

            def of_one(what: str, _: int) -> Any:
                return parts[what]

            return [self.one.adjoint(j, of_one, rest) for j in range(len(args))]

        return shares_of_rows(rule, seeds, args, static["flags"], out)

    def _each(self, seeds: Any, args: Any, out: Any, flags: Flags, rest: dict[str, Any]) -> list[Any]:
        """Return what operands receive, as arrays, by one instance after the other."""
        if not len(seeds[0]):
            return [np.zeros(a.shape, a.dtype) for a in args]

        def of_row(i: int) -> list[Any]:
            parts = {"g": [g[i, ...] for g in seeds], "out": [x[i, ...] for x in out]}
            parts["args"] = [a[i, ...] if flag else a for a, flag in zip(args, flags, strict=True)]

            def fetch(what: str, _: int) -> Any:
                return tuple(parts[what])

            return [self.one.adjoint(k, fetch, rest) for k in range(len(args))]

        columns = zip(*[of_row(i) for i in range(len(seeds[0]))], strict=True)
        return [
            None if rows[0] is None else np.stack(rows) if flag else sum(rows)
            for rows, flag in zip(columns, flags, strict=True)
        ]


_rows_of_several: dict[ArrayOp, RowsOfSeveral] = {}


def rows_of_several(op: Joint) -> RowsOfSeveral:
    """Return the op that runs another for each instance of a batch."""
    if op in _rows_of_several:
        return _rows_of_several[op]

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

    def batched(length: int, args: Sequence[Any], outer_flags: Sequence[bool], flags: Flags, **static: Any) -> Any:
        merged, both, size = in_one_batch(length, args, outer_flags, flags)
        results = rows_op(*merged, flags=both, **static)
        return tuple([reshape_op(t, shape=(length, size, *t.shape[1:])) for t in results])

    rows_op = RowsOfSeveral(
        name=f"{op.name}.batch", shown=op.shown, forward=forward, reference=forward, infer=infer,
        dtypes=lambda flags, **static: op.named(static), batched=batched, may_fail=op.may_fail,
        tangent=_tangent_of_rows(op), kind=op.kind.for_rows(declare.ArrayOp.kind),
        one=op,
    )  # fmt: skip
    _rows_of_several[op] = rows_op
    rows_op.rules, rows_op.parameters = op.rules, (*op.parameters, "flags")
    rows_op.keeps_operands = rows_op.keeps_out = True
    return rows_op

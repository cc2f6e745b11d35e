"""Tracing: records a function's instructions on example arguments, as a program.

While a `Trace` is open it is this thread's run, and it is never executed as one: all instructions of the function
land in one list, whatever requires grad and whatever does not, and become a `Program` in the end.

The example inputs are at hand all the same, so decisions can be taken from values: what was appended so far is executed
by the eager sweeps when it is read (`Trace.evaluate`). A decision (`Trace.decide`) becomes a guard. All else that
would make plain data of a value that depends on an input is refused, since it would be frozen into the program. In a
recording that is used once, on these very inputs, Tensors that require grad refuse to be plain data, as in eager code.

Tests: tests/record/test_incremental_cse.py, tests/tensor/test_exits.py
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.errors import PlainDataError
from tapegrad.ir import forms as form_table
from tapegrad.ir.forms import BOOL, F8, Form, form_of
from tapegrad.ir.program import Guard, Program, has_tangent
from tapegrad.lazy_imports import modules_later
from tapegrad.machine.dtypes import C8, F4
from tapegrad.machine.layout import CONST, INPUT
from tapegrad.ops.elementwise_ops import not_equal
from tapegrad.ops.indexing import getitem_op, pick
from tapegrad.ops.reductions import sum_
from tapegrad.ops.runtime import runtime
from tapegrad.record import modes
from tapegrad.record.append import copying, encoded, leaf
from tapegrad.record.calls import user_line
from tapegrad.record.generators import drawn_anew
from tapegrad.record.instructions import decoded, program_of
from tapegrad.record.open_recording import current
from tapegrad.record.pending_run import Pending
from tapegrad.record.recording import (
    add_input,
    family_of,
    forget,
    home,
    made,
    moves,
    tape,
    version,
)
from tapegrad.record.run import Backing

if TYPE_CHECKING:
    from tapegrad.record import incremental_cse, scalar_stretches
else:  # which sweeps of recordings need
    incremental_cse, scalar_stretches = modules_later(
        "tapegrad.record.incremental_cse", "tapegrad.record.scalar_stretches"
    )


class Trace(Pending):
    """The recording of one function.

    Parameters
    ----------
    strict : bool
        The recording will be replayed on other inputs: decisions are guarded, and all other exits to plain data
        refused. Otherwise it is used once, on these very inputs, and the explicit exits mean what they mean in eager
        code.
    """

    __slots__ = (
        "_columns", "_first", "_simplified", "_varying", "captured", "closed", "evaluated", "guards", "inputs",
        "leaves_vary", "origins", "reads", "strict", "swept_to", "values", "walk",
    )  # fmt: skip
    traced = active = True

    def __init__(self, strict: bool) -> None:
        super().__init__(tape.thread)
        self.strict = strict
        self.leaves_vary = False  # leaves from outside are read anew by each replay
        self.closed = False
        self._first = next(made)
        self.inputs: list[int] = []
        self.captured: list[tuple[int, Any]] = []  # Tensors from outside that are no constants
        self.guards: list[Guard] = []
        self.values: dict[int, np.ndarray] = {}
        self.evaluated = self.reads = 0  # instructions whose values are known; how often one was asked for
        self.origins: dict[int, tuple[str, int] | None] = {}  # lines of what may fail on values
        self._varying = bytearray()
        self.swept_to: set[int] = set()  # variables of sweeps that were appended from a file
        self._simplified: incremental_cse.Simplified | None = None
        self._columns: scalar_stretches.Columns | None = None  # of the first instructions
        self.walk: Any = None  # that on the tree of recordings (see `tapegrad.autograd.transform_recordings`)

    # -------------------------------------------------------------------------------------------- leaves

    def input(self, value: np.ndarray, form: Form | None = None) -> Any:
        """Return a Tensor that stands for an input; `value` is the example, in the form's lane dtype if it has one."""
        form = form or form_of(value.shape, value.dtype)
        t = self._leaf(form, form.dtype.kind in "fc", value)
        self.inputs.append(t._i)
        return t

    def _leaf(self, form: Form, requires_grad: bool, value: np.ndarray | None) -> Any:
        number = float(value.item()) if value is not None and form.scalar else 0.0
        t = leaf(self, INPUT, form, requires_grad, number)
        if value is not None:
            self.given[t._i] = value
        return t

    def number(self, value: float, form: Form) -> Any:
        """Return a Tensor that stands for a number which is no input, of a form of one element."""
        return leaf(self, CONST, form, False, value)

    def capture(self, t: Any) -> int:
        """Return the slot of a Tensor from outside: a constant if it is data, else an additional input."""
        family, i = home(t)
        form = family.form
        own_run: Any = family.run
        array = t._node.array if own_run is None else None
        key = version(t, family, i, array)
        entry = self.imported.get(key)
        if entry is not None:
            return entry[0]
        if own_run is None:
            value = np.ascontiguousarray(array).reshape(form.shape)
            if form.dtype == BOOL and value.dtype == BOOL:
                value = value.astype(form.lane)
            slot = self._leaf(form, family.requires_grad, value)._i
            if family.requires_grad or moves(t):
                self.captured.append((slot, t))
        elif not family.requires_grad and not own_run.backing.traced and not moves(t):
            value = np.ascontiguousarray(t._array()).reshape(family.form.shape)
            slot = self._leaf(form, False, value)._i
        else:
            if own_run.backing.traced and own_run.backing.closed:
                raise PlainDataError(_ESCAPED)
            slot = self._leaf(form, family.requires_grad, None)._i
            self.captured.append((slot, t))
        self.imported[key] = slot, t, array
        return slot

    def outside(self) -> list[Any]:
        """Return the captured Tensors; in place of leaves that were written to since, their values of then."""
        arrays = {slot: array for slot, _, array in self.imported.values()}
        return [
            t if (array := arrays[slot]) is None or t._node.array is array else _earlier(t, array)
            for slot, t in self.captured
        ]

    # -------------------------------------------------------------------------------------------- values

    def varies(self, slot: int) -> bool:
        """Tell whether a slot differs between replays: whether it depends on an input, on a leaf that is read anew, or
        on a captured Tensor that varies in an outer trace.
        """
        varying = self._varying
        sources = {*self.inputs, *(s for s, t in self.captured if self.leaves_vary or _varies_outside(t))}
        for i in range(len(varying), len(self.instructions)):
            what = decoded(self.instructions[i], self.calls)
            varying.append(i in sources if what is None else any(varying[s] for s in what[1]))
        return bool(varying[slot])

    def moves(self, slot: int) -> bool:
        """Tell whether a slot depends on a captured Tensor that has a tangent in the level that is open."""
        moving = {s for s, t in self.captured if moves(t) or (t.traced and t._family.run.backing.moves(t._i))}
        waiting, seen = [slot] if moving else [], {slot}
        while waiting:
            s = waiting.pop()
            if s in moving:
                return True
            what = decoded(self.instructions[s], self.calls)
            waiting += [o for o in what[1] if o not in seen] if what is not None else []
            seen.update(waiting)
        return False

    def value(self, slot: int) -> np.ndarray:
        """Return the value of a slot as plain data.

        Raises
        ------
        PlainDataError
            If it depends on an input, and the recording is to be replayed on others.
        """
        if self.closed:
            raise PlainDataError(_ESCAPED)
        if self.strict and self.varies(slot):
            raise PlainDataError(
                f"{self.line_outside()}: a value that depends on the inputs was used as plain data while its function "
                "is recorded; it would be frozen into the tape. Compute with the Tensor itself (np.* functions and "
                "operators), put Tensors together with tg.array or return them as a list, print with tg.debug.print, "
                "or pass fixed arguments by static_argnums."
            )
        return self.evaluate(slot)

    def evaluate(self, slot: int) -> np.ndarray:
        """Return the value of a slot on the example inputs, in the lane dtype."""
        self.reads += 1
        if slot >= self.evaluated:
            self._advance()
        return self.values[slot]

    def _advance(self) -> None:
        """Execute the instructions appended since the last call, as a run of its own."""
        pending = Pending(self.run.owner)
        place: dict[int, int] = {}
        captured = dict(self.captured)
        draws = False

        def known(slot: int, value: np.ndarray) -> int:
            place[slot] = add_input(pending, self.instructions[slot][1] & ~1, value)
            return place[slot]

        stop = len(self.instructions)
        for slot in range(self.evaluated, stop):
            code, type_, *rest = self.instructions[slot]
            if code == INPUT:
                value = self.given.get(slot)
                known(slot, value_outside(captured[slot]) if value is None else value)
                continue
            what = decoded(self.instructions[slot], self.calls)
            if what is not None:  # else it is a constant
                op, operands, static = what
                draws |= getattr(op, "draws", False)
                slots = [place[s] if s in place else known(s, self.values[s]) for s in operands]
                if op is pick:
                    if pending.instructions[slots[0]][0] == INPUT:
                        pending.early = True
                    else:  # its memory may have any strides
                        index = tuple(int(i) for i in np.unravel_index(static["offset"], self.form(operands[0]).shape))
                        op, static = getitem_op, {"index": index}
                code, rest = op.code, [*encoded(pending, op, slots, static)]
            place[slot] = len(pending.instructions)
            pending.instructions.append((code, type_ & ~1, *rest))
        if self.origins:
            pending.lines = [None] * len(pending.instructions)
            for slot, line in self.origins.items():
                if slot in place:
                    pending.lines[place[slot]] = line
        held = list(pending.instructions)  # a second reference to each instruction: all values are stored
        with drawn_anew() if draws else nullcontext():
            pending.flush()
        del held
        for slot in range(self.evaluated, stop):
            self.values[slot] = np.ascontiguousarray(pending.run.value(place[slot])).reshape(self.form(slot).shape)
        self.evaluated = stop

    def line(self, slot: int) -> tuple[Any, ...] | None:
        """Return the user's line of an instruction, if it was kept."""
        return self.lines[slot] if self.lines is not None and slot < len(self.lines) else None

    def note_line(self, first: int, line: tuple[Any, ...] | None) -> None:
        """Say which line of the user's the instructions from `first` on come from, if lines are kept."""
        if self.lines is not None and line is not None:
            self.lines += [None] * (first - len(self.lines))
            self.lines[first:] = [line] * (len(self.instructions) - first)

    def form(self, slot: int) -> Form:
        return form_table.forms[self.instructions[slot][1] >> 1]

    @staticmethod
    def line_outside() -> str:
        """Return the innermost caller outside this package and those that call it back."""
        line = user_line(_LIBRARIES)
        return f"{line[0]}:{line[1]}" if line is not None else "?"

    # -------------------------------------------------------------------------------------------- decisions

    def decide(self, t: Any) -> np.ndarray:
        """Return the value of a Tensor that a decision is taken from; a replay must meet it."""
        slot = t._i
        value = self.evaluate(slot)
        if self.strict and self.varies(slot):
            self._guard(t, value)
        return value

    def _guard(self, t: Any, value: np.ndarray) -> None:
        form = t._family.form
        if form.scalar:
            slot, expected = t._i, value.item()
        else:
            within, tape._open.pending = tape._open.pending, self  # a body that is recorded within may read it
            try:
                differs = not_equal(t, runtime.from_array(value.copy()))
                total = sum_(differs.astype(F8, copy=False)) if form.size != 1 else differs
            finally:
                tape._open.pending = within
            slot, expected = total._i, 0.0
        self.guards.append(Guard(slot, float(expected), self.line_outside()))

    def require(self, t: Any, expected: float) -> None:
        """Set a guard on a scalar Tensor, whatever its value is now."""
        if self.strict:
            self.guards.append(Guard(t._i, expected, self.line_outside()))

    def is_narrow(self) -> bool:
        """Tell whether anything was recorded in single precision."""
        return any(form_table.forms[k >> 1].lane in (F4, C8) for k in scalar_stretches.codes_and_types(self)[1])

    def columns(self, stop: int) -> scalar_stretches.Columns:
        """Return the instructions below a slot as arrays, of which only new ones are made."""
        before, instructions = self._columns, self.instructions
        if before is None or len(before) < stop:
            new = scalar_stretches.Columns.of(instructions[0 if before is None else len(before) : stop])
            self._columns = before = new if before is None else before.joined(new)
        return before if len(before) == stop else before.cut(0, stop)

    def extend(self, instructions: Sequence[tuple[Any, ...]], columns: scalar_stretches.Columns) -> None:
        """Append instructions, which are given as arrays as well."""
        self._columns = self.columns(len(self.instructions)).joined(columns)
        self.instructions += instructions

    def has_tangents(self) -> bool:
        """Tell whether all that was recorded has a forward mode of its own."""
        return all(has_tangent(call.op, call.static) for call in self.calls)

    # -------------------------------------------------------------------------------------------- the end

    def program(self, outputs: Sequence[Any]) -> Program:
        """Return the trace as a program with these Tensors as outputs; captured Tensors are further inputs."""
        slots, simplified = [self.slot_of(t) for t in outputs], self._simplified
        firsts = [*map(simplified.origin.__getitem__, simplified.place)] if simplified is not None else ()
        self._simplified = None
        return program_of(self, [*self.inputs, *[s for s, _ in self.captured]], slots, self.guards, firsts)

    def is_outside(self, t: Any) -> bool:
        """Tell whether a Tensor was made before this recording began."""
        node = getattr(t, "_node", None)
        return t._family.run is not None or node is None or node.serial < self._first

    def slot_of(self, t: Any) -> int:
        """Return the slot of a Tensor in this recording; a Tensor from outside is captured."""
        return t._i if t._family.run is self.run else self.capture(t)

    def simplified(self, apart: Collection[int], more: Iterable[int]) -> incremental_cse.Simplified:
        """Return the simplified trace, with some slots kept apart, up to `more`."""
        simplified, apart = self._simplified, self.swept_to.union(apart)
        if simplified is None or any(s < len(simplified.place) and not simplified.keeps_apart(s) for s in apart):
            apart = {*apart, *(simplified.apart if simplified is not None else ())}
            simplified = self._simplified = incremental_cse.Simplified(apart)
        simplified.apart.update(apart)
        simplified.advance(self, 1 + max((*apart, *more), default=-1))
        return simplified

    def substitute(self, t: Any, other: Any) -> None:
        """Let an earlier Tensor's value stand for another's, wherever that was read; sweeps that were appended
        stay as they are.
        """
        assert other._i < t._i
        code, *rest = copying(self, t._family.form, other._i)
        self.instructions[t._i] = (code, self.instructions[t._i][1], *rest)
        self._simplified = self._columns = None

    def handle(self, slot: int) -> Any:
        """Return a Tensor that stands for a slot."""
        t = runtime.tensor()
        type_ = self.instructions[slot][1]
        t._family, t._i = family_of(self, form_table.forms[type_ >> 1], bool(type_ & 1)), slot
        return t


_ESCAPED = (
    "a Tensor from inside a function that was recorded is used outside. Return it from the function, print it with "
    "tg.debug.print, or, in a custom function, keep it with ctx.save_for_backward. Make a constant that is kept for "
    "later (in a cache, as an attribute) before the function is recorded."
)


class _Ended(Backing):
    """The backing of every recording that has ended: its Tensors have no values any more."""

    __slots__ = ()
    traced = closed = True
    strict = False
    kept_arrays = ()
    line_outside = staticmethod(Trace.line_outside)

    def value(self, slot: int) -> np.ndarray:
        raise PlainDataError(_ESCAPED)

    def frame(self, run: Any) -> Any:
        raise PlainDataError(_ESCAPED)

    def __len__(self) -> int:
        return 0

    def decide(self, t: Any) -> np.ndarray:
        """Refuse a decision."""
        return self.value(t._i)

    def moves(self, slot: int) -> bool:
        """Tell whether a slot has a tangent: that is not known any more."""
        return False


_ended = _Ended()


def _earlier(leaf: Any, array: np.ndarray) -> Any:
    """Return a Tensor of a value that a leaf had before a write; gradients flow to the leaf."""
    pending = tape.open()
    t = runtime.tensor()
    t._family = family_of(pending, leaf._family.form, True)
    t._i = add_input(pending, t._family.id, array)
    t._instruction = pending.instructions[t._i]
    pending.run.sources.append((t._i, leaf))
    return t


def _varies_outside(t: Any) -> bool:
    """Tell whether a captured Tensor differs between replays of the recording that it belongs to."""
    trace = t._family.run.backing if t.traced else None
    return trace is not None and not trace.closed and trace.strict and trace.varies(t._i)


def value_outside(t: Any) -> np.ndarray:
    """Return the value of a Tensor as an example for an inner recording: of the outer one's example, if it is of that.

    In C order; never to be written to.
    """
    trace = t._family.run.backing if t.traced else None
    value = t._array() if trace is None or trace.closed else trace.evaluate(t._i)
    return np.ascontiguousarray(value).reshape(t.shape)


_LIBRARIES = ("tapegrad", "numpy", "scipy", "contextlib", "functools")


def on_its_lines(program: Program, rule: Callable[[int, Any, list[Any]], Any]) -> Callable[[int, Any, list[Any]], Any]:
    """Return a rule for `Program.walk` under which what it appends to the open recording has the program's lines."""
    trace = current()
    if trace is None or trace.lines is None:
        return rule

    def noted(slot: int, op: Any, args: list[Any]) -> Any:
        start = len(trace.instructions)
        result = rule(slot, op, args)
        trace.note_line(start, program.lines.get(slot))
        return result

    return noted


class recording:
    """Record into a new trace within a ``with`` block; the outer one goes on afterwards.

    What is pending outside is executed first, unless it is an op under execution that records (`within`).

    A handler of a signal, as that of Ctrl-C, may raise where this begins or ends: what it leaves open ends with this
    object.
    """

    _open_tape: Any = None
    _with_lines: Any = None  # modes that were switched to, to keep lines

    def __init__(self, strict: bool, lines: bool = False, within: bool = False) -> None:
        self._trace = Trace(strict)
        self._within, self._lines = within, lines

    def __enter__(self) -> Trace:
        if not self._within:
            tape.flush()
        self._outer, self._modes = tape._open, modes.current()
        self._trace.lines = [] if self._lines or self._modes.lines else None
        outer: Any = self._outer.pending
        self._trace.leaves_vary = outer is not None and outer.traced and outer.leaves_vary
        self._open_tape = open_tape = (
            tape.another()
        )  # before it is the open one: what was open else would not be found again
        open_tape.pending, open_tape.strict = self._trace, self._trace.strict
        tape.resume(open_tape)
        if not self._modes.grad_enabled:
            modes.switch(self._modes.with_grad(True, False))
        if self._lines and not self._modes.lines:  # by recordings within, too; and no fast path loses one
            self._with_lines = modes.current().replace(lines=True)
            modes.switch(self._with_lines)
        return self._trace

    def __exit__(self, *exception: object) -> None:
        self._end()
        now = modes.current()
        if now is self._with_lines:
            modes.switch(self._modes)
        elif now is not self._modes:
            now = now if self._with_lines is None else now.replace(lines=False)
            modes.switch(now.with_grad(self._modes.grad_enabled, self._modes.inference))

    def __del__(self) -> None:
        if tape._open is self._open_tape:
            self._end()

    def _end(self) -> None:
        self._trace.closed, self._trace.run.backing = True, _ended
        tape._open.pending = None
        tape.resume(self._outer)
        forget(self._trace)
        self._trace.families = {}  # they hold the trace

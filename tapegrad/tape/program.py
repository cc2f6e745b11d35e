"""Programs: sealed tapes.

A `Program` is a tape made read-only: instructions in static single assignment, one slot each, whose leaves are
inputs and constants. It knows nothing of Tensors or of a process, so it can be optimised, differentiated, printed,
saved and lowered to machine code.

Invariant: the operands of an instruction are slots below its own; `Builder` is the only way to make one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapegrad.ops import declare
from tapegrad.ops.declare import Elementwise
from tapegrad.ops.elementwise import detached, where
from tapegrad.ops.functions import FunctionResult
from tapegrad.ops.indexing import getitem_op, scatter_add
from tapegrad.ops.shaping import broadcast_to_op, reshape_op
from tapegrad.tape.forms import Form
from tapegrad.tape.neutral import NEUTRAL, SIMPLE
from tapegrad.tape.printing import dot, listing


class Guard(NamedTuple):
    """A recorded decision: the slot's value must be `expected`, as it was at `line`."""

    slot: int
    expected: float
    line: str


class Program:
    """A sealed tape.

    Attributes
    ----------
    ops : list of Op or None
        None for leaves.
    operands : list of tuples of int
    statics : list of dict
        Static parameters of array ops.
    forms : list of Form
    constants : dict
        Values of the constant leaves, by slot, as compiled code reads them (see `forms.cells`).
    inputs, outputs : list of int
        Slots. An output may be any slot, also a leaf.
    guards : list of Guard
    lines : dict
        The user's file and line of a slot, where they were kept.
    """

    __slots__ = (
        "__weakref__", "constants", "derived", "forms", "guards", "inputs", "lines", "operands", "ops", "outputs",
        "recorded", "statics",
    )  # fmt: skip

    def __init__(self) -> None:
        self.ops: list[Any] = []
        self.operands: list[tuple[int, ...]] = []
        self.statics: list[dict[str, Any]] = []
        self.forms: list[Form] = []
        self.constants: dict[int, np.ndarray] = {}
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        self.guards: list[Guard] = []
        self.lines: dict[int, tuple[str, int]] = {}
        self.recorded = 0  # instructions before optimisation
        self.derived: dict[Any, Any] = {}  # programs made from this one, and its compiled forms

    def __len__(self) -> int:
        return len(self.ops)

    @property
    def input_forms(self) -> list[Form]:
        return [*map(self.forms.__getitem__, self.inputs)]

    @property
    def output_forms(self) -> list[Form]:
        return [*map(self.forms.__getitem__, self.outputs)]

    def subprograms(self) -> Iterable[Program]:
        """Yield programs that instructions of this one run."""
        for static in self.statics:
            for value in static.values():
                if isinstance(value, Program):
                    yield value

    def outline(self) -> str:
        """Return a digest of everything that determines what this program computes but the values of its constants."""
        known = self.derived.get("outline")
        if known is None:
            h = hashlib.sha256()
            names = [op.name if op is not None else "" for op in self.ops]
            kinds = {f: repr((f.shape, f.dtype.str, f.lane and f.lane.str)) for f in dict.fromkeys(self.forms)}
            statics = [(slot, static_key(static)) for slot, static in enumerate(self.statics) if static]
            guards = [(g.slot, g.expected) for g in self.guards]
            h.update(repr((names, self.operands, [kinds[f] for f in self.forms], statics)).encode())
            h.update(repr((self.inputs, self.outputs, guards, list(self.constants))).encode())
            known = self.derived["outline"] = h.hexdigest()
        return known

    def digest(self) -> str:
        """Return a digest of everything that determines what this program computes."""
        known = self.derived.get("digest")
        if known is None:
            h = hashlib.sha256(self.outline().encode())
            for value in self.constants.values():
                h.update(value.tobytes())
            known = self.derived["digest"] = h.hexdigest()
        return known

    def derive(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return what `make` gives, made once for this program."""
        if key not in self.derived:
            self.derived[key] = make()
        return self.derived[key]

    def __eq__(self, other: object) -> bool:
        return self.digest() == other.digest() if isinstance(other, Program) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest())

    def walk(
        self, inputs: Sequence[Any], rule: Callable[[int, Any, list[Any]], Any], constant: Callable[[int], Any]
    ) -> list[Any]:
        """Return the values of all slots, in whatever the instructions are carried out on.

        Parameters
        ----------
        inputs : sequence
            The values of the inputs.
        rule : callable
            ``rule(slot, op, args)`` gives the value of an instruction from those of its operands.
        constant : callable
            ``constant(slot)`` gives that of a constant.
        """
        values: list[Any] = [None] * len(self)
        for slot, value in zip(self.inputs, inputs, strict=True):
            values[slot] = value
        for slot, op in enumerate(self.ops):
            if op is not None:
                values[slot] = rule(slot, op, [values[s] for s in self.operands[slot]])
            elif slot in self.constants:
                values[slot] = constant(slot)
        return values

    def with_inputs(self, slots: Sequence[int]) -> Program:
        """Return the program that takes what these constants are as further inputs."""
        new = Program()
        for name in ("ops", "operands", "statics", "forms", "outputs", "guards", "lines", "recorded"):
            setattr(new, name, getattr(self, name))
        new.inputs = [*self.inputs, *slots]
        new.constants = {slot: value for slot, value in self.constants.items() if slot not in slots}
        return new

    def has_tangents(self) -> bool:
        """Tell whether all its instructions have a forward mode of their own."""
        return all(op is None or has_tangent(op, static) for op, static in zip(self.ops, self.statics, strict=True))

    # -------------------------------------------------------------------------------------------- as data

    def save(self, file: Any) -> None:
        """Write the tape to a path or binary file; `tapegrad.load` reads it."""
        from tapegrad.tape import files

        files.save(self, file)

    def __reduce__(self) -> Any:
        from tapegrad.tape import files

        return files.program_of, (files.encode(self),)

    def to_dot(self) -> str:
        """Return the tape as a graph in Graphviz's language."""
        return dot(self)

    # -------------------------------------------------------------------------------------------- looking at it

    def __str__(self) -> str:
        return listing(self)

    def __repr__(self) -> str:
        return f"<sealed tape of {len(self)} instructions, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"


def has_tangent(op: Any, static: dict[str, Any]) -> bool:
    """Tell whether an instruction has a forward mode of its own, as all have but those of custom functions without
    jvp."""
    if isinstance(op, FunctionResult):
        return bool(static["application"].has_tangent)
    return "program" not in static or static["program"].has_tangents()


_PLAIN = frozenset((int, str, bool, float, type(None)))


def static_key(value: Any) -> Any:
    """Return a hashable equivalent of static parameters."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, dict):
        items = sorted(value.items()) if len(value) > 1 else value.items()
        return tuple([(k, v if v.__class__ in _PLAIN else static_key(v)) for k, v in items])
    if isinstance(value, (list, tuple)):
        return tuple([v if v.__class__ in _PLAIN else static_key(v) for v in value])
    if isinstance(value, slice):
        return "slice", value.start, value.stop, value.step
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, Program):
        return value.digest()
    if isinstance(value, np.dtype):
        return value.str
    if isinstance(value, declare.Op):
        return value.name
    return value


_FOLDED_LANES = 4096  # constants with more elements are left to the first replay


class Builder:
    """Makes a program, instruction by instruction, and simplifies it on the way.

    What it does keeps every bit but the sign of a zero, also for NaN and infinities: equal instructions become one,
    exact arithmetic on constants is done, neutral operands go, and shaping ops that cancel.
    """

    def __init__(self) -> None:
        self.program = Program()
        self._known: dict[Any, int] = {}
        self._apart: set[int] = set()
        self._numbers: dict[int, float | None] = {}  # of constants, also broadcast, and choices; None for several

    def _append(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
        p = self.program
        p.ops.append(op)
        p.operands.append(operands)
        p.statics.append(static)
        p.forms.append(form)
        return len(p.ops) - 1

    def input(self, form: Form) -> int:
        slot = self._append(None, (), NO_STATIC, form)
        self.program.inputs.append(slot)
        return slot

    def constant(self, value: np.ndarray, form: Form) -> int:
        """Return a leaf with a value in the form's lane dtype."""
        key = ("constant", form, value.tobytes()) if value.size <= _FOLDED_LANES else ("constant", form, id(value))
        slot = self._known.get(key)
        if slot is None:
            slot = self._known[key] = self._append(None, (), NO_STATIC, form)
            self.program.constants[slot] = value
            self._numbers[slot] = value.item() if value.size == 1 else None
        return slot

    def emit(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
        """Return the slot of an instruction's result."""
        key: Any = (op.code, form.id, operands, static_key(static)) if static else (op.code, form.id, operands)
        known = self._known
        slot = known.get(key)
        if slot is None:
            numbers = self._numbers  # nothing else is simpler for a constant in the middle
            if static:
                slot = self._shaped(op, operands, static, form)
            if slot is None and (op.name in SIMPLE or operands[0] in numbers or operands[-1] in numbers):
                slot = self._simplified(op, operands, form)
            if slot is None:
                p = self.program  # as `_append` does, of which this is most calls
                slot = len(p.ops)
                p.ops.append(op)
                p.operands.append(operands)
                p.statics.append(static)
                p.forms.append(form)
                if op is broadcast_to_op and operands[0] in numbers:
                    numbers[slot] = numbers[operands[0]]
                elif op is where and {operands[1], operands[2]} <= numbers.keys():
                    numbers[slot] = None
            known[key] = slot
        return slot

    def apart(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int:
        """Return the slot of an instruction that nothing is equal to, and whose operands nothing sees through it."""
        slot = self._append(op, operands, static, form)
        self._apart.add(slot)
        return slot

    def stopped(self, slot: int, form: Form) -> int:
        """Return the same value, through which no derivative passes."""
        return self.emit(detached, (slot,), NO_STATIC, form)

    def copied(self, program: Program, slot: int, place: list[int]) -> None:
        """Write an instruction, or a constant, of another program; `place` has the slots of its operands, and gets
        its own.
        """
        op, form = program.ops[slot], program.forms[slot]
        if op is None:
            place[slot] = self.constant(program.constants[slot], form)
        else:
            operands = tuple([place[s] for s in program.operands[slot]])
            place[slot] = self.emit(op, operands, program.statics[slot], form)
        if slot in program.lines:
            self.program.lines.setdefault(place[slot], program.lines[slot])

    # -------------------------------------------------------------------------------------------- simplification

    def number(self, slot: int) -> float | None:
        """Return what all elements of a slot are, if that is known."""
        return self._numbers.get(slot)

    def zeros(self, slot: int) -> bool:
        value = self.program.constants.get(slot)
        return value is not None and not value.any()

    def ones_where(self, slot: int) -> tuple[int, bool] | None:
        """Return the condition on which the elements of a slot are 1 or 0, and whether they are 1 where it holds; None
        if they are anything else.
        """
        if self.program.ops[slot] is not where:
            return None
        condition, x, y = self.program.operands[slot]
        found = self.number(x), self.number(y)
        return (condition, found == (1.0, 0.0)) if {*found} == {0.0, 1.0} else None

    def _simplified(self, op: Any, operands: tuple[int, ...], form: Form) -> int | None:
        if op.__class__ is not Elementwise:
            return None
        constants = self.program.constants
        forms = self.program.forms
        if op.hot and form.size <= _FOLDED_LANES and all(s in constants for s in operands):
            with np.errstate(all="ignore"):
                value = np.asarray(op.reference(*[constants[s] for s in operands]), dtype=form.lane)
            return self.constant(np.broadcast_to(value, form.shape).copy(), form)
        if len(operands) == 1:
            (x,) = operands
            if op.name == "positive":
                return x
            if op.name == "negative" and self.program.ops[x] is op and x not in self._apart:
                return self.program.operands[x][0]
            return None
        rule = NEUTRAL.get(op.name)
        if rule is None:
            return None
        found = rule(self, operands, form)
        if found is None or forms[found] is not form:
            return None
        return found

    def _shaped(self, op: Any, operands: tuple[int, ...], static: dict[str, Any], form: Form) -> int | None:
        if len(operands) != 1:
            return None
        p = self.program
        (x,) = operands
        if op.name == "positive" or (op.name in ("reshape", "broadcast_to") and p.forms[x] is form):
            return x
        inner: Any = p.ops[x] if x not in self._apart else None
        if inner is op and op.name == "reshape":
            return self.emit(op, p.operands[x], static, form)
        if op.name == "transpose":
            axes = static["axes"]
            if axes == tuple(range(len(axes))):
                return x
            if inner is op:
                before = p.statics[x]["axes"]
                return self.emit(op, p.operands[x], {"axes": tuple(before[a] for a in axes)}, form)
        if op.name == "astype" and static["source"] is static["dtype"]:
            return x
        if op is scatter_add and all([_keeps(part) for part in static["index"]]):  # noqa: C419
            return self.emit(reshape_op, (x,), {"shape": form.shape}, form)
        return self._taken(x, static["index"], form) if op.name == "getitem" else None

    def _taken(self, x: int, index: tuple[Any, ...], form: Form) -> int | None:
        """Return the part of an array that was joined of parts, or of a vector that was made of them: of one of them,
        or zeros, or a sum of these.
        """
        p = self.program
        op = p.ops[x]
        if op is None or not all([isinstance(part, slice) for part in index]):  # noqa: C419 (a list is faster)
            return None
        if op.name == "concatenate":
            return self._of_joined(x, index, form)
        if len(p.forms[x].shape) != 1 or not index:
            return None
        (part,) = index
        if op.name == "add" and all(p.forms[s] is p.forms[x] for s in p.operands[x]):
            terms = [self._taken(s, index, form) for s in p.operands[x]]
            return None if None in terms else self.emit(op, tuple(terms), NO_STATIC, form)  # type: ignore[arg-type]
        if op.name != "scatter_add" or not isinstance(p.statics[x]["index"][0], slice):
            return None
        mine, own = (range(p.forms[x].shape[0])[i] for i in (part, p.statics[x]["index"][0]))
        if mine == own:
            (value,) = p.operands[x]
            return value if p.forms[value] is form else None
        if {mine.step, own.step} == {1} and (mine.stop <= own.start or own.stop <= mine.start):
            return self.constant(np.zeros(form.shape, form.lane), form)
        return None

    def _of_joined(self, x: int, index: tuple[slice, ...], form: Form) -> int | None:
        """Return a part of arrays that were joined, if it is one of one of them."""
        p = self.program
        axis, shape = p.statics[x]["axis"], p.forms[x].shape
        if axis >= len(index):
            return None
        wanted, first = range(shape[axis])[index[axis]], 0
        for s in p.operands[x]:
            last = first + p.forms[s].shape[axis]
            if wanted and wanted.step == 1 and first <= wanted.start and wanted.stop <= last:
                own = (*index[:axis], slice(wanted.start - first, wanted.stop - first), *index[axis + 1 :])
                whole = all([range(n)[part] == range(n) for n, part in zip(p.forms[s].shape, own, strict=False)])  # noqa: C419
                return s if whole else self.emit(getitem_op, (s,), {"index": own}, form)
            first = last
        return None

    # -------------------------------------------------------------------------------------------- the end

    def finish(self, outputs: Sequence[int], guards: Iterable[Guard] = ()) -> Program:
        """Return the program without what neither an output nor a guard needs; inputs always stay."""
        p = self.program
        guards = list(guards)
        needed = bytearray(len(p.ops))
        for slot in (*p.inputs, *outputs, *[g.slot for g in guards]):
            needed[slot] = 1
        for slot in range(len(p.ops) - 1, -1, -1):
            if needed[slot]:
                for s in p.operands[slot]:
                    needed[s] = 1
        result = Program()
        result.recorded = p.recorded
        kept = [slot for slot, wanted in enumerate(needed) if wanted]
        place = [-1] * len(p.ops)
        for new, slot in enumerate(kept):
            place[slot] = new
        at = place.__getitem__
        result.ops = [*map(p.ops.__getitem__, kept)]
        result.operands = [tuple(map(at, p.operands[s])) for s in kept]
        result.statics = [*map(p.statics.__getitem__, kept)]
        result.forms = [*map(p.forms.__getitem__, kept)]
        result.constants = {place[s]: value for s, value in p.constants.items() if needed[s]}
        result.lines = {place[s]: line for s, line in p.lines.items() if needed[s]}
        result.inputs, result.outputs = [*map(at, p.inputs)], [*map(at, outputs)]
        seen = set()
        for g in guards:
            known = p.constants.get(g.slot)
            if known is not None and known.item() == g.expected:
                continue
            if (g.slot, g.expected) not in seen:
                seen.add((g.slot, g.expected))
                result.guards.append(Guard(place[g.slot], g.expected, g.line))
        return result


NO_STATIC: dict[str, Any] = {}


def _keeps(part: Any) -> bool:
    """Tell whether a part of an index chooses nothing."""
    return part is None or part is Ellipsis or (isinstance(part, slice) and part == slice(None))

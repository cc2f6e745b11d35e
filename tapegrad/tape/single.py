"""A run of one call: whose value is read before anything else is recorded.

It keeps its op and operands as they came. A read computes the value from these, along the plan that an earlier run of
the same structure has left: nothing is lowered or cut into segments, and no Tensor remembers a place. Whatever else
is asked of such a run makes it an ordinary one first: `Single.__getattr__` writes out the instructions of one that is
open, `Computed.__getattr__` the flat arrays of one that is executed.

Invariant: written out, it is what recording without it would have left, to the bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.forks import across_forks
from tapegrad.machine.layout import ARRAY, CONST, LIVE
from tapegrad.ops.declare import recorder
from tapegrad.tape import thresholds
from tapegrad.tape.compiled import is_real
from tapegrad.tape.executed import Executed
from tapegrad.tape.families import Family
from tapegrad.tape.modes import Modes
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import add_input, check_thread, family_of, home, take_place, tape
from tapegrad.tape.run import Call, Run
from tapegrad.tape.structures import Plan, Structure

_writing = across_forks()


def begin(structure: Structure, operands: Sequence[Any], static: dict[str, Any], modes: Modes) -> Any:
    """Open a run with a call, and return the Tensor of its result; None if it is to be recorded as all others.

    So is what runs went on after the last time, and what has an operand that is still pending. No run may be open.
    """
    if structure.passes and not structure.once:
        structure.passes -= 1
        return None
    cls = recorder.tensor
    values: list[Any] = []
    given: list[Any] = []
    for x, slot in zip(operands, structure.slots, strict=True):
        if slot < len(given):
            continue
        if x.__class__ is not cls:
            of: Any = x if x.__class__ is not complex else x != 0  # a mask
            values.append(float(of))
            given.append(None)
            continue
        family, i, array = x._family, -1, None
        if family.run is None:
            value = array = x._node.array
        else:
            family, i = home(x)
            if family.run is None or family.run.open:
                return None
            check_thread(x)
            value = family.run.value(i)
        values.append(value)
        given.append((x, family, i, array))
    run = Single.__new__(Single)
    run.begin(tape.thread, modes)
    run.call, run.static = (structure, values, given), static
    t = cls()
    t._family = run.family = Family(structure.form, structure.requires_grad, run)
    t._i = structure.slot
    t._instruction = run.instruction = (structure.op.code, structure.type, *structure.named)
    tape.enter(run)
    if structure.once:
        tape.flush(once=True)
    return t


class _OfOneCall(Run):
    """A run of one call, in either state."""

    __slots__ = ()
    single = True

    def leave_to_others(self) -> None:
        """Let runs that begin as this one be recorded as all others for a while."""
        self.call[0].passes = thresholds.RUNS_OFF_TREE


class Single(_OfOneCall, Open):
    """An open run of one call.

    Attributes
    ----------
    call : (Structure, list, list)
        Values in the order of slots, and for each the Tensor and where it had it, or None for a number.
    static : dict
        The op's static parameters.
    family : Family
        That of the result, while this is the run that is open: they hold each other.
    instruction : tuple
        The result's Tensor holds it too, by which a flush sees whether it lives.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Become an ordinary run: somebody wants what only these have."""
        self.go_on()
        return getattr(self, name)

    def go_on(self) -> None:
        """Become an ordinary run, which more is recorded in."""
        structure, _, given = self.call
        structure.passes = thresholds.RUNS_OFF_TREE
        self.write_out()
        for slot, where in enumerate(given):
            if where is not None and where[0]._family is where[1]:  # else it stands for something else now
                take_place(self, slot, *where)

    def flush(self, before_sweep: bool = False) -> None:
        structure, values, given = self.call
        if before_sweep or structure.plan is None:
            self.write_out()
            self.flush(before_sweep)
            if not before_sweep and self.flags[structure.slot] & LIVE:
                structure.plan = Plan(self)
            return
        self.vals, self.arrays, self.result = structure.compute(values, self.static)
        self.sources = _sources(given) if structure.requires_grad else []
        self.__class__ = Computed  # type: ignore[assignment]
        self.call = structure, None, None  # no Tensors without gradient, as in any executed run

    def was_read(self) -> None:
        """Know of a read: where they return, such runs are recorded as all others, so that programs give the values."""
        structure = self.call[0]
        structure.reads += 1
        if structure.reads > thresholds.READS_OF_A_CALL:
            forms = structure.forms
            if all(map(is_real, (*forms, structure.form))) and sum(form.size for form in forms) <= thresholds.SMALL:
                structure.passes = thresholds.RUNS_OFF_TREE

    def exact(self) -> Any:
        """Return NumPy's function and operands that give the very bits of the value; None if there are none."""
        structure, values, _ = self.call
        return (structure.op.reference, [values[s] for s in structure.slots]) if structure.exact else None

    def write_out(self) -> None:
        """Become an ordinary run, with a list of instructions."""
        structure, values, given = self.call
        self.clear()
        family, instructions = self.family, self.instructions
        self.families[family.id] = family
        for slot, (value, where) in enumerate(zip(values, given, strict=True)):
            own = family_of(self, structure.forms[slot], where is not None and where[1].requires_grad)
            if where is not None:
                add_input(self, own.id, value)
                continue
            instructions.append((CONST, own.id, value))
            if value:
                self.numbers[value, own.form.lane] = slot
        self.sources = _sources(given)
        if structure.op.op_class == ARRAY:
            self.calls.append(Call(structure.op, [*structure.slots], self.static))
        instructions.append(self.instruction)
        for own in self.families.values():
            own.instructions = instructions
        self.__class__ = Open  # type: ignore[assignment]
        self.call = self.static = self.family = self.instruction = None

    def apart(self, slot: int) -> Any:
        copy = Single.__new__(Single)
        copy.begin(self.owner, self.modes)
        copy.serial = self.serial
        alive = copy.instruction = self.instruction  # which so lives
        copy.call, copy.static = self.call, self.static
        if self.__class__ is not Single:  # its thread has gone on with it meanwhile
            return self.apart(slot) if self.open else self
        structure = copy.call[0]
        copy.family = Family(structure.form, structure.requires_grad, copy)
        copy.flush()
        copy.modes = copy.family = None
        del alive
        return copy


def _sources(given: Sequence[Any]) -> list[tuple[int, Any]]:
    """Return where the adjoints of inputs go; see `Run`."""
    return [
        (slot, where[0] if where[1].run is None else where[1].run.place(where[2]))
        for slot, where in enumerate(given)
        if where is not None and where[1].requires_grad
    ]


class Computed(_OfOneCall, Executed):
    """An executed run of one call; the frame is that of its plan."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Become an ordinary run: a sweep enters it, or somebody looks at it."""
        with _writing:
            if self.__class__ is Computed:
                self._write_out()
        return getattr(self, name)

    def value(self, slot: int) -> np.ndarray:
        result = self.result
        if result is not None and slot == self.call[0].slot:
            return result
        return self.__getattr__("value")(slot)

    def free(self, live: list[int] | None = None) -> None:
        self.drop({self.call[0].slot: self.result}, frozenset())
        self.call = self.static = self.instruction = self.result = None

    def _write_out(self) -> None:
        structure = self.call[0]
        plan: Any = structure.plan
        vals, arrays, sources = self.vals, self.arrays, self.sources
        self.clear()
        self.code, self.types, self.vals, self.flags = plan.code, plan.types, vals, plan.flags.copy()
        plain = all(form.scalar for form in (*structure.forms, structure.form)) and structure.op.op_class != ARRAY
        self.arrays = [] if plain else arrays
        self.frame = (self.code, self.types, vals, self.flags, self.arrays)
        self.sources, self.segments, self.slot_lists = sources, plan.segments, [*plan.slot_lists]
        if structure.op.op_class == ARRAY:
            self.calls = [Call(structure.op, [*structure.slots], self.static)]
        self.modes = None
        self.__class__ = Executed  # type: ignore[assignment]
        self.static = self.instruction = self.result = None

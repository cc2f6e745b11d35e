"""A run of one call: whose value is read before anything else is recorded.

It keeps its op and operands as they came. A read computes the value from these, along the plan that an earlier run of
the same structure has left: nothing is lowered or cut into segments, and no Tensor remembers a place. Whatever else
is asked of such a run makes it an ordinary one first: `Single.__getattr__` writes out the instructions of one that is
open, `Computed.__getattr__` the flat arrays of one that is executed.

Invariant: written out, it is what recording without it would have left, to the bit.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from tapegrad.forks import across_forks
from tapegrad.machine import pool
from tapegrad.machine.layout import ARRAY, CONST, LIVE, REGION, SCALARS_F8
from tapegrad.ops.declare import recorder
from tapegrad.ops.indexing import setitem_op
from tapegrad.tape.executed import Executed
from tapegrad.tape.executor import executor
from tapegrad.tape.forms import Form, form_of
from tapegrad.tape.modes import current
from tapegrad.tape.opened import Open
from tapegrad.tape.pending import Family, add_input, check_thread, family_of, home, in_lanes, take_place, tape
from tapegrad.tape.run import Call, Run, called, run_region, scalar_of, table_f4, table_f8


class Plan:
    """What a flush has made of a call: the same for all calls of the structure, and never written to.

    Attributes
    ----------
    code, types, flags : ndarray
        Those of the run's frame; the flags as the flush left them.
    segments, slot_lists : list
    """

    __slots__ = ("code", "flags", "segments", "slot_lists", "types")

    def __init__(self, run: Any) -> None:
        self.code, self.types, self.flags = run.code, run.types, run.flags.copy()
        self.segments, self.slot_lists = run.segments, run.slot_lists


class Structure:
    """A call without its numbers.

    Attributes
    ----------
    op : Op
    slots : tuple of int
        Those of the operands in the order of the arguments; one that stands twice has one slot.
    forms : tuple of Form
        Those of the slots that are given.
    slot, form : int and Form
        The result's.
    named : tuple of int
        What an instruction says of its operands.
    once : bool
        It may fail on values, and is executed at once.
    plan : Plan or None
        None until a run of this structure was flushed.
    """

    __slots__ = ("form", "forms", "named", "once", "op", "plan", "slot", "slots")

    def __init__(self, op: Any, slots: Sequence[int], forms: Sequence[Form], form: Form, once: bool) -> None:
        self.op, self.slots, self.forms, self.form, self.once = op, tuple(slots), tuple(forms), form, once
        self.named = (0,) if op.op_class == ARRAY else self.slots
        self.slot = len(forms)
        self.plan: Plan | None = None

    def compute(self, given: list[tuple[Any, ...]], static: dict[str, Any]) -> tuple[Any, Any, np.ndarray]:
        """Return `vals` and `arrays` of the frame, and the value of the result."""
        plan: Any = self.plan
        slot, form = self.slot, self.form
        vals = np.empty(slot + 1)
        arrays: list[Any] = [None] * (slot + 1)
        for k, own in enumerate(self.forms):
            if own.scalar:
                Run.set_scalar(vals, k, given[k][1], own)
            else:
                arrays[k] = in_lanes(given[k][1], own)
        if self.op.op_class == ARRAY:
            args = [scalar_of(vals, s, self.forms[s]) if arrays[s] is None else arrays[s] for s in self.slots]
            with np.errstate(all="ignore"):  # NumPy warns of numbers that are no error here
                out = called(self.op, args, static, form, None)
            if form.scalar:
                Run.set_scalar(vals, slot, out, form)
            else:
                arrays[slot] = out
        elif plan.segments[0][0] == REGION:
            if not form.scalar:
                arrays[slot] = pool.empty(form.shape, form.lane)
            run_region("region_forward", (plan.code, plan.types, vals, plan.flags, arrays), None, plan.segments[0])
        else:
            dtype, table = ("f8", table_f8) if plan.segments[0][0] == SCALARS_F8 else ("f4", table_f4)
            executor.scalar_sweep("forward", dtype)(plan.code, vals, slot, slot + 1, table)
        return vals, arrays, scalar_of(vals, slot, form) if arrays[slot] is None else arrays[slot]


_known: dict[tuple[Any, ...], Structure] = {}  # by op, types of the operands and static parameters
_structures: dict[tuple[Any, ...], Structure] = {}  # by op, types of the operands and form of the result
_MOST = 4096  # that are kept of each
_NUMBERS = frozenset({float, int, bool, complex})
_writing = across_forks(threading.RLock())


def begin(
    op: Any, operands: Sequence[Any], static: dict[str, Any], lane: Any = None, form: Form | None = None,
    once: bool = False,
) -> Any:  # fmt: skip
    """Open a run with a call, and return the Tensor of its result; None if it is to be recorded as any other.

    Parameters are those of `tapegrad.tape.appending.record`; without a form the call must be known, and its operands
    are what the user gave. No run may be open.
    """
    modes = current()
    if not modes.plain or op is setitem_op:  # which may write to its operand
        return None
    cls = recorder.tensor
    given: list[tuple[Any, ...]] = []
    slots: list[int] = []
    key: list[Any] = [op.code]
    grad = number = False
    for x in operands:
        if x.__class__ is cls:
            for k, earlier in enumerate(given):
                if earlier[0] is x:
                    slots.append(k)
                    key.append((k,))
                    break
            else:
                family, i, array = x._family, -1, None
                if family.run is None:
                    value = array = x._node.array
                else:
                    family, i = home(x)
                    if family.run is None or family.run.open:
                        return None
                    check_thread(x)
                    value = family.run.value(i)
                slots.append(len(given))
                key.append(family.id)
                given.append((x, value, family, i, array))
                grad = grad or family.requires_grad
        elif x.__class__ in _NUMBERS and not number:  # equal ones would share a slot
            number = True
            slots.append(len(given))
            key.append(x.__class__)
            of: Any = x if x.__class__ is not complex else x != 0  # a mask
            given.append((None, float(of)))
        else:
            return None
    grad = grad and modes.grad_enabled and not op.stops
    key.append(grad)
    try:
        signature = (*key, *static.items()) if static else tuple(key)
        structure = _known.get(signature)
    except TypeError:  # a parameter that cannot be looked up
        signature, structure = (), None
    if structure is None:
        if form is None:
            return None
        structure = _structure(tuple(key), op, slots, given, lane, form, once)
        if signature:
            if len(_known) >= _MOST:
                _known.clear()
            _known[signature] = structure
    run = Single.__new__(Single)
    run.begin(tape.thread, modes)
    run.call, run.static = (structure, given), static
    t = cls()
    t._family = family = run.family = Family(structure.form, grad, run)
    t._i = structure.slot
    t._instruction = run.instruction = (op.code, family.id, *structure.named)
    tape.enter(run)
    if structure.once:
        tape.flush(once=True)
    return t


def _structure(
    key: tuple[Any, ...], op: Any, slots: list[int], given: list[tuple[Any, ...]], lane: Any, form: Form, once: bool
) -> Structure:
    structure = _structures.get((*key, form))
    if structure is None:
        if len(_structures) >= _MOST:
            _structures.clear()
        forms = [form_of((), lane) if g[0] is None else g[2].form for g in given]
        structure = _structures[*key, form] = Structure(op, slots, forms, form, once)
    return structure


class Single(Open):
    """An open run of one call.

    Attributes
    ----------
    call : (Structure, list)
        What is given stands in the order of slots: a Tensor with its value and where it had it, or None and a number.
    static : dict
        The op's static parameters.
    family : Family
        That of the result.
    instruction : tuple
        The result's Tensor holds it too, by which a flush sees whether it lives.
    """

    __slots__ = ()
    single = True

    def __getattr__(self, name: str) -> Any:
        """Become an ordinary run: somebody wants what only these have."""
        _, given = self.call
        self._write_out()
        for slot, (x, *where) in enumerate(given):
            if x is not None:
                take_place(self, slot, x, *where[1:])
        return getattr(self, name)

    def flush(self, before_sweep: bool = False) -> None:
        structure, given = self.call
        if before_sweep or structure.plan is None:
            self._write_out()
            self.flush(before_sweep)
            if not before_sweep and self.flags[structure.slot] & LIVE:
                structure.plan = Plan(self)
            return
        self.vals, self.arrays, self.result = structure.compute(given, self.static)
        self.sources = _sources(given) if self.family.requires_grad else []
        self.__class__ = Computed  # type: ignore[assignment]
        self.call = structure, ()  # nor does an executed run hold Tensors without gradient

    def _write_out(self) -> None:
        """Become an ordinary run, with a list of instructions."""
        structure, given = self.call
        self.clear()
        family, instructions = self.family, self.instructions
        self.families[family.id] = family
        for slot, (x, value, *_) in enumerate(given):
            own = family_of(self, structure.forms[slot], x is not None and given[slot][2].requires_grad)
            if x is not None:
                add_input(self, own.id, value)
                continue
            instructions.append((CONST, own.id, value))
            if value:
                own.consts[value, own.form.lane] = slot  # type: ignore[index]
        self.sources = _sources(given)
        if structure.op.op_class == ARRAY:
            self.calls.append(Call(structure.op, [*structure.slots], self.static))
        instructions.append(self.instruction)
        for own in self.families.values():
            own.instructions = instructions
        self.__class__ = Open  # type: ignore[assignment]
        self.call = self.static = self.family = self.instruction = None

    def value(self, slot: int) -> np.ndarray:
        """Return the value, computed apart: for another thread, or of a run that could not be executed."""
        copy = Single.__new__(Single)
        copy.begin(self.owner, self.modes)
        alive = copy.instruction = self.instruction  # which so lives
        copy.call, copy.static, family = self.call, self.static, self.family
        if self.__class__ is not Single:  # its thread has gone on with it meanwhile
            return self.value(slot)
        copy.family = Family(family.form, family.requires_grad, copy)
        copy.flush()
        del alive
        return copy.value(slot)


def _sources(given: Sequence[tuple[Any, ...]]) -> list[tuple[int, Any]]:
    """Return where the adjoints of inputs go; see `Run`."""
    return [
        (slot, g[0] if g[2].run is None else g[2].run.place(g[3]))
        for slot, g in enumerate(given)
        if g[0] is not None and g[2].requires_grad
    ]


class Computed(Executed):
    """An executed run of one call; the frame is that of its plan."""

    __slots__ = ()
    single = True

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

    def _write_out(self) -> None:
        structure, _ = self.call
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
        self.static = self.family = self.instruction = self.result = None

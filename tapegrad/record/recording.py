"""The recorder of a thread: opens runs, imports Tensors, and closes runs at a flush.

Which operands a run has, its families tell the operators' fast path. The first time, operands are looked for here: a
Tensor from elsewhere becomes an input of the run, and remembers its slot there as long as the run is open.

Invariant: a remembered place is only changed by the thread whose run it is.

Tests: tests/trace_cache/test_records.py, tests/replay/test_arguments.py
"""

from __future__ import annotations

import ctypes
import itertools
import sys
import threading
import weakref
from _thread import get_ident
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from tapegrad.errors import PlainDataError, ThreadError
from tapegrad.forks import across_forks
from tapegrad.ir.forms import FLOAT, RESULTS, ROOM, Form, form_of, forms
from tapegrad.machine.dtypes import BOOL, F8
from tapegrad.machine.layout import INPUT
from tapegrad.ops.runtime import runtime
from tapegrad.record.calls import user_line
from tapegrad.record.families import Family, closed_family, data_family
from tapegrad.record.modes import Modes, current, variable
from tapegrad.record.pending_run import Pending
from tapegrad.record.run import Run
from tapegrad.record.workspace import work

made = itertools.count()  # numbers what Tensors have of their own, in the order of their making
_NOT_KNOWN = data_family(form_of((), F8), False)


def forget(pending: Pending, modes: Modes | None = None) -> None:
    """Send the operators' fast path back to the slow one, also while another thread is on it; in other modes, it may
    learn anew.
    """
    for family in list(pending.families.values()):
        family.pairs, family.consts, family.out, family.modes = {}, {}, _NOT_KNOWN, modes


def switch(pending: Pending, modes: Modes) -> None:
    """Switch an open run to other modes of the same regime."""
    forget(pending, modes)
    pending.modes = modes


# Held while a Tensor is given another place to remember, or sent home. The latter also happens to what the threads of
# the parent leave behind in a forked process, while the fork still holds the lock: so it can be taken twice.
_importing = across_forks()


def send_home(pending: Pending, lock: Any = _importing) -> None:
    """Let imported Tensors stand for the places where they were computed again, and detached ones for their values, so
    that they do not keep the run.
    """
    run = pending.run
    with lock:
        for t in pending.imports:
            family = t._family
            if family.run is not run:  # it remembers another run since
                continue
            if t._home is not None:
                t._family, t._i = t._home
                t._home = None
            elif not (run.backing.open or family.requires_grad):
                t._own().array = run.value(t._i)
                t._family, t._i = data_family(family.form, False), -1
    pending.imports, pending.imported = [], {}


def move(t: Any, family: Family, i: int) -> None:
    """Move a Tensor that was written to, to another place, on every thread.

    Where another thread's open run remembers it, that thread alone may change what its operators read: it leaves the
    old value with the run, and goes on in a new one (see `Recording.open`).
    """
    with _importing:
        run = t._family.run if getattr(t, "_home", None) is not None else None
        if run is None or run.owner is tape.thread:
            t._family, t._i, t._home = family, i, None
        else:
            t._home = family, i
            if family.requires_grad is not t._family.requires_grad:  # the same place, as no operator knows it
                t._family = closed_family(t._family.form, family.requires_grad, run)
            pending = run.backing
            if pending.open:  # else its thread has closed it meanwhile
                pending.outdated = True  # before its operators are sent to the slow path, which looks at it
                forget(pending)


_CROWD = 256
threads: set[int] = set()  # those that have recorded, and maybe later ones of the same number
KEY = object()
"""Under which what is open on a thread stands in the thread's own dict, for compiled code."""
_of_thread = ctypes.pythonapi.PyThreadState_GetDict
_of_thread.restype = ctypes.c_void_p  # as the reference is borrowed


_CLOSED = Run(None)  # in the place of the run of what is pending no more


class _Open:
    """The holder of a thread's open run, and of the state in which a run begins.

    When the thread ends, Tensors forget the places that they remember there.
    """

    __slots__ = ("crowded", "ident", "pending", "runs", "strict", "thread")

    def __init__(self, thread: object, runs: list[weakref.ref[Run]]) -> None:
        self.pending: Any = None  # a `Pending`
        self.strict = False  # it is a recording that will be replayed
        self.thread, self.runs = thread, runs
        self.ident, self.crowded = get_ident(), _CROWD  # so many are listed before those that are gone are struck off

    def __del__(
        self,
        forget: Callable[[Pending], None] = forget,
        send_home: Callable[[Pending], None] = send_home,
        closed: Run = _CLOSED,
    ) -> None:
        # these are defaults, because globals are gone when the interpreter ends
        if getattr(self, "pending", None) is not None:  # it is not there if this was interrupted as it was made
            forget(self.pending)
            send_home(self.pending)
            self.pending.families, self.pending.run = {}, closed  # these hold the run


def _fill_context() -> None:
    """Give this thread's context NumPy's error state as a value, the one that it has by default.

    Where `np.errstate` ends, a context variable that had no value is deleted. If the collector comes meanwhile, and a
    finalizer computes, Python (3.11 to 3.14) keeps the deleted value as the variable's last one, and reads freed memory
    next time (`contextvar_del` in Python/context.c). A variable that has a value is set instead, which is safe. The
    modes get a value too: Python remembers a value for the next time, but not that there is none.
    """
    np.seterr(**np.geterr())
    variable.set(current())


class Recording(threading.local):
    """This thread's recording: the open run. What is switched on is in `tapegrad.record.modes`, for each context.

    Contexts may take turns on a thread. They share its open run, unless their modes are such that one run cannot have
    both (`Modes.regime`): then the run of the one is executed as soon as the other instructions something.

    Every step of a flush may be interrupted: the run stays the open one until it was executed, and the next flush tries
    it again.
    """

    def __init__(self) -> None:
        _fill_context()
        self.thread = work.thread
        self.resume(_Open(self.thread, []))
        threads.add(get_ident())
        # while finalizers are called by the collector: where they find results of runs that are open meanwhile
        self.apart: dict[tuple[Run, int], Family] | None = None
        self.applying = 0  # custom functions whose forward is running: it may write to what it was given
        # how often sweeps began at an end of a path, or followed reads there: what a thread gets depends on no other
        self.returns: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        self.taken = 0  # bytes of arrays that runs were given since one was pruned
        # of functions that are being called to be differentiated: the variables, and the runs of the tape meanwhile
        self.variables: list[tuple[list[Any], list[weakref.ref[Run]]]] = []

    def __reduce__(self) -> str:
        return "tape"  # pickled by name, together with functions that read it

    pending: Any = property(attrgetter("_open.pending"), doc="What is pending of the open run, if there is one.")

    def another(self) -> _Open:
        """Return a new holder of this thread's open run, for `resume`; the present one is resumed later."""
        return _Open(self.thread, self._open.runs)

    def resume(self, opened: _Open) -> None:
        """Make a holder of an open run the present one."""
        of_thread = ctypes.cast(_of_thread(), ctypes.py_object).value
        self._open = of_thread[KEY] = opened  # no call is between the two, so no signal

    @property
    def grad_enabled(self) -> bool:
        """Whether operations are recorded for gradients."""
        return current().grad_enabled

    @property
    def inference(self) -> bool:
        """Whether gradients stay off."""
        return current().inference

    @property
    def dual(self) -> Any:
        """The level that keeps tangents, if one is open."""
        level = current().dual
        return None if level is None or level.closed else level

    @property
    def lines(self) -> bool:
        """Whether the user's lines are kept."""
        modes = current()
        return modes.lines or modes.anomaly

    @property
    def runs(self) -> list[weakref.ref[Run]]:
        """The list of this tape's runs."""
        chosen = current().tape
        return self._open.runs if chosen is None or chosen[0] is not self.thread else chosen[1]

    @property
    def profile(self) -> Any:
        """The profiler of this thread, if one is active."""
        meter = current().profile
        return meter if meter is not None and meter.measures(self.thread) else None

    def open(self) -> Pending:
        """Return the pending run to which instructions are appended."""
        pending: Any = self._open.pending
        if pending is not None and (
            pending.run.backing is not pending
            or pending.outdated
            or (pending.modes.regime is not current().regime and not pending.traced)
        ):
            self.flush()
            pending = self._open.pending
        if pending is None:
            pending = Pending(self.thread)
            if self.lines:
                pending.lines = []
            self.enter(pending)
        return pending

    def enter(self, pending: Pending) -> None:
        """Make a run the open one."""
        self._open.pending = pending
        self.note(pending.run)

    def note(self, run: Run) -> None:
        """Add a run to the tape."""
        opened = self._open
        runs = opened.runs if current().tape is None else self.runs
        if len(runs) >= opened.crowded:
            runs[:] = [r for r in runs if r() is not None]
            opened.crowded = max(_CROWD, 2 * len(runs))
        runs.append(weakref.ref(run))

    def flush(self, before_sweep: bool = False, once: bool = False) -> None:
        """Execute the pending instructions and close the run (see `Pending.flush`).

        What fails twice (or `once`) is left behind.
        """
        pending = self._open.pending
        if pending is None or pending.traced:
            return
        saving = pending.modes.saving  # first: what comes next may let a finalizer run, which closes it
        forget(pending)
        active, instructions = pending.run.backing is pending, pending.instructions
        if active:
            try:
                pending.flush(before_sweep and saving is None)
            except BaseException as error:
                pending.failures += isinstance(error, Exception)
                if once or pending.failures > 1:  # it will not work: reading its Tensors raises the same error again
                    send_home(pending)
                    pending.families = {}  # they hold the run
                    self._open.pending = None
                raise
        if self._open.pending is not pending:
            return  # a finalizer or a handler of a signal was sooner
        run = pending.run
        self.close(pending)
        if saving is not None and active and not run.backing.freed:
            saving.keep(run, instructions)

    def close(self, pending: Pending) -> None:
        """Close a run that has another backing."""
        run = pending.run
        if pending.imports:
            send_home(pending)
        self._open.pending = None
        pending.run, pending.modes = _CLOSED, None  # values that a program gave hold it, and modes may hold hooks
        recorded, pending.imported = False, {}
        for family in pending.families.values():
            family.instructions = None
            recorded = recorded or family.requires_grad
        pending.families = {}  # they hold the run
        if run.backing.freed:
            return
        if not recorded:
            run.release()
            return
        self.taken += ROOM - pending.room
        if self.taken >= ROOM and not run.backing.open:
            self.taken = 0
            run.prune()


tape = Recording()


def moves(t: Any) -> bool:
    """Tell whether `t` has a tangent in the open dual level."""
    return tape.dual is not None and tape.dual.of(t) is not None


def home(t: Any) -> tuple[Family, int]:
    """Return the family and slot where `t` was computed, also while it is an input of an open run of any thread."""
    family = t._family
    if family.run is None:
        return family, -1
    node = getattr(t, "_node", None)
    if node is not None and node.array is not None:
        return data_family(family.form, family.requires_grad), -1
    while True:
        imported = getattr(t, "_home", None)
        if imported is not None:
            return imported
        family, i = t._family, t._i
        if getattr(t, "_home", None) is None and t._family is family:  # it was not imported meanwhile
            backing = family.run.backing
            return _apart(family, i) if backing.open and backing is not tape._open.pending else (family, i)


def _apart(family: Family, i: int) -> tuple[Family, int]:
    """Return where a result of an open run is: for a finalizer that came between, in a copy of the run's beginning."""
    run = family.run
    pending = run.backing
    if tape.apart is None or run.owner is not tape.thread:
        return family, i
    if pending.traced:
        raise PlainDataError(
            "a finalizer: expected Tensors with values, got one of a function that is being recorded. Let it set a "
            "flag, and compute where you read the flag."
        )
    family_copy = tape.apart.get((run, i))
    if family_copy is None:
        family_copy = tape.apart[run, i] = closed_family(family.form, family.requires_grad, pending.apart(run, i))
    return family_copy, i


def family_of(pending: Pending, form: Form, requires_grad: bool) -> Family:
    """Return the family of this form in an open run."""
    key = 2 * form.id + requires_grad
    family = pending.families.get(key)
    if family is None:
        family = pending.families[key] = Family(form, requires_grad, pending)
        if pending.traced:
            family.limit = sys.maxsize
        elif pending.room <= 0 and form is not RESULTS:
            family.limit = 0
    return family


def remember(family: Family, operands: Sequence[Any], slots: Sequence[int]) -> None:
    """Cache this result's family for the operators' fast path."""
    left = operands[0]
    run, dtype = family.run, family.form.dtype
    if left.__class__ is not runtime.tensor or len(operands) > 2:
        return
    left_family = left._family
    if left_family.run is not run or left_family.form.dtype is not dtype:
        return
    right = operands[-1]
    gives_way = left_family.form is FLOAT  # of such numbers, operators make another family than functions
    if len(operands) == 1:
        left_family.out = None if gives_way else family
    elif right.__class__ is runtime.tensor:
        right_family = right._family
        alike = not gives_way or (right_family.form is FLOAT) is (family.form is FLOAT)
        if alike and right_family.run is run and right_family.form.dtype is dtype:
            left_family.pairs[right_family] = family
    elif not gives_way and right and right.__class__ is not bool:
        left_family.consts[right] = slots[1]
        left_family.out = family
    if run.backing.outdated:  # since it was opened
        forget(run.backing)


def append(pending: Pending, family: Family, op: int, *operands: Any) -> Any:
    """Append an instruction and return the Tensor of its result."""
    instructions = pending.instructions
    t = runtime.tensor()
    t._family = family
    t._i = len(instructions)
    t._instruction = instruction = (op, family.id, *operands)
    instructions.append(instruction)
    if pending.lines is not None:
        pending.lines += [None] * (t._i - len(pending.lines))
        pending.lines.append(user_line())
    if t._i >= family.limit:
        tape.flush()
    return t


# ------------------------------------------------------------------------------------------------- operands


_ELSEWHERE = (
    "a Tensor with unswept history on another thread's tape was used. Compute it on this thread, or pass on t.detach()."
)


def import_tensor(pending: Pending, t: Any) -> int:
    """Return the slot of `t` in the open run, of which it becomes an input if need be.

    The Tensor remembers the slot, so that operators find it fast, unless another thread's run is what it remembers:
    then this run does. A remembered place is only changed by the thread that uses it.
    """
    if t._family.run is pending.run:
        return t._i
    if pending.traced:
        return pending.capture(t)  # type: ignore[attr-defined]
    family, i = home(t)
    other = family.run
    if other is pending.run:  # another thread's run remembers it
        return i
    array: Any = t._node.array if other is None else None
    if pending.imported and (entry := pending.imported.get(version(t, family, i, array))) is not None:
        slot = entry[0]
    else:
        slot = add_source(pending, t, family, i, array)
    take_place(pending, slot, t, family, i, array)
    return slot


def add_source(pending: Pending, t: Any, family: Family, i: int, array: Any) -> int:
    """Append an input for a Tensor from elsewhere, which is at home in this place, and return its slot."""
    other, value = family.run, array
    if other is not None:
        if other.backing.open and not other.backing.traced:
            check_thread(t)
        value = other.value(i)
    slot = add_input(pending, family.id, value)
    if family.requires_grad:
        pending.run.sources.append((slot, t if other is None else other.place(i)))
    return slot


def take_place(pending: Pending, slot: int, t: Any, family: Family, i: int, array: Any) -> None:
    """Store in a Tensor the input that it has become, or if it has another place now, in the run."""
    with _importing:
        if t._family is family and (array is None or t._node.array is array) and not pending.modes.finalizing:
            t._home = family, i
            t._i, t._family = slot, family_of(pending, family.form, family.requires_grad)
            pending.imports.append(t)
        else:
            pending.imported[version(t, family, i, array)] = slot, t, array


def version(t: Any, family: Family, i: int, array: Any) -> tuple[int, ...]:
    """Return a key for the value of a Tensor, which changes with a write and when the Tensor is switched to require
    grad.
    """
    return (id(t), id(array), family.requires_grad) if family.run is None else (family.run.serial, i)


def add_input(pending: Pending, type_: int, value: np.ndarray) -> int:
    """Append an input and return its slot."""
    form, instructions = forms[type_ >> 1], pending.instructions
    slot = len(instructions)
    if form.scalar:
        instructions.append((INPUT, type_, float(value.item())))
    else:
        instructions.append((INPUT, type_, 0.0))
        pending.given[slot] = array = in_lanes(value, form)
        pending.room -= min(array.nbytes, ROOM // 4)  # so an expression of a few has place, however large they are
        if pending.room <= 0 and not pending.traced:
            for family in pending.families.values():
                if family.form is not RESULTS:
                    family.limit = 0  # the coming instruction is the last
    return slot


def in_lanes(value: np.ndarray, form: Form) -> np.ndarray:
    """Return an array as the sweeps hold it: truth values as numbers."""
    return value.astype(form.lane) if form.dtype == BOOL and value.dtype == BOOL else value


def check_thread(t: Any) -> None:
    """Refuse a Tensor whose unswept history another thread recorded."""
    run = home(t)[0].run
    if run is not None and t._family.requires_grad and run.owner is not tape.thread and not run.backing.freed:
        raise ThreadError(_ELSEWHERE)

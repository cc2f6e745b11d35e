"""Recording: Tensors and plain data in, an instruction on this thread's tape out.

A `Family` is what one run knows of all its results of one form: it is interned, so that the operators' fast path
answers "same run, which result form?" by one dictionary look-up (`Family.pairs`). Everything else (a first use of a
Tensor in this run, broadcasting, promotion, captured data) happens here.

The file is long because an operation's whole way to the tape is in it, and that way is walked for each instruction.
"""

from __future__ import annotations

import itertools
import sys
import threading
import weakref
from _thread import get_ident
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np

from tapegrad.errors import ArgumentError, DtypeError, IndexingError, ShapeError, TapegradError, ThreadError
from tapegrad.forks import across_forks
from tapegrad.machine.dtypes import BOOL, F4, F8, NUMBERS
from tapegrad.machine.layout import CONST, ELEMENTWISE, INPUT
from tapegrad.ops import declare
from tapegrad.ops.complexes import named_pointwise
from tapegrad.ops.declare import ArrayOp, Constant, Elementwise, recorder
from tapegrad.ops.indexing import pick
from tapegrad.ops.shaping import astype
from tapegrad.tape.forms import INT, Form, broadcast, form_of
from tapegrad.tape.modes import Modes, current
from tapegrad.tape.opened import Open
from tapegrad.tape.plain import capture
from tapegrad.tape.run import Call, Run


class Family:
    """All results of one form and one requires_grad within one run.

    Attributes
    ----------
    id : int
        Their type: ``2 * form.id + requires_grad``.
    pairs : dict
        For the family of a right operand, the family of a float result. Empty once the run is closed.
    consts : dict
        Slots of this run's float constants. Empty once the run is closed, and when other modes hold.
    out : Family or None
        The family of a float result of this shape; None, or a family of no thread's, where it must be found anew.
    limit : int
        The run is flushed when it is this long.
    owner : int
        The thread that instructions the run.
    modes : Modes or None
        Those in which `pairs`, `consts` and `out` of the run's families were found; in others they mean nothing.
    """

    __slots__ = (
        "consts",
        "form",
        "id",
        "instructions",
        "limit",
        "modes",
        "out",
        "owner",
        "pairs",
        "requires_grad",
        "run",
    )

    def __init__(self, form: Form, requires_grad: bool, run: Run | None) -> None:
        self.form, self.requires_grad = form, requires_grad
        self.run: Any = run
        self.id = 2 * form.id + requires_grad
        self.instructions: Any = run.instructions if run is not None else None
        self.owner = get_ident() if run is not None else 0
        self.modes = run.modes if run is not None else None
        self.pairs: dict[Family, Family] = {}
        self.consts: dict[float, int] = {}
        self.out: Any = None
        self.limit = form.limit


made = itertools.count()  # numbers what Tensors have of their own, in the order of their making
_data_kinds: dict[tuple[Form, bool], Family] = {}


def data_family(form: Form, requires_grad: bool) -> Family:
    """Return the family of a Tensor that holds its data itself."""
    key = form, requires_grad
    family = _data_kinds.get(key)
    if family is None:
        family = _data_kinds[key] = Family(form, requires_grad, None)
    return family


def data_family_of(array: np.ndarray) -> Family:
    """Return the family of a Tensor that holds this array and needs no gradient."""
    key = array.shape, array.dtype
    family = _array_kinds.get(key)
    if family is None:
        if len(_array_kinds) > 4096:
            _array_kinds.clear()
        dtype = NUMBERS.get(array.dtype, array.dtype)  # the one object of each dtype: NumPy may have others
        family = _array_kinds[key] = data_family(form_of(array.shape, dtype), False)
    return family


_array_kinds: dict[tuple[tuple[int, ...], np.dtype[Any]], Family] = {}
_NOBODY = Family(form_of((), F8), False, None)


def _forget(run: Open) -> None:
    """Send the operators' fast path back to the slow one, also while another thread is on it."""
    for family in list(run.families.values()):
        family.pairs, family.consts, family.out, family.modes = {}, {}, _NOBODY, None


def _follow(run: Open, modes: Modes) -> None:
    """Let the operators' fast path learn anew, in other modes."""
    _forget(run)
    run.modes = modes
    for family in list(run.families.values()):
        family.modes = modes


# Held while a Tensor is given another place to remember, or sent home. The latter also happens to what the threads of
# the parent leave behind in a forked process, while the fork still holds the lock: so it can be taken twice.
_importing = across_forks(threading.RLock())


def _send_home(run: Open) -> None:
    """Let imported Tensors stand for the places where they were computed again."""
    with _importing:
        for t in run.imports:
            if t._home is not None and t._family.run is run:  # no other run has come to be remembered since
                t._family, t._i = t._home
                t._home = None
    run.imports, run.imported = [], {}


def move(t: Any, family: Family, i: int) -> None:
    """Let a Tensor that was written to stand for another place, on every thread.

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
                t._family = Family(t._family.form, family.requires_grad, run)
            run.outdated = True  # before its operators are sent to the slow path, which looks at it
            _forget(run)


class _Open:
    """Holds a thread's open run. When the thread ends, Tensors forget the places that they remember there."""

    __slots__ = ("run",)

    def __init__(self) -> None:
        self.run: Open | None = None

    def __del__(self, forget: Callable[[Open], None] = _forget, send_home: Callable[[Open], None] = _send_home) -> None:
        if self.run is not None:  # the functions are defaults, because globals are gone when the interpreter ends
            forget(self.run)
            send_home(self.run)
            self.run.families = {}  # they hold the run


_CROWD = 256  # runs listed before the list is first rid of those that are gone


class Recording(threading.local):
    """This thread's recording: the open run. What is switched on is in `tapegrad.tape.modes`, for each context.

    Contexts may take turns on a thread. They share its open run, unless their modes are such that one run cannot have
    both (`Modes.regime`): then the run of the one is executed as soon as the other instructions something.

    Every step of a flush may be interrupted: the run stays the open one until it was executed, and is closed by whoever
    comes next.
    """

    def __init__(self) -> None:
        self._open = _Open()
        self.thread = object()  # stands for this thread; what the system calls it, it may call another one later
        self.applying = 0  # custom functions whose forward is running: it may write to what it was given
        self._runs: list[weakref.ref[Run]] = []
        self._crowded = _CROWD
        # leaves that functions are called with, by identity: the lists of variables that hold it, its place there, and
        # the runs of the tape on which the function was called
        self.variables: dict[int, list[tuple[list[Any], int, list[weakref.ref[Run]]]]] = {}

    def __reduce__(self) -> str:
        return "tape"  # pickled by name, for who pickles functions with what they read

    run: Any = property(attrgetter("_open.run"), doc="The open run, if there is one.")

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
        return self._runs if chosen is None or chosen[0] is not self.thread else chosen[1]

    @property
    def profile(self) -> Any:
        """What measures this thread's work, if anything does."""
        meter = current().profile
        return meter if meter is not None and meter.measures(self.thread) else None

    def open(self) -> Open:
        """Return the run that instructions are appended to."""
        run = self._open.run
        if run is not None and (
            not run.open or run.outdated or (run.modes.regime is not current().regime and not run.traced)
        ):
            self.flush()
            run = self._open.run
        if run is None:
            run = self._open.run = Open(self.thread)
            run.lines = [] if self.lines else None
            self.note(run)
        return run

    def note(self, run: Run) -> None:
        """Let the tape know a run."""
        runs = self.runs
        if len(runs) >= self._crowded:
            runs[:] = [r for r in runs if r() is not None]
            self._crowded = max(_CROWD, 2 * len(runs))
        runs.append(weakref.ref(run))

    def flush(self, before_sweep: bool = False) -> None:
        """Execute what is pending and close the run (see `Run.flush`)."""
        run = self.run
        if run is None or run.traced:
            return
        _forget(run)
        instructions, saving, pending = run.instructions, run.modes.saving, run.open
        if pending:
            try:
                run.flush(before_sweep and saving is None)
            except Exception:
                run.failures += 1
                if run.failures > 1:  # it will not work: go on without it
                    self._give_up(run)
                raise
        self._close(run)
        if saving is not None and pending and not run.freed:
            saving.keep(run, instructions)

    def flush_or_give_up(self) -> None:
        """Execute what is pending; what fails is left behind at once."""
        run = self.run
        try:
            self.flush()
        except BaseException:
            if run is not None and self.run is run:
                self._give_up(run)
            raise

    def _give_up(self, run: Open) -> None:
        """Leave a run behind that cannot be executed; reading its Tensors raises the same error again."""
        _send_home(run)
        run.families = {}  # they hold the run
        self._open.run = None

    def _close(self, run: Open) -> None:
        _send_home(run)
        recorded = False
        for family in run.families.values():
            family.instructions = None
            recorded = recorded or family.requires_grad
        run.families = {}
        self._open.run = None
        run.modes = None  # they may hold hooks
        if not recorded:
            run.free()  # type: ignore[attr-defined]  # it was executed


tape = Recording()


def moves(t: Any) -> bool:
    """Tell whether `t` has a tangent in the level that is open."""
    return tape.dual is not None and tape.dual.of(t) is not None


def home(t: Any) -> tuple[Family, int]:
    """Return the family and slot where `t` was computed, also while it is an input of an open run, be it another
    thread's."""
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
        if getattr(t, "_home", None) is None and t._family is family:  # nobody imported it meanwhile
            return family, i


def family_of(run: Open, form: Form, requires_grad: bool) -> Family:
    """Return the family of this form in an open run."""
    key = 2 * form.id + requires_grad
    family = run.families.get(key)
    if family is None:
        if run.traced:
            refuse_recording(form.dtype)
        family = run.families[key] = Family(form, requires_grad, run)
        if run.traced:
            family.limit = sys.maxsize
    return family


def refuse_recording(dtype: np.dtype[Any]) -> None:
    """Refuse complex numbers in the recording of a function.

    Raises
    ------
    DtypeError
        If the dtype is complex.
    """
    if dtype.kind == "c":
        raise DtypeError(
            f"recording: {dtype} cannot be recorded yet, as tg.compile, tg.vmap, loops, tg.checkpoint, tg.jacobian and "
            "tg.func.jvp do. Use tg.autograd.grad, tg.grad or tg.autograd.forward_ad, which need no recording."
        )


def append(run: Open, family: Family, op: int, *operands: Any) -> Any:
    """Append an instruction and return the Tensor of its result."""
    instructions = run.instructions
    t = recorder.tensor()
    t._family = family
    t._i = len(instructions)
    t._instruction = record = (op, family.id, *operands)
    instructions.append(record)
    if run.lines is not None:
        _note_line(run)
    if t._i >= family.limit:
        tape.flush()
    return t


def user_line() -> tuple[str, int] | None:
    """Return the file and line of the innermost caller outside this package."""
    frame: Any = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("tapegrad."):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else None


def _note_line(run: Open) -> None:
    assert run.lines is not None
    run.lines += [None] * (len(run.instructions) - 1 - len(run.lines))
    run.lines.append(user_line())


# ------------------------------------------------------------------------------------------------- importing


_ELSEWHERE = (
    "a Tensor with unswept history on another thread's tape was used. Compute it on this thread, or pass on t.detach()."
)


def import_tensor(run: Open, t: Any) -> int:
    """Return the slot of `t` in the open run, of which it becomes an input if need be.

    The Tensor remembers the slot, so that operators find it fast, unless another thread's run is what it remembers:
    then this run does. A remembered place is only changed by the thread that uses it.
    """
    if t._family.run is run:
        return t._i
    if run.traced:
        return run.capture(t)  # type: ignore[attr-defined]
    family, i = home(t)
    other = family.run
    if other is run:  # another thread's run remembers it
        return i
    array: Any = t._node.array if other is None else None
    if run.imported and (known := run.imported.get(version(t, family, i, array))) is not None:
        return known[0]
    if other is None:
        value = array
    elif other.traced:
        value = other.value(i)
    elif other.open:
        if family.requires_grad and other.owner is not tape.thread:
            raise ThreadError(_ELSEWHERE)
        value = _value_elsewhere(t, other)
    else:
        value = other.value(i)
    own = family_of(run, family.form, family.requires_grad)
    slot = _input(run, own, value)
    if family.requires_grad:
        run.sources.append((slot, t if other is None else other.place(i)))
    with _importing:
        if t._family is family and (array is None or t._node.array is array):
            t._home = family, i
            t._i, t._family = slot, own
            run.imports.append(t)
        else:
            run.imported[version(t, family, i, array)] = slot, t, array
    return slot


def version(t: Any, family: Family, i: int, array: Any) -> tuple[int, int]:
    """Return a key for what a Tensor is now, at its place or with its array: after a write it has another."""
    return (id(t), id(array)) if family.run is None else (family.run.serial, i)


def earlier(leaf: Any, array: np.ndarray) -> Any:
    """Return a Tensor of a value that a leaf had before a write; gradients flow to the leaf."""
    run = tape.open()
    t = recorder.tensor()
    t._family = family_of(run, leaf._family.form, True)
    t._i = _input(run, t._family, array)
    t._instruction = run.instructions[t._i]
    run.sources.append((t._i, leaf))
    return t


def _input(run: Open, family: Family, value: np.ndarray) -> int:
    instructions = run.instructions
    slot = len(instructions)
    if family.form.scalar:
        instructions.append((INPUT, family.id, float(value.item())))
    else:
        instructions.append((INPUT, family.id, 0.0))
        if family.form.dtype == BOOL and value.dtype == BOOL:
            value = value.astype(family.form.lane)
        run.given[slot] = value
    return slot


def _value_elsewhere(t: Any, other: Open) -> np.ndarray:
    """Return the value of a Tensor that is pending on another thread's tape, or in a run that could not be executed."""
    family, i = home(t)
    if family.run is not other:  # it is only an input there
        return t._node.array if family.run is None else family.run.value(i)
    given, instructions = other.given, other.instructions
    if not other.open:  # its thread has executed it meanwhile
        return other.value(i)
    copy = Open(tape.thread)
    copy.instructions = instructions[: i + 1]
    copy.given = {s: a for s, a in list(given.items()) if s <= i}
    copy.calls, copy.call_operands = other.calls, [s for s in other.call_operands if s <= i]
    copy.early = other.early
    copy.flush()
    return copy.value(i)


def numbers(t: Any, lane: np.dtype[Any]) -> Any:
    """Return numbers in the lanes of another dtype, in the recording of a function; no derivative passes."""
    run = tape.open()
    run.calls.append(Call(astype, [import_tensor(run, t)], {"dtype": lane, "source": t.dtype}))
    run.call_operands += run.calls[-1].operands
    return append(run, family_of(run, form_of(t.shape, lane), False), astype.code, len(run.calls) - 1)


def check_thread(t: Any) -> None:
    """Refuse a Tensor whose unswept history another thread recorded."""
    run = home(t)[0].run
    if run is not None and t._family.requires_grad and run.owner is not tape.thread and not run.freed:
        raise ThreadError(_ELSEWHERE)


def _const(run: Open, value: float, lane: np.dtype[Any]) -> int:
    """Return the slot of a constant in the lane dtype."""
    family = family_of(run, form_of((), lane), False)
    key = value, lane
    slot = family.consts.get(key) if value else None  # type: ignore[call-overload]
    if slot is None:
        instructions = run.instructions
        slot = len(instructions)
        instructions.append((CONST, family.id, value))
        if value:
            family.consts[key] = slot  # type: ignore[index]
    return slot


_SCALARS = (float, int, bool, complex)


def _place(run: Open, operands: Any, lane: np.dtype[Any]) -> tuple[list[int], bool]:
    """Return slots in the open run of Tensors of this lane dtype and Python numbers, and whether any requires grad."""
    slots = []
    grad = False
    for x in operands:
        if x.__class__ is recorder.tensor:
            family = x._family
            if family.run is run:
                slots.append(x._i)
            else:
                check_thread(x)
                slots.append(import_tensor(run, x))
            grad = grad or family.requires_grad
        else:
            slots.append(_const(run, float(x if x.__class__ is not complex else x != 0), lane))  # complex: a mask
    return slots, grad


def _converted(x: Any, lane: np.dtype[Any], mask: bool = False) -> Any:
    """Return an operand that `_place` takes: in the lane dtype, or truth values in that dtype's lanes."""
    if x.__class__ is not recorder.tensor:
        return x
    form = x._family.form
    if form.lane is lane:
        return x
    if x.traced and form.dtype.kind != "f":
        return numbers(x, lane)
    if form.dtype == BOOL or (mask and form.dtype.kind != "f"):
        return recorder.from_array((x._array() != 0).astype(lane), BOOL)
    if form.lane is None:
        return recorder.from_array(x._array().astype(lane))

    return astype(x, dtype=lane, source=form.lane)


# ------------------------------------------------------------------------------------------------- ops


def _operands(args: tuple[Any, ...], function: str) -> list[Any]:
    """Return arguments as Tensors and Python numbers."""
    cls = recorder.tensor
    return [a if a.__class__ is cls or type(a) in _SCALARS else recorder.from_array(capture(a, function)) for a in args]


_meanings: dict[tuple[Any, ...], tuple[Any, Any]] = {}


def _meaning(op: Elementwise, key: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the lane dtype in which an elementwise op runs and the form of its result; (None, None) where NumPy must
    do it.

    `key` holds the op, then the form of each Tensor and the type of each Python number.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """
    known = [k if isinstance(k, Form) else k() for k in key[1:]]
    dtypes = [
        0 if k is INT else k.dtype if isinstance(k, Form) else k
        for k, p in zip(known, op.arguments, strict=True)
        if p not in op.masks
    ]
    dtype = np.result_type(*dtypes)
    lane = F8 if dtype == F8 else F4 if dtype == F4 or dtype == np.float16 else None
    if lane is None and dtype == BOOL and op.boolean and all(isinstance(k, Form) for k in known):
        lane = known[0].lane
    if lane is None:
        return None, None
    shape: tuple[int, ...] = ()
    try:
        for k in known:
            if isinstance(k, Form):
                shape = broadcast(form_of(shape, lane), k)
    except ValueError:
        shapes = " and ".join(str(k.shape) if isinstance(k, Form) else "()" for k in known)
        raise ShapeError(f"{op.shown}: shapes {shapes} do not broadcast.") from None
    return lane, form_of(shape, BOOL, lane) if op.boolean else form_of(shape, lane)


def unary(op: Elementwise, x: Any) -> Any:
    """Record an elementwise op of one Tensor; fast where the result's family is known."""
    family = x._family.out
    if (
        family is None
        or op.stops
        or family.modes is not current()
        or family.owner != get_ident()
        or len(op.arguments) != 1
    ):
        return elementwise(op, (x,))
    t = recorder.tensor()
    t._family = family
    instructions = family.instructions
    t._i = i = len(instructions)
    t._instruction = rec = (op.code, family.id, x._i)
    instructions.append(rec)
    if i >= family.limit:
        tape.flush()
    return t


def elementwise(op: Elementwise, args: tuple[Any, ...]) -> Any:
    """Record an elementwise op."""
    if len(args) != len(op.arguments):
        raise ArgumentError(f"{op.shown}: expected {len(op.arguments)} arguments, got {len(args)}.")
    cls = recorder.tensor
    operands = []
    key: list[Any] = [op]
    for a in args:
        if a.__class__ is not cls:
            if type(a) in _SCALARS:
                operands.append(a)
                key.append(a.__class__)
                continue
            a = recorder.from_array(capture(a, op.shown))
        operands.append(a)
        key.append(a._family.form)
    meaning = _meanings.get(tuple(key))
    if meaning is None:
        if len(_meanings) > 65536:
            _meanings.clear()
        meaning = _meanings[tuple(key)] = _meaning(op, tuple(key))
    lane, form = meaning
    if form is None:
        return _plain(op, operands)
    for k, a in enumerate(operands):  # before anything is placed: a conversion may flush
        if a.__class__ is cls and a._family.form.lane is not lane:
            operands[k] = _converted(a, lane, op.arguments[k] in op.masks)
    run = tape.open()
    slots, grad = _place(run, operands, lane)
    modes = current()
    family = family_of(run, form, grad and modes.grad_enabled and not op.stops)
    level = modes.dual
    # The fast path keeps no lines and no tangents.
    if not (op.stops or modes.lines or modes.anomaly or level or len(operands) > 2):
        if run.modes is not modes:
            _follow(run, modes)
        _remember(family, operands, slots)
    t = append(run, family, op.code, *slots)
    if level is not None:
        level.push(op, operands, slots, {}, t)
    return t


def _remember(family: Family, operands: list[Any], slots: list[int]) -> None:
    """Let the operators' fast path find this result's family next time."""
    left = operands[0]
    run, dtype = family.run, family.form.dtype
    if left.__class__ is not recorder.tensor:
        return
    own = left._family
    if own.run is not run or own.form.dtype is not dtype:
        return
    right = operands[-1]
    if len(operands) == 1:
        own.out = family
    elif right.__class__ is recorder.tensor:
        other = right._family
        if other.run is run and other.form.dtype is dtype:
            own.pairs[other] = family
    elif right and right.__class__ is not bool:
        own.consts[right] = slots[1]
        own.out = family
    if run.outdated:  # since it was opened
        _forget(run)


def _plain(op: Elementwise, operands: list[Any]) -> Any:
    """Return an op on integers or truth values only: NumPy computes it at once; so it does comparisons of complex
    numbers."""
    cls = recorder.tensor
    if any(a.dtype.kind == "c" if a.__class__ is cls else a.__class__ is complex for a in operands):
        if op.on_complex is not None:
            return op.on_complex(*operands)
        if not op.takes_complex:
            raise _unordered(op.shown)
        if not op.boolean:
            return _on_complex(op, operands)
    if any(a.__class__ is cls and a.traced for a in operands):
        ones = [np.ones((), a.dtype) if a.__class__ is cls else a.__class__(1) for a in operands]
        with np.errstate(all="ignore"):
            family = np.asarray(op.reference(*ones)).dtype.kind
        if family == "f" or op.boolean:  # the numbers themselves are not needed
            return elementwise(op, tuple(numbers(a, F8) if a.__class__ is cls else float(a) for a in operands))
        if all(is_int(a) for a in operands):
            return of_ints(op.reference, operands)
    values = [(int(a) if is_int(a) else a._decided()) if isinstance(a, cls) else a for a in operands]
    with np.errstate(all="ignore"):
        result = np.asarray(op.reference(*values))
    return recorder.from_array(result.astype(F4) if result.dtype == np.float16 else result)


def is_int(x: Any) -> bool:
    """Tell whether it is an int of Python's, or stands for one in a recording."""
    return x._family.form is INT if x.__class__ is recorder.tensor else x.__class__ is int or x.__class__ is bool


def of_ints(function: Callable[..., Any], operands: Any) -> Any:
    """Return a function of NumPy's of ints, computed by Python: exact, however large. What is read of a Tensor is
    guarded."""
    return np.asarray(function(*[np.array(int(a), object) for a in operands]), object).item()


def _unordered(function: str) -> DtypeError:
    return DtypeError(
        f"{function}: this function is for real numbers, got complex ones. Use it on x.real, x.imag or abs(x)."
    )


def _on_complex(op: Elementwise, operands: list[Any]) -> Any:
    """Record an elementwise op of complex numbers, which is an array instruction."""
    cls = recorder.tensor
    masks = [argument in op.masks for argument in op.arguments]
    dtype = np.result_type(
        *[a.dtype if a.__class__ is cls else a for a, mask in zip(operands, masks, strict=True) if not mask]
    )
    shapes = [a.shape if a.__class__ is cls else () for a in operands]
    try:
        form = form_of(np.broadcast_shapes(*shapes), NUMBERS[dtype])
    except ValueError:
        raise ShapeError(f"{op.name}: shapes {' and '.join(map(str, shapes))} do not broadcast.") from None
    lane = form.dtype
    converted = [_mask(a) if mask else _number(a, lane) for a, mask in zip(operands, masks, strict=True)]
    return _append_call(named_pointwise(op.name), converted, {"op": op}, form)


def _mask(x: Any) -> Any:
    """Return an operand that counts as truth values."""
    if x.__class__ is not recorder.tensor:
        return recorder.from_array(np.array(bool(x)))
    return x if x.dtype == BOOL else recorder.from_array(np.asarray(x._decided() != 0))


def _append_call(op: ArrayOp, operands: list[Any], static: dict[str, Any], form: Form, at_once: bool = False) -> Any:
    run = tape.open()
    slots, grad = _place(run, operands, form.lane)  # type: ignore[arg-type]
    modes = current()
    family = family_of(run, form, grad and modes.grad_enabled)
    run.calls.append(Call(op, slots, static))
    run.call_operands += slots
    t = append(run, family, op.code, len(run.calls) - 1)
    if at_once:
        tape.flush_or_give_up()
    if modes.dual is not None:
        modes.dual.push(op, operands, slots, static, t)
    return t


_SUMS = {F8: form_of((), F8), F4: form_of((), F4)}


def array(op: ArrayOp, args: tuple[Any, ...], static: dict[str, Any]) -> Any:
    """Record an op on whole arrays, or run it at once if it has no derivative."""
    if op.op_class == declare.PICK:
        picked = pick_element(args[0], static["offset"])
        return picked if picked is not None else args[0].reshape(-1)[static["offset"]]
    cls = recorder.tensor
    operands: Any = args
    lane: Any = None
    for a in args:
        if a.__class__ is not cls or (lane is not None and a._family.form.dtype is not lane):
            lane = None
            break
        lane = a._family.form.dtype
    if lane is F4 and not op.kind.single:
        return array(op, tuple(a.astype(F8) for a in args), static).astype(F4)
    if (lane is not F8 and lane is not F4) or isinstance(op, Constant):
        lane, operands = _common(op, args)
        if lane is not None and lane.kind == "c":
            if not op.takes_complex:
                raise _unordered(op.shown)
            if op.op_class == declare.SUM:
                return declare.by_name["sum"](*operands, axes=tuple(range(operands[0].ndim)))
    if lane is None:
        (first, *rest) = operands
        if first.__class__ is cls and first.traced and not rest and op.kind.any_dtype:
            return _moved_plain(op, first, static)
        values = [a._decided() if a.__class__ is cls else a for a in operands]
        return recorder.from_array(np.asarray(op.forward(*values, **static)))
    if op.op_class == declare.SUM:
        run = tape.open()
        slots, grad = _place(run, operands, lane)
        modes = current()
        t = append(run, family_of(run, _SUMS[lane], grad and modes.grad_enabled), op.code, slots[0])
        if modes.dual is not None:
            modes.dual.push(op, operands, slots, static, t)
        return t
    form = form_of(shape_of_result(op, [a._family.form for a in operands], static), static.get("dtype", lane))
    at_once = bool(op.may_fail) and not (tape.run is not None and tape.run.traced)
    if at_once:  # it may fail on values: then only it is lost
        tape.flush()
    return _append_call(op, operands, static, form, at_once)


def _moved_plain(op: ArrayOp, x: Any, static: dict[str, Any]) -> Any:
    """Return integers or truth values in another shape, in the recording of a function."""
    source = x._family.form
    run = tape.open()
    run.calls.append(Call(op, [import_tensor(run, x)], static))
    run.call_operands += run.calls[-1].operands
    form = form_of(shape_of_result(op, [source], static), source.dtype, source.lane)
    return append(run, family_of(run, form, False), op.code, len(run.calls) - 1)


def _common(op: ArrayOp, args: tuple[Any, ...]) -> tuple[Any, list[Any]]:
    """Return the lane dtype of an array op (None if NumPy runs it at once) and its operands in that dtype."""
    operands = _operands(args, op.shown)
    cls = recorder.tensor
    lane = None
    if not isinstance(op, Constant):
        lanes = {
            a.__class__ if a.__class__ is not cls else int if a._family.form is INT else a._family.form.dtype
            for a in operands
        }
        dtype = lanes.pop() if len(lanes) == 1 else np.result_type(*[d() if isinstance(d, type) else d for d in lanes])
        lane = NUMBERS.get(dtype)
    if lane is None:
        return None, operands
    return lane, [a if a.__class__ is cls and a._family.form.dtype is lane else _number(a, lane) for a in operands]


def _number(x: Any, lane: np.dtype[Any]) -> Any:
    """Return an operand of an array op in the lane dtype."""
    if x.__class__ is not recorder.tensor:
        return recorder.from_array(np.array(x, lane))
    if not x.traced and (x._family.form.dtype == BOOL or x._family.form.lane is None):
        return recorder.from_array(x._numpy().astype(lane))
    return _converted(x, lane)


def pick_element(x: Any, offset: int) -> Any:
    """Return one element of an array by its C-order offset, without a call; None where that cannot be had."""
    form = x._family.form
    if form.lane is None or form.scalar or form.dtype.kind == "c":
        return None
    check_thread(x)
    run = tape.open()
    slot = import_tensor(run, x)
    op = run.instructions[slot][0]
    if run.traced:
        pass
    elif op == INPUT:
        if not run.given[slot].flags.c_contiguous:
            return None
        run.early = True
    elif declare.classes[op] != ELEMENTWISE:
        return None
    modes = current()
    family = family_of(run, form_of((), form.dtype, form.lane), x._family.requires_grad and modes.grad_enabled)
    t = append(run, family, pick.code, slot, offset, int(form.lane is F4))
    if modes.dual is not None:
        modes.dual.push(pick, [x], [slot], {"offset": offset}, t)
    return t


_shapes: dict[Any, tuple[int, ...]] = {}


def shape_of_result(op: ArrayOp, operands: list[Form], static: dict[str, Any]) -> tuple[int, ...]:
    """Return the shape of an array op's result: inferred, or found by running it once on arrays that have no memory of
    their own.

    Raises
    ------
    ShapeError, IndexingError
        With NumPy's reason.
    """
    try:
        if op.infer is not None:
            return op.infer(*[f.shape for f in operands], **static)
        key = (op, *operands, *static.items())
        if key not in _shapes:
            if len(_shapes) > 4096:
                _shapes.clear()
            stand_ins = [np.broadcast_to(np.ones((), f.lane), f.shape) for f in operands]
            _shapes[key] = np.shape(op.forward(*stand_ins, **static))
        return _shapes[key]
    except TapegradError:
        raise
    except IndexError as error:
        raise IndexingError(f"{op.shown}: {error}.") from None
    except np.linalg.LinAlgError as error:  # a ValueError, but of the stand-ins
        raise ArgumentError(
            f"{op.shown}: the shape of its result cannot be found by running it on ones ({error}). Declare it with "
            "infer."
        ) from None
    except ValueError as error:
        raise ShapeError(f"{op.shown}: {error}.") from None


recorder.unary = unary
recorder.elementwise = elementwise
recorder.array = array
recorder.pick = pick_element
recorder.numbers = numbers

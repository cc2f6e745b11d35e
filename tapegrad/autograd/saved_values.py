"""Saved values: `saved_tensors_hooks` pack what the reverse sweep will read, and unpack it in the sweep.

When a run that was recorded within `saved_tensors_hooks` is closed, every value that a derivative reads is passed to
`pack`, and what it returns is kept instead. A sweep reads a copy of the run, `Unpacked`, which lives while the sweep
passes: its values come from `unpack`. The run itself is never written to, so what Tensors show stays exact, and an
exception at any point leaves everything as it was.

Tests: tests/autograd/test_saved_values.py
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import numpy as np

from tapegrad.autograd.derivative_rules import read_by_rules
from tapegrad.autograd.grad_mode import Mode, apart
from tapegrad.errors import ArgumentError, DtypeError, InplaceError, SavedValuesError, ShapeError, TapeFreedError
from tapegrad.machine import pool
from tapegrad.machine.layout import CONST, ELEMENTWISE, LIVE, REGION, SUM
from tapegrad.ops import declare
from tapegrad.record import modes
from tapegrad.record.calls import set_scalar
from tapegrad.record.frame import Frame
from tapegrad.record.recording import home, tape
from tapegrad.record.run import Run
from tapegrad.record.workspace import run_region
from tapegrad.tensor.tensor import Tensor, from_array

__all__ = ["disable_saved_tensors_hooks", "save_on_disk", "saved_tensors_hooks"]


class saved_tensors_hooks(Mode):
    """Pack the values that the reverse sweep reads by functions of the user, for all operations within.

    Leaves, constants of one element, and values that a fused region computes again from them are never packed: they
    take no memory of their own. Each other array or number that a derivative of a recorded operation reads is passed to
    `pack` once, as a constant Tensor. The result of `pack` is kept in its place. A sweep passes it to `unpack` and uses
    the result; a sweep of a retained tape does so again. Among nested contexts, the innermost counts. The context has
    no effect on other threads, nor in other asyncio tasks, except for tasks that were started within. It has none while
    a function is recorded (`tapegrad.compile`).

    The values of one run (see ``tg.Tape``) are packed when it is executed, at the latest at the end of the context. A
    sweep holds the unpacked values of one run at a time. Values that a `tapegrad.autograd.Function` saved are not
    packed if they are neither arguments nor results. A value that a Tensor shows is kept in addition to its packed form
    while the Tensor lives.

    Parameters
    ----------
    pack : callable
        Takes a Tensor that it must not change, returns anything. Nothing that it computes is recorded.
    unpack : callable
        Takes what `pack` returned, returns a Tensor of the same shape and dtype.

    Raises
    ------
    ArgumentError
        If one is no function.
    SavedValuesError
        On entering, within `disable_saved_tensors_hooks`.
    InplaceError
        When a run is executed, if `pack` changed its Tensor. The run's values are then kept in memory, as they are
        after any exception that `pack` raises.
    DtypeError, ShapeError
        From a sweep, if `unpack` returns anything else. The sweep then changed nothing, as after any exception that
        `unpack` raises, and can be tried again.

    Examples
    --------
    Half the memory, for gradients of half the precision:

    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = tg.tensor(np.linspace(0.0, 1.0, 5), requires_grad=True)
    >>> packed = []
    >>> def pack(t):
    ...     packed.append(t.shape)
    ...     return t.astype(np.float32)
    >>> with tg.autograd.graph.saved_tensors_hooks(pack, lambda t: t.astype(np.float64)):
    ...     y = np.sum(np.sin(np.cumsum(x)))
    >>> packed
    [(5,)]
    >>> y.backward()
    """

    _names = ("saving",)

    def __init__(self, pack: Callable[[Tensor], Any], unpack: Callable[[Any], Tensor]) -> None:
        for name, hook in (("pack", pack), ("unpack", unpack)):
            if not callable(hook):
                raise ArgumentError(f"saved_tensors_hooks: {name} must be a function, got {type(hook).__name__}.")
        self._pack, self._unpack = pack, unpack
        self._runs: list[weakref.ref[Run]] = []

    def _within(self, now: modes.Modes) -> modes.Modes:
        return now.replace(saving=self)

    def __enter__(self) -> saved_tensors_hooks:
        refused = modes.current().saving_refused
        if refused is not None:
            raise SavedValuesError(refused)
        tape.flush()
        super().__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            tape.flush()
        finally:
            super().__exit__(*exception)
            self._forget_unseen()

    def keep(self, run: Run, records: list[Any]) -> None:
        """Pack the values that a closed run keeps for sweeps; `records` tell which Tensors live."""
        self._forget_unseen()
        read, computed = _read(run)
        with _aside():
            packed = {slot: self._packed(run, slot) for slot in read}
        frame = run.frame()
        live = np.flatnonzero(frame.flags & LIVE).tolist()
        frame.saved = _Saved(self._unpack, packed, computed, {slot: records[slot] for slot in live})
        leaves = {slot for slot, source in run.sources if source.__class__ is not tuple}
        arrays: Any = frame.arrays
        for slot in range(len(arrays)):
            if slot not in leaves and not frame.flags[slot] & LIVE and not frame.form(slot).scalar:
                arrays[slot] = None
        self._runs.append(weakref.ref(run))

    def _packed(self, run: Run, slot: int) -> Any:
        array = run.value(slot).view()
        array.flags.writeable = False
        t = from_array(array, run.frame().form(slot).dtype)
        result = self._pack(t)
        if home(t)[0].run is not None or t._node.array is not array:
            raise InplaceError("saved_tensors_hooks: pack changed the Tensor that it was given. Return a new one.")
        return result

    def _forget_unseen(self) -> None:
        """Drop the values of Tensors that are gone."""
        alive = []
        for reference in self._runs:
            run = reference()
            if run is not None and run.backing.saved is not None:
                run.backing.saved.forget_unseen(run.backing)
                alive.append(reference)
        self._runs[:] = alive


class disable_saved_tensors_hooks(Mode):
    """Let entering `saved_tensors_hooks` within raise `SavedValuesError` with this message.

    Examples
    --------
    >>> import tapegrad as tg
    >>> with tg.autograd.graph.disable_saved_tensors_hooks("not here"):
    ...     with tg.autograd.graph.save_on_disk():
    ...         pass
    Traceback (most recent call last):
    tapegrad.errors.SavedValuesError: not here
    """

    _names = ("saving_refused",)

    def __init__(self, message: str) -> None:
        self._message = message

    def _within(self, now: modes.Modes) -> modes.Modes:
        return now.replace(saving_refused=self._message)


def _aside() -> AbstractContextManager[None]:
    """Compute hooks apart from the open run, without saving."""
    return apart(modes.current().replace(saving=None, grad_enabled=False))


# ------------------------------------------------------------------------------------------------- in a run


def _read(run: Run) -> tuple[list[int], set[int]]:
    """Return the slots whose values sweeps need, and those that sweeps compute again from these, within regions.

    A sweep reads what the derivatives name. What a region did not store is computed from what its instruction reads.
    """
    leaves = {slot for slot, source in run.sources if source.__class__ is not tuple}
    if run.application is not None:
        return sorted(run.application.saved_slots - leaves), set()
    frame = run.frame()
    code, grad, arrays = frame.code.tolist(), (frame.types & 1).tolist(), frame.arrays
    waiting: list[int] = []
    for slot, needed in enumerate(grad):
        if needed and (what := frame.decode(slot)) is not None:
            waiting += read_by_rules(frame, slot, [grad[s] for s in what[1]]).values()
    slots: set[int] = set()
    computed: set[int] = set()
    while waiting:
        slot = waiting.pop()
        if slot in slots or slot in computed or slot in leaves or code[slot][0] == CONST:
            continue
        if frame.form(slot).scalar or arrays[slot] is not None:
            slots.add(slot)
        else:
            computed.add(slot)
            waiting += code[slot][1:]
    return sorted(slots), computed


class _Saved:
    """The packed values of a run.

    Attributes
    ----------
    packed : dict
        By slot, what `pack` returned.
    computed : set of int
        Slots that sweeps compute again.
    shown : dict
        By slot, the records of results that Tensors show, which are kept too.
    """

    __slots__ = ("_unpack", "computed", "packed", "shown")

    def __init__(
        self, unpack: Callable[[Any], Tensor], packed: dict[int, Any], computed: set[int], shown: dict[int, Any]
    ):
        self._unpack, self.packed, self.computed, self.shown = unpack, packed, computed, shown

    def forget_unseen(self, frame: Frame) -> None:
        """Drop the arrays of results that no Tensor shows any more."""
        arrays: Any = frame.arrays
        for slot in [s for s in self.shown if sys.getrefcount(self.shown[s]) <= _HELD_BY_DICT]:
            del self.shown[slot]
            if arrays:
                arrays[slot] = None

    def unpacked(self, run: Run) -> Run:
        """Return a copy of a closed run as a sweep reads it."""
        frame = run.frame()
        self.forget_unseen(frame)
        with _aside():
            values = {slot: self._value(frame, slot) for slot in self.packed}
        copy = Run.__new__(Run)
        for name in ("serial", "owner", "sources", "watch", "application", "counts"):
            setattr(copy, name, getattr(run, name))
        copy.backing = Unpacked(run, values, self.computed)
        return copy

    def value(self, frame: Frame, slot: int) -> np.ndarray:
        """Return a value that the run itself does not hold.

        Raises
        ------
        TapeFreedError
            If it was given up, since no Tensor showed it and no derivative reads it.
        """
        with _aside():
            if slot in self.packed:
                return self._value(frame, slot)
            read = Unpacked(None, {s: self._value(frame, s) for s in self.packed}, self.computed, frame)
        read.materialise()
        array: Any = read.arrays[slot] if read.arrays else None
        if array is None:
            raise TapeFreedError("a value of this run was released: no Tensor showed it, and no derivative reads it.")
        return array

    def _value(self, frame: Frame, slot: int) -> Any:
        t = self._unpack(self.packed[slot])
        form = frame.form(slot)
        if not isinstance(t, Tensor):
            raise DtypeError(f"saved_tensors_hooks: unpack must return a Tensor, got {type(t).__name__}.")
        if t.shape != form.shape:
            raise ShapeError(
                f"saved_tensors_hooks: unpack must return a Tensor of shape {form.shape}, got {t.shape}, for what "
                f"{self._name(frame, slot)} gave."
            )
        if t.dtype != form.dtype:
            raise DtypeError(
                f"saved_tensors_hooks: unpack must return a Tensor of {form.dtype}, got {t.dtype}, for what "
                f"{self._name(frame, slot)} gave."
            )
        array = t._node.array if home(t)[0].run is None else t._array()
        return array if form.lane is None else np.asarray(array, form.lane)

    @staticmethod
    def _name(frame: Frame, slot: int) -> str:
        op = declare.table[frame.code[slot, 0]]
        return "an input" if op is None else op.name

    @property
    def arrays(self) -> list[np.ndarray]:
        """Memory that `pack` returned as it is."""
        values = [x._array() if isinstance(x, Tensor) else x for x in self.packed.values()]
        return [x for x in values if isinstance(x, np.ndarray)]


def _held_by_dict() -> int:
    container = {0: (object(),)}
    return sys.getrefcount(container[0])


_HELD_BY_DICT = _held_by_dict()


class Unpacked(Frame):
    """A copy of a frame, for one sweep, with values from `unpack`; it shares its flags.

    Attributes
    ----------
    origin : Run or None
        The run whose frame it is.
    """

    __slots__ = ("_computed", "origin")

    def __init__(
        self, run: Run | None, values: dict[int, np.ndarray], computed: set[int], frame: Frame | None = None
    ) -> None:
        frame = run.frame() if run is not None else frame
        assert frame is not None
        arrays: list[Any] = list(frame.arrays)
        super().__init__(
            frame.code, frame.types, frame.vals.copy(), frame.flags, arrays, frame.calls, frame.segments,
            frame.slot_lists, frame.lines, frame.early,
        )  # fmt: skip
        self.origin, self._computed = run, computed
        for slot, value in values.items():
            scalar = self.form(slot).scalar
            if scalar:
                set_scalar(self.vals, slot, value, self.form(slot))
            if arrays:
                arrays[slot] = None if scalar else value

    def materialise(self, passing: bool = False) -> list[int]:
        """Compute as a run does, but nothing that was unpacked is computed anew, and all goes with the sweep."""
        arrays: Any = self.arrays
        for segment in self.segments if arrays else ():
            if segment[0] != REGION:
                continue
            start, stop = segment[1], segment[2]
            stored = [
                slot
                for slot in range(start, stop)
                if declare.classes[self.code[slot, 0]] == SUM
                or (declare.classes[self.code[slot, 0]] == ELEMENTWISE and arrays[slot] is not None)
            ]
            for slot in self._computed.intersection(range(start, stop)):
                arrays[slot] = pool.empty(self.form(slot).shape, self.form(slot).lane)
            for first, last in zip([start, *(slot + 1 for slot in stored)], [*stored, stop], strict=True):
                if any(slot in self._computed for slot in range(first, last)):
                    run_region("region_forward", self.tables, None, [REGION, first, last, 0, 0, 0, 0, segment[7]])
        return []


# ------------------------------------------------------------------------------------------------- files


class save_on_disk(saved_tensors_hooks):
    """Keep the values that the reverse sweep reads in files, for all operations within; see `saved_tensors_hooks`.

    Each value is written to a file of its own in a new folder, which only the user may read. A file is removed when
    the tape no longer needs it, the folder after the last one and the end of the context.

    Parameters
    ----------
    folder : path, optional
        Where the new folder is made; by default, where the system keeps temporary files (which may be memory).
    threshold : int
        Arrays of fewer bytes stay in memory.

    Raises
    ------
    ArgumentError
        If `folder` is not a folder, or `threshold` is not a number of bytes.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> x = tg.tensor(np.ones((200, 200)), requires_grad=True)
    >>> def deep(x):
    ...     for _ in range(20):
    ...         x = np.tanh(x @ x / 200.0)
    ...     return np.sum(x)
    >>> with tg.Tape() as usual:
    ...     y = deep(x)
    >>> with tg.Tape() as tape, tg.autograd.graph.save_on_disk(threshold=10_000):
    ...     z = deep(x)
    >>> tape.nbytes < usual.nbytes / 20
    True
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None, threshold: int = 1 << 20) -> None:
        if folder is not None and not (isinstance(folder, (str, os.PathLike)) and os.path.isdir(folder)):
            raise ArgumentError(f"save_on_disk: {folder!r} is not a folder. Make it first.")
        if not isinstance(threshold, (int, np.integer)) or threshold < 0:
            raise ArgumentError(f"save_on_disk: threshold must be a number of bytes, got {threshold!r}.")
        super().__init__(partial(_written, _Folder(folder), threshold), _read_back)


class _Folder:
    """A folder that is removed with the last reference to this."""

    def __init__(self, parent: Any) -> None:
        self._parent, self._path = parent, ""
        self._numbers = itertools.count()

    def new_path(self) -> str:
        if not self._path:
            import tempfile  # here, since few processes save on disk and it imports much

            self._path = tempfile.mkdtemp(prefix="tapegrad-", dir=self._parent)
            weakref.finalize(self, _removed, os.getpid(), self._path)
        return os.path.join(self._path, f"{next(self._numbers)}.npy")


class _File:
    """An array in a file that is removed with the last reference to this."""

    def __init__(self, folder: _Folder, array: np.ndarray) -> None:
        self._folder = folder
        self.path = folder.new_path()
        weakref.finalize(self, _removed, os.getpid(), self.path)
        np.save(self.path, array)


def _removed(process: int, path: str) -> None:
    """Remove a file or folder; not in a forked process, whose parent still needs it."""
    if os.getpid() != process:
        return
    if os.path.isdir(path):
        import shutil  # as above

        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


def _written(folder: _Folder, threshold: int, t: Tensor) -> Tensor | _File:
    return t if t.nbytes < threshold else _File(folder, t.numpy())


def _read_back(packed: Any) -> Tensor:
    return packed if isinstance(packed, Tensor) else from_array(np.load(packed.path))

"""Modes: whether gradients are recorded, and what else holds for a thread's or an asyncio task's operations.

They are one immutable object in a context variable. So a mode that a task holds while it waits does not change
other tasks, and a task begins with the modes of the code that started it. What a run knows that is open meanwhile, see
`tapegrad.record.recording`.

Tests: tests/autograd/test_grad_mode.py
"""

from __future__ import annotations

from _thread import get_ident
from collections import deque
from contextvars import Context, ContextVar
from typing import Any

from tapegrad.errors import ModeError

# What a run has from its beginning to its end: where these differ, another run is opened.
_OF_RUNS = frozenset({"saving", "lines", "anomaly", "tape", "profile"})

_MODES = (
    "anomaly", "check_nan", "dual", "finalizing", "grad_enabled", "inference", "lines", "profile", "saving",
    "saving_refused", "tape",
)  # fmt: skip
_OBSERVERS = {
    "profile": "a profile", "anomaly": "anomaly detection", "lines": "lines are kept", "saving": "saved-tensor hooks",
    "dual": "forward-mode derivatives", "tape": "a tape of its own", "finalizing": "a finalizer",
}  # fmt: skip


class Modes:
    """The modes of one context.

    Attributes
    ----------
    grad_enabled : bool
        Operations are recorded for gradients.
    inference : bool
        Gradients stay off: nothing that is made has a derivative, forward-mode ones included.
    dual : level or None
        What keeps tangents (see `tapegrad.autograd.forward_ad`).
    saving : hooks or None
        What keeps the values that sweeps read.
    saving_refused : str or None
        Why such hooks may not be entered.
    anomaly, check_nan : bool
        Sweeps explain what fails in them, and look for NaN.
    lines : bool
        The user's lines are kept.
    tape : (thread, list of runs) or None
        The list that a thread's runs are entered in, if it is not the thread's own.
    profile : meter or None
        What measures the work of a thread.
    finalizing : bool
        Python's collector is calling finalizers (see `tapegrad.record.collector`).
    regime : object
        The same for modes that one run can have.
    plain : bool
        Nothing observes: there is neither a level, nor any of what a run has from its beginning to its end.
    """

    __slots__ = (*_MODES, "_switched", "plain", "regime")

    def __init__(
        self, grad_enabled: bool = True, inference: bool = False, dual: Any = None, saving: Any = None,
        saving_refused: str | None = None, anomaly: bool = False, check_nan: bool = True, lines: bool = False,
        tape: Any = None, profile: Any = None, finalizing: bool = False,
    ) -> None:  # fmt: skip
        self.grad_enabled, self.inference, self.dual = grad_enabled, inference, dual
        self.saving, self.saving_refused = saving, saving_refused
        self.anomaly, self.check_nan, self.lines = anomaly, check_nan, lines
        self.tape, self.profile, self.finalizing = tape, profile, finalizing
        self.regime = object()
        self._switched: dict[tuple[bool, bool, bool], Modes] = {}
        self.plain = all(getattr(self, name) in (None, False) for name in (*_OF_RUNS, "dual", "finalizing"))

    def observers(self) -> str:
        """Return the names of what observes operations."""
        return ", ".join([name for mode, name in _OBSERVERS.items() if getattr(self, mode) not in (None, False)])

    def replace(self, **changes: Any) -> Modes:
        """Return the same modes but for these."""
        new = Modes(**{name: getattr(self, name) for name in _MODES} | changes)
        if all(getattr(new, name) is getattr(self, name) for name in _OF_RUNS):
            new.regime = self.regime
        return new

    def _keep(self) -> None:
        if self.saving is None:  # hooks are gone with the last run that needs them: no cycle may hold them
            self._switched[self.grad_enabled, self.inference, self.dual is None] = self

    def with_grad(self, enabled: bool, inference: bool) -> Modes:
        """Return the same modes but for gradients, which inference keeps off."""
        modes = self._switched.get((enabled and not inference, inference, self.dual is None))
        return self._with(enabled and not inference, inference, self.dual) if modes is None else modes

    def without_tangents(self) -> Modes:
        """Return the same modes without the level."""
        return self._with(self.grad_enabled, self.inference, None)

    def _with(self, enabled: bool, inference: bool, dual: Any) -> Modes:
        """Return the modes with these switches, cached, so that a run's caches for them hold again."""
        key = enabled, inference, dual is None
        modes = self._switched.get(key)
        if modes is None:
            self._keep()  # only now: it is a reference cycle, which modes that are soon left do without
            if key == (self.grad_enabled, self.inference, self.dual is None):
                return self
            modes = self.replace(grad_enabled=enabled, inference=inference, dual=dual)
            modes._switched = self._switched
            modes._keep()
        return modes


_GRADS = {"grad_enabled", "inference"}


_modes: ContextVar[Modes] = ContextVar("tapegrad modes", default=Modes())  # noqa: B039 (it is never written to)
# What was entered and not left, newest first: who, the modes before and within, and what was entered before
_entered: ContextVar[Any] = ContextVar("tapegrad contexts", default=None)
# What collections came between on each thread since it left modes (see `tapegrad.record.collector`)
interrupted: dict[int, deque[Context]] = {}

current = _modes.get
switch = _modes.set
variable = _modes


def enter(manager: object, within: Modes, before: Modes | None = None) -> None:
    """Switch modes until a context manager is left; one object may be entered several times, by several tasks."""
    _entered.set((manager, current() if before is None else before, within, _entered.get()))
    switch(within)


def leave(manager: Any, exception: Any, *names: str) -> None:
    """Restore the modes of these names from before the manager was entered the last time.

    Raises
    ------
    ModeError
        If it was not entered in this context, unless an exception (or a generator's end) is on its way.
    """
    entry = _entered.get()
    if entry is not None and entry[0] is manager:
        _, before, within, rest = entry
        if current() is within and within._switched is before._switched:
            switch(before)
            _entered.set(rest)
            if interrupted:
                interrupted.pop(get_ident(), None)  # else they would hold what was left, and its hooks and runs
            return
    passed = []
    while entry is not None and entry[0] is not manager:
        passed.append(entry)
        entry = entry[3]
    if entry is None:
        if exception and exception[0] is not None:
            return
        raise ModeError(
            f"{type(manager).__name__}: left in another context than it was entered in. Enter and leave it within one "
            "asyncio task."
        )
    _, before, within, rest = entry
    for other in reversed(passed):
        rest = (*other[:3], rest)
    now = current()
    if now is within:
        switch(before)
        if within._switched is not before._switched:
            within._switched.clear()  # modes that hold each other would keep a level, a tape or a profile
    elif set(names) <= _GRADS:
        inference = before.inference if "inference" in names else now.inference
        switch(now.with_grad(before.grad_enabled, inference))
    else:
        switch(now.replace(**{name: getattr(before, name) for name in names}))
    _entered.set(rest)
    interrupted.pop(get_ident(), None)

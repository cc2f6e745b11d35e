"""Progress of long work, where it is seen: a bar on a terminal, a line in a notebook, records of `logging`.

All long work is a `task`. Nothing is shown of one that takes less than half a second, and nothing at all where standard
error is no terminal, no notebook runs, and no handler takes records of level INFO of the logger "tapegrad". Then a task
is two calls. `set_progress` is the one switch.

A thread beside the work draws, so that code which does not return to Python is shown as well. It stops when the task
has ended, is freed, or its thread was interrupted. Tasks of other threads meanwhile are not shown. What goes wrong with
showing is not the work's business, and is ignored.

Tests: tests/package/test_progress.py
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from tapegrad.forks import across_forks, in_child

Item = TypeVar("Item")

PATIENCE = 0.5  # seconds after which work is long
HINT_AFTER = 2.0  # seconds after which a hint may help
REFRESH = 0.1
WIDTH = 30
SWITCH = "TAPEGRAD_PROGRESS"
_lock = across_forks()
_on = os.environ.get(SWITCH) != "0"
_display: _Display | None = None
_logger: Any = None  # once the program has imported logging


def set_progress(on: bool) -> None:
    """Show the progress of long work, or show nothing.

    Parameters
    ----------
    on : bool
        True at first, unless ``TAPEGRAD_PROGRESS=0`` is in the environment.

    Notes
    -----
    With True, compilations, large Jacobians and Hessians, batches and other work of more than half a second show where
    they are: in a notebook, on a terminal, and as records of level INFO of the logger ``"tapegrad"``. Elsewhere nothing
    is written.

    Examples
    --------
    >>> import tapegrad as tg
    >>> tg.set_progress(False)
    >>> tg.set_progress(True)
    """
    global _on
    _on = bool(on)


class task:
    """Long work, within ``with``.

    Parameters
    ----------
    label : str
        What is done, such as ``"compiling f"``.
    total : int, optional
        How many steps it has, if that is known.
    hint : str, optional
        What helps if it takes long; said once.
    """

    __slots__ = ("__weakref__", "_display", "_since", "done", "hint", "label", "quarter", "total")

    def __init__(self, label: str, total: int | None = None, hint: str = "") -> None:
        self.label, self.total, self.hint = label, total, hint
        self.done = 0
        self.quarter = -1  # of the total, that was logged; -1 before it was said that the work began
        self._since = 0.0
        self._display: _Display | None = None

    def __enter__(self) -> task:
        if is_seen():
            self._since = time.monotonic()
            self._display = _shown_on(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        display, self._display = self._display, None
        if display is not None:
            display.end(self, kind)

    def advance(self, steps: int = 1) -> None:
        """Note that so many steps more are done; any thread may."""
        self.done += steps
        display = self._display
        if display is not None and time.monotonic() > display.due:
            display.draw()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._since

    @property
    def is_under_way(self) -> bool:
        return self._display is not None


def progress(items: Sequence[Item], label: str) -> Iterator[Item]:
    """Iterate over `items`, and show how many are done.

    Parameters
    ----------
    items : sequence
        What to iterate over.
    label : str
        What is done with them.

    Returns
    -------
    iterator
        Gives the items, in order.
    """
    return _counted(items, label) if is_seen() else iter(items)


def _counted(items: Sequence[Item], label: str) -> Iterator[Item]:
    with task(label, len(items)) as under_way:
        for item in items:
            yield item
            under_way.advance()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock; no longer than a second is waited for it, since a terminal may be slow."""
    if not _lock.acquire(timeout=1.0):
        raise TimeoutError
    try:
        yield
    finally:
        _lock.release()


class _Audience(Protocol):
    """Where tasks are shown."""

    def show(self, tasks: list[task]) -> None:
        """Show the tasks that are under way, each within the one before."""

    def say(self, text: str) -> None:
        """Say something that stays."""

    def end(self, one: task, kind: type[BaseException] | None) -> None:
        """Say that a task has ended, by an exception of a kind if it is one."""

    def close(self) -> None:
        """Leave no unfinished line."""


def is_seen() -> bool:
    """Tell whether a task may be shown anywhere."""
    return _on and (_display is not None or bool(_audience()))


def _shown_on(one: task) -> _Display | None:
    """Return what shows a new task; None if it is seen nowhere, or a task of another thread is shown."""
    global _display
    with contextlib.suppress(Exception), _alone():
        if _display is None or not _display.under_way():
            audience = _audience()
            _display = _Display(audience) if audience else None
        if _display is not None and _display.thread == threading.get_ident():
            _display.tasks.append(weakref.ref(one))
            return _display
    return None


class _Display:
    """The tasks of one thread, and where they are shown.

    Attributes
    ----------
    due : float
        When to draw next.
    """

    def __init__(self, audience: list[_Audience]) -> None:
        self.audience = audience
        self.thread = threading.get_ident()
        self.tasks: list[weakref.ref[task]] = []
        self.due = time.monotonic() + PATIENCE
        self._ended = threading.Event()
        threading.Thread(target=self._draw_until_the_end, name="tapegrad progress", daemon=True).start()

    def under_way(self) -> list[task]:
        """Return the tasks that have not ended."""
        return [one for one in (reference() for reference in list(self.tasks)) if one is not None and one.is_under_way]

    def _draw_until_the_end(self) -> None:
        while not self._ended.wait(max(REFRESH, self.due - time.monotonic())):
            if not self.draw():
                return

    def draw(self) -> bool:
        """Show the tasks, which is due from when the first one is long; tells whether there are any."""
        with contextlib.suppress(Exception), _alone():
            tasks = self.under_way()
            if self._ended.is_set() or not tasks:
                self._close()
                return False
            self.due = time.monotonic() + REFRESH
            self._each("show", tasks)
            for one in tasks:
                if one.hint and one.seconds >= HINT_AFTER:
                    hint, one.hint = one.hint, ""
                    self._each("say", hint)
        return True

    def end(self, one: task, kind: type[BaseException] | None) -> None:
        """Take a task away, and clear the line after the last one."""
        with contextlib.suppress(Exception), _alone():
            self.tasks = [reference for reference in self.tasks if reference() not in (None, one)]
            if one.seconds >= PATIENCE:
                self._each("end", one, kind)
            if not self.tasks:
                self._close()

    def _close(self) -> None:
        if not self._ended.is_set():
            self._ended.set()
            self._each("close")

    def _each(self, what: str, *details: Any) -> None:
        for one in self.audience:
            with contextlib.suppress(Exception):
                getattr(one, what)(*details)


def _line(tasks: list[task], width: int) -> str:
    """Return one line about tasks: their labels, a bar for the innermost one whose steps are known, the seconds."""
    label = ": ".join(dict.fromkeys(one.label for one in tasks))
    end = f"  {tasks[0].seconds:.0f} s"
    counted = [one for one in tasks if one.total]
    if counted and (total := counted[-1].total):
        done = min(counted[-1].done, total)
        filled = WIDTH * done // total
        end = f" [{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}{end}"
    room = max(0, width - len(end))
    return (label if len(label) <= room else f"{label[: room - 3]}...") + end


class _Terminal:
    """One line on standard error, which makes room for the result."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._is_drawn = False

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def show(self, tasks: list[task]) -> None:
        import shutil

        self._is_drawn = True
        self._write(f"\r\033[K{_line(tasks, shutil.get_terminal_size().columns - 1)}")

    def say(self, text: str) -> None:
        self._write(f"\r\033[Ktapegrad: {text}\n")

    def end(self, one: task, kind: type[BaseException] | None) -> None:
        """Leave it to the line that is drawn next."""

    def close(self) -> None:
        if self._is_drawn:
            self._write("\r\033[K")


class _Notebook:
    """One output of a cell, which is updated."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._handle: Any = None
        self._text = ""

    def _update(self, text: str) -> None:
        self._text = text
        data = {"text/plain": text}
        if self._handle is None:
            self._handle = self._display.display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def show(self, tasks: list[task]) -> None:
        self._update(_line(tasks, 10_000))

    def say(self, text: str) -> None:
        self._display.display({"text/plain": f"tapegrad: {text}"}, raw=True)

    def end(self, one: task, kind: type[BaseException] | None) -> None:
        how = "done" if kind is None else f"ended by {kind.__name__}"
        if self._handle is not None:
            self._update(f"{one.label}: {how}, {one.seconds:.1f} s")

    def close(self) -> None:
        """Leave what was said last."""


class _Log:
    """Records of the logger: where a task begins, at its quarters, and where it ends."""

    def __init__(self, logger: Any) -> None:
        self._logger = logger

    def show(self, tasks: list[task]) -> None:
        for one in [one for one in tasks if one.seconds >= PATIENCE]:
            self._begin(one)
            while one.total and one.quarter < 3 and 4 * one.done >= (one.quarter + 1) * one.total:
                one.quarter += 1
                self._logger.info("%s: %d %%, %d of %d", one.label, 25 * one.quarter, one.done, one.total)

    def say(self, text: str) -> None:
        self._logger.info("%s", text)

    def _begin(self, one: task) -> None:
        if one.quarter < 0:
            one.quarter = 0
            self._logger.info("%s: began", one.label)

    def end(self, one: task, kind: type[BaseException] | None) -> None:
        self._begin(one)
        how = "done" if kind is None else f"ended by {kind.__name__}"
        self._logger.info("%s: %s in %.1f s", one.label, how, one.seconds)

    def close(self) -> None:
        """Nothing is unfinished."""


def _audience() -> list[_Audience]:
    """Return where tasks are shown now."""
    global _logger
    audience: list[_Audience] = []
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    stream: Any = sys.stderr
    if getattr(shell, "kernel", None) is not None:
        from importlib import import_module

        audience.append(_Notebook(import_module("IPython.display")))
    elif stream is not None and stream.isatty():
        audience.append(_Terminal(stream))
    logging: Any = sys.modules.get("logging")
    if logging is not None:
        if _logger is None:
            _logger = logging.getLogger("tapegrad")
        if _logger.isEnabledFor(logging.INFO) and _logger.hasHandlers():
            audience.append(_Log(_logger))
    return audience


def _forget() -> None:
    """Show nothing of the parent's in a forked process, where the thread that draws is no more."""
    global _display
    _display = None


in_child(_forget)

"""The two ways of counting: calls of functions, by Python's profiler, and instructions, by requests to valgrind."""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

IN_LINE = {"<listcomp>", "<dictcomp>", "<setcomp>"}  # which are functions in Python 3.11 alone


class Calls:
    """Counts the functions that the Python code of the package calls, and its own functions that others call."""

    rounds = 2

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def count(self, name: str, job: Callable[[], Any]) -> None:
        """Run a job and note its count; if it is counted again, the least, as now and then a run is looked at anew."""
        package = str(Path(str(find_spec("tapegrad").origin)).parent)  # type: ignore[union-attr]
        calls = 0

        def note(frame: FrameType, event: str, argument: object) -> None:
            nonlocal calls
            code = frame.f_code
            if event in ("call", "c_call") and code.co_filename.startswith(package):
                calls += event == "c_call" or code.co_name not in IN_LINE

        sys.setprofile(note)
        try:
            job()
        finally:
            sys.setprofile(None)
        self.counts[name] = min(calls, self.counts.get(name, calls))


class Machine:
    """Asks valgrind to count, by its client requests (valgrind.h, callgrind.h); without valgrind they do nothing.

    A request is a sequence of instructions that leaves the processor as it was, and that valgrind knows.
    """

    rounds = 1
    REQUEST = bytes.fromhex("4889f0 4889fa 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db 4889d0 c3")
    NOTHING = "nothing"  # is what counting takes itself
    ZERO, DUMP, START, STOP = ((ord("C") << 24 | ord("T") << 16) + number for number in (1, 3, 4, 5))

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}  # are in the files that valgrind writes
        self._page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._page.write(self.REQUEST)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._page))
        self._send = ctypes.CFUNCTYPE(ctypes.c_ulong, ctypes.c_ulong, ctypes.c_void_p)(address)
        self.count(self.NOTHING, lambda: None)

    def count(self, name: str, job: Callable[[], Any]) -> None:
        """Run a job and have valgrind write its count."""
        text = ctypes.create_string_buffer(name.encode())
        start, zero, dump, stop = (
            (ctypes.c_ulong * 6)(request, ctypes.addressof(text))
            for request in (self.START, self.ZERO, self.DUMP, self.STOP)
        )
        self._send(0, start)
        self._send(0, zero)
        job()
        self._send(0, dump)
        self._send(0, stop)


class Nothing:
    """Counts nothing: what the cases need is compiled and kept, by a process that is not slowed down."""

    rounds = 2

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def count(self, name: str, job: Callable[[], Any]) -> None:
        """Run a job."""
        job()


COUNTERS: dict[str, type[Calls | Machine | Nothing]] = {"calls": Calls, "machine": Machine, "nothing": Nothing}

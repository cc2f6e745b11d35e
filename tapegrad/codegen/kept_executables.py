"""Executables that are kept for a recording: what a call needs beside object code, in a file of its own.

A process that has recorded the same function finds its machine code by the digest of the recording (see
`tapegrad.record.recording_digest`). So it makes no program of the recording and writes no text.

Tests: tests/replay/test_second_process.py
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.machine import store
from tapegrad.record.recording_digest import FORMAT

if TYPE_CHECKING:
    from tapegrad.codegen.executable import Executable

FIELDS = ("work", "cost", "large", "by_tables", "guards", "_title", "_symbols")
"""Those of an executable that are kept as they are."""


def _file(digest: str) -> str:
    return f"call-{digest}.o"


def keep(executable: Executable, file: str) -> None:
    """Keep an executable whose object code is in a file, for its recording."""
    constants = [(a.dtype.str, a.shape, a.tobytes()) for a in executable.pool]
    fields = [getattr(executable, name) for name in FIELDS]
    store.write(_file(executable.recording), marshal.dumps([file, fields, constants], FORMAT))


def kept(digest: str) -> tuple[str, Sequence[Any], list[np.ndarray]] | None:
    """Return the file of the object code for a recording, fields of the executable, and its constants; None if nothing
    is kept.
    """
    data = store.read(_file(digest))
    if data is None:
        return None
    file, fields, constants = marshal.loads(data)
    return file, fields, [np.frombuffer(b, d).reshape(s).copy() for d, s, b in constants]

"""The digest of the sources that shape machine code: read once, then known by the state of the files.

Each process asks for it before its first gradient, and to read 270 files takes longer than the gradient. So the cache
keeps the digest under a name that says the state of each file: its path, size, inode, and the times of its last write
and of its last change. A process in which all of these are as they were finds the digest, and reads nothing else.

Invariant: another content has another state. No program can set the time of the last change (``ctime``): the system
writes it with each write, and also when a file is replaced or when its other times are set back. Only two changes
within one tick of the system's clock have one time. So nothing is kept as long as a file's last change is recent, and
nothing on Windows, which keeps no such time. A state that is new costs one reading, whatever the content.

Tests: tests/machine/test_source_digests.py
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from tapegrad.machine import store
from tapegrad.machine.digests import SIZE, digest

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # without pathlib: see `store`
_ROOMS = ("machine", "cpython", "ops", "engine")  # whose sources shape what `Engine.load` loads
_APART = ("__pycache__", "steppers")  # folders whose sources shape none of it, or only units that are salted with them
SETTLED = 10.0  # seconds after which a file's time is surely not that of a later change: disks count 2 s at most


def sources(package: str = _PACKAGE) -> list[os.DirEntry[str]]:
    """Return the files that shape compiled code, in the order of their paths."""
    files: list[os.DirEntry[str]] = []
    folders = [os.path.join(package, room) for room in _ROOMS]
    for folder in folders:  # which grow meanwhile
        with os.scandir(folder) as entries:
            here = [entry for entry in entries if entry.name not in _APART]
        files += [entry for entry in here if entry.name.endswith(".py")]
        folders += [entry.path for entry in here if "." not in entry.name and entry.is_dir()]
    return sorted(files, key=os.fspath)


def source_digest(package: str = _PACKAGE) -> str:
    """Return a digest of what the sources contain."""
    files = sources(package)
    state, latest = _state(files)
    name = f"sources-{digest(state).hex()[:32]}.o"
    kept = store.read(name) if sys.platform != "win32" else None
    if kept is not None and len(kept) == SIZE:
        return kept.hex()
    content = digest(*map(_content, files))
    if sys.platform != "win32" and time.time() - latest > SETTLED:
        store.write(name, content)
    return content.hex()


def _state(files: Sequence[os.DirEntry[str]]) -> tuple[bytes, float]:
    """Return what the system says of the files, and the time of the last change of any."""
    states = [file.stat() for file in files]
    lines = [
        f"{file.path}|{s.st_size}|{s.st_ino}|{s.st_mtime_ns}|{s.st_ctime_ns}"
        for file, s in zip(files, states, strict=True)
    ]
    return "\n".join(lines).encode(), max([s.st_ctime for s in states])


def _content(source: os.DirEntry[str]) -> bytes:
    with open(source, "rb", buffering=0) as file:
        return file.read()

"""The store of object files on disk, and of the digests to find them by: owners, size, and the removal of old ones.

A user who can write into the folder decides what this process runs. So the folder and each file must belong to this
user or to root, and no other user may write to them; otherwise this process uses a temporary folder of its own, and
says so. A file ends in a checksum of its name and content, so one that was damaged or renamed counts as missing.

Many processes may write at once: files are written under a temporary name and renamed. What cannot be read or written
is no error. Where the files take more room than `limit`, those that were not used for longest go.

Each process reads here before its first gradient, so `pathlib`, `tempfile` and `shutil` are imported where they are
used.

Tests: tests/machine/test_store.py
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import stat
import sys
import time
import warnings
from _thread import get_ident
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tapegrad.errors import ArgumentError, CacheWarning
from tapegrad.machine.digests import SIZE, digest

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER, _LIMIT = "TAPEGRAD_CACHE_DIR", "TAPEGRAD_CACHE_SIZE"
_MIB = 1 << 20
_USUAL = 256  # MiB
_RECENT = 3600.0  # seconds within which a use is not noted again, and a temporary file may still be written
_NAME = r"(.+)-[0-9a-f]{32}(\.o|.*\.tmp)"
_KINDS = {
    "tape": "tapes",
    "batch": "batches",
    "rows": "batches",
    "sweeps": "sweeps",
    "scalar": "sweeps",
    "matcher": "sweeps",
    "sources": "sources",
}


def folder() -> Path | None:
    """Find where object files are kept: ``$TAPEGRAD_CACHE_DIR``, or ``tapegrad`` in the user's cache folder.

    A relative path counts from the working directory at the first use. None if there is no place at all. It need not
    be there: `write` makes it.

    Raises
    ------
    ArgumentError
        If ``$TAPEGRAD_CACHE_SIZE`` is no size: at the first use, before anything is compiled.
    """
    from pathlib import Path

    place = _place()
    return None if place is None else Path(place)


def _place() -> str | None:
    """Find the folder, as `folder` does."""
    limit()
    names = (_FOLDER, "LOCALAPPDATA") if sys.platform == "win32" else (_FOLDER, "XDG_CACHE_HOME", "HOME")
    return _settled(*map(os.environ.get, names))


@cache
def _settled(*environment: str | None) -> str | None:
    """Find the folder for these variables, once."""
    path = _named()
    if path is None:
        return _temporary("there is no home folder to keep compiled code in", f"Set {_FOLDER}")
    try:
        status = os.stat(path)
        is_folder = stat.S_ISDIR(status.st_mode)
    except NotADirectoryError:
        is_folder = False
    except OSError:
        return path  # there is nothing to read
    if not is_folder:
        return _temporary(f"no compiled code is kept in {path}, which is not a folder", f"Set {_FOLDER} to a folder")
    if reason := _distrusted(status):
        return _temporary(f"compiled code in {path} is not used, since {reason}", f"Change that, or set {_FOLDER}")
    return path


def _named() -> str | None:
    """Return the folder that the environment names; None if it names none."""
    path = os.environ.get(_FOLDER)
    if path:
        path = os.path.expanduser(path)
        return None if path.startswith("~") else os.path.abspath(path)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # the specification: to be ignored
            base = os.path.expanduser("~/.cache")
    return os.path.join(base, "tapegrad") if os.path.isabs(base) else None


def _make(path: str) -> None:
    """Make a folder, and those above it that are missing, for this user alone."""
    if not os.path.exists(path):
        _make(os.path.dirname(path))
        with contextlib.suppress(FileExistsError):
            os.mkdir(path, 0o700)


def _distrusted(status: os.stat_result) -> str:
    """Return why another user may have written what this describes; empty if none may."""
    if not hasattr(os, "geteuid"):
        return ""
    if status.st_uid not in (os.geteuid(), 0):
        return "it belongs to another user"
    return "others may write to it" if status.st_mode & 0o022 else ""


def _temporary(reason: str, remedy: str) -> str | None:
    """Return a temporary folder of this process."""
    import tempfile

    warnings.warn(f"tapegrad: {reason}; this process compiles for itself. {remedy}.", CacheWarning, stacklevel=2)
    try:
        path = tempfile.mkdtemp(prefix="tapegrad-")
    except OSError:
        return None
    atexit.register(_remove, path, os.getpid())
    return path


def _remove(path: str, maker: int) -> None:
    import shutil

    if os.getpid() == maker:  # and not a process forked from it
        shutil.rmtree(path, ignore_errors=True)


def limit() -> int:
    """Return how many bytes the files may take: ``$TAPEGRAD_CACHE_SIZE`` MiB, or 256 MiB.

    Raises
    ------
    ArgumentError
    """
    text = os.environ.get(_LIMIT) or str(_USUAL)
    if not text.isdecimal():
        raise ArgumentError(f"{_LIMIT}: expected a whole number of MiB, got {text!r}. 0 keeps nothing.")
    return int(text) * _MIB


def read(name: str) -> bytes | None:
    """Return the content of a file; None if it is not there whole, or may be another user's."""
    place = _place()
    if place is None:
        return None
    path = os.path.join(place, name)
    try:
        with open(path, "rb", opener=_opened) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or _distrusted(status):
                return None
            content = file.read()
    except OSError:
        return None
    code, checksum = content[:-SIZE], content[-SIZE:]
    if _checksum(name, code) != checksum:
        return None
    if time.time() - status.st_mtime > _RECENT:
        with contextlib.suppress(OSError):
            os.utime(path)
    return code


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _checksum(name: str, code: bytes) -> bytes:
    return digest(name.encode(), b"\0", code)


def write(name: str, code: bytes) -> None:
    """Keep a file, if that is possible."""
    most, place = limit(), _place()
    if place is None or len(code) > most:
        return
    with contextlib.suppress(OSError):
        _make(place)
        if _distrusted(os.stat(place)):
            return  # another process has made it meanwhile
        unique = f"{os.getpid():x}-{get_ident():x}-{time.time_ns():x}"  # without `tempfile`, which loads twelve modules
        temporary = os.path.join(place, f"{name.removesuffix('.o')}{unique}.tmp")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(code + _checksum(name, code))
            os.replace(temporary, os.path.join(place, name))
        except BaseException:
            with contextlib.suppress(OSError):  # it must not hide an interrupt
                os.unlink(temporary)
            raise
    # Looking through the folder takes time, so it is done about 16 times while `limit` bytes are written, by whichever
    # process; the checksum is as good as a random number, and touches no other generator.
    if int.from_bytes(_checksum(name, b"")[:4], "big") * most < len(code) * 16 << 32:
        prune(most)


def entries() -> Iterator[tuple[os.DirEntry[str], os.stat_result, str]]:
    """Yield the files in the folder with their figures and kinds; no others than those written here."""
    place = _place()
    with contextlib.suppress(OSError):
        for entry in os.scandir(place) if place is not None else ():
            if match := re.fullmatch(_NAME, entry.name):
                with contextlib.suppress(OSError):  # another process has removed it
                    unit = match[1].split("_")[0] if match[1].startswith("scalar_f") else match[1]
                    yield entry, entry.stat(follow_symlinks=False), _KINDS.get(unit, "kernels")


def prune(most: int) -> int:
    """Remove the files used least recently, if all take more than so many bytes, down to three quarters of it.

    Returns
    -------
    int
        How many went.
    """
    files = sorted(entries(), key=lambda item: item[1].st_mtime)
    total, removed = sum(figures.st_size for _, figures, _ in files), 0
    goal = most * 3 // 4 if total > most else total
    now = time.time()
    for entry, figures, _ in files:
        abandoned = entry.name.endswith(".tmp") and now - figures.st_mtime > _RECENT
        if total > goal or abandoned:
            with contextlib.suppress(OSError):
                os.unlink(entry.path)
                removed += 1
            total -= figures.st_size
    return removed


def described() -> str:
    """Return the folder, its files and bytes, by kind."""
    sizes: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for _, figures, kind in entries():
        sizes[kind] += figures.st_size
        counts[kind] += 1
    lines = [f"{_place() or 'no folder'}", f"{'':10}{'files':>8}{'MiB':>10}"]
    lines += [f"{kind:10}{counts[kind]:8}{sizes[kind] / _MIB:10.2f}" for kind in sorted(counts)]
    lines.append(f"{'all':10}{counts.total():8}{sizes.total() / _MIB:10.2f} of {limit() // _MIB}")
    return "\n".join(lines)

"""Locks in forked processes: a fork waits until no thread holds them, so the new process finds them free.

Where one of these locks is taken while another is held, the other must be registered later: forks take the latest
first. So a lock is made where its file is imported, after the files below, and not at its first use.
"""

from __future__ import annotations

import os
from typing import Any


def across_forks(lock: Any) -> Any:
    """Return the lock, which is held while the process forks."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock

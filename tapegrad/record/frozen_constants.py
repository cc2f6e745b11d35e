"""Tensors that are constants of recordings: what is to be recorded anew once they require grad.

Tests: tests/replay/test_captured_leaves.py
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Iterable
from typing import Any

frozen: dict[int, tuple[weakref.ref[Any], list[weakref.ref[Any]]]] = {}
"""By the number of a Tensor: the Tensor, and who has recorded its value."""


def freeze(imported: Iterable[tuple[int, Any, Any]], compiled: Any) -> None:
    """Note that a function has recorded Tensors' values as constants: those of its imports that require no grad."""
    for _, t, array in imported:
        if array is None or t.requires_grad or t.dtype.kind not in "fc":
            continue
        key = id(t)
        _, users = frozen.setdefault(key, (weakref.ref(t, functools.partial(_gone, key)), []))
        if all(user() is not compiled for user in users):
            users.append(weakref.ref(compiled))


def _gone(key: int, _: Any) -> None:
    frozen.pop(key, None)


def thaw(t: Any) -> None:
    """Let what has recorded a Tensor's value as a constant forget its recordings."""
    _, users = frozen.pop(id(t), (None, []))
    for user in users:
        if (compiled := user()) is not None:
            compiled.forget()

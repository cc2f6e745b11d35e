"""The memory pool: hands out the memory of an array again once no reference to it is left.

A block of memory belongs to the pool for good, and may be handed out again as soon as nothing else refers to it: the
reference count of the block's array says so, because NumPy makes every view keep its owner. So nothing is ever
given back by hand, and a block whose array the user still holds is never reused.

Small arrays come straight from NumPy, which keeps a free list of its own.

Tests: tests/trace_cache/test_machine_code.py, tests/machine/test_memory.py, tests/tensor/test_assignment.py
"""

from __future__ import annotations

import sys
import threading
from math import prod
from typing import Any

import numpy as np

_SMALLEST = 1 << 14  # bytes; below, NumPy and malloc are as fast
_PROBES = 8  # blocks looked at before a new one is made
_MOST = 64  # blocks kept of one size


def _held_once() -> int:
    """Return what getrefcount says of a local name's object that one container holds; it differs between Python
    versions."""
    container = [object()]
    item = container[0]
    return sys.getrefcount(item)


HELD_ONCE = _held_once()
_BYTE = np.dtype(np.uint8)
_local = threading.local()


def empty(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return an uninitialised C-contiguous array.

    Raises
    ------
    MemoryError
        If there is no memory for it.
    """
    count = prod(shape)
    nbytes = count * dtype.itemsize
    if nbytes < _SMALLEST:
        return np.empty(shape, dtype)
    size = 1 << (nbytes - 1).bit_length()
    if size - nbytes > size // 4:
        size -= size // 4  # three sizes of four: at most a third is wasted
    try:
        buckets = _local.buckets
    except AttributeError:
        buckets = _local.buckets = {}
    bucket = buckets.get(size)
    if bucket is None:
        bucket = buckets[size] = []
    for k in range(min(_PROBES, len(bucket))):
        block = bucket[k]
        if sys.getrefcount(block) <= HELD_ONCE:
            break
    else:
        block = np.empty(size, np.uint8)
        if len(bucket) < _MOST:
            bucket.insert(0, block)
    return np.ndarray(shape, dtype, block)


def is_small(shape: tuple[int, ...], dtype: Any) -> bool:
    """Tell whether such an array comes straight from NumPy."""
    return prod(shape) * dtype.itemsize < _SMALLEST


def is_block(array: np.ndarray) -> bool:
    """Tell whether what owns memory is a block of this thread's pool, which holds one reference to it."""
    if not isinstance(array, np.ndarray):  # a capsule of a library's, for one
        return False
    bucket = getattr(_local, "buckets", {}).get(array.nbytes, ())
    return any(array is block for block in bucket)


def idle_bytes() -> int:
    """Return bytes that this thread's pool holds unused."""
    buckets = getattr(_local, "buckets", {})
    return sum(b.nbytes for bucket in buckets.values() for b in bucket if sys.getrefcount(b) <= HELD_ONCE)


def used_blocks() -> dict[int, int]:
    """Return the bytes of each block of this thread's pool that something else holds, by the block's identity."""
    buckets = getattr(_local, "buckets", {})
    return {id(b): b.nbytes for bucket in buckets.values() for b in bucket if sys.getrefcount(b) > HELD_ONCE}


def aligned(count: int) -> np.ndarray:
    """Return so many bytes, aligned for vectors: working memory for one call at a time."""
    block = empty((count + 64,), _BYTE)
    start = -block.ctypes.data % 64
    return block[start : start + count]

"""Digests of what names files: BLAKE2 of Python's own.

`hashlib` loads OpenSSL, which takes longer than all that a first gradient computes. No one chooses these texts to
deceive: who may write to the folder decides what runs (`tapegrad.machine.store`).

Tests: tests/machine/test_digests.py
"""

from __future__ import annotations

try:
    from _blake2 import blake2b  # what hashlib has too, in every usual build
except ImportError:  # a build that leaves it out
    from hashlib import blake2b

SIZE = 32  # bytes of a digest


def digest(*parts: bytes) -> bytes:
    """Return a digest of bytes, one after the other."""
    state = blake2b(digest_size=SIZE)
    for part in parts:
        state.update(part)
    result: bytes = state.digest()
    return result

"""Digests: those of `hashlib`, whose module a first gradient does not import."""

from __future__ import annotations

import hashlib

from tapegrad.machine.digests import SIZE, digest


def test_they_are_those_of_the_standard_library():
    assert digest(b"some text") == hashlib.blake2b(b"some text", digest_size=32).digest()
    assert len(digest()) == SIZE == 32


def test_parts_follow_each_other():
    assert digest(b"some", b"", b" text") == digest(b"some text")
    assert digest(b"text", b"some ") != digest(b"some text")

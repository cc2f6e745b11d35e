"""The processor that code is compiled for: what code may use of it, as NumPy has found it.

On x86-64 it is one of four levels: all processors of one level share machine code, that which comes with the package
too, and NumPy tells the level, so LLVM need not be loaded to find code on disk. What NumPy does not look at, code does
not use. On other processors it is what LLVM says.

Tests: tests/machine/test_processor.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from numpy._core import _multiarray_umath  # type: ignore[attr-defined]

from tapegrad.errors import ArgumentError
from tapegrad.named_tuples import NamedTuple

ASKED = "TAPEGRAD_PROCESSOR"  # the variable for a lower level than that of the machine


class Processor(NamedTuple):
    """A processor in LLVM's words, and what the writers of text ask about it."""

    name: str
    features: str
    x86: bool = False
    avx2: bool = False
    avx512: bool = False


_ADDED = {  # by level: what NumPy finds on a processor of this level, beyond the level before
    "x86-64": ("SSE2",),
    "x86-64-v2": ("SSE3", "SSSE3", "SSE41", "SSE42", "POPCNT"),
    "x86-64-v3": ("AVX", "AVX2", "FMA3", "F16C"),
    "x86-64-v4": ("AVX512F", "AVX512CD", "AVX512BW", "AVX512DQ", "AVX512VL"),
}
_UNSEEN = "-cx16,-sahf,-bmi,-bmi2,-lzcnt,-movbe"  # belongs to the levels, and some versions of NumPy do not look
LEVELS = {
    name: Processor(name, _UNSEEN, x86=True, avx2=name >= "x86-64-v3", avx512=name >= "x86-64-v4") for name in _ADDED
}
_chosen: Processor | None = None


def chosen() -> Processor:
    """Return the processor that text is written for and compiled for.

    Raises
    ------
    ArgumentError
        If ``$TAPEGRAD_PROCESSOR`` is no level that this machine has.
    """
    global _chosen
    if _chosen is None:
        _chosen = _found()
    return _chosen


def _found() -> Processor:
    """Return this machine's processor, or the one that the environment asks for."""
    levels = levels_here()
    level = os.environ.get(ASKED)
    if level:
        if level not in levels:
            raise ArgumentError(
                f"{ASKED}: expected a level of this machine ({', '.join(levels) or 'it has none'}), got {level!r}. "
                "Unset it to compile for this machine."
            )
        return LEVELS[level]
    if levels:
        return LEVELS[levels[-1]]
    import llvmlite.binding as llvm  # here, since it takes long and most processes need nothing of it

    return Processor(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


def levels_here() -> list[str]:
    """Return the levels of x86-64 that this machine has, the lowest first; none on other machines."""
    seen = getattr(_multiarray_umath, "__cpu_features__", {})
    levels = []
    for name, features in _ADDED.items():
        if not all(seen.get(feature) for feature in features):
            break
        levels.append(name)
    return levels


@contextmanager
def writing_for(processor: Processor) -> Iterator[None]:
    """Write text for another processor within the block: to compile it, and not to run it."""
    global _chosen
    before, _chosen = chosen(), processor
    try:
        yield
    finally:
        _chosen = before

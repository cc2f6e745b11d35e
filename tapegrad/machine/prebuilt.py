"""Prebuilt kernels: object code that comes with the package, so that a first gradient compiles nothing.

One file for each processor and version of Python, of all that the sample programs of `python -m tapegrad prebuild`
load. A unit's name there covers what its object code depends on, as in the cache (`tapegrad.machine.cache`), but for
the version of the user's LLVM, which has not compiled it. So what does not fit the sources is never found.

Tests: tests/machine/test_prebuilt.py
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from collections.abc import Mapping

from tapegrad.machine.digests import digest
from tapegrad.machine.processor import Processor

FOLDER = os.path.join(os.path.dirname(__file__), "object_code")
_SYSTEM = f"{sys.platform}-{sys.implementation.cache_tag}"  # whose objects the sweeps read
if sys.version_info.releaselevel != "final":
    _SYSTEM += f"-{sys.hexversion:x}"


def name_of(unit: str, origin: str, level: int) -> str:
    """Return the name of a unit here; `origin` says what it depends on beyond the processor and Python."""
    return f"{unit}-{digest(f'{unit}|{origin}|{level}'.encode()).hex()[:32]}"


def read(processor: Processor) -> Mapping[str, bytes]:
    """Return the object code for a processor by name; none where none came with the package."""
    with contextlib.suppress(OSError, EOFError, ValueError, TypeError), open(_path(FOLDER, processor), "rb") as file:
        objects: dict[str, bytes] = marshal.load(file)
        return objects
    return {}


def write(folder: str, processor: Processor, objects: Mapping[str, bytes]) -> int:
    """Write the object code for a processor; returns how many bytes it takes."""
    os.makedirs(folder, exist_ok=True)
    with open(_path(folder, processor), "wb") as file:
        return file.write(marshal.dumps(dict(sorted(objects.items()))))


def _path(folder: str, processor: Processor) -> str:
    features = digest(processor.features.encode()).hex()[:8]
    return os.path.join(folder, f"{_SYSTEM}-{processor.name}-{features}.bin")

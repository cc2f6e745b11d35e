"""A process that runs the cases and counts: `running.py` starts it.

It has one thread, and no garbage collector. Where instructions are counted, code is for the processor that valgrind
shows, which knows no AVX-512: so code that was compiled without valgrind serves here. Kernels that came with the
package do not serve: a source tree has none, and is to have the same counts.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np  # noqa: F401 (its import is not counted)

from benchmarks.instructions.counters import COUNTERS, Nothing

IMPORT, FIRST = "import tapegrad", "first gradient"
TIMES = 10
WARM = 180  # what returns some hundred times has reached its last form


def repeated(job: Callable[[], Any]) -> Callable[[], None]:
    """Make a job of ten."""

    def jobs() -> None:
        for _ in range(TIMES):
            job()

    return jobs


def import_tapegrad() -> None:
    """Import the package."""
    import tapegrad  # noqa: F401


def settle() -> None:
    """Wait until the sources are old enough for their digest to be kept: they may just have been installed."""
    from tapegrad.machine import source_digests

    latest = max(os.stat(source).st_ctime for source in source_digests.sources())
    time.sleep(max(0.0, latest + source_digests.SETTLED + 1.0 - time.time()))


def main(arguments: list[str]) -> None:
    """Count the cases that are named, or all, and print the counts."""
    counter = COUNTERS[arguments[0]]()
    wanted = set(arguments[1:])
    if isinstance(counter, Nothing):
        settle()

    def count(name: str, job: Callable[[], Any]) -> None:
        if wanted and name not in wanted:
            job()
        else:
            counter.count(name, job)

    gc.disable()
    count(IMPORT, import_tapegrad)

    import tapegrad as tg
    from benchmarks.instructions.cases import CASES, first_gradient
    from tapegrad.machine import prebuilt

    prebuilt.FOLDER = ""
    tg.set_num_threads(1)
    count(FIRST, first_gradient)
    for name, prepare in CASES.items():
        if not wanted or name in wanted:
            job = prepare()
            for _ in range(WARM):
                job()
            for _ in range(counter.rounds):
                count(name, repeated(job))
    print(json.dumps(counter.counts))

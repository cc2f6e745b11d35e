"""What a peer's process runs for a row: `python -m benchmarks.compiled.worker PEER ROW FILE`.

It answers the parent's lines on standard input with lines of JSON. The parent's standard output is kept for these;
what libraries print goes to standard error. Only NumPy is imported before the peer.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from benchmarks.compiled.rows import ROWS, Row

CALLS_BEFORE = 3
"""The first call may record, the second compile; the third is what users get from then on. A peer may have its own
number."""
SECONDS_BEFORE = 5.0
"""Of more calls than these three, no more than fit in here."""


def cpu_seconds() -> float:
    """Time of the processor that this process and all that it started have used."""
    times = os.times()
    used = times.user + times.system + times.children_user + times.children_system
    if not Path("/proc/self/stat").exists():
        return used
    parents, seconds = {}, {}
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split() if folder.name.isdigit() else []
        except OSError:  # it has ended
            continue
        if fields:
            parents[int(folder.name)] = int(fields[1])
            seconds[int(folder.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    for pid in parents:
        above = parents[pid]
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            used += seconds[pid]
    return used


def flat(result: Any) -> list[np.ndarray]:
    """Give the arrays of a result in order, those of a sparse matrix as rows of one form."""
    if isinstance(result, list | tuple):
        return [array for part in result for array in flat(part)]
    if hasattr(result, "tocsr"):
        matrix = result.tocsr().astype(float)
        matrix.sum_duplicates()
        return [matrix.indptr.astype(float), matrix.indices.astype(float), matrix.data]
    return [np.array(result, float)]


def prepare(peer: Any, row: Row, data: tuple[Any, ...]) -> Any:
    """Let the peer make the row's job; None if it leaves the row out."""
    function = getattr(peer, row.name, None) or getattr(peer, row.kind, None)
    if function is None or row.name in peer.SKIPS or row.kind in peer.SKIPS:
        return None
    return function(row.formula, *data)


def seconds_per_call(job: Any, calls: int) -> float:
    """Time `calls` calls."""
    start = time.perf_counter()
    for _ in range(calls):
        job()
    return (time.perf_counter() - start) / calls


def serve(peer_name: str, row: Row, answers: Path, out: TextIO) -> None:
    """Import, prepare and answer; then time turns until the parent closes its end."""

    def say(**message: Any) -> None:
        print(json.dumps(message), file=out, flush=True)

    data = row.data()
    start = cpu_seconds()
    try:
        peer = importlib.import_module(f"benchmarks.compiled.peers.{peer_name}")
        say(name=peer.NAME, how=peer.HOW, version=peer.version(), column=getattr(peer, "COLUMN", peer.NAME))
    except (ImportError, AttributeError) as error:  # AttributeError: the library is older than its peer file
        say(absent=str(error))
        return
    imported = cpu_seconds()
    job = prepare(peer, row, data)
    if job is None:
        say(skip=peer.SKIPS.get(row.name) or peer.SKIPS.get(row.kind) or "its library has nothing of the kind")
        return
    job()
    first = cpu_seconds()
    begun = time.perf_counter()
    for call in range(1, getattr(peer, "CALLS_BEFORE", CALLS_BEFORE)):
        if call < CALLS_BEFORE or time.perf_counter() - begun < SECONDS_BEFORE:
            job()
    getattr(peer, "settle", lambda: None)()
    ready = cpu_seconds()
    arrays = flat(getattr(peer, "read", lambda result: result)(job()))
    np.savez(answers, *arrays)
    gc.collect()
    gc.freeze()
    say(imported=imported - start, first=first - imported, ready=ready - imported, call=seconds_per_call(job, 1))
    for line in sys.stdin:
        gc.collect()
        say(seconds=seconds_per_call(job, int(line)))


if __name__ == "__main__":
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(sys.argv[1], ROWS[sys.argv[2]], Path(sys.argv[3]), channel)

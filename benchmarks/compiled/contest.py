"""One row: each peer in a process of its own, which are asked by turns.

All processes are bound to one core, and all but the one whose turn it is wait. Each starts with empty caches, in
folders that are thrown away, so that its first answer is what a fresh machine pays.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.compare.machine import ONE_THREAD
from benchmarks.compiled.rows import Row

ROOT = Path(__file__).parents[2]
PEERS = sorted(
    (path.stem for path in (Path(__file__).parent / "peers").glob("*.py")),
    key=lambda name: (not name.startswith("tapegrad"), name),
)
"""Each file of the folder; tapegrad first."""

SECONDS_TO_PREPARE = 120.0
"""After that a peer is stopped, which is said of it."""
TURNS, TURN_SECONDS, PEER_SECONDS, LEAST_TURNS = 9, 0.05, 1.5, 3
CACHES = (
    "TAPEGRAD_CACHE_DIR",
    "NUMBA_CACHE_DIR",
    "TORCHINDUCTOR_CACHE_DIR",
    "DRJIT_CACHE_DIR",
    "XDG_CACHE_HOME",
    "HOME",
)


@dataclass
class Outcome:
    """What was measured of a row, by peer, and what was not, and why."""

    peers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Name, version, use and column of each that could be imported."""
    figures: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Seconds of each turn, and of the processor: of the import, to the first answer, and to the third."""
    absent: dict[str, str] = field(default_factory=dict)
    skips: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


class Worker:
    """A peer's process."""

    def __init__(self, peer: str, row: Row, folder: Path) -> None:
        for name in CACHES:
            (folder / name).mkdir(parents=True)
        environment = {**os.environ, **ONE_THREAD, **{name: str(folder / name) for name in CACHES}}
        environment |= {"TMPDIR": str(folder), "TORCHINDUCTOR_COMPILE_THREADS": "1", "PYTHONPATH": str(ROOT)}
        environment["PYTHONDONTWRITEBYTECODE"] = ""  # a library's bytecode is there, as after its installation
        self.answers = folder / "answers.npz"
        self.errors = (folder / "errors").open("w+")
        command = [sys.executable, "-m", "benchmarks.compiled.worker", peer, row.name, str(self.answers)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        try:
            self.process.wait(10.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.errors.close()

    def hear(self, seconds: float | None = None) -> dict[str, Any]:
        """Wait for the next message; an error if the process has ended, or does not answer in time."""
        assert self.process.stdout
        late = threading.Event()

        def stop() -> None:
            late.set()
            self.process.kill()

        timer = threading.Timer(seconds, stop) if seconds else None
        if timer:
            timer.start()
        line = self.process.stdout.readline()
        if timer:
            timer.cancel()
        if line:
            return json.loads(line)
        if late.is_set():
            raise TimeoutError(f"no answer within {seconds:.0f} s")
        self.errors.seek(0)
        raise RuntimeError(self.errors.read().strip().rpartition("\n")[2])

    def turn(self, calls: int) -> float:
        """Let it call its job; gives seconds per call."""
        assert self.process.stdin
        print(calls, file=self.process.stdin, flush=True)
        return self.hear()["seconds"]


def take_turns(workers: dict[str, Worker], calls: dict[str, int]) -> dict[str, list[float]]:
    """Give seconds per call of each turn."""
    turns: dict[str, list[float]] = {name: [] for name in workers}
    for _ in range(TURNS):
        for name, worker in workers.items():
            if len(turns[name]) < LEAST_TURNS or sum(turns[name]) * calls[name] < PEER_SECONDS:
                turns[name].append(worker.turn(calls[name]))
    return turns


def measure(row: Row, names: list[str]) -> tuple[Outcome, dict[str, list[np.ndarray]]]:
    """Prepare all peers of a row, then time them; gives what was measured, and the answers."""
    outcome = Outcome()
    answers, calls = {}, {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as running:
        workers = {}
        for name in names:
            worker = running.enter_context(Worker(name, row, Path(folder) / name))
            try:
                message = worker.hear(SECONDS_TO_PREPARE)
                if "absent" in message:
                    outcome.absent[name] = message["absent"]
                    continue
                outcome.peers[name] = message
                message = worker.hear(SECONDS_TO_PREPARE)
                if "skip" in message:
                    outcome.skips[name] = message["skip"]
                    continue
            except TimeoutError as error:
                outcome.skips[name] = str(error)
                continue
            except RuntimeError as error:  # one peer's failure is reported, and the others still measured
                outcome.failures[name] = str(error)
                continue
            with np.load(worker.answers) as arrays:
                answers[name] = [arrays[key] for key in arrays.files]
            calls[name] = max(1, int(TURN_SECONDS / message.pop("call")))
            outcome.figures[name] = message
            workers[name] = worker
        for name, turns in take_turns(workers, calls).items():
            outcome.figures[name]["turns"] = turns
    return outcome, answers

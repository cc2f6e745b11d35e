"""What a fresh process runs: `python -m benchmarks.compare.child TASK PEER [NUMBER]`; the answer is one line of JSON.

Nothing is imported here that a library might have to import itself: its time would be hidden.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

WARM_UP_STEPS = 1_000


def load(peer: str) -> Any:
    """Import the peer and with it its library."""
    return importlib.import_module(f"benchmarks.peers.{peer}")


def first_gradient(peer: str) -> dict[str, Any]:
    """From the first import to the first gradient; the interpreter's own start is not counted."""
    start = time.perf_counter()
    value, gradients = load(peer).first_gradient()
    seconds = time.perf_counter() - start
    return {"figure": seconds, "value": value, "gradients": [g.tolist() for g in gradients]}


def import_numpy(peer: str) -> dict[str, Any]:
    """Import what every peer imports first: the part of its first gradient that is not its own."""
    start = time.perf_counter()
    importlib.import_module("numpy")
    return {"figure": time.perf_counter() - start}


def bytes_per_op(peer: str, iterations: int) -> dict[str, Any]:
    """Memory of a recorded scalar operation."""
    return {"figure": load(peer).bytes_per_op(iterations)}


def resident_bytes() -> int:
    """Memory of this process that is in use (Linux); its peak would count the process that started it."""
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def growth(peer: str, steps: int) -> dict[str, Any]:
    """Memory added by training steps after the first thousand."""
    from benchmarks import problems

    step = load(peer).training_step(*problems.regression_data())
    for _ in range(WARM_UP_STEPS):
        step()
    before = resident_bytes()
    for _ in range(steps - WARM_UP_STEPS):
        step()
    return {"figure": resident_bytes() - before}


TASKS: dict[str, Callable[..., dict[str, Any]]] = {
    "first_gradient": first_gradient,
    "import_numpy": import_numpy,
    "bytes_per_op": bytes_per_op,
    "growth": growth,
}

if __name__ == "__main__":
    task, peer, *numbers = sys.argv[1:]
    print(json.dumps(TASKS[task](peer, *map(int, numbers))))

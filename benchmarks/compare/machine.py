"""The machine: keep to one thread of it, and say what it is."""

import os
import platform
import sys
from pathlib import Path

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


def one_thread() -> None:
    """Limit this process and its children to one thread, and to one core where the system can."""
    os.environ.update(ONE_THREAD)
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def cpu_model() -> str:
    """Name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def describe() -> str:
    """One line for the head of a table."""
    return f"{cpu_model()}, {platform.system()}, Python {platform.python_version()}"

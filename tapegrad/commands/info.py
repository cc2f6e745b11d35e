"""Show versions, processor, threads and the cache folder: what a report of a bug needs.

Tests: tests/commands/test_command_line.py
"""

from __future__ import annotations

import argparse
import os
import platform
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding as llvm

import tapegrad
from tapegrad.cpython import builds
from tapegrad.machine import store
from tapegrad.machine.work_sharing import get_num_threads

EXAMPLE = "python -m tapegrad info"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes: nothing."""


def run(options: argparse.Namespace) -> int:
    """Print one line for each."""
    libraries = ("numpy", "llvmlite", "numba", "scipy")
    rows = {
        "tapegrad": f"{tapegrad.__version__} in {Path(tapegrad.__file__).parent}",
        "python": f"{platform.python_version()} on {platform.platform()}",
        **{name: version(name) if find_spec(name) else "not installed" for name in libraries},
        "processor": f"{llvm.get_host_cpu_name()}, {os.cpu_count()} cores",
        "threads": str(get_num_threads()),
        "cache": str(store.folder()),
        "eager": f"followed {builds.matcher()}",
    }
    for name, text in rows.items():
        print(f"{name:<10}{text}")
    return 0

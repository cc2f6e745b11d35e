"""Figures that need a process of their own: the first gradient, memory per operation, growth over a long run."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.compare.outcome import Outcome, Settings

ROOT = Path(__file__).parents[2]


def child(arguments: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """Run a task of `child.py` with variables added to the environment."""
    command = [sys.executable, "-m", "benchmarks.compare.child", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().rpartition("\n")[2])
    return json.loads(done.stdout.splitlines()[-1])


def cold_child(peer: Any, arguments: list[str]) -> dict[str, Any]:
    """Run it with the library's cache in a new directory."""
    with tempfile.TemporaryDirectory() as directory:
        return child(arguments, {peer.CACHE_VARIABLE: directory})


def fresh(
    task: str,
    *,
    turns: Callable[[Settings], int],
    number: Callable[[Settings], int] | None = None,
    discard: int = 0,
    cold: bool = False,
) -> Callable[[dict[str, Any], Settings], Outcome]:
    """Make the measurement of a row: a task of `child.py`, each turn of each peer in a new process.

    The first `discard` turns fill the caches and are not counted.
    """

    def measure(peers: dict[str, Any], settings: Settings) -> Outcome:
        outcome = Outcome()
        numbers = [str(number(settings))] if number else []
        for turn in range(discard + turns(settings)):
            for name, peer in peers.items():
                if name in outcome.failures:
                    continue
                arguments = [task, name, *numbers]
                try:
                    answer = cold_child(peer, arguments) if cold else child(arguments, {})
                except RuntimeError as error:
                    outcome.failures[name] = str(error)
                    continue
                if "value" in answer:
                    outcome.answers[name] = answer["value"], [np.array(g) for g in answer["gradients"]]
                if turn >= discard:
                    outcome.figures.setdefault(name, []).append(answer["figure"])
        return outcome

    return measure

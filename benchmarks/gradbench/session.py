"""A session: an eval of GradBench's and a tool, each a process of its own, with every line of one handed to the other.

GradBench's own intermediary does the same, and starts both in containers. Invariant: no process outlives its session.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.compare.machine import ONE_THREAD
from benchmarks.gradbench.entry import Message


@dataclass(frozen=True)
class Workload:
    """What one tool did with one input.

    Attributes
    ----------
    function, description : str
        What was asked for, and of which size.
    seconds : float or None
        The median time of a run but for the first, which may compile; None if no answer was compared.
    valid : bool
        Whether the eval found the answer right.
    error : str
        What went wrong.
    """

    function: str
    description: str
    seconds: float | None
    valid: bool
    error: str = ""


def session(checkout: Path, eval_name: str, flags: Sequence[str], tool: Sequence[str], limit: float) -> list[Workload]:
    """Run an eval with a tool, and return its workloads.

    Parameters
    ----------
    checkout : Path
        GradBench's folder.
    eval_name : str
        The name of the eval.
    flags : sequence of str
        The eval's options: sizes, and how long to run.
    tool : sequence of str
        The tool's command.
    limit : float
        The seconds after which both are ended.
    """
    paths = [str(checkout / "python/gradbench"), str(Path.cwd()), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, str(checkout / f"python/gradbench/gradbench/evals/{eval_name}/run.py"), *flags]
    with _process(command, checkout, environment) as asking, _process(tool, checkout, environment) as answering:
        watch = threading.Timer(limit, lambda: (asking.kill(), answering.kill()))
        watch.start()
        try:
            return list(_workloads(asking, answering))
        finally:
            watch.cancel()


@contextmanager
def _process(command: Sequence[str], folder: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, env=environment, text=True, stdin=pipe, stdout=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def _workloads(asking: subprocess.Popen[str], answering: subprocess.Popen[str]) -> Iterator[Workload]:
    asked: dict[int, tuple[Message, Message]] = {}
    try:
        while line := _read(asking):
            question = json.loads(line)
            _write(answering, line)
            reply = _read(answering)
            if question["kind"] == "evaluate":
                asked[question["id"]] = question, json.loads(reply) if reply else {"error": "the tool ended"}
            if question["kind"] == "analysis" and question["of"] in asked:
                yield _workload(*asked.pop(question["of"]), question)
            if not reply:
                break
            _write(asking, reply)
    except BrokenPipeError:
        pass
    for unchecked, reply in asked.values():
        error = reply.get("error") or "the session ended before the answer was compared"
        yield Workload(unchecked["function"], unchecked.get("description") or "", None, False, error.strip())


def _read(process: subprocess.Popen[str]) -> str:
    """Return the next line, or nothing if the process has ended, be it in the middle of one."""
    assert process.stdout
    line = process.stdout.readline()
    return line if line.endswith("\n") else ""


def _write(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin
    process.stdin.write(line)
    process.stdin.flush()


def _workload(question: Message, reply: Message, analysis: Message) -> Workload:
    times = [t["nanoseconds"] / 1e9 for t in reply.get("timings") or () if t["name"] == "evaluate"]
    return Workload(
        question["function"],
        question.get("description") or "",
        statistics.median(times[1:] or times) if times else None,
        analysis["valid"],
        (reply.get("error") or analysis.get("error") or "").strip(),
    )

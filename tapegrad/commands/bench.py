"""Time your function by NumPy, and its gradient by tapegrad, by differences, and by PyTorch, JAX and HIPS autograd.

All run the same code, each in a process of its own with one thread. The first call is timed alone, since it records and
compiles; later calls are the best of several. Ratios are those of later calls to the function's value by NumPy. What
runs the code otherwise than NumPy does, or gives another gradient, is named with the reason. A result of several
numbers is summed.

Tests: tests/commands/test_bench.py
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import timeit
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from tapegrad.commands import users_function
from tapegrad.commands.contestants import CONTESTANTS, Scalar
from tapegrad.errors import ArgumentError
from tapegrad.progress import progress

_SAMPLE = "tapegrad.demo.sample_function"
EXAMPLE = f"python -m tapegrad bench {_SAMPLE}:rosenbrock --example {_SAMPLE}:example"
Row = dict[str, Any]
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMBA_NUM_THREADS"), "1"
) | {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "TAPEGRAD_PROGRESS": "0"}
_SHOWN = 10_000  # numbers of a gradient that are compared
_WARM = 60, 1.0  # calls before later ones are timed, or seconds


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    users_function.add_arguments(parser)
    parser.add_argument("--only", choices=CONTESTANTS, help="time this one alone, in this process, and print JSON")
    parser.add_argument("--json", action="store_true", help="print JSON in place of a table")
    parser.add_argument("--limit", type=float, default=60.0, metavar="S", help="seconds that each one may take (60)")


def run(options: argparse.Namespace) -> int:
    """Print the table, or a row."""
    function, example = users_function.function_and_arguments(options)
    if options.only is not None:
        print(json.dumps(_row(options.only, function, example)))
        return 0
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            arrays = Scalar(function, example).arrays
    except ArgumentError:
        raise
    except Exception as error:
        raise ArgumentError(f"bench: expected {options.function} to run, got {type(error).__name__}: {error}") from None
    rows = [_measured(name, options) for name in progress(list(CONTESTANTS), "timing")]
    _compare(rows)
    if options.json:
        shapes = [list(a.shape) for a in arrays]
        rows = [{key: value for key, value in row.items() if key != "numbers"} for row in rows]
        print(json.dumps({"function": options.function, "shapes": shapes, "threads": 1, "rows": rows}, indent=2))
    else:
        sizes = ", ".join(f"{a.dtype}{list(a.shape)}" for a in arrays)
        print(f"{options.function} at {sizes}; one thread; microseconds\n\n{_table(rows)}")
    return 0


# ------------------------------------------------------------------------------------------------ in one process


def _row(name: str, function: Callable[..., Any], example: tuple[Any, ...]) -> Row:
    """Return the times of one contestant, in seconds, and the numbers of its gradient."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        contestant = CONTESTANTS[name](Scalar(function, example))
        row: Row = {"name": contestant.title, "value": None, "gradient": None, "numbers": []}
        if contestant.value is not None:
            row["value"] = _times(contestant.value)
        if contestant.gradient is not None:
            row["gradient"] = _times(contestant.gradient)
            arrays = [np.asarray(x) for x in contestant.gradient()]
            row["numbers"] = np.concatenate([a.astype(float).ravel() for a in arrays])[:_SHOWN].tolist()
    return row


def _times(call: Callable[[], Any]) -> dict[str, float]:
    """Return the seconds of the first call, and of later ones."""
    clock = timeit.default_timer
    start = clock()
    call()
    first = clock() - start
    calls, seconds = _WARM
    for _ in range(calls):
        if clock() - start > seconds:
            break
        call()
    timer = timeit.Timer(call)
    number, spent = timer.autorange() if first < seconds else (1, first)
    count = max(1, min(7, int(seconds / max(spent, 1e-9))))
    return {"first": first, "later": min(timer.repeat(count, number)) / number}


# -------------------------------------------------------------------------------------------------- in the other


def _measured(name: str, options: argparse.Namespace) -> Row:
    """Return the row of one contestant, made by a process of its own, or why there is none."""
    command = [sys.executable, "-m", "tapegrad", "bench", options.function, "--only", name]
    if options.example is not None:
        command += ["--example", options.example]
    if options.args is not None:
        command.append(f"--args={options.args}")
    environment = {**os.environ, **_ONE_THREAD}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=options.limit, check=False
        )
    except subprocess.TimeoutExpired:
        return {"name": name, "not run": f"it takes more than {options.limit:g} seconds"}
    if done.returncode:
        return {"name": name, "not run": _reason(done.stderr)}
    row: Row = json.loads(done.stdout.splitlines()[-1])
    return row


def _reason(said: str) -> str:
    """Return the last line of a traceback, or of an error of the command line, cut."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith(("For help", " "))]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception)\b", line)]
    text = [*lines, *errors][-1] if lines else "the process ended"
    text = text.removeprefix("python -m tapegrad bench: error: ")
    if text.startswith("ModuleNotFoundError"):
        return "it is not installed"
    return text if len(text) <= 160 else f"{text[:157]}..."


def _compare(rows: list[Row]) -> None:
    """Mark the rows whose gradients differ from most others'."""
    vectors = {row["name"]: np.array(row["numbers"]) for row in rows if row.get("numbers")}
    if not vectors:
        return
    middle = np.median(list(vectors.values()), axis=0)
    size = float(np.max(np.abs(middle), initial=0.0)) or 1.0
    for row in rows:
        if row["name"] in vectors:
            difference = float(np.max(np.abs(vectors[row["name"]] - middle), initial=0.0)) / size
            if not difference < 1e-3:
                row["not run"] = f"its value or gradient differs from the others' by {difference:.1g} of its size"


def _table(rows: list[Row]) -> str:
    """Return the times in microseconds with ratios, and below them what was not run."""
    baseline = next((row["value"]["later"] for row in rows if row.get("value")), np.nan)
    lines = [["", "value: first", "later", "ratio", "with gradient: first", "later", "ratio"]]
    for row in (row for row in rows if "not run" not in row):
        cells = [row["name"]]
        for part in ("value", "gradient"):
            times = row[part]
            cells += ["-"] * 3 if times is None else [
                f"{1e6 * times['first']:,.1f}", f"{1e6 * times['later']:,.1f}", f"{times['later'] / baseline:.2f}"
            ]  # fmt: skip
        lines.append(cells)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = [
        line[0].ljust(widths[0]) + "".join(f"  {c:>{w}}" for c, w in zip(line[1:], widths[1:], strict=True))
        for line in lines
    ]
    text += [f"not run: {row['name']}: {row['not run']}" for row in rows if "not run" in row]
    return "\n".join(text)

"""An entry: a function that GradBench asks for, between the reading of its input and the writing of its answer.

Invariant: reading, compilation and writing are not timed; what `run` does is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Message = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """A function of an eval.

    Attributes
    ----------
    read : callable
        Makes the arguments of `run` from the input as JSON has it.
    run : callable
        Computes the result: this is timed.
    write : callable
        Turns the result into what JSON can hold.
    """

    read: Callable[[Any], tuple[Any, ...]]
    run: Callable[..., Any]
    write: Callable[[Any], Any]

    def evaluated(self, given: Any) -> Message:
        """Return the answer to a message: the output and the times of all runs, in nanoseconds.

        One call goes before, untimed: the rules let a tool compile before it is timed.
        """
        args = self.read(given)
        timings = []

        def timed(name: str) -> Any:
            start = time.perf_counter_ns()
            result = self.run(*args)
            timings.append({"name": name, "nanoseconds": time.perf_counter_ns() - start})
            return result

        result = timed("warmup")
        runs, seconds = (given["min_runs"], given["min_seconds"]) if isinstance(given, dict) else (1, 0)
        count, elapsed = 0, 0.0
        while count < runs or elapsed < seconds:
            result = timed("evaluate")
            count, elapsed = count + 1, elapsed + timings[-1]["nanoseconds"] / 1e9
        return {"success": True, "output": self.write(result), "timings": timings}

"""Time the loops: each runs some hundred turns first, then batches of both libraries take turns.

CPU time of the process counts, and the least of the batches; on a machine that is busy the ratios are rough.
"""

import argparse
import importlib
import time
from collections import Counter
from importlib.util import find_spec

from benchmarks.compare.machine import one_thread

_FILES = ["training", "models", "science", "tools"]
_WARM, _TURNS, _BATCHES = 300, 80, 5


def loops(words):
    """Yield family, name, and what sets the loop up in either library, the other one's None without PyTorch."""
    for file in _FILES:
        ours = importlib.import_module(f"benchmarks.everyday.tapegrad_code.{file}")
        theirs = importlib.import_module(f"benchmarks.everyday.torch_code.{file}") if find_spec("torch") else None
        for family, functions in ours.FAMILIES.items():
            for f in functions:
                name = f.__name__
                if not words or any(word in f"{family} {name}" for word in words):
                    yield family, name, f, theirs and getattr(theirs, name)


def timed(turns):
    """The least CPU time of a turn of each, in microseconds."""
    found = [float("inf")] * len(turns)
    for _ in range(_BATCHES):
        for i, turn in enumerate(turns):
            start = time.process_time()
            for _ in range(_TURNS):
                turn()
            found[i] = min(found[i], (time.process_time() - start) / _TURNS * 1e6)
    return found


def warmed(ours, theirs):
    """Run both, and check that they show the same numbers; without PyTorch the first alone."""
    import numpy as np

    turns = [make() for make in (ours, theirs) if make is not None]
    for i in range(_WARM):
        shown = [turn() for turn in turns]
        np.testing.assert_allclose(shown[0], shown[-1], rtol=1e-6, atol=1e-9, err_msg=f"turn {i}")
    return turns


def interpreted():
    """Count how often exits were interpreted, by kind and line, and tell the state of each, which may change."""
    import tapegrad as tg

    counts, states = Counter(), {}
    for e in tg.debug.exits():
        counts[e.what, e.where] += e.interpreted
        states.setdefault((e.what, e.where), f"{e.state} {e.reason}")
    return counts, states


def main(words, exits):
    """Print the table, and with `exits` what was interpreted in the turns that were timed."""
    import numpy as np

    import tapegrad as tg

    ratios = []
    print("| family | loop | tapegrad | PyTorch | ratio |\n|---|---|---:|---:|---:|")
    for family, name, ours, theirs in loops(words):
        with tg.debug.trace_cache(True):  # nothing is known from the loops before
            turns = warmed(ours, theirs)
            before, _ = interpreted()
            times = timed(turns)
            after, states = interpreted()
        row = [family, name, f"{times[0]:.4g}", *(f"{t:.4g}" for t in times[1:])]
        if len(times) == 2:
            ratios.append(times[0] / times[1])
            row.append(f"{ratios[-1]:.2f}")
        print(f"| {' | '.join(row)} |", flush=True)
        for (what, where), count in (after - before).items() if exits else ():
            print(f"    {count / _TURNS / _BATCHES:.2f} a turn: {what} {where} {states[what, where]}")
    if ratios:
        mean, slower = np.exp(np.mean(np.log(ratios))), sum(ratio > 1.0 for ratio in ratios)
        print(f"\ngeometric mean {mean:.2f}, worst {max(ratios):.2f}, {slower} of {len(ratios)} slower. Times in µs.")


if __name__ == "__main__":
    one_thread()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.everyday")
    parser.add_argument("words", nargs="*", help="of names and families")
    parser.add_argument("--exits", action="store_true", help="what was interpreted, and why")
    given = parser.parse_args()
    main(given.words, given.exits)

"""Many turns from the command line."""

from __future__ import annotations

import argparse
import sys

import torch

from tests.meeting.turns import Meeting, Preempted


def main() -> int:
    """Make many turns."""
    parser = argparse.ArgumentParser(prog="python -m tests.meeting", description="Programs that meet in one process.")
    parser.add_argument("--turns", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failures", type=int, default=10, help="stop after so many")
    parser.add_argument("--no-finalizers", action="store_true", help="without collections in the middle of a turn")
    parser.add_argument("--preempted", action="store_true", help="by turns of another thread, at random bytecodes")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    meeting = Preempted(arguments.seed) if arguments.preempted else Meeting(arguments.seed, not arguments.no_finalizers)
    failures = 0
    for wrong in meeting.turns(arguments.turns):
        print(wrong, flush=True)
        failures += 1
        if failures >= arguments.failures:
            break
    print(f"seed {arguments.seed}: {meeting.count} turns, {failures} wrong")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())

"""Many random programs from the command line."""

from __future__ import annotations

import argparse
import sys
import warnings

import torch

from tests.random_programs.comparing import Disagreement, check_seed
from tests.random_programs.reporting import report


def main() -> int:
    """Run many programs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.random_programs", description="Random programs against PyTorch."
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failures", type=int, default=10, help="stop after so many")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore", UserWarning)  # PyTorch's, about strides and create_graph
    verdicts: dict[str, int] = {}
    failures = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        steps, verdict = check_seed(seed)
        if isinstance(verdict, Disagreement):
            print(report(seed, steps, verdict), flush=True)
            verdict = "disagrees"
            failures += 1
            if failures >= arguments.failures:
                break
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
    print(f"seeds {arguments.seed} to {seed}: {verdicts}")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())

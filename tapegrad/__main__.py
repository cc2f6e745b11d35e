"""The command line: ``python -m tapegrad demo``, ``warmup`` and ``cache``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial

from tapegrad import demo as nist
from tapegrad.engine.sweeps import scalar_sweep, sweep
from tapegrad.machine import cache, kernels, store
from tapegrad.ops import complete, declare
from tapegrad.progress import progress


def warmup() -> None:
    """Compile all kernels and sweeps for both dtypes, so that nothing is compiled later."""
    cache.quiet = True
    complete()
    rules = [op for op in declare.table if isinstance(op, declare.Elementwise)]
    work: list[Callable[[], object]] = [partial(sweep, "plan")]
    work += [partial(scalar_sweep, "forward", dtype) for dtype in kernels.DTYPES]
    work += [partial(kernels.load, rule, dtype) for rule in rules for dtype in kernels.DTYPES]
    for compile_one in progress(work, "compiling"):
        compile_one()
    print(f"{len(work)} units ready in {store.folder()}")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tapegrad", description="tapegrad: tape autograd for NumPy code")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="fit the 27 nonlinear regression problems of NIST StRD")
    demo.add_argument("--plot", metavar="FILE", help="draw the fits (needs matplotlib)")
    commands.add_parser("warmup", help="compile all kernels now")
    stored = commands.add_parser("cache", help="show what compiled code is kept, or remove some of it")
    stored.add_argument(
        "--prune", action="store_true", help="remove what was not used for longest, if there is too much"
    )
    stored.add_argument("--clear", action="store_true", help="remove all of it")
    options = parser.parse_args(arguments)
    if options.command == "cache":
        if options.prune or options.clear:
            print(f"{store.prune(0 if options.clear else store.limit())} files removed")
        print(store.described())
        return 0
    if options.command == "warmup":
        warmup()
        return 0
    fits = nist.run(plot=options.plot)
    return 0 if nist.reached(fits, 2) else 1


if __name__ == "__main__":
    sys.exit(main())

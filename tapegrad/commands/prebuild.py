"""Compile the kernels that come with a wheel: those that its sample programs load, for each level of processors.

The build of a wheel calls this (setup.py). Code for processors that this machine does not have is compiled as well.

Tests: tests/machine/test_prebuilt.py
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable

from tapegrad.commands.sample_programs import SAMPLES
from tapegrad.machine import compiler, prebuilt, processor
from tapegrad.machine.cache import engine
from tapegrad.machine.processor import LEVELS, Processor
from tapegrad.machine.uninterrupted import uninterrupted
from tapegrad.progress import progress

EXAMPLE = "python -m tapegrad prebuild object_code"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("folder", help="where the files go")


def run(options: argparse.Namespace) -> int:
    """Run the sample programs, and write the object code of all that they load."""
    processors = [LEVELS[name] for name in LEVELS][1:] if processor.chosen().x86 else [processor.chosen()]
    machines = {p: compiler.machine_for(p.name, p.features, compiler.OPTIMISED) for p in processors}
    objects: defaultdict[Processor, dict[str, bytes]] = defaultdict(dict)

    def compile_for_all(unit: str, build: Callable[[], str], origin: str, level: int) -> None:
        for p, machine in machines.items():
            with processor.writing_for(p):
                text = build()
            objects[p][prebuilt.name_of(unit, origin, level)] = uninterrupted(
                compiler.object_code, machine, text, level
            )

    with engine().watched(compile_for_all):
        for sample in progress(SAMPLES, "compiling"):
            sample()
    for p, units in objects.items():
        size = prebuilt.write(options.folder, p, units)
        print(f"{p.name}: {len(units)} units, {size >> 10} KiB")
    return 0

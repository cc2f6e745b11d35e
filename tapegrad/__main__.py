"""The command line: ``python -m tapegrad demo``, ``export``, ``warmup``, ``cache``, ``info`` and ``--version``."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

import tapegrad
from tapegrad import demo as nist
from tapegrad.cpython import builds
from tapegrad.engine.sweeps import scalar_sweep, sweep
from tapegrad.errors import ArgumentError, TapegradError
from tapegrad.machine import cache, kernels, store
from tapegrad.ops import complete, declare
from tapegrad.progress import progress
from tapegrad.record.workspace import get_num_threads


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


def info() -> None:
    """Print what a report of a bug needs."""
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


def attribute(text: str) -> Any:
    """Return what ``module:name`` names; modules are looked for in the working folder as well.

    Raises
    ------
    ArgumentError
    """
    module, _, name = text.partition(":")
    if not name:
        raise ArgumentError(f"export: expected module:name, got {text!r}.")
    sys.path.insert(0, os.getcwd())
    try:
        value: Any = import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
    except (ModuleNotFoundError, AttributeError) as error:
        raise ArgumentError(f"export: expected {text} to be there, got: {error}.") from None
    return value


def export(options: argparse.Namespace) -> None:
    """Export a function for the arguments of an example."""
    function, example = attribute(options.function), attribute(options.example)
    if isinstance(example, (list, dict)):
        raise ArgumentError(
            f"export: expected {options.example} to be a tuple of arguments, got a {type(example).__name__}. Put it "
            "in a tuple, also if it is the only argument: (example,)."
        )
    if not hasattr(function, "export"):
        function = tapegrad.compile(function)
    path = options.output or options.function.rpartition(":")[2].rpartition(".")[2]
    names = [int(word) if word.isdigit() else word for word in options.derivatives.split(",") if word]
    derivatives = names[0] if len(names) == 1 and isinstance(names[0], int) else names
    files = function.export(
        path, *(example if isinstance(example, tuple) else (example,)), target=options.target, cpu=options.cpu,
        kind=options.kind, derivatives=derivatives, name=options.name,
    )  # fmt: skip
    for file in (files.header, files.code, files.library):
        if file is not None:
            print(file)
    if files.message:
        print(files.message)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tapegrad", description="tapegrad: tape autograd for NumPy code")
    parser.add_argument("--version", action="version", version=f"tapegrad {tapegrad.__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="fit the 27 nonlinear regression problems of NIST StRD")
    demo.add_argument("--plot", metavar="FILE", help="draw the fits (needs matplotlib)")
    commands.add_parser("warmup", help="compile all kernels now")
    stored = commands.add_parser("cache", help="list the compiled code on disk, or remove some of it")
    stored.add_argument("--prune", action="store_true", help="remove the least recently used files above the bound")
    stored.add_argument("--clear", action="store_true", help="remove all compiled code")
    exports = commands.add_parser("export", help="write a function as object code or C for programs without Python")
    exports.add_argument("function", metavar="MODULE:FUNCTION")
    exports.add_argument(
        "--example", metavar="MODULE:NAME", required=True, help="arguments of the shapes to export for, as a tuple"
    )
    exports.add_argument("--output", metavar="PATH", help="of the files, without an ending (the function's name)")
    exports.add_argument("--target", help="another system, such as aarch64-linux-gnu")
    exports.add_argument("--cpu", help="a processor by LLVM's name")
    exports.add_argument("--kind", choices=("object", "c"), default="object")
    exports.add_argument("--derivatives", default="0", help="0, 1 or 2, or names such as jac,jac_adj1")
    exports.add_argument("--name", help="of the function (the last part of the path)")
    commands.add_parser("info", help="show versions, processor, threads and the cache folder, for a bug report")
    options = parser.parse_args(arguments)
    if options.command == "info":
        info()
        return 0
    if options.command == "export":
        try:
            export(options)
        except TapegradError as error:
            parser.error(str(error))
        return 0
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

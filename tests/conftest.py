"""Each test leaves the table of ops as it was; each process computes on one core, and hears Ctrl-C."""

from __future__ import annotations

import copy
import gc
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

# One thread of BLAS and of PyTorch each: of matrices so small, threads only wait for one another, and every core has a
# process of pytest-xdist already. It must be said before NumPy is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# What tests compile runs once or twice, so it is compiled in a hurry; to the same bits, since arithmetic is strict. With
# TAPEGRAD_QUICK=0, as CI says, it is compiled as users have it, and in tests marked `optimised` it always is.
os.environ.setdefault("TAPEGRAD_QUICK", "1")

import numpy as np

import tapegrad.func.program_ops
import tapegrad.integrate.initial_values
import tapegrad.integrate.quadrature
import tapegrad.optimize.implicit_functions  # noqa: F401 (whose ops are part of the table)
from tapegrad.machine import compiler
from tapegrad.ops import complete, composites, declare, dispatch_tables
from tapegrad.record import recording_digest
from tapegrad.replay import compiled_function as compiling

pytest_plugins = ["tests.cputime", "tests.selection"]
complete()  # before `registry` is asked
compiling._SOON = 600.0  # else a first answer's last bits would depend on how long the machine compiles
recording_digest.LEAST = 1 << 60  # else a test of how a long program is compiled would read a file of an earlier run
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell has started pytest in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


generators: dict[str, dict[np.random.Generator, Any]] = {}  # of each module of tests, and where they began


def tables() -> tuple[Any, ...]:
    """All tables of ops as they are now."""
    return declare.table, declare.by_name, dispatch_tables.functions, composites.composites, declare.classes.tobytes()


def registry() -> tuple[Any, ...]:
    """What the modules have declared, without the ops of `tg.custom`: these stay, and say so by a digest."""
    ops = [op for op in declare.table if op is None or "." not in op.name]
    kept = [declare.classes[op.code] for op in ops if op is not None]
    by_name = {name: op for name, op in declare.by_name.items() if "." not in name}
    return ops, kept, by_name, dict(dispatch_tables.functions), dict(composites.composites)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note what each test and each module of tests begins with."""
    global last, same
    last, same = registry(), tuple(map(copy.copy, tables()))
    for module in {item.module for item in session.items if isinstance(item, pytest.Function)}:
        own = [value for value in vars(module).values() if isinstance(value, np.random.Generator)]
        generators[module.__name__] = {generator: generator.bit_generator.state for generator in own}


@pytest.fixture(autouse=True, scope="module")
def the_collector_looks_through_what_the_module_makes() -> None:
    """PyTorch, JAX, all tests, and what compilers keep of the modules before: it takes half a second each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def the_registry_stays_as_it_was() -> Iterator[None]:
    """A test that declares ops must forget them again (see `support.declared`)."""
    global last, same
    yield
    if tables() != same:  # first, for it takes a tenth of the time
        same = tuple(map(copy.copy, tables()))
        before, last = last, registry()
        assert last == before


@pytest.fixture(autouse=True)
def the_generators_of_its_module_begin_anew(request: pytest.FixtureRequest) -> None:
    """A test draws the same data, whichever have run before it."""
    for generator, state in generators.get(request.module.__name__, {}).items():
        generator.bit_generator.state = state


@pytest.fixture(autouse=True)
def compiled_as_for_users(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile what a test marked `optimised` compiles with all of LLVM's passes."""
    if request.node.get_closest_marker("optimised") is not None:
        monkeypatch.setenv(compiler.QUICK, "0")


@pytest.fixture
def only_new_objects() -> None:
    """The collector looks through what the test makes, and through nothing that is older."""
    gc.freeze()

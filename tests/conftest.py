"""Each test leaves the table of ops as it was; each process computes on one core, and hears Ctrl-C."""

from __future__ import annotations

import collections
import gc
import os
import signal
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

# One thread of BLAS and of PyTorch each: of matrices so small, threads only wait for one another, and every core has a
# process of pytest-xdist already. It must be said before NumPy is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# What tests compile runs once or twice, so it is compiled in a hurry; to the same bits, since arithmetic is strict. With
# TAPEGRAD_QUICK=0, as CI says, it is compiled as users have it, and in tests marked `optimised` it always is.
os.environ.setdefault("TAPEGRAD_QUICK", "1")

import tapegrad.func.subtapes
import tapegrad.integrate.initial_values
import tapegrad.integrate.quadrature
import tapegrad.optimize.implicit  # noqa: F401 (whose ops are part of the table)
from tapegrad.machine import compiler
from tapegrad.ops import complete, composites, declare
from tapegrad.replay import compile as compiling

complete()  # before `registry` is asked
compiling._SOON = 600.0  # else a first answer's last bits would depend on how long the machine compiles
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell has started pytest in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


def registry() -> tuple[Any, ...]:
    """What the modules have declared, without the ops of `tg.custom`: these stay, and say so by a digest."""
    ops = [op for op in declare.table if op is None or "." not in op.name]
    kept = [declare.classes[op.code] for op in ops if op is not None]
    by_name = {name: op for name, op in declare.by_name.items() if "." not in name}
    return ops, kept, by_name, dict(declare.functions), dict(composites.composites)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--exhaustive", action="store_true", help="run also what is exhaustive, as CI does")
    parser.addoption("--share", default="1/1", metavar="K/N", help="of each test's variants, run the K-th of N shares")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is exhaustive, of which is what `sampled(n)` leaves out, and take the share of the variants that is
    asked for.

    Which variants these are, their names alone decide. A test with fewer variants than there are shares runs one. A test
    that is named with ``::`` runs, exhaustive or not.
    """
    share, shares = map(int, config.getoption("--share").split("/"))
    everything = config.getoption("--exhaustive") or any("::" in argument for argument in config.args)
    tests = collections.defaultdict(list)
    for item in sorted(items, key=lambda item: zlib.crc32(item.nodeid.encode())):
        tests[item.nodeid.partition("[")[0]].append(item)
    others = set()
    for variants in tests.values():
        if (mark := variants[0].get_closest_marker("sampled")) is not None:
            for item in variants[mark.args[0] :]:
                item.add_marker("exhaustive")
        usual, exhaustive = [], []
        for item in variants:
            (usual if item.get_closest_marker("exhaustive") is None else exhaustive).append(item)
        for alike in (usual, exhaustive):
            count = min(shares, len(alike))
            others.update(item for k, item in enumerate(alike) if (k - share) % count)
        if not everything:
            others.update(exhaustive)
    if others:
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]


def pytest_collection_finish() -> None:
    """What the collector need not look through: PyTorch, JAX and all tests take it half a second each time."""
    global last
    last = registry()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def the_registry_stays_as_it_was() -> Iterator[None]:
    """A test that declares ops must forget them again (see `support.declared`)."""
    global last
    yield
    before, last = last, registry()
    assert last == before


@pytest.fixture(autouse=True)
def compiled_as_for_users(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile what a test marked `optimised` compiles with all of LLVM's passes."""
    if request.node.get_closest_marker("optimised") is not None:
        monkeypatch.setenv(compiler.QUICK, "0")


@pytest.fixture
def only_new_objects() -> None:
    """The collector looks through what the test makes, and through nothing that is older."""
    gc.freeze()

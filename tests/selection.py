"""Which tests run: the suite without what is exhaustive, or all, or a share of each.

A test function with many variants is a matrix, of which the suite takes a part: a quarter, but six or two slow ones at
least, so that each op meets some checks and each check some ops; ``sampled(n)`` of them; or with ``cover(name)`` one for
each value of a parameter, where each op must meet the check. Which ones, the names of the variants alone decide, so it is
the same in each process, whatever else runs.
"""

from __future__ import annotations

import collections
import random
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

FEW, FEW_SLOW = 6, 2  # variants, which all run; of tests marked `slow`


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--exhaustive", action="store_true", help="run also what is exhaustive")
    parser.addoption("--share", default="1/1", metavar="K/N", help="run the K-th of N shares of the tests")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in random order")


def everything(config: pytest.Config) -> bool:
    """Return whether what is exhaustive runs too: where that is asked for, or a test is named with ``::``."""
    return config.getoption("--exhaustive") or any("::" in argument for argument in config.args)


def left_out(metafunc: pytest.Metafunc) -> Iterator[Any]:
    """Yield the variants of one function that its marks leave out, of those that are not exhaustive already."""
    test = metafunc.definition
    variants = [] if test.get_closest_marker("exhaustive") else [v for v in metafunc._calls if not exhaustive(v)]
    variants.sort(key=lambda variant: zlib.crc32(f"{test.nodeid}[{variant.id}]".encode()))
    if (mark := test.get_closest_marker("cover")) is not None:
        met = set()
        for variant in variants:
            value = id(variant.params[mark.args[0]])
            if value in met:
                yield variant
            met.add(value)
        return
    mark = test.get_closest_marker("sampled")
    few = FEW if test.get_closest_marker("slow") is None else FEW_SLOW
    yield from variants[max(few, len(variants) // 4) if mark is None else mark.args[0] :]


def exhaustive(variant: Any) -> bool:
    return any(mark.name == "exhaustive" for mark in variant.marks)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Leave out variants before pytest makes tests of them, which takes it longer than all else that it collects.

    One of them stays in any case, else pytest would take the function for one that has no variants.
    """
    yield
    for variant in left_out(metafunc):
        variant.marks.append(pytest.mark.exhaustive.mark)
    if not everything(metafunc.config):
        metafunc._calls[:] = [v for v in metafunc._calls if not exhaustive(v)] or metafunc._calls[:1]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is exhaustive, and all but the share that is asked for.

    A share takes of each test's variants as many as of another's.
    """
    share, shares = map(int, config.getoption("--share").split("/"))
    tests = collections.defaultdict(list)
    for item in sorted(items, key=lambda item: zlib.crc32(item.nodeid.encode())):
        tests[item.nodeid.partition("[")[0]].append(item)
    kinds: dict[bool, list[pytest.Item]] = {False: [], True: []}
    for variants in tests.values():
        for item in variants:
            kinds[item.get_closest_marker("exhaustive") is not None].append(item)
    others = {item for kind in kinds.values() for k, item in enumerate(kind) if (k - share) % shares}
    if not everything(config):
        others.update(kinds[True])
    if others:
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]
    if (seed := config.getoption("--shuffle")) is not None:
        random.Random(seed).shuffle(items)

"""Which tests run: the suite without what is exhaustive, or all, or a share of each.

A test function with many variants is a matrix, of which the suite takes a part: a quarter, so that each op meets some checks
and each check some ops; ``sampled(n)`` of them; or with ``cover(name)`` one for each value of a parameter, where each op
must meet the check. Which ones, the names of the variants alone decide, so it is the same in each process, whatever else runs.
"""

from __future__ import annotations

import collections
import random
import zlib
from collections.abc import Iterator

import pytest

FEW = 6  # variants, which all run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--exhaustive", action="store_true", help="run also what is exhaustive")
    parser.addoption("--share", default="1/1", metavar="K/N", help="run the K-th of N shares of the tests")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in random order")


def left_out(variants: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the variants of one function that its marks leave out, of those that are not exhaustive already."""
    variants = [item for item in variants if item.get_closest_marker("exhaustive") is None]
    if not variants:
        return
    if (mark := variants[0].get_closest_marker("cover")) is not None:
        met = set()
        for item in variants:
            value = id(item.callspec.params[mark.args[0]])  # type: ignore[attr-defined]
            if value in met:
                yield item
            met.add(value)
        return
    mark = variants[0].get_closest_marker("sampled")
    yield from variants[max(FEW, len(variants) // 4) if mark is None else mark.args[0] :]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is exhaustive, and all but the share that is asked for.

    A share takes of each test's variants as many as of another's. A test that is named with ``::`` runs, exhaustive or not.
    """
    share, shares = map(int, config.getoption("--share").split("/"))
    everything = config.getoption("--exhaustive") or any("::" in argument for argument in config.args)
    tests = collections.defaultdict(list)
    for item in sorted(items, key=lambda item: zlib.crc32(item.nodeid.encode())):
        tests[item.nodeid.partition("[")[0]].append(item)
    kinds: dict[bool, list[pytest.Item]] = {False: [], True: []}
    for variants in tests.values():
        for item in left_out(variants):
            item.add_marker("exhaustive")
        for item in variants:
            kinds[item.get_closest_marker("exhaustive") is not None].append(item)
    others = {item for kind in kinds.values() for k, item in enumerate(kind) if (k - share) % shares}
    if not everything:
        others.update(kinds[True])
    if others:
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]
    if (seed := config.getoption("--shuffle")) is not None:
        random.Random(seed).shuffle(items)

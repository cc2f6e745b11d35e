"""Functions of arrays of many lengths: ``python -m benchmarks.sizes``.

Prints the CPU time of 69 lengths from an empty cache, how many of them were compiled, and of a length that returns: a
call of its machine code beside one of code for that length alone, and beside eager code.
"""

from __future__ import annotations

import os
import tempfile
import time
import timeit
from collections.abc import Callable
from typing import Any

import numpy as np

os.environ["TAPEGRAD_CACHE_DIR"] = tempfile.mkdtemp()  # an empty cache

import tapegrad as tg

RNG = np.random.default_rng(0)
WEIGHTS, POINTS = RNG.normal(size=(5, 3)), 4.0 * RNG.normal(size=(100, 3))
Arguments = tuple[Any, ...]


def likelihood(w: Any, x: Any) -> Any:
    """The mean negative logarithm of a softmax over a series."""
    z = np.tanh(x * w[0, 0] + w[0, 1])
    m = z - np.max(z)
    return np.sum(np.log(np.sum(np.exp(m))) - m) / len(x)


def network(w: Any, x: Any, i: Any) -> Any:
    """A product of matrices, and a gather."""
    h = np.tanh(x[:, None] * w[0] + w[1])
    return np.sum((h @ w[2:5])[i] ** 2) / len(x)


def energy(x: Any, i: Any, j: Any) -> Any:
    """The Lennard-Jones energy of pairs of a neighbour list."""
    d = x[i] - x[j]
    r = np.sum(d * d, axis=1)
    s = 1.0 / (r * r * r)
    return np.sum(4.0 * (s * s - s))


def _pairs(n: int) -> Arguments:
    i = RNG.integers(0, 100, 10 * n)
    return POINTS, i, (i + RNG.integers(1, 100, 10 * n)) % 100


CASES: list[tuple[Callable[..., Any], Callable[[int], Arguments]]] = [
    (likelihood, lambda n: (WEIGHTS, np.linspace(0.0, 1.0, n))),
    (network, lambda n: (WEIGHTS, np.linspace(0.0, 1.0, n), RNG.integers(0, n, n))),
    (energy, _pairs),
]


def _eager(f: Callable[..., Any], args: Arguments) -> Any:
    leaf = tg.tensor(args[0], requires_grad=True)
    f(leaf, *args[1:]).backward()
    return leaf.grad


def main() -> None:
    """Print all figures."""
    tg.compile(tg.grad(lambda x: np.sum(np.sin(x))))(np.ones(3))  # what is imported and loaded once
    print(f"{'':12}{'69 lengths':>12}{'compiled':>10}{'each new':>10}{'eager':>10}{'call':>10}{'alone':>10}")
    for f, arguments in CASES:
        compiled, lengths = tg.compile(tg.value_and_grad(f)), range(2, 71)
        each = []
        for n in lengths:
            args, start = arguments(n), time.process_time()
            compiled(*args)
            each.append(time.process_time() - start)
        texts = sum(len(family.texts) for family in compiled.variants.families())
        _eager(f, arguments(2))
        slow = []
        for n in lengths:
            args, start = arguments(n), time.process_time()
            _eager(f, args)
            slow.append(time.process_time() - start)
        args, alone = arguments(70), tg.compile(tg.value_and_grad(f))
        calls = [min(timeit.repeat(lambda g=g, a=args: g(*a), number=200, repeat=9)) / 200 for g in (compiled, alone)]
        medians = "".join(f"{1e3 * np.median(times):7.1f} ms" for times in (each, slow))
        print(f"{f.__name__:12}{sum(each):10.2f} s{texts:10}{medians}" + "".join(f"{1e6 * t:7.1f} us" for t in calls))


if __name__ == "__main__":
    main()

"""Special functions on 10^5 elements: value and gradient, over SciPy's value and derivative one after the other.

    python -m benchmarks.special [name ...]

One thread. The derivative beside SciPy's value is what a user would write with SciPy's functions and NumPy.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as sc

import tapegrad as tg

N = 100_000
# a name, where its argument lies, its derivative
ROWS: dict[str, tuple[tuple[float, float], Callable[[Any], Any]]] = {
    "erf": ((-3.0, 3.0), lambda x: 2.0 / np.sqrt(np.pi) * np.exp(-x * x)),
    "erfc": ((-3.0, 3.0), lambda x: -2.0 / np.sqrt(np.pi) * np.exp(-x * x)),
    "gammaln": ((0.5, 20.0), sc.psi),
    "psi": ((0.5, 20.0), lambda x: sc.polygamma(1, x)),
    "gamma": ((0.5, 20.0), lambda x: sc.gamma(x) * sc.psi(x)),
    "ndtr": ((-3.0, 3.0), lambda x: np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)),
    "log_ndtr": ((-8.0, 3.0), lambda x: np.sqrt(2.0 / np.pi) / sc.erfcx(-x / np.sqrt(2.0))),
    "ndtri": ((0.01, 0.99), lambda p: np.sqrt(2.0 * np.pi) * np.exp(0.5 * sc.ndtri(p) ** 2)),
    "expit": ((-8.0, 8.0), lambda x: sc.expit(x) * sc.expit(-x)),
    "log_expit": ((-8.0, 8.0), lambda x: sc.expit(-x)),
    "logit": ((0.01, 0.99), lambda p: 1.0 / (p * (1.0 - p))),
    "entr": ((0.1, 3.0), lambda x: -np.log(x) - 1.0),
    "j0": ((0.1, 20.0), lambda x: -sc.j1(x)),
    "i0e": ((0.1, 20.0), lambda x: sc.i1e(x) - sc.i0e(x)),
    "k1": ((0.1, 20.0), lambda x: -sc.k0(x) - sc.k1(x) / x),
    "expi": ((0.1, 5.0), lambda x: np.exp(x) / x),
    "dawsn": ((-3.0, 3.0), lambda x: 1.0 - 2.0 * x * sc.dawsn(x)),
    "ellipk": ((0.01, 0.99), lambda m: (sc.ellipe(m) - (1.0 - m) * sc.ellipk(m)) / (2.0 * m * (1.0 - m))),
}


def least(jobs: dict[str, Callable[[], Any]], seconds: float = 1.0) -> dict[str, float]:
    """The least time of each, taken in turns."""
    found = dict.fromkeys(jobs, np.inf)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for name, job in jobs.items():
            start = time.perf_counter()
            job()
            found[name] = min(found[name], time.perf_counter() - start)
    return found


def row(name: str) -> tuple[float, float]:
    """Print a row: SciPy's time per element, and the ratios of eager and sealed code to it."""
    (low, high), slope = ROWS[name]
    function = getattr(sc, name)
    x = np.random.default_rng(1).uniform(low, high, N)
    seed = np.ones(N)
    t = tg.tensor(x, requires_grad=True)

    def eager() -> Any:
        return tg.autograd.grad(function(t), t, seed)

    @tg.compile
    def sealed(x: Any) -> Any:
        y = function(x)
        return y, tg.autograd.grad(y, x, seed)[0]

    _, gradient = sealed(x)
    np.testing.assert_allclose(gradient, slope(x), rtol=1e-9, atol=1e-12)
    times = least({"SciPy": lambda: (function(x), slope(x)), "eager": eager, "sealed": lambda: sealed(x)})
    ratios = times["eager"] / times["SciPy"], times["sealed"] / times["SciPy"]
    print(f"{name:12} {times['SciPy'] / N * 1e9:7.1f} ns   eager {ratios[0]:.2f}   sealed {ratios[1]:.2f}")
    return ratios


def main() -> None:
    """Print the rows that are named, or all."""
    tg.set_num_threads(1)
    for name in sys.argv[1:] or ROWS:
        row(name)


if __name__ == "__main__":
    main()

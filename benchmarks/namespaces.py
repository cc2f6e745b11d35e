"""What the names of `tapegrad.numpy` and `tapegrad.scipy` cost on plain data, beside NumPy's and SciPy's own.

``python -m benchmarks.namespaces`` prints nanoseconds a call, best of several runs. A name that is NumPy's own object
costs nothing, so only those that are not are here.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from typing import Any

import numpy
import scipy.interpolate
import scipy.special
import scipy.stats

import tapegrad as tg
import tapegrad.numpy as np
import tapegrad.scipy as sp

ROW = numpy.ones(3)
FLOATS = [float(k) for k in range(1000)]
KNOTS = ([0.0, 1.0, 2.0], [0.0, 1.0, 0.0])
CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "zeros(3)": lambda np, _: np.zeros(3),
    "zeros((3, 3))": lambda np, _: np.zeros((3, 3)),
    "full(3, 0.5)": lambda np, _: np.full(3, 0.5),
    "array of two floats": lambda np, _: np.array([1.0, 2.0]),
    "array of 1,000 floats": lambda np, _: np.array(FLOATS),
    "asarray of an array": lambda np, _: np.asarray(ROW),
    "zeros_like": lambda np, _: np.zeros_like(ROW),
    "linspace(0, 1, 10)": lambda np, _: np.linspace(0, 1, 10),
    "special.logsumexp": lambda _, sp: sp.special.logsumexp(ROW),
    "stats.norm.logpdf": lambda _, sp: sp.stats.norm.logpdf(ROW),
}


def nanoseconds(call: Callable[[], Any]) -> float:
    """Return the time of a call."""
    timer = timeit.Timer(call)
    number, _ = timer.autorange()
    number = max(1, number // 20)
    return 1e9 * min(timer.repeat(20, number)) / number


def main() -> None:
    rows = {name: (lambda c=c: c(numpy, scipy), lambda c=c: c(np, sp)) for name, c in CALLS.items()}
    splines = [module.interpolate.CubicSpline(*KNOTS) for module in (scipy, sp)]
    rows["a spline of three knots"] = (lambda: splines[0](ROW), lambda: splines[1](ROW))
    print(f"{'plain data':40} {'theirs':>8} {'ours':>8}")
    for name, (theirs, ours) in rows.items():
        print(f"{name:40} {nanoseconds(theirs):8.0f} {nanoseconds(ours):8.0f}")
    x = tg.tensor(ROW, requires_grad=True)
    print(f"{'array of two Tensors: tg.array, np.array':40} ", end="")
    print(f"{nanoseconds(lambda: tg.array([x[0], x[1]])):8.0f} {nanoseconds(lambda: np.array([x[0], x[1]])):8.0f}")


if __name__ == "__main__":
    main()

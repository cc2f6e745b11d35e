"""NumPy's mathematical functions, per element: ``python -m benchmarks.elementwise [name ...]``.

Each row times a sealed function of one call on 8,192 elements and NumPy's own, alternately on one thread, the least
time of many, in both dtypes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg
from benchmarks.special import least

N = 8192
_INTERVALS: dict[str, list[tuple[float, float]]] = {
    "power": [(0.1, 4.0), (-2.0, 2.0)], "cbrt": [(-8.0, 8.0)], "log": [(0.1, 10.0)], "log1p": [(-0.9, 10.0)],
    "log2": [(0.1, 10.0)], "log10": [(0.1, 10.0)], "exp": [(-10.0, 10.0)], "exp2": [(-10.0, 10.0)],
    "expm1": [(-10.0, 10.0)], "sin": [(-10.0, 10.0)], "cos": [(-10.0, 10.0)], "tan": [(-10.0, 10.0)],
    "arcsin": [(-1.0, 1.0)], "arccos": [(-1.0, 1.0)], "arctan": [(-5.0, 5.0)], "arctan2": [(-5.0, 5.0)] * 2,
    "sinh": [(-10.0, 10.0)], "cosh": [(-10.0, 10.0)], "tanh": [(-10.0, 10.0)], "arcsinh": [(-10.0, 10.0)],
    "arccosh": [(1.0, 10.0)], "arctanh": [(-0.99, 0.99)], "hypot": [(-5.0, 5.0)] * 2, "logaddexp": [(-5.0, 5.0)] * 2,
    "sqrt": [(0.1, 10.0)], "maximum": [(-5.0, 5.0)] * 2, "minimum": [(-5.0, 5.0)] * 2, "absolute": [(-5.0, 5.0)],
    "sign": [(-5.0, 5.0)], "clip(x, -1, 1)": [(-5.0, 5.0)], "where(x > 0, x, y)": [(-5.0, 5.0)] * 2,
    **{f"x**{p:g}": [(0.5, 2.0)] for p in (3, 4, 6, -2, -3, 1.5, -0.5, -1.5)},
}  # fmt: skip
_CALLS: dict[str, Callable[..., Any]] = {
    "clip(x, -1, 1)": lambda x: np.clip(x, -1.0, 1.0), "where(x > 0, x, y)": lambda x, y: np.where(x > 0.0, x, y),
}  # fmt: skip


def row(name: str, dtype: Any) -> tuple[float, float]:
    """The times of NumPy's function and of the sealed one, in ns per element."""
    rng = np.random.default_rng(0)
    args = [rng.uniform(low, high, N).astype(dtype) for low, high in _INTERVALS[name]]
    function: Callable[..., Any] = _CALLS.get(name) or getattr(np, name, None) or (lambda x: x ** float(name[3:]))
    sealed = tg.compile(lambda *xs: function(*xs))
    sealed(*args)  # compiles
    t = least({"NumPy": lambda: function(*args), "sealed": lambda: sealed(*args)}, 0.3)
    return 1e9 * t["NumPy"] / N, 1e9 * t["sealed"] / N


def main(wanted: list[str]) -> None:
    """Print the table."""
    tg.set_num_threads(1)
    print(
        "| function | NumPy, ns | sealed, ns | ratio | float32: NumPy | sealed | ratio |\n|---|---|---|---|---|---|---|"
    )
    for name in wanted or _INTERVALS:
        cells = ""
        for dtype in (np.float64, np.float32):
            numpy, sealed = row(name, dtype)
            cells += f" {numpy:.2f} | {sealed:.2f} | {sealed / numpy:.2f} |"
        print(f"| {name} |{cells}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""NumPy's functions with loops of their own: ``python -m benchmarks.numpy_functions [row ...]``.

Each row times NumPy's call on arrays, the value and then value and gradient on Tensors, and the same as sealed
functions, alternately in one process on one thread; the best of several rounds. The last table is what a call on eight
elements costs beyond NumPy's, in microseconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from benchmarks.replay import best  # which sets the number of threads

import numpy as np  # isort: skip

import tapegrad as tg  # isort: skip

Row = tuple[Callable[..., Any], tuple[np.ndarray, ...]]


def rows() -> dict[str, Row]:
    """Each row's function and arguments."""
    rng = np.random.default_rng(0)
    x, points = rng.normal(size=100_000), np.linspace(-3.0, 3.0, 1000)
    many = np.linspace(-3.0, 3.0, len(x))
    return {
        "sort": (np.sort, (x,)),
        "cumprod": (np.cumprod, (1.0 + 1e-4 * x,)),
        "convolve 1e5, 1e3": (np.convolve, (x, x[:1000].copy())),
        "interp, 1e3 samples": (np.interp, (x, points, np.sin(points))),
        "interp, 1e5 samples": (np.interp, (x, many, np.sin(many))),
        "convolve 1e5, 1e5": (np.convolve, (x, x[::-1].copy())),
    }


def contestants(function: Callable[..., Any], args: tuple[np.ndarray, ...]) -> dict[str, Callable[[], Any]]:
    """What a row times."""
    seed = np.random.default_rng(1).normal(size=np.shape(function(*args)))
    seed_tensor, plain = tg.tensor(seed), [tg.tensor(a) for a in args]
    leaves = [tg.tensor(a, requires_grad=True) for a in args]
    value = tg.compile(lambda *xs: function(*xs))
    both = tg.compile(tg.value_and_grad(lambda *xs: np.sum(function(*xs) * seed), argnums=tuple(range(len(args)))))

    def gradient() -> Any:
        y = function(*leaves)
        return y, tg.autograd.grad(y, leaves, seed_tensor)

    return {
        "numpy": lambda: function(*args), "value": lambda: function(*plain).numpy(), "gradient": gradient,
        "sealed value": lambda: value(*args), "sealed gradient": lambda: both(*args),
    }  # fmt: skip


def main(wanted: list[str]) -> None:
    """Print the tables."""
    print(f"{'ms':20} {'numpy':>9} | {'value':>9} {'gradient':>9} {'/ numpy':>8} {'/ value':>8} | sealed, the same")
    for name, (function, args) in rows().items():
        if wanted and not any(name.startswith(w) for w in wanted):
            continue
        t = {key: 1e3 * seconds for key, seconds in best(contestants(function, args)).items()}
        line = f"{name:20} {t['numpy']:9.3f}"
        for kind in ("", "sealed "):
            value, gradient = t[f"{kind}value"], t[f"{kind}gradient"]
            line += f" | {value:9.3f} {gradient:9.3f} {gradient / t['numpy']:8.2f} {gradient / value:8.2f}"
        print(line, flush=True)
    print(f"\n{'us, 8 elements':20} {'numpy':>9} {'value':>9} {'beyond':>9}")
    x = np.random.default_rng(2).uniform(0.5, 2.0, 8)
    for name, (function, args) in rows().items():
        if (wanted and not any(name.startswith(w) for w in wanted)) or "1e5 samples" in name or "1e5, 1e5" in name:
            continue
        small = tuple(np.sort(x) for _ in args)
        tensors = [tg.tensor(a, requires_grad=True) for a in small]
        t = best({"numpy": lambda f=function, a=small: f(*a), "value": lambda f=function, a=tensors: f(*a)}, 0.1)  # type: ignore[misc]
        numpy, value = 1e6 * t["numpy"], 1e6 * t["value"]
        print(f"{name.partition(' ')[0].strip(','):20} {numpy:9.2f} {value:9.2f} {value - numpy:9.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

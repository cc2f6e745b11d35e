"""How exact the vector mathematics is: errors in units in the last place, against mpmath.

    python -m benchmarks.accuracy                  # the table of docs/reference/vector_math.md
    python -m benchmarks.accuracy --points 1000    # sooner
    python -m benchmarks.accuracy --single         # that of float32: every number there is, against NumPy's in float64
    python -m benchmarks.accuracy --single --every 64

One unit in the last place (ulp) is the distance between the floating-point numbers around the exact value; a
correctly rounded result is wrong by at most half of it. NumPy's and SciPy's functions are measured on the same points.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import scipy.special

import tapegrad as tg
from tapegrad.ops import declare
from tapegrad.ops.elementwise_ops import clip_op, gated_multiply, root
from tapegrad.ops.powers import constant_powers

Sampler = Callable[[np.random.Generator, int], Any]
DIGITS = 400  # bits that mpmath computes with, more than the exponent range of the sampled results needs


def uniform(low: float, high: float) -> tuple[str, Sampler]:
    """Points spread evenly over an interval."""
    return f"[{low:.8g}, {high:.8g}]", lambda rng, n: rng.uniform(low, high, n)


def magnitudes(low: float, high: float, signs: bool = True) -> tuple[str, Sampler]:
    """Points of which each power of two in an interval has as many, of both signs."""

    def sample(rng: np.random.Generator, n: int) -> np.ndarray:
        x = np.exp2(rng.uniform(math.log2(low), math.log2(high), n)).clip(low, high)
        return x * rng.choice([-1.0, 1.0], n) if signs else x

    return f"{'±' if signs else ''}[{low:.3g}, {high:.3g}]", sample


def quarter_turns(most: int) -> tuple[str, Sampler]:
    """The floating-point numbers nearest to multiples of pi / 2, where sine, cosine or tangent nearly vanish."""
    return f"k π/2, k ≤ {most:g}", lambda rng, n: rng.integers(1, most, n) * (math.pi / 2)


def both(first: tuple[str, Sampler], second: tuple[str, Sampler]) -> tuple[str, Sampler]:
    """Points of two arguments."""
    return f"{first[0]}, {second[0]}", lambda rng, n: (first[1](rng, n), second[1](rng, n))


def _in_range(p: float) -> tuple[float, float]:
    """The bases of which a power is a number above 0."""
    low, high = sorted([math.log2(5e-324) / p, math.log2(1.7e308) / p])
    return 2.0 ** max(low, -1073.9), 2.0 ** min(high, 1023.9)


TINY = magnitudes(5e-324, 2.2e-308)
_CIRCLE = [
    uniform(-math.pi / 4, math.pi / 4), uniform(-10.0, 10.0), quarter_turns(10_000), uniform(-1e6, 1e6),
    magnitudes(1e6, 1e22), magnitudes(1e22, 1.7e308), TINY,
]  # fmt: skip
INTERVALS: dict[str, list[tuple[str, Sampler]]] = {
    "exp": [uniform(-1.0, 1.0), uniform(-708.0, 709.7), uniform(-745.0, -708.0), TINY],
    "exp2": [uniform(-1.0, 1.0), uniform(-1022.0, 1023.9), uniform(-1074.0, -1022.0), TINY],
    "expm1": [magnitudes(1e-300, 1e-3), uniform(-1.0, 1.0), uniform(-40.0, 40.0), uniform(40.0, 709.7), TINY],
    "log": [uniform(1.0 - 1e-6, 1.0 + 1e-6), uniform(0.5, 2.0), magnitudes(2.3e-308, 1.7e308, False),
            magnitudes(5e-324, 2.2e-308, False)],
    "log1p": [magnitudes(1e-300, 1e-3), uniform(-0.5, 1.0), uniform(-1.0 + 1e-15, -0.5),
              magnitudes(1.0, 1.7e308, False), TINY],
    "sin": _CIRCLE,
    "cos": _CIRCLE,
    "tan": _CIRCLE,
    "sinh": [magnitudes(1e-300, 1e-3), uniform(-1.0, 1.0), uniform(-22.0, 22.0), uniform(-710.4, 710.4), TINY],
    "cosh": [uniform(-1.0, 1.0), uniform(-22.0, 22.0), uniform(-710.4, 710.4), TINY],
    "tanh": [magnitudes(1e-300, 1e-3), uniform(-1.0, 1.0), uniform(-22.0, 22.0), magnitudes(22.0, 1.7e308), TINY],
    "log2": [uniform(1.0 - 1e-6, 1.0 + 1e-6), uniform(0.5, 2.0), magnitudes(5e-324, 1.7e308, False)],
    "log10": [uniform(1.0 - 1e-6, 1.0 + 1e-6), uniform(0.5, 2.0), magnitudes(5e-324, 1.7e308, False)],
    "cbrt": [uniform(-8.0, 8.0), magnitudes(2.3e-308, 1.7e308), TINY],
    "arcsin": [uniform(-0.5, 0.5), uniform(-1.0, 1.0), magnitudes(1e-300, 1e-3), TINY],
    "arccos": [uniform(-0.5, 0.5), uniform(-1.0, 1.0), uniform(1.0 - 1e-6, 1.0), magnitudes(1e-300, 1e-3)],
    "arctan": [uniform(-0.5, 0.5), uniform(-4.0, 4.0), magnitudes(1e-300, 1.7e308), TINY],
    "arcsinh": [uniform(-1.0, 1.0), uniform(-30.0, 30.0), magnitudes(1e-300, 1.7e308), TINY],
    "arccosh": [uniform(1.0, 1.0 + 1e-6), uniform(1.0, 30.0), magnitudes(1.0, 1.7e308, False)],
    "arctanh": [uniform(-0.5, 0.5), uniform(-1.0, 1.0), magnitudes(1e-300, 1e-3), TINY],
    "arctan2": [both(uniform(-4.0, 4.0), uniform(-4.0, 4.0)),
                both(magnitudes(1e-300, 1.7e308), magnitudes(1e-300, 1.7e308))],
    "power": [both(uniform(0.1, 10.0), uniform(-5.0, 5.0)), both(uniform(0.7, 1.5), uniform(-1500.0, 1500.0)),
              both(magnitudes(2.3e-308, 1.7e308, False), uniform(-0.9, 0.9))],
    **{
        f"x**{p:g}": [uniform(0.2, 5.0), magnitudes(*_in_range(p), False)]
        for p in (3, 4, 5, 6, -2, -3, -4, 1.5, 2.5, -0.5, -1.5, -2.5)
    },
    "erf": [magnitudes(1e-300, 1e-3), uniform(-1.0, 1.0), uniform(1.0, 6.0), TINY],
    "erfc": [uniform(-6.0, 0.5), uniform(0.5, 2.0), uniform(2.0, 26.0)],
    "erfcx": [uniform(-26.0, 0.0), uniform(0.0, 10.0), magnitudes(10.0, 1.7e308, False)],
    "gammaln": [magnitudes(1e-300, 0.5, False), uniform(0.5, 4.0), uniform(4.0, 200.0),
                magnitudes(200.0, 1e305, False)],
    "digamma": [magnitudes(1e-300, 1.0, False), uniform(1.0, 3.0), uniform(3.0, 200.0),
                magnitudes(200.0, 1.7e308, False)],
    "expi": [magnitudes(1e-300, 0.3, False), uniform(0.3, 0.5), uniform(0.5, 6.0)],
}  # fmt: skip


@dataclass
class Measured:
    """Errors of one function on one interval, in ulp."""

    function: str
    interval: str
    greatest: float
    at: tuple[float, ...]
    mean: float
    numpys: float


def exact(function: str, *args: float) -> mpmath.mpf:
    """The function's value to far more digits than a float has."""
    if function.startswith("x**"):
        return mpmath.mpf(args[0]) ** mpmath.mpf(function[3:])
    others = {
        "exp2": lambda x: mpmath.power(2, x),
        "erfcx": lambda x: (
            mpmath.exp(x * x) * mpmath.erfc(x) if x < 1e4 else (1 - 1 / (2 * x * x)) / (x * mpmath.sqrt(mpmath.pi))
        ),
        "gammaln": mpmath.loggamma,
        "log2": lambda x: mpmath.log(x) / mpmath.ln2,
        "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
        "arctan2": mpmath.atan2,
        "arcsin": mpmath.asin,
        "arccos": mpmath.acos,
        "arctan": mpmath.atan,
        "arcsinh": mpmath.asinh,
        "arccosh": mpmath.acosh,
        "arctanh": mpmath.atanh,
        "expi": mpmath.ei,
    }
    return others.get(function, getattr(mpmath, function, None))(*map(mpmath.mpf, args))


def function_of(name: str) -> Callable[..., Any]:
    """NumPy's or SciPy's function, or that which raises to a constant power."""
    if name.startswith("x**"):
        return lambda x: x ** float(name[3:])
    return getattr(np, name, None) or getattr(scipy.special, name)


def errors(found: np.ndarray, truth: list[mpmath.mpf]) -> np.ndarray:
    """Distances to the exact values, in ulp."""
    units = np.spacing(np.abs([float(t) for t in truth]))
    return np.array(
        [
            float(abs(mpmath.mpf(float(f)) - t) / mpmath.mpf(float(u)))
            for f, t, u in zip(found, truth, units, strict=True)
        ]
    )


def measure(function: str, interval: tuple[str, Sampler], points: int, seed: int = 0) -> Measured:
    """The errors of a function at points of an interval."""
    label, sample = interval
    x = sample(np.random.default_rng(seed), points)
    args = x if isinstance(x, tuple) else (x,)
    with mpmath.workprec(DIGITS):
        truth = [exact(function, *map(float, a)) for a in zip(*args, strict=True)]
        theirs = function_of(function)
        own = errors(theirs(*map(tg.tensor, args)).numpy(), truth)
        numpys = errors(theirs(*args), truth)
    worst = int(np.argmax(own))
    return Measured(
        function, label, float(own[worst]), tuple(float(a[worst]) for a in args), float(own.mean()), float(numpys.max())
    )


def table(points: int) -> str:
    """All measurements as a Markdown table."""
    lines = [
        "| function | interval | greatest error (ulp) | at | mean error | NumPy's or SciPy's greatest |",
        "|---|---|---|---|---|---|",
    ]
    for function, intervals in INTERVALS.items():
        for interval in intervals:
            m = measure(function, interval, points)
            at = ", ".join(map(repr, m.at))
            lines.append(f"| {function} | {m.interval} | {m.greatest:.2f} | {at} | {m.mean:.2f} | {m.numpys:.2f} |")
    return "\n".join(lines)


def _blocks(every: int, count: int) -> Iterator[list[np.ndarray]]:
    """Float32 arguments: of one argument each n-th number, of two as many pairs of random bits and of moderate ones."""
    size, rng = 1 << 20, np.random.default_rng(0)
    for k, first in enumerate(range(0, 1 << 32, size * every)):
        if count == 1:
            numbers = (np.arange(first + k % every, first + size * every, every, np.uint64)).astype(np.uint32)
            yield [numbers.view(np.float32)]
        elif k % 2:
            yield [rng.uniform(-4.0, 4.0, size).astype(np.float32) for _ in range(count)]
        else:
            yield [rng.integers(0, 1 << 32, size, np.uint32).view(np.float32) for _ in range(count)]


def single(op: Any, every: int) -> tuple[float, float, float]:
    """The greatest error of an op in float32 and where its first argument lies, and NumPy's greatest error, in ulp."""
    sealed, worst, numpys = tg.compile(op), (0.0, 0.0), 0.0
    for args in _blocks(every, len(op.arguments)):
        with np.errstate(all="ignore"):
            truth = np.asarray(op.reference(*[a.astype(np.float64) for a in args]))
            rounded, theirs = truth.astype(np.float32), np.asarray(op.reference(*args))
        found = sealed(*args)
        finite = np.isfinite(rounded)
        if not np.array_equal(found[~finite], rounded[~finite], equal_nan=True) or not np.isfinite(found[finite]).all():
            raise AssertionError(f"{op.name}: other infinities or NaNs than NumPy's.")
        if not finite.any():
            continue
        units = np.spacing(np.abs(rounded[finite])).astype(np.float64)
        error = np.abs(found[finite] - truth[finite]) / units
        at = int(np.argmax(error))
        worst = max(worst, (float(error[at]), float(args[0][finite][at])))
        numpys = max(numpys, float(np.nanmax(np.abs(theirs[finite] - truth[finite]) / units)))
    return *worst, numpys


_AS_PRESCRIBED = {gated_multiply, clip_op, root}  # IEEE 754 says their bits
_POWERS = {op: f"x**{p:g}" for p, op in constant_powers.items()}


def single_table(every: int) -> str:
    """The errors of all ops that have a text for float32 lanes, as a Markdown table."""
    lines = ["| function | greatest error (ulp) | at | NumPy's greatest |", "|---|---|---|---|"]
    for op in declare.table:
        if isinstance(op, declare.Elementwise) and op.single is not None and op not in _AS_PRESCRIBED:
            error, at, numpys = single(op, every)
            lines.append(f"| {_POWERS.get(op, op.name)} | {error:.2f} | {at!r} | {numpys:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--points", type=int, default=10_000, help="points in each interval (10000)")
    parser.add_argument("--single", action="store_true", help="of float32")
    parser.add_argument("--every", type=int, default=1, help="of float32, each n-th number (1)")
    given = parser.parse_args()
    print(single_table(given.every) if given.single else table(given.points))


if __name__ == "__main__":
    main()

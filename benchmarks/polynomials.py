"""The polynomials and tables of the functions in float32 lanes: ``python -m benchmarks.polynomials``.

Prints what `vecmath_single` and `veclog_single` in `tapegrad.machine` hold. A polynomial comes near a function at the
Chebyshev points of an interval. Its coefficients are rounded to single precision one after the other: the next ones
make up for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

DIGITS = 60


def _chebyshev(low: Any, high: Any, n: int) -> list[Any]:
    """The Chebyshev points of an interval, none of them 0, at which quotients are not defined."""
    middle, half = (mpf(high) + mpf(low)) / 2, (mpf(high) - mpf(low)) / 2
    points = [middle + half * mpmath.cos(mpmath.pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    return [x if abs(x) > 1e-15 else mpf(1e-15) for x in points]


def rounded(f: Callable[[Any], Any], low: Any, high: Any, degree: int) -> list[float]:
    """Coefficients as single precision has them, by least squares, each after those before were rounded."""
    points = _chebyshev(low, high, 12 * (degree + 1))
    x, left = (np.array([float(v) for v in of]) for of in (points, map(f, points)))
    powers, found = x[:, None] ** np.arange(degree + 1), []
    for k in range(degree + 1):
        scales = np.abs(powers[:, k:]).max(0)
        found.append(single(np.linalg.lstsq(powers[:, k:] / scales, left)[0][0] / scales[0]))
        left = left - found[-1] * powers[:, k]
    return found


def _over(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function of z = x**2 of what is left of an odd function f after x, over x**3."""

    def rest(z: Any) -> Any:
        x = mpmath.sqrt(z)
        return (f(x) - x) / (x * z)

    return rest


with mpmath.workdps(DIGITS):
    _LN2 = mpmath.ln2
    _R, _FAR = _LN2 / 2 * mpf("1.001"), mpf("0.0343")  # what is left of exponents, and of logarithms
    _EIGHTH = mpmath.pi / 4 * mpf("1.001")  # of a turn
    POLYNOMIALS: dict[str, tuple[Callable[[Any], Any], Any, Any, int]] = {
        "_EXP": (lambda r: mpmath.expm1(r) / r, -_R, _R, 5),
        "_EXPM1": (lambda r: (mpmath.expm1(r) - r) / r**2, -_R, _R, 4),
        "EXP2": (lambda f: mpmath.expm1(f * mpmath.ln2) / f, -0.5, 0.5, 5),
        "_SINH": (_over(mpmath.sinh), 0, _R**2, 2),
        "_COSH": (lambda z: (mpmath.cosh(mpmath.sqrt(z)) - 1) / z, 0, _R**2, 2),
        "_LOG": (lambda r: (mpmath.log1p(r) - r) / r**2, -_FAR, _FAR, 3),
        "_SIN": (_over(mpmath.sin), 0, _EIGHTH**2, 2),
        "_COS": (lambda z: (mpmath.cos(mpmath.sqrt(z)) - 1 + z / 2) / z**2, 0, _EIGHTH**2, 2),
        "_TAN": (_over(mpmath.tan), 0, _EIGHTH**2, 5),
        "_ARCSIN": (_over(mpmath.asin), 0, 0.25, 4),
        "_ARCTAN": (_over(mpmath.atan), 0, 1, 8),
        "_POWER_LOG2": (lambda r: (mpmath.log1p(r) - r) / (r**2 * mpmath.ln2), mpf(-1) / 64, mpf(1) / 64, 3),
        "_CBRT": (lambda r: (mpmath.cbrt(1 + r) - 1) / r, -0.063, 0.063, 3),
    }


def single(x: Any) -> float:
    """The nearest number of single precision."""
    return float(np.float32(float(x)))


def polynomials() -> dict[str, list[float]]:
    """The coefficients of each polynomial, rounded."""
    with mpmath.workdps(DIGITS):
        return {name: rounded(*of) for name, of in POLYNOMIALS.items()}


def parts(x: Any, *steps: int) -> list[float]:
    """A number as a sum: multiples of ``2**-step`` for each step, then what is left in single precision."""
    found = []
    for step in steps:
        found.append(float(mpmath.nint(x * 2**step) / 2**step))
        x = x - mpf(found[-1])
    return [*found, single(x)]


def tables() -> dict[str, list[float]]:
    """Logarithms and cube roots of the centres, in two parts; and the constants that are sums of several numbers."""
    from tapegrad.machine.veclog import CENTRES

    with mpmath.workdps(DIGITS):
        found: dict[str, list[float]] = {}
        for name, base in (("_LOGS", mpmath.e), ("_LOGS_2", mpf(2)), ("_LOGS_10", mpf(10))):
            logs = [parts(-mpmath.log(mpf(c)) / mpmath.log(base), 16) for c in CENTRES]
            found[name], found[f"{name}_LOW"] = ([x[k] for x in logs] for k in (0, 1))
        centres = []
        for i in range(32):  # of 32nds of a unit of the exponent, from 0.7578125 on
            low, high = (mpf(float(np.array(0x3F420000 + ((i + k) << 18), np.uint32).view(np.float32))) for k in (0, 1))
            centres.append(1.0 if low < 1 < high else single(2 / (low + high)))
        logs = [parts(-mpmath.log(mpf(c)) / mpmath.ln2, 16) for c in centres]
        found["_POWER_CENTRES"] = centres
        found["_POWER_LOGS"], found["_POWER_LOGS_LOW"] = ([x[k] for x in logs] for k in (0, 1))
        found["_TWO"] = parts(mpmath.ln2, 16)
        found["_TWO_10"] = parts(mpmath.log10(2), 16)
        centres = []
        for i in range(8):  # of eighths of a unit of the exponent, from 0.78125 on
            ends = [(0x3F480000 + ((i + k) << 20)) for k in (0, 1)]
            low, high = (mpf(float(np.array(e, np.uint32).view(np.float32))) for e in ends)
            centres.append(single(round(64 * 2 / (low + high)) / mpf(64)) if not low <= 1 < high else 1.0)
        found["_CUBE_CENTRES"] = centres
        roots = [mpmath.cbrt(mpf(2) ** s / c) for s in (0, 1, 0, -1) for c in map(mpf, centres)]
        found["_CUBE_ROOTS"] = [single(x) for x in roots]
        found["_CUBE_ROOTS_LOW"] = [single(x - mpf(single(x))) for x in roots]
        for name, x, count in (("_PI", mpmath.pi, 3), ("_PI_2", mpmath.pi / 2, 3), ("_LN2", mpmath.ln2, 2),
                               ("_PER_2", 1 / mpmath.ln2, 2), ("_PER_10", 1 / mpmath.log(10), 2)):  # fmt: skip
            rest, own = x, []
            for _ in range(count):
                own.append(single(rest))
                rest = rest - mpf(own[-1])
            found[name] = own
        return found


def main() -> None:
    """Print all."""
    for name, numbers in (polynomials() | tables()).items():
        print(f"{name} = [")
        for first in range(0, len(numbers), 4):
            print(f"    {', '.join(map(repr, numbers[first : first + 4]))},")
        print("]  # fmt: skip")


if __name__ == "__main__":
    main()

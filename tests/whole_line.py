"""Derivatives on the whole line: points of every size, near the edges of domains and jointly, against differences.

A record's domain is where its own tests look. Here points are drawn without regard to it, and each derivative of first and
second order is compared with differences of the reference at steps of many sizes, wherever three neighbouring steps agree: no
record can waive that. What remains open is how far they agree, and what rounding the values leaves of them. Where differences contradict
a derivative, `tests.exact` decides, whose functions are mpmath's: a reference may be wrong or rough.

    python -m tests.whole_line --points 2000

asks every function, and prints what is wrong.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import os
import resource
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.autograd import grad
from tests import exact
from tests.support import leaf

EPS, TINY = 2.0**-50, 1e-322  # what rounding leaves open of a value, relative and absolute
LEAST = 1e-275  # below it libraries promise no digits
FIRST = ((1, 0.75), (2, -0.15), (3, 1 / 60))
SECOND = ((1, 1.5), (2, -0.15), (3, 1 / 90))
LADDER = 3.0 ** -np.arange(2, 28, 1.5)  # steps, relative to 1 and to the arguments
AGREED = 1e-3  # how far steps may differ that agree
NO_DIGITS = 0.01  # of a value that is off by so much, relatively, no derivative is asked
MAGNIFIED = 10.0  # how much an error of a value may grow in a derivative
RELATIVE = {1: 1e-6, 2: 1e-5}  # what is wrong by more than that is wrong
Function = Callable[..., Any]


class Case(NamedTuple):
    """A function of numbers, element by element.

    Attributes
    ----------
    name : str
    function : callable
        That of tapegrad.
    reference : callable
    intervals : tuple of pairs
        For each argument, where it is well within the domain.
    moving : tuple of int
        The arguments by which there is a derivative.
    """

    name: str
    function: Function
    reference: Function
    intervals: tuple[tuple[float, float], ...]
    moving: tuple[int, ...]


def draw(rng: np.random.Generator, case: Case, count: int) -> list[np.ndarray]:
    """Arguments of every size, each drawn on its own; of more candidates, those first where there is a value."""
    columns = [_column(rng, low, high, 8 * count) for low, high in case.intervals]
    with np.errstate(all="ignore"):
        known = np.isfinite(np.asarray(case.reference(*columns), np.float64))
    order = np.argsort(~known, kind="stable")[:count]
    return [c[order] for c in columns]


def _column(rng: np.random.Generator, low: float, high: float, count: int) -> np.ndarray:
    if low == high:  # a whole number, by which there is no derivative
        return rng.choice([*range(8), 20, 60], count).astype(float)
    sign = rng.choice([-1.0, 1.0], count)
    edge = rng.choice([low, high, 1.0, *np.arange(-6.0, 7.0), *np.arange(-5.5, 6.0)], count)
    kinds = (
        rng.uniform(low, high, count),
        sign * 10.0 ** rng.uniform(-3.0, 3.0, count),
        sign * 10.0 ** rng.uniform(-20.0, 20.0, count),
        sign * 10.0 ** rng.uniform(-320.0, 308.0, count),
        edge * (1.0 + sign * 10.0 ** rng.uniform(-16.0, -0.5, count)),
        edge,
    )
    return np.choose(rng.choice(len(kinds), count, p=[0.35, 0.25, 0.1, 0.1, 0.15, 0.05]), kinds)


# ------------------------------------------------------------------------------------------------- the truth


def differences(f: Function, point: Sequence[np.ndarray], orders: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return a derivative by the arguments at `orders`, and how far it is open: infinite where no steps agree.

    Of steps that agree those are taken that agree best, relative to the derivative. Where none do, it is near zero: then the largest steps
    open least of it, if the function is smooth from one floating-point number to the next (a sine of a large number is
    not, and averages to zero).
    """
    best, doubt, least = (np.full(point[0].shape, x) for x in (0.0, np.inf, np.inf))
    with np.errstate(all="ignore"):
        rough, coarse = np.sum([_roughness(f, point, k) for k in {*orders}], 0)
        even = rough <= 64 * EPS * np.abs(f(*point)) + TINY
        smooth = even & (coarse <= 64 * EPS * np.abs(f(*point)) + TINY)
        spacing = np.spacing(np.max([np.abs(point[k]) for k in orders], 0))
        scale = np.where(even, np.inf, 50 * spacing * np.sqrt(np.abs(f(*point)) / rough))  # of what bends it so
        sizes = [np.array(np.broadcast_arrays(*[np.abs(point[k]) for k in orders]))]
        others = {n: np.abs(x) for n, x in enumerate(point) if n not in orders or len({*orders}) > 1}
        sizes += [np.array([x] * len(orders)) for x in (np.ones_like(point[0]), *others.values())]
        rungs = [_difference(f, point, orders, step * size, rough) for size in sizes for step in LADDER]
        steps, values, noises, bends = (np.array(column) for column in zip(*rungs, strict=True))
        for n in range(len(rungs)):
            if n % len(LADDER) in (0, len(LADDER) - 1):
                continue
            value, noise = values[n], noises[n]
            doubted = np.abs(values[n - 1 : n + 2] - value).max(0) + noise
            doubted[steps[n].max(0) > scale] = np.inf
            closer = (steps < 0.9 * steps[n]).all(1) & np.isfinite(values)
            kink = (bends[n + 1] > 0.5 * bends[n - 1]) & (bends[n + 1] > 10 * noises[n + 1])
            disputed = kink | (closer & (np.abs(values - value) > 0.2 * np.abs(value) + doubted + 4 * noises)).any(0)
            ratio = doubted / np.abs(value)
            agreed = np.where(np.fmin(ratio, least) < AGREED, ratio < least, smooth & (doubted < doubt))
            better = np.isfinite(doubted) & ~disputed & agreed
            best[better], doubt[better], least[better] = value[better], doubted[better], ratio[better]
    return best, doubt


def _roughness(f: Function, point: Sequence[np.ndarray], k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return how far values next to each other are from a straight line, which rounding does to them, or jumps; also of values
    that are next to each other beside 1."""
    here, size = np.asarray(f(*point), np.float64), np.abs(point[k])
    steps = [n * np.spacing(size) for n in (1, 2, 5)] + [n * size for n in (3e-14, 1e-12, 1e-10)]
    found = []
    for step in (*steps, 1e-13 * np.maximum(size, 1.0)):
        sides = [np.asarray(f(*point[:k], point[k] + s * step, *point[k + 1 :]), np.float64) for s in (1, -1)]
        found.append(np.nan_to_num(np.abs((sides[0] - here) + (sides[1] - here)), nan=0.0, posinf=np.inf))
    return np.max(found[:-1], 0), found[-1]


def _difference(
    f: Function, point: Sequence[np.ndarray], orders: tuple[int, ...], steps: np.ndarray, rough: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Return the steps, a difference of sixth order, what rounding leaves open of that, and how the function bends."""
    h = np.exp2(np.round(np.log2(steps)))
    largest = np.zeros(point[0].shape)

    def at(*times: float) -> np.ndarray:
        nonlocal largest
        moved = list(point)
        for k, n, step in zip(orders, times, h, strict=True):
            moved[k] = moved[k] + n * step
        value = np.asarray(f(*moved), np.float64)
        largest = np.maximum(largest, np.abs(value))
        return value

    total: Any = 0.0
    bend: Any = np.zeros(point[0].shape)  # where a kink is near, this does not fall with the step
    if len(orders) == 1:
        middle = at(0)
        bend = np.abs((at(1) - middle) + (at(-1) - middle)) / h[0]
        for n, w in FIRST:
            total = total + w * (at(n) - at(-n))
    elif orders[0] == orders[1]:
        middle = at(0, 0)
        for n, w in SECOND:
            total = total + w * ((at(n, 0) - middle) + (at(-n, 0) - middle))
    else:
        for (n, v), (m, w) in itertools.product(FIRST, repeat=2):
            total = total + v * w * ((at(n, m) - at(-n, m)) - (at(n, -m) - at(-n, -m)))
    for step in h:
        total = total / step
    noise = 4 * (np.maximum(EPS * largest, rough) + TINY)
    for step in h:
        noise = noise / step
    for k, step in zip(orders, h, strict=True):
        spacing = np.spacing(np.abs(point[k]))
        noise = np.where(step < 4 * spacing, np.inf, noise + np.abs(total) * spacing / step)
    return h, total, noise, bend


# ------------------------------------------------------------------------------------------------- what is compared


def derivatives(case: Case, point: Sequence[np.ndarray], order: int) -> Iterator[tuple[tuple[int, ...], np.ndarray]]:
    """Yield the derivatives of an order: by which arguments, and its values at all points."""
    for n, k in enumerate(case.moving):
        tensors = [leaf(x) if j in case.moving else tg.tensor(x) for j, x in enumerate(point)]
        value = case.function(*tensors).sum()
        (first,) = grad(value, tensors[k], create_graph=order == 2, materialize_grads=True)
        if order == 1:
            yield (k,), first.detach().numpy()
            continue
        for m in case.moving[n:]:
            if not first.requires_grad:
                yield (k, m), np.zeros(point[0].shape)
                continue
            try:
                (second,) = grad(first.sum(), tensors[m], retain_graph=True, materialize_grads=True)
            except tg.errors.GradientError:
                continue
            yield (k, m), second.detach().numpy()


class Wrong(NamedTuple):
    orders: tuple[int, ...]
    point: tuple[float, ...]
    found: float
    expected: float
    doubt: float


def wrong(case: Case, point: Sequence[np.ndarray], order: int) -> tuple[list[Wrong], int, list[Wrong]]:
    """Return the numbers that differences contradict, how many were compared well, and what is no number though they are."""
    failures, lost, count = [], [], 0
    with np.errstate(all="ignore"):
        inside = np.isfinite(np.asarray(case.reference(*point), np.float64))
        if case.name in exact.INVERSES:  # of functions whose values have no digits below
            inside &= np.abs(point[-1]) >= LEAST
    for orders, found in derivatives(case, point, order):
        expected, doubt = differences(case.reference, point, orders)
        with np.errstate(all="ignore"):
            sure = inside & np.isfinite(doubt) & np.isfinite(expected)
            well = sure & (doubt <= 1e-4 * np.abs(expected))
            size = np.maximum(np.abs(expected), np.abs(found))
            slack = functools.reduce(np.divide, [np.abs(point[k]) for k in orders], LEAST) + 4 * TINY
            near = np.abs(found - expected) <= RELATIVE[order] * size + 30 * doubt + slack
            seen = np.max([np.spacing(np.abs(point[k])) for k in orders], 0) < 1.0  # else all neighbours are whole
        count += int((well | (sure & (expected == 0.0))).sum())
        for which, into in ((sure & np.isfinite(found) & ~near, failures), (well & seen & ~np.isfinite(found), lost)):
            for i in np.flatnonzero(which):
                at = tuple(float(x[i]) for x in point)
                one = Wrong(orders, at, float(found[i]), float(expected[i]), float(doubt[i]))
                if not _right(case, one, slack[i]):
                    into.append(one)
    return failures, count, lost


def _right(case: Case, one: Wrong, slack: float) -> bool:
    """Tell whether mpmath agrees with a number that differences contradict, as far as the reference's value is right there."""
    off = exact.error(case.name, one.point, float(case.reference(*one.point)))
    if off > NO_DIGITS:
        return True
    truth = exact.derivative(case.name, one.orders, one.point)
    if truth is None or abs(truth) == np.inf:
        return truth == one.found
    size = max(abs(truth), abs(one.found))
    return abs(one.found - truth) <= (RELATIVE[len(one.orders)] + MAGNIFIED * off) * size + slack


# Beyond these SciPy's functions take minutes for one number, the op as well as the reference
ENDS: dict[str, Function] = {"hyp1f1": lambda *args: functools.reduce(np.maximum, map(np.abs, args)) < 100.0}


def _where(known: Function, reference: Function) -> Function:
    """Return a reference that is NaN, and not asked, where a condition does not hold."""

    def asked(*args: Any) -> Any:
        here = known(*args)
        return np.where(here, reference(*[np.where(here, x, 1.0) for x in args]), np.nan)

    return asked


def records() -> list[Case]:
    """The elementwise ops with derivatives."""
    from tapegrad.ops import complete, declare
    from tapegrad.ops.special.ufunc_calls import reference
    from tests.ops.test_edges import PIECEWISE

    complete()
    found = []
    for op in declare.table:
        if (
            not isinstance(op, declare.Elementwise)
            or not op.partials
            or op.name in PIECEWISE
            or op.name.endswith("_by_z")  # of these a derivative by z more than of their own record
        ):
            continue
        moving = tuple(k for k, a in enumerate(op.arguments) if a in op.partials and a not in op.lacks)
        intervals = tuple(op.domain.get(a, (-2.0, 2.0)) for a in op.arguments)
        truth = reference(op.name) if op.name in ("gammaln", "expi") else op.reference
        truth = _where(ENDS[op.name], truth) if op.name in ENDS else truth
        found.append(Case(op.name, op, truth, intervals, moving))
    return found


METHODS = ("logpdf", "pdf", "cdf", "sf", "logcdf", "logsf", "ppf", "isf")


def distributions() -> list[Case]:
    """The functions of each continuous distribution in its standard form, by the number and all parameters."""
    import scipy.stats

    from tapegrad.ops import complete
    from tapegrad.ops.stats.distribution import Distribution
    from tapegrad.ops.stats.distribution import distributions as known

    complete("stats")
    found = []
    for d in known.values():
        if not isinstance(d, Distribution) or d.discrete:
            continue
        sample, theirs = d.sample[0], getattr(scipy.stats, d.name)
        quantiles = theirs.ppf([0.05, 0.95], *sample)
        for name in METHODS:
            first = (0.05, 0.95) if name in ("ppf", "isf") else (float(quantiles[0]), float(quantiles[1]))
            intervals = (first, *[(min(0.6 * p, 1.6 * p), max(0.6 * p, 1.6 * p)) for p in sample])
            case = Case(
                f"{d.name}.{name}", getattr(d, name), getattr(theirs, name), intervals, tuple(range(len(intervals)))
            )
            if _has_a_formula(case):
                found.append(case)
    return found


def _has_a_formula(case: Case) -> bool:
    """Tell whether a function is tapegrad's own: what requires grad never goes to SciPy."""
    try:
        case.function(*[leaf(np.array([0.5 * (low + high)])) for low, high in case.intervals])
    except tg.errors.ArgumentError:
        return False
    return True


def report(case: Case, order: int, points: int, seed: int) -> None:
    """Print what is wrong with a function."""
    point = draw(np.random.default_rng([seed, *case.name.encode()]), case, points)
    failures, count, lost = wrong(case, point, order)
    print(f"{case.name}, order {order}: {count} compared, {len(failures)} wrong, {len(lost)} not known", flush=True)
    for failure in failures[:4]:
        print("    by {}, at {}: {!r}, differences {!r} +- {!r}".format(*failure), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--orders", type=int, nargs="*", default=[1, 2])
    parser.add_argument(
        "--seconds", type=int, default=60, help="of CPU that a function has at most: none may search for ever"
    )
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for case in [*records(), *distributions()]:
        if options.names and not {case.name, case.name.partition(".")[0]} & {*options.names}:
            continue
        if not (child := os.fork()):
            resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds))
            for order in options.orders:
                report(case, order, options.points, options.seed)
            os._exit(0)
        if status := os.waitpid(child, 0)[1]:
            print(f"{case.name}: ended with status {status}", flush=True)


if __name__ == "__main__":
    main()

"""The gradient of a repeated call beside difference quotients.

The function is the sum of a random cotangent times every floating-point part of the result (of what is no choice in it), and of the arguments after the
call, of the arguments in double precision. Its derivative along a random direction is compared with central differences at three steps. These must agree
among themselves, and with the quotients of either side: at a kink, at a rounding, or near a singularity there is no derivative to compare.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg

from .calls import Call, Outcome, copied, leaves
from .comparing import Difference, invariants, plain

STEPS = (1e-4, 3e-5, 1e-5)
LARGEST = 2_000  # elements of the result or of the arguments
_AGREE = 1e-5


class NoQuotient(Exception):
    """There is no derivative to compare with."""


class Question:
    """A call as a function of one number: of the step along a direction; and of its arrays of floats."""

    def __init__(self, call: Call, expected: Outcome, seed: int) -> None:
        self.call, self.arrays = call, call.arrays()
        rng = np.random.default_rng(seed)
        self.places = [k for k, a in enumerate(self.arrays) if a.dtype == float]
        if call.name.startswith("scipy.optimize.") and "x0" in inspect.signature(call.original).parameters:
            raise NoQuotient("a start, which a solution does not depend on")
        self.no_choice = invariants(call.name) or (lambda found: found)
        parts = [plain(part) for _, part in leaves(self.no_choice(expected.value))]
        for before, after in zip(self.arrays, expected.written or self.arrays, strict=True):
            parts.append(None if np.array_equal(before, after, equal_nan=before.dtype.kind in "fc") else after)
        if not self.places or not any(map(_real_or_complex, parts)):
            raise NoQuotient("no floats")
        if any(0.0 < np.max(np.abs(self.arrays[k]), initial=0.0) < 1e-290 for k in self.places):
            raise NoQuotient("numbers whose steps lose digits")
        if any(_real_or_complex(p) and p.dtype.char in "fF" for p in parts):
            raise NoQuotient("results in single precision")
        if max(sum(a.size for a in self.arrays), sum(map(np.size, parts))) > LARGEST:
            raise NoQuotient("large")
        self.weights = [rng.uniform(0.5, 1.5, np.shape(p)) if _real_or_complex(p) else None for p in parts]
        self.directions = [self._direction(rng, self.arrays[k]) for k in self.places]

    @staticmethod
    def _direction(rng: np.random.Generator, a: np.ndarray) -> np.ndarray:
        largest = np.max(np.abs(a), where=np.isfinite(a), initial=0.0)
        return np.asarray(rng.uniform(-1.0, 1.0, a.shape) * (largest or 1.0))

    def along(self, directions: list[np.ndarray]) -> Question:
        """The same question along another direction; itself if that is none other."""
        if all(a is b for a, b in zip(directions, self.directions, strict=True)):
            return self
        other = copy.copy(self)
        vars(other).pop("quotient", None)
        vars(other).pop("differentiable", None)
        other.directions = directions
        return other

    def sum(self, function: Callable[..., Any], floats: Any, others: Callable[[np.ndarray], Any]) -> Any:
        """The weighted sum of what a call gives and writes."""
        arrays = [None if k in self.places else others(copied(a)) for k, a in enumerate(self.arrays)]
        for k, x in zip(self.places, floats, strict=True):
            arrays[k] = x
        found = self.call.run(function, arrays)
        if found.error is not None:
            raise found.error
        total: Any = 0.0
        for weight, (_, part) in zip(
            self.weights, _parts(found._replace(value=self.no_choice(found.value))), strict=True
        ):
            if weight is not None:
                if np.shape(part) != weight.shape:
                    raise NoQuotient("a shape that values decide")
                total = total + np.sum(np.real(part) * weight)
                if part.dtype.kind == "c":
                    total = total + np.sum(np.imag(part) * (2.0 - weight))
        return total

    @functools.cached_property
    def differentiable(self) -> bool:
        """Whether the derivative along the direction is the sum of those along its parts, as at no corner of many sides."""
        rng = np.random.default_rng(0)
        for _ in range(3):
            masks = [rng.integers(0, 2, d.shape) for d in self.directions]
            one = self._quotient([d * m for d, m in zip(self.directions, masks, strict=True)])
            two = self._quotient([d * (1 - m) for d, m in zip(self.directions, masks, strict=True)])
            if abs(one[0] + two[0] - self.quotient[0]) > one[1] + two[1] + self.quotient[1]:
                return False
        return True

    @functools.cached_property
    def quotient(self) -> tuple[float, float]:
        """The derivative along the direction by differences, and how sure it is."""
        return self._quotient(self.directions)

    def _quotient(self, directions: list[np.ndarray]) -> tuple[float, float]:
        found, sides, size = [], [], 0.0
        with np.errstate(all="ignore"):
            middle = float(self._at(0.0, directions))
            for h in STEPS:
                up, down = float(self._at(h, directions)), float(self._at(-h, directions))
                found.append((up - down) / (2 * h))
                sides.append(abs((up - middle) / h - (middle - down) / h))
                size = max(size, abs(up))
        scale = max(map(abs, found))
        noise = 50 * np.finfo(float).eps * size / STEPS[-1]
        spread = max(found) - min(found)
        if not np.isfinite(spread + scale) or spread > _AGREE * scale + noise:
            raise NoQuotient("quotients that differ")
        if sides[-1] > 0.3 * sides[0] + 2 * noise:  # which the bend makes ten times as large
            raise NoQuotient("a kink")
        return found[1], _AGREE * scale + 2 * spread + noise + np.finfo(float).tiny

    def _at(self, h: float, directions: list[np.ndarray]) -> Any:
        moved = [np.asarray(self.arrays[k] + h * d) for k, d in zip(self.places, directions, strict=True)]
        return self.sum(self.call.original, moved, lambda a: a)

    def eager(self) -> float:
        """The derivative along the direction by a reverse sweep."""
        leaves_ = [tg.tensor(self.arrays[k], requires_grad=True) for k in self.places]
        total = self.sum(self.call.twin, [x * 1.0 for x in leaves_], tg.tensor)  # since leaves cannot be written
        if not isinstance(total, tg.Tensor) or not total.requires_grad:
            return 0.0
        found = tg.autograd.grad(total, leaves_, allow_unused=True)
        return self._along([0.0 if g is None else g.numpy() for g in found])

    def compiled(self) -> float:
        """The derivative along the direction by a compiled gradient, replayed."""
        f = tg.compile(tg.func.grad(self._sum_of, argnums=tuple(range(len(self.places)))))
        at = [self.arrays[k] for k in self.places]
        with contextlib.suppress(Exception):  # outside the domain
            f(*[a * 0.75 for a in at])  # recorded with other numbers
        return self._along(f(*at))

    def _sum_of(self, *floats: Any) -> Any:
        return self.sum(self.call.twin, [x * 1.0 for x in floats], tg.tensor)

    def _along(self, gradients: Any) -> float:
        return float(sum(np.sum(g * d) for g, d in zip(gradients, self.directions, strict=True)))


def differences(question: Question, form: str, sweep: Callable[[Question], float]) -> list[Difference]:
    """Compare a gradient with the quotient.

    A function that reads one triangle of a matrix has a symmetric gradient, which answers for symmetric directions: where that one
    agrees, the difference is of the kind "triangle".
    """
    expected, tolerance = question.quotient
    found = sweep(question)
    if abs(found - expected) <= 10 * tolerance or not question.differentiable:
        return []
    detail = f"{expected!r} | {found!r}"
    mirrored = question.along([symmetric(d) for d in question.directions])
    if mirrored is not question:
        with contextlib.suppress(NoQuotient):
            expected, tolerance = mirrored.quotient
            if abs(sweep(mirrored) - expected) <= 10 * tolerance:
                return [Difference(form, "triangle", detail)]
    return [Difference(form, "gradient", detail)]


def symmetric(d: np.ndarray) -> np.ndarray:
    """Return the symmetric part of a matrix, of a complex one the Hermitian part, and other arrays as they are."""
    square = d.ndim > 1 and d.shape[-1] == d.shape[-2] > 1
    return (d + np.conj(np.swapaxes(d, -1, -2))) / 2 if square else d


def _parts(outcome: Outcome) -> list[tuple[str, Any]]:
    return [*leaves(outcome.value), *leaves(outcome.written or [])]


def _real_or_complex(x: Any) -> bool:
    return isinstance(x, np.ndarray | np.generic) and x.dtype.kind in "fc"

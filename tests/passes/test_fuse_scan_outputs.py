"""Sums of outputs of scans, which are added up while the steps run, in the order of every sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tapegrad.passes.lowering import lowered
from tests.replay.loops import RNG, leaves, unrolled

STEPS, WIDTH = 300, 24
C, W, X, T = (RNG(k).normal(size=s) for k, s in enumerate(((WIDTH,), (WIDTH,), (STEPS, WIDTH), (STEPS, WIDTH))))
P = RNG(4).normal(size=STEPS)


def outputs(scan: Any, c: Any, x: Any, w: Any, **keywords: Any) -> Any:
    """Two outputs of each step."""
    return scan(lambda c, x: (np.tanh(c * w + x), (np.sin(c) * x, c)), c, x, **keywords)


# of two outputs, and the last carry: what is summed; whether no output need be an array
SUMMED: dict[str, tuple[Any, bool]] = {
    "themselves": (lambda y, z, last: np.sum(y) + np.sum(z), True),
    "squares": (lambda y, z, last: np.sum(y * y) - np.mean(z**2), True),
    "both": (lambda y, z, last: np.sum(y * z), True),
    "errors": (lambda y, z, last: np.sum((y - T) ** 2) + np.sum(np.abs(z - np.sin(T))), True),
    "rows": (lambda y, z, last: np.sum(np.exp(y * P[:, None]) + z), True),
    "columns": (lambda y, z, last: np.sum(y / (2.0 + W * W)) + np.sum(np.where(z > W, z, 0.5)), True),
    "another shape": (
        lambda y, z, last: np.sum(y.reshape(STEPS, 4, 6) * W.reshape(4, 6) + z.reshape(STEPS, 4, 6)),
        True,
    ),
    "again": (lambda y, z, last: np.sum(y * y) + np.sum(y * y) * np.sum(y) + np.sum(z), True),
    "by the last carry": (lambda y, z, last: np.sum(y * last) + np.sum(z), False),
    "around the mean": (lambda y, z, last: np.sum((y - np.mean(y)) ** 2) + np.sum(z), False),
    "largest": (lambda y, z, last: np.sum(y * y) + np.max(y) + np.sum(z), False),
    "some": (lambda y, z, last: np.sum(y[3:] * y[:-3]) + np.sum(z), False),
    "given": (lambda y, z, last: (np.sum(y * y) + np.sum(z), y), True),
}


@pytest.mark.parametrize("name", SUMMED)
@pytest.mark.parametrize("reverse", [False, True])
def test_sums(name: str, reverse: bool) -> None:
    f, inside = SUMMED[name]

    def both(scan: Any, c: Any, x: Any, w: Any, **keywords: Any) -> Any:
        last, (y, z) = outputs(scan, c, x, w, reverse=reverse, **keywords)
        return f(y, z, last)

    compiled = tg.compile(lambda c, x, w: both(tg.scan, c, x, w))
    found, expected = compiled(C, X, W), both(unrolled, C, X, W, stack=np.stack)
    for ours, theirs in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-11)
    program = compiled.tape(C, X, W)
    assert (executable_of(program).work < 8 * STEPS * WIDTH * 0.5) == (inside and not reverse)
    assert sum(op is not None and op.kind.scans for op in lowered(program).ops) == 1


@pytest.mark.parametrize("name", [name for name, (_, inside) in SUMMED.items() if inside and name != "given"])
def test_gradients_of_sums(name: str) -> None:
    def loss(scan: Any, **keywords: Any) -> Any:
        def f(c: Any, x: Any, w: Any) -> Any:
            last, (y, z) = outputs(scan, c, x, w, **keywords)
            return SUMMED[name][0](y, z, last)

        return f

    compiled = tg.compile(tg.value_and_grad(loss(tg.scan), (0, 1, 2)))
    value, found = compiled(C, X, W)
    expected, slopes = tg.value_and_grad(loss(unrolled, stack=tg.stack), (0, 1, 2))(C, X, W)
    np.testing.assert_allclose(value, expected, rtol=1e-11)
    for ours, theirs in zip(found, slopes, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-11 * np.abs(theirs).max())
    program = compiled.tape(C, X, W)
    assert executable_of(program).work < 8 * STEPS * WIDTH * 1.5  # the carries, and blocks
    assert sum(op is not None and op.kind.scans for op in lowered(program).ops) == 2


@pytest.mark.parametrize(
    ("steps", "width"),
    [(2, 8), (10, 24), (11, 24), (31, 8), (32, 8), (33, 8), (90, 25), (500, 9), (33, 1000), (64, 256), (7, 257), (3, 5000)],
)  # fmt: skip
def test_sums_have_the_bits_of_eager_code(steps: int, width: int) -> None:
    """Whatever is left of a chunk at the end of a block: in eager code, the outputs are one array."""
    c, w, x = (RNG(k).normal(size=s) for k, s in enumerate(((width,), (width,), (steps, width))))
    weights = RNG(5).normal(size=(steps, 1))

    def f(c: Any, x: Any, w: Any) -> Any:
        _, (y, z) = outputs(tg.scan, c, x, w)
        return np.sum(y * y), np.sum(z), np.sum(y * weights - z)

    for ours, theirs in zip(tg.compile(f)(c, x, w), f(*map(tg.tensor, (c, x, w))), strict=True):
        assert float(ours).hex() == float(theirs).hex()
    of_first = tg.value_and_grad(lambda *args: f(*args)[0], (0, 1, 2))
    ours, theirs = tg.compile(of_first)(c, x, w), of_first(c, x, w)
    assert float(ours[0]).hex() == float(theirs[0]).hex()
    for found, expected in zip(ours[1], theirs[1], strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("number", [np.inf, -np.inf, np.nan])
def test_sums_that_are_not_finite(number: float) -> None:
    x = X.copy()
    x[40, 3] = number
    f = tg.compile(lambda c, x: np.sum(tg.scan(lambda c, x: (0.5 * c, c + x), c, x)[1]))
    assert float(f(C, x)) == number or (np.isnan(number) and np.isnan(float(f(C, x))))


def test_scans_that_read_what_the_other_one_gives() -> None:
    """No sum can be taken in both scans, and none of them reads what comes after it."""

    def f(scan: Any, c: Any, x: Any, w: Any, **keywords: Any) -> Any:
        last, (y, _) = outputs(scan, c, x, w, **keywords)
        end, (z, _) = outputs(scan, w, x, c, **keywords)
        return np.sum(y * end) * np.sum(z * last) + np.sum(y * z)

    found = tg.compile(lambda c, x, w: f(tg.scan, c, x, w))(C, X, W)
    np.testing.assert_allclose(found, f(unrolled, C, X, W, stack=np.stack), rtol=1e-11)


def test_outputs_that_are_dear_are_kept_for_the_reverse_sweep() -> None:
    """A product with a matrix that the reverse step has no other need of is not computed again."""
    m = RNG(6).normal(size=(WIDTH, WIDTH)) / 5.0

    def f(c: Any, x: Any) -> Any:
        return np.sum(tg.scan(lambda c, x: (0.9 * c + x, m @ c), c, x)[1] ** 2)

    compiled = tg.compile(tg.grad(f, (0, 1)))
    for ours, theirs in zip(compiled(C, X), tg.grad(f, (0, 1))(C, X), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    (*_, step) = [s["program"] for s in lowered(compiled.tape(C, X)).statics if "carries" in s]
    assert [op.name for op in step.ops if op is not None].count("matvec") == 1

"""Columns of scans that are computed elementwise: each step computes its own line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tapegrad.passes.lowering import lowered
from tests.replay.loops import RNG, unrolled

STEPS, SHAPE = 90, (4, 6)
X, T = (RNG(k).normal(size=(STEPS, *SHAPE)) / 3 for k in (1, 2))
C, W = (RNG(k).normal(size=SHAPE) / 3 for k in (3, 4))
P = RNG(5).normal(size=STEPS)

# of the entries: what the scan is given; of the outputs: what is summed
GIVEN: dict[str, Any] = {
    "as they are": lambda x: x,
    "functions": lambda x: np.sin(x) * T + 1.0,
    "by rows": lambda x: x * P[:, None, None],
    "by columns": lambda x: x * W,
    "by a row of one step": lambda x: x + W[None, :1],
    "by all of them": lambda x: x * np.sum(x),
    "chosen": lambda x: np.where(x > 0.1, x, 0.5 * x),
    "turned": lambda x: (x * T)[::-1],
    "reshaped": lambda x: np.exp((x.reshape(STEPS, 24) * 2.0).reshape(STEPS, 4, 6)),
    "of the other shape": lambda x: np.cos(x.reshape(STEPS, 6, 4).swapaxes(1, 2)),
    "one for all steps": lambda x: np.broadcast_to(np.sum(x, axis=0) * W, (STEPS, *SHAPE)),
    "through a sum": lambda x: x - np.mean(x, axis=0),
}
SUMMED: dict[str, Any] = {
    "squares": lambda y: np.sum(y * y),
    "errors": lambda y: np.mean((y - T) ** 2),
    "rows": lambda y: np.sum((y * P[:, None, None]) ** 2),
    "likelihood": lambda y: np.sum(np.log(1.0 + np.exp(-y * T))),
    "sums of rows": lambda y: np.sum(np.sum(y, axis=0) ** 2) + np.sum(np.sum(y, axis=(1, 2)) ** 2),
    "largest": lambda y: np.sum(np.maximum(y, 0.1) ** 2) + np.max(y),
    "some": lambda y: np.sum(y[10:] ** 2) + np.sum(y[::7, 1] ** 3),
    "products": lambda y: np.sum(y.reshape(STEPS, 24) @ W.ravel()),
}


def loss(scan: Any, given: str, summed: str, **keywords: Any) -> Any:
    def f(c: Any, x: Any, w: Any) -> Any:
        last, y = scan(lambda c, x: (np.tanh(c * w + x), np.sin(c) * x), c, GIVEN[given](x), **keywords)
        return SUMMED[summed](y) + np.sum(last)

    return f


@pytest.mark.parametrize(
    ("given", "summed"), [(g, "squares") for g in GIVEN] + [("as they are", s) for s in SUMMED if s != "squares"]
)
@pytest.mark.parametrize("reverse", [False, True])
def test_gradients(given, summed, reverse):
    found = tg.compile(tg.value_and_grad(loss(tg.scan, given, summed, reverse=reverse), (0, 1, 2)))(C, X, W)
    value, expected = tg.value_and_grad(loss(unrolled, given, summed, reverse=reverse, stack=tg.stack), (0, 1, 2))(
        C, X, W
    )
    np.testing.assert_allclose(found[0], value, rtol=1e-12)
    for ours, theirs in zip(found[1], expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12 * np.abs(theirs).max())


def test_what_is_returned_is_no_column():
    """An array that lies in memory anyway is read there, and an array of all steps is not written for the steps."""

    def f(c: Any, x: Any) -> Any:
        z = np.exp(x)
        return tg.scan(lambda c, z: (c * z, None), c, z)[0], z

    last, z = tg.compile(f)(C, X)
    np.testing.assert_allclose(z, np.exp(X))
    np.testing.assert_allclose(last, C * np.exp(np.sum(X, axis=0)), rtol=1e-12)
    for g, lines in ((f, 0), (lambda c, x: f(c, x)[0], 1)):
        program = lowered(tg.compile(g).tape(C, X))
        (static,) = [s for op, s in zip(program.ops, program.statics, strict=True) if op is not None and op.kind.scans]
        assert sum(op is not None and op.name == "exp" for op in static["program"].ops) == lines
        assert executable_of(program).work < 8 * STEPS * 4


def test_a_loop_that_ends():
    """The reverse scan of a `while_loop` knows where that ended by one of its columns, whatever the others are."""

    def f(c: Any, w: Any) -> Any:
        found = tg.while_loop(lambda v: np.sum(v) < 50.0, lambda v: v * 1.5 + w, c, max_steps=40)
        return np.sum(found * found)

    c, w = np.full(12, 0.5), np.linspace(0.1, 0.4, 12)
    found = tg.compile(tg.grad(f, (0, 1)))(c, w)
    last, steps = c, 0
    while np.sum(last) < 50.0:
        last, steps = last * 1.5 + w, steps + 1
    np.testing.assert_allclose(found[0], 2 * last * 1.5**steps, rtol=1e-12)
    np.testing.assert_allclose(found[1], 2 * last * (1.5**steps - 1) / 0.5, rtol=1e-12)

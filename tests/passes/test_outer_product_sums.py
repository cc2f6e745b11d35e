"""Sums of outer products over the steps of a scan, which products of matrices add up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import executable_of
from tapegrad.passes.lowering import lowered
from tapegrad.passes.outer_product_sums import outers
from tests.replay.loops import RNG, unrolled

N, M = 40, 33  # both matrices have more than 1,024 elements


def network(scan: Any, reverse: bool = False, twice: bool = False) -> Any:
    """The loss of a recurrent network of two matrices, one of which reads the entries."""

    def loss(w: Any, v: Any, h: Any, x: Any) -> Any:
        def step(h: Any, x: Any) -> Any:
            h = np.tanh(w @ h + v @ x)
            return (np.sin(w @ h) if twice else h), np.sum(h * h)

        last, ys = scan(step, h, x, reverse=reverse)
        return np.sum(last * last) + (np.sum(ys) if ys is not None else 0.0)

    return loss


def given(steps: int) -> list[np.ndarray]:
    rng = RNG(steps)
    return [rng.normal(size=s) / 6 for s in ((N, N), (N, M), (N,), (steps, M))]


@pytest.mark.parametrize("steps", [0, 1, 63, 64, 65, 150])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("twice", [False, True])
def test_gradients_by_matrices(steps, reverse, twice):
    torch = pytest.importorskip("torch")
    arrays = given(steps)
    found = tg.compile(tg.grad(network(tg.scan, reverse, twice), argnums=(0, 1, 2, 3)))(*arrays)
    w, v, h, x = (torch.tensor(a, requires_grad=True) for a in arrays)
    state, total = h, torch.zeros((), dtype=torch.float64)
    for t in reversed(range(steps)) if reverse else range(steps):
        state = torch.tanh(w @ state + v @ x[t])
        total = total + (state * state).sum()
        state = torch.sin(w @ state) if twice else state
    (total + (state * state).sum()).backward()
    for ours, theirs in zip(found, (w, v, h, x), strict=True):
        expected = np.zeros(theirs.shape) if theirs.grad is None else theirs.grad.numpy()
        np.testing.assert_allclose(ours, expected, rtol=1e-10, atol=1e-11 * np.abs(expected).max(initial=1.0))


def test_entries_that_lie_otherwise():
    """Entries in the other order, and one line for all steps."""
    w, v, h, x = given(70)
    loss = network(tg.scan)
    for change in (lambda x: x[::-1], lambda x: np.broadcast_to(x[0], x.shape), lambda x: x[:, ::-1]):
        expected = tg.grad(lambda v, h, x, change=change: network(unrolled)(w, v, h, change(x)))(v, h, x)
        found = tg.compile(tg.grad(lambda v, h, x, change=change: loss(w, v, h, change(x))))(v, h, x)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def test_second_derivatives():
    w, v, h, x = given(66)
    direction = RNG(5).normal(size=w.shape)

    def slope(scan: Any) -> Any:
        return tg.grad(lambda w: np.sum(tg.grad(lambda w: network(scan)(w, v, h, x))(w) * direction))

    by_hand = slope(unrolled)(w)
    np.testing.assert_allclose(tg.compile(slope(tg.scan))(w), by_hand, rtol=1e-8, atol=1e-9 * np.abs(by_hand).max())
    forward = tg.compile(lambda w: tg.hvp(lambda w: network(tg.scan)(w, v, h, x))(w, direction))(w)
    np.testing.assert_allclose(forward, by_hand, rtol=1e-8, atol=1e-9 * np.abs(by_hand).max())


def test_a_sum_of_ones_own():
    """Moments of the entries, summed by the loop itself; of the sums of all steps, if asked for, none may be missing."""
    _, _, _, x = given(130)

    def moments(x: Any) -> Any:
        return tg.scan(lambda s, x: (s + np.outer(x, x), None), np.ones((M, M)), x)[0]

    np.testing.assert_allclose(tg.compile(moments)(x), np.ones((M, M)) + x.T @ x, rtol=1e-12)

    def last(x: Any) -> Any:
        return tg.scan(lambda s, x: (np.outer(x, x), s.sum()), np.ones((M, M)), x)

    found = tg.compile(last)(x)
    np.testing.assert_allclose(found[0], np.outer(x[-1], x[-1]), rtol=1e-12)
    np.testing.assert_allclose(found[1], [M * M, *np.sum(x[:-1], axis=1) ** 2], rtol=1e-9)

    def again(x: Any) -> Any:
        return tg.scan(lambda s, x: (s + np.outer(x, x), (s + np.outer(x, x))[0]), np.ones((M, M)), x)

    found = tg.compile(again)(x)
    np.testing.assert_allclose(found[0], np.ones((M, M)) + x.T @ x, rtol=1e-12)
    np.testing.assert_allclose(found[1][-1], 1.0 + (x.T @ x)[0], rtol=1e-12)

    def all_of_them(x: Any) -> Any:
        return tg.scan(lambda s, x: (s + np.outer(x, x), s), np.ones((M, M)), x)[1]

    sums = np.ones((130, M, M)) + np.cumsum(x[:, :, None] * x[:, None, :], axis=0)
    found = tg.compile(all_of_them)(x)
    np.testing.assert_allclose(found[0], np.ones((M, M)))
    np.testing.assert_allclose(found[1:], sums[:-1], rtol=1e-12)


def test_no_step_adds_to_the_whole_matrix():
    arrays = given(200)
    program = tg.compile(tg.value_and_grad(network(tg.scan), argnums=(0, 1))).tape(*arrays)
    *_, (_, static) = [
        (op, s) for op, s in zip(lowered(program).ops, lowered(program).statics, strict=True)
        if op is not None and op.kind.scans
    ]  # fmt: skip
    found = outers(static["program"], static["carries"], static["columns"])
    assert found is not None
    assert max(form.size for form in found.program.output_forms) == N
    # the carries of all steps, outputs, and some lines: no matrix but those that are returned
    assert executable_of(program).work <= 8 * (200 * N + 200 + 64 * N + 8 * N + 3 * 2 * N * M)

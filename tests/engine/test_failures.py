"""A computation that fails, or is interrupted, when its values are needed: nothing is lost, the rest goes on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import sweep
from tapegrad.ops.products import matmul_op


class _Failing:
    """A matrix product that fails a number of times."""

    def __init__(self, times: int, error: type[BaseException]) -> None:
        self.times, self.error = times, error

    def __call__(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        if self.times > 0:
            self.times -= 1
            raise self.error("on purpose")
        return np.matmul(x, y)


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
def test_what_failed_once_can_be_tried_again(monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    x = tg.tensor(np.eye(2) * 3.0, requires_grad=True)
    monkeypatch.setattr(matmul_op, "forward", _Failing(1, error))
    loss = (x @ x).sum()
    with pytest.raises(error, match="on purpose"):
        loss.backward()
    assert x.grad is None
    loss.backward()
    assert x.grad is not None
    np.testing.assert_array_equal(x.grad.numpy(), np.full((2, 2), 6.0))


def test_what_always_fails_does_not_stop_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    x = tg.tensor(np.eye(2), requires_grad=True)
    monkeypatch.setattr(matmul_op, "forward", _Failing(10**9, RuntimeError))
    failed = (x @ x).sum()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="on purpose"):
            failed.item()
    (x * x).sum().backward()
    assert x.grad is not None
    np.testing.assert_array_equal(x.grad.numpy(), 2.0 * np.eye(2))
    with pytest.raises(RuntimeError, match="on purpose"):
        failed.item()
    with pytest.raises(tg.errors.GradientError, match="could not be computed"):
        failed.backward()


def test_an_interrupted_sweep_leaves_no_mark_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next sweep reaches the same input by an array instruction first, and by the interrupted region after that."""
    a = np.array([0.3, -1.2, 0.8])
    x = tg.tensor(a, requires_grad=True)
    y = tg.exp(x)
    first = y.sum()
    both = (tg.cumsum(y) * tg.cumsum(x)).sum()
    both.item()  # one run, executed

    real = sweep.run_region
    regions = []

    def interrupted_in_the_last_region(*arguments: Any) -> None:
        regions.append(arguments)
        if len(regions) == 2:
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(sweep, "run_region", interrupted_in_the_last_region)
    with pytest.raises(KeyboardInterrupt):
        first.backward(retain_graph=True)
    monkeypatch.setattr(sweep, "run_region", real)
    assert x.grad is None

    both.backward()
    assert x.grad is not None
    down = np.exp(a) * np.cumsum(np.cumsum(a)[::-1])[::-1]
    across = np.cumsum(np.cumsum(np.exp(a))[::-1])[::-1]
    np.testing.assert_allclose(x.grad.numpy(), down + across, rtol=1e-14)

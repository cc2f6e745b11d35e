"""A run is open, executed or freed, and passes on in one step."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapeFreedError
from tapegrad.machine import pool
from tapegrad.machine.layout import INPUT
from tapegrad.record.frame import Frame
from tapegrad.record.function_call import FunctionCall
from tapegrad.record.pending_run import Pending
from tapegrad.record.run import Released


def test_a_run_passes_through_its_states() -> None:
    x = tg.tensor(np.linspace(0.0, 1.0, 5), requires_grad=True)
    y = np.sum(x * x)
    run = y._family.run
    assert type(run.backing) is Pending
    assert len(run.backing) == len(run.backing.instructions) > 0
    assert y.item() == 1.875
    assert type(run.backing) is Frame
    y.backward()
    assert type(run.backing) is Released
    assert len(run.backing) == 0
    assert y.item() == 1.875
    with pytest.raises(TapeFreedError):
        y.backward()


def test_a_run_that_failed_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    x = tg.tensor(np.ones(5000), requires_grad=True)
    y = np.exp(x) * x
    run = y._family.run

    def refuse(*what: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(pool, "empty", refuse)
        with pytest.raises(MemoryError):
            y.tolist()
    assert type(run.backing) is Pending
    np.testing.assert_allclose(y.tolist(), np.full(5000, np.e), rtol=1e-15)
    assert type(run.backing) is Frame


def test_runs_that_nobody_watches_share_one_empty_watch() -> None:
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    other = y._family.run.watch
    z = (x * 3.0).sum()
    z.item()
    z = x * 2.0
    z.retain_grad()
    assert z._family.run.watch is not other
    assert other.hooks is None
    assert not other.nodes
    assert not other.retained


class Scaled(tg.autograd.Function):
    """Of a Tensor and a number: the product, and the sign, which has no derivative."""

    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        sign = np.sign(x * 1.0)
        ctx.mark_non_differentiable(sign)
        return x * factor, sign

    @staticmethod
    def backward(ctx, g, _):
        return g * ctx.factor, None


def test_the_call_of_a_function_is_executed_when_somebody_looks() -> None:
    x = tg.tensor([1.0, -2.0], requires_grad=True)
    y, sign = Scaled.apply(x * 1.0, 3.0)
    run = y._family.run
    assert type(run.backing) is FunctionCall
    np.testing.assert_array_equal(run.value(1), [3.0, -6.0])
    assert type(run.backing) is FunctionCall
    assert run.frame().code[:, 0].tolist()[0] == INPUT
    assert type(run.backing) is Frame
    assert run.backing.types.tolist() == [y._family.id, y._family.id, sign._family.id]
    np.testing.assert_array_equal(run.value(1), [3.0, -6.0])
    np.testing.assert_array_equal(y.detach().numpy(), [3.0, -6.0])
    (y * y).sum().backward()
    assert type(run.backing) is Released
    np.testing.assert_array_equal(x.grad.numpy(), [18.0, -36.0])

"""Writes to Tensors in code that returns: NumPy's values, true gradients, and the bits of recording for the first time."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import InplaceError
from tapegrad.tensor.compiled_methods import load
from tapegrad.trace_cache import tree

V = np.random.default_rng(5).normal(size=12)


@pytest.fixture(params=[False, True], ids=["in Python", "in machine code"])
def compiled(request, monkeypatch):
    if request.param:
        load()
    monkeypatch.setattr(tree.cursor, "left", 0 if request.param else 10**9)
    monkeypatch.setattr(tree.cursor, "on", request.param)
    tree.forget()


def test_what_may_not_be_written_is_refused_on_paths_too(compiled):
    data, leaf = tg.zeros(12), tg.tensor(V, requires_grad=True)
    earlier = leaf * 2.0
    earlier.sum().item()
    for target, refused in [
        (data.clone(), False),
        (earlier, False),
        (leaf, True),
        (leaf, True),
        (tg.zeros(12), False),
    ] * 2:
        y = leaf * 1.5
        if refused:
            with pytest.raises(InplaceError, match="leaf that requires grad"):
                target[0] = y[1]
        else:
            target[0] = y[1]
            assert target[0].item() == V[1] * 1.5
    for k in range(6):
        y = leaf * 1.5
        y[0] = leaf[1]
        if k == 5:
            with tg.no_grad(), pytest.raises(InplaceError, match="would lose its gradient"):
                y[1] = leaf[1]
        else:
            y[1] = leaf[1]
        y.sum().backward()


def test_a_view_that_is_held_sees_what_is_written_where_none_was_before(compiled):
    x = tg.tensor(V, requires_grad=True)
    for k in range(8):
        y = x * 2.0
        z = y[:3]
        if k < 5:
            del z
        y[1] = 5.0
        s = (y * y).sum()
        if k >= 5:
            assert z[1].item() == 5.0
        s.backward()


def test_a_mask_of_another_number_of_elements_is_refused_as_ever():
    x = tg.tensor(V, requires_grad=True)
    y = x * 2.0
    with pytest.raises((ValueError, IndexError)):
        y[y > 0.0] = np.ones(5)
    y[y > 0.0] = np.arange(float((V > 0.0).sum()))
    wanted = V * 2.0
    wanted[wanted > 0.0] = np.arange(float((V > 0.0).sum()))
    assert y.detach().numpy().tobytes() == wanted.tobytes()

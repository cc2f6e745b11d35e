"""What machine code makes of gradients, leaves and runs is what Python makes of them."""

from __future__ import annotations

import gc
import sys
from types import MappingProxyType

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import commit
from tapegrad.cpython.liveness import held
from tapegrad.record.families import Family
from tapegrad.record.recording import tape
from tapegrad.record.run import Released, Run
from tapegrad.tensor.value import TensorState, Value
from tests.support import hot_after

soon = hot_after(1)


def program(leaves):
    x, w, c = leaves
    z = np.tanh(x @ w) * c
    return (z * z).sum() + (w * 0.5).sum()


def leaves_of():
    rng = np.random.default_rng(0)
    return [tg.tensor(rng.normal(size=s), requires_grad=True) for s in ((3, 4), (4, 2), ())]


def slots(x, cls):
    """Return the slots of an object, without what is another one each time."""
    found = {name: getattr(x, name, "unset") for name in cls.__slots__ if name != "__weakref__"}
    nothing = (None, "unset", [], {}, (), MappingProxyType({}))
    return {n: "empty" if any(type(v) is type(e) and v == e for e in nothing) else v for n, v in found.items()}


def seen():
    """Return what a sealed sweep leaves: slots of a gradient, its node, the root's family, the run, the leaves."""
    leaves = leaves_of()
    for _ in range(6):
        for x in leaves:
            x.grad = None
        loss = program(leaves)
        loss.backward()
    assert tape.pending is None
    found = []
    for x in leaves:
        gradient = slots(x.grad, Value)
        node = slots(gradient.pop("_node"), TensorState)
        node["serial"] = type(node["serial"])
        found += [gradient, {**node, "array": node["array"].tobytes()}, type(x.grad), x._family, x._i]
    family = slots(loss._family, Family)
    run = family.pop("run")
    assert type(run.backing) is Released
    left = slots(run, Run)
    left["serial"] = type(left["serial"])
    backing = left.pop("backing")
    left["leaves"] = len(backing.leaves)
    left["kept"] = {slot: array.tobytes() for slot, array in backing.kept.items()}
    return [*found, {name: v for name, v in family.items() if name != "out"}, left]


def test_slots_are_those_that_python_leaves(monkeypatch):
    done, by_machine = [], commit.native()
    monkeypatch.setattr(commit, "_native", lambda *args: done.append(by_machine(*args)) or done[-1])
    found = seen()
    assert done[-1] is True
    monkeypatch.setattr(commit, "_native", lambda *args: False)
    for one, other in zip(found, seen(), strict=True):
        assert one == other


def test_what_is_not_plain_is_left_to_python(monkeypatch):
    done, by_machine = [], commit.native()
    monkeypatch.setattr(commit, "_native", lambda *args: done.append(by_machine(*args)) or done[-1])
    for event in ("gradient", "hook", "switched", ""):
        leaves = leaves_of()
        for _ in range(5):
            for x in leaves:
                x.grad = None
            program(leaves).backward()
        wanted = [x.grad.numpy() for x in leaves]
        for x in leaves:
            x.grad = None
        loss = program(leaves)
        if event == "gradient":
            leaves[2].grad = tg.tensor(1.0)
            wanted[2] = wanted[2] + 1.0
        elif event == "hook":
            leaves[1].register_hook(lambda g: 2.0 * g)
            wanted[1] = 2.0 * wanted[1]
        elif event == "switched":
            leaves[0].requires_grad_(False)
            wanted[0] = None
        done.clear()
        loss.backward()
        assert done == [not event]
        for x, g in zip(leaves, wanted, strict=True):
            assert (x.grad is None) if g is None else np.allclose(x.grad.numpy(), g, rtol=1e-14)


def test_references_are_counted():
    leaves = leaves_of()

    def step():
        program(leaves).backward()
        for x in leaves:
            x.grad = None

    def ours():
        return sum(type(x) in (tg.Tensor, TensorState, Family, Run, Released) for x in gc.get_objects())

    for _ in range(5):
        step()
    watched = [False, (), *leaves, *[x._node for x in leaves], tg.Tensor, TensorState, Released]
    gc.collect()
    counts, objects = [*map(sys.getrefcount, watched)], ours()
    gc.disable()
    try:
        for _ in range(200):
            step()
        assert ours() - objects < 50  # no cycles are left for the collector
    finally:
        gc.enable()
    assert all(abs(now - before) < 20 for now, before in zip(map(sys.getrefcount, watched), counts, strict=True))


def test_held():
    items = [object() for _ in range(70)]
    others = items[3], items[64]
    assert [k for k, one in enumerate(held()(items)) if one] == [3, 64]
    assert held()([]) == b""
    assert others


@pytest.mark.parametrize("turn", [5, 90])
@pytest.mark.parametrize("history", ["leaf", "product"])
def test_a_gradient_with_a_history_is_added_to(turn, history):
    """The sum is recorded in another run than the one that is released: it can be read, and swept."""
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 3))
    x, v = (tg.tensor(values, requires_grad=True) for values in (a, b))
    for k in range(100):
        x.grad = v.grad = None
        if k % 40 == turn % 40:
            x.grad = v if history == "leaf" else v * 2.0
        np.sum(np.sin(x) * v).backward()
        if k % 40 == turn % 40:
            factor = 1.0 if history == "leaf" else 2.0
            total = x.grad
            np.testing.assert_allclose(total.detach(), np.cos(a) * b + factor * b, rtol=1e-14)
            v.grad = None
            np.sum(total * total).backward()
            np.testing.assert_allclose(v.grad, 2.0 * factor * total.detach().numpy(), rtol=1e-14)

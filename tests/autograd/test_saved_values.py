"""`saved_tensors_hooks`, `disable_saved_tensors_hooks`, `save_on_disk`.

Gradients are compared with those without hooks, bit by bit, with PyTorch, and by hand where hooks change values.
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.autograd.graph import disable_saved_tensors_hooks, save_on_disk, saved_tensors_hooks
from tapegrad.errors import ArgumentError, DtypeError, InplaceError, SavedValuesError, ShapeError, TapeFreedError
from tapegrad.machine.layout import CONST, PICK
from tapegrad.ops import declare
from tapegrad.record.run import Run
from tests.support import bits, leaf, plain

RNG = np.random.default_rng


class Keeper:
    """Hooks that keep copies outside, and count."""

    def __init__(self, factor: float = 1.0) -> None:
        self.packed: list[np.ndarray] = []
        self.unpacked = 0
        self.factor = factor

    def pack(self, t: Any) -> int:
        assert not t.requires_grad
        assert not tg.is_grad_enabled()
        self.packed.append(t.numpy().copy())
        return len(self.packed) - 1

    def unpack(self, number: int) -> Any:
        self.unpacked += 1
        value = self.packed[number]
        return tg.tensor(value if value.dtype == bool else value * self.factor, dtype=value.dtype)

    def hooks(self) -> Any:
        return saved_tensors_hooks(self.pack, self.unpack)


def runs_of(t: Any) -> list[Run]:
    """The runs of a result's history."""
    found: list[Run] = []
    waiting = [t._family.run]
    while waiting:
        run = waiting.pop()
        if run not in found:
            found.append(run)
            waiting += [source[0] for _, source in run.sources if source.__class__ is tuple]
    return found


def poison(t: Any) -> None:
    """Spoil every value of a history that a sweep may not read any more, and check that arrays are gone."""
    for run in runs_of(t):
        frame = run.frame()
        assert frame.saved is not None
        leaves = {slot for slot, source in run.sources if source.__class__ is not tuple}
        for slot in range(len(frame)):
            if slot not in leaves and frame.code[slot, 0] != CONST and slot not in frame.saved.shown:
                frame.vals[slot] = np.nan
                assert not frame.arrays or frame.arrays[slot] is None


def network(x: Any, w: Any, v: Any) -> Any:
    hidden = np.tanh(x @ w) * 1.5
    scale = np.exp(hidden.sum() * 0.01) * v[0] + np.sqrt(v[1])
    masked = np.where(hidden > 0.1, hidden, np.exp(hidden)) * scale
    return np.sum((masked.T @ masked) ** 2) * scale + v.sum()


def leaves_of_network(dtype: Any = np.float64) -> list[Any]:
    rng = RNG(3)
    return [leaf(rng.normal(size=s).astype(dtype)) for s in ((5, 4), (4, 3))] + [leaf(np.array([0.3, 0.8], dtype))]


# ------------------------------------------------------------------------------------------------- gradients


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_are_the_same(dtype, create_graph):
    expected = grad(network(*(args := leaves_of_network(dtype))), args, create_graph=create_graph)
    args = leaves_of_network(dtype)
    keeper = Keeper()
    with keeper.hooks():
        y = network(*args)
        assert keeper.packed == []
    poison(y)
    count = len(keeper.packed)
    assert count > 5
    found = grad(y, args, create_graph=create_graph, retain_graph=True)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(bits(plain(a)), bits(plain(b)))
    assert (len(keeper.packed), keeper.unpacked) == (count, count)
    y.backward()
    for leaf_, b in zip(args, expected, strict=True):
        np.testing.assert_allclose(plain(leaf_.grad), plain(b), rtol=1e-5 if dtype == np.float32 else 1e-13)
    assert keeper.unpacked == 2 * count


def test_second_derivatives():
    def second(args, context):
        with context:
            y = network(*args)
            g = grad(y, args, create_graph=True)
            z = sum((h * h).sum() for h in g)
        return grad(z, args)

    keeper = Keeper()
    expected = second(leaves_of_network(), tg.enable_grad())
    for a, b in zip(second(leaves_of_network(), keeper.hooks()), expected, strict=True):
        np.testing.assert_allclose(plain(a), plain(b), rtol=1e-12)
    third = Keeper()
    args = leaves_of_network()
    with third.hooks():
        y = network(*args)
    g = grad(y, args, create_graph=True)  # recorded outside, of values saved inside
    z = sum((h * h).sum() for h in g)
    for a, b in zip(grad(z, args, create_graph=True), expected, strict=True):
        np.testing.assert_allclose(plain(a), plain(b), rtol=1e-12)


def test_third_derivatives_of_a_scalar():
    x = leaf(0.7)
    with Keeper().hooks():
        y = np.sin(x * 2.0) * x
        for _ in range(3):
            (y,) = grad(y, x, create_graph=True)
    # by hand: (x sin 2x)''' = -12 sin 2x - 8 x cos 2x
    assert y.item() == pytest.approx(-12 * np.sin(1.4) - 8 * 0.7 * np.cos(1.4), rel=1e-13)


ELEMENTWISE = [op for op in declare.table if isinstance(op, declare.Elementwise) and op.partials]
ARRAYS: list[Any] = [
    op for op in declare.table if isinstance(op, declare.ArrayOp) and op.adjoints and op.samples and op.op_class != PICK
]


def calls(op: Any) -> list[tuple[list[Any], dict[str, Any]]]:
    if not isinstance(op, declare.Elementwise):
        return [([np.asarray(a) for a in args], static) for args, static in op.samples(RNG(5))]
    rng = RNG([*op.name.encode()])
    found = []
    for shapes in ([(3, 4)] * 3, [(), (), ()], [(4,), (3, 1), ()], [(), (3,), (3,)]):
        args = []
        for argument, shape in zip(op.arguments, shapes, strict=False):
            low, high = op.domain.get(argument, (-2.0, 2.0))
            args.append(np.asarray(rng.random(shape) < 0.5 if argument in op.masks else rng.uniform(low, high, shape)))
        found.append((args, {}))
    return found


def lacking(op):
    """The arguments without a derivative."""
    return [k for k, a in enumerate(op.arguments) if a not in getattr(op, "partials", op.arguments)]


@pytest.mark.sampled(53)
@pytest.mark.parametrize("op", [*ELEMENTWISE, *ARRAYS], ids=lambda op: op.name)
def test_every_op(op):
    """All that its derivative reads comes from `unpack`; for the second time, from a sweep that is recorded."""
    for args, static in calls(op):
        moving = [k for k, a in enumerate(args) if a.dtype == np.float64 and k not in lacking(op)]

        def loss(leaves, args=args, static=static, moving=moving):
            given: list[Any] = [tg.tensor(a) for a in args]
            for k, x in zip(moving, leaves, strict=True):
                given[k] = x.reshape(x.shape) * 1.0 if x.shape else x * 1.0
            result = op.on_samples(*given, **static) if isinstance(op, declare.ArrayOp) else op(*given)
            results = result if isinstance(result, tuple) else (result,)
            return sum((out * np.cos(np.arange(out.size, dtype=float)).reshape(out.shape)).sum() for out in results)

        leaves = [leaf(args[k]) for k in moving]
        expected = grad(loss(leaves), leaves, allow_unused=True)
        with Keeper().hooks():
            y = loss(leaves)
        poison(y)
        for create_graph in (False, True):
            found = grad(y, leaves, allow_unused=True, retain_graph=True, create_graph=create_graph)
            for a, b in zip(found, expected, strict=True):
                assert (a is None) == (b is None)
                if a is not None:
                    np.testing.assert_allclose(plain(a), plain(b), rtol=1e-13, atol=1e-13)


def test_a_chain_longer_than_a_region():
    def chain(x):
        y = x
        for _ in range(300):
            y = np.sin(y) + x * 0.5
        return y.sum()

    x = leaf(RNG(0).normal(size=40))
    expected = grad(chain(x), x)[0]
    keeper = Keeper()
    with keeper.hooks():
        y = chain(x)
    poison(y)
    np.testing.assert_array_equal(plain(grad(y, x, retain_graph=True)[0]), plain(expected))
    np.testing.assert_allclose(plain(grad(y, x, create_graph=True)[0]), plain(expected), rtol=1e-12)


def test_a_large_region_is_not_left_to_the_sweep():
    """Without hooks, its forward and reverse sweeps are done in one visit."""
    x = leaf(RNG(1).normal(size=20_000))
    expected = grad(np.sum(np.sin(x * 2.0) * x), x)[0]
    keeper = Keeper()
    with keeper.hooks():
        z = x.reshape(100, 200) * 1.0
        y = np.sum(np.sin(z * 2.0) * z)
        y.backward(retain_graph=True)
        assert keeper.packed != []
        x.zero_grad()
        y.backward()
    np.testing.assert_array_equal(plain(x.grad), plain(expected))


def test_scalars_elements_and_assignment():
    def f(x):
        total = x[0] * x[1]
        for k in range(2, 6):
            total = total * x[k] + np.sin(total)
        y = x * 2.0
        y[1:3] = y[1:3] * total
        y[0] = total * total
        y *= y
        return np.sum(y * x) * np.exp(total)

    x = leaf(np.linspace(0.2, 1.1, 6))
    expected = grad(f(x), x)[0]
    with Keeper().hooks():
        y = f(x)
    poison(y)
    np.testing.assert_array_equal(plain(grad(y, x, retain_graph=True)[0]), plain(expected))
    np.testing.assert_allclose(plain(grad(y, x, create_graph=True)[0]), plain(expected), rtol=1e-13)


def test_loops_and_checkpoints():
    def f(x):
        c, _ = tg.scan(lambda c, r: (np.sin(c * r) + c, None), x, np.linspace(0.5, 1.0, 5))
        return np.sum(tg.checkpoint(lambda t: np.tanh(t) * t)(c) * x)

    x = leaf(np.array([0.2, 0.7]))
    expected = grad(f(x), x)[0]
    with Keeper().hooks():
        y = f(x)
    poison(y)
    np.testing.assert_array_equal(plain(grad(y, x)[0]), plain(expected))


def test_torch():
    """Lossy hooks on values that both libraries save: the products' operands that are no leaves."""
    torch = pytest.importorskip("torch")
    rng = RNG(7)
    x, w, v = rng.normal(size=(6, 5)), rng.normal(size=(5, 4)), rng.normal(size=(4, 3))

    def run(make, graph, sine):
        leaves = [make(w), make(v)]
        seen = []

        def pack(t):
            lossy = t.shape in ((6, 5), (6, 4))
            seen.append(tuple(t.shape)) if lossy else None
            return t * 2.0 if lossy else t

        data = make(x).detach()
        with graph.saved_tensors_hooks(pack, lambda t: t):
            y = ((data @ leaves[0]) @ leaves[1]).sum()
        value = y.detach().numpy().copy()
        y.backward()
        return value, [leaf_.grad.numpy() for leaf_ in leaves], sorted(seen)

    ours = run(lambda a: tg.tensor(a, requires_grad=True), tg.autograd.graph, np.sin)
    theirs = run(lambda a: torch.tensor(a, requires_grad=True), torch.autograd.graph, torch.sin)
    np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-13)
    for a, b in zip(ours[1], theirs[1], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
    assert ours[2] == theirs[2]


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_sweep_reads_what_unpack_returns(create_graph):
    """By hand: the derivative of a * b is taken where both were doubled, that of sin where its argument was."""
    x = leaf(np.array([0.3, 0.4]))
    with Keeper(2.0).hooks():
        a, b = x.reshape(2) * 1.0, x + 1.0
        a, b = a.reshape(2), b.reshape(2)
        y = (a * b).sum()
    (g,) = grad(y, x, create_graph=create_graph)
    np.testing.assert_allclose(plain(g), 2.0 * (2.0 * x.detach().numpy() + 1.0), rtol=1e-15)
    s = leaf(0.3)
    with Keeper(2.0).hooks():
        t = s * 3.0
        u = np.sin(t)
    (g,) = grad(u, s, create_graph=create_graph)
    assert g.item() == pytest.approx(3.0 * np.cos(1.8), rel=1e-14)
    assert (t.item(), u.item()) == (pytest.approx(0.9), pytest.approx(np.sin(0.9)))


def test_a_stored_intermediate_is_read_where_it_is_recomputed():
    """The same in both sweeps, though one computes the rest of the region again from it."""
    x = leaf(RNG(2).normal(size=8))
    with Keeper(1.5).hooks():
        y = x
        for _ in range(150):
            y = np.sin(y) + 0.1
        y = y.sum()
    one = plain(grad(y, x, retain_graph=True)[0])
    np.testing.assert_allclose(plain(grad(y, x, create_graph=True)[0]), one, rtol=1e-12)


class Scaled(tg.autograd.Function):
    """A product whose rule reads an argument, the result, and a Tensor that is neither."""

    @staticmethod
    def forward(ctx, x, y, label):
        out = np.sin(x) * y
        ctx.save_for_backward(x, out, np.cos(x), y)
        assert label == "label"
        return out

    @staticmethod
    def backward(ctx, g):
        x, out, slope, y = ctx.saved_tensors
        return g * slope * y, (g * out / y).sum(), None


@pytest.mark.parametrize("create_graph", [False, True])
def test_functions(create_graph):
    def f(x, s):
        return np.sum(Scaled.apply(x * 2.0, s * 1.0, "label") @ x)

    x, s = leaf(np.array([0.3, 0.4])), leaf(1.5)
    expected = grad(f(x, s), [x, s])
    keeper = Keeper()
    with keeper.hooks():
        y = f(x, s)
    shapes = sorted(p.shape for p in keeper.packed)
    assert shapes == [(), (2,), (2,), (2,)]  # its y, x and out, and out again where the product read it
    for a, b in zip(grad(y, [x, s], retain_graph=True, create_graph=create_graph), expected, strict=True):
        np.testing.assert_allclose(plain(a), plain(b), rtol=1e-14)
    wrong = Keeper(2.0)
    with wrong.hooks():
        t = leaf(np.array([0.3, 0.4]))
        z = np.sum(Scaled.apply(t * 2.0, s * 1.0, "label"))
    (g,) = grad(z, s, create_graph=create_graph)
    np.testing.assert_allclose(plain(g), np.sum(2.0 * np.sin([0.6, 0.8]) * 1.5) / 3.0, rtol=1e-14)


def test_hooks_on_tensors_and_anomaly_detection():
    x = leaf(RNG(9).normal(size=(3, 3)))
    expected = grad(np.sum(np.sin(np.tanh(x @ x) * 2.0) @ x), x)[0]
    seen = []
    with Keeper().hooks():
        a = np.tanh(x @ x)
        a.register_hook(lambda g: seen.append(g.shape))
        y = np.sum(np.sin(a * 2.0) @ x)
    poison(y)
    with tg.autograd.detect_anomaly():
        np.testing.assert_allclose(plain(grad(y, x, retain_graph=True)[0]), plain(expected), rtol=1e-13)
    for create_graph in (False, True):
        found = grad(y, x, retain_graph=True, create_graph=create_graph)[0]
        np.testing.assert_allclose(plain(found), plain(expected), rtol=1e-13)
    assert seen == [(3, 3)] * 3


def test_nodes_show_what_was_packed():
    x = leaf(np.array([[0.3, 0.4], [0.5, 0.6]]))
    with Keeper(2.0).hooks():
        a = x * 1.0
        y = a @ x
    saved = y.grad_fn.saved
    np.testing.assert_allclose(plain(saved["x"]), 2.0 * plain(x))
    np.testing.assert_array_equal(plain(a), plain(x))


def test_complex_numbers():
    def f(x):
        z = x * (1.0 + 2.0j) + 1j
        return np.sum((z @ z).real) + np.sum(abs(np.exp(z)))

    x = leaf(RNG(10).normal(size=(3, 3)))
    expected = grad(f(x), x)[0]
    keeper = Keeper()
    with keeper.hooks():
        y = f(x)
    assert {p.dtype.kind for p in keeper.packed} >= {"c"}
    for create_graph in (True, False):
        found = grad(y, x, retain_graph=True, create_graph=create_graph)[0]
        np.testing.assert_allclose(plain(found), plain(expected), rtol=1e-13)


def test_batched_seeds():
    x = leaf(np.array([0.3, 0.4, 0.5]))
    with Keeper().hooks():
        y = np.sin(x * 2.0) * x
    (found,) = grad(y, x, np.eye(3), is_grads_batched=True, retain_graph=True)
    expected = np.diag(2.0 * np.cos(2.0 * plain(x)) * plain(x) + np.sin(2.0 * plain(x)))
    np.testing.assert_allclose(plain(found), expected, rtol=1e-14)
    with saved_tensors_hooks(np.exp, np.log):
        y = np.sin(x * 2.0) * x
    (found,) = grad(y, x, np.eye(3), is_grads_batched=True)
    np.testing.assert_allclose(plain(found), expected, rtol=1e-12)


# ------------------------------------------------------------------------------------------------- what is shown


def test_what_tensors_show_stays_exact():
    x = leaf(RNG(4).normal(size=(3, 3)))
    keeper = Keeper(0.0)
    with keeper.hooks():
        a = x @ x
        b = a @ x
        s = b.sum() * 2.0
        t = s * s
    expected = x.detach().numpy() @ x.detach().numpy()
    np.testing.assert_array_equal(plain(a), expected)
    t.backward(retain_graph=True)
    np.testing.assert_array_equal(plain(a), expected)
    np.testing.assert_array_equal(plain(b), expected @ x.detach().numpy())
    assert s.item() == pytest.approx(2.0 * plain(b).sum(), rel=1e-14)
    later = (a * 2.0).sum()  # computed from what it shows
    assert later.item() == pytest.approx(2.0 * expected.sum(), rel=1e-14)
    t.backward()
    np.testing.assert_array_equal(plain(a), expected)
    assert t.item() == pytest.approx(s.item() ** 2, rel=1e-15)


def test_values_are_kept_only_while_they_are_shown():
    """What `nbytes` says: arrays go when packed, and shown ones when the last Tensor goes."""
    x = leaf(np.ones((100, 100)))
    size = x.nbytes
    with tg.Tape() as tape, Keeper().hooks() as hooks:
        a = x @ x
        b = np.tanh(a @ x)
        c = (b @ x).sum()
        del b
        tape_at_most = 3 * size + 4096
        assert tape.nbytes < tape_at_most  # the leaf and a
        del a
        hooks._forget_unseen()
        assert tape.nbytes < 2 * size + 4096
    c.backward()
    assert tape.nbytes < 4096
    np.testing.assert_array_equal(plain(x.grad)[0, :3], plain(x.grad)[0, 3:6])


def test_a_result_that_is_gone_is_still_an_entrance():
    """A later run reads a result whose Tensor is gone: sweeps pass it all the same."""
    x = leaf(np.array([1.0, 2.0]))
    with Keeper().hooks():
        a = x * 3.0
        other = (a * a).sum()
        other.item()
        y = (a @ a) * 2.0
        y.item()
        del a
    other.backward(retain_graph=True)
    x.zero_grad()
    y.backward()
    np.testing.assert_allclose(plain(x.grad), 36.0 * np.array([1.0, 2.0]), rtol=1e-15)
    z = leaf(2.0)
    b = z * z
    with Keeper().hooks():
        c = b * b
    (g,) = grad(c, z, create_graph=True)
    assert grad(g, z)[0].item() == pytest.approx(12 * 4.0)


def test_packed_values_of_a_consumed_tape_are_dropped():
    class Held:
        alive = 0

        def __init__(self, t):
            self.t = t
            Held.alive += 1

        def __del__(self):
            Held.alive -= 1

    x = leaf(np.ones(4))
    with saved_tensors_hooks(Held, lambda held: held.t):
        y = (np.sin(x * 2.0) @ np.cos(x * 3.0)) * 2.0
    assert Held.alive > 0
    y.backward(retain_graph=True)
    assert Held.alive > 0
    y.backward()
    assert Held.alive == 0
    with pytest.raises(TapeFreedError):
        y.backward()
    with saved_tensors_hooks(Held, lambda held: held.t):
        y = (np.sin(x * 2.0) @ np.cos(x * 3.0)) * 2.0
    assert Held.alive > 0
    del y
    assert Held.alive == 0


def test_leaves_and_what_no_derivative_reads_are_not_packed():
    x, data = leaf(np.ones((3, 3))), tg.tensor(np.full((3, 3), 2.0))
    keeper = Keeper()
    with keeper.hooks():
        y = np.sum((data @ x + data) * 5.0)
    assert [p.shape for p in keeper.packed] == [(3, 3)]
    np.testing.assert_array_equal(keeper.packed[0], plain(data))
    y.backward()
    np.testing.assert_array_equal(plain(x.grad), np.full((3, 3), 30.0))
    keeper = Keeper()
    with keeper.hooks(), tg.no_grad():
        (x @ x).sum().item()
    assert keeper.packed == []


def test_truth_values_and_float32_come_back_as_they_were():
    x = leaf(np.array([0.5, -1.0, 2.0], np.float32))
    mask = tg.tensor(np.array([True, False, True]))
    keeper = Keeper()
    with keeper.hooks():
        h = x * 2.0
        y = np.where(mask, h, np.exp(h)).sum()
    assert {p.dtype for p in keeper.packed} == {np.dtype(bool), np.dtype(np.float32)}
    y.backward()
    np.testing.assert_allclose(plain(x.grad), [2.0, 2.0 * np.exp(-2.0), 2.0], rtol=1e-6)
    with Keeper().hooks():
        h = x.reshape(3) * 2.0
        y = (h @ h).sum()
    x.zero_grad()
    y.backward()
    assert x.grad.dtype == np.float32
    np.testing.assert_allclose(plain(x.grad), 8.0 * plain(x), rtol=1e-6)


# ------------------------------------------------------------------------------------------------- contexts


def test_the_innermost_context_counts():
    x = leaf(np.ones(3))
    outer, inner = Keeper(), Keeper()
    with outer.hooks():
        a = np.sin(x * 2.0) @ x
        with inner.hooks():
            b = np.sin(x * 3.0) @ x
            assert len(outer.packed) == 1
        assert len(inner.packed) == 1
        c = np.sin(x * 4.0) @ x
    assert len(outer.packed) == 2
    d = np.sin(x * 5.0) @ x
    d.item()
    assert (len(outer.packed), len(inner.packed)) == (2, 1)
    (a + b + c + d).backward()
    assert (outer.unpacked, inner.unpacked) == (2, 1)
    np.testing.assert_allclose(plain(x.grad), sum(np.sin(k) + k * np.cos(k) for k in (2.0, 3.0, 4.0, 5.0)), rtol=1e-14)


def test_one_object_can_be_entered_again():
    keeper = Keeper()
    hooks = keeper.hooks()
    x = leaf(2.0)
    for _ in range(2):
        with hooks, hooks:
            y = np.sin(x * 2.0)
        y.backward()
    assert len(keeper.packed) == 2
    assert x.grad.item() == pytest.approx(4.0 * np.cos(4.0))


def test_other_threads_are_not_concerned():
    keeper = Keeper()
    result = []

    def work():
        x = leaf(2.0)
        y = np.sin(x * 2.0)
        y.backward()
        result.append(x.grad.item())

    with keeper.hooks():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert keeper.packed == []
    assert result == [pytest.approx(2.0 * np.cos(4.0))]


def test_functions_that_are_recorded_have_no_saved_values():
    keeper = Keeper()
    x = np.array([0.3, 0.4])
    with keeper.hooks():
        f = tg.compile(tg.grad(lambda x: np.sum(np.sin(x * 2.0))))
        np.testing.assert_allclose(f(x), 2.0 * np.cos(2.0 * x), rtol=1e-15)
        assert keeper.packed == []

        @tg.compile
        def g(x):
            with Keeper().hooks():
                return np.sin(x * 2.0)

        np.testing.assert_allclose(g(x), np.sin(2.0 * x), rtol=1e-15)


def test_gradients_taken_inside_the_context():
    """The transforms record runs of their own, whose values are packed too."""
    keeper = Keeper()
    x = np.array([0.3, 0.4])
    with keeper.hooks():
        found = tg.grad(lambda x: np.sum(np.sin(x * 2.0) @ x))(x)
        second = tg.grad(lambda x: np.sum(tg.grad(lambda y: np.sum(np.sin(y * 2.0)))(x)))(x)
    np.testing.assert_allclose(found, np.sin(2 * x) + 2.0 * np.cos(2 * x) * x, rtol=1e-14)
    np.testing.assert_allclose(second, -4.0 * np.sin(2 * x), rtol=1e-14)
    assert keeper.packed != []
    assert keeper.unpacked > 0


def test_disabling():
    x = leaf(2.0)
    keeper = Keeper()
    with disable_saved_tensors_hooks("not while this runs"):
        for context in (keeper.hooks(), save_on_disk()):
            with pytest.raises(SavedValuesError, match="not while this runs"), context:
                pass
        with disable_saved_tensors_hooks("inner"), pytest.raises(SavedValuesError, match="inner"), keeper.hooks():
            pass
        with pytest.raises(RuntimeError, match="not while"), keeper.hooks():
            pass
    with keeper.hooks(), disable_saved_tensors_hooks("x"):
        y = np.sin(x * 2.0)
        y.item()
        assert len(keeper.packed) == 1
    y.backward()
    assert x.grad.item() == pytest.approx(2.0 * np.cos(4.0))


# ------------------------------------------------------------------------------------------------- what hooks may do


def test_hooks_may_compute_with_tensors():
    """What they compute is not saved in turn, and requires no grad."""
    x = leaf(RNG(8).normal(size=(4, 4)))
    calls = []

    def pack(t):
        calls.append(t.shape)
        return np.exp(t) * 2.0, (t @ t).sum().item()

    def unpack(kept):
        calls.append("unpack")
        w = leaf(np.ones(3))
        with tg.enable_grad():
            (w * w).sum().backward()
        assert w.grad.tolist() == [2.0, 2.0, 2.0]
        return np.log(kept[0] / 2.0)

    expected = grad(np.sum(np.sin(x @ x) @ x), x)[0]
    with saved_tensors_hooks(pack, unpack):
        y = np.sum(np.sin(x @ x) @ x)
    assert calls == [(4, 4)] * len(calls)
    (g,) = grad(y, x, retain_graph=True)
    np.testing.assert_allclose(plain(g), plain(expected), rtol=1e-10)
    (g,) = grad(y, x, create_graph=True)
    np.testing.assert_allclose(plain(g), plain(expected), rtol=1e-10)
    np.testing.assert_allclose(
        plain(grad(g.sum(), x)[0]),
        plain(grad(grad(np.sum(np.sin(x @ x) @ x), x, create_graph=True)[0].sum(), x)[0]),
        rtol=1e-8,
    )


def test_unpack_may_return_the_same_tensor_each_time():
    x = leaf(np.ones((3, 3)) * 0.5)
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        y = np.sum(np.tanh(x @ x) @ x)
    first = plain(grad(y, x, retain_graph=True)[0]).copy()
    for create_graph in (True, False):
        np.testing.assert_allclose(plain(grad(y, x, create_graph=create_graph)[0]), first, rtol=1e-14)


@pytest.mark.parametrize("change", [lambda t: t.__setitem__(0, 5.0), lambda t: t.__iadd__(1.0)], ids=["item", "all"])
def test_pack_must_not_change_its_tensor(change):
    x = leaf(np.array([1.0, 2.0]))

    def pack(t):
        change(t)
        return t

    with pytest.raises(InplaceError, match="pack changed"), saved_tensors_hooks(pack, lambda t: t):
        y = np.sum((x * 2.0) @ x)
    assert y.item() == 10.0
    y.backward()
    np.testing.assert_array_equal(plain(x.grad), [4.0, 8.0])


def test_an_exception_in_pack_leaves_the_values_in_memory():
    x = leaf(np.array([1.0, 2.0]))
    count = []

    def pack(t):
        count.append(1)
        np.sin(t)
        if len(count) == 2:
            raise KeyError("full")
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        a = x * 2.0
        y = np.sum(a @ a.reshape(2))
        z = np.sum((x * 3.0) @ (x * 5.0)) + y
        with pytest.raises(KeyError, match="full"):
            z.backward()
        assert x.grad is None
        z.backward()
    np.testing.assert_allclose(plain(x.grad), [38.0, 76.0])


def wrong(result: Any) -> Any:
    return saved_tensors_hooks(lambda t: t, lambda t: result(t))


@pytest.mark.parametrize(
    ("result", "error", "message"),
    [
        (lambda t: None, DtypeError, "must return a Tensor, got NoneType"),
        (lambda t: t.numpy(), DtypeError, "must return a Tensor, got ndarray"),
        (lambda t: t[:1], ShapeError, r"of shape \(2,\), got \(1,\), for what multiply gave"),
        (lambda t: t.astype(np.float32), DtypeError, "of float64, got float32"),
        (lambda t: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_a_wrong_unpack_changes_nothing(result, error, message):
    x = leaf(np.array([1.0, 2.0]))
    switch = [True]
    with wrong(lambda t: result(t) if switch[0] else t):
        y = np.sum((x * 2.0) @ x)
        unpacked = leaf(1.0)
        z = y * unpacked
    for create_graph in (False, True):
        with pytest.raises(error, match=message):
            z.backward(create_graph=create_graph)
        assert x.grad is None
        assert unpacked.grad is None
        with pytest.raises(error, match=message):
            grad(z, x, create_graph=create_graph)
    switch[0] = False
    z.backward()
    np.testing.assert_array_equal(plain(x.grad), [4.0, 8.0])
    assert unpacked.grad.item() == 10.0


def test_the_context_ends_after_an_exception():
    keeper = Keeper()
    x = leaf(2.0)
    with contextlib.suppress(KeyError), keeper.hooks():
        y = np.sin(x * 2.0)
        raise KeyError
    z = np.sin(x * 3.0)
    (y + z).backward()
    assert len(keeper.packed) == 1


def test_hooks_must_be_functions():
    with pytest.raises(ArgumentError, match="pack"):
        saved_tensors_hooks(None, lambda t: t)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="unpack"):
        saved_tensors_hooks(lambda t: t, 3)  # type: ignore[arg-type]


def test_printing_says_what_is_packed():
    x = leaf(np.ones((2, 2)))
    with tg.Tape() as tape, Keeper().hooks():
        y = np.sum(np.sin(x @ x))
    lines = str(tape).splitlines()
    assert [line.endswith("packed") for line in lines if "matmul" in line] == [True]
    y.backward()


# ------------------------------------------------------------------------------------------------- files


def deep(x: Any, w: Any) -> Any:
    for _ in range(6):
        x = np.tanh(x @ w)
    return np.sum(x)


@pytest.mark.usefixtures("only_new_objects")
@pytest.mark.parametrize("create_graph", [False, True])
def test_save_on_disk(tmp_path: Path, create_graph):
    x, w = tg.tensor(RNG(1).normal(size=(40, 40))), leaf(RNG(2).normal(size=(40, 40)) * 0.2)
    expected = grad(deep(x, w), w)[0]
    with tg.Tape() as usual:
        y = deep(x, w)
    with tg.Tape() as tape, save_on_disk(tmp_path, threshold=1000):
        z = deep(x, w)
    assert tape.nbytes < usual.nbytes / 5
    (folder,) = tmp_path.iterdir()
    assert len(list(folder.iterdir())) >= 6
    if os.name == "posix":
        assert folder.stat().st_mode & 0o077 == 0
    np.testing.assert_allclose(
        plain(grad(z, w, create_graph=create_graph, retain_graph=True)[0]), plain(expected), rtol=1e-13
    )
    assert len(list(folder.iterdir())) >= 6
    z.backward()
    np.testing.assert_array_equal(plain(w.grad), plain(expected))
    gc.collect()
    assert list(tmp_path.iterdir()) == []
    y.backward()


def test_small_values_stay_in_memory(tmp_path: Path):
    w = leaf(np.ones((4, 4)))
    with save_on_disk(tmp_path, threshold=129):
        y = deep(w, w)
    assert list(tmp_path.iterdir()) == []
    y.backward()
    with save_on_disk(tmp_path, threshold=128):
        y = deep(w, w)
    assert len(list(tmp_path.iterdir())) == 1
    del y
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("only_new_objects")
def test_files_go_step_by_step_and_after_exceptions(tmp_path: Path):
    w = leaf(np.eye(8))
    with contextlib.suppress(KeyError), save_on_disk(tmp_path, threshold=0):
        for step in range(3):
            deep(w, w).backward()
            files = [f for folder in tmp_path.iterdir() for f in folder.iterdir()]
            assert files == [], step
        y = deep(w, w)
        y.item()
        assert [f for folder in tmp_path.iterdir() for f in folder.iterdir()] != []
        raise KeyError
    del y
    gc.collect()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("only_new_objects")
def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch):
    w = leaf(np.eye(8))

    def full(path, array):
        Path(path).write_bytes(b"half")
        raise OSError("no space left")

    with save_on_disk(tmp_path, threshold=0):
        y = deep(w, w)
        with monkeypatch.context() as patched:
            patched.setattr(np, "save", full)
            with pytest.raises(OSError, match="no space"):
                y.item()
    gc.collect()
    assert [f for folder in tmp_path.iterdir() for f in folder.iterdir()] == []
    y.backward()
    assert w.grad is not None


def test_a_file_that_is_gone(tmp_path: Path):
    w = leaf(np.eye(8))
    with save_on_disk(tmp_path, threshold=0):
        y = deep(w, w)
    next(next(tmp_path.iterdir()).iterdir()).unlink()
    with pytest.raises(FileNotFoundError):
        y.backward()
    assert w.grad is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_removes_nothing(tmp_path: Path):
    w = leaf(np.eye(8))
    with save_on_disk(tmp_path, threshold=0):
        y = deep(w, w)
    count = len(list(next(tmp_path.iterdir()).iterdir()))
    code = (
        "import os, sys, numpy as np, tapegrad as tg\n"
        "w = tg.tensor(np.eye(8), requires_grad=True)\n"
        "with tg.autograd.graph.save_on_disk(sys.argv[1], threshold=0):\n"
        "    y = np.sum(np.tanh(w @ w) @ w)\n"
        "y.item()\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    del y\n"
        "    sys.exit(0)\n"
        "assert os.waitpid(pid, 0)[1] == 0\n"
        "y.backward()\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert len(list(next(tmp_path.iterdir()).iterdir())) == count  # that of the other process is gone, ours is not
    assert len(list(tmp_path.iterdir())) == 1
    y.backward()


def test_save_on_disk_arguments(tmp_path: Path):
    with pytest.raises(ArgumentError, match="not a folder"):
        save_on_disk(tmp_path / "none")
    for bad in (-1, 1.5, "1 MB"):
        with pytest.raises(ArgumentError, match="threshold"):
            save_on_disk(threshold=bad)  # type: ignore[arg-type]


def test_constants_are_not_values():
    keeper = Keeper()
    x = leaf(2.0)
    with keeper.hooks():
        y = x * 3.0 * 5.0
    assert keeper.packed == []
    y.backward()
    assert x.grad.item() == 15.0

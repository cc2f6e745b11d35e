"""What is left of the tape after a sweep: consumed, or retained."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ShapeError, TapeFreedError
from tapegrad.record import pending_run, recording
from tests.support import leaf


def scalar_product(x):
    return x * x


def sum_of_parts(x):
    return x + x


def array_sum(x):
    return (x + 1.0).sum()


def reshaped(x):
    return x.reshape(1, -1).sum()


def multiplied(x):
    return (x * np.ones((3, 2)).T[0][:, None] if x.ndim else x * 2.0).sum()


def assigned(x):
    y = x.clone()
    y[...] = x * 2.0
    return y.sum()


EVERY_KIND = [scalar_product, sum_of_parts, array_sum, reshaped, multiplied, assigned]


@pytest.mark.parametrize("make", EVERY_KIND, ids=lambda f: f.__name__)
@pytest.mark.parametrize("values", [2.0, [2.0], np.ones(300)], ids=["scalar", "one", "array"])
def test_a_second_sweep_raises_whatever_was_recorded(make, values):
    x = leaf(values)
    y = make(x)
    y.backward(np.ones(y.shape))
    first = x.grad
    with pytest.raises(TapeFreedError, match="backward: this part of the tape was freed"):
        y.backward(np.ones(y.shape))
    with pytest.raises(TapeFreedError, match="grad: this part of the tape was freed"):
        tg.autograd.grad(y, x, np.ones(y.shape))
    assert x.grad is first


@pytest.mark.parametrize("make", EVERY_KIND, ids=lambda f: f.__name__)
@pytest.mark.parametrize("values", [2.0, np.ones(300)], ids=["scalar", "array"])
def test_retained_sweeps_give_the_same_gradient_every_time(make, values):
    x = leaf(values)
    y = make(x)
    seed = np.full(y.shape, 0.7)
    expected = tg.autograd.grad(make(x), x, seed)[0].numpy()
    for _ in range(3):
        np.testing.assert_array_equal(tg.autograd.grad(y, x, seed, retain_graph=True)[0].numpy(), expected)
    np.testing.assert_array_equal(tg.autograd.grad(y, x, seed)[0].numpy(), expected)
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(y, x, seed)


def test_different_seeds_on_a_retained_tape():
    x = leaf([1.0, 2.0, 3.0])
    y = np.exp(x) * x
    rows = [tg.autograd.grad(y, x, row, retain_graph=True)[0].numpy() for row in np.eye(3)]
    v = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(rows, np.diag(np.exp(v) * (v + 1)), rtol=1e-15)


def test_two_disjoint_graphs_recorded_together_are_swept_one_after_the_other():
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    a = x * x
    b = np.sin(w)
    a_sum = a.sum()
    b_sum = b.sum()
    a_sum.backward()
    assert x.grad.tolist() == [2.0, 4.0]
    assert w.grad is None
    b_sum.backward()
    np.testing.assert_allclose(w.grad.numpy(), np.cos([3.0, 4.0]), rtol=1e-15)
    for freed in (a_sum, b_sum):
        with pytest.raises(TapeFreedError):
            freed.backward()


def test_two_disjoint_scalar_graphs_recorded_together():
    x, w = leaf(2.0), leaf(3.0)
    a, b = x * x, w * w
    c, d = a * x, b * w
    c.backward()
    d.backward()
    assert x.grad.item() == 12.0
    assert w.grad.item() == 27.0
    with pytest.raises(TapeFreedError):
        a.backward()


def test_many_losses_recorded_before_the_first_sweep():
    leaves = [leaf(float(k)) for k in range(1, 20)]
    losses = [x**3 + x for x in leaves]
    for x, loss in zip(leaves[::-1], losses[::-1], strict=True):
        loss.backward()
        assert x.grad.item() == 3 * x.item() ** 2 + 1


@pytest.mark.parametrize("first", ["left", "right"])
def test_a_shared_part_is_freed_by_the_first_sweep(first):
    x = leaf(2.0)
    shared = x * x
    left, right = shared * 3.0, np.sin(shared)
    one, other = (left, right) if first == "left" else (right, left)
    one.backward()
    with pytest.raises(TapeFreedError):
        other.backward()


def test_a_part_behind_a_consumed_one_raises_before_anything_changes():
    x, w = leaf(2.0), leaf(5.0)
    y = x * x
    y.backward()
    z = y * w
    with pytest.raises(TapeFreedError):
        z.backward()
    assert x.grad.item() == 4.0
    assert w.grad is None


def test_a_consumed_result_may_be_used_after_detach():
    x, w = leaf(2.0), leaf(5.0)
    y = x * x
    y.backward()
    (y.detach() * w).backward()
    assert w.grad.item() == 4.0


def test_a_sweep_leaves_later_parts_alone():
    x = leaf(2.0)
    y = x * x
    z = x * 3.0
    w = z * z
    y.backward()
    w.backward()
    assert x.grad.item() == 4.0 + 2 * 9 * 2.0


@pytest.mark.parametrize("size", [1, 7, 400, 5000])
def test_live_results_can_be_read_after_their_tape_was_consumed(size):
    rng = np.random.default_rng(0)
    values = rng.normal(size=size)
    x = leaf(values)
    y = np.sin(x)
    z = y * x
    picked = z[size // 2]
    column = z.reshape(-1, 1)
    total = z.sum()
    total.backward()
    np.testing.assert_allclose(y.detach().numpy(), np.sin(values), rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(z.detach().numpy(), np.sin(values) * values, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(picked.item(), (np.sin(values) * values)[size // 2], rtol=1e-14)
    np.testing.assert_allclose(column.detach().numpy()[:, 0], np.sin(values) * values, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(total.item(), np.sum(np.sin(values) * values), rtol=1e-12)
    assert "tensor(" in repr(total)


def test_results_of_an_assignment_can_be_read_after_consumption():
    x = leaf([1.0, 2.0, 3.0])
    y = x * 2.0
    before = y * 1.0
    y[1] = x[0] * 10.0
    y.sum().backward()
    assert y.tolist() == [2.0, 10.0, 6.0]
    assert before.tolist() == [2.0, 4.0, 6.0]
    assert x.grad.tolist() == [12.0, 0.0, 2.0]


def test_a_failed_call_consumes_nothing():
    x = leaf([1.0, 2.0])
    y = x * x
    with pytest.raises(ShapeError):
        y.backward(np.ones(3))
    y.backward(np.ones(2))
    assert x.grad.tolist() == [2.0, 4.0]


def test_create_graph_implies_retain():
    x = leaf(2.0)
    y = x**3
    (g,) = tg.autograd.grad(y, x, create_graph=True)
    assert tg.autograd.grad(y, x)[0].item() == 12.0
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(y, x)
    assert tg.autograd.grad(g, x)[0].item() == 12.0  # the recorded sweep reads only the leaf


def test_a_recorded_sweep_that_reads_a_consumed_value_raises():
    x = leaf(2.0)
    y = np.sin(x) ** 3
    (g,) = tg.autograd.grad(y, x, create_graph=True)
    y.backward()
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(g, x)


def test_create_graph_without_retain():
    x = leaf(2.0)
    y = np.exp(x)
    (g,) = tg.autograd.grad(y, x, create_graph=True, retain_graph=False)
    assert g.item() == pytest.approx(np.exp(2.0), rel=1e-15)
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(y, x)


def test_inputs_consume_only_the_part_that_was_swept():
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    left, right = np.exp(x), np.exp(w)
    tg.autograd.grad((left * right).sum(), x)
    right.backward(np.ones(2))
    np.testing.assert_allclose(w.grad.numpy(), np.exp([3.0, 4.0]), rtol=1e-15)
    with pytest.raises(TapeFreedError):
        left.backward(np.ones(2))


def test_an_inner_gradient_does_not_consume_what_was_recorded_before_it():
    x = leaf(2.0)
    y = np.sin(x)
    inner = leaf(3.0)
    (g,) = tg.autograd.grad(inner * inner, inner)
    (y * g).backward()
    assert x.grad.item() == pytest.approx(np.cos(2.0) * 6.0, rel=1e-15)


@pytest.mark.usefixtures("only_new_objects")
def test_the_tape_is_freed_with_its_last_result():
    x = leaf(np.ones(1000))
    with tg.Tape() as tape:
        y = np.exp(x)
        z = y * x
    assert len(tape) > 0
    alive = weakref.ref(z._family.run)
    del y, z
    gc.collect()
    assert alive() is None
    assert len(tape) == 0


def test_consumed_instructions_are_no_longer_counted():
    x = leaf(np.ones(1000))
    with tg.Tape() as tape:
        y = np.exp(x)
        z = (y * x).sum()
        assert len(tape) > 0
        z.backward()
        assert len(tape) == 0
        assert y.tolist()[0] == pytest.approx(np.e, rel=1e-15)
        assert tape.nbytes < 3 * 8000  # y and z, no code


DROPPED = {
    "matmul": lambda v, c: v[:4] @ c.reshape(4, -1),
    "multiply": lambda v, c: np.exp(v) * c,
    "cumsum": lambda v, c: np.cumsum(v * c),
    "choose": lambda v, c: np.choose(c > 0, [v, c]),
    "interp": lambda v, c: np.interp(v[:4], c, c),
}


@pytest.mark.parametrize("name", DROPPED)
def test_dropped_results_keep_a_bounded_number_of_bytes(name, monkeypatch):
    """A loop whose results nobody asks for, while a sum that is kept goes on."""
    room = 1 << 22
    monkeypatch.setattr(recording, "ROOM", room)
    monkeypatch.setattr(pending_run, "ROOM", room)
    v, constant = leaf(np.linspace(0.1, 0.9, 1 << 14)), np.linspace(1.0, 2.0, 1 << 14)  # 128 KiB
    kept, peak = 0.0, 0
    with tg.Tape() as tape:
        for step in range(200):
            DROPPED[name](v, constant)
            if step % 50 == 0:
                kept = kept + v[step] * constant[step]
            peak = max(peak, tape.nbytes)
        assert peak < 5 * room  # of 25 MiB and more that were given; a run that is executed keeps results, too
        kept.backward()
    assert np.flatnonzero(v.grad.numpy()).tolist() == [0, 50, 100, 150]
    np.testing.assert_array_equal(v.grad.numpy()[::50][:4], constant[[0, 50, 100, 150]])

"""Hooks: what they may change and hold on to, what happens if they fail, and where tapegrad deliberately differs."""

from __future__ import annotations

import gc
import math
import tracemalloc
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError, TapeFreedError
from tests.autograd.test_hook_programs import an_optimizer_within_the_sweep
from tests.worlds import Torch, World, check, plain, same, worlds

# ----------------------------------------------------------------------------------------- accumulation hooks


def test_an_optimizer_within_the_sweep_makes_the_steps_of_one_outside():
    x, y = np.array([1.0, 2.0]), 3.0
    for _ in range(3):
        x, y = x - 0.1 * 2.0 * x * y, y - 0.1 * float(x @ x)
    same(an_optimizer_within_the_sweep(World()), (x.tolist(), y, None, None))


def test_accumulation_hooks_run_after_every_gradient_is_in_place():
    x, y, seen = tg.tensor(2.0, requires_grad=True), tg.tensor(3.0, requires_grad=True), []
    z = x * y
    for leaf in (x, y):
        leaf.register_post_accumulate_grad_hook(lambda _: seen.append((plain(x.grad), plain(y.grad))))
    z.backward()
    assert seen == [(3.0, 2.0), (3.0, 2.0)]
    with pytest.raises(TapeFreedError):
        z.backward()


def test_an_accumulation_hook_that_fails_finds_everything_committed():
    x = tg.tensor(2.0, requires_grad=True)
    handle = x.register_post_accumulate_grad_hook(lambda leaf: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        (x * x).backward()
    assert plain(x.grad) == 4.0
    handle.remove()
    (x * x).backward()
    assert plain(x.grad) == 8.0


def test_accumulation_hooks_belong_to_leaves_and_return_nothing():
    x = tg.tensor(2.0, requires_grad=True)
    with pytest.raises(GradientError, match="register_post_accumulate_grad_hook: this Tensor is not a leaf"):
        (x * x).register_post_accumulate_grad_hook(print)
    with pytest.raises(GradientError, match="does not require grad"):
        tg.tensor(2.0).register_post_accumulate_grad_hook(print)
    x.register_post_accumulate_grad_hook(lambda leaf: 1.0)
    with pytest.raises(DtypeError, match="must return None, got float"):
        (x * x).backward()


# -------------------------------------------------------------------------------------------- hooks that fail


def scalars(x):
    return x * x * 2.0


def a_region(x):
    return tg.sin(x) * x


def an_array_op(x):
    return x.reshape(-1)[::2]


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("at", ["result", "leaf", "node", "before the node", "several"])
@pytest.mark.parametrize(
    ("make", "data"),
    [(scalars, 2.0), (a_region, [1.0, 2.0]), (an_array_op, [1.0, 2.0])],
    ids=lambda p: getattr(p, "__name__", ""),
)
def test_a_hook_that_fails_leaves_gradients_and_tape_as_they_were(make, data, at, create_graph):
    x, other = tg.tensor(data, requires_grad=True), tg.tensor(1.0, requires_grad=True)
    y = make(x)
    loss = (y * y).sum() + other * other
    (expected,) = tg.autograd.grad(loss, x, retain_graph=True)
    x.grad = before = tg.ones_like(x.detach())

    def fail(*_):
        raise ZeroDivisionError

    handle = {
        "result": lambda: y.register_hook(fail),
        "leaf": lambda: x.register_hook(fail),
        "node": lambda: y.grad_fn.register_hook(fail),
        "before the node": lambda: y.grad_fn.register_prehook(fail),
        "several": lambda: tg.autograd.graph.register_multi_grad_hook([x, y], fail),
    }[at]()
    for sweep in (
        lambda: loss.backward(create_graph=create_graph),
        lambda: tg.autograd.grad(loss, x, create_graph=create_graph),
    ):
        with pytest.raises(ZeroDivisionError):
            sweep()
        assert x.grad is before
        assert other.grad is None
    handle.remove()
    same(tg.autograd.grad(loss, [x], retain_graph=True), [expected])
    loss.backward()
    same(x.grad, (expected + before).tolist())
    assert plain(other.grad) == 2.0


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("data", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda g: tg.ones((3, *g.shape)), ShapeError),
        (lambda g: g.astype(np.float32), DtypeError),
        (lambda g: "no gradient", DtypeError),
    ],
    ids=["shape", "dtype", "no number"],
)
def test_a_replacement_must_fit(data, wrong, error, create_graph):
    x = tg.tensor(data, requires_grad=True)
    y = x * x
    loss = y.sum()
    for register in (
        lambda: y.register_hook(wrong),
        lambda: x.register_hook(wrong),
        lambda: y.grad_fn.register_prehook(lambda outputs: (wrong(outputs[0]),)),
        lambda: y.grad_fn.register_hook(lambda inputs, outputs: (wrong(inputs[0]), inputs[1])),
    ):
        with register(), pytest.raises(error, match="register_"):
            loss.backward(retain_graph=True, create_graph=create_graph)
        assert x.grad is None
    loss.backward()


def test_node_hooks_return_as_many_gradients_as_they_got():
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = x * np.ones(2)
    with (
        y.grad_fn.register_hook(lambda inputs, outputs: inputs[:1]),
        pytest.raises(ShapeError, match="must return 2 gradients, got 1"),
    ):
        y.sum().backward()
    with (
        y.grad_fn.register_prehook(lambda outputs: (outputs[0],) * 2),
        pytest.raises(ShapeError, match="must return 1 gradients, got 2"),
    ):
        y.sum().backward()
    with (
        y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0], inputs[0])),
        pytest.raises(GradientError, match="gradient 1 is None, and the hook must return None there"),
    ):
        y.sum().backward()
    assert x.grad is None


@worlds
def test_a_pre_hook_that_takes_the_gradient_away(world):
    """PyTorch goes on without a gradient and leaves `.grad` at None; here it is zero, as where nothing was added."""
    w = world()
    x = w.leaf([1.0, 2.0])
    y = x * x
    y.grad_fn.register_prehook(lambda outputs: (None,))
    y.sum().backward()
    same(x.grad, [0.0, 0.0] if w.name == "tapegrad" else None)


@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_only_functions_can_be_registered(register):
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(DtypeError, match=f"{register}: expected a function, got int"):
        getattr(x, register)(3)
    with pytest.raises(DtypeError, match="register_multi_grad_hook: expected a function, got int"):
        tg.autograd.graph.register_multi_grad_hook([x], 3)
    node = (x * x).grad_fn
    for name in ("register_hook", "register_prehook"):
        with pytest.raises(DtypeError, match=f"{name}: expected a function"):
            getattr(node, name)(None)
    (x * x).sum().backward()


def test_what_needs_no_gradient_has_no_hooks():
    t = tg.tensor([1.0, 2.0])
    with pytest.raises(GradientError, match="register_hook: this Tensor does not require grad"):
        t.register_hook(print)
    with pytest.raises(GradientError, match="register_multi_grad_hook: this Tensor does not require grad"):
        tg.autograd.graph.register_multi_grad_hook([t], print)
    with pytest.raises(ArgumentError, match="tensors is empty"):
        tg.autograd.graph.register_multi_grad_hook([], print)
    with pytest.raises(ArgumentError, match='mode must be "all" or "any"'):
        tg.autograd.graph.register_multi_grad_hook([tg.tensor(1.0, requires_grad=True)], print, mode="some")


def test_hooks_within_a_recording_are_refused():
    def f(x):
        y = x * x
        y.register_hook(print)
        return y

    with pytest.raises(GradientError, match="register_hook: hooks and nodes belong to sweeps that run now"):
        tg.compile(f)(2.0)


# ------------------------------------------------------------------------------------- what hooks may hold on to


def test_a_gradient_that_a_hook_keeps_is_its_own():
    x, kept = tg.tensor([1.0, 2.0], requires_grad=True), []
    y = x * x
    y.retain_grad()
    for t in (x, y):
        t.register_hook(kept.append)
    y.sum().backward()
    with tg.no_grad():
        x.grad *= 10.0
        y.grad *= 10.0
    same(kept, [[1.0, 1.0], [2.0, 4.0]])
    kept[0][0] = 5.0
    same((x.grad, y.grad), ([20.0, 40.0], [10.0, 10.0]))


@worlds
def test_a_hook_may_write_to_the_gradient_it_was_given(world):
    w = world()
    x, other = w.leaf([1.0, 2.0]), w.leaf([0.0, 0.0])
    y = 3.0 * x

    def write(g):
        g[0] = 100.0

    y.register_hook(write)
    y.retain_grad()
    (y * y + other).sum().backward()
    same((y.grad, x.grad, other.grad), ([100.0, 12.0], [300.0, 36.0], [1.0, 1.0]))


@pytest.mark.usefixtures("only_new_objects")
def test_handles_and_hooks_keep_no_tape_alive():
    gc.collect()
    gc.disable()
    try:
        x = tg.tensor([1.0, 2.0], requires_grad=True)
        y = x * x
        dies = weakref.ref(y)
        handle = y.register_hook(lambda g: 2.0 * g)
        y.sum().backward()
        del y
        assert dies() is None
        handle.remove()
    finally:
        gc.enable()
    same(x.grad, [4.0, 8.0])


def test_watched_sweeps_of_a_retained_tape_do_not_grow():
    x = tg.tensor(np.ones(100), requires_grad=True)
    y = tg.sin(x) * x
    y.register_hook(lambda g: g)
    loss = (y * y).sum()

    def sweep():
        for _ in range(300):
            tg.autograd.grad(loss, x, retain_graph=True)

    tracemalloc.start()
    try:
        sweep()
        before = tracemalloc.get_traced_memory()[0]
        sweep()
        assert tracemalloc.get_traced_memory()[0] - before < 2000
    finally:
        tracemalloc.stop()


def test_hooks_in_an_earlier_run():
    """A value that was read, and so computed in a run of its own, before it was used further."""
    x, seen = tg.tensor([1.0, 2.0], requires_grad=True), []
    y = x * x
    y.register_hook(lambda g: seen.append(g) or 2.0 * g)
    y.tolist()
    z = y * 3.0
    z.tolist()
    z.sum().backward()
    same((seen, x.grad), ([[3.0, 3.0]], [12.0, 24.0]))


def test_a_hook_between_many_instructions():
    """Inside of long scalar and array chains, at every place, the gradient is the one without hooks."""
    for data in (0.5, np.linspace(0.1, 0.9, 700), np.float32(0.5), np.linspace(0.1, 0.9, 700, dtype=np.float32)):
        x = tg.tensor(data, requires_grad=True)
        values, y = [], x
        for k in range(40):
            y = tg.sin(y) * 1.1 + 0.01 * k
            values.append(y)
        loss = (y * y).sum()
        expected = tg.autograd.grad(loss, [x, *values], retain_graph=True)
        seen = {}
        for k, value in enumerate(values):
            value.register_hook(lambda g, k=k: seen.update({k: g}))
        (found,) = tg.autograd.grad(loss, x)
        np.testing.assert_array_equal(found.numpy(), expected[0].numpy())
        assert list(seen) == list(range(39, -1, -1))
        for k in range(40):
            np.testing.assert_array_equal(seen[k].numpy(), expected[1 + k].numpy())


def random_program(w, seed):
    """Leaves, the values computed from them, and a loss; leaves appear in between, shapes are mixed."""
    rng = np.random.default_rng(seed)
    shapes = [(), (3,), (2, 3), (70, 3), (1, 3)]
    leaves, values = [], []

    def new_leaf():
        data = rng.uniform(0.5, 1.5, shapes[rng.integers(len(shapes))]).tolist()
        leaves.append(w.leaf(data) if rng.random() < 0.8 else w.constant(data))
        return leaves[-1]

    def some():
        known = [*leaves, *values]
        return known[rng.integers(len(known))] if len(leaves) > 1 and rng.random() < 0.85 else new_leaf()

    def mean(a):
        return a.sum() / math.prod(a.shape)

    def beside(a):
        b = some()
        return b if tuple(b.shape) in ((), tuple(a.shape), tuple(a.shape)[1:]) else mean(b)

    for _ in range(25):
        kind, a = rng.integers(7), some()
        if kind == 0:
            values.append(w.lib.sin(a))
        elif kind == 1:
            values.append(a * beside(a))
        elif kind == 2:
            values.append(beside(a) * 0.5 + a)
        elif kind == 3:
            values.append(mean(a))
        elif kind == 4 and a.ndim:
            values.append(a[..., 0])
        elif kind == 5:
            values.append(w.lib.where(a > 1.0, a, a * a))
        else:
            values.append(a.reshape(-1)[::2])
    return leaves, [v for v in values if v.requires_grad], sum(map(mean, values))


@pytest.mark.parametrize("watch", ["tensor hooks", "node hooks", "both", "anomaly detection"])
@pytest.mark.parametrize("seed", range(8))
def test_watching_a_sweep_changes_nothing(seed, watch):
    if watch == "anomaly detection":
        with tg.autograd.detect_anomaly():
            leaves, values, loss = random_program(World(), seed)
    else:
        leaves, values, loss = random_program(World(), seed)
    asked = [leaf for leaf in leaves if leaf.requires_grad]
    expected = tg.autograd.grad(loss, asked, retain_graph=True, allow_unused=True)
    rng = np.random.default_rng(seed)
    for value in values:
        if rng.random() < 0.5 and watch in ("tensor hooks", "both"):
            value.register_hook(lambda g: g)
        if rng.random() < 0.5 and watch in ("node hooks", "both"):
            value.grad_fn.register_hook(lambda inputs, outputs: inputs)
            value.grad_fn.register_prehook(lambda outputs: outputs)
    for _ in range(2):
        if watch == "anomaly detection":
            with tg.autograd.detect_anomaly():
                found = tg.autograd.grad(loss, asked, retain_graph=True, allow_unused=True)
        else:
            found = tg.autograd.grad(loss, asked, retain_graph=True, allow_unused=True)
        for a, b in zip(found, expected, strict=True):
            assert (a is None) == (b is None)
            if a is not None:
                np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-13, atol=1e-13)


def with_hooks(w, seed):
    """Hooks of all kinds that change gradients, at random places of a random program."""
    leaves, values, loss = random_program(w, seed)
    rng, seen = np.random.default_rng(seed), []

    def scale(factor, number):
        return lambda g: seen.append((number, g)) or factor * g

    def scale_all(factor):
        return lambda grads, *_: tuple(None if g is None else factor * g for g in grads)

    for number, value in enumerate(values):
        for register, hook in (
            (value.register_hook, scale(rng.uniform(0.5, 2.0), number)),
            (value.grad_fn.register_prehook, scale_all(rng.uniform(0.5, 2.0))),
            (value.grad_fn.register_hook, scale_all(rng.uniform(0.5, 2.0))),
            (lambda _: value.retain_grad(), None),
        ):
            if rng.random() < 0.3:
                register(hook)
    for number, leaf in enumerate(leaves):
        if leaf.requires_grad and rng.random() < 0.3:
            leaf.register_hook(scale(rng.uniform(0.5, 2.0), len(values) + number))
    loss.backward(retain_graph=True)
    loss.backward(retain_graph=True)
    seen.sort(key=lambda item: item[0])
    kept = [value.grad * 1.0 if value.retains_grad else None for value in values]
    inner = [w.autograd.grad(loss, value, retain_graph=True, allow_unused=True) for value in values[::5]]
    return seen, kept, [leaf.grad for leaf in leaves], inner


@pytest.mark.parametrize("seed", range(25))
def test_random_programs_with_hooks_agree_with_torch(seed):
    same(with_hooks(World(), seed), with_hooks(Torch(), seed), 1e-10)


# ------------------------------------------------------------------------------------------- elements of leaves


@worlds
@pytest.mark.parametrize("scale", [None, 0.0, 100.0])
@pytest.mark.parametrize("late", [False, True])
def test_nodes_of_elements_of_a_leaf(world, scale, late):
    """What a node hook returns counts, and what it leaves alone counts once; `late` elements follow other operations."""
    w = world()
    x, seen = w.leaf([2.0, 3.0, 5.0]), []
    first = x[2] * 1.0 if late else x[2]
    element = x[1]

    def hook(grads, _):
        seen.append(grads[0])
        return None if scale is None else (grads[0] * scale,)

    element.grad_fn.register_hook(hook)
    (first * element).backward()
    k = 1.0 if scale is None else scale
    same(x.grad, [0.0, 5.0 * k, 3.0])
    assert len(seen) == 1
    same(seen[0].sum(), 5.0)


# --------------------------------------------------------------------------------------------- several at once


@worlds
@pytest.mark.parametrize("mode", ["all", "any"])
def test_a_gradient_that_never_comes(world, mode):
    """A function that gives None for one of its arguments: a hook on several is called at the end of the sweep."""
    w = world()
    x, y, seen = w.leaf(2.0), w.leaf(3.0), []

    class First(w.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            return g, None

    w.autograd.graph.register_multi_grad_hook([x, y], seen.append, mode=mode)
    for _ in range(2):
        First.apply(x, y).backward()
    same(seen, [[1.0, None], [1.0, None]] if mode == "all" else [1.0, 1.0])


# --------------------------------------------------------------------------------------- deliberate differences


@worlds
def test_hooks_of_leaves_are_called_at_the_end_of_the_sweep(world):
    """Newest leaf first. PyTorch calls them where its engine adds to the leaf."""
    w = world()
    x, seen = w.leaf(2.0), []
    x.register_hook(lambda g: seen.append("x"))
    y = x * x
    y.register_hook(lambda g: seen.append("y"))
    late = w.leaf(3.0)
    late.register_hook(lambda g: seen.append("late"))
    (y * late).backward()
    assert seen == (["y", "late", "x"] if w.name == "tapegrad" else ["late", "y", "x"])


@worlds
def test_backward_to_a_result_does_not_run_its_node(world):
    """PyTorch runs it in vain, so that its hooks are called."""
    w = world()
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    y.grad_fn.register_hook(lambda *_: seen.append("node"))
    y.sum().backward(inputs=[y])
    same((seen, y.grad, x.grad), ([] if w.name == "tapegrad" else ["node"], [1.0, 1.0], None))


@worlds
def test_a_gradient_that_is_asked_for_is_hooked(world):
    """PyTorch leaves the hook out of it if the sweep goes on from there to another input."""
    w = world()
    x = w.leaf([1.0, 2.0])
    y = x * x
    y.register_hook(lambda g: 10.0 * g)
    loss = (3.0 * y).sum()
    same(w.autograd.grad(loss, y, retain_graph=True), [[30.0, 30.0]])
    both = w.autograd.grad(loss, [y, x])
    same(both, [[30.0, 30.0] if w.name == "tapegrad" else [3.0, 3.0], [60.0, 120.0]])


@worlds
def test_a_view_that_is_written_through_keeps_its_hook(world):
    """The gradient of the value before the write goes through the view. PyTorch leaves the view out of it."""
    w = world()
    x, seen = w.leaf([1.0, 2.0, 3.0]), []
    y = 2.0 * x
    tail = y[1:]
    tail.register_hook(lambda g: seen.append(("tail before", g)))
    y.register_hook(lambda g: seen.append(("base before", g)))
    tail *= 5.0
    y.register_hook(lambda g: seen.append(("base after", g)))
    (y * y).sum().backward()
    expected = [("base after", [4.0, 40.0, 60.0]), ("base before", [4.0, 200.0, 300.0])]
    if w.name == "tapegrad":
        expected.insert(1, ("tail before", [200.0, 300.0]))
    same((seen, x.grad), (expected, [8.0, 400.0, 600.0]))


# --------------------------------------------------------------------------------- zeros, and what hooks cost


@pytest.mark.parametrize("create_graph", [False, True])
@worlds
def test_hooks_see_an_adjoint_of_zeros(world, create_graph):
    """Where 1 is added to the adjoint of ``sin``, which is zero, the gradient is ``cos``."""

    def program(w):
        gradients, seen, x = [], [], w.leaf([1.0, 2.0])
        for lose in (lambda y: y.sum() * 0.0, lambda y: (y @ y).sum() * 0.0, lambda y: (0.0 * y).sum()):
            y = w.lib.sin(x)
            y.register_hook(lambda g: g + 1.0)
            (g,) = w.autograd.grad(lose(y), x, create_graph=create_graph)
            gradients.append(g)
        y, z = w.lib.sin(x), x * 2.0
        w.autograd.graph.register_multi_grad_hook([y, z], seen.append)
        w.autograd.grad(y.sum() * 0.0 + z.sum(), x, create_graph=create_graph)
        return gradients, seen

    cos = [math.cos(1.0), math.cos(2.0)]
    check(program, world, ([cos, cos, cos], [[[0.0, 0.0], [1.0, 1.0]]]))


def test_a_watched_sweep_keeps_no_more_of_the_tape():
    with tg.Tape() as tape:
        x = tg.tensor(np.ones(10_000), requires_grad=True)
        y = x * 2.0
        for _ in range(20):
            y = np.sin(y)
        s = y.sum()
        s.item()
    before = tape.nbytes
    handle = s.register_hook(lambda g: 2.0 * g)
    (doubled,) = tg.autograd.grad(s, x, retain_graph=True)
    assert tape.nbytes == before
    handle.remove()
    (once,) = tg.autograd.grad(s, x, retain_graph=True)
    same(doubled, 2.0 * once)


def test_what_a_hook_saw_of_the_tape_stays():
    """A node's saved values are read during the sweep that stored them, and after it."""
    x, seen = tg.tensor(np.ones(5), requires_grad=True), []
    node = (y := np.exp(x * 2.0)).grad_fn
    s = (np.sin(y) * y).sum()
    del y
    s.item()
    s.register_hook(lambda g: seen.append(node.saved["out"]))
    s.backward(retain_graph=True)
    same(seen, [[math.exp(2.0)] * 5])


def test_hooks_that_were_removed_cost_nothing():
    """Seeds are swept as one batch again, and other hooks of the same place stay."""
    x, calls = tg.tensor([1.0, 2.0], requires_grad=True), []
    y = x * x
    z = y * 3.0
    first, second = y.register_hook(calls.append), y.register_hook(calls.append)
    node = y.grad_fn.register_hook(lambda given, got: calls.append(got))
    first.remove()
    node.remove()
    node.remove()
    tg.autograd.grad(z, x, np.eye(2), is_grads_batched=True, retain_graph=True)
    assert len(calls) == 2
    second.remove()
    (rows,) = tg.autograd.grad(z, x, np.eye(2), is_grads_batched=True, retain_graph=True)
    same(rows, [[6.0, 0.0], [0.0, 12.0]])
    assert len(calls) == 2
    assert not z.grad_fn._run.watch.hooks


def test_a_hook_sweeps_what_the_sweep_around_it_does_not_need():
    x, z = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor([3.0, 4.0], requires_grad=True)
    y = x * 2.0
    other = (z * 5.0).sum()  # of the same run, which the sweep by x marks
    y.register_hook(lambda g: other.backward())
    (g,) = tg.autograd.grad((y * z).sum(), [x])
    np.testing.assert_array_equal(g.numpy(), [6.0, 8.0])
    np.testing.assert_array_equal(z.grad.numpy(), [5.0, 5.0])

"""What custom functions save, for how long it is kept, and what may be differentiated once only."""

from __future__ import annotations

import gc
import math
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import FunctionError, TapeFreedError
from tests.autograd.functions import function
from tests.worlds import World, same, worlds

# --------------------------------------------------------------------------------------------- what is saved


@pytest.mark.parametrize("retain", [False, True])
def test_saved_tensors_after_the_tape_was_consumed(retain):
    contexts = []

    def forward(ctx, x):
        contexts.append(ctx)
        ctx.save_for_backward(x)
        assert ctx.saved_tensors[0] is x
        return x * x

    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = function(World(), forward, lambda ctx, g: 2.0 * ctx.saved_tensors[0] * g).apply(x)
    y.sum().backward(retain_graph=retain)
    if retain:
        y.sum().backward()
        same(x.grad, [4.0, 8.0])
    with pytest.raises(TapeFreedError, match="this part of the tape was freed"):
        y.sum().backward()
    with pytest.raises(TapeFreedError, match="F: saved_tensors can be read in backward and jvp"):
        _ = contexts[0].saved_tensors


def test_saved_tensors_that_are_cleared():
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        with pytest.raises(FunctionError, match="F: saved_tensors can be read once"):
            _ = ctx.saved_tensors
        return 2.0 * x * g

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    x = tg.tensor([1.0, 2.0], requires_grad=True)
    function(World(), forward, backward, clear_saved_tensors_on_access=True).apply(x).sum().backward()
    same(x.grad, [2.0, 4.0])


@worlds
@pytest.mark.parametrize("saves", ["argument", "result", "other"])
def test_what_was_saved_keeps_its_value(world, saves):
    """Later writes make new values here. PyTorch finds that the value was overwritten, and raises."""
    w = world()

    def forward(ctx, x):
        square, other = x * x, x * 1.0
        ctx.other = other
        ctx.save_for_backward({"argument": x, "result": square, "other": other}[saves])
        return square

    def backward(ctx, g):
        (saved,) = ctx.saved_tensors
        return 2.0 * g * (saved if saves != "result" else saved**0.5)

    contexts = []
    x = w.leaf([1.0, 2.0])
    y = function(w, lambda ctx, x: contexts.append(ctx) or forward(ctx, x), backward).apply(x)
    loss = (1.0 * y).sum()
    with w.lib.no_grad() if saves != "result" else w.lib.enable_grad():
        {"argument": x, "result": y, "other": contexts[0].other}[saves][0] = 50.0
    if w.name == "tapegrad":
        loss.backward()
        same(x.grad, [2.0, 4.0])
    else:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            loss.backward()


def test_saved_values_of_a_leaf_that_changed_are_differentiated_at_the_old_value():
    x = tg.tensor([1.0, 2.0], requires_grad=True)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    y = function(World(), forward, lambda ctx, g: 3.0 * ctx.saved_tensors[0] ** 2 * g).apply(x)
    with tg.no_grad():
        x *= 10.0
    (first,) = tg.autograd.grad(y.sum(), x, create_graph=True)
    same(first, [3.0, 12.0])
    same(tg.autograd.grad(first.sum(), x), [[6.0, 12.0]])


def test_nodes_show_what_was_saved():
    def forward(ctx, x):
        ctx.save_for_backward(x, None, x * 2.0)
        return x * x

    x = tg.tensor([1.0, 2.0], requires_grad=True)
    node = function(World(), forward, lambda ctx, g: g).apply(x).grad_fn
    assert node.name() == "F"
    same(node.saved, {"0": [1.0, 2.0], "2": [2.0, 4.0]})
    assert node.next_functions[0][0].variable is x


# ---------------------------------------------------------------------------------------- once_differentiable


def test_what_is_differentiable_once():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, g):
        assert not tg.is_grad_enabled()
        (x,) = ctx.saved_tensors
        return 2.0 * x.detach().numpy() * g

    F = function(World(), forward, tg.autograd.function.once_differentiable(backward))
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    F.apply(x).sum().backward()
    same(x.grad, [2.0, 4.0])
    (first,) = tg.autograd.grad(F.apply(x).sum() * x[0], x, create_graph=True)
    same(first, [7.0, 4.0])
    with pytest.raises(
        FunctionError, match="F: its backward is marked once_differentiable, and was differentiated a second time"
    ):
        first.sum().backward()
    same(x.grad, [2.0, 4.0])


@worlds
def test_both_refuse_to_differentiate_it_twice(world):
    w = world()

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    F = function(w, forward, w.autograd.function.once_differentiable(lambda ctx, g: 2.0 * ctx.saved_tensors[0] * g))
    x = w.leaf([1.0, 2.0])
    y = F.apply(x)
    (first,) = w.autograd.grad((y * y).sum(), x, create_graph=True)
    same(first, [4.0, 32.0])
    with pytest.raises(RuntimeError, match="once_differentiable"):
        first.sum().backward()


# ------------------------------------------------------------------------------------------------ freeing


@pytest.mark.usefixtures("only_new_objects")
@pytest.mark.parametrize("saves", ["argument", "result", "other", "attribute"])
@pytest.mark.parametrize("use", ["never read", "read", "used further", "swept", "retained", "recorded sweep"])
def test_no_reference_cycle(saves, use):
    """Results and context are freed with the last Tensor that reads them, without the collector."""

    def forward(ctx, x):
        out = tg.exp(x)
        if saves == "attribute":
            ctx.kept = out
        else:
            ctx.save_for_backward({"argument": x, "result": out, "other": tg.sin(x)}[saves])
        return out

    F = function(World(), forward, lambda ctx, g: 2.0 * g)
    gc.collect()
    gc.disable()
    try:
        x = tg.tensor(np.ones(100), requires_grad=True)
        y = F.apply(x)
        dies = [weakref.ref(y), weakref.ref(y._family.run.application.ctx)]
        if use == "read":
            y.tolist()
        elif use == "used further":
            z = (y * 2.0).sum()
            z.item()
            del z
        elif use == "swept":
            y.sum().backward()
        elif use == "retained":
            y.sum().backward(retain_graph=True)
        elif use == "recorded sweep":
            (g,) = tg.autograd.grad((y * y).sum(), x, create_graph=True)
            g.sum().item()
            del g
        del y
        assert [r() for r in dies] == [None, None]
    finally:
        gc.enable()


@worlds
def test_a_result_that_is_an_attribute_of_the_context_has_its_history(world):
    """So its gradient is not lost."""
    w = world()

    def forward(ctx, x):
        ctx.kept = w.lib.exp(x)
        return ctx.kept

    F = function(w, forward, lambda ctx, g: g * ctx.kept)
    x = w.leaf([0.0, 1.0])
    y = F.apply(x)
    (first,) = w.autograd.grad(y.sum(), x, create_graph=True)
    same(w.autograd.grad(first.sum(), x), [[1.0, math.e]])


def test_what_backward_keeps_of_its_gradient_is_its_own():
    kept = []
    F = function(World(), lambda ctx, x: 2.0 * x, lambda ctx, g: kept.append(g) or g)
    x, y = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor([1.0, 2.0], requires_grad=True)
    (F.apply(x) + y).sum().backward()
    with tg.no_grad():
        x.grad *= 10.0
        y.grad *= 100.0
    same((kept, x.grad, y.grad), ([[1.0, 1.0]], [10.0, 10.0], [100.0, 100.0]))


def test_what_backward_gives_and_keeps_is_not_added_to():
    """The adjoint goes to a value of an earlier run, which has another contribution."""
    kept = []
    F = function(World(), lambda ctx, x: 2.0 * x, lambda ctx, g: kept.append(g) or g)
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    y = 1.0 * x
    z = 3.0 * y
    (F.apply(y) + z).sum().backward()
    same((kept, x.grad), ([[1.0, 1.0]], [4.0, 4.0]))


def test_sweeps_nest_deeply():
    """A sweep within backward within a sweep, a hundred times."""

    def forward(ctx, x, depth):
        ctx.depth = depth
        ctx.save_for_backward(x)
        return 1.01 * x

    def backward(ctx, g):
        if ctx.depth == 0:
            return 1.01 * g, None
        (x,) = ctx.saved_tensors
        with tg.enable_grad():
            again = x.detach().requires_grad_()
            F.apply(again, ctx.depth - 1).backward(g)
        return again.grad, None

    F = function(World(), forward, backward)
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    F.apply(x, 100).sum().backward()
    same(x.grad, [1.01, 1.01])


# ------------------------------------------------------------------------ what forward marks, in transforms


def kept_result(w, setup):
    """The result is kept as an attribute, and backward is differentiated."""

    def forward(ctx, x):
        y = w.lib.exp(x)
        ctx.y = y
        return y

    def plain_forward(x):
        return w.lib.exp(x)

    def setup_context(ctx, inputs, output):
        ctx.y = output

    def backward(ctx, g):
        return g * ctx.y

    F = function(w, plain_forward, backward, setup_context=setup_context) if setup else function(w, forward, backward)
    x = w.leaf([0.0, 1.0])
    (g,) = w.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    return g, g.requires_grad, w.autograd.grad((g * g).sum(), x)


@pytest.mark.parametrize("setup", [False, True])
@worlds
def test_a_result_that_is_kept_as_an_attribute(world, setup):
    e = np.exp([0.0, 1.0])
    same(kept_result(world(), setup), (e.tolist(), True, [(2.0 * e * e).tolist()]))


@pytest.mark.parametrize("result", [lambda x: {"a": 2.0 * x}, lambda x: (2.0 * x, [3.0 * x]), lambda x: ({1: (x,)}, x)])
def test_results_within_containers_are_refused_where_gradients_would_be_lost(result):
    F = function(World(), lambda ctx, x: result(x), lambda ctx, *g: g[0])
    x = tg.tensor([1.0], requires_grad=True)
    with pytest.raises(FunctionError, match="within a container"):
        F.apply(x)
    F.apply(x.detach())

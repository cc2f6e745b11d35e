"""Custom functions that break their contract: a clear error, with everything as it was before; and what calls may look like."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import DtypeError, FunctionError, InplaceError, ShapeError
from tests.autograd.functions import function
from tests.support import close, gradient
from tests.worlds import World, plain, same, worlds


def save_twice(ctx, x):
    ctx.save_for_backward(x)
    ctx.save_for_backward(x)
    return x * 2.0


def save_a_number(ctx, x):
    ctx.save_for_backward(3)
    return x * 2.0


def dirty_not_returned(ctx, x):
    x *= 2.0
    ctx.mark_dirty(x)
    return x * 2.0


def dirty_no_argument(ctx, x):
    y = x * 2.0
    ctx.mark_dirty(y)
    return y


def dirty(ctx, x):
    x *= 2.0
    ctx.mark_dirty(x)
    return x


def unmarked(ctx, x):
    x *= 2.0
    return x * 2.0


def fails_after_a_write(ctx, x):
    x *= 2.0
    ctx.mark_dirty(x)
    raise ZeroDivisionError


FORWARD_ERRORS = {
    save_twice: (FunctionError, "F: save_for_backward was called twice"),
    save_a_number: (DtypeError, "save_for_backward: expected Tensors or None, got int at position 0"),
    dirty_not_returned: (FunctionError, "F: an argument that is marked dirty must be returned"),
    dirty_no_argument: (FunctionError, "F: mark_dirty was given a Tensor that is not an argument"),
    unmarked: (InplaceError, "F: forward changed an argument in place. Call ctx.mark_dirty"),
    fails_after_a_write: (ZeroDivisionError, None),
}


@pytest.mark.parametrize("grad", [True, False])
@pytest.mark.parametrize("forward", FORWARD_ERRORS, ids=lambda f: f.__name__)
def test_a_forward_that_fails_leaves_arguments_bases_and_views_as_they_were(forward, grad):
    error, message = FORWARD_ERRORS[forward]
    F = function(World(), forward, lambda ctx, g: g)
    a = tg.tensor([1.0, 2.0, 3.0], requires_grad=grad)
    y = 1.0 * a
    tail = y[1:]
    constant = tg.tensor([1.0, 2.0])
    for argument in (y, tail, constant, y[0]):
        with pytest.raises(error, match=message):
            F.apply(argument)
        same((y, tail, constant), ([1.0, 2.0, 3.0], [2.0, 3.0], [1.0, 2.0]))
    if grad:
        (tail * tail).sum().backward()
        same(a.grad, [0.0, 4.0, 6.0])


@pytest.mark.parametrize("forward", [dirty, unmarked, fails_after_a_write], ids=lambda f: f.__name__)
def test_a_leaf_is_not_changed(forward):
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises((InplaceError, ZeroDivisionError)):
        function(World(), forward, lambda ctx, g: g).apply(x)
    same((x, x.is_leaf), ([1.0, 2.0], True))
    (x * x).sum().backward()
    same(x.grad, [2.0, 4.0])


def test_a_view_cannot_be_marked_dirty():
    y = 1.0 * tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(InplaceError, match="F: a view cannot be marked dirty"):
        function(World(), dirty, lambda ctx, g: 2.0 * g).apply(y[1:])
    same(y, [1.0, 2.0])


BACKWARD_ERRORS = {
    "too few": (
        lambda g: g,
        FunctionError,
        "F: backward must return 2 gradients, one for each argument of forward, got 1",
    ),
    "too many": (lambda g: (g, None, g), FunctionError, "F: backward must return 2 gradients"),
    "for a number": (
        lambda g: (g, g),
        FunctionError,
        "F: backward returned a gradient for argument 1, which is not a Tensor",
    ),
    "another shape": (lambda g: (tg.ones(3), None), ShapeError, r"F: backward returned a gradient of shape \(3,\)"),
    "a smaller shape": (lambda g: (1.0, None), ShapeError, r"of shape \(\) for argument 0 of shape \(2,\)"),
    "no number": (lambda g: ("g", None), DtypeError, "F: backward must return Tensors, arrays or None, got str"),
    "an unknown name": (
        lambda g: {"z": g},
        FunctionError,
        r"F: backward returned a gradient for 'z', but the arguments are \['x', 'k'\]",
    ),
    "an exception": (lambda g: 1 / 0, ZeroDivisionError, None),
}


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("name", BACKWARD_ERRORS)
def test_a_backward_that_fails_leaves_gradients_and_tape_as_they_were(name, create_graph):
    wrong, error, message = BACKWARD_ERRORS[name]
    broken = [True]
    F = function(World(), lambda ctx, x, k: k * x, lambda ctx, g: wrong(g) if broken else (3.0 * g, None))
    x, other = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor(1.0, requires_grad=True)
    loss = F.apply(x, 3.0).sum() + other * other
    for sweep in (lambda: loss.backward(create_graph=create_graph), lambda: tg.autograd.grad(loss, x)):
        with pytest.raises(error, match=message):
            sweep()
        assert x.grad is None
        assert other.grad is None
    broken.clear()
    loss.backward()
    same((x.grad, other.grad), ([3.0, 3.0], 2.0))


def test_definitions():
    x = tg.tensor([1.0], requires_grad=True)
    with pytest.raises(FunctionError, match="F: forward must be a static method"):
        type("F", (tg.autograd.Function,), {"forward": lambda ctx, x: x})
    with pytest.raises(FunctionError, match="F: backward and vjp are two names of one method"):
        function(World(), lambda ctx, x: x, lambda ctx, g: g, vjp=lambda ctx, g: g)
    with pytest.raises(FunctionError, match="F: forward is not defined"):
        function(World(), None, lambda ctx, g: g).apply(x)
    y = function(World(), lambda ctx, x: 2.0 * x).apply(x)
    with pytest.raises(FunctionError, match="F: backward is not defined"):
        y.backward()


@worlds
def test_an_instance_may_be_called(world):
    """PyTorch refuses this older spelling; OneFlow has it."""
    w = world()
    F = function(w, lambda ctx, x: 2.0 * x, lambda ctx, g: 2.0 * g)
    if w.name == "torch":
        with pytest.warns(DeprecationWarning, match="instantiated"), pytest.raises(RuntimeError, match="Legacy"):
            F()(w.leaf([1.0]))
    else:
        same(F()(w.leaf([1.0])), [2.0])


def test_gradients_by_name():
    """As in R torch: a dict from names of arguments; names left out have no gradient."""

    def forward(ctx, x, k, y):
        ctx.save_for_backward(x, y)
        return k * x * y

    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return {"y": 2.0 * x * g} if not ctx.needs_input_grad[0] else {"y": 2.0 * x * g, "x": 2.0 * y * g}

    F = function(World(), forward, backward)
    x, y = tg.tensor([1.0, 2.0], requires_grad=True), tg.tensor([3.0, 4.0], requires_grad=True)
    F.apply(x, 2.0, y).sum().backward()
    same((x.grad, y.grad), ([6.0, 8.0], [2.0, 4.0]))
    F.apply(x.detach(), 2.0, y).sum().backward()
    same((x.grad, y.grad), ([6.0, 8.0], [4.0, 8.0]))
    split = function(
        World(),
        lambda x, k: k * x,
        lambda ctx, g: {"x": ctx.k * g},
        setup_context=lambda ctx, inputs, output: setattr(ctx, "k", inputs[1]),
    )
    z = tg.tensor([1.0], requires_grad=True)
    split.apply(z, 5.0).sum().backward()
    same(z.grad, [5.0])


def test_arrays_in_forward_and_backward():
    """NumPy code on the values; arrays and numbers become Tensors."""

    def forward(ctx, x):
        ctx.kept = x.detach().numpy()
        return np.sin(ctx.kept), np.float64(ctx.kept.sum())

    F = function(World(), forward, lambda ctx, g, h: (g * np.cos(ctx.kept) + h).detach().numpy())
    x = tg.tensor([0.5, 1.0], requires_grad=True)
    sines, total = F.apply(x)
    (sines.sum() * total).backward()
    close(plain(x.grad), gradient(lambda x: np.sin(x).sum() * x.sum(), [np.array([0.5, 1.0])])[0])

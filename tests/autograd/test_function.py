"""Custom functions: what forward, backward, jvp and vmap get and may return, and what becomes of it.

Programs are run by tapegrad and by PyTorch, and their results are written out.
"""

from __future__ import annotations

import gc
import math
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, FunctionError, InplaceError, ShapeError, TapeFreedError
from tests.support import close, gradient
from tests.worlds import TORCH_WARNINGS, Torch, World, check, plain, same, worlds

pytestmark = TORCH_WARNINGS


def function(w, forward, backward=None, **others):
    """A Function of a world, made of plain functions."""
    methods = {"forward": forward, "backward": backward, **others}
    members = {k: staticmethod(m) if callable(m) else m for k, m in methods.items() if m is not None}
    return type("F", (w.autograd.Function,), members)


# ----------------------------------------------------------------------------------- programs, and what they give


def a_square(w):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2.0 * x * g

    x = w.leaf([1.0, 2.0])
    y = function(w, forward, backward).apply(x)
    (3.0 * y).sum().backward()
    return y, y.requires_grad, y.is_leaf, x.grad


def wrong_on_purpose(w):
    """The derivative is the function's own, whatever forward does."""
    F = function(w, lambda ctx, x: w.lib.sin(x) * 2.0, lambda ctx, g: 10.0 * g)
    x = w.leaf([1.0, 2.0])
    (F.apply(x * 3.0) * 2.0).sum().backward()
    return x.grad


def named_vjp(w):
    F = function(w, lambda ctx, x: 2.0 * x, vjp=lambda ctx, g: 5.0 * g)
    x = w.leaf(1.0)
    F.apply(x).backward()
    return x.grad


def forward_is_not_recorded(w):
    seen = []

    def forward(ctx, x):
        seen.append((w.lib.is_grad_enabled(), (x * 2.0).requires_grad))
        return x * 2.0

    def backward(ctx, g):
        seen.append(w.lib.is_grad_enabled())
        return 2.0 * g

    F, x = function(w, forward, backward), w.leaf([1.0, 2.0])
    F.apply(x).sum().backward()
    w.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    return seen


def without_gradient(w):
    F, x = function(w, lambda ctx, x: 2.0 * x, lambda ctx, g: 2.0 * g), w.leaf([1.0, 2.0])
    with w.lib.no_grad():
        y = F.apply(x)
    return y.requires_grad, F.apply(w.constant([1.0])).requires_grad, F.apply(x.detach()).requires_grad


def several_results(w):
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x + y

    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y + h, g * x + h

    x, y = w.leaf([1.0, 2.0]), w.leaf([3.0, 4.0])
    product, total = function(w, forward, backward).apply(x, y)
    (product * total).sum().backward()
    return product, total, x.grad, y.grad


def results_of_other_kinds(w):
    """Objects that are no Tensors pass through; integers and truth values have no derivative."""
    F = function(
        w,
        lambda ctx, x: (2.0 * x, "text", None, x > 1.5),
        lambda ctx, g, text, nothing, larger: 2.0 * g,
    )
    x = w.leaf([1.0, 2.0])
    y, text, nothing, larger = F.apply(x)
    y.sum().backward()
    return text, nothing, larger, larger.requires_grad, x.grad


def arguments_of_other_kinds(w):
    """Only direct Tensor arguments take part; what is in a list does not."""
    seen = []

    def forward(ctx, x, factor, others, y=None):
        ctx.factor = factor
        return x * factor + others[0]

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return (g * ctx.factor, None, None, None)[: len(ctx.needs_input_grad)]

    F, x, z = function(w, forward, backward), w.leaf([1.0, 2.0]), w.leaf([5.0, 5.0])
    F.apply(x, 3.0, [z]).sum().backward()
    F.apply(x, 3.0, [z], w.constant([1.0])).sum().backward()
    return seen, x.grad, z.grad, F.apply(x.detach(), 3.0, [z]).requires_grad


def needs_input_grad(w):
    seen = []

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return tuple(g if needed else None for needed in ctx.needs_input_grad)

    F = function(w, lambda ctx, x, y, z: x + y + z, backward)
    x, y = w.leaf([1.0]), w.leaf([2.0])
    F.apply(x, w.constant([3.0]), y).sum().backward()
    F.apply(w.constant([3.0]), y, y).sum().backward()
    return seen, x.grad, y.grad


def no_gradient_for_an_argument(w):
    """None is no gradient, which is not zero."""
    F = function(w, lambda ctx, x, y: x * y, lambda ctx, g: (None, g))
    x, y = w.leaf([1.0, 2.0]), w.leaf([3.0, 4.0])
    F.apply(x, y).sum().backward()
    return x.grad, y.grad


def gradients_for_arguments_that_need_none(w):
    F = function(w, lambda ctx, x, y: x * y, lambda ctx, g: (2.0 * g, 7.0 * g))
    x, y = w.leaf([1.0, 2.0]), w.constant([3.0, 4.0])
    F.apply(x, y).sum().backward()
    return x.grad, y.grad


def surplus_nones(w):
    F = function(w, lambda ctx, x: 2.0 * x, lambda ctx, g: (2.0 * g, None, None))
    x = w.leaf([1.0, 2.0])
    F.apply(x).sum().backward()
    return x.grad


def the_same_tensor_twice(w):
    F = function(w, lambda ctx, x, y: x * y, lambda ctx, g: (10.0 * g, g))
    x = w.leaf([1.0, 2.0])
    F.apply(x, x).sum().backward()
    return x.grad


def a_larger_gradient_is_summed(w):
    F = function(w, lambda ctx, x: 2.0 * x, lambda ctx, g: w.constant([[1.0, 2.0], [3.0, 4.0]]))
    x = w.leaf([1.0, 2.0])
    F.apply(x).sum().backward()
    return x.grad


def a_gradient_of_another_dtype_is_cast(w):
    F = function(w, lambda ctx, x: 2.0 * x, lambda ctx, g: w.constant([0.1, 0.2]))
    x = w.leaf([1.0, 2.0], "float32")
    F.apply(x).sum().backward()
    return str(x.grad.dtype).replace("torch.", ""), [round(v, 6) for v in x.grad.tolist()]


def zeros_for_unused_results(w):
    seen = []

    def backward(ctx, g, h):
        seen.append((g, h))
        return 2.0 * g + 3.0 * h

    F, x = function(w, lambda ctx, x: (2.0 * x, 3.0 * x), backward), w.leaf([1.0, 2.0])
    F.apply(x)[0].sum().backward()
    F.apply(x)[1].sum().backward()
    return seen, x.grad


def none_for_unused_results(w):
    seen = []

    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return 2.0 * x, 3.0 * x

    def backward(ctx, g, h):
        seen.append((g, h))
        return 2.0 * g if h is None else 3.0 * h

    F, x = function(w, forward, backward), w.leaf([1.0, 2.0])
    F.apply(x)[0].sum().backward()
    F.apply(x)[1].sum().backward()
    return seen, x.grad


def results_without_derivative(w):
    seen = []

    def forward(ctx, x):
        larger, smaller = x * 2.0, x / 2.0
        ctx.mark_non_differentiable(smaller)
        return larger, smaller

    def backward(ctx, g, h):
        seen.append((g, h))
        return 2.0 * g

    x = w.leaf([1.0, 2.0])
    larger, smaller = function(w, forward, backward).apply(x)
    (larger * smaller).sum().backward()
    return smaller.requires_grad, smaller.is_leaf, seen, x.grad


def an_argument_returned_as_it_is(w):
    F = function(w, lambda ctx, x: x, lambda ctx, g: 5.0 * g)
    x = w.leaf([1.0, 2.0])
    y = F.apply(x)
    y.sum().backward()
    return y is x, y.requires_grad, x.grad


def tripled_in_place(w):
    def forward(ctx, x):
        x *= 3.0
        ctx.mark_dirty(x)
        return x

    return function(w, forward, lambda ctx, g: 3.0 * g)


def a_changed_argument(w):
    """It stays the same object; what was computed from it before keeps the old value's gradient."""
    x = w.leaf([1.0, 2.0])
    y = 2.0 * x
    before = y + 1.0
    z = tripled_in_place(w).apply(y)
    (z * y + before).sum().backward()
    return z is y, y, x.grad


def a_changed_argument_with_views(w):
    x = w.leaf([1.0, 2.0, 3.0])
    y = 2.0 * x
    tail = y[1:]
    tripled_in_place(w).apply(y)
    (tail * tail).sum().backward()
    return tail, x.grad


def a_changed_constant(w):
    x, c = w.leaf([1.0, 2.0]), w.constant([1.0, 2.0])
    tripled_in_place(w).apply(c)
    (c * x).sum().backward()
    return c, c.requires_grad, x.grad


def a_changed_leaf_under_no_grad(w):
    x = w.leaf([1.0, 2.0])
    with w.lib.no_grad():
        tripled_in_place(w).apply(x)
    (x * x).sum().backward()
    return x, x.is_leaf, x.grad


def a_changed_argument_among_others(w):
    def forward(ctx, x, y):
        x += y
        ctx.mark_dirty(x)
        ctx.save_for_backward(y)
        return x, x * y

    def backward(ctx, g, h):
        (y,) = ctx.saved_tensors
        return g + h * y, g

    a, b = w.leaf([1.0, 2.0]), w.leaf([3.0, 4.0])
    x = 1.0 * a
    same_one, product = function(w, forward, backward).apply(x, b)
    (x * product).sum().backward()
    return same_one is x, x, product, a.grad, b.grad


def what_is_saved(w):
    """Arguments, results, neither, and None, in their order; a result with its history."""

    def forward(ctx, x, y):
        out = w.lib.exp(x) * y
        ctx.save_for_backward(out, None, y, w.lib.cos(x), x)
        return out

    seen = []

    def backward(ctx, g):
        out, nothing, y, other, x = ctx.saved_tensors
        seen.append((out, nothing, y, other, x))
        return g * out, g * out / y

    x, y = w.leaf([0.0, 1.0]), w.leaf([2.0, 3.0])
    function(w, forward, backward).apply(x, y).sum().backward()
    return seen, x.grad, y.grad


def attributes_of_the_context(w):
    def forward(ctx, x, exponent):
        ctx.exponent, ctx.notes = exponent, {"kept": [exponent]}
        ctx.save_for_backward(x)
        return x**exponent

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * ctx.notes["kept"][0] * x ** (ctx.exponent - 1), None

    F, x = function(w, forward, backward), w.leaf([2.0, 3.0])
    first, second = F.apply(x, 2), F.apply(x, 3)
    (first + second).sum().backward()
    return x.grad


def a_separate_setup(w):
    def setup_context(ctx, inputs, output):
        x, factor = inputs
        ctx.factor = factor
        ctx.save_for_backward(x, output)

    def backward(ctx, g):
        x, output = ctx.saved_tensors
        return g * ctx.factor * w.lib.cos(x) + 0.0 * output, None

    F = function(w, lambda x, factor: factor * w.lib.sin(x), backward, setup_context=setup_context)
    x = w.leaf([0.0, 1.0])
    F.apply(x, 3.0).sum().backward()
    return x.grad


def twice_differentiable(w):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3.0 * x**2 * g

    F, x = function(w, forward, backward), w.leaf([1.0, 2.0])
    (first,) = w.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    (second,) = w.autograd.grad(first.sum(), x, create_graph=True)
    (third,) = w.autograd.grad(second.sum(), x)
    return first, second, third


def twice_differentiable_through_the_result(w):
    """With the result saved, and not recomputed, the second derivative is right too."""

    def forward(ctx, x):
        out = w.lib.exp(x)
        ctx.save_for_backward(out)
        return out

    def backward(ctx, g):
        (out,) = ctx.saved_tensors
        return g * out

    F, x = function(w, forward, backward), w.leaf([0.0, 1.0])
    (first,) = w.autograd.grad(F.apply(2.0 * x).sum(), x, create_graph=True)
    (second,) = w.autograd.grad(first.sum(), x)
    return first, second


def seeds_that_require_grad(w):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return w.lib.sin(x)

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * w.lib.cos(x)

    x, v = w.leaf([0.0, 1.0]), w.leaf([2.0, 3.0])
    (first,) = w.autograd.grad(function(w, forward, backward).apply(x), x, v, create_graph=True)
    return w.autograd.grad(first.sum(), v)


def functions_within_functions(w):
    square = function(w, lambda ctx, x: x * x, lambda ctx, g: 100.0 * g)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return square.apply(x)

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return square.apply(x) * g

    F, x = function(w, forward, backward), w.leaf([1.0, 2.0])
    (first,) = w.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    (second,) = w.autograd.grad(first.sum(), x)
    return first, second


def a_sweep_within_forward(w):
    """Forward may differentiate, and hand the gradient to backward."""

    def forward(ctx, x):
        with w.lib.enable_grad():
            inner = x.detach().requires_grad_()
            out = w.lib.sin(inner) * inner
            (g,) = w.autograd.grad(out.sum(), inner)
        ctx.save_for_backward(g)
        return out.detach()

    F, x = function(w, forward, lambda ctx, g: g * ctx.saved_tensors[0]), w.leaf([0.5, 1.0])
    F.apply(2.0 * x).sum().backward()
    return x.grad


def a_sweep_within_backward(w):
    """As in checkpointing: backward runs the function again, recorded, and sweeps it."""
    parameter = w.leaf(3.0)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return w.lib.sin(parameter * x)

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        with w.lib.enable_grad():
            again = x.detach().requires_grad_()
            w.autograd.backward(w.lib.sin(parameter * again), g)
        return again.grad

    F, x = function(w, forward, backward), w.leaf([0.5, 1.0])
    (F.apply(F.apply(x)) * 2.0).sum().backward()
    return x.grad, parameter.grad


def a_result_asked_for(w):
    """Where only a result's gradient is asked for, backward is not called."""
    seen = []

    def backward(ctx, g):
        seen.append("called")
        return 2.0 * g

    F, x = function(w, lambda ctx, x: 2.0 * x, backward), w.leaf([1.0, 2.0])
    y = F.apply(x)
    found = w.autograd.grad((y * y).sum(), y, retain_graph=True)
    return found, seen, w.autograd.grad((y * y).sum(), [y, x]), seen


def hooks_of_results(w):
    seen = []
    F = function(
        w, lambda ctx, x: (2.0 * x, 3.0 * x), lambda ctx, g, h: seen.append(("backward", g, h)) or 2.0 * g + 3.0 * h
    )
    x = w.leaf([1.0, 2.0])
    y, z = F.apply(x)
    y.grad_fn.register_prehook(lambda outputs: seen.append(("before", outputs)) or (outputs[0], outputs[1] + 1.0))
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(("after", inputs, outputs)) or (10.0 * inputs[0],))
    y.register_hook(lambda g: seen.append(("y", g)) or 2.0 * g)
    z.register_hook(lambda g: seen.append(("z", g)))
    one = y.grad_fn is z.grad_fn
    (y + 5.0 * z).sum().backward()
    return seen, one, x.grad


def every_argument_position(w):
    """Numbers, arrays and scalars as results of one element."""
    F = function(w, lambda ctx, k, x, y: k * x.sum() * y, lambda ctx, g: (None, g * w.constant([1.0, 2.0]), 7.0 * g))
    x, y = w.leaf([1.0, 2.0]), w.leaf(3.0)
    F.apply(2.0, x, y).backward()
    return x.grad, y.grad


at = np.array([0.5, 1.0])
inner = np.sin(3.0 * at)


def adjoint_twice(x):
    """Of sin(3 sin(3 x)), twice, with respect to x and to the factor."""
    first = 2.0 * np.cos(3.0 * inner)
    return (first * 3.0 * np.cos(3.0 * x) * 3.0).tolist(), float(
        np.sum(first * inner + first * 3.0 * np.cos(3.0 * x) * x)
    )


PROGRAMS = {
    a_square: ([1.0, 4.0], True, False, [6.0, 12.0]),
    wrong_on_purpose: [60.0, 60.0],
    named_vjp: 5.0,
    forward_is_not_recorded: [(False, False), False, (False, False), True],
    without_gradient: (False, False, False),
    several_results: ([3.0, 8.0], [4.0, 6.0], [15.0, 32.0], [7.0, 20.0]),
    results_of_other_kinds: ("text", None, [False, True], False, [2.0, 2.0]),
    arguments_of_other_kinds: ([(True, False, False), (True, False, False, False)], [6.0, 6.0], None, False),
    needs_input_grad: ([(True, False, True), (False, True, True)], [1.0], [3.0]),
    no_gradient_for_an_argument: (None, [1.0, 1.0]),
    gradients_for_arguments_that_need_none: ([2.0, 2.0], None),
    surplus_nones: [2.0, 2.0],
    the_same_tensor_twice: [11.0, 11.0],
    a_larger_gradient_is_summed: [4.0, 6.0],
    a_gradient_of_another_dtype_is_cast: ("float32", [0.1, 0.2]),
    zeros_for_unused_results: ([([1.0, 1.0], [0.0, 0.0]), ([0.0, 0.0], [1.0, 1.0])], [5.0, 5.0]),
    none_for_unused_results: ([([1.0, 1.0], None), (None, [1.0, 1.0])], [5.0, 5.0]),
    results_without_derivative: (False, True, [([0.5, 1.0], [0.0, 0.0])], [1.0, 2.0]),
    an_argument_returned_as_it_is: (False, True, [5.0, 5.0]),
    a_changed_argument: (True, [6.0, 12.0], [74.0, 146.0]),
    a_changed_argument_with_views: ([12.0, 18.0], [0.0, 144.0, 216.0]),
    a_changed_constant: ([3.0, 6.0], False, [3.0, 6.0]),
    a_changed_leaf_under_no_grad: ([3.0, 6.0], True, [6.0, 12.0]),
    a_changed_argument_among_others: (True, [4.0, 6.0], [12.0, 24.0], [24.0, 48.0], [12.0, 24.0]),
    what_is_saved: (
        [[[2.0, 3.0 * math.e], None, [2.0, 3.0], [1.0, math.cos(1.0)], [0.0, 1.0]]],
        [2.0, 3.0 * math.e],
        [1.0, math.e],
    ),
    attributes_of_the_context: [16.0, 33.0],
    a_separate_setup: [3.0, 3.0 * math.cos(1.0)],
    twice_differentiable: ([3.0, 12.0], [6.0, 12.0], [6.0, 6.0]),
    twice_differentiable_through_the_result: ([2.0, 2.0 * math.exp(2.0)], [4.0, 4.0 * math.exp(2.0)]),
    seeds_that_require_grad: [[1.0, math.cos(1.0)]],
    functions_within_functions: ([1.0, 4.0], [100.0, 100.0]),
    a_sweep_within_forward: (2.0 * (np.sin(2.0 * at) + 2.0 * at * np.cos(2.0 * at))).tolist(),
    a_sweep_within_backward: adjoint_twice(at),
    a_result_asked_for: ([[4.0, 8.0]], ["called"], [[4.0, 8.0], [8.0, 16.0]], ["called"]),
    hooks_of_results: (
        [
            ("y", [1.0, 1.0]),
            ("z", [5.0, 5.0]),
            ("before", [[2.0, 2.0], [5.0, 5.0]]),
            ("backward", [2.0, 2.0], [6.0, 6.0]),
            ("after", [[22.0, 22.0]], [[2.0, 2.0], [6.0, 6.0]]),
        ],
        True,
        [220.0, 220.0],
    ),
    every_argument_position: ([1.0, 2.0], 7.0),
}


@worlds
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_programs(program, world):
    check(program, world, PROGRAMS[program])


# -------------------------------------------------------------------------------------------- broken contracts


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
    dirty_no_argument: (FunctionError, "F: mark_dirty was given a Tensor that is no argument"),
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
        "F: backward returned a gradient for argument 1, which is no Tensor",
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


# ------------------------------------------------------------------------------------ transforms and recordings


def sine(with_jvp, with_vmap):
    """sin, with calls counted."""
    calls = {"forward": 0, "backward": 0, "jvp": 0, "vmap": 0}

    def forward(ctx, x, factor):
        calls["forward"] += 1
        ctx.factor = factor
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return factor * tg.sin(x)

    def backward(ctx, g):
        calls["backward"] += 1
        (x,) = ctx.saved_tensors
        return ctx.factor * g * tg.cos(x), None

    def jvp(ctx, tangent, _):
        calls["jvp"] += 1
        (x,) = ctx.saved_tensors
        return ctx.factor * tangent * tg.cos(x)

    def vmap(info, in_dims, x, factor):
        calls["vmap"] += 1
        assert info.batch_size == 3
        assert in_dims == (0, None)
        return F.apply(x, factor), 0

    F = function(
        World(), forward, backward, **({"jvp": jvp} if with_jvp else {}), **({"vmap": vmap} if with_vmap else {})
    )
    return F, calls


@pytest.mark.parametrize("with_vmap", [False, True])
@pytest.mark.parametrize("with_jvp", [False, True])
def test_every_transform_and_recording(with_jvp, with_vmap):
    F, calls = sine(with_jvp, with_vmap)
    x = np.array([0.3, 0.7, 1.1])

    def f(x):
        return np.sum(F.apply(x, 2.0) * x)

    first, second = 2.0 * (np.cos(x) * x + np.sin(x)), 2.0 * (2.0 * np.cos(x) - x * np.sin(x))
    value = 2.0 * np.sum(np.sin(x) * x)
    near = {"rtol": 1e-13, "atol": 1e-13}
    np.testing.assert_allclose(tg.grad(f)(x), first, **near)
    np.testing.assert_allclose(tg.hessian(f)(x), np.diag(second), **near)
    np.testing.assert_allclose(tg.func.jacfwd(tg.func.jacrev(f))(x), np.diag(second), **near)
    np.testing.assert_allclose(tg.func.jacrev(tg.func.jacfwd(f))(x), np.diag(second), **near)
    np.testing.assert_allclose(tg.hvp(f)(x, np.ones(3)), second, **near)
    out, tangent = tg.func.jvp(f, (x,), (np.array([1.0, 2.0, 3.0]),))
    np.testing.assert_allclose([out, tangent], [value, first @ [1.0, 2.0, 3.0]], **near)
    assert (calls["jvp"] > 0) == with_jvp
    np.testing.assert_allclose(tg.vmap(lambda t: F.apply(t, 2.0) * t)(x), 2.0 * np.sin(x) * x, **near)
    np.testing.assert_allclose(tg.vmap(tg.grad(lambda t: F.apply(t, 2.0) * t))(x), first, **near)
    assert calls["vmap"] == 0  # arrays run the recorded forward in lanes
    np.testing.assert_allclose(
        tg.vmap(lambda t: F.apply(t, 2.0) * t)(tg.tensor(x)).numpy(), 2.0 * np.sin(x) * x, **near
    )
    assert (calls["vmap"] > 0) == with_vmap
    rows = np.stack([x, x + 1.0, x - 1.0])
    np.testing.assert_allclose(tg.vmap(tg.grad(f))(rows), 2.0 * (np.cos(rows) * rows + np.sin(rows)), **near)
    compiled = tg.compile(tg.value_and_grad(f))
    for _ in range(2):
        found = compiled(x)
        np.testing.assert_allclose(found[0], value, **near)
        np.testing.assert_allclose(found[1], first, **near)
    np.testing.assert_allclose(compiled.batch(rows)[1], 2.0 * (np.cos(rows) * rows + np.sin(rows)), **near)
    np.testing.assert_allclose(tg.compile(tg.hessian(f))(x), np.diag(second), **near)


def test_a_recording_calls_no_python_in_a_replay():
    F, calls = sine(False, False)
    compiled = tg.compile(tg.value_and_grad(lambda x: np.sum(F.apply(x, 2.0) * x)))
    compiled(np.ones(3))
    before = dict(calls)
    np.testing.assert_allclose(compiled(np.zeros(3) + 0.5)[1], 2.0 * (np.cos(0.5) * 0.5 + np.sin(0.5)), rtol=1e-13)
    assert calls == before


def test_a_tape_file_does_not_hold_a_function(tmp_path):
    F, _ = sine(False, False)
    with pytest.raises(ArgumentError, match="runs Python code, which a tape file does not hold"):
        tg.compile(lambda x: F.apply(x, 2.0)).save(tmp_path / "tape.npz", tg.tensor(1.0))


def test_plain_data_is_refused_while_recording():
    F = function(World(), lambda ctx, x: np.sin(x.detach().numpy()), lambda ctx, g: g)
    with pytest.raises(tg.errors.TapegradError):
        tg.compile(lambda x: F.apply(x))(np.ones(3))


def test_a_jvp_of_another_count_or_shape_is_refused():
    two = function(World(), lambda ctx, x: (x, x), lambda ctx, g, h: g + h, jvp=lambda ctx, t: t)
    with pytest.raises(FunctionError, match="F: jvp must return 2 tangents, one for each result, got 1"):
        tg.func.jvp(lambda x: two.apply(x)[0], (np.ones(3),), (np.ones(3),))
    shape = function(World(), lambda ctx, x: x * 2.0, lambda ctx, g: g, jvp=lambda ctx, t: t[:2])
    with pytest.raises(ShapeError, match="F: jvp returned a tangent of shape"):
        tg.func.jvp(lambda x: shape.apply(x), (np.ones(3),), (np.ones(3),))


def test_a_tangent_left_out_is_zero():
    F = function(
        World(),
        lambda ctx, x: (x * 2.0, x * 3.0),
        lambda ctx, g, h: 2.0 * g + 3.0 * h,
        jvp=lambda ctx, t: (t * 2.0, None),
    )
    _, (first, second) = tg.func.jvp(lambda x: F.apply(x), (np.ones(2),), (np.array([1.0, 5.0]),))
    same((first.tolist(), second.tolist()), ([2.0, 10.0], [0.0, 0.0]))


def test_a_vmap_of_another_count_is_refused():
    F = function(
        World(), lambda ctx, x: x * 2.0, lambda ctx, g: 2.0 * g, vmap=lambda info, in_dims, x: ((x, x), (0, 0))
    )
    with pytest.raises(FunctionError, match="F: vmap must return 1 results and an axis for each"):
        tg.vmap(F.apply)(tg.ones((3, 2)))


@pytest.mark.parametrize("out_dim", [0, 1, None])
def test_vmap_says_where_the_batch_is(out_dim):
    def vmap(info, in_dims, x):
        found = 2.0 * x if out_dim == 0 else (2.0 * x).T if out_dim == 1 else 2.0 * x[0]
        return found, out_dim

    F = function(World(), lambda ctx, x: 2.0 * x, lambda ctx, g: 2.0 * g, vmap=vmap)
    x = np.arange(6.0).reshape(3, 2)
    expected = 2.0 * x if out_dim is not None else np.broadcast_to(2.0 * x[0], (3, 2))
    np.testing.assert_array_equal(tg.vmap(F.apply)(tg.tensor(x)).numpy(), expected)


def test_several_results_in_transforms():
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, tg.sin(x)

    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y + h * tg.cos(x), g * x

    F = function(World(), forward, backward)

    def f(x, y):
        a, b = F.apply(x, y)
        return np.sum(a * b)

    def plainly(x, y):
        return np.sum(x * y * np.sin(x))

    x, y = np.array([0.3, 0.7]), np.array([1.5, -2.0])
    for transform in (
        lambda f: tg.grad(f, argnums=(0, 1)),
        lambda f: tg.hessian(f, argnums=(0, 1)),
        lambda f: tg.compile(tg.grad(f, argnums=(0, 1))),
    ):
        same(
            [np.asarray(a).tolist() for a in _leaves(transform(f)(x, y))],
            [np.asarray(a).tolist() for a in _leaves(transform(plainly)(x, y))],
        )


def _clipped():
    """Two results whose backward is not linear in their gradients, with calls counted."""
    calls = []

    def backward(ctx, g, h):
        calls.append(1)
        total = 2.0 * g + 3.0 * h
        return total / tg.sqrt(tg.sum(total * total)), None

    return function(World(), lambda ctx, x, y: (2.0 * x, 3.0 * x), backward), calls


@pytest.mark.parametrize(
    "derivative",
    [
        lambda f, x: tg.grad(f)(x),
        lambda f, x: tg.compile(tg.grad(f))(x),
        lambda f, x: tg.compile(lambda x: tg.autograd.grad(f(x), x)[0])(x),
        lambda f, x: tg.func.jacrev(f)(x),
        lambda f, x: tg.grad(tg.checkpoint(f))(x),
        lambda f, x: tg.vmap(tg.grad(f))(x[None])[0],
        lambda f, x: tg.grad(lambda x: tg.sum(tg.vmap(f)(x)))(x[None])[0],
        lambda f, x: tg.grad(lambda x: tg.scan(lambda c, _: (c, f(x)), 0.0, np.zeros(1))[1][0])(x),
    ],
    ids=["grad", "compiled", "within", "jacrev", "checkpoint", "vmap of grad", "grad of vmap", "scan"],
)
def test_backward_gets_the_gradients_of_all_results_at_once(derivative):
    F, calls = _clipped()

    def f(x):
        a, b = F.apply(x, x)
        return tg.sum(a * np.array([3.0, 0.0])) + tg.sum(b * np.array([0.0, 4.0]))

    np.testing.assert_allclose(derivative(f, np.array([5.0, 7.0])), np.array([6.0, 12.0]) / np.sqrt(180.0), rtol=1e-14)
    assert len(calls) == 1


def test_results_that_a_rule_reads_count_as_the_results_themselves():
    def forward(ctx, x):
        a, b = tg.exp(x), tg.exp(2.0 * x)
        ctx.save_for_backward(a, b)
        return a, b

    def backward(ctx, g, h):
        a, b = ctx.saved_tensors
        return g * a + 2.0 * h * b

    F = function(World(), forward, backward)

    def f(x):
        a, b = F.apply(x)
        return tg.sum(a * b)

    x = np.array([0.3, -0.2])
    third = tg.grad(lambda x: tg.sum(tg.grad(lambda x: tg.sum(tg.grad(f)(x)))(x)))
    for compiled in (tg.compile(third), tg.jacobian(lambda x: tg.grad(lambda x: tg.sum(tg.grad(f)(x)))(x))):
        found = compiled(x)
        expected = 27.0 * np.exp(3.0 * x)
        np.testing.assert_allclose(found, expected if found.ndim == 1 else np.diag(expected), rtol=1e-13)


def test_saved_tensors_that_are_cleared_are_read_once_by_each_derivative_of_a_recording():
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    def backward(ctx, g):
        x, y = ctx.saved_tensors
        if twice:
            x, y = ctx.saved_tensors
        return g * y, g * x

    F = function(World(), forward, backward, clear_saved_tensors_on_access=True)

    def f(x, y):
        return tg.sum(F.apply(x, y))

    x, y, twice = np.array([2.0, 3.0]), np.array([5.0, 7.0]), False
    for transform in (lambda f: tg.grad(f, (0, 1)), lambda f: tg.compile(tg.grad(f, (0, 1)))):
        same([g.tolist() for g in transform(f)(x, y)], [[5.0, 7.0], [2.0, 3.0]])
    np.testing.assert_array_equal(tg.hessian(f, (0, 1))(x, y)[0][1], np.eye(2))
    twice = True
    with pytest.raises(FunctionError, match="can be read once"):
        tg.compile(tg.grad(f))(x, y)


def test_gradients_are_none_only_for_results_that_nothing_depends_on():
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2.0, x * 3.0, x * 5.0

    def backward(ctx, g, h, k):
        missing.append((g is None, h is None, k is None))
        return (0.0 if g is None else g * 2.0) + (0.0 if h is None else h * 3.0)

    F = function(World(), forward, backward)

    def f(x):
        a, b, _ = F.apply(x)
        return tg.sum(a * a) + tg.sum(b)

    for transform in (tg.grad, lambda f: tg.compile(tg.grad(f)), lambda f: tg.vmap(tg.grad(f))):
        missing: list[tuple[bool, ...]] = []
        same(np.asarray(transform(f)(np.ones((1, 2)))).tolist(), [[11.0, 11.0]])
        assert missing == [(False, False, True)]
    np.testing.assert_array_equal(tg.hessian(f)(np.ones(2)), 8.0 * np.eye(2))


@pytest.mark.parametrize("within", [lambda f: f, tg.checkpoint, lambda f: lambda x: tg.vmap(f)(x[None])[0]])
def test_a_jacobian_goes_in_reverse_through_what_has_no_jvp(within):
    @tg.autograd.function.once_differentiable
    def backward(ctx, g):
        return 2.0 * g

    F = function(World(), lambda ctx, x: 2.0 * x, backward)
    x = np.ones(2)
    for jacobian in (tg.jacobian(within(F.apply)), tg.compile(tg.jacobian(within(F.apply)))):
        np.testing.assert_array_equal(jacobian(x), 2.0 * np.eye(2))


def test_batched_seeds_sweep_once_where_backward_can_be_recorded():
    shapes = []

    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, tg.sin(x)

    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        shapes.append(g.shape)
        return g * y + h * tg.cos(x), g * x

    F = function(World(), forward, backward, generate_vmap_rule=True)
    x, y = (tg.tensor(a, requires_grad=True) for a in ([0.3, 0.7], [2.0, 5.0]))
    a, b = F.apply(x * 1.0, y)
    for create_graph in (False, True):
        seeds = np.eye(2)
        gx, gy = tg.autograd.grad([a, b], [x, y], [seeds, 2.0 * seeds], True, create_graph, is_grads_batched=True)
        np.testing.assert_allclose(gx.detach().numpy(), np.diag([2.0, 5.0] + 2.0 * np.cos([0.3, 0.7])), rtol=1e-14)
        np.testing.assert_allclose(gy.detach().numpy(), np.diag([0.3, 0.7]), rtol=1e-14)
    assert shapes == [(2,), (2,)]
    (second,) = tg.autograd.grad(gx.sum(), x)
    np.testing.assert_allclose(second.numpy(), -2.0 * np.sin([0.3, 0.7]), rtol=1e-14)


def test_arguments_by_name():
    class F(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor=2.0, y=None, z=None):
            ctx.factor = factor
            return factor * x * 1.0 if y is None else factor * x + y

        @staticmethod
        def backward(ctx, g):
            return ctx.factor * g, *(None if k != 1 else g for k in range(len(ctx.needs_input_grad) - 1))

    x, y = (tg.tensor(a, requires_grad=True) for a in (3.0, 5.0))
    (F.apply(x, y=y) + 10.0 * F.apply(factor=7.0, x=x)).backward()
    same([x.grad.item(), y.grad.item()], [72.0, 1.0])
    for wrong in ({"w": 1.0}, {"x": 1.0}):
        with pytest.raises(FunctionError, match=r"F: .*Call apply with the arguments of forward"):
            F.apply(x, **wrong)

    class OnlyByName(F):
        @staticmethod
        def forward(ctx, x, *, y):
            return x * y

    with pytest.raises(FunctionError, match="forward takes y by keyword only"):
        OnlyByName.apply(x, y=y)


def _leaves(nest):
    return [a for x in nest for a in _leaves(x)] if isinstance(nest, tuple) else [nest]


def test_batched_seeds_and_gradcheck():
    F, _ = sine(True, False)
    x = tg.tensor([0.3, 0.7, 1.1], requires_grad=True)
    (jacobian,) = tg.autograd.grad(F.apply(x, 2.0), x, np.eye(3), is_grads_batched=True)
    np.testing.assert_allclose(jacobian.numpy(), np.diag(2.0 * np.cos(x.detach().numpy())), rtol=1e-13)
    assert tg.autograd.gradcheck(lambda x: F.apply(x, 2.0), x)
    assert tg.autograd.gradgradcheck(lambda x: F.apply(x, 2.0), x)


@pytest.mark.parametrize("data", [0.7, [0.3, 0.7]], ids=["scalar", "array"])
def test_transforms_agree_with_torch(data):
    torch = pytest.importorskip("torch")

    def make(w):
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(inputs[0], output)
            ctx.save_for_forward(inputs[0], output)

        def backward(ctx, g):
            x, out = ctx.saved_tensors
            return g * (w.lib.cos(x) * out + 1.0)

        def jvp(ctx, t):
            x, out = ctx.saved_tensors
            return t * (w.lib.cos(x) * out + 1.0)

        return function(
            w,
            lambda x: w.lib.exp(w.lib.sin(x)) + x,
            backward,
            setup_context=setup_context,
            jvp=jvp,
            generate_vmap_rule=True,
        )

    ours, theirs = make(World()), make(Torch())
    x = np.array(data)
    t = torch.tensor(data, dtype=torch.float64)

    def f(x):
        return (ours.apply(x) * x).sum()

    def g(x):
        return (theirs.apply(x) * x).sum()

    same(np.asarray(tg.grad(f)(x)).tolist(), torch.func.grad(g)(t))
    same(
        np.asarray(tg.func.jvp(f, (x,), (np.ones_like(x),))[1]).tolist(),
        torch.func.jvp(g, (t,), (torch.ones_like(t),))[1],
    )
    same(np.asarray(tg.hessian(f)(x)).tolist(), torch.func.jacrev(torch.func.jacrev(g))(t), 1e-11)
    rows, stacked = np.stack([x, x + 1.0]), torch.stack([t, t + 1.0])
    same(tg.vmap(tg.grad(f))(rows).tolist(), torch.func.vmap(torch.func.grad(g))(stacked))


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
        dies = [weakref.ref(y), weakref.ref(y._kind.run.application.ctx)]
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


def changes_its_argument(x):
    def forward(ctx, a):
        a *= 3.0
        ctx.mark_dirty(a)
        return a

    y = x * 2.0
    z = y + 1.0
    function(World(), forward, lambda ctx, g: 3.0 * g).apply(y)
    return np.sum(y * y + z)


def has_a_constant_result(x):
    def forward(ctx, a):
        b, c = a * 3.0, a * 2.0
        ctx.mark_non_differentiable(c)
        return b, c

    b, c = function(World(), forward, lambda ctx, g, h: 3.0 * g).apply(x)
    return np.sum(b * c)


def gets_none(x):
    def forward(ctx, a):
        ctx.set_materialize_grads(False)
        return a * a, a * 2.0

    def backward(ctx, g, h):
        return None if g is None else 5.0 * g

    return np.sum(function(World(), forward, backward).apply(x)[0] * x)


def has_a_mask(x):
    F = function(World(), lambda ctx, a: (a * 4.0, a > 1.0), lambda ctx, g, h: 4.0 * g)
    b, mask = F.apply(x)
    return np.sum(np.where(mask, b * b, 0.0))


def returns_its_argument(x):
    return np.sum(function(World(), lambda ctx, a: a, lambda ctx, g: 7.0 * g).apply(x) * 2.0)


def lies_in_a_loop(x):
    F = function(World(), lambda ctx, a: 1.0 * a, lambda ctx, g: 7.0 * g)
    return np.sum(tg.scan(lambda c, t: (F.apply(c * t), np.sum(c)), x, np.ones(3))[0])


def lies_in_a_checkpoint(x):
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * a

    F = function(World(), forward, lambda ctx, g: 2.0 * ctx.saved_tensors[0] * g)
    return np.sum(tg.checkpoint(lambda x: F.apply(np.sin(x)))(x))


GRADIENTS = {
    changes_its_argument: lambda x: 72.0 * x + 2.0,
    has_a_constant_result: lambda x: 6.0 * x,
    gets_none: lambda x: 5.0 * x + x**2,
    has_a_mask: lambda x: np.where(x > 1.0, 32.0 * x, 0.0),
    returns_its_argument: lambda x: 14.0 + 0.0 * x,
    lies_in_a_loop: lambda x: 343.0 + 0.0 * x,
    lies_in_a_checkpoint: lambda x: 2.0 * np.sin(x) * np.cos(x),
}


@pytest.mark.parametrize("f", GRADIENTS, ids=lambda f: f.__name__)
def test_the_same_gradient_eagerly_in_transforms_and_compiled(f):
    x, rows = np.array([0.5, 1.5, 2.5]), np.array([[0.5, 1.5, 2.5], [1.5, 2.0, 3.0]])
    leaf = tg.tensor(x, requires_grad=True)
    (eager,) = tg.autograd.grad(f(leaf), leaf)
    for found in (
        eager.numpy(),
        tg.grad(f)(x),
        tg.compile(tg.grad(f))(x),
        tg.autograd.grad(tg.grad(f)(leaf).sum() * 0.0 + f(leaf), leaf)[0].numpy(),
    ):
        np.testing.assert_allclose(found, GRADIENTS[f](x), rtol=1e-13, atol=1e-13)
    expected = np.stack([GRADIENTS[f](row) for row in rows])
    np.testing.assert_allclose(tg.vmap(tg.grad(f))(rows), expected, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(tg.compile(tg.grad(f)).batch(rows), expected, rtol=1e-13, atol=1e-13)
    _, tangent = tg.func.jvp(f, (x,), (np.array([1.0, -2.0, 0.5]),))
    np.testing.assert_allclose(tangent, GRADIENTS[f](x) @ [1.0, -2.0, 0.5], rtol=1e-13)


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


RECORDINGS = {
    "eagerly": lambda f, x: tg.autograd.grad(f(x), x)[0],
    "grad": lambda f, x: tg.grad(f)(x.detach()),
    "compile of grad": lambda f, x: tg.compile(tg.grad(f))(x.detach()),
    "checkpoint": lambda f, x: tg.grad(lambda t: tg.checkpoint(f)(t))(x.detach()),
    "backward of compile": lambda f, x: tg.autograd.grad(tg.compile(f)(x), x)[0],
    "grad of scan": lambda f, x: tg.grad(lambda t: tg.sum(tg.scan(lambda c, _: (c, f(c)), t, np.zeros(1))[1]))(
        x.detach()
    ),
    "grad of vmap": lambda f, x: tg.grad(lambda t: tg.sum(tg.vmap(f)(tg.stack([t, t]))))(x.detach()) * 0.5,
}


@pytest.mark.parametrize("way", RECORDINGS)
def test_arguments_kept_as_attributes(way):
    def forward(ctx, x):
        ctx.x = x
        return x * x * x

    def backward(ctx, g):
        return 3.0 * g * ctx.x * ctx.x

    F = function(World(), forward, backward)
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    same(RECORDINGS[way](lambda t: F.apply(t).sum(), x), [3.0, 12.0])


@pytest.mark.parametrize("way", RECORDINGS)
def test_autograd_within_a_function(way):
    """`detach().requires_grad_()` gives something to differentiate by, also where it is recorded."""

    def forward(ctx, x):
        with tg.enable_grad():
            d = x.detach().requires_grad_()
            (slope,) = tg.autograd.grad((d * d * d).sum(), d)
        ctx.save_for_backward(x, slope.detach())
        return x * x * x

    def backward(ctx, g):
        x, slope = ctx.saved_tensors
        return g * slope

    F = function(World(), forward, backward)
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    same(RECORDINGS[way](lambda t: F.apply(t).sum(), x), [3.0, 12.0])


def test_a_complex_gradient_of_a_real_argument():
    """It is taken if its imaginary part is zero, and never lost otherwise."""

    class Times(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            return g * ctx.factor, None

    x = tg.tensor([1.0, 2.0], requires_grad=True)
    Times.apply(x, np.array([2.0 + 0.0j, 3.0])).sum().backward()
    same(x.grad, [2.0, 3.0])
    with pytest.raises(DtypeError, match=r"^Times: backward returned a gradient with imaginary parts for argument 0"):
        Times.apply(x, np.array([2.0, 3.0j])).sum().backward()
    same(x.grad, [2.0, 3.0])

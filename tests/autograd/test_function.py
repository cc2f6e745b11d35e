"""Custom functions: programs that are run by tapegrad and by PyTorch, with their results written out."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tapegrad as tg
from tests.autograd.functions import function
from tests.worlds import check, worlds


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


class Normalised(tg.autograd.Function):
    """x / |x| row by row, by operations that a run records, with a factor that changes."""

    factor = 1.0

    @staticmethod
    def forward(ctx, x):
        length = np.sqrt((x * x).sum(-1))[:, None]
        ctx.save_for_backward(x)
        if x.detach().numpy()[0, 0] > 1e6:
            raise OverflowError("too large")
        return Normalised.factor * x / length

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        length = np.sqrt((x * x).sum(-1))[:, None]
        y = x / length
        return Normalised.factor * (g - y * (g * y).sum(-1)[:, None]) / length


@pytest.mark.parametrize("retain", [False, True])
def test_operations_of_functions_that_return_are_compiled(retain):
    rng = np.random.default_rng(2)
    weights = rng.normal(size=(4, 3))
    heard = []
    for k in range(400):
        a = rng.normal(size=(4, 3))
        x = tg.tensor(a, requires_grad=True)
        if k % 50 == 0:
            with pytest.raises(OverflowError):
                Normalised.apply(x + 1e7)
        if k % 7 == 0:
            x.register_hook(lambda g: heard.append(g.numpy()))
        Normalised.factor = 1.0 + 0.1 * (k % 3)
        y = Normalised.apply(x)
        (y * weights).sum().backward(retain_graph=retain)
        length = np.sqrt((a * a).sum(-1))[:, None]
        u = a / length
        wanted = Normalised.factor * (weights - u * (weights * u).sum(-1)[:, None]) / length
        np.testing.assert_allclose(y.detach().numpy(), Normalised.factor * u, rtol=1e-13)
        np.testing.assert_allclose(x.grad.numpy(), wanted, rtol=1e-12, atol=1e-14)
        if k % 7 == 0:
            np.testing.assert_allclose(heard.pop(), wanted, rtol=1e-12, atol=1e-14)
        if retain:
            (y * weights).sum().backward()
            np.testing.assert_allclose(x.grad.numpy(), 2.0 * wanted, rtol=1e-12, atol=1e-14)
        if k % 50 == 1:
            assert tg.autograd.gradgradcheck(Normalised.apply, (x.detach().requires_grad_(),))
    assert any(e.what == "read" and e.state == "compiled" for e in tg.debug.exits()), tg.debug.hot()

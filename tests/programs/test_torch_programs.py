"""Programs that PyTorch's documentation teaches automatic differentiation with, retold for both libraries.

Each gives the same numbers in tapegrad and in PyTorch; where a closed form is at hand, also those.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import tapegrad as tg
from tests.worlds import Torch, World, same, worlds

pytestmark = pytest.mark.filterwarnings("ignore:Please use:UserWarning")


def data(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape).tolist()


class Functional(World):
    """Where function transforms are, and checkpoints, by the names that the programs use."""

    def grad(self, f, *argnums):
        return self.lib.func.grad(f, *argnums)

    def checkpoint(self, f, x):
        return tg.checkpoint(f)(x)

    def checkpoint_sequential(self, functions, segments, x):
        return tg.checkpoint_sequential(functions, segments, x)

    def vmap(self, f, axes=0):
        return tg.vmap(f, in_axes=axes)

    def hvp(self, f):
        return tg.hvp(f)


class FunctionalTorch(Torch, Functional):
    def checkpoint(self, f, x):
        from torch.utils.checkpoint import checkpoint

        return checkpoint(f, x, use_reentrant=False)

    def checkpoint_sequential(self, functions, segments, x):
        from torch.utils.checkpoint import checkpoint_sequential

        return checkpoint_sequential(functions, segments, x, use_reentrant=False)

    def vmap(self, f, axes=0):
        return self.lib.func.vmap(f, in_dims=axes)

    def hvp(self, f):
        return lambda x, v: self.lib.func.jvp(self.lib.func.grad(f), (x,), (v,))[1]


def function(w, **methods):
    """A Function of a world, made of plain functions."""
    members = {k: staticmethod(m) if callable(m) else m for k, m in methods.items()}
    return type("F", (w.autograd.Function,), members)


# -------------------------------------------------------------------------------- gradients, the first programs


def one_layer(w):
    """A linear layer and a cross entropy from logits."""
    x, target = w.lib.ones(5, dtype=w.constant(1.0).dtype), w.lib.zeros(3, dtype=w.constant(1.0).dtype)
    weights, bias = w.leaf(data(0, 5, 3)), w.leaf(data(1, 3))
    z = x @ weights + bias
    loss = (w.lib.log(1.0 + w.lib.exp(-abs(z))) + z * (z > 0.0) - z * target).mean()
    loss.backward()
    return loss, weights.grad, bias.grad


def a_seed_that_is_a_vector(w):
    """And accumulation: the same sweep again, and again after the gradient was forgotten."""
    x = w.leaf(np.eye(4, 5).tolist())
    out = ((x + 1.0) ** 2).T
    found, ones = [], w.lib.ones((5, 4), dtype=x.dtype)
    for forget in (False, False, True):
        if forget:
            x.grad = None
        out.backward(ones, retain_graph=True)
        found.append(x.grad * 1.0)
    return found


def two_leaves(w):
    a, b = w.leaf([2.0, 3.0]), w.leaf([6.0, 4.0])
    loss = 3.0 * a**3 - b**2
    loss.backward(gradient=w.constant([1.0, 1.0]))
    return a.grad, b.grad


def doubled_until_it_is_large(w):
    """Control flow that depends on values."""
    x, turns = w.leaf([0.3, -0.7, 1.1]), 0
    y = x * 2.0
    while float((y.detach() ** 2).sum()) < 1e6:
        y = y * 2.0
        turns += 1
    y.backward(w.constant([0.1, 1.0, 0.0001]))
    return turns, x.grad


def a_cubic_fitted_to_a_sine(w):
    """Gradient descent on four numbers."""
    x = w.constant(np.linspace(-math.pi, math.pi, 200).tolist())
    y = w.lib.sin(x)
    parameters = [w.leaf(v) for v in (0.1, -0.2, 0.3, -0.1)]
    losses = []
    for _ in range(40):
        a, b, c, d = parameters
        loss = ((a + b * x + c * x**2 + d * x**3 - y) ** 2).sum()
        losses.append(loss.detach())
        loss.backward()
        with w.lib.no_grad():
            for p in parameters:
                p -= 1e-6 * p.grad
                p.grad = None
    return parameters, losses


def a_legendre_polynomial_fitted_to_a_sine(w):
    """The same with a custom function for P3."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 0.5 * (5.0 * x**3 - 3.0 * x)

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 1.5 * (5.0 * x**2 - 1.0)

    P3 = function(w, forward=forward, backward=backward)
    x = w.constant(np.linspace(-math.pi, math.pi, 200).tolist())
    y = w.lib.sin(x)
    parameters = [w.leaf(v) for v in (0.0, -1.0, 0.0, 0.3)]
    for _ in range(40):
        a, b, c, d = parameters
        loss = ((a + b * P3.apply(c + d * x) - y) ** 2).sum()
        loss.backward()
        with w.lib.no_grad():
            for p in parameters:
                p -= 5e-6 * p.grad
                p.grad = None
    return parameters, loss


def a_layer_that_is_frozen(w):
    first, second = w.leaf(data(2, 3, 4)), w.leaf(data(3, 4, 2))
    first.requires_grad_(False)
    x = w.constant(data(4, 5, 3))
    before = first * 1.0
    for _ in range(3):
        out = w.lib.tanh(x @ first) @ second
        (out * out).mean().backward()
        with w.lib.no_grad():
            second -= 0.1 * second.grad
            second.grad = None
    return first - before, first.grad, second


def leaves_and_results(w):
    """What keeps a gradient."""
    x = w.constant(data(5, 4, 3))
    weights = w.leaf(data(6, 3, 2))
    hidden = x @ weights
    active = w.lib.tanh(hidden)
    hidden.retain_grad()
    loss = (active * active).sum()
    kinds = [(t.requires_grad, t.is_leaf, t.retains_grad) for t in (x, weights, hidden, active, loss)]
    loss.backward()
    return kinds, weights.grad, hidden.grad


def gradients_clipped_by_hooks(w):
    weights = [w.leaf(data(7 + k, 3, 3)) for k in range(3)]
    for p in weights:
        p.register_hook(lambda g: g.clip(-0.05, 0.05))
    x = w.constant(data(10, 4, 3))
    for p in weights:
        x = w.lib.tanh(x @ p)
    (x * x).sum().backward()
    return [p.grad for p in weights]


# -------------------------------------------------------------------------------------------- custom functions


def the_exponential(w):
    def forward(ctx, x):
        result = w.lib.exp(x)
        ctx.save_for_backward(result)
        return result

    def backward(ctx, g):
        (result,) = ctx.saved_tensors
        return g * result

    Exp = function(w, forward=forward, backward=backward)
    x = w.leaf([0.0, 1.0])
    y = Exp.apply(x)
    y.sum().backward()
    return y, x.grad


def a_linear_layer(w):
    """With or without a bias; gradients only where they are needed."""
    computed = []

    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    def backward(ctx, g):
        x, weights, bias = ctx.saved_tensors
        computed.append(ctx.needs_input_grad)
        need_x, need_weights, need_bias = ctx.needs_input_grad
        return (
            g @ weights if need_x else None,
            g.T @ x if need_weights else None,
            g.sum(0) if bias is not None and need_bias else None,
        )

    def forward(x, weights, bias):
        return x @ weights.T if bias is None else x @ weights.T + bias

    Linear = function(w, forward=forward, setup_context=setup_context, backward=backward)
    x, weights, bias = w.leaf(data(11, 4, 3)), w.leaf(data(12, 2, 3)), w.leaf(data(13, 2))
    (Linear.apply(x, weights, bias) ** 2).sum().backward()
    (Linear.apply(x.detach(), weights, None) ** 2).sum().backward()
    assert w.autograd.gradcheck(Linear.apply, (x, weights, bias))
    return computed[:2], x.grad, weights.grad, bias.grad


def a_constant_factor(w):
    """An argument that is no Tensor, and no zeros made for results that nothing depends on."""

    def forward(ctx, x, factor):
        ctx.set_materialize_grads(False)
        ctx.factor = factor
        return x * factor

    def backward(ctx, g):
        return (None, None) if g is None else (g * ctx.factor, None)

    Scale = function(w, forward=forward, backward=backward)
    x = w.leaf(data(14, 3))
    assert w.autograd.gradcheck(lambda x: Scale.apply(x, 2.5), (x,))
    Scale.apply(x, 2.5).sum().backward()
    return x.grad


def a_cube_that_keeps_its_derivative(w):
    """As a second result, so that it can be differentiated again and transformed."""

    def forward(x):
        return x**3, 3.0 * x**2

    def setup_context(ctx, inputs, output):
        (x,) = inputs
        _, derivative = output
        ctx.save_for_backward(x, derivative)

    def backward(ctx, g, g_derivative):
        x, derivative = ctx.saved_tensors
        return g * derivative + g_derivative * 6.0 * x

    Cube = function(w, forward=forward, setup_context=setup_context, backward=backward, generate_vmap_rule=True)

    def cube(x):
        return Cube.apply(x)[0]

    x = w.leaf([1.0, 2.0, -0.5])
    assert w.autograd.gradcheck(cube, (x,))
    assert w.autograd.gradgradcheck(cube, (x,))
    t = w.constant([1.0, 2.0, -0.5])
    first = w.vmap(w.grad(cube))(t)
    second = w.vmap(w.grad(w.grad(cube)))(t)
    return first, second


def a_power_in_forward_mode(w):
    """One Function for both modes: jvp beside backward."""

    def setup_context(ctx, inputs, output):
        x, exponent = inputs
        ctx.exponent = exponent
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)

    def slope(ctx):
        (x,) = ctx.saved_tensors
        return ctx.exponent * x ** (ctx.exponent - 1)

    Power = function(
        w,
        forward=lambda x, exponent: x**exponent,
        setup_context=setup_context,
        backward=lambda ctx, g: (g * slope(ctx), None),
        jvp=lambda ctx, t, _: t * slope(ctx),
    )
    x, v = w.constant([1.0, 2.0, 3.0]), w.constant([1.0, 0.5, -1.0])
    value, tangent = w.lib.func.jvp(lambda x: Power.apply(x, 4), (x,), (v,))
    return value, tangent, w.grad(lambda x: (Power.apply(x, 4) * v).sum())(x)


def a_reversed_gradient(w):
    Reverse = function(w, forward=lambda ctx, x: x * 1.0, backward=lambda ctx, g: -0.5 * g)
    x = w.leaf(data(15, 3))
    ((Reverse.apply(x * 2.0) + x) ** 2).sum().backward()
    return x.grad


# ----------------------------------------------------------------------------- custom functions, differentiated twice


def a_square(w):
    """What backward needs was an argument: nothing else to do."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**2

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 2.0 * x

    Square = function(w, forward=forward, backward=backward)
    x = w.leaf([0.5, -1.5])
    assert w.autograd.gradcheck(Square.apply, (x,))
    assert w.autograd.gradgradcheck(Square.apply, (x,))
    (first,) = w.autograd.grad((Square.apply(x) ** 2).sum(), x, create_graph=True)
    return first, w.autograd.grad(first.sum(), x)


def a_hyperbolic_sine(w):
    """What backward needs was computed on the way: it is returned too, so that it has a history."""

    def forward(ctx, x):
        up, down = w.lib.exp(x), w.lib.exp(-x)
        ctx.save_for_backward(up, down)
        return (up - down) / 2.0, up, down

    def backward(ctx, g, g_up, g_down):
        up, down = ctx.saved_tensors
        return g * (up + down) / 2.0 + g_up * up - g_down * down

    Sinh = function(w, forward=forward, backward=backward)

    def sinh(x):
        return Sinh.apply(x)[0]

    x = w.leaf([0.5, -1.5])
    assert w.autograd.gradcheck(sinh, (x,))
    assert w.autograd.gradgradcheck(sinh, (x,))
    (first,) = w.autograd.grad(sinh(x).sum(), x, create_graph=True)
    (second,) = w.autograd.grad(first.sum(), x, create_graph=True)
    return first, second, w.autograd.grad(second.sum(), x)


def a_cube_and_its_derivative(w):
    """What backward computes is a custom function itself."""

    def backward_forward(ctx, g, x):
        ctx.save_for_backward(x, g)
        return g * 3.0 * x**2

    def backward_backward(ctx, g_out):
        x, g = ctx.saved_tensors
        return g_out * 3.0 * x**2, g_out * g * 6.0 * x

    Derivative = function(w, forward=backward_forward, backward=backward_backward)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return Derivative.apply(g, x)

    Cube = function(w, forward=forward, backward=backward)
    x = w.leaf([0.5, -1.5])
    assert w.autograd.gradcheck(Cube.apply, (x,))
    assert w.autograd.gradgradcheck(Cube.apply, (x,))
    (first,) = w.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
    return first, w.autograd.grad(first.sum(), x)


def a_derivative_that_is_cut_off(w):
    """What was computed on the way and is neither argument nor result is a constant to the second sweep."""

    def forward(ctx, x):
        up = w.lib.exp(x)
        ctx.save_for_backward(up)
        return up - x

    def backward(ctx, g):
        (up,) = ctx.saved_tensors
        return g * (up - 1.0)

    F = function(w, forward=forward, backward=backward)
    x = w.leaf([0.5, -1.5])
    y = F.apply(x)
    (first,) = w.autograd.grad((y * y).sum(), x, create_graph=True)
    return first, w.autograd.grad(first.sum(), x)


# ------------------------------------------------------------------------------------------ what sweeps read


def saved_values_changed_by_hooks(w):
    """Packed times four, unpacked by two: each saved value counts double.

    The value was computed before: tapegrad saves no leaves, and computes anew what lies within elementwise chains.
    """
    x = w.leaf(data(16, 5))
    y = 2.0 * x
    with w.autograd.graph.saved_tensors_hooks(lambda t: t * 4.0, lambda t: t / 2.0):
        z = w.lib.sin(y)
    z.sum().backward()
    return x.grad


def saved_values_kept_elsewhere(w):
    store, counts = {}, {"packed": 0, "unpacked": 0}

    def pack(t):
        counts["packed"] += 1
        store[counts["packed"]] = t.detach().tolist()
        return counts["packed"]

    def unpack(key):
        counts["unpacked"] += 1
        return w.constant(store[key])

    x, weights = w.leaf(data(17, 4, 3)), w.leaf(data(18, 3, 3))
    with w.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = w.lib.tanh(x @ weights)
        z = (y * y).sum()
    z.backward()
    assert counts["packed"] > 0
    assert counts["unpacked"] > 0
    return z, x.grad, weights.grad


def a_checkpoint(w):
    calls = []
    weights = [w.leaf(data(20 + k, 3, 3)) for k in range(2)]

    def block(x):
        calls.append(1)
        return w.lib.tanh(w.lib.tanh(x @ weights[0]) @ weights[1])

    x = w.leaf(data(22, 4, 3))
    (w.checkpoint(block, w.checkpoint(block, x)) ** 2).sum().backward()
    return x.grad, [p.grad for p in weights]


def checkpoints_in_a_row(w):
    weights = [w.leaf(data(23 + k, 3, 3)) for k in range(4)]
    layers = [lambda x, p=p: w.lib.tanh(x @ p) for p in weights]
    x = w.leaf(data(27, 4, 3))
    (w.checkpoint_sequential(layers, 2, x) ** 2).sum().backward()
    return x.grad, [p.grad for p in weights]


# -------------------------------------------------------------------------------------------- forward mode


def duals(w):
    forward = w.autograd.forward_ad
    primal, tangent = w.constant(data(30, 5)), w.constant(data(31, 5))
    with forward.dual_level():
        dual = forward.make_dual(primal, tangent)
        assert forward.unpack_dual(primal).tangent is None
        value, moving = forward.unpack_dual(dual**2 + w.lib.sin(dual))
    assert forward.unpack_dual(dual).tangent is None
    return value, moving


def duals_of_parameters(w):
    """Tangents of the weights of a network."""
    forward = w.autograd.forward_ad
    weights, bias = w.constant(data(32, 3, 2)), w.constant(data(33, 2))
    moving = w.constant(data(34, 3, 2)), w.constant(data(35, 2))
    x = w.constant(data(36, 4, 3))
    with forward.dual_level():
        out = w.lib.tanh(x @ forward.make_dual(weights, moving[0]) + forward.make_dual(bias, moving[1]))
        return forward.unpack_dual(out).tangent


def a_tangent_that_is_differentiated(w):
    """Reverse over forward."""
    forward = w.autograd.forward_ad
    x, v = w.leaf(data(37, 3)), w.leaf(data(38, 3))
    with forward.dual_level():
        out = w.lib.sin(forward.make_dual(x, v) ** 2).sum()
        tangent = forward.unpack_dual(out).tangent
        tangent.backward()
    return tangent, x.grad, v.grad


# ------------------------------------------------------------------- Jacobians, Hessians, products, many samples


def jacobians_of_a_layer(w):
    """Row by row, by batched seeds, by transforms of both modes."""
    weights, bias, x = w.constant(data(40, 4, 3)), w.constant(data(41, 4)), w.leaf(data(42, 3))

    def predict(x):
        return w.lib.tanh(weights @ x + bias)

    y = predict(x)
    seeds = np.eye(4)
    rows = [w.autograd.grad(y, x, w.constant(v.tolist()), retain_graph=True)[0] for v in seeds]
    (batched,) = w.autograd.grad(y, x, w.constant(seeds.tolist()), is_grads_batched=True)
    t = x.detach()
    return (
        rows,
        batched,
        w.lib.func.jacrev(predict)(t),
        w.lib.func.jacfwd(predict)(t),
        w.autograd.functional.jacobian(predict, t),
    )


def jacobians_of_every_argument(w):
    weights, bias, x = w.constant(data(43, 4, 3)), w.constant(data(44, 4)), w.constant(data(45, 3))

    def predict(weights, bias, x):
        return w.lib.tanh(weights @ x + bias)

    return w.lib.func.jacrev(predict, (0, 1))(weights, bias, x), w.lib.func.jacfwd(predict, 2)(weights, bias, x)


def hessians(w):
    x = w.constant(data(46, 3))

    def f(x):
        return (w.lib.sin(x) * (x * x).sum()).sum()

    return (
        w.lib.func.hessian(f)(x),
        w.lib.func.jacfwd(w.lib.func.jacrev(f))(x),
        w.lib.func.jacrev(w.lib.func.jacrev(f))(x),
        w.autograd.functional.hessian(f, x),
    )


def batches_of_jacobians_and_hessians(w):
    weights, bias, rows = w.constant(data(47, 2, 3)), w.constant(data(48, 2)), w.constant(data(49, 5, 3))

    def predict(weights, bias, x):
        return w.lib.tanh(weights @ x + bias)

    def loss(weights, bias, x):
        return (predict(weights, bias, x) ** 2).sum()

    jacobians = w.vmap(w.lib.func.jacrev(predict, 2), (None, None, 0))(weights, bias, rows)
    return jacobians, w.vmap(w.lib.func.hessian(loss, 2), (None, None, 0))(weights, bias, rows)


def products_with_a_hessian(w):
    x, v = w.constant(data(50, 3)), w.constant(data(51, 3))

    def f(x):
        return w.lib.sin(x).sum() * (x**3).sum()

    functional = w.autograd.functional
    return (
        w.hvp(f)(x, v),
        functional.hvp(f, x, v),
        functional.vhp(f, x, v),
        functional.vjp(lambda x: x**3, x, v),
        functional.jvp(lambda x: x**3, x, v),
    )


def gradients_of_each_sample(w):
    """In a loop, and mapped over samples."""
    first, second = w.leaf(data(52, 3, 4)), w.leaf(data(53, 4))
    rows, targets = w.constant(data(54, 6, 3)), w.constant(data(55, 6))

    def loss(first, second, x, target):
        return (w.lib.tanh(x @ first) @ second - target) ** 2

    looped = [w.autograd.grad(loss(first, second, rows[k], targets[k]), (first, second)) for k in range(6)]
    mapped = w.vmap(w.grad(loss, (0, 1)), (None, None, 0, 0))(first.detach(), second.detach(), rows, targets)
    return [g[0] for g in looped], mapped[0], [g[1] for g in looped], mapped[1]


def an_ensemble(w):
    """Many models at once, on one batch and each on its own."""
    weights, rows = w.constant(data(56, 4, 3, 2)), w.constant(data(57, 4, 5, 3))

    def predict(weights, x):
        return w.lib.tanh(x @ weights)

    return w.vmap(predict, (0, None))(weights, rows[0]), w.vmap(predict, (0, 0))(weights, rows)


def per_sample_second_order(w):
    """A gradient within a loss: the slope of a network with respect to its input."""
    weights, rows = w.leaf(data(58, 3)), w.constant(data(59, 5, 3))
    x = rows * 1.0
    x.requires_grad_()
    out = w.lib.tanh(x * weights).sum(1)
    (slopes,) = w.autograd.grad(out.sum(), x, create_graph=True)
    penalty = ((slopes**2).sum(1) - 1.0) ** 2
    (out.mean() + penalty.mean()).backward()
    return weights.grad


PROGRAMS = [
    one_layer, a_seed_that_is_a_vector, two_leaves, doubled_until_it_is_large, a_cubic_fitted_to_a_sine,
    a_legendre_polynomial_fitted_to_a_sine, a_layer_that_is_frozen, leaves_and_results, gradients_clipped_by_hooks,
    the_exponential, a_linear_layer, a_constant_factor, a_cube_that_keeps_its_derivative, a_power_in_forward_mode,
    a_reversed_gradient, a_square, a_hyperbolic_sine, a_cube_and_its_derivative, a_derivative_that_is_cut_off,
    saved_values_changed_by_hooks, saved_values_kept_elsewhere, a_checkpoint, checkpoints_in_a_row, duals,
    duals_of_parameters, a_tangent_that_is_differentiated, jacobians_of_a_layer, jacobians_of_every_argument, hessians,
    batches_of_jacobians_and_hessians, products_with_a_hessian, gradients_of_each_sample, an_ensemble,
    per_sample_second_order,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_the_program_gives_the_numbers_of_torch(program):
    same(program(Functional()), program(FunctionalTorch()), 1e-11)


x, e = np.array([0.5, -1.5]), np.exp([0.5, -1.5])
CLOSED = {
    two_leaves: ([36.0, 81.0], [-12.0, -8.0]),
    the_exponential: ([1.0, math.e], [1.0, math.e]),
    a_square: ((4.0 * x**3).tolist(), [(12.0 * x**2).tolist()]),
    a_hyperbolic_sine: (np.cosh(x).tolist(), np.sinh(x).tolist(), [np.cosh(x).tolist()]),
    a_cube_and_its_derivative: ((3.0 * x**2).tolist(), [(6.0 * x).tolist()]),
    a_derivative_that_is_cut_off: ((2.0 * (e - x) * (e - 1.0)).tolist(), [(2.0 * (e - 1.0) ** 2).tolist()]),
    a_cube_that_keeps_its_derivative: ([3.0, 12.0, 0.75], [6.0, 12.0, -3.0]),
    saved_values_changed_by_hooks: (2.0 * np.cos(4.0 * np.array(data(16, 5)))).tolist(),
    duals: (
        (np.array(data(30, 5)) ** 2 + np.sin(data(30, 5))).tolist(),
        ((2.0 * np.array(data(30, 5)) + np.cos(data(30, 5))) * data(31, 5)).tolist(),
    ),
}


@worlds
@pytest.mark.parametrize("program", CLOSED, ids=lambda f: f.__name__)
def test_the_program_gives_what_it_should(program, world):
    same(program(Functional() if world is World else FunctionalTorch()), CLOSED[program], 1e-12)


def test_all_ways_to_a_jacobian_and_a_hessian_agree():
    for program in (jacobians_of_a_layer, hessians):
        first, *others = program(Functional())
        for other in others:
            same(other, first, 1e-12)
    looped, mapped, *_ = gradients_of_each_sample(Functional())
    same(looped, mapped)

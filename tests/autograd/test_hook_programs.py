"""Hooks of Tensors, of leaves and of nodes in programs that are run by tapegrad and by PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worlds import check, worlds


def inside_a_chain(w):
    x, seen = w.leaf([1.0, 2.0]), []
    a = 2.0 * x
    a.register_hook(seen.append)
    y = a * a * a
    y.register_hook(seen.append)
    (y * 0.5).sum().backward()
    return seen, x.grad


def inside_a_scalar_chain(w):
    x, seen = w.leaf(3.0), []
    a = 2.0 * x
    a.register_hook(seen.append)
    y = a * a
    y.register_hook(seen.append)
    (y * y + a).backward()
    return seen, x.grad


def replaced_within_a_chain(w):
    x = w.leaf([1.0, 2.0])
    y = x * x
    y.register_hook(lambda g: 10.0 * g)
    (3.0 * y * x).sum().backward()
    return x.grad


def replaced_within_a_scalar_chain(w):
    x = w.leaf(2.0)
    y = x * x
    y.register_hook(lambda g: 10.0 * g)
    (3.0 * y * x).backward()
    return x.grad


def every_use_is_in(w):
    """The hook sees the sum over all that read the value, once."""
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    y.register_hook(seen.append)
    (y.sum() + (y * y).sum() + 3.0 * y[0]).backward()
    return seen, x.grad


def results_of_array_ops(w):
    a, b, seen = w.leaf([[1.0, 2.0], [3.0, 4.0]]), w.leaf([[0.5], [2.0]]), []
    product = a @ b
    product.register_hook(lambda g: seen.append(g) or 2.0 * g)
    s = (product * product).sum()
    s.register_hook(lambda g: seen.append(g) or 3.0 * g)
    s.backward()
    return seen, a.grad, b.grad


def views(w):
    x, seen = w.leaf([1.0, 2.0, 3.0]), []
    tail = x[1:]
    tail.register_hook(lambda g: seen.append(("tail", g)) or 10.0 * g)
    column = tail.reshape(2, 1)
    column.register_hook(lambda g: seen.append(("column", g)))
    ((tail * tail).sum() + 3.0 * column.sum()).backward()
    return seen, x.grad


def a_base_and_its_view(w):
    x, seen = w.leaf([[1.0, 2.0], [3.0, 4.0]]), []
    y = 1.0 * x
    row = y[0]
    y.register_hook(lambda g: seen.append(("base", g)))
    row.register_hook(lambda g: seen.append(("row", g)))
    y.T.register_hook(lambda g: seen.append("another view, which nothing reads"))
    (2.0 * row).sum().backward()
    return seen, x.grad


def the_value_before_an_assignment(w):
    x, seen = w.leaf([1.0, 2.0, 3.0]), []
    y = 2.0 * x
    y.register_hook(lambda g: seen.append(("before", g)))
    y[0] = 7.0
    y.register_hook(lambda g: seen.append(("after", g)))
    (y * y).sum().backward()
    return seen, x.grad


def the_value_before_an_update(w):
    x, seen = w.leaf([1.0, 2.0]), []
    y = 2.0 * x
    y.register_hook(lambda g: seen.append(("before", g)))
    y *= 3.0
    y.register_hook(lambda g: seen.append(("after", g)))
    (y * y).sum().backward()
    return seen, x.grad


def several_on_one_value(w):
    x, seen = w.leaf(1.0), []
    y = 2.0 * x
    y.register_hook(lambda g: seen.append(("first", g)) or 10.0 * g)
    y.register_hook(lambda g: seen.append(("second", g)))
    y.register_hook(lambda g: seen.append(("third", g)) or g + 1.0)
    y.backward()
    return seen, x.grad


def a_leaf(w):
    """Once for a sweep, with the sum over all uses; and on the gradient of this sweep, not on what `.grad` holds."""
    x, seen = w.leaf([1.0, 2.0]), []
    x.register_hook(lambda g: seen.append(g) or 2.0 * g)
    for _ in range(2):
        ((x * x).sum() + x[0]).backward()
    return seen, x.grad


def a_leaf_as_root(w):
    x = w.leaf([1.0, 2.0])
    x.register_hook(lambda g: 3.0 * g)
    x.backward(w.constant([1.0, 10.0]))
    return x.grad


def the_root(w):
    x = w.leaf([1.0, 2.0])
    y = (x * x).sum()
    y.register_hook(lambda g: 3.0 * g)
    y.backward()
    return x.grad


def removed_handles(w):
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    hooks = [lambda g, k=k: seen.append(k) for k in range(4)]
    first, second = y.register_hook(hooks[0]), x.register_hook(hooks[1])
    node, accumulated = y.grad_fn.register_hook(lambda *_: hooks[2](0)), x.register_post_accumulate_grad_hook(hooks[3])
    y.sum().backward(retain_graph=True)
    for handle in (first, second, node, accumulated, first):
        handle.remove()
    y.sum().backward(retain_graph=True)
    with y.register_hook(hooks[0]):
        y.sum().backward(retain_graph=True)
    y.sum().backward()
    return seen


def a_hook_that_removes_itself(w):
    x, seen = w.leaf(1.0), []
    y = 2.0 * x

    def once(g):
        seen.append(g)
        handle.remove()

    handle = y.register_hook(once)
    y.register_hook(lambda g: seen.append(10.0 * g))
    y.backward(retain_graph=True)
    y.backward()
    return seen


def the_order_at_a_result(w):
    """Tensor hooks, then what `retain_grad` keeps, then the node's pre-hooks, the node, its hooks."""
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(("node", inputs, outputs)))
    y.grad_fn.register_prehook(lambda outputs: seen.append(("before the node", outputs)) or (10.0 * outputs[0],))
    y.retain_grad()
    y.register_hook(lambda g: seen.append(("tensor", g)) or 2.0 * g)
    y.sum().backward()
    return seen, y.grad, x.grad


def the_order_at_a_leaf(w):
    x, seen = w.leaf([1.0, 2.0]), []
    node = w.autograd.graph.get_gradient_edge(x).node
    node.register_hook(lambda inputs, outputs: seen.append(("node", inputs, outputs)))
    node.register_prehook(lambda outputs: seen.append(("before the node", outputs)) or (10.0 * outputs[0],))
    x.register_post_accumulate_grad_hook(lambda leaf: seen.append(("accumulated", leaf.grad)))
    x.register_hook(lambda g: seen.append(("tensor", g)) or 2.0 * g)
    ((x * x).sum() + x[0]).backward()
    return seen, x.grad


def node_hooks_replace(w):
    a, b = w.leaf([1.0, 2.0]), w.leaf([3.0, 4.0])
    y = a * b
    y.grad_fn.register_hook(lambda inputs, outputs: (10.0 * inputs[0], inputs[1] + outputs[0]))
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] + 1.0, inputs[1]))
    y.sum().backward()
    return a.grad, b.grad


def node_hooks_at_constants(w):
    """An operand without gradient has None in its place."""
    x, seen = w.leaf([1.0, 2.0]), []
    y = w.constant([3.0, 4.0]) * x
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(inputs) or (None, 2.0 * inputs[1]))
    y.sum().backward()
    return seen, x.grad


def a_node_hook_cuts_an_edge(w):
    x = w.leaf([1.0, 2.0])
    y = x * x
    y.grad_fn.register_hook(lambda inputs, outputs: (None, inputs[1]))
    y.sum().backward()
    return x.grad


def node_hooks_of_array_ops(w):
    a, b, seen = w.leaf([[1.0, 2.0], [3.0, 4.0]]), w.leaf([1.0, 10.0]), []
    y = a @ b
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append((inputs, outputs)))
    (y * y).sum().backward()
    return seen, a.grad, b.grad


def nodes_that_grad_does_not_run(w):
    """`grad` needs the adjoint of an input, not its node: tensor hooks are called, the node's are not."""
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    node = w.autograd.graph.get_gradient_edge(x).node
    y.grad_fn.register_hook(lambda *_: seen.append("node"))
    y.grad_fn.register_prehook(lambda *_: seen.append("before the node"))
    node.register_hook(lambda *_: seen.append("node of the leaf"))
    node.register_prehook(lambda *_: seen.append("before the node of the leaf"))
    x.register_post_accumulate_grad_hook(lambda _: seen.append("accumulated"))
    y.register_hook(lambda g: seen.append("result") or 2.0 * g)
    x.register_hook(lambda g: seen.append("leaf") or 3.0 * g)
    s = y.sum()
    found = [w.autograd.grad(s, y, retain_graph=True)]
    seen.append("|")
    found.append(w.autograd.grad(s, x))
    return seen, found


def what_lies_behind_a_gradient_that_is_asked_for(w):
    x, seen, found = w.leaf([[1.0, 2.0], [3.0, 4.0]]), [], []
    y = 2.0 * x
    y.register_hook(seen.append)
    for view in (y[:, 1:], y.T, w.lib.sin(y), y.reshape(4), y[0, 0], y.sum()):
        found.append(w.autograd.grad((view * view).sum() + (y * y).sum(), view))
    return seen, found[0]


def an_unreached_value(w):
    x, seen = w.leaf([1.0, 2.0]), []
    y, other = x * x, x * 3.0
    other.register_hook(lambda g: seen.append("never"))
    other.grad_fn.register_hook(lambda *_: seen.append("never"))
    y.sum().backward()
    return seen, x.grad


def every_sweep_of_a_retained_tape(w):
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    y.register_hook(lambda g: seen.append(g) or 2.0 * g)
    y.sum().backward(retain_graph=True)
    (3.0 * y.sum()).backward()
    return seen, x.grad


def retained_gradients(w):
    x = w.leaf([1.0, 2.0])
    y = x * x
    y.register_hook(lambda g: 2.0 * g)
    y.retain_grad()
    y.register_hook(lambda g: g + 1.0)
    z = y * 3.0
    z.retain_grad()
    z.sum().backward()
    return z.grad, y.grad, x.grad


def modes_within(w):
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    y.register_hook(lambda g: seen.append(w.lib.is_grad_enabled()))
    y.grad_fn.register_hook(lambda *_: seen.append(w.lib.is_grad_enabled()))
    x.register_hook(lambda g: seen.append(w.lib.is_grad_enabled()))
    x.register_post_accumulate_grad_hook(lambda _: seen.append(w.lib.is_grad_enabled()))
    y.sum().backward(retain_graph=True)
    w.autograd.grad(y.sum(), x, create_graph=True)
    return seen


def recorded_sweeps(w):
    x = w.leaf([1.0, 2.0])
    y = x * x
    y.register_hook(lambda g: g * x)
    (first,) = w.autograd.grad(y.sum(), x, create_graph=True)
    (second,) = w.autograd.grad(first.sum(), x)
    return first, second


def recorded_sweeps_and_node_hooks(w):
    x = w.leaf([1.0, 2.0])
    y = w.lib.sin(x)
    handles = [
        y.grad_fn.register_prehook(lambda outputs: (outputs[0] * x,)),
        y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * x,)),
        x.register_hook(lambda g: g * x),
    ]
    (first,) = w.autograd.grad((y * y).sum(), x, create_graph=True)
    for handle in handles:
        handle.remove()
    (second,) = w.autograd.grad(first.sum(), x)
    return first, second


def sweeps_within(w):
    x, seen = w.leaf([1.0, 2.0]), []
    a = x * x
    b = w.lib.sin(a)

    def hook(g):
        with w.lib.enable_grad():
            z = w.leaf([3.0])
            (z * z * z).sum().backward()
            seen.append(z.grad)
            seen.append(w.autograd.grad(a.sum(), x, retain_graph=True))
            seen.append(w.autograd.grad(b.sum(), x, retain_graph=True))
        return 2.0 * g

    removed = b.register_hook(lambda g: hook(g) if len(seen) == 0 else None)
    b.sum().backward()
    removed.remove()
    return seen, x.grad


def an_optimizer_within_the_sweep(w):
    x, y = w.leaf([1.0, 2.0]), w.leaf(3.0)

    def step(leaf):
        with w.lib.no_grad():
            leaf -= 0.1 * leaf.grad
        leaf.grad = None

    for leaf in (x, y):
        leaf.register_post_accumulate_grad_hook(step)
    for _ in range(3):
        ((x * x).sum() * y).backward()
    return x, y, x.grad, y.grad


def several_gradients(w):
    """All that the sweep reaches, None for others; none at all in a sweep that reaches nothing of them."""
    a, b, unused, seen = w.leaf([1.0]), w.leaf([2.0]), w.leaf([5.0]), []
    y = a * b
    z = y * a
    handle = w.autograd.graph.register_multi_grad_hook([a, y, unused], seen.append)
    z.sum().backward(retain_graph=True)
    w.autograd.grad(z.sum(), y, retain_graph=True)
    (b * 2.0).sum().backward()
    handle.remove()
    z.sum().backward()
    return [list(grads) for grads in seen]


def the_first_of_several_gradients(w):
    x, seen = w.leaf([1.0, 2.0]), []
    y = x * x
    z = 3.0 * y
    handle = w.autograd.graph.register_multi_grad_hook([y, x, z], lambda g: seen.append(g), mode="any")
    z.sum().backward(retain_graph=True)
    y.sum().backward(retain_graph=True)
    handle.remove()
    z.sum().backward()
    return seen


def one_tensor_twice_among_several(w):
    x, seen = w.leaf([1.0, 2.0]), []
    w.autograd.graph.register_multi_grad_hook([x, x], lambda grads: seen.append(list(grads)))
    (x * x).sum().backward()
    return seen


sin, cos = np.sin([1.0, 2.0]), np.cos([1.0, 2.0])
at = np.array([1.0, 2.0])

PROGRAMS = {
    inside_a_chain: ([[0.5, 0.5], [6.0, 24.0]], [12.0, 48.0]),
    inside_a_scalar_chain: ([72.0, 865.0], 1730.0),
    replaced_within_a_chain: [63.0, 252.0],
    replaced_within_a_scalar_chain: 252.0,
    every_use_is_in: ([[6.0, 9.0]], [12.0, 36.0]),
    results_of_array_ops: (
        [1.0, [[27.0], [57.0]]],
        [[27.0, 108.0], [57.0, 228.0]],
        [[396.0], [564.0]],
    ),
    views: ([("column", [[3.0], [3.0]]), ("tail", [7.0, 9.0])], [0.0, 70.0, 90.0]),
    a_base_and_its_view: (
        [("row", [2.0, 2.0]), ("base", [[2.0, 2.0], [0.0, 0.0]])],
        [[2.0, 2.0], [0.0, 0.0]],
    ),
    the_value_before_an_assignment: ([("after", [14.0, 8.0, 12.0]), ("before", [0.0, 8.0, 12.0])], [0.0, 16.0, 24.0]),
    the_value_before_an_update: ([("after", [12.0, 24.0]), ("before", [36.0, 72.0])], [72.0, 144.0]),
    several_on_one_value: ([("first", 1.0), ("second", 10.0), ("third", 10.0)], 22.0),
    a_leaf: ([[3.0, 4.0], [3.0, 4.0]], [12.0, 16.0]),
    a_leaf_as_root: [3.0, 30.0],
    the_root: [6.0, 12.0],
    removed_handles: [0, 2, 1, 3, 0],
    a_hook_that_removes_itself: [1.0, 10.0, 10.0],
    the_order_at_a_result: (
        [
            ("tensor", [1.0, 1.0]),
            ("before the node", [[2.0, 2.0]]),
            ("node", [[20.0, 40.0], [20.0, 40.0]], [[20.0, 20.0]]),
        ],
        [2.0, 2.0],
        [40.0, 80.0],
    ),
    the_order_at_a_leaf: (
        [
            ("tensor", [3.0, 4.0]),
            ("before the node", [[6.0, 8.0]]),
            ("accumulated", [60.0, 80.0]),
            ("node", [], [[60.0, 80.0]]),
        ],
        [60.0, 80.0],
    ),
    node_hooks_replace: ([31.0, 41.0], [2.0, 3.0]),
    node_hooks_at_constants: ([[None, [3.0, 4.0]]], [6.0, 8.0]),
    a_node_hook_cuts_an_edge: [1.0, 2.0],
    node_hooks_of_array_ops: (
        [([[[42.0, 420.0], [86.0, 860.0]], [300.0, 428.0]], [[42.0, 86.0]])],
        [[42.0, 420.0], [86.0, 860.0]],
        [300.0, 428.0],
    ),
    nodes_that_grad_does_not_run: (
        ["result", "|", "result", "before the node", "node", "leaf"],
        [[[2.0, 2.0]], [[12.0, 24.0]]],
    ),
    what_lies_behind_a_gradient_that_is_asked_for: ([], [[[8.0], [16.0]]]),
    an_unreached_value: ([], [2.0, 4.0]),
    every_sweep_of_a_retained_tape: ([[1.0, 1.0], [3.0, 3.0]], [16.0, 32.0]),
    retained_gradients: ([1.0, 1.0], [7.0, 7.0], [14.0, 28.0]),
    modes_within: [False, False, False, False, True, True, True],
    recorded_sweeps: ([2.0, 8.0], [4.0, 8.0]),
    recorded_sweeps_and_node_hooks: (
        (2.0 * sin * cos * at**3).tolist(),
        (2.0 * (cos**2 - sin**2) * at**3 + 6.0 * sin * cos * at**2).tolist(),
    ),
    sweeps_within: (
        [[27.0], [[2.0, 4.0]], [(2.0 * at * np.cos(at**2)).tolist()]],
        (4.0 * at * np.cos(at**2)).tolist(),
    ),
    an_optimizer_within_the_sweep: None,
    several_gradients: [[[4.0], [1.0], None], [None, [1.0], None]],
    the_first_of_several_gradients: [[1.0, 1.0], [1.0, 1.0]],
    one_tensor_twice_among_several: [[[2.0, 4.0], [2.0, 4.0]]],
}


@worlds
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_programs(program, world):
    check(program, world, PROGRAMS[program])

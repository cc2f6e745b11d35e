"""The graph as the user sees it: nodes, what they lead to and keep, and edges in place of Tensors.

The structure of graphs, and gradients at every edge, are those of PyTorch where it has the same operations.
"""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd.graph import GradientEdge, get_gradient_edge
from tapegrad.errors import ArgumentError, DtypeError, GradientError, TapeFreedError
from tapegrad.record.recording import tape
from tests.support import leaf
from tests.worlds import Torch, World, plain, same, worlds

NAMES = {
    "AddBackward0": "add", "MulBackward0": "multiply", "SubBackward0": "subtract", "DivBackward0": "divide",
    "NegBackward0": "negative", "SinBackward0": "sin", "ExpBackward0": "exp", "TanhBackward0": "tanh",
    "LogBackward0": "log", "SumBackward0": "sum_all", "SumBackward1": "sum", "MvBackward0": "matvec",
    "MmBackward0": "matmul", "SelectBackward0": "getitem", "SliceBackward0": "getitem",
    "ViewBackward0": "reshape", "PermuteBackward0": "transpose", "CumsumBackward0": "cumsum",
    "torch::autograd::CopySlices": "setitem", "torch::autograd::AccumulateGrad": "AccumulateGrad",
}  # fmt: skip


def elementwise(w, x, y, s):
    return (w.lib.sin(x) * y - x / w.lib.exp(y) + 2.0 * x).sum()


def scalars(w, x, y, s):
    t = w.lib.tanh(s) * s
    return t + t * w.lib.log(s) - 1.0


def products(w, x, y, s):
    return ((x @ y) * s).sum()


def views(w, x, y, s):
    return (x[0] * y).sum() + x.reshape(6)[2:4].sum() + x.T.sum(0).sum()


def assigned(w, x, y, s):
    z = x * 1.0
    z[0] = y
    return (z * z).sum()


def updated(w, x, y, s):
    z = x * 1.0
    z *= y
    return w.lib.cumsum(z, 0).sum()


def shared(w, x, y, s):
    z = x * x
    return (z * z + z).sum() * s


PROGRAMS = [elementwise, scalars, products, views, assigned, updated, shared]


def built(program, world):
    w = world()
    leaves = [w.leaf([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), w.leaf([0.5, 1.5, 2.5]), w.leaf(3.0)]
    return w, leaves, program(w, *leaves)


def structure(node):
    """A node's name, and the same of what it leads to."""
    return (
        None
        if node is None
        else [NAMES.get(node.name(), node.name()), [[structure(n), k] for n, k in node.next_functions]]
    )


def nodes_of(node):
    """Every node behind one, itself first, in the order of a walk along the edges."""
    found, waiting = [], [node]
    while waiting:
        node = waiting.pop()
        if node is not None and not any(node is n for n in found):
            found.append(node)
            waiting += [n for n, _ in reversed(node.next_functions)]
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_graphs_have_the_structure_of_those_of_torch(program):
    (_, _, ours), (_, _, theirs) = built(program, World), built(program, Torch)
    assert structure(ours.grad_fn) == structure(theirs.grad_fn)


@pytest.mark.parametrize("way", ["grad", "create_graph", "batched"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_the_gradient_at_every_edge_is_that_of_torch(program, way):
    found = []
    for world in (World, Torch):
        w, _, loss = built(program, world)
        edges = [w.autograd.graph.GradientEdge(node, 0) for node in nodes_of(loss.grad_fn)]
        if way == "batched" and world is World:
            seeds = np.array([1.0, -2.0])
            rows = w.autograd.grad(loss, edges, seeds, is_grads_batched=True)
            found.append([g[0] + 0.0 for g in rows])
            same([g[1] for g in rows], [-2.0 * g[0] for g in rows])
        else:
            found.append(w.autograd.grad(loss, edges, create_graph=way == "create_graph"))
    same(*found)


# ----------------------------------------------------------------------------------------------------- nodes


@worlds
def test_leaves_have_no_node(world):
    w = world()
    assert w.leaf(1.0).grad_fn is None
    assert w.constant(1.0).grad_fn is None
    assert (w.constant(1.0) * 2.0).grad_fn is None
    assert (w.leaf(1.0).detach() * 2.0).grad_fn is None


@worlds
def test_the_ends_of_the_graph(world):
    w = world()
    x, c = w.leaf([1.0, 2.0]), w.constant([3.0, 4.0])
    ((end, number), nothing) = (x * c).grad_fn.next_functions
    assert end.variable is x
    assert number == 0
    assert end.next_functions == ()
    assert nothing == (None, 0)


@worlds
def test_a_node_is_one_object_while_somebody_holds_it(world):
    w = world()
    x = w.leaf([1.0, 2.0])
    y = w.lib.sin(x)
    node, end = y.grad_fn, w.autograd.graph.get_gradient_edge(x).node
    node.metadata["note"] = "kept"
    assert y.grad_fn is node
    assert (y * 2.0).grad_fn.next_functions[0][0] is node
    assert y.grad_fn.metadata == {"note": "kept"}
    assert node.next_functions[0][0] is end
    assert w.autograd.graph.get_gradient_edge(x).node is end
    assert w.autograd.graph.get_gradient_edge(y)[:2] == (node, 0)


def test_nodes_of_values_that_were_computed_one_after_the_other():
    """Each in a run of its own."""
    x = leaf([1.0, 2.0])
    y = tg.sin(x)
    y.tolist()
    z = y * x
    z.tolist()
    total = z.sum()
    assert structure(total.grad_fn) == [
        "sum_all",
        [[["multiply", [[["sin", [[["AccumulateGrad", []], 0]]], 0], [["AccumulateGrad", []], 0]]], 0]],
    ]
    assert total.grad_fn.next_functions[0][0] is z.grad_fn
    assert z.grad_fn.next_functions[0][0] is y.grad_fn


@worlds
def test_several_results_of_one_node(world):
    w = world()
    F = type(
        "Both", (w.autograd.Function,),
        {"forward": staticmethod(lambda ctx, x: (x * 2.0, x * 3.0)), "backward": staticmethod(lambda ctx, g, h: 2.0 * g + 3.0 * h)},
    )  # fmt: skip
    x = w.leaf([1.0, 2.0])
    first, second = F.apply(x)
    assert first.grad_fn is second.grad_fn
    product = (first * second).sum()
    ((node, _),) = product.grad_fn.next_functions
    assert node.next_functions == ((first.grad_fn, 0), (first.grad_fn, 1))
    graph = w.autograd.graph
    assert graph.get_gradient_edge(second)[:2] == (first.grad_fn, 1)
    edges = [graph.GradientEdge(first.grad_fn, 1), graph.GradientEdge(first.grad_fn, 0)]
    same(w.autograd.grad(product, edges), [[2.0, 4.0], [3.0, 6.0]])


def test_what_a_node_has_saved():
    x, y = leaf([0.5, 1.0]), leaf([2.0, 3.0])
    same(tg.sin(x).grad_fn.saved, {"x": [0.5, 1.0]})
    same(tg.exp(x).grad_fn.saved, {"out": np.exp([0.5, 1.0]).tolist()})
    assert (x + y).grad_fn.saved == {}
    product = (x * y).grad_fn
    assert sorted(map(tuple, (plain(v) for v in product.saved.values()))) == [(0.5, 1.0), (2.0, 3.0)]
    matrix = leaf([[1.0, 2.0], [3.0, 4.0]])
    saved = [plain(v) for v in (matrix @ x).grad_fn.saved.values()]
    assert [[1.0, 2.0], [3.0, 4.0]] in saved
    assert [0.5, 1.0] in saved


def test_what_a_node_has_saved_has_its_history():
    x = leaf([0.5, 1.0])
    y = 2.0 * x
    (saved,) = tg.sin(y).grad_fn.saved.values()
    saved.sum().backward()
    same(x.grad, [2.0, 2.0])


def test_what_a_node_has_saved_is_the_old_value_of_a_leaf_that_changed():
    x = leaf([0.5, 1.0])
    y = tg.sin(x)
    with tg.no_grad():
        x *= 10.0
    same(y.grad_fn.saved, {"x": [0.5, 1.0]})


def test_a_node_of_a_consumed_tape():
    x = leaf([1.0, 2.0])
    y = x * x
    node = y.grad_fn
    assert repr(node) == "<Node multiply>"
    y.sum().backward()
    assert repr(node) == "<Node of a consumed tape>"
    for look in (node.name, lambda: node.next_functions, lambda: node.saved):
        with pytest.raises(TapeFreedError, match="grad_fn: this part of the tape was consumed"):
            look()


@pytest.mark.usefixtures("only_new_objects")
def test_nodes_hold_the_tape_and_nothing_holds_nodes():
    gc.collect()
    gc.disable()
    try:
        x = leaf(np.ones(100))
        y = tg.sin(x)
        node, dies = y.grad_fn, weakref.ref(y)
        run = y._family.run
        holds = weakref.ref(node)
        del y
        assert dies() is None
        assert node.next_functions[0][0].variable is x
        assert not run.backing.freed
        del node
        assert holds() is None
    finally:
        gc.enable()


def test_a_deep_graph_is_walked():
    x = leaf(1.0)
    y = x
    for _ in range(20_000):
        y = y * 0.999
    node, count = y.grad_fn, 0
    while isinstance(node, tg.autograd.graph.Node):
        ((node, _), _) = node.next_functions
        count += 1
    assert count == 20_000
    assert node.variable is x


def test_a_recording_has_no_nodes():
    for look in (lambda x: (x * x).grad_fn, lambda x: get_gradient_edge(x * x)):
        with pytest.raises(GradientError, match="hooks and nodes belong to sweeps that run now"):
            tg.compile(lambda x: look(x) and x)(2.0)


# ----------------------------------------------------------------------------------------------------- edges


@worlds
def test_an_edge_in_place_of_a_root(world):
    w = world()
    x = w.leaf([1.0, 2.0])
    y = x * x
    edge = w.autograd.graph.get_gradient_edge(y)
    del y
    w.autograd.backward(edge, w.constant([1.0, 10.0]), retain_graph=True)
    same(x.grad, [2.0, 40.0])
    same(w.autograd.grad([edge], [x], [w.constant([1.0, 1.0])]), [[2.0, 4.0]])


@worlds
def test_an_edge_in_place_of_an_input(world):
    """The Tensor may be gone, which lets its memory go."""
    w = world()
    x = w.leaf([1.0, 2.0])
    y = x * x
    edge = w.autograd.graph.get_gradient_edge(y)
    z = (3.0 * y * y).sum()
    del y
    same(w.autograd.grad(z, [edge, x], retain_graph=True), [[6.0, 24.0], [12.0, 96.0]])
    w.autograd.backward(z, inputs=[w.autograd.graph.get_gradient_edge(x)])
    same(x.grad, [12.0, 96.0])


@pytest.mark.parametrize("data", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
def test_an_edge_to_a_value_that_was_dead_when_it_was_computed(data):
    x = leaf(data)
    z = tg.exp(tg.sin(x) * 2.0).sum()
    z.item()
    node = z.grad_fn
    while node.name() != "sin":
        node = node.next_functions[0][0]
    at = np.asarray(data)
    (g,) = tg.autograd.grad(z, GradientEdge(node, 0), retain_graph=True)
    np.testing.assert_allclose(g.numpy(), 2.0 * np.exp(2.0 * np.sin(at)), rtol=1e-13)
    seen = []
    node.register_prehook(lambda outputs: seen.append(outputs[0]))
    z.backward()
    np.testing.assert_array_equal(seen[0].numpy(), g.numpy())


def test_an_edge_with_batched_seeds_and_zeros():
    """PyTorch takes edges with neither."""
    x = leaf([1.0, 2.0])
    y = x * x
    edge = get_gradient_edge(y)
    other = get_gradient_edge(x * 3.0)
    found = tg.autograd.grad(y * 2.0, [edge, other], np.eye(2), is_grads_batched=True, materialize_grads=True)
    same(found, [[[2.0, 0.0], [0.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]]])


@worlds
def test_what_has_no_edge(world):
    w = world()
    for t in (w.constant([1.0]), w.constant([1.0]) * 2.0):
        with pytest.raises((GradientError, ValueError, RuntimeError), match=r"require|grad"):
            w.autograd.graph.get_gradient_edge(t)


def test_an_edge_that_does_not_exist():
    x = leaf([1.0, 2.0])
    y = x * x
    for number in (1, -1):
        with pytest.raises(ArgumentError, match=f"GradientEdge: the node has no result {number}"):
            tg.autograd.grad(y.sum(), GradientEdge(y.grad_fn, number))
    with pytest.raises(DtypeError, match="grad: inputs must be Tensors, got Node"):
        tg.autograd.grad(y.sum(), [y.grad_fn])


@worlds
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_by_edges_of_values_that_are_gone(world, create_graph):
    """Nothing reads the first value, the rule of exp reads the second."""
    w = world()
    x = w.leaf([1.0, 2.0, 3.0])
    y = x * 2.0
    z = w.lib.exp(y * 0.5)
    edges = [w.autograd.graph.get_gradient_edge(t) for t in (y, z)]
    root = (z * 3.0).sum()
    del y, z
    found = w.autograd.grad(root, [*edges, x], create_graph=create_graph)
    e = np.exp([1.0, 2.0, 3.0])
    same(found, ((1.5 * e).tolist(), [3.0, 3.0, 3.0], (3.0 * e).tolist()))
    root = (w.leaf([1.0, 2.0]) * 2.0 * 3.0).sum()
    (edge,) = [edge for edge, _ in root.grad_fn.next_functions]
    same(w.autograd.grad(root, w.autograd.graph.GradientEdge(edge, 0)), ([1.0, 1.0],))


# ------------------------------------------------------------------------------------------------- edges alone


@pytest.mark.parametrize("shape", [(), (3,), (5000,)])
@pytest.mark.parametrize("stored", [False, True])
def test_an_edge_outlives_its_tensor(shape, stored):
    """Where a sweep has stopped at it another one can start, as in PyTorch, whoever else still holds the Tensor."""
    x = leaf(np.linspace(0.5, 1.5, int(np.prod(shape))).reshape(shape))
    value = plain(x)
    t = np.sin(x)
    u = np.exp(t)
    if stored:
        t.detach().numpy()
    y = (u * u).sum()
    first, second = get_gradient_edge(t), get_gradient_edge(u)
    del t, u
    (g,) = tg.autograd.grad(y, second)
    del y
    np.testing.assert_allclose(g, 2 * np.exp(np.sin(value)))
    (h,) = tg.autograd.grad(second, first, g)
    np.testing.assert_allclose(h, 2 * np.exp(2 * np.sin(value)))
    (k,) = tg.autograd.grad(first, x, h)
    np.testing.assert_allclose(k, plain(h) * np.cos(value))
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(first, x, h)


def test_an_edge_that_nothing_reads_outlives_its_tensor():
    x = leaf([0.5, 1.0])
    edge = get_gradient_edge(np.sin(x))
    (g,) = tg.autograd.grad(edge, x, tg.tensor([1.0, 1.0]))
    np.testing.assert_allclose(g, np.cos([0.5, 1.0]))


def test_an_edge_that_a_sweep_has_passed_is_consumed():
    tape.flush()  # another test that ended early may still hold Tensors of the open run
    x = leaf([0.5, 1.0])
    t = np.sin(x)
    edge, run = get_gradient_edge(t), weakref.ref(t._family.run)
    y = (t * t).sum()
    del t
    y.backward()
    with pytest.raises(TapeFreedError):
        tg.autograd.grad(edge, x, tg.tensor([1.0, 1.0]))
    assert run() is not None
    del edge, y
    assert run() is None

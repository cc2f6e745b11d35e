"""Custom functions in every transform and recording: the rules that they get there, and the results that they mark."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, FunctionError, ShapeError
from tests.autograd.functions import function
from tests.worlds import Torch, World, same

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


def test_plain_data_of_backward_is_refused_while_recording():
    F = function(World(), lambda ctx, x: x * 2.0, lambda ctx, g: 2.0 * g.detach().numpy())
    np.testing.assert_array_equal(tg.compile(F.apply)(np.ones(3)), 2.0)
    with pytest.raises(tg.errors.PlainDataError):
        tg.compile(tg.grad(lambda x: np.sum(F.apply(x) * x)))(np.ones(3))


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

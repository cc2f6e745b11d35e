"""Dual levels: tangents of every op, through everything that makes Tensors, and how they meet reverse mode."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import forward_ad, functional, grad, gradcheck, gradgradcheck
from tapegrad.autograd.forward_ad import dual_level, make_dual, set_tangent, tangent_of, unpack_dual
from tapegrad.errors import DtypeError, FunctionError, GradcheckError, GradientError, PlainDataError, ShapeError
from tapegrad.ops import composites
from tapegrad.ops.products import matmul_op
from tests.ops.test_arrays import ENTRIES, as_list, calls, weights
from tests.ops.test_elementwise import OPS, SMOOTH, derivatives, draw
from tests.support import along, close, differences, leaf, plain
from tests.worlds import same, worlds

RNG = np.random.default_rng(21)
X, V, W = RNG.uniform(0.5, 1.5, 5), RNG.normal(size=5), RNG.normal(size=5)
M, D = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 4))


def pushed(f, *pairs):
    """Value and tangent of f, for pairs of primal and tangent arrays."""
    with dual_level():
        out = f(*[make_dual(tg.tensor(x), tg.tensor(v)) for x, v in pairs])
        primal, tangent = unpack_dual(out)
    return plain(primal), None if tangent is None else plain(tangent)


# ------------------------------------------------------------------------------------------------- all records


@pytest.mark.sampled(40)  # of both dtypes: the rules are those of reverse mode
@pytest.mark.parametrize("dtype", [np.float64, np.float32], ids=["float64", "float32"])
@pytest.mark.parametrize("op", SMOOTH, ids=lambda op: op.name)
def test_tangents_of_elementwise_ops(op, dtype):
    """Against differences, and against the transposed VJP."""
    arrays = draw(op, [(7,)] * len(op.arguments), dtype)
    moving = derivatives(op)
    rng = np.random.default_rng([*op.name.encode()])
    directions = {k: rng.normal(size=7).astype(dtype) for k in moving}
    g = rng.normal(size=7).astype(dtype)
    with dual_level():
        duals = [
            make_dual(leaf(a), tg.tensor(directions[k])) if k in moving else tg.tensor(a) for k, a in enumerate(arrays)
        ]
        out = op(*duals)
        primal, tangent = unpack_dual(out)
        shares = grad(primal, [duals[k] for k in moving], g)
    assert tangent.dtype == primal.dtype == dtype
    np.testing.assert_array_equal(plain(primal), plain(op(*map(tg.tensor, arrays))))
    wanted = sum(differences(op.reference, arrays, [k]) * directions[k] for k in moving)
    close(plain(tangent), wanted, 1, dtype)
    transposed = sum(np.sum(plain(s) * directions[k]) for s, k in zip(shares, moving, strict=True))
    assert np.sum(g * plain(tangent)) == pytest.approx(transposed, rel=1e-12 if dtype == np.float64 else 1e-4, abs=1e-5)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("op", [op for op in SMOOTH if len(derivatives(op)) > 1], ids=lambda op: op.name)
def test_tangents_broadcast(op):
    shapes = [(3, 1), (4,), ()][: len(op.arguments)]
    arrays = draw(op, shapes, np.float64)
    for k in derivatives(op):
        v = np.random.default_rng(k).normal(size=shapes[k])
        for numbers in (False, True):
            rest = [float(a) if numbers and not a.shape else tg.tensor(a) for a in arrays]
            with dual_level():
                rest[k] = make_dual(tg.tensor(arrays[k]), tg.tensor(v))
                tangent = unpack_dual(op(*rest)).tangent
            close(plain(tangent), np.broadcast_to(differences(op.reference, arrays, [k]) * v, tangent.shape))


@pytest.mark.parametrize("op", [op for op in OPS if not op.partials], ids=lambda op: op.name)
def test_ops_without_derivative_give_none(op):
    with dual_level():
        duals = [make_dual(tg.tensor(a), tg.tensor(a)) for a in draw(op, [(7,)] * len(op.arguments), np.float64)]
        assert unpack_dual(op(*duals)).tangent is None


def inner(slopes, directions):
    return sum(np.sum(g * v) for g, v in zip(slopes, directions, strict=True))


@pytest.mark.parametrize("dtype", [np.float64, np.float32], ids=["float64", "float32"])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_tangents_of_array_ops(entry, dtype):
    """Against differences, and against the transposed VJP."""
    for call in calls(entry):
        arrays = [a.astype(dtype) for a in call.arrays]
        rng = np.random.default_rng(13)
        directions = [rng.normal(size=a.shape).astype(dtype) for a in arrays]
        with dual_level():
            duals = [make_dual(leaf(a), tg.tensor(v)) for a, v in zip(arrays, directions, strict=True)]
            results = as_list(call.found(duals))
            pairs = zip(results, weights([plain(p) for p in results]), strict=True)
            moving = [(unpack_dual(p), w.astype(dtype)) for p, w in pairs if p.requires_grad]  # a permutation is not
            parts, seeds = [p for p, _ in moving], [w for _, w in moving]
            roots = [p.primal for p in parts]
            shares = grad(roots, duals, seeds, materialize_grads=True)
            total = sum(np.sum(w * plain(p.tangent)) for w, p in zip(seeds, parts, strict=True))
            assert all(p.tangent.dtype == p.primal.dtype for p in parts)
        double = dtype == np.float64
        wanted = inner(call.slopes, directions) if double else along(call.weighted, arrays, directions)
        close(total, wanted, 2, dtype)
        transposed = sum(np.sum(plain(s) * v) for s, v in zip(shares, directions, strict=True))
        assert total == pytest.approx(transposed, rel=1e-11 if double else 1e-4, abs=1e-4 * (not double))


@pytest.mark.sampled(40)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_tangents_of_one_operand(entry):
    """The others are constants."""
    for call in calls(entry):
        for k, a in enumerate(call.arrays):
            v = np.random.default_rng(k).normal(size=a.shape)
            with dual_level():
                given = [tg.tensor(b) for b in call.arrays]
                given[k] = make_dual(given[k], tg.tensor(v))
                parts = [unpack_dual(p) for p in as_list(call.found(given))]
                total = sum(
                    0.0 if p.tangent is None else np.sum(w * plain(p.tangent))
                    for w, p in zip(weights([plain(p.primal) for p in parts]), parts, strict=True)
                )
            close(total, np.sum(call.slopes[k] * v), 2)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_backward_through_tangents_and_tangents_through_backward(entry):
    """Both are the second derivative along the direction, which differences give."""
    for call in calls(entry):
        leaves = [leaf(a) for a in call.arrays]
        with dual_level():
            duals = [make_dual(x, tg.tensor(v)) for x, v in zip(leaves, call.directions, strict=True)]
            loss = call.loss(duals)
            tangent = unpack_dual(loss).tangent
            first = grad(loss, leaves, retain_graph=True, materialize_grads=True)
            forward_over_reverse = [unpack_dual(g).tangent for g in first]
            assert not any(g.requires_grad for g in first)
            reverse_over_forward = (
                grad(tangent, leaves, materialize_grads=True) if tangent.requires_grad else [None] * len(leaves)
            )
        for a, b, w in zip(forward_over_reverse, reverse_over_forward, call.bends, strict=True):
            close(np.zeros(w.shape) if a is None else plain(a), w, 2)
            close(np.zeros(w.shape) if b is None else plain(b), w, 2)


COMPLEX = [entry for entry in composites.composites.values() if entry.complex]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("entry", COMPLEX, ids=lambda entry: entry.name)
def test_tangents_of_complex_functions(entry):
    """Against differences, which `gradcheck` takes of real and imaginary parts."""
    for operands, keywords in entry.samples(np.random.default_rng(3)):
        if entry.name == "real_if_close" and np.isrealobj(entry.reference(*operands, **keywords)):
            continue  # differences of the imaginary part are too large to be dropped
        inputs = tuple(tg.tensor(a, requires_grad=True) if np.asarray(a).dtype.kind in "fc" else a for a in operands)

        def determined(*args, k=keywords):  # phases of vectors are a choice
            found = entry.function(*args, **k)
            return found if entry.invariants is None else entry.invariants(found, *args)

        assert gradcheck(determined, inputs, check_forward_ad=True)


def test_complex_duals_in_torch():
    torch = pytest.importorskip("torch")
    fw = torch.autograd.forward_ad
    z, dz = X + 1j * W, V - 1j * X

    def program(np_, z):
        return np_.exp(z) * z.conj() / abs(z) + z.real * z.imag

    with dual_level():
        ours = unpack_dual(program(np, make_dual(tg.tensor(z), tg.tensor(dz))))
    with fw.dual_level():
        theirs = fw.unpack_dual(program(torch, fw.make_dual(torch.tensor(z), torch.tensor(dz))))
        np.testing.assert_allclose(plain(ours.tangent), theirs.tangent.numpy(), rtol=1e-13)
    assert ours.tangent.dtype == np.complex128


# ------------------------------------------------------------------------------------------------- the interface


def test_the_documentations_example():
    """A function of a dual and a plain Tensor; the same in torch."""
    torch = pytest.importorskip("torch")
    fw = torch.autograd.forward_ad

    def function(x, y):
        return x**2 + y**2

    with dual_level():
        dual = make_dual(tg.tensor(M), tg.tensor(D))
        assert unpack_dual(dual).tangent is not None
        ours = unpack_dual(function(dual, tg.tensor(D)))
        assert ours._fields == ("primal", "tangent")
    with fw.dual_level():
        dual = fw.make_dual(torch.tensor(M), torch.tensor(D))
        theirs = fw.unpack_dual(function(dual, torch.tensor(D)))
        np.testing.assert_allclose(plain(ours.primal), theirs.primal.numpy(), rtol=1e-15)
        np.testing.assert_allclose(plain(ours.tangent), theirs.tangent.numpy(), rtol=1e-15)


def network(np_, x, w):
    h = np_.tanh(x @ w)
    return (h * h[:1]).sum(1), np_.exp(h).sum()


def test_a_network_in_torch():
    torch = pytest.importorskip("torch")
    fw = torch.autograd.forward_ad
    w, dw = np.random.default_rng(22).normal(size=(2, 4, 2))
    with dual_level():
        ours = [unpack_dual(o).tangent for o in network(np, make_dual(tg.tensor(M), D), make_dual(tg.tensor(w), dw))]
    with fw.dual_level():
        x, y = fw.make_dual(torch.tensor(M), torch.tensor(D)), fw.make_dual(torch.tensor(w), torch.tensor(dw))
        theirs = [fw.unpack_dual(o).tangent for o in network(torch, x, y)]
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(plain(a), b.numpy(), rtol=1e-13)


def test_errors():
    x, v = tg.tensor(X), tg.tensor(V)
    with pytest.raises(GradientError, match="make_dual: no level is open"):
        make_dual(x, v)
    with pytest.raises(GradientError, match="exit_dual_level: no level is open"):
        forward_ad.exit_dual_level()
    with dual_level():
        with pytest.raises(GradientError, match="levels do not nest"), dual_level():
            pass
        with pytest.raises(ShapeError, match=r"a tangent of shape \(2,\)"):
            make_dual(x, tg.tensor([1.0, 2.0]))
        with pytest.raises(DtypeError, match="a tangent of float32"):
            make_dual(x, v.astype(np.float32))
        with pytest.raises(DtypeError, match="got int64"):
            make_dual(tg.tensor([1, 2]), tg.tensor([1, 2]))
        with pytest.raises(DtypeError, match="expected a Tensor, got ndarray"):
            make_dual(X, v)
        with pytest.raises(DtypeError, match="expected a Tensor, got ndarray"):
            unpack_dual(X)
        with pytest.raises(GradientError, match="has a tangent already"):
            make_dual(make_dual(x, v), v)
        assert tangent_of(make_dual(x, v)) is not None  # the level is in order
    with pytest.raises(GradientError, match="no level is open"):
        make_dual(x, v)


def test_plain_data_of_a_dual_is_refused():
    with dual_level():
        dual = make_dual(tg.tensor(X), V)
        for exit_ in (
            lambda: dual.numpy(),
            lambda: np.asarray(dual),
            lambda: float(dual[0]),
            lambda: tg.tensor(dual),
            lambda: dual.astype(int),
        ):
            with pytest.raises(PlainDataError, match="has a tangent, which would be lost"):
                exit_()
        np.testing.assert_array_equal(dual.detach().numpy(), X)
        assert dual.tolist() == X.tolist()
        repr(dual)
    dual.numpy()


@pytest.mark.usefixtures("only_new_objects")
def test_tangents_are_gone_at_exit():
    with dual_level():
        x = make_dual(tg.tensor(X), V)
        y = np.sin(x)
        tangent = weakref.ref(tangent_of(y))
    assert unpack_dual(y).tangent is None
    assert unpack_dual(y).primal is y
    gc.collect()
    assert tangent() is None
    with dual_level():
        assert unpack_dual(x).tangent is None
        assert unpack_dual(x * 2.0).tangent is None


@pytest.mark.usefixtures("only_new_objects")
def test_tangents_go_with_their_tensor():
    with dual_level():
        x = make_dual(tg.tensor(X), V)
        tangent = weakref.ref(tangent_of(x))
        level = tg.record.recording.tape.dual
        del x
        gc.collect()
        assert tangent() is None
        assert not level._tangents


def test_an_exception_closes_the_level():
    with pytest.raises(ZeroDivisionError), dual_level():
        raise ZeroDivisionError
    with dual_level():
        pass


def test_entering_and_leaving_by_hand():
    forward_ad.enter_dual_level()
    try:
        y = make_dual(tg.tensor(X), V) * 3.0
        np.testing.assert_array_equal(plain(unpack_dual(y).tangent), 3.0 * V)
    finally:
        forward_ad.exit_dual_level()
    forward_ad.enter_dual_level()  # left within a block: its end leaves what came after alone
    forward_ad.exit_dual_level()


def test_levels_are_those_of_a_thread():
    found = []
    with dual_level():
        x = make_dual(tg.tensor(X), V)

        def other():
            found.append(unpack_dual(x * x).tangent)
            with dual_level():
                found.append(plain(unpack_dual(make_dual(tg.tensor(X), W) * 2.0).tangent))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert unpack_dual(x).tangent is not None
    assert found[0] is None
    np.testing.assert_array_equal(found[1], 2.0 * W)


def test_the_original_is_left_alone():
    x = leaf(X)
    with dual_level():
        dual = make_dual(x, V)
        assert dual is not x
        assert unpack_dual(x).tangent is None
        assert unpack_dual(x * x).tangent is None
        primal = unpack_dual(dual).primal
        assert primal.requires_grad
        assert unpack_dual(primal * primal).tangent is None
        (g,) = grad((primal * primal).sum(), x)
        np.testing.assert_array_equal(g.numpy(), 2 * X)


def test_operators_before_within_and_after_a_level():
    """The operators' fast path knows nothing of tangents, and must not be taken."""
    x, c = leaf(X), tg.tensor(W)
    y = x * 1.0
    d = c * 1.0
    for _ in range(3):
        y * d, y * 2.0, -y, y + y
    with dual_level():
        dual = make_dual(y, V)
        for f, expected in (
            (lambda: dual * d, V * W),
            (lambda: dual * 2.0, V * 2.0),
            (lambda: 2.0 * dual, V * 2.0),
            (lambda: -dual, -V),
            (lambda: dual + dual, 2 * V),
            (lambda: dual / d, V / W),
            (lambda: dual**2, 2 * X * V),
            (lambda: 1.0 - dual, -V),
        ):
            for _ in range(3):
                np.testing.assert_allclose(plain(unpack_dual(f()).tangent), expected, rtol=1e-13)
    for _ in range(3):
        assert unpack_dual(dual * d).tangent is None
    with dual_level():
        assert unpack_dual(dual * d).tangent is None


def test_long_runs_are_flushed_within_a_level():
    with dual_level():
        x = make_dual(tg.tensor(0.5), 1.0)
        for _ in range(20_000):
            x = x * 0.999 + 0.001
        primal, tangent = unpack_dual(x)
    assert tangent.item() == pytest.approx(0.999**20_000, rel=1e-9)
    assert primal.item() == pytest.approx(1.0 - 0.5 * 0.999**20_000, rel=1e-9)


def test_assignment_and_views():
    def program(np_, x):
        y = np_.zeros(5) + 0.0 * x
        y[1:4] = x[:3] * x[2:]
        row = y.reshape(5, 1)[:, 0]
        row[0] = x[4] ** 2
        y *= 2.0
        y[::2] += y[1::2].sum()
        return row * y

    torch = pytest.importorskip("torch")
    fw = torch.autograd.forward_ad
    with dual_level():
        ours = unpack_dual(program(tg, make_dual(tg.tensor(X), V)))
    with fw.dual_level():
        zeros = lambda n: torch.zeros(n, dtype=torch.float64)  # noqa: E731
        library = type("torch", (), {"zeros": staticmethod(zeros)})
        theirs = fw.unpack_dual(program(library, fw.make_dual(torch.tensor(X), torch.tensor(V))))
        np.testing.assert_allclose(plain(ours.primal), theirs.primal.numpy(), rtol=1e-14)
        np.testing.assert_allclose(plain(ours.tangent), theirs.tangent.numpy(), rtol=1e-14)


def test_an_assignment_can_give_and_take_a_tangent():
    with dual_level():
        y = tg.zeros(5)
        y[1:3] = make_dual(tg.tensor(X[:2]), V[:2])
        np.testing.assert_array_equal(plain(unpack_dual(y).tangent), [0.0, V[0], V[1], 0.0, 0.0])
        y[2] = 7.0
        np.testing.assert_array_equal(plain(unpack_dual(y).tangent), [0.0, V[0], 0.0, 0.0, 0.0])
        total = tg.tensor(np.zeros(5))
        total += make_dual(tg.tensor(X), V)
        np.testing.assert_array_equal(plain(unpack_dual(total).tangent), V)


def test_what_makes_tensors_of_tensors():
    with dual_level():
        x = make_dual(tg.tensor(X), V)
        first = make_dual(tg.tensor(2.0), 3.0)
        for found, expected in (
            (tg.array([first, 1.0, first * first]), [3.0, 0.0, 12.0]),
            (tg.full((2,), first), [3.0, 3.0]),
            (x.astype(np.float32), V.astype(np.float32)),
            (x.clone(), V),
            (x[[0, 0, 3]], V[[0, 0, 3]]),
            (x[x > 1.0], V[X > 1.0]),
            (np.where(x > 1.0, x, 0.0), np.where(X > 1.0, V, 0.0)),
            (x.max(), V[X.argmax()]),
            (sum(x), V.sum()),
        ):
            np.testing.assert_allclose(plain(unpack_dual(found).tangent), expected, rtol=1e-13)
        for found in (x.detach(), x.argmax(), x > 1.0, np.zeros_like(x), np.isnan(x)):
            assert unpack_dual(found).tangent is None
        np.testing.assert_array_equal(x.detach().numpy(), X)


def test_modes_do_not_stop_tangents():
    x = leaf(X)
    with dual_level():
        dual = make_dual(x, V)
        with tg.no_grad():
            y = np.sin(dual)
        primal, tangent = unpack_dual(y)
        assert not primal.requires_grad
        assert not tangent.requires_grad
        np.testing.assert_allclose(tangent.numpy(), np.cos(X) * V, rtol=1e-15)


def test_absolute_zero():
    with dual_level():
        x = make_dual(tg.tensor([0.0, 4.0]), tg.tensor([0.0, 1.0]))
        np.testing.assert_array_equal(plain(unpack_dual(np.sqrt(x)).tangent), [0.0, 0.25])
        y = make_dual(tg.tensor([-1.0, 4.0]), tg.tensor([1.0, 1.0]))
        np.testing.assert_array_equal(plain(unpack_dual(np.where(y > 0, np.sqrt(y), 0.0)).tangent), [0.0, 0.25])


def test_tensors_that_internal_code_gives_a_tangent():
    with dual_level():
        x = tg.tensor(X)
        set_tangent(x, tg.tensor(V))
        np.testing.assert_array_equal(plain(tangent_of(x * 2.0)), 2.0 * V)
        set_tangent(x, None)
        assert tangent_of(x) is None
    assert tangent_of(x) is None


# ------------------------------------------------------------------------------------------------- with reverse mode


def rosenbrock(x):
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


@pytest.mark.parametrize(
    "f", [rosenbrock, lambda x: np.sum(np.sin(x) * x**3 / (x + 2.0)), lambda x: ((x @ x) * np.exp(-x)).prod()]
)
def test_hessian_vector_products(f):
    """Forward over reverse, reverse over forward, and the two of torch's making: all the same."""
    expected = plain(functional.hvp(f, tg.tensor(X), tg.tensor(V))[1])
    x = leaf(X)
    with dual_level():
        y = f(make_dual(x, V))
        (g,) = grad(y, x, create_graph=True)
        np.testing.assert_allclose(plain(unpack_dual(g).tangent), expected, rtol=1e-11, atol=1e-11)
        (h,) = grad(unpack_dual(y).tangent, x)
        np.testing.assert_allclose(h.numpy(), expected, rtol=1e-11, atol=1e-11)
    with dual_level():
        dual = make_dual(x, V)
        (g,) = grad(f(dual), dual)  # by the dual itself, without a graph
        assert not g.requires_grad
        np.testing.assert_allclose(plain(unpack_dual(g).tangent), expected, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(expected, plain(tg.hvp(f)(tg.tensor(X), tg.tensor(V))), rtol=1e-11, atol=1e-11)


def test_gradients_of_what_holds_a_tangent():
    """The level has one order: a tangent is a value without tangent, and so is its gradient."""
    x, w = leaf(X), leaf(W)
    d = np.random.default_rng(23).normal(size=5)

    def u(x, w):
        return np.sin(x * w) + x * x

    def second(f, x, w):  # the derivative along V of the gradient by w, the tangent aside
        return plain(tg.func.jvp(lambda a: tg.grad(f, 1)(a, tg.tensor(w)), (tg.tensor(x),), (tg.tensor(V),))[1])

    def tangent(x, w):
        return tg.func.jvp(lambda a: u(a, w), (x,), (tg.tensor(V),))[1]

    fixed = plain(tangent(tg.tensor(X), tg.tensor(W)))
    with dual_level():
        out = u(make_dual(x, V), w)
        t = unpack_dual(out).tangent
        (alone,) = grad((t * d).sum(), w, retain_graph=True)
        assert unpack_dual(alone).tangent is None
        (both,) = grad((out * t * d).sum(), w, retain_graph=True)
        (two,) = grad([(out * t).sum(), (t * d).sum()], w, retain_graph=True)
        moved = [unpack_dual(g).tangent for g in (both, two)]
    np.testing.assert_allclose(
        plain(alone), plain(tg.grad(lambda w: (tangent(tg.tensor(X), w) * d).sum())(tg.tensor(W))), rtol=1e-12
    )
    product = tg.grad(lambda w: (u(tg.tensor(X), w) * tangent(tg.tensor(X), w) * d).sum())(tg.tensor(W))
    np.testing.assert_allclose(plain(both), plain(product), rtol=1e-12)
    np.testing.assert_allclose(plain(two) - plain(alone), plain(product) / d, rtol=1e-10)
    # out moves and t does not: d/dw (out t), moved along V with t and its gradient held fixed
    slope = plain(tg.grad(lambda w: tangent(tg.tensor(X), w).sum())(tg.tensor(W)))
    expected = second(lambda a, b: (u(a, b) * fixed).sum(), X, W) + fixed * slope
    np.testing.assert_allclose(plain(moved[0]), expected * d, rtol=1e-11)
    np.testing.assert_allclose(plain(moved[1]), expected, rtol=1e-11)


def test_a_gradient_by_something_else_has_a_tangent():
    """The dual requires no grad, but the gradient depends on it."""
    w = leaf(W)
    with dual_level():
        x = make_dual(tg.tensor(X), V)
        (g,) = grad((w * w * np.sin(x)).sum(), w)
        np.testing.assert_allclose(plain(unpack_dual(g).tangent), 2 * W * np.cos(X) * V, rtol=1e-14)


def test_backward_within_a_level():
    x = leaf(X)
    with dual_level():
        for _ in range(2):
            (make_dual(x, V) ** 3).sum().backward()
        np.testing.assert_allclose(plain(x.grad), 6 * X**2, rtol=1e-14)
        np.testing.assert_allclose(plain(unpack_dual(x.grad).tangent), 12 * X * V, rtol=1e-14)
    assert not x.grad.requires_grad
    x.grad.numpy()


def test_seeds_with_a_tangent():
    x = leaf(X)
    with dual_level():
        seed = make_dual(leaf(W), V)
        (g,) = grad(x * x, x, seed)
        np.testing.assert_allclose(plain(unpack_dual(g).tangent), 2 * X * V, rtol=1e-14)
        (same,) = grad(x, x, seed)
        np.testing.assert_array_equal(plain(unpack_dual(same).tangent), V)
        assert not g.requires_grad
        assert not same.requires_grad


def test_tangents_that_require_grad():
    """The derivative of a directional derivative by the direction is the gradient."""
    v = leaf(V)
    with dual_level():
        tangent = unpack_dual(rosenbrock(make_dual(tg.tensor(X), v))).tangent
        (g,) = grad(tangent, v)
    (expected,) = grad(rosenbrock(x := leaf(X)), x)
    np.testing.assert_allclose(g.numpy(), expected.numpy(), rtol=1e-12)


# ------------------------------------------------------------------------------------------------- with transforms


def cube(x):
    return np.sum(x**3)


TRANSFORMS = {
    "grad": (lambda x: tg.grad(cube)(x), lambda x, v: 6 * x * v),
    "value_and_grad": (lambda x: tg.value_and_grad(cube)(x)[1], lambda x, v: 6 * x * v),
    "its value": (lambda x: tg.value_and_grad(cube)(x)[0], lambda x, v: np.sum(3 * x**2 * v)),
    "vjp": (lambda x: tg.func.vjp(cube, x)[1](2.0)[0], lambda x, v: 12 * x * v),
    "its output": (lambda x: tg.func.vjp(cube, x)[0], lambda x, v: np.sum(3 * x**2 * v)),
    "jvp": (lambda x: tg.func.jvp(np.sin, (x,), (tg.tensor(W),))[1], lambda x, v: -np.sin(x) * W * v),
    "jvp, tangent": (lambda x: tg.func.jvp(np.sin, (tg.tensor(W),), (x,))[1], lambda x, v: np.cos(W) * v),
    "linearize": (lambda x: tg.func.linearize(np.sin, x)[1](tg.tensor(W)), lambda x, v: -np.sin(x) * W * v),
    "jacfwd": (lambda x: tg.func.jacfwd(lambda y: y[0] * y)(x)[0], lambda x, v: np.eye(5)[0] * v + v[0] * np.eye(5)[0]),
    "hessian": (lambda x: tg.hessian(cube)(x), lambda x, v: np.diag(6 * v)),
    "vmap": (lambda x: tg.vmap(lambda y: y * y)(x), lambda x, v: 2 * x * v),
    "compile": (lambda x: tg.compile(lambda y: y * y * y)(x), lambda x, v: 3 * x**2 * v),
    "checkpoint": (lambda x: tg.checkpoint(lambda y: np.exp(np.sin(y)))(x), lambda x, v: np.exp(np.sin(x)) * np.cos(x) * v),
    "scan": (lambda x: tg.scan(lambda c, y: (c * y, None), 1.0, x)[0], lambda x, v: np.prod(x) * np.sum(v / x)),
    "fori_loop": (lambda x: tg.fori_loop(0, 3, lambda i, y: y * y, x), lambda x, v: 8 * x**7 * v),
    "captured by grad": (lambda x: tg.grad(lambda y: np.sum(y * y * x))(W), lambda x, v: 2 * W * v),
    "captured by jvp": (lambda x: tg.func.jvp(lambda y: y * x, (W,), (W,))[1], lambda x, v: W * v),
    "captured by hessian": (lambda x: tg.hessian(lambda y: np.sum(y * y * x))(W), lambda x, v: np.diag(2 * v)),
    "captured by vjp": (lambda x: tg.func.vjp(lambda y: y * x, W)[1](W)[0], lambda x, v: W * v),
    "captured by vmap": (lambda x: tg.vmap(lambda y: y * x.sum())(W), lambda x, v: W * v.sum()),
    "captured by scan": (lambda x: tg.scan(lambda c, y: (c + y * x, None), np.zeros(5), W)[0], lambda x, v: W.sum() * v),
}  # fmt: skip


@pytest.mark.parametrize("history", [False, True], ids=["data", "leaf"])
@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_within_a_level(name, history):
    f, expected = TRANSFORMS[name]
    x = tg.tensor(X, requires_grad=history)
    with dual_level():
        primal, tangent = unpack_dual(f(make_dual(x, V)))
        assert primal.requires_grad is history
        np.testing.assert_allclose(plain(tangent), expected(X, V), rtol=1e-12, atol=1e-12)


def test_numpy_in_numpy_out_within_a_level():
    with dual_level():
        make_dual(tg.tensor(X), V)
        assert isinstance(tg.grad(cube)(X), np.ndarray)
        assert isinstance(tg.func.jvp(cube, (X,), (V,))[1], np.floating)
        assert isinstance(tg.compile(cube)(X), np.floating)


def test_a_recording_refuses_levels_and_duals():
    with pytest.raises(GradientError, match=r"dual_level: .* is being recorded. Use tg.func.jvp"):
        tg.compile(lambda x: dual_level().__enter__())(X)
    with dual_level(), pytest.raises(GradientError, match=r"make_dual: .* is being recorded"):
        tg.compile(lambda x: make_dual(x, V))(X)


class Product(tg.autograd.Function):
    """x**3 * y, and y doubled."""

    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(x, y)
        return x**3 * y, 2.0 * y

    @staticmethod
    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return 3.0 * x**2 * y * g, x**3 * g + 2.0 * h

    @staticmethod
    def jvp(ctx, a, b):
        x, y = ctx.saved_tensors
        first = 0.0 if a is None else 3.0 * x**2 * y * a
        second = 0.0 if b is None else x**3 * b
        return first + second, None if b is None else 2.0 * b


@pytest.mark.parametrize("requires_grad", [False, True])
def test_a_custom_function_pushes_tangents_by_its_jvp(requires_grad):
    x, y = (tg.tensor(v, requires_grad=requires_grad) for v in (X, W))
    with dual_level():
        out, double = Product.apply(make_dual(x, V), y)
        np.testing.assert_allclose(plain(unpack_dual(out).tangent), 3.0 * X**2 * W * V, rtol=1e-14)
        np.testing.assert_array_equal(plain(unpack_dual(double).tangent), np.zeros(len(X)))  # of y, which has none
        both, double = Product.apply(make_dual(x, V), make_dual(y, X))
        np.testing.assert_allclose(plain(unpack_dual(both).tangent), 3.0 * X**2 * W * V + X**4, rtol=1e-14)
        np.testing.assert_allclose(plain(unpack_dual(double).tangent), 2.0 * X, rtol=1e-14)


def test_tangents_of_a_custom_function_are_differentiated_backward_and_gradients_have_tangents():
    x, y = tg.tensor(X, requires_grad=True), tg.tensor(W, requires_grad=True)
    with dual_level():
        out, _ = Product.apply(make_dual(x, V), y)
        (gradient,) = grad(out.sum(), x, retain_graph=True)
        np.testing.assert_allclose(plain(unpack_dual(gradient).tangent), 6.0 * X * W * V, rtol=1e-14)
        by_x, by_y = grad(unpack_dual(out).tangent.sum(), [x, y])
    np.testing.assert_allclose(plain(by_x), 6.0 * X * W * V, rtol=1e-14)
    np.testing.assert_allclose(plain(by_y), 3.0 * X**2 * V, rtol=1e-14)


def test_a_custom_function_without_jvp_refuses_duals():
    class Double(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return 2.0 * x

        @staticmethod
        def backward(ctx, g):
            return 2.0 * g

    with dual_level():
        Double.apply(tg.tensor(X))
        with pytest.raises(FunctionError, match="Double: jvp is not defined"):
            Double.apply(make_dual(tg.tensor(X), V))


def test_a_compiled_function_does_not_freeze_a_dual():
    with dual_level():
        x = make_dual(tg.tensor(X), V)
        with pytest.raises(PlainDataError, match="is not an argument"):
            tg.compile(lambda y: y * x)(W)


# ------------------------------------------------------------------------------------------------- gradcheck


CHECKED = {
    "elementwise": (lambda x: np.sin(x) * x, [X]),
    "two inputs, two outputs": (lambda x, y: (x @ y.T @ x, np.exp(y).sum()), [M, M + 0.5]),
    "linalg without a tangent rule": (lambda x: np.prod(x, 0) * np.cumsum(x[0]), [M]),
    "an unused input": (lambda x, y: x * x, [X, X]),
    "no derivative": (lambda x: np.floor(x), [X]),
}


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
@pytest.mark.parametrize("name", CHECKED)
def test_gradcheck_of_tangents(name, fast):
    f, values = CHECKED[name]
    inputs = tuple(leaf(v) for v in values)
    assert gradcheck(f, inputs, check_forward_ad=True, check_backward_ad=False, fast_mode=fast)
    assert gradcheck(f, inputs, check_forward_ad=True, fast_mode=fast)
    if name != "no derivative":
        assert gradgradcheck(f, inputs, check_fwd_over_rev=True, check_rev_over_rev=False, fast_mode=fast)


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
def test_gradcheck_finds_wrong_tangents(fast, monkeypatch):
    with pytest.raises(GradcheckError, match="by dual numbers and by differences"):
        gradcheck(lambda x: x * x.detach(), leaf(X), check_forward_ad=True, check_backward_ad=False, fast_mode=fast)
    real = forward_ad.pushed
    monkeypatch.setattr(forward_ad, "pushed", lambda op, *rest: real(op, *rest) * (1.5 if op is matmul_op else 1.0))
    with pytest.raises(GradcheckError, match="dual numbers"):
        gradcheck(lambda x: x @ x.T, leaf(M), check_forward_ad=True, check_backward_ad=False, fast_mode=fast)


class Cube(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3.0 * g * x * x

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved_tensors
        return 3.0 * x * x * t


class NoJvp(tg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2.0 * x

    @staticmethod
    def backward(ctx, g):
        return 2.0 * g


AROUND = {
    "eagerly": lambda f: f,
    "compile": tg.compile,
    "vmap": tg.vmap,
    "checkpoint": tg.checkpoint,
    "compile of vmap": lambda f: tg.compile(tg.vmap(f)),
}


@pytest.mark.parametrize("around", AROUND)
def test_a_custom_function_in_recordings_pushes_tangents(around):
    with dual_level():
        primal, tangent = unpack_dual(AROUND[around](Cube.apply)(make_dual(tg.tensor(X), tg.tensor(V))))
    np.testing.assert_allclose(plain(primal), X**3, rtol=1e-14)
    np.testing.assert_allclose(plain(tangent), 3.0 * X**2 * V, rtol=1e-14)


@pytest.mark.parametrize("around", sorted(AROUND.keys() - {"checkpoint"}))  # which transposes backward
def test_a_custom_function_without_jvp_is_named_in_recordings(around):
    with dual_level(), pytest.raises(FunctionError, match=r"NoJvp.*jvp is not defined"):
        AROUND[around](NoJvp.apply)(make_dual(tg.tensor(X), tg.tensor(V)))


@pytest.mark.parametrize("materialize", [True, False])
@worlds
def test_what_jvp_gets_for_an_argument_without_a_tangent(world, materialize):
    w, seen = world(), []

    class Product(w.autograd.Function):
        @staticmethod
        def forward(x, y, n):
            return x * y * n

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_forward(*inputs[:2])
            ctx.set_materialize_grads(materialize)

        @staticmethod
        def jvp(ctx, a, b, n):
            x, y = ctx.saved_tensors
            seen.append((b, n))
            return 3.0 * (a * y if b is None else a * y + x * b)

    x, y = w.leaf([1.0, 2.0]), w.leaf([3.0, 4.0])
    with w.autograd.forward_ad.dual_level():
        dual = w.autograd.forward_ad.make_dual(x, w.constant([1.0, 10.0]))
        tangent = w.autograd.forward_ad.unpack_dual(Product.apply(dual, y, 3)).tangent
    same((tangent, seen), ([9.0, 120.0], [([0.0, 0.0] if materialize else None, None)]))

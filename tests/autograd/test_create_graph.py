"""Derivatives of derivatives: recorded sweeps, to third order, through every kind of op."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tests.support import leaf

torch = pytest.importorskip("torch")


def test_third_order_of_a_polynomial():
    x = leaf(1.5)
    y = x**5
    for expected in (5 * 1.5**4, 20 * 1.5**3, 60 * 1.5**2, 120 * 1.5, 120.0):
        (y,) = tg.autograd.grad(y, x, create_graph=True)
        assert y.item() == pytest.approx(expected, rel=1e-13)


def test_third_order_of_a_composition():
    v = 0.7
    x = leaf(v)
    y = np.exp(np.sin(x))
    s, c, e = np.sin(v), np.cos(v), np.exp(np.sin(v))
    for expected in (e * c, e * (c**2 - s), e * (c**3 - 3 * s * c - c)):
        (y,) = tg.autograd.grad(y, x, create_graph=True)
        assert y.item() == pytest.approx(expected, rel=1e-13)


PROGRAMS = {
    "elementwise": (
        lambda np_, x: (np_.exp(x) * np_.sin(x) + np_.log(x * x + 1.0) / (x + 3.0)).sum(),
        (5,),
    ),
    "broadcast": (lambda np_, x: (x.reshape(3, 1) * x.reshape(1, 3) ** 2).sum(), (3,)),
    "matmul": (lambda np_, x: ((x @ x.T) @ x).sum() * 0.3, (2, 3)),
    "matmul of tanh": (lambda np_, x: (np_.tanh(x @ x) @ x).sum(), (3, 3)),
    "vector matmul": (lambda np_, x: (x[0] @ x) @ x[1], (3, 3)),
    "getitem": (lambda np_, x: (x[1:] * x[:-1] ** 2).sum() + x[0] * x[2] ** 3, (4,)),
    "fancy getitem": (lambda np_, x: (x[[0, 2, 2, 1]] ** 3).sum(), (3,)),
    "sum over axis": (lambda np_, x: (x.sum(0) ** 3).sum(), (2, 3)),
    "mean": (lambda np_, x: x.mean() ** 3 + (x.mean(1) ** 3).sum(), (2, 3)),
    "prod": (lambda np_, x: (np_.prod(x, 0) ** 2).sum(), (2, 3)),
    "max": (lambda np_, x: x.max() ** 3, (4,)),
    "std": (lambda np_, x: (x - x.mean()).__pow__(2).mean() ** 1.5, (4,)),
    "reshape and transpose": (lambda np_, x: (x.T.reshape(-1)[1:4] ** 3).sum(), (2, 3)),
    "where": (lambda np_, x: np_.where(x > 0.1, x**3, -(x**2)).sum(), (5,)),
    "sqrt": (lambda np_, x: np_.sqrt((x * x).sum() + 1.0), (3,)),
    "sigmoid-like": (lambda np_, x: (1.0 / (1.0 + np_.exp(-x))).sum(), (4,)),
    "large": (lambda np_, x: (np_.sin(x) * x * x).sum(), (1000,)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_three_orders_agree_with_torch(name):
    program, shape = PROGRAMS[name]
    values = np.random.default_rng(5).normal(size=shape)
    weights = np.random.default_rng(6).normal(size=shape)
    results = []
    for library, grad, tensor in ((np, tg.autograd.grad, tg.tensor), (torch, torch.autograd.grad, torch.tensor)):
        x = tensor(values, requires_grad=True)
        y = program(library, x)
        orders = [y]
        for _ in range(3):
            (g,) = grad(y, x, create_graph=True)
            orders.append(g)
            y = (g * g * tensor(weights)).sum() if g.requires_grad else None
            if y is None:
                break
        results.append([t.detach().numpy() for t in orders])
    assert len(results[0]) == len(results[1]) == 4
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-10)


def test_double_backward_through_an_assignment():
    values = np.array([0.5, -1.0, 2.0])

    def program(x):
        y = x * x
        y[1] = x[0] * x[2] * 1.0
        y[0:1] *= x[1:2]
        return (y**2).sum()

    results = []
    for grad, tensor in ((tg.autograd.grad, tg.tensor), (torch.autograd.grad, torch.tensor)):
        x = tensor(values, requires_grad=True)
        (g,) = grad(program(x), x, create_graph=True)
        (h,) = grad((g**2).sum(), x)
        results.append((g.detach().numpy(), h.detach().numpy()))
    np.testing.assert_allclose(results[0], results[1], rtol=1e-12)


def test_hessian_of_rosenbrock_row_by_row():
    v = np.array([-1.2, 1.0, 0.7])
    x = leaf(v)
    f = (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()
    (g,) = tg.autograd.grad(f, x, create_graph=True)
    hessian = np.stack([tg.autograd.grad(g[k], x, retain_graph=True)[0].numpy() for k in range(3)])
    expected = np.zeros((3, 3))
    for k in range(2):
        expected[k, k] += 1200 * v[k] ** 2 - 400 * v[k + 1] + 2
        expected[k + 1, k + 1] += 200
        expected[k, k + 1] = expected[k + 1, k] = -400 * v[k]
    np.testing.assert_allclose(hessian, expected, rtol=1e-12, atol=1e-10)


def test_mixed_second_derivatives_of_two_leaves():
    x, y = leaf(0.4), leaf(1.3)
    f = np.sin(x * y)
    gx, gy = tg.autograd.grad(f, [x, y], create_graph=True)
    (xy,) = tg.autograd.grad(gx, y, retain_graph=True)
    (yx,) = tg.autograd.grad(gy, x)
    expected = np.cos(0.52) - 0.52 * np.sin(0.52)
    assert xy.item() == pytest.approx(expected, rel=1e-14)
    assert yx.item() == pytest.approx(expected, rel=1e-14)


def test_gradient_penalty_trains():
    rng = np.random.default_rng(7)
    data = rng.normal(size=(16, 3))
    shapes = [(3, 4), (4,), (4, 1)]
    values = [rng.normal(size=s) for s in shapes]
    results = []
    for library, grad, tensor, backward in (
        (np, tg.autograd.grad, tg.tensor, tg.autograd.backward),
        (torch, torch.autograd.grad, torch.tensor, torch.autograd.backward),
    ):
        w1, b1, w2 = (tensor(v, requires_grad=True) for v in values)
        x = tensor(data, requires_grad=True)
        critic = library.tanh(x @ w1 + b1) @ w2
        (g,) = grad(critic.sum(), x, create_graph=True)
        penalty = ((library.sqrt((g * g).sum(1) + 1e-12) - 1.0) ** 2).mean()
        backward(critic.mean() + 10.0 * penalty)
        gradients = [t.grad.numpy() for t in (w1, b1, w2, x)]
        results.append(gradients)
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


def test_hessian_vector_product_with_a_seed_that_requires_grad():
    x, v = leaf([0.3, 0.8]), leaf([1.0, 1.0])
    y = np.stack([x[0] ** 2 * x[1], np.sin(x[1])])
    (g,) = tg.autograd.grad(y, x, v, create_graph=True)  # linear in v: its gradient is the Jacobian
    (row,) = tg.autograd.grad(g[1], v)
    np.testing.assert_allclose(row.numpy(), [0.3**2, np.cos(0.8)], rtol=1e-14)


def test_gradients_of_a_linear_function_do_not_depend_on_it():
    x = leaf([1.0, 2.0])
    (g,) = tg.autograd.grad((x * 3.0).sum(), x, create_graph=True)
    assert g.tolist() == [3.0, 3.0]
    (second,) = tg.autograd.grad((x * 0.0).sum() + g.sum(), x, allow_unused=True)
    assert second.tolist() == [0.0, 0.0]


def test_backward_with_create_graph_accumulates_with_history():
    x = leaf(2.0)
    (x**3).backward(create_graph=True)
    (x**2).backward(create_graph=True)
    assert x.grad.item() == 12.0 + 4.0
    (second,) = tg.autograd.grad(x.grad, x)
    assert second.item() == 12.0 + 2.0


def test_a_plain_sweep_of_a_recorded_gradient_consumes_it():
    x = leaf(2.0)
    (g,) = tg.autograd.grad(x**3, x, create_graph=True)
    g.backward()
    assert x.grad.item() == 12.0
    with pytest.raises(tg.errors.TapeFreedError):
        g.backward()


def test_absolute_zero_holds_in_recorded_sweeps():
    x = leaf([-1.0, 0.0, 4.0])
    y = np.where(x > 0, np.sqrt(x), 0.0)
    (g,) = tg.autograd.grad(y.sum(), x, create_graph=True)
    (h,) = tg.autograd.grad(g.sum(), x)
    assert g.tolist() == [0.0, 0.0, 0.25]
    np.testing.assert_allclose(h.numpy(), [0.0, 0.0, -0.25 * 4.0**-1.5], rtol=1e-15)


def test_float32_stays_float32_in_higher_orders():
    x = leaf(np.float32([0.5, 1.5]))
    (g,) = tg.autograd.grad(np.sin(x).sum(), x, create_graph=True)
    (h,) = tg.autograd.grad(g.sum(), x)
    assert g.dtype == h.dtype == np.float32
    np.testing.assert_allclose(h.numpy(), -np.sin(np.array([0.5, 1.5])), rtol=1e-6)


def test_newton_iterations_do_not_keep_old_tapes():
    x = leaf(3.0)
    with tg.Tape() as tape:
        for _ in range(30):
            (g,) = tg.autograd.grad(x**2 - 2.0 * np.log(x), x, create_graph=True)
            (h,) = tg.autograd.grad(g, x)
            with tg.no_grad():
                x -= g.detach() / h
            del g, h
        assert x.item() == pytest.approx(1.0, rel=1e-12)
        assert len(tape) < 100


def test_the_adjoint_of_an_assignment_is_read_before_it_is_taken_over() -> None:
    """A recorded assignment's adjoint is both read at the index and cleared there; against finite differences."""
    b = np.arange(9.0).reshape(3, 3) * 0.1 + 1.0

    def penalty(a):
        x = tg.tensor(a, requires_grad=True)
        y = tg.log(x)
        r = x[:, :1] * x[:, 1:2]
        y[:, 0:2] = r
        product = y @ tg.tensor(b)
        return x, (product * product).sum()

    a = np.array([[0.79, 0.36, 0.22]])
    x, loss = penalty(a)
    (g,) = tg.autograd.grad(loss, x, create_graph=True)
    (second,) = tg.autograd.grad((g * g).sum(), x)

    def squared_gradient(a):
        x, loss = penalty(a)
        (g,) = tg.autograd.grad(loss, x)
        return float((g.numpy() ** 2).sum())

    step = 1e-5
    expected = np.array(
        [[(squared_gradient(a + step * e) - squared_gradient(a - step * e)) / (2 * step) for e in np.eye(3)]]
    )
    np.testing.assert_allclose(second.numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("value", [3.0, [3.0, 4.0]], ids=["scalar", "array"])
def test_a_leaf_that_was_changed_after_it_was_read(value):
    """The sweep is that of the values that were read, and its history leads to the leaf."""
    x = tg.tensor(value, requires_grad=True)
    before = x.detach().numpy().copy()
    y = (x * x * x).sum()
    y.item()
    with tg.no_grad():
        x -= 1.0
    (g,) = tg.autograd.grad(y, x, create_graph=True)
    np.testing.assert_allclose(g.detach().numpy(), 3.0 * before**2, rtol=1e-15)
    (h,) = tg.autograd.grad(g.sum(), x)
    np.testing.assert_allclose(h.numpy(), 6.0 * before, rtol=1e-15)

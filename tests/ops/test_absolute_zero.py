"""Absolute zero: the gate chooses values, and its derivatives of every order are those of a product.

Where factors are exactly 0, derivatives to order 5 by all ways of taking them, against monomials differentiated by hand
and random programs in PyTorch; and what must not leak from a branch that is not taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import forward_ad, grad
from tests.support import leaf

INF, NAN = math.inf, math.nan
Orders = tuple[int, ...]


def number(x: Any) -> np.ndarray:
    """A result as an array, whether it is a Tensor or not."""
    return np.asarray(x.detach().numpy() if isinstance(x, tg.Tensor) else x)


# ------------------------------------------------------------------------------------------------- monomials


def monomial(exponents: Orders) -> Callable[[Any], Any]:
    """The product of x[k] as often as the exponents say, one factor after the other."""

    def f(x: Any) -> Any:
        factors = [x[k] for k, n in enumerate(exponents) for _ in range(n)]
        product = factors[0]
        for factor in factors[1:]:
            product = product * factor
        return product

    return f


def by_hand(point: Any, exponents: Orders, orders: Orders) -> Any:
    """The mixed derivative of a monomial with respect to x[k] for each k of `orders`."""
    value: Any = 1
    for k, n in enumerate(exponents):
        m = orders.count(k)
        value *= math.perm(n, m) * point[k] ** (n - m) if m <= n else 0
    return value


def nested(take: Any, f: Any, orders: Orders) -> Any:
    """A derivative of a derivative of ..., each taken by the same transform."""
    for k in orders:
        f = (lambda inner, k: lambda x: take(inner)(x)[k])(f, k)
    return f


def eager(f: Any, orders: Orders) -> Any:
    def at(point: Any) -> Any:
        x = leaf(point)
        value = f(x)
        for k in orders:
            (g,) = grad(value, x, create_graph=True)
            value = g[k]
        return value

    return at


def dual(f: Any, orders: Orders) -> Any:
    """The last derivative forward, through recorded sweeps."""

    def at(point: Any) -> Any:
        *rest, last = orders
        with forward_ad.dual_level():
            x = forward_ad.make_dual(leaf(point), tg.tensor(np.eye(len(point), dtype=point.dtype)[last]))
            value = f(x)
            for k in rest:
                (g,) = grad(value, x, create_graph=True)
                value = g[k]
            return forward_ad.unpack_dual(value).tangent

    return at


def pushed(f: Any, orders: Orders) -> Any:
    inner, direction = nested(tg.grad, f, orders[:-1]), np.eye(3)[orders[-1]]
    return lambda x: tg.func.jvp(inner, (x,), (direction,))[1]


def of_hessian(f: Any, orders: Orders) -> Any:
    first, second, *rest = orders
    rows = tg.hessian(f)
    for _ in rest:
        rows = tg.jacobian(rows)
    return lambda x: rows(x)[(first, second, *rest)]


WAYS: dict[str, Callable[[Any, Orders], Any]] = {
    "create_graph": eager,
    "dual": dual,
    "grad": lambda f, orders: nested(tg.grad, f, orders),
    "jacrev": lambda f, orders: nested(tg.func.jacrev, f, orders),
    "jacfwd": lambda f, orders: nested(tg.func.jacfwd, f, orders),
    "jacobians of a Hessian": of_hessian,
    "jvp of grad": pushed,
    "compiled": lambda f, orders: tg.compile(nested(tg.grad, f, orders)),
    "vmap": lambda f, orders: lambda x: tg.vmap(nested(tg.grad, f, orders))(np.stack([x, x]))[1],
    "checkpoint": lambda f, orders: nested(tg.grad, tg.checkpoint(f), orders),
    "scan": lambda f, orders: nested(
        tg.grad, lambda x: tg.scan(lambda c, v: (c + f(v), None), 0.0, x.reshape(1, 3))[0], orders
    ),
}
MONOMIALS: list[tuple[Orders, Orders]] = [
    ((1, 2, 0), (1, 0)),
    ((3, 1, 0), (0, 1)),
    ((3, 0, 0), (0, 0, 0)),
    ((1, 1, 1), (0, 1, 2)),
    ((2, 1, 0), (0, 0, 1)),
    ((2, 2, 0), (0, 1, 0, 1)),
    ((4, 0, 0), (0, 0, 0, 0)),
    ((2, 1, 1), (2, 0, 1, 0)),
    ((5, 0, 0), (0, 0, 0, 0, 0)),
    ((2, 2, 1), (0, 1, 2, 0, 1)),
]
POINTS = [(0.0, 0.0, 0.0), (0.5, 0.0, -0.0), (0.0, 2.0, 0.0), (-1.0, 0.0, 3.0)]


@pytest.mark.parametrize("way", WAYS)
def test_derivatives_of_monomials_at_zeros(way):
    for exponents, orders in MONOMIALS:
        if len(orders) > (5 if way in ("create_graph", "dual", "grad", "compiled") else 3):
            continue  # the same rules again, and slow
        taken = WAYS[way](monomial(exponents), orders) if len(orders) > 1 else None
        for point in POINTS if way in ("create_graph", "dual", "compiled") else POINTS[:2]:
            assert number(taken(np.array(point))) == by_hand(point, exponents, orders)


@pytest.mark.parametrize("way", ["create_graph", "dual", "compiled"])
def test_derivatives_of_monomials_in_float32(way):
    for exponents, orders in MONOMIALS:
        for point in POINTS[:2]:
            found = WAYS[way](monomial(exponents), orders)(np.array(point, np.float32))
            assert found.dtype == np.float32
            assert number(found) == by_hand(point, exponents, orders)


def test_derivatives_of_complex_monomials():
    """The gradient of a holomorphic function is the conjugate of its derivative."""
    for exponents, orders in MONOMIALS:
        for point in (0j, 0j, 0j), (2j, 0j, 1 - 1j):
            x = tg.tensor(np.array(point), requires_grad=True)
            value = monomial(exponents)(x)
            for k in orders:
                (g,) = grad(value, x, np.array(1 + 0j), create_graph=True)
                value = g[k]
            assert number(value) == np.conjugate(by_hand(point, exponents, orders))


def test_a_loss_on_second_derivatives_with_zero_weights():
    """What trains a network to solve a differential equation: the gradient of u_xx, all of whose output weights are 0."""
    x, hidden = np.linspace(-0.5, 1.0, 5), np.array([0.3, -1.2, 0.7])
    w = leaf(np.zeros(3))
    at = leaf(x)
    u = (np.tanh(at[:, None] * hidden) * w).sum()
    (ux,) = grad(u, at, create_graph=True)
    (uxx,) = grad(ux.sum(), at, create_graph=True)
    (found,) = grad(((uxx - 1.0) ** 2).sum(), w)
    t = np.tanh(x[:, None] * hidden)
    wanted = -2.0 * (-2.0 * t * (1.0 - t * t) * hidden**2).sum(0)
    np.testing.assert_allclose(number(found), wanted, rtol=1e-13)


# ------------------------------------------------------------------------------------------------- values of the gate


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("shape", [(), (1,), (9,)])
def test_an_infinite_adjoint_of_a_zero_partial_gives_zero(shape, create_graph):
    """In reverse the square root hands on infinity, forward it receives 0."""
    x = leaf(np.zeros(shape))
    (found,) = grad(np.sqrt(x * x).sum(), x, create_graph=create_graph)
    np.testing.assert_array_equal(number(found), np.zeros(shape))
    pushed = tg.func.jvp(lambda x: np.sqrt(x * x), (np.zeros(shape),), (np.ones(shape),))[1]
    np.testing.assert_array_equal(number(pushed), np.zeros(shape))
    pushed = tg.func.jvp(lambda x: np.sqrt(x) * x, (np.zeros(shape),), (np.ones(shape),))[1]
    np.testing.assert_array_equal(number(pushed), np.zeros(shape))


def test_a_nan_that_no_zero_meets_stays():
    for create_graph in (False, True):
        for bad in (NAN, INF):
            x = leaf(np.array([bad, 1.0]))
            (found,) = grad((x * np.array([2.0, bad])).sum(), x, np.array(1.0), create_graph=create_graph)
            np.testing.assert_array_equal(number(found), [2.0, bad])
            (found,) = grad((x * x).sum(), x, np.array(NAN), create_graph=create_graph)
            assert np.isnan(number(found)).all()


GUARDED: dict[str, tuple[Callable[[Any], Any], float]] = {
    "sqrt at 0": (np.sqrt, 0.0),
    "sqrt below": (np.sqrt, -1.0),
    "log at 0": (np.log, 0.0),
    "reciprocal": (lambda x: 1.0 / x, 0.0),
    "quotient": (lambda x: np.sin(x) / x, 0.0),
    "power": (lambda x: x**0.5, 0.0),
    "power of a power": (lambda x: x**x, 0.0),
    "norm": (lambda x: np.sqrt(x * x), 0.0),
    "arcsin": (np.arcsin, 1.0),
    "overflow": (lambda x: np.exp(x) - np.exp(2.0 * x), 800.0),
    "NaN": (lambda x: np.cos(x) * x, NAN),
    "infinity": (lambda x: np.sin(x) * np.exp(-x), INF),
}


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize("shape", [(), (9,)], ids=["scalar", "lanes"])
@pytest.mark.parametrize("name", GUARDED)
def test_the_branch_not_taken_leaks_nothing_to_order_4(name, shape, compiled):
    f, at = GUARDED[name]

    def masked(x: Any, y: Any) -> Any:
        return np.where(np.isfinite(x) & (x > 2.0) & (x < 700.0), f(x) * y, y**4).sum()

    def orders(x: Any, y: Any) -> list[Any]:
        found = []
        value = masked(x, y)
        for _ in range(4):
            gx, gy = grad(value, [x, y], create_graph=True, allow_unused=True, materialize_grads=True)
            found += [gx, gy]
            value = (gx + gy).sum()
        return found

    x, y = np.full(shape, at), np.full(shape, 3.0)
    found = tg.compile(orders)(x, y) if compiled else orders(leaf(x), leaf(y))
    for gx, gy, wanted in zip(found[::2], found[1::2], (108.0, 108.0, 72.0, 24.0), strict=True):
        np.testing.assert_array_equal(number(gx), np.zeros(shape))
        np.testing.assert_array_equal(number(gy), np.full(shape, wanted))


def test_the_branch_not_taken_leaks_nothing_forward():
    for f, at in GUARDED.values():
        masked = lambda x, y: np.where(np.isfinite(x) & (x > 2.0) & (x < 700.0), f(x) * y, y**3)  # noqa: E731
        args = (np.array(at), np.array(3.0))
        ones = (np.array(1.0), np.array(1.0))
        first = lambda x, y: tg.func.jvp(masked, (x, y), ones)[1]  # noqa: E731
        second = lambda x, y: tg.func.jvp(first, (x, y), ones)[1]  # noqa: E731
        assert [number(g(*args)) for g in (first, second)] == [27.0, 18.0]


# ------------------------------------------------------------------------------------------------- random programs

NUMBERS = (0.0, -0.0, 1.0, -1.0, 2.0, 3.0, -2.0)
UNARY = ("negative", "square", "sin", "cos", "exp", "tanh", "reciprocal of 1 + square", "square root of 1 + square")
BINARY = ("add", "subtract", "multiply", "multiply", "multiply", "divide by 1 + square", "where")


def drawn(rng: np.random.Generator, shape: tuple[int, ...] = ()) -> np.ndarray:
    """Numbers, half of them zeros and small integers."""
    special = rng.choice(NUMBERS, shape)
    return np.where(rng.random(shape) < 0.5, special, rng.uniform(-1.5, 1.5, shape))


def random_program(seed: int) -> tuple[list[np.ndarray], Callable[[Any, Any, list[Any]], Any]]:
    """Inputs, and a function of a library, what makes its tensors of arrays, and the inputs."""
    rng = np.random.default_rng([9, seed])
    lanes: tuple[int, ...] = () if rng.random() < 0.3 else (3,)
    inputs = [drawn(rng, lanes if rng.random() < 0.7 else ()) for _ in range(3)]
    steps: list[tuple[str, list[int], np.ndarray | None]] = []
    for count in range(3, 3 + int(rng.integers(3, 8))):
        name = str(rng.choice(UNARY if rng.random() < 0.25 else BINARY))
        constant = None
        if name == "where":
            constant = rng.random(lanes) < 0.5
        elif name in BINARY and rng.random() < 0.3:
            constant = drawn(rng, lanes)
        steps.append((name, rng.integers(0, count, 2).tolist(), constant))

    def program(library: Any, tensor: Any, values: list[Any]) -> Any:
        values = list(values)
        for name, (i, j), constant in steps:
            a, b = values[i], values[j]
            if name == "where":
                values.append(library.where(tensor(constant), a, b))
                continue
            if constant is not None:
                b = tensor(constant)
            if name in ("add", "subtract", "multiply"):
                value = getattr(library, name)(a, b)
            elif name == "divide by 1 + square":
                value = a / (1.0 + b * b)
            elif name == "reciprocal of 1 + square":
                value = 1.0 / (1.0 + a * a)
            elif name == "square root of 1 + square":
                value = library.sqrt(1.0 + a * a)
            else:
                value = getattr(library, name)(a)
            values.append(value)
        return sum(v.sum() for v in values[3:])

    return inputs, program


def orders_of(library: Any, tensor: Any, grad: Any, seed: int, inputs: list[Any]) -> list[Any]:
    """The gradients of a program to order 4, each of a combination of those before with random weights."""
    _, program = random_program(seed)
    rng = np.random.default_rng([10, seed])
    value, found = program(library, tensor, inputs), []
    for _ in range(4):
        if not value.requires_grad:
            break
        gradients = grad(value, inputs, create_graph=True, allow_unused=True, materialize_grads=True)
        found += gradients
        value = sum((g * tensor(drawn(rng, g.shape))).sum() for g in gradients)
    return found


def compare_with_torch(seed: int) -> None:
    """Compare a random program with PyTorch, eager and compiled."""
    torch = pytest.importorskip("torch")
    inputs, _ = random_program(seed)
    theirs = orders_of(
        torch, torch.tensor, torch.autograd.grad, seed, [torch.tensor(x, requires_grad=True) for x in inputs]
    )
    wanted = [g.detach().numpy() for g in theirs]
    found = [number(g) for g in orders_of(tg, tg.tensor, grad, seed, [*map(leaf, inputs)])]
    again = tg.compile(lambda *xs: orders_of(tg, tg.tensor, grad, seed, list(xs)))(*inputs) if seed % 5 == 0 else found
    for ours in (found, again):
        for k, w in enumerate(wanted):
            scale = max(1.0, float(np.abs(w).max()))
            value = ours[k] if k < len(ours) else np.zeros(w.shape)
            np.testing.assert_allclose(value, w, rtol=1e-9, atol=1e-11 * scale, err_msg=f"seed {seed}, result {k}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_programs_to_order_4(first):
    for seed in range(first, first + 20):
        compare_with_torch(seed)

"""Products of several arrays in the order that takes the least work: the values, and that it is taken."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir.program import Program
from tapegrad.passes import lowering
from tapegrad.passes.reassociate_products import reassociate_products

N = 24
RNG = np.random.default_rng(5)
A, B, C = (RNG.normal(size=(N, N)) / N**0.5 for _ in range(3))
V, W = RNG.normal(size=N), RNG.normal(size=N)
TALL, WIDE = RNG.normal(size=(200, 3)), RNG.normal(size=(3, 200))
LONG = RNG.normal(size=200)


def work(p: Program) -> int:
    """Return the multiplications of all products of a program: for each the lengths of all labels."""
    total = 0
    for slot, op in enumerate(p.ops):
        if op is None or op.name not in ("matmul", "matvec", "dot", "einsum"):
            continue
        labels, _ = op.kind.named(p, slot)
        lengths = {
            c: n
            for own, s in zip(labels, p.operands[slot], strict=True)
            for c, n in zip(own, p.forms[s].shape, strict=True)
        }
        total += int(np.prod([*lengths.values()]))
    return total


def sealed(f: Callable[..., Any], *args: np.ndarray) -> tuple[Any, int]:
    """Return the value of a compiled function, and the work of its products as they are executed."""
    compiled = tg.compile(f)
    value = compiled(*args)
    return value, work(lowering.lowered(compiled.tape()))


CHAINS = [
    (lambda a, b, v: a @ b @ v, (A, B, V), 2 * N**2),
    (lambda v, a, b: v @ (a @ b), (V, A, B), 2 * N**2),
    (lambda a, b, v: (2.0 * (a @ b).T) @ v, (A, B, V), 2 * N**2),
    (lambda a, v: a @ a @ a @ v, (A, V), 3 * N**2),
    (lambda v, w, a: np.outer(v, w) @ a, (V, W, A), N**2),
    (lambda v, w, a: np.outer(v, w) @ a @ v, (V, W, A), N**2 + N),
    (lambda a, b: np.trace(a @ b), (A, B), N**2),
    (lambda a, b: np.trace(a @ b @ b.T), (A, B), N**3 + N**2),
    (lambda a, b: np.sum(a @ b), (A, B), N),
    (lambda a, b: np.sum(a @ b, axis=0), (A, B), N**2),
    (lambda a, b, v: np.sum((a @ b) * v), (A, B, V), N**2 + N),
    (lambda a, b: np.diagonal(a @ b), (A, B), N**3),  # nothing sums the diagonal
    (lambda a, b, v: np.einsum("ij,jk,k->i", a, b, v), (A, B, V), 2 * N**2),
    (lambda a, b, z: (a @ b) @ z, (TALL, WIDE, LONG), 1200),
    (lambda a, b: np.sum((a @ b) * 0.0 + a @ b), (A, B), N**3),  # read twice, once by a sum
    (lambda a, b, c: np.einsum("sij,sjk->sik", np.stack([a, b]), np.stack([b, c])) @ V, (A, B, C), 4 * N**2),
]


@pytest.mark.parametrize(("f", "args", "most"), CHAINS)
def test_chains_of_products(f, args, most):
    found, done = sealed(f, *args)
    np.testing.assert_allclose(found, f(*args), rtol=1e-11, atol=1e-12)
    assert done <= most


@pytest.mark.parametrize(
    ("f", "args", "most"),
    [
        (lambda a, b: np.sum(np.tanh(a @ b @ V)), (A, B), 3 * N**2),
        (lambda a, b: np.trace(a @ b), (A, B), N**2),
        (lambda a, b: np.sum((a @ b) * V), (A, B), 3 * N**2),
        (lambda a, b: np.sum(((a @ b) @ LONG) ** 2), (TALL, WIDE), 1800),
        (lambda a, b: np.sum(np.sin(np.outer(a @ V, W) @ b)), (A, B), N**3 + 3 * N**2),
    ],
)
def test_gradients_of_chains(f, args, most):
    (value, slopes), done = sealed(tg.value_and_grad(f, (0, 1)), *args)
    np.testing.assert_allclose(value, f(*args), rtol=1e-11)
    assert done <= most
    for k, x in enumerate(args):
        way = RNG.normal(size=x.shape)
        ends = [f(*[y + h * way if k == j else y for j, y in enumerate(args)]) for h in (1e-5, -1e-5)]
        np.testing.assert_allclose(np.sum(slopes[k] * way), (ends[0] - ends[1]) / 2e-5, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    "f",
    [
        lambda a, b, v: np.stack([a @ b, a * ((a @ b) @ v)]),  # others read it, an array to be returned,
        lambda a, b, v: np.tanh(a @ b) @ v + (a @ b) @ v,  # or an elementwise op
        lambda a, b, v: a @ (b @ v),
        lambda a, b, v: a @ b @ a,  # no order is better
        lambda a, b, v: (a[:4, :4] @ b[:4, :4]) @ v[:4],  # small
        lambda a, b, v: np.where((a @ b)[0, 0] > 100.0, v, 2.0 * v),
        lambda a, b, v: ((a * 2.0) * V) * b,
        lambda a, b, v: np.sum((v[:, None] * v) * a * b),  # no product of matrices
    ],
)
def test_what_stays_as_it_is_written(f):
    compiled = tg.compile(f)
    found = compiled(A, B, V)
    p = compiled.tape()
    assert reassociate_products(p) is p
    for x, y in zip(np.atleast_1d(found), np.atleast_1d(f(A, B, V)), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-12, atol=1e-13)


def test_integers_and_mixed_dtypes():
    integers = np.arange(N * N).reshape(N, N) % 7 - 3
    np.testing.assert_array_equal(
        tg.compile(lambda a, v: a @ a @ v)(integers, integers[0]), integers @ integers @ integers[0]
    )
    single, v = A.astype(np.float32), V.astype(np.float32)
    found, done = sealed(lambda a, v: a @ a @ v, single, v)
    assert found.dtype == np.float32
    assert done == 2 * N**2
    np.testing.assert_allclose(found, A @ A @ V, rtol=1e-4, atol=1e-5)
    mixed = tg.compile(lambda a, b, v: a @ b @ v)(single, B, V)
    np.testing.assert_allclose(mixed, single @ B @ V, rtol=1e-11)


def test_complex_products():
    z = A + 1j * B
    np.testing.assert_allclose(tg.compile(lambda z, v: z @ z @ v)(z, V), z @ z @ V, rtol=1e-11)


def test_batches_and_bodies_of_loops():
    def f(a: Any, v: Any) -> Any:
        return a @ a @ v

    rows = RNG.normal(size=(5, N))
    np.testing.assert_allclose(
        tg.compile(f).batch(A, rows, in_axes=(None, 0)), rows @ (A @ A).T, rtol=1e-10, atol=1e-11
    )
    np.testing.assert_allclose(
        tg.compile(tg.vmap(f, in_axes=(None, 0)))(A, rows), rows @ (A @ A).T, rtol=1e-10, atol=1e-11
    )
    h = V
    for _ in range(3):
        h = np.tanh(A @ B @ h)
    found = tg.compile(lambda a, v: tg.scan(lambda h, _: (np.tanh(a @ B @ h), None), v, np.zeros(3))[0])(A, V)
    np.testing.assert_allclose(found, h, rtol=1e-11)


# ------------------------------------------------------------------------------------------------- random programs


def random_program(seed: int) -> Callable[..., Any]:
    """Return a function of two matrices and two vectors, made of products and sums."""

    def f(a: Any, b: Any, v: Any, w: Any) -> Any:
        r = random.Random(seed)
        matrices, vectors, numbers = [a, b], [v, w], [0.5]

        def m() -> Any:
            return r.choice(matrices[-4:])

        def u() -> Any:
            return r.choice(vectors[-4:])

        for _ in range(r.randint(3, 9)):
            to, make = r.choice([
                (matrices, lambda: m() @ m()), (vectors, lambda: m() @ u()), (vectors, lambda: u() @ m()),
                (matrices, lambda: m().T), (matrices, lambda: np.outer(u(), u())), (matrices, lambda: m() * r.choice([0.5, -2.0])),
                (numbers, lambda: np.trace(m())), (vectors, lambda: np.sum(m(), axis=r.randint(0, 1))),
                (numbers, lambda: np.dot(u(), u())), (vectors, lambda: np.diagonal(m())), (matrices, lambda: m() * u()),
                (numbers, lambda: np.einsum("ij,ji,j->", m(), m(), u())), (vectors, lambda: np.tanh(u())),
            ])  # fmt: skip
            to.append(make())
        return np.sum(np.tanh(matrices[-1] @ vectors[-1])) + numbers[-1] + np.sum(vectors[-2])

    return f


@pytest.mark.sampled(2)
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_programs(first):
    for seed in range(first, first + 10):
        f = random_program(seed)
        args = A, B, V, W
        value, slopes = tg.compile(tg.value_and_grad(f, (0, 1, 2, 3)))(*args)
        np.testing.assert_allclose(value, f(*args), rtol=1e-10, err_msg=str(seed))
        ways = [RNG.normal(size=x.shape) for x in args]
        ends = [f(*[x + h * way for x, way in zip(args, ways, strict=True)]) for h in (1e-5, -1e-5)]
        along = sum(np.sum(s * way) for s, way in zip(slopes, ways, strict=True))
        np.testing.assert_allclose(along, (ends[0] - ends[1]) / 2e-5, rtol=1e-4, atol=1e-5, err_msg=str(seed))

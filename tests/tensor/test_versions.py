"""What is remembered of a Tensor holds for one version of it: writes to buffers in recorded functions, and between threads.

The functions here make a buffer, read it (or not), write to it, and read it again. NumPy does the same in extended
precision; derivatives are compared with finite differences, which for polynomials leave rounding alone.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.support import WIDE, hessian, jacobian

X = np.array([0.7, -1.3, 0.4])
ROWS = np.random.default_rng(5).normal(size=(4, 3))
OUTER = np.array([0.5, 1.5, -2.0])
CAPTURED = tg.tensor(OUTER)
PLACES = np.array([True, False, True])

# how a buffer of three numbers comes to be, with Tensors and with NumPy
SOURCES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "zeros": (lambda x: tg.zeros(3), lambda x: np.zeros(3)),
    "ones": (lambda x: tg.ones(3), lambda x: np.ones(3)),
    "full": (lambda x: tg.full(3, 2.0), lambda x: np.full(3, 2.0)),
    "arange": (lambda x: tg.arange(3.0), lambda x: np.arange(3.0)),
    "tensor": (lambda x: tg.tensor([1.0, 2.0, 3.0]), lambda x: np.array([1.0, 2.0, 3.0])),
    "zeros_like": (lambda x: np.zeros_like(x), lambda x: np.zeros(3)),
    "ones_like": (lambda x: tg.ones_like(x), lambda x: np.ones(3)),
    "full_like": (lambda x: tg.full_like(x, -1.0), lambda x: np.full(3, -1.0)),
    "array of a closure": (lambda x: tg.array(OUTER), lambda x: OUTER),
    "copy of a captured Tensor": (lambda x: tg.array(CAPTURED), lambda x: OUTER),
    "clone of a captured Tensor": (lambda x: CAPTURED.clone(), lambda x: OUTER),
    "result": (lambda x: tg.ones(3) * 2.0 + CAPTURED, lambda x: 2.0 + OUTER),
    "part": (lambda x: tg.zeros((2, 3))[1], lambda x: np.zeros(3)),
}


def element(b):
    b[0] = 7.0


def add(b):
    b += 1.5


def multiply(b):
    b[1] = 2.0
    b *= 3.0


def several(b):
    b[1:] = 2.0
    b[:2] += OUTER[:2]


def mask(b):
    b[PLACES] = 5.0


def positions(b):
    b[[2, 0]] = [4.0, 5.0]


def view(b):
    part = b[:2]
    part[1] = 9.0
    part *= 2.0


def views_of_views(b):
    b.reshape(3, 1)[1, 0] = 4.0
    b[::-1][:2][0] = 6.0


def out(b):
    np.multiply(b, 3.0, out=b)
    np.add(b, OUTER, out=b)


def out_of_a_part(b):
    part = b[1:]
    np.subtract(part, 2.5, out=part)


def loop(b):
    for i in range(3):
        b[i] = i + 1.0


def sums_in_a_loop(b):
    for i in range(4):
        b[i % 3] += 0.5 * i


def without_gradients(b):
    with tg.no_grad():
        b[0] = 7.0
        b += 0.5


def twice(b):
    b[...] = 1.0
    b[...] = OUTER


WRITES = [
    element, add, multiply, several, mask, positions, view, views_of_views, out, out_of_a_part, loop, sums_in_a_loop,
    without_gradients, twice,
]  # fmt: skip


def program(write: Callable[[Any], None], early: bool) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """A function of x with one result for each source, of Tensors and of NumPy."""

    def value(b: Any, x: Any) -> Any:
        part = b[1:]
        total = np.sum(b * x) if early else 0.0
        write(b)
        total = total + np.sum(b * x * x) + np.sum(part * x[:2])
        b[1] = x[0] * x[2]
        b[2] = 3.0
        return total + np.sum(b * x) + np.sum(part)

    def of_tensors(x: Any) -> Any:
        return tg.array([value(make(x), x) for make, _ in SOURCES.values()])

    def of_numpy(x: Any) -> Any:
        return np.array([value(np.array(make(x), WIDE), x) for _, make in SOURCES.values()])

    return of_tensors, of_numpy


WEIGHTS = np.linspace(0.5, 2.0, len(SOURCES))


def value_at(f: Any, x: Any) -> Any:
    return f(np.asarray(x, WIDE))


def slope_at(f: Any, x: Any) -> Any:
    return WEIGHTS @ jacobian(f, x)


def hessian_at(f: Any, x: Any) -> Any:
    return hessian(lambda x: WEIGHTS @ f(x), x)


def weighted(f: Any) -> Any:
    return lambda x: np.sum(WEIGHTS * f(x))


class Applied(tg.autograd.Function):
    """The weighted sum, its derivative by the sweep of the inner function."""

    f: Any = None

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return weighted(Applied.f)(x)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * tg.grad(weighted(Applied.f))(x)


def applied(f: Any, x: Any) -> Any:
    Applied.f = staticmethod(f)
    t = tg.tensor(x, requires_grad=True)
    y = Applied.apply(t)
    y.backward()
    return t.grad.numpy()


def backward(f: Any, x: Any) -> Any:
    t = tg.tensor(x, requires_grad=True)
    weighted(f)(t).backward()
    return t.grad.numpy()


def summed(f: Any) -> Any:
    """A scan that adds the results up for rows of an array."""
    return lambda rows: tg.scan(lambda total, row: (total + f(row), None), np.zeros(len(SOURCES)), rows)[0]


def repeated(f: Any, bound: int | None) -> Any:
    """Three times the same in a loop."""

    def looped(x: Any) -> Any:
        state = 0.0, np.zeros(len(SOURCES))
        return tg.while_loop(lambda s: s[0] < 3.0, lambda s: (s[0] + 1.0, s[1] + f(x)), state, max_steps=bound)[1]

    return looped


RUNS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "eager": (lambda f, x: f(tg.tensor(x)).numpy(), value_at),
    "backward": (backward, slope_at),
    "compile": (lambda f, x: tg.compile(f)(x), value_at),
    "compiled on Tensors": (lambda f, x: backward(tg.compile(f), x), slope_at),
    "grad": (lambda f, x: tg.grad(weighted(f))(x), slope_at),
    "compiled grad": (lambda f, x: tg.compile(tg.grad(weighted(f)))(x), slope_at),
    "grad of compiled": (lambda f, x: tg.grad(weighted(tg.compile(f)))(x), slope_at),
    "vmap": (lambda f, x: tg.vmap(f)(ROWS), lambda f, x: np.stack([value_at(f, r) for r in ROWS])),
    "vmap on Tensors": (
        lambda f, x: tg.vmap(f)(tg.tensor(ROWS)).numpy(), lambda f, x: np.stack([value_at(f, r) for r in ROWS])
    ),
    "batch": (
        lambda f, x: tg.compile(tg.grad(weighted(f))).batch(ROWS),
        lambda f, x: np.stack([slope_at(f, r) for r in ROWS]),
    ),
    "jvp": (lambda f, x: tg.func.jvp(f, (x,), (OUTER,))[1], lambda f, x: jacobian(f, x) @ OUTER),
    "vjp": (lambda f, x: tg.func.vjp(f, x)[1](WEIGHTS)[0], slope_at),
    "linearize": (lambda f, x: tg.func.linearize(f, x)[1](OUTER), lambda f, x: jacobian(f, x) @ OUTER),
    "jacfwd": (lambda f, x: tg.func.jacfwd(f)(x), jacobian),
    "jacrev": (lambda f, x: tg.func.jacrev(f)(x), jacobian),
    "compiled jacobian": (lambda f, x: tg.compile(tg.jacobian(f))(x), jacobian),
    "hessian": (lambda f, x: tg.hessian(weighted(f))(x), hessian_at),
    "hvp": (lambda f, x: tg.hvp(weighted(f))(x, OUTER), lambda f, x: hessian_at(f, x) @ OUTER),
    "sparse": (lambda f, x: tg.func.sparse_hessian(weighted(f))(x).toarray(), hessian_at),
    "scan": (lambda f, x: summed(f)(ROWS), lambda f, x: sum(value_at(f, r) for r in ROWS)),
    "grad of scan": (
        lambda f, x: tg.grad(weighted(summed(f)))(ROWS), lambda f, x: np.stack([slope_at(f, r) for r in ROWS])
    ),
    "while": (lambda f, x: tg.grad(weighted(repeated(f, None)))(x), lambda f, x: 3.0 * slope_at(f, x)),
    "bounded while": (lambda f, x: tg.grad(weighted(repeated(f, 3)))(x), lambda f, x: 3.0 * slope_at(f, x)),
    "checkpoint": (lambda f, x: tg.grad(weighted(tg.checkpoint(f)))(x), slope_at),
    "compiled checkpoint": (lambda f, x: tg.compile(tg.checkpoint(f))(x), value_at),
    "Function": (applied, slope_at),
}  # fmt: skip

COSTLY = {"hessian", "hvp", "sparse", "compiled jacobian", "grad of scan", "bounded while"}


def cases() -> list[Any]:
    """Every write with every run; all in turns with a read before and without, the costly ones for some."""
    pairs = [(w, e) for w in WRITES for e in (True, False)]
    found = []
    for i, run in enumerate(RUNS):
        for k, (write, early) in enumerate(pairs):
            if (k // 2 + k + i) % (4 if run in COSTLY else 2) == 0:
                found.append(pytest.param(run, write, early, id=f"{run}-{write.__name__}-{'read' if early else 'new'}"))
    return found


@pytest.mark.sampled(21)
@pytest.mark.parametrize(("run", "write", "early"), cases())
def test_writes_to_buffers(run, write, early):
    tensors, arrays = program(write, early)
    found, expected = RUNS[run][0](tensors, X), RUNS[run][1](arrays, X)
    np.testing.assert_allclose(np.asarray(found, float), np.asarray(expected, float), rtol=1e-9, atol=1e-9)


def test_buffers_of_integers_and_truth_values():
    def f(x):
        counts, chosen = tg.zeros(3, dtype=int), tg.tensor([False, False, True])
        total = np.sum(counts * x) + np.sum(np.where(chosen, x, 0.0))
        counts[1], chosen[0] = 4, True
        total = total + np.sum(counts * x) + np.sum(np.where(chosen, x, 0.0))
        counts[...] = [1, 2, 3]
        return total + np.sum(counts * x)

    slope = [1.0 + 1.0, 4.0 + 2.0, 2.0 + 3.0]
    for run in (tg.grad(f), tg.compile(tg.grad(f)), tg.func.jacfwd(f), tg.func.jacrev(f)):
        assert run(X).tolist() == slope
    assert tg.compile(f)(X) == pytest.approx(X @ slope)


def test_a_leaf_that_is_written_to_while_it_is_recorded():
    def f(x):
        w = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
        before = np.sum(w * x * x)
        with tg.no_grad():
            w[1] = 5.0
        return before + np.sum(w * x * x)

    slope = 2.0 * X * [2.0, 7.0, 6.0]
    for run in (tg.jacobian(f), tg.grad(f), tg.func.jacfwd(f), tg.func.jacrev(f)):
        np.testing.assert_allclose(run(X).detach().numpy() if isinstance(run(X), tg.Tensor) else run(X), slope)
    kept = []

    def g(x):
        w = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
        kept.append(w)
        before = np.sum(w * x)
        with tg.no_grad():
            w *= 10.0
        return before + np.sum(w * x * x)

    value, _ = tg.func.jvp(g, (X,), (OUTER,))  # depends on w: it can be differentiated by it
    assert value.item() == pytest.approx(np.sum([1, 2, 3] * X) + np.sum([10, 20, 30] * X * X))
    value.backward()
    np.testing.assert_allclose(kept[-1].grad.numpy(), X + X * X)


# ------------------------------------------------------------------------------------------------- threads


def in_turns(*parts: Callable[[], Any]) -> list[Any]:
    """Run steps one after the other, each on the thread that its name says: ``("A", step), ("B", step), ...``."""
    with ThreadPoolExecutor(1) as a, ThreadPoolExecutor(1) as b, ThreadPoolExecutor(1) as c:
        threads = {"A": a, "B": b, "C": c}
        return [threads[name].submit(step).result() for name, step in parts]


def written(w: tg.Tensor, how: str) -> Callable[[], None]:
    def write() -> None:
        with tg.no_grad():
            if how == "all":
                w[...] = 10.0
            elif how == "part":
                w[0] = 10.0
            elif how == "sum":
                w.__iadd__(10.0)
            elif how == "view":
                w[:1][0] = 10.0
            else:
                np.multiply(w, 10.0, out=w)

    return write


@pytest.mark.parametrize("how", ["all", "part", "sum", "view", "out"])
@pytest.mark.parametrize("writer", ["A", "B", "C"])
@pytest.mark.parametrize("grad", [True, False])
def test_all_threads_see_a_write(how, writer, grad):
    w = tg.tensor([1.0, 2.0], requires_grad=grad)
    factor = tg.tensor(3.0, requires_grad=True)
    results = {}

    def read(name):
        def step():
            for _ in range(3):  # the first by the slow path, the others by the fast one
                results.setdefault(name, []).append(np.sum(w * w * factor))

        return step

    def gradients(name):
        def step():
            return [(t.item(), *(g.tolist() for g in tg.autograd.grad(t, [factor]))) for t in results[name]]

        return step

    steps = [("A", read("a")), ("B", read("b")), ("C", read("c")), (writer, written(w, how))]
    steps += [("A", read("a")), ("B", read("b")), ("C", read("c"))]
    *_, a, b, c = in_turns(*steps, ("A", gradients("a")), ("B", gradients("b")), ("C", gradients("c")))
    new = np.array([1.0, 2.0])
    if how in ("all", "sum", "out"):
        new = {"all": np.full(2, 10.0), "sum": new + 10.0, "out": new * 10.0}[how]
    else:
        new[0] = 10.0
    after = float(np.sum(new * new))
    assert a == b == c == [(15.0, 5.0)] * 3 + [(3.0 * after, after)] * 3


@pytest.mark.parametrize("writer", ["A", "B"])
def test_a_result_without_gradient_that_another_thread_writes_to(writer):
    made: list[tg.Tensor] = []
    found: list[tg.Tensor] = []

    def make():
        made.append(tg.tensor([1.0, 2.0]) * 2.0)

    def read():
        found.extend([np.sum(made[0] * 1.5), np.sum(made[0] * 1.5)])

    def write():
        made[0][1] = 100.0

    steps = [("A", make), ("A", read), ("B", read), (writer, write), ("B", read), ("A", read), ("B", read)]
    in_turns(*steps)
    assert [t.item() for t in found] == [9.0] * 4 + [153.0] * 6


@pytest.mark.parametrize("kind", ["compile", "jvp", "jacobian", "scan", "checkpoint", "grad"])
def test_recordings_on_other_threads_see_a_write(kind):
    w = tg.tensor([1.0, 2.0], requires_grad=kind != "compile")
    runs = {
        "compile": lambda x: tg.compile(lambda x: np.sum(w * x))(x),
        "jvp": lambda x: tg.func.jvp(lambda x: np.sum(w * x), (x,), (x,))[1],
        "jacobian": lambda x: np.sum(tg.jacobian(lambda x: w * x)(x)),
        "scan": lambda x: np.sum(tg.scan(lambda c, row: (c + w * row, None), np.zeros(2), x[None])[0]),
        "checkpoint": lambda x: np.sum(tg.checkpoint(lambda x: w * x)(x)),
        "grad": lambda x: np.sum(tg.grad(lambda x: np.sum(w * x))(x)),
    }

    def read():
        pending = w * 1.0  # this thread's open run remembers w
        result = runs[kind](np.ones(2))
        assert pending.shape == (2,)
        return float(result.item())

    found = in_turns(("A", read), ("B", read), ("C", written(w, "part")), ("A", read), ("B", read))
    assert found == [3.0, 3.0, None, 12.0, 12.0]


def test_a_leaf_that_no_longer_requires_grad_on_another_thread():
    w = tg.tensor([1.0, 2.0], requires_grad=True)
    found = in_turns(
        ("A", lambda: (w * 2.0).requires_grad),
        ("B", lambda: w.requires_grad_(False)),
        ("A", lambda: (w * 2.0).requires_grad),
    )
    assert [found[0], found[2]] == [True, False]


def test_training_on_threads_that_share_parameters_without_a_lock():
    """Every thread writes whenever it likes; all steps point to the same minimum, so they meet there."""
    w = tg.tensor([4.0, -3.0, 2.0], requires_grad=True)
    target = np.array([1.0, 2.0, 3.0])
    barrier = threading.Barrier(4)
    failures: list[BaseException] = []

    def train(k):
        try:
            barrier.wait()
            for _ in range(150):
                difference = w - target
                for _ in range(20):
                    difference = difference * 1.0
                (g,) = tg.autograd.grad(np.sum(difference * difference), w)
                with tg.no_grad():
                    w.__isub__(0.02 * g)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=train, args=(k,)) for k in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures
    np.testing.assert_allclose(w.detach().numpy(), target, atol=1e-2)

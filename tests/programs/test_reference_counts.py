"""What a call leaves behind dies by reference counting: no cycle keeps results or temporaries until the collector runs.

An array in a cycle is memory that the pool cannot use again.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg

SMALL = np.array([0.5, 1.0, 1.5])
SPD = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, 0.2], [0.1, 0.2, 1.0]])


def energy(x: Any) -> Any:
    return np.sum(np.sin(x) * x[0]) + np.prod(x)


def residuals(x: Any) -> Any:
    return x[1:] * x[:-1] - 1.0


def backward() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    energy(x).backward()


def create_graph() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    (slope,) = tg.autograd.grad(energy(x), x, create_graph=True)
    slope.sum().backward()


def retained() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    y = energy(x)
    y.backward(retain_graph=True)
    y.backward()


def hooked() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    y = x * x
    y.register_hook(lambda g: 2 * g)
    y.retain_grad()
    y.sum().backward()


def assigned() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    y = x * 1.0
    y[1:][0] = x[2]
    y += x
    y.sum().backward()


class Cube(tg.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3.0 * x**2 * g


def function() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    Cube.apply(x).sum().backward()


def saved_hooks() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    with tg.autograd.graph.saved_tensors_hooks(lambda t: t.numpy(), lambda a: tg.tensor(a)):
        y = energy(x)
        y.item()
    y.backward()


def forward_ad() -> None:
    with tg.autograd.forward_ad.dual_level():
        y = energy(tg.autograd.forward_ad.make_dual(tg.tensor(SMALL), tg.tensor(SMALL)))
        tg.autograd.forward_ad.unpack_dual(y)


def checkpoint() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    tg.checkpoint(energy)(x).backward()


def tape() -> None:
    with tg.Tape() as made:
        x = tg.tensor(SMALL, requires_grad=True)
        y = energy(x)
    str(made)
    y.backward()


def anomaly() -> None:
    with tg.autograd.detect_anomaly():
        backward()


def scan_eager() -> None:
    x = tg.tensor(SMALL, requires_grad=True)
    _, ys = tg.scan(lambda c, v: (c * v, c + v), x[0], x)
    ys.sum().backward()


def while_eager() -> None:
    x = tg.tensor(2.0, requires_grad=True)
    tg.while_loop(lambda c: c < 9.0, lambda c: c * x, x)


def through_scan(x: Any) -> Any:
    return tg.scan(lambda c, v: (c * v, c + v), x[0], x)[1]


def nested(p: Any) -> Any:
    return {"a": [np.sum(p["a"][0] ** 2)], "b": (p["b"], None)}


tree = {"a": [SMALL], "b": 2.0}
calls = {
    "grad": (tg.grad(energy), SMALL),
    "value_and_grad": (tg.value_and_grad(lambda p: nested(p)["a"][0] * p["b"]), tree),
    "grad of grad": (tg.grad(lambda x: np.sum(tg.grad(energy)(x))), SMALL),
    "vjp": (lambda x: tg.func.vjp(residuals, x)[1](np.ones(2)), SMALL),
    "jvp": (lambda x: tg.func.jvp(residuals, (x,), (x,)), SMALL),
    "linearize": (lambda x: tg.func.linearize(residuals, x)[1](x), SMALL),
    "jacrev": (tg.func.jacrev(residuals), SMALL),
    "jacfwd": (tg.func.jacfwd(residuals), SMALL),
    "jacobian": (tg.jacobian(residuals), SMALL),
    "hessian": (tg.hessian(energy), SMALL),
    "hvp": (lambda x: tg.hvp(energy)(x, x), SMALL),
    "vmap": (tg.vmap(energy), SPD),
    "vmap of grad": (tg.vmap(tg.grad(energy)), SPD),
    "sparse_jacobian": (lambda x: tg.func.sparse_jacobian(residuals)(x), SMALL),
    "sparse_hessian": (lambda x: tg.func.sparse_hessian(energy)(x), SMALL),
    "compile": (tg.compile(lambda x: x * 2.0), SMALL),
    "compile, large": (tg.compile(lambda x: x * 2.0), np.ones(50_000)),
    "compile, nested": (tg.compile(nested), tree),
    "compile of grad": (tg.compile(tg.grad(energy)), SMALL),
    "compile of hessian": (tg.compile(tg.hessian(energy)), SMALL),
    "compile with a guard": (tg.compile(lambda x: x * 2.0 if x[0] > 0 else x), SMALL),
    "compile, on Tensors": (tg.compile(energy), tg.tensor(SMALL, requires_grad=True)),
    "compile of scan": (tg.compile(through_scan), SMALL),
    "compile of checkpoint": (tg.compile(tg.grad(lambda x: tg.checkpoint(energy)(x))), SMALL),
    "batch": (tg.compile(tg.grad(energy)).batch, SPD),
    "batch, large": (tg.compile(lambda x: x * 2.0).batch, np.ones((30_000, 3))),
    "scan": (lambda x: tg.scan(lambda c, v: (c * v, c + v), x[0], x), SMALL),
    "fori_loop": (lambda x: tg.fori_loop(0, 3, lambda i, c: c * x, x), SMALL),
    "while_loop": (lambda x: tg.while_loop(lambda c: c[0] < 9.0, lambda c: c + x, x), SMALL),
    "gradcheck": (lambda x: tg.autograd.gradcheck(energy, (tg.tensor(x, requires_grad=True),)), SMALL),
    "functional.jacobian": (lambda x: tg.autograd.functional.jacobian(residuals, tg.tensor(x)), SMALL),
    "functional.hessian": (lambda x: tg.autograd.functional.hessian(energy, tg.tensor(x)), SMALL),
    "functional.hvp": (lambda x: tg.autograd.functional.hvp(energy, tg.tensor(x), tg.tensor(x)), SMALL),
}  # fmt: skip
for eager in (
    backward, create_graph, retained, hooked, assigned, function, saved_hooks, forward_ad, checkpoint, tape, anomaly,
    scan_eager, while_eager,
):  # fmt: skip
    calls[eager.__name__] = (lambda _, f=eager: f(), None)


@pytest.fixture
def no_collector(only_new_objects: None) -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def cyclic_garbage(call: Callable[[], Any]) -> list[str]:
    """What only the collector finds after a call: arrays, which something in a cycle holds, and objects of ours."""
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        call()
        gc.collect()
        ours = [x for x in gc.garbage if type(x).__module__.partition(".")[0] == "tapegrad"]
        arrays = [x for x in gc.get_referents(*gc.garbage) if issubclass(type(x), np.ndarray)]
        return [type(x).__name__ for x in (*ours, *arrays)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.collect()


@pytest.mark.parametrize("name", calls)
def test_a_call_leaves_nothing_to_the_collector(name: str, no_collector: None) -> None:
    f, x = calls[name]
    assert cyclic_garbage(lambda: f(x)) == [], "the first call"
    f(x)
    assert cyclic_garbage(lambda: f(x)) == [], "the third call"


def test_the_collector_would_find_a_cycle(no_collector: None) -> None:
    def cycle() -> None:
        array = np.ones(3)

        def again() -> Any:
            return again, array

        again()

    assert cyclic_garbage(cycle) == ["ndarray"]


def test_results_of_a_compiled_call_are_freed_at_once(no_collector: None) -> None:
    f = tg.compile(lambda x: (x * 2.0, [x + 1.0]))
    double, (more,) = f(np.ones(50_000))
    gone = weakref.ref(double), weakref.ref(more)
    del double, more
    assert [r() for r in gone] == [None, None]


@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_a_steady_loop_of_large_calls_reuses_its_memory(size: int, no_collector: None) -> None:
    f = tg.compile(lambda x: np.sqrt(x) * 2.0)
    x = np.ones(size)
    addresses = {f(x).ctypes.data for _ in range(20)}
    assert len(addresses) <= 2

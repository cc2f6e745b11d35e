"""A derivative that nobody knows is an error wherever it is asked for, in records of every class; None says zero."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special

import tapegrad as tg
from tapegrad.autograd import forward_ad, grad
from tapegrad.errors import GradientError
from tapegrad.func import sparse_jacobian
from tapegrad.ops import declare
from tapegrad.ops.declare import Bilinear, Complex, Constant, Elementwise, General, Linear
from tapegrad.ops.special.gamma import zeta_op
from tests.support import declared

X, Y = np.array([0.5, 2.0]), np.array([3.0, -1.0])

KINDS = ["general", "bilinear", "linear", "complex", "elementwise"]


@functools.cache
def record(kind: str, says: str) -> Any:
    """An op of x and v that has a rule for x, one for x and None for v (`zero`), or none; declared once."""
    linear = kind == "linear"
    factor = (lambda g: 3.0 * g) if linear else (lambda g, v: g * v)
    rules: dict[str, Any] = {"one": {"x": factor}, "zero": {"x": factor, "v": None}, "none": {}}[says]
    name, forward = f"mis.{kind}_{says}", (lambda x, v: 3.0 * x + v) if linear else (lambda x, v: x * v)
    if kind == "elementwise":
        partials = {argument: rule and (lambda v: v) for argument, rule in rules.items()}
        return Elementwise(name=name, shown="mis", forward=forward, partials=partials, reference=lambda x, v: x * v)
    cls: Any = {"general": General, "bilinear": Bilinear, "linear": Linear, "complex": Complex}[kind]
    return cls(name=name, shown="mis", forward=forward, infer=lambda x, v: x, adjoints=rules)


@functools.cache
def of_one() -> Elementwise:
    return Elementwise(name="mis.one", shown="mis", forward=lambda x: x * x, reference=lambda x: x * x)


@functools.cache
def of_complex() -> Elementwise:
    return Elementwise(
        name="mis.z", shown="mis", forward=lambda x, v: x * v, reference=lambda x, v: x * v, takes_complex=True,
        partials={"x": lambda v: v},
    )  # fmt: skip


def dual(op: Any, x: np.ndarray, v: np.ndarray) -> Any:
    with forward_ad.dual_level():
        return op(tg.tensor(x), forward_ad.make_dual(tg.tensor(v), tg.tensor(x)))


def batched(op: Any) -> Any:
    rows = tg.tensor(np.stack([Y, X]), requires_grad=True)
    tg.vmap(op, in_axes=(None, 0))(tg.tensor(X), rows).sum().backward()


def hooked(op: Any) -> Any:
    v = tg.tensor(Y, requires_grad=True)
    out = op(X, v)
    out.register_hook(lambda g: g)
    out.sum().backward()


def anomalous(op: Any) -> Any:
    with tg.autograd.detect_anomaly():
        op(X, tg.tensor(Y, requires_grad=True)).sum().backward()


def created(op: Any) -> Any:
    v = tg.tensor(Y, requires_grad=True)
    return grad(op(X, v).sum(), v, create_graph=True, allow_unused=True)


WAYS: dict[str, Callable[[Any], Any]] = {
    "backward": lambda op: op(X, tg.tensor(Y, requires_grad=True)).sum().backward(),
    "of one number": lambda op: op(tg.tensor([2.0]), tg.tensor([3.0], requires_grad=True)).sum().backward(),
    "float32": lambda op: op(np.float32(X), tg.tensor(np.float32(Y), requires_grad=True)).sum().backward(),
    "hooks": hooked,
    "anomaly": anomalous,
    "create_graph": created,
    "grad": lambda op: tg.grad(lambda v: np.sum(op(X, v)))(Y),
    "twice": lambda op: tg.hessian(lambda v: np.sum(op(X, v) * v))(Y),
    "compiled": lambda op: tg.compile(tg.grad(lambda v: np.sum(op(X, v))))(Y),
    "compiled as well": lambda op: tg.compile(tg.value_and_grad(lambda v: np.sum(v * op(X, v))))(Y),
    "batch": lambda op: tg.compile(tg.grad(lambda v: np.sum(op(X, v)))).batch(np.stack([X, Y])),
    "vmap": batched,
    "vmap of grad": lambda op: tg.vmap(tg.grad(lambda v: np.sum(op(X, v))))(np.stack([X, Y])),
    "jvp": lambda op: tg.func.jvp(lambda v: op(X, v), (Y,), (X,)),
    "jacfwd": lambda op: tg.func.jacfwd(lambda v: op(X, v))(Y),
    "jacrev": lambda op: tg.func.jacrev(lambda v: op(X, v))(Y),
    "linearize": lambda op: tg.func.linearize(lambda v: op(X, v), Y)[1](X),
    "dual": lambda op: dual(op, X, Y),
    "compiled jvp": lambda op: tg.compile(lambda v: tg.func.jvp(lambda v: op(X, v), (v,), (X,)))(Y),
    "vmap of jvp": lambda op: tg.vmap(lambda v: tg.func.jvp(lambda v: op(X, v), (v,), (X,))[1])(np.stack([X, Y])),
    "sparse": lambda op: sparse_jacobian(lambda v: op(X, v))(Y),
    "checkpoint": lambda op: tg.grad(lambda v: np.sum(tg.checkpoint(lambda v: op(X, v))(v)))(Y),
}


each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("says", ["one", "none"])
def test_an_argument_without_a_rule_is_refused(kind: str, way: str, says: str) -> None:
    message = "mis: no derivative with respect to 'v' is known. Detach the argument."
    with pytest.raises(GradientError, match=f"^{re.escape(message)}"):
        WAYS[way](record(kind, says))


@each_kind
@pytest.mark.parametrize("way", WAYS)
def test_none_is_no_error(kind: str, way: str) -> None:
    WAYS[way](record(kind, "zero"))


@each_kind
def test_none_is_zero(kind: str) -> None:
    op = record(kind, "zero")
    slope = tg.grad(lambda v: np.sum(v * v + op(X, v)))
    np.testing.assert_array_equal(slope(Y), 2.0 * Y)
    np.testing.assert_array_equal(tg.compile(slope)(Y), 2.0 * Y)
    np.testing.assert_array_equal(tg.vmap(slope)(np.stack([X, Y])), [2.0 * X, 2.0 * Y])
    np.testing.assert_array_equal(tg.func.jacfwd(slope)(Y), 2.0 * np.eye(2))
    np.testing.assert_array_equal(tg.func.jvp(lambda v: op(X, v), (Y,), (X,))[1], [0.0, 0.0])
    np.testing.assert_array_equal(
        tg.func.jvp(lambda v: op(v, v), (Y,), (X,))[1], tg.grad(lambda x: np.sum(op(x, Y)))(X) * X
    )
    np.testing.assert_array_equal(sparse_jacobian(lambda v: op(X, v))(Y).toarray(), np.zeros((2, 2)))


@each_kind
def test_the_others_are_differentiated(kind: str) -> None:
    """With the argument detached, constant or not asked for."""
    op = record(kind, "one")
    wanted = np.full(2, 3.0) if kind == "linear" else Y
    x, v = tg.tensor(X, requires_grad=True), tg.tensor(Y, requires_grad=True)
    np.testing.assert_array_equal(grad(op(x, v).sum(), x)[0].numpy(), wanted)
    op(x, v.detach()).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), wanted)
    for f in (tg.grad(lambda x: np.sum(op(x, Y))), tg.compile(tg.grad(lambda x: np.sum(op(x, Y))))):
        np.testing.assert_array_equal(f(X), wanted)
    np.testing.assert_array_equal(tg.func.jvp(lambda x: op(x, Y), (X,), (np.ones(2),))[1], wanted)
    np.testing.assert_array_equal(tg.func.jacfwd(lambda x: op(x, Y))(X), np.diag(wanted))
    np.testing.assert_array_equal(tg.vmap(tg.grad(lambda x: np.sum(op(x, Y))))(X[None])[0], wanted)
    with tg.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        out = op(x, v)
    np.testing.assert_array_equal(grad(out.sum(), x)[0].numpy(), wanted)


def test_an_elementwise_op_of_one_argument() -> None:
    for _ in range(2):  # the second time, the kind of the result is known
        x = tg.tensor(X, requires_grad=True)
        with pytest.raises(GradientError, match=r"mis: no derivative with respect to 'x' is known"):
            of_one()(x * 1.0).sum().backward()


def test_an_op_of_any_number_of_arguments() -> None:
    with declared():
        op = General(name="mis_many", forward=lambda *args: args[0] * args[1], infer=lambda *args: args[0])
        for f in (lambda x: op(x, Y), lambda x: op(Y, x)):
            for asked in (tg.grad(lambda x, f=f: np.sum(f(x))), tg.func.jacfwd(f)):
                with pytest.raises(GradientError, match=r"mis_many: no derivative is known. Detach the argument"):
                    asked(X)


def test_an_elementwise_op_of_complex_numbers() -> None:
    v = tg.tensor(X + 1j, requires_grad=True)
    with pytest.raises(GradientError, match=r"mis: no derivative with respect to 'v' is known"):
        of_complex()(Y, v).real.sum().backward()


def test_a_tangent_rule_is_a_derivative() -> None:
    with declared():
        op = General(
            name="mis_pushed", forward=lambda x: x * x, infer=lambda x: x,
            tangent=lambda args, tangents: 2.0 * args[0] * tangents[0],
        )  # fmt: skip
        np.testing.assert_array_equal(tg.func.jacfwd(op)(X), np.diag(2.0 * X))
        with pytest.raises(GradientError, match="mis_pushed: no derivative with respect to 'x' is known"):
            tg.grad(lambda x: np.sum(op(x)))(X)


def test_what_nothing_passes() -> None:
    """Constants, truth values and masks have no derivative, and no rule that says so."""
    with declared():
        constant = Constant(name="mis_constant", forward=lambda x: np.floor(x))
        x = tg.tensor(X, requires_grad=True)
        assert not constant(x).requires_grad
        assert not (x > 1.0).requires_grad
        np.testing.assert_array_equal(tg.grad(lambda x: np.sum(np.where(x > 1.0, x, 0.0) * constant(x)))(X), [0.0, 2.0])


def test_what_the_table_lacks() -> None:
    """Some special functions are not known by their parameters; all other ops are known by every argument."""
    ours = [op for op in declare.table if op is not None and op.forward.__module__.startswith("tapegrad.ops.")]
    assert {op.name for op in ours if op.lacks and ".special." not in op.forward.__module__} == set()
    assert zeta_op.lacks == {"x"}
    q = tg.tensor([1.5, 2.5], requires_grad=True)
    (slope,) = grad(zeta_op(3.0, q).sum(), q)
    np.testing.assert_allclose(slope.numpy(), -3.0 * scipy.special.zeta(4.0, [1.5, 2.5]), rtol=1e-14)
    with pytest.raises(GradientError, match="zeta: no derivative with respect to 'x' is known"):
        zeta_op(tg.tensor(3.0, requires_grad=True), q).sum().backward()


def test_sort_has_no_derivative_by_its_keys() -> None:
    x = np.array([3.0, 1.0, 2.0])
    np.testing.assert_array_equal(tg.grad(lambda x: np.sum(np.sort(x) * np.array([1.0, 2.0, 4.0])))(x), [4.0, 1.0, 2.0])

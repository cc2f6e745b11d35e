"""PyTensor's gradients of tapegrad's functions; the truth is PyTensor's own."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, ShapeError

pytensor = pytest.importorskip("pytensor")
pt = pytensor.tensor
bridge = tg.bridges.pytensor

POINT = np.array([0.3, -1.2, 0.7, 2.0])


@pytest.fixture(autouse=True)
def in_python():
    """PyTensor's default compiles with Numba, or a compiler for C, for seconds."""
    with pytensor.config.change_flags(mode="FAST_COMPILE", cxx="", linker="py"):
        yield


def ours(x, a):
    return np.sum(np.sin(x) * x**2) * a + x[0] * x[1]


def theirs(x, a):
    return pt.sum(pt.sin(x) * x**2) * a + x[0] * x[1]


def same(a, b, rtol=1e-12):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=1e-13)


EXPRESSIONS = {
    "value": lambda y, x, a: y,
    "gradient": lambda y, x, a: pytensor.grad(y, x),
    "by a number": lambda y, x, a: pytensor.grad(y, a),
    "hessian": lambda y, x, a: pytensor.grad(pt.sum(pytensor.grad(y, x) * np.arange(4.0)), x),
    "mixed": lambda y, x, a: pytensor.grad(pytensor.grad(y, x)[1], a),
    "forward": lambda y, x, a: pytensor.gradient.pushforward(y, x, pt.as_tensor(np.arange(4.0))),
}


@pytest.mark.sampled(99)
@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("shape", [(None,), (4,)])
def test_derivatives(name, shape):
    x, a = pt.tensor("x", shape=shape, dtype="float64"), pt.dscalar("a")
    mine, truth = (EXPRESSIONS[name](f(x, a), x, a) for f in (bridge.op(ours), theirs))
    same(
        mine.eval({x: POINT, a: 1.5}, on_unused_input="ignore"),
        truth.eval({x: POINT, a: 1.5}, on_unused_input="ignore"),
    )


def test_containers_integers_and_static_shapes():
    f = bridge.op(lambda tree, n, kind="sum": {"s": tree["x"] * n, "k": [n + 1, kind == "sum"]})
    x, n = pt.tensor("x", shape=(4,), dtype="float64"), pt.lvector("n")
    n = pt.specify_shape(n, 4)
    result = f({"x": x}, n, kind="sum")
    assert result["s"].type.shape == (4,)
    gradient = pytensor.grad(pt.sum(result["s"]), x)
    at = {x: POINT, n: np.arange(4)}
    same(gradient.eval(at), np.arange(4))
    assert result["k"][0].eval({n: np.arange(4), x: POINT}, on_unused_input="ignore").tolist() == [1, 2, 3, 4]
    same(pytensor.grad(pt.sum(f({"x": x}, np.arange(4))["s"]), x).eval({x: POINT}), np.arange(4))


def test_verify_grad():
    f = bridge.op(lambda x, y: np.tanh(x @ y))
    rng = np.random.default_rng(0)
    pytensor.gradient.verify_grad(f, [rng.normal(size=(2, 3)), rng.normal(size=(3, 2))], rng=rng)


def test_single_precision():
    x = pt.fvector("x")
    y = bridge.op(lambda x: np.sum(x * x))(x)
    assert (y.type.dtype, pytensor.grad(y, x).type.dtype) == ("float32", "float32")


def test_under_numba():
    x = pt.dvector("x")
    y = bridge.op(lambda x: np.sum(np.exp(x)))(x)
    value, slope = pytensor.function([x], [y, pytensor.grad(y, x)], mode="NUMBA")(POINT)
    same(value, np.sum(np.exp(POINT)))
    same(slope, np.exp(POINT))


def test_errors():
    with pytest.raises(ArgumentError, match=r"op: expected a function, got int"):
        bridge.op(3)
    with pytest.raises(
        ShapeError, match=r"for which 2 can stand, got shapes \[\(None,\)\]\. Use pytensor\.tensor\.specify_shape"
    ):
        bridge.op(lambda x: x * np.ones(5))(pt.dvector("x"))

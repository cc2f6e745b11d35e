"""Objects of pandas are data: operators and functions take their values. They hold no Tensors."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import DtypeError

pd = pytest.importorskip("pandas")

P = np.array([1.0, 2.0, 3.0])
SERIES = pd.Series([0.5, -1.0, 2.0], index=list("abc"), name="y")
FRAME = pd.DataFrame({"a": [1.0, 2.0, 4.0], "b": [0.5, 0.25, -1.0], "c": [3, 1, 2]})
INDEX = pd.Index([1.0, 2.0, 5.0])

OPERATIONS = {
    "t * s": lambda t, s, f: t * s, "s * t": lambda t, s, f: s * t, "t - s": lambda t, s, f: t - s,
    "s - t": lambda t, s, f: s - t, "s / t": lambda t, s, f: s / t, "t ** s": lambda t, s, f: t**s,
    "s + number": lambda t, s, f: s + t[0], "f * t": lambda t, s, f: f * t, "t + f": lambda t, s, f: t + f,
    "f - number": lambda t, s, f: f - t[0], "t @ s": lambda t, s, f: t @ s, "t @ f": lambda t, s, f: t @ f,
    "np.multiply": lambda t, s, f: np.multiply(s, t), "np.hypot": lambda t, s, f: np.hypot(f, t),
    "np.dot": lambda t, s, f: np.dot(f, t), "np.where": lambda t, s, f: np.where(s > 0, t * t, s),
    "np.concatenate": lambda t, s, f: np.concatenate([s, t]), "np.exp": lambda t, s, f: np.exp(s) * t,
    "mask": lambda t, s, f: t[s > 0] ** 2, "column": lambda t, s, f: f["a"] * t - f.b, "mean": lambda t, s, f: (s * t).mean(),
    "comparison": lambda t, s, f: np.where(t > s, t, 0.0), "solve": lambda t, s, f: np.linalg.solve(f, t) * s,
    "index": lambda t, s, f: INDEX * t, "positions": lambda t, s, f: t[f["c"] - 1],
}  # fmt: skip


@pytest.mark.parametrize("call", OPERATIONS.values(), ids=OPERATIONS)
def test_operations_take_the_values(call):
    def plain(p):
        return np.sum(np.asarray(call(p, SERIES.to_numpy(), _Columns(FRAME.to_numpy()))))

    def f(p):
        return np.sum(call(p, SERIES, FRAME))

    steps = 1e-6 * np.eye(3)
    slope = [(plain(P + e) - plain(P - e)) / 2e-6 for e in steps]
    for transform in (tg.grad, lambda f: tg.compile(tg.grad(f)), tg.jacobian):
        np.testing.assert_allclose(transform(f)(P), slope, rtol=1e-6, atol=1e-8)
    result = call(tg.tensor(P, requires_grad=True), SERIES, FRAME)
    assert isinstance(result, tg.Tensor)
    np.testing.assert_allclose(np.sum(result).item(), plain(P), rtol=1e-13)


class _Columns(np.ndarray):
    """The values of a frame, with its columns by name: what operations on arrays are compared with."""

    def __new__(cls, values):
        return values.view(cls)

    def __getitem__(self, name):
        return np.asarray(self)[:, FRAME.columns.get_loc(name)].astype(int if name == "c" else float)

    b = property(lambda self: self["b"])


def test_a_tensor_takes_their_values():
    np.testing.assert_array_equal(tg.asarray(SERIES).numpy(), SERIES.to_numpy())
    assert tg.tensor(FRAME).shape == (3, 3)
    assert tg.array(FRAME["c"]).dtype == np.int64
    t = tg.tensor(P)
    t += SERIES
    np.testing.assert_array_equal(t.numpy(), P + SERIES.to_numpy())
    np.testing.assert_array_equal((tg.tensor(P) > SERIES).numpy(), [True, True, True])
    for bad in (pd.Series(list("xyz")), FRAME.assign(d="text")):
        with pytest.raises(DtypeError, match="Pass columns of numbers alone"):
            tg.asarray(bad)


@pytest.mark.parametrize("x", [SERIES, FRAME, INDEX, {"a": [SERIES]}], ids=["Series", "DataFrame", "Index", "within"])
def test_as_arguments_to_differentiate_by_they_are_refused(x):
    named = r"got (Series|DataFrame|Index)\. Pass its \.to_numpy\(\)"
    for call in (
        lambda: tg.grad(lambda a: 1.0)(x), lambda: tg.value_and_grad(lambda a: 1.0)(x), lambda: tg.jacobian(lambda a: a)(x),
        lambda: tg.hessian(lambda a: 1.0)(x), lambda: tg.func.vjp(lambda a: a, x), lambda: tg.func.jvp(lambda a: a, (x,), (x,)),
        lambda: tg.compile(lambda a: 1.0)(x), lambda: tg.compile(tg.grad(lambda a: 1.0))(x),
    ):  # fmt: skip
        with pytest.raises(DtypeError, match=named):
            call()


def test_a_fit_of_a_table():
    def loss(p):
        return ((p[0] * FRAME["a"] + p[1] * FRAME["b"] - FRAME["c"]) ** 2).sum()

    a = FRAME[["a", "b"]].to_numpy()
    residual = a @ P[:2] - FRAME["c"].to_numpy()
    np.testing.assert_allclose(tg.grad(loss)(P[:2]), 2 * a.T @ residual)
    np.testing.assert_allclose(tg.compile(tg.grad(loss))(P[:2]), 2 * a.T @ residual)

"""Compiled functions that read leaves from outside their arguments: the leaves are inputs, and get their gradients."""

from __future__ import annotations

import functools
import io
from typing import Any, ClassVar

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, CapturedError, GradientError, InplaceError, PlainDataError
from tests.replay import scan_bodies as module

X, Y = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.2, -1.0])


def leaf(x: Any = X) -> tg.Tensor:
    return tg.tensor(x, requires_grad=True)


GLOBAL = leaf()


def reads_a_global(x: Any) -> Any:
    return np.sum(GLOBAL * GLOBAL * x)


class Layer:
    def __init__(self) -> None:
        self.w = leaf()

    def __call__(self, x: Any) -> Any:
        return np.sum(self.w * self.w * x)


class Slots:
    __slots__ = ("__w",)

    def __init__(self) -> None:
        self.__w = leaf()

    def loss(self, x: Any) -> Any:
        return np.sum(self.__w * self.__w * x)


class OfClass:
    w: ClassVar[tg.Tensor] = leaf()

    def loss(self, x: Any) -> Any:
        return np.sum(self.w * type(self).w * x)


class Net:
    def __init__(self) -> None:
        self.layers = [{"layer": Layer()}]

    @tg.compile
    def compiled(self, x: Any) -> Any:
        return self.layers[0]["layer"](x)

    def loss(self, x: Any) -> Any:
        return self.layers[0]["layer"](x)


def closure() -> Any:
    w = leaf()
    return lambda x: np.sum(w * w * x)


def default() -> Any:
    w = leaf()

    def f(x: Any, unused: Any = None, *, v: Any = w) -> Any:
        return np.sum(v * v * x)

    return f


def in_containers() -> Any:
    params = {"a": [leaf(), (leaf(Y),)]}
    return lambda x: np.sum(params["a"][0] ** 2 * x)


def deep() -> Any:
    layer, helper = Layer(), functools.partial(lambda layer, x: layer(x))
    outer = functools.wraps(helper.func)(lambda x: helper(layer, x))
    return lambda x: outer(x)


def of_module() -> Any:
    module.LEAF = leaf()
    return lambda x: np.sum(module.LEAF**2 * x)


PLACES = {
    "closure": closure, "global": lambda: reads_a_global, "default": default, "containers": in_containers,
    "callable object": Layer, "bound method": lambda: Net().loss, "slots": lambda: Slots().loss,
    "class": lambda: OfClass().loss, "deep": deep, "module": of_module, "compiled method": lambda: Net().compiled,
    "compiled within": lambda: (lambda g: lambda x: g(x) * 1.0)(tg.compile(closure())),
}  # fmt: skip


def gradient(f: Any, x: Any, leaves: list[tg.Tensor]) -> list[np.ndarray]:
    return [g.numpy() for g in tg.autograd.grad(f(x), leaves)]


@pytest.mark.parametrize("make", PLACES.values(), ids=PLACES)
def test_leaves_from_anywhere(make):
    f = make()
    compiled = f if make is PLACES["compiled method"] else tg.compile(f)
    for scale in (1.0, 2.0, 3.0):
        loss = compiled(scale * Y)
        assert loss.requires_grad
        assert loss.item() == pytest.approx(scale * np.sum(X * X * Y))
        edges = tg.compile(tg.value_and_grad(lambda x: compiled(x)))
        value, g = edges(scale * Y)
        assert value.requires_grad
        np.testing.assert_allclose(g.detach().numpy(), X * X)
    assert compiled.stats()["recordings"] == 1
    file = io.BytesIO()
    with pytest.raises(CapturedError, match=r"reads .*, which requires grad, from outside\. Pass it as an argument"):
        compiled.save(file, Y)
    with tg.no_grad():
        assert isinstance(compiled(Y), np.float64)


def test_training_as_in_eager_code():
    def model() -> tuple[list[tg.Tensor], Any]:
        rng = np.random.default_rng(0)
        params = [leaf(rng.normal(size=(3, 4))), leaf(np.zeros(4)), leaf(rng.normal(size=4))]

        def loss(x: Any, y: Any) -> Any:
            hidden = np.tanh(x @ params[0] + params[1])
            return np.mean((hidden @ params[2] - y) ** 2)

        return params, loss

    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(20, 3)), rng.normal(size=20)
    runs = []
    for way in (lambda f: f, tg.compile, lambda f: lambda *a: tg.compile(tg.value_and_grad(f))(*a)[0]):
        params, loss = model()
        loss, seen = way(loss), []
        for step in range(8):
            value = loss(x, y)
            value.backward()
            seen.append(value.item())
            with tg.no_grad():
                for k, p in enumerate(params):
                    if step % 2:
                        p -= 0.1 * p.grad
                    else:
                        params[k] = leaf(p.detach().numpy() - 0.1 * p.grad.numpy())
                    p.grad = None
        runs.append(seen)
        if hasattr(loss, "stats"):
            assert loss.stats()["recordings"] == 1
    for seen in runs[1:]:
        np.testing.assert_allclose(seen, runs[0], rtol=1e-12)
    assert runs[0][-1] < 0.7 * runs[0][0]


def test_gradients_accumulate_and_results_without_leaves_are_plain():
    w, v = leaf(), leaf(Y)
    f = tg.compile(lambda x: (np.sum(w * x), x * 2.0, {"both": np.sum(w * v)}, 1.0, w))
    loss, plain, rest, one, same = f(Y)
    np.testing.assert_array_equal(plain, 2 * Y)
    assert type(plain) is np.ndarray
    assert one == 1.0
    (loss + rest["both"]).backward()
    np.testing.assert_allclose(w.grad.numpy(), 2 * Y)
    np.testing.assert_allclose(v.grad.numpy(), X)
    f(Y)[0].backward()
    np.testing.assert_allclose(w.grad.numpy(), 3 * Y)
    assert same is not w
    np.sum(same * Y).backward()
    np.testing.assert_allclose(w.grad.numpy(), 4 * Y)


def test_transforms_within_and_around():
    w = leaf()

    def f(x: Any) -> Any:
        return np.sum(w**2 * np.sin(x))

    for compiled in (tg.compile(tg.grad(f)), tg.grad(tg.compile(f)), tg.compile(tg.compile(tg.grad(f)))):
        for _ in range(3):
            g = compiled(Y)
            np.testing.assert_allclose(g.detach().numpy(), X**2 * np.cos(Y))
            (second,) = tg.autograd.grad(np.sum(g * X), [w])
            np.testing.assert_allclose(second.numpy(), 2 * X * X * np.cos(Y))
    h = tg.compile(tg.hessian(f))(Y)
    np.testing.assert_allclose(h.detach().numpy(), np.diag(-(X**2) * np.sin(Y)))
    j = tg.jacobian(tg.compile(lambda x: w * x))(Y)
    np.testing.assert_allclose(j.detach().numpy(), np.diag(X))


def test_tensors_as_arguments_too():
    w, x = leaf(), leaf(Y)
    f = tg.compile(lambda x: np.sum(w**2 * x))
    for k in range(1, 4):
        f(x).backward()
        np.testing.assert_allclose(w.grad.numpy(), k * 2 * X * Y)
        np.testing.assert_allclose(x.grad.numpy(), k * X**2)
    (g,) = tg.autograd.grad(f(w), [w])
    np.testing.assert_allclose(g.numpy(), 3 * X**2)
    assert isinstance(f(tg.tensor(Y)), tg.Tensor)


# ------------------------------------------------------------------------------------------------- decisions


def test_decisions_on_leaves_are_guarded():
    w = leaf(2.0)
    f = tg.compile(lambda x: x * w if w > 0 else -x)
    assert f(3.0).item() == 6.0
    with tg.no_grad():
        w -= 5.0
    assert f(3.0) == -3.0
    assert type(f(3.0)) is np.float64
    with tg.no_grad():
        w += 4.0
    assert f(3.0).item() == 3.0
    assert f.stats()["recordings"] == 2
    b = tg.compile(lambda x: x if bool(w) else -x)
    assert b(1.0) == 1.0
    with tg.no_grad():
        w *= 0.0
    assert b(1.0) == -1.0


def test_a_leaf_met_on_one_branch_alone():
    w = leaf(2.0)
    f = tg.compile(lambda x: x * w if x > 0 else -x)
    for _ in range(3):
        assert f(-3.0) == 3.0
        assert type(f(-3.0)) is np.float64
        assert f(3.0).item() == 6.0
    f(3.0).backward()
    assert w.grad.item() == 3.0
    assert f.stats()["recordings"] == 2


def test_decisions_in_loops():
    w = leaf(2.0)

    def f(x: Any) -> Any:
        return tg.scan(lambda c, _: (c * w if w > 0 else c, None), x, length=3)[0]

    compiled = tg.compile(f)
    assert compiled(1.0).item() == 8.0
    with tg.no_grad():
        w -= 5.0
    assert compiled(1.0) == 1.0
    with tg.no_grad():
        w += 4.0
    assert compiled(2.0).item() == 2.0
    assert tg.autograd.grad(compiled(2.0), [w])[0].item() == 6.0


def test_what_is_read_from_leaves_is_not_frozen():
    w = leaf()
    f = tg.compile(lambda x: np.sum(w.detach() * x))
    assert type(f(Y)) is np.float64
    with tg.no_grad():
        w += 1.0
    assert f(Y) == pytest.approx(np.sum((X + 1.0) * Y))
    for read in (
        lambda: w[0].item(),
        lambda: w.tolist(),
        lambda: w.sum().item(),
        lambda: float(w[0]),
        lambda: w.numpy(),
    ):
        with pytest.raises(PlainDataError):
            tg.compile(lambda x: x * read())(1.0)
    assert w.tolist() == [*(X + 1.0)]
    assert w.detach().numpy().tolist() == w.tolist()
    with pytest.raises(InplaceError, match="not an argument"), tg.no_grad():
        tg.compile(lambda x: w.__isub__(x))(1.0)


# ------------------------------------------------------------------------------------------------- other leaves


def test_another_leaf_in_the_place():
    net = Net()
    f = tg.compile(net.loss)
    f(Y)
    net.layers[0]["layer"].w = new = leaf(Y)
    f(Y).backward()
    np.testing.assert_allclose(new.grad.numpy(), 2 * Y * Y)
    net.layers[0]["layer"] = Layer()
    assert f(Y).item() == pytest.approx(np.sum(X * X * Y))
    assert f.stats()["recordings"] == 1
    net.layers[0]["layer"].w = leaf(2.0)
    assert f(Y).item() == pytest.approx(4.0 * Y.sum())
    assert f.stats()["recordings"] == 2
    net.layers[0]["layer"].w = tg.tensor(3.0)
    assert f(Y) == pytest.approx(9.0 * Y.sum())
    net.layers[0]["layer"].w = 2.0
    assert f(Y) == pytest.approx(4.0 * Y.sum())


def test_leaves_that_were_one_and_are_two():
    p = {"a": leaf(), "b": None}
    p["b"] = p["a"]
    f = tg.compile(lambda x: np.sum(p["a"] * p["b"] * x))
    assert f(Y).item() == pytest.approx(np.sum(X * X * Y))
    p["b"] = leaf(Y)
    assert f(Y).item() == pytest.approx(np.sum(X * Y * Y))
    p["a"] = p["b"]
    f(Y).backward()
    np.testing.assert_allclose(p["a"].grad.numpy(), 2 * Y * Y)
    layers = [Layer()] * 2
    g = tg.compile(lambda x: layers[0](x) + layers[1](x))
    assert g(Y).item() == pytest.approx(2 * np.sum(X * X * Y))
    layers[1] = Layer()
    with tg.no_grad():
        layers[1].w *= 2.0
    assert g(Y).item() == pytest.approx(5 * np.sum(X * X * Y))


def test_a_rebound_variable():
    w = leaf()
    f = tg.compile(lambda x: np.sum(w * x))
    f(Y)
    w = leaf(Y)
    assert f(Y).item() == pytest.approx(np.sum(Y * Y))
    f(Y).backward()
    np.testing.assert_allclose(w.grad.numpy(), Y)


def test_leaves_that_no_longer_require_grad():
    w = leaf()
    f = tg.compile(lambda x: np.sum(w * x))
    assert f(Y).requires_grad
    w.requires_grad_(False)
    assert type(f(Y)) is np.float64
    w[0] = 5.0
    assert f(Y) == pytest.approx(np.sum(w.numpy() * Y))
    w.requires_grad_(True)
    assert f(Y).requires_grad


def test_constants_that_come_to_require_grad():
    w, v = tg.tensor(X), tg.tensor(Y)
    f = tg.compile(lambda x: np.sum(w * v * x))
    for _ in range(3):
        assert type(f(Y)) is np.float64
    w.requires_grad_()
    f(Y).backward()
    np.testing.assert_allclose(w.grad.numpy(), Y * Y)
    v.requires_grad = True
    f(Y).backward()
    np.testing.assert_allclose(v.grad.numpy(), X * Y)
    assert f.stats()["variants"] == 1


# ------------------------------------------------------------------------------------------------- uses without them


def test_uses_without_the_function_are_refused_and_name_the_leaf():
    net = Net()
    f = tg.compile(net.loss)
    refused = pytest.raises(CapturedError, match=r"layers\[0\]\['layer'\]\.w, which requires grad")
    with refused:
        f.batch(np.stack([X, Y]))
    with refused:
        f.batch(np.stack([X, Y]))
    with refused:
        f.tape_data(Y)
    with refused:
        f.save(io.BytesIO(), Y)
    assert len(f.tape(Y).inputs) == 2
    with pytest.raises(ArgumentError, match="Call it under"):
        f(Y, out=np.empty(()))
    out = np.empty(())
    with tg.no_grad():
        assert f(Y, out=out) is out
    assert out == pytest.approx(np.sum(X * X * Y))
    assert f.stats()["seconds_per_replay"] > 0


def test_vmap_of_captured_leaves():
    w = leaf()
    out = tg.vmap(tg.compile(lambda x: np.sum(w * x)))(np.stack([X, Y]))
    np.sum(out).backward()
    np.testing.assert_allclose(w.grad.numpy(), X + Y)


def test_check_tells_of_constants_and_follows_leaves():
    w, scale = leaf(), [2.0]
    f = tg.compile(lambda x: np.sum(w * x) * scale[0])
    f(Y)
    with tg.no_grad():
        w += 1.0
    f.check(Y)
    scale[0] = 3.0
    with pytest.raises(tg.errors.ReplayError, match="differs"):
        f.check(Y)


def test_results_with_history_and_leaves_of_the_function_itself_stay_refused():
    h = leaf() * 2.0
    with pytest.raises(CapturedError, match="with history"):
        tg.compile(lambda x: h * x)(1.0)

    def f(x: Any) -> Any:
        w = leaf()
        return np.sum(w * x)

    with pytest.raises(CapturedError):
        tg.compile(f)(1.0)


def test_gradients_of_leaves_from_outside_within_the_function():
    w, unused = leaf(), leaf()

    @tg.compile
    def slope(x: Any) -> Any:
        return tg.autograd.grad(np.sum(w * w * x), [w])[0]

    for factor in (1.0, 3.0):
        np.testing.assert_array_equal(slope(factor * Y).detach().numpy(), 2.0 * factor * X * Y)
    with tg.no_grad():
        w += 1.0
    np.testing.assert_array_equal(slope(Y).detach().numpy(), 2.0 * (X + 1.0) * Y)
    (second,) = tg.autograd.grad(slope(Y).sum(), [w])
    np.testing.assert_array_equal(second.numpy(), 2.0 * Y)
    with pytest.raises(GradientError, match="was not used"):
        tg.compile(lambda x: tg.autograd.grad(np.sum(w * x), [unused])[0])(Y)


def test_containers_of_leaves_that_grow_and_shrink():
    x = np.array([1.0, 2.0])
    of_list = [tg.tensor(1.0, requires_grad=True)]
    of_dict = {"a": {"w": tg.tensor(3.0, requires_grad=True)}}

    def f(x):
        return np.sum(x) * sum(leaf * leaf for leaf in of_list) + sum(np.sum(d["w"] * x) for d in of_dict.values())

    compiled = tg.compile(f)
    assert compiled(x).item() == f(x).item() == 12.0
    of_list.append(tg.tensor(2.0, requires_grad=True))
    y = compiled(x)
    assert y.item() == f(x).item() == 24.0
    y.backward()
    assert [leaf.grad.item() for leaf in of_list] == [6.0, 12.0]
    of_dict["b"] = {"w": tg.tensor([1.0, 1.0], requires_grad=True)}
    assert compiled(x).item() == f(x).item() == 27.0
    del of_list[0], of_dict["a"]
    assert compiled(x).item() == f(x).item() == 15.0

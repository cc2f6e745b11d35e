"""Objects as containers: dataclasses, attrs, namespaces, models of pydantic, in all transforms."""

from __future__ import annotations

import dataclasses
import io
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError
from tests.func.functions import X, Y


@dataclass
class Plain:
    w: Any
    b: Any
    name: str = "line"
    act: Callable[..., Any] = np.sin
    nothing: Any = None
    bias: bool = True
    limit: ClassVar[float] = 3.0


@dataclass
class Child(Plain):
    more: Any = 2.0


def other(name: str, **options: Any) -> Any:
    """The same fields in a class of other options."""
    fields = [(f.name, f.type, field(default=f.default)) for f in dataclasses.fields(Plain)]
    return dataclasses.make_dataclass(name, fields, **options)


Frozen, Slots = other("Frozen", frozen=True), other("Slots", slots=True)
FrozenSlots, Keywords = other("FrozenSlots", frozen=True, slots=True), other("Keywords", kw_only=True, eq=False)


class Changed(Plain):
    """One that is no dataclass by itself, and whose __init__ takes something else."""

    def __init__(self, both: Any, **more: Any) -> None:
        super().__init__(*both, **more)


def build(kind: Any) -> Any:
    return kind((X, 0.5)) if kind is Changed else kind(w=X, b=0.5)


KINDS: dict[str, Callable[[], Any]] = {
    kind.__name__: lambda kind=kind: build(kind)
    for kind in (Plain, Frozen, Slots, FrozenSlots, Child, Keywords, Changed)
}
KINDS["SimpleNamespace"] = lambda: types.SimpleNamespace(w=X, b=0.5, name="line", act=np.sin, nothing=None, bias=True)


def _attrs(**options: Any) -> Any:
    attrs = pytest.importorskip("attrs")
    fields = {
        "w": attrs.field(),
        "b": attrs.field(),
        "name": attrs.field(default="line"),
        "act": attrs.field(default=np.sin),
    }
    fields |= {
        "nothing": attrs.field(default=None),
        "bias": attrs.field(default=True, validator=attrs.validators.instance_of(bool)),
    }
    fields["b"] = attrs.field(converter=float)
    return attrs.make_class("Made", fields, **options)(w=X, b=0.5)


KINDS["attrs"] = _attrs
KINDS["attrs, frozen with slots"] = lambda: _attrs(frozen=True, slots=True)
KINDS["attrs, a dict"] = lambda: _attrs(slots=False)


def _model(**options: Any) -> Any:
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(arbitrary_types_allowed=True, **options)
        w: np.ndarray
        b: float
        name: str = "line"
        act: Callable[..., Any] = np.sin
        nothing: Any = None
        bias: bool = True

    return Model(w=X, b=0.5, **({"more": 2.0} if options.get("extra") == "allow" else {}))


KINDS["pydantic"] = _model
KINDS["pydantic, frozen"] = lambda: _model(frozen=True)
KINDS["pydantic, checks assignment"] = lambda: _model(validate_assignment=True)
KINDS["pydantic, extra"] = lambda: _model(extra="allow")


def _pydantic_dataclass() -> Any:
    pytest.importorskip("pydantic")
    from pydantic.dataclasses import dataclass as validated

    @validated(config={"arbitrary_types_allowed": True, "frozen": True})
    class Model:
        w: np.ndarray
        b: float
        name: str = "line"
        act: Callable[..., Any] = np.sin
        nothing: Any = None
        bias: bool = True

    return Model(w=X, b=0.5)


KINDS["pydantic's dataclass"] = _pydantic_dataclass

every_kind = pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)


def loss(p: Any, x: Any = Y) -> Any:
    assert p.name == "line"
    assert p.act is np.sin
    assert p.nothing is None
    assert p.bias is True
    return np.sum(p.act(p.w) * x) * p.b**2


W_GRAD, B_GRAD = np.cos(X) * Y * 0.25, np.sum(np.sin(X) * Y)


def check(g: Any, like: Any, scale: Any = 1.0) -> None:
    assert type(g) is type(like)
    assert (g.name, g.act, g.nothing, g.bias) == ("line", np.sin, None, True)
    np.testing.assert_allclose(g.w, W_GRAD * scale, rtol=1e-14)
    np.testing.assert_allclose(g.b, B_GRAD * scale, rtol=1e-14)
    assert not isinstance(g.w, tg.Tensor)


@every_kind
def test_gradients_have_the_class_of_the_argument(make):
    p = make()
    check(tg.grad(loss)(p), p)
    value, g = tg.value_and_grad(loss)(p)
    assert value == loss(p)
    check(g, p)
    out, pullback = tg.func.vjp(loss, p)
    assert out == loss(p)
    check(pullback(2.0)[0], p, 2.0)
    for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        check(transform(loss)(p), p)
    assert p.w is X
    assert p.b == 0.5


@every_kind
def test_products_with_objects(make):
    p = make()
    g = tg.grad(loss)(p)
    out, pushed = tg.func.jvp(loss, (p,), (g,))
    slope = np.sum(W_GRAD**2) + B_GRAD**2 + getattr(g, "more", 0.0) ** 2
    np.testing.assert_allclose(pushed, slope)
    np.testing.assert_allclose(tg.func.linearize(loss, p)[1](g), slope)
    assert out == loss(p)
    h = tg.hessian(loss)(p)
    assert type(h) is type(h.w) is type(p)
    np.testing.assert_allclose(h.w.w, np.diag(-np.sin(X) * Y * 0.25), atol=1e-16)
    np.testing.assert_allclose(h.w.b, np.cos(X) * Y)
    np.testing.assert_allclose(h.b.b, 2 * np.sum(np.sin(X) * Y))
    product = tg.hvp(loss)(p, g)
    assert type(product) is type(p)
    np.testing.assert_allclose(product.w, h.w.w @ g.w + h.w.b * g.b)
    np.testing.assert_allclose(product.b, h.b.w @ g.w + h.b.b * g.b)


@every_kind
def test_compiled_functions_take_and_return_objects(make):
    p = make()
    step = tg.compile(tg.value_and_grad(loss))
    for scale in (1.0, 2.0, 3.0):
        value, g = step(p, scale * Y)
        assert value == pytest.approx(scale * loss(p))
        check(g, p, scale)
    assert step.stats()["recordings"] == 1
    same = tg.compile(lambda p, x: p)
    assert type(same(p, X)) is type(same(p, X)) is type(p)
    file = io.BytesIO()
    plain = tg.compile(lambda p: np.sum(p["w"] if isinstance(p, dict) else p.w))
    plain(p)
    with pytest.raises(ArgumentError, match="fixed"):
        plain.save(file)


@every_kind
def test_loops_checkpoint_and_vmap_take_objects(make):
    p = make()

    def replaced(p: Any, w: Any) -> Any:
        if hasattr(p, "model_copy"):
            return p.model_copy(update={"w": w})
        if type(p) in (Plain, Child, Frozen, Slots, FrozenSlots, Keywords):
            return dataclasses.replace(p, w=w)
        import copy

        q = copy.copy(p)
        object.__setattr__(q, "w", w)
        return q

    last, ys = tg.scan(lambda c, y: (replaced(c, c.w + y * c.b), np.sum(c.w)), p, np.array([1.0, 2.0]))
    assert type(last) is type(p)
    np.testing.assert_allclose(last.w, X + 1.5)
    np.testing.assert_allclose(ys, [X.sum(), X.sum() + 1.5])
    g = tg.grad(lambda p: np.sum(tg.fori_loop(0, 3, lambda i, q: replaced(q, q.w * q.b), p).w))(p)
    np.testing.assert_allclose(g.w, np.full(3, 0.125))
    np.testing.assert_allclose(g.b, 3 * 0.25 * X.sum())
    q = tg.while_loop(lambda q: np.sum(q.w * q.w) < 100.0, lambda q: replaced(q, q.w * 2.0), p, max_steps=20)
    assert type(q) is type(p)
    check(tg.grad(tg.checkpoint(loss))(p), p)
    if not hasattr(p, "more"):
        batch = replaced(p, np.stack([X, 2 * X]))
        object.__setattr__(batch, "b", np.array([0.5, 0.25]))
        g = tg.vmap(tg.grad(loss))(batch)
        np.testing.assert_allclose(g.w, np.stack([W_GRAD, np.cos(2 * X) * Y * 0.0625]))
        out = tg.vmap(lambda x: replaced(p, x * 2.0))(np.stack([X, Y]))
        assert type(out) is type(p)
        np.testing.assert_allclose(out.w, 2 * np.stack([X, Y]))


def test_tensors_in_objects():
    w = tg.tensor(X, requires_grad=True)
    p = Frozen(w, tg.tensor(0.5))
    g = tg.grad(loss)(p)
    assert isinstance(g.w, tg.Tensor)
    np.testing.assert_allclose(g.w.detach().numpy(), W_GRAD)
    loss(p).backward()
    np.testing.assert_allclose(w.grad.numpy(), W_GRAD)


# ------------------------------------------------------------------------------------------------- derived fields


@dataclass
class Derived:
    a: Any
    b: Any
    product: Any = field(init=False)
    calls: ClassVar[list[int]] = []

    def __post_init__(self) -> None:
        self.product = self.a * self.b
        self.square = self.a * self.a  # no field


def test_derived_fields_depend_on_the_others():
    def f(p):
        return np.sum(p.product * p.a + p.square)  # a^2 b + a^2

    p = Derived(X, 2.0)
    for way in (tg.grad, lambda f: tg.compile(tg.grad(f)), tg.func.jacrev, tg.func.jacfwd):
        g = way(f)(p)
        np.testing.assert_allclose(g.a, 6 * X)
        np.testing.assert_allclose(g.b, np.sum(X * X))
        assert g.product is None
    h = tg.hessian(f)(p)
    np.testing.assert_allclose(h.a.a, 6 * np.eye(3))
    np.testing.assert_allclose(tg.hvp(f)(p, g).b, np.sum(2 * X * g.a))
    out = tg.compile(lambda p: Derived(p.a * 2.0, p.b))(p)
    np.testing.assert_allclose(out.product, 4 * X)
    np.testing.assert_allclose(out.square, 4 * X * X)
    pushed = tg.func.jvp(lambda x: Derived(x, 2.0 * x), (X,), (Y,))
    np.testing.assert_allclose(pushed[0].product, 2 * X * X)
    assert pushed[1].product is None
    np.testing.assert_allclose(pushed[1].b, 2 * Y)


def test_what_is_derived_only_from_what_is_not_kept_is_refused():
    @dataclass
    class Scaled:
        a: Any
        scale: dataclasses.InitVar[float] = 2.0
        b: Any = field(init=False)

        def __post_init__(self, scale: float) -> None:
            self.b = self.a * scale

    with pytest.raises(ArgumentError, match=r"Scaled: .* need scale, .*register_container"):
        tg.grad(lambda p: np.sum(p.b))(Scaled(X))


def test_what_a_class_checks_or_converts_is_left_alone():
    @dataclass
    class Positive:
        a: Any
        kind: str = field(init=True, default="x")

        def __post_init__(self) -> None:
            self.a = np.asarray(self.a, float)
            if np.any(self.a <= 0):
                raise ValueError("positive")

    g = tg.grad(lambda p: -np.sum(p.a**2))(Positive(Y * Y + 1.0))
    np.testing.assert_allclose(g.a, -2 * (Y * Y + 1.0))


def test_fields_without_init_that_nothing_derives_are_data():
    @dataclass
    class State:
        a: Any
        count: Any = field(init=False, default=3.0)
        unset: Any = field(init=False)

    p = State(X)
    g = tg.grad(lambda p: np.sum(p.a) * p.count)(p)
    np.testing.assert_allclose(g.a, 3 * np.ones(3))
    assert g.count == X.sum()
    p.added = 2.0
    assert tg.grad(lambda p: p.added * np.sum(p.a))(p).added == X.sum()


def test_static_fields_and_cached_properties():
    @dataclass
    class Net:
        layers: list[Any]
        steps: int = field(default=2, metadata={"static": True})
        names: tuple[str, ...] = ("one", "two")

        @cached_property
        def total(self) -> Any:
            return self.layers[0] * self.steps

    def f(net: Net) -> Any:
        x = net.total
        for _ in range(net.steps):
            x = x * net.layers[1]
        return np.sum(x)

    net = Net([X, 2.0])
    assert net.total is not None
    g = tg.grad(f)(net)
    np.testing.assert_allclose(g.layers[0], 8 * np.ones(3))
    assert g.steps == 2
    assert g.names == ("one", "two")
    compiled = tg.compile(f)
    assert compiled(net) == f(net)
    assert compiled(Net([X, 2.0], 3)) == pytest.approx(np.sum(X) * 3 * 8)
    assert compiled.stats()["recordings"] == 2


def test_attrs_derived_fields():
    attrs = pytest.importorskip("attrs")

    @attrs.define
    class Derived:
        a: Any
        b: Any = attrs.field(init=False)
        c: Any = attrs.field(init=False)
        n: int = attrs.field(default=2, metadata={"static": True})

        @b.default
        def _default_of_b(self) -> Any:
            return self.a * 2.0

        def __attrs_post_init__(self) -> None:
            self.c = self.a * self.b

    g = tg.grad(lambda p: np.sum(p.c) * p.n)(Derived(X))
    np.testing.assert_allclose(g.a, 8 * X)
    assert g.b is None
    assert g.n == 2


def test_pydantic_private_attributes_are_made_anew():
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        a: float
        _twice: Any = None
        alias: float = pydantic.Field(1.0, alias="other")

        def model_post_init(self, context: Any) -> None:
            self._twice = 2.0 * self.a

    p = Model(a=3.0, other=2.0)
    g = tg.grad(lambda p: p._twice * p.a * p.alias)(p)
    assert type(g) is Model
    assert g.a == 24.0
    assert g.alias == 18.0


# ------------------------------------------------------------------------------------------------- nesting, signatures


class Pair(NamedTuple):
    left: Any
    right: Any


T = TypeVar("T")


@dataclass
class Box(Generic[T]):
    inner: T


def test_nested_objects():
    p = Box({"a": Frozen(X, 2.0), "b": [types.SimpleNamespace(y=Y), Pair(Box(3.0), None)]})

    def f(p):
        return np.sum(p.inner["a"].w * p.inner["b"][0].y) * p.inner["b"][1].left.inner

    for g in (tg.grad(f)(p), tg.compile(tg.grad(f))(p)):
        assert type(g.inner["a"]) is Frozen
        np.testing.assert_allclose(g.inner["a"].w, 3 * Y)
        np.testing.assert_allclose(g.inner["b"][0].y, 3 * X)
        assert g.inner["b"][1].left.inner == np.sum(X * Y)
        assert g.inner["b"][1].right is None


def test_signatures_tell_classes_and_fixed_fields_apart():
    f = tg.compile(lambda p: (p.b * 2.0 if p.name == "line" else p.b * 3.0) * (1.0 if type(p) is Plain else -1.0))
    assert f(Plain(X, 1.0)) == 2.0
    assert f(Plain(X, 1.0, "other")) == 3.0
    assert f(Slots(X, 1.0)) == -2.0
    assert f(Plain(X, 1.0, act=np.cos)) == 2.0
    assert f.stats()["recordings"] == 4
    assert f(Plain(X, 2.0, "other")) == 6.0
    assert f.stats()["recordings"] == 4


def test_containers_that_do_not_fit():
    _, pullback = tg.func.vjp(lambda p: Plain(p.w, p.b), Plain(X, 1.0))
    assert type(pullback(Plain(X, 1.0))[0]) is Plain
    for bad in (Plain(X, 1.0, "other"), Slots(X, 1.0), (X, 1.0), {"w": X, "b": 1.0}):
        with pytest.raises(ArgumentError, match="containers"):
            pullback(bad)
    with pytest.raises(ArgumentError, match="containers of the primals"):
        tg.func.jvp(loss, (Plain(X, 1.0),), (Slots(X, 1.0),))


def test_fields_that_hold_no_numbers_are_refused():
    for bad in ({1.0}, object()):
        with pytest.raises(DtypeError, match="expected arrays, numbers"):
            tg.grad(lambda p: np.sum(p.w))(Plain(X, bad))


def test_an_object_that_holds_itself_is_refused():
    p = Plain(X, 1.0)
    p.nothing = p
    with pytest.raises(ArgumentError, match="holds itself"):
        tg.grad(loss)(p)
    with pytest.raises(ArgumentError, match="holds itself"):
        tg.compile(loss)(p)


def test_saved_tapes_give_dicts_for_objects():
    @dataclass
    class Named:
        w: Any
        b: Any
        name: str = "line"

    f = tg.compile(lambda p: Named(p.w * p.b, p.b, "result"))
    file = io.BytesIO()
    f.save(file, Named(X, 2.0))
    loaded = tg.load(io.BytesIO(file.getvalue()))
    for argument in (Named(X, 3.0), {"w": X, "b": 3.0, "name": "line"}, types.SimpleNamespace(w=X, b=3.0, name="line")):
        result = loaded(argument)
        assert list(result) == ["w", "b", "name"]
        np.testing.assert_array_equal(result["w"], 3 * X)
        assert result["name"] == "result"
    with pytest.raises(ArgumentError):
        loaded(Named(X, 3.0, "other"))


def test_batches_of_objects():
    f = tg.compile(lambda p: Box(np.sum(p.w) * p.b))
    out = f.batch(Slots(np.stack([X, Y]), np.array([1.0, 2.0])))
    assert type(out) is Box
    np.testing.assert_allclose(out.inner, [X.sum(), 2 * Y.sum()])
    again = f.batch(Slots(np.stack([X, 3 * Y]), np.array([1.0, 2.0])))
    np.testing.assert_allclose(again.inner, [X.sum(), 6 * Y.sum()])


def test_private_attributes_of_models_are_those_of_the_model():
    pydantic = pytest.importorskip("pydantic")

    class Spring(pydantic.BaseModel):
        length: float
        _stiffness: float = pydantic.PrivateAttr(2.0)

    spring = Spring(length=3.0)
    spring._stiffness = 5.0

    def energy(s):
        return s.length * s._stiffness

    assert tg.compile(energy)(spring) == 15.0
    slope = tg.grad(energy)(spring)
    assert (slope.length, slope._stiffness) == (5.0, 3.0)


@dataclass
class Degrees:
    angle: float

    def __post_init__(self) -> None:
        self.angle = np.deg2rad(self.angle)
        self.sine = np.sin(self.angle)


@dataclass(frozen=True, slots=True)
class Shifted:
    a: float
    b: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "b", 2.0 * self.a)
        object.__setattr__(self, "a", self.a + 1.0)


@dataclass
class Counted:
    rate: float
    steps: int = field(init=False)

    def __post_init__(self) -> None:
        self.steps = 0


def _changed(made: Any, **values: Any) -> Any:
    for name, value in values.items():
        setattr(made, name, value)
    return made


class TestWhatIsNotDerivedFromTheParts:
    """Deriving anew would give another object than the one that was passed."""

    @pytest.mark.parametrize(
        ("made", "name"),
        [
            (Degrees(30.0), "angle"), (Shifted(3.0), "a"), (_changed(Counted(0.5), steps=2), "steps"),
            (_changed(Counted(0.5), scale=2.0), "scale"), (_changed(Counted(0.5), steps=np.array([1.0])), "steps"),
        ],
    )  # fmt: skip
    def test_it_is_refused(self, made: Any, name: str) -> None:
        f: Callable[[Any], Any] = lambda x: dataclasses.fields(x) and 1.0  # noqa: E731
        for transform in (tg.value_and_grad, tg.compile, tg.vmap):
            with pytest.raises(ArgumentError, match=f"__post_init__ makes again of its fields, got one whose {name} "):
                transform(f)(made)

    def test_models(self) -> None:
        pydantic = pytest.importorskip("pydantic")

        class Doubled(pydantic.BaseModel):
            a: float

            def model_post_init(self, context: Any) -> None:
                self.a = 2.0 * self.a

        with pytest.raises(ArgumentError, match="model_post_init makes again of its fields, got one whose a "):
            tg.grad(lambda x: x.a)(Doubled(a=1.0))

    def test_what_is_the_same_again_is_taken(self) -> None:
        made = _changed(Counted(0.5), steps=0, rate=np.array([np.nan, 2.0]))
        value, slope = tg.value_and_grad(lambda x: np.sum(x.rate * (x.steps + 3.0)))(made)
        assert np.isnan(value)
        np.testing.assert_array_equal(slope.rate, [3.0, 3.0])

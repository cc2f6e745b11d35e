"""Definitions of ops: new ones replace old ones, digests tell them apart, and what is wrong with them is said."""

from __future__ import annotations

import functools
import io
import math
import sys
import types
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
import scipy.special

import tapegrad as tg
import tapegrad.replay.batch
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    GradcheckError,
    GradientError,
    ReplayError,
    ShapeError,
)
from tapegrad.ops import declare
from tapegrad.replay.function_digest import digest
from tests.custom.ops import RNG, V, X, ops, slopes

# ------------------------------------------------------------------------------------------------- undeclared


def test_an_undeclared_derivative_is_an_error_where_it_is_needed():
    @tg.custom.elementwise(partials={"x": lambda x, n: n * x ** (n - 1.0)})
    def raised(x, n):
        return x**n

    message = "raised: no derivative with respect to 'n' is declared"
    n = tg.tensor(2.0, requires_grad=True)
    x = tg.tensor(V, requires_grad=True)
    raised(x, 3.0).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 3 * V**2)
    with pytest.raises(GradientError, match=message):
        raised(x, n).sum().backward()
    with pytest.raises(GradientError, match=message):  # a scalar stretch
        raised(tg.tensor(3.0), n).backward()
    assert n.grad is None
    np.testing.assert_allclose(tg.autograd.grad(raised(x, n).sum(), x)[0].numpy(), 2 * V)  # n is not needed
    with pytest.raises(GradientError, match=message):
        tg.autograd.grad(raised(x, n).sum(), n, create_graph=True)
    for transform in (tg.grad, tg.func.jacfwd, tg.hessian):
        with pytest.raises(GradientError, match=message):
            transform(lambda n: raised(2.0, n))(3.0)
    np.testing.assert_allclose(tg.grad(raised)(2.0, 3.0), 12.0)
    with pytest.raises(GradientError, match=message):
        tg.compile(tg.grad(raised, argnums=1))(2.0, 3.0)


def test_undeclared_and_zero_derivatives_of_kernels():
    @tg.custom.array(vjp={"x": lambda g, s: g * s})
    @numba.njit
    def scaled(x, s, out):
        for i in range(x.size):
            out[i] = x[i] * s[()]

    s = tg.tensor(2.0, requires_grad=True)
    message = "scaled: no derivative with respect to 's' is declared"
    with pytest.raises(GradientError, match=message):
        scaled(tg.tensor(V), s).sum().backward()
    with pytest.raises(GradientError, match=message):
        tg.grad(lambda s: scaled(tg.tensor(V), s).sum())(2.0)
    with pytest.raises(GradientError, match=message):
        tg.vmap(scaled, in_axes=(None, 0))(tg.tensor(V), tg.tensor([1.0, 2.0], requires_grad=True)).sum().backward()
    assert tg.grad(lambda s: ops().squares(tg.tensor(V), s))(2.0) == 0.0
    assert tg.grad(lambda n: ops().bessel(1.5, n))(1.0) == 0.0


# ------------------------------------------------------------------------------------------------- definitions


def test_a_new_definition_replaces_the_old_one_for_new_recordings():
    def make(factor):
        @tg.custom.elementwise(partials={"x": lambda x: factor * 1.0})
        def scaled(x):
            return x * factor

        return scaled

    old, new = make(2.0), make(5.0)
    assert old is not new
    assert make(2.0) is old  # the same cell run again
    x = tg.tensor(V, requires_grad=True)
    y = old(x)
    sealed = tg.compile(lambda x: old(x))
    np.testing.assert_array_equal(sealed(V), V * 2.0)
    new(x).sum().backward()
    y.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.full(6, 7.0))
    np.testing.assert_array_equal(sealed(V), V * 2.0)
    assert old.name in declare.by_name
    assert new.name in declare.by_name


def test_compiled_functions_of_one_name_do_not_collide():
    def make(body, constant):
        if body:

            @numba.njit
            def f(x):
                return x + constant
        else:

            @numba.njit
            def f(x):
                return x - constant

        return tg.custom.elementwise(partials={"x": lambda: 1.0})(f)

    made = [make(b, c) for b in (True, False) for c in (1.0, 2.0)]
    assert len({op.name for op in made}) == 4
    np.testing.assert_array_equal([op(10.0) for op in made], [11.0, 12.0, 9.0, 8.0])
    np.testing.assert_array_equal([tg.compile(lambda x, op=op: op(x))(10.0) for op in made], [11.0, 12.0, 9.0, 8.0])
    assert make(True, 1.0) is made[0]


RATE = 2.0


def test_the_digest_follows_globals_and_functions():
    global RATE

    def inner(x):
        return x * RATE

    def f(x):
        return inner(x) + 1.0

    def g(x):
        return inner(x) + 1.0

    assert digest(f) == digest(g)
    before = digest(f)
    RATE = 3.0
    try:
        assert digest(f) != before
    finally:
        RATE = 2.0
    assert digest(f) == before
    assert digest([f, {"a": np.arange(3)}]) != digest([f, {"a": np.arange(4)}])
    assert digest(lambda x: x + 1.0) != digest(lambda x: x + 2.0)
    assert digest(lambda x: x in {1, 2}) == digest(lambda x: x in {1, 2})
    token = (c for c in "")  # what cannot be written down equals nothing, not even itself
    assert digest(token) != digest(token)
    assert digest(math.sin) == digest(math.sin) != digest(math.cos)

    def again(n):
        return again(n - 1)

    assert digest(again) == digest(again)


def test_functions_that_say_they_are_numpys_are_told_apart():
    """`functools.wraps` copies the module's name too."""

    def scaled(f, a):
        @functools.wraps(f)
        def wrapped(*args):
            return a * f(*args)

        return wrapped

    def derivative(a):
        h = scaled(np.cos, a)
        op = tg.custom.elementwise(lambda x: np.sin(x), partials={"x": lambda x: h(x)})
        return tg.grad(op)(0.5)

    np.testing.assert_allclose([derivative(1.0), derivative(7.0)], [math.cos(0.5), 7.0 * math.cos(0.5)], rtol=1e-15)


def test_modules_with_names_of_pythons_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "profile", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for k in (1.0, 7.0):
        (tmp_path / "profile.py").write_text(f"def slope(x):\n    return {k} * x\n")
        module = types.ModuleType("profile")
        module.__file__ = str(tmp_path / "profile.py")
        exec(compile(Path(module.__file__).read_text(), module.__file__, "exec"), module.__dict__)
        monkeypatch.setitem(sys.modules, "profile", module)
        op = tg.custom.elementwise(lambda x: x * x, partials={"x": module.slope})
        found.append(tg.grad(op)(2.0))
    assert found == [2.0, 14.0]


def test_ops_may_be_each_others_derivatives():
    names: dict[str, Any] = {"tg": tg}
    exec(
        "s = tg.custom.elementwise(lambda x: tg.sin(x), partials={'x': lambda x: c(x)})\n"
        "c = tg.custom.elementwise(lambda x: tg.cos(x), partials={'x': lambda x: -s(x)})\n",
        names,
    )
    for order, wanted in enumerate([math.sin, math.cos, lambda x: -math.sin(x), lambda x: -math.cos(x)]):
        f = names["s"]
        for _ in range(order):
            f = tg.grad(f)
        np.testing.assert_allclose(f(0.4), wanted(0.4), rtol=1e-14)


def test_an_op_whose_derivative_calls_itself_is_defined_again():
    """The new definition's derivative calls the new definition."""
    cell = """
@tg.custom.elementwise(partials={{"x": lambda x: {sign} * grows(x) / x}})
def grows(x):
    return x ** {power}
"""
    names: dict[str, Any] = {"tg": tg}
    exec(cell.format(sign=2.0, power=2.0), names)
    first = names["grows"]
    np.testing.assert_allclose([tg.grad(first)(3.0), tg.grad(tg.grad(first))(3.0)], [6.0, 2.0])
    exec(cell.format(sign=2.0, power=2.0), names)
    assert names["grows"] is first
    exec(cell.format(sign=3.0, power=3.0), names)
    second = names["grows"]
    np.testing.assert_allclose([tg.grad(second)(2.0), tg.grad(tg.grad(second))(2.0)], [12.0, 12.0])
    np.testing.assert_allclose([tg.grad(first)(3.0), tg.grad(tg.grad(first))(3.0)], [6.0, 2.0])


def test_captured_constants_and_unusual_names():
    shift = np.array(2.0)
    moved = tg.custom.elementwise(lambda é: é + shift, partials={"é": lambda: 1.0})
    shift[...] = 9.0
    assert moved(1.0) == 3.0
    constant = tg.custom.elementwise(lambda x: 4.0, partials={"x": None})
    np.testing.assert_array_equal(constant(V), np.full(6, 4.0))
    np.testing.assert_array_equal(tg.compile(lambda x: constant(x) + x)(V), V + 4.0)
    truth = tg.custom.elementwise(lambda x: x > 1.0, partials={"x": None})
    np.testing.assert_array_equal(truth(V), np.where(V > 1, 1.0, 0.0))
    assert tg.custom.elementwise(lambda add: add, partials={"add": lambda: 1.0})(3.0) == 3.0


@pytest.mark.parametrize("compiled", [False, True])
def test_long_stretches_of_scalars(compiled):
    """Beyond the length that is straight-line code, sealed tapes run the scalar executor or loops."""
    o = ops()
    g = (lambda x: o.bessel(x + 1.0, 0.0)) if compiled else o.swish

    def f(x, y):
        for _ in range(3000):
            x = g(x) * y + 0.3
        return x

    x, y = tg.tensor(0.5, requires_grad=True), tg.tensor(0.9, requires_grad=True)
    z = f(x, y)
    z.backward()
    value, (dx, dy) = tg.compile(tg.value_and_grad(f, argnums=(0, 1)))(0.5, 0.9)
    assert value == z.item()
    np.testing.assert_allclose((dx, dy), (x.grad.item(), y.grad.item()), rtol=1e-13)


def test_threads_share_a_batch(monkeypatch):
    monkeypatch.setattr(tapegrad.replay.batch, "_LITTLE", 0)
    o = ops()
    f = tg.compile(tg.grad(lambda x: np.sum(o.bessel(x, 1.0)) + o.squares(x, 1.0)))
    rows = RNG(31).uniform(0.5, 3.0, size=(1000, 3))
    expected = f.batch(rows)
    threads = tg.get_num_threads()
    tg.set_num_threads(4)
    try:
        np.testing.assert_array_equal(f.batch(rows), expected)
    finally:
        tg.set_num_threads(threads)
    np.testing.assert_allclose(expected, [scipy.special.jvp(1, r) + 2 * r for r in rows], rtol=1e-9, atol=1e-11)


def test_a_tape_shows_the_op():
    with tg.Tape() as tape:
        y = ops().swish(tg.tensor(1.0, requires_grad=True))
        z = ops().squares(tg.tensor(V), y)
    text = str(tape)
    assert z.shape == ()
    assert f"{ops().swish.name}(" in text
    assert ops().swish.name.startswith("swish.")
    assert f"{ops().squares.name}(" in text


# ------------------------------------------------------------------------------------------------- errors


def kernel_of(source: str) -> Any:
    names: dict[str, Any] = {"np": np}
    exec(source, names)
    return numba.njit(names["f"])


BAD_DEFINITIONS = [
    (lambda: tg.custom.elementwise(lambda: 1.0), "expected a function of one to three arguments"),
    (lambda: tg.custom.elementwise(lambda a, b, c, d: a), "expected a function of one to three arguments"),
    (lambda: tg.custom.elementwise(lambda x, y=1.0: x), "without defaults, got y=1.0"),
    (lambda: tg.custom.elementwise(lambda *x: x), "without defaults, got \\*x"),
    (lambda: tg.custom.elementwise(3), "expected a function, got int"),
    (lambda: tg.custom.elementwise(np.sin), "sin must have plain arguments|the arguments of sin cannot be read"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"y": None}), "not among the arguments x"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"x": lambda y: y}), "reads y; it may read out, x"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"x": 1.0}), "expected a function, got float"),
    (lambda: tg.custom.elementwise(lambda out: out, partials={"out": None}), "cannot be called 'out'"),
    (lambda: tg.custom.elementwise(lambda x: x if x > 0 else -x), "branches on values at .*test_definitions.*numba.njit"),
    (lambda: tg.custom.elementwise(lambda x: math.sin(x)), "uses something that does not take Tensors.*numba.njit"),
    (lambda: tg.custom.elementwise(numba.vectorize(lambda x: x)), "does not take Tensors"),
    (lambda: tg.custom.elementwise(lambda x: np.sum(np.stack([x, x]))), "does not work element by element"),
    (lambda: tg.custom.elementwise(lambda x: np.stack([x, x])), "expected one number as its result"),
    (lambda: tg.custom.elementwise(lambda x: None), "expected one number as its result, got None"),
    (lambda: tg.custom.elementwise(lambda x: x * LEAF), "reads a Tensor from outside"),
    (lambda: tg.custom.elementwise(lambda x: x, partials={"x": lambda x: 1.0 if x > 0 else 2.0}), "the partial 'x'.*branches"),
    (lambda: tg.custom.elementwise(kernel_of("def f(x): return x.shape")), "f: Numba cannot compile this for numbers"),
    (lambda: tg.custom.elementwise(kernel_of("def f(x): return x * 1j")), "f: Numba cannot compile this for numbers"),
    (lambda: tg.custom.array(numba.njit("void(f8[:], f8[:])")(lambda x, out: None)), "compiled for fixed types"),
    (lambda: tg.custom.array(kernel_of("def f(x): pass")), "and the array for its result"),
    (lambda: tg.custom.array(kernel_of("def f(): pass")), "and the array for its result"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), vjp={"out": None}), "not among the arguments x"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), vjp={"x": lambda g, z: g}), "reads z"),
    (lambda: tg.custom.array(kernel_of("def f(g, out): pass"), vjp={"g": None}), "cannot be called 'g'"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), check=True), "check takes a tuple"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), check=1.0), "check takes a tuple"),
    (lambda: tg.custom.elementwise(lambda x: x, check=1.0), "check takes True or a tuple"),
    (lambda: tg.custom.elementwise(lambda x: x, partials=[1]), "partials must be a dict from arguments to rules, got list"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), vjp=lambda g: g), "vjp must be a dict"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), shape=(3,)), "expected a function as shape, got tuple"),
    (lambda: tg.custom.array(kernel_of("def f(x, out): pass"), jvp=3), "expected a function as jvp, got int"),
]  # fmt: skip
LEAF = tg.tensor(1.0, requires_grad=True)


@pytest.mark.parametrize("k", range(len(BAD_DEFINITIONS)))
def test_bad_definitions(k):
    define, message = BAD_DEFINITIONS[k]
    count = len(declare.table)
    with pytest.raises(ArgumentError, match=message) as caught:
        define()
    assert len(declare.table) == count
    if "Numba" in message:
        assert isinstance(caught.value.__cause__, numba.core.errors.NumbaError)


def test_bad_calls():
    o = ops()
    for x in (1.0, tg.tensor(1.0)):
        with pytest.raises(ArgumentError, match="swish: expected 1 arguments, got 2"):
            o.swish(x, x)
        with pytest.raises(ArgumentError, match="cross: expected 2 arguments, got 1"):
            o.cross(x)
    with pytest.raises(ShapeError, match="bessel: shapes \\(2,\\) and \\(3,\\) do not broadcast"):
        o.bessel(tg.tensor([1.0, 2.0]), [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="broadcast"):
        o.bessel([1.0, 2.0], [1.0, 2.0, 3.0])
    for bad in (1j, "x", np.array([1j]), None):
        with pytest.raises(DtypeError, match="swish: expected real numbers"):
            o.swish(bad)
        with pytest.raises(DtypeError, match="squares: expected real numbers"):
            o.squares(bad, 1.0)
    for op in (o.swish, o.running_product, o.cross):
        with pytest.raises(DtypeError, match=f"{op.__name__}: this function is for real numbers"):
            op(*[tg.tensor([[1j]])] * len(op.arguments))


def test_kernels_that_do_not_compile_or_return():
    bad = tg.custom.array(kernel_of("def f(x, out): out[0] = x.nothing"), vjp={"x": None})
    with pytest.raises(ArgumentError, match="f: Numba cannot compile this for arrays of float64") as caught:
        bad(tg.tensor(V))
    assert isinstance(caught.value.__cause__, numba.core.errors.TypingError)
    with pytest.raises(ArgumentError, match="Numba cannot compile this"):
        tg.compile(bad)(V)
    writer = tg.custom.array(kernel_of("def f(x, out): x[0] = 1.0"), vjp={"x": None})
    for run in (lambda: writer(V), lambda: writer(tg.tensor(V)), lambda: tg.compile(writer)(V)):
        with pytest.raises(ArgumentError, match="Numba cannot compile"):
            run()
    returns = tg.custom.array(kernel_of("def f(x, out): return x * 2.0"), vjp={"x": None})
    with pytest.raises(ArgumentError, match="writes its result into its last argument"):
        returns(V)
    for rule in (lambda x: (-1,), lambda x: "abc", lambda x: 1.5):
        shaped = tg.custom.array(kernel_of("def f(x, out): pass"), shape=rule)
        with pytest.raises(ShapeError, match="f: expected a shape from the rule"):
            shaped(tg.tensor(V))


def test_rules_that_return_another_shape():
    wrong = tg.custom.array(kernel_of("def f(x, out): pass"), vjp={"x": lambda g, x: g[1:]})
    x = tg.tensor(V, requires_grad=True)
    for run in (
        lambda: wrong(x).sum().backward(),
        lambda: tg.autograd.grad(wrong(x).sum(), x, create_graph=True),
        lambda: tg.grad(lambda x: wrong(x).sum())(V),
    ):
        with pytest.raises(ShapeError, match="the adjoint of 'x' must have its shape \\(6,\\), got \\(5,\\)"):
            run()
    assert x.grad is None
    plain = tg.custom.array(kernel_of("def f(x, out): out[:] = x"), vjp={"x": lambda g, x_shape: np.full(x_shape, 2.0)})
    np.testing.assert_array_equal(slopes(plain, V), np.full(6, 2.0))
    np.testing.assert_array_equal(tg.grad(lambda x: plain(x).sum())(V), np.full(6, 2.0))
    mapped = tg.grad(lambda x: tg.vmap(plain)(x).sum())(V.reshape(2, 3))
    np.testing.assert_array_equal(mapped, np.full((2, 3), 2.0))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("value", [None, "a", [1.0]])
@pytest.mark.parametrize("x", [1.0, [1.0, 2.0]])
def test_rules_that_return_no_array(value, x):
    op = tg.custom.array(kernel_of("def f(x, out): out[...] = x"), vjp={"x": lambda g: value})
    x = tg.tensor(x, requires_grad=True)
    with pytest.raises(
        DtypeError, match=f"f: the adjoint of 'x' must be a Tensor or an array, got {type(value).__name__}"
    ):
        op(x).sum().backward()
    assert x.grad is None


def test_ops_are_shown_by_their_names():
    o = ops()
    assert (repr(o.swish), repr(o.cross)) == (f"<op {o.swish.name}>", f"<op {o.cross.name}>")


def test_nothing_to_check():
    with pytest.raises(ArgumentError, match="lambda: no derivative is declared"):
        tg.custom.elementwise(lambda x: x * x * x + 3.0).check(1.0)


def test_a_kernel_that_raises():
    o = ops()
    x = tg.tensor(V, requires_grad=True)
    y = x * 2.0
    for bad in (tg.tensor(-V), -V):
        with pytest.raises(ValueError, match="a negative number"):
            o.squares(bad, 1.0)
    y.sum().backward()  # nothing is lost
    np.testing.assert_array_equal(x.grad.numpy(), np.full(6, 2.0))
    sealed = tg.compile(lambda x: o.squares(x, 1.0))
    assert sealed(V) == pytest.approx(np.sum(V**2), rel=1e-14)
    for _ in range(12):
        with pytest.raises(ValueError, match="a negative number"):
            sealed(-V)
    assert sealed(V) == pytest.approx(np.sum(V**2), rel=1e-14)
    rows = np.stack([V, -V, V])
    for run in (sealed.batch, lambda r: tg.vmap(lambda x: o.squares(x, 1.0))(tg.tensor(r))):
        with pytest.raises(ValueError, match="a negative number"):
            run(rows)
    looped = tg.compile(lambda x: tg.scan(lambda c, v: (c + o.squares(v, 1.0), c), x[0] * 0.0, x)[0])
    assert looped(V) == pytest.approx(np.sum(V**2), rel=1e-14)
    for run in (looped, lambda x: looped.__wrapped__(tg.tensor(x)), tg.checkpoint(lambda x: o.squares(x, 1.0))):
        with pytest.raises(ValueError, match="a negative number"):
            run(-V)
    for f in (sealed, looped):
        tape = f.tape_data(V)
        g, work = np.empty(6), np.empty(tg.nb.work_size(tape))
        status = tg.nb.value_and_grad(tape, -V, g, work)
        assert status == 1 << 41
        with pytest.raises(ReplayError, match="a custom array kernel raised"):
            tg.nb.check(tape, status)
    saved = io.BytesIO()
    sealed.save(saved)
    loaded = tg.load(io.BytesIO(saved.getvalue()))
    assert loaded(V) == sealed(V)
    with pytest.raises(ValueError, match="a negative number"):
        loaded(-V)


def test_a_compiled_function_that_would_raise_gives_nan():
    @tg.custom.elementwise(partials={"x": lambda out: -out * out})
    @numba.njit
    def inverse(x):
        return 1.0 / x

    np.testing.assert_array_equal(inverse([2.0, 0.0]), [0.5, np.nan])
    np.testing.assert_array_equal(tg.compile(inverse)(np.array([2.0, 0.0])), [0.5, np.nan])
    assert math.isnan(inverse(tg.tensor(0.0)).item())


def test_check():
    o = ops()
    assert o.swish.check(X)
    assert o.bessel.check(2.0, 3.0)  # whose order is declared to be constant
    assert o.running_product.check(V)
    assert o.cross.check(X, X[:2])
    assert tg.custom.elementwise(lambda x: x * x, partials={"x": lambda x: 2.0 * x}, check=True)(3.0) == 9.0
    assert tg.custom.elementwise(lambda x: np.log(x), partials={"x": lambda x: 1.0 / x}, check=(V,))(1.0) == 0.0
    with pytest.raises(GradcheckError):
        tg.custom.elementwise(lambda x: x * x, partials={"x": lambda x: x}, check=True)
    wrong = tg.custom.array(o.running_product.__wrapped__, vjp={"x": lambda g: g})
    with pytest.raises(GradcheckError):
        wrong.check(V)
    with pytest.raises(ArgumentError, match="expected 1 arguments, got 2"):
        wrong.check(V, V)


def test_layouts_numbers_and_empty_arrays():
    @tg.custom.array(
        vjp={"x": lambda g, x, s: 2.0 * g * x * s, "s": lambda g, x: g * tg.sum(x * x)}, shape=lambda x, s: ()
    )
    @numba.njit
    def weighed(x, s, out):
        for v in x.flat:
            out[()] += v * v * s[()]

    x = RNG(32).normal(size=(3, 4))
    for view in (lambda x: x.T, lambda x: x[::-1, 1:], lambda x: x[:, None, ::2], lambda x: x[np.array([2, 0, 0])]):

        def f(x, view=view):
            return weighed(view(x), x[0, 0])

        wanted = np.sum(view(x) ** 2) * x[0, 0]
        np.testing.assert_allclose(weighed(view(x), x[0, 0]), wanted, rtol=1e-13)
        np.testing.assert_allclose(f(tg.tensor(x)).item(), wanted, rtol=1e-13)
        np.testing.assert_allclose(tg.compile(f)(x), wanted, rtol=1e-13)
        np.testing.assert_allclose(tg.grad(f)(x), slopes(f, x), rtol=1e-13)
    empty, counts = np.empty((0, 2)), np.arange(3)
    for run in (weighed, lambda x, s: weighed(tg.tensor(x), s).item(), tg.compile(weighed)):
        assert run(empty, 1.0) == 0.0
        assert run(counts, 2) == 10.0
    value, g = tg.compile(tg.value_and_grad(weighed))(counts.astype("f4"), np.float32(2))
    assert value == 10.0
    assert value.dtype == g.dtype == np.float32
    np.testing.assert_array_equal(g, [0.0, 4.0, 8.0])
    J = tg.func.sparse_jacobian(ops().running_product)(V)
    np.testing.assert_allclose(J.toarray(), tg.jacobian(ops().running_product)(V), rtol=1e-13)
    assert tg.vmap(weighed, in_axes=(0, None))(tg.tensor(np.empty((0, 3))), 1.0).shape == (0,)


def test_what_rules_return_is_copied_and_converted():
    half = tg.custom.array(
        kernel_of("def f(x, out):\n    for i in range(x.size): out[i] = 0.5 * x[i] * x[i]"),
        vjp={"x": lambda x: x}, jvp=lambda args, tangents: args[0] * tangents[0] * np.ones(6),
    )  # fmt: skip
    x = tg.tensor(V, requires_grad=True)
    y = x * 1.0
    z = half(y) + y
    z.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), V + 1.0)
    np.testing.assert_array_equal(y.detach().numpy(), V)
    single = tg.tensor(V.astype("f4"), requires_grad=True)
    wide = tg.custom.array(kernel_of("def f(x, out): out[:] = x"), vjp={"x": lambda g: g * np.ones(6)})
    for f in (half, wide):
        for create_graph in (False, True):
            (g,) = tg.autograd.grad(f(single).sum(), single, create_graph=create_graph)
            assert g.dtype == np.float32
        assert tg.grad(lambda x, f=f: np.sum(f(x)))(V.astype("f4")).dtype == np.float32
        pushed = tg.func.jvp(f, (V.astype("f4"),), (V.astype("f4"),))[1]
        assert pushed.dtype == np.float32
        np.testing.assert_allclose(pushed, V if f is wide else V * V, rtol=1e-6)


def test_kernels_as_derivatives_of_kernels():
    @tg.custom.array(vjp={"u": lambda g, v: forward(g, v), "v": lambda g, v, out: -g * out / v})
    @numba.njit
    def backward(u, v, out):
        for i in range(u.size):
            out[i] = u[i] / v[i]

    @tg.custom.array(vjp={"x": lambda g, y: backward(g, y), "y": lambda g, y, out: -g * out / y})
    @numba.njit
    def forward(x, y, out):
        for i in range(x.size):
            out[i] = x[i] / y[i]

    w = np.arange(1.0, 7.0)

    def f(x):
        return np.sum(forward(x * x, x) * w)

    np.testing.assert_allclose(tg.grad(f)(V), w, rtol=1e-13)
    np.testing.assert_allclose(slopes(lambda x: forward(x * x, x) * w, V), w, rtol=1e-13)
    np.testing.assert_allclose(tg.hessian(lambda x: np.sum(forward(w * 1.0, x)))(V), np.diag(2 * w / V**3), rtol=1e-12)


def test_the_table_of_ops_is_not_endless(monkeypatch):
    monkeypatch.setattr(declare, "classes", declare.classes[: len(declare.table)])
    with pytest.raises(ArgumentError, match="no more fit"):
        tg.custom.elementwise(lambda x: x * 1.2345)


def test_a_predicate_that_numba_compiled_gives_numbers():
    import numba

    above = tg.custom.elementwise(partials={"x": None})(numba.njit(lambda x: x > 1.0))
    x = np.array([0.5, 1.5])
    np.testing.assert_array_equal(above(x), [0.0, 1.0])
    np.testing.assert_array_equal(tg.grad(lambda x: np.sum(above(x) * x))(x), [0.0, 1.0])

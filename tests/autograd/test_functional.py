"""autograd.functional beside torch: products, Jacobians and Hessians, their nesting, graphs and errors."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError
from tests.support import plain

torch = pytest.importorskip("torch")
theirs = torch.autograd.functional
RNG = np.random.default_rng(8)
X, Y, V, W = (RNG.uniform(0.3, 1.2, 3) for _ in range(4))
M, N = RNG.uniform(0.3, 1.2, (2, 3)), RNG.normal(size=(2, 3))


def pair(values):
    """The same inputs for both libraries: one array, or a tuple of them."""
    if isinstance(values, tuple):
        return tuple(map(tg.tensor, values)), tuple(map(torch.tensor, values))
    return tg.tensor(values), torch.tensor(values)


def same(ours, expected):
    """Equal, with the same nesting, shapes and dtypes, and the same answer to requires_grad."""
    assert isinstance(ours, tuple) == isinstance(expected, tuple)
    if isinstance(expected, tuple):
        assert len(ours) == len(expected)
        for a, b in zip(ours, expected, strict=True):
            same(a, b)
        return
    assert isinstance(ours, tg.Tensor)
    assert ours.shape == tuple(expected.shape)
    assert str(ours.dtype) == str(expected.dtype).removeprefix("torch.")
    np.testing.assert_allclose(
        plain(ours), expected.detach().numpy(), rtol=1e-11 if ours.dtype == np.float64 else 2e-5, atol=1e-12
    )


FUNCTIONS = {  # function of both libraries, inputs
    "one to one": (lambda np_, x: np_.sin(x) * x[0], X),
    "a tuple of one": (lambda np_, x: (np_.exp(x).sum(),), (X,)),
    "two to one": (lambda np_, x, y: x * y[:2].sum() + y**2, (X, Y)),
    "two to two": (lambda np_, x, y: (x @ y, np_.outer(x, y)), (X, Y)),
    "matrices": (lambda np_, x: np_.exp(x).sum(1), M),
    "no dimensions": (lambda np_, x: np_.sin(x) * x, np.array(0.7)),
    "an unused input": (lambda np_, x, y: x * x, (X, Y)),
    "an output of a constant": (lambda np_, x: (x * 2.0, x.detach() * 1.0), X),
    "the input": (lambda np_, x: x, X),
    "no elements": (lambda np_, x: x[:0] * 2.0, X),
    "float32": (lambda np_, x: np_.sin(x) * x[0], X.astype(np.float32)),
}

SCALARS = {
    "one": (lambda np_, x: (np_.sin(x) * x[0] ** 2).sum(), X),
    "a tuple of one": (lambda np_, x: np_.exp(x * x).sum(), (X,)),
    "two": (lambda np_, x, y: (x**3 * y[0]).sum() + (y**3).sum(), (X, Y)),
    "matrices": (lambda np_, x: (x @ x.T).sum() * x[0, 0], M),
    "one element of two dimensions": (lambda np_, x: (x**3).sum().reshape(1, 1), X),
    "an unused input": (lambda np_, x, y: (x**4).sum(), (X, Y)),
    "linear": (lambda np_, x: (2.0 * x).sum(), X),
    "constant": (lambda np_, x: (x * 1.0).detach().sum(), X),
}


def both(entry):
    function, values = entry
    ours, torchs = pair(values)
    return lambda *a: function(np, *a), ours, lambda *a: function(torch, *a), torchs


def like(result):
    """Random numbers of the shapes of a result of torch's, for both libraries."""
    rng = np.random.default_rng(2)
    if isinstance(result, tuple):
        return pair(tuple(rng.normal(size=tuple(r.shape)).astype(r.detach().numpy().dtype) for r in result))
    return pair(rng.normal(size=tuple(result.shape)).astype(result.detach().numpy().dtype))


# ------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize("name", FUNCTIONS)
def test_vjp(name):
    f, x, torch_f, torch_x = both(FUNCTIONS[name])
    v, torch_v = like(torch_f(*torch_x) if isinstance(torch_x, tuple) else torch_f(torch_x))
    same(vjp(f, x, v), theirs.vjp(torch_f, torch_x, torch_v))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_jvp(name):
    f, x, torch_f, torch_x = both(FUNCTIONS[name])
    v, torch_v = like(torch_x)
    same(jvp(f, x, v), theirs.jvp(torch_f, torch_x, torch_v))


@pytest.mark.parametrize("mode", [{}, {"vectorize": True}, {"vectorize": True, "strategy": "forward-mode"}], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_jacobian(name, mode):
    f, x, torch_f, torch_x = both(FUNCTIONS[name])
    if name == "no elements":  # torch finds nothing to stack
        assert jacobian(f, x, **mode).shape == (0, 3)
        return
    same(jacobian(f, x, **mode), theirs.jacobian(torch_f, torch_x))


@pytest.mark.parametrize(
    "mode", [{}, {"vectorize": True}, {"vectorize": True, "outer_jacobian_strategy": "forward-mode"}], ids=str
)
@pytest.mark.parametrize("name", SCALARS)
def test_hessian(name, mode):
    f, x, torch_f, torch_x = both(SCALARS[name])
    same(hessian(f, x, **mode), theirs.hessian(torch_f, torch_x))


@pytest.mark.parametrize("name", SCALARS)
def test_products_with_the_hessian(name):
    f, x, torch_f, torch_x = both(SCALARS[name])
    v, torch_v = like(torch_x)
    same(vhp(f, x, v), theirs.vhp(torch_f, torch_x, torch_v))
    same(hvp(f, x, v), theirs.hvp(torch_f, torch_x, torch_v))


def test_products_without_a_vector():
    one, torch_one = pair(np.array([0.7]))
    same(vjp(np.sin, one), theirs.vjp(torch.sin, torch_one))
    same(jvp(np.sin, one), theirs.jvp(torch.sin, torch_one))
    same(vhp(np.sin, one), theirs.vhp(torch.sin, torch_one))
    same(hvp(np.sin, one), theirs.hvp(torch.sin, torch_one))


def test_a_hessian_that_is_not_symmetric():
    """A kinked function whose mixed derivatives depend on the order: rows and columns are told apart, as in torch."""

    def f(np_, x):
        return (x[0] * x[1].detach() * x[1] + x[0].detach() ** 2 * x[1]).sum()

    x, torch_x = pair(X)
    v, torch_v = like(torch_x)
    same(hvp(lambda a: f(np, a), x, v), theirs.hvp(lambda a: f(torch, a), torch_x, torch_v))
    same(vhp(lambda a: f(np, a), x, v), theirs.vhp(lambda a: f(torch, a), torch_x, torch_v))
    same(hessian(lambda a: f(np, a), x), theirs.hessian(lambda a: f(torch, a), torch_x))


def test_against_differences():
    """The Jacobian of the reference, by central differences."""
    columns = [
        (np.outer(np.sin(X + h), X + h) - np.outer(np.sin(X - h), X - h)) / 2e-6 for h in 1e-6 * np.eye(3)
    ]  # fmt: skip
    found = jacobian(lambda x: np.outer(np.sin(x), x), tg.tensor(X))
    np.testing.assert_allclose(plain(found), np.stack(columns, -1), atol=1e-9)


# ------------------------------------------------------------------------------------------------- graphs

CALLS = {
    "vjp": lambda m, f, x, v, **k: m.vjp(f, x, v, **k),
    "jvp": lambda m, f, x, v, **k: m.jvp(f, x, v, **k),
    "jacobian": lambda m, f, x, v, **k: m.jacobian(f, x, **k),
    "jacobian, vectorized": lambda m, f, x, v, **k: m.jacobian(f, x, vectorize=True, **k),
}
SECOND = {
    "vhp": lambda m, f, x, v, **k: m.vhp(f, x, v, **k),
    "hvp": lambda m, f, x, v, **k: m.hvp(f, x, v, **k),
    "hessian": lambda m, f, x, v, **k: m.hessian(f, x, **k),
    "hessian, vectorized": lambda m, f, x, v, **k: m.hessian(f, x, vectorize=True, **k),
}


def total(result):
    """One number that depends on all parts."""
    parts = result if isinstance(result, tuple) else (result,)
    return sum((total(p) if isinstance(p, tuple) else (p * p).sum()) for p in parts)


@pytest.mark.parametrize("name", [*CALLS, *SECOND])
def test_results_can_be_differentiated(name):
    """By the inputs and, for products, by the vector; with numbers from torch."""
    call = {**CALLS, **SECOND}[name]
    outcomes = []
    for m, lib, grad, tensor in (
        (tg.autograd.functional, np, tg.autograd.grad, tg.tensor),
        (theirs, torch, torch.autograd.grad, torch.tensor),
    ):
        x, v = tensor(X, requires_grad=True), tensor(V, requires_grad=True)
        if name in SECOND:
            result = call(m, lambda a, lib=lib: (lib.sin(a) * a[0] ** 3).sum(), x, v, create_graph=True)
        else:
            result = call(m, lambda a, lib=lib: lib.sin(a) * a[0] ** 2, x, v, create_graph=True)
        targets = [x, v] if name.partition(",")[0] in ("vjp", "jvp", "vhp", "hvp") else [x]
        outcomes.append([g.detach().numpy() for g in grad(total(result), targets)])
    for a, b in zip(*outcomes, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", [*CALLS, *SECOND])
def test_results_have_no_history_otherwise(name):
    f = (lambda a: (a**3).sum()) if name in SECOND else (lambda a: a**3)
    x = tg.tensor(X, requires_grad=True)
    result = {**CALLS, **SECOND}[name](tg.autograd.functional, f, x, tg.tensor(V, requires_grad=True))
    for part in result if isinstance(result, tuple) else (result,):
        assert not part.requires_grad
        part.numpy()
    assert x.grad is None
    with tg.no_grad():
        again = {**CALLS, **SECOND}[name](tg.autograd.functional, f, x, tg.tensor(V))
        assert not tg.is_grad_enabled()
    for a, b in zip(result, again, strict=True):
        np.testing.assert_array_equal(plain(a), plain(b))


def test_inputs_are_left_alone():
    x = tg.tensor(X)
    y = tg.tensor(Y, requires_grad=True) * 1.0
    jacobian(lambda a, b: a * b, (x, y))
    assert not x.requires_grad
    assert not y.is_leaf
    (g,) = tg.autograd.grad((y * x).sum(), y)
    np.testing.assert_array_equal(g.numpy(), X)


def test_a_function_may_write_to_results():
    def f(np_, x):
        y = x * 1.0
        y[0] = x[1] * x[2]
        y *= 2.0
        return y

    x, torch_x = pair(X)
    same(jacobian(lambda a: f(np, a), x), theirs.jacobian(lambda a: f(torch, a), torch_x))


def test_functional_can_be_compiled_and_nested():
    f = tg.compile(lambda x: jacobian(lambda a: np.sin(a) * a[0], x))
    np.testing.assert_allclose(f(X), plain(jacobian(lambda a: np.sin(a) * a[0], tg.tensor(X))), rtol=1e-14)
    g = tg.compile(lambda x, v: hvp(lambda a: (np.sin(a) * a[0]).sum(), x, v)[1])
    np.testing.assert_allclose(g(X, V), tg.hvp(lambda a: (np.sin(a) * a[0]).sum())(X, V), rtol=1e-12)
    x = tg.tensor(X)
    third = jacobian(lambda a: hessian(lambda b: (b**4).sum(), a, create_graph=True), x)
    np.testing.assert_allclose(plain(third)[1, 1], np.diag([0, 24 * X[1], 0])[1], rtol=1e-12)


def test_functional_within_a_dual_level():
    from tapegrad.autograd.forward_ad import dual_level, make_dual, unpack_dual

    with dual_level():
        x = make_dual(tg.tensor(X), V)
        moved = unpack_dual(jacobian(lambda a: a**3, x)).tangent
        pushed = unpack_dual(vjp(lambda a: (a**3).sum(), x)[1]).tangent
    np.testing.assert_allclose(plain(moved), np.diag(6 * X * V), rtol=1e-13)
    np.testing.assert_allclose(plain(pushed), 6 * X * V, rtol=1e-13)


# ------------------------------------------------------------------------------------------------- errors

LEAF = tg.tensor(X, requires_grad=True)
A, B = tg.tensor(X), tg.tensor(Y)
VECTOR = tg.tensor(V)


def cube(a):
    return (a**3).sum()


ERRORS = {  # the call, the error and its message; torch refuses the same
    "arrays": (lambda m, x: m.vjp(cube, X), DtypeError, "vjp: inputs must be a Tensor or a tuple of Tensors, got ndarray.*tg.func"),
    "a list": (lambda m, x: m.jacobian(cube, [x]), DtypeError, "jacobian: inputs must be"),
    "a tuple with something else": (lambda m, x: m.hvp(cube, (x, 2.0), x), DtypeError, "hvp: .* a tuple with float"),
    "a function that returns numbers": (lambda m, x: m.jvp(lambda a: 2.0, x, x), DtypeError, "jvp: what func returns must be"),
    "no vector for several outputs": (lambda m, x: m.vjp(lambda a: a * a, x), ArgumentError, "vjp: v can only be left out"),
    "no vector for several inputs": (lambda m, x: m.jvp(cube, x), ArgumentError, "jvp: v can only be left out"),
    "no vector, vhp": (lambda m, x: m.vhp(cube, x), ArgumentError, "vhp: v can only be left out"),
    "no vector, hvp": (lambda m, x: m.hvp(cube, x), ArgumentError, "hvp: v can only be left out"),
    "a vector of another length": (lambda m, x: m.vjp(cube, x, (x, x)), ArgumentError, "vjp: v must be 1 Tensors, got 2"),
    "a vector of another shape": (lambda m, x: m.jvp(cube, x, x[:2]), ShapeError, r"jvp: v must have shape \(3,\) at position 0, got \(2,\)"),
    "a Hessian of several outputs": (lambda m, x: m.hessian(lambda a: (cube(a), cube(a)), x), GradientError, "hessian: func must return a single Tensor of one element, got 2 Tensors"),
    "a Hessian of an array": (lambda m, x: m.hessian(lambda a: a * a, x), GradientError, r"hessian: .* got shape \(3,\)"),
    "a product of an array": (lambda m, x: m.vhp(lambda a: a * a, x, x), GradientError, r"vhp: .* got shape \(3,\)"),
    "strict, no output depends": (lambda m, x: m.vjp(lambda a: cube(a.detach()), x, strict=True), GradientError, "vjp: output 0 of func is independent of the inputs, which strict=True forbids"),
    "strict, unused input": (lambda m, x: m.vjp(lambda a, b: cube(a), (x, x), strict=True), GradientError, "vjp: the output of func is independent of input 1"),
    "strict jvp, no output depends": (lambda m, x: m.jvp(lambda a: (a, a.detach()), x, x, strict=True), GradientError, "jvp: output 1"),
    "strict jvp, unused input": (lambda m, x: m.jvp(lambda a, b: cube(a), (x, x), (x, x), strict=True), GradientError, "jvp: the output of func is independent of input 1"),
    "strict Jacobian": (lambda m, x: m.jacobian(lambda a, b: a * a, (x, x), strict=True), GradientError, "jacobian: the output of func is independent of input 1"),
    "strict Jacobian, a constant output": (lambda m, x: m.jacobian(lambda a: (a, a.detach()), x, strict=True), GradientError, "jacobian: output 1"),
    "strict Hessian": (lambda m, x: m.hessian(lambda a, b: cube(a) + b.sum(), (x, x), strict=True), GradientError, "hessian: gradient 1 of func is independent"),
    "strict Hessian of a linear function": (lambda m, x: m.hessian(lambda a: a.sum(), x, strict=True), GradientError, "hessian: gradient 0 of func is independent"),
    "strict Hessian of a constant": (lambda m, x: m.hessian(lambda a: a.detach().sum(), x, strict=True), GradientError, "hessian: output 0 of func is independent"),
    "strict vhp": (lambda m, x: m.vhp(lambda a: a.sum(), x, x, strict=True), GradientError, "vhp: gradient 0"),
    "strict hvp": (lambda m, x: m.hvp(lambda a: a.sum(), x, x, strict=True), GradientError, "hvp: gradient 0"),
    "strict, a constant Jacobian": (lambda m, x: m.vjp(lambda a: (2.0 * a).sum(), x, strict=True, create_graph=True), GradientError, "vjp: the Jacobian of func is independent of input 0, .* with create_graph=True"),
    "strict, a constant Jacobian, jacobian": (lambda m, x: m.jacobian(lambda a: 2.0 * a, x, strict=True, create_graph=True), GradientError, "jacobian: the Jacobian of func is independent of input 0"),
    "another strategy": (lambda m, x: m.jacobian(cube, x, strategy="sideways"), ArgumentError, "the strategy must be"),
    "strict with vectorize": (lambda m, x: m.jacobian(cube, x, strict=True, vectorize=True), ArgumentError, "strict=True does not go with vectorize=True"),
    "forward without vectorize": (lambda m, x: m.jacobian(cube, x, strategy="forward-mode"), ArgumentError, "forward mode needs vectorize=True"),
    "forward with create_graph": (lambda m, x: m.jacobian(cube, x, True, vectorize=True, strategy="forward-mode"), ArgumentError, "create_graph=True does not go with forward mode"),
    "forward with strict": (lambda m, x: m.jacobian(cube, x, strict=True, strategy="forward-mode"), ArgumentError, "strict=True does not go with forward mode"),
    "Hessian, forward without vectorize": (lambda m, x: m.hessian(cube, x, outer_jacobian_strategy="forward-mode"), ArgumentError, "hessian: forward mode needs"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    call, error, message = ERRORS[name]
    with pytest.raises(error, match=message):
        call(tg.autograd.functional, tg.tensor(X, requires_grad=True))
    with pytest.raises((RuntimeError, TypeError, AssertionError)):  # NotImplementedError is a RuntimeError
        call(theirs, torch.tensor(X, requires_grad=True))


def test_complex_numbers():
    """Products as in torch; Jacobians of what is real."""
    z, torch_z = pair(X + 1j * Y)
    v, torch_v = pair(V - 1j * W)
    x, torch_x = pair(X)
    same(
        vjp(lambda a: a * a.conj() + np.exp(a), z, v),
        theirs.vjp(lambda a: a * a.conj() + torch.exp(a), torch_z, torch_v),
    )
    same(
        jvp(lambda a: a * a.conj() + np.exp(a), z, v),
        theirs.jvp(lambda a: a * a.conj() + torch.exp(a), torch_z, torch_v),
    )
    same(vjp(lambda a: np.exp(1j * a), x, v), theirs.vjp(lambda a: torch.exp(1j * a), torch_x, torch_v))
    same(jacobian(lambda a: abs(a) ** 2 * a.real, z), theirs.jacobian(lambda a: abs(a) ** 2 * a.real, torch_z))
    same(vhp(lambda a: (abs(a) ** 4).sum(), z, v), theirs.vhp(lambda a: (abs(a) ** 4).sum(), torch_z, torch_v))
    for call in (lambda m, a: m.jacobian(lambda b: b * b, a), lambda m, a: m.vjp(lambda b: b * b, a[:1])):
        with pytest.raises((DtypeError, ArgumentError), match=r"must be real|a single real number"):
            call(tg.autograd.functional, z)
        with pytest.raises(RuntimeError):
            call(theirs, torch_z)


def test_integers_are_refused():
    with pytest.raises(
        DtypeError, match="vjp: can only differentiate by floating-point and complex numbers, got int64 for input 1"
    ):
        vjp(lambda a, b: a, (tg.tensor(1.0), tg.tensor([1, 2])))


# ------------------------------------------------------------------------------------------------- documents


def test_programs_of_the_documentation():
    """Those of torch's pages on these functions, with its numbers."""
    rng = np.random.default_rng(9)
    square, weights = rng.uniform(size=(4, 4)), rng.uniform(size=(4,))

    def exp_reducer(np_, x):
        return np_.exp(x).sum(1)

    def exp_adder(np_, x, y):
        return 2 * np_.exp(x) + 3 * y

    def pow_reducer(np_, x):
        return (x**3).sum()

    def pow_adder_reducer(np_, x, y):
        return (2 * x**2 + 3 * y**2).sum()

    rng = np.random.default_rng(10)
    small, ones = rng.uniform(size=(2, 2)), np.ones((2, 2))
    two = rng.uniform(size=2), rng.uniform(size=2)
    programs = [
        ("vjp", exp_reducer, square, weights),
        ("vjp", exp_adder, two, np.ones(2)),
        ("jvp", exp_reducer, square, np.ones((4, 4))),
        ("jvp", exp_adder, two, (np.ones(2), np.ones(2))),
        ("jacobian", exp_reducer, small, None),
        ("jacobian", exp_adder, two, None),
        ("hessian", pow_reducer, small, None),
        ("hessian", pow_adder_reducer, two, None),
        ("vhp", pow_reducer, small, ones),
        ("vhp", pow_adder_reducer, two, (np.zeros(2), np.ones(2))),
        ("hvp", pow_reducer, small, ones),
        ("hvp", pow_adder_reducer, two, (np.zeros(2), np.ones(2))),
    ]
    for name, program, inputs, v in programs:
        (x, torch_x), (w, torch_w) = pair(inputs), (None, None) if v is None else pair(v)
        for create in (False, True):
            f, torch_f = (lambda *a, p=program: p(np, *a)), (lambda *a, p=program: p(torch, *a))
            rest, torch_rest = ((), ()) if v is None else ((w,), (torch_w,))
            ours = getattr(tg.autograd.functional, name)(f, x, *rest, create_graph=create)
            same(ours, getattr(theirs, name)(torch_f, torch_x, *torch_rest, create_graph=create))


def test_derivatives_inside_inference_mode():
    """They are computed, and have no history, whatever is asked."""

    def cubes(t):
        return t * t * t

    with tg.inference_mode():
        x = tg.tensor(X, requires_grad=True)
        for create_graph in (False, True):
            found = jacobian(cubes, x, create_graph=create_graph)
            np.testing.assert_allclose(plain(found), np.diag(3.0 * X**2), rtol=1e-14)
            assert not found.requires_grad
            second = hessian(lambda t: cubes(t).sum(), x, create_graph=create_graph)
            np.testing.assert_allclose(plain(second), np.diag(6.0 * X), rtol=1e-14)
            for product in (vjp, jvp):
                value, moved = product(cubes, x, tg.tensor(V), create_graph=create_graph)
                np.testing.assert_allclose(plain(moved), 3.0 * X**2 * V, rtol=1e-14)
                assert (value.requires_grad, moved.requires_grad) == (False, False)
        assert tg.autograd.gradcheck(cubes, x)
        assert tg.autograd.gradgradcheck(cubes, x)
        assert tg.is_inference_mode_enabled()
        assert not tg.is_grad_enabled()

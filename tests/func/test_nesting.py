"""Transforms within transforms, within sweeps and around them; Tensors as arguments and captured."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import GradientError, TapeFreedError
from tests.func.functions import TRANSFORMS, X, Y, derivative_forms
from tests.support import close, gradient, plain

# ------------------------------------------------------------------------------------------------- nesting


CONFUSIONS = [
    # (function of x, derivative at x): the inner derivative must not see the outer variable, and the other way round
    (lambda d: lambda x: x * d(lambda y: x + y)(1.0), lambda x: 1.0),
    (lambda d: lambda x: x * d(lambda y: x * y)(1.0), lambda x: 2 * x),
    (lambda d: lambda x: x * d(lambda y: x * y * y)(3.0), lambda x: 12 * x),
    (lambda d: lambda x: x * d(lambda y: x * y)(x), lambda x: 2 * x),
    (lambda d: lambda x: d(lambda y: y * x)(x) * x, lambda x: 2 * x),
    (lambda d: lambda x: d(lambda x: x * x)(x) * x, lambda x: 4 * x),
    (lambda d: lambda x: d(lambda y: d(lambda z: x * y * z)(y))(x), lambda x: 1.0),
    (lambda d: lambda x: d(lambda y: d(lambda z: x * x * y * z * z)(y) * y)(x), lambda x: 24 * x**3),
    (lambda d: lambda x: x + d(lambda y: np.sin(x) * y)(2.0), lambda x: 1 + math.cos(x)),
    (lambda d: lambda x: d(lambda y: x * np.sin(y))(x), lambda x: math.cos(x) - x * math.sin(x)),
    (lambda d: lambda x: d(lambda y: x)(x) + x, lambda x: 1.0),
]
DERIVATIVES = {
    "grad": tg.grad,
    "jacfwd": tg.func.jacfwd,
    "jacrev": tg.func.jacrev,
    "jvp": lambda f: lambda x: tg.func.jvp(f, (x,), (1.0,))[1],
    "vjp": lambda f: lambda x: tg.func.vjp(f, x)[1](1.0)[0],
    "linearize": lambda f: lambda x: tg.func.linearize(f, x)[1](1.0),
}


@pytest.mark.parametrize("outer", DERIVATIVES)
@pytest.mark.parametrize("inner", DERIVATIVES)
def test_perturbations_are_not_confused(inner, outer):
    for k, (make, expected) in enumerate(CONFUSIONS):
        for x in (0.7, 2.0):
            assert DERIVATIVES[outer](make(DERIVATIVES[inner]))(x) == pytest.approx(expected(x), rel=1e-13), k


@pytest.mark.parametrize("inner", DERIVATIVES)
def test_perturbations_are_not_confused_when_compiled(inner):
    functions = [make(DERIVATIVES[inner]) for make, _ in CONFUSIONS]
    compiled = tg.compile(
        lambda x: [[DERIVATIVES[outer](f)(x) for f in functions] for outer in ("grad", "jvp", "jacrev")]
    )
    for x in (0.7, 2.0):
        for row in compiled(x):
            np.testing.assert_allclose(row, [expected(x) for _, expected in CONFUSIONS], rtol=1e-13)


def test_a_curried_function():
    """The derivative of a function that is a derivative's result, kept and used later."""

    def shift(offset: Any) -> Any:
        return lambda g: lambda x: g(x + offset)

    g = tg.grad(lambda a: shift(a)(np.exp)(0.5))
    assert g(0.25) == pytest.approx(math.exp(0.75), rel=1e-15)


def test_inner_loops_of_gradients():
    """A few steps of gradient descent within a function that is differentiated: d/da of argmin converges to 1."""

    def descend(a: Any, steps: int = 60) -> Any:
        x = a * 0.0
        for _ in range(steps):
            x = x - 0.2 * tg.grad(lambda y: (y - a) ** 2 + 0.0 * y)(x)
        return x

    assert tg.grad(descend)(3.0) == pytest.approx(1.0 - 0.6**60, rel=1e-12)
    assert tg.func.jacfwd(descend)(3.0) == pytest.approx(1.0 - 0.6**60, rel=1e-12)
    assert tg.compile(tg.grad(descend))(3.0) == pytest.approx(1.0 - 0.6**60, rel=1e-12)


def test_eager_backward_within_a_transform():
    """Gradients of inner leaves, while an outer function is differentiated."""

    def f(x: Any) -> Any:
        t = tg.tensor([1.0, 2.0], requires_grad=True)
        (inner,) = tg.autograd.grad((t * t).sum(), t)
        return np.sum(x * inner)

    np.testing.assert_array_equal(tg.grad(f)(np.ones(2)), [2.0, 4.0])


@pytest.mark.parametrize(
    "transform",
    [
        tg.grad,
        tg.value_and_grad,
        tg.func.grad_and_value,
        lambda f: lambda x: tg.func.vjp(f, x),
        lambda f: tg.grad(tg.grad(f)),
    ],
)
def test_backward_within_a_transform_is_refused(transform: Any) -> None:
    w = tg.tensor(2.0, requires_grad=True)

    def f(x: Any) -> Any:
        (x * w).backward()
        return x * x

    x = tg.tensor(3.0, requires_grad=True)
    for argument in (3.0, x):
        with pytest.raises(GradientError, match=r"^backward: a transform .* Use tg.func.grad, tg.func.vjp"):
            transform(f)(argument)
    assert w.grad is None
    assert x.grad is None
    (x * w).backward()
    assert w.grad.item() == 3.0


def test_sweeps_within_a_transform_leave_what_was_there_before() -> None:
    """d/dx of ``sum(w * 4 x)`` by w, and of ``sum(x * x)`` by x; the tape of ``x * x`` serves both."""
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    h = x * x
    (g,) = (tg.grad(lambda w: (w * tg.autograd.grad((h * 2.0).sum(), x)[0]).sum())(np.ones(2)),)
    np.testing.assert_array_equal(g, [4.0, 8.0])
    h.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [2.0, 4.0])

    def f(x: Any) -> Any:
        h = x * x
        inner = tg.grad(lambda w: (w * tg.autograd.grad((h * 2.0).sum(), x)[0]).sum())(np.ones(2))
        return (inner * h).sum()  # inner is 4 x, a constant

    np.testing.assert_array_equal(tg.grad(f)(np.array([1.0, 2.0])), [8.0, 32.0])


def test_sweeps_within_a_transform_consume_what_it_recorded() -> None:
    def f(x: Any) -> Any:
        y = x * x
        tg.autograd.grad(y.sum(), x)
        return tg.autograd.grad(y.sum(), x)[0].sum()

    with pytest.raises(TapeFreedError):
        tg.grad(f)(np.ones(2))


def test_pullbacks_within_recordings() -> None:
    """Of ``x**3`` at ``x``, whose Jacobian is ``diag(3 x**2)``."""
    x, v = np.array([1.0, 2.0]), np.array([3.0, 5.0])
    jacobian = np.diag(3.0 * x * x)
    pull = tg.func.vjp(lambda q: q * q * q, x)[1]
    for rows in (np.eye(2), tg.tensor(np.eye(2))):
        np.testing.assert_allclose(tg.vmap(pull)(rows)[0], jacobian, rtol=1e-14)
    np.testing.assert_allclose(
        tg.vmap(tg.vmap(pull))(np.ones((3, 2, 2)))[0], np.full((3, 2, 2), 3.0 * x * x), rtol=1e-14
    )
    np.testing.assert_allclose(tg.compile(pull)(v)[0], jacobian @ v, rtol=1e-14)
    np.testing.assert_allclose(tg.jacobian(lambda v: pull(v)[0])(v), jacobian, rtol=1e-14)
    squares = tg.compile(tg.grad(lambda v: np.sum(pull(v)[0] ** 2)))(v)
    np.testing.assert_allclose(squares, 2.0 * jacobian @ jacobian @ v, rtol=1e-14)
    np.testing.assert_allclose(pull(v)[0], jacobian @ v, rtol=1e-14)

    w = tg.tensor([2.0, 3.0], requires_grad=True)
    rows = tg.vmap(tg.func.vjp(lambda q: q * q * w, x)[1])(np.eye(2))[0]
    np.testing.assert_allclose(rows.detach().numpy(), np.diag(2.0 * x * [2.0, 3.0]), rtol=1e-14)
    rows.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 2.0 * x, rtol=1e-14)


@pytest.mark.parametrize("library", ["tapegrad", "torch"])
def test_vmap_over_grad_of_what_was_computed_before(library: str) -> None:
    """Of ``y**3``, rows of ``diag(3 y**2)``, whose sum has the derivative ``6 y``."""
    lib: Any = tg if library == "tapegrad" else pytest.importorskip("torch")
    vmap = tg.vmap if library == "tapegrad" else lib.func.vmap
    eye = lib.tensor(np.eye(2))
    y = lib.tensor([1.0, 2.0], dtype=eye.dtype, requires_grad=True)
    z = y * y * y
    rows = vmap(lambda v: lib.autograd.grad(z, y, v, retain_graph=True)[0])(eye)
    assert not rows.requires_grad
    np.testing.assert_allclose(rows.numpy(), [[3.0, 0.0], [0.0, 12.0]], rtol=1e-14)
    rows = vmap(lambda v: lib.autograd.grad(z, y, v, create_graph=True)[0])(eye)
    (second,) = lib.autograd.grad(rows.sum(), y)
    np.testing.assert_allclose(second.numpy(), [6.0, 12.0], rtol=1e-14)


def test_grad_of_what_was_computed_before_within_a_recording() -> None:
    y = tg.tensor([1.0, 2.0], requires_grad=True)
    z = y * y
    found = tg.vmap(lambda v: tg.autograd.grad(z, y, v)[0])(np.eye(2))
    assert isinstance(found, np.ndarray)
    np.testing.assert_array_equal(found, [[2.0, 0.0], [0.0, 4.0]])
    with pytest.raises(GradientError, match=r"^grad: outputs and inputs must all belong to the function"):
        tg.vmap(lambda v: tg.autograd.grad(z * v, y, v)[0])(np.eye(2))
    z.sum().backward()  # not consumed
    np.testing.assert_array_equal(y.grad.numpy(), [2.0, 4.0])
    with pytest.raises(TapeFreedError, match=r"^grad: "):
        tg.vmap(lambda v: tg.autograd.grad(z, y, v)[0])(np.eye(2))


# ------------------------------------------------------------------------------------------------- Tensors


def test_tensor_in_tensor_out():
    t = tg.tensor(X)
    for found in (
        tg.grad(lambda x: np.sum(x * x))(t), tg.value_and_grad(lambda x: np.sum(x * x))(t)[0], tg.jacobian(lambda x: x * x)(t),
        tg.func.jacrev(lambda x: x * x)(t), tg.func.jacfwd(lambda x: x * x)(t), tg.hessian(lambda x: np.sum(x * x))(t),
        tg.hvp(lambda x: np.sum(x * x))(t, t), tg.func.jvp(lambda x: x * x, (t,), (t,))[1], tg.func.vjp(lambda x: x * x, t)[1](t)[0],
        tg.func.vjp(lambda x: x * x, t)[0], tg.func.linearize(lambda x: x * x, t)[1](t), tg.func.linearize(lambda x: x * x, t)[0],
    ):  # fmt: skip
        assert isinstance(found, tg.Tensor)
        assert not found.requires_grad
        assert not found.traced


def test_auxiliary_tensors():
    """They are values for whoever gets them, as the results are."""
    t = tg.tensor(X)

    def f(x: Any) -> Any:
        return np.sum(x * x), x * 2.0

    for aux in (
        tg.grad(f, has_aux=True)(t)[1], tg.value_and_grad(f, has_aux=True)(t)[0][1], tg.func.jvp(f, (t,), (t,), has_aux=True)[2],
        tg.func.vjp(f, t, has_aux=True)[2], tg.func.jacfwd(f, has_aux=True)(t)[1], tg.func.jacrev(f, has_aux=True)(t)[1],
        tg.hessian(f, has_aux=True)(t)[1], tg.func.linearize(f, t, has_aux=True)[2],
    ):  # fmt: skip
        assert isinstance(aux, tg.Tensor)
        assert not aux.traced
        assert not aux.requires_grad
        np.testing.assert_array_equal((aux + 1.0).numpy(), 2 * X + 1.0)


@pytest.mark.parametrize("name", derivative_forms(lambda x: x))
def test_gradients_flow_to_arguments_that_require_grad(name):
    t = tg.tensor(X, requires_grad=True)
    g = derivative_forms(lambda x: np.sum(np.sin(x)))[name](t)
    assert isinstance(g, tg.Tensor)
    assert g.requires_grad
    np.testing.assert_allclose(plain(g), np.cos(X), rtol=1e-14)
    (second,) = tg.autograd.grad(np.sum(g * Y), t)
    np.testing.assert_allclose(plain(second), -np.sin(X) * Y, rtol=1e-14)


@pytest.mark.parametrize("name", derivative_forms(lambda x: x))
def test_gradients_flow_to_captured_tensors(name):
    w = tg.tensor(Y, requires_grad=True)
    v = w * 2.0  # a result, not a leaf
    g = derivative_forms(lambda x: np.sum(np.sin(x) * v))[name](X)
    assert isinstance(g, tg.Tensor)
    assert g.requires_grad
    np.testing.assert_allclose(plain(g), np.cos(X) * 2 * Y, rtol=1e-14)
    g.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 2 * np.cos(X), rtol=1e-14)


@pytest.mark.parametrize("name", derivative_forms(lambda x: x))
def test_captured_tensors_without_grad_are_constants(name):
    w = tg.tensor(Y)
    found = derivative_forms(lambda x: np.sum(np.sin(x) * w))[name](X)
    assert type(found) is np.ndarray
    np.testing.assert_allclose(found, np.cos(X) * Y, rtol=1e-14)


def test_a_captured_tensor_that_the_result_does_not_depend_on():
    w = tg.tensor(Y, requires_grad=True)

    def f(x: Any) -> Any:
        (w * 2.0).sum()
        return np.sum(x * x)

    for g in derivative_forms(f).values():
        np.testing.assert_array_equal(np.asarray(plain(g(X)) if isinstance(g(X), tg.Tensor) else g(X)), 2 * X)


def test_second_derivatives_with_captured_tensors():
    w = tg.tensor(Y, requires_grad=True)
    h = tg.hessian(lambda x: np.sum(x**3 * w))(X)
    assert isinstance(h, tg.Tensor)
    np.testing.assert_allclose(plain(h), np.diag(6 * X * Y), rtol=1e-14)
    h.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 6 * X, rtol=1e-14)
    w.zero_grad()
    p = tg.hvp(lambda x: np.sum(x**3 * w))(X, np.ones(3))
    p.sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 6 * X, rtol=1e-14)


def test_vectors_that_require_grad():
    v = tg.tensor(Y, requires_grad=True)
    pushed = tg.func.jvp(np.sin, (X,), (v,))[1]
    pushed.sum().backward()
    np.testing.assert_allclose(v.grad.numpy(), np.cos(X), rtol=1e-14)
    v.zero_grad()
    tg.func.vjp(np.sin, X)[1](v)[0].sum().backward()
    np.testing.assert_allclose(v.grad.numpy(), np.cos(X), rtol=1e-14)
    v.zero_grad()
    tg.hvp(lambda x: np.sum(x**3))(X, v).sum().backward()
    np.testing.assert_allclose(v.grad.numpy(), 6 * X, rtol=1e-14)


def test_a_penalty_on_a_gradient():
    """The training loss of a model whose gradient by its input is penalised."""
    w = tg.tensor([[0.3, -0.2], [0.1, 0.5]], requires_grad=True)

    def model(x: Any) -> Any:
        return np.sum(np.tanh(x @ w))

    x = np.array([0.7, -0.4])
    loss = np.sum(tg.grad(model)(x) ** 2)
    loss.backward()

    def by_hand(w: Any) -> Any:
        s = 1.0 - np.tanh(x @ w) ** 2
        return np.sum((w @ s) ** 2)

    close(w.grad.numpy(), gradient(by_hand, [plain(w)])[0])


def test_gradients_inside_no_grad():
    with tg.no_grad():
        np.testing.assert_array_equal(tg.grad(lambda x: np.sum(x * x))(X), 2 * X)
        np.testing.assert_array_equal(tg.func.jacfwd(lambda x: x * x)(X), np.diag(2 * X))
        assert not tg.is_grad_enabled()
    assert tg.is_grad_enabled()

    def f(x: Any) -> Any:
        with tg.no_grad():
            y = x * x
        return np.sum(x * y)

    for name, g in derivative_forms(f).items():
        np.testing.assert_array_equal(np.asarray(g(X)), X * X, err_msg=name)


def test_detached_values_are_constants_in_every_mode():
    for name, g in derivative_forms(lambda x: np.sum(x * x.detach() ** 2)).items():
        np.testing.assert_allclose(np.asarray(g(X)), X**2, err_msg=name)
        np.testing.assert_allclose(tg.compile(g)(X), X**2, err_msg=name)


def test_transforms_leave_the_eager_tape_alone():
    t = tg.tensor(X, requires_grad=True)
    y = t * t
    tg.grad(lambda x: np.sum(x * y.detach()))(X)
    tg.func.jacfwd(lambda x: x * 2.0)(X)
    tg.grad(lambda x: np.sum(x * y))(X)
    y.sum().backward()
    np.testing.assert_array_equal(t.grad.numpy(), 2 * X)


def test_errors_leave_everything_usable():
    def bad(x: Any) -> Any:
        np.sum(x * x)
        raise KeyError("inside")

    for transform in TRANSFORMS:
        with pytest.raises(KeyError):
            transform(bad)(X)
    for call in (
        lambda: tg.func.jvp(bad, (X,), (X,)),
        lambda: tg.func.vjp(bad, X),
        lambda: tg.func.linearize(bad, X),
        lambda: tg.hvp(bad)(X, X),
    ):
        with pytest.raises(KeyError):
            call()
    assert tg.is_grad_enabled()
    np.testing.assert_array_equal(tg.grad(lambda x: np.sum(x * x))(X), 2 * X)
    np.testing.assert_array_equal(tg.hessian(lambda x: np.sum(x * x))(X), 2 * np.eye(3))
    t = tg.tensor(2.0, requires_grad=True)
    (t * t).backward()
    assert t.grad.item() == 4.0


def test_what_an_inner_gradient_does_not_depend_on_is_plain():
    """Zeros that stand for an unused argument are no leaves of their own."""

    def slope(x, y):
        return sum(np.sum(g) for g in tg.grad(lambda x, y: np.sum(3.0 * y), (0, 1))(x, y))

    for found in tg.grad(slope, (0, 1))(np.ones(3), np.ones(3)):
        assert isinstance(found, np.ndarray)
        assert not found.any()

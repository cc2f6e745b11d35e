"""Functions may assign to their arguments, in every transform: it means what it means in NumPy, but for the caller."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import forward_ad, functional
from tapegrad.errors import InplaceError


def assign_to_the_argument(x):
    y = np.sum(x * x)
    x[0] = 3.0
    return np.sum(x**3) * y


def change_the_argument_and_views_of_it(x):
    v = x[1:]
    x[0] = 3.0 * x[1]
    v *= 2.0
    x += 1.0
    return np.sum(x * x)


def replace_the_argument(x):
    x[...] = np.sin(x)
    return np.sum(x) * x[0]


def assign_in_a_loop_that_reads_values(x):
    total = 0.0
    for k in range(3):
        total = total + np.sum(x * x)
        if total > 0.0:  # executed here
            x[k] = x[k - 1] * 2.0
    return total + np.sum(x)


def assign_before_an_inner_gradient(x):
    y = np.sum(x**3)
    x[1] = y
    return np.sum(tg.grad(lambda z: np.sum(z**3) * y)(x)) if isinstance(x, tg.Tensor) else np.sum(3.0 * x * x * y)


ARGUMENT_WRITERS = (
    assign_to_the_argument, change_the_argument_and_views_of_it, replace_the_argument, assign_in_a_loop_that_reads_values,
    assign_before_an_inner_gradient,
)  # fmt: skip
POINT = np.array([0.5, 1.5, -0.7])


def of_tensors(product):
    return lambda f: np.stack([product(f, tg.tensor(POINT), tg.tensor(e))[1].numpy() for e in np.eye(3)])


def with_columns(push):
    return lambda f: np.stack([push(f, e) for e in np.eye(3)])


WRITERS_GRADIENTS = {
    "grad": lambda f: tg.grad(f)(POINT),
    "grad of a Tensor": lambda f: tg.grad(f)(tg.tensor(POINT)).numpy(),
    "grad of a leaf": lambda f: tg.grad(f)(tg.tensor(POINT, requires_grad=True)).detach().numpy(),
    "value_and_grad": lambda f: tg.value_and_grad(f)(POINT)[1],
    "vjp": lambda f: tg.func.vjp(f, POINT)[1](1.0)[0],
    "jvp": with_columns(lambda f, e: tg.func.jvp(f, (POINT,), (e,))[1]),
    "jacrev": lambda f: tg.func.jacrev(f)(POINT),
    "jacfwd": lambda f: tg.func.jacfwd(f)(POINT),
    "linearize": with_columns(lambda f, e: tg.func.linearize(f, POINT)[1](e)),
    "compile": lambda f: tg.compile(tg.grad(f))(POINT),
    "compile, then grad": lambda f: tg.grad(tg.compile(f))(POINT),
    "vmap": lambda f: tg.vmap(tg.grad(f))(POINT[None])[0],
    "vmap on Tensors": lambda f: tg.vmap(tg.grad(f))(tg.tensor(POINT[None]))[0].numpy(),
    "functional.vjp": lambda f: functional.vjp(f, tg.tensor(POINT))[1].numpy(),
    "functional.vjp, graph": lambda f: (
        functional.vjp(f, tg.tensor(POINT, requires_grad=True), create_graph=True)[1].detach().numpy()
    ),
    "functional.vjp, compiled": lambda f: tg.compile(lambda x: functional.vjp(f, x)[1])(POINT),
    "functional.jvp": of_tensors(functional.jvp),
    "functional.jacobian": lambda f: functional.jacobian(f, tg.tensor(POINT)).numpy(),
    "functional.jacobian, vectorized": lambda f: functional.jacobian(f, tg.tensor(POINT), vectorize=True).numpy(),
}  # fmt: skip
WRITERS_HESSIANS = {
    "hessian": lambda f: tg.hessian(f)(POINT),
    "jacobian of grad": lambda f: tg.jacobian(tg.grad(f))(POINT),
    "grad of grad": lambda f: np.stack([tg.grad(lambda x, k=k: tg.grad(f)(x)[k])(POINT) for k in range(3)]),
    "hvp": with_columns(lambda f, e: tg.hvp(f)(POINT, e)),
    "compile": lambda f: tg.compile(tg.hessian(f))(POINT),
    "functional.hessian": lambda f: functional.hessian(f, tg.tensor(POINT)).numpy(),
    "functional.hvp": of_tensors(functional.hvp),
    "functional.vhp": of_tensors(functional.vhp),
}


@pytest.mark.parametrize("f", ARGUMENT_WRITERS)
def test_an_argument_that_is_assigned_to_is_an_array_as_any_other(f):
    """In every transform; the caller's array stays as it is, and derivatives are by what was given."""

    def value(x):
        return float(f(x.copy()))

    steps = 1e-5 * np.eye(3)
    gradient = [(value(POINT + h) - value(POINT - h)) / 2e-5 for h in steps]
    for name, transform in WRITERS_GRADIENTS.items():
        np.testing.assert_allclose(transform(f), gradient, rtol=1e-7, atol=1e-7, err_msg=name)
    hessian = [
        [sum(s * t * value(POINT + 10 * (s * a + t * b)) for s in (1, -1) for t in (1, -1)) / 4e-8 for b in steps]
        for a in steps
    ]
    for name, transform in WRITERS_HESSIANS.items():
        np.testing.assert_allclose(transform(f), hessian, rtol=1e-4, atol=1e-4, err_msg=name)
    np.testing.assert_array_equal(POINT, [0.5, 1.5, -0.7])
    for requires_grad in (False, True):
        x = tg.tensor(POINT, requires_grad=requires_grad)
        for transform in (tg.grad, tg.jacobian, lambda f: lambda x: tg.func.linearize(f, x)[0]):
            transform(f)(x)
            np.testing.assert_array_equal(x.detach().numpy(), POINT)


def test_an_argument_that_is_assigned_to_keeps_its_tangent():
    def f(x):
        x[0] = x[1] * x[1]
        return np.sum(x**3)

    with forward_ad.dual_level():
        x = forward_ad.make_dual(tg.tensor(POINT), tg.tensor([1.0, 2.0, 0.0]))
        tangent = forward_ad.unpack_dual(tg.grad(f)(x)).tangent.numpy()
    np.testing.assert_allclose(tangent, tg.hessian(f)(POINT) @ [1.0, 2.0, 0.0], rtol=1e-13)


def test_a_variable_that_was_saved_before_it_is_assigned_to():
    class Square(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            return 2.0 * g * ctx.saved_tensors[0]

    def f(x):
        y = Square.apply(x)
        x[0] = 5.0
        return np.sum(y * x)

    expected = [2.0 * 0.5 * 5.0, 3.0 * 1.5**2, 3.0 * 0.7**2]  # of 5 * a**2 + b**3 + c**3
    for transform in (tg.grad, tg.jacobian, lambda f: tg.compile(tg.grad(f))):
        np.testing.assert_allclose(transform(f)(POINT), expected, rtol=1e-14)


def test_what_is_assigned_to_and_no_argument_stays_refused():
    captured = tg.tensor(POINT, requires_grad=True)

    def f(x):
        captured[0] = x[0]
        return np.sum(captured)

    for transform in (tg.grad, tg.jacobian, tg.compile):
        with pytest.raises(InplaceError):
            transform(f)(POINT)
    kept = []
    tg.grad(lambda x: (kept.append(x), np.sum(x * x))[1])(POINT)
    with pytest.raises(InplaceError):  # no longer the variable of a function
        kept[0][0] = 1.0

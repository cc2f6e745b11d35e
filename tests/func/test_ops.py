"""Every op of the table in every mode of the function transforms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.func.functions import X, derivative_forms, each_dtype
from tests.ops.test_arrays import ENTRIES, Call, as_list, calls, weights
from tests.ops.test_elementwise import SMOOTH, derivatives, draw
from tests.support import along, close, differences, jacobian, leaf, plain


def test_tangents_of_elementwise_ops():
    """One recording for all; the derivative along a direction by differences."""
    rng = np.random.default_rng(6)
    for shapes in ([(3,)] * 3, [(2, 1), (3,), ()], [()] * 3):
        arguments = [draw(op, shapes[: len(op.arguments)], np.float64, 5) for op in SMOOTH]
        tangents = [
            [rng.normal(size=args[k].shape) for k in derivatives(op)]
            for op, args in zip(SMOOTH, arguments, strict=True)
        ]
        moving = [[args[k] for k in derivatives(op)] for op, args in zip(SMOOTH, arguments, strict=True)]

        def f(parts: Any, arguments: Any = arguments) -> Any:
            found = []
            for op, args, own in zip(SMOOTH, arguments, parts, strict=True):
                whole = list(args)
                for k, x in zip(derivatives(op), own, strict=True):
                    whole[k] = x
                found.append(op(*whole))
            return found

        values, pushed = tg.func.jvp(f, (moving,), (tangents,))
        for op, args, own, found in zip(SMOOTH, arguments, tangents, pushed, strict=True):
            wanted = sum(differences(op.reference, args, (k,)) * t for k, t in zip(derivatives(op), own, strict=True))
            close(found, np.asarray(wanted), 1)


def linear_combination(call: Call) -> tuple[list[np.ndarray], Any]:
    rng = np.random.default_rng(9)
    directions = [rng.normal(size=a.shape) for a in call.arrays]

    def reference(*xs: Any) -> list[Any]:
        return [np.asarray(p) for p in as_list(call.expected(list(xs)))]

    return directions, reference


@pytest.mark.sampled(33)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_tangents_of_array_ops(entry):
    for call in calls(entry):
        directions, reference = linear_combination(call)
        values, pushed = tg.func.jvp(lambda *xs, c=call: as_list(c.found(xs)), tuple(call.arrays), tuple(directions))
        for k, (value, tangent) in enumerate(zip(values, pushed, strict=True)):
            np.testing.assert_allclose(value, reference(*call.arrays)[k], rtol=1e-13, atol=1e-14)
            wanted = along(lambda *xs, j=k, r=reference: r(*xs)[j], call.arrays, directions)
            close(tangent, wanted, 2)


def smooth(parts: Any) -> list[Any]:
    """The results that are no integers."""
    return [p for p in as_list(parts) if np.dtype(getattr(p, "dtype", float)).kind != "i"]


def jacobian_by_differences(f: Any, arrays: list[np.ndarray], which: int) -> np.ndarray:
    return jacobian(lambda x: f(*arrays[:which], x, *arrays[which + 1 :]), arrays[which], 2)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_jacobians_of_array_ops(entry):
    """Both modes run the op's rules on whole batches of seeds and tangents."""
    for call in calls(entry):
        count = len(smooth(call.expected(call.arrays)))
        places = tuple(range(len(call.arrays)))
        parts = range(count) if count < 3 else (0, count - 1)
        tables = [
            mode(lambda *xs, c=call: smooth(c.found(xs)), places)(*call.arrays)
            for mode in (tg.func.jacfwd, tg.func.jacrev)
        ]
        for k in parts:
            for which in places:
                wanted = jacobian_by_differences(
                    lambda *xs, c=call, j=k: np.asarray(smooth(c.expected(xs))[j]), call.arrays, which
                )
                for table in tables:
                    close(table[k][which], wanted, 2)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_second_derivatives_of_array_ops_by_batches(entry):
    """The Hessian of a curved function of the result, forward over reverse, against differences of the eager gradient."""
    call = calls(entry)[0]

    wide = [max(1.0, float(np.max(np.abs(p), initial=0.0))) for p in as_list(call.expected(call.arrays))]

    def loss(*xs: Any) -> Any:
        parts = as_list(call.found(xs))
        scaled = weights(as_list(call.expected(call.arrays)))
        return sum(np.sum(np.sin(p / s) * w) for p, s, w in zip(parts, wide, scaled, strict=True))

    places = tuple(range(len(call.arrays)))
    table = tg.hessian(loss, places)(*call.arrays)
    rng = np.random.default_rng(4)
    directions = [rng.normal(size=a.shape) for a in call.arrays]
    for a, d in zip(call.arrays, directions, strict=True):
        if a.ndim > 1 and np.array_equal(a, a.swapaxes(-1, -2)):  # the function may read one triangle alone
            d += d.swapaxes(-1, -2).copy()

    def slopes(*xs: Any) -> list[np.ndarray]:
        leaves = [leaf(np.asarray(x, float)) for x in xs]
        return [plain(g) for g in tg.autograd.grad(loss(*leaves), leaves, materialize_grads=True)]

    step = 1e-4
    up = slopes(*[a + step * d for a, d in zip(call.arrays, directions, strict=True)])
    down = slopes(*[a - step * d for a, d in zip(call.arrays, directions, strict=True)])
    for k in places:
        found = sum(
            np.tensordot(table[k][j], directions[j], directions[j].ndim)
            if directions[j].ndim
            else table[k][j] * directions[j]
            for j in places
        )
        wanted = (up[k] - down[k]) / (2 * step)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6 * max(1.0, np.max(np.abs(wanted), initial=0.0)))


@pytest.mark.sampled(1)
@each_dtype
@pytest.mark.parametrize("turn", range(4))
def test_batches_of_elementwise_ops_with_broadcasting(turn, dtype):
    """Jacobians in both modes agree, for operands of different rank, which go around in four turns.

    A function of few ops has few blocks that are zero, one of all has few programs to compile.
    """
    binary = [op for op in SMOOTH if len(op.arguments) == 2]
    ranks = [(2, 1), (3,)], [(), (2, 2)], [(3,), ()], [(1,), (2, 3)]
    for k in range(0, len(binary), 8):
        chosen, shapes = binary[k : k + 8], ranks[(k // 8 + turn) % 4]
        arguments = [draw(op, shapes, dtype, 7) for op in chosen]

        def f(arguments: Any, chosen: Any = chosen) -> Any:
            return [
                op(*[x.detach() if name in op.lacks else x for name, x in zip(op.arguments, args, strict=True)])
                for op, args in zip(chosen, arguments, strict=True)
            ]

        forward, reverse = tg.func.jacfwd(f)(arguments), tg.func.jacrev(f)(arguments)
        for k, (op, args) in enumerate(zip(chosen, arguments, strict=True)):
            for which in derivatives(op):
                close(forward[k][k][which], reverse[k][k][which], 1, dtype)
                if dtype == np.float64:
                    close(forward[k][k][which], jacobian_by_differences(op.reference, args, which), 2)


def test_complex_steps():
    """Analytic functions: the imaginary part of a step into the complex plane has no cancellation."""
    for f in (
        lambda x: np.sum(np.exp(x) * np.sin(x) / (1.0 + x * x)),
        lambda x: np.sum(np.tanh(x[1:] * x[:-1])) ** 3,
        lambda x: np.prod(np.cosh(x)) * np.sum(np.sqrt(2.0 + np.cos(x))),
        lambda x: np.sum(np.cumsum(x**3) * np.arange(3.0)),
        lambda x: np.sum((np.outer(x, x) @ x) ** 2) / np.sum(x**4),
    ):
        wanted = [f(X + 1e-30j * e).imag / 1e-30 for e in np.eye(3)]
        for name, g in derivative_forms(f).items():
            np.testing.assert_allclose(np.asarray(g(X)), wanted, rtol=1e-13, atol=1e-14, err_msg=name)
            np.testing.assert_allclose(tg.compile(g)(X), wanted, rtol=1e-13, atol=1e-14, err_msg=name)


def test_assignment_in_every_mode():
    def f(x: Any) -> Any:
        y = tg.zeros(4)
        y[1:] = x * x
        y[0] = y[2] * x[0]
        y[::2] *= x[1]
        y += y[1]
        m = y.reshape(2, 2)
        m[0] = m[1] * x[2]
        return np.sum(y * np.arange(1.0, 5.0))

    def by_numpy(x: Any) -> Any:
        y = np.zeros(4, x.dtype)
        y[1:] = x * x
        y[0] = y[2] * x[0]
        y[::2] *= x[1]
        y += y[1]
        m = y.reshape(2, 2)
        m[0] = m[1] * x[2]
        return np.sum(y * np.arange(1.0, 5.0))

    wanted = [by_numpy(X + 1e-30j * e).imag / 1e-30 for e in np.eye(3)]
    for name, g in derivative_forms(f).items():
        np.testing.assert_allclose(np.asarray(g(X)), wanted, rtol=1e-13, err_msg=name)
    close(tg.hessian(f)(X), gradient_of_gradient(by_numpy, X), 2)


def gradient_of_gradient(f: Any, x: np.ndarray) -> np.ndarray:
    """A Hessian by complex steps and central differences of fourth order."""

    def slope(y: np.ndarray) -> np.ndarray:
        return np.array([f(y + 1e-30j * e).imag / 1e-30 for e in np.eye(len(x))])

    h = 1e-3
    return np.stack(
        [
            (8 * (slope(x + h * e) - slope(x - h * e)) - (slope(x + 2 * h * e) - slope(x - 2 * h * e))) / (12 * h)
            for e in np.eye(len(x))
        ]
    )


def test_absolute_zero_in_every_mode():
    x = np.array([4.0, 0.0, -1.0])
    for name, g in derivative_forms(lambda x: np.sum(np.where(x > 0, np.sqrt(x), 0.0))).items():
        np.testing.assert_array_equal(np.asarray(g(x)), [0.25, 0.0, 0.0], err_msg=name)
    np.testing.assert_allclose(tg.hessian(lambda x: np.sum(np.where(x > 0, x**1.5, 0.0)))(x), np.diag([0.375, 0, 0]))


def test_one_element_of_many():
    """Picks of scalars from arrays, and arrays of scalars."""

    def f(x: Any) -> Any:
        parts = [x[k] * x[(k + 1) % 5] for k in range(5)]
        return np.stack(parts[::-1]) * x[-1]

    x = np.arange(1.0, 6.0)
    for transform in (tg.jacobian, tg.func.jacrev, tg.func.jacfwd):
        wanted = jacobian_by_differences(
            lambda x: np.stack([x[k] * x[(k + 1) % 5] for k in range(5)][::-1]) * x[-1], [x], 0
        )
        close(transform(f)(x), wanted, 2)

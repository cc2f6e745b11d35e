"""No value leaves a Tensor in silence: every way out under every transform.

A cell is an exit under a transform. The derivative agrees with differences of the same function of NumPy arrays, or a
`TapegradError` says why there is none.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize

import tapegrad as tg
from tapegrad.errors import GradientError, PlainDataError, TapegradError
from tests.tensor import exits
from tests.tensor.exits import X0, Exit, Transform, plain

EAGER = [(1, exits.LEAF), (2, exits.LEAF_TWICE)]
ONCE = [(1, exits.ONCE), (2, exits.TWICE)]
REPLAYED = [(1, exits.REPLAYED), (2, exits.REPLAYED_TWICE)]
EVERYWHERE = [*EAGER, *ONCE, *REPLAYED]


def differences(f: Callable[[Any], Any], order: int) -> np.ndarray:
    return (exits.gradient_by_differences if order == 1 else exits.hessian_by_differences)(f)


def cells(leave: Exit, tables: Any, constant: bool) -> Iterator[tuple[str, Any, np.ndarray | None]]:
    """Each transform with what came of it: True if it agrees with differences, the exception, or the wrong derivative.

    `constant` says that the value that leaves is a constant to the derivative.
    """

    def f(x: Any) -> Any:
        return leave(x) * np.sum(x * x)

    def frozen(x: Any) -> Any:
        return value * np.sum(x * x)

    value = float(leave(X0))
    expected = {order: differences(frozen if constant else f, order) for order in (1, 2)}
    for order, table in tables:
        for name, transform in table.items():
            yield name, outcome(transform, f, expected[order]), expected[order]


def outcome(transform: Transform, f: Callable[[Any], Any], expected: np.ndarray) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = plain(transform(f))
    except Exception as error:
        return error
    right = found.shape == expected.shape and np.allclose(found, expected, rtol=1e-5, atol=1e-5)
    return True if right else found


def ours(error: BaseException | None) -> TapegradError | None:
    """The error of tapegrad that an exception is, or was raised from."""
    while error is not None and not isinstance(error, TapegradError):
        error = error.__cause__ or error.__context__
    return error


def refused(result: Any) -> bool:
    return isinstance(result, Exception) and ours(result) is not None


def works(result: Any) -> bool:
    return result is True


def check(leave: Exit, tables: Any, wanted: Callable[[Any], bool], constant: bool = False) -> None:
    wrong = [(name, result, e) for name, result, e in cells(leave, tables, constant) if not wanted(result)]
    assert not wrong


@pytest.mark.parametrize("name", exits.ACCIDENTS)
def test_accidents_are_refused(name):
    check(exits.ACCIDENTS[name], EVERYWHERE, refused)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", exits.SMOOTH)
def test_what_passes_a_derivative_agrees_with_differences_or_is_refused(name):
    check(exits.SMOOTH[name], EVERYWHERE, lambda result: works(result) or refused(result))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", exits.STEPS)
def test_decisions_agree_with_differences_or_are_refused(name):
    check(exits.STEPS[name], EVERYWHERE, lambda result: works(result) or refused(result), constant=True)


@pytest.mark.parametrize("name", exits.HASHED)
def test_a_tensor_is_no_key_by_accident(name):
    check(exits.HASHED[name], EVERYWHERE, lambda result: works(result) or refused(result), constant=True)


@pytest.mark.parametrize("name", ["bool", "comparison", "in a list", "in the array", "[i] of argmax"])
def test_decisions_work_everywhere(name):
    check(exits.STEPS[name], EVERYWHERE, works, constant=True)


@pytest.mark.parametrize("name", [*exits.EXPLICIT, *exits.PRINTING])
def test_explicit_exits_and_printing_mean_the_same_wherever_a_function_runs_once(name):
    leave = (exits.EXPLICIT | exits.PRINTING)[name]
    check(leave, [*EAGER, *ONCE], works, constant=True)
    check(leave, REPLAYED, refused, constant=True)


@pytest.mark.parametrize("name", exits.COPIES)
def test_copies_of_variables_are_refused_those_of_leaves_are_leaves(name):
    check(exits.COPIES[name], [*ONCE, *REPLAYED], refused)
    check(exits.COPIES[name], EAGER, lambda result: works(result) or refused(result), constant=True)


@pytest.mark.parametrize("name", exits.FOREIGN)
def test_what_python_refuses_by_itself_is_refused_aloud(name):
    leave, error = exits.FOREIGN[name]
    for _, table in EVERYWHERE:
        for transform in table.values():
            with pytest.raises(error):
                transform(lambda x: leave(x) * np.sum(x))


# ------------------------------------------------------------------------------------------------- custom functions


def exit_in_forward(leave: Exit) -> tuple[Callable[[Any], Any], np.ndarray]:
    """A function whose forward uses an exit, squared, and its derivative; backward is right by itself."""
    slope = differences(lambda x: leave(x) * np.sum(x * x), 1)

    class InForward(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return leave(x) * np.sum(x * x)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * slope

    return lambda x: InForward.apply(x) ** 2, 2.0 * float(leave(X0) * np.sum(X0 * X0)) * slope


def exit_in_backward(leave: Exit) -> tuple[Callable[[Any], Any], np.ndarray]:
    """A function whose backward uses an exit, squared, and its derivative; what leaves is divided by what it is."""
    value = float(leave(X0))

    class InBackward(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return 0.5 * np.sum(x * x)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * x * (leave(x) / value)

    return lambda x: InBackward.apply(x) ** 2, np.sum(X0 * X0) * X0


ALL = exits.ACCIDENTS | exits.SMOOTH | exits.STEPS | exits.EXPLICIT | exits.PRINTING | exits.COPIES
TRANSFORMS = exits.LEAF | exits.ONCE | exits.REPLAYED
SOME = (
    "backward", "grad", "jvp", "jacrev", "jacobian of a leaf", "functional.jacobian, vectorized", "checkpoint",
    "compile of grad", "compile of jacobian", "vmap on Tensors", "scan, jacobian",
)  # fmt: skip


@pytest.mark.sampled(8)
@pytest.mark.parametrize("build", [exit_in_forward, exit_in_backward])
@pytest.mark.parametrize("name", sorted(ALL.keys() - {"list.index"}))
def test_exits_in_custom_functions_agree_with_differences_or_are_refused(name, build):
    f, expected = build(ALL[name])
    for transform in SOME:
        result = outcome(TRANSFORMS[transform], f, expected)
        assert works(result) or refused(result), (transform, result, expected)


@pytest.mark.parametrize("name", exits.EXPLICIT)
def test_explicit_exits_in_custom_functions_work_where_these_run_once(name):
    for build in (exit_in_forward, exit_in_backward):
        f, expected = build(exits.EXPLICIT[name])
        for transform in ("backward", "grad", "jvp", "jacrev", "jacfwd", "jacobian", "linearize"):
            assert works(outcome(TRANSFORMS[transform], f, expected))
    f, expected = exit_in_backward(exits.EXPLICIT[name])
    for transform in exits.REPLAYED.keys() - {"compile, then grad"}:  # which sweeps once, on the values of the call
        assert refused(outcome(TRANSFORMS[transform], f, expected)), transform


OTHERS = np.array([[0.7, 1.6], [0.3, 2.1], [-0.5, 0.9]])


def behind_another(f: Callable[[np.ndarray], Any]) -> Callable[[np.ndarray], Any]:
    """What a function of a batch gives for its second member."""
    return lambda x: f(np.stack([OTHERS[0], x]))[1]


AGAIN: dict[str, Callable[[Any], Callable[[Any], Any]]] = {
    "compile": lambda f: tg.compile(tg.grad(f)),
    "compile, then grad": lambda f: tg.grad(tg.compile(f)),
    "compile of jacrev": lambda f: tg.compile(tg.func.jacrev(f)),
    "compile of jacobian": lambda f: tg.compile(tg.jacobian(f)),
    "compile of vjp": lambda f: tg.compile(lambda x: tg.func.vjp(f, x)[1](1.0)[0]),
    "batch": lambda f: behind_another(tg.compile(tg.grad(f)).batch),
    "vmap": lambda f: behind_another(tg.vmap(tg.grad(f))),
    "compile of vmap": lambda f: behind_another(tg.compile(tg.vmap(tg.grad(f)))),
    "jacrev of vmap": lambda f: lambda x: behind_another(tg.func.jacrev(tg.vmap(f)))(x)[1],
    "sparse_jacobian": lambda f: lambda x: tg.func.sparse_jacobian(lambda x: [f(x)])(x).toarray()[0],
} | {
    f"compile of {transform.__name__} of {loop}": lambda f, loop=loop, transform=transform: tg.compile(
        transform(exits.loops(f)[loop])
    )
    for loop in exits.loops(np.sum)
    for transform in (tg.grad, tg.jacobian)
}  # fmt: skip
SECOND: dict[str, Callable[[Any], Callable[[Any], Any]]] = {
    "compile of jacfwd": lambda f: tg.compile(tg.func.jacfwd(f)),
    "compile of jvp": lambda f: tg.compile(lambda x: tg.func.jvp(f, (x,), (x,))[1]),
    "compile of hessian": lambda f: tg.compile(tg.hessian(f)),
    "compile of hvp": lambda f: lambda x: tg.compile(tg.hvp(f))(x, x),
    "compile of two gradients": lambda f: tg.compile(tg.grad(lambda x: np.sum(tg.grad(f)(x) * x))),
    "vmap of hessian": lambda f: lambda x: tg.vmap(tg.hessian(f))(np.stack([x, x])),
    "hessian of vmap": lambda f: lambda x: tg.hessian(lambda rows: np.sum(tg.vmap(f)(rows)))(np.stack([x, x])),
    "hessian of scan": lambda f: tg.hessian(exits.loops(f)["scan"]),
    "compile of a checkpoint's hessian": lambda f: tg.compile(tg.hessian(tg.checkpoint(f))),
}


def over_plain_data(leave: Exit) -> tuple[Callable[[Any], Any], Callable[[np.ndarray], np.ndarray]]:
    """A function whose forward uses an exit, squared, and its gradient by differences; backward uses differences too."""

    def plain_forward(x: np.ndarray) -> float:
        return float(leave(x) * np.sum(x * x))

    def gradient(f: Callable[[np.ndarray], float], x: np.ndarray) -> np.ndarray:
        return exits.gradient_by_differences(lambda shifted: f(shifted - X0 + x))

    class OverPlainData(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.x = x.detach().numpy().copy()
            return leave(x) * np.sum(x * x)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * gradient(plain_forward, ctx.x)

    return lambda x: OverPlainData.apply(x) ** 2, lambda x: gradient(lambda z: plain_forward(z) ** 2, x)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", exits.EXPLICIT)
def test_forward_over_plain_data_runs_anew_for_each_input(name):
    """Values and gradients of replays are those of their own inputs; other derivatives are refused."""
    f, gradient = over_plain_data(exits.EXPLICIT[name])
    value = tg.compile(f)
    for x in OTHERS:
        np.testing.assert_allclose(value(x), float(exits.EXPLICIT[name](x) * np.sum(x * x)) ** 2, rtol=1e-12)
    for way, transform in AGAIN.items():
        made = transform(f)
        for x in OTHERS:
            np.testing.assert_allclose(plain(made(x)), gradient(x), rtol=1e-5, atol=1e-6, err_msg=way)
    for transform in SECOND.values():
        with pytest.raises(tg.errors.FunctionError, match="adjoint only"):
            transform(f)(X0)


SEEDS = np.array([[1.0, 0.0], [0.0, 3.0]])
POSITION = lambda g: 1.0 + np.argmax(g)  # noqa: E731 (computed of all seeds, as it is data)


@pytest.mark.parametrize(("look", "rows"), [
    (lambda g: g.sum().item(), [[2.0, 0.0], [0.0, 18.0]]),
    (lambda g: g.tolist()[0] + 1.0, [[4.0, 0.0], [0.0, 6.0]]),
    (lambda g: g.detach().numpy()[1] + 1.0, [[2.0, 0.0], [0.0, 24.0]]),
    (lambda g: 3.0 if g[0] > 0.5 else 1.0, [[6.0, 0.0], [0.0, 6.0]]),
    (lambda g: 1.0 + int(g[1]), [[2.0, 0.0], [0.0, 24.0]]),
    (POSITION, [[2.0, 0.0], [0.0, 12.0]]),
])  # fmt: skip
def test_what_backward_does_for_one_seed_is_not_taken_for_all(look, rows):
    """Many seeds are swept in one recording: a value of the first is refused, and so is a decision that differs."""

    class Looking(tg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return 2.0 * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2.0 * g * look(g)

    class Batched(Looking):
        generate_vmap_rule = True

    def swept(function: Any) -> np.ndarray:
        x = tg.tensor(X0, requires_grad=True)
        return plain(tg.autograd.grad(function.apply(x), x, SEEDS, is_grads_batched=True)[0])

    np.testing.assert_array_equal(swept(Looking), rows)  # one seed after the other
    if look is POSITION:
        np.testing.assert_array_equal(swept(Batched), rows)
        np.testing.assert_array_equal(tg.func.jacrev(Looking.apply)(X0), [[2.0, 0.0], [0.0, 4.0]])
        return
    for many in (lambda: swept(Batched), lambda: tg.func.jacrev(Looking.apply)(X0)):
        with pytest.raises(TapegradError):
            many()


def test_a_hook_sees_the_gradient_of_each_seed_or_is_refused():
    def f(x: Any) -> Any:
        y = x * x
        y.register_hook(lambda g: g * g[0].item())
        return y

    with pytest.raises(TapegradError):
        tg.func.jacrev(f)(X0)


# ------------------------------------------------------------------------------------------------- messages


def test_the_error_names_the_line_and_what_to_do():
    def residuals(p: Any) -> Any:
        return np.array([p[0] ** 2 + p[1], p[0] - p[1]])

    line = residuals.__code__.co_firstlineno + 1
    for call in (tg.jacobian(residuals), lambda x: tg.func.jvp(residuals, (x,), (x,)), tg.compile(residuals)):
        with pytest.raises(PlainDataError, match=rf"test_exits\.py:{line}\b") as caught:
            call(X0)
        assert "tg.array" in str(caught.value)
        assert "tapegrad.numpy" in str(caught.value) or "as a list" in str(caught.value)
    with pytest.raises(PlainDataError, match=r"tg\.array"):
        tg.grad(lambda p: np.sum(residuals(p)))(X0)


def test_the_error_reaches_through_scipy():
    def residuals(p: Any) -> Any:
        return np.array([p[0] ** 2 + p[1] - 3.0, p[0] - p[1]])

    line = residuals.__code__.co_firstlineno + 1
    with pytest.raises(PlainDataError, match=rf"test_exits\.py:{line}: .*tg\.array"):
        scipy.optimize.least_squares(residuals, X0, jac=tg.jacobian(residuals))
    with pytest.raises(PlainDataError):
        tg.hessian(scipy.optimize.rosen)(np.array([1.5, 2.0]))


# ------------------------------------------------------------------------------------------------- outputs in lists


def test_a_function_that_returns_a_list_serves_scipy():
    def residuals(p: Any) -> Any:
        return [p[0] ** 2 + p[1] - 3.0, p[0] - p[1]]

    root = (np.sqrt(13.0) - 1.0) / 2.0  # of x*x + x - 3
    for jac in (tg.jacobian(residuals), tg.compile(tg.jacobian(residuals)), tg.func.jacfwd(residuals)):
        np.testing.assert_allclose(scipy.optimize.least_squares(residuals, X0, jac=jac).x, [root, root], rtol=1e-8)
        np.testing.assert_allclose(scipy.optimize.root(residuals, X0, jac=jac).x, [root, root], rtol=1e-8)
    for value in (tg.value_and_grad, lambda f: tg.compile(tg.value_and_grad(f))):
        loss = value(lambda p: np.sum(tg.array(residuals(p)) ** 2))
        np.testing.assert_allclose(scipy.optimize.minimize(loss, X0, jac=True).x, [root, root], rtol=1e-5)


def test_the_right_hand_side_of_an_ode_returns_a_list():
    def pendulum(t: float, y: Any) -> Any:
        return [y[1], -np.sin(y[0]) - 0.1 * y[1]]

    jac = lambda t, y: tg.jacobian(lambda y: pendulum(t, y))(y)  # noqa: E731
    found = scipy.integrate.solve_ivp(pendulum, (0.0, 5.0), [1.0, 0.0], method="Radau", jac=jac, rtol=1e-8, atol=1e-10)
    wanted = scipy.integrate.solve_ivp(pendulum, (0.0, 5.0), [1.0, 0.0], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(found.y[:, -1], wanted.y[:, -1], rtol=1e-6)


JACOBIANS = (tg.jacobian, tg.func.jacrev, tg.func.jacfwd)


@pytest.mark.parametrize("jacobian", JACOBIANS)
@pytest.mark.parametrize("f", [
    lambda p: [p[0] ** 2, p[0] * p[1]],
    lambda p: (p[0] ** 2, p[0] * p[1]),
    lambda p: [p[0]],
    lambda p: [p[1], 0, 1.5, True],
    lambda p: [[p[0], 1.0], [p[0] * p[1], p[1]]],
    lambda p: ([p[0], 1], [3.0, p[1]]),
])  # fmt: skip
def test_single_numbers_in_lists_are_an_array(f, jacobian):
    columns = [(np.array(f(X0 + 1e-6 * e), float) - np.array(f(X0 - 1e-6 * e), float)) / 2e-6 for e in np.eye(2)]
    expected = np.stack(columns, -1)
    for given in (X0, tg.tensor(X0)):
        found = jacobian(f)(given)
        assert isinstance(found, type(given))
        np.testing.assert_allclose(plain(found), expected, rtol=1e-8, atol=1e-9)
    found, aux = jacobian(lambda p: (f(p), "aux"), has_aux=True)(X0)
    np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-9)
    assert aux == "aux"
    np.testing.assert_allclose(tg.compile(jacobian(f))(X0), expected, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(jacobian(lambda x: f(x * np.ones(2)))(1.0), columns[0] * 0 + np.stack([
        (np.array(f(np.ones(2) * (1 + h)), float) - np.array(f(np.ones(2) * (1 - h)), float)) / (2 * h) for h in [1e-6]
    ])[0], rtol=1e-8, atol=1e-9)  # fmt: skip


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_other_containers_stay_containers(jacobian):
    """As in JAX and torch.func: parts of several elements or uneven lengths, dicts, named tuples, several arguments."""
    first, second = jacobian(lambda p: [p[0], p * 2.0])(X0)
    np.testing.assert_array_equal(first, [1.0, 0.0])
    np.testing.assert_array_equal(second, 2.0 * np.eye(2))
    assert isinstance(jacobian(lambda p: (p, p))(X0), tuple)
    assert isinstance(jacobian(lambda p: [p[0], [p[1]]])(X0), list)
    assert isinstance(jacobian(lambda p: [p[0], None])(X0), list)
    assert isinstance(jacobian(lambda p: {"a": p[0]})(X0), dict)
    assert isinstance(jacobian(lambda p: [p[0], p[1]], argnums=(0,))(X0), list)
    assert isinstance(jacobian(lambda p: [p["a"], p["b"]])({"a": 1.0, "b": 2.0}), list)
    assert jacobian(lambda p: [])(X0) == []


def test_a_sparse_jacobian_of_a_list():
    found = tg.func.sparse_jacobian(lambda p: [p[0] ** 2, p[0] * p[1], 3.0])(X0)
    np.testing.assert_allclose(found.toarray(), [[1.4, 0.0], [1.6, 0.7], [0.0, 0.0]])


# ------------------------------------------------------------------------------------------------- what is left behind


def test_a_tensor_of_a_recording_does_not_outlive_it():
    for transform in (tg.jacobian, tg.func.jacrev, tg.hessian, tg.compile, tg.checkpoint):
        kept: list[Any] = []
        transform(lambda x, kept=kept: (kept.append(x * 2.0), np.sum(x * x))[1])(X0)
        for use in (lambda t: t.item(), lambda t: t.tolist(), lambda t: (t + 1.0).tolist(), float, np.asarray, np.sin):
            with pytest.raises(TapegradError):
                use(kept[0][0]).item()


def test_no_sweep_begins_at_a_tensor_that_outlives_its_recording():
    """Neither from a seed nor to a leaf; the recording's own values are no answer either."""
    for transform in (tg.compile, tg.checkpoint, tg.vmap):
        kept: list[Any] = []
        transform(lambda x, kept=kept: (kept.append(x * 2.0), np.sum(x * x))[1])(tg.tensor(X0, requires_grad=True))
        t, leaf = kept[0], tg.tensor(1.0, requires_grad=True)
        for sweep in (
            lambda t=t: t.backward(np.ones(t.shape)),
            lambda t=t: t.sum().backward(),
            lambda t=t, leaf=leaf: tg.autograd.grad(t, leaf, np.ones(t.shape), allow_unused=True),
            lambda t=t, leaf=leaf: tg.autograd.grad(leaf * 2.0, t, allow_unused=True),
            lambda t=t: t.grad_fn,
        ):
            with pytest.raises((PlainDataError, GradientError), match=r"is used outside|being recorded"):
                sweep()


def test_a_tensor_that_escapes_a_recording_loses_no_gradient():
    kept: list[Any] = []

    def f(a: Any) -> Any:
        tg.jacobian(lambda x: (kept.append(x * a), x)[1])(X0)
        return np.sum(kept[0]) * 2.0

    with pytest.raises(PlainDataError, match="Return it"):
        tg.grad(f)(2.0)


def test_a_tangent_of_a_captured_tensor_is_not_lost():
    with tg.autograd.forward_ad.dual_level():
        a = tg.autograd.forward_ad.make_dual(tg.tensor(2.0), 1.0)
        for leave in (lambda: float(a * 1.0), lambda: np.asarray(np.sin(a)), lambda: math.sin(a)):
            for transform in (tg.jacobian, tg.func.jacrev):
                with pytest.raises(PlainDataError, match="tangent"):
                    transform(lambda x, leave=leave: x * leave())(X0)
        assert tg.jacobian(lambda x: x * (a * 1.0).item())(tg.tensor(X0))[0, 0].item() == 2.0

"""gradcheck and gradgradcheck: right rules pass, each kind of wrong one is found, nothing is disturbed."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import gradcheck, gradgradcheck
from tapegrad.errors import ArgumentError, DtypeError, GradcheckError, GradientError, TapegradError
from tapegrad.ops.elementwise_ops import sin
from tapegrad.ops.products import matmul_op
from tests.support import leaf

RNG = np.random.default_rng(3)
VECTOR = RNG.uniform(0.5, 1.5, 3)
MATRIX = RNG.normal(size=(2, 3))

RIGHT = {
    "elementwise": (lambda x: np.sin(x) * x, [VECTOR]),
    "the input itself": (lambda x: x, [VECTOR]),
    "two inputs": (lambda x, y: x @ y.T @ x, [MATRIX, MATRIX[::-1]]),
    "two outputs": (lambda x, y: (x * y[0], np.exp(y).sum()), [VECTOR, VECTOR + 0.5]),
    "no dimensions": (lambda x: x**3, [0.7]),
    "no elements": (lambda x: x * 2.0, [np.ones((0, 2))]),
    "assignment": (lambda x: write(x), [VECTOR]),
    "an output without gradient": (lambda x: (x * x, x.argmax(), x.detach()), [VECTOR]),
    "an input that is not used": (lambda x, y: x * x, [VECTOR, VECTOR]),
    "no derivative": (lambda x: np.floor(x), [VECTOR + 0.25]),
    "inner gradient": (lambda x: tg.autograd.grad((x**3).sum(), x, create_graph=True)[0], [VECTOR]),
}


def write(x):
    y = x * x
    y[1:] = x[0] * np.cos(x[1:])
    return y


@contextlib.contextmanager
def wrong(record, field, name, rule):
    """A record of the ops table with another rule for one argument, as recorded sweeps and array sweeps read it."""
    rules = getattr(record, field)
    kept = rules[name]
    rules[name] = rule
    try:
        yield
    finally:
        rules[name] = kept


def with_adjoint(rule):
    """matmul with another adjoint of its first argument; the rule takes g, x and y."""
    return wrong(matmul_op, "rules", "x", (rule, (("g", "g", 0), ("x", "value", 0), ("y", "value", 1))))


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
@pytest.mark.parametrize("name", RIGHT)
def test_right_gradients_pass(name, fast):
    function, values = RIGHT[name]
    inputs = tuple(leaf(v) for v in values)
    assert gradcheck(function, inputs, fast_mode=fast, check_grad_dtypes=True, check_batched_grad=not fast) is True


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
@pytest.mark.parametrize("name", [n for n in RIGHT if n not in ("no derivative", "no elements")])
def test_right_second_derivatives_pass(name, fast):
    function, values = RIGHT[name]
    assert gradgradcheck(function, tuple(leaf(v) for v in values), fast_mode=fast) is True


def test_torch_agrees_about_right_and_wrong():
    torch = pytest.importorskip("torch")

    def pair(function, *values):
        ours = gradcheck(lambda *a: function(np, *a), tuple(leaf(v) for v in values), raise_exception=False)
        given = tuple(torch.tensor(np.array(v), requires_grad=True) for v in values)
        assert ours is torch.autograd.gradcheck(lambda *a: function(torch, *a), given, raise_exception=False)
        return ours

    assert pair(lambda np_, x: np_.sin(x) * x, VECTOR)
    assert pair(lambda np_, x, y: x @ y.T @ x, MATRIX, MATRIX[::-1])
    assert pair(lambda np_, x, y: (x * y[0], np_.exp(y).sum()), VECTOR, VECTOR + 0.5)
    assert pair(lambda np_, x, y: (x * x, x.detach()), VECTOR, VECTOR)
    assert not pair(lambda np_, x: x * x.detach(), VECTOR)
    assert not pair(lambda np_, x: (x * x).detach(), VECTOR)
    assert not pair(lambda np_, x: (x * x, x * x.detach()), VECTOR)


WRONG = {
    "a part is detached": (lambda x: x * x.detach(), [VECTOR]),
    "all is detached": (lambda x: (x * x).detach(), [VECTOR]),
    "one output of two": (lambda x: (x * x, x * x.detach()), [VECTOR]),
    "the second input": (lambda x, y: x * y.detach() + y, [VECTOR, VECTOR]),
    "a step": (lambda x: np.floor(x * 1e6) / 1e6, [VECTOR]),
}


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
@pytest.mark.parametrize("name", WRONG)
def test_wrong_gradients_fail(name, fast):
    function, values = WRONG[name]
    inputs = tuple(leaf(v) for v in values)
    with pytest.raises(GradcheckError, match="by the sweep and by differences"):
        gradcheck(function, inputs, fast_mode=fast)
    assert gradcheck(function, inputs, fast_mode=fast, raise_exception=False) is False


def test_the_message_shows_both_jacobians_and_where_they_differ():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 5.0])
    with pytest.raises(GradcheckError) as caught:
        gradcheck(lambda x, y: (x + y, x * y.detach() + 0.0 * y), (x, y))
    text = str(caught.value)
    assert "output 1" in text
    assert "input 1" in text
    assert "largest difference is 2, at (1, 1)" in text
    numerical, analytical = text.split("numerical:\n")[1].split("\nanalytical:\n")
    np.testing.assert_allclose(
        np.array(numerical.replace("[", "").replace("]", "").split(), float), [1, 0, 0, 2], atol=1e-8
    )
    assert analytical == "[[0. 0.]\n [0. 0.]]"
    assert isinstance(caught.value, TapegradError)
    assert isinstance(caught.value, RuntimeError)


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
def test_a_wrong_rule_of_an_op_is_found(fast):
    x, y = leaf(MATRIX), leaf(MATRIX.T + 0.5)
    with with_adjoint(lambda g, x, y: 1.01 * np.matmul(g, y.T)), pytest.raises(GradcheckError, match="input 0"):
        gradcheck(np.matmul, (x, y), fast_mode=fast)
    assert gradcheck(np.matmul, (x, y), fast_mode=fast)


def test_a_wrong_second_derivative_is_found():
    x = leaf(VECTOR)
    with wrong(sin, "partials", "x", lambda x: np.cos(x.detach())):  # right for the compiled sweep, which was traced
        with pytest.raises(GradcheckError, match="gradgradcheck: the derivatives of output 0"):
            gradgradcheck(np.sin, x)
        assert gradgradcheck(np.sin, x, raise_exception=False) is False
        assert gradgradcheck(np.sin, x, raise_exception=False, fast_mode=True) is False
    assert gradgradcheck(np.sin, x)


def test_a_rule_that_is_not_deterministic_is_found():
    x, y = leaf(MATRIX), leaf(MATRIX.T)
    noise = np.random.default_rng(0)

    def rule(g, x, y):
        return np.matmul(g, y.T) + 1e-9 * noise.normal(size=x.shape) * (np.abs(g).sum() > 0)

    with with_adjoint(rule):
        with pytest.raises(GradcheckError, match="two sweeps with the same seed"):
            gradcheck(np.matmul, (x, y))
        assert gradcheck(np.matmul, (x, y), nondet_tol=1e-6)


def test_a_rule_that_does_not_multiply_by_the_adjoint_is_found():
    x, y = leaf([[1.0]]), leaf([[3.0]])
    with with_adjoint(lambda g, x, y: np.array([[3.0]])), pytest.raises(GradcheckError, match="a seed of zeros"):
        gradcheck(np.matmul, (x, y))


def test_outputs_without_a_seed_that_do_not_count_as_zeros_are_found(monkeypatch):
    real = tg.autograd.grad

    def grad(outputs, *args, **keywords):
        return tuple(len(outputs) * g for g in real(outputs, *args, **keywords))

    monkeypatch.setattr(tg.autograd.gradients, "grad", grad)
    x = leaf(VECTOR)
    assert gradcheck(lambda x: (x * x, x**3), x, check_undefined_grad=False)
    with pytest.raises(GradcheckError, match="outputs without a seed must count as zeros"):
        gradcheck(lambda x: (x * x, x**3), x)


def test_the_gradient_of_another_dtype_is_found(monkeypatch):
    real = tg.autograd.grad
    monkeypatch.setattr(
        tg.autograd.gradients, "grad", lambda *a, **k: tuple(g.astype(np.float32) for g in real(*a, **k))
    )
    assert gradcheck(lambda x: x * x, leaf(VECTOR))
    with pytest.raises(GradcheckError, match="must have its input's dtype"):
        gradcheck(lambda x: x * x, leaf(VECTOR), check_grad_dtypes=True)


def test_batched_gradients_that_differ_are_found(monkeypatch):
    real = tg.autograd.grad

    def grad(*args, is_grads_batched=False, **keywords):
        found = real(*args, is_grads_batched=is_grads_batched, **keywords)
        return tuple(2.0 * g for g in found) if is_grads_batched else found

    monkeypatch.setattr(tg.autograd.gradients, "grad", grad)
    assert gradcheck(lambda x: x * x, leaf(VECTOR))
    with pytest.raises(GradcheckError, match="batched seeds must give"):
        gradcheck(lambda x: x * x, leaf(VECTOR), check_batched_grad=True)


COMPLEX = {
    "analytic": (lambda z: np.exp(z) * z, [VECTOR + 1j * VECTOR[::-1]]),
    "not analytic": (lambda z: z.conj() * z + abs(z), [VECTOR + 1j * VECTOR[::-1]]),
    "complex to real": (lambda z: z.real * z.imag, [VECTOR + 1j * VECTOR[::-1]]),
    "real to complex": (lambda x: np.exp(1j * x), [VECTOR]),
    "both": (lambda z, x: (z * x, x.sum() * abs(z)), [VECTOR + 1j * VECTOR[::-1], VECTOR]),
}


@pytest.mark.parametrize("fast", [False, True], ids=["full", "fast"])
@pytest.mark.parametrize("name", COMPLEX)
def test_complex_numbers(name, fast):
    torch = pytest.importorskip("torch")
    function, values = COMPLEX[name]
    inputs = tuple(tg.tensor(v, requires_grad=True) for v in values)
    checks = {"check_forward_ad": True, "check_grad_dtypes": True}
    assert gradcheck(function, inputs, fast_mode=fast, check_batched_grad=not fast, **checks)
    assert gradgradcheck(function, inputs, fast_mode=fast, check_fwd_over_rev=True)
    if name in ("not analytic", "complex to real"):
        assert torch.autograd.gradcheck(function, tuple(torch.tensor(v, requires_grad=True) for v in values), **checks)
    with pytest.raises(GradcheckError, match="a complex number is two, real and imaginary" if not fast else "input 0"):
        gradcheck(lambda z, *rest: abs(z) * z.detach() * 1j, inputs, fast_mode=fast)


def test_no_input_that_requires_grad_is_an_error():
    for raises in (True, False):
        with pytest.raises(GradientError, match="at least one input must require grad"):
            gradcheck(lambda x: x, tg.tensor([1.0]), raise_exception=raises)
    with pytest.raises(GradientError, match="gradgradcheck: at least one"):
        gradgradcheck(lambda x: x, (tg.tensor([1.0]), 2.0))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: gradcheck(lambda x: x.detach().numpy(), leaf(VECTOR)), DtypeError),
        (lambda: gradcheck(lambda x: x, VECTOR), DtypeError),
        (lambda: gradcheck(lambda x: x, leaf(VECTOR), check_backward_ad=False), ArgumentError),
        (lambda: gradgradcheck(lambda x: x, leaf(VECTOR), VECTOR), DtypeError),
    ],
)
def test_what_cannot_be_checked_is_an_error(call, error):
    with pytest.raises(error, match="gradcheck: "):
        call()


def test_single_precision_is_warned_about():
    x = tg.tensor(np.float32([0.5, 1.0]), requires_grad=True)
    with pytest.warns(UserWarning, match="float32"):
        assert gradcheck(lambda x: x * x, x, eps=1e-2, atol=1e-2, rtol=1e-2)


def test_nothing_is_disturbed():
    x = leaf(VECTOR)
    x.grad = tg.tensor(np.ones(3))
    y = np.sin(x)  # a result, with history
    fixed = tg.tensor(VECTOR)
    before = VECTOR.copy()
    with tg.no_grad():
        assert gradcheck(lambda y, c, n: y * c * n, (y, fixed, 2.0))
        assert gradgradcheck(lambda y, c, n: y * y * c * n, (y, fixed, 2.0))
        assert not tg.is_grad_enabled()
    assert tg.is_grad_enabled()
    np.testing.assert_array_equal(x.grad.numpy(), np.ones(3))
    np.testing.assert_array_equal(x.detach().numpy(), before)
    assert y.requires_grad
    assert not y.is_leaf
    assert y.grad is None
    (g,) = tg.autograd.grad(y.sum(), x)
    np.testing.assert_allclose(g.numpy(), np.cos(before), rtol=1e-14)


def test_a_function_that_writes_to_its_argument_leaves_the_input_alone():
    fixed = tg.tensor(VECTOR)

    def function(x, c):
        c *= x
        return c * x

    assert gradcheck(function, (leaf(VECTOR), fixed))
    np.testing.assert_array_equal(fixed.numpy(), VECTOR)


def test_seeds_of_the_second_derivative():
    x = leaf(VECTOR)
    assert gradgradcheck(lambda x: (x**3, x.sum()), x, (tg.tensor(VECTOR), tg.tensor(2.0)))


def test_a_recording_refuses():
    with pytest.raises(GradientError, match="Call gradcheck outside"):
        tg.compile(lambda x: gradcheck(lambda y: y * y, x) * x)(VECTOR)


def test_a_failed_fast_check_shows_the_jacobians_themselves():
    with pytest.raises(GradcheckError, match="rows are the output's elements") as caught:
        gradcheck(lambda x: np.sin(x) * x.detach(), leaf([0.5, 2.0]), fast_mode=True)
    shown = str(caught.value).partition("analytical:")[2]
    assert shown.count("[") == 3  # two rows
    assert f"{2.0 * np.cos(2.0):.6f}"[:6] in shown


def test_fast_mode_still_passes():
    assert gradcheck(np.sin, leaf([0.5, 2.0]), fast_mode=True)


CHANGING = {
    "shape": lambda x: x * (np.ones(2) if x.detach().numpy()[0] > 1.0 else np.ones((1, 2))),
    "size": lambda x: x[:1] if x.detach().numpy()[0] > 1.0 else x,
    "dtype": lambda x: x * 2.0 if x.detach().numpy()[0] > 1.0 else (x * 2.0).astype(np.float32),
    "number of outputs": lambda x: (x, x) if x.detach().numpy()[0] > 1.0 else (x,),
    "container": lambda x: x if x.detach().numpy()[0] > 1.0 else (x,),
    "an output without gradient": lambda x: (x * x, tg.tensor(np.ones(2 if x.detach().numpy()[0] > 1.0 else 1))),
}


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("what", CHANGING)
def test_results_that_change_around_the_inputs_are_refused(what, fast):
    """They have no derivative: not even where NumPy broadcasts one to the other."""
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(tg.errors.GradcheckError, match=r"same containers, shapes and dtypes .* input 0 differs by"):
        tg.autograd.gradcheck(CHANGING[what], (x,), fast_mode=fast)
    assert not tg.autograd.gradcheck(CHANGING[what], (x,), fast_mode=fast, raise_exception=False)

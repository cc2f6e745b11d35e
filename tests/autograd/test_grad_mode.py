"""`no_grad`, `enable_grad`, `set_grad_enabled`, `is_grad_enabled`, `inference_mode`."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError
from tests.support import leaf


@pytest.mark.parametrize("values", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
def test_no_grad_records_nothing_for_gradients(values):
    x = leaf(values)
    with tg.no_grad():
        y = np.sin(x) * x
    assert not y.requires_grad
    assert y.is_leaf
    assert x.requires_grad


@pytest.mark.parametrize("values", [2.0, [1.0, 2.0]], ids=["scalar", "array"])
@pytest.mark.parametrize("op", [lambda x: x * 0.5, np.sin, lambda x: x + x, lambda x: x.reshape(-1), lambda x: x[...]])
def test_a_value_made_under_no_grad_is_a_constant_afterwards(values, op):
    x = leaf(values)
    before = op(x) * 1.0
    with tg.no_grad():
        constant = op(x)
    after = op(x) * 1.0
    total = (constant * x.reshape(constant.shape)).sum() + 0.0 * (before.sum() + after.sum())
    total.backward()
    np.testing.assert_allclose(x.grad.numpy().reshape(constant.shape), constant.numpy(), rtol=1e-15)


def test_every_kind_of_op_obeys_no_grad():
    x = leaf(np.arange(6.0).reshape(2, 3) + 1.0)
    with tg.no_grad():
        results = [
            x + 1.0, 2.0 - x, x @ x.T, x.sum(), x.mean(0), x[0], x[0, 1], x[[1, 0]], x.T, x.reshape(3, 2), np.where(x > 2, x, 0.0),
            np.concatenate([x, x]), np.stack([x, x]), x.max(), np.prod(x), np.cumsum(x), x.clone(), x**2, -x, abs(x),
            x.astype(np.float32), np.einsum("ij,ij->", x, x), np.linalg.norm(x),
        ]  # fmt: skip
    assert [k for k, r in enumerate(results) if r.requires_grad] == []


def test_enable_grad_inside_no_grad():
    x = leaf(3.0)
    with tg.no_grad():
        a = x * x
        with tg.enable_grad():
            b = x * x
        c = x * x
    assert [t.requires_grad for t in (a, b, c)] == [False, True, False]
    (a + b + c).backward()
    assert x.grad.item() == 6.0


@pytest.mark.parametrize("enabled", [False, True])
def test_set_grad_enabled_as_a_context(enabled):
    x = leaf(3.0)
    with tg.set_grad_enabled(mode=enabled):
        assert tg.is_grad_enabled() is enabled
        y = x * x
    assert tg.is_grad_enabled()
    assert y.requires_grad is enabled


def test_set_grad_enabled_as_a_statement():
    x = leaf(3.0)
    try:
        tg.set_grad_enabled(False)
        assert not tg.is_grad_enabled()
        assert not (x * x).requires_grad
    finally:
        tg.set_grad_enabled(True)
    assert (x * x).requires_grad


def test_the_mode_returns_after_an_exception():
    with pytest.raises(KeyError), tg.no_grad():
        raise KeyError
    assert tg.is_grad_enabled()


@pytest.mark.parametrize("mode", [tg.no_grad, tg.enable_grad, lambda: tg.set_grad_enabled(False)])
def test_modes_are_decorators(mode):
    x = leaf(2.0)

    @mode()
    def square(t):
        """Docs."""
        return t * t

    assert square.__name__ == "square"
    assert square.__doc__ == "Docs."
    assert square(x).requires_grad is (mode is tg.enable_grad)
    assert tg.is_grad_enabled()
    assert square(x).requires_grad is (mode is tg.enable_grad)


def test_one_object_nests():
    quiet = tg.no_grad()
    with quiet:
        with quiet:
            assert not tg.is_grad_enabled()
        assert not tg.is_grad_enabled()
    assert tg.is_grad_enabled()


def test_a_decorated_recursive_function():
    @tg.no_grad()
    def countdown(n):
        assert not tg.is_grad_enabled()
        return n if n == 0 else countdown(n - 1)

    assert countdown(5) == 0
    assert tg.is_grad_enabled()


def test_a_new_thread_starts_enabled():
    seen = []
    with tg.no_grad():
        thread = threading.Thread(target=lambda: seen.append(tg.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_leaves_can_be_made_under_no_grad():
    with tg.no_grad():
        x = leaf(2.0)
    assert x.requires_grad
    (x * x).backward()
    assert x.grad.item() == 4.0


def test_backward_works_under_no_grad():
    x = leaf(2.0)
    y = x * x
    with tg.no_grad():
        y.backward()
    assert x.grad.item() == 4.0


def test_create_graph_records_under_no_grad():
    x = leaf(2.0)
    y = x**3
    with tg.no_grad():
        (g,) = tg.autograd.grad(y, x, create_graph=True)
        assert not tg.is_grad_enabled()
    assert tg.autograd.grad(g, x)[0].item() == 12.0


def test_gradients_of_a_plain_backward_do_not_require_grad():
    x = leaf(2.0)
    (x * x).backward()
    assert not x.grad.requires_grad


def test_switching_within_one_expression_chain():
    x = leaf(0.5)
    y = x
    expected = 1.0
    for k in range(20):
        if k % 3 == 2:
            with tg.no_grad():
                shift = y * 0.5
            y = y - shift * x
            expected = expected - shift.item()
        else:
            y = y * 1.01
            expected *= 1.01
    y.backward()
    # d(y - shift*x)/dx with shift constant, followed by hand through the loop
    value, derivative = 0.5, 1.0
    for k in range(20):
        if k % 3 == 2:
            value, derivative = value - value * 0.5 * 0.5, derivative - value * 0.5
        else:
            value, derivative = value * 1.01, derivative * 1.01
    assert x.grad.item() == pytest.approx(derivative, rel=1e-13)
    assert y.item() == pytest.approx(value, rel=1e-13)


# ------------------------------------------------------------------------------------------------- inference_mode


def test_inference_mode_records_nothing_whatever_is_switched_on_inside():
    x = leaf([2.0, 3.0])
    with tg.inference_mode():
        assert tg.is_inference_mode_enabled()
        results = [x * x]
        with tg.enable_grad():
            assert not tg.is_grad_enabled()
            results += [np.sin(x) * x, x.sum(), x[0], x @ x]
            with tg.no_grad():
                results.append(x + 1.0)
            results.append(x * 2.0)
        with tg.set_grad_enabled(True):
            results.append(x / 2.0)
        tg.set_grad_enabled(True)
        results.append(-x)
    assert [r.requires_grad for r in results] == [False] * len(results)
    assert tg.is_grad_enabled()
    assert not tg.is_inference_mode_enabled()
    assert (x * x).requires_grad


def test_leaves_made_in_inference_mode():
    with tg.inference_mode():
        x = leaf(2.0)
        y = leaf([1.0]).requires_grad_()
    assert x.requires_grad
    assert x.is_leaf
    (x * x * y.sum()).backward()
    assert (x.grad.item(), y.grad.item()) == (4.0, 4.0)


def test_results_of_inference_mode_are_constants_that_may_be_used_and_changed():
    """PyTorch refuses both: its results would lack version counters."""
    x = leaf([2.0, 3.0])
    with tg.inference_mode():
        c = x * x
    (x * c).sum().backward()
    assert x.grad.tolist() == [4.0, 9.0]
    c += 1.0
    c[0] = 0.5
    assert c.tolist() == [0.5, 10.0]
    y = c.requires_grad_()
    (y * y).sum().backward()
    assert y.grad.tolist() == [1.0, 20.0]


def test_a_leaf_may_be_changed_in_inference_mode():
    x = leaf([1.0, 2.0])
    with tg.inference_mode():
        x -= 0.5
    assert x.is_leaf
    assert x.requires_grad
    assert x.detach().tolist() == [0.5, 1.5]


def test_sweeps_in_inference_mode():
    x = leaf(2.0)
    y = x**3
    with tg.inference_mode():
        (g,) = tg.autograd.grad(y, x, create_graph=True)
        y.backward()
    assert (g.item(), x.grad.item()) == (12.0, 12.0)
    assert not g.requires_grad


@pytest.mark.parametrize("outer", [tg.enable_grad, tg.no_grad, tg.inference_mode])
def test_inference_mode_false_records_again(outer):
    x = leaf(2.0)
    with outer():
        before = tg.is_grad_enabled()
        with tg.inference_mode(False):
            assert (x * x).requires_grad
            with tg.no_grad():
                assert not (x * x).requires_grad
        assert tg.is_grad_enabled() is before
    assert tg.is_grad_enabled()


def test_inference_mode_as_pytorch():
    torch = pytest.importorskip("torch")
    seen = []
    for library in (tg, torch):
        x = library.tensor([2.0, 3.0], requires_grad=True)
        found = []
        with library.inference_mode():
            found += [library.is_inference_mode_enabled(), library.is_grad_enabled(), (x * x).requires_grad]
            with library.enable_grad():
                found.append((x * x).requires_grad)
            with library.inference_mode(False):
                found += [library.is_inference_mode_enabled(), library.is_grad_enabled(), (x * x).requires_grad]
            found += [
                library.tensor([1.0], requires_grad=True).requires_grad,
                library.func.grad(lambda t: (t * t).sum())(x).tolist(),
            ]
        with library.no_grad(), library.inference_mode(False):
            found.append((x * x).requires_grad)
        found.append(library.inference_mode()(lambda t: t * t)(x).requires_grad)
        found.append(library.is_inference_mode_enabled())
        seen.append(found)
    assert seen[0] == seen[1]


def test_transforms_and_compiled_functions_differentiate_in_inference_mode():
    w = leaf([1.0, 2.0])

    def f(x):
        return np.sum(np.sin(x * w) * x)

    def g(x):
        return np.sum(np.sin(x * np.array([1.0, 2.0])) * x)

    x = np.array([0.3, 0.4])
    for transform in TRANSFORMS:
        expected = transform(g)(x)
        with tg.inference_mode():
            found = [transform(f)(x), transform(g)(x), tg.compile(transform(g))(x)]
        for result in found:
            parts = [result] if not isinstance(result, tuple) else result
            wanted = [expected] if not isinstance(expected, tuple) else expected
            for part, value in zip(parts, wanted, strict=True):
                assert not (isinstance(part, tg.Tensor) and part.requires_grad)
                np.testing.assert_allclose(np.asarray(part), value, rtol=1e-12)


TRANSFORMS = [
    tg.grad, tg.value_and_grad, tg.hessian, tg.func.jacfwd, lambda f: lambda x: tg.func.jvp(f, (x,), (x,)),
    lambda f: lambda x: tg.func.vjp(f, x)[1](1.0),
]  # fmt: skip


def test_inference_mode_in_a_compiled_function_cuts_the_derivative():
    def f(x):
        with tg.inference_mode(), tg.enable_grad():
            c = np.sin(x)
            slope = tg.grad(lambda y: np.sum(y * y * y))(x)
        return np.sum(x * c + slope)

    x = np.array([0.3, 0.4])
    for g in (tg.grad(f), tg.compile(tg.grad(f))):
        np.testing.assert_allclose(g(x), np.sin(x), rtol=1e-15)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's own
def test_results_of_inference_mode_have_no_tangents():
    torch = pytest.importorskip("torch")
    seen = []
    for library in (tg, torch):
        forward_ad = library.autograd.forward_ad
        x = library.tensor([1.0, 2.0])
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(x, library.tensor([1.0, 1.0]))
            with library.inference_mode():
                inside = dual * dual + library.sin(dual).sum()
            with library.no_grad():
                outside = dual * dual
            seen.append([forward_ad.unpack_dual(inside).tangent, forward_ad.unpack_dual(outside).tangent.tolist()])
    assert seen[0] == seen[1] == [None, [2.0, 4.0]]


def test_inference_mode_is_a_decorator_and_per_thread():
    x = leaf(2.0)

    @tg.inference_mode()
    def square(t):
        """Docs."""
        seen = []
        thread = threading.Thread(target=lambda: seen.append(tg.is_inference_mode_enabled()))
        thread.start()
        thread.join()
        assert seen == [False]
        assert tg.is_inference_mode_enabled()
        return t * t

    assert square.__doc__ == "Docs."
    assert not square(x).requires_grad
    assert not tg.is_inference_mode_enabled()
    with pytest.raises(KeyError), tg.inference_mode():
        raise KeyError
    assert tg.is_grad_enabled()
    assert not tg.is_inference_mode_enabled()


def test_inference_mode_wants_a_bool():
    with pytest.raises(ArgumentError, match=r"@tg.inference_mode\(\)"):
        tg.inference_mode(lambda t: t)


@pytest.mark.parametrize(("mode", "state"), [(tg.no_grad, False), (tg.enable_grad, True)])
def test_modes_decorate_without_parentheses(mode, state):
    @mode
    def inside():
        """Docs."""
        return tg.is_grad_enabled()

    for outer in (tg.no_grad, tg.enable_grad):
        with outer():
            before = tg.is_grad_enabled()
            assert inside() is state
            assert tg.is_grad_enabled() is before
    assert inside.__doc__ == "Docs."


def steps(lib, mode):
    """What a generator and its caller see, in the order in which it happens."""
    seen = []

    @mode(lib)
    def generator():
        seen.append(("begin", lib.is_grad_enabled()))
        try:
            sent = yield 1
            seen.append((sent, lib.is_grad_enabled()))
            try:
                yield 2
            except KeyError:
                seen.append(("thrown", lib.is_grad_enabled()))
            yield 3
        finally:
            seen.append(("end", lib.is_grad_enabled()))
        return "result"

    def note():
        seen.append(("outside", lib.is_grad_enabled()))

    g = generator()
    note()
    seen.append(next(g))
    note()
    seen.append(g.send("sent"))
    note()
    seen.append(g.throw(KeyError("on purpose")))
    note()
    with pytest.raises(StopIteration) as end:
        next(g)
    seen.append(end.value.value)
    note()
    closed = generator()
    next(closed)
    closed.close()
    note()
    return seen


@pytest.mark.parametrize(
    "mode", [lambda lib: lib.no_grad(), lambda lib: lib.inference_mode(), lambda lib: lib.set_grad_enabled(False)]
)
def test_modes_decorate_generators(mode):
    found = steps(tg, mode)
    assert {state for item in found if isinstance(item, tuple) and item[0] == "outside" for state in item[1:]} == {True}
    assert {state for item in found if isinstance(item, tuple) and item[0] != "outside" for state in item[1:]} == {
        False
    }
    assert found == steps(pytest.importorskip("torch"), mode)

"""Anomaly detection: which operation and which line an error of the reverse sweep is traced to."""

from __future__ import annotations

import inspect
import threading

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import detect_anomaly, is_anomaly_check_nan_enabled, is_anomaly_enabled, set_detect_anomaly
from tapegrad.errors import AnomalyError, ArgumentError
from tapegrad.record.recording import tape
from tests.support import leaf
from tests.worlds import Torch, World, same, worlds

pytestmark = pytest.mark.filterwarnings("ignore:Anomaly Detection:UserWarning", "ignore:Error detected in:UserWarning")


def root_below_zero(w, x):
    return (w.lib.sqrt(x - 2.0) * x).sum()


def root_at_zero(w, x):
    return w.lib.sqrt(x - 1.0).sum()


def zero_by_zero(w, x):
    return ((x - 1.0) / (x - 1.0)).sum()


def logarithm_below_zero(w, x):
    return w.lib.log(x - 5.0).sum()


def harmless(w, x):
    return (x * x).sum()


def nan_in_a_scalar_chain(w, x):
    return w.lib.log(x[0] - 5.0) * x[1]


def nan_in_a_constant(w, x):
    return (x * w.constant([float("nan"), 1.0])).sum()


def nan_where_nothing_depends_on_it(w, x):
    return w.lib.where(x > 100.0, w.lib.log(x - 5.0), x).sum()


def nan_in_a_product(w, x):
    return (w.constant([[1.0, float("nan")], [0.0, 1.0]]) @ x).sum()


PROGRAMS = {  # what hands the NaN on, and to which of its arguments
    root_below_zero: ("multiply", 1),
    root_at_zero: None,
    zero_by_zero: ("divide", 1),
    logarithm_below_zero: None,
    harmless: None,
    nan_in_a_scalar_chain: ("multiply", 1),
    nan_in_a_constant: ("multiply", 0),
    nan_where_nothing_depends_on_it: None,
    nan_in_a_product: ("matvec", 1),
}


@worlds
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_what_hands_on_a_nan_is_named(program, world):
    w, expected = world(), PROGRAMS[program]
    x = w.leaf([1.0, 2.0])
    with w.autograd.detect_anomaly():
        loss = program(w, x)
        if expected is None:
            loss.backward()
            assert x.grad is not None
        else:
            operation, argument = expected
            torch_name = {"matvec": "Mv", "multiply": "Mul", "divide": "Div"}[operation]
            match = f"that {operation} hands to its argument {argument} holds a NaN|'{torch_name}Backward0' returned nan values in its {argument}th"
            with pytest.raises(RuntimeError, match=match):
                loss.backward()
            assert x.grad is None


@worlds
def test_a_branch_that_was_not_taken(world):
    """Its adjoint is zero, and stays zero; in PyTorch the derivative there makes it a NaN."""
    w = world()
    x = w.leaf([1.0, 2.0])
    with w.autograd.detect_anomaly():
        loss = w.lib.where(x > 1.5, w.lib.sqrt(x - 1.5), 0.0 * x).sum()
        if w.name == "torch":
            with pytest.raises(RuntimeError, match="nan values"):
                loss.backward()
        else:
            loss.backward()
            same(x.grad, [0.0, 0.5 / 0.5**0.5])


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("data", [1.0, [1.0, 2.0]], ids=["scalar", "array"])
def test_the_line_that_recorded_it_is_named(data, create_graph):
    x = leaf(data)
    with detect_anomaly():
        y = tg.exp(x) * 2.0
        z = (x - 1.0) / (x - 1.0) + y
        line = inspect.currentframe().f_lineno - 1
        loss = (3.0 * z - x).sum()
        for sweep in (loss.backward, lambda **keywords: tg.autograd.grad(loss, x, **keywords)):
            with pytest.raises(AnomalyError, match=rf"divide hands to its argument 1 .* {__file__}:{line}\. "):
                sweep(create_graph=create_graph)
    assert x.grad is None


def test_the_first_instruction_that_makes_a_nan_is_the_one():
    """What passes it on is not named; nor is what absolute zero keeps from making one."""
    x = leaf([0.0, 1.0])
    with detect_anomaly():
        y = tg.sqrt(3.0 * x) * 2.0
        (y * y).sum().backward()  # at 0 the partial of the root is inf, and its adjoint 0
        same(x.grad, [0.0, 12.0])
        y = 2.0 * x
        z = y * np.array([np.nan, 1.0])
        line = inspect.currentframe().f_lineno - 1
        with pytest.raises(AnomalyError, match=f"test_anomaly.py:{line}"):
            (3.0 * z + 1.0).sum().backward()


def test_values_that_are_nan_already_are_said_to_be():
    x = leaf([-1.0])
    with detect_anomaly():
        y = tg.sqrt(x)
        with pytest.raises(
            AnomalyError, match=r"sqrt hands to its argument 0 holds a NaN.*Its value holds a NaN already"
        ):
            y.sum().backward()
        with pytest.raises(AnomalyError) as found:
            (x * 2.0).backward(np.array([np.nan]))
        assert "already" not in str(found.value)


def test_only_nan_counts_and_only_if_asked_for():
    x = leaf([0.0, 1.0])
    with detect_anomaly():
        tg.sqrt(x).sum().backward()
    same(x.grad, [float("inf"), 0.5])
    x = leaf([-1.0])
    with detect_anomaly(check_nan=False):
        tg.sqrt(x).sum().backward()
    assert np.isnan(x.grad.numpy()).all()


def test_a_custom_function_is_named():
    class Broken(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return 2.0 * x

        @staticmethod
        def backward(ctx, g):
            return g * float("nan")

    class Fails(Broken):
        @staticmethod
        def backward(ctx, g):
            raise ZeroDivisionError("by design")

    x = leaf([1.0, 2.0])
    with detect_anomaly():
        y = Broken.apply(x) * 3.0
        line = inspect.currentframe().f_lineno - 1
        with pytest.raises(
            AnomalyError, match=f"that Broken hands to its argument 0 holds a NaN, recorded at .*test_anomaly.py:{line}"
        ):
            y.sum().backward()
        y = Fails.apply(x) * 3.0
        line = inspect.currentframe().f_lineno - 1
        with pytest.raises(ZeroDivisionError, match="by design") as found:
            y.sum().backward()
    assert f"In the reverse sweep of Fails, recorded at {__file__}:{line}." in found.value.__notes__
    with pytest.raises(ZeroDivisionError) as found:
        Fails.apply(x).sum().backward()
    assert not hasattr(found.value, "__notes__")


def test_an_exception_in_a_node_hook_is_explained():
    x = leaf([1.0, 2.0])
    with detect_anomaly():
        y = tg.sin(x)
        line = inspect.currentframe().f_lineno - 1
        y.grad_fn.register_hook(lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError) as found:
            y.sum().backward()
    assert f"In the reverse sweep of sin, recorded at {__file__}:{line}." in found.value.__notes__


def test_a_line_that_was_not_kept():
    x = leaf([-1.0])
    y = tg.sqrt(x).sum()
    y.item()
    with detect_anomaly(), pytest.raises(AnomalyError, match="a line that was not kept"):
        y.backward()


def test_a_tape_is_as_before_after_an_anomaly():
    x = leaf([-1.0, 4.0])
    with detect_anomaly():
        y = tg.sqrt(x).sum()
        with pytest.raises(AnomalyError):
            y.backward()
    y.backward()
    assert np.isnan(x.grad[0].item())
    assert x.grad[1].item() == 0.25


def states():
    return is_anomaly_enabled(), is_anomaly_check_nan_enabled()


@worlds
def test_contexts_nest_and_end(world):
    autograd, lib = world().autograd, world().lib

    def states():
        return lib.is_anomaly_enabled() if world().name == "torch" else is_anomaly_enabled()

    assert not states()
    with autograd.detect_anomaly():
        assert states()
        with autograd.set_detect_anomaly(False):
            assert not states()
            with autograd.detect_anomaly():
                assert states()
        assert states()
    assert not states()
    setting = autograd.set_detect_anomaly(True)
    assert states()
    autograd.set_detect_anomaly(False)
    assert not states()
    with pytest.raises(ZeroDivisionError), autograd.detect_anomaly():
        _ = 1 / 0
    assert not states()
    del setting


def test_what_is_checked():
    with detect_anomaly():
        assert states() == (True, True)
        with detect_anomaly(check_nan=False):
            assert states() == (True, False)
        assert states() == (True, True)
    assert states() == (False, False)
    with set_detect_anomaly(True, check_nan=False):
        assert states() == (True, False)
    assert states() == (False, False)


def test_it_is_a_decorator():
    @detect_anomaly()
    def inner():
        """What it does."""
        return states()

    assert inner() == (True, True)
    assert inner.__doc__ == "What it does."
    assert states() == (False, False)


def test_it_is_per_thread():
    found = []
    with detect_anomaly():
        thread = threading.Thread(target=lambda: found.append(states()))
        thread.start()
        thread.join()
    assert found == [(False, False)]


def elements_of_a_leaf(w, read):
    """Elements that are read before, between and after other instructions; and second derivatives."""
    x = w.leaf([1.0, 2.0, 3.0])
    with w.autograd.detect_anomaly():
        y = read(w, x)
        (g,) = w.autograd.grad(y, x, create_graph=True)
        (h,) = w.autograd.grad((g * g).sum(), x, retain_graph=True)
        y.backward()
    return y, g, h, x.grad


@pytest.mark.parametrize(
    "read",
    [
        lambda w, x: x[0] * 2.0 * x[1],
        lambda w, x: x[0] + x[1] * x[1] + x[1] * x[2] * x[0],
        lambda w, x: w.lib.exp(x[2] * 0.1) * x[1] * (x * x).sum() * x[2],
    ],
)
def test_elements_of_a_leaf_count_once(read):
    same(elements_of_a_leaf(World(), read), elements_of_a_leaf(Torch(), read))


def test_switching_on_and_off_keeps_no_lines():
    for kept in (False, True):
        with tg.Tape(lines=kept):
            set_detect_anomaly(True)
            set_detect_anomaly(True, check_nan=False)
            assert tape.lines
            set_detect_anomaly(False)
            assert tape.lines == kept
            with set_detect_anomaly(True), detect_anomaly(), set_detect_anomaly(False):
                pass
            assert (states(), tape.lines) == ((False, False), kept)


def test_a_decorator_has_parentheses():
    with pytest.raises(ArgumentError, match=r"@detect_anomaly\(\)"):
        detect_anomaly(lambda: None)


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("register", [
    lambda y, f: y.register_hook(f),
    lambda y, f: y.grad_fn.register_prehook(f),
    lambda y, f: y.grad_fn.register_hook(f),
])  # fmt: skip
def test_what_a_hook_raises_is_explained(register, create_graph):
    def fail(*args):
        raise ZeroDivisionError

    class Twice(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2.0

        @staticmethod
        def backward(ctx, g):
            return g * 2.0

    @tg.custom.elementwise(partials={"x": lambda x: 2.0 * x})
    def square(x):
        return x * x

    for function, name in ((np.sin, "sin"), (Twice.apply, "Twice"), (square, "square")):
        x = tg.tensor([1.0, 2.0], requires_grad=True)
        with tg.autograd.detect_anomaly():
            y = function(x)
            register(y, fail)
            with pytest.raises(ZeroDivisionError) as caught:
                y.sum().backward(create_graph=create_graph)
        assert caught.value.__notes__[0].startswith(f"In the reverse sweep of {name}, recorded at {__file__}:")

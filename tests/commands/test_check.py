"""The verdict on derivatives of functions that are right, wrong, or have none, by the command's output and status."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.commands.command_line import main

AT = (np.array([0.3, 1.2, 2.0]),)
AT_ZERO = (np.array([0.0, 1.2, 2.0]),)


class Wrong(tg.autograd.Function):
    """The square, with half of its derivative, whose forward cuts what only it computes."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.detach() * np.round(x, 12)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x


@pytest.fixture
def verdict(monkeypatch, capsys):
    """A function that checks one and returns the status and what was printed."""

    def check(f, example, *options: str) -> tuple[int, str]:
        module = ModuleType("users_functions")
        module.f, module.example = f, example
        monkeypatch.setitem(sys.modules, "users_functions", module)
        status = main(["check", "users_functions:f", "--example", "users_functions:example", *options])
        return status, capsys.readouterr().out

    return check


def cells(text: str, order: int) -> list[list[str]]:
    """The cells of the table's rows of an order."""
    rows = [line.rsplit(maxsplit=0)[0] for line in text.splitlines() if "  " in line]
    return [
        [c for c in row.split("  ") if c][2:]
        for row in rows
        if [c.strip() for c in row.split("  ") if c][1:2] == [f"{order}"]
    ]


@pytest.mark.parametrize(
    ("f", "example"),
    [
        (lambda w: np.sum(np.sin(w) * w), AT),
        (lambda w: np.stack([w[0] * w[1], np.exp(w[0]), w[1] ** 3]), AT),
        (lambda x: np.sum(x**2) if x[0] > 0.1 else np.sum(x), AT),
        (lambda z: np.sum(np.abs(z) ** 2 * z.real), (np.array([1 + 2j, 0.5j]),)),
        (lambda p, n: np.sum(p["w"] ** n) + p["b"][0], ({"w": np.ones(3), "b": (2.0,)}, 3)),
        (lambda x: np.sum(np.sin(x) * x), (np.array([0.3, 1.2], np.float32),)),
        (lambda x: np.sum(np.sin(x.astype(np.float32))), AT),
        (lambda x: np.sum(np.round(x, 1) * x), AT),
        (lambda x: tg.compile(lambda y: y * y)(x), (1.5,)),
        (
            lambda p: np.sum((p[0] * np.exp(-p[1] * np.arange(5.0)) - 3.0 * np.exp(-1.5 * np.arange(5.0))) ** 2),
            (np.array([3.0, 1.5]),),
        ),
    ],
)
def test_right_derivatives_pass(f, example, verdict):
    status, text = verdict(f, example)
    assert status == 0, text
    assert text.splitlines()[-1].startswith("ok: orders 1 and 2")
    assert "FAILED" not in text
    for order in (1, 2):
        for row in cells(text, order):
            assert all(float(cell) < 1e-3 for cell in row)
            assert len(row) == 4


@pytest.mark.parametrize(
    ("f", "example", "cell", "text"),
    [
        (lambda x: np.sum(np.abs(x)), AT_ZERO, "kink !", "has a kink there: from the left the derivative is -1, from the right 1"),
        (lambda x: np.sum(np.maximum(x, 0.0)), AT_ZERO, "kink !", "from the left the derivative is 0, from the right 1"),
        (lambda x: np.sum(np.floor(x) * x), AT, "jump !", "The value jumps there"),
        (lambda x: np.sum(np.sqrt(x)), AT_ZERO, "inf !", "is not finite"),
    ],
)  # fmt: skip
def test_where_there_is_no_derivative_the_verdict_says_why(f, example, cell, text, verdict):
    status, said = verdict(f, example)
    assert status == 1
    assert cells(said, 1) == [[cell.strip()] * 4] or all(c.strip() == cell for c in cells(said, 1)[0])
    assert text in said
    assert "x, order 1: 1 of 3 elements failed." in said
    assert ("at x[2]" if "jump" in cell else "at x[0]") in said


def test_a_kink_of_the_gradient_is_one_of_order_2(verdict):
    status, text = verdict(lambda x: np.sum(np.abs(x) * x), AT_ZERO)
    assert status == 1
    assert "x, order 2" in text
    assert "x, order 1" not in text
    assert "The first derivative has a kink there" in text


def test_a_wrong_rule_is_found_with_its_place_and_factor(verdict):
    status, text = verdict(
        lambda x: Wrong.apply(x) if isinstance(x, tg.Tensor) else x * x, (np.array([0.5, 2.0]),), "--order", "1"
    )
    assert status == 1
    assert "x, order 1: 2 of 2 elements failed" in text
    assert "at x[1]" in text
    assert "expected 4 by differences" in text
    assert "got 2." in text
    assert "0.5 times what is expected" in text


class Halves(Wrong):
    """The same, with a right derivative in forward mode."""

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved_tensors
        return 2.0 * x * t


class Halved(Wrong):
    """The same, with half of the derivative in forward mode alone."""

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2.0 * g * x

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved_tensors
        return x * t


def beginning(rule) -> str:
    return f"at test_check.py:{rule.__code__.co_firstlineno}"


@pytest.mark.parametrize(
    ("function", "named"),
    [
        (Wrong, f"Wrong.backward {beginning(Wrong.backward)}"),
        (Halves, f"Halves.backward {beginning(Wrong.backward)}"),
        (Halved, f"Halved.jvp {beginning(Halved.jvp)}"),
    ],
)
def test_the_rule_of_a_custom_function_that_is_wrong_is_named_and_its_forward_is_not(function, named, verdict):
    status, text = verdict(lambda x: np.sum(function.apply(x)), (np.array([0.5, 2.0]),), "--order", "1")
    assert status == 1
    assert f"Rules of your own are on the way: look at {named}." in text
    assert "pass no derivative" not in text
    assert "DtypeError" not in text  # of forward, which takes Tensors
    assert "its values are tapegrad's own" in text


def test_a_custom_function_over_plain_code_is_named(verdict):
    class Plain(tg.autograd.Function):
        """The square, by NumPy's values, with half of its derivative."""

        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return tg.tensor(x.detach().numpy() ** 2)

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * x

    status, text = verdict(lambda x: np.sum(Plain.apply(x)), (np.array([0.5, 2.0]),), "--order", "1")
    assert status == 1
    assert f"look at Plain.backward {beginning(Plain.backward)}." in text
    assert "In forward compiled of order 1." in text  # which needs a rule of forward mode


def test_a_path_that_is_cut_off_is_found(verdict):
    status, text = verdict(lambda x: np.sum(x.detach() if isinstance(x, tg.Tensor) else x), AT, "--order", "1")
    assert status == 1
    assert "found no way from the argument to the result" in text
    assert "These pass no derivative: detached at test_check.py:" in text


def test_a_cut_by_an_op_names_it_with_its_line(verdict):
    def rounded(x):
        return np.sum(x if isinstance(x, np.ndarray) else np.round(x, 12) + 0 * x)

    line = rounded.__code__.co_firstlineno + 1
    status, text = verdict(rounded, AT, "--order", "1")
    assert status == 1
    assert f"test_check.py:{line}" in text
    assert "These pass no derivative: r" in text


def test_draws_and_state_are_told_from_wrong_derivatives(verdict):
    random = np.random.default_rng(0)
    status, text = verdict(lambda x: np.sum(x * random.normal(size=3)), AT)
    assert status == 1
    assert "two calls with the same arguments differ" in text
    calls = []

    def later(x):
        calls.append(x)
        return np.sum(x) * (1.0 + (len(calls) > 4))

    status, text = verdict(later, AT, "--order", "1")
    assert status == 1
    assert "FAILED" in text


def test_what_raises_is_said_once_with_the_line(verdict):
    def written(x):
        buffer = np.zeros(3)
        buffer[0] = x[0]
        return np.sum(buffer * x)

    status, text = verdict(written, AT)
    assert status == 1
    assert text.count("PlainDataError") == 1
    assert f"test_check.py:{written.__code__.co_firstlineno + 2}" in text
    assert "In all modes." in text


def test_noise_is_undecided_and_not_wrong(verdict):
    status, text = verdict(lambda x: x + 1e-4 * np.sin(1e9 * x), (1.0,), "--order", "1")
    assert status == 1
    assert "undecided !" in text
    assert "Differences cannot tell" in text


def test_guards_and_writes_are_noted(verdict):
    def branch(x):
        if x[0] > 0.1:
            return np.sum(x * x)
        return np.sum(x)

    status, text = verdict(branch, AT)
    assert status == 0
    assert f"the function decides by values, at {__file__}:{branch.__code__.co_firstlineno + 1}" in text

    def doubled(x):
        x *= 2.0
        return np.sum(x)

    status, text = verdict(doubled, AT)
    assert "the function writes into its arguments" in text


def test_many_elements_are_sampled(verdict):
    status, text = verdict(lambda x: np.sum(x**3), (np.linspace(0.5, 1.5, 400),), "--elements", "5")
    assert status == 0
    assert text.splitlines()[-1].endswith("5 of 400 elements of arguments, in all modes")


def test_prints_of_the_function_are_left_out(verdict):
    def loud(x):
        print("here")
        return np.sum(x)

    assert "here" not in verdict(loud, AT)[1]


@pytest.mark.parametrize(
    ("f", "example", "message"),
    [
        (lambda n: n * 2, (3,), "expected an argument of floating-point numbers"),
        (lambda x: None, AT, "expected a function that returns floating-point numbers"),
        (lambda x: {}["w"], AT, "KeyError"),
    ],
)
def test_what_cannot_be_checked_is_said(f, example, message, monkeypatch, capsys):
    module = ModuleType("users_functions")
    module.f, module.example = f, example
    monkeypatch.setitem(sys.modules, "users_functions", module)
    with pytest.raises(SystemExit) as end:
        main(["check", "users_functions:f", "--example", "users_functions:example"])
    assert end.value.code == 2
    assert message in capsys.readouterr().err

"""Numbers that are broadcast are neutral elements like the numbers themselves, and joined arrays are seen through."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg

X = np.array([0.5, -1.25, np.inf, -np.inf, np.nan, 1e-320])
SAME = {
    "multiply": lambda x, c: x * np.broadcast_to(c + 1.0, x.shape),
    "multiply from the left": lambda x, c: np.broadcast_to(c + 1.0, x.shape) * x,
    "subtract": lambda x, c: x - np.broadcast_to(c, x.shape),
    "divide": lambda x, c: x / np.broadcast_to(c + 1.0, x.shape),
}


@pytest.mark.parametrize("rule", SAME.values(), ids=SAME)
def test_a_neutral_number_that_is_broadcast_is_left_out(rule: Any) -> None:
    compiled = tg.compile(lambda x: rule(x, tg.tensor(0.0)))
    np.testing.assert_array_equal(compiled(X).view(np.int64), X.view(np.int64))
    assert [op for op in compiled.tape().ops if op is not None] == []


def test_other_numbers_are_kept() -> None:
    compiled = tg.compile(
        lambda x: x * np.broadcast_to(tg.tensor(2.0), x.shape) - np.broadcast_to(tg.tensor(3.0), x.shape)
    )
    np.testing.assert_array_equal(compiled(X), X * 2.0 - 3.0)


def test_a_number_that_makes_a_larger_array_stays() -> None:
    compiled = tg.compile(lambda x: x * np.broadcast_to(tg.tensor(1.0), (2, *x.shape)))
    np.testing.assert_array_equal(compiled(X), np.broadcast_to(X, (2, 6)))


def test_the_gradient_of_a_sum_begins_without_a_product() -> None:
    compiled = tg.compile(tg.grad(lambda x: np.sum(x * x)))
    np.testing.assert_array_equal(compiled(X), 2.0 * X)
    assert [op.name for op in compiled.tape().ops if op is not None] == ["add"]


JOINED: list[tuple[Any, bool]] = [
    (np.s_[:, 3:5], True), (np.s_[:, :3], True), (np.s_[1:, 4:], True), (np.s_[::-1, 3:], True), (np.s_[:, 2:4], False),
    (np.s_[:, ::2], False), (np.s_[1:], False), (np.s_[:, 4:4], False),
]  # fmt: skip


@pytest.mark.parametrize(("index", "of_one"), JOINED)
def test_a_part_of_joined_arrays_is_one_of_the_array_that_has_it(index: Any, of_one: bool):
    x, y = np.arange(6.0).reshape(2, 3), -np.arange(8.0).reshape(2, 4)
    f = tg.compile(lambda x, y: np.concatenate([x, y], axis=1)[index] * 2.0)
    np.testing.assert_array_equal(f(x, y), np.concatenate([x, y], axis=1)[index] * 2.0)
    assert ("concatenate" not in str(f.tape(x, y))) == of_one


def test_the_adjoint_of_a_new_axis_is_a_shape():
    x, w = np.random.default_rng(0).normal(size=(2, 3, 4))
    compiled = tg.compile(tg.grad(lambda x: np.sum(x[None, ..., :, None] * np.exp(w)[None, :, :, None])))
    np.testing.assert_array_equal(compiled(x), np.exp(w))
    assert "scatter_add" not in str(compiled.tape())


SPECIAL = np.array([0.0, -0.0, 1.5, np.inf, -np.inf, np.nan])


def _chosen(c: Any, g: Any) -> Any:
    """The adjoints of both sides of a choice."""
    return tg.func.vjp(lambda x, y: np.where(c > 0.0, x, y), np.ones(36), np.ones(36))[1](g)


@pytest.mark.parametrize(
    ("rule", "ops"),
    [
        (_chosen, {"greater", "where"}),
        (lambda c, g: tg.func.vjp(lambda x: x * 0.5, c)[1](g), {"multiply"}),
        (lambda c, g: tg.func.vjp(lambda x: x * np.inf, c)[1](g), {"gated_multiply"}),
    ],
)
def test_adjoints_of_choices_are_chosen_and_of_numbers_need_no_gate(rule: Any, ops: set[str]) -> None:
    c, g = (part.ravel() for part in np.meshgrid(SPECIAL, SPECIAL))
    compiled = tg.compile(rule)
    for ours, theirs in zip(compiled(c, g), rule(c, g), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert {op.name for op in compiled.tape().ops if op is not None} == ops

"""Long stretches of scalars are simplified at once to what the builder makes of them one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir.program import Program, static_key
from tapegrad.record import bulk_numbering, incremental_cse, scalar_stretches
from tests.record.random_scalars import random_function


def listed(program: Program) -> Any:
    """The instructions in their order, with constants by their values: their places do not matter."""
    names: dict[int, Any] = {}
    rows = []
    for slot, op in enumerate(program.ops):
        if slot in program.constants:
            names[slot] = program.constants[slot].tobytes(), program.forms[slot].id
        else:
            names[slot] = len(rows)
            of = tuple(names[s] for s in program.operands[slot])
            rows.append((op and op.name, of, program.forms[slot].id, static_key(program.statics[slot])))
    return rows, [names[s] for s in program.outputs]


def flat(result: Any) -> list[Any]:
    return [*result] if isinstance(result, tuple) else [result]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Short stretches are numbered in bulk; notes of each whether the builder had to write it."""
    done: list[bool] = []
    original = bulk_numbering.numbered

    def numbered(*args: Any) -> Any:
        result = original(*args)
        done.append(result[0] is not None)
        return result

    monkeypatch.setattr(scalar_stretches, "LEAST", 4)
    monkeypatch.setattr(incremental_cse, "numbered", numbered)
    monkeypatch.setattr(bulk_numbering, "numbered", numbered)
    return done


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "transform", [lambda f: f, tg.value_and_grad, tg.hessian], ids=["value", "gradient", "hessian"]
)
def test_it_is_what_the_builder_makes(
    seed: int, transform: Any, counted: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    x = np.array([0.7, -0.3, 1.3])
    with np.errstate(all="ignore"):
        bulk = tg.compile(transform(random_function(seed)))
        values = bulk(x)
        assert any(counted)
        monkeypatch.setattr(scalar_stretches, "LEAST", 1 << 60)
        one_by_one = tg.compile(transform(random_function(seed)))
        expected = one_by_one(x)
    assert listed(bulk.tape()) == listed(one_by_one.tape())
    for value, other in zip(flat(values), flat(expected), strict=True):
        np.testing.assert_array_equal(value, other)


def chain(x: Any) -> Any:
    total = tg.tensor(0.5)
    for _ in range(60):  # a number that is folded step by step, and a value that is read again
        total = total * 0.5 + 1.0
    y = x[0]
    for _ in range(10):
        y = np.sin(y) * total
    return y


def test_what_takes_many_rounds_is_left_to_the_builder(counted: list[bool]) -> None:
    f = tg.compile(tg.value_and_grad(chain))
    value, slope = f(np.array([0.3]))
    assert not all(counted)
    y, d, total = 0.3, 1.0, 0.5
    for _ in range(60):
        total = total * 0.5 + 1.0
    for _ in range(10):
        d, y = d * np.cos(y) * total, np.sin(y) * total
    np.testing.assert_allclose(value, y, rtol=1e-14)
    np.testing.assert_allclose(slope, [d], rtol=1e-13)


def test_what_stops_gradients_stops_them(counted: list[bool]) -> None:
    def f(x: Any) -> Any:
        y = x[0]
        for _ in range(20):
            y = y + np.sin(y)
        with tg.no_grad():
            z = y
            for _ in range(20):
                z = z * 0.5 + 1.0
        return y * z

    x = np.array([0.3])
    (slope,) = tg.compile(tg.grad(f))(x)
    y, d = 0.3, 1.0
    for _ in range(20):
        d, y = d * (1.0 + np.cos(y)), y + np.sin(y)
    z = y
    for _ in range(20):
        z = z * 0.5 + 1.0
    np.testing.assert_allclose(slope, d * z, rtol=1e-13)

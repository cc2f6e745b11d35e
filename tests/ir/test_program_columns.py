"""Programs as arrays say what their lists say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ir import program_columns
from tapegrad.ir.program import Program
from tapegrad.ir.program_columns import ProgramColumns, alike, columns_of, ranks, rows_of, survivors


def test_columns_are_the_lists() -> None:
    p = tg.compile(lambda x: np.sum(np.sin(x) * x + 2.0)).tape(np.ones(3))
    columns = columns_of(p)
    assert [columns.ops[k] for k in columns.op] == p.ops
    assert [columns.forms[k] for k in columns.form] == p.forms
    assert columns.flat.tolist() == [s for of in p.operands for s in of]
    assert columns.readers.tolist() == [slot for slot, of in enumerate(p.operands) for _ in of]
    several = [slot for slot, of in enumerate(p.operands) if len(of) == 2]
    assert columns.of(np.array(several), 1).tolist() == [p.operands[slot][1] for slot in several]
    assert columns.slots(lambda op: op.name == "sin") == [s for s, op in enumerate(p.ops) if op and op.name == "sin"]
    assert columns.of_forms(lambda form: form.shape == ()).tolist() == [form.shape == () for form in p.forms]


def test_rows_are_cut_by_their_lengths() -> None:
    assert rows_of(np.array([7, 1, 2, 3, 4]), np.array([1, 0, 3, 1, 0])) == [(7,), (), (1, 2, 3), (4,), ()]


@pytest.mark.parametrize("short", [0, 1 << 60], ids=["arrays", "loop"])
@pytest.mark.parametrize("seed", range(5))
def test_survivors_lead_to_roots(seed: int, short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_columns, "_SHORT", short)
    rng = np.random.default_rng(seed)
    operands = [tuple(rng.integers(0, k, rng.integers(0, 4)).tolist()) if k else () for k in range(60)]
    roots = rng.integers(0, 60, 3).tolist()
    leading, waiting = set(), [*roots]
    while waiting:
        slot = waiting.pop()
        leading.add(slot)
        waiting += operands[slot]
    kept, place, rows = survivors(operands, roots)
    assert [slot for slot in range(60) if kept[slot]] == sorted(leading)
    assert [place[slot] for slot in sorted(leading)] == [*range(len(leading))]
    assert rows == [tuple(place[s] for s in operands[slot]) for slot in sorted(leading)]


def test_equal_columns_are_one_set_in_the_order_of_numpy() -> None:
    rng = np.random.default_rng(0)
    for shape in ((1, 0), (1, 1), (2, 7), (3, 200)):
        table = rng.integers(-2, 3, shape)
        first, number = alike(table)
        _, wanted, sets = np.unique(table, axis=1, return_index=True, return_inverse=True)
        np.testing.assert_array_equal(first, wanted)
        np.testing.assert_array_equal(number, sets.reshape(-1))


def lists(p: Program) -> list[list[Any]]:
    return [p.ops, p.operands, p.statics, p.forms]


def test_instructions_given_as_columns_are_those_in_lists() -> None:
    whole = tg.compile(lambda x: np.sum(np.sin(x[1:]) * x[:-1] + 2.0)).tape(np.ones(3))
    split = len(whole) - 3
    p = Program()
    p.ops, p.operands, p.statics, p.forms = ([*x[:split]] for x in lists(whole))
    p.extend(ProgramColumns.of_lists(*(x[split:] for x in lists(whole))))
    assert p.is_chunked
    assert len(p) == len(whole)
    columns = p.columns()
    assert [columns.operands_of(slot) for slot in range(len(p))] == whole.operands
    assert [columns.statics.get(slot, {}) for slot in range(len(p))] == whole.statics
    assert lists(p) == lists(whole)
    assert not p.is_chunked
    p.ops.append(None)  # from now on, the lists are the program
    p.operands.append(())
    assert len(p) == len(whole) + 1


def test_what_is_left_of_columns_has_new_slots() -> None:
    columns = ProgramColumns.of_lists(["a", "b", "a", "c"], [(), (0,), (0,), (2, 0)], [{}, {}, {}, {"k": 1}], [*"xyxz"])  # type: ignore[list-item, arg-type]
    left = columns.compressed(np.array([True, False, True, True]))
    assert (left.ops, left.op.tolist()) == (["a", "c"], [0, 0, 1])
    assert (left.forms, left.form.tolist()) == (["x", "z"], [0, 0, 1])
    assert [left.operands_of(slot) for slot in range(3)] == [(), (0,), (1, 0)]
    assert left.statics == {2: {"k": 1}}


def test_places_of_equal_digests_are_in_order() -> None:
    digests = (np.array([3, 1, 3, 2, 1, 3], np.uint64) << np.uint64(50)) | np.uint64(1 << 63)
    ranked, order = ranks(digests)
    assert order.tolist() == [1, 4, 3, 0, 2, 5]
    assert ranked.tolist() == digests[order].tolist()

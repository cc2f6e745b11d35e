"""`Tape`: the record as users see it."""

from __future__ import annotations

import re
import threading

import numpy as np
import pytest

import tapegrad as tg
from tests.support import leaf


def test_operations_within_go_to_the_tape():
    outside = leaf(1.0)
    before = outside * 2.0
    with tg.Tape() as tape:
        x = leaf(2.0)
        y = x * x + 1.0
    after = y * before
    assert len(tape) == 4
    after.backward()
    assert x.grad.item() == 4.0 * 2.0
    assert outside.grad.item() == 5.0 * 2.0


def test_printing_shows_ops_slots_and_shapes():
    with tg.Tape() as tape:
        x = leaf(np.ones((2, 3)))
        y = np.sin(x) @ np.ones((3, 4))
        z = y.sum() * 2.5
    text = str(tape)
    for name in (
        "input",
        "sin(%0)",
        "sum_all(",
        "multiply(",
        "const 2.5",
        "float64[2, 3]",
        "float64[2, 4]",
        "float64[]",
        "grad",
        "live",
    ):
        assert name in text
    slots = [int(s) for s in re.findall(r"^ +%(\d+) += ", text, re.MULTILINE)]
    assert slots == list(range(len(tape)))
    assert text.startswith(f"run 0: {len(tape)} instructions, {tape.nbytes} bytes")
    assert z.requires_grad


def test_operands_are_earlier_slots():
    with tg.Tape() as tape:
        x = leaf(0.5)
        y = x
        for _ in range(5):
            y = np.sin(y) * x + 1.0
    for line in str(tape).splitlines()[2:]:
        slot, *operands = (int(s) for s in re.findall(r"%(\d+)", line))
        assert all(operand < slot for operand in operands)


def test_lines_are_kept_on_request():
    with tg.Tape(lines=True) as tape:
        x = leaf([1.0, 2.0])
        y = np.exp(x)
        z = (y * 2.0).sum()
    listing = str(tape).splitlines()
    here = __file__
    first = test_lines_are_kept_on_request.__code__.co_firstlineno
    for name, offset in (("exp", 3), ("sum_all", 4)):
        (line,) = [text for text in listing if f"= {name}(" in text]
        assert line.endswith(f"{here}:{first + offset}")
    assert z.requires_grad


def test_lines_are_kept_for_operators():
    with tg.Tape(lines=True) as tape:
        x = leaf([1.0, 2.0])
        y = x * x
        y = y * x
        y = y * x
    first = test_lines_are_kept_for_operators.__code__.co_firstlineno
    lines = [text for text in str(tape).splitlines() if "= multiply(" in text]
    assert [line.rsplit(":", 1)[1] for line in lines] == [str(first + k) for k in (3, 4, 5)]


def test_lines_are_not_kept_otherwise():
    with tg.Tape() as tape:
        y = leaf(1.0) * 2.0
    assert __file__ not in str(tape)
    assert y.item() == 2.0


def test_current_is_what_this_thread_records_on():
    with tg.Tape() as tape:
        y = leaf(2.0) * 3.0
        assert str(tg.Tape.current()) == str(tape)
        assert len(tg.Tape.current()) == len(tape) == 3
    assert str(tg.Tape.current()) != str(tape)
    assert y.item() == 6.0


def test_tapes_nest():
    with tg.Tape() as outer:
        a = leaf(1.0) * 2.0
        with tg.Tape() as inner:
            b = a * 3.0
        c = a * 4.0
    assert "const 3.0" in str(inner)
    assert "const 3.0" not in str(outer)
    assert "const 4.0" in str(outer)
    (b + c).backward()


def test_a_tape_can_be_entered_again():
    tape = tg.Tape()
    kept = []
    for k in range(3):
        with tape:
            kept.append(leaf(1.0) * float(k + 2))
    assert len(str(tape).split("run ")) == 4
    assert [t.item() for t in kept] == [2.0, 3.0, 4.0]


def test_an_exception_leaves_the_tape():
    before = str(tg.Tape.current())
    with pytest.raises(KeyError), tg.Tape():
        raise KeyError
    assert str(tg.Tape.current()) == before


def test_a_tape_keeps_nothing_alive():
    with tg.Tape() as tape:
        y = leaf(2.0) * 3.0
    assert len(tape) == 3
    del y
    assert len(tape) == 0
    assert str(tape) == "empty tape"
    assert tape.nbytes == 0


def test_consumed_runs_are_shown_as_such():
    with tg.Tape() as tape:
        y = leaf(2.0) * 3.0
        y.backward()
    assert "consumed" in str(tape)
    assert len(tape) == 0
    assert y.item() == 6.0


def test_repr_is_short():
    with tg.Tape() as tape:
        y = leaf(2.0) * 3.0
    assert repr(tape) == "<Tape of 1 runs, 3 instructions>"
    assert y.item() == 6.0


def test_each_thread_has_its_own():
    y = leaf(2.0) * 3.0
    y.item()
    seen = []

    def work():
        z = leaf(1.0) * 7.0
        seen.append(str(tg.Tape.current()))
        z.item()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "const 7.0" in seen[0]
    assert "const 3.0" not in seen[0]


def test_a_run_that_could_not_be_executed_is_listed_as_such():
    with tg.Tape() as tape:
        x = leaf([[1.0, 2.0], [2.0, 4.0]])
        y = x * 2.0
        with pytest.raises(np.linalg.LinAlgError) as kept:  # whose traceback holds the run
            np.linalg.inv(y)
        z = x * 4.0
        listing = str(tape)
    assert kept.value.__traceback__ is not None
    assert "left behind by an exception" in listing
    assert listing.count("multiply") == 2
    np.testing.assert_array_equal(z.detach().numpy(), [[4.0, 8.0], [8.0, 16.0]])


def test_a_call_that_failed_is_listed():
    """Also one whose structure has been computed before."""
    kept = []
    for scale in (1.0, 1.0, 1.0, -1.0, -1.0):
        x = leaf(scale * np.eye(2))
        try:
            np.linalg.cholesky(x).detach().numpy()
        except np.linalg.LinAlgError as error:
            kept.append((error, x))  # whose traceback holds the run
        assert len(tg.Tape.current()) >= 2 * len(kept)
    assert len(kept) == 2
    assert str(tg.Tape.current()).count("left behind by an exception") >= 2

"""Extents: names in text, data of the function, and all that is decided by them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine.cache import Engine, engine
from tapegrad.machine.extents import Extents, as_data, derived, now, plain, varies
from tapegrad.machine.places import contiguous
from tests.replay.sizes import texts_of


def test_what_is_made_of_extents_is_an_extent():
    extents = Extents()
    n, m = extents.size(0, 12), extents.size(1, 5)
    rows = [
        (n + 3, 15), (3 + n, 15), (n - 1, 11), (1 - n, -11), (n * m, 60), (3 * n, 36), (n // 8, 1), (-(-n // 8), 2),
        (n % 5, 2), (100 // n, 8), (math.prod((2, n, m)), 120), (contiguous((7, n, 3))[0], 36), (sum([n, 1]), 13),
        (np.int64(3) * n, 36), (n - np.int64(2), 10), (0.5 * n, 6.0),
    ]  # fmt: skip
    for number, value in rows:
        assert varies(number)
        assert now(number) == value
        assert number == value
    assert not varies(n * 0)
    assert n * 1 is n
    assert n + 0 is n
    assert n + 3 is 3 + n
    assert n * m is m * n
    assert n - m is not m - n
    assert np.zeros(n).shape == (12,)
    assert [*range(m)] == [0, 1, 2, 3, 4]
    assert [0] * m == [0, 0, 0, 0, 0]
    assert (n > m, n == 12, n < 12, bool(n), min(n, m) is m, max(7, n) is n) == (True, True, False, True, True, True)
    assert {n: 1, m: 2}[n] == 1
    assert float(m * 0.5) == 2.5
    assert not isinstance(n, int)
    with pytest.raises(TypeError):
        n**2


def test_names_follow_the_text():
    extents = Extents()
    n, other = extents.size(0, 12), extents.size(1, 13)
    assert [f"{n}", str(n * 2), f"{other}", str(n), str(2 * n)] == ["%x0", "%x1", "%x2", "%x0", "%x1"]
    assert [now(x) for x in extents.used] == [12, 24, 13]
    extents.name_no_more()
    assert [f"{n}", str(n * 2), f"{n + 1}", f"{n:>4}"] == ["12", "24", "13", "  12"]


def test_decisions_between_finished_texts_and_open_ones():
    """Where something remembers an extent of a finished text, what is decided by it is seen."""
    extents, before = Extents(), Extents()
    n, old = extents.size(0, 12), before.size(0, 12)
    before.close()
    assert {old: 1}[n] == 1
    assert now(old + n) == 24
    assert extents.at([12]) is not None
    assert extents.at([13]) is None


def test_numbers_that_follow_from_extents():
    extents = Extents()
    n = extents.size(0, 12)
    assert derived(lambda k: (k, k + 1), 3) == (3, 4)
    assert derived(lambda k: None, n) is None
    follow = derived(
        lambda shape, more: (0, 1, shape[1], shape[0], 2 * shape[0], more["stop"].stop), (n, 3), {"stop": slice(n)}
    )
    numbers = as_data(follow, (n, 3))
    assert [now(k) for k in numbers] == [0, 1, 3, 12, 24, 12]
    assert [varies(k) for k in numbers] == [False, False, False, True, True, True]
    assert numbers[3] is n
    assert as_data([0, 7], (3, 5)) == (0, 7)
    assert plain({"shape": [n, (n, 2)]}) == {"shape": [12, (12, 2)]}


def _halves(n):
    return (n // 2, n - n // 2)


def test_numbers_at_other_sizes():
    extents = Extents()
    n, m = extents.size(0, 12), extents.size(1, 5)
    rows = n * m + 3
    half, rest = derived(_halves, n)
    assert rows > 60
    assert half == rest
    extents.close()
    at = extents.at([20, 4])
    assert [extents.value(k, at) for k in (n, m, rows, half, rest, 7)] == [20, 4, 83, 10, 10, 7]
    assert [extents.value(k) for k in (n, m, rows, half, rest, 7)] == [12, 5, 63, 6, 6, 7]
    assert extents.at([2, 20]) is None  # rows are 43
    assert extents.at([21, 4]) is None  # halves are not equal
    assert extents.at([12, 5]) is not None


READS = {
    "int": lambda n: int(n),
    "range": lambda n: range(n),
    "array": lambda n: np.zeros(n),
    "element": lambda n: "abcdefghijklm"[n],
    "repeated": lambda n: "a" * n,
    "numbers": lambda n: np.array([n], np.int64),
    "float": lambda n: math.sqrt(n),
    "bits": lambda n: n.bit_length(),
    "format": lambda n: "%d" % n,  # noqa: UP031
    "plain": lambda n: plain((n,)),
    "NumPy": lambda n: np.arange(3) * n,
}


@pytest.mark.parametrize("name", READS)
def test_whatever_reads_the_number_is_seen(name):
    extents = Extents()
    n = extents.size(0, 12)
    READS[name](n)
    assert extents.at([12]) is not None
    assert extents.at([13]) is None


DECISIONS = {
    "less": (lambda n: n < 20, [1, 19], [20, 21]),
    "not less": (lambda n: n < 8, [8, 9], [7, 0]),
    "more": (lambda n: n > 8, [9, 10], [8, 7]),
    "equal": (lambda n: n == 12, [12], [11, 13]),
    "not equal": (lambda n: n == 1, [0, 2], [1]),
    "among": (lambda n: n in (0, 1, 7), [2, 6, 8], [0, 1, 7]),
    "key": (lambda n: {(5, n): 1}.get((5, n * 1)), [5, 9], []),
    "other key": (lambda n: {(n + 1,): 1}.get((2 * n,)), [2, 9], [1]),
    "nothing": (lambda n: n or 5, [1, 2], [0]),
    "least": (lambda n: min(n, 30), [1, 30], [31]),
    "rest": (lambda n: n % 4 == 0, [8, 4], [9, 10]),
    "sorted": (lambda n: sorted([n, 7, 20]), [8, 19], [6, 21]),
    "half": (lambda n: n > 0.5 * (n + 6), [7, 8], [6, 5]),
}  # fmt: skip


@pytest.mark.parametrize("name", DECISIONS)
def test_decisions_are_taken_again(name):
    decide, same, others = DECISIONS[name]
    extents = Extents()
    decide(extents.size(0, 12))
    assert [extents.at([n]) is not None for n in same] == [True] * len(same)
    assert [extents.at([n]) is not None for n in others] == [False] * len(others)


def test_llvm_tells_where_a_name_stands_for_digits():
    text = "define i64 @f(i64 %x0) {{\n  %y = add <2 x i64> zeroinitializer, <i64 {0}, i64 {0}>\n  ret i64 %x0\n}}\n"
    assert engine().takes("tape", text.format(3), True)
    assert not engine().takes("tape", text.format("%x0"), True)


def test_text_that_llvm_refuses_is_written_without_marks(monkeypatch):
    """A mark that stands where LLVM takes digits alone costs a compilation, and is no error."""
    monkeypatch.setattr(Engine, "takes", lambda *args: False)
    f = tg.compile(lambda x: np.sum(x[::2] * 2.0))
    for n in (20, 30, 41, 53, 64):
        x = np.linspace(0.0, 1.0, n)
        np.testing.assert_allclose(f(x), np.sum(x[::2] * 2.0), rtol=1e-14)
    assert texts_of(f) == 5

"""Extents: ints to Python, names in text, and data of the function."""

from __future__ import annotations

import math

import numpy as np

import tapegrad as tg
from tapegrad.machine.cache import Engine, engine
from tapegrad.machine.extents import Extents, as_data, varies
from tapegrad.machine.places import contiguous
from tests.replay.sizes import texts_of


def test_extents_are_ints_and_what_is_made_of_them_is_named():
    extents = Extents()
    n, m = extents.number(12, "n"), extents.number(5, "m")
    rows = [
        (n + 3, 15), (3 + n, 15), (n - 1, 11), (1 - n, -11), (n * m, 60), (3 * n, 36), (n // 8, 1), (-(-n // 8), 2),
        (n % 5, 2), (100 // n, 8), (math.prod((2, n, m)), 120), (contiguous((7, n, 3))[0], 36), (sum([n, 1]), 13),
    ]  # fmt: skip
    for number, value in rows:
        assert number == value
        assert isinstance(number, int)
        assert varies(number)
        assert hash(number) == hash(value)
    assert not varies(n * 0)
    assert n * 1 is n
    assert n + 0 is n
    assert n + 3 is 3 + n
    assert n * m is m * n
    assert n - m is not m - n
    assert np.zeros(n).shape == (12,)
    assert [*range(m)] == [0, 1, 2, 3, 4]
    assert (n > m, n == 12, n < 12) == (True, True, False)


def test_names_follow_the_text():
    extents = Extents()
    n, other = extents.number(12, "n"), extents.number(12)
    assert [f"{n}", str(n * 2), f"{other}", str(n), str(2 * n)] == ["%x0", "%x1", "%x2", "%x0", "%x1"]
    assert [int(x) for x in extents.used] == [12, 24, 12]
    extents.close()
    assert [f"{n}", str(n * 2), f"{n + 1}", f"{n:>4}"] == ["12", "24", "13", "  12"]


def test_numbers_that_follow_from_extents():
    extents = Extents()
    n = extents.number(12, "n")
    numbers = as_data([0, 1, 3, 12, 24], (n, 3))
    assert numbers == (0, 1, 3, 12, 24)
    assert [varies(k) for k in numbers] == [False, False, False, True, True]
    assert numbers[3] is n
    assert as_data([0, 7], (3, 5)) == (0, 7)
    assert not varies(as_data([7], (3, 5))[0])


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

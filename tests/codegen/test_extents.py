"""Extents: ints to Python, names in text, and data of the function."""

from __future__ import annotations

import math

import numpy as np

from tapegrad.machine.extents import Extents, as_data, varies
from tapegrad.machine.places import contiguous


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

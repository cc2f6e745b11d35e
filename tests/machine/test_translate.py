"""The language of the sweeps: its functions are Python, so Python says what they give.

They are called with random integers, small and at the ends of 64 bits, as machine code and by Python, whose integers
are cut to 64 bits where the language's wrap around.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import pytest

import tapegrad as tg
from tapegrad.engine import sweeps
from tapegrad.machine import translate
from tapegrad.machine.cache import engine
from tapegrad.machine.language import compiled
from tapegrad.machine.memory import F4, F8, load, load8, load32, load_item, store8, store32, store_item, store_words

PACKAGE = Path(tg.__file__).parent
WIDE = 1 << 40


class Pair(NamedTuple):
    first: int
    second: int


class Sizes(NamedTuple):
    rows: int
    columns: int


TABLE = Sizes(3, 5)


def arithmetic(a, b, c):
    x = a + b * c - (a & b) + (a | c) - (b ^ c) + ~a - -b
    x += a << 3
    x -= b >> 2
    x *= 3
    return x


def quotients(a, b, c):
    d = b | 1  # never 0
    return a // 8 + 3 * (a // d) + 5 * ((a + 1) // (-d)) + 7 * (a // 7) - a // 1


def comparisons(a, b, c):
    found = 0
    if a < b <= c:
        found += 1
    if a == b or (b > c and not a >= c):
        found += 2
    if (a != b) == (b < c):
        found += 4
    if not (a and b) or c:
        found += 8
    return found


def choices(a, b, c):
    x = 1 if a < b else c
    y = b if a > c else 2 if b > c else a
    return min(x, y) + min(min(a, 5), 7) + (a if TABLE.rows == 3 else b) + int(a < b) + (a < b) * 2


def loops(a, b, c):
    total, k = 0, 0
    for i in range(a & 15):
        if i == 7:
            continue
        for j in range(i, (b & 15) - 1, -2):
            total += i * j
            if total > 50:
                break
    while k < 40:
        k += (c & 3) + 1
        if k == 13:
            return -total
    for i in range(3, 20, 4):
        total += i
    return total + k


def tuples(a, b, c):
    p, q = Pair(a, b), Pair(b, c)
    x, y = swapped(p)
    p = q.first  # a name may stand for something else later
    return x - 2 * y + 3 * p + area(TABLE, a) + applied(doubled, c) + summed(a, b, c)


def swapped(pair):
    return Pair(pair.second, pair.first)


def area(table, k):
    return table.rows * table.columns * k


def doubled(x):
    return 2 * x


def applied(function, *args):
    return function(*args) + 1


def summed(*args):
    first, second, third = args
    return first + second - third


def early(a, b, c):
    if a > b:
        return 1
    if b > c:
        if a > c:
            return 2
    else:
        return 3
    a = 4
    a += c
    return a


def floats(a, b, c):
    x = float(a & 1023) * 0.5
    y = x - float(b & 7) * 1.25 if a > b else x
    return 1 if x + y < 100.0 else 2 if x == y else 3


def divided(a, b, c):
    x = -float(a & 1023) / float((b & 7) + 1)
    return 1 if x < -100.0 / 3.0 else 2 if x == -0.5 else 3


def items(a, b, c):
    total = 0
    for k, terms in ROWS:
        for factor in terms:
            if a > 5 and factor == 3:
                continue
            if b > 6 and k == 1:
                break
            total += k * factor * c
        total -= 1
    for x in (a, b, c, 4):
        total = total * 2 + x
    return total


ROWS = ((0, (1, 2)), (1, (3, 4, -5)), (7, ()), (2, (3,)))
FUNCTIONS = [arithmetic, quotients, comparisons, choices, loops, tuples, early, floats, divided, items]


def called(function: Any, *arguments: int) -> int:
    """Call a function of the language as machine code."""
    name = f"test_{function.__name__}"
    if not engine().address(name):
        engine().define(translate.text_of({name: function}))
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(arguments))
    return kind(engine().address(name))(*arguments)


def test_arguments_that_are_known():
    """They are in front of others, and their attributes cost nothing."""

    class Table:
        rows, columns = (1, 4, 9), 2

    text = translate.text_of({"test_known": functools.partial(of_table, Table())})
    engine().define(text)
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine().address("test_known"))
    assert [function(k) for k in (0, 3)] == [of_table(Table(), k) for k in (0, 3)]


def of_table(table, k):
    total = 0
    for row in table.rows:
        total += row * (k + table.columns)
    return total


def wrapped(x: int) -> int:
    return (int(x) + (1 << 63)) % (1 << 64) - (1 << 63)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_a_function_gives_what_python_gives(function):
    rng = np.random.default_rng(7)
    cases = [*itertools.product((-3, -1, 0, 1, 2, 8), repeat=3), *rng.integers(-20, 20, (200, 3)).tolist()]
    cases += rng.integers(-WIDE, WIDE, (200, 3)).tolist()
    for case in cases:
        assert called(function, *case) == wrapped(function(*case)), case


@pytest.mark.parametrize("case", [(2**63 - 1, 1, 3), (-(2**63), -1, 5), (2**62, 2**62, 2**62)])
def test_integers_wrap_around(case):
    assert called(arithmetic, *case) == wrapped(arithmetic(*case))


def moved(source, target, n):
    for k in range(n):
        store32(target, k, load32(source, k) + load8(source, k))
        store8(target + 400, k, load(source, k // 2))
    store_words(target + 800, (n, 7, load(source, 0)))
    return 0


def halved(source, target, n):
    for k in range(n):
        both(F8, source, target, k)
        both(F4, source + 800, target + 800, k)
    return 0


def both(like, source, target, k):
    store_item(like, target, k, load_item(like, source, k) * 0.5 + 1.0)


def test_memory_of_all_widths():
    rng = np.random.default_rng(3)
    source, target = rng.integers(-(2**62), 2**62, 200), np.zeros(200, np.int64)
    assert called(moved, source.ctypes.data, target.ctypes.data, 90) == 0
    expected = source.view(np.int32)[:90] + source.view(np.int8)[:90]
    np.testing.assert_array_equal(target.view(np.int32)[:90], expected)
    np.testing.assert_array_equal(target.view(np.int8)[400:490], source[np.arange(90) // 2].astype(np.int8))
    np.testing.assert_array_equal(target[100:103], [90, 7, source[0]])
    x, y = rng.normal(size=150), np.zeros(150)
    x[100:].view(np.float32)[:] = rng.normal(size=100)
    assert called(halved, x.ctypes.data, y.ctypes.data, 90) == 0
    np.testing.assert_array_equal(y[:90], x[:90] * 0.5 + 1.0)
    single = x[100:].view(np.float32)[:90]
    np.testing.assert_array_equal(y[100:].view(np.float32)[:90], single * np.float32(0.5) + np.float32(1.0))


def of_a_list(x):
    return [x][0]


def of_power(x):
    return x**2


def of_float_division(x):
    return x / 2


def over_an_integer(x):
    for k in x:
        x += k
    return x


def with_an_assert(x):
    assert x
    return x


def of_a_string(x):
    return len(x)


@pytest.mark.parametrize(
    "function",
    [of_a_list, of_power, of_float_division, over_an_integer, with_an_assert, of_a_string],
    ids=lambda f: f.__name__,
)
def test_what_the_language_has_not_is_refused_with_its_line(function):
    line = function.__code__.co_firstlineno + 1
    with pytest.raises(SyntaxError, match=rf"test_translate\.py:{line}: .* is no part of the language"):
        translate.text_of({"test": function})


def test_one_function_is_written_for_each_width():
    text = translate.text_of({"test": halved})
    assert text.count("define internal void @both.") == 2
    assert text == translate.text_of({"test": halved})


def test_marked_functions_stay_themselves():
    assert compiled(area) is area


@pytest.mark.parametrize("unit", sweeps.UNITS)
def test_the_text_of_a_unit_is_valid(unit):
    llvm.parse_assembly(sweeps.text(unit)).verify()


@pytest.mark.exhaustive
def test_an_edit_is_seen_by_the_next_process(tmp_path):
    """In fresh processes: Numba is not needed, results are right after an edit, and the next process finds the code."""
    shutil.copytree(PACKAGE, tmp_path / "tapegrad", ignore=shutil.ignore_patterns("__pycache__"))
    changed = tmp_path / "tapegrad" / "engine" / "blocks.py"
    text = changed.read_text()
    assert "block = 2048" in text
    program = (
        "import sys, numpy as np, tapegrad as tg\n"
        "for dtype in (np.float64, np.float32):\n"
        "    x = tg.tensor(np.arange(3001, dtype=dtype), requires_grad=True)\n"
        "    np.sum(x * x).backward()\n"
        "    assert (x.grad.numpy() == 2 * np.arange(3001)).all()\n"
        "print('numba' in sys.modules, 'tapegrad.machine.translate' in sys.modules)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "TAPEGRAD_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-W", "error", "-c", program]

    def said() -> str:
        run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    assert said() == "False True"
    assert said() == "False False"
    changed.write_text(text.replace("block = 2048", "block = 1024", 1))
    assert said() == "False True"

"""Programs with thousands of inputs, outputs, constants and writes: right, and of a shape that LLVM compiles in linear
time.

The code generator's time is quadratic in the accesses to memory between two fences or labels, so what is counted here
is the longest such stretch; seconds would depend on the machine.
"""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.machine import cache
from tapegrad.machine.fences import spaced


def scalar_inputs(n):
    return (lambda *x: sum(x[1:], x[0])), [float(k) for k in range(n)], n * (n - 1) / 2


def scalar_outputs(n):
    return (lambda x: [x * float(k) for k in range(n)]), [2.0], 2.0 * np.arange(n)


def array_inputs(n):
    return (lambda *x: sum(x[1:], x[0])), [np.array([k, 1.0]) for k in range(n)], [n * (n - 1) / 2, n]


def array_outputs(n):
    return (lambda x: [x * float(k) for k in range(n)]), [np.array([1.0, 2.0])], np.outer(np.arange(n), [1.0, 2.0])


def array_constants(n):
    arrays = [np.array([k, -k, 1.0]) for k in range(n)]
    return (lambda x: [x + a for a in arrays]), [np.zeros(3)], np.array(arrays)


def sums(n):
    arrays = [np.array([k, -k, 1.0]) for k in range(n)]
    return (lambda x: [np.sum(x * a) for a in arrays]), [np.array([1.0, 1.0, 3.0])], np.full(n, 3.0)


def fills(n):
    def f(x):
        made = [tg.zeros(3) for _ in range(n)]
        for k, y in enumerate(made):
            y[k % 3] = x * float(k)
        return made

    expected = np.zeros((n, 3))
    expected[np.arange(n), np.arange(n) % 3] = 0.5 * np.arange(n)
    return f, [0.5], expected


def elements(n):
    def f(x):
        y = tg.zeros(n)
        for k in range(n):
            y[k] = x * float(k)
        return y

    return f, [0.5], 0.5 * np.arange(n)


FAMILIES = [
    scalar_inputs, scalar_outputs, array_inputs, array_outputs, array_constants, sums, fills, elements,
]  # fmt: skip


def longest_stretch(text):
    """The most accesses to memory between two labels or fences."""
    longest = here = 0
    for line in text.split("\n"):
        if line.endswith((":", "{", "}")) or line.lstrip().startswith("fence"):
            here = 0
        elif " load " in line or " store " in line or "@llvm.masked" in line:
            here += 1
            longest = max(longest, here)
    return longest


@pytest.fixture
def texts(monkeypatch):
    """The LLVM text of what is compiled in a test; it is compiled as it is."""
    found = []
    compiled = cache.Engine._object

    def noted(self, unit, build, salt, optimise):
        if unit == "tape":
            found.append(build())
        return compiled(self, unit, build, salt, optimise)

    monkeypatch.setattr(cache.Engine, "_object", noted)
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_wide_programs(family, texts):
    lines = []
    for n in (200, 800):
        f, args, expected = family(n)
        np.testing.assert_array_equal(tg.compile(f)(*args), expected)
        text = texts.pop()
        assert not texts
        assert longest_stretch(text) <= 256
        lines.append(text.count("\n"))
    assert lines[1] <= 1.6 * 4 * lines[0]  # long stretches of scalars go through memory, with a few lines more


def test_short_blocks_stay_as_they_are():
    text = "\n".join(["define void @f(ptr %x) {", "entry:", *["  store i64 0, ptr %x"] * 256, "  ret void", "}"])
    assert spaced(text) == text
    assert longest_stretch(spaced(text.replace("  ret", "  store i64 0, ptr %x\n  ret"))) == 64

"""The functions in float32 lanes: errors, bits at every width and on every processor, and where polynomials come from."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.function_writer import written
from tapegrad.machine import lane, processor, veclog_single, vecmath_single
from tapegrad.machine.cache import engine
from tapegrad.ops import declare
from tests.support import bits

import_module("tapegrad.ops.powers")  # which are declared when one is first asked for
OPS = [op for op in declare.table if isinstance(op, declare.Elementwise) and op.single is not None]
each = pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
MOST = 2.5  # ulp; tanh comes near it


def arguments(op: Any, n: int) -> list[np.ndarray]:
    """Numbers of every size, and as many between -3 and 3."""
    rng = np.random.default_rng([*op.name.encode()])
    columns = []
    for _ in op.arguments:
        some, moderate = rng.integers(0, 1 << 32, n // 2, np.uint32), rng.uniform(-3.0, 3.0, n // 2)
        columns.append(np.concatenate([some.view(np.float32), moderate.astype(np.float32)]))
    return columns


@each
def test_errors_are_small(op):
    args = arguments(op, 200_000)
    with np.errstate(all="ignore"):
        truth = np.asarray(op.reference(*[a.astype(np.float64) for a in args]))
        rounded = truth.astype(np.float32)
    found = tg.compile(op)(*args)
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(found[~finite], rounded[~finite])
    error = np.abs(found[finite] - truth[finite]) / np.spacing(np.abs(rounded[finite])).astype(np.float64)
    assert error.max() <= MOST


def test_powers_near_the_ends_of_the_range():
    """The multiple of a logarithm is exact to 2^-24 there, also of bases beside 1, whose logarithms have a short first part."""
    rng, n = np.random.default_rng(5), 100_000
    for span in (0.05, 6.0, 126.0):
        x = np.exp2(rng.uniform(-span, span, n)).astype(np.float32)
        x = x[x != 1.0]
        y = (rng.uniform(-126.0, 127.9, len(x)) / np.log2(x.astype(np.float64))).astype(np.float32)
        truth = x.astype(np.float64) ** y.astype(np.float64)
        error = np.abs(tg.compile(np.power)(x, y) - truth) / np.spacing(truth.astype(np.float32)).astype(np.float64)
        assert error.max() <= MOST


@pytest.mark.optimised
@each
def test_all_widths_give_the_same_bits(op):
    """Sixteen lanes, eight in eager code, one in scalar code; sealed loops that end within a vector too."""
    args = arguments(op, 70)
    sealed = tg.compile(op)
    whole = sealed(*args)
    np.testing.assert_array_equal(bits(op(*map(tg.tensor, args)).numpy()), bits(whole))
    for n in (1, 7, 15, 16, 17, 33):
        np.testing.assert_array_equal(bits(sealed(*[a[-n:] for a in args])), bits(whole[-n:]))
    one = [sealed(*[a[k] for a in args]) for k in range(len(whole))]
    np.testing.assert_array_equal(bits(np.array(one, np.float32)), bits(whole))


def computed(op: Any, args: list[np.ndarray], width: int) -> np.ndarray:
    """The op's values by a function made of its text for so many lanes."""
    e = lane.Emitter(width)
    vector, names = e.type("s"), [f"%x{k}" for k in range(len(args))]
    loaded = [e.emit(f"load {vector}, ptr {name}, align 4", "s") for name in names]
    value = op.single(*loaded)
    body = [
        *sorted(e.declarations), f"define void @single(ptr %out, {', '.join(f'ptr {x}' for x in names)}) {lane.ATTRIBUTES} {{",
        "entry:", *e.lines, f"  store {vector} {value.name}, ptr %out, align 4", "  ret void", "}",
    ]  # fmt: skip
    pointers = [ctypes.c_void_p] * (1 + len(args))
    function = engine().code("single", "\n".join(body), ["single"]).function("single", None, *pointers)
    out = np.empty_like(args[0])
    for k in range(0, len(out), width):
        function(*(a.ctypes.data + 4 * k for a in (out, *args)))
    return out


@pytest.fixture(params=[*processor.levels_here(), "another processor"])
def plain(request) -> Iterator[None]:
    """Text as for a processor with fewer instructions."""
    with processor.writing_for(processor.LEVELS.get(request.param, processor.Processor("", ""))):
        yield


@pytest.mark.optimised
@pytest.mark.sampled(6)
@each
def test_all_processors_give_the_same_bits(op, plain):
    args = arguments(op, 64)
    expected = tg.compile(op)(*args)
    for width in (1, lane.WIDTH, lane.WIDE):
        np.testing.assert_array_equal(bits(computed(op, args, width)), bits(expected))


def test_polynomials_and_tables_are_those_that_the_script_makes():
    pytest.importorskip("mpmath")
    from benchmarks import polynomials

    for name, numbers in (polynomials.polynomials() | polynomials.tables()).items():
        held = getattr(vecmath_single, name, None) or getattr(veclog_single, name)
        np.testing.assert_allclose(held, numbers, rtol=1e-6, err_msg=name)


def test_sums_of_floats_have_the_bits_of_eight_lanes():
    """A loop of sixteen floats adds its halves one after the other, as a loop of eight does."""
    rng = np.random.default_rng(3)
    for n in (16, 37, 1000, 5003):
        x = rng.normal(size=n).astype(np.float32)
        np.testing.assert_array_equal(tg.compile(lambda x: np.sum(np.exp(x)))(x), np.exp(tg.tensor(x)).sum().item())


def test_masks_from_outside_leave_loops_sixteen_wide():
    rng = np.random.default_rng(4)
    sealed = tg.compile(lambda x, mask: np.where(mask, np.exp(x), x))
    for n in (16, 37, 1000):
        x, mask = rng.normal(size=n).astype(np.float32), rng.random(n) < 0.5
        expected = np.where(mask, np.exp(tg.tensor(x)).numpy(), x)
        np.testing.assert_array_equal(bits(sealed(x, mask)), bits(expected))
        assert "<16 x float>" in written(sealed.tape())[2]

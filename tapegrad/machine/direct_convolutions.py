"""Direct convolutions, compiled: sums of products over few elements that all results share, or over long rows.

``out[k] = sum(y[j] * x[k + m - 1 - j])`` has two orders. By *taps*, a block of results is summed in the registers: each
element of y, a tap, is multiplied with the stretch of x that it meets. The axes are one: results are computed at all
places of x from the first to the last one, and those between its rows are not read. By *rows*, each result is a sum of
inner products of rows, which suits few results of two large arrays. Sums are of doubles, in the order of y, or of eight
partial sums of it.

Where y reaches beyond x (`full`), x has zeros around it. A y with infinities or NaN must not meet these: then each
product is looked at.

Tests: tests/ops/test_signals.py
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from tapegrad.machine import symbols
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import ATTRIBUTES, WIDTH
from tapegrad.machine.places import Shape, contiguous
from tapegrad.machine.wide_numbers import LANES, WideNumbers

_VECTORS = 8  # of results in registers
_PARTIAL = 4  # vectors of partial sums of an inner product
_OVERHEAD = 4  # vectors that a row costs beside its products


def _pointers(*names: str) -> str:
    return ", ".join(f"ptr noalias %{name}" for name in names)


_OF_TAPS = _pointers("a", "inside", "w", "offsets", "out")

_TAPS = """\
define void @tapegrad_taps_{dtype}({pointers}, ptr noalias %sizes) {attributes} {{
entry:
  %taps = load i64, ptr %sizes
  %count_at = getelementptr i64, ptr %sizes, i64 1
  %count = load i64, ptr %count_at
  %around_at = getelementptr i64, ptr %sizes, i64 2
  %around = load i64, ptr %around_at
  %looks = icmp ne i64 %around, 0
  br i1 %looks, label %look, label %blocks
{look}
blocks:
  %last = sub i64 %count, {most}
  br label %block
block:
  %k = phi i64 [ 0, %blocks ], [ %k_next, %block_on ]
  %some = icmp sle i64 %k, %last
  br i1 %some, label %block_on, label %rest
block_on:
  call void @tapegrad_taps_{dtype}_block(ptr %a, ptr %inside, ptr %w, ptr %offsets, ptr %out, i64 %taps, i64 %k)
  %k_next = add i64 %k, {block}
  br label %block
rest:
  %r = phi i64 [ %k, %block ], [ %r_next, %rest_on ]
  %more = icmp slt i64 %r, %count
  br i1 %more, label %rest_on, label %done
rest_on:
  call void @tapegrad_taps_{dtype}_vector(ptr %a, ptr %inside, ptr %w, ptr %offsets, ptr %out, i64 %taps, i64 %r)
  %r_next = add i64 %r, {width}
  br label %rest
careful:
  %c = phi i64 [ 0, %looked ], [ %c_next, %careful_on ]
  %another = icmp slt i64 %c, %count
  br i1 %another, label %careful_on, label %done
careful_on:
  call void @tapegrad_taps_{dtype}_inside(ptr %a, ptr %inside, ptr %w, ptr %offsets, ptr %out, i64 %taps, i64 %c)
  %c_next = add i64 %c, {width}
  br label %careful
done:
  ret void
}}"""

_ROWS = """\
define void @tapegrad_rows_{dtype}({pointers}) {attributes} {{
entry:
  %results = load i64, ptr %sizes
  %count_at = getelementptr i64, ptr %sizes, i64 1
  %count = load i64, ptr %count_at
  %length_at = getelementptr i64, ptr %sizes, i64 2
  %length = load i64, ptr %length_at
  %length_lane = insertelement <{width} x i64> poison, i64 %length, i64 0
  %lengths = shufflevector <{width} x i64> %length_lane, <{width} x i64> poison, <{width} x i32> zeroinitializer
  br label %result
result:
  %k = phi i64 [ 0, %entry ], [ %k_next, %stored ]
  %some = icmp slt i64 %k, %results
  br i1 %some, label %first, label %done
first:
  %start_at = getelementptr i64, ptr %starts, i64 %k
  %start = load i64, ptr %start_at
  %a_k = getelementptr {element}, ptr %a, i64 %start
  br label %row
row:
  %r = phi i64 [ 0, %first ], [ %r_next, %row_end ]
{row_sums}
  %another = icmp slt i64 %r, %count
  br i1 %another, label %row_first, label %end
row_first:
  %row_at = getelementptr i64, ptr %rows, i64 %r
  %row_start = load i64, ptr %row_at
  %a_r = getelementptr {element}, ptr %a_k, i64 %row_start
  %w_start = mul i64 %r, %length
  %w_r = getelementptr {element}, ptr %w, i64 %w_start
  br label %loop
loop:
  %i = phi i64 [ 0, %row_first ], [ %next, %body ]
{sums}
  %more = icmp slt i64 %i, %length
  br i1 %more, label %body, label %row_end
body:
{products}
  %next = add i64 %i, {step}
  br label %loop
row_end:
  %r_next = add i64 %r, 1
  br label %row
end:
{total}
  %out_k = getelementptr {element}, ptr %out, i64 %k
{store}
  br label %stored
stored:
  %k_next = add i64 %k, 1
  br label %result
done:
  ret void
}}"""


def _block(numbers: WideNumbers, kind: str, vectors: int) -> str:
    """Return the function that sums so many vectors of results from one on, only of what is inside for that kind."""
    element, items, size = numbers.element, numbers.items, numbers.size
    sums, products, stores = [], [], []
    for v in range(vectors):
        sums.append(f"  %sum{v} = phi {LANES} [ zeroinitializer, %entry ], [ %total{v}, %body ]")
        products.append(f"  %at{v} = getelementptr {element}, ptr %a_j, i64 {v * WIDTH}")
        products.append(f"  %items{v} = load {items}, ptr %at{v}, align {size}")
        value = numbers.wide(f"%items{v}", products)
        result = f"%total{v}" if kind != "inside" else f"%new{v}"
        products.append(
            f"  {result} = call {LANES} @llvm.fma.v{WIDTH}f64({LANES} {value}, {LANES} %factors, {LANES} %sum{v})"
        )
        if kind == "inside":
            products.append(f"  %inside_at{v} = getelementptr {element}, ptr %inside_j, i64 {v * WIDTH}")
            products.append(f"  %flags{v} = load {items}, ptr %inside_at{v}, align {size}")
            products.append(f"  %is{v} = fcmp une {items} %flags{v}, zeroinitializer")
            products.append(f"  %total{v} = select <{WIDTH} x i1> %is{v}, {LANES} %new{v}, {LANES} %sum{v}")
        stores.append(f"  %to{v} = getelementptr {element}, ptr %out_k, i64 {v * WIDTH}")
        stores += numbers.stored(f"%sum{v}", f"%to{v}")
    lines = "\n".join
    return f"""\
define internal void @tapegrad_taps_{numbers.dtype}_{kind}({_OF_TAPS}, i64 %taps, i64 %k) {ATTRIBUTES} {{
entry:
  %a_k = getelementptr {element}, ptr %a, i64 %k
  %inside_k = getelementptr {element}, ptr %inside, i64 %k
  %out_k = getelementptr {element}, ptr %out, i64 %k
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
{lines(sums)}
  %more = icmp slt i64 %j, %taps
  br i1 %more, label %body, label %end
body:
  %w_j = getelementptr {element}, ptr %w, i64 %j
  %one = load {element}, ptr %w_j
  {numbers.one("%factor", "%one")}
  %lane = insertelement {LANES} poison, double %factor, i64 0
  %factors = shufflevector {LANES} %lane, {LANES} poison, <{WIDTH} x i32> zeroinitializer
  %offset_at = getelementptr i64, ptr %offsets, i64 %j
  %offset = load i64, ptr %offset_at
  %a_j = getelementptr {element}, ptr %a_k, i64 %offset
  %inside_j = getelementptr {element}, ptr %inside_k, i64 %offset
{lines(products)}
  %next = add i64 %j, 1
  br label %loop
end:
{lines(stores)}
  ret void
}}"""


def _rows(numbers: WideNumbers) -> str:
    """Return the function of sums over rows."""
    element, items, size = numbers.element, numbers.items, numbers.size
    row_sums, sums, products = [], [], []
    products += [
        f"  %i_lane = insertelement <{WIDTH} x i64> poison, i64 %i, i64 0",
        f"  %is = shufflevector <{WIDTH} x i64> %i_lane, <{WIDTH} x i64> poison, <{WIDTH} x i32> zeroinitializer",
    ]
    for v in range(_PARTIAL):
        row_sums.append(f"  %kept{v} = phi {LANES} [ zeroinitializer, %first ], [ %sum{v}, %row_end ]")
        sums.append(f"  %sum{v} = phi {LANES} [ %kept{v}, %row_first ], [ %total{v}, %body ]")
        places = ", ".join(f"i64 {v * WIDTH + k}" for k in range(WIDTH))
        products += [
            f"  %place{v} = add <{WIDTH} x i64> %is, <{places}>",
            f"  %within{v} = icmp slt <{WIDTH} x i64> %place{v}, %lengths",
            f"  %i{v} = add i64 %i, {v * WIDTH}",
        ]
        wide = []
        for x in "aw":
            products += [
                f"  %{x}_at{v} = getelementptr {element}, ptr %{x}_r, i64 %i{v}",
                f"  %{x}{v} = call {items} @llvm.masked.load.v{WIDTH}f{8 * size}.p0(ptr %{x}_at{v}, i32 {size}, "
                f"<{WIDTH} x i1> %within{v}, {items} zeroinitializer)",
            ]
            wide.append(numbers.wide(f"%{x}{v}", products))
        products.append(
            f"  %total{v} = call {LANES} @llvm.fma.v{WIDTH}f64({LANES} {wide[0]}, {LANES} {wide[1]}, {LANES} %sum{v})"
        )
    total = [
        f"  %low = fadd {LANES} %kept0, %kept1",
        f"  %high = fadd {LANES} %kept2, %kept3",
        f"  %both = fadd {LANES} %low, %high",
        f"  %sum = call double @llvm.vector.reduce.fadd.v{WIDTH}f64(double -0.0, {LANES} %both)",
    ]
    store = [f"  store double %sum, ptr %out_k, align {size}"]
    if element == "float":
        store = ["  %narrow = fptrunc double %sum to float", f"  store float %narrow, ptr %out_k, align {size}"]
    lines = "\n".join
    return _ROWS.format(
        dtype=numbers.dtype, attributes=ATTRIBUTES, element=element, width=WIDTH, step=_PARTIAL * WIDTH,
        pointers=_pointers("a", "w", "starts", "rows", "out", "sizes"),
        row_sums=lines(row_sums), sums=lines(sums), products=lines(products), total=lines(total), store=lines(store),
    )  # fmt: skip


def _text(dtype: str) -> str:
    numbers = WideNumbers(dtype)
    taps = _TAPS.format(
        dtype=dtype, attributes=ATTRIBUTES, element=numbers.element, width=WIDTH, block=_VECTORS * WIDTH,
        most=_VECTORS * WIDTH, pointers=_OF_TAPS, look=numbers.finite_check("%taps", "blocks", "careful"),
    )  # fmt: skip
    bits = 8 * numbers.size
    declared = [
        f"declare {LANES} @llvm.fma.v{WIDTH}f64({LANES}, {LANES}, {LANES})",
        f"declare double @llvm.vector.reduce.fadd.v{WIDTH}f64(double, {LANES})",
        f"declare {numbers.items} @llvm.masked.load.v{WIDTH}f{bits}.p0(ptr, i32, <{WIDTH} x i1>, {numbers.items})",
    ]
    kinds = (("block", _VECTORS), ("vector", 1), ("inside", 1))
    return "\n".join([*declared, *[_block(numbers, *kind) for kind in kinds], taps, _rows(numbers)])


@cache
def symbol(name: str, dtype: str) -> str:
    """Return the symbol of a function of six pointers.

    That of the "taps": to x with what is around it, to where there is something of it, to y, to the offset of the
    stretch that each element of y meets, to the results, and to three integers: how many elements y has, how many
    results there are, and whether there are zeros around x. That of the "rows": to x, to y reversed, to the offset of
    each result, to those of the rows that it is summed over, to the results, and to three integers: the number of
    results, the number of rows, and their length.
    """
    engine().load(f"stencils_{dtype}", lambda: _text(dtype))
    function = f"tapegrad_{name}_{dtype}"
    symbols.enter(function, engine().address(function))
    return function


@cache
def _compiled(name: str, dtype: str) -> Callable[..., None]:
    return ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 6)(symbols.address(symbol(name, dtype)))


class TapSums(NamedTuple):
    """A convolution by taps.

    Attributes
    ----------
    before : tuple of int
        Where x begins in the memory around it, of a `shape`.
    offsets : ndarray
        Of what each element of y meets.
    results : int
        Results, with those between rows.
    size : int
        Elements of the memory around x, with those that the last vector reads.
    """

    before: Shape
    shape: Shape
    offsets: np.ndarray
    results: int
    size: int


class RowSums(NamedTuple):
    """A convolution by rows: offsets of the results, and of the rows that each is summed over."""

    starts: np.ndarray
    rows: np.ndarray


def _offsets(shape: Shape, strides: Sequence[int]) -> np.ndarray:
    """Return the offsets of all elements of an array, in C order."""
    total = np.zeros((), np.int64)
    for n, s in zip(shape, strides, strict=True):
        total = np.add.outer(total, np.arange(n) * s)
    return np.ascontiguousarray(total.reshape(-1))


def lengths(x: Shape, y: Shape, full: bool) -> Shape:
    """Return the shape of the result."""
    return tuple(n + m - 1 if full else n - m + 1 for n, m in zip(x, y, strict=True))


def _costs(x: Shape, y: Shape, full: bool) -> tuple[int, float]:
    """Return about how many vectors are multiplied by taps, and by rows."""
    out, before = lengths(x, y, full), [m - 1 if full else 0 for m in y]
    strides = contiguous(tuple(n + 2 * b for n, b in zip(x, before, strict=True)))
    count = 1 + sum((n - 1) * s for n, s in zip(out, strides, strict=True))
    by_rows = math.prod(out) * math.prod(y[:-1]) * (-(-y[-1] // WIDTH) + _OVERHEAD)
    return math.prod(y) * -(-count // WIDTH), math.inf if full else by_rows


def pays(x: Shape, y: Shape, full: bool) -> bool:
    """Tell whether a convolution takes less time directly than by transforms."""
    size = math.prod(lengths(x, y, True))
    return min(_costs(x, y, full)) <= max(100_000, 4 * size * math.log2(size))


@cache
def order(x: Shape, y: Shape, full: bool) -> TapSums | RowSums:
    """Return how a convolution of arrays of these shapes is summed; x is not the smaller one."""
    by_taps, by_rows = _costs(x, y, full)
    out = lengths(x, y, full)
    if by_rows < by_taps:
        strides = contiguous(x)
        return RowSums(_offsets(out, strides), _offsets(y[:-1], strides[:-1]))
    before = tuple(m - 1 if full else 0 for m in y)
    shape = tuple(n + 2 * b for n, b in zip(x, before, strict=True))
    strides = contiguous(shape)
    count = 1 + sum((n - 1) * s for n, s in zip(out, strides, strict=True))
    offsets = _offsets(y, strides)[::-1].copy()
    return TapSums(before, shape, offsets, count, max(math.prod(shape), -(-count // WIDTH) * WIDTH + int(offsets[0])))


def convolved(x: np.ndarray, y: np.ndarray, full: bool) -> np.ndarray:
    """Return the convolution of two arrays of one dtype, float64 or float32, of which x is not the smaller one."""
    dtype, out = x.dtype.str[1:], lengths(x.shape, y.shape, full)
    how = order(x.shape, y.shape, full)
    if isinstance(how, RowSums):
        result = np.empty(out, x.dtype)
        turned = np.ascontiguousarray(y[(slice(None, None, -1),) * y.ndim])
        sizes = np.array([result.size, len(how.rows), y.shape[-1]])
        _call("rows", dtype, np.ascontiguousarray(x), turned, how.starts, how.rows, result, sizes)
        return result
    around = np.zeros((2 if full else 1, how.size), x.dtype)
    place = tuple(slice(b, b + n) for b, n in zip(how.before, x.shape, strict=True))
    for row, value in zip(around, (x, 1.0), strict=False):
        row[: math.prod(how.shape)].reshape(how.shape)[place] = value
    results = np.empty(-(-how.results // WIDTH) * WIDTH, x.dtype)
    sizes = np.array([y.size, how.results, full])
    _call("taps", dtype, around[0], around[-1], np.ascontiguousarray(y), how.offsets, results, sizes)
    strides = [s * x.itemsize for s in contiguous(how.shape)]
    return np.lib.stride_tricks.as_strided(results, out, strides).copy()


def _call(name: str, dtype: str, *arrays: np.ndarray) -> None:
    _compiled(name, dtype)(*[a.__array_interface__["data"][0] for a in arrays])

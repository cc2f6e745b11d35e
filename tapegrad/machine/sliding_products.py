"""Inner products of one vector with all stretches of another, compiled: ``out[k] = sum(w[i] * a[k + i])``.

A block of results is summed at once, in the registers: each element of w is multiplied with the stretch of `a` that it
meets, which has moved on by one element and is in the cache still. So it takes no memory but its operands', and two to
three times fewer cycles than an inner product for each result. Sums are of doubles and in the order of w.

`a` has zeros before and behind where w reaches beyond it, and for the results that fill up the last block; blocks leave
out the elements of w that meet nothing else. A w with infinities or NaN must not meet these zeros at all: then results
are summed one by one.

Tests: tests/ops/test_numpy_functions.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import numpy as np

from tapegrad.machine import symbols
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import ATTRIBUTES, WIDTH
from tapegrad.machine.wide_numbers import LANES, WideNumbers

VECTORS = 8
BLOCK = VECTORS * WIDTH  # results

_TEXT = """\
declare {lanes} @llvm.fma.v{width}f64({lanes}, {lanes}, {lanes})
declare double @llvm.fma.f64(double, double, double)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define void @tapegrad_slide_{dtype}({pointers}) {attributes} {{
entry:
  %before = load i64, ptr %sizes
  %n_at = getelementptr i64, ptr %sizes, i64 1
  %n = load i64, ptr %n_at
  %m_at = getelementptr i64, ptr %sizes, i64 2
  %m = load i64, ptr %m_at
  %start_at = getelementptr i64, ptr %sizes, i64 3
  %start = load i64, ptr %start_at
  %stop_at = getelementptr i64, ptr %sizes, i64 4
  %stop = load i64, ptr %stop_at
  %beyond = add i64 %before, %n
  br label %look
{look}
single:
  %j = phi i64 [ %start, %looked ], [ %j_next, %single_end ]
  %another = icmp slt i64 %j, %stop
  br i1 %another, label %single_first, label %done
single_first:
  %j_zeros = sub i64 %before, %j
  %j_low = call i64 @llvm.smax.i64(i64 %j_zeros, i64 0)
  %j_left = sub i64 %beyond, %j
  %j_high = call i64 @llvm.smin.i64(i64 %j_left, i64 %m)
  %a_j = getelementptr {element}, ptr %a, i64 %j
  br label %single_loop
single_loop:
  %t = phi i64 [ %j_low, %single_first ], [ %t_next, %single_body ]
  %sum = phi double [ 0.0, %single_first ], [ %total, %single_body ]
  %t_more = icmp slt i64 %t, %j_high
  br i1 %t_more, label %single_body, label %single_end
single_body:
  %w_t = getelementptr {element}, ptr %w, i64 %t
  %a_t = getelementptr {element}, ptr %a_j, i64 %t
  %w_one = load {element}, ptr %w_t
  %a_one = load {element}, ptr %a_t
  {widen_pair}
  %total = call double @llvm.fma.f64(double %a_wide, double %w_wide, double %sum)
  %t_next = add i64 %t, 1
  br label %single_loop
single_end:
  %out_j = getelementptr {element}, ptr %out, i64 %j
  {store_sum}
  %j_next = add i64 %j, 1
  br label %single
block:
  %k = phi i64 [ %start, %looked ], [ %following, %end ]
  %some = icmp slt i64 %k, %stop
  br i1 %some, label %first, label %done
first:
  %zeros = sub i64 %before, %k
  %none = sub i64 %zeros, {most}
  %low = call i64 @llvm.smax.i64(i64 %none, i64 0)
  %left = sub i64 %beyond, %k
  %high = call i64 @llvm.smin.i64(i64 %left, i64 %m)
  %a_k = getelementptr {element}, ptr %a, i64 %k
  br label %loop
loop:
  %i = phi i64 [ %low, %first ], [ %next, %body ]
{sums}
  %more = icmp slt i64 %i, %high
  br i1 %more, label %body, label %end
body:
  %w_i = getelementptr {element}, ptr %w, i64 %i
  %a_i = getelementptr {element}, ptr %a_k, i64 %i
  %one = load {element}, ptr %w_i
  {widen_one}
  %lane = insertelement {lanes} poison, double %factor, i64 0
  %factors = shufflevector {lanes} %lane, {lanes} poison, <{width} x i32> zeroinitializer
{products}
  %next = add i64 %i, 1
  br label %loop
end:
  %out_k = getelementptr {element}, ptr %out, i64 %k
{stores}
  %following = add i64 %k, {block}
  br label %block
done:
  ret void
}}"""


def _text(dtype: str) -> str:
    numbers = WideNumbers(dtype)
    element, items, size = numbers.element, numbers.items, numbers.size
    sums, products, stores = [], [], []
    for v in range(VECTORS):
        sums.append(f"  %sum{v} = phi {LANES} [ zeroinitializer, %first ], [ %total{v}, %body ]")
        products.append(f"  %at{v} = getelementptr {element}, ptr %a_i, i64 {v * WIDTH}")
        products.append(f"  %items{v} = load {items}, ptr %at{v}, align {size}")
        wide = numbers.wide(f"%items{v}", products)
        products.append(
            f"  %total{v} = call {LANES} @llvm.fma.v{WIDTH}f64({LANES} {wide}, {LANES} %factors, {LANES} %sum{v})"
        )
        stores.append(f"  %to{v} = getelementptr {element}, ptr %out_k, i64 {v * WIDTH}")
        stores += numbers.stored(f"%sum{v}", f"%to{v}")
    short = "%short = fptrunc double %sum to float\n  store float %short" if dtype == "f4" else "store double %sum"
    return _TEXT.format(
        dtype=dtype, pointers=", ".join(f"ptr noalias %{name}" for name in ("a", "w", "out", "sizes")),
        element=element, lanes=LANES, width=WIDTH, most=BLOCK - 1, block=BLOCK, attributes=ATTRIBUTES,
        look=numbers.finite_check("%m", "block", "single"), widen_one=numbers.one("%factor", "%one"),
        widen_pair=f"{numbers.one('%w_wide', '%w_one')}\n  {numbers.one('%a_wide', '%a_one')}",
        store_sum=f"{short}, ptr %out_j, align {size}",
        sums="\n".join(sums), products="\n".join(products), stores="\n".join(stores),
    )  # fmt: skip


@cache
def _compiled(dtype: str) -> Callable[..., None]:
    name = symbol(dtype)
    return ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 4)(symbols.address(name))


@cache
def symbol(dtype: str) -> str:
    """Return the symbol of the function of four pointers: to a, to w, to the results, and to five integers.

    These are how many zeros `a` begins with, the number of its other elements, the length of w, and the first result
    and the end of the results, whose number is a multiple of `BLOCK`.
    """
    name = f"tapegrad_slide_{dtype}"
    engine().load(f"slide_{dtype}", lambda: _text(dtype))
    symbols.enter(name, engine().address(name))
    return name


def definition(symbol: str) -> str:
    """Return the LLVM text of the function of a symbol."""
    return _text(symbol.removeprefix("tapegrad_slide_"))


def padding(n: int, m: int, full: bool) -> tuple[int, int, int]:
    """Return how many results there are, with those that fill the last block, and the zeros before and behind `a`."""
    before = m - 1 if full else 0
    count = n + m - 1 if full else n - m + 1
    total = -(-count // BLOCK) * BLOCK
    return total, before, total + m - 1 - n - before


def slid(a: np.ndarray, w: np.ndarray, full: bool) -> np.ndarray:
    """Return ``sum(w[i] * a[k + i])`` for all k for which w lies within a; with `full`, for which they meet."""
    n, m = len(a), len(w)
    total, before, behind = padding(n, m, full)
    padded = np.zeros(before + n + behind, a.dtype)
    padded[before : before + n] = a
    w, out = np.ascontiguousarray(w), np.empty(total, a.dtype)
    sizes = np.array([before, n, m, 0, total])
    _compiled(a.dtype.str[1:])(*[x.__array_interface__["data"][0] for x in (padded, w, out, sizes)])
    return out[: n + m - 1 if full else n - m + 1]

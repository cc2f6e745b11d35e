"""First-order linear recurrences along an axis, compiled: ``r[k] = b[k] + a[k] * r[k - 1]``.

NumPy has no loop whose step reads the step before. The transpose runs from the end of a line:
``r[k] = b[k] + a[k + 1] * r[k + 1]``. Either way ``a[0]`` is not read, each step is a fused multiply-add of doubles,
and float32 is rounded after it: sealed code does the same steps in place.

Tests: tests/trace_cache/test_records.py
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import cache

import numpy as np

from tapegrad.machine import pool
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import ATTRIBUTES

_TEXT = """\
declare double @llvm.fma.f64(double, double, double)
define void @recurrence_{dtype}({pointers}, i64 %lines, i64 %n, i64 %reverse) {{
entry:
{direction}
  br label %line
line:
  %l = phi i64 [ 0, %entry ], [ %following, %end ]
  %some = icmp slt i64 %l, %lines
  br i1 %some, label %start, label %done
start:
  %origin = mul i64 %l, %n
  %at = add i64 %origin, %first
  %b_first = getelementptr {element}, ptr %b, i64 %at
  %out_first = getelementptr {element}, ptr %out, i64 %at
  {load_first}
  {store_first}
  br label %loop
loop:
  %k = phi i64 [ 1, %start ], [ %next, %body ]
  %before = phi i64 [ %at, %start ], [ %here, %body ]
  %r = phi double [ %r_first, %start ], [ {rounded}, %body ]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %body, label %end
body:
  %here = add i64 %before, %step
  %factor = add i64 %here, %behind
{one}
  %next = add i64 %k, 1
  br label %loop
end:
  %following = add i64 %l, 1
  br label %line
done:
  ret void
}}
define void @recurrence_rows_{dtype}({pointers}, i64 %n, i64 %inner, i64 %reverse) {attributes} {{
entry:
{direction}
  br label %row
row:
  %k = phi i64 [ 1, %entry ], [ %following, %end ]
  %row_before = phi i64 [ %first, %entry ], [ %row_here, %end ]
  %row_here = add i64 %row_before, %step
  %row_factor = add i64 %row_here, %behind
  %more_rows = icmp slt i64 %k, %n
  br i1 %more_rows, label %start, label %done
start:
  %before_0 = mul i64 %row_before, %inner
  %here_0 = mul i64 %row_here, %inner
  %factor_0 = mul i64 %row_factor, %inner
  br label %body
body:
  %i = phi i64 [ 0, %start ], [ %next, %body ]
  %before = add i64 %before_0, %i
  %here = add i64 %here_0, %i
  %factor = add i64 %factor_0, %i
  %r_at = getelementptr {element}, ptr %out, i64 %before
  {load_r}
{one}
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %inner
  br i1 %more, label %body, label %end
end:
  %following = add i64 %k, 1
  br label %row
done:
  ret void
}}"""

_DIRECTION = """\
  %back = icmp ne i64 %reverse, 0
  %step = select i1 %back, i64 -1, i64 1
  %behind = select i1 %back, i64 1, i64 0
  %last = sub i64 %n, 1
  %first = select i1 %back, i64 %last, i64 0"""

_ONE = """\
  %a_here = getelementptr {element}, ptr %a, i64 %factor
  %b_here = getelementptr {element}, ptr %b, i64 %here
  %out_here = getelementptr {element}, ptr %out, i64 %here
  {load_a}
  {load_b}
  %exact = call double @llvm.fma.f64(double %a_now, double %r, double %b_now)
  {store}"""


def _text(dtype: str) -> str:
    single = dtype == "f4"

    def load(name: str, pointer: str) -> str:
        if not single:
            return f"%{name} = load double, ptr %{pointer}"
        return f"%{name}_f = load float, ptr %{pointer}\n  %{name} = fpext float %{name}_f to double"

    def store(name: str, pointer: str) -> str:
        if not single:
            return f"store double %{name}, ptr %{pointer}"
        narrow = f"%{name}_f4 = fptrunc double %{name} to float\n  store float %{name}_f4, ptr %{pointer}"
        return f"{narrow}\n  %{name}_f8 = fpext float %{name}_f4 to double"

    element = "float" if single else "double"
    one = _ONE.format(
        element=element, load_a=load("a_now", "a_here"), load_b=load("b_now", "b_here"),
        store=store("exact", "out_here"),
    )  # fmt: skip
    return _TEXT.format(
        dtype=dtype, pointers="ptr noalias %a, ptr noalias %b, ptr noalias %out", element=element,
        attributes=ATTRIBUTES, direction=_DIRECTION, one=one,
        rounded="%exact_f8" if single else "%exact", load_r=load("r", "r_at"),
        load_first=load("r_first", "b_first"), store_first=store("r_first", "out_first"),
    )  # fmt: skip


@cache
def _compiled(name: str, dtype: str) -> Callable[..., None]:
    engine().load(f"recurrence_{dtype}", lambda: _text(dtype))
    return ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 6)(engine().address(f"{name}_{dtype}"))


def along(a: np.ndarray, b: np.ndarray, axis: int, reverse: bool) -> np.ndarray:
    """Return the recurrence along an axis, of two arrays of one shape and dtype."""
    if b.dtype not in (np.float64, np.float32):  # complex numbers
        return _by_steps(np.moveaxis(a, axis, 0), np.moveaxis(b, axis, 0), axis, reverse)
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    out = pool.empty(b.shape, b.dtype)
    if not out.size:
        return out
    n, dtype = b.shape[axis], b.dtype.str[1:]
    inner, places = math.prod(b.shape[axis + 1 :]), [x.__array_interface__["data"][0] for x in (a, b, out)]
    if inner == 1:
        _compiled("recurrence", dtype)(*places, out.size // n, n, reverse)
        return out
    first = -1 if reverse else 0
    np.moveaxis(out, axis, 0)[first] = np.moveaxis(b, axis, 0)[first]
    rows = _compiled("recurrence_rows", dtype)
    block = n * inner * out.itemsize
    for start in range(0, out.nbytes, block):
        rows(*[place + start for place in places], n, inner, reverse)
    return out


def _by_steps(a: np.ndarray, b: np.ndarray, axis: int, reverse: bool) -> np.ndarray:
    """Return the same, one NumPy call for each step of all lines."""
    out = np.array(b)
    n = len(out)
    for k in range(1, n):
        here, before, factor = (n - 1 - k, n - k, n - k) if reverse else (k, k - 1, k)
        out[here] += a[factor] * out[before]
    return np.moveaxis(out, 0, axis)

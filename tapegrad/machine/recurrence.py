"""First-order linear recurrences along the last axis, compiled: ``r[k] = b[k] + a[k] * r[k - 1]``.

NumPy has no loop whose step reads the step before. The transpose runs from the end of a line:
``r[k] = b[k] + a[k + 1] * r[k + 1]``. Either way ``a[0]`` is not read, each step is a fused multiply-add of doubles,
and float32 is rounded after it: sealed code does the same steps in place.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import numpy as np

from tapegrad.machine.cache import engine

_TEXT = """\
declare double @llvm.fma.f64(double, double, double)
define void @recurrence_{dtype}(ptr %a, ptr %b, ptr %out, i64 %lines, i64 %n, i64 %reverse) {{
entry:
  %back = icmp ne i64 %reverse, 0
  %step = select i1 %back, i64 -1, i64 1
  %behind = select i1 %back, i64 1, i64 0
  %last = sub i64 %n, 1
  %first = select i1 %back, i64 %last, i64 0
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
  %a_here = getelementptr {element}, ptr %a, i64 %factor
  %b_here = getelementptr {element}, ptr %b, i64 %here
  %out_here = getelementptr {element}, ptr %out, i64 %here
  {load_a}
  {load_b}
  %exact = call double @llvm.fma.f64(double %a_now, double %r, double %b_now)
  {store}
  %next = add i64 %k, 1
  br label %loop
end:
  %following = add i64 %l, 1
  br label %line
done:
  ret void
}}"""


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

    return _TEXT.format(
        dtype=dtype, element="float" if single else "double", rounded="%exact_f8" if single else "%exact",
        load_first=load("r_first", "b_first"), store_first=store("r_first", "out_first"),
        load_a=load("a_now", "a_here"), load_b=load("b_now", "b_here"), store=store("exact", "out_here"),
    )  # fmt: skip


@cache
def _compiled(dtype: str) -> Callable[..., None]:
    engine().load(f"recurrence_{dtype}", lambda: _text(dtype))
    return ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 6)(engine().address(f"recurrence_{dtype}"))


def along_last(a: np.ndarray, b: np.ndarray, reverse: bool) -> np.ndarray:
    """Return the recurrence along the last axis, of two arrays of one shape and dtype."""
    if b.dtype not in (np.float64, np.float32):  # complex numbers
        return _by_steps(a, b, reverse)
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    out = np.empty(b.shape, b.dtype)
    if out.size:
        n = out.shape[-1]
        places = [x.__array_interface__["data"][0] for x in (a, b, out)]
        _compiled(b.dtype.str[1:])(*places, out.size // n, n, reverse)
    return out


def _by_steps(a: np.ndarray, b: np.ndarray, reverse: bool) -> np.ndarray:
    """Return the same, one NumPy call for each step of all lines."""
    out = np.array(b)
    n = out.shape[-1]
    for k in range(1, n):
        here, before, factor = (n - 1 - k, n - k, n - k) if reverse else (k, k - 1, k)
        out[..., here] += a[..., factor] * out[..., before]
    return out

"""The small functions of exported object code, as LLVM text: between matrices of doubles in the order of columns, which
CasADi passes, and arrays in C order and their own dtypes; and what stands for arguments and results that are null.

Tests: tests/export/test_object_code.py
"""

from __future__ import annotations

from tapegrad.export.interface import Port
from tapegrad.ir.forms import BOOL

_IN = {
    "double": "  %item = fadd double %given, -0.0",
    "float": "  %item = fptrunc double %given to float",
    "bool": "  %yes = fcmp une double %given, 0.0\n  %item = uitofp i1 %yes to {element}",
    # one that is no number is an integer that no array has as a position
    "int64_t": "  %whole = call i64 @llvm.fptosi.sat.i64.f64(double %given)\n  %none = fcmp uno double %given, 0.0\n"
    "  %item = select i1 %none, i64 -9223372036854775808, i64 %whole",
    "uint64_t": "  %whole = call i64 @llvm.fptoui.sat.i64.f64(double %given)\n  %some = fcmp ogt double %given, -1.0\n"
    "  %below = fcmp olt double %given, 0x43F0000000000000\n  %one = and i1 %some, %below\n"
    "  %item = select i1 %one, i64 %whole, i64 -9223372036854775808",
}
_OUT = {
    "double": "  %item = fadd double %given, -0.0",
    "float": "  %item = fpext float %given to double",
    "int64_t": "  %item = sitofp i64 %given to double",
    "uint64_t": "  %item = uitofp i64 %given to double",
}

_COPY = """\
define internal void @{symbol}(ptr %to, ptr %from, i64 %rows, i64 %columns) nounwind {{
entry:
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %r_next, %row_done ]
  %more_rows = icmp ult i64 %r, %rows
  br i1 %more_rows, label %column, label %done
column:
  %c = phi i64 [ 0, %row ], [ %c_next, %body ]
  %more = icmp ult i64 %c, %columns
  br i1 %more, label %body, label %row_done
body:
  %above = mul i64 %r, %columns
  %in_rows = add i64 %above, %c
  %left = mul i64 %c, %rows
  %in_columns = add i64 %left, %r
  %source = getelementptr {source}, ptr %from, i64 %{source_place}
  %target = getelementptr {target}, ptr %to, i64 %{target_place}
  %given = load {source}, ptr %source
{conversion}
  store {target} %item, ptr %target
  %c_next = add i64 %c, 1
  br label %column
row_done:
  %r_next = add i64 %r, 1
  br label %row
done:
  ret void
}}"""

_ZEROS = """\
define internal ptr @{name}.or_zeros(ptr %array, ptr %zeros, i64 %bytes) nounwind {{
entry:
  %null = icmp eq ptr %array, null
  br i1 %null, label %clear, label %done
clear:
  call void @llvm.memset.p0.i64(ptr align 8 %zeros, i8 0, i64 %bytes, i1 false)
  br label %done
done:
  %result = phi ptr [ %array, %entry ], [ %zeros, %clear ]
  ret ptr %result
}}
define internal ptr @{name}.or(ptr %array, ptr %other) nounwind {{
  %null = icmp eq ptr %array, null
  %result = select i1 %null, ptr %other, ptr %array
  ret ptr %result
}}
define internal ptr @{name}.aligned(ptr %work) nounwind {{
  %place = ptrtoint ptr %work to i64
  %beyond = add i64 %place, 63
  %rounded = and i64 %beyond, -64
  %result = inttoptr i64 %rounded to ptr
  ret ptr %result
}}"""

DECLARED = (
    "declare i64 @llvm.fptosi.sat.i64.f64(double)", "declare i64 @llvm.fptoui.sat.i64.f64(double)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
)  # fmt: skip
_ELEMENTS = {"double": "double", "float": "float", "int64_t": "i64", "uint64_t": "i64"}


def is_direct(port: Port) -> bool:
    """Tell whether CasADi's elements are the program's, in type and order."""
    return port.c_type == "double" and not port.transposed and port.form.dtype != BOOL


def converter(name: str, port: Port, inward: bool) -> tuple[str, str]:
    """Return the symbol and the text of the function that copies a port's elements, from CasADi's or to them."""
    truth = port.form.dtype == BOOL and inward
    symbol = f"{name}.{'from' if inward else 'to'}_columns.{port.c_type}{'.bool' if truth else ''}"
    element = _ELEMENTS[port.c_type]
    conversion = (_IN if inward else _OUT)["bool" if truth else port.c_type].format(element=element)
    source, target = ("double", element) if inward else (element, "double")
    places = ("in_columns", "in_rows") if inward else ("in_rows", "in_columns")
    return symbol, _COPY.format(
        symbol=symbol, source=source, target=target, source_place=places[0], target_place=places[1],
        conversion=conversion,
    )  # fmt: skip


def common(name: str) -> str:
    """Return the text of the functions that every exported one uses."""
    return _ZEROS.format(name=name)

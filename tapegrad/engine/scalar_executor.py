"""The scalar executor: an interpreter of scalar instructions, forward and in reverse, as a switch.

The ops whose record says `hot` are cases of the switch, traced from their rules; all others are called through the
kernel table. Written as LLVM text, because its cases are the records.

Tests: tests/sparse/test_arrays.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tapegrad.machine.kernels import ADJOINTS, RESULT, Memory, Rule, forward_body, reverse_body
from tapegrad.machine.lane import ATTRIBUTES, Body, Emitter
from tapegrad.machine.layout import COLUMNS, NEEDED, REVERSE, SCALAR

_TEXT = """\
define i64 @scalar_{name}({parameters}) {attributes} {{
entry:
{arrays}
  %last = add i64 %stop, -1
  %some = icmp slt i64 %start, %stop
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ {first}, %entry ], [ %after, %next ]
  %first = shl i64 %i, 2
  %row = getelementptr i32, ptr %code, i64 %first
  %op = load i32, ptr %row
  %out = getelementptr double, ptr %vals, i64 %i
{operands}
  switch i32 %op, label %other [ {labels} ]
{cases}
other:
  %wide = sext i32 %op to i64
  %scaled = mul i64 %wide, {columns}
  %entryindex = add i64 %scaled, {column}
  %where = getelementptr i64, ptr %table, i64 %entryindex
  %address = load i64, ptr %where
  %kernel = inttoptr i64 %address to ptr
  call void %kernel({pointers})
  br label %next
next:
  %after = add i64 %i, {step}
  %again = icmp {again}
  br i1 %again, label %loop, label %done
done:
  ret i64 0
}}"""

_PARAMETERS = "ptr %code_array, ptr %vals_array, i64 %start, i64 %stop, ptr %table_array"

_ARRAY = """\
  %{0}_field = getelementptr i64, ptr %{0}_array, i64 2
  %{0} = load ptr, ptr %{0}_field"""  # the data pointer follows the two words of an object's head

_OPERAND = """\
  %p{0} = getelementptr i32, ptr %row, i64 {1}
  %s{0} = load i32, ptr %p{0}
  %i{0} = sext i32 %s{0} to i64
  %{0} = getelementptr double, ptr %vals, i64 %i{0}"""

_BAR = "  %{0}bar = getelementptr double, ptr %adjs, i64 %i{0}"

# an adjoint of 0, or an instruction that was recorded without gradient, is passed over
_DISPATCH = """\
  %g = getelementptr double, ptr %adjs, i64 %i
  %gvalue = load {element}, ptr %g
  %zero = fcmp oeq {element} %gvalue, 0.0
  %flagat = getelementptr i8, ptr %flags, i64 %i
  %flag = load i8, ptr %flagat
  %bit = and i8 %flag, {needed}
  %unneeded = icmp eq i8 %bit, 0
  %idle = or i1 %zero, %unneeded
  br i1 %idle, label %next, label %dispatch
dispatch:"""


def module_text(rules: Iterable[Rule], passed_over: Iterable[int], dtype: str) -> str:
    """Return ``scalar_forward_<dtype>(code, vals, start, stop, table)`` and ``scalar_reverse_<dtype>(..., adjs,
    flags)``.

    `passed_over` are the op codes that may stand among scalars but are done elsewhere.
    """
    rules, declarations = list(rules), set[str]()
    switch = [f"i32 {code}, label %next" for code in passed_over]
    labels = " ".join([*switch, *(f"i32 {rule.code}, label %{rule.name}" for rule in rules)])
    operands = [_OPERAND.format(x, k) for k, x in enumerate("abc", 1)]
    dispatch = _DISPATCH.format(element="double" if dtype == "f8" else "float", needed=NEEDED)
    forward = _TEXT.format(
        name=f"forward_{dtype}", parameters=_PARAMETERS, attributes=ATTRIBUTES, arrays=_arrays("code", "vals", "table"),
        first="%start", step=1, again="slt i64 %after, %stop", operands="\n".join(operands), labels=labels,
        cases=_cases(rules, forward_body, dtype, declarations), columns=COLUMNS, column=SCALAR, pointers=RESULT,
    )  # fmt: skip
    reverse = _TEXT.format(
        name=f"reverse_{dtype}", parameters=f"{_PARAMETERS}, ptr %adjs_array, ptr %flags_array", attributes=ATTRIBUTES,
        arrays=_arrays("code", "vals", "table", "adjs", "flags"),
        first="%last", step=-1, again="sge i64 %after, %start",
        operands="\n".join([*operands, *map(_BAR.format, "abc"), dispatch]), labels=labels,
        cases=_cases(rules, reverse_body, dtype, declarations), columns=COLUMNS, column=REVERSE, pointers=ADJOINTS,
    )  # fmt: skip
    return "\n".join([*sorted(declarations), forward, reverse])


def _arrays(*names: str) -> str:
    return "\n".join(map(_ARRAY.format, names))


def _cases(rules: Iterable[Rule], body: Callable[..., Any], dtype: str, declarations: set[str]) -> str:
    text = Body(declarations=declarations)
    for rule in rules:
        e = Emitter(1, text)
        e.label(rule.name)
        body(rule, Memory(e, dtype), None)
        text.lines.append("  br label %next")
    return "\n".join(text.lines)

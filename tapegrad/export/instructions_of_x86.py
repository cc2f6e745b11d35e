"""Instructions of x86 as functions in plain LLVM text, for other processors.

Rules are written for the processor of this process, and use some of its instructions by name. An exported text keeps
them where the target has them: that is where nothing else was asked for. Elsewhere each is replaced by a function with
the same results, so one text serves all targets.

Tests: tests/export/test_targets.py
"""

from __future__ import annotations

import re

_NAME = re.compile(r"@llvm\.x86\.[\w.]+")
_DECLARED = re.compile(r"^declare .*@(llvm\.x86\.[\w.]+)\(.*\n?", re.MULTILINE)

_NONZERO = """\
define internal <2 x double> @{symbol}(<2 x double> %x, <2 x double> %y, i8 %kind) alwaysinline nounwind {{
  %a = extractelement <2 x double> %x, i64 0
  %b = extractelement <2 x double> %y, i64 0
  %differ = fcmp une double %a, %b
  %bits = sext i1 %differ to i64
  %first = bitcast i64 %bits to double
  %result = insertelement <2 x double> %x, double %first, i64 0
  ret <2 x double> %result
}}"""

_UNLESS_ZERO = """\
define internal <8 x double> @{symbol}(<8 x double> %value, <8 x double> %x, <8 x i64> %table, i32 %k, i8 %m, i32 %r) \
alwaysinline nounwind {{
  %zero = fcmp oeq <8 x double> %x, zeroinitializer
  %result = select <8 x i1> %zero, <8 x double> zeroinitializer, <8 x double> %value
  ret <8 x double> %result
}}"""


def _scaling(symbol: str, width: int) -> str:
    """Return the function ``x * 2**n`` of floats: in two exact steps and one that rounds."""
    vector, integers = f"<{width} x float>", f"<{width} x i32>"
    rest = "i16 %m, i32 %r" if width == 16 else "i8 %m"
    ones, bias, places = (f"<{', '.join([f'i32 {n}'] * width)}>" for n in (1, 127, 23))
    return "\n".join([
        f"define internal {vector} @{symbol}({vector} %x, {vector} %n, {vector} %p, {rest}) alwaysinline nounwind {{",
        f"  %k = fptosi {vector} %n to {integers}", f"  %half = ashr {integers} %k, {ones}",
        f"  %other = sub {integers} %k, %half", f"  %a = add {integers} %half, {bias}",
        f"  %b = add {integers} %other, {bias}", f"  %c = shl {integers} %a, {places}",
        f"  %d = shl {integers} %b, {places}", f"  %first = bitcast {integers} %c to {vector}",
        f"  %second = bitcast {integers} %d to {vector}", f"  %near = fmul {vector} %x, %first",
        f"  %result = fmul {vector} %near, %second", f"  ret {vector} %result", "}",
    ])  # fmt: skip


def _lookup(symbol: str, width: int, element: str, tables: int) -> str:
    """Return the function that looks up elements of one vector or of two, by the low bits of integers."""
    integer = "i64" if element == "double" else "i32"
    vector, integers, size = f"<{width} x {element}>", f"<{width} x {integer}>", width * tables
    parameters = [f"{vector} %low", f"{integers} %index", f"{vector} %high"][: tables + 1]
    lines = [
        f"define internal {vector} @{symbol}({', '.join(parameters)}) alwaysinline nounwind {{",
        f"  %table = alloca [{size} x {element}], align 64", f"  store {vector} %low, ptr %table, align 64",
    ]  # fmt: skip
    if tables == 2:
        lines += [
            f"  %next = getelementptr {element}, ptr %table, i64 {width}",
            f"  store {vector} %high, ptr %next, align {width * (8 if element == 'double' else 4)}",
        ]
    before = "poison"
    for k in range(width):
        lines += [
            f"  %i{k} = extractelement {integers} %index, i64 {k}", f"  %j{k} = and {integer} %i{k}, {size - 1}",
            f"  %at{k} = getelementptr {element}, ptr %table, {integer} %j{k}", f"  %x{k} = load {element}, ptr %at{k}",
            f"  %v{k} = insertelement {vector} {before}, {element} %x{k}, i64 {k}",
        ]  # fmt: skip
        before = f"%v{k}"
    return "\n".join([*lines, f"  ret {vector} {before}", "}"])


_WRITERS = {
    "sse2.cmp.sd": lambda symbol: _NONZERO.format(symbol=symbol),
    "avx512.mask.fixupimm.pd.512": lambda symbol: _UNLESS_ZERO.format(symbol=symbol),
    "avx512.mask.scalef.ps.256": lambda symbol: _scaling(symbol, 8),
    "avx512.mask.scalef.ps.512": lambda symbol: _scaling(symbol, 16),
    "avx512.vpermi2var.pd.512": lambda symbol: _lookup(symbol, 8, "double", 2),
    "avx512.vpermi2var.ps.512": lambda symbol: _lookup(symbol, 16, "float", 2),
    "avx512.vpermi2var.ps.256": lambda symbol: _lookup(symbol, 8, "float", 2),
    "avx512.permvar.sf.512": lambda symbol: _lookup(symbol, 16, "float", 1),
    "avx2.permps": lambda symbol: _lookup(symbol, 8, "float", 1),
}


def without_instructions(text: str, prefix: str) -> str:
    """Return LLVM text that names no instruction of a processor."""
    names = sorted(set(_DECLARED.findall(text)))
    functions = [_WRITERS[name.removeprefix("llvm.x86.")](f"{prefix}.{name}") for name in names]
    text = _NAME.sub(lambda match: f"@{prefix}.{match[0][1:]}", _DECLARED.sub("", text))
    return "\n".join([text, *functions])

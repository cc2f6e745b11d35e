"""The scalar executor: forward and reverse sweeps over instructions of one element, as a switch.

The ops whose record says `hot` are cases of the switch, traced from their rules; all others are called through the
kernel table. Written as LLVM text, because its cases are the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tapegrad.machine.kernels import ATTRIBUTES, Memory, Rule, reverse_body
from tapegrad.machine.lane import Emitter
from tapegrad.machine.layout import COLUMNS, NEEDED, REVERSE, SCALAR


def _operands(letters: str) -> list[str]:
    """Return the code that loads the operands' slots into %ia, %ib, %ic."""
    lines = []
    for k, letter in enumerate(letters):
        lines += [
            f"  %p{letter} = getelementptr i32, ptr %row, i64 {k + 1}",
            f"  %s{letter} = load i32, ptr %p{letter}",
            f"  %i{letter} = sext i32 %s{letter} to i64",
        ]
    return lines


def module_text(rules: Iterable[Rule], passed_over: Iterable[int], dtype: str) -> str:
    """Return ``scalar_forward_<dtype>(code, vals, start, stop, table)`` and ``scalar_reverse_<dtype>(..., adjs,
    flags)``.

    `passed_over` are the op codes that may stand among scalars but are done elsewhere.
    """
    rules, silent = list(rules), list(passed_over)
    declarations: set[str] = set()
    forward = _function("forward", rules, silent, dtype, declarations)
    reverse = _function("reverse", rules, silent, dtype, declarations)
    return "\n".join([*sorted(declarations), forward, reverse])


def _function(direction: str, rules: list[Rule], silent: list[int], dtype: str, declarations: set[str]) -> str:
    reverse = direction == "reverse"
    arrays = ["code", "vals", "table", *(["adjs", "flags"] if reverse else [])]
    parameters = "ptr %code_array, ptr %vals_array, i64 %start, i64 %stop, ptr %table_array"
    if reverse:
        parameters += ", ptr %adjs_array, ptr %flags_array"
    lines = [
        f"define i64 @scalar_{direction}_{dtype}({parameters}) {ATTRIBUTES} {{",
        "entry:",
        *(
            line
            for name in arrays  # the data pointer follows the two words of an object's head
            for line in (
                f"  %{name}_field = getelementptr i64, ptr %{name}_array, i64 2",
                f"  %{name} = load ptr, ptr %{name}_field",
            )
        ),
        "  %some = icmp slt i64 %start, %stop",
        "  br i1 %some, label %loop, label %done",
        "loop:",
    ]
    if reverse:
        lines += ["  %before = phi i64 [ %stop, %entry ], [ %i, %next ]", "  %i = add i64 %before, -1"]
    else:
        lines += ["  %i = phi i64 [ %start, %entry ], [ %after, %next ]"]
    lines += [
        "  %first = shl i64 %i, 2",
        "  %row = getelementptr i32, ptr %code, i64 %first",
        "  %op = load i32, ptr %row",
        "  %out = getelementptr double, ptr %vals, i64 %i",
        *_operands("abc"),
        *(f"  %{x} = getelementptr double, ptr %vals, i64 %i{x}" for x in "abc"),
    ]
    element, zero = ("double", "0.0") if dtype == "f8" else ("float", "0.0")
    if reverse:
        lines += [
            *(f"  %{x}bar = getelementptr double, ptr %adjs, i64 %i{x}" for x in "abc"),
            "  %g = getelementptr double, ptr %adjs, i64 %i",
            f"  %gvalue = load {element}, ptr %g",
            f"  %zero = fcmp oeq {element} %gvalue, {zero}",
            "  %flagat = getelementptr i8, ptr %flags, i64 %i",
            "  %flag = load i8, ptr %flagat",
            f"  %bit = and i8 %flag, {NEEDED}",
            "  %unneeded = icmp eq i8 %bit, 0",  # recorded without gradient
            "  %idle = or i1 %zero, %unneeded",
            "  br i1 %idle, label %next, label %dispatch",
            "dispatch:",
        ]
    cases = " ".join(f"i32 {code}, label %next" for code in silent)
    cases += " " + " ".join(f"i32 {r.code}, label %{r.name}" for r in rules)
    lines += [f"  switch i32 %op, label %other [ {cases} ]"]
    for rule in rules:
        lines += [f"{rule.name}:", *_case(rule, dtype, reverse, declarations), "  br label %next"]
    column = REVERSE if reverse else SCALAR
    names = ("abar", "bbar", "cbar", "g", "out", "a", "b", "c") if reverse else ("out", "a", "b", "c")
    lines += [
        "other:",
        "  %wide = sext i32 %op to i64",
        f"  %scaled = mul i64 %wide, {COLUMNS}",
        f"  %entryindex = add i64 %scaled, {column}",
        "  %where = getelementptr i64, ptr %table, i64 %entryindex",
        "  %address = load i64, ptr %where",
        "  %kernel = inttoptr i64 %address to ptr",
        f"  call void %kernel({', '.join('ptr %' + n for n in names)})",
        "  br label %next",
        "next:",
    ]
    if reverse:
        lines += ["  %more = icmp sgt i64 %i, %start"]
    else:
        lines += ["  %after = add i64 %i, 1", "  %more = icmp slt i64 %after, %stop"]
    lines += ["  br i1 %more, label %loop, label %done", "done:", "  ret i64 0", "}"]
    return "\n".join(lines)


def _case(rule: Rule, dtype: str, reverse: bool, declarations: set[str]) -> list[str]:
    e = Emitter(1)
    e.fresh = _named(rule.name)  # type: ignore[method-assign]
    memory = Memory(e, dtype)
    if reverse:
        reverse_body(rule, memory, memory.load("%g"))
    else:
        letters = ("%a", "%b", "%c")
        memory.store(rule.forward(*[memory.load(p) for p, _ in zip(letters, rule.arguments, strict=False)]), "%out")
    declarations |= e.declarations
    return e.lines


def _named(prefix: str) -> Callable[[], str]:
    """Return names of temporaries that are unique within the whole switch."""
    count = 0

    def fresh() -> str:
        nonlocal count
        count += 1
        return f"%{prefix}.{count}"

    return fresh

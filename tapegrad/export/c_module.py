"""The functions, tables and helpers of an exported program, as parts of one file of C.

Each program that another one runs is a function, and so is each rule of an op that takes more than a few operations;
constants are static tables, the same one for equal numbers.

Tests: tests/export/test_c_source.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from tapegrad.errors import ArgumentError
from tapegrad.export import c_special
from tapegrad.export.c_expressions import LIBM, TYPES, Refused, number, operand, whole
from tapegrad.export.c_lanes import CBody, CLanes
from tapegrad.export.c_statements import Printer
from tapegrad.export.c_writer import CWriter
from tapegrad.export.interface import C_WORDS
from tapegrad.machine import routines, status
from tapegrad.machine.lane import Lane
from tapegrad.passes.fuse_scatter_adds import fuse_scatter_adds
from tapegrad.passes.lowering import Pass, lowered, run
from tapegrad.passes.roll_loops import roll_loops

ARRANGING = [Pass(roll_loops), Pass(fuse_scatter_adds)]
HEADERS = "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n"
STATUSES = {
    status.INNER_GUARD: "TG_INNER_GUARD", status.RAISED: "TG_RAISED", status.FAILED: "TG_FAILED",
    status.OUTSIDE: "TG_OUTSIDE",
}  # fmt: skip
HELPERS = {
    "tg_bits": """\
static int64_t tg_bits(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}""",
    "tg_number": """\
static double tg_number(int64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}""",
    "tg_shift_right": """\
static int64_t tg_shift_right(int64_t x, int64_t places)
{
    return x < 0 ? ~(~x >> places) : x >> places;
}""",
}
HELPERS |= {
    f"tg_slide_{kind}": f"""\
static void tg_slide_{kind}(const {kind} *a, const {kind} *w, {kind} *out, const int64_t *sizes)
{{
    for (int64_t k = sizes[3]; k < sizes[4]; k++) {{
        double sum = 0.0;
        for (int64_t i = 0; i < sizes[2]; i++) {{
            if (k + i >= sizes[0] && k + i < sizes[0] + sizes[1]) sum += (double)a[k + i] * (double)w[i];
        }}
        out[k] = ({kind})sum;
    }}
}}"""
    for kind in ("double", "float")
}
_SPECIAL = re.compile(r"tapegrad_special_(\w+)$")
_SHORT = 4  # operations of a rule that is written where it is used


class CFunction(NamedTuple):
    """A program's function: its name, and the bytes of memory that it works in."""

    name: str
    work: int
    text: str


class _RuleMemory:
    """What a rule knows of memory: tables of numbers."""

    def __init__(self, module: CModule) -> None:
        self.module, self.elements = module, dict[str, str]()
        self.body: CBody = CBody(self)

    def place(self, pointer: str, index: str, element: str) -> str:
        """Return an element of a table."""
        table, index, _ = self.body.places[pointer]
        return f"{table}[{operand(index, 'i64', 8)}]"


class CModule:
    """The parts of one file.

    Attributes
    ----------
    name : str
        What names of functions begin with.
    functions, rules, tables : dict
        Their texts, in order of definition.
    libraries : dict
        Prototypes of routines of BLAS and LAPACK.
    taken : set of str
        Names that functions and tables have.
    title : str
        What refusals call the function.
    """

    registers = True

    def __init__(self, name: str, title: str) -> None:
        self.name, self.title = name, title
        self.functions: list[str] = []
        self.rules: dict[str, str] = {}
        self.tables: dict[str, str] = {}
        self.libraries: dict[str, str] = {}
        self.declarations: set[str] = set()
        self.taken: set[str] = {*C_WORDS, "in", "out", *TYPES.values(), *HELPERS, *STATUSES.values(), *LIBM}
        self.polls = False
        self._by_program: dict[int, CFunction] = {}
        self._kept: list[Any] = []  # programs whose identities are keys
        self._by_table: dict[Any, str] = {}
        self._by_rule: dict[Any, str | None] = {}

    @property
    def callbacks(self) -> NoReturn:
        """Refuse Python code."""
        raise Refused("a call of Python code")

    def refuse(self, program: Any, slot: int, reason: str) -> NoReturn:
        """Refuse an op, naming the user's line.

        Raises
        ------
        ArgumentError
        """
        op, line = program.ops[slot], program.lines.get(slot)
        name = getattr(op, "shown", op.name)
        where = f" at {line}" if line else ""
        remedy = "Compute it outside, and pass its result as an argument."
        raise ArgumentError(f"{self.title}: {name}{where} has no portable C ({reason}). {remedy}")

    # -------------------------------------------------------------------------------------------- functions

    def function(
        self, program: Any, name: str = "", names: tuple[Sequence[str], Sequence[str]] = ((), ())
    ) -> CFunction:
        """Return the function of a program, written when first asked for."""
        entry = self._by_program.get(id(program))
        if entry is None:
            name = name or self._free(f"{self.name}_step")
            self.taken.add(name)
            writer = CWriter(run(ARRANGING, lowered(program)), name, self, names)
            text = writer.write()
            self.functions.append(text)
            entry = self._by_program[id(program)] = CFunction(name, writer.work, text)
            self._kept.append(program)
        return entry

    def _free(self, name: str) -> str:
        k = 1
        while f"{name}{k}" in self.taken:
            k += 1
        return f"{name}{k}"

    def status(self, code: int) -> str:
        """Return a status as the text has it."""
        return STATUSES.get(code) or whole(code)

    # -------------------------------------------------------------------------------------------- rules of ops

    def rule(self, op: Any) -> str | None:
        """Return the function of an op's rule; None if it is so short that it is written where it is used."""
        if op not in self._by_rule:
            self._by_rule[op] = self._written(op.shown, op.arguments, op.forward, _SHORT)
        return self._by_rule[op]

    def _written(self, name: str, arguments: Sequence[str], rule: Any, least: int) -> str | None:
        memory = _RuleMemory(self)
        lanes = CLanes(memory.body)
        names = {f"%a{k}": f"{a}_" if a in self.taken else a for k, a in enumerate(arguments)}
        result = lanes.result(rule(*[Lane(lanes, placeholder, "f") for placeholder in names]))
        if len(memory.body.lines) <= least and not any(s.opens for s in memory.body.lines):
            return None
        memory.body.returned(result)
        function = f"{self.name}_{re.sub(r'[^0-9a-zA-Z]', '_', name)}"
        function = function if function not in self.taken else self._free(function)
        self.taken.add(function)
        printer = Printer(names)
        lines = printer.lines(memory.body.lines)
        unused = [f"    (void){shown};" for name, shown in names.items() if name not in printer.read]
        parameters = ", ".join(f"double {shown}" for shown in names.values())
        self.rules[function] = "\n".join([f"static double {function}({parameters})", "{", *unused, *lines, "}"])
        return function

    def function_of(self, symbol: str) -> str:
        """Return the function of C for one that rules call by its symbol."""
        if symbol in routines.rules:
            count, rule = routines.rules[symbol]
            key = symbol
            if key not in self._by_rule:
                names = [f"x{k}" for k in range(count)]
                self._by_rule[key] = self._written(symbol.removeprefix("tapegrad_routine_"), names, rule, -1)
            return str(self._by_rule[key])
        match = _SPECIAL.match(symbol)
        if match and match[1] in c_special.OF_LIBM:
            return c_special.OF_LIBM[match[1]]
        if match and match[1] in c_special.RULES:
            arguments, rule = c_special.RULES[match[1]]
            if symbol not in self._by_rule:
                self._by_rule[symbol] = self._written(match[1], arguments, rule, -1)
            return str(self._by_rule[symbol])
        if match:
            raise Refused(f"it calls {match[1]} of SciPy")
        raise Refused(f"it calls compiled code of this process, {symbol}")

    # -------------------------------------------------------------------------------------------- constants

    def rule_table(self, name: str, element: str, declarations: set[str]) -> str:
        """Return a table of numbers that a rule reads, of its declaration."""
        text = next(d for d in declarations if d.startswith(f"{name} ="))
        numbers = re.findall(rf"{element} (0x[0-9A-F]+)", text.split("constant", 1)[1].split("[", 2)[2])
        values = np.array([np.array(int(n, 16), np.uint64).view(np.float64) for n in numbers])
        return self.table(values if element == "double" else values.astype(np.float32))

    def table(self, array: np.ndarray) -> str:
        """Return the name of constant numbers."""
        key = array.dtype.str, array.tobytes()
        name = self._by_table.get(key)
        if name is None:
            name = self._by_table[key] = self._free(f"{self.name}_data")
            self.taken.add(name)
            self.tables[name] = self._table(name, array.reshape(-1))
        return name

    def _table(self, name: str, array: np.ndarray) -> str:
        kinds = {"f8": "double", "f4": "float", "i8": "int64_t", "i4": "int32_t"}
        kind, count = kinds[array.dtype.str[1:]], max(1, array.size)
        if array.dtype.kind == "f":
            shown = [self._constant(x, array.dtype == np.float32) for x in array.tolist()]
        else:
            shown = [whole(n) for n in array.tolist()]
        rows, line = [], ""
        for item in shown or ["0"]:
            if len(line) + len(item) > 100:
                rows.append(line.rstrip())
                line = ""
            line += f"{item}, "
        body = "\n".join(f"    {row}" for row in [*rows, line.rstrip(", ")])
        return f"static const {kind} {name}[{count}] = {{\n{body}\n}};"

    @staticmethod
    def _constant(x: float, single: bool) -> str:
        if x != x:
            return "NAN"
        return number(float(repr(np.float32(x)).split("(")[-1].rstrip(")")) if single and np.isfinite(x) else x, single)

    # -------------------------------------------------------------------------------------------- libraries

    def routine_of_library(self, name: str, args: Sequence[Any], element: str) -> str:
        """Return the name of a routine of BLAS or LAPACK, as Fortran has it."""
        kinds = []
        for a in args:
            if hasattr(a, "buffer"):
                kinds.append("int32_t *" if a.buffer.element in ("i64", "i32") else f"{TYPES[a.buffer.element]} *")
            elif isinstance(a, str):
                kinds.append("const char *")
            else:
                kinds.append(f"const {TYPES[element] if isinstance(a, float) else 'int32_t'} *")
        self.libraries[name] = f"extern void {name}_({', '.join(kinds)});"
        return f"{name}_"

    # -------------------------------------------------------------------------------------------- the file

    def text(self) -> str:
        """Return the helpers, tables, rules and functions."""
        code = "\n\n".join([*self.rules.values(), *self.functions])
        helpers = [text for name, text in HELPERS.items() if f"{name}(" in code]
        used = {name: text for name, text in self.tables.items() if re.search(rf"\b{name}\b", code)}
        statuses = [
            f"#define {name} (INT64_C(1) << {code_.bit_length() - 1})"
            for code_, name in STATUSES.items()
            if re.search(rf"\b{name}\b", code)
        ]
        parts = ["\n".join(statuses), "\n".join(self.libraries.values()), *used.values(), *helpers, code]
        return "\n\n".join(part for part in parts if part)

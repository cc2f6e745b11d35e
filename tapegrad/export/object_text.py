"""An interface as LLVM text: its programs, their constants as read-only data, and the functions that others call.

No address of this process is in it. Routines of BLAS and LAPACK have the names of Fortran's libraries, with integers of
32 bits. Long programs do not ask for signals.

Tests: tests/export/test_object_code.py, tests/export/test_refused.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from tapegrad.codegen.function_writer import FunctionWriter, Module, Written
from tapegrad.errors import ArgumentError
from tapegrad.export import c_special
from tapegrad.export.column_order import DECLARED, common
from tapegrad.export.entry_text import EntryText, escaped, listed, pointers_constant, text_constant
from tapegrad.export.instructions_of_x86 import without_instructions
from tapegrad.export.interface import CODES, SIZE, UNKNOWN, Interface
from tapegrad.ir.program import Program
from tapegrad.machine import routines, sliding_products
from tapegrad.machine.fences import spaced

_SYMBOL = re.compile(r"@(tapegrad_[-$.\w]+)")
_LIBRARY = re.compile(r"tapegrad_(?:blas|lapack)_(\w+)")
_SPECIAL = re.compile(r"tapegrad_special_(\w+?)(?:_\d)?(?:_whole)?$")
_PROGRAM = re.compile(r"@tape_(\d+)")
_DEFINED = re.compile(r"^define *(?:internal )? *i64 @tape_", re.MULTILINE)
_DECLARATION = re.compile(r"^(?:declare|@)")


class UnpolledWriter(FunctionWriter):
    """A program as a function that is called without Python."""

    calls_python = False

    def poll(self) -> None:
        """Ask for no signals: there is no Python that has handlers."""


class ExportedWriter(UnpolledWriter):
    """A program as a function that is run outside of this process."""

    integer_size = 4


class UnpolledModule(Module):
    """The functions of the programs of an interface, and of those that they run, in this process."""

    writer = UnpolledWriter


class ExportedModule(Module):
    """The same for another process."""

    writer = ExportedWriter


class ObjectText:
    """The text of an interface.

    Parameters
    ----------
    interface : Interface
    portable : bool
        Whether it is for other processors than this one.
    exported : str
        LLVM's linkage of the functions that others call, with a space.
    inside : bool
        Whether it is for this process, where functions have addresses.

    Attributes
    ----------
    work : dict
        By entry point, the bytes of memory that a call needs.
    libraries : list of str
        The routines of BLAS and LAPACK that are called.
    """

    def __init__(self, interface: Interface, portable: bool = False, exported: str = "", inside: bool = False) -> None:
        self.interface, self.name = interface, interface.name
        self.module = UnpolledModule() if inside else ExportedModule()
        functions = [self.module.function(entry.program) for entry in interface.entries]
        if self.module.callbacks:
            refuse(interface, self.module.callbacks[0].title, "runs Python code")
        self._constants: dict[int, str] = {}
        self._data: list[str] = []
        entries = [
            EntryText(entry, f"{self.name}.{function.name}", self._pool(function), function.work, self.name, exported)
            for entry, function in zip(interface.entries, functions, strict=True)
        ]
        self.work = {text.entry.name: text.work for text in entries}
        parts = [text.text(interface.first_guard(text.entry)) for text in entries]
        tables: dict[str, str] = {}
        converters: dict[str, str] = {}
        for text in entries:
            tables |= text.tables
            converters |= text.converters
        body = _PROGRAM.sub(
            lambda m: f"@{self.name}.tape_{m[1]}", _DEFINED.sub("define internal i64 @tape_", self.module.text())
        )
        rest = [common(self.name), self._codes(), self._status_text(exported, tables), *converters.values(), *parts]
        self.libraries: list[str] = []
        whole = "\n".join([*DECLARED, body, *rest])
        whole = whole if inside else self._resolved(whole)
        if portable:
            whole = without_instructions(whole, self.name)
        version = text_constant(f"{self.name}_version", interface.version, exported.strip())
        self.text = spaced(_ordered("\n".join([version, *tables.values(), *self._data, whole])))

    # -------------------------------------------------------------------------------------------- constants

    def _pool(self, function: Written) -> list[str]:
        return [self._constant(array) for array in function.pool]

    def _constant(self, array: np.ndarray) -> str:
        """Return the symbol of a constant."""
        symbol = self._constants.get(id(array))
        if symbol is None:
            symbol = self._constants[id(array)] = f"{self.name}.data.{len(self._constants)}"
            data = np.ascontiguousarray(array).tobytes() or bytes(8)
            content = "zeroinitializer" if not any(data) else f'c"{escaped(data)}"'
            self._data.append(f"@{symbol} = private unnamed_addr constant [{len(data)} x i8] {content}, align 64")
        return symbol

    # -------------------------------------------------------------------------------------------- statuses

    def _codes(self) -> str:
        """Return the function from a program's status to that of an exported function."""
        cases = "\n".join(f"    i64 {status}, label %s{-code}" for status, (code, _) in CODES.items())
        returns = "\n".join(f"s{-code}:\n  ret i32 {code}" for code, _ in CODES.values())
        return "\n".join([
            f"define internal i32 @{self.name}.code(i64 %status, i64 %base) nounwind {{", "entry:",
            f"  switch i64 %status, label %guard [\n    i64 0, label %done\n{cases}\n  ]", "done:", "  ret i32 0",
            "guard:", "  %number = add i64 %status, %base", "  %short = trunc i64 %number to i32", "  ret i32 %short",
            returns, "}",
        ])  # fmt: skip

    def _status_text(self, exported: str, tables: dict[str, str]) -> str:
        """Return the function from a status to a text."""
        texts = [text for _, text in sorted((-code, text) for code, text in [*CODES.values(), SIZE])][::-1]
        texts = [UNKNOWN[1], *texts, "done"]
        texts += [f"the recording took another decision at {line}" for line in self.interface.decisions()]
        for k, text in enumerate(texts):
            tables[f"{self.name}.status.{k}"] = text_constant(f"{self.name}.status.{k}", text)
        table = f"{self.name}.status"
        tables[table] = pointers_constant(table, [f"{self.name}.status.{k}" for k in range(len(texts))])
        by_number = listed(f"define internal ptr @{self.name}.status_text(i64 %i)", table, len(texts))
        return "\n".join([
            by_number, f"define {exported}ptr @{self.name}_status_text(i32 %status) nounwind {{",
            "  %wide = sext i32 %status to i64", f"  %i = add i64 %wide, {-UNKNOWN[0]}",
            f"  %within = icmp ult i64 %i, {len(texts)}", "  %number = select i1 %within, i64 %i, i64 0",
            f"  %text = call ptr @{self.name}.status_text(i64 %number)", "  ret ptr %text", "}",
        ])  # fmt: skip

    # -------------------------------------------------------------------------------------------- what it calls

    def _resolved(self, text: str) -> str:
        """Return the text with what it calls: functions of libraries by their names, others written out.

        Raises
        ------
        ArgumentError
            For a function that only this process has.
        """
        done: set[str] = set()
        while symbols := sorted(set(_SYMBOL.findall(text)) - done):
            for symbol in symbols:
                done.add(symbol)
                if match := _LIBRARY.fullmatch(symbol):
                    text = re.sub(rf"@{symbol}\b", f"@{match[1]}_", text)
                    self.libraries.append(f"{match[1]}_")
                else:
                    target, definition = self._function(symbol)
                    text = re.sub(rf"^declare .*@{re.escape(symbol)}\(.*\n", "", text, flags=re.MULTILINE)
                    text = re.sub(rf"@{re.escape(symbol)}(?![-$.\w])", f"@{target}", f"{text}\n{definition}")
        return text

    def _function(self, symbol: str) -> tuple[str, str]:
        """Return the name and the definition of a function that rules call."""
        target = f"{self.name}.{symbol}"
        if symbol in routines.rules:
            count, rule = routines.rules[symbol]
            return target, routines.definition(symbol, count, rule).replace("define ", "define internal ")
        if symbol.startswith("tapegrad_slide_"):
            return target, re.sub(
                "^define ", "define internal ", sliding_products.definition(symbol), flags=re.MULTILINE
            )
        match = _SPECIAL.match(symbol)
        if match and match[1] in c_special.OF_LIBM:
            name = c_special.OF_LIBM[match[1]]
            return name, f"declare double @{name}(double)"
        if match and match[1] in c_special.RULES:
            arguments, rule = c_special.RULES[match[1]]
            return target, routines.definition(symbol, len(arguments), rule).replace("define ", "define internal ")
        if match:
            refuse(self.interface, match[1], "is computed by SciPy's compiled code")
        if symbol.startswith("tapegrad_python_"):
            refuse(self.interface, symbol, "runs Python code")
        refuse(self.interface, symbol.removeprefix("tapegrad_"), "is compiled code of this process")
        raise AssertionError


def refuse(interface: Interface, name: str, reason: str) -> None:
    """Refuse an op, with the user's line where it is known.

    Raises
    ------
    ArgumentError
    """
    lines = [
        f" at {program.lines[slot]}"
        for program, slot in _slots(interface.entries[0].program)
        if name in (program.ops[slot].name, getattr(program.ops[slot], "shown", "")) and slot in program.lines
    ]
    raise ArgumentError(
        f"{interface.title}: {name}{lines[0] if lines else ''} {reason}, which no exported file can hold. Compute it "
        "outside, and pass its result as an argument."
    )


def _slots(program: Program) -> Iterator[tuple[Program, int]]:
    for slot, op in enumerate(program.ops):
        if op is not None:
            yield program, slot
    for inner in program.subprograms():
        yield from _slots(inner)


def _ordered(text: str) -> str:
    """Return the text with each declaration once, before all functions."""
    lines = text.split("\n")
    declarations = dict.fromkeys(line for line in lines if _DECLARATION.match(line))
    return "\n".join([*declarations, *(line for line in lines if not _DECLARATION.match(line))])

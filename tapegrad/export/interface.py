"""What an exported function looks like from outside: names, shapes and dtypes, order of elements, sparsity, memory.

An `Interface` is a name and some entries, the function itself and derivatives of it. Each entry is a program with a
port for each argument and result. Object code and C are written from it, and both have two callers: C code, which
passes arrays as NumPy has them (their elements in C order, in their dtypes), and CasADi's protocol, which passes
matrices of doubles in the order of columns. An array is such a matrix by its shape: a number is 1 x 1, a vector one
column, and an array of more dimensions has a row for each index of its first axis.

Invariant: a port has an input or output of the program, unless it is `absent`. CasADi's derivatives take results that
no program of ours reads, and those are absent.

Tests: tests/export/test_interface.py
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module

import numpy as np

from tapegrad.ir.forms import BOOL, F4, Form
from tapegrad.ir.program import Program
from tapegrad.machine.status import FAILED, INNER_GUARD, INTERRUPTED, OUTSIDE, RAISED

CODES = {  # of statuses that are no guard's: what exported functions return, and what it means
    INNER_GUARD: (-1, "a guard within a loop or a condition failed"),
    RAISED: (-2, "a custom kernel raised an exception"),
    INTERRUPTED: (-3, "it was interrupted"),
    FAILED: (-4, "a function of linear algebra has no result for these values"),
    OUTSIDE: (-5, "an integer argument names a position that an array does not have"),
}
SIZE = -6, "n is not the number of arguments that was recorded"
UNKNOWN = -7, "unknown status"
C_WORDS = frozenset({
    "arg", "asm", "auto", "bool", "break", "case", "char", "complex", "const", "continue", "default", "do",
    "double", "else", "enum", "errno", "extern", "false", "float", "for", "goto", "if", "imaginary", "inline",
    "int", "iw", "linux", "long", "main", "mem", "register", "res", "restrict", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "true", "typedef", "typeof", "union", "unix", "unsigned", "void",
    "volatile", "w", "while", "work",
})  # fmt: skip
"""Keywords, macros that compilers and headers define, and names of the interface."""
_MACROS = re.compile(
    r"(M|DBL|FLT|LDBL|INT|UINT|LONG|LLONG|SHRT|CHAR|SIZE|FP|HUGE|EXIT)_\w+|U?INT\d+_\w+|I|NAN|NULL|EOF|INFINITY|EDOM|"
    r"ERANGE|EILSEQ|BUFSIZ|RAND_MAX"
)
FORMAT = 1  # of the interface: what a version text ends with


def is_of_c(word: str) -> bool:
    """Tell whether a word means something in C, by itself or by a macro of its headers."""
    return word in C_WORDS or _MACROS.fullmatch(word) is not None


@dataclass(frozen=True, eq=False)
class Sparsity:
    """Where a matrix has elements, in compressed columns.

    Attributes
    ----------
    shape : tuple of int
    columns : ndarray of int64
        Where each column begins, and the end of all.
    rows : ndarray of int64
        The row of each element.
    """

    shape: tuple[int, int]
    columns: np.ndarray
    rows: np.ndarray

    def words(self) -> list[int]:
        """Return the numbers by which CasADi knows it."""
        return [*self.shape, *self.columns.tolist(), *self.rows.tolist()]


@dataclass(frozen=True, eq=False)
class Port:
    """An argument or a result.

    Attributes
    ----------
    name : str
        An identifier of C.
    form : Form
        Its shape and dtype. Those of a sparse matrix are those of its elements, in the order of its columns.
    sparsity : Sparsity or None
        Of a sparse matrix; None for an array.
    absent : bool
        Whether no program has it: an argument that is not read, a derivative by integers.
    """

    name: str
    form: Form
    sparsity: Sparsity | None = None
    absent: bool = False

    @property
    def matrix(self) -> tuple[int, int]:
        """The shape of the matrix that CasADi sees."""
        if self.sparsity is not None:
            return self.sparsity.shape
        rows = self.form.shape[0] if self.form.shape else 1
        return rows, self.form.size // max(1, rows) if self.form.size else math.prod(self.form.shape[1:])

    @property
    def words(self) -> list[int]:
        """The numbers by which CasADi knows where the matrix has elements."""
        if self.sparsity is not None:
            return self.sparsity.words()
        rows, columns = self.matrix
        if self.absent:
            return [rows, columns, *[0] * (columns + 1)]
        return [rows, columns, 1]

    @property
    def transposed(self) -> bool:
        """Whether the elements are in another order for CasADi than for C."""
        return self.sparsity is None and min(self.matrix) > 1

    @property
    def c_type(self) -> str:
        """The type of its elements for C: integers have 64 bits, and truth values are the numbers 0 and 1."""
        form = self.form
        if form.lane is not None:
            return "float" if form.lane is F4 else "double"
        return "uint64_t" if form.dtype.kind == "u" else "int64_t"

    @property
    def described(self) -> str:
        """What a comment says of it."""
        if self.sparsity is not None:
            rows, columns = self.sparsity.shape
            return f"{rows} x {columns}, {self.form.size} elements in compressed columns"
        dtype = "bool as 0 and 1" if self.form.dtype == BOOL else str(self.form.dtype)
        return f"{dtype}, shape {self.form.shape}"


@dataclass(frozen=True, eq=False)
class EntryPoint:
    """A function of an interface.

    Attributes
    ----------
    name : str
    program : Program
    inputs, outputs : tuple of Port
    """

    name: str
    program: Program
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]

    def __post_init__(self) -> None:
        sides = (self.given, self.program.input_forms), (self.returned, self.program.output_forms)
        for ports, forms in sides:  # else compiled code would write beyond an array
            if [(port.form.shape, port.form.dtype) for port in ports] != [(form.shape, form.dtype) for form in forms]:
                raise AssertionError(self.name)

    @cached_property
    def given(self) -> list[Port]:
        """The arguments that the program has as inputs, in their order."""
        return [port for port in self.inputs if not port.absent]

    @cached_property
    def returned(self) -> list[Port]:
        """The results that the program has as outputs, in their order."""
        return [port for port in self.outputs if not port.absent]


@dataclass(frozen=True, eq=False)
class Interface:
    """An exported function.

    Attributes
    ----------
    name : str
        What all symbols begin with, or end with.
    title : str
        The function's name in messages.
    entries : tuple of EntryPoint
        The function, then its derivatives.
    """

    name: str
    title: str
    entries: tuple[EntryPoint, ...]

    @property
    def version(self) -> str:
        """What ``NAME_version`` says."""
        return f"tapegrad {import_module('tapegrad').__version__} interface {FORMAT}"

    def decisions(self) -> list[str]:
        """Return the user's lines whose decisions are guards: of the status k is the one before k.

        Those of an entry follow those of the entries before it.
        """
        return [guard.line for entry in self.entries for guard in entry.program.guards]

    def first_guard(self, entry: EntryPoint) -> int:
        """Return how many guards the entries before an entry have: what its status of a guard is added to."""
        before = self.entries[: self.entries.index(entry)]
        return sum(len(other.program.guards) for other in before)


def distinct(*sides: Sequence[Port]) -> list[tuple[Port, ...]]:
    """Return the ports of both sides with a name of its own for each: those of tangents of tangents can be the same."""
    taken: set[str] = set()

    def renamed(port: Port) -> Port:
        name, number = port.name, 1
        while name in taken:
            name, number = f"{port.name}_{number}", number + 1
        taken.add(name)
        return port if name == port.name else replace(port, name=name)

    return [tuple(map(renamed, ports)) for ports in sides]


def named(port: Port, name: str, absent: bool = False) -> Port:
    """Return a port of the same matrix under another name."""
    return replace(port, name=name, absent=absent or port.absent)

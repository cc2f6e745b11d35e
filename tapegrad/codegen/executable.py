"""Executables: loads the machine code of a program into this process, and calls it.

Python passes NumPy arrays and numbers to a small entry function, a built-in one to Python, which finds the arrays' data
and the numbers' values and calls the program; so a call costs a tenth of a microsecond more than its arithmetic.
Code that has addresses already (batches, compiled callers) calls the program itself.

Tests: tests/codegen/test_shared_loops.py
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import sys
from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.codegen.function_writer import Module, written
from tapegrad.codegen.kept_executables import FIELDS, keep, kept
from tapegrad.codegen.llvm_text import Text, element_of
from tapegrad.codegen.outlining import OWN
from tapegrad.codegen.parallel_phases import SHARED_OWN, shared_text
from tapegrad.codegen.size_bindings import Binding
from tapegrad.cpython.callers import bound
from tapegrad.cpython.field_offsets import DATA_AT, FLAGS_AT, LIST_ITEMS_AT, TUPLE_ITEMS
from tapegrad.forks import across_forks, cached_property, in_child
from tapegrad.ir.forms import Form
from tapegrad.machine.cache import engine
from tapegrad.machine.crew import hire
from tapegrad.machine.extents import now
from tapegrad.machine.interrupts import EVERY, control
from tapegrad.machine.places import Buffer
from tapegrad.machine.symbols import imported
from tapegrad.passes.lowering import lowered
from tapegrad.progress import task

if TYPE_CHECKING:
    from tapegrad.codegen.varying_sizes import Marks, Outline
    from tapegrad.ir.program import Program

NOT_TAKEN = -1  # what the entry returns for an array whose elements do not lie in C order, and an int beyond 64 bits
MOST_ARGUMENTS = 1000  # for which an entry is written
LARGE = 1 << 15  # elements of all arrays from which a call lets other Python threads run, or
LONG = 1 << 20  # lines of LLVM text that it runs: 0.1 ms or so
SHOWN = 10 * EVERY  # such lines, 0.1 to 0.5 s, from which on a call shows that it is under way
STRAIGHT = 6000  # lines of LLVM text that are worth the optimiser's time
_NUMBER = TUPLE_ITEMS + 2  # the word of an instruction that has its number, which is the third item


class Executable:
    """The compiled form of a program.

    Attributes
    ----------
    address : int
        Of ``run(in, out, work)``.
    work : int
        Bytes of working memory that a call needs.
    cost : int
        How many lines of LLVM text a call runs, roughly.
    polls : bool
        Whether a call is so long that Python code may run within: handlers of signals.
    run : callable
        The program itself, of three addresses.
    python : list of str
        The ops whose Python code it calls.
    large : bool
        Whether other Python code may run during a call, as far as is known: since it takes long, or calls some itself.
    entry : callable
        ``entry(constants, work, numbers, inputs..., array outputs...)``, see `_entry`.
    constants : ndarray
        The addresses of the constants, for the entry.
    guards : int
        How many the program has: a status up to this number is that of one.
    text_hash : int
        Of the LLVM text.
    by_tables : bool
        Whether that is the only way to call it, as there are too many arguments for an entry.

    Parameters
    ----------
    numbers : tuple of int, optional
        The slots of a run that the last inputs stand for, which have one element: then the entry is
        ``entry(constants, work, arrays, instructions, outputs)``, of lists: the arrays that the run was given, its
        instructions, and arrays for all outputs.
    module : Module, optional
        An empty one that it is written into.
    marked : Program, optional
        The arranged program, with marks at the numbers that its code is to load as data.
    """

    def __init__(
        self, program: Program, numbers: tuple[int, ...] | None = None, module: Module | None = None,
        marked: Program | None = None,
    ) -> None:  # fmt: skip
        module, function, text = written(program, module, marked)
        inputs, outputs = lowered(program).input_forms, lowered(program).output_forms
        self.polls, self._phases = module.polls, function.phases
        self._title = f"running a tape of {len(program)} instructions"
        outside = self.polls or bool(module.callbacks or self._phases)
        ends = [*inputs, *outputs] if marked is None else [*marked.input_forms, *marked.output_forms]
        self.large = bool(outside or function.cost > LONG or sum([f.size for f in ends]) > LARGE)
        marks: Marks | None = None if marked is None else marked.derived.get("marks")
        self._binding = None
        if marked is not None and marks is not None:
            marks.extents.close()
            if not (module.callbacks or self._phases):
                self._binding = Binding(marks, marked.constants, function)  # type: ignore[arg-type]
        self._need(function.pool, now(function.work), now(function.cost))
        self.by_tables = len(inputs) + len(outputs) > MOST_ARGUMENTS
        if not self.by_tables:
            if numbers is None:
                text += _entry((*inputs,), (*outputs,), len(self.pool), self.large)
            else:
                text += _entry_of_runs((*inputs,), numbers, len(outputs), len(self.pool), self.large)
        symbols = [OWN, SHARED_OWN] if self.by_tables else [OWN, SHARED_OWN, "tape_0_entry"]
        polled = [k for k, array in enumerate(self.pool, len(inputs)) if array is control()] if self.polls else []
        self._control = polled[0] if polled else None
        self._text, self._symbols, self._callbacks = text, symbols, module.callbacks
        self.text_hash = hash(text)
        self._varies, self._plain = marks is not None, 2 * module.stretched > text.count("\n")
        self._loaded: Any = None
        self._begun: Any = None  # a compilation that is under way
        self._soon = False  # nothing has to be waited for
        self.guards = len(program.guards)
        self.recording = ""  # the digest of the recording that it answers for, if it may be kept for that
        self._lasting = not (module.is_bound or module.callbacks or self._phases or self.polls)
        self.python = sorted({c.title for c in module.callbacks})

    def _need(self, pool: list[np.ndarray], work: int, cost: int) -> None:
        """Take what a call needs besides machine code."""
        self.pool = pool  # kept alive: compiled code holds their addresses while it runs
        self.work, self.cost, self.constants = int(work), int(cost), _addresses(pool)

    def at(self, program: Program, outline: Outline) -> Executable | None:
        """Return the same machine code for the sizes of an arranged program; None if these may need another one."""
        bound = None if self._binding is None else self._binding.at(outline, program.constants)
        if bound is None:
            return None
        executable = Executable.__new__(Executable)
        executable.__dict__.update({k: v for k, v in self.__dict__.items() if k not in ("entry", "run")})
        executable.recording, executable._binding = "", None
        executable._need(*bound)
        return executable

    @classmethod
    def of_recording(cls, digest: str) -> Executable | None:
        """Return the machine code that is kept for a recording; None if there is none."""
        parts = kept(digest)
        if parts is None:
            return None
        file, fields, constants = parts
        executable = cls.__new__(cls)
        executable.__dict__.update(zip(FIELDS, fields, strict=True))
        executable._loaded = engine().kept(file, executable._symbols)
        if executable._loaded is None:
            return None
        executable.pool, executable.polls, executable.python, executable.recording = constants, False, [], digest
        executable._phases, executable._callbacks, executable._control = [], [], None
        executable._text, executable._begun, executable._soon = "", None, True
        executable._lasting, executable.constants, executable._binding = True, _addresses(constants), None
        executable._plain = False
        return executable

    def ready(self, seconds: float) -> bool:
        """Tell whether the machine code is loaded, or can be within so many seconds.

        It is compiled when its address or entry is asked for, or from here on by another process.
        """
        if self._soon or self._callbacks or self._loaded is not None:
            return True
        if self._begun is not None:
            self._soon = self._begun.wait(seconds)
        else:
            self._soon, self._begun = engine().ready("tape", self._whole, self._optimised, seconds)
        return self._soon

    def is_valid(self) -> bool:
        """Tell whether LLVM takes the text: with marks, a number may stand where it takes digits alone."""
        return not self._varies or engine().takes("tape", self._whole, self._optimised)

    def load(self) -> None:
        """Wait until the machine code is loaded."""
        _ = self._code

    @property
    def _optimised(self) -> bool:
        return not self._plain and self._text.count("\n") < STRAIGHT

    @property
    def _whole(self) -> str:
        """The text of all functions."""
        return self._text + shared_text(self._phases, self._control)

    @property
    def _code(self) -> Any:
        if self._loaded is None:
            if self._phases:
                hire()
            with exclusive:
                if self._loaded is None:
                    code = engine().code("tape", self._whole, self._symbols, self._optimised, self._callbacks)
                    if self.recording and self._lasting and not imported(self._whole):
                        keep(self, code.file)
                    self._loaded, self._text, self._begun = code, "", None
        return self._loaded

    @cached_property
    def entry(self) -> Callable[..., int]:
        entry = bound("tape_0_entry", self._code.address("tape_0_entry"), self._code)
        return entry if self.cost < SHOWN else self._announced(entry)

    def _announced(self, entry: Callable[..., int]) -> Callable[..., int]:
        """Return the entry of a call that takes long, as a task."""

        def call(*arguments: Any) -> int:
            with task(self._title):
                return entry(*arguments)

        return call

    def unshare(self) -> None:
        """Run every call on one thread from now on; before the first one."""
        self._phases = []

    @property
    def address(self) -> int:
        return self._code.address(OWN)

    @cached_property
    def run(self) -> Any:
        return self._code.function(SHARED_OWN, *[ctypes.c_int64] * 4)

    def on_arrays(self, arrays: Sequence[np.ndarray], outputs: Sequence[np.ndarray], work: np.ndarray) -> int:
        """Call the program itself on arrays in C order, of the dtypes of its lanes; returns the status."""
        with task(self._title) if self.cost >= SHOWN else nullcontext():
            return self._on_arrays(arrays, outputs, work)

    def _on_arrays(self, arrays: Sequence[np.ndarray], outputs: Sequence[np.ndarray], work: np.ndarray) -> int:
        places = np.array([a.ctypes.data for a in (*arrays, *self.pool)] or [0], np.int64)
        results = np.array([a.ctypes.data for a in outputs] or [0], np.int64)
        return self.run(places.ctypes.data, results.ctypes.data, work.ctypes.data)


def _addresses(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([a.ctypes.data for a in arrays] or [0], np.int64)


_FROZEN = gc.get_freeze_count() if sys.version_info[:2] == (3, 12) else 0  # that one freezes what it starts with
_MANY = 10_000  # objects that are worth being left to a collection of all
_paused_by: list[int] = []  # the thread that has switched the collector off
exclusive = across_forks()  # one thread records or compiles; recordings may begin within each other


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection: recording and compiling make many objects and no cycles."""
    enabled = gc.isenabled()
    try:
        gc.disable()
        if enabled:
            _paused_by[:] = [get_ident()]
        yield
    finally:
        if enabled:
            if gc.get_count()[0] > _MANY and gc.get_freeze_count() <= _FROZEN:
                gc.freeze()
                gc.unfreeze()  # now they count as old: else the next collection would look through all of them
            gc.enable()
            _paused_by.clear()


def _resume() -> None:
    """Collect garbage in a forked process, where a thread that paused it is no more."""
    if _paused_by and get_ident() not in _paused_by:
        gc.enable()
        _paused_by.clear()


in_child(_resume)


def executable_of(program: Program, make: Callable[[Program], Executable] = Executable) -> Executable:
    """Return the machine code of a program in this process, made once."""
    with exclusive, collector_paused():
        executable = program.derived.get("executable")
        if executable is None:
            with _preparing(program):
                executable = program.derived["executable"] = make(program)
        return executable


def executable_for_runs(program: Program, numbers: Sequence[int], registers: bool = True) -> Executable:
    """Return machine code of a program that reads the lists of a run; see `Executable`."""
    with exclusive, collector_paused(), _preparing(program):
        return Executable(program, (*numbers,), Module(registers=registers))


def _preparing(program: Program) -> task:
    return task(f"preparing a tape of {len(program)} instructions")


@functools.lru_cache(64)
def _entry(inputs: tuple[Form, ...], outputs: tuple[Form, ...], constants: int, large: bool) -> str:
    """Return the built-in function ``entry(constants, work, numbers, inputs..., array outputs...)``.

    All but inputs are arrays: of the constants' addresses, working memory, and of 8 bytes for each output that is a
    number. It returns the program's status, or `NOT_TAKEN`. A large program runs without the interpreter's lock.
    """
    t = Text(set(), 0)
    places = count(3)
    pointers = pointers_of(t, inputs, [form.array for form in inputs], (t.listed("%given", k) for k in places))
    results = []
    table, work, numbers = [t.listed(t.listed("%given", k), DATA_AT) for k in range(3)]
    pointers += [t.listed(table, k) for k in range(constants)]
    singles = count()
    for form in outputs:
        if form.array:
            results.append(t.listed(t.listed("%given", next(places)), DATA_AT))
        else:
            results.append(t.pointer(Buffer(numbers, "double"), str(next(singles))))
    return _calling(t, pointers, results, work, large)


@functools.lru_cache(64)
def _entry_of_runs(
    inputs: tuple[Form, ...], numbers: tuple[int, ...], outputs: int, constants: int, large: bool
) -> str:
    """Return the built-in function ``entry(constants, work, arrays, instructions, outputs)``; see `Executable`."""
    t = Text(set(), 0)
    table, work = [t.listed(t.listed("%given", k), DATA_AT) for k in range(2)]
    arrays, instructions, results = [t.listed(t.listed("%given", k), LIST_ITEMS_AT) for k in range(2, 5)]
    count_arrays = len(inputs) - len(numbers)
    objects = [t.listed(arrays, k) for k in range(count_arrays)]
    objects += [t.listed(t.listed(instructions, slot), _NUMBER) for slot in numbers]
    pointers = pointers_of(t, inputs, [k < count_arrays for k in range(len(inputs))], iter(objects))
    pointers += [t.listed(table, k) for k in range(constants)]
    return _calling(t, pointers, [t.listed(t.listed(results, k), DATA_AT) for k in range(outputs)], work, large)


def _calling(t: Text, pointers: list[str], results: list[str], work: str, large: bool) -> str:
    """Return the built-in function that calls the program on pointers to its inputs and results."""
    tables = [t.table_of(pointers), t.table_of(results)]
    state = t.integer("call ptr @PyEval_SaveThread()") if large else None
    status = t.integer(f"call i64 @{SHARED_OWN}(ptr {tables[0]}, ptr {tables[1]}, ptr {work})")
    if large:
        t.lines.append(f"  call void @PyEval_RestoreThread(ptr {state})")
    return builtin_text("tape_0_entry", t, status)


def pointers_of(t: Text, forms: Sequence[Form], arrays: Sequence[bool], objects: Iterator[str]) -> list[str]:
    """Return pointers to the elements of objects of Python's: arrays, or numbers of a form.

    The function returns `NOT_TAKEN` for what it cannot take.
    """
    pointers = []
    for form, array in zip(forms, arrays, strict=True):
        x = next(objects)
        if array:
            flags = t.listed(x, FLAGS_AT, "i32")
            ordered = t.integer(f"trunc i32 {flags} to i1")  # their first bit says that elements lie in C order
            t.return_if(t.integer(f"xor i1 {ordered}, true"), str(NOT_TAKEN))
            pointers.append(t.listed(x, DATA_AT))
        elif form.lane is None:
            cell = Buffer(t.variable("i64"), "i64")
            number = t.integer(f"call i64 @PyLong_AsLongLong(ptr {x})")
            t.lines.append(f"  store i64 {number}, ptr {cell.pointer}")
            pointers.append(cell.pointer)
        else:
            cell = Buffer(t.variable("double"), element_of(form))
            t.store_scalar(t.e1.emit(f"call double @PyFloat_AsDouble(ptr {x})", "f"), cell, "0")
            pointers.append(cell.pointer)
    if not all(arrays):
        error = t.integer("call ptr @PyErr_Occurred()")
        t.return_if(t.integer(f"icmp ne ptr {error}, null"), str(NOT_TAKEN))
    return pointers


def builtin_text(name: str, t: Text, status: str) -> str:
    """Return the built-in function of objects ``%given`` that ends with a status."""
    body = t.defined(f"@{name}_given(ptr %given)", status, "internal")  # compiled within the other, and nowhere else
    return _BUILTIN.format(name=name) + body + "\n"


_BUILTIN = """
declare i64 @PyLong_AsLongLong(ptr)
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyLong_FromLongLong(i64)
define ptr @{name}(ptr %self, ptr %given, i64 %count) {{
  %status = call i64 @{name}_given(ptr %given)
  %refused = icmp eq i64 %status, -1
  br i1 %refused, label %clear, label %done
clear:
  call void @PyErr_Clear()
  br label %done
done:
  %result = call ptr @PyLong_FromLongLong(i64 %status)
  ret ptr %result
}}
"""

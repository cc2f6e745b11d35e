"""A program's machine code in this process, and how it is called.

Python passes NumPy arrays as objects and numbers by value to a small entry function, which finds the arrays' data and
calls the program; so a call costs a fraction of a microsecond more than its arithmetic. Whoever has addresses already
(batches, compiled code) calls the program itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np

from tapegrad.codegen.function import written
from tapegrad.codegen.text import Text, element_of
from tapegrad.forks import across_forks
from tapegrad.machine.cache import engine
from tapegrad.machine.lane import Lane
from tapegrad.machine.places import Buffer
from tapegrad.tape.forms import Form
from tapegrad.tape.lowering import lowered

NOT_CONTIGUOUS = -1  # what the entry returns for an array whose elements do not lie in C order
MOST_ARGUMENTS = 1000  # that ctypes passes
STRAIGHT = 6000  # lines of LLVM text that are worth the optimiser's time
_DATA, _FLAGS = 2, 16  # of NumPy's array objects: which word points to the elements, which half word holds the flags


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
    entries : list
        Both of ``entry(constants_at, work, numbers, inputs..., array outputs...)``, see `_entry`: one that holds the
        interpreter's lock, and one that does not.
    by_tables : bool
        Whether that is the only way to call it, as there are more arguments than ctypes passes.
    """

    def __init__(self, program: Any) -> None:
        module, function, text = written(program)
        self.pool = function.pool  # kept alive: compiled code holds their addresses while it runs
        self.work, self.cost, self.polls = function.work, function.cost, module.polls
        inputs, outputs = lowered(program).input_forms, lowered(program).output_forms
        types: list[Any] = [*[ctypes.c_int64] * 3, ctypes.py_object]
        types += [ctypes.c_double if f.size == 1 else ctypes.py_object for f in inputs]
        types += [ctypes.py_object for f in outputs if f.size != 1]
        self.by_tables = len(types) - 4 > MOST_ARGUMENTS
        if not self.by_tables:
            text += _entry((*inputs,), (*outputs,), len(self.pool))
        symbols = ["tape_0"] if self.by_tables else ["tape_0", "tape_0_entry"]
        self._code = engine().code("tape", text, symbols, text.count("\n") < STRAIGHT, module.callbacks)
        self.python = sorted({c.title for c in module.callbacks})
        self._constants = np.array([a.ctypes.data for a in self.pool] or [0], np.int64)
        self.constants_at = self._constants.ctypes.data
        self.entries = [
            self._code.function("tape_0_entry", *types, make=make)
            for make in (() if self.by_tables else (ctypes.PYFUNCTYPE, ctypes.CFUNCTYPE))
        ]

    @property
    def address(self) -> int:
        return self._code.address("tape_0")

    @functools.cached_property
    def run(self) -> Any:
        return self._code.function("tape_0", *[ctypes.c_int64] * 4)

    def on_arrays(self, given: Sequence[np.ndarray], outputs: Sequence[np.ndarray], work: np.ndarray) -> int:
        """Call the program itself on arrays in C order, of the dtypes of its lanes; returns the status."""
        places = np.array([a.ctypes.data for a in (*given, *self.pool)] or [0], np.int64)
        results = np.array([a.ctypes.data for a in outputs] or [0], np.int64)
        return self.run(places.ctypes.data, results.ctypes.data, work.ctypes.data)


_FROZEN = gc.get_freeze_count() if sys.version_info[:2] == (3, 12) else 0  # that one freezes what it starts with
exclusive = across_forks(threading.RLock())  # one thread records or compiles; recordings may begin within each other


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection: recording and compiling make many objects and no cycles."""
    enabled = gc.isenabled()
    try:
        gc.disable()
        yield
    except KeyboardInterrupt:
        if gc.get_freeze_count() <= _FROZEN:  # else all that was recorded would be looked through before it goes
            gc.freeze()
            gc.unfreeze()
        raise
    finally:
        if enabled:
            gc.enable()


def executable_of(program: Any) -> Executable:
    """Return the machine code of a program in this process, made once."""
    with exclusive, collector_paused():
        made = program.derived.get("executable")
        if made is None:
            made = program.derived["executable"] = Executable(program)
        return made


@functools.lru_cache(64)
def _entry(inputs: tuple[Form, ...], outputs: tuple[Form, ...], constants: int) -> str:
    """Return ``entry(constants, work, numbers, inputs..., array outputs...)`` for so many constants.

    Numbers come by value and arrays as objects; `numbers`, an array too, takes the outputs of one element.
    """
    t = Text(set(), 0)
    parameters = ["ptr %constants", "ptr %work", "ptr %numbers"]

    given, results = [], []
    for k, form in enumerate(inputs):
        parameters.append(f"{'double' if form.size == 1 else 'ptr'} %x{k}")
        if form.size == 1:
            cell = Buffer(t.variable("double"), element_of(form))
            t.store_scalar(Lane(t.e1, f"%x{k}", "f"), cell, "0")
            given.append(cell.pointer)
        else:
            flags = t.listed(f"%x{k}", _FLAGS, "i32")
            ordered = t.integer(f"trunc i32 {flags} to i1")  # their first bit says that elements lie in C order
            t.return_if(t.integer(f"xor i1 {ordered}, true"), str(NOT_CONTIGUOUS))
            given.append(t.listed(f"%x{k}", _DATA))
    given += [t.listed("%constants", k) for k in range(constants)]
    numbers = Buffer(t.listed("%numbers", _DATA), "double")
    places = count()
    for k, form in enumerate(outputs):
        if form.size == 1:
            results.append(t.pointer(numbers, str(next(places))))
        else:
            parameters.append(f"ptr %y{k}")
            results.append(t.listed(f"%y{k}", _DATA))
    tables = [t.table_of(given), t.table_of(results)]
    status = t.integer(f"call i64 @tape_0(ptr {tables[0]}, ptr {tables[1]}, ptr %work)")
    return "\n" + t.defined(f"@tape_0_entry({', '.join(parameters)})", status)
